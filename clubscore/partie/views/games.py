"""The page of one game, and taking the last one back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.partie import engine, services, showing
from clubscore.partie.history import history_of
from clubscore.partie.models import Entry, Revision
from clubscore.partie.seats import deal_of
from clubscore.partie.telling import how_won, pao_of, penalty_of
from clubscore.partie.views.seeing import new_key, refused, see, tell, write_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def game(request: HttpRequest, club: str, number: int, game: int) -> HttpResponse:
    """One game explained item by item, with its revisions."""
    seen = see(request, club, number)
    found = get_object_or_404(seen.partie.games, number=game)
    played = seen.chronicle.games[game - 1]
    revisions = list(found.entry.revisions.select_related("entry").order_by("-number"))
    entries = Revision.objects.in_force(seen.partie).values_list("entry", flat=True)
    terms, outcome = seen.partie.terms, played.said["outcome"]
    context = {
        **seen.context,
        "game": found,
        "played": played,
        "deal": deal_of(played.table, seen.names),
        "how": how_won(terms.ruleset, outcome, seen.names),
        "winner": seen.names.get(outcome.get("winner") or "", ""),
        "winning_tile": outcome.get("winning_tile") or "",
        "pao": pao_of(outcome, seen.names),
        "penalty": penalty_of(outcome, seen.names),
        "remark": played.said.get("remark", ""),
        "sheet": showing.sheet_of(
            terms,
            played.table,
            played.said,
            played.result,
            seen.names,
            notices=engine.notices_of(terms, played.table, played.said),
            uses_chips=seen.partie.uses_chips,
            expected=played.expected_dealer,
        ),
        "history": history_of(terms.ruleset, revisions, seen.names),
        "is_last_entry": list(entries)[-1] == found.entry_id,
        "is_last_game": game == len(seen.chronicle.games),
        "key": new_key(),
    }
    return render(request, "partie/game.html", context)


@require_POST
def undo(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Take back what was recorded last, and offer it again to be put right."""
    seen = see(request, club, number)
    if not seen.may_record:
        return refused(seen)
    write = write_of(request, seen.partie, request.POST)
    try:
        revision = services.last_withdraw(
            partie=seen.partie, write=write, why=request.POST.get("reason", "")[:200]
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
    if revision.entry.kind != Entry.Kind.GAME:
        messages.success(request, _("It is taken back."))
        return redirect(seen.partie)
    messages.success(
        request,
        _("The game is taken back. What was said stands below, to be put right."),
    )
    address = reverse("partie:record", args=[seen.partie.club.slug, number])
    return redirect(f"{address}?again={revision.pk}")
