"""A count by hand of what `measure` tells, in loops that share nothing with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from clubscore.planning import Compared, Key, Measures, Round


def people_of(one: Round) -> list[list[Key]]:
    """Return the players of each table."""
    tables = []
    for table in one.tables:
        at = [table.east, table.south, table.west]
        if table.north is not None:
            at.append(table.north)
        if table.fifth is not None:
            at.append(table.fifth)
        tables.append(at)
    return tables


def listed_in(rounds: Sequence[Round]) -> list[Key]:
    """Return all players of some rounds."""
    listed: list[Key] = []
    for one in rounds:
        for group in [*people_of(one), one.waiting]:
            listed += [key for key in group if key not in listed]
    return listed


def meetings_of(rounds: Sequence[Round], one: Key, other: Key) -> int:
    """Return at how many tables two sat together."""
    many = 0
    for sitting in rounds:
        for table in people_of(sitting):
            if one in table and other in table:
                many += 1
    return many


def counted(
    rounds: Sequence[Round],
    history: Sequence[Round] = (),
    fixed: Sequence[Key] = (),
) -> Measures:
    """Count everything player by player and pair by pair."""
    players = listed_in(rounds)
    both = [*history, *rounds]
    meetings = repeats = most = pairs = 0
    met: dict[Key, set[Key]] = {key: set() for key in players}
    for place, one in enumerate(players):
        for other in players[:place]:
            pairs += 1
            times = meetings_of(both, one, other)
            meetings += times
            most = max(most, times)
            if times:
                repeats += times - 1
                met[one].add(other)
                met[other].add(one)
    indirect = [
        sum(third in met[one] and third in met[other] for third in players)
        for place, one in enumerate(players)
        for other in players[:place]
        if other not in met[one]
    ]
    days = [_days(rounds, history, key) for key in players]
    waits = [day.waits for day in days if day.is_there_always]
    compared = Compared.ALL if len(waits) == len(players) else Compared.THROUGHOUT
    if len(waits) < 2:
        compared = Compared.PLAN
        alone = [_days(rounds, (), key) for key in players]
        waits = [day.waits for day in alone if day.is_there_always]
    return Measures(
        repeats=repeats,
        most_meetings=most,
        least_indirect=min(indirect) if indirect else None,
        table_repeats=sum(
            len(day.numbers) - len(set(day.numbers))
            for key, day in zip(players, days, strict=True)
            if key not in fixed
        ),
        wind_spread=max(max(day.winds) - min(day.winds) for day in days),
        wait_spread=max(waits) - min(waits) if waits else 0,
        waits_compared=compared,
        bound=max(0, meetings - pairs),
    )


@dataclass
class Days:
    """What one player did."""

    winds: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    numbers: list[int] = field(default_factory=list)
    waits: int = 0
    is_there_always: bool = True


def _days(rounds: Sequence[Round], history: Sequence[Round], key: Key) -> Days:
    days = Days()
    for sitting in [*history, *rounds]:
        is_there = key in sitting.waiting
        days.waits += is_there
        for table in sitting.tables:
            seats = [table.east, table.south, table.west, table.north]
            if key in seats:
                days.winds[seats.index(key)] += 1
                is_there = True
            if key == table.fifth:
                days.waits += 1
                is_there = True
        days.is_there_always &= is_there
    for sitting in rounds:
        for table, at in zip(sitting.tables, people_of(sitting), strict=True):
            if key in at:
                days.numbers.append(table.number)
    return days


class Steps:
    """A clock that stands for so many looks at it, and then is at the end of time."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def __call__(self) -> float:
        self.looks -= 1
        return 0.0 if self.looks > 0 else 1e9
