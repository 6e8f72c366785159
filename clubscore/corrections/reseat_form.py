"""The form for the players' real seats, from a game on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.corrections.forms import HOLDS
from clubscore.partie import engine
from clubscore.partie.engine import Chronicle, Replay


class ReseatForm(forms.Form):
    """From which game on the players sit anew, and where."""

    game = forms.TypedChoiceField(label=_("From which game on?"), coerce=int)
    winds = forms.ChoiceField(
        label=_("What was entered for these games holds …"),
        choices=list(HOLDS.items()),
        initial=Replay.BY_NAME.value,
        required=False,
        widget=forms.RadioSelect,
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.CharField(max_length=100, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        chronicle: Chronicle,
        names: Mapping[str, str],
        games: Sequence[int],
        is_open: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        game = self.fields["game"]
        assert isinstance(game, forms.ChoiceField)
        game.choices = [
            (number, _label(number, is_next=is_open and number == games[-1]))
            for number in reversed(games)
        ]
        self._seats = []
        places = sitting(chronicle)
        choices = [(key, names[key]) for key in chronicle.state.places]
        for place, key in enumerate(places):
            self.fields[f"seat_{place}"] = forms.ChoiceField(
                label=_seat_name(chronicle, place), choices=choices, initial=key
            )
            self._seats.append(f"seat_{place}")

    @property
    def seats(self) -> list[forms.BoundField]:
        """The fields that ask who sat on each seat, East first."""
        return [self[name] for name in self._seats]

    @property
    def players(self) -> tuple[str, ...]:
        """Who sat where, East first and who rested last."""
        return tuple(self.cleaned_data[name] for name in self._seats)

    @property
    def holds(self) -> str:
        """Whether what was entered holds by name or by seat."""
        chosen = self.data.get("winds")
        return chosen if chosen in HOLDS else Replay.BY_NAME.value

    def clean(self) -> dict[str, Any]:
        """Refuse a player on two seats."""
        data = super().clean() or {}
        seen: dict[str, str] = {}
        for name in self._seats:
            key = data.get(name)
            if key is None:
                continue
            if key in seen:
                self.add_error(name, _("This player has another seat already."))
            seen[key] = name
        return data


def sitting(chronicle: Chronicle) -> list[str]:
    """Return who sits where in the next game: East first, and who rests last."""
    table = engine.table_of(chronicle.state, 0)
    resting = [table.resting] if table.resting is not None else []
    return [*table.winds.values(), *resting]


def _label(number: int, *, is_next: bool) -> str:
    if is_next:
        return gettext("The next game (%(number)d)") % {"number": number}
    return gettext("Game %(number)d") % {"number": number}


def _seat_name(chronicle: Chronicle, place: int) -> str:
    """Return how a seat is called."""
    letters = list(engine.table_of(chronicle.state, 0).winds)
    if place == len(letters):
        return gettext("Rests")
    return gettext(engine.wind_name(letters[place]))
