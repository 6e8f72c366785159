"""The rating list of a club, and a player's ratings on the player's page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.utils import formats
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubscore.club import methods
from clubscore.club.access import get_club_for
from clubscore.club.forms import DateInput
from clubscore.club.models import Club, Player
from clubscore.club.requests import HtmxHttpRequest
from clubscore.partie.answers import answered, kept, page_unchanged, part_made, tag_for
from clubscore.partie.charts import Chart, chart_over_time
from clubscore.partie.versions import counted_version
from clubscore.ranking import Key, ListChange, SkillChange, Strengths
from clubscore.season.models import RatingChange
from clubscore.season.rating_list import (
    RatingLine,
    RatingNow,
    RatingOrder,
    changes_of,
    rating_list,
)
from clubscore.season.ratings import held_since, strengths_until
from clubscore.season.statistics import ClubPlayers
from clubscore.season.views.exports import Value, csv_of, named

CHANGES_ON_A_PAGE = 12
"""How many explained changes of a player stand together."""


# The list of a club -----------------------------------------------------------------


class RatingsForm(forms.Form):
    """What can be asked of a rating list; whatever makes no sense is left out."""

    by = forms.ChoiceField(required=False, choices=RatingOrder.choices)
    as_of = forms.DateField(
        label=_("As it stood on"), required=False, widget=DateInput()
    )

    def __init__(self, asked: QueryDict, club: Club) -> None:
        self.orders = [
            one
            for one in (
                *(RatingOrder.NAME, RatingOrder.SKILL),
                *(RatingOrder.LISTED, RatingOrder.PARTIES),
            )
            if one is not RatingOrder.SKILL or not club.hides_skill_rating
        ]
        """What the list can be in the order of; its columns."""
        super().__init__(asked)

    @property
    def order(self) -> RatingOrder:
        """What the list is to be in the order of."""
        asked = self._asked("by")
        if asked in self.orders:
            return RatingOrder(asked)
        # By name is the first column; the first rating comes after it.
        return self.orders[1]

    @property
    def until(self) -> date | None:
        """The day at whose end the ratings are asked for; None for today."""
        day: date | None = self._asked("as_of")
        return day

    def _asked(self, name: str) -> Any:
        return None if name in self.errors else self.cleaned_data.get(name)

    def query(self, order: RatingOrder | None = None) -> str:
        """Return the part of an address that asks for the same, in another order."""
        parts = {
            "by": (order or self.order).value,
            "as_of": f"{self.until:%Y-%m-%d}" if self.until is not None else "",
        }
        return urlencode({name: value for name, value in parts.items() if value})


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a column, by which the list can be put in order."""

    name: str
    query: str
    is_chosen: bool
    is_number: bool
    goes: str
    """Which way the column runs where it is chosen: `ascending` or `descending`."""


@require_safe
def ratings_page(request: HtmxHttpRequest, club: str) -> HttpResponse:
    """Show both ratings of everybody in a club."""
    found = get_club_for(request, club)
    is_part = bool(request.htmx) and request.htmx.target == "rating-list"
    tag = ratings_text.tag(found)
    whole = tag_for(tag, is_part)
    same = page_unchanged(request, whole)
    if same is not None:
        return same
    if is_part:
        context = _listed(found, request.GET)
        return answered(request, "season/_rating_list.html", context, whole)
    shown = _text(found, request.GET) if request.GET else ratings_text(found, tag=tag)
    context = {"club": found, "shown": shown}
    return answered(request, "season/ratings.html", context, whole)


@kept(counted_version)
def ratings_text(club: Club) -> str:
    """Return what the page shows to everybody."""
    return _text(club, QueryDict())


def _text(club: Club, asked: QueryDict) -> str:
    context = _listed(club, asked)
    if context["lines"] and not club.hides_skill_rating:
        context["since"] = held_since(club)
    return render_to_string("season/_both_ratings.html", context)


