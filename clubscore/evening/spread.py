"""
The tables of an evening as a picture: a row a table, a dot a player, by score.

Drawn for a wide box and for a phone, never scaled, so that letters keep their size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from clubscore.club.templatetags.numbers import signed
from clubscore.evening.overview import TableNow
from clubscore.partie.charts import (
    AXIS_LETTER,
    BETWEEN,
    LETTER,
    Tick,
    cut,
    room_of,
    step_of,
)
from clubscore.partie.scores import Score
from clubscore.partie.short_names import short_names

FEWEST = 2
"""Of fewer tables the picture says no more than their lists."""
ROW = 46
TOP, BOTTOM = 30, 34
BESIDE = 16
"""From the name of a table to the room of the dots, and from there to the edge."""
ABOVE = 12
"""From a dot up to a name."""
NEAR = 4
"""Two names that would collide begin and end so far from their dots."""


@dataclass(frozen=True, slots=True)
class SpreadBox:
    """The room that the picture has."""

    width: int
    table_signs: int
    """How many of a table's name."""
    signs: int
    """How many of the names over a dot."""


WIDE, NARROW = SpreadBox(664, 16, 24), SpreadBox(294, 9, 14)


@dataclass(frozen=True, slots=True)
class Dot:
    """Those at a table who have the same score."""

    x: float
    kind: str
    """`leader`, `last`, or `between`."""
    said: str

    @property
    def size(self) -> float:
        """Its radius: who leads or is last has a larger one."""
        return 4.5 if self.kind == "between" else 6


@dataclass(frozen=True, slots=True)
class Named:
    """Who leads a table, or is last."""

    x: float
    anchor: str
    """`start`, `middle` or `end`, as a text has it."""
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class SpreadRow:
    """A table."""

    y: int
    label: str
    dots: tuple[Dot, ...]
    """From the last to the leader."""
    named: tuple[Named, ...]

    @property
    def drawn(self) -> SafeString:
        """The dots, each with what it stands for."""
        return format_html_join(
            "",
            '<circle class="{}" cx="{}" cy="{}" r="{}"><title>{}</title></circle>',
            ((one.kind, one.x, self.y, one.size, one.said) for one in self.dots),
        )

    @property
    def names_y(self) -> int:
        """How far down the names over the dots stand."""
        return self.y - ABOVE


@dataclass(frozen=True, slots=True)
class SpreadChart:
    """The picture in the room that it has."""

    width: int
    height: int
    bottom: int
    zero: float | None
    """Where nothing is won or lost."""
    rows: tuple[SpreadRow, ...]
    columns: tuple[Tick, ...]

    @property
    def said(self) -> str:
        """Everybody's score, table by table, who leads first."""
        return "; ".join(
            f"{row.label} {', '.join(dot.said for dot in reversed(row.dots))}"
            for row in self.rows
        )


