"""
Evenings, parties, entries and revisions, and the rows that follow from them.

What was said is kept for ever: a partie is a list of entries (games, bookings,
new seats and so on), and every entry has revisions that the database itself
neither changes nor lets go. All other tables follow from the current revisions
and can be made again from them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar
from urllib.parse import urlencode

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Club, Player, Season, Substitutes, Token
from clubscore.club.signed import SignedQuerySet, SignedRow
from clubscore.partie import entries
from clubscore.partie.engine import Terms
from clubscore.partie.entries import Kind
from clubscore.partie.scores import ScoreField


class Evening(models.Model):
    """One club night: several tables, several parties."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="evenings")
    date = models.DateField(_("date"))
    version = models.PositiveIntegerField(default=0, editable=False)
    """Counts how often it was noted who is there."""

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        ordering = ["-date"]
        constraints = [
            models.UniqueConstraint(fields=["club", "date"], name="evening_once")
        ]

    def __str__(self) -> str:
        return f"{self.club}, {self.date}"


class PartieQuerySet(models.QuerySet["Partie"]):
    """Parties, asked for in the club's words."""

    def open(self) -> PartieQuerySet:
        """Return the parties that are still played."""
        return self.filter(is_finished=False, is_void=False)

    def counted(self) -> PartieQuerySet:
        """Return the parties that results are made of."""
        return self.filter(is_void=False)


class Partie(models.Model):
    """
    What players sit down for: four rounds, or what the ruleset says.

    The ruleset's edition and the value of every option are frozen when it starts.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="parties")
    season = models.ForeignKey(Season, models.PROTECT, related_name="parties")
    evening = models.ForeignKey(Evening, models.PROTECT, related_name="parties")
    number = models.PositiveIntegerField(_("number"))
    """Counts the club's parties; it stands in the address."""
    table = models.CharField(_("table"), max_length=20, blank=True)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    edition = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField(_("number of players"), default=4)
    """How many belong to it: 3, 4, or 5 of whom one rests."""
    options = models.JSONField(_("house rules"), blank=True)
    """Every option's value, defaults written out."""
    start_chips = models.IntegerField(_("start chips"))
    uses_chips = models.BooleanField(
        _("played with chips"), default=False, help_text=_("Else with a notepad.")
    )
    version = models.PositiveIntegerField(default=0)
    """Counts the writes, so that nobody writes over what they have not seen."""
    is_finished = models.BooleanField(_("finished"), default=False)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    """When its last game or its end was first recorded; none while it is played."""
    is_ended_early = models.BooleanField(_("ended early"), default=False)
    """Whether it was ended before its last game."""
    is_result_only = models.BooleanField(default=False, editable=False)
    """Whether only what it came to is known, and none of its games."""
    substitutes = models.CharField(
        _("a substitute’s result"),
        max_length=20,
        choices=Substitutes,
        default=Substitutes.SUBSTITUTE,
    )
    """Whom the result of a substitute counts for, as its season said at the start."""
    is_void = models.BooleanField(_("void"), default=False)
    progress = models.JSONField(null=True, blank=True, editable=False)
    """
    Who sits where in its next game, as the engine keeps it; it follows from the games.

    None of a partie nobody has written in since it is kept: look at its games.
    """
    start_key = models.UUIDField(null=True, blank=True, unique=True, editable=False)
    """Names the form that started it, so that a second tap starts nothing twice."""
    start_digest = models.CharField(max_length=64, blank=True, editable=False)
    """Of what a program sent to start it with its own key; else empty."""
    head = models.CharField(max_length=64, default="", blank=True, editable=False)
    """The hash of its last revision, or of how it began; see `chain`."""
    head_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When that was recorded."""
    imported = models.CharField(max_length=64, default="", blank=True, editable=False)
    """Of who is here who wrote what came with a file; empty where nothing did."""
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    objects: ClassVar[PartieQuerySet] = PartieQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("partie")
        verbose_name_plural = _("parties")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number"], name="partie_number_once_in_club"
            )
        ]

    def __str__(self) -> str:
        return f"{self.club} {self.number}"

    def get_absolute_url(self) -> str:
        """Return the address of the partie's score sheet."""
        return reverse("table:partie", args=[self.club.slug, self.number])

    @property
    def card_address(self) -> str:
        """The address of its rule book's card: for so many players, in its season."""
        card = reverse("table:reference", args=[self.club.slug, self.ruleset])
        asked = {"players": self.players, "season": self.season.slug}
        return f"{card}?{urlencode(asked)}"

    @property
    def terms(self) -> Terms:
        """What the partie is played by."""
        return Terms(self.ruleset, self.options, self.start_chips, self.players)


