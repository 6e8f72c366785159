"""
gunicorn's worker of threads, none of which waits for a client.

gunicorn's own worker gives a connection to a thread as soon as its first bytes are
there; a few clients that send no more then hold every thread. Here the loop that waits
for all connections at once also collects what they send, and a thread gets a request
when its last byte is there. What is too long is refused by what it announces, and what
comes too slowly is let go. Nothing is written to the disk.

Whoever goes on to ask when its network has taken all that it may hears so from the
loop, before a thread does anything for it.

Nor does a thread wait for a client that reads slowly: what the client does not take at
once of an answer is sent on by the loop.

Threads and not greenlets: SQLite and the hashing of passwords hold up a whole loop, and
every greenlet would open the database anew.
"""

from __future__ import annotations

import os
import selectors
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from io import BufferedReader
from typing import Any
from urllib.parse import unquote

from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

from clubscore.bodies import most_bytes
from clubscore.club.limits import asked_by, flood_of
from clubscore.club.networks import network_told

MOST_HEAD = 32_768
"""Bytes of a request before its body."""
HEAD_SECONDS = 10
"""Until all of that must be there."""
BODY_SECONDS = 60
"""Until all of a request must be there; slower than that no phone is."""
ANSWER_SECONDS = 30
"""For how long a client may take nothing more of its answer."""
MOST_ARRIVING = 500
"""Connections that may be incomplete at once; then the oldest is let go."""
MOST_HELD = 50_000_000
"""
Bytes of them together, with what came of next requests; then the oldest are let go.

As many may wait for threads, and as many for clients that read slowly.
"""
MOST_LEAVING = 100
"""
Connections whose answers may wait for slow clients; then the oldest is let go.

Each may keep a file open, beside its own.
"""
PIECE = 262_144
"""Bytes of a file that the loop sends before it looks at anybody else."""

READ_AT_ONCE = 8192
"""Bytes of a request that gunicorn is given at once."""
MOST_DIGITS = 15
"""Of the length that a request announces."""
REFUSED_SECONDS = 5
"""For how long a client that is refused may go on; else it would not read why."""
THIS_MACHINE = ("127.0.0.1", "::/64", "")
"""The networks of programs beside the site; who comes by a socket of files has none."""

HEAD_END = b"\r\n\r\n"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
REASONS = {
    411: "Length Required",
    413: "Content Too Large",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}


class RefusedError(Exception):
    """A request that is not wanted, whatever else would come of it."""

    def __init__(self, status: int, wait: int = 0) -> None:
        super().__init__(status)
        self.status = status
        self.wait = wait
        """For how many seconds nothing else is answered."""


@dataclass
class Arriving:
    """A request of which not every byte is there."""

    received: bytearray = field(default_factory=bytearray)
    length: int | None = None
    """Of all of it; None until the end of its head is there."""
    waits_to_be_asked: bool = False
    """Whether the client sends its body only when it is told to go on."""
    path: str = ""
    """What is asked for, as far as the head is there."""
    forwarded: str = ""
    """For whom a proxy says that it speaks."""
    is_refused: bool = False
    """Whether the client was told why, and whatever it still sends is dropped."""
    began: float = field(default_factory=time.monotonic)

    def take(self, data: bytes) -> None:
        """Add what has come; raise RefusedError if it is not wanted."""
        self.received += data
        if self.length is None:
            end = self.received.find(HEAD_END)
            if max(end, len(self.received) if end < 0 else 0) > MOST_HEAD:
                raise RefusedError(431)
            if end >= 0:
                self._read_head(end)

    def _read_head(self, end: int) -> None:
        """Note how long the request is; gunicorn itself refuses what makes no sense."""
        first, *lines = bytes(self.received[:end]).split(b"\r\n")
        headers = {
            name.strip().lower(): value.strip()
            for name, _colon, value in (line.partition(b":") for line in lines)
        }
        if b"transfer-encoding" in headers:
            # No browser sends a body without its length, and a program need not.
            raise RefusedError(411)
        announced = headers.get(b"content-length", b"0")
        if len(announced) > MOST_DIGITS:
            raise RefusedError(413)
        length = int(announced) if announced.isdigit() else 0
        path = first.split(b" ")[1] if first.count(b" ") > 1 else b""
        self.path = unquote(path.partition(b"?")[0].decode("latin-1"))
        self.forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
        if length > most_bytes(self.path):
            raise RefusedError(413)
        self.length = end + len(HEAD_END) + length
        self.waits_to_be_asked = (
            not self.is_whole and headers.get(b"expect", b"").lower() == b"100-continue"
        )

    @property
    def is_whole(self) -> bool:
        """Whether every byte is there."""
        return self.length is not None and len(self.received) >= self.length

    def is_late(self, now: float) -> bool:
        """Tell whether it should have been there by now."""
        if self.is_refused:
            return now - self.began > REFUSED_SECONDS
        limit = HEAD_SECONDS if self.length is None else BODY_SECONDS
        return now - self.began > limit


