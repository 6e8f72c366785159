"""
The record book: the highest scores, the longest rows of wins, the first limit hands.

Whoever ties is named too. Sheets ask for the same records as pages do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Max, Q, Sum
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Player
from clubscore.club.vocabulary import speaking
from clubscore.season.engine import limit_hand_called
from clubscore.season.models import LimitHandMade
from clubscore.season.statistics import ClubPlayers, Scope


@dataclass(frozen=True, slots=True)
class RecordKind:
    """A thing of which there is a record."""

    key: str
    title: str | Promise
    unit: str
    """What its value counts: points, score, games or wins."""
    least: int = 1
    """Less than this is no record."""


OF_GAMES = (
    RecordKind("best_win", _("Highest winning hand"), "points"),
    RecordKind("best_loss", _("Highest hand that did not win"), "points"),
    RecordKind("best_score", _("Highest score in a game"), "score"),
    RecordKind("east_run", _("Longest run as dealer"), "games", 2),
    RecordKind("east_streak", _("Most wins in a row as dealer"), "wins", 2),
)
"""By the columns of a tally that say what it was, and in which game."""
OF_A_PARTIE = RecordKind("partie", _("Highest score in a partie"), "score")
OF_EVENINGS = (
    RecordKind("evening", _("Highest score on an evening"), "score"),
    RecordKind("evening_wins", _("Most wins on an evening"), "wins", 2),
)
KINDS = (*OF_GAMES[:3], OF_A_PARTIE, *OF_EVENINGS, *OF_GAMES[3:])
"""In the order of the book."""
NAMED_AT_ONCE = 4
"""Where more tie, the others are a tap away; one more is not hidden."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a record, and since when."""

    player: Player
    day: date
    partie: int | None = None
    """The partie's number; none for a whole evening."""
    game: int | None = None
    """The game's number in the partie; none for a whole partie."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record: what it is, and all who hold it, the first first."""

    kind: RecordKind
    value: int
    holders: tuple[Holder, ...]
    is_clubs: bool = False
    """Of a personal best: whether nobody in the club has a better one."""

    @property
    def first_holders(self) -> tuple[Holder, ...]:
        """Those who are named at once, where many tie."""
        return self.holders if self._are_few else self.holders[:NAMED_AT_ONCE]

    @property
    def other_holders(self) -> tuple[Holder, ...]:
        """All the others who hold it."""
        return () if self._are_few else self.holders[NAMED_AT_ONCE:]

    @property
    def _are_few(self) -> bool:
        return len(self.holders) <= NAMED_AT_ONCE + 1


def records_of(
    scope: Scope, people: ClubPlayers, players: Sequence[int] | None = None
) -> list[Record]:
    """
    Return the records of a club, or of a part of what was played there.

    Of *players* alone, the ids of one person, they are personal bests. Costs three
    queries, besides those of *people*. Points of different rulesets do not compare: ask
    for one ruleset.
    """
    found = {
        record.kind.key: record
        for record in (
            *_of_parties(scope, people, players),
            *_of_evenings(scope, people, players),
        )
    }
    return [found[kind.key] for kind in KINDS if kind.key in found]


def _of_parties(
    scope: Scope, people: ClubPlayers, players: Sequence[int] | None
) -> Iterable[Record]:
    tallies = scope.tallies.order_by()
    if players is not None:
        tallies = tallies.filter(player__in=players)
    columns = {kind.key: kind.key for kind in OF_GAMES} | {OF_A_PARTIE.key: "score"}
    highest = tallies.aggregate(
        **{f"{kind.key}_most": Max(kind.key) for kind in OF_GAMES},
        **{f"{OF_A_PARTIE.key}_most": Max("score")},
    )
    kinds = [
        kind
        for kind in (*OF_GAMES, OF_A_PARTIE)
        if (highest[f"{kind.key}_most"] or 0) >= kind.least
    ]
    is_one = Q(pk__in=())
    for kind in kinds:
        is_one |= Q(**{columns[kind.key]: highest[f"{kind.key}_most"]})
    rows = (
        tallies.filter(is_one)
        .order_by("partie__evening__date", "partie__number", "player__key")
        .values(
            *("player", "partie__evening__date", "partie__number", "score"),
            *(name for kind in OF_GAMES for name in (kind.key, f"{kind.key}_game")),
        )
    )
    holding = list(rows)
    for kind in kinds:
        value = highest[f"{kind.key}_most"]
        yield Record(
            kind,
            value,
            tuple(
                Holder(
                    people.who(row["player"]),
                    row["partie__evening__date"],
                    row["partie__number"],
                    row.get(f"{kind.key}_game"),
                )
                for row in holding
                if row[columns[kind.key]] == value
            ),
        )


