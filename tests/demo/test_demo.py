"""The demo club."""

import datetime as dt
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Count
from django.utils import timezone
from pytest_django import Settings

from clubscore.club.journal import entries_of
from clubscore.club.models import Account, Club
from clubscore.partie.audit import differences
from clubscore.partie.maintenance import club_drop
from clubscore.partie.models import (
    Entry,
    Evening,
    Game,
    GameScore,
    Partie,
    Revision,
    Seat,
)
from clubscore.season.models import LimitHandMade

pytestmark = pytest.mark.django_db


def demo(**options: Any) -> None:
    """Make a small demo club."""
    call_command("demo", until=dt.date(2026, 11, 17), verbosity=0, **options)


def wipe() -> None:
    """Take the demo club away again, revisions and all."""
    club_drop(Club.objects.get())


@pytest.mark.same_on_every_database("the rules alone deal and count; others ask it")
def test_the_demo_club_has_players_a_season_and_evenings() -> None:
    demo(parties=8)
    club = Club.objects.get(slug="demo")
    assert club.is_public
    assert club.players.count() == 28
    assert club.seasons.count() == 1
    assert [str(one.date) for one in club.evenings.all()] == [
        "2026-11-17",
        "2026-11-10",
    ]
    # On the last evening two tables still play.
    assert Partie.objects.filter(is_finished=True).count() == 6
    playing = Partie.objects.open().order_by("number")
    assert [(one.table, one.games.count()) for one in playing] == [("3", 7), ("4", 10)]
    assert {str(one.evening.date) for one in playing} == {"2026-11-17"}
    assert all(one.links.valid().count() == 1 for one in playing)
    planned = club.planned_evenings.annotate(many=Count("sign_ons"))
    assert [(str(one.date), vars(one)["many"]) for one in planned] == [
        ("2026-11-24", 20),
        ("2026-12-01", 10),
        ("2026-12-08", 3),
        ("2026-12-15", 0),
    ]


@pytest.mark.same_on_every_database("the rules alone deal and count")
def test_every_hand_of_the_demo_has_tiles_that_the_engine_counted() -> None:
    demo(parties=1)
    assert list(differences()) == []
    wins = Revision.objects.filter(entry__game__outcome="win")
    assert wins.exists()
    for revision in wins:
        assert len(revision.said["hands"]) == 4
        assert all("points" not in hand for hand in revision.said["hands"].values())
        result: Any = revision.result
        [seat] = winners(revision)
        assert result["hands"][seat]["items"]
    assert Game.objects.filter(outcome="draw").exists()


def winners(revision: Revision) -> list[str]:
    """Return the winner's seat."""
    game = Game.objects.get(revision=revision)
    return [score.seat for score in game.scores.filter(player=game.winner)]


def test_the_demo_is_a_club_as_clubs_are() -> None:
    demo(parties=40)
    evenings = Evening.objects.order_by("date")
    days = [one.date for one in evenings]
    assert {after - before for before, after in pairwise(days)} == {dt.timedelta(7)}
    tables = [one.parties.count() for one in evenings]
    assert sum(tables) == 40
    assert {4, 6} <= set(tables) <= {4, 5, 6}
    for one in evenings:
        seated = [seat.player_id for seat in Seat.objects.filter(partie__evening=one)]
        assert len(seated) == len(set(seated)) < Club.objects.get().players.count()
    # No partie is another one again, with other people.
    played = Partie.objects.prefetch_related("results")
    ended = {tuple(one.score for one in partie.results.all()) for partie in played}
    assert len(ended) == 40
    # Limit hands are as rare as among people.
    assert LimitHandMade.objects.count() < Game.objects.count() / 100
    # Not all goes as it should.
    assert 0 < GameScore.objects.filter(dead="false_mahjong").count() < 20
    assert 0 < Entry.objects.filter(kind="booking").count() < 20
    corrected = Revision.objects.filter(number=2)
    assert 0 < corrected.count() < 20
    assert all(one.reason and one.result for one in corrected)
    assert list(differences()) == []


def test_nothing_of_the_demo_is_recorded_in_the_future() -> None:
    call_command("demo", parties=4, verbosity=0)
    assert Revision.objects.latest("made_at").made_at <= timezone.now()
    assert all(one.finished_at for one in Partie.objects.filter(is_finished=True))


@pytest.mark.same_on_every_database("the rules alone deal and count")
def test_the_same_seed_gives_the_same_demo() -> None:
    def scores() -> list[tuple[str, int]]:
        rows = GameScore.objects.order_by("pk").values_list("player__name", "score")
        return list(rows)

    demo(parties=2, seed=7)
    first = scores()
    wipe()
    demo(parties=2, seed=7)
    assert scores() == first
    wipe()
    demo(parties=2, seed=8)
    assert scores() != first


def test_a_second_demo_is_refused_or_left_alone() -> None:
    demo(parties=1)
    with pytest.raises(CommandError, match="there already"):
        demo(parties=1)
    demo(parties=1, if_missing=True)
    assert Partie.objects.count() == 1


def test_an_account_that_everybody_knows_is_for_trying_out_only(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    demo(parties=1)
    assert not Account.objects.exists()
    assert said_about_logging_in(capsys) == ""
    wipe()
    settings.DEBUG = True
    demo(parties=1)
    assert "“demo” with the password" in said_about_logging_in(capsys)
    account = Account.objects.get()
    assert account.memberships.get().role == "administrator"
    assert not account.is_staff
    # The journal of the demo has a beginning, and tells its logins from then on.
    assert [one.name for one in entries_of(Club.objects.get())] == ["demo"]
    account.set_password("another")
    account.save()
    assert said_about_logging_in(capsys) == ""


def said_about_logging_in(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what the command says about logging in."""
    capsys.readouterr()
    call_command("demo", how_to_log_in=True)
    return capsys.readouterr().out
