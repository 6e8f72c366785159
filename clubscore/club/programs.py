"""The settings pages on which a club gives programs tokens, and withdraws them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from clubscore.club import journal, services
from clubscore.club.access import administers_club
from clubscore.club.forms import ServiceForm
from clubscore.club.journal import Deed
from clubscore.club.models import Club, Role
from clubscore.club.names import tidied
from clubscore.club.requests import reads_and_writes

MAY = {
    Role.MEMBER: _("Read, also where the club is private"),
    Role.SCOREKEEPER: _("Record at every table, and start parties"),
    Role.ADMINISTRATOR: _("All that an administrator may at a table"),
}
"""What a program may do with a token, by its role."""


class TokenForm(ServiceForm):
    """What a token is for and what it may."""

    name = forms.CharField(
        label=_("What it is for"),
        max_length=80,
        help_text=_("Games that it records bear this name: “Tablet at table 3”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.TypedChoiceField(
        label=_("What it may do"),
        choices=list(MAY.items()),
        coerce=Role,
        initial=Role.SCOREKEEPER,
        widget=forms.RadioSelect,
    )

    def clean_name(self) -> str:
        """Return the name without needless blanks."""
        return tidied(self.cleaned_data["name"])


@reads_and_writes
@never_cache
@administers_club
def programs(request: HttpRequest, club: Club) -> HttpResponse:
    """List the tokens of other programs; POST makes one and shows it this once."""
    form = TokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.accepted(
        lambda data: services.token_make(club=club, **data)
    ):
        made, secret = form.written
        journal.write(request, Deed.TOKEN_MADE, club=club, about=made.name)
        form = TokenForm()
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "secret": secret,
        "tokens": [
            {"token": token, "may": MAY[Role(token.role)]}
            for token in club.tokens.valid().order_by("-made_at", "-pk")
        ],
        "document": request.build_absolute_uri(reverse("api:openapi-json")),
    }
    return render(request, "club/programs.html", context)


@reads_and_writes
@administers_club
def token_revoke(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Let a token open nothing any more; GET asks first."""
    token = get_object_or_404(club.tokens.valid(), pk=pk)
    if request.method == "POST":
        services.token_revoke(token=token)
        journal.write(request, Deed.TOKEN_REVOKED, club=club, about=token.name)
        sentence = gettext("“%(name)s” can no longer get in.") % {"name": token.name}
        messages.success(request, sentence)
        return redirect("club:programs", club.slug)
    return render(request, "club/token_revoke.html", {"club": club, "token": token})
