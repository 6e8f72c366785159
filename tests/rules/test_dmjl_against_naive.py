"""The engine and the naive scorer of `dmjl` agree on seeded games."""

import json
import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from clubscore.rules.rulesets import RULESETS
from tests.rules.dealing_dmjl import OPTIONS, deal_record
from tests.rules.naive import NaiveRefusal, Record
from tests.rules.naive_dmjl import IN_ORDER, naive_score
from tests.rules.test_against_naive import Played, play

RECORDS = int(os.environ.get("DMJL_RECORDS", "1000"))
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
            seen[f"refused {played.code}"] += 1
            continue
        outcome = played.record["outcome"]
        for name, value in played.record["options"].items():
            seen[f"{name} {value}"] += 1
        if outcome["kind"] == "penalty":
            many = outcome["offender"]
            seen[f"{outcome['offence']} {len(many)}"] += 1
        for seat, hand in played.result["hands"].items():
            won = seat == outcome["winner"]
            seen.update(("won " if won else "lost ") + i["rule"] for i in hand["items"])
    losers = ("big_three_dragons", "big_four_winds")
    items = RULESETS["dmjl"].items
    wanted = [f"won {name}" for name in IN_ORDER]
    wanted += [f"won {one.key}" for one in items if one.key not in losers]
    wanted += [f"lost {one.key}" for one in items if not one.is_winners]
    wanted += [f"{name} {value}" for name, some in OPTIONS.items() for value in some]
    wanted += ["false_mahjong 1", "false_mahjong 2", "false_mahjong 3"]
    wanted += ["false_naming 1", "refused bad_tile", "refused impossible"]
    wanted += ["refused not_a_winning_hand"]
    assert [name for name in wanted if not seen[name]] == []
