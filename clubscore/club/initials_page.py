"""The page on which a player's name is replaced by initials, or shown again."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from clubscore.club import journal
from clubscore.club.access import (
    get_club_for,
    is_player,
    may_administer,
    may_withhold_name,
)
from clubscore.club.initials import initials_for, name_show, name_withhold
from clubscore.club.journal import Deed
from clubscore.club.models import Player
from clubscore.club.requests import reads_and_writes


@reads_and_writes
@login_required
@never_cache
def initials(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Say what initials in the place of a name mean; POST replaces it, or shows it."""
    found = get_club_for(request, club)
    who = get_object_or_404(found.players, slug=player, merged_into=None)
    who.club = found  # known already, with who asks
    if not may_withhold_name(request, who):
        raise PermissionDenied
    if request.method == "POST":
        try:
            _write(request, who)
        except ValidationError as error:
            for sentence in error.messages:
                messages.error(request, sentence)
        return redirect("season:player", found.slug, who.slug)
    context = {
        "club": found,
        "player": who,
        "initials": who.name if who.withheld_name else initials_for(who),
        "is_self": is_player(request, who),
        "may_administer": may_administer(request, found),
    }
    return render(request, "club/initials.html", context)


def _write(request: HttpRequest, player: Player) -> None:
    """Do what the button says; another tap on the same one changes nothing."""
    if request.POST.get("action") == "show":
        name_show(player=player)
        done = gettext("The name is shown again: %(name)s.")
    elif request.POST.get("action") == "withhold":
        name_withhold(player=player)
        done = gettext("%(name)s stands in the place of the name from now on.")
    else:
        return
    journal.write(request, Deed.INITIALS_CHANGED, club=player.club, about=player.name)
    messages.success(request, done % {"name": player.name})
