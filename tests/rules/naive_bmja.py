"""
A second scorer for `bmja`: slow, plain and written apart.

It shares no code with the engine. Every arrangement is tried, and for a loser every
tile that could be missing. Notation and arrangements are those of the naive scorers
of the other books; records are taken to have the right shape.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, NamedTuple

from tests.rules.naive import (
    DRAGONS,
    HONOURS,
    IMPOSSIBLE,
    KINDS,
    SEATS,
    SUITS,
    TERMINALS,
    WINDS,
    Meld,
    NaiveRefusal,
    Record,
    Result,
    arranged,
    arrangements,
    honour_doubles,
    in_order,
    is_chow,
    is_kong,
    is_pair,
    is_pung_or_kong,
    meld_points,
    pungs_and_pairs,
    read_meld,
    read_tiles,
    refuse_tiles,
    tiles_of,
)
from tests.rules.naive_winde import Winner, as_completed, is_winning_tile_impossible

DEFAULTS: dict[str, Any] = {
    "limit": 1000,
    "roof": "on",
    "chows": 1,
    "self_drawn": "live_wall",
    "bouquet": "includes_own",
    "concealed_hand": "with_honours",
    "original_call": "everybody",
    "special_bonus": "added",
    "gates_claim": "terminal",
    "repeated_pairs": "yes",
    "jade_chow": "no",
    "buried_treasure_claim": "pung_or_pair",
    "purity": "three_doubles",
    "rounds": 4,
}
# In the order of the tables: the first of equals is named.
WITHOUT_SETS = ["unique_wonders", "wriggling_snake", "gates_of_heaven"]
HALF_VALUES = ["knitting", "triple_knitting", "all_pair_honours"]
WITH_SETS = ["all_winds_and_dragons", "heads_and_tails", "fourfold_plenty"]
WITH_SETS += ["three_great_scholars", "four_blessings", "imperial_jade"]
WITH_SETS += ["buried_treasure"]
OCCASIONS = ["heaven", "earth", "plum_blossom", "moon", "twofold_fortune"]
OCCASIONS += ["carrying_pole"]
IN_ORDER = [*WITHOUT_SETS, *HALF_VALUES, *WITH_SETS, "purity", *OCCASIONS]

GREENS = ["2s", "3s", "4s", "6s", "8s", "6z"]
ORPHANS = TERMINALS + HONOURS
NUMBERS = "123456789"


class Count(NamedTuple):
    """One way to count a hand; the greatest is worth most."""

    points: int
    rank: int
    """Above 0 for a special hand, the more the earlier in the tables."""
    doubles: int
    base: int
    special: str | None


def special(name: str, points: int) -> Count:
    """Return the count of a special hand."""
    return Count(points, len(IN_ORDER) - IN_ORDER.index(name), 0, 0, name)


def ordinary(base: int, doubles: int, options: Record) -> Count:
    """Return an ordinary count."""
    points = base * 2**doubles
    if options["roof"] == "on":
        points = min(points, options["limit"])
    return Count(points, 0, doubles, base, None)


def value(name: str, options: Record) -> int:
    """Return the fixed value of a special hand."""
    limit: int = options["limit"]
    return limit // 2 if name in HALF_VALUES else limit


def bonus_doubles(bonus: list[str], seat: str, options: Record) -> int:
    """Return how often flowers and seasons double."""
    doubles = 0
    for letter in "fy":
        mine = [tile for tile in bonus if tile[1] == letter]
        own = str(SEATS.index(seat) + 1) + letter in mine
        if len(mine) == 4:
            doubles += 2 + (options["bouquet"] == "adds_own")
        else:
            doubles += own
    return doubles


# Special hands


def without_sets(tiles: list[str], options: Record) -> list[str]:
    """Return the special hands without sets that 14 tiles are."""
    found = []
    hand, counts = sorted(tiles), Counter(tiles)
    if any(hand == sorted([*ORPHANS, extra]) for extra in ORPHANS):
        found.append("unique_wonders")
    for suit in SUITS:
        run = [number + suit for number in NUMBERS]
        if hand == sorted([*run, run[0], *WINDS]):
            found.append("wriggling_snake")
        gates = [*run, run[0], run[0], run[8], run[8]]
        if any(hand == sorted([*gates, extra]) for extra in run[1:8]):
            found.append("gates_of_heaven")
    found += knitted(tiles)
    many = set(counts.values())
    paired = len(tiles) == 14 and many <= {2, 4}
    may_be = options["repeated_pairs"] == "yes" or many == {2}
    if paired and may_be and all(tile in ORPHANS for tile in tiles):
        found.append("all_pair_honours")
    return found


def knitted(tiles: list[str]) -> list[str]:
    """Return the knitted hands that 14 tiles are."""
    found: list[str] = []
    of = {suit: sorted(t[0] for t in tiles if t[1] == suit) for suit in SUITS}
    if not any(tile in HONOURS for tile in tiles):
        for one, other in combinations(SUITS, 2):
            if len(of[one]) == 7 and of[one] == of[other]:
                found.append("knitting")
            for number in NUMBERS:
                rest = {suit: list(of[suit]) for suit in SUITS}
                if number in rest[one] and number in rest[other]:
                    rest[one].remove(number)
                    rest[other].remove(number)
                    if all(len(r) == 4 and r == rest[one] for r in rest.values()):
                        found.append("triple_knitting")
    return found


def of_sets(
    melds: list[Meld], options: Record, *, claimed: Meld | None = None
) -> list[str]:
    """Return the special hands that four sets and a pair are, purity too."""
    sets = [meld for meld in melds if not is_pair(meld)]
    equal = [meld.tiles[0] for meld in sets if is_pung_or_kong(meld)]
    kongs = [meld for meld in sets if is_kong(meld)]
    tiles = tiles_of(melds)
    suits = {tile[1] for tile in tiles if tile not in HONOURS}
    found = []
    if len(equal) == 4:
        if not suits:
            found.append("all_winds_and_dragons")
        if all(tile in TERMINALS for tile in tiles):
            found.append("heads_and_tails")
        if len(kongs) == 4:
            found.append("fourfold_plenty")
        if set(DRAGONS) <= set(equal):
            found.append("three_great_scholars")
        if set(WINDS) <= set(equal):
            found.append("four_blessings")
        open_before = [meld for meld in melds if not meld.concealed]
        if claimed in open_before:
            open_before.remove(claimed)
        may_claim = claimed is None or is_pair(claimed)
        may_claim = may_claim or options["buried_treasure_claim"] == "pung_or_pair"
        if not kongs and len(suits) == 1 and not open_before and may_claim:
            found.append("buried_treasure")
        if len(suits) == 1 and not any(tile in HONOURS for tile in tiles):
            found.append("purity")
    may_be_jade = len(equal) == 4 or options["jade_chow"] == "yes"
    if may_be_jade and all(tile in GREENS for tile in tiles):
        found.append("imperial_jade")
    return found


def chows_of(melds: list[Meld]) -> int:
    """Return how many chows there are."""
    return sum(is_chow(meld) for meld in melds)


# The winner


def occasions(win: Winner) -> list[str]:
    """Return the special hands by the way the game was won."""
    replaced = win.source in ("replacement", "replacement_bonus")
    last = "last_tile" in win.circumstances
    fits = {
        "heaven": win.source == "deal",
        "earth": win.first_turn,
        "plum_blossom": replaced and win.tile == "5p",
        "moon": last and win.source == "wall" and win.tile == "1p",
        "twofold_fortune": "kong_on_kong" in win.circumstances,
        "carrying_pole": win.source == "robbed_kong" and win.tile == "2s",
    }
    return [name for name, holds in fits.items() if holds]


def counts_of_winner(win: Winner, round_wind: str, options: Record) -> list[Count]:
    """Return every way to count the winner's hand."""
    limit = options["limit"]
    last = "last_tile" in win.circumstances
    last_discard = last and win.claimed
    doubles_of_bonus = bonus_doubles(win.bonus, win.seat, options)
    extra = 4 * len(win.bonus) * 2 ** (doubles_of_bonus + last_discard)
    added = extra if options["special_bonus"] == "added" else 0
    by_occasion = occasions(win)
    tiles = tiles_of(win.written) + win.loose
    counts = []
    if not win.kongs and win.only_the_completed_is_exposed:
        for name in without_sets(tiles, options):
            if name == "gates_of_heaven" and win.claimed:
                is_end = str(win.tile)[0] in "19"
                if not is_end and options["gates_claim"] == "terminal":
                    continue
            counts += [
                special(one, min(limit, value(one, options) + added))
                for one in [name, *by_occasion]
            ]
    sets = 4 - sum(not is_pair(meld) for meld in win.written)
    pairs = 1 - sum(is_pair(meld) for meld in win.written)
    for groups in arrangements(in_order(win.loose), sets, pairs):
        melds = win.written + [arranged(group) for group in groups]
        for lying in as_completed(win, melds):
            if chows_of(lying) > options["chows"]:
                continue
            claimed = next(
                (m for m, old in zip(lying, melds, strict=True) if m != old), None
            )
            if win.claimed and claimed is None:
                claimed = next(m for m in lying if m in win.exposed_now)
            names = of_sets(lying, options, claimed=claimed)
            fixed = [name for name in names if name != "purity"] + by_occasion
            counts += [
                special(one, min(limit, value(one, options) + added)) for one in fixed
            ]
            base = sum(meld_points(m, win.own_wind, round_wind) for m in lying)
            if "purity" in names and options["purity"] == "three_doubles":
                mine = base + 20 + (0 if win.claimed else 2)
                worth = mine * 8 * 2**last_discard + extra
                counts.append(special("purity", min(limit, worth)))
            if not fixed:
                counts.append(counted(win, lying, base, round_wind, options))
    if not counts:
        raise NaiveRefusal("not_a_winning_hand")
    return counts


