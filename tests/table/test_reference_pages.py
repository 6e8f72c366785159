"""The reference cards show what the engine counts, with the club's house rules."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from clubscore.club.engine import ruleset_called, rulesets, takes_tiles
from clubscore.club.models import Club, Season
from clubscore.rules.figures import figure
from clubscore.rules.items import CountedLimit
from clubscore.rules.reference import LimitEntry, reference_of

BOOKS = {one.key: one for one in rulesets()}
every_ruleset = pytest.mark.parametrize("key", BOOKS)


def page_of(client: Client, club: Club, key: str, query: str = "") -> str:
    response = client.get(f"/{club.slug}/rules/{key}/{query}")
    assert response.status_code == 200
    return response.text


@every_ruleset
def test_a_card_has_every_item_limit_hand_and_option(
    client: Client, club: Club, key: str
) -> None:
    page = page_of(client, club, key)
    rules = BOOKS[key]
    for item in rules.items_played:
        # NTS, Drie spelers: only they, and a fifth round, are without a round wind.
        is_listed = item.key != "set_of_green_dragons"
        assert (f'id="item-{item.key}"' in page) is is_listed
    for limit in rules.limit_hands:
        assert f'id="limit-{limit.key}"' in page
        worth = figure(limit.points)
        if limit.faan:
            points = rules.counting_sums.of_limit(limit, is_owner=False)
            worth = f"{limit.faan} faan: {figure(points)}"
        if isinstance(limit, CountedLimit):
            worth = f"points × {1 << limit.doubles}"
        assert f'<span class="points">{worth}</span>' in page
    for option in rules.options:
        assert (f'id="option-{option.key}"' in page) == (4 in option.players)


@every_ruleset
def test_a_card_has_pictures_and_is_written_in_three_languages(
    client: Client, club: Club, key: str
) -> None:
    english = page_of(client, club, key)
    # Where numbers are typed no tile is known.
    assert ("tiles/1m." in english) == takes_tiles(key)
    pages = {english}
    for language in ("de", "nl"):
        client.cookies["__Host-language"] = language
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
    assert 'id="limit-four_winds"' not in page
    assert 'id="item-set_of_green_dragons"' in page
    assert "96 tiles, without flowers and seasons." in page
    assert "The characters are left out." in page
    assert "A tile can be claimed for a chow only if it wins." in page


@every_ruleset
def test_a_card_defines_everything_in_a_sentence_and_a_picture(
    client: Client, club: Club, key: str
) -> None:
    page = page_of(client, club, key)
    for entry in reference_of(BOOKS[key], {}).entries:
        prefix = "limit" if isinstance(entry, LimitEntry) else "item"
        end = "</li>" if prefix == "limit" else "</tbody>"
        [part] = re.findall(rf'id="{prefix}-{entry.key}".*?{end}', page, re.DOTALL)
        assert escape(entry.definition) in part
        assert part.count('<p class="example">') == len(entry.pictures)
        assert bool(entry.pictures) == takes_tiles(key)


def test_a_card_says_what_is_open_what_was_decided_and_what_is_played(
    client: Client, season: Season
) -> None:
    season.options = {"snake_value": 2000}
    season.save()
    sources = page_of(client, season.club, "nts").partition('id="sources"')[2]
    assert "Prose and table give the squirming snake 1000 points" in sources
    assert "<strong>It is worth 1000 points.</strong>" in sources
    assert "The house rule here: 2000." in sources


def test_a_card_says_what_wins_over_what(client: Client, club: Club) -> None:
    page = page_of(client, club, "nts")
    assert "Of these only the highest counts: “Clean”, “Very clean”, “Pure”." in page
    page = page_of(client, club, "schmale")
    assert "“All four flowers” counts instead of “Own flower”." in page


@every_ruleset
def test_a_card_has_a_section_of_the_play_at_the_table(
    client: Client, club: Club, key: str
) -> None:
    page = page_of(client, club, key)
    said = page.partition('id="at-the-table"')[2].partition("</section>")[0]
    for rule in reference_of(BOOKS[key], {}).at_the_table:
        assert escape(rule.text) in said
        assert f"<cite>{rule.source.section}</cite>" in said


@every_ruleset
def test_a_card_is_folded_and_opens_without_javascript(
    client: Client, club: Club, key: str
) -> None:
    page = page_of(client, club, key)
    folds = re.findall(r'<details class="fold"( open)?>', page)
    # Where numbers are typed there is nothing that wins over another.
    least = 8 + bool(ruleset_called(key).limit_hands) if takes_tiles(key) else 6
    assert len(folds) >= least
    assert folds.count(" open") == 1


def test_an_unknown_rule_book_has_no_page(client: Client, club: Club) -> None:
    assert client.get(f"/{club.slug}/rules/riichi/").status_code == 404


def test_the_rule_books_are_listed(client: Client, club: Club) -> None:
    page = client.get(f"/{club.slug}/rules/").text
    for key in BOOKS:
        assert f"/{club.slug}/rules/{key}/" in page


def test_who_plays_by_a_book_is_said_on_a_line_of_its_own(
    client: Client, season: Season
) -> None:
    page = client.get(f"/{season.club.slug}/rules/").text
    assert f" · played here<br>{escape(BOOKS['nts'].who_plays)}</span>" in page
    for book in BOOKS.values():
        assert f"<br>{escape(book.who_plays)}</span>" in page


def test_a_card_costs_few_queries(
    client: Client,
    season: Season,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    season.ends_on = timezone.localdate()
    season.save()
    page_of(client, season.club, "nts")
    with django_assert_num_queries(3):
        page_of(client, season.club, "nts")
