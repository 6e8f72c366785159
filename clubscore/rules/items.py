"""
The forms of scoring items and limit hands: no values here.

Each says what it is worth, tests by itself whether a hand has it, and names the
section of the rule book it comes from. A test is one small pure function of a
set, of a bonus tile or of the whole situation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from clubscore.rules.errors import Term
from clubscore.rules.hands import Circumstance, Hand, Source, Win
from clubscore.rules.irregular import Irregular
from clubscore.rules.seats import Wind
from clubscore.rules.sets import Shape, TileSet
from clubscore.rules.situations import Situation
from clubscore.rules.tiles import EVERY_KIND, Kinds, Tile, format_tiles


@dataclass(frozen=True, slots=True)
class RuleBook:
    """A rule book."""

    key: str
    title: str
    """What it calls itself, in its own language."""
    who_plays: str = ""
    """Who plays by it, as a sentence to be translated; empty where nobody asks."""
    checked: str = ""
    """The day on which it was last read, as yyyy-mm-dd; empty for a club's own."""

    def cite(self, section: str, decision: Decision | None = None) -> Citation:
        """Return a place in it."""
        return Citation(self, section, decision)


@dataclass(frozen=True, slots=True)
class Decision:
    """What we decided where a book contradicts itself or is silent."""

    open: str
    """What the book leaves open, as a sentence to be translated."""
    decided: str
    """What holds where a club says nothing, as a sentence to be translated."""


@dataclass(frozen=True)
class Citation:
    """The place in a rule book that says so."""

    document: RuleBook
    section: str
    """The heading or number of the section."""
    decision: Decision | None = None
    """What was decided, where the book contradicts itself or is silent."""

    @property
    def is_decision(self) -> bool:
        """Whether the book contradicts itself or is silent, and we decided."""
        return self.decision is not None

    @cached_property
    def text(self) -> str:
        """How results cite it."""
        return f"{self.document.key}: {self.section}"


@dataclass(frozen=True, eq=False)
class Rule:
    """What a rule book says in one place."""

    key: str
    """Names it in records and results; it never changes."""
    name: Term
    """Its name, to be translated."""
    source: Citation


@dataclass(frozen=True, slots=True)
class TableRule:
    """What a rule book says of the play at the table, which no score depends on."""

    heading: str
    text: str
    """In our own words, to be translated."""
    source: Citation
    players: tuple[int, ...] = (3, 4, 5)
    """For how many players it holds."""


@dataclass(frozen=True, slots=True)
class Example:
    """What earns an item or a limit hand: a set, bonus tiles or a winning hand."""

    tiles: str
    """
    In notation, group by group; the winning tile of a whole hand is the last of all.

    Where no group is in parentheses all lies concealed, or it does not matter;
    else those that are in none lie open.
    """
    form: str = ""
    """What is special about it, where a rule has several forms, to be translated."""
    seat: Wind = Wind.SOUTH
    """Whose hand it is, in an East game of an East round."""
    source: Source = Source.DISCARD
    """How it was won; another's tile was East's, or South's where East won."""
    circumstances: frozenset[Circumstance] = frozenset()
    bonus: str = ""
    """The flowers and seasons beside the hand."""
    is_green_game: bool = False
    """Whether there is no round wind but the green dragon."""
    original_call: bool = False
    """Whether one tile was missing before the first discard."""
    is_losers: bool = False
    """Whether it is a part of a hand that did not win: the sets that are shown."""


# Scoring items ----------------------------------------------------------------

