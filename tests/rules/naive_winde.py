"""
A second scorer for `spiel-der-winde`: slow, plain and written apart.

It shares no code with the engine, so that the two can be compared. Every arrangement
is tried and every set that the winning tile may have completed; where several ways
to count a hand are worth the same, all of them are kept. Notation and arrangements
are those of the naive scorer of `nts`. Records are taken to have the right shape;
only what the rules themselves refuse is refused here. Headings in quotes are those
of the ruleset's specification.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
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
    in_order,
    is_chow,
    is_kong,
    is_pair,
    is_pung_or_kong,
    pungs_and_pairs,
    read_meld,
    read_tiles,
    refuse_tiles,
    tiles_of,
)

DEFAULTS: dict[str, Any] = {
    "rounds": 4,
    "pure_honours_doubles": 3,
    "colour_doubles_losers": "yes",
    "robbing_kong": "no",
    "special_owner_double": "no",
    "settlement": "differences",
}

# In the order of the ruleset's table: the first of equals is named.
SPECIAL_VALUES = {
    "great_sequence": 1000,
    "seven_pairs": 1000,
    "one_suit_pairs": 2000,
    "terminal_pairs": 2000,
    "honour_pairs": 3000,
    "nine_lanterns": 1000,
    "odd_pungs": 1000,
    "green": 2000,
    "four_winds": 2000,
    "four_joys": 3000,
    "one_suit_chows": 1000,
    "thirteen_orphans": 4000,
}

GREENS = ["2s", "3s", "4s", "6s", "8s", "6z"]
ORPHANS = TERMINALS + HONOURS

# Each kind of set: points exposed and concealed ("Points, everybody").
SET_POINTS = {
    "pung_of_simples": (2, 4),
    "pung_of_terminals_or_honours": (4, 8),
    "kong_of_simples": (8, 16),
    "kong_of_terminals_or_honours": (16, 32),
}

# The claims that count, each as what ("Doublings, everybody").
COLOUR_CLAIMS = {
    "half_flush": "half_flush",
    "half_flush_terminals": "half_flush",
    "full_flush": "full_flush",
    "all_honours": "all_honours",
}

Item = tuple[str, int, int]
"""A rule with its points and its doublings."""


class Count(NamedTuple):
    """One way to count a hand; worth most is the greatest of the first three."""

    points: int
    special_rank: int
    doubles: int
    base: int
    special: str | None
    items: tuple[Item, ...]


# The items of a hand


def merged(items: list[Item]) -> tuple[Item, ...]:
    """Return the items sorted, those of one rule added up."""
    points, doubles = Counter[str](), Counter[str]()
    for rule, item_points, item_doubles in items:
        points[rule] += item_points
        doubles[rule] += item_doubles
    return tuple(sorted((rule, points[rule], doubles[rule]) for rule in points))


def meld_items(meld: Meld, own_wind: str) -> list[Item]:
    """Return what one set or pair earns."""
    kind = meld.tiles[0]
    if is_chow(meld):
        return []
    if is_pair(meld):
        if kind == own_wind:
            return [("pair_of_own_wind", 2, 0)]
        return [("pair_of_dragons", 2, 0)] if kind in DRAGONS else []
    name = "kong_of_" if is_kong(meld) else "pung_of_"
    name += "terminals_or_honours" if kind in ORPHANS else "simples"
    exposed, concealed = SET_POINTS[name]
    if meld.concealed:
        items = [(f"concealed_{name}", concealed, 0)]
    else:
        items = [(f"exposed_{name}", exposed, 0)]
    if kind in DRAGONS:
        items.append(("set_of_dragons", 0, 1))
    if kind == own_wind:
        items.append(("set_of_own_wind", 0, 1))
    return items


def bonus_items(bonus: list[str], seat: str) -> list[Item]:
    """Return what flowers and seasons earn."""
    own = str(SEATS.index(seat) + 1)
    return [
        ("own_bonus_tile", 8, 0) if tile[0] == own else ("other_bonus_tile", 4, 0)
        for tile in bonus
    ]


def colour_of(tiles: list[str]) -> str | None:
    """Return which of the three colours these tiles are, if one."""
    suits = {tile[1] for tile in tiles if tile not in HONOURS}
    honours = any(tile in HONOURS for tile in tiles)
    if not suits and honours:
        return "all_honours"
    if len(suits) == 1:
        return "half_flush" if honours else "full_flush"
    return None


def colour_items(colour: str | None, options: Record) -> list[Item]:
    """Return the doublings of a colour."""
    doubles = {
        "half_flush": 1,
        "full_flush": 3,
        "all_honours": int(options["pure_honours_doubles"]),
    }
    return [(colour, 0, doubles[colour])] if colour else []


def ordinary_count(items: list[Item]) -> Count:
    """Return the points of these items, doubled as often as they say."""
    base = sum(points for _, points, _ in items)
    doubles = sum(doubled for _, _, doubled in items)
    return Count(base * 2**doubles, 0, doubles, base, None, merged(items))


# Special hands


def special_count(name: str, *, doubled: bool) -> Count:
    """Return the count of a special hand."""
    value = SPECIAL_VALUES[name] * (2 if doubled else 1)
    # Of equals the first in the table is named, and before an ordinary count.
    rank = len(SPECIAL_VALUES) - list(SPECIAL_VALUES).index(name)
    return Count(value, rank, 0, 0, name, ((name, value, 0),))


def concealed_specials(tiles: list[str]) -> list[str]:
    """Return the special hands without sets that must be concealed."""
    found = []
    if is_great_sequence(tiles):
        found.append("great_sequence")
    if set(ORPHANS) <= set(tiles):
        # "a 14th is ignored whatever it is"
        found.append("thirteen_orphans")
    if len(tiles) == 14 and all(count % 2 == 0 for count in Counter(tiles).values()):
        suits = {tile[1] for tile in tiles if tile not in HONOURS}
        found.append("seven_pairs")
        if len(suits) <= 1:
            found.append("one_suit_pairs")
        if all(tile in ORPHANS for tile in tiles):
            found.append("terminal_pairs")
        if not suits:
            found.append("honour_pairs")
    return found


def is_great_sequence(tiles: list[str]) -> bool:
    """Say whether these are a great sequence, with winds or with dragons."""
    for suit in SUITS:
        run = [number + suit for number in "123456789"]
        ends = [[*WINDS, extra] for extra in run + WINDS]
        ends += [[*DRAGONS, wind, wind] for wind in WINDS]
        if any(sorted(run + end) == sorted(tiles) for end in ends):
            return True
    return False


def is_nine_lanterns(tiles: list[str]) -> bool:
    """Say whether these are 111 2345678 999 of one suit and one more of it."""
    for suit in SUITS:
        run = [number + suit for number in "123456789"]
        lanterns = [*run, run[0], run[0], run[8], run[8]]
        if any(sorted([*lanterns, extra]) == sorted(tiles) for extra in run):
            return True
    return False


def specials_of_sets(melds: list[Meld]) -> list[str]:
    """Return the special hands that are four sets and a pair."""
    sets = [meld for meld in melds if not is_pair(meld)]
    pair = next(meld.tiles[0] for meld in melds if is_pair(meld))
    equal = [meld.tiles[0] for meld in sets if is_pung_or_kong(meld)]
    found = []
    for suit in SUITS:
        odd = [number + suit for number in "13579"]
        if len(equal) == 4 and sorted([*equal, pair]) == odd:
            found.append("odd_pungs")
        chows = [[n + suit for n in part] for part in ("123", "345", "567", "789")]
        lying = [list(meld.tiles) for meld in sets]
        if lying in [list(order) for order in permutations(chows)] and (
            pair in HONOURS or pair[1] == suit
        ):
            found.append("one_suit_chows")
    if all(tile in GREENS for tile in tiles_of(melds)):
        found.append("green")
    if sorted(equal) == WINDS:
        found.append("four_winds")
        if pair in DRAGONS:
            found.append("four_joys")
    return found


# The winner


class Winner:
    """What the parts of the winner's count all need, read from the record once."""

    def __init__(self, record: Record, options: Record) -> None:
        outcome = record["outcome"]
        self.options = options
        self.owner: str = record["owner"]
        self.seat: str = outcome["winner"]
        self.hand: Record = record["hands"].get(self.seat, {})
        self.own_points: int | None = self.hand.get("points")
        self.own_wind = WINDS[SEATS.index(self.seat)]
        self.source: str = outcome["source"]
        self.giver: str | None = outcome.get("from")
        self.circumstances: list[str] = outcome.get("circumstances", [])
        self.completes: str | None = outcome.get("completes")
        self.tile: str | None = outcome.get("winning_tile")
        self.pao: Record | None = outcome.get("pao")
        self.written = [read_meld(text) for text in self.hand.get("sets", [])]
        self.loose = read_tiles(self.hand.get("tiles", ""))
        self.bonus = read_tiles(self.hand.get("bonus", ""))
        self.kongs = [meld for meld in self.written if is_kong(meld)]
        self.exposed = [meld for meld in self.written if not meld.concealed]
        self.is_owner = self.seat == self.owner
        self.first_turn = "first_turn" in self.circumstances
        self.claimed = self.source in ("discard", "robbed_kong")

    @property
    def only_the_completed_is_exposed(self) -> bool:
        """Nothing is exposed but the set that the winning tile completed."""
        return all(meld in self.exposed_now for meld in self.exposed) and (
            len(self.exposed) <= 1
        )

    @property
    def exposed_now(self) -> list[Meld]:
        """
        The exposed sets one of which the winning tile completed ("The completed set").

        A set that the record names goes before all; without a name whatever is
        concealed and holds the tile goes before what lies open.
        """
        with_tile = [
            meld
            for meld in self.written
            if self.claimed and self.tile in meld.tiles and not is_kong(meld)
        ]
        if self.completes is not None:
            with_tile = [meld for meld in with_tile if meld.text == self.completes]
        elif self.tile in self.loose:
            return []
        lying = [meld for meld in with_tile if not meld.concealed]
        return lying if lying == with_tile else []


