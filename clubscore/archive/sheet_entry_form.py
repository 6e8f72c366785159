"""
The form of a score sheet kept by hand: a line for each game.

The fields hold what was typed and judge nothing; `clubscore.archive.sheet_entry` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from clubscore.partie.engine import Terms
from clubscore.partie.forms.outcomes import OTHERS_AT_FAULT
from clubscore.partie.forms.widgets import AS_TYPED, as_typed
from clubscore.partie.short_names import Called, Calling
from clubscore.partie.words import circumstances, offences, pao_reasons

FIRST_LINES = 8
MORE_LINES = 5
MOST_LINES = 50
"""So many fit into one sending; a longer sheet is recorded in two goes."""


class Says(TextChoices):
    """What the sheet says of each player in a game."""

    POINTS = "points", _("The points of each hand")
    SCORES = "scores", _("What each gained or lost")


class SheetForm(forms.Form):
    """What holds for the whole sheet."""

    says = forms.ChoiceField(
        label=_("What does the sheet say of each player?"),
        choices=Says.choices,
        initial=Says.POINTS,
        widget=forms.RadioSelect,
    )
    begin = forms.IntegerField(
        label=_("What everybody begins with on the sheet"),
        required=False,
        min_value=-1_000_000,
        max_value=1_000_000,
        help_text=_("Only to compare the running totals below with yours."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


def _cell(**attrs: str) -> forms.CharField:
    widget = forms.TextInput(attrs={**AS_TYPED, "data-cell": "", **attrs})
    return forms.CharField(required=False, widget=widget)


HAND = "hand_"
"""What the names of the fields of points or scores begin with; a player's id ends."""

LONGEST = 200
"""No cell is read further, in characters."""


class LineForm(forms.Form):
    """A line of the sheet: one game, as it was typed."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=100)
    east = _cell(size="4", maxlength="40")
    winner = _cell(size="4", maxlength="40")
    giver = _cell(size="4", maxlength="40")
    remark = _cell(size="12", maxlength="200")
    circumstances = forms.MultipleChoiceField(
        label=_("It was also"), required=False, widget=forms.CheckboxSelectMultiple
    )
    pao_player = forms.ChoiceField(label=_("Pao: who pays for all?"), required=False)
    pao_reason = forms.ChoiceField(
        label=_("Why does one player pay for all?"),
        required=False,
    )
    offender = forms.ChoiceField(
        label=_("Penalty: whose fault ended the game?"), required=False
    )
    offence = forms.ChoiceField(
        label=_("What was the fault?"),
        required=False,
    )
    claimed = forms.ChoiceField(
        label=_("Whose discard was claimed for it?"), required=False
    )
    excluded = forms.MultipleChoiceField(
        label=_("Who receives nothing, because of a fault of their own?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    CIRCUMSTANCES = ("circumstances",)
    """Asked only where they move what is paid for points that are typed."""
    PAO = ("pao_player", "pao_reason")
    PENALTY = ("offender", "offence", "claimed", "excluded")

    def __init__(
        self,
        *,
        terms: Terms,
        calling: Calling,
        number: str,
        typed: Mapping[str, Any] | None = None,
    ) -> None:
        """Show what was *typed* in the line of that *number*, which may be a sign."""
        super().__init__(prefix=f"line-{number}", initial=dict(typed or {}))
        self.number = number
        self.calling = calling
        paying = terms.rules.paying
        if terms.takes_value:
            known = circumstances(terms.ruleset, terms.rules.winning.circumstances)
            self._choose("circumstances", known)
        else:
            self._drop(self.CIRCUMSTANCES)
        if paying.knows_pao:
            known = pao_reasons(paying.pao_reasons)
            self._choose("pao_reason", [("", "–"), *known])
        else:
            self._drop(self.PAO)
        if paying.knows_penalties:
            self._choose("offence", [("", "–"), *offences(paying.offences)])
        else:
            self._drop(self.PENALTY)
        if paying.knows_penalties and not paying.knows_claimed:
            self._drop(("claimed",))
        if paying.knows_penalties and not paying.may_exclude:
            self.fields["excluded"].label = OTHERS_AT_FAULT
        names = [(one.key, one.name) for one in calling.players]
        for field in ("pao_player", "offender", "claimed", "excluded"):
            if field in self.fields:
                none = [] if field == "excluded" else [("", "–")]
                self._choose(field, [*none, *names])
        for one in calling.players:
            self.fields[HAND + one.key] = _cell(
                size="5", maxlength="20", inputmode="text"
            )
        for cell in self.fields.values():
            cell.widget.attrs["aria-describedby"] = f"check-{number}"
        if not self.initial.get("key"):
            self.initial["key"] = str(uuid4())

    def _drop(self, names: tuple[str, ...]) -> None:
        for name in names:
            del self.fields[name]

    def _choose(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def read(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return what *data* says of this line, tidied and otherwise as it came."""
        return {
            name: self._tidied(name, value) if isinstance(value, str) else value
            for name, value in as_typed(self, data).items()
            if value
        }

    def _tidied(self, name: str, value: str) -> str:
        most = getattr(self.fields[name], "max_length", None) or LONGEST
        return value.replace("\0", "").strip()[:most]

    @property
    def hands(self) -> list[tuple[Called, forms.BoundField]]:
        """Each player with the field of points or of the score."""
        return [(one, self[HAND + one.key]) for one in self.calling.players]

    def mark(self, name: str) -> None:
        """Say that what stands in a field is wrong."""
        if name in self.fields:
            self.fields[name].widget.attrs["aria-invalid"] = "true"

    @classmethod
    def seldom(cls) -> tuple[str, ...]:
        """Return the names of the fields of what seldom happens."""
        return (*cls.CIRCUMSTANCES, *cls.PAO, *cls.PENALTY)

    @property
    def more(self) -> list[forms.BoundField]:
        """The fields of what seldom happens."""
        return [self[name] for name in self.seldom() if name in self.fields]

    @property
    def shows_more(self) -> bool:
        """Whether something stands in the fields of what seldom happens."""
        return any(field.value() for field in self.more)
