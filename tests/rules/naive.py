"""
A second scorer for `nts`, for any number of players: slow, plain, written apart.

It shares no code with the engine, so that the two can be compared. Nothing is
remembered and nothing is skipped: every arrangement is tried, every set that the
winning tile may have completed, and every kind of tile in the game wherever the
rules ask what another tile would have done. Records are taken to have the right
shape; only what the rules themselves refuse is refused here.
Headings in quotes are those of the ruleset's specification.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any, NamedTuple

Record = dict[str, Any]
Result = dict[str, Any]

SEATS = ["E", "S", "W", "N"]
SUITS = ["m", "p", "s"]
WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
HONOURS = WINDS + DRAGONS
TERMINALS = [number + suit for suit in SUITS for number in "19"]
KINDS = [number + suit for suit in SUITS for number in "123456789"] + HONOURS

# "Rounds": "bamboos and circles, three winds, dragons: 96 tiles"
KINDS_OF_THREE = [kind for kind in KINDS if kind[1] != "m" and kind != "4z"]
GREEN_DRAGON = "6z"
GREEN_DRAGONS_ROUND = "G"
ROUND_WINDS = {3: "ESWG", 4: "ESWN", 5: "ESWNG"}

DEFAULTS: dict[str, Any] = {
    "rounding": "none",
    "limit_or_count": "limit",
    "open_kong_as_concealed": "yes",
    "all_pungs": "yes",
    "kong_on_kong": "add",
    "minimum_doubles": 2,
    "clean_hand_always_legal": "no",
    "very_clean_pairs": "one_suit",
    "identical_pairs": "yes",
    "jade_bamboo_1": "no",
    "snake_value": 1000,
    "flowers": "no",
    "minimum_counts_flowers": "yes",
}

# In the order of the ruleset's two tables: the first of equals is named.
LIMIT_VALUES = {
    "nine_gates": 2000,
    "thirteen_orphans": 2000,
    "honour_pairs": 2000,
    "wind_snake": 1000,
    "dragon_snake": 1000,
    "peking_court": 1000,
    "pure_pairs": 1000,
    "very_clean_pairs": 1000,
    "clean_pairs": 500,
    "seven_pairs": 250,
    "four_winds": 2000,
    "three_dragons": 2000,
    "jade": 2000,
    "heads_and_tails": 2000,
    "four_concealed_kongs": 2000,
    "heaven": 2000,
    "earth": 1000,
    "squirming_snake": 1000,
}

IMPOSSIBLE = "impossible"

# What a claim about the whole of an incomplete hand is worth ("Doublings").
PURITY_CLAIMS = {
    "half_flush": 1,
    "terminals_and_honours": 1,
    "half_flush_terminals": 2,
    "full_flush": 3,
    "all_honours": 3,
}


class NaiveRefusal(Exception):  # noqa: N818 - an answer, not a slip
    """The record cannot be scored; `code` says why in the engine's words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Meld(NamedTuple):
    """A set or pair as it lies; `text` as written, empty where arranged here."""

    tiles: tuple[str, ...]
    concealed: bool
    text: str


class Worth(NamedTuple):
    """One way to value a hand; among several the greatest tuple is taken."""

    points: int
    limit_rank: int
    doubles: int
    base: int
    limit: str | None


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


def read_meld(text: str) -> Meld:
    """Return one written set, concealed where it stands in parentheses."""
    tiles = tuple(sorted(read_tiles(text.strip("()"))))
    return Meld(tiles, text.startswith("("), text)


def arranged(group: list[str]) -> Meld:
    """Return a set of loose tiles, which are concealed."""
    return Meld(tuple(group), concealed=True, text="")


def in_order(tiles: list[str]) -> list[str]:
    """Return the tiles by suit and number, honours last."""
    return sorted(tiles, key=KINDS.index)


# Sets


def is_pair(meld: Meld) -> bool:
    """Say whether these are two tiles."""
    return len(meld.tiles) == 2


def is_kong(meld: Meld) -> bool:
    """Say whether these are four tiles."""
    return len(meld.tiles) == 4


def is_chow(meld: Meld) -> bool:
    """Say whether these are three tiles in sequence."""
    return len(meld.tiles) == 3 and len(set(meld.tiles)) == 3


def is_pung_or_kong(meld: Meld) -> bool:
    """Say whether these are three or four equal tiles."""
    return len(meld.tiles) >= 3 and len(set(meld.tiles)) == 1


