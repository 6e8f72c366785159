"""How documents come about: at once, in time, again, not at all."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from clubscore.club import limits
from clubscore.club.initials import name_show, name_withhold
from clubscore.club.models import Club
from clubscore.partie.models import Partie
from clubscore.partie.services import link_make
from clubscore.sheets import documents, pdf
from clubscore.sheets.models import DEAD_AFTER, KEPT_FOR, MOST_ATTEMPTS, Document
from clubscore.sheets.pdf import NoPrintingError, PrintingError
from clubscore.sheets.press import MOST_JOBS, Job
from tests.partie.pages import words
from tests.sheets.boxes import made_of_the_page, read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_printed")]

State = Document.Stage
PACK = "/groene-hart/evenings/2026-11-17/pack.pdf"


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a note for every worker that was called; none comes."""
    notes: list[str] = []
    monkeypatch.setattr(documents, "call_worker", lambda: notes.append("called"))
    return notes


@pytest.fixture
def job() -> Job:
    """Return a small job of two parts."""
    return pdf.job_of(["<p>one</p>", "<p>two</p>"])


def aged(document: Document, by: dt.timedelta) -> None:
    """Let a document's worker be silent for so long."""
    Document.objects.filter(pk=document.pk).update(beat_at=timezone.now() - by)


# In time --------------------------------------------------------------------------


