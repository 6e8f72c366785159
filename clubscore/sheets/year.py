"""A player's year on paper: results, chart, statistics, records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.db.models import Q
from django.urls import reverse

from clubscore.club import engine as rule_books
from clubscore.club.models import Player
from clubscore.club.qr import qr_code
from clubscore.evening.overview import with_results
from clubscore.partie.evenings import is_over
from clubscore.partie.models import Partie, PartieResult
from clubscore.season import record_book, statistics
from clubscore.season.career import bests_of, career_of
from clubscore.season.record_book import Record
from clubscore.season.standings import LeaderboardRow, leaderboard_of
from clubscore.season.statistics import ClubPlayers, EveningScore, Scope
from clubscore.sheets import pdf
from clubscore.sheets.press import Job
from clubscore.sheets.round_sheet import Paper

TEMPLATE = "sheets/year.html"
STYLE = "css/sheets/year.css"


@dataclass(frozen=True, slots=True)
class YearLine:
    """A partie of the year."""

    partie: Partie
    own: PartieResult
    others: tuple[PartieResult, ...]
    evening: EveningScore | None
    """What the evening came to; only at its last partie."""


@dataclass(frozen=True, slots=True)
class Bests:
    """The personal bests by one rule book; those of several do not compare."""

    ruleset: str
    """Its name; empty where there is one alone."""
    records: Sequence[Record]


def context_of(
    player: Player,
    people: ClubPlayers,
    scope: Scope,
    *,
    absolute: Callable[[str], str],
    paper: Paper,
) -> dict[str, Any] | None:
    """
    Return what the template shows of a season or a year; None if nothing was played.

    *absolute* makes whole addresses. The player is nobody who was merged.
    """
    ids = people.ids_of(player)
    tallies = scope.tallies.of(ids)
    sums, alone = statistics.sums_of(tallies), scope.results_alone(ids)
    together = statistics.partie_sums(sums, alone)
    if not together.parties:
        return None
    page = reverse("season:player", args=[scope.club.slug, player.slug])
    address = absolute(page)
    career = career_of(player, tallies, sums, alone)
    rulesets = sorted(set(tallies.order_by().values_list("partie__ruleset", flat=True)))
    return {
        "club": scope.club,
        "player": player,
        "scope": scope,
        "sums": sums,
        "together": together,
        "alone": len(alone),
        "career": career,
        "standing": _standing(player, scope),
        "lines": _lines(scope, ids, career.evenings),
        "heads": statistics.heads_of(scope, ids, people),
        "has_rulesets": len(rulesets) > 1,
        "bests": [
            Bests(
                rule_books.name_of(key) if len(rulesets) > 1 else "",
                bests_of(replace(scope, ruleset=key), people, ids),
            )
            for key in rulesets
        ],
        "limit_hands": record_book.limit_hands_in(scope, people, ids),
        "layout": f"{paper.value}-portrait",
        "address": address,
        "qr": qr_code(address),
    }


def job_of(player: Player, context: Mapping[str, Any]) -> Job:
    """Return what prints the year of a *context*."""
    page = pdf.page_of(TEMPLATE, context)
    return pdf.job_of([page], STYLE, scope=player.club_id)


def _standing(player: Player, scope: Scope) -> LeaderboardRow | None:
    """Return the player's line on the season's leaderboard; none for a year."""
    if scope.season is None:
        return None
    rows = leaderboard_of(scope.season).rows
    return next((row for row in rows if row.line.player == player.pk), None)


def _lines(
    scope: Scope, ids: Sequence[int], evenings: Sequence[EveningScore]
) -> list[YearLine]:
    """Return the parties that count, the first one first."""
    parties = (
        with_results(
            Partie.objects.counted().filter(
                Q(tallies__player__in=ids)
                | Q(is_result_only=True, results__player__in=ids),
                scope.parties,
                is_over(scope.club),
            )
        )
        .distinct()
        .order_by("evening__date", "number")
    )
    came_to = {one.day: one for one in evenings}
    lines = []
    for day, held in groupby(parties, lambda one: one.evening.date):
        of_evening = list(held)
        for partie in of_evening:
            results = list(partie.results.all())
            own = next(one for one in results if one.player_id in ids)
            lines.append(
                YearLine(
                    partie,
                    own,
                    tuple(one for one in results if one.player_id not in ids),
                    came_to[day] if partie is of_evening[-1] else None,
                )
            )
    return lines
