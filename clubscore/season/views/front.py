"""The front page of the installation."""

from __future__ import annotations

from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from clubscore.club import engine as rule_books
from clubscore.club.access import may_make_clubs
from clubscore.club.models import Account, Club


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """List the clubs that the reader may know of; a single one is the front page."""
    own: set[int] = set()
    if isinstance(request.user, Account):
        # Staff find the private clubs of others in the admin pages.
        own = set(request.user.memberships.values_list("club", flat=True))
    is_open = Q(parties__is_finished=False, parties__is_void=False)
    clubs = list(
        Club.objects.filter(Q(is_public=True) | Q(pk__in=own))
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
            "own_clubs": [club for club in clubs if club.pk in own],
            "clubs": [club for club in clubs if club.pk not in own],
            "rulesets": rule_books.rulesets(),
            "may_make_clubs": may_make_clubs(request),
        },
    )
