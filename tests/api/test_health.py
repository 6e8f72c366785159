"""What whoever runs an installation can ask it."""

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from pytest_django import Settings

from clubscore.api import health
from clubscore.club.models import Club
from clubscore.partie.models import Partie
from clubscore.version import VERSION
from tests.partie.test_services import record

TOKEN = {"Authorization": "Bearer a token"}


@pytest.fixture(autouse=True)
def _looks_anew() -> Iterator[None]:
    health._look_for_migrations.cache_clear()
    yield
    health._look_for_migrations.cache_clear()


def test_the_version_is_that_of_the_project(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    assert project["version"] == VERSION


def test_pages_and_the_api_tell_the_version(client: Client, club: Club) -> None:
    for path in ("/play/", "/groene-hart/", "/nowhere/"):
        foot = client.get(path).text.split("</main>")[1]
        assert f"Clubscore {VERSION}</" in foot
    # The screens at the table and on the wall are as high as what shows them.
    assert "</footer>" not in client.get("/groene-hart/live/").text.split("</main>")[1]
    document = client.get("/api/v1/openapi.json").json()
    assert document["info"]["version"] == VERSION


def test_an_installation_is_ready(client: Client, db: None) -> None:
    for _ in range(2):
        answer = client.get("/readyz")
        assert answer.status_code == 200
        told = answer.json()
        assert (told["version"], told["migrated"]) == (VERSION, True)
        assert told["disk_free"] > 0


def test_it_is_not_ready_before_its_migrations_are_applied(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = [("a migration", False)]
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: waiting)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["migrated"] is False
    monkeypatch.undo()
    assert client.get("/readyz").status_code == 200


def test_it_is_not_ready_while_the_database_fails_that_was_ready_before(
    client: Client, db: None
) -> None:
    assert client.get("/readyz").status_code == 200

    def failing(*_: Any) -> Any:
        raise OperationalError("the disk is gone")

    with connection.execute_wrapper(failing):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["migrated"] is False
    assert client.get("/readyz").status_code == 200


def test_it_is_not_ready_on_a_full_disk(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = SimpleNamespace(free=health.LEAST_FREE - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: full)
    assert client.get("/readyz").status_code == 503


def test_prometheus_asks_with_its_token(
    client: Client, partie: Partie, settings: Settings
) -> None:
    record(partie)
    assert client.get("/metrics", headers=TOKEN).status_code == 404
    settings.METRICS_TOKEN = "a token"
    assert client.get("/metrics").status_code == 404
    wrong = {"Authorization": "Bearer another"}
    assert client.get("/metrics", headers=wrong).status_code == 404
    answer = client.get("/metrics", headers=TOKEN)
    assert answer.status_code == 200
    lines = answer.text.splitlines()
    assert f'clubscore_info{{version="{VERSION}"}} 1' in lines
    assert "# TYPE clubscore_revisions_total counter" in lines
    for line in ("clubs 1", "parties_open 1", "games 1", "revisions_total 1"):
        assert f"clubscore_{line}" in lines
    named = [line.split()[0] for line in lines if not line.startswith("#")]
    assert len(named) == len(set(named))
