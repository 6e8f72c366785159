"""A bare Debian in a folder; nothing that is begun there outlives this process."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

from tests.storm.server import ROOT

SUITE = "bookworm"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class BareRoot:
    """The folder; this process must be root in a mount namespace of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            "PATH": PATH,
            "HOME": "/root",
            "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": "/wheels",
        }

    def fill(self) -> None:
        """Make it, and fetch meanwhile what pip is to find: it knows no way out."""
        wheels = self.folder.parent / "wheels"
        fetching = subprocess.Popen(  # noqa: S603 (our own words)
            [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--dest"),
                *(str(wheels), "--disable-pip-version-check", "--require-hashes"),
                *("--only-binary", ":all:", "--python-version", "3.11"),
                *("--requirement", str(ROOT / "requirements-postgres.txt")),
            ]
        )
        try:
            subprocess.run(  # noqa: S603
                ["mmdebstrap", "--quiet", "--variant=minbase", SUITE, self.folder],  # noqa: S607
                check=True,
            )
        finally:
            status = fetching.wait()
        if status:
            raise RuntimeError("pip cannot fetch the requirements")
        wheels.rename(self.folder / "wheels")
        for kind, place in (("proc", "proc"), ("devpts", "dev/pts")):
            target = self.folder / place
            target.mkdir(exist_ok=True)
            subprocess.run(["mount", "-t", kind, kind, target], check=True)  # noqa: S603, S607
        shutil.copy("/etc/resolv.conf", self.folder / "etc" / "resolv.conf")
        (self.folder / "run" / "systemd" / "system").mkdir(parents=True)
        stand_in = self.folder / "usr" / "local" / "sbin" / "systemctl"
        shutil.copy(ROOT / "tests" / "updates" / "systemctl.py", stand_in)
        stand_in.chmod(0o755)

    def path(self, inside: str) -> Path:
        """Return where a path of the root is from outside."""
        return self.folder / inside.lstrip("/")

    def command(self, script: str) -> list[str]:
        """Return the command that runs a script in the root."""
        said = [f"{name}={value}" for name, value in self.environment.items()]
        inside = ["env", "--ignore-environment", *said, "bash", "-euo", "pipefail"]
        return ["chroot", str(self.folder), *inside, "-c", script]

    def run(self, script: str) -> str:
        """Run a script; return what it says on standard output."""
        answer = subprocess.run(  # noqa: S603
            self.command(script), check=False, stdout=subprocess.PIPE, text=True
        )
        if answer.returncode:
            log = self.path("/run/stand-in/log")
            more = log.read_text()[-3000:] if log.exists() else ""
            raise RuntimeError(f"This failed:\n{script}\n{answer.stdout}\n{more}")
        return answer.stdout

    def run_answering(self, script: str, answer: str) -> None:
        """Run a script at a terminal and answer whatever it asks for."""
        process, terminal = pty.fork()
        if process == 0:
            command = self.command(script)
            os.execvp(command[0], command)  # noqa: S606
        said = b""
        try:
            while data := os.read(terminal, 1000):
                said += data
                if data.rstrip().endswith(b":"):
                    os.write(terminal, f"{answer}\n".encode())
        except OSError:
            pass  # the terminal is closed
        _, status = os.waitpid(process, 0)
        if status:
            raise RuntimeError(f"This failed:\n{script}\n{said.decode()}")
