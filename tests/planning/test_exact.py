"""What is known exactly: designs, stored starters, and the figures of print."""

from itertools import chain, combinations

import pytest

from clubscore.planning import Wanted, measure, plan
from clubscore.planning.designs import design, transversal
from clubscore.planning.fields import finite_field, prime_power
from clubscore.planning.stored import STARTERS, StoredStarter
from tests.planning.meetings import Steps, counted

ORDERS = [order for order in range(4, 33) if prime_power(order)]


def pairs_met_once(rounds: list[list[list[int]]], players: int) -> int:
    """Return how many pairs meet; fail if one does so twice, or somebody is missing."""
    met = set()
    for tables in rounds:
        assert sorted(chain(*tables)) == list(range(players))
        for table in tables:
            assert len(table) == 4
            for pair in combinations(sorted(table), 2):
                assert pair not in met
                met.add(pair)
    return len(met)


@pytest.mark.parametrize("order", ORDERS)
def test_a_field_is_one(order: int) -> None:
    field = finite_field(order)
    assert field is not None
    elements = list(range(order))
    for row in field.sums:
        assert sorted(row) == elements
    for row in field.products[1:]:
        assert sorted(row) == elements
    for a, b, c in [(x, y, (3 * x + y) % order) for x in elements for y in elements]:
        product, total = field.products, field.sums
        assert product[a][b] == product[b][a]
        assert product[a][total[b][c]] == total[product[a][b]][product[a][c]]
        assert product[a][product[b][c]] == product[product[a][b]][c]


@pytest.mark.parametrize("order", ORDERS)
def test_a_transversal_design_has_a_round_for_each_slope(order: int) -> None:
    rounds = transversal(order)
    assert len(rounds) >= order
    assert pairs_met_once(rounds, 4 * order) == 6 * order * len(rounds)
    # Across the groups everybody meets everybody.
    assert pairs_met_once(rounds[:order], 4 * order) == 6 * order**2


def test_sixteen_players_play_the_affine_plane() -> None:
    assert len(design(16)) == 5
    assert pairs_met_once(design(16), 16) == 120


@pytest.mark.parametrize("starter", STARTERS.values(), ids=str)
def test_each_stored_starter_is_one(starter: StoredStarter) -> None:
    rounds = starter.developed()
    assert len(rounds) == (starter.players - 1) // 3
    assert pow(starter.turn, 3, starter.order) == 1
    met = pairs_met_once(rounds, starter.players)
    # Everybody meets all, or all but one or two.
    assert met == starter.players * 3 * len(rounds) // 2


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [
        *((16, 5, 0), (24, 6, 0), (28, 8, 0), (36, 5, 0), (40, 6, 0), (44, 9, 0)),
        *((48, 8, 0), (36, 10, 0), (40, 12, 0), (48, 15, 0), (16, 15, 240)),
        *((20, 5, 0), (32, 9, 0), (28, 18, 378), (40, 13, 0), (64, 21, 0), (76, 25, 0)),
    ],
)
def test_the_figures_of_what_is_known_exactly(
    players: int, rounds: int, repeats: int
) -> None:
    made = plan(Wanted(tuple(range(players)), rounds))
    assert made.measures == counted(made.rounds)
    assert made.measures.repeats == made.measures.bound == repeats
    assert made.measures.wind_spread == (1 if rounds % 4 else 0)
    assert made.warnings == ()


def test_what_is_known_is_repeated_evenly() -> None:
    made = plan(Wanted(tuple(range(16)), 12))
    assert made.measures.most_meetings == 3
    assert made.measures.repeats == made.measures.bound


def test_the_search_finds_starters_that_are_not_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(STARTERS, 24)
    made = plan(Wanted(tuple(range(24)), 7, seconds=60))
    assert made.measures.repeats == 0


@pytest.mark.parametrize(("players", "rounds"), [(20, 8), (24, 10)])
def test_the_search_reaches_what_counting_allows(players: int, rounds: int) -> None:
    made = plan(Wanted(tuple(range(players)), rounds, seconds=60))
    assert made.measures.proven
    again = plan(Wanted(tuple(range(players)), rounds, seconds=60))
    assert again == made


def test_more_rounds_than_are_known_keep_those_that_are() -> None:
    made = plan(Wanted(tuple(range(32)), 10), Steps(400))
    assert measure(made.rounds[:9]).repeats == 0
    assert made.measures.repeats == 16