@dataclass(frozen=True, slots=True)
class SpreadTable:
    """A table, and what each player has there."""

    name: str
    scores: Mapping[str, Score]
    """By the ids of its players."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The scores of an evening's tables."""

    tables: Sequence[SpreadTable]
    names: Mapping[str, str]
    """Of its players, by their ids."""

    @property
    def wide(self) -> SpreadChart:
        """The picture in a wide box."""
        return self._drawn(WIDE)

    @property
    def narrow(self) -> SpreadChart:
        """The picture on a phone."""
        return self._drawn(NARROW)

    def _drawn(self, box: SpreadBox) -> SpreadChart:
        short = short_names(self.names)
        called = {
            key: name if room_of(name) <= box.signs // 2 else short[key]
            for key, name in self.names.items()
        }
        labels = [cut(one.name, box.table_signs) for one in self.tables]
        left = LETTER * max(map(room_of, labels)) + BESIDE
        scores = [score for one in self.tables for score in one.scores.values()]
        low, high, step = _scale(min(scores), max(scores), box.width - left)
        # Half of a number below reaches over either end.
        half = AXIS_LETTER * max(len(signed(one)) for one in (low, high)) // 2
        right = box.width - max(BESIDE, half)

        def across(score: Score) -> float:
            share = float((score - low) / (high - low))
            return round(left + (right - left) * share, 1)

        rows = []
        for place, (one, label) in enumerate(zip(self.tables, labels, strict=True)):
            by_score = [
                (score, [key for key, _ in same])
                for score, same in groupby(
                    sorted(one.scores.items(), key=lambda of: of[1]),
                    key=lambda of: of[1],
                )
            ]
            last, leader = by_score[0], by_score[-1]
            rows.append(
                SpreadRow(
                    TOP + ROW * place,
                    label,
                    tuple(
                        Dot(
                            across(score),
                            _kind(score, last[0], leader[0]),
                            f"{self._names(keys)}: {signed(score)}",
                        )
                        for score, keys in by_score
                    ),
                    # Where all have the same, nobody leads.
                    _named(
                        _joined(last[1], called, box.signs),
                        across(last[0]),
                        _joined(leader[1], called, box.signs),
                        across(leader[0]),
                        box.width,
                    )
                    if len(by_score) > 1
                    else (),
                )
            )
        bottom = TOP + ROW * (len(self.tables) - 1) + BESIDE
        return SpreadChart(
            box.width,
            bottom + BOTTOM - BESIDE,
            bottom,
            across(0) if low <= 0 <= high else None,
            tuple(rows),
            tuple(
                Tick(across(score), signed(score))
                for score in range(low, high + 1, step)
            ),
        )

    def _names(self, keys: Iterable[str]) -> str:
        return ", ".join(self.names[key] for key in keys)


def _kind(score: int, last: int, leader: int) -> str:
    if last == leader:
        return "between"
    return {last: "last", leader: "leader"}.get(score, "between")


def _scale(low: Score, high: Score, room: int) -> tuple[int, int, int]:
    """Return the ends of the scale and its step, as many as have room below."""
    span = max(high - low, 1)
    for broad in (1, 2, 4, 8):
        step = step_of(broad * span)
        start, end = low // step * step, -(-high // step) * step
        if start == end:
            end += step
        longest = max(len(signed(one)) for one in (start, end))
        parts = (end - start) // step
        if (AXIS_LETTER * longest + BETWEEN) * parts <= room:
            break
    return start, end, step


def _joined(keys: Iterable[str], called: Mapping[str, str], signs: int) -> str:
    return cut(", ".join(called[key] for key in keys), signs)


def _named(
    last: str, last_x: float, leader: str, leader_x: float, width: int
) -> tuple[Named, Named]:
    """
    Return the two names over their dots, within the box.

    Where they would collide, one ends and the other begins there.
    """
    last_wide, leader_wide = (LETTER * room_of(one) for one in (last, leader))
    last_at = max(last_x, last_wide / 2)
    leader_at = min(leader_x, width - leader_wide / 2)
    if leader_at - last_at >= (last_wide + leader_wide) / 2 + NEAR:
        return (
            Named(round(last_at, 1), "middle", "last", last),
            Named(round(leader_at, 1), "middle", "leader", leader),
        )
    middle = (last_x + leader_x) / 2
    # What has no room at one edge pushes the other away from it.
    middle = min(max(middle, last_wide + NEAR), width - leader_wide - NEAR)
    return (
        Named(round(middle - NEAR, 1), "end", "last", last),
        Named(round(middle + NEAR, 1), "start", "leader", leader),
    )


def _called(table: TableNow, times: Mapping[str, int]) -> str:
    """Return what a table is called, or its partie where several were played there."""
    if times[table.name] == 1:
        return table.name
    return gettext("Partie %(number)d") % {"number": table.partie.number}


def spread_of(tables: Iterable[TableNow]) -> Spread | None:
    """Return the tables that have come to something; None of one alone, or of none."""
    played = [one for one in tables if one.has_come_to]
    if len(played) < FEWEST:
        return None
    times = Counter(table.name for table in played)
    return Spread(
        [
            SpreadTable(
                _called(table, times),
                {str(one.player_id): one.score for one in table.results},
            )
            for table in played
        ],
        {
            str(one.player_id): one.player.name
            for table in played
            for one in table.results
        },
    )
