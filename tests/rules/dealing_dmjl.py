"""
Dealer of seeded random records of `dmjl`.

Every record is dealt from one wall. The winner is built from sets or as a hand without
sets, sometimes with one tile wrong; the losers are drawn towards hands that score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.dealing import WinnerPlan, lay_loser, share_tile
from tests.rules.dealing_bmja import decide_win
from tests.rules.dealing_winde import deal_bonus, spoil_tile
from tests.rules.dealt_tiles import (
    DRAGONS,
    HONOURS,
    KINDS,
    RUNS,
    SEATS,
    SIMPLES,
    SUITS,
    TERMINALS,
    WINDS,
    Groups,
    Record,
    Wall,
    chance,
    set_text,
    take_chows,
    take_honour_sets,
    take_pair,
    take_set,
    take_snake,
    tiles_text,
    weighted,
)

if TYPE_CHECKING:
    from random import Random

OPTIONS: dict[str, list[Any]] = {
    "limit": [500, 300, 1000],
    "roof": ["on", "off"],
    "bonus_tiles": ["yes", "no"],
    "open_kong_as_concealed": ["no", "yes"],
    "false_mahjong": [300, 100],
    "rounds": [4, 3, 2, 1],
}
"""The house rules, the default first."""
GREENS = ["2s", "3s", "4s", "6s", "8s", "6z"]
ORPHANS = TERMINALS + HONOURS


def tiles_without_sets(rng: Random) -> list[str]:
    """Return the 14 tiles of a limit hand without sets."""
    if chance(rng, 0.4):
        return [*ORPHANS, rng.choice(ORPHANS)]
    run = RUNS[rng.choice(SUITS)]
    return [*run, run[0], run[0], run[8], run[8], rng.choice(run)]


def pool_of(rng: Random) -> list[str]:
    """Return the kinds that sets are made of: what rare hands are made of."""
    run = RUNS[rng.choice(SUITS)]
    pools = [KINDS, SIMPLES, run, run + HONOURS, ORPHANS, HONOURS, TERMINALS, GREENS]
    return rng.choice(pools)


def take_sets(rng: Random, wall: Wall) -> Groups:
    """Take four sets and a pair."""
    special = rng.choice([None, None, None, take_chows, take_snake])
    if special is not None:
        return special(rng, wall)
    if chance(rng, 0.25):
        return take_honour_sets(rng, wall, rng.choice([DRAGONS, WINDS]))
    pool = pool_of(rng)
    kongs = rng.choice([0.0, 0.0, 0.3, 0.9])
    chows = rng.choice([0.0, 0.3, 0.7])
    groups = [take_set(rng, wall, pool, chows, kongs) for _ in range(4)]
    return [*groups, take_pair(rng, wall, pool)]


def plan_winner(rng: Random, wall: Wall) -> WinnerPlan:
    """Take the winner's tiles from the wall and choose the winning tile."""
    if chance(rng, 0.15):
        tiles = wall.take(tiles_without_sets(rng))
        plan = WinnerPlan([[tile] for tile in tiles], irregular=True)
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


def deal_loser(rng: Random, wall: Wall) -> Record:
    """Deal one of the hands that did not win."""
    pool = pool_of(rng)
    kongs = rng.choice([0.0, 0.0, 0.3, 1.0])
    groups: Groups = []
    honours = [DRAGONS, WINDS][chance(rng, 0.5)]
    if chance(rng, 0.2):
        for kind in honours:
            many = rng.choice([2, 3, 3, 4])
            if wall.has([kind] * many):
                groups.append(wall.take([kind] * many))
    room = 13 - sum(min(len(group), 3) for group in groups)
    for _ in range(rng.choice([0, 1, 2, room // 3])):
        if room >= 3:
            groups.append(take_set(rng, wall, pool, rng.choice([0.0, 0.4]), kongs))
            room -= 3
    groups += [[tile] for tile in wall.draw(rng, room, pool)]
    kind = weighted(rng, {"complete": 24, "dead": 2, "points": 1, "incomplete": 6})
    if kind == "points":
        return {"points": rng.choice([rng.randint(0, 300), rng.randint(0, 9000)])}
    lies = lay_loser(rng, groups, 0, open_sets=chance(rng, 0.5), open_chows=True)
    kept = list(zip(groups, lies, strict=True))
    hand: Record = {}
    if kind == "dead":
        hand["dead"] = rng.choice(["tile_count", "faulty_set", "other"])
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


def deal_penalty(rng: Random) -> Record:
    """Deal a fault that ended the game."""
    offence = rng.choice(["false_mahjong", "false_mahjong", "false_naming"])
    many = rng.choice([1, 2, 3]) if offence == "false_mahjong" else 1
    offenders = rng.sample(SEATS, many)
    offender = offenders if many > 1 else offenders[0]
    return {"kind": "penalty", "offender": offender, "offence": offence}


def deal_beside(rng: Random, winner: str, options: Record) -> dict[str, str]:
    """Deal flowers and seasons, now and then those that double."""
    nothing = dict.fromkeys(SEATS, "")
    if options.get("bonus_tiles") == "no" and not chance(rng, 0.05):
        return nothing
    if chance(rng, 0.15):
        whole = rng.choice(["1f2f3f4f", "1y2y3y4y"])
        return nothing | {rng.choice([winner, *SEATS]): whole}
    if chance(rng, 0.2):
        number = SEATS.index(winner) + 1
        return nothing | {winner: f"{number}f{number}y"}
    return deal_bonus(rng)


def deal_record(rng: Random) -> Record:
    """Deal one record."""
    options: Record = {}
    if chance(rng, 0.6):
        options = {
            name: rng.choice(values)
            for name, values in OPTIONS.items()
            if chance(rng, 0.4)
        }
    record = {
        "ruleset": "dmjl",
        "options": options,
        "players": 4,
        "round_wind": rng.choice(SEATS),
    }
    if chance(rng, 0.05):
        return record | {"hands": {}, "outcome": deal_penalty(rng)}
    winner = rng.choice(SEATS)
    wall = Wall()
    bonus = deal_beside(rng, winner, options)
    plan = plan_winner(rng, wall)
    outcome = decide_win(rng, plan, winner, bonus[winner])
    if chance(rng, 0.15 if winner == "E" else 0.01):
        outcome["circumstances"].append("ninth_win")
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
        outcome["pao"] = {"player": player, "reason": "dangerous_discard"}
    return record | {
        "hands": hands,
        "outcome": {"kind": "win", "winner": winner} | outcome,
    }