class Seat(models.Model):
    """Where a player sat down: place 0 is the first East."""

    partie = models.ForeignKey(Partie, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["partie", "place"], name="seat_place_once"),
            models.UniqueConstraint(
                fields=["partie", "player"], name="seat_player_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.player}"


LINK_LIFE = timedelta(days=14)
"""
How long a table's link records after it was made, or after the partie's last entry.

Clubs that meet every other week go on with a partie then; a link that has lain about
for longer may be in anybody's hands, as a printed code or in an old chat.
"""


class TableLinkQuerySet(SignedQuerySet["TableLink"]):
    """Table links, asked for in the club's words."""

    def valid(self) -> TableLinkQuerySet:
        """Return the links that were not withdrawn: with them a table can be read."""
        return self.filter(revoked_at__isnull=True)

    def new(self, now: datetime) -> TableLinkQuerySet:
        """Return the valid links with which can be recorded, whoever wrote when."""
        return self.valid().filter(made_at__gt=now - LINK_LIFE)

    def alive(self, now: datetime) -> TableLinkQuerySet:
        """Return the valid links with which can be recorded: new ones and used ones."""
        written = Revision.objects.filter(
            entry__partie=models.OuterRef("partie"), made_at__gt=now - LINK_LIFE
        )
        used = self.valid().filter(models.Exists(written))
        return self.new(now) | used


class TableLink(SignedRow):
    """
    What lets whoever holds it record at one table without an account.

    It dies with its partie, or when nobody has written there for LINK_LIFE; what was
    opened with it can still be read.
    """

    partie = models.ForeignKey(Partie, models.CASCADE, related_name="links")
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    SALT = "clubscore.partie.TableLink"

    objects: ClassVar[TableLinkQuerySet] = TableLinkQuerySet.as_manager()  # type: ignore[assignment]

    def __str__(self) -> str:
        return f"{self.partie}"

    def get_absolute_url(self) -> str:
        """Return the address that opens the table."""
        return reverse("table:link", args=[self.token])

    def is_new(self, now: datetime) -> bool:
        """Tell whether it records whoever wrote when, as long as it is valid."""
        return self.made_at > now - LINK_LIFE


class Entry(models.Model):
    """Something that happened in a partie: a game or an event."""

    partie = models.ForeignKey(Partie, models.CASCADE, related_name="entries")
    place = models.PositiveIntegerField()
    """Counts what was entered in the partie, from 1."""
    before = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="put_before"
    )
    """The entry that it was put before later on; none where it stands at its place."""
    kind = models.CharField(max_length=20, choices=Kind.listed)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(
                fields=["partie", "place"], name="entry_place_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.partie}, {self.place}: {self.kind}"

    @property
    def position(self) -> int:
        """The place from which on it makes a difference."""
        return self.place if self.before is None else self.before.place


IN_ORDER = (
    Coalesce("entry__before__place", "entry__place"),
    F("entry__before").asc(nulls_last=True),
    "entry__place",
)
"""Revisions in the order of their partie: what was put before an entry comes first."""


class RevisionQuerySet(models.QuerySet["Revision"]):
    """Revisions, asked for in the club's words."""

    def current(self) -> RevisionQuerySet:
        """Return each entry's last revision."""
        newer = Revision.objects.filter(
            entry=models.OuterRef("entry"), number__gt=models.OuterRef("number")
        )
        return self.filter(~models.Exists(newer))

    def in_force(self, partie: Partie) -> RevisionQuerySet:
        """Return what holds in *partie*, in order: nothing that was withdrawn."""
        return (
            self.current()
            .filter(entry__partie=partie, is_withdrawn=False)
            .select_related("entry__before")
            .order_by(*IN_ORDER)
        )


class Revision(models.Model):
    """
    A revision of an entry, by whom, when and why.

    The database refuses to change a revision or to let it go.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    """Counts the entry's revisions, from 1."""
    said = models.JSONField()
    """What `content` tells of, as JSON."""
    result = models.JSONField(null=True, blank=True)
    """What a game came to, in the shapes of the contract."""
    is_withdrawn = models.BooleanField(default=False)
    """Whether it takes the entry out of the partie."""
    edition = models.CharField(max_length=40)
    """The edition of the ruleset that made the result."""
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True
    )
    link = models.ForeignKey(TableLink, models.PROTECT, null=True, blank=True)
    token = models.ForeignKey(Token, models.PROTECT, null=True, blank=True)
    """What another program wrote with."""
    author = models.CharField(max_length=80, blank=True)
    """The name of whoever wrote it, as it was then."""
    reason = models.CharField(max_length=200, blank=True)
    # Null while a migration fills it: else SQLite would copy the whole table for it.
    before = models.CharField(max_length=64, null=True, editable=False)  # noqa: DJ001
    """The hash of the partie's revision before this one; see `chain`."""
    elsewhere = models.JSONField(null=True, blank=True, editable=False)
    """Account, link and token where it was written, if that was not here."""
    # A default, not the time of saving: the chain holds it too.
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[RevisionQuerySet] = RevisionQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        ordering = ["entry", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "number"], name="revision_number_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}, {self.number}"

    @property
    def content(self) -> entries.Content:
        """What is recorded, with players instead of seats."""
        return entries.read(self.entry.kind, self.said)

    @property
    def game(self) -> entries.RecordedGame:
        """The game that is recorded, where it is one."""
        return entries.RecordedGame.from_json(self.said)


