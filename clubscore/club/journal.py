"""
The journal of a club: who changed accounts, roles and settings, when and from where.

Administrators of a club read what concerns it; the staff read everything. No page
changes or drops an entry. Each is a line of the log too.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone, translation

from clubscore.club.access import account_of, token_of
from clubscore.club.initials import Withheld
from clubscore.club.models import Account, Club, Invitation, JournalEntry, Role
from clubscore.club.networks import network_of

Deed = JournalEntry.Deed
Subject = JournalEntry.Subject

logger = logging.getLogger("clubscore.journal")

ADDRESS_KEPT = timedelta(days=30)
"""How long the journal knows from where; as long it keeps logins that failed."""
WARNINGS = {
    *(Deed.LOGIN_FAILED, Deed.PASSWORD_WRONG),
    *(Deed.CODE_USED, Deed.FACTOR_REMOVED, Deed.FACTOR_TAKEN),
}

ROLE_GIVEN = {
    Role.MEMBER: Deed.ROLE_MEMBER,
    Role.SCOREKEEPER: Deed.ROLE_SCOREKEEPER,
    Role.ADMINISTRATOR: Deed.ROLE_ADMINISTRATOR,
}


def write(
    request: HttpRequest,
    deed: Deed,
    *,
    club: Club | None = None,
    account: Account | None = None,
    name: str = "",
    about: str = "",
) -> None:
    """
    Write down that somebody did something, and tell the log.

    It is whoever asks, unless an *account* or a *name* says who else. What is older
    than it may be is dropped at once too: at home no timer does it.
    """
    account = account or (None if name else account_of(request))
    token = token_of(request)
    if not name and account is None and token is not None:
        name = token.name
    note(
        deed,
        club=club,
        account=account,
        name=name,
        about=about,
        address=network_of(request),
    )


def note(
    deed: Deed,
    *,
    club: Club | None,
    account: Account | None,
    name: str = "",
    about: str = "",
    address: str = "",
) -> None:
    """Write down what was done at the request of somebody, perhaps a while ago."""
    forget()
    who = name or (account.get_username() if account else "")
    entry = JournalEntry.objects.create(
        club=club,
        deed=deed,
        account=account,
        name=who.replace("\0", "")[:150],
        about=about.replace("\0", "")[:200],
        address=address,
    )
    with translation.override("en"):
        done = str(entry.get_deed_display())
    logger.log(
        logging.WARNING if deed in WARNINGS else logging.INFO,
        "%r %s%s%s%s",
        who,
        done,
        f": {entry.about!r}" if about else "",
        f", in {club.slug!r}," if club is not None else "",
        f" from {entry.address}" if entry.address else "",
    )


def forget() -> tuple[int, int]:
    """
    Forget where what is long ago came from, and who failed to log in.

    Return in how many entries it was blanked, and how many were dropped.
    """
    old = JournalEntry.objects.filter(made_at__lte=timezone.now() - ADDRESS_KEPT)
    dropped, _of_what = old.filter(deed=Deed.LOGIN_FAILED).delete()
    return old.exclude(address="").update(address=""), dropped


@receiver(pre_delete, sender=Account)
def _deleted(instance: Account, **_more: object) -> None:
    name_erase(instance)


def name_erase(account: Account) -> None:
    """
    Take the name of an account that goes out of the journal; the rest stays.

    One that has another name now stands there as it was called then.
    """
    JournalEntry.objects.filter(account=account).update(name="")
    entries_about(account).update(about="")


def entries_about(account: Account) -> QuerySet[JournalEntry]:
    """Return what others did with an account, as far as it was called as now."""
    name = account.get_username()
    told = Q(deed__startswith="role.") | Q(deed__startswith="factor.")
    told |= Q(deed__in=[Deed.PASSWORD_LINK, Deed.STAFF_CHANGED])
    # Of a membership it says the role behind the name.
    them = Q(about=name) | Q(about__startswith=f"{name} · ")
    return JournalEntry.objects.filter(told & them)


def names_told(
    entries: Iterable[JournalEntry], withheld: Withheld
) -> list[JournalEntry]:
    """
    Return entries with the names of then, to be read and never saved.

    But nobody's name that is not to be shown any more.
    """
    told = list(entries)
    for entry in told:
        entry.name = withheld.told(entry.name, entry.account_id)
        # Of a membership it says the role behind the name.
        name, dot, role = entry.about.partition(" · ")
        entry.about = f"{withheld.told(name)}{dot}{role}"
    return told


def entries_of(club: Club) -> QuerySet[JournalEntry]:
    """
    Return what concerns a club, the latest first.

    Also what its members did about their own accounts. Of members who were added
    without being asked that is nobody's business here: those count who came by an
    invitation or have done something in the club, more than read a season.
    """
    invited = Invitation.objects.filter(club=club).values("used_by")
    done = JournalEntry.objects.filter(club=club).exclude(deed=Deed.SEASON_EXPORTED)
    active = done.values("account")
    own = Account.objects.filter(memberships__club=club).filter(
        Q(pk__in=invited) | Q(pk__in=active)
    )
    return JournalEntry.objects.filter(
        Q(club=club) | Q(club=None, account__in=own)
    ).order_by("-pk")
