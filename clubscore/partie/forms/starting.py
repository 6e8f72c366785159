"""Who sits down, where, and how it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Self

from django import forms
from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club import engine as rule_books
from clubscore.club.engine import HouseRule
from clubscore.club.models import Club, Season
from clubscore.club.names import folded, tidied
from clubscore.partie.forms.widgets import as_typed

LONGEST_NAME = 40
"""Of a player who is typed in at the table; four of them make a club's name."""

SEATS = (
    _("First East"),
    _("To East’s right, South"),
    _("Across from East, West"),
    _("To East’s left, North"),
)
"""Where the four names sit; the order of play is counter-clockwise."""


class Chips(TextChoices):
    """What the score is kept with at the table."""

    CHIPS = "chips", _("With chips: points are rounded to tens")
    NOTEPAD = "notepad", _("With a notepad: every point counts")


def _chips_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("How do you keep score at the table?"),
        choices=Chips.choices,
        initial=Chips.NOTEPAD,
        widget=forms.RadioSelect,
    )


def _duplicates(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each field whose name stood in an earlier one, and that name."""
    seen: set[str] = set()
    for field, name in names.items():
        if folded(name) in seen:
            yield field, name
        seen.add(folded(name))


class PlayForm(forms.Form):
    """Four names and a rule book."""

    ruleset = forms.ChoiceField(label=_("Rule book"))
    chips = _chips_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rulesets = rule_books.rulesets()
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(one.key, one.name) for one in rulesets]
        field.initial = rulesets[0].key
        names = {
            f"name_{place}": forms.CharField(
                label=label,
                error_messages={"required": _("Who sits here? Enter a name.")},
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
            for place, label in enumerate(SEATS)
        }
        self.fields = {**names, **self.fields}

    def clean(self) -> dict[str, Any]:
        """Refuse names that are too long or stand twice."""
        data = super().clean() or {}
        names = {}
        for place in range(len(SEATS)):
            field = f"name_{place}"
            if field not in data:
                continue
            names[field] = data[field] = tidied(data[field])
            if len(data[field]) > LONGEST_NAME:
                self.add_error(
                    field,
                    _("This name is too long: At most %(most)d characters.")
                    % {"most": LONGEST_NAME},
                )
        for field, name in _duplicates(names):
            self.add_error(
                field,
                _("“%(name)s” stands here twice. Tell the two apart.") % {"name": name},
            )
        return data

    @property
    def names(self) -> list[str]:
        """The four names, the first East first."""
        return [self.cleaned_data[f"name_{place}"] for place in range(len(SEATS))]

    @property
    def seats(self) -> list[forms.BoundField]:
        """The fields of the names."""
        return [self[f"name_{place}"] for place in range(len(SEATS))]


class NewForm(forms.Form):
    """A table of a club: its season, four players, how it is played."""

    season = forms.ModelChoiceField(Season.objects.none(), label=_("Season"))
    table = forms.CharField(
        label=_("Table"),
        max_length=20,
        required=False,
        help_text=_("Its number or name, if there are several."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seats_by = forms.ChoiceField(
        label=_("Seats"),
        choices=[
            ("table", _("As they sit: the order above")),
            ("draw", _("Drawn here")),
        ],
        initial="table",
        widget=forms.RadioSelect,
    )
    chips = _chips_field()

    def __init__(
        self, *args: Any, club: Club, season: Season | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        seasons = self.fields["season"]
        assert isinstance(seasons, forms.ModelChoiceField)
        seasons.queryset = club.seasons.order_by("-starts_on")
        seasons.empty_label = None
        seasons.initial = season
        self.fields["table"].strip = True  # type: ignore[attr-defined]
        self.places = range(len(SEATS))
        players = club.players.filter(merged_into=None).values_list("pk", "name")
        self.known = {str(pk): name for pk, name in players}
        choices = [("", _("Choose a player")), *self.known.items()]
        for place in self.places:
            self.fields[f"player_{place}"] = forms.ChoiceField(
                label=SEATS[place], choices=choices, required=False
            )
            self.fields[f"name_{place}"] = forms.CharField(
                label=_("or a new name"),
                required=False,
                max_length=LONGEST_NAME,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
            self.fields[f"guest_{place}"] = forms.BooleanField(
                label=_("guest"), required=False
            )
        self.shown = season
        """The season whose house rules the form shows."""
        key = season.ruleset if season is not None else rule_books.rulesets()[0].key
        self.rules = rule_books.house_rules(key)
        chosen = season.options if season is not None else {}
        for rule in self.rules:
            value = chosen.get(rule.key, rule.default)
            self.fields[f"option_{rule.key}"] = _option_field(rule, value)

    @classmethod
    def unchecked(
        cls, data: Mapping[str, Any], *, club: Club, season: Season | None
    ) -> Self:
        """Return what was typed so far, of which nothing is wrong yet."""
        form = cls(club=club, season=season)
        form.initial = as_typed(form, data)
        return form

    def clean(self) -> dict[str, Any]:
        """Refuse a seat without a player, and a player on two seats."""
        data = super().clean() or {}
        seen = self.data.get("shown")
        if seen and self.shown is not None and seen != str(self.shown.pk):
            self.add_error(
                "season",
                _(
                    "The house rules below have changed with the season. Look at them, "
                    "then start."
                ),
            )
        names = {}
        for place in self.places:
            chosen, typed = f"player_{place}", f"name_{place}"
            data[typed] = tidied(data.get(typed) or "")
            if data.get(chosen) and data[typed]:
                self.add_error(typed, _("Choose a player or type a name, not both."))
            elif data.get(chosen):
                names[chosen] = self.known[data[chosen]]
            elif data[typed]:
                names[typed] = data[typed]
            elif chosen not in self.errors and typed not in self.errors:
                self.add_error(
                    chosen, _("Who sits here? Choose a player or type a name.")
                )
        for field, name in _duplicates(names):
            self.add_error(
                field, _("“%(name)s” cannot sit on two seats.") % {"name": name}
            )
        return data

    @property
    def options(self) -> dict[str, str | int]:
        """The house rules that were chosen for this partie alone."""
        found: dict[str, str | int] = {}
        for rule in self.rules:
            text: str | int | None = self.cleaned_data.get(f"option_{rule.key}")
            if text is None or text == "":
                continue
            values = {str(value): value for value, _name in rule.choices}
            found[rule.key] = values.get(str(text), text)
        return found

    @property
    def seats(self) -> list[tuple[Any, forms.BoundField, forms.BoundField, Any]]:
        """Each seat's name and its three fields."""
        return [
            (
                SEATS[place],
                self[f"player_{place}"],
                self[f"name_{place}"],
                self[f"guest_{place}"],
            )
            for place in self.places
        ]

    @property
    def has_house_rules(self) -> bool:
        """Whether a house rule was changed for this partie."""
        return any(field.errors or field.value() for field in self.house_rules)

    @property
    def house_rules(self) -> list[forms.BoundField]:
        """The fields of the house rules."""
        return [self[name] for name in self.fields if name.startswith("option_")]


def _option_field(rule: HouseRule, value: str | int) -> forms.Field:
    """Return the field of a house rule that the season sets to *value*."""
    if rule.is_number:
        return forms.IntegerField(
            label=gettext(rule.name),
            required=False,
            min_value=rule.least,
            max_value=rule_books.MOST,
            widget=forms.NumberInput(attrs={"placeholder": str(value)}),
            help_text=_("Empty: as in the season, %(value)s.") % {"value": value},
        )
    as_in_season = _("as in the season: %(value)s") % {
        "value": gettext(rule.words_for(value))
    }
    others = [(str(one), gettext(name)) for one, name in rule.choices if one != value]
    return forms.ChoiceField(
        label=gettext(rule.name), required=False, choices=[("", as_in_season), *others]
    )
