"""A player: results, ratings, statistics, head to head, records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for, may_administer, may_withhold_name
from clubscore.club.models import Club, Player
from clubscore.partie.answers import answered, kept, page_unchanged, part
from clubscore.partie.models import Partie, PartieQuerySet
from clubscore.partie.versions import counted_version, version_of
from clubscore.season import record_book, statistics
from clubscore.season.career import bests_of, career_of
from clubscore.season.luck import luck_of
from clubscore.season.models import HeadToHead, TallyQuerySet
from clubscore.season.pictures import hands_worth
from clubscore.season.player_charts import pictures_of
from clubscore.season.statistics import ClubPlayers, Opponent, ResultAlone, Scope
from clubscore.season.views.filters import Asked, FilterChoice, asked_of
from clubscore.season.views.partie_list import page_of
from clubscore.season.views.ratings import course_of
from clubscore.season.views.records import limit_hands_shown, records_shown

HEAD_BAR = 200
"""How long all bars of what two paid each other are at most, to both sides."""
HEADS_SHOWN = 12
"""Of those who were met most often; the others are folded."""


@require_safe
def player_page(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Show what a player has played, and all that it comes to."""
    found = get_club_for(request, club)
    who = get_object_or_404(found.players.select_related("merged_into"), slug=player)
    if who.merged_into is not None:
        return redirect("season:player", found.slug, who.merged_into.slug)
    who.club = found  # known already, with who asks
    rights = (may_administer(request, found), may_withhold_name(request, who))
    tag = player_text.tag(found, who.pk, *rights)
    same = page_unchanged(request, tag)
    if same is not None:
        return same
    if request.GET:
        shown = _text(who, request.GET, *rights)
    else:
        shown = player_text(found, who.pk, *rights, tag=tag)
    context = {"club": found, "player": who, "shown": shown}
    return answered(request, "season/player.html", context, tag)


def _found(club: Club, pk: int) -> Player:
    player = club.players.get(pk=pk)
    player.club = club
    return player


@kept(version_of)
def player_text(club: Club, player: int, administers: bool, withholds: bool) -> str:
    """Return what the page shows to all who may do the same."""
    return _text(_found(club, player), QueryDict(), administers, withholds)


def _text(
    who: Player, parameters: QueryDict, administers: bool, withholds: bool
) -> str:
    """Return what the page shows: all that counts, and the parties themselves."""
    seen = _Seen(who, parameters) if parameters else None
    parties = seen.parties if seen is not None else _parties_of(who)
    before, after = _beside(who)
    context = {
        "before": before,
        "after": after,
        "club": who.club,
        "player": who,
        "may_administer": administers,
        "may_withhold_name": withholds,
        "figures": (
            _figures_text(seen) if seen is not None else figures_text(who.club, who.pk)
        ),
        "page": page_of(parameters, who.club.slug, parties.distinct(), who),
        "query": seen.query if seen is not None else "",
        "is_asked": seen is not None and seen.is_asked,
    }
    return render_to_string("season/_player.html", context)


def _beside(who: Player) -> tuple[Player | None, Player | None]:
    """
    Return the players before and after, by name; a query.

    The order is that of the list, which is not every database's.
    """
    everybody = sorted(ClubPlayers(who.club).everybody, key=lambda one: one.key)
    place = everybody.index(who)
    return (
        everybody[place - 1] if place else None,
        everybody[place + 1] if place + 1 < len(everybody) else None,
    )


def _parties_of(who: Player) -> PartieQuerySet:
    """Return all parties of a player, whatever name they were played under."""
    merged = who.club.players.exclude(merged_into=None)
    names = dict(merged.values_list("pk", "merged_into"))
    ids = [who.pk]
    for one in ids:
        ids += [pk for pk, into in names.items() if into == one and pk not in ids]
    return Partie.objects.filter(club=who.club, results__player__in=ids)


@kept(counted_version)
def figures_text(club: Club, player: int) -> str:
    """Return all that a player's parties come to."""
    return _figures_text(_Seen(_found(club, player), QueryDict()))


