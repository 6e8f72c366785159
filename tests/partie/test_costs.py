"""What a network asks for is charged to it, and many jokers beforehand."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.club import limits
from clubscore.club.limits import TooCostlyError, asked_by, charge
from clubscore.club.models import Account, Club, Role
from clubscore.club.services import token_make
from clubscore.partie.models import Partie
from tests.partie.rule_books import SHEET, Start, seats_shown, start_in, typed, won

pytestmark = pytest.mark.usefixtures("standing_minute")


@pytest.fixture
def partie(club: Club, client: Client, administrator: Account) -> Partie:
    """Return a partie with many jokers, and let its administrator ask."""
    client.force_login(administrator)
    start: Start = partial(start_in, club)
    return start("schmale", jokers=12)


def said(partie: Partie, jokers: int) -> dict[str, Any]:
    """Return a game in which a loser holds so many jokers."""
    anna, ben = (str(seat.player_id) for seat in partie.seats.all()[:2])
    hand = {"tiles": "0" * jokers + "1m5p", "complete": False}
    return {"hands": {anna: hand, ben: {"points": 40}}, "outcome": won(ben)}


def ask(client: Client, partie: Partie, jokers: int, **more: Any) -> Any:
    """Ask what such a game would come to."""
    body = {"said": said(partie, jokers)}
    where = f"{SHEET}preview/"
    return client.post(where, body, content_type="application/json", **more)


def test_a_network_has_few_hands_of_many_jokers_previewed_in_a_minute(
    client: Client, partie: Partie
) -> None:
    answers = [ask(client, partie, 11).status_code for _ in range(20)]
    assert answers[:2] == [200, 200]
    assert answers[-1] == 429
    refused = ask(client, partie, 11)
    assert "Too many hands" in refused.json()["error"]["message"]
    assert refused["Retry-After"] == "60"
    # Whoever plays as people play notices nothing, nor does another network.
    assert ask(client, partie, 3).status_code == 200
    assert ask(client, partie, 9, REMOTE_ADDR="192.0.2.9").status_code == 200


def spend(network: str = "127.0.0.1") -> None:
    """Use up what a network may cost."""
    dear = {"hands": {"1": {"tiles": "0" * 12}}}
    with asked_by(network):
        for _ in range(int(limits.share() / 2 / (31 * limits.GAME))):
            charge(dear)
        with pytest.raises(TooCostlyError):
            charge(dear)
        limits.charge_seconds(limits.share() / 2 % (31 * limits.GAME))


def test_it_is_charged_wherever_a_game_is_counted(
    client: Client, partie: Partie, club: Club
) -> None:
    spend()
    body = {
        "key": "one",
        "version": 0,
        "said": said(partie, 9),
        "shown": seats_shown(partie),
    }
    answer = client.post(f"{SHEET}games/", body, content_type="application/json")
    assert answer.status_code == 429, answer.text
    record = {
        "hands": dict(zip("ES", said(partie, 9)["hands"].values(), strict=True)),
        "outcome": won("S"),
    }
    _token, secret = token_make(club=club, name="Board", role=Role.SCOREKEEPER)
    answer = client.post(
        f"/api/v1/parties/{partie.pk}/games/",
        json.dumps(record),
        content_type="application/json",
        headers={
            "Authorization": f"Bearer {secret}",
            "If-Match": '"0"',
            "Idempotency-Key": "one",
        },
    )
    assert answer.status_code == 429, answer.text
    assert answer.json()["error"]["code"] == "too_many_requests"
    assert not partie.games.exists()


def test_a_page_says_it_in_a_page(client: Client, partie: Partie) -> None:
    spend()
    tiles = {"Anna_hand_tiles": "0" * 9 + "1m5p", "Ben_hand_points": "40"}
    answer = client.post(
        f"{SHEET}record/typed/",
        typed(partie, kind="win", winner="Ben", giver="self", others="on", **tiles),
        headers={"accept": "text/html,*/*;q=0.8"},
    )
    assert answer.status_code == 429
    assert "<h1>Wait a minute</h1>" in answer.text
    assert not partie.games.exists()


def test_a_new_minute_begins_with_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [600]
    monkeypatch.setattr(limits, "now", lambda: now[0])
    spend()
    with asked_by("127.0.0.1"), pytest.raises(TooCostlyError) as refused:
        charge({"hands": {"1": {"tiles": "0" * 8}}})
    assert refused.value.wait == 60
    now[0] += 60
    with asked_by("127.0.0.1"):
        charge({"hands": {"1": {"tiles": "0" * 12}}})


def test_a_command_is_charged_for_nothing() -> None:
    for _ in range(9):
        charge({"hands": {"1": {"tiles": "0" * 12}}})


# Every request ------------------------------------------------------------------------


@pytest.fixture
def clock(standing_minute: None, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Return the time, and how much of the processor every request takes."""
    time = {"now": 600.0, "taken": 0.0, "each": 1.0}

    def taken() -> float:
        time["taken"] += time["each"]  # it is asked before a request and after it
        return time["taken"]

    monkeypatch.setattr(limits, "now", lambda: int(time["now"]))
    monkeypatch.setattr("clubscore.club.limits.time.thread_time", taken)
    monkeypatch.setattr(
        "clubscore.club.limits.os.sched_getaffinity", lambda pid: {0, 1}
    )
    return time


