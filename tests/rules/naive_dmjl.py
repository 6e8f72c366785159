"""
A second scorer for `dmjl`: slow, plain and written apart.

It shares no code with the engine. Every arrangement is tried, and every tile that
could have completed a hand. Notation and arrangements are those of the naive scorers
of the other books; records are taken to have the right shape.
"""

from __future__ import annotations

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
    is_squirming_snake,
    meld_points,
    pair_points,
    pungs_and_pairs,
    read_meld,
    read_tiles,
    refuse_tiles,
    tiles_of,
)
from tests.rules.naive_bmja import settle
from tests.rules.naive_winde import Winner, as_completed, is_winning_tile_impossible

DEFAULTS: dict[str, Any] = {
    "limit": 500,
    "roof": "on",
    "bonus_tiles": "yes",
    "open_kong_as_concealed": "no",
    "false_mahjong": 300,
    "rounds": 4,
}
# In the order of the tables: the first of several is named.
WITHOUT_SETS = ["nine_gates", "thirteen_orphans"]
WITH_SETS = ["squirming_snake", "concealed_one_suit", "all_honours"]
WITH_SETS += ["hidden_treasure", "heads_and_tails", "fourfold_plenty"]
WITH_SETS += ["three_great_scholars", "four_blessings", "imperial_jade"]
OCCASIONS = ["heaven", "earth", "plum_blossom", "moon", "carrying_pole"]
OCCASIONS += ["twofold_fortune", "east_nine_times"]
IN_ORDER = [*WITHOUT_SETS, *WITH_SETS, *OCCASIONS]

GREENS = ["2s", "3s", "4s", "6s", "8s", "6z"]
ORPHANS = TERMINALS + HONOURS


class Count(NamedTuple):
    """One way to count a hand; the greatest is worth most."""

    points: int
    rank: int
    """Above 0 for a limit hand, the more the earlier in the tables."""
    doubles: int
    base: int
    limit: str | None


def limit_count(name: str, options: Record) -> Count:
    """Return the count of a limit hand."""
    return Count(options["limit"], len(IN_ORDER) - IN_ORDER.index(name), 0, 0, name)


def ordinary(base: int, doubles: int, options: Record) -> Count:
    """Return an ordinary count."""
    points = base * 2**doubles
    if options["roof"] == "on":
        points = min(points, options["limit"])
    return Count(points, 0, doubles, base, None)


def sets_of(melds: list[Meld]) -> list[Meld]:
    """Return the sets without the pairs."""
    return [meld for meld in melds if not is_pair(meld)]


# What everybody has ("Points, everybody"; "Doublings, everybody")


def bonus_doubles(bonus: list[str], seat: str) -> int:
    """Return how often flowers and seasons double."""
    number = str(SEATS.index(seat) + 1)
    doubles = int({number + "f", number + "y"} <= set(bonus))
    for letter in "fy":
        doubles += all(one + letter in bonus for one in "1234")
    return doubles


def everybodys_doubles(
    melds: list[Meld], own_wind: str, round_wind: str, options: Record
) -> int:
    """Return the doublings of sets of dragons and winds, and of concealed sets."""
    doubles = honour_doubles(melds, own_wind, round_wind)
    any_kong = options["open_kong_as_concealed"] == "yes"
    closed = [
        meld
        for meld in melds
        if is_pung_or_kong(meld) and (meld.concealed or (any_kong and is_kong(meld)))
    ]
    doubles += len(closed) >= 3
    kinds = {meld.tiles[0] for meld in melds if is_pung_or_kong(meld)}
    pairs = {meld.tiles[0] for meld in melds if is_pair(meld)}
    for honours, all_but_one in ((DRAGONS, 2), (WINDS, 3)):
        mine = kinds & set(honours)
        if len(mine) == all_but_one + 1:
            doubles += 2
        elif len(mine) == all_but_one and pairs & (set(honours) - mine):
            doubles += 1
    return doubles


# The winner


def without_sets(win: Winner) -> list[str]:
    """Return the limit hands without sets that the winner's tiles are."""
    tiles = sorted(tiles_of(win.written) + win.loose)
    if win.kongs or not win.only_the_completed_is_exposed or len(tiles) != 14:
        return []
    found = []
    # "Held before the winning tile"; of dealt tiles any can have come last.
    last = [str(win.tile)] if win.source != "deal" else tiles
    for suit in SUITS:
        gates = sorted(number + suit for number in "1112345678999")
        if any(tile[1] == suit and sorted([*gates, tile]) == tiles for tile in last):
            found.append("nine_gates")
    if any(sorted([*ORPHANS, tile]) == tiles for tile in ORPHANS):
        found.append("thirteen_orphans")
    return found


