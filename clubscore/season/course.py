"""
The course of a season as it is kept: what each evening gave, and the standings then.

What an evening gave is counted once, when somebody looks after it was written in; a
leaderboard is then read from the last evening, and a chart from those before it. An
earlier evening that changes is counted again with all that followed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cached_property
from itertools import groupby
from typing import Any

from django.db import connection

from clubscore.club.models import Club, Player, Season
from clubscore.club.vocabulary import in_plain_words
from clubscore.partie.answers import kept, parts_in_turn
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.versions import counted_version
from clubscore.ranking import Played, PlayedEvening, Standings, Winners
from clubscore.ranking.evening_records import (
    bookings_from_json,
    bookings_to_json,
    held_from_json,
    lines_from_json,
    night_from_json,
    night_to_json,
    periods_from_json,
    standings_to_json,
    winners_from_json,
    winners_to_json,
)
from clubscore.ranking.evening_results import counted_night, nights_of
from clubscore.ranking.standings import course_over
from clubscore.ranking.titles import night_winners, season_winners
from clubscore.season.standings import Leaderboard, SeasonPlayed, record_of

WRITTEN = """
    SELECT e.id, e.date, e.version, p.id, p.version
    FROM "partie_partie" AS p JOIN "partie_evening" AS e ON e.id = p.evening_id
    WHERE p.season_id = %s
    ORDER BY e.date, e.id, p.id
"""


@kept(counted_version)
def course_text(club: Club, season: int) -> str:
    """Return what the evenings of a season gave, by date, as JSON."""
    of_club = club.seasons.get(pk=season)
    of_club.club = club
    evenings = _evenings_written(of_club)

    def counted(known: Sequence[str]) -> list[str]:
        return _counted(of_club, [pk for pk, *_ in evenings], known)

    # Whoever is somebody else by now, and who is a guest, may have been there before.
    people = club.players.exclude(merged_into=None, is_guest=False).order_by("pk")
    around = of_club.method, list(people.values_list("pk", "merged_into", "is_guest"))
    values = [(one, None if at else around) for at, one in enumerate(evenings)]
    return f"[{','.join(parts_in_turn(counted, values))}]"


def _evenings_written(season: Season) -> list[tuple[Any, ...]]:
    """Return each evening's id, and what changes with every write of its parties."""
    tonight = day_of_tonight(season.club)
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN, (season.pk,))
        rows = cursor.fetchall()
    return [
        (pk, str(day), version, str(day) >= str(tonight), [one[3:] for one in parties])
        for (pk, day, version), parties in groupby(rows, key=lambda one: one[:3])
    ]


def _counted(season: Season, evenings: list[int], known: Sequence[str]) -> list[str]:
    """Return what the evenings after those that are *known* gave."""
    anew = evenings[len(known) :]
    if not anew:
        return []
    board = Leaderboard(record_of(season, anew))
    earlier = [json.loads(one) for one in known]
    before = [night_from_json(one) for one in earlier]
    held = sum(one.held.counts for one in before)
    nights = nights_of(board.method, board.played, held)
    counted = [counted_night(board.method, one) for one in nights]
    bookings = [
        booking
        for one, night in zip(earlier, before, strict=True)
        for booking in bookings_from_json(one["booked"], night)
    ]
    found = {}
    course = course_over(
        board.method,
        (*before, *counted),
        (*bookings, *board.played.bookings),
        since=min((one.held.date for one in counted), default=date.max),
    )
    for (_day, table), night, given in zip(course, nights, counted, strict=True):
        pk = given.held.evening
        booked = (one for one in board.played.bookings if one.evening == pk)
        told = night_to_json(given) | standings_to_json(table)
        told["booked"] = bookings_to_json(booked)
        told["won"] = winners_to_json(night_winners(board.method, night, given))
        found[pk] = json.dumps(told, separators=(",", ":"))
    return [found[pk] for pk in anew]


class KeptLeaderboard(Leaderboard):
    """The leaderboard as of now, read from what is kept; its lines say no reasons."""

    def __init__(self, season: Season) -> None:
        with in_plain_words():
            self._told = json.loads(course_text(season.club, season.pk))
        self._course: dict[int, tuple[date, Standings]] = {}
        people = list(
            Player.objects.filter(club=season.club_id).values_list("pk", "name", "slug")
        )
        evenings = tuple(
            PlayedEvening(key=one["evening"], date=date.fromisoformat(one["date"]))
            for one in self._told
        )
        record = SeasonPlayed(
            season,
            Played(evenings=evenings),
            {pk: name for pk, name, _ in people},
            {pk: slug for pk, _, slug in people},
            {},
        )
        super().__init__(record)

    @cached_property
    def standings(self) -> Standings:
        """What was kept after the last evening."""
        return Standings(
            lines_from_json(self._told[-1]) if self._told else (),
            tuple(map(held_from_json, self._told)),
            periods_from_json(self._told),
        )

    @cached_property
    def course(self) -> list[tuple[date, Standings]]:
        """What was kept after each evening."""
        return self.course_at(range(self.days))

    def course_at(self, numbers: Iterable[int]) -> list[tuple[date, Standings]]:
        """Return some of the course, by the evenings' numbers from 0."""
        return [self._read(number) for number in numbers]

    def _read(self, number: int) -> tuple[date, Standings]:
        """Return the standings after one evening; several charts ask for them."""
        if number not in self._course:
            told = self._told[number]
            then = Standings(lines_from_json(told))
            self._course[number] = date.fromisoformat(told["date"]), then
        return self._course[number]

    @cached_property
    def before(self) -> Standings | None:
        """What was kept before the last evening; None before a second."""
        if self.days < 2:
            return None
        [(_day, before)] = self.course_at([self.days - 2])
        return before

    @cached_property
    def titles(self) -> tuple[Winners, ...]:
        """Who has won what the method gives titles for, the last ones first."""
        won = [
            title
            for one in self._told
            for title in winners_from_json(one["won"], held_from_json(one))
        ]
        won += season_winners(self.method, self.standings)
        return tuple(reversed(won))

    def beside(self, season: Season) -> Leaderboard:
        """Return the leaderboard of another season, from what is kept likewise."""
        return KeptLeaderboard(season)
