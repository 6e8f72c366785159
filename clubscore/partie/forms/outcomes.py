"""How a game ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from clubscore.partie.engine import Terms
from clubscore.partie.forms.widgets import AS_TYPED
from clubscore.partie.seats import TableSeat
from clubscore.partie.words import CIRCUMSTANCES, Way

SELF = "self"
"""Stands for the winner himself where it is asked who gave the tile."""


class OutcomeForm(forms.Form):
    """Who sat East, and how a game ended."""

    east = forms.ChoiceField(
        label=_("Who sat East?"),
        required=False,
        help_text=_(
            "If it was somebody else than the rules say, choose who: the winds pass "
            "on from there, and the game says so."
        ),
    )
    kind = forms.ChoiceField(
        label=_("How did it end?"),
        choices=[("win", _("Mahjong")), ("draw", _("Draw"))],
        initial="win",
        widget=forms.RadioSelect,
    )
    winner = forms.ChoiceField(
        label=_("Who won?"), required=False, widget=forms.RadioSelect
    )
    giver = forms.ChoiceField(
        label=_("Who gave the winning tile?"),
        required=False,
        widget=forms.RadioSelect,
    )
    winning_tile = forms.CharField(
        label=_("Winning tile"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={**AS_TYPED, "placeholder": "3s"}),
    )
    way = forms.ChoiceField(label=_("How was it won?"), required=False)
    circumstances = forms.MultipleChoiceField(
        label=_("It was also"), required=False, widget=forms.CheckboxSelectMultiple
    )
    completes = forms.CharField(
        label=_("Set that it completed"),
        required=False,
        max_length=40,
        help_text=_("As written below. Left empty, the set that counts most."),
        widget=forms.TextInput(attrs=AS_TYPED),
    )
    remark = forms.CharField(
        label=_("Remark"),
        required=False,
        max_length=200,
        help_text=_("Kept with the game, never scored."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.CharField(max_length=100, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        terms: Terms,
        seats: Sequence[TableSeat],
        expected: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        rules = terms.rules
        self._choose(
            "east",
            [
                (
                    "" if seat.key == expected else seat.key,
                    _("%(name)s, as the rules say") % {"name": seat.name}
                    if seat.key == expected
                    else seat.name,
                )
                # Who should be East comes first.
                for seat in sorted(seats, key=lambda seat: seat.key != expected)
            ],
        )
        players = [
            (
                seat.key,
                format_html('<span class="wind">{}</span> {}', seat.wind, seat.name),
            )
            for seat in seats
        ]
        self._choose("winner", players)
        self._choose("giver", [*players, (SELF, _("Nobody: self-drawn"))])
        ways = {source.value for source in rules.winning.sources}
        if not rules.tiles.has_bonus:
            ways.discard(Way.REPLACEMENT_BONUS.value)
        self._choose(
            "way", [one for one in Way.choices if not one[0] or one[0] in ways]
        )
        known = {one.value for one in rules.winning.circumstances}
        self._choose(
            "circumstances",
            [(key, name) for key, name in CIRCUMSTANCES.items() if key in known],
        )

    def _choose(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    MORE = ("way", "circumstances", "completes")
    """The fields that are folded away until they are needed."""

    @property
    def shows_more(self) -> bool:
        """Whether something stands in the fields that are folded away."""
        return any(self[name].errors or self[name].value() for name in self.MORE)

    @property
    def is_win(self) -> bool:
        """Whether somebody won."""
        return self.cleaned_data.get("kind") == "win"

    def clean(self) -> dict[str, Any]:
        """Ask for what a game that was won must have."""
        data = super().clean() or {}
        if data.get("kind") != "win":
            return data
        if not data.get("winner") and "winner" not in self.errors:
            self.add_error("winner", _("Say who won."))
        if data.get("way") == Way.DEAL:
            # Nobody has to say of dealt tiles that nobody gave one.
            data["giver"] = data.get("giver") or SELF
        if not data.get("giver") and "giver" not in self.errors:
            self.add_error(
                "giver", _("Say who gave the winning tile, or that it was self-drawn.")
            )
        drawn = (Way.REPLACEMENT, Way.REPLACEMENT_BONUS, Way.DEAL)
        giver = data.get("giver")
        if giver and giver != SELF and data.get("way") in drawn:
            self.add_error(
                "way",
                _("Such a tile is drawn by the winner: nobody else can have given it."),
            )
        if giver == SELF and data.get("way") == Way.ROBBED_KONG:
            self.add_error("giver", _("Say whose kong was robbed."))
        return data

    @property
    def source(self) -> str:
        """The contract's word for where the tile came from."""
        way = self.cleaned_data["way"]
        if way:
            return str(way)
        return "wall" if self.cleaned_data["giver"] == SELF else "discard"

    def outcome(self, seat_of: Mapping[str, str]) -> dict[str, Any]:
        """Return the contract's outcome, by seat."""
        data = self.cleaned_data
        if not self.is_win:
            return {"kind": "draw"}
        giver = data["giver"]
        return {
            "kind": "win",
            "winner": seat_of[data["winner"]],
            "winning_tile": data["winning_tile"].lower() or None,
            "source": self.source,
            "from": None if giver == SELF else seat_of[giver],
            "circumstances": data["circumstances"],
            "completes": data["completes"].lower() or None,
            "pao": None,
        }
