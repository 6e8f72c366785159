"""Reminders and results by mail: who gets one, once, and what its links do."""

import contextlib
import datetime as dt
import re
import smtplib
from collections.abc import Callable
from email.message import EmailMessage as Sent
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import CommandError, call_command, get_commands
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from clubscore.club.models import Account, Club, Mail, Member, Player, Season
from clubscore.club.services import player_add
from clubscore.evening.services import evenings_plan, sign_on
from clubscore.logs import cut
from clubscore.partie.club_plans import PlanWish, make_soon, plan_make, version_use
from clubscore.partie.merge import player_merge
from clubscore.partie.models import ClubPlan, PlannedEvening, SignOn
from clubscore.partie.services import game_record, partie_end, partie_start
from tests.season.played import DRAW, GAME, play, write

pytestmark = pytest.mark.django_db

EVENING = dt.date(2026, 11, 17)
Clock = Callable[..., None]


@pytest.fixture(autouse=True)
def _mail_is_set_up(settings: Settings) -> None:
    settings.HAS_MAIL, settings.SITE_URL = True, "https://clubs.example"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return what sets the clock; it is noon of the day before the evening."""

    def set_to(day: int, hour: int, minute: int = 0) -> None:
        zone = timezone.get_default_timezone()
        at = dt.datetime(2026, 11, day, hour, minute, tzinfo=zone)
        monkeypatch.setattr(timezone, "now", lambda: at)

    set_to(16, 12)
    return set_to


def member(player: Player, **wants: Any) -> Member:
    """Return a member who plays, with an address."""
    name = player.name.lower()
    language = wants.pop("language", "en")
    account = Account.objects.create(
        username=name, email=f"{name}@club.example", language=language
    )
    return Member.objects.create(
        club=player.club, account=account, player=player, **wants
    )


@pytest.fixture
def planned(club: Club) -> PlannedEvening:
    """Return the evening as it is planned."""
    [made] = evenings_plan(
        club=club,
        days=[EVENING],
        starts_at=dt.time(19, 30),
        ends_at=None,
        place="In town & upstairs",
    )
    return made


def outbox() -> list[tuple[str, str]]:
    """Return to whom mails were sent, and what they are about."""
    return [(one.to[0], str(one.subject)) for one in mail.outbox]


def plan_of_two_sittings(season: Season, players: list[Player]) -> ClubPlan:
    """Return a plan of the evening that is played by."""
    version = plan_make(
        season=season,
        occasion=ClubPlan.Occasion.EVENING,
        day=EVENING,
        wish=PlanWish(tuple(one.pk for one in players), sittings=2),
        account=None,
    )
    make_soon(version)
    version_use(version=version)
    return ClubPlan.objects.get()


def link_in(text: str, word: str) -> str:
    """Return the path of the first link of a mail with a word in it."""
    [*_, found] = re.findall(rf"https://clubs\.example(\S*{word}\S*)", text)
    return str(found)


# Reminders ----------------------------------------------------------------------------


def test_who_asked_for_it_is_reminded_once_and_who_signed_off_is_not(
    planned: PlannedEvening, players: list[Player], clock: Clock
) -> None:
    anna, ben, cleo, dirk = players
    member(anna, wants_reminders=True)
    member(ben, wants_reminders=True, language="de")
    member(cleo, wants_reminders=True)
    member(dirk)
    sign_on(planned=planned, player=ben, comes=False)
    sign_on(planned=planned, player=ben, comes=True)
    sign_on(planned=planned, player=cleo, comes=False)
    clock(16, 8, 59)
    call_command("mail")
    assert outbox() == []  # nobody is written to at night
    clock(16, 9)
    call_command("mail")
    call_command("mail")
    assert outbox() == [
        ("anna@club.example", "Het Groene Hart: Tuesday, 17 November 2026"),
        ("ben@club.example", "Het Groene Hart: Dienstag, 17. November 2026"),
    ]
    text = str(mail.outbox[0].body)
    assert "Hello Anna," in text
    assert "In town & upstairs" in text
    assert "?comes=yes" in text
    assert "?comes=yes" not in str(mail.outbox[1].body)  # he has signed on


@pytest.mark.parametrize(("day", "hour"), [(14, 12), (17, 20)])
def test_it_is_neither_too_early_nor_too_late(
    planned: PlannedEvening,
    players: list[Player],
    clock: Clock,
    day: int,
    hour: int,
) -> None:
    member(players[0], wants_reminders=True)
    clock(day, hour)
    call_command("mail")
    assert outbox() == []


def test_a_link_signs_on_by_a_button_and_by_nothing_else(
    client: Client, planned: PlannedEvening, players: list[Player]
) -> None:
    member(players[0], wants_reminders=True)
    call_command("mail")
    link = link_in(str(mail.outbox[0].body), "comes=yes")
    assert cut(link) == "/accounts/mail/evening/…?comes=yes"
    for method in (client.get, client.head, client.options):
        method(link)
    assert not SignOn.objects.exists()
    opened = client.get(link)
    assert opened["Location"] == "/accounts/mail/evening/?comes=yes"
    page = client.get(opened["Location"])
    token = re.findall(r'name="token" value="([^"]+)"', page.text)[0]
    assert "no-store" in page["Cache-Control"]
    assert "Hello Anna." in page.text
    thanks = client.post("/accounts/mail/evening/", {"comes": "yes"}, follow=True)
    assert "You come. Thank you." in thanks.text
    assert SignOn.objects.get().comes
    # The page that was open before still means this evening, in a browser of its own.
    Client().post("/accounts/mail/evening/", {"comes": "no", "token": token})
    assert not SignOn.objects.get().comes


def test_a_link_ends_with_its_evening_its_member_and_at_a_word(
    client: Client,
    planned: PlannedEvening,
    players: list[Player],
    clock: Clock,
) -> None:
    anna = member(players[0], wants_reminders=True)
    call_command("mail")
    link = link_in(str(mail.outbox[0].body), "comes=yes")
    assert client.get(f"{link[:-15]}x/").status_code == 404
    clock(18, 12)
    assert "This evening is over." in client.get(link, follow=True).text
    client.post("/accounts/mail/evening/", {"comes": "yes"})
    planned.delete()
    assert "no longer planned" in client.get(link, follow=True).text
    assert not SignOn.objects.exists()
    client.force_login(anna.account)
    page = client.post("/accounts/mail/", {"action": "revoke"}, follow=True).text
    assert "do nothing now" in page
    assert client.get(link).status_code == 404


def test_below_each_mail_is_the_way_to_be_rid_of_them(
    planned: PlannedEvening, players: list[Player]
) -> None:
    anna = member(players[0], wants_reminders=True, wants_results=True)
    call_command("mail")
    sent: Sent = mail.outbox[0].message()
    stop = link_in(str(mail.outbox[0].body), "/stop/")
    assert (
        sent["List-Unsubscribe"].replace("\n", "") == f"<https://clubs.example{stop}>"
    )
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    browser = Client(enforce_csrf_checks=True)
    assert "I want none any more" in browser.get(stop, follow=True).text
    anna.refresh_from_db()
    assert anna.wants_reminders
    # Mail programs ask by themselves, with nothing but the token.
    once = browser.post(stop, {"List-Unsubscribe": "One-Click"})
    assert once.status_code == 200
    anna.refresh_from_db()
    assert (anna.wants_reminders, anna.wants_results) == (False, True)
    assert (
        browser.get("/accounts/mail/stop/1-reminder:x/", follow=True).status_code == 404
    )


# Results ------------------------------------------------------------------------------


def test_results_come_after_the_last_table_with_ones_own_evening(
    season: Season, players: list[Player], clock: Clock
) -> None:
    anna, ben, *_ = players
    member(anna, wants_results=True, language="nl")
    member(ben, wants_results=True)
    play(season, players, [GAME], day=EVENING - dt.timedelta(days=7))
    clock(17, 22)
    play(season, players, [GAME, DRAW], day=EVENING, table="1")
    last = partie_start(season=season, players=players, day=EVENING, table="2")
    clock(17, 23)
    call_command("mail")
    assert outbox() == []  # one still plays
    last.delete()
    clock(17, 22, 30)
    call_command("mail")
    assert outbox() == []  # perhaps another partie begins
    clock(17, 22, 45)
    call_command("mail")
    call_command("mail")
    subjects = dict(outbox())
    assert len(mail.outbox) == 2
    assert subjects["anna@club.example"].endswith("dinsdag, 17 november 2026")
    [text] = [str(one.body) for one in mail.outbox if one.to == ["ben@club.example"]]
    assert "Place 1 of 4, score +384; 1 of 2 games won" in text
    assert "- Table 1: +384, place 1, with Anna, Cleo, Dirk" in text
    assert "Season 2026: place 1" in text
    assert "3. Dirk  −164" in text
    assert "https://clubs.example/groene-hart/evenings/2026-11-17/" in text


def test_a_table_that_was_left_open_is_over_in_the_morning(
    season: Season,
    players: list[Player],
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("clubscore.partie.evenings.MORNING", dt.time(5))
    member(players[0], wants_results=True)
    clock(17, 22)
    play(season, players, [GAME], day=EVENING, ends=False)
    clock(18, 4)
    call_command("mail")
    assert outbox() == []
    clock(18, 6)
    call_command("mail")
    assert len(mail.outbox) == 1


def test_an_evening_typed_in_later_is_told_when_the_last_sheet_is_there(
    season: Season, players: list[Player], clock: Clock
) -> None:
    member(players[0], wants_results=True)
    clock(18, 20)
    set_up = partie_start(season=season, players=players, day=EVENING)
    clock(18, 21)
    call_command("mail")
    assert outbox() == []  # the tables are there, and nothing of them yet
    assert not Mail.objects.exists()
    game_record(partie=set_up, write=write(set_up), record=GAME)
    partie_end(partie=set_up, write=write(set_up), why="time")
    clock(18, 21, 30)
    play(season, players, [GAME], day=EVENING)
    clock(18, 22)
    call_command("mail")
    assert outbox() == []
    clock(18, 22, 15)
    call_command("mail")
    assert "2 games" in str(mail.outbox[0].body)


def test_between_the_sittings_of_a_plan_nothing_is_told(
    season: Season, players: list[Player], clock: Clock
) -> None:
    member(players[0], wants_results=True)
    plan = plan_of_two_sittings(season, players)
    for number, hour in ((1, 20), (2, 22)):
        clock(17, hour)
        partie = play(season, players, [GAME], day=EVENING)
        plan.sittings.create(number=number).parties.add(partie)
        clock(17, hour + 1)
        call_command("mail")
        assert len(mail.outbox) == number - 1


def test_who_played_under_a_name_that_was_merged_gets_the_own_evening(
    season: Season, club: Club, players: list[Player], clock: Clock
) -> None:
    anna = players[0]
    guest = player_add(club=club, name="Ann", is_guest=True)
    member(anna, wants_results=True)
    clock(17, 22)
    play(season, [guest, *players[1:]], [GAME], day=EVENING)
    player_merge(player=guest, into=anna)
    clock(17, 23)
    call_command("mail")
    text = str(mail.outbox[0].body)
    assert "Your evening" in text
    assert "Season 2026: place" in text


def test_old_evenings_are_not_told(
    season: Season, players: list[Player], clock: Clock
) -> None:
    member(players[0], wants_results=True)
    play(season, players, [GAME], day=EVENING)
    clock(21, 12)
    call_command("mail")
    assert outbox() == []


# The mail server ----------------------------------------------------------------------


class Fussy(EmailBackend):
    """A mail server with faults."""

    fault: Exception | None = None
    to = ""

    def send_messages(self, messages: Any) -> int:
        """Take what it takes."""
        if self.fault is not None and messages[0].to[0].startswith(self.to):
            raise self.fault
        return int(super().send_messages(messages))


def refusal(code: int) -> smtplib.SMTPRecipientsRefused:
    """Return what a server answers to an address."""
    return smtplib.SMTPRecipientsRefused({"anna@club.example": (code, b"no")})


@pytest.mark.parametrize(
    ("fault", "to", "left", "then"),
    [
        (ConnectionRefusedError("nobody there"), "", 2, 2),
        (smtplib.SMTPAuthenticationError(535, b"who?"), "", 2, 2),
        (smtplib.SMTPSenderRefused(550, b"who?", "club@club.example"), "", 2, 2),
        (smtplib.SMTPDataError(421, b"enough for today"), "anna", 2, 2),
        (refusal(450), "anna", 1, 2),
        (refusal(550), "anna", 0, 1),
    ],
)
def test_a_server_with_faults_loses_nothing_and_sends_nothing_twice(
    planned: PlannedEvening,
    players: list[Player],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: Exception,
    to: str,
    left: int,
    then: int,
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Fussy"
    for player in players[:2]:
        member(player, wants_reminders=True)
    monkeypatch.setattr(Fussy, "fault", fault)
    monkeypatch.setattr(Fussy, "to", to)
    if left:
        with pytest.raises(CommandError, match=f"{left} mails wait"):
            call_command("mail")
    else:
        call_command("mail")
    assert "mail server" in caplog.text
    monkeypatch.setattr(Fussy, "fault", None)
    call_command("mail")
    call_command("mail")
    assert len(mail.outbox) == len(set(outbox())) == then


def test_what_a_server_may_have_taken_that_then_was_silent_goes_out_once(
    planned: PlannedEvening,
    players: list[Player],
    clock: Clock,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Fussy"
    for player in players[:2]:
        member(player, wants_reminders=True)
    monkeypatch.setattr(Fussy, "fault", smtplib.SMTPServerDisconnected("timed out"))
    for minute in (0, 10):  # one after the other: the rest is tried as before
        clock(16, 12, minute)
        with contextlib.suppress(CommandError):
            call_command("mail")
    monkeypatch.setattr(Fussy, "fault", None)
    clock(16, 14)
    call_command("mail")
    assert outbox() == []


def test_what_may_have_been_sent_is_not_sent_again(
    planned: PlannedEvening,
    players: list[Player],
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    anna = member(players[0], wants_reminders=True)
    Mail.objects.create(
        member=anna,
        kind="reminder",
        day=EVENING,
        state=Mail.MailStage.SENDING,
        tried_at=timezone.now(),
    )
    clock(16, 14)
    call_command("mail")
    assert outbox() == []
    assert "1 mails may have been sent" in caplog.text


def test_without_mail_or_an_address_of_the_site_nothing_is_sent(
    planned: PlannedEvening,
    players: list[Player],
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
) -> None:
    member(players[0], wants_reminders=True)
    settings.SITE_URL = ""
    with pytest.raises(CommandError, match="SITE_URL"):
        call_command("mail")
    settings.HAS_MAIL = False
    call_command("mail")
    assert "no mail is set up" in capsys.readouterr().out
    assert outbox() == []


def test_the_timer_calls_the_command(root: Path) -> None:
    unit = (root / "docs" / "hosting" / "clubscore-mail.service").read_text()
    assert re.findall(
        r"^ExecStart=/usr/local/bin/clubscore (\w+)$", unit, re.MULTILINE
    ) == ["mail"]
    assert "mail" in get_commands()
