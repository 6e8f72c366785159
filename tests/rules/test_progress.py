"""A partie under way: its progress as data, and who sits where by which screen."""

import json
from collections.abc import Iterator

import pytest

from clubscore.rules import RulesError
from clubscore.rules.hands import Ending, Outcome, Source, TypedEnding, Win
from clubscore.rules.partie import (
    PartieState,
    after_game,
    in_stretch,
    with_east,
    with_seating,
)
from clubscore.rules.rulesets import RULESETS
from clubscore.rules.seats import USUAL_PLAYERS, Wind
from clubscore.rules.settlement import limits_losses
from clubscore.rules.table.progress import (
    Progress,
    Where,
    expected_dealer,
    in_round,
    next_table,
    placed,
    table_at,
    table_played,
)
from clubscore.rules.table.shown_seats import Shown, where_ruled, where_shown
from clubscore.rules.table.table_seats import Terms

DRAW = TypedEnding(Ending.DRAW)


def won(seat: Wind) -> Win:
    """Return a win of whoever sits there."""
    return Win(winner=seat, source=Source.WALL, tile=None)


def courses() -> Iterator[tuple[Terms, list[PartieState]]]:
    """Yield the terms of every book for so many players, and a partie's states."""
    for ruleset in RULESETS.values():
        for players in ruleset.players:
            terms = Terms(ruleset.key, {}, 0, players)
            state = PartieState(terms.rules.dealing, tuple("abcde"[:players]))
            states = [state]
            for game in range(200):
                if state.is_finished:
                    break
                outcome: Outcome = DRAW
                if game % 3 == 1:
                    outcome = won(state.dealers_seat)
                elif game % 7 != 3:
                    outcome = won(Wind(game % 2 + 1))
                state = after_game(state, outcome)
                states.append(state)
            yield terms, states


COURSES = [
    pytest.param(terms, states, id=f"{terms.ruleset}-{terms.players}")
    for terms, states in courses()
]
every_course = pytest.mark.parametrize(("terms", "states"), COURSES)


@every_course
def test_progress_comes_back_from_its_data(
    terms: Terms, states: list[PartieState]
) -> None:
    totals = dict.fromkeys(states[0].places, 7)
    for number, state in enumerate(states, start=1):
        progress = Progress.of(terms, state, number, totals)
        data = progress.as_json
        assert Progress.from_json(terms, json.loads(json.dumps(data))) == progress
        assert ("row" in data) is ("row_of" in data) is (state.row_of is not None)
        assert ("totals" in data) is limits_losses(terms.rules)
        assert "pivot" not in data
    limited = Terms("american", {"limit_of_loss": 100}, 0, USUAL_PLAYERS)
    progress = Progress.of(limited, states[0], 1, totals)
    assert progress.totals == totals
    assert Progress.from_json(limited, progress.as_json).totals == totals
    moved = Progress(PartieState(states[0].dealing, ("b", "a"), pivot="a"), 1)
    assert moved.as_json["pivot"] == "a"
    assert Progress.from_json(terms, moved.as_json) == moved


@every_course
def test_east_is_whom_the_rules_say_until_somebody_else_sat_there(
    terms: Terms, states: list[PartieState]
) -> None:
    for number, state in enumerate(states, start=1):
        progress = Progress(state, number)
        east = state.dice_chose if state.now.dice_choose else state.dealer
        assert expected_dealer(progress) == east
        if east is None:
            # Before the dice have chosen nobody can have played.
            with pytest.raises(RulesError) as refused:
                table_played(progress, None)
            assert refused.value.field == "east"
            assert "“east”" in refused.value.message
            with pytest.raises(RulesError) as refused:
                where_ruled(progress, None, None)
            assert refused.value.field == "east"
            assert not next_table(progress, None).knows_dealer
            continue
        assert next_table(progress, None).knows_dealer
        by_rules = placed(progress, Where())
        assert by_rules[1].dealer == east
        assert by_rules == placed(progress, Where(east))
        assert by_rules[1].number == number
        assert where_ruled(progress, None, state.dice_chose) == Where(east)
        for other in state.places:
            seated, table = placed(progress, Where(other))
            assert table.dealer == other
            assert {*table.winds.values(), table.resting} - {None} == {*state.places}
            assert seated.winds[seated.dealers_seat] == other
        with pytest.raises(RulesError) as refused:
            next_table(progress, "nobody")
        assert refused.value.field == "east"
        assert refused.value.message.startswith("The field “east” must be a player")


