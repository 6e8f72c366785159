"""The score sheet of a partie: its games, round by round, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from clubscore.partie import engine
from clubscore.partie.engine import Chronicle, FoldedGame, Terms
from clubscore.partie.outcome_text import Names, how_of
from clubscore.partie.seats import round_name


@dataclass(frozen=True, slots=True)
class Cell:
    """A player in one game of the score sheet."""

    played: bool
    points: int | None = None
    score: int = 0
    chips: int = 0
    is_winner: bool = False
    is_dead: bool = False
    rests: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """What became of a game after it was entered."""

    is_corrected: bool = False
    agreed: tuple[str, ...] = ()
    """Who agreed to it as it stands."""
    wants_agreement: bool = False
    """Whether the club asks for that and nobody has yet."""


UNMARKED = Mark()


@dataclass(frozen=True, slots=True)
class ScoreSheetRow:
    """A game of the score sheet."""

    number: int
    dealer: str
    """Who was East, or owned the game."""
    is_owners: bool
    expected: str
    """Who was East or owner by the rules, if that was another."""
    winner: str
    how: str
    highest: str
    mark: Mark
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheetRound:
    """The games of one round."""

    number: int
    heading: str
    rows: tuple[ScoreSheetRow, ...]


def rounds_of(
    chronicle: Chronicle, names: Names, marks: Mapping[int, Mark] | None = None
) -> list[ScoreSheetRound]:
    """Return the score sheet, round by round; *marks* go by the games' entries."""
    known = marks or {}
    rounds: list[ScoreSheetRound] = []
    rows: list[ScoreSheetRow] = []
    for played in chronicle.games:
        table = played.table
        if not rounds or rounds[-1].heading != round_name(table):
            rows = []
            rounds.append(ScoreSheetRound(table.round, round_name(table), ()))
        rows.append(_row(chronicle, played, names, known.get(played.key, UNMARKED)))
        rounds[-1] = ScoreSheetRound(table.round, round_name(table), tuple(rows))
    return rounds


def _row(
    chronicle: Chronicle, played: FoldedGame, names: Names, mark: Mark
) -> ScoreSheetRow:
    is_expected = played.expected_dealer == played.table.dealer
    return ScoreSheetRow(
        played.table.number,
        names[played.table.dealer],
        played.table.owner is not None,
        "" if is_expected else names[played.expected_dealer],
        names.get(played.game.winner or "", ""),
        how_of(chronicle.terms.ruleset, played.game.outcome, names),
        _highest(chronicle.terms, played),
        mark,
        tuple(_cell(played, key) for key in chronicle.totals),
    )


def _cell(played: FoldedGame, key: str) -> Cell:
    seat = played.table.seat_of(key)
    if seat is None:
        return Cell(played=False, rests=key == played.table.resting)
    hand = played.result["hands"].get(seat)
    return Cell(
        played=True,
        points=hand["points"] if hand is not None else None,
        score=played.scores[key],
        chips=played.chips[key],
        is_winner=played.game.winner == key,
        is_dead=(hand is not None and hand["dead"] is not False)
        or engine.is_recorded_dead(played.game, key),
    )


def _highest(terms: Terms, played: FoldedGame) -> str:
    """Return the name of what the winner's hand owed most to."""
    if played.game.limit is not None:
        return played.game.limit
    winner = played.game.winner
    seat = played.table.seat_of(winner) if winner else None
    if seat is None:
        return ""
    hand = played.result["hands"].get(seat)
    items = hand["items"] if hand is not None else []
    # A value that was typed owes nothing to one item more than to another.
    if not items or terms.takes_value:
        return ""
    if hand is not None and hand["limit"]:
        # What counts beside a limit hand comes after it.
        items = items[:1]
    columns = ("laak", "doubles", "faan", "points")
    most = max(items, key=lambda one: [one.get(column, 0) for column in columns])
    rule = engine.rule_called(terms, most["rule"])
    return gettext(rule.name) if rule is not None else ""
