"""
A rule book with its house rules, laid out to be read: the reference card.

Nothing is said here that the ruleset does not say: items, limit hands and
sentences come from the values that score, so that no rule is written twice. What
cannot occur with so many players, tiles and house rules is not listed.
Worth is in the ruleset's columns (points and doubles, or faan and laak); limit
hands are worth points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubscore.rules.errors import Sentence, Term, gettext_noop
from clubscore.rules.hand_points import FaanAndLaak, FanPoints, Taken
from clubscore.rules.items import (
    BonusItem,
    Citation,
    CountedLimit,
    Decision,
    Example,
    IrregularLimit,
    LimitHand,
    OccasionLimit,
    ScoringItem,
    SetItem,
    TableRule,
)
from clubscore.rules.options import Option, Value
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import with_options
from clubscore.rules.seats import USUAL_PLAYERS
from clubscore.rules.tiles import FLOWERS, KINDS, SEASONS, parse_tiles


@dataclass(frozen=True, slots=True)
class Picture:
    """What a hand looks like that earns an item or a limit hand."""

    groups: tuple[str, ...]
    """In notation, group by group."""
    shows_how_it_lies: bool
    """Whether groups in parentheses are concealed, and the others exposed."""
    form: str
    """What is special about it, to be translated; empty where nothing is."""


@dataclass(frozen=True, slots=True)
class ItemEntry:
    """A scoring item as the card shows it."""

    key: str
    name: Term
    definition: str
    """What earns it, to be translated."""
    pictures: tuple[Picture, ...]
    worth: tuple[int, int]
    """In the two columns of the card."""
    is_each: bool
    """Whether every set or bonus tile that fits scores it again."""
    group: str | None
    """Of the items in one group only the highest counts."""
    replaces: tuple[Term, ...]
    """The names of the items that do not count beside it."""
    source: Citation
    is_changed: bool
    """Whether a house rule made it other than the book's."""


@dataclass(frozen=True, slots=True)
class LimitEntry:
    """A limit hand as the card shows it."""

    key: str
    name: Term
    definition: str
    """What it is, to be translated."""
    pictures: tuple[Picture, ...]
    points: int
    faan: int
    """What these points are by the table; 0 where it is worth points."""
    factor: int
    """What the points of its sets, and *points*, are multiplied with; else 0."""
    is_irregular: bool
    """Whether it has no sets."""
    is_by_occasion: bool
    """Whether it is known by the way it was won."""
    needs_sets: bool
    """Whether one that is must be four sets and a pair; else any winning hand can."""
    source: Citation
    is_changed: bool


@dataclass(frozen=True, slots=True)
class Precedence:
    """Which of several items counts, where only one of them can."""

    wins: tuple[Term, ...]
    """The names of items that count."""
    over: tuple[Term, ...]
    """Those that do not count beside them; empty where the highest of *wins* does."""


@dataclass(frozen=True, slots=True)
class DecisionEntry:
    """What was decided where the book leaves something open."""

    name: Term
    """The item, the limit hand, the house rule or the rule of play it is about."""
    decision: Decision
    source: Citation
    value: str
    """What is played instead, to be translated; empty where it is as decided."""
    is_of_play: bool = False
    """Whether it is about a rule of play, whose own words say what was decided."""


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """A house rule as the card shows it."""

    key: str
    name: Term
    value: str
    """What holds, to be translated; empty where nothing does."""
    usual: str
    """What holds where a club says nothing, to be translated."""
    source: Citation
    is_changed: bool


