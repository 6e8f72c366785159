"""
The games in a phone's queue, counted one after the other.

A phone knows how far its partie had come when its page was made, and what was entered
since. Each game is counted where its screen showed it, as the server will: who sits
where after it, what everybody has by then, and whether it can be recorded at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubscore.rules.errors import Code, RulesError, gettext_noop
from clubscore.rules.partie import PartieState, after_game
from clubscore.rules.sentences import Language
from clubscore.rules.table.counted_game import counted
from clubscore.rules.table.explained_game import chips_for, worths_of_chips
from clubscore.rules.table.game_text import Names, refusal_of
from clubscore.rules.table.progress import (
    Progress,
    Where,
    expected_of,
    next_table,
    placed,
    table_of,
)
from clubscore.rules.table.shown_seats import Shown, where_ruled, where_shown
from clubscore.rules.table.table_seats import PlayerKey, Said, Table, Terms, outcome_of


@dataclass(frozen=True, slots=True)
class PartieStanding:
    """How far a partie has come, and what everybody has."""

    terms: Terms
    names: Names
    uses_chips: bool
    progress: Progress
    totals: Mapping[PlayerKey, int]
    chips: Mapping[PlayerKey, int]
    """Start chips, scores and bookings."""

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> PartieStanding:
        """Return what a page told its phone of its partie."""
        terms = Terms(**told["terms"])
        return cls(
            terms,
            told["names"],
            told["uses_chips"],
            Progress.from_json(terms, told["progress"]),
            told["totals"],
            told["chips"],
        )


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that waits, as its screen showed it."""

    game: Said
    shown: Shown | None
    """None where an older page did not say it."""
    as_should: bool
    """Whether somebody chose the seats that the rules have by now."""

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> WaitingGame:
        """Return the game that a phone tells of."""
        shown = told.get("shown")
        return cls(
            replace(Said.from_json(told["said"]), east=told.get("east")),
            Shown(**shown) if shown is not None else None,
            told.get("winds") == "should",
        )

    def seated_in(self, partie: Progress) -> tuple[PartieState, Table]:
        """
        Return the state in which it is played, and who sits where.

        Raise RulesError if nobody knows who sat East.
        """
        where: Where | None = None
        if self.shown is not None and not self.as_should:
            where = where_shown(partie, self.shown)
        if where is None:
            where = where_ruled(partie, None, self.game.east)
        assert where is not None
        return placed(partie, where)


def take(
    words: Language, standing: PartieStanding, waiting: WaitingGame
) -> tuple[PartieStanding, dict[str, Any]]:
    """
    Return where a partie stands after a game that waits, and the game as data.

    One that cannot be recorded as it is says so in `error`, and moves no points.
    """
    progress, terms = standing.progress, standing.terms
    game = waiting.game
    table: Table | None = None
    line: dict[str, Any] = {
        "number": progress.number,
        "payments": [],
        "scores": {},
        "error": None,
    }
    try:
        state, table = waiting.seated_in(progress)
        _refuse_if_over(progress)
        result = counted(terms, table, game, standing.totals).result
    except RulesError as error:
        expected = table or next_table(progress, None)
        line["error"] = refusal_of(words, error, expected, game, standing.names)
        return replace(standing, progress=_passed(progress, table, game)), line
    scores = {table.winds[seat]: score for seat, score in result["scores"].items()}
    resting = {table.resting: 0} if table.resting is not None else {}
    worths = worths_of_chips(terms) if standing.uses_chips else ()
    line["scores"] = scores | resting
    line["payments"] = [
        {
            "from": table.winds[one["from"]],
            "to": table.winds[one["to"]],
            "amount": one["amount"],
            "chips": chips_for(one["amount"], worths),
        }
        for one in result["payments"]
    ]
    line["dealer"] = table.dealer
    standing = replace(
        standing,
        progress=Progress(
            after_game(state, outcome_of(table, game.outcome)), progress.number + 1
        ),
        totals=_added(standing.totals, scores),
        chips=_added(standing.chips, scores),
    )
    line["totals"], line["chips"] = dict(standing.totals), dict(standing.chips)
    return standing, line


def _refuse_if_over(progress: Progress) -> None:
    if progress.state.is_finished:
        raise RulesError(
            Code.FINISHED, gettext_noop("The partie has ended; no game can follow.")
        )


def _passed(progress: Progress, table: Table | None, game: Said) -> Progress:
    """Return the partie after a game that has to be put right, as far as is known."""
    number = progress.number + 1
    if table is None or progress.state.is_finished:
        return Progress(progress.state, number)
    try:
        outcome = outcome_of(table, game.outcome)
    except (LookupError, TypeError, ValueError):
        return Progress(progress.state, number)
    return Progress(after_game(progress.state, outcome), number)


def _added(
    before: Mapping[PlayerKey, int], scores: Mapping[PlayerKey, int]
) -> dict[PlayerKey, int]:
    return {player: many + scores.get(player, 0) for player, many in before.items()}


def next_of(standing: PartieStanding) -> dict[str, Any]:
    """Return who sits where in the game that comes next, as data."""
    state = standing.progress.state
    table = table_of(state, standing.progress.number)
    return {
        "number": standing.progress.number,
        "finished": state.is_finished,
        "east": expected_of(state),
        "round": table.round,
        "round_wind": table.round_wind,
        "winds": dict(table.winds),
        "owner": table.owner,
        "resting": table.resting,
    }
