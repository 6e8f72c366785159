"""The settings page of a season's standings method."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext

from clubscore.club import journal, methods, services
from clubscore.club.access import administers_club
from clubscore.club.journal import Deed
from clubscore.club.models import Club, Season, Substitutes
from clubscore.club.requests import HtmxHttpRequest, reads_and_writes
from clubscore.ranking import Method, MethodError
from clubscore.season import method_form
from clubscore.season.method_form import Select, SelectOption
from clubscore.season.standings import Leaderboard, record_of


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """What the method would change for one player."""

    name: str
    before: int | None
    after: int | None
    points_before: str
    points_after: str

    @property
    def moves(self) -> int | None:
        """Places gained; None where there is none before or after."""
        if self.before is None or self.after is None:
            return None
        return self.before - self.after


@reads_and_writes
@administers_club
def method_page(request: HtmxHttpRequest, club: Club, pk: int) -> HttpResponse:
    """Choose how places are worked out, and see what that would change."""
    season: Season = get_object_or_404(club.seasons, pk=pk)
    season.club = club
    kept = methods.method_of(season.method)
    data = request.POST
    draft = method_form.draft_sent(kept, data)
    method: Method | None = None
    problems = method_form.refused(data)
    try:
        method = draft.method()
    except MethodError as error:
        problems += error.problems
    if data.get("action") == "save" and method is not None and not problems:
        services.season_method_change(
            season=season,
            method=methods.stored(method),
            substitutes=_substitutes_sent(season, data),
        )
        journal.write(request, Deed.SEASON_CHANGED, club=club, about=season.name)
        messages.success(
            request,
            gettext("The leaderboard of %(name)s follows the new method.")
            % {"name": season.name},
        )
        return redirect(season)
    changes = None
    if method is not None and not problems and method != kept:
        changes = _changes(season, kept, method)
    parts = method_form.form_parts(draft, data, problems)
    context = {
        "club": club,
        "season": season,
        "presets": _presets(method),
        "parts": parts,
        "news": method_form.news_of(parts),
        "everything": method_form.all_of(parts),
        "faults": method_form.faults_of(draft, problems),
        "is_changed": method != kept,
        "changes": changes,
        "substitutes": _substitutes(_substitutes_sent(season, data)),
    }
    template = "season/_method.html" if request.htmx else "season/method.html"
    # htmx draws what is wrong as well; without it a form that is refused says so.
    status = 422 if problems and not request.htmx else 200
    return render(request, template, context, status=status)


def _presets(method: Method | None) -> list[tuple[str, str, str, str, bool]]:
    """Return the ready-made methods in words, and whether it is this one."""
    return [
        (
            one.key,
            gettext(one.name),
            methods.worded(one.summary),
            methods.worded(one.example),
            one.method == method,
        )
        for one in methods.presets()
    ]


def _substitutes_sent(season: Season, data: QueryDict) -> str:
    """Return whom a substitute's result is to count for; without one, as it is."""
    sent = data.get("substitutes", "")
    return sent if sent in Substitutes.values else season.substitutes


def _substitutes(chosen: str) -> Select:
    return Select(
        "substitutes",
        gettext("A substitute’s result counts for"),
        tuple(
            SelectOption(value, str(name), value == chosen)
            for value, name in Substitutes.choices
        ),
    )


# What it would change ---------------------------------------------------------------


def _changes(season: Season, kept: Method, method: Method) -> list[PlaceChange]:
    """Return the leaderboard by both methods, in the order of the new one."""
    record = record_of(season)
    before = {row.line.player: row for row in Leaderboard(record, kept).rows}
    changes = []
    for row in Leaderboard(record, method).rows:
        was = before.get(row.line.player)
        changes.append(
            PlaceChange(
                row.name,
                was.line.place if was is not None else None,
                row.line.place,
                was.points if was is not None else "",
                row.points,
            )
        )
    return changes
