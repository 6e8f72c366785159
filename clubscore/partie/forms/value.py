"""The form of what a hand is worth, where that is typed from the player's card."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.partie.engine import MOST_VALUE
from clubscore.partie.seats import GameSeats
from clubscore.partie.words import DEAD

DEAD_HAND = "dead-"
"""What the names of the fields of dead hands begin with; a player's id ends."""


class ValueForm(forms.Form):
    """What the hand that was declared is worth, and whose hands were dead."""

    value = forms.IntegerField(
        label=_("Value on the card"),
        required=False,
        min_value=0,
        max_value=MOST_VALUE,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "min": "1"}),
    )

    def __init__(self, *args: Any, seating: GameSeats, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.keys = [seat.key for seat in seating.seats]
        for seat in seating.seats:
            self.fields[DEAD_HAND + seat.key] = forms.ChoiceField(
                label=seat.name, required=False, choices=[("", _("no")), *DEAD.items()]
            )

    @property
    def dead(self) -> list[forms.BoundField]:
        """The fields of whether each player's hand was dead."""
        return [self[DEAD_HAND + key] for key in self.keys]

    @property
    def shows_dead(self) -> bool:
        """Whether a hand is entered as dead."""
        return any(field.errors or field.value() for field in self.dead)

    def clean(self) -> dict[str, Any]:
        """Ask for the value; that it is 1 at least for a winner the rules say."""
        data = super().clean() or {}
        kind = self.data.get("kind")
        if kind != "draw" and data.get("value") is None and "value" not in self.errors:
            self.add_error("value", _("Enter what the card says the hand is worth."))
        return data

    def hands(self, declared: str, *, is_win: bool) -> dict[str, dict[str, Any]]:
        """Return the contract's hands by player: what was *declared*, and dead ones."""
        data = self.cleaned_data
        found: dict[str, dict[str, Any]] = {declared: {"points": data["value"]}}
        if not is_win:
            return found
        for key in self.keys:
            if dead := data[DEAD_HAND + key]:
                found[key] = {**found.get(key, {}), "dead": dead}
        return found