def counted(
    win: Winner, melds: list[Meld], base: int, round_wind: str, options: Record
) -> Count:
    """Return the ordinary count of a winner's four sets and a pair."""
    tiles = tiles_of(melds)
    suits = {tile[1] for tile in tiles if tile not in HONOURS}
    honours = any(tile in HONOURS for tile in tiles)
    replaced = win.source in ("replacement", "replacement_bonus")
    base += 20 + 4 * len(win.bonus)
    if win.source in ("wall", "deal") or (
        replaced and options["self_drawn"] == "any_wall"
    ):
        base += 2
    doubles = honour_doubles(melds, win.own_wind, round_wind)
    doubles += bonus_doubles(win.bonus, win.seat, options)
    doubles += chows_of(melds) == 0
    doubles += len(suits) == 1 and honours
    doubles += all(tile in ORPHANS for tile in tiles)
    if all(meld.concealed for meld in melds):
        sets = [meld for meld in melds if not is_pair(meld)]
        of_honours = [meld for meld in sets if meld.tiles[0] in HONOURS]
        mixed = 0 < len(of_honours) < 4
        doubles += mixed or options["concealed_hand"] == "any"
    doubles += replaced
    doubles += "last_tile" in win.circumstances
    doubles += win.source == "robbed_kong"
    if win.hand.get("original_call"):
        doubles += 2 if options["original_call"] == "everybody" else 1
    if options["purity"] == "ordinary" and len(suits) == 1 and not honours:
        doubles += 3 * (chows_of(melds) == 0)
    return ordinary(base, doubles, options)


