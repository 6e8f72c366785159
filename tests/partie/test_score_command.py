"""``manage.py score`` and ``manage.py replay`` as other programs call them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from clubscore.rules import score_record
from tests.rules.golden import WORKED_EXAMPLE

ROOT = Path(__file__).parent.parent.parent
BAD_COUNT = {
    "ruleset": "nts",
    "round_wind": "E",
    "hands": {"S": {"tiles": "123456789m1122z"}},
    "outcome": {
        "kind": "win",
        "winner": "S",
        "winning_tile": "2z",
        "source": "wall",
    },
}


def run(command: str, text: str | bytes) -> tuple[int, list[Any]]:
    """Run a command as another program does; return its status and its lines."""
    done = subprocess.run(  # noqa: S603 (our own command)
        [sys.executable, "manage.py", command],
        input=text if isinstance(text, bytes) else text.encode(),
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        check=False,
        timeout=60,
    )
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_score_answers_each_line_in_order() -> None:
    lines = [WORKED_EXAMPLE, BAD_COUNT, WORKED_EXAMPLE]
    status, answers = run("score", "".join(json.dumps(one) + "\n" for one in lines))
    assert status == 1
    assert answers == [
        score_record(WORKED_EXAMPLE),
        {
            "error": {
                "code": "tile_count",
                "seat": "S",
                "message": "South has 13 tiles; a winning hand has 14.",
            }
        },
        score_record(WORKED_EXAMPLE),
    ]


def test_score_gives_the_worked_example_of_the_book() -> None:
    status, [answer] = run("score", json.dumps(WORKED_EXAMPLE))
    assert status == 0
    points = {seat: hand["points"] for seat, hand in answer["hands"].items()}
    assert points == {"E": 64, "S": 96, "W": 0, "N": 20}
    assert answer["scores"] == {"E": 24, "S": 384, "W": -244, "N": -164}


def test_score_goes_on_after_a_line_that_is_not_json() -> None:
    text = "{\n" + "\n" + json.dumps(WORKED_EXAMPLE) + "\n"
    status, answers = run("score", text)
    assert status == 1
    assert [next(iter(answer)) for answer in answers] == ["error", "hands"]
    assert answers[0]["error"]["code"] == "bad_record"


@pytest.mark.parametrize(
    "text", [b"\xff\xfe\x00garbage\n", b"[" * 100_000, b"no json\nnone here\n"]
)
def test_score_ends_with_2_where_nothing_was_json(text: bytes) -> None:
    status, answers = run("score", text)
    assert status == 2
    assert {answer["error"]["code"] for answer in answers} == {"bad_record"}


def test_score_of_no_lines_is_no_answer() -> None:
    assert run("score", "") == (0, [])


class Lines:
    """An input that tells how many of its lines were read."""

    def __init__(self, lines: list[bytes]) -> None:
        self.lines = lines
        self.taken = 0
        self.buffer = self

    def __iter__(self) -> Iterator[bytes]:
        for line in self.lines:
            self.taken += 1
            yield line


class Answers(StringIO):
    """An output that notes how many lines were read when each was written."""

    def __init__(self, lines: Lines) -> None:
        super().__init__()
        self.lines = lines
        self.taken_at: list[int] = []

    def write(self, text: str, /) -> int:
        """Write an answer and note it."""
        self.taken_at.append(self.lines.taken)
        return super().write(text)


def test_score_answers_a_line_before_it_reads_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = Lines([json.dumps(WORKED_EXAMPLE).encode()] * 5)
    answers = Answers(lines)
    monkeypatch.setattr(sys, "stdin", lines)
    monkeypatch.setattr(sys, "stdout", answers)
    with pytest.raises(SystemExit) as ended:
        call_command("score")
    assert ended.value.code == 0
    assert answers.taken_at == [1, 2, 3, 4, 5]


def partie(*games: object) -> str:
    """Return a partie of four that played *games*."""
    return json.dumps(
        {
            "ruleset": "nts",
            "players": ["Anna", "Ben", "Cleo", "Dirk"],
            "games": games,
        }
    )


GAME = {name: WORKED_EXAMPLE[name] for name in ("hands", "outcome")}


def test_replay_tells_where_the_partie_stands() -> None:
    status, [answer] = run("replay", partie(GAME))
    assert status == 0
    assert answer["games"][0]["scores"] == {
        "Anna": 24,
        "Ben": 384,
        "Cleo": -244,
        "Dirk": -164,
    }
    assert answer["games"][0]["chips"]["Anna"] == 3024
    assert answer["next"]["dealer"] == "Ben"


def test_replay_names_the_game_that_cannot_be_scored() -> None:
    bad = {name: BAD_COUNT[name] for name in ("hands", "outcome")}
    status, [answer] = run("replay", partie(GAME, bad))
    assert status == 1
    assert (answer["error"]["code"], answer["error"]["game"]) == ("tile_count", 2)


def test_replay_of_what_is_not_json_ends_with_2() -> None:
    status, [answer] = run("replay", "{")
    assert status == 2
    assert answer["error"]["code"] == "bad_record"
    assert answer["error"]["game"] is None
