"""The journal: who did what in a club, when and from where."""

import datetime as dt
import logging

import pytest
from django.db.models import F
from django.test import Client

from clubscore.club import journal
from clubscore.club.initials import name_withhold
from clubscore.club.journal import ADDRESS_KEPT, Deed
from clubscore.club.models import (
    Account,
    Club,
    JournalEntry,
    Member,
    Player,
    Role,
    Season,
    Token,
)
from clubscore.club.services import invitation_accept, invitation_make
from clubscore.partie.models import Partie
from tests.club.people import EVERYBODY, WHO_RUNS_THE_CLUB, log_in
from tests.conftest import prove
from tests.table.test_play_page import answers

JOURNAL = "/groene-hart/settings/journal/"
SETTINGS = "/groene-hart/settings/"
TYPED = {"username": "willem", "password": "tiles and winds"}


def deeds() -> list[tuple[str, str, str]]:
    """Return what was written, the first first: what, by whom, about what."""
    rows = JournalEntry.objects.order_by("pk").exclude(deed=Deed.LOGGED_IN)
    return [(one.deed, one.name, one.about) for one in rows]


@pytest.fixture
def runs_the_club(client: Client, administrator: Account) -> Client:
    """Return the browser of somebody who runs the club."""
    client.force_login(administrator)
    return client


def test_logins_stand_in_it_with_who_when_and_from_where(
    client: Client, administrator: Account, club: Club
) -> None:
    client.post("/accounts/login/", TYPED | {"password": "wrong"})
    client.post("/accounts/login/", TYPED, REMOTE_ADDR="2001:db8::7")
    client.post("/accounts/logout/")
    found = JournalEntry.objects.order_by("pk")
    assert [(one.deed, one.name, one.account) for one in found] == [
        (Deed.LOGIN_FAILED, "willem", administrator),
        (Deed.LOGGED_IN, "willem", administrator),
        (Deed.LOGGED_OUT, "willem", administrator),
    ]
    assert [one.address for one in found][:2] == ["127.0.0.1", "2001:db8::/64"]
    assert not found.filter(about__contains="wrong").exists()


def test_what_administrators_change_stands_in_it(
    runs_the_club: Client, club: Club, season: Season, outsider: Account
) -> None:
    post = runs_the_club.post
    post(f"{SETTINGS}players/", {"name": "Anna"})
    post(f"{SETTINGS}programs/", {"name": "Board", "role": "scorekeeper"})
    post(f"{SETTINGS}programs/{Token.objects.get().pk}/revoke/")
    post(f"{SETTINGS}people/", {"account": "otto", "role": "scorekeeper"})
    member = Member.objects.get(account=outsider)
    post(f"{SETTINGS}people/{member.pk}/", {"role": "administrator", "player": ""})
    post(f"{SETTINGS}people/{member.pk}/remove/")
    post(f"{SETTINGS}people/invitations/", {"role": "member", "days": "7"})
    invitation = club.invitations.get()
    post(f"{SETTINGS}people/invitations/{invitation.pk}/revoke/")
    post(f"{SETTINGS}seasons/{season.pk}/method/", {"action": "save"})
    runs_the_club.get(f"{SETTINGS}export/club.json")
    told = [(deed, about) for deed, _who, about in deeds()]
    assert told == [
        (Deed.PLAYER_CHANGED, "Anna"),
        (Deed.TOKEN_MADE, "Board"),
        (Deed.TOKEN_REVOKED, "Board"),
        (Deed.ROLE_SCOREKEEPER, "otto"),
        (Deed.ROLE_ADMINISTRATOR, "otto"),
        (Deed.ROLE_TAKEN, "otto"),
        (Deed.INVITATION_MADE, ""),
        (Deed.INVITATION_REVOKED, ""),
        (Deed.SEASON_CHANGED, "2026"),
        (Deed.EXPORTED, ""),
    ]
    page = runs_the_club.get(JOURNAL).text
    for _deed, about in told:
        assert about in page
    assert "has given the role of administrator: otto" in page


