"""
Statistics: sums of tallies for pages and sheets.

Nothing here reads a game; whatever is asked costs the same number of queries however
much was played, and reads the rows of the own club alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum
from django.utils.translation import gettext

from clubscore.club.models import Club, Player, Season
from clubscore.club.names import folded
from clubscore.partie.evenings import is_over
from clubscore.partie.models import PartieResult
from clubscore.partie.scores import Score
from clubscore.season.engine import Sort, items_of, limit_hand_called
from clubscore.season.models import (
    TWELFTHS,
    HeadToHead,
    LimitHandMade,
    Tally,
    TallyQuerySet,
)
from clubscore.season.tallies import NUMBERS

# What is asked for ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scope:
    """
    Of what something is asked: a club, or a part of what was played there.

    A partie counts once it is over, in every figure; see `evenings.is_over`.
    """

    club: Club
    season: Season | None = None
    ruleset: str = ""
    """A ruleset's key; empty for all."""
    year: int | None = None

    @property
    def condition(self) -> Q:
        """What holds of the rows that belong to a partie asked for that counts."""
        return self._asked("partie__") & is_over(self.club, "partie__")

    @property
    def parties(self) -> Q:
        """What holds of the parties asked for, those being played too."""
        return self._asked("")

    def _asked(self, partie: str) -> Q:
        asked = Q(**{f"{partie}club": self.club})
        if self.season is not None:
            asked &= Q(**{f"{partie}season": self.season})
        if self.ruleset:
            asked &= Q(**{f"{partie}ruleset": self.ruleset})
        if self.year is not None:
            asked &= Q(**{f"{partie}evening__date__year": self.year})
        return asked

    @property
    def tallies(self) -> TallyQuerySet:
        """What was counted of the parties asked for that count."""
        return Tally.objects.filter(self.condition)

    def results_alone(
        self, players: Collection[int] | None = None
    ) -> list[ResultAlone]:
        """
        Return who was at parties that count without their games; one query.

        *players* are the ids of those who are asked about; None asks about everybody.
        """
        results = PartieResult.objects.filter(
            self._asked("partie__"), partie__is_void=False, partie__is_result_only=True
        )
        if players is not None:
            results = results.filter(player__in=players)
        rows = results.order_by().values_list(
            "partie", "partie__evening__date", "player", "score", "place"
        )
        return [ResultAlone(*row) for row in rows]


class ResultAlone(NamedTuple):
    """A player's result of a partie of which no games are known."""

    partie: int
    day: date
    player: int
    score: Score
    place: int


@dataclass(frozen=True)
class ClubPlayers:
    """The players of a club, of whom one may stand there under two names."""

    club: Club

    @cached_property
    def _rows(self) -> dict[int, Player]:
        return {player.pk: player for player in self.club.players.all()}

    @property
    def everybody(self) -> list[Player]:
        """All players, none of them twice."""
        return [one for one in self._rows.values() if one.merged_into_id is None]

    def who(self, pk: int) -> Player:
        """Return the player of that id, or the one it was merged into."""
        player, passed = self._rows[pk], {pk}
        while player.merged_into_id is not None and player.merged_into_id not in passed:
            player = self._rows[player.merged_into_id]
            passed.add(player.pk)
        return player

    def ids_of(self, player: Player) -> list[int]:
        """Return the ids under which *player* may have played."""
        return [pk for pk in self._rows if self.who(pk).pk == player.pk]


# Sums -----------------------------------------------------------------------------

BEST = ("best_win", "best_loss", "best_score", "east_run", "east_streak")
"""The columns of which the highest holds."""


