"""A player's year on paper says what the player's page says."""

from __future__ import annotations

import datetime as dt
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Player, Season
from clubscore.club.qr import qr_code
from clubscore.club.templatetags.numbers import signed
from clubscore.partie.models import Partie
from clubscore.partie.services import partie_void
from clubscore.season import statistics
from clubscore.season.measures import groups_of
from clubscore.season.statistics import ClubPlayers, Scope
from clubscore.sheets import pdf, year
from clubscore.sheets.round_sheet import Paper
from tests.partie.rule_books import play as play_in
from tests.partie.rule_books import start_in
from tests.season.evening import play_evening
from tests.season.played import GAME, import_old, play, write
from tests.sheets.boxes import (
    broken_rows,
    colliding,
    laid_out,
    made_of_the_page,
    overflowing,
)
from tests.sheets.test_layout import NAMES
from tests.sheets.test_leaderboard import caught, said, spaced

pytestmark = pytest.mark.django_db

BEN = "/groene-hart/players/ben/2026.pdf"
BENS_SEASON = "/groene-hart/players/ben/seasons/2026.pdf"
LATER = dt.date(2026, 11, 24)


@pytest.fixture
def evening(season: Season, players: list[Player]) -> Partie:
    """Return the partie that can be counted with a pencil, and one a week later."""
    partie = play_evening(season, players)
    play(season, players, [GAME], day=LATER)
    return partie


def test_it_has_the_results_and_figures_of_the_page(evening: Partie) -> None:
    text = said(Client().get(BEN).content)
    assert "Ben" in text
    assert "Year 2026" in text
    # Ben's +12594 and what he gets a week later; see tests.season.evening.
    later = Partie.objects.get(evening__date=LATER).results.get(player__name="Ben")
    assert "17/11/2026 1 left open 1 +12 594 +12 594 Dirk −4 168, Anna" in text
    assert f"24/11/2026 2 {later.place} {signed(later.score)}" in text
    assert f"{signed(later.score)} +12 978" in text
    scope = Scope(evening.club, year=2026)
    ben = evening.club.players.get(slug="ben")
    sums = statistics.sums_of(scope.tallies.of([ben.pk]))
    for group in groups_of(sums):
        for one in group.measures:
            assert spaced(f"{one.value} {one.note}") in text, one.name
    for head in statistics.heads_of(scope, [ben.pk], ClubPlayers(evening.club)):
        assert spaced(f"{head.player.name} {signed(head.numbers['net'])}") in text
    assert (
        "Highest winning hand 2 000 points 17 November 2026, partie 1, game 3" in text
    )
    assert "the club’s record" in text
    assert "Thirteen orphans 2 000 17 November 2026, partie 1, game 3" in text
    assert "the club’s first" in text


def test_old_results_count_in_score_parties_and_places(
    evening: Partie, administrator: Account
) -> None:
    old = "2026-03-10;1;Anna;-1000;Ben;1500;Cleo;-300;Dirk;-200"
    import_old(evening.club, administrator, old)
    text = said(Client().get(BEN).content)
    assert "10/03/2026 3 1 +1 500 +1 500 Dirk" in text
    assert "17/11/2026 1 left open 1 +12 594 +14 094" in text
    assert "Of one partie only the result is known" in text


def test_a_season_has_the_place_on_its_leaderboard(evening: Partie) -> None:
    text = said(Client().get(BENS_SEASON).content)
    assert "Place in the season" in text
    assert "Season 2026" in text
    assert "Place in the season" not in said(Client().get(BEN).content)


def test_what_does_not_count_is_not_in_it(
    season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    void = play(season, players, [GAME], day=LATER)
    partie_void(partie=void, write=write(void), why="tiles missing")
    assert "24/11/2026" not in said(Client().get(BEN).content)


def test_points_of_several_rule_books_are_kept_apart(
    club: Club, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], day=LATER)
    play_in(start_in(club, "schmale"))
    text = said(Client().get(BEN).content)
    assert "Of several rule books together, whose points do not compare." in text
    assert "Personal bests · Nederlandse Toernooi Spelregels" in text


def test_the_same_year_gives_the_same_bytes(evening: Partie) -> None:
    first = printing(evening.club, "ben")
    assert pdf.printed(first) == pdf.printed(printing(evening.club, "ben"))
    assert printing(evening.club, "ben", Paper.A5).identifier != first.identifier


def test_it_speaks_the_readers_language(evening: Partie) -> None:
    text = said(Client().get(f"{BEN}?language=de").content)
    assert "Dreizehn Waisen" in text
    assert "17.11.2026" in text


def test_who_did_not_play_is_told_so(evening: Partie) -> None:
    answer = Client().get("/groene-hart/players/ben/2019.pdf", follow=True)
    assert answer.redirect_chain == [("/groene-hart/players/ben/", 302)]
    assert "Ben did not play in 2019." in answer.text
    assert Client().get("/groene-hart/players/nobody/2026.pdf").status_code == 404
    unknown = Client().get("/groene-hart/players/ben/seasons/1999.pdf")
    assert unknown.status_code == 404


def test_a_merged_player_has_one_year(evening: Partie, players: list[Player]) -> None:
    Player.objects.filter(name="Ben").update(merged_into=players[2])
    text = said(Client().get(BEN).content)
    assert "Cleo" in text
    assert "+12 594" in text


def test_the_code_opens_the_players_page(
    evening: Partie, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = caught(monkeypatch)
    Client().get(BEN)
    page = "http://testserver/groene-hart/players/ben/"
    assert qr_code(page).path in printed[0].parts[0]


def test_the_players_page_leads_to_it(client: Client, evening: Partie) -> None:
    page = client.get("/groene-hart/players/ben/").text
    assert f'href="{BEN}"' in page
    page = client.get("/groene-hart/players/ben/?season=2026").text
    assert f'href="{BENS_SEASON}"' in page
    assert f'href="{BEN}"' not in page


def printing(club: Club, slug: str, paper: Paper = Paper.A4) -> Any:
    """Return what prints the year 2026 of a player."""
    player = club.players.get(slug=slug)
    context = year.context_of(
        player,
        ClubPlayers(club),
        Scope(club, year=2026),
        absolute=lambda path: f"https://clubscore.example{path}",
        paper=paper,
    )
    assert context is not None
    return year.job_of(player, context)


def test_it_costs_the_same_with_many_parties(
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The player; players; the sums, results without games, rulesets, evenings, items,
    # heads; parties and their results; records of the club and of the player (3 each),
    # limit hands (2).
    for many in (1, 6):
        for _ in range(many):
            play(season, players, [GAME])
        with django_assert_num_queries(18):
            printing(season.club, "ben")


@made_of_the_page
def test_nothing_leaves_its_place(
    evening: Partie, season: Season, players: list[Player]
) -> None:
    for number in range(9):
        play(season, players, [GAME], day=LATER + dt.timedelta(number))
    for player, name in zip(players, NAMES, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    for paper, language in product(Paper, ("en", "de", "nl")):
        with translation.override(language):
            pages = laid_out(printing(season.club, "anna", paper))
        assert overflowing(pages) == [], (paper, language)
        assert colliding(pages) == [], (paper, language)
        assert broken_rows(pages) == 0, (paper, language)
