"""
Clubs made of files that were sent in by the browser, by a worker beside the site.

The worker first looks at a file, so that its sender sees what is in it; asked for the
club, it makes that in transactions of some seconds, which `extent` bounds: whoever
records at a table meanwhile waits for one of them at most. Until the last one the club
is private and has no members, so nobody sees it; where anything fails it is dropped.
"""

from __future__ import annotations

import gzip
import logging
import time
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta

from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from clubscore.archive.models import DEAD_AFTER, ClubUpload
from clubscore.archive.transfer.extent import refuse_much, seconds_for
from clubscore.archive.transfer.importer import PACKED, file_read, length_of
from clubscore.archive.transfer.parties import partie_made
from clubscore.archive.transfer.people import ImportedRows, everybody_made
from clubscore.archive.transfer.plans import plan_made
from clubscore.archive.transfer.rows import FileError
from clubscore.archive.transfer.shapes import ClubFile, SeasonShape
from clubscore.club import journal, limits
from clubscore.club.journal import Deed
from clubscore.club.models import Account, Club, Member, Role
from clubscore.club.names import free_slug
from clubscore.club.worker import call
from clubscore.partie.entries import Kind
from clubscore.partie.maintenance import club_drop
from clubscore.partie.signals import one_of_many, parties_changed

FILE_KEPT = timedelta(days=1)
"""How long a club's file is kept that was sent in, and of which no club is made."""
MOST_UNPACKED = 60_000_000
"""Bytes of a file; with fourteen times as many in its memory a worker reads it."""
MOST_MEMORY = 1_000_000_000
"""Bytes that a worker may have, whatever a file looks like: then it ends."""
MOST_ATTEMPTS = 3
TO_BEGIN = 2.0
"""Seconds of a processor until a worker begins."""
BYTES_A_SECOND = 8_000_000
"""How many of a file are read in a second of a processor."""
TURN = 0.1
"""
Seconds that a worker waits after each partie where one alone can write.

Who waits for SQLite looks at least that often whether it is free.
"""

UploadStage = ClubUpload.UploadStage
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ClubPreview:
    """What is in a club's file."""

    name: str
    slug: str
    """The address that the club had."""
    is_public: bool
    seasons: list[str]
    players: int
    guests: int
    parties: int
    games: int
    evenings: int
    first: str
    """The day of its first partie, in ISO form; empty if it has none."""
    last: str
    planned: int
    """Evenings that are planned."""
    books: list[str]
    """The names of its own rule books."""
    accounts: int
    """Of those who log in, whom the file does not bring along."""
    seconds: float = 0.0
    """Of a processor, for the club to be made of it."""

    @classmethod
    def of(cls, found: ClubFile, length: int) -> ClubPreview:
        """Return what is in a file of so many bytes."""
        days = sorted({one.date for one in found.parties})
        persons = [one for one in found.players if one.merged_into is None]
        guests = sum(one.is_guest for one in persons)
        return cls(
            name=found.club.name,
            slug=found.club.slug,
            is_public=found.club.is_public,
            seasons=[one.name for one in _latest_first(found)],
            players=len(persons) - guests,
            guests=guests,
            parties=len(found.parties),
            games=sum(
                entry.kind == Kind.GAME
                for partie in found.parties
                for entry in partie.entries
            ),
            evenings=len(days),
            first=days[0].isoformat() if days else "",
            last=days[-1].isoformat() if days else "",
            planned=len(found.planned_evenings),
            books=[str(one.draft.get("name", "")) for one in found.books],
            accounts=len(found.members),
            seconds=length / BYTES_A_SECOND + seconds_for(found),
        )

    @property
    def since(self) -> date | None:
        """The day of its first partie."""
        return date.fromisoformat(self.first) if self.first else None

    @property
    def until(self) -> date | None:
        """The day of its last one."""
        return date.fromisoformat(self.last) if self.last else None


def _latest_first(found: ClubFile) -> list[SeasonShape]:
    return sorted(found.seasons, key=lambda one: one.starts_on, reverse=True)


# Whoever sends a file -----------------------------------------------------------------


class BusyError(Exception):
    """A club is just being made of the file that was sent before."""


def upload_keep(*, account: Account, content: bytes) -> ClubUpload:
    """
    Keep a file to be looked at, instead of an earlier one of the account.

    Raise BusyError while a club is made of that, and TooCostlyError if a network has
    had enough done.
    """
    length = length_of(content, MOST_UNPACKED)
    limits.charge_beforehand(TO_BEGIN + length / BYTES_A_SECOND)
    if not content.startswith(PACKED):
        content = gzip.compress(content, compresslevel=1)
    with transaction.atomic():
        # Of two files that are sent at once the later one is kept.
        Account.objects.select_for_update().get(pk=account.pk)
        uploads_forget()
        before = ClubUpload.objects.select_for_update().filter(account=account)
        if before.filter(state=UploadStage.ASKED).exists():
            raise BusyError
        before.delete()
        upload = ClubUpload.objects.create(
            account=account, content=content, sent_at=timezone.now()
        )
    look_after(upload)
    return upload