# The other players


def short_of(hand: Record, options: Record) -> set[str]:
    """Return the special hands that a whole hand is one tile short of."""
    written = [read_meld(text) for text in hand.get("sets", [])]
    stay = [meld for meld in written if not meld.concealed or is_kong(meld)]
    free = read_tiles(hand.get("tiles", ""))
    free += tiles_of([meld for meld in written if meld not in stay])
    held = tiles_of(stay) + free
    found: set[str] = set()
    for missing in KINDS:
        if held.count(missing) >= 4:
            continue
        tiles = in_order([*free, missing])
        if not stay:
            found.update(without_sets(tiles, options))
        sets = 4 - sum(not is_pair(meld) for meld in stay)
        pairs = 1 - sum(is_pair(meld) for meld in stay)
        for groups in arrangements(tiles, sets, pairs):
            melds = stay + [arranged(group) for group in groups]
            if chows_of(melds) <= options["chows"]:
                found.update(of_sets(melds, options))
    return found


def count_of_loser(hand: Record, seat: str, round_wind: str, options: Record) -> Count:
    """Return the best count of a hand that did not win."""
    own_wind = WINDS[SEATS.index(seat)]
    written = [read_meld(text) for text in hand.get("sets", [])]
    bonus = read_tiles(hand.get("bonus", ""))
    short = {claim.removeprefix("waiting:") for claim in hand.get("claims", [])}
    if hand.get("complete", True):
        short = short_of(hand, options)
    extra_doubles = bonus_doubles(bonus, seat, options)
    called = (
        bool(hand.get("original_call")) and options["original_call"] != "winner_only"
    )
    triple = "purity" in short and options["purity"] == "ordinary"
    counts = []
    for groups in pungs_and_pairs(read_tiles(hand.get("tiles", ""))):
        melds = written + [arranged(group) for group in groups]
        base = sum(meld_points(meld, own_wind, round_wind) for meld in melds)
        doubles = honour_doubles(melds, own_wind, round_wind) + extra_doubles
        doubles += called + 3 * triple
        counts.append((ordinary(base + 4 * len(bonus), doubles, options), base))
    best, base = max(counts)
    extra = 4 * len(bonus) * 2**extra_doubles
    added = extra if options["special_bonus"] == "added" else 0
    for name in short & set(IN_ORDER):
        if name != "purity":
            worth = value(name, options) * 2 // 5 + added
        elif options["purity"] == "ordinary":
            continue
        else:
            worth = base * 8 + extra
        best = max(best, special(name, min(options["limit"], worth)))
    return best


