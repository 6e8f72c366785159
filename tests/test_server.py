"""gunicorn as an installation runs it, and clients that mean no good."""

import http.client
import json
import os
import re
import selectors
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http.unreader import Unreader
from gunicorn.workers.gthread import TConn
from pytest_django import Settings

from clubscore import worker
from clubscore.bodies import LONGER, LONGEST, MOST_BYTES
from clubscore.club import limits
from clubscore.club.models import Club, Role
from clubscore.club.networks import network_told
from clubscore.club.services import token_make
from clubscore.partie.models import Partie
from clubscore.worker import MOST_HEAD, Arriving, PatientWorker, RefusedError
from tests.stalled import STALLED
from tests.storm.server import HOST, Server

pytestmark = pytest.mark.same_on_every_database("no database sees what is refused")

MANY = 200
PATIENCE = 60
"""Seconds; whoever is kept waiting by stalled clients waits for longer."""
HEAD = b"Host: 127.0.0.1\r\nConnection: close\r\n"


@pytest.fixture
def server(transactional_db: None, tmp_path: Path) -> Iterator[Server]:
    """Return a server on the tests' database, with a folder for what it stores."""
    found = Server(tmp_path, f"sqlite:///{connection.settings_dict['NAME']}")
    stored = tmp_path / "stored"
    stored.mkdir()
    found.environment["TMPDIR"] = str(stored)
    found.start()
    yield found
    found.kill()


def sent(server: Server, *pieces: bytes) -> bytes:
    """Send bytes as they are; return the answer."""
    with socket.create_connection((HOST, server.port), timeout=PATIENCE) as client:
        answer = b""
        try:
            for piece in pieces:
                client.sendall(piece)
        except ConnectionError:
            pass  # it was refused before all was sent
        while data := client.recv(65_536):
            answer += data
    return answer


def status_of(answer: bytes) -> int:
    """Return the status of an answer."""
    return int(answer.split(b" ")[1])


def asked(server: Server, path: str, **more: Any) -> http.client.HTTPResponse:
    """Ask as a browser or a program does."""
    client = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
    client.request(more.pop("method", "GET"), path, **more)
    answer = client.getresponse()
    answer.read()
    client.close()
    return answer


@pytest.mark.parametrize("kind", STALLED)
def test_clients_that_send_a_little_and_wait_keep_nobody_from_recording(
    server: Server, club: Club, partie: Partie, kind: str
) -> None:
    _token, secret = token_make(club=club, name="Board", role=Role.SCOREKEEPER)
    headers = {"Authorization": f"Bearer {secret}", "If-Match": '"0"'}
    body = json.dumps({"outcome": {"kind": "draw"}})
    with ExitStack() as stalled:
        clients = [
            stalled.enter_context(socket.create_connection((HOST, server.port)))
            for _ in range(MANY)
        ]
        for client in clients:
            client.sendall(STALLED[kind])
        assert asked(server, "/healthz").status == 200
        answer = asked(
            server,
            f"/api/v1/parties/{partie.pk}/games/",
            method="POST",
            body=body,
            headers=headers | {"Idempotency-Key": "one"},
        )
        assert answer.status == 201
        assert asked(server, "/healthz").status == 200
    assert partie.games.count() == 1


def test_idle_clients_are_let_go_before_anybody_waits(
    transactional_db: None, tmp_path: Path
) -> None:
    found = Server(tmp_path, f"sqlite:///{connection.settings_dict['NAME']}")
    found.environment["GUNICORN_CMD_ARGS"] = "--workers 1 --worker-connections 40"
    found.start()
    ask = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    try:
        with ExitStack() as idle:
            began = time.monotonic()
            for _ in range(100):
                client = idle.enter_context(
                    socket.create_connection((HOST, found.port), timeout=PATIENCE)
                )
                client.sendall(ask)
                assert b"200 OK" in client.recv(65_536)
            assert asked(found, "/healthz").status == 200
            assert time.monotonic() - began < 10
    finally:
        found.kill()


