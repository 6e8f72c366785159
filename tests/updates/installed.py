"""An installation in a folder of its own, and a source with version after version."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

from clubscore.version import VERSION
from tests.storm.server import HOST, PATIENCE, ROOT

MIGRATION = '''"""Something that stops half way if it is killed."""

import time

from django.db import migrations


def slowly(apps, schema):
    time.sleep(0.2)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("club", "{before}")]
    operations = [
        migrations.RunSQL("CREATE TABLE update_{number} (club bigint)"),
        migrations.RunPython(slowly),
        migrations.RunSQL("INSERT INTO update_{number} SELECT id FROM club_club"),
        migrations.RunPython(slowly),
        migrations.RunSQL("UPDATE club_club SET name = 'Storm {number}'"),
    ]
'''


def version_named(number: int) -> str:
    """Return what a version is called that comes so many after today's."""
    return f"{VERSION}.{number}" if number else VERSION


class Source:
    """A repository with this tree as its first version."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        for name in subprocess.run(  # noqa: S603 (our own words)
            listed, cwd=ROOT, capture_output=True, check=True, text=True
        ).stdout.split("\0"):
            if name and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)
        migrations = folder / "clubscore" / "club" / "migrations"
        self.last = max(migrations.glob("0*.py")).stem
        self.publish(0)

    def git(self, *words: str) -> None:
        """Run git in the repository."""
        who = ("-c", "user.name=Storm", "-c", "user.email=storm@clubscore.example")
        subprocess.run(["git", *who, *words], cwd=self.folder, check=True)  # noqa: S603, S607

    def publish(self, number: int) -> str:
        """Make the next version; return its name."""
        version = version_named(number)
        if number:
            (self.folder / "clubscore" / "version.py").write_text(
                f'"""Which version this is."""\n\nVERSION = "{version}"\n'
            )
            name = f"{9000 + number}_update"
            place = self.folder / "clubscore" / "club" / "migrations" / f"{name}.py"
            place.write_text(MIGRATION.format(before=self.last, number=number))
            self.last = name
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", version)
        self.git("tag", version)
        return version


class Installation:
    """What `make install` makes, below a folder; a server to the storm's clients."""

    def __init__(self, folder: Path, database: str, source: Source) -> None:
        self.prefix, self.source = folder / "root", source
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port: int = free.getsockname()[1]
        self.is_up = threading.Event()
        programs = self.prefix / "bin"
        programs.mkdir(parents=True)
        stand_in = programs / "systemctl"
        code = (ROOT / "tests" / "updates" / "systemctl.py").read_text()
        stand_in.write_text(f"#!{sys.executable}\n{code}")
        stand_in.chmod(0o755)
        etc = self.prefix / "etc" / "clubscore"
        etc.mkdir(parents=True)
        (etc / "clubscore.env").write_text(
            "SECRET_KEY=for-the-storm\nHTTPS=false\n"
            f"NETWORK_PERCENT=0\nALLOWED_HOSTS={HOST}\nBIND={HOST}:{self.port}\nWEB_CONCURRENCY=1\n"
            f"DATABASE_URL={database}\nUPDATES_FROM={source.folder}\n"
            f"BACKUP_DIR={self.prefix}/var/lib/clubscore/backups\n"
            "BACKUP_DAYS=1\nBACKUP_WEEKS=0\nBACKUP_MONTHS=0\n"
        )
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "CLUBSCORE_PREFIX": str(self.prefix),
            **{k: v for k, v in os.environ.items() if k.startswith("PIP_")},
            **{k: v for k, v in os.environ.items() if k.endswith(("_CERT", "_FILE"))},
        }

    def install(self) -> None:
        """Install the first version as the document says."""
        script = self.source.folder / "docs" / "hosting" / "command.py"
        self.check(str(script), "install", "--domain", HOST)

    def check(self, *words: str) -> None:
        """Run a Python script, which must go well."""
        answer = self.begin(*words)
        said, _ = answer.communicate()
        if answer.returncode:
            log = (self.prefix / "run" / "stand-in" / "log").read_text()
            raise RuntimeError(f"{words}:\n{said}\n{log[-5000:]}")

    def begin(self, *words: str) -> subprocess.Popen[str]:
        """Begin to run a Python script in a session of its own."""
        return subprocess.Popen(  # noqa: S603 (our own words)
            [sys.executable, *words],
            env=self.environment,
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @property
    def command(self) -> str:
        """The installed command."""
        return str(self.prefix / "usr" / "local" / "bin" / "clubscore")

    @property
    def reached(self) -> str:
        """How far an update is that has stopped the site; empty if there is none."""
        journal = self.prefix / "srv" / "clubscore" / "update.json"
        with suppress(FileNotFoundError):
            return str(json.loads(journal.read_text())["reached"])
        return ""

    def systemctl(self, action: str, service: str = "clubscore.service") -> None:
        """Start or stop the site, or what looks after it."""
        self.is_up.clear()
        self.check(str(self.prefix / "bin" / "systemctl"), action, service)

    def version(self) -> str:
        """Wait until the site is ready; return which version it is of."""
        until = time.monotonic() + PATIENCE
        answer = "nothing"
        while time.monotonic() < until:
            with suppress(OSError, http.client.HTTPException):
                client = http.client.HTTPConnection(HOST, self.port, timeout=10)
                with closing(client):
                    client.request("GET", "/readyz")
                    response = client.getresponse()
                    answer = response.read().decode()
                    if response.status == http.HTTPStatus.OK:
                        self.is_up.set()
                        return str(json.loads(answer)["version"])
            time.sleep(0.1)
        raise RuntimeError(f"The site is not ready: {answer}")

    def kill(self) -> None:
        """Stop the site; for the end."""
        self.systemctl("stop")


def killed(process: subprocess.Popen[str], *, alone: bool) -> None:
    """Kill a process, or all that it has begun too; it may have ended."""
    with suppress(ProcessLookupError):
        if alone:
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
