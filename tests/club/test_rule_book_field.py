"""Rule books to choose from: a club's own choices first, the rest with a sentence."""

import datetime as dt

import pytest
from django.test import Client

from clubscore.club.models import Account, Club
from clubscore.club.services import season_make
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import RULESETS
from tests.club.books_offered import book_chosen, groups, is_open

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("book", RULESETS.values(), ids=lambda book: book.key)
def test_every_book_of_ours_says_who_plays_by_it(book: Ruleset) -> None:
    assert book.who_plays.endswith(".")


def test_a_family_sees_one_book_and_a_fold(client: Client) -> None:
    first, folded, fold = groups(client.get("/play/").text)
    assert first == ["nts"]
    assert "schmale" in folded
    assert not is_open(fold)
    assert fold.count('class="example"') == len(folded)


def test_what_was_chosen_is_not_folded_away(client: Client) -> None:
    sent = {"ruleset": "hkos", "players": "4", "shown_ruleset": "nts"}
    page = client.post("/play/", sent | {"action": "redraw"}).text
    first, folded, _fold = groups(page)
    assert first == ["hkos"]
    assert "nts" in folded


def test_the_books_of_the_clubs_seasons_stand_first(
    client: Client, club: Club, administrator: Account
) -> None:
    for year, ruleset in ((2024, "schmale"), (2025, "hkos")):
        season_make(
            club=club,
            name=str(year),
            starts_on=dt.date(year, 1, 1),
            ends_on=dt.date(year, 12, 31),
            ruleset=ruleset,
        )
    client.force_login(administrator)
    address = "/groene-hart/settings/seasons/new/"
    page = client.get(address).text
    first, folded, fold = groups(page)
    assert set(first) == {"schmale", "hkos"}
    assert "nts" in folded
    assert not is_open(fold)
    assert book_chosen(page) == "hkos"  # the latest season's
    sent = {"ruleset": "nts", "action": "ruleset", "shown": "hkos"}
    first, folded, fold = groups(client.post(address, sent).text)
    assert set(first) == {"schmale", "hkos"}
    assert is_open(fold)


def test_a_partie_begins_with_the_book_of_its_season(
    client: Client, club: Club, administrator: Account
) -> None:
    season_make(
        club=club, name="2026", starts_on=dt.date(2026, 1, 1), ruleset="schmale"
    )
    client.force_login(administrator)
    first, folded, _fold = groups(client.get("/groene-hart/parties/new/").text)
    assert first == ["schmale"]
    assert "nts" in folded
