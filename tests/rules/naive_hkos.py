"""
A second scorer for `hkos`: slow, plain and written apart from the specification.

It shares no code with the engine. Every arrangement is tried with every set that the
winning tile may have completed. Notation, arrangements and what the contract says of
any record are those of the naive scorer of `schmale`; records are taken to have the
right shape.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from tests.rules.naive_schmale import (
    DRAGONS,
    HONOURS,
    KINDS,
    SEATS,
    SUITS,
    TERMINALS,
    WINDS,
    Meld,
    NaiveRefusal,
    Record,
    Result,
    Win,
    arrangements,
    in_full,
    is_chow,
    is_exposed_text,
    is_kong,
    is_pair,
    is_pung_or_kong,
    may_be_completed,
    meanings,
    only_the_completed_is_exposed,
    payment,
    refuse_bad_record,
    refuse_bad_tiles,
    refuse_impossible_tiles,
    tiles_written,
    without,
)

OFFERED: dict[str, list[Any]] = {
    "table": ["half_spicy", "full_spicy", "steps"],
    "limit": [10, 8, 13],
    "minimum_counts_bonus": ["no", "yes"],
    "concealed_with_bonus": ["yes", "no"],
    "full_flush": [7, 6],
    "nine_gates_any_wait": ["no", "yes"],
    "discarder_pays": ["all", "double"],
    "east_double": ["no", "yes"],
    "draw": ["east_stays", "east_passes"],
    "bonus_tiles": ["yes", "no"],
    "rounds": [4, 3, 2, 1],
}
"""The house rules with a list of values, the default first."""
DEFAULTS: Record = {name: values[0] for name, values in OFFERED.items()}
DEFAULTS |= {"minimum_faan": 3, "points": None}

TABLES = {
    "half_spicy": [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384],
    "full_spicy": [2**faan for faan in range(14)],
    "steps": [1, 2, 4, 8] + [16] * 3 + [32] * 3 + [64] * 4,
}
LIMIT_HANDS = {
    "thirteen_orphans": 13,
    "big_four_winds": 13,
    "four_kongs": 13,
    "heaven": 13,
    "earth": 13,
    "nine_gates": 10,
    "all_honours": 10,
    "all_terminals": 10,
}
"""How many faan, in the order of the table."""
OF_BONUS_TILES = ["own_flower", "own_season", "all_flowers", "all_seasons"]
OF_BONUS_TILES += ["no_bonus_tile"]
ORDINARY = ["self_drawn", "concealed_hand", "last_tile", "robbed_kong"]
ORDINARY += ["replacement_tile", "kong_on_kong", *OF_BONUS_TILES]
ORDINARY += ["all_chows", "all_pungs", "four_concealed_pungs", "set_of_dragons"]
ORDINARY += ["set_of_own_wind", "set_of_round_wind", "small_three_dragons"]
ORDINARY += ["big_three_dragons", "small_four_winds", "half_flush", "full_flush"]
ORDINARY += ["terminals_and_honours"]

Item = tuple[str, int]


class Worth(NamedTuple):
    """One way to value a hand; among several the greatest tuple is taken."""

    points: int
    limit_rank: int
    faan: int
    items: tuple[Item, ...]
    limit: str | None = None


def points_of(faan: int, options: Record) -> int:
    """Return T: what so many faan are worth."""
    table: list[int] = options["points"] or TABLES[options["table"]]
    capped = min(faan, options["limit"])
    return table[capped] if capped < len(table) else table[-1]


# "Value of a hand"


def items_of(win: Win, melds: tuple[Meld, ...], place: int | None) -> list[Item]:
    """Return what four sets and a pair earn, the set at *place* completed last."""
    return (
        items_of_tile(win, melds, place)
        + items_of_bonus(win)
        + items_of_sets(win, melds, place)
        + items_of_kinds(win, melds)
    )


def was_open(melds: tuple[Meld, ...], place: int | None) -> list[Meld]:
    """Return what lay open before the winning tile."""
    return [
        meld
        for index, meld in enumerate(melds)
        if not meld.concealed and index != place
    ]


def items_of_tile(win: Win, melds: tuple[Meld, ...], place: int | None) -> list[Item]:
    """Return the items for how the winning tile came, and the concealed hand."""
    items = []
    if win.self_drawn:
        items.append(("self_drawn", 1))
    flowers_matter = win.options["concealed_with_bonus"] == "no" and win.bonus
    if not (was_open(melds, place) or win.kongs or flowers_matter):
        items.append(("concealed_hand", 1))
    if win.says("last_tile"):
        items.append(("last_tile", 1))
    if win.source == "robbed_kong":
        items.append(("robbed_kong", 1))
    if win.says("kong_on_kong"):
        items.append(("kong_on_kong", 8))
    elif win.source == "replacement":
        items.append(("replacement_tile", 1))
    return items


def items_of_bonus(win: Win) -> list[Item]:
    """Return what flowers and seasons earn, or having none."""
    if win.options["bonus_tiles"] == "no":
        return []
    if not win.bonus:
        return [("no_bonus_tile", 1)]
    items = []
    number = "ESWN".index(win.seat) + 1
    for letter, own, every in (
        ("f", "own_flower", "all_flowers"),
        ("y", "own_season", "all_seasons"),
    ):
        held = [tile for tile in win.bonus if tile.endswith(letter)]
        if len(held) == 4:
            items.append((every, 2))
        elif f"{number}{letter}" in held:
            items.append((own, 1))
    return items


def items_of_sets(win: Win, melds: tuple[Meld, ...], place: int | None) -> list[Item]:
    """Return what the sets earn, one by one and together."""
    sets = [meld for meld in melds if not is_pair(meld)]
    pair = next(meld.kinds[0] for meld in melds if is_pair(meld))
    equal = [meld.kinds[0] for meld in sets if is_pung_or_kong(meld)]
    items = []
    for kind in equal:
        items += [("set_of_dragons", 1)] * (kind in DRAGONS)
        items += [("set_of_own_wind", 1)] * (kind == win.own_wind)
        items += [("set_of_round_wind", 1)] * (kind == win.round_wind)
    if all(is_chow(meld) for meld in sets):
        items.append(("all_chows", 1))
    if len(equal) == 4:
        open_sets = [meld for meld in was_open(melds, place) if not is_pair(meld)]
        items.append(("all_pungs", 3) if open_sets else ("four_concealed_pungs", 8))
    dragons = sum(kind in DRAGONS for kind in equal)
    if dragons == 3:
        items.append(("big_three_dragons", 5))
    if dragons == 2 and pair in DRAGONS:
        items.append(("small_three_dragons", 3))
    if sum(kind in WINDS for kind in equal) == 3 and pair in WINDS:
        items.append(("small_four_winds", 3))
    return items


def items_of_kinds(win: Win, melds: tuple[Meld, ...]) -> list[Item]:
    """Return what the suits, terminals and honours of the whole hand earn."""
    kinds = {kind for meld in melds for kind in meld.kinds}
    suits = {kind[1] for kind in kinds} - {"z"}
    has_honours = bool(kinds & set(HONOURS))
    items = []
    if len(suits) == 1 and has_honours:
        items.append(("half_flush", 3))
    if len(suits) == 1 and not has_honours:
        items.append(("full_flush", win.options["full_flush"]))
    if kinds <= {*TERMINALS, *HONOURS}:
        items.append(("terminals_and_honours", 1))
    return items


def is_enough(items: list[Item], options: Record) -> bool:
    """Say whether the faan of a hand without a limit reach the minimum."""
    counts_all = options["minimum_counts_bonus"] == "yes"
    faan = [worth for name, worth in items if counts_all or name not in OF_BONUS_TILES]
    return bool(sum(faan) >= options["minimum_faan"])


# "Limit hands"


def limits_of(win: Win, melds: tuple[Meld, ...]) -> list[str]:
    """Return the limit hands that four sets and a pair are."""
    equal = {meld.kinds[0] for meld in melds if is_pung_or_kong(meld)}
    kinds = {kind for meld in melds for kind in meld.kinds}
    tests = {
        "big_four_winds": equal >= set(WINDS),
        "four_kongs": sum(is_kong(meld) for meld in melds) == 4,
        "heaven": win.source == "deal",
        "earth": win.says("first_turn"),
        "all_honours": kinds <= set(HONOURS),
        "all_terminals": kinds <= set(TERMINALS),
    }
    return [name for name, fits in tests.items() if fits]


def limits_without_sets(win: Win) -> list[str]:
    """Return the limit hands without sets, concealed before the winning tile."""
    if win.kongs or not only_the_completed_is_exposed(win):
        return []
    tiles = Counter(win.everything)
    orphans = Counter([*TERMINALS, *HONOURS])
    found = []
    if any(tiles == orphans + Counter([one]) for one in orphans):
        found.append("thirteen_orphans")
    for suit in SUITS:
        gates = Counter(number + suit for number in "1112345678999")
        run = [number + suit for number in "123456789"]
        # Nobody knows which of dealt tiles came last.
        any_wait = win.options["nine_gates_any_wait"] == "yes" or win.source == "deal"
        before = Counter(without(win.everything, [str(win.tile)] if win.tile else []))
        if any_wait:
            fits = any(tiles == gates + Counter([one]) for one in run)
        else:
            fits = before == gates and win.tile in run
        if fits:
            found.append("nine_gates")
    return found


def limit_worth(names: list[str], options: Record) -> Worth:
    """Return the worth of the highest limit hand, the first of equals."""
    order = list(LIMIT_HANDS)
    name = max(
        names,
        key=lambda one: (points_of(LIMIT_HANDS[one], options), -order.index(one)),
    )
    faan = LIMIT_HANDS[name]
    rank = len(order) - order.index(name)
    return Worth(points_of(faan, options), rank, 0, ((name, faan),), name)


# The winner


def worths(win: Win) -> tuple[list[Worth], bool]:
    """Return every legal worth of the hand, and whether its shape wins at all."""
    found: list[Worth] = []
    irregular = limits_without_sets(win)
    if irregular:
        found.append(limit_worth(irregular, win.options))
    is_shape = bool(irregular)
    lying = tuple(
        Meld(meanings(text)[0], not is_exposed_text(text), text) for text in win.sets
    )
    pairs = sum(len(tiles_written(text)) == 2 for text in win.sets)
    named = sorted(win.loose, key=KINDS.index)
    ways = arrangements(named, 0, 4 - (len(lying) - pairs), 1 - pairs)
    for groups in ways:
        loose = tuple(Meld(group, concealed=True, text="") for group in groups)
        melds = lying + loose
        places: list[int | None] = [None]
        if win.source != "deal":
            places = [p for p in range(5) if may_be_completed(win, melds, p, named)]
        for place in places:
            is_shape = True
            limits = limits_of(win, melds)
            if limits:
                found.append(limit_worth(limits, win.options))
                continue
            items = items_of(win, melds, place)
            if is_enough(items, win.options):
                faan = sum(worth for _, worth in items)
                points = points_of(faan, win.options)
                found.append(Worth(points, 0, faan, tuple(sorted(items))))
    return found, is_shape


def winner_result(win: Win) -> Result:
    """Return the winner's hand in the form of the engine's answer."""
    if win.hand.get("points") is not None:
        return {
            "points": win.hand["points"],
            "faan": None,
            "laak": None,
            "limit": None,
            "dead": False,
            "items": [],
        }
    refuse_impossible_tiles(win)
    found, is_shape = worths(win)
    if not found:
        code = "below_minimum" if is_shape else "not_a_winning_hand"
        raise NaiveRefusal(code, win.seat)
    best = max(found)
    return {
        "points": best.points,
        "faan": None if best.limit else best.faan,
        "laak": None if best.limit else 0,
        "limit": best.limit,
        "dead": False,
        "items": sorted((name, faan, 0) for name, faan in best.items),
    }


# "Payment"


def east_factor(options: Record, *seats: str) -> int:
    """Return 2 where East is one of these and counts double."""
    return 2 if "E" in seats and options["east_double"] == "yes" else 1


def win_payments(win: Win, points: int) -> list[Record]:
    """Return what the losers pay the winner, or one of them for all."""
    amounts = {}
    for seat in SEATS:
        if seat != win.seat:
            share = 2 if win.self_drawn or seat == win.giver else 1
            factor = east_factor(win.options, seat, win.seat)
            amounts[seat] = points * share * factor
    together = sum(amounts.values())
    if win.pao is not None:
        return [payment(win.pao["player"], win.seat, together, "pao")]
    if win.giver is not None and win.options["discarder_pays"] == "all":
        return [payment(win.giver, win.seat, together, "win")]
    return [payment(seat, win.seat, sum_, "win") for seat, sum_ in amounts.items()]


def penalty_payments(record: Record, options: Record) -> list[Record]:
    """Return what the offender pays."""
    outcome = record["outcome"]
    offender = outcome["offender"]
    unit = 2 * points_of(options["limit"], options)
    without_any = set(outcome.get("excluded") or [])
    without_any |= {
        seat for seat, hand in record["hands"].items() if hand.get("dead") is not None
    }
    return [
        payment(offender, seat, unit * east_factor(options, offender, seat), "penalty")
        for seat in SEATS
        if seat != offender and seat not in without_any
    ]


# A game


def refuse_unknown_options(options: Record) -> None:
    """Raise `unknown_option` for a house rule or a value that is not offered."""
    for name, value in options.items():
        if name == "minimum_faan":
            good = type(value) is int and value >= 0
        elif name == "points":
            good = type(value) is list and 1 <= len(value) <= 14
            good = good and all(
                type(one) is int and 0 <= one <= 1_000_000 for one in value
            )
            good = good and value == sorted(value)
        else:
            good = any(
                value == one and type(value) is type(one)
                for one in OFFERED.get(name, [])
            )
        if not good:
            raise NaiveRefusal("unknown_option")


def refuse_the_impossible(win: Win) -> None:
    """Raise `impossible` for what cannot have happened, tiles left aside."""
    early = win.says("first_turn")
    no_flowers = win.options["bonus_tiles"] == "no"
    faults = [
        win.hand.get("dead") is not None,
        win.giver == win.seat,
        win.pao is not None and win.pao["player"] == win.seat,
        "bird_eats_cake" in win.circumstances,
        win.says("last_tile") and win.source not in ("wall", "discard"),
        win.says("kong_on_kong")
        and win.source not in ("replacement", "replacement_bonus"),
        win.source == "deal" and win.seat != "E",
        win.source == "replacement_bonus" and no_flowers,
        win.completes is not None and win.hand.get("points") is not None,
        early and win.says("last_tile"),
        early and (win.source != "discard" or win.giver != "E" or win.seat == "E"),
    ]
    if any(faults):
        raise NaiveRefusal("impossible", win.seat)


def naive_score(record: Record) -> Result:
    """Return hands, payments and scores, or raise `NaiveRefusal`."""
    outcome = record["outcome"]
    if record["players"] != 4:
        raise NaiveRefusal("bad_record")
    if outcome["kind"] == "penalty" and (
        outcome["offence"] != "false_mahjong" or outcome.get("from") is not None
    ):
        raise NaiveRefusal("bad_record")
    refuse_bad_record(record, SEATS)
    refuse_unknown_options(record.get("options", {}))
    options = DEFAULTS | record.get("options", {})
    if outcome["kind"] == "draw":
        return in_full({}, [], SEATS)
    refuse_bad_tiles(record, options | {"jokers": 0}, SEATS)
    if outcome["kind"] == "penalty":
        return in_full({}, penalty_payments(record, options), SEATS)
    win = Win(record, options)
    refuse_the_impossible(win)
    hand = winner_result(win)
    return in_full({win.seat: hand}, win_payments(win, hand["points"]), SEATS)
