"""``manage.py wall``: where the dice break the wall."""

from __future__ import annotations

import re
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.partie.management.jsoninput import REFUSED, SUCCESS, write_json
from clubscore.rules.errors import Code, RulesError, gettext_noop, quoted
from clubscore.rules.record_walls import wall_record
from clubscore.rules.record_writer import write_error

WHOLE = re.compile(r"-?[0-9]{1,9}")


class Command(BaseCommand):
    """Say where dice break the wall, on standard output."""

    help = (
        "Print where the dice, in the order thrown, break the wall, as one JSON object."
        " Exit status 1 if they cannot have been thrown."
    )
    requires_system_checks = ()

    def create_parser(
        self, prog_name: str, subcommand: str, **kwargs: Any
    ) -> CommandParser:
        """Let options stand anywhere between the dice, even where none follow."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the rule book and the dice as they fall."""
        parser.add_argument("ruleset", metavar="RULESET")
        parser.add_argument("dice", metavar="DIE", nargs="*")
        parser.add_argument("--players", metavar="N", default="4", help="3, 4 or 5")
        parser.add_argument(
            "--option",
            metavar="NAME=VALUE",
            dest="options",
            action="append",
            default=[],
            help="a house rule; may be given several times",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer with the place, or with the error."""
        status = SUCCESS
        answer: object
        try:
            answer = wall_record(
                options["ruleset"],
                [number_or_text(one) for one in options["dice"]],
                number_or_text(options["players"]),
                dict(map(read_option, options["options"])),
            )
        except RulesError as error:
            status = REFUSED
            answer = write_error(error)
        write_json(answer, sys.stdout)
        sys.stdout.flush()
        sys.exit(status)


def number_or_text(word: object) -> int | str:
    """
    Return a word of the command line as JSON has it.

    >>> [number_or_text(word) for word in ("4", "yes", "1.5")]
    [4, 'yes', '1.5']
    """
    text = str(word)
    return int(text) if WHOLE.fullmatch(text) else text


def read_option(text: str) -> tuple[str, int | str]:
    """
    Return the name and the value that ``name=value`` gives.

    Raise RulesError (bad_record) if it is not of that form.
    """
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise RulesError(
            Code.BAD_RECORD,
            gettext_noop("Write an option as name=value, not as “%(text)s”."),
            {"text": quoted(text)},
            field="options",
        )
    return name, number_or_text(value)
