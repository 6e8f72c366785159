"""
Charts as plain shapes with explicit attributes, for the page and for paper.

Pure functions of numbers; a template draws what they return.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from unicodedata import east_asian_width

WIDTH = 420
HEIGHT = 300
LEFT, RIGHT, TOP, BOTTOM = 46, 98, 14, 28
"""Room for the numbers, the names, and the numbers of the games; longer numbers take
more."""
GAP, DIGIT, MINUS = 10, 9, 12
"""How wide what stands at the left is: its distance, and its signs."""
STEP_WITHOUT_PAYMENTS = 10
"""Between two lines of the grid, where nobody has won or lost anything yet."""
APART = 18
"""Two names at the right stand at least so far from each other."""

MOST_SIGNS = 9
"""Of a name at the right."""

COLOURS = ("#b8513a", "#2b7bbd", "#2f8a57", "#9a62b8", "#9a7413")
"""Each stands out 3 : 1 at least on the light and on the dark ground."""
DASHES = ("none", "8 4", "2 4", "12 4 2 4", "4 4")
"""So that lines are told apart without their colours."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One player's line."""

    name: str
    colour: str
    dashes: str
    points: str
    """As a polyline has them."""
    end_y: float
    label_y: float
    last: int

    @property
    def label(self) -> str:
        """The name, as much of it as there is room for at the right."""
        return cut(self.name, MOST_SIGNS)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """How numbers ran from game to game."""

    lines: tuple[ChartLine, ...]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def cut(name: str, signs: int) -> str:
    """
    Return a name in the room of so many signs; Chinese ones take twice as much.

    >>> cut("Jürgen", 9), cut("Wolfeschlegelstein", 9)
    ('Jürgen', 'Wolfesch…')
    >>> cut("欧阳娜娜", 9), cut("欧阳娜娜司马相如", 9)
    ('欧阳娜娜', '欧阳娜娜…')
    """
    if _room(name) <= signs:
        return name
    while _room(name) >= signs:
        name = name[:-1]
    return name.rstrip() + "…"


def _room(text: str) -> int:
    return sum(2 if east_asian_width(sign) in "FW" else 1 for sign in text)


def step_of(span: int) -> int:
    """
    Return the round number that divides *span* into at most six parts.

    >>> [step_of(span) for span in (0, 5, 430, 2600)]
    [1, 1, 100, 500]
    """
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if span <= 6 * step:
                return step
        power *= 10


def spread(
    wanted: Sequence[float], apart: float, low: float, high: float
) -> list[float]:
    """
    Return places near those *wanted*, in their order, that do not collide.

    >>> spread([10, 12, 50], 10, 0, 100)
    [10, 20, 50]
    >>> spread([95, 99], 10, 0, 100)
    [90, 100]
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = [0.0] * len(wanted)
    floor = low
    for index in order:
        placed[index] = max(wanted[index], floor)
        floor = placed[index] + apart
    ceiling = high
    for index in reversed(order):
        placed[index] = min(placed[index], ceiling)
        ceiling = placed[index] - apart
    return placed


def room_for(low: int, high: int) -> int:
    """
    Return the room that the numbers from *low* to *high* need at the left.

    >>> [room_for(*ends) for ends in ((0, 300), (0, 4000), (-2000, 500), (0, 20000))]
    [46, 46, 58, 55]
    """
    digits = max(len(str(abs(end))) for end in (low, high))
    return max(LEFT, GAP + DIGIT * digits + (MINUS if low < 0 else 0))


def chart_of(
    names: Mapping[str, str],
    start: int,
    games: Sequence[Mapping[str, int]],
    below: Sequence[str] = (),
) -> Chart | None:
    """
    Return the chart of every player's chips; None before the first game.

    *games* holds after each game the chips of those who played until then. Below it
    stand the games' numbers, or what *below* says of each.
    """
    if not games:
        return None
    runs = {key: [start, *(game.get(key, start) for game in games)] for key in names}
    every = step_of(2 * len(games))
    marks = ["", *below] if below else [str(n) for n in range(len(games) + 1)]
    return _drawn(
        names,
        runs,
        [number / len(games) for number in range(len(games) + 1)],
        [(n / len(games), marks[n]) for n in range(0, len(games) + 1, every)],
    )


def chart_over_time(
    name: str, values: Mapping[date, int], label: Callable[[date], str]
) -> Chart | None:
    """
    Return the chart of a value that changed on some days; None if on one alone.

    Days stand as far apart as they were; *label* says a day in the reader's words.
    """
    if len(values) < 2:
        return None
    days = sorted(values)
    first, span = days[0], (days[-1] - days[0]).days
    marked = dict.fromkeys((first, first + timedelta(days=span // 2), days[-1]))
    return _drawn(
        {name: name},
        {name: [values[day] for day in days]},
        [(day - first).days / span for day in days],
        [((day - first).days / span, label(day)) for day in marked],
    )


def _drawn(
    names: Mapping[str, str],
    runs: Mapping[str, Sequence[int]],
    shares: Sequence[float],
    marks: Sequence[tuple[float, str]],
) -> Chart:
    """
    Return the chart of *runs*, whose values stand at *shares* of its width.

    *marks* are what stands below it, at shares of the width too.
    """
    values = [value for run in runs.values() for value in run]
    span = max(values) - min(values)
    step = step_of(span) if span else STEP_WITHOUT_PAYMENTS
    low = min(values) // step * step
    high = -(-max(values) // step) * step
    if low == high:
        low, high = low - step, high + step

    left = room_for(low, high)

    def across(share: float) -> float:
        return round(left + (WIDTH - left - RIGHT) * share, 1)

    def down(value: int) -> float:
        share = (high - value) / (high - low)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * share, 1)

    ends = [down(run[-1]) for run in runs.values()]
    labels = spread(ends, APART, TOP, HEIGHT - BOTTOM)
    lines = tuple(
        ChartLine(
            names[key],
            COLOURS[place % len(COLOURS)],
            DASHES[place % len(DASHES)],
            " ".join(
                f"{across(share)},{down(value)}"
                for share, value in zip(shares, run, strict=True)
            ),
            ends[place],
            labels[place],
            run[-1],
        )
        for place, (key, run) in enumerate(runs.items())
    )
    return Chart(
        lines,
        tuple(Tick(down(value), str(value)) for value in range(low, high + 1, step)),
        tuple(Tick(across(share), text) for share, text in marks),
        left=left,
    )
