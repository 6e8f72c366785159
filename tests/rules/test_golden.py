"""Every golden example comes out as it was worked by hand."""

from collections import Counter
from typing import Any

import pytest

from clubscore.rules import RulesError, replay_record, score_record
from clubscore.rules.options import Option
from clubscore.rules.rulesets import RULESETS
from tests.rules.golden import (
    GAME,
    NAMED,
    NEXT,
    SCORE,
    Block,
    blocks,
    columns_of,
    expected_hand,
    expected_payments,
    expected_warnings,
    known,
)

BLOCKS = list(blocks())
GAMES = [block for block in BLOCKS if not block.is_replay]
PARTIES = [block for block in BLOCKS if block.is_replay]


@pytest.mark.parametrize("block", GAMES, ids=str)
def test_a_game_comes_out_as_worked_by_hand(block: Block) -> None:
    if block.expected[0].startswith("error"):
        with pytest.raises(RulesError) as caught:
            score_record(block.record)
        error = caught.value
        assert block.expected == (f"error {error.code} {error.seat or '-'}",)
        return
    result: Any = score_record(block.record)
    for line in block.expected:
        check_game(line, block.ruleset, result)


def check_game(line: str, ruleset: str, result: Any) -> None:
    """Check one line of an example against what the engine says of a game."""
    kind, _, rest = line.partition(" ")
    if kind == "scores":
        assert result["scores"] == {
            seat: int(score) for seat, score in SCORE.findall(rest)
        }
    elif kind == "payments":
        assert Counter(
            (one["from"], one["to"], one["amount"], one["reason"])
            for one in result["payments"]
        ) == expected_payments(rest)
    elif kind == "hands":
        assert set(result["hands"]) == set(rest.split(" ")) - {"-"}
    elif kind == "warnings":
        assert Counter(
            (one["code"], one["seat"], None) for one in result["warnings"]
        ) == expected_warnings(rest)
    else:
        seat, values, items = expected_hand(ruleset, line)
        hand = result["hands"][seat]
        assert {name: hand[name] for name in values} == values
        first, second = columns_of(ruleset)
        assert (
            Counter((one["rule"], one[first], one[second]) for one in hand["items"])
            == items
        )


@pytest.mark.parametrize("block", PARTIES, ids=str)
def test_a_partie_runs_as_worked_by_hand(block: Block) -> None:
    if block.expected[0].startswith("error"):
        with pytest.raises(RulesError) as caught:
            replay_record(block.record)
        error = caught.value
        assert block.expected == (f"error {error.code} game {error.game or '-'}",)
        return
    result: Any = replay_record(block.record)
    for line in block.expected:
        check_partie(line, result)


def check_partie(line: str, result: Any) -> None:
    """Check one line of an example against what the engine says of a partie."""
    kind, _, rest = line.partition(" ")
    if kind == "game":
        match = GAME.fullmatch(rest)
        assert match, line
        number, seats, resting, owner, round_wind = match.groups()
        game = result["games"][int(number) - 1]
        assert game["number"] == int(number)
        assert game["winds"] == dict(seat.split("=") for seat in seats.split())
        assert game["resting"] == resting
        assert game["owner"] == owner
        assert game["round_wind"] == known(round_wind)
    elif kind == "next":
        match = NEXT.fullmatch(rest)
        assert match, line
        number, round_wind, owner, dealer = match.groups()
        following = result["next"]
        assert following["number"] == int(number)
        assert following["round_wind"] == known(round_wind)
        assert following["owner"] == owner
        assert following["dealer"] == known(dealer)
        assert (following["winds"] is None) == (dealer == "-")
        assert not result["finished"]
    elif kind == "finished":
        assert result["finished"]
        assert result["next"] is None
    elif kind in ("totals", "chips"):
        expected = {name: int(total) for name, total in NAMED.findall(rest)}
        if kind == "totals":
            assert result["totals"] == expected
        else:
            assert result["games"][-1]["chips"] == expected
    elif kind == "ranking":
        assert result["ranking"] == [place.split(", ") for place in rest.split(" | ")]
    elif kind == "warnings":
        assert Counter(
            (one["code"], one["seat"], one["game"]) for one in result["warnings"]
        ) == expected_warnings(rest)
    else:
        pytest.fail(f"what does “{line}” say?")


def test_every_example_names_its_source_and_shows_its_sum() -> None:
    for block in BLOCKS:
        assert any(one.startswith("Source: ") for one in block.comments), str(block)
        assert any(one.startswith("Sum: ") for one in block.comments), str(block)
        assert block.expected, str(block)


def shown_rules() -> set[tuple[str, str]]:
    """Return each ruleset and rule that an example of it shows on a hand."""
    return {
        (block.ruleset, rule)
        for block in GAMES
        for line in block.expected
        if line[0] in "ESWN" and not block.is_of_own_book
        for rule, _, _ in expected_hand(block.ruleset, line)[2]
    }


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_item_and_limit_hand_has_a_golden_example(ruleset: str) -> None:
    rules = RULESETS[ruleset]
    rule_names = {one.key for one in rules.items}
    rule_names |= {one.key for one in rules.limit_hands}
    if rules.counting.waiting is not None:
        rule_names |= {f"waiting:{one.key}" for one in rules.awaited_limits}
    shown = {rule for key, rule in shown_rules() if key == ruleset}
    assert rule_names - shown == set()


def values_of(option: Option) -> set[str | int | None]:
    """Return the values of an option that examples must show."""
    return {choice.value for choice in option.choices} or {option.default}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_value_of_every_option_has_a_golden_example(ruleset: str) -> None:
    shown: set[tuple[str, str | int]] = set()
    for block in BLOCKS:
        record = block.record if isinstance(block.record, dict) else {}
        options = record.get("options", {})
        if record.get("ruleset") == ruleset and isinstance(options, dict):
            shown |= {
                (name, value)
                for name, value in options.items()
                if isinstance(value, str | int)
            }
    for option in RULESETS[ruleset].options:
        # The default is what every example without the option shows.
        wanted = {(option.key, value) for value in values_of(option)}
        assert wanted - shown <= {(option.key, option.default)}, option.key
