"""
The ratings of all parties, worked out again from any that was corrected.

A club's parties are rated in the order of their days and numbers, those that are
finished and not void. Whatever changes one of them replays it and all after it, in
memory: the same few queries however many there are, and only rows that have become
others are written. What the parties told of everybody's strength is kept by day, so
that a replay begins there; its result is that of a replay from the first partie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from math import isclose
from typing import Any, NamedTuple

from django.db.migrations.recorder import MigrationRecorder
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from clubscore.club.models import Club, Player
from clubscore.partie.audit import Difference, rows_compared
from clubscore.partie.derive import result_rows
from clubscore.partie.engine import Chronicle
from clubscore.partie.models import Partie, PartieResult
from clubscore.partie.scores import Score
from clubscore.ranking import (
    ListChange,
    PlayedPartie,
    PlayerResult,
    Rated,
    SkillChange,
    Strengths,
    list_replay,
    rated,
    skill_replay,
)
from clubscore.ranking.played import FEWEST_PLAYERS
from clubscore.ranking.skill import from_json, to_json
from clubscore.season.models import SIXTIETHS, RatingChange, SkillState
from clubscore.season.statistics import ClubPlayers

FLOATS = (
    *("expected_place", "strength_before", "deviation_before"),
    *("strength_after", "deviation_after"),
)
FACTS = (
    *("day", "number", "parties", "place", *FLOATS, "pairs"),
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
RATED_ANEW = "0003_skill"
"""The migration by which today's rating took the place of another."""


# What is rated ----------------------------------------------------------------------


class RatedSeat(NamedTuple):
    """The result of a partie for one player at its table."""

    partie: int
    number: int
    day: date
    player: int
    score: Score
    games: int
    stands_for: int | None
    is_result_only: bool

    @classmethod
    def at(cls, partie: Partie, row: PartieResult) -> RatedSeat:
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
"""The columns of a result that `RatedSeat` has."""


def rated_in(rows: Iterable[RatedSeat], people: ClubPlayers) -> tuple[Rated, ...]:
    """
    Return the parties that are rated, in order, by their numbers; all are over.

    Who has played no game of a partie is not rated in it, unless its games are unknown.
    """
    sat: dict[int, list[RatedSeat]] = {}
    for row in rows:
        if row.games or row.is_result_only:
            sat.setdefault(row.number, []).append(row)
    played = (_played(rows, people) for rows in sat.values())
    return rated(one for one in played if one is not None)


