"""A player's season gathered, and the line of the standings that it makes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from clubscore.ranking.evening_results import CountedNight
from clubscore.ranking.method import Method
from clubscore.ranking.partie_points import best_of
from clubscore.ranking.played import BookedPoints
from clubscore.ranking.results import (
    ZERO,
    Missed,
    Nothing,
    Portion,
    StandingsLine,
    StandingsResult,
    added,
)
from clubscore.ranking.texts import Key, Statement, gettext_noop


@dataclass(slots=True)
class PlayerSeason:
    """What belongs to one player, gathered before it is counted."""

    results: list[StandingsResult] = field(default_factory=list)
    missed: list[Missed] = field(default_factory=list)
    bookings: list[tuple[int | None, Portion]] = field(default_factory=list)
    """With the number of the evening that each belongs to; None for the season."""
    nights: dict[int, Fraction] = field(default_factory=dict)
    """The evenings that count at which the player was or got something, by number:
    for which part of it the player was there."""

    @property
    def is_listed(self) -> bool:
        """Whether the standings have a line for the player."""
        played = any(one.why is not Nothing.SUBSTITUTE for one in self.missed)
        return played or bool(self.results or self.bookings)


class Accounts:
    """Everybody's account, filled evening by evening."""

    def __init__(self, method: Method, bookings: Iterable[BookedPoints]) -> None:
        self.method = method
        self.of_players: dict[Key, PlayerSeason] = defaultdict(PlayerSeason)
        self._bookings = sorted(
            bookings, key=lambda one: (one.date, one.points, one.reason)
        )
        self._numbers: dict[Key, int] = {}

    def add(self, night: CountedNight) -> None:
        """Add what an evening gave; they come by date."""
        self._numbers[night.held.evening] = night.number
        found = self.of_players
        for result in night.results:
            account = found[result.player]
            account.results.append(result)
            account.nights.setdefault(night.number, ZERO)
        for player, part in night.present.items():
            found[player].nights[night.number] = part
        for player, missed in night.missed:
            found[player].missed.append(missed)

    def book(self, until: date) -> None:
        """Add what had been booked by a day, on evenings that were added."""
        if not self._bookings or self._bookings[0].date > until:
            return
        later: list[BookedPoints] = []
        for one in self._bookings:
            is_known = one.evening is None or one.evening in self._numbers
            if one.date > until or not is_known:
                later.append(one)
                continue
            portion = self.method.deductions.for_booking(one)
            if portion is not None:
                number = None if one.evening is None else self._numbers[one.evening]
                self.of_players[one.player].bookings.append((number, portion))
        self._bookings = later


def line_of(
    method: Method,
    player: Key,
    account: PlayerSeason,
    *,
    held: int,
    is_period: bool = False,
) -> StandingsLine:
    """
    Return a player's line, still without a place.

    What a player lacks to be ranked is asked of the season, not of its periods.
    """
    results = tuple(account.results)
    counted = method.counting.count(results, held)
    bookings = tuple(portion for _, portion in account.bookings)
    kept = [one.result for one in counted.verdicts if one.counts]
    parties = len({key for one in results for key in one.parties})
    unplaced = None
    if not results:
        unplaced = Statement(gettext_noop("Not ranked: no result counts yet."))
    elif not is_period:
        unplaced = method.ranked.lacks(parties, len(account.nights), held)
    return StandingsLine(
        player=player,
        place=None,
        points=added((counted.points, *(one.points for one in bookings))),
        verdicts=counted.verdicts,
        missed=tuple(account.missed),
        deductions=bookings,
        unplaced=unplaced,
        sums=counted.sums,
        evenings=len(account.nights),
        attended=added(account.nights.values()),
        parties=parties,
        wins=sum(one.wins for one in kept),
        given=sum(one.given for one in kept),
        best_game=best_of(one.best_game for one in kept),
        score=sum(one.score for one in kept),
    )
