"""
Rows of a person: all that an installation keeps of an account and of its players.

The same parts make the page and the file. Never among them are secrets: what a
password, a code, a passkey or a session is recognized by. Standings, statistics and
records follow from the games and are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any, TypeAlias

from django.contrib.admin.models import LogEntry
from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils.translation import gettext as _

from clubscore.archive.models import ClubUpload
from clubscore.club.initials import withheld_anywhere
from clubscore.club.journal import Deed, entries_about, names_told
from clubscore.club.login import counted_as
from clubscore.club.models import (
    Account,
    BookEdition,
    Invitation,
    JournalEntry,
    LoginAttempt,
    Mail,
    Member,
    Player,
)
from clubscore.club.sessions import browser_told
from clubscore.partie.entries import Kind
from clubscore.partie.models import (
    Agreement,
    GameScore,
    Partie,
    PartieResult,
    PlanVersion,
    Presence,
    Revision,
    SignOn,
    SignOnLink,
)
from clubscore.season.models import LimitHandMade, RatingChange

Value: TypeAlias = (
    str | int | Fraction | bool | date | datetime | Mapping[str, Any] | None
)
"""What stands in a row; JSON says the same, a fraction as a text."""
Row: TypeAlias = tuple[Value, ...]

OF_PLAYERS = {
    *(Deed.PLAYER_CHANGED, Deed.INITIALS_CHANGED, Deed.PLAYERS_MERGED),
    *(Deed.PLAYERS_PARTED, Deed.PLAYER_CLOSED, Deed.PLAYER_DATA),
}
"""What the journal tells about a player by name."""


@dataclass(frozen=True, slots=True)
class DataSection:
    """A part of what is kept of somebody: rows of the same columns."""

    key: str
    """How the file calls it."""
    heading: str
    columns: Mapping[str, str]
    """How each column is called, in words, by its name in the file."""
    rows: Sequence[Row]
    """The latest first, perhaps not all."""
    many: int
    """How many there are."""

    @property
    def as_json(self) -> list[dict[str, Value]]:
        """The rows as the file has them."""
        return [
            {
                name: str(value) if isinstance(value, Fraction) else value
                for name, value in zip(self.columns, row, strict=True)
            }
            for row in self.rows
        ]

    @property
    def left_out(self) -> int:
        """How many rows are in the file alone."""
        return self.many - len(self.rows)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account, or a player without one."""

    account: Account | None
    players: tuple[Player, ...]
    """Every name that the person plays under, in whichever clubs."""

    @property
    def names(self) -> dict[int, set[str]]:
        """The names in each club, by the club's id."""
        found: dict[int, set[str]] = {}
        for one in self.players:
            names = found.setdefault(one.club_id, set())
            names |= {one.name, one.withheld_name} - {""}
        return found


def person_of(account: Account) -> Person:
    """Return the person of an account, with the players linked with it; a query."""
    mine = account.memberships.exclude(player=None).values("player")
    return Person(account, _names(Q(pk__in=mine) | Q(merged_into__in=mine)))


def person_at_table(player: Player) -> Person:
    """Return a player of a club as a person without an account; a query."""
    return Person(None, _names(Q(pk=player.pk) | Q(merged_into=player)))


def _names(which: Q) -> tuple[Player, ...]:
    found = Player.objects.filter(which).select_related("club", "merged_into")
    return tuple(found.order_by("club", "pk"))


def data_of(person: Person, most: int | None = None) -> list[DataSection]:
    """
    Return all that is kept of a person; of each part *most* rows, else all.

    The number of queries is the same whatever there is.
    """
    gather = _Gatherer(person, most)
    of_account = gather.of_account(person.account) if person.account else ()
    return [*of_account, *gather.of_players()]


