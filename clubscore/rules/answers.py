"""
The judgements as text: a record's JSON in, the answer's JSON out.

The worker in a browser asks this way; what is refused is an answer like any other.
"""

from __future__ import annotations

import json

from clubscore.rules.errors import RulesError
from clubscore.rules.records import replay_record, score_record
from clubscore.rules.writing import write_error, write_game_error


def score(text: str) -> str:
    """Return what the game of that record comes to, or why it cannot be scored."""
    answer: object
    try:
        answer = score_record(json.loads(text))
    except RulesError as error:
        answer = write_error(error)
    return json.dumps(answer)


def replay(text: str) -> str:
    """Return where a partie stands after each game, or which one cannot be scored."""
    answer: object
    try:
        answer = replay_record(json.loads(text))
    except RulesError as error:
        answer = write_game_error(error)
    return json.dumps(answer)
