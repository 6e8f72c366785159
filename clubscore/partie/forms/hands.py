"""The form of one player's hand at the end of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.partie.engine import Rule, Ruleset, Terms
from clubscore.partie.forms.widgets import AS_TYPED
from clubscore.partie.words import CLAIMS, DEAD, OffenceWord

SET = re.compile(r"\([^()]*\)?|[^\s()]+\)?|[()]")
"""One set among several: in parentheses, or up to the next blank."""


def split_sets(text: str) -> list[str]:
    """
    Return the sets of a line as they were written.

    >>> split_sets("(234s) (5 5 p), 777z")
    ['(234s)', '(5 5 p)', '777z']
    """
    return SET.findall(re.sub(r"[,;+]", " ", text.lower()))


class HandForm(forms.Form):
    """One player's tiles at the end of a game."""

    sets = forms.CharField(
        label=_("Sets as they lie"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={**AS_TYPED, "placeholder": "(234s) 777z"}),
    )
    tiles = forms.CharField(
        label=_("Loose tiles"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={**AS_TYPED, "placeholder": "23m55p"}),
    )
    bonus = forms.CharField(
        label=_("Flowers and seasons"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={**AS_TYPED, "placeholder": "1f3y"}),
    )
    complete = forms.BooleanField(
        label=_("This is the whole hand"),
        required=False,
    )
    claims = forms.MultipleChoiceField(
        label=_("What holds for the tiles that were not entered too"),
        required=False,
        choices=list(CLAIMS.items()),
        widget=forms.CheckboxSelectMultiple,
    )
    waiting = forms.ChoiceField(label=_("One tile short of"), required=False)
    dead = forms.ChoiceField(
        label=_("Dead hand"),
        required=False,
        choices=[("", _("no")), *DEAD.items()],
    )
    original_call = forms.BooleanField(
        label=_("Original call"),
        required=False,
        help_text=_("One tile was missing before the first discard, as ever since."),
    )
    points = forms.IntegerField(
        label=_("Own count of points"),
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text=_("Instead of tiles."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    MORE = ("original_call", "claims", "waiting", "dead", "points")
    """The fields that are folded away until they are needed."""

    def __init__(self, *args: Any, terms: Terms, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = terms.rules
        if not rules.tiles.has_bonus:
            del self.fields["bonus"]
        if not rules.paying.values_losers:
            del self.fields["complete"]
        if not rules.heeds_claims:
            del self.fields["claims"]
        if rules.paying.fines_dead_hands:
            # What is paid for is asked of all players at once, with the outcome.
            dead = self.fields["dead"]
            assert isinstance(dead, forms.ChoiceField)
            dead.choices = [("", _("no")), *dead_reasons(rules)[1:]]
            if self.initial.get("dead") == OffenceWord.FALSE_MAHJONG:
                self.initial = {**self.initial, "dead": ""}
        if not rules.winning.knows_original_call:
            del self.fields["original_call"]
        limits = [(one.key, gettext(one.name)) for one in _awaited(rules)]
        if not limits:
            del self.fields["waiting"]
            return
        waiting = self.fields["waiting"]
        assert isinstance(waiting, forms.ChoiceField)
        waiting.choices = [("", _("nothing")), *limits]

    hint = ""
    """What the player may have forgotten; no fault."""

    def hint_at_the_whole(self) -> None:
        """Say beside its field that this may be the whole hand."""
        self.hint = gettext(
            "These are as many tiles as a whole hand has. If they are all of it, tick "
            "this: then what holds for every tile counts too, and a limit hand that "
            "is one tile short."
        )
        attributes = self.fields["complete"].widget.attrs
        attributes["aria-describedby"] = f"{self['complete'].auto_id}_hint"

    @property
    def shows_more(self) -> bool:
        """Whether something stands in the fields that are folded away."""
        return any(
            self[name].errors or self[name].value()
            for name in self.MORE
            if name in self.fields
        )

    @property
    def is_touched(self) -> bool:
        """Whether anything stands in it, or is wrong."""
        return bool(self.errors) or any(self[name].value() for name in self.fields)

    def hand(self, *, is_winners: bool) -> dict[str, Any] | None:
        """Return the contract's hand; None where nothing was entered."""
        data = self.cleaned_data
        claims = list(data.get("claims", ()))
        if data.get("waiting"):
            claims.append(f"waiting:{data['waiting']}")
        hand: dict[str, Any] = {
            "sets": split_sets(data["sets"]),
            "tiles": data["tiles"].lower(),
            "bonus": data.get("bonus", "").lower(),
            "complete": data.get("complete", False) or is_winners,
            "claims": claims,
            "dead": data["dead"] or None,
            "points": data["points"],
        }
        has_tiles = bool(hand["sets"] or hand["tiles"] or hand["bonus"])
        if hand["points"] is not None and has_tiles:
            self.add_error(
                "points",
                _("Enter tiles or an own count, not both."),
            )
        if claims and hand["complete"]:
            self.add_error(
                "claims" if data.get("claims") else "waiting",
                _("The whole hand is entered, so its tiles say it already."),
            )
        if "original_call" in self.fields:
            hand["original_call"] = data["original_call"]
        is_called = hand.get("original_call", False)
        is_empty = not (has_tiles or claims or hand["dead"] or is_called)
        if hand["points"] is None and is_empty and not hand["complete"]:
            return None
        return hand


def dead_reasons(rules: Ruleset) -> list[tuple[str, Any]]:
    """Return why a hand can be dead, and its name; what is paid for comes first."""
    if not rules.paying.fines_dead_hands:
        return [*DEAD.items()]
    fined = OffenceWord.FALSE_MAHJONG.value
    return sorted(DEAD.items(), key=lambda one: one[0] != fined)


def _awaited(rules: Ruleset) -> Iterator[Rule]:
    """Yield what a loser can be paid for being one tile short of."""
    if rules.paying.values_losers and rules.counting.waiting is not None:
        yield from rules.awaited_limits
        yield from rules.short_items