def is_set_or_pair(meld: Meld) -> bool:
    """Say whether these tiles make a pair, chow, pung or kong."""
    if len(set(meld.tiles)) == 1:
        return 2 <= len(meld.tiles) <= 4
    numbers = [int(tile[0]) for tile in meld.tiles]
    suits = {tile[1] for tile in meld.tiles}
    in_sequence = numbers == list(range(numbers[0], numbers[0] + 3))
    return in_sequence and len(suits) == 1 and suits <= set(SUITS)


def tiles_of(melds: list[Meld]) -> list[str]:
    """Return all tiles of these sets."""
    return [tile for meld in melds for tile in meld.tiles]


def groups_with(first: str, tiles: list[str]) -> list[list[str]]:
    """Return every pair, pung and chow that begins with the tile `first`."""
    groups = [[first] * 2, [first] * 3]
    number, suit = int(first[0]), first[1]
    if suit != "z" and number <= 7:
        groups.append([f"{number + step}{suit}" for step in range(3)])
    return [
        group
        for group in groups
        if all(tiles.count(tile) >= group.count(tile) for tile in group)
    ]


def arrangements(tiles: list[str], sets: int, pairs: int) -> list[list[list[str]]]:
    """
    Return every way to lay all tiles as so many sets of three and so many pairs.

    Kongs are never made of loose tiles: four equal tiles that were not declared
    are no kong ("Points, everybody").
    """
    if sets < 0 or pairs < 0 or len(tiles) != 3 * sets + 2 * pairs:
        return []
    if not tiles:
        return [[]]
    found = []
    for group in groups_with(tiles[0], tiles):
        rest = tiles.copy()
        for tile in group:
            rest.remove(tile)
        fewer = (sets, pairs - 1) if len(group) == 2 else (sets - 1, pairs)
        found += [[group, *others] for others in arrangements(rest, *fewer)]
    return found


def pungs_and_pairs(tiles: list[str]) -> list[list[list[str]]]:
    """Return every way to pick pungs and pairs from a loser's loose tiles."""
    picks: list[list[list[str]]] = [[]]
    for kind, count in Counter(tiles).items():
        ways = [
            [[kind] * 3] * pungs + [[kind] * 2] * pairs
            for pungs in range(2)
            for pairs in range(3)
            if 3 * pungs + 2 * pairs <= count
        ]
        picks = [pick + way for pick in picks for way in ways]
    return picks


# Points and doublings that everybody has


def pair_points(kind: str, own_wind: str, round_wind: str) -> int:
    """Return what a pair is worth ("Points, everybody")."""
    points = 2 if kind in DRAGONS else 0
    points += 2 if kind == own_wind else 0
    points += 2 if kind == round_wind else 0
    return points


def meld_points(meld: Meld, own_wind: str, round_wind: str) -> int:
    """Return what one set is worth ("Points, everybody")."""
    kind = meld.tiles[0]
    if is_chow(meld):
        return 0
    if is_pair(meld):
        return pair_points(kind, own_wind, round_wind)
    points = 8 if is_kong(meld) else 2
    if kind in TERMINALS + HONOURS:
        points *= 2
    if meld.concealed:
        points *= 2
    return points


def honour_doubles(melds: list[Meld], own_wind: str, round_wind: str) -> int:
    """Return the doublings for sets of dragons and scoring winds."""
    doubles = 0
    for meld in melds:
        if is_pung_or_kong(meld):
            kind = meld.tiles[0]
            doubles += kind in DRAGONS
            doubles += kind == own_wind
            doubles += kind == round_wind
            # "no round wind, a set of green dragons gives one more doubling"
            doubles += round_wind == GREEN_DRAGONS_ROUND and kind == GREEN_DRAGON
    return doubles


def concealed_doubles(melds: list[Meld], options: Record) -> int:
    """Return the highest of the four doublings for concealed pungs and kongs."""
    kongs = [meld for meld in melds if is_kong(meld)]
    concealed_kongs = [meld for meld in kongs if meld.concealed]
    pungs = [
        meld
        for meld in melds
        if is_pung_or_kong(meld)
        and (
            meld.concealed
            or (is_kong(meld) and options["open_kong_as_concealed"] == "yes")
        )
    ]
    earned = [0]
    if len(pungs) >= 3:
        earned.append(1)
    if len(concealed_kongs) >= 3:
        earned.append(2)
    if len(pungs) >= 4:
        earned.append(2)
    if len(kongs) >= 4:
        earned.append(3)
    return max(earned)


