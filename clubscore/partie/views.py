"""Pages of the table: start a partie, record its games, read its score sheet."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubscore.club import services as club_services
from clubscore.club.access import (
    get_club_for,
    may_administer,
    may_start_parties,
    role_of,
)
from clubscore.club.engine import ruleset_called
from clubscore.club.models import Account, Player
from clubscore.partie import engine, services, showing
from clubscore.partie.access import (
    author_of,
    get_partie_for,
    link_of,
    may_record,
    open_link,
)
from clubscore.partie.charts import chart_of
from clubscore.partie.derive import chronicle_from
from clubscore.partie.engine import Chronicle, Table
from clubscore.partie.forms import (
    Chips,
    GameEntry,
    NewForm,
    PlayForm,
    ReasonForm,
    TableSeat,
    initial_from,
    seats_of,
)
from clubscore.partie.models import Entry, Game, Partie, Revision, TableLink

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django_htmx.middleware import HtmxDetails

    class HtmxHttpRequest(HttpRequest):
        """A request that htmx may have made."""

        htmx: HtmxDetails


# A partie as pages look at it -----------------------------------------------------


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

    @property
    def seats(self) -> list[TableSeat]:
        """The seats of the next game, or of the last one played."""
        table = self.next_table or engine.table_of(self.chronicle.state, 0)
        return seats_of(table, self.names, self.chronicle.chips)

    @property
    def round_wind(self) -> str:
        """The name of the wind of the round that is played."""
        return _(engine.wind_name(self.chronicle.state.round_wind.letter))

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


# Starting ------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Four names and a rule book: the club and the season are made behind it."""
    form = PlayForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect(_family_table(request, form))
    return render(request, "partie/play.html", {"form": form})


@transaction.atomic
def _family_table(request: HttpRequest, form: PlayForm) -> TableLink:
    """Make a private club of four, and a link to its first table."""
    *first, last = form.names
    together = _("%(names)s & %(last)s") % {"names": ", ".join(first), "last": last}
    club = club_services.club_make(
        name=Truncator(together).chars(100),
        administrator=request.user if isinstance(request.user, Account) else None,
        is_public=False,
    )
    today = timezone.localdate()
    season = club_services.season_make(
        club=club,
        name=str(today.year),
        starts_on=date(today.year, 1, 1),
        ruleset=form.cleaned_data["ruleset"],
    )
    partie = services.partie_start(
        season=season,
        players=[club_services.player_add(club=club, name=name) for name in form.names],
        day=today,
        uses_chips=form.cleaned_data["chips"] == Chips.CHIPS,
    )
    return services.link_make(partie=partie)


