"""Which slips would explain chips that are not where they should be."""

from hypothesis import given
from hypothesis import strategies as st

from clubscore.table.chip_count import (
    GameDebt,
    GamePaid,
    Slip,
    SlipKind,
    explained,
    moved_by,
    slips_of,
)

FIRST = GamePaid(
    1,
    "Anna",
    (
        GameDebt("Anna", "Ben", 192, is_doubled=True),
        GameDebt("Cleo", "Ben", 96),
        GameDebt("Dirk", "Ben", 96),
        GameDebt("Cleo", "Anna", 128, is_doubled=True),
        GameDebt("Dirk", "Anna", 88, is_doubled=True),
        GameDebt("Cleo", "Dirk", 20),
    ),
)
"""The worked example of nts.md: Ben wins on Anna's discard, Anna is East."""
SECOND = GamePaid(
    2,
    "Ben",
    (GameDebt("Ben", "Cleo", 40, is_doubled=True), GameDebt("Dirk", "Cleo", 20)),
)
GAMES = [FIRST, SECOND]


def kinds(found: list[tuple[Slip, ...]]) -> list[list[tuple[int, SlipKind]]]:
    return [[(slip.game, slip.kind) for slip in slips] for slips in found]


def test_a_difference_is_what_lies_there_less_what_should() -> None:
    assert moved_by({"Anna": 3000, "Ben": 100}, {"Anna": 2990, "Ben": 110}) == {
        "Anna": -10,
        "Ben": 10,
    }


def test_a_missed_payment_is_found() -> None:
    found = explained(GAMES, {"Dirk": 88, "Anna": -88, "Ben": 0, "Cleo": 0})
    assert kinds(found) == [[(1, SlipKind.MISSED)]]
    assert found[0][0].players == ("Dirk", "Anna")
    assert found[0][0].amount == 88


def test_a_payment_made_twice_is_found() -> None:
    found = explained(GAMES, {"Dirk": -96, "Ben": 96})
    assert kinds(found) == [[(1, SlipKind.TWICE)]]


def test_two_payers_who_swapped_their_sums_are_found() -> None:
    found = explained(GAMES, {"Ben": 20, "Dirk": -20})
    assert [(2, SlipKind.SWAPPED)] in kinds(found)


def test_east_who_was_not_doubled_is_found() -> None:
    # Anna paid 96 instead of 192, Cleo 64 instead of 128 and Dirk 44 instead of 88.
    found = explained(GAMES, {"Anna": 96 - 64 - 44, "Ben": -96, "Cleo": 64, "Dirk": 44})
    assert kinds(found) == [[(1, SlipKind.NOT_DOUBLED)]]
    assert found[0][0].players == ("Anna",)


def test_another_taken_for_east_is_found() -> None:
    # Dirk's payments doubled instead of Anna's; between the two nothing changes.
    moved = {"Anna": 96 - 64, "Ben": -96 + 96, "Cleo": 64 - 20, "Dirk": -96 + 20}
    found = explained(GAMES, moved)
    assert kinds(found) == [[(1, SlipKind.OTHER_DOUBLED)]]
    assert found[0][0].players == ("Dirk",)


def test_two_games_together_are_tried_if_none_does_alone() -> None:
    moved = {"Dirk": 88 + 20, "Anna": -88, "Cleo": -20}
    found = explained(GAMES, moved)
    assert [(2, SlipKind.MISSED), (1, SlipKind.MISSED)] in kinds(found)
    assert all(len(slips) == 2 for slips in found)


def test_chips_that_lie_right_need_no_explanation() -> None:
    assert explained(GAMES, dict.fromkeys(["Anna", "Ben"], 0)) == []


def test_chips_that_are_missing_altogether_are_not_explained() -> None:
    assert explained(GAMES, {"Dirk": 88}) == []


def test_without_games_nothing_is_explained() -> None:
    assert explained([], {"Dirk": 88, "Anna": -88}) == []


amounts = st.integers(1, 50).map(lambda many: many * 4)
games = st.builds(
    lambda number, sums: GamePaid(
        number,
        "Anna",
        tuple(
            GameDebt(payer, "Ben", many * (1 + (payer == "Anna")), payer == "Anna")
            for payer, many in zip(("Anna", "Cleo", "Dirk"), sums, strict=True)
        ),
    ),
    st.integers(1, 40),
    st.tuples(amounts, amounts, amounts),
)


@given(st.lists(games, min_size=1, max_size=6, unique_by=lambda one: one.number))
def test_every_slip_moves_as_many_chips_away_as_to_somebody(
    games: list[GamePaid],
) -> None:
    for game in games:
        for slip in slips_of(game):
            assert sum(slip.moved.values()) == 0


@given(
    st.lists(games, min_size=1, max_size=6, unique_by=lambda one: one.number),
    st.data(),
)
def test_a_slip_that_was_made_is_among_what_is_found(
    games: list[GamePaid], data: st.DataObject
) -> None:
    slips = [
        slip for game in games for slip in slips_of(game) if any(slip.moved.values())
    ]
    made = data.draw(st.sampled_from(slips))
    found = explained(games, made.moved, most=len(slips))
    assert (made,) in found
