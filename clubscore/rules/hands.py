"""Hands of a game as they were recorded, and the game's outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import NamedTuple

from clubscore.rules.seats import Wind
from clubscore.rules.sets import WrittenSet
from clubscore.rules.tiles import JOKER, Packed, Tile


class Claim(StrEnum):
    """A pattern of the whole hand, known though not all its tiles were entered."""

    HALF_FLUSH = "half_flush"
    """One suit and honours."""
    HALF_FLUSH_TERMINALS = "half_flush_terminals"
    """Terminals of one suit and honours."""
    TERMINALS_AND_HONOURS = "terminals_and_honours"
    FULL_FLUSH = "full_flush"
    """One suit alone."""
    ALL_HONOURS = "all_honours"


class Dead(StrEnum):
    """Why a hand is dead."""

    TILE_COUNT = "tile_count"
    FAULTY_SET = "faulty_set"
    FALSE_MAHJONG = "false_mahjong"
    OTHER = "other"


class Hand(NamedTuple):
    """One player's tiles at the end of a game."""

    written: tuple[WrittenSet, ...] = ()
    """The sets as they lie, not yet judged."""
    tiles: tuple[Tile, ...] = ()
    """Concealed tiles that nobody has arranged."""
    bonus: tuple[Tile, ...] = ()
    """Flowers and seasons."""
    is_complete: bool = True
    """Whether sets and tiles are the whole hand."""
    claims: frozenset[Claim] = frozenset()
    """What the scorekeeper vouches for where the hand is not complete."""
    waiting_for: tuple[str, ...] = ()
    """Limit hands that it is said to be one tile short of."""
    dead: Dead | None = None
    points: int | None = None
    """The player's own count, instead of tiles."""
    packed: Packed = 0
    """All tiles of sets and tiles, packed; 0 where they are more than in the game."""
    size: int = 0
    """How many tiles those are."""
    original_call: bool = False
    """Whether one tile was missing before the first discard, and nothing changed."""

    @property
    def is_counted_by_tiles(self) -> bool:
        """Whether its tiles decide what it is worth."""
        return self.points is None and self.dead is None

    @property
    def jokers(self) -> int:
        """How many jokers it has."""
        return self.tiles.count(JOKER) + sum(one.jokers for one in self.written)

    @property
    def kongs(self) -> int:
        """How many sets of four tiles were written."""
        # Few hands have sets that were written, and this is asked of every one.
        return sum(one.is_kong for one in self.written) if self.written else 0


ABSENT = Hand(is_complete=False)
"""The hand of a seat that was left out of the record."""


class Source(StrEnum):
    """Where the winning tile came from."""

    WALL = "wall"
    REPLACEMENT = "replacement"
    """A replacement tile after a kong."""
    REPLACEMENT_BONUS = "replacement_bonus"
    """A replacement tile after a flower or season."""
    DISCARD = "discard"
    ROBBED_KONG = "robbed_kong"
    DEAL = "deal"
    """The dealt tiles were a winning hand."""


GIVEN = frozenset((Source.DISCARD, Source.ROBBED_KONG))
"""The sources where another player gave the tile."""


class Circumstance(StrEnum):
    """What else was special about the winning tile."""

    LAST_TILE = "last_tile"
    """It was the last tile of the living wall, drawn or then discarded."""
    KONG_ON_KONG = "kong_on_kong"
    """It replaced a tile of the second of two kongs made in one turn."""
    FIRST_TURN = "first_turn"
    BIRD_EATS_CAKE = "bird_eats_cake"
    """A 1 of circles completed the pair with a 1 of bamboos."""
    NINTH_WIN = "ninth_win"
    """It was East's ninth win in a row."""
    LAST_OF_ITS_KIND = "last_of_its_kind"
    """The other three tiles of its kind lay open on the table before."""
    JOKERLESS = "jokerless"
    """The hand has no joker."""
    SINGLES_AND_PAIRS = "singles_and_pairs"
    """The hand is of the part of the card that never holds a joker."""


