"""``make bare-root``: follow docs/hosting.md in a bare Debian, and look closely."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubscore.version import VERSION
from tests.bare_root.container import Container
from tests.bare_root.document import Block, blocks
from tests.bare_root.root import BareRoot
from tests.stalled import STALLED
from tests.storm.server import HOST, ROOT
from tests.updates.installed import Source, version_named

DOMAIN = "clubscore.example"
PASSWORD = "tiles and winds, and a wall"
MANY = 200
READING_NOTHING = 15
"""
Seconds until clients that read nothing have come to a stand.

Before that the proxy works for them: it sends what the kernel takes, in small pieces.
"""
READER = "reader"
OURS = "CLUBSCORE_BARE_ROOT"


def main() -> int:
    """Follow the document; return the exit status."""
    if os.environ.get(OURS) != "1":
        return in_a_namespace()
    began = time.monotonic()
    # The system's folder for what is large: /tmp may not allow programs.
    with tempfile.TemporaryDirectory(prefix="clubscore-root-", dir="/var/tmp") as name:
        try:
            Following(Path(name)).follow()
        finally:
            subprocess.run(  # noqa: S603
                ["umount", "--recursive", "--lazy", f"{name}/root"],  # noqa: S607
                check=False,
                stderr=subprocess.DEVNULL,
            )
            for place in ("dev/pts", "proc"):
                subprocess.run(  # noqa: S603
                    ["umount", "--lazy", Path(name, "root", place)],  # noqa: S607
                    check=False,
                    stderr=subprocess.DEVNULL,
                )
    say(f"docs/hosting.md holds, in {time.monotonic() - began:.0f} s")
    return 0


def in_a_namespace() -> int:
    """Run this anew where all it begins ends with it; say so where that cannot be."""
    missing = [
        tool for tool in ("mmdebstrap", "unshare", "chroot") if not shutil.which(tool)
    ]
    if os.getuid() != 0 or missing:
        what = f"{missing[0]} is missing" if missing else "only root can make one"
        say(f"Not run: a bare Debian root is needed, and {what}.")
        return int(os.environ.get("REQUIRE_BARE_ROOT") == "1")
    alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    return subprocess.run(  # noqa: S603 (our own words)
        [*alone, sys.executable, "-m", "tests.bare_root"],
        cwd=ROOT,
        env=os.environ | {OURS: "1"},
        check=False,
    ).returncode


def say(sentence: str) -> None:
    """Print a line now."""
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        return int(free.getsockname()[1])


@dataclass
class Partie:
    """A partie that is played."""

    path: str
    """Where its games are recorded."""
    can: dict[str, str]
    """The headers of the program that records."""
    games: int = 0
    """How many there are."""


class Following:
    """Somebody who does what the document says, and looks closely."""

    def __init__(self, folder: Path) -> None:
        self.port, self.proxy_port = free_port(), free_port()
        self.root = BareRoot(folder / "root")
        self.source = Source(folder / "source")
        self.exports = ""

    def follow(self) -> None:
        """Do all of it."""
        self.change_ports()
        say("Making a bare Debian")
        self.root.fill()
        shutil.copytree(self.source.folder, self.root.path("/srv/source"))
        self.source.folder = self.root.path("/srv/source")
        first, install, account, backup, restore, update = self.document()
        self.exports = first.commands.replace(
            "https://clubscore.example/clubscore.git", "/srv/source"
        )
        assert "/srv/source" in self.exports
        self.do(install)
        self.do(account)
        assert self.ready() == VERSION
        self.look_at_the_installation()
        self.run_again(install)
        games = self.record()
        self.do(backup)
        assert self.record() > games
        self.do(restore)
        assert self.audited() == games
        self.let_the_night_pass()
        self.source.publish(1)
        self.do(update)
        assert self.ready() == version_named(1)
        assert self.audited() == games
        self.stall_the_site()
        self.root.run("systemctl stop clubscore")
        say("The steps of the Containerfile")
        self.root.run("userdel clubscore")
        container = Container(self.root)
        container.build()
        container.run(self.port, DOMAIN)
        say("The container serves, and keeps a backup")

    def change_ports(self) -> None:
        """Take ports that nobody uses on this machine, whose network it shares."""
        for name in ("gunicorn.conf.py", "docs/hosting/Caddyfile"):
            file = self.source.folder / name
            text = file.read_text()
            assert "127.0.0.1:8000" in text
            file.write_text(text.replace("127.0.0.1:8000", f"{HOST}:{self.port}"))
        self.source.git("commit", "--quiet", "--all", "--message", "Other ports")
        self.source.git("tag", "--force", VERSION)

    def document(self) -> list[Block]:
        """Return the commands of the document."""
        found = blocks(ROOT / "docs" / "hosting.md")
        headings = [block.heading for block in found]
        assert headings == [*["On Debian"] * 3, "Backups", "Backups", "Update"]
        return found

    def do(self, block: Block) -> None:
        """Run some commands of the document."""
        say(block.commands.rstrip())
        began = time.monotonic()
        if block.asks:
            self.root.run_answering(self.exports + block.commands, PASSWORD)
        else:
            self.root.run(self.exports + block.commands)
        say(f"    ({time.monotonic() - began:.0f} s)")

    def asked(
        self, path: str, body: Any = None, by: int = 0, /, **headers: str
    ) -> tuple[int, dict[str, Any]]:
        """Ask the site as the proxy does, or *by* the proxy at its port."""
        client = http.client.HTTPConnection(HOST, by or self.port, timeout=60)
        told = {"Host": DOMAIN, "X-Forwarded-Proto": "https"}
        told |= {"X-Forwarded-For": "192.0.2.7"}
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(client):
            method = "GET" if body is None else "POST"
            client.request(method, path, json.dumps(body), told | said)
            response = client.getresponse()
            return response.status, json.loads(response.read())

    def ready(self) -> str:
        """Return which version is ready."""
        status, answer = self.asked("/readyz")
        assert status == http.HTTPStatus.OK, answer
        return str(answer["version"])

    def look_at_the_installation(self) -> None:
        """Hold what is there against what the document says."""
        kept = self.root.path("/etc/clubscore/clubscore.env")
        assert stat.S_IMODE(kept.stat().st_mode) == 0o640
        assert kept.stat().st_uid == 0
        assert DOMAIN in self.root.path("/etc/caddy/Caddyfile").read_text()
        data = self.root.path("/var/lib/clubscore").stat()
        assert stat.S_IMODE(data.st_mode) == 0o750
        assert data.st_uid != 0
        process = self.root.path("/run/stand-in/clubscore.service").read_text()
        assert Path(f"/proc/{process}").stat().st_uid == data.st_uid
        units = ["clubscore.service"]
        for name in ("backup", "recover", "mail"):
            units += [f"clubscore-{name}.service", f"clubscore-{name}.timer"]
        if shutil.which("systemd-analyze"):
            answer = subprocess.run(  # noqa: S603
                [
                    *("systemd-analyze", "verify", "--man=no"),
                    *("--recursive-errors=no", f"--root={self.root.folder}"),
                    *(f"/etc/systemd/system/{unit}" for unit in units),
                ],
                capture_output=True,
                check=False,
                text=True,
            )
            assert answer.returncode == 0, answer.stderr
            assert not answer.stderr, answer.stderr

    def run_again(self, install: Block) -> None:
        """Install once more: no setting changes, and nothing is lost."""
        kept = self.root.path("/etc/clubscore/clubscore.env")
        before = kept.read_text()
        (again,) = [
            line for line in install.commands.splitlines() if "make" in line[:5]
        ]
        self.root.run(self.exports + again)
        assert kept.read_text() == before
        self.ready()

    def let_the_night_pass(self) -> None:
        """Do what the timer does: a backup, and what is old is forgotten."""
        kept = self.root.path("/var/lib/clubscore/backups")
        before = set(kept.glob("*.tar.gz"))
        began = len(self.root.path("/run/stand-in/log").read_text())
        self.root.run("systemctl start clubscore-backup.service")
        assert set(kept.glob("*.tar.gz")) - before
        log = self.root.path("/run/stand-in/log").read_text()[began:]
        assert "addresses in the journal: 0" in log, log
        say("A night passes: a backup is made, and what is old is forgotten")

    def record(self) -> int:
        """Record a game; return how many games there are now."""
        self.game_recorded(self.partie_begun())
        return self.audited()

    def partie_begun(self) -> Partie:
        """Start a partie of the demo club, for a program that may record there."""
        self.root.run("clubscore demo --parties 1 --if-missing")
        token = self.root.run("clubscore token demo Board --role scorekeeper").strip()
        can = {"Authorization": f"Bearer {token.split()[-1]}"}
        status, club = self.asked("/api/v1/clubs/demo/", **can)
        assert status == http.HTTPStatus.OK, club
        players = [player["name"] for player in club["players"]][:4]
        status, partie = self.asked(
            "/api/v1/clubs/demo/parties/",
            {"players": players, "ruleset": "nts"},
            Idempotency_Key=str(time.monotonic_ns()),
            **can,
        )
        assert status == http.HTTPStatus.CREATED, partie
        return Partie(f"/api/v1/parties/{partie['id']}/games/", can)

    def game_recorded(self, partie: Partie, by: int = 0) -> None:
        """Record one more game of a partie, by the proxy if its port is given."""
        status, game = self.asked(
            partie.path,
            {"outcome": {"kind": "draw"}},
            by,
            Idempotency_Key=str(time.monotonic_ns()),
            If_Match=f'"{partie.games}"',
            **partie.can,
        )
        assert status == http.HTTPStatus.CREATED, game
        partie.games += 1

    def audited(self) -> int:
        """Audit; return how many games there are."""
        last = self.root.run("clubscore audit").splitlines()[-1]
        assert last.endswith(": no differences"), last
        return int(last.split(", ")[1].split()[0])

    def stall_the_site(self) -> None:
        """Have many clients send a little and wait, or read nothing, at each door."""
        text = self.root.path("/etc/caddy/Caddyfile").read_text()
        # No certificate can be had for this name; all else is as people use it.
        here = f"http://:{self.proxy_port}"
        for old, new in (
            (f"\n{{$DOMAIN:{DOMAIN}}} {{", f"\n{here} {{"),
            ("{\n\tservers", "{\n\tadmin off\n\tservers"),
            (
                "\t\theader_up -Path_info",
                "\t\theader_up -Path_info\n\t\theader_up X-Forwarded-Proto https",
            ),
        ):
            assert old in text, old
            text = text.replace(old, new, 1)
        self.root.path("/tmp/Caddyfile").write_text(text)  # noqa: S108
        caddy = "exec caddy run --config /tmp/Caddyfile --adapter caddyfile"
        proxy = subprocess.Popen(  # noqa: S603
            self.root.command(caddy), stderr=subprocess.DEVNULL
        )
        try:
            self.wait_for_the_proxy()
            partie = self.partie_begun()
            for kind, data in {**STALLED, READER: self.largest_asked_for()}.items():
                for way, port in (("the proxy", self.proxy_port), ("", self.port)):
                    self.stall(kind, data, partie, way, port)
        finally:
            proxy.terminate()
            proxy.wait()

    def wait_for_the_proxy(self) -> None:
        """Wait until the proxy passes something on."""
        until = time.monotonic() + 30
        while True:
            with suppress(OSError):
                if self.alive(self.proxy_port):
                    return
            assert time.monotonic() < until, "The proxy does not answer"
            time.sleep(0.1)

    def alive(self, port: int) -> bool:
        """Ask at a port for /healthz; return whether it says that all is well."""
        client = http.client.HTTPConnection(HOST, port, timeout=10)
        with closing(client):
            client.request("GET", "/healthz", headers={"Host": DOMAIN})
            return client.getresponse().status == http.HTTPStatus.OK

    def largest_asked_for(self) -> bytes:
        """Return a request for the largest file that is served to everybody."""
        served = self.root.path("/srv/clubscore/current").resolve() / "var" / "static"
        files = [one for one in served.resolve().rglob("*") if one.is_file()]
        largest = max(files, key=lambda one: one.stat().st_size)
        path = largest.relative_to(served.resolve())
        return (
            f"GET /static/{path} HTTP/1.1\r\nHost: {DOMAIN}\r\n"
            "X-Forwarded-Proto: https\r\n\r\n"
        ).encode()

    def stall(
        self, kind: str, data: bytes, partie: Partie, way: str, port: int
    ) -> None:
        """Stall so many connections; record beside them, and ask how the site is."""
        before = self.stored()
        with ExitStack() as stalled:
            for _ in range(MANY):
                client = stalled.enter_context(socket.socket())
                # Who reads nothing takes little at once.
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.connect((HOST, port))
                client.sendall(data)
            if kind == READER:
                time.sleep(READING_NOTHING)
            began = time.monotonic()
            assert self.alive(port)
            healthy = time.monotonic() - began
            began = time.monotonic()
            self.game_recorded(partie, port)
            recorded = time.monotonic() - began
            assert self.alive(port)
            grown = self.stored() - before
        say(
            f"{MANY} connections stall ({kind}{', by ' if way else ''}{way}):"
            f" /healthz in {healthy * 1000:.0f} ms,"
            f" a game recorded in {recorded * 1000:.0f} ms, {grown} bytes stored"
        )
        assert max(healthy, recorded) < 1
        assert grown <= 0

    def stored(self) -> int:
        """Return how many bytes lie where programs put what they keep for a while."""
        found = 0
        for place in ("/tmp", "/var/tmp"):  # noqa: S108
            for file in self.root.path(place).rglob("*"):
                if file.is_file():
                    found += file.stat().st_size
        for opened in Path("/proc").glob("[0-9]*/fd/*"):
            with suppress(OSError):
                file_stat = opened.stat()
                if stat.S_ISREG(file_stat.st_mode) and not file_stat.st_nlink:
                    found += file_stat.st_size
        return found


if __name__ == "__main__":
    sys.exit(main())
