"""What a half-entered game comes to, as data that the table screen puts in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from clubscore.partie import engine
from clubscore.partie.engine import Foretold, Said, Table, Terms
from clubscore.partie.refusing import refusal_of, sentence_with
from clubscore.partie.telling import Names


def answer_of(
    terms: Terms, table: Table, said: Said, found: Foretold, names: Names
) -> dict[str, Any]:
    """
    Return what the hands are worth, who pays whom, and what is wrong, by player.

    *names* are asked for only where *found* has something to say to somebody.
    """
    result = found.result
    hands = (
        {
            table.winds[seat]: _hand(terms, hand)
            for seat, hand in result["hands"].items()
            if seat not in found.left_out
        }
        if result is not None
        else {}
    )
    payments = None
    if found.is_whole and result is not None:
        payments = [
            {
                "from": table.winds[one["from"]],
                "to": table.winds[one["to"]],
                "amount": one["amount"],
            }
            for one in result["payments"]
        ]
    return {
        "hands": hands,
        "payments": payments,
        "credited": terms.rules.paying.is_credit,
        "errors": [refusal_of(one, table, said, names) for one in found.problems],
        "warnings": [
            {
                "code": one.code,
                "player": table.winds.get(one.seat or ""),
                "message": sentence_with(
                    one, {seat: names[key] for seat, key in table.winds.items()}
                ),
            }
            for one in found.notices
        ],
        "contradicted": {
            key: ruled_out
            for key, hand in said["hands"].items()
            if isinstance(hand, dict)
            and (ruled_out := engine.contradicted(terms, hand))
        },
    }


def _hand(terms: Terms, hand: Mapping[str, Any]) -> dict[str, Any]:
    limit = engine.rule_called(terms, hand["limit"]) if hand["limit"] else None
    return {
        "points": hand["points"],
        "dead": hand["dead"] is not False,
        "limit": gettext(limit.name) if limit is not None else "",
    }
