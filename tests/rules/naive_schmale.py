"""
A second scorer for `schmale` with three, four and five players, written apart.

It shares no code with the engine, so that the two can be compared. It is slow and
plain: every way to lay the loose tiles is tried with every kind that a joker can
stand for, every kind for every joker of a written set, and every set that the winning
tile may have completed. Four jokers among a winner's loose tiles take some
milliseconds, six up to half a second, eight a second or two; with nine there can be
three sets of jokers alone, thirty thousand ways to name them for each pair and set
that is left, and the naive way ends. So it does where whole written sets are jokers
and there are more than two of them. A loser's jokers only ever make sets of five
kinds, so there all twelve are tried.

Records are taken to be JSON of the right types; of what is wrong in them, only what
the dealer of `schmale` writes on purpose is refused. Headings in quotes are those of
the ruleset's specification.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

Record = dict[str, Any]
Result = dict[str, Any]
Group = tuple[str, ...]
Item = tuple[str, int, int]
"""Rule, faan, laak."""

SEATS = ["E", "S", "W", "N"]
SUITS = ["m", "p", "s"]
WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
HONOURS = WINDS + DRAGONS
TERMINALS = [number + suit for suit in SUITS for number in "19"]
KINDS = [number + suit for suit in SUITS for number in "123456789"] + HONOURS
BONUS = [number + kind for kind in "fy" for number in "1234"]
JOKER = "0j"

OFFERED: dict[str, list[Any]] = {
    "table": ["base", "appendix_c"],
    "last_tile": ["drawn", "drawn_or_discarded"],
    "kong_on_kong": ["plus_self_drawn", "alone"],
    "no_honour_with_pure": ["yes", "no"],
    "nine_sons_any_wait": ["no", "yes"],
    "east_double": ["yes", "no"],
    "self_drawn_and_discarder_double": ["yes", "no"],
    "losers_settle": ["no", "yes"],
    "bonus_tiles": ["yes", "no"],
    "jokers": [0, 4, 8, 12],
    "rounds": [4, 3, 2, 1],
}
"""The house rules with a list of values, the default first."""
DEFAULTS: Record = {name: values[0] for name, values in OFFERED.items()}
DEFAULTS["minimum_points"] = 1

POINTS = {
    "base": [1, 2, 4, 8, 16, 16, 32, 32, 64],
    "appendix_c": [1, 2, 4, 8, 16, 32, 32, 64, 64, 128],
}
"""What so many faan are worth; more are worth as much as the last."""
LAAK = {"base": [0, 4, 6, 8], "appendix_c": [0, 5, 7, 9]}
"""The faan that none, one, two and three laak stand for."""

LIMIT_HANDS = [
    "thirteen_orphans",
    "heaven",
    "earth",
    "four_concealed_pungs",
    "big_four_winds",
    "small_four_winds",
    "big_three_dragons",
    "all_terminals",
    "all_honours",
    "nine_sons",
]
"""In the order of the ruleset's table: the first of equals is named."""

CIRCUMSTANCES = ["last_tile", "kong_on_kong", "first_turn"]
CLAIMED = ["discard", "robbed_kong"]
REPLACEMENTS = ["replacement", "replacement_bonus"]
PAO_REASONS = [
    "nine_tiles",
    "big_three_dragons",
    "big_four_winds",
    "last_five_tiles",
    "twelfth_tile",
]
OFFENCES = ["false_mahjong", "spoiled_game"]


