"""The merge of two players who are one person, and how they are parted again."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubscore.club.initials import name_withhold
from clubscore.club.models import Club, Member, Player
from clubscore.partie.models import Partie, PartieResult, of_person
from clubscore.partie.signals import persons_changed


@transaction.atomic
def player_merge(*, player: Player, into: Player) -> Player:
    """
    Let *player* have turned out to be *into*, and return the latter.

    What was recorded stays as it was said; from now on it counts for one person. An
    account that is the player goes along, and who is shown by initials under one name
    is under both. Raise ValidationError if the two are not of
    one club or are one already, have met in a partie, are two accounts, or if the
    player still sits at a table.
    """
    # Of two merges at once the second sees what the first has done.
    club = Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    known = {one.pk: one for one in club.players.filter(pk__in=[player.pk, into.pk])}
    if len(known) < 2:
        raise ValidationError(_("Choose two players of one club."))
    player, into = known[player.pk], known[into.pk]
    if player.merged_into_id is not None or into.merged_into_id is not None:
        raise ValidationError(_("One of them has turned out to be somebody else."))
    _refuse_who_met(player, into)
    _hand_over(player, into)
    # Who had turned out to be the player is found without a detour.
    player.merged.filter(merged_through=None).update(merged_through=player)
    player.merged.update(merged_into=into)
    player.merged_into = into
    player.save(update_fields=["merged_into"])
    if player.withheld_key or into.withheld_key:
        name_withhold(player=into)
    persons_changed.send(sender=Club, club=club)
    return into


@transaction.atomic
def player_part(*, player: Player) -> Player:
    """
    Let *player* be nobody else any more, and return them.

    What was recorded under the name counts for the player again, and so do the names
    that had been merged into it before; the account goes back that was linked to one
    of them. Who is shown by initials stays so. Raise ValidationError if the player
    has not been merged.
    """
    # Of two who part or merge at once the second sees what the first has done.
    club = Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    player = club.players.get(pk=player.pk)
    if player.merged_into is None:
        raise ValidationError(
            _("%(name)s stands alone already."), params={"name": player.name}
        )
    names = names_merged(player)
    linked = Member.objects.filter(
        player=player.merged_into, linked_to__in=[player, *names]
    )
    linked.update(player=player)
    player.merged_into = player.merged_through = None
    player.save(update_fields=["merged_into", "merged_through"])
    Player.objects.filter(pk__in=[one.pk for one in names]).update(merged_into=player)
    Player.objects.filter(merged_through=player).update(merged_through=None)
    Member.objects.filter(player=player, linked_to=player).update(linked_to=None)
    persons_changed.send(sender=Club, club=club)
    return player


def names_merged(player: Player) -> list[Player]:
    """Return who was merged into a player, and into those, whoever that one is now."""
    merged = list(player.club.players.exclude(merged_into=None).order_by("key"))
    found = [player]
    for name in found:
        found += [
            one
            for one in merged
            if (one.merged_through_id or one.merged_into_id) == name.pk
        ]
    return found[1:]


def _refuse_who_met(player: Player, into: Player) -> None:
    """Raise ValidationError if the two cannot be one person, or not yet."""
    own, others = (
        PartieResult.objects.filter(of_person(one.pk)).values("partie")
        for one in (player, into)
    )
    if Partie.objects.filter(pk__in=own).filter(pk__in=others).exists():
        raise ValidationError(_("They have sat at one table: they are two people."))
    if Partie.objects.open().filter(pk__in=own).exists():
        raise ValidationError(
            _("%(name)s still sits at a table. End that partie first."),
            params={"name": player.name},
        )


def _hand_over(player: Player, into: Player) -> None:
    """Let the account that is *player* be *into*, and note whose it was first."""
    accounts = Member.objects.filter(player__in=[player, into])
    if accounts.count() > 1:
        raise ValidationError(_("Both are linked to an account: they are two people."))
    of_player = accounts.filter(player=player)
    of_player.filter(linked_to=None).update(linked_to=player)
    of_player.update(player=into)
