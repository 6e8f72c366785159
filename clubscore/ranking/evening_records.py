"""
Evenings that were counted, and the standings after them, as JSON.

What is kept of an evening is enough for the standings of every later one. What explains
them is not: a line that is read has its place and its counts, no results or reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from datetime import date
from fractions import Fraction
from typing import Any

from clubscore.ranking.evening_results import CountedNight
from clubscore.ranking.played import BookedPoints
from clubscore.ranking.results import (
    Held,
    Missed,
    Nothing,
    Period,
    Standings,
    StandingsLine,
    StandingsResult,
    Title,
    Winners,
)
from clubscore.ranking.texts import Statement

UNTOLD = Statement("")
"""A reason that was not kept."""


def _told(points: int | Fraction) -> int | str:
    return points.numerator if points.denominator == 1 else str(points)


def _score(told: int | str) -> int | Fraction:
    return told if isinstance(told, int) else Fraction(told)


def _reason_told(reason: Statement | None) -> Any:
    if reason is None:
        return None
    # Evenings have reasons with whole numbers alone.
    return [reason.template, dict(reason.parameters), reason.plural, reason.number]


def night_to_json(night: CountedNight) -> dict[str, Any]:
    """Return what standings need of an evening."""
    return {
        "evening": night.held.evening,
        "date": night.held.date.isoformat(),
        "members": night.held.members,
        "counts": night.held.counts,
        "reason": _reason_told(night.held.reason),
        "number": night.number,
        "results": [
            [
                one.player,
                _told(one.points),
                one.wins,
                one.given,
                one.best_game,
                _told(one.score),
                list(one.parties),
            ]
            for one in night.results
        ],
        "present": [[player, _told(part)] for player, part in night.present.items()],
        "missed": [[player, one.partie, one.why] for player, one in night.missed],
        "ahead": [list(pair) for pair in night.ahead],
    }


def night_from_json(told: Any) -> CountedNight:
    """Return an evening that was kept."""
    held, number = held_from_json(told), told["number"]
    evening, day = held.evening, held.date
    return CountedNight(
        held=held,
        number=number,
        results=tuple(
            StandingsResult(
                player=player,
                evening=evening,
                date=day,
                held=number,
                points=Fraction(points),
                portions=(),
                parties=tuple(parties),
                wins=wins,
                given=given,
                best_game=best,
                score=_score(score),
            )
            for player, points, wins, given, best, score, parties in told["results"]
        ),
        present={player: Fraction(part) for player, part in told["present"]},
        missed=tuple(
            (player, Missed(evening, day, partie, Nothing(why), UNTOLD))
            for player, partie, why in told["missed"]
        ),
        ahead=tuple((player, other) for player, other in told["ahead"]),
    )


def bookings_to_json(bookings: Iterable[BookedPoints]) -> list[Any]:
    """Return what was booked on an evening."""
    return [[one.player, _told(one.points)] for one in bookings]


def bookings_from_json(told: Any, night: CountedNight) -> list[BookedPoints]:
    """Return what was booked on an evening that was kept."""
    return [
        BookedPoints(
            player=player,
            date=night.held.date,
            points=Fraction(points),
            evening=night.held.evening,
        )
        for player, points in told
    ]


def winners_to_json(winners: Iterable[Winners]) -> list[Any]:
    """Return who has won an evening and its tables."""
    return [
        [one.title, list(one.players), _told(one.points), one.table, list(one.parties)]
        for one in winners
    ]


def winners_from_json(told: Any, held: Held) -> list[Winners]:
    """Return who has won on an evening that was kept."""
    return [
        Winners(
            Title(title),
            tuple(players),
            Fraction(points),
            held.evening,
            held.date,
            table,
            tuple(parties),
        )
        for title, players, points, table, parties in told
    ]


EXPLAINED = {"verdicts", "missed", "deductions", "decisions", "sums", "unplaced"}
"""What explains a line of standings, which is not kept."""
KEPT = tuple(one.name for one in fields(StandingsLine) if one.name not in EXPLAINED)
READ: dict[str, Callable[[Any], Any]] = {
    "points": Fraction,
    "attended": Fraction,
    "score": _score,
}
"""How what is kept of a line is read, where it is not kept as it is."""


def _line_told(line: StandingsLine) -> list[Any]:
    counts = (getattr(line, name) for name in KEPT)
    return [_told(one) if isinstance(one, Fraction) else one for one in counts]


def _line(told: Any) -> StandingsLine:
    values = {
        name: READ[name](one) if name in READ else one
        for name, one in zip(KEPT, told, strict=True)
    }
    unplaced = UNTOLD if values["place"] is None else None
    return StandingsLine(verdicts=(), unplaced=unplaced, **values)


def standings_to_json(table: Standings) -> dict[str, Any]:
    """
    Return the standings after an evening, for which those before it are known.

    Of the periods that is the last one: no later evening changes another.
    """
    last = table.periods[-1] if table.periods else None
    return {
        "lines": [_line_told(one) for one in table.lines],
        "period": last
        and [
            last.number,
            last.first.isoformat(),
            last.last.isoformat(),
            last.is_complete,
            [_line_told(line) for line in last.lines],
            list(last.to_play_offs),
        ],
    }


def lines_from_json(told: Any) -> tuple[StandingsLine, ...]:
    """Return the lines of standings that were kept."""
    return tuple(map(_line, told["lines"]))


def periods_from_json(evenings: Iterable[Any]) -> tuple[Period, ...]:
    """Return the periods of standings that were kept evening by evening."""
    found = {one["period"][0]: one["period"] for one in evenings if one["period"]}
    return tuple(
        Period(
            number,
            date.fromisoformat(first),
            date.fromisoformat(last),
            is_complete,
            tuple(map(_line, lines)),
            tuple(to_play_offs),
        )
        for number, first, last, is_complete, lines, to_play_offs in found.values()
    )


def held_from_json(told: Any) -> Held:
    """Return whether an evening that was kept counts."""
    reason = told["reason"]
    return Held(
        told["evening"],
        date.fromisoformat(told["date"]),
        told["members"],
        told["counts"],
        None if reason is None else Statement(*reason),
    )
