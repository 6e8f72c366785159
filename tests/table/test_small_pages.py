"""What the table's smaller pages cost."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account
from clubscore.partie.models import Partie
from clubscore.partie.services import link_make
from tests.partie.test_services import DRAW, record

QUERIES = {"end": 6, "void": 4}


@pytest.mark.django_db
def test_starting_to_play_asks_the_database_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        client.get(reverse("table:play"))


@pytest.mark.parametrize("name", QUERIES)
def test_ending_and_voiding_cost_the_same_after_many_games(
    client: Client,
    administrator: Account,
    partie: Partie,
    django_assert_num_queries: DjangoAssertNumQueries,
    name: str,
) -> None:
    client.force_login(administrator)
    page = reverse(f"table:{name}", args=[partie.club.slug, partie.number])
    for _ in range(2):
        for _ in range(4):
            record(partie, DRAW)
        with django_assert_num_queries(QUERIES[name]):
            assert client.get(page).status_code == 200


def test_opening_the_tables_link_costs_the_same(
    client: Client,
    partie: Partie,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    link = link_make(partie=partie)
    with django_assert_num_queries(6):
        assert client.get(link.get_absolute_url()).status_code == 302
    record(partie, DRAW)
    client.session.flush()
    with django_assert_num_queries(6):
        assert Client().get(link.get_absolute_url()).status_code == 302
