"""Clubs, their players and seasons, and who logs in."""

from __future__ import annotations

import hashlib
import secrets
from datetime import date, datetime
from typing import Any, ClassVar
from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from clubscore.club import engine, methods
from clubscore.club.kinds import Kinds
from clubscore.club.names import RESERVED, folded, tidied
from clubscore.club.signed import SignedQuerySet, SignedRow


class Account(AbstractUser):
    """Who logs in; linked to at most one player of a club."""

    sessions_ended = models.PositiveIntegerField(default=0, editable=False)
    """Counts how often all other sessions were ended; none is good for two numbers."""
    language = models.CharField(max_length=10, blank=True, editable=False)
    """In which mail is written to it; the site's own if it is empty."""
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    """
    When its owner closed it; none while it is open.

    What is left of it is a number, by which revisions know who wrote them.
    """

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        """Return what a session of this account must hold; Django asks for it."""
        ended = f":{self.sessions_ended}" if self.sessions_ended else ""
        return salted_hmac(
            "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash",
            self.password + ended,
            secret=secret,
            algorithm="sha256",
        ).hexdigest()


class Login(models.Model):
    """A browser in which an account is logged in; gone when that ends."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="logins")
    session_key = models.CharField(max_length=40, unique=True)
    session_hash = models.CharField(max_length=128)
    """What the account's sessions must hold; another one has ended."""
    browser = models.CharField(max_length=300, blank=True)
    """As it calls itself."""
    address = models.CharField(max_length=45, blank=True)
    """The network that it was last seen in."""
    began_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["-seen_at"]

    def __str__(self) -> str:
        return f"{self.account}, {self.seen_at}"


class LoginAttempt(models.Model):
    """An attempt that is counted for its address; kept for as long as it counts."""

    class Attempted(Kinds):
        """What was attempted."""

        LOGIN = "login"
        ACCOUNT = "account"
        """To make one."""
        CLUB = "club"
        """To start one at a table."""
        CHALLENGE = "challenge"
        """To have a passkey sign something."""
        MAIL = "mail"
        """To have an e-mail address confirmed."""

    kind = models.CharField(
        max_length=10, choices=Attempted.listed, default=Attempted.LOGIN
    )
    name = models.CharField(max_length=150, blank=True)
    """As it was typed, without case and accents; perhaps nobody's."""
    address = models.CharField(max_length=45)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["kind", "name", "address", "made_at"], name="login_attempts"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}, {self.address}"


class Passkey(models.Model):
    """A key on somebody's device, with which they log in."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="passkeys")
    name = models.CharField(_("name"), max_length=80)
    """What its owner calls it."""
    credential_id = models.CharField(max_length=1366, unique=True, editable=False)
    """By which the device names it; 1023 bytes at most, in base64url."""
    credential = models.BinaryField(editable=False)
    """The public key, with what it belongs to."""
    counter = models.PositiveBigIntegerField(default=0, editable=False)
    """How often it was used, as the device counts; 0 if that does not count."""
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("passkey")
        verbose_name_plural = _("passkeys")
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.account}: {self.name}"


class CodeApp(models.Model):
    """An app on somebody's phone that shows a new code every half minute."""

    account = models.OneToOneField(Account, models.CASCADE, related_name="code_app")
    sealed_secret = models.CharField(max_length=255, editable=False)
    """What the codes are made of, sealed: whoever has it makes them too."""
    last_step = models.PositiveBigIntegerField(editable=False)
    """Of the last code that was used: each is good once."""
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.account)


class RecoveryCode(models.Model):
    """A code for when the phone is lost; it is dropped when it has been used."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, editable=False)
    """Of the code itself, which is shown once and kept nowhere."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "digest"], name="recovery_code_once"
            ),
        ]

    def __str__(self) -> str:
        return str(self.account)


def not_reserved(slug: str) -> None:
    """Raise ValidationError for an address that is not a club's to have."""
    if slug in RESERVED:
        raise ValidationError(
            _("“%(slug)s” is needed for other pages. Choose another address."),
            params={"slug": slug},
        )


class ClubQuerySet(models.QuerySet["Club"]):
    """Clubs, asked for in the club's words."""

    def public(self) -> ClubQuerySet:
        """Return the clubs whose pages everybody may read."""
        return self.filter(is_public=True)


