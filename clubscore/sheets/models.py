"""
Documents: PDFs that are kept for a while, so that none is made twice.

A document is found by what it is made of. When anything on it changes it is another
one, and what nobody fetches any more goes.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.club.kinds import Kinds
from clubscore.club.models import Club
from clubscore.club.signed import SignedQuerySet, SignedRow

DEAD_AFTER = timedelta(seconds=15)
"""A worker that has not been heard of for so long is gone."""
MOST_ATTEMPTS = 3
LACKING = "missing library: "
"""What an error begins with where this machine cannot print at all."""
KEPT_FOR = timedelta(days=14)
"""How long a document stays that nobody fetches."""


class DocumentQuerySet(SignedQuerySet["Document"]):
    """Documents, asked for in the club's words."""

    def open(self) -> DocumentQuerySet:
        """Return the documents that are still to be made."""
        return self.filter(state__in=(Document.Stage.WAITING, Document.Stage.WORKING))

    def unattended(self, now: datetime) -> DocumentQuerySet:
        """Return those that no living worker makes or has been called for."""
        return self.open().filter(Q(beat_at=None) | Q(beat_at__lt=now - DEAD_AFTER))

    def outdated(self, now: datetime) -> DocumentQuerySet:
        """Return those that nobody has fetched for long."""
        return self.filter(used_at__lt=now - KEPT_FOR)


class Document(SignedRow):
    """A PDF, or what it is to be made of."""

    class Content(Kinds):
        """What is on it."""

        ROUND_SHEET = "round_sheet", _("round sheet")
        PACK = "pack", _("evening pack")
        REPORT = "report", _("partie report")
        CARD = "card", _("reference card")
        LEADERBOARD = "leaderboard", _("leaderboard")
        YEAR = "year", _("player’s year")
        CERTIFICATE = "certificate", _("certificate")
        PLAN = "plan", _("plan")
        TABLE_CARD = "table_card", _("card for the table")

    class Stage(models.TextChoices):
        """How far it is."""

        WAITING = "waiting", _("waiting")
        WORKING = "working", _("being made")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")

    club = models.ForeignKey(
        Club, models.CASCADE, null=True, blank=True, related_name="documents"
    )
    """None of what is the same for all."""
    kind = models.CharField(max_length=20, choices=Content.listed)
    digest = models.CharField(max_length=64, unique=True)
    """Of all that it is made of."""
    state = models.CharField(max_length=10, choices=Stage, default=Stage.WAITING)
    job = models.JSONField(null=True, blank=True)
    """What the press is given; none once it is done."""
    done = models.PositiveIntegerField(default=0)
    """How many of its parts are made."""
    of = models.PositiveIntegerField(default=1)
    """How many parts it has."""
    pages = models.PositiveIntegerField(default=0)
    """How many pages there are so far."""
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=40, blank=True)
    """Who makes it."""
    beat_at = models.DateTimeField(null=True, blank=True)
    """When its worker was last heard of, or called for."""
    error = models.TextField(blank=True)
    """What went wrong, for whoever runs the site."""
    content = models.BinaryField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField()
    """When somebody last asked for it, to the hour."""

    SALT = "clubscore.sheets.Document"

    objects: ClassVar[DocumentQuerySet] = DocumentQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["used_at"], name="documents_by_use"),
            models.Index(fields=["state", "beat_at"], name="documents_by_state"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(done__lte=F("of")), name="document_done_within"
            ),
            models.CheckConstraint(
                condition=~Q(state="done") | Q(content__isnull=False),
                name="document_done_is_there",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.kind} {self.pk}"

    @property
    def is_done(self) -> bool:
        """Whether it can be read."""
        return self.state == self.Stage.DONE

    @property
    def has_failed(self) -> bool:
        """Whether it was given up."""
        return self.state == self.Stage.FAILED

    @property
    def lacks_library(self) -> bool:
        """Whether it failed because something is not installed on this machine."""
        return self.has_failed and self.error.startswith(LACKING)