@require_safe
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Open the table whose link this is."""
    try:
        pk = signing.Signer(salt=TableLink.SALT).unsign(token)
    except signing.BadSignature:
        pk = "0"
    found = (
        TableLink.objects.valid().select_related("partie__club").filter(pk=pk).first()
    )
    if found is None:
        return render(request, "partie/link_gone.html", status=404)
    open_link(request, found)
    partie = found.partie
    if partie.is_finished or partie.is_void:
        return redirect(partie)
    return redirect("partie:record", partie.club.slug, partie.number)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, club: str) -> HttpResponse:
    """Start a partie at a table of the club."""
    found = get_club_for(request, club)
    if not may_start_parties(request, found):
        raise PermissionDenied
    asked = request.POST.get("season", request.GET.get("season", ""))
    season = found.seasons.filter(pk=asked).first() if asked.isdecimal() else None
    if season is None:
        season = found.seasons.holding(timezone.localdate()).first()
    form = NewForm(request.POST or None, club=found, season=season)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                partie = _club_table(form, found)
        except ValidationError as error:
            form.add_error(None, error.messages)
        else:
            return redirect("partie:record", found.slug, partie.number)
    context = {
        "form": form,
        "club": found,
        "season": season,
        "has_seasons": found.seasons.exists(),
        "may_administer": may_administer(request, found),
    }
    return render(request, "partie/new.html", context)


def _club_table(form: NewForm, club: Any) -> Partie:
    data = form.cleaned_data
    players: list[Player] = []
    for place in form.places:
        chosen = data[f"player_{place}"]
        if chosen:
            players.append(club.players.get(pk=chosen))
            continue
        name = data[f"name_{place}"]
        known = club_services.player_called(club=club, name=name)
        players.append(
            known
            or club_services.player_add(
                club=club, name=name, is_guest=data[f"guest_{place}"]
            )
        )
    if data["seats_by"] == "draw":
        random.SystemRandom().shuffle(players)
    season = data["season"]
    day = min(timezone.localdate(), season.ends_on or date.max)
    partie = services.partie_start(
        season=season,
        players=players,
        day=max(day, season.starts_on),
        table=data["table"],
        options=form.options,
        uses_chips=data["chips"] == Chips.CHIPS,
    )
    services.link_make(partie=partie)
    return partie


# The score sheet -----------------------------------------------------------------


@require_safe
def partie(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """The score sheet of a partie so far."""
    seen = see(request, club, number)
    chronicle, names = seen.chronicle, seen.names
    results = {str(one.player_id): one for one in seen.partie.results.all()}
    revisions = list(
        Revision.objects.filter(entry__partie=seen.partie)
        .select_related("entry")
        .order_by("-made_at", "-pk")
    )
    in_force = [one for one in revisions if _holds(one, revisions)]
    last = max(in_force, key=lambda one: one.entry.place, default=None)
    context = {
        **seen.context,
        "players": [(names[key], results[key]) for key in chronicle.totals],
        "rounds": showing.rounds_of(chronicle, names),
        "chart": chart_of(
            {key: names[key] for key in chronicle.totals},
            chronicle.terms.start_chips,
            [played.chips for played in chronicle.games],
        ),
        "house_rules": engine.house_rules(seen.partie.terms),
        "ruleset": ruleset_called(seen.partie.ruleset),
        "history": showing.history_of(revisions, names),
        "last_kind": last.entry.kind if last is not None else "",
        "last_reason": showing.why_of(last) if last is not None else "",
        "table_link": _table_link(seen),
        "key": new_key(),
    }
    return render(request, "partie/partie.html", context)


def _holds(revision: Revision, revisions: list[Revision]) -> bool:
    """Tell whether a revision is its entry's last and withdraws nothing."""
    return not revision.is_withdrawn and not any(
        other.entry_id == revision.entry_id and other.number > revision.number
        for other in revisions
    )


def _table_link(seen: Seen) -> str:
    """Return the address that opens the table elsewhere; only for its recorders."""
    if not seen.may_record or seen.partie.is_void:
        return ""
    own = link_of(seen.request, seen.partie)
    found = own or seen.partie.links.filter(revoked_at=None).first()
    if found is None:
        return ""
    return seen.request.build_absolute_uri(found.get_absolute_url())


# Recording -----------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HtmxHttpRequest, club: str, number: int) -> HttpResponse:
    """Record the next game of a partie, or see what it would come to."""
    seen = see(request, club, number)
    if not seen.may_record:
        return refused(seen)
    table = seen.next_table
    if table is None:
        messages.info(request, _("No game can follow: the partie is over."))
        return redirect(seen.partie)
    if request.method != "POST":
        initial = {"version": seen.partie.version, "key": new_key()}
        entry = GameEntry(
            seen.partie.terms,
            seen.seats,
            initial=_withdrawn(request, seen.partie) | initial,
        )
        return _record_page(seen, entry)
    entry = GameEntry(seen.partie.terms, seen.seats, request.POST)
    said = entry.record()
    if said is None:
        return _record_page(seen, entry)
    try:
        if request.POST.get("action") == "record":
            return _recorded(seen, said)
        return _record_page(seen, entry, sheet=_counted(seen, table, said))
    except engine.RulesError as error:
        entry.refuse(error, said)
        return _record_page(seen, entry)
    except services.ConflictError:
        return _conflict(request, seen)
    except services.KeyReusedError:
        return _conflict(request, seen)
    except ValidationError as error:
        tell(request, error)
        return redirect(seen.partie)


