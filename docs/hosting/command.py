#!/usr/bin/env python3
"""
Installs Clubscore on Debian, updates it and looks after it: the command `clubscore`.

It needs nothing but Python. An update is undone as long as the new version has not
shown that it runs, and finished from then on. A journal tells which, so that whoever
comes next, after whatever stopped it, can do the one or the other; the site does not
start before that.
"""

from __future__ import annotations

import argparse
import ctypes
import fcntl
import hashlib
import http.client
import json
import os
import pwd
import re
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

PREFIX = os.environ.get("CLUBSCORE_PREFIX", "")
"""A folder to be in instead of the whole machine; for tests."""
HOME = Path(f"{PREFIX}/srv/clubscore")
"""Programs, which only root may change."""
CURRENT = HOME / "current"
RELEASES = HOME / "releases"
ENVIRONMENTS = HOME / "environments"
STATIC = HOME / "static"
"""What browsers load, as it is served; many releases may share it."""
SOURCE = HOME / "source.git"
JOURNAL = HOME / "update.json"
LOCK = HOME / ".lock"
DATA = Path(f"{PREFIX}/var/lib/clubscore")
"""What the site itself may write."""
ETC = Path(f"{PREFIX}/etc/clubscore")
SETTINGS = ETC / "clubscore.env"
UNITS = Path(f"{PREFIX}/etc/systemd/system")
COMMAND = Path(f"{PREFIX}/usr/local/bin/clubscore")
USER = "clubscore"
SERVICE = "clubscore.service"
PATIENCE = 120
"""Seconds in which a new version must answer."""

NEW_SETTINGS = """\
# What this installation of Clubscore is like; docs/settings.md lists every setting.
# After a change: systemctl restart clubscore
SECRET_KEY={key}
ALLOWED_HOSTS={domain}
BEHIND_PROXY=true
DATABASE_URL={database}
BACKUP_DIR={data}/backups
# Where `clubscore update` looks for new versions: a git repository.
UPDATES_FROM={source}
"""

WRITING = {
    *("import_club", "rebuild", "seal_anew", "second_factor", "token", "demo"),
    *("changepassword", "createsuperuser"),
}
"""Commands of the site that write; beside an update that fails it would be lost."""

APPLIED_BUT_UNKNOWN = """
import django
django.setup()
from django.db import connection
from django.db.migrations.loader import MigrationLoader
loader = MigrationLoader(connection)
print(*set(loader.applied_migrations) - set(loader.disk_migrations))
"""


RELEASED = re.compile(r"v?[0-9]+(\.[0-9]+)*")
"""The tag of a version that is taken where none is named: no candidate for one."""
REBUILD_TOO = """
If that version counts some games otherwise (CHANGELOG says so), update so that they are
counted anew, each with a revision that tells it: clubscore update --rebuild"""


class Stopped(Exception):  # noqa: N818 (it says what it is)
    """A step that failed, in a sentence for whoever started it."""


@dataclass(frozen=True)
class Step:
    """How far an update has come."""

    reached: str
    """
    `stopping`, `backed up`, or `decided`: from there on it is finished.

    `starting` is left of it when only the site has to be started again.
    """
    old: str
    new: str
    backup: str = ""


def say(sentence: str) -> None:
    """Tell what is done."""
    print(sentence, flush=True)


# Running others -------------------------------------------------------------------

_held: list[int] = []
"""The lock: what is run holds it too, should this program die before it."""


def run(*command: object, **more: Any) -> str:
    """Run a program; return what it printed."""
    answer: subprocess.CompletedProcess[str] = subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        check=False,
        text=True,
        pass_fds=_held,
        **more,
    )
    if answer.returncode:
        sys.stdout.write(answer.stdout)
        raise Stopped(f"This failed: {shlex.join(str(word) for word in command)}")
    return answer.stdout.strip()


def as_user() -> dict[str, Any]:
    """Return what has a program run as the site's user."""
    if os.getuid() != 0 or PREFIX:
        return {}
    entry = pwd.getpwnam(USER)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def settings() -> dict[str, str]:
    """Return the settings as systemd reads them."""
    found = {}
    for line in SETTINGS.read_text().splitlines():
        name, is_one, value = line.strip().partition("=")
        if is_one and not name.startswith("#"):
            value = value.strip()
            is_quoted = value[:1] in ("'", '"')
            found[name.strip()] = shlex.split(value)[0] if is_quoted else value
    return found


