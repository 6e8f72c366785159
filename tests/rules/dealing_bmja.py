"""
Dealer of seeded random records of `bmja`.

Every record is dealt from one wall. The winner is built from sets or as a special
hand, sometimes with one tile wrong; the losers are drawn towards hands that score,
or a tile short of a special hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.dealing import (
    WinnerPlan,
    lay_loser,
    lay_rivals_open,
    lay_winner,
    name_completed,
    share_tile,
)
from tests.rules.dealing_winde import deal_bonus, spoil_tile
from tests.rules.dealt_tiles import (
    DRAGONS,
    HONOURS,
    KINDS,
    RUNS,
    SEATS,
    SUITS,
    TERMINALS,
    WINDS,
    Groups,
    Record,
    Wall,
    chance,
    set_text,
    take_pair,
    take_set,
    tiles_text,
    weighted,
)

if TYPE_CHECKING:
    from random import Random

OPTIONS: dict[str, list[Any]] = {
    "limit": [1000, 500, 2000],
    "roof": ["on", "off"],
    "chows": [1, 4],
    "self_drawn": ["live_wall", "any_wall"],
    "bouquet": ["includes_own", "adds_own"],
    "concealed_hand": ["with_honours", "any"],
    "original_call": ["everybody", "winner_only"],
    "special_bonus": ["added", "ignored"],
    "gates_claim": ["terminal", "any"],
    "repeated_pairs": ["yes", "no"],
    "jade_chow": ["no", "yes"],
    "buried_treasure_claim": ["pung_or_pair", "pair"],
    "purity": ["three_doubles", "ordinary"],
    "rounds": [4, 3, 2, 1],
}
"""The house rules, the default first."""
GREENS = ["2s", "3s", "4s", "6s", "8s", "6z"]
ORPHANS = TERMINALS + HONOURS
CLAIMED = ("discard", "robbed_kong")
WITHOUT_SETS = ["unique_wonders", "wriggling_snake", "gates_of_heaven"]
WITHOUT_SETS += ["knitting", "triple_knitting", "all_pair_honours"]


def tiles_without_sets(rng: Random, name: str) -> list[str]:
    """Return the 14 tiles of a special hand without sets."""
    run = RUNS[rng.choice(SUITS)]
    numbers = [rng.choice("123456789") for _ in range(7)]
    suits = rng.sample(list(SUITS), 3)
    match name:
        case "unique_wonders":
            return [*ORPHANS, rng.choice(ORPHANS)]
        case "wriggling_snake":
            return [run[0], *run, *WINDS]
        case "gates_of_heaven":
            return [*run, run[0], run[0], run[8], run[8], rng.choice(run)]
        case "knitting":
            return [number + suit for number in numbers for suit in suits[:2]]
        case "triple_knitting":
            threes = [number + suit for number in numbers[:4] for suit in suits]
            return threes + [numbers[4] + suit for suit in suits[:2]]
    pairs = rng.sample(ORPHANS * (2 if chance(rng, 0.3) else 1), 7)
    return [tile for tile in pairs for _ in range(2)]


def pool_of(rng: Random) -> list[str]:
    """Return the kinds that sets are made of: what special hands are made of."""
    run = RUNS[rng.choice(SUITS)]
    pools = [KINDS, KINDS, run, run + HONOURS, ORPHANS, HONOURS, TERMINALS, GREENS]
    return rng.choice(pools)


def take_sets(rng: Random, wall: Wall) -> Groups:
    """Take four sets, seldom with more than one chow, and a pair."""
    pool = pool_of(rng)
    kongs = rng.choice([0.0, 0.0, 0.3, 0.9])
    first = rng.choice([[], [], DRAGONS, WINDS])
    groups = [wall.take([kind] * 3) for kind in first if wall.has([kind] * 3)]
    while len(groups) < 4:
        chows = 0.5 if len(groups) == 3 else rng.choice([0.0, 0.0, 0.0, 0.2])
        groups.append(take_set(rng, wall, pool, chows, kongs))
    return [*groups, take_pair(rng, wall, pool)]


def plan_winner(rng: Random, wall: Wall) -> WinnerPlan:
    """Take the winner's tiles from the wall and choose the winning tile."""
    if chance(rng, 0.3):
        tiles = tiles_without_sets(rng, rng.choice(WITHOUT_SETS))
        while not wall.has(tiles):
            tiles = tiles_without_sets(rng, rng.choice(WITHOUT_SETS))
        plan = WinnerPlan([[tile] for tile in wall.take(tiles)], irregular=True)
    else:
        plan = WinnerPlan(take_sets(rng, wall), irregular=False)
    if chance(rng, 0.06):
        spoil_tile(rng, wall, plan)
    movable = [place for place, group in enumerate(plan.groups) if len(group) < 4]
    plan.won_with = rng.choice(movable)
    plan.tile = rng.choice(plan.groups[plan.won_with])
    shared = share_tile(rng, plan.groups)
    if shared and chance(rng, 0.3):
        plan.won_with, plan.tile = shared
    named = [
        (place, tile)
        for place in movable
        for tile in set(plan.groups[place]) & {"1p", "5p", "2s"}
    ]
    if named and chance(rng, 0.4):
        plan.won_with, plan.tile = rng.choice(sorted(named))
    return plan