def purity_doubles(tiles: list[str]) -> int:
    """Return the doublings of a clean (1), very clean (2) or pure (3) hand."""
    suits = {tile[1] for tile in tiles if tile not in HONOURS}
    honours = any(tile in HONOURS for tile in tiles)
    simples = any(tile not in TERMINALS + HONOURS for tile in tiles)
    earned = [0]
    if tiles and (len(suits) + honours == 1):
        earned.append(3)
    if len(suits) == 1 and honours and not simples:
        earned.append(2)
    if len(suits) == 1 and honours:
        earned.append(1)
    if tiles and not simples:
        earned.append(1)
    return max(earned)


def bonus_points_and_doubles(bonus: list[str], seat: str) -> tuple[int, int]:
    """Return what bonus tiles add ("flowers")."""
    own = str(SEATS.index(seat) + 1)
    doubles = sum(tile[0] == own for tile in bonus)
    doubles += sum(tile[1] == "f" for tile in bonus) == 4
    doubles += sum(tile[1] == "y" for tile in bonus) == 4
    return 4 * len(bonus), doubles


# Limit hands


def hands_of_single_tiles() -> dict[str, list[list[str]]]:
    """Return every irregular limit hand but the pair hands, its tiles sorted."""
    runs = [[number + suit for number in "123456789"] for suit in SUITS]
    gates = [[*run, run[0], run[0], run[8], run[8]] for run in runs]
    orphans = TERMINALS + HONOURS
    snakes = [run + WINDS for run in runs]
    hands = {
        "nine_gates": [
            [*gate, extra]
            for gate, run in zip(gates, runs, strict=True)
            for extra in run
        ],
        "thirteen_orphans": [[*orphans, extra] for extra in orphans],
        "wind_snake": [[*snake, extra] for snake in snakes for extra in snake],
        "dragon_snake": [
            [*run, *DRAGONS, wind, wind] for run in runs for wind in WINDS
        ],
        "peking_court": [run[:7] + HONOURS for run in runs],
    }
    return {
        name: [sorted(hand) for hand in examples] for name, examples in hands.items()
    }


SINGLE_TILE_HANDS = hands_of_single_tiles()


def irregular_hands(tiles: list[str], options: Record) -> list[str]:
    """Return the irregular limit hands that these 14 tiles are."""
    hand = sorted(tiles)
    found = [name for name, hands in SINGLE_TILE_HANDS.items() if hand in hands]
    return found + pair_hands(tiles, options)


def pair_hands(tiles: list[str], options: Record) -> list[str]:
    """Return the limit hands of seven pairs that these 14 tiles are."""
    counts = Counter(tiles)
    if len(tiles) != 14 or any(count % 2 for count in counts.values()):
        return []
    if options["identical_pairs"] == "no" and max(counts.values()) > 2:
        return []
    suits = {tile[1] for tile in tiles if tile not in HONOURS}
    honours = any(tile in HONOURS for tile in tiles)
    simples = any(tile not in TERMINALS + HONOURS for tile in tiles)
    found = ["seven_pairs"]
    if not suits:
        found.append("honour_pairs")
    if len(suits) == 1 and not honours:
        found.append("pure_pairs")
    if not simples and (len(suits) <= 1 or options["very_clean_pairs"] == "any_suit"):
        found.append("very_clean_pairs")
    if len(suits) <= 1:
        found.append("clean_pairs")
    return found


def pairs_the_bird(name: str, tiles: list[str]) -> bool:
    """
    Say whether an irregular hand makes a pair of the two tiles of bird eats cake.

    In the hands of single tiles with one of them twice, that one must be the 1 of
    bamboos. Nine gates have three of it, and a fourth makes no pair.
    """
    if name.endswith("_pairs"):
        return True
    return name in ("thirteen_orphans", "wind_snake") and tiles.count("1s") == 2


def regular_limit_hands(melds: list[Meld], options: Record) -> list[str]:
    """Return the regular limit hands of four sets and a pair, but heaven and earth."""
    sets = [meld for meld in melds if not is_pair(meld)]
    pair = next(meld.tiles[0] for meld in melds if is_pair(meld))
    equal = [meld.tiles[0] for meld in sets if is_pung_or_kong(meld)]
    tiles = tiles_of(melds)
    found = []
    if sum(kind in WINDS for kind in equal) == 4:
        found.append("four_winds")
    if sum(kind in DRAGONS for kind in equal) == 3:
        found.append("three_dragons")
    green = ["2s", "3s", "4s", "6s", "8s", "6z"]
    if options["jade_bamboo_1"] == "yes":
        green.append("1s")
    if all(tile in green for tile in tiles):
        found.append("jade")
    if len(equal) == 4 and all(kind in TERMINALS for kind in [*equal, pair]):
        found.append("heads_and_tails")
    if all(is_kong(meld) and meld.concealed for meld in sets):
        found.append("four_concealed_kongs")
    if is_squirming_snake(melds):
        found.append("squirming_snake")
    return found


