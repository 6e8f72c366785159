"""``manage.py rate``: the ratings of players, and a forecast for each partie."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.partie.management.jsoninput import (
    REFUSED,
    SUCCESS,
    UNREADABLE,
    write_json,
)
from clubscore.ranking.rating_records import LEAST, RatingCode, rated_lines


class Command(BaseCommand):
    """Rate the parties on standard input and answer on standard output."""

    help = (
        "Read parties, a JSON object a line, from standard input; print what was to be"
        " expected of each before it was played, and at the end the list of all"
        " players, a JSON object a line. Exit status 1 if a line could not be rated, 2"
        " if the input was no text in UTF-8."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the number of parties from which on a player is listed."""
        parser.add_argument(
            "--least",
            type=_whole,
            default=LEAST,
            help=f"the fewest parties to be listed, default {LEAST}",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer line by line."""
        try:
            text = sys.stdin.buffer.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            message = "The input is no text in UTF-8."
            write_json(
                {"error": {"code": RatingCode.NOT_JSON.value, "message": message}},
                sys.stdout,
            )
            sys.exit(UNREADABLE)
        status = SUCCESS
        for answer in rated_lines(_lines_of(text), options["least"]):
            write_json(answer, sys.stdout)
            if "error" in answer:
                status = REFUSED
        sys.stdout.flush()
        sys.exit(status)


def _lines_of(text: str) -> list[str]:
    """Return the lines; what ends the last one begins no other."""
    lines = text.split("\n")
    return lines[:-1] if not lines[-1].strip() else lines


def _whole(text: str) -> int:
    """Return a whole number from 0."""
    if not (text.isascii() and text.isdigit()):
        message = f"“{text}” is no whole number from 0."
        raise ArgumentTypeError(message)
    return int(text)
