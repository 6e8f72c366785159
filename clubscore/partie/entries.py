"""
Entries of a partie: games, bookings, seats, substitutes, ends, notes.

Each kind of entry is a value. It is read from the JSON of its revision and written to
it by the methods here and nowhere else, and what was written once is never changed: the
chain of a partie holds its hash. `checked` reads what comes from a file.

To add a kind is to add a member of `Kind`, its class and the class's place in
`Content`. mypy then names every place that has to know it, for each of them ends in
`assert_never`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Any, ClassVar, Self, TypeAlias, assert_never, get_args

from django.utils.translation import gettext_lazy as _
from pydantic import ConfigDict, Field, GetCoreSchemaHandler, TypeAdapter
from pydantic_core import CoreSchema, core_schema

from clubscore.club.kinds import Kinds
from clubscore.partie.game_record import (
    HandRecord,
    LimitName,
    OutcomeRecord,
    outcome_with,
    with_keys,
)
from clubscore.partie.scores import MOST_HELD, Score, score_from, score_written

PlayerKey = Annotated[str, Field(max_length=20)]
"""A player's id, as JSON keys have it."""
Points: TypeAlias = Annotated[int, Field(ge=-MOST_HELD, le=MOST_HELD)]
"""A score that every database of ours holds."""
Reason: TypeAlias = str
Rename = Callable[[str], str]
"""Returns the other id of a player."""
Written = Mapping[str, Any]
"""The JSON object that a revision keeps of an entry."""

STRICT = ConfigDict(extra="forbid", strict=True)


class Kind(Kinds):
    """What can happen in a partie."""

    GAME = "game", _("game")
    BOOKING = "booking", _("booking")
    SEATING = "seating", _("new seats")
    SUBSTITUTE = "substitute", _("substitute")
    END = "end", _("end")
    RESULT = "result", _("result of the whole partie")
    VOID = "void", _("void")
    NOTE = "note", _("note")


# A game --------------------------------------------------------------------------


class AnyObject:
    """Says that a hand of a file may be any object: the rules judge what counts."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return what pydantic checks a hand by; of a draw nobody looked at them."""
        return core_schema.dict_schema(core_schema.str_schema())


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedGame:
    """A game: its hands and how it ended, or its scores where no more is known."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    kind: ClassVar[Kind] = Kind.GAME

    outcome: OutcomeRecord
    hands: Mapping[PlayerKey, Annotated[HandRecord, AnyObject()]] = field(
        default_factory=dict
    )
    scores: Mapping[PlayerKey, Points] | None = None
    """Typed where the rules take them, or from paper; such a game has no hands."""
    limit: LimitName | None = None
    """The name of the limit hand that won, where the scores are typed."""
    remark: Annotated[str, Field(max_length=200)] = ""
    east: PlayerKey | None
    """Who really sat East, or owned the game; None only while it is entered."""
    round: int | None = None
    """The round that it was played in, where the rules would have another by now."""
    round_wind: str | None = None
    """The letter of that round's wind."""

    @classmethod
    def from_json(cls, written: Written) -> Self:
        """
        Return the game that *written* tells of.

        Of one that is only being entered the engine judges whether it can be so.
        """
        return cls(
            outcome=written.get("outcome"),  # type: ignore[arg-type]
            hands=written.get("hands", {}),
            scores=written.get("scores"),
            limit=written.get("limit") or None,
            remark=written.get("remark") or "",
            east=written.get("east"),
            round=written.get("round"),
            round_wind=written.get("round_wind"),
        )

    @property
    def as_json(self) -> dict[str, Any]:
        """The game as a revision keeps it."""
        written: dict[str, Any]
        if self.scores is None:
            written = {"hands": self.hands, "outcome": self.outcome}
            written |= {"east": self.east} if self.east is not None else {}
            written |= {"remark": self.remark} if self.remark else {}
        else:
            written = {"scores": self.scores, "outcome": self.outcome}
            written |= {"limit": self.limit} if self.limit else {}
            written |= {"remark": self.remark} if self.remark else {}
            written |= {"east": self.east} if self.east is not None else {}
        if self.round is not None:
            written |= {"round": self.round, "round_wind": self.round_wind}
        return written

    def renamed(self, rename: Rename) -> Self:
        """Return the game with other ids for its players."""
        name = _texts_alone(rename)
        return replace(
            self,
            hands=with_keys(self.hands, name),
            outcome=outcome_with(self.outcome, name),
            scores=with_keys(self.scores, name),
            east=name(self.east),
        )

    @property
    def winner(self) -> PlayerKey | None:
        """Who won; None if nobody did."""
        key: PlayerKey | None = self._of_win("winner")
        return key

    @property
    def giver(self) -> PlayerKey | None:
        """Who gave the winning tile; None if nobody did."""
        key: PlayerKey | None = self._of_win("from")
        return key

    @property
    def winning_tile(self) -> str:
        """The tile that won; empty where none is known."""
        return self._of_win("winning_tile") or ""

    @property
    def completes(self) -> str:
        """The set that the winning tile completed; empty where none is named."""
        return self._of_win("completes") or ""

    @property
    def is_self_drawn(self) -> bool:
        """Whether the winner drew the winning tile from the wall, as far as known."""
        return self.giver is None and self._of_win("source") not in (None, "discard")

    @property
    def is_draw(self) -> bool:
        """Whether nobody won, and nobody's fault ended the game."""
        return self._ended.get("kind") == "draw"

    @property
    def _ended(self) -> Mapping[str, Any]:
        """The outcome, of which fields may be missing while the game is entered."""
        return self.outcome

    def _of_win(self, field: str) -> Any:
        ended = self._ended
        return ended.get(field) if ended.get("kind") == "win" else None

    @property
    def has_scores_only(self) -> bool:
        """Whether only the scores are known, and no hands."""
        return self.scores is not None

    @property
    def substance(self) -> tuple[object, ...]:
        """What is recorded of it beside where it was played."""
        return self.hands, self.scores, self.limit, self.outcome, self.remark