def test_a_long_body_is_refused_by_what_it_announces_and_nothing_is_stored(
    server: Server, tmp_path: Path
) -> None:
    start = b"POST /accounts/login/ HTTP/1.1\r\n" + HEAD
    form = start + b"Content-Type: multipart/form-data; boundary=x\r\n"
    announced = form + b"Content-Length: 300000000\r\n\r\n"
    part = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
    assert status_of(sent(server, announced + part, b"a" * 5_000_000)) == 413
    chunked = form + b"Transfer-Encoding: chunked\r\n\r\n"
    piece = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    assert status_of(sent(server, chunked, piece * 80)) == 411
    odd = start + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n"
    assert status_of(sent(server, odd)) == 413
    assert status_of(sent(server, start + b"X: " + b"y" * 2 * MOST_HEAD)) == 431
    assert asked(server, "/healthz").status == 200
    assert list((tmp_path / "stored").rglob("*")) == []


def test_nobody_tells_the_server_under_which_address_it_runs(
    server: Server, club: Club
) -> None:
    for name in (b"SCRIPT_NAME", b"Script-Name", b"PATH_INFO"):
        claimed = HEAD + name + b": /api\r\n\r\n"
        answer = sent(server, b"GET /api/v1/clubs/groene-hart/ HTTP/1.1\r\n" + claimed)
        assert status_of(answer) == 200
        answer = sent(server, b"GET /v1/clubs/groene-hart/ HTTP/1.1\r\n" + claimed)
        assert status_of(answer) != 200
        answer = sent(server, b"GET /healthz HTTP/1.1\r\n" + claimed)
        assert status_of(answer) == 200


def test_what_is_asked_at_once_on_one_connection_is_answered_in_order(
    server: Server,
) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    last = b"GET /healthz HTTP/1.1\r\n" + HEAD + b"\r\n"
    assert sent(server, one + one + last[:10], last[10:]).count(b"200 OK") == 3


def test_a_client_that_waits_to_be_asked_for_the_body_is(server: Server) -> None:
    head = b"POST /api/v1/score/ HTTP/1.1\r\n" + HEAD
    head += b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"
    with socket.create_connection((HOST, server.port), timeout=PATIENCE) as client:
        client.sendall(head)
        assert client.recv(100).startswith(b"HTTP/1.1 100 Continue")
        client.sendall(b"{}")
        answer = b""
        while data := client.recv(65_536):
            answer += data
    assert b"HTTP/1.1 422" in answer


def test_the_proxys_file_refuses_what_the_site_refuses(root: Path) -> None:
    text = (root / "docs" / "hosting" / "Caddyfile").read_text()
    found = dict(re.findall(r"request_body (@\w+) \{\s+max_size ([\d.]+)MB", text))
    sizes = {name: round(float(size) * 1_000_000) for name, size in found.items()}
    assert sizes.pop("@others") == MOST_BYTES
    matched = dict(re.findall(r"(@\w+) path_regexp \^(\S+)\$\n", text))
    assert {matched[name]: size for name, size in sizes.items()} == {
        longer.pattern: size for longer, size in LONGER.items()
    }
    longer = "|".join(one.pattern for one in LONGER)
    assert f"@others not path_regexp ^({longer})$\n" in text
    for name in ("Script_name", "Path_info"):
        assert f"header_up -{name}\n" in text


# One loop -------------------------------------------------------------------------


@pytest.fixture
def loop() -> Iterator[PatientWorker]:
    """Return a worker whose loop stands still, and whose threads answer nothing."""
    config = Config()
    found = PatientWorker(1, os.getpid(), [], None, 30, config, Logger(config))
    found.tmp.close()
    found.tpool = SimpleNamespace(submit=lambda *_: Future())
    with selectors.DefaultSelector() as found.poller:
        yield found
        for conn in [*found.arriving, *found.rest]:
            conn.close()


def joined(
    loop: PatientWorker, clients: ExitStack, address: Any = ("192.0.2.7", 1)
) -> tuple[TConn, socket.socket]:
    """Let a client connect; return its connection and its own end of it."""
    ours, theirs = socket.socketpair()
    clients.enter_context(theirs)
    conn = TConn(loop.cfg, ours, address, (HOST, 1))
    loop.nr_conns += 1
    loop.enqueue_req(conn)
    return conn, theirs


