"""Whatever a hand of a club's own can be, the form says it, and shows it again."""

from typing import Any

import pytest

from clubscore.books import own_hands
from tests.rules.own_blocks import NTS_ITEMS, NTS_LIMIT_HANDS

HANDS: dict[str, dict[str, Any]] = {
    **{key: {"fits": said} for key, said in NTS_ITEMS.items()},
    **NTS_LIMIT_HANDS,
    "own_wind": {"fits": {"sets": [["kong", "own"], ["pair", "ax+2"]]}},
    "counted": {
        "fits": {"pungs": [2, 4], "concealed_pungs": 1},
        "limit_hand": True,
    },
    "any_wind": {"tiles": {"each": ["W", "W", "D", *["a1"] * 10], "one_of": ["5z"]}},
    "replaces": {"fits": {"chows": 0}, "who": "everybody", "replaces": ["a", "b"]},
}


@pytest.mark.parametrize("key", HANDS)
def test_a_hand_comes_out_of_the_form_as_it_went_in(key: str) -> None:
    said = HANDS[key]
    form = said.get("fits", said.get("tiles"))
    of_won = form if isinstance(form, dict) else {}
    won = {one: of_won[one] for one in ("circumstances",) if one in of_won}
    # A winner's hand says in its example how it was won; another tile was discarded.
    source = {"source": of_won["sources"][0]} if "sources" in of_won else {}
    yes = {"hand": "(123m)(456m)(789m)55z(222p)", **source, **won}
    hand: dict[str, Any] = {
        "key": key,
        "name": key.title(),
        "definition": "What it is.",
        "points": 7,
        **said,
        "yes": [yes if len(yes) > 1 else yes["hand"], "(111m)(456m)(789m)55z(222p)"],
        "no": [
            {
                "hand": "(123m)(456m)(789m)55z(333p)",
                "source": "discard",
                "circumstances": ["last_tile"],
            },
            "22z",
        ],
    }
    typed = own_hands.typed_of(hand, ["points"])
    again = own_hands.hand_said(typed, {"points": 7}, key, hand)
    assert again is not None
    assert sorted_texts(again) == sorted_texts(hand)


def sorted_texts(value: Any) -> Any:
    """Return what says the same: in what order ways and kinds are named is nothing."""
    if isinstance(value, dict):
        return {
            key: sorted(one)
            if key in {"only", "pairs", "sources", "circumstances"}
            else sorted_texts(one)
            for key, one in value.items()
        }
    return [*map(sorted_texts, value)] if isinstance(value, list) else value
