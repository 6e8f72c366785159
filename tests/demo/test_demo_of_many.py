"""A demo of many clubs: true games, written in bulk."""

import datetime as dt
import io
import itertools

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from clubscore.club.models import Club
from clubscore.demo.bar import Bar
from clubscore.demo.blueprints import WRITTEN
from clubscore.demo.schedule import DemoSize, fill_clubs
from clubscore.partie.audit import differences
from clubscore.partie.models import Entry, Game, Partie, Revision, StartedSitting
from clubscore.partie.services import Author, Write, game_record
from clubscore.season.models import RatingChange, Tally

pytestmark = pytest.mark.django_db

TODAY = dt.date(2026, 11, 17)


def fill(*, clubs: int = 3, parties: int = 6, only: list[int] | None = None) -> int:
    """Make a small demo of several clubs."""
    plan = DemoSize(seed=136, clubs=clubs, parties=parties, today=TODAY)
    return fill_clubs(plan, lambda *_title: Bar("", 1, "", io.StringIO()), only)


def scores_in(slug: str) -> list[tuple[int, int, str, int]]:
    """Return what everybody's games came to in a club."""
    rows = Game.objects.filter(partie__club__slug=slug).order_by(
        "partie__number", "number", "scores__player__name"
    )
    return list(
        rows.values_list(
            "partie__number", "number", "scores__player__name", "scores__score"
        )
    )


def test_every_row_follows_and_every_club_has_names_players_and_evenings() -> None:
    games = fill(parties=8)
    # Every row follows from what was said.
    of_games = Revision.objects.filter(entry__kind="game", number=1)
    assert games == Game.objects.count() == of_games.count() > 24 * 7
    assert Partie.objects.count() == 24
    finished = Partie.objects.filter(is_finished=True).count()
    assert Tally.objects.values("partie").distinct().count() == 24
    assert RatingChange.objects.values("partie").distinct().count() == finished == 22
    assert list(differences()) == []
    # Clubs have names, players and weekly evenings of their own.
    assert Club.objects.get(slug="demo").is_public
    assert len({club.name for club in Club.objects.all()}) == 3
    casts = [
        set(club.players.values_list("name", flat=True)) for club in Club.objects.all()
    ]
    assert all(len(cast) >= 16 for cast in casts)
    assert all(one != other for one, other in itertools.combinations(casts, 2))
    for club in Club.objects.all():
        last, first = club.evenings.values_list("date", flat=True)
        assert last - first == dt.timedelta(weeks=1)
        season = club.seasons.get()
        assert season.starts_on <= first <= last <= (season.ends_on or TODAY)
    days = {club.evenings.latest("date").date for club in Club.objects.all()}
    assert days == {TODAY - dt.timedelta(days=before) for before in range(3)}
    # At the demo club two tables still play.
    playing = Partie.objects.open().order_by("number")
    assert [(one.club.slug, one.table, one.games.count()) for one in playing] == [
        ("demo", "3", 7),
        ("demo", "4", 10),
    ]


def test_one_of_the_clubs_is_the_same_without_the_others() -> None:
    with transaction.atomic():
        fill(parties=4)
        slugs = list(Club.objects.order_by("pk").values_list("slug", flat=True))
        among_others = scores_in(slugs[1])
        transaction.set_rollback(True)
    assert len(among_others) > 4 * 7 * 4
    fill(parties=4, only=[1])
    assert list(Club.objects.values_list("slug", flat=True)) == [slugs[1]]
    assert scores_in(slugs[1]) == among_others


def test_what_is_recorded_afterwards_gets_ids_of_its_own() -> None:
    fill(parties=4, clubs=2)
    partie = Partie.objects.open()[0]
    write = Write(Author(name="Anna"), partie.version, "another")
    made = game_record(partie=partie, write=write, record={"outcome": {"kind": "draw"}})
    assert made.pk == Revision.objects.latest("pk").pk
    assert made.entry_id == Entry.objects.latest("pk").pk
    fill(parties=1, only=[1])
    assert list(differences()) == []


def test_every_table_of_a_partie_is_written() -> None:
    """A new table that follows from games would be missed here at first."""
    # Ratings follow from all parties of a club, and are replayed; a plan names the
    # parties that were started by it, and follows from none.
    of_parties = {one.related_model for one in Partie._meta.related_objects} | {
        Revision,
        *(one.related_model for one in Game._meta.related_objects),
    }
    assert of_parties - {*WRITTEN, RatingChange, StartedSitting} == set()


def test_the_command_makes_the_clubs_and_says_how_many(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(CommandError, match="--clubs is a whole number from 1 up"):
        call_command("demo", clubs=0)
    call_command("demo", clubs=2, parties=2, until=TODAY)
    assert capsys.readouterr().out == (
        f"2 demo clubs: 4 parties, {Game.objects.count()} games.\n"
    )


def test_the_bar_tells_how_much_is_done_and_how_long_the_rest_takes() -> None:
    bar = Bar("Writing", 200, "parties", io.StringIO())
    bar.forward(50)
    assert bar.line(seconds=30) == (
        f"Writing [{10 * '#'}{30 * '.'}] 50/200 parties, 1:30 left "
    )
