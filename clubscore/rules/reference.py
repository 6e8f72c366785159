"""
A rule book with its house rules, laid out to be read: the reference card.

Nothing is said here that the ruleset does not say: items, limit hands and
sentences come from the values that score, so that no rule is written twice.
Worth is in the ruleset's columns (points and doubles, or faan and laak); limit
hands are worth points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubscore.rules.errors import Sentence, Term
from clubscore.rules.items import (
    BonusItem,
    Citation,
    IrregularLimit,
    LimitHand,
    OccasionLimit,
    ScoringItem,
    SetItem,
)
from clubscore.rules.options import Option
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import with_options
from clubscore.rules.seats import USUAL_PLAYERS
from clubscore.rules.valuing import FaanAndLaak


@dataclass(frozen=True, slots=True)
class ItemEntry:
    """A scoring item as the card shows it."""

    key: str
    name: Term
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
    points: int
    groups: tuple[str, ...]
    """One such hand in notation, group by group."""
    is_irregular: bool
    """Whether it has no sets."""
    is_by_occasion: bool
    """Whether any winning hand can be it, won in one way."""
    source: Citation
    is_changed: bool


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """A house rule as the card shows it."""

    key: str
    name: Term
    value: str
    """What holds, to be translated."""
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
    everybodys: tuple[ItemEntry, ...]
    winners: tuple[ItemEntry, ...]
    """The items that only the winner counts."""
    limit_hands: tuple[LimitEntry, ...]
    faan_table: tuple[tuple[int, int], ...]
    """How many points so many faan are worth, where there is such a table."""
    laak_table: tuple[tuple[int, int], ...]
    """How many faan so many laak stand for, where there are laak."""
    counting: tuple[Sentence, ...]
    paying: tuple[Sentence, ...]
    dealing: tuple[Sentence, ...]
    options: tuple[OptionEntry, ...]

    @property
    def decisions(self) -> tuple[OptionEntry | ItemEntry | LimitEntry, ...]:
        """Return what the book leaves open, or says in two ways."""
        entries: tuple[OptionEntry | ItemEntry | LimitEntry, ...] = (
            *self.everybodys,
            *self.winners,
            *self.limit_hands,
            *self.options,
        )
        return tuple(one for one in entries if one.source.is_decision)


def reference_of(
    ruleset: Ruleset, options: Mapping[str, str | int], players: int = USUAL_PLAYERS
) -> Reference:
    """Return the card of *ruleset*, with *options* that it offers chosen."""
    rules = with_options(ruleset, options, players)
    usual = with_options(ruleset, {}, players)
    items = [_item_entry(one, rules, usual) for one in rules.items_played]
    winners = {one.key for one in rules.items_played if one.is_winners}
    if not rules.paying.values_losers:
        winners = {one.key for one in rules.items_played}
    counting = rules.counting
    faan: tuple[tuple[int, int], ...] = ()
    laak: tuple[tuple[int, int], ...] = ()
    if isinstance(counting, FaanAndLaak):
        faan = tuple(enumerate(counting.table))
        laak = tuple(enumerate(counting.laak))[1:]
    return Reference(
        ruleset=rules,
        players=players,
        columns=counting.columns,
        everybodys=tuple(one for one in items if one.key not in winners),
        winners=tuple(one for one in items if one.key in winners),
        limit_hands=tuple(
            _limit_entry(one, usual)
            for one in rules.limit_hands
            if not isinstance(one, IrregularLimit) or one in rules.irregular_limits
        ),
        faan_table=faan,
        laak_table=laak,
        counting=tuple(counting.says()),
        paying=tuple(rules.paying.says()),
        dealing=tuple(rules.dealing.says()),
        options=tuple(
            _option_entry(one, options.get(one.key, one.default))
            for one in ruleset.options
            if players in one.players
        ),
    )


def _item_entry(item: ScoringItem, rules: Ruleset, usual: Ruleset) -> ItemEntry:
    names = {one.key: one.name for one in rules.items}
    before = next((one for one in usual.items_played if one.key == item.key), None)
    return ItemEntry(
        item.key,
        item.name,
        item.worth,
        isinstance(item, SetItem | BonusItem),
        item.group,
        tuple(names[key] for key in sorted(item.replaces) if key in names),
        item.source,
        before is not item,
    )


def _limit_entry(limit: LimitHand, usual: Ruleset) -> LimitEntry:
    return LimitEntry(
        limit.key,
        limit.name,
        limit.points,
        tuple(limit.example.split()),
        isinstance(limit, IrregularLimit),
        isinstance(limit, OccasionLimit),
        limit.source,
        usual.limits_by_key.get(limit.key) is not limit,
    )


def _option_entry(option: Option, value: str | int) -> OptionEntry:
    names: dict[str | int, str] = {one.value: one.name for one in option.choices}
    return OptionEntry(
        option.key,
        option.name,
        names.get(value, str(value)),
        names.get(option.default, str(option.default)),
        option.source,
        value != option.default,
    )