class Agreement(models.Model):
    """A player's word that a game was entered as it was played."""

    revision = models.ForeignKey(Revision, models.CASCADE, related_name="agreements")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True
    )
    link = models.ForeignKey(TableLink, models.PROTECT, null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["revision", "player"], name="agreement_player_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.revision}: {self.player}"


class Presence(models.Model):
    """A player who is there on an evening, seated or not."""

    class Stay(models.TextChoices):
        """For which part of the evening."""

        WHOLE = "whole", _("the whole evening")
        FIRST = "first", _("the first half")
        SECOND = "second", _("the second half")

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="presences")
    player = models.ForeignKey(Player, models.PROTECT, related_name="presences")
    part = models.CharField(_("part"), max_length=10, choices=Stay, default=Stay.WHOLE)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")
        constraints = [
            models.UniqueConstraint(
                fields=["evening", "player"], name="presence_player_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening}: {self.player}"


class PlannedEvening(models.Model):
    """An evening that a club announces; what is played then is an `Evening`."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="planned_evenings")
    date = models.DateField(_("date"))
    starts_at = models.TimeField(_("begins"), null=True, blank=True)
    ends_at = models.TimeField(_("ends"), null=True, blank=True)
    """After midnight where it is no later than the beginning."""
    place = models.CharField(_("place"), max_length=100, blank=True)
    version = models.PositiveIntegerField(default=0, editable=False)
    """Counts how often it was changed."""

    class Meta:
        verbose_name = _("planned evening")
        verbose_name_plural = _("planned evenings")
        ordering = ["date"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "date"], name="planned_evening_once"
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(starts_at__isnull=False),
                name="planned_evening_begins_before_it_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}, {self.date}"


def of_person(person: int | OuterRef) -> Q:
    """Return what rows with a player have of a person, by id, under whatever name."""
    return Q(player=person) | Q(player__merged_into=person)


class SignOnQuerySet(models.QuerySet["SignOn"]):
    """Sign-ons, asked for in the club's words."""

    def last_of_each(self) -> SignOnQuerySet:
        """Return each person's last answer."""
        # Somebody who was merged may have answered under several names.
        person = Coalesce("player__merged_into", "player")
        later = SignOn.objects.annotate(person=person).filter(
            Q(answered_at__gt=OuterRef("answered_at"))
            | Q(answered_at=OuterRef("answered_at"), pk__gt=OuterRef("pk")),
            planned=OuterRef("planned"),
            person=OuterRef("person"),
        )
        return self.annotate(person=person).exclude(Exists(later))


class SignOn(models.Model):
    """Whether a player comes to a planned evening, as they have answered last."""

    planned = models.ForeignKey(PlannedEvening, models.CASCADE, related_name="sign_ons")
    player = models.ForeignKey(Player, models.CASCADE, related_name="sign_ons")
    comes = models.BooleanField(_("comes"))
    answered_at = models.DateTimeField(auto_now=True)

    objects: ClassVar[SignOnQuerySet] = SignOnQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("sign-on")
        verbose_name_plural = _("sign-ons")
        constraints = [
            models.UniqueConstraint(
                fields=["planned", "player"], name="sign_on_player_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.planned}: {self.player}"


class SignOnLink(SignedRow):
    """
    What lets whoever holds it sign a player on and off, without an account.

    It is good until it is withdrawn, which deletes it.
    """

    player = models.OneToOneField(Player, models.CASCADE, related_name="sign_on_link")
    made_at = models.DateTimeField(auto_now_add=True)

    SALT = "clubscore.partie.SignOnLink"

    objects: ClassVar[SignedQuerySet[SignOnLink]] = SignedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("link to sign on")
        verbose_name_plural = _("links to sign on")

    def __str__(self) -> str:
        return f"{self.player}"

    def get_absolute_url(self) -> str:
        """Return the address that opens the player's evenings."""
        return reverse("evening:own_evenings_open", args=[self.token])

    @property
    def person(self) -> Player:
        """Whom it signs on; of a merged name, who that turned out to be."""
        return self.player.merged_into or self.player


# Plans ------------------------------------------------------------------------


LONGEST_SITTING = 600
"""Minutes that a sitting's clock counts at most."""


class ClubPlan(models.Model):
    """Several sittings planned ahead; *sitting* is a round of all tables at once."""

    class Occasion(models.TextChoices):
        """What a plan is for."""

        EVENING = "evening", _("one evening")
        SEASON = "season", _("the evenings of a season")
        TOURNAMENT = "tournament", _("a tournament")

    club = models.ForeignKey(Club, models.CASCADE, related_name="plans")
    number = models.PositiveIntegerField()
    """Counts the club's plans; it stands in the address."""
    season = models.ForeignKey(Season, models.PROTECT, related_name="plans")
    occasion = models.CharField(max_length=20, choices=Occasion)
    day = models.DateField(null=True, blank=True)
    """Of the one evening; none for several."""
    minutes = models.PositiveSmallIntegerField(
        _("minutes a sitting"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST_SITTING)],
    )
    """What a sitting's clock counts down from; none without a clock."""
    used = models.ForeignKey(
        "PlanVersion", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """The version that is played by; none before somebody has chosen one."""
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number"], name="plan_number_once_in_club"
            )
        ]

    def __str__(self) -> str:
        return f"{self.club}, plan {self.number}"

    def get_absolute_url(self) -> str:
        """Return the address of the plan's page."""
        return reverse("evening:club_plan", args=[self.club.slug, self.number])

    @property
    def is_tournament(self) -> bool:
        """
        Whether it is a tournament's, which has a page of its own.

        It has a clock then. A plan of before, which was for a tournament in a season of
        any length, has none.
        """
        return self.occasion == self.Occasion.TOURNAMENT and self.minutes is not None


class PlanVersion(models.Model):
    """
    A plan as it was made once: what was asked for, and the sittings still to come.

    Somebody who comes or leaves makes another version; none is changed once made.
    """

    plan = models.ForeignKey(ClubPlan, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    """Counts the plan's versions, from 1."""
    wish = models.JSONField()
    """What was asked for; `club_plans.PlanWish` reads it."""
    rounds = models.JSONField(null=True, blank=True)
    """The sittings, as `planning.records` writes them with players' ids; none yet."""
    measures = models.JSONField(null=True, blank=True)
    """How good it is, by the names of `planning.Measures`."""
    is_stopped = models.BooleanField(default=False)
    """Whether time was over before the search was."""
    error = models.CharField(max_length=40, blank=True)
    """The planner's code, where the wishes have no plan."""
    called_at = models.DateTimeField(null=True, blank=True)
    """When a worker was last called to make it."""
    begun_at = models.DateTimeField(null=True, blank=True)
    """When a worker last began to."""
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True
    )
    author = models.CharField(max_length=150, blank=True)
    """The name of whoever asked for it, as it was then."""
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["plan", "number"], name="plan_version_number_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.plan}, version {self.number}"

    @property
    def is_made(self) -> bool:
        """Whether the sittings are known."""
        return self.rounds is not None

    @property
    def is_waiting(self) -> bool:
        """Whether it is still to be made."""
        return self.rounds is None and not self.error


class StartedSitting(models.Model):
    """A sitting of a plan whose tables have started, once."""

    plan = models.ForeignKey(ClubPlan, models.CASCADE, related_name="sittings")
    number = models.PositiveIntegerField()
    parties = models.ManyToManyField(Partie, related_name="+")
    waiting = models.JSONField(default=list, blank=True)
    """The ids of who was there without a table."""
    started_at = models.DateTimeField(default=timezone.now, editable=False)
    ends_at = models.DateTimeField(null=True, blank=True)
    """When time is over, while the sitting's clock runs."""
    seconds_left = models.PositiveIntegerField(null=True, blank=True)
    """What is left, while the clock is paused; neither before it was started."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["plan", "number"], name="sitting_started_once"
            ),
            models.CheckConstraint(
                condition=Q(ends_at=None) | Q(seconds_left=None),
                name="sitting_clock_runs_or_is_paused",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.plan}, sitting {self.number}"


class Maintenance(models.Model):
    """One row that says whether revisions may go, inside one transaction."""

    is_on = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(pk=1), name="maintenance_one_row")
        ]

    def __str__(self) -> str:
        return "on" if self.is_on else "off"


class Submission(models.Model):
    """A write that was made, so that the same one sent twice is made once."""

    partie = models.ForeignKey(Partie, models.CASCADE, related_name="submissions")
    key = models.CharField(max_length=100)
    """Made by whoever sent it."""
    digest = models.CharField(max_length=64)
    """Of what was sent."""
    revision = models.ForeignKey(Revision, models.CASCADE)
    """What it wrote."""
    version = models.PositiveIntegerField(default=0)
    """The partie's version that it made."""
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["partie", "key"], name="submission_key_once"
            ),
        ]

    def __str__(self) -> str:
        return self.key


