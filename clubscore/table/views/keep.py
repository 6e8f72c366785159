"""
The page on which a club made at a table gets a name and an administrator.

A family plays without an account: its club is nobody's, and the link to its first
partie is all there is. Whoever holds it takes the club over here, once.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from clubscore.club import journal, services
from clubscore.club.access import account_of
from clubscore.club.forms import JoinForm, KeepForm
from clubscore.club.journal import Deed
from clubscore.club.login import account_refusal, log_in_new
from clubscore.club.models import Account, Club, Member
from clubscore.club.requests import reads_and_writes
from clubscore.partie.access import FIRST, may_keep, writer_of
from clubscore.partie.models import Partie


@reads_and_writes
@never_cache
def keep(request: HttpRequest, club: str) -> HttpResponse:
    """Name a club that nobody runs yet, and take it over."""
    found = get_object_or_404(Club, slug=club)
    if not may_keep(request, found):
        raise Http404
    partie = found.parties.select_related("season").get(number=FIRST)
    account = account_of(request)
    if request.method != "POST":
        form = KeepForm(club=found, initial=_said_so_far(request, found, partie))
        return _page(request, partie, form, JoinForm() if account is None else None)
    try:
        if request.POST.get("action") == "name":
            return _named(request, found, partie)
        return _kept(request, found, partie)
    except services.ClubClaimedError:
        messages.error(request, _("Somebody else has taken the club over meanwhile."))
        return redirect(partie)


def _said_so_far(request: HttpRequest, club: Club, partie: Partie) -> dict[str, object]:
    """Return the names as they are, and who the reader said to be at the table."""
    writer = writer_of(request, partie)
    return {
        "name": club.name,
        "season": partie.season.name,
        "player": writer.player if writer is not None else "",
    }


def _named(request: HttpRequest, club: Club, partie: Partie) -> HttpResponse:
    """Change the names; nobody runs the club for that."""
    form = KeepForm(request.POST, club=club)

    def write(data: dict[str, Any]) -> Club:
        return services.unclaimed_rename(club=club, **_names(partie, data))

    if form.accepted(write):
        messages.success(request, _("The names are changed."))
        return redirect("table:keep", club.slug)
    return _page(request, partie, form, _join_form_again(request))


def _kept(request: HttpRequest, club: Club, partie: Partie) -> HttpResponse:
    """Take the club over, with the account that asks or with a new one."""
    account = account_of(request)
    form = KeepForm(request.POST, club=club)
    join = None
    if account is None:
        refusal = account_refusal(request)
        if refusal:
            messages.error(request, refusal)
            return _page(request, partie, form, _join_form_again(request))
        join = JoinForm(request.POST)

    def write(data: dict[str, Any]) -> Member:
        return services.unclaimed_take_over(
            club=club,
            **_names(partie, data),
            account=account or _new_account(join),
            player=data["player"],
        )

    # All that is wrong is shown at once.
    is_known = join is None or join.is_valid()
    if not (form.is_valid() and is_known and form.accepted(write)):
        return _page(request, partie, form, join)
    member: Member = form.written
    response = redirect(member.club)
    if account is None:
        log_in_new(request, member.account, response)
    journal.write(request, Deed.CLUB_KEPT, club=member.club, account=member.account)
    name = {"name": member.club.name}
    messages.success(request, _("The games are kept. You run %(name)s now.") % name)
    return response


def _names(partie: Partie, data: dict[str, Any]) -> dict[str, Any]:
    """Return what the services take of the names that were typed."""
    return {
        "name": data["name"],
        "season": partie.season,
        "season_name": data["season"],
    }


def _new_account(join: JoinForm | None) -> Account:
    assert join is not None
    return join.account()


def _join_form_again(request: HttpRequest) -> JoinForm | None:
    """Return the form of an account that was not looked at; None who has one."""
    if account_of(request) is not None:
        return None
    return JoinForm.once_more(request.POST)


def _page(
    request: HttpRequest, partie: Partie, form: KeepForm, join: JoinForm | None
) -> HttpResponse:
    """Ask for the names, and for an account where there is none yet."""
    context = {"club": partie.club, "partie": partie, "form": form, "join": join}
    return render(request, "table/keep.html", context)