def network_at(conn: TConn, arriving: Arriving) -> str:
    """Return who sends a request, as the site will see it."""
    client = conn.client[0] if isinstance(conn.client, tuple) else ""
    return network_told(client, arriving.forwarded)


def refuse_floods(conn: TConn, arriving: Arriving) -> None:
    """
    Raise RefusedError if a network goes on after all that it may take.

    Whether the site lives its own machine may ask always: what looks after it, and
    begins it anew where it does not, must not take a flood for its end.
    """
    network = network_at(conn, arriving)
    wait = flood_of(network)
    is_check = (
        arriving.path == "/healthz"
        and network in THIS_MACHINE
        and not arriving.forwarded
    )
    if wait is not None and not is_check:
        raise RefusedError(429, wait)


def pieces_of(request: bytes) -> Iterator[bytes]:
    """
    Yield a request in pieces, as a socket would.

    Of what gunicorn is given at once it copies the whole rest for each KB that is read.
    """
    for start in range(0, len(request), READ_AT_ONCE):
        yield request[start : start + READ_AT_ONCE]


class Leaving:
    """
    An answer: a client's socket, as the thread that answers sees it.

    What the client does not take at once is kept: bytes, and after them what is left of
    a file. Whatever else the thread asks is asked of the socket itself.
    """

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.unsent = bytearray()
        self.file: int | None = None
        """Opened for this answer alone."""
        self.offset = self.end = 0
        """What of the file is left."""
        self.moved = time.monotonic()
        """When the client last took something."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.sock, name)

    def sendall(self, data: bytes) -> None:
        """Send what the client takes at once, and keep the rest."""
        self._read_file()
        if not self.unsent:
            data = data[self._sent(data) :]
        self.unsent += data

    def sendfile(
        self, file: BufferedReader, offset: int = 0, count: int | None = None
    ) -> int:
        """Send what the client takes at once of a file, and keep the rest."""
        size = os.fstat(file.fileno()).st_size - offset
        count = size if count is None else min(count, size)
        self._read_file()
        self.file = os.dup(file.fileno())
        self.offset, self.end = offset, offset + count
        self.go_on()
        return count

    @property
    def is_gone(self) -> bool:
        """Whether the client has taken all of it."""
        return not self.unsent and self.file is None

    def go_on(self) -> None:
        """Send what the client takes of the rest; raise OSError if it is not there."""
        if self.unsent:
            del self.unsent[: self._sent(self.unsent)]
        if not self.unsent and self.file is not None:
            with suppress(BlockingIOError):
                self._send_file(self.file)
            if self.offset >= self.end:
                self.drop()

    def drop(self) -> None:
        """Keep nothing any more."""
        self.unsent.clear()
        if self.file is not None:
            os.close(self.file)
            self.file = None

    def _sent(self, data: bytes | bytearray) -> int:
        """Send without waiting; return how many bytes were taken."""
        with suppress(BlockingIOError):
            many = self.sock.send(data, socket.MSG_DONTWAIT)
            self.moved = time.monotonic()
            return many
        return 0

    def _send_file(self, file: int) -> None:
        self.sock.setblocking(False)
        until = min(self.end, self.offset + PIECE)
        while self.offset < until:
            many = os.sendfile(
                self.sock.fileno(), file, self.offset, until - self.offset
            )
            if not many:
                raise OSError("The file is shorter than it was.")
            self.offset += many
            self.moved = time.monotonic()

    def _read_file(self) -> None:
        """Keep the rest of a file as bytes, since something is to come after it."""
        if self.file is not None:
            self.unsent += os.pread(self.file, self.end - self.offset, self.offset)
            os.close(self.file)
            self.file = None


class PatientWorker(ThreadWorker):  # type: ignore[misc]
    """Threads that get whole requests; see the module."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.arriving: dict[TConn, Arriving] = {}
        """The oldest first."""
        self.rest: dict[TConn, bytes] = {}
        """What a connection sent beyond the request that is answered."""
        self.whole: dict[TConn, tuple[bytes, str]] = {}
        """What the threads are to read, until one does, and which network sent it."""
        self.held = 0
        """Bytes of all that is arriving, and of the rest."""
        self.answers: dict[TConn, Leaving] = {}
        """What the threads have answered, until the loop looks at it."""
        self.leaving: dict[TConn, tuple[Leaving, Future[Any]]] = {}
        """Answers that wait for their clients, the oldest first."""

    # The loop -------------------------------------------------------------------------

    def enqueue_req(self, conn: TConn) -> None:
        """Wait until a request of a connection is there."""
        conn.sock.setblocking(False)
        self.arriving[conn] = Arriving()
        self.poller.register(
            conn.sock, selectors.EVENT_READ, partial(self._receive, conn)
        )
        rest = self._rest_of(conn)
        if rest:
            self._take(conn, rest)
        if conn in self.arriving:
            self._receive(conn, conn.sock)
        self._let_go_of_oldest()

    def accept(self, listener: socket.socket) -> None:
        """Accept a client; where there is hardly room, who is idle goes first."""
        super().accept(listener)
        while self.keepalived_conns and self.nr_conns > self._most_connections:
            idle = self.keepalived_conns.popleft()
            self.poller.unregister(idle.sock)
            self.nr_conns -= 1
            idle.close()

    @property
    def _most_connections(self) -> int:
        """
        How many there may be before idle ones are let go.

        Beyond gunicorn's own number nobody at all is accepted.
        """
        return int(self.cfg.worker_connections) - int(self.cfg.threads)

    def _receive(self, conn: TConn, sock: socket.socket) -> None:
        """Take what a connection has sent."""
        if conn not in self.arriving:
            return  # it was let go after the poller had told of it
        try:
            data = sock.recv(65_536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._take(conn, data)
        else:
            self._let_go(conn)
        self._let_go_of_oldest()

    def _take(self, conn: TConn, data: bytes) -> None:
        arriving = self.arriving[conn]
        if arriving.is_refused:
            return
        self.held += len(data)
        try:
            arriving.take(data)
            if arriving.is_whole:
                refuse_floods(conn, arriving)
        except RefusedError as refused:
            self._refuse(conn, refused.status, refused.wait)
            return
        if arriving.is_whole and self._held_for_threads() > MOST_HELD:
            self._refuse(conn, 503)
        elif arriving.is_whole:
            self._forget(conn)
            request = bytes(arriving.received[: arriving.length])
            self.whole[conn] = request, network_at(conn, arriving)
            self.rest[conn] = bytes(arriving.received[arriving.length :])
            self.held += len(self.rest[conn])
            conn.data_ready = True
            super().enqueue_req(conn)
        elif arriving.waits_to_be_asked:
            arriving.waits_to_be_asked = False
            self._send(conn, CONTINUE)

    def _forget(self, conn: TConn) -> None:
        """Wait for nothing more of a connection."""
        self.held -= len(self.arriving.pop(conn).received)
        self.poller.unregister(conn.sock)

    def _rest_of(self, conn: TConn) -> bytes:
        """Return what a connection has sent of its next request; it is held no more."""
        rest = self.rest.pop(conn, b"")
        self.held -= len(rest)
        return rest

    def _let_go(self, conn: TConn) -> None:
        """Close a connection."""
        self._forget(conn)
        self.nr_conns -= 1
        conn.close()

    def _refuse(self, conn: TConn, status: int, wait: int = 0) -> None:
        """Tell a client why it is refused, and drop what it still sends."""
        self.held -= len(self.arriving[conn].received)
        self.arriving[conn] = Arriving(is_refused=True)
        why = REASONS[status]
        until = f"Retry-After: {wait}\r\n" if wait else ""
        self._send(
            conn,
            f"HTTP/1.1 {status} {why}\r\nConnection: close\r\n{until}"
            f"Content-Type: text/plain\r\nContent-Length: {len(why)}\r\n\r\n"
            f"{why}".encode(),
        )
        with suppress(OSError):
            conn.sock.shutdown(socket.SHUT_WR)

    def _send(self, conn: TConn, data: bytes) -> None:
        """Send a few bytes without waiting; whoever cannot take them has gone."""
        with suppress(OSError):
            conn.sock.send(data)

    def _let_go_of_oldest(self) -> None:
        """Make room where too many are incomplete, or hold too much together."""
        while len(self.arriving) > MOST_ARRIVING or (
            self.arriving and self.held > MOST_HELD
        ):
            self._let_go(next(iter(self.arriving)))

    def _held_for_threads(self) -> int:
        """Return how many bytes wait for a thread."""
        return sum(len(request) for request, _network in list(self.whole.values()))

    def murder_pending(self) -> None:
        """Let go of what comes too slowly; gunicorn asks this every second."""
        super().murder_pending()
        now = time.monotonic()
        for conn in [one for one, what in self.arriving.items() if what.is_late(now)]:
            self._let_go(conn)
        for conn, (answer, _future) in list(self.leaving.items()):
            if now - answer.moved > ANSWER_SECONDS:
                self._break_off(conn)

    def on_client_socket_readable(self, conn: TConn, client: socket.socket) -> None:
        """Wait for the next request of a client that was idle."""
        if conn in self.keepalived_conns:  # not let go since the poller told of it
            super().on_client_socket_readable(conn, client)

    def finish_request(self, conn: TConn, future: Future[Any]) -> None:
        """Send on what the client has not taken of its answer, if there is anything."""
        answer = self.answers.pop(conn, None)
        if answer is None or answer.is_gone:
            self._finish(conn, future)
            return
        if conn.sock.fileno() < 0:  # the answer failed half way
            answer.drop()
            self._finish(conn, future)
            return
        conn.sock.setblocking(False)
        self.leaving[conn] = (answer, future)
        self.poller.register(
            conn.sock, selectors.EVENT_WRITE, partial(self._send_on, conn)
        )
        while len(self.leaving) > MOST_LEAVING or (
            len(self.leaving) > 1 and self._held_for_clients() > MOST_HELD
        ):
            self._break_off(next(iter(self.leaving)))

    def _send_on(self, conn: TConn, _sock: socket.socket) -> None:
        """Send what a client takes of its answer, and do what follows on its end."""
        if conn not in self.leaving:
            return  # it was let go after the poller had told of it
        answer, future = self.leaving[conn]
        try:
            answer.go_on()
        except OSError:
            self._break_off(conn)
            return
        if answer.is_gone:
            del self.leaving[conn]
            self.poller.unregister(conn.sock)
            self._finish(conn, future)

    def _break_off(self, conn: TConn) -> None:
        """Close a connection that takes its answer too slowly, or not at all."""
        answer, _future = self.leaving.pop(conn)
        answer.drop()
        self.poller.unregister(conn.sock)
        self._rest_of(conn)
        self.nr_conns -= 1
        conn.close()

    def _held_for_clients(self) -> int:
        """Return how many bytes wait for clients that read slowly."""
        return sum(len(answer.unsent) for answer, _future in self.leaving.values())

    def _finish(self, conn: TConn, future: Future[Any]) -> None:
        """Answer what has come already of the next request."""
        super().finish_request(conn, future)
        if self.rest.get(conn) and conn in self.keepalived_conns:
            self.on_client_socket_readable(conn, conn.sock)
        else:
            self._rest_of(conn)

    # A thread -------------------------------------------------------------------------

    def handle(self, conn: TConn) -> Any:
        """
        Answer a request of which everything is there, waiting for nobody.

        Its network is charged for what gunicorn does too: for a request that makes no
        sense the site is not asked at all.
        """
        request, network = self.whole.pop(conn)
        conn.init()
        conn.parser.unreader = IterUnreader(pieces_of(request))
        sock, conn.sock = conn.sock, Leaving(conn.sock)
        try:
            with asked_by(network):
                return super().handle(conn)
        finally:
            self.answers[conn], conn.sock = conn.sock, sock

    def handle_request(self, req: Request, conn: TConn) -> Any:
        """Answer a request; what the site does not read of its body nobody reads."""
        is_kept = super().handle_request(req, conn)
        # Else gunicorn would read on to its end, which is charged to nobody.
        conn.parser.mesg = None
        return is_kept
