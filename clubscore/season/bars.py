"""
Bars as plain shapes: a value for every evening, how many hands were worth so much.

Drawn once for a wide box and once for a phone, never scaled, so that letters keep their
size. Colours come from the style sheet, by the kind of a bar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from clubscore.partie.charts import (
    AXIS_LETTER,
    BOLD_DIGIT,
    LETTER,
    Tick,
    room_for,
    step_of,
)
from clubscore.partie.scores import Score

WIDE, NARROW = 528, 294
"""How wide a picture is beside another one, and on a phone."""
HEIGHT = 200
TOP, BOTTOM = 24, 26
"""Room for a number over the highest bar, and for what stands below."""
EDGE = 12
MOST_BROAD = 44
SHARE = Fraction(7, 10)
"""Of its room that a bar takes."""


@dataclass(frozen=True, slots=True)
class Value:
    """What one bar stands for."""

    number: Score
    below: str
    """What stands below it."""
    said: str
    """All of it, for a pointer: `17 Nov: +24`."""
    kind: str = "gain"
    """`gain`, `loss` or `limit`, by which it is coloured."""
    above: str = ""
    """What stands over it; empty where nothing does."""


@dataclass(frozen=True, slots=True)
class DrawnBar:
    """A bar, and the room it stands in."""

    x: float
    y: float
    width: float
    height: float
    kind: str
    said: str
    above: str
    above_x: float
    above_y: float
    middle: float
    room_x: float
    room: float
    """How wide the room is in which a pointer means this bar."""


@dataclass(frozen=True, slots=True)
class BarChart:
    """Bars above and below a line of nothing, and the mean so far if that is asked."""

    width: int
    height: int
    left: int
    right: int
    zero: float
    bars: tuple[DrawnBar, ...]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    means: str
    """As a polyline has them; empty without a mean."""
    mean_y: float
    mean_called: str
    mean: str
    """The last mean, as it is written."""


def bars_of(
    values: Sequence[Value],
    width: int,
    *,
    means: Sequence[Fraction] = (),
    mean: str = "",
    mean_called: str = "",
) -> BarChart | None:
    """
    Return bars in a box so wide; None without any.

    Where *means* are given, one after each value, a line shows them, and *mean* stands
    at its end, below what it is called. Numbers stand at the left unless every bar has
    its own above it.
    """
    if not values:
        return None
    numbers = [one.number for one in values]
    # The mean of all so far may be beyond every bar that is drawn.
    low = min(0, *map(floor, (*numbers, *means)))
    high = max(0, *map(ceil, (*numbers, *means)))
    step = step_of(max(high - low, 1))
    has_rows = not all(one.above for one in values)
    left = room_for(low, high) if has_rows else EDGE
    right = width - max(BOLD_DIGIT * len(mean) + EDGE, LETTER * len(mean_called) + EDGE)
    room = Fraction(right - left, len(values))
    broad = min(room * SHARE, Fraction(MOST_BROAD))
    bottom = HEIGHT - BOTTOM - (TOP - EDGE if low < 0 else 0)
    scale = Fraction(bottom - TOP, max(high - low, 1))

    def down(number: int | Fraction) -> float:
        return round(float(TOP + (high - number) * scale), 1)

    bars = []
    for at, one in enumerate(values):
        middle = left + room * at + room / 2
        top, end = sorted((down(one.number), down(0)))
        bars.append(
            DrawnBar(
                x=round(float(middle - broad / 2), 1),
                y=top,
                width=round(float(broad), 1),
                height=round(end - top, 1),
                kind=one.kind,
                said=one.said,
                above=one.above,
                # Within the box of the bars, where no other number stands.
                above_x=_within(middle, BOLD_DIGIT * len(one.above), left, right),
                above_y=round(end + 14, 1) if one.number < 0 else round(top - 6, 1),
                middle=round(float(middle), 1),
                room_x=round(float(middle - room / 2), 1),
                room=round(float(room), 1),
            )
        )
    rows = range(-(-low // step) * step, high + 1, step) if has_rows else ()
    return BarChart(
        width=width,
        height=HEIGHT,
        left=left,
        right=right,
        zero=down(0),
        bars=tuple(bars),
        rows=tuple(Tick(down(row), str(row)) for row in rows),
        columns=_below(values, bars, float(room)),
        means=" ".join(
            f"{bar.middle},{down(one)}" for bar, one in zip(bars, means, strict=False)
        ),
        mean_y=min(max(down(means[-1]), TOP), bottom - EDGE) if means else 0,
        mean_called=mean_called,
        mean=mean,
    )


def _within(middle: Fraction, long: int, left: int, right: int) -> float:
    """Return where the middle of something so long stands, that it ends in its box."""
    half = Fraction(long, 2)
    return round(float(max(left + half, min(middle, right - half))), 1)


def _below(
    values: Sequence[Value], bars: Sequence[DrawnBar], room: float
) -> tuple[Tick, ...]:
    """Return as much of what stands below as there is room for, the last of it."""
    longest = max(len(one.below) for one in values)
    # The width is that of the widest letters: little is needed between two texts.
    every = max(1, int(-(-(AXIS_LETTER * longest + 4) // room)))
    numbers = range(len(values) - 1, -1, -every)
    return tuple(Tick(bars[at].middle, values[at].below) for at in reversed(numbers))
