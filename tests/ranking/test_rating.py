"""Ratings: by hand, and replayed from anywhere."""

import json
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from clubscore.ranking import (
    CountsFor,
    ListChange,
    PlayedPartie,
    PlayedState,
    PlayerResult,
    Rated,
    Strengths,
    list_replay,
    rated,
    skill_replay,
)
from clubscore.ranking.skill import from_json, to_json
from tests.ranking.seasons import SEEDS, a_season, day, partie

NAMES = "ABCDEF"


def at_table(key: int, **scores: int) -> Rated:
    """Return a rated partie between the players named."""
    return Rated(key, day(key), tuple(scores.items()))


# A partie is rated as a whole --------------------------------------------------------

TABLES = st.integers(3, 5).flatmap(
    lambda many: st.tuples(
        st.permutations(NAMES).map(lambda names: sorted(names[:many])),
        st.lists(st.integers(-40, 40), min_size=many, max_size=many),
    )
)
PARTIES = st.lists(TABLES, max_size=6).map(
    lambda found: [
        Rated(key, day(key), tuple(zip(names, scores, strict=True)))
        for key, (names, scores) in enumerate(found)
    ]
)


def test_void_and_open_parties_are_not_rated() -> None:
    parties = [
        partie(number, 0, {"state": state}, A=3, B=0, C=-3)
        for number, state in enumerate(PlayedState)
    ]
    kept = [parties[one.key] for one in rated(parties)]  # type: ignore[index]
    assert [one.state for one in kept] == [
        PlayedState.FINISHED,
        PlayedState.ENDED_EARLY,
        PlayedState.OVERDUE,
    ]


def test_parties_are_rated_in_the_order_they_were_played() -> None:
    late = partie(1, 2, A=3, B=0, C=-3)
    first, second = (partie(one, 1, A=3, B=0, C=-3) for one in (7, 8))
    assert [one.key for one in rated([late, second, first])] == [7, 8, 1]


def test_a_substitute_for_a_whole_partie_is_rated_whoever_gets_the_result() -> None:
    for counts_for in CountsFor:
        found = rated([with_substitute(counts_for, shared=False)])
        assert found[0].scores == (("A", 9), ("B", 0), ("C", -4), ("E", -5))


def test_a_chair_that_two_shared_is_not_rated() -> None:
    one = with_substitute(CountsFor.SUBSTITUTE, shared=True)
    assert rated([one])[0].scores == (("A", 9), ("B", 0), ("C", -4))
    few = replace(one, players=3, results=one.results[1:])
    assert rated([few]) == ()


def with_substitute(counts_for: CountsFor, *, shared: bool) -> PlayedPartie:
    """Return a partie in which E sat on D's chair, from the start or later."""
    own = (PlayerResult(player="D", score=0),) if shared else ()
    substitute = PlayerResult(
        player="E", score=-5, stands_in_for="D", counts_for=counts_for
    )
    others = (("A", 9), ("B", 0), ("C", -4))
    return PlayedPartie(
        key=1,
        evening=0,
        date=day(0),
        table=1,
        players=4,
        results=(
            *(PlayerResult(player=name, score=score) for name, score in others),
            *own,
            substitute,
        ),
    )


# The classical list -----------------------------------------------------------------


def changes_of(parties: list[Rated], **before: int) -> dict[object, ListChange]:
    """Return what the last of *parties* changed, by player."""
    last = parties[-1].key
    replay = list_replay(parties, before)
    return {one.player: one for one in replay.changes if one.partie == last}


def test_newcomers_gain_an_eighth_of_their_score() -> None:
    # 80 / 8 = 10, 16 / 8 = 2, -32 / 8 = -4, -64 / 8 = -8: together 0.
    changes = changes_of([at_table(1, A=80, B=16, C=-32, D=-64)])
    assert {one: changes[one].change for one in "ABCD"} == {
        "A": 10,
        "B": 2,
        "C": -4,
        "D": -8,
    }
    assert changes["A"].reason.text == (
        "Score 80, where 0 was to be expected: an eighth of the difference is 10; from"
        " 0 to 10."
    )


def test_the_expected_score_is_the_rating_less_the_tables_mean() -> None:
    # Ratings 40, 10, -10, 0 have the mean 10, so 30, 0, -20 and -10 are expected.
    # A (20 - 30) / 8 = -1 1/4, B (12 - 0) / 8 = 1 1/2, C (-12 + 20) / 8 = 1,
    # D (-20 + 10) / 8 = -1 1/4. Rounded -1, 2, 1, -1, together 1: -1 more for the last.
    changes = changes_of([at_table(1, A=20, B=12, C=-12, D=-20)], A=40, B=10, C=-10)
    assert [changes[one].expected for one in "ABCD"] == [30, 0, -20, -10]
    assert [changes[one].rounded for one in "ABCD"] == [-1, 2, 1, -1]
    assert [changes[one].remainder for one in "ABCD"] == [0, 0, 0, -1]
    assert [changes[one].after for one in "ABCD"] == [39, 12, -9, -2]
    assert changes["D"].reason.text == (
        "Score -20, where -10 was to be expected: an eighth of the difference is -1,"
        " and -1 evens out the rounding; from 0 to -2."
    )