@dataclass(frozen=True, slots=True)
class Reference:
    """A rule book with its house rules, for one number of players."""

    ruleset: Ruleset
    """With the house rules chosen."""
    players: int
    columns: tuple[str, str]
    """What the two columns of items are called: points, doubles, faan or laak."""
    is_by_worth: bool
    """Whether the items go by what they are worth, the highest first."""
    everybodys: tuple[ItemEntry, ...]
    winners: tuple[ItemEntry, ...]
    """The items that only the winner counts."""
    limit_hands: tuple[LimitEntry, ...]
    faan_table: tuple[tuple[int, int], ...]
    """How many points so many faan are worth, where there is such a table."""
    laak_table: tuple[tuple[int, int], ...]
    """How many faan so many laak stand for, where there are laak."""
    counting: tuple[Sentence, ...]
    precedences: tuple[Precedence, ...]
    """What wins over what among the items."""
    winning: tuple[Sentence, ...]
    """What wins over what among limit hands and counts."""
    paying: tuple[Sentence, ...]
    tiles: tuple[Sentence, ...]
    """What is played with."""
    dealing: tuple[Sentence, ...]
    at_the_table: tuple[TableRule, ...]
    options: tuple[OptionEntry, ...]

    @property
    def entries(self) -> tuple[ItemEntry | LimitEntry, ...]:
        """Return all items and limit hands."""
        return (*self.everybodys, *self.winners, *self.limit_hands)

    @property
    def decisions(self) -> tuple[DecisionEntry, ...]:
        """Return what the book leaves open, or says in two ways, each once."""
        found: dict[Decision, DecisionEntry] = {}
        # A house rule says too what is played instead, so it speaks for its item.
        for option in self.options:
            decision = option.source.decision
            if decision is not None:
                value = option.value if option.is_changed else ""
                found[decision] = DecisionEntry(
                    option.name, decision, option.source, value
                )
        named = [(one.name, one.source, False) for one in self.entries]
        named += [(Term(one.heading), one.source, True) for one in self.at_the_table]
        for name, source, is_of_play in named:
            decision = source.decision
            if decision is not None and decision not in found:
                found[decision] = DecisionEntry(name, decision, source, "", is_of_play)
        return tuple(found.values())


def reference_of(
    ruleset: Ruleset, options: Mapping[str, Value], players: int = USUAL_PLAYERS
) -> Reference:
    """Return the card of *ruleset*, with *options* that it offers chosen."""
    rules = with_options(ruleset, options, players)
    # A club's own book is held against the one that it began with.
    usual = with_options(ruleset.base or ruleset, {}, players)
    # Where a value is typed there is no hand to show, and the item stands all the same.
    is_shown = rules.counting.takes is Taken.VALUE
    played = [
        one for one in rules.items_played if is_shown or _pictures(one.examples, rules)
    ]
    items = [_item_entry(one, rules, usual) for one in played]
    winners = {one.key for one in rules.items_played if one.is_winners}
    if not rules.paying.values_losers:
        winners = {one.key for one in rules.items_played}
    counting, takes = rules.counting, rules.counting.takes
    by_worth = isinstance(counting, FanPoints)
    if by_worth:
        # A club may have changed what some are worth, and added others.
        items.sort(key=lambda one: -one.worth[0])
    faan: tuple[tuple[int, int], ...] = ()
    laak: tuple[tuple[int, int], ...] = ()
    if isinstance(counting, FaanAndLaak):
        faan = tuple(enumerate(counting.table[: counting.most_faan + 1]))
        laak = tuple(enumerate(counting.laak))[1:]
    return Reference(
        ruleset=rules,
        players=players,
        columns=counting.columns,
        is_by_worth=by_worth,
        everybodys=tuple(one for one in items if one.key not in winners),
        winners=tuple(one for one in items if one.key in winners),
        limit_hands=tuple(
            _limit_entry(one, rules, usual)
            for one in rules.limit_hands
            if _pictures(one.examples, rules)
        ),
        faan_table=faan,
        laak_table=laak,
        counting=tuple(counting.says()),
        # Where items are many, each says so by itself.
        precedences=() if by_worth else tuple(_precedences(played)),
        winning=tuple(_winning(rules)),
        paying=tuple(rules.paying.says()),
        tiles=tuple(rules.tiles.says()) if takes is not Taken.SCORES else (),
        dealing=tuple(rules.dealing.says()),
        at_the_table=tuple(
            one for one in ruleset.at_the_table if players in one.players
        ),
        options=tuple(
            _option_entry(
                one, options.get(one.key, ruleset.chosen.get(one.key, one.default))
            )
            for one in (ruleset.base or ruleset).options
            if players in one.players
        ),
    )


