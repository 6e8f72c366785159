"""
The app's door to the rules engine.

Rows come in as plain values keyed by player, and go to the engine as the records
of the contract, keyed by seat. `tables` turns one into the other, `chronicles` folds
a partie, `progress` says who sits where in its next game, `scores` takes games of
which no hands are known, `shown` holds a game against the screen that it was entered
on, `amending` folds a partie as it would be if something were recorded otherwise,
`foresight` sees how it can go on, `explaining` says what a game comes to and why,
`notation` names tiles; `screen` says what can be chosen while a game is entered,
`reference` lays a rule book out, and `walls` breaks the wall.
"""

from __future__ import annotations

from clubscore.partie.engine.amending import (
    Amended,
    Amendment,
    Replay,
    Step,
    amended,
)
from clubscore.partie.engine.chronicles import (
    Chronicle,
    Happened,
    Played,
    Where,
    add,
    can_happen,
    chronicle_of,
    in_round,
    table_at,
)
from clubscore.partie.engine.explaining import (
    Counted,
    HouseRule,
    counted,
    factors_of,
    gives_for_all,
    has_laak,
    highest_count,
    house_rules,
    is_half_paid,
    is_in_faan,
    is_waiting,
    most_faan,
    notices_of,
    pao_parts,
    passed_over,
    rule_called,
    whole_faan,
)
from clubscore.partie.engine.foresight import Foreseen, foresight
from clubscore.partie.engine.notation import (
    has_bonus_tiles,
    holders_of_too_many,
    is_of_whole_size,
    is_same_set,
    kind_of_set,
    kinds_played,
    laid_out,
    number_of_tiles,
    set_tiles,
    sets_completed,
    tile_names,
    unreadable_field,
    wind_name,
)
from clubscore.partie.engine.progress import (
    Progress,
    Underway,
    expected_dealer,
    expected_of,
    next_table,
    table_of,
    table_played,
)
from clubscore.partie.engine.scores import (
    LONGEST_LIMIT,
    MOST_SCORE,
    is_from_paper,
    refuse_scores,
)
from clubscore.partie.engine.screen import (
    CIRCUMSTANCES,
    CLAIMED,
    SOURCES,
    Foretold,
    Pad,
    contradicted,
    foretold,
    pad_of,
    ways_to_win,
    without_sets,
)
from clubscore.partie.engine.shown import Shown, where_ruled, where_shown
from clubscore.partie.engine.tables import (
    Table,
    Terms,
    game_of,
    record_of,
)
from clubscore.partie.entries import PlayerKey, players_of
from clubscore.rules import RulesError
from clubscore.rules.dealing import GREEN
from clubscore.rules.errors import Notice
from clubscore.rules.items import Rule
from clubscore.rules.ruleset import Ruleset

__all__ = [
    "CIRCUMSTANCES",
    "CLAIMED",
    "GREEN",
    "LONGEST_LIMIT",
    "MOST_SCORE",
    "SOURCES",
    "Amended",
    "Amendment",
    "Chronicle",
    "Counted",
    "Foreseen",
    "Foretold",
    "Happened",
    "HouseRule",
    "Notice",
    "Pad",
    "Played",
    "PlayerKey",
    "Progress",
    "Replay",
    "Rule",
    "RulesError",
    "Ruleset",
    "Shown",
    "Step",
    "Table",
    "Terms",
    "Underway",
    "Where",
    "add",
    "amended",
    "can_happen",
    "chronicle_of",
    "contradicted",
    "counted",
    "expected_dealer",
    "expected_of",
    "factors_of",
    "foresight",
    "foretold",
    "game_of",
    "gives_for_all",
    "has_bonus_tiles",
    "has_laak",
    "highest_count",
    "holders_of_too_many",
    "house_rules",
    "in_round",
    "is_from_paper",
    "is_half_paid",
    "is_in_faan",
    "is_of_whole_size",
    "is_same_set",
    "is_waiting",
    "kind_of_set",
    "kinds_played",
    "laid_out",
    "most_faan",
    "next_table",
    "notices_of",
    "number_of_tiles",
    "pad_of",
    "pao_parts",
    "passed_over",
    "players_of",
    "record_of",
    "refuse_scores",
    "rule_called",
    "set_tiles",
    "sets_completed",
    "table_at",
    "table_of",
    "table_played",
    "tile_names",
    "unreadable_field",
    "ways_to_win",
    "where_ruled",
    "where_shown",
    "whole_faan",
    "wind_name",
    "without_sets",
]
