"""``manage.py wall`` as other programs call it."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parent.parent.parent


def wall(*words: object) -> tuple[int, Any]:
    """Return the exit status and the answer to a command line."""
    with pytest.MonkeyPatch.context() as patch:
        printed = StringIO()
        patch.setattr(sys, "stdout", printed)
        with pytest.raises(SystemExit) as ended:
            call_command("wall", *map(str, words))
    assert isinstance(ended.value.code, int)
    (line,) = printed.getvalue().splitlines()
    return ended.value.code, json.loads(line)


def test_one_line_says_where_the_wall_is_broken() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "wall", "nts", "1", "1", "2", "3"],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == (
        b'{"side": "S", "stack": 7, "count_from": "right", "stacks_per_side": 17,'
        b' "tiles": 136, "live_end": "left", "dead_wall": 14}\n'
    )


@pytest.mark.parametrize(
    "words",
    [
        "schmale 6 6 6 --option jokers=4 --option bonus_tiles=no --players 3",
        "schmale --option jokers=4 --players 3 6 6 6 --option bonus_tiles=no",
        "--players=3 --option=jokers=4 schmale 6 --option=bonus_tiles=no 6 6",
    ],
)
def test_players_and_options_may_stand_anywhere(words: str) -> None:
    status, answer = wall(*words.split())
    assert status == 0
    assert (answer["side"], answer["stack"], answer["tiles"]) == ("E", 1, 140)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("nts", "bad_dice"),
        ("nts 1 2 3", "bad_dice"),
        ("nts 1 2 3 7", "bad_dice"),
        ("nts 1 2 3 -1", "bad_dice"),
        ("nts 1 2 3 x", "bad_dice"),
        ("nts 1 2 3 99999999999999999999", "bad_dice"),
        ("riichi 1 2 3", "unknown_ruleset"),
        ("mauer 1 2 3 4 --option dead_wall=9", "unknown_option"),
        ("nts 1 2 3 4 --players 3 --option flowers=yes", "unknown_option"),
        ("nts 1 2 3 4 --option dead_wall=8", "unknown_option"),
        ("nts 1 2 3 4 --players 6", "bad_record"),
        ("nts 1 2 3 4 --players three", "bad_record"),
        ("mauer 1 2 3 4 --option dead_wall", "bad_record"),
    ],
)
def test_what_cannot_be_is_one_line_and_status_1(words: str, code: str) -> None:
    status, answer = wall(*words.split())
    assert status == 1
    assert answer.keys() == {"error"}
    assert answer["error"].keys() == {"code", "seat", "message"}
    assert (answer["error"]["code"], answer["error"]["seat"]) == (code, None)
