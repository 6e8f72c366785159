"""
Dealer of seeded random records of `spiel-der-winde`.

Every record is dealt from one wall, so no fifth copy of a tile turns up. The winner
is built from sets or as a special hand, sometimes with one tile wrong; the losers
are dealt at random or drawn towards hands that score. A record follows from the
generator handed in and from nothing else.
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
    true_claims,
)
from tests.rules.dealt_tiles import (
    BONUS,
    DRAGONS,
    HONOURS,
    KINDS,
    REGULAR_STYLES,
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
    take_group,
    take_pair,
    take_regular,
    take_set,
    tiles_text,
    weighted,
    with_defaults,
)

if TYPE_CHECKING:
    from random import Random

OPTIONS: dict[str, list[Any]] = {
    "rounds": [4, 3, 2, 1],
    "pure_honours_doubles": [3, 2, 1],
    "colour_doubles_losers": ["yes", "no"],
    "robbing_kong": ["no", "yes", "yes"],
    "special_owner_double": ["no", "yes"],
    "settlement": ["differences", "owner_double", "winner_only", "credit"],
}
"""The house rules, the default first."""

PAIR_HANDS = ["seven_pairs", "one_suit_pairs", "terminal_pairs", "honour_pairs"]
WITHOUT_SETS = [*PAIR_HANDS, "great_sequence", "nine_lanterns", "thirteen_orphans"]
WITH_SETS = ["odd_pungs", "green", "four_winds", "four_joys", "one_suit_chows"]

FAMILIES = {
    "regular": 80,
    "without_sets": 40,
    "with_sets": 40,
    "thirteen": 6,
    "nothing": 2,
}
"""What the winner's hand is built as, with how often."""

GREENS = ["2s", "3s", "4s", "6s", "8s", "6z"]
ORPHANS = TERMINALS + HONOURS
CLAIMED = ("discard", "robbed_kong")

LOSERS = {
    "any": 5,
    "sets": 6,
    "one_suit": 3,
    "one_suit_honours": 3,
    "terminals_honours": 2,
    "honours": 2,
    "kongs": 3,
    "waiting": 4,
    "pairs": 1,
}
"""What a loser's hand is drawn towards, with how often."""


# The winner


def tiles_without_sets(rng: Random, name: str) -> list[str]:
    """Return the 14 tiles of a special hand without sets."""
    run = RUNS[rng.choice(SUITS)]
    match name:
        case "great_sequence":
            sequence = run + WINDS
            with_dragons = run + DRAGONS + [rng.choice(WINDS)] * 2
            return rng.choice([with_dragons, [*sequence, rng.choice(sequence)]])
        case "nine_lanterns":
            return [*run, run[0], run[0], run[8], run[8], rng.choice(run)]
        case "thirteen_orphans":
            return [*ORPHANS, rng.choice(rng.choice([ORPHANS, KINDS]))]
    pool = {
        "seven_pairs": KINDS,
        "one_suit_pairs": run + HONOURS * chance(rng, 0.7),
        "terminal_pairs": ORPHANS,
        "honour_pairs": HONOURS,
    }[name]
    pairs = rng.sample(pool * 2 if chance(rng, 0.3) else pool, 7)
    return [tile for pair in pairs for tile in (pair, pair)]


def take_special_sets(rng: Random, wall: Wall, name: str) -> Groups:
    """Take a special hand of four sets and a pair."""
    run = RUNS[rng.choice(SUITS)]
    kongs = rng.choice([0.0, 0.0, 0.3, 1.0])
    match name:
        case "green":
            chows = rng.choice([0.2, 0.7])
            sets = [take_set(rng, wall, GREENS, chows, kongs) for _ in range(4)]
            return [*sets, take_pair(rng, wall, GREENS)]
        case "one_suit_chows":
            starts = (0, 2, 4, 6)
            sets = [wall.take(run[start : start + 3]) for start in starts]
            pool = rng.choice([HONOURS, run, KINDS])
            # The chows leave three copies of 3, 5 and 7.
            return [*sets, take_pair(rng, wall, pool)]
    kinds = run[::2] if name == "odd_pungs" else WINDS
    pair = rng.choice(run[::2])
    equal = [kind for kind in kinds if kind != pair]
    groups = [wall.take([kind] * (4 if chance(rng, kongs) else 3)) for kind in equal]
    if name == "odd_pungs":
        return [*groups, wall.take([pair] * 2)]
    return [*groups, take_pair(rng, wall, KINDS if name == "four_winds" else DRAGONS)]


