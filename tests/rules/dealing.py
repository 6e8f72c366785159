"""
Dealer of seeded random records of `nts` with three, four or five players.

Every record is dealt from one wall, so no fifth copy of a tile turns up. The winner
is built from sets or as a limit hand, so that he often wins; the losers are dealt at
random or drawn towards hands that score. A record follows from the generator handed
in and from nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tests.rules.dealt_tiles import (
    BONUS,
    HONOURS,
    IRREGULAR,
    IRREGULAR_OF_THREE,
    KINDS,
    KINDS_OF_THREE,
    REGULAR_STYLES,
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
    irregular_tiles,
    set_text,
    take_pair,
    take_regular,
    take_set,
    take_sets_and_pair,
    tiles_text,
    weighted,
    with_defaults,
)

if TYPE_CHECKING:
    from random import Random

OPTIONS: dict[str, list[Any]] = {
    "rounding": ["none", "tens"],
    "limit_or_count": ["limit", "higher"],
    "open_kong_as_concealed": ["yes", "no"],
    "all_pungs": ["yes", "no"],
    "kong_on_kong": ["add", "replace"],
    "minimum_doubles": [2, 0, 0, 1, 3, 4],
    "clean_hand_always_legal": ["no", "yes"],
    "very_clean_pairs": ["one_suit", "any_suit"],
    "identical_pairs": ["yes", "no"],
    "jade_bamboo_1": ["no", "yes"],
    "snake_value": [1000, 2000],
    "flowers": ["no", "yes"],
    "minimum_counts_flowers": ["yes", "no"],
    "rounds": [4, 3, 2, 1],
}
"""The house rules of four players, the default first."""

MORE_OPTIONS: dict[int, dict[str, list[Any]]] = {
    3: {
        "flowers": ["no"],
        "three_player_rounds": [3, 2, 1],
        "green_dragon_games": ["each_round", "once_at_end", "none"],
    },
    4: {},
    5: {"five_player_east_stays": ["no", "yes"], "fifth_round": ["no", "yes"]},
}
"""The house rules that are others with so many players."""

ROUND_WINDS = {3: [*SEATS[:3], "G"], 4: SEATS, 5: [*SEATS, "G", "G"]}

# The winner


class WinnerPlan:
    """A winner's groups of tiles, how each lies, and the group won with."""

    def __init__(self, groups: Groups, *, irregular: bool) -> None:
        self.groups = groups
        self.irregular = irregular
        self.lies = ["loose"] * len(groups)
        self.won_with = 0
        self.tile: str | None = None

    @property
    def tiles(self) -> list[str]:
        """All tiles."""
        return [tile for group in self.groups for tile in group]

    @property
    def kongs(self) -> int:
        """The number of kongs."""
        return sum(len(group) == 4 for group in self.groups)

    @property
    def exposed(self) -> list[int]:
        """The places of the exposed groups."""
        return [place for place, lie in enumerate(self.lies) if lie == "exposed"]

    def hand(self, rng: Random) -> Record:
        """Write the hand down."""
        placed = list(zip(self.groups, self.lies, strict=True))
        written = [
            set_text(group, concealed=lie == "concealed")
            for group, lie in placed
            if lie != "loose"
        ]
        rng.shuffle(written)
        loose = [tile for group, lie in placed if lie == "loose" for tile in group]
        return {"sets": written, "tiles": tiles_text(rng, loose)}