def test_who_is_let_go_while_their_bytes_wait_to_be_read_stops_nobody(
    loop: PatientWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MOST_ARRIVING", 1)
    with ExitStack() as clients:
        listener = clients.enter_context(socket.create_server((HOST, 0)))
        listener.setblocking(False)
        older, client = joined(loop, clients)
        loop.poller.register(listener, selectors.EVENT_READ, loop.accept)
        clients.enter_context(socket.create_connection(listener.getsockname()))
        client.sendall(b"GET ")
        while len(events := loop.poller.select()) < 2:
            pass
        for key, _ in sorted(events, key=lambda event: event[0].fileobj != listener):
            key.data(key.fileobj)
        (newer,) = loop.arriving
        assert newer is not older
        assert (loop.nr_conns, loop.held) == (1, 0)


def test_who_is_idle_goes_first_and_nobody_misses_them(loop: PatientWorker) -> None:
    loop.cfg.set("worker_connections", loop.cfg.threads + 1)
    answered: Future[bool] = Future()
    answered.set_result(True)
    with ExitStack() as clients:
        listener = clients.enter_context(socket.create_server((HOST, 0)))
        idle, client = joined(loop, clients)
        client.sendall(b"GET / HTTP/1.1\r\n\r\n")
        loop._receive(idle, idle.sock)
        loop.finish_request(idle, answered)
        assert list(loop.keepalived_conns) == [idle]
        clients.enter_context(socket.create_connection(listener.getsockname()))
        loop.accept(listener)
        assert not loop.keepalived_conns
        assert client.recv(1) == b""
        loop.on_client_socket_readable(idle, idle.sock)  # as was told before
        assert len(loop.arriving) == loop.nr_conns == 1


POST = b"POST /a/ HTTP/1.1\r\nContent-Length: 8000\r\n\r\n"


def test_bodies_that_grow_together_are_let_go_too(
    loop: PatientWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MOST_HELD", 10_000)
    with ExitStack() as clients:
        begun = [joined(loop, clients) for _ in range(3)]
        for conn, client in begun:
            client.sendall(POST)
            loop._receive(conn, conn.sock)
        assert loop.held == 3 * len(POST)
        for conn, client in begun:
            client.sendall(b"a" * 6000)
            loop._receive(conn, conn.sock)
        assert list(loop.arriving) == [begun[-1][0]]
        assert loop.held == len(POST) + 6000
        loop._let_go(begun[-1][0])
    assert (loop.nr_conns, loop.held) == (0, 0)


def test_what_came_of_the_next_request_counts_among_what_is_held(
    loop: PatientWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MOST_HELD", 10_000)
    with ExitStack() as clients:
        answered, client = joined(loop, clients)
        client.sendall(b"GET / HTTP/1.1\r\n\r\n" + POST + b"a" * 6000)
        loop._receive(answered, answered.sock)
        assert loop.held == len(loop.rest[answered]) == len(POST) + 6000
        other, client = joined(loop, clients)
        client.sendall(POST + b"a" * 6000)
        loop._receive(other, other.sock)
        assert not loop.arriving
        done: Future[bool] = Future()
        done.set_result(False)
        loop.finish_request(answered, done)
    assert (loop.nr_conns, loop.held) == (0, 0)


def test_what_is_refused_is_held_no_more(loop: PatientWorker) -> None:
    with ExitStack() as clients:
        conn, client = joined(loop, clients)
        client.sendall(b"POST /a/ HTTP/1.1\r\nX: " + b"y" * MOST_HEAD)
        loop._receive(conn, conn.sock)
        client.sendall(b"y" * 6000)
        loop._receive(conn, conn.sock)
        assert loop.arriving[conn].is_refused
        assert loop.held == 0
        assert client.recv(100).startswith(b"HTTP/1.1 431")


def heard(
    loop: PatientWorker, clients: ExitStack, path: str, whom: str = "", **more: Any
) -> bytes:
    """Ask by a new connection; return what the loop itself answers."""
    conn, client = joined(loop, clients, **more)
    client.sendall(f"GET {path} HTTP/1.1\r\nX-Forwarded-For: {whom}\r\n\r\n".encode())
    loop._receive(conn, conn.sock)
    return b"" if conn in loop.whole else client.recv(200)


def test_who_goes_on_when_the_share_is_taken_is_answered_by_no_thread(
    loop: PatientWorker, settings: Settings, standing_minute: None
) -> None:
    flood = limits.share() * (1 + limits.REFUSALS) - 0.1
    with ExitStack() as clients:
        with limits.asked_by("192.0.2.7"):
            limits.charge_seconds(flood)
        assert heard(loop, clients, "/") == b""  # the site says why, as to anybody
        with limits.asked_by("192.0.2.7"):
            limits.charge_seconds(0.2)
        refused = heard(loop, clients, "/")
        assert refused.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
        assert re.search(rb"Retry-After: [1-9]\d?\r\n", refused)
        assert heard(loop, clients, "/healthz") == refused
        settings.BEHIND_PROXY = True
        assert heard(loop, clients, "/", "192.0.2.7, 192.0.2.8") == b""
        assert heard(loop, clients, "/", "192.0.2.8, 192.0.2.7") == refused
        settings.NETWORK_PERCENT = 0
        assert heard(loop, clients, "/", "192.0.2.7") == b""


@pytest.mark.parametrize(
    "address", [("127.0.0.1", 1), ("::1", 1, 0, 0), ("::ffff:127.0.0.1", 1, 0, 0), ""]
)
def test_whether_the_site_lives_is_told_to_its_own_machine_always(
    loop: PatientWorker,
    settings: Settings,
    standing_minute: None,
    address: Any,
) -> None:
    client = address[0] if address else ""
    for network in (network_told(client, ""), "192.0.2.7"):
        with limits.asked_by(network):
            limits.charge_seconds(2 * limits.share())
    with ExitStack() as clients:
        for settings.BEHIND_PROXY in (False, True):
            assert heard(loop, clients, "/healthz", address=address) == b""
            for path, whom in (("/", ""), ("/healthz", "192.0.2.7")):
                refused = heard(loop, clients, path, whom, address=address)
                assert refused.startswith(b"HTTP/1.1 429 ")


def test_who_sends_what_makes_no_sense_is_charged_for_it(
    server: Server,
) -> None:
    server.kill()
    server.environment |= {"NETWORK_PERCENT": "1", "WEB_CONCURRENCY": "1"}
    server.start()
    answers = {sent(server, b"X\r\n\r\n")[9:12]}
    assert answers == {b"400"}
    for _many in range(20_000):
        answers.add(sent(server, b"X\r\n\r\n")[9:12])
        if b"429" in answers:
            return
    raise AssertionError(answers)


def files_open() -> int:
    """Return how many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


LARGE = bytes(range(256)) * 8192
"""More than a client has room for that reads nothing."""


@pytest.fixture(params=["bytes", "file", "pieces"])
def large(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Return a site that answers with a large page, or a file as it lies there."""
    file = tmp_path / "large"
    file.write_bytes(LARGE)

    def site(environ: dict[str, Any], start_response: Any) -> Any:
        start_response("200 OK", [("Content-Length", str(len(LARGE)))])
        if request.param == "file":
            return environ["wsgi.file_wrapper"](file.open("rb"))
        if request.param == "pieces":
            return [LARGE[:1_000_000], LARGE[1_000_000:]]
        return [LARGE]

    return site


def answered(loop: PatientWorker, conn: TConn, client: socket.socket) -> None:
    """Have a thread answer a request, and the loop take it back."""
    client.sendall(b"GET / HTTP/1.1\r\n\r\n")
    loop._receive(conn, conn.sock)
    done: Future[bool] = Future()
    done.set_result(loop.handle(conn))
    loop.finish_request(conn, done)


def test_no_thread_waits_for_a_client_that_reads_nothing_for_long(
    loop: PatientWorker, large: Any
) -> None:
    loop.wsgi = large
    with ExitStack() as clients:
        conn, client = joined(loop, clients)
        answered(loop, conn, client)
        assert list(loop.leaving) == [conn]
        assert not loop.keepalived_conns
        client.setblocking(False)
        received = b""
        while loop.leaving:
            for key, _ in loop.poller.select(0):
                key.data(key.fileobj)
            with suppress(BlockingIOError):
                while piece := client.recv(65_536):
                    received += piece
        with suppress(BlockingIOError):
            while piece := client.recv(65_536):
                received += piece
        assert received.partition(b"\r\n\r\n")[2] == LARGE
        assert list(loop.keepalived_conns) == [conn]
        answered(loop, *joined(loop, clients))  # and the next one is as good
        loop.on_client_socket_readable(conn, conn.sock)
        answered(loop, conn, client)
        assert len(loop.leaving) == 2


def test_who_reads_nothing_is_let_go_before_they_are_too_many_or_too_long(
    loop: PatientWorker, large: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MOST_LEAVING", 1)
    loop.wsgi = large
    opened = files_open()
    with ExitStack() as clients:
        answered(loop, *joined(loop, clients))
        newer, client = joined(loop, clients)
        answered(loop, newer, client)
        assert list(loop.leaving) == [newer]
        assert loop.nr_conns == 1
        loop.murder_pending()
        assert list(loop.leaving) == [newer]
        loop.leaving[newer][0].moved -= worker.ANSWER_SECONDS + 1
        loop.murder_pending()
        assert (loop.leaving, loop.nr_conns) == ({}, 0)
        answered(loop, *joined(loop, clients))
        (last,) = loop.leaving
    for key, _ in loop.poller.select(0):  # they have gone
        key.data(key.fileobj)
    assert last.sock.fileno() < 0
    assert (loop.leaving, loop.nr_conns) == ({}, 0)
    assert files_open() == opened


LONG = (
    f"POST /accounts/clubs/read/ HTTP/1.1\r\nContent-Length: {LONGEST}\r\n\r\n".encode()
    + bytes(LONGEST)
)
"""As long a request as any address takes."""


@pytest.fixture
def put_back(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many bytes are copied each time that gunicorn reads some of a body."""
    found: list[int] = []
    before = Unreader.unread

    def unread(self: Unreader, data: bytes) -> None:
        found.append(len(data))
        before(self, data)

    monkeypatch.setattr(Unreader, "unread", unread)
    return found


def test_to_read_a_long_body_costs_what_its_length_costs(
    loop: PatientWorker, put_back: list[int]
) -> None:
    read: list[int] = []

    def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        while piece := environ["wsgi.input"].read(65_536):
            read.append(len(piece))
        start_response("200 OK", [("Content-Length", "0")])
        return []

    loop.wsgi = site
    with ExitStack() as clients:
        conn, _client = joined(loop, clients)
        loop._take(conn, LONG)
        assert loop.handle(conn)
    assert sum(read) == LONGEST
    assert sum(put_back) < 8 * LONGEST


def test_what_the_site_has_not_read_of_a_body_is_read_by_nobody(
    loop: PatientWorker, put_back: list[int]
) -> None:
    asked_for: list[str] = []

    def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        asked_for.append(environ["PATH_INFO"])
        start_response("403 Forbidden", [("Content-Length", "0")])
        return []

    loop.wsgi = site
    with ExitStack() as clients:
        conn, _client = joined(loop, clients)
        loop._take(conn, LONG)
        assert loop.handle(conn)
        assert len(put_back) == 1  # what came with the head
        loop.whole[conn] = b"GET /next/ HTTP/1.1\r\n\r\n", "192.0.2.7"
        assert loop.handle(conn)
    assert asked_for == ["/accounts/clubs/read/", "/next/"]


# One request ----------------------------------------------------------------------


def test_a_request_is_whole_with_its_last_byte_however_it_comes() -> None:
    text = b"POST /a HTTP/1.1\r\ncontent-LENGTH: 4\r\n\r\nbody"
    arriving = Arriving()
    for place in range(len(text)):
        assert not arriving.is_whole
        arriving.take(text[place : place + 1])
    assert arriving.is_whole


@pytest.mark.parametrize(
    ("path", "length", "is_taken"),
    [
        ("/a/", MOST_BYTES, True),
        ("/a/", MOST_BYTES + 1, False),
        ("/groene-hart/settings/import/?x=1", 3_000_000, True),
        ("/groene-hart/settings/import/", 3_000_001, False),
        ("/a/b/settings/import/", MOST_BYTES + 1, False),
    ],
)
def test_each_address_takes_so_much(path: str, length: int, is_taken: bool) -> None:
    head = f"POST {path} HTTP/1.1\r\nContent-Length: {length}\r\n\r\n".encode()
    arriving = Arriving()
    if is_taken:
        arriving.take(head)
        return
    with pytest.raises(RefusedError):
        arriving.take(head)


def test_what_comes_too_slowly_is_let_go() -> None:
    arriving = Arriving(began=0)
    assert not arriving.is_late(10)
    assert arriving.is_late(11)
    arriving.take(b"POST /a HTTP/1.1\r\nContent-Length: 4\r\n\r\nb")
    assert not arriving.is_late(60)
    assert arriving.is_late(61)


def test_every_other_server_has_the_site_refuse_long_bodies(
    client: Client, club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for path in ("/accounts/login/", "/nowhere/", "/groene-hart/"):
        sent = client.post(path, {"file": "a" * (MOST_BYTES + 1)})
        assert sent.status_code == 413
    assert list(tmp_path.iterdir()) == []