def plan_winner(rng: Random, wall: Wall, family: str) -> WinnerPlan:
    """Take the winner's tiles from the wall and choose the winning tile."""
    if family == "regular":
        style = weighted(rng, REGULAR_STYLES)
        plan = WinnerPlan(take_regular(rng, wall, style), irregular=False)
    elif family == "with_sets":
        groups = take_special_sets(rng, wall, rng.choice(WITH_SETS))
        plan = WinnerPlan(groups, irregular=False)
    elif family == "without_sets":
        name = rng.choice(WITHOUT_SETS)
        plan = plan_without_sets(rng, wall, name)
    else:
        tiles = wall.take(list(ORPHANS)) if family == "thirteen" else []
        if family == "nothing":
            tiles = wall.draw(rng, 14, KINDS)
        plan = WinnerPlan([[tile] for tile in tiles], irregular=True)
    if chance(rng, 0.06):
        spoil_tile(rng, wall, plan)
    movable = [place for place, group in enumerate(plan.groups) if len(group) < 4]
    plan.won_with = rng.choice(movable)
    plan.tile = rng.choice(plan.groups[plan.won_with])
    shared = share_tile(rng, plan.groups)
    if shared and chance(rng, 0.3):
        plan.won_with, plan.tile = shared
    return plan


def plan_without_sets(rng: Random, wall: Wall, name: str) -> WinnerPlan:
    """Take a special hand without sets: single tiles, or grouped where it can be."""
    if name == "nine_lanterns" and chance(rng, 0.5):
        return WinnerPlan(take_regular(rng, wall, "gates"), irregular=False)
    tiles = wall.take(tiles_without_sets(rng, name))
    if name in PAIR_HANDS and chance(rng, 0.4):
        pairs = [tiles[place : place + 2] for place in range(0, 14, 2)]
        return WinnerPlan(pairs, irregular=True)
    # What the sets are does not matter; now and then some of it is written as one.
    cut = 3 if is_run(tiles[:3]) and chance(rng, 0.4) else 0
    groups = [tiles[:cut]] * (cut > 0) + [[tile] for tile in tiles[cut:]]
    if tiles[-1] == tiles[-2] and chance(rng, 0.4):
        groups[-2:] = [tiles[-2:]]
    return WinnerPlan(groups, irregular=True)


def is_run(tiles: list[str]) -> bool:
    """Say whether these are three tiles of a suit in sequence."""
    return any(tiles == run[at : at + 3] for run in RUNS.values() for at in range(7))


def spoil_tile(rng: Random, wall: Wall, plan: WinnerPlan) -> None:
    """Put another tile in the place of one that lies alone: a near miss."""
    place = rng.randrange(len(plan.groups))
    group = plan.groups[place]
    if len(group) < 4:
        others = [[tile] for tile in group[1:]]
        plan.groups[place : place + 1] = [wall.draw(rng, 1, KINDS), *others]
        plan.lies = ["loose"] * len(plan.groups)


def choose_source(
    rng: Random, plan: WinnerPlan, *, is_owner: bool, bonus: str, options: Record
) -> str:
    """Choose how the winning tile came, among what the winner's tiles allow."""
    weights = {"discard": 14, "wall": 8}
    if plan.kongs:
        weights["replacement"] = 6
    if bonus:
        weights["replacement_bonus"] = 4
    if plan.tile and plan.tiles.count(plan.tile) == 1:
        weights["robbed_kong"] = 8 if options.get("robbing_kong") == "yes" else 1
    if is_owner and not plan.kongs:
        weights["deal"] = 5
    return weighted(rng, weights)


def decide_win(
    rng: Random,
    plan: WinnerPlan,
    *,
    winner: str,
    owner: str,
    bonus: str,
    options: Record,
) -> Record:
    """Choose source, circumstance and completed set; lay the winner's groups."""
    source = choose_source(
        rng, plan, is_owner=winner == owner, bonus=bonus, options=options
    )
    lay_winner(rng, plan, claimed=source in CLAIMED, open_chows=True)
    if chance(rng, 0.4):
        lay_rivals_open(rng, plan, plan.tile, open_chows=True)
    if source == "deal":
        plan.lies = ["loose" if lie == "exposed" else lie for lie in plan.lies]
    outcome: Record = {"winning_tile": plan.tile, "source": source}
    if source in CLAIMED:
        others = [seat for seat in SEATS if seat != winner]
        giver = rng.choice([*others, owner if owner != winner else others[0]])
        outcome["from"] = giver
        untouched = set(plan.exposed) <= {plan.won_with} and not plan.kongs
        dealt = source == "discard" and giver == owner and untouched
        if dealt and chance(rng, 0.4):
            outcome["circumstances"] = ["first_turn"]
    if source != "deal":
        outcome |= name_completed(rng, plan, plan.tile)
    if source == "deal" and chance(rng, 0.7):
        outcome["winning_tile"] = None
    return outcome


