"""
The app's door to the rules engine.

Rows come in as plain values keyed by player, and go to the engine as the records
of the contract, keyed by seat. `tables` turns one into the other, `chronicles` folds
a partie, `explaining` says what a game comes to and why, `notation` names tiles;
`reference` lays a rule book out, and `walls` breaks the wall.
"""

from __future__ import annotations

from clubscore.partie.engine.chronicles import (
    Chronicle,
    Happened,
    Played,
    add,
    chronicle_of,
    expected_dealer,
    expected_of,
    next_table,
    table_of,
    table_played,
)
from clubscore.partie.engine.explaining import (
    Counted,
    HouseRule,
    counted,
    factors_of,
    highest_count,
    house_rules,
    is_in_faan,
    is_waiting,
    notices_of,
    pao_parts,
    penalty_unit,
    rule_called,
    whole_faan,
)
from clubscore.partie.engine.notation import (
    is_of_whole_size,
    kinds_played,
    laid_out,
    set_tiles,
    tile_names,
    unreadable_field,
    wind_name,
)
from clubscore.partie.engine.tables import (
    PlayerKey,
    Said,
    Table,
    Terms,
    record_of,
    said_of,
)
from clubscore.rules import RulesError
from clubscore.rules.dealing import GREEN
from clubscore.rules.ruleset import Ruleset

__all__ = [
    "GREEN",
    "Chronicle",
    "Counted",
    "Happened",
    "HouseRule",
    "Played",
    "PlayerKey",
    "RulesError",
    "Ruleset",
    "Said",
    "Table",
    "Terms",
    "add",
    "chronicle_of",
    "counted",
    "expected_dealer",
    "expected_of",
    "factors_of",
    "highest_count",
    "house_rules",
    "is_in_faan",
    "is_of_whole_size",
    "is_waiting",
    "kinds_played",
    "laid_out",
    "next_table",
    "notices_of",
    "pao_parts",
    "penalty_unit",
    "record_of",
    "rule_called",
    "said_of",
    "set_tiles",
    "table_of",
    "table_played",
    "tile_names",
    "unreadable_field",
    "whole_faan",
    "wind_name",
]