def plan_winner(rng: Random, wall: Wall, style: str) -> WinnerPlan:
    """Take the winner's tiles from the wall and choose the winning tile."""
    if style == "bird":
        return plan_bird(rng, wall)
    if style in IRREGULAR:
        tiles = wall.take(irregular_tiles(rng, wall, style))
        plan = WinnerPlan(group_irregular(rng, style, tiles), irregular=True)
    elif style == "nothing":
        plan = WinnerPlan(
            [[tile] for tile in wall.draw(rng, 14, KINDS)], irregular=True
        )
    else:
        plan = WinnerPlan(take_regular(rng, wall, style), irregular=False)
    movable = [place for place, group in enumerate(plan.groups) if len(group) < 4]
    lucky = [p for p in movable if {"1p", "5p"} & set(plan.groups[p])]
    pair = [p for p in movable if len(plan.groups[p]) == 2]
    choices = [movable, movable, pair or movable, lucky or movable]
    plan.won_with = rng.choice(rng.choice(choices))
    plan.tile = rng.choice(plan.groups[plan.won_with])
    if style == "blossom":
        plan.won_with = next(p for p in movable if "5p" in plan.groups[p])
    shared = share_tile(rng, plan.groups)
    if shared and style != "blossom" and chance(rng, 0.3):
        plan.won_with, plan.tile = shared
    if plan.won_with in lucky and chance(rng, 0.5):
        plan.tile = next(t for t in plan.groups[plan.won_with] if t in ("1p", "5p"))
    return plan


def irregular_in(wall: Wall) -> list[str]:
    """Return the limit hands without sets that can be had in the game."""
    return IRREGULAR if wall.kinds == KINDS else IRREGULAR_OF_THREE


def group_irregular(rng: Random, name: str, tiles: list[str]) -> Groups:
    """Return the tiles one by one, those of a pair hand sometimes in pairs."""
    if name.endswith("_pairs") and chance(rng, 0.4):
        return [tiles[place : place + 2] for place in range(0, 14, 2)]
    return [[tile] for tile in tiles]


def plan_bird(rng: Random, wall: Wall) -> WinnerPlan:
    """Take a hand that the 1 of circles completes as a 1 of bamboos."""
    bird = wall.take(["1s", "1p"])
    others: Groups
    kind = rng.choice(["sets", "sets", "sets", "pairs", "single"])
    if kind == "sets":
        pool = rng.choice([KINDS, RUNS["s"], RUNS["s"], RUNS["s"] + HONOURS, TERMINALS])
        chows = 0.0 if pool is TERMINALS else rng.choice([0.2, 0.6, 1.0])
        others = [take_set(rng, wall, pool, chows, 0.1) for _ in range(4)]
        plan = WinnerPlan([bird, *others], irregular=False)
    elif kind == "pairs":
        pool = rng.choice([KINDS, RUNS["s"], RUNS["s"] + HONOURS, ["9s", *HONOURS]])
        others = [take_pair(rng, wall, pool) for _ in range(6)]
        plan = WinnerPlan([bird, *others], irregular=True)
    else:
        hands = [
            [tile for tile in TERMINALS + HONOURS if tile != "1s"],
            RUNS["s"][1:] + WINDS,
            [*RUNS["s"][1:], "1s", "1s", "9s", "9s"],
            [*RUNS["s"][1:], "1s", "9s", "9s", rng.choice(RUNS["s"][2::3])],
        ]
        hands = [hand for hand in hands if wall.has(hand)]
        singles = [[tile] for tile in wall.take(rng.choice(hands))]
        plan = WinnerPlan([["1s"], ["1p"], *singles], irregular=True)
        plan.won_with = 1
    plan.tile = "1p"
    return plan