def _played(rows: list[RatedSeat], people: ClubPlayers) -> PlayedPartie | None:
    """Return a partie as the ranking takes it; None if too few have played it."""

    def who(pk: int) -> int:
        return people.who(pk).pk

    results = tuple(
        PlayerResult(
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
    return PlayedPartie(
        key=number,
        evening=number,
        date=day,
        table=number,
        players=len(chairs),
        results=results,
    )


# Replays ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RatingsBefore:
    """Everybody's ratings before a day, by the players' ids."""

    strengths: Strengths = field(default_factory=Strengths)
    """They learn what is replayed."""
    listed: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RatingChanges:
    """What parties change, and what was told by the end of each day; not yet saved."""

    changes: list[RatingChange]
    told: dict[date, dict[str, Any]]


def latest(
    people: ClubPlayers,
    *,
    before: tuple[date, int] | None = None,
    until: date | None = None,
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


def strengths_until(club: Club, day: date | None) -> Strengths | None:
    """Return what was told by the end of a day, or till now; None if nothing was."""
    states = SkillState.objects.filter(club=club)
    if day is not None:
        states = states.filter(day__lte=day)
    last = states.order_by("-day").first()
    return None if last is None else from_json(last.told)


def strengths_before(people: ClubPlayers, day: date, number: int) -> Strengths:
    """Return what was told before the partie of a day and number, in two queries."""
    states = SkillState.objects.filter(club=people.club, day__lt=day)
    state = states.order_by("-day").first()
    strengths = Strengths() if state is None else from_json(state.told)
    rows = _seats(people.club, partie__evening__date=day, partie__number__lt=number)
    skill_replay(rated_in(rows, people), strengths)
    return strengths


def _seats(club: Club, **asked: Any) -> Iterator[RatedSeat]:
    """Return the results of a club's parties that are rated, those *asked* for."""
    rows = PartieResult.objects.filter(
        partie__evening__club=club,
        partie__is_finished=True,
        partie__is_void=False,
        **asked,
    )
    return map(RatedSeat._make, rows.order_by().values_list(*SAT))


def _standing(people: ClubPlayers, day: date) -> RatingsBefore | None:
    """
    Return everybody's ratings before a day.

    None if there are ratings without what they came from, as in a database of a
    version that rated otherwise.
    """
    before = SkillState.objects.filter(club=people.club, day__lt=day)
    state = before.order_by("-day").first()
    last = latest(people, before=(day, 0))
    if state is None:
        return None if last else RatingsBefore()
    listed = {pk: row.listed.after for pk, row in last.items()}
    return RatingsBefore(from_json(state.told), listed)


def changes_by(
    rows: Iterable[RatedSeat], people: ClubPlayers, standing: RatingsBefore
) -> RatingChanges:
    """Return what parties, all of them over, change."""
    rows = list(rows)
    parties = rated_in(rows, people)
    ids = {row.number: row.partie for row in rows}
    skills: list[SkillChange] = []
    told = {}
    for day, played in groupby(parties, lambda one: one.date):
        skills += skill_replay(played, standing.strengths)
        told[day] = to_json(standing.strengths)
    listed = list_replay(parties, standing.listed).changes
    changes = [
        _change(ids[int(skill.partie)], skill, points)
        for skill, points in zip(skills, listed, strict=True)
    ]
    return RatingChanges(changes, told)


def _change(partie: int, skill: SkillChange, points: ListChange) -> RatingChange:
    assert (skill.partie, skill.player) == (points.partie, points.player)
    return RatingChange(
        partie_id=partie,
        player_id=int(skill.player),
        day=skill.date,
        number=int(skill.partie),
        parties=skill.parties,
        place=skill.place,
        expected_place=skill.expected,
        strength_before=skill.before.mean,
        deviation_before=skill.before.deviation,
        strength_after=skill.after.mean,
        deviation_after=skill.after.deviation,
        pairs=[
            [pair.other, pair.chance, pair.came, pair.points] for pair in skill.pairs
        ],
        list_before=points.before,
        list_expected=int(points.expected * SIXTIETHS),
        list_actual=int(points.actual * SIXTIETHS),
        list_rounded=points.rounded,
        list_remainder=points.remainder,
    )


# Since when -------------------------------------------------------------------------


def held_since(club: Club) -> date | None:
    """
    Return the day on which all of a club's parties were rated anew by today's rating.

    The migration that did so says when it ran, in a query. None for a club that was
    made after it: its parties were never rated otherwise.
    """
    applied = MigrationRecorder.Migration.objects.filter(
        app="season", name=RATED_ANEW, applied__gt=club.made_at
    )
    at = applied.values_list("applied", flat=True).first()
    return timezone.localdate(at) if at is not None else None


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
        replay(partie.club_id, partie.evening.date)


def replay(club: int, day: date = date.min) -> None:
    """
    Rate the parties of a day and all after it anew, or else all of a club.

    The caller holds the transaction.
    """
    # Two tables that end at once replay one after the other, and the second sees what
    # the first has come to.
    locked = Club.objects.select_for_update(no_key=True).get(pk=club)
    people = ClubPlayers(locked)
    standing = RatingsBefore() if day == date.min else _standing(people, day)
    if standing is None:
        day, standing = date.min, RatingsBefore()
    rows = _seats(locked, partie__evening__date__gte=day)
    found = changes_by(rows, people, standing)
    stored = RatingChange.objects.filter(
        partie__evening__club=locked, partie__evening__date__gte=day
    )
    _replace(list(stored.order_by()), found.changes)
    states = SkillState.objects.filter(club=locked, day__gte=day)
    states.exclude(day__in=found.told).delete()
    SkillState.objects.bulk_create(
        [
            SkillState(club=locked, day=day, told=told)
            for day, told in found.told.items()
        ],
        update_conflicts=True,
        unique_fields=["club", "day"],
        update_fields=["told"],
    )


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
    Yield a difference if *partie* is not rated as its revisions have it.

    It is held against what is stored of the days before, which are held against those
    before them: if no partie of a club differs, all are as from the first one.
    """
    people = ClubPlayers(partie.club)
    day = partie.evening.date
    expected: list[RatingChange] = []
    others = _seats(people.club, partie__evening__date=day)
    rows = [row for row in others if row.partie != partie.pk]
    if is_rated(chronicle):
        rows += [RatedSeat.at(partie, row) for row in result_rows(partie, chronicle)]
    standing = _standing(people, day)
    if standing is None:
        yield Difference(partie, "no strengths before the day", stored=None)
        return
    found = changes_by(rows, people, standing)
    expected = [row for row in found.changes if row.partie_id == partie.pk]
    stored = list(partie.ratings.all())
    by_player = {row.player_id: row for row in stored}
    for row in expected:
        if row.player_id in by_player:
            _settle(row, by_player[row.player_id])
    yield from rows_compared(partie, None, "ratings", stored, expected)
    told = SkillState.objects.filter(club=people.club, day=day).first()
    if not same(told.told if told is not None else None, found.told.get(day)):
        yield Difference(partie, "the strengths after the day")


def same(one: Any, other: Any) -> bool:
    """Tell whether two JSON values are the same, floats but for their last digits."""
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=SAME, abs_tol=SAME)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            same(one[key], other[key]) for key in one
        )
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        if isinstance(one, str) or isinstance(other, str):
            return one == other
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def _settle(row: RatingChange, stored: RatingChange) -> None:
    """Take over the floats of *stored* that are the same: see `SAME`."""
    for name in (*FLOATS, "pairs"):
        if same(getattr(row, name), getattr(stored, name)):
            setattr(row, name, getattr(stored, name))