def test_a_season_that_a_member_downloads_stands_in_it_and_readers_do_not(
    scorekeeper: Client, club: Club, season: Season, outsider: Account
) -> None:
    files = [f"/groene-hart/seasons/2026.{ending}" for ending in ("csv", "xlsx")]
    stranger, visitor = Client(), Client()
    stranger.force_login(outsider)
    for client in (visitor, stranger, scorekeeper):
        assert [client.get(file).status_code for file in files] == [200, 200]
    assert deeds() == [(Deed.SEASON_EXPORTED, "mia", "2026")] * 2
    assert {one.address for one in JournalEntry.objects.filter(club=club)} == {
        "127.0.0.1"
    }
    # To read a season tells no administrator when somebody logs in.
    told = journal.entries_of(club)
    assert {one.deed for one in told} == {Deed.SEASON_EXPORTED}


def test_links_of_tables_and_clubs_stand_in_it(
    runs_the_club: Client, club: Club, partie: Partie
) -> None:
    link = f"/groene-hart/parties/{partie.number}/link/"
    runs_the_club.post(link, {"action": "renew"})
    runs_the_club.post(link, {"action": "revoke"})
    assert deeds() == [
        (Deed.TABLE_LINK_MADE, "willem", "1"),
        (Deed.TABLE_LINKS_REVOKED, "willem", "1"),
    ]


def test_whoever_takes_a_club_over_stands_in_its_journal(db: None) -> None:
    client = Client()
    client.post("/play/", answers(), follow=True)
    club = Club.objects.get()
    new = {"username": "ida", "password1": "four winds blow"}
    sent = {"name": "Ours", "season": "2026", "player": "", "action": "keep"}
    client.post(f"/{club.slug}/keep/", sent | new | {"password2": new["password1"]})
    assert deeds() == [(Deed.CLUB_KEPT, "ida", "")]


def test_a_refused_change_is_none(
    runs_the_club: Client, club: Club, players: list[Player]
) -> None:
    runs_the_club.post(f"{SETTINGS}players/", {"name": "Anna"})
    runs_the_club.post(SETTINGS, {"name": ""})
    assert deeds() == []


@pytest.mark.parametrize("who", EVERYBODY)
def test_who_runs_the_club_reads_it(client: Client, club: Club, who: str) -> None:
    log_in(client, club, who)
    answer = client.get(JOURNAL)
    assert (answer.status_code == 200) is (who in WHO_RUNS_THE_CLUB)
    assert client.post(JOURNAL).status_code in (302, 403, 405)


def test_it_comes_in_pages_and_by_kind(runs_the_club: Client, club: Club) -> None:
    JournalEntry.objects.all().delete()
    assert "Nothing has happened since the journal began." in (
        runs_the_club.get(JOURNAL).text
    )
    JournalEntry.objects.bulk_create(
        JournalEntry(club=club, deed=Deed.PLAYER_CHANGED, about=f"Player {number}.")
        for number in range(60)
    )
    first, second = (runs_the_club.get(f"{JOURNAL}?page={n}").text for n in (1, 2))
    assert "Player 59." in first
    assert "Player 9." not in first
    assert "Player 9." in second
    assert "Somebody without an account" in first
    page = runs_the_club.get(f"{JOURNAL}?kind=settings").text
    assert "Player 59." in page
    assert "kind=settings&amp;page=2" in page
    assert "There is nothing of this kind yet." in (
        runs_the_club.get(f"{JOURNAL}?kind=token").text
    )
    assert "Player 59." in runs_the_club.get(f"{JOURNAL}?kind=nonsense").text


def test_of_those_who_were_added_without_being_asked_no_login_is_told(
    runs_the_club: Client, club: Club, administrator: Account, outsider: Account
) -> None:
    def seen() -> set[str]:
        return {one.name for one in journal.entries_of(club)}

    Member.objects.create(club=club, account=outsider)
    Client().post("/accounts/login/", TYPED | {"username": "otto"})
    assert "otto" not in seen()
    Member.objects.all().exclude(account=administrator).delete()
    invitation = invitation_make(
        club=club, made_by=administrator, role=Role.MEMBER, days=1
    )
    invitation_accept(invitation=invitation, account=outsider)
    assert "otto" in seen()
    other = Club.objects.create(name="Other", slug="other")
    assert not journal.entries_of(other).exists()