def _withdrawn(request: HttpRequest, partie: Partie) -> dict[str, Any]:
    """Return what a game said that was just taken back, to be put right."""
    asked = request.GET.get("again", "")
    if not asked.isdecimal():
        return {}
    revision = Revision.objects.filter(
        pk=asked, entry__partie=partie, entry__kind=Entry.Kind.GAME
    ).first()
    return initial_from(revision.said) if revision is not None else {}


def _counted(seen: Seen, table: Table, said: Mapping[str, Any]) -> showing.Sheet:
    """Return what a game would come to."""
    by_player = engine.said_of(table, said)
    counted = engine.counted(seen.partie.terms, table, by_player)
    return showing.sheet_of(
        seen.partie.terms,
        table,
        by_player,
        counted.result,
        seen.names,
        notices=counted.notices,
        uses_chips=seen.partie.uses_chips,
    )


def _recorded(seen: Seen, said: Mapping[str, Any]) -> HttpResponse:
    """Record a game and go to its page."""
    request, partie = seen.request, seen.partie
    write = write_of(request, partie, request.POST)
    revision = _made_before(seen, write, said) or services.game_record(
        partie=partie, write=write, record=said
    )
    made = Game.objects.filter(entry=revision.entry_id).first()
    if made is None:
        return redirect(partie)
    return redirect("partie:game", partie.club.slug, partie.number, made.number)


def _made_before(
    seen: Seen, write: services.Write, said: Mapping[str, Any]
) -> Revision | None:
    """
    Return what the same form wrote before: somebody tapped twice.

    The seats have passed on since then, so that players are compared.
    """
    if write.version == seen.partie.version or seen.next_table is None:
        return None
    submission = (
        seen.partie.submissions.filter(key=write.key).select_related("revision").first()
    )
    if submission is None:
        return None
    before = dict(submission.revision.said)
    again = engine.said_of(seen.next_table, said)
    before.pop("east", None)
    again.pop("east", None)
    return submission.revision if before == again else None


def _conflict(request: HttpRequest, before: Seen) -> HttpResponse:
    """Show what was recorded first, and keep what was typed."""
    seen = see(request, before.partie.club.slug, before.partie.number)
    if seen.next_table is None:
        messages.info(request, _("No game can follow: the partie is over."))
        return redirect(seen.partie)
    data = request.POST.copy()
    data["version"], data["key"] = str(seen.partie.version), new_key()
    entry = GameEntry(seen.partie.terms, seen.seats, data)
    entry.record()
    rounds = showing.rounds_of(seen.chronicle, seen.names)
    return _record_page(
        seen,
        entry,
        has_conflict=True,
        first=rounds[-1].rows[-1] if rounds else None,
    )


def _record_page(
    seen: Seen,
    entry: GameEntry,
    *,
    sheet: showing.Sheet | None = None,
    has_conflict: bool = False,
    first: showing.Row | None = None,
) -> HttpResponse:
    request: Any = seen.request
    template = "partie/_entry.html" if request.htmx else "partie/record.html"
    context = {
        **seen.context,
        "entry": entry,
        "faults": entry.faults,
        "number": len(seen.chronicle.games) + 1,
        "sheet": sheet,
        "has_conflict": has_conflict,
        "first": first,
        "players": list(seen.names.values()),
        "rules": seen.partie.terms.rules,
    }
    response = render(request, template, context)
    if request.htmx and (entry.faults or sheet is not None):
        # What is new comes into view; a phone shows but a part of the page.
        shown = "faults" if entry.faults else "counted"
        response["HX-Reswap"] = f"outerHTML show:#{shown}:top"
    return response


