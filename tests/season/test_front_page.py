import re

import pytest
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.club import engine
from clubscore.club.models import Account, Club, Member, Player, Season
from clubscore.season.views.front import CLUBS_ON_A_PAGE
from tests.club.people import EVERYBODY, INSIDERS, log_in
from tests.season.played import DRAW, play

pytestmark = pytest.mark.django_db


def names(page: str) -> list[str]:
    """Return the clubs that the page lists."""
    return re.findall(r'<a class="what"[^>]*>([^<]*)</a>', page)


def test_says_that_there_is_no_club_yet(client: Client) -> None:
    page = client.get("/").text
    assert "No public club has been set up" in page
    assert "log in to see it" in page


def test_tells_members_of_no_club_whom_to_ask(
    client: Client, outsider: Account
) -> None:
    client.force_login(outsider)
    assert "Ask whoever runs yours for an invitation" in client.get("/").text


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("by_anybody", [False, True])
def test_offers_to_make_a_club_to_those_who_may(
    client: Client, club: Club, settings: Settings, who: str, by_anybody: bool
) -> None:
    Club.objects.create(name="Other", slug="other")
    settings.CLUBS_BY_ANYBODY = by_anybody
    log_in(client, club, who)
    offered = 'href="/accounts/clubs/new/"' in client.get("/").text
    assert offered == (who == "superuser" or by_anybody)


@pytest.mark.parametrize("who", EVERYBODY)
def test_one_club_is_the_front_page(client: Client, club: Club, who: str) -> None:
    log_in(client, club, who)
    assert client.get("/")["Location"] == "/groene-hart/"


@pytest.mark.parametrize("who", EVERYBODY)
def test_lists_public_clubs_and_ones_own(client: Client, who: str) -> None:
    own = Club.objects.create(name="Own", slug="own", is_public=False)
    Club.objects.create(name="Private", slug="private", is_public=False)
    for name in ("A", "B"):
        Club.objects.create(name=name, slug=name.lower())
    log_in(client, own, who)
    # Staff belong to no club, but read them all at their addresses.
    mine = ["Own"] if who in INSIDERS and who != "superuser" else []
    assert names(client.get("/").text) == [*mine, "A", "B"]


def test_an_accounts_own_clubs_come_first(client: Client, club: Club) -> None:
    Club.objects.create(name="Another", slug="another")
    log_in(client, club, "member")
    page = client.get("/").text
    assert names(page) == ["Het Groene Hart", "Another"]
    own, others = page.index("Your clubs"), page.index("Other clubs")
    assert own < page.index("Het Groene Hart") < others < page.index("Another")


def test_whoever_has_no_clubs_but_their_own_sees_no_empty_list(
    client: Client, outsider: Account
) -> None:
    for name in ("Own", "Family"):
        club = Club.objects.create(name=name, slug=name.lower(), is_public=False)
        Member.objects.create(club=club, account=outsider)
    client.force_login(outsider)
    page = client.get("/").text
    assert names(page) == ["Family", "Own"]
    assert "Other clubs" not in page
    assert "No club yet" not in page


def test_an_only_club_that_is_private_is_the_front_page_of_its_members(
    client: Client, club: Club, administrator: Account
) -> None:
    Club.objects.update(is_public=False)
    assert client.get("/").status_code == 200
    client.force_login(administrator)
    assert client.get("/")["Location"] == "/groene-hart/"


def test_says_what_is_on_in_a_club(
    client: Client, season: Season, players: list[Player]
) -> None:
    Club.objects.create(name="Other", slug="other")
    play(season, players, [DRAW])
    assert "last played on 17 November 2026" in client.get("/").text
    play(season, players, [DRAW], ends=False)
    assert "one partie being played" in client.get("/").text


def test_leads_to_playing_at_once(client: Client) -> None:
    assert 'href="/play/"' in client.get("/").text


def test_names_every_rule_book(client: Client) -> None:
    page = client.get("/").text
    assert engine.rulesets()
    for ruleset in engine.rulesets():
        assert escape(ruleset.name) in page
        assert escape(ruleset.source_title) in page


def test_every_link_leads_somewhere(client: Client) -> None:
    links = re.findall(r'<a [^>]*href="(/[^"]*)"', client.get("/").text)
    assert links
    for link in links:
        assert client.get(link).status_code == 200, link


def test_costs_the_same_with_many_clubs(
    client: Client,
    outsider: Account,
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    Club.objects.create(name="Other", slug="other")
    play(season, players, [DRAW])
    with django_assert_num_queries(2):  # how many there are, those of the page
        client.get("/")
    for number in range(CLUBS_ON_A_PAGE):
        Club.objects.create(name=f"Club {number}", slug=f"club-{number}")
    for _number in range(9):
        play(season, players, [DRAW])
    with django_assert_num_queries(2):
        client.get("/")
    client.force_login(outsider)
    with django_assert_num_queries(5):  # session, account, own clubs
        client.get("/")


# More clubs than a page holds -----------------------------------------------------


@pytest.fixture
def many(db: None) -> list[str]:
    """Make more clubs than a page holds; return their names in order."""
    names = [f"Club {number:02d}" for number in range(CLUBS_ON_A_PAGE + 5)]
    Club.objects.bulk_create(
        Club(name=name, slug=name.lower().replace(" ", "-")) for name in names
    )
    return names


def test_lists_as_many_clubs_as_a_page_holds(client: Client, many: list[str]) -> None:
    first = client.get("/").text
    assert names(first) == many[:CLUBS_ON_A_PAGE]
    assert 'href="?page=2#clubs"' in first
    assert "page 1 of 2" in first
    second = client.get("/?page=2").text
    assert names(second) == many[CLUBS_ON_A_PAGE:]
    assert 'href="?page=1#clubs"' in second


def test_ones_own_clubs_stand_on_every_page(
    client: Client, club: Club, administrator: Account, many: list[str]
) -> None:
    client.force_login(administrator)
    assert names(client.get("/?page=2").text) == [club.name, *many[CLUBS_ON_A_PAGE:]]


def test_a_club_is_found_by_a_part_of_its_name(
    client: Client, many: list[str], club: Club
) -> None:
    page = client.get("/?q=groene++hart").text
    assert names(page) == [club.name]
    assert 'value="groene hart"' in page
    assert 'href="?#clubs"' in page
    assert names(client.get("/?q=club&page=2").text) == many[CLUBS_ON_A_PAGE:]
    assert "?q=club&amp;page=2#clubs" in client.get("/?q=club").text


def test_says_that_no_club_is_called_so(client: Client, many: list[str]) -> None:
    page = client.get("/?q=<Nobody>").text
    assert names(page) == []
    assert "No club’s name has “&lt;Nobody&gt;” in it." in page
    assert client.get("/?q=%00").status_code == 200


def test_a_private_club_is_not_found(client: Client, many: list[str]) -> None:
    Club.objects.create(name="Secret", slug="secret", is_public=False)
    assert names(client.get("/?q=secret").text) == []


def test_few_clubs_need_no_search(client: Client, club: Club) -> None:
    Club.objects.create(name="Other", slug="other")
    assert 'id="find"' not in client.get("/").text


# ------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_refuses_other_methods(client: Client, method: str) -> None:
    assert getattr(client, method)("/").status_code == 405
