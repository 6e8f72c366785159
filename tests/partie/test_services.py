"""Recording at the table: one transaction a write, nothing written over."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Player, Season
from clubscore.club.services import player_add
from clubscore.partie import services
from clubscore.partie.maintenance import maintenance
from clubscore.partie.models import Entry, Game, Partie, Revision
from clubscore.partie.scores import Score
from clubscore.partie.services import Author, ConflictError, KeyReusedError, Write
from clubscore.rules import RulesError
from tests.rules.golden import WORKED_EXAMPLE

GAME: dict[str, Any] = {name: WORKED_EXAMPLE[name] for name in ("hands", "outcome")}
DRAW: dict[str, Any] = {"outcome": {"kind": "draw"}}


def write(partie: Partie) -> Write:
    """Return a write of Anna's that has seen the partie as it is."""
    return write_at(partie, Partie.objects.get(pk=partie.pk).version)


def write_at(partie: Partie, version: int, key: str = "") -> Write:
    """Return a write of Anna's that has seen the partie at a version."""
    return Write(Author(name="Anna"), version, key or f"write {version}")


def record(partie: Partie, game: dict[str, Any] = GAME) -> Revision:
    """Record a game at the table."""
    return services.game_record(partie=partie, write=write(partie), record=game)


def results(partie: Partie) -> dict[str, tuple[Score, Score, int]]:
    """Return the score, chips and place of each player by name."""
    return {
        result.player.name: (result.score, result.chips, result.place)
        for result in partie.results.select_related("player")
    }


def test_a_partie_begins_with_the_start_chips(partie: Partie) -> None:
    assert partie.number == 1
    assert results(partie) == dict.fromkeys(
        ["Anna", "Ben", "Cleo", "Dirk"], (0, 3000, 1)
    )


def test_a_partie_freezes_every_option_with_its_default(partie: Partie) -> None:
    assert partie.options["rounding"] == "none"
    assert partie.options["minimum_doubles"] == 2
    assert partie.edition


def test_the_seasons_house_rules_hold_unless_the_partie_says_otherwise(
    season: Season, players: list[Player]
) -> None:
    season.options = {"flowers": "yes", "rounds": 2}
    partie = services.partie_start(
        season=season,
        players=players,
        day=season.starts_on,
        options={"rounds": 1},
        uses_chips=True,
    )
    assert partie.options["flowers"] == "yes"
    assert partie.options["rounds"] == 1
    assert partie.options["rounding"] == "tens"


@pytest.mark.parametrize("many", [0, 2])
def test_a_partie_needs_its_number_of_players(
    season: Season, players: list[Player], many: int
) -> None:
    with pytest.raises(ValidationError):
        services.partie_start(
            season=season, players=players[:many], day=season.starts_on
        )
    assert not Partie.objects.exists()


def test_nobody_sits_twice(season: Season, players: list[Player]) -> None:
    with pytest.raises(ValidationError):
        services.partie_start(
            season=season,
            players=[*players[:3], players[0]],
            day=season.starts_on,
        )


def test_a_recorded_game_has_its_result_payments_and_scores(partie: Partie) -> None:
    revision = record(partie)
    game = Game.objects.get()
    assert game.revision == revision
    assert (game.number, game.round_wind, game.dealer.name) == (1, "E", "Anna")
    assert game.winner is not None
    assert game.winner.name == "Ben"
    assert {
        (row.player.name, row.seat, row.points, row.score, row.chips)
        for row in game.scores.all()
    } == {
        ("Anna", "E", 64, 24, 3024),
        ("Ben", "S", 96, 384, 3384),
        ("Cleo", "W", 0, -244, 2756),
        ("Dirk", "N", 20, -164, 2836),
    }
    assert game.payments.count() == 6
    assert results(partie)["Ben"] == (384, 3384, 1)
    assert Partie.objects.get().version == 1


def test_a_game_is_kept_as_it_was_said_with_players_for_seats(
    partie: Partie, players: list[Player]
) -> None:
    said = record(partie).said
    anna, ben = (str(player.pk) for player in players[:2])
    assert said["east"] == anna
    assert said["outcome"]["winner"] == ben
    assert said["hands"][anna] == GAME["hands"]["E"]


