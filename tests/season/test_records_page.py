"""The record book: highest, longest, first, and all who tie."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Club, Player, Season
from clubscore.partie.models import Partie
from clubscore.partie.services import game_record, partie_end, partie_void
from clubscore.rules.figures import figure
from clubscore.season.record_book import limit_hands_in, records_of
from clubscore.season.statistics import ClubPlayers, Scope
from tests.club.people import EVERYBODY, INSIDERS, log_in
from tests.partie.rule_books import counted, start_in
from tests.queries import queries_to_keep, queries_to_keep_again
from tests.season.evening import ORPHANS, play_evening
from tests.season.played import DRAW, GAME, play, write
from tests.season.test_club_page import section

pytestmark = pytest.mark.django_db

RECORDS = "/groene-hart/records/"
LATER = dt.date(2026, 11, 24)


@pytest.fixture
def evening(season: Season, players: list[Player]) -> Partie:
    """Return the partie that can be counted with a pencil, played to its end."""
    partie = play_evening(season, players)
    partie_end(partie=partie, write=write(partie), why="time")
    return partie


def book(club: Club, **asked: object) -> dict[str, tuple[int, list[str]]]:
    """Return the records by key: how much, and who."""
    scope = Scope(club, **asked)  # type: ignore[arg-type]
    return {
        one.kind.key: (one.value, [holder.player.name for holder in one.holders])
        for one in records_of(scope, ClubPlayers(club))
    }


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("is_public", [False, True])
def test_who_reads_it(client: Client, club: Club, who: str, is_public: bool) -> None:
    Club.objects.update(is_public=is_public)
    log_in(client, club, who)
    may_read = is_public or who in INSIDERS
    assert client.get(RECORDS).status_code == (200 if may_read else 404)


def test_says_that_nothing_was_played(client: Client, season: Season) -> None:
    page = client.get(RECORDS).text
    assert "Nothing has been played yet." in page
    assert "<nav" not in page.split("<main")[1]


def test_the_records_of_an_evening(club: Club, evening: Partie) -> None:
    assert book(club) == {
        "best_win": (2000, ["Ben"]),
        "best_loss": (20, ["Dirk"]),
        "best_score": (12000, ["Ben"]),
        "partie": (12594, ["Ben"]),
        "evening": (12594, ["Ben"]),
        "evening_wins": (3, ["Ben"]),
        "east_run": (4, ["Ben"]),
        "east_streak": (2, ["Ben"]),
    }


def test_records_lead_to_where_they_were_made(client: Client, evening: Partie) -> None:
    page = client.get(RECORDS).text
    assert 'href="/groene-hart/parties/1/games/3/">17 November 2026, game 3' in page
    assert 'href="/groene-hart/parties/1/games/2/">17 November 2026, game 2' in page
    assert 'href="/groene-hart/parties/1/">17 November 2026' in page
    assert 'href="/groene-hart/evenings/2026-11-17/">17 November 2026' in page
    for link in ("parties/1/games/3/", "parties/1/", "evenings/2026-11-17/"):
        assert client.get(f"/groene-hart/{link}").status_code == 200


def test_whoever_ties_is_named_too(
    client: Client, club: Club, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    # Anna sits where Ben sat: she wins with the same hand.
    play(season, [players[1], players[0], *players[2:]], [GAME], day=LATER)
    assert book(club)["best_win"] == (96, ["Ben", "Anna"])
    # One win each on its evening, one game as East: nothing to be proud of.
    assert {"evening_wins", "east_run", "east_streak"}.isdisjoint(book(club))
    for _ in range(5):
        play(season, players, [GAME], day=LATER)
    page = section(client.get(RECORDS).text, "records")
    assert "96 points Ben 17 November 2026, game 1 , partie 1 Certificate" in page
    assert "and 3 others" in page


def test_one_more_than_are_named_at_once_is_not_hidden(
    client: Client, season: Season, players: list[Player]
) -> None:
    for number in range(5):
        play(season, players, [GAME], day=dt.date(2026, 11, 1 + number))
    page = section(client.get(RECORDS).text, "records")
    assert "other" not in page.split("Highest hand that did not win")[0]


def test_a_partie_counts_once_it_is_finished(
    club: Club, season: Season, players: list[Player]
) -> None:
    Season.objects.update(ends_on=None)
    tonight = timezone.localdate()
    partie = play(season, players, [GAME], ends=False, day=tonight)
    assert book(club) == {}
    partie_end(partie=partie, write=write(partie), why="time")
    assert book(club)["partie"] == (384, ["Ben"])
    assert book(club)["evening"] == (384, ["Ben"])


def test_a_void_partie_makes_no_record(
    client: Client, club: Club, evening: Partie
) -> None:
    partie_void(partie=evening, write=write(evening), why="tiles missing")
    assert book(club) == {}
    assert "Nothing has been played yet." in client.get(RECORDS).text


def test_an_evening_is_all_of_its_parties(
    club: Club, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    play(season, players, [GAME, DRAW])
    play(season, players, [GAME], day=LATER)
    assert book(club)["evening"] == (2 * 384, ["Ben"])
    assert book(club)["evening_wins"] == (2, ["Ben"])


def test_an_evening_under_two_names_is_one(
    club: Club, season: Season, players: list[Player]
) -> None:
    eva = Player.objects.create(club=club, name="Eva", key="eva", slug="eva")
    play(season, players, [GAME])
    play(season, [players[0], eva, *players[2:]], [GAME])
    assert book(club)["evening"] == (384, ["Ben", "Eva"])
    Player.objects.filter(pk=eva.pk).update(merged_into=players[1])
    assert book(club)["evening"] == (768, ["Ben"])
    assert set(book(club)["best_win"][1]) == {"Ben"}


# Parts of the book --------------------------------------------------------------------


def test_a_year_and_a_season_have_books_of_their_own(
    client: Client, club: Club, season: Season, players: list[Player], evening: Partie
) -> None:
    season.ends_on = None
    season.save()
    play(season, players, [GAME], day=dt.date(2027, 1, 5))
    assert book(club, year=2027)["best_win"] == (96, ["Ben"])
    assert book(club, year=2026)["best_win"] == (2000, ["Ben"])
    assert book(club, season=season)["best_win"] == (2000, ["Ben"])
    page = client.get(f"{RECORDS}?year=2027").text
    assert "96 points" in page
    assert f"{figure(2000)} points" not in page
    shown = page.split("<main")[1].split('aria-current="page">')[1:]
    assert [one.split("<")[0] for one in shown] == ["2027"]
    assert f"{figure(2000)} points" in client.get(f"{RECORDS}?season=2026").text


@pytest.mark.parametrize(
    "query", ["year=1999", "year=x", "season=1999", "season=2026&year=2026"]
)
def test_what_there_never_was_has_no_book(
    client: Client, evening: Partie, query: str
) -> None:
    assert client.get(f"{RECORDS}?{query}").status_code == 404


def test_points_are_compared_within_one_rule_book(
    client: Client, club: Club, evening: Partie, season: Season, players: list[Player]
) -> None:
    # By the other rules more was won; this one was played more often.
    winde = start_in(club, "spiel-der-winde")
    hands = counted("S", E=64, S=5000)
    game_record(partie=winde, write=write(winde), record=hands)
    play(season, players, [GAME])
    page = client.get(RECORDS).text
    assert f"{figure(2000)} points" in page
    assert f"{figure(5000)} points" not in page
    other = client.get(f"{RECORDS}?ruleset=spiel-der-winde").text
    assert f"{figure(5000)} points" in other
    assert f"{figure(2000)} points" not in other


# Limit hands --------------------------------------------------------------------------


def test_every_limit_hand_is_listed_with_the_clubs_first(
    client: Client, club: Club, season: Season, players: list[Player], evening: Partie
) -> None:
    game = {"hands": ORPHANS["hands"], "outcome": ORPHANS["outcome"]}
    play(season, players, [game], day=LATER)
    listed = [
        (one.player.name, one.name, one.day, one.game, one.is_first)
        for one in limit_hands_in(Scope(club), ClubPlayers(club))
    ]
    assert listed == [
        ("Anna", "Thirteen orphans", LATER, 1, False),
        ("Ben", "Thirteen orphans", dt.date(2026, 11, 17), 3, True),
    ]
    page = section(client.get(RECORDS).text, "limit-hands")
    assert page.count("the club’s first") == 1
    assert "limit hands that nobody made" in page


def test_the_first_of_its_kind_is_the_clubs_not_the_years(
    club: Club, season: Season, players: list[Player], evening: Partie
) -> None:
    season.ends_on = None
    season.save()
    play(season, players, [ORPHANS], day=dt.date(2027, 1, 5))
    (made,) = limit_hands_in(Scope(club, year=2027), ClubPlayers(club))
    assert not made.is_first


def test_of_two_on_one_evening_at_two_tables_both_are_first(
    club: Club, season: Season, players: list[Player]
) -> None:
    for _table in range(2):
        play(season, players, [ORPHANS, ORPHANS])
    made = limit_hands_in(Scope(club), ClubPlayers(club))
    assert [(one.partie, one.game, one.is_first) for one in made] == [
        (2, 2, False),
        (2, 1, True),
        (1, 2, False),
        (1, 1, True),
    ]


def test_limit_hands_past_the_last_ones_are_a_tap_away(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [ORPHANS] * 22)
    page = client.get(RECORDS).text.split('<section id="limit-hands"')[1]
    assert "2 earlier limit hands" in page
    # The last first, and each once.
    before, after = page.split('<details id="earlier">')
    assert before.count("/parties/1/games/") == 20
    assert "/games/22/" in before
    assert after.count("/parties/1/games/") == 2
    assert "/games/1/" in after


# A player's own -----------------------------------------------------------------------


def test_a_player_sees_the_own_bests_and_which_are_the_clubs(
    client: Client, evening: Partie
) -> None:
    page = section(client.get("/groene-hart/players/anna/").text, "records")
    assert "Highest hand that did not win 4 points" in page
    assert "Highest score in a game +90" in page
    assert "the club’s record" not in page
    page = section(client.get("/groene-hart/players/dirk/").text, "records")
    assert "20 points the club’s record" in page


# Cost ---------------------------------------------------------------------------------


def test_costs_the_same_with_many_parties(
    client: Client,
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The club; seasons, rulesets, years; limit hands and the first of each kind,
    # players; the highest, who has them, the evenings; its version (5).
    play(season, players, [ORPHANS])
    with django_assert_num_queries(10 + 5 + queries_to_keep()):
        client.get(RECORDS)
    for _ in range(9):
        play(season, players, [ORPHANS, GAME])
    with django_assert_num_queries(10 + 5 + queries_to_keep_again()):
        client.get(RECORDS)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_refuses_other_methods(client: Client, club: Club, method: str) -> None:
    assert getattr(client, method)(RECORDS).status_code == 405
