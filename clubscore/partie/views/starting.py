"""Pages on which a partie starts, and the link that opens its table."""

from __future__ import annotations

import random
from datetime import date
from typing import TYPE_CHECKING, Any

from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.club import services as club_services
from clubscore.club.access import get_club_for, may_administer, may_start_parties
from clubscore.club.models import Account, Player
from clubscore.partie import services
from clubscore.partie.access import open_link
from clubscore.partie.forms.starting import NewForm, PlayForm
from clubscore.partie.forms.tables import asked_for
from clubscore.partie.models import Partie, TableLink

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from clubscore.partie.views.seeing import HtmxHttpRequest


@require_http_methods(["GET", "HEAD", "POST"])
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
        return redirect(_family_table(request, form))
    template = "partie/_play.html" if request.htmx else "partie/play.html"
    return render(request, template, {"form": form})


@transaction.atomic
def _family_table(request: HttpRequest, form: PlayForm) -> TableLink:
    """Make a private club of those who play, and a link to its first table."""
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
        ruleset=form.drawn_for,
        options=form.options,
    )
    partie = services.partie_start(
        season=season,
        players=[club_services.player_add(club=club, name=name) for name in form.names],
        day=today,
        uses_chips=form.uses_chips,
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
def new(request: HtmxHttpRequest, club: str) -> HttpResponse:
    """Start a partie at a table of the club."""
    found = get_club_for(request, club)
    if not may_start_parties(request, found):
        raise PermissionDenied
    asked = request.POST.get("season", request.GET.get("season", ""))
    season = found.seasons.filter(pk=asked).first() if asked.isdecimal() else None
    if season is None:
        holding = found.seasons.holding(timezone.localdate())
        season = holding.first() or found.seasons.order_by("-starts_on").first()
    data = request.POST if request.method == "POST" else None
    ruleset, many = asked_for(request.GET if data is None else data, season)
    drawn: dict[str, Any] = {"ruleset": ruleset, "many": many}
    if data is None or data.get("action") == "redraw":
        form = NewForm(club=found, season=season, **drawn)
        form.fill(request.GET if data is None else data)
    else:
        form = NewForm(data, club=found, season=season, **drawn)
    if form.is_bound and form.is_valid():
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
        "has_many_seasons": found.seasons.count() > 1,
        "may_administer": may_administer(request, found),
    }
    template = "partie/_new.html" if request.htmx else "partie/new.html"
    return render(request, template, context)


def _club_table(form: NewForm, club: Any) -> Partie:
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
    day = min(timezone.localdate(), season.ends_on or date.max)
    partie = services.partie_start(
        season=season,
        players=players,
        day=max(day, season.starts_on),
        table=data["table"],
        ruleset=form.drawn_for,
        options=form.options,
        uses_chips=form.uses_chips,
    )
    services.link_make(partie=partie)
    return partie
