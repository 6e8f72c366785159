"""Pages on which a club is run, and `/healthz`."""

from __future__ import annotations

import logging
from collections import defaultdict
from typing import Any

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView, redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, connection
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubscore.club import engine, journal, methods, own_books, services
from clubscore.club.access import account_of, administers_club, may_make_clubs
from clubscore.club.forms import (
    ClubForm,
    JoinForm,
    MemberForm,
    NewMemberForm,
    PlayerForm,
    SeasonForm,
)
from clubscore.club.journal import ROLE_GIVEN, Deed
from clubscore.club.login import OwnPasswordForm, account_refusal, log_in_new
from clubscore.club.models import Club, Player, Role
from clubscore.club.names import folded
from clubscore.club.requests import HtmxHttpRequest, reads_and_writes
from clubscore.club.sessions import password_changed

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 when the database answers, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.exception("The database does not answer")
        return HttpResponse("the database does not answer", "text/plain", 503)
    return HttpResponse("ok", "text/plain")


def _noted(request: HttpRequest, sentence: str) -> None:
    """Tell on the next page what has been done."""
    messages.success(request, sentence)


class PasswordPage(PasswordChangeView):
    """Change the password of whoever is logged in."""

    # Django's own name for it is taken by the staff's pages.
    template_name = "club/password.html"
    success_url = reverse_lazy("season:front_page")
    form_class = OwnPasswordForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """Tell the form who asks, which it counts."""
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Change it and say so; elsewhere one is logged out."""
        response = super().form_valid(form)
        password_changed(self.request, form.user, Deed.PASSWORD_CHANGED)
        _noted(self.request, gettext("The password is changed."))
        return response


# Making a club -------------------------------------------------------------------


@reads_and_writes
@never_cache
def club_new(request: HttpRequest) -> HttpResponse:
    """Make a club, with an account where one has none; whoever makes it runs it."""
    account = account_of(request)
    if not may_make_clubs(request):
        if account is None:
            return redirect_to_login(request.get_full_path())
        raise PermissionDenied
    if request.method != "POST":
        return _new_club(request, ClubForm(), JoinForm() if account is None else None)
    form = ClubForm(request.POST)
    join = None
    if account is None:
        refusal = account_refusal(request)
        if refusal:
            messages.error(request, refusal)
            return _new_club(request, form, JoinForm.once_more(request.POST))
        join = JoinForm(request.POST)
    # All that is wrong is shown at once.
    is_known = join is None or join.is_valid()
    if not (form.is_valid() and is_known):
        return _new_club(request, form, join)
    runs_it = account
    if runs_it is None:
        assert join is not None
        runs_it = join.account()
    if not form.accepted(
        lambda data: services.club_make(administrator=runs_it, **data)
    ):
        return _new_club(request, form, join)
    response = redirect(form.written)
    if account is None:
        log_in_new(request, runs_it, response)
    journal.write(request, Deed.CLUB_MADE, club=form.written, account=runs_it)
    return response


def _new_club(
    request: HttpRequest, form: ClubForm, join: JoinForm | None
) -> HttpResponse:
    """Ask for the club, and for an account where there is none yet."""
    return render(request, "club/club_new.html", {"form": form, "join": join})


# The settings --------------------------------------------------------------------


@reads_and_writes
@administers_club
def settings_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Change how the club is called and who may read its pages."""
    form = ClubForm(request.POST or None, club=club)
    if request.method == "POST":
        fresh = Club.objects.get(pk=club.pk)
        if form.accepted(lambda data: services.club_change(club=fresh, **data)):
            journal.write(request, Deed.CLUB_CHANGED, club=fresh)
            _noted(request, gettext("The club is changed."))
            return redirect("club:settings", fresh.slug)
    return render(request, "club/settings.html", {"club": club, "form": form})


@reads_and_writes
@administers_club
def players(request: HttpRequest, club: Club) -> HttpResponse:
    """List the club's players; POST adds one."""
    form = PlayerForm(request.POST or None, club=club)
    if request.method == "POST" and form.accepted(
        lambda data: services.player_add(club=club, **data)
    ):
        added = form.cleaned_data["name"]
        journal.write(request, Deed.PLAYER_CHANGED, club=club, about=added)
        _noted(request, gettext("%(name)s is added.") % {"name": added})
        return redirect("club:players", club.slug)
    listed = club.players.select_related("member__account").order_by("is_guest", "key")
    merged: dict[int | None, list[Player]] = defaultdict(list)
    for one in listed:
        merged[one.merged_into_id].append(one)
    people = [(one, merged[one.pk]) for one in merged[None]]
    return render(
        request,
        "club/players.html",
        {"club": club, "form": form, "players": people},
    )