def test_a_pack_is_waited_for_and_then_read(
    scorekeeper: Client,
    partie: Partie,
    called: list[str],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    link = link_make(partie=partie)
    with django_capture_on_commit_callbacks(execute=True):
        sent = scorekeeper.get(PACK)
    assert sent.status_code == 302
    assert called == ["called"]
    waiting = scorekeeper.get(sent["Location"])
    assert "The PDF is being made" in words(waiting.text)
    assert 'http-equiv="refresh"' in waiting.text

    assert documents.make_waiting() == 1
    ready = scorekeeper.get(sent["Location"])
    assert "The PDF is ready" in words(ready.text)
    assert 'http-equiv="refresh"' not in ready.text
    answer = scorekeeper.get(f"{sent['Location']}&open=1")
    card, *sheet = read(answer.content)
    assert answer["Content-Type"] == "application/pdf"
    for name in ("Anna", "Ben", "Cleo", "Dirk"):
        assert name in card
        assert name in sheet[0]
    assert link.get_absolute_url() in card.replace("\n", "")
    assert scorekeeper.get(PACK).content == answer.content


def test_who_waits_asks_the_database_little(
    scorekeeper: Client,
    partie: Partie,
    called: list[str],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    waiting = scorekeeper.get(PACK)["Location"]
    with django_assert_num_queries(6):
        scorekeeper.get(waiting)


def test_htmx_gets_the_fragment_alone(
    scorekeeper: Client, partie: Partie, called: list[str]
) -> None:
    waiting = scorekeeper.get(PACK)["Location"]
    part = scorekeeper.get(waiting, headers={"HX-Request": "true"})
    assert part.text.lstrip().startswith("<section")
    assert "hx-get" in part.text
    documents.make_waiting()
    part = scorekeeper.get(waiting, headers={"HX-Request": "true"})
    assert "hx-get" not in part.text


def test_who_may_not_have_a_pack_does_not_get_it_by_its_token(
    scorekeeper: Client, partie: Partie, called: list[str]
) -> None:
    waiting = scorekeeper.get(PACK)["Location"]
    documents.make_waiting()
    other = Client().get(f"{waiting}&open=1")
    assert other.status_code == 302
    assert "/login/" in other["Location"]


def test_a_token_of_another_kind_or_none_begins_anew(
    scorekeeper: Client, partie: Partie, club: Club, job: Job, called: list[str]
) -> None:
    other = documents.put_down(club, Document.Content.REPORT, job)
    for token in (other.token, "nonsense", f"{other.pk}:x"):
        answer = scorekeeper.get(PACK, {"making": token, "paper": "a5"})
        assert answer["Location"] == f"{PACK}?paper=a5"


def test_an_evening_without_tables_has_no_pack(scorekeeper: Client) -> None:
    answer = scorekeeper.get(PACK, follow=True)
    assert "No table has started on this day yet." in words(answer.text)


def test_what_is_asked_for_twice_is_made_once(
    club: Club, job: Job, called: list[str]
) -> None:
    first = documents.put_down(club, Document.Content.PACK, job)
    assert documents.put_down(club, Document.Content.PACK, job) == first
    assert documents.make_waiting() == 1
    assert documents.put_down(club, Document.Content.PACK, job).is_done
    assert documents.make_waiting() == 0


def test_a_worker_tells_how_far_it_is(
    club: Club, job: Job, called: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = documents.put_down(club, Document.Content.PACK, job)
    seen = []

    def printed(_job: Job, told: Any, **_more: Any) -> bytes:
        told(1, 3)
        document.refresh_from_db()
        seen.append((document.state, document.done, document.of, document.pages))
        return b"%PDF"

    monkeypatch.setattr(pdf, "printed", printed)
    documents.make_waiting()
    assert seen == [("working", 1, 2, 3)]


@pytest.fixture
def share(standing_minute: None, monkeypatch: pytest.MonkeyPatch) -> float:
    """Return what a network may take in a minute."""
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)
    return limits.share()


def spent() -> list[float]:
    """Return what the network of the tests is charged with, minute by minute."""
    minutes = sorted(limits._spent)
    return [limits._spent[minute].get("127.0.0.1", 0.0) for minute in minutes]


def test_who_asks_for_a_long_document_is_charged_for_it_once(
    scorekeeper: Client,
    partie: Partie,
    called: list[str],
    share: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(documents, "seconds_for", lambda job: share / 3)
    waiting = scorekeeper.get(PACK)["Location"]
    assert spent() == [pytest.approx(share / 3)]
    for again in (PACK, waiting):
        scorekeeper.get(again)
    assert spent() == [pytest.approx(share / 3)]


def test_who_has_had_enough_printed_waits_and_whoever_plays_does_not(
    scorekeeper: Client,
    partie: Partie,
    called: list[str],
    share: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(documents, "seconds_for", lambda job: share * 1.25)
    monkeypatch.setattr(limits, "AHEAD", 1)
    scorekeeper.get(PACK)
    # No minute is charged with more than half: what is left of it is for playing.
    half = share / 2
    assert spent() == [pytest.approx(part) for part in (half, half, half / 2)]
    refused = scorekeeper.get(f"{PACK}?paper=a5", headers={"accept": "text/html"})
    assert refused.status_code == 429
    assert refused["Retry-After"] == "60"
    assert "Too much was asked from here" in words(refused.text)
    assert Document.objects.count() == 1
    assert scorekeeper.get("/groene-hart/").status_code == 200
    other = scorekeeper.get(f"{PACK}?paper=a5", REMOTE_ADDR="192.0.2.9")
    assert other.status_code == 302


def test_longer_documents_cost_more() -> None:
    short, long = (pdf.job_of(["<p>one</p>" * many]) for many in (1, 10_000))
    assert 0 < documents.seconds_for(short) < documents.seconds_for(long)


# What goes wrong ------------------------------------------------------------------


def test_a_dead_worker_is_noticed_and_another_called(
    club: Club,
    job: Job,
    called: list[str],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        document = documents.put_down(club, Document.Content.PACK, job)
    Document.objects.update(state=State.WORKING, worker="dead", attempts=1)
    with django_capture_on_commit_callbacks(execute=True):
        documents.look_after(document)  # it was heard of a moment ago
    assert called == ["called"]
    assert documents.make_waiting() == 0
    aged(document, DEAD_AFTER * 2)
    with django_capture_on_commit_callbacks(execute=True):
        documents.look_after(document)
        documents.look_after(document)
    assert called == ["called", "called"]


def test_what_a_dead_worker_left_is_made_by_the_next(
    club: Club, job: Job, called: list[str]
) -> None:
    document = documents.put_down(club, Document.Content.PACK, job)
    Document.objects.update(state=State.WORKING, worker="dead", attempts=1)
    aged(document, DEAD_AFTER * 2)
    assert documents.make_waiting() == 1
    document.refresh_from_db()
    assert document.is_done


def test_a_worker_that_was_given_up_writes_over_nothing(
    club: Club, job: Job, called: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = documents.put_down(club, Document.Content.PACK, job)

    def printed(*_what: Any, **_more: Any) -> bytes:
        Document.objects.update(worker="another")
        return b"late"

    monkeypatch.setattr(pdf, "printed", printed)
    documents.make_waiting()
    document.refresh_from_db()
    assert document.content is None
    assert document.state == State.WORKING


def test_what_kills_its_workers_is_given_up_at_last(
    club: Club, job: Job, called: list[str]
) -> None:
    document = documents.put_down(club, Document.Content.PACK, job)
    Document.objects.update(state=State.WORKING, worker="dead", attempts=MOST_ATTEMPTS)
    aged(document, DEAD_AFTER * 2)
    assert documents.make_waiting() == 0
    document.refresh_from_db()
    assert document.has_failed


def test_a_failure_is_told_and_tried_again(
    scorekeeper: Client,
    partie: Partie,
    called: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_what: Any, **_more: Any) -> bytes:
        message = "no ink"
        raise PrintingError(message)

    with monkeypatch.context() as patch:
        patch.setattr(pdf, "printed", refused)
        waiting = scorekeeper.get(PACK)["Location"]
        documents.make_waiting()
        told = scorekeeper.get(waiting)
        assert "The PDF could not be made" in words(told.text)
        assert "no ink" not in told.text
        assert f'href="{PACK}"' in told.text
        short = scorekeeper.get("/groene-hart/sheet.pdf")
        assert short.status_code == 503
        assert "Try again" in words(short.text)
    scorekeeper.get(PACK)
    assert documents.make_waiting() == 1
    assert "The PDF is ready" in words(scorekeeper.get(waiting).text)


def test_where_nothing_can_be_printed_the_packages_are_named(
    scorekeeper: Client,
    partie: Partie,
    called: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_what: Any, **_more: Any) -> bytes:
        message = "no pango"
        raise NoPrintingError(message)

    monkeypatch.setattr(pdf, "printed", refused)
    waiting = scorekeeper.get(PACK)["Location"]
    documents.make_waiting()
    for address in (waiting, "/groene-hart/sheet.pdf"):
        answer = scorekeeper.get(address)
        assert answer.status_code == 503
        assert "libpango-1.0-0" in answer.text


@made_of_the_page
def test_without_pango_the_press_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, job: Job
) -> None:
    broken = tmp_path / "weasyprint"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise OSError('cannot load libpango')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    pdf.close()
    with pytest.raises(NoPrintingError, match="cannot load libpango"):
        pdf.printed(job)


@made_of_the_page
def test_a_press_that_died_is_replaced(job: Job) -> None:
    once = pdf.printed(job)
    assert pdf._running is not None
    pdf._running._process.kill()
    pdf._running._process.wait()
    assert pdf.printed(job) == once


@made_of_the_page
def test_more_documents_than_one_press_makes(job: Job) -> None:
    once = pdf.printed(job)
    for _ in range(MOST_JOBS + 5):
        assert pdf.printed(job) == once


@made_of_the_page
def test_a_press_that_takes_too_long_is_ended(job: Job) -> None:
    pdf.printed(job)
    with pytest.raises(PrintingError):
        pdf.printed(job, seconds=0)
    assert pdf.printed(job)


@made_of_the_page
@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:9/x.svg",
        "file:///etc/hostname",
        "/static/../manage.py",
        "/static/no.svg",
        "/etc/hostname",
    ],
)
def test_nothing_but_our_static_files_gets_onto_a_sheet(address: str) -> None:
    with pytest.raises(PrintingError, match="no static file"):
        pdf.printed(pdf.job_of([f'<img src="{address}">']))


# Kept, and let go -----------------------------------------------------------------


def test_what_nobody_fetches_any_more_goes(club: Club, called: list[str]) -> None:
    old, new = (pdf.job_of([f"<p>{name}</p>"]) for name in ("old", "new"))
    document = documents.put_down(club, Document.Content.PACK, old)
    long_ago = timezone.now() - KEPT_FOR - dt.timedelta(hours=1)
    Document.objects.filter(pk=document.pk).update(used_at=long_ago)
    documents.put_down(club, Document.Content.PACK, new)
    assert not Document.objects.filter(pk=document.pk).exists()


def test_fetching_keeps_a_document(club: Club, job: Job) -> None:
    documents.made_at_once(club, Document.Content.CARD, job)
    Document.objects.update(used_at=timezone.now() - KEPT_FOR / 2)
    documents.made_at_once(club, Document.Content.CARD, job)
    used = Document.objects.get().used_at
    assert timezone.now() - used < dt.timedelta(minutes=5)


def test_what_was_begun_with_a_name_that_is_withheld_since_is_not_kept(
    client: Client, partie: Partie, club: Club, job: Job, called: list[str]
) -> None:
    anna = partie.seats.get(place=0).player
    name_withhold(player=anna)  # *club* was looked up before
    assert documents.made_at_once(club, Document.Content.CARD, job).startswith(b"%PDF")
    with pytest.raises(documents.NamesChangedError):
        documents.put_down(club, Document.Content.PACK, job)
    assert not Document.objects.exists()
    club.refresh_from_db()
    documents.made_at_once(club, Document.Content.CARD, job)
    documents.put_down(club, Document.Content.PACK, pdf.job_of(["<p>A.</p>"]))
    assert Document.objects.count() == 2
    name_show(player=anna)
    assert not Document.objects.exists()


def test_who_asks_meanwhile_asks_again(
    client: Client,
    partie: Partie,
    called: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_late(*_given: object) -> None:
        raise documents.NamesChangedError

    monkeypatch.setattr(documents, "put_down", too_late)
    path = "/groene-hart/parties/1/report.pdf?language=de"
    answer = client.get(path)
    assert (answer.status_code, answer["Location"]) == (302, path)


@made_of_the_page
def test_two_clubs_share_no_document() -> None:
    jobs = {pdf.job_of(["<p>same</p>"], scope=pk).identifier for pk in (1, 2)}
    assert len(jobs) == 2


# A worker of flesh and blood --------------------------------------------------------


@pytest.mark.same_on_every_database("it brings a database of its own, on disk")
def test_the_command_makes_what_waits_in_a_database_on_disk(tmp_path: Path) -> None:
    script = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from clubscore.club import worker
from clubscore.club.models import Club
from clubscore.sheets import documents, pdf
from clubscore.sheets.models import Document
club = Club.objects.create(name="A", slug="a")
documents.put_down(club, "pack", pdf.job_of(["<p>one</p>"]))
for one in worker.called: one.wait(90)
print(Document.objects.get().state)
"""
    told = subprocess.run(  # noqa: S603 (our own script)
        [sys.executable, "-c", script],
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "clubscore.settings",
            "DATABASE_URL": f"sqlite:///{tmp_path / 'club.sqlite3'}",
            "SECRET_KEY": "for-tests",
        },
        capture_output=True,
        text=True,
        check=True,
        timeout=180,
    )
    assert told.stdout.split() == ["done"]
