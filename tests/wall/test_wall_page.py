"""Where to break the wall, as a page: the club's and a table's."""

import html
import re
import secrets
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Player, Season
from clubscore.partie.engine import walls
from clubscore.partie.models import Partie
from clubscore.partie.services import link_make, partie_end, partie_start
from tests.partie.test_services import record, write

PAGE = "/groene-hart/wall/"
TABLE = "/groene-hart/parties/1/wall/"
HTMX = {"HX-Request": "true"}


def words(page: str) -> str:
    """Return a page's text without its marks."""
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


def throw(*dice: int, **more: str | int) -> dict[str, str | int]:
    """Return what the form says with these dice."""
    return {f"die_{n}": die for n, die in enumerate(dice, start=1)} | more


def checked(page: str) -> set[tuple[str, str]]:
    """Return the radio buttons that are chosen."""
    found = set()
    for mark in re.findall(r"<input[^>]*\schecked[^>]*>", page):
        values = dict(re.findall(r'(name|value)="([^"]*)"', mark))
        found.add((values["name"], values["value"]))
    return found


# The club's page ------------------------------------------------------------------


def test_the_addresses_are_the_ones_that_are_printed() -> None:
    assert reverse("wall:wall", args=["groene-hart"]) == PAGE
    assert reverse("wall:partie_wall", args=["groene-hart", 1]) == TABLE


def test_the_style_sheet_has_a_place_for_every_rule_book() -> None:
    sheet = Path("static/css/wall.css").read_text("utf-8")
    for place, book in enumerate(walls.books()):
        assert f"#id_ruleset_{place}:checked) .of-{place}" in sheet, book.key


def test_the_page_asks_for_dice_before_it_shows_anything(
    client: Client, season: Season
) -> None:
    page = client.get(PAGE).text
    assert "Still to come: dice 1, 2, 3, 4." in words(page)
    assert "<svg xmlns" not in page
    assert 'id="faults"' not in page


def test_the_seasons_rule_book_and_house_rules_are_chosen_already(
    client: Client, season: Season
) -> None:
    season.ruleset = "schmale"
    season.options = {"jokers": 8, "bonus_tiles": "no"}
    season.ends_on = timezone.localdate()
    season.save()
    page = client.get(PAGE)
    assert {("ruleset", "schmale"), ("jokers", "8"), ("bonus_tiles", "no")} <= checked(
        page.text
    )
    assert '<details class="more" >' in page.text
    shown = words(client.get(PAGE, throw(6, 6, 6)).text)
    assert "Lift the pair at stack 18 from the right out of South’s side." in shown


def test_without_a_season_the_rule_book_is_asked(client: Client, club: Club) -> None:
    page = client.get(PAGE).text
    assert '<details class="more" open>' in page
    assert ("ruleset", "nts") in checked(page)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            throw(1, 1, 2, 3, ruleset="nts"),
            "stack 7 from the right out of South’s side. Both tiles go on the wall",
        ),
        (
            throw(6, 6, 6, 6, ruleset="nts", players=3),
            "stack 8 from the right out of South’s side.",
        ),
        (
            throw(6, 6, 6, 1, ruleset="nts", flowers="yes"),
            "stack 1 from the right out of West’s side.",
        ),
        (
            throw(6, 6, 6, ruleset="schmale", bonus_tiles="no"),
            "stack 1 from the right out of East’s side. The lower tile goes on",
        ),
        (
            throw(6, 6, 6, ruleset="schmale", bonus_tiles="no", jokers=12),
            "stack 18 from the right out of South’s side.",
        ),
        (
            throw(1, 1, 2, 3, ruleset="spiel-der-winde"),
            "stack 7 from the right out of South’s side. Its tiles go on the second",
        ),
        (
            throw(1, 1, 2, 3, ruleset="spiel-der-winde", owner="W"),
            "stack 7 from the right out of North’s side.",
        ),
        (
            throw(6, 6, 6, 6, ruleset="mauer"),
            "stack 6 from the left out of East’s side. Both tiles go as markers",
        ),
        (
            throw(1, 1, 1, 1, ruleset="mauer", dead_wall=14),
            "The 14 tiles to the left of the gap",
        ),
    ],
)
def test_every_rule_book_is_shown(
    client: Client, club: Club, asked: dict[str, str | int], sentence: str
) -> None:
    page = client.get(PAGE, asked).text
    assert sentence in words(page)
    assert 'role="img"' in page
    assert page.count('class="gap"') == 2  # the other one explains it


