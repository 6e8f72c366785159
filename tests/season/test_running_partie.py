"""
One rule for every figure: a partie counts once it is over, in all of them at once.

One that was left open is over with its evening. The evening's own page and the big
screen show what is being played, and say so.
"""

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.club.models import Player, Season
from clubscore.partie.models import Partie
from clubscore.partie.services import booking_record, partie_end
from tests.season.evening import ORPHANS
from tests.season.played import GAME, play, write
from tests.season.test_club_page import section, words
from tests.sheets.boxes import read

CLUB = "/groene-hart/"
RULE = (
    "A partie counts once it is over; one that was left open, once its evening is over."
)
EARLIER = dt.date(2025, 11, 17)

Figures = dict[str, str]


def figures_of(client: Client) -> Figures:
    """Return everything that the club says of its results, page by page."""

    def page(address: str) -> str:
        return client.get(CLUB + address).text

    player, statistics = page("players/ben/"), page("statistics/")
    season, api = page("seasons/all/"), "/api/v1/clubs/groene-hart/seasons/all/"
    return {
        "sums of a player": section(player, "sums"),
        "figures of a player": section(player, "statistics"),
        "score over time": section(player, "score-chart"),
        "head to head": section(player, "heads"),
        "personal bests": section(player, "records"),
        "limit hands of a player": limit_hands(player),
        "ratings of a player": section(player, "ratings"),
        "one opponent": section(page("players/ben/?opponent=dirk"), "sums"),
        "figures of a club": section(statistics, "statistics"),
        "player by player": section(statistics, "players"),
        "limit hands of a club": limit_hands(statistics),
        "record book": words(page("records/").split("<h1", 1)[1]),
        "leaderboard": words(season.split('id="leaderboard"')[1].split("</table>")[0]),
        "front page": section(page(""), "top"),
        "ratings": words(page("ratings/").split("<table", 1)[1].split("</table>")[0]),
        "leaderboard as CSV": client.get(f"{CLUB}seasons/all.csv").text,
        "ratings as CSV": client.get(f"{CLUB}ratings.csv").text,
        "standings for programs": client.get(f"{api}standings/").text,
    }


def limit_hands(page: str) -> str:
    """Return the limit hands on a page; nothing if it has none."""
    return section(page, "limit-hands") if 'id="limit-hands"' in page else ""


@pytest.fixture
def season(season: Season) -> Season:
    """Return a season that goes on whatever the day of the test is."""
    Season.objects.update(
        name="all", slug="all", starts_on=dt.date(2020, 1, 1), ends_on=None
    )
    season.refresh_from_db()
    return season


@pytest.fixture
def finished(season: Season, players: list[Player]) -> Partie:
    """Play a partie to its end, long ago: Ben +384."""
    play(season, players, [GAME], day=EARLIER)
    return play(season, players, [GAME], day=EARLIER + dt.timedelta(days=1))


def begin(season: Season, players: list[Player], day: dt.date) -> Partie:
    """Begin a partie in which Ben is better at everything: Ben +12,000, and a fine."""
    anna, ben, cleo, dirk = players
    partie = play(season, [ben, dirk, anna, cleo], [ORPHANS, GAME], ends=False, day=day)
    booking_record(
        partie=partie,
        write=write(partie),
        payer=anna,
        payee=ben,
        amount=500,
        why="came late",
    )
    return partie


def test_a_running_partie_is_in_no_figure_until_it_is_over(
    client: Client, season: Season, players: list[Player], finished: Partie
) -> None:
    before = figures_of(client)
    partie = begin(season, players, timezone.localdate())
    assert figures_of(client) == before
    partie_end(partie=partie, write=write(partie), why="time")
    after = figures_of(client)
    assert [name for name in before if after[name] == before[name]] == []


def test_a_partie_left_open_counts_with_its_evening_but_is_not_rated(
    client: Client, season: Season, players: list[Player], finished: Partie
) -> None:
    before = figures_of(client)
    begin(season, players, EARLIER + dt.timedelta(days=7))
    after = figures_of(client)
    rated = {"ratings of a player", "ratings", "ratings as CSV"}
    assert {name for name in before if after[name] == before[name]} == rated


def test_a_players_first_partie_is_told_as_being_played(
    client: Client, season: Season, players: list[Player]
) -> None:
    begin(season, players, timezone.localdate())
    page = client.get(f"{CLUB}players/ben/").text
    assert "being played" in section(page, "parties")
    assert 'id="sums"' not in page
    assert "after the first partie" in client.get(f"{CLUB}statistics/").text
    assert 'id="records"' not in client.get(f"{CLUB}records/").text


@pytest.mark.parametrize(
    "address",
    ["", "players/ben/", "statistics/", "records/", "seasons/all/"],
)
def test_every_page_of_figures_says_what_counts(
    client: Client, season: Season, finished: Partie, address: str
) -> None:
    assert words(client.get(CLUB + address).text).count(RULE) == 1
    said = set()
    for language in ("en", "de", "nl"):
        client.cookies["__Host-language"] = language
        page = client.get(CLUB + address).text
        said.add(words(page.split('class="what-counts')[1].split("</p>")[0]))
    assert len(said) == 3


def test_ratings_say_when_a_partie_is_rated(
    client: Client, season: Season, finished: Partie
) -> None:
    page = client.get(f"{CLUB}ratings/").text
    assert "A partie is rated once it has ended, however late" in words(page)
    page = client.get(f"{CLUB}players/ben/").text
    assert "A partie is rated once it has ended." in section(page, "ratings")


def test_an_evenings_own_figures_say_that_they_hold_what_is_played(
    client: Client, season: Season, players: list[Player]
) -> None:
    today = timezone.localdate()
    partie = begin(season, players, today)
    said = "With the parties that are still being played."
    address = f"{CLUB}evenings/{today}/"
    assert said in client.get(address).text
    partie_end(partie=partie, write=write(partie), why="time")
    assert said not in client.get(address).text


def test_paper_follows_the_same_rule(
    client: Client,
    season: Season,
    players: list[Player],
    finished: Partie,
) -> None:
    def printed() -> list[str]:
        return [
            " ".join(" ".join(read(client.get(CLUB + address).content)).split())
            for address in ("seasons/all.pdf", "players/ben/seasons/all.pdf")
        ]

    before = printed()
    assert all(RULE in one for one in before)
    places = re.compile(r"Place Player .*? 4 Cleo \S+( \d+)+")
    partie = begin(season, players, timezone.localdate())
    leaderboard, year = printed()
    table = places.search(before[0])
    assert table is not None
    assert table[0] in leaderboard
    assert "Nobody was there" not in leaderboard
    assert year == before[1]
    partie_end(partie=partie, write=write(partie), why="time")
    assert all(one != other for one, other in zip(printed(), before, strict=True))
