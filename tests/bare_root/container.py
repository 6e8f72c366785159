"""The steps of the Containerfile in a bare root, and the container that they make."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import time

from tests.bare_root.containerfile import instructions
from tests.bare_root.root import BareRoot
from tests.storm.server import ROOT

PATIENCE = 120


class Container:
    """What is built, and then runs as its user with nothing writable but its volume."""

    def __init__(self, root: BareRoot) -> None:
        self.root = root
        self.work, self.user, self.volume = "/", "root", ""
        self.start: list[str] = []
        self.health: list[str] = []
        self.variables: dict[str, str] = {}

    def build(self) -> None:
        """Take every step."""
        for step in instructions(ROOT / "Containerfile"):
            match step.name:
                case "FROM":
                    assert step.rest == "debian:12-slim"
                case "RUN":
                    exports = "".join(
                        f"export {name}={shlex.quote(value)}\n"
                        for name, value in self.variables.items()
                    )
                    self.root.run(f"cd {self.work}\n{exports}{step.rest}")
                case "WORKDIR":
                    self.work = step.rest
                    self.root.path(self.work).mkdir(parents=True)
                case "COPY":
                    self.copy(*step.rest.split())
                case "ENV":
                    pairs = (word.split("=", 1) for word in shlex.split(step.rest))
                    self.variables |= dict(pairs)
                case "USER":
                    self.user = step.rest
                case "VOLUME":
                    self.volume = step.rest
                case "CMD":
                    self.start = json.loads(step.rest)
                case "HEALTHCHECK":
                    self.health = json.loads(step.rest.split("CMD ")[1])
                case _:
                    assert step.name in ("EXPOSE", "STOPSIGNAL"), step

    def copy(self, *words: str) -> None:
        """Copy files to a folder or a name, and what is in a folder to a folder."""
        *sources, target = words
        place = self.root.path(target if target[0] == "/" else f"{self.work}/{target}")
        for source in sources:
            if (ROOT / source).is_dir():
                left_out = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / source, place, ignore=left_out)
            else:
                shutil.copy(ROOT / source, place)

    def run(self, port: int, host: str) -> None:
        """Start it read-only, wait until it is healthy, make and put back a backup."""
        folder = self.root.folder
        for words in (
            ("--bind", folder, folder),
            ("--bind", self.root.path(self.volume), self.root.path(self.volume)),
            ("-t", "tmpfs", "tmpfs", folder / "tmp"),
            ("-t", "proc", "proc", folder / "proc"),
            ("-o", "remount,bind,ro", folder),
        ):
            subprocess.run(["mount", *words], check=True)  # noqa: S603, S607
        self.variables |= {
            "BIND": f"127.0.0.1:{port}",
            "ALLOWED_HOSTS": host,
            "BEHIND_PROXY": "true",
            "SECRET_KEY": "of the container " * 4,
        }
        server = subprocess.Popen(self.command(*self.start))  # noqa: S603
        try:
            until = time.monotonic() + PATIENCE
            while subprocess.run(  # noqa: S603
                self.command(*self.health), check=False, stderr=subprocess.DEVNULL
            ).returncode:
                assert server.poll() is None, "The container has ended"
                assert time.monotonic() < until, "The container is not healthy"
                time.sleep(0.5)
            self.ask("touch", "/opt/clubscore/x", fails=True)
            self.ask("touch", f"{self.volume}/x")
            self.ask("clubscore", "demo", "--parties", "1")
            self.ask("clubscore", "backup")
            self.ask("clubscore", "audit")
        finally:
            server.terminate()
            server.wait()

    def ask(self, *words: str, fails: bool = False) -> None:
        """Run a command in the container."""
        answer = subprocess.run(  # noqa: S603
            self.command(*words), check=False, capture_output=True, text=True
        )
        said = answer.stdout + answer.stderr
        assert (answer.returncode != 0) is fails, said

    def command(self, *words: str) -> list[str]:
        """Return what runs a command in the container as its user."""
        said = [f"{name}={value}" for name, value in self.variables.items()]
        path = f"PATH={self.root.environment['PATH']}"
        inside = ["env", "--ignore-environment", path, *said, *words]
        who = f"--userspec={self.user}"  # with the group that it has
        return ["chroot", who, str(self.root.folder), *inside]
