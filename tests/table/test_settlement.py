"""Who pays whom in as few payments as possible."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubscore.table.settlement import MOST_EXACT, Due, in_cents, settled


def balances_of(numbers: list[int]) -> dict[str, int]:
    """Return balances that add to 0."""
    return {f"P{place}": one for place, one in enumerate([*numbers, -sum(numbers)])}


balances = st.lists(st.integers(-60, 60), max_size=7).map(balances_of)
many_balances = st.lists(st.integers(-500, 500), min_size=13, max_size=24).map(
    balances_of
)


def fewest(left: tuple[int, ...]) -> int:
    """Return how few payments there can be, by trying every one that closes a debt."""
    left = tuple(sorted(one for one in left if one))
    if not left:
        return 0
    # The first debtor pays somebody who gains: some best way closes one of the two.
    debtor, best = left[0], len(left) - 1
    for place in range(1, len(left)):
        if left[place] > 0:
            rest = [*left[1:]]
            rest[place - 1] += debtor
            best = min(best, 1 + fewest(tuple(rest)))
    return best


@given(balances)
def test_afterwards_everybody_has_what_is_theirs(balances: dict[str, int]) -> None:
    left = dict(balances)
    for due in settled(balances):
        assert due.amount > 0
        left[due.payer] += due.amount
        left[due.payee] -= due.amount
    assert not any(left.values())


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(-9, 9), max_size=5).map(balances_of))
def test_there_are_as_few_payments_as_possible(balances: dict[str, int]) -> None:
    assert len(settled(balances)) == fewest(tuple(balances.values()))


@given(many_balances)
def test_many_people_pay_at_most_once_less_than_they_are(
    balances: dict[str, int],
) -> None:
    dues = settled(balances)
    assert len(balances) > MOST_EXACT
    assert len(dues) <= max(len([one for one in balances.values() if one]) - 1, 0)
    left = dict(balances)
    for due in dues:
        left[due.payer] += due.amount
        left[due.payee] -= due.amount
    assert not any(left.values())


def test_who_loses_only_pays_and_who_wins_only_receives() -> None:
    dues = settled({"Anna": 70, "Ben": -30, "Cleo": -60, "Dirk": 20})
    assert {due.payer for due in dues} == {"Ben", "Cleo"}
    assert {due.payee for due in dues} == {"Anna", "Dirk"}


def test_two_groups_of_people_need_two_payments_less() -> None:
    dues = settled({"A": 50, "B": -50, "C": 30, "D": -20, "E": -10})
    assert set(dues) == {Due("B", "A", 50), Due("D", "C", 20), Due("E", "C", 10)}


def test_nobody_pays_where_nothing_was_won() -> None:
    assert settled({"Anna": 0, "Ben": 0}) == ()
    assert settled({}) == ()


def test_what_does_not_add_up_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="add to 0"):
        settled({"Anna": 1})


worths = st.decimals("0.0001", "5", places=4)


@given(balances, worths)
def test_cents_add_to_0_and_nobody_is_off_by_a_cent(
    balances: dict[str, int], worth: Decimal
) -> None:
    cents = in_cents(balances, worth)
    assert sum(cents.values()) == 0
    assert all(abs(cents[name] - balances[name] * worth * 100) < 1 for name in balances)


def test_whole_cents_are_exact() -> None:
    cents = in_cents({"Anna": 384, "Ben": -384}, Decimal("0.01"))
    assert cents == {"Anna": 384, "Ben": -384}