USUAL_CIRCUMSTANCES = frozenset(
    (
        Circumstance.LAST_TILE,
        Circumstance.KONG_ON_KONG,
        Circumstance.FIRST_TURN,
        Circumstance.BIRD_EATS_CAKE,
    )
)
"""The circumstances that the field shares; others are single rule books'."""


class PaoReason(StrEnum):
    """Why one player answers for all payments."""

    NINE_TILES = "nine_tiles"
    BIG_THREE_DRAGONS = "big_three_dragons"
    BIG_FOUR_WINDS = "big_four_winds"
    LAST_FIVE_TILES = "last_five_tiles"
    TWELFTH_TILE = "twelfth_tile"
    DANGEROUS_DISCARD = "dangerous_discard"
    FALSE_NAMING = "false_naming"


USUAL_PAO_REASONS = frozenset(
    (
        PaoReason.NINE_TILES,
        PaoReason.BIG_THREE_DRAGONS,
        PaoReason.BIG_FOUR_WINDS,
        PaoReason.LAST_FIVE_TILES,
        PaoReason.TWELFTH_TILE,
    )
)
"""The reasons that the field shares; others are single rule books'."""


class Offence(StrEnum):
    """What a game-ending penalty is for."""

    FALSE_MAHJONG = "false_mahjong"
    SPOILED_GAME = "spoiled_game"
    FALSE_NAMING = "false_naming"
    """A discard wrongly named was claimed for mahjong."""


USUAL_OFFENCES = frozenset((Offence.FALSE_MAHJONG, Offence.SPOILED_GAME))
"""The offences that the field shares; others are single rule books'."""


@dataclass(frozen=True, slots=True)
class Pao:
    """One player pays for all."""

    player: Wind
    reason: PaoReason


@dataclass(frozen=True, slots=True)
class Win:
    """A game that somebody won."""

    winner: Wind
    tile: Tile | None
    """The winning tile; None where it was not said."""
    source: Source
    giver: Wind | None = None
    """Who discarded the tile or was robbed of it, exactly where `source` says so."""
    circumstances: frozenset[Circumstance] = frozenset()
    completes: WrittenSet | None = None
    """The written set that the tile completed; None where the best one counts."""
    pao: Pao | None = None

    def __post_init__(self) -> None:
        assert (self.giver is not None) == (self.source in GIVEN)

    @property
    def is_self_drawn(self) -> bool:
        """Whether the winner drew the tile; dealt and replacement tiles too."""
        return self.giver is None


@dataclass(frozen=True, slots=True)
class Draw:
    """A game that nobody won."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """A game that a fault ended."""

    offenders: tuple[Wind, ...]
    """One, or several at once where the ruleset knows that; in the order of seats."""
    offence: Offence
    giver: Wind | None = None
    """Whose discard was claimed."""
    excluded: frozenset[Wind] = frozenset()
    """Seats that receive nothing because of a fault of their own."""


class Ending(StrEnum):
    """The ways in which a game ends."""

    WIN = auto()
    DRAW = auto()
    PENALTY = auto()


@dataclass(frozen=True, slots=True)
class TypedEnding:
    """The outcome of a game whose scores were typed, as far as it is recorded."""

    kind: Ending
    winner: Wind | None = None
    """None where nobody won, where several did, or where nobody says who."""


Outcome = Win | Draw | Penalty | TypedEnding


@dataclass(frozen=True, slots=True)
class TableWinds:
    """What holds for a game before a tile is drawn."""

    seats: tuple[Wind, ...]
    """The seats that play, East first."""
    round_wind: Wind | None
    """None in a green-dragon game."""
    owner: Wind | None = None
    """The seat whose game it is, where the ruleset has owners."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it was recorded, every hand well formed."""

    table: TableWinds
    hands: dict[Wind, Hand]
    """One for each seat that plays; empty for a draw."""
    outcome: Outcome
    scores: Mapping[Wind, int] | None = None
    """What each seat gained or lost, where the ruleset takes that and no hands."""
