"""The score sheet of a partie, and what can be done there."""

import html
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Member, Player, Role, Season
from clubscore.partie import services
from clubscore.partie.models import Partie, Revision
from clubscore.rules.figures import figure
from tests.partie.test_services import DRAW, record, write

SHEET = "/groene-hart/parties/1/"


def words(page: str) -> str:
    """Return a page's text without its marks."""
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


@pytest.fixture
def scorekeeper(client: Client, club: Club) -> Client:
    """Return the browser of a scorekeeper."""
    account = Account.objects.create_user("mia", password="tiles and winds")
    Member.objects.create(club=club, account=account, role=Role.SCOREKEEPER)
    client.force_login(account)
    return client


def test_before_the_first_game_the_page_says_what_comes(
    client: Client, partie: Partie
) -> None:
    page = words(client.get(SHEET).text)
    assert "Round of East; Anna is East." in page
    assert "No game has been recorded yet." in page
    assert "Record the next game" not in page


def test_a_game_has_its_line_with_score_points_and_total(
    client: Client, partie: Partie
) -> None:
    record(partie)
    page = words(client.get(SHEET).text)
    assert "Game 1 Ben , on Anna’s discard East: Anna · Four chows" in page
    assert "+24 hand 64 total so far 3 024" in page
    assert "−244 hand dead total so far 2 756" in page


def test_names_of_ten_letters_stand_whole_above_four_columns(
    client: Client, partie: Partie
) -> None:
    record(partie)
    for seat, name in zip(
        partie.seats.select_related("player"),
        ("Wilhelmina", "Ferdinand", "Bartholomeus", "Bartholomea"),
        strict=True,
    ):
        Player.objects.filter(pk=seat.player.pk).update(name=name)
    page = client.get(SHEET).text.split('id="chips-chart"')[0]
    shortened = re.findall(r'name-brief" aria-hidden="true">([^<]+)', page)
    assert shortened == ["Bartho…s", "Bartho…a"]


def test_rounds_are_set_apart(client: Client, season: Season, partie: Partie) -> None:
    for _ in range(5):
        record(partie)
    page = words(client.get(SHEET).text)
    assert page.index("Round of East", page.index("Score sheet")) < page.index(
        "Round of South", page.index("Score sheet")
    )


def test_totals_and_places_stand_below(client: Client, partie: Partie) -> None:
    record(partie)
    page = words(client.get(SHEET).text)
    assert re.search(r"Place 2 1 4 3", page)
    assert "Total so far 3 024 3 384 2 756 2 836" in page


@pytest.mark.parametrize("address", [SHEET, f"{SHEET}games/1/", "/groene-hart/"])
def test_chips_below_0_have_a_true_minus(
    client: Client, season: Season, players: list[Player], address: str
) -> None:
    partie = services.partie_start(
        season=season, players=players, day=season.starts_on, start_chips=100
    )
    record(partie)
    page = words(client.get(address).text)
    assert "−144" in page or "−244" in page
    assert not re.search(r"(?<!\w)-\d", page)


def test_the_chart_says_in_words_where_everybody_stands(
    client: Client, partie: Partie
) -> None:
    record(partie)
    page = client.get(SHEET).text
    assert 'role="img"' in page
    said = "Total after each game: Anna 3 024, Ben 3 384, Cleo 2 756, Dirk 2 836"
    # In a wide box and on a phone.
    assert " ".join(page.split()).count(said) == 2
    assert page.count("<polyline") == 2 * 4
    assert page.count(f"<title>Ben, Game 1: {figure(3384)}</title>") == 2


def test_house_rules_that_differ_are_named(
    client: Client, season: Season, players: list[Player]
) -> None:
    services.partie_start(
        season=season,
        players=players,
        day=season.starts_on,
        options={"rounds": 2, "minimum_doubles": 1},
    )
    page = words(client.get(SHEET).text)
    assert "Rounds of a partie 2 (by the book: 4)" in page
    assert "Doubles a winner needs 1 (preset: 2)" in page
    assert "Jade may have" not in page