def database() -> str:
    """Return the address of the database, from a file too where one is named."""
    found = settings()
    if file := found.get("DATABASE_URL_FILE"):
        return Path(file).read_text().strip()
    return found.get("DATABASE_URL", "")


def environment() -> dict[str, str]:
    """Return the environment of the site and its commands."""
    kept = {key: os.environ.get(key, "") for key in ("PATH", "LANG", "TERM")}
    return {**kept, "HOME": str(DATA), **settings()}


def manage(release: Path, *words: str, **more: Any) -> str:
    """
    Run a command of a release as the site's user.

    The site stands still meanwhile: Django's checks of the code, which take longer than
    most commands, are left to `tried`, which starts all of it.
    """
    python = release / ".venv" / "bin" / "python"
    return run(
        *(python, release / "manage.py", *words, "--skip-checks"),
        **{"cwd": release, "env": environment(), **as_user(), **more},
    )


def hands_over(release: Path, *words: str) -> int:
    """Run a command of a release that talks to people; return its status."""
    python = release / ".venv" / "bin" / "python"
    return subprocess.run(
        [python, release / "manage.py", *words],
        check=False,
        cwd=release,
        env=environment(),
        pass_fds=_held,
        **as_user(),
    ).returncode


def service(*words: str) -> None:
    """Have systemd do something, where it runs."""
    if not PREFIX and not Path("/run/systemd/system").exists():
        say(f"systemd does not run here; not done: systemctl {' '.join(words)}")
        return
    run("systemctl", *words)


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other of these commands runs, nor what a killed one left behind."""
    with LOCK.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another clubscore command is at work; waiting for its end.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        _held.append(lock.fileno())
        try:
            yield
        finally:
            _held.clear()


# A release ------------------------------------------------------------------------


def git(*words: object) -> str:
    """Run git on our copy of the source; a tree of somebody else's is no danger."""
    return run("git", "-c", "safe.directory=*", "--git-dir", SOURCE, *words)


def fetched(version: str, source: str) -> tuple[str, str]:
    """Fetch a version, the newest if it is not named; return its name and commit."""
    if not (SOURCE / "HEAD").exists():
        run("git", "init", "--quiet", "--bare", SOURCE)
    # Nobody else fetches: what is locked was left by one that was killed.
    for lock in SOURCE.rglob("*.lock"):
        lock.unlink()
    both = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
    git("fetch", "--quiet", "--prune", source, *both)
    if not version:
        tags = git("tag", "--sort=-v:refname").split()
        tags = [tag for tag in tags if RELEASED.fullmatch(tag)]
        if not tags:
            raise Stopped(f"{source} names no version. Say one: clubscore update main")
        version = tags[0]
    for name in (f"refs/tags/{version}", f"refs/tags/v{version}", version):
        with suppress(Stopped):
            commit = git(*("rev-parse", "--quiet", "--verify", f"{name}^{{commit}}"))
            # A branch and a commit go by their content; a branch moves.
            return version if name.startswith("refs/") else commit[:12], commit
    raise Stopped(f"{source} has no version {version}.")


def release_made(name: str, commit: str) -> Path:
    """Return the folder of a version, made ready to run; nothing that runs changes."""
    folder = re.sub(r"[^\w.+-]", "-", name)
    release = RELEASES / folder
    if release.exists() and (release / ".commit").read_text() != commit:
        release = RELEASES / f"{folder}-{commit[:12]}"  # the tag was moved
    if release.exists():
        link_environment(release)
        return release
    partial = RELEASES / f".{folder}"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    archive = RELEASES / f".{folder}.tar"
    git("archive", f"--output={archive}", commit)
    run("tar", "--extract", "--file", archive, "--directory", partial)
    archive.unlink()
    link_environment(partial)
    link_static(partial, commit)
    python = partial / ".venv" / "bin" / "python"
    for words in (
        ("manage.py", "compile_translations", "--verbosity", "0"),
        ("-m", "compileall", "-q", "clubscore"),
    ):
        run(python, *words, cwd=partial, env=environment())
    (partial / ".commit").write_text(commit)
    os.sync()
    partial.rename(release)
    return release


