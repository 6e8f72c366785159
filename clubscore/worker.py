"""
gunicorn's threads, none of which waits for a client.

gunicorn's own worker gives a connection to a thread as soon as its first bytes are
there; a few clients that send no more then hold every thread. Here the loop that waits
for all connections at once also collects what they send, and a thread gets a request
when its last byte is there. What is too long is refused by what it announces, and what
comes too slowly is let go. Nothing is written to the disk.

Threads and not greenlets: SQLite and the hashing of passwords hold up a whole loop, and
every greenlet would open the database anew.
"""

from __future__ import annotations

import selectors
import socket
import struct
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import unquote

from gunicorn.workers.gthread import TConn, ThreadWorker

from clubscore.bodies import most_bytes

MOST_HEAD = 32_768
"""Bytes of a request before its body."""
HEAD_SECONDS = 10
"""Until all of that must be there."""
BODY_SECONDS = 60
"""Until all of a request must be there; slower than that no phone is."""
ANSWER_SECONDS = 30
"""For how long a thread waits for a client that takes no more of its answer."""
MOST_ARRIVING = 500
"""Connections that may be incomplete at once; then the oldest is let go."""
MOST_HELD = 50_000_000
"""
Bytes of them together, with what came of next requests; then the oldest are let go.

As many may wait for threads.
"""

MOST_DIGITS = 15
"""Of the length that a request announces."""
REFUSED_SECONDS = 5
"""For how long a client that is refused may go on; else it would not read why."""

HEAD_END = b"\r\n\r\n"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
REASONS = {
    411: "Length Required",
    413: "Content Too Large",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}


class RefusedError(Exception):
    """A request that is not wanted, whatever else would come of it."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass
class Arriving:
    """A request of which not every byte is there."""

    received: bytearray = field(default_factory=bytearray)
    length: int | None = None
    """Of all of it; None until the end of its head is there."""
    waits_to_be_asked: bool = False
    """Whether the client sends its body only when it is told to go on."""
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
        if length > most_bytes(unquote(path.partition(b"?")[0].decode("latin-1"))):
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


class PatientWorker(ThreadWorker):  # type: ignore[misc]
    """Threads that get whole requests; see the module."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.arriving: dict[TConn, Arriving] = {}
        """The oldest first."""
        self.rest: dict[TConn, bytes] = {}
        """What a connection sent beyond the request that is answered."""
        self.whole: dict[TConn, bytes] = {}
        """What the threads are to read, until one does."""
        self.held = 0
        """Bytes of all that is arriving, and of the rest."""

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
        except RefusedError as refused:
            self._refuse(conn, refused.status)
            return
        if arriving.is_whole and self._held_for_threads() > MOST_HELD:
            self._refuse(conn, 503)
        elif arriving.is_whole:
            self._forget(conn)
            self.whole[conn] = bytes(arriving.received[: arriving.length])
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

    def _refuse(self, conn: TConn, status: int) -> None:
        """Tell a client why it is refused, and drop what it still sends."""
        self.held -= len(self.arriving[conn].received)
        self.arriving[conn] = Arriving(is_refused=True)
        why = REASONS[status]
        self._send(
            conn,
            f"HTTP/1.1 {status} {why}\r\nConnection: close\r\n"
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
        return sum(map(len, list(self.whole.values())))

    def murder_pending(self) -> None:
        """Let go of what comes too slowly; gunicorn asks this every second."""
        super().murder_pending()
        now = time.monotonic()
        for conn in [one for one, what in self.arriving.items() if what.is_late(now)]:
            self._let_go(conn)

    def on_client_socket_readable(self, conn: TConn, client: socket.socket) -> None:
        """Wait for the next request of a client that was idle."""
        if conn in self.keepalived_conns:  # not let go since the poller told of it
            super().on_client_socket_readable(conn, client)

    def finish_request(self, conn: TConn, future: Any) -> None:
        """Answer what has come already of the next request."""
        super().finish_request(conn, future)
        if self.rest.get(conn) and conn in self.keepalived_conns:
            self.on_client_socket_readable(conn, conn.sock)
        else:
            self._rest_of(conn)

    # A thread -------------------------------------------------------------------------

    def handle(self, conn: TConn) -> Any:
        """Answer a request of which everything is there."""
        conn.sock.setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", ANSWER_SECONDS, 0)
        )
        request = self.whole.pop(conn)
        conn.init()
        conn.parser.unreader.unread(request)
        return super().handle(conn)
