"""
The choice between the winds of the screen and those by the rules.

It is asked where a game waited for a signal, and what was recorded before it seats the
players otherwise than its screen did: as they were played, or as they should have been.
A page of the version before did not say who sat where by it; that is asked as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from clubscore.partie import engine
from clubscore.partie.engine import Chronicle, RulesError, Shown, Where
from clubscore.partie.entries import RecordedGame
from clubscore.partie.outcome_text import Names, scores_sentence
from clubscore.partie.refusals import refusal_of
from clubscore.partie.seats import deal_of, deal_sentence


def choice_of(
    chronicle: Chronicle,
    game: RecordedGame,
    east: str | None,
    shown: Shown | None,
    names: Names,
) -> dict[str, Any]:
    """
    Return both ways to record a game, each with its seats and what it would come to.

    A way is None if no record can say it; its `error` says why it cannot be scored.
    *east* is who sat East against the rules by what was entered.
    """
    played = engine.where_shown(chronicle, shown) if shown is not None else None
    error = None
    try:
        should = engine.where_ruled(chronicle, None, east or chronicle.state.dice_chose)
    except RulesError as unsaid:
        should = None
        error = refusal_of(unsaid, None, game, names)["message"]
    ways = {
        "played": _way(chronicle, game, played, names),
        "should": _way(chronicle, game, should, names),
    }
    message = _message(ways, error, is_shown=shown is not None)
    return {"message": message, **ways}


def _message(ways: Mapping[str, Any], error: str | None, *, is_shown: bool) -> str:
    """Say in one sentence why somebody has to choose."""
    played, should = ways["played"], ways["should"]
    if should is None:
        return error or ""
    if not is_shown:
        return gettext(
            "It was entered on an older page, which did not say who sat where. By what"
            " is recorded it would be: %(seats)s."
        ) % {"seats": should["seats"]}
    if played is None:
        return gettext(
            "The players sit otherwise by now than when it was entered. By what is"
            " recorded it would be: %(seats)s."
        ) % {"seats": should["seats"]}
    return gettext(
        "It was entered with: %(played)s. By what is recorded it would be: %(should)s."
    ) % {"played": played["seats"], "should": should["seats"]}


def _way(
    chronicle: Chronicle, game: RecordedGame, where: Where | None, names: Names
) -> dict[str, Any] | None:
    """Return what a game would come to with those seats."""
    if where is None:
        return None
    table = engine.table_at(chronicle, where)
    told = {"seats": deal_sentence(deal_of(table, names)), "scores": "", "error": ""}
    record = engine.record_of(chronicle.terms, table, game)
    by_player = engine.game_of(chronicle.terms, table, record)
    try:
        result = engine.counted(
            chronicle.terms, table, by_player, chronicle.totals
        ).result
    except RulesError as error:
        return told | {"error": refusal_of(error, table, game, names)["message"]}
    scores = {table.winds[seat]: many for seat, many in result["scores"].items()}
    return told | {"scores": scores_sentence(scores, names)}
