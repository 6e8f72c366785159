"""The link of a table: followed, shown, withdrawn, made anew."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club import journal
from clubscore.club.access import may_start_parties
from clubscore.club.journal import Deed
from clubscore.club.qr import qr_code
from clubscore.club.requests import reads_and_writes
from clubscore.partie import services
from clubscore.partie.access import FIRST, Writer, keep_writer, link_of, open_link
from clubscore.partie.evenings import table_name
from clubscore.partie.models import LINK_LIFE, Partie, TableLink
from clubscore.partie.pages import link_is_dead, refused, see
from clubscore.table.forms.writers import WriterForm


@require_safe
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Open the table whose link this is."""
    links = TableLink.objects.valid().select_related("partie__club")
    found = links.called(token).first()
    if found is None:
        return render(request, "table/link_gone.html", status=404)
    records = open_link(request, found)
    partie = found.partie
    if partie.is_finished or partie.is_void:
        return redirect(partie)
    if not records:
        messages.error(request, link_is_dead())
        return redirect(partie)
    return redirect("table:record", partie.club.slug, partie.number)


@reads_and_writes
def table_link(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """
    Show a table's link with its QR code to who may record there.

    Those who set up tables withdraw it or make a new one.
    """
    seen = see(request, club, number)
    partie = seen.partie
    may_change = may_start_parties(request, partie.club)
    if not (may_change or (seen.may_record and request.method != "POST")):
        return refused(seen)
    is_over = partie.is_finished or partie.is_void
    if request.method == "POST":
        return _changed(request, partie, is_over=is_over)
    found = None
    if not is_over:
        # Who holds one of several sees that one.
        alive = partie.links.alive(timezone.now())
        found = link_of(request, partie) or alive.last()
    address = ""
    if found is not None:
        address = request.build_absolute_uri(found.get_absolute_url())
    context = {
        **seen.context,
        "name": table_name(partie),
        "is_over": is_over,
        "has_link": found is not None or partie.links.valid().exists(),
        "is_dead": found is None and not is_over and partie.links.valid().exists(),
        "life": LINK_LIFE.days,
        "address": address,
        "qr": qr_code(address) if address else None,
        "gives_club": partie.club.is_unclaimed and partie.number == FIRST,
        "may_change": may_change,
    }
    return render(request, "table/link.html", context)


@reads_and_writes
def who(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Ask who writes with the table's link; the name stands beside what they write."""
    seen = see(request, club, number)
    if seen.link is None:
        return refused(seen)
    data = request.POST if request.method == "POST" else None
    form = WriterForm(data, seats=[*seen.seats, seen.rester])
    if not form.is_valid():
        context = {**seen.context, "form": form, "back": _page_before(request)}
        return render(request, "table/who.html", context)
    writer = Writer(form.cleaned_data["player"], form.cleaned_data["name"])
    keep_writer(request, seen.partie, writer)
    if _page_before(request) == "sheet" or not seen.is_open:
        return redirect(seen.partie)
    return redirect("table:record", club, number)


def _page_before(request: HttpRequest) -> str:
    """Return from which page somebody came, to go back there."""
    asked = request.POST.get("back", request.GET.get("back", ""))
    return "sheet" if asked == "sheet" else "record"


def _changed(request: HttpRequest, partie: Partie, *, is_over: bool) -> HttpResponse:
    """Withdraw the table's link, or make a new one in its place."""
    action = request.POST.get("action")
    if action == "revoke":
        services.links_revoke(partie=partie)
        _written(request, Deed.TABLE_LINKS_REVOKED, partie)
        messages.success(request, _("The link is withdrawn: it opens nothing now."))
    elif is_over:
        messages.info(request, _("The partie is over, and its link with it."))
    elif action == "renew":
        services.link_renew(partie=partie)
        _written(request, Deed.TABLE_LINK_MADE, partie)
        messages.success(request, _("There is a new link; it alone opens the table."))
    return redirect("table:table_link", partie.club.slug, partie.number)


def _written(request: HttpRequest, deed: Deed, partie: Partie) -> None:
    journal.write(request, deed, club=partie.club, about=str(partie.number))