def lay_winner(
    rng: Random, plan: WinnerPlan, *, claimed: bool, open_chows: bool
) -> None:
    """Decide for each group whether it is exposed, concealed or not arranged."""
    mode = rng.choice(["loose", "loose", "written", "mixed", "mixed", "open"])
    kongs_open = rng.choice([0.0, 0.5, 0.8])
    for place, group in enumerate(plan.groups):
        if len(group) == 1:
            continue
        choices = {
            "loose": ["loose"],
            "written": ["concealed"],
            "mixed": ["loose", "concealed", "exposed"],
            "open": ["exposed", "exposed", "concealed"],
        }[mode]
        if not open_chows and len(group) == 3 and len(set(group)) == 3:
            choices = [lie for lie in choices if lie != "exposed"]
        if len(group) == 4:
            lie = "exposed" if chance(rng, kongs_open) else "concealed"
        elif len(group) == 2 or plan.irregular:
            lie = "loose" if "loose" in choices else "concealed"
            if mode != "loose" and chance(rng, 0.5):
                lie = "exposed" if chance(rng, 0.1) else "concealed"
        else:
            lie = rng.choice(choices)
        plan.lies[place] = lie
    if len(plan.groups[plan.won_with]) > 1:
        # A drawn tile in an exposed set is odd, but may be written down so.
        odd = chance(rng, 0.05)
        if plan.lies[plan.won_with] == "exposed" and not claimed and not odd:
            plan.lies[plan.won_with] = rng.choice(["loose", "concealed"])
        if claimed and mode != "loose" and chance(rng, 0.4):
            plan.lies[plan.won_with] = "exposed"


class Planned(Protocol):
    """What the winners of every rule book are planned with."""

    groups: Groups
    lies: list[str]
    won_with: int


def share_tile(rng: Random, groups: Groups) -> tuple[int, str] | None:
    """Return a group and a tile of it that another group holds too, if any does."""
    movable = [place for place, group in enumerate(groups) if len(group) < 4]
    shared = [
        (place, tile)
        for place in movable
        for tile in sorted(set(groups[place]))
        if any(tile in groups[other] for other in movable if other != place)
    ]
    return rng.choice(shared) if shared else None


def lay_rivals_open(
    rng: Random, plan: Planned, tile: str | None, *, open_chows: bool
) -> None:
    """Lay other sets with the winning tile open: they were claimed before."""
    for place, group in enumerate(plan.groups):
        is_shut = not open_chows and len(set(group)) == 3
        is_rival = place != plan.won_with and len(group) == 3 and tile in group
        if is_rival and not is_shut and chance(rng, 0.6):
            plan.lies[place] = "exposed"


def name_completed(rng: Random, plan: Planned, tile: str | None) -> Record:
    """Name a written set with the winning tile, mostly the one won with, or none."""
    written = [
        place
        for place, group in enumerate(plan.groups)
        if plan.lies[place] != "loose" and len(group) in (2, 3) and tile in group
    ]
    if not written or chance(rng, 0.5):
        return {}
    place = rng.choice(written)
    if plan.won_with in written and chance(rng, 0.6):
        place = plan.won_with
    concealed = plan.lies[place] == "concealed"
    return {"completes": set_text(plan.groups[place], concealed=concealed)}


def choose_source(rng: Random, plan: WinnerPlan, seat: str, bonus: str) -> str:
    """Choose how the winning tile came, among what the winner's tiles allow."""
    weights = {"discard": 12, "wall": 8}
    if plan.kongs:
        weights["replacement"] = 10
    if bonus:
        weights["replacement_bonus"] = 6
    if plan.tile and plan.tiles.count(plan.tile) == 1:
        weights["robbed_kong"] = 6
    if seat == "E" and not plan.kongs and plan.tile != "1p":
        weights["deal"] = 3
    return weighted(rng, weights)


def choose_circumstances(
    rng: Random, plan: WinnerPlan, source: str, seat: str, giver: str | None
) -> list[str]:
    """Choose circumstances that go with the winner's tiles and the source."""
    chosen = []
    if source in ("wall", "discard") and chance(
        rng, 0.5 if plan.tile == "1p" else 0.12
    ):
        chosen.append("last_tile")
    replacement = source in ("replacement", "replacement_bonus")
    if replacement and plan.kongs >= 2 and chance(rng, 0.7):
        chosen.append("kong_on_kong")
    only_won_with = set(plan.exposed) <= {plan.won_with}
    from_east = source == "discard" and giver == "E" and seat != "E"
    dealt = from_east and only_won_with and not plan.kongs and plan.tile != "1p"
    if dealt and not chosen and chance(rng, 0.4):
        chosen.append("first_turn")
    return chosen