def _pictures(examples: Iterable[Example], rules: Ruleset) -> tuple[Picture, ...]:
    """Return pictures of those *examples* that can occur by the rules."""
    return tuple(
        Picture(
            tuple(one.tiles.split()),
            "(" in one.tiles,
            one.form,
        )
        for one in examples
        if _can_be(one, rules)
    )


def _can_be(example: Example, rules: Ruleset) -> bool:
    """Tell whether there is such a hand with the tiles and rounds of *rules*."""
    tiles = parse_tiles(re.sub(r"[( )]", "", example.tiles) + example.bonus)
    bonus = any(tile in FLOWERS or tile in SEASONS for tile in tiles)
    return (
        all(rules.tiles.has(tile) for tile in tiles if tile < KINDS)
        and (rules.tiles.has_bonus or not bonus)
        and (not example.is_green_game or rules.dealing.has_green_stretch)
    )


def _precedences(items: Sequence[ScoringItem]) -> Iterator[Precedence]:
    """Yield what wins over what among *items*."""
    groups: dict[str, list[ScoringItem]] = {}
    for one in items:
        if one.group is not None:
            groups.setdefault(one.group, []).append(one)
    for group in groups.values():
        if len(group) > 1:
            yield Precedence(tuple(one.name for one in group), ())
    for one in items:
        over = tuple(other.name for other in items if other.key in one.replaces)
        if over:
            yield Precedence((one.name,), over)


def _winning(rules: Ruleset) -> Iterator[Sentence]:
    """Yield what wins over what among limit hands and counts."""
    if rules.counting.takes is not Taken.TILES:
        return
    if isinstance(rules.counting, FanPoints):
        yield from rules.counting.says_of_choice()
        return
    yield Sentence(
        gettext_noop(
            "Where a hand can be arranged in several ways, the one worth most counts;"
            " of several limit hands that it is, the highest."
        )
    )
    if rules.winning.most_chows == 1:
        yield Sentence(
            gettext_noop(
                "A winning hand of sets and a pair has one chow at most, exposed or"
                " concealed."
            )
        )
    yield from rules.counting.says_of_limits()


def _item_entry(item: ScoringItem, rules: Ruleset, usual: Ruleset) -> ItemEntry:
    names = {one.key: one.name for one in rules.items}
    before = next((one for one in usual.items_played if one.key == item.key), None)
    return ItemEntry(
        item.key,
        item.name,
        item.definition,
        _pictures(item.examples, rules),
        item.worth,
        isinstance(item, SetItem | BonusItem),
        item.group,
        # In the order of the book.
        tuple(name for key, name in names.items() if key in item.replaces),
        item.source,
        before is not item,
    )


def _limit_entry(limit: LimitHand, rules: Ruleset, usual: Ruleset) -> LimitEntry:
    return LimitEntry(
        limit.key,
        limit.name,
        limit.definition,
        _pictures(limit.examples, rules),
        rules.counting_sums.of_limit(limit, is_owner=False),
        limit.faan,
        1 << limit.doubles if isinstance(limit, CountedLimit) else 0,
        isinstance(limit, IrregularLimit),
        isinstance(limit, OccasionLimit),
        isinstance(limit, OccasionLimit) and limit.needs_sets,
        limit.source,
        usual.limits_by_key.get(limit.key) is not limit,
    )


def _option_entry(option: Option, value: Value | None) -> OptionEntry:
    return OptionEntry(
        option.key,
        option.name,
        option.says(value),
        option.says(option.default),
        option.source,
        value != option.default,
    )
