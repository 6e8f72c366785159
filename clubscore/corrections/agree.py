"""The page on which a second player agrees to a game."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from clubscore.club.models import Account, Player
from clubscore.club.numbers import number_in
from clubscore.club.requests import HtmxHttpRequest
from clubscore.partie.access import link_of
from clubscore.partie.agreements import agreed_to, game_agree, is_closed, own_player
from clubscore.partie.models import Game
from clubscore.partie.pages import Seen, refused, see, tell


@require_POST
def agree(request: HtmxHttpRequest, club: str, number: int, game: int) -> HttpResponse:
    """Note that a second player agrees to a game."""
    seen = see(request, club, number)
    found = get_object_or_404(
        seen.partie.games.select_related("revision__entry__partie"), number=game
    )
    player = _player_asked(seen)
    if player is None:
        if isinstance(request.user, Account):
            raise PermissionDenied
        return refused(seen)
    if request.POST.get("revision") != str(found.revision_id):
        messages.error(
            request, _("The game was corrected meanwhile. Look at it once more.")
        )
        return _back(request, seen, found)
    own = own_player(seen)
    try:
        game_agree(
            partie=seen.partie,
            revision=found.revision,
            player=player,
            account=request.user if isinstance(request.user, Account) else None,
            link=link_of(request, seen.partie) if own is None else None,
        )
    except ValidationError as error:
        tell(request, error)
    return _back(request, seen, found)


def _player_asked(seen: Seen) -> Player | None:
    """Return for whom the reader agrees; None if he may for nobody."""
    own = own_player(seen)
    asked = seen.request.POST.get("player", "")
    if own is not None and asked in ("", str(own.pk)) and not is_closed(seen):
        return own
    if not seen.may_record:
        return None
    player = number_in(asked)
    if player is None:
        raise Http404
    return get_object_or_404(seen.partie.club.players, pk=player)


def _back(request: HtmxHttpRequest, seen: Seen, game: Game) -> HttpResponse:
    """Show who agreed by now: the part alone, or the game's page."""
    if seen.played(game) is None:
        messages.error(request, _("The game was taken back meanwhile."))
        address = seen.partie.get_absolute_url()
        return (
            HttpResponseClientRedirect(address) if request.htmx else redirect(address)
        )
    if not request.htmx:
        partie = seen.partie
        was_recorded = request.POST.get("back") == "recorded" and seen.may_record
        page = "table:recorded" if was_recorded else "corrections:game"
        return redirect(page, partie.club.slug, partie.number, game.number)
    context = {**seen.context, "agreed": agreed_to(seen, game)}
    return render(request, "partie/_agreed.html", context)
