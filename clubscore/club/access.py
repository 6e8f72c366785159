"""Who may do what in a club: the one place that decides."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404

from clubscore.club.models import Account, Club, Member, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse


def membership_of(request: HttpRequest, club: Club) -> Member | None:
    """Return the account's membership in *club*; costs a query the first time."""
    account = request.user
    if not isinstance(account, Account):
        return None
    known: dict[int, Member | None] = request.__dict__.setdefault("_memberships", {})
    if club.pk not in known:
        known[club.pk] = Member.objects.filter(club=club, account=account).first()
    return known[club.pk]


def role_of(request: HttpRequest, club: Club) -> Role | None:
    """Return what the account is in *club*; staff that set the site up administer."""
    if isinstance(request.user, Account) and request.user.is_superuser:
        return Role.ADMINISTRATOR
    member = membership_of(request, club)
    return Role(member.role) if member is not None else None


def may_administer(request: HttpRequest, club: Club) -> bool:
    """Tell whether the account runs *club*."""
    return role_of(request, club) is Role.ADMINISTRATOR


def may_start_parties(request: HttpRequest, club: Club) -> bool:
    """Tell whether the account may set up tables in *club*."""
    return role_of(request, club) in (Role.ADMINISTRATOR, Role.SCOREKEEPER)


def get_club_for(request: HttpRequest, slug: str) -> Club:
    """
    Return the club of that address.

    Raise Http404 if there is none, or if it does not exist for this account.
    """
    return get_object_or_404(Club.objects.visible_to(request.user), slug=slug)


def administers_club(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """
    Give *view* the club of its address, for those who run it alone.

    Outsiders log in first; a private club is not there for them even then.
    """

    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, club: str, **more: Any) -> HttpResponse:
        found = get_club_for(request, club)
        if not may_administer(request, found):
            raise PermissionDenied
        return view(request, found, **more)

    return guarded
