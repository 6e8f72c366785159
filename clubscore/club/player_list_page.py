"""The settings page on which a list of names is pasted, looked at, and added."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext

from clubscore.club import journal, services
from clubscore.club.access import administers_club
from clubscore.club.forms import PlayerListForm
from clubscore.club.journal import Deed
from clubscore.club.models import Club
from clubscore.club.player_list import MOST_NAMES, PlayerList
from clubscore.club.requests import reads_and_writes


@reads_and_writes
@administers_club
def players_paste(request: HttpRequest, club: Club) -> HttpResponse:
    """Show what becomes of each name of a list; POST of those ticked adds them."""
    if request.method != "POST":
        return _page(request, club, PlayerListForm())
    ticked = request.POST.getlist("name")
    # A file is looked at before it counts, whatever button was pressed.
    if request.POST.get("action") == "add" and not request.FILES and ticked:
        try:
            return _added(request, club, ticked[:MOST_NAMES])
        except ValidationError:
            pass  # the page says which name it is
    form = PlayerListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, club, form)
    text = form.cleaned_data["text"]
    found = PlayerList(club, text)
    shown = PlayerListForm(initial={"text": text})
    shown.fields["text"].widget.attrs.pop("autofocus")
    if found.is_too_long:
        most = gettext(
            "These are more than %(many)d names. Paste them in several parts."
        )
        form.add_error("text", most % {"many": MOST_NAMES})
    elif not found.lines:
        form.add_error("text", gettext("There is no name in it."))
    elif request.POST.get("action") == "add" and not ticked:
        form.add_error(None, gettext("Nobody is ticked."))
    shown.errors.update(form.errors)
    return _page(request, club, shown, None if found.is_too_long else found)


def _added(request: HttpRequest, club: Club, names: list[str]) -> HttpResponse:
    added = services.players_add(club=club, names=names)
    for one in added:
        journal.write(request, Deed.PLAYER_CHANGED, club=club, about=one.name)
    many = len(added)
    messages.success(
        request,
        ngettext("%(many)d player is added.", "%(many)d players are added.", many)
        % {"many": many},
    )
    return redirect("club:players", club.slug)


def _page(
    request: HttpRequest,
    club: Club,
    form: PlayerListForm,
    found: PlayerList | None = None,
) -> HttpResponse:
    context = {"club": club, "form": form, "found": found}
    return render(request, "club/players_paste.html", context)