def _listed(found: Club, asked: QueryDict) -> dict[str, Any]:
    """Return what the list shows as it is asked for."""
    form = RatingsForm(asked, found)
    return {
        "club": found,
        "form": form,
        "lines": rating_list(ClubPlayers(found), form.order, form.until),
        "headings": _headings(form),
        "is_placed": form.order in {RatingOrder.SKILL, RatingOrder.LISTED},
        "few": found.fewest_parties,
    }


def _headings(form: RatingsForm) -> list[Heading]:
    return [
        Heading(
            str(order.label),
            form.query(order),
            order == form.order,
            order != RatingOrder.NAME,
            "ascending" if order == RatingOrder.NAME else "descending",
        )
        for order in form.orders
    ]


@require_safe
def ratings_csv(request: HttpRequest, club: str) -> HttpResponse:
    """Return the rating list as comma-separated values."""
    found = get_club_for(request, club)
    form = RatingsForm(request.GET, found)
    headings = [
        gettext("Place"),
        gettext("Player"),
        gettext("Skill rating"),
        gettext("Strength (log odds)"),
        gettext("Uncertainty (one standard deviation)"),
        gettext("Classical list"),
        gettext("Parties"),
        gettext("Last rated"),
    ]
    lines = rating_list(ClubPlayers(found), form.order, form.until)
    rows = [_values(one) for one in lines]
    if found.hides_skill_rating:
        del headings[SKILL]
        for row in rows:
            del row[SKILL]
    response = csv_of(request, headings, rows)
    return named(response, f"{found.slug}-ratings", form.until, "csv")


SKILL = slice(2, 5)
"""The columns of the skill rating in the CSV."""


def _values(line: RatingLine) -> list[Value]:
    strength = line.now.strength
    return [
        line.place if line.place is not None else "",
        line.player.name,
        line.now.skill,
        Decimal(f"{strength.mean:.3f}"),
        Decimal(f"{strength.deviation:.3f}"),
        line.now.listed,
        line.now.parties,
        f"{line.now.last.day:%Y-%m-%d}",
    ]


# A player's course ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Course:
    """A player's ratings: now, over time, and why."""

    now: RatingNow
    skill_chart: Chart | None
    list_chart: Chart | None
    page: Page[RatingChange]
    people: ClubPlayers

    @property
    def changes(self) -> list[SafeString]:
        """The changes on the page that is asked for, shown, the last one first."""
        return [self._shown(one) for one in self.page]

    def _shown(self, change: RatingChange) -> SafeString:
        skill, listed = change.skill, change.listed
        names = [
            (pair.other, self.people.who(int(pair.other)).name) for pair in skill.pairs
        ]
        club = self.people.club
        return part_made(
            _change_text, club.slug, club.hides_skill_rating, skill, listed, names
        )


def course_of(asked: QueryDict, people: ClubPlayers, player: Player) -> Course | None:
    """Return the ratings of one person, in two queries; None without any."""
    changes = changes_of(people.ids_of(player))
    if not changes:
        return None
    strengths = strengths_until(people.club, None) or Strengths()
    skill = {one.day: one.skill.after.shown for one in changes}
    listed = {one.day: one.listed.after for one in changes}
    pages = Paginator(changes[::-1], CHANGES_ON_A_PAGE)
    return Course(
        RatingNow(
            changes[-1], strengths.strength(player.pk), people.club.fewest_parties
        ),
        chart_over_time(gettext("Skill rating"), skill, _short),
        chart_over_time(gettext("Classical list"), listed, _short),
        pages.get_page(asked.get("changes")),
        people,
    )


def _short(day: date) -> str:
    return formats.date_format(day, "SHORT_DATE_FORMAT")


def _change_text(
    club: str,
    hides_skill: bool,
    skill: SkillChange,
    listed: ListChange,
    names: list[tuple[Key, str]],
) -> str:
    """Return what a partie changed, and why, in the reader's words."""
    known = dict(names)
    context = {
        "club": {"slug": club, "hides_skill_rating": hides_skill},
        "skill": skill,
        "skill_why": [
            methods.worded(one, known) for one in (skill.reason, *skill.reasons)
        ],
        "listed": listed,
        "listed_why": methods.worded(listed.reason),
    }
    return render_to_string("season/_rating_change.html", context)