def upload_ask(*, upload: ClubUpload, slug: str, is_public: bool, network: str) -> None:
    """
    Have a club made of a file that was looked at; asked twice, it is made once.

    Raise TooCostlyError if a network has had enough done.
    """
    preview = preview_of(upload)
    limits.charge_beforehand(TO_BEGIN + preview.seconds)
    ClubUpload.objects.filter(pk=upload.pk, state=UploadStage.SHOWN).update(
        state=UploadStage.ASKED,
        slug=slug,
        is_public=is_public,
        network=network,
        of=preview.parties,
        attempts=0,
        called_at=None,
        beat_at=None,
    )
    upload.state = UploadStage.ASKED
    look_after(upload)


def upload_drop(*, upload: ClubUpload) -> None:
    """Let a file go, unless a club is just being made of it."""
    found = ClubUpload.objects.filter(pk=upload.pk)
    found.exclude(state=UploadStage.ASKED).delete()


@transaction.atomic
def uploads_withdraw(account: Account) -> None:
    """Let the file of an account go that closes, and what was made of it so far."""
    held = ClubUpload.objects.select_for_update(of=("self",)).filter(account=account)
    for upload in held.select_related("club").defer("content"):
        upload.delete()
        if upload.club is not None and upload.state != UploadStage.DONE:
            club_drop(upload.club)


def preview_of(upload: ClubUpload) -> ClubPreview:
    """Return what is in a file that was looked at."""
    assert upload.preview is not None
    return ClubPreview(**upload.preview)


def slug_proposed(slug: str) -> str:
    """Return an address for a club: the one that it had, or a free one like it."""
    taken = set(Club.objects.values_list("slug", flat=True))
    return free_slug(slug, taken, "club") if slug in taken else slug


def uploads_forget() -> int:
    """Let go what was sent in long ago; return how many files that were."""
    now = timezone.now()
    long_ago = now - FILE_KEPT
    waiting = ClubUpload.objects.unattended(now).defer("content")
    for one in waiting.filter(sent_at__lt=long_ago):
        worker = _claim(one, now)
        if worker is not None:
            _fail(one, worker, FAULT)
    return ClubUpload.objects.outdated(long_ago).delete()[0]


# Beside the site ----------------------------------------------------------------------


def look_after(upload: ClubUpload) -> None:
    """
    Call a worker for a file that waits, unless one was called just now.

    Nor is one called beside another that does the same with other files: it goes on to
    this one by itself.
    """
    now = timezone.now()
    same = ClubUpload.objects.attended(now).filter(state=upload.state)
    if same.exclude(pk=upload.pk).exists():
        return
    waiting = ClubUpload.objects.unattended(now).filter(pk=upload.pk)
    idle = Q(called_at=None) | Q(called_at__lt=now - DEAD_AFTER)
    # Of several who look at the same moment, one calls.
    if waiting.filter(idle).update(called_at=now):
        transaction.on_commit(call_worker)


def call_worker() -> None:
    """Start a process that does what waits, and outlives this one."""
    call("clubs")


def work() -> int:
    """Look at every file and make every club that waits; return how many that were."""
    many = 0
    while (claimed := _claimed()) is not None:
        upload, worker = claimed
        _take(upload, worker)
        many += 1
    return many


def _claimed() -> tuple[ClubUpload, str] | None:
    """
    Return what is to be done next, and by whom; nobody else does it then.

    Files are looked at one after the other, whoever makes clubs; so are clubs made.
    What a worker has died of goes last.
    """
    while True:
        now = timezone.now()
        busy = ClubUpload.objects.filter(beat_at__gte=now - DEAD_AFTER).open()
        waiting = ClubUpload.objects.unattended(now).order_by("attempts", "sent_at")
        found = None
        for state in (UploadStage.SENT, UploadStage.ASKED):
            if found is None and not busy.filter(state=state).exists():
                found = waiting.filter(state=state).first()
        if found is None:
            return None
        worker = _claim(found, now)
        if worker is not None:
            return found, worker


def _claim(upload: ClubUpload, now: datetime) -> str | None:
    """Return the name of a new worker of a file; None if somebody was quicker."""
    worker = uuid.uuid4().hex
    same = ClubUpload.objects.unattended(now).filter(
        pk=upload.pk, state=upload.state, worker=upload.worker
    )
    claimed = same.update(worker=worker, beat_at=now, attempts=F("attempts") + 1)
    return worker if claimed else None


