"""Records that went wrong somewhere: each is answered or refused, and nothing else."""

import json
from collections import Counter
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest

from clubscore.rules.rulesets import RULESETS
from tests.fuzz.judging import (
    CODES,
    STEPS,
    Answer,
    FaultError,
    judge_game,
    judge_garbled,
    judge_lines,
    judge_partie,
    judge_wall,
    measured_score,
    score,
    steps_of,
)
from tests.rules.dealing import deal_bench_game
from tests.rules.mutating import (
    deal_game,
    deal_partie,
    garbled,
    mutated,
    mutated_partie,
    odd_value,
    some_options,
)

RECORDS = 5000
MUTANTS = 4
"""So many are made of each dealt record."""
PARTIES, WALLS, LINES = 300, 300, 300
FEW = 3
"""How often a thing must turn up before it counts as reached."""

Record = dict[str, Any]


class Judged(NamedTuple):
    """A record, what came of it, and what must hold and does not."""

    record: Any
    answer: Answer | None
    fault: FaultError | None


def judged(record: Any, seed: int, judge: Any) -> Judged:
    """Judge a record."""
    try:
        return Judged(record, judge(record, seed), None)
    except FaultError as fault:
        return Judged(record, None, fault)


def codes_of(judged: list[Judged]) -> Counter[str | None]:
    """Return how often each code was answered."""
    return Counter(one.answer.code for one in judged if one.answer is not None)


def fail_for_faults(judged: list[Judged]) -> None:
    """Fail with the first record of each kind of fault."""
    found: dict[str, str] = {}
    for one in judged:
        if one.fault is not None:
            found.setdefault(one.fault.kind, f"{one.fault}\n{json.dumps(one.record)}")
    if found:
        pytest.fail("\n".join(found.values()))


@pytest.fixture(scope="module")
def games() -> list[Judged]:
    """Return mutated records of all rulesets and numbers of players, judged."""
    found = []
    record: Record = {}
    for index in range(RECORDS):
        rng = Random(f"game {index}")
        if index % MUTANTS == 0:
            record = deal_game(rng)
        found.append(judged(mutated(rng, record), index, judge_game))
    return found


@pytest.fixture(scope="module")
def parties() -> list[Judged]:
    """Return mutated parties of all rulesets and numbers of players, judged."""
    found = []
    for index in range(PARTIES):
        rng = Random(f"partie {index}")
        partie = mutated_partie(rng, deal_partie(rng))
        found.append(judged(partie, index, judge_partie))
    return found


@pytest.fixture(scope="module")
def walls() -> list[Judged]:
    """Return throws of dice, some of which nobody can throw, judged."""
    found = []
    for index in range(WALLS):
        rng = Random(f"wall {index}")
        ruleset: Any = rng.choice([*RULESETS, "mauer"])
        dice: Any = [rng.randint(1, 6) for _ in range(3 if ruleset == "schmale" else 4)]
        players: Any = rng.choice([3, 4, 4, 5])
        options: Any = None
        if ruleset in RULESETS:
            options = some_options(rng, ruleset, players)
        match rng.choice(["none", "none", "dice", "many", "odd", "players", "options"]):
            case "dice":
                dice[rng.randrange(3)] = rng.choice([0, 7, -1, 10**30, "6", 2.0, True])
            case "many":
                dice = dice[1:] * rng.choice([0, 1, 2, 200])
            case "odd":
                ruleset, dice = rng.choice([(odd_value(rng), dice), (ruleset, "123")])
            case "players":
                players = odd_value(rng)
            case "options":
                options = rng.choice(
                    [{"jokers": 8}, {"flowers": "yes"}, odd_value(rng)]
                )
        throw = ruleset, dice, players, options
        found.append(judged(throw, index, lambda one, _: judge_wall(*one)))
    return found


def test_every_record_is_answered_or_refused(games: list[Judged]) -> None:
    fail_for_faults(games)


def test_a_tenth_of_the_records_still_scores(games: list[Judged]) -> None:
    assert codes_of(games)[None] >= RECORDS / 10


