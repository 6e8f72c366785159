#!/usr/bin/env python3
"""
Stands in for systemctl where no systemd runs; it does what the site's unit says.

Like systemd it does so in a process of its own: who asked may be killed meanwhile.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

PREFIX = os.environ.get("CLUBSCORE_PREFIX", "")
RUN = Path(f"{PREFIX}/run/stand-in")
SERVICES = (
    *("clubscore.service", "clubscore"),
    *("clubscore-backup.service", "clubscore-recover.service"),
)
PATIENCE = 60


def main() -> int:
    """Do what is asked in another session; return the exit status."""
    RUN.mkdir(parents=True, exist_ok=True)
    if os.environ.get("STAND_IN") == "1":
        return do(sys.argv[1:])
    with (RUN / "log").open("ab") as log:
        return subprocess.run(  # noqa: S603 (our own words)
            [sys.executable, __file__, *sys.argv[1:]],
            env=os.environ | {"STAND_IN": "1"},
            start_new_session=True,
            stdout=log,
            stderr=log,
            check=False,
        ).returncode


def do(words: list[str]) -> int:
    """Do what is asked; return the exit status."""
    action, *names = [word for word in words if not word.startswith("-")]
    if action == "enable":
        action = "start" if "--now" in words else ""
    for name in names:
        service = f"{name.removesuffix('.service')}.service"
        if name not in SERVICES:
            continue
        if unit(service)["Type"] == "oneshot":
            # It may ask for services itself.
            if action == "start" and not done_once(service):
                return 1
            continue
        with (RUN / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if action in ("stop", "restart"):
                stop(service)
            if action in ("start", "restart") and not start(service):
                return 1
            if action == "is-active" and not running(service):
                return 3
    return 0


def done_once(service: str) -> bool:
    """Do what a service does; return whether it went well."""
    # What it asks for is begun in a process of its own again.
    environment = {key: value for key, value in os.environ.items() if key != "STAND_IN"}
    told = unit(service)
    answers = [
        subprocess.run(shlex.split(told[name]), env=environment, check=False)  # noqa: S603
        for name in ("ExecStart", "ExecStopPost")
        if name in told
    ]
    return all(answer.returncode == 0 for answer in answers)


def unit(service: str) -> dict[str, str]:
    """Return what a unit says, with its paths below the folder that is used."""
    text = Path(f"{PREFIX}/etc/systemd/system/{service}").read_text()
    found = {}
    for line in text.splitlines():
        name, is_one, value = line.partition("=")
        if is_one and not line.startswith("#"):
            for place in ("/srv/", "/etc/", "/usr/local/"):
                value = value.replace(place, f"{PREFIX}{place}")
            found[name] = value
    return found


def running(service: str) -> int:
    """Return the process of a service, 0 if there is none."""
    try:
        process = int((RUN / service).read_text())
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return 0 if state == "Z" else process  # ended, and nobody has asked how


def stop(service: str) -> None:
    """Stop a service and all its processes."""
    if process := running(service):
        os.kill(process, signal.SIGTERM)
        until = time.monotonic() + PATIENCE
        while running(service) and time.monotonic() < until:
            time.sleep(0.05)
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
    (RUN / service).unlink(missing_ok=True)


def start(service: str) -> bool:
    """Start a service as its unit says; wait until it says that it is ready."""
    if running(service):
        return True
    said = unit(service)
    if before := said.get("ExecStartPre"):
        command = shlex.split(before.removeprefix("+"))
        if subprocess.run([sys.executable, *command], check=False).returncode:  # noqa: S603
            return False
    command = shlex.split(said["ExecStart"])
    environment = {"PATH": os.environ["PATH"]}
    for line in Path(said["EnvironmentFile"]).read_text().splitlines():
        name, is_one, value = line.partition("=")
        if is_one and not name.startswith("#"):
            environment[name] = value
    who: dict[str, Any] = {}
    if not PREFIX:
        entry = pwd.getpwnam(said["User"])
        who = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    with (
        tempfile.TemporaryDirectory() as folder,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told,
    ):
        Path(folder).chmod(0o755)
        told.bind(f"{folder}/told")
        Path(f"{folder}/told").chmod(0o777)
        told.settimeout(PATIENCE)
        process = subprocess.Popen(  # noqa: S603
            command,
            cwd=said["WorkingDirectory"],
            env=environment | {"NOTIFY_SOCKET": f"{folder}/told"},
            start_new_session=True,
            **who,
        )
        (RUN / service).write_text(str(process.pid))
        try:
            while b"READY=1" not in told.recv(1000):
                pass
        except TimeoutError:
            stop(service)
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
