"""The played rounds of a season, from which a plan goes on."""

from __future__ import annotations

from collections import defaultdict

from clubscore.club.models import Season
from clubscore.partie.models import Partie, Presence
from clubscore.planning import PlannedTable, Round


def played_rounds(season: Season) -> tuple[Round, ...]:
    """
    Return the parties of *season* that are over, in rounds, by the players' names.

    An evening's parties go to rounds in the order in which they began: each to the
    first one after those in which one of its players sat. Who was there the whole
    evening and sat at no table of a round waited.
    """
    parties = (
        Partie.objects.counted()
        .filter(season=season, is_finished=True)
        .order_by("evening__date", "number")
        .prefetch_related("seats__player")
    )
    evenings: dict[int, list[list[str]]] = defaultdict(list)
    for partie in parties:
        names = [seat.player.name for seat in partie.seats.all()]
        if 3 <= len(names) <= 5:
            evenings[partie.evening_id].append(names)
    there: dict[int, list[str]] = defaultdict(list)
    for presence in Presence.objects.filter(
        evening__in=evenings, part=Presence.Stay.WHOLE
    ).select_related("player"):
        there[presence.evening_id].append(presence.player.name)
    rounds: list[Round] = []
    for evening, tables in evenings.items():
        for sitting in _rounds_of(tables):
            seated = {name for table in sitting for name in table}
            rounds.append(
                Round(
                    len(rounds) + 1,
                    tuple(_table(at, names) for at, names in enumerate(sitting, 1)),
                    tuple(name for name in there[evening] if name not in seated),
                )
            )
    return tuple(rounds)


def _table(number: int, names: list[str]) -> PlannedTable:
    east, south, west, *others = names
    return PlannedTable(number, east, south, west, *others)


def _rounds_of(tables: list[list[str]]) -> list[list[list[str]]]:
    """Return an evening's tables in rounds in which everybody sits once at most."""
    rounds: list[list[list[str]]] = []
    following: dict[str, int] = {}
    for names in tables:
        at = max(following.get(name, 0) for name in names)
        if at == len(rounds):
            rounds.append([])
        rounds[at].append(names)
        following.update(dict.fromkeys(names, at + 1))
    return rounds
