"""
The standings: played parties, put through a method.

Everything is worked out anew from what was played, so that the answer depends on
nothing else, not on the order of the input either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import groupby

from clubscore.ranking.counted_results import BestOfPeriods
from clubscore.ranking.evening_results import CountedNight, counted_nights
from clubscore.ranking.method import Method
from clubscore.ranking.played import BookedPoints, Played
from clubscore.ranking.player_seasons import Accounts, PlayerSeason, line_of
from clubscore.ranking.results import Movement, Period, Standings
from clubscore.ranking.texts import Key
from clubscore.ranking.ties import Meetings, placed


def standings(method: Method, played: Played) -> Standings:
    """
    Return the standings of everything that was *played*.

    As of an earlier day they are those of `played.until(day)`.
    """
    return standings_after(method, counted_nights(method, played), played.bookings)


def standings_after(
    method: Method, nights: tuple[CountedNight, ...], bookings: Iterable[BookedPoints]
) -> Standings:
    """Return the same of evenings that were counted, and all that was booked."""
    accounts = Accounts(method, bookings)
    for night in nights:
        accounts.add(night)
    accounts.book(date.max)
    return _table(method, nights, accounts.of_players)


def course(method: Method, played: Played) -> Iterator[tuple[date, Standings]]:
    """
    Yield the standings after each day with an evening, the first day first.

    They are those of `played.until(day)`, but every evening is looked at only once.
    """
    yield from course_over(method, counted_nights(method, played), played.bookings)


def course_over(
    method: Method,
    nights: tuple[CountedNight, ...],
    bookings: Iterable[BookedPoints],
    since: date = date.min,
) -> Iterator[tuple[date, Standings]]:
    """Yield the same of evenings that were counted, from a day on."""
    accounts = Accounts(method, bookings)
    so_far: list[CountedNight] = []
    for day, of_day in groupby(nights, lambda one: one.held.date):
        for night in of_day:
            accounts.add(night)
            so_far.append(night)
        accounts.book(day)
        if day >= since:
            yield day, _table(method, tuple(so_far), accounts.of_players)


def _table(
    method: Method,
    nights: tuple[CountedNight, ...],
    accounts: Mapping[Key, PlayerSeason],
) -> Standings:
    """Return the standings of everybody's accounts after these evenings."""
    held = sum(one.held.counts for one in nights)
    lines = placed(
        (
            line_of(method, player, account, held=held)
            for player, account in accounts.items()
            if account.is_listed
        ),
        method.order.tie_breaks,
        _meetings(nights),
    )
    return Standings(
        lines,
        tuple(one.held for one in nights),
        tuple(_periods(method, nights, accounts)),
    )


def _meetings(nights: Iterable[CountedNight]) -> Meetings:
    return Meetings(pair for one in nights for pair in one.ahead)


def _periods(
    method: Method,
    nights: tuple[CountedNight, ...],
    accounts: Mapping[Key, PlayerSeason],
) -> Iterator[Period]:
    """Yield the standings of each period that has begun."""
    counting = method.counting
    if not isinstance(counting, BestOfPeriods):
        return
    counted = [one for one in nights if one.held.counts]
    for period, found in groupby(counted, lambda one: counting.period_of(one.number)):
        of_period = tuple(found)
        first = period * counting.evenings
        numbers = range(first, first + counting.evenings)
        lines = placed(
            (
                line_of(method, player, part, held=len(of_period), is_period=True)
                for player, account in accounts.items()
                if (part := _in_period(account, of_period, numbers)).is_listed
            ),
            method.order.tie_breaks,
            _meetings(of_period),
        )
        yield Period(
            period + 1,
            of_period[0].held.date,
            of_period[-1].held.date,
            len(of_period) == counting.evenings,
            lines,
            tuple(
                one.player
                for one in lines
                if one.place is not None and one.place <= method.honours.play_offs
            ),
        )


def _in_period(
    account: PlayerSeason, nights: tuple[CountedNight, ...], numbers: range
) -> PlayerSeason:
    keys = {one.held.evening for one in nights}
    return PlayerSeason(
        [one for one in account.results if one.held in numbers],
        [one for one in account.missed if one.evening in keys],
        [one for one in account.bookings if one[0] in numbers],
        {at: part for at, part in account.nights.items() if at in numbers},
    )


def movements(before: Standings, now: Standings) -> tuple[Movement, ...]:
    """Return how the place of everybody in *now* has changed since *before*."""
    places = {one.player: one.place for one in before.lines}
    return tuple(
        Movement(one.player, places.get(one.player), one.place) for one in now.lines
    )
