"""Parties as lines of JSON, rated one after the other, and the list at the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, TypedDict

from clubscore.ranking.played import FEWEST_PLAYERS, MOST_PLAYERS
from clubscore.ranking.rating import Rated
from clubscore.ranking.skill import Strengths

LEAST = 10
"""Who has played fewer parties is not listed, unless somebody says otherwise."""
DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
FIELDS = {"date", "players", "places"}


class RatingCode(StrEnum):
    """What can be wrong with a line."""

    NOT_JSON = "not_json"
    BAD_RECORD = "bad_record"
    BAD_DATE = "bad_date"
    BAD_PLAYERS = "bad_players"
    BAD_PLACES = "bad_places"


class LineError(ValueError):
    """A line that cannot be rated."""

    def __init__(self, code: RatingCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class ListedDict(TypedDict):
    """A player on the list."""

    player: str
    strength: float
    deviation: float
    shown: int
    parties: int
    listed: bool


@dataclass(frozen=True, slots=True)
class RatedPartie:
    """A partie as a line says it."""

    day: date
    players: tuple[str, ...]
    places: tuple[int, ...]


def rated_lines(lines: Iterable[str], least: int = LEAST) -> Iterator[dict[str, Any]]:
    """
    Yield what was to be expected of each line before it, and the list at the end.

    A line that cannot be rated yields an error and changes nothing. A date before that
    of an earlier line counts as the earlier line's.
    """
    strengths = Strengths()
    today = date.min
    for number, text in enumerate(lines):
        try:
            line = read_line(text)
        except LineError as error:
            yield {"error": {"code": error.code.value, "message": str(error)}}
            continue
        today = max(today, line.day)
        forecast = strengths.forecast(line.players, today)
        yield {
            "date": line.day.isoformat(),
            "win": forecast.win,
            "expected": forecast.expected,
        }
        # The first place is the highest score.
        scores = [
            (player, -place)
            for player, place in zip(line.players, line.places, strict=True)
        ]
        strengths.add(Rated(number, today, tuple(scores)))
    yield {"list": list(listed(strengths, least))}


def listed(strengths: Strengths, least: int) -> Iterator[ListedDict]:
    """Yield all players, the strongest first; equals by name."""
    found = [(strengths.strength(player), str(player)) for player in strengths.players]
    for strength, player in sorted(found, key=lambda one: (-one[0].mean, one[1])):
        parties = strengths.players[player].parties
        yield {
            "player": player,
            "strength": strength.mean,
            "deviation": strength.deviation,
            "shown": strength.shown,
            "parties": parties,
            "listed": parties >= least,
        }


def read_line(text: str) -> RatedPartie:
    """
    Return the partie of a line.

    Raise LineError if it is none that can be rated.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise LineError(
            RatingCode.NOT_JSON, "This is not JSON. Write one JSON object on each line."
        )
    if unknown := sorted(found.keys() - FIELDS):
        raise LineError(RatingCode.BAD_RECORD, f"There is no field “{unknown[0]}”.")
    if missing := sorted(FIELDS - found.keys()):
        raise LineError(RatingCode.BAD_RECORD, f"The field “{missing[0]}” is missing.")
    day = _read_day(found["date"])
    players = _read_players(found["players"])
    return RatedPartie(day, players, _read_places(found["places"], len(players)))


def _read_day(value: object) -> date:
    if isinstance(value, str) and DATE.fullmatch(value):
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
    raise LineError(
        RatingCode.BAD_DATE, "“date” must be a date such as 2026-11-20, as a text."
    )


def _read_players(value: object) -> tuple[str, ...]:
    names = value if isinstance(value, list) else []
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        raise LineError(
            RatingCode.BAD_PLAYERS,
            f"“players” must be {FEWEST_PLAYERS} to {MOST_PLAYERS} names.",
        )
    seen: set[str] = set()
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise LineError(
                RatingCode.BAD_PLAYERS,
                "Each of “players” must be a name that is not empty.",
            )
        if name in seen:
            raise LineError(RatingCode.BAD_PLAYERS, f"{name} is named twice.")
        seen.add(name)
    return tuple(names)


def _read_places(value: object, many: int) -> tuple[int, ...]:
    places = value if isinstance(value, list) else []
    if len(places) != many:
        raise LineError(
            RatingCode.BAD_PLACES,
            f"“places” must be {many} places, one for each player.",
        )
    # True and 1.0 are equal to 1; a place is only the whole number.
    if any(type(place) is not int or place < 1 for place in places):
        raise LineError(
            RatingCode.BAD_PLACES, "Each place must be a whole number from 1."
        )
    return tuple(places)