@dataclass(frozen=True)
class Sums:
    """What several tallies come to; numbers are by the columns of a tally."""

    numbers: Mapping[str, int]
    parties: int
    """How many tallies: a player's parties, in a club one for each who played."""
    places: tuple[int, ...]
    """How often the place was the first, the second, and so on to the fourth."""
    best: Mapping[str, int | None]
    """The best of columns like `best_win`, the worst of those like `worst_score`."""

    @property
    def firsts(self) -> int:
        """First places."""
        return self.places[0]

    def mean(self, what: str, of: str = "games") -> Fraction | None:
        """Return one number a unit of another; None where there is none of these."""
        many = self.numbers[of]
        return Fraction(self.numbers[what], many) if many else None

    @property
    def spread(self) -> int | None:
        """
        The standard deviation of the scores of games, rounded; None without two.

        It comes from whole numbers alone.
        """
        games, score = self.numbers["games"], self.numbers["score"]
        if games < 2:
            return None
        # Half of the last place is added before the root is cut off.
        variance = games * self.numbers["squares"] - score * score
        return (isqrt(4 * variance // (games * games)) + 1) // 2

    @property
    def bonus_luck(self) -> Fraction:
        """Flowers and seasons had beyond an equal share of each game's, in tiles."""
        return self.numbers["bonus"] - self.bonus_share

    @property
    def bonus_share(self) -> Fraction:
        """The flowers and seasons that an equal share of each game's comes to."""
        return Fraction(self.numbers["bonus_shares"], TWELFTHS)


PLACES = (1, 2, 3, 4)
"""The places that are counted; where more than four took turns there are others."""
PART = 1 << 31
"""SQLite refuses a sum past 64 bits; what is squared is summed in two parts."""
SQUARED = ("squares", "entered_variance")
"""The columns of squares."""


def _aggregates() -> dict[str, Any]:
    summed = {
        f"{name}_sum": Sum(name) for name in NUMBERS if name not in (*BEST, *SQUARED)
    }
    high = {f"{name}_high": Sum(F(name) / PART) for name in SQUARED}
    low = {f"{name}_low": Sum(F(name) % PART) for name in SQUARED}
    return {
        **summed,
        **{f"{name}_best": Max(name) for name in BEST},
        **high,
        **low,
        "worst_score_best": Min("worst_score"),
        "best_partie_best": Max("score"),
        "worst_partie_best": Min("score"),
        "parties": Count("pk"),
        **{f"place_{place}": Count("pk", filter=Q(place=place)) for place in PLACES},
    }


def _sums(row: Mapping[str, Any]) -> Sums:
    numbers = {
        name.removesuffix("_sum"): value or 0
        for name, value in row.items()
        if name.endswith("_sum")
    }
    for name in SQUARED:
        high, low = row[f"{name}_high"] or 0, row[f"{name}_low"] or 0
        numbers[name] = PART * high + low
    best = {
        name.removesuffix("_best"): value
        for name, value in row.items()
        if name.endswith("_best")
    }
    places = tuple(row[f"place_{place}"] for place in PLACES)
    return Sums(numbers, row["parties"], places, best)


def _together(one: Sums, other: Sums) -> Sums:
    """Return the sums of one person who played under two names."""
    best = {}
    for name, value in one.best.items():
        values = [each for each in (value, other.best[name]) if each is not None]
        choose = min if name.startswith("worst") else max
        best[name] = choose(values, default=None)
    return Sums(
        {name: value + other.numbers[name] for name, value in one.numbers.items()},
        one.parties + other.parties,
        tuple(map(sum, zip(one.places, other.places, strict=True))),
        best,
    )


def sums_of(tallies: QuerySet[Tally]) -> Sums:
    """Return what *tallies* come to, in one query."""
    return _sums(tallies.aggregate(**_aggregates()))


def sums_by_player(
    tallies: QuerySet[Tally], people: ClubPlayers
) -> list[tuple[Player, Sums]]:
    """Return what *tallies* come to for each player, by name, in one query."""
    found: dict[Player, Sums] = {}
    rows = tallies.order_by().values("player").annotate(**_aggregates())
    for row in rows:
        player, sums = people.who(row["player"]), _sums(row)
        known = found.get(player)
        found[player] = _together(known, sums) if known is not None else sums
    return sorted(found.items(), key=lambda line: line[0].key)


@dataclass(frozen=True)
class PartieSums:
    """What the parties of a player come to, those without known games too."""

    score: Score
    parties: int
    places: tuple[int, ...]
    """How often the place was the first, the second, and so on to the fourth."""

    @property
    def firsts(self) -> int:
        """First places."""
        return self.places[0]


def partie_sums(sums: Sums, alone: Sequence[ResultAlone]) -> PartieSums:
    """Return what the parties of *sums* and results *alone* come to together."""
    had = Counter(one.place for one in alone)
    places = zip(PLACES, sums.places, strict=True)
    return PartieSums(
        sums.numbers["score"] + sum(one.score for one in alone),
        sums.parties + len(alone),
        tuple(many + had[place] for place, many in places),
    )


# What was used --------------------------------------------------------------------


class PartiePlayed(NamedTuple):
    """What a tally tells that no sum of a database does."""

    partie: int
    ruleset: str
    day: date
    player: int
    games: int
    east_games: int
    timed_games: int
    seconds: int
    won_worths: Mapping[str, int]
    items: Mapping[str, int]


def played_in(tallies: QuerySet[Tally]) -> list[PartiePlayed]:
    """Return what *tallies* tell one by one, in one query."""
    rows = tallies.order_by().values_list(
        *("partie", "partie__ruleset", "partie__evening__date", "player"),
        *("games", "east_games", "timed_games", "seconds", "won_worths", "items"),
    )
    return [PartiePlayed(*row) for row in rows]


def items_used(played: Iterable[PartiePlayed]) -> dict[Sort, list[tuple[str, int]]]:
    """
    Return the names of the items that hands scored and how often, most often first.

    Names are to be translated. Items of several rulesets that are called the same are
    the same.
    """
    by_ruleset: dict[str, Counter[str]] = {}
    for one in played:
        by_ruleset.setdefault(one.ruleset, Counter()).update(one.items)
    named: dict[Sort, Counter[str]] = {sort: Counter() for sort in Sort}
    for ruleset, counts in by_ruleset.items():
        for key, many in counts.items():
            item = items_of(ruleset)[key]
            named[item.sort][item.name] += many
    return {
        sort: sorted(counts.items(), key=_most_first) for sort, counts in named.items()
    }


@dataclass(frozen=True, slots=True)
class LimitHands:
    """Limit hands that were made."""

    named: Sequence[tuple[str, int]]
    """Their names, to be translated, and how often, most often first."""
    by_day: Mapping[date, int]
    """How many, by the days of evenings."""


def limit_hands_made(made: QuerySet[LimitHandMade]) -> LimitHands:
    """Return which limit hands were made, and when; one query."""
    named: Counter[str] = Counter()
    by_day: Counter[date] = Counter()
    rows = made.order_by().values_list(
        "partie__ruleset", "key", "partie__evening__date"
    )
    for ruleset, key, day in rows:
        named[limit_hand_called(ruleset, key)] += 1
        by_day[day] += 1
    return LimitHands(sorted(named.items(), key=_most_first), by_day)


def _most_first(counted: tuple[str, int]) -> tuple[int, str]:
    """Return what things are sorted by: how many there are, then the reader's word."""
    name, many = counted
    return -many, folded(gettext(name))


# Head to head ---------------------------------------------------------------------


@dataclass(frozen=True)
class Opponent:
    """What a player and one other had to do with each other."""

    player: Player
    """The other."""
    numbers: Mapping[str, int]
    """By the columns of `HeadToHead`, and `parties`, `ahead`, `behind`."""


HEADS = ("games", "wins", "losses", "taken", "given", "net")


def heads_of(
    scope: Scope,
    players: list[int],
    people: ClubPlayers,
    opponent: list[int] | None = None,
) -> list[Opponent]:
    """
    Return what a player and everybody else had to do with each other; one query.

    *players* are the ids under which the player may have played. Whom he met most
    often comes first. With an *opponent*, it is of the parties with that one alone.
    """
    heads = HeadToHead.objects.filter(scope.condition, player__in=players)
    if opponent is not None:
        parties = met(scope, players, opponent).values("partie")
        heads = heads.filter(partie__in=parties)
    rows = (
        heads.exclude(opponent__in=players)
        .order_by()
        .values("opponent")
        .annotate(
            **{f"{name}_sum": Sum(name) for name in HEADS},
            parties_sum=Count("partie", distinct=True),
            ahead_sum=Count("pk", filter=Q(is_ahead=True)),
            behind_sum=Count("pk", filter=Q(is_behind=True)),
        )
    )
    found: dict[Player, Counter[str]] = {}
    for row in rows:
        numbers = found.setdefault(people.who(row["opponent"]), Counter())
        for name in (*HEADS, "parties", "ahead", "behind"):
            numbers[name] += row[f"{name}_sum"]
    return [
        Opponent(player, dict(numbers))
        for player, numbers in sorted(
            found.items(), key=lambda one: (-one[1]["games"], one[0].key)
        )
    ]


def met(scope: Scope, players: list[int], opponents: list[int]) -> QuerySet[HeadToHead]:
    """Return the rows of the parties in which two met at the table."""
    return HeadToHead.objects.filter(
        scope.condition, player__in=players, opponent__in=opponents
    )


def meetings_in(
    scope: Scope, people: ClubPlayers, players: Collection[int]
) -> Counter[frozenset[int]]:
    """
    Return in how many parties every two people met at the table; one query.

    *players* are the ids of those who are asked about, under all their names.
    """
    rows = (
        HeadToHead.objects.filter(
            scope.condition,
            player__in=players,
            opponent__in=players,
            player__lt=F("opponent"),
        )
        .order_by()
        .values_list("player", "opponent")
        .annotate(many=Count("pk"))
    )
    found: Counter[frozenset[int]] = Counter()
    for player, opponent, many in rows:
        found[frozenset((people.who(player).pk, people.who(opponent).pk))] += many
    return found


# Score over time ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EveningScore:
    """What an evening came to for a player, and where it left him."""

    day: date
    parties: int
    games: int
    """Those that are known; so with wins."""
    wins: int
    score: Score
    total: Score
    """Of all evenings asked for, up to this one."""


def evenings_of(
    tallies: QuerySet[Tally], alone: Iterable[ResultAlone] = ()
) -> list[EveningScore]:
    """
    Return a player's evenings, the first one first; one query.

    *alone* are results of parties whose games are not known.
    """
    rows = tallies.order_by().values_list(
        "partie__evening__date", "games", "wins", "score"
    )
    by_day: dict[date, list[tuple[int, int, Score]]] = {}
    for day, games, wins, score in rows:
        by_day.setdefault(day, []).append((games, wins, score))
    for one in alone:
        by_day.setdefault(one.day, []).append((0, 0, one.score))
    found = []
    total: Score = 0
    for day, parties in sorted(by_day.items()):
        played, won, scores = zip(*parties, strict=True)
        total += sum(scores)
        found.append(
            EveningScore(day, len(parties), sum(played), sum(won), sum(scores), total)
        )
    return found
