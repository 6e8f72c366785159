"""The preview: a half-entered game, counted for the screen on which it is entered."""

from __future__ import annotations

from django.http import JsonResponse
from django.utils import translation

from clubscore.partie import engine
from clubscore.partie.engine import Underway
from clubscore.partie.entries import RecordedGame
from clubscore.partie.pages import Seen
from clubscore.partie.refusals import refusal_of


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
    game: RecordedGame,
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
    found = engine.foretold(terms, table, game, partie.totals, engine.charge)
    # Who is who is asked where a sentence names somebody.
    names = seen.names if found.problems or found.notices else {}
    answer = engine.answer_of(translation, terms, table, game, found, names)
    if explains:
        answer["why"] = engine.why_of(
            translation, terms, table, game, found, seen.names, engine.charge
        )
    return JsonResponse(answer)


def fault(status: int, code: str, message: str) -> JsonResponse:
    """Answer why nothing can be foretold."""
    return JsonResponse({"error": {"code": code, "message": message}}, status=status)
