"""
A season counted anew by another rule book, beside what it was.

Nothing is stored. A season takes longer than a page may, so it is counted some parties
at a time; what has been counted goes along with the page, signed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from django.core import signing
from django.db.models import QuerySet

from clubscore.books import engine
from clubscore.club import engine as rule_books
from clubscore.club.models import Season
from clubscore.partie.derive import happened, result_rows
from clubscore.partie.engine import Chronicle, Happened, Terms, add, chronicle_of
from clubscore.partie.models import Partie, PartieResult, Revision
from clubscore.partie.scores import Score
from clubscore.ranking import PlayedPartie
from clubscore.season.standings import Leaderboard, SeasonPlayed, record_of

AT_ONCE = 0.7
"""Seconds that one answer counts for, a partie more at most."""
SALT = "clubscore.books.last_season.2"
"""Another whenever what goes along has another shape."""

OfPartie = tuple[int, list[int]]
"""The number of a partie, and the numbers of some of its games."""


@dataclass
class SeasonRecount:
    """How far a season has been counted anew."""

    season: int
    """Its key."""
    book: str
    """The key of the rule book that counts."""
    scores: dict[str, list[tuple[int, int | None]]] = field(default_factory=dict)
    """By the keys of the parties, in the order of their results: score, best game."""
    games: int = 0
    moved: list[OfPartie] = field(default_factory=list)
    """Games whose scores are others."""
    kept: list[OfPartie] = field(default_factory=list)
    """Games that cannot be counted so: as they were."""

    @classmethod
    def from_token(cls, token: str, season: Season, book: str) -> SeasonRecount:
        """Return what a page has brought along, or a new one if it is of another."""
        try:
            told: dict[str, Any] = signing.loads(token, salt=SALT)
            found = cls(**told)
        except (signing.BadSignature, TypeError):
            return cls(season.pk, book)
        same = (found.season, found.book) == (season.pk, book)
        return found if same else cls(season.pk, book)

    @property
    def many_moved(self) -> int:
        """How many games have other scores."""
        return sum(len(games) for _partie, games in self.moved)

    @property
    def many_kept(self) -> int:
        """How many games keep their scores because they cannot be counted so."""
        return sum(len(games) for _partie, games in self.kept)

    @property
    def token(self) -> str:
        """What goes along with the page."""
        return signing.dumps(self.__dict__, salt=SALT, compress=True)


def parties_of(season: Season, base: str) -> QuerySet[Partie]:
    """Return the parties that a book begun with *base* can count anew."""
    found = season.parties.counted().filter(is_result_only=False)
    played = found.order_by().values_list("ruleset", flat=True).distinct()
    books = [one for one in played if rule_books.base_key(one) == base]
    return found.filter(ruleset__in=books).order_by("pk")


def count_on(
    recount: SeasonRecount, season: Season, content: Mapping[str, Any]
) -> tuple[int, int]:
    """Count some more parties; return how many are counted, and of how many."""
    rules = engine.put_on_shelf(content)
    pks = list(parties_of(season, str(content["base"])).values_list("pk", flat=True))
    ahead = [pk for pk in pks if str(pk) not in recount.scores]
    until = monotonic() + AT_ONCE
    for pk in ahead:
        partie = Partie.objects.get(pk=pk)
        _count(recount, partie, rules, content.get("options", {}))
        if monotonic() > until:
            break
    return sum(str(pk) in recount.scores for pk in pks), len(pks)


def _count(
    recount: SeasonRecount,
    partie: Partie,
    rules: engine.Ruleset,
    options: Mapping[str, Any],
) -> None:
    """Count a partie anew, as it was begun but for what the book itself chooses."""
    players = partie.seats.order_by("place").values_list("player", flat=True)
    seats = list(map(str, players))
    revisions = list(Revision.objects.in_force(partie))
    before = chronicle_of(partie.terms, seats, happened(revisions))
    terms = partie.terms
    if partie.players in rules.players:
        terms = replace(terms, ruleset=rules.key, options=partie.options | options)
    again, kept = _folded(terms, seats, happened(revisions))
    recount.games += len(again.games)
    pairs = zip(again.games, before.games, strict=True)
    moved = [
        number
        for number, (one, was) in enumerate(pairs, start=1)
        if one.scores != was.scores
    ]
    if moved:
        recount.moved.append((partie.number, moved))
    if kept:
        recount.kept.append((partie.number, kept))
    rows = sorted(result_rows(partie, again), key=lambda row: row.player_id)
    recount.scores[str(partie.pk)] = [
        (again.totals[str(row.player_id)], row.best_game) for row in rows
    ]


def _folded(
    terms: Terms, seats: list[str], entries: Iterable[Happened]
) -> tuple[Chronicle, list[int]]:
    """Return a partie by other terms, and which games cannot be so: as they were."""
    again = chronicle_of(terms, seats, ())
    kept = []
    for entry in entries:
        try:
            add(again, replace(entry, result=None))
        except engine.RulesError:
            kept.append(again.number)
            add(again, entry)
    return again, kept


# What moves -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecountedLine:
    """A player's line on the leaderboard, before and by the other book."""

    name: str
    place_before: int | None
    place: int | None
    points_before: str
    points: str

    @property
    def moves(self) -> int:
        """Places gained, below 0 lost."""
        if self.place_before is None or self.place is None:
            return 0
        return self.place_before - self.place

    @property
    def is_other(self) -> bool:
        """Whether anything of it has changed."""
        return (self.place, self.points) != (self.place_before, self.points_before)


