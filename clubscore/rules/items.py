"""
The forms in which a rule book is written down: no values here.

A ruleset is a list of scoring items and limit hands, each with its worth, its
test and the section it comes from, and of options that change some of them. An
item's test is one small pure function of a set, of a bonus tile or of the whole
situation; it decides by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from clubscore.rules.errors import Code, RulesError, Term, gettext_noop
from clubscore.rules.hands import Circumstance, Source, Win
from clubscore.rules.irregular import Irregular
from clubscore.rules.seats import Wind
from clubscore.rules.sets import TileSet
from clubscore.rules.situations import Situation
from clubscore.rules.tiles import Tile, format_tiles


@dataclass(frozen=True, slots=True)
class Document:
    """A rule book."""

    key: str
    title: str
    """What it calls itself, in its own language."""


@dataclass(frozen=True, slots=True)
class Citation:
    """The place in a rule book that says so."""

    document: Document
    section: str
    """The heading or number of the section."""
    checked: str
    """The day on which it was last read, as yyyy-mm-dd."""
    is_decision: bool = False
    """Whether the book contradicts itself or is silent, and we decided."""

    def __str__(self) -> str:
        return f"{self.document.key}: {self.section}"


@dataclass(frozen=True, eq=False)
class Rule:
    """What a rule book says in one place."""

    key: str
    """Names it in records and results; it never changes."""
    name: Term
    """Its name, to be translated."""
    source: Citation


# Scoring items ----------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoringItem(Rule):
    """What a hand can score, in points and doubles."""

    points: int = 0
    doubles: int = 0
    group: str | None = None
    """Of the items in one group only the highest counts."""
    is_winners: bool = False
    """Whether only the winner counts it; else everybody does."""
    is_bonus: bool = False
    """Whether it comes from flowers and seasons."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SetItem(ScoringItem):
    """Scored once for every set that fits."""

    fits: Callable[[TileSet, Wind, Wind | None], bool]
    """Given the set, the player's own wind and the round wind."""


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
    """A hand of fixed worth."""

    points: int


@dataclass(frozen=True, kw_only=True, eq=False)
class IrregularLimit(LimitHand):
    """A limit hand without sets: concealed until the winning tile."""

    shape: Irregular


@dataclass(frozen=True, kw_only=True, eq=False)
class RegularLimit(LimitHand):
    """A limit hand of four sets and a pair."""

    fits: Callable[[Situation], bool]


@dataclass(frozen=True, kw_only=True, eq=False)
class OccasionLimit(LimitHand):
    """A limit hand by the way it was won, whatever its winning shape."""

    fits: Callable[[Win], bool]


# How a count becomes points ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class PointsAndDoubles:
    """A hand's worth is the sum of its points, doubled and doubled again."""

    limit: int
    """No hand is worth more points."""
    rounding: int = 1
    """Points are rounded to the nearest multiple of this, halves up."""
    minimum_doubles: int = 0
    """How many doubles a winner needs who has no limit hand."""
    minimum_counts_bonus: bool = True
    """Whether the doubles of flowers and seasons count towards the minimum."""
    always_legal_group: str | None = None
    """A hand with an item of this group wins whatever its doubles."""
    limit_hand_may_be_counted: bool = False
    """Whether a limit hand takes its ordinary count where that is higher."""
    waiting_divisor: int = 2
    """A loser waiting for an irregular limit hand has its worth through this."""

    def points(self, base: int, doubles: int) -> int:
        """Return what a hand of *base* points and *doubles* doubles is worth."""
        # Twenty doubles take any point past every limit; more would only be slow.
        return self.round(min(base << min(doubles, 20), self.limit))

    def round(self, points: int) -> int:
        """Return *points* rounded as the ruleset says."""
        step = self.rounding
        return points if step == 1 else (2 * points + step) // (2 * step) * step

    def own_count(self, points: int) -> int:
        """Return what a player's own count of *points* is worth."""
        return self.round(min(points, self.limit))

    def is_enough(self, earned: list[Earned], doubles: int) -> bool:
        """Tell whether a winner's hand reaches the minimum."""
        if not self.minimum_counts_bonus:
            doubles -= sum(one.item.doubles for one in earned if one.item.is_bonus)
        if doubles >= self.minimum_doubles:
            return True
        group = self.always_legal_group
        return group is not None and any(one.item.group == group for one in earned)

    def below_minimum(self, seat: Wind) -> RulesError:
        """Return the refusal of a hand that is worth too little to win."""
        return RulesError(
            Code.BELOW_MINIMUM,
            gettext_noop(
                "%(seat)s's hand has too few doubles: a winner needs %(minimum)d."
                " Check the tiles and how the game was won."
            ),
            # Beyond what any hand can have the number says no more.
            {"seat": seat.term, "minimum": min(self.minimum_doubles, 10**9)},
            seat=seat.letter,
            field="outcome.winner",
        )


