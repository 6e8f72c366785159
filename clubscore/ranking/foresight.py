"""Foresight: the result that a player needs tonight to reach a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from clubscore.ranking.evening_results import (
    Night,
    counted_night,
    nights_of,
    results_of,
)
from clubscore.ranking.fields import MOST_POINTS
from clubscore.ranking.method import Method
from clubscore.ranking.partie_points import Score
from clubscore.ranking.played import (
    Attendance,
    Played,
    PlayedEvening,
    PlayedPartie,
    PlayerResult,
)
from clubscore.ranking.player_seasons import Accounts, PlayerSeason, line_of
from clubscore.ranking.results import Foresight, Need, StandingsLine
from clubscore.ranking.standings import standings
from clubscore.ranking.texts import Key, Parameter, Statement, Who, gettext_noop

# Whoever may sit with the player tonight: no caller's key begins so.
_TONIGHT = "\0tonight"


@dataclass(frozen=True, slots=True)
class Tonight:
    """What a player has, and would have after one more partie."""

    method: Method
    player: Key
    players: int
    night: Night
    before: PlayerSeason
    """What the player has of all other evenings."""
    held: int

    def line_after(self, scores: tuple[int, ...]) -> StandingsLine:
        """Return the player's line after a partie with these scores, theirs first."""
        others = (f"{_TONIGHT} {number}" for number in range(1, self.players))
        partie = PlayedPartie(
            key=_TONIGHT,
            evening=self.night.evening.key,
            date=self.night.evening.date,
            table=_TONIGHT,
            players=self.players,
            results=tuple(
                PlayerResult(player=who, score=score, games=1)
                for who, score in zip((self.player, *others), scores, strict=True)
            ),
        )
        night = replace(self.night, parties=(*self.night.parties, partie))
        results = [
            one for one in results_of(self.method, night) if one.player == self.player
        ]
        results += self.before.results
        account = replace(
            self.before, results=sorted(results, key=lambda one: one.held)
        )
        return line_of(self.method, self.player, account, held=self.held)

    def with_score(self, score: int) -> StandingsLine:
        """Return the line after a partie with that score."""
        return self.line_after((score, *([0] * (self.players - 1))))

    def at_place(self, place: int) -> StandingsLine:
        """Return the line after a partie with that place at the table."""
        others = [-number for number in range(self.players) if number != place - 1]
        return self.line_after((1 - place, *others))


def foresee(
    method: Method,
    played: Played,
    *,
    player: Key,
    place: int,
    tonight: PlayedEvening,
    players: int = 4,
    most: int = MOST_POINTS,
) -> Foresight:
    """
    Return what *player* needs in one more partie *tonight* to reach *place*.

    Everybody else is taken to keep what they have. *tonight* may be an evening of
    *played* or a new one, *players* is how many sit at the table, and *most* the
    highest score that is thought possible in a partie.
    """
    others = [one for one in standings(method, played).placed if one.player != player]
    # Where tie-breaks follow, equal points promise nothing.
    has_tie_breaks = bool(method.order.tie_breaks)

    def is_enough(line: StandingsLine) -> bool:
        ahead = sum(
            one.points > line.points or (has_tie_breaks and one.points == line.points)
            for one in others
        )
        return line.unplaced is None and ahead < place

    seen = _tonight(method, played, player, tonight, players)
    assumptions = tuple(_assumptions(method, tonight, played))
    if isinstance(method.giving, Score):
        need, value, line = _least_score(seen, is_enough, most)
    else:
        need, value, line = _last_place(seen, is_enough)
    return Foresight(
        player,
        place,
        need,
        value,
        None if need is Need.IMPOSSIBLE else line.points,
        _reason(player, place, need, value, line),
        assumptions,
    )