def _texts_alone(rename: Rename) -> Callable[[Any], Any]:
    """Return what leaves alone whatever is no player's id: the engine says so."""
    return lambda player: rename(player) if isinstance(player, str) else player


# What happens beside the games ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class Booking:
    """Chips that one player gave another; scores stay as they are."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    kind: ClassVar[Kind] = Kind.BOOKING

    payer: Annotated[PlayerKey, Field(alias="from")]
    payee: Annotated[PlayerKey, Field(alias="to")]
    amount: Annotated[int, Field(ge=1, le=10**9)]
    reason: Reason

    @classmethod
    def from_json(cls, written: Written) -> Self:
        """Return the booking that a revision keeps."""
        return cls(written["from"], written["to"], written["amount"], written["reason"])

    @property
    def as_json(self) -> dict[str, Any]:
        """The booking as a revision keeps it."""
        return {
            "from": self.payer,
            "to": self.payee,
            "amount": self.amount,
            "reason": self.reason,
        }

    def renamed(self, rename: Rename) -> Self:
        """Return the booking with other ids for its players."""
        return replace(self, payer=rename(self.payer), payee=rename(self.payee))


@dataclass(frozen=True, slots=True)
class Seating:
    """New seats from the next game on."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    kind: ClassVar[Kind] = Kind.SEATING

    players: tuple[PlayerKey, ...]
    """East first, who rests last."""

    @classmethod
    def from_json(cls, written: Written) -> Self:
        """Return the seats that a revision keeps."""
        return cls(tuple(written["players"]))

    @property
    def as_json(self) -> dict[str, Any]:
        """The seats as a revision keeps them."""
        return {"players": list(self.players)}

    def renamed(self, rename: Rename) -> Self:
        """Return the seats with other ids for the players."""
        return replace(self, players=tuple(map(rename, self.players)))


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody who plays on in another's seat."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    kind: ClassVar[Kind] = Kind.SUBSTITUTE

    leaving: Annotated[PlayerKey, Field(alias="out")]
    coming: Annotated[PlayerKey, Field(alias="in")]

    @classmethod
    def from_json(cls, written: Written) -> Self:
        """Return the substitute that a revision keeps."""
        return cls(written["out"], written["in"])

    @property
    def as_json(self) -> dict[str, Any]:
        """The substitute as a revision keeps it."""
        return {"out": self.leaving, "in": self.coming}

    def renamed(self, rename: Rename) -> Self:
        """Return the substitute with other ids for the players."""
        return replace(self, leaving=rename(self.leaving), coming=rename(self.coming))


