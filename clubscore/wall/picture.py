"""
The broken wall seen from above, as plain shapes with whole coordinates.

Pure functions of a broken wall; a template draws what they return. Whoever throws
first sits at the bottom, the next player to his right, so that left and right in
the picture are left and right at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from clubscore.partie.engine.walls import BrokenWall, Lifted, Side, SideEnd, Stack, Wind

UNIT = 14
"""A stack's length along its side."""
DEPTH = 20
"""Its depth, towards the player."""
CORNER = 4
"""Left open between two sides."""
MARGIN = 32
"""Around the walls, for the count and the names."""

TAKEN_AT = -12
"""From a wall's inner edge: the arrow that shows where tiles are taken."""
NUMBER_AT = -30
"""From the inner edge: the number of the lifted stack."""
COUNTED_AT = DEPTH + 8
"""From the inner edge: the line along the stacks that are counted."""
NAMED_AT = DEPTH + 21
"""From the inner edge: the name of a side."""
CLEAR = 18
"""A number's middle is so far from the next side."""
ARROW = 5
"""Half of the width of an arrow's head."""
SHOWN_TAKEN = 4
"""The arrow runs along so many stacks, if the side has them."""

TURNS = (0, -90, 0, 90)
"""How the name of a side is turned: bottom, right, top, left."""

LEGEND = (
    ("gap", gettext_noop("lifted out")),
    ("lifted", gettext_noop("lifted tiles")),
    ("dead", gettext_noop("dead wall")),
    ("taken", gettext_noop("tiles are taken this way")),
    ("counted", gettext_noop("counted")),
)
OF_LIFTED = frozenset({"gap", "lifted", "dead"})
"""What there is only where a pair is lifted out."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A stack, the gap or a lifted tile."""

    kind: str
    """live, dead, gap, lifted."""
    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """Its lower edge."""
        return self.y + self.height

    @property
    def is_dead(self) -> bool:
        """Whether it is hatched, so that colour alone tells nothing."""
        return self.kind == "dead"


@dataclass(frozen=True, slots=True)
class WallLine:
    """A line along some stacks of one side, perhaps with an arrow's head."""

    kind: str
    """taken or counted."""
    x1: int
    y1: int
    x2: int
    y2: int
    head: str = ""
    """The points of the arrow's head, as a polygon has them."""


@dataclass(frozen=True, slots=True)
class Label:
    """A side's name or a number."""

    kind: str
    """side or number."""
    x: int
    y: int
    text: str
    """To be translated."""
    turn: int = 0
    """In degrees, clockwise."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A broken wall to draw."""

    rectangles: tuple[Rectangle, ...]
    lines: tuple[WallLine, ...]
    labels: tuple[Label, ...]
    size: int
    legend: tuple[tuple[str, str], ...] = LEGEND
    """Each kind of shape, and what it means, to be translated."""


