"""
The seats of a game, and records of games with players in place of seats.

A record of the contract is keyed by seat; what is kept is keyed by player, so that
it stays true when the winds pass on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from clubscore.rules.hand_points import Taken
from clubscore.rules.hands import (
    GIVEN,
    Circumstance,
    Draw,
    Ending,
    Offence,
    Outcome,
    Pao,
    PaoReason,
    Penalty,
    Source,
    TableWinds,
    TypedEnding,
    Win,
)
from clubscore.rules.people import outcome_with, players_of, with_keys
from clubscore.rules.record_scores import must_balance, takes_scores
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import find_ruleset, with_options
from clubscore.rules.seats import WINDS_BY_LETTER, Wind

PlayerKey = str
"""A player's id."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a partie is played by."""

    ruleset: str
    options: Mapping[str, Any]
    start_chips: int
    players: int
    """How many belong to the partie."""

    @property
    def takes_scores(self) -> bool:
        """Whether what everybody won or lost is typed, and no hands."""
        return takes_scores(find_ruleset(self.ruleset))

    @property
    def takes_value(self) -> bool:
        """Whether what the winner's hand is worth is typed, and no hands."""
        return find_ruleset(self.ruleset).counting.takes is Taken.VALUE

    @property
    def must_balance(self) -> bool:
        """Whether typed scores must add to 0."""
        return must_balance(self.rules)

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
    owner: str | None
    """The seat whose game it is, where seat winds stay."""
    resting: PlayerKey | None
    """The fifth of five players."""
    dice_choose: bool
    """Whether dice say who is East, so that the rules do not."""
    knows_dealer: bool
    """Whether the dice, if they choose, have chosen."""
    ends_row: bool
    """Whether it is the last game that East can win in a row."""

    @property
    def dealer(self) -> PlayerKey:
        """Who is East, or owns the game."""
        return self.winds[self.owner or "E"]

    def seat_of(self, player: PlayerKey) -> str | None:
        """Return the player's seat, None if he does not play."""
        return next((seat for seat, key in self.winds.items() if key == player), None)


# A game by its players ------------------------------------------------------------


class Entered(Protocol):
    """A game as it was entered at the table, by players; it is not checked."""

    @property
    def hands(self) -> Mapping[PlayerKey, Any]:
        """The hands."""

    @property
    def outcome(self) -> Any:
        """How it ended, as the contract writes it."""

    @property
    def scores(self) -> Mapping[PlayerKey, int] | None:
        """What each won or lost, where that is typed; None where hands are."""

    @property
    def limit(self) -> str | None:
        """The name of the limit hand that won, where the scores are typed."""

    @property
    def remark(self) -> str:
        """What was remarked about it."""

    @property
    def east(self) -> PlayerKey | None:
        """Who really sat East; None for whom the rules say."""


@dataclass(frozen=True, slots=True)
class Said:
    """A game that is entered and belongs to no partie yet."""

    hands: Mapping[PlayerKey, Any]
    outcome: Any
    scores: Mapping[PlayerKey, int] | None = None
    limit: str | None = None
    remark: str = ""
    east: PlayerKey | None = None

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Said:
        """Return what a screen says of a game."""
        return cls(
            written.get("hands", {}),
            written.get("outcome"),
            written.get("scores"),
            written.get("limit") or None,
            written.get("remark") or "",
            written.get("east"),
        )


def winner_of(game: Entered) -> PlayerKey | None:
    """Return who won a game; None if nobody did."""
    won = isinstance(game.outcome, dict) and game.outcome.get("kind") == "win"
    return game.outcome.get("winner") if won else None


def is_recorded_dead(game: Entered, player: PlayerKey) -> bool:
    """Tell whether a hand is recorded as dead."""
    hand = game.hands.get(player)
    return isinstance(hand, dict) and hand.get("dead") is not None


def named_in(game: Entered) -> set[PlayerKey]:
    """Return the ids of the players whom a game mentions."""
    named: set[PlayerKey] = set()

    def note(player: Any) -> None:
        if isinstance(player, str):
            named.add(player)

    with_keys(game.hands, note)
    with_keys(game.scores, note)
    outcome_with(game.outcome, note)
    note(game.east)
    return named


# Between players and seats ----------------------------------------------------------


def outcome_of(table: Table, outcome: Mapping[str, Any]) -> Outcome:
    """
    Return as much of an outcome as the deal and the payments ask for.

    Raise ValueError if it is of a kind that is not known: it is no draw.
    """

    def seat_of(player: PlayerKey | None) -> Wind | None:
        seat = table.seat_of(player) if player is not None else None
        return WINDS_BY_LETTER[seat] if seat is not None else None

    match outcome["kind"]:
        case "win":
            winner, source = seat_of(outcome.get("winner")), outcome.get("source")
            if winner is None or source is None:
                return TypedEnding(Ending.WIN, winner)
            giver = seat_of(outcome.get("from"))
            if (giver is None) is (source in GIVEN):
                # Who gave the tile is not at the table any more, or never was.
                return TypedEnding(Ending.WIN, winner)
            pao = outcome.get("pao")
            payer = seat_of(pao["player"]) if pao else None
            said = outcome.get("circumstances") or ()
            return Win(
                winner,
                None,
                Source(source),
                giver,
                # What a newer version of the site may have written passes no deal.
                frozenset(one for one in Circumstance if one.value in said),
                pao=Pao(payer, PaoReason(pao["reason"]))
                if pao and payer is not None
                else None,
            )
        case "penalty":
            offence = outcome.get("offence")
            if offence is None:
                return TypedEnding(Ending.PENALTY)
            offenders = map(seat_of, players_of(outcome["offender"]))
            excluded = map(seat_of, outcome.get("excluded") or ())
            return Penalty(
                tuple(sorted(seat for seat in offenders if seat is not None)),
                Offence(offence),
                seat_of(outcome.get("from")),
                frozenset(seat for seat in excluded if seat is not None),
            )
        case "draw":
            return Draw()
        case kind:
            msg = f"a game cannot have ended as {kind!r}"
            raise ValueError(msg)


def record_of(terms: Terms, table: Table, game: Entered) -> dict[str, Any]:
    """Return the contract's record of a game that names players."""
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
        "hands": with_keys(game.hands, seat_of),
        "outcome": outcome_with(game.outcome, seat_of),
    }
    if game.scores is not None:
        record["scores"] = with_keys(game.scores, seat_of)
    if game.limit is not None:
        record["limit"] = game.limit
    if game.remark:
        record["remark"] = game.remark
    return record


def rules_table(table: Table) -> TableWinds:
    """Return what the rules know of a table."""
    return TableWinds(
        tuple(WINDS_BY_LETTER[seat] for seat in table.winds),
        WINDS_BY_LETTER.get(table.round_wind),
        WINDS_BY_LETTER.get(table.owner),
    )
