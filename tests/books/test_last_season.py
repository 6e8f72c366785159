"""What would last season have been by a rule book of the club's own."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client

from clubscore.books import last_season
from clubscore.club import own_books
from clubscore.club.models import Account, Club, OwnBook, Player, Season
from clubscore.partie.models import Partie, PartieResult
from tests.season.played import DRAW, GAME, play
from tests.table.test_partie_page import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def runs_it(client: Client, administrator: Account) -> Client:
    """Return the browser of the club's administrator."""
    client.force_login(administrator)
    return client


@pytest.fixture
def season(season: Season, players: list[Player]) -> Season:
    """Return a season of three parties, with a game and a draw each."""
    for day in (3, 10, 17):
        play(season, players, [GAME, DRAW], day=dt.date(2026, 11, day))
    return season


def book(club: Club, **changed: Any) -> OwnBook:
    """Return a book of the club's own."""
    content = {"base": "nts", "name": "Groene Draak", **changed}
    return own_books.book_make(club=club, content=content)


def counted(browser: Client, found: OwnBook) -> tuple[str, int]:
    """Return what the page says in the end, and how often it had to go on."""
    address = f"/groene-hart/settings/books/{found.pk}/last-season/"
    page = browser.get(address).text
    asked = 0
    while token := re.search(r'name="so_far" value="([^"]*)"', page):
        page = browser.post(address, {"so_far": token[1]}).text
        asked += 1
    return words(page), asked


def stored() -> list[Any]:
    """Return all that a recount could have moved."""
    results = PartieResult.objects.order_by("pk").values_list("score", "best_game")
    return [*results, *Partie.objects.values_list("version", "head", "ruleset")]


def test_a_book_that_changes_nothing_moves_nothing(
    runs_it: Client, season: Season
) -> None:
    said, _asked = counted(runs_it, book(season.club))
    assert "All 6 games have the same scores." in said
    assert "as it was" in said


def test_every_game_is_counted_anew_and_nothing_stored(
    runs_it: Client, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stored()
    # So that each answer counts one partie: a season takes longer than a page may.
    monkeypatch.setattr(last_season, "AT_ONCE", -1)
    said, asked = counted(runs_it, book(season.club, limit=50))
    assert asked == 2
    # No hand is worth more than 50: of 96 points are paid 50, and East pays double.
    assert "Of 6 games 3 have other scores." in said
    assert "Ben 1 152" in said.replace("+", "")
    assert "→" in said
    assert stored() == before
    # The won game of each partie moves, its draw does not.
    assert "Partie 1: game 1 Partie 2: game 1 Partie 3: game 1 " in said


def test_each_game_that_moves_is_led_to_from_a_folded_list(
    runs_it: Client, season: Season
) -> None:
    found = book(season.club, limit=50)
    address = f"/groene-hart/settings/books/{found.pk}/last-season/"
    page = runs_it.get(address).text
    folded = page.split('<details class="fold">')[1].split("</details>")[0]
    links = re.findall(r'href="([^"]+)"', folded)
    assert links == [f"/groene-hart/parties/{one}/games/1/" for one in (1, 2, 3)]
    assert runs_it.get(links[0]).status_code == 200


def test_what_could_not_have_been_won_keeps_its_scores(
    runs_it: Client, season: Season
) -> None:
    said, _asked = counted(runs_it, book(season.club, minimum=500))
    assert "3 games could not have been won so, and keep their scores" in said
    for number in (1, 2, 3):
        assert f"Partie {number}: game 1" in said
    assert "Which games have other scores" not in said
    assert "All 6 games have the same scores." in said


def test_what_comes_along_is_ours_and_of_this_book(
    season: Season, runs_it: Client
) -> None:
    found = book(season.club)
    key = "own-" + "0" * 32
    mine = last_season.SeasonRecount(season.pk, key, games=7)
    again = last_season.SeasonRecount.from_token(mine.token, season, key)
    assert again.games == 7
    other = last_season.SeasonRecount.from_token(mine.token, season, "own-1")
    forged = last_season.SeasonRecount.from_token(mine.token + "x", season, key)
    assert (other.games, forged.games) == (0, 0)
    address = f"/groene-hart/settings/books/{found.pk}/last-season/"
    assert runs_it.post(address, {"so_far": "nonsense"}).status_code == 200


def test_a_book_begun_with_another_counts_no_season(
    runs_it: Client, season: Season
) -> None:
    said, _asked = counted(runs_it, book(season.club, base="hkos"))
    assert "No season of the club was played by the rule book" in said
