"""
Dealer of seeded random records of `schmale` for three, four and five players.

Every record is dealt from one wall, so a fifth copy of a tile turns up only where a
joker stands for it or where the record is spoiled on purpose. The winner is built from
sets or as a limit hand, laid out, and then some of his tiles become jokers. Few enough
of them that the naive scorer can still try everything. A record follows from the
generator handed in and from nothing else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.rules.dealing import lay_rivals_open, name_completed, share_tile
from tests.rules.dealt_tiles import (
    DRAGONS,
    HONOURS,
    KINDS,
    RUNS,
    SEATS,
    SIMPLES,
    SUITED,
    SUITS,
    TERMINALS,
    WINDS,
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

Record = dict[str, Any]
Groups = list[list[str]]

JOKER = "0j"
BONUS = [number + kind for kind in "fy" for number in "1234"]
EXPOSED, CONCEALED, LOOSE = "exposed", "concealed", "loose"

OPTIONS: dict[str, list[Any]] = {
    "table": ["base", "appendix_c"],
    "last_tile": ["drawn", "drawn_or_discarded"],
    "kong_on_kong": ["plus_self_drawn", "alone"],
    "no_honour_with_pure": ["yes", "no"],
    "nine_sons_any_wait": ["no", "yes"],
    "east_double": ["yes", "no"],
    "self_drawn_and_discarder_double": ["yes", "no"],
    "losers_settle": ["no", "yes"],
    "minimum_points": [1, 1, 1, 0, 2, 4, 8, 16, 64, 100],
    "bonus_tiles": ["yes", "no"],
    "jokers": [0, 4, 8, 12],
    "rounds": [4, 3, 2, 1],
}
"""The house rules, the default first."""

STYLES = {
    "any": 10,
    "chows": 8,
    "simples": 5,
    "pungs": 8,
    "one_suit": 8,
    "one_suit_honours": 8,
    "terminals": 5,
    "terminals_honours": 2,
    "honours": 5,
    "dragons": 7,
    "winds": 10,
    "kongs": 6,
    "four_pungs": 8,
    "nine_sons_in_sets": 5,
    "nine_sons": 7,
    "thirteen_orphans": 7,
    "nearly_sons": 2,
    "nearly_orphans": 2,
    "twice": 9,
    "open_suit": 8,
    "nothing": 1,
}
"""What the winner's hand is built as, with how often."""

WITHOUT_SETS = ["nine_sons", "thirteen_orphans", "nearly_sons", "nearly_orphans"]
PAO_REASONS = [
    "nine_tiles",
    "big_three_dragons",
    "big_four_winds",
    "last_five_tiles",
    "twelfth_tile",
]
GATES = [
    "111 123 456 789 99",
    "111 22 345 678 999",
    "11 123 345 678 999",
    "111 234 456 789 99",
    "111 234 55 678 999",
    "11 123 456 678 999",
    "111 234 567 789 99",
    "111 234 567 88 999",
    "11 123 456 789 999",
]
"""Nine sons with each tile of the suit as the last, as four sets and a pair."""
SETTLED_BY_TILES = "1112345678999"


@dataclass
class Plan:
    """A winner's groups of tiles as they lie, and the tile that he won with."""

    style: str
    groups: Groups
    lies: list[str] = field(default_factory=list)
    won_with: int = 0
    tile: str = ""
    source: str = "wall"
    circumstances: list[str] = field(default_factory=list)

    def tiles(self, *lies: str) -> list[str]:
        """Return the tiles of the groups that lie so, or of all."""
        return [
            tile
            for group, lie in zip(self.groups, self.lies, strict=True)
            if lie in (lies or (EXPOSED, CONCEALED, LOOSE))
            for tile in group
        ]

    def count(self, size: int, lie: str = "") -> int:
        """Return how many groups have this size, and lie so."""
        return sum(
            len(group) == size and lie in ("", lies)
            for group, lies in zip(self.groups, self.lies, strict=True)
        )

    def text(self, place: int) -> str:
        """Write one group as it lies."""
        return set_text(self.groups[place], concealed=self.lies[place] == CONCEALED)

    def hand(self, rng: Random) -> Record:
        """Write the hand down."""
        places = range(len(self.groups))
        sets = [self.text(place) for place in places if self.lies[place] != LOOSE]
        rng.shuffle(sets)
        return {"sets": sets, "tiles": tiles_text(rng, self.tiles(LOOSE))}