def is_squirming_snake(melds: list[Meld]) -> bool:
    """Say whether these are sets of 1 and 9 with two chows and the pair left over."""
    shapes = sorted(
        "".join(tile[0] for tile in meld.tiles[:3])
        for meld in melds
        if not is_pung_or_kong(meld)
    )
    ends = sorted(meld.tiles[0][0] for meld in melds if is_pung_or_kong(meld))
    suits = {tile[1] for tile in tiles_of(melds)}
    bodies = [["22", "345", "678"], ["234", "55", "678"], ["234", "567", "88"]]
    return (
        len(suits) == 1 and "z" not in suits and ends == ["1", "9"] and shapes in bodies
    )


def limit_worth(names: list[str], options: Record, *, half: bool = False) -> Worth:
    """Return the best of these limit hands, the first of equals."""
    values = dict(LIMIT_VALUES)
    values["squirming_snake"] = options["snake_value"]
    order = list(values)
    name = max(names, key=lambda name: (values[name], -order.index(name)))
    value = values[name] // 2 if half else values[name]
    rank = len(order) - order.index(name)
    return Worth(capped_and_rounded(value, options), rank, 0, 0, name)


# From base and doublings to points


def capped_and_rounded(points: int, options: Record) -> int:
    """Return the points after the cap and the rounding ("A hand's points")."""
    points = min(points, 2000)
    if options["rounding"] == "tens":
        points = (points + 5) // 10 * 10
    return points


def ordinary_worth(base: int, doubles: int, options: Record) -> Worth:
    """Return the worth of an ordinary count."""
    points = capped_and_rounded(base * 2**doubles, options)
    return Worth(points, 0, doubles, base, None)


# The game


class Setting:
    """Who plays with which tiles in which round."""

    def __init__(self, record: Record) -> None:
        self.players: int = record.get("players", 4)
        self.round: str = record["round_wind"]
        self.seats = SEATS[:3] if self.players == 3 else SEATS
        self.kinds = KINDS_OF_THREE if self.players == 3 else KINDS

    @property
    def round_wind(self) -> str:
        """The tile of the round wind, in green-dragon games none."""
        if self.round == GREEN_DRAGONS_ROUND:
            return GREEN_DRAGONS_ROUND
        return WINDS[SEATS.index(self.round)]


def refuse_the_unreadable(record: Record, setting: Setting) -> None:
    """Raise for what is wrong before anybody asks who won, in the codes' order."""
    if setting.round not in ROUND_WINDS[setting.players]:
        raise NaiveRefusal("bad_record")
    if any(seat not in setting.seats for seat in record["hands"]):
        raise NaiveRefusal("bad_record")
    if setting.players == 3 and record.get("options", {}).get("flowers") == "yes":
        raise NaiveRefusal("unknown_option")
    refuse_tiles(record, setting.kinds)
    if setting.players == 3:
        refuse_exposed_chows(record)


def refuse_tiles(
    record: Record, kinds: list[str], short_hand: list[str] | None = None
) -> None:
    """
    Raise for tiles that are not in the game, too few, too many or no sets.

    A winner's hand of exactly the tiles of `short_hand` lacks none.
    """
    outcome = record["outcome"]
    everything: list[str] = []
    wrong_count = wrong_set = False
    for seat, hand in record["hands"].items():
        melds = [read_meld(text) for text in hand.get("sets", [])]
        tiles = tiles_of(melds) + read_tiles(hand.get("tiles", ""))
        everything += tiles
        if hand.get("dead") is not None or hand.get("points") is not None:
            continue
        wins = seat == outcome.get("winner")
        wanted = 14 if wins else 13
        size = len(tiles) - sum(is_kong(meld) for meld in melds)
        is_short = wins and short_hand and sorted(tiles) == sorted(short_hand)
        if hand.get("complete", True) and size != wanted and not is_short:
            wrong_count = True
        bird = wins and "bird_eats_cake" in outcome.get("circumstances", [])
        shapes = [meld for meld in melds if not is_set_or_pair(meld)]
        if bird and [meld.tiles for meld in shapes] == [("1p", "1s")]:
            continue
        wrong_set = wrong_set or bool(shapes)
    named = outcome.get("winning_tile")
    if any(tile not in kinds for tile in [*everything, *([named] if named else [])]):
        raise NaiveRefusal("bad_tile")
    if wrong_count:
        raise NaiveRefusal("tile_count")
    if max([0, *Counter(everything).values()]) > 4:
        raise NaiveRefusal("too_many_of_a_tile")
    if wrong_set:
        raise NaiveRefusal("bad_set")


