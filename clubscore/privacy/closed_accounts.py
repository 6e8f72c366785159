"""
Accounts and players that are closed: the login goes, results stay.

What was recorded is never changed, and the account stays that revisions name, without a
name, an address or a way in. Where nothing was recorded with it, the row goes too.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubscore.archive.transfer.uploads import uploads_withdraw
from clubscore.club import journal
from clubscore.club.factors import factors_remove
from clubscore.club.initials import author_withhold, initials_for, name_withhold
from clubscore.club.login import counted_as
from clubscore.club.models import (
    Account,
    BookEdition,
    Club,
    Invitation,
    LoginAttempt,
    Member,
    Player,
    Role,
)
from clubscore.club.names import initials_of
from clubscore.club.services import member_leave
from clubscore.club.sessions import end_all
from clubscore.partie.models import Agreement, PlanVersion, Revision, SignOn, SignOnLink

# What holds before ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClubLeft:
    """A club that an account is in, and what closing the account means there."""

    club: Club
    name: str
    """How the person is called there."""
    initials: str
    """What would stand for that; the same where it stands for it already."""
    is_last_administrator: bool
    """Whether nobody else runs the club."""
    is_alone: bool
    """Whether nobody else is in the club."""

    @property
    def is_in_the_way(self) -> bool:
        """Whether somebody else must run the club first."""
        return self.is_last_administrator and not self.is_alone


def clubs_left(account: Account) -> list[ClubLeft]:
    """Return what closing *account* means in each of its clubs, by the club's name."""
    found = []
    members = account.memberships.select_related("club", "player__club")
    for member in members.order_by("club__name"):
        others = Member.objects.filter(club=member.club).exclude(pk=member.pk)
        runs = member.role == Role.ADMINISTRATOR
        is_last = runs and not others.filter(role=Role.ADMINISTRATOR).exists()
        found.append(
            ClubLeft(
                member.club,
                member.player.name if member.player else account.get_username(),
                _initials(member),
                is_last,
                is_last and not others.exists(),
            )
        )
    return found


def _initials(member: Member) -> str:
    if member.player is None:
        return initials_of_login(member.account)
    is_shown = not member.player.withheld_key
    return initials_for(member.player) if is_shown else member.player.name


def initials_of_login(account: Account) -> str:
    """Return the initials of a name to log in with, which few begin with a capital."""
    return initials_of(account.get_username()).upper()


def is_last_superuser(account: Account) -> bool:
    """Tell whether nobody else runs the installation."""
    others = Account.objects.filter(is_superuser=True, is_active=True)
    return account.is_superuser and not others.exclude(pk=account.pk).exists()


# Accounts ---------------------------------------------------------------------------


@transaction.atomic
def account_close(*, account: Account, under_initials: bool) -> list[tuple[Club, str]]:
    """
    Close an account for ever; return its clubs, and how the person is called there.

    Results stay, *under_initials* or under the name. Who is shown by initials already
    stays so. Raise ValidationError for who runs a club, or the installation, alone.
    """
    # Of two superusers who close at once the later one sees that the other has gone.
    held = Account.objects.filter(
        Q(pk=account.pk) | Q(is_superuser=True, is_active=True)
    )
    account = held.select_for_update().order_by("pk").in_bulk()[account.pk]
    if is_last_superuser(account):
        raise ValidationError(
            _("Nobody else runs this site. Make somebody else a superuser first.")
        )
    members = list(
        # Two who leave the same clubs at once wait for each other in one order.
        account.memberships.select_related("club", "player", "account").order_by("club")
    )
    shown = {
        member.club: _left(member, under_initials=under_initials) for member in members
    }
    # Whose player is shown by initials was signed by these because of the membership.
    hidden = {
        member.club
        for member in members
        if member.player is not None and member.player.withheld_key
    }
    _sign_by_initials(account, shown, None if under_initials else hidden)
    _forget(account)
    if _is_kept(account):
        _make_nameless(account)
    else:
        account.delete()
    return list(shown.items())


def _left(member: Member, *, under_initials: bool) -> str:
    """Leave a club; return how the person is called there."""
    player = member.player
    if player is not None:
        _let_go(player)
        if under_initials:
            name_withhold(player=player)
    member_leave(member=member)
    if player is not None:
        return player.name
    # The name to log in with goes, and there is no other.
    return initials_of_login(member.account)


def _sign_by_initials(
    account: Account, shown: dict[Club, str], clubs: set[Club] | None
) -> None:
    """
    Show initials where the account wrote: in some *clubs*, or in all if that is None.

    Those are then also the clubs that it had left before.
    """
    initials = initials_of_login(account)
    wrote = Club.objects.filter(parties__entries__revisions__account=account)
    for club in wrote.distinct().order_by("pk"):
        if clubs is None or club in clubs:
            name = shown.get(club, initials)
            author_withhold(club=club, account=account, initials=name)
    plans = PlanVersion.objects.filter(account=account)
    # What an edition says never changes; who published it is no part of that.
    editions = BookEdition.objects.filter(
        author=account.get_username(), book__club__in=shown
    )
    if clubs is not None:
        plans = plans.filter(plan__club__in=clubs)
        editions = editions.filter(book__club__in=clubs)
    plans.update(author=initials)
    editions.update(author=initials)


def _forget(account: Account) -> None:
    """Take away every way in, and what tells whose account it was."""
    factors_remove(account=account)
    end_all(account)
    uploads_withdraw(account)
    attempts = LoginAttempt.objects.filter(name=counted_as(account.get_username()))
    attempts.delete()
    Invitation.objects.filter(made_by=account, used_at=None, parts=None).delete()
    Invitation.objects.filter(used_by=account).update(used_by=None)
    PlanVersion.objects.filter(account=account).update(account=None)
    journal.name_erase(account)
    # The log of the staff's pages names whom they have changed.
    changed = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Account),
        object_id=str(account.pk),
    )
    changed |= LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Member),
        object_repr__startswith=f"{account.get_username()} · ",
    )
    changed.update(object_repr="", change_message="")


def _is_kept(account: Account) -> bool:
    """Tell whether something names the account that must stay."""
    return (
        Revision.objects.filter(account=account).exists()
        or Agreement.objects.filter(account=account).exists()
        or Invitation.objects.filter(made_by=account).exists()
    )


def _make_nameless(account: Account) -> None:
    """Leave of an account what revisions know it by: a number."""
    account.username = f"closed-{uuid4()}"
    account.first_name = account.last_name = account.email = account.language = ""
    account.set_unusable_password()
    account.is_active = account.is_staff = account.is_superuser = False
    account.last_login = None
    account.date_joined = account.closed_at = timezone.now()
    account.groups.clear()
    account.user_permissions.clear()
    account.save()


# Players ----------------------------------------------------------------------------


@transaction.atomic
def player_close(*, player: Player, under_initials: bool) -> None:
    """
    Let go what is kept of a player beside results, *under_initials* or under the name.

    Raise ValidationError for who has an account, and closes that.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    if Member.objects.filter(player=player).exists():
        raise ValidationError(_("Who has an account closes it themselves."))
    _let_go(player)
    if under_initials:
        name_withhold(player=player)


def _let_go(player: Player) -> None:
    """Drop answers to evenings, links and unused invitations of whatever name."""
    names = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player))
    SignOn.objects.filter(player__in=names).delete()
    SignOnLink.objects.filter(player__in=names).delete()
    Invitation.objects.filter(player__in=names, used_at=None).delete()