class NaiveRefusal(Exception):  # noqa: N818 - an answer, not a slip
    """
    The record cannot be scored; `code` says why in the engine's words.

    `seat` is None where the contract does not say which seat is named.
    """

    def __init__(self, code: str, seat: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.seat = seat


class Meld(NamedTuple):
    """A set or pair: what its tiles stand for, and as it was written."""

    kinds: Group
    concealed: bool
    text: str
    """Empty where the set was arranged here."""


class Worth(NamedTuple):
    """One way to value a hand; among several the greatest tuple is taken."""

    points: int
    limit_rank: int
    """0 without a limit hand; the higher, the earlier in the ruleset's table."""
    total: int
    """All faan, each laak turned into the faan that it stands for."""
    items: tuple[Item, ...]
    limit: str | None = None


class Reading(NamedTuple):
    """A worth, and for sets the place of the one the winning tile completed."""

    worth: Worth
    melds: tuple[Meld, ...]
    completed: int | None


# Notation


def read_tiles(text: str) -> list[str]:
    """Return the tiles of a text in the short notation, one string each."""
    tiles: list[str] = []
    digits = ""
    for character in text.replace(" ", ""):
        if character.isdigit():
            digits += character
        else:
            tiles += [digit + character for digit in digits]
            digits = ""
    return tiles


def tiles_written(text: str) -> list[str]:
    """Return the tiles of a set as it was written."""
    return read_tiles(text.strip("()"))


def without(tiles: list[str], taken: list[str]) -> list[str]:
    """Return the tiles but those taken."""
    rest = tiles.copy()
    for tile in taken:
        rest.remove(tile)
    return rest


# Sets


CHOWS: list[Group] = [
    tuple(f"{first + step}{suit}" for step in range(3))
    for suit in SUITS
    for first in range(1, 8)
]
SHAPES: dict[int, list[Group]] = {
    2: [(kind,) * 2 for kind in KINDS],
    3: [(kind,) * 3 for kind in KINDS] + CHOWS,
    4: [(kind,) * 4 for kind in KINDS],
}
"""Every pair, every chow and pung, every kong."""
GROUPS_WITH = {
    kind: [group for size in (2, 3) for group in SHAPES[size] if kind in group]
    for kind in KINDS
}


@cache
def meanings(text: str) -> list[Group]:
    """Return what a written set can be, its jokers standing for any tile."""
    tiles = tiles_written(text)
    named = Counter(tile for tile in tiles if tile != JOKER)
    return [shape for shape in SHAPES.get(len(tiles), []) if named <= Counter(shape)]


def is_kong_text(text: str) -> bool:
    """Say whether four tiles were written as a set."""
    return len(tiles_written(text)) == 4


def is_exposed_text(text: str) -> bool:
    """Say whether a set was written as exposed."""
    return not text.startswith("(")


def is_pair(meld: Meld) -> bool:
    """Say whether these are two tiles."""
    return len(meld.kinds) == 2


def is_kong(meld: Meld) -> bool:
    """Say whether these are four tiles."""
    return len(meld.kinds) == 4


def is_chow(meld: Meld) -> bool:
    """Say whether these are three tiles in sequence."""
    return len(set(meld.kinds)) == 3


def is_pung_or_kong(meld: Meld) -> bool:
    """Say whether these are three or four equal tiles."""
    return len(meld.kinds) >= 3 and len(set(meld.kinds)) == 1


def arrangements(
    named: list[str], jokers: int, sets: int, pairs: int
) -> set[tuple[Group, ...]]:
    """
    Return every way to lay all tiles as so many sets of three and so many pairs.

    Where a group needs a tile that is there, it takes it, and a joker only for one
    that is not: equal tiles can change places, so nothing is missed. Kongs are never
    made of loose tiles.
    """
    if min(sets, pairs) < 0 or len(named) + jokers != 3 * sets + 2 * pairs:
        return set()
    found: set[tuple[Group, ...]] = set()
    if not named:
        for threes in combinations_with_replacement(SHAPES[3], sets):
            for twos in combinations_with_replacement(SHAPES[2], pairs):
                found.add(tuple(sorted(threes + twos)))
        return found
    for group in GROUPS_WITH[named[0]]:
        rest, missing = named.copy(), 0
        for tile in group:
            if tile in rest:
                rest.remove(tile)
            else:
                missing += 1
        if missing > jokers:
            continue
        fewer = (sets, pairs - 1) if len(group) == 2 else (sets - 1, pairs)
        for others in arrangements(rest, jokers - missing, *fewer):
            found.add(tuple(sorted([group, *others])))
    return found


# "Value of a hand"


def bonus_items(bonus: list[str], seat: str) -> list[Item]:
    """Return what bonus tiles earn."""
    if len(bonus) == 8:
        return [("all_bonus_tiles", 0, 3)]
    own = str(SEATS.index(seat) + 1)
    items: list[Item] = []
    for letter, one, every in [
        ("f", "own_flower", "all_flowers"),
        ("y", "own_season", "all_seasons"),
    ]:
        if sum(tile[1] == letter for tile in bonus) == 4:
            items.append((every, 0, 1))
        elif own + letter in bonus:
            items.append((one, 1, 0))
    return items


def honour_items(kind: str, own_wind: str, round_wind: str) -> list[Item]:
    """Return what one set of this kind earns as a set of honours."""
    items: list[Item] = []
    if kind in DRAGONS:
        items.append(("set_of_dragons", 1, 0))
    if kind == round_wind:
        items.append(("set_of_round_wind", 1, 0))
    if kind == own_wind:
        items.append(("set_of_own_wind", 1, 0))
    return items


def total_faan(faan: int, laak: int, table: str) -> int:
    """Return all faan, the laak turned into those that so many stand for."""
    return faan + LAAK[table][min(laak, 3)]


def worth_of(items: list[Item], options: Record) -> Worth:
    """
    Add faan and laak and read the points.

    More than three laak stand for no more than three: that is the maximum already.
    """
    faan, laak = sum(item[1] for item in items), sum(item[2] for item in items)
    total = total_faan(faan, laak, options["table"])
    points = POINTS[options["table"]]
    return Worth(points[min(total, len(points) - 1)], 0, total, tuple(sorted(items)))


def limit_worth(names: list[str], options: Record) -> Worth:
    """Return the worth of the limit hand that stands first in the table."""
    name = min(names, key=LIMIT_HANDS.index)
    rank = len(LIMIT_HANDS) - LIMIT_HANDS.index(name)
    return Worth(POINTS[options["table"]][-1], rank, 0, ((name, 0, 0),), name)


# The winner


class Win:
    """A won game, its fields spelled out."""

    def __init__(self, record: Record, options: Record) -> None:
        outcome = record["outcome"]
        self.options = options
        self.seat: str = outcome["winner"]
        self.hand: Record = record["hands"].get(self.seat, {"complete": False})
        self.tile: str | None = outcome.get("winning_tile")
        self.source: str = outcome["source"]
        self.giver: str | None = outcome.get("from")
        self.circumstances: list[str] = outcome.get("circumstances") or []
        self.completes: str | None = outcome.get("completes")
        self.pao: Record | None = outcome.get("pao")
        self.own_wind = WINDS[SEATS.index(self.seat)]
        self.round_wind = WINDS[SEATS.index(record["round_wind"])]
        self.sets: list[str] = self.hand.get("sets", [])
        self.loose = read_tiles(self.hand.get("tiles", ""))
        self.bonus = read_tiles(self.hand.get("bonus", ""))
        self.kongs = [text for text in self.sets if is_kong_text(text)]
        self.exposed = [text for text in self.sets if is_exposed_text(text)]
        self.self_drawn = self.source not in CLAIMED
        self.everything = self.loose + [
            tile for text in self.sets for tile in tiles_written(text)
        ]

    def says(self, circumstance: str) -> bool:
        """Say whether this circumstance is named."""
        return circumstance in self.circumstances

    def could_complete(self, text: str) -> bool:
        """
        Say whether the winning tile can have completed this written set.

        "The completed set": the one that is named and no other; a concealed one with
        the tile; an exposed one with the tile if it was claimed and nothing concealed
        has it.
        """
        if is_kong_text(text) or self.tile not in tiles_written(text):
            return False
        if is_exposed_text(text) and self.self_drawn:
            return False
        if self.completes is not None:
            return text == self.completes
        if not is_exposed_text(text):
            return True
        shut = [one for one in self.sets if not is_exposed_text(one)]
        shut = [one for one in shut if not is_kong_text(one)]
        return self.tile not in self.loose and not any(
            self.tile in tiles_written(one) for one in shut
        )


def refuse_the_impossible(win: Win) -> None:
    """Raise `impossible` for what cannot have happened, tiles left aside."""
    replacement = win.source in REPLACEMENTS
    faults = [
        win.hand.get("dead") is not None,
        win.giver == win.seat,
        win.pao is not None and win.pao["player"] == win.seat,
        "bird_eats_cake" in win.circumstances,
        win.says("last_tile") and win.source not in ("wall", "discard"),
        win.says("kong_on_kong") and not replacement,
        win.source == "deal" and win.seat != "E",
        win.completes is not None and win.hand.get("points") is not None,
    ]
    if win.says("first_turn"):
        earths = ["wall", "discard", "replacement_bonus"]
        faults += [
            win.source not in (REPLACEMENTS if win.seat == "E" else earths),
            win.says("last_tile"),
        ]
    if any(faults):
        raise NaiveRefusal("impossible", win.seat)


def refuse_impossible_tiles(win: Win) -> None:
    """Raise `impossible` for a winner's tiles that do not fit the outcome."""
    faults = [
        win.source == "replacement" and not win.kongs,
        win.source == "replacement_bonus" and not win.bonus,
        win.says("kong_on_kong") and len(win.kongs) < 2,
        win.source == "deal" and bool(win.exposed or win.kongs),
    ]
    movable = [text for text in win.sets if not is_kong_text(text)]
    named = [text for text in movable if text == win.completes]
    faults.append(win.completes is not None and not named)
    if win.self_drawn:
        # A drawn tile is in nothing that lies open.
        faults.append(any(is_exposed_text(text) for text in named))
        movable = [text for text in movable if not is_exposed_text(text)]
    if win.source != "deal":
        faults += [
            win.tile not in win.loose
            and not any(win.tile in tiles_written(text) for text in movable),
            # A joker's other copies tell nothing: there can be twelve of them.
            win.source == "robbed_kong"
            and win.tile != JOKER
            and win.everything.count(str(win.tile)) > 1,
            any(win.tile not in tiles_written(text) for text in named),
        ]
    if win.says("first_turn"):
        faults += [
            not only_the_completed_is_exposed(win),
            # "a concealed kong is no hindrance there": for the dealer alone
            bool(win.kongs) and win.seat != "E",
        ]
    if any(faults):
        raise NaiveRefusal("impossible", win.seat)


def only_the_completed_is_exposed(win: Win) -> bool:
    """Say whether nothing is exposed but the set that the winning tile completed."""
    if not win.exposed:
        return True
    return len(win.exposed) == 1 and win.could_complete(win.exposed[0])


def readings(win: Win) -> list[Reading]:
    """Return every way to read the winner's hand, with what it is worth."""
    found = []
    irregular = irregular_limit_hands(win)
    if irregular:
        found.append(Reading(limit_worth(irregular, win.options), (), None))
    lying = [
        [Meld(kinds, not is_exposed_text(text), text) for kinds in meanings(text)]
        for text in win.sets
    ]
    sizes = [len(tiles_written(text)) for text in win.sets]
    named = sorted((t for t in win.loose if t != JOKER), key=KINDS.index)
    ways = arrangements(
        named,
        len(win.loose) - len(named),
        4 - sum(size > 2 for size in sizes),
        1 - sizes.count(2),
    )
    for groups in ways:
        loose = tuple(Meld(group, concealed=True, text="") for group in groups)
        for written in product(*lying):
            found += readings_of_sets(win, written + loose, named)
    return found


def readings_of_sets(
    win: Win, melds: tuple[Meld, ...], named: list[str]
) -> list[Reading]:
    """Return the worth of four sets and a pair for each set that was completed."""
    places = list(range(5))
    if win.source != "deal":
        places = [p for p in places if may_be_completed(win, melds, p, named)]
    ordinary = worth_of(winner_items(win, melds), win.options)
    names = regular_limit_hands(win, melds)
    found = []
    for place in places:
        limits = names.copy()
        if is_four_concealed_pungs(win, melds, place):
            limits.append("four_concealed_pungs")
        worth = limit_worth(limits, win.options) if limits else ordinary
        found.append(Reading(worth, melds, None if win.source == "deal" else place))
    return found


def may_be_completed(
    win: Win, melds: tuple[Meld, ...], place: int, named: list[str]
) -> bool:
    """
    Say whether the winning tile may have completed this set.

    In a written set it must lie there itself. A loose tile may be in any arranged set
    with its kind; a loose joker in any with a kind that a joker stands for.
    """
    meld = melds[place]
    if is_kong(meld):
        return False
    if meld.text:
        return win.could_complete(meld.text)
    if win.completes is not None or win.tile not in win.loose:
        return False
    if win.tile != JOKER:
        return win.tile in meld.kinds
    arranged = [kind for other in melds if not other.text for kind in other.kinds]
    stood_for = Counter(arranged) - Counter(named)
    return any(kind in stood_for for kind in meld.kinds)


def winner_items(win: Win, melds: tuple[Meld, ...]) -> list[Item]:
    """Return the items of four sets and a pair ("Value of a hand")."""
    items = winning_tile_items(win) + bonus_items(win.bonus, win.seat)
    sets = [meld for meld in melds if not is_pair(meld)]
    is_c = win.options["table"] == "appendix_c"
    if all(is_chow(meld) for meld in sets):
        items.append(("all_chows", 1, 0))
    if all(is_pung_or_kong(meld) for meld in sets):
        items.append(("all_pungs", 3 if is_c else 2, 0))
    for meld in sets:
        if is_pung_or_kong(meld):
            items += honour_items(meld.kinds[0], win.own_wind, win.round_wind)
    kinds = {kind for meld in melds for kind in meld.kinds}
    suits = {kind[1] for kind in kinds if kind not in HONOURS}
    honours = any(kind in HONOURS for kind in kinds)
    pure = len(suits) == 1 and not honours
    if pure:
        items.append(("full_flush", 0, 2))
    if len(suits) == 1 and honours:
        items.append(("half_flush", 3 if is_c else 2, 0))
    beside = not pure or win.options["no_honour_with_pure"] == "yes"
    if not honours and not win.bonus and beside:
        items.append(("no_honour", 1, 0))
    return items


def winning_tile_items(win: Win) -> list[Item]:
    """Return the items for how the winning tile came."""
    items: list[Item] = []
    kong_on_kong = win.says("kong_on_kong")
    alone = kong_on_kong and win.options["kong_on_kong"] == "alone"
    if win.self_drawn and not alone:
        items.append(("self_drawn", 1, 0))
    discard_too = win.options["last_tile"] == "drawn_or_discarded"
    if win.says("last_tile") and (win.source == "wall" or discard_too):
        items.append(("last_tile", 1, 0))
    if win.source == "robbed_kong":
        items.append(("robbed_kong", 1, 0))
    if kong_on_kong:
        items.append(("kong_on_kong", 4, 0))
    elif win.source in REPLACEMENTS:
        items.append(("replacement_tile", 1, 0))
    return items


# "Limit hands"


def regular_limit_hands(win: Win, melds: tuple[Meld, ...]) -> list[str]:
    """Return the limit hands of sets, but that of four concealed pungs."""
    sets = [meld for meld in melds if not is_pair(meld)]
    pair = next(meld.kinds[0] for meld in melds if is_pair(meld))
    # Different ones are wanted: two sets of one wind, by jokers, are one here.
    equal = {meld.kinds[0] for meld in sets if is_pung_or_kong(meld)}
    kinds = {kind for meld in melds for kind in meld.kinds}
    found = []
    if win.source == "deal":
        found.append("heaven")
    if win.says("first_turn"):
        found.append("earth")
    if equal >= set(WINDS):
        found.append("big_four_winds")
    if len(equal & set(WINDS)) == 3 and pair in set(WINDS) - equal:
        found.append("small_four_winds")
    if equal >= set(DRAGONS):
        found.append("big_three_dragons")
    if kinds <= set(TERMINALS):
        found.append("all_terminals")
    if kinds <= set(HONOURS):
        found.append("all_honours")
    return found


def is_four_concealed_pungs(win: Win, melds: tuple[Meld, ...], place: int) -> bool:
    """Say whether a drawn tile completed the pair of four concealed pungs."""
    return (
        win.self_drawn
        and is_pair(melds[place])
        and all(
            is_pair(meld)
            or (is_pung_or_kong(meld) and not is_kong(meld) and meld.concealed)
            for meld in melds
        )
    )


def irregular_limit_hands(win: Win) -> list[str]:
    """
    Return the limit hands without sets that these tiles are.

    Concealed sets but kongs are regrouped; a set may lie open only where a claimed
    tile has just completed it.
    """
    if win.kongs or not only_the_completed_is_exposed(win):
        return []
    named = [tile for tile in win.everything if tile != JOKER]
    orphans = TERMINALS + HONOURS
    found = []
    if any(can_become(named, [*orphans, extra]) for extra in orphans):
        found.append("thirteen_orphans")
    if any(is_nine_sons(win, named, suit) for suit in SUITS):
        found.append("nine_sons")
    return found


def can_become(named: list[str], wanted: list[str]) -> bool:
    """Say whether a hand without its jokers is part of these tiles."""
    return Counter(named) <= Counter(wanted)


def is_nine_sons(win: Win, named: list[str], suit: str) -> bool:
    """
    Say whether these are the nine sons of this suit.

    Dealt tiles hold no winning tile, so the finished shape is enough for them.
    """
    gates = [number + suit for number in "1112345678999"]
    run = [number + suit for number in "123456789"]
    if win.options["nine_sons_any_wait"] == "yes" or win.source == "deal":
        return any(can_become(named, [*gates, extra]) for extra in run)
    if win.tile == JOKER:
        return can_become(named, gates)
    return win.tile in run and can_become(without(named, [str(win.tile)]), gates)


# The other players


def loser_worth(hand: Record, seat: str, record: Record, options: Record) -> Worth:
    """Return what a loser's bonus tiles and sets of honours are worth."""
    own_wind = WINDS[SEATS.index(seat)]
    round_wind = WINDS[SEATS.index(record["round_wind"])]
    scoring = sorted({*DRAGONS, own_wind, round_wind})

    def items_of(kind: str) -> list[Item]:
        return honour_items(kind, own_wind, round_wind)

    items = bonus_items(read_tiles(hand.get("bonus", "")), seat)
    for text in hand.get("sets", []):
        pungs = [kinds[0] for kinds in meanings(text) if len(kinds) > 2]
        pungs = [k for k in pungs if (k,) * len(tiles_written(text)) in meanings(text)]
        if pungs:
            items += items_of(max(pungs, key=lambda kind: len(items_of(kind))))
    loose = Counter(read_tiles(hand.get("tiles", "")))
    loosely: list[list[Item]] = []
    for stood_for in combinations_with_replacement(scoring, loose[JOKER]):
        held = Counter(stood_for) + loose
        sets = [kind for kind in scoring for _ in range(held[kind] // 3)]
        loosely.append([item for kind in sets for item in items_of(kind)])
    return worth_of(items + max(loosely, key=len), options)


# What is wrong with a record


def refuse_bad_record(record: Record, seats: list[str]) -> None:
    """Raise `bad_record` for the slips that the dealer of records writes."""
    outcome = record["outcome"]
    faults = [
        record["players"] not in (3, 4, 5),
        record["round_wind"] not in SEATS,
        not set(record["hands"]) <= set(seats),
    ]
    for hand in record["hands"].values():
        tiles = [hand.get("sets"), hand.get("tiles"), hand.get("bonus")]
        faults += [
            hand.get("points") is not None and any(tiles),
            bool(hand.get("claims")) and hand.get("complete", True),
        ]
    if outcome["kind"] == "win":
        faults += bad_win(record, seats)
    elif outcome["kind"] == "penalty":
        faults += bad_penalty(outcome, seats)
    if any(faults):
        raise NaiveRefusal("bad_record")


def bad_win(record: Record, seats: list[str]) -> list[bool]:
    """Return what may be wrong with the fields of a win."""
    outcome = record["outcome"]
    winner, giver = outcome["winner"], outcome.get("from")
    pao = outcome.get("pao")
    hand = record["hands"].get(winner, {"complete": False})
    own_points = hand.get("points") is not None
    known = [*CIRCUMSTANCES, "bird_eats_cake"]
    faults = [
        winner not in seats,
        giver is not None and giver not in seats,
        (giver is None) == (outcome["source"] in CLAIMED),
        not set(outcome.get("circumstances") or []) <= set(known),
        not hand.get("complete", True),
        outcome.get("winning_tile") is None
        and not own_points
        and outcome["source"] != "deal",
    ]
    if pao is not None:
        faults += [pao["player"] not in seats, pao["reason"] not in PAO_REASONS]
    return faults


def bad_penalty(outcome: Record, seats: list[str]) -> list[bool]:
    """Return what may be wrong with the fields of a penalty."""
    offender, giver = outcome["offender"], outcome.get("from")
    excluded = outcome.get("excluded") or []
    return [
        offender not in seats,
        outcome["offence"] not in OFFENCES,
        not {*excluded, giver or "E"} <= set(seats),
        giver is not None and outcome["offence"] != "false_mahjong",
        giver == offender,
        offender in excluded,
    ]


def refuse_unknown_options(options: Record) -> None:
    """Raise `unknown_option` for a house rule or a value that is not offered."""
    for name, value in options.items():
        if name == "minimum_points":
            good = type(value) is int and value >= 0
        else:
            offered = OFFERED.get(name, [])
            good = any(value == one and type(value) is type(one) for one in offered)
        if not good:
            raise NaiveRefusal("unknown_option")


def refuse_bad_tiles(record: Record, options: Record, seats: list[str]) -> None:
    """Raise what is wrong with the tiles of the hands, in the contract's order."""
    hands = {seat: record["hands"].get(seat, {"complete": False}) for seat in seats}
    winner = record["outcome"].get("winner")
    together: Counter[str] = Counter()
    wrong: dict[str, list[str]] = {"bad_tile": [], "tile_count": [], "bad_set": []}
    set_tiles = KINDS + [JOKER] * (options["jokers"] > 0)
    bonus_tiles = BONUS if options["bonus_tiles"] == "yes" else []
    winning_tile = record["outcome"].get("winning_tile")
    for seat, hand in hands.items():
        sets = hand.get("sets", [])
        tiles = read_tiles(hand.get("tiles", ""))
        tiles += [tile for text in sets for tile in tiles_written(text)]
        bonus = read_tiles(hand.get("bonus", ""))
        together.update(tiles + bonus)
        not_won = seat != winner or winning_tile in (None, *set_tiles)
        if not ({*tiles} <= {*set_tiles} and {*bonus} <= {*bonus_tiles} and not_won):
            wrong["bad_tile"].append(seat)
        if hand.get("dead") is not None or hand.get("points") is not None:
            continue
        size = len(tiles) - sum(is_kong_text(text) for text in sets)
        if hand.get("complete", True) and size != 13 + (seat == winner):
            wrong["tile_count"].append(seat)
        if not all(meanings(text) for text in sets):
            wrong["bad_set"].append(seat)
    copies = {JOKER: options["jokers"]} | dict.fromkeys(BONUS, 1)
    surplus = [t for t, count in together.items() if count > copies.get(t, 4)]
    for code in ("bad_tile", "tile_count"):
        if wrong[code]:
            raise NaiveRefusal(code, wrong[code][0])
    if surplus:
        raise NaiveRefusal("too_many_of_a_tile")
    if wrong["bad_set"]:
        raise NaiveRefusal("bad_set", wrong["bad_set"][0])


# A game


def naive_score(record: Record) -> Result:
    """Return hands, payments and scores, or raise `NaiveRefusal`."""
    seats = SEATS[: min(record["players"], 4)]
    refuse_bad_record(record, seats)
    refuse_unknown_options(record.get("options", {}))
    options = DEFAULTS | record.get("options", {})
    kind = record["outcome"]["kind"]
    if kind == "draw":
        return in_full({}, [], seats)
    refuse_bad_tiles(record, options, seats)
    if kind == "penalty":
        return in_full({}, penalty_payments(record, options, seats), seats)
    win = Win(record, options)
    refuse_the_impossible(win)
    hands = {win.seat: winner_result(win)}
    payments = win_payments(win, hands[win.seat]["points"], seats)
    if options["losers_settle"] == "yes":
        for seat in seats:
            if seat != win.seat:
                hands[seat] = loser_result(seat, record, options)
        payments += differences(win, hands, seats)
    return in_full(hands, payments, seats)


def best_readings(win: Win) -> list[Reading]:
    """Return the readings that are worth most, or refuse the hand."""
    refuse_impossible_tiles(win)
    found = readings(win)
    if not found:
        raise NaiveRefusal("not_a_winning_hand", win.seat)
    best = max(reading.worth[:3] for reading in found)
    return [reading for reading in found if reading.worth[:3] == best]


def winner_result(win: Win) -> Result:
    """Return the winner's hand in the form of the engine's answer."""
    if win.hand.get("points") is not None:
        result = own_points_result(win.hand["points"])
    else:
        result = hand_result(max(reading.worth for reading in best_readings(win)))
    if result["points"] < win.options["minimum_points"]:
        raise NaiveRefusal("below_minimum", win.seat)
    return result


def loser_result(seat: str, record: Record, options: Record) -> Result:
    """Return a loser's hand in the form of the engine's answer."""
    hand = record["hands"].get(seat, {})
    if hand.get("dead") is not None:
        return hand_result(Worth(0, 0, 0, ())) | {"dead": hand["dead"]}
    if hand.get("points") is not None:
        return own_points_result(hand["points"])
    return hand_result(loser_worth(hand, seat, record, options))


def own_points_result(points: int) -> Result:
    """Return a hand that the player counted himself."""
    blank = {"faan": None, "laak": None}
    return hand_result(Worth(points, 0, 0, ())) | blank


def hand_result(worth: Worth) -> Result:
    """Return a hand's worth in the form of the engine's answer."""
    ordinary = worth.limit is None
    return {
        "points": worth.points,
        "faan": sum(item[1] for item in worth.items) if ordinary else None,
        "laak": sum(item[2] for item in worth.items) if ordinary else None,
        "limit": worth.limit,
        "dead": False,
        "items": sorted(worth.items),
    }


def in_full(hands: Result, payments: list[Record], seats: list[str]) -> Result:
    """Return the answer, the scores added up from the payments."""
    scores = dict.fromkeys(seats, 0)
    paid = [payment for payment in payments if payment["amount"]]
    for payment in paid:
        scores[payment["from"]] -= payment["amount"]
        scores[payment["to"]] += payment["amount"]
    return {"hands": hands, "payments": paid, "scores": scores}


# "Payment" and "Penalties"


def payment(payer: str, receiver: str, amount: int, reason: str) -> Record:
    """Return one debt."""
    return {"from": payer, "to": receiver, "amount": amount, "reason": reason}


def east_factor(options: Record, *seats: str) -> int:
    """Return 2 where East is one of these, unless that is switched off."""
    return 2 if "E" in seats and options["east_double"] == "yes" else 1


def win_payments(win: Win, points: int, seats: list[str]) -> list[Record]:
    """Return what the losers pay the winner, or one of them for all."""
    amounts = {}
    for payer in seats:
        if payer == win.seat:
            continue
        amounts[payer] = points * east_factor(win.options, win.seat, payer)
        doubles = win.options["self_drawn_and_discarder_double"] == "yes"
        if doubles and (win.self_drawn or payer == win.giver):
            amounts[payer] *= 2
    if win.pao is not None:
        whole = sum(amounts.values())
        return [payment(win.pao["player"], win.seat, whole, "pao")]
    return [payment(seat, win.seat, sum_, "win") for seat, sum_ in amounts.items()]


def differences(win: Win, hands: Result, seats: list[str]) -> list[Record]:
    """Return what the losers pay each other (`losers_settle`)."""
    losers = [seat for seat in seats if seat != win.seat]
    debts = []
    for payer in losers:
        for receiver in losers:
            more = hands[receiver]["points"] - hands[payer]["points"]
            if more > 0:
                amount = more * east_factor(win.options, payer, receiver)
                debts.append(payment(payer, receiver, amount, "difference"))
    return debts


def penalty_payments(record: Record, options: Record, seats: list[str]) -> list[Record]:
    """Return what the offender pays; a dead hand never receives (5.4.1, 5.4.2)."""
    outcome = record["outcome"]
    unit = 32 if options["table"] == "appendix_c" else 16
    debts = []
    for seat in seats:
        dead = record["hands"].get(seat, {}).get("dead") is not None
        if seat == outcome["offender"] or dead:
            continue
        if seat in (outcome.get("excluded") or []):
            continue
        amount = unit * east_factor(options, outcome["offender"], seat)
        if seat == outcome.get("from"):
            amount *= 2
        debts.append(payment(outcome["offender"], seat, amount, "penalty"))
    return debts


# Pao: whether the declaration fits the hand


def pao_fits(record: Record) -> bool | None:
    """
    Say whether a declared pao fits the hand that won, or None where it is open.

    Open are the player's own count and best readings that answer differently.
    """
    win = Win(record, DEFAULTS | record.get("options", {}))
    if win.pao is None or win.hand.get("points") is not None:
        return None
    answers = {fits_reading(win, reading) for reading in best_readings(win)}
    return answers.pop() if len(answers) == 1 else None


def fits_reading(win: Win, reading: Reading) -> bool | None:
    """Say whether the declared pao fits one reading of the hand."""
    assert win.pao is not None
    gave = win.giver == win.pao["player"]
    pure = flush_with_exposed(win, reading)
    match win.pao["reason"]:
        case "nine_tiles":
            return gave and pure >= 3
        case "twelfth_tile":
            return win.self_drawn and pure >= 4
        case "last_five_tiles":
            return gave and win.source == "discard"
        case big:
            if reading.worth.limit == big:
                return True
            # Another limit hand is named before it, though the sets may be there.
            also = reading.melds and big in regular_limit_hands(win, reading.melds)
            return None if also else False


def flush_with_exposed(win: Win, reading: Reading) -> int:
    """Return how many sets of a hand of one suit lay open before the winning tile."""
    kinds = {kind for meld in reading.melds for kind in meld.kinds}
    if {kind[1] for kind in kinds} not in [{suit} for suit in SUITS]:
        return 0
    return sum(
        not meld.concealed and not is_pair(meld) and place != reading.completed
        for place, meld in enumerate(reading.melds)
    )
