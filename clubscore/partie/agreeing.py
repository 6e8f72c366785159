"""
A second player's word that a game was entered as it was played.

It is given to one revision: what is corrected has to be agreed to anew.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Account, Member, Player
from clubscore.club.names import folded
from clubscore.partie.models import Agreement, Entry, Game, Partie, Revision, TableLink


@transaction.atomic
def game_agree(
    *,
    partie: Partie,
    revision: Revision,
    player: Player,
    account: Account | None = None,
    link: TableLink | None = None,
) -> Agreement:
    """
    Note that a player agrees to a game as a revision says it; twice is once.

    Raise ValidationError if it was corrected since, if that player cannot agree, or
    if the partie is void.
    """
    # A correction that is just being written is waited for.
    locked = Partie.objects.select_for_update().get(pk=partie.pk)
    if locked.is_void:
        raise ValidationError(_("The partie is void."), code="void")
    game = Game.objects.filter(partie=partie, revision=revision).first()
    if game is None or revision.entry.kind != Entry.Kind.GAME:
        raise ValidationError(
            _("The game was corrected meanwhile. Look at it once more.")
        )
    played = game.scores.values_list("player", flat=True)
    if str(player.pk) not in able_to_agree(map(str, played), revision):
        raise ValidationError(
            _("Choose a player of this game, other than who entered it.")
        )
    agreement, _made = Agreement.objects.get_or_create(
        revision=revision,
        player=player,
        defaults={"account": account, "link": link},
    )
    return agreement


def able_to_agree(played: Iterable[str], revision: Revision) -> list[str]:
    """
    Return those of the players of a game, by their ids, who did not enter it.

    Costs a query where it is known who entered it: an account, or whoever gave a name
    at the table's link.
    """
    club = revision.entry.partie.club_id
    author = None
    if revision.account_id is not None:
        members = Member.objects.filter(account=revision.account_id, club=club)
        author = members.values_list("player", flat=True).first()
    elif revision.link_id is not None and revision.author:
        key = folded(revision.author)
        is_called = Q(key=key) | Q(withheld_key=key, withheld_key__gt="")
        called = Player.objects.filter(is_called, club=club)
        author = called.values_list("pk", flat=True).first()
    return [player for player in played if player != str(author)]


def agreed_in(partie: Partie) -> dict[int, tuple[str, ...]]:
    """Return who agreed to each revision of a partie, by the revision's id."""
    found: dict[int, tuple[str, ...]] = {}
    rows = Agreement.objects.filter(revision__entry__partie=partie)
    for revision, name in rows.values_list("revision", "player__name"):
        found[revision] = (*found.get(revision, ()), name)
    return found