def test_of_several_on_the_last_place_the_highest_rated_evens_it_out() -> None:
    # Ratings 0, 8, 0 have the mean 8/3. A (8 + 8/3) / 8 = 4/3,
    # B (-4 - 16/3) / 8 = -7/6, C (-4 + 8/3) / 8 = -1/6. Rounded: 1, -1, 0, together 0.
    # With A 12 and the others -6: (12 + 8/3) / 8 = 11/6, (-6 - 16/3) / 8 = -17/12,
    # (-6 + 8/3) / 8 = -5/12: rounded 2, -1, 0, together 1, so B gets -1 more.
    even = changes_of([at_table(1, A=8, B=-4, C=-4)], B=8)
    assert [even[one].change for one in "ABC"] == [1, -1, 0]
    odd = changes_of([at_table(1, A=12, B=-6, C=-6)], B=8)
    assert [odd[one].change for one in "ABC"] == [2, -2, 0]
    assert [odd[one].remainder for one in "ABC"] == [0, -1, 0]


def test_scores_that_do_not_add_up_to_0_are_taken_from_their_mean() -> None:
    # Scores 50, 20, 10 and 0 have the mean 20: 30, 0, -10 and -20.
    # An eighth: 3 3/4, 0, -1 1/4, -2 1/2. Rounded, halves away from 0: 4, 0, -1, -3.
    changes = changes_of([at_table(1, A=50, B=20, C=10, D=0)])
    assert [changes[one].actual for one in "ABCD"] == [30, 0, -10, -20]
    assert [changes[one].change for one in "ABCD"] == [4, 0, -1, -3]


@settings(max_examples=40, deadline=None)
@given(parties=PARTIES, ratings=st.lists(st.integers(-99, 99), min_size=6, max_size=6))
def test_the_list_adds_up_to_0(parties: list[Rated], ratings: list[int]) -> None:
    before = dict(zip(NAMES, ratings, strict=True))
    replay = list_replay(parties, before)
    assert sum(replay.after.values()) == sum(before.values())
    for table in parties:
        changes = [one for one in replay.changes if one.partie == table.key]
        assert sum(one.change for one in changes) == 0
        lowest = max(one.place for one in changes)
        for one in changes:
            exact = (one.actual - one.expected) / 8
            assert abs(one.rounded - exact) <= Fraction(1, 2)
            assert one.remainder == 0 or one.place == lowest


# Replays -----------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS, data=st.data())
def test_a_replay_from_anywhere_is_that_from_the_start(
    seed: int, data: st.DataObject
) -> None:
    # What is kept is of players whose keys are whole numbers.
    parties = [
        replace(one, scores=tuple((ord(str(who)), score) for who, score in one.scores))
        for one in rated(a_season(seed).parties)
    ]
    at = data.draw(st.integers(0, len(parties)))
    whole, strengths = skill_replay(parties, Strengths()), Strengths()
    first = skill_replay(parties[:at], strengths)
    kept = from_json(json.loads(json.dumps(to_json(strengths))))
    assert first + skill_replay(parties[at:], kept) == whole
    whole_list, first_list = list_replay(parties), list_replay(parties[:at])
    rest_list = list_replay(parties[at:], first_list.after)
    assert rest_list.after == whole_list.after
    assert first_list.changes + rest_list.changes == whole_list.changes


def test_a_corrected_partie_is_replayed_from_there_on() -> None:
    parties = [at_table(one, A=8 * one, B=-8, C=8 - 8 * one) for one in range(4)]
    corrected = [*parties[:2], at_table(2, A=-80, B=40, C=40), parties[3]]
    before = list_replay(parties[:2]).after
    assert list_replay(corrected[2:], before).after == list_replay(corrected).after
    assert list_replay(corrected).after != list_replay(parties).after
    assert before == list_replay(parties[:2]).after, "nobody's state was touched"


def test_the_order_of_the_players_does_not_matter() -> None:
    one = partie(1, 0, A=5, B=5, C=-4, D=-6)
    other = replace(one, results=one.results[::-1])
    assert skill_replay(rated([one]), Strengths()) == skill_replay(
        rated([other]), Strengths()
    )
    assert list_replay(rated([one])) == list_replay(rated([other]))


def test_days_decide_before_keys() -> None:
    early = replace(partie(2, 0, A=1, B=0, C=-1), date=day(0) - timedelta(days=1))
    assert [one.key for one in rated([partie(1, 0, A=1, B=0, C=-1), early])] == [2, 1]
