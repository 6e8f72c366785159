"""
The chart of a season's places from evening to evening, as plain shapes.

Drawn once for a wide box and once for a phone, never scaled, so that letters keep their
size. Colours, dashes and marks come from the style sheet, by the numbers of the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.safestring import SafeString

from clubscore.partie.charts import (
    LETTER,
    MARKS,
    Tick,
    cut,
    marks_drawn,
    room_of,
    spread,
)
from clubscore.ranking import Standings
from clubscore.season.charts import day_below_chart
from clubscore.season.standings import Leaderboard

Key = int | str

MOST_DRAWN = 60
"""How many evenings a line can show before one is as good as none."""


def days_drawn(board: Leaderboard) -> range:
    """Return the numbers of the days drawn: of many every second or third, the last."""
    every = max(1, -(-board.days // MOST_DRAWN))
    return range(board.days)[::-every][::-1]


# Beside a line of the leaderboard ---------------------------------------------------

SPARK_WIDTH, SPARK_HEIGHT, SPARK_EDGE = 88, 24, 4


@dataclass(frozen=True, slots=True)
class Spark:
    """How a player's place ran, as a small line without letters."""

    points: str
    """As a polyline has them."""
    end: tuple[float, float]
    first: int
    last: int


def sparks_of(board: Leaderboard) -> dict[Key, Spark]:
    """Return by player how places ran, all in one scale; none before two evenings."""
    if board.days < 2:
        return {}
    runs = runs_of(board, board.course_at(days_drawn(board)))
    lowest = max((place for run in runs.values() for place in run if place), default=1)
    return {
        player: spark
        for player, run in runs.items()
        if (spark := _spark(run, lowest)) is not None
    }


def runs_of(
    board: Leaderboard, course: Iterable[tuple[date, Standings]]
) -> dict[Key, list[int | None]]:
    """Return each player's place after some evenings; None where there was none."""
    runs: dict[Key, list[int | None]] = {
        row.line.player: [] for row in board.rows if row.line.place is not None
    }
    for _, then in course:
        places = {one.player: one.place for one in then.lines}
        for player, run in runs.items():
            run.append(places.get(player))
    return runs


def _spark(run: Sequence[int | None], lowest: int) -> Spark | None:
    step = (SPARK_WIDTH - 2 * SPARK_EDGE) / (len(run) - 1)
    drop = (SPARK_HEIGHT - 2 * SPARK_EDGE) / max(lowest - 1, 1)
    placed = [
        (
            round(SPARK_EDGE + step * number, 1),
            round(SPARK_EDGE + drop * (place - 1), 1),
            place,
        )
        for number, place in enumerate(run)
        if place is not None
    ]
    if not placed:
        return None
    return Spark(
        " ".join(f"{x},{y}" for x, y, _ in placed),
        placed[-1][:2],
        placed[0][2],
        placed[-1][2],
    )


# The picture ------------------------------------------------------------------------

MOST_PLACES = 24
"""Who stands lower is not drawn."""
COLOURED = 5
"""How many lines are told apart; the others are grey."""
ROW = 24
"""Between two places, and between two names: each is as high as a finger needs."""
TOP, BOTTOM = 12, 30
RULED = (1, 6, 12, 18, 24)
"""The places with a line of the grid."""
BESIDE = 14
"""From the end of a line to its name."""
JOINED = 26
"""The same where names had to be moved apart, with room for a line that joins."""
APART = 44
"""Two dates below stand at least so far from each other."""


@dataclass(frozen=True, slots=True)
class Box:
    """The room that a picture has."""

    width: int
    evenings: int | None
    """How many of the last evenings fit; None for all."""
    letters: int
    """How many of a name."""


WIDE = Box(548, None, 20)
NARROW = Box(294, 6, 11)


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A player's line."""

    number: int
    """By which it is coloured, dashed and marked; 0 for those that are not."""
    player: Key
    slug: str
    name: str
    label: str
    """The name, as much of it as there is room for."""
    place: int
    points: str
    marks: SafeString
    """What stands for each evening and the place then, drawn."""
    end: float
    """How far down it ends."""
    name_y: float
    """How far down its name stands: beside the end, or below those who tie with it."""
    is_shown: bool
    """Whether the address asks for it."""
    address: str
    """The part of an address that asks for it, and for all that is asked already; where
    it is shown, for that without it."""