class WallBreaking(models.TextChoices):
    """By what a club breaks the wall."""

    BY_THE_BOOK = "", _("as the rule book says that is played")
    MAUER = "mauer", _("as the page “Mauer” says")


class Correctors(models.TextChoices):
    """Who may correct earlier games and move chips by bookings."""

    ADMINISTRATORS = "administrators", _("administrators")
    SCOREKEEPERS = "scorekeepers", _("scorekeepers and administrators")


class Substitutes(models.TextChoices):
    """Whom the result of a substitute counts for."""

    SUBSTITUTE = "substitute", _("the substitute")
    REPLACED = "replaced", _("the person replaced")
    NOBODY = "nobody", _("nobody")


class Club(models.Model):
    """A club, or a family at its table."""

    name = models.CharField(_("name"), max_length=100)
    slug = models.SlugField(
        _("address"),
        max_length=80,
        unique=True,
        allow_unicode=True,
        validators=[not_reserved],
        help_text=_("The part of the address that names the club."),
    )
    is_public = models.BooleanField(
        _("public"),
        default=True,
        help_text=_("Everybody may read the results; else members alone."),
    )
    wall = models.CharField(
        _("breaking the wall"),
        max_length=20,
        choices=WallBreaking,
        default=WallBreaking.BY_THE_BOOK,
        blank=True,
    )
    """How the club breaks the wall, whatever it plays."""
    correctors = models.CharField(
        _("who corrects earlier games"),
        max_length=20,
        choices=Correctors,
        default=Correctors.SCOREKEEPERS,
        help_text=_("They may also move chips by bookings."),
    )
    asks_agreement = models.BooleanField(
        _("a second player agrees"),
        default=False,
        help_text=_("Every game asks for it; nothing waits until somebody has agreed."),
    )
    final_after = models.PositiveSmallIntegerField(
        _("final after"),
        default=48,
        help_text=_(
            "Hours after its end from which on only administrators correct a partie."
        ),
    )
    point_worth = models.DecimalField(
        _("worth of a point"),
        max_digits=8,
        decimal_places=4,
        null=True,
        blank=True,
        help_text=_(
            "For those who play for money: parties and evenings can then be settled up."
        ),
    )
    currency = models.CharField(_("currency"), max_length=10, default="€", blank=True)
    hides_skill_rating = models.BooleanField(
        _("no skill rating"),
        default=False,
        help_text=_("Nothing of it is shown; the classical list stays."),
    )
    fewest_parties = models.PositiveSmallIntegerField(
        _("fewest parties"),
        default=10,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
    )
    """Whoever is rated in fewer has no place on the list by strength."""
    shows_forecast = models.BooleanField(_("forecast"), default=False)
    """Whether pages show what is to be expected of a partie before its end."""
    shows_checklist = models.BooleanField(_("checklist"), default=True)
    """Whether its front page shows those who run it what a first evening takes."""
    names_version = models.PositiveIntegerField(default=0, editable=False)
    """
    Counts how often a name was replaced by initials or shown again; 0 if it never was.

    What was made of names before is told by it from what is made of them now.
    """
    is_unclaimed = models.BooleanField(default=False, editable=False)
    """
    Whether it was made at a table by somebody without an account, and nobody runs it
    yet: whoever holds the link to its first partie may.
    """
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    objects: ClassVar[ClubQuerySet] = ClubQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the club's front page."""
        return reverse("season:club", args=[self.slug])


