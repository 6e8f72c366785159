"""
The rules engine: what a hand is worth, who pays whom, how a partie runs.

It is plain Python without Django, a database or a clock, and everything in it
is a value or a function of values. `README.md` beside this file is its map.
"""

from clubscore.rules.errors import RulesError
from clubscore.rules.record_walls import wall_record
from clubscore.rules.records import replay_record, score_record

__all__ = ["RulesError", "replay_record", "score_record", "wall_record"]
