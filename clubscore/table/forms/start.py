"""The form that starts a partie: players, seats and rules."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubscore.club import engine as rule_books
from clubscore.club.models import Club, Season
from clubscore.club.names import tidied
from clubscore.club.rule_fields import partie_field
from clubscore.partie.forms.seating import LONGEST_NAME, duplicates
from clubscore.partie.forms.tables import OPTION, TableForm, Typed
from clubscore.partie.models import Partie


class PlayForm(TableForm):
    """Names and a rule book."""

    seat_fields = ("name_",)

    def __init__(self, data: Typed | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        for place, label in enumerate(self.labels):
            self.fields[f"name_{place}"] = forms.CharField(
                label=label,
                error_messages={"required": _("Who sits here? Enter a name.")},
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
        self._add_house_rules({}, is_seasons=False)
        self._ask_last("chips")
        self._ask_last("begin")
        if data is not None:
            self.keep(data)

    def clean(self) -> dict[str, Any]:
        """Refuse names that are too long or stand twice."""
        data = super().clean()
        names = {}
        for place in range(self.many):
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
        for field, name in duplicates(names):
            self.add_error(
                field,
                _("“%(name)s” stands here twice. Tell the two apart.") % {"name": name},
            )
        return data

    @property
    def names(self) -> list[str]:
        """The names, the first East first."""
        return [self.cleaned_data[f"name_{place}"] for place in range(self.many)]

    @property
    def seats(self) -> list[forms.BoundField]:
        """The fields of the names."""
        return [self[f"name_{place}"] for place in range(self.many)]


class HouseRulesForm(forms.Form):
    """What a partie is played by, before its first game."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self, data: Typed | None = None, *, partie: Partie, **more: Any
    ) -> None:
        super().__init__(data, **more)
        self.rules = rule_books.house_rules(partie.ruleset, partie.players)
        self._preset: dict[str, object] = {
            rule.key: rule.default for rule in self.rules
        }
        if partie.uses_chips:
            self._preset |= rule_books.with_chips(partie.ruleset)
        self.fields["version"].initial = partie.version
        for rule in self.rules:
            preset, now = self._preset[rule.key], partie.options.get(rule.key)
            field = partie_field(rule, preset, is_seasons=False)
            field.initial = now if rule.is_asked or now != preset else None
            self.fields[OPTION + rule.key] = field

    @property
    def options(self) -> dict[str, object]:
        """Every house rule; what was left alone is as it is preset."""
        chosen = {
            rule.key: self.cleaned_data.get(OPTION + rule.key) for rule in self.rules
        }
        values = {
            key: self._preset[key] if value is None else value
            for key, value in chosen.items()
        }
        return {key: value for key, value in values.items() if value is not None}

    @property
    def house_rules(self) -> list[forms.BoundField]:
        """The fields of the house rules, in the order of the book."""
        return [self[OPTION + rule.key] for rule in self.rules]


class NewForm(TableForm):
    """A table of a club: its season, its players, how it is played."""

    season = forms.ModelChoiceField(Season.objects.none(), label=_("Season"))
    table = forms.CharField(
        label=_("Table"),
        max_length=20,
        required=False,
        help_text=_("Its number or name, if there are several."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    day = forms.DateField(
        label=_("Day of the evening"),
        required=False,
        help_text=_(
            "Left empty, it is today; after midnight the evening that still goes on."
        ),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
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
    seat_fields = ("player_", "name_", "guest_")

    def __init__(
        self,
        data: Typed | None = None,
        *,
        club: Club,
        season: Season | None,
        **more: Any,
    ) -> None:
        played = () if season is None else (season.ruleset,)
        super().__init__(data, played=played, **more)
        self.shown = season
        """The season whose house rules the form shows."""
        seasons = self.fields["season"]
        assert isinstance(seasons, forms.ModelChoiceField)
        seasons.queryset = club.seasons.order_by("-starts_on")
        seasons.empty_label = None
        seasons.initial = season
        is_seasons = season is not None and season.ruleset == self.drawn_for
        if season is not None and not is_seasons:
            self.fields["ruleset"].help_text = _(
                "Not the season’s own rule book: the season’s house rules do not hold "
                "for this partie, only what you choose here."
            )
        players = club.players.filter(merged_into=None).values_list("pk", "name")
        self.known = {str(pk): name for pk, name in players}
        choices = [("", _("Choose a player")), *self.known.items()]
        for place, label in enumerate(self.labels):
            self.fields |= _seat_fields(place, label, choices)
        chosen = season.options if season is not None and is_seasons else {}
        self._add_house_rules(chosen, is_seasons=is_seasons)
        self._order()
        if data is not None:
            self.keep(data)

    def fill(self, data: Typed) -> None:
        """Show what was typed so far, and the season whose rules are shown."""
        super().fill(data)
        self.initial["season"] = self.shown

    def _order(self) -> None:
        """Put the fields in the order in which the page shows them."""
        asked = [OPTION + rule.key for rule in self.rules if rule.is_asked]
        seats = [
            f"{start}{place}"
            for place in range(self.many)
            for start in self.seat_fields
        ]
        first = ["season", "ruleset", "players", *seats, "seats_by", *asked]
        rest = [name for name in self.fields if name not in {*first, "day"}]
        # The day stands at the end of the page, for the sheet of a past evening.
        self.order_fields([*first, "table", "chips", *rest, "day"])

    def _check_day(self, data: dict[str, Any]) -> None:
        """Refuse a day to come, and one that the season does not hold."""
        day, season = data.get("day"), data.get("season")
        if day is None or season is None:
            return
        if day > timezone.localdate():
            self.add_error("day", _("This day is yet to come."))
            return
        holding = season.club.seasons.holding(day)
        if season in holding:
            return
        other = holding.first()
        if other is None:
            self.add_error("day", _("No season of the club holds this day."))
        else:
            self.add_error(
                "season",
                _("The day belongs to the season %(name)s: choose that one.")
                % {"name": other.name},
            )

    def clean(self) -> dict[str, Any]:
        """Refuse a seat without a player, and a player on two seats."""
        data = super().clean()
        seen = self.data.get("shown")
        if seen and self.shown is not None and seen != str(self.shown.pk):
            self.add_error(
                "season",
                _(
                    "The house rules below have changed with the season. Look at them, "
                    "then start."
                ),
            )
        self._check_day(data)
        names = {}
        for place in range(self.many):
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
        for field, name in duplicates(names):
            self.add_error(
                field, _("“%(name)s” cannot sit on two seats.") % {"name": name}
            )
        return data

    @property
    def seats(self) -> list[tuple[Any, forms.BoundField, forms.BoundField, Any]]:
        """Each seat's name and its three fields."""
        return [
            (
                label,
                self[f"player_{place}"],
                self[f"name_{place}"],
                self[f"guest_{place}"],
            )
            for place, label in enumerate(self.labels)
        ]


def _seat_fields(
    place: int, label: Any, choices: list[tuple[str, Any]]
) -> dict[str, forms.Field]:
    """Return the fields of one seat: a player of the club, or a new name."""
    return {
        f"player_{place}": forms.ChoiceField(
            label=label, choices=choices, required=False
        ),
        f"name_{place}": forms.CharField(
            label=_("or a new name"),
            required=False,
            max_length=LONGEST_NAME,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        ),
        f"guest_{place}": forms.BooleanField(label=_("guest"), required=False),
    }
