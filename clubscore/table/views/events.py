"""Pages for events beside the games: bookings, substitutes, and the end of a partie."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubscore.club import services as club_services
from clubscore.club.models import Player
from clubscore.club.requests import reads_and_writes
from clubscore.partie import correction_services, services
from clubscore.partie.access import may_correct_earlier
from clubscore.partie.forms.reasons import ReasonForm
from clubscore.partie.models import Revision
from clubscore.partie.pages import Seen, new_key, refused, see, tell, write_of
from clubscore.table.forms.events import BookingForm, SubstituteForm


@reads_and_writes
def booking(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Move chips, or points of a notepad, from one player to another."""
    seen = see(request, club, number)
    if not may_correct_earlier(request, seen.partie):
        return refused(seen)
    if seen.partie.is_void:
        messages.info(request, _("The partie is void: nothing in it counts."))
        return redirect(seen.partie)
    names = {key: seen.names[key] for key in seen.chronicle.totals}
    form = BookingForm(
        request.POST if request.method == "POST" else None,
        names=names,
        initial={**_usual(seen), **_filled_in(request, BookingForm)},
    )
    return _asked(seen, "table/booking.html", form, _book, _("It is booked."))


@reads_and_writes
def substitute(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Let somebody play on in the seat of a player who leaves."""
    seen = see(request, club, number)
    if answer := _too_late(seen):
        return answer
    places = seen.chronicle.state.places
    form = SubstituteForm(
        request.POST if request.method == "POST" else None,
        sitting={key: seen.names[key] for key in places},
        others=_others(seen),
        initial=_usual(seen),
    )
    done = _("The substitute plays on.")
    return _asked(seen, "table/substitute.html", form, _substitute, done)


@reads_and_writes
def end(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """End a partie before its last game."""
    seen = see(request, club, number)
    return _too_late(seen) or _with_reason(seen, "table/end.html", services.partie_end)


@reads_and_writes
def void(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Take a partie out of all results."""
    seen = see(request, club, number)
    if not seen.may_void:
        return refused(seen)
    if seen.partie.is_void:
        messages.info(request, _("The partie is void already."))
        return redirect(seen.partie)
    return _with_reason(seen, "table/void.html", services.partie_void)


def _too_late(seen: Seen) -> HttpResponse | None:
    """Return what is told where nothing more may be recorded; None where it may."""
    if not seen.may_record:
        return refused(seen)
    if seen.is_open:
        return None
    messages.info(seen.request, _("The partie is over already."))
    return redirect(seen.partie)


def _with_reason(
    seen: Seen, template: str, service: Callable[..., Revision]
) -> HttpResponse:
    """Ask why, and then do it."""
    form = ReasonForm(seen.request.POST or None, initial=_usual(seen))
    return _asked(seen, template, form, partial(_do, service))


def _asked(
    seen: Seen, template: str, form: forms.Form, write: Any, done: str = ""
) -> HttpResponse:
    """Ask for what is needed, and write it once it is said."""
    request, partie = seen.request, seen.partie
    if form.is_bound and form.is_valid():
        try:
            with transaction.atomic():
                write(seen, form.cleaned_data)
        except (services.ConflictError, services.KeyReusedError):
            messages.error(
                request, _("Nothing was done: somebody else wrote first. Look again.")
            )
            return redirect(partie)
        except ValidationError as error:
            if hasattr(error, "error_dict"):
                tell(request, error)
            else:
                form.add_error(None, error)
        else:
            if done:
                messages.success(request, done)
            return redirect(partie)
    return render(request, template, {**seen.context, "form": form})


def _usual(seen: Seen) -> dict[str, Any]:
    return {"version": seen.partie.version, "key": new_key()}


def _filled_in(request: HttpRequest, form: type[forms.Form]) -> dict[str, str]:
    """Return what the address fills in already."""
    known = set(form.base_fields) - {"version", "key"}
    return {name: str(value) for name, value in request.GET.items() if name in known}


def _others(seen: Seen) -> dict[str, str]:
    """Return the players of the club who do not sit at the table."""
    if not seen.shows_club:
        # Who holds the table's link alone sees nobody else of the club.
        return {}
    players = seen.partie.club.players.filter(merged_into=None)
    return {
        str(pk): name
        for pk, name in players.values_list("pk", "name")
        if str(pk) not in seen.chronicle.state.places
    }


def _do(service: Callable[..., Revision], seen: Seen, data: dict[str, Any]) -> Revision:
    write = write_of(seen.request, seen.partie, data)
    return service(partie=seen.partie, write=write, why=data["reason"])


def _book(seen: Seen, data: dict[str, Any]) -> Revision:
    players = seen.partie.club.players
    return services.booking_record(
        partie=seen.partie,
        write=write_of(seen.request, seen.partie, data),
        payer=players.get(pk=data["payer"]),
        payee=players.get(pk=data["payee"]),
        amount=data["amount"],
        why=data["reason"],
    )


def _substitute(seen: Seen, data: dict[str, Any]) -> Revision:
    club = seen.partie.club
    coming: Player | None
    if data.get("coming"):
        coming = club.players.get(pk=data["coming"])
    else:
        coming = club_services.player_called(club=club, name=data["name"])
    return correction_services.substitute_record(
        partie=seen.partie,
        write=write_of(seen.request, seen.partie, data),
        leaving=club.players.get(pk=data["leaving"]),
        coming=coming
        or club_services.player_add(club=club, name=data["name"], is_guest=True),
    )
