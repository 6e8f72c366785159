"""
The charts of a player: scores and their mean, places, seats, and how games ended.

Each is drawn once for a wide box and once for a phone, as bars are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from clubscore.club.templatetags.numbers import figure, signed
from clubscore.partie.charts import BOLD_DIGIT, LETTER, spread
from clubscore.season.bars import NARROW, WIDE, BarChart, Value, bars_of
from clubscore.season.charts import day_below_chart
from clubscore.season.measures import SEATS, percent, rounded
from clubscore.season.statistics import PLACES, EveningScore, Opponent, PartieSums, Sums

FEWEST_EVENINGS = 2
"""Before, the figures say all that pictures could."""
MOST_WIDE, MOST_NARROW = 40, 12
"""How many of the last evenings fit in a box."""


@dataclass(frozen=True, slots=True)
class PlayerPictures:
    """All that is drawn of a player, wide and narrow."""

    scores: tuple[BarChart | None, BarChart | None]
    evenings: int
    """How many there were, drawn or not."""
    places: tuple[StackedBar, StackedBar]
    mean_place: str
    """Empty where places beyond the fourth are not told apart."""
    seats: tuple[SeatChart, SeatChart] | None
    """None where no game is known; so with *endings*."""
    endings: tuple[StackedBar, StackedBar] | None
    most_wide: int = MOST_WIDE
    most_narrow: int = MOST_NARROW


def pictures_of(
    sums: Sums,
    together: PartieSums,
    evenings: Sequence[EveningScore],
    heads: Iterable[Opponent],
) -> PlayerPictures | None:
    """
    Return the pictures of what games and parties come to; None before two evenings.

    *sums* are of the games, *together* of the parties, those without known games too;
    *heads* are all who were met in the same parties.
    """
    if len(evenings) < FEWEST_EVENINGS:
        return None
    places, has_games = places_of(together), bool(sums.parties)
    endings = endings_of(sums, heads) if has_games else []
    return PlayerPictures(
        (
            scores_drawn(evenings, WIDE, MOST_WIDE),
            scores_drawn(evenings, NARROW, MOST_NARROW),
        ),
        len(evenings),
        (
            stacked(places, WIDE, is_named=True),
            stacked(places, NARROW, is_named=True),
        ),
        mean_place_of(together),
        (seats_drawn(sums, WIDE), seats_drawn(sums, NARROW)) if has_games else None,
        (stacked(endings, WIDE), stacked(endings, NARROW)) if has_games else None,
    )


# Score by evening -------------------------------------------------------------------


def scores_drawn(
    evenings: Sequence[EveningScore], width: int, most: int
) -> BarChart | None:
    """Return a bar for each of the last evenings, and the mean of all until each."""
    means = [Fraction(one.total, many) for many, one in enumerate(evenings, 1)]
    evenings, means = evenings[-most:], means[-most:]
    best = max(evenings, key=lambda one: one.score)
    worst = min(evenings, key=lambda one: one.score)
    values = [
        Value(
            one.score,
            day_below_chart(one.day),
            gettext("%(day)s: %(score)s, mean %(mean)s")
            % {
                "day": date_format(one.day, "SHORT_DATE_FORMAT"),
                "score": signed(one.score),
                "mean": mean_written(mean),
            },
            "loss" if one.score < 0 else "gain",
            signed(one.score) if one in (best, worst) else "",
        )
        for one, mean in zip(evenings, means, strict=True)
    ]
    return bars_of(
        values,
        width,
        means=means,
        mean=mean_written(means[-1]),
        # Translators: at the end of a line, as short as can be.
        mean_called=pgettext("chart", "mean"),
    )


def mean_written(mean: Fraction) -> str:
    """
    Return a mean of scores in whole points, with its sign.

    >>> mean_written(Fraction(49, 2)), mean_written(Fraction(-1, 3))
    ('+25', '0')
    """
    text = rounded(mean, 0)
    return f"+{text}" if mean > 0 and text != "0" else text


# One bar of several parts -----------------------------------------------------------

BAR, BAR_ABOVE, BAR_BELOW = 40, 20, 22
"""How high such a bar is, and what stands above and below it."""
INSIDE = 4
"""Beside a number in a part of a bar."""
BETWEEN = 8
"""Two names."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened, of all times."""

    kind: str
    """By which it is coloured."""
    name: str
    many: int
    percent: str

    @property
    def said(self) -> str:
        """All of it, for a pointer."""
        return f"{self.name}: {self.many} ({self.percent})"


@dataclass(frozen=True, slots=True)
class BarPart:
    """A share as it is drawn."""

    share: Share
    x: float
    width: float
    middle: float
    name_at: float
    """The middle of what stands above and below."""
    is_numbered: bool
    """Whether there is room for its number."""


@dataclass(frozen=True, slots=True)
class StackedBar:
    """A whole, and its parts beside each other."""

    width: int
    shares: tuple[Share, ...]
    """Those that are 0 too."""
    parts: tuple[BarPart, ...]
    is_named: bool
    """Whether names stand above it, and shares below."""
    bar: int = BAR

    @property
    def y(self) -> int:
        """Where the bar begins."""
        return BAR_ABOVE if self.is_named else 0

    @property
    def height(self) -> int:
        """Of all of it."""
        return self.y + BAR + (BAR_BELOW if self.is_named else 0)


