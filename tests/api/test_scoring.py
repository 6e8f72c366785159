"""Scoring without a token: what `score` prints, so many times a minute."""

import json
from typing import Any

import pytest
from django.db.models import QuerySet
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.api import limits
from clubscore.api.models import RequestCount
from clubscore.rules import RulesError, score_record
from clubscore.rules.record_writer import write_error
from tests.api.conftest import Program, code
from tests.api.test_tokens import stopped_clock
from tests.rules.golden import WORKED_EXAMPLE, blocks

SOME = [block for block in blocks() if not block.is_replay][::9]
"""A ninth of the golden examples, errors among them."""


@pytest.mark.parametrize("block", SOME, ids=str)
def test_a_game_is_scored_as_score_prints_it(stranger: Program, block: object) -> None:
    record = block.record  # type: ignore[attr-defined]
    answer = stranger.post("score/", record)
    try:
        expected = (200, score_record(record))
    except RulesError as error:
        expected = (422, write_error(error))  # type: ignore[assignment]
    assert (answer.status_code, answer.json()) == expected


def test_some_of_the_examples_are_errors() -> None:
    codes = {line for block in SOME for line in block.expected if "error" in line}
    assert codes


def test_too_many_games_in_a_minute_have_to_wait(
    stranger: Program, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_SCORES_PER_MINUTE = 3
    now = stopped_clock(monkeypatch)
    answers = [stranger.post("score/", WORKED_EXAMPLE) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert code(answers[4]) == (429, "too_many_requests")
    assert answers[4]["Retry-After"] == "20"
    now[0] += 20
    assert stranger.post("score/", WORKED_EXAMPLE).status_code == 200
    assert RequestCount.objects.count() == 1  # what is over is forgotten


def test_every_address_is_counted_for_itself(
    settings: Settings, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_SCORES_PER_MINUTE = 1
    stopped_clock(monkeypatch)
    body = json.dumps(WORKED_EXAMPLE)
    statuses = [
        Client(REMOTE_ADDR=address)
        .post("/api/v1/score/", body, content_type="application/json")
        .status_code
        for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1")
    ]
    assert statuses == [200, 200, 429]


def jokers(many: int) -> Any:
    """Return a game in which a hand holds so many jokers."""
    tiles = "0" * many + "j" * bool(many) + "1m5p"
    return WORKED_EXAMPLE | {
        "ruleset": "schmale",
        "options": {"jokers": 12},
        "hands": {"S": {"tiles": tiles}},
    }


def test_a_game_counts_for_as_many_as_it_costs(
    stranger: Program, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_SCORES_PER_MINUTE = 120
    stopped_clock(monkeypatch)
    for many, cost in ((0, 1), (7, 1), (8, 2), (12, 32), (50, 32)):
        RequestCount.objects.all().delete()
        assert stranger.post("score/", jokers(many)).status_code in (200, 422)
        assert RequestCount.objects.get().many == cost


def test_few_games_with_twelve_jokers_are_scored_in_a_minute(
    stranger: Program, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_SCORES_PER_MINUTE = 120
    stopped_clock(monkeypatch)
    answers = [stranger.post("score/", jokers(12)).status_code for _ in range(6)]
    assert answers == [422] * 3 + [429] * 3


def test_without_a_limit_nothing_is_counted(
    stranger: Program,
    settings: Settings,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    settings.API_SCORES_PER_MINUTE = 0
    with django_assert_num_queries(0):
        assert stranger.post("score/", WORKED_EXAMPLE).status_code == 200


def test_two_processes_that_begin_a_window_count_together(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = {"kind": "score", "address": "192.0.2.1", "window": 7}
    forget = QuerySet.delete

    def other_process_comes_first(old: QuerySet[RequestCount]) -> object:
        RequestCount.objects.create(**window)
        return forget(old)

    monkeypatch.setattr(QuerySet, "delete", other_process_comes_first)
    assert limits._counted(limits.RequestKind.SCORE, "192.0.2.1", 7, 1) == 2
    assert RequestCount.objects.get().many == 2