# The winner's tiles


def take_styled(rng: Random, wall: Wall, style: str) -> Groups:
    """Take the winner's groups from the wall."""
    run = RUNS[rng.choice(SUITS)]
    match style:
        case "dragons":
            return take_honours(rng, wall, DRAGONS)
        case "winds":
            return take_honours(rng, wall, WINDS)
        case "nine_sons_in_sets":
            parts = rng.choice(GATES).split()
            return [wall.take([n + run[0][1] for n in part]) for part in parts]
        case "nothing":
            return [[tile] for tile in wall.draw(rng, 14, KINDS)]
    if style in WITHOUT_SETS:
        return [[tile] for tile in wall.take(tiles_without_sets(rng, style))]
    pools = {
        "chows": [SUITED, SUITED, SIMPLES, run],
        "simples": [SIMPLES],
        "pungs": [KINDS, SUITED, SIMPLES, TERMINALS + HONOURS],
        "four_pungs": [KINDS, KINDS, run, SIMPLES],
        "kongs": [KINDS, SUITED, HONOURS],
        "one_suit": [run],
        "open_suit": [run],
        "one_suit_honours": [run + HONOURS, [*run, *HONOURS[:5]]],
        "terminals": [TERMINALS],
        "terminals_honours": [TERMINALS + HONOURS],
        "honours": [HONOURS],
    }
    pool = rng.choice(pools.get(style, [KINDS]))
    chows = {"chows": [1.0], "pungs": [0.0, 0.2], "four_pungs": [0.0], "kongs": [0.0]}
    kongs = {"kongs": 0.7, "chows": 0.0, "four_pungs": rng.choice([0.0, 0.0, 0.2])}
    likely = rng.choice(chows.get(style, [0.3, 0.6, 0.9]))
    often = kongs.get(style, rng.choice([0.0, 0.1, 0.4]))
    sets = [take_set(rng, wall, pool, likely, often) for _ in range(4)]
    last = KINDS if style == "chows" and chance(rng, 0.3) else pool
    return [*sets, take_pair(rng, wall, last)]


def take_honours(rng: Random, wall: Wall, honours: list[str]) -> Groups:
    """Take sets of these honours, one of them sometimes the pair or left away."""
    pool = rng.choice([KINDS, SUITED, HONOURS, RUNS[rng.choice(SUITS)]])
    order = rng.sample(honours, len(honours))
    shape = rng.choice(["all", "all", "pair", "pair", "fewer"])
    kongs = rng.choice([0.0, 0.1, 0.4])
    groups = [
        wall.take([kind] * (4 if chance(rng, kongs) else 3))
        for kind in (order if shape == "all" else order[1:])
    ]
    pair = [order[0]] * 2
    pair = wall.take(pair) if shape == "pair" else take_pair(rng, wall, pool)
    while len(groups) < 4:
        groups.append(take_set(rng, wall, pool, rng.choice([0.0, 0.7]), kongs))
    return [*groups, pair]


def take_twice(rng: Random) -> Groups:
    """
    Return sets of which two are equal, so that jokers must stand for some tiles.

    Nothing is taken from the wall: that is done when the jokers are known.
    """
    if chance(rng, 0.5):
        # One honour too few for a limit hand, another twice in its place.
        honours = rng.choice([WINDS, WINDS, DRAGONS])
        kinds = rng.sample(honours, len(honours) - 1)
        size = 3 if chance(rng, 0.8) else 4
        groups = [[kind] * size for kind in kinds]
        free = [take_set(rng, Wall(), KINDS, 0.5), [kinds[0]] * 3]
        groups += rng.sample(free, 2)[: 4 - len(groups)]
        while len(groups) < 4:
            groups.append(take_set(rng, Wall(), SUITED, 0.7))
        return [*groups, rng.choice([[kinds[0]] * 2, [rng.choice(KINDS)] * 2])]
    kind = rng.choice([*DRAGONS, *WINDS, *TERMINALS, rng.choice(KINDS)])
    wall = Wall()
    wall.take([kind] * 3)
    pool = rng.choice([KINDS, HONOURS, WINDS, SUITED])
    others = [take_set(rng, wall, pool, 0.5) for _ in range(2)]
    return [[kind] * 3, [kind] * 3, *others, take_pair(rng, wall, KINDS)]


