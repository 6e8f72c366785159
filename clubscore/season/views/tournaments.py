"""The pages of a tournament: opening one, leading it, its part of the big screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club import journal, own_books
from clubscore.club.access import (
    account_of,
    administers_club,
    get_club_for,
    may_administer,
    may_start_parties,
)
from clubscore.club.journal import Deed
from clubscore.club.models import Club
from clubscore.club.requests import HtmxHttpRequest, reads_and_writes
from clubscore.club.vocabulary import speak_as
from clubscore.evening.club_plan_pages import guests_added, plan_for, version_now
from clubscore.evening.club_plan_text import expected, failure_of, measures_of
from clubscore.evening.views import for_hosts
from clubscore.partie import sitting_clock
from clubscore.partie.answers import for_polling, kept, stranger, tag_for, unchanged
from clubscore.partie.club_plans import look_after, make_soon
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.models import LONGEST_SITTING, ClubPlan
from clubscore.season.tournament_form import TournamentForm
from clubscore.season.tournaments import (
    TournamentNow,
    tournament_end,
    tournament_go_on,
    tournament_open,
    tournament_version,
)

SCREEN = "live-tournament"
"""The element of the big screen that asks for its part of the page."""

CLOCK = {
    "start": sitting_clock.clock_start,
    "pause": sitting_clock.clock_pause,
    "more": sitting_clock.clock_lengthen,
    "back": sitting_clock.clock_set_back,
}
"""What can be done to the clock of a sitting, by the name of the button."""


# Opening one ----------------------------------------------------------------------


@reads_and_writes
@administers_club
def tournament_new(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Ask for a tournament, say what to expect of it, and make its season and plan."""
    members = club.players.filter(merged_into=None, is_guest=False).order_by("key")
    form = TournamentForm(
        request.POST or None,
        club=club,
        books=own_books.offered(club),
        played=club.seasons.order_by("-starts_on").values_list("ruleset", flat=True),
        initial={
            "starts_on": day_of_tonight(club),
            "names": "\n".join(members.values_list("name", flat=True)),
            "sittings": 4,
            "sizes": [4],
        },
    )
    action = request.POST.get("action")
    if action == "open" and form.is_valid() and (plan := _opened(request, form)):
        return redirect("season:tournament", club.slug, plan.number)
    context: dict[str, Any] = {"club": club, "form": form, "expected": []}
    if action == "show":
        if form.is_valid():
            context["expected"] = _expected(form)
        if request.htmx:
            return render(request, "evening/_plan_expected.html", context)
    return render(request, "season/tournament_new.html", context)


def _opened(request: HtmxHttpRequest, form: TournamentForm) -> ClubPlan | None:
    """Open the tournament; say at the form what does not let it."""
    data = form.cleaned_data
    names = ("name", "starts_on", "ends_on", "ruleset", "minutes")
    try:
        version = tournament_open(
            club=form.club,
            wish=lambda: form.wish(guests_added(form)),
            account=account_of(request),
            **{name: data[name] for name in names},
        )
    except ValidationError as error:
        form.add_error(None, error.messages)
        return None
    journal.write(request, Deed.SEASON_MADE, club=form.club, about=data["name"])
    make_soon(version)
    plan: ClubPlan = version.plan
    return plan


def _expected(form: TournamentForm) -> list[str]:
    """Return what can be expected of it, and how long that takes."""
    wish = form.wish({})
    said = expected(len(wish.players), wish.sittings, wish.sizes)
    hours = number_format(wish.sittings * form.cleaned_data["minutes"] / 60, 1)
    return [
        *said,
        ngettext(
            "%(many)d sitting, %(hours)s hours of play without breaks.",
            "%(many)d sittings, %(hours)s hours of play without breaks.",
            wish.sittings,
        )
        % {"many": wish.sittings, "hours": hours},
    ]


# One tournament -------------------------------------------------------------------


@reads_and_writes
def tournament(request: HtmxHttpRequest, club: str, plan: int) -> HttpResponse:
    """Show a tournament, or the part of it that a page asks for again and again."""
    if request.method == "POST":
        return timed(tournament_write(request, club, plan=plan))
    found = get_club_for(request, club)
    shown = _tournament_for(request, found, plan)
    is_screen = bool(request.htmx) and request.htmx.target == SCREEN
    version = version_now(request, shown)
    if version.is_waiting:
        look_after(version)
    if not request.htmx:
        now = _now_text(request, shown)
        context = {
            "club": found,
            "plan": shown,
            "season": shown.season,
            "now": now,
            "may_start_parties": may_start_parties(request, found),
            "longest": LONGEST_SITTING,
        }
        response = render(request, "season/tournament.html", context)
        return timed(for_polling(request, response, ""))
    tag = _tag(request, shown, is_screen=is_screen)
    same = unchanged(request, tag)
    if same is not None:
        return timed(same)
    text = (
        screen_text(found, shown.number)
        if is_screen
        else _now_text(request, shown, tag)
    )
    response = for_polling(request, HttpResponse(text), tag)
    patch_vary_headers(response, ["HX-Target"])
    return timed(response)


def timed(response: HttpResponse) -> HttpResponse:
    """Say in an answer when it was given: by that a clock knows the server's time."""
    response["Server-Time"] = str(round(timezone.now().timestamp() * 1000))
    return response


