"""Programs that ask, for the tests of what they are answered."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from clubscore.club.models import Club, Role
from clubscore.club.services import token_make
from clubscore.partie.models import Partie

Answer = Any
"""What the test client returns."""


class Program:
    """Another program: it sends JSON, and a token if it has one."""

    def __init__(self, secret: str = "") -> None:
        self.client = Client()
        self.secret = secret

    def get(self, address: str, **headers: str) -> Answer:
        """Ask for something."""
        return self.client.get(f"/api/v1/{address}", headers=self._headers(headers))

    def post(self, address: str, body: Any, **headers: str) -> Answer:
        """Send something."""
        return self.send("post", address, body, **headers)

    def put(self, address: str, body: Any, **headers: str) -> Answer:
        """Send something anew."""
        return self.send("put", address, body, **headers)

    def send(self, method: str, address: str, body: Any, **headers: str) -> Answer:
        """Send something by a method."""
        return getattr(self.client, method)(
            f"/api/v1/{address}",
            body,
            content_type="application/json",
            headers=self._headers(headers),
        )

    def write(
        self,
        address: str,
        body: Any,
        *,
        key: str = "a key",
        version: int = 0,
        method: str = "post",
    ) -> Answer:
        """Send a write that has seen a version of its partie."""
        return self.send(
            method,
            address,
            body,
            **{"Idempotency-Key": key, "If-Match": f'"{version}"'},
        )

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        if self.secret:
            return {"Authorization": f"Bearer {self.secret}", **headers}
        return headers


Programs = Callable[..., Program]


@pytest.fixture
def program_of(db: None) -> Programs:
    """Return what lets a program into a club."""

    def let_in(club: Club, role: Role = Role.SCOREKEEPER) -> Program:
        _token, secret = token_make(club=club, name="Scoreboard", role=role)
        return Program(secret)

    return let_in


@pytest.fixture
def program(club: Club, program_of: Programs) -> Program:
    """Return a program that keeps score."""
    return program_of(club)


@pytest.fixture
def stranger(db: None) -> Program:
    """Return a program without a token."""
    return Program()


@pytest.fixture
def games(partie: Partie) -> str:
    """Return where the games of the partie are recorded."""
    return f"parties/{partie.pk}/games/"


def code(answer: HttpResponse) -> tuple[int, str]:
    """Return the status of a refusal and its code."""
    error = answer.json()["error"]  # type: ignore[attr-defined]
    assert error["message"]
    return answer.status_code, error["code"]
