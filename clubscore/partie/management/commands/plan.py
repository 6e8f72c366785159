"""``manage.py plan``: who sits where in several rounds."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.club.models import Season
from clubscore.partie.management.jsoninput import SUCCESS, parse_json, write_json
from clubscore.partie.played_rounds import played_rounds
from clubscore.planning import PlanningCode, PlanningError, Round, Wanted, check, plan
from clubscore.planning.records import error_to_json, history_from_json, plan_to_json
from clubscore.planning.wishes import MOST
from clubscore.rules import RulesError

REFUSED = 2
WHOLE = re.compile(r"-?[0-9]{1,18}")
OPTIONS = {"sizes": "tables_of"}
"""The options that have another name than the field of `Wanted`."""


class Command(BaseCommand):
    """Plan, and answer on standard output."""

    help = (
        "Plan several rounds so that people meet as many others as can be, sit on each"
        " wind and wait equally often; print the plan and how good it is as one JSON"
        " object. Exit status 2 if there is no plan; the answer says why."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take everything as text: errors are written in JSON."""
        parser.add_argument("--players", default="", help="a number, or names A,B,…")
        parser.add_argument("--rounds", default="", help="how many, 1 to 60")
        parser.add_argument("--seed", default="1", help="default 1")
        parser.add_argument("--seconds", default="10", help="0.1 to 600, default 10")
        parser.add_argument(
            "--tables-of", default="3,4,5", help="the sizes allowed, default 3,4,5"
        )
        for name, text in (
            ("--apart", "these never share a table; may be given several times"),
            ("--together", "these share a table in every round; likewise"),
        ):
            parser.add_argument(
                name, metavar="A,B", action="append", default=[], help=text
            )
        parser.add_argument(
            "--fixed",
            metavar="NAME:TABLE",
            action="append",
            default=[],
            help="always sits at that table number; may be given several times",
        )
        parser.add_argument(
            "--history",
            metavar="FILE|CLUB/SEASON",
            help="what was played before: what this command printed, or a season",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer with the plan, or with the error."""
        begin = monotonic()
        status = SUCCESS
        try:
            wanted = wanted_from(options)
            check(wanted)
            check_places(map(fixed_from, options["fixed"]))
            if options["history"]:
                wanted = replace(wanted, history=history_of(options["history"]))
            made = plan(wanted)
            answer = plan_to_json(wanted, made, monotonic() - begin)
        except PlanningError as error:
            status = REFUSED
            error.field = OPTIONS.get(error.field, error.field)
            answer = error_to_json(error)
        write_json(answer, sys.stdout)
        sys.stdout.flush()
        sys.exit(status)


def wanted_from(options: dict[str, Any]) -> Wanted:
    """Return what the words of the command line ask for; what is no number stays."""
    rounds: Any = number_or_text(options["rounds"])
    seed: Any = number_or_text(options["seed"])
    sizes: Any = [number_or_text(word) for word in words_of(options["tables_of"])]
    fixed: Any = dict(map(fixed_from, options["fixed"]))
    return Wanted(
        players=players_from(str(options["players"])),
        rounds=rounds,
        seed=seed,
        seconds=seconds_from(str(options["seconds"])),
        sizes=sizes,
        apart=[words_of(wish) for wish in options["apart"]],
        together=[words_of(wish) for wish in options["together"]],
        fixed=fixed,
    )


def fixed_from(wish: object) -> tuple[str, int | str]:
    """Return the name and the table of NAME:TABLE."""
    name, _colon, table = str(wish).rpartition(":")
    return name.strip(), number_or_text(table)


def check_places(wishes: Iterable[tuple[str, int | str]]) -> None:
    """Refuse two places for one player, which `Wanted` cannot say."""
    places: dict[str, int | str] = {}
    for name, table in wishes:
        if places.setdefault(name, table) != table:
            raise PlanningError(
                PlanningCode.CONTRADICTION,
                f"{name} is fixed at table {places[name]} and at table {table}.",
                "fixed",
            )


def players_from(text: str) -> Sequence[str]:
    """
    Return the names that a list or a number stands for.

    >>> players_from("4"), players_from("Anna, Ben")
    (['1', '2', '3', '4'], ['Anna', 'Ben'])
    """
    if WHOLE.fullmatch(text.strip()):
        return [str(one) for one in range(1, min(int(text), MOST + 1) + 1)]
    return words_of(text)


def words_of(text: object) -> list[str]:
    """Return what stands between commas."""
    words = [word.strip() for word in str(text).split(",")]
    return [] if words == [""] else words


def number_or_text(word: object) -> int | str:
    """Return a whole number, or what else was written."""
    text = str(word).strip()
    return int(text) if WHOLE.fullmatch(text) else text


def seconds_from(text: str) -> float:
    """Return the seconds; what is no number is none either."""
    try:
        return float(text)
    except ValueError:
        return float("nan")


def history_of(source: str) -> tuple[Round, ...]:
    """Return the rounds of a file, or of a season as CLUB/SEASON."""
    path = Path(source)
    try:
        text = path.read_bytes() if path.is_file() else None
        said = None if text is None else parse_json(text)
    except (OSError, ValueError, RulesError):
        raise PlanningError(
            PlanningCode.BAD_HISTORY, "The history cannot be read as JSON.", "history"
        ) from None
    if text is not None:
        return history_from_json(said)
    club, _slash, slug = source.partition("/")
    season = Season.objects.filter(club__slug=club, slug=slug).first()
    if season is None:
        raise PlanningError(
            PlanningCode.BAD_HISTORY,
            f"{source} is neither a file nor a season.",
            "history",
        )
    return played_rounds(season)
