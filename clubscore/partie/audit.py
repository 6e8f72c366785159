"""
The audit: every row that follows from the revisions, worked out again and compared.

The audit works out every partie again, scores every game again, and compares; it
writes nothing. The repair makes the rows again, and where the engine has come to
count a game differently it adds a revision that says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import models, transaction
from django.db.models import F, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from clubscore.club.engine import ruleset_called, sentence
from clubscore.club.models import Club
from clubscore.partie.chain import Chain, breaks_in, gaps_in
from clubscore.partie.derive import (
    chronicle_from,
    derive,
    finished_at,
    game_row,
    payment_rows,
    result_rows,
    score_rows,
)
from clubscore.partie.engine import Chronicle, RulesError
from clubscore.partie.models import Game, GameScore, Partie, Payment, Revision
from clubscore.partie.signals import clubs_unfinished, partie_audited

RECOUNTED = "counted again by the mended rules engine"


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that is not as it follows from the revisions."""

    partie: Partie
    what: str
    game: int | None = None
    stored: Any = None
    expected: Any = None

    def __str__(self) -> str:
        where = f"{self.partie.club.slug}, partie {self.partie.number}"
        if self.game is not None:
            where += f", game {self.game}"
        text = f"{where}: {self.what}"
        if self.stored is not None or self.expected is not None:
            text += f": stored {_brief(self.stored)}, expected {_brief(self.expected)}"
        return text


def _brief(value: Any) -> str:
    text = json.dumps(value, default=str, sort_keys=True)
    return text if len(text) <= 300 else text[:297] + "..."


def differences_of(partie: Partie) -> Iterator[Difference]:
    """Yield every row of *partie* that does not follow from its revisions."""
    chronicle = chronicle_from(partie)
    yield from _recounted(partie, chronicle)
    revisions = {
        revision.entry_id: revision for revision in Revision.objects.in_force(partie)
    }
    stored_games = {game.number: game for game in partie.games.all()}
    scores = _by_game(GameScore.objects.filter(game__partie=partie))
    payments = _by_game(Payment.objects.filter(game__partie=partie))
    for played in chronicle.games:
        number = played.table.number
        stored = stored_games.pop(number, None)
        if stored is None:
            yield Difference(partie, "the game has no row", number)
            continue
        wanted = game_row(partie, played, revisions[played.key])
        yield from rows_compared(partie, number, "game", [stored], [wanted], ["partie"])
        yield from rows_compared(
            partie,
            number,
            "scores",
            scores.get(stored.pk, []),
            score_rows(stored, played),
        )
        yield from rows_compared(
            partie,
            number,
            "payments",
            payments.get(stored.pk, []),
            payment_rows(stored, played),
        )
    for number in stored_games:
        yield Difference(partie, "a row of a game that was not played", number)
    results = list(partie.results.all())
    yield from rows_compared(
        partie, None, "results", results, result_rows(partie, chronicle)
    )
    for fact, expected in (
        ("is_finished", chronicle.is_finished),
        ("finished_at", finished_at(chronicle)),
        ("is_ended_early", chronicle.is_ended_early),
        ("is_result_only", chronicle.result is not None),
        ("is_void", chronicle.is_void),
        ("progress", _progress(partie, chronicle)),
    ):
        if getattr(partie, fact) != expected:
            yield Difference(partie, fact, None, getattr(partie, fact), expected)
    answers: Any = partie_audited.send(
        sender=Partie, partie=partie, chronicle=chronicle
    )
    for _receiver, found in answers:
        yield from found


def _progress(partie: Partie, chronicle: Chronicle) -> dict[str, Any] | None:
    """
    Return how far a partie has come.

    Parties older than the column have none until somebody writes, and of an old result,
    which no game follows, whatever was kept is right.
    """
    if partie.progress is None or chronicle.result is not None:
        return partie.progress
    return chronicle.progress.as_json


def _by_game(rows: Any) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.game_id, []).append(row)
    return found


def rows_compared(
    partie: Partie,
    game: int | None,
    what: str,
    stored: Sequence[models.Model],
    expected: Sequence[models.Model],
    without: list[str] | None = None,
) -> Iterator[Difference]:
    """Yield a difference if two lists of rows are not the same, in any order."""
    left, right = (
        sorted(
            (_values(row, without or []) for row in rows),
            key=lambda values: json.dumps(values, default=str, sort_keys=True),
        )
        for rows in (stored, expected)
    )
    if left != right:
        yield Difference(partie, what, game, left, right)


def _values(row: models.Model, without: list[str]) -> dict[str, Any]:
    """Return what a row says, without its key."""
    return {
        field.name: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key and field.name not in without
    }


