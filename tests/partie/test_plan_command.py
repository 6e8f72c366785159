"""``manage.py plan`` as other programs call it."""

import datetime as dt
import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from clubscore.club.models import Player, Season
from clubscore.evening.services import presence_note
from clubscore.partie.models import Partie, Presence
from clubscore.partie.played_rounds import played_rounds
from clubscore.partie.services import partie_start
from tests.conftest import players_in

ROOT = Path(__file__).parent.parent.parent


def plan(*words: object) -> tuple[int, Any]:
    """Return the exit status and the answer to a command line."""
    with pytest.MonkeyPatch.context() as patch:
        printed = StringIO()
        patch.setattr(sys, "stdout", printed)
        with pytest.raises(SystemExit) as ended:
            call_command("plan", *map(str, words))
    assert isinstance(ended.value.code, int)
    (line,) = printed.getvalue().splitlines()
    return ended.value.code, json.loads(line)


def test_one_object_holds_the_whole_plan() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "plan", "--players", "16", "--rounds", "5"],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert list(answer) == [
        *("players", "rounds", "measures", "seed", "seconds", "warnings")
    ]
    assert answer["players"] == [str(number) for number in range(1, 17)]
    first = answer["rounds"][0]
    assert list(first) == ["round", "waiting", "tables"]
    assert list(first["tables"][0]) == ["table", "E", "S", "W", "N", "fifth"]
    assert answer["measures"] == {
        "repeats": 0,
        "most_meetings": 1,
        "least_indirect": None,
        "table_repeats": answer["measures"]["table_repeats"],
        "wind_spread": 1,
        "wait_spread": 0,
        "bound": 0,
        "proven": True,
    }
    assert answer["seconds"] < 10


def test_every_option_is_heard() -> None:
    status, answer = plan(
        *("--players", "Anna,Ben, Cleo,Dirk,Eva,Finn,Gus,Hal,Ida", "--rounds", 3),
        *("--seed", 7, "--seconds", "0.2", "--tables-of", "4,5"),
        *("--apart", "Anna,Ben", "--apart", "Anna,Cleo", "--together", "Dirk,Eva"),
        *("--fixed", "Finn:2"),
    )
    assert (status, answer["seed"]) == (0, 7)
    for one in answer["rounds"]:
        five, four = one["tables"]
        assert None not in five.values()
        assert four["fifth"] is None
        assert "Finn" in four.values()
        for table in (five, four):
            at = set(table.values())
            assert not {"Anna", "Ben"} <= at
            assert not {"Anna", "Cleo"} <= at
            assert len({"Dirk", "Eva"} & at) != 1


def test_a_plan_goes_on_from_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "history.json"
    players = "A,B,C,D,E,F,G,H"
    _status, first = plan("--players", players, "--rounds", 2, "--seconds", "0.2")
    file.write_text(json.dumps(first))
    status, answer = plan(
        *("--players", players + ",I", "--rounds", 1, "--history", file),
        *("--seconds", "0.2"),
    )
    assert status == 0
    assert [one["round"] for one in answer["rounds"]] == [3]
    # Cut to what was played, and nothing but the rounds.
    file.write_text(json.dumps(first["rounds"][:1]))
    _status, answer = plan(
        *("--players", players, "--rounds", 1, "--history", file),
        *("--seconds", "0.2"),
    )
    assert [one["round"] for one in answer["rounds"]] == [2]
    assert answer["measures"]["repeats"] == 4