# The losers


def loser_groups(rng: Random, wall: Wall, forced: Groups) -> tuple[Groups, str]:
    """Take a loser's 13 tiles (and one more for every kong) and say what they are."""
    lean = weighted(rng, LOSERS)
    run = RUNS[rng.choice(SUITS)]
    if lean == "waiting" and not forced:
        name = rng.choice(WITHOUT_SETS)
        tiles = tiles_without_sets(rng, name)
        tiles.pop(rng.randrange(14))
        if wall.has(tiles):
            return [[tile] for tile in wall.take(tiles)], f"waiting:{name}"
    pools = {
        "one_suit": run,
        "one_suit_honours": run + HONOURS,
        "terminals_honours": ORPHANS,
        "honours": HONOURS,
    }
    pool = pools.get(lean, KINDS)
    groups = [list(group) for group in forced]
    sets = 0 if lean == "any" else rng.randint(0, 4)
    while len(groups) < sets:
        kongs = 0.7 if lean == "kongs" else 0.1
        groups.append(take_set(rng, wall, pool, rng.choice([0.0, 0.4]), kongs))
    room = 13 - 3 * len(groups)
    pairs = room // 2 if lean == "pairs" else int(room >= 2 and chance(rng, 0.5))
    for _ in range(pairs):
        pair = take_group(rng, wall, [[k] * 2 for k in rng.choice([pool, HONOURS])])
        groups.append(pair or take_pair(rng, wall, KINDS))
    groups += [[tile] for tile in wall.draw(rng, room - 2 * pairs, pool)]
    return groups, lean


def deal_loser(rng: Random, wall: Wall, forced: Groups) -> Record:
    """Deal one of the hands that did not win; `forced` sets lie exposed."""
    groups, lean = loser_groups(rng, wall, forced)
    kinds = {"complete": 24, "dead": 3, "points": 2, "incomplete": 4, "claims": 6}
    kind = weighted(rng, kinds)
    if kind == "points" and not forced:
        return {"points": rng.choice([0, rng.randint(0, 300), rng.randint(0, 9000)])}
    lies = lay_loser(
        rng, groups, len(forced), open_sets=chance(rng, 0.6), open_chows=True
    )
    hand: Record = {}
    whole = [tile for group in groups for tile in group]
    kept = list(zip(groups, lies, strict=True))
    if kind == "dead":
        reasons = ["tile_count", "faulty_set", "false_mahjong", "other"]
        hand["dead"] = rng.choice(reasons)
        kept = kept[: rng.choice([len(kept), len(kept) - 1])]
    if kind in ("incomplete", "claims"):
        hand["complete"] = False
        kept = [(group, lie) for group, lie in kept if len(group) >= 2]
        if kind == "claims":
            # Waiting pays nothing, and cannot be claimed.
            is_waiting = lean.startswith("waiting:") and chance(rng, 0.3)
            claims = [lean] if is_waiting else true_claims(whole)
            hand["claims"] = claims[: rng.choice([1, 1, 2])]
    hand["sets"] = [
        set_text(group, concealed=lie == "concealed")
        for group, lie in kept
        if lie != "loose"
    ]
    rng.shuffle(hand["sets"])
    loose = [tile for group, lie in kept if lie == "loose" for tile in group]
    hand["tiles"] = tiles_text(rng, loose)
    return hand


# Records


def deal_options(rng: Random) -> Record:
    """Choose house rules: often none, else some of them."""
    if chance(rng, 0.25):
        return {}
    return {
        name: rng.choice(values) for name, values in OPTIONS.items() if chance(rng, 0.5)
    }


def deal_bonus(rng: Random) -> dict[str, str]:
    """Deal flowers and seasons to the four seats."""
    dealt = dict.fromkeys(SEATS, "")
    share = rng.choice([0.2, 0.7])
    for tile in BONUS:
        if chance(rng, share):
            dealt[rng.choice(SEATS)] += tile
    return dealt


