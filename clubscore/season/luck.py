"""A player's luck in sums of tallies: its figures in words, and their chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from django.utils.translation import gettext, ngettext

from clubscore.club.templatetags.numbers import figure
from clubscore.partie.charts import Tick
from clubscore.ranking import (
    FEWEST_GAMES,
    EqualShare,
    LuckFigure,
    LuckKind,
    share_of_drawn,
)
from clubscore.season.measures import rounded
from clubscore.season.models import TWELFTHS
from clubscore.season.statistics import Sums

WIDTH, SIDE, ROW, FOOT = 340, 20, 58, 24
"""Of the chart, in pixels: its width and margins, a row, and what is below the rows."""
NAME, BAR = 18, 38
"""How far below the top of a row its name is written, and its bar drawn."""
STEP = 10
"""The chart ends at a multiple of so many percent."""


@dataclass(frozen=True, slots=True)
class LuckLine:
    """A figure of luck in words, and where it is in the chart."""

    kind: str
    name: str
    rests_on: str
    had: str
    share: str
    """What an equal share comes to."""
    more: str
    """How much more or less was had, in percent of an equal share."""
    chance: str
    """How much chance alone gives, likewise."""
    verdict: str
    is_beyond: bool
    x: float
    low_x: float
    high_x: float
    name_y: int
    y: int


@dataclass(frozen=True, slots=True)
class Luck:
    """What is told of a player's luck."""

    lines: Sequence[LuckLine]
    columns: Sequence[Tick]
    """The marks along the chart's foot."""
    games: int
    """On how many games the figures rest at most."""
    is_whole: bool
    """Whether games of one rule book are asked about, so that all figures compare."""
    fewest: int = FEWEST_GAMES
    width: int = WIDTH

    @property
    def beyond(self) -> int:
        """How many figures are further from an equal share than chance brings."""
        return sum(one.is_beyond for one in self.lines)

    @property
    def bottom(self) -> int:
        """Where the rows of the chart end."""
        return len(self.lines) * ROW

    @property
    def height(self) -> int:
        """Of the chart."""
        return self.bottom + FOOT

    @property
    def middle(self) -> float:
        """Where an equal share is."""
        return self.width / 2


def luck_of(sums: Sums, *, is_of_one_book: bool) -> Luck | None:
    """
    Return the luck that *sums* tell of; None where no game does.

    Points and ways to win of different rulesets do not compare: but for one of them
    only flowers and seasons are told.
    """
    games = max(sums.numbers["bonus_games"], sums.numbers["entered_games"])
    told = [one for one in _figures(sums, is_whole=is_of_one_book) if one.is_told]
    if not told and (not games or (games >= FEWEST_GAMES and is_of_one_book)):
        return None
    furthest = max((abs(end) for one in told for end in one.percent), default=0)
    end = max(STEP, STEP * ceil(furthest / STEP))
    return Luck(
        [_line(one, place, end) for place, one in enumerate(told)],
        [Tick(_across(at, end), _percent(at)) for at in (-end, 0, end)],
        games,
        is_of_one_book,
    )


def _figures(sums: Sums, *, is_whole: bool) -> list[LuckFigure]:
    number = sums.numbers
    bonus, games = number["bonus_games"], number["entered_games"]
    tiles = _share(sums, "bonus")
    found = [LuckFigure(LuckKind.TILES, number["bonus"], tiles, bonus)]
    if is_whole:
        wins, drawn = number["entered_wins"], number["entered_drawn"]
        hands, wall = _share(sums, "entered"), share_of_drawn(wins, drawn, games)
        had, own = number["entered_points"], number["entered_self_drawn"]
        found.append(LuckFigure(LuckKind.HANDS, had, hands, games))
        found.append(LuckFigure(LuckKind.DRAWN, own, wall, wins))
    return found


def _share(sums: Sums, what: str) -> EqualShare:
    return EqualShare(
        Fraction(sums.numbers[f"{what}_shares"], TWELFTHS),
        Fraction(sums.numbers[f"{what}_variance"], TWELFTHS**2),
    )


# In words and in the chart ----------------------------------------------------------


def _line(told: LuckFigure, place: int, end: int) -> LuckLine:
    more, chance = told.percent
    return LuckLine(
        told.kind.value,
        _name(told.kind),
        _rests_on(told),
        figure(told.had),
        rounded(told.share.mean),
        _percent(more),
        f"±{_percent(chance).lstrip('+')}",
        _verdict(told),
        told.is_beyond,
        _across(more, end),
        _across(-chance, end),
        _across(chance, end),
        place * ROW + NAME,
        place * ROW + BAR,
    )


def _name(kind: LuckKind) -> str:
    if kind is LuckKind.TILES:
        return gettext("Flowers and seasons")
    if kind is LuckKind.HANDS:
        return gettext("Worth of the hands")
    return gettext("Self-drawn wins")


def _rests_on(figure: LuckFigure) -> str:
    many = figure.rests_on
    if figure.kind is LuckKind.DRAWN:
        return ngettext("%(many)s win", "%(many)s wins", many) % {"many": many}
    return ngettext("%(many)s game", "%(many)s games", many) % {"many": many}


def _verdict(figure: LuckFigure) -> str:
    if not figure.is_beyond:
        return gettext("within chance")
    return gettext("above chance") if figure.more > 0 else gettext("below chance")


def _percent(value: float) -> str:
    whole = round(value)
    sign = "+" if whole > 0 else "\N{MINUS SIGN}" if whole < 0 else ""
    return sign + gettext("%(many)d%%") % {"many": abs(whole)}


def _across(percent: float, end: int) -> float:
    return round(WIDTH / 2 + (WIDTH / 2 - SIDE) * percent / end, 1)