def refuse_the_impossible(win: Winner) -> None:
    """Raise `impossible` for what cannot have happened."""
    dealt = win.source == "deal"
    heaven = win.source == "discard" and win.giver == win.owner and not win.is_owner
    faults = [
        win.hand.get("dead") is not None,
        win.giver == win.seat,
        any(name != "first_turn" for name in win.circumstances),
        win.first_turn and not heaven,
        dealt and not win.is_owner,
        win.source == "robbed_kong" and win.options["robbing_kong"] == "no",
        win.pao is not None,
        win.completes is not None
        and all(meld.text != win.completes for meld in win.written),
    ]
    if win.own_points is None:
        faults += [
            win.source == "replacement" and not win.kongs,
            win.source == "replacement_bonus" and not win.bonus,
            dealt and bool(win.exposed or win.kongs),
            win.first_turn and bool(win.kongs),
            win.first_turn and not win.only_the_completed_is_exposed,
        ]
        if not dealt:
            faults.append(is_winning_tile_impossible(win))
    if any(faults):
        raise NaiveRefusal(IMPOSSIBLE)


def is_winning_tile_impossible(win: Winner) -> bool:
    """Say whether the winning tile cannot be what it is said to be."""
    movable = [meld for meld in win.written if not is_kong(meld)]
    everything = tiles_of(win.written) + win.loose
    if not win.claimed:
        # What lies open was claimed: no drawn tile is in it.
        movable = [meld for meld in movable if meld.concealed]
    named = [meld for meld in movable if meld.text == win.completes]
    return (
        win.tile not in tiles_of(movable) + win.loose
        or (win.source == "robbed_kong" and everything.count(str(win.tile)) > 1)
        or (win.completes is not None and not named)
        or any(win.tile not in meld.tiles for meld in named)
    )


