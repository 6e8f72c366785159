"""Files of clubs that were sent in, until a club is made of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Account, Club

DEAD_AFTER = timedelta(minutes=2)
"""
A worker that has not been heard of for so long is gone.

On a busy machine it has a tenth of a core, and is heard of at the end of a transaction.
"""


class ClubUploadQuerySet(models.QuerySet["ClubUpload"]):
    """Files that were sent in, asked for in the club's words."""

    def open(self) -> ClubUploadQuerySet:
        """Return those of which a worker has to do something."""
        return self.filter(
            state__in=(ClubUpload.UploadStage.SENT, ClubUpload.UploadStage.ASKED)
        )

    def unattended(self, now: datetime) -> ClubUploadQuerySet:
        """Return those that no living worker looks after."""
        return self.open().filter(Q(beat_at=None) | Q(beat_at__lt=now - DEAD_AFTER))

    def attended(self, now: datetime) -> ClubUploadQuerySet:
        """Return those that a worker looks after, or that it was just called for."""
        alive = now - DEAD_AFTER
        called = Q(beat_at=None, called_at__gte=alive)
        return self.open().filter(called | Q(beat_at__gte=alive))

    def unfinished(self) -> ClubUploadQuerySet:
        """Return those of which a part of the club is there."""
        return self.filter(state=ClubUpload.UploadStage.ASKED, club__isnull=False)

    def outdated(self, since: datetime) -> ClubUploadQuerySet:
        """Return those sent before *since* of which no club is being made."""
        asked = ClubUpload.UploadStage.ASKED
        return self.exclude(state=asked).filter(sent_at__lt=since)


class ClubUpload(models.Model):
    """The file of a club that somebody has sent in, and how far it is."""

    class UploadStage(models.TextChoices):
        """How far it is."""

        SENT = "sent", _("to be looked at")
        SHOWN = "shown", _("looked at")
        ASKED = "asked", _("a club is to be made of it")
        DONE = "done", _("the club is made")
        FAILED = "failed", _("failed")

    account = models.OneToOneField(Account, models.CASCADE, related_name="club_upload")
    """Who has sent it, and will run the club; a new one takes its place."""
    state = models.CharField(
        max_length=10, choices=UploadStage, default=UploadStage.SENT
    )
    content = models.BinaryField(null=True, blank=True)
    """The file, packed; none once the club is made, or cannot be."""
    preview = models.JSONField(null=True, blank=True)
    """What is in it, as `uploads.ClubPreview` has it; none before it was looked at."""
    slug = models.CharField(max_length=80, blank=True)
    """The address that was chosen for the club."""
    is_public = models.BooleanField(default=False)
    """Whether everybody is to read its results."""
    network = models.CharField(max_length=45, blank=True)
    """From where the club was asked for, for the journal."""
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """The club in the making, which nobody sees before all of it is there."""
    done = models.PositiveIntegerField(default=0)
    """How many of its parties are made."""
    of = models.PositiveIntegerField(default=0)
    """How many parties it has."""
    recounted = models.PositiveIntegerField(default=0)
    """How many games count differently here."""
    reason = models.CharField(max_length=10, blank=True)
    """What is wrong with it, in short, as `FileError.Wrong` has it."""
    faults = models.JSONField(default=list, blank=True)
    """What is wrong, in the words of the program."""
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=40, blank=True)
    """Who looks after it."""
    called_at = models.DateTimeField(null=True, blank=True)
    """When a worker was last called for it."""
    beat_at = models.DateTimeField(null=True, blank=True)
    """When its worker was last heard of; none while it has none."""
    sent_at = models.DateTimeField()

    objects: ClassVar[ClubUploadQuerySet] = ClubUploadQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("club’s file that was sent in")
        verbose_name_plural = _("clubs’ files that were sent in")
        constraints = [
            models.CheckConstraint(
                condition=Q(done__lte=F("of")), name="club_upload_done_within"
            ),
            models.CheckConstraint(
                condition=~Q(state__in=("sent", "shown", "asked"))
                | Q(content__isnull=False),
                name="club_upload_open_has_its_file",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.state}"

    @property
    def is_open(self) -> bool:
        """Whether a worker has to do something of it."""
        return self.state in (self.UploadStage.SENT, self.UploadStage.ASKED)