def refuse_exposed_chows(record: Record) -> None:
    """
    Raise for an exposed chow that the winning tile did not complete.

    "Three players": only such a one may lie there, so no other set can be named.
    """
    outcome = record["outcome"]
    for seat, hand in record["hands"].items():
        if hand.get("dead") is not None:
            continue
        melds = [read_meld(text) for text in hand.get("sets", [])]
        chows = [meld for meld in melds if is_chow(meld) and not meld.concealed]
        if not chows:
            continue
        wins = seat == outcome.get("winner") and outcome["source"] != "deal"
        if not wins or len(chows) > 1:
            raise NaiveRefusal("bad_set")
        if chows[0].text not in exposed_by_the_last_tile(hand, outcome):
            raise NaiveRefusal("bad_set")


# The winner


def exposed_by_the_last_tile(hand: Record, outcome: Record) -> list[str]:
    """
    Return the exposed sets, as written, one of which the last tile completed.

    "The completed set": none where it was drawn; the one that is named; where none
    is named those with the tile, unless something concealed has it too. For bird
    eats cake the tile lies beside its 1 of bamboos.
    """
    tile, completes = outcome.get("winning_tile"), outcome.get("completes")
    if outcome["source"] not in ("discard", "robbed_kong"):
        return []
    melds = [read_meld(text) for text in hand.get("sets", [])]
    holders = [one for one in melds if tile in one.tiles and not is_kong(one)]
    if completes is not None:
        named = [one for one in holders if one.text == completes]
        return [completes] if named and not named[0].concealed else []
    if "bird_eats_cake" in outcome.get("circumstances", []):
        holders = [one for one in holders if one.tiles == ("1p", "1s")]
    elif tile in read_tiles(hand.get("tiles", "")):
        return []
    if any(one.concealed for one in holders):
        return []
    return [one.text for one in holders]


class Win:
    """What the parts of the winner's count all need, read from the record once."""

    def __init__(self, record: Record, options: Record) -> None:
        outcome = record["outcome"]
        setting = Setting(record)
        self.kinds = setting.kinds
        self.options = options
        self.seat: str = outcome["winner"]
        self.hand: Record = record["hands"].get(self.seat, {})
        self.own_wind = WINDS[SEATS.index(self.seat)]
        self.round_wind = setting.round_wind
        self.source: str = outcome["source"]
        self.giver: str | None = outcome.get("from")
        self.circumstances: list[str] = outcome.get("circumstances", [])
        self.completes: str | None = outcome.get("completes")
        self.tile: str | None = outcome.get("winning_tile")
        self.written = [read_meld(text) for text in self.hand.get("sets", [])]
        self.loose = read_tiles(self.hand.get("tiles", ""))
        self.bonus = read_tiles(self.hand.get("bonus", ""))
        self.kongs = [meld for meld in self.written if is_kong(meld)]
        self.exposed = [meld for meld in self.written if not meld.concealed]
        self.self_drawn = self.source not in ("discard", "robbed_kong")
        self.exposed_last = exposed_by_the_last_tile(self.hand, outcome)
        self.bird = "bird_eats_cake" in self.circumstances
        if setting.players == 3:
            # An exposed chow is the set that the winning tile completed.
            for meld in self.exposed:
                if is_chow(meld):
                    self.completes = meld.text


def refuse_the_impossible(win: Win) -> None:
    """Raise `impossible` for what cannot have happened, tiles left aside."""
    circumstances = win.circumstances
    faults = [
        win.hand.get("dead") is not None,
        win.giver == win.seat,
        "last_tile" in circumstances and win.source not in ("wall", "discard"),
        "kong_on_kong" in circumstances
        and win.source not in ("replacement", "replacement_bonus"),
        "first_turn" in circumstances
        and (win.source != "discard" or win.giver != "E" or win.seat == "E"),
        "first_turn" in circumstances and "last_tile" in circumstances,
        win.source == "deal" and win.seat != "E",
    ]
    if any(faults):
        raise NaiveRefusal(IMPOSSIBLE)


