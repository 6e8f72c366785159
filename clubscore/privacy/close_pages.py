"""Pages on which an account is closed by its owner, or a player by an administrator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from clubscore.club import journal
from clubscore.club.access import administers_club
from clubscore.club.factor_pages import proves_first
from clubscore.club.initials import initials_for
from clubscore.club.journal import Deed
from clubscore.club.login import KNOWN, ConfirmForm
from clubscore.club.models import Account, Club, Player
from clubscore.club.requests import reads_and_writes
from clubscore.club.sessions import tell_closed
from clubscore.privacy.closed_accounts import (
    ClubLeft,
    account_close,
    clubs_left,
    initials_of_login,
    is_last_superuser,
    player_close,
)


class ResultNamesField(forms.ChoiceField):
    """Whether results go on under the name, or under initials."""

    widget = forms.RadioSelect

    def __init__(self) -> None:
        super().__init__(label=_("How results go on"))

    def show(self, names: Iterable[str], initials: Iterable[str]) -> None:
        """Offer each with what it is in the clubs."""
        self.choices = [
            ("name", gettext("The name stays") + _listed(names)),
            ("initials", gettext("Initials stand for it") + _listed(initials)),
        ]


def _listed(names: Iterable[str]) -> str:
    """Return what a person is called, behind a colon; nothing in no club."""
    listed = ", ".join(dict.fromkeys(names))
    return f": {listed}" if listed else ""


class AccountCloseForm(ConfirmForm):
    """How results go on, and the password once more where there is one."""

    names = ResultNamesField()
    field_order = ["names", "password"]

    def __init__(
        self,
        *args: Any,
        request: HttpRequest,
        account: Account,
        clubs: Sequence[ClubLeft],
    ) -> None:
        super().__init__(*args, request=request, account=account)
        if not account.has_usable_password():
            del self.fields["password"]
        names = self.fields["names"]
        assert isinstance(names, ResultNamesField)
        names.show((one.name for one in clubs), (one.initials for one in clubs))


class PlayerCloseForm(forms.Form):
    """How results go on of a player who is shown by the name."""

    names = ResultNamesField()

    def __init__(self, *args: Any, player: Player, initials: str) -> None:
        super().__init__(*args)
        names = self.fields["names"]
        assert isinstance(names, ResultNamesField)
        names.show([player.name], [initials])
        if player.withheld_name:
            del self.fields["names"]


# Accounts ---------------------------------------------------------------------------


@reads_and_writes
@proves_first
def account(request: HttpRequest, account: Account) -> HttpResponse:
    """Say what goes and what stays when the account is closed; POST closes it."""
    clubs = clubs_left(account)
    form = AccountCloseForm(
        request.POST or None, request=request, account=account, clubs=clubs
    )
    is_free = not any(one.is_in_the_way for one in clubs)
    is_free = is_free and not is_last_superuser(account)
    if is_free and request.method == "POST" and form.is_valid():
        try:
            return _closed(request, account, form.cleaned_data["names"])
        except ValidationError as error:  # somebody else has left meanwhile
            form.add_error(None, error)
    context = {
        "form": form,
        "in_the_way": [one for one in clubs if one.is_in_the_way],
        "left_alone": [one for one in clubs if one.is_alone],
        "is_last_superuser": is_last_superuser(account),
        "is_free": is_free,
    }
    status = 409 if request.method == "POST" and not is_free else 200
    return render(request, "privacy/account_close.html", context, status=status)


def _closed(request: HttpRequest, account: Account, names: str) -> HttpResponse:
    """Close the account, write it down where it was known, and log it out."""
    before = Account.objects.get(pk=account.pk)
    with transaction.atomic():
        told: list[tuple[Club | None, str]] = [
            *account_close(account=account, under_initials=names == "initials")
        ]
        for club, name in told or [(None, initials_of_login(before))]:
            journal.write(request, Deed.ACCOUNT_CLOSED, club=club, name=name)
    tell_closed(request, before)
    request.session.flush()
    messages.success(
        request, gettext("Your account is closed. Thank you for playing with us.")
    )
    response = redirect("season:front_page")
    response.delete_cookie(KNOWN, samesite="Lax")
    return response


# Players ----------------------------------------------------------------------------


@reads_and_writes
@administers_club
@never_cache
def player(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Say what goes and what stays of a player without an account; POST does it."""
    players = club.players.filter(merged_into=None).select_related("member__account")
    found = get_object_or_404(players, pk=pk)
    found.club = club  # known already, with who asks
    initials = found.name if found.withheld_name else initials_for(found)
    form = PlayerCloseForm(request.POST or None, player=found, initials=initials)
    has_account = hasattr(found, "member")
    if not has_account and request.method == "POST" and form.is_valid():
        try:
            is_hidden = form.cleaned_data.get("names") == "initials"
            player_close(player=found, under_initials=is_hidden)
        except ValidationError as error:  # they have joined meanwhile
            form.add_error(None, error)
        else:
            found.refresh_from_db()
            journal.write(request, Deed.PLAYER_CLOSED, club=club, about=found.name)
            messages.success(
                request,
                gettext("Of %(name)s nothing is kept any more beside results.")
                % {"name": found.name},
            )
            return redirect("club:players", club.slug)
    context = {
        "club": club,
        "player": found,
        "form": form,
        "has_account": has_account,
        "initials": initials,
    }
    status = 409 if request.method == "POST" and has_account else 200
    return render(request, "privacy/player_close.html", context, status=status)
