"""A family's club gets a name, and somebody who runs it; until then the link does."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club import services as club_services
from clubscore.club.login import MOST_ATTEMPTS
from clubscore.club.models import Account, Club, Member, Role
from clubscore.club.services import ClubClaimedError, unclaimed_take_over
from clubscore.partie.models import Partie, TableLink
from clubscore.partie.services import link_make, links_revoke, partie_start
from tests.club.test_login import assert_known_alone
from tests.conftest import prove
from tests.corrections.test_correcting import EAST
from tests.partie.rule_books import seats_shown
from tests.season.played import DRAW, play, write
from tests.table.test_play_page import answers

SHEET = "/anna-ben-cleo-dirk/parties/1/"
KEEP = "/anna-ben-cleo-dirk/keep/"
PASSWORD = "bamboo and pearls"
NAMES = {"name": "The Winds", "season": "Winter"}
NEW = {"username": "anna", "password1": PASSWORD, "password2": PASSWORD}

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(client: Client) -> Client:
    """Return the browser of a family that has started to play."""
    client.post("/play/", answers(), follow=True)
    return client


@pytest.fixture
def home(phone: Client) -> Club:
    """Return the family's club, which nobody runs."""
    return Club.objects.get()


def keep(client: Client, **more: str) -> Any:
    return client.post(KEEP, {**NAMES, **NEW, **more})


def recorded(client: Client, many: int) -> Partie:
    """Record so many draws from a phone."""
    partie = Partie.objects.get()
    for _ in range(many):
        partie.refresh_from_db()
        sent = {
            "key": f"write-{partie.version}",
            "version": partie.version,
            "said": {"hands": {}, "outcome": {"kind": "draw"}},
            "shown": seats_shown(partie),
        }
        assert (
            client.post(SHEET + "games/", sent, "application/json").status_code == 201
        )
    partie.refresh_from_db()
    return partie


def form(partie: Partie, **more: str) -> dict[str, str]:
    return {"version": str(partie.version), "key": f"form-{partie.version}", **more}


# Who may ------------------------------------------------------------------------------


def test_a_club_made_at_a_table_is_nobodys_and_the_score_sheet_says_so(
    phone: Client, home: Club
) -> None:
    assert home.is_unclaimed
    page = phone.get(SHEET).text
    assert "Keep these games" in page
    assert f'href="{KEEP}"' in page
    assert phone.get(KEEP).status_code == 200


def test_with_an_account_the_club_is_ones_own_at_once(
    client: Client, outsider: Account
) -> None:
    client.force_login(outsider)
    client.post("/play/", answers(), follow=True)
    assert not Club.objects.get().is_unclaimed
    assert "Keep these games" not in client.get(SHEET).text
    assert client.get(KEEP).status_code == 404


def test_nobody_else_finds_the_page(
    phone: Client, home: Club, outsider: Account, partie: Partie
) -> None:
    stranger, other = Client(), Client()
    other.get(link_make(partie=partie).get_absolute_url())
    stranger.force_login(outsider)
    for one in (Client(), stranger, other):
        assert one.get(KEEP).status_code == 404
        assert keep(one).status_code == 404
    home.refresh_from_db()
    assert home.is_unclaimed
    assert not home.members.exists()


def test_the_link_to_a_later_partie_is_not_enough(phone: Client, home: Club) -> None:
    first = home.parties.get()
    later = partie_start(
        season=first.season, players=list(home.players.all()), day=first.evening.date
    )
    guest = Client()
    guest.get(link_make(partie=later).get_absolute_url())
    page = guest.get(later.get_absolute_url())
    assert page.status_code == 200
    assert "Keep these games" not in page.text
    assert guest.get(KEEP).status_code == 404
    assert "bookings/new/" not in page.text


def test_a_club_that_was_made_otherwise_is_nobodys_to_take(
    client: Client, partie: Partie
) -> None:
    client.get(link_make(partie=partie).get_absolute_url())
    assert client.get("/groene-hart/keep/").status_code == 404
    page = client.get(partie.get_absolute_url()).text
    assert "Keep these games" not in page


def test_a_withdrawn_link_keeps_nothing(phone: Client, home: Club) -> None:
    links_revoke(partie=home.parties.get())
    assert phone.get(KEEP).status_code == 404
    assert keep(phone).status_code == 404