# What follows from the revisions ----------------------------------------------


class Game(models.Model):
    """A game that counts, worked out of its current revision."""

    class Outcome(models.TextChoices):
        """How a game ended."""

        WIN = "win", _("win")
        DRAW = "draw", _("draw")
        PENALTY = "penalty", _("penalty")

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="game")
    partie = models.ForeignKey(Partie, models.CASCADE, related_name="games")
    revision = models.ForeignKey(Revision, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    """Counts the games of the partie, draws and penalties too."""
    round = models.PositiveSmallIntegerField()
    round_wind = models.CharField(max_length=1, blank=True)
    """G in a green-dragon game, empty where rounds have no wind."""
    dealer = models.ForeignKey(Player, models.PROTECT, related_name="+")
    """Who sat East, or owned the game."""
    outcome = models.CharField(max_length=10, choices=Outcome)
    winner = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="+"
    )
    giver = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who discarded the winning tile or was robbed of it."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["partie", "number"], name="game_number_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.partie}, {self.number}"


class GameScore(models.Model):
    """What a game came to for one player."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="scores")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    seat = models.CharField(max_length=1)
    """E, S, W or N."""
    points = models.IntegerField(null=True, blank=True)
    """Of the hand; none where no hand was valued."""
    limit = models.CharField(max_length=40, blank=True)
    dead = models.CharField(max_length=20, blank=True)
    score = models.IntegerField()
    total = models.IntegerField()
    """Of the player's scores in this partie, this game's with them."""
    chips = models.IntegerField()
    """After this game."""

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "player"], name="gamescore_player_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.player} {self.score:+}"


class Payment(models.Model):
    """One debt of a game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="payments")
    payer = models.ForeignKey(Player, models.PROTECT, related_name="+")
    payee = models.ForeignKey(Player, models.PROTECT, related_name="+")
    amount = models.PositiveIntegerField()
    reason = models.CharField(max_length=20)

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_above_0"),
            models.CheckConstraint(
                condition=~Q(payer=F("payee")), name="payment_to_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer} → {self.payee} {self.amount}"


class PartieResult(models.Model):
    """What a partie came to for one player so far."""

    partie = models.ForeignKey(Partie, models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, models.PROTECT, related_name="results")
    score = ScoreField()
    chips = ScoreField()
    place = models.PositiveSmallIntegerField()
    """By score; those who tie share the better place."""
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    given = models.PositiveIntegerField()
    """Winning tiles given away."""
    best_game = models.IntegerField(null=True, blank=True)
    """The highest score in one game; none before a game was played."""
    stands_for = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Whose chair a substitute took; none for those who sat down at first."""

    class Meta:
        ordering = ["partie", "place", "player__key"]
        constraints = [
            models.UniqueConstraint(
                fields=["partie", "player"], name="result_player_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.partie}: {self.player} {self.score}"


class KeptAnswer(models.Model):
    """
    A text that pages show to all who may see the same; see `answers`.

    It can be thrown away at any time, and is shown only while its tag is what it
    would be now.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=40)
    asked = models.CharField(max_length=200)
    """What was asked for, as JSON."""
    language = models.CharField(max_length=10)
    tag = models.CharField(max_length=20)
    """Of all that the text follows from."""
    book = models.CharField(max_length=40, blank=True)
    """The rule book in whose words it speaks, if in those of one."""
    content = models.BinaryField()
    """Compressed by zlib."""
    parts = models.JSONField(default=list)
    """The tags of its parts, and where each begins and ends: see `answers.part`."""

    class Meta:
        verbose_name = _("kept answer")
        verbose_name_plural = _("kept answers")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name", "asked", "language"], name="answer_kept_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.name} {self.asked}"