# Who pays, and how the deal passes --------------------------------------------


@dataclass(frozen=True, slots=True)
class Paying:
    """Who pays whom after a win."""

    east_factor: int
    """What East pays or receives is multiplied by this."""
    losers_settle: bool
    """Whether the losers pay each other the difference of their hands."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """How a partie runs."""

    rounds: int
    start_chips: int
    chips: tuple[tuple[int, int], ...] = ()
    """The chips a player starts with: what one is worth, and how many."""
    options_with_chips: Mapping[str, str | int] = field(default_factory=dict)
    """The options that playing with chips asks for."""


@dataclass(frozen=True, slots=True)
class Wall:
    """The tiles that are played with."""

    has_bonus: bool = False
    """Whether flowers and seasons are in the game."""


# Options ----------------------------------------------------------------------

Part = Literal["counting", "paying", "dealing", "wall"]


@dataclass(frozen=True)
class Change:
    """What an option does to a ruleset."""

    target: str
    """An item's or limit hand's key, or a part of the ruleset."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """New values of its fields; a dotted name reaches into a field's value."""
    removes: bool = False
    """Whether the item is taken out."""


@dataclass(frozen=True)
class Choice:
    """One value that an option offers."""

    value: str | int
    name: Term
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, eq=False)
class Option(Rule):
    """A house rule: a choice that a club makes on top of a ruleset."""

    choices: tuple[Choice, ...]
    """The first is the default."""

    @property
    def default(self) -> str | int:
        """The value that holds where a club says nothing."""
        return self.choices[0].value

    def offers(self, value: object) -> bool:
        """Tell whether the option can have *value*."""
        # 1, 1.0 and True are equal to Python; a record means only the first.
        return any(
            type(value) is type(choice.value) and value == choice.value
            for choice in self.choices
        )

    def changes_for(self, value: str | int) -> tuple[Change, ...]:
        """Return what choosing *value* does."""
        return next(one.changes for one in self.choices if one.value == value)

    @property
    def offers_template(self) -> str:
        """The sentence that says what it can be."""
        return gettext_noop("“%(key)s” can be: %(offered)s.")

    @property
    def offers_parameters(self) -> dict[str, str | int]:
        """What fills the sentence's places."""
        values = ", ".join(str(choice.value) for choice in self.choices)
        return {"key": self.key, "offered": values}


@dataclass(frozen=True, eq=False)
class NumberOption(Option):
    """A house rule that is a whole number, from a least one up."""

    choices: tuple[Choice, ...] = ()
    part: Part = "counting"
    field: str = ""
    """The field of *part* that it sets."""
    least: int = 0
    usual: int = 0

    @property
    def default(self) -> int:
        """The number that holds where a club says nothing."""
        return self.usual

    def offers(self, value: object) -> bool:
        """Tell whether the option can have *value*."""
        return type(value) is int and value >= self.least

    def changes_for(self, value: str | int) -> tuple[Change, ...]:
        """Return what choosing *value* does."""
        return (Change(self.part, {self.field: value}),)

    @property
    def offers_template(self) -> str:
        """The sentence that says what it can be."""
        return gettext_noop("“%(key)s” is a whole number from %(offered)s up.")

    @property
    def offers_parameters(self) -> dict[str, str | int]:
        """What fills the sentence's places."""
        return {"key": self.key, "offered": self.least}


def _replaced(value: Any, fields: Mapping[str, Any]) -> Any:
    """Return *value* with new fields; a dotted name reaches into a field's value."""
    for name, new in fields.items():
        outer, _, inner = name.partition(".")
        changed = _replaced(getattr(value, outer), {inner: new}) if inner else new
        value = replace(value, **{outer: changed})
    return value


