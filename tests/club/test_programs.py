"""Letting other programs in: the settings' page and the command."""

import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Role, Token
from clubscore.club.services import token_make
from tests.club.people import EVERYBODY, WHO_RUNS_THE_CLUB, log_in

PROGRAMS = "/groene-hart/settings/programs/"


@pytest.fixture
def runs_the_club(client: Client, administrator: Account) -> Client:
    """Return the browser of somebody who runs the club."""
    client.force_login(administrator)
    return client


def secret_on(page: str) -> str:
    """Return the token that a page shows."""
    [secret] = re.findall(r'id="token-secret" type="text" value="([^"]+)"', page)
    return str(secret)


def test_a_token_is_made_and_shown_once(runs_the_club: Client, club: Club) -> None:
    assert "No program yet." in runs_the_club.get(PROGRAMS).text
    answer = runs_the_club.post(
        PROGRAMS, {"name": "  Score  board ", "role": "scorekeeper"}
    )
    secret = secret_on(answer.text)
    token = Token.objects.get()
    assert token.digest == Token.digest_of(secret)
    assert (token.club, token.name, token.role) == (
        club,
        "Score board",
        Role.SCOREKEEPER,
    )
    assert "no-store" in answer["Cache-Control"]
    later = runs_the_club.get(PROGRAMS).text
    assert secret not in later
    assert "Score board" in later
    assert "Record at every table" in later


def test_a_token_that_was_made_gets_in(runs_the_club: Client) -> None:
    page = runs_the_club.post(PROGRAMS, {"name": "x", "role": "member"}).text
    Club.objects.update(is_public=False)
    headers = {"Authorization": f"Bearer {secret_on(page)}"}
    answer = Client().get("/api/v1/clubs/groene-hart/", headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "x" * 81}, "at most 80 characters"),
        ({"role": "emperor"}, "Select a valid choice"),
        ({"role": ""}, "This field is required."),
    ],
)
def test_a_token_that_cannot_be_made_is_told_why(
    runs_the_club: Client, typed: dict[str, str], message: str
) -> None:
    page = runs_the_club.post(
        PROGRAMS, {"name": "Tablet", "role": "member"} | typed
    ).text
    assert message in page
    assert 'id="token-secret"' not in page
    assert not Token.objects.exists()


def test_revoking_asks_first_and_holds(runs_the_club: Client, club: Club) -> None:
    token, _secret = token_make(club=club, name="Tablet", role=Role.MEMBER)
    there = f"{PROGRAMS}{token.pk}/revoke/"
    assert "Revoke “Tablet”?" in runs_the_club.get(there).text
    assert Token.objects.valid().exists()
    page = runs_the_club.post(there, follow=True).text
    assert "“Tablet” can no longer get in." in page
    assert "No program yet." in page
    assert not Token.objects.valid().exists()
    assert runs_the_club.post(there).status_code == 404


def test_a_token_of_another_club_is_not_revoked_here(runs_the_club: Client) -> None:
    other = Club.objects.create(name="Other", slug="other")
    token, _secret = token_make(club=other, name="Tablet", role=Role.MEMBER)
    assert runs_the_club.post(f"{PROGRAMS}{token.pk}/revoke/").status_code == 404
    assert Token.objects.valid().exists()


@pytest.mark.parametrize("who", EVERYBODY)
def test_only_who_runs_the_club_sees_its_programs(
    client: Client, club: Club, who: str
) -> None:
    token, _secret = token_make(club=club, name="Tablet", role=Role.MEMBER)
    log_in(client, club, who)
    for address in (PROGRAMS, f"{PROGRAMS}{token.pk}/revoke/"):
        status = client.get(address).status_code
        if who in WHO_RUNS_THE_CLUB:
            assert status == 200
        else:
            assert status == (302 if who == "anonymous" else 403)
            assert client.post(
                address, {"name": "x", "role": "member"}
            ).status_code in (
                302,
                403,
            )
    assert Token.objects.valid().count() == 1


def test_many_tokens_ask_no_more_queries(
    runs_the_club: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        for number in range(3):
            token_make(club=club, name=f"Tablet {number}", role=Role.MEMBER)
        with django_assert_num_queries(6):
            runs_the_club.get(PROGRAMS)


# The command ----------------------------------------------------------------------


def token(*words: str, **options: Any) -> str:
    """Return what the command prints."""
    out = StringIO()
    call_command("token", *words, stdout=out, **options)
    return out.getvalue()


def test_the_command_prints_the_token_alone(club: Club) -> None:
    printed = token("groene-hart", "Scoreboard", role="administrator")
    assert re.fullmatch(r"[\w-]{40,}\n", printed)
    made = Token.objects.get()
    assert made.digest == Token.digest_of(printed.strip())
    assert (made.name, made.role) == ("Scoreboard", Role.ADMINISTRATOR)


def test_a_program_keeps_score_unless_said_otherwise(club: Club) -> None:
    token("groene-hart", "Scoreboard")
    assert Token.objects.get().role == Role.SCOREKEEPER


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("gele-hart", "Scoreboard"), "Known: groene-hart"),
        (("groene-hart", ""), "cannot be blank"),
        (("groene-hart", "x", "--role", "emperor"), "invalid choice"),
    ],
)
def test_the_command_says_what_is_wrong(
    club: Club, words: tuple[str, ...], message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        token(*words)
    assert not Token.objects.exists()