class Player(models.Model):
    """
    A name in a club, unique there whatever its case and accents.

    Who has asked for it is shown by initials: these are the name then, on every page.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=80)
    """What everybody sees."""
    key = models.CharField(max_length=160, editable=False)
    """The name without case and accents."""
    withheld_name = models.CharField(max_length=80, blank=True, editable=False)
    """What initials stand for, shown to those alone who run the club; else empty."""
    withheld_key = models.CharField(max_length=160, blank=True, editable=False)
    """That name without case and accents, by which the player can still be found."""
    slug = models.SlugField(_("address"), max_length=80, allow_unicode=True)
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("A player of one evening.")
    )
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged"
    )
    """The player who this one turned out to be."""
    merged_through = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    """
    Whom this one turned out to be before that one turned out to be somebody else too;
    None where nobody is between.
    """
    uid = models.UUIDField(default=uuid4, editable=False)
    """What the chains of parties know the player by, on every installation."""
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["key"]  # by name, as the language has it
        constraints = [
            models.UniqueConstraint(
                fields=["club", "key"],
                name="player_name_once_in_club",
                violation_error_message=_("The club has a player of this name."),
            ),
            models.UniqueConstraint(
                fields=["club", "slug"], name="player_address_once_in_club"
            ),
            models.UniqueConstraint(
                fields=["club", "uid"], name="player_uid_once_in_club"
            ),
            models.UniqueConstraint(
                fields=["club", "withheld_key"],
                condition=~Q(withheld_key=""),
                name="player_withheld_name_once_in_club",
            ),
            models.CheckConstraint(
                condition=Q(withheld_name="", withheld_key="")
                | ~Q(withheld_name="") & ~Q(withheld_key=""),
                name="player_withheld_name_has_its_key",
            ),
            models.CheckConstraint(
                condition=~Q(merged_into=F("id")), name="player_not_merged_into_self"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Tidy the name and work out what it is compared by."""
        self.name = tidied(self.name)
        self.key = folded(self.name)


class Role(models.TextChoices):
    """What an account may do in a club."""

    MEMBER = "member", _("member")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")
    ADMINISTRATOR = "administrator", _("administrator")


