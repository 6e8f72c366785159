"""Where the winning tile lies in a dealt record: what the completed set depends on."""

from __future__ import annotations

from tests.rules.dealt_tiles import Record
from tests.rules.naive import is_kong, read_meld, read_tiles

CASES = [
    "claimed, exposed only, null",
    "claimed, concealed only, null",
    "claimed, both, null",
    "claimed, both, exposed named",
    "claimed, both, concealed named",
    "claimed, exposed only, exposed named",
    "drawn, both, null",
    "drawn, both, exposed named",
    "drawn, both, concealed named",
    "drawn, exposed only, null",
]


def case_of(record: Record) -> str:
    """Return how the tile was got, what holds it, and what the record names."""
    outcome = record["outcome"]
    if outcome["kind"] != "win" or outcome["source"] == "deal":
        return ""
    hand, tile = record["hands"].get(outcome["winner"], {}), outcome["winning_tile"]
    melds = [read_meld(text) for text in hand.get("sets", [])]
    holders = {one.concealed for one in melds if tile in one.tiles and not is_kong(one)}
    if tile in read_tiles(hand.get("tiles", "")):
        holders.add(True)
    if not holders:
        return ""
    got = "claimed" if outcome["source"] in ("discard", "robbed_kong") else "drawn"
    held = "both" if len(holders) == 2 else "concealed only"
    if holders == {False}:
        held = "exposed only"
    completes = outcome.get("completes")
    named = "null"
    if completes is not None:
        named = "concealed named" if completes.startswith("(") else "exposed named"
    return f"{got}, {held}, {named}"
