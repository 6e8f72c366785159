"""A club that moves: what is read back is what was written."""

from typing import Any

import pytest

from clubscore.club.models import Club, Player, Season
from clubscore.partie.audit import differences
from clubscore.partie.moving.importing import club_import, file_read
from clubscore.season.models import HeadToHead, LimitHandMade, Tally
from clubscore.season.standings import leaderboard_of
from tests.partie.moving.clubs import content_of, exported, fill, forget

pytestmark = pytest.mark.django_db


@pytest.fixture
def full(club: Club, season: Season, players: list[Player]) -> Club:
    """Return a club in which everything has happened that can."""
    fill(club, season, players)
    return Club.objects.get(pk=club.pk)


def standings_in(club: Club) -> list[Any]:
    """Return what the leaderboards of a club say."""
    return [
        (season.slug, row.name, row.line.place, row.points, row.line.given)
        for season in club.seasons.order_by("slug")
        for row in leaderboard_of(season).rows
    ]


def statistics_in(club: Club) -> list[Any]:
    """Return all that is counted in a club, with names instead of ids."""
    found: list[Any] = []
    for model in (Tally, HeadToHead, LimitHandMade):
        for row in model.objects.filter(partie__club=club).order_by(
            "partie__number", "pk"
        ):
            values: dict[str, Any] = {"partie": row.partie.number}
            for field in row._meta.concrete_fields:
                value = getattr(row, field.name)
                if field.name not in ("id", "partie"):
                    values[field.name] = (
                        value.name if isinstance(value, Player) else value
                    )
            found.append(values)
    return found


def test_what_is_read_back_is_what_was_written(full: Club) -> None:
    told = exported(full)
    before = standings_in(full), statistics_in(full)
    assert all(before)
    forget(full)
    made = club_import(file_read(content_of(told)))
    assert made.recounted == 0
    assert list(differences()) == []
    assert exported(made.club) == told
    assert (standings_in(made.club), statistics_in(made.club)) == before


def test_a_club_can_be_read_beside_itself(full: Club) -> None:
    told = exported(full)
    made = club_import(file_read(content_of(told)), slug="again")
    copy = exported(made.club)
    assert copy["club"].pop("slug") == "again"
    assert told["club"].pop("slug") == "groene-hart"
    # The account is here already, and may be somebody else's.
    assert [one["account"] for one in told.pop("members")] == ["willem"]
    assert copy.pop("members") == []
    assert "“willem”" in made.notes[0]
    authors = [
        (one["account"], one["author"])
        for partie in copy["parties"]
        for one in partie["revisions"]
    ]
    assert (None, "willem") in authors
    assert standings_in(made.club) == standings_in(full)
    assert list(differences()) == []
