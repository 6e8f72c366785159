"""Counting one reading of one hand: the items it earns and what they come to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from clubscore.rules.errors import Notice, gettext_noop
from clubscore.rules.hands import Dead
from clubscore.rules.items import Earned, HandItem, LimitHand, Ruleset, ScoringItem
from clubscore.rules.seats import Wind
from clubscore.rules.sets import Shape, TileSet
from clubscore.rules.situations import Reading, Situation
from clubscore.rules.tiles import Packed, pack

NO_READING = Reading(())
"""The arrangement of a hand that its tiles do not decide."""


@dataclass(frozen=True, slots=True)
class HandScore:
    """What a hand is worth."""

    points: int
    """After the limit and rounding, before anything that settlement doubles."""
    base: int | None = 0
    """Points before doubling; None with a limit hand and a player's own count."""
    doubles: int | None = 0
    limit: LimitHand | None = None
    """The limit hand that it is, or that it waits for and is paid half of."""
    is_waiting: bool = False
    """Whether it only waits for the limit hand."""
    dead: Dead | None = None
    reading: Reading = NO_READING
    """The arrangement that counted."""
    earned: tuple[Earned, ...] = ()
    """The items that make up base and doubles."""


NOTHING = HandScore(0)


class _Worth(NamedTuple):
    points: int
    doubles: int
    earned: tuple[Earned, ...]


@lru_cache(maxsize=1 << 13)
def _worth_of_set(
    rules: Ruleset, one: TileSet, own: Wind, round_wind: Wind | None
) -> _Worth:
    """Return what a single set scores."""
    items = [item for item in rules.set_items if item.fits(one, own, round_wind)]
    return _Worth(
        sum(item.points for item in items),
        sum(item.doubles for item in items),
        tuple(Earned(item, one) for item in items),
    )


def count(
    rules: Ruleset, hand: Situation, reading: Reading, items: tuple[HandItem, ...]
) -> tuple[int, int, list[Earned]]:
    """Return the points and doubles of a hand, and the items they come from."""
    base = doubles = 0
    earned: list[Earned] = []
    for one in reading.sets:
        worth = _worth_of_set(rules, one, hand.seat, hand.round_wind)
        if worth.earned:
            base += worth.points
            doubles += worth.doubles
            earned += worth.earned
    for tile in hand.bonus:
        for bonus_item in rules.bonus_items:
            if bonus_item.fits(tile, hand.seat):
                base += bonus_item.points
                doubles += bonus_item.doubles
                earned.append(Earned(bonus_item, tile))
    highest: dict[str, ScoringItem] = {}
    for item in items:
        if item.fits(hand):
            if item.group is not None:
                rival = highest.get(item.group)
                if rival is None or item.doubles > rival.doubles:
                    highest[item.group] = item
                continue
            base += item.points
            doubles += item.doubles
            earned.append(Earned(item))
    for one_of_group in highest.values():
        base += one_of_group.points
        doubles += one_of_group.doubles
        earned.append(Earned(one_of_group))
    return base, doubles, earned


# Sets as they were written ---------------------------------------------------


def taken_apart(
    sets: tuple[TileSet, ...], tiles: Packed
) -> tuple[tuple[TileSet, ...], Packed]:
    """Return the sets that must stay, and all tiles that could be arranged anew."""
    kept = []
    for one in sets:
        if one.is_concealed and one.shape is not Shape.KONG:
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
                "%(seat)s's concealed tiles would be worth %(better)d points instead"
                " of %(points)d if they were grouped as %(sets)s."
            ),
            {
                "seat": seat.term,
                "better": regrouped.points,
                "points": written.points,
                "sets": " ".join(one.notation for one in regrouped.reading.sets),
            },
            seat.letter,
        )
    )