# A game --------------------------------------------------------------------------


@require_safe
def game(request: HttpRequest, club: str, number: int, game: int) -> HttpResponse:
    """One game explained item by item, with its revisions."""
    seen = see(request, club, number)
    found = get_object_or_404(seen.partie.games, number=game)
    played = seen.chronicle.games[game - 1]
    revisions = list(found.entry.revisions.select_related("entry").order_by("-number"))
    entries = Revision.objects.in_force(seen.partie).values_list("entry", flat=True)
    context = {
        **seen.context,
        "game": found,
        "played": played,
        "round_wind_then": _(engine.wind_name(played.table.round_wind)),
        "dealer": seen.names[played.table.dealer],
        "how": showing.how_of(played.said, seen.names),
        "winner": seen.names.get(played.said["outcome"].get("winner") or "", ""),
        "winning_tile": played.said["outcome"].get("winning_tile") or "",
        "remark": played.said.get("remark", ""),
        "sheet": showing.sheet_of(
            seen.partie.terms,
            played.table,
            played.said,
            played.result,
            seen.names,
            notices=engine.notices_of(seen.partie.terms, played.table, played.said),
            uses_chips=seen.partie.uses_chips,
        ),
        "history": showing.history_of(revisions, seen.names),
        "is_last_entry": list(entries)[-1] == found.entry_id,
        "is_last_game": game == len(seen.chronicle.games),
        "key": new_key(),
    }
    return render(request, "partie/game.html", context)


@require_POST
def undo(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Take back what was recorded last, and offer it again to be put right."""
    seen = see(request, club, number)
    if not seen.may_record:
        return refused(seen)
    write = write_of(request, seen.partie, request.POST)
    try:
        revision = services.last_withdraw(
            partie=seen.partie, write=write, why=request.POST.get("reason", "")[:200]
        )
    except (services.ConflictError, services.KeyReusedError):
        messages.error(
            request,
            _("Nothing was taken back: somebody else wrote first. Look again."),
        )
        return redirect(seen.partie)
    except ValidationError as error:
        tell(request, error)
        return redirect(seen.partie)
    if revision.entry.kind != Entry.Kind.GAME:
        messages.success(request, _("It is taken back."))
        return redirect(seen.partie)
    messages.success(
        request,
        _("The game is taken back. What was said stands below, to be put right."),
    )
    address = reverse("partie:record", args=[seen.partie.club.slug, number])
    return redirect(f"{address}?again={revision.pk}")


# Ending --------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """End a partie before its last game."""
    seen = see(request, club, number)
    if not seen.may_record:
        return refused(seen)
    if not seen.is_open:
        messages.info(request, _("The partie is over already."))
        return redirect(seen.partie)
    return _with_reason(seen, "partie/end.html", services.partie_end)


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Take a partie out of all results."""
    seen = see(request, club, number)
    if not seen.may_administer:
        return refused(seen)
    if seen.partie.is_void:
        messages.info(request, _("The partie is void already."))
        return redirect(seen.partie)
    return _with_reason(seen, "partie/void.html", services.partie_void)


def _with_reason(seen: Seen, template: str, service: Any) -> HttpResponse:
    """Ask why, and then do it."""
    request, partie = seen.request, seen.partie
    initial = {"version": partie.version, "key": new_key()}
    form = ReasonForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            service(
                partie=partie,
                write=write_of(request, partie, form.cleaned_data),
                why=form.cleaned_data["reason"],
            )
        except (services.ConflictError, services.KeyReusedError):
            messages.error(
                request,
                _("Nothing was done: somebody else wrote first. Look again."),
            )
        except ValidationError as error:
            tell(request, error)
        return redirect(partie)
    return render(request, template, {**seen.context, "form": form})