def with_sets(win: Winner, melds: list[Meld]) -> list[str]:
    """Return the limit hands that four sets and a pair are."""
    tiles = tiles_of(melds)
    suits = {tile[1] for tile in tiles}
    sets = sets_of(melds)
    kinds = {meld.tiles[0] for meld in sets if is_pung_or_kong(meld)}
    nothing_exposed = all(meld.concealed for meld in melds)
    no_chow = not any(is_chow(meld) for meld in melds)
    fits = {
        "squirming_snake": is_squirming_snake(melds),
        "concealed_one_suit": nothing_exposed and len(suits) == 1 and suits != {"z"},
        "all_honours": suits == {"z"},
        "hidden_treasure": nothing_exposed and no_chow and not win.claimed,
        "heads_and_tails": all(tile in TERMINALS for tile in tiles),
        "fourfold_plenty": all(is_kong(meld) for meld in sets),
        "three_great_scholars": set(DRAGONS) <= kinds,
        "four_blessings": set(WINDS) <= kinds,
        "imperial_jade": all(tile in GREENS for tile in tiles),
    }
    return [name for name, holds in fits.items() if holds]


def occasions(win: Winner) -> list[str]:
    """Return the limit hands by the way the game was won."""
    replaced = win.source in ("replacement", "replacement_bonus")
    last = "last_tile" in win.circumstances
    fits = {
        "heaven": win.source == "deal",
        "earth": win.first_turn,
        "plum_blossom": replaced and win.tile == "5p",
        "moon": last and win.source == "wall" and win.tile == "1p",
        "carrying_pole": win.source == "robbed_kong" and win.tile == "2s",
        "twofold_fortune": "kong_on_kong" in win.circumstances,
        "east_nine_times": "ninth_win" in win.circumstances,
    }
    return [name for name, holds in fits.items() if holds]


def is_only_possible(win: Winner, before: list[Meld], place: int) -> bool:
    """
    Say whether one kind of tile alone would have completed the concealed part.

    *before* are the sets as they were written, *place* the one just completed.
    """
    fixed = [
        meld
        for index, meld in enumerate(before)
        if index != place and (is_kong(meld) or not meld.concealed)
    ]
    held = tiles_of(before)
    held.remove(str(win.tile))
    free = held.copy()
    for tile in tiles_of(fixed):
        free.remove(tile)
    sets = 4 - len(sets_of(fixed))
    pairs = 1 - (len(fixed) - len(sets_of(fixed)))
    for kind in KINDS:
        if kind == win.tile or held.count(kind) >= 4:
            continue
        tiles = in_order([*free, kind])
        if arrangements(tiles, sets, pairs):
            return False
        trial = Winner(
            {
                "owner": "E",
                "hands": {win.seat: {"tiles": "".join(tiles)}},
                "outcome": {"winner": win.seat, "source": "wall", "winning_tile": kind},
            },
            {},
        )
        if not fixed and without_sets(trial):
            return False
    return True


def counts_of_winner(win: Winner, round_wind: str, options: Record) -> list[Count]:
    """Return every way to count the winner's hand."""
    by_occasion = occasions(win)
    names = without_sets(win)
    counts = [limit_count(one, options) for one in names + by_occasion * bool(names)]
    sets = 4 - len(sets_of(win.written))
    pairs = 1 - (len(win.written) - len(sets_of(win.written)))
    for groups in arrangements(in_order(win.loose), sets, pairs):
        melds = win.written + [arranged(group) for group in groups]
        for lying in as_completed(win, melds):
            names = with_sets(win, lying) + by_occasion
            counts += [limit_count(name, options) for name in names]
            if not names:
                counts += [
                    counted(win, melds, lying, place, round_wind, options)
                    for place in places_completed(win, melds, lying)
                ]
    if not counts:
        raise NaiveRefusal("not_a_winning_hand")
    return counts


def places_completed(win: Winner, melds: list[Meld], lying: list[Meld]) -> list[int]:
    """Return the places of the sets that the tile completed if they lie so."""
    if win.claimed:
        changed = [i for i, meld in enumerate(melds) if lying[i] != meld]
        if changed:
            return changed
    return [
        place
        for place, meld in enumerate(melds)
        if not is_kong(meld)
        and win.tile in meld.tiles
        and win.completes in (None, meld.text)
        and (meld.concealed != win.claimed)
        and (meld.concealed or meld in win.exposed_now)
    ]


