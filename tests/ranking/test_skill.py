"""The skill rating: its laws, by an independent hand, and how well it predicts."""

import json
import subprocess
import sys
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubscore.ranking.rating import Rated
from clubscore.ranking.rating_records import rated_lines
from clubscore.ranking.skill import SPREADS, Strengths, inverted
from tests.ranking.naive_skill import NaiveClub
from tests.ratings.clubs import Made, parties_of
from tests.ratings.measure import COIN, mean_loss, told_of

DAY = date(2026, 1, 6)
NAMES = "ABCDEFGH"
GOLDEN = Path(__file__).parent / "golden" / "skill.jsonl"

TABLES = st.integers(3, 5).flatmap(
    lambda many: st.tuples(
        st.permutations(NAMES).map(lambda names: list(names[:many])),
        st.lists(st.integers(1, 4), min_size=many, max_size=many),
        st.integers(0, 400),
    )
)
PARTIES = st.lists(TABLES, min_size=1, max_size=12)


def line(day: date, players: list[str], places: list[int]) -> str:
    """Return a partie as the command reads it."""
    return json.dumps({"date": day.isoformat(), "players": players, "places": places})


def lines(parties: list[tuple[list[str], list[int], int]]) -> list[str]:
    """Return parties, each so many days after the one before."""
    day, found = DAY, []
    for players, places, days in parties:
        day += timedelta(days=days)
        found.append(line(day, players, places))
    return found


def placed(**places: int) -> Rated:
    """Return a partie by the places of its players."""
    return Rated(1, DAY, tuple((who, -place) for who, place in places.items()))


def moved(**places: int) -> dict[str, float]:
    """Return where newcomers stand after one partie."""
    strengths = Strengths()
    strengths.add(placed(**places))
    return {who: strengths.strength(who).mean for who in places}


# Laws ---------------------------------------------------------------------------------


def test_equal_places_move_equally() -> None:
    after = moved(A=1, B=1, C=3, D=4)
    assert after["A"] == pytest.approx(after["B"], abs=1e-12)
    assert after["A"] > after["C"] > after["D"]


def test_a_table_upside_down_is_the_mirror_image() -> None:
    after, mirrored = moved(A=1, B=1, C=3, D=4), moved(A=3, B=3, C=2, D=1)
    for who in after:
        assert after[who] == pytest.approx(-mirrored[who], abs=1e-12)


def test_only_the_order_of_places_counts() -> None:
    assert moved(A=1, B=1, C=2, D=3) == moved(A=1, B=1, C=3, D=4)


def test_newcomers_who_all_tie_stay_where_they_are() -> None:
    assert set(moved(A=1, B=1, C=1, D=1).values()) == {0.0}


def test_a_partie_makes_surer_and_time_less_sure() -> None:
    strengths = Strengths()
    before = strengths.strength("A").deviation
    strengths.add(placed(A=1, B=2, C=3))
    after = strengths.strength("A").deviation
    assert after < before
    later = strengths.mixed(strengths.beliefs("A", DAY + timedelta(days=365)))
    assert after < later.deviation
    for_ever = strengths.beliefs("A", DAY + timedelta(days=36500))
    for spread, belief in zip(SPREADS, for_ever, strict=True):
        assert belief.variance == spread**2


@given(PARTIES)
def test_chances_of_a_pair_add_to_1_and_places_to_theirs(
    parties: list[tuple[list[str], list[int], int]],
) -> None:
    *told, listing = rated_lines(lines(parties), 1)
    for answer in told:
        many = len(answer["win"])
        for one, other in combinations(range(many), 2):
            assert answer["win"][one][other] + answer["win"][other][one] == 1
        assert all(answer["win"][one][one] is None for one in range(many))
        assert sum(answer["expected"]) == pytest.approx(many * (many + 1) / 2)
    assert set(told[0]["expected"]) == {(len(told[0]["win"]) + 1) / 2}
    assert len(listing["list"]) == len({who for one in parties for who in one[0]})


def _told(parties: list[tuple[list[str], list[int], int]]) -> Strengths:
    """Return what parties tell, each so many days after the one before."""
    strengths, day = Strengths(), DAY
    for number, (players, places, days) in enumerate(parties):
        day += timedelta(days=days)
        scores = tuple((who, -one) for who, one in zip(players, places, strict=True))
        strengths.add(Rated(number, day, scores))
    return strengths


