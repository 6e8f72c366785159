"""Chips below 0 are the bank's, wherever a page shows somebody's chips."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.club.models import Player, Season
from clubscore.partie.models import Partie
from clubscore.partie.services import booking_record, partie_start
from tests.corrections.test_correcting import SOUTH
from tests.partie.rule_books import play
from tests.season.played import write
from tests.table.test_partie_page import words

SHEET = "/groene-hart/parties/1/"
COUNT = f"{SHEET}count/"
LIVE = "/groene-hart/live/"
BANK = "borrowed from the bank"


@pytest.fixture
def in_debt(season: Season, players: list[Player]) -> Partie:
    """Return a partie with chips in which Anna has 300 chips fewer than none."""
    partie = started(season, players)
    lend(partie, players)
    return partie


def started(season: Season, players: list[Player], **more: Any) -> Partie:
    Season.objects.update(starts_on="2020-01-01", ends_on=None)
    season.refresh_from_db()
    how = {"uses_chips": True, "options": {"rounding": "none"}, **more}
    return partie_start(season=season, players=players, day=timezone.localdate(), **how)


def lend(partie: Partie, players: list[Player]) -> None:
    anna, ben, *_ = players
    booking_record(
        partie=partie,
        write=write(partie),
        payer=anna,
        payee=ben,
        amount=3300,
        why="a long evening",
    )


def test_the_seats_and_the_score_sheet_say_so(client: Client, in_debt: Partie) -> None:
    assert f"East Anna −300 {BANK}" in words(client.get(SHEET).text)
    play(in_debt, SOUTH)
    page = words(client.get(SHEET).text)
    # At the seats, after the game, and at the foot.
    assert page.count(BANK) == 3


def test_the_evening_the_front_page_and_the_big_screen_say_so(
    client: Client, in_debt: Partie
) -> None:
    for address in (
        f"/groene-hart/evenings/{in_debt.evening.date}/",
        "/groene-hart/",
        LIVE,
    ):
        page = words(client.get(address).text)
        assert page.count(BANK) == 1, address
        assert f"−300 {BANK}" in page, address


def test_counting_says_so(client: Client, in_debt: Partie) -> None:
    lying = {
        f"chips_{one.player_id}": str(3000 if index > 1 else (-300, 6300)[index])
        for index, one in enumerate(in_debt.seats.all())
    }
    page = words(client.get(COUNT, lying).text)
    assert page.count(f"−300 {BANK}") == 2


def test_after_a_game_the_bank_is_told_of(scorekeeper: Client, in_debt: Partie) -> None:
    play(in_debt, SOUTH)
    owed = -in_debt.games.get().scores.get(player__name="Anna").chips
    page = words(scorekeeper.get(f"{SHEET}games/1/recorded/").text)
    assert f"Borrowed from the bank: Anna {owed}" in page


def test_who_has_chips_borrows_none(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    partie = started(season, players)
    play(partie, SOUTH)
    for page in ("", "games/1/recorded/"):
        assert "orrowed" not in scorekeeper.get(SHEET + page).text


def test_a_total_below_0_is_nobodys_chips(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    partie = started(season, players, uses_chips=False, start_chips=0)
    play(partie, SOUTH)
    assert any(one.chips < 0 for one in partie.results.all())
    for page in ("", "games/1/recorded/"):
        assert "orrowed" not in scorekeeper.get(SHEET + page).text
