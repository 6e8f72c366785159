"""
A partie folded from what was said and from the results that were computed then.

Only a game without a result is scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from clubscore.club import limits
from clubscore.partie.engine.progress import (
    Progress,
    expected_dealer,
    expected_of,
    table_played,
)
from clubscore.partie.engine.scores import has_scores_only, result_of_scores
from clubscore.partie.engine.tables import (
    PlayerKey,
    Said,
    Table,
    Terms,
    outcome_of,
    record_of,
)
from clubscore.rules import RulesError, score_record
from clubscore.rules.partie import (
    PartieState,
    after_game,
    ended,
    with_east,
    with_seating,
    with_substitute,
)
from clubscore.rules.writing import ResultDict


@dataclass(frozen=True, slots=True)
class Happened:
    """An entry of a partie, as it was said."""

    key: int
    """The entry's id."""
    kind: str
    said: Said
    result: ResultDict | None = None
    """What the game came to when it was said; None to work it out."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played, and where it left everybody."""

    key: int
    table: Table
    expected_dealer: PlayerKey
    """Who was East by the rules, or whom the dice chose."""
    said: Said
    result: ResultDict
    scores: Mapping[PlayerKey, int]
    totals: Mapping[PlayerKey, int]
    chips: Mapping[PlayerKey, int]


@dataclass(slots=True)
class Chronicle:
    """A partie so far."""

    terms: Terms
    state: PartieState
    totals: dict[PlayerKey, int]
    booked: dict[PlayerKey, int]
    games: list[Played] = field(default_factory=list)
    is_void: bool = False
    last: int | None = None
    """The entry that happened last; none before anything did."""
    ended_by: int | None = None
    """The entry that let no game follow; none while one can."""
    is_ended_early: bool = False
    """Whether it was ended before its last game."""
    is_result_only: bool = False
    """Whether only what it came to is known, and none of its games."""
    stands_for: dict[PlayerKey, PlayerKey] = field(default_factory=dict)
    """Of each substitute: who sat down at first on the chair they took."""

    @property
    def number(self) -> int:
        """The number of the game that comes next."""
        return len(self.games) + 1

    @property
    def progress(self) -> Progress:
        """How far it has come, without what was played."""
        return Progress(self.state, self.number)

    @property
    def is_finished(self) -> bool:
        """Whether no game can follow."""
        return self.state.is_finished

    @property
    def chips(self) -> dict[PlayerKey, int]:
        """Start chips, plus all scores and bookings so far."""
        return {
            player: self.terms.start_chips + total + self.booked[player]
            for player, total in self.totals.items()
        }


def chronicle_of(
    terms: Terms, players: Iterable[PlayerKey], entries: Iterable[Happened]
) -> Chronicle:
    """
    Return the partie that *entries* make.

    Raise RulesError, with the number of the game, for a game without a result
    that cannot be scored.
    """
    places = tuple(players)
    chronicle = Chronicle(
        terms,
        PartieState(terms.rules.dealing, places),
        dict.fromkeys(places, 0),
        dict.fromkeys(places, 0),
    )
    for entry in entries:
        add(chronicle, entry)
    return chronicle


def add(chronicle: Chronicle, entry: Happened) -> None:
    """Add the next entry to a partie."""
    said = entry.said
    match entry.kind:
        case "game":
            _add_game(chronicle, entry)
        case "booking":
            chronicle.booked[said["from"]] -= said["amount"]
            chronicle.booked[said["to"]] += said["amount"]
        case "seating":
            chronicle.state = with_seating(chronicle.state, tuple(said["players"]))
        case "substitute":
            if said["in"] not in chronicle.totals:
                out: PlayerKey = said["out"]
                chronicle.stands_for[said["in"]] = chronicle.stands_for.get(out, out)
            chronicle.totals.setdefault(said["in"], 0)
            chronicle.booked.setdefault(said["in"], 0)
            chronicle.state = with_substitute(chronicle.state, said["out"], said["in"])
        case "end":
            chronicle.state = ended(chronicle.state)
        case "result":
            # Of an old partie what it came to is known, and none of its games.
            for player, total in said["totals"].items():
                chronicle.totals[player] += total
            chronicle.is_result_only = True
            chronicle.state = ended(chronicle.state)
        case "void":
            chronicle.is_void = True
    chronicle.last = entry.key
    if not chronicle.is_finished:
        chronicle.ended_by = None
        chronicle.is_ended_early = False
    elif chronicle.ended_by is None:
        chronicle.ended_by = entry.key
        chronicle.is_ended_early = entry.kind == "end"


def placed(chronicle: Chronicle, said: Said) -> tuple[PartieState, Table]:
    """
    Return the state in which the next game was played, and who sat where.

    A game that kept its winds says its round too, where the rules would have
    another. Raise RulesError (bad_record) as `table_played` does.
    """
    state = chronicle.state
    if "round" in said:
        state = in_round(state, said["round"], said["round_wind"])
    east = said.get("east") or expected_of(chronicle.state)
    table = table_played(Progress(state, chronicle.number), east)
    return with_east(state, table.dealer), table


def table_said(chronicle: Chronicle, said: Said) -> Table:
    """Return who sat where in the next game, by what was said of it."""
    return placed(chronicle, said)[1]


def in_round(state: PartieState, number: int, letter: str | None) -> PartieState:
    """Return the state in which that round is played, whatever the rules say."""
    for place, stretch in enumerate(state.dealing.schedule):
        if (stretch.round, stretch.letter) == (number, letter):
            chose = state.dice_chose if place == state.stretch else None
            return replace(state, stretch=place, is_finished=False, dice_chose=chose)
    return state


def _add_game(chronicle: Chronicle, entry: Happened) -> None:
    number = chronicle.number
    expected = expected_dealer(chronicle)
    state, table = placed(chronicle, entry.said)
    result = entry.result
    if result is None:
        try:
            result = _scored(chronicle.terms, table, entry.said)
        except RulesError as error:
            error.game = number
            raise
    scores = {table.winds[seat]: score for seat, score in result["scores"].items()}
    if table.resting is not None:
        scores[table.resting] = 0
    for player, score in scores.items():
        chronicle.totals[player] += score
    chronicle.games.append(
        Played(
            entry.key,
            table,
            expected or table.dealer,
            entry.said,
            result,
            scores,
            dict(chronicle.totals),
            chronicle.chips,
        )
    )
    chronicle.state = after_game(state, outcome_of(table, entry.said["outcome"]))


def _scored(terms: Terms, table: Table, said: Said) -> ResultDict:
    if has_scores_only(said):
        return result_of_scores(terms, table, said)
    limits.charge(said)
    return score_record(record_of(terms, table, said))
