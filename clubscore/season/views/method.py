"""The settings page of a season's standings method."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext

from clubscore.club import methods, services
from clubscore.club.access import administers_club
from clubscore.club.models import Club, Season, Substitutes
from clubscore.club.views import reads_and_writes
from clubscore.ranking import (
    KINDS,
    PART_NAMES,
    Choice,
    Choices,
    Flag,
    Method,
    MethodError,
    PointsByPlace,
    Problem,
    SettingValue,
    Whole,
    changed,
    settings_in,
)
from clubscore.season.standings import Leaderboard, record_of

if TYPE_CHECKING:
    from clubscore.partie.views.seeing import HtmxHttpRequest


@dataclass(frozen=True, slots=True)
class Option:
    """One answer that can be chosen."""

    value: str
    name: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Select:
    """A list to choose one answer from."""

    name: str
    """Of the field, and its id."""
    label: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class FormField:
    """A setting of the method as the page asks for it."""

    path: str
    label: str
    kind: str
    """text, number, flag, choice or choices."""
    value: str = ""
    is_on: bool = False
    selects: tuple[Select, ...] = ()
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormPart:
    """A part of the method as the page asks for it."""

    key: str
    name: str
    kinds: Select | None
    """What it can be; None where there is no choice."""
    fields: tuple[FormField, ...]
    says: tuple[str, ...]
    is_open: bool
    """Whether its fields are seen: something is wrong with one, or one was changed."""


@dataclass(frozen=True, slots=True)
class Change:
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
    method: Method = kept
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        method, problems = _asked(kept, data)
    if data.get("action") == "save" and not problems:
        services.season_method_change(
            season=season,
            method=methods.stored(method),
            substitutes=data.get("substitutes", season.substitutes),
        )
        messages.success(
            request,
            gettext("The leaderboard of %(name)s follows the new method.")
            % {"name": season.name},
        )
        return redirect(season)
    dry_run = None
    if not problems and method != kept:
        dry_run = _changes(season, kept, method)
    context = {
        "club": club,
        "season": season,
        "presets": _presets(method),
        "parts": _parts(method, data, problems, _part_changed(request)),
        "problems": [
            methods.worded(one.sentence)
            for one in problems
            if one.field not in {value.path for value in settings_in(method)}
        ],
        "has_problems": bool(problems),
        "is_changed": method != kept,
        "changes": dry_run,
        "substitutes": _substitutes(data.get("substitutes", season.substitutes)),
    }
    template = "season/_method.html" if request.htmx else "season/method.html"
    # htmx draws what is wrong as well; without it a form that is refused says so.
    status = 422 if problems and not request.htmx else 200
    return render(request, template, context, status=status)


def _presets(method: Method) -> list[tuple[str, str, str, bool]]:
    """Return the ready-made methods: key, name, what it does, whether it is this."""
    return [
        (
            one.key,
            gettext(one.name),
            methods.worded(one.summary),
            one.method == method,
        )
        for one in methods.presets()
    ]


def _substitutes(chosen: str) -> Select:
    return Select(
        "substitutes",
        gettext("A substitute’s result counts for"),
        tuple(
            Option(value, str(name), value == chosen)
            for value, name in Substitutes.choices
        ),
    )


# What was asked ---------------------------------------------------------------------


def _asked(kept: Method, data: QueryDict) -> tuple[Method, tuple[Problem, ...]]:
    """Return the method that was sent, or the last sensible one and what is wrong."""
    preset = methods.preset_called(data.get("preset", ""))
    if preset is not None:
        return preset.method, ()
    kinds = {
        f"{name}.kind": data[f"{name}.kind"]
        for name in KINDS
        if data.get(f"{name}.kind")
    }
    try:
        base = changed(kept, kinds)
    except MethodError as error:
        return kept, error.problems
    # A part that has just become another has its usual settings, not those of before.
    values = {
        one.path: _sent(one, data) for one in settings_in(base) if _was_asked(one, data)
    }
    try:
        return changed(base, values), ()
    except MethodError as error:
        return base, error.problems


def _was_asked(one: SettingValue, data: QueryDict) -> bool:
    return f"asked:{one.path}" in data


def _sent(one: SettingValue, data: QueryDict) -> Any:
    match one.kind:
        case Flag():
            return one.path in data
        case Choices():
            chosen = [value for value in data.getlist(one.path) if value]
            return list(dict.fromkeys(chosen))
        case _:
            return data.get(one.path, "")


# The form ---------------------------------------------------------------------------


def _part_changed(request: HtmxHttpRequest) -> str:
    """Return the part of which a field has just been changed; empty if none was."""
    trigger = request.htmx.trigger if request.htmx else None
    return (trigger or "").removeprefix("part-")


def _parts(
    method: Method, data: QueryDict, problems: Iterable[Problem], opened: str
) -> list[FormPart]:
    """Return the method's parts with their fields, and what was typed in these."""
    errors: dict[str, list[str]] = {}
    for problem in problems:
        errors.setdefault(problem.field, []).append(methods.worded(problem.sentence))
    settings: dict[str, list[SettingValue]] = {}
    for one in settings_in(method):
        settings.setdefault(one.path.partition(".")[0], []).append(one)
    return [
        FormPart(
            key,
            gettext(PART_NAMES[key]),
            _kinds(key, part.kind),
            tuple(_field(one, data, errors) for one in settings.get(key, [])),
            tuple(methods.worded(one) for one in part.says()),
            is_open=key == opened
            or any(path.partition(".")[0] == key for path in errors),
        )
        for key, part in method.parts.items()
    ]


