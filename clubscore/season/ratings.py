"""
Ratings: what every partie changed, worked out again from wherever one was put right.

A club's parties are rated in the order of their days and numbers, those that are
finished and not void. Whatever changes one of them replays it and all after it, in
memory: the same few queries however many there are, and only rows that have become
others are written. The result is that of a replay from the first partie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from math import isclose
from typing import NamedTuple

from django.db.models import OuterRef, Q, Subquery

from clubscore.club.models import Club, Player
from clubscore.partie.audit import Difference, rows_compared
from clubscore.partie.derive import result_rows
from clubscore.partie.engine import Chronicle
from clubscore.partie.models import Partie, PartieResult
from clubscore.ranking import (
    ListChange,
    Rated,
    Skill,
    SkillChange,
    list_replay,
    rated,
    skill_replay,
)
from clubscore.ranking import Partie as Played
from clubscore.ranking import PartieResult as Result
from clubscore.ranking.played import FEWEST_PLAYERS
from clubscore.season.models import SIXTIETHS, RatingChange
from clubscore.season.statistics import People

FLOATS = ("expected_place", "mu_before", "sigma_before", "mu_after", "sigma_after")
FACTS = (
    *("day", "number", "parties", "place", *FLOATS),
    *("list_before", "list_expected", "list_actual", "list_rounded", "list_remainder"),
)
"""All columns that follow from what was played."""
SAME = 1e-9
"""
Two floats of which one is off by no more than this share are the same.

