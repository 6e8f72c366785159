"""Players' ids by their names and back, as the API writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from clubscore.club.initials import NOTHING, Withheld
from clubscore.club.names import folded
from clubscore.partie.entries import PlayerKey, RecordedGame
from clubscore.rules.errors import Code, RulesError, quoted
from clubscore.rules.people import outcome_with
from clubscore.rules.people import with_keys as with_keys_of
from clubscore.rules.seats import WINDS_BY_LETTER

Names = Mapping[PlayerKey, str]
"""The names of all who ever sat in a partie, by their ids."""
Keys = Mapping[str, PlayerKey]
"""Their ids, by their names without case and accents."""

A_PLAYER = "a player of the partie"
SEATS = {letter: letter for letter in WINDS_BY_LETTER}


def keys_of(names: Names, withheld: Withheld = NOTHING) -> Keys:
    """
    Return the ids of players by their names, without case and accents.

    Who is shown by initials is found by both.
    """
    hidden = {name: key for name, key in withheld.players.items() if key in names}
    return {folded(name): key for key, name in names.items()} | hidden


def key_called(keys: Keys, name: str, field: str) -> PlayerKey:
    """Return the id of the player of that name; raise RulesError if there is none."""
    key = keys.get(folded(name))
    if key is None:
        raise _unknown(name, field, A_PLAYER)
    return key


def with_keys(record: Mapping[str, Any], keys: Keys) -> dict[str, Any]:
    """Return a game told with names, with players' ids instead."""
    return _retold(record, lambda name: keys.get(folded(name)), A_PLAYER)


def with_seats(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a game told with seats; raise RulesError if one is named otherwise."""
    return _retold(record, SEATS.get, "a seat: E, S, W or N")


def _retold(
    record: Mapping[str, Any], find: Callable[[str], str | None], wanted: str
) -> dict[str, Any]:
    """Return a game with other names for its people; raise RulesError (bad_record)."""

    def known(field: str, name: Any) -> Any:
        # What is no text stays as it is: the engine says what is wrong.
        if not isinstance(name, str):
            return name
        found = find(name)
        if found is None:
            raise _unknown(name, field, wanted)
        return found

    game = {"hands": record.get("hands", {}), "outcome": record.get("outcome")}
    retold = {
        "hands": with_keys_of(game["hands"], partial(known, "hands")),
        "outcome": outcome_with(game["outcome"], partial(known, "outcome")),
    }
    if "scores" in record:
        retold["scores"] = with_keys_of(record["scores"], partial(known, "scores"))
    if isinstance(game["hands"], dict) and len(retold["hands"]) < len(game["hands"]):
        raise RulesError(
            Code.BAD_RECORD,
            "The field “%(field)s” has two hands of one player.",
            {"field": "hands"},
            field="hands",
        )
    return {**record, **retold}


def _unknown(name: str, field: str, wanted: str) -> RulesError:
    return RulesError(
        Code.BAD_RECORD,
        "The field “%(field)s” must name %(wanted)s, not “%(name)s”.",
        {"field": field, "wanted": wanted, "name": quoted(name)},
        field=field,
    )


def with_names(game: RecordedGame, names: Names) -> dict[str, Any]:
    """Return a game as JSON, with the players' names instead of their ids."""
    named = game.renamed(lambda key: names.get(key, key))
    told: dict[str, Any] = {
        "keyed_by": "player",
        "hands": named.hands,
        "outcome": named.outcome,
        "east": named.east,
        "remark": named.remark,
    }
    if named.scores is not None:  # typed, or copied from a sheet kept by hand
        told["scores"] = named.scores
    if named.limit is not None:
        told["limit"] = named.limit
    return told


def named(error: RulesError, names: Names) -> RulesError:
    """Return an error of a game told with names, whose field has no id in it."""
    hand = re.match(r"hands\.(\d+)", error.field or "")
    if hand is None:
        return error
    field = f"hands.{names.get(hand[1], hand[1])}{(error.field or '')[hand.end() :]}"
    parameters = {**error.parameters, "field": field}
    return RulesError(
        error.code,
        error.template,
        parameters,
        seat=error.seat,
        field=field,
        game=error.game,
    )
