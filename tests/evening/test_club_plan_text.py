"""What is said of a plan in sentences."""

from __future__ import annotations

import datetime as dt

import pytest

from clubscore.club.models import Club, Player, Season
from clubscore.evening.club_plan_text import measures_of
from clubscore.partie import club_plans
from tests.conftest import players_in
from tests.evening.test_evening_tables_page import DAY
from tests.season.played import DRAW, play

HERE = "In the sittings planned here"
EACH_TIME = "Those who were there in every sitting"
EQUALLY = "Everybody waits or rests first equally often."


def test_who_rests_first_is_told_where_nobody_was_there_on_every_evening(
    club: Club, season: Season, players: list[Player]
) -> None:
    others = players_in(club, "Eva", "Finn", "Gus", "Hugo")
    for week, people in enumerate((players, others)):
        play(season, people, [DRAW], day=DAY - dt.timedelta(weeks=2 - week))
    five = tuple(one.pk for one in (*players, others[0]))
    for sittings, told in (
        (3, f"{HERE} waits and first rests differ by 1 at most between two players."),
        (5, f"{HERE} everybody waits or rests first equally often."),
    ):
        version = club_plans.plan_make(
            season=season,
            occasion="evening",
            day=DAY,
            wish=club_plans.PlanWish(five, sittings, sizes=(5,)),
            account=None,
        )
        club_plans.make_soon(version)
        version.refresh_from_db()
        assert told in measures_of(version)


@pytest.mark.parametrize(
    ("sitting_before", "sittings", "told"),
    [
        # Nobody else has been there, so that it says so of all.
        ("ABCDE", 4, EQUALLY),
        # Two were there, three come later.
        ("ABFGH", 5, f"{EACH_TIME} wait or rest first equally often."),
    ],
)
def test_nobody_is_counted_in_who_has_not_always_been_there(
    sitting_before: str, sittings: int, told: str, club: Club, season: Season
) -> None:
    known = dict(zip("ABCDEFGH", players_in(club, *"ABCDEFGH"), strict=True))
    before = [known[one] for one in sitting_before]
    play(season, before, [DRAW], day=DAY - dt.timedelta(weeks=1))
    version = club_plans.plan_make(
        season=season,
        occasion="evening",
        day=DAY,
        wish=club_plans.PlanWish(
            tuple(known[one].pk for one in "ABCDE"),
            sittings,
            sizes=(5,),
            counts_season=True,
        ),
        account=None,
    )
    club_plans.make_soon(version)
    version.refresh_from_db()
    said = measures_of(version)
    assert told in said
    assert (EQUALLY in said) == (told == EQUALLY)