Everything is added up in one order, so on one machine they are equal to the last bit.
But the exponential function of another machine's C library may differ in it, and a
database that was moved is not wrong.
"""


# What is rated ----------------------------------------------------------------------


class Sat(NamedTuple):
    """What a partie came to for somebody who sat in it."""

    partie: int
    number: int
    day: date
    player: int
    score: int
    games: int
    stands_for: int | None
    is_result_only: bool

    @classmethod
    def at(cls, partie: Partie, row: PartieResult) -> Sat:
        """Return a result that is not stored yet."""
        return cls(
            partie.pk,
            partie.number,
            partie.evening.date,
            row.player_id,
            row.score,
            row.games,
            row.stands_for_id,
            partie.is_result_only,
        )


SAT = (
    *("partie", "partie__number", "partie__evening__date"),
    *("player", "score", "games", "stands_for"),
    "partie__is_result_only",
)
"""The columns of a result that `Sat` has."""


def rated_in(rows: Iterable[Sat], people: People) -> tuple[Rated, ...]:
    """
    Return the parties that are rated, in order, by their numbers; all are over.

    Who has played no game of a partie is not rated in it, unless its games are unknown.
    """
    sat: dict[int, list[Sat]] = {}
    for row in rows:
        if row.games or row.is_result_only:
            sat.setdefault(row.number, []).append(row)
    played = (_played(rows, people) for rows in sat.values())
    return rated(one for one in played if one is not None)


def _played(rows: list[Sat], people: People) -> Played | None:
    """Return a partie as the ranking takes it; None if too few have played it."""

    def who(pk: int) -> int:
        return people.who(pk).pk

    results = tuple(
        Result(
            player=who(row.player),
            score=row.score,
            games=row.games,
            stands_in_for=who(row.stands_for) if row.stands_for is not None else None,
        )
        for row in rows
    )
    chairs = {one.chair for one in results}
    # Nobody is rated against himself.
    is_of_several = len({one.player for one in results}) == len(results)
    if len(chairs) < FEWEST_PLAYERS or not is_of_several:
        return None
    number, day = rows[0].number, rows[0].day
    return Played(
        key=number,
        evening=number,
        date=day,
        table=number,
        players=len(chairs),
        results=results,
    )


# Replays ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """Everybody's ratings at one moment, by the players' ids."""

    skills: Mapping[int, Skill] = field(default_factory=dict)
    listed: Mapping[int, int] = field(default_factory=dict)


def latest(
    people: People, *, before: tuple[date, int] | None = None, until: date | None = None
) -> dict[int, RatingChange]:
    """
    Return the last change of each who was rated, by their ids, in one query.

    Either of all, or of those *before* the partie of a day and number, or of those
    *until* the end of a day.
    """
    changes = RatingChange.objects.filter(player=OuterRef("pk"))
    if before is not None:
        changes = changes.before(*before)
    if until is not None:
        changes = changes.filter(day__lte=until)
    last = changes.order_by("-day", "-number").values("pk")[:1]
    players = Player.objects.filter(club=people.club).annotate(last=Subquery(last))
    rows = RatingChange.objects.filter(pk__in=players.order_by().values("last"))
    # Who has just turned out to be somebody else stands under both names.
    return {people.who(row.player_id).pk: row for row in rows.in_order()}


def _standing(people: People, day: date, number: int) -> Standing:
    last = latest(people, before=(day, number))
    return Standing(
        {pk: row.skill.after for pk, row in last.items()},
        {pk: row.listed.after for pk, row in last.items()},
    )


def changes_by(
    rows: Iterable[Sat], people: People, standing: Standing
) -> list[RatingChange]:
    """Return what parties, all of them over, change; not yet saved."""
    rows = list(rows)
    parties = rated_in(rows, people)
    ids = {row.number: row.partie for row in rows}
    skills = skill_replay(parties, standing.skills).changes
    listed = list_replay(parties, standing.listed).changes
    return [
        _change(ids[int(skill.partie)], skill, points)
        for skill, points in zip(skills, listed, strict=True)
    ]


def _change(partie: int, skill: SkillChange, points: ListChange) -> RatingChange:
    assert (skill.partie, skill.player) == (points.partie, points.player)
    return RatingChange(
        partie_id=partie,
        player_id=int(skill.player),
        day=skill.date,
        number=int(skill.partie),
        parties=skill.after.parties,
        place=skill.place,
        expected_place=skill.expected,
        mu_before=skill.before.mu,
        sigma_before=skill.before.sigma,
        mu_after=skill.after.mu,
        sigma_after=skill.after.sigma,
        list_before=points.before,
        list_expected=int(points.expected * SIXTIETHS),
        list_actual=int(points.actual * SIXTIETHS),
        list_rounded=points.rounded,
        list_remainder=points.remainder,
    )


# Writing and comparing --------------------------------------------------------------


def is_rated(partie: Partie | Chronicle) -> bool:
    """Tell whether a partie counts for ratings: it is over and not void."""
    return partie.is_finished and not partie.is_void


def follow(partie: Partie) -> None:
    """
    Rate a partie that has changed, and all after it, if it is rated or was.

    The caller holds the transaction. While a partie goes on this costs one query.
    """
    if is_rated(partie) or partie.ratings.exists():
        replay(partie.club_id, partie.evening.date, partie.number)


def replay(club: int, day: date = date.min, number: int = 0) -> None:
    """
    Rate the partie of a day and number and all after it anew, or else all of a club.

    The caller holds the transaction.
    """
    # Two tables that end at once replay one after the other, and the second sees what
    # the first has come to.
    locked = Club.objects.select_for_update(no_key=True).get(pk=club)
    people = People(locked)
    since = Q(partie__evening__club=locked, partie__evening__date__gte=day) & (
        Q(partie__evening__date__gt=day) | Q(partie__number__gte=number)
    )
    results = PartieResult.objects.filter(
        since, partie__is_finished=True, partie__is_void=False
    )
    rows = map(Sat._make, results.order_by().values_list(*SAT))
    changes = changes_by(rows, people, _standing(people, day, number))
    stored = RatingChange.objects.filter(since)
    _replace(list(stored.order_by()), changes)


def _replace(stored: list[RatingChange], changes: list[RatingChange]) -> None:
    """Write the changes that are not *stored* as they are, and drop what is none."""
    left = {(row.partie_id, row.player_id): row for row in stored}
    anew = []
    for row in changes:
        known = left.pop((row.partie_id, row.player_id), None)
        if known is None or _facts(known) != _facts(row):
            anew.append(row)
    if left:
        gone = [row.pk for row in left.values()]
        RatingChange.objects.filter(pk__in=gone).delete()
    RatingChange.objects.bulk_create(
        anew,
        update_conflicts=True,
        unique_fields=["partie", "player"],
        update_fields=FACTS,
    )


def _facts(row: RatingChange) -> tuple[object, ...]:
    return tuple(getattr(row, name) for name in FACTS)


def compared(partie: Partie, chronicle: Chronicle) -> Iterator[Difference]:
    """
    Yield a difference if *partie* is not rated as it follows from what was said.

    It is held against what is stored of the parties before, which are held against
    those before them: if no partie of a club differs, all are as from the first one.
    """
    people = People(partie.club)
    expected = []
    if is_rated(chronicle):
        rows = [Sat.at(partie, row) for row in result_rows(partie, chronicle)]
        standing = _standing(people, partie.evening.date, partie.number)
        expected = changes_by(rows, people, standing)
    stored = list(partie.ratings.all())
    by_player = {row.player_id: row for row in stored}
    for row in expected:
        if row.player_id in by_player:
            _settle(row, by_player[row.player_id])
    yield from rows_compared(partie, None, "ratings", stored, expected)


def _settle(row: RatingChange, stored: RatingChange) -> None:
    """Take over the floats of *stored* that are the same: see `SAME`."""
    for name in FLOATS:
        if isclose(getattr(row, name), getattr(stored, name), rel_tol=SAME):
            setattr(row, name, getattr(stored, name))