def link_environment(release: Path) -> None:
    """Give a release the libraries it asks for; many releases may share them."""
    names = ["requirements.txt"]
    if database().startswith("postgres"):
        names.append("requirements-postgres.txt")  # builds on the other
    read = b"".join((release / name).read_bytes() for name in names)
    key = hashlib.sha256(read + sys.version.encode()).hexdigest()[:16]
    wanted = release / names[-1]
    place = ENVIRONMENTS / key
    if not (place / ".made").exists():
        say(f"Installing what {wanted.name} names; this takes a minute.")
        shutil.rmtree(place, ignore_errors=True)
        run(sys.executable, "-m", "venv", place)
        run(
            *(place / "bin" / "python", "-m", "pip", "install", "--quiet"),
            *("--disable-pip-version-check", "--require-hashes"),
            *("--requirement", wanted),
        )
        os.sync()  # it is used without a look from then on
        (place / ".made").touch()
    point(release / ".venv", place)


def link_static(release: Path, commit: str) -> None:
    """
    Give a release the files that browsers load, compressed and named by content.

    That takes longer than all else of a new version, and most change none of them.
    """
    ours = [git("rev-parse", f"{commit}:{of}") for of in MAKE_STATIC]
    others = (release / ".venv").resolve().name
    key = hashlib.sha256(" ".join([*ours, others]).encode()).hexdigest()[:16]
    place, partial = STATIC / key, STATIC / f".{key}"
    link = release / "var" / "static"
    link.parent.mkdir(exist_ok=True)
    if not place.exists():
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        point(link, partial)
        python = release / ".venv" / "bin" / "python"
        words = ("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
        run(python, *words, cwd=release, env=environment())
        os.sync()
        partial.rename(place)
    point(link, place)


MAKE_STATIC = ("static", "clubscore/static_files.py", "clubscore/settings.py")
"""What these files follow from, beside the libraries."""


def point(link: Path, target: Path) -> None:
    """Let a link point elsewhere, at once."""
    beside = link.with_name(f"{link.name}.next")
    beside.unlink(missing_ok=True)
    beside.symlink_to(os.path.relpath(target, link.parent))
    beside.rename(link)
    sync(link.parent)


def sync(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def tried(release: Path) -> None:
    """Start a release where nobody reaches it, and see whether it is ready."""
    hosts = settings().get("ALLOWED_HOSTS", "").split(",")
    host = hosts[0].lstrip(".").replace("*", "") or "localhost"
    with tempfile.TemporaryDirectory(prefix="clubscore-") as name:
        if owner := as_user():
            os.chown(name, owner["user"], owner["group"])
        place = f"{name}/socket"
        gunicorn = release / ".venv" / "bin" / "gunicorn"
        command = [str(gunicorn), "clubscore.wsgi", "--bind", f"unix:{place}"]
        server: subprocess.Popen[bytes] = subprocess.Popen(
            [*command, "--workers", "1", "--log-level", "warning"],
            cwd=release,
            env=environment() | {"GUNICORN_CMD_ARGS": ""},
            preexec_fn=go_with_us,  # noqa: PLW1509 (there are no threads)
            **as_user(),
        )
        try:
            wait_until_ready(server, place, host)
        finally:
            server.terminate()
            server.wait()


def go_with_us() -> None:
    """Have the kernel end this process when the one that started it is gone."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def wait_until_ready(server: subprocess.Popen[bytes], place: str, host: str) -> None:
    """Ask until a server says that it is ready."""
    answer = "nothing"
    until = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
        with suppress(OSError, http.client.HTTPException):
            client = http.client.HTTPConnection(host, timeout=10)
            client.sock = socket.socket(socket.AF_UNIX)
            client.sock.settimeout(10)
            client.sock.connect(place)
            client.request("GET", "/readyz")
            response = client.getresponse()
            answer = response.read(500).decode()
            client.close()
            if response.status == http.HTTPStatus.OK:
                return
    raise Stopped(f"The new version does not run; /readyz answers {answer}.")


# An update ------------------------------------------------------------------------


def note(step: Step) -> None:
    """Write down how far an update is; it is on the disk when this returns."""
    beside = JOURNAL.with_suffix(".next")
    with beside.open("w") as file:
        json.dump(asdict(step), file)
        file.flush()
        os.fsync(file.fileno())
    beside.rename(JOURNAL)
    sync(JOURNAL.parent)


def noted() -> Step | None:
    """Return how far an update is that was not seen through."""
    try:
        return Step(**json.loads(JOURNAL.read_text()))
    except FileNotFoundError:
        return None


def update(version: str, *, rebuilds: bool = False) -> None:
    """
    Bring the installation to another version, or leave it as it was.

    Games that the version counts otherwise are counted anew where it *rebuilds*; else
    the audit finds them, and the old version stays.
    """
    old = CURRENT.resolve()
    source = settings().get("UPDATES_FROM", "")
    if not source:
        raise Stopped(f"{SETTINGS} must say where new versions are: UPDATES_FROM=…")
    say(f"Looking for {version or 'the newest version'} in {source}")
    new = release_made(*fetched(version, source))
    if new == old:
        say(f"{new.name} is what runs already.")
        return
    refuse_older(new)
    try:
        say(f"From {old.name} to {new.name}: the site stands still now.")
        note(Step("stopping", str(old), str(new)))
        service("stop", SERVICE)
        backup = backed_up(old)
        note(Step("backed up", str(old), str(new), str(backup)))
        say("Bringing the database to the new version")
        manage(new, "migrate", "--no-input", "--verbosity", "0")
        if rebuilds:
            say("Counting anew what the new version counts otherwise")
            say(manage(new, "rebuild"))
        say("Auditing it")
        say(audited(new).splitlines()[-1])
        tried(new)
    except (Stopped, OSError, LookupError, ValueError, KeyboardInterrupt) as error:
        say(f"{str(error) or 'Interrupted'}\nGoing back to {old.name}.")
        recover()
        raise Stopped(f"Nothing has changed; {old.name} runs.") from error
    decided = noted()
    assert decided
    os.sync()
    note(Step("decided", decided.old, decided.new, decided.backup))
    recover()
    say(f"{new.name} runs. The backup of before it: {backup}")
    tidy(old, new)


def audited(new: Path) -> str:
    """Return what an audit by a version says; raise Stopped if anything differs."""
    try:
        return manage(new, "audit")
    except Stopped as error:
        raise Stopped(f"{error}{REBUILD_TOO}") from error


def refuse_older(new: Path) -> None:
    """Refuse a version that does not know what the database has become."""
    python = new / ".venv" / "bin" / "python"
    more = {"DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    unknown = run(
        *(python, "-c", APPLIED_BUT_UNKNOWN),
        **{"cwd": new, "env": environment() | more, **as_user()},
    )
    if unknown:
        raise Stopped(
            f"{new.name} is older than the database, which has {unknown}. An older"
            " version runs only with a backup that was made by it."
        )


def backed_up(release: Path) -> Path:
    """Make a backup with the version that made the data; return it."""
    say("Making a backup")
    folder = Path(settings()["BACKUP_DIR"])
    before = set(folder.glob("clubscore-*.tar.gz"))
    say(manage(release, "backup"))
    (made,) = set(folder.glob("clubscore-*.tar.gz")) - before
    return made


def recover(*, is_starting: bool = False) -> None:
    """See an update through that was stopped: undo it, or finish it."""
    step = noted()
    if step is None:
        return
    if not is_starting and step.reached != "starting":
        service("stop", SERVICE)
    old, new = Path(step.old), Path(step.new)
    if step.reached == "decided":
        point(CURRENT, new)
        refresh_by(new)
    elif step.reached != "starting":
        if step.reached == "backed up":
            say(f"Putting {step.backup} back")
            manage(old, "restore", "--yes", step.backup)
        point(CURRENT, old)
    if not is_starting:
        note(Step("starting", step.old, step.new))
        service("start", SERVICE)
    JOURNAL.unlink(missing_ok=True)
    sync(HOME)


def tidy(*kept: Path) -> None:
    """Delete the versions and libraries that nobody needs any more."""
    used = {(release / ".venv").resolve() for release in kept}
    used |= {(release / "var" / "static").resolve() for release in kept}
    for place in (
        *RELEASES.iterdir(),
        *ENVIRONMENTS.iterdir(),
        *STATIC.iterdir(),
    ):
        if place not in kept and place not in used:
            shutil.rmtree(place, ignore_errors=True)


# An installation ------------------------------------------------------------------


def install(domain: str, source: str, database: str) -> None:
    """Make whatever of an installation is not there; change nothing that is."""
    tree = Path(__file__).resolve().parents[2]
    make_user()
    owner = as_user()
    for folder, mode in (
        *((RELEASES, 0o755), (ENVIRONMENTS, 0o755), (STATIC, 0o755)),
        *((ETC, 0o755), (UNITS, 0o755)),
        *((COMMAND.parent, 0o755), (DATA, 0o750)),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        if folder is DATA or folder in (RELEASES, ENVIRONMENTS, STATIC):
            folder.chmod(mode)
    if owner:
        os.chown(DATA, owner["user"], owner["group"])
    if not SETTINGS.exists():
        write_settings(domain, source or source_of(tree), database)
    with alone():
        recover()
        refresh(tree)
        proxy = ETC / "Caddyfile"
        if not proxy.exists():
            text = (tree / "docs" / "hosting" / "Caddyfile").read_text()
            proxy.write_text(text.replace("clubscore.example", domain))
        if CURRENT.exists():
            say("It is installed already. To another version: clubscore update")
        else:
            first(tree)
        service("enable", "--now", SERVICE, "clubscore-backup.timer")
    say(f"The settings are in {SETTINGS}, a file for Caddy is {proxy}.")


def make_user() -> None:
    """Make the user that the site runs as."""
    if PREFIX:
        return
    if os.getuid() != 0:
        raise Stopped("Only root can install: sudo make install DOMAIN=…")
    try:
        pwd.getpwnam(USER)
    except KeyError:
        run(
            *("useradd", "--system", "--user-group", "--home-dir", DATA),
            *("--no-create-home", "--shell", "/usr/sbin/nologin", USER),
        )


def write_settings(domain: str, source: str, database: str) -> None:
    """Write the settings file with a key of its own, for root and the site alone."""
    if not re.fullmatch(r"[\w.-]+(,[\w.-]+)*", domain):
        raise Stopped("What is the site's name? make install DOMAIN=clubscore.example")
    text = NEW_SETTINGS.format(
        key=secrets.token_urlsafe(64),
        domain=domain,
        database=database or f"sqlite:///{DATA}/clubscore.sqlite3",
        data=DATA,
        source=source,
    )
    beside = SETTINGS.with_suffix(".next")
    beside.unlink(missing_ok=True)
    opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(opened, "w") as file:
        file.write(text)
        os.fsync(file.fileno())
    if owner := as_user():
        os.chown(beside, 0, owner["group"])
        beside.chmod(0o640)
    beside.rename(SETTINGS)


def source_of(tree: Path) -> str:
    """Return where a tree came from, else the tree itself."""
    with suppress(Stopped):
        words = ("-c", "safe.directory=*", "-C", tree, "remote", "get-url", "origin")
        return run("git", *words, stderr=subprocess.DEVNULL)
    return str(tree)


def first(tree: Path) -> None:
    """Make the first release, of what is checked out."""
    commit = run("git", "-c", "safe.directory=*", "-C", tree, "rev-parse", "HEAD")
    fetched(commit, str(tree))
    tags = git("tag", "--points-at", commit).split()
    release = release_made(tags[0] if tags else commit[:12], commit)
    manage(release, "migrate", "--no-input", "--verbosity", "0")
    tried(release)
    point(CURRENT, release)


def refresh(tree: Path) -> None:
    """Put this command and the units of a tree in their places."""
    ours = tree / "docs" / "hosting"
    for source, target, mode in (
        (ours / "command.py", COMMAND, 0o755),
        *((unit, UNITS / unit.name, 0o644) for unit in ours.glob("*.service")),
        *((unit, UNITS / unit.name, 0o644) for unit in ours.glob("*.timer")),
    ):
        beside = target.with_name(f".{target.name}.next")
        beside.write_bytes(source.read_bytes())
        beside.chmod(mode)
        beside.rename(target)
    service("daemon-reload")
    service("enable", "--now", "clubscore-recover.timer", "clubscore-mail.timer")


def refresh_by(release: Path) -> None:
    """Have a release put its own command and units in their places."""
    script = release / "docs" / "hosting" / "command.py"
    run(sys.executable, script, "refresh", env={**os.environ})


def restore(file: Path, *words: str) -> int:
    """Put a backup back while the site stands still."""
    release = CURRENT.resolve()
    # Should this end here, the site is started by the timer that looks after updates.
    with readable_by_the_site(file) as readable:
        note(Step("starting", str(release), str(release)))
        service("stop", SERVICE)
        try:
            return hands_over(release, "restore", str(readable), *words)
        finally:
            recover()


@contextmanager
def readable_by_the_site(file: Path) -> Iterator[Path]:
    """Return a backup, or a copy where the site's user may not read it; that goes."""
    kept = Path(settings()["BACKUP_DIR"])
    if file.parent == kept or not file.is_file():
        yield file
        return
    # In a folder that the site's user may change, a link could lead root elsewhere.
    for left in HOME.glob(".restored-*"):
        shutil.rmtree(left)  # of one that was killed
    with tempfile.TemporaryDirectory(prefix=".restored-", dir=HOME) as here:
        copy = Path(shutil.copy(file, here))
        copy.chmod(0o600)
        if owner := as_user():
            for one in (copy, here):
                os.chown(one, owner["user"], owner["group"])
        yield copy


# The command ----------------------------------------------------------------------


def main() -> int:
    """Do what is asked; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="clubscore",
        description="Look after Clubscore. Any other command is one of its own, such"
        " as audit or createsuperuser: clubscore help",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("install", help="install it, or what is missing of it")
    one.add_argument("--domain", default="", help="the site's name")
    one.add_argument("--source", default="", help="where new versions are")
    one.add_argument("--database", default="", help="by default a file of SQLite")
    one = commands.add_parser("update", help="backup, then the newest or that version")
    one.add_argument("version", nargs="?", default="")
    one.add_argument(
        "--rebuild", action="store_true", help="count anew what it counts otherwise"
    )
    one = commands.add_parser("recover", help="see an update through that was stopped")
    one.add_argument("--starting", action="store_true", help=argparse.SUPPRESS)
    one = commands.add_parser("backup", help="copy everything to one file")
    one.add_argument("folder", nargs="*", metavar="DIR")
    commands.add_parser("mail", help="send the mails that are due")
    commands.add_parser("forget", help="delete what is kept of people for a time only")
    commands.add_parser("clubs", help="read in clubs' files that wait")
    one = commands.add_parser("restore", help="put a backup back")
    one.add_argument("file", type=Path)
    one.add_argument("--yes", action="store_const", const="--yes", help="do not ask")
    one.add_argument(
        "--settings-to", metavar="PATH", help="only write the settings it holds"
    )
    commands.add_parser("refresh", help="put this command and the units in place")
    words = sys.argv[1:]
    writes = bool(words) and words[0] in WRITING
    is_ours = not words or words[0].startswith("-") or words[0] in commands.choices
    if not is_ours and not writes:
        return hands_over(CURRENT.resolve(), *words)
    asked = None if writes else parser.parse_args()
    # A connection that is lost must not stop half an update.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.umask(0o022)  # the site's user reads what root makes
    try:
        return done(asked) if asked else written_alone(words)
    except Stopped as stopped:
        print(stopped, file=sys.stderr)
    except OSError as error:
        print(f"{error}. Is it installed, and are you root?", file=sys.stderr)
    except KeyboardInterrupt:
        print("Interrupted", file=sys.stderr)
    return 1


def done(asked: argparse.Namespace) -> int:
    """Do what is asked; return the exit status."""
    match asked.command:
        case "install":
            install(asked.domain, asked.source, asked.database)
            return 0
        case "refresh":
            refresh(Path(__file__).resolve().parents[2])
            return 0
        case "recover":
            see_through(is_starting=asked.starting)
            return 0
        case "restore" if asked.settings_to:
            # As root, who may read and write both.
            python = CURRENT.resolve() / ".venv" / "bin" / "python"
            command = [python, CURRENT.resolve() / "manage.py", "restore", asked.file]
            say(run(*command, "--settings-to", asked.settings_to, env=environment()))
            return 0
    with alone():
        recover()
        match asked.command:
            case "update":
                update(asked.version, rebuilds=asked.rebuild)
                return 0
            case "backup":
                return hands_over(CURRENT.resolve(), "backup", *asked.folder)
            case "mail" | "forget" | "clubs":
                # Beside an update they would write what goes if the old data come
                # back: whom a mail has reached would get it again.
                return hands_over(CURRENT.resolve(), asked.command)
            case _:
                words = [word for word in (asked.yes,) if word]
                return restore(asked.file.absolute(), *words)


def written_alone(words: list[str]) -> int:
    """Run a command of the site that writes, while no update does."""
    with alone():
        recover()
        return hands_over(CURRENT.resolve(), *words)


def see_through(*, is_starting: bool) -> None:
    """Finish or undo an update, if there is one; wait for who is at it."""
    step = noted()
    if step is None or (is_starting and step.reached == "starting"):
        return
    if is_starting and step.reached == "decided":
        recover(is_starting=True)  # whoever decided waits for this start
        return
    with alone():
        recover(is_starting=is_starting)


if __name__ == "__main__":
    sys.exit(main())
