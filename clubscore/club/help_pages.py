"""Help: a page for each task, and the pages of a club that lead to it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe


@dataclass(frozen=True, slots=True)
class HelpPage:
    """How to do one thing, step by step."""

    key: str
    """Its part of the address, and the name of its template in `club/help/`."""
    name: str | Promise
    summary: str | Promise
    pages: frozenset[str] = frozenset()
    """The names of the addresses whose pages lead to it by a question mark."""

    @property
    def template(self) -> str:
        """The name of the template with its steps."""
        return f"club/help/{self.key}.html"

    def get_absolute_url(self) -> str:
        """Return its address."""
        return reverse("club:help_page", args=[self.key])


def _pages(room: str, *names: str) -> frozenset[str]:
    return frozenset(f"{room}:{name}" for name in names)


HELP = (
    HelpPage(
        "recording",
        _("Recording a game"),
        _("From the first tap to who pays whom, in six pictures."),
        _pages("table", "new", "play", "partie", "record_typed", "recorded")
        | _pages("table", "substitute", "end", "house_rules", "note"),
    ),
    HelpPage(
        "mistakes",
        _("Mending a mistake"),
        _("The last game, an earlier one, wrong seats, a wrong payment."),
        _pages("corrections", "game", "correct", "correct_typed", "withdraw")
        | _pages("corrections", "entry_withdraw", "reseat", "revisions")
        | _pages("table", "booking", "count")
        | _pages("archive", "correct_scores"),
    ),
    HelpPage(
        "evening",
        _("An evening"),
        _("Who is here, tables, their codes, the big screen."),
        _pages("season", "club", "evenings")
        | _pages("evening", "evening", "tables", "evening_links", "plan", "planned")
        | _pages("evening", "plans", "club_plan_new", "club_plan", "club_plan_change")
        | _pages("table", "table_link"),
    ),
    HelpPage(
        "season",
        _("A season"),
        _("Opening one, reading the leaderboard, ending it."),
        _pages("season", "leaderboard", "season", "seasons", "method")
        | _pages("club", "seasons", "season_new", "season"),
    ),
    HelpPage(
        "paper",
        _("Paper"),
        _("What can be printed, and how a written sheet is typed in."),
        _pages("archive", "paper") | _pages("sheets", "pack", "partie_report"),
    ),
    HelpPage(
        "signal",
        _("A table without a signal"),
        _("What a phone does by itself, and what becomes of games that wait."),
    ),
)
"""In the order in which a club comes to need them."""


def help_called(key: str) -> HelpPage:
    """Return the page of that key; raise KeyError if there is none."""
    return {one.key: one for one in HELP}[key]


def help_of(page: str) -> HelpPage | None:
    """Return what helps on the page of a named address, if anything does."""
    return next((one for one in HELP if page in one.pages), None)


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """List what there is help for."""
    return render(request, "club/help/index.html", {"help_pages": HELP})


@require_safe
def help_page(request: HttpRequest, task: str) -> HttpResponse:
    """Show how to do one thing."""
    try:
        found = help_called(task)
    except KeyError:
        raise Http404 from None
    context = {"help_page": found, "help_pages": HELP}
    return render(request, found.template, context)