@given(PARTIES, st.permutations(NAMES), st.integers(2, 5))
def test_chances_to_be_first_add_to_1_and_two_have_their_pairs(
    parties: list[tuple[list[str], list[int], int]], names: list[str], many: int
) -> None:
    strengths, day = _told(parties), date(2030, 1, 1)
    table = names[:many]
    first = strengths.first(table, day)
    assert sum(first) == pytest.approx(1, abs=1e-12)
    assert all(one > 0 for one in first)
    turned = strengths.first(table[::-1], day)
    assert turned == pytest.approx(first[::-1], abs=1e-12)
    pair = strengths.first(table[:2], day)
    assert pair[0] == pytest.approx(strengths.forecast(table[:2], day).win[0][1])


def test_who_is_stronger_is_likelier_to_be_first() -> None:
    strengths = Strengths()
    assert strengths.first("ABCD", DAY) == pytest.approx([0.25] * 4)
    for _ in range(20):
        strengths.add(placed(A=1, B=2, C=3, D=4))
    first = strengths.first("DCBA", DAY)
    assert list(first) == sorted(first)
    assert first[-1] > 0.5
    # By the time that passes without a partie, less is sure.
    assert strengths.first("DCBA", DAY + timedelta(days=400))[-1] < first[-1]


@given(PARTIES, st.randoms(use_true_random=False))
def test_the_order_within_a_line_changes_nothing(
    parties: list[tuple[list[str], list[int], int]], chance: Any
) -> None:
    shuffled = []
    for players, places, days in parties:
        pairs = list(zip(players, places, strict=True))
        chance.shuffle(pairs)
        shuffled.append(([a for a, _ in pairs], [b for _, b in pairs], days))
    first = list(rated_lines(lines(parties)))[-1]["list"]
    second = list(rated_lines(lines(shuffled)))[-1]["list"]
    assert first == second


@given(PARTIES, st.data())
def test_nothing_of_a_line_or_a_later_one_is_in_its_forecast(
    parties: list[tuple[list[str], list[int], int]], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(parties) - 1))
    said = lines(parties)
    _players, places, _days = parties[at]
    changed = json.loads(said[at])
    changed["places"] = places[::-1]
    others = [*said[:at], json.dumps(changed)]
    one = list(rated_lines(said))[: at + 1]
    two = list(rated_lines(others))[: at + 1]
    assert one == two


# By an independent hand ---------------------------------------------------------------


@settings(max_examples=60)
@given(PARTIES)
def test_it_is_what_an_independent_hand_works_out(
    parties: list[tuple[list[str], list[int], int]],
) -> None:
    *told, listing = rated_lines(lines(parties), 1)
    check(lines(parties), told, listing["list"])


def check(said: list[str], told: list[Any], listing: list[Any]) -> None:
    club = NaiveClub()
    for text, answer in zip(said, told, strict=True):
        one = json.loads(text)
        day, players = date.fromisoformat(one["date"]), one["players"]
        for i, j in combinations(range(len(players)), 2):
            expected = club.win(players[i], players[j], day)
            assert answer["win"][i][j] == pytest.approx(expected, abs=1e-9)
        club.add(day, players, one["places"])
    expected_list = {one["player"]: one for one in club.listed()}
    assert len(expected_list) == len(listing)
    for row in listing:
        for key, value in expected_list[row["player"]].items():
            if key != "player":
                assert row[key] == pytest.approx(value, abs=1e-9), key


def test_twenty_parties_stay_as_they_were_worked_out() -> None:
    blocks = [json.loads(text) for text in GOLDEN.read_text().splitlines()]
    said = [json.dumps(one["partie"]) for one in blocks if "partie" in one]
    assert len(said) == 20
    *told, listing = rated_lines(said)
    for block, answer in zip(blocks, told, strict=False):
        for mine, row in zip(answer["expected"], block["expected"], strict=True):
            assert mine == pytest.approx(row, abs=1e-8)
    for row, golden in zip(listing["list"], blocks[-1]["list"], strict=True):
        assert row["player"] == golden["player"]
        assert row["strength"] == pytest.approx(golden["strength"], abs=1e-8)
        assert row["deviation"] == pytest.approx(golden["deviation"], abs=1e-8)


def test_a_matrix_times_its_inverse_is_one() -> None:
    matrix = [[2.0, -0.5, 0.1], [-0.5, 3.0, -0.2], [0.1, -0.2, 1.0]]
    inverse, _ = inverted(matrix)
    for row in range(3):
        for column in range(3):
            product = sum(matrix[row][k] * inverse[k][column] for k in range(3))
            assert product == pytest.approx(float(row == column), abs=1e-12)


