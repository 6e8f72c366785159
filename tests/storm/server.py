"""The server of the storm: a process group that is started and killed as a whole."""

from __future__ import annotations

import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
PATIENCE = 60
"""Seconds in which a server that starts must answer."""


class Server:
    """gunicorn as an installation runs it, on a port of its own."""

    def __init__(self, folder: Path, database: str) -> None:
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port: int = free.getsockname()[1]
        self.log = folder / "server.log"
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "clubscore.settings",
            "DATABASE_URL": database,
            "SECRET_KEY": secrets.token_urlsafe(50),
            "ALLOWED_HOSTS": HOST,
            "HTTPS": "false",
            "DEBUG": "false",
            "NETWORK_PERCENT": "0",  # everybody comes from this machine
        }
        self.is_up = threading.Event()
        """Whether it answers; nobody is told that it dies."""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [
            *(sys.executable, "-m", "gunicorn", "clubscore.wsgi:application"),
            *("--bind", f"{HOST}:{self.port}", "--log-level", "error"),
        ]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 (our own words)
                command,
                cwd=ROOT,  # where gunicorn.conf.py is
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError(
                    f"The server does not start:\n{self.log.read_text()}"
                )
            time.sleep(0.02)
        self.is_up.set()

    def _answers(self) -> bool:
        try:
            with closing(
                http.client.HTTPConnection(HOST, self.port, timeout=5)
            ) as connection:
                connection.request("GET", "/healthz")
                return connection.getresponse().status == 200
        except OSError:
            return False

    def processes(self) -> list[int]:
        """Return the ids of its processes, those that answer among them."""
        assert self._process is not None
        first = self._process.pid
        told = Path(f"/proc/{first}/task/{first}/children").read_text()
        return [first, *map(int, told.split())]

    def kill(self) -> None:
        """Kill every process of it at once, whatever it is doing."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self.is_up.clear()
            self._process.wait()
            self._process = None
