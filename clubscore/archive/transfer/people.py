"""The settings, players, seasons and members of a club's file, made again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from django.utils import timezone

from clubscore.archive.transfer.rows import FileError, insert, told_where
from clubscore.archive.transfer.shapes import (
    ClubFile,
    ClubShape,
    EveningShape,
    FormerAuthorShape,
    MemberShape,
    OwnBookShape,
    PlannedEveningShape,
    PlayerShape,
    SeasonShape,
)
from clubscore.club import engine as rule_books
from clubscore.club import own_books
from clubscore.club.models import (
    Account,
    BookEdition,
    Club,
    FormerAuthor,
    Invitation,
    Member,
    OwnBook,
    Player,
    Season,
)
from clubscore.club.names import bare, folded
from clubscore.partie.models import Evening, PlannedEvening, Presence, SignOn

Say = Callable[[str], object]
"""Tells whoever waits what is done, or was left out."""


@dataclass
class ImportedRows:
    """The rows of the club that were made, by what the file calls them."""

    club: Club
    players: dict[int, Player] = field(default_factory=dict)
    seasons: dict[int, Season] = field(default_factory=dict)
    evenings: dict[object, Evening] = field(default_factory=dict)
    """By their dates."""
    accounts: dict[str, Account] = field(default_factory=dict)
    """Of those who are members here, too."""

    def player(self, number: int) -> Player:
        """Return a player; raise FileError if the file has none of that id."""
        if number not in self.players:
            raise FileError(f"there is no player {number} in the file")
        return self.players[number]

    def player_if_any(self, number: int | None) -> Player | None:
        """Return a player, or None for no id; raise FileError as `player` does."""
        return self.player(number) if number is not None else None

    def pk_of(self, number: str) -> str:
        """Return the key of a player by the text that an entry of the file has."""
        player = self.players.get(int(number) if number.isdecimal() else 0)
        if player is None or number != str(int(number)):
            raise FileError(f"there is no player “{number}” in the file")
        return str(player.pk)


def club_made(found: ClubShape, slug: str) -> Club:
    """Make the club, with another address if *slug* is one."""
    club = Club(**found.model_dump(exclude={"slug"}), slug=slug or found.slug)
    if Club.objects.filter(slug=club.slug).exists():
        raise FileError(
            f"There is a club “{club.slug}” here already. Choose another address for"
            " this one."
        )
    with told_where("club"):
        club.full_clean()
        insert(club)
    return club


def players_made(known: ImportedRows, players: Sequence[PlayerShape]) -> None:
    """Make the players, and say who turned out to be whom."""
    for found in _told_apart(players):
        with told_where(f"player {found.id}"):
            if found.id in known.players:
                raise FileError(f"player {found.id} stands twice in the file")
            player = Player(
                club=known.club,
                withheld_key=folded(found.withheld_name),
                uid=found.uid or uuid4(),
                **found.model_dump(
                    exclude={"id", "uid", "merged_into", "merged_through"}
                ),
            )
            player.clean()  # works out the key, which must be there to be compared
            player.full_clean()
            insert(player)
        known.players[found.id] = player
    _refuse_two_of_a_name(known)
    if any(player.withheld_name for player in known.players.values()):
        known.club.names_version = 1
        known.club.save(update_fields=["names_version"])
    for found in players:
        if found.merged_into is not None or found.merged_through is not None:
            player = known.player(found.id)
            player.merged_into = known.player_if_any(found.merged_into)
            player.merged_through = known.player_if_any(found.merged_through)
            player.save(update_fields=["merged_into", "merged_through"])
    _refuse_rings(known)


def _told_apart(players: Sequence[PlayerShape]) -> list[PlayerShape]:
    """
    Return the players, the later of two who are one name by now with a number.

    ø and o were two letters in files of before. What initials stand for comes first:
    what was written under that name stays withheld.
    """
    told = list(players)
    taken: dict[str, str] = {}
    for of in ("withheld_name", "name"):
        for place, player in enumerate(told):
            whole = name = getattr(player, of)
            number = 2
            while name and taken.setdefault(folded(name), bare(whole)) != bare(whole):
                end = f" {number}"
                name = whole[: 80 - len(end)] + end
                number += 1
            told[place] = told[place].model_copy(update={of: name})
    return told


def _refuse_two_of_a_name(known: ImportedRows) -> None:
    """Raise FileError if initials stand for the name of somebody else."""
    keys = {player.key: number for number, player in known.players.items()}
    for number, player in known.players.items():
        if keys.get(player.withheld_key, number) != number:
            raise FileError(f"player {number} has the name of another")


def _refuse_rings(known: ImportedRows) -> None:
    """Raise FileError if somebody turned out to be themselves in the end."""
    for number, player in known.players.items():
        passed = {player.pk}
        through, into = player.merged_through, player.merged_into
        if through is not None and (into is None or through.merged_into != into):
            raise FileError(f"player {number} was merged through somebody else")
        other = through or into
        while other is not None:
            if other.pk in passed:
                raise FileError(f"player {number} was merged in a ring")
            passed.add(other.pk)
            other = other.merged_through or other.merged_into


def books_made(known: ImportedRows, books: Sequence[OwnBookShape]) -> None:
    """Make the club's own rule books with all their editions."""
    for number, found in enumerate(books, start=1):
        with told_where(f"rule book {number}"):
            _check_book(found.draft)
            book = OwnBook(
                club=known.club, draft=found.draft, is_offered=found.is_offered
            )
            book.full_clean()
            book.save()
            for one in found.editions:
                edition = BookEdition(
                    book=book, key=_check_book(one.content), **one.model_dump()
                )
                edition.full_clean()
                insert(edition)


