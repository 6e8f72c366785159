"""The page of one game, and taking the last one back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.models import Club
from clubscore.partie import counted_game, engine, services
from clubscore.partie.access import may_take_back, may_take_back_more
from clubscore.partie.agreements import agreed_to
from clubscore.partie.answers import kept, part_made, stranger
from clubscore.partie.engine import Table, Terms
from clubscore.partie.entries import Kind, RecordedGame
from clubscore.partie.history import history_of, history_shown, names_in
from clubscore.partie.outcome_text import (
    how_won,
    is_draw,
    is_unsaid,
    pao_of,
    penalty_of,
)
from clubscore.partie.pages import (
    Seen,
    game_gone,
    may_correct_game,
    new_key,
    page_shown,
    refused,
    see,
    tell,
    write_of,
)
from clubscore.partie.seats import deal_of
from clubscore.partie.versions import partie_version


@require_safe
def game(request: HttpRequest, club: str, number: int, game: int) -> HttpResponse:
    """One game explained item by item, with its revisions."""
    seen = see(request, club, number)
    try:
        return page_shown(seen, "corrections/game.html", game_text, _text, game)
    except _GoneError:
        return game_gone(seen)


class _GoneError(Exception):
    """The game was taken back while it was asked for."""


@kept(partie_version)
def game_text(club: Club, number: int, game: int) -> str:
    """Return a game explained for all who look on."""
    return _text(see(stranger(), club.slug, number), game)


def _text(seen: Seen, game: int) -> str:
    found = get_object_or_404(
        seen.partie.games.select_related("entry", "revision__entry__partie"),
        number=game,
    )
    played = seen.played(found)
    if played is None:
        raise _GoneError
    revisions = list(found.entry.revisions.select_related("entry").order_by("-number"))
    terms, outcome = seen.partie.terms, played.game.outcome
    context = {
        **seen.context,
        "game": found,
        "played": played,
        "deal": deal_of(played.table, seen.names),
        "how": how_won(terms.ruleset, outcome, seen.names),
        "winner": seen.names.get(played.game.winner or "", ""),
        "winning_tile": played.game.winning_tile,
        "pao": pao_of(outcome, seen.names),
        "penalty": penalty_of(outcome, seen.names),
        "is_draw": is_draw(outcome),
        "is_unsaid": is_unsaid(outcome),
        "limit": played.game.limit,
        "remark": played.game.remark,
        "explained": part_made(
            _explained,
            terms,
            played.table,
            played.game,
            played.result,
            dict(seen.names),
            seen.partie.uses_chips,
            played.expected_dealer,
            seen.partie.card_address,
        ),
        "history": history_shown(
            seen.partie,
            history_of(
                seen.partie,
                revisions,
                names_in(seen.partie.club, revisions, seen.names),
            ),
        ),
        "agreed": agreed_to(seen, found),
        "is_corrected": len(revisions) > 1,
        "may_correct": may_correct_game(seen, game) and not seen.partie.is_void,
        "may_take_back": seen.chronicle.last == found.entry_id
        and seen.may_record
        and seen.may_take_out(found.entry_id),
        "is_last_game": game == len(seen.chronicle.games),
        "key": new_key(),
    }
    return render_to_string("corrections/_game.html", context, seen.request)


def _explained(
    terms: Terms,
    table: Table,
    game: RecordedGame,
    result: Any,
    names: Mapping[str, str],
    uses_chips: bool,
    expected: str,
    card: str,
) -> str:
    """Return what a game comes to, item by item; *card* tells more of each."""
    sheet = counted_game.sheet_of(
        terms,
        table,
        game,
        result,
        names,
        notices=engine.notices_of(terms, table, game),
        uses_chips=uses_chips,
        expected=expected,
    )
    # Where one hand is all that counts the page is short enough for a phone.
    in_parts = len(sheet.hands) > 1
    context = {"sheet": sheet, "size": "normal", "card": card, "in_parts": in_parts}
    return render_to_string("partie/_sheet.html", context)


@require_POST
def undo(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Take back what was recorded last, and offer it again to be put right."""
    seen = see(request, club, number)
    if not may_take_back(request, seen.partie):
        return refused(seen)
    write = write_of(request, seen.partie, request.POST)
    why = request.POST.get("reason", "").replace("\x00", "")[:200]
    try:
        revision = services.last_withdraw(
            partie=seen.partie,
            write=write,
            why=why,
            is_one_step=not may_take_back_more(request, seen.partie),
        )
    except (services.ConflictError, services.KeyReusedError):
        messages.error(
            request,
            _("Nothing was taken back: somebody else wrote first. Look again."),
        )
        return redirect(seen.partie)
    except ValidationError as error:
        tell(request, error)
        return redirect(seen.partie)
    if revision.entry.kind != Kind.GAME:
        messages.success(request, _("It is taken back."))
        return redirect(seen.partie)
    messages.success(
        request,
        _("The game is taken back. Put right what was said, and record it again."),
    )
    # Of a game typed from paper the scores alone may be known.
    is_paper = engine.is_from_paper(seen.partie.terms, revision.game)
    page = "archive:paper" if is_paper else "table:record"
    address = reverse(page, args=[seen.partie.club.slug, number])
    return redirect(f"{address}?again={revision.pk}")
