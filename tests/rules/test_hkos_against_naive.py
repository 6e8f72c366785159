"""The engine and the naive scorer of `hkos` agree on seeded games."""

import json
import os
from collections import Counter
from random import Random
from typing import Any, NamedTuple

import pytest

from clubscore.rules import RulesError, score_record
from tests.rules.completed_cases import CASES, case_of
from tests.rules.dealing_hkos import OPTIONS, deal_record
from tests.rules.dealing_schmale import PAO_REASONS, Record
from tests.rules.naive_hkos import LIMIT_HANDS, ORDINARY, naive_score
from tests.rules.naive_schmale import NaiveRefusal

RECORDS = int(os.environ.get("HKOS_RECORDS", "4000"))
"""More of them are dealt where the environment says so."""


class Played(NamedTuple):
    """A dealt record and the engine's answer: what is compared, or the refusal."""

    seed: int
    record: Record
    result: Any
    refusal: tuple[str, str | None] | None


def comparable(result: Any) -> Any:
    """Return what must be equal in an answer, items as the naive scorer writes them."""
    debts = Counter(
        (debt["from"], debt["to"], debt["amount"], debt["reason"])
        for debt in result["payments"]
    )
    hands = {
        seat: {name: hand[name] for name in hand if name != "arrangement"}
        | {
            "items": sorted(
                (one["rule"], one["faan"], one["laak"])
                if isinstance(one, dict)
                else one
                for one in hand["items"]
            )
        }
        for seat, hand in result["hands"].items()
    }
    return {"hands": hands, "payments": debts, "scores": result["scores"]}


def play(seed: int) -> Played:
    """Deal a record and return the engine's answer."""
    record = deal_record(Random(seed))
    try:
        return Played(seed, record, score_record(record), None)
    except RulesError as error:
        return Played(seed, record, None, (str(error.code), error.seat))


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """All dealt records, scored by the engine once."""
    return [play(seed) for seed in range(RECORDS)]


def test_the_engine_agrees_with_the_naive_scorer(games: list[Played]) -> None:
    for played in games:
        told = f"seed {played.seed}: {json.dumps(played.record)}"
        try:
            naive = comparable(naive_score(played.record))
        except NaiveRefusal as refusal:
            assert played.refusal is not None, told
            seat = played.refusal[1]
            # Where the contract does not say which seat is named, any will do.
            refused = refusal.code, refusal.seat or seat
            assert refused == played.refusal, told
            continue
        assert played.result is not None, (told, played.refusal)
        assert comparable(played.result) == naive, told


def test_dealt_games_have_what_the_book_knows(games: list[Played]) -> None:
    seen = Counter[str]()
    for played in games:
        if played.result is None:
            seen[f"refused {(played.refusal or ('',))[0]}"] += 1
            continue
        outcome = played.record["outcome"]
        for name, value in played.record["options"].items():
            seen[f"{name} {value}"] += 1
        for hand in played.result["hands"].values():
            seen.update(one["rule"] for one in hand["items"])
        seen[outcome["kind"]] += 1
        seen[f"from {outcome.get('source')}"] += 1
        seen[f"pao {(outcome.get('pao') or {}).get('reason')}"] += 1
        seen.update(f"in {one}" for one in outcome.get("circumstances") or [])
        seen[case_of(played.record)] += 1
    wanted = [*LIMIT_HANDS, *ORDINARY, *CASES, "win", "draw", "penalty"]
    wanted += [f"{name} {value}" for name, some in OPTIONS.items() for value in some]
    wanted += [f"pao {one}" for one in PAO_REASONS]
    wanted += [f"in {one}" for one in ("last_tile", "kong_on_kong", "first_turn")]
    sources = ["wall", "replacement", "replacement_bonus", "discard", "robbed_kong"]
    wanted += [f"from {one}" for one in [*sources, "deal"]]
    codes = ["bad_record", "unknown_option", "bad_tile", "tile_count", "bad_set"]
    codes += ["too_many_of_a_tile", "impossible", "not_a_winning_hand", "below_minimum"]
    wanted += [f"refused {one}" for one in codes]
    # A drawn tile in exposed sets alone cannot have been the last.
    refused = ["drawn, both, exposed named", "drawn, exposed only, null"]
    assert [one for one in wanted if not seen[one] and one not in refused] == []
