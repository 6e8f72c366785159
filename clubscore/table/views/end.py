"""Pages that end a partie early, or make it void."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubscore.club.requests import reads_and_writes
from clubscore.partie import services
from clubscore.partie.forms.reasons import ReasonForm
from clubscore.partie.pages import Seen, new_key, refused, see, tell, write_of


@reads_and_writes
def end(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """End a partie before its last game."""
    seen = see(request, club, number)
    if not seen.may_record:
        return refused(seen)
    if not seen.is_open:
        messages.info(request, _("The partie is over already."))
        return redirect(seen.partie)
    return _with_reason(seen, "table/end.html", services.partie_end)


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
