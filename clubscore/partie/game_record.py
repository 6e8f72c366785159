"""
A hand and an outcome, as every way in and out of the product writes them.

This is the game of the contract as types: entries hold it, the API describes it, the
file of a club is checked by it, the phone posts it. Players' ids stand in it for seats
where a game is kept, and names or seats where it comes from another program. The rules
engine reads the same fields by itself, for it is plain Python; a test holds the two
together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, NotRequired, TypeAlias

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

# Of Python's own pydantic reads none before 3.12.
from typing_extensions import TypedDict

from clubscore.rules.hands import Circumstance, Dead, Offence, PaoReason, Source
from clubscore.rules.people import outcome_with, with_keys
from clubscore.rules.record_hands import MOST_POINTS
from clubscore.rules.record_scores import LONGEST_LIMIT

__all__ = [
    "DrawRecord",
    "HandRecord",
    "LimitName",
    "OneOf",
    "OutcomeRecord",
    "PaoRecord",
    "PenaltyRecord",
    "WinRecord",
    "outcome_with",
    "with_keys",
]


@dataclass(frozen=True, slots=True)
class OneOf:
    """Says that a text is the value of a member of an enumeration."""

    members: type[Enum]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return what pydantic checks such a text by."""
        return core_schema.literal_schema([one.value for one in self.members])


Person: TypeAlias = Annotated[str, Field(max_length=80)]
"""A seat's letter, a player's id or a name: whatever stands for people in a game."""


LimitName: TypeAlias = Annotated[str, Field(max_length=LONGEST_LIMIT)]
"""What a limit hand is called, where what each won or lost is typed."""


class HandRecord(TypedDict):
    """What a player has; tiles as `123m456p789s11z`."""

    sets: NotRequired[
        Annotated[
            list[str], Field(description="As they lie: concealed in parentheses.")
        ]
    ]
    tiles: NotRequired[
        Annotated[str, Field(description="Concealed tiles that nobody has arranged.")]
    ]
    bonus: NotRequired[
        Annotated[str, Field(description="Flowers and seasons: `1f3y`.")]
    ]
    complete: NotRequired[
        Annotated[bool, Field(description="Whether it is the whole hand; else true.")]
    ]
    claims: NotRequired[list[str]]
    dead: NotRequired[Annotated[str, OneOf(Dead)] | None]
    points: NotRequired[
        Annotated[
            Annotated[int, Field(ge=0, le=MOST_POINTS)] | None,
            Field(description="The player's own count, instead of tiles."),
        ]
    ]
    original_call: NotRequired[
        Annotated[bool, Field(description="Where the rule book knows it.")]
    ]


class PaoRecord(TypedDict):
    """Who pays for all, and why."""

    player: Person
    reason: Annotated[str, OneOf(PaoReason)]


_From = TypedDict("_From", {"from": NotRequired[Person | None]})


class WinRecord(_From):
    """Somebody won."""

    kind: Literal["win"]
    winner: NotRequired[
        Annotated[
            Person | None,
            Field(
                description=(
                    "A seat, or a name where players are named. Only where scores are"
                    " typed it may be null: several won, or nobody says who."
                )
            ),
        ]
    ]
    winning_tile: NotRequired[str | None]
    source: NotRequired[
        Annotated[
            Annotated[str, OneOf(Source)] | None,
            Field(description="Null only where scores are typed and nobody says."),
        ]
    ]
    circumstances: NotRequired[list[Annotated[str, OneOf(Circumstance)]]]
    completes: NotRequired[
        Annotated[
            str | None,
            Field(
                description=(
                    "The set, as written in `sets`, that the winning tile completed."
                    " With null a drawn tile completed something concealed, and a"
                    " claimed one too if that holds it, else an exposed set. Every"
                    " other exposed set lay open before."
                )
            ),
        ]
    ]
    pao: NotRequired[PaoRecord | None]


class DrawRecord(TypedDict):
    """Nobody won."""

    kind: Literal["draw"]


class PenaltyRecord(_From):
    """A fault ended the game."""

    kind: Literal["penalty"]
    offender: Person | list[Person]
    offence: NotRequired[
        Annotated[
            Annotated[str, OneOf(Offence)] | None,
            Field(description="Left out only where scores are typed."),
        ]
    ]
    excluded: NotRequired[list[Person]]


OutcomeRecord: TypeAlias = Annotated[
    WinRecord | DrawRecord | PenaltyRecord, Field(discriminator="kind")
]
"""How a game ended."""
