"""What a half-entered game comes to, answered to the screen on which it is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import JsonResponse
from django.template.loader import render_to_string

from clubscore.partie import engine, foretelling, showing
from clubscore.partie.refusing import refusal_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clubscore.partie.engine import Foretold, Table, Underway
    from clubscore.partie.views.seeing import Seen


def is_game(said: object, east: object) -> bool:
    """Tell whether what a screen sent has the shape of a game said by players."""
    return (
        isinstance(said, dict)
        and isinstance(said.get("hands"), dict)
        and isinstance(said.get("outcome"), dict)
        and (east is None or isinstance(east, str))
    )


def previewed(
    seen: Seen,
    partie: Underway,
    said: Mapping[str, Any],
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
        problem = refusal_of(error, expected, said, seen.names)
        return JsonResponse({"error": problem}, status=422)
    terms = seen.partie.terms
    found = engine.foretold(terms, table, said)
    # Who is who is asked where a sentence names somebody.
    names = seen.names if found.problems or found.notices else {}
    answer = foretelling.answer_of(terms, table, said, found, names)
    if explains:
        expected_dealer = engine.expected_dealer(partie) or table.dealer
        answer["html"] = _explained(seen, expected_dealer, table, said, found)
    return JsonResponse(answer)


def fault(status: int, code: str, message: str) -> JsonResponse:
    """Answer why nothing can be foretold."""
    return JsonResponse({"error": {"code": code, "message": message}}, status=status)


def _explained(
    seen: Seen, expected: str, table: Table, said: Mapping[str, Any], found: Foretold
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
    sheet = showing.sheet_of(
        seen.partie.terms,
        table,
        said,
        result,
        seen.names,
        notices=(),
        uses_chips=seen.partie.uses_chips,
        expected=expected,
    )
    return render_to_string(
        "partie/table_why.html", {"sheet": sheet, "is_whole": found.is_whole}
    )
