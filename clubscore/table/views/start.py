"""Pages on which a partie starts."""

from __future__ import annotations

import json
import random
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from clubscore.club import own_books
from clubscore.club import services as club_services
from clubscore.club.access import get_club_for, may_administer, may_start_parties
from clubscore.club.login import club_refusal
from clubscore.club.models import Account, Club, Player
from clubscore.club.numbers import number_in
from clubscore.club.requests import HtmxHttpRequest, reads_and_writes
from clubscore.partie import services
from clubscore.partie.access import may_set_house_rules
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.forms.tables import asked_for
from clubscore.partie.models import Partie, TableLink
from clubscore.partie.pages import new_key, refused, see
from clubscore.table.forms.start import HouseRulesForm, NewForm, PlayForm

NO_ANSWERS = frozenset(("csrfmiddlewaretoken", "key", "action"))
"""What a form sends that says nothing of the table."""


@reads_and_writes
def play(request: HtmxHttpRequest) -> HttpResponse:
    """Names and a rule book: the club and the season are made behind it."""
    data = request.POST if request.method == "POST" else None
    ruleset, many = asked_for(request.GET if data is None else data)
    if data is None or data.get("action") == "redraw":
        form = PlayForm(ruleset=ruleset, many=many)
        form.fill(request.GET if data is None else data)
    else:
        form = PlayForm(data, ruleset=ruleset, many=many)
    if form.is_bound and form.is_valid():
        start_key = _start_key(request)
        link = _link_made(start_key)
        refusal = club_refusal(request) if link is None else ""
        if refusal:
            form.add_error(None, refusal)
        else:
            try:
                return redirect(link or _family_table_once(request, form, start_key))
            except ValidationError as error:
                # House rules that cannot be played together.
                form.add_error(None, error.messages)
    template = "table/_play.html" if request.htmx else "table/play.html"
    return render(request, template, {"form": form, "key": _key_shown(request)})


def _key_shown(request: HttpRequest) -> str:
    """Return the key of the form that is shown, the same when it is drawn again."""
    sent = _uuid(request.POST.get("key", ""))
    return new_key() if sent is None else str(sent)


def _start_key(request: HttpRequest) -> UUID | None:
    """
    Name the table that a form asks for; None if the form has no key.

    A second tap asks for the same table. Whoever goes back in the browser and seats
    others asks for another one.
    """
    key = _uuid(request.POST.get("key", ""))
    if key is None:
        return None
    answers = [one for one in request.POST.lists() if one[0] not in NO_ANSWERS]
    return uuid5(key, json.dumps([request.path, sorted(answers)]))


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _family_table_once(
    request: HttpRequest, form: PlayForm, start_key: UUID | None
) -> TableLink:
    """Make a family's table, or return the link of the one that the form has made."""
    try:
        return _family_table(request, form, start_key)
    except (IntegrityError, ValidationError):
        # There is no club yet to lock: of two taps at once the database refuses one.
        link = _link_made(start_key)
        if link is None:
            raise
        return link


def _link_made(start_key: UUID | None) -> TableLink | None:
    """Return the first link to the table that *start_key* names, revoked or not."""
    if start_key is None:
        return None
    links = TableLink.objects.filter(partie__start_key=start_key)
    return links.order_by("pk").first()


@transaction.atomic
def _family_table(
    request: HttpRequest, form: PlayForm, start_key: UUID | None
) -> TableLink:
    """Make a private club of those who play, and a link to its first table."""
    *first, last = form.names
    together = _("%(names)s & %(last)s") % {"names": ", ".join(first), "last": last}
    club = club_services.club_make(
        name=Truncator(together).chars(100),
        administrator=request.user if isinstance(request.user, Account) else None,
        is_public=False,
        is_unclaimed=not isinstance(request.user, Account),
    )
    today = timezone.localdate()
    season = club_services.season_make(
        club=club,
        name=str(today.year),
        starts_on=date(today.year, 1, 1),
        ruleset=form.drawn_for,
        options=form.options,
    )
    partie = services.partie_start(
        season=season,
        players=[club_services.player_add(club=club, name=name) for name in form.names],
        day=today,
        start_chips=form.start_chips,
        uses_chips=form.uses_chips,
        start_key=start_key,
    )
    return services.link_make(partie=partie)