def refuse_impossible_tiles(win: Win) -> None:
    """Raise `impossible` for a winner's tiles that do not fit the outcome."""
    faults = [
        win.source == "replacement" and not win.kongs,
        win.source == "replacement_bonus" and not win.bonus,
        "kong_on_kong" in win.circumstances and len(win.kongs) < 2,
        win.source == "deal" and (win.exposed or win.kongs),
        win.bird and (win.tile != "1p" or win.source == "deal"),
    ]
    if win.source != "deal":
        movable = [meld for meld in win.written if not is_kong(meld)]
        everything = tiles_of(win.written) + win.loose
        named = [meld for meld in movable if meld.text == win.completes]
        # "A drawn tile completes a concealed set, never an exposed one."
        takers = [meld for meld in movable if meld.concealed or not win.self_drawn]
        faults += [
            win.tile not in tiles_of(takers) + win.loose,
            any(meld not in takers for meld in named),
            win.source == "robbed_kong" and everything.count(str(win.tile)) > 1,
            win.completes is not None and not named,
            any(win.tile not in meld.tiles for meld in named),
        ]
    if "first_turn" in win.circumstances:
        faults += [bool(win.kongs), not only_the_completed_is_exposed(win)]
    if any(faults):
        raise NaiveRefusal(IMPOSSIBLE)


def only_the_completed_is_exposed(win: Win) -> bool:
    """Say whether nothing is exposed but the set that the winning tile completed."""
    if not win.exposed:
        return True
    return len(win.exposed) == 1 and win.exposed[0].text in win.exposed_last


def put_the_bird_in(win: Win) -> tuple[list[Meld], list[str]]:
    """
    Return written sets and loose tiles with the winning 1 of circles as a bamboo.

    "Bird eats cake": it counts as 1 of bamboos for everything. It lies in a written
    pair `1p1s` or among the loose tiles; elsewhere nothing pairs it.
    """
    written, loose = list(win.written), list(win.loose)
    if not win.bird:
        return written, loose
    for place, meld in enumerate(written):
        if meld.tiles == ("1p", "1s"):
            written[place] = meld._replace(tiles=("1s", "1s"))
            return written, loose
    if "1p" not in loose:
        raise NaiveRefusal(IMPOSSIBLE)
    loose.remove("1p")
    return written, [*loose, "1s"]


def may_be_completed(win: Win, meld: Meld) -> bool:
    """Say whether the winning tile may have completed this set."""
    if is_kong(meld) or (win.completes is not None and meld.text != win.completes):
        return False
    if win.bird:
        written = any(meld.tiles == ("1p", "1s") for meld in win.written)
        holds_it = "1p" in meld.text if written else meld.text == ""
        shows_it = meld.concealed or meld.text in win.exposed_last
        return meld.tiles == ("1s", "1s") and holds_it and shows_it
    if not meld.concealed and meld.text not in win.exposed_last:
        return False
    return win.tile in meld.tiles


def best_of_winner(win: Win) -> Worth:
    """Return the best legal way to count the winner's hand."""
    written, loose = put_the_bird_in(win)
    worths = irregular_worths(win, written, loose)
    shape_found = bool(worths)
    sets = 4 - sum(not is_pair(meld) for meld in written)
    pairs = 1 - sum(is_pair(meld) for meld in written)
    for groups in arrangements(in_order(loose), sets, pairs):
        melds = written + [arranged(group) for group in groups]
        if win.source == "deal":
            if win.bird and not any(may_be_completed(win, meld) for meld in melds):
                continue
            names = [*regular_limit_hands(melds, win.options), "heaven"]
            worths.append(limit_worth(names, win.options))
            continue
        for place, completed in enumerate(melds):
            if may_be_completed(win, completed):
                shape_found = True
                worths += regular_worths(win, melds, place)
    if worths:
        return max(worths)
    if win.bird and not shape_found:
        raise NaiveRefusal(IMPOSSIBLE)
    raise NaiveRefusal("below_minimum" if shape_found else "not_a_winning_hand")


def irregular_worths(win: Win, written: list[Meld], loose: list[str]) -> list[Worth]:
    """Return the worth of the hand as an irregular limit hand, if it is one."""
    if win.kongs or not only_the_completed_is_exposed(win):
        # "concealed until the winning tile"
        return []
    tiles = tiles_of(written) + loose
    names = irregular_hands(tiles, win.options)
    if win.bird:
        names = [name for name in names if pairs_the_bird(name, tiles)]
    if not names:
        return []
    return [limit_worth(names + turn_limit_hands(win), win.options)]


def turn_limit_hands(win: Win) -> list[str]:
    """Return the limit hands that any winning shape is by when it was won."""
    if win.source == "deal":
        return ["heaven"]
    return ["earth"] if "first_turn" in win.circumstances else []


