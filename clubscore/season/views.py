"""The front page, and what a club's games have come to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, Prefetch, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubscore.club import engine as rule_books
from clubscore.club.access import get_club_for, may_administer, may_start_parties
from clubscore.club.models import Account, Club, Season
from clubscore.club.views import may_make_clubs
from clubscore.partie.access import may_record
from clubscore.partie.derive import chronicles_from
from clubscore.partie.engine import next_table
from clubscore.partie.models import LAST_GAME_AT, Partie, PartieQuerySet, PartieResult
from clubscore.partie.seats import Deal, deal_of

LAST_RESULTS = 6
"""How many finished parties a club's front page shows."""
PARTIES_ON_A_PAGE = 24


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """List the clubs that the reader may know of; a single one is the front page."""
    shown = Q(is_public=True)
    if isinstance(request.user, Account):
        # Staff find the private clubs of others in the admin pages.
        shown |= Q(pk__in=request.user.memberships.values("club"))
    is_open = Q(parties__is_finished=False, parties__is_void=False)
    clubs = list(
        Club.objects.filter(shown)
        .annotate(
            open_parties=Count("parties", filter=is_open),
            last_played=Max("parties__evening__date"),
        )
        .order_by("name", "pk")
    )
    if len(clubs) == 1:
        return redirect("season:club", clubs[0].slug)
    return render(
        request,
        "season/front_page.html",
        {
            "clubs": clubs,
            "rulesets": rule_books.rulesets(),
            "may_make_clubs": may_make_clubs(request),
        },
    )


# A club ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A partie that is being played."""

    partie: Partie
    results: list[PartieResult]
    """The players who play next in the order of play, East first."""
    deal: Deal
    """What to say of the next game."""
    next_game: int
    last_game_on: date | None
    """The day of the last game; None before one was recorded."""
    may_end: bool = False
    """Whether the reader may end it."""

    @property
    def is_tonights(self) -> bool:
        """Whether it was begun or played since yesterday."""
        begun = self.partie.evening.date
        return max(begun, self.last_game_on or begun) >= _yesterday()


def _yesterday() -> date:
    """Return the day before: an evening goes on after midnight."""
    return timezone.localdate() - timedelta(days=1)


def _with_results(parties: PartieQuerySet) -> PartieQuerySet:
    """Return *parties* with what a list shows of them."""
    results = PartieResult.objects.select_related("player")
    return parties.select_related("club", "season", "evening").prefetch_related(
        Prefetch("results", results)
    )


def _open_tables(request: HttpRequest, parties: PartieQuerySet) -> list[OpenTable]:
    """Return what is going on at each table."""
    listed = list(parties)
    last_games = dict(parties.annotate(at=LAST_GAME_AT).values_list("pk", "at"))
    chronicles = chronicles_from(listed)
    tables = []
    for partie in listed:
        chronicle = chronicles[partie.pk]
        results = {str(result.player_id): result for result in partie.results.all()}
        table = next_table(chronicle, None)
        names = {key: result.player.name for key, result in results.items()}
        played_at = last_games[partie.pk]
        tables.append(
            OpenTable(
                partie,
                [results[player] for player in table.winds.values()],
                deal_of(table, names),
                len(chronicle.games) + 1,
                timezone.localtime(played_at).date() if played_at else None,
                may_record(request, partie),
            )
        )
    return tables


@require_safe
def club_page(request: HttpRequest, club: str) -> HttpResponse:
    """Show what is on in a club: open tables, last results, seasons."""
    found = get_club_for(request, club)
    parties = _with_results(Partie.objects.filter(club=found))
    finished = parties.counted().filter(is_finished=True)
    tables = _open_tables(request, parties.open())
    return render(
        request,
        "season/club.html",
        {
            "club": found,
            "tables": [one for one in tables if one.is_tonights],
            "left_open": [one for one in tables if not one.is_tonights],
            "finished": finished.order_by("-evening__date", "-number")[:LAST_RESULTS],
            "seasons": _seasons_of(found),
            "may_administer": may_administer(request, found),
            "may_start_parties": may_start_parties(request, found),
            "may_make_clubs": may_make_clubs(request),
        },
    )


def _seasons_of(club: Club) -> QuerySet[Season]:
    """Return the club's seasons with how many parties each has, the last first."""
    return club.seasons.annotate(many=Count("parties")).order_by("-starts_on", "-pk")


def _page_of(request: HttpRequest, parties: QuerySet[Partie]) -> Page[Partie]:
    """Return the page of *parties* that the address asks for, the last first."""
    ordered = parties.order_by("-evening__date", "-number")
    paginator = Paginator(ordered, PARTIES_ON_A_PAGE)
    return paginator.get_page(request.GET.get("page"))


SUMS: dict[str, Any] = {
    "score": Sum("score"),
    "games": Sum("games"),
    "wins": Sum("wins"),
    "parties": Count("pk"),
}


@require_safe
def season_page(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Show a season: its rules, its parties, and the scores so far."""
    found = get_club_for(request, club)
    of_club = get_object_or_404(found.seasons, slug=season)
    of_club.club = found
    ruleset = rule_books.ruleset_called(of_club.ruleset)
    counted = PartieResult.objects.filter(partie__season=of_club, partie__is_void=False)
    return render(
        request,
        "season/season.html",
        {
            "club": found,
            "season": of_club,
            "ruleset": ruleset,
            "house_rules": rule_books.differing(ruleset.key, of_club.options),
            "sums": counted.values("player__name", "player__slug")
            .annotate(**{f"{name}_sum": value for name, value in SUMS.items()})
            .order_by("-score_sum", "player__name"),
            "page": _page_of(
                request, _with_results(Partie.objects.filter(season=of_club))
            ),
            "may_administer": may_administer(request, found),
            "may_start_parties": may_start_parties(request, found),
        },
    )


@require_safe
def player_page(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Show a player's parties and what they come to."""
    found = get_club_for(request, club)
    who = get_object_or_404(found.players.select_related("merged_into"), slug=player)
    if who.merged_into is not None:
        return redirect("season:player", found.slug, who.merged_into.slug)
    counted = who.results.filter(partie__is_void=False)
    sums = {f"{name}_sum": value for name, value in SUMS.items()}
    firsts = Count("pk", filter=Q(place=1, partie__is_finished=True))
    return render(
        request,
        "season/player.html",
        {
            "club": found,
            "player": who,
            "sums": counted.aggregate(**sums, given_sum=Sum("given"), firsts=firsts),
            "page": _page_of(
                request, _with_results(Partie.objects.filter(results__player=who))
            ),
            "may_administer": may_administer(request, found),
        },
    )
