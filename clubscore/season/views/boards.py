"""The leaderboard as a page shows it: what is asked of it, and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club import methods
from clubscore.club.forms import DateInput
from clubscore.partie.charts import Chart, chart_of
from clubscore.partie.evenings import day_of_tonight
from clubscore.ranking import (
    Foresight,
    Line,
    Result,
    Sentence,
    Verdict,
    Winners,
    course,
)
from clubscore.season.charting import day_below_chart
from clubscore.season.standings import Leaderboard, Row, year_winners_of

IN_CHART = 5
"""How many lines a chart can tell apart."""


class BoardForm(forms.Form):
    """What can be asked of a leaderboard; whatever makes no sense is left out."""

    as_of = forms.DateField(
        label=_("As it stood on"), required=False, widget=DateInput()
    )
    method = forms.ChoiceField(label=_("Try another method"), required=False)
    why = forms.SlugField(required=False, allow_unicode=True)
    player = forms.SlugField(label=_("Player"), required=False, allow_unicode=True)
    place = forms.IntegerField(
        label=_("wants to be at least"), required=False, min_value=1, max_value=999
    )
    players = forms.TypedChoiceField(
        label=_("At the table"),
        required=False,
        choices=[(3, "3"), (4, "4"), (5, "5")],
        coerce=int,
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        if data:
            data = QueryDict(data.urlencode(), mutable=True)
            data.setdefault("players", "4")
        super().__init__(data or None, initial={"players": 4})
        choices = [("", gettext("none: only the one in force"))]
        choices += [(one.key, gettext(one.name)) for one in methods.presets()]
        field = self.fields["method"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def asked(self, name: str) -> Any:
        """Return what is asked in a field; None where nothing sensible is."""
        if not self.is_bound or name in self.errors:
            return None
        return self.cleaned_data.get(name) or None

    def only(self, name: str) -> str:
        """Return the part of an address that asks for one field alone."""
        value = self.data.get(name) if self.asked(name) is not None else None
        return "?" + urlencode({name: value}) if value else ""

    def query(self, **other: str) -> str:
        """Return the part of an address that asks the same, but for *other*."""
        asked = {
            name: self.data[name]
            for name in self.fields
            if self.is_bound and self.data.get(name)
        }
        return "?" + urlencode(
            {name: value for name, value in (asked | other).items() if value}
        )


@dataclass(frozen=True, slots=True)
class Counted:
    """A partie or an evening in the explanation of a line."""

    day: date
    points: str
    counts: bool
    reasons: tuple[str, ...]
    parties: tuple[int, ...]
    """The numbers of the parties it comes from."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why a line is as it is."""

    sums: tuple[str, ...]
    results: tuple[Counted, ...]
    missed: tuple[tuple[date, str], ...]
    deductions: tuple[tuple[str, str], ...]
    decisions: tuple[str, ...]
    unplaced: str


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of the leaderboard, with what was asked beside it."""

    row: Row
    why: Why | None
    """Only where it is asked."""
    tried_place: int | None
    tried_points: str
    opened: str
    """The part of an address that asks why, and for all that is asked already."""
    closed: str
    """The part that asks for the same but why."""

    @property
    def moves(self) -> int | None:
        """How many places the method that is tried would lift the player."""
        place = self.row.line.place
        if place is None or self.tried_place is None:
            return None
        return place - self.tried_place


@dataclass(frozen=True, slots=True)
class PeriodShown:
    """A period of a season and who leads it."""

    number: int
    first: date
    last: date
    is_complete: bool
    leaders: tuple[tuple[int | None, str, str], ...]
    to_play_offs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard and everything that was asked of it."""

    leaderboard: Leaderboard
    placed: tuple[BoardRow, ...]
    unplaced: tuple[BoardRow, ...]
    method_name: str
    summary: str
    """The method in one sentence; empty for a club's own."""
    sentences: tuple[str, ...]
    tried_name: str
    """Empty where no other method is tried."""
    tried_summary: str
    days: tuple[date, ...]
    """On which there was an evening, the last one first."""
    chart: Chart | None
    periods: tuple[PeriodShown, ...]
    skipped: tuple[tuple[date, str], ...]
    """Evenings that do not count, and why."""
    titles: tuple[tuple[str, str, date | None, str], ...]
    needed: str
    """What was asked of tonight; empty where nothing was."""
    assumed: tuple[str, ...]

    @property
    def reachable(self) -> range:
        """The places that somebody can want to reach."""
        return range(1, max(len(self.placed), 1) + 1)

    @property
    def is_everybody_tied(self) -> bool:
        """Whether all who have a place have the same."""
        return len(self.placed) > 1 and all(
            one.row.line.place == 1 for one in self.placed
        )


