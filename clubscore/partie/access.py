"""Who may read and write a partie: members by their role, holders of its link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import get_object_or_404

from clubscore.club.access import membership_of, role_of
from clubscore.club.models import Account, Role
from clubscore.partie.models import Partie, TableLink
from clubscore.partie.services import Author

if TYPE_CHECKING:
    from django.http import HttpRequest

LINKS = "table_links"
"""Where a session keeps the links that it was opened with, by partie."""


def open_link(request: HttpRequest, link: TableLink) -> None:
    """Let this session record at the link's table."""
    links = request.session.get(LINKS, {})
    request.session[LINKS] = links | {str(link.partie_id): link.pk}


def link_of(request: HttpRequest, partie: Partie) -> TableLink | None:
    """Return the valid link that this session was opened with, if there is one."""
    pk = request.session.get(LINKS, {}).get(str(partie.pk))
    if pk is None:
        return None
    return TableLink.objects.valid().filter(pk=pk, partie=partie).first()


def get_partie_for(request: HttpRequest, club: str, number: int) -> Partie:
    """
    Return the partie of that address.

    Raise Http404 if there is none, or if it does not exist for this reader.
    """
    partie = get_object_or_404(
        Partie.objects.select_related("club", "season", "evening"),
        club__slug=club,
        number=number,
    )
    may_read = (
        partie.club.is_public
        or role_of(request, partie.club) is not None
        or link_of(request, partie) is not None
    )
    if not may_read:
        raise Http404
    return partie


def may_record(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether the reader may record at this table."""
    role = role_of(request, partie.club)
    if role in (Role.ADMINISTRATOR, Role.SCOREKEEPER):
        return True
    if link_of(request, partie) is not None:
        return not partie.is_void
    member = membership_of(request, partie.club)
    if member is None or member.player_id is None:
        return False
    # All results are asked for: a page that lists parties has them already.
    return any(one.player_id == member.player_id for one in partie.results.all())


def author_of(request: HttpRequest, partie: Partie) -> Author:
    """Return who writes, for the revision to keep."""
    if isinstance(request.user, Account):
        member = membership_of(request, partie.club)
        player = member.player if member is not None else None
        return Author(account=request.user, name=player.name if player else "")
    return Author(link=link_of(request, partie))
