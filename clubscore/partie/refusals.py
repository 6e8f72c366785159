"""Why a game cannot be recorded, as data that a screen puts where it belongs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from clubscore.club import engine as rule_books
from clubscore.partie import engine
from clubscore.partie.engine import Notice, RulesError, Table
from clubscore.partie.entries import Game, players_in
from clubscore.partie.outcome_text import Names


def refusal_of(
    error: RulesError, table: Table | None, game: Game, names: Names
) -> dict[str, Any]:
    """
    Return what is wrong with a game, in the words of its players.

    *table* is None where nobody can say who sat where.
    """
    winds = table.winds if table is not None else {}
    refusal = {
        "code": str(error.code),
        "seat": error.seat,
        "player": winds.get(error.seat or ""),
        "field": error.field,
        "message": _sentence(error, winds, game, names),
    }
    resting = table.resting if table is not None else None
    if resting is None or resting not in players_in(game):
        return refusal
    message = gettext(
        "%(player)s rests in this game, but something was entered for this player."
        " Look at it: who sat East?"
    )
    return refusal | {
        "seat": None,
        "player": resting,
        "message": message % {"player": names[resting]},
    }


def _sentence(
    error: RulesError, winds: Mapping[str, str], game: Game, names: Names
) -> str:
    """Return what is wrong in the reader's language, with names instead of winds."""
    text = sentence_with(error, {letter: names[key] for letter, key in winds.items()})
    hands = {names.get(key, ""): hand for key, hand in game.hands.items()}
    holders = holders_of(error, hands)
    return f"{text} {holders}".rstrip()


def holders_of(error: RulesError, hands: Mapping[str, Any]) -> str:
    """
    Return who holds the tile of which all hands together have too many.

    *hands* go by how their players are called. It is empty for every other error.
    """
    if str(error.code) != "too_many_of_a_tile" or error.seat is not None:
        return ""
    holders = [
        gettext("%(player)s has %(many)d") % {"player": player, "many": many}
        for player, many in engine.holders_of_too_many(hands)
    ]
    return f"{', '.join(holders)}." if holders else ""


def sentence_with(problem: RulesError | Notice, called: Mapping[str, str]) -> str:
    """Return a sentence in the reader's language, other words for the seats in it."""
    winds: dict[str, str] = {
        engine.wind_name(letter): name for letter, name in called.items()
    }
    return rule_books.sentence(problem, winds)