def test_the_winds_pass_on_in_the_next_game(partie: Partie) -> None:
    record(partie)
    record(partie, DRAW)
    record(partie)
    assert [game.dealer.name for game in Game.objects.all()] == ["Anna", "Ben", "Ben"]


def test_a_game_that_cannot_be_scored_leaves_nothing(partie: Partie) -> None:
    bad = {"hands": {}, "outcome": GAME["outcome"]}
    with pytest.raises(RulesError):
        record(partie, bad)
    assert not Entry.objects.exists()
    assert Partie.objects.get().version == 0


def test_the_same_write_sent_twice_is_made_once(partie: Partie) -> None:
    sent = write_at(partie, 0, "a key")
    first = services.game_record(partie=partie, write=sent, record=GAME)
    again = services.game_record(partie=partie, write=sent, record=GAME)
    assert again == first
    assert Game.objects.count() == 1


def test_a_key_names_one_write_only(partie: Partie) -> None:
    sent = write_at(partie, 0, "a key")
    services.game_record(partie=partie, write=sent, record=GAME)
    with pytest.raises(KeyReusedError):
        services.game_record(partie=partie, write=sent, record=DRAW)


def test_a_write_that_has_not_seen_the_last_game_is_refused(partie: Partie) -> None:
    services.game_record(partie=partie, write=write_at(partie, 0, "one"), record=GAME)
    with pytest.raises(ConflictError):
        services.game_record(
            partie=partie, write=write_at(partie, 0, "two"), record=GAME
        )
    assert Game.objects.count() == 1


def test_the_last_game_can_be_taken_back_and_stays_to_be_seen(partie: Partie) -> None:
    record(partie)
    record(partie, DRAW)
    services.last_withdraw(partie=partie, write=write(partie), why="wrong winner")
    assert [game.number for game in Game.objects.all()] == [1]
    last = Revision.objects.latest("pk")
    assert (last.number, last.is_withdrawn, last.reason) == (2, True, "wrong winner")
    services.last_withdraw(partie=partie, write=write(partie))
    assert results(partie)["Ben"] == (0, 3000, 1)
    assert Revision.objects.count() == 4


def test_nothing_can_be_taken_back_where_nothing_was_recorded(partie: Partie) -> None:
    with pytest.raises(ValidationError):
        services.last_withdraw(partie=partie, write=write(partie))


def test_a_game_after_one_taken_back_has_its_number(partie: Partie) -> None:
    record(partie)
    services.last_withdraw(partie=partie, write=write(partie))
    record(partie, DRAW)
    assert [game.number for game in Game.objects.all()] == [1]


def test_a_booking_moves_chips_but_no_scores(
    partie: Partie, players: list[Player]
) -> None:
    record(partie)
    services.booking_record(
        partie=partie,
        write=write(partie),
        payer=players[1],
        payee=players[0],
        amount=10,
        why="a fine",
    )
    assert results(partie)["Anna"] == (24, 3034, 2)
    assert results(partie)["Ben"] == (384, 3374, 1)
    # The game before it shows the chips of its own moment.
    assert Game.objects.get().scores.get(player=players[0]).chips == 3024


def test_a_booking_is_between_two_players_of_the_partie(
    partie: Partie, players: list[Player]
) -> None:
    stranger = player_add(club=partie.club, name="Eva")
    for payer, payee in ((players[0], players[0]), (players[0], stranger)):
        with pytest.raises(ValidationError):
            services.booking_record(
                partie=partie,
                write=write(partie),
                payer=payer,
                payee=payee,
                amount=10,
                why="a fine",
            )


def test_a_partie_can_end_early_and_go_on_again(partie: Partie) -> None:
    record(partie)
    services.partie_end(partie=partie, write=write(partie), why="last tram")
    assert Partie.objects.get().is_finished
    with pytest.raises(ValidationError):
        record(partie)
    services.last_withdraw(partie=partie, write=write(partie))
    assert not Partie.objects.get().is_finished
    record(partie)