def tiles_without_sets(rng: Random, style: str) -> list[str]:
    """Return the tiles of a limit hand without sets, or of one that just misses it."""
    run = RUNS[rng.choice(SUITS)]
    orphans = TERMINALS + HONOURS
    match style:
        case "nine_sons":
            return [n + run[0][1] for n in SETTLED_BY_TILES] + [rng.choice(run)]
        case "thirteen_orphans":
            return [*orphans, rng.choice(orphans)]
        case "nearly_sons":
            gates = [n + run[0][1] for n in SETTLED_BY_TILES]
            return [*gates, rng.choice([k for k in KINDS if k not in run])]
    orphans = rng.sample(orphans, 13)
    return [*orphans[1:], orphans[1], rng.choice([orphans[2], "5p"])]


# How the winner's tiles lie and how he won


def plan_winner(rng: Random, wall: Wall, seat: str, bonus: str, jokers: int) -> Plan:
    """Choose everything about the winner's hand."""
    styles = STYLES if jokers else STYLES | {"twice": 0}
    style = weighted(rng, styles)
    if style == "twice":
        plan = Plan(style, take_twice(rng))
    else:
        plan = Plan(style, take_styled(rng, wall, style))
    choose_win(rng, plan, seat, bonus)
    if style == "twice":
        put_jokers_for_fifths(rng, plan)
        wall.take([tile for tile in plan.tiles() if tile != JOKER])
    elif jokers and chance(rng, 0.8):
        dealt = Counter(plan.tiles())
        put_jokers(rng, plan, jokers)
        # What a joker stands for now lies elsewhere: it goes back to the wall.
        wall.left.update(dealt - Counter(plan.tiles()))
    if plan.tile == "":
        plan.tile = rng.choice(plan.groups[plan.won_with])
    with_joker = [
        place
        for place, group in enumerate(plan.groups)
        if len(group) < 4 and JOKER in group
    ]
    if with_joker and chance(rng, 0.3):
        plan.won_with, plan.tile = rng.choice(with_joker), JOKER
    several = plan.tile != JOKER and plan.tiles().count(plan.tile) > 1
    if plan.source == "robbed_kong" and several:
        plan.source = "discard"
    return plan


def choose_win(rng: Random, plan: Plan, seat: str, bonus: str) -> None:
    """Choose the winning tile, its source and how the groups lie."""
    groups = plan.groups
    movable = [place for place, group in enumerate(groups) if len(group) < 4]
    pair = [place for place in movable if len(groups[place]) == 2]
    plan.won_with = rng.choice(movable)
    likely = {"four_pungs": 0.75, "open_suit": 0.5}.get(plan.style, 0.25)
    if pair and chance(rng, likely):
        plan.won_with = pair[0]
    plan.tile = rng.choice(groups[plan.won_with])
    if plan.style == "nine_sons" and chance(rng, 0.7):
        plan.won_with, plan.tile = 13, groups[13][0]
    kongs = sum(len(group) == 4 for group in groups)
    shared = share_tile(rng, groups)
    if shared and plan.style != "open_suit" and chance(rng, 0.2):
        plan.won_with, plan.tile = shared
    plan.source = choose_source(rng, plan, seat, bonus, kongs)
    if plan.style == "four_pungs" and chance(rng, 0.5):
        plan.source = "wall"
    early = chance(rng, 0.12) and plan.source != "robbed_kong"
    if early:
        put_early(rng, plan, seat, bonus, kongs)
    first = "first_turn" in plan.circumstances or plan.source == "deal"
    lay(rng, plan, hidden=first and chance(rng, 0.92))
    if not first and chance(rng, 0.4):
        lay_rivals_open(rng, plan, plan.tile, open_chows=True)
    if plan.source in ("wall", "discard") and not first and chance(rng, 0.15):
        plan.circumstances.append("last_tile")
    replacement = plan.source in ("replacement", "replacement_bonus")
    if replacement and chance(rng, 0.6 if kongs >= 2 else 0.04):
        plan.circumstances.append("kong_on_kong")


