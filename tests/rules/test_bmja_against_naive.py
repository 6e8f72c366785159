"""The engine and the naive scorer of `bmja` agree on seeded games."""

import json
import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from clubscore.rules.rulesets import RULESETS
from tests.rules.dealing_bmja import OPTIONS, deal_record
from tests.rules.naive import NaiveRefusal, Record
from tests.rules.naive_bmja import IN_ORDER, naive_score
from tests.rules.test_against_naive import Played, play

RECORDS = int(os.environ.get("BMJA_RECORDS", "400"))
"""More of them are dealt where the environment says so."""
COMPARED = ("points", "base", "doubles", "limit", "dead")


def naive_answer(record: Record) -> Any:
    """Return the naive scorer's result, or the code of its refusal."""
    try:
        return naive_score(record)
    except NaiveRefusal as refusal:
        return refusal.code


def assert_agreement(played: Played) -> None:
    """Fail with the record where the two scorers differ."""
    expected = naive_answer(played.record)
    what = f"seed {played.seed}: {json.dumps(played.record)}"
    if played.result is None or isinstance(expected, str):
        assert played.code == expected, what
        return
    for seat, hand in played.result["hands"].items():
        got = {name: hand[name] for name in COMPARED}
        assert got == expected["hands"][seat], f"{seat}, {what}"
    payments = sorted(
        (debt["from"], debt["to"], debt["amount"], debt["reason"])
        for debt in played.result["payments"]
    )
    assert payments == expected["payments"], what
    assert played.result["scores"] == expected["scores"], what


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """All dealt records, scored by the engine once."""
    return [play(seed, deal_record(Random(seed))) for seed in range(RECORDS)]


def test_the_engine_agrees_with_the_naive_scorer(games: list[Played]) -> None:
    for played in games:
        assert_agreement(played)


def test_dealt_games_have_what_the_book_knows(games: list[Played]) -> None:
    seen = Counter[str]()
    for played in games:
        if played.result is None:
            continue
        for name, value in played.record["options"].items():
            seen[f"{name} {value}"] += 1
        for seat, hand in played.result["hands"].items():
            won = seat == played.record["outcome"]["winner"]
            seen.update(("won " if won else "lost ") + i["rule"] for i in hand["items"])
    wanted = [f"won {name}" for name in IN_ORDER]
    wanted += [f"won {one.key}" for one in RULESETS["bmja"].items]
    fished = [one.key for one in RULESETS["bmja"].awaited_limits]
    wanted += [f"lost waiting:{key}" for key in fished]
    wanted += ["lost purity", "lost original_call"]
    wanted += [f"{name} {value}" for name, some in OPTIONS.items() for value in some]
    assert [name for name in wanted if not seen[name]] == []
