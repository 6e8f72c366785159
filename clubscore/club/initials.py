"""
Initials in place of a player's name, where the player has asked for it.

A player's name becomes the initials, so that everything which reads it shows them; the
name itself is kept apart, for those who run the club. Results hold players, not names,
and do not change. What was written under the name is never changed either: whoever
shows who wrote it asks `withheld_in`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import QuerySet

from clubscore.club.models import Account, Club, FormerAuthor, Player
from clubscore.club.names import folded, free_slug, initials_of
from clubscore.club.signals import names_changed

# What others read -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Withheld:
    """The names of a club that are not to be shown."""

    shown: Mapping[str, str] = field(default_factory=dict)
    """What stands for each, by the name without case and accents."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Whose they are, by the same: the players' ids."""
    accounts: Mapping[int, str] = field(default_factory=dict)
    """What stands for whoever logs in as one of these players, or did, by account."""

    def told(self, name: str, account: int | None = None) -> str:
        """
        Return how somebody is called who wrote under a name once.

        An *account*, by its id, is called as its player whatever it was called then.
        """
        if account is not None and account in self.accounts:
            return self.accounts[account]
        return self.shown.get(folded(name), name) if name else name


NOTHING = Withheld()


def withheld_in(club: Club) -> Withheld:
    """
    Return the names of a club that are not to be shown.

    Costs two queries the first time, where anybody has ever asked for it.
    """
    if not club.names_version:
        return NOTHING
    known: Withheld | None = club.__dict__.get("_withheld")
    if known is None:
        players = Player.objects.filter(club=club)
        former = FormerAuthor.objects.filter(club=club)
        known = club.__dict__["_withheld"] = _withheld_of(players, former)
    return known


def withheld_anywhere() -> Withheld:
    """
    Return the names that are not to be shown in some club; costs two queries.

    Of two who are called the same in two clubs it does not tell one from the other.
    """
    return _withheld_of(Player.objects.all(), FormerAuthor.objects.all())


def _withheld_of(players: QuerySet[Player], former: QuerySet[FormerAuthor]) -> Withheld:
    found: list[tuple[int, str, str, int | None]] = list(
        players.exclude(withheld_key="").values_list(
            "pk", "withheld_key", "name", "member__account"
        )
    )
    return Withheld(
        {key: name for _pk, key, name, _account in found},
        {key: str(pk) for pk, key, _name, _account in found},
        dict(former.values_list("account", "initials"))
        | {account: name for *_, name, account in found if account is not None},
    )


def initials_for(player: Player) -> str:
    """Return the initials that would stand for a player; costs a query."""
    others = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
    return _free(player.name, set(_keys(others)))


# What is written --------------------------------------------------------------------


@transaction.atomic
def name_withhold(*, player: Player) -> None:
    """
    Replace a player's name by initials, and the address of the page by one without it.

    The same happens to all who turned out to be this player, and to whom this one
    turned out to be; whatever merges two players, of whom one is shown by initials,
    calls this so that it stays so. Done twice it is done once.
    """
    club, everybody = _locked(player)
    taken, slugs = set(_keys(everybody)), {one.slug for one in everybody}
    family = [one for one in _family(player, everybody) if not one.withheld_key]
    for one in family:
        taken.discard(one.key)  # who is called by initials already may stay so
        shown = _free(one.name, taken)
        slug = free_slug("", slugs, "player")
        one.withheld_name, one.withheld_key = one.name, one.key
        one.name, one.slug = shown, slug
        _save(one)
        taken |= {one.key, one.withheld_key}
        slugs.add(slug)
    if family:
        _tell(club)
    player.refresh_from_db()


@transaction.atomic
def name_show(*, player: Player) -> None:
    """Show a player's name again, at an address that is made from it."""
    club, everybody = _locked(player)
    slugs = {one.slug for one in everybody}
    family = [one for one in _family(player, everybody) if one.withheld_key]
    for one in family:
        one.name, one.slug = (
            one.withheld_name,
            free_slug(one.withheld_name, slugs, "player"),
        )
        one.withheld_name = one.withheld_key = ""
        _save(one)
        slugs.add(one.slug)
    if family:
        _tell(club)
    player.refresh_from_db()


@transaction.atomic
def author_withhold(*, club: Club, account: Account, initials: str) -> None:
    """Show *initials* where an account wrote in a club that is being closed."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    FormerAuthor.objects.create(club=club, account=account, initials=initials)
    _tell(club)


def _locked(player: Player) -> tuple[Club, list[Player]]:
    """Return the club, which nobody else changes meanwhile, and all its players."""
    club = Club.objects.select_for_update().get(pk=player.club_id)
    return club, list(Player.objects.filter(club=club).order_by("pk"))


def _family(player: Player, everybody: Collection[Player]) -> Iterator[Player]:
    """Yield whom a player has turned out to be, then all others who have."""
    by_id = {one.pk: one for one in everybody}
    root = by_id[player.pk]
    while root.merged_into_id is not None:
        root = by_id[root.merged_into_id]
    wanted = [root]
    while wanted:
        one = wanted.pop(0)
        yield one
        wanted += [other for other in everybody if other.merged_into_id == one.pk]


def _keys(players: Iterable[Player]) -> Iterator[str]:
    """Yield what players are found by."""
    for one in players:
        yield from filter(None, (one.key, one.withheld_key))


def _free(name: str, taken: Collection[str]) -> str:
    """Return the initials of *name*, with a number where somebody has them already."""
    initials = shown = initials_of(name)
    number = 2
    while folded(shown) in taken:
        shown = f"{initials} {number}"
        number += 1
    return shown


def _save(player: Player) -> None:
    player.full_clean()
    player.save()


def _tell(club: Club) -> None:
    """Count the change, and let go what was made of the names before."""
    club.names_version += 1
    club.save(update_fields=["names_version"])
    names_changed.send(sender=Club, club=club)
