"""
Who sits where, and the records of games said with players instead of seats.

A record of the contract is keyed by seat; what is kept is keyed by player, so that
it stays true when the winds pass on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clubscore.rules.hands import (
    Draw,
    Offence,
    Outcome,
    Pao,
    PaoReason,
    Penalty,
    Source,
    Win,
)
from clubscore.rules.hands import Table as RulesTable
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import find_ruleset, with_options
from clubscore.rules.seats import WINDS_BY_LETTER, Wind

PlayerKey = str
"""A player's id, as JSON keys have it."""


Said = Mapping[str, Any]
"""What was said of an entry, with players' ids instead of seats."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a partie is played by."""

    ruleset: str
    options: Mapping[str, Any]
    start_chips: int
    players: int
    """How many belong to the partie."""

    @property
    def rules(self) -> Ruleset:
        """The rules with the partie's options."""
        return with_options(find_ruleset(self.ruleset), self.options, self.players)


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits where in a game."""

    number: int
    round: int
    round_wind: str | None
    """G in a green-dragon game; None where rounds have no wind."""
    winds: Mapping[str, PlayerKey]
    """The player on each seat, by the seat's letter."""
    owner: str | None = None
    """The seat whose game it is, where seat winds stay."""
    resting: PlayerKey | None = None
    """The fifth of five players."""
    dice_choose: bool = False
    """Whether dice say who is East, so that the rules do not."""
    knows_dealer: bool = True
    """Whether the dice, if they choose, have chosen."""

    @property
    def dealer(self) -> PlayerKey:
        """Who is East, or owns the game."""
        return self.winds[self.owner or "E"]

    def seat_of(self, player: PlayerKey) -> str | None:
        """Return the player's seat, None if he does not play."""
        return next((seat for seat, key in self.winds.items() if key == player), None)


def outcome_of(table: Table, said: Said) -> Outcome:
    """
    Return as much of an outcome as the deal and the payments ask for.

    Raise ValueError if it is of a kind that is not known: it is no draw.
    """

    def seat_of(player: PlayerKey | None) -> Wind | None:
        seat = table.seat_of(player) if player is not None else None
        return WINDS_BY_LETTER[seat] if seat is not None else None

    if said["kind"] == "win":
        winner = seat_of(said["winner"])
        assert winner is not None
        pao = said.get("pao") or {}
        payer = seat_of(pao.get("player"))
        return Win(
            winner,
            None,
            Source(said["source"]),
            seat_of(said.get("from")),
            pao=Pao(payer, PaoReason(pao["reason"])) if payer is not None else None,
        )
    if said["kind"] == "penalty":
        offender = seat_of(said["offender"])
        assert offender is not None
        excluded = map(seat_of, said.get("excluded") or ())
        return Penalty(
            offender,
            Offence(said["offence"]),
            seat_of(said.get("from")),
            frozenset(seat for seat in excluded if seat is not None),
        )
    if said["kind"] == "draw":
        return Draw()
    msg = f"a game cannot have ended as {said['kind']!r}"
    raise ValueError(msg)


PLAYER_FIELDS = ("winner", "from", "offender")
"""The fields of an outcome that name a seat in a record."""


def record_of(terms: Terms, table: Table, said: Said) -> dict[str, Any]:
    """Return the contract's record of a game that was said with players."""
    seats = {player: seat for seat, player in table.winds.items()}

    def seat_of(player: Any) -> Any:
        # What is no player's id stays as it is: the engine says what is wrong.
        return seats.get(player, player) if isinstance(player, str) else player

    record: dict[str, Any] = {
        "ruleset": terms.ruleset,
        "options": dict(terms.options),
        "players": terms.players,
        "round_wind": table.round_wind,
        "owner": table.owner,
        **renamed(said, seat_of),
    }
    if said.get("remark"):
        record["remark"] = said["remark"]
    return record


def said_of(table: Table, record: Said) -> dict[str, Any]:
    """
    Return what a record says of a game, with players instead of seats.

    Of a draw no hands are kept: nobody looks at them, so that nobody would find a
    fault in them.
    """

    def player_on(seat: Any) -> Any:
        return table.winds.get(seat, seat) if isinstance(seat, str) else seat

    said: dict[str, Any] = {**renamed(record, player_on), "east": table.dealer}
    if record.get("remark"):
        said["remark"] = record["remark"]
    if isinstance(said["hands"], dict) and is_draw(said):
        said["hands"] = {}
    return said


def is_draw(said: Said) -> bool:
    """Tell whether a game is said to have ended in a draw."""
    outcome = said["outcome"]
    return isinstance(outcome, dict) and outcome.get("kind") == "draw"


def renamed(game: Said, name: Callable[[Any], Any]) -> dict[str, Any]:
    """Return hands and outcome of a game in which other names stand for its people."""
    return {
        "hands": _with_keys(game.get("hands", {}), name),
        "outcome": _outcome_with(game.get("outcome"), name),
    }


def with_others(said: Said, others: Mapping[PlayerKey, PlayerKey]) -> dict[str, Any]:
    """Return what was said of a game, with others in the places of players."""

    def other(player: Any) -> Any:
        return others.get(player, player) if isinstance(player, str) else player

    by_player = {
        field: _with_keys(said[field], other)
        for field in ("hands", "scores")
        if field in said
    }
    outcome = _outcome_with(said.get("outcome"), other)
    return {**said, **by_player, "outcome": outcome, "east": other(said.get("east"))}


def _with_keys(hands: Any, name: Any) -> Any:
    if not isinstance(hands, dict):
        return hands
    return {name(key): hand for key, hand in hands.items()}


def _outcome_with(outcome: Any, name: Any) -> Any:
    """Return an outcome in which other names stand for the same people."""
    if not isinstance(outcome, dict):
        return outcome
    changed = {
        key: name(value) if key in PLAYER_FIELDS else value
        for key, value in outcome.items()
    }
    if isinstance(changed.get("pao"), dict):
        changed["pao"] = changed["pao"] | {"player": name(changed["pao"].get("player"))}
    if isinstance(changed.get("excluded"), list):
        changed["excluded"] = [name(one) for one in changed["excluded"]]
    return changed


def rules_table(table: Table) -> RulesTable:
    """Return what the rules know of a table."""
    owner = WINDS_BY_LETTER[table.owner] if table.owner is not None else None
    wind = WINDS_BY_LETTER.get(table.round_wind or "")
    return RulesTable(tuple(WINDS_BY_LETTER[seat] for seat in table.winds), wind, owner)
