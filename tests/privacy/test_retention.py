"""What is kept of people for a time only goes when that time has passed."""

import datetime as dt
import re
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command, get_commands
from django.test import Client
from django.utils import timezone

from clubscore.api.models import RequestCount
from clubscore.club.journal import ADDRESS_KEPT, Deed
from clubscore.club.models import (
    Account,
    Club,
    Invitation,
    JournalEntry,
    Login,
    LoginAttempt,
    OwnBook,
    Role,
    Season,
)
from clubscore.club.own_books import (
    DRAFT_KEPT,
    book_change,
    book_make,
    book_publish,
    goes_at,
)
from clubscore.club.services import invitation_accept, invitation_make
from clubscore.partie.club_plans import PlanWish, make_soon, plan_make, version_use
from clubscore.partie.models import ClubPlan, PlanVersion
from clubscore.privacy.retention import INVITATION_KEPT, forget
from clubscore.sheets.models import KEPT_FOR, Document
from tests.conftest import CAST, players_in

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
        "requests that count no more": 0,
        "invitations": 0,
        "mails that were sent": 0,
        "clubs’ files that were sent in": 0,
        "drafts of rule books": 0,
        "plans that nobody used": 0,
        "documents that nobody fetched": 0,
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


def test_drafts_of_rule_books_go_and_what_is_published_stays(club: Club) -> None:
    begun = book_make(club=club, content={"base": "nts", "name": "Begun"})
    fresh = book_make(club=club, content={"base": "nts", "name": "Fresh"})
    published = book_make(club=club, content={"base": "nts", "name": "Green"})
    edition = book_publish(book=published, version=0, author="willem")
    assert goes_at(published, edition) is None
    changed = book_change(
        book=published, version=0, content={"base": "nts", "name": "Red"}
    )
    day = goes_at(changed, edition)
    assert day is not None
    old = timezone.now() - DRAFT_KEPT
    OwnBook.objects.exclude(pk=fresh.pk).update(changed_at=old)
    assert forget()["drafts of rule books"] == 2
    assert set(club.own_books.all()) == {fresh, published}
    assert begun not in OwnBook.objects.all()
    published.refresh_from_db()
    assert published.draft == edition.content
    # Whoever has the page open does not write over what they have not seen.
    assert published.version == changed.version + 1
    assert forget()["drafts of rule books"] == 0


def test_plans_go_that_nobody_used(season: Season) -> None:
    players = players_in(season.club, *CAST[:4])
    wish = PlanWish(tuple(one.pk for one in players), sittings=1)

    def made(day: dt.date | None = None) -> PlanVersion:
        occasion = ClubPlan.Occasion.EVENING if day else ClubPlan.Occasion.SEASON
        version = plan_make(
            season=season, occasion=occasion, day=day, wish=wish, account=None
        )
        make_soon(version)
        return version

    idle, used, fresh, planned = made(), made(), made(), made(timezone.localdate())
    version_use(version=PlanVersion.objects.get(pk=used.pk))
    old = PlanVersion.objects.exclude(pk=fresh.pk)
    old.update(made_at=timezone.now() - DRAFT_KEPT)
    assert forget()["plans that nobody used"] == 1
    assert set(PlanVersion.objects.all()) == {used, fresh, planned}
    assert idle not in PlanVersion.objects.all()


def test_what_counts_requests_and_what_was_printed_goes(club: Club) -> None:
    RequestCount.objects.create(kind="score", address="192.0.2.1", window=1)
    Document.objects.create(
        club=club,
        kind=Document.Content.PACK,
        digest="old",
        used_at=timezone.now() - KEPT_FOR - DAY,
    )
    told = forget()
    assert told["requests that count no more"] == 1
    assert told["documents that nobody fetched"] == 1
    assert not RequestCount.objects.exists()
    assert not Document.objects.exists()


def test_the_command_says_how_much_and_the_timer_calls_it(
    db: None, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("forget")
    assert "addresses in the journal: 0\n" in capsys.readouterr().out
    unit = (root / "docs" / "hosting" / "clubscore-backup.service").read_text()
    called = re.findall(r"^Exec\w+=/usr/local/bin/clubscore (\w+)$", unit, re.MULTILINE)
    assert called == ["backup", "clubs", "forget"]
    assert set(called) <= set(get_commands())