def board_of(full: Leaderboard, form: BoardForm) -> Board:
    """Return the leaderboard of a season as it is asked for."""
    record = full.record
    as_of = form.asked("as_of")
    shown = Leaderboard(record, full.method, as_of) if as_of else full
    tried = None
    preset = methods.preset_called(form.asked("method") or "")
    if preset is not None and preset.method != shown.method:
        tried = Leaderboard(record, preset.method, as_of)
    others = {} if tried is None else {row.line.player: row for row in tried.rows}
    why = form.asked("why")
    rows = [
        _board_row(shown, row, others, form, is_open=row.slug == why)
        for row in shown.rows
    ]
    needed, assumed = _needed(shown, form)
    return Board(
        shown,
        tuple(one for one in rows if one.row.line.place is not None),
        tuple(one for one in rows if one.row.line.place is None),
        methods.name_of(shown.method),
        methods.summary_of(shown.method),
        tuple(methods.sentences_of(shown.method)),
        methods.name_of(tried.method) if tried is not None else "",
        methods.summary_of(tried.method) if tried is not None else "",
        tuple(reversed(record.dates)),
        _chart(shown),
        tuple(_periods(shown)),
        tuple(
            (held.date, methods.worded(held.reason, record.names))
            for held in shown.standings.evenings
            if held.reason is not None
        ),
        tuple(_titles(shown)),
        needed,
        assumed,
    )


def _board_row(
    shown: Leaderboard,
    row: Row,
    others: Mapping[int | str, Row],
    form: BoardForm,
    *,
    is_open: bool,
) -> BoardRow:
    other = others.get(row.line.player)
    return BoardRow(
        row,
        _why(shown, row.line) if is_open else None,
        other.line.place if other is not None else None,
        other.points if other is not None else "",
        form.query(why=row.slug),
        form.query(why=""),
    )


# Why ------------------------------------------------------------------------------


def _why(shown: Leaderboard, line: Line) -> Why:
    """Return the explanation of a line, in the reader's words."""
    names = shown.record.names

    def said(sentence: Sentence) -> str:
        return methods.worded(sentence, names)

    return Why(
        tuple(said(one) for one in line.sums),
        tuple(_counted(shown, one) for one in line.verdicts),
        tuple((one.date, said(one.reason)) for one in line.missed),
        tuple(
            (methods.points_text(one.points, is_signed=True), said(one.reason))
            for one in line.deductions
        ),
        tuple(said(one.reason) for one in line.decisions),
        said(line.unplaced) if line.unplaced is not None else "",
    )


def _counted(shown: Leaderboard, verdict: Verdict) -> Counted:
    result: Result = verdict.result
    names, numbers = shown.record.names, shown.record.parties
    reasons = [methods.worded(one.reason, names) for one in result.portions]
    if verdict.reason is not None:
        reasons.append(methods.worded(verdict.reason, names))
    return Counted(
        result.date,
        methods.points_text(result.points),
        verdict.counts,
        tuple(reasons),
        tuple(numbers[key] for key in result.parties),
    )


# Beside the table -----------------------------------------------------------------


def _chart(shown: Leaderboard) -> Chart | None:
    """Return how the points of the first five ran over the season's evenings."""
    leaders = [row for row in shown.rows if row.line.place is not None][:IN_CHART]
    runs: list[dict[str, int]] = []
    days = []
    for day, then in course(shown.method, shown.played):
        days.append(day_below_chart(day))
        points = {one.player: one.points for one in then.lines}
        runs.append(
            {
                str(row.line.player): _drawn(points.get(row.line.player, Fraction(0)))
                for row in leaders
            }
        )
    if len(runs) < 2 or not leaders:
        return None
    names = {str(row.line.player): row.name for row in leaders}
    return chart_of(names, 0, runs, days)


def _drawn(points: Fraction) -> int:
    """Return whole points: a line of a chart shows no fractions of one."""
    return round(points)


def _periods(shown: Leaderboard) -> list[PeriodShown]:
    names = shown.record.names
    return [
        PeriodShown(
            one.number,
            one.first,
            one.last,
            one.is_complete,
            tuple(
                (line.place, names[line.player], methods.points_text(line.points))
                for line in one.lines
                if line.place is not None and line.place <= 3
            ),
            tuple(names[player] for player in one.to_play_offs),
        )
        for one in shown.standings.periods
    ]


def _titles(shown: Leaderboard) -> list[tuple[str, str, date | None, str]]:
    """Return what was won: the title, by whom, when, with how many points."""
    of_year = year_winners_of(shown)
    return [
        (
            _title(one),
            ", ".join(shown.record.names[player] for player in one.players),
            one.date,
            methods.points_text(one.points, is_signed=True),
        )
        for one in ((of_year,) if of_year is not None else ()) + shown.titles
    ]


def _title(won: Winners) -> str:
    name = gettext(won.title.name_to_show)
    return f"{name} {won.year}" if won.year is not None else name


def _needed(shown: Leaderboard, form: BoardForm) -> tuple[str, tuple[str, ...]]:
    """Return what a player needs tonight to reach a place, and what that assumes."""
    slug, place = form.asked("player"), form.asked("place")
    if slug is None or place is None:
        return "", ()
    record = shown.record
    player = next((pk for pk, one in record.slugs.items() if one == slug), None)
    if player is None:
        return gettext("Nobody of that name plays in this club."), ()
    found: Foresight = shown.foreseen(
        int(player),
        place,
        day_of_tonight(record.season.club),
        form.asked("players") or 4,
    )
    return methods.worded(found.reason, record.names), tuple(
        methods.worded(one, record.names) for one in found.assumptions
    )