@dataclass(frozen=True, slots=True)
class _Gatherer:
    person: Person
    most: int | None

    def _section(
        self,
        key: str,
        heading: str,
        columns: Mapping[str, str],
        found: QuerySet[Any, Any],
        row: Callable[[Any], Row],
    ) -> DataSection:
        """Return the rows that a query finds."""
        rows = [row(one) for one in found[: self.most]]
        many = len(rows) if self.most is None else found.count()
        return DataSection(key, heading, columns, rows, many)

    # The account --------------------------------------------------------------------

    def of_account(self, account: Account) -> Iterable[DataSection]:
        """Yield what is kept of an account alone."""
        yield DataSection(
            "account",
            _("Account"),
            {
                "username": _("Name to log in with"),
                "name": _("Other name"),
                "email": _("E-mail address"),
                "made_at": _("Made"),
                "last_login": _("Logged in last"),
                "is_staff": _("Staff of this site"),
                "language": _("Language of its mail"),
            },
            [
                (
                    account.get_username(),
                    account.get_full_name(),
                    account.email,
                    account.date_joined,
                    account.last_login,
                    account.is_staff or account.is_superuser,
                    account.language,
                )
            ],
            1,
        )
        members = Member.objects.filter(account=account)
        yield self._section(
            "memberships",
            _("Clubs"),
            {
                "club": _("Club"),
                "role": _("Role"),
                "player": _("Player"),
                "linked_to": _("Linked with the name"),
                "joined_at": _("Joined"),
                "wants_reminders": _("Mail before evenings"),
                "wants_results": _("Mail with results"),
            },
            members.select_related("club", "player", "linked_to").order_by("club"),
            lambda one: (
                one.club.name,
                one.get_role_display(),
                one.player.name if one.player else None,
                one.linked_to.name if one.linked_to else None,
                one.joined_at,
                one.wants_reminders,
                one.wants_results,
            ),
        )
        mails = Mail.objects.filter(member__account=account)
        yield self._section(
            "mails",
            _("Mail"),
            {
                "made_at": _("When"),
                "club": _("Club"),
                "kind": _("Kind"),
                "day": _("About the evening of"),
                "state": _("How far it is"),
            },
            mails.select_related("member__club").order_by("-pk"),
            lambda one: (
                one.made_at,
                one.member.club.name,
                one.get_kind_display(),
                one.day,
                one.get_state_display(),
            ),
        )
        yield self._factors(account)
        yield self._section(
            "sessions",
            _("Where you are logged in"),
            {
                "browser": _("Browser"),
                "address": _("From where"),
                "began_at": _("Since"),
                "seen_at": _("Last seen"),
                "calls_itself": _("As the browser calls itself"),
            },
            account.logins.all(),
            lambda one: (
                browser_told(one.browser),
                one.address,
                one.began_at,
                one.seen_at,
                one.browser,
            ),
        )
        # The others are counted by their network alone.
        tried = {
            LoginAttempt.Attempted.LOGIN: _("Logging in"),
            LoginAttempt.Attempted.MAIL: _("Confirming an e-mail address"),
        }
        attempts = LoginAttempt.objects.filter(
            name=counted_as(account.get_username()), kind__in=tried
        )
        yield self._section(
            "attempts",
            _("Attempts that are still counted"),
            {"made_at": _("When"), "kind": _("What"), "address": _("From where")},
            attempts.order_by("-pk"),
            lambda one: (
                one.made_at,
                tried[LoginAttempt.Attempted(one.kind)],
                one.address,
            ),
        )
        logged = LogEntry.objects.filter(user=account)
        yield self._section(
            "staff_pages",
            _("Written on the staff’s pages"),
            {"made_at": _("When"), "kind": _("What")},
            logged.order_by("-pk"),
            lambda one: (one.action_time, one.get_action_flag_display()),
        )
        plans = PlanVersion.objects.filter(account=account)
        yield self._section(
            "plans",
            _("Plans asked for"),
            {
                "made_at": _("When"),
                "club": _("Club"),
                "plan": _("Number of the plan"),
                "version": _("Version"),
            },
            plans.select_related("plan__club").order_by("-pk"),
            lambda one: (
                one.made_at,
                one.plan.club.name,
                one.plan.number,
                one.number,
            ),
        )
        # An edition knows its author by name alone.
        editions = BookEdition.objects.filter(
            author=account.get_username(), book__club__in=members.values("club")
        )
        yield self._section(
            "rule_books",
            _("Rule books published"),
            {
                "made_at": _("When"),
                "club": _("Club"),
                "book": _("Rule book"),
                "edition": _("Edition"),
            },
            editions.select_related("book__club").order_by("-pk"),
            lambda one: (
                one.made_at,
                one.book.club.name,
                one.content.get("name", ""),
                one.number,
            ),
        )

        sent = ClubUpload.objects.filter(account=account).select_related("club")
        yield self._section(
            "club_file",
            _("Club’s file sent in"),
            {
                "sent_at": _("When"),
                "state": _("How far it is"),
                "club": _("Club"),
                "address": _("From where"),
            },
            sent,
            lambda one: (
                one.sent_at,
                one.get_state_display(),
                one.club.name if one.club else None,
                one.network,
            ),
        )

    def _factors(self, account: Account) -> DataSection:
        """Return with what an account logs in, never what that is recognized by."""
        rows: list[Row] = []
        if account.has_usable_password():
            rows.append((_("Password"), "", None, None, None))
        rows += [
            (_("Passkey"), one.name, one.made_at, one.used_at, one.counter)
            for one in account.passkeys.all()
        ]
        app = getattr(account, "code_app", None)
        if app is not None:
            rows.append((_("App with codes"), "", app.made_at, None, None))
        codes = account.recovery_codes.count()
        if codes:
            rows.append((_("Recovery codes"), "", None, None, codes))
        return DataSection(
            "logs_in_with",
            _("How you log in"),
            {
                "kind": _("Kind"),
                "name": _("Name"),
                "made_at": _("Since"),
                "used_at": _("Last used"),
                "count": _("Times used, or codes left"),
            },
            rows,
            len(rows),
        )

    # Both ---------------------------------------------------------------------------

    def _invitations(self) -> DataSection:
        mine = Q(player__in=self.person.players)
        if self.person.account is not None:
            mine |= Q(made_by=self.person.account) | Q(used_by=self.person.account)
        found = Invitation.objects.filter(mine).select_related("club", "player")
        return self._section(
            "invitations",
            _("Invitations"),
            {
                "made_at": _("Made"),
                "club": _("Club"),
                "role": _("Role"),
                "is_by_you": _("Made by this account"),
                "player": _("For the player"),
                "places": _("Places"),
                "expires_at": _("Valid until"),
                "used_at": _("Used"),
                "revoked_at": _("Withdrawn"),
            },
            found.order_by("-pk"),
            lambda one: (
                one.made_at,
                one.club.name,
                one.get_role_display(),
                self.person.account is not None
                and one.made_by_id == self.person.account.pk,
                one.player.name if one.player else None,
                one.places,
                one.expires_at,
                one.used_at,
                one.revoked_at,
            ),
        )

    def _journal(self) -> DataSection:
        """Return what the person did, and what others did with account or player."""
        account, mine = self.person.account, Q(pk=None)
        if account is not None:
            mine |= Q(account=account) | Q(pk__in=entries_about(account).values("pk"))
        for club, names in self.person.names.items():
            mine |= Q(club=club, deed__in=OF_PLAYERS, about__in=names)
        withheld = withheld_anywhere()

        def row(entry: JournalEntry) -> Row:
            is_own = account is not None and entry.account_id == account.pk
            names_told([entry], withheld)
            # Who else did it, and from where, is told of them and not of this person.
            return (
                entry.made_at,
                entry.get_deed_display(),
                entry.about,
                entry.club.name if entry.club else None,
                is_own,
                entry.address if is_own else "",
            )

        return self._section(
            "journal",
            _("Journal"),
            {
                "made_at": _("When"),
                "deed": _("What"),
                "about": _("About"),
                "club": _("Club"),
                "is_by_you": _("Done with this account"),
                "address": _("From where"),
            },
            JournalEntry.objects.filter(mine).select_related("club").order_by("-pk"),
            row,
        )

    @property
    def _written(self) -> QuerySet[Revision]:
        """What the person wrote: with the account, or by name with a table's link."""
        mine = Q(pk=None)
        if self.person.account is not None:
            mine |= Q(account=self.person.account)
        for club, names in self.person.names.items():
            mine |= Q(link__partie__club=club, account=None, author__in=names)
        return Revision.objects.filter(mine)

    def _revisions(self) -> DataSection:
        """Return how much the person wrote of which kind."""
        counted = (
            self._written.order_by()
            .values("entry__partie__club__name", "entry__kind", "author")
            .annotate(
                many=Count("pk"),
                by_link=Count("link"),
                first=Min("made_at"),
                last=Max("made_at"),
            )
        )
        return self._section(
            "revisions",
            _("Written at tables, counted"),
            {
                "club": _("Club"),
                "kind": _("Kind"),
                "author": _("Under the name"),
                "count": _("How many"),
                "count_by_link": _("With a table’s link"),
                "first_at": _("First"),
                "last_at": _("Last"),
            },
            counted.order_by("entry__partie__club__name", "entry__kind", "author"),
            lambda one: (
                one["entry__partie__club__name"],
                _kind(one["entry__kind"]),
                one["author"],
                one["many"],
                one["by_link"],
                one["first"],
                one["last"],
            ),
        )

    def _remarks(self) -> DataSection:
        """Return the texts that the person typed at tables."""
        typed = ~Q(reason="")
        for name in ("remark", "reason", "text"):
            typed |= Q(said__has_key=name) & ~Q(**{f"said__{name}": ""})
        found = self._written.filter(typed).select_related(
            "entry__partie__club", "entry__partie__evening"
        )

        def row(one: Revision) -> Row:
            texts = [one.said.get(name) for name in ("remark", "reason", "text")]
            return (
                one.made_at,
                " · ".join(filter(None, dict.fromkeys([*texts, one.reason]))),
                *_where(one.entry.partie),
                _kind(one.entry.kind),
            )

        return self._section(
            "remarks",
            _("Remarks and reasons written"),
            {
                "made_at": _("When"),
                "text": _("Text"),
                **_columns_where(),
                "kind": _("Kind"),
            },
            found.order_by("-pk"),
            row,
        )

    def _agreements(self) -> DataSection:
        mine = Q(player__in=self.person.players)
        if self.person.account is not None:
            mine |= Q(account=self.person.account)
        found = Agreement.objects.filter(mine).select_related(
            "revision__entry__partie__club", "revision__entry__partie__evening"
        )
        return self._section(
            "agreements",
            _("Games agreed to"),
            {"made_at": _("When"), **_columns_where()},
            found.order_by("-pk"),
            lambda one: (one.made_at, *_where(one.revision.entry.partie)),
        )

    # Players ------------------------------------------------------------------------

    def of_players(self) -> Iterable[DataSection]:
        """Yield what is kept of who the person is at tables, and what both wrote."""
        mine = {"player__in": self.person.players}
        players = self.person.players
        yield DataSection(
            "players",
            _("At the table"),
            {
                "name": _("Name"),
                "club": _("Club"),
                "withheld_name": _("Name that initials stand for"),
                "address": _("Address"),
                "is_guest": _("Guest"),
                "merged_into": _("Turned out to be"),
                "uid": _("Number in the chain of revisions"),
                "made_at": _("Since"),
            },
            [
                (
                    one.name,
                    one.club.name,
                    one.withheld_name,
                    one.slug,
                    one.is_guest,
                    one.merged_into.name if one.merged_into else None,
                    str(one.uid),
                    one.made_at,
                )
                for one in players
            ],
            len(players),
        )
        results = PartieResult.objects.filter(**mine).select_related(
            "partie__club", "partie__season", "partie__evening"
        )
        yield self._section(
            "parties",
            _("Parties"),
            {
                **_columns_where(),
                "season": _("Season"),
                "table": _("Table"),
                "place": _("Place"),
                "score": _("Score"),
                "chips": _("Chips"),
                "games": _("Games"),
                "wins": _("Wins"),
                "given": _("Winning tiles given away"),
                "best_game": _("Best game"),
                "is_void": _("Void"),
            },
            results.order_by("-partie__evening__date", "-partie"),
            lambda one: (
                *_where(one.partie),
                one.partie.season.name,
                one.partie.table,
                one.place,
                one.score,
                one.chips,
                one.games,
                one.wins,
                one.given,
                one.best_game,
                one.partie.is_void,
            ),
        )
        yield self._games()
        presences = Presence.objects.filter(**mine).select_related("evening__club")
        yield self._section(
            "presences",
            _("Evenings attended"),
            {"date": _("Date"), "club": _("Club"), "part": _("For")},
            presences.order_by("-evening__date", "-pk"),
            lambda one: (
                one.evening.date,
                one.evening.club.name,
                one.get_part_display(),
            ),
        )
        answers = SignOn.objects.filter(**mine).select_related("planned__club")
        yield self._section(
            "answers",
            _("Answers to planned evenings"),
            {
                "date": _("Date"),
                "club": _("Club"),
                "comes": _("Comes"),
                "answered_at": _("Answered"),
            },
            answers.order_by("-planned__date", "-pk"),
            lambda one: (
                one.planned.date,
                one.planned.club.name,
                one.comes,
                one.answered_at,
            ),
        )
        links = SignOnLink.objects.filter(**mine).select_related("player__club")
        yield self._section(
            "sign_on_links",
            _("Links to sign on"),
            {"club": _("Club"), "made_at": _("Made")},
            links.order_by("-made_at", "-pk"),
            lambda one: (one.player.club.name, one.made_at),
        )
        limits = LimitHandMade.objects.filter(**mine).select_related(
            "partie__club", "partie__evening"
        )
        yield self._section(
            "limit_hands",
            _("Limit hands"),
            {
                **_columns_where(),
                "game": _("Game"),
                "hand": _("Limit hand"),
                "points": _("Points"),
            },
            limits.order_by("-partie__evening__date", "-pk"),
            lambda one: (*_where(one.partie), one.game, one.key, one.points),
        )
        ratings = RatingChange.objects.filter(**mine).select_related(
            "partie__club", "partie__evening"
        )
        yield self._section(
            "ratings",
            _("Ratings"),
            {
                **_columns_where(),
                "skill": _("Skill rating"),
                "list": _("Classical list"),
            },
            ratings.order_by("-day", "-number", "-pk"),
            lambda one: (
                *_where(one.partie),
                one.skill.after.shown,
                one.listed.after,
            ),
        )
        yield self._revisions()
        yield self._remarks()
        yield self._agreements()
        yield self._invitations()
        yield self._journal()

    def _games(self) -> DataSection:
        scores = GameScore.objects.filter(player__in=self.person.players)
        scores = scores.select_related(
            "game__partie__club", "game__partie__evening", "game__revision"
        )

        def row(one: GameScore) -> Row:
            hands = one.game.revision.said.get("hands") or {}
            return (
                *_where(one.game.partie),
                one.game.number,
                one.seat,
                _outcome(one),
                hands.get(str(one.player_id)),
                one.points,
                one.score,
                one.total,
            )

        return self._section(
            "games",
            _("Games"),
            {
                **_columns_where(),
                "game": _("Game"),
                "seat": _("Seat"),
                "outcome": _("How it ended"),
                "hand": _("Hand"),
                "points": _("Points"),
                "score": _("Score"),
                "total": _("Total in the partie"),
            },
            scores.order_by("-game__partie__evening__date", "-game"),
            row,
        )


def _outcome(one: GameScore) -> str:
    """Return how a game ended for a player."""
    if one.game.winner_id == one.player_id:
        return _("won")
    if one.game.giver_id == one.player_id:
        return _("gave the winning tile")
    if one.game.winner_id is not None:
        return _("somebody else won")
    return str(one.game.get_outcome_display())


def _columns_where() -> dict[str, str]:
    """Return the columns that `_where` fills."""
    return {"date": _("Date"), "club": _("Club"), "partie": _("Partie")}


def _where(partie: Partie) -> tuple[date, str, int]:
    """Return the day, the club and the number of a partie."""
    return partie.evening.date, partie.club.name, partie.number


def _kind(kind: str) -> str:
    """Return how a kind of entry is called; one of a newer version goes by its key."""
    return str(Kind(kind).label) if kind in Kind.values else kind