def choose_source(rng: Random, plan: Plan, seat: str, bonus: str, kongs: int) -> str:
    """Choose how the winning tile came, among what the winner's tiles allow."""
    weights = {"discard": 10, "wall": 8}
    if kongs:
        weights["replacement"] = 8
    if bonus:
        weights["replacement_bonus"] = 5
    if [tile for group in plan.groups for tile in group].count(plan.tile) == 1:
        weights["robbed_kong"] = 6
    if seat == "E" and not kongs:
        weights["deal"] = 3
    return weighted(rng, weights)


def put_early(rng: Random, plan: Plan, seat: str, bonus: str, kongs: int) -> None:
    """Let the win happen in the first turn, where the tiles allow it."""
    if plan.source == "deal":
        return
    sources = ["replacement"] * (kongs > 0) if seat == "E" else ["wall", "discard"]
    if bonus and (not kongs or seat == "E"):
        sources.append("replacement_bonus")
    if sources and (not kongs or seat == "E" or chance(rng, 0.1)):
        plan.source = rng.choice(sources)
        plan.circumstances = ["first_turn"]


def lay(rng: Random, plan: Plan, *, hidden: bool) -> None:
    """Decide for each group whether it is exposed, concealed or not arranged."""
    claimed = plan.source in ("discard", "robbed_kong")
    mode = rng.choice(["loose", "loose", "written", "mixed", "mixed", "open"])
    if plan.style == "open_suit" and not hidden:
        mode = "open"
    if plan.style == "four_pungs" and chance(rng, 0.8):
        mode = rng.choice(["loose", "written", "secret"])
    choices = {
        "loose": [LOOSE],
        "written": [CONCEALED],
        "secret": [LOOSE, CONCEALED],
        "mixed": [LOOSE, CONCEALED, EXPOSED],
        "open": [EXPOSED] * 5 + [CONCEALED],
    }[mode]
    for place, group in enumerate(plan.groups):
        lie = rng.choice(choices)
        if len(group) == 1:
            lie = LOOSE
        elif len(group) == 4:
            lie = EXPOSED if chance(rng, 0.5) and not hidden else CONCEALED
        elif lie == EXPOSED:
            won = place == plan.won_with
            # A drawn tile in an exposed set is odd, but may be written down so.
            good = len(group) == 3 and not hidden and (claimed or not won)
            odd = 0.2 if plan.style == "nine_sons_in_sets" else 0.02
            if not good and not chance(rng, odd):
                lie = rng.choice([LOOSE, CONCEALED])
        if claimed and place == plan.won_with and len(group) > 1 and chance(rng, 0.2):
            lie = EXPOSED
        plan.lies.append(lie)


def put_jokers(rng: Random, plan: Plan, jokers: int) -> None:
    """
    Turn some of the winner's tiles into jokers, few enough to try everything.

    Six loose ones are half a second's work for the naive scorer, so no more.
    """
    loose = rng.choice([0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6])
    written = rng.choice([0, 1, 1, 2, 2, 3, 4])
    fit: dict[str, list[tuple[int, int]]] = {LOOSE: [], CONCEALED: []}
    for place, group in enumerate(plan.groups):
        for index in range(len(group)):
            lies = LOOSE if plan.lies[place] == LOOSE else CONCEALED
            fit[lies].append((place, index))
    for lies, number in ((LOOSE, loose), (CONCEALED, written)):
        chosen = rng.sample(fit[lies], min(number, jokers, len(fit[lies])))
        jokers -= len(chosen)
        for place, index in chosen:
            plan.groups[place][index] = JOKER
    if JOKER not in plan.groups[plan.won_with]:
        return
    left = [tile for tile in plan.groups[plan.won_with] if tile != JOKER]
    if plan.tile not in left:
        plan.tile = rng.choice(left) if left and chance(rng, 0.4) else JOKER


