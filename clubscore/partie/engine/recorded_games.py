"""Records of the contract as games of a partie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubscore.partie.entries import RecordedGame
from clubscore.rules.hands import Dead
from clubscore.rules.people import outcome_with, with_keys
from clubscore.rules.table.table_seats import Table, Terms


def game_of(terms: Terms, table: Table, record: Mapping[str, Any]) -> RecordedGame:
    """
    Return the game of a record, with players instead of seats.

    Of a draw no hands are kept, for nobody looks at them, so that nobody would find a
    fault in them: only that a hand is dead, where the rules fine its player for it.
    """

    def player_on(seat: Any) -> Any:
        return table.winds.get(seat, seat) if isinstance(seat, str) else seat

    outcome = record.get("outcome")
    hands = record.get("hands", {})
    is_draw = isinstance(outcome, dict) and outcome.get("kind") == "draw"
    if is_draw and isinstance(hands, dict) and "scores" not in record:
        hands = _dead(hands) if terms.rules.paying.fines_dead_hands else {}
    return RecordedGame(
        hands=with_keys(hands, player_on),
        outcome=outcome_with(outcome, player_on),
        scores=with_keys(record.get("scores"), player_on),
        limit=record.get("limit") or None,
        remark=record.get("remark") or "",
        east=table.dealer,
    )


def _dead(hands: Mapping[str, Any]) -> dict[str, Any]:
    """Return of hands only which are dead by what is fined."""
    fined = Dead.FALSE_MAHJONG.value
    return {
        seat: {"dead": fined}
        for seat, hand in hands.items()
        if isinstance(hand, dict) and hand.get("dead") == fined
    }
