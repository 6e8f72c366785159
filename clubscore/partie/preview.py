"""What a half-entered game comes to, answered to the screen on which it is entered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.http import JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext

from clubscore.partie import counted_game, engine
from clubscore.partie.engine import Foretold, Table, Terms, Underway
from clubscore.partie.entries import Game
from clubscore.partie.outcome_text import Names
from clubscore.partie.refusals import refusal_of, sentence_with

if TYPE_CHECKING:
    from clubscore.partie.pages import Seen


def is_game(said: object, east: object) -> bool:
    """Tell whether what a screen sent has the shape of a game that names players."""
    return (
        isinstance(said, dict)
        and isinstance(said.get("hands"), dict)
        and isinstance(said.get("outcome"), dict)
        and (east is None or isinstance(east, str))
    )


def previewed(
    seen: Seen,
    partie: Underway,
    game: Game,
    east: str | None,
    *,
    explains: bool,
) -> JsonResponse:
    """
    Answer what the next game of *partie* would come to; nothing is recorded.

    *east* is who really sat East; None for whom the rules say.
    """
    try:
        table = engine.table_played(partie, east)
    except engine.RulesError as error:
        expected = engine.next_table(partie, None)
        problem = refusal_of(error, expected, game, seen.names)
        return JsonResponse({"error": problem}, status=422)
    terms = seen.partie.terms
    found = engine.foretold(terms, table, game)
    # Who is who is asked where a sentence names somebody.
    names = seen.names if found.problems or found.notices else {}
    answer = answer_of(terms, table, game, found, names)
    if explains:
        expected_dealer = engine.expected_dealer(partie) or table.dealer
        answer["html"] = _explained(seen, expected_dealer, table, game, found)
    return JsonResponse(answer)


def fault(status: int, code: str, message: str) -> JsonResponse:
    """Answer why nothing can be foretold."""
    return JsonResponse({"error": {"code": code, "message": message}}, status=status)


def _explained(
    seen: Seen, expected: str, table: Table, game: Game, found: Foretold
) -> str:
    """Return every hand that can be counted already, item by item."""
    if found.result is None:
        return ""
    result: Any = dict(found.result)
    result["hands"] = {
        seat: hand
        for seat, hand in result["hands"].items()
        if seat not in found.left_out
    }
    if not found.is_whole:
        result["payments"] = []
    sheet = counted_game.sheet_of(
        seen.partie.terms,
        table,
        game,
        result,
        seen.names,
        notices=(),
        uses_chips=seen.partie.uses_chips,
        expected=expected,
    )
    return render_to_string(
        "partie/table_why.html", {"sheet": sheet, "is_whole": found.is_whole}
    )


def answer_of(
    terms: Terms, table: Table, game: Game, found: Foretold, names: Names
) -> dict[str, Any]:
    """
    Return what the hands are worth, who pays whom, and what is wrong, by player.

    *names* are asked for only where *found* has something to say to somebody.
    """
    result = found.result
    entered: Mapping[str, Any] = game.hands
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
        "errors": [refusal_of(one, table, game, names) for one in found.problems],
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
            for key, hand in entered.items()
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
