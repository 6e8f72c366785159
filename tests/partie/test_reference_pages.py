"""The reference cards show what the engine counts, with the club's house rules."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Club, Season
from clubscore.rules.rulesets import RULESETS

every_ruleset = pytest.mark.parametrize("key", RULESETS)


def page_of(client: Client, club: Club, key: str, query: str = "") -> str:
    response = client.get(f"/{club.slug}/rules/{key}/{query}")
    assert response.status_code == 200
    return response.text


@every_ruleset
def test_a_card_has_every_item_limit_hand_and_option(
    client: Client, club: Club, key: str
) -> None:
    page = page_of(client, club, key)
    rules = RULESETS[key]
    for item in rules.items_played:
        assert f'id="item-{item.key}"' in page
    for limit in rules.limit_hands:
        assert f'id="limit-{limit.key}"' in page
        assert f'<span class="points">{limit.points}</span>' in page
    for option in rules.options:
        assert (f'id="option-{option.key}"' in page) == (4 in option.players)


@every_ruleset
def test_a_card_has_pictures_and_is_written_in_three_languages(
    client: Client, club: Club, key: str
) -> None:
    english = page_of(client, club, key)
    assert "tiles/1m." in english or "tiles/1m.svg" in english
    pages = {english}
    for language in ("de", "nl"):
        client.cookies["django_language"] = language
        pages.add(page_of(client, club, key))
    assert len(pages) == 3


def test_a_house_rule_is_marked_and_changes_the_values(
    client: Client, season: Season
) -> None:
    season.options = {"minimum_doubles": 1, "all_pungs": "no"}
    season.save()
    page = page_of(client, season.club, "nts")
    assert "Doubles a winner needs at least: 1." in page
    assert 'id="item-all_pungs"' not in page
    row = page.partition('id="option-all_pungs"')[2].partition("</tr>")[0]
    assert "house rule" in row


def test_a_card_for_three_players_shows_their_rules(client: Client, club: Club) -> None:
    page = page_of(client, club, "nts", "?players=3")
    assert 'id="option-green_dragon_games"' in page
    assert '<option value="3" selected>3</option>' in page
    assert 'id="limit-thirteen_orphans"' not in page


def test_an_unknown_rule_book_has_no_page(client: Client, club: Club) -> None:
    assert client.get(f"/{club.slug}/rules/riichi/").status_code == 404


def test_the_rule_books_are_listed(client: Client, club: Club) -> None:
    page = client.get(f"/{club.slug}/rules/").text
    for key in RULESETS:
        assert f"/{club.slug}/rules/{key}/" in page


def test_a_card_costs_few_queries(
    client: Client,
    season: Season,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    page_of(client, season.club, "nts")
    with django_assert_num_queries(3):
        page_of(client, season.club, "nts")
