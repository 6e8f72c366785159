"""The menu of a club, and the lists that it leads to."""

import datetime as dt
import re

import pytest
from django.test import Client

from clubscore.club.models import Club, Player, Season
from clubscore.club.services import season_make
from clubscore.partie.services import partie_void
from tests.club.people import EVERYBODY, INSIDERS, WHO_RUNS_THE_CLUB, log_in
from tests.conftest import players_in
from tests.season.played import DRAW, GAME, play, write
from tests.season.test_club_page import words

CLUB = "/groene-hart/"
MENU = (
    *(CLUB, f"{CLUB}leaderboard/", f"{CLUB}players/", f"{CLUB}evenings/"),
    *(f"{CLUB}records/", f"{CLUB}rules/"),
)

pytestmark = pytest.mark.django_db


def menu(page: str) -> str:
    """Return the menu of a page."""
    return page.split('<nav id="menu"')[1].split("</nav>", maxsplit=1)[0]


def rows(page: str) -> list[str]:
    """Return the words of the rows of a table."""
    body = page.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    return [words(row) for row in body.split("</tr>")[:-1]]


# The menu ---------------------------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
def test_the_menu_has_settings_for_those_who_run_the_club(
    client: Client, season: Season, who: str
) -> None:
    log_in(client, season.club, who)
    for address in (CLUB, f"{CLUB}statistics/", f"{CLUB}rules/nts/"):
        links = set(re.findall(r'href="([^"]+)"', menu(client.get(address).text)))
        assert links >= set(MENU)
        assert (f"{CLUB}settings/" in links) == (who in WHO_RUNS_THE_CLUB)


@pytest.mark.parametrize(
    ("address", "part", "is_itself"),
    [
        ("", "", True),
        ("seasons/2026/", "leaderboard/", False),
        ("players/", "players/", True),
        ("statistics/", "players/", False),
        ("evenings/2026-11-17/", "evenings/", False),
        ("parties/1/", "evenings/", False),
        ("rules/nts/", "rules/", False),
    ],
)
def test_the_menu_marks_where_one_is(
    client: Client,
    season: Season,
    players: list[Player],
    address: str,
    part: str,
    is_itself: bool,
) -> None:
    play(season, players, [GAME])
    shown = menu(client.get(f"{CLUB}{address}").text)
    marked = set(re.findall(r'href="([^"]+)" aria-current="(\w+)"', shown))
    assert marked == {(CLUB + part, "page" if is_itself else "true")}


def test_a_club_that_is_not_there_for_a_reader_has_no_menu(
    client: Client, season: Season
) -> None:
    Club.objects.update(is_public=False)
    assert 'id="menu"' not in client.get(CLUB).text


# The lists --------------------------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("name", ["players", "evenings", "seasons", "leaderboard"])
def test_the_lists_of_a_private_club_are_not_there_for_outsiders(
    client: Client, season: Season, name: str, who: str
) -> None:
    Club.objects.update(is_public=False)
    log_in(client, season.club, who)
    status = client.get(f"{CLUB}{name}/", follow=True).status_code
    assert status == (200 if who in INSIDERS else 404)


def test_players_stand_by_name_as_the_language_has_it(
    client: Client, season: Season
) -> None:
    names = ["Zoë", "Ömer", "anna", "Ötzi", "Otto", "Ulla"]
    play(season, players_in(season.club, *names[:4]), [GAME])
    players_in(season.club, *names[4:])
    listed = rows(client.get(f"{CLUB}players/").text)
    assert [row.split()[0] for row in listed] == [
        *("anna", "Ömer", "Otto", "Ötzi", "Ulla", "Zoë")
    ]
    assert listed[0] == "anna 1 0 17/11/2026"
    assert listed[2] == "Otto 0 0 –"


def test_players_are_sorted_by_what_the_address_asks_for(
    client: Client, season: Season, players: list[Player]
) -> None:
    others = [*players[:3], *players_in(season.club, "Eva")]
    play(season, players, [GAME], day=dt.date(2026, 11, 10))
    play(season, others, [DRAW], day=dt.date(2026, 11, 17))
    page = client.get(f"{CLUB}players/?sort=last").text
    assert [row.split()[0] for row in rows(page)] == [
        *("Anna", "Ben", "Cleo", "Eva", "Dirk")
    ]
    assert 'aria-sort="descending"><a href="?sort=last"' in page
    assert rows(client.get(f"{CLUB}players/?sort=nonsense").text)[3].startswith("Dirk")


def test_a_long_list_of_players_is_searched(client: Client, season: Season) -> None:
    players_in(season.club, *(f"Player {number}" for number in range(12)))
    assert 'type="search"' not in client.get(f"{CLUB}players/").text
    players_in(season.club, "Jürgen")
    assert 'type="search"' in client.get(f"{CLUB}players/").text
    found = client.get(f"{CLUB}players/?q=JURG").text
    assert [row.split()[0] for row in rows(found)] == ["Jürgen"]
    nobody = client.get(f"{CLUB}players/?q=%3Cb%3E").text
    assert "No player’s name has “&lt;b&gt;” in it." in nobody


def test_an_evening_is_listed_with_its_highest_score(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], day=dt.date(2026, 11, 10))
    play(season, players, [GAME, DRAW], day=dt.date(2026, 11, 17))
    play(season, players, [GAME], day=dt.date(2026, 11, 17))
    assert rows(client.get(f"{CLUB}evenings/").text) == [
        "Tue 17/11/2026 Ben +768 2",
        "Tue 10/11/2026 Ben +384 1",
    ]