@reads_and_writes
@administers_club
def player(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Correct a player's name, and whether they are a guest."""
    known = club.players.filter(Q(pk=pk) | Q(merged_into=pk)).order_by("key")
    names = {one.pk: one for one in known}
    found = names.pop(pk, None)
    if found is None:
        raise Http404
    form = PlayerForm(request.POST or None, club=club, player=found)
    if request.method == "POST":
        fresh = club.players.get(pk=pk)
        if form.accepted(lambda data: services.player_change(player=fresh, **data)):
            journal.write(request, Deed.PLAYER_CHANGED, club=club, about=fresh.name)
            _noted(request, gettext("%(name)s is changed.") % {"name": fresh.name})
            return redirect("club:players", club.slug)
    return render(
        request,
        "club/player.html",
        {
            "club": club,
            "form": form,
            "player": found,
            "merged": names.values(),
        },
    )


@require_safe
@administers_club
def seasons(request: HttpRequest, club: Club) -> HttpResponse:
    """List the club's seasons."""
    return render(
        request,
        "club/seasons.html",
        {
            "club": club,
            "seasons": [
                {
                    "season": season,
                    "ruleset": engine.ruleset_called(season.ruleset),
                    "method": methods.name_of(methods.method_of(season.method)),
                }
                for season in club.seasons.annotate(many=Count("parties")).order_by(
                    "-starts_on", "-pk"
                )
            ],
        },
    )


def _of_season(data: dict[str, Any]) -> dict[str, Any]:
    """Return what the services take of a season's form."""
    return {name: data[name] for name in ("name", "starts_on", "ends_on", "options")}


@reads_and_writes
@administers_club
def season_new(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Open a season with its rule book, house rules and standings method."""
    books = own_books.offered(club)
    known = [one.key for one in books]
    seasons = list(club.seasons.order_by("-starts_on"))
    asked = request.POST.get("ruleset", request.GET.get("ruleset", ""))
    played = (one.ruleset for one in seasons)
    usual = next((one for one in played if one in known), known[0])
    ruleset = asked if asked in known else usual
    drawn: dict[str, Any] = {
        "club": club,
        "ruleset": ruleset,
        "books": books,
        "seasons": seasons,
    }
    if request.POST.get("action") == "ruleset":
        form = SeasonForm(**drawn, typed=request.POST)
    elif request.POST.get("shown", ruleset) != ruleset:
        form = SeasonForm.with_rules_unseen(request.POST, **drawn)
    else:
        form = SeasonForm(request.POST or None, **drawn)
    if form.is_bound and form.accepted(
        lambda data: services.season_make(
            club=club, ruleset=ruleset, method=data["method"], **_of_season(data)
        )
    ):
        name = form.cleaned_data["name"]
        journal.write(request, Deed.SEASON_MADE, club=club, about=name)
        _noted(request, gettext("The season %(name)s is open.") % {"name": name})
        return redirect("club:seasons", club.slug)
    template = "club/_season_new.html" if request.htmx else "club/season_new.html"
    return render(request, template, {"club": club, "form": form})


@reads_and_writes
@administers_club
def season(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Change a season's name, dates and house rules."""
    found = get_object_or_404(club.seasons, pk=pk)
    form = SeasonForm(
        request.POST or None, club=club, ruleset=found.ruleset, season=found
    )
    if request.method == "POST":
        fresh = club.seasons.get(pk=pk)
        if form.accepted(
            lambda data: services.season_change(season=fresh, **_of_season(data))
        ):
            name = {"name": fresh.name}
            journal.write(request, Deed.SEASON_CHANGED, club=club, about=fresh.name)
            _noted(request, gettext("The season %(name)s is changed.") % name)
            return redirect("club:seasons", club.slug)
    return render(
        request,
        "club/season.html",
        {
            "club": club,
            "form": form,
            "season": found,
            "ruleset": engine.ruleset_called(found.ruleset),
            "method": methods.name_of(methods.method_of(found.method)),
            "summary": methods.summary_of(methods.method_of(found.method)),
            "has_parties": found.parties.exists(),
        },
    )


@reads_and_writes
@administers_club
def people(request: HttpRequest, club: Club) -> HttpResponse:
    """List who may do what in the club; POST gives an account a role."""
    form = NewMemberForm(request.POST or None, club=club)
    if request.method == "POST" and form.accepted(
        lambda data: services.member_add(club=club, **data)
    ):
        added = form.cleaned_data["account"].get_username()
        given = ROLE_GIVEN[Role(form.written.role)]
        journal.write(request, given, club=club, about=added)
        _noted(request, gettext("%(name)s is added.") % {"name": added})
        return redirect("club:people", club.slug)
    return render(
        request,
        "club/people.html",
        {
            "club": club,
            "form": form,
            "members": sorted(
                club.members.select_related("account", "player"),
                key=lambda one: folded(one.account.get_username()),
            ),
        },
    )


@reads_and_writes
@administers_club
def member(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Change what a member may do and which player it is."""
    found = get_object_or_404(club.members.select_related("account", "player"), pk=pk)
    form = MemberForm(request.POST or None, club=club, member=found)
    name = {"name": found.account.get_username()}
    if request.method == "POST" and form.accepted(
        lambda data: services.member_change(member=found, **data)
    ):
        given = ROLE_GIVEN[Role(form.written.role)]
        journal.write(request, given, club=club, about=name["name"])
        _noted(request, gettext("%(name)s is changed.") % name)
        return redirect("club:people", club.slug)
    return render(
        request, "club/member.html", {"club": club, "form": form, "member": found}
    )


@reads_and_writes
@administers_club
def member_remove(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Take an account's role in the club away; GET asks first."""
    found = get_object_or_404(club.members.select_related("account", "player"), pk=pk)
    refusal = ""
    if request.method == "POST":
        name = {"name": found.account.get_username()}
        try:
            services.member_remove(member=found)
        except ValidationError as error:
            refusal = " ".join(error.messages)
        else:
            journal.write(request, Deed.ROLE_TAKEN, club=club, about=name["name"])
            _noted(request, gettext("%(name)s is no longer a member.") % name)
            return redirect("club:people", club.slug)
    return render(
        request,
        "club/member_remove.html",
        {"club": club, "member": found, "refusal": refusal},
    )
