"""
A score sheet kept by hand, typed in: its lines checked by the rules and recorded.

The lines are games in order. Each is held against the rules as the partie stands
after those before it; the first that is wrong stops those after it, and nothing
that was typed is lost.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from clubscore.archive.sheet_entry_form import HAND, LineForm, Says
from clubscore.partie import engine, entries, services
from clubscore.partie.engine import Chronicle, FoldedGame, Terms
from clubscore.partie.forms.outcomes import SELF, UNSAID, OutcomeForm
from clubscore.partie.models import Partie
from clubscore.partie.refusals import sentence_with
from clubscore.partie.seats import Deal, GameSeats, deal_of, seating_of
from clubscore.partie.short_names import NOBODY, Calling

UNKNOWN = "?"
"""Instead of who won: several, or nobody says; only where scores are typed."""
REALLY = "!"
"""Behind who sat East: it was so, whatever the rules say."""
DEAD = frozenset(("x", "†"))
"""Instead of points: the hand was dead."""
MOST_POINTS = 1_000_000
MOST_DIGITS = 8
NUMBER = re.compile(r"[+-]?\d+")


class LineState(StrEnum):
    """What there is to say of a line."""

    BLANK = "blank"
    RECORDED = "recorded"
    RIGHT = "right"
    WRONG = "wrong"
    WAITS = "waits"


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with a line."""

    field: str
    """Empty where it is the line as a whole."""
    text: str


@dataclass
class TypedLine:
    """A line of the sheet, and what came of holding it against the rules."""

    number: int
    """Counts the lines, from 1."""
    form: LineForm
    typed: Mapping[str, Any]
    state: LineState = LineState.BLANK
    faults: list[LineFault] = field(default_factory=list)
    entered: entries.RecordedGame | None = None
    """What the line says; None where that is no game."""
    east: str | None = None
    """Who sat East, if the sheet says so."""
    game: FoldedGame | None = None
    deal: Deal | None = None
    recorded_as: int | None = None
    """The number of the game that it is already."""

    @property
    def key(self) -> str:
        """What names the line's write."""
        return str(self.typed.get("key", ""))

    @property
    def is_blank(self) -> bool:
        """Whether nothing was typed."""
        return not self.typed.keys() - {"key"}


@dataclass
class TypedSheet:
    """The lines that were typed."""

    terms: Terms
    lines: list[TypedLine]
    says: Says
    names: Mapping[str, str]
    calling: Calling

    @property
    def right(self) -> list[TypedLine]:
        """The lines that can be recorded, in order."""
        return [line for line in self.lines if line.state is LineState.RIGHT]

    @property
    def wrong(self) -> TypedLine | None:
        """The line that stops the others; None if all are right."""
        return next((one for one in self.lines if one.state is LineState.WRONG), None)

    @property
    def waiting(self) -> list[TypedLine]:
        """The lines that wait for the one that is wrong."""
        return [line for line in self.lines if line.state is LineState.WAITS]

    @property
    def is_recorded(self) -> bool:
        """Whether every line that holds something has been recorded."""
        states = {line.state for line in self.lines} - {LineState.BLANK}
        return states == {LineState.RECORDED}

    def judge(self, chronicle: Chronicle, recorded: Mapping[str, int | None]) -> None:
        """
        Hold every line against the rules, after the games of *chronicle*.

        *recorded* are the keys of lines that were recorded before, with the game's
        number.
        """
        after = replace(
            chronicle,
            totals=dict(chronicle.totals),
            booked=dict(chronicle.booked),
            games=list(chronicle.games),
        )
        next_deal: Deal | None = self._deal(after)
        is_stopped = False
        for line in self.lines:
            if line.key in recorded:
                line.state, line.recorded_as = LineState.RECORDED, recorded[line.key]
            elif line.is_blank:
                line.deal, next_deal = next_deal, None
            elif is_stopped:
                line.state = LineState.WAITS
            else:
                self._judge_line(line, after)
                is_stopped = bool(line.faults)
                next_deal = None if is_stopped else self._deal(after)

    def _deal(self, chronicle: Chronicle) -> Deal | None:
        if chronicle.is_finished or chronicle.is_void:
            return None
        return deal_of(engine.next_table(chronicle, None), self.names)

    def _judge_line(self, line: TypedLine, chronicle: Chronicle) -> None:
        """Take a line as the next game of *chronicle*, if it is right."""
        if chronicle.is_void:
            line.faults = [LineFault("", gettext("The partie is void."))]
        elif chronicle.is_finished:
            line.faults = [LineFault("", _over(len(chronicle.games)))]
        else:
            reading = _Reading(line.typed, self.says, chronicle, self)
            line.entered, line.east = reading.read(), reading.east
            line.faults = reading.faults
            if line.entered is not None and not line.faults:
                line.faults = _added(line.entered, line, chronicle, reading.seating)
        if line.faults:
            line.state = LineState.WRONG
            for fault in line.faults:
                line.form.mark(fault.field)
            return
        line.state, line.game = LineState.RIGHT, chronicle.games[-1]
        line.deal = deal_of(line.game.table, self.names)