def test_after_the_end_whoever_comes_with_the_link_can_still_keep_the_games(
    phone: Client, home: Club
) -> None:
    partie = recorded(phone, 1)
    assert "/record/" in phone.get(SHEET).text
    phone.post(SHEET + "end/", form(partie, reason="time"))
    late = Client()
    late.get(TableLink.objects.get().get_absolute_url())
    assert "/record/" not in late.get(SHEET).text
    assert keep(late).status_code == 302
    assert Member.objects.get().account.username == "anna"


# Keeping ------------------------------------------------------------------------------


def test_the_names_can_be_given_without_an_account(phone: Client, home: Club) -> None:
    answer = phone.post(KEEP, {**NAMES, "action": "name"})
    assert answer.headers["Location"] == KEEP
    home.refresh_from_db()
    assert (home.name, home.slug) == ("The Winds", "anna-ben-cleo-dirk")
    assert home.seasons.get().name == "Winter"
    assert home.is_unclaimed
    assert 'value="The Winds"' in phone.get(KEEP).text


def test_a_new_account_runs_the_club_and_the_page_is_gone(
    phone: Client, home: Club
) -> None:
    ben = home.players.get(name="Ben")
    phone.post(SHEET + "who/", {"player": ben.pk})
    assert f'value="{ben.pk}" selected' in phone.get(KEEP).text
    answer = phone.post(KEEP, {**NAMES, **NEW, "player": ben.pk}, follow=True)
    assert answer.status_code == 200
    assert "The games are kept. You run The Winds now." in answer.text
    member = Member.objects.get()
    assert (member.account.username, member.role) == ("anna", Role.ADMINISTRATOR)
    assert member.player == ben
    assert member.account.check_password(PASSWORD)
    assert phone.get("/anna-ben-cleo-dirk/settings/").status_code == 200
    assert "Keep these games" not in phone.get(SHEET).text
    assert phone.get(KEEP).status_code == 404
    # Nor can anybody else who holds the link.
    guest = Client()
    guest.get(TableLink.objects.get().get_absolute_url())
    assert keep(guest, username="otto").status_code == 404
    assert Account.objects.count() == 1


def test_the_browser_in_which_an_account_was_made_is_known(
    phone: Client, home: Club
) -> None:
    keep(phone)
    phone.post("/accounts/logout/")
    assert_known_alone(phone, "anna", PASSWORD)


