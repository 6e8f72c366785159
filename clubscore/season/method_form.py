"""
The form of a standings method: its fields, and how they are drawn.

Whatever was typed stays as it was typed, right or wrong, until it is saved. Of every
field that is drawn the form sends back which value it was drawn with, and of every
part which kind; so a field of another kind is not taken for one of the same name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from clubscore.club import methods
from clubscore.ranking import (
    KINDS,
    PART_NAMES,
    Choices,
    Draft,
    FieldProblem,
    Flag,
    Listed,
    Method,
    OneChoice,
    PointsByPlace,
    SettingValue,
    Statement,
    Whole,
    drafted,
)
from clubscore.ranking.fields import Json, settings_of_kind
from clubscore.ranking.texts import gettext_noop

DRAWN = "asked:"
"""What the names begin with that hold the values that fields were drawn with."""
ASIDE = "aside:"
"""What the names begin with that hold the values typed for another kind of a part."""


@dataclass(frozen=True, slots=True)
class SelectOption:
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
    options: tuple[SelectOption, ...]


@dataclass(frozen=True, slots=True)
class FormField:
    """A setting of the method as the page asks for it."""

    path: str
    label: str
    kind: str
    """text, number, flag, choice or choices."""
    value: str = ""
    """As the field shows it; of several selects, their values with blanks between."""
    is_on: bool = False
    selects: tuple[Select, ...] = ()
    errors: tuple[str, ...] = ()
    is_touched: bool = False
    """Whether the field was changed since it was drawn."""
    has_focus: bool = False

    @property
    def error_id(self) -> str:
        """The id of the place where errors stand."""
        return _error_id(self.path)


@dataclass(frozen=True, slots=True)
class FormPart:
    """A part of the method as the page asks for it."""

    key: str
    name: str
    kind: str
    kinds: Select | None
    """What it can be; None where there is no choice."""
    kind_errors: tuple[str, ...]
    fields: tuple[FormField, ...]
    aside: tuple[tuple[str, str], ...]
    """Names and values of hidden fields: what was typed for other kinds."""
    says: tuple[str, ...]
    is_open: bool
    """Whether its fields are seen: something is wrong with one, or was changed."""
    after_kind: str
    """What is drawn anew besides the fields when the part becomes another kind."""

    @property
    def has_errors(self) -> bool:
        """Whether something is wrong in this part."""
        return bool(self.kind_errors) or any(one.errors for one in self.fields)


@dataclass(frozen=True, slots=True)
class MethodFault:
    """Something wrong, for the list above the form."""

    text: str
    field: str
    """The id of the field that it concerns; empty where the page has none."""


# What was sent ----------------------------------------------------------------------


def draft_sent(kept: Method, data: QueryDict) -> Draft:
    """Return the method as the form has it now, where *kept* is the one in force."""
    preset = methods.preset_called(data.get("preset", ""))
    if preset is not None:
        return drafted(preset.method, {})
    kinds = _kinds_sent(data)
    base = drafted(kept, kinds)
    values = {}
    for one in base.settings:
        name = _name_sent(one, base.written[_part(one.path)]["kind"], data)
        if name is not None:
            values[one.path] = _typed(one, data.getlist(name))
    return drafted(kept, kinds | values)


def _kinds_sent(data: QueryDict) -> dict[str, Json]:
    """Return the chosen kinds of the parts; what there is none of is left out."""
    return {
        f"{of}.kind": one.kind
        for of, kinds in KINDS.items()
        for one in kinds
        if data.get(f"{of}.kind") == one.kind
    }


def refused(data: QueryDict) -> tuple[FieldProblem, ...]:
    """Return what is wrong with the kinds that were sent: there are none such."""
    return tuple(
        FieldProblem(
            f"{of}.kind",
            Statement(
                gettext_noop("Choose one of these: %(known)s."),
                {"known": Listed(tuple(one.name for one in kinds))},
            ),
        )
        for of, kinds in KINDS.items()
        if data.get(f"{of}.kind", "") not in {"", *(one.kind for one in kinds)}
    )


def _name_sent(one: SettingValue, kind: str, data: QueryDict) -> str | None:
    """Return under which name a setting was sent; None if it was not."""
    if f"{DRAWN}{one.path}" in data and _is_same_setting(one, kind, data):
        return one.path
    aside = f"{ASIDE}{kind}:{one.path}"
    return aside if aside in data else None


def _is_same_setting(one: SettingValue, kind: str, data: QueryDict) -> bool:
    """Return whether the field was drawn for this setting, not for its namesake."""
    of, _, name = one.path.partition(".")
    drawn_for = data.get(f"{DRAWN}{of}.kind", kind)
    known = {each.kind: settings_of_kind(each).get(name) for each in KINDS[of]}
    return known.get(drawn_for) == known[kind]


def _typed(one: SettingValue, sent: list[str]) -> Json:
    match one.kind:
        case Flag():
            return any(sent)
        case Choices():
            return list(dict.fromkeys(filter(None, sent)))
        case _:
            return sent[0] if sent else ""


def _part(path: str) -> str:
    return path.partition(".")[0]


# The form ---------------------------------------------------------------------------


def faults_of(draft: Draft, problems: Iterable[FieldProblem]) -> list[MethodFault]:
    """Return everything that is wrong, each sentence once, with its field."""
    fields = {one.path: _focus_id(one) for one in draft.settings}
    fields |= {f"{of}.kind": f"{of}.kind" for of in KINDS if len(KINDS[of]) > 1}
    faults: dict[str, MethodFault] = {}
    for problem in problems:
        text = methods.worded(problem.sentence)
        faults.setdefault(text, MethodFault(text, fields.get(problem.field, "")))
    return list(faults.values())


def _focus_id(one: SettingValue) -> str:
    """Return the id of the first field of a setting."""
    return f"{one.path}-1" if isinstance(one.kind, Choices) else one.path


def form_parts(
    draft: Draft, data: QueryDict, problems: Iterable[FieldProblem]
) -> list[FormPart]:
    """Return the parts of the method with their fields, as they were typed."""
    errors: dict[str, list[str]] = {}
    for problem in problems:
        errors.setdefault(problem.field, []).append(methods.worded(problem.sentence))
    says = draft.says()
    drawn = {
        of: [
            _field(one, data, errors) for one in draft.settings if _part(one.path) == of
        ]
        for of in KINDS
    }
    focused = _with_focus([one for fields in drawn.values() for one in fields])
    parts = []
    for of, name in PART_NAMES.items():
        kind = draft.written[of]["kind"]
        fields = tuple(replace(one, has_focus=one.path == focused) for one in drawn[of])
        wrong = tuple(errors.get(f"{of}.kind", ()))
        parts.append(
            FormPart(
                of,
                gettext(name),
                kind,
                _kinds(of, kind),
                wrong,
                fields,
                tuple(_aside(of, kind, data)),
                tuple(methods.worded(one) for one in says[of]),
                is_open=bool(wrong)
                or data.get(f"{DRAWN}{of}.kind", kind) != kind
                or any(one.errors or one.is_touched for one in fields),
                after_kind=",".join(_news(drawn, but=of)),
            )
        )
    return parts


def news_of(parts: Iterable[FormPart]) -> str:
    """Return what is drawn anew when a field has changed: all but the fields."""
    return ",".join(_news({one.key: one.fields for one in parts}))


def all_of(parts: Iterable[FormPart]) -> str:
    """Return what is drawn anew when another method is begun with."""
    keys = [one.key for one in parts]
    return ",".join(
        [
            *ABOUT_ALL,
            *(f"#says-{key}" for key in keys),
            *(f"#body-{key}" for key in keys),
        ]
    )


ABOUT_ALL = ("#method-problems", "#presets", "#dry-run")
"""What is said of the method as a whole."""


def _news(fields: Mapping[str, Iterable[FormField]], but: str = "") -> list[str]:
    """Return what depends on the fields; not that inside the fields of *but*."""
    return [
        *ABOUT_ALL,
        *(f"#says-{of}" for of in fields),
        *(f"#{_error_id(f'{of}.kind')}" for of in fields if len(KINDS[of]) > 1),
        *(f"#{one.error_id}" for of in fields if of != but for one in fields[of]),
    ]


def _error_id(path: str) -> str:
    # No dot: it would be a class in a selector.
    return f"wrong-{path.replace('.', '-')}"


def _with_focus(fields: Iterable[FormField]) -> str:
    """Return the field that a page without JavaScript begins at; empty for none."""
    fields = list(fields)
    wrong = [one.path for one in fields if one.errors]
    touched = [one.path for one in fields if one.is_touched]
    return next(iter(wrong + touched), "")


def _kinds(of: str, chosen: str) -> Select | None:
    if len(KINDS[of]) == 1:
        return None
    return Select(
        f"{of}.kind",
        gettext(PART_NAMES[of]),
        tuple(
            SelectOption(one.kind, gettext(one.name), one.kind == chosen)
            for one in KINDS[of]
        ),
    )


def _aside(of: str, kind: str, data: QueryDict) -> Iterator[tuple[str, str]]:
    """Yield what was typed for other kinds of a part than its present one."""
    drawn_for = data.get(f"{DRAWN}{of}.kind", kind)
    for one in KINDS[of]:
        if one.kind == kind or "preset" in data:
            continue
        for name in settings_of_kind(one):
            path = f"{of}.{name}"
            aside = f"{ASIDE}{one.kind}:{path}"
            is_drawn = one.kind == drawn_for and f"{DRAWN}{path}" in data
            for value in data.getlist(path if is_drawn else aside) or [""] * is_drawn:
                yield aside, value


def _field(
    one: SettingValue, data: QueryDict, errors: Mapping[str, list[str]]
) -> FormField:
    field = _drawn(one)
    drawn_with = data.get(f"{DRAWN}{one.path}", field.value)
    return replace(
        field,
        errors=tuple(errors.get(one.path, ())),
        is_touched="preset" not in data and drawn_with != field.value,
    )


def _drawn(one: SettingValue) -> FormField:
    """Return the field of a setting; of a value that is none of its kind, as text."""
    value = one.value
    label = gettext(one.name)
    match one.kind:
        case Flag():
            text = "on" if value else ""
            return FormField(one.path, label, "flag", text, is_on=bool(value))
        case OneChoice(names):
            select = _select(one.path, label, names, value)
            return FormField(one.path, label, "choice", str(value), selects=(select,))
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
            text = " ".join(value)
            return FormField(one.path, label, "choices", text, selects=selects)
        case PointsByPlace():
            text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
            return FormField(one.path, label, "text", text)
        case Whole():
            return FormField(one.path, label, "number", str(value))
        case _:
            return FormField(one.path, label, "text", str(value))


def _select(
    path: str, label: str, names: Any, chosen: str, *, may_be_none: bool = False
) -> Select:
    options = [
        SelectOption(member.value, gettext(name), member.value == chosen)
        for member, name in names
    ]
    if may_be_none:
        options.insert(0, SelectOption("", "–", not chosen))
    return Select(path, label, tuple(options))