def regular_worths(win: Win, melds: list[Meld], place: int) -> list[Worth]:
    """Return what four sets and a pair are worth, one of them just completed."""
    completed = melds[place]
    if not win.self_drawn:
        # "A set completed by a discard or a robbed tile is exposed"
        melds = melds.copy()
        melds[place] = completed._replace(concealed=False)
    names = regular_limit_hands(melds, win.options) + turn_limit_hands(win)
    base = winner_base(win, melds, completed)
    doubles, bonus_doubles, purity = winner_doubles(win, melds)
    ordinary = ordinary_worth(base, doubles, win.options)
    if names:
        limit = limit_worth(names, win.options)
        higher = win.options["limit_or_count"] == "higher"
        return [limit, ordinary] if higher else [limit]
    # "The least a winner needs"
    counted = doubles
    if win.options["minimum_counts_flowers"] == "no":
        counted -= bonus_doubles
    always = win.options["clean_hand_always_legal"] == "yes" and purity > 0
    if counted >= win.options["minimum_doubles"] or always:
        return [ordinary]
    return []


def winner_base(win: Win, melds: list[Meld], completed: Meld) -> int:
    """Return the winner's points before doubling."""
    base = 20
    base += sum(meld_points(meld, win.own_wind, win.round_wind) for meld in melds)
    base += 2 if is_pair(completed) else 0
    base += 2 if is_only_possible(win, completed) else 0
    base += 2 if win.self_drawn else 0
    base += 10 if win.bird else 0
    return base + bonus_points_and_doubles(win.bonus, win.seat)[0]


def is_only_possible(win: Win, completed: Meld) -> bool:
    """
    Say whether one kind of tile alone would have completed the concealed part.

    "Points, winner only": exposed sets and declared kongs stay, but not the set that
    was only just completed, which was concealed until then. For bird eats cake the
    1 of circles and the 1 of bamboos are one kind.
    """
    fixed = [meld for meld in win.written if is_kong(meld) or not meld.concealed]
    if completed.text and not completed.concealed:
        same = next(meld for meld in fixed if meld.text == completed.text)
        fixed.remove(same)
    concealed = tiles_of(win.written) + win.loose
    for tile in [*tiles_of(fixed), str(win.tile)]:
        concealed.remove(tile)
    held = Counter(tiles_of(fixed) + concealed)
    sets = 4 - sum(not is_pair(meld) for meld in fixed)
    pairs = 1 - sum(is_pair(meld) for meld in fixed)
    for kind in win.kinds:
        if held[kind] >= 4 or kind == win.tile or (win.bird and kind == "1s"):
            continue
        trial = in_order([*concealed, kind])
        if arrangements(trial, sets, pairs):
            return False
        if not fixed and irregular_hands(trial, win.options):
            return False
    return True


def winner_doubles(win: Win, melds: list[Meld]) -> tuple[int, int, int]:
    """Return all doublings, and how many of them are for bonus tiles and purity."""
    tiles = tiles_of(melds)
    sets = [meld for meld in melds if not is_pair(meld)]
    pair = next(meld.tiles[0] for meld in melds if is_pair(meld))
    equal = [meld.tiles[0] for meld in sets if is_pung_or_kong(meld)]
    bonus_doubles = bonus_points_and_doubles(win.bonus, win.seat)[1]
    purity = purity_doubles(tiles)
    doubles = honour_doubles(melds, win.own_wind, win.round_wind)
    doubles += concealed_doubles(melds, win.options)
    doubles += purity + bonus_doubles
    if win.self_drawn and all(meld.concealed for meld in melds):
        doubles += 2  # fully concealed
    if sum(kind in WINDS for kind in equal) == 3 and pair in WINDS:
        doubles += 1  # small four winds
    if sum(kind in DRAGONS for kind in equal) == 2 and pair in DRAGONS:
        doubles += 1  # small three dragons
    if all(is_chow(meld) for meld in sets):
        doubles += 1
    if len(equal) == 4 and win.options["all_pungs"] == "yes":
        doubles += 1
    if not any(tile in TERMINALS + HONOURS for tile in tiles):
        doubles += 1  # only simples
    return doubles + winning_tile_doubles(win), bonus_doubles, purity


def winning_tile_doubles(win: Win) -> int:
    """Return the doublings for how the winning tile came ("Winning tile")."""
    doubles = 0
    if "last_tile" in win.circumstances and win.source == "wall":
        doubles += 3 if win.tile == "1p" else 1
    if win.source == "robbed_kong":
        doubles += 1
    replacement = 0
    if win.source == "replacement":
        replacement = 3 if win.tile == "5p" else 1
    if "kong_on_kong" in win.circumstances:
        if win.options["kong_on_kong"] == "add":
            replacement += 2
        else:
            replacement = 3 if replacement == 3 else 2
    return doubles + replacement


