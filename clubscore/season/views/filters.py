"""The filters of statistics: a season, a ruleset, a year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Count
from django.http import Http404, QueryDict

from clubscore.club import engine as rule_books
from clubscore.club.models import Club, Season
from clubscore.club.vocabulary import speak_as_only
from clubscore.partie.evenings import is_over
from clubscore.partie.models import Partie
from clubscore.season.statistics import Scope


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """One thing that can be asked for."""

    value: str
    name: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked, and what else could be."""

    scope: Scope
    seasons: tuple[Season, ...]
    """All of the club, the last first."""
    played: tuple[str, ...]
    """The keys of the rulesets of parties that count, the one played most first."""

    @property
    def season_choices(self) -> list[FilterChoice]:
        """The seasons of which something can be asked."""
        return [
            FilterChoice(one.slug, one.name, one == self.scope.season)
            for one in self.seasons
        ]

    @property
    def ruleset_choices(self) -> list[FilterChoice]:
        """The rulesets of which something can be asked."""
        return [
            FilterChoice(
                key,
                rule_books.name_of(key),
                key == self.scope.ruleset,
            )
            for key in self.played
        ]

    @property
    def compares(self) -> bool:
        """Whether points compare: those of one ruleset."""
        return bool(self.scope.ruleset) or len(self.played) < 2

    def query(self, **more: str) -> str:
        """Return the part of an address that asks the same, and *more*."""
        scope = self.scope
        parts = {
            "season": scope.season.slug if scope.season is not None else "",
            "year": str(scope.year or ""),
            "ruleset": scope.ruleset,
            **more,
        }
        return urlencode({name: value for name, value in parts.items() if value})


def asked_of(parameters: QueryDict, club: Club) -> Asked:
    """
    Return what the address asks of *club*, in two queries.

    The answer is in the words of its rule book if it is of one alone.

    Raise Http404 for a season, a ruleset or a year that the club has never had.
    """
    seasons = tuple(club.seasons.order_by("-starts_on", "-pk"))
    played = (
        Partie.objects.counted()
        .filter(club=club)
        .order_by()
        .values("ruleset")
        .annotate(many=Count("pk", filter=is_over(club)))
    )
    known = {row["ruleset"]: row["many"] for row in played}
    rulesets = [key for key in sorted(known, key=lambda key: -known[key]) if known[key]]
    season = _one_of(parameters.get("season", ""), seasons)
    ruleset = parameters.get("ruleset", "")
    if ruleset and ruleset not in known:
        raise Http404
    for one in seasons:
        one.club = club
    speak_as_only([ruleset] if ruleset else rulesets)
    return Asked(Scope(club, season, ruleset), seasons, tuple(rulesets))


def _one_of(slug: str, seasons: Sequence[Season]) -> Season | None:
    """Return the season of that address, None if none is asked for."""
    if not slug:
        return None
    for one in seasons:
        if one.slug == slug:
            return one
    raise Http404
