"""
A whole rule book as one value: items, limit hands, options and a few parts.

The parts say how counts become points, points debts, and games a partie, which
tiles are played with and how a game can be won. With other options or another
number of players a ruleset is another value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from clubscore.rules.deal import Dealing
from clubscore.rules.errors import Sentence, Term, gettext_noop
from clubscore.rules.hand_points import (
    Counting,
    FaanAndLaak,
    FanPoints,
    PointsAndDoubles,
)
from clubscore.rules.hands import Circumstance, Source, TableWinds, Win
from clubscore.rules.irregular import Irregular
from clubscore.rules.items import (
    BonusItem,
    HandItem,
    IrregularLimit,
    JoinedItem,
    LimitHand,
    OccasionLimit,
    RegularLimit,
    RuleBook,
    ScoringItem,
    SetItem,
    TableRule,
)
from clubscore.rules.options import Change, Option, Part, Value, replaced
from clubscore.rules.payments import (
    Paying,
    PayingByFactors,
    PayingByHands,
    PayingUnknown,
    PayingWithBase,
)
from clubscore.rules.seats import USUAL_PLAYERS, Wind
from clubscore.rules.sets import Shape
from clubscore.rules.situations import CLAIMED_COLOURS, Reading, situation_of
from clubscore.rules.tiles import (
    BAMBOOS,
    CHARACTERS,
    CIRCLES,
    COPIES,
    EVERY_KIND,
    FLOWERS,
    JOKER,
    KINDS,
    SEASONS,
    UNIT,
    Kinds,
    Packed,
    Tile,
)
from clubscore.rules.wall import Breaking

SUITS_LEFT_OUT = (
    (CHARACTERS, gettext_noop("The characters are left out.")),
    (CIRCLES, gettext_noop("The circles are left out.")),
    (BAMBOOS, gettext_noop("The bamboos are left out.")),
)
"""What is said of a suit that is not played with."""


@dataclass(frozen=True)
class TilesInPlay:
    """The tiles that are played with."""

    kinds: Kinds = EVERY_KIND
    """The kinds that sets are made of, four of each."""
    has_bonus: bool = False
    """Whether flowers and seasons are in the game."""
    jokers: int = 0
    """How many jokers are in the game."""
    may_expose_chows: bool = True
    """Whether chows can be claimed before the winning tile."""

    @cached_property
    def others(self) -> Packed:
        """All tiles that hands cannot have, any number of each, packed."""
        mine: Packed = sum(
            255 * UNIT[tile] for tile in (*range(KINDS), JOKER) if self.has(tile)
        )
        return ~mine

    def has(self, tile: Tile) -> bool:
        """Tell whether hands can have *tile*; flowers and seasons lie apart."""
        if tile == JOKER:
            return bool(self.jokers)
        return bool(self.kinds & UNIT[tile])

    def says(self) -> Iterator[Sentence]:
        """Yield what is played with, in sentences."""
        tiles = COPIES * self.kinds.bit_count()
        if self.has_bonus:
            tiles += len(FLOWERS) + len(SEASONS)
            yield Sentence(
                gettext_noop("%(tiles)d tiles, with flowers and seasons."),
                {"tiles": tiles},
            )
        else:
            yield Sentence(
                gettext_noop("%(tiles)d tiles, without flowers and seasons."),
                {"tiles": tiles},
            )
        for suit, sentence in SUITS_LEFT_OUT:
            if not self.kinds & suit:
                yield Sentence(sentence)
        for wind in Wind:
            if not self.has(wind.tile):
                yield Sentence(
                    gettext_noop("The wind %(wind)s is left out."),
                    {"wind": wind.term},
                )
        if self.jokers:
            yield Sentence(
                gettext_noop("Jokers beside them: %(jokers)d."),
                {"jokers": self.jokers},
            )
        if not self.may_expose_chows:
            yield Sentence(
                gettext_noop("A tile can be claimed for a chow only if it wins.")
            )


def _is_east(_table: TableWinds, seat: Wind) -> bool:
    return seat is Wind.EAST


def _no_kongs(_win: Win) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A winning hand beside limit hands of which much is laid by one tap."""

    key: str
    name: Term
    forms: tuple[Kinds, ...]
    """The tiles that lie in it, one of each kind; none where each tap adds a pair."""
    adds: Shape | None = None
    """What taps add to them then, concealed; None for one tile each."""


