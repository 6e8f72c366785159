"""The page on which an account sees its sessions, and ends them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from clubscore.club import journal
from clubscore.club.access import account_of
from clubscore.club.journal import Deed
from clubscore.club.models import Account
from clubscore.club.numbers import number_in
from clubscore.club.requests import reads_and_writes
from clubscore.club.sessions import (
    LOGIN,
    browser_told,
    end,
    end_all_others,
    note,
    sessions_of,
)


@reads_and_writes
@login_required
@never_cache
def sessions(request: HttpRequest) -> HttpResponse:
    """List where one is logged in; POST ends one of these, or all but this one."""
    account = account_of(request)
    assert account is not None
    if request.method == "POST":
        _end(request, account)
        return redirect("club:sessions")
    own = request.session.get(LOGIN)
    found = sessions_of(account)
    if own not in {one.pk for one in found}:
        own = note(request, account).pk  # it is older than this page
        found = sessions_of(account)
    context = {
        "sessions": [
            {
                "login": one,
                "browser": browser_told(one.browser),
                "is_this": one.pk == own,
            }
            for one in sorted(found, key=lambda one: one.pk != own)
        ],
    }
    return render(request, "club/sessions.html", context)


def _end(request: HttpRequest, account: Account) -> None:
    """End what was asked for; what has ended already stays so."""
    if request.POST.get("action") == "others":
        end_all_others(request, account)
        journal.write(request, Deed.SESSIONS_ENDED)
        messages.success(request, gettext("You are logged in here alone now."))
        return
    asked = number_in(request.POST.get("end", ""))
    found = account.logins.filter(pk=asked).first() if asked is not None else None
    if found is None:
        return
    end(found)
    journal.write(request, Deed.SESSION_ENDED)
    if found.session_key == request.session.session_key:
        request.session.flush()
        return
    messages.success(request, gettext("That session has ended."))
