"""Items and limit hands of our own books, said again in the blocks of a club's book."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Pattern = dict[str, Any]


def suit(*ranks: int) -> list[str]:
    """Return the tiles of these ranks of one suit."""
    return [f"a{rank}" for rank in ranks]


ONE_TO_NINE = suit(*range(1, 10))
FOUR_WINDS = ["1z", "2z", "3z", "4z"]
THREE_DRAGONS = ["5z", "6z", "7z"]
ORPHANS = [f"{rank}{one}" for one in "mps" for rank in (1, 9)]
ORPHANS += [*FOUR_WINDS, *THREE_DRAGONS]
SELF_DRAWN = ["wall", "replacement", "replacement_bonus", "deal"]


OWN_SUIT = ["a", "honours"]
CLEAN = {"only": OWN_SUIT, "at_least": {"a": 1, "honours": 1}}
ODD = [f"13579{one}" for one in "mps"]


def sets(*named: tuple[str, str]) -> Pattern:
    """Return the pattern of sets."""
    return {"sets": [list(one) for one in named]}


NTS_ITEMS: dict[str, Pattern | list[Pattern]] = {
    "three_concealed_kongs": {"concealed_kongs": [3, 4]},
    "four_kongs": {"kongs": 4},
    "clean": [
        {"only": ["a", "honours"], "at_least": {"a": 1, "honours": 1}},
        {"only": ["terminals", "honours"]},
    ],
    "very_clean": [
        {"only": [f"19{one}", "honours"], "at_least": {f"19{one}": 1, "honours": 1}}
        for one in "mps"
    ],
    "pure": [{"only": ["a"]}, {"only": ["honours"]}],
    "bird_eats_cake": {"circumstances": ["bird_eats_cake"]},
    "fully_concealed": {"concealed": True, "sources": SELF_DRAWN},
    "small_four_winds": sets(*[("pung", "W")] * 3, ("pair", "W")),
    "small_three_dragons": sets(*[("pung", "D")] * 2, ("pair", "D")),
    "four_chows": {"pungs": 0},
    "all_pungs": {"chows": 0},
    "only_simples": {"only": ["simples"]},
    "robbed_kong": {"sources": ["robbed_kong"]},
    "kong_on_kong": {"circumstances": ["kong_on_kong"]},
}
NTS_REPLACES = {
    "very_clean": ["said_clean"],
    "pure": ["said_very_clean", "said_clean"],
    "four_kongs": ["said_three_concealed_kongs"],
}
"""Of which only the highest counts."""
NTS_ITEMS_NOT_SAID = {
    "single sets": "own items are of the whole hand",
    "three_concealed_pungs": "an open kong counts as a concealed pung",
    "four_concealed_pungs": "an open kong counts as a concealed pung",
    "mahjong": "every winning hand fits, and an example must not",
    "completes_pair": "which set the winning tile completed",
    "only_possible_tile": "whether another tile would have won",
    "self_drawn": "a claim of bird eats cake is drawn too",
    "last_tile": "each tile has its own item",
    "last_tile_circle_1": "which tile won",
    "replacement_tile": "each tile has its own item",
    "replacement_tile_circle_5": "which tile won",
    "bonus tiles": "flowers and seasons are changed, not added",
}
"""Why these are not said in blocks."""

NTS_LIMIT_HANDS: dict[str, dict[str, Any]] = {
    "nine_gates": {
        "tiles": {
            "each": [*suit(1, 1), *ONE_TO_NINE, *suit(9, 9)],
            "one_of": ONE_TO_NINE,
        }
    },
    "thirteen_orphans": {"tiles": {"each": ORPHANS, "one_of": ORPHANS}},
    "honour_pairs": {"tiles": {"pairs": ["honours"]}},
    "wind_snake": {
        "tiles": {
            "each": [*ONE_TO_NINE, *FOUR_WINDS],
            "one_of": [*ONE_TO_NINE, *FOUR_WINDS],
        }
    },
    "dragon_snake": {
        "tiles": [
            {"each": [*ONE_TO_NINE, *THREE_DRAGONS, wind, wind]} for wind in FOUR_WINDS
        ]
    },
    "peking_court": {
        "tiles": {"each": [*suit(*range(1, 8)), *FOUR_WINDS, *THREE_DRAGONS]}
    },
    "pure_pairs": {"tiles": {"pairs": ["a"]}},
    "very_clean_pairs": {
        "tiles": [{"pairs": [f"19{one}", "honours"]} for one in "mps"]
    },
    "clean_pairs": {"tiles": {"pairs": ["a", "honours"]}},
    "seven_pairs": {"tiles": {"pairs": ["any"]}},
    "squirming_snake": {
        "fits": [
            sets(("pung", "a1"), ("pung", "a9"), ("pair", f"a{pair}"), *chows)
            for pair, chows in (
                (2, (("chow", "a3"), ("chow", "a6"))),
                (5, (("chow", "a2"), ("chow", "a6"))),
                (8, (("chow", "a2"), ("chow", "a5"))),
            )
        ]
    },
    "four_winds": {"fits": sets(*[("pung", "W")] * 4)},
    "three_dragons": {"fits": sets(*[("pung", "D")] * 3)},
    "jade": {"fits": {"only": ["green"]}},
    "heads_and_tails": {"fits": {"only": ["terminals"], "chows": 0}},
    "four_concealed_kongs": {"fits": {"concealed_kongs": 4}},
}
NTS_LIMIT_HANDS_NOT_SAID = {
    "heaven": "an occasion: whatever the dealt tiles are",
    "earth": "an occasion: whatever shape wins in the first turn",
}
"""Why these are not said in blocks."""


WINDE_ITEMS: dict[str, Pattern | list[Pattern]] = {
    "self_drawn": {"sources": SELF_DRAWN},
    "from_heaven": [{"sources": ["deal"]}, {"circumstances": ["first_turn"]}],
    "half_flush": CLEAN,
    "full_flush": {"only": ["a"]},
    "all_honours": {"only": ["honours"]},
}
WINDE_ITEMS_NOT_SAID = {
    "single sets": "own items are of the whole hand",
    "mahjong": "every winning hand fits, and an example must not",
    "owner": "whose game it is",
    "bonus tiles": "flowers and seasons are changed, not added",
}
WINDE_LIMIT_HANDS: dict[str, dict[str, Any]] = {
    "great_sequence": {
        "tiles": [
            {
                "each": [*ONE_TO_NINE, *FOUR_WINDS],
                "one_of": [*ONE_TO_NINE, *FOUR_WINDS],
            },
            {"each": [*ONE_TO_NINE, *THREE_DRAGONS, "W", "W"]},
        ]
    },
    "seven_pairs": {"tiles": {"pairs": ["any"]}},
    "one_suit_pairs": {"tiles": {"pairs": OWN_SUIT}},
    "terminal_pairs": {"tiles": {"pairs": ["terminals", "honours"]}},
    "honour_pairs": {"tiles": {"pairs": ["honours"]}},
    "odd_pungs": {"fits": [{"only": [one], "chows": 0} for one in ODD]},
    "green": {"fits": {"only": ["green"]}},
    "four_winds": {"fits": sets(*[("pung", "W")] * 4)},
    "four_joys": {"fits": sets(*[("pung", "W")] * 4, ("pair", "D"))},
    "one_suit_chows": {
        "fits": {
            **sets(*(("chow", f"a{rank}") for rank in (1, 3, 5, 7))),
            "only": OWN_SUIT,
        }
    },
}
WINDE_LIMIT_HANDS_NOT_SAID = {
    "nine_lanterns": "a hand without sets that may lie open",
    "thirteen_orphans": "a hand of thirteen tiles, whatever the fourteenth is",
}

BMJA_ITEMS: dict[str, Pattern | list[Pattern]] = {
    "self_drawn": {"sources": ["wall", "deal"]},
    "no_chow": {"chows": 0},
    "one_suit_with_honours": CLEAN,
    "terminals_and_honours": {"only": ["terminals", "honours"]},
    "concealed_hand": [
        {**sets(("pung", one), *more), "concealed": True, **chows}
        for one in "WD"
        for more, chows in (((), {"chows": [1, 4]}), ((("pung", "ax"),), {}))
    ],
    "loose_tile": {"sources": ["replacement", "replacement_bonus"]},
    "last_tile": {"circumstances": ["last_tile"]},
    "robbed_kong": {"sources": ["robbed_kong"]},
}
BMJA_ITEMS_NOT_SAID = {
    "single sets": "own items are of the whole hand",
    "bonus tiles": "flowers and seasons are changed, not added",
    "mahjong": "every winning hand fits, and an example must not",
    "original_call": "what was called before the first discard",
    "original_call_won": "what was called before the first discard",
}
BMJA_LIMIT_HANDS: dict[str, dict[str, Any]] = {
    "unique_wonders": {"tiles": {"each": ORPHANS, "one_of": ORPHANS}},
    "wriggling_snake": {"tiles": {"each": [*ONE_TO_NINE, "a1", *FOUR_WINDS]}},
    "all_pair_honours": {"tiles": {"pairs": ["terminals", "honours"]}},
    "all_winds_and_dragons": {"fits": {"only": ["honours"], "chows": 0}},
    "heads_and_tails": {"fits": {"only": ["terminals"], "chows": 0}},
    "fourfold_plenty": {"fits": {"kongs": 4}},
    "three_great_scholars": {"fits": {**sets(*[("pung", "D")] * 3), "chows": 0}},
    "four_blessings": {"fits": sets(*[("pung", "W")] * 4)},
    "imperial_jade": {"fits": {"only": ["green"], "chows": 0}},
}
BMJA_LIMIT_HANDS_NOT_SAID = {
    "gates_of_heaven": "which tile may be claimed",
    "knitting": "several pairs of one number in two suits",
    "triple_knitting": "several sets of one number in three suits",
    "buried_treasure": "a pung claimed last counts as concealed",
    "purity": "worth its own points, doubled",
    "heaven": "an occasion: whatever the dealt tiles are",
    "earth": "an occasion: whatever shape wins in the first turn",
    "plum_blossom": "an occasion: which tile won",
    "moon": "an occasion: which tile won",
    "twofold_fortune": "an occasion: whatever shape wins so",
    "carrying_pole": "an occasion: which tile won",
}

DMJL_ITEMS: dict[str, Pattern | list[Pattern]] = {
    "three_concealed_pungs": [
        {"concealed_pungs": [3, 4]},
        *(
            {"concealed_pungs": 3 - kongs, "concealed_kongs": [kongs, kongs + 1]}
            for kongs in (1, 2, 3)
        ),
    ],
    "small_three_dragons": sets(*[("pung", "D")] * 2, ("pair", "D")),
    "big_three_dragons": sets(*[("pung", "D")] * 3),
    "small_four_winds": sets(*[("pung", "W")] * 3, ("pair", "W")),
    "big_four_winds": sets(*[("pung", "W")] * 4),
    "self_drawn": {"sources": SELF_DRAWN},
    "no_chow": {"chows": 0},
    "concealed_hand": {"concealed": True, "sources": SELF_DRAWN},
    "one_suit_with_honours": CLEAN,
    "one_suit": {"only": ["a"]},
    "terminals_and_honours": {"only": ["terminals", "honours"]},
    "replacement_tile": {"sources": ["replacement", "replacement_bonus"]},
    "last_tile": {"circumstances": ["last_tile"]},
    "robbed_kong": {"sources": ["robbed_kong"]},
}
DMJL_ITEMS_NOT_SAID = {
    "single sets": "own items are of the whole hand",
    "bonus tiles": "flowers and seasons are changed, not added",
    "mahjong": "every winning hand fits, and an example must not",
    "completes_pair": "which set the winning tile completed",
    "completes_pair_major": "which set the winning tile completed",
    "only_possible_tile": "whether another tile would have won",
    "no_value": "what the pair is not",
    "original_call": "what was called before the first discard",
}
DMJL_LIMIT_HANDS: dict[str, dict[str, Any]] = {
    "thirteen_orphans": {"tiles": {"each": ORPHANS, "one_of": ORPHANS}},
    "squirming_snake": NTS_LIMIT_HANDS["squirming_snake"],
    "concealed_one_suit": {
        "fits": {"only": ["a"], "concealed": True, "sources": SELF_DRAWN}
    },
    "all_honours": {"fits": {"only": ["honours"], "chows": 0}},
    "hidden_treasure": {"fits": {"chows": 0, "concealed": True, "sources": SELF_DRAWN}},
    "heads_and_tails": {"fits": {"only": ["terminals"], "chows": 0}},
    "fourfold_plenty": {"fits": {"kongs": 4}},
    "three_great_scholars": {"fits": sets(*[("pung", "D")] * 3)},
    "four_blessings": {"fits": sets(*[("pung", "W")] * 4)},
    "imperial_jade": {"fits": {"only": ["green"]}},
}
DMJL_LIMIT_HANDS_NOT_SAID = {
    "nine_gates": "what must be there before the winning tile",
    "heaven": "an occasion: whatever the dealt tiles are",
    "earth": "an occasion: whatever shape wins in the first turn",
    "plum_blossom": "an occasion: which tile won",
    "moon": "an occasion: which tile won",
    "twofold_fortune": "an occasion: whatever shape wins so",
    "carrying_pole": "an occasion: which tile won",
    "east_nine_times": "an occasion: whatever shape wins so",
}


SCHMALE_ITEMS: dict[str, Pattern | list[Pattern]] = {
    "self_drawn": {"sources": SELF_DRAWN},
    "last_tile": {"circumstances": ["last_tile"], "sources": ["wall"]},
    "robbed_kong": {"sources": ["robbed_kong"]},
    "replacement_tile": {"sources": ["replacement", "replacement_bonus"]},
    "kong_on_kong": {"circumstances": ["kong_on_kong"]},
    "all_chows": {"pungs": 0},
    "all_pungs": {"chows": 0},
    "half_flush": CLEAN,
    "full_flush": {"only": ["a"]},
}
SCHMALE_REPLACES = {"kong_on_kong": ["said_replacement_tile"]}
SCHMALE_ITEMS_NOT_SAID = {
    "single sets": "own items are of the whole hand",
    "bonus tiles": "flowers and seasons are changed, not added",
    "no_honour": "whether flowers or seasons lie beside the hand",
}
SCHMALE_LIMIT_HANDS: dict[str, dict[str, Any]] = {
    "thirteen_orphans": {"tiles": {"each": ORPHANS, "one_of": ORPHANS}},
    "big_four_winds": {"fits": sets(*[("pung", "W")] * 4)},
    "small_four_winds": {"fits": sets(*[("pung", "W")] * 3, ("pair", "W"))},
    "big_three_dragons": {"fits": sets(*[("pung", "D")] * 3)},
    "all_terminals": {"fits": {"only": ["terminals"], "chows": 0}},
    "all_honours": {"fits": {"only": ["honours"], "chows": 0}},
}
SCHMALE_LIMIT_HANDS_NOT_SAID = {
    "heaven": "an occasion: whatever the dealt tiles are",
    "earth": "an occasion: whatever shape wins in the first turn",
    "four_concealed_pungs": "which set the winning tile completed",
    "nine_sons": "what must be there before the winning tile",
}

HKOS_ITEMS: dict[str, Pattern | list[Pattern]] = {
    "self_drawn": {"sources": SELF_DRAWN},
    "last_tile": {"circumstances": ["last_tile"]},
    "robbed_kong": {"sources": ["robbed_kong"]},
    "replacement_tile": {"sources": ["replacement"]},
    "kong_on_kong": {"circumstances": ["kong_on_kong"]},
    "all_chows": {"pungs": 0},
    "small_three_dragons": sets(*[("pung", "D")] * 2, ("pair", "D")),
    "big_three_dragons": sets(*[("pung", "D")] * 3),
    "small_four_winds": sets(*[("pung", "W")] * 3, ("pair", "W")),
    "half_flush": CLEAN,
    "full_flush": {"only": ["a"]},
    "terminals_and_honours": {"only": ["terminals", "honours"], "chows": 0},
}
HKOS_ITEMS_NOT_SAID = {
    "single sets": "own items are of the whole hand",
    "bonus tiles": "flowers and seasons are changed, not added",
    "concealed_hand": "what lay open before the winning tile",
    "four_concealed_pungs": "what lay open before the winning tile",
    "all_pungs": "gives way to four concealed pungs, which are not said",
}
HKOS_LIMIT_HANDS: dict[str, dict[str, Any]] = {
    "thirteen_orphans": {"tiles": {"each": ORPHANS, "one_of": ORPHANS}},
    "big_four_winds": {"fits": sets(*[("pung", "W")] * 4)},
    "four_kongs": {"fits": {"kongs": 4}},
    "all_honours": {"fits": {"only": ["honours"], "chows": 0}},
    "all_terminals": {"fits": {"only": ["terminals"], "chows": 0}},
}
HKOS_LIMIT_HANDS_NOT_SAID = {
    "heaven": "an occasion: whatever the dealt tiles are",
    "earth": "an occasion: whatever shape wins in the first turn",
    "nine_gates": "what must be there before the winning tile",
}


@dataclass(frozen=True)
class InBlocks:
    """One of our books, as far as it can be said in blocks, and why not the rest."""

    items: dict[str, Pattern | list[Pattern]]
    items_not_said: dict[str, str]
    limit_hands: dict[str, dict[str, Any]]
    limit_hands_not_said: dict[str, str]
    replaces: dict[str, list[str]] = field(default_factory=dict)


IN_BLOCKS = {
    "nts": InBlocks(
        NTS_ITEMS,
        NTS_ITEMS_NOT_SAID,
        NTS_LIMIT_HANDS,
        NTS_LIMIT_HANDS_NOT_SAID,
        NTS_REPLACES,
    ),
    "spiel-der-winde": InBlocks(
        WINDE_ITEMS,
        WINDE_ITEMS_NOT_SAID,
        WINDE_LIMIT_HANDS,
        WINDE_LIMIT_HANDS_NOT_SAID,
    ),
    "bmja": InBlocks(
        BMJA_ITEMS, BMJA_ITEMS_NOT_SAID, BMJA_LIMIT_HANDS, BMJA_LIMIT_HANDS_NOT_SAID
    ),
    "dmjl": InBlocks(
        DMJL_ITEMS, DMJL_ITEMS_NOT_SAID, DMJL_LIMIT_HANDS, DMJL_LIMIT_HANDS_NOT_SAID
    ),
    "schmale": InBlocks(
        SCHMALE_ITEMS,
        SCHMALE_ITEMS_NOT_SAID,
        SCHMALE_LIMIT_HANDS,
        SCHMALE_LIMIT_HANDS_NOT_SAID,
        SCHMALE_REPLACES,
    ),
    "hkos": InBlocks(
        HKOS_ITEMS,
        HKOS_ITEMS_NOT_SAID,
        HKOS_LIMIT_HANDS,
        HKOS_LIMIT_HANDS_NOT_SAID,
        SCHMALE_REPLACES,
    ),
}
"""Our classical books."""

OF_LOSERS = {
    "big_three_dragons": "555z 666z 777z 234p 99s",
    "big_four_winds": "111z 222z 333z 444z 55m",
}
"""Whole hands of items whose own example is a part, of one that did not win."""