def test_a_seating_by_hand_stays_on_the_way_back_where_the_first_east_moves() -> None:
    dealing = RULESETS["american"].dealing
    assert dealing.pivots
    moved = in_stretch(PartieState(dealing, tuple("abcd")), 1)
    assert moved.places == ("a", "c", "d", "b")
    assert in_stretch(moved, 0).places == ("a", "b", "c", "d")
    seated = with_seating(moved, tuple("dcab"))
    assert (seated.places, seated.pivot) == (("d", "c", "a", "b"), "a")
    assert in_stretch(seated, 0).places == ("d", "c", "a", "b")
    # The first East sits first again in the next stretch, one place further.
    assert in_stretch(seated, 2).places == ("a", "d", "c", "b")


def test_the_first_east_stays_the_one_who_moves_however_often_all_sit_anew() -> None:
    start = PartieState(RULESETS["american"].dealing, tuple("abcd"))
    seated = with_seating(with_seating(start, tuple("bcda")), tuple("dcba"))
    assert (seated.places, seated.pivot) == (("d", "c", "b", "a"), "a")
    assert with_seating(seated, tuple("acdb")).pivot is None
    # By other books nobody is remembered.
    start = PartieState(RULESETS["nts"].dealing, tuple("abcd"))
    assert with_seating(start, tuple("bcda")).pivot is None


@every_course
def test_what_a_screen_showed_is_where_a_game_was_played(
    terms: Terms, states: list[PartieState]
) -> None:
    states = [one for one in states if not one.is_finished]
    for number, state in enumerate(states, start=1):
        progress = Progress(state, number)
        if state.now.dice_choose and state.dice_chose is None:
            shown = Shown.of(next_table(progress, "a"))
            assert where_ruled(progress, shown, None) is None
            assert where_shown(progress, shown) == Where("a")
            continue
        shown = Shown.of(table_at(progress, Where()))
        east = expected_dealer(progress)
        assert where_shown(progress, shown) == Where(east)
        assert where_ruled(progress, shown, state.dice_chose) == Where(east)
        # By now the rules would have another round; the screen showed this one.
        for later in range(state.stretch + 1, len(state.dealing.schedule)):
            there = Progress(in_stretch(state, later), number)
            assert in_stretch(there.state, state.stretch) == state
            if (now_east := expected_dealer(there)) is not None:
                # Whoever says the round alone means whom the rules say now.
                of_round = Where(None, state.round, state.round_letter)
                assert table_at(there, of_round).dealer == now_east
            found = where_shown(there, shown)
            assert found is not None
            assert Shown.of(table_at(there, found)) == shown
            if (there.state.round, there.state.round_letter) != (
                state.round,
                state.round_letter,
            ):
                assert found == Where(shown.dealer, state.round, state.round_letter)
                assert where_ruled(there, shown, shown.dealer) is None
        others = Shown.of(
            table_at(
                Progress(
                    PartieState(state.dealing, tuple("vwxyz"[: len(state.places)])),
                    number,
                ),
                Where("v"),
            )
        )
        assert where_shown(progress, others) is None
        assert where_ruled(progress, others, east) is None


def test_a_round_that_nobody_plays_leaves_the_partie_where_it_is() -> None:
    state = PartieState(RULESETS["nts"].dealing, tuple("abcd"))
    assert in_round(state, 2, "S") == in_stretch(state, 1)
    assert in_round(state, 9, "S") is state


def test_dice_have_chosen_for_the_game_that_is_played_again_alone() -> None:
    terms = Terms("nts", {}, 0, 3)
    green = in_stretch(PartieState(terms.rules.dealing, tuple("abc")), 1)
    again = after_game(with_east(green, "c"), DRAW)
    assert again.dice_chose == "c"
    assert in_round(again, again.round, again.round_letter) == again
    assert in_round(again, 2, again.round_letter).dice_chose is None


def test_a_game_says_where_it_was_played() -> None:
    where = Where("b", 2, "S")
    assert Where.of(where) == where
    assert where.put_in(Where("a")) == where
    assert Where().put_in(where) == Where()
