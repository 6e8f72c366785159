"""A player's career: results and statistics, the same on the page and on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from clubscore.club.models import Player
from clubscore.partie.charts import Chart, chart_of
from clubscore.partie.scores import Score
from clubscore.season import record_book, statistics
from clubscore.season.charts import day_below_chart
from clubscore.season.engine import Sort
from clubscore.season.measures import Group, groups_of
from clubscore.season.models import TallyQuerySet
from clubscore.season.record_book import Record
from clubscore.season.statistics import (
    ClubPlayers,
    EveningScore,
    PartiePlayed,
    ResultAlone,
    Scope,
    Sums,
)

MOST_USED = 8
"""How many items a list of those most used names."""


@dataclass(frozen=True, slots=True)
class Career:
    """The figures of a player, and how they came about."""

    groups: Sequence[Group]
    evenings: Sequence[EveningScore]
    chart: Chart | None
    set_items: Sequence[tuple[str, int]]
    """The names of the sets that scored, to be translated, and how often."""
    doublings: Sequence[tuple[str, int]]
    played: Sequence[PartiePlayed]
    """What was counted, partie by partie."""


def career_of(
    player: Player, tallies: TallyQuerySet, sums: Sums, alone: Sequence[ResultAlone]
) -> Career:
    """
    Return what *tallies* tell of a player, whose sums are known; two queries.

    *alone* are the results of parties whose games are not known.
    """
    evenings = statistics.evenings_of(tallies, alone)
    played = statistics.played_in(tallies)
    used = statistics.items_used(played)
    return Career(
        groups_of(sums),
        evenings,
        _chart(player, evenings),
        used[Sort.SET][:MOST_USED],
        used[Sort.DOUBLING][:MOST_USED],
        played,
    )


def _chart(player: Player, evenings: Sequence[EveningScore]) -> Chart | None:
    """Return the chart of the score; None where one evening makes no line."""
    if len(evenings) < 2:
        return None
    totals: list[Mapping[str, Score]] = [{"player": one.total} for one in evenings]
    days = [day_below_chart(one.day) for one in evenings]
    return chart_of({"player": player.name}, 0, totals, days)


def bests_of(scope: Scope, people: ClubPlayers, ids: Sequence[int]) -> list[Record]:
    """
    Return the personal bests of one person, and which of them are the club's records.

    Points of different rulesets do not compare: ask for one ruleset. Six queries.
    """
    of_club = {one.kind.key: one.value for one in record_book.records_of(scope, people)}
    return [
        replace(one, is_clubs=one.value == of_club[one.kind.key])
        for one in record_book.records_of(scope, people, ids)
    ]
