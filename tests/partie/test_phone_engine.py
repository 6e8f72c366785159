"""The engine for phones: what it is made of, and how it is served."""

import gzip
import hashlib
import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import brotli  # type: ignore[import-untyped]
import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.http import HttpResponseNotFound
from django.test import Client, RequestFactory
from django.utils import translation
from django.utils.translation import override
from pytest_django import Settings
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware

from clubscore.club.vocabulary import speaking
from clubscore.partie import engine, phone_engine
from clubscore.partie.entries import RecordedGame
from clubscore.partie.phone_engine import SIZE, engine_files, words_of
from clubscore.rules import answers
from clubscore.rules.rulesets import RULESETS
from clubscore.rules.sentences import Language
from clubscore.rules.table import queued_games
from clubscore.rules.table.half_entered import foretold
from clubscore.rules.table.queued_games import PartieStanding, WaitingGame
from clubscore.rules.table.table_seats import Terms
from clubscore.static_files import RULES, packed_rules
from tests.test_pages import policy

GAME = '{"ruleset": "hkos", "round_wind": "E", "outcome": {"kind": "draw"}}'


def found(address: str) -> Path:
    """Return the file that is served at an address."""
    file = finders.find(address.removeprefix("/static/"))
    assert isinstance(file, str), address
    return Path(file)


def test_every_file_of_the_engine_is_there() -> None:
    files = engine_files("nts")["files"]
    assert all(found(one).is_file() for one in files)
    assert len(set(files)) == len(files)


def test_the_vendored_files_are_those_that_were_fetched(root: Path) -> None:
    folder = root / "static" / "vendor" / "pyodide"
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    said = {name: digest for digest, name in (line.split("  ") for line in lines)}
    served = {found(one) for one in engine_files("nts")["files"]}
    assert {one.name for one in served if one.parent == folder} == set(said)
    for name, digest in said.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name


