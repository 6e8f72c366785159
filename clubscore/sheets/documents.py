"""
Documents in the making: short ones at once, long ones in a process beside the site's.

Whoever asks for a long one puts it down and calls a worker; the worker makes all that
waits and goes. It says every few seconds that it lives. When it does not any more, the
next one who looks after the document calls another.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubscore.club import limits
from clubscore.club.models import Club
from clubscore.club.worker import call
from clubscore.sheets import pdf
from clubscore.sheets.models import LACKING, MOST_ATTEMPTS, Document
from clubscore.sheets.pdf import NoPrintingError, PrintingError
from clubscore.sheets.press import Job

AT_ONCE = 60
"""How many seconds a short document may take."""
IN_TIME = 900
"""How many seconds a long one may take."""
TO_BEGIN = 2.0
"""Seconds of a processor until a worker lays out its first page."""
LETTERS_A_SECOND = 50_000
"""
How many letters of HTML are laid out and drawn in a second of a processor.

Measured are 60 000, of a report as of a pack.
"""
USED_TO_THE = timedelta(hours=1)
"""Fetching something twice in an hour is written down once."""

Stage = Document.Stage
logger = logging.getLogger(__name__)


# At once --------------------------------------------------------------------------


class NamesChangedError(Exception):
    """What is to be printed has a name that is not to be shown any more."""


def made_at_once(
    club: Club | None, kind: str, job: Job, seconds: int = AT_ONCE
) -> bytes:
    """
    Return the PDF of a job, made now unless it has been before.

    It is not kept if a name in it is not to be shown since *club* was looked up; None
    is of a document without names. Raise PrintingError if it cannot be made in so many
    *seconds*.
    """
    found = Document.objects.filter(digest=job.identifier, state=Stage.DONE).first()
    if found is not None:
        return content_of(found)
    content = pdf.printed(job, seconds=seconds)
    _clear_out()
    with suppress(NamesChangedError), transaction.atomic():
        if club is not None:
            _hold_names(club)
        Document.objects.update_or_create(
            digest=job.identifier,
            defaults={
                "club": club,
                "kind": kind,
                "state": Stage.DONE,
                "job": None,
                "done": len(job.parts),
                "of": len(job.parts),
                "content": content,
                "used_at": timezone.now(),
            },
        )
    return content


def _hold_names(club: Club) -> None:
    """Let no name of a club be replaced in this transaction, or raise if one was."""
    held = Club.objects.select_for_update().filter(pk=club.pk)
    if held.values_list("names_version", flat=True).first() != club.names_version:
        raise NamesChangedError


def content_of(document: Document) -> bytes:
    """Return the PDF of a document that is done, and note that it was asked for."""
    now = timezone.now()
    if document.used_at < now - USED_TO_THE:
        Document.objects.filter(pk=document.pk).update(used_at=now)
    assert document.content is not None
    return bytes(document.content)


def _clear_out() -> None:
    """Let go what nobody has fetched for long."""
    Document.objects.outdated(timezone.now()).delete()


# Beside the site --------------------------------------------------------------------


def put_down(club: Club, kind: str, job: Job) -> Document:
    """
    Return the document of a job, to be made unless it has been or is being made.

    One that had failed is tried again: somebody asks for it anew. Who asks is charged
    for what is to be made. Raise NamesChangedError if a name in it is not to be shown
    since *club* was looked up, and TooCostlyError if a network has had enough made.
    """
    with transaction.atomic():
        _clear_out()
        _hold_names(club)
        document, is_new = Document.objects.get_or_create(
            digest=job.identifier,
            defaults={
                "club": club,
                "kind": kind,
                "job": asdict(job),
                "of": len(job.parts),
                "used_at": timezone.now(),
            },
        )
        if is_new or document.has_failed:
            limits.charge_beforehand(seconds_for(job))
        if document.has_failed:
            document.state, document.attempts, document.error = Stage.WAITING, 0, ""
            document.done = document.pages = 0
            document.beat_at = None
            document.save()
    look_after(document)
    return document


def seconds_for(job: Job) -> float:
    """Return how many seconds of a processor a worker takes for a job, more or less."""
    return TO_BEGIN + sum(map(len, job.parts)) / LETTERS_A_SECOND


def look_after(document: Document) -> None:
    """Call a worker for a document that waits and that nobody makes."""
    now = timezone.now()
    # Of several who look at the same moment, one calls.
    if Document.objects.unattended(now).filter(pk=document.pk).update(beat_at=now):
        transaction.on_commit(call_worker)


def call_worker() -> None:
    """Start a process that makes what waits, and outlives this one."""
    call("documents")


def make_waiting() -> int:
    """Make every document that waits, one after the other; return how many."""
    worker = uuid.uuid4().hex
    many = 0
    while (document := _claimed(worker)) is not None:
        _make(document, worker)
        many += 1
    return many


def _claimed(worker: str) -> Document | None:
    """Return the next document to make, which nobody else makes then."""
    while True:
        now = timezone.now()
        # A document that waits has perhaps just called for this very worker.
        waiting = Document.objects.filter(state=Stage.WAITING)
        orphans = Document.objects.unattended(now).filter(state=Stage.WORKING)
        found = waiting.order_by("pk").first() or orphans.order_by("pk").first()
        if found is None:
            return None
        same = {"pk": found.pk, "state": found.state, "worker": found.worker}
        if found.attempts >= MOST_ATTEMPTS:
            _give_up(same, found.error or "its workers died")
        elif Document.objects.filter(**same).update(
            state=Stage.WORKING,
            worker=worker,
            beat_at=now,
            attempts=F("attempts") + 1,
            done=0,
            pages=0,
        ):
            return found


def _make(document: Document, worker: str) -> None:
    """Make a claimed document, and say every now and then how far it is."""
    mine = {"pk": document.pk, "worker": worker, "state": Stage.WORKING}
    assert document.job is not None
    job = Job.of(document.job)
    try:
        content = pdf.printed(job, _beating(mine), seconds=IN_TIME)
    except NoPrintingError as error:
        _give_up(mine, LACKING + str(error))
    except PrintingError as error:
        logger.exception("document %s could not be made", document.pk)
        _give_up(mine, str(error))
    else:
        Document.objects.filter(**mine).update(
            state=Stage.DONE, content=content, job=None, done=document.of, error=""
        )


def _beating(mine: dict[str, object]) -> Callable[[int, int], None]:
    """Return what notes how far a document is, and so that its worker lives."""
    last = 0.0

    def beat(parts: int, pages: int) -> None:
        nonlocal last
        if time.monotonic() - last >= 1:
            last = time.monotonic()
            Document.objects.filter(**mine).update(
                beat_at=timezone.now(), done=parts, pages=pages
            )

    return beat


def _give_up(which: dict[str, object], why: str) -> None:
    Document.objects.filter(**which).update(state=Stage.FAILED, error=why)