# The other players


def best_of_loser(hand: Record, seat: str, record: Record, options: Record) -> Worth:
    """Return the best way to count a loser's hand, a waiting half included."""
    own_wind = WINDS[SEATS.index(seat)]
    setting = Setting(record)
    written = [read_meld(text) for text in hand.get("sets", [])]
    loose = read_tiles(hand.get("tiles", ""))
    bonus = read_tiles(hand.get("bonus", ""))
    claims = hand.get("claims", [])
    bonus_points, bonus_doubles = bonus_points_and_doubles(bonus, seat)
    if hand.get("complete", True):
        purity = purity_doubles(tiles_of(written) + loose)
    else:
        purity = max([0, *(PURITY_CLAIMS.get(claim, 0) for claim in claims)])
    worths = []
    for groups in pungs_and_pairs(loose):
        melds = written + [arranged(group) for group in groups]
        base = sum(meld_points(meld, own_wind, setting.round_wind) for meld in melds)
        doubles = honour_doubles(melds, own_wind, setting.round_wind)
        doubles += concealed_doubles(melds, options)
        worths.append(
            ordinary_worth(
                base + bonus_points, doubles + purity + bonus_doubles, options
            )
        )
    best = max(worths)
    waiting = [claim.removeprefix("waiting:") for claim in claims if ":" in claim]
    if hand.get("complete", True):
        waiting = waited_for(written, loose, setting.kinds, options)
    if waiting:
        half = limit_worth(waiting, options, half=True)
        # "if that is more than the ordinary count"
        if half.points > best.points:
            return half
    return best


def waited_for(
    written: list[Meld], loose: list[str], kinds: list[str], options: Record
) -> list[str]:
    """Return the irregular limit hands that 13 concealed tiles are one short of."""
    if any(is_kong(meld) or not meld.concealed for meld in written):
        return []
    tiles = tiles_of(written) + loose
    return [name for kind in kinds for name in irregular_hands([*tiles, kind], options)]


# A game


def naive_score(record: Record) -> Result:
    """Return each hand's worth and each seat's score, or raise `NaiveRefusal`."""
    outcome = record["outcome"]
    setting = Setting(record)
    if outcome["kind"] == "draw":
        return {"hands": {}, "scores": dict.fromkeys(setting.seats, 0)}
    if outcome["kind"] == "penalty":
        raise NaiveRefusal(IMPOSSIBLE)
    refuse_the_unreadable(record, setting)
    options = DEFAULTS | record.get("options", {})
    win = Win(record, options)
    refuse_the_impossible(win)
    if win.hand.get("points") is None:
        refuse_impossible_tiles(win)
    absent = {"complete": False}
    hands = {}
    for seat in setting.seats:
        hand = record["hands"].get(seat, absent)
        if hand.get("dead") is not None:
            hands[seat] = hand_result(Worth(0, 0, 0, 0, None), hand["dead"])
        elif hand.get("points") is not None:
            points = capped_and_rounded(hand["points"], options)
            hands[seat] = hand_result(Worth(points, 0, 0, 0, None), None)
            hands[seat] |= {"base": None, "doubles": None}
        elif seat == win.seat:
            hands[seat] = hand_result(best_of_winner(win), None)
        else:
            worth = best_of_loser(hand, seat, record, options)
            hands[seat] = hand_result(worth, None)
    points_of = {seat: hand["points"] for seat, hand in hands.items()}
    return {"hands": hands, "scores": settle(points_of, win.seat)}


def hand_result(worth: Worth, dead: str | None) -> Result:
    """Return a hand's worth in the form of the engine's answer."""
    ordinary = worth.limit is None
    return {
        "points": worth.points,
        "base": worth.base if ordinary else None,
        "doubles": worth.doubles if ordinary else None,
        "limit": worth.limit,
        "dead": dead or False,
    }


def settle(points: dict[str, int], winner: str) -> dict[str, int]:
    """Return the scores: winner first, then the others' differences ("Settlement")."""
    scores = dict.fromkeys(points, 0)
    for (payer, own), (receiver, amount) in product(points.items(), repeat=2):
        if payer in (winner, receiver):
            continue
        debt = amount if receiver == winner else max(0, amount - own)
        if "E" in (payer, receiver):
            debt *= 2
        scores[payer] -= debt
        scores[receiver] += debt
    return scores
