"""The sheets of a plan: the plan itself, as CSV too, and the slips of its players."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.evening.club_plan_pages import plan_for, version_for
from clubscore.evening.club_plan_text import sittings_of
from clubscore.partie.models import ClubPlan, PlanVersion
from clubscore.season.views.exports import csv_of
from clubscore.sheets.models import Document
from clubscore.sheets.plan_sheets import plan_job, slips_job
from clubscore.sheets.press import Job
from clubscore.sheets.views import document


@require_safe
def plan_pdf(request: HttpRequest, club: str, plan: int) -> HttpResponse:
    """Print a plan; `?sitting=` one of its sittings alone."""
    return _printed(request, club, plan, plan_job, _("Plan"))


@require_safe
def slips_pdf(request: HttpRequest, club: str, plan: int) -> HttpResponse:
    """Print a slip for each player of a plan; `?sitting=` for one sitting alone."""
    return _printed(request, club, plan, slips_job, _("Slips"))


def _printed(
    request: HttpRequest,
    club: str,
    plan: int,
    job_of: Callable[[PlanVersion, int | None], Job | None],
    name: str,
) -> HttpResponse:
    found = get_club_for(request, club)
    shown = plan_for(request, found, plan)
    asked = request.GET.get("sitting", "")
    if asked and not (asked.isdecimal() and len(asked) < 4):
        raise Http404
    with document.in_language_of(request):
        job = job_of(_version(request, shown), int(asked) if asked else None)
        if job is None:
            raise Http404
        file = f"{found.name} {name} {shown.number}"
        return document.short(request, found, Document.Content.PLAN, job, file)


def _version(request: HttpRequest, plan: ClubPlan) -> PlanVersion:
    """Return the version that is asked for, else the one that is played by."""
    return version_for(request, plan, plan.used)


@require_safe
def plan_csv(request: HttpRequest, club: str, plan: int) -> HttpResponse:
    """Return a plan as comma-separated values: a line for each seat."""
    found = get_club_for(request, club)
    shown = plan_for(request, found, plan)
    rows: list[tuple[str | int, ...]] = []
    for sitting in sittings_of(_version(request, shown)):
        for table in sitting.tables:
            rows += [
                (sitting.number, table.number, seat.seat, seat.name)
                for seat in table.seats
            ]
        rows += [
            (sitting.number, "", _("waits"), name) for _one, name in sitting.waiting
        ]
    headings = [_("Sitting"), _("Table"), _("Seat"), _("Player")]
    response = csv_of(request, headings, rows)
    name = f"{found.slug}-plan-{shown.number}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
