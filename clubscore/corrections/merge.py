"""The settings pages on which two names of one player are merged, and parted again."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext

from clubscore.club import journal
from clubscore.club.access import administers_club
from clubscore.club.forms import ServiceForm
from clubscore.club.journal import Deed
from clubscore.club.models import Club
from clubscore.club.requests import reads_and_writes
from clubscore.corrections.merge_form import MergeForm
from clubscore.partie.merge import names_merged, player_merge, player_part


@reads_and_writes
@administers_club
def merge(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Say what follows if a player is somebody else, and let it be so."""
    player = get_object_or_404(club.players.filter(merged_into=None), pk=pk)
    form = MergeForm(request.POST or None, player=player)
    if request.method == "POST" and form.accepted(
        lambda data: player_merge(player=player, into=data["into"])
    ):
        journal.write(request, Deed.PLAYERS_MERGED, club=club, about=player.name)
        messages.success(
            request,
            gettext("What %(player)s has played counts for %(into)s now.")
            % {"player": player.name, "into": form.written.name},
        )
        return redirect("club:players", club.slug)
    return render(
        request,
        "corrections/merge.html",
        {"club": club, "player": player, "form": form},
        status=422 if form.errors else 200,
    )


@reads_and_writes
@administers_club
def part(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Say what follows if a merged player is nobody else, and let it be so."""
    merged = club.players.exclude(merged_into=None).select_related("merged_into")
    player = get_object_or_404(merged, pk=pk)
    form = ServiceForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.accepted(lambda _data: player_part(player=player)):
        journal.write(request, Deed.PLAYERS_PARTED, club=club, about=player.name)
        messages.success(
            request,
            gettext("What %(player)s has played counts for %(player)s again.")
            % {"player": player.name},
        )
        return redirect("club:players", club.slug)
    return render(
        request,
        "corrections/part.html",
        {"club": club, "player": player, "names": names_merged(player), "form": form},
        status=422 if form.errors else 200,
    )
