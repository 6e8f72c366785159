"""
Agreements: a second player confirms that a game was recorded as it was played.

It is given to one revision: what is corrected has to be agreed to anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubscore.club.access import membership_of
from clubscore.club.models import Account, Member, Player
from clubscore.club.names import folded
from clubscore.partie.entries import Kind
from clubscore.partie.models import Agreement, Game, Partie, Revision, TableLink
from clubscore.partie.pages import Seen


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
    if game is None or revision.entry.kind != Kind.GAME:
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


# For a reader ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Agreed:
    """Who agreed to a game, and who can."""

    names: tuple[str, ...]
    """Those who agreed."""
    choices: tuple[tuple[str, str], ...]
    """The ids and names of those for whom this reader can still say so."""
    is_own: bool
    """Whether the reader says it for himself, from an own account."""
    revision: int
    address: str
    is_asked: bool
    """Whether the club asks for it."""


def agreed_to(seen: Seen, game: Game) -> Agreed:
    """Return who agreed to a game, and what this reader can add."""
    agreed = game.revision.agreements.values_list("player__name", flat=True)
    names = tuple(agreed.order_by("made_at"))
    able = _able(seen, game)
    own = own_player(seen)
    is_own = own is not None and str(own.pk) in able and not is_closed(seen)
    choices: list[tuple[str, str]] = []
    if own is not None and is_own:
        choices = [(str(own.pk), own.name)]
    elif seen.may_record:
        choices = list(able.items())
    if seen.partie.is_void:
        choices = []
    partie = seen.partie
    return Agreed(
        names,
        tuple((key, name) for key, name in choices if name not in names),
        is_own,
        game.revision_id,
        reverse(
            "corrections:agree", args=[partie.club.slug, partie.number, game.number]
        ),
        partie.club.asks_agreement,
    )


def _able(seen: Seen, game: Game) -> dict[str, str]:
    """Return who can agree to a game; nobody asks where the reader says nothing."""
    if own_player(seen) is None and not seen.may_record:
        return {}
    played = seen.played(game)
    if played is None:
        return {}
    able = able_to_agree(played.table.winds.values(), game.revision)
    return {key: seen.names[key] for key in able}


def is_closed(seen: Seen) -> bool:
    """Tell whether the reader can add nothing to the partie, also not for oneself."""
    if seen.may_administer:
        return False
    return seen.partie.is_void or seen.is_final


def own_player(seen: Seen) -> Player | None:
    """Return the reader's player at the table; None for a reader without a seat."""
    member = membership_of(seen.request, seen.partie.club)
    return member.player if member is not None else None
