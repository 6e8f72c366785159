"""The certificate of a record, or of a limit hand, to hang on a wall."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import reverse

from clubscore.club.models import Club, Player
from clubscore.club.qr import qr_code
from clubscore.partie.models import Partie
from clubscore.season import record_book
from clubscore.season.record_book import Holder, LimitHandLine
from clubscore.season.statistics import ClubPlayers, Scope
from clubscore.sheets import pdf, report, round_sheet
from clubscore.sheets.press import Job
from clubscore.sheets.round_sheet import Paper

TEMPLATE = "sheets/certificate.html"
STYLES = ("css/sheets/tiles.css", "css/sheets/certificate.css")

OF_A_HAND = ("best_win", "best_loss")
"""The records of which the tiles are shown."""
MOST_DAYS = 3
"""Who holds a record more often than that is told how often."""


def of_record(
    scope: Scope,
    people: ClubPlayers,
    kind: str,
    player: Player,
    *,
    absolute: Callable[[str], str],
    paper: Paper,
) -> dict[str, Any] | None:
    """
    Return what the template shows of a record of the book; None if it is another's.

    The *scope* is of one ruleset, as points of several do not compare. *absolute*
    makes whole addresses.
    """
    records = record_book.records_of(scope, people)
    record = next((one for one in records if one.kind.key == kind), None)
    if record is None:
        return None
    held = [one for one in record.holders if one.player == player]
    if not held:
        return None
    others = {one.player for one in record.holders} - {player}
    first = held[0]
    return {
        **_around(scope.club, player, paper, absolute(_where(scope.club, first))),
        "one": record,
        "scope": scope,
        "held": held[:MOST_DAYS],
        "more": len(held[MOST_DAYS:]),
        "others": len(others),
        **(_shown(scope.club, first) if kind in OF_A_HAND else {}),
    }


def of_limit_hand(
    club: Club,
    made: LimitHandLine,
    *,
    absolute: Callable[[str], str],
    paper: Paper,
) -> dict[str, Any]:
    """Return what the template shows of a limit hand."""
    return {
        **_around(club, made.player, paper, absolute(_where(club, made))),
        "made": made,
        "held": [made],
        **_shown(club, made),
    }


def job_of(club: Club, context: Mapping[str, Any]) -> Job:
    """Return what prints the certificate of a *context*."""
    page = pdf.page_of(TEMPLATE, context)
    return pdf.job_of([page], *STYLES, scope=club.pk)


def _around(club: Club, player: Player, paper: Paper, address: str) -> dict[str, Any]:
    return {
        "club": club,
        "player": player,
        "layout": f"{paper.value}-landscape",
        "address": address,
        "qr": qr_code(address),
    }


def _where(club: Club, made: Holder | LimitHandLine) -> str:
    """Return the path of the page that tells how it came about."""
    if made.partie is None:
        return reverse("evening:evening", args=[club.slug, made.day])
    if made.game is None:
        return reverse("table:partie", args=[club.slug, made.partie])
    return reverse("corrections:game", args=[club.slug, made.partie, made.game])


def _shown(club: Club, made: Holder | LimitHandLine) -> dict[str, Any]:
    """Return the game and the hand of who made it, tile by tile."""
    parties = Partie.objects.select_related("club", "season", "evening")
    assert made.partie is not None
    assert made.game is not None
    known = round_sheet.told(parties.get(club=club, number=made.partie))
    played = known.chronicle.games[made.game - 1]
    game = report.explained(known, played)
    keys = {str(pk) for pk in ClubPlayers(club).ids_of(made.player)}
    hand = next((one for one in game.sheet.hands if one.key in keys), None)
    return {"game": game, "hand": hand}