@pytest.mark.parametrize(
    ("asked", "days", "sort"),
    [
        ("", ["24/11", "17/11", "10/11"], 'descending"><a href="?sort=evening"'),
        ("?sort=score", ["17/11", "10/11", "24/11"], 'descending"><a href="?sort=sc'),
        ("?sort=parties", ["10/11", "24/11", "17/11"], 'descending"><a href="?sort=pa'),
        ("?sort=whatever", ["24/11", "17/11", "10/11"], 'descending"><a href="?sort=e'),
    ],
)
def test_evenings_are_sorted_by_what_the_address_asks_for(
    client: Client,
    season: Season,
    players: list[Player],
    asked: str,
    days: list[str],
    sort: str,
) -> None:
    # +24 +384 −244 −164 by seat: Ben 384 − 164 first, and 384 + 24 a week later.
    play(season, players, [GAME], day=dt.date(2026, 11, 10))
    play(season, players[2:] + players[:2], [GAME], day=dt.date(2026, 11, 10))
    play(season, players, [GAME, GAME], day=dt.date(2026, 11, 17))
    play(season, players, [DRAW], day=dt.date(2026, 11, 24), ends=False)
    page = client.get(f"{CLUB}evenings/{asked}").text
    assert [row.split()[1][:5] for row in rows(page)] == days
    assert f'aria-sort="{sort}' in page


def test_the_leaderboard_is_the_season_that_is_on(
    client: Client, season: Season, players: list[Player]
) -> None:
    club = season.club
    address = f"{CLUB}leaderboard/"
    assert client.get(address)["Location"] == f"{CLUB}seasons/"
    play(season, players, [GAME])
    later = dt.date(2099, 1, 1)
    season_make(club=club, name="2099", starts_on=later, ruleset="nts")
    # One in which nothing was played but a partie that was a mistake.
    day = dt.date(2026, 11, 17)
    begun = season_make(club=club, name="Begun", starts_on=day, ruleset="nts")
    wrong = play(begun, players, [GAME], ends=False)
    partie_void(partie=wrong, write=write(wrong), why="of another season")
    assert client.get(address)["Location"] == f"{CLUB}seasons/2026/"
    listed = words(client.get(f"{CLUB}seasons/").text)
    assert "Begun since 17 November 2026 · 0 parties" in listed


@pytest.mark.parametrize(
    ("day", "on_top"),
    [
        ("2026-11-16", "2026"),
        ("2026-11-17", "open-day"),
        ("2026-11-18", "2026"),
        ("2026-12-31", "2026"),
        ("2027-01-01", "2026"),  # it was last, though the other began later
    ],
)
def test_a_tournament_is_on_top_on_its_days_alone(
    client: Client,
    season: Season,
    players: list[Player],
    monkeypatch: pytest.MonkeyPatch,
    day: str,
    on_top: str,
) -> None:
    other = season_make(
        club=season.club,
        name="Open day",
        starts_on=dt.date(2026, 11, 17),
        ends_on=dt.date(2026, 11, 17),
        ruleset="nts",
    )
    play(season, players, [GAME], day=dt.date(2026, 11, 10))
    play(other, players, [GAME])

    def look(now: dt.datetime) -> list[str]:
        monkeypatch.setattr(
            "django.utils.timezone.localtime", lambda value=now, *_zone: value
        )
        front, frame = (client.get(CLUB + page) for page in ("", "embed/leaderboard/"))
        top = front.text.split('id="top"')[1]
        [heading] = re.findall("<h1>(.*)</h1>", frame.text)
        return [
            client.get(f"{CLUB}leaderboard/")["Location"],
            *re.findall(r'"(/groene-hart/seasons/[^"]+)"', top)[:1],
            heading,
        ]

    noon = dt.datetime.fromisoformat(f"{day}T12:00+00:00")
    look(noon - dt.timedelta(days=1))  # what is kept by then is old
    on = other if on_top == other.slug else season
    address = f"{CLUB}seasons/{on_top}/"
    assert look(noon) == [address, address, on.name]


@pytest.mark.parametrize("address", ["", "players/", "seasons/", "evenings/", "rules/"])
def test_calendar_and_feed_are_at_the_foot_of_every_page_of_a_club(
    client: Client, season: Season, address: str
) -> None:
    page = client.get(f"/groene-hart/{address}").text
    head, _main, foot = page.partition('<footer id="site-foot')
    assert 'href="/groene-hart/calendar.ics"' in foot
    assert 'href="/groene-hart/feed.atom"' in foot
    assert '<link rel="alternate" type="application/atom+xml"' in head
    assert "feed.atom" not in client.get("/privacy/").text


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("address", ["seasons/", "leaderboard/"])
def test_who_runs_the_club_is_offered_a_first_season(
    client: Client, club: Club, who: str, address: str
) -> None:
    log_in(client, club, who)
    page = client.get(f"/groene-hart/{address}", follow=True).text
    offers = 'class="button" href="/groene-hart/settings/seasons/new/"' in page
    assert offers == (who in WHO_RUNS_THE_CLUB)
    assert ("an administrator of the club can do it" in page) != offers
