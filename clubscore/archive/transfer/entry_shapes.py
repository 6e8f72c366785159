"""
What can have been said of an entry, by its kind, and what a game came to then.

The rules judge what holds in a partie when it is played again. What was corrected
since is only shown: it must have the shape that pages expect.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from clubscore.archive.transfer.shapes import (
    MOST,
    Shape,
    Text20,
    Text40,
    Text200,
)

Player: TypeAlias = Text20
"""A player's id, as a text."""
Seat: TypeAlias = Literal["E", "S", "W", "N"]
Points: TypeAlias = Annotated[int, Field(ge=-MOST, le=MOST)]


class Loose(BaseModel):
    """An object that may have other fields beside these."""

    model_config = ConfigDict(extra="allow", strict=True)


class PaoSaid(Loose):
    """Who pays for all, and why."""

    player: Player
    reason: Literal[
        "nine_tiles",
        "big_three_dragons",
        "big_four_winds",
        "last_five_tiles",
        "twelfth_tile",
    ]


class WinSaid(Loose):
    """Somebody won."""

    kind: Literal["win"]
    winner: Player
    source: Literal[
        "wall", "replacement", "replacement_bonus", "discard", "robbed_kong", "deal"
    ]
    winning_tile: str | None = None
    from_: Player | None = Field(None, alias="from")
    circumstances: (
        list[Literal["last_tile", "kong_on_kong", "first_turn", "bird_eats_cake"]]
        | None
    ) = None
    completes: str | None = None
    pao: PaoSaid | None = None


class DrawSaid(Loose):
    """Nobody won."""

    kind: Literal["draw"]


class PenaltySaid(Loose):
    """A fault ended the game."""

    kind: Literal["penalty"]
    offender: Player
    offence: Literal["false_mahjong", "spoiled_game"]
    from_: Player | None = Field(None, alias="from")
    excluded: list[Player] | None = None


class GameSaid(Shape):
    """A game: its hands, or where no more is known its scores."""

    hands: dict[Player, dict[str, JsonValue]] = {}
    scores: dict[Player, Points] = {}
    outcome: Annotated[WinSaid | DrawSaid | PenaltySaid, Field(discriminator="kind")]
    east: Player
    remark: Text200 | None = None
    round: int = 1
    round_wind: Literal["E", "S", "W", "N", "G"] | None = None


class BookingSaid(Shape):
    """Chips that were moved."""

    from_: Player = Field(alias="from")
    to: Player
    amount: int = Field(ge=1, le=10**9)
    reason: str


class SeatingSaid(Shape):
    """New seats: East first, who rests last."""

    players: list[Player]


class SubstituteSaid(Shape):
    """Somebody who played on for another."""

    out: Player
    in_: Player = Field(alias="in")


class ReasonSaid(Shape):
    """Why a partie was ended, or made void."""

    reason: str


class ResultSaid(Shape):
    """What an old partie came to."""

    totals: dict[Player, Points]
    import_: Text40 = Field("", alias="import")


SAID: dict[str, type[Shape]] = {
    "game": GameSaid,
    "booking": BookingSaid,
    "seating": SeatingSaid,
    "substitute": SubstituteSaid,
    "end": ReasonSaid,
    "void": ReasonSaid,
    "result": ResultSaid,
}
"""What is said of an entry, by its kind."""


class ItemScored(Loose):
    """Something that a hand scored."""

    rule: str


class HandScored(Loose):
    """What a hand came to."""

    points: Points
    limit: str | None
    dead: bool | str | None
    arrangement: list[str]
    items: list[ItemScored]


class Paid(Loose):
    """A debt."""

    from_: Seat = Field(alias="from")
    to: Seat
    amount: Points
    reason: str


class GameResult(Loose):
    """What a game came to when it was said; what counts is worked out anew."""

    hands: dict[Seat, HandScored]
    payments: list[Paid]
    scores: dict[Seat, Points]
    warnings: list[dict[str, JsonValue]]
