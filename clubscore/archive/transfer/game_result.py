"""
A game's result as the file of a club keeps it.

The rules judge what holds in a partie when it is played again. What was corrected
since is only shown: it must have the shape that pages expect. What was entered is
checked by `partie.entries`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from clubscore.archive.transfer.shapes import MOST

Seat: TypeAlias = Literal["E", "S", "W", "N"]
Points: TypeAlias = Annotated[int, Field(ge=-MOST, le=MOST)]


class Loose(BaseModel):
    """An object that may have other fields beside these."""

    model_config = ConfigDict(extra="allow", strict=True)


class ExportedItem(Loose):
    """Something that a hand scored."""

    rule: str


class ExportedHand(Loose):
    """What a hand came to."""

    points: Points
    limit: str | None
    dead: bool | str | None
    arrangement: list[str]
    items: list[ExportedItem]


class ExportedPayment(Loose):
    """A debt."""

    from_: Seat = Field(alias="from")
    to: Seat
    amount: Points
    reason: str


class ExportedResult(Loose):
    """The result of a game when it was recorded; what counts is worked out anew."""

    hands: dict[Seat, ExportedHand]
    payments: list[ExportedPayment]
    scores: dict[Seat, Points]
    warnings: list[dict[str, JsonValue]]