def deal_record(
    rng: Random, *, family: str | None = None, faults: float = 0.12
) -> Record:
    """
    Deal one record.

    `family` is one of FAMILIES; `faults` says how often something impossible is
    written into the record.
    """
    options = deal_options(rng)
    owner, winner = rng.choice(SEATS), rng.choice(SEATS)
    if chance(rng, 0.005):
        return game_record(rng, options, owner, {}, {"kind": "draw"})
    wall = Wall()
    bonus = deal_bonus(rng)
    outcome: Record = {}
    forced: dict[str, Groups] = {}
    hands: dict[str, Record] = {}
    if chance(rng, 0.02):
        hands[winner] = {"points": rng.choice([rng.randint(0, 600), 5000])}
        outcome = {"winning_tile": None, "source": rng.choice(["wall", "discard"])}
        if outcome["source"] == "discard":
            outcome["from"] = rng.choice([seat for seat in SEATS if seat != winner])
    else:
        plan = plan_winner(rng, wall, family or weighted(rng, FAMILIES))
        outcome = decide_win(
            rng,
            plan,
            winner=winner,
            owner=owner,
            bonus=bonus[winner],
            options=options,
        )
        hands[winner] = plan.hand(rng)
        robbed = [str(plan.tile)] * 3
        if outcome["source"] == "robbed_kong" and wall.has(robbed):
            forced[outcome["from"]] = [wall.take(robbed)]
    for seat in SEATS:
        if seat != winner and (seat in forced or not chance(rng, 0.06)):
            hands[seat] = deal_loser(rng, wall, forced.get(seat, []))
        if bonus[seat] and seat in hands and "points" not in hands[seat]:
            hands[seat]["bonus"] = bonus[seat]
    outcome = {"kind": "win", "winner": winner} | outcome
    record = game_record(rng, options, owner, hands, outcome)
    return spoil(rng, record) if chance(rng, faults) else record


def game_record(
    rng: Random, options: Record, owner: str, hands: dict[str, Record], outcome: Record
) -> Record:
    """Put the parts of a record together."""
    if outcome["kind"] == "win":
        outcome = {"circumstances": []} | outcome
        if chance(rng, 0.5):
            outcome = {"completes": None, "from": None, "pao": None} | outcome
    return {
        "ruleset": "spiel-der-winde",
        "options": options,
        "players": 4,
        "round_wind": rng.choice(SEATS),
        "owner": owner,
        "hands": {
            seat: hand if "points" in hand else with_defaults(rng, hand)
            for seat, hand in rng.sample(list(hands.items()), len(hands))
        },
        "outcome": outcome,
    }


def spoil(rng: Random, record: Record) -> Record:
    """Write something into a record that cannot have happened, or may not have."""
    outcome, owner = record["outcome"], record["owner"]
    if outcome["kind"] != "win" or outcome["winning_tile"] is None:
        return record
    winner = outcome["winner"]
    hand = record["hands"][winner]
    names = ["last_tile", "kong_on_kong", "first_turn", "bird_eats_cake"]
    sources = ["replacement", "replacement_bonus", "deal", "wall"]
    kinds = "circumstance source heaven tile dead from count completes other"
    match rng.choice(kinds.split()):
        case "circumstance":
            outcome["circumstances"] = [rng.choice(names)]
        case "source":
            outcome |= {"source": rng.choice(sources), "from": None}
        case "heaven":
            outcome |= {"source": "discard", "from": owner, "completes": None}
            outcome["circumstances"] = ["first_turn"]
        case "tile":
            outcome["winning_tile"] = rng.choice(KINDS)
        case "dead":
            hand["dead"] = "other"
        case "from":
            outcome |= {"source": "discard", "from": rng.choice([winner, *SEATS])}
        case "count":
            hand["tiles"] = hand.get("tiles", "") + rng.choice(WINDS)
        case "completes":
            written = [text for text in hand.get("sets", []) if len(text) < 7]
            outcome["completes"] = rng.choice([*written, "(22z)"])
        case "other":
            spoil_game(rng, record, winner)
    return record


def spoil_game(rng: Random, record: Record, winner: str) -> None:
    """Write into a record what this ruleset does not know, or leave the owner out."""
    kind = rng.choice(["pao", "penalty", "owner"])
    if kind == "pao":
        player = rng.choice([seat for seat in SEATS if seat != winner])
        record["outcome"]["pao"] = {"player": player, "reason": "nine_tiles"}
    elif kind == "penalty":
        penalty = {"kind": "penalty", "offender": winner}
        record["outcome"] = penalty | {"offence": "false_mahjong"}
        del record["hands"][winner]
    else:
        del record["owner"]
