import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club

TYPED = {"username": "willem", "password": "tiles and winds"}
LOGIN = "/accounts/login/"
LOGOUT = "/accounts/logout/"


def test_the_login_page_asks_the_database_nothing(
    client: Client, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert client.get(LOGIN).status_code == 200


def test_after_logging_in_one_is_on_the_front_page(
    client: Client, administrator: Account
) -> None:
    assert client.post(LOGIN, TYPED)["Location"] == "/"


def test_after_logging_in_one_is_where_one_wanted_to_go(
    client: Client, administrator: Account, club: Club
) -> None:
    there = reverse("club:settings", args=[club.slug])
    asked = client.get(there)
    assert asked["Location"] == f"{LOGIN}?next={there}"
    assert f'name="next" value="{there}"' in client.get(asked["Location"]).text
    assert client.post(LOGIN, TYPED | {"next": there})["Location"] == there


def test_nobody_is_led_to_another_site(client: Client, administrator: Account) -> None:
    response = client.post(LOGIN, TYPED | {"next": "https://evil.example/"})
    assert response["Location"] == "/"


def test_a_wrong_password_is_told_and_the_name_stays(
    client: Client, administrator: Account
) -> None:
    page = client.post(LOGIN, TYPED | {"password": "wrong"}).text
    assert 'role="alert"' in page
    assert "correct username and password" in page
    assert 'value="willem"' in page


def test_every_page_says_who_is_logged_in_and_lets_them_out(
    client: Client, administrator: Account, club: Club
) -> None:
    client.force_login(administrator)
    page = client.get("/groene-hart/").text
    assert "willem" in page
    assert f'<form method="post" action="{LOGOUT}">' in page


def test_others_are_offered_to_log_in_and_come_back(client: Client, club: Club) -> None:
    page = client.get("/groene-hart/?page=2").text
    assert f'href="{LOGIN}?next=/groene-hart/%3Fpage%3D2"' in page


def test_logging_out(client: Client, administrator: Account) -> None:
    client.force_login(administrator)
    assert "You are logged out" in client.post(LOGOUT).text
    assert "_auth_user_id" not in client.session


def test_logging_out_leads_where_it_was_asked_to(
    client: Client, administrator: Account
) -> None:
    client.force_login(administrator)
    response = client.post(LOGOUT, {"next": "/groene-hart/"})
    assert response["Location"] == "/groene-hart/"


def test_a_link_cannot_log_anybody_out(client: Client, administrator: Account) -> None:
    client.force_login(administrator)
    assert client.get(LOGOUT).status_code == 405
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("method", ["patch", "delete"])
def test_login_refuses_other_methods(client: Client, db: None, method: str) -> None:
    assert getattr(client, method)(LOGIN).status_code == 405
