"""Luck: equal shares worked by hand, laws of any table, clubs made by chance."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.ranking import LuckFigure, LuckKind
from clubscore.ranking.luck import (
    EqualShare,
    share_of_drawn,
    share_of_hands,
    share_of_tiles,
)

# One game: what each has of flowers, the points of the hands, the winner, self-drawn.
Dealt = tuple[Sequence[int], Sequence[int], int, bool]
HANDS = st.lists(st.integers(0, 2000), min_size=3, max_size=4)


def figures_of(games: Sequence[Dealt], player: int) -> dict[LuckKind, LuckFigure]:
    """Return the three figures of a player who sat in all *games*."""
    many = len(games)
    tiles = [share_of_tiles(sum(one[0]), len(one[0])) for one in games]
    hands = [share_of_hands(one[1]) for one in games]
    wins = [one for one in games if one[2] == player]
    drawn = share_of_drawn(len(wins), sum(one[3] for one in games), many)
    return {
        one.kind: one
        for one in (
            LuckFigure(
                LuckKind.TILES,
                sum(one[0][player] for one in games),
                summed(tiles),
                many,
            ),
            LuckFigure(
                LuckKind.HANDS,
                sum(one[1][player] for one in games),
                summed(hands),
                many,
            ),
            LuckFigure(LuckKind.DRAWN, sum(one[3] for one in wins), drawn, len(wins)),
        )
    }


def summed(shares: Sequence[EqualShare]) -> EqualShare:
    """Return the equal share of several games."""
    return EqualShare(
        sum((one.mean for one in shares), Fraction(0)),
        sum((one.variance for one in shares), Fraction(0)),
    )


def share_is(mean: int | Fraction, variance: int | Fraction) -> EqualShare:
    """Return an equal share in whole numbers or fractions."""
    return EqualShare(Fraction(mean), Fraction(variance))


# Worked by hand ---------------------------------------------------------------------


def test_a_game_of_three_and_one_of_four() -> None:
    # Of 6 tiles two each: 6 × 1/3 × 2/3. Of 6 at four players 1½: 6 × 1/4 × 3/4.
    assert share_of_tiles(6, 3) == share_is(2, Fraction(4, 3))
    assert share_of_tiles(6, 4) == share_is(Fraction(3, 2), Fraction(9, 8))
    # 96, 4, 0, 0: the mean 25; squares 71², 21², 25², 25², together 6732, a quarter.
    assert share_of_hands([96, 4, 0, 0]) == share_is(25, 1683)


def test_a_winning_tile_drawn_is_held_against_the_tables() -> None:
    # 50 games, 15 self-drawn; 20 wins of one player: 6 are to be expected, with the
    # variance 20 × 15/50 × 35/50 × 30/49.
    share = share_of_drawn(20, 15, 50)
    assert share == share_is(6, Fraction(20 * 15 * 35 * 30, 50 * 50 * 49))
    assert share_of_drawn(0, 0, 0) == share_is(0, 0)
    assert share_of_drawn(1, 1, 1) == share_is(1, 0)
    figure = LuckFigure(LuckKind.DRAWN, 9, share, 20)
    assert figure.more == 3
    assert not figure.is_beyond
    assert figure.chance == pytest.approx(1.96 * 2.5714**0.5, abs=0.001)
    more, chance = figure.percent
    assert more == pytest.approx(50)
    assert chance == pytest.approx(figure.chance / 0.06)
    assert LuckFigure(LuckKind.DRAWN, 10, share, 20).is_beyond
    assert LuckFigure(LuckKind.DRAWN, 2, share, 20).is_beyond


@pytest.mark.parametrize(
    ("kind", "mean", "rests_on", "is_told"),
    [
        (LuckKind.TILES, 40, 40, True),
        (LuckKind.TILES, 40, 39, False),
        (LuckKind.TILES, 4, 40, False),
        (LuckKind.HANDS, 400, 39, False),
        (LuckKind.HANDS, 400, 40, True),
        (LuckKind.DRAWN, 6, 20, True),
        (LuckKind.DRAWN, 6, 19, False),
        (LuckKind.DRAWN, 4, 20, False),
        # Nearly all wins are drawn: too few are not.
        (LuckKind.DRAWN, 16, 20, False),
    ],
)
def test_nothing_is_told_of_too_little(
    kind: LuckKind, mean: int, rests_on: int, is_told: bool
) -> None:
    share = EqualShare(Fraction(mean), Fraction(1))
    assert LuckFigure(kind, mean, share, rests_on).is_told is is_told
    certain = EqualShare(Fraction(mean), Fraction(0))
    assert not LuckFigure(kind, mean, certain, rests_on).is_told


# Laws of any table --------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(0, 8), min_size=4, max_size=4),
            st.lists(st.integers(0, 2000), min_size=4, max_size=4),
            st.integers(0, 3),
            st.booleans(),
        ),
        max_size=30,
    ),
    st.permutations(range(4)),
)
def test_luck_adds_to_nothing_over_a_table_whoever_is_called_what(
    games: list[Dealt], order: list[int]
) -> None:
    by_player = [figures_of(games, player) for player in range(4)]
    for kind in LuckKind:
        assert sum(one[kind].more for one in by_player) == 0
    renamed: list[Dealt] = [
        ([tiles[at] for at in order], [hands[at] for at in order], *ended)
        for tiles, hands, winner, drawn in games
        for ended in [(order.index(winner), drawn)]
    ]
    assert [figures_of(renamed, place) for place in range(4)] == [
        by_player[at] for at in order
    ]


@given(HANDS)
def test_hands_as_far_above_as_others_are_below_are_as_much_luck(
    hands: list[int],
) -> None:
    share, mirrored = share_of_hands(hands), share_of_hands([2000 - x for x in hands])
    assert mirrored == (2000 - share.mean, share.variance)
    # No single hand is beyond chance by itself.
    assert not any(LuckFigure(LuckKind.HANDS, one, share, 1).is_beyond for one in hands)


@given(HANDS)
def test_the_variance_is_that_of_any_hand_at_random(hands: list[int]) -> None:
    mean, variance = share_of_hands(hands)
    assert variance == sum((one - mean) ** 2 for one in hands) / len(hands)


# Clubs made by chance -----------------------------------------------------------------

CLUBS = 120
GAMES = 100
LUCKY = 0


def deal(rng: Random, lucky: float) -> Iterator[Dealt]:
    """Deal a club's games; the first player's tiles come *lucky* times as often."""
    weights = [lucky, 1, 1, 1]
    for _ in range(GAMES):
        tiles = Counter(rng.choices(range(4), weights, k=rng.choice((0, 4, 5, 6))))
        winner = rng.randrange(4)
        hands = [int(2 * rng.lognormvariate(1.8, 1)) for _player in range(4)]
        hands[winner] = (20 + hands[winner]) * rng.choice((1, 2, 4, 8))
        if rng.random() < 0.01:
            hands[winner] = 2000
        is_lucky = winner == LUCKY
        hands[LUCKY] = int(hands[LUCKY] * lucky)
        drawn = rng.random() < 0.35 * (lucky if is_lucky else 1)
        yield [tiles[player] for player in range(4)], hands, winner, drawn


def beyond(seed: int, lucky: float = 1) -> dict[LuckKind, list[list[int]]]:
    """Return on which side of chance the luck of each club's players is, if any."""
    rng = Random(seed)
    found: dict[LuckKind, list[list[int]]] = {kind: [] for kind in LuckKind}
    for _club in range(CLUBS):
        games = list(deal(rng, lucky))
        figures = [figures_of(games, player) for player in range(4)]
        for kind in LuckKind:
            ours = [one[kind] for one in figures]
            found[kind].append(
                [one.is_beyond * (1 if one.more > 0 else -1) for one in ours]
            )
    return found


def test_where_all_are_equally_lucky_chance_holds_95_in_100() -> None:
    for kind, clubs in beyond(seed=1).items():
        inside = [side == 0 for club in clubs for side in club]
        assert 0.93 <= sum(inside) / len(inside) <= 0.97, kind
        # What is beyond lies on both sides.
        assert {side for club in clubs for side in club} == {-1, 0, 1}


def test_a_lucky_player_is_found() -> None:
    found = beyond(seed=2, lucky=1.8)
    for kind, least in (
        (LuckKind.TILES, 0.95),
        (LuckKind.HANDS, 0.5),
        (LuckKind.DRAWN, 0.5),
    ):
        sides = [club[LUCKY] for club in found[kind]]
        assert sides.count(1) >= least * CLUBS, kind
        assert sides.count(-1) == 0
        others = [side for club in found[kind] for side in club[LUCKY + 1 :]]
        assert others.count(1) <= 0.02 * len(others), kind
