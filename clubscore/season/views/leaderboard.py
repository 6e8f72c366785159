"""The leaderboard as its page shows it, with filters and explanations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club import methods
from clubscore.club.forms import DateInput
from clubscore.club.names import folded
from clubscore.club.templatetags.numbers import figure, signed
from clubscore.partie.charts import Chart, chart_of
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.models import Partie
from clubscore.partie.short_names import short_names
from clubscore.ranking import (
    Foresight,
    StandingsLine,
    StandingsResult,
    Statement,
    Verdict,
    Winners,
)
from clubscore.season.charts import day_below_chart
from clubscore.season.places import (
    NARROW,
    WIDE,
    PlaceChart,
    Spark,
    days_drawn,
    place_chart_of,
    sparks_of,
)
from clubscore.season.standings import Leaderboard, LeaderboardRow, year_winners_of

IN_CHART = 5
"""How many lines a chart can tell apart."""
WINNERS_OF = 8
"""Of how many evenings, the last ones, winners are told before all are asked for."""


class BoardForm(forms.Form):
    """What can be asked of a leaderboard; whatever makes no sense is left out."""

    as_of = forms.DateField(
        label=_("As it stood on"), required=False, widget=DateInput()
    )
    method = forms.ChoiceField(label=_("Try another method"), required=False)
    why = forms.SlugField(required=False, allow_unicode=True)
    show = forms.SlugField(required=False, allow_unicode=True)
    sort = forms.ChoiceField(
        required=False, choices=[(key, key) for key in ("name", "parties", "points")]
    )
    player = forms.SlugField(label=_("Player"), required=False, allow_unicode=True)
    winners = forms.ChoiceField(required=False, choices=[("all", "all")])
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
class ExplainedResult:
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
    results: tuple[ExplainedResult, ...]
    missed: tuple[tuple[date, str], ...]
    deductions: tuple[tuple[str, str], ...]
    decisions: tuple[str, ...]
    unplaced: str


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of the leaderboard, with what was asked beside it."""

    row: LeaderboardRow
    spark: Spark | None
    """How the place ran; None before a second evening."""
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
class TitleShown:
    """A title, and who has won it."""

    title: str
    names: str
    day: date | None
    points: str
    table: str
    """Which table was won; empty where it has no name, and for all other titles."""
    parties: tuple[int, ...]
    """The numbers of the parties that were played at it."""


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
    sort: str
    """What its lines are in the order of."""
    placed: tuple[BoardRow, ...]
    unplaced: tuple[BoardRow, ...]
    method_name: str
    summary: str
    """The method in one sentence; empty for a club's own."""
    example: str
    """What it makes of some results; empty for a club's own."""
    sentences: tuple[str, ...]
    tried_name: str
    """Empty where no other method is tried."""
    tried_summary: str
    days: tuple[date, ...]
    """On which there was an evening, the last one first."""
    chart: Chart | None
    places: PlaceChart | None
    """How places ran, for a wide box; None before a second evening."""
    narrow_places: PlaceChart | None
    """The same for a phone."""
    periods: tuple[PeriodShown, ...]
    skipped: tuple[tuple[date, str], ...]
    """Evenings that do not count, and why."""
    titles: tuple[TitleShown, ...]
    are_titles_all: bool
    """Whether these are all, or only those of the last evenings."""
    needed: str
    """What was asked of tonight; empty where nothing was."""
    assumed: tuple[str, ...]

    @property
    def has_sparks(self) -> bool:
        """Whether places ran over more evenings than one."""
        return any(one.spark for one in (*self.placed, *self.unplaced))

    @property
    def columns(self) -> int:
        """How many columns the table has."""
        return 5 + self.has_sparks + bool(self.tried_name)

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


SORTS: dict[str, Callable[[LeaderboardRow], Any]] = {
    "name": lambda row: folded(row.name),
    "parties": lambda row: -row.line.parties,
    "points": lambda row: -row.line.points,
}
"""What a leaderboard can be in the order of besides its places."""


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
    sort = form.asked("sort") or "place"
    sparks = sparks_of(shown)
    shown_line = form.asked("show") or ""

    def showing(player: str) -> str:
        return form.query(show=player)

    rows = [
        _board_row(
            shown,
            row,
            others,
            form,
            spark=sparks.get(row.line.player),
            is_open=row.slug == why,
        )
        for row in shown.rows
    ]
    if sort in SORTS:
        rows.sort(key=lambda one: SORTS[sort](one.row))
    needed, assumed = _needed(shown, form)
    won = _won(shown)
    titles = won if form.asked("winners") else _last_of(won)
    return Board(
        shown,
        sort,
        tuple(one for one in rows if one.row.line.place is not None),
        tuple(one for one in rows if one.row.line.place is None),
        methods.name_of(shown.method),
        methods.summary_of(shown.method),
        methods.example_of(shown.method),
        tuple(methods.sentences_of(shown.method)),
        methods.name_of(tried.method) if tried is not None else "",
        methods.summary_of(tried.method) if tried is not None else "",
        tuple(reversed(record.dates)),
        _chart(shown),
        place_chart_of(shown, record.names, WIDE, shown_line, showing),
        place_chart_of(shown, _short_names(shown), NARROW, shown_line, showing),
        tuple(_periods(shown)),
        tuple(
            (held.date, methods.worded(held.reason, record.names))
            for held in shown.standings.evenings
            if held.reason is not None
        ),
        tuple(_titles(shown, titles)),
        len(titles) == len(won),
        needed,
        assumed,
    )