def put_jokers_for_fifths(rng: Random, plan: Plan) -> None:
    """Let jokers stand for what would be a fifth copy."""
    order = rng.sample(range(len(plan.groups)), len(plan.groups))
    for place in order:
        group = plan.groups[place]
        for index, tile in enumerate(group):
            copies = plan.tiles().count(tile)
            if tile != JOKER and copies > (4 if chance(rng, 0.8) else 3):
                group[index] = JOKER
    if plan.tile not in plan.groups[plan.won_with]:
        plan.tile = ""


# The losers


def deal_loser(rng: Random, wall: Wall, forced: Groups, jokers: int) -> Record:
    """Deal one of the hands that did not win; `forced` sets lie exposed."""
    kinds = {"complete": 20, "dead": 3, "points": 2, "incomplete": 5, "claims": 1}
    kind = weighted(rng, kinds)
    if kind == "points" and not forced:
        return {"points": rng.choice([0, 1, rng.randint(0, 70), 200])}
    if kind == "claims" and not forced:
        return {"complete": False, "claims": [rng.choice(CLAIMS)]}
    plan = plan_loser(rng, wall, forced)
    if jokers > 0 and chance(rng, 0.6):
        put_losers_jokers(rng, plan, len(forced), jokers)
    hand = plan.hand(rng)
    if kind == "dead":
        hand["dead"] = rng.choice(DEAD)
        if hand["dead"] == "tile_count":
            hand["tiles"] = ""
        elif hand["dead"] == "faulty_set":
            hand["sets"].append(set_text(wall.draw(rng, 3, KINDS), concealed=False))
    if kind == "incomplete":
        hand["complete"] = False
        if chance(rng, 0.5):
            hand["tiles"] = ""
    return hand


def plan_loser(rng: Random, wall: Wall, forced: Groups) -> Plan:
    """Take 13 tiles, and one more for every kong, that lean to sets of honours."""
    lean = rng.choice([KINDS, HONOURS, HONOURS, DRAGONS, WINDS, SUITED])
    groups = [list(group) for group in forced]
    lies = [EXPOSED] * len(forced)
    sets = rng.choice([0, 0, 1, 1, 2, 3, 4])
    while len(groups) < sets:
        group = take_set(rng, wall, lean, 0.2, 0.15)
        groups.append(group)
        lies.append(rng.choice([EXPOSED, CONCEALED] + [LOOSE] * (len(group) < 4)))
    if chance(rng, 0.3) and sets < 4:
        groups.append(take_pair(rng, wall, rng.choice([KINDS, HONOURS])))
        lies.append(rng.choice([LOOSE, CONCEALED, CONCEALED, EXPOSED]))
    left = 13 - sum(min(len(group), 3) for group in groups)
    groups += [[tile] for tile in wall.draw(rng, left, lean)]
    return Plan("loser", groups, lies + [LOOSE] * left)


def put_losers_jokers(rng: Random, plan: Plan, forced: int, jokers: int) -> None:
    """Turn some tiles into jokers, but of no set that was robbed of a fourth."""
    places = range(forced, len(plan.groups))
    if places:
        for _ in range(rng.randint(1, min(jokers, rng.choice([2, 4, 12])))):
            group = plan.groups[rng.choice(places)]
            group[rng.randrange(len(group))] = JOKER


CLAIMS = ["half_flush", "all_honours", "waiting:thirteen_orphans", "waiting:nine_sons"]
DEAD = ["tile_count", "faulty_set", "false_mahjong", "other"]


# Records


def deal_options(rng: Random) -> Record:
    """Choose house rules: often none, else some of them, jokers in every third game."""
    options: Record = {}
    if chance(rng, 0.8):
        options = {
            name: rng.choice(values)
            for name, values in OPTIONS.items()
            if chance(rng, 0.35)
        }
    if chance(rng, 0.35):
        options["jokers"] = rng.choice(OPTIONS["jokers"])
    return options