class Member(models.Model):
    """An account with a role in a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    account = models.ForeignKey(Account, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=20, choices=Role, default=Role.MEMBER)
    player = models.OneToOneField(
        Player, models.SET_NULL, null=True, blank=True, related_name="member"
    )
    linked_to = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    """The name that the account was linked to, if it was merged into the player."""
    wants_reminders = models.BooleanField(default=False, editable=False)
    """Whether planned evenings are told by mail before they are."""
    wants_results = models.BooleanField(default=False, editable=False)
    """Whether an evening's results are told by mail after its last table."""
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "account"], name="account_once_in_club"
            ),
            models.CheckConstraint(
                condition=Q(role__in=Role.values), name="member_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account} · {self.get_role_display()}"

    def save(self, *args: Any, **more: Any) -> None:
        """Let nobody take the club over any more once somebody runs it."""
        super().save(*args, **more)
        if self.role == Role.ADMINISTRATOR and self.club.is_unclaimed:
            self.club.is_unclaimed = False
            self.club.save(update_fields=["is_unclaimed"])

    def clean(self) -> None:
        """Refuse a player of another club."""
        if self.player is not None and self.player.club_id != self.club_id:
            raise ValidationError({"player": _("This player is of another club.")})


class MailQuerySet(SignedQuerySet["Mail"]):
    """Mails, asked for in the club's words."""

    def with_links(self) -> MailQuerySet:
        """Return the mails whose links may still be used, with whom they went to."""
        good = self.filter(is_revoked=False, member__account__is_active=True)
        return good.select_related("member__club", "member__player")


class Mail(SignedRow):
    """A mail to a member about an evening: nobody gets a second one."""

    class MailKind(models.TextChoices):
        """What it tells."""

        REMINDER = "reminder", _("reminder")
        RESULTS = "results", _("results")

    class MailStage(models.TextChoices):
        """How far it is."""

        WAITING = "waiting", _("to be sent")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("not sent")

    member = models.ForeignKey(Member, models.CASCADE, related_name="mails")
    kind = models.CharField(max_length=10, choices=MailKind)
    day = models.DateField()
    """Of the evening."""
    state = models.CharField(
        max_length=10, choices=MailStage, default=MailStage.WAITING
    )
    tried_at = models.DateTimeField(null=True, blank=True)
    """When it was last given to the mail server."""
    is_revoked = models.BooleanField(default=False)
    """Whether its personal link no longer does anything."""
    made_at = models.DateTimeField(auto_now_add=True)

    SALT = "clubscore.club.Mail"

    objects: ClassVar[MailQuerySet] = MailQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        constraints = [
            models.UniqueConstraint(
                fields=["member", "kind", "day"], name="mail_once_to_member"
            ),
        ]
        indexes = [models.Index(fields=["state"], name="mails_by_state")]

    def __str__(self) -> str:
        return f"{self.kind}, {self.day}: {self.member}"


class FormerAuthor(models.Model):
    """A closed account, and the initials that stand where it wrote in a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="former_authors")
    account = models.ForeignKey(Account, models.CASCADE, related_name="+")
    initials = models.CharField(max_length=80)

    class Meta:
        verbose_name = _("former author")
        verbose_name_plural = _("former authors")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "account"], name="former_author_once_in_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.initials}"


class InvitationQuerySet(SignedQuerySet["Invitation"]):
    """Invitations, asked for in the club's words."""

    def valid(self, now: datetime) -> InvitationQuerySet:
        """Return the invitations that can still be accepted."""
        return self.filter(
            used_at__isnull=True, revoked_at__isnull=True, expires_at__gt=now
        )


class Invitation(SignedRow):
    """
    What lets whoever holds its link join a club, once, or as many as it has places.

    Each who joins by one of several places has a row of their own, which is part of it.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=20, choices=Role, default=Role.MEMBER)
    player = models.ForeignKey(
        Player, models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    """Who the new member is at the table."""
    places = models.PositiveSmallIntegerField(_("places"), default=1)
    """How many people it lets join."""
    part_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="parts"
    )
    """The invitation of several places by which somebody has joined."""
    made_by = models.ForeignKey(Account, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    SALT = "clubscore.club.Invitation"

    objects: ClassVar[InvitationQuerySet] = InvitationQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.club}: {self.get_role_display()}"

    def get_absolute_url(self) -> str:
        """Return the address at which it is accepted."""
        return reverse("club:invitation", args=[self.token])

    def clean(self) -> None:
        """Refuse a player of another club, and what several people cannot all be."""
        if self.player is not None and self.player.club_id != self.club_id:
            raise ValidationError({"player": _("This player is of another club.")})
        if self.is_for_many and self.player is not None:
            raise ValidationError(
                {"player": _("Several people cannot all be one player.")}
            )
        if self.is_for_many and self.role == Role.ADMINISTRATOR:
            raise ValidationError(
                {"role": _("Invite each administrator by a link of their own.")}
            )

    @property
    def is_for_many(self) -> bool:
        """Whether several people can join by it."""
        return self.places > 1


class TokenQuerySet(models.QuerySet["Token"]):
    """Tokens, asked for in the club's words."""

    def valid(self) -> TokenQuerySet:
        """Return the tokens that still open their club."""
        return self.filter(revoked_at__isnull=True)


class Token(models.Model):
    """What lets another program read and write in one club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=80)
    """What it is for; revisions bear it as their author."""
    role = models.CharField(
        _("role"), max_length=20, choices=Role, default=Role.SCOREKEEPER
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    """Of the token itself, which is shown once and kept nowhere."""
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[TokenQuerySet] = TokenQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.club}: {self.name}"

    @staticmethod
    def new_secret() -> str:
        """Return a token that nobody can guess."""
        return secrets.token_urlsafe(32)

    @staticmethod
    def digest_of(secret: str) -> str:
        """Return what is kept of a token."""
        return hashlib.sha256(secret.encode()).hexdigest()


class SeasonQuerySet(models.QuerySet["Season"]):
    """Seasons, asked for in the club's words."""

    def holding(self, day: date) -> SeasonQuerySet:
        """Return the seasons that *day* belongs to, the latest begun first."""
        return self.filter(
            Q(ends_on__isnull=True) | Q(ends_on__gte=day), starts_on__lte=day
        ).order_by("-starts_on")

    def usual_on(self, day: date) -> Season | None:
        """Return the season that is on, or is to come, or else was last."""
        latest = self.order_by(F("ends_on").desc(nulls_first=True), "-starts_on")
        return self.holding(day).first() or latest.first()


class Season(models.Model):
    """The parties that one leaderboard counts, with a ruleset and house rules."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=80, allow_unicode=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(
        _("last day"),
        null=True,
        blank=True,
        help_text=_("Leave it empty for a season without an end."),
    )
    ruleset = models.CharField(_("ruleset"), max_length=40)
    options = models.JSONField(_("house rules"), default=dict, blank=True)
    """Only what differs from the ruleset's defaults was chosen by the club."""
    method = models.JSONField(_("standings method"), default=dict, blank=True)
    """How places are worked out; empty is the sum of scores."""
    substitutes = models.CharField(
        _("a substitute’s result"),
        max_length=20,
        choices=Substitutes,
        default=Substitutes.SUBSTITUTE,
        help_text=_("Whom it counts for, in the parties that begin from now on."),
    )
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    objects: ClassVar[SeasonQuerySet] = SeasonQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-starts_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "slug"],
                name="season_address_once_in_club",
                violation_error_message=_("The club has a season of this name."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
                name="season_ends_after_start",
                violation_error_message=_("A season ends after it starts."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the season's page."""
        return reverse("season:season", args=[self.club.slug, self.slug])

    def holds(self, day: date) -> bool:
        """Return whether *day* belongs to it, as `SeasonQuerySet.holding` asks."""
        return self.starts_on <= day and (self.ends_on is None or day <= self.ends_on)

    def clean(self) -> None:
        """Refuse a ruleset or a house rule that the engine does not know."""
        for problem in engine.problems_of(self.ruleset, self.options):
            field = "ruleset" if problem.field == "ruleset" else "options"
            raise ValidationError({field: engine.sentence(problem)})
        try:
            methods.method_of(self.method)
        except methods.MethodError as error:
            said = [methods.worded(one.sentence) for one in error.problems]
            raise ValidationError({"method": said}) from error


class OwnBook(models.Model):
    """A rule book of a club's own: what its club is writing, and what it published."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="own_books")
    draft = models.JSONField(_("rule book"))
    """What the next edition would say, as `rules.own_books` reads it."""
    version = models.PositiveIntegerField(default=0, editable=False)
    """Counts the writes, so that nobody writes over what they have not seen."""
    is_offered = models.BooleanField(_("offered where a partie starts"), default=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("own rule book")
        verbose_name_plural = _("own rule books")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What the club calls it."""
        return str(self.draft.get("name", ""))


class BookEdition(models.Model):
    """
    An edition of a club's own rule book, as it was published; it never changes.

    Seasons and parties name it by its key, which its words hash to.
    """

    book = models.ForeignKey(OwnBook, models.CASCADE, related_name="editions")
    number = models.PositiveIntegerField(_("number"))
    """Counts the editions of the book, from 1."""
    key = models.CharField(max_length=40, db_index=True)
    content = models.JSONField()
    author = models.CharField(max_length=150, blank=True)
    """The name of whoever published it, as it was then."""
    made_at = models.DateTimeField(_("published"), default=timezone.now)

    class Meta:
        verbose_name = _("edition of an own rule book")
        verbose_name_plural = _("editions of own rule books")
        ordering = ["book", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["book", "number"], name="edition_number_once_in_book"
            )
        ]

    def __str__(self) -> str:
        return f"{self.content.get('name', '')} {self.number}"

    def save(self, *args: Any, **more: Any) -> None:
        """Write a new edition; refuse to write over one."""
        if not self._state.adding:
            msg = "an edition that is published never changes"
            raise ValueError(msg)
        super().save(*args, **more)


class JournalEntry(models.Model):
    """What somebody did about accounts, rights and settings; never about a result."""

    class Subject(models.TextChoices):
        """What it is about; the beginning of what was done."""

        LOGIN = "login", _("logins")
        PASSWORD = "password", _("passwords")
        FACTOR = "factor", _("second factors")
        SESSION = "session", _("sessions")
        ROLE = "role", _("roles")
        TOKEN = "token", _("tokens")
        LINK = "link", _("links and invitations")
        EXPORT = "export", _("exports")
        SETTINGS = "settings", _("settings")
        CLUB = "club", _("clubs")

    class Deed(Kinds):
        """What somebody did; the name of what it was done to can follow."""

        LOGGED_IN = "login.done", _("has logged in")
        LOGIN_FAILED = "login.failed", _("failed to log in")
        LOGGED_OUT = "login.out", _("has logged out")
        MAIL_CHANGED = "login.mail", _("has changed the own e-mail address")
        PASSWORD_WRONG = "password.wrong", _("gave a wrong old password")
        PASSWORD_CHANGED = "password.changed", _("has changed the own password")
        PASSWORD_LINK = "password.link", _("has made a link to a new password")
        PASSWORD_CHOSEN = "password.chosen", _("has chosen a new password by a link")
        PASSKEY_ADDED = "factor.passkey", _("has added a passkey")
        APP_SET_UP = "factor.app", _("has set up an app with codes")
        CODES_MADE = "factor.codes", _("has made new recovery codes")
        CODE_USED = "factor.used", _("has used a recovery code")
        FACTOR_REMOVED = "factor.removed", _("has removed a second factor")
        FACTOR_TAKEN = "factor.taken", _("has taken a second factor away")
        ACCOUNT_CLOSED = "login.closed", _("has closed the own account")
        SESSION_ENDED = "session.ended", _("has ended one of the own sessions")
        SESSIONS_ENDED = "session.others", _("has ended all other own sessions")
        ROLE_MEMBER = "role.member", _("has given the role of member")
        ROLE_SCOREKEEPER = (
            "role.scorekeeper",
            _("has given the role of scorekeeper"),
        )
        ROLE_ADMINISTRATOR = (
            "role.administrator",
            _("has given the role of administrator"),
        )
        ROLE_TAKEN = "role.taken", _("has taken a role away")
        ROLE_JOINED = "role.joined", _("has joined by an invitation")
        TOKEN_MADE = "token.made", _("has made a token")
        TOKEN_REVOKED = "token.revoked", _("has withdrawn a token")
        INVITATION_MADE = "link.invitation", _("has made an invitation")
        INVITATION_REVOKED = "link.uninvited", _("has withdrawn an invitation")
        TABLE_LINK_MADE = "link.table", _("has made a new link for a partie")
        TABLE_LINKS_REVOKED = (
            "link.revoked",
            _("has withdrawn the links of a partie"),
        )
        SIGN_ON_LINK_MADE = "link.evenings", _("has made links to sign on")
        SIGN_ON_LINK_REVOKED = "link.unsigned", _("has withdrawn a link to sign on")
        EXPORTED = "export.file", _("has downloaded everything in one file")
        SEASON_EXPORTED = "export.season", _("has downloaded a season as a table")
        OWN_DATA = "export.own", _("has downloaded what is kept of the own account")
        PLAYER_DATA = "export.player", _("has downloaded what is kept of a player")
        IMPORTED = "settings.imported", _("has imported old results")
        CLUB_CHANGED = "settings.club", _("has changed the club")
        SEASON_MADE = "settings.opened", _("has opened a season")
        SEASON_CHANGED = "settings.season", _("has changed a season")
        BOOK_CHANGED = "settings.book", _("has changed a rule book of the club’s own")
        BOOK_PUBLISHED = (
            "settings.edition",
            _("has published a rule book of the club’s own"),
        )
        PLAYER_CHANGED = "settings.player", _("has changed a player")
        PLAYER_CLOSED = (
            "settings.closed",
            _("has let go what was kept of a player beside results"),
        )
        PLAYERS_MERGED = "settings.merged", _("has merged a player")
        PLAYERS_PARTED = "settings.parted", _("has parted a merged player")
        INITIALS_CHANGED = (
            "settings.initials",
            _("has changed how a name is shown"),
        )
        STAFF_CHANGED = (
            "settings.staff",
            _("has changed something on the staff’s pages"),
        )
        CLUB_MADE = "club.made", _("has made the club")
        CLUB_KEPT = "club.kept", _("has taken the club over")
        CLUB_READ = "club.read", _("has made the club out of a file")

    club = models.ForeignKey(
        Club, models.CASCADE, null=True, blank=True, related_name="journal"
    )
    """None where it concerns an account, whatever its clubs, or the installation."""
    deed = models.CharField(_("what"), max_length=30, choices=Deed.listed)
    account = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    name = models.CharField(_("who"), max_length=150, blank=True)
    """As the account was called, or a token; of a failed login as it was typed."""
    about = models.CharField(_("about"), max_length=200, blank=True)
    address = models.CharField(_("from where"), max_length=45, blank=True)
    """The network; blank after 30 days."""
    made_at = models.DateTimeField(_("when"), auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("entry of the journal")
        verbose_name_plural = _("journal")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.name} {self.get_deed_display()} {self.about}".strip()