# The losers


LOSERS = {
    "random": 5,
    "sets": 6,
    "one_suit": 3,
    "one_suit_honours": 2,
    "terminals_honours": 2,
    "terminals": 1,
    "honours": 1,
    "kongs": 3,
    "waiting": 4,
    "pairs": 1,
}
"""What a loser's hand is drawn towards, with how often."""


def loser_groups(rng: Random, wall: Wall, forced: Groups) -> tuple[Groups, str]:
    """Take a loser's 13 tiles (and one more for every kong) and say what they are."""
    suit = rng.choice(wall.suits)
    lean = weighted(rng, LOSERS)
    if lean == "waiting" and not forced:
        name = rng.choice(irregular_in(wall))
        tiles = irregular_tiles(rng, wall, name)
        tiles.remove(rng.choice(tiles))
        if wall.has(tiles):
            return [[tile] for tile in wall.take(tiles)], "waiting:" + name
    pools = {
        "one_suit": RUNS[suit],
        "one_suit_honours": RUNS[suit] + HONOURS,
        "terminals_honours": TERMINALS + HONOURS,
        "terminals": TERMINALS,
        "honours": HONOURS,
    }
    pool = pools.get(lean, KINDS)
    groups = [list(group) for group in forced]
    sets = 0 if lean == "random" else rng.randint(0, 4)
    while len(groups) < sets:
        kongs = 0.7 if lean == "kongs" else 0.1
        groups.append(take_set(rng, wall, pool, rng.choice([0.0, 0.4]), kongs))
    room = 13 - 3 * len(groups)
    if lean == "pairs" or (room >= 2 and chance(rng, 0.5)):
        likely = rng.choice([pool, HONOURS])
        for _ in range(room // 2 if lean == "pairs" else 1):
            groups.append(take_pair(rng, wall, likely))
            room -= 2
    groups += [[tile] for tile in wall.draw(rng, room, pool)]
    return groups, lean


def lay_loser(
    rng: Random, groups: Groups, forced: int, *, open_sets: bool, open_chows: bool
) -> list[str]:
    """Decide how each of a loser's groups lies; the first `forced` are exposed."""
    lies = []
    hidden_kongs = rng.choice([0.2, 0.5, 0.9])
    for place, group in enumerate(groups):
        if place < forced:
            lies.append("exposed")
        elif len(group) == 1:
            lies.append("loose")
        elif len(group) == 2:
            lies.append(rng.choice(["loose"] * 5 + ["concealed"] * 4 + ["exposed"]))
        elif len(group) == 4:
            lies.append("concealed" if chance(rng, hidden_kongs) else "exposed")
        else:
            is_shut = not open_chows and len(set(group)) == 3
            choices = ["loose", "concealed"]
            choices += ["exposed", "exposed"] * (open_sets and not is_shut)
            lies.append(rng.choice(choices))
    return lies


def true_claims(tiles: list[str]) -> list[str]:
    """Return the claims that hold for these tiles, the best first."""
    suits = {tile[1] for tile in tiles if tile not in HONOURS}
    honours = any(tile in HONOURS for tile in tiles)
    simples = any(tile in SIMPLES for tile in tiles)
    if not suits:
        return ["all_honours"]
    if len(suits) == 1 and not honours:
        return ["full_flush"]
    if len(suits) == 1:
        return ["half_flush"] if simples else ["half_flush_terminals", "half_flush"]
    return [] if simples else ["terminals_and_honours"]


def deal_loser(rng: Random, wall: Wall, forced: Groups) -> Record:
    """Deal one of the hands that did not win; `forced` sets lie exposed."""
    groups, lean = loser_groups(rng, wall, forced)
    kind = weighted(
        rng, {"complete": 24, "dead": 3, "points": 2, "incomplete": 4, "claims": 6}
    )
    if kind == "points" and not forced:
        return {"points": rng.choice([0, rng.randint(0, 300), rng.randint(0, 3000)])}
    lies = lay_loser(
        rng,
        groups,
        len(forced),
        open_sets=chance(rng, 0.6),
        open_chows=wall.kinds == KINDS,
    )
    hand: Record = {}
    whole = [tile for group in groups for tile in group]
    kept = list(zip(groups, lies, strict=True))
    if kind == "dead":
        hand["dead"] = rng.choice(
            ["tile_count", "faulty_set", "false_mahjong", "other"]
        )
        if hand["dead"] == "tile_count":
            kept = kept[:-1]
    if kind in ("incomplete", "claims"):
        hand["complete"] = False
        kept = [(group, lie) for group, lie in kept if len(group) >= 2]
        if kind == "claims" and lean.startswith("waiting:"):
            hand["claims"] = [lean]
            pairs = [[tile] * 2 for tile in HONOURS if whole.count(tile) == 2]
            kept = [(pair, rng.choice(["loose", "concealed"])) for pair in pairs[:1]]
        elif kind == "claims":
            hand["claims"] = true_claims(whole)[: rng.choice([1, 1, 2])]
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


def deal_options(rng: Random, players: int = 4) -> Record:
    """Choose house rules: often none, else some of them."""
    if chance(rng, 0.25):
        return {}
    options = OPTIONS | MORE_OPTIONS[players]
    return {
        name: rng.choice(values) for name, values in options.items() if chance(rng, 0.5)
    }


def choose_style(rng: Random, wall: Wall) -> str:
    """Choose what the winner's hand is."""
    family = weighted(rng, {"regular": 100, "irregular": 40, "bird": 14, "nothing": 2})
    if family == "regular":
        return weighted(rng, REGULAR_STYLES)
    return rng.choice(irregular_in(wall)) if family == "irregular" else family


def deal_record(
    rng: Random,
    *,
    players: int = 4,
    style: str | None = None,
    options: Record | None = None,
    faults: float = 0.1,
) -> Record:
    """
    Deal one record.

    `style` is one of REGULAR_STYLES, of IRREGULAR, `bird` or `nothing`; `faults` says
    how often something impossible is written into the record.
    """
    if chance(rng, 0.005):
        return game_record(rng, {}, {}, {"kind": "draw"}, players)
    seats = SEATS[:3] if players == 3 else SEATS
    wall = Wall(KINDS_OF_THREE if players == 3 else KINDS)
    chosen = deal_options(rng, players) if options is None else options
    winner = rng.choice(seats)
    bonus = deal_bonus(rng, chosen)
    outcome: Record
    forced: dict[str, Groups] = {}
    hands: dict[str, Record]
    if chance(rng, 0.02):
        hands = {winner: {"points": rng.choice([rng.randint(0, 600), 5000])}}
        source = rng.choice(["wall", "discard", "robbed_kong"])
        outcome = {"winning_tile": None, "source": source}
        if source != "wall":
            outcome["from"] = rng.choice([seat for seat in seats if seat != winner])
        bonus[winner] = ""
    else:
        plan = plan_winner(rng, wall, style or choose_style(rng, wall))
        outcome = decide_win(rng, plan, winner, seats, bonus[winner])
        hands = {winner: plan.hand(rng)}
        if outcome["source"] == "robbed_kong":
            pung = wall.take([str(plan.tile)] * 3)
            forced[outcome["from"]] = [pung]
    outcome = {"kind": "win", "winner": winner} | outcome
    for seat in seats:
        if seat != winner and (seat in forced or not chance(rng, 0.06)):
            hands[seat] = deal_loser(rng, wall, forced.get(seat, []))
        if bonus[seat] and seat in hands and "points" not in hands[seat]:
            hands[seat]["bonus"] = bonus[seat]
    record = game_record(rng, chosen, hands, outcome, players)
    return spoil(rng, record) if chance(rng, faults) else record


def game_record(
    rng: Random,
    options: Record,
    hands: dict[str, Record],
    outcome: Record,
    players: int = 4,
) -> Record:
    """Put the parts of a record together."""
    if outcome["kind"] == "win":
        outcome = {"circumstances": []} | outcome
        if chance(rng, 0.5):
            outcome = {"completes": None, "from": None, "pao": None} | outcome
    return {
        "ruleset": "nts",
        "options": options,
        "players": players,
        "round_wind": rng.choice(ROUND_WINDS[players]),
        "hands": {
            seat: with_defaults(rng, hands[seat])
            if "points" not in hands[seat]
            else hands[seat]
            for seat in rng.sample(list(hands), len(hands))
        },
        "outcome": outcome,
    }


def deal_bonus(rng: Random, options: Record) -> dict[str, str]:
    """Deal bonus tiles to the four seats, where the game has them."""
    dealt = dict.fromkeys(SEATS, "")
    if options.get("flowers") != "yes":
        return dealt
    lucky = rng.choice(SEATS)
    greedy = chance(rng, 0.2)
    for tile in BONUS:
        if greedy and chance(rng, 0.9):
            dealt[lucky] += tile
        elif chance(rng, 0.6):
            dealt[rng.choice(SEATS)] += tile
    return dealt


def decide_win(
    rng: Random, plan: WinnerPlan, winner: str, seats: list[str], bonus: str
) -> Record:
    """Choose source, circumstances and completed set; lay the winner's groups."""
    source = choose_source(rng, plan, winner, bonus)
    claimed = source in ("discard", "robbed_kong")
    is_bird = ["1s", "1p"] in plan.groups or plan.groups[:2] == [["1s"], ["1p"]]
    lay_winner(rng, plan, claimed=claimed, open_chows=len(seats) == 4)
    if chance(rng, 0.4):
        lay_rivals_open(rng, plan, plan.tile, open_chows=len(seats) == 4)
    if source == "deal":
        plan.lies = ["loose" if lie == "exposed" else lie for lie in plan.lies]
    outcome: Record = {"winning_tile": plan.tile, "source": source}
    giver = None
    if claimed:
        others = [seat for seat in seats if seat != winner]
        giver = rng.choice([*others, "E" if winner != "E" else others[0]])
        outcome["from"] = giver
    circumstances = choose_circumstances(rng, plan, source, winner, giver)
    if is_bird:
        circumstances = [*circumstances, "bird_eats_cake"]
    outcome["circumstances"] = circumstances
    if source != "deal":
        outcome |= name_completed(rng, plan, plan.tile)
    if source == "deal" and chance(rng, 0.7):
        outcome["winning_tile"] = None
    return outcome


def spoil(rng: Random, record: Record) -> Record:
    """Write something into a record that cannot have happened, or may not have."""
    outcome = record["outcome"]
    bird = "bird_eats_cake" in outcome["circumstances"]
    if outcome["winning_tile"] is None or bird:
        return record
    winner = outcome["winner"]
    seats = SEATS[:3] if record["players"] == 3 else SEATS
    others = [seat for seat in seats if seat != winner]
    names = ["last_tile", "kong_on_kong", "first_turn", "bird_eats_cake"]
    sources = ["replacement", "replacement_bonus", "deal", "wall"]
    match rng.choice(
        ["circumstance", "source", "both", "earth", "tile", "dead", "from"]
    ):
        case "circumstance":
            outcome["circumstances"] = [rng.choice(names)]
        case "source":
            outcome |= {"source": rng.choice(sources), "from": None}
        case "both":
            outcome |= {"source": rng.choice(sources), "from": None}
            outcome["circumstances"] = [rng.choice(names[:3])]
        case "earth":
            outcome |= {"source": "discard", "from": "E", "completes": None}
            outcome["circumstances"] = rng.choice([names[2:3], names[2::-2]])
        case "tile":
            outcome["winning_tile"] = rng.choice(KINDS)
        case "dead":
            record["hands"][winner]["dead"] = "other"
        case "from":
            outcome["source"] = rng.choice(["discard", "robbed_kong"])
            outcome["from"] = rng.choice([winner, *others])
    return record


def misplace(rng: Random, record: Record) -> Record:
    """
    Write into a record what does not go with its number of players.

    Most of it is wrong for three only: a chow that must not lie open, a fourth seat,
    tiles and flowers that are not in the game.
    """
    outcome = record["outcome"]
    if outcome["kind"] != "win":
        return record
    seat = rng.choice(list(record["hands"]))
    hand = record["hands"][seat]
    written = hand.get("sets", [])
    kinds = ["round wind", "expose", "expose", "completes", "seat"]
    if record["players"] == 3:
        kinds += ["tile", "tile", "flowers"]
    match rng.choice(kinds):
        case "round wind":
            wrong = {3: "N", 4: "G"}
            record["round_wind"] = wrong.get(record["players"], "G")
        case "expose":
            expose_chow(written, outcome)
        case "completes":
            winner = record["hands"][outcome["winner"]]
            if winner.get("sets"):
                outcome["completes"] = rng.choice(winner["sets"])
        case "seat":
            record["hands"].setdefault("N", {"complete": False})
        case "tile":
            if "points" not in hand and not hand.get("claims"):
                hand["tiles"] = hand.get("tiles", "") + rng.choice(["5m", "4z"])
        case "flowers":
            record["options"] = record["options"] | {"flowers": "yes"}
    return record


def expose_chow(written: list[str], outcome: Record) -> None:
    """Lay open the first concealed chow among these sets, if there is one."""
    for place, text in enumerate(written):
        if text.startswith("(") and len(set(text)) == 6:
            written[place] = text.strip("()")
            if outcome.get("completes") == text:
                outcome["completes"] = written[place]
            return


def deal_bench_game(rng: Random) -> Record:
    """
    Deal a game with all four hands unarranged, for the benchmark.

    The winner has 14 concealed tiles without kongs that win, drawn or discarded, the
    losers 13. No house rules but the minimum, which is set to 0 so that every winner
    counts.
    """
    wall = Wall()
    style = rng.choice(
        ["any", "chows", "simples", "pungs", "one_suit", "one_suit_honours"]
    )
    pool = {
        "simples": SIMPLES,
        "one_suit": RUNS[rng.choice(SUITS)],
        "one_suit_honours": RUNS[rng.choice(SUITS)] + HONOURS,
    }.get(style, KINDS)
    chows = {"chows": 1.0, "pungs": 0.1}.get(style, 0.6)
    tiles = [
        t for group in take_sets_and_pair(rng, wall, pool, chows, 0.0) for t in group
    ]
    winner = rng.choice(SEATS)
    outcome: Record = {
        "kind": "win",
        "winner": winner,
        "winning_tile": rng.choice(tiles),
        "source": rng.choice(["wall", "discard"]),
    }
    if outcome["source"] == "discard":
        outcome["from"] = rng.choice([seat for seat in SEATS if seat != winner])
    hands = {winner: {"tiles": tiles_text(rng, tiles)}}
    for seat in SEATS:
        if seat != winner:
            lean = rng.choice([KINDS, KINDS, RUNS[rng.choice(SUITS)] + HONOURS])
            sets = [take_set(rng, wall, lean, 0.4) for _ in range(rng.randint(0, 3))]
            held = [tile for group in sets for tile in group]
            held += wall.draw(rng, 13 - len(held), lean)
            hands[seat] = {"tiles": tiles_text(rng, held)}
    return {
        "ruleset": "nts",
        "options": {"minimum_doubles": 0},
        "players": 4,
        "round_wind": rng.choice(SEATS),
        "hands": hands,
        "outcome": outcome,
    }