def _board_row(
    shown: Leaderboard,
    row: LeaderboardRow,
    others: Mapping[int | str, LeaderboardRow],
    form: BoardForm,
    *,
    spark: Spark | None,
    is_open: bool,
) -> BoardRow:
    other = others.get(row.line.player)
    return BoardRow(
        row,
        spark,
        _why(shown, row.line) if is_open else None,
        other.line.place if other is not None else None,
        other.points if other is not None else "",
        form.query(why=row.slug),
        form.query(why=""),
    )


def _short_names(shown: Leaderboard) -> Mapping[int | str, str]:
    """Return how those on the leaderboard are called where there is little room."""
    short = short_names({str(row.line.player): row.name for row in shown.rows})
    return {row.line.player: short[str(row.line.player)] for row in shown.rows}


# Why ------------------------------------------------------------------------------


def _why(shown: Leaderboard, line: StandingsLine) -> Why:
    """Return the explanation of a line, in the reader's words."""
    names = shown.record.names

    def said(sentence: Statement) -> str:
        return methods.worded(sentence, names)

    return Why(
        tuple(said(one) for one in line.sums),
        tuple(_counted(shown, one) for one in line.verdicts),
        tuple((one.date, said(one.reason)) for one in line.missed),
        tuple((signed(one.points), said(one.reason)) for one in line.deductions),
        tuple(said(one.reason) for one in line.decisions),
        said(line.unplaced) if line.unplaced is not None else "",
    )


def _counted(shown: Leaderboard, verdict: Verdict) -> ExplainedResult:
    result: StandingsResult = verdict.result
    names, numbers = shown.record.names, shown.record.parties
    reasons = [methods.worded(one.reason, names) for one in result.portions]
    if verdict.reason is not None:
        reasons.append(methods.worded(verdict.reason, names))
    return ExplainedResult(
        result.date,
        figure(result.points),
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
    for day, then in shown.course_at(days_drawn(shown)):
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
    return chart_of(names, 0, runs, days, short=short_names(names))


def _drawn(points: Fraction) -> int:
    """Return whole points: a line of a chart shows no fractions of one."""
    return round(points)


def _periods(shown: Leaderboard) -> list[PeriodShown]:
    names = shown.record.names
    found = []
    for one in shown.standings.periods:
        lines = shown.in_order(one.lines)
        leaders = tuple(
            (line.place, names[line.player], figure(line.points))
            for line in lines
            if line.place is not None and line.place <= 3
        )
        to_play_offs = tuple(
            names[line.player] for line in lines if line.player in one.to_play_offs
        )
        found.append(
            PeriodShown(
                one.number,
                one.first,
                one.last,
                one.is_complete,
                leaders,
                to_play_offs,
            )
        )
    return found


def _won(shown: Leaderboard) -> tuple[Winners, ...]:
    """Return who has won what, of the year and the season and the evenings."""
    of_year = year_winners_of(shown)
    return ((of_year,) if of_year is not None else ()) + shown.titles


def _last_of(won: tuple[Winners, ...]) -> tuple[Winners, ...]:
    """Return those of the last evenings, and what no evening decides alone."""
    days = sorted({one.date for one in won if one.date is not None})
    return tuple(
        one for one in won if one.date is None or one.date in days[-WINNERS_OF:]
    )


def _titles(shown: Leaderboard, won: tuple[Winners, ...]) -> list[TitleShown]:
    """Return what was won, each table with the parties that were played there."""
    keys = {key for one in won for key in one.parties}
    parties = Partie.objects.only("number", "table").in_bulk(keys) if keys else {}
    return [
        TitleShown(
            _title(one),
            get_text_list(
                sorted(
                    (shown.record.names[player] for player in one.players), key=folded
                ),
                gettext("and"),
            ),
            one.date,
            signed(one.points),
            _table(parties[int(one.parties[0])]) if one.parties else "",
            tuple(parties[int(key)].number for key in one.parties),
        )
        for one in won
    ]


def _table(partie: Partie) -> str:
    return gettext("Table %(name)s") % {"name": partie.table} if partie.table else ""


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
