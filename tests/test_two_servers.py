"""Two gunicorns, as on two machines, that serve one database."""

import http.client
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection

from clubscore.club.models import Account, Club, Member, Role
from clubscore.club.services import token_make
from clubscore.partie.models import Partie
from clubscore.upkeep.databases import address_of
from tests.storm.server import HOST, Server

CSRF = "abcdefghijklmnopqrstuvwxyzabcdef"


@pytest.fixture
def servers(transactional_db: None, tmp_path: Path) -> Iterator[list[Server]]:
    """Return two servers on the tests' database."""
    name = connection.settings_dict["NAME"]
    is_file = connection.vendor == "sqlite"
    url = f"sqlite:///{name}" if is_file else address_of(connection.settings_dict)
    found = []
    for number in range(2):
        (tmp_path / str(number)).mkdir()
        server = Server(tmp_path / str(number), url)
        server.environment["SECRET_KEY"] = "the same on every machine " * 3
        found.append(server)
    try:
        for server in found:
            server.start()
        yield found
    finally:
        for server in found:
            server.kill()


def asked(
    server: Server, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, http.client.HTTPMessage, str]:
    """Ask a server; return status, headers and text."""
    with closing(http.client.HTTPConnection(HOST, server.port, timeout=60)) as client:
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        client.request(method, path, body or None, said)
        answer = client.getresponse()
        return answer.status, answer.headers, answer.read().decode()


def record(server: Server, partie: Partie, secret: str, version: int, key: str) -> int:
    """Record a game at a server; return the status."""
    more: dict[str, Any] = {
        "Authorization": f"Bearer {secret}",
        "If_Match": f'"{version}"',
        "Idempotency_Key": key,
    }
    path, body = f"/api/v1/parties/{partie.pk}/games/", '{"outcome": {"kind": "draw"}}'
    return asked(server, "POST", path, body, **more)[0]


def test_what_one_server_records_the_other_goes_on_with(
    servers: list[Server], club: Club, partie: Partie
) -> None:
    _token, secret = token_make(club=club, name="Board", role=Role.SCOREKEEPER)
    for version in range(6):
        server = servers[version % 2]
        assert record(server, partie, secret, version, f"game {version}") == 201
    # Sent again, to the other one.
    assert record(servers[0], partie, secret, 5, "game 5") == 201
    with ThreadPoolExecutor(2) as pool:
        sent = [
            pool.submit(record, server, partie, secret, 6, f"at once {number}")
            for number, server in enumerate(servers)
        ]
    assert sorted(one.result() for one in sent) == [201, 409]
    _status, _headers, told = asked(servers[1], "GET", f"/api/v1/parties/{partie.pk}/")
    assert json.loads(told)["version"] == 7
    assert partie.games.count() == 7


def test_who_logs_in_at_one_server_is_known_to_the_other(
    servers: list[Server], club: Club, partie: Partie
) -> None:
    # As a server keeps it; the tests' own way is none that it knows.
    kept = PBKDF2PasswordHasher().encode("tiles and winds", "salt", 1000)
    account = Account.objects.create(username="willem", password=kept)
    Member.objects.create(club=club, account=account, role=Role.SCOREKEEPER)
    form = "username=willem&password=tiles+and+winds&csrfmiddlewaretoken=" + CSRF
    status, headers, _text = asked(
        servers[0],
        "POST",
        "/accounts/login/",
        form,
        Cookie=f"csrftoken={CSRF}",
        Content_Type="application/x-www-form-urlencoded",
    )
    assert status == 302
    cookies = SimpleCookie("; ".join(headers.get_all("Set-Cookie", [])))
    (session,) = [name for name in cookies if name.endswith("sessionid")]
    cookie = f"{session}={cookies[session].value}"
    path = f"/{club.slug}/parties/{partie.number}/token/"
    for server in servers:
        assert asked(server, "GET", path, Cookie=cookie)[0] == 200
        assert asked(server, "GET", path)[0] == 403