@dataclass(frozen=True, slots=True)
class PlaceChart:
    """How places ran from evening to evening."""

    width: int
    height: int
    left: int
    right: int
    names_x: int
    lines: tuple[PlaceLine, ...]
    """Grey ones first, so that the others lie above them."""
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]

    @property
    def by_name(self) -> list[PlaceLine]:
        """The lines as their names stand below each other."""
        return sorted(self.lines, key=lambda one: one.name_y)

    @property
    def room_of_name(self) -> int:
        """How wide the room of a name is."""
        return self.width - self.names_x


def place_chart_of(
    board: Leaderboard,
    names: Mapping[Key, str],
    box: Box,
    shown: str,
    address: Callable[[str], str],
) -> PlaceChart | None:
    """
    Return the picture of the places in a box; None before two evenings.

    *names* are those for the box. Coloured are the first five; who is *shown*, by the
    address of the player, takes the place of the fifth. *address* says how to ask for
    somebody.
    """
    rows = [row for row in board.placed if (row.line.place or 0) <= MOST_PLACES]
    rows = rows[:MOST_PLACES]
    if board.days < 2 or len(rows) < 2:
        return None
    numbers = days_drawn(board) if box.evenings is None else range(board.days)
    course = board.course_at(numbers[-(box.evenings or board.days) :])
    runs = runs_of(board, course)
    days = [day_below_chart(day) for day, _ in course]
    chosen = [row.slug for row in rows[:COLOURED]]
    if shown in {row.slug for row in rows} - set(chosen):
        chosen[-1] = shown
    labels = [cut(names[row.line.player], box.letters) for row in rows]
    left = 28
    lowest = len(rows)
    ends = [_down(min(row.line.place or lowest, lowest)) for row in rows]
    placed = spread(ends, ROW, TOP, _down(lowest))
    beside = BESIDE if placed == ends else JOINED
    right = box.width - LETTER * max(map(room_of, labels)) - 22 - beside
    step = (right - left) / (len(days) - 1)
    lines = []
    for row, label, end, name_y in zip(rows, labels, ends, placed, strict=True):
        run = runs[row.line.player]
        colour = chosen.index(row.slug) + 1 if row.slug in chosen else 0
        marks = [
            (
                round(left + step * number, 1),
                _down(min(place, lowest)),
                f"{day}: {place}",
            )
            for number, (day, place) in enumerate(zip(days, run, strict=True))
            if place is not None
        ]
        lines.append(
            PlaceLine(
                colour,
                row.line.player,
                row.slug,
                row.name,
                label,
                row.line.place or 0,
                " ".join(f"{x},{y}" for x, y, _ in marks),
                marks_drawn(MARKS[colour], row.name, marks),
                end,
                name_y,
                row.slug == shown,
                address("" if row.slug == shown else row.slug),
            )
        )
    return PlaceChart(
        box.width,
        TOP + ROW * (lowest - 1) + BOTTOM,
        left,
        round(right),
        round(right) + beside,
        tuple(
            sorted(lines, key=lambda one: (one.is_shown, one.number > 0, -one.number))
        ),
        tuple(Tick(_down(one), str(one)) for one in RULED if one <= lowest),
        _dates(days, left, step),
    )


def _down(place: int) -> float:
    """Return how far down a place is."""
    return TOP + ROW * (place - 1)


def _dates(days: Sequence[str], left: int, step: float) -> tuple[Tick, ...]:
    """Return as many dates as fit below, the last one among them."""
    every = max(1, -(-APART // max(int(step), 1)))
    numbers = range(len(days) - 1, -1, -every)
    return tuple(
        Tick(round(left + step * number, 1), days[number]) for number in numbers
    )
