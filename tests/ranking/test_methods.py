"""A method is data: read, written, changed setting by setting, said in sentences."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from clubscore.ranking import (
    KINDS,
    PART_NAMES,
    PRESETS,
    Choices,
    Method,
    MethodError,
    OneChoice,
    Whole,
    changed,
    find_preset,
    method_from_json,
    method_to_json,
    preset_of,
    settings_in,
    standings,
)
from clubscore.ranking.deductions import Deductions
from clubscore.ranking.fields import (
    FieldError,
    Points,
    PointsByPlace,
    settings_of,
    settings_of_kind,
)
from clubscore.ranking.partie_points import TablePoints
from clubscore.ranking.played import Played
from clubscore.ranking.results import TIE_BREAK_NAMES, TITLE_NAMES, TieBreak, Title
from tests.ranking.seasons import partie, played, preset

METHODS = [one.method for one in PRESETS.values()]


def problems_of(value: Any) -> dict[str, str]:
    """Return the messages that reading *value* brings, by field."""
    with pytest.raises(MethodError) as caught:
        method_from_json(value)
    return {one.field: one.message for one in caught.value.problems}


def test_the_presets_are_those_of_the_specification() -> None:
    assert list(PRESETS) == [
        "chips",
        "mean",
        "table-points",
        "tournament",
        "groene-hart",
        "attendance-premium",
        "best-five-of-seven",
        "trimmed-mean",
    ]


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_survives_the_database(key: str) -> None:
    one = find_preset(key)
    again = method_from_json(json.loads(json.dumps(method_to_json(one.method))))
    assert again == one.method
    assert preset_of(again) is one


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_says_where_it_comes_from_and_what_it_does(key: str) -> None:
    one = find_preset(key)
    assert one.key == key
    assert one.source.title
    assert one.source.checked == "2026-11-21"
    assert one.summary.text.endswith(".")
    paths = {setting.path for setting in settings_in(one.method)}
    assert set(one.first) <= paths


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(KeyError):
        find_preset("golf")


def test_a_changed_preset_is_a_clubs_own() -> None:
    method = preset("groene-hart", evening__quorum=6)
    assert method == replace(
        find_preset("groene-hart").method,
        evening=replace(find_preset("groene-hart").method.evening, quorum=6),
    )
    assert preset_of(method) is None


def test_what_is_left_out_has_its_default() -> None:
    assert method_from_json({}) == Method() == find_preset("chips").method
    method = method_from_json({"giving": {"kind": "table_points"}})
    # Points that are booked count unless it is said otherwise.
    booked = replace(find_preset("table-points").method, deductions=Deductions())
    assert method == booked


def test_every_setting_can_be_set_to_what_it_is() -> None:
    for method in METHODS:
        for one in settings_in(method):
            assert changed(method, {one.path: one.value}) == method, one.path
            assert one.name


def test_what_can_be_set_in_a_kind_is_read_once_and_cannot_be_changed() -> None:
    read = settings_of_kind(TablePoints)
    assert settings_of_kind(TablePoints) is read
    with pytest.raises(TypeError):
        read["more"] = next(iter(read.values()))  # type: ignore[index]


def test_points_can_be_typed() -> None:
    method = preset("groene-hart", giving__four="4 2 1 1/2", giving__five="4;2;1;½;0")
    assert method == find_preset("groene-hart").method
    assert preset("groene-hart", evening__attendance="1,5", evening__quorum="8") == (
        preset("groene-hart", evening__attendance="3/2")
    )


def test_another_kind_of_part_starts_with_its_defaults() -> None:
    method = changed(
        find_preset("groene-hart").method,
        {"counting.kind": "best", "counting.number": 8, "ranked.kind": "everybody"},
    )
    assert method_to_json(method)["counting"] == {
        "kind": "best",
        "number": 8,
        "total": "sum",
    }
    assert method_to_json(method)["ranked"] == {"kind": "everybody"}


def test_all_that_is_wrong_is_said_at_once() -> None:
    assert problems_of(
        {
            "giving": {"kind": "table_points", "four": [4, 2, 1], "ties": ["luck"]},
            "evening": {"kind": "evenings", "quorum": -1, "attendance": 0.5},
            "counting": {"kind": "worst"},
            "ranked": [],
            "deductions": {"bookings": "yes", "fee": 3},
            "weather": {},
        }
    ) == {
        "weather": "A method has no part of this name.",
        "giving.four": "Give the points of 4 places, the first one first.",
        "giving.ties": "Choose any of these, each at most once: wins, given.",
        "evening.quorum": "Give a whole number from 0 to 500.",
        "evening.attendance": (
            "Give points from 0 to 1000000, whole or as a fraction such as 1/2."
        ),
        "counting.kind": (
            "Choose one of these: all, best, best_of_periods, best_share, trimmed."
        ),
        "ranked": "This is not a JSON object.",
        "deductions.fee": "Nothing of this name can be set here.",
        "deductions.bookings": "Say yes or no: true or false.",
    }


@pytest.mark.parametrize("value", [None, [], "chips", 3])
def test_a_method_is_an_object(value: Any) -> None:
    assert problems_of(value) == {"": "This is not a JSON object."}


def test_a_wrong_change_names_every_field() -> None:
    with pytest.raises(MethodError) as caught:
        changed(
            Method(), {"evening.quorum": "many", "luck": 1, "evening.attendance": 1}
        )
    assert [one.field for one in caught.value.problems] == [
        "luck",
        "evening.attendance",
        "evening.quorum",
    ]
    assert [one.message for one in caught.value.problems][:2] == [
        "A method has no part of this name.",
        "Nothing of this name can be set here.",
    ]


def test_one_kind_can_go_without_its_name() -> None:
    method = method_from_json({"order": {"tie_breaks": ["wins"]}})
    assert method.order.tie_breaks == (TieBreak.WINS,)
    assert "evening.kind" in problems_of({"evening": {"quorum": 3}})


def test_better_places_give_no_less() -> None:
    wrong = {"giving": {"kind": "table_points", "four": [4, 1, 2, 0]}}
    assert problems_of(wrong) == {
        "giving.four": "No place gives more than a better one."
    }


def test_play_offs_need_periods() -> None:
    message = "Only a season in periods has play-offs after each of them."
    assert problems_of({"honours": {"play_offs": 2}}) == {
        "honours.play_offs": message,
        "counting.kind": message,
    }


def test_ends_grow_slower_than_results() -> None:
    for every in (1, 2):
        counting = {"kind": "trimmed", "every": every}
        assert list(problems_of({"counting": counting})) == ["counting.every"]


@pytest.mark.parametrize(
    ("path", "kind", "value"),
    [
        ("ranked.share", "share", 101),
        ("ranked.share", "share", 0),
        ("ranked.number", "parties", 0),
        ("ranked.number", "evenings", 1001),
        ("counting.share", "best_share", 101),
        ("counting.number", "best", 0),
        ("counting.evenings", "best_of_periods", 0),
        ("counting.ends", "trimmed", 101),
        ("deductions.unfinished", "deductions", -1),
        ("evening.attendance", "evenings", 1_000_001),
        ("honours.play_offs", "honours", 100),
    ],
)
def test_numbers_have_bounds(path: str, kind: str, value: int) -> None:
    part, _, _ = path.partition(".")
    with pytest.raises(MethodError) as caught:
        changed(Method(), {f"{part}.kind": kind, path: value})
    assert [one.field for one in caught.value.problems] == [path]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Whole(1, 9), True),
        (Whole(1, 9), 1.0),
        (Whole(1, 9), "ten"),
        (Whole(1, 9), 10),
        (Whole(1, 9), None),
        (PointsByPlace(4), 4),
        (PointsByPlace(4), "4 2 1 x"),
        (PointsByPlace(4), [4, 2, 1, -1]),
        (PointsByPlace(4), [4, 2, 1, "1/1001"]),
        (OneChoice(tuple(TIE_BREAK_NAMES.items())), "luck"),
        (OneChoice(tuple(TIE_BREAK_NAMES.items())), ["wins"]),
        (Choices(tuple(TITLE_NAMES.items())), "table"),
        (Choices(tuple(TITLE_NAMES.items())), ["table", "table"]),
        (Choices(tuple(TITLE_NAMES.items())), [["table"]]),
    ],
)
def test_what_a_field_cannot_have_is_refused(kind: Any, value: Any) -> None:
    with pytest.raises(FieldError):
        kind.read(value)


def test_every_kind_of_part_has_a_name_and_a_sentence() -> None:
    assert list(KINDS) == list(PART_NAMES) == list(Method().parts)
    for kinds in KINDS.values():
        assert len({one.kind for one in kinds}) == len(kinds)
        for kind in kinds:
            part = kind()
            assert kind.name
            assert settings_of(part).keys() <= {*kind.__dataclass_fields__}
            for sentence in part.says():
                assert sentence.text.endswith(".")
                assert "%" not in sentence.text


def test_names_say_every_choice() -> None:
    assert list(TIE_BREAK_NAMES) == list(TieBreak)
    assert list(TITLE_NAMES) == list(Title)
    assert all(one.name_to_show for one in (*TieBreak, *Title))


GROENE_HART = """
The players of a table are placed by their scores of the whole evening there; by place
that gives 4, 2, 1, 1/2 points, with three players 4, 2, 1, with five 4, 2, 1, 1/2, 0.
Between equal scores at a table decide: more wins, fewer winning tiles given away. If
these are equal too, the points of the places are shared exactly. Every evening is a
result: the sum of the player’s parties. Attending an evening gives 1 point, a part of
it in proportion. Evenings with fewer than 8 members do not count. The sum of the best
results counts, as many as make 75 per cent of the evenings held, rounded up. Ranked is
who has taken part in at least 75 per cent of the evenings held. Between equal points
decide: more wins, fewer winning tiles given away. If these are equal too, the place is
shared.
"""
TRIMMED_MEAN = """
A partie gives its score: the points won or lost. Every partie is a result by itself.
The mean counts, without the best and the worst result. For every 10 results one more is
dropped at both ends. Everybody with a result is ranked. Players with equal points share
a place.
"""
OWN = """
A partie gives its score: the points won or lost. Every evening is a result: the mean of
the player’s parties. The season is played in periods of 7 evenings; of each the best 5
results count. Everybody with a result is ranked. Players with equal points share a
place. 20 points are taken off the result for a partie that was not finished in time. A
partie that was ended early costs nothing: only one that was left open does. The first
place is the season’s winner. The first 2 of each period go to the play-offs.
"""


@pytest.mark.parametrize(
    ("method", "text"),
    [
        (preset("groene-hart"), GROENE_HART),
        (preset("trimmed-mean", deductions__bookings=False), TRIMMED_MEAN),
        (
            preset(
                "best-five-of-seven",
                deductions__bookings=False,
                deductions__ended_early=False,
                evening__total="mean",
                honours__titles=["season"],
            ),
            OWN,
        ),
    ],
)
def test_a_method_reads_as_one_text(method: Method, text: str) -> None:
    assert method.text == " ".join(text.split())


def test_three_players_have_their_own_list() -> None:
    assert TablePoints().points_for(3) == (Fraction(4), Fraction(2), Fraction(1))


@pytest.mark.parametrize("typed", ["1000.1", "999999.999", "0,001", "12 345/1000"])
def test_points_that_can_be_typed_can_be_read_back(typed: str) -> None:
    points = Points().read(typed)
    assert Points().read(Points().write(points)) == points


# The example of each -----------------------------------------------------------------

SEVEN_EVENINGS = [60, -10, 35, 80, 20, -40, 5]


@pytest.mark.parametrize(
    ("key", "scores", "points"),
    [
        ("chips", [384, -120, 40], 304),
        ("mean", [300, -100, 50, 200, -50], 80),
        ("attendance-premium", [1200, -800], 6400),
        ("best-five-of-seven", SEVEN_EVENINGS, 200),
        ("trimmed-mean", [500, 80, 40, -30, -400], 30),
    ],
)
def test_the_example_of_a_preset_is_what_it_makes(
    key: str, scores: list[int], points: int
) -> None:
    told = re.findall(r"[+−]?\d+", find_preset(key).example.text)
    numbers = [int(one.replace("−", "-")) for one in told]
    assert numbers[: len(scores)] == scores
    assert numbers[-1] == points
    parties = [
        partie(at, at, {}, A=score, B=-score, C=0, D=0)
        for at, score in enumerate(scores)
    ]
    table = standings(find_preset(key).method, played(*parties))
    assert {one.player: one.points for one in table.lines}["A"] == points


def test_the_examples_of_table_points_are_what_they_make() -> None:
    once = played(partie(1, 0, {}, A=300, B=-50, C=-100, D=-150))
    shared = played(partie(1, 0, {}, A=100, B=100, C=-50, D=-150))

    def points(key: str, season: Played, **settings: Any) -> list[Fraction]:
        table = standings(preset(key, **settings), season)
        given = {one.player: one.points for one in table.lines}
        return [given[one] for one in "ABCD"]

    assert points("table-points", once) == [4, 2, 1, 0]
    assert points("table-points", shared) == [3, 3, 1, 0]
    assert points("groene-hart", once, evening__quorum=0) == [
        5,
        3,
        2,
        Fraction(3, 2),
    ]
    weeks = [partie(at, at, {}, A=9, B=0, C=-4, D=-5) for at in range(12)]
    season = standings(preset("groene-hart", evening__quorum=0), played(*weeks))
    assert season.lines[0].player == "A"
    assert sum(one.counts for one in season.lines[0].verdicts) == 9