@dataclass(frozen=True, slots=True)
class RecountedRecord:
    """A record of the season before and by the other book: who holds it, with what."""

    kind: str
    """Which: `partie` or `game`."""
    before: tuple[str, Score]
    now: tuple[str, Score]

    @property
    def is_other(self) -> bool:
        """Whether it has changed."""
        return self.before != self.now


def lines_of(
    recount: SeasonRecount, season: Season
) -> tuple[list[RecountedLine], list[RecountedRecord]]:
    """Return the leaderboard by both books, by the new places, and the records."""
    record = record_of(season)
    anew = _with_scores(recount, season, record)
    before = {row.line.player: row for row in Leaderboard(record).rows}
    lines = []
    for row in Leaderboard(anew).rows:
        was = before[row.line.player]
        lines.append(
            RecountedLine(
                row.name, was.line.place, row.line.place, was.points, row.points
            )
        )
    return lines, list(_records(record, anew))


def _with_scores(
    recount: SeasonRecount, season: Season, record: SeasonPlayed
) -> SeasonPlayed:
    """Return what was played with the scores of the other book."""
    order: dict[int, list[int]] = defaultdict(list)
    rows = PartieResult.objects.filter(partie__season=season).order_by("partie", "pk")
    for partie, player in rows.values_list("partie", "player"):
        order[partie].append(player)

    def anew(partie: PlayedPartie) -> PlayedPartie:
        scores = recount.scores.get(str(partie.key))
        players = order[int(partie.key)]
        if scores is None or len(scores) != len(players):
            return partie
        of = dict(zip(sorted(players), scores, strict=True))
        results = tuple(
            replace(result, score=of[player][0], best_game=of[player][1])
            for result, player in zip(partie.results, players, strict=True)
        )
        return replace(partie, results=results)

    parties = tuple(map(anew, record.played.parties))
    return replace(record, played=replace(record.played, parties=parties))


def _records(before: SeasonPlayed, now: SeasonPlayed) -> Iterable[RecountedRecord]:
    """Yield who has the most of a partie and of a game, by both books."""
    for kind in ("partie", "game"):
        was, best = _most(before, kind), _most(now, kind)
        if was is not None and best is not None:
            yield RecountedRecord(kind, was, best)


def _most(record: SeasonPlayed, kind: str) -> tuple[str, Score] | None:
    found = [
        (points, record.names[result.player])
        for partie in record.played.parties
        for result in partie.results
        if (points := result.score if kind == "partie" else result.best_game)
        is not None
    ]
    if not found:
        return None
    points, name = max(found)
    return name, points
