"""A club's file that is sent in by the browser: looked at, made a club of, refused."""

import datetime as dt
import gzip
import importlib.util
import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from clubscore.archive.models import DEAD_AFTER, ClubUpload
from clubscore.archive.transfer import upload_form, uploads
from clubscore.archive.transfer.extent import seconds_for
from clubscore.archive.transfer.importer import file_read
from clubscore.archive.transfer.parties import partie_made
from clubscore.club import limits, worker
from clubscore.club.models import Account, Club, JournalEntry, Player, Season
from clubscore.partie.audit import differences
from clubscore.partie.models import Partie
from clubscore.privacy.closed_accounts import account_close
from clubscore.privacy.retention import forget
from tests.archive.transfer.clubs import File, content_of, exported, fill
from tests.partie.pages import words

pytestmark = pytest.mark.django_db

READ = "/accounts/clubs/read/"
UploadStage = ClubUpload.UploadStage


@pytest.fixture
def told(club: Club, season: Season, players: list[Player]) -> File:
    """Return what the file of a club says in which everything has happened."""
    fill(club, season, players)
    return exported(Club.objects.get(pk=club.pk))


@pytest.fixture
def sender(client: Client, settings: Settings) -> Client:
    """Return the browser of somebody who may make clubs."""
    settings.CLUBS_BY_ANYBODY = True
    client.force_login(Account.objects.create_user("sender", password="tiles"))
    return client


