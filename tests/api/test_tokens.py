"""Who gets in: tokens of a club, by their role, and nobody's cookies."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from clubscore.api import limits
from clubscore.club.models import Account, Club, Correctors, Role, Token
from clubscore.club.services import token_make, token_revoke
from clubscore.partie.models import Game, Partie
from tests.api.conftest import Program, Programs, code
from tests.api.test_games import FINE
from tests.season.played import GAME


@pytest.fixture
def private(club: Club) -> Club:
    """Return the club, which only its members may know of."""
    club.is_public = False
    club.save()
    return club


def reads(partie: Partie) -> list[str]:
    """Return every address that can be read."""
    return [
        "clubs/groene-hart/",
        f"parties/{partie.pk}/",
        f"parties/{partie.pk}/games/1/revisions/",
    ]


def writes(partie: Partie) -> list[tuple[str, str, Any]]:
    """Return every write: its method, its address and what it says."""
    four = {"players": ["Anna", "Ben", "Cleo", "Dirk"], "ruleset": "nts"}
    return [
        ("post", "clubs/groene-hart/parties/", four),
        ("post", f"parties/{partie.pk}/games/", GAME),
        ("post", f"parties/{partie.pk}/bookings/", FINE),
    ]


def statuses(program: Program, partie: Partie) -> list[int]:
    """Return what every write is answered, one after the other."""
    answers = []
    for number, (method, address, body) in enumerate(writes(partie)):
        version = Partie.objects.get(pk=partie.pk).version
        answer = program.write(
            address, body, key=f"k{number}", version=version, method=method
        )
        answers.append(answer.status_code)
    return answers


# Reading --------------------------------------------------------------------------


def test_everybody_reads_a_public_club(
    stranger: Program, program: Program, partie: Partie
) -> None:
    program.write(f"parties/{partie.pk}/games/", GAME)
    for address in reads(partie):
        assert stranger.get(address).status_code == 200


def test_a_private_club_is_there_for_its_own_tokens_alone(
    stranger: Program,
    program_of: Programs,
    private: Club,
    partie: Partie,
) -> None:
    other = program_of(Club.objects.create(name="Other", slug="other"))
    own = [program_of(private, role) for role in Role]
    own[1].write(f"parties/{partie.pk}/games/", GAME)
    for address in reads(partie):
        for program in (stranger, other):
            assert code(program.get(address)) == (404, "not_found")
        for program in own:
            assert program.get(address).status_code == 200


def test_whoever_is_logged_in_in_a_browser_is_a_stranger_here(
    private: Club, partie: Partie, administrator: Account
) -> None:
    browser = Client()
    browser.force_login(administrator)
    for address in reads(partie)[:2]:
        assert browser.get(f"/api/v1/{address}").status_code == 404
    answer = browser.post(
        f"/api/v1/parties/{partie.pk}/games/",
        GAME,
        content_type="application/json",
        headers={"Idempotency-Key": "k", "If-Match": '"0"'},
    )
    assert answer.status_code == 401
    assert not Game.objects.exists()


# Writing --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "correctors", "expected"),
    [
        (Role.MEMBER, Correctors.SCOREKEEPERS, [403, 403, 403]),
        (Role.SCOREKEEPER, Correctors.SCOREKEEPERS, [201, 201, 201]),
        (Role.SCOREKEEPER, Correctors.ADMINISTRATORS, [201, 201, 403]),
        (Role.ADMINISTRATOR, Correctors.ADMINISTRATORS, [201, 201, 201]),
    ],
)
def test_a_token_writes_what_its_role_may(
    program_of: Programs,
    club: Club,
    partie: Partie,
    role: Role,
    correctors: Correctors,
    expected: list[int],
) -> None:
    club.correctors = correctors
    club.save()
    assert statuses(program_of(club, role), partie) == expected


def test_nobody_writes_without_a_token(stranger: Program, partie: Partie) -> None:
    for method, address, body in writes(partie):
        answer = stranger.write(address, body, method=method)
        assert code(answer) == (401, "unauthorized")
        assert answer["WWW-Authenticate"] == "Bearer"


def test_a_token_writes_in_its_own_club_alone(
    program_of: Programs, club: Club, partie: Partie
) -> None:
    other = Club.objects.create(name="Other", slug="other")
    program = program_of(other, Role.ADMINISTRATOR)
    assert statuses(program, partie) == [403, 403, 403]
    club.is_public = False
    club.save()
    assert statuses(program, partie) == [404, 404, 404]


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer", "Bearer ", "Bearer no-such", "Basic YTpi", "é", "x y z"],
)
def test_what_is_no_token_opens_nothing(
    stranger: Program, partie: Partie, authorization: str
) -> None:
    headers = {"Authorization": authorization}
    for address in reads(partie):
        answer = stranger.get(address, **headers)
        assert code(answer) == (401, "unauthorized")
    answer = stranger.post(f"parties/{partie.pk}/games/", GAME, **headers)
    assert code(answer) == (401, "unauthorized")


def test_a_revoked_token_opens_nothing_and_its_games_stay(
    program: Program, partie: Partie
) -> None:
    program.write(f"parties/{partie.pk}/games/", GAME)
    token = Token.objects.get()
    token_revoke(token=token)
    for address in reads(partie):
        assert code(program.get(address)) == (401, "unauthorized")
    assert code(program.write(f"parties/{partie.pk}/games/", GAME)) == (
        401,
        "unauthorized",
    )
    assert Game.objects.get().revision.token == token


def test_of_a_token_only_a_digest_is_kept(club: Club) -> None:
    token, secret = token_make(club=club, name="Scoreboard", role=Role.MEMBER)
    assert secret not in str(Token.objects.values().get())
    assert token.digest == Token.digest_of(secret)
    assert len(secret) >= 40


# Guessing -------------------------------------------------------------------------


def test_who_tries_many_tokens_has_to_wait(
    club: Club,
    program: Program,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.API_FAILED_TOKENS_PER_MINUTE = 2
    now = stopped_clock(monkeypatch)
    guesser = Program("a guess")
    for _ in range(2):
        assert code(guesser.get("clubs/groene-hart/")) == (401, "unauthorized")
    answer = guesser.get("clubs/groene-hart/")
    assert code(answer) == (429, "too_many_requests")
    assert answer["Retry-After"] == "20"
    # Whoever has a valid token is not kept out by others at the same address.
    assert program.get("clubs/groene-hart/").status_code == 200
    now[0] += 20
    assert code(guesser.get("clubs/groene-hart/")) == (401, "unauthorized")


def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Stop the clock of the limits 20 seconds before a window ends; return it."""
    seconds = [1_000_000 * limits.WINDOW + limits.WINDOW - 20]
    monkeypatch.setattr(limits, "now", lambda: seconds[0])
    return seconds
