"""The front page of the installation."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from clubscore.club import engine as rule_books
from clubscore.club.access import may_make_clubs
from clubscore.club.models import Account, Club
from clubscore.club.names import folded
from clubscore.partie.models import Evening, Partie

CLUBS_ON_A_PAGE = 40


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """List the clubs that the reader may know of; a single one is the front page."""
    own = _own_clubs(request)
    asked = " ".join(request.GET.get("q", "").split())
    others = Club.objects.public().exclude(pk__in=[club.pk for club in own])
    found = others.filter(name__icontains=asked) if asked else others
    paginator = Paginator(_by_name(found), CLUBS_ON_A_PAGE)
    page = paginator.get_page(request.GET.get("page"))
    clubs = _with_news(list(page.object_list))
    if not asked and len(own) + paginator.count == 1:
        return redirect("season:club", (own or clubs)[0].slug)
    return render(
        request,
        "season/front_page.html",
        {
            "own_clubs": own,
            "clubs": clubs,
            "page": page,
            "asked": asked,
            "query": urlencode({"q": asked}) if asked else "",
            "rulesets": rule_books.rulesets(),
            "may_make_clubs": may_make_clubs(request),
        },
    )


def _own_clubs(request: HttpRequest) -> list[Club]:
    """Return the clubs of the reader's account, by name."""
    if not isinstance(request.user, Account):
        return []
    # Staff find the private clubs of others in the admin pages.
    own = list(request.user.memberships.values_list("club", flat=True))
    return _with_news(_by_name(Club.objects.filter(pk__in=own)))


def _by_name(clubs: QuerySet[Club]) -> list[int]:
    """Return the ids of *clubs* by name; one query."""
    names = clubs.order_by("pk").values_list("pk", "name")
    return [pk for pk, _name in sorted(names, key=lambda one: folded(one[1]))]


def _with_news(clubs: Sequence[int]) -> list[Club]:
    """
    Return the *clubs* of these ids, in their order, with what is on there.

    Each is looked up by itself, so that clubs which are not shown cost nothing.
    """
    if not clubs:
        return []
    of_club = Partie.objects.filter(club=OuterRef("pk"))
    many = of_club.open().order_by().values("club").annotate(many=Count("pk"))
    was_played = Exists(Partie.objects.filter(evening=OuterRef("pk")))
    evenings = Evening.objects.filter(was_played, club=OuterRef("pk"))
    found = Club.objects.annotate(
        open_parties=Coalesce(
            Subquery(many.values("many"), output_field=IntegerField()), 0
        ),
        last_played=Subquery(evenings.order_by("-date").values("date")[:1]),
    ).in_bulk(clubs)
    return [found[pk] for pk in clubs if pk in found]
