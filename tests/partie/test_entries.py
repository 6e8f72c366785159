"""What is recorded of an entry is read, renamed and written without loss."""

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from clubscore.partie import entries, game_record
from clubscore.partie.entries import Kind
from clubscore.rules import record_hands, record_outcomes

DUMPS = sorted(Path("tests/migrations").glob("*.sqlite.sql.gz"))
WIN = {
    "kind": "win",
    "winner": "2",
    "winning_tile": "3s",
    "source": "discard",
    "from": "1",
    "circumstances": ["last_tile"],
    "completes": None,
    "pao": {"player": "3", "reason": "nine_tiles"},
}
WRITTEN: dict[str, list[dict[str, Any]]] = {
    "game": [
        {
            "hands": {"2": {"sets": ["(234s)"]}, "1": {}},
            "outcome": WIN,
            "east": "1",
            "remark": "late",
            "round": 2,
            "round_wind": None,
        },
        {"hands": {}, "outcome": {"kind": "draw"}, "east": "4"},
        {
            "hands": {},
            "outcome": {
                "kind": "penalty",
                "offender": "1",
                "offence": "false_mahjong",
                "from": "2",
                "excluded": ["3", "4"],
            },
            "east": "1",
        },
        {
            "scores": {"1": -8, "2": 8, "3": 0, "4": 0},
            "outcome": {"kind": "win", "winner": "2", "source": "wall", "from": None},
            "east": "3",
        },
    ],
    "booking": [{"from": "1", "to": "2", "amount": 10, "reason": "a fine"}],
    "seating": [{"players": ["2", "1", "4", "3"]}],
    "substitute": [{"out": "1", "in": "5"}],
    "end": [{"reason": "the last tram"}],
    "void": [{"reason": "a tile was missing"}],
    "result": [{"totals": {"1": 4, "2": -4}, "import": "3f"}],
    "note": [{"text": "a tile is cracked"}],
}
EVERY = [(kind, one) for kind, many in WRITTEN.items() for one in many]


def test_every_kind_has_its_value_and_an_example_here() -> None:
    assert {*entries.KNOWN} == {*WRITTEN} == {*Kind.values}
    assert {*entries.KNOWN.values()} == {*get_args(entries.Known)}


@pytest.mark.parametrize(("kind", "written"), EVERY)
def test_what_is_read_is_written_as_it_was(kind: str, written: dict[str, Any]) -> None:
    content = entries.checked(kind, written)
    assert content.kind == kind
    assert json.dumps(content.as_json) == json.dumps(written)


@pytest.mark.parametrize(("kind", "written"), EVERY)
def test_players_are_renamed_wherever_they_stand(
    kind: str, written: dict[str, Any]
) -> None:
    content = entries.read(kind, written)
    there = content.renamed(lambda key: f"p{key}")
    assert entries.players_in(there) == {
        f"p{key}" for key in entries.players_in(content)
    }
    text = json.dumps(there.as_json)
    for key in "12345":
        assert f'"{key}"' not in text
    assert there.renamed(lambda key: key[1:]).as_json == written


@pytest.mark.parametrize("dump", DUMPS, ids=lambda path: path.name)
def test_all_that_released_versions_recorded_is_written_byte_for_byte(
    dump: Path,
) -> None:
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(gzip.decompress(dump.read_bytes()).decode())
        rows = database.execute(
            "SELECT kind, said FROM partie_revision"
            " JOIN partie_entry ON partie_entry.id = entry_id"
        ).fetchall()
    assert len(rows) > 100
    for kind, said in rows:
        assert json.dumps(entries.checked(kind, json.loads(said)).as_json) == said


def test_a_kind_that_is_not_known_is_kept_as_it_is() -> None:
    written = {"reason": "everybody drew a lot", "drawn": 7}
    content = entries.read("lottery", written)
    assert content.as_json == written
    assert content.kind == "lottery"
    assert entries.reason_of(content) == "everybody drew a lot"


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("game", "outcome", {"kind": "lottery"}),
        ("game", "outcome", WIN | {"source": "luck"}),
        ("game", "outcome", WIN | {"pao": {"player": "3", "reason": "luck"}}),
        ("game", "hands", {"1": "55s"}),
        ("game", "remark", "x" * 201),
        ("game", "more", 1),
        ("booking", "amount", 0),
        ("booking", "amount", "10"),
        ("seating", "players", "1234"),
        ("substitute", "in", 5),
        ("result", "totals", {"1": 2**31}),
        ("note", "text", ""),
    ],
)
def test_a_file_with_another_shape_is_refused(
    kind: str, field: str, value: object
) -> None:
    with pytest.raises(ValidationError):
        entries.checked(kind, WRITTEN[kind][0] | {field: value})


def test_the_engine_reads_the_fields_that_a_game_is_described_by() -> None:
    hand = record_hands.HAND_FIELDS | {record_hands.ORIGINAL_CALL}
    described = {
        game_record.HandRecord: hand,
        game_record.WinRecord: record_outcomes.WIN_FIELDS,
        game_record.DrawRecord: record_outcomes.DRAW_FIELDS,
        game_record.PenaltyRecord: record_outcomes.PENALTY_FIELDS,
        game_record.PaoRecord: record_outcomes.PAO_FIELDS,
    }
    for record, fields in described.items():
        assert set(record.__annotations__) == fields, record
