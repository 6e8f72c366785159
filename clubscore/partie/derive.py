"""
The rows that follow from a partie's revisions.

They are only ever written here, from a partie's entries in order, so that they
can be thrown away and made again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime

from clubscore.partie.engine import (
    Chronicle,
    FoldedGame,
    Happened,
    Progress,
    chronicle_of,
)
from clubscore.partie.models import (
    IN_ORDER,
    Game,
    GameScore,
    Partie,
    PartieResult,
    Payment,
    Revision,
    Seat,
)
from clubscore.partie.signals import games_changed, is_one_of_many


def happened(revisions: Iterable[Revision], *, recount: bool = False) -> list[Happened]:
    """Return entries as the engine takes them; *recount* forgets their results."""
    return [
        Happened(
            revision.entry_id,
            revision.content,
            None if recount else revision.result,
        )
        for revision in revisions
    ]


def chronicle_from(
    partie: Partie,
    revisions: Iterable[Revision] | None = None,
    *,
    recount: bool = False,
) -> Chronicle:
    """
    Return the partie so far, folded from its revisions.

    With *recount* every game is scored again; else the results that were
    computed when it was said hold. *revisions* are those in force, in order, if they
    are known.
    """
    seats = partie.seats.order_by("place").values_list("player", flat=True)
    if revisions is None:
        revisions = Revision.objects.in_force(partie)
    return chronicle_of(
        partie.terms, map(str, seats), happened(revisions, recount=recount)
    )


def progress_of(partie: Partie) -> Progress:
    """Return how far a partie has come; without a query where that is kept."""
    if partie.progress is None:
        return chronicle_from(partie).progress
    return Progress.from_json(partie.terms, partie.progress)


def progress_in(parties: Collection[Partie]) -> dict[int, Progress]:
    """Return the same of several parties by their ids; at most two queries."""
    unknown = [partie for partie in parties if partie.progress is None]
    chronicles = chronicles_from(unknown) if unknown else {}
    return {
        partie.pk: (
            chronicles[partie.pk].progress
            if partie.pk in chronicles
            else progress_of(partie)
        )
        for partie in parties
    }


def derive(
    partie: Partie,
    chronicle: Chronicle,
    *,
    from_place: int,
    added: Revision | None = None,
) -> None:
    """
    Write what follows from a partie whose entries changed from a place on.

    With *added* that is all that changed: its entry is a new one, behind all others.
    The caller holds the transaction.
    """
    if added is not None:
        revisions = {added.entry_id: added}
    else:
        partie.games.filter(entry__place__gte=from_place).delete()
        revisions = {
            revision.entry_id: revision
            for revision in Revision.objects.in_force(partie)
            .filter(entry__place__gte=from_place)
            .defer("said", "result")
        }
    for played in chronicle.games:
        if played.key in revisions:
            _write_game(partie, played, revisions[played.key])
    _write_results(partie, chronicle)
    note_facts(partie, chronicle, finished_at(chronicle))
    partie.save(update_fields=["version", *CHAINED, *FACTS])
    games_changed.send(
        sender=Partie,
        partie=partie,
        chronicle=chronicle,
        is_one_of_many=is_one_of_many(),
    )


FACTS = (
    *("is_finished", "finished_at", "is_ended_early"),
    *("is_result_only", "is_void", "progress"),
)
"""The columns of a partie that follow from what was said."""


CHAINED = ("head", "head_at")
"""The columns of a partie that tell where its chain ends."""


def note_facts(partie: Partie, chronicle: Chronicle, end: datetime | None) -> None:
    """Note what follows of a partie, which ended at *end*; it is not saved."""
    partie.is_finished = chronicle.is_finished
    partie.finished_at = end
    partie.is_ended_early = chronicle.is_ended_early
    partie.is_result_only = chronicle.result is not None
    partie.is_void = chronicle.is_void
    partie.progress = chronicle.progress.as_json


def finished_at(chronicle: Chronicle) -> datetime | None:
    """Return when what ended the partie was first recorded; None while it goes on."""
    if chronicle.ended_by is None:
        return None
    first = Revision.objects.get(entry=chronicle.ended_by, number=1)
    return first.made_at


def game_row(partie: Partie, played: FoldedGame, revision: Revision) -> Game:
    """Return the row of a game, not yet saved."""
    return Game(
        entry_id=played.key,
        partie=partie,
        revision=revision,
        number=played.table.number,
        round=played.table.round,
        round_wind=played.table.round_wind or "",
        dealer_id=int(played.table.dealer),
        outcome=played.game.outcome["kind"],
        winner_id=_id(played.game.winner),
        giver_id=_id(played.game.giver),
    )


def _id(player: str | None) -> int | None:
    return int(player) if player is not None else None


def score_rows(game: Game, played: FoldedGame) -> list[GameScore]:
    """Return what the game came to for each player, not yet saved."""
    rows = []
    for seat, player in played.table.winds.items():
        hand = played.result["hands"].get(seat)
        rows.append(
            GameScore(
                game=game,
                player_id=int(player),
                seat=seat,
                points=hand["points"] if hand is not None else None,
                limit=(hand["limit"] or "") if hand is not None else "",
                dead=(hand["dead"] or "") if hand is not None else "",
                score=played.scores[player],
                total=played.totals[player],
                chips=played.chips[player],
            )
        )
    return rows


def payment_rows(game: Game, played: FoldedGame) -> list[Payment]:
    """Return the debts of the game, not yet saved."""
    return [
        Payment(
            game=game,
            payer_id=int(played.table.winds[one["from"]]),
            payee_id=int(played.table.winds[one["to"]]),
            amount=one["amount"],
            reason=one["reason"],
        )
        for one in played.result["payments"]
    ]


def _write_game(partie: Partie, played: FoldedGame, revision: Revision) -> None:
    game = game_row(partie, played, revision)
    game.save()
    GameScore.objects.bulk_create(score_rows(game, played))
    Payment.objects.bulk_create(payment_rows(game, played))


def result_rows(partie: Partie, chronicle: Chronicle) -> list[PartieResult]:
    """Return what the partie came to for each player, not yet saved."""
    games: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    given: Counter[str] = Counter()
    best: dict[str, int] = {}
    for played in chronicle.games:
        games.update(played.table.winds.values())
        for player in played.table.winds.values():
            score = played.scores[player]
            best[player] = max(best.get(player, score), score)
        if played.game.winner is not None:
            wins[played.game.winner] += 1
        if played.game.giver is not None:
            given[played.game.giver] += 1
    came_to = chronicle.came_to
    return [
        PartieResult(
            partie=partie,
            player_id=int(player),
            score=score,
            chips=score + chronicle.chips_beside(player),
            place=1 + sum(other > score for other in came_to.values()),
            games=games[player],
            wins=wins[player],
            given=given[player],
            best_game=best.get(player),
            stands_for_id=_id(chronicle.stands_for.get(player)),
        )
        for player, score in came_to.items()
    ]


def _write_results(partie: Partie, chronicle: Chronicle) -> None:
    rows = result_rows(partie, chronicle)
    players = [row.player_id for row in rows]
    partie.results.exclude(player__in=players).delete()
    PartieResult.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["partie", "player"],
        update_fields=[
            *("score", "chips", "place", "games", "wins", "given"),
            *("best_game", "stands_for"),
        ],
    )


def chronicles_from(parties: Collection[Partie]) -> dict[int, Chronicle]:
    """Return several parties so far by their ids, in two queries for all of them."""
    seats: dict[int, list[str]] = {partie.pk: [] for partie in parties}
    sitting = Seat.objects.filter(partie__in=parties).order_by("partie", "place")
    for partie, player in sitting.values_list("partie", "player"):
        seats[partie].append(str(player))
    said: dict[int, list[Revision]] = {partie.pk: [] for partie in parties}
    for revision in (
        Revision.objects.current()
        .filter(entry__partie__in=parties, is_withdrawn=False)
        .select_related("entry")
        .order_by("entry__partie", *IN_ORDER)
    ):
        said[revision.entry.partie_id].append(revision)
    return {
        partie.pk: chronicle_of(
            partie.terms, seats[partie.pk], happened(said[partie.pk])
        )
        for partie in parties
    }
