"""Items and limit hands of our own books, said again in the blocks of a club's book."""

from __future__ import annotations

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
    "very_clean": ["own_clean"],
    "pure": ["own_very_clean", "own_clean"],
    "four_kongs": ["own_three_concealed_kongs"],
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