# A game


def refuse_the_impossible(win: Winner, record: Record) -> None:
    """Raise `impossible` for what cannot have happened."""
    dealt = win.source == "deal"
    earth = win.source == "discard" and win.giver == "E"
    last = "last_tile" in win.circumstances
    replaced = win.source in ("replacement", "replacement_bonus")
    faults = [
        win.first_turn and (not earth or last),
        last and win.source not in ("wall", "discard"),
        "kong_on_kong" in win.circumstances and not replaced,
        dealt and win.seat != "E",
    ]
    if win.own_points is None:
        faults += [
            win.source == "replacement" and not win.kongs,
            win.source == "replacement_bonus" and not win.bonus,
            "kong_on_kong" in win.circumstances and len(win.kongs) < 2,
            dealt and bool(win.exposed or win.kongs),
            win.first_turn and bool(win.kongs),
            win.first_turn and not win.only_the_completed_is_exposed,
        ]
        if not dealt:
            faults.append(is_winning_tile_impossible(win))
    for seat, hand in record["hands"].items():
        if not hand.get("original_call") or hand.get("dead") or "points" in hand:
            continue
        lying = sum(not text.startswith("(") for text in hand.get("sets", []))
        if seat == win.seat and win.claimed and not win.exposed_now:
            lying += 1
        faults.append(lying >= 3)
    if any(faults):
        raise NaiveRefusal(IMPOSSIBLE)


def naive_score(record: Record) -> Result:
    """Return each hand's worth, payments and scores, or raise `NaiveRefusal`."""
    options = DEFAULTS | record.get("options", {})
    refuse_tiles(record, KINDS)
    win = Winner(record | {"owner": "E"}, options)
    refuse_the_impossible(win, record)
    round_wind = WINDS[SEATS.index(record["round_wind"])]
    hands = {}
    for seat in SEATS:
        hand = record["hands"].get(seat, {"complete": False})
        if hand.get("dead") is not None:
            hands[seat] = result_of(Count(0, 0, 0, 0, None)) | {"dead": hand["dead"]}
        elif hand.get("points") is not None:
            points = hand["points"]
            if options["roof"] == "on":
                points = min(points, options["limit"])
            hands[seat] = {"points": points, "base": None, "doubles": None}
            hands[seat] |= {"limit": None, "dead": False}
        elif seat == win.seat:
            hands[seat] = result_of(max(counts_of_winner(win, round_wind, options)))
        else:
            hands[seat] = result_of(count_of_loser(hand, seat, round_wind, options))
    points_of = {seat: hand["points"] for seat, hand in hands.items()}
    payments = settle(points_of, win)
    scores = dict.fromkeys(SEATS, 0)
    for payer, receiver, amount, _ in payments:
        scores[payer] -= amount
        scores[receiver] += amount
    return {"hands": hands, "payments": payments, "scores": scores}


def result_of(count: Count) -> Result:
    """Return a count in the form of the engine's answer."""
    is_ordinary = count.special is None
    return {
        "points": count.points,
        "base": count.base if is_ordinary else None,
        "doubles": count.doubles if is_ordinary else None,
        "limit": count.special,
        "dead": False,
    }


def settle(points: dict[str, int], win: Winner) -> list[tuple[str, str, int, str]]:
    """Return who owes whom what, sorted."""
    worth = points[win.seat]
    if win.pao is not None:
        whole = worth * (6 if win.seat == "E" else 4)
        return [(win.pao["player"], win.seat, whole, "pao")] if whole else []
    debts = []
    for payer in SEATS:
        for receiver in SEATS:
            if payer in (win.seat, receiver):
                continue
            reason = "win" if receiver == win.seat else "difference"
            debt = worth if reason == "win" else points[receiver] - points[payer]
            if debt > 0:
                twice = 2 if "E" in (payer, receiver) else 1
                debts.append((payer, receiver, debt * twice, reason))
    return sorted(debts)