class _Seen:
    """A player, and what an address asks about."""

    def __init__(self, player: Player, parameters: QueryDict) -> None:
        self.player, self.parameters = player, parameters
        club = player.club
        self.asked, self.people = asked_of(parameters, club), ClubPlayers(club)
        self.ids = self.people.ids_of(player)
        # Who has met whom is asked for only where somebody is asked about.
        asks = bool(parameters.get("opponent"))
        self.opponent = _opponent(parameters, self.heads, club) if asks else None

    @cached_property
    def heads(self) -> list[Opponent]:
        """What the player and each opponent had to do with each other."""
        return statistics.heads_of(self.asked.scope, self.ids, self.people)

    @property
    def met(self) -> QuerySet[HeadToHead] | None:
        """The rows of the opponent who is asked about; None for everybody."""
        if self.opponent is None:
            return None
        others = self.people.ids_of(self.opponent)
        return statistics.met(self.asked.scope, self.ids, others)

    @cached_property
    def met_there(self) -> list[Opponent]:
        """As `heads`, of the parties that are asked about."""
        if self.opponent is None:
            return self.heads
        other = self.people.ids_of(self.opponent)
        return statistics.heads_of(self.asked.scope, self.ids, self.people, other)

    @property
    def tallies(self) -> TallyQuerySet:
        """What was counted of the player in the parties that are asked about."""
        tallies = self.asked.scope.tallies.of(self.ids)
        if self.met is None:
            return tallies
        return tallies.filter(partie__in=self.met.values("partie"))

    @property
    def results_alone(self) -> list[ResultAlone]:
        """Results without games; who met whom at a table is not known of them."""
        if self.opponent is not None:
            return []
        return self.asked.scope.results_alone(self.ids)

    @property
    def parties(self) -> PartieQuerySet:
        """The parties that are asked about, those being played too."""
        parties = Partie.objects.filter(
            self.asked.scope.parties, results__player__in=self.ids
        )
        if self.met is None:
            return parties
        return parties.filter(pk__in=self.met.values("partie"))

    @property
    def query(self) -> str:
        """The part of an address that asks for the same."""
        opponent = self.opponent
        return self.asked.query(opponent=opponent.slug if opponent is not None else "")

    @property
    def is_asked(self) -> bool:
        """Whether only a part of what was played is asked about."""
        return bool(self.query)


def _figures_text(seen: _Seen) -> str:
    sums, alone = statistics.sums_of(seen.tallies), seen.results_alone
    together = statistics.partie_sums(sums, alone)
    context = {
        "club": seen.player.club,
        "player": seen.player,
        "asked": seen.asked,
        "opponent": seen.opponent,
        "opponents": _choices(seen.heads, seen.opponent),
        "query": seen.query,
        "is_asked": seen.is_asked,
        "sums": sums,
        "together": together,
        "alone": len(alone),
        "course": course_of(seen.parameters, seen.people, seen.player),
    }
    if together.parties:
        career = career_of(seen.player, seen.tallies, sums, alone)
        years = {one.day.year for one in career.evenings}
        is_whole = seen.opponent is None
        about = {"slug": seen.player.club.slug}
        heads = [one for one in seen.heads if is_whole or one.player == seen.opponent]
        lines = _heads(heads, about)
        context |= {
            "career": career,
            "hands_worth": (
                hands_worth(career.played) if seen.asked.compares else None
            ),
            "pictures": pictures_of(sums, together, career.evenings, seen.met_there),
            "luck": luck_of(sums, is_of_one_book=seen.asked.compares),
            "years": sorted(years, reverse=True),
            "evenings": [
                part("season/_evening_score.html", club=about, one=one)
                for one in career.evenings
            ],
            "heads": lines[:HEADS_SHOWN],
            "more_heads": lines[HEADS_SHOWN:],
            **_records(seen.asked, seen.people, seen.ids, is_whole=is_whole),
        }
    return render_to_string("season/_career.html", context)


def _heads(heads: Sequence[Opponent], club: Mapping[str, str]) -> list[SafeString]:
    """Return a line for each opponent, with a bar of what the two paid each other."""
    nets = [one.numbers["net"] for one in heads]
    low, high = min(nets, default=0), max(nets, default=0)
    span = max(high, 0) - min(low, 0) or 1
    zero = HEAD_BAR * -min(low, 0) // span
    # One bar alone is held against nothing.
    has_bars = len(heads) > 1
    lines = []
    for one, net in zip(heads, nets, strict=True):
        long = HEAD_BAR * abs(net) // span
        bar = {"x": zero - long if net < 0 else zero, "width": long, "zero": zero}
        shown = {
            "player": {"name": one.player.name, "slug": one.player.slug},
            "numbers": one.numbers,
            "bar": bar if has_bars else None,
        }
        lines.append(part("season/_head.html", club=club, one=shown))
    return lines


def _opponent(
    parameters: QueryDict, heads: Sequence[Opponent], club: Club
) -> Player | None:
    """Return whom the address asks about beside the player; None for everybody."""
    slug = parameters.get("opponent", "")
    if not slug:
        return None
    for one in heads:
        if one.player.slug == slug:
            return one.player
    # In another season the two may have met.
    known = club.players.filter(slug=slug).first()
    if known is None:
        raise Http404
    return known


def _choices(heads: Sequence[Opponent], chosen: Player | None) -> list[FilterChoice]:
    """Return the opponents who can be asked for, by name."""
    players = {one.player for one in heads} | ({chosen} - {None})
    known = [one for one in players if one is not None]
    return [
        FilterChoice(one.slug, one.name, one == chosen)
        for one in sorted(known, key=lambda one: one.key)
    ]


def _records(
    asked: Asked, people: ClubPlayers, ids: Sequence[int], *, is_whole: bool
) -> dict[str, Any]:
    """Return the player's limit hands and personal bests, and which are the club's."""
    if not is_whole:
        return {}
    scope: Scope = asked.scope
    context: dict[str, Any] = {
        "limit_hands": limit_hands_shown(
            scope.club, record_book.limit_hands_in(scope, people, ids), is_own=True
        )
    }
    if asked.compares:
        bests = bests_of(scope, people, ids)
        context["records"] = records_shown(asked, bests, is_own=True)
    return context
