"""``manage.py replay``: judge a whole partie."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from clubscore.partie.management.jsoninput import (
    REFUSED,
    SUCCESS,
    UNREADABLE,
    parse_json,
    write_json,
)
from clubscore.rules import RulesError, replay_record
from clubscore.rules.record_writer import write_game_error


class Command(BaseCommand):
    """Replay the partie on standard input and answer on standard output."""

    help = (
        "Read a partie, one JSON object, from standard input; print where it stands"
        " after each game, as one JSON object. Exit status 1 if a game could not be"
        " scored, 2 if the input was not JSON."
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer with the whole partie, or with the first error."""
        status = UNREADABLE
        answer: object
        try:
            partie = parse_json(sys.stdin.buffer.read())
            status = REFUSED
            answer = replay_record(partie)
            status = SUCCESS
        except RulesError as error:
            answer = write_game_error(error)
        write_json(answer, sys.stdout)
        sys.stdout.flush()
        sys.exit(status)