def _least_score(
    seen: Tonight, is_enough: Callable[[StandingsLine], bool], most: int
) -> tuple[Need, int | None, StandingsLine]:
    """Return the least score that is enough: more never gives fewer points."""
    low, high = -most, most
    line = seen.with_score(high)
    if not is_enough(line):
        return Need.IMPOSSIBLE, None, line
    worst = seen.with_score(low)
    if is_enough(worst):
        return Need.NOTHING, None, worst
    while high - low > 1:
        middle = (low + high) // 2
        found = seen.with_score(middle)
        if is_enough(found):
            high, line = middle, found
        else:
            low = middle
    return Need.SCORE, high, line


def _last_place(
    seen: Tonight, is_enough: Callable[[StandingsLine], bool]
) -> tuple[Need, int | None, StandingsLine]:
    """Return the last place at the table that is enough."""
    for place in range(seen.players, 0, -1):
        line = seen.at_place(place)
        if is_enough(line):
            if place == seen.players:
                return Need.NOTHING, None, line
            return Need.TABLE_PLACE, place, line
    return Need.IMPOSSIBLE, None, line


def _tonight(
    method: Method, played: Played, player: Key, tonight: PlayedEvening, players: int
) -> Tonight:
    """Return what the player has, on an evening that counts and where they are."""
    known = {one.key: one for one in played.evenings}
    tonight = known.get(tonight.key, tonight)
    there = {one.player for one in tonight.attendance}
    missing = tuple(
        Attendance(player=f"{_TONIGHT} member {number}")
        for number in range(method.evening.quorum)
    )
    coming = () if player in there else (Attendance(player=player),)
    tonight = replace(tonight, attendance=(*tonight.attendance, *coming, *missing))
    evenings = {**known, tonight.key: tonight}
    played = replace(played, evenings=tuple(evenings.values()))
    nights = nights_of(method, played)
    accounts = Accounts(method, played.bookings)
    for one in nights:
        accounts.add(counted_night(method, one))
    accounts.book(date.max)
    night = next(one for one in nights if one.evening.key == tonight.key)
    account = accounts.of_players.get(player, PlayerSeason())
    return Tonight(
        method,
        player,
        players,
        night,
        replace(
            account,
            results=[one for one in account.results if one.held != night.held],
        ),
        sum(one.counts for one in nights),
    )


def _assumptions(
    method: Method, tonight: PlayedEvening, played: Played
) -> Iterator[Statement]:
    yield Statement(gettext_noop("Everybody else keeps the points that they have now."))
    if method.evening.quorum > 1:
        yield Statement(
            gettext_noop("At least %(quorum)d members come, so that tonight counts."),
            {"quorum": method.evening.quorum},
        )
    if method.order.tie_breaks:
        yield Statement(
            gettext_noop(
                "Equal points are not enough, since nobody knows what would decide."
            )
        )


def _reason(
    player: Key, place: int, need: Need, value: int | None, line: StandingsLine
) -> Statement:
    about: dict[str, Parameter] = {
        "player": Who(player),
        "place": place,
        "value": value or 0,
        "points": line.points,
    }
    match need:
        case Need.NOTHING:
            return Statement(
                gettext_noop(
                    "Whatever tonight’s partie brings, %(player)s has place %(place)d"
                    " or a better one."
                ),
                about,
            )
        case Need.SCORE:
            return Statement(
                gettext_noop(
                    "With a score of at least %(value)s tonight %(player)s has"
                    " %(points)s points, and place %(place)d or a better one."
                ),
                about | {"value": Fraction(value or 0)},
            )
        case Need.TABLE_PLACE:
            return Statement(
                gettext_noop(
                    "With place %(value)d at the table or a better one %(player)s has"
                    " at least %(points)s points, and place %(place)d or a better one."
                ),
                about,
            )
        case Need.IMPOSSIBLE if line.unplaced is not None:
            return line.unplaced
        case Need.IMPOSSIBLE:
            return Statement(
                gettext_noop(
                    "One partie is not enough: tonight %(player)s reaches %(points)s"
                    " points at most."
                ),
                about,
            )
