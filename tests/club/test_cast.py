"""The players whom most tests begin with are those that a club would add."""

from typing import Any

from clubscore.club.models import Club, Player
from clubscore.club.services import player_add
from tests.conftest import CAST, players_in

OF_A_ROW = {"id", "uid", "club_id", "made_at"}
"""What is another for every player."""


def facts(club: Club) -> list[list[Any]]:
    """Return what is stored of a club's players, in the order they came in."""
    names = [one.attname for one in Player._meta.concrete_fields]
    return [
        [getattr(player, name) for name in names if name not in OF_A_ROW]
        for player in Player.objects.filter(club=club).order_by("pk")
    ]


def test_the_players_of_the_tests_are_as_a_club_adds_them(club: Club) -> None:
    other = Club.objects.create(name="De Draak", slug="draak")
    names = [*CAST, "  Jürgen ", "Anna B.", "Anna-B", "王"]
    for name in names:
        player_add(club=other, name=name)
    made = players_in(club, *names)
    assert [one.pk for one in made] == [one.pk for one in club.players.order_by("pk")]
    assert facts(club) == facts(other)