# How well it predicts -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "most"),
    [
        (Made(1, seed=1), 0.56),
        (Made(3, seed=1), 0.685),
        (Made(3, has_ties=True, drifts=True, seed=101), 0.685),
        (Made(6, has_ties=True, seed=101), COIN + 0.003),
        (Made(1000, seed=7), COIN + 0.003),
    ],
)
def test_it_tells_more_than_a_coin_where_skill_tells(made: Made, most: float) -> None:
    assert mean_loss(told_of(parties_of(made))) < most


def test_what_is_told_comes_as_often_as_told() -> None:
    told = [
        one
        for seed in range(1, 4)
        for luck in (1, 3)
        for one in told_of(parties_of(Made(luck, seed=seed)))
        if 0.6 <= one.chance < 0.7
    ]
    assert len(told) > 1000
    came = sum(one.came for one in told) / len(told)
    said = sum(one.chance for one in told) / len(told)
    assert abs(came - said) < 0.05


# The command --------------------------------------------------------------------------


def rate(text: bytes, *options: str) -> tuple[int, list[Any]]:
    """Return the status and the answers of the command."""
    done = subprocess.run(  # noqa: S603, our own arguments
        [sys.executable, "manage.py", "rate", *options],
        input=text,
        capture_output=True,
        check=False,
    )
    return done.returncode, [json.loads(one) for one in done.stdout.splitlines()]


WRONG = [
    ("[]", "not_json"),
    ("", "not_json"),
    ('{"date": "2026-01-06", "players": ["A", "B", "C"]}', "bad_record"),
    (
        '{"date": "2026-01-06", "players": ["A", "B", "C"], "places": [1], "luck": 1}',
        "bad_record",
    ),
    (
        '{"date": "6.1.2026", "players": ["A", "B", "C"], "places": [1, 2, 3]}',
        "bad_date",
    ),
    (
        '{"date": "2026-02-30", "players": ["A", "B", "C"], "places": [1, 2, 3]}',
        "bad_date",
    ),
    ('{"date": "2026-01-06", "players": ["A", "B"], "places": [1, 2]}', "bad_players"),
    (
        '{"date": "2026-01-06", "players": ["A", "B", " "], "places": [1, 2, 3]}',
        "bad_players",
    ),
    (
        '{"date": "2026-01-06", "players": ["A", "B", "A"], "places": [1, 2, 3]}',
        "bad_players",
    ),
    (
        '{"date": "2026-01-06", "players": ["A", "B", "C"], "places": [1, 2]}',
        "bad_places",
    ),
    (
        '{"date": "2026-01-06", "players": ["A", "B", "C"], "places": [1, 2, 0]}',
        "bad_places",
    ),
    (
        '{"date": "2026-01-06", "players": ["A", "B", "C"], "places": [1, 2, true]}',
        "bad_places",
    ),
]


@pytest.mark.parametrize(("text", "code"), WRONG)
def test_a_wrong_line_says_what_is_wrong_and_changes_nothing(
    text: str, code: str
) -> None:
    good = line(DAY, ["A", "B", "C"], [1, 2, 3])
    first, error, second, listing = rated_lines([good, text, good])
    assert error["error"]["code"] == code
    assert [first, second, listing] == list(rated_lines([good, good]))


def test_a_day_before_an_earlier_line_counts_as_the_earlier() -> None:
    later, earlier = DAY + timedelta(days=300), DAY
    one = [
        line(later, ["A", "B", "C"], [1, 2, 3]),
        line(earlier, ["A", "B", "C"], [1, 2, 3]),
    ]
    two = [one[0], line(later, ["A", "B", "C"], [1, 2, 3])]
    assert list(rated_lines(one))[-1] == list(rated_lines(two))[-1]


def test_the_command_answers_line_by_line() -> None:
    good = line(DAY, ["Anna", "Ben", "Cleo", "Dirk"], [1, 1, 3, 4]).encode() + b"\n"
    status, answers = rate(good * 2, "--least", "2")
    assert status == 0
    assert [list(one) for one in answers] == [["date", "win", "expected"]] * 2 + [
        ["list"]
    ]
    assert answers[0]["win"][0] == [None, 0.5, 0.5, 0.5]
    anna = answers[-1]["list"][0]
    assert list(anna) == [
        "player",
        "strength",
        "deviation",
        "shown",
        "parties",
        "listed",
    ]
    assert anna["listed"]
    assert anna["parties"] == 2
    assert anna["shown"] == round(1000 + 200 * anna["strength"])


def test_the_command_tells_by_its_status_what_was_refused() -> None:
    assert rate(b"") == (0, [{"list": []}])
    status, answers = rate(b"nothing\n")
    assert status == 1
    assert answers[0]["error"]["code"] == "not_json"
    assert answers[1] == {"list": []}
    status, answers = rate(b"\xff\xfe\x00")
    assert status == 2