@dataclass(frozen=True, slots=True)
class Winning:
    """How a game can be won."""

    sources: frozenset[Source] = frozenset(Source)
    circumstances: frozenset[Circumstance] = frozenset()
    first_turn: str = gettext_noop("in the first turn")
    """What the book calls a win in the first turn, to be translated."""
    may_be_dealt: Callable[[TableWinds, Wind], bool] = _is_east
    """Whether the player on this seat can win with the dealt tiles."""
    may_be_first_turn: Callable[[TableWinds, Win], bool] = lambda _table, _win: False
    """Whether a win in the first turn can have come about in this way."""
    first_turn_has_kongs: Callable[[Win], bool] = _no_kongs
    """Whether a winner in the first turn can have concealed kongs."""
    robs_concealed_kong: frozenset[str] = frozenset()
    """The limit hands that may rob a concealed kong too."""
    most_chows: int = 4
    """How many chows a winning hand of four sets and a pair can have."""
    shapes: tuple[Irregular, ...] = ()
    """The hands without sets that win beside limit hands, and are counted like any."""
    laid: tuple[LaidHand, ...] = ()
    """Those of them, or with knitted tiles, that a screen lays by one tap."""
    knitted: tuple[Packed, ...] = ()
    """Tiles that stand for three concealed sets of a winning hand."""
    looks_first_in_tiles: bool = False
    """Whether a tile among the loose ones completed no set that was written."""
    knows_claims: bool = True
    """Whether anything can be claimed of a hand that is not complete."""
    knows_original_call: bool = False
    """Whether a hand can be said to have needed one tile from the start."""


def _with_before(
    items: dict[str, ScoringItem], key: str, added: ScoringItem
) -> dict[str, ScoringItem]:
    """Return *items* with one more, in the place before the one of *key*."""
    found: dict[str, ScoringItem] = {}
    for one in items.values():
        if one.key == key:
            found[added.key] = added
        found[one.key] = one
    return found


AwaitedLimit = IrregularLimit | RegularLimit

PARTS: tuple[Part, ...] = ("counting", "paying", "dealing", "winning", "tiles")


@dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset:
    """A rule book as data."""

    key: str
    name: str
    """What the game is called, in the language of its book."""
    edition: str
    """Changes with every change that could move a score."""
    document: RuleBook
    items: tuple[ScoringItem, ...]
    limit_hands: tuple[LimitHand, ...]
    counting: Counting
    paying: Paying
    dealing: Dealing = field(default_factory=Dealing)
    tiles: TilesInPlay = TilesInPlay()
    winning: Winning = Winning()
    options: tuple[Option, ...] = ()
    tables: Mapping[int, tuple[Change, ...]] = field(
        default_factory=lambda: {USUAL_PLAYERS: ()}
    )
    """What every number of players that it has rules for changes."""
    seat_draws: Mapping[int, str] = field(default_factory=dict)
    """How seats are drawn by so many players, to be translated, where the book says."""
    breaking: Breaking | None = None
    """How the wall is broken; None where the book is silent."""
    standings: str = ""
    """The standings method of its seasons, by its preset's key; "" for any book's."""
    at_the_table: tuple[TableRule, ...] = ()
    """What the book says of seats, dealing, claims and the like."""
    chosen: Mapping[str, Value] = field(default_factory=dict)
    """The options that a club's own book has chosen, where nobody chooses others."""
    base: Ruleset | None = None
    """The rule book of ours that a club's own book changes; None of ours."""
    revised: Callable[[Ruleset], Ruleset] | None = None
    """What a club's own book changes when its options have been chosen."""

    @property
    def source_title(self) -> str:
        """The title of the rule book."""
        return self.document.title

    @property
    def who_plays(self) -> str:
        """Who plays by it, to be translated; a club knows of its own books."""
        return "" if self.base is not None else self.document.who_plays

    @property
    def players(self) -> tuple[int, ...]:
        """For how many players it has rules."""
        return tuple(sorted(self.tables))

    @cached_property
    def counting_sums(self) -> PointsAndDoubles | FaanAndLaak:
        """How items come to two sums, as anybody's do but where fan are counted."""
        assert not isinstance(self.counting, FanPoints)
        return self.counting

    @cached_property
    def debts(self) -> PayingByHands | PayingByFactors | PayingWithBase:
        """Who pays whom, as everywhere but where scores are typed."""
        assert not isinstance(self.paying, PayingUnknown)
        return self.paying

    @cached_property
    def options_by_key(self) -> dict[str, Option]:
        """The options by their keys."""
        return {one.key: one for one in self.options}

    @cached_property
    def items_played(self) -> tuple[ScoringItem, ...]:
        """The items that can be scored with the tiles that are played with."""
        if self.tiles.has_bonus:
            return self.items
        return tuple(one for one in self.items if not one.is_bonus)

    @cached_property
    def replacing(self) -> bool:
        """Whether any item takes the place of others."""
        return any(one.replaces for one in self.items_played)

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
    def heeds_claims(self) -> bool:
        """Whether what is claimed of the rest of a loser's hand is worth anything."""
        if not self.paying.values_losers:
            return False
        nothing = situation_of(seat=Wind.EAST, round_wind=None, reading=Reading(()))
        claimed = [
            nothing._replace(colours=colours) for colours in CLAIMED_COLOURS.values()
        ]
        return any(
            one.fits(hand) is not one.fits(nothing)
            for one in self.everybodys_items
            for hand in claimed
        )

    @cached_property
    def joined_chows(self) -> tuple[JoinedItem, ...]:
        """The items that several chows make together."""
        return self._joined(Shape.CHOW)

    @cached_property
    def joined_pungs(self) -> tuple[JoinedItem, ...]:
        """The items that several pungs make together."""
        return self._joined(Shape.PUNG)

    def _joined(self, shape: Shape) -> tuple[JoinedItem, ...]:
        return tuple(
            one
            for one in self.items_played
            if isinstance(one, JoinedItem) and one.shape is shape
        )

    @cached_property
    def excluding(self) -> tuple[tuple[ScoringItem, int, int], ...]:
        """Each item, a bit of its own, and the bits of those it replaces."""
        bits = {one.key: 1 << place for place, one in enumerate(self.items_played)}
        return tuple(
            (one, bits[one.key], sum(bits.get(key, 0) for key in one.replaces))
            for one in self.items_played
        )

    @cached_property
    def items_beside_limits(self) -> tuple[HandItem, ...]:
        """The items of a whole hand that can count beside a limit hand."""
        return tuple(
            one
            for one in self.winners_items
            if one.is_bonus or one.beside_limit is not HandItem.beside_limit
        )

    @cached_property
    def short_items(self) -> tuple[HandItem, ...]:
        """The winner's items that a loser scores who is one tile short of them."""
        return tuple(one for one in self.winners_items if one.counts_short)

    @cached_property
    def awaited_limits(self) -> tuple[AwaitedLimit, ...]:
        """The limit hands that a loser can be one tile short of, worth most first."""
        waiting = self.counting.waiting
        if waiting is None or not waiting.includes_sets:
            return self.irregular_limits
        found: list[AwaitedLimit] = [*self.irregular_limits, *self.regular_limits]
        found.sort(key=lambda one: (-one.worth, self.limit_order[one.key]))
        return tuple(found)

    @cached_property
    def awaited(self) -> frozenset[str]:
        """What a hand can be claimed to be one tile short of."""
        return frozenset(one.key for one in (*self.awaited_limits, *self.short_items))

    @cached_property
    def irregular_limits(self) -> tuple[IrregularLimit, ...]:
        """The limit hands without sets that can be, the one worth most first."""
        found = [
            one
            for one in self.limit_hands
            if isinstance(one, IrregularLimit)
            and one.shape.can_be_made_of(self.tiles.kinds)
        ]
        return tuple(sorted(found, key=lambda one: -one.worth))

    @cached_property
    def regular_limits(self) -> tuple[RegularLimit, ...]:
        """The limit hands of four sets and a pair."""
        return tuple(one for one in self.limit_hands if isinstance(one, RegularLimit))

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
        parts: dict[str, Any] = {part: getattr(self, part) for part in PARTS}
        for change in changes:
            group = next(
                group for group in (items, limits, parts) if change.target in group
            )
            if change.removes:
                del group[change.target]
                if change.adds is not None:
                    items[change.adds.key] = change.adds
            elif change.adds is not None:
                items = _with_before(items, change.target, change.adds)
            else:
                group[change.target] = replaced(group[change.target], change.fields)
        return replace(
            self,
            items=tuple(items.values()),
            limit_hands=tuple(limits.values()),
            **parts,
        )
