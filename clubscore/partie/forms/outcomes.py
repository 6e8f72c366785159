"""The form of a game's outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from clubscore.partie import engine
from clubscore.partie.engine import Terms
from clubscore.partie.forms.widgets import AS_TYPED
from clubscore.partie.seats import GameSeats, TableSeat
from clubscore.partie.words import (
    OffenceWord,
    Way,
    circumstances,
    offences,
    pao_reasons,
)

SELF = "self"
"""Stands for the winner himself where it is asked who gave the tile."""
FIRST_TURN = "first_turn"
"""The circumstance that not every rule book knows."""
UNSAID = "unsaid"
"""Stands for whom or what nobody names, where scores are typed."""


OTHERS_AT_FAULT = _("Who else was at fault at the same time?")
FALSE_MAHJONG = _("Whose hand is dead by a false mahjong?")


def _of_players(label: Any) -> forms.ChoiceField:
    """Return a field that asks for one of the players."""
    return forms.ChoiceField(label=label, required=False, widget=forms.RadioSelect)


class OutcomeForm(forms.Form):
    """Who sat East, and how a game ended."""

    east = forms.ChoiceField(label=_("Who sat East?"), required=False)
    kind = forms.ChoiceField(
        label=_("How did it end?"), initial="win", widget=forms.RadioSelect
    )
    winner = _of_players(_("Who won?"))
    giver = _of_players(_("Who gave the winning tile?"))
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
        help_text=_(
            "If you do not say: concealed sets and loose tiles come first, an exposed"
            " set only if nothing else holds the tile."
        ),
        widget=forms.TextInput(attrs={**AS_TYPED, "placeholder": "(234s)"}),
    )
    pao_player = _of_players(_("Who pays for all?"))
    pao_reason = forms.ChoiceField(
        label=_("Why does one player pay for all?"),
        required=False,
        widget=forms.RadioSelect,
    )
    offender = _of_players(_("Whose fault ended the game?"))
    offence = forms.ChoiceField(
        label=_("What was the fault?"),
        required=False,
        widget=forms.RadioSelect,
    )
    claimed = _of_players(_("Whose discard was claimed for it?"))
    excluded = forms.MultipleChoiceField(
        label=_("Who receives nothing, because of a fault of their own?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    dead = forms.MultipleChoiceField(
        label=FALSE_MAHJONG,
        required=False,
        widget=forms.CheckboxSelectMultiple,
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

    MORE = ("way", "circumstances", "completes")
    """The fields that are folded away until they are needed."""
    PAO = ("pao_player", "pao_reason")
    """The fields that are there only where the rules know pao."""
    PENALTY = ("offender", "offence", "claimed", "excluded")
    """The fields that are there only where a fault can end a game."""
    OF_HANDS = ("winning_tile", "completes")
    """The fields that are there only where hands are entered."""
    OF_RULES = ("way", "circumstances", "claimed", "excluded")
    """The fields that are not there either where scores are typed by no rules."""

    def __init__(
        self, *args: Any, terms: Terms, seating: GameSeats, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        rules = terms.rules
        self.rules = rules
        self._ask_for_east(seating)
        players = [(seat.key, _with_wind(seat)) for seat in seating.seats]
        self._choose("winner", players)
        self._choose("giver", [*players, (SELF, _("Nobody: self-drawn"))])
        ways = {source.value for source in rules.winning.sources}
        if not rules.tiles.has_bonus:
            ways.discard(Way.REPLACEMENT_BONUS.value)
        self.may_exclude = rules.paying.may_exclude
        """Whether some receive nothing for a fault, not several are at fault."""
        self.may_rob = Way.ROBBED_KONG.value in ways
        """Whether a kong can be robbed."""
        self._choose(
            "way", [one for one in Way.choices if not one[0] or one[0] in ways]
        )
        self._choose(
            "circumstances",
            circumstances(terms.ruleset, rules.winning.circumstances),
        )
        kinds: list[tuple[str, Any]] = [("win", _("Mahjong")), ("draw", _("Draw"))]
        if rules.paying.knows_pao:
            self._choose("pao_player", [*players, ("", _("Nobody"))])
            self._choose("pao_reason", pao_reasons(rules.paying.pao_reasons))
        else:
            self._drop(self.PAO)
        if rules.paying.knows_penalties:
            kinds.append(("penalty", _("Penalty")))
            self._choose("offender", players)
            faults = offences(rules.paying.offences)
            self._choose("offence", faults)
            if len(faults) == 1:
                self.fields["offence"].initial = faults[0][0]
            self._choose("claimed", [*players, ("", _("Nobody’s"))])
            self._choose("excluded", players)
            if not rules.paying.knows_claimed:
                self._drop(["claimed"])
            if not rules.paying.may_exclude:
                self.fields["excluded"].label = OTHERS_AT_FAULT
        else:
            self._drop(self.PENALTY)
        if rules.paying.fines_dead_hands:
            self._choose("dead", players)
        else:
            self._drop(["dead"])
        self._choose("kind", kinds)
        self.takes_scores = terms.takes_scores
        if self.takes_scores:
            self._ask_less(players)
        elif terms.takes_value:
            self._drop(self.OF_HANDS)
            if not self.may_rob:
                self._drop(["way"])

    def _ask_less(self, players: Sequence[tuple[str, Any]]) -> None:
        """Ask no more than who won and gave the tile, which may be left unsaid."""
        names = (*self.OF_HANDS, *self.OF_RULES)
        self._drop([name for name in names if name in self.fields])
        unsaid = (UNSAID, _("Several, or nobody says"))
        self._choose("winner", [*players, unsaid])
        giver = (SELF, _("Nobody: self-drawn")), (UNSAID, _("Nobody says"))
        self._choose("giver", [*players, *giver])
        self.fields["giver"].initial = UNSAID
        self.fields["offence"].initial = ""
        self._choose(
            "offence", [*offences(self.rules.paying.offences), ("", _("Nobody says"))]
        )

    def _ask_for_east(self, seating: GameSeats) -> None:
        """Ask whom the dice chose, or whether it was another than the rules say."""
        if seating.table.dice_choose:
            self.fields["east"] = forms.ChoiceField(
                label=_("Whom did the dice choose as East?"),
                choices=seating.players,
                error_messages={"required": _("Say whom the dice chose as East.")},
                widget=forms.RadioSelect,
            )
            return
        field = self.fields["east"]
        if seating.table.owner is None:
            field.help_text = _(
                "If it was somebody else than the rules say, choose who: the winds "
                "pass on from there, and the game says so."
            )
        else:
            field.label = _("Whose game was it?")
            field.help_text = _(
                "If it was somebody else’s than the rules say, choose whose: the game "
                "passes on from there, and the score sheet says so."
            )
        self._choose(
            "east",
            [
                (
                    "" if key == seating.expected else key,
                    _("%(name)s, as the rules say") % {"name": name}
                    if key == seating.expected
                    else name,
                )
                # Who should be East comes first.
                for key, name in sorted(
                    seating.players, key=lambda one: one[0] != seating.expected
                )
            ],
        )

    def _choose(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _drop(self, names: Sequence[str]) -> None:
        for name in names:
            del self.fields[name]

    chooses_set = False
    """Whether the sets that the winning tile can have completed are offered."""

    def offer_sets(self, sets: Sequence[str]) -> None:
        """Let the completed set be chosen among *sets*; what was typed stays."""
        self.chooses_set = True
        typed = self.cleaned_data.get("completes", "")
        found = [typed if engine.is_same_set(typed, one) else one for one in sets]
        if typed and typed not in found:
            found.append(typed)  # a fault, which is said beside it
        self.fields["completes"].widget = forms.RadioSelect(
            choices=[("", _("Let the program find it")), *((one, one) for one in found)]
        )

    @property
    def shows_more(self) -> bool:
        """Whether something stands in the fields that are folded away."""
        return any(
            self[name].errors or self[name].value()
            for name in self.MORE
            if name in self.fields and not (name == "completes" and self.chooses_set)
        )

    @property
    def knows_circumstances(self) -> bool:
        """Whether it makes a difference at what moment a game was won."""
        field = self.fields.get("circumstances")
        return isinstance(field, forms.ChoiceField) and bool(field.choices)

    @property
    def knows_first_turn(self) -> bool:
        """Whether a win in the first turn is another than any."""
        return FIRST_TURN in self.rules.winning.circumstances

    @property
    def knows_pao(self) -> bool:
        """Whether one player can have to pay for all."""
        return "pao_player" in self.fields

    @property
    def shows_pao(self) -> bool:
        """Whether one player is entered to pay for all."""
        return any(self[name].errors or self[name].value() for name in self.PAO)

    @property
    def knows_penalties(self) -> bool:
        """Whether a fault can end a game."""
        return "offender" in self.fields

    @property
    def is_win(self) -> bool:
        """Whether somebody won."""
        return self.cleaned_data.get("kind") == "win"

    def clean(self) -> dict[str, Any]:
        """Ask for what a game that ended so must have."""
        data = super().clean() or {}
        if data.get("kind") == "win":
            self._clean_win(data)
        elif data.get("kind") == "penalty":
            self._clean_penalty(data)
        return data

    def _clean_win(self, data: dict[str, Any]) -> None:
        self._ask("winner", data, _("Say who won."))
        if self.takes_scores:
            data["giver"] = data.get("giver") or UNSAID
            return
        if data.get("way") == Way.DEAL:
            # Nobody has to say of dealt tiles that nobody gave one.
            data["giver"] = data.get("giver") or SELF
        self._ask(
            "giver",
            data,
            _("Say who gave the winning tile, or that it was self-drawn."),
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
        if data.get("pao_player"):
            self._ask("pao_reason", data, _("Say why this player pays for all."))

    @property
    def asks_claimed(self) -> bool:
        """Whether it matters whose discard was claimed for a false mahjong."""
        return "claimed" in self.fields

    def _clean_penalty(self, data: dict[str, Any]) -> None:
        self._ask("offender", data, _("Say whose fault it was."))
        if self.takes_scores:
            return
        self._ask("offence", data, _("Say what the fault was."))
        if not self.may_exclude:
            self._clean_offenders(data)
            return
        if data.get("offence") != OffenceWord.FALSE_MAHJONG:
            # It was asked of a false mahjong only.
            data["claimed"] = ""
        offender = data.get("offender")
        if offender and data.get("claimed") == offender:
            self.add_error(
                "claimed",
                _("Nobody claims a discard of their own. Say whose it was."),
            )
        if offender and offender in data.get("excluded", ()):
            self.add_error(
                "excluded", _("Whose fault it was pays, and receives nothing anyway.")
            )

    def _clean_offenders(self, data: dict[str, Any]) -> None:
        """Refuse more players at fault than the rule book has a fine for."""
        others = {one for one in data.get("excluded", ()) if one != data["offender"]}
        data["excluded"] = sorted(others)
        offence = data.get("offence")
        if offence and len(others) >= self.rules.paying.most_offenders(offence):
            self.add_error(
                "excluded",
                _("So many cannot have committed this fault at once. Leave some out."),
            )

    def _ask(self, name: str, data: Mapping[str, Any], sentence: Any) -> None:
        """Ask for a field that is empty and not wrong already."""
        if not data.get(name) and name not in self.errors:
            self.add_error(name, sentence)

    def dead_hands(self, seat_of: Mapping[str, str]) -> dict[str, Any]:
        """Return the hands for which somebody pays whoever wins, by seat."""
        dead = self.cleaned_data.get("dead", ())
        if self.cleaned_data["kind"] == "penalty":
            return {}
        return {seat_of[key]: {"dead": OffenceWord.FALSE_MAHJONG.value} for key in dead}

    @property
    def source(self) -> str:
        """The contract's word for where the tile came from."""
        way = self.cleaned_data.get("way")
        if way:
            return str(way)
        return "wall" if self.cleaned_data["giver"] == SELF else "discard"

    def outcome(self, seat_of: Mapping[str, str]) -> dict[str, Any]:
        """Return the contract's outcome, by seat."""
        data = self.cleaned_data
        if self.takes_scores:
            return self._typed_outcome(seat_of)
        if data["kind"] == "penalty" and not self.may_exclude:
            offender = seat_of[data["offender"]]
            others = [seat_of[key] for key in data["excluded"]]
            return {
                "kind": "penalty",
                "offender": [offender, *others] if others else offender,
                "offence": data["offence"],
            }
        if data["kind"] == "penalty":
            return {
                "kind": "penalty",
                "offender": seat_of[data["offender"]],
                "offence": data["offence"],
                "from": seat_of[data["claimed"]] if data.get("claimed") else None,
                "excluded": [seat_of[key] for key in data["excluded"]],
            }
        if not self.is_win:
            return {"kind": "draw"}
        giver, payer = data["giver"], data.get("pao_player")
        pao = (
            {"player": seat_of[payer], "reason": data["pao_reason"]} if payer else None
        )
        return {
            "kind": "win",
            "winner": seat_of[data["winner"]],
            "winning_tile": data.get("winning_tile", "").lower() or None,
            "source": self.source,
            "from": None if giver == SELF else seat_of[giver],
            "circumstances": data["circumstances"],
            "completes": data.get("completes", "").lower() or None,
            "pao": pao,
        }

    def _typed_outcome(self, seat_of: Mapping[str, str]) -> dict[str, Any]:
        """Return as much of the outcome as was said, where scores are typed."""
        data = self.cleaned_data
        if data["kind"] == "penalty":
            offender, offence = seat_of[data["offender"]], data["offence"] or None
            return {"kind": "penalty", "offender": offender, "offence": offence}
        if not self.is_win:
            return {"kind": "draw"}
        giver = seat_of.get(data["giver"])
        sources = {SELF: "wall", UNSAID: None}
        return {
            "kind": "win",
            "winner": seat_of.get(data["winner"]),
            "source": sources.get(data["giver"], "discard"),
            "from": giver,
        }


def _with_wind(seat: TableSeat) -> Any:
    """Return a player's name below the wind, if that is known."""
    if not seat.wind:
        return seat.name
    return format_html('<span class="wind">{}</span> {}', seat.wind, seat.name)