def test_from_where_is_forgotten_after_thirty_days(
    runs_the_club: Client, club: Club
) -> None:
    runs_the_club.post("/accounts/login/", TYPED | {"username": "nobody"})
    Client().post("/accounts/login/", TYPED | {"username": "nobody"})
    runs_the_club.post(f"{SETTINGS}players/", {"name": "Anna"})
    JournalEntry.objects.update(made_at=F("made_at") - ADDRESS_KEPT)
    runs_the_club.post(f"{SETTINGS}players/", {"name": "Ben"})
    anna, ben = JournalEntry.objects.filter(deed=Deed.PLAYER_CHANGED).order_by("pk")
    assert (anna.address, ben.address) == ("", "127.0.0.1")
    assert not JournalEntry.objects.filter(deed=Deed.LOGIN_FAILED).exists()


def test_each_is_a_line_of_the_log(
    runs_the_club: Client, club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    runs_the_club.post(
        f"{SETTINGS}players/", {"name": "Anna"}, headers={"accept-language": "de"}
    )
    assert (
        "'willem' has changed a player: 'Anna', in 'groene-hart', from 127.0.0.1"
        in caplog.text
    )


def test_the_staff_read_all_of_it_and_change_nothing(
    client: Client, club: Club, administrator: Account
) -> None:
    staff = Account.objects.create_superuser("staff")
    client.force_login(staff)
    prove(client)
    member = Member.objects.get(account=administrator)
    there = f"/admin/club/member/{member.pk}/delete/"
    assert client.post(there, {"post": "yes"}).status_code == 302
    assert deeds() == [(Deed.STAFF_CHANGED, "staff", "willem · administrator")]
    assert JournalEntry.objects.latest("pk").club == club
    club_page = client.get(f"/admin/club/club/{club.pk}/change/")
    assert club_page.context_data is not None
    form = club_page.context_data["adminform"].form
    sent = {name: form[name].value() or "" for name in form.fields}
    sent |= {"members-TOTAL_FORMS": "0", "members-INITIAL_FORMS": "0", "name": "New"}
    changed = client.post(f"/admin/club/club/{club.pk}/change/", sent)
    assert changed.status_code == 302
    assert deeds()[-1] == (Deed.STAFF_CHANGED, "staff", "New")
    entry = JournalEntry.objects.latest("pk")
    assert client.get("/admin/club/journalentry/?q=willem").status_code == 200
    one = f"/admin/club/journalentry/{entry.pk}/"
    assert client.get(f"{one}change/").status_code == 200
    assert client.post(f"{one}change/", {"about": "x"}).status_code == 403
    assert client.post(f"{one}delete/", {"post": "yes"}).status_code == 403
    assert client.get("/admin/club/journalentry/add/").status_code == 403


def test_a_name_that_is_withheld_or_erased_goes_and_one_that_is_changed_stays(
    runs_the_club: Client, club: Club, players: list[Player], outsider: Account
) -> None:
    anna = players[0]
    change = f"{SETTINGS}players/{anna.pk}/"
    runs_the_club.post(change, {"name": "Anna Jansen"})
    runs_the_club.post(change, {"name": "Anna de Boer"})
    page = runs_the_club.get(JOURNAL).text
    assert "has changed a player: Anna Jansen" in page
    assert "has changed a player: Anna de Boer" in page
    name_withhold(player=anna)
    page = runs_the_club.get(JOURNAL).text
    assert "Anna de Boer" not in page
    assert "has changed a player: A. d. B." in page
    # An account that is deleted leaves what it did, without its name.
    name = outsider.get_username()
    runs_the_club.post(f"{SETTINGS}people/", {"account": name, "role": "member"})
    JournalEntry.objects.create(deed=Deed.LOGGED_OUT, account=outsider, name=name)
    assert name in runs_the_club.get(JOURNAL).text
    outsider.delete()
    assert not JournalEntry.objects.filter(name=name).exists()
    assert not JournalEntry.objects.filter(about__startswith=name).exists()
    assert JournalEntry.objects.filter(deed=Deed.ROLE_MEMBER, name="willem").exists()


def test_long_names_and_null_bytes_are_cut(client: Client, db: None) -> None:
    typed = {"username": "x" * 150 + "y", "password": "z"}
    client.post("/accounts/login/", typed)
    for one in JournalEntry.objects.all():
        assert len(one.name) <= 150
    assert dt.timedelta(days=30) == ADDRESS_KEPT
