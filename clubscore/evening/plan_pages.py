"""The pages on which evenings are planned, and players sign on and off."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from clubscore.club import journal
from clubscore.club.access import administers_club, get_club_for, membership_of
from clubscore.club.journal import Deed
from clubscore.club.models import Club
from clubscore.club.requests import reads_and_writes
from clubscore.evening import services
from clubscore.evening.overview import planned_of
from clubscore.evening.plan_forms import PlanForm, PlannedForm
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.models import PlannedEvening


@reads_and_writes
@administers_club
def plan(request: HttpRequest, club: Club) -> HttpResponse:
    """List the planned evenings; POST plans some."""
    tonight = day_of_tonight(club)
    last = club.planned_evenings.order_by("date").last()
    initial: dict[str, Any] = {}
    if last is not None:  # the next ones are mostly as the last one
        initial = {name: getattr(last, name) for name in ("starts_at", "ends_at")}
        initial["place"] = last.place
    form = PlanForm(request.POST or None, tonight=tonight, initial=initial)
    if request.method == "POST" and form.accepted(
        lambda data: services.evenings_plan(
            club=club,
            days=data["days"],
            starts_at=data["starts_at"],
            ends_at=data["ends_at"],
            place=data["place"],
        )
    ):
        many = len(form.written)
        journal.write(
            request, Deed.CLUB_CHANGED, club=club, about=_days_told(form.written)
        )
        messages.success(
            request,
            ngettext(
                "%(many)d evening is planned.", "%(many)d evenings are planned.", many
            )
            % {"many": many},
        )
        return redirect("evening:plan", club.slug)
    listed = planned_of(club).filter(date__gte=tonight)
    context = {"club": club, "form": form, "listed": listed}
    return render(request, "evening/plan.html", context)


def _days_told(evenings: list[PlannedEvening]) -> str:
    """Return the first and the last day of what was planned, for the journal."""
    days = sorted(f"{one.date:%Y-%m-%d}" for one in evenings)
    return " – ".join(dict.fromkeys([*days[:1], *days[-1:]]))


@reads_and_writes
@administers_club
def planned(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Change when and where an evening is, or drop it."""
    found = get_object_or_404(planned_of(club), pk=pk)
    when = {"day": f"{found.date:%Y-%m-%d}"}
    if request.method == "POST" and request.POST.get("action") == "drop":
        found.delete()
        journal.write(request, Deed.CLUB_CHANGED, club=club, about=when["day"])
        messages.success(request, gettext("The evening is no longer planned."))
        return redirect("evening:plan", club.slug)
    initial = {
        "starts_at": found.starts_at,
        "ends_at": found.ends_at,
        "place": found.place,
    }
    form = PlannedForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.accepted(
        lambda data: services.planned_change(planned=found, **data)
    ):
        journal.write(request, Deed.CLUB_CHANGED, club=club, about=when["day"])
        messages.success(request, gettext("The evening is changed."))
        return redirect("evening:plan", club.slug)
    context = {"club": club, "form": form, "planned": found}
    return render(request, "evening/planned.html", context)


@require_POST
@login_required
def sign(request: HttpRequest, club: str, day: date) -> HttpResponse:
    """Note whether the reader comes to an evening."""
    found = get_club_for(request, club)
    member = membership_of(request, found)
    if member is None or member.player is None:
        raise PermissionDenied
    evening = get_object_or_404(found.planned_evenings, date=day)
    comes = request.POST.get("comes") == "yes"
    if day < day_of_tonight(found):
        messages.error(request, gettext("This evening is over."))
    else:
        services.sign_on(planned=evening, player=member.player, comes=comes)
        messages.success(request, thanks(comes=comes))
    if request.POST.get("back") == "club":
        return redirect(found)
    return redirect("evening:evening", found.slug, day)


def thanks(*, comes: bool) -> str:
    """Return what somebody is told who has answered."""
    if comes:
        return gettext("You come. Thank you.")
    return gettext("You do not come. Thank you for saying so.")
