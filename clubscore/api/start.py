"""A partie that an API request starts."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from clubscore.api.errors import ApiError
from clubscore.club import engine as rule_books
from clubscore.club import own_books
from clubscore.club import services as club_services
from clubscore.club.models import Club, Player, Season
from clubscore.club.names import folded
from clubscore.partie import services
from clubscore.partie.models import Partie
from clubscore.rules.errors import raise_first
from clubscore.rules.fields import Fields
from clubscore.rules.records import MOST_CHIPS

FIELDS = frozenset(("players", "ruleset", "options", "season", "table", "start_chips"))
STARTS = UUID("6f3f7f5e-4f0c-4a5b-9d55-2c1d0a9b7e11")
"""The namespace of the keys with which programs start parties."""


@transaction.atomic
def partie_started(club: Club, body: dict[str, Any], key: str = "") -> Partie:
    """
    Start the partie that *body* asks for; the same *key* starts it once.

    Raise ApiError (422), RulesError or ValidationError if it cannot be played so, and
    KeyReusedError if the key came with another body before.
    """
    if not key:
        return _started(club, body)
    # Of two requests at once the second waits here, and finds the partie.
    Club.objects.select_for_update().get(pk=club.pk)
    start_key = uuid5(STARTS, f"{club.pk} {key}")
    digest = services.digest_of(body)
    started = club.parties.filter(start_key=start_key).first()
    if started is None:
        return _started(club, body, start_key=start_key, start_digest=digest)
    if started.start_digest != digest:
        raise services.KeyReusedError(key)
    return started


def _started(club: Club, body: dict[str, Any], **named: Any) -> Partie:
    said = Fields(body, [], known=FIELDS | {"guests"})
    names, guests = said.texts("players"), said.texts("guests")
    ruleset, table = _ruleset(club, said), said.text("table")
    wanted = said.text("season") if said.get("season") is not None else None
    options = dict(said.entries("options"))
    start_chips = said.whole("start_chips", -MOST_CHIPS, MOST_CHIPS)
    for field in ("players", "ruleset"):
        if field not in said.record:
            said.bad(field, "The field “%(field)s” is missing.")
    for name in guests:
        if folded(name) not in map(folded, names):
            said.bad("guests", "The field “%(field)s” has a name that does not play.")
    raise_first(said.problems)
    raise_first(rule_books.problems_of(ruleset, options, len(names)))
    season = _season(club, wanted)
    seasons = season.options if season.ruleset == ruleset else {}
    for rule in rule_books.unanswered(ruleset, {**seasons, **options}):
        options[rule.key] = rule.default
    today = min(timezone.localdate(), season.ends_on or date.max)
    return services.partie_start(
        season=season,
        players=_players(club, names, guests),
        day=max(today, season.starts_on),
        table=table,
        ruleset=ruleset,
        options=options,
        start_chips=start_chips,
        **named,
    )


def _ruleset(club: Club, said: Fields) -> str:
    """Return the key of the rule book that is named, or is the club's own."""
    book = said.get("ruleset")
    if not isinstance(book, dict):
        return said.text("ruleset")
    key = rule_books.own_book(book).key
    if not own_books.is_of(club, key):
        raise ApiError(
            422,
            "unknown_ruleset",
            "The club has published no such rule book.",
            field="ruleset",
        )
    return key


def _season(club: Club, slug: str | None) -> Season:
    """Return the season that is named, or else the one that a page would take."""
    if slug is not None:
        season = club.seasons.filter(slug=slug).first()
    else:
        season = club.seasons.usual_on(timezone.localdate())
    if season is None:
        raise ApiError(
            422,
            "unknown_season",
            f"The club has no season “{slug}”." if slug else "The club has no season.",
            field="season",
        )
    return season


def _players(club: Club, names: list[str], guests: list[str]) -> list[Player]:
    """Return the players of those names; guests whom nobody knows are added."""
    welcome = set(map(folded, guests))
    players = []
    for name in names:
        player = club_services.player_called(club=club, name=name)
        if player is None:
            if folded(name) not in welcome:
                raise ApiError(
                    422,
                    "unknown_player",
                    f"The club has no player “{name[:100]}”. List a guest in “guests”.",
                    field="players",
                )
            player = club_services.player_add(club=club, name=name, is_guest=True)
        players.append(player)
    return players