def test_a_network_takes_a_tenth_of_a_process_in_a_minute(
    client: Client,
    club: Club,
    clock: dict[str, float],
    caplog: pytest.LogCaptureFixture,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    address = club.get_absolute_url()
    html = {"accept": "text/html", "accept-language": "de"}
    assert limits.share() == 6
    answers = [client.get(address).status_code for _ in range(8)]
    assert answers == [200] * 7 + [429]
    assert caplog.text.count("127.0.0.1 has taken its share of the machine") == 1
    with django_assert_num_queries(0):
        refused = client.get(address, headers=html)
    assert refused.status_code == 429
    assert refused["Retry-After"] == "60"
    assert "<h1>Bitte eine Minute warten</h1>" in refused.text
    answer = client.post("/api/v1/score/", b"{}", content_type="application/json")
    assert answer.json()["error"]["code"] == "too_many_requests"
    # Others, and whoever looks whether it lives, notice nothing.
    assert client.get("/healthz").status_code == 200
    assert client.get(address, REMOTE_ADDR="192.0.2.9").status_code == 200
    clock["now"] += 59
    assert client.get(address)["Retry-After"] == "1"
    clock["now"] += 1
    assert client.get(address).status_code == 200


def test_an_ipv6_client_is_its_network(
    client: Client, club: Club, clock: dict[str, float]
) -> None:
    clock["each"] = 20.0
    address = club.get_absolute_url()
    assert client.get(address, REMOTE_ADDR="2001:db8::1").status_code == 200
    assert client.get(address, REMOTE_ADDR="2001:db8::ffff").status_code == 429
    assert client.get(address, REMOTE_ADDR="2001:db8:0:1::1").status_code == 200


def test_more_processes_than_cores_share_what_a_network_may_take(
    settings: Settings, clock: dict[str, float]
) -> None:
    settings.WEB_CONCURRENCY = 8
    assert limits.share() == 1.5
    settings.WEB_CONCURRENCY = 1
    assert limits.share() == 6
    settings.NETWORK_PERCENT = 50
    assert limits.share() == 30


def test_nobody_waits_where_there_is_no_limit(
    client: Client, club: Club, clock: dict[str, float], settings: Settings
) -> None:
    settings.NETWORK_PERCENT = 0
    clock["each"] = 100.0
    answers = [client.get(club.get_absolute_url()).status_code for _ in range(3)]
    assert answers == [200, 200, 200]


def test_what_jokers_were_charged_is_not_charged_again() -> None:
    with asked_by("192.0.2.1"):
        charge({"hands": {"1": {"tiles": "0" * 10}}})  # and it was worked out at once
    (spent,) = limits._spent.values()
    assert spent["192.0.2.1"] == pytest.approx(7 * limits.GAME, abs=0.01)


def test_gunicorn_and_the_site_mean_the_same_number_of_processes(
    settings: Settings, root: Path
) -> None:
    text = (root / "gunicorn.conf.py").read_text()
    assert f'"WEB_CONCURRENCY", "{settings.WEB_CONCURRENCY}"' in text


def test_no_thread_of_gunicorn_waits_for_a_session_of_postgresql(
    settings: Settings, root: Path
) -> None:
    text = (root / "gunicorn.conf.py").read_text()
    assert f"\nthreads = {settings.POSTGRESQL_OPTIONS['pool']['max_size']}\n" in text


def test_half_the_threads_of_gunicorn_may_wait_for_hashes(root: Path) -> None:
    text = (root / "gunicorn.conf.py").read_text()
    assert f"\nthreads = {2 * limits.MOST_WAITING}\n" in text
