"""A house rule that is a list of numbers: typed, shown and stored."""

import pytest
from django import forms

from clubscore.club import engine
from clubscore.club.rule_fields import partie_field, season_field

RULE = next(one for one in engine.house_rules("hkos") if one.key == "points")


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("", None),
        ("1, 2, 4, 8", [1, 2, 4, 8]),
        ("0 0 5;5", [0, 0, 5, 5]),
        ("1000000", [1_000_000]),
    ],
)
def test_numbers_are_typed_with_commas_or_blanks(
    typed: str, numbers: list[int] | None
) -> None:
    assert season_field(RULE).clean(typed) == numbers
    field = partie_field(RULE, None, is_seasons=False)
    assert field.clean(typed) == numbers


@pytest.mark.parametrize("typed", ["4, 2", "1, x", "-1", "1.5", "1000001", "1 " * 15])
def test_what_is_no_such_list_is_refused_and_stays(typed: str) -> None:
    field = season_field(RULE)
    with pytest.raises(forms.ValidationError, match="a list of 1 to 14 whole numbers"):
        field.clean(typed)
    assert field.prepare_value(typed) == typed


def test_a_list_is_shown_as_it_is_typed() -> None:
    assert season_field(RULE).prepare_value([1, 2, 4]) == "1, 2, 4"
    assert RULE.words_for([1, 2, 4]) == "1, 2, 4"
    assert RULE.words_for(None) == "none given"


def test_a_partie_stores_a_list_only_where_one_is_given() -> None:
    assert "points" not in engine.written_out("hkos", {})
    assert engine.written_out("hkos", {"points": [1, 2]})["points"] == [1, 2]
    [(rule, value)] = engine.differing("hkos", {"points": [1, 2]})
    assert (rule.key, value) == ("points", "1, 2")
