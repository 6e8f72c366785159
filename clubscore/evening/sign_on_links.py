"""Links with which players sign on and off for evenings, without an account or mail."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache

from clubscore.club import journal
from clubscore.club.access import administers_club
from clubscore.club.journal import Deed
from clubscore.club.mail_pages import followed, link_gone, token_followed
from clubscore.club.models import Club
from clubscore.club.qr import qr_code
from clubscore.club.requests import reads_and_writes
from clubscore.evening import services
from clubscore.evening.overview import planned_of
from clubscore.evening.plan_pages import thanks
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.models import SignOnLink, of_person

# In the settings --------------------------------------------------------------------


@reads_and_writes
@administers_club
@never_cache
def links(request: HttpRequest, club: Club) -> HttpResponse:
    """List who has a link to sign on; POST makes one for each regular who has none."""
    people = club.players.filter(merged_into=None)
    links_of_each = SignOnLink.objects.filter(of_person(OuterRef("pk")))
    lacking = people.filter(is_guest=False).exclude(Exists(links_of_each))
    if request.method == "POST":
        made = services.sign_on_links_make(club=club, players=lacking)
        if made:
            journal.write(request, Deed.SIGN_ON_LINK_MADE, club=club)
        many = len(made)
        messages.success(
            request,
            ngettext("%(many)d link is made.", "%(many)d links are made.", many)
            % {"many": many},
        )
        return redirect("evening:sign_on_links", club.slug)
    found = SignOnLink.objects.filter(player__club=club).select_related(
        "player__merged_into"
    )
    lines = [
        f"{one.person.name}: {_address(request, one)}"
        for one in sorted(found, key=lambda one: one.person.key)
    ]
    context = {
        "club": club,
        "people": people.annotate(has_link=Exists(links_of_each)).order_by("key"),
        "many_lack": lacking.count(),
        "all_links": "\n".join(lines),
    }
    return render(request, "evening/sign_on_links.html", context)


@reads_and_writes
@administers_club
@never_cache
def link(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Show a player's link to sign on; POST makes or withdraws it."""
    player = get_object_or_404(club.players, pk=pk, merged_into=None)
    if request.method == "POST":
        if request.POST.get("action") == "withdraw":
            services.sign_on_links_withdraw(player=player)
            journal.write(
                request, Deed.SIGN_ON_LINK_REVOKED, club=club, about=player.name
            )
            messages.success(request, gettext("The link does nothing now."))
        elif services.sign_on_links_make(club=club, players=[player]):
            journal.write(request, Deed.SIGN_ON_LINK_MADE, club=club, about=player.name)
        return redirect("evening:sign_on_link", club.slug, pk)
    found = SignOnLink.objects.filter(of_person(player.pk)).order_by("pk").first()
    address = _address(request, found) if found is not None else ""
    context = {
        "club": club,
        "player": player,
        "link": address,
        "qr": qr_code(address) if address else None,
    }
    return render(request, "evening/sign_on_link.html", context)


def _address(request: HttpRequest, found: SignOnLink) -> str:
    return request.build_absolute_uri(found.get_absolute_url())


# Whoever follows a link -------------------------------------------------------------

SIGN = "own_evenings"
"""Where a session keeps the token of the link that was followed."""


@reads_and_writes
@never_cache
def own_evenings_open(request: HttpRequest, token: str) -> HttpResponse:
    """Lead on from a link; what looks at links by itself changes nothing so."""
    if not SignOnLink.objects.called(token).exists():
        return link_gone(request)
    return followed(request, SIGN, token, "evening:own_evenings")


@reads_and_writes
@never_cache
def own_evenings(request: HttpRequest) -> HttpResponse:
    """Show a player the evenings to come; POST signs on for one, or off."""
    token = token_followed(request, SIGN)
    with_people = SignOnLink.objects.select_related("player__merged_into")
    found = with_people.called(token).first()
    if found is None:
        return link_gone(request)
    player = found.person
    listed = planned_of(player.club, player).filter(
        date__gte=day_of_tonight(player.club)
    )
    answer = request.POST.get("comes")
    if request.method == "POST" and answer in ("yes", "no"):
        asked = request.POST.get("evening")
        planned = next((one for one in listed if str(one.pk) == asked), None)
        if planned is None:
            messages.error(
                request, gettext("This evening is over, or no longer planned.")
            )
        else:
            services.sign_on(planned=planned, player=player, comes=answer == "yes")
            messages.success(request, thanks(comes=answer == "yes"))
        request.session[SIGN] = token
        return redirect("evening:own_evenings")
    context = {
        "of_club": player.club,
        "player": player,
        "listed": listed,
        "token": token,
    }
    return render(request, "evening/own_evenings.html", context)