def _take(upload: ClubUpload, worker: str) -> None:
    """Do what is to be done with a file."""
    try:
        if upload.attempts >= MOST_ATTEMPTS:
            _fail(upload, worker, FAULT)
        elif upload.state == UploadStage.SENT:
            _look(upload, worker)
        else:
            _make(upload, worker)
    except FileError as error:
        _fail(upload, worker, error.reason, error.faults)
    except LostError:
        logger.warning("the file of %s has another worker", upload.account_id)
    except Exception:  # whatever it was, it is tried again, and given up in the end
        logger.exception("the file of %s could not be read in", upload.account_id)
        mine = ClubUpload.objects.filter(pk=upload.pk, worker=worker)
        mine.update(beat_at=None)


class LostError(Exception):
    """A file has gone, or another worker has taken over."""


def _hold(upload: ClubUpload, worker: str, **changes: object) -> None:
    """Say inside a transaction that a worker lives; raise LostError if it may not."""
    mine = ClubUpload.objects.filter(pk=upload.pk, worker=worker)
    if not mine.update(beat_at=timezone.now(), **changes):
        raise LostError


def _file_of(upload: ClubUpload) -> ClubFile:
    assert upload.content is not None
    found = file_read(bytes(upload.content), MOST_UNPACKED)
    refuse_much(found)
    return found


def _look(upload: ClubUpload, worker: str) -> None:
    """Note what is in a file."""
    found = _file_of(upload)
    assert upload.content is not None
    length = length_of(bytes(upload.content), MOST_UNPACKED)
    preview = asdict(ClubPreview.of(found, length))
    _hold(upload, worker, state=UploadStage.SHOWN, preview=preview)


def _make(upload: ClubUpload, worker: str) -> None:
    """Make the club of a file; raise FileError or LostError if it cannot be."""
    _drop_unfinished(upload, worker)
    found = _file_of(upload)
    _hold(upload, worker)
    known = _begun(upload, worker, found)
    recounted = 0
    try:
        with one_of_many():
            for done, partie in enumerate(found.parties, start=1):
                with transaction.atomic():
                    _hold(upload, worker, done=done)
                    recounted += partie_made(known, partie, makes_chain=False)
                _let_others_write()
        with transaction.atomic():
            _hold(
                upload,
                worker,
                state=UploadStage.DONE,
                recounted=recounted,
                content=None,
            )
            _finish(upload, known, found)
    except LostError:
        if not ClubUpload.objects.filter(pk=upload.pk).exists():
            club_drop(known.club)  # with its account the file went, and nobody else
        raise


def _drop_unfinished(upload: ClubUpload, worker: str) -> None:
    """Drop what a worker has left behind that died on the way."""
    with transaction.atomic():
        _hold(upload, worker, club=None, done=0)
        if upload.club is not None:
            club_drop(upload.club)


def _begun(upload: ClubUpload, worker: str, found: ClubFile) -> ImportedRows:
    """Make the club of a file and all that its parties refer to, for nobody to see."""
    hidden = found.club.model_copy(update={"is_public": False, "is_unclaimed": False})
    nobody = found.model_copy(update={"club": hidden, "members": []})
    with transaction.atomic():
        slug = slug_proposed(upload.slug)
        known = everybody_made(
            nobody,
            slug,
            lambda _note: None,
            joins_accounts=False,
            keeps_names=False,
        )
        _hold(upload, worker, club=known.club)
    return known


def _finish(upload: ClubUpload, known: ImportedRows, found: ClubFile) -> None:
    """Let a club be seen of which everything is there, and run by who sent its file."""
    for plan in found.plans:
        plan_made(known, plan)
    parties_changed.send(sender=Club, club=known.club)
    account = upload.account
    member = Member(club=known.club, account=account, role=Role.ADMINISTRATOR)
    member.full_clean()
    member.save()
    Club.objects.filter(pk=known.club.pk).update(is_public=upload.is_public)
    journal.note(
        Deed.CLUB_READ, club=known.club, account=account, address=upload.network
    )


def _let_others_write() -> None:
    """Give a turn to whoever waits to write."""
    if connection.vendor == "sqlite":
        time.sleep(TURN)


FAULT = "fault"
"""The reason where it is none of the file's."""


def _fail(
    upload: ClubUpload, worker: str, reason: str, faults: Sequence[str] = ()
) -> None:
    """Give a file up, and drop what was made of it."""
    with transaction.atomic():
        held = ClubUpload.objects.select_for_update(of=("self",)).filter(pk=upload.pk)
        row = held.filter(worker=worker).select_related("club").defer("content").first()
        if row is None:
            return
        club, row.club = row.club, None
        row.state, row.reason, row.faults = UploadStage.FAILED, reason, list(faults)
        row.content, row.done = None, 0
        row.save()
        if club is not None:
            club_drop(club)