def _kinds(key: str, chosen: str) -> Select | None:
    if len(KINDS[key]) == 1:
        return None
    return Select(
        f"{key}.kind",
        gettext(PART_NAMES[key]),
        tuple(
            Option(one.kind, gettext(one.name), one.kind == chosen)
            for one in KINDS[key]
        ),
    )


def _field(
    one: SettingValue, data: QueryDict, errors: Mapping[str, list[str]]
) -> FormField:
    value = one.value
    label = gettext(one.name)
    wrong = tuple(errors.get(one.path, ()))
    if wrong and _was_asked(one, data):
        value = _sent(one, data)
    match one.kind:
        case Flag():
            return FormField(one.path, label, "flag", is_on=bool(value), errors=wrong)
        case Choice(names):
            select = _select(one.path, label, names, value)
            return FormField(one.path, label, "choice", selects=(select,), errors=wrong)
        case Choices(names):
            selects = tuple(
                _select(
                    one.path,
                    gettext("%(place)d. %(label)s")
                    % {"place": place + 1, "label": label},
                    names,
                    value[place] if place < len(value) else "",
                    may_be_none=True,
                )
                for place in range(len(names))
            )
            return FormField(one.path, label, "choices", selects=selects, errors=wrong)
        case PointsByPlace():
            text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
            return FormField(one.path, label, "text", text, errors=wrong)
        case Whole():
            return FormField(one.path, label, "number", str(value), errors=wrong)
        case _:
            return FormField(one.path, label, "text", str(value), errors=wrong)


def _select(
    path: str, label: str, names: Any, chosen: str, *, may_be_none: bool = False
) -> Select:
    options = [
        Option(member.value, gettext(name), member.value == chosen)
        for member, name in names
    ]
    if may_be_none:
        options.insert(0, Option("", "–", not chosen))
    return Select(path, label, tuple(options))


# What it would change ---------------------------------------------------------------


def _changes(season: Season, kept: Method, method: Method) -> list[Change]:
    """Return the leaderboard by both methods, in the order of the new one."""
    record = record_of(season)
    before = {row.line.player: row for row in Leaderboard(record, kept).rows}
    changes = []
    for row in Leaderboard(record, method).rows:
        was = before.get(row.line.player)
        changes.append(
            Change(
                row.name,
                was.line.place if was is not None else None,
                row.line.place,
                was.points if was is not None else "",
                row.points,
            )
        )
    return changes