Sums = tuple[int, int]
"""What items come to in the two columns: points and doubles, or faan and laak."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoringItem(Rule):
    """What a hand can score: points and doubles, or faan and laak."""

    definition: str
    """What earns it, in a sentence to be translated."""
    examples: tuple[Example, ...]
    """One for each form that it has."""
    points: int = 0
    doubles: int = 0
    faan: int = 0
    laak: int = 0
    group: str | None = None
    """Of the items in one group only the highest counts."""
    replaces: frozenset[str] = frozenset()
    """The keys of the hand and bonus items that do not count beside it."""
    is_winners: bool = False
    """Whether only the winner counts it; else everybody does."""
    is_bonus: bool = False
    """Whether it comes from flowers and seasons."""

    @cached_property
    def worth(self) -> Sums:
        """What it adds to the two columns that its ruleset counts in."""
        return self.points + self.faan, self.doubles + self.laak


@dataclass(frozen=True, kw_only=True, eq=False)
class SetItem(ScoringItem):
    """Scored once for every set that fits."""

    fits: Callable[[TileSet, Wind, Wind | None], bool]
    """
    Given the set, the player's own wind and the round wind.

    Neither wind makes a difference to a set of a suit.
    """


@dataclass(frozen=True, kw_only=True, eq=False)
class BonusItem(ScoringItem):
    """Scored once for every bonus tile that fits."""

    is_bonus: bool = True
    fits: Callable[[Tile, Wind], bool]
    """Given the tile and the player's own wind."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HandItem(ScoringItem):
    """Scored once by a hand that fits."""

    fits: Callable[[Situation], bool]
    counts_short: bool = False
    """Whether a loser scores it too whose hand is one tile short of fitting."""
    admits: Callable[[Hand], bool] = lambda _hand: True
    """Whether a part of a loser's hand can belong to one that is a tile short."""
    beside_limit: Callable[[Situation], bool] = lambda _hand: False
    """Whether it counts for the flowers and seasons beside a limit hand too."""


@dataclass(frozen=True, kw_only=True, eq=False)
class RepeatedItem(ScoringItem):
    """Scored by a winner's hand as often as it has what is asked for."""

    times: Callable[[Situation], int]


@dataclass(frozen=True, kw_only=True, eq=False)
class JoinedItem(ScoringItem):
    """
    Made of several of a winner's chows, or several of his pungs.

    A set that made one can be joined with another only as the ruleset's way of
    counting allows.
    """

    shape: Shape
    """Chows or pungs; a kong is a pung too."""
    many: int
    """How many sets it is made of, 2 to 4."""
    fits: Callable[[tuple[Tile, ...], Kinds], bool]
    """Given the lowest tiles of so many sets, sorted, and the kind of the pair."""


@dataclass(frozen=True, kw_only=True, eq=False)
class OtherwiseItem(ScoringItem):
    """Scored by a winner's hand that scores nothing but flowers and seasons."""


class Earned(NamedTuple):
    """An item that a hand scored, and what earned it."""

    item: ScoringItem
    by: TileSet | Tile | None = None
    """The set or the bonus tile; None for the hand as a whole."""

    @property
    def by_notation(self) -> str | None:
        """What earned it, in the notation of a record."""
        if self.by is None:
            return None
        if isinstance(self.by, TileSet):
            return self.by.notation
        return format_tiles((self.by,))


@dataclass(frozen=True, kw_only=True, eq=False)
class LimitHand(Rule):
    """A hand of fixed worth, in points or in faan as its ruleset's limit is."""

    points: int = 0
    faan: int = 0
    """What the ruleset's table makes points of; none where it is worth points."""
    definition: str
    """What it is, in a sentence to be translated."""
    examples: tuple[Example, ...]
    """One for each form that it has."""

    @cached_property
    def worth(self) -> int:
        """What it is worth, in points or in faan."""
        return self.points + self.faan


@dataclass(frozen=True, kw_only=True, eq=False)
class IrregularLimit(LimitHand):
    """A limit hand without sets: concealed until the winning tile."""

    shape: Irregular
    may_be_exposed: bool = False
    """Whether its tiles decide, however they lie."""
    claimable: Kinds = EVERY_KIND
    """The kinds of which another player's tile can complete it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class RegularLimit(LimitHand):
    """A limit hand of four sets and a pair."""

    fits: Callable[[Situation], bool]
    admits: Callable[[Hand], bool] = lambda _hand: True
    """Whether a part of a loser's hand can belong to one that is a tile short of it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CountedLimit(RegularLimit):
    """
    A limit hand that is worth the points of its sets, doubled so many times.

    *points* are added to those of the sets: none by the book, but a club's own may say
    so. Flowers and seasons are counted beside it, and the ordinary count instead where
    that is more.
    """

    doubles: int
    points_won: Callable[[Win], int]
    """What winning adds to the points of the sets."""
    doubles_won: Callable[[Win], int]
    """How often more the way it was won doubles them."""


@dataclass(frozen=True, kw_only=True, eq=False)
class OccasionLimit(LimitHand):
    """A limit hand by the way it was won, whatever its winning shape."""

    fits: Callable[[Win], bool]
    needs_sets: bool = False
    """Whether it must be four sets and a pair."""