@pytest.fixture(autouse=True)
def _called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no worker come by itself, and none wait for others."""
    monkeypatch.setattr(uploads, "call_worker", lambda: None)
    monkeypatch.setattr(uploads, "TURN", 0)


def send(sender: Client, content: bytes, name: str = "club.json") -> Any:
    """Send a file in."""
    sent = SimpleUploadedFile(name, content, "application/json")
    return sender.post(READ, {"action": "send", "file": sent})


def make(sender: Client, **chosen: str) -> Any:
    """Ask for the club of the file that was looked at."""
    form = {"action": "make", "slug": "again", "is_public": "yes"}
    return sender.post(READ, form | chosen)


def without_accounts(value: Any) -> Any:
    """Return what a file says without the accounts, none of which comes along."""
    if isinstance(value, list):
        return list(map(without_accounts, value))
    if not isinstance(value, dict):
        return value
    kept = {name: one for name, one in value.items() if name != "account"}
    return {name: without_accounts(one) for name, one in kept.items()}


def test_a_file_is_looked_at_and_then_a_club(sender: Client, told: File) -> None:
    packed = gzip.compress(content_of(told))
    assert send(sender, packed, "club.json.gz")["Location"] == READ
    waiting = sender.get(READ).text
    assert "The file is being looked at" in waiting
    assert 'http-equiv="refresh"' in waiting

    assert uploads.work() == 1
    shown = sender.get(READ).text
    text = words(shown)
    assert "Het Groene Hart" in text
    assert "Seasons 2026" in text
    assert "The accounts of the 2 people who log in there do not come along" in text
    assert 'value="groene-hart-2"' in shown  # its own address is taken
    assert Club.objects.count() == 1

    make(sender, is_public="no")
    assert "The club is being made" in sender.get(READ).text
    assert uploads.work() == 1
    assert "and you run it" in sender.get(READ).text
    club = Club.objects.get(slug="again")
    [member] = club.members.all()
    assert (member.account.username, member.role) == ("sender", "administrator")
    copy = exported(club)
    for left in ("seasons", "players", "evenings", "planned_evenings"):
        assert copy[left] == told[left]
    assert without_accounts(copy["parties"]) == without_accounts(told["parties"])
    assert not club.is_public
    assert list(differences()) == []
    [entry] = JournalEntry.objects.filter(deed="club.read")
    assert (entry.club, entry.name, entry.address) == (club, "sender", "127.0.0.1")


def test_nobody_sees_a_club_before_all_of_it_is_there(
    sender: Client, told: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(sender, content_of(told))
    uploads.work()
    make(sender)
    seen: list[tuple[int, int]] = []

    def looked(*args: Any, **more: Any) -> int:
        made = partie_made(*args, **more)
        seen.append(
            (sender.get("/again/").status_code, Client().get("/again/").status_code)
        )
        return made

    monkeypatch.setattr(uploads, "partie_made", looked)
    uploads.work()
    assert seen == [(404, 404)] * len(told["parties"])
    assert Client().get("/again/").status_code == 200


def test_what_cannot_have_been_so_makes_nothing_and_says_why(
    sender: Client, told: File
) -> None:
    told["parties"][-1]["revisions"][0]["author"] = "somebody else"
    send(sender, content_of(told))
    uploads.work()
    make(sender)
    uploads.work()
    failed = sender.get(READ, headers={"accept-language": "nl"}).text
    assert "--new-chains" in failed
    assert "its chain does not hold" in failed
    assert Club.objects.count() == 1
    [upload] = ClubUpload.objects.all()
    assert upload.content is None
    # Another file can be sent from there.
    assert send(sender, content_of(told)).status_code == 302
    assert ClubUpload.objects.get().state == UploadStage.SENT


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\x89PNG\r\n", "This is no club’s file."),
        (b"PK\x03\x04 and more", "Unpack it first."),
        (b"Anna;10\n", "This is no club’s file."),
        (b"", "This file is empty."),
        (b"{" + b" " * upload_form.MOST_SENT, "too long to be read in here"),
    ],
)
def test_another_file_is_refused_at_once(
    sender: Client, content: bytes, says: str
) -> None:
    assert says in send(sender, content).text
    assert not ClubUpload.objects.exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'{"format": "clubscore-club", "ver', "perhaps its end is missing"),
        (gzip.compress(b"{}" * 99)[:30], "perhaps its end is missing"),
        (b'{"format": "clubscore-own-book"}', "This is no club’s file."),
        (b'{"format": "clubscore-club", "version": 99}', "A newer version"),
        (b'{"format": "clubscore-club", "version": 1}', "not as Clubscore writes it"),
        (gzip.compress(b"{" + b" " * 2000), "too long to be read in here"),
    ],
)
def test_what_is_wrong_is_said_when_it_was_looked_at(
    sender: Client, content: bytes, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_UNPACKED", 1500)
    send(sender, content)
    uploads.work()
    assert says in words(sender.get(READ).text)


def test_a_worker_that_died_leaves_nothing_behind(
    sender: Client, told: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(sender, content_of(told))
    uploads.work()
    make(sender)

    def killed(*args: Any, **more: Any) -> int:
        if ClubUpload.objects.get().done == 2:
            raise KeyboardInterrupt
        return partie_made(*args, **more)

    monkeypatch.setattr(uploads, "partie_made", killed)
    with pytest.raises(KeyboardInterrupt):
        uploads.work()
    half = ClubUpload.objects.get().club
    assert half is not None
    assert uploads.work() == 0  # its worker may still live
    monkeypatch.setattr(uploads, "partie_made", partie_made)
    ClubUpload.objects.update(beat_at=timezone.now() - 2 * DEAD_AFTER)
    assert uploads.work() == 1
    assert not Club.objects.filter(pk=half.pk).exists()
    whole = exported(Club.objects.get(slug="again"))["parties"]
    assert without_accounts(whole) == without_accounts(told["parties"])


def test_the_audit_knows_of_a_club_that_is_being_made(
    sender: Client, told: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(sender, content_of(told))
    uploads.work()
    make(sender)
    found: list[list[str]] = []

    def looked() -> None:
        upload = ClubUpload.objects.get()
        if upload.done == upload.of:
            found.append([str(one) for one in differences()])
            Partie.objects.filter(club=upload.club, number=2).update(head="0" * 64)
            found.append([str(one) for one in differences()])
            raise KeyboardInterrupt

    monkeypatch.setattr(uploads, "_let_others_write", looked)
    with pytest.raises(KeyboardInterrupt):
        uploads.work()
    nothing, broken = found
    assert nothing == []
    assert broken
    assert all("again, partie 2: the chain is broken" in one for one in broken)


def test_a_file_whose_worker_was_stopped_is_taken_up_again_at_night(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = (root / "docs" / "hosting" / "clubscore-backup.service").read_text()
    assert "\nExecStopPost=/usr/local/bin/clubscore clubs\n" in unit
    # No update begins meanwhile, and none is at work.
    monkeypatch.setenv("CLUBSCORE_PREFIX", str(tmp_path))
    (tmp_path / "srv" / "clubscore").mkdir(parents=True)
    spec = importlib.util.spec_from_file_location(
        "command", root / "docs" / "hosting" / "command.py"
    )
    assert spec is not None
    assert spec.loader is not None
    command: Any = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "command", command)
    spec.loader.exec_module(command)
    held: list[bool] = []

    def handed_over(*_words: object) -> int:
        held.append(bool(command._held))
        return 0

    monkeypatch.setattr(command, "hands_over", handed_over)
    monkeypatch.setattr("sys.argv", ["clubscore", "clubs"])
    assert command.main() == 0
    assert held == [True]


@pytest.mark.parametrize("lives", [True, False])
def test_with_an_account_that_closes_goes_what_was_made_of_its_file(
    sender: Client, told: File, monkeypatch: pytest.MonkeyPatch, *, lives: bool
) -> None:
    send(sender, content_of(told))
    uploads.work()
    make(sender)
    account = ClubUpload.objects.get().account

    def closed() -> None:
        assert Club.objects.count() == 2
        account_close(account=account, under_initials=False)

    def killed() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(uploads, "_let_others_write", closed if lives else killed)
    if lives:
        uploads.work()
    else:
        with pytest.raises(KeyboardInterrupt):
            uploads.work()
        closed()
    assert not ClubUpload.objects.exists()
    assert [club.slug for club in Club.objects.all()] == ["groene-hart"]


def test_what_fails_again_and_again_is_given_up(
    sender: Client, told: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: Any, **_more: Any) -> int:
        raise ZeroDivisionError

    send(sender, content_of(told))
    uploads.work()
    make(sender)
    monkeypatch.setattr(uploads, "partie_made", broken)
    uploads.work()
    assert "The fault is ours" in sender.get(READ).text
    assert Club.objects.count() == 1


def test_an_address_that_is_taken_is_refused_and_one_taken_meanwhile_is_changed(
    sender: Client, told: File
) -> None:
    send(sender, content_of(told))
    uploads.work()
    assert "Another club has this address." in make(sender, slug="groene-hart").text
    assert "is needed for other pages" in make(sender, slug="play").text
    make(sender)
    Club.objects.create(name="Again", slug="again")
    assert "is just being made" in words(
        sender.post(READ, {"action": "drop"}, follow=True).text
        + send(sender, content_of(told)).text
        + sender.get(READ).text
    )
    uploads.work()
    assert 'href="/again-2/"' in sender.get(READ).text


def test_a_file_is_let_go_when_it_is_left_or_forgotten(
    sender: Client, told: File
) -> None:
    send(sender, content_of(told))
    uploads.work()
    sender.post(READ, {"action": "drop"})
    assert not ClubUpload.objects.exists()
    send(sender, content_of(told))
    assert forget()["clubs’ files that were sent in"] == 0
    ClubUpload.objects.update(sent_at=timezone.now() - dt.timedelta(days=2))
    assert forget()["clubs’ files that were sent in"] == 1
    assert not ClubUpload.objects.exists()


def test_files_are_looked_at_one_after_the_other(
    sender: Client, told: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(sender, content_of(told))
    other = Client()
    other.force_login(Account.objects.create_user("other", password="tiles"))
    file_of = uploads._file_of
    claims: list[object] = []

    def looked(upload: ClubUpload) -> Any:
        if not claims:
            send(other, content_of(told))
            claims.append(uploads._claimed())  # a worker that was called all the same
        return file_of(upload)

    monkeypatch.setattr(uploads, "_file_of", looked)
    assert uploads.work() == 2
    assert claims == [None]
    called = ClubUpload.objects.order_by("sent_at").values_list("called_at", flat=True)
    assert [at is not None for at in called] == [True, False]


def test_a_worker_has_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds: list[int] = []
    monkeypatch.setattr(worker, "bounded", bounds.append)
    call_command("clubs")
    assert bounds
    assert max(bounds) <= 10**9


def test_the_site_outlives_a_worker_for_which_memory_does_not_suffice(
    root: Path,
) -> None:
    unit = (root / "docs" / "hosting" / "clubscore.service").read_text()
    assert "\nOOMPolicy=continue\n" in unit


@pytest.mark.django_db(transaction=True)
def test_of_two_files_that_are_sent_at_once_one_is_kept() -> None:
    account = Account.objects.create_user("sender", password="tiles")
    together = Barrier(4)

    def kept(number: int) -> None:
        try:
            together.wait()
            uploads.upload_keep(account=account, content=b"{%d" % number)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(kept, range(4)))
    assert ClubUpload.objects.count() == 1


def squats(told: File) -> None:
    told["former_authors"] = [{"account": "famous", "initials": "F."}]


def asks(told: File) -> None:
    told["former_authors"] = [{"account": "annie", "initials": "A."}]


@pytest.mark.parametrize("spoil", [squats, asks])
def test_no_file_takes_a_name_or_tells_that_it_is_taken(
    sender: Client, told: File, spoil: Callable[[File], None]
) -> None:
    # Who wrote something is known by initials that stand for an account without a name.
    spoil(told)
    send(sender, content_of(told))
    uploads.work()
    make(sender)
    uploads.work()
    assert "and you run it" in sender.get(READ).text
    assert not Account.objects.filter(username="famous").exists()
    author = Club.objects.get(slug="again").former_authors.get()
    assert author.account.username.startswith("closed-")
    assert author.account.closed_at is not None


def many_players(told: File) -> None:
    one = told["players"][0]
    told["players"] += [one | {"id": 100 + number} for number in range(3000)]


def many_games(told: File) -> None:
    told["parties"][0]["revisions"] *= 300


def many_jokers(told: File) -> None:
    revisions = told["parties"][0]["revisions"]
    revisions[0]["said"]["hands"] = {"S": {"tiles": "0" * 12}}
    revisions += [revisions[0]] * 20


def many_evenings(told: File) -> None:
    told["evenings"] *= 5000


@pytest.mark.parametrize(
    ("swell", "says"),
    [
        (many_players, "what comes before the parties"),
        (many_evenings, "what comes before the parties"),
        (many_games, "partie 1"),
        (many_jokers, "partie 1"),
    ],
)
def test_what_would_keep_others_waiting_is_for_the_command(
    sender: Client, told: File, swell: Callable[[File], None], says: str
) -> None:
    swell(told)
    send(sender, gzip.compress(content_of(told)))
    uploads.work()
    failed = words(sender.get(READ).text)
    assert "more than clubs have" in failed
    assert f"{says}: more than" in failed


def test_a_packed_file_is_charged_by_what_is_in_it(
    sender: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: list[float] = []
    monkeypatch.setattr(limits, "charge_beforehand", charged.append)
    send(sender, gzip.compress(b"{" + b" " * 8_000_000))
    send(sender, gzip.compress(b"{" + b" " * uploads.MOST_UNPACKED * 2))
    assert charged[0] >= uploads.TO_BEGIN + 8_000_000 / uploads.BYTES_A_SECOND
    most = uploads.TO_BEGIN + uploads.MOST_UNPACKED / uploads.BYTES_A_SECOND
    assert charged[1] == pytest.approx(most, rel=0.05)


def test_jokers_and_corrections_in_a_file_are_charged(told: File) -> None:
    before = seconds_for(file_read(content_of(told)))
    revisions = told["parties"][0]["revisions"]
    revisions.append(revisions[0])
    corrected = seconds_for(file_read(content_of(told)))
    assert corrected > before
    revisions[0]["said"] = json.loads('{"hands": {"S": {"tiles": "000000000000"}}}')
    assert seconds_for(file_read(content_of(told))) > corrected + 30 * limits.GAME


def test_a_network_is_charged_with_what_is_made(
    sender: Client, told: File, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: list[float] = []
    monkeypatch.setattr(limits, "charge_beforehand", charged.append)
    send(sender, content_of(told))
    uploads.work()
    make(sender)
    assert len(charged) == 2
    assert min(charged) > uploads.TO_BEGIN


@pytest.mark.usefixtures("told")
def test_the_export_is_packed_as_it_is(client: Client) -> None:
    client.force_login(Account.objects.get(username="willem"))
    answer = client.get("/groene-hart/settings/export/club.json.gz")
    packed = answer.getvalue()
    assert '.json.gz"' in answer["Content-Disposition"]
    plain = client.get("/groene-hart/settings/export/club.json").getvalue()
    assert gzip.decompress(packed) == plain


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize("name", ["club.json", "club.json.gz"])
def test_whoever_has_an_export_written_is_charged_for_all_of_it(
    client: Client, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(Account.objects.get(username="willem"))
    answer = client.get(f"/groene-hart/settings/export/{name}")
    clock, charged = iter(range(10**6)), []
    monkeypatch.setattr("time.thread_time", lambda: float(next(clock)))
    monkeypatch.setattr(
        limits, "_spend", lambda network, seconds: charged.append((network, seconds))
    )
    pieces = list(answer)
    assert len(pieces) > 20
    # A second passes with each look at this clock.
    assert charged == [("127.0.0.1", 1.0)] * (len(pieces) + 1)
