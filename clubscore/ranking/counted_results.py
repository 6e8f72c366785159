"""The results that count, and their sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Annotated, ClassVar, TypeAlias

from clubscore.ranking.evenings import TOTAL_NAMES, Total
from clubscore.ranking.fields import OneChoice, Part, Setting, Whole
from clubscore.ranking.results import ZERO, StandingsResult, Verdict
from clubscore.ranking.texts import (
    FieldProblem,
    Parameter,
    Statement,
    TranslatedWord,
    gettext_noop,
    ngettext,
)

MOST_RESULTS = 1_000

Results = tuple[StandingsResult, ...]


@dataclass(frozen=True, slots=True)
class CountedResults:
    """What a player's results come to."""

    points: Fraction
    verdicts: tuple[Verdict, ...]
    """In the order of the results."""
    sums: tuple[Statement, ...]
    """How the points come from the results that count."""


def share_of(percent: int, held: int) -> int:
    """
    Return how many evenings make *percent* of those *held*, rounded up.

    >>> share_of(75, 8), share_of(75, 9), share_of(75, 10)
    (6, 7, 8)
    """
    return -(-percent * held // 100)


class Counting(Part):
    """Which results count."""

    __slots__ = ()

    def count(self, results: Results, held: int) -> CountedResults:
        """
        Return what a player's *results* come to after *held* evenings that count.

        They are given in the order of the evenings.
        """
        raise NotImplementedError


def _judged(
    results: Results, kept: frozenset[int], reasons: dict[int, Statement]
) -> tuple[Verdict, ...]:
    return tuple(
        Verdict(one, at in kept, None if at in kept else reasons[at])
        for at, one in enumerate(results)
    )


def _by_favour(results: Results, places: list[int]) -> list[int]:
    """Return *places* with the result that is best for the player first."""
    return sorted(places, key=lambda at: (results[at].in_favour, at))


def _sum_said(total: Total, points: Fraction, counted: int, all_of: int) -> Statement:
    about: dict[str, Parameter] = {"points": points, "all": all_of}
    if counted == all_of and total is Total.MEAN:
        return ngettext(
            "The only result is the mean: %(points)s.",
            "All %(number)d results count; their mean is %(points)s.",
            counted,
            **about,
        )
    if counted == all_of:
        return ngettext(
            "The only result counts: %(points)s.",
            "All %(number)d results count; their sum is %(points)s.",
            counted,
            **about,
        )
    if total is Total.MEAN:
        return ngettext(
            "%(number)d of %(all)d results counts, as the mean: %(points)s.",
            "%(number)d of %(all)d results count; their mean is %(points)s.",
            counted,
            **about,
        )
    return ngettext(
        "%(number)d of %(all)d results counts: %(points)s.",
        "%(number)d of %(all)d results count; their sum is %(points)s.",
        counted,
        **about,
    )


def _best(
    results: Results, most: int, total: Total, reason: Statement
) -> CountedResults:
    """Return the *most* best results; *reason* says why others are dropped."""
    ordered = _by_favour(results, list(range(len(results))))
    kept = frozenset(ordered[:most])
    points = total.of(tuple(results[at].points for at in sorted(kept)))
    return CountedResults(
        points,
        _judged(results, kept, dict.fromkeys(ordered[most:], reason)),
        (_sum_said(total, points, len(kept), len(results)),) if results else (),
    )


Totalled: TypeAlias = Annotated[
    Total, Setting(gettext_noop("The results that count"), OneChoice(TOTAL_NAMES))
]


@dataclass(frozen=True, slots=True)
class AllCount(Counting):
    """Every result counts."""

    kind: ClassVar[str] = "all"
    name: ClassVar[TranslatedWord] = TranslatedWord(gettext_noop("All results"))

    total: Totalled = Total.SUM

    def says(self) -> Iterator[Statement]:
        """Yield that all results count."""
        if self.total is Total.MEAN:
            yield Statement(gettext_noop("The mean of all results counts."))
        else:
            yield Statement(gettext_noop("The sum of all results counts."))

    def count(self, results: Results, held: int) -> CountedResults:
        """Return the total of all results."""
        points = self.total.of(tuple(one.points for one in results))
        many = len(results)
        return CountedResults(
            points,
            tuple(Verdict(one, counts=True) for one in results),
            (_sum_said(self.total, points, many, many),) if results else (),
        )


@dataclass(frozen=True, slots=True)
class Best(Counting):
    """So many of the best results count."""

    kind: ClassVar[str] = "best"
    name: ClassVar[TranslatedWord] = TranslatedWord(gettext_noop("The best results"))

    number: Annotated[
        int, Setting(gettext_noop("Results that count"), Whole(1, MOST_RESULTS))
    ] = 10
    total: Totalled = Total.SUM

    def says(self) -> Iterator[Statement]:
        """Yield how many results count."""
        if self.total is Total.MEAN:
            yield ngettext(
                "The best result alone counts.",
                "The mean of the best %(number)d results counts.",
                self.number,
            )
        else:
            yield ngettext(
                "The best result counts.",
                "The sum of the best %(number)d results counts.",
                self.number,
            )

    def count(self, results: Results, held: int) -> CountedResults:
        """Return the total of the best results."""
        return _best(results, self.number, self.total, _not_among_best(self.number))


def _not_among_best(number: int) -> Statement:
    return ngettext(
        "Dropped: not the best result.",
        "Dropped: not among the best %(number)d results.",
        number,
    )


@dataclass(frozen=True, slots=True)
class BestOfPeriods(Counting):
    """So many of the best results of each period count."""

    kind: ClassVar[str] = "best_of_periods"
    name: ClassVar[TranslatedWord] = TranslatedWord(
        gettext_noop("The best results of each period")
    )

    number: Annotated[
        int,
        Setting(gettext_noop("Results that count in a period"), Whole(1, MOST_RESULTS)),
    ] = 5
    evenings: Annotated[
        int, Setting(gettext_noop("Evenings of a period"), Whole(1, MOST_RESULTS))
    ] = 7

    def says(self) -> Iterator[Statement]:
        """Yield how long a period is, and how many results count in each."""
        yield ngettext(
            "The season is played in periods of %(evenings)s evenings; of each the"
            " best result counts.",
            "The season is played in periods of %(evenings)s evenings; of each the"
            " best %(number)d results count.",
            self.number,
            evenings=self.evenings,
        )

    def period_of(self, held: int) -> int:
        """Return the period of an evening, both counted from 0."""
        return held // self.evenings

    def count(self, results: Results, held: int) -> CountedResults:
        """Return the sum of the best results of every period."""
        points = ZERO
        verdicts: tuple[Verdict, ...] = ()
        sums: tuple[Statement, ...] = ()
        for period, found in groupby(results, lambda one: self.period_of(one.held)):
            of_period = tuple(found)
            best = _best(
                of_period, self.number, Total.SUM, self._dropped_from(period + 1)
            )
            points += best.points
            verdicts += best.verdicts
            sums += (
                ngettext(
                    "Period %(period)s: %(number)d of %(all)s results counts:"
                    " %(points)s.",
                    "Period %(period)s: %(number)d of %(all)s results count; their sum"
                    " is %(points)s.",
                    min(self.number, len(of_period)),
                    period=period + 1,
                    all=len(of_period),
                    points=best.points,
                ),
            )
        return CountedResults(points, verdicts, sums)

    def _dropped_from(self, period: int) -> Statement:
        return ngettext(
            "Dropped: not the best result of period %(period)d.",
            "Dropped: not among the best %(number)d results of period %(period)d.",
            self.number,
            period=period,
        )


@dataclass(frozen=True, slots=True)
class BestShare(Counting):
    """As many of the best results count as make a share of the evenings held."""

    kind: ClassVar[str] = "best_share"
    name: ClassVar[TranslatedWord] = TranslatedWord(
        gettext_noop("The best share of the evenings held")
    )

    share: Annotated[
        int, Setting(gettext_noop("Per cent of the evenings held"), Whole(1, 100))
    ] = 75
    total: Totalled = Total.SUM

    def says(self) -> Iterator[Statement]:
        """Yield which share of the evenings counts."""
        if self.total is Total.MEAN:
            yield Statement(
                gettext_noop(
                    "The mean of the best results counts, as many as make %(share)d"
                    " per cent of the evenings held, rounded up."
                ),
                {"share": self.share},
            )
        else:
            yield Statement(
                gettext_noop(
                    "The sum of the best results counts, as many as make %(share)d"
                    " per cent of the evenings held, rounded up."
                ),
                {"share": self.share},
            )

    def count(self, results: Results, held: int) -> CountedResults:
        """Return the total of as many of the best as the share makes."""
        most = share_of(self.share, held)
        return _best(results, most, self.total, _not_among_best(most))


@dataclass(frozen=True, slots=True)
class Trimmed(Counting):
    """The mean without the best and the worst results."""

    kind: ClassVar[str] = "trimmed"
    name: ClassVar[TranslatedWord] = TranslatedWord(
        gettext_noop("The mean without the best and the worst results")
    )

    ends: Annotated[
        int,
        Setting(gettext_noop("Best and worst results dropped, of each"), Whole(1, 100)),
    ] = 1
    every: Annotated[
        int,
        Setting(
            gettext_noop("One more of each for every so many results; 0 for never"),
            Whole(0, MOST_RESULTS),
        ),
    ] = 10

    def clashes(self) -> Iterator[FieldProblem]:
        """Yield that ends would grow as fast as the results."""
        if self.every in {1, 2}:
            yield FieldProblem(
                "every",
                Statement(
                    gettext_noop(
                        "Give 0, or at least 3: else hardly a result would be left."
                    )
                ),
            )

    def says(self) -> Iterator[Statement]:
        """Yield how many results are dropped at both ends."""
        yield ngettext(
            "The mean counts, without the best and the worst result.",
            "The mean counts, without the %(number)d best and the %(number)d worst"
            " results.",
            self.ends,
        )
        if self.every:
            yield Statement(
                gettext_noop(
                    "For every %(every)d results one more is dropped at both ends."
                ),
                {"every": self.every},
            )

    def dropped(self, many: int) -> int:
        """
        Return how many of so *many* results are dropped at each end.

        At least one result always stays.

        >>> [Trimmed().dropped(many) for many in (0, 1, 2, 3, 9, 10, 20)]
        [0, 0, 0, 1, 1, 2, 3]
        """
        wanted = self.ends + (many // self.every if self.every else 0)
        return max(0, min(wanted, (many - 1) // 2))

    def count(self, results: Results, held: int) -> CountedResults:
        """Return the mean of what stays."""
        ends = self.dropped(len(results))
        ordered = _by_favour(results, list(range(len(results))))
        kept = frozenset(ordered[ends : len(ordered) - ends])
        reasons = dict.fromkeys(
            ordered[:ends],
            ngettext(
                "Dropped: the best result.",
                "Dropped: among the best %(number)d results.",
                ends,
            ),
        ) | dict.fromkeys(
            ordered[len(ordered) - ends :],
            ngettext(
                "Dropped: the worst result.",
                "Dropped: among the worst %(number)d results.",
                ends,
            ),
        )
        points = Total.MEAN.of(tuple(results[at].points for at in sorted(kept)))
        return CountedResults(
            points,
            _judged(results, kept, reasons),
            (_sum_said(Total.MEAN, points, len(kept), len(results)),)
            if results
            else (),
        )


COUNTINGS = (AllCount, Best, BestOfPeriods, BestShare, Trimmed)
