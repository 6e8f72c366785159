"""
Access to a club: which role may read, write and administer it.

What somebody may do follows from the role in the club: a member's, or a token's.
Pages, services and other programs ask the predicates below, never the role itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404

from clubscore.club.factors import proof_first
from clubscore.club.models import Account, Club, Correctors, Member, Player, Role, Token

# Who asks --------------------------------------------------------------------------


def speak_for(request: HttpRequest, token: Token) -> None:
    """Let *request* do what *token* may, and nothing that an account might."""
    request.__dict__["_token"] = token


def token_of(request: HttpRequest) -> Token | None:
    """Return the token that another program asks with, if one does."""
    token: Token | None = request.__dict__.get("_token")
    return token


def account_of(request: HttpRequest) -> Account | None:
    """Return the account that asks; None for visitors and for other programs."""
    if token_of(request) is not None or not isinstance(request.user, Account):
        return None
    return request.user


def membership_of(request: HttpRequest, club: Club) -> Member | None:
    """Return the account's membership in *club*; costs a query the first time."""
    account = account_of(request)
    if account is None:
        return None
    known: dict[int, Member | None] = request.__dict__.setdefault("_memberships", {})
    if club.pk not in known:
        known[club.pk] = (
            Member.objects.select_related("player")
            .filter(club=club, account=account)
            .first()
        )
    return known[club.pk]


def role_of(request: HttpRequest, club: Club) -> Role | None:
    """Return what the asker is in *club*; staff that set the site up administer."""
    token = token_of(request)
    if token is not None:
        return Role(token.role) if token.club_id == club.pk else None
    account = account_of(request)
    if account is not None and account.is_superuser:
        return Role.ADMINISTRATOR
    member = membership_of(request, club)
    return Role(member.role) if member is not None else None


# What they may ----------------------------------------------------------------------


def may_read(request: HttpRequest, club: Club) -> bool:
    """Tell whether *club* exists for the asker at all."""
    return club.is_public or role_of(request, club) is not None


def may_administer(request: HttpRequest, club: Club) -> bool:
    """Tell whether the asker runs *club*: its players, seasons, rules and people."""
    return role_of(request, club) is Role.ADMINISTRATOR


def may_record_everywhere(request: HttpRequest, club: Club) -> bool:
    """Tell whether the asker may record at every table of *club*."""
    return role_of(request, club) in (Role.ADMINISTRATOR, Role.SCOREKEEPER)


def may_start_parties(request: HttpRequest, club: Club) -> bool:
    """Tell whether the asker may set up tables in *club*, and hand out their links."""
    return may_record_everywhere(request, club)


def corrects_earlier_games(request: HttpRequest, club: Club) -> bool:
    """Tell whether *club* lets the asker correct earlier games and make bookings."""
    role = role_of(request, club)
    if role is Role.SCOREKEEPER:
        return club.correctors == Correctors.SCOREKEEPERS
    return role is Role.ADMINISTRATOR


def own_player(request: HttpRequest, club: Club) -> Player | None:
    """Return the player of *club* whom the asker is linked to; None without one."""
    member = membership_of(request, club)
    return member.player if member is not None else None


def is_player(request: HttpRequest, player: Player) -> bool:
    """Tell whether the asker is linked to *player*."""
    member = membership_of(request, player.club)
    return member is not None and member.player_id == player.pk


def may_withhold_name(request: HttpRequest, player: Player) -> bool:
    """Tell whether the asker may have a name replaced by initials, or shown again."""
    return is_player(request, player) or may_administer(request, player.club)


def may_make_clubs(request: HttpRequest) -> bool:
    """
    Tell whether the asker may make clubs on this installation.

    Where anybody may, whoever has no account makes one with the club.
    """
    account = account_of(request)
    return settings.CLUBS_BY_ANYBODY or (account is not None and account.is_superuser)


# How pages ask ----------------------------------------------------------------------


def get_club_for(request: HttpRequest, slug: str) -> Club:
    """
    Return the club of that address.

    Raise Http404 if there is none, or if it does not exist for the asker.
    """
    club = get_object_or_404(Club, slug=slug)
    if not may_read(request, club):
        raise Http404
    return club


def administers_club(
    view: Callable[..., HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """
    Give *view* the club of its address, for those who run it alone.

    They show their second factor first, if they have or must have one.

    Whoever is not logged in does so first, also where there is no such club: a private
    one answers no differently, and is not there for outsiders even then.
    """

    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, club: str, **more: Any) -> HttpResponseBase:
        found = get_club_for(request, club)
        if not may_administer(request, found):
            raise PermissionDenied
        return proof_first(request) or view(request, found, **more)

    return guarded
