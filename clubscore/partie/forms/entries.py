"""
The form of a game: its hands and outcome, and what is wrong with them.

A game that was said fills the forms again, to be put right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.partie import engine
from clubscore.partie.engine import Terms
from clubscore.partie.entries import RecordedGame
from clubscore.partie.forms.hands import HandForm
from clubscore.partie.forms.outcomes import SELF, UNSAID, OutcomeForm
from clubscore.partie.forms.scores import SCORE, ScoresForm
from clubscore.partie.forms.value import DEAD_HAND, ValueForm
from clubscore.partie.forms.widgets import as_typed
from clubscore.partie.refusals import holders_of, sentence_with
from clubscore.partie.seats import GameSeats, TableSeat, called_with_wind
from clubscore.partie.words import OffenceWord, Way


@dataclass(frozen=True, slots=True)
class Fault:
    """Something to put right, and where."""

    text: str
    target: str
    """The id of the element to go to."""
    where: str = ""
    names_player: bool = False
    """Whether the text says already whom it concerns."""


class GameEntry:
    """Everything that is typed about one game."""

    def __init__(
        self,
        terms: Terms,
        seating: GameSeats,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        self.seating = seating
        self.seats = seating.seats
        self.takes_scores = terms.takes_scores
        """Whether everybody's score is typed, and no hand."""
        self.counts_winner_only = not (
            terms.rules.paying.values_losers or self.takes_scores or terms.takes_value
        )
        """Whether the other hands are worth nothing and need not be entered."""
        self._wants_others = data is not None and bool(data.get("others"))
        self.general: list[str] = []
        """What is wrong with no field in particular."""
        initial = initial or {}
        self.outcome = OutcomeForm(data, terms=terms, seating=seating, initial=initial)
        self.scores: ScoresForm | None = None
        self.value: ValueForm | None = None
        """What the winner's hand is worth, where that is typed and no hand."""
        self.hands: dict[str, HandForm] = {}
        if self.takes_scores:
            self.scores = ScoresForm(
                data,
                seating=seating,
                must_balance=terms.must_balance,
                initial=initial,
            )
            return
        if terms.takes_value:
            self.value = ValueForm(data, seating=seating, initial=initial)
            return
        self.hands = {
            seat.key: HandForm(
                data,
                terms=terms,
                prefix=f"hand-{seat.key}",
                initial=initial.get("hands", {}).get(seat.key, {}),
            )
            for seat in self.seats
        }

    @classmethod
    def unchecked(
        cls,
        terms: Terms,
        seating: GameSeats,
        data: Mapping[str, Any],
    ) -> Self:
        """Return what was typed so far, of which nothing is wrong yet."""
        entry = cls(terms, seating)
        entry._wants_others = bool(data.get("others"))
        for form in entry._forms:
            form.initial = as_typed(form, data)
        return entry

    @property
    def _forms(self) -> list[forms.Form]:
        typed = [one for one in (self.scores, self.value) if one is not None]
        return [self.outcome, *typed, *self.hands.values()]

    @property
    def east(self) -> str | None:
        """Who sat East, or owned the game, if the rules do not say so."""
        return self.seating.other_dealer

    @property
    def shows_others(self) -> bool:
        """Whether hands are shown that are worth nothing."""
        winner = self.outcome["winner"].value()
        return self._wants_others or any(
            form.is_touched for key, form in self.hands.items() if key != winner
        )

    @property
    def rows(self) -> list[tuple[TableSeat, HandForm]]:
        """Each seat with the form of its hand; none where scores are typed."""
        return [
            (seat, self.hands[seat.key])
            for seat in self.seats
            if seat.key in self.hands
        ]

    def record(self) -> dict[str, Any] | None:
        """Return the contract's record by seat; None if something is wrong."""
        forms_ok = [form.is_valid() for form in self._forms]
        if "kind" not in self.outcome.cleaned_data:
            return None
        seat_of = {seat.key: seat.letter for seat in self.seats}
        if self.scores is not None:
            return self._record_of_scores(seat_of) if all(forms_ok) else None
        hands: dict[str, Any] | None = {}
        if self.value is not None:
            is_right = all(forms_ok)
            hands = self._hands_of_value(self.value, seat_of) if is_right else None
        elif self.outcome.is_win:
            hands = self._hands_of_tiles(seat_of) if all(forms_ok) else None
        elif not forms_ok[0]:
            return None
        else:
            hands = self.outcome.dead_hands(seat_of)
        if hands is None:
            return None
        record: dict[str, Any] = {
            "hands": hands,
            "outcome": self.outcome.outcome(seat_of),
        }
        if self.outcome.cleaned_data["remark"]:
            record["remark"] = self.outcome.cleaned_data["remark"]
        return record

    def _hands_of_tiles(self, seat_of: Mapping[str, str]) -> dict[str, Any] | None:
        """Return the hands of a game that was won, by seat; None if one is wrong."""
        hands: dict[str, Any] = {}
        winner = self.outcome.cleaned_data["winner"]
        for key, form in self.hands.items():
            hand = form.hand(is_winners=key == winner)
            if hand is None:
                continue
            hands[seat_of[key]] = hand
            if not self.counts_winner_only and _may_be_whole(hand):
                form.hint_at_the_whole()
        for seat, hand in self.outcome.dead_hands(seat_of).items():
            hands[seat] = hands.get(seat, {}) | hand
        winning = hands.get(seat_of[winner], {})
        self._check_winning_tile(winning)
        won = self.outcome.cleaned_data.get("winning_tile", "")
        sets = engine.sets_completed(winning, won.lower(), self.outcome.source)
        if sets:
            self.outcome.offer_sets(sets)
        return None if self.faults else hands

    def _hands_of_value(
        self, value: ValueForm, seat_of: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return the hands of a game of which one hand's value was typed, by seat."""
        data = self.outcome.cleaned_data
        is_win = self.outcome.is_win
        declared = data.get("winner" if is_win else "offender")
        if data["kind"] == "draw" or not declared:
            return {}
        hands = value.hands(declared, is_win=is_win)
        return {seat_of[key]: hand for key, hand in hands.items()}

    def _record_of_scores(self, seat_of: Mapping[str, str]) -> dict[str, Any]:
        """Return the record of a game whose scores were typed."""
        assert self.scores is not None
        record: dict[str, Any] = {
            "hands": {},
            "outcome": self.outcome.outcome(seat_of),
            "scores": {
                seat_of[key]: score for key, score in self.scores.by_player().items()
            },
        }
        said = {
            "limit": self.scores.cleaned_data["limit"],
            "remark": self.outcome.cleaned_data["remark"],
        }
        return record | {name: text for name, text in said.items() if text}

    def _check_winning_tile(self, hand: Mapping[str, Any]) -> None:
        data = self.outcome.cleaned_data
        if data["winning_tile"] or data["way"] == Way.DEAL:
            return
        if hand.get("points") is None:
            self.outcome.add_error(
                "winning_tile", _("Enter the tile that won the game, as in 3s.")
            )

    def refuse(self, problem: Any, record: Mapping[str, Any]) -> None:
        """Put what the engine refuses beside the field that it concerns."""
        called = {one.letter: called_with_wind(one) for one in self.seats}
        holders = {called[seat]: hand for seat, hand in record["hands"].items()}
        text = " ".join(
            filter(None, [sentence_with(problem, called), holders_of(problem, holders)])
        )
        first, _dot, rest = (problem.field or "").partition(".")
        if first == "outcome" and rest:
            name = self._outcome_field(rest.partition(".")[0])
            self.outcome.add_error(name, text)
            return
        if first == "limit" and self.scores is not None:
            self.scores.add_error("limit", text)
            return
        seat, _dot, inner = rest.partition(".")
        key = next((one.key for one in self.seats if one.letter == seat), None)
        if first != "hands" or key is None:
            self.general.append(text)
            return
        if self.value is not None:
            is_dead = inner.startswith("dead")
            self.value.add_error(DEAD_HAND + key if is_dead else "value", text)
            return
        form = self.hands[key]
        name = inner.partition(".")[0]
        if not name:
            name = engine.unreadable_field(record["hands"].get(seat, {})) or ""
        if name == "claims":
            chosen = form.cleaned_data.get("claims")
            name = "claims" if chosen else "waiting"
            text = gettext(
                "The tiles that were entered contradict this. Correct one of the two."
            )
        form.add_error(name if name in form.fields else None, text)

    def _outcome_field(self, name: str) -> str | None:
        """Return the form's field for a field of the contract's outcome."""
        giver = "giver" if self.outcome.is_win else "claimed"
        name = {"from": giver, "source": "way", "pao": "pao_player"}.get(name, name)
        return name if name in self.outcome.fields else None

    @property
    def hints(self) -> list[Fault]:
        """What may have been forgotten, hand by hand; the target is the field."""
        return [
            Fault(form.hint, form["complete"].auto_id, seat.name)
            for seat, form in self.rows
            if form.hint
        ]

    @property
    def hinted(self) -> list[str]:
        """Whose hands have a hint."""
        return [seat.key for seat, form in self.rows if form.hint]

    @property
    def faults(self) -> list[Fault]:
        """Everything that is wrong, from the top of the page to its end."""
        found = [Fault(text, "record") for text in self.general]
        found += _faults_of(self.outcome, "outcome", "")
        if self.scores is not None:
            found += _faults_of(self.scores, "scores", "")
        if self.value is not None:
            found += _faults_of(self.value, "value", "")
        for seat, form in self.rows:
            found += [
                replace(fault, names_player=called_with_wind(seat) in fault.text)
                for fault in _faults_of(form, f"hand-{seat.key}", seat.name)
            ]
        return found


def _may_be_whole(hand: Mapping[str, Any]) -> bool:
    """Tell whether a hand that is said to be a part is as big as a whole one."""
    return not hand["complete"] and not hand["dead"] and engine.is_of_whole_size(hand)


def _faults_of(form: forms.Form, whole: str, where: str) -> Iterator[Fault]:
    for name, errors in form.errors.items():
        for text in errors:
            if name == "__all__":
                yield Fault(str(text), whole, where)
                continue
            field = form[name]
            label = f"{where}: {field.label}" if where else str(field.label)
            yield Fault(str(text), field.auto_id, label)


def initial_from(game: RecordedGame) -> dict[str, Any]:
    """Return what to fill the forms with to enter the same game again."""
    outcome: Mapping[str, Any] = game.outcome
    is_win = outcome["kind"] == "win"
    source = outcome.get("source") or ""
    pao = outcome.get("pao") or {}
    offender, *others = engine.players_of(outcome.get("offender")) or [""]
    declared = (outcome.get("winner") or "") if is_win else offender
    return {
        "east": game.east or "",
        "kind": outcome["kind"],
        "winner": (outcome.get("winner") or UNSAID) if is_win else None,
        "giver": _initial_giver(outcome) if is_win else None,
        "winning_tile": outcome.get("winning_tile"),
        "way": source if source in Way.values else "",
        "circumstances": outcome.get("circumstances") or [],
        "completes": outcome.get("completes"),
        "pao_player": pao.get("player", ""),
        "pao_reason": pao.get("reason", ""),
        "offender": offender,
        "offence": outcome.get("offence"),
        "claimed": "" if is_win else outcome.get("from") or "",
        "excluded": others or outcome.get("excluded") or [],
        "remark": game.remark,
        "limit": game.limit or "",
        "dead": _dead_by_false_mahjong(game),
        **{SCORE + key: score for key, score in (game.scores or {}).items()},
        "value": _hands(game).get(declared, {}).get("points"),
        **{DEAD_HAND + key: hand.get("dead") for key, hand in _hands(game).items()},
        "hands": {key: _initial_hand(hand) for key, hand in _hands(game).items()},
    }


def _initial_giver(outcome: Mapping[str, Any]) -> str:
    """Return what stands for who gave the tile of a game that was won."""
    giver = outcome.get("from")
    if giver is None:
        return UNSAID if outcome.get("source") in (None, "discard") else SELF
    return str(giver)


def _hands(game: RecordedGame) -> Mapping[str, Any]:
    """Return the hands that were looked at; those of a draw can be in any shape."""
    return {} if game.is_draw else game.hands


def _dead_by_false_mahjong(game: RecordedGame) -> list[str]:
    """Return whose hands were dead by what some rule books fine."""
    return [
        key
        for key in game.hands
        if engine.is_recorded_dead(game, key)
        and game.hands[key]["dead"] == OffenceWord.FALSE_MAHJONG
    ]


def _initial_hand(hand: Mapping[str, Any]) -> dict[str, Any]:
    claims = hand.get("claims") or []
    waiting = [one for one in claims if one.startswith("waiting:")]
    return {
        "sets": " ".join(hand.get("sets") or []),
        "tiles": hand.get("tiles", ""),
        "bonus": hand.get("bonus", ""),
        "complete": hand.get("complete", True),
        "claims": [one for one in claims if one not in waiting],
        "waiting": waiting[0].removeprefix("waiting:") if waiting else "",
        "dead": hand.get("dead") or "",
        "points": hand.get("points"),
        "original_call": hand.get("original_call", False),
    }