def decide_win(rng: Random, plan: WinnerPlan, winner: str, bonus: str) -> Record:
    """Choose source, circumstances and completed set; lay the winner's groups."""
    weights = {"discard": 14, "wall": 8}
    if plan.kongs:
        weights["replacement"] = 16 if plan.kongs > 1 else 6
    if bonus:
        weights["replacement_bonus"] = 12 if plan.tile == "5p" else 4
    if plan.tile and plan.tiles.count(plan.tile) == 1:
        weights["robbed_kong"] = 24 if plan.tile == "2s" else 10
    if winner == "E" and not plan.kongs:
        weights["deal"] = 5
    source = weighted(rng, weights)
    lay_winner(rng, plan, claimed=source in CLAIMED, open_chows=True)
    if chance(rng, 0.2):
        lay_rivals_open(rng, plan, plan.tile, open_chows=True)
    if source == "deal":
        plan.lies = ["loose" if lie == "exposed" else lie for lie in plan.lies]
    outcome: Record = {"winning_tile": plan.tile, "source": source}
    if source in CLAIMED:
        outcome["from"] = rng.choice([seat for seat in SEATS if seat != winner])
    circumstances = []
    rare = 0.6 if plan.tile == "1p" else 0.25
    if source in ("wall", "discard") and chance(rng, rare):
        circumstances.append("last_tile")
    twice = 0.5 if plan.kongs > 1 else 0.1
    if source.startswith("replacement") and chance(rng, twice):
        circumstances.append("kong_on_kong")
    if outcome.get("from") == "E" and chance(rng, 0.2):
        circumstances.append("first_turn")
    if source != "deal":
        outcome |= name_completed(rng, plan, plan.tile)
    return outcome | {"circumstances": circumstances}


def deal_loser(rng: Random, wall: Wall) -> Record:
    """Deal one of the hands that did not win."""
    groups: Groups = []
    tiles: list[str] = []
    if chance(rng, 0.25):
        tiles = tiles_without_sets(rng, rng.choice(WITHOUT_SETS))
        del tiles[rng.randrange(14)]
    if tiles and wall.has(tiles):
        groups = [[tile] for tile in wall.take(tiles)]
    else:
        pool = pool_of(rng)
        kongs = rng.choice([0.0, 0.0, 0.3, 1.0])
        chows = rng.choice([0.0, 0.0, 0.3])
        sets = rng.choice([0, 2, 3, 4, 4])
        groups = [take_set(rng, wall, pool, chows, kongs) for _ in range(sets)]
        if sets == 3:
            groups.append(take_pair(rng, wall, pool))
            groups.append(take_pair(rng, wall, pool))
        room = 13 - sum(min(len(group), 3) for group in groups)
        groups += [[tile] for tile in wall.draw(rng, room, pool)]
    kind = weighted(rng, {"complete": 24, "dead": 2, "points": 1, "incomplete": 4})
    if kind == "points":
        return {"points": rng.choice([rng.randint(0, 300), rng.randint(0, 9000)])}
    lies = lay_loser(rng, groups, 0, open_sets=chance(rng, 0.5), open_chows=True)
    kept = list(zip(groups, lies, strict=True))
    hand: Record = {}
    if kind == "dead":
        hand["dead"] = rng.choice(["tile_count", "false_mahjong", "other"])
    if kind == "incomplete":
        hand["complete"] = False
        kept = [(group, lie) for group, lie in kept if len(group) >= 2]
    hand["sets"] = [
        set_text(group, concealed=lie == "concealed")
        for group, lie in kept
        if lie != "loose"
    ]
    loose = [tile for group, lie in kept if lie == "loose" for tile in group]
    hand["tiles"] = tiles_text(rng, loose)
    return hand


def deal_record(rng: Random) -> Record:
    """Deal one record."""
    options: Record = {}
    if chance(rng, 0.6):
        options = {
            name: rng.choice(values)
            for name, values in OPTIONS.items()
            if chance(rng, 0.4)
        }
    winner = rng.choice(SEATS)
    wall = Wall()
    bonus = deal_bonus(rng)
    if chance(rng, 0.1):
        whole = rng.choice(["1f2f3f4f", "1y2y3y4y"])
        bonus = dict.fromkeys(SEATS, "") | {rng.choice([winner, *SEATS]): whole}
    plan = plan_winner(rng, wall)
    outcome = decide_win(rng, plan, winner, bonus[winner])
    hands: dict[str, Record] = {winner: plan.hand(rng)}
    for seat in SEATS:
        if seat != winner and not chance(rng, 0.06):
            hands[seat] = deal_loser(rng, wall)
        if seat not in hands or "points" in hands[seat]:
            continue
        if bonus[seat]:
            hands[seat]["bonus"] = bonus[seat]
        if chance(rng, 0.1):
            hands[seat]["original_call"] = True
    if chance(rng, 0.1):
        player = rng.choice([seat for seat in SEATS if seat != winner])
        reason = rng.choice(["dangerous_discard", "false_naming"])
        outcome["pao"] = {"player": player, "reason": reason}
    return {
        "ruleset": "bmja",
        "options": options,
        "players": 4,
        "round_wind": rng.choice(SEATS),
        "hands": hands,
        "outcome": {"kind": "win", "winner": winner} | outcome,
    }