def counts_of_winner(win: Winner) -> list[Count]:
    """Return every way to count the winner's hand."""
    tiles = tiles_of(win.written) + win.loose
    doubled = win.is_owner and win.options["special_owner_double"] == "yes"
    specials = []
    if not win.kongs and is_nine_lanterns(tiles):
        # "the tiles decide, however they lie"
        specials.append("nine_lanterns")
    if not win.kongs and win.only_the_completed_is_exposed:
        specials += concealed_specials(tiles)
    counts = [special_count(name, doubled=doubled) for name in specials]
    sets = 4 - sum(not is_pair(meld) for meld in win.written)
    pairs = 1 - sum(is_pair(meld) for meld in win.written)
    for groups in arrangements(in_order(win.loose), sets, pairs):
        melds = win.written + [arranged(group) for group in groups]
        for lying in as_completed(win, melds):
            counts += [
                special_count(name, doubled=doubled) for name in specials_of_sets(lying)
            ]
            counts.append(ordinary_count(winner_items(win, lying)))
    if not counts:
        raise NaiveRefusal("not_a_winning_hand")
    return counts


def as_completed(win: Winner, melds: list[Meld]) -> list[list[Meld]]:
    """Return the sets as they lie, once for each that the tile can have completed."""
    if win.source == "deal":
        return [melds]
    found = []
    for place, meld in enumerate(melds):
        if is_kong(meld) or win.tile not in meld.tiles:
            continue
        if win.completes is not None and meld.text != win.completes:
            continue
        if not meld.concealed and meld not in win.exposed_now:
            continue
        lying = melds.copy()
        if win.claimed:
            # "A set completed by the winning discard is exposed."
            lying[place] = meld._replace(concealed=False)
        found.append(lying)
    return found