def test_what_another_rule_book_asks_does_not_matter(
    client: Client, club: Club
) -> None:
    asked = throw(1, 1, 2, 3, ruleset="nts", players=3, flowers="yes", owner="W")
    shown = words(client.get(PAGE, asked).text)
    assert "East throws 2: counted around from East as 1" in shown
    assert "The 10 tiles to the right of the gap" in shown
    asked = throw(1, 1, 2, 3, ruleset="spiel-der-winde", players=3, jokers=12)
    assert "stack 7 from the right" in words(client.get(PAGE, asked).text)


def test_it_says_who_throws_which_dice(client: Client, club: Club) -> None:
    page = words(client.get(PAGE, throw(1, 1, 2, 3, ruleset="nts")).text)
    assert "East throws two dice" in page
    assert "East throws three dice" in page
    assert "The player whose side it is throws two more" in page
    assert "South throws 5 more: 7 in all." in page


def test_the_dice_still_missing_are_named(client: Client, club: Club) -> None:
    page = words(client.get(PAGE, throw(1, 1, 2, ruleset="nts")).text)
    assert "Still to come: die 4." in page


def test_the_dice_that_were_tapped_stay_tapped(client: Client, club: Club) -> None:
    page = client.get(PAGE, throw(1, 2, 3, 4, ruleset="mauer", dead_wall=14)).text
    assert checked(page) >= {
        ("ruleset", "mauer"),
        ("dead_wall", "14"),
        ("die_1", "1"),
        ("die_2", "2"),
        ("die_3", "3"),
        ("die_4", "4"),
    }


@pytest.mark.parametrize(
    "asked",
    [
        throw(1, 2, 3, 7, ruleset="nts"),
        throw(1, 2, 3, 4, ruleset="riichi"),
        throw(1, 2, 3, 4, ruleset="nts", players=2),
        throw(1, 2, 3, 4, ruleset="spiel-der-winde", owner="X"),
        throw(1, 2, 3, ruleset="schmale", jokers=5),
    ],
)
def test_an_odd_address_is_answered_calmly(
    client: Client, club: Club, asked: dict[str, str | int]
) -> None:
    response = client.get(PAGE, asked)
    assert response.status_code == 200
    assert "One thing is not right yet." in words(response.text)
    assert "<svg xmlns" not in response.text


