"""The pages of a plan: the list, a new one, its sittings, who came and who left."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubscore.club import engine as rule_books
from clubscore.club.access import (
    account_of,
    get_club_for,
    may_administer,
    may_start_parties,
)
from clubscore.club.models import Club, Season
from clubscore.club.names import folded
from clubscore.club.own_books import DRAFT_KEPT
from clubscore.club.requests import HtmxHttpRequest, reads_and_writes
from clubscore.club.services import player_add
from clubscore.evening.club_plan_forms import ClubPlanForm, initial_of
from clubscore.evening.club_plan_text import (
    expected,
    failure_of,
    measures_of,
    player_lines,
    sittings_of,
    wishes_of,
)
from clubscore.evening.overview import parties_of, people_of, tables_of
from clubscore.evening.plan_start import NextSitting
from clubscore.evening.views import for_hosts
from clubscore.partie.club_plans import (
    IN_TIME,
    PlanWish,
    is_cut,
    look_after,
    make_soon,
    merged_in,
    plan_make,
    plans_of,
    sittings_left,
    version_add,
    version_use,
)
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.models import ClubPlan, PlanVersion

Occasion = ClubPlan.Occasion
HEADINGS = {
    Occasion.EVENING: gettext_lazy("Plan this evening"),
    Occasion.SEASON: gettext_lazy("Plan the evenings of a season"),
}
"""A tournament is opened on a page of its own, with its season."""
MOST_SEED = 999_999


@require_safe
def plans(request: HttpRequest, club: str) -> HttpResponse:
    """List the plans of a club; those nobody plays by are for its hosts alone."""
    found = get_club_for(request, club)
    may_start = may_start_parties(request, found)
    listed = plans_of(found)
    if not may_start:
        listed = listed.filter(used__isnull=False)
    context = {
        "club": found,
        "plans": listed,
        "may_start_parties": may_start,
        "has_seasons": may_start and found.seasons.exists(),
        "may_administer": may_administer(request, found),
    }
    return render(request, "evening/plans.html", context)


@reads_and_writes
@for_hosts
def plan_new(request: HtmxHttpRequest, found: Club) -> HttpResponse:
    """Ask for a plan, say what can be expected of it, and make it."""
    day = day_of_tonight(found)
    season = found.seasons.usual_on(day)
    if season is None:
        return redirect("evening:plans", found.slug)
    seasons = list(found.seasons.order_by("-starts_on"))
    asked = request.GET.get("for", "")
    occasion = Occasion(asked if asked in HEADINGS else Occasion.EVENING)
    if occasion == Occasion.EVENING:
        seasons = [one for one in seasons if one.holds(day)] or seasons
    form = ClubPlanForm(
        request.POST or None,
        club=found,
        seasons=seasons,
        initial={
            "season": season.pk,
            "names": "\n".join(_who(found, season, day, occasion)),
            "sizes": list(rule_books.numbers_of_players(season.ruleset)),
            "counts_season": True,
        },
    )
    action = request.POST.get("action")
    if action == "plan" and form.is_valid():
        try:
            with transaction.atomic():
                version = plan_make(
                    season=form.season_of_plan,
                    occasion=occasion,
                    day=day if occasion == Occasion.EVENING else None,
                    wish=form.wish(guests_added(form)),
                    account=account_of(request),
                )
        except ValidationError as error:
            form.add_error("names", error.messages)
        else:
            make_soon(version)
            return redirect(version.plan)
    return _form_page(request, found, form, HEADINGS[occasion], None)


def _who(club: Club, season: Season, day: date, occasion: str) -> list[str]:
    """Return who is likely to play, by name."""
    if occasion == Occasion.EVENING:
        here = people_of(club, day, tables_of(parties_of(club, day))).here
        if here:
            return [one.player.name for one in here]
    players = club.players.filter(merged_into=None, is_guest=False)
    played = players.filter(results__partie__season=season).distinct()
    return list(
        (played if played.exists() else players)
        .order_by("key")
        .values_list("name", flat=True)
    )


def guests_added(form: ClubPlanForm) -> dict[str, int]:
    """Add the players whom the club does not know yet; return their ids."""
    return {
        folded(name): player_add(club=form.club, name=name, is_guest=True).pk
        for name in form.new
    }


def _form_page(
    request: HtmxHttpRequest,
    club: Club,
    form: ClubPlanForm,
    heading: Any,
    plan: ClubPlan | None,
) -> HttpResponse:
    """Show the form, or only what can be expected while it is filled in."""
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "heading": heading,
        "plan": plan,
        "expected": [],
    }
    if request.POST.get("action") == "show":
        if form.is_valid():
            wish = form.wish({})
            context["expected"] = expected(len(wish.players), wish.sittings, wish.sizes)
        if request.htmx:
            return render(request, "evening/_plan_expected.html", context)
    return render(request, "evening/club_plan_new.html", context)


# One plan -------------------------------------------------------------------------


def plan_for(request: HttpRequest, club: Club, number: int) -> ClubPlan:
    """Return a plan; raise Http404 for one that the asker is not to see."""
    plan = get_object_or_404(plans_of(club), number=number)
    if plan.used is None and not may_start_parties(request, club):
        raise Http404
    return plan


def version_now(request: HttpRequest, plan: ClubPlan) -> PlanVersion:
    """
    Return the version to look at now.

    That is the one that is played by; for hosts, a newer one that is being thought of.
    """
    if may_start_parties(request, plan.club):
        version = plan.versions.latest("number")
    else:
        assert plan.used is not None
        version = plan.used
    version.plan = plan
    return version


def version_for(
    request: HttpRequest, plan: ClubPlan, usual: PlanVersion | None = None
) -> PlanVersion:
    """Return the version that a host asks for, else *usual* or the one to look at."""
    asked = request.GET.get("version", "")
    is_asked = asked.isdecimal() and len(asked) < 10
    if is_asked and may_start_parties(request, plan.club):
        version: PlanVersion = get_object_or_404(plan.versions, number=asked)
    else:
        version = usual or version_now(request, plan)
    version.plan = plan
    return version


@reads_and_writes
def plan(request: HtmxHttpRequest, club: str, plan: int) -> HttpResponse:
    """Show a plan; POST uses one of its versions, or draws another."""
    if request.method == "POST":
        return plan_write(request, club, plan=plan)
    found = get_club_for(request, club)
    shown = plan_for(request, found, plan)
    version = version_for(request, shown)
    if version.is_waiting:
        look_after(version)
    context = _plan_context(request, shown, version)
    if request.htmx:
        return render(request, "evening/_club_plan.html", context)
    return render(request, "evening/club_plan.html", context)


def _plan_context(
    request: HttpRequest, plan: ClubPlan, version: PlanVersion
) -> dict[str, Any]:
    may_start = may_start_parties(request, plan.club)
    sittings = sittings_of(version)
    is_used = plan.used is not None and plan.used.pk == version.pk
    following = NextSitting(plan, sittings_left(plan)) if may_start else None
    return {
        "club": plan.club,
        "plan": plan,
        "is_cut": is_cut(plan),
        "version": version,
        "is_used": is_used,
        "days_kept": DRAFT_KEPT.days if plan.used is None else None,
        "measures": measures_of(version),
        "failure": failure_of(version),
        "wishes": wishes_of(version),
        "sittings": sittings,
        "lines": player_lines(sittings),
        "following": following,
        "day": plan.day or day_of_tonight(plan.club),
        "versions": plan.versions.order_by("-number") if may_start else [],
        "may_start_parties": may_start,
        "seconds": IN_TIME,
    }


@for_hosts
def plan_write(request: HtmxHttpRequest, found: Club, plan: int) -> HttpResponse:
    """Play by a version, or draw the sittings to come another time."""
    changed = plan_for(request, found, plan)
    if is_cut(changed):
        return _as_ended(request, changed)
    versions = changed.versions
    number = request.POST.get("version", "")
    version = versions.filter(number=number if number.isdecimal() else 0).first()
    if version is None:
        raise Http404
    action = request.POST.get("action")
    if action == "use" and version.is_made:
        version_use(version=version)
        messages.success(request, _("This plan is played by from now on."))
    elif action == "again":
        wish = PlanWish.of(version.wish)
        seed = wish.seed % MOST_SEED + 1
        drawn = PlanWish.of({**wish.as_json, "seed": seed})
        _plan_again(request, changed, drawn)
    return redirect(changed)


def _as_ended(request: HttpRequest, plan: ClubPlan) -> HttpResponse:
    """Say why the plan of a tournament that was ended early stays as it is."""
    messages.error(
        request,
        _(
            "This tournament was ended early. To plan its sittings, first choose "
            "“Go on with the tournament” on its page."
        ),
    )
    return redirect(plan)


def _plan_again(request: HttpRequest, plan: ClubPlan, wish: PlanWish) -> None:
    version = version_add(plan=plan, wish=wish, account=account_of(request))
    make_soon(version)


@reads_and_writes
@for_hosts
def plan_change(request: HtmxHttpRequest, found: Club, plan: int) -> HttpResponse:
    """Change who plays and what is wished for, and plan the rest again."""
    changed = plan_for(request, found, plan)
    if is_cut(changed):
        return _as_ended(request, changed)
    last = changed.versions.latest("number")
    wish = PlanWish.of(last.wish).as_merged(merged_in(found))
    names = dict(found.players.values_list("pk", "name"))
    form = ClubPlanForm(
        request.POST or None,
        club=found,
        seasons=[],
        plan=changed,
        initial=initial_of(wish, names),
    )
    if request.POST.get("action") == "plan" and form.is_valid():
        try:
            with transaction.atomic():
                added = guests_added(form)
                version = version_add(
                    plan=changed,
                    wish=form.wish(added, wish.seed),
                    account=account_of(request),
                )
        except ValidationError as error:
            form.add_error("names", error.messages)
        else:
            make_soon(version)
            return redirect(changed)
    heading = _("Somebody came, somebody left")
    return _form_page(request, found, form, heading, changed)