def winner_items(win: Winner, melds: list[Meld]) -> list[Item]:
    """Return all that the winner's four sets and pair earn."""
    items = [item for meld in melds for item in meld_items(meld, win.own_wind)]
    items += bonus_items(win.bonus, win.seat)
    items += colour_items(colour_of(tiles_of(melds)), win.options)
    items.append(("mahjong", 20, 0))
    if not win.claimed:
        items.append(("self_drawn", 2, 0))
    if win.is_owner:
        items.append(("owner", 0, 1))
    if win.source == "deal" or win.first_turn:
        items.append(("from_heaven", 0, 2))
    return items


# The other players


def counts_of_loser(
    hand: Record, seat: str, owner: str, options: Record
) -> list[Count]:
    """Return every way to count a hand that did not win."""
    own_wind = WINDS[SEATS.index(seat)]
    written = [read_meld(text) for text in hand.get("sets", [])]
    loose = read_tiles(hand.get("tiles", ""))
    whole = bonus_items(read_tiles(hand.get("bonus", "")), seat)
    if seat == owner:
        whole.append(("owner", 0, 1))
    if options["colour_doubles_losers"] == "yes":
        whole += loser_colour(hand, tiles_of(written) + loose, options)
    counts = []
    for groups in pungs_and_pairs(loose):
        melds = written + [arranged(group) for group in groups]
        items = [item for meld in melds for item in meld_items(meld, own_wind)]
        counts.append(ordinary_count(items + whole))
    return counts


def is_nothing(hand: Record) -> bool:
    """Say whether nothing was entered: that is as good as a seat left out."""
    nothing: dict[str, Any] = {
        "sets": [],
        "tiles": "",
        "bonus": "",
        "claims": [],
        "dead": None,
        "points": None,
    }
    entered = any(hand.get(name, empty) != empty for name, empty in nothing.items())
    return not entered and not hand.get("complete", True)


