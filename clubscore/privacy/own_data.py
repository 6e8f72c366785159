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
from typing import Any, NamedTuple, TypeAlias

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


class Column(NamedTuple):
    """A column of rows, and what of each thing that is kept stands in it."""

    key: str
    """How the file calls it."""
    heading: str
    value: str | Callable[[Any], Value] = ""
    """What to ask the thing for, as a template says it; its key where empty."""

    def of(self, found: Any) -> Value:
        """Return what stands in it of a thing; None where there is nothing to ask."""
        if callable(self.value):
            return self.value(found)
        for name in (self.value or self.key).split("."):
            if found is None:
                return None
            found = found[name] if isinstance(found, dict) else getattr(found, name)
        return found() if callable(found) else found  # type: ignore[no-any-return]


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
        found: QuerySet[Any, Any] | Sequence[Any],
        *columns: Column,
    ) -> DataSection:
        """Return the rows of what was found; of a query as many as are asked for."""
        is_cut = self.most is not None and isinstance(found, QuerySet)
        shown = found[: self.most] if is_cut else found
        rows = [tuple(column.of(one) for column in columns) for one in shown]
        many = found.count() if is_cut else len(rows)  # type: ignore[call-arg]
        named = {column.key: column.heading for column in columns}
        return DataSection(key, heading, named, rows, many)

    # The account --------------------------------------------------------------------

    def of_account(self, account: Account) -> Iterable[DataSection]:
        """Yield what is kept of an account alone."""
        yield self._section(
            "account",
            _("Account"),
            [account],
            Column("username", _("Name to log in with"), "get_username"),
            Column("name", _("Other name"), "get_full_name"),
            Column("email", _("E-mail address")),
            Column("made_at", _("Made"), "date_joined"),
            Column("last_login", _("Logged in last")),
            Column(
                "is_staff",
                _("Staff of this site"),
                lambda one: one.is_staff or one.is_superuser,
            ),
            Column("language", _("Language of its mail")),
        )
        members = Member.objects.filter(account=account)
        yield self._section(
            "memberships",
            _("Clubs"),
            members.select_related("club", "player", "linked_to").order_by("club"),
            Column("club", _("Club"), "club.name"),
            Column("role", _("Role"), "get_role_display"),
            Column("player", _("Player"), "player.name"),
            Column("linked_to", _("Linked with the name"), "linked_to.name"),
            Column("joined_at", _("Joined")),
            Column("wants_reminders", _("Mail before evenings")),
            Column("wants_results", _("Mail with results")),
        )
        mails = Mail.objects.filter(member__account=account)
        yield self._section(
            "mails",
            _("Mail"),
            mails.select_related("member__club").order_by("-pk"),
            Column("made_at", _("When")),
            Column("club", _("Club"), "member.club.name"),
            Column("kind", _("Kind"), "get_kind_display"),
            Column("day", _("About the evening of")),
            Column("state", _("How far it is"), "get_state_display"),
        )
        yield self._factors(account)
        yield self._section(
            "sessions",
            _("Where you are logged in"),
            account.logins.all(),
            Column("browser", _("Browser"), lambda one: browser_told(one.browser)),
            Column("address", _("From where")),
            Column("began_at", _("Since")),
            Column("seen_at", _("Last seen")),
            Column("calls_itself", _("As the browser calls itself"), "browser"),
        )
        # The others are counted by their network alone.
        tried: dict[str, str] = {
            LoginAttempt.Attempted.LOGIN: _("Logging in"),
            LoginAttempt.Attempted.MAIL: _("Confirming an e-mail address"),
        }
        attempts = LoginAttempt.objects.filter(
            name=counted_as(account.get_username()), kind__in=tried
        )
        yield self._section(
            "attempts",
            _("Attempts that are still counted"),
            attempts.order_by("-pk"),
            Column("made_at", _("When")),
            Column("kind", _("What"), lambda one: tried[one.kind]),
            Column("address", _("From where")),
        )
        logged = LogEntry.objects.filter(user=account)
        yield self._section(
            "staff_pages",
            _("Written on the staff’s pages"),
            logged.order_by("-pk"),
            Column("made_at", _("When"), "action_time"),
            Column("kind", _("What"), "get_action_flag_display"),
        )
        plans = PlanVersion.objects.filter(account=account)
        yield self._section(
            "plans",
            _("Plans asked for"),
            plans.select_related("plan__club").order_by("-pk"),
            Column("made_at", _("When")),
            Column("club", _("Club"), "plan.club.name"),
            Column("plan", _("Number of the plan"), "plan.number"),
            Column("version", _("Version"), "number"),
        )
        # An edition knows its author by name alone.
        editions = BookEdition.objects.filter(
            author=account.get_username(), book__club__in=members.values("club")
        )
        yield self._section(
            "rule_books",
            _("Rule books published"),
            editions.select_related("book__club").order_by("-pk"),
            Column("made_at", _("When")),
            Column("club", _("Club"), "book.club.name"),
            Column("book", _("Rule book"), lambda one: one.content.get("name", "")),
            Column("edition", _("Edition"), "number"),
        )
        yield self._section(
            "club_file",
            _("Club’s file sent in"),
            ClubUpload.objects.filter(account=account).select_related("club"),
            Column("sent_at", _("When")),
            Column("state", _("How far it is"), "get_state_display"),
            Column("club", _("Club"), "club.name"),
            Column("address", _("From where"), "network"),
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
        account, mine = self.person.account, Q(player__in=self.person.players)
        if account is not None:
            mine |= Q(made_by=account) | Q(used_by=account)
        found = Invitation.objects.filter(mine).select_related("club", "player")
        return self._section(
            "invitations",
            _("Invitations"),
            found.order_by("-pk"),
            Column("made_at", _("Made")),
            Column("club", _("Club"), "club.name"),
            Column("role", _("Role"), "get_role_display"),
            Column(
                "is_by_you",
                _("Made by this account"),
                lambda one: account is not None and one.made_by_id == account.pk,
            ),
            Column("player", _("For the player"), "player.name"),
            Column("places", _("Places")),
            Column("expires_at", _("Valid until")),
            Column("used_at", _("Used")),
            Column("revoked_at", _("Withdrawn")),
        )

    def _journal(self) -> DataSection:
        """Return what the person did, and what others did with account or player."""
        account, mine = self.person.account, Q(pk=None)
        if account is not None:
            mine |= Q(account=account) | Q(pk__in=entries_about(account).values("pk"))
        for club, names in self.person.names.items():
            mine |= Q(club=club, deed__in=OF_PLAYERS, about__in=names)
        withheld = withheld_anywhere()

        def about(entry: JournalEntry) -> str:
            names_told([entry], withheld)
            return entry.about

        def is_own(entry: JournalEntry) -> bool:
            return account is not None and entry.account_id == account.pk

        return self._section(
            "journal",
            _("Journal"),
            JournalEntry.objects.filter(mine).select_related("club").order_by("-pk"),
            Column("made_at", _("When")),
            Column("deed", _("What"), "get_deed_display"),
            Column("about", _("About"), about),
            Column("club", _("Club"), "club.name"),
            # Who else did it, and from where, is told of them and not of this person.
            Column("is_by_you", _("Done with this account"), is_own),
            Column(
                "address",
                _("From where"),
                lambda one: one.address if is_own(one) else "",
            ),
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
            counted.order_by("entry__partie__club__name", "entry__kind", "author"),
            Column("club", _("Club"), "entry__partie__club__name"),
            Column("kind", _("Kind"), lambda one: _kind(one["entry__kind"])),
            Column("author", _("Under the name")),
            Column("count", _("How many"), "many"),
            Column("count_by_link", _("With a table’s link"), "by_link"),
            Column("first_at", _("First"), "first"),
            Column("last_at", _("Last"), "last"),
        )

    def _remarks(self) -> DataSection:
        """Return the texts that the person typed at tables."""
        typed = ~Q(reason="")
        for name in ("remark", "reason", "text"):
            typed |= Q(said__has_key=name) & ~Q(**{f"said__{name}": ""})
        found = self._written.filter(typed).select_related(
            "entry__partie__club", "entry__partie__evening"
        )

        def text(one: Revision) -> str:
            texts = [one.said.get(name) for name in ("remark", "reason", "text")]
            return " · ".join(filter(None, dict.fromkeys([*texts, one.reason])))

        return self._section(
            "remarks",
            _("Remarks and reasons written"),
            found.order_by("-pk"),
            Column("made_at", _("When")),
            Column("text", _("Text"), text),
            *_where("entry.partie"),
            Column("kind", _("Kind"), lambda one: _kind(one.entry.kind)),
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
            found.order_by("-pk"),
            Column("made_at", _("When")),
            *_where("revision.entry.partie"),
        )

    # Players ------------------------------------------------------------------------

    def of_players(self) -> Iterable[DataSection]:
        """Yield what is kept of who the person is at tables, and what both wrote."""
        mine = {"player__in": self.person.players}
        yield self._section(
            "players",
            _("At the table"),
            self.person.players,
            Column("name", _("Name")),
            Column("club", _("Club"), "club.name"),
            Column("withheld_name", _("Name that initials stand for")),
            Column("address", _("Address"), "slug"),
            Column("is_guest", _("Guest")),
            Column("merged_into", _("Turned out to be"), "merged_into.name"),
            Column(
                "uid", _("Number in the chain of revisions"), lambda one: str(one.uid)
            ),
            Column("made_at", _("Since")),
        )
        results = PartieResult.objects.filter(**mine).select_related(
            "partie__club", "partie__season", "partie__evening"
        )
        yield self._section(
            "parties",
            _("Parties"),
            results.order_by("-partie__evening__date", "-partie"),
            *_where("partie"),
            Column("season", _("Season"), "partie.season.name"),
            Column("table", _("Table"), "partie.table"),
            Column("place", _("Place")),
            Column("score", _("Score")),
            Column("chips", _("Chips")),
            Column("games", _("Games")),
            Column("wins", _("Wins")),
            Column("given", _("Winning tiles given away")),
            Column("best_game", _("Best game")),
            Column("is_void", _("Void"), "partie.is_void"),
        )
        yield self._games()
        presences = Presence.objects.filter(**mine).select_related("evening__club")
        yield self._section(
            "presences",
            _("Evenings attended"),
            presences.order_by("-evening__date", "-pk"),
            Column("date", _("Date"), "evening.date"),
            Column("club", _("Club"), "evening.club.name"),
            Column("part", _("For"), "get_part_display"),
        )
        answers = SignOn.objects.filter(**mine).select_related("planned__club")
        yield self._section(
            "answers",
            _("Answers to planned evenings"),
            answers.order_by("-planned__date", "-pk"),
            Column("date", _("Date"), "planned.date"),
            Column("club", _("Club"), "planned.club.name"),
            Column("comes", _("Comes")),
            Column("answered_at", _("Answered")),
        )
        links = SignOnLink.objects.filter(**mine).select_related("player__club")
        yield self._section(
            "sign_on_links",
            _("Links to sign on"),
            links.order_by("-made_at", "-pk"),
            Column("club", _("Club"), "player.club.name"),
            Column("made_at", _("Made")),
        )
        limits = LimitHandMade.objects.filter(**mine).select_related(
            "partie__club", "partie__evening"
        )
        yield self._section(
            "limit_hands",
            _("Limit hands"),
            limits.order_by("-partie__evening__date", "-pk"),
            *_where("partie"),
            Column("game", _("Game")),
            Column("hand", _("Limit hand"), "key"),
            Column("points", _("Points")),
        )
        ratings = RatingChange.objects.filter(**mine).select_related(
            "partie__club", "partie__evening"
        )
        yield self._section(
            "ratings",
            _("Ratings"),
            ratings.order_by("-day", "-number", "-pk"),
            *_where("partie"),
            Column("skill", _("Skill rating"), "skill.after.shown"),
            Column("list", _("Classical list"), "listed.after"),
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

        def hand(one: GameScore) -> Value:
            hands = one.game.revision.said.get("hands") or {}
            return hands.get(str(one.player_id))

        return self._section(
            "games",
            _("Games"),
            scores.order_by("-game__partie__evening__date", "-game"),
            *_where("game.partie"),
            Column("game", _("Game"), "game.number"),
            Column("seat", _("Seat")),
            Column("outcome", _("How it ended"), _outcome),
            Column("hand", _("Hand"), hand),
            Column("points", _("Points")),
            Column("score", _("Score")),
            Column("total", _("Total in the partie")),
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


def _where(partie: str) -> tuple[Column, Column, Column]:
    """Return the columns of the day, the club and the number of a thing's partie."""
    return (
        Column("date", _("Date"), f"{partie}.evening.date"),
        Column("club", _("Club"), f"{partie}.club.name"),
        Column("partie", _("Partie"), f"{partie}.number"),
    )


def _kind(kind: str) -> str:
    """Return how a kind of entry is called; one of a newer version goes by its key."""
    return str(Kind(kind).label) if kind in Kind.values else kind
