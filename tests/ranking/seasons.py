"""Short ways to write down what was played, and strategies that make it up."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from clubscore.ranking import (
    PRESETS,
    Attendance,
    BookedPoints,
    CountsFor,
    Method,
    Played,
    PlayedEvening,
    PlayedPartie,
    PlayedState,
    PlayerResult,
    changed,
    method_from_json,
)

FIRST = date(2026, 1, 7)


def day(number: int) -> date:
    """Return the day of an evening: one a week, from 0."""
    return FIRST + timedelta(weeks=number)


def partie(
    key: int, evening: int, more: dict[str, Any] | None = None, /, **scores: int
) -> PlayedPartie:
    """Return a partie between the players named."""
    return PlayedPartie(
        key=key,
        evening=evening,
        date=day(evening),
        table=1,
        players=len(scores),
        results=tuple(
            PlayerResult(player=name, score=score) for name, score in scores.items()
        ),
        **(more or {}),
    )


def played(*parties: PlayedPartie, bookings: tuple[BookedPoints, ...] = ()) -> Played:
    """Return *parties* with their evenings."""
    evenings = sorted({int(one.evening) for one in parties})
    return Played(
        evenings=tuple(PlayedEvening(key=one, date=day(one)) for one in evenings),
        parties=parties,
        bookings=bookings,
    )


# What hypothesis makes up ---------------------------------------------------------

PLAYERS = tuple("ABCDEFGHIJ")
PARTS = (Fraction(1), Fraction(1), Fraction(1, 2))


def a_result(chance: Random, player: str, chair: str) -> PlayerResult:
    """Return what a partie came to for *player* on that chair."""
    return PlayerResult(
        player=player,
        # Few different scores, so that many tie.
        score=chance.randint(-3, 3),
        games=chance.randint(0, 3),
        wins=chance.randint(0, 2),
        given=chance.randint(0, 2),
        best_game=chance.choice([None, 0, 1, 2]),
        stands_in_for=None if player == chair else chair,
        counts_for=chance.choice(list(CountsFor)),
        part=chance.choice(PARTS),
    )


def a_partie(
    chance: Random, key: int, evening: int, players: tuple[str, ...]
) -> PlayedPartie:
    """Return a partie between some of *players*, substitutes among them too."""
    many = chance.randint(3, min(5, len(players)))
    names = chance.sample(players, many)
    rest = [one for one in PLAYERS if one not in names]
    results: list[PlayerResult] = []
    for name in names:
        sits = [name]
        stands_in = chance.choice(["no", "no", "no", "shared", "whole"])
        if rest and stands_in != "no":
            sits = [name, rest.pop()] if stands_in == "shared" else [rest.pop()]
        results += [a_result(chance, one, name) for one in sits]
    return PlayedPartie(
        key=key,
        evening=evening,
        date=day(evening),
        table=chance.randint(1, 2),
        players=many,
        results=tuple(results),
        state=chance.choice([PlayedState.FINISHED] * 4 + list(PlayedState)),
    )


def an_evening(chance: Random, number: int, players: tuple[str, ...]) -> PlayedEvening:
    """Return an evening with some on its list of attendance."""
    return PlayedEvening(
        key=number,
        date=day(number),
        attendance=tuple(
            Attendance(
                player=one,
                part=chance.choice(PARTS),
                is_member=chance.random() < 0.7,
            )
            for one in chance.sample(players, chance.randint(0, 3))
        ),
    )


def a_season(seed: int, players: tuple[str, ...] = PLAYERS) -> Played:
    """Return a short season, the same for the same seed."""
    chance = Random(seed)
    many = chance.randint(0, 6)
    where = sorted(chance.randrange(many) for _ in range(2 * many))
    return Played(
        evenings=tuple(an_evening(chance, one, players) for one in range(many)),
        parties=tuple(
            a_partie(chance, key, evening, players) for key, evening in enumerate(where)
        ),
        bookings=tuple(
            BookedPoints(
                player=chance.choice(players),
                date=day(chance.randint(0, 5)),
                points=Fraction(chance.randint(-3, 3)),
            )
            for _ in range(chance.randint(0, 2))
        ),
    )


SEEDS = st.integers(0, 1_000_000)
"""Drawing every number of a season apart would take most of the time."""
SEASONS = SEEDS.map(a_season)


def points_of(chance: Random) -> str:
    """Return points as a method has them in JSON."""
    return str(Fraction(chance.randint(0, 24), chance.randint(1, 4)))


def a_list(chance: Random, places: int) -> list[str]:
    """Return points by place."""
    found = [Fraction(points_of(chance)) for _ in range(places)]
    return [str(one) for one in sorted(found, reverse=True)]


def some_of(chance: Random, *names: str) -> list[str]:
    """Return some of *names* in any order."""
    return chance.sample(names, chance.randint(0, len(names)))


def table_points(chance: Random) -> dict[str, Any]:
    """Return a part that gives points by place."""
    return {
        "kind": "table_points",
        "three": a_list(chance, 3),
        "four": a_list(chance, 4),
        "five": a_list(chance, 5),
        "ties": some_of(chance, "wins", "given"),
        "over": chance.choice(["partie", "table"]),
    }


def a_sum_method(seed: int) -> dict[str, Any]:
    """Return a method under which an evening more can only add to others' points."""
    chance = Random(seed)
    quorum = chance.randint(0, 5)
    evening = {
        "kind": "evenings",
        "quorum": quorum,
        "total": chance.choice(["sum", "mean"]),
        "attendance": points_of(chance),
    }
    best = {"kind": "best", "number": chance.randint(1, 4), "total": "sum"}
    return {
        "giving": chance.choice([{"kind": "score"}, table_points(chance)]),
        "evening": chance.choice([evening, {"kind": "parties", "quorum": quorum}]),
        "counting": chance.choice([{"kind": "all", "total": "sum"}, best]),
        "order": {
            "tie_breaks": some_of(
                chance, "wins", "given", "best_game", "score", "head_to_head"
            )
        },
        "deductions": {
            "unfinished": points_of(chance),
            "ended_early": chance.random() < 0.5,
            "bookings": chance.random() < 0.5,
        },
    }


def a_method(seed: int) -> dict[str, Any]:
    """Return any method."""
    chance = Random(seed)
    few, total = chance.randint(1, 3), chance.choice(["sum", "mean"])
    countings = [
        {"kind": "all", "total": total},
        {"kind": "best", "number": few, "total": total},
        {
            "kind": "best_of_periods",
            "number": few,
            "evenings": chance.randint(1, 3),
        },
        {"kind": "best_share", "share": chance.randint(1, 100), "total": total},
        {"kind": "trimmed", "ends": few, "every": chance.choice([0, 3, 10])},
    ]
    ranked = [
        {"kind": "everybody"},
        {"kind": "parties", "number": few},
        {"kind": "evenings", "number": few},
        {"kind": "share", "share": chance.randint(1, 100)},
    ]
    return a_sum_method(seed) | {
        "counting": chance.choice(countings),
        "ranked": chance.choice(ranked),
    }


METHODS = SEEDS.map(a_method).map(method_from_json)
SUM_METHODS = SEEDS.map(a_sum_method).map(method_from_json)


def preset(key: str, **settings: Any) -> Method:
    """Return a preset with some settings, written with __ for the dot."""
    return changed(
        PRESETS[key].method,
        {path.replace("__", "."): value for path, value in settings.items()},
    )
