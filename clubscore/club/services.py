"""Every write of a club."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Account, Club, Member, Player, Role, Season
from clubscore.club.names import folded, free_slug


@transaction.atomic
def club_make(
    *,
    name: str,
    administrator: Account | None = None,
    slug: str = "",
    is_public: bool = True,
) -> Club:
    """Make a club, run by *administrator* if there is one yet."""
    taken = set(Club.objects.values_list("slug", flat=True)) if not slug else set()
    club = Club(
        name=name, slug=slug or free_slug(name, taken, "club"), is_public=is_public
    )
    club.full_clean()
    club.save()
    if administrator is not None:
        member = Member(club=club, account=administrator, role=Role.ADMINISTRATOR)
        member.full_clean()
        member.save()
    return club


def club_change(
    *, club: Club, name: str, slug: str, is_public: bool, wall: str = ""
) -> Club:
    """Change how a club is called, who may read its pages, how it breaks the wall."""
    club.name, club.slug, club.is_public, club.wall = name, slug, is_public, wall
    club.full_clean()
    club.save()
    return club


@transaction.atomic
def player_add(*, club: Club, name: str, is_guest: bool = False) -> Player:
    """Add a player to a club; raise ValidationError if it has one of that name."""
    taken = set(club.players.values_list("slug", flat=True))
    player = Player(
        club=club,
        name=name,
        slug=free_slug(name, taken, "player"),
        is_guest=is_guest,
    )
    player.clean()  # works out the key, which must be there to be compared
    player.full_clean()
    player.save()
    return player


def player_rename(*, player: Player, name: str) -> Player:
    """Correct a player's name; the address stays, for the links that know it."""
    player.name = name
    player.clean()  # works out the key, which must be there to be compared
    player.full_clean()
    player.save()
    return player


def player_called(*, club: Club, name: str) -> Player | None:
    """Return the player of that name, whatever its case and accents."""
    player = club.players.filter(key=folded(name)).first()
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    return player


@transaction.atomic
def season_make(
    *,
    club: Club,
    name: str,
    starts_on: date,
    ends_on: date | None = None,
    ruleset: str,
    options: Mapping[str, object] | None = None,
) -> Season:
    """Open a season with its ruleset and house rules."""
    taken = set(club.seasons.values_list("slug", flat=True))
    season = Season(
        club=club,
        name=name,
        slug=free_slug(name, taken, "season"),
        starts_on=starts_on,
        ends_on=ends_on,
        ruleset=ruleset,
        options=dict(options or {}),
    )
    season.full_clean()
    season.save()
    return season


def season_change(
    *,
    season: Season,
    name: str,
    starts_on: date,
    ends_on: date | None,
    options: Mapping[str, object],
) -> Season:
    """Change a season; parties that have begun keep the rules they began with."""
    season.name, season.starts_on, season.ends_on = name, starts_on, ends_on
    season.options = dict(options)
    season.full_clean()
    season.save()
    return season


@transaction.atomic
def player_change(*, player: Player, name: str, is_guest: bool) -> Player:
    """Correct a player's name, and whether they are a guest."""
    player.is_guest = is_guest
    return player_rename(player=player, name=name)


# People -------------------------------------------------------------------------


@transaction.atomic
def member_add(
    *, club: Club, account: Account, role: Role, player: Player | None = None
) -> Member:
    """Give an account a role in a club, and a player who it is there."""
    member = Member(club=club, account=account, role=role, player=player)
    member.full_clean()
    member.save()
    return member


@transaction.atomic
def member_change(*, member: Member, role: Role, player: Player | None) -> Member:
    """Change what a member may do and which player it is."""
    if role != Role.ADMINISTRATOR:
        _refuse_last_administrator(member)
    member.role, member.player = role, player
    member.full_clean()
    member.save()
    return member


@transaction.atomic
def member_remove(*, member: Member) -> None:
    """Take an account's role in a club away; the player and all results stay."""
    _refuse_last_administrator(member)
    member.delete()


def _refuse_last_administrator(member: Member) -> None:
    """Raise ValidationError if nobody else runs the member's club."""
    # Two administrators who leave at once must not both see the other.
    club = Club.objects.select_for_update().get(pk=member.club_id)
    administrators = club.members.filter(role=Role.ADMINISTRATOR)
    if set(administrators.values_list("pk", flat=True)) == {member.pk}:
        raise ValidationError(
            _("A club needs an administrator. Make somebody else one first.")
        )
