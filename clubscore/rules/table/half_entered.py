"""A half-entered game, counted by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubscore.rules.errors import Code, NotationError, Notice, RulesError
from clubscore.rules.hands import Claim, Hand, Source
from clubscore.rules.problems import MANY_TILES
from clubscore.rules.record_hands import WAITING, not_awaited
from clubscore.rules.record_writer import ResultDict
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.sets import parse_set
from clubscore.rules.situations import contradicts
from clubscore.rules.table.counted_game import Charge, counted, freely
from clubscore.rules.table.table_seats import (
    Entered,
    PlayerKey,
    Said,
    Table,
    Terms,
    winner_of,
)
from clubscore.rules.tiles import SET_TILES, kinds_of, pack, parse_tiles


@dataclass(frozen=True, slots=True)
class Foretold:
    """What a game comes to as far as it was entered."""

    result: ResultDict | None
    """None where not even a part of it can be counted."""
    notices: tuple[Notice, ...]
    problems: tuple[RulesError, ...]
    """What is wrong or missing; at most one a hand."""
    left_out: frozenset[str]
    """The seats whose hands are not counted, because of a problem."""

    @property
    def is_whole(self) -> bool:
        """Whether the game could be recorded."""
        return not self.problems


def foretold(
    terms: Terms,
    table: Table,
    game: Entered,
    totals: Mapping[PlayerKey, int],
    charge: Charge = freely,
) -> Foretold:
    """
    Return what a game would come to; a hand with a problem is left out.

    So every other hand is worth something already while one is being entered. A hand
    that is worth too little to win is counted all the same.
    *totals* are as for `counted`.
    """
    problems: list[RulesError] = []
    left_out: set[str] = set()
    rest: Entered = game
    needs_minimum = True
    while True:
        try:
            found = counted(
                terms, table, rest, totals, charge, needs_minimum=needs_minimum
            )
        except RulesError as error:
            problems.append(error)
            if error.code is Code.BELOW_MINIMUM and needs_minimum:
                # What it is worth so far says how much is missing.
                needs_minimum = False
                continue
            seat = _hand_of(error)
            if seat is None or seat in left_out or terms.takes_scores:
                return Foretold(None, (), tuple(problems), frozenset(left_out))
            left_out.add(seat)
            rest = _without(rest, table.winds[seat])
            continue
        return Foretold(
            found.result, found.notices, tuple(problems), frozenset(left_out)
        )


def _hand_of(error: RulesError) -> str | None:
    """Return the seat whose hand, or way of winning, an error is about."""
    is_of_hand = (error.field or "").startswith(("hands.", "outcome."))
    return error.seat if is_of_hand else None


def _without(game: Entered, player: str) -> Entered:
    """Return a game without a hand; who won then counts 0 of his own."""
    hands = {key: hand for key, hand in game.hands.items() if key != player}
    outcome = game.outcome
    if winner_of(game) == player:
        outcome = {"kind": "win", "winner": player, "source": Source.WALL.value}
        hands[player] = {"points": 0}
    return Said(hands, outcome, game.scores, game.limit, east=game.east)


# What can hold for the rest of a hand -------------------------------------------


def contradicted(rules: Ruleset, hand: Mapping[str, Any]) -> list[str]:
    """
    Return the claims that the tiles of a hand rule out by these rules.

    Of a hand that cannot be read nothing is ruled out.
    """
    texts, tiles = hand.get("sets", ()), hand.get("tiles", "")
    is_readable = isinstance(texts, (list, tuple)) and isinstance(tiles, str)
    if not is_readable or not all(isinstance(text, str) for text in texts):
        return []
    try:
        sets = [parse_set(text) for text in texts]
        loose = parse_tiles(tiles)
    except NotationError:
        return []
    size = len(loose) + sum(len(one.tiles) for one in sets)
    if size > MANY_TILES or not all(one.tiles for one in sets):
        return []
    packed = (pack(loose) + sum(pack(one.tiles) for one in sets)) & SET_TILES
    found = [claim.value for claim in Claim if contradicts(claim, kinds_of(packed))]
    lies = Hand(written=tuple(sets), packed=packed, size=size)
    found += [WAITING + key for key in not_awaited(lies, rules, packed)]
    return found