def drawing_of(wall: BrokenWall) -> Drawing:
    """Return the picture of a wall that has just been broken."""
    table = _Table(wall.sides)
    return Drawing(
        rectangles=(
            *(table.stack("live", one) for one in wall.live),
            *(table.stack("dead", one) for one in wall.dead_stacks),
            *([table.stack("gap", wall.place)] if wall.lifted else []),
            *map(table.lifted, wall.lifted),
        ),
        lines=(_taken(table, wall), *_counted(table, wall)),
        labels=(*table.names(), _number(table, wall)),
        size=2 * table.middle,
        legend=tuple(one for one in LEGEND if wall.lifted or one[0] not in OF_LIFTED),
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """The sides around the table, the first thrower's at the bottom."""

    sides: Sequence[Side]

    @property
    def inner(self) -> int:
        """Return how far the walls are from the middle of the table."""
        return max(side.stacks for side in self.sides) * UNIT // 2 + CORNER

    @property
    def middle(self) -> int:
        """Return how far the middle of the table is from the picture's edges."""
        return self.inner + DEPTH + MARGIN

    def place(self, position: int, along: int, out: int) -> tuple[int, int]:
        """
        Return where a point of a side lies in the picture.

        *position* is the side's: bottom, right, top, left. *along* counts from the
        side's middle to its player's right, *out* from its inner edge.
        """
        x, y = along, self.inner + out
        for _ in range(position):
            x, y = y, -x
        return self.middle + x, self.middle + y

    def position(self, wind: Wind) -> int:
        return next(n for n, side in enumerate(self.sides) if side.wind is wind)

    def left_edge(self, one: Stack) -> int:
        """Return where a stack begins along its side, as its player sees it."""
        stacks = one.from_left + one.from_right - 1
        return (one.from_left - 1) * UNIT - stacks * UNIT // 2

    def rectangle(
        self, kind: str, one: Stack, near: int, far: int, inset: int = 0
    ) -> Rectangle:
        position = self.position(one.side)
        start = self.left_edge(one) + inset
        corners = (
            self.place(position, start, near),
            self.place(position, start + UNIT - 2 * inset, far),
        )
        (x1, x2), (y1, y2) = (sorted(pair) for pair in zip(*corners, strict=True))
        return Rectangle(kind, x1, y1, x2 - x1, y2 - y1)

    def stack(self, kind: str, one: Stack) -> Rectangle:
        return self.rectangle(kind, one, 0, DEPTH)

    def lifted(self, one: Lifted) -> Rectangle:
        """Return a tile that lies on a stack, a little smaller than it."""
        return self.rectangle("lifted", one.stack, 3, DEPTH - 3, 2)

    def line(
        self,
        kind: str,
        stacks: Sequence[Stack],
        towards: SideEnd,
        out: int,
        *,
        tip: bool,
    ) -> WallLine:
        """Return a line along *stacks* of one side, with a *tip* or without."""
        position = self.position(stacks[0].side)
        starts = [self.left_edge(one) for one in stacks]
        first, last = min(starts), max(starts) + UNIT
        if towards is SideEnd.LEFT:
            first, last = last, first
        head = ""
        if tip:
            point = last
            last -= 2 * ARROW * towards.step
            corners = ((last, out - ARROW), (point, out), (last, out + ARROW))
            places = (self.place(position, *corner) for corner in corners)
            head = " ".join(f"{x},{y}" for x, y in places)
        x1, y1 = self.place(position, first, out)
        x2, y2 = self.place(position, last, out)
        return WallLine(kind, x1, y1, x2, y2, head)

    def names(self) -> Iterable[Label]:
        for position, side in enumerate(self.sides):
            x, y = self.place(position, 0, NAMED_AT)
            yield Label("side", x, y, side.wind.term, TURNS[position])


def _taken(table: _Table, wall: BrokenWall) -> WallLine:
    """Return the arrow along the tiles that are taken first, up to their corner."""
    first = wall.live[0].side
    stacks = [one for one in wall.live[:SHOWN_TAKEN] if one.side is first]
    return table.line("taken", stacks, wall.breaking.live_end, TAKEN_AT, tip=True)


def _counted(table: _Table, wall: BrokenWall) -> Iterable[WallLine]:
    """Yield a line along the stacks that are counted; past a corner a second one."""
    end = wall.breaking.count_from
    if wall.runs_on:
        beginning = _first_stacks(wall.thrown, end, wall.thrown.stacks)
        yield table.line("counted", beginning, end.other, COUNTED_AT, tip=False)
    side = next(one for one in wall.sides if one.wind is wall.place.side)
    stacks = _first_stacks(side, end, wall.stack)
    yield table.line("counted", stacks, end.other, COUNTED_AT, tip=True)


def _first_stacks(side: Side, end: SideEnd, count: int) -> list[Stack]:
    """Return the stacks of a side that are counted from its *end*."""
    numbers = range(1, count + 1)
    if end is SideEnd.LEFT:
        return [Stack(side.wind, one, side.stacks + 1 - one) for one in numbers]
    return [Stack(side.wind, side.stacks + 1 - one, one) for one in numbers]


def _number(table: _Table, wall: BrokenWall) -> Label:
    """Return the number of the lifted stack, beside the gap."""
    along = table.left_edge(wall.place) + UNIT // 2
    # In a corner it would stand on the neighbour's side.
    reach = table.inner - CLEAR
    along = max(-reach, min(along, reach))
    x, y = table.place(table.position(wall.place.side), along, NUMBER_AT)
    return Label("number", x, y, str(wall.stack))
