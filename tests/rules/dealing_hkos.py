"""
Dealer of seeded random records of `hkos`.

Hands are dealt and laid out as for `schmale`, without jokers; options, first turns,
penalties and what is spoiled on purpose are this book's. A record follows from the
generator handed in and from nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.dealing_schmale import (
    Plan,
    Record,
    add_pao,
    deal_bonus,
    deal_loser,
    deal_own_points,
    outcome_of,
    plan_winner,
    spoil_tiles,
    spoil_win,
    with_defaults,
)
from tests.rules.dealt_tiles import SEATS, Groups, Wall, chance, weighted

if TYPE_CHECKING:
    from random import Random

OPTIONS: dict[str, list[Any]] = {
    "table": ["half_spicy", "full_spicy", "steps"],
    "points": [[1, 2, 4, 8], [0], [3, 3, 5, 9, 9, 9, 12], [*range(0, 140, 10)]],
    "limit": [10, 8, 13],
    "minimum_faan": [3, 0, 1, 2, 5, 8, 12],
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
"""The house rules, the default first but for the points, of which there are none."""


def deal_options(rng: Random) -> Record:
    """Choose the house rules; a low minimum often, so that many hands win."""
    often = rng.choice([0.0, 0.2, 0.5])
    options = {
        name: rng.choice(values)
        for name, values in OPTIONS.items()
        if chance(rng, often / 2 if name == "points" else often)
    }
    if chance(rng, 0.5):
        options["minimum_faan"] = rng.choice([0, 0, 1])
    return options


def deal_record(rng: Random, *, faults: float = 0.15) -> Record:
    """Deal one record; `faults` says how often it is spoiled."""
    options = deal_options(rng)
    wall = Wall()
    bonus = deal_bonus(rng, options, SEATS)
    hands: dict[str, Record] = {}
    forced: dict[str, Groups] = {}
    kind = weighted(rng, {"win": 92, "penalty": 6, "draw": 1})
    outcome: Record = {"kind": kind}
    if kind == "penalty":
        outcome |= deal_penalty(rng)
    elif kind == "win":
        winner = rng.choice([*SEATS, "E"])
        if chance(rng, 0.04):
            outcome |= deal_own_points(rng, SEATS, winner)
            hands[winner] = {"points": outcome.pop("points")}
            bonus[winner] = ""
            add_pao(rng, outcome, "own points", SEATS)
        else:
            plan = plan_winner(rng, wall, winner, bonus[winner], 0)
            outcome |= first_turn_of(rng, plan, winner)
            hands[winner] = plan.hand(rng)
            if plan.source == "robbed_kong":
                forced[outcome["from"]] = [wall.take([plan.tile] * 3)]
            add_pao(rng, outcome, plan.style, SEATS)
    for seat in SEATS:
        if seat in hands or (seat not in forced and chance(rng, 0.2)):
            continue
        hands[seat] = deal_loser(rng, wall, forced.get(seat, []), 0)
        if "waiting:nine_sons" in hands[seat].get("claims", []):
            hands[seat]["claims"] = ["waiting:nine_gates"]
    for seat, hand in hands.items():
        if bonus[seat] and "points" not in hand and "claims" not in hand:
            hand["bonus"] = bonus[seat]
    record = {
        "ruleset": "hkos",
        "options": options,
        "players": 4,
        "round_wind": rng.choice(SEATS),
        "hands": {
            seat: with_defaults(rng, hands[seat])
            for seat in rng.sample(list(hands), len(hands))
        },
        "outcome": outcome,
    }
    if chance(rng, faults):
        spoil(rng, record)
    return record


def first_turn_of(rng: Random, plan: Plan, winner: str) -> Record:
    """Return the fields of the win; a first turn is East's discard, mostly."""
    early = "first_turn" in plan.circumstances and winner != "E"
    if early and chance(rng, 0.9):
        plan.source = "discard"
    outcome = outcome_of(rng, plan, winner, SEATS)
    if early and "from" in outcome and chance(rng, 0.9):
        outcome["from"] = "E"
    return outcome


def deal_penalty(rng: Random) -> Record:
    """Return the fields of a penalty."""
    offender = rng.choice(SEATS)
    outcome: Record = {"offender": offender, "offence": "false_mahjong"}
    excluded = [seat for seat in SEATS if seat != offender and chance(rng, 0.2)]
    if excluded or chance(rng, 0.5):
        outcome["excluded"] = excluded
    if chance(rng, 0.2):
        outcome["from"] = None
    return outcome


# What must be refused


def spoil(rng: Random, record: Record) -> None:
    """Write something into a record that may not be there, or has not happened."""
    outcome = record["outcome"]
    if outcome["kind"] == "draw":
        return
    if chance(rng, 0.15):
        spoil_anything(rng, record)
    elif chance(rng, 0.4):
        spoil_tiles(rng, record, SEATS)
    elif outcome["kind"] == "penalty":
        spoil_penalty(rng, record)
    elif record["hands"][outcome["winner"]].get("points") is None:
        spoil_win(rng, record, SEATS)


def spoil_anything(rng: Random, record: Record) -> None:
    """Write what no record of this ruleset may hold."""
    match rng.choice(["wind", "players", "option", "value", "points", "points"]):
        case "wind":
            record["round_wind"] = "G"
        case "players":
            record["players"] = rng.choice([2, 3, 5, 6])
        case "option":
            record["options"][rng.choice(["minimum_points", "jokers"])] = 0
        case "value":
            name = rng.choice(list(OPTIONS))
            record["options"][name] = rng.choice(["maybe", 1.5, -1, True, None])
        case "points":
            wrong: list[Any] = [[], [1] * 15, [2, 1], [1, 1_000_001], [-1, 0]]
            wrong += [["1"], [True], [1, 1.5], "half_spicy", {"0": 1}]
            record["options"]["points"] = rng.choice(wrong)


def spoil_penalty(rng: Random, record: Record) -> None:
    """Write a penalty as it cannot be."""
    outcome = record["outcome"]
    others = [seat for seat in SEATS if seat != outcome["offender"]]
    match rng.choice(["from", "self", "excluded", "offence", "spoiled"]):
        case "from":
            outcome["from"] = rng.choice(others)
        case "self":
            outcome["from"] = outcome["offender"]
        case "excluded":
            outcome["excluded"] = [others[0], outcome["offender"]]
        case "offence":
            outcome["offence"] = "wrong_count"
        case "spoiled":
            outcome["offence"] = "spoiled_game"