def _tournament_for(request: HttpRequest, club: Club, number: int) -> ClubPlan:
    """Return a tournament's plan; raise Http404 for one not to be seen, or another."""
    plan = plan_for(request, club, number)
    if not plan.is_tournament:
        raise Http404
    plan.club = club
    speak_as(plan.season.ruleset)
    return plan


def _rights(request: HttpRequest, club: Club) -> tuple[bool, bool]:
    return may_start_parties(request, club), may_administer(request, club)


def _tag(request: HttpRequest, plan: ClubPlan, *, is_screen: bool = False) -> str:
    if is_screen:
        return screen_text.tag(plan.club, plan.number)
    rights = _rights(request, plan.club)
    if not any(rights):
        return public_text.tag(plan.club, plan.number)
    return tag_for(rights, tournament_version(plan.club, plan.number))


def _now_text(request: HttpRequest, plan: ClubPlan, tag: str = "") -> str:
    """Return what changes on the page while the tournament is played, for who asks."""
    if not any(_rights(request, plan.club)):
        return public_text(plan.club, plan.number, tag=tag)
    return _text(request, plan, tag or _tag(request, plan))


def _found(club: Club, number: int) -> ClubPlan:
    plan: ClubPlan = club.plans.select_related("season", "used").get(number=number)
    plan.club = club
    speak_as(plan.season.ruleset)
    return plan


@kept(tournament_version)
def public_text(club: Club, number: int) -> str:
    """Return the same for all who look on."""
    tag = public_text.tag(club, number)
    return _text(stranger(), _found(club, number), tag)


@kept(tournament_version)
def screen_text(club: Club, number: int) -> str:
    """Return the clock and the ranking as the big screen shows them."""
    plan = _found(club, number)
    context = {
        "club": club,
        "plan": plan,
        "season": plan.season,
        "now": TournamentNow(plan),
        "tag": screen_text.tag(club, number),
    }
    return render_to_string("season/_tournament_screen.html", context)


def _text(request: HttpRequest, plan: ClubPlan, tag: str, *, problem: str = "") -> str:
    starts, administers = _rights(request, plan.club)
    version = version_now(request, plan)
    context = {
        "club": plan.club,
        "plan": plan,
        "season": plan.season,
        "version": version,
        "is_newest": plan.used is not None and plan.used.pk == version.pk,
        "now": TournamentNow(plan),
        "measures": measures_of(plan.used) if plan.used is not None else [],
        "failure": failure_of(version),
        "tag": tag,
        "may_start_parties": starts,
        "may_administer": administers,
        "problem": problem,
    }
    return render_to_string("season/_tournament.html", context, request)


@for_hosts
def tournament_write(request: HtmxHttpRequest, found: Club, plan: int) -> HttpResponse:
    """Do to the clock what a button says, change its minutes; or end the tournament."""
    changed = _tournament_for(request, found, plan)
    action = request.POST.get("action")
    if action == "minutes":
        said = _minutes_changed(changed, request.POST)
    elif action in ("end", "go-on"):
        said = _ended(request, changed)
    else:
        said = _clock_changed(changed, request.POST)
    if not request.htmx:
        if said:
            messages.error(request, said)
        return redirect("season:tournament", found.slug, plan)
    again = _tournament_for(request, found, plan)
    tag = _tag(request, again)
    text = _text(request, again, tag, problem=said)
    return for_polling(request, HttpResponse(text), tag)


@transaction.atomic
def _ended(request: HttpRequest, plan: ClubPlan) -> str:
    """End a tournament, or go on with one; return what does not let it."""
    if not may_administer(request, plan.club):
        raise PermissionDenied
    # Two who end it at once end it once.
    ClubPlan.objects.select_for_update().get(pk=plan.pk)
    now = TournamentNow(_found(plan.club, plan.number))
    planned = now.total
    ends = request.POST.get("action") == "end"
    is_as_seen = str(now.number) == request.POST.get("sitting")
    if not is_as_seen or not (now.can_end if ends else now.is_cut):
        return _("The tournament has changed meanwhile; this is how it stands.")
    if ends:
        tournament_end(plan=now.plan, account=account_of(request))
    else:
        tournament_go_on(plan=now.plan)
    total = TournamentNow(_found(plan.club, plan.number)).total
    about = f"{plan.season.name}: {planned} → {total}"
    journal.write(request, Deed.SEASON_CHANGED, club=plan.club, about=about)
    return ""


def _minutes_changed(plan: ClubPlan, data: Mapping[str, str]) -> str:
    """Change the minutes of the sittings to come; return what does not let it."""
    typed = data.get("minutes", "")
    is_number = typed.isdecimal() and len(typed) < 10
    if not (is_number and 1 <= int(typed) <= LONGEST_SITTING):
        return _("Give a whole number of minutes from 1 to %(most)d.") % {
            "most": LONGEST_SITTING
        }
    sitting_clock.minutes_set(plan=plan, minutes=int(typed))
    return ""


def _clock_changed(plan: ClubPlan, data: Mapping[str, str]) -> str:
    """Do to the clock what a button says; return what does not let it."""
    change = CLOCK.get(data.get("action", ""))
    if change is None:
        raise Http404
    sitting = sitting_clock.last_sitting(plan)
    if sitting is None or str(sitting.number) != data.get("sitting"):
        return _("Another sitting has been started meanwhile; this is its clock.")
    change(sitting=sitting)
    return ""
