"""
Charts of a club's statistics: worth of hands, limit hands, evenings, lengths.

Each is left out where fewer than two evenings were played, or there is nothing to show.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext

from clubscore.club.templatetags.numbers import figure
from clubscore.partie.charts import BOLD_DIGIT
from clubscore.season.bars import EDGE, NARROW, WIDE, BarChart, Value, bars_of
from clubscore.season.charts import day_below_chart
from clubscore.season.engine import (
    MOST_PARTS,
    has_table_of_worths,
    limit_hands_of,
    parts_of_worths,
)
from clubscore.season.measures import rounded
from clubscore.season.statistics import PartiePlayed
from clubscore.season.tallies import OF_LIMIT

MOST_EVENINGS, FEW_EVENINGS = 52, 12
"""How many of the last evenings a picture has, beside another one and on a phone."""
MOST_MONTHS, FEW_MONTHS = 24, 12
MOST_MONTHS_TOLD = 120
"""How many months the table has; a day typed wrongly may be far from all others."""
APART = 4
"""Two numbers over bars are so far from each other."""


@dataclass(frozen=True, slots=True)
class BarPicture:
    """Bars, what they tell, and the same in numbers."""

    key: str
    heading: str
    note: str
    """What stands beside the heading."""
    title: str
    """What it shows, for who cannot see it."""
    caption: str
    earlier: bool
    """Whether the table has more than the picture; so with that on a phone."""
    earlier_on_phone: bool
    wide: BarChart | None
    narrow: BarChart | None
    columns: tuple[str, str]
    """What the columns of the table are called."""
    lines: Sequence[tuple[str, int]]
    """All that there is to show, as a table has it."""


@dataclass(frozen=True, slots=True)
class _Line:
    """What a bar stands for, before it is known how much room there is."""

    below: str
    in_table: str
    many: int
    said: str
    kind: str = "gain"


def _picture(
    key: str,
    texts: tuple[str, str, str, str],
    columns: tuple[str, str],
    lines: Sequence[_Line],
    most: tuple[int, int] | None = None,
    on_phone: Sequence[_Line] = (),
) -> BarPicture:
    """
    Return the picture of *lines*: its heading, note, title and caption are *texts*.

    *most* says how many of the last lines are drawn, beside another picture and on a
    phone, where *on_phone* can be others; the table has all of them.
    """
    heading, note, title, caption = texts
    wide, narrow = most or (len(lines), len(lines))
    return BarPicture(
        key=key,
        heading=heading,
        note=note,
        title=title,
        caption=caption,
        earlier=wide < len(lines),
        earlier_on_phone=narrow < len(lines),
        wide=_bars(lines[-wide:], WIDE),
        narrow=_bars((on_phone or lines)[-narrow:], NARROW),
        columns=columns,
        lines=[(one.in_table, one.many) for one in lines],
    )


def _bars(lines: Sequence[_Line], width: int) -> BarChart | None:
    """Return the bars, with numbers over them if there is room for each."""
    has_room = len(lines) <= _most_bars(max(one.many for one in lines), width)
    return bars_of(
        [
            Value(
                one.many,
                one.below,
                one.said,
                one.kind,
                str(one.many) if has_room else "",
            )
            for one in lines
        ],
        width,
    )


def _most_bars(highest: int, width: int) -> int:
    """Return over how many bars there is room for numbers up to the *highest*."""
    return (width - 2 * EDGE) // (BOLD_DIGIT * len(figure(highest)) + APART)


# Hands' worth -----------------------------------------------------------------------


def hands_worth(played: Iterable[PartiePlayed]) -> BarPicture | None:
    """
    Return how many winning hands were worth how many points, by one rule book.

    Limit hands stand apart.
    """
    counts: Counter[str] = Counter()
    days, rulesets = set(), set()
    for one in played:
        counts.update(one.won_worths)
        days.add(one.day)
        rulesets.add(one.ruleset)
    if len(days) < 2 or not counts or len(rulesets) > 1:
        return None
    [ruleset] = rulesets
    worths = {
        int(key): many for key, many in counts.items() if not key.startswith(OF_LIMIT)
    }
    limits = {
        int(key.removeprefix(OF_LIMIT)): many
        for key, many in counts.items()
        if key.startswith(OF_LIMIT)
    }
    made = sum(limits.values())
    limit_lines = []
    if made or limit_hands_of(ruleset):
        name = gettext("Limit hands")
        below = gettext("limit")
        limit_lines = [_Line(below, name, made, f"{name}: {made}", "limit")]
    lines = [*_worth_lines(ruleset, worths, MOST_PARTS), *limit_lines]
    # Each bar has its number: where they need more room, fewer parts are told apart.
    on_phone = lines
    while (room := _most_bars(max(one.many for one in on_phone), NARROW)) < len(
        on_phone
    ):
        most = room - len(limit_lines)
        on_phone = [*_worth_lines(ruleset, worths, most), *limit_lines]
    hands = counts.total()
    points = sum(
        worth * many for part in (worths, limits) for worth, many in part.items()
    )
    note = gettext("%(hands)s, mean %(mean)s") % {
        "hands": _hands(hands),
        "mean": rounded(Fraction(points, hands)),
    }
    caption = gettext("Points of winning hands.")
    if any(one.below.endswith("–") for one in on_phone):
        caption += " " + gettext("With a dash a bar goes up to the next one.")
    if made:
        apart = gettext("%(what)s stand apart.") % {"what": gettext("Limit hands")}
        caption += f" {apart}"
    title = gettext("How many winning hands were worth how many points")
    return _picture(
        "hands-worth",
        (gettext("Worth of winning hands"), note, title, caption),
        (gettext("Points"), gettext("Hands")),
        lines,
        on_phone=on_phone,
    )


def _worth_lines(ruleset: str, worths: Mapping[int, int], most: int) -> list[_Line]:
    """Return how many hands are in each of *most* parts of what they can be worth."""
    if not worths:
        return []
    begins = parts_of_worths(ruleset, worths, most)
    # Where a table gives all values, each has a bar of its own.
    is_exact = has_table_of_worths(ruleset) and set(worths) <= set(begins)
    lines = []
    for begin, end in zip(begins, [*begins[1:], None], strict=True):
        inside = {
            worth: many
            for worth, many in worths.items()
            if begin <= worth and (end is None or worth < end)
        }
        many = sum(inside.values())
        if is_exact:
            below = points = figure(begin)
        elif end is None:
            below = f"{figure(begin)}–"
            points = gettext("%(points)s and more") % {"points": figure(begin)}
        else:
            below = f"{figure(begin)}–"
            points = f"{below}{figure(end - 1)}"
        said = gettext("%(points)s points: %(hands)s") % {
            "points": points,
            "hands": _hands(many),
        }
        lines.append(_Line(below, points, many, said))
    return lines


def _hands(many: int) -> str:
    return ngettext("%(many)s hand", "%(many)s hands", many) % {"many": figure(many)}


# Limit hands over time --------------------------------------------------------------


def limit_hands_over_time(
    days: Collection[date], made: Mapping[date, int]
) -> BarPicture | None:
    """Return how many limit hands were made in each month, of the *days* played on."""
    if len(days) < 2 or not made:
        return None
    months: Counter[date] = Counter()
    for day, many in made.items():
        months[day.replace(day=1)] += many
    what = gettext("Limit hands")
    first, last = _month_number(min(days)), _month_number(max(days))
    if first == last:
        return None
    lines = []
    for number in range(max(first, last - MOST_MONTHS_TOLD + 1), last + 1):
        month = date(number // 12, number % 12 + 1, 1)
        # Translators: the format of a month below a chart, in Django's letters.
        below = date_format(month, pgettext("date format", "M ’y"))
        name = date_format(month, "F Y")
        many = months[month]
        lines.append(_Line(below, name, many, f"{name}: {many}", "limit"))
    return _picture(
        "limit-hands-over-time",
        (
            gettext("%(what)s over time") % {"what": what},
            gettext("%(many)d altogether") % {"many": months.total()},
            gettext("%(what)s month by month") % {"what": what},
            gettext("A bar a month."),
        ),
        (gettext("Month"), what),
        lines,
        (MOST_MONTHS, FEW_MONTHS),
    )


def _month_number(day: date) -> int:
    """
    Return the number of a day's month, those of all years counted on.

    >>> _month_number(date(2027, 1, 1)) - _month_number(date(2026, 12, 31))
    1
    """
    return 12 * day.year + day.month - 1


# Attendance -------------------------------------------------------------------------


def attendance(seen: Iterable[tuple[date, int]]) -> BarPicture | None:
    """
    Return how many people played on each evening.

    *seen* are the days, and the ids of who played on them, as often as they did.
    """
    evenings: dict[date, set[int]] = defaultdict(set)
    for day, player in seen:
        evenings[day].add(player)
    if len(evenings) < 2:
        return None
    lines = []
    for day in sorted(evenings):
        below, many = day_below_chart(day), len(evenings[day])
        name = date_format(day, "SHORT_DATE_FORMAT")
        lines.append(_Line(below, name, many, f"{below}: {_players(many)}"))
    mean = Fraction(sum(one.many for one in lines), len(lines))
    note = ngettext(
        "%(many)d evening, mean %(mean)s",
        "%(many)d evenings, mean %(mean)s",
        len(lines),
    ) % {"many": len(lines), "mean": rounded(mean)}
    return _picture(
        "attendance",
        (
            gettext("Attendance"),
            note,
            gettext("How many played on each evening"),
            gettext("A bar an evening: how many played."),
        ),
        (gettext("Evening"), gettext("Players")),
        lines,
        (MOST_EVENINGS, FEW_EVENINGS),
    )


def _players(many: int) -> str:
    return ngettext("%(many)d player", "%(many)d players", many) % {"many": many}


# Lengths of parties -----------------------------------------------------------------

LENGTH_STEPS = (10, 15, 30, 60, 120)
"""How many minutes a bar can span."""
MOST_LENGTHS = 10
"""How many bars there are at most, if the steps are wide enough."""


def lengths_of(played: Iterable[PartiePlayed]) -> list[Fraction]:
    """
    Return how many minutes the parties took that were recorded as they were played.

    That is their games by the mean time from one game to the next: the first game,
    before which nothing is recorded, counts like the others, and pauses do not. A
    partie is left out of whose games fewer than half have a time.
    """
    parties: dict[int, Counter[str]] = defaultdict(Counter)
    for one in played:
        # Each game has one dealer, and is in the tallies of all who sat at the table.
        parties[one.partie].update(
            {
                "games": one.east_games,
                "seats": one.games,
                "timed": one.timed_games,
                "seconds": one.seconds,
            }
        )
    return [
        Fraction(one["seconds"] * one["games"], 60 * one["timed"])
        for one in parties.values()
        if one["timed"] and 2 * one["timed"] >= one["seats"]
    ]


def party_lengths(played: Sequence[PartiePlayed]) -> BarPicture | None:
    """Return how many parties took so long."""
    lengths = lengths_of(played)
    if len({one.day for one in played}) < 2 or len(lengths) < 2:
        return None
    low, high = min(lengths), max(lengths)
    step = next(
        (one for one in LENGTH_STEPS if high // one - low // one < MOST_LENGTHS),
        LENGTH_STEPS[-1],
    )
    counts = Counter(length // step * step for length in lengths)
    lines = []
    for begin in range(min(counts), max(counts) + 1, step):
        span = f"{_clock(begin)}–{_clock(begin + step)}"
        many = counts[begin]
        lines.append(_Line(_clock(begin), span, many, f"{span}: {_parties(many)}"))
    mean = round(sum(lengths) / len(lengths))
    note = gettext("%(parties)s, mean %(mean)s") % {
        "parties": _parties(len(lengths)),
        "mean": _clock(mean),
    }
    caption = gettext(
        "Hours and minutes, each bar from its time to the next one. From the times at"
        " which games were recorded, without pauses of more than 45 minutes; parties"
        " that were entered afterwards are left out."
    )
    title = gettext("How many parties took how long")
    return _picture(
        "lengths",
        (gettext("Length of parties"), note, title, caption),
        (gettext("Hours and minutes"), gettext("Parties")),
        lines,
    )


def _clock(minutes: int) -> str:
    """
    Return a time in hours and minutes.

    >>> _clock(45), _clock(150)
    ('0:45', '2:30')
    """
    return f"{minutes // 60}:{minutes % 60:02}"


def _parties(many: int) -> str:
    return ngettext("%(many)d partie", "%(many)d parties", many) % {"many": many}