def deal_bonus(rng: Random, options: Record, seats: list[str]) -> dict[str, str]:
    """Deal bonus tiles to the seats, where the game has them."""
    dealt = dict.fromkeys(seats, "")
    if options.get("bonus_tiles") == "no" or chance(rng, 0.25):
        return dealt
    lucky = {letter: rng.choice(seats) for letter in "fy"}
    if chance(rng, 0.4):
        lucky["y"] = lucky["f"]
    greed = rng.choice([0.0, 0.0, 0.6, 0.97])
    for tile in BONUS:
        if chance(rng, greed):
            dealt[lucky[tile[1]]] += tile
        elif chance(rng, 0.3):
            dealt[rng.choice(seats)] += tile
    return dealt


def deal_record(rng: Random, *, faults: float = 0.15) -> Record:
    """Deal one record; `faults` says how often it is spoiled."""
    players = rng.choice([3, 4, 4, 4, 5])
    seats = SEATS[: min(players, 4)]
    options = deal_options(rng)
    wall = Wall()
    bonus = deal_bonus(rng, options, seats)
    left = options.get("jokers", 0)
    hands: dict[str, Record] = {}
    forced: dict[str, Groups] = {}
    kind = weighted(rng, {"win": 90, "penalty": 8, "draw": 1})
    outcome: Record = {"kind": kind}
    if kind == "penalty":
        outcome |= deal_penalty(rng, seats)
    elif kind == "win":
        # East wins often: dealt tiles and the dealer's first turn are his alone.
        winner = rng.choice([*seats, "E"])
        style = "own points"
        if chance(rng, 0.04):
            outcome |= deal_own_points(rng, seats, winner)
            hands[winner] = {"points": outcome.pop("points")}
            bonus[winner] = ""
        else:
            plan = plan_winner(rng, wall, winner, bonus[winner], left)
            left -= plan.tiles().count(JOKER)
            outcome |= outcome_of(rng, plan, winner, seats)
            hands[winner] = plan.hand(rng)
            if plan.source == "robbed_kong" and plan.tile != JOKER:
                forced[outcome["from"]] = [wall.take([plan.tile] * 3)]
            style = plan.style
        add_pao(rng, outcome, style, seats)
    for seat in seats:
        if seat in hands or (seat not in forced and chance(rng, 0.2)):
            continue
        hands[seat] = deal_loser(rng, wall, forced.get(seat, []), left)
        left -= jokers_in(hands[seat])
    for seat, hand in hands.items():
        if bonus[seat] and "points" not in hand and "claims" not in hand:
            hand["bonus"] = bonus[seat]
    record = {
        "ruleset": "schmale",
        "options": options,
        "players": players,
        "round_wind": rng.choice(SEATS),
        "hands": {
            seat: with_defaults(rng, hands[seat])
            for seat in rng.sample(list(hands), len(hands))
        },
        "outcome": outcome,
    }
    if chance(rng, faults):
        spoil(rng, record, seats)
    return record


def with_defaults(rng: Random, hand: Record) -> Record:
    """Now and then write out what a hand leaves to the defaults."""
    if not chance(rng, 0.2):
        return hand
    full = {"sets": [], "tiles": "", "bonus": "", "complete": True, "claims": []}
    return full | {"dead": None, "points": None} | hand


def jokers_in(hand: Record) -> int:
    """Return how many jokers a hand holds."""
    tiles = Plan("", [read(t) for t in [*hand.get("sets", []), hand.get("tiles", "")]])
    return sum(group.count(JOKER) for group in tiles.groups)


def read(text: str) -> list[str]:
    """Return the tiles of a text, one string each."""
    tiles: list[str] = []
    digits = ""
    for character in text.strip("()").replace(" ", ""):
        if character.isdigit():
            digits += character
        else:
            tiles += [digit + character for digit in digits]
            digits = ""
    return tiles


