"""Where a second player agrees to a game, on the own phone or on this one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from clubscore.club.access import membership_of
from clubscore.club.models import Account
from clubscore.club.numbers import number_in
from clubscore.partie.access import link_of
from clubscore.partie.agreeing import able_to_agree, game_agree
from clubscore.partie.models import Game
from clubscore.partie.views.seeing import Seen, refused, see, tell

if TYPE_CHECKING:
    from django.http import HttpResponse

    from clubscore.club.models import Player
    from clubscore.partie.views.seeing import HtmxHttpRequest


@dataclass(frozen=True, slots=True)
class Agreed:
    """Who agreed to a game, and who can."""

    names: tuple[str, ...]
    """Those who agreed."""
    choices: tuple[tuple[str, str], ...]
    """The ids and names of those for whom this reader can still say so."""
    is_own: bool
    """Whether the reader says it for himself, from an own account."""
    revision: int
    address: str
    is_asked: bool
    """Whether the club asks for it."""


def agreed_to(seen: Seen, game: Game) -> Agreed:
    """Return who agreed to a game, and what this reader can add."""
    agreed = game.revision.agreements.values_list("player__name", flat=True)
    names = tuple(agreed.order_by("made_at"))
    able = _able(seen, game)
    own = _own_player(seen)
    is_own = own is not None and str(own.pk) in able and not _is_closed(seen)
    choices: list[tuple[str, str]] = []
    if own is not None and is_own:
        choices = [(str(own.pk), own.name)]
    elif seen.may_record:
        choices = list(able.items())
    if seen.partie.is_void:
        choices = []
    partie = seen.partie
    return Agreed(
        names,
        tuple((key, name) for key, name in choices if name not in names),
        is_own,
        game.revision_id,
        reverse("partie:agree", args=[partie.club.slug, partie.number, game.number]),
        partie.club.asks_agreement,
    )


def _able(seen: Seen, game: Game) -> dict[str, str]:
    """Return who can agree to a game; nobody asks where the reader says nothing."""
    if _own_player(seen) is None and not seen.may_record:
        return {}
    played = seen.played(game)
    if played is None:
        return {}
    able = able_to_agree(played.table.winds.values(), game.revision)
    return {key: seen.names[key] for key in able}


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
    own = _own_player(seen)
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
    own = _own_player(seen)
    asked = seen.request.POST.get("player", "")
    if own is not None and asked in ("", str(own.pk)) and not _is_closed(seen):
        return own
    if not seen.may_record:
        return None
    player = number_in(asked)
    if player is None:
        raise Http404
    return get_object_or_404(seen.partie.club.players, pk=player)


def _is_closed(seen: Seen) -> bool:
    """Tell whether the reader can add nothing to the partie, also not for oneself."""
    if seen.may_administer:
        return False
    return seen.partie.is_void or seen.is_final


def _own_player(seen: Seen) -> Player | None:
    """Return who the reader is at the table; None for who is nobody there."""
    member = membership_of(seen.request, seen.partie.club)
    return member.player if member is not None else None


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
        page = "partie:recorded" if was_recorded else "partie:game"
        return redirect(page, partie.club.slug, partie.number, game.number)
    context = {**seen.context, "agreed": agreed_to(seen, game)}
    return render(request, "partie/_agreed.html", context)