def test_the_packed_rules_judge_alone(root: Path) -> None:
    archive = found(f"/static/{RULES}")
    assert archive.read_bytes() == packed_rules()
    with ZipFile(archive) as pack:
        modules = {name for name in pack.namelist() if name != "clubscore/__init__.py"}
    here = (root / "clubscore" / "rules").rglob("*.py")
    assert modules == {one.relative_to(root).as_posix() for one in here}
    program = f"from clubscore.rules import answers; print(answers.score({GAME!r}))"
    alone = [sys.executable, "-S", "-c", program]
    told = subprocess.run(  # noqa: S603
        alone,
        env={"PYTHONPATH": str(archive)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == answers.score(GAME) + "\n"


# What it says -----------------------------------------------------------------------

PARTIE: dict[str, Any] = {
    "terms": {
        "ruleset": "nts",
        "options": {"rounding": "tens"},
        "start_chips": 2000,
        "players": 4,
    },
    "names": {"1": "Anna", "2": "Ben", "3": "Cleo", "4": "Dirk"},
    "uses_chips": True,
    "progress": {
        "number": 1,
        "places": ["1", "2", "3", "4"],
        "stretch": 0,
        "passes": 0,
        "is_finished": False,
        "dice_chose": None,
    },
    "totals": dict.fromkeys("1234", 0),
    "chips": dict.fromkeys("1234", 2000),
}


def asked(**more: Any) -> str:
    """Return what a screen asks its phone."""
    waiting = json.dumps(more.pop("waiting", []))
    return json.dumps({"partie": json.dumps(PARTIE), "waiting": waiting, **more})


def phone(client: Client, language: str, book: str = "nts") -> answers.Phone:
    """Return what a phone has that reads a language."""
    headers = {"accept-language": language}
    told = client.get(f"/engine.json/{book}/", headers=headers).json()
    return answers.Phone(client.get(told["words"]).content.decode())


def test_a_phone_defines_each_fan_in_its_language() -> None:
    messages = words_of("nl", "mcr")["messages"]
    asked = [one.definition for one in RULESETS["mcr"].items]
    assert [one for one in asked if one not in messages] == []


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_phone_says_what_the_server_says(client: Client, language: str) -> None:
    said = {
        "hands": {
            "1": {"sets": ["555z", "(55s)"], "complete": False},
            "2": {"points": 64},
            "4": {"tiles": "9x"},
        },
        "outcome": {"kind": "win", "winner": "2", "source": "wall"},
    }
    told = phone(client, language)
    found = json.loads(told.preview(asked(game={"said": said}, explain=True)))
    table = engine.next_table(PartieStanding.from_json(PARTIE).progress, None)
    terms, game = Terms(**PARTIE["terms"]), RecordedGame.from_json(said)
    with override(language), speaking("nts"):
        expected = foretold(terms, table, game, {})
        names = PARTIE["names"]
        answer = engine.answer_of(translation, terms, table, game, expected, names)
        answer["why"] = engine.why_of(translation, terms, table, game, expected, names)
    assert found == json.loads(json.dumps(answer))
    assert len(found["errors"]) == 1
    assert len(found["why"]["hands"]) == 3


def test_a_phone_counts_games_that_wait_upon_each_other() -> None:
    drawn = {"said": {"hands": {}, "outcome": {"kind": "draw"}}, "east": None}
    won = {
        "said": {
            "hands": {key: {"points": 64} for key in "1234"},
            "outcome": {"kind": "win", "winner": "2", "source": "wall"},
        },
        "east": None,
    }
    answer = json.loads(answers.Phone("").waiting(asked(waiting=[drawn, won, won])))
    first, second, third = answer["games"]
    assert (first["scores"], first["chips"]) == (
        dict.fromkeys("1234", 0),
        PARTIE["chips"],
    )
    assert [one["number"] for one in answer["games"]] == [1, 2, 3]
    assert second["dealer"] == "1"
    assert sum(second["scores"].values()) == 0
    assert second["scores"]["2"] > 0
    # Ben won Anna's game, so that the next one is his; what he wins then he keeps.
    assert (third["dealer"], answer["next"]["east"]) == ("2", "2")
    assert third["totals"]["2"] == second["scores"]["2"] + third["scores"]["2"]
    assert third["chips"]["2"] == 2000 + third["totals"]["2"]
    pays = second["payments"][0]
    assert sum(many * worth for many, worth in pays["chips"]) == pays["amount"]


def test_a_phone_counts_a_game_that_waits_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[WaitingGame] = []

    def take(words: Language, standing: PartieStanding, game: WaitingGame) -> Any:
        counted.append(game)
        return queued_games.take(words, standing, game)

    monkeypatch.setattr(answers, "take", take)
    drawn = {"said": {"hands": {}, "outcome": {"kind": "draw"}}, "east": None}
    won = drawn | {"said": {"hands": {}, "outcome": {"kind": "win", "winner": "2"}}}
    other = drawn | {"east": "3"}
    # As it is recorded, and as the queue has it then.
    again = drawn | {"winds": None}
    questions: list[tuple[list[dict[str, Any]], int]] = [
        ([drawn, won], 2),
        ([again, won, drawn], 1),
        ([drawn], 0),
        ([drawn, won, drawn], 0),
        ([drawn, other, drawn], 2),
    ]
    phone = answers.Phone("")
    for waiting, many in questions:
        counted.clear()
        question = asked(waiting=waiting)
        answer = phone.waiting(question)
        assert len(counted) == many
        assert answer == answers.Phone("").waiting(question)
    renamed = PARTIE | {"names": PARTIE["names"] | {"1": "Aad"}}
    question = json.dumps({"partie": json.dumps(renamed), "waiting": "[]"})
    assert phone.waiting(question) == answers.Phone("").waiting(question)


def test_a_game_that_waits_and_cannot_be_says_why() -> None:
    bad = {"said": {"hands": {}, "outcome": {"kind": "win"}}, "east": None}
    drawn = {"said": {"hands": {}, "outcome": {"kind": "draw"}}, "east": None}
    answer = json.loads(answers.Phone("").waiting(asked(waiting=[bad, drawn])))
    first, second = answer["games"]
    assert first["error"]["message"]
    assert (second["number"], second["error"]) == (2, None)


def test_a_game_that_waits_and_whose_giver_rests_by_now_says_why() -> None:
    terms = PARTIE["terms"] | {"players": 5, "options": {}}
    progress = PARTIE["progress"] | {"places": [*"12345"]}
    names = PARTIE["names"] | {"5": "Eva"}
    partie = PARTIE | {"terms": terms, "names": names, "progress": progress}
    outcome = {"kind": "win", "winner": "2", "source": "discard", "from": "5"}
    game = {"said": {"hands": {"2": {"points": 64}}, "outcome": outcome}, "east": None}
    question = {"partie": json.dumps(partie), "waiting": json.dumps([game])}
    answer = json.loads(answers.Phone("").waiting(json.dumps(question)))
    assert answer["games"][0]["error"]["message"]
    # Ben won it, so that the deal passes to him.
    assert answer["next"]["east"] == "2"


def test_other_words_are_at_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    before = engine_files("nts")
    with override("nl"):
        assert engine_files("nts")["address"] != before["address"]
    # A release that changes the catalogue alone.
    monkeypatch.setattr(phone_engine, "_words_version", lambda: "after")
    after = engine_files("nts")
    assert after["address"] != before["address"]
    assert after["words"] != before["words"]
    assert after["files"] == before["files"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/engine.json/none/", "/words.json/en/none/", "/words.json/fr/nts/"],
)
def test_no_words_of_what_nobody_knows(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_what_is_fetched_once_is_as_large_as_is_said() -> None:
    packed = sum(
        len(brotli.compress(found(one).read_bytes(), quality=5))
        for one in engine_files("nts")["files"]
    )
    packed += max(
        len(gzip.compress(json.dumps(words_of(language, "nts")).encode()))
        for language in ("en", "de", "nl")
    )
    assert packed == pytest.approx(SIZE, rel=0.05)
    assert packed < 8_000_000


def test_refusals_are_answers() -> None:
    assert answers.score('{"ruleset": "nts", "outcome": 1}').startswith('{"error": ')
    assert answers.replay('{"ruleset": "nts"}').startswith('{"error": ')


# As an installation serves it --------------------------------------------------------

KINDS = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}


@pytest.fixture
def whitenoise(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> WhiteNoiseMiddleware:
    """Return what serves files that were collected, and nothing else."""
    # To pack them takes long, and changes no name.
    monkeypatch.setattr(Compressor, "should_compress", lambda *_: False)
    backend = "clubscore.static_files.NamedByContent"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", interactive=False, verbosity=0)
    return WhiteNoiseMiddleware(lambda _: HttpResponseNotFound())


@pytest.mark.django_db  # an answer that is closed looks after connections
def test_a_server_serves_its_files_as_what_they_are(
    whitenoise: WhiteNoiseMiddleware, rf: RequestFactory, tmp_path: Path
) -> None:
    files = [Path(one) for one in engine_files("nts")["files"]]
    for file in files:
        with closing(whitenoise(rf.get(str(file)))) as answer:
            headers = answer.headers
        assert answer.status_code == 200, file
        assert headers["Content-Type"].split(";")[0] == KINDS[file.suffix]
        # WebAssembly runs in the worker alone.
        if file.name.startswith("engine-worker"):
            assert policy(headers["Content-Security-Policy"]) == {
                "default-src": ["'none'"],
                "script-src": ["'self'", "'wasm-unsafe-eval'"],
                "connect-src": ["'self'"],
            }
        else:
            assert "Content-Security-Policy" not in headers
    # What Pyodide asks for by its own names is kept by those that say what is in it.
    asked = engine_files("nts")["asked"]
    assert all(kept in map(str, files) for kept in asked.values())
    assert not asked.keys() & asked.values()
    # What the worker imports is named by content, as the page knows it.
    worker, *modules = [one for one in files if KINDS[one.suffix] == "text/javascript"]
    code = (tmp_path / worker.relative_to("/static")).read_text()
    assert len(modules) == 2
    for module in modules:
        assert f'import("../../vendor/pyodide/{module.name}")' in code
