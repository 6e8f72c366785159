"""Reading the golden seasons; `golden/README.md` tells their form."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from clubscore.ranking import (
    PRESETS,
    Attendance,
    BookedPoints,
    CountsFor,
    Method,
    Played,
    PlayedEvening,
    PlayedPartie,
    PlayedState,
    PlayerResult,
    changed,
    points_from,
)

FOLDER = Path(__file__).parent / "golden"
HALF = Fraction(1, 2)

EVENING = re.compile(r"evening (\S+?)(?:: (.+))?")
PARTIE = re.compile(r"partie (\d+) table (\w+)(?: (\w+))?: (.+)")
PLAYER = re.compile(r"(\w+) ([+-]?\d+)((?: [wgbn]-?\d+| half)*)(?: for (\w+) (\w+))?")
BOOKING = re.compile(r"booking (\S+) (\w+) (\S+)( evening)?")


@dataclass
class Season:
    """One block: a method, what was played, and the lines that say what comes out."""

    title: str
    preset: str
    settings: dict[str, Any] = field(default_factory=dict)
    played: Played = field(default_factory=Played)
    expected: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.preset}: {self.title}"

    @property
    def method(self) -> Method:
        """The preset with the block's settings."""
        return changed(PRESETS[self.preset].method, self.settings)


def points(text: str) -> Fraction:
    """Return the points that are written there."""
    found = points_from(text)
    assert found is not None, text
    return found


def seasons() -> Iterator[Season]:
    """Yield every block of every file."""
    for path in sorted(FOLDER.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
            yield season(block.splitlines())


def season(lines: list[str]) -> Season:
    """Return the block that *lines* write down."""
    found = Season(lines[0].removeprefix("# "), "")
    for line in lines:
        word, _, rest = line.partition(" ")
        match word:
            case "#":
                pass
            case "preset":
                found.preset = rest
            case "set":
                path, _, value = rest.partition(" ")
                found.settings[path] = json.loads(value)
            case "evening":
                evenings = (*found.played.evenings, evening(line))
                found.played = replace(found.played, evenings=evenings)
            case "partie":
                last = found.played.evenings[-1]
                parties = (*found.played.parties, partie(line, last))
                found.played = replace(found.played, parties=parties)
            case "booking":
                bookings = (*found.played.bookings, booking(line))
                found.played = replace(found.played, bookings=bookings)
            case _:
                found.expected.append(line)
    assert found.preset
    assert found.expected
    return found


def evening(line: str) -> PlayedEvening:
    """Return the evening that a line writes down."""
    match = EVENING.fullmatch(line)
    assert match, line
    day, names = match.groups()
    return PlayedEvening(
        key=day,
        date=date.fromisoformat(day),
        attendance=tuple(attendance(one) for one in (names or "").split(", ") if one),
    )


def attendance(text: str) -> Attendance:
    """Return who was there, for which part."""
    name, *more = text.split()
    is_member = "guest" not in more
    part = Fraction(next((one for one in more if one != "guest"), "1"))
    return Attendance(player=name, part=part, is_member=is_member)


def partie(line: str, last: PlayedEvening) -> PlayedPartie:
    """Return the partie that a line writes down."""
    match = PARTIE.fullmatch(line)
    assert match, line
    number, table, state, players = match.groups()
    results = tuple(result(one) for one in players.split(", "))
    return PlayedPartie(
        key=int(number),
        evening=last.key,
        date=last.date,
        table=table,
        players=len({one.chair for one in results}),
        results=results,
        state=PlayedState(state or "finished"),
    )


def result(text: str) -> PlayerResult:
    """Return what a partie came to for one player."""
    match = PLAYER.fullmatch(text)
    assert match, text
    name, score, more, replaced, counts_for = match.groups()
    words = more.split()
    numbers = {one[0]: int(one[1:]) for one in words if one != "half"}
    return PlayerResult(
        player=name,
        score=int(score),
        wins=numbers.get("w", 0),
        given=numbers.get("g", 0),
        best_game=numbers.get("b"),
        games=numbers.get("n", 0),
        part=HALF if "half" in words else Fraction(1),
        stands_in_for=replaced,
        counts_for=CountsFor(counts_for or "substitute"),
    )


def booking(line: str) -> BookedPoints:
    """Return the booking that a line writes down."""
    match = BOOKING.fullmatch(line)
    assert match, line
    day, name, many, on_evening = match.groups()
    return BookedPoints(
        player=name,
        date=date.fromisoformat(day),
        points=points(many),
        evening=day if on_evening else None,
    )