def test_everything_that_was_written_is_listed_with_its_reason(
    client: Client, partie: Partie, players: list[Player]
) -> None:
    record(partie)
    services.last_withdraw(partie=partie, write=write(partie), why="wrong winner")
    services.booking_record(
        partie=partie,
        write=write(partie),
        payer=players[1],
        payee=players[0],
        amount=10,
        why="a fine",
    )
    services.partie_end(partie=partie, write=write(partie), why="last tram")
    page = words(client.get(SHEET).text)
    assert "Everything that was written (4)" in page
    assert re.search(
        r"Taken back: Game: Ben, on Anna’s discard Anna, .*: wrong winner", page
    )
    assert re.search(r"Booking: Ben → Anna 10 Anna, .*: a fine", page)
    assert "Ended early: last tram" in page


def test_a_void_partie_says_so_and_why(client: Client, partie: Partie) -> None:
    record(partie)
    services.partie_void(partie=partie, write=write(partie), why="a tile was missing")
    page = words(client.get(SHEET).text)
    assert "Void. This partie counts nowhere. Reason: a tile was missing" in page


def test_the_tables_link_is_shown_to_its_recorders_only(
    scorekeeper: Client, partie: Partie
) -> None:
    services.link_make(partie=partie)
    (address,) = re.findall(
        r'href="http://testserver(/t/[^"]+)"', scorekeeper.get(SHEET).text
    )
    assert "/t/" not in Client().get(SHEET).text
    other = Client()
    assert other.get(address)["Location"] == SHEET + "record/"


def test_a_player_with_a_name_like_markup_is_shown_as_text(
    client: Client, partie: Partie, players: list[Player]
) -> None:
    Player.objects.filter(pk=players[1].pk).update(name="<b>Ben</b>")
    record(partie)
    page = client.get(SHEET).text
    assert "<b>Ben</b>" not in page
    assert "&lt;b&gt;Ben" in page


# Taking back ----------------------------------------------------------------------


def test_taking_back_needs_no_reason_and_leads_to_the_same_game_again(
    scorekeeper: Client, partie: Partie
) -> None:
    record(partie)
    response = scorekeeper.post(SHEET + "undo/", {"version": "1", "key": "undo"})
    last = Revision.objects.latest("pk")
    assert response["Location"] == f"{SHEET}record/?again={last.pk}"
    assert last.is_withdrawn
    assert last.author == "mia"


def test_taking_back_an_end_goes_on(scorekeeper: Client, partie: Partie) -> None:
    services.partie_end(partie=partie, write=write(partie), why="last tram")
    assert "Go on playing" in scorekeeper.get(SHEET).text
    response = scorekeeper.post(SHEET + "undo/", {"version": "1", "key": "undo"})
    assert response["Location"] == SHEET
    assert not Partie.objects.get().is_finished


def test_nothing_is_taken_back_that_was_not_seen(
    scorekeeper: Client, partie: Partie
) -> None:
    record(partie)
    record(partie, DRAW)
    response = scorekeeper.post(
        SHEET + "undo/", {"version": "1", "key": "undo"}, follow=True
    )
    assert "somebody else wrote first" in response.text
    assert Partie.objects.get().games.count() == 2


def test_where_nothing_was_recorded_nothing_is_taken_back(
    scorekeeper: Client, partie: Partie
) -> None:
    response = scorekeeper.post(
        SHEET + "undo/", {"version": "0", "key": "undo"}, follow=True
    )
    assert "Nothing has been recorded yet." in response.text


@pytest.mark.parametrize("sent", [{}, {"version": "x", "key": "k"}, {"version": "1"}])
def test_a_strange_form_takes_nothing_back(
    scorekeeper: Client, partie: Partie, sent: dict[str, str]
) -> None:
    record(partie)
    assert scorekeeper.post(SHEET + "undo/", sent).status_code == 404
    assert Partie.objects.get().games.count() == 1


# Ending and voiding ---------------------------------------------------------------


