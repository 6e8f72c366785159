"""A club's statistics: all together, and a line for each player."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.club.models import Club, Player
from clubscore.partie.answers import answered, kept, page_unchanged
from clubscore.partie.versions import counted_version
from clubscore.season import statistics
from clubscore.season.engine import Sort
from clubscore.season.measures import groups_of, percent, rounded
from clubscore.season.models import LimitHandMade
from clubscore.season.statistics import ClubPlayers, Sums
from clubscore.season.views.filters import asked_of

MOST_USED = 12
"""How many items a list of those most used names."""


@dataclass(frozen=True, slots=True)
class StatisticsLine:
    """A player's line in the table."""

    player: Player
    sums: Sums
    won: str
    self_drawn: str
    given: str
    mean_win: str
    per_game: str


def _line(player: Player, sums: Sums) -> StatisticsLine:
    number = sums.numbers
    mean_win, per_game = sums.mean("won_points", "won_hands"), sums.mean("score")
    assert per_game is not None
    return StatisticsLine(
        player,
        sums,
        percent(number["wins"], number["games"]),
        percent(number["self_drawn"], number["wins"]),
        percent(number["given"], number["games"]),
        rounded(mean_win) if mean_win is not None else "–",
        ("+" if per_game > 0 else "") + rounded(per_game),
    )


@require_safe
def statistics_page(request: HttpRequest, club: str) -> HttpResponse:
    """Show what was played in a club, by everybody together and by each."""
    found = get_club_for(request, club)
    tag = statistics_text.tag(found)
    same = page_unchanged(request, tag)
    if same is not None:
        return same
    shown = (
        _text(found, request.GET) if request.GET else statistics_text(found, tag=tag)
    )
    context = {"club": found, "shown": shown}
    return answered(request, "season/statistics.html", context, tag)


@kept(counted_version)
def statistics_text(club: Club) -> str:
    """Return what the page shows to everybody."""
    return _text(club, QueryDict())


def _text(found: Club, parameters: QueryDict) -> str:
    asked, people = asked_of(parameters, found), ClubPlayers(found)
    tallies = asked.scope.tallies
    sums = statistics.sums_of(tallies)
    context = {
        "club": found,
        "asked": asked,
        "query": asked.query(),
        "is_asked": bool(asked.query()),
        "sums": sums,
        "uncounted": asked.scope.uncounted,
    }
    if sums.parties:
        used = statistics.items_used(tallies)
        context |= {
            "groups": groups_of(sums, is_club=True),
            "lines": [
                _line(*one) for one in statistics.sums_by_player(tallies, people)
            ],
            "set_items": used[Sort.SET][:MOST_USED],
            "doublings": used[Sort.DOUBLING][:MOST_USED],
            "limit_hands": statistics.limit_hands_made(
                LimitHandMade.objects.filter(asked.scope.condition)
            ),
        }
    return render_to_string("season/_statistics.html", context)
