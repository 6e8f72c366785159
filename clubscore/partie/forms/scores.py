"""The form of a game's typed scores, where the table plays by its own rules."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.partie.engine import LONGEST_LIMIT, MOST_SCORE
from clubscore.partie.seats import GameSeats

SCORE = "score-"
"""What the names of the fields begin with; a player's id ends."""


class ScoresForm(forms.Form):
    """What each player won or lost in a game."""

    limit = forms.CharField(
        label=_("Limit hand, for the record book"),
        required=False,
        max_length=LONGEST_LIMIT,
        help_text=_("Its name; never scored."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self, *args: Any, seating: GameSeats, must_balance: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.must_balance = must_balance
        """Whether what was won and lost adds to 0."""
        self.keys = [seat.key for seat in seating.seats]
        for seat in seating.seats:
            self.fields[SCORE + seat.key] = forms.IntegerField(
                label=seat.name,
                required=False,
                min_value=-MOST_SCORE,
                max_value=MOST_SCORE,
                # A phone's numbers alone have no minus.
                widget=forms.TextInput(attrs={"autocomplete": "off", "size": "8"}),
            )

    @property
    def players(self) -> list[forms.BoundField]:
        """The fields of what each player won or lost."""
        return [self[SCORE + key] for key in self.keys]

    def clean(self) -> dict[str, Any]:
        """Work out what one player was left out with, where that can be done."""
        data = super().clean() or {}
        names = [SCORE + key for key in self.keys]
        empty = [
            name for name in names if name not in self.errors and data[name] is None
        ]
        if self.must_balance and len(empty) == 1 and not self.errors:
            data[empty[0]] = -sum(data[name] or 0 for name in names)
            return data
        for name in empty:
            self.add_error(name, _("Enter what this player won or lost; 0 counts."))
        return data

    def by_player(self) -> dict[str, int]:
        """Return what each player won or lost."""
        return {key: self.cleaned_data[SCORE + key] for key in self.keys}