@reads_and_writes
@login_required
def new(request: HtmxHttpRequest, club: str) -> HttpResponse:
    """Start a partie at a table of the club."""
    found = get_club_for(request, club)
    if not may_start_parties(request, found):
        raise PermissionDenied
    asked = number_in(request.POST.get("season", request.GET.get("season", "")))
    season = found.seasons.filter(pk=asked).first() if asked is not None else None
    if season is None:
        season = found.seasons.usual_on(day_of_tonight(found))
    data = request.POST if request.method == "POST" else None
    seasons = [season.ruleset] if season is not None else []
    books = own_books.offered(found, *seasons)
    ruleset, many = asked_for(request.GET if data is None else data, season, books)
    drawn: dict[str, Any] = {"ruleset": ruleset, "many": many, "books": books}
    if data is None or data.get("action") == "redraw":
        form = NewForm(club=found, season=season, **drawn)
        form.fill(request.GET if data is None else data)
    else:
        form = NewForm(data, club=found, season=season, **drawn)
    if form.is_bound and form.is_valid():
        try:
            partie = _club_table_once(form, found, _start_key(request))
        except ValidationError as error:
            form.add_error(None, error.messages)
        else:
            is_paper = request.POST.get("action") == "paper"
            address = "archive:paper" if is_paper else "table:record"
            return redirect(address, found.slug, partie.number)
    context = {
        "form": form,
        "key": _key_shown(request),
        "club": found,
        "season": season,
        "has_many_seasons": found.seasons.count() > 1,
        "may_administer": may_administer(request, found),
    }
    template = "table/_new.html" if request.htmx else "table/new.html"
    return render(request, template, context)


@transaction.atomic
def _club_table_once(form: NewForm, club: Club, start_key: UUID | None) -> Partie:
    """Start a partie at a table, or return the one that the form has started."""
    if start_key is not None:
        # Of two taps at once the second waits here, and finds the partie.
        Club.objects.select_for_update().get(pk=club.pk)
        started = club.parties.filter(start_key=start_key).first()
        if started is not None:
            return started
    return _club_table(form, club, start_key)


def _club_table(form: NewForm, club: Club, start_key: UUID | None) -> Partie:
    data = form.cleaned_data
    players: list[Player] = []
    for place in range(form.many):
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
    day = data["day"] or min(day_of_tonight(club), season.ends_on or date.max)
    partie = services.partie_start(
        season=season,
        players=players,
        day=max(day, season.starts_on),
        table=data["table"],
        ruleset=form.drawn_for,
        options=form.options,
        start_chips=form.start_chips,
        uses_chips=form.uses_chips,
        start_key=start_key,
    )
    services.link_make(partie=partie)
    return partie


@reads_and_writes
def house_rules(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Say what a partie is played by, until something is recorded in it."""
    seen = see(request, club, number)
    partie = seen.partie
    if not may_set_house_rules(request, partie):
        return refused(seen)
    held = services.why_house_rules_hold(partie)
    if held is not None:
        messages.info(request, held)
        return redirect(partie)
    data = request.POST if request.method == "POST" else None
    form = HouseRulesForm(data, partie=partie)
    if form.is_bound and form.is_valid():
        version = form.cleaned_data["version"]
        try:
            services.house_rules_set(
                partie=partie, version=version, options=form.options
            )
        except services.ConflictError:
            messages.error(
                request, _("Nothing was done: somebody else wrote first. Look again.")
            )
            return redirect(partie)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("The partie is played by these house rules."))
            return redirect("table:record", club, number)
    return render(request, "table/house_rules.html", {**seen.context, "form": form})
