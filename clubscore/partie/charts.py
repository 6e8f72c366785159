"""
Charts as plain shapes: on a page for a wide box and for a phone, and on paper.

On a page they are never scaled, so that letters keep their size, and the style sheet
colours them; those of paper have their colours with them. A template draws them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from unicodedata import east_asian_width

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from clubscore.club.templatetags.numbers import figure
from clubscore.partie.scores import Score

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
"""Of a name at the right, on paper."""

COLOURS = ("#b8513a", "#2b7bbd", "#2f8a57", "#9a62b8", "#9a7413")
"""Each stands out 3 : 1 at least on the light and on the dark ground."""
DASHES = ("none", "8 4", "2 4", "12 4 2 4", "4 4")
"""So that lines are told apart without their colours."""

LETTER = 8
"""How wide a letter of a name is on a page, about, in the widest of letters there."""
BOLD_DIGIT = 9
"""And a digit of a value."""
AXIS_LETTER = 8
"""And one of what stands at the left and below."""
LINE = 15
"""How high a line of letters is there."""
BESIDE = 12
"""From the end of a line to its name."""
LEAST_LEFT = 28
BETWEEN = 10
"""Two texts below stand at least so far from each other."""

MARKS = (
    '<circle class="hit" cx="{x}" cy="{y}" r="6">{said}</circle>',
    '<circle cx="{x}" cy="{y}" r="4.5">{said}</circle>',
    *(
        '<path transform="translate({x} {y})" d="' + shape + '">{said}</path>'
        for shape in (
            "M-4-4h8v8h-8z",
            "M0-5.5 5 4H-5z",
            "M0-5.5 5.5 0 0 5.5-5.5 0z",
            "M0 5.5 5-4H-5z",
        )
    ),
)
"""How a mark is drawn, by the number of its line; the first one is not seen."""
ROOM_OF_A_MARK = 20
"""Where values stand closer, only the last one of a line has a mark that is seen."""


@dataclass(frozen=True, slots=True)
class LinesBox:
    """The room that a chart has on a page."""

    width: int
    height: int
    signs: int
    """How many of a name at the right."""
    is_stacked: bool
    """Whether a name stands below its value there, and not beside it."""


WIDE, NARROW = LinesBox(528, 280, 20, False), LinesBox(294, 264, 12, True)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One player's line."""

    name: str
    label: str
    """The name, as much of it as there is room for at the right."""
    number: int
    """By which it is coloured, dashed and marked on a page."""
    colour: str
    dashes: str
    points: str
    """As a polyline has them."""
    marks: SafeString
    """What stands for each value, drawn; nothing on paper."""
    end_y: float
    label_y: float
    last: Score


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class LineChart:
    """A chart in the room that it has."""

    lines: tuple[ChartLine, ...]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    width: int
    height: int
    left: int
    right: int
    bottom: int
    is_stacked: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """How numbers ran from game to game, or from day to day."""

    names: Mapping[str, str]
    short: Mapping[str, str]
    """What they are called where there is little room."""
    runs: Mapping[str, Sequence[Score]]
    shares: Sequence[float]
    """Where the values stand, as shares of the width."""
    called: Sequence[str]
    """What each value came after, for a pointer; nothing of one that was there."""
    marks: Sequence[tuple[float, str]]
    """What stands below, at shares of the width too; of many as much as has room."""
    paper_marks: Sequence[tuple[float, str]]
    """What stands below on paper."""

    @property
    def paper(self) -> LineChart:
        """The chart on paper."""
        low, high, step = self._scale
        labels = {key: cut(name, MOST_SIGNS) for key, name in self.names.items()}
        left = room_for(low, high)
        frame = _Frame(WIDTH, HEIGHT, left, WIDTH - RIGHT, low, high, step)
        return self._drawn(frame, labels, self.paper_marks)

    @property
    def wide(self) -> LineChart:
        """The chart in a wide box of a page."""
        return self._on_page(WIDE, self.names)

    @property
    def narrow(self) -> LineChart:
        """The chart on a phone."""
        return self._on_page(NARROW, self.short)

    @property
    def _scale(self) -> tuple[int, int, int]:
        """The lowest and the highest line of the grid, and the step between two."""
        values = [value for run in self.runs.values() for value in run]
        span = max(values) - min(values)
        step = step_of(span) if span else STEP_WITHOUT_PAYMENTS
        low = min(values) // step * step
        high = -(-max(values) // step) * step
        return (low - step, high + step, step) if low == high else (low, high, step)

    def _on_page(self, box: LinesBox, names: Mapping[str, str]) -> LineChart:
        low, high, step = self._scale
        # A line alone is named by what stands above the chart.
        is_alone = len(names) == 1
        labels = {
            key: "" if is_alone else cut(name, box.signs) for key, name in names.items()
        }
        texts = [
            (BOLD_DIGIT * len(figure(run[-1])), LETTER * room_of(labels[key]))
            for key, run in self.runs.items()
        ]
        longest = max(
            max(one) if box.is_stacked or is_alone else sum(one) + LETTER
            for one in texts
        )
        half = AXIS_LETTER * max(len(text) for _, text in self.marks) / 2
        at_left = max(len(figure(end)) for end in (low, high))
        # Only what stands below the beginning can reach over the edge.
        first = half if self.marks[0][1] and self.marks[0][0] == 0 else 0.0
        left = max(GAP + AXIS_LETTER * at_left, first, LEAST_LEFT)
        right = box.width - max(BESIDE + longest, half)
        room = right - left
        frame = _Frame(
            box.width, box.height, round(left), int(right), low, high, step, box
        )
        return self._drawn(frame, labels, _thinned(self.marks, room))

    def _drawn(
        self,
        frame: _Frame,
        labels: Mapping[str, str],
        marks: Iterable[tuple[float, str]],
    ) -> LineChart:
        box = frame.box
        is_stacked = box is not None and box.is_stacked
        # Half of the second line, by which the first one stands higher.
        lift = LINE / 2 if is_stacked else 0.0
        ends = [frame.down(run[-1]) for run in self.runs.values()]
        lowest = frame.height - BOTTOM
        highest, deepest = TOP + lift, lowest - lift
        wanted = 2 * LINE + BETWEEN if is_stacked else APART
        apart = min(wanted, (deepest - highest) / max(len(ends) - 1, 1))
        placed = spread(ends, apart, highest, deepest)
        across = [frame.across(share) for share in self.shares]
        lines = []
        for place, (key, run) in enumerate(self.runs.items()):
            points = [
                (x, frame.down(value)) for x, value in zip(across, run, strict=True)
            ]
            number = place % len(COLOURS) + 1
            lines.append(
                ChartLine(
                    self.names[key],
                    labels[key],
                    number,
                    COLOURS[number - 1],
                    DASHES[number - 1],
                    " ".join(f"{x},{y}" for x, y in points),
                    self._marks(key, number, points) if box is not None else _NOTHING,
                    ends[place],
                    placed[place],
                    run[-1],
                )
            )
        return LineChart(
            tuple(lines),
            tuple(
                Tick(frame.down(value), str(value))
                for value in range(frame.low, frame.high + 1, frame.step)
            ),
            tuple(Tick(frame.across(share), text) for share, text in marks),
            frame.width,
            frame.height,
            frame.left,
            frame.right,
            lowest,
            is_stacked=is_stacked,
        )

    def _marks(
        self, key: str, number: int, points: Sequence[tuple[float, float]]
    ) -> SafeString:
        """Return what stands for each value of a line; the last one is always seen."""
        said = [
            (x, y, f"{called}: {figure(value)}")
            for (x, y), called, value in zip(
                points, self.called, self.runs[key], strict=True
            )
            if called
        ]
        step = (points[-1][0] - points[0][0]) / max(len(points) - 1, 1)
        if step >= ROOM_OF_A_MARK:
            return marks_drawn(MARKS[number], self.names[key], said)
        return mark_safe(  # noqa: S308
            marks_drawn(MARKS[0], self.names[key], said[:-1])
            + marks_drawn(MARKS[number], self.names[key], said[-1:])
        )


_NOTHING = SafeString("")


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where values stand."""

    width: int
    height: int
    left: int
    right: int
    low: int
    high: int
    step: int
    box: LinesBox | None = None

    def across(self, share: float) -> float:
        """Return how far across a share of the width is."""
        return round(self.left + (self.right - self.left) * share, 1)

    def down(self, value: Score) -> float:
        """Return how far down a value is."""
        share = float((self.high - value) / (self.high - self.low))
        return round(TOP + (self.height - TOP - BOTTOM) * share, 1)


def marks_drawn(
    shape: str, name: str, marks: Iterable[tuple[float, float, str]]
) -> SafeString:
    """Return the marks of a line, of which there are hundreds, without a template."""
    title = f"<title>{escape(name)}, "
    return mark_safe(  # noqa: S308
        "".join(
            shape.format(x=x, y=y, said=f"{title}{escape(said)}</title>")
            for x, y, said in marks
        )
    )


def _thinned(
    marks: Sequence[tuple[float, str]], room: float
) -> Sequence[tuple[float, str]]:
    """Return as many of *marks* as have room, in equal steps, the last one of them."""
    wanted = AXIS_LETTER * max(len(text) for _, text in marks) + BETWEEN
    closest = min(
        (after[0] - before[0] for before, after in pairwise(marks)), default=1
    )
    every = max(1, -int(-wanted // (room * closest)))
    return marks[::-1][::every][::-1]


def cut(name: str, signs: int) -> str:
    """
    Return a name in the room of so many signs; Chinese ones take twice as much.

    >>> cut("Jürgen", 9), cut("Wolfeschlegelstein", 9)
    ('Jürgen', 'Wolfesch…')
    >>> cut("欧阳娜娜", 9), cut("欧阳娜娜司马相如", 9)
    ('欧阳娜娜', '欧阳娜娜…')
    """
    if room_of(name) <= signs:
        return name
    while room_of(name) >= signs:
        name = name[:-1]
    return name.rstrip() + "…"


def room_of(text: str) -> int:
    """Return how many signs wide a text is."""
    return sum(2 if east_asian_width(sign) in "FW" else 1 for sign in text)


def step_of(span: Score) -> int:
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
    games: Sequence[Mapping[str, Score]],
    below: Sequence[str] = (),
    *,
    called: Sequence[str] = (),
    short: Mapping[str, str] | None = None,
) -> Chart | None:
    """
    Return the chart of every player's chips; None before the first game.

    *games* holds after each game the chips of those who played until then. Below it
    stand the games' numbers, or what *below* says of each. For a pointer a game is what
    it is *called*, or what stands below it; *short* are the names for a phone.
    """
    if not games:
        return None
    runs = {key: [start, *(game.get(key, start) for game in games)] for key in names}
    many = len(games)
    texts = ["", *below] if below else [str(n) for n in range(many + 1)]
    numbers = range(1, many + 1) if below else range(0, many + 1, step_of(many))
    return Chart(
        names,
        short or names,
        runs,
        [number / many for number in range(many + 1)],
        ["", *(called or texts[1:])],
        [(n / many, texts[n]) for n in numbers],
        [(n / many, texts[n]) for n in range(0, many + 1, step_of(2 * many))],
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
    marks = [((day - first).days / span, label(day)) for day in marked]
    names = {name: name}
    return Chart(
        names,
        names,
        {name: [values[day] for day in days]},
        [(day - first).days / span for day in days],
        [label(day) for day in days],
        marks,
        marks,
    )
