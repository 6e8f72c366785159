"""
A partie folded from its entries and from the results that were computed with them.

Only a game without a result is scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from clubscore.club import limits
from clubscore.partie.entries import (
    Booking,
    Content,
    End,
    Note,
    PlayerKey,
    RecordedGame,
    Result,
    Seating,
    Substitute,
    Unknown,
    Void,
)
from clubscore.partie.scores import Score
from clubscore.rules import RulesError
from clubscore.rules.errors import Notice
from clubscore.rules.partie import (
    PartieState,
    after_game,
    ended,
    with_seating,
    with_substitute,
)
from clubscore.rules.record_writer import ResultDict
from clubscore.rules.records import row_notices
from clubscore.rules.table.counted_game import counted
from clubscore.rules.table.progress import Progress, Where, expected_dealer, placed
from clubscore.rules.table.table_seats import Table, Terms, outcome_of


@dataclass(frozen=True, slots=True)
class Happened:
    """An entry of a partie."""

    key: int
    """The entry's id."""
    content: Content
    result: ResultDict | None = None
    """What the game came to when it was recorded; None to work it out."""


@dataclass(frozen=True, slots=True)
class FoldedGame:
    """A game that was played, and where it left everybody."""

    key: int
    table: Table
    expected_dealer: PlayerKey
    """Who was East by the rules, or whom the dice chose."""
    game: RecordedGame
    result: ResultDict
    scores: Mapping[PlayerKey, int]
    totals: Mapping[PlayerKey, int]
    chips: Mapping[PlayerKey, int]
    notices: tuple[Notice, ...] = ()
    """What is odd about it beside the games before."""


@dataclass(slots=True)
class Chronicle:
    """A partie so far."""

    terms: Terms
    state: PartieState
    totals: dict[PlayerKey, int]
    """The scores of its games."""
    booked: dict[PlayerKey, int]
    games: list[FoldedGame] = field(default_factory=list)
    is_void: bool = False
    last: int | None = None
    """The entry that happened last; none before anything did."""
    ended_by: int | None = None
    """The entry that let no game follow; none while one can."""
    is_ended_early: bool = False
    """Whether it was ended before its last game."""
    result: Mapping[PlayerKey, Score] | None = None
    """What it came to, where nothing else is known of it; None where games are."""
    stands_for: dict[PlayerKey, PlayerKey] = field(default_factory=dict)
    """Of each substitute: who sat down at first on the chair they took."""
    notes: list[int] = field(default_factory=list)
    """The entries that are notes."""

    @property
    def number(self) -> int:
        """The number of the game that comes next."""
        return len(self.games) + 1

    @property
    def progress(self) -> Progress:
        """How far it has come, without what was played."""
        return Progress.of(self.terms, self.state, self.number, self.totals)

    @property
    def is_finished(self) -> bool:
        """Whether no game can follow."""
        return self.state.is_finished

    @property
    def chips(self) -> dict[PlayerKey, int]:
        """Start chips, plus all scores and bookings so far."""
        return {
            player: total + self.chips_beside(player)
            for player, total in self.totals.items()
        }

    def chips_beside(self, player: PlayerKey) -> int:
        """Return the chips that a player has beside the score."""
        return self.terms.start_chips + self.booked[player]

    @property
    def came_to(self) -> Mapping[PlayerKey, Score]:
        """The score of each player: of the games so far, or of a result alone."""
        return self.totals if self.result is None else self.result


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
    _let_happen(chronicle, entry)
    chronicle.last = entry.key
    if not chronicle.is_finished:
        chronicle.ended_by = None
        chronicle.is_ended_early = False
    elif chronicle.ended_by is None:
        chronicle.ended_by = entry.key
        chronicle.is_ended_early = isinstance(entry.content, End)


def _let_happen(chronicle: Chronicle, entry: Happened) -> None:
    """Do to a partie what an entry tells of."""
    match entry.content:
        case RecordedGame() as game:
            _add_game(chronicle, entry, game)
        case Booking(payer, payee, amount):
            chronicle.booked[payer] -= amount
            chronicle.booked[payee] += amount
        case Seating(players):
            chronicle.state = with_seating(chronicle.state, players)
        case Substitute(leaving, coming):
            _substitute(chronicle, leaving, coming)
        case End():
            chronicle.state = ended(chronicle.state)
        case Result(totals):
            chronicle.result = totals
            chronicle.state = ended(chronicle.state)
        case Void():
            chronicle.is_void = True
        case Note():
            chronicle.notes.append(entry.key)
        case Unknown():
            pass
        case _:
            assert_never(entry.content)


def _substitute(chronicle: Chronicle, leaving: PlayerKey, coming: PlayerKey) -> None:
    if coming not in chronicle.totals:
        first = chronicle.stands_for.get(leaving, leaving)
        chronicle.stands_for[coming] = first
    chronicle.totals.setdefault(coming, 0)
    chronicle.booked.setdefault(coming, 0)
    chronicle.state = with_substitute(chronicle.state, leaving, coming)


def can_happen(chronicle: Chronicle, content: Content) -> bool:
    """Tell whether the players of an event are there for it."""
    places = chronicle.state.places
    match content:
        case Booking(payer, payee):
            return {payer, payee} <= chronicle.totals.keys()
        case Seating(players):
            return sorted(players) == sorted(places)
        case Substitute(leaving, coming):
            return leaving in places and coming not in places
        case Result(totals):
            is_first = not chronicle.games and chronicle.result is None
            return is_first and totals.keys() == {*places}
        case RecordedGame() | End() | Void() | Note() | Unknown():
            return True
        case _:
            assert_never(content)


def _add_game(chronicle: Chronicle, entry: Happened, game: RecordedGame) -> None:
    number = chronicle.number
    expected = expected_dealer(chronicle)
    state, table = placed(chronicle, Where.of(game))
    result = entry.result
    if result is None:
        try:
            totals, charge = chronicle.totals, limits.charge
            result = counted(chronicle.terms, table, game, totals, charge).result
        except RulesError as error:
            error.game = number
            raise
    outcome = outcome_of(table, game.outcome)
    scores = {table.winds[seat]: score for seat, score in result["scores"].items()}
    if table.resting is not None:
        scores[table.resting] = 0
    for player, score in scores.items():
        chronicle.totals[player] += score
    chronicle.games.append(
        FoldedGame(
            entry.key,
            table,
            expected or table.dealer,
            game,
            result,
            scores,
            dict(chronicle.totals),
            chronicle.chips,
            row_notices(number, state.dealing, outcome, ends_row=state.ends_row),
        )
    )
    chronicle.state = after_game(state, outcome)
