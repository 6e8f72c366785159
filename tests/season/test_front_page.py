import re

import pytest
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from clubscore.partie import engine


@pytest.mark.django_db
def test_asks_the_database_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        response = client.get("/")
    assert response.status_code == 200


def test_says_that_there_is_no_club_yet(client: Client) -> None:
    assert "No club has been set up" in client.get("/").text


def test_names_every_rule_book(client: Client) -> None:
    page = client.get("/").text
    assert engine.rulesets()
    for ruleset in engine.rulesets():
        assert escape(ruleset.name) in page
        assert escape(ruleset.source_title) in page


def test_every_link_leads_somewhere(client: Client) -> None:
    links = re.findall(r'<a [^>]*href="(/[^"]*)"', client.get("/").text)
    assert links
    for link in links:
        assert client.get(link).status_code == 200, link


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_refuses_other_methods(client: Client, method: str) -> None:
    assert getattr(client, method)("/").status_code == 405
