"""
A half-entered game as a screen shows it: points, payments, and what is wrong.

It is data by player, alike from the server and from a phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubscore.rules.figures import figure
from clubscore.rules.sentences import Language
from clubscore.rules.table.counted_game import Charge, freely, rule_called
from clubscore.rules.table.explained_game import HandLine, sheet_of
from clubscore.rules.table.game_text import Names, refusal_of, sentence_with
from clubscore.rules.table.half_entered import Foretold, contradicted
from clubscore.rules.table.table_seats import Entered, Table, Terms


def answer_of(
    words: Language,
    terms: Terms,
    table: Table,
    game: Entered,
    found: Foretold,
    names: Names,
) -> dict[str, Any]:
    """
    Return what the hands are worth, who pays whom, and what is wrong, by player.

    *names* are asked for only where *found* has something to say to somebody.
    """
    result, rules = found.result, terms.rules
    entered: Mapping[str, Any] = game.hands
    hands = (
        {
            table.winds[seat]: _hand(words, terms, hand)
            for seat, hand in result["hands"].items()
            if seat not in found.left_out
        }
        if result is not None
        else {}
    )
    payments = scores = None
    if found.is_whole and result is not None:
        payments = [
            {
                "from": table.winds[one["from"]],
                "to": table.winds[one["to"]],
                "amount": one["amount"],
            }
            for one in result["payments"]
        ]
        scores = {table.winds[seat]: one for seat, one in result["scores"].items()}
    return {
        "hands": hands,
        "payments": payments,
        "scores": scores,
        "credited": rules.paying.is_credit,
        "errors": [
            refusal_of(words, one, table, game, names) for one in found.problems
        ],
        "warnings": [
            {
                "code": one.code,
                "player": table.winds.get(one.seat or ""),
                "message": sentence_with(
                    words, one, {seat: names[key] for seat, key in table.winds.items()}
                ),
            }
            for one in found.notices
        ],
        "contradicted": {
            key: ruled_out
            for key, hand in entered.items()
            if isinstance(hand, dict) and (ruled_out := contradicted(rules, hand))
        },
    }


def _hand(words: Language, terms: Terms, hand: Mapping[str, Any]) -> dict[str, Any]:
    limit = rule_called(terms, hand["limit"]) if hand["limit"] else None
    return {
        "points": hand["points"],
        "dead": hand["dead"] is not False,
        "limit": words.gettext(limit.name) if limit is not None else "",
    }


# Why it is worth that -----------------------------------------------------------


def why_of(
    words: Language,
    terms: Terms,
    table: Table,
    game: Entered,
    found: Foretold,
    names: Names,
    charge: Charge = freely,
) -> dict[str, Any]:
    """Return every hand that can be counted already, item by item, as data."""
    if found.result is None:
        return {"heading": "", "payments": [], "hands": []}
    result: Any = dict(found.result)
    result["hands"] = {
        seat: hand
        for seat, hand in result["hands"].items()
        if seat not in found.left_out
    }
    if not found.is_whole:
        result["payments"] = []
    sheet = sheet_of(
        words,
        terms,
        table,
        game,
        result,
        names,
        notices=(),
        uses_chips=False,
        expected=table.dealer,
        charge=charge,
    )
    return {
        "heading": words.gettext("Who pays whom"),
        "payments": [
            {
                "payer": one.payer,
                "payee": one.payee,
                "amount": one.amount,
                "why": one.why,
            }
            for one in sheet.payments
        ],
        "hands": [_why_hand(words, one) for one in sheet.hands],
    }


def _why_hand(words: Language, hand: HandLine) -> dict[str, Any]:
    note = _note(words, hand)
    shows_items = note == ""
    kind = (
        words.gettext("one tile short")
        if hand.is_waiting
        else words.gettext("limit hand")
    )
    return {
        "key": hand.key,
        "player": hand.player,
        "points": hand.points,
        "note": note,
        "limit": hand.limit if shows_items else "",
        "kind": kind if shows_items and hand.limit else "",
        "items": [
            {
                "name": one.name,
                "by": one.by,
                "definition": one.definition,
                "section": one.section,
                "worth": one.worth,
            }
            for one in hand.items
            if shows_items
        ],
        "sum": _sum(hand) if shows_items else [],
    }


def _note(words: Language, hand: HandLine) -> str:
    """Return what is said of a hand in place of its items."""
    if hand.dead:
        sentence = words.gettext("A dead hand (%(reason)s): 0 points.")
        return sentence % {"reason": hand.dead}
    if hand.is_own_count:
        return words.gettext("The player’s own count.")
    if not hand.items:
        return words.gettext("Nothing in this hand scores.")
    return ""


def _sum(hand: HandLine) -> list[str]:
    """Return how the items add up, and what became of that."""
    if hand.looked_up:
        return [hand.looked_up]
    if hand.beside:
        return [hand.beside]
    if hand.base is None:
        return []
    base, factor, product = map(figure, (hand.base, hand.factor, hand.product))
    return [f"{base} × {factor} = {product}", *hand.notes]
