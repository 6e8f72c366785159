"""What is kept of people for a time only goes when that time has passed."""

import datetime as dt
import re
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command, get_commands
from django.test import Client
from django.utils import timezone

from clubscore.club.journal import ADDRESS_KEPT, Deed
from clubscore.club.models import (
    Account,
    Club,
    Invitation,
    JournalEntry,
    Login,
    LoginAttempt,
    Role,
)
from clubscore.club.retention import INVITATION_KEPT, forget
from clubscore.club.services import invitation_accept, invitation_make

DAY = dt.timedelta(days=1)


def test_where_people_came_from_goes_though_nothing_is_written(
    client: Client, administrator: Account
) -> None:
    typed = {"username": "willem", "password": "tiles and winds"}
    client.post("/accounts/login/", typed | {"username": "nobody"})
    client.post("/accounts/login/", typed)
    forget()
    assert not JournalEntry.objects.filter(address="").exists()
    old = timezone.now() - ADDRESS_KEPT
    JournalEntry.objects.update(made_at=old)
    LoginAttempt.objects.update(made_at=old)
    Login.objects.update(seen_at=old)
    Session.objects.update(expire_date=timezone.now())
    told = forget()
    assert list(JournalEntry.objects.values_list("deed", "address")) == [
        (Deed.LOGGED_IN, "")
    ]
    for model in (LoginAttempt, Login, Session):
        assert not model._default_manager.exists(), model
    assert told == {
        "addresses in the journal": 1,
        "failed logins": 1,
        "attempts that count no more": 1,
        "sessions that have ended": 1,
        "browsers not seen for long": 1,
        "invitations": 0,
        "mails that were sent": 0,
        "clubs’ files that were sent in": 0,
    }
    assert set(forget().values()) == {0}


def test_who_is_logged_in_stays_so(client: Client, administrator: Account) -> None:
    client.force_login(administrator)
    Login.objects.update(seen_at=timezone.now() - ADDRESS_KEPT + DAY)
    forget()
    assert client.get("/accounts/sessions/").status_code == 200
    assert Login.objects.count() == 1


def test_invitations_that_nobody_accepts_go_when_they_are_good_no_more(
    club: Club, administrator: Account
) -> None:
    def made(days: int) -> Invitation:
        return invitation_make(
            club=club, made_by=administrator, role=Role.MEMBER, days=days
        )

    used, unused, young, valid = made(7), made(7), made(7), made(365)
    invitation_accept(invitation=used, account=Account.objects.create_user("nora"))
    old = Invitation.objects.exclude(pk=young.pk)
    old.update(made_at=timezone.now() - INVITATION_KEPT)
    Invitation.objects.exclude(pk=valid.pk).update(expires_at=timezone.now() - DAY)
    forget()
    assert set(Invitation.objects.all()) == {used, young, valid}
    assert unused not in Invitation.objects.all()


def test_the_command_says_how_much_and_the_timer_calls_it(
    db: None, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("forget")
    assert "addresses in the journal: 0\n" in capsys.readouterr().out
    unit = (root / "docs" / "hosting" / "clubscore-backup.service").read_text()
    called = re.findall(r"^Exec\w+=/usr/local/bin/clubscore (\w+)$", unit, re.MULTILINE)
    assert called == ["backup", "forget"]
    assert set(called) <= set(get_commands())