# Throwing the dice here -----------------------------------------------------------


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what decides how the dice fall."""

    def fall(*dice: int) -> None:
        faces = cycle(dice)
        monkeypatch.setattr(secrets, "randbelow", lambda _most: next(faces) - 1)

    return fall


def test_dice_thrown_here_stand_in_the_address(
    client: Client, club: Club, falls: Callable[..., None]
) -> None:
    falls(1, 1, 2, 3)
    asked = throw(6, 6, 6, 6, ruleset="nts", throw="yes")
    response = client.get(PAGE, asked)
    assert response.status_code == 302
    assert response["Location"] == (
        f"{PAGE}?ruleset=nts&die_1=1&die_2=1&die_3=2&die_4=3#wall-result"
    )
    assert "stack 7 from the right" in words(client.get(response["Location"]).text)


def test_as_many_dice_are_thrown_as_the_rule_book_wants(
    client: Client, club: Club
) -> None:
    response = client.get(PAGE, {"ruleset": "schmale", "throw": "yes"})
    assert re.search(
        r"\?ruleset=schmale&die_1=[1-6]&die_2=[1-6]&die_3=[1-6]#", response["Location"]
    )


# htmx, methods, cost --------------------------------------------------------------


def test_htmx_gets_the_result_alone(client: Client, club: Club) -> None:
    asked = throw(1, 1, 2, 3, ruleset="nts")
    part = client.get(PAGE, asked, headers=HTMX).text
    assert "<html" not in part
    assert "<form" not in part
    assert "stack 7 from the right" in words(part)
    assert part.strip() in client.get(PAGE, asked).text


def test_the_first_picture_is_scrolled_to_and_no_other(
    client: Client, club: Club
) -> None:
    three = f"{PAGE}?die_1=1&die_2=1&die_3=2"
    four = f"{three}&die_4=3"
    shown = client.get(four, headers=HTMX | {"HX-Current-URL": three})
    assert shown["HX-Reswap"] == "innerHTML show:top"
    for asked, current in ((four, four), (three, PAGE)):
        answer = client.get(asked, headers=HTMX | {"HX-Current-URL": current})
        assert "HX-Reswap" not in answer
    assert "HX-Reswap" not in client.get(four)


def test_nothing_can_be_sent(client: Client, partie: Partie) -> None:
    assert client.post(PAGE).status_code == 405
    assert client.post(TABLE).status_code == 405


def test_it_costs_two_questions(
    client: Client,
    season: Season,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(2):
        client.get(PAGE, throw(1, 1, 2, 3))


# Who may look ---------------------------------------------------------------------


def test_a_private_clubs_page_is_not_there_for_outsiders(
    client: Client, club: Club, partie: Partie, outsider: Account
) -> None:
    club.is_public = False
    club.save()
    client.force_login(outsider)
    assert client.get(PAGE).status_code == 404
    assert client.get(TABLE).status_code == 404


def test_the_tables_link_opens_the_tables_page(
    client: Client, club: Club, partie: Partie
) -> None:
    club.is_public = False
    club.save()
    client.get(link_make(partie=partie).get_absolute_url())
    page = client.get(TABLE, throw(1, 1, 2, 3))
    assert "stack 7 from the right" in words(page.text)
    # The club itself stays hidden.
    assert f'href="{club.get_absolute_url()}"' not in page.text
    assert client.get(PAGE).status_code == 404


# At a table -----------------------------------------------------------------------


def test_at_a_table_only_dice_and_the_way_of_breaking_are_asked(
    client: Client, partie: Partie
) -> None:
    page = client.get(TABLE).text
    names = set(re.findall(r'<input type="radio" name="(\w+)"', page))
    assert names == {"ruleset", "dead_wall", *(f"die_{n}" for n in range(1, 5))}
    assert set(re.findall(r'name="ruleset" value="([\w-]+)"', page)) == {"nts", "mauer"}
    assert ("ruleset", "nts") in checked(page)


def test_at_a_table_the_parties_house_rules_hold(
    client: Client, partie: Partie
) -> None:
    partie.options |= {"flowers": "yes"}
    partie.save()
    shown = words(client.get(TABLE, throw(6, 6, 6, 1, flowers="no")).text)
    assert "North’s side has 18 stacks, fewer than 19" in shown


def test_at_a_table_the_club_may_break_the_wall_its_own_way(
    client: Client, partie: Partie
) -> None:
    asked = throw(6, 6, 6, 6, ruleset="mauer", dead_wall=14)
    shown = words(client.get(TABLE, asked).text)
    assert "stack 6 from the left out of East’s side." in shown
    assert "The 14 tiles to the left" in shown


def test_at_a_table_another_rule_book_is_none(client: Client, partie: Partie) -> None:
    page = client.get(TABLE, throw(1, 2, 3, ruleset="schmale"))
    assert "One thing is not right yet." in words(page.text)


def test_at_a_table_it_says_who_sits_where(client: Client, partie: Partie) -> None:
    assert "East Anna South Ben West Cleo North Dirk" in words(client.get(TABLE).text)


def test_at_a_table_of_three_their_wall_is_broken(
    client: Client, season: Season, players: list[Player]
) -> None:
    partie_start(season=season, players=players[:3], day=season.starts_on)
    shown = words(client.get(TABLE, throw(6, 6, 6, 6)).text)
    assert "West’s side has 16 stacks, fewer than 24" in shown
    assert "The 10 tiles to the right of the gap" in shown


def test_at_a_table_the_owner_of_the_next_game_is_known(
    client: Client, season: Season, players: list[Player]
) -> None:
    season.ruleset, season.options = "spiel-der-winde", {"settlement": "credit"}
    season.save()
    partie = partie_start(season=season, players=players, day=season.starts_on)
    assert ("owner", "E") in checked(client.get(TABLE).text)
    won = {"kind": "win", "winner": "W", "winning_tile": None, "source": "wall"}
    record(partie, {"hands": {"W": {"points": 40}}, "outcome": won})
    page = client.get(TABLE, throw(1, 1, 2, 3)).text
    assert ("owner", "S") in checked(page)
    assert "South throws 2: counted around from South as 1" in words(page)
    assert "stack 7 from the right out of West’s side." in words(page)


def test_a_finished_partie_still_shows_its_wall(client: Client, partie: Partie) -> None:
    partie_end(partie=partie, write=write(partie), why="last tram")
    assert "stack 7 from" in words(client.get(TABLE, throw(1, 1, 2, 3)).text)


def test_the_clubs_own_way_of_breaking_the_wall_is_chosen_already(
    client: Client, season: Season, players: list[Player]
) -> None:
    partie = partie_start(season=season, players=players, day=season.starts_on)
    club = season.club
    club.wall = "mauer"
    club.save()
    for address in (f"/{club.slug}/wall/", f"{partie.get_absolute_url()}wall/"):
        page = client.get(address).text
        chosen = page.partition('value="mauer"')[2].partition(">")[0]
        assert "checked" in chosen
