"""The demo club."""

import datetime as dt
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from clubscore.club.models import Account, Club, Season
from clubscore.partie.audit import differences
from clubscore.partie.models import Evening, Game, GameScore, Partie, Revision

pytestmark = pytest.mark.django_db


def demo(**options: Any) -> None:
    """Make a small demo club."""
    call_command("demo", until=dt.date(2026, 11, 17), verbosity=0, **options)


def wipe() -> None:
    """Take the demo club away again, revisions and all."""
    from clubscore.partie.maintenance import maintenance

    with maintenance():
        Partie.objects.all().delete()
        Evening.objects.all().delete()
        Season.objects.all().delete()
        Club.objects.get().players.all().delete()
        Club.objects.all().delete()


@pytest.mark.same_on_every_database("the rules alone deal and count; others ask it")
def test_the_demo_club_has_players_a_season_and_evenings() -> None:
    demo(parties=8)
    club = Club.objects.get(slug="demo")
    assert club.is_public
    assert club.players.count() == 18
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
    account.set_password("another")
    account.save()
    assert said_about_logging_in(capsys) == ""


def said_about_logging_in(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what the command says about logging in."""
    capsys.readouterr()
    call_command("demo", how_to_log_in=True)
    return capsys.readouterr().out