def loser_colour(hand: Record, tiles: list[str], options: Record) -> list[Item]:
    """Return the doublings of a loser's colour: seen, or vouched for by claims."""
    if hand.get("complete", True):
        return colour_items(colour_of(tiles), options)
    claimed = [
        colour_items(COLOUR_CLAIMS[claim], options)
        for claim in hand.get("claims", [])
        if claim in COLOUR_CLAIMS
    ]
    # "only one of the three"
    return max(claimed, key=lambda items: items[0][2], default=[])


# A game


def naive_score(record: Record) -> Result:
    """
    Return each hand's worth, payments and scores, or raise `NaiveRefusal`.

    Each hand's `items` are a list of all that may be right: one for each way to count
    that is worth most. `beaten` are special hands that fit and were worth less.
    """
    outcome = record["outcome"]
    if record.get("owner") not in SEATS:
        raise NaiveRefusal("bad_record")
    if outcome["kind"] == "draw":
        return {"hands": {}, "payments": [], "scores": dict.fromkeys(SEATS, 0)}
    claims = [c for hand in record["hands"].values() for c in hand.get("claims", [])]
    waiting = any(claim.startswith("waiting:") for claim in claims)
    if waiting and outcome["kind"] == "win":
        # "Special hands, winner only": nothing is paid for waiting.
        raise NaiveRefusal("bad_record")
    refuse_tiles(record, KINDS, ORPHANS)
    if outcome["kind"] == "penalty":
        raise NaiveRefusal(IMPOSSIBLE)
    options = DEFAULTS | record.get("options", {})
    win = Winner(record, options)
    refuse_the_impossible(win)
    hands = {}
    for seat in SEATS:
        hand = record["hands"].get(seat)
        if hand is None or is_nothing(hand):
            hands[seat] = hand_result([ordinary_count([])])
        elif hand.get("dead") is not None:
            hands[seat] = hand_result([ordinary_count([])]) | {"dead": hand["dead"]}
        elif hand.get("points") is not None:
            hands[seat] = own_points(hand["points"])
        elif seat == win.seat:
            hands[seat] = hand_result(counts_of_winner(win))
        else:
            hands[seat] = hand_result(counts_of_loser(hand, seat, win.owner, options))
    points = {seat: hand["points"] for seat, hand in hands.items()}
    payments = settle(points, win.seat, win.owner, options["settlement"])
    scores = dict.fromkeys(SEATS, 0)
    if options["settlement"] == "credit":
        # "each player is credited his points"
        scores = points
    for payer, receiver, amount, _ in payments:
        scores[payer] -= amount
        scores[receiver] += amount
    return {"hands": hands, "payments": payments, "scores": scores}


def hand_result(counts: list[Count]) -> Result:
    """Return the best of these counts in the form of the engine's answer."""
    best = max(counts, key=lambda count: count[:3])
    ordinary = best.special is None
    return {
        "points": best.points,
        "base": best.base if ordinary else None,
        "doubles": best.doubles if ordinary else None,
        "limit": best.special,
        "dead": False,
        "items": [list(count.items) for count in counts if count[:3] == best[:3]],
        "beaten": [count.special for count in counts if count.special and ordinary],
    }


def own_points(points: int) -> Result:
    """Return the result of a hand that the player counted himself."""
    whole = hand_result([ordinary_count([])])
    return whole | {"points": points, "base": None, "doubles": None}


Debt = tuple[str, str, int, str]
"""Payer, receiver, amount and reason."""


def settle(points: dict[str, int], winner: str, owner: str, how: str) -> list[Debt]:
    """Return who owes whom what ("Settlement"), sorted."""
    if how == "credit":
        return []
    debts = []
    for payer, own in points.items():
        for receiver, amount in points.items():
            if payer in (winner, receiver):
                continue
            reason = "win" if receiver == winner else "difference"
            if reason == "difference" and how == "winner_only":
                continue
            debt = amount if reason == "win" else max(0, amount - own)
            if how == "owner_double" and owner in (payer, receiver):
                debt *= 2
            if debt:
                debts.append((payer, receiver, debt, reason))
    return sorted(debts)
