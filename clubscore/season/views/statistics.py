"""A club's statistics: all together, and a line for each player."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.club.models import Club, Player
from clubscore.partie.answers import answered, kept, page_unchanged, part_made
from clubscore.partie.versions import counted_version
from clubscore.season import pictures, statistics
from clubscore.season.engine import Sort
from clubscore.season.measures import groups_of, percent, rounded
from clubscore.season.meetings import meetings_of
from clubscore.season.models import LimitHandMade
from clubscore.season.pictures import BarPicture
from clubscore.season.statistics import (
    ClubPlayers,
    LimitHands,
    PartiePlayed,
    ResultAlone,
    Sums,
)
from clubscore.season.views.filters import Asked, asked_of
from clubscore.season.views.list_columns import Columns, list_columns, sort_asked

MOST_USED = 12
"""How many items a list of those most used names."""
IN_A_LINE = (
    *("games", "wins", "self_drawn", "given"),
    *("won_hands", "won_points", "score"),
)
"""The columns of a tally that a player's line is made of."""


COLUMNS: Columns = {
    "name": (_("Player"), False),
    "games": (_("Games"), True),
    "won": (_("Won"), True),
    "score": (_("Score per game"), True),
    "given": (_("Given away"), True),
    "self_drawn": (_("Self-drawn"), True),
    "hand": (_("Mean winning hand"), True),
}
OF = {
    "won": ("wins", "games"),
    "score": ("score", "games"),
    "given": ("given", "games"),
    "self_drawn": ("self_drawn", "wins"),
    "hand": ("won_points", "won_hands"),
}
"""Of which counts a column is the quotient."""


def _rank(sums: Sums, sort: str) -> Fraction:
    """Return what a player has in a column; where there is nothing, least."""
    if sort == "games":
        return Fraction(sums.numbers["games"])
    many, of = (sums.numbers[name] for name in OF[sort])
    return Fraction(many, of) if of else Fraction(-1)


def _lines(
    asked: Asked, by_player: list[tuple[Player, Sums]], sort: str
) -> list[SafeString]:
    """Return the lines of all players, by name or by what a column has, most first."""
    if sort != "name":
        by_player = sorted(by_player, key=lambda one: _rank(one[1], sort), reverse=True)
    return [_line(asked, *one) for one in by_player]


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
    alone = asked.scope.results_alone()
    sort = sort_asked(parameters, COLUMNS)
    context = {
        "club": found,
        "asked": asked,
        "query": asked.query(),
        "is_asked": bool(asked.query()),
        "sort": sort if sort != "name" else "",
        "sums": sums,
        "uncounted": len({one.partie for one in alone}),
    }
    if sums.parties:
        played = statistics.played_in(tallies)
        used = statistics.items_used(played)
        limit_hands = statistics.limit_hands_made(
            LimitHandMade.objects.filter(asked.scope.condition)
        )
        shown = _pictures(asked, people, played, alone, limit_hands)
        lists = [
            f"season/_{name}.html"
            for name, has in (
                ("limit_hands_counted", limit_hands.named),
                ("most_used", used[Sort.SET] or used[Sort.DOUBLING]),
            )
            if has
        ]
        context |= {
            "groups": groups_of(sums, is_club=True),
            "lines": _lines(asked, statistics.sums_by_player(tallies, people), sort),
            "columns": list_columns(COLUMNS, sort, lambda key: asked.query(sort=key)),
            "set_items": used[Sort.SET][:MOST_USED],
            "doublings": used[Sort.DOUBLING][:MOST_USED],
            "used": used[Sort.SET] or used[Sort.DOUBLING],
            "limit_hands": limit_hands.named,
            "pictures": shown,
            "lists": lists,
            # Beside each other pictures are two and two: where they are odd, one below
            # the other, and the lists beside them.
            "lists_beside": lists and len(shown) % 2,
            "meetings": meetings_of(
                played, people, partial(statistics.meetings_in, asked.scope, people)
            ),
        }
    return render_to_string("season/_statistics.html", context)


def _pictures(
    asked: Asked,
    people: ClubPlayers,
    played: Sequence[PartiePlayed],
    alone: Sequence[ResultAlone],
    limit_hands: LimitHands,
) -> list[BarPicture]:
    """Return the pictures that there is something to show of."""
    who_played = [(one.day, people.who(one.player).pk) for one in played]
    # An old result tells who was there, if not what was played.
    who_played += [(one.day, people.who(one.player).pk) for one in alone]
    days = {one.day for one in played}
    found = [
        pictures.hands_worth(played) if asked.compares else None,
        pictures.limit_hands_over_time(days, limit_hands.by_day),
        pictures.attendance(who_played),
        pictures.party_lengths(played),
    ]
    return [one for one in found if one is not None]
