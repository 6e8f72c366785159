"""Who pays whom at the end of a partie or an evening."""

from decimal import Decimal

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Player
from clubscore.partie import services
from clubscore.partie.models import Partie
from tests.corrections.test_correcting import SOUTH
from tests.partie.rule_books import counted, play, start_in
from tests.partie.test_services import record, results, write
from tests.table.test_partie_page import words

SETTLE = "/groene-hart/parties/1/settle/"
EVENING = "/groene-hart/evenings/2026-11-17/settle/"


def test_without_a_worth_points_are_settled(client: Client, partie: Partie) -> None:
    record(partie)
    page = words(client.get(SETTLE).text)
    assert "Cleo → pays Ben 244" in page
    assert "Dirk → pays Ben 140" in page
    assert "Dirk → pays Anna 24" in page
    assert "Money" not in page


def test_the_clubs_worth_makes_money_of_it(
    client: Client, club: Club, partie: Partie
) -> None:
    club.point_worth = Decimal("0.01")
    club.save()
    record(partie)
    page = words(client.get(SETTLE).text)
    assert "Cleo → pays Ben € 2.44" in page
    assert "Ben +384 +€ 3.84" in page
    assert "Parts of a cent" not in page


def test_another_worth_can_be_entered_there(client: Client, partie: Partie) -> None:
    record(partie)
    page = words(client.get(SETTLE, {"worth": "0.0125", "currency": "CHF"}).text)
    assert "Cleo → pays Ben CHF 3.05" in page


def test_a_rounded_cent_is_explained(client: Client, partie: Partie) -> None:
    record(partie)
    page = words(client.get(SETTLE, {"worth": "0.0003"}).text)
    assert "the cents left over go one each" in page


@pytest.mark.parametrize("worth", ["-1", "0", "much"])
def test_a_worth_that_is_none_is_refused_and_points_are_settled(
    client: Client, partie: Partie, worth: str
) -> None:
    record(partie)
    page = client.get(SETTLE, {"worth": worth}).text
    assert 'id="faults"' in page
    assert "244" in words(page)


def test_bookings_count(client: Client, partie: Partie, players: list[Player]) -> None:
    services.booking_record(
        partie=partie,
        write=write(partie),
        payer=players[0],
        payee=players[1],
        amount=10,
        why="a fine",
    )
    assert "Anna → pays Ben 10" in words(client.get(SETTLE).text)


def test_where_nobody_pays_nobody_owes(client: Client, club: Club) -> None:
    partie = start_in(club, "spiel-der-winde", settlement="credit")
    play(partie, counted("E", E=100, S=20, W=30, N=40))
    assert sum(score for score, *_ in results(partie).values()) != 0
    assert "nobody owes anybody anything" in words(client.get(SETTLE).text)


def test_a_void_partie_is_not_settled(client: Client, partie: Partie) -> None:
    record(partie)
    services.partie_void(partie=partie, write=write(partie), why="a joke")
    page = client.get(SETTLE).text
    assert "This partie is void" in page
    assert "244" not in words(page)


def test_an_evening_is_settled_over_all_its_parties(
    client: Client, partie: Partie, players: list[Player]
) -> None:
    other = services.partie_start(
        season=partie.season, players=players[::-1], day=partie.evening.date
    )
    record(partie)
    record(other)
    services.partie_start(
        season=partie.season, players=players, day=partie.evening.date
    )
    page = words(client.get(EVENING).text)
    # Ben won 384 and lost 244, Cleo the reverse; Anna 24 - 164, Dirk -164 + 24.
    assert "Ben +140" in page
    assert "Cleo +140" in page
    assert "Anna −140" in page
    assert page.count("→ pays") == 2


def test_the_evenings_page_leads_there(client: Client, partie: Partie) -> None:
    record(partie)
    assert EVENING in client.get(EVENING.removesuffix("settle/")).text


def test_the_evening_leaves_void_parties_out(client: Client, partie: Partie) -> None:
    record(partie)
    services.partie_void(partie=partie, write=write(partie), why="a joke")
    assert "Nothing has been played yet." in client.get(EVENING).text


@pytest.mark.parametrize("day", ["2026-11-18", "2026-02-30", "tonight"])
def test_an_evening_that_was_none_is_not_found(
    client: Client, partie: Partie, day: str
) -> None:
    assert client.get(EVENING.replace("2026-11-17", day)).status_code == 404


def test_a_private_clubs_evening_is_not_there_for_outsiders(
    client: Client, club: Club, outsider: Account, partie: Partie
) -> None:
    club.is_public = False
    club.save()
    client.force_login(outsider)
    assert client.get(EVENING).status_code == 404
    assert client.get(SETTLE).status_code == 404


def test_the_evening_costs_the_same_for_many_parties(
    client: Client,
    partie: Partie,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    play(partie, SOUTH)
    with django_assert_num_queries(4):
        client.get(EVENING)
    for _number in range(4):
        play(
            services.partie_start(
                season=partie.season, players=players, day=partie.evening.date
            ),
            SOUTH,
        )
    with django_assert_num_queries(4):
        client.get(EVENING)
