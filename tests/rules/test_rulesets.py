"""What holds for every ruleset as data."""

import ast
import re
from pathlib import Path

import pytest

from clubscore.rules import score_record
from clubscore.rules.items import NumberOption, Rule, Ruleset
from clubscore.rules.rulesets import RULESETS, find_ruleset, with_options
from tests.rules.golden import WORKED_EXAMPLE

ENGINE = Path(__file__).parent.parent.parent / "clubscore" / "rules"

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


@every_ruleset
def test_every_rule_says_where_it_comes_from(ruleset: Ruleset) -> None:
    rules: list[Rule] = [*ruleset.items, *ruleset.limit_hands, *ruleset.options]
    for one in rules:
        assert one.source.document is ruleset.document, one.key
        assert one.source.section, one.key
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", one.source.checked), one.key
        assert one.name, one.key


@every_ruleset
def test_no_two_rules_share_a_key(ruleset: Ruleset) -> None:
    rules: list[Rule] = [*ruleset.items, *ruleset.limit_hands]
    keys = [one.key for one in rules]
    assert len(set(keys)) == len(keys)


@every_ruleset
def test_every_rule_is_worth_something(ruleset: Ruleset) -> None:
    for item in ruleset.items:
        assert (item.points > 0) != (item.doubles > 0), item.key
    for limit in ruleset.limit_hands:
        assert limit.points > 0


@every_ruleset
def test_a_default_changes_nothing(ruleset: Ruleset) -> None:
    for option in ruleset.options:
        if not isinstance(option, NumberOption):
            assert option.changes_for(option.default) == (), option.key


def worth(ruleset: Ruleset) -> list[object]:
    """Return all that an option can change, without the tests."""
    return [
        *((one.key, one.points, one.doubles, one.group) for one in ruleset.items),
        *((one.key, one.points) for one in ruleset.limit_hands),
        ruleset.counting,
        ruleset.paying,
        ruleset.dealing,
        ruleset.wall,
    ]


@every_ruleset
def test_all_defaults_written_out_give_the_same_rules(ruleset: Ruleset) -> None:
    defaults = {option.key: option.default for option in ruleset.options}
    assert worth(with_options(ruleset, defaults)) == worth(ruleset)


def test_all_defaults_written_out_give_the_same_scores() -> None:
    ruleset = find_ruleset(WORKED_EXAMPLE["ruleset"])
    defaults = {option.key: option.default for option in ruleset.options}
    written_out = WORKED_EXAMPLE | {"options": defaults}
    assert score_record(written_out) == score_record(WORKED_EXAMPLE)


@every_ruleset
def test_options_leave_the_ruleset_itself_alone(ruleset: Ruleset) -> None:
    before = worth(ruleset)
    for option in ruleset.options:
        for choice in option.choices[1:]:
            with_options(ruleset, {option.key: choice.value})
    assert worth(ruleset) == before


def test_the_readme_maps_every_module() -> None:
    readme = (ENGINE / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.+?`) \|", readme, re.MULTILINE)
    mapped = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    modules = {path.stem for path in ENGINE.glob("*.py")} - {"__init__"}
    assert modules | {"rulesets"} == mapped


def test_the_engine_counts_in_whole_numbers() -> None:
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_float = isinstance(node, ast.Constant) and isinstance(node.value, float)
            assert not is_float, path.name
            assert not isinstance(node, ast.Div), path.name
            assert not (isinstance(node, ast.Name) and node.id == "float"), path.name
