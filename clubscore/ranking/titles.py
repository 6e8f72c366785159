"""Titles: the winners of tables, evenings, the season and the year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from clubscore.ranking.evening_results import (
    CountedNight,
    Night,
    counted_night,
    nights_of,
    sittings_in,
)
from clubscore.ranking.method import Method
from clubscore.ranking.partie_points import Chair, Over, PlacedParties
from clubscore.ranking.played import Played
from clubscore.ranking.results import ZERO, Standings, Title, Winners
from clubscore.ranking.standings import standings_after
from clubscore.ranking.texts import Key, order_of


def winners(method: Method, played: Played) -> tuple[Winners, ...]:
    """
    Return who has won the titles of *method*, by date.

    Evenings that do not count have no winners. The year's are found with
    `year_winners`, since a year has several seasons.
    """
    nights = [(one, counted_night(method, one)) for one in nights_of(method, played)]
    counted = tuple(one for _, one in nights)
    return (
        *(won for one in nights for won in night_winners(method, *one)),
        *season_winners(method, standings_after(method, counted, played.bookings)),
    )


def night_winners(
    method: Method, night: Night, counted: CountedNight
) -> Iterator[Winners]:
    """Yield who has won the tables of an evening, and the evening."""
    titles = method.honours.titles
    if night.counts and Title.TABLE in titles:
        yield from _table_winners(method, night)
    if night.counts and Title.EVENING in titles:
        yield from _evening_winners(counted)


def season_winners(method: Method, table: Standings) -> Iterator[Winners]:
    """Yield who has won the season, as its standings are."""
    if Title.SEASON in method.honours.titles:
        yield from _first_of(Title.SEASON, table)


def _table_winners(method: Method, night: Night) -> Iterator[Winners]:
    """Yield who won each table, by the score of the whole evening there."""
    for sitting in sittings_in(Over.TABLE, night.parties):
        chairs = [(one, players) for one in sitting.chairs if (players := _whose(one))]
        if not chairs:
            continue
        best = min(method.giving.order_of_chair(one) for one, _ in chairs)
        first = [
            (one, players)
            for one, players in chairs
            if method.giving.order_of_chair(one) == best
        ]
        yield Winners(
            Title.TABLE,
            tuple(player for _, players in first for player in players),
            Fraction(first[0][0].score),
            night.evening.key,
            night.evening.date,
            _table_of(sitting),
            sitting.keys,
        )


def _whose(chair: Chair) -> tuple[Key, ...]:
    """Return the players whose result a chair is; nobody wins with nobody's."""
    return tuple(player for player, _ in chair.shares() if player is not None)


def _table_of(sitting: PlacedParties) -> Key:
    return sitting.parties[0].table


def _evening_winners(night: CountedNight) -> Iterator[Winners]:
    """Yield who got the most points on an evening."""
    points: dict[Key, Fraction] = defaultdict(Fraction)
    for result in night.results:
        points[result.player] += result.points
    if points:
        best = max(points.values())
        yield Winners(
            Title.EVENING,
            tuple(sorted((one for one in points if points[one] == best), key=order_of)),
            best,
            night.held.evening,
            night.held.date,
        )


def _first_of(title: Title, table: Standings) -> Iterator[Winners]:
    first = [one for one in table.lines if one.place == 1]
    if first:
        yield Winners(title, tuple(one.player for one in first), first[0].points)


def year_winners(seasons: Iterable[Standings], year: int) -> Winners | None:
    """
    Return who has won a *year* with the points of its *seasons* together.

    Only seasons in which a player is placed count for them. None if nobody is.
    """
    points: dict[Key, Fraction] = defaultdict(lambda: ZERO)
    for season in seasons:
        for line in season.placed:
            points[line.player] += line.points
    if not points:
        return None
    best = max(points.values())
    players = sorted((one for one in points if points[one] == best), key=order_of)
    return replace(Winners(Title.YEAR, tuple(players), best), year=year)