def _over(games: int) -> str:
    return gettext(
        "The partie ends with game %(number)d: no game can follow. Is a line before "
        "this one too many?"
    ) % {"number": games}


def _added(
    game: entries.RecordedGame,
    line: TypedLine,
    chronicle: Chronicle,
    seating: GameSeats,
) -> list[LineFault]:
    """Add a line's game to *chronicle*; return what the rules have against it."""
    game = replace(game, east=line.east or seating.table.dealer)
    try:
        engine.add(chronicle, engine.Happened(0, game))
    except engine.RulesError as error:
        called = {one.letter: one.name for one in seating.seats}
        return [LineFault(_field_of(error, seating), sentence_with(error, called))]
    return []


FIELDS = {
    "from": "giver",
    "winning_tile": "winner",
    "source": "giver",
    "kind": "winner",
    "pao": "pao_player",
}


def _field_of(error: engine.RulesError, seating: GameSeats) -> str:
    """Return the field of a line for what the rules are against."""
    first, _dot, rest = (error.field or "").partition(".")
    name = rest.partition(".")[0]
    if first in ("hands", "scores"):
        player = seating.table.winds.get(name)
        return HAND + player if player is not None else ""
    return FIELDS.get(name, name) if first == "outcome" else first


class _Reading:
    """One line, read as the next game of a partie."""

    def __init__(
        self,
        typed: Mapping[str, Any],
        says: Says,
        chronicle: Chronicle,
        sheet: TypedSheet,
    ) -> None:
        self.typed = typed
        self.says = says
        self.chronicle = chronicle
        self.sheet = sheet
        self.faults: list[LineFault] = []
        self.east: str | None = None
        self.seating = seating_of(chronicle, sheet.names, None)

    def read(self) -> entries.RecordedGame | None:
        """Return the game that the line says; what is wrong goes to the faults."""
        self._read_east()
        outcome = self._outcome()
        if outcome is None:
            return None
        written: dict[str, Any] = {"outcome": outcome}
        if self.sheet.terms.takes_scores:
            written["scores"] = self._scores()
        elif outcome["kind"] == "penalty" and self.sheet.terms.takes_value:
            written["hands"] = self._hands(outcome["offender"])
        elif outcome["kind"] != "win":
            written["hands"] = self._fined()
        elif self.says is Says.SCORES:
            written["scores"] = self._scores()
        else:
            written["hands"] = self._hands(outcome["winner"])
        return entries.RecordedGame.from_json(
            written | {"remark": self.typed.get("remark")}
        )

    def _wrong(self, name: str, text: str) -> None:
        self.faults.append(LineFault(name, text))

    def _player(self, name: str, text: str) -> str:
        """Return the player at the table whom a field calls; empty if nobody."""
        try:
            found = self.sheet.calling.found(text, self.seating.table)
        except ValidationError as error:
            self._wrong(name, error.messages[0])
            return ""
        if found == self.seating.table.resting:
            self._wrong(
                name,
                gettext("%(name)s rests in this game.")
                % {"name": self.sheet.names[found]},
            )
            return ""
        return found

    # Who sat East ---------------------------------------------------------------

    def _read_east(self) -> None:
        text = str(self.typed.get("east", ""))
        expected = self.seating.expected
        if not text:
            if expected is None:
                self._wrong(
                    "east", gettext("Dice chose the East of this game: say whom.")
                )
            return
        is_sure = text.endswith(REALLY)
        try:
            east = self.sheet.calling.found(
                text.removesuffix(REALLY), self.seating.table
            )
        except ValidationError as error:
            self._wrong("east", error.messages[0])
            return
        if expected is not None and east != expected and not is_sure:
            self._wrong("east", self._other_east(text, expected))
            return
        self.east = east
        self.seating = seating_of(self.chronicle, self.sheet.names, east)

    def _other_east(self, text: str, expected: str) -> str:
        """Return what to say where the sheet has another East than the rules."""
        if self.seating.table.owner is not None:
            template = gettext(
                "By the rules it is %(name)s’s game. Look at this line and the one "
                "before; if it really was as it stands here, type “%(sure)s”."
            )
        else:
            template = gettext(
                "By the rules %(name)s is East. Look at this line and the one before; "
                "if it really was as it stands here, type “%(sure)s”."
            )
        return template % {"name": self.sheet.names[expected], "sure": text + REALLY}

    # How it ended ---------------------------------------------------------------

    def _outcome(self) -> dict[str, Any] | None:
        """Return how the game ended; None if that is not right."""
        winner, giver = self.typed.get("winner", ""), self.typed.get("giver", "")
        data: dict[str, Any] = {
            name: self.typed[name]
            for name in (*LineForm.seldom(), "remark")
            if name in self.typed
        }
        if self.typed.get("offender"):
            data["kind"] = "penalty"
            if winner:
                self._wrong("winner", gettext("A fault ended the game: nobody won."))
        elif winner in NOBODY:
            data["kind"] = "draw"
        elif not winner:
            self._wrong("winner", gettext("Say who won, or “-” if nobody did: a draw."))
        else:
            data["kind"] = "win"
            is_unsaid = self.sheet.terms.takes_scores and winner == UNKNOWN
            data["winner"] = UNSAID if is_unsaid else self._player("winner", winner)
        if data.get("kind") == "win":
            self._read_giver(data, giver)
        elif giver and giver not in NOBODY:
            self._wrong("giver", gettext("Nobody won, so nobody gave the tile."))
        if self.faults:
            return None
        return self._checked(data)

    def _read_giver(self, data: dict[str, Any], text: str) -> None:
        if not text and self.sheet.terms.takes_scores:
            data["giver"] = UNSAID
        elif not text:
            self._wrong(
                "giver",
                gettext("Say who gave the winning tile, or “-” if it was self-drawn."),
            )
        elif text in NOBODY:
            data["giver"] = SELF
        else:
            data["giver"] = self._player("giver", text)
            if data["giver"] and data["giver"] == data["winner"]:
                self._wrong(
                    "giver",
                    gettext("Nobody gives a tile to themselves: “-” is self-drawn."),
                )

    def _checked(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """Return the contract's outcome; None if a rule of the form is against it."""
        needs_east = self.seating.table.dice_choose
        data |= {
            "version": "0",
            "key": "paper",
            "east": self.seating.table.dealer if needs_east else "",
        }
        form = OutcomeForm(data, terms=self.sheet.terms, seating=self.seating)
        if form.is_valid():
            return form.outcome({seat.key: seat.key for seat in self.seating.seats})
        for name, errors in form.errors.items():
            self._wrong("winner" if name == "kind" else name, str(errors[0]))
        return None

    # What the sheet says of each player -------------------------------------------

    def _values(self) -> Iterable[tuple[str, str]]:
        """Yield who plays, with what was typed of them."""
        for seat in self.seating.seats:
            yield seat.key, self.typed.get(HAND + seat.key, "")
        rester = self.seating.rester
        if rester is not None:
            text = self.typed.get(HAND + rester.key, "")
            if text not in {"", "0", *NOBODY}:
                self._wrong(
                    HAND + rester.key,
                    gettext("%(name)s rests in this game.") % {"name": rester.name},
                )

    def _fined(self) -> dict[str, Any]:
        """Return the dead hands of a game that nobody won, where they are fined."""
        fined: dict[str, Any] = {}
        for key, text in self._values():
            if self._fines and text.casefold() in DEAD:
                fined[key] = {"dead": "false_mahjong"}
            elif text not in {"", "0", *NOBODY}:
                self._wrong(
                    HAND + key,
                    gettext("Nobody won, so no hand is counted: leave this empty."),
                )
        return fined

    @property
    def _fines(self) -> bool:
        """Whether a dead hand is paid for: then no other one is worth a mark."""
        return self.sheet.terms.rules.paying.fines_dead_hands

    def _number(self, key: str, text: str) -> int | None:
        """Return a whole number; None where there is none, or it is wrong."""
        plain = re.sub(r"[\s'’.,]", "", text).replace("−", "-").replace("–", "-")
        if not plain or text in NOBODY:
            return None
        if not NUMBER.fullmatch(plain):
            self._wrong(
                HAND + key,
                gettext("“%(text)s” is no whole number.") % {"text": text},
            )
            return None
        if len(plain.lstrip("+-")) > MOST_DIGITS:
            self._wrong(
                HAND + key,
                gettext("“%(text)s” is more than a game can come to.") % {"text": text},
            )
            return None
        return int(plain)

    def _scores(self) -> dict[str, int]:
        return {key: self._number(key, text) or 0 for key, text in self._values()}

    def _hands(self, declared: str) -> dict[str, Any]:
        """Return the hands; that of who *declared* it, rightly or not, has points."""
        hands: dict[str, Any] = {}
        for key, text in self._values():
            if text.casefold() in DEAD:
                hands[key] = {"dead": "false_mahjong" if self._fines else "other"}
                continue
            points = self._number(key, text)
            if points is None:
                continue
            hands[key] = {"points": points}
            if not 0 <= points <= MOST_POINTS:
                self._wrong(
                    HAND + key,
                    gettext("A hand has 0 to %(most)d points.") % {"most": MOST_POINTS},
                )
        said = {one.field for one in self.faults}
        if declared not in hands and HAND + declared not in said:
            self._wrong(
                HAND + declared,
                gettext("Enter what the card says the hand declared is worth.")
                if self.sheet.terms.takes_value
                else gettext("Enter the points of the hand that won."),
            )
        return hands


def typed_again(
    game: entries.RecordedGame, sheet: TypedSheet, chronicle: Chronicle
) -> dict[str, str]:
    """Return the line that says a game again of which only the scores are known."""
    shorts = {one.key: one.short for one in sheet.calling.players}
    outcome: Mapping[str, Any] = game.outcome
    pao = outcome.get("pao") or {}
    line = {
        "winner": shorts.get(outcome.get("winner") or "", UNKNOWN),
        "giver": shorts.get(outcome.get("from") or "", "-"),
        "remark": game.remark,
        "pao_player": pao.get("player", ""),
        "pao_reason": pao.get("reason", ""),
    }
    line |= {HAND + key: str(score) for key, score in (game.scores or {}).items()}
    if game.east is not None and game.east != engine.expected_dealer(chronicle):
        line["east"] = shorts[game.east] + REALLY
    return {name: text for name, text in line.items() if text}


# Recording ------------------------------------------------------------------------


def recorded_before(partie: Partie, keys: Collection[str]) -> dict[str, int | None]:
    """Return the keys of lines that were recorded, with the numbers of their games."""
    made = partie.submissions.filter(key__in=keys).values_list(
        "key", "revision__entry__game__number"
    )
    return dict(made)


def record_lines(
    *, partie: Partie, author: services.Author, version: int, sheet: TypedSheet
) -> int:
    """
    Record the lines that are right, each in a transaction of its own, in order.

    Return how many games were recorded. A line recorded before is not recorded again.
    Raise services.ConflictError if somebody else wrote first; the lines before that
    have been recorded.
    """
    count = 0
    before = ""
    for line in sheet.lines:
        if line.state is LineState.RECORDED:
            before = line.key
        elif line.state is LineState.RIGHT:
            write = services.Write(
                author, None if before else version, line.key, after=before
            )
            _record(partie, write, line)
            before = line.key
            count += 1
    return count


def _record(partie: Partie, write: services.Write, line: TypedLine) -> None:
    game = line.entered
    assert game is not None
    if engine.is_from_paper(partie.terms, game):
        assert game.scores is not None
        services.scores_record(
            partie=partie,
            write=write,
            scores=game.scores,
            outcome=game.outcome,
            east=line.east,
            remark=game.remark,
        )
        return
    services.game_record(
        partie=partie,
        write=write,
        record=game.as_json,
        east=line.east,
        is_by_player=True,
    )