def test_who_has_an_account_logs_in_and_keeps_them(
    phone: Client, home: Club, outsider: Account
) -> None:
    assert f"/accounts/login/?next={KEEP}" in phone.get(KEEP).text
    login = {"username": "otto", "password": "tiles and winds"}
    answer = phone.post(f"/accounts/login/?next={KEEP}", login)
    assert answer.headers["Location"] == KEEP
    page = phone.get(KEEP).text
    assert "Keep the games as otto" in page
    assert "password1" not in page
    phone.post(KEEP, NAMES)
    assert Member.objects.get().account == outsider
    home.refresh_from_db()
    assert not home.is_unclaimed


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"name": " "}, "This field is required."),
        ({"season": ""}, "This field is required."),
        ({"password2": "other"}, "The two password fields didn’t match."),
        ({"password1": "anna", "password2": "anna"}, "too short"),
        ({"username": "otto"}, "already exists"),
        ({"player": "999999"}, "not one of the available choices"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_done(
    phone: Client,
    home: Club,
    outsider: Account,
    said: dict[str, str],
    fault: str,
) -> None:
    answer = keep(phone, **said)
    assert answer.status_code == 200
    assert fault in answer.text
    home.refresh_from_db()
    assert home.is_unclaimed
    assert home.name == "Anna, Ben, Cleo & Dirk"
    assert Account.objects.get() == outsider


def test_of_two_who_take_it_over_the_second_is_told(
    phone: Client, home: Club, outsider: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = home.seasons.get()
    names: dict[str, Any] = {"name": "Ours", "season": season, "season_name": "Ours"}
    take_over = club_services.unclaimed_take_over

    def late(**more: Any) -> Member:
        take_over(club=home, account=outsider, **names)
        return take_over(**more)

    monkeypatch.setattr(club_services, "unclaimed_take_over", late)
    answer = phone.post(KEEP, {**NAMES, **NEW}, follow=True)
    assert "Somebody else has taken the club over meanwhile." in answer.text
    assert Account.objects.get() == outsider
    home.refresh_from_db()
    assert home.name == "Ours"


def test_a_club_is_taken_over_once(home: Club, outsider: Account) -> None:
    season = home.seasons.get()
    names: dict[str, Any] = {"name": "Ours", "season": season, "season_name": "Ours"}
    unclaimed_take_over(club=home, account=outsider, **names)
    second = Account.objects.create_user("eva")
    with pytest.raises(ClubClaimedError):
        unclaimed_take_over(club=home, account=second, **names)


def test_who_is_made_an_administrator_otherwise_ends_it(
    phone: Client, home: Club, outsider: Account
) -> None:
    club_services.member_add(club=home, account=outsider, role=Role.ADMINISTRATOR)
    assert phone.get(KEEP).status_code == 404


def test_staff_who_give_it_an_administrator_end_it_too(
    phone: Client, home: Club, outsider: Account, admin_client: Client
) -> None:
    prove(admin_client)
    sent = {"account": outsider.pk, "club": home.pk, "role": "administrator"}
    answer = admin_client.post("/admin/club/member/add/", sent)
    assert answer.status_code == 302
    assert phone.get(KEEP).status_code == 404


def test_accounts_are_not_made_without_end(phone: Client, home: Club) -> None:
    for _ in range(MOST_ATTEMPTS):
        assert "already" not in keep(phone, password2="other").text
    answer = keep(phone)
    assert "Too many accounts were tried from here." in answer.text
    assert not Account.objects.exists()
    # The names need none.
    assert phone.post(KEEP, {**NAMES, "action": "name"}).status_code == 302


def test_the_page_costs_the_same_however_much_was_played(
    phone: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        with django_assert_num_queries(6):
            assert phone.get(KEEP).status_code == 200
        recorded(phone, 2)


# Until then ---------------------------------------------------------------------------


def test_the_family_corrects_earlier_games_and_books(phone: Client, home: Club) -> None:
    recorded(phone, 2)
    page = phone.get(SHEET).text
    assert "Open a game by its number to correct it" in page
    assert phone.get(SHEET + "games/1/correct/").status_code == 200
    assert phone.get(SHEET + "bookings/new/").status_code == 200
    anna, ben, *_ = home.players.order_by("pk")
    booked = {"payer": str(anna.pk), "payee": str(ben.pk), "amount": "10"}
    partie = Partie.objects.get()
    sent = form(partie, reason="a fine", **booked)
    assert phone.post(SHEET + "bookings/new/", sent).status_code == 302
    assert "Booking: Anna → Ben 10" in phone.get(SHEET + "revisions/").text


def test_the_family_voids_its_partie(phone: Client, home: Club) -> None:
    partie = recorded(phone, 1)
    assert f'{SHEET}void/"' in phone.get(SHEET).text
    answer = phone.post(SHEET + "void/", form(partie, reason="a rehearsal"))
    assert answer.headers["Location"] == SHEET
    partie.refresh_from_db()
    assert partie.is_void
    assert "Void." in phone.get(SHEET).text
    assert "Keep these games" in phone.get(SHEET).text


def test_the_family_ends_and_goes_on(phone: Client, home: Club) -> None:
    partie = recorded(phone, 1)
    phone.post(SHEET + "end/", form(partie, reason="time"))
    partie.refresh_from_db()
    assert partie.is_finished
    assert "Go on playing" in phone.get(SHEET).text
    phone.post(SHEET + "undo/", form(partie))
    partie.refresh_from_db()
    assert not partie.is_finished


def test_a_final_partie_waits_for_who_keeps_it(phone: Client, home: Club) -> None:
    partie = recorded(phone, 2)
    Club.objects.update(final_after=0)
    phone.post(SHEET + "end/", form(partie, reason="time"))
    partie.refresh_from_db()
    for page in ("games/1/correct/", "bookings/new/", "void/"):
        assert phone.get(SHEET + page).status_code == 302, page
    keep(phone)
    assert phone.get(SHEET + "games/1/correct/").status_code == 200


def test_whoever_holds_the_link_of_a_kept_club_corrects_the_last_game_alone(
    phone: Client, home: Club
) -> None:
    recorded(phone, 2)
    guest = Client()
    guest.get(TableLink.objects.get().get_absolute_url())
    assert guest.get(SHEET + "games/1/correct/").status_code == 200
    keep(phone)
    assert guest.get(SHEET + "games/1/correct/").status_code == 302
    assert guest.get(SHEET + "games/2/correct/").status_code == 200
    assert guest.get(SHEET + "void/").status_code == 302


def test_a_club_that_somebody_runs_gives_its_links_no_more(
    client: Client, partie: Partie
) -> None:
    play(partie.season, list(partie.club.players.all()), [DRAW, EAST], ends=False)
    client.get(link_make(partie=partie).get_absolute_url())
    assert write(partie).version == 0
    page = client.get(partie.get_absolute_url()).text
    assert "bookings/new/" not in page
    assert "void/" not in page