@pytest.mark.parametrize(
    ("code", "field", "words"),
    [
        ("too_few_players", "players", ""),
        ("too_few_players", "players", "--players 3 --rounds x"),
        ("too_few_players", "players", "--players Anna --rounds x"),
        ("too_many_players", "players", "--players 99999999999999999"),
        ("bad_players", "players", "--players A,B,,C"),
        ("bad_rounds", "rounds", "--players 8"),
        ("bad_rounds", "rounds", "--players 8 --rounds 61 --seed x"),
        ("bad_number", "seed", "--players 8 --rounds 3 --seed x"),
        ("bad_number", "seconds", "--players 8 --rounds 3 --seconds x"),
        ("bad_number", "seconds", "--players 8 --rounds 3 --seconds 601"),
        ("bad_tables", "tables_of", "--players 8 --rounds 3 --tables-of 4,6"),
        ("bad_tables", "tables_of", "--players 8 --rounds 3 --tables-of="),
        ("no_tables", "tables_of", "--players 4 --rounds 3 --tables-of 5"),
        ("unknown_player", "apart", "--players 8 --rounds 3 --apart 1,9"),
        ("bad_table", "fixed", "--players 8 --rounds 3 --fixed 1:3"),
        ("bad_table", "fixed", "--players 8 --rounds 3 --fixed 1:x"),
        ("contradiction", "fixed", "--players 8 --rounds 3 --fixed 1:1 --fixed 1:2"),
        (
            "contradiction",
            "apart",
            "--players 8 --rounds 3 --apart 1,2 --together 2,1 --history nowhere",
        ),
    ],
)
def test_errors_are_json_too(code: str, field: str, words: str) -> None:
    status, answer = plan(*words.split())
    assert status == 2
    assert (answer["error"]["code"], answer["error"]["field"]) == (code, field)
    assert answer["error"]["message"]


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "3",
        "{}",
        '{"rounds": [3]}',
        '{"rounds": [{"round": 0, "tables": []}]}',
        '{"rounds": [{"round": 1}]}',
        '[{"round": 1, "tables": [{"table": 1, "E": "A", "S": "B", "W": 3}]}]',
        '[{"round": 1, "tables": [{"table": 1, "E": "A", "S": "B", "W": "A"}]}]',
        '[{"round": 1, "tables": [], "waiting": "A"}]',
        '[{"round": 2, "tables": []}, {"round": 2, "tables": []}]',
        '[{"round":1, "tables": [{"table":1, "E":"A", "S":"B", "W":"C","fifth":"D"}]}]',
    ],
)
def test_a_history_of_another_shape_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "history.json"
    file.write_text(text)
    status, answer = plan("--players", 8, "--rounds", 1, "--history", file)
    assert (status, answer["error"]["code"]) == (2, "bad_history")
    assert answer["error"]["field"] == "history"


@pytest.mark.django_db
@pytest.mark.parametrize("source", ["nobody/2026", "no-such-file.json", "a/b/c", "/"])
def test_a_season_that_does_not_exist_is_refused(source: str) -> None:
    status, answer = plan("--players", 8, "--rounds", 1, "--history", source)
    assert (status, answer["error"]["code"]) == (2, "bad_history")


@pytest.mark.django_db
def test_a_season_is_gone_on_from(season: Season, players: list[Player]) -> None:
    day = dt.date(2026, 11, 17)
    eva, finn, gus, hal, ida = players_in(
        season.club, "Eva", "Finn", "Gus", "Hal", "Ida"
    )
    whole = Presence.Stay.WHOLE
    presence_note(
        club=season.club, day=day, parts=dict.fromkeys((*players, ida), whole)
    )
    for seated in (
        players,
        [eva, finn, gus, hal],
        [players[0], eva, ida],
        # Still played, and void: neither is history.
        [players[1], finn, gus, hal],
        [players[2], finn, gus, hal],
    ):
        partie_start(season=season, players=seated, day=day)
    Partie.objects.filter(number__in=(1, 2, 3, 5)).update(is_finished=True)
    Partie.objects.filter(number=5).update(is_void=True)
    first, second = played_rounds(season)
    assert [table.players for table in first.tables] == [
        ("Anna", "Ben", "Cleo", "Dirk"),
        ("Eva", "Finn", "Gus", "Hal"),
    ]
    assert first.waiting == ("Ida",)
    assert [table.players for table in second.tables] == [("Anna", "Eva", "Ida")]
    assert second.waiting == ("Ben", "Cleo", "Dirk")
    status, answer = plan(
        *("--players", "Anna,Ben,Cleo,Dirk", "--rounds", 1),
        *("--history", f"{season.club.slug}/{season.slug}", "--seconds", 1),
    )
    assert status == 0
    assert [one["round"] for one in answer["rounds"]] == [3]
    assert answer["measures"]["repeats"] == 6