def test_a_partie_is_ended_with_a_reason(scorekeeper: Client, partie: Partie) -> None:
    record(partie)
    form = scorekeeper.get(SHEET + "end/").text
    assert 'name="version" value="1"' in form
    refused = scorekeeper.post(SHEET + "end/", {"version": "1", "key": "k"})
    assert "Say why: others will ask." in refused.text
    sent = {"version": "1", "key": "k", "reason": "last tram"}
    assert scorekeeper.post(SHEET + "end/", sent)["Location"] == SHEET
    assert Partie.objects.get().is_finished
    assert scorekeeper.get(SHEET + "end/")["Location"] == SHEET


def test_ending_is_refused_after_an_unseen_game(
    scorekeeper: Client, partie: Partie
) -> None:
    record(partie)
    sent = {"version": "0", "key": "k", "reason": "last tram"}
    page = scorekeeper.post(SHEET + "end/", sent, follow=True)
    assert "somebody else wrote first" in page.text
    assert not Partie.objects.get().is_finished


def test_an_administrator_makes_a_partie_void_with_a_reason(
    client: Client, partie: Partie, administrator: Account
) -> None:
    client.force_login(administrator)
    assert "Make void" in client.get(SHEET).text
    assert client.get(SHEET + "void/").status_code == 200
    sent = {"version": "0", "key": "k", "reason": "a tile was missing"}
    assert client.post(SHEET + "void/", sent)["Location"] == SHEET
    assert Partie.objects.get().is_void
    assert client.get(SHEET + "void/")["Location"] == SHEET


def test_a_scorekeeper_makes_nothing_void(scorekeeper: Client, partie: Partie) -> None:
    assert "Make void" not in scorekeeper.get(SHEET).text
    sent = {"version": "0", "key": "k", "reason": "spite"}
    assert scorekeeper.post(SHEET + "void/", sent).status_code == 403
    assert not Partie.objects.get().is_void


# Who may --------------------------------------------------------------------------


def test_everybody_reads_a_public_clubs_sheet(
    client: Client, partie: Partie, outsider: Account
) -> None:
    assert client.get(SHEET).status_code == 200
    client.force_login(outsider)
    page = client.get(SHEET).text
    assert "Take back" not in page
    assert "Record the next game" not in page


def test_a_private_clubs_sheet_is_not_there_for_outsiders(
    client: Client, partie: Partie, outsider: Account, administrator: Account
) -> None:
    Club.objects.update(is_public=False)
    assert client.get(SHEET).status_code == 404
    client.force_login(outsider)
    assert client.get(SHEET).status_code == 404
    client.force_login(administrator)
    assert client.get(SHEET).status_code == 200


@pytest.mark.parametrize("what", ["undo", "end", "void"])
def test_an_outsider_changes_nothing(
    client: Client, partie: Partie, outsider: Account, what: str
) -> None:
    record(partie)
    sent = {"version": "1", "key": "k", "reason": "spite"}
    response = client.post(f"{SHEET}{what}/", sent)
    assert response["Location"].startswith("/accounts/login/")
    client.force_login(outsider)
    assert client.post(f"{SHEET}{what}/", sent).status_code == 403
    assert Revision.objects.count() == 1


def test_wrong_methods_are_refused(scorekeeper: Client, partie: Partie) -> None:
    assert scorekeeper.post(SHEET).status_code == 405
    assert scorekeeper.get(SHEET + "undo/").status_code == 405


QUERIES = 12
"""
One of them asks for the parts that are kept of what guests see, one for the parties
before and after.
"""


def test_the_sheet_costs_the_same_after_many_games(
    scorekeeper: Client,
    partie: Partie,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    record(partie)
    with django_assert_num_queries(QUERIES):
        scorekeeper.get(SHEET)
    for _ in range(9):
        record(partie)
    with django_assert_num_queries(QUERIES):
        scorekeeper.get(SHEET)


def test_games_that_wait_have_their_place_for_whoever_records(
    client: Client, partie: Partie, administrator: Account
) -> None:
    assert 'id="waits-here"' not in client.get(partie.get_absolute_url()).text
    client.force_login(administrator)
    page = client.get(partie.get_absolute_url()).text
    assert f'data-sender="account:{administrator.pk}" hidden' in page
    client.logout()
    client.get(services.link_make(partie=partie).get_absolute_url())
    page = client.get(partie.get_absolute_url()).text
    assert f'data-partie="{partie.pk}" data-sender="link" hidden' in page