def test_a_void_partie_takes_no_more_games(partie: Partie) -> None:
    record(partie)
    services.partie_void(partie=partie, write=write(partie), why="tiles missing")
    assert Partie.objects.get().is_void
    assert not Partie.objects.counted().exists()
    with pytest.raises(ValidationError):
        record(partie)


def test_a_partie_ends_by_itself_after_its_last_round(
    season: Season, players: list[Player]
) -> None:
    season.options = {"rounds": 1}
    partie = services.partie_start(season=season, players=players, day=season.starts_on)
    for _ in range(4):
        record(partie)
    assert Partie.objects.get().is_finished
    with pytest.raises(ValidationError):
        record(partie)


def test_who_really_sat_east_is_kept(partie: Partie, players: list[Player]) -> None:
    services.game_record(
        partie=partie, write=write(partie), record=DRAW, east=str(players[2].pk)
    )
    assert Game.objects.get().dealer == players[2]


QUERIES_OF_A_GAME = 24
"""Six of them count the partie anew for statistics: when its games were recorded, and
the rows of players, of pairs and of limit hands away and made."""


def test_recording_costs_the_same_after_many_games(
    partie: Partie, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    record(partie)
    with django_assert_num_queries(QUERIES_OF_A_GAME):
        services.game_record(partie=partie, write=write_at(partie, 1), record=GAME)
    for _ in range(8):
        record(partie)
    with django_assert_num_queries(QUERIES_OF_A_GAME):
        services.game_record(partie=partie, write=write_at(partie, 10), record=GAME)


def test_recording_costs_the_same_in_a_long_season(
    partie: Partie,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(5):
        other = services.partie_start(
            season=partie.season, players=players, day=partie.evening.date
        )
        record(other)
    record(partie)
    with django_assert_num_queries(QUERIES_OF_A_GAME):
        services.game_record(partie=partie, write=write_at(partie, 1), record=GAME)


# Append-only --------------------------------------------------------------------


def test_the_database_refuses_to_change_a_revision(partie: Partie) -> None:
    revision = record(partie)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        Revision.objects.filter(pk=revision.pk).update(reason="nothing happened")
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        revision.save()


def test_the_database_refuses_to_let_a_revision_go(partie: Partie) -> None:
    revision = record(partie)
    with pytest.raises(DatabaseError, match="never deleted"), transaction.atomic():
        revision.delete()
    Game.objects.all().delete()
    with pytest.raises(DatabaseError, match="never deleted"), transaction.atomic():
        revision.entry.delete()
    with pytest.raises(DatabaseError, match="never deleted"), transaction.atomic():
        raw_delete("partie_revision")
    assert Revision.objects.get() == revision


def raw_delete(table: str) -> None:
    """Empty a table behind the ORM's back, in the bluntest way there is."""
    connection.check_constraints()  # PostgreSQL truncates no table with open checks
    is_postgresql = connection.vendor == "postgresql"
    statement = "TRUNCATE {} CASCADE" if is_postgresql else "DELETE FROM {}"
    with connection.cursor() as cursor:
        cursor.execute(statement.format(table))


def test_the_database_refuses_a_replacement(partie: Partie) -> None:
    revision = record(partie)
    columns = ", ".join(
        connection.ops.quote_name(field.column) for field in Revision._meta.fields
    )
    statement = (
        "INSERT INTO partie_revision ({0}) SELECT {0} FROM partie_revision"
        " WHERE id = %s ON CONFLICT (id) DO UPDATE SET number = 7"
        if connection.vendor == "postgresql"
        else "INSERT OR REPLACE INTO partie_revision ({0})"
        " SELECT {0} FROM partie_revision WHERE id = %s"
    ).format(columns)
    with (
        pytest.raises(DatabaseError, match="never"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, [revision.pk])


def test_maintenance_lets_revisions_go_inside_its_block_only(partie: Partie) -> None:
    record(partie)
    with maintenance():
        Revision.objects.all().delete()
    assert not Revision.objects.exists()
    partie.entries.all().delete()
    Partie.objects.update(version=0)
    record(partie)
    with pytest.raises(DatabaseError), transaction.atomic():
        Revision.objects.all().delete()