def _of_evenings(
    scope: Scope, people: ClubPlayers, players: Sequence[int] | None
) -> Iterable[Record]:
    tallies = scope.tallies.order_by()
    if players is not None:
        tallies = tallies.filter(player__in=players)
    rows = tallies.values("player", "partie__evening__date").annotate(
        score_sum=Sum("score"), wins_sum=Sum("wins")
    )
    sums: dict[tuple[date, Player], list[int]] = {}
    for row in rows:
        who = people.who(row["player"])
        both = sums.setdefault((row["partie__evening__date"], who), [0, 0])
        both[0] += row["score_sum"]
        both[1] += row["wins_sum"]
    for place, kind in enumerate(OF_EVENINGS):
        value = max((both[place] for both in sums.values()), default=0)
        if value >= kind.least:
            holders = (
                Holder(who, day)
                for (day, who), both in sums.items()
                if both[place] == value
            )
            ordered = sorted(holders, key=lambda one: (one.day, one.player.key))
            yield Record(kind, value, tuple(ordered))


# Limit hands ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LimitHandLine:
    """A limit hand that was made."""

    player: Player
    ruleset: str
    """Its key."""
    name: str
    """To be translated."""
    points: int
    day: date
    partie: int
    game: int
    is_first: bool
    """
    Whether it was the club's first of its kind.

    Of several on one evening nobody knows at which table the first was: each table's
    first is.
    """

    @property
    def title(self) -> str:
        """The name, as its rule book has it."""
        with speaking(self.ruleset):
            return gettext(self.name)


def limit_hands_in(
    scope: Scope, people: ClubPlayers, players: Sequence[int] | None = None
) -> list[LimitHandLine]:
    """Return every limit hand that was made, the last first; two queries."""
    made = LimitHandMade.objects.filter(scope.condition)
    if players is not None:
        made = made.filter(player__in=players)
    firsts = _firsts(replace(scope, season=None, year=None))
    rows: Iterable[dict[str, Any]] = made.order_by(
        "-partie__evening__date", "-partie__number", "-game", "player__key"
    ).values(
        *("pk", "player", "key", "points", "game"),
        *("partie__ruleset", "partie__number", "partie__evening__date"),
    )
    return [
        LimitHandLine(
            people.who(row["player"]),
            row["partie__ruleset"],
            limit_hand_called(row["partie__ruleset"], row["key"]),
            row["points"],
            row["partie__evening__date"],
            row["partie__number"],
            row["game"],
            row["pk"] in firsts,
        )
        for row in rows
    ]


def _firsts(scope: Scope) -> set[int]:
    """Return the ids of the limit hands that were the first of their kind."""
    day_of: dict[tuple[str, str], date] = {}
    found: dict[tuple[str, str, int], int] = {}
    rows = (
        LimitHandMade.objects.filter(scope.condition)
        .order_by("partie__evening__date", "partie__number", "game", "pk")
        .values_list(
            *("pk", "partie__ruleset", "key"),
            *("partie__evening__date", "partie__number"),
        )
    )
    for pk, ruleset, key, day, partie in rows:
        if day_of.setdefault((ruleset, key), day) == day:
            found.setdefault((ruleset, key, partie), pk)
    return set(found.values())
