"""Starting at a table of a club with every rule book and number of players."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club import engine as rule_books
from clubscore.club.models import Club, Player, Season
from clubscore.club.services import player_add
from clubscore.partie.forms.seating import draw_of
from clubscore.partie.models import Partie
from tests.club.books_offered import book_chosen
from tests.club.people import EVERYBODY, WHO_STARTS_PARTIES, log_in

NEW = "/groene-hart/parties/new/"
NUMBERS = [
    (ruleset.key, many)
    for ruleset in rule_books.rulesets()
    for many in rule_books.numbers_of_players(ruleset.key)
]
ASKED = {"spiel-der-winde": {"option_settlement": "winner_only"}}
HTMX = [{}, {"HX-Request": "true"}]
QUERIES = 10


@pytest.fixture
def season(season: Season) -> Season:
    """Return the season without an end, so that every day belongs to it."""
    season.starts_on, season.ends_on = dt.date(2020, 1, 1), None
    season.save()
    return season


@pytest.fixture
def winde(club: Club, season: Season) -> Season:
    """Return an older season by another rule book, which nobody has answered."""
    return Season.objects.create(
        club=club,
        name="winds",
        slug="winds",
        starts_on=dt.date(2019, 1, 1),
        ruleset="spiel-der-winde",
    )


@pytest.fixture
def five(players: list[Player]) -> list[Player]:
    """Return the cast and Eva."""
    return [*players, player_add(club=players[0].club, name="Eva")]


@pytest.fixture
def scorekeeper(client: Client, club: Club, season: Season) -> Client:
    """Return the browser of a scorekeeper."""
    log_in(client, club, "scorekeeper")
    return client


def chosen(
    season: Season, players: list[Player], ruleset: str = "", **changes: str
) -> dict[str, Any]:
    """Return what is sent by a page that was drawn for these players."""
    ruleset = ruleset or season.ruleset
    is_for_four = ruleset == "spiel-der-winde"
    return {
        "season": str(season.pk),
        "shown": str(season.pk),
        "ruleset": ruleset,
        "shown_ruleset": ruleset,
        "shown_players": str(len(players)),
        **({} if is_for_four else {"players": str(len(players)), "chips": "notepad"}),
        **{f"player_{place}": str(one.pk) for place, one in enumerate(players)},
        "seats_by": "table",
        "table": "2",
        **ASKED.get(ruleset, {}),
        **changes,
    }


def offered(page: str) -> set[str]:
    """Return the keys of the house rules that a page asks for."""
    return set(re.findall(r'name="option_(\w+)"', page))


@pytest.mark.parametrize(("ruleset", "many"), NUMBERS)
def test_only_options_that_mean_something_are_offered(
    scorekeeper: Client, ruleset: str, many: int
) -> None:
    page = scorekeeper.get(f"{NEW}?ruleset={ruleset}&players={many}").text
    rules = rule_books.house_rules(ruleset, many)
    assert offered(page) == {rule.key for rule in rules}
    assert page.count("or a new name") == many
    assert ("Rests first" in page) == (many == 5)
    assert ("owner of the first game" in page) == (ruleset == "spiel-der-winde")
    assert ('name="chips"' in page) == rule_books.knows_chips(ruleset)
    assert ("The book’s own draw" in page) == bool(draw_of(ruleset, many))


@pytest.mark.parametrize(("ruleset", "many"), NUMBERS)
def test_a_partie_starts_by_every_rule_book_and_number_of_players(
    scorekeeper: Client, season: Season, five: list[Player], ruleset: str, many: int
) -> None:
    sent = chosen(season, five[:many], ruleset, option_rounds="2")
    if (ruleset, many) == ("nts", 3):
        sent["option_three_player_rounds"] = "2"
    response = scorekeeper.post(NEW, sent)
    assert response["Location"] == "/groene-hart/parties/1/record/"
    partie = Partie.objects.get()
    assert (partie.ruleset, partie.players) == (ruleset, many)
    assert (partie.season, partie.table) == (season, "2")
    assert [seat.player for seat in partie.seats.all()] == five[:many]
    expected = {
        rule.key: rule.default
        for rule in rule_books.house_rules(ruleset)
        if rule.default is not None
    }
    if (ruleset, many) == ("nts", 3):
        expected["three_player_rounds"] = 2  # rounds mean nothing here
    else:
        expected["rounds"] = 2
    if ruleset in ASKED:
        expected["settlement"] = "winner_only"
    assert partie.options == expected
    assert "Game 1" in scorekeeper.get(response["Location"]).text


def test_five_drawn_seats_hold_the_same_five(
    scorekeeper: Client, season: Season, five: list[Player]
) -> None:
    scorekeeper.post(NEW, chosen(season, five, seats_by="draw"))
    seats = Partie.objects.get().seats.all()
    assert {seat.player for seat in seats} == set(five)


@pytest.mark.parametrize("headers", HTMX)
def test_five_players_have_a_fifth_seat_and_nothing_typed_is_lost(
    scorekeeper: Client,
    season: Season,
    players: list[Player],
    headers: dict[str, str],
) -> None:
    sent = chosen(season, players[:3])
    sent |= {
        "shown_players": "4",
        "players": "5",
        "name_3": "Frits",
        "guest_3": "on",
        "option_minimum_doubles": "1",
    }
    page = scorekeeper.post(NEW, sent | {"action": "redraw"}, headers=headers).text
    assert ("<html" in page) != bool(headers)
    assert 'name="player_4"' in page
    assert 'name="shown_players" value="5"' in page
    assert {"fifth_round", "five_player_east_stays"} <= offered(page)
    assert 'value="Frits"' in page
    assert re.search(r'name="guest_3"[^>]* checked', page)
    assert re.search(r'name="option_minimum_doubles" value="1"', page)
    assert re.search(r'<details class="more" open', page)
    assert 'role="alert"' not in page


@pytest.mark.parametrize("headers", HTMX)
def test_three_players_have_a_seat_less_and_can_change_back(
    scorekeeper: Client,
    season: Season,
    players: list[Player],
    headers: dict[str, str],
) -> None:
    sent = chosen(season, players, option_rounds="2", action="redraw")
    sent["players"] = "3"
    page = scorekeeper.post(NEW, sent, headers=headers).text
    dirk = players[3].pk
    assert f'<input type="hidden" name="player_3" value="{dirk}">' in page
    assert '<input type="hidden" name="option_rounds" value="2">' in page
    assert "To East’s left, West" in page
    assert "To East’s left, North" not in page
    sent |= {"shown_players": "3", "players": "4"}
    page = scorekeeper.post(NEW, sent, headers=headers).text
    assert page.count(f'<option value="{dirk}" selected>') == 1
    assert '<option value="2" selected>2</option>' in page


@pytest.mark.parametrize("headers", HTMX)
def test_another_rule_book_starts_from_its_own_defaults(
    scorekeeper: Client,
    season: Season,
    players: list[Player],
    headers: dict[str, str],
) -> None:
    season.options = {"rounds": 2}
    season.save()
    sent = chosen(season, players, option_rounds="1", action="redraw")
    page = scorekeeper.post(NEW, sent | {"ruleset": "schmale"}, headers=headers).text
    assert "Not the season’s own rule book" in page
    rounds = page.split('name="option_rounds"')[1].split("</select>")[0]
    assert "by the book: 4" in rounds
    assert "selected" not in rounds.replace('value="" selected', "")
    assert "preset: " in page
    assert "Empty: by the book, 1." in page
    assert "as in the season" not in page
    assert f'<option value="{players[0].pk}" selected>' in page


def test_what_chips_change_is_said_at_the_house_rule(scorekeeper: Client) -> None:
    page = scorekeeper.get(NEW).text
    assert "as in the season: none; with chips to the nearest ten, 5 up" in page


@pytest.mark.parametrize("headers", HTMX)
def test_another_season_brings_its_rule_book(
    scorekeeper: Client,
    season: Season,
    winde: Season,
    five: list[Player],
    headers: dict[str, str],
) -> None:
    sent = chosen(season, five, action="redraw") | {"season": str(winde.pk)}
    page = scorekeeper.post(NEW, sent, headers=headers).text
    assert book_chosen(page) == "spiel-der-winde"
    assert f'<option value="{winde.pk}" selected>' in page
    assert "Not the season’s own rule book" not in page
    assert "Who pays whom" in page
    assert 'name="player_3"' in page
    assert f'<input type="hidden" name="player_4" value="{five[4].pk}">' in page


def test_the_answer_is_preset_only_if_the_season_has_given_one(
    scorekeeper: Client, winde: Season
) -> None:
    def checked() -> list[str]:
        page = scorekeeper.get(f"{NEW}?season={winde.pk}").text
        question = page.split("Who pays whom")[1].split("</fieldset>")[0]
        return re.findall(r'value="(\w+)"[^>]* checked', question)

    assert checked() == []
    winde.options = {"settlement": "differences"}
    winde.save()
    assert checked() == ["differences"]


def test_a_partie_is_not_started_without_an_answer(
    scorekeeper: Client, winde: Season, players: list[Player]
) -> None:
    sent = chosen(winde, players)
    del sent["option_settlement"]
    page = scorekeeper.post(NEW, sent).text
    assert 'href="#id_option_settlement"' in page
    assert "The rule book does not say. Choose what holds with you." in page
    assert not Partie.objects.exists()
    # Another partie may be settled in another way than the season.
    winde.options = {"settlement": "differences"}
    winde.save()
    scorekeeper.post(NEW, sent | {"option_settlement": "credit"})
    assert Partie.objects.get().options["settlement"] == "credit"


@pytest.mark.parametrize(
    ("changes", "target", "said"),
    [
        ({"players": "5"}, "id_players", "changed with the number of players"),
        ({"players": "3"}, "id_players", "changed with the number of players"),
        ({"players": "2"}, "id_players", "Select a valid choice"),
        ({"ruleset": "schmale"}, "id_ruleset", "changed with the rule book"),
        ({"ruleset": "riichi"}, "id_ruleset", "Select a valid choice"),
        ({"option_flowers": "maybe"}, "id_option_flowers", "Select a valid choice"),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    scorekeeper: Client,
    season: Season,
    players: list[Player],
    changes: dict[str, str],
    target: str,
    said: str,
) -> None:
    page = scorekeeper.post(NEW, chosen(season, players) | changes).text
    assert f'href="#{target}"' in page
    assert said in page
    assert f'<option value="{players[0].pk}" selected>' in page
    assert not Partie.objects.exists()


def test_a_season_of_another_rule_book_is_looked_at_before_the_start(
    scorekeeper: Client, season: Season, winde: Season, players: list[Player]
) -> None:
    sent = chosen(season, players) | {"season": str(winde.pk)}
    page = scorekeeper.post(NEW, sent).text
    assert "The house rules below have changed with the season." in page
    assert book_chosen(page) == "spiel-der-winde"
    assert "Who pays whom" in page
    assert not Partie.objects.exists()


def test_what_means_nothing_for_so_many_is_not_taken(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    sent = chosen(season, players[:3], option_flowers="yes", option_rounds="1")
    scorekeeper.post(NEW, sent)
    options = Partie.objects.get().options
    assert (options["flowers"], options["rounds"]) == ("no", 4)


@pytest.mark.parametrize("who", sorted(set(EVERYBODY) - set(WHO_STARTS_PARTIES)))
def test_others_start_no_partie(
    client: Client, club: Club, season: Season, five: list[Player], who: str
) -> None:
    log_in(client, club, who)
    sent = chosen(season, five)
    for data in (sent, sent | {"action": "redraw"}):
        assert client.post(NEW, data).status_code in (302, 403)
    assert not Partie.objects.exists()


@pytest.mark.parametrize(("ruleset", "many"), NUMBERS)
def test_every_choice_costs_the_same(
    scorekeeper: Client,
    ruleset: str,
    many: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(QUERIES):
        scorekeeper.get(f"{NEW}?ruleset={ruleset}&players={many}")


@pytest.mark.parametrize("headers", HTMX)
def test_house_rules_typed_survive_a_look_at_another_book(
    scorekeeper: Client, season: Season, players: list[Player], headers: dict[str, str]
) -> None:
    sent = chosen(season, players, option_minimum_doubles="1", action="redraw")
    page = scorekeeper.post(NEW, {**sent, "ruleset": "schmale"}, headers=headers).text
    assert (
        '<input type="hidden" name="other:nts:option_minimum_doubles" value="1">'
        in page
    )
    assert 'name="option_minimum_doubles"' not in page, "a rule of another book"
    away = chosen(season, players, "schmale", option_minimum_points="8")
    away |= {
        "ruleset": "nts",
        "action": "redraw",
        "other:nts:option_minimum_doubles": "1",
    }
    back = scorekeeper.post(NEW, away, headers=headers).text
    assert re.search(r'<input[^>]* name="option_minimum_doubles" value="1"', back)
    assert "other:nts" not in back
    assert 'name="other:schmale:option_minimum_points" value="8"' in back
