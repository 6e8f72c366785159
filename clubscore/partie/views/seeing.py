"""A partie as pages look at it, and what its reader may do with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404

from clubscore.club.access import may_administer, role_of
from clubscore.club.models import Account, Player
from clubscore.partie import engine, services
from clubscore.partie.access import author_of, get_partie_for, may_record
from clubscore.partie.derive import chronicle_from
from clubscore.partie.engine import Chronicle, HouseRule, Table
from clubscore.partie.models import Partie
from clubscore.partie.seats import Deal, TableSeat, deal_of, rester_of, seats_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django_htmx.middleware import HtmxDetails

    class HtmxHttpRequest(HttpRequest):
        """A request that htmx may have made."""

        htmx: HtmxDetails


@dataclass
class Seen:
    """A partie, what was said in it, and what this reader may do with it."""

    request: HttpRequest
    partie: Partie

    @cached_property
    def chronicle(self) -> Chronicle:
        """The partie so far."""
        return chronicle_from(self.partie)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of all who ever sat in the partie."""
        players = Player.objects.filter(results__partie=self.partie)
        return {str(pk): name for pk, name in players.values_list("pk", "name")}

    @cached_property
    def may_record(self) -> bool:
        """Whether the reader may record at this table."""
        return may_record(self.request, self.partie)

    @property
    def may_administer(self) -> bool:
        """Whether the reader runs the club."""
        return may_administer(self.request, self.partie.club)

    @property
    def shows_club(self) -> bool:
        """Whether the club's pages exist for this reader."""
        club = self.partie.club
        return club.is_public or role_of(self.request, club) is not None

    @property
    def is_open(self) -> bool:
        """Whether a game can follow."""
        return not (self.chronicle.is_finished or self.chronicle.is_void)

    @cached_property
    def next_table(self) -> Table | None:
        """Who sits where in the next game; None if none follows."""
        return engine.next_table(self.chronicle, None) if self.is_open else None

    @cached_property
    def _shown_table(self) -> Table:
        """Who sits where in the next game, or sat in the last one played."""
        return self.next_table or engine.table_of(self.chronicle.state, 0)

    @property
    def seats(self) -> list[TableSeat]:
        """The seats of the next game, or of the last one played."""
        return seats_of(self._shown_table, self.names, self.chronicle.chips)

    @property
    def rester(self) -> TableSeat | None:
        """Who rests in the next game."""
        return rester_of(self._shown_table, self.names, self.chronicle.chips)

    @property
    def deal(self) -> Deal:
        """What to say of the next game."""
        return deal_of(self._shown_table, self.names)

    @property
    def house_rules(self) -> list[HouseRule]:
        """What is not played as the rule book presets it."""
        return engine.house_rules(self.partie.terms)

    @property
    def context(self) -> dict[str, Any]:
        """What every page of a partie shows."""
        return {"seen": self, "partie": self.partie, "club": self.partie.club}


def see(request: HttpRequest, club: str, number: int) -> Seen:
    """Return the partie of that address, if it exists for this reader."""
    return Seen(request, get_partie_for(request, club, number))


def refused(seen: Seen) -> HttpResponse:
    """Answer a reader who may not record: log in, or be told so."""
    if isinstance(seen.request.user, Account):
        raise PermissionDenied
    return redirect_to_login(seen.request.get_full_path())


def new_key() -> str:
    """Return a name for a write that nobody else gives."""
    return str(uuid4())


def write_of(request: HttpRequest, partie: Partie, data: Any) -> services.Write:
    """Return the write that a form asks for; raise Http404 if it is not ours."""
    try:
        version = int(data["version"])
    except (KeyError, ValueError):
        raise Http404 from None
    key = str(data.get("key", ""))[:100]
    if not key:
        raise Http404
    return services.Write(author_of(request, partie), version, key)


def tell(request: HttpRequest, error: ValidationError) -> None:
    """Show what is wrong on the next page."""
    for sentence in error.messages:
        messages.error(request, sentence)
