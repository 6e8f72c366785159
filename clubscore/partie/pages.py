"""A partie as pages see it, and what its reader may do with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import account_of, may_administer, may_read
from clubscore.club.initials import withheld_in
from clubscore.club.models import Account, Player
from clubscore.club.numbers import number_in
from clubscore.partie import engine, services
from clubscore.partie.access import (
    author_of,
    final_from,
    get_partie_for,
    holds_dead_link,
    holds_withdrawn_link,
    is_final,
    link_of,
    looks_on,
    may_correct_earlier,
    may_correct_last,
    may_keep,
    may_record,
    may_set_house_rules,
    may_take_back_more,
    may_void,
    reads_by_link,
    sender_of,
    writer_of,
)
from clubscore.partie.answers import Answer, answered, page_unchanged, tag_for
from clubscore.partie.derive import chronicle_from, progress_of
from clubscore.partie.engine import ChosenRule, Chronicle, FoldedGame, Progress, Table
from clubscore.partie.models import LINK_LIFE, Game, Partie, TableLink
from clubscore.partie.seats import (
    Deal,
    TableSeat,
    deal_of,
    moves_before,
    rester_of,
    seats_of,
)


@dataclass
class Seen:
    """A partie, its entries, and what this reader may do with it."""

    request: HttpRequest
    partie: Partie

    @cached_property
    def chronicle(self) -> Chronicle:
        """The partie so far."""
        return chronicle_from(self.partie)

    @cached_property
    def progress(self) -> Progress:
        """How far the partie has come: all that its next game is counted by."""
        return progress_of(self.partie)

    def played(self, game: Game) -> FoldedGame | None:
        """Return a game of the partie; None if it was taken back meanwhile."""
        # The row was asked for before the entries were: somebody may have written.
        is_this = (one for one in self.chronicle.games if one.key == game.entry_id)
        return next(is_this, None)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of all who ever sat in the partie."""
        players = Player.objects.filter(results__partie=self.partie)
        return {str(pk): name for pk, name in players.values_list("pk", "name")}

    @property
    def numbers(self) -> dict[int, int]:
        """The numbers of the games, by the ids of their entries."""
        return {played.key: played.table.number for played in self.chronicle.games}

    @property
    def looks_on(self) -> bool:
        """Whether nothing on a page is the reader's own."""
        return looks_on(self.request)

    @property
    def sender_id(self) -> str:
        """What games are sent as by this reader, as a phone keeps it."""
        sender: str = sender_of(self.request, None)["id"]
        return sender

    @cached_property
    def may_record(self) -> bool:
        """Whether the reader may record at this table."""
        return may_record(self.request, self.partie)

    @cached_property
    def may_correct_earlier(self) -> bool:
        """Whether the reader may correct any game and book chips."""
        return may_correct_earlier(self.request, self.partie)

    def may_take_out(self, key: int) -> bool:
        """
        Tell whether the reader may take out the entry of that id, the last one.

        It is asked of who may record; who may take back one game alone costs a query.
        """
        if may_take_back_more(self.request, self.partie):
            return True
        entries = {one.pk: one for one in self.partie.entries.select_related("before")}
        return not services.is_second_step(entries[key], entries.values())

    @cached_property
    def link(self) -> TableLink | None:
        """The link that the reader writes with; None for accounts and readers."""
        if account_of(self.request) is not None:
            return None
        return link_of(self.request, self.partie)

    @property
    def is_asked_who(self) -> bool:
        """Whether the reader writes with a link and has typed no name yet."""
        if not self.is_open or self.link is None:
            return False
        return writer_of(self.request, self.partie) is None

    @property
    def writer(self) -> str:
        """The name of the writer with the link; empty if none was typed."""
        writer = writer_of(self.request, self.partie)
        if writer is None:
            return ""
        typed = withheld_in(self.partie.club).told(writer.name)
        return self.names.get(writer.player, typed)

    @property
    def final_from(self) -> datetime | None:
        """From when on only administrators correct it; none while it is played."""
        return final_from(self.partie)

    @property
    def is_final(self) -> bool:
        """Whether only administrators still correct it."""
        return is_final(self.partie)

    @property
    def may_administer(self) -> bool:
        """Whether the reader runs the club."""
        return may_administer(self.request, self.partie.club)

    @cached_property
    def may_set_house_rules(self) -> bool:
        """Whether the reader says what is played by: nothing was recorded yet."""
        # What is in force needs no query.
        if not self.is_open or self.chronicle.last is not None:
            return False
        is_theirs = may_set_house_rules(self.request, self.partie)
        return is_theirs and services.why_house_rules_hold(self.partie) is None

    @cached_property
    def may_void(self) -> bool:
        """Whether the reader may take the partie out of all results."""
        return may_void(self.request, self.partie)

    @cached_property
    def may_keep(self) -> bool:
        """Whether the reader may take the club over, which nobody runs yet."""
        return may_keep(self.request, self.partie.club)

    @property
    def shows_club(self) -> bool:
        """Whether the club's pages exist for this reader."""
        return may_read(self.request, self.partie.club)

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
        deal = deal_of(self._shown_table, self.names)
        return replace(deal, moves=moves_before(self.chronicle, self.names))

    @property
    def house_rules(self) -> list[ChosenRule]:
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
    partie = seen.partie
    is_over = partie.is_finished or partie.is_void
    if is_over and reads_by_link(seen.request, partie):
        # Somebody else ended it; a login would not help who has no account.
        messages.info(
            seen.request,
            _("The partie is over: the link of the table only shows it now."),
        )
        return redirect(partie)
    if holds_dead_link(seen.request, seen.partie):
        messages.error(seen.request, link_is_dead())
        return redirect(seen.partie)
    if holds_withdrawn_link(seen.request, partie):
        messages.error(
            seen.request,
            _(
                "This table’s link was withdrawn. Scan the new one at the table, ask"
                " whoever sets up the tables for it, or log in."
            ),
        )
        return redirect(partie)
    return redirect_to_login(seen.request.get_full_path())


