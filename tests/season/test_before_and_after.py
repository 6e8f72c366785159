"""A partie, a player and a season lead to the one before and after."""

import datetime as dt
import re

import pytest
from django.test import Client

from clubscore.club.models import Club, Player, Season
from clubscore.club.services import player_add
from clubscore.partie.services import link_make, partie_void
from tests.season.played import GAME, play, write

WAY = re.compile(
    r'<a rel="(prev|next)" href="([^"]+)">'
    r'<span class="visually-hidden">([^<]+)</span> ([^<]+)</a>'
)


def ways(client: Client, address: str) -> dict[str, tuple[str, str]]:
    """Return where a page leads: before and after, each with its words."""
    page = client.get(f"/groene-hart/{address}").text
    _head, found, foot = page.partition('class="neighbours')
    if not found:
        return {}
    nav = foot.split("</nav>")[0]
    words = {"prev": "Before:", "next": "After:"}
    assert all(hidden == words[rel] for rel, _href, hidden, _says in WAY.findall(nav))
    return {
        rel: (href.removeprefix("/groene-hart/"), says)
        for rel, href, _hidden, says in WAY.findall(nav)
    }


def test_parties_follow_each_other_within_an_evening_and_to_the_next(
    client: Client, season: Season, players: list[Player]
) -> None:
    later, first, second, void = (
        play(season, players, [GAME], day=dt.date(2026, 11, day))
        for day in (24, 10, 10, 17)
    )
    partie_void(partie=void, write=write(void), why="a test")
    assert [one.number for one in (later, first, second)] == [1, 2, 3]
    assert ways(client, "parties/2/") == {"next": ("parties/3/", "Partie 3")}
    assert ways(client, "parties/3/") == {
        "prev": ("parties/2/", "Partie 2"),
        "next": ("parties/1/", "Partie 1"),
    }
    assert ways(client, "parties/1/") == {"prev": ("parties/3/", "Partie 3")}


def test_a_page_that_is_kept_leads_to_a_partie_that_is_played_later(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    tag = client.get("/groene-hart/parties/1/")["ETag"]
    play(season, players, [GAME])
    again = client.get("/groene-hart/parties/1/", headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert ways(client, "parties/1/") == {"next": ("parties/2/", "Partie 2")}


def test_who_has_the_link_of_one_table_is_shown_no_other(
    client: Client, season: Season, players: list[Player]
) -> None:
    Club.objects.update(is_public=False)
    first = play(season, players, [GAME], ends=False)
    play(season, players, [GAME])
    client.get(link_make(partie=first).get_absolute_url())
    page = client.get("/groene-hart/parties/1/").text
    assert "Partie 1" in page
    assert "parties-beside" not in page
    assert "Partie 2" not in page


@pytest.mark.usefixtures("players")
def test_players_follow_each_other_by_name(client: Client, club: Club) -> None:
    # Added last, and merged into another: the order is that of names.
    bea = player_add(club=club, name="Béa")
    gone = player_add(club=club, name="Bea B.")
    Player.objects.filter(pk=gone.pk).update(merged_into=bea)
    assert ways(client, "players/anna/") == {"next": ("players/bea/", "Béa")}
    assert ways(client, "players/bea/") == {
        "prev": ("players/anna/", "Anna"),
        "next": ("players/ben/", "Ben"),
    }
    assert ways(client, "players/dirk/") == {"prev": ("players/cleo/", "Cleo")}


def test_seasons_follow_each_other(client: Client, season: Season) -> None:
    for year in (2027, 2025):
        Season.objects.create(
            club=season.club,
            name=str(year),
            slug=str(year),
            starts_on=dt.date(year, 1, 1),
            ruleset="nts",
        )
    assert ways(client, "seasons/2026/") == {
        "prev": ("seasons/2025/", "2025"),
        "next": ("seasons/2027/", "2027"),
    }
    assert ways(client, "seasons/2025/") == {"next": ("seasons/2026/", "2026")}
