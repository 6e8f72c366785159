"""
The app's door to the rules engine.

Rows come in as plain values keyed by player, and go to the engine as the records
of the contract, keyed by seat. What a phone asks as well lies in `rules.table` and is
handed on here: seats, counted games, half-entered ones. `chronicles` folds a partie,
`recorded_games` makes games of records, `amendment` folds a partie as it would be if an
entry had been recorded otherwise, `foresight` works out how it can go on, `explanation`
says what is odd about a recorded game, `notation` names tiles; `screen` has the choices
while a game is entered, `reference` lays a rule book out, and `walls` breaks the wall.
"""

from __future__ import annotations

from clubscore.club.limits import charge
from clubscore.partie.engine.amendment import Amended, Amendment, Replay, Step, amended
from clubscore.partie.engine.chronicles import (
    Chronicle,
    FoldedGame,
    Happened,
    add,
    can_happen,
    chronicle_of,
)
from clubscore.partie.engine.explanation import ChosenRule, house_rules, notices_of
from clubscore.partie.engine.foresight import foresight
from clubscore.partie.engine.notation import (
    has_bonus_tiles,
    is_of_whole_size,
    is_same_set,
    kind_of_set,
    kinds_played,
    number_of_tiles,
    set_tiles,
    sets_completed,
    tile_names,
    unreadable_field,
)
from clubscore.partie.engine.recorded_games import game_of
from clubscore.partie.engine.screen import (
    CIRCUMSTANCES,
    CLAIMED,
    SOURCES,
    pad_of,
    usual_values,
    ways_to_win,
    without_sets,
)
from clubscore.rules import RulesError
from clubscore.rules.deal import GREEN
from clubscore.rules.errors import Notice
from clubscore.rules.items import Rule
from clubscore.rules.people import players_of
from clubscore.rules.record_hands import MOST_POINTS as MOST_VALUE
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.table.counted_game import (
    counted,
    factors_of,
    is_waiting,
    rule_called,
)
from clubscore.rules.table.explained_game import (
    ExplainedGame,
    HandLine,
    ScoreLine,
    sheet_of,
)
from clubscore.rules.table.game_text import (
    DEAD,
    OTHERWISE,
    holders_of,
    refusal_of,
    sentence_with,
    wind_name,
    with_wind,
)
from clubscore.rules.table.half_entered import foretold
from clubscore.rules.table.preview import answer_of, why_of
from clubscore.rules.table.progress import (
    Progress,
    Underway,
    Where,
    expected_dealer,
    in_round,
    next_table,
    table_at,
    table_of,
    table_played,
)
from clubscore.rules.table.scores import (
    LONGEST_LIMIT,
    MOST_SCORE,
    is_from_paper,
    refuse_scores,
)
from clubscore.rules.table.shown_seats import Shown, where_ruled, where_shown
from clubscore.rules.table.table_seats import (
    Entered,
    PlayerKey,
    Table,
    Terms,
    is_recorded_dead,
    record_of,
)

__all__ = [
    "CIRCUMSTANCES",
    "CLAIMED",
    "DEAD",
    "GREEN",
    "LONGEST_LIMIT",
    "MOST_SCORE",
    "MOST_VALUE",
    "OTHERWISE",
    "SOURCES",
    "Amended",
    "Amendment",
    "ChosenRule",
    "Chronicle",
    "Entered",
    "ExplainedGame",
    "FoldedGame",
    "HandLine",
    "Happened",
    "Notice",
    "PlayerKey",
    "Progress",
    "Replay",
    "Rule",
    "RulesError",
    "Ruleset",
    "ScoreLine",
    "Shown",
    "Step",
    "Table",
    "Terms",
    "Underway",
    "Where",
    "add",
    "amended",
    "answer_of",
    "can_happen",
    "charge",
    "chronicle_of",
    "counted",
    "expected_dealer",
    "factors_of",
    "foresight",
    "foretold",
    "game_of",
    "has_bonus_tiles",
    "holders_of",
    "house_rules",
    "in_round",
    "is_from_paper",
    "is_of_whole_size",
    "is_recorded_dead",
    "is_same_set",
    "is_waiting",
    "kind_of_set",
    "kinds_played",
    "next_table",
    "notices_of",
    "number_of_tiles",
    "pad_of",
    "players_of",
    "record_of",
    "refusal_of",
    "refuse_scores",
    "rule_called",
    "sentence_with",
    "set_tiles",
    "sets_completed",
    "sheet_of",
    "table_at",
    "table_of",
    "table_played",
    "tile_names",
    "unreadable_field",
    "usual_values",
    "ways_to_win",
    "where_ruled",
    "where_shown",
    "why_of",
    "wind_name",
    "with_wind",
    "without_sets",
]