def _recounted(partie: Partie, chronicle: Chronicle) -> Iterator[Difference]:
    """Yield the games whose result the engine now finds to be another."""
    try:
        again = chronicle_from(partie, recount=True)
    except RulesError as error:
        yield Difference(partie, f"cannot be scored: {sentence(error)}", error.game)
        return
    for played, anew in zip(chronicle.games, again.games, strict=True):
        if played.result != anew.result:
            number = played.table.number
            yield Difference(partie, "the result", number, played.result, anew.result)


def games_that_do_not_add_up() -> Iterator[tuple[Game, int]]:
    """
    Yield each game whose scores do not add to 0, with what they add to.

    This asks the database alone, so that a fault of the engine cannot hide here.
    Where nobody pays and everybody is credited his points, or where the table says so,
    they need not.
    """
    sums = (
        Game.objects.annotate(together=Sum("scores__score"))
        .exclude(together=0)
        .select_related("partie__club")
        .order_by("pk")
    )
    for game in sums.iterator():
        if not _credits(game.partie) and game.partie.terms.must_balance:
            yield game, game.together


def _credits(partie: Partie) -> bool:
    """Tell whether nobody pays and everybody is credited the own hand's points."""
    return partie.terms.rules.paying.is_credit


def scores_that_are_not_their_payments() -> Iterator[GameScore]:
    """
    Yield each score that is not what was received less what was paid.

    Where nobody pays, a score is the points of the hand that were credited. Of a game
    of which only the scores are known nobody can say who paid.
    """

    def sum_of(role: str) -> Coalesce:
        paid = (
            Payment.objects.filter(game=OuterRef("game"), **{role: OuterRef("player")})
            .order_by()
            .values(role)
            .annotate(together=Sum("amount"))
            .values("together")
        )
        return Coalesce(Subquery(paid), 0)

    rows = (
        GameScore.objects.annotate(got=sum_of("payee"), gave=sum_of("payer"))
        .exclude(score=F("got") - F("gave"))
        .exclude(game__revision__said__has_key="scores")
        .select_related("game__partie__club", "player")
        .order_by("pk")
    )
    for row in rows.iterator():
        if not _credits(row.game.partie) or row.score != row.points:
            yield row


def differences() -> Iterator[Difference]:
    """
    Yield every row that does not follow from the revisions.

    Of a club in the making the chains are looked at: the rest is written at its end.
    """
    for game, together in games_that_do_not_add_up():
        yield Difference(
            game.partie, "the scores do not add to 0", game.number, together, 0
        )
    for score in scores_that_are_not_their_payments():
        yield Difference(
            score.game.partie,
            f"{score.player}'s score is not what the payments come to",
            score.game.number,
            score.score,
        )

    @cache
    def is_unfinished(club: int) -> bool:
        answers: Any = clubs_unfinished.send(sender=Club)
        return any(club in found for _receiver, found in answers)

    for club in Club.objects.order_by("pk"):
        if is_unfinished(club.pk):
            continue
        for first, last in gaps_in(club):
            # A partie that was a mistake is void; none is ever dropped.
            up_to = f", and all up to {last}" if last > first else ""
            yield Difference(Partie(club=club, number=first), f"is missing{up_to}")
    parties = Partie.objects.select_related("club", "season", "evening")
    for partie in parties.order_by("pk").iterator():
        yield from breaks_of(partie)
        if is_unfinished(partie.club_id):
            continue
        try:
            yield from differences_of(partie)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            yield Difference(partie, f"cannot be worked out: {error!r}")


def breaks_of(partie: Partie) -> Iterator[Difference]:
    """Yield each place where the chain of *partie* does not hold; nothing mends it."""
    for one in breaks_in(partie):
        what = f"the chain is broken: {one.what}"
        yield Difference(partie, what, None, one.stored, one.expected)


# Repair -------------------------------------------------------------------------


@transaction.atomic
def rebuild(partie: Partie) -> int:
    """
    Make all rows of *partie* again; return how many games count differently now.

    A game that the engine counts differently gets a revision with the reason;
    what was said and what it came to before stay beside it.
    """
    partie = Partie.objects.select_for_update().get(pk=partie.pk)
    again = chronicle_from(partie, recount=True)
    changed = recounted(partie, again)
    partie.version += 1
    derive(partie, again, from_place=1)
    return changed


def recounted(partie: Partie, again: Chronicle) -> int:
    """
    Add a revision to each game of *partie* that counts differently in *again*.

    Return how many did. What follows from them is still to be derived.
    """
    changed, chain = 0, Chain(partie)
    current = {
        revision.entry_id: revision for revision in Revision.objects.in_force(partie)
    }
    for anew in again.games:
        earlier = current[anew.key]
        if earlier.result == anew.result:
            continue
        changed += 1
        chain.add(
            entry=earlier.entry,
            number=earlier.number + 1,
            said=earlier.said,
            result=anew.result,
            edition=ruleset_called(partie.ruleset).edition,
            reason=RECOUNTED,
        )
    return changed