@dataclass(frozen=True, slots=True)
class _WithReason:
    """Something of which no more is known than why it was done."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    reason: Reason

    @classmethod
    def from_json(cls, written: Written) -> Self:
        """Return what a revision keeps."""
        return cls(written["reason"])

    @property
    def as_json(self) -> dict[str, Any]:
        """What a revision keeps."""
        return {"reason": self.reason}

    def renamed(self, rename: Rename) -> Self:
        """Return the same: it names nobody."""
        return self


@dataclass(frozen=True, slots=True)
class End(_WithReason):
    """The end of a partie before its last game."""

    kind: ClassVar[Kind] = Kind.END


@dataclass(frozen=True, slots=True)
class Void(_WithReason):
    """A partie that is taken out of all results."""

    kind: ClassVar[Kind] = Kind.VOID


@dataclass(frozen=True, slots=True)
class Result:
    """What an old partie came to, of which no games are known."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    kind: ClassVar[Kind] = Kind.RESULT

    totals: Mapping[PlayerKey, Score]
    imported: Annotated[str, Field(alias="import", max_length=40)] = ""
    """Names the list that it was taken from."""

    @classmethod
    def from_json(cls, written: Written) -> Self:
        """Return the result that a revision keeps."""
        totals = {key: score_from(one) for key, one in written["totals"].items()}
        return cls(totals, written.get("import", ""))

    @property
    def as_json(self) -> dict[str, Any]:
        """The result as a revision keeps it."""
        totals = {key: score_written(one) for key, one in self.totals.items()}
        return {"totals": totals} | ({"import": self.imported} if self.imported else {})

    def renamed(self, rename: Rename) -> Self:
        """Return the result with other ids for the players."""
        return replace(self, totals=with_keys(self.totals, rename))


LONGEST_NOTE = 500
"""A note has no more characters."""


@dataclass(frozen=True, slots=True)
class Note:
    """A remark between games; it moves nothing."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    kind: ClassVar[Kind] = Kind.NOTE

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_NOTE)]

    @classmethod
    def from_json(cls, written: Written) -> Self:
        """Return the note that a revision keeps."""
        return cls(written["text"])

    @property
    def as_json(self) -> dict[str, Any]:
        """The note as a revision keeps it."""
        return {"text": self.text}

    def renamed(self, rename: Rename) -> Self:
        """Return the same: whoever is named in a text keeps that name."""
        return self


@dataclass(frozen=True, slots=True)
class Unknown:
    """What a newer version of the site recorded: it is kept, shown and left alone."""

    kind: str
    written: Written

    @property
    def as_json(self) -> dict[str, Any]:
        """What a revision keeps."""
        return dict(self.written)

    def renamed(self, rename: Rename) -> Self:
        """Return the same: nobody knows where players stand in it."""
        return self


# All of them ---------------------------------------------------------------------

Known: TypeAlias = (
    RecordedGame | Booking | Seating | Substitute | End | Void | Result | Note
)
Content: TypeAlias = Known | Unknown
"""What is recorded of an entry."""

KNOWN: Mapping[str, type[Known]] = {one.kind: one for one in get_args(Known)}
"""The values of entries, by their kinds."""


TAKEN_OUT_ALONE = (Kind.BOOKING, Kind.SEATING, Kind.SUBSTITUTE, Kind.NOTE)
"""The kinds of entries that can be taken back wherever they stand, beside games."""


def read(kind: str, written: Written) -> Content:
    """Return what a revision keeps of an entry of that kind."""
    known = KNOWN.get(kind)
    return known.from_json(written) if known is not None else Unknown(kind, written)


def checked(kind: str, written: Written) -> Content:
    """
    Return what *written*, of a file, tells of an entry of that kind.

    Raise pydantic's ValidationError if it is not of the shape that every page expects.
    """
    if kind in KNOWN:
        _adapter(kind).validate_json(json.dumps(written))
    return read(kind, written)


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(KNOWN[kind])


def players_in(content: Content) -> set[str]:
    """Return the ids of the players whom an entry mentions."""
    keys: set[str] = set()

    def note(key: str) -> str:
        keys.add(key)
        return key

    content.renamed(note)
    return keys


def reason_of(content: Content) -> str:
    """Return the reason that an entry gives for itself; empty where it gives none."""
    match content:
        case Unknown():
            return str(content.written.get("reason", ""))
        case Booking() | End() | Void():
            return content.reason
        case RecordedGame() | Seating() | Substitute() | Result() | Note():
            return ""
        case _:
            assert_never(content)