def link_is_dead() -> str:
    """Say why a link does not record any more, and who can help."""
    return ngettext(
        "Nobody wrote here for %(days)d day, so this table’s link only reads now. Ask "
        "whoever sets up the tables for a new one.",
        "Nobody wrote here for %(days)d days, so this table’s link only reads now. Ask "
        "whoever sets up the tables for a new one.",
        LINK_LIFE.days,
    ) % {"days": LINK_LIFE.days}


def may_correct_game(seen: Seen, game: int) -> bool:
    """Tell whether the reader may correct a game; the last one is open to more."""
    if may_correct_earlier(seen.request, seen.partie):
        return True
    is_last = game == len(seen.chronicle.games)
    return is_last and may_correct_last(seen.request, seen.partie)


def draft_name(seen: Seen, game: int) -> str:
    """Return what the draft of a correction is called on a phone."""
    # By its entry: its number changes when another game is taken out.
    return f"{seen.partie.pk}:{seen.chronicle.games[game - 1].key}"


def page_shown(
    seen: Seen,
    template: str,
    shared: Answer,
    text: Callable[..., str],
    *asked: int,
    beside: Mapping[str, object] | None = None,
) -> HttpResponse:
    """
    Return a page of a partie, or of what is *asked* there.

    All who look on are *shared* one text; who may do something there has their own.
    What stands *beside* it follows from other parties.
    """
    request, partie = seen.request, seen.partie
    context = seen.context | {"asked": asked} | dict(beside or {})
    if not looks_on(request):
        with shared.lent(partie.club, partie.number, *asked):
            context["shown"] = text(seen, *asked)
        return render(request, template, context)
    tag = shared.tag(partie.club, partie.number, *asked)
    whole = tag_for(tag, *(beside or {}).values())
    same = page_unchanged(request, whole)
    if same is not None:
        return same
    context["shown"] = shared(partie.club, partie.number, *asked, tag=tag)
    return answered(request, template, context, whole)


def game_gone(seen: Seen) -> HttpResponse:
    """Answer that a game was taken back while it was asked for."""
    return render(seen.request, "partie/game_gone.html", seen.context, status=404)


def new_key() -> str:
    """Return a name for a write that nobody else gives."""
    return str(uuid4())


def write_of(request: HttpRequest, partie: Partie, data: Any) -> services.Write:
    """Return the write that a form asks for; raise Http404 if it is not ours."""
    version = number_in(str(data.get("version", "")))
    key = str(data.get("key", ""))[:100]
    if version is None or not key or "\x00" in key:
        raise Http404
    return services.Write(author_of(request, partie), version, key)


def tell(request: HttpRequest, error: ValidationError) -> None:
    """Show what is wrong on the next page."""
    for sentence in error.messages:
        messages.error(request, sentence)
