"""``manage.py score``: judge games, one JSON record a line."""

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
from clubscore.rules import RulesError, score_record
from clubscore.rules.record_writer import write_error


class Command(BaseCommand):
    """Score each line of standard input and answer it on standard output."""

    help = (
        "Read game records, one JSON object a line, from standard input; print what"
        " each comes to, one JSON object a line. Exit status 1 if a line could not be"
        " scored, 2 if no line was JSON."
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer line by line; nothing is kept from one line to the next."""
        status = SUCCESS
        is_readable = False
        for line in sys.stdin.buffer:
            if not line.strip():
                continue
            try:
                record = parse_json(line)
                is_readable = True
                answer: object = score_record(record)
            except RulesError as error:
                status = REFUSED
                answer = write_error(error)
            write_json(answer, sys.stdout)
        sys.stdout.flush()
        sys.exit(UNREADABLE if status and not is_readable else status)