def test_what_still_scores_is_of_all_rulesets_and_outcomes(
    games: list[Judged],
) -> None:
    reached: Counter[object] = Counter()
    for record, answer, _ in games:
        if answer is not None and answer.code is None:
            reached[record["ruleset"], record.get("players", 4)] += 1
            reached[record["outcome"]["kind"]] += 1
            reached["warned"] += bool(answer.value["warnings"])
            for hand in answer.value["hands"].values():
                reached["limit"] += hand["limit"] is not None
                reached["dead"] += bool(hand["dead"])
                reached["joker"] += "j" in "".join(hand["arrangement"])
    wanted: list[object] = ["win", "draw", "penalty", "warned", "limit", "dead"]
    wanted += ["joker", ("spiel-der-winde", 4)]
    wanted += [(name, many) for name in ("nts", "schmale") for many in (3, 4, 5)]
    assert [one for one in wanted if reached[one] < FEW] == []


def test_every_partie_is_answered_or_refused(parties: list[Judged]) -> None:
    fail_for_faults(parties)
    assert codes_of(parties)[None] >= PARTIES / 10


def test_every_throw_is_answered_or_refused(walls: list[Judged]) -> None:
    fail_for_faults(walls)
    assert codes_of(walls)[None] >= WALLS / 10


def test_every_code_of_the_contract_turns_up(
    games: list[Judged], parties: list[Judged], walls: list[Judged]
) -> None:
    codes = codes_of(games) + codes_of(parties) + codes_of(walls)
    assert codes.keys() - {None} == CODES
    assert [code for code, many in codes.items() if many < FEW] == []


def test_the_command_says_what_the_function_says(games: list[Judged]) -> None:
    lines, answers = [], []
    for record, answer, _ in games:
        if answer is not None:
            lines.append(json.dumps(record).encode())
            answers.append(answer)
    judge_lines(lines, answers)


def test_the_command_answers_every_line_that_may_be_no_json() -> None:
    lines = []
    for index in range(LINES):
        rng = Random(f"line {index}")
        line = garbled(rng, deal_game(rng))
        if line.strip() and b"\n" not in line:
            lines.append(line)
    codes = Counter(judge_garbled(lines))
    assert codes["bad_record"] >= LINES / 3
    assert codes[None] >= LINES / 10


# How much a record can ask for ----------------------------------------------------


def with_jokers(hands: Record, winning_tile: str, **options: Any) -> Record:
    """Return a game of `schmale` with twelve jokers that South wins."""
    return {
        "ruleset": "schmale",
        "options": {"jokers": 12, "losers_settle": "yes"} | options,
        "players": 4,
        "round_wind": "E",
        "hands": hands,
        "outcome": {
            "kind": "win",
            "winner": "S",
            "winning_tile": winning_tile,
            "source": "wall",
        },
    }


ORDINARY = {"tiles": "123456789m11122p"}
HARD = {
    "twelve loose": {"S": {"tiles": "000000000000j1m5p"}},
    "written pungs": {"S": {"sets": ["(000j)"] * 4 + ["(11m)"]}},
    "written pungs, open and shut": {
        "S": {"sets": ["000j", "000j", "(000j)", "(000j)", "(55m)"]}
    },
    "written and loose": {"S": {"sets": ["000j", "(000j)"], "tiles": "5p1s000000j"}},
    "one suit begun twice": {
        "S": {"sets": ["000j", "(000j)", "(5m00j)"], "tiles": "5s0000j"}
    },
    "written pairs that do not win": {
        "S": {"sets": ["(00j)"] * 3 + ["00j"] * 3 + ["(11m)"]}
    },
    "a loser's written pairs": {
        "S": ORDINARY,
        "E": {"complete": False, "sets": ["(00j)"] * 3 + ["00j"] * 3},
    },
    "a loser's loose tiles": {"S": ORDINARY, "E": {"tiles": "000000000000j5z"}},
}


@pytest.mark.parametrize("hands", HARD.values(), ids=HARD.keys())
def test_twelve_jokers_take_no_more_than_a_second(hands: Record) -> None:
    tile = "2p" if hands["S"] is ORDINARY else "0j"
    measured_score(with_jokers(hands, tile), "steps")


def test_a_long_record_takes_no_more_than_its_length() -> None:
    record = deal_bench_game(Random(1))
    steps = steps_of(lambda: score(record))
    for field, value in (
        ("sets", ["111m"] * 2000),
        ("tiles", "123m" * 2000),
        ("bonus", "1f" * 2000),
        ("claims", ["half_flush"] * 2000),
    ):
        hand = {"complete": False, field: value}
        hands = record["hands"] | {"E": hand}
        assert steps_of(partial(score, record | {"hands": hands})) < steps + STEPS / 2