# A whole ruleset --------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset:
    """A rule book as data; with other options it is another value."""

    key: str
    name: str
    """What the game is called, in the language of its book."""
    edition: str
    """Changes with every change that could move a score."""
    document: Document
    players: tuple[int, ...]
    """For how many players it has rules."""
    items: tuple[ScoringItem, ...]
    limit_hands: tuple[LimitHand, ...]
    options: tuple[Option, ...]
    counting: PointsAndDoubles
    paying: Paying
    dealing: Dealing
    wall: Wall
    knows_circumstances: frozenset[Circumstance]
    knows_sources: frozenset[Source]
    knows_pao: bool
    """Whether one player can answer for all payments."""
    knows_penalties: bool
    """Whether a fault can end a game with payments."""
    may_be_first_turn: Callable[[Win], bool]
    """Whether a win in the first turn can have come about in this way."""
    may_be_dealt: Callable[[Wind], bool]
    """Whether the player on this seat can win with the dealt tiles."""

    @property
    def source_title(self) -> str:
        """The title of the rule book."""
        return self.document.title

    @cached_property
    def options_by_key(self) -> dict[str, Option]:
        """The options by their keys."""
        return {one.key: one for one in self.options}

    @cached_property
    def items_played(self) -> tuple[ScoringItem, ...]:
        """The items that can be scored with the tiles that are played with."""
        if self.wall.has_bonus:
            return self.items
        return tuple(one for one in self.items if not one.is_bonus)

    @cached_property
    def set_items(self) -> tuple[SetItem, ...]:
        """The items that single sets score."""
        return tuple(one for one in self.items_played if isinstance(one, SetItem))

    @cached_property
    def bonus_items(self) -> tuple[BonusItem, ...]:
        """The items that single bonus tiles score."""
        return tuple(one for one in self.items_played if isinstance(one, BonusItem))

    @cached_property
    def winners_items(self) -> tuple[HandItem, ...]:
        """The items that the winner's whole hand can score."""
        return tuple(one for one in self.items_played if isinstance(one, HandItem))

    @cached_property
    def everybodys_items(self) -> tuple[HandItem, ...]:
        """The items that any whole hand can score."""
        return tuple(one for one in self.winners_items if not one.is_winners)

    @cached_property
    def irregular_limits(self) -> tuple[IrregularLimit, ...]:
        """The limit hands without sets, the one worth most first."""
        found = [one for one in self.limit_hands if isinstance(one, IrregularLimit)]
        return tuple(sorted(found, key=lambda one: -one.points))

    @cached_property
    def regular_limits(self) -> tuple[RegularLimit, ...]:
        """The limit hands of four sets and a pair, the one worth most first."""
        found = [one for one in self.limit_hands if isinstance(one, RegularLimit)]
        return tuple(sorted(found, key=lambda one: -one.points))

    @cached_property
    def occasion_limits(self) -> tuple[OccasionLimit, ...]:
        """The limit hands by the way the game was won."""
        return tuple(one for one in self.limit_hands if isinstance(one, OccasionLimit))

    @cached_property
    def limits_by_key(self) -> dict[str, LimitHand]:
        """The limit hands by their keys."""
        return {one.key: one for one in self.limit_hands}

    @cached_property
    def limit_order(self) -> dict[str, int]:
        """The place of each limit hand in the ruleset's table."""
        return {one.key: place for place, one in enumerate(self.limit_hands)}

    def with_changes(self, changes: tuple[Change, ...]) -> Ruleset:
        """Return the ruleset with *changes* made, in order."""
        items = {one.key: one for one in self.items}
        limits = {one.key: one for one in self.limit_hands}
        parts: dict[str, Any] = {
            part: getattr(self, part)
            for part in ("counting", "paying", "dealing", "wall")
        }
        for change in changes:
            group = next(
                group for group in (items, limits, parts) if change.target in group
            )
            if change.removes:
                del group[change.target]
            else:
                group[change.target] = _replaced(group[change.target], change.fields)
        return replace(
            self,
            items=tuple(items.values()),
            limit_hands=tuple(limits.values()),
            **parts,
        )