def outcome_of(rng: Random, plan: Plan, winner: str, seats: list[str]) -> Record:
    """Return the fields of a win as it was planned."""
    outcome: Record = {
        "winner": winner,
        "winning_tile": plan.tile,
        "source": plan.source,
        "circumstances": plan.circumstances,
    }
    if plan.source in ("discard", "robbed_kong"):
        outcome["from"] = rng.choice([seat for seat in seats if seat != winner])
    if plan.source != "deal":
        outcome |= name_completed(rng, plan, plan.tile)
    if plan.source == "deal" and chance(rng, 0.7):
        outcome["winning_tile"] = None
    return outcome


def deal_own_points(rng: Random, seats: list[str], winner: str) -> Record:
    """Return a win that the winner counted himself."""
    source = rng.choice(["wall", "discard", "robbed_kong", "deal", "wall"])
    if source == "deal" and winner != "E":
        source = "replacement"
    outcome: Record = {
        "winner": winner,
        "winning_tile": rng.choice([None, None, "5m"]),
        "source": source,
        "points": rng.choice([0, 1, 7, 64, 128, rng.randint(0, 400)]),
    }
    if source in ("discard", "robbed_kong"):
        outcome["from"] = rng.choice([seat for seat in seats if seat != winner])
    return outcome


def add_pao(rng: Random, outcome: Record, style: str, seats: list[str]) -> None:
    """Let a pao have been declared now and then, mostly for what is in the hand."""
    reasons = {
        "open_suit": ["nine_tiles", "twelfth_tile"],
        "winds": ["big_four_winds"],
        "dragons": ["big_three_dragons"],
    }.get(style, PAO_REASONS)
    if style == "open_suit" and outcome.get("from") is None:
        reasons = ["twelfth_tile"]
    if not chance(rng, 0.12 if reasons is PAO_REASONS else 0.35):
        return
    others = [seat for seat in seats if seat != outcome["winner"]]
    player = rng.choice([*others, *[outcome.get("from") or others[0]] * 4])
    reason = rng.choice([*reasons, *reasons, rng.choice(PAO_REASONS)])
    outcome["pao"] = {"player": player, "reason": reason}


def deal_penalty(rng: Random, seats: list[str]) -> Record:
    """Return the fields of a penalty."""
    offender = rng.choice(seats)
    outcome: Record = {
        "offender": offender,
        "offence": rng.choice(["false_mahjong", "false_mahjong", "spoiled_game"]),
    }
    others = [seat for seat in seats if seat != offender]
    if outcome["offence"] == "false_mahjong" and chance(rng, 0.6):
        outcome["from"] = rng.choice(others)
    excluded = [seat for seat in others if chance(rng, 0.2)]
    if excluded or chance(rng, 0.5):
        outcome["excluded"] = excluded
    return outcome


# What must be refused


def spoil(rng: Random, record: Record, seats: list[str]) -> None:
    """Write something into a record that may not be there, or has not happened."""
    outcome = record["outcome"]
    if outcome["kind"] == "draw":
        return
    if chance(rng, 0.12):
        spoil_anything(rng, record, seats)
    elif chance(rng, 0.4):
        spoil_tiles(rng, record, seats)
    elif outcome["kind"] == "penalty":
        spoil_penalty(rng, record, seats)
    elif record["hands"][outcome["winner"]].get("points") is None:
        spoil_win(rng, record, seats)


def spoil_anything(rng: Random, record: Record, seats: list[str]) -> None:
    """Write what no record of this ruleset may hold."""
    match rng.choice(["wind", "players", "option", "value", "seat"]):
        case "wind":
            record["round_wind"] = "G"
        case "players":
            record["players"] = rng.choice([2, 6])
        case "option":
            record["options"]["minimum_doubles"] = 2
        case "value":
            name = rng.choice(list(OPTIONS))
            record["options"][name] = rng.choice(["maybe", 16, -1, True])
            if name == "minimum_points" and record["options"][name] == 16:
                record["options"][name] = 1.5
        case "seat" if len(seats) == 3:
            record["hands"]["N"] = {"complete": False}