def _check_book(content: Mapping[str, object]) -> str:
    """Return the key of a club's own book; raise RulesError if it cannot be."""
    return rule_books.own_book(content).key


def ruleset_key(known: ImportedRows, ruleset: str | Mapping[str, object]) -> str:
    """Return the key of a rule book; raise FileError if the file has none such."""
    key = ruleset if isinstance(ruleset, str) else _check_book(ruleset)
    if not own_books.is_of(known.club, key):
        raise FileError("its rule book is not among those of the club")
    return key


def seasons_made(known: ImportedRows, seasons: Sequence[SeasonShape]) -> None:
    """Make the seasons with their rules and methods."""
    for found in seasons:
        with told_where(f"season {found.id}"):
            if found.id in known.seasons:
                raise FileError(f"season {found.id} stands twice in the file")
            season = Season(
                club=known.club,
                **found.model_dump(exclude={"id", "ruleset"}),
                ruleset=ruleset_key(known, found.ruleset),
            )
            season.full_clean()
            insert(season)
        known.seasons[found.id] = season


def evenings_made(known: ImportedRows, evenings: Sequence[EveningShape]) -> None:
    """Make the evenings with who was there."""
    for found in evenings:
        with told_where(f"evening {found.date}"):
            evening = Evening(club=known.club, date=found.date)
            evening.full_clean()
            insert(evening)
            for one in found.presences:
                presence = Presence(
                    evening=evening, player=known.player(one.player), part=one.part
                )
                presence.full_clean()
                insert(presence)
        known.evenings[found.date] = evening


def planned_evenings_made(
    known: ImportedRows, evenings: Sequence[PlannedEveningShape]
) -> None:
    """Make the evenings that were announced, with who signed on or off."""
    for found in evenings:
        with told_where(f"planned evening {found.date}"):
            planned = PlannedEvening(
                club=known.club, **found.model_dump(exclude={"sign_ons"})
            )
            planned.full_clean()
            insert(planned)
            for one in found.sign_ons:
                answer = SignOn(
                    planned=planned,
                    player=known.player(one.player),
                    comes=one.comes,
                    answered_at=one.answered_at,
                )
                answer.full_clean()
                insert(answer)


def members_made(
    known: ImportedRows,
    members: Sequence[MemberShape],
    say: Say,
    *,
    joins_accounts: bool,
) -> None:
    """
    Give the members their roles.

    Who has no account here gets one that nobody can log in with until a new password
    is made. An account that is here already may be somebody else's: it is a member
    only with *joins_accounts*.
    """
    for found in members:
        with told_where(f"member “{found.account}”"):
            account = Account.objects.filter(username=found.account).first()
            if account is not None and not joins_accounts:
                say(
                    f"There is an account “{found.account}” here already: it was not"
                    " made a member."
                )
                continue
            is_new = account is None
            if account is None:
                account = _account_made(found.account)
            member = Member(
                club=known.club,
                account=account,
                role=found.role,
                player=known.player_if_any(found.player),
                linked_to=known.player_if_any(found.linked_to),
                joined_at=found.joined_at,
            )
            member.full_clean()
            insert(member)
            if is_new:
                _let_come_back(member)
        known.accounts[found.account] = account


def former_authors_made(
    known: ImportedRows, authors: Sequence[FormerAuthorShape], *, keeps_names: bool
) -> None:
    """
    Make the closed accounts, which nobody logs in with, and what stands for them.

    With *keeps_names* they are called as in the file, and one that is here already is
    the same. A file of whomever must neither take names nor tell which are taken.
    """
    for found in authors:
        with told_where(f"former author “{found.account}”"):
            if found.account in known.accounts:
                raise FileError("it is a member too")
            name = found.account if keeps_names else f"closed-{uuid4()}"
            account = Account.objects.filter(username=name).first()
            if account is None:
                account = _account_made(name)
                account.is_active, account.closed_at = False, timezone.now()
                account.save(update_fields=["is_active", "closed_at"])
            if account.closed_at is None:
                raise FileError("somebody here has an account of this name")
            author = FormerAuthor(
                club=known.club, account=account, initials=found.initials
            )
            author.full_clean()
            author.save()
        known.accounts[found.account] = account
    if authors:
        known.club.names_version += 1
        known.club.save(update_fields=["names_version"])


def _account_made(name: str) -> Account:
    account = Account(username=name)
    account.set_unusable_password()
    account.full_clean(exclude=["password"])
    account.save()
    return account


def _let_come_back(member: Member) -> None:
    """
    Let the administrator make a link to a new password for a new account.

    That is for those whom the club has invited itself, and so has its file.
    """
    now = timezone.now()
    Invitation.objects.create(
        club=member.club,
        role=member.role,
        made_by=member.account,
        expires_at=now,
        used_at=now,
        used_by=member.account,
    )


def everybody_made(
    found: ClubFile,
    slug: str,
    say: Say,
    *,
    joins_accounts: bool,
    keeps_names: bool = True,
) -> ImportedRows:
    """
    Make the club of a file with all that its parties refer to.

    *keeps_names* is of closed accounts, see `former_authors_made`.
    """
    known = ImportedRows(club_made(found.club, slug))
    players_made(known, found.players)
    books_made(known, found.books)
    seasons_made(known, found.seasons)
    members_made(known, found.members, say, joins_accounts=joins_accounts)
    former_authors_made(known, found.former_authors, keeps_names=keeps_names)
    evenings_made(known, found.evenings)
    planned_evenings_made(known, found.planned_evenings)
    return known
