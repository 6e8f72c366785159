"""A club's statistics: all together, and a line for each player."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.club.models import Club, Player
from clubscore.partie.answers import answered, kept, page_unchanged, part_made
from clubscore.partie.versions import counted_version
from clubscore.season import statistics
from clubscore.season.engine import Sort
from clubscore.season.measures import groups_of, percent, rounded
from clubscore.season.models import LimitHandMade
from clubscore.season.statistics import ClubPlayers, Sums
from clubscore.season.views.filters import Asked, asked_of

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

MOST_USED = 12
"""How many items a list of those most used names."""
IN_A_LINE = (
    *("games", "wins", "self_drawn", "given"),
    *("won_hands", "won_points", "score"),
)
"""The columns of a tally that a player's line is made of."""


def _line(asked: Asked, player: Player, sums: Sums) -> SafeString:
    """Return a player's line in the table."""
    slugs = asked.scope.club.slug, player.slug
    numbers = {name: sums.numbers[name] for name in IN_A_LINE}
    return part_made(_line_text, *slugs, asked.query(), player.name, numbers)


def _line_text(
    club: str, slug: str, query: str, name: str, number: dict[str, int]
) -> str:
    games, wins = number["games"], number["wins"]
    hands = number["won_hands"]
    per_game = Fraction(number["score"], games)
    line = {
        "slug": slug,
        "name": name,
        "games": games,
        "won": percent(wins, games),
        "self_drawn": percent(number["self_drawn"], wins),
        "given": percent(number["given"], games),
        "mean_win": rounded(Fraction(number["won_points"], hands)) if hands else "–",
        "per_game": ("+" if per_game > 0 else "") + rounded(per_game),
    }
    context = {"club": {"slug": club}, "query": query, "line": line}
    return render_to_string("season/_statistics_line.html", context)


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
                _line(asked, *one) for one in statistics.sums_by_player(tallies, people)
            ],
            "set_items": used[Sort.SET][:MOST_USED],
            "doublings": used[Sort.DOUBLING][:MOST_USED],
            "limit_hands": statistics.limit_hands_made(
                LimitHandMade.objects.filter(asked.scope.condition)
            ),
        }
    return render_to_string("season/_statistics.html", context)