def spoil_tiles(rng: Random, record: Record, seats: list[str]) -> None:
    """Write tiles that cannot be there into one of the hands."""
    seat = rng.choice(seats)
    hand = record["hands"].get(seat, {"complete": False})
    if hand.get("points") is not None or hand.get("claims"):
        return
    record["hands"][seat] = hand
    tiles = read(hand.get("tiles", ""))
    match rng.choice(["fifth", "one_less", "one_more", "place", "bonus", "set"]):
        case "fifth":
            tiles += [rng.choice(KINDS)] * (5 if chance(rng, 0.5) else 3)
            hand["dead"] = "other"
        case "one_less" if tiles and seat != record["outcome"].get("winner"):
            tiles.remove(rng.choice(tiles))
        case "one_more":
            tiles.append(rng.choice([*KINDS, JOKER]))
        case "place":
            tiles.append("2y")
        case "bonus":
            hand["bonus"] = hand.get("bonus", "") + rng.choice(["1f", "4y", "3y", "5m"])
        case "set":
            sets = hand.setdefault("sets", [])
            faulty = rng.choice(["124m", "12p", "(5667z)", "135s", "123z", "(567z)"])
            if record["options"].get("jokers"):
                faulty = rng.choice(["0j19s", "(0j12z)", "(0j556m)", "0j5p6p7p"])
            if sets:
                sets[0] = faulty
            else:
                sets.append(faulty)
    hand["tiles"] = tiles_text(rng, tiles)


def spoil_penalty(rng: Random, record: Record, seats: list[str]) -> None:
    """Write a penalty as it cannot be."""
    outcome = record["outcome"]
    others = [seat for seat in seats if seat != outcome["offender"]]
    match rng.choice(["from", "self", "excluded", "offence", "absent"]):
        case "from":
            outcome |= {"offence": "spoiled_game", "from": others[0], "excluded": []}
        case "self":
            outcome |= {"offence": "false_mahjong", "from": outcome["offender"]}
        case "excluded":
            outcome["excluded"] = [others[0], outcome["offender"]]
        case "offence":
            outcome["offence"] = "wrong_count"
        case "absent" if len(seats) == 3:
            outcome["excluded"] = ["N"]


def spoil_win(rng: Random, record: Record, seats: list[str]) -> None:
    """Write a win that cannot have been or that the contract does not know."""
    outcome = record["outcome"]
    winner = outcome["winner"]
    others = [seat for seat in seats if seat != winner]
    sources = ["replacement", "replacement_bonus", "deal", "wall"]
    faults = ["circumstance", "source", "both", "first", "tile", "dead", "from"]
    match rng.choice([*faults, "claimed", "pao", "pao", "completes"]):
        case "circumstance":
            names = ["last_tile", "kong_on_kong", "first_turn", "bird_eats_cake"]
            outcome["circumstances"] = [rng.choice([*names, "luck"])]
        case "source":
            outcome |= {"source": rng.choice(sources), "from": None}
        case "both":
            names = ["last_tile", "kong_on_kong", "first_turn", "first_turn"]
            outcome["circumstances"] = rng.sample(names, 2)
            if chance(rng, 0.4):
                outcome |= {"source": rng.choice(sources), "from": None}
        case "first":
            outcome |= {"source": "wall", "from": None}
            outcome["circumstances"] = ["first_turn", "last_tile"]
        case "tile":
            none = [None, JOKER, "2f"]
            outcome["winning_tile"] = rng.choice([*KINDS, *none, *none])
        case "dead":
            record["hands"][winner] |= rng.choice(
                [{"dead": "other"}, {"complete": False}]
            )
        case "from":
            outcome["source"] = rng.choice(["discard", "robbed_kong", "wall"])
            outcome["from"] = rng.choice([winner, *others])
        case "claimed":
            outcome |= {"source": "discard", "from": rng.choice(others)}
            outcome["circumstances"] = ["first_turn"]
        case "pao":
            player = rng.choice([winner, winner, "N", "G"])
            reason = rng.choice([*PAO_REASONS, "carelessness"])
            outcome["pao"] = {"player": player, "reason": reason}
        case "completes":
            sets = record["hands"][winner]["sets"]
            outcome["completes"] = rng.choice([*sets, "(123m)", "55z"])