def stacked(
    shares: Sequence[Share], width: int, *, is_named: bool = False
) -> StackedBar:
    """Return one bar in a box so wide; what never happened is not in it."""
    found = [one for one in shares if one.many]
    whole = sum(one.many for one in found)
    ends = [Fraction(0)]
    for one in found:
        ends.append(ends[-1] + Fraction(width * one.many, whole))
    middles = [round(float(a + b) / 2, 1) for a, b in pairwise(ends)]
    # As far apart as the longest name is long, if there is so much room.
    longest = LETTER * max((len(one.name) for one in found), default=0)
    apart = min(longest + BETWEEN, width // max(len(found), 1))
    half = apart // 2
    return StackedBar(
        width,
        tuple(shares),
        tuple(
            BarPart(
                one,
                round(float(ends[at]), 1),
                round(float(ends[at + 1] - ends[at]), 1),
                middles[at],
                round(name_at, 1),
                ends[at + 1] - ends[at] >= BOLD_DIGIT * len(str(one.many)) + INSIDE,
            )
            for at, (one, name_at) in enumerate(
                zip(
                    found,
                    spread(middles, apart, half, width - half),
                    strict=True,
                )
            )
        ),
        is_named,
    )


def places_of(sums: PartieSums) -> list[Share]:
    """Return how often each place was had, and those beyond the fourth if there are."""
    counts = [
        ("first", pgettext("place", "1st"), sums.places[0]),
        ("second", pgettext("place", "2nd"), sums.places[1]),
        ("third", pgettext("place", "3rd"), sums.places[2]),
        ("fourth", pgettext("place", "4th"), sums.places[3]),
    ]
    lower = sums.parties - sum(sums.places)
    if lower:
        # Where five take turns.
        counts.append(("lower", pgettext("place", "lower"), lower))
    return _shares(counts, sums.parties)


def mean_place_of(sums: PartieSums) -> str:
    """Return the mean of all places; nothing if some are only known to be lower."""
    if sum(sums.places) < sums.parties:
        return ""
    places = sum(place * many for place, many in zip(PLACES, sums.places, strict=True))
    return rounded(Fraction(places, sums.parties), 2)


def endings_of(sums: Sums, heads: Iterable[Opponent]) -> list[Share]:
    """
    Return how games ended for a player, of all that are known.

    What typed scores can leave open, and what a fault ended, is there if it is any.
    """
    number = sums.numbers
    met = list(heads)
    taken, losses, given = (
        sum(one.numbers[name] for one in met) for name in ("taken", "losses", "given")
    )
    counts = [
        ("first", gettext("Won, self-drawn"), number["self_drawn"]),
        ("second", gettext("Won from another’s tile"), taken),
    ]
    unknown = number["wins"] - number["self_drawn"] - taken
    if unknown:
        counts.append(("third", gettext("Won, nobody says how"), unknown))
    counts += [
        ("loss", gettext("Gave the winning tile"), number["given"]),
        ("others", gettext("Others won otherwise"), losses - given),
        ("drawn", gettext("Draws"), number["draws"]),
    ]
    rest = number["games"] - sum(many for *_, many in counts)
    if rest:
        counts.append(("rest", gettext("Faults and the rest"), rest))
    return _shares(counts, number["games"])


def _shares(counts: Sequence[tuple[str, str, int]], whole: int) -> list[Share]:
    return [
        Share(kind, name, many, percent(many, whole)) for kind, name, many in counts
    ]


# Wins by seat -----------------------------------------------------------------------

SEAT_TOP, SEAT_ROW, SEAT_BAR = 20, 40, 22
TILE = 30
"""How much room a tile takes."""
GAP = 8
LEAST_END = Fraction(1, 3)
"""So that a fourth is always in the picture, and what stands above it."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A seat, and how many of the games there were won."""

    seat: str
    """Its letter."""
    wind: str
    y: int
    """Of the bar; a tile is a little higher."""
    width: float
    won: str
    """In per cent."""
    of: str
    of_x: float
    said: str


@dataclass(frozen=True, slots=True)
class SeatChart:
    """A bar for each seat, and where a fourth is."""

    width: int
    left: int
    fourth: float
    lanes: tuple[Lane, ...]
    bar: int = SEAT_BAR
    height: int = SEAT_TOP + len(SEATS) * SEAT_ROW


def seats_drawn(sums: Sums, width: int) -> SeatChart:
    """Return how many of the games on each seat were won, in a box so wide."""
    number = sums.numbers
    counts = [
        (
            seat.upper(),
            gettext(wind),
            number[f"wins_on_{seat}"],
            number[f"games_on_{seat}"],
        )
        for seat, wind in SEATS.items()
    ]
    said = [
        (
            percent(wins, games),
            gettext("%(many)s of %(whole)s")
            % {"many": figure(wins), "whole": figure(games)},
        )
        for *_, wins, games in counts
    ]
    left = TILE + LETTER * max(len(wind) for _, wind, *_ in counts) + GAP
    right = (
        width
        - GAP
        - max(BOLD_DIGIT * len(won) + LETTER * (len(of) + 1) for won, of in said)
    )
    shares = [
        Fraction(wins, games) if games else Fraction(0) for *_, wins, games in counts
    ]
    scale = (right - left) / max(*shares, LEAST_END)
    fourth = left + scale / 4
    return SeatChart(
        width,
        left,
        round(float(fourth), 1),
        tuple(
            Lane(
                seat,
                wind,
                SEAT_TOP + at * SEAT_ROW + (SEAT_ROW - SEAT_BAR) // 2,
                round(float(shares[at] * scale), 1),
                won,
                of,
                # Behind the line of a fourth, which would run through it.
                round(float(max(left + shares[at] * scale, fourth)) + GAP, 1),
                f"{wind}: {won}, {of}",
            )
            for at, ((seat, wind, *_), (won, of)) in enumerate(
                zip(counts, said, strict=True)
            )
        ),
    )
