"""Lists of parties, as several pages show them."""

from __future__ import annotations

from django.core.paginator import Page, Paginator
from django.db.models import Prefetch, QuerySet
from django.http import QueryDict

from clubscore.partie.models import Partie, PartieQuerySet, PartieResult

PARTIES_ON_A_PAGE = 24


def with_results(parties: PartieQuerySet) -> PartieQuerySet:
    """Return *parties* with what a list shows of them."""
    results = PartieResult.objects.select_related("player")
    return parties.select_related("club", "season", "evening").prefetch_related(
        Prefetch("results", results)
    )


def page_of(asked: QueryDict, parties: QuerySet[Partie]) -> Page[Partie]:
    """Return the page of *parties* that an address asks for, the last first."""
    ordered = parties.order_by("-evening__date", "-number")
    paginator = Paginator(ordered, PARTIES_ON_A_PAGE)
    return paginator.get_page(asked.get("page"))