def counted(
    win: Winner,
    before: list[Meld],
    melds: list[Meld],
    place: int,
    round_wind: str,
    options: Record,
) -> Count:
    """Return the ordinary count of a winner's four sets and a pair."""
    tiles = tiles_of(melds)
    suits = {tile[1] for tile in tiles if tile not in HONOURS}
    honours = any(tile in HONOURS for tile in tiles)
    points = sum(meld_points(meld, win.own_wind, round_wind) for meld in melds)
    base = points + 20 + 4 * len(win.bonus)
    if is_pair(melds[place]):
        base += 4 if melds[place].tiles[0] in ORPHANS else 2
    base += 2 * is_only_possible(win, before, place)
    base += 2 * (not win.claimed)
    doubles = everybodys_doubles(melds, win.own_wind, round_wind, options)
    doubles += bonus_doubles(win.bonus, win.seat)
    chows = [meld for meld in melds if is_chow(meld)]
    [pair] = [meld for meld in melds if is_pair(meld)]
    doubles += not chows
    pair_is_worth = pair_points(pair.tiles[0], win.own_wind, round_wind) > 0
    doubles += len(chows) == 4 and not pair_is_worth
    doubles += all(meld.concealed for meld in melds)
    if len(suits) == 1:
        doubles += 1 if honours else 3
    doubles += all(tile in ORPHANS for tile in tiles)
    doubles += win.source in ("replacement", "replacement_bonus")
    doubles += "last_tile" in win.circumstances
    doubles += win.source == "robbed_kong"
    doubles += bool(win.hand.get("original_call"))
    return ordinary(base, doubles, options)


# The other players


def count_of_loser(hand: Record, seat: str, round_wind: str, options: Record) -> Count:
    """Return the best count of a hand that did not win."""
    own_wind = WINDS[SEATS.index(seat)]
    written = [read_meld(text) for text in hand.get("sets", [])]
    bonus = read_tiles(hand.get("bonus", ""))
    counts = []
    for groups in pungs_and_pairs(read_tiles(hand.get("tiles", ""))):
        melds = written + [arranged(group) for group in groups]
        base = sum(meld_points(meld, own_wind, round_wind) for meld in melds)
        doubles = everybodys_doubles(melds, own_wind, round_wind, options)
        doubles += bonus_doubles(bonus, seat)
        counts.append(ordinary(base + 4 * len(bonus), doubles, options))
    return max(counts)


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
        "ninth_win" in win.circumstances and win.seat != "E",
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


def penalty_payments(
    outcome: Record, options: Record
) -> list[tuple[str, str, int, str]]:
    """Return what a fault costs that ended the game ("Penalties")."""
    named = outcome["offender"]
    offenders = [named] if isinstance(named, str) else named
    if outcome["offence"] == "false_naming":
        fine = 100
    else:
        cheap = options["false_mahjong"] == 100
        fine = {1: 100 if cheap else 300, 2: 75 if cheap else 150, 3: 100}[
            len(offenders)
        ]
    return sorted(
        (payer, payee, fine, "penalty")
        for payer in offenders
        for payee in SEATS
        if payee not in offenders
    )


def naive_score(record: Record) -> Result:
    """Return each hand's worth, payments and scores, or raise `NaiveRefusal`."""
    options = DEFAULTS | record.get("options", {})
    if record["outcome"]["kind"] == "penalty":
        return scored({}, penalty_payments(record["outcome"], options))
    if options["bonus_tiles"] == "no":
        if any(hand.get("bonus") for hand in record["hands"].values()):
            raise NaiveRefusal("bad_tile")
        if record["outcome"]["source"] == "replacement_bonus":
            raise NaiveRefusal(IMPOSSIBLE)
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
    return scored(hands, settle(points_of, win))


def scored(
    hands: dict[str, Result], payments: list[tuple[str, str, int, str]]
) -> Result:
    """Return the whole answer."""
    scores = dict.fromkeys(SEATS, 0)
    for payer, receiver, amount, _ in payments:
        scores[payer] -= amount
        scores[receiver] += amount
    return {"hands": hands, "payments": payments, "scores": scores}


def result_of(count: Count) -> Result:
    """Return a count in the form of the engine's answer."""
    is_ordinary = count.limit is None
    return {
        "points": count.points,
        "base": count.base if is_ordinary else None,
        "doubles": count.doubles if is_ordinary else None,
        "limit": count.limit,
        "dead": False,
    }
