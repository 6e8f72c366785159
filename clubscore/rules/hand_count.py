"""The count of one reading of a hand: its items and their sums."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from clubscore.rules.errors import Notice, gettext_noop
from clubscore.rules.figures import figure
from clubscore.rules.hands import Dead
from clubscore.rules.items import Earned, HandItem, LimitHand, Sums
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import Wind
from clubscore.rules.sets import TileSet, WrittenSet
from clubscore.rules.situations import Reading, Situation
from clubscore.rules.tiles import EAST, Packed, pack

NO_READING = Reading(())
"""The arrangement of a hand that its tiles do not decide."""


class HandScore(NamedTuple):
    """What a hand is worth."""

    points: int
    """After the limit and rounding, before anything that settlement doubles."""
    sums: Sums | None = (0, 0)
    """What its items come to; None with a limit hand and a player's own count."""
    limit: LimitHand | None = None
    """The limit hand that it is, or that it waits for and is paid half of."""
    is_waiting: bool = False
    """Whether it only waits for the limit hand."""
    dead: Dead | None = None
    reading: Reading = NO_READING
    """The arrangement that counted."""
    earned: tuple[Earned, ...] = ()
    """The items that make up the sums, or that count beside the limit hand."""
    of_limit: int | None = None
    """What the limit hand comes to before what counts beside it."""


class SetWorth(NamedTuple):
    """What a single set scores."""

    sums: Sums
    earned: tuple[Earned, ...]


def worth_of_set(
    rules: Ruleset, one: TileSet, own: Wind, round_wind: Wind | None
) -> SetWorth:
    """Return what a single set scores."""
    if one.tile < EAST:
        # No wind makes a difference to a set of a suit.
        own = round_wind = Wind.EAST
    return _worth_of_set(rules, one, own, round_wind)


@lru_cache(maxsize=1 << 13)
def _worth_of_set(
    rules: Ruleset, one: TileSet, own: Wind, round_wind: Wind | None
) -> SetWorth:
    items = [item for item in rules.set_items if item.fits(one, own, round_wind)]
    return SetWorth(
        (sum(item.worth[0] for item in items), sum(item.worth[1] for item in items)),
        tuple(Earned(item, one) for item in items),
    )


def count(
    rules: Ruleset, hand: Situation, reading: Reading, items: tuple[HandItem, ...]
) -> tuple[Sums, list[Earned]]:
    """Return what a hand's items come to in both columns, and the items."""
    first = second = 0
    earned: list[Earned] = []
    for one in reading.sets:
        worth = worth_of_set(rules, one, hand.seat, hand.round_wind)
        if worth.earned:
            first += worth.sums[0]
            second += worth.sums[1]
            earned += worth.earned
    others = _by_bonus(rules, hand) if hand.bonus else []
    highest: dict[str, HandItem] = {}
    for item in items:
        if item.fits(hand):
            if item.group is None:
                others.append(Earned(item))
            elif _is_higher(rules, item, highest.get(item.group)):
                highest[item.group] = item
    others += map(Earned, highest.values())
    if rules.replacing:
        replaced = {key for one in others for key in one.item.replaces}
        others = [one for one in others if one.item.key not in replaced]
    for one_earned in others:
        worth_of_item = one_earned.item.worth
        first += worth_of_item[0]
        second += worth_of_item[1]
    return (first, second), earned + others


class Beside(NamedTuple):
    """What flowers and seasons come to beside a limit hand."""

    sums: Sums = (0, 0)
    earned: tuple[Earned, ...] = ()


NOTHING_BESIDE = Beside()


def bonus_of(rules: Ruleset, hand: Situation) -> Beside:
    """Return what flowers and seasons come to, doubled by what doubles them alone."""
    items = tuple(
        one
        for one in rules.items_beside_limits
        if one.is_bonus or (hand.win is not None and one.beside_limit(hand))
    )
    sums, earned = count(rules, hand, NO_READING, items)
    return Beside(sums, tuple(earned))


def _by_bonus(rules: Ruleset, hand: Situation) -> list[Earned]:
    """Return the items that single flowers and seasons score."""
    return [
        Earned(item, tile)
        for tile in hand.bonus
        for item in rules.bonus_items
        if item.fits(tile, hand.seat)
    ]


def _is_higher(rules: Ruleset, item: HandItem, rival: HandItem | None) -> bool:
    """Tell whether *item* is the one of its group that counts."""
    rank = rules.counting_sums.rank
    return rival is None or rank(item.worth) > rank(rival.worth)


# Sets as they were written ---------------------------------------------------


def taken_apart(
    written: tuple[WrittenSet, ...], tiles: Packed, completed: WrittenSet | None = None
) -> tuple[tuple[WrittenSet, ...], Packed]:
    """
    Return the sets that must stay, and all tiles that could be arranged anew.

    One set that is said to have been *completed* was there, so it stays.
    """
    kept = []
    for one in written:
        if one == completed:
            completed = None
            kept.append(one)
        elif one.is_concealed and not one.is_kong:
            tiles += pack(one.tiles)
        else:
            kept.append(one)
    return tuple(kept), tiles


def warn_if_better(
    written: HandScore, regrouped: HandScore, seat: Wind, notices: list[Notice]
) -> None:
    """Add a warning if the concealed tiles would be worth more in other sets."""
    if regrouped.points <= written.points:
        return
    notices.append(
        Notice(
            "regrouping",
            gettext_noop(
                "%(seat)s’s concealed tiles would be worth %(better)s points instead"
                " of %(points)s if they were grouped as %(sets)s."
            ),
            {
                "seat": seat.term,
                "better": figure(regrouped.points),
                "points": figure(written.points),
                "sets": " ".join(one.notation for one in regrouped.reading.sets),
            },
            seat.letter,
        )
    )
