"""What is counted of a partie, and that it follows whatever is done to it."""

import datetime as dt
from contextlib import suppress
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Club, Player, Season
from clubscore.club.services import player_add
from clubscore.demo.dealer import deal_game
from clubscore.partie.audit import differences
from clubscore.partie.correction_services import game_correct, substitute_record
from clubscore.partie.derive import chronicle_from
from clubscore.partie.engine import RulesError
from clubscore.partie.models import Partie
from clubscore.partie.services import (
    game_record,
    last_withdraw,
    partie_start,
    partie_void,
)
from clubscore.season.models import HeadToHead, LimitHandMade, Tally
from clubscore.season.tallies import rows_of
from tests.corrections.test_correcting import do_something
from tests.partie.rule_books import counted, start_in, won
from tests.rules.golden import block_titled
from tests.season.evening import FLOWER, MINUTES, minutes_after, play_evening
from tests.season.naive import heads_recounted, recounted
from tests.season.played import DRAW, GAME, play, write

pytestmark = pytest.mark.django_db

NOT_COUNTED = {"id", "partie", "player"}


def values(row: Any, without: set[str] = NOT_COUNTED) -> dict[str, Any]:
    """Return what a row counts."""
    return {
        field.name: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.name not in without
    }


@pytest.fixture
def evening(season: Season, players: list[Player]) -> Partie:
    """Return the partie that can be counted with a pencil."""
    return play_evening(season, players)


# Worked by hand, see tests/season/evening.py ----------------------------------------


BEN: dict[str, Any] = {
    "games": 5,
    "scores_only": 1,
    "draws": 1,
    "wins": 3,
    "self_drawn": 1,
    "given": 0,
    "won_hands": 3,
    "won_points": 96 + 40 + 2000,
    "best_win": 2000,
    "best_win_game": 3,
    "won_worths": {"96": 1, "40": 1, "limit 2000": 1},
    "lost_hands": 0,
    "lost_points": 0,
    "best_loss": None,
    "best_loss_game": None,
    "east_games": 4,
    "east_wins": 2,
    "east_run": 4,
    "east_run_game": 5,
    "east_streak": 2,
    "east_streak_game": 3,
    "games_on_e": 4,
    "games_on_s": 1,
    "games_on_w": 0,
    "games_on_n": 0,
    "wins_on_e": 2,
    "wins_on_s": 1,
    "wins_on_w": 0,
    "wins_on_n": 0,
    "score": 384 + 240 + 12000 - 30,
    "squares": 384**2 + 240**2 + 12000**2 + 30**2,
    "best_score": 12000,
    "best_score_game": 3,
    "worst_score": -30,
    "worst_score_game": 5,
    "place": 1,
    "limit_hands": 1,
    "limits_missed": 0,
    # In games 1 and 3; Dirk's one flower is a quarter of a tile for each.
    "bonus_games": 2,
    "bonus": 0,
    "bonus_shares": 3,
    "bonus_variance": 27,
    # There too: hands of 96, 4, 0, 0 and of 2000, 0, 0, 0; shares of 25 and 500.
    "entered_games": 2,
    "entered_points": 96 + 2000,
    "entered_shares": 12 * (25 + 500),
    "entered_variance": 144 * (1683 + 750_000),
    "entered_wins": 2,
    "entered_self_drawn": 0,
    "entered_drawn": 0,
    "timed_games": 0,
    "seconds": 0,
    "chows": 4,
    "pungs": 0,
    "kongs": 0,
    "items": {
        "mahjong": 1,
        "completes_pair": 1,
        "only_possible_tile": 1,
        "four_chows": 1,
        "only_simples": 1,
    },
}
ANNA: dict[str, Any] = {
    "games": 5,
    "scores_only": 1,
    "draws": 1,
    "wins": 1,
    "self_drawn": 1,
    # She won the game of which only the scores are known.
    "given": 2,
    "won_hands": 0,
    "won_points": 0,
    "best_win": None,
    "best_win_game": None,
    "won_worths": {},
    "lost_hands": 3,
    "lost_points": 4,
    "best_loss": 4,
    "best_loss_game": 2,
    "east_games": 1,
    "east_wins": 0,
    "east_run": 1,
    "east_run_game": 1,
    "east_streak": 0,
    "east_streak_game": None,
    "games_on_e": 1,
    "games_on_s": 0,
    "games_on_w": 0,
    "games_on_n": 4,
    "wins_on_e": 0,
    "wins_on_s": 0,
    "wins_on_w": 0,
    "wins_on_n": 1,
    "score": -200 - 102 - 4000 + 90,
    "squares": 200**2 + 102**2 + 4000**2 + 90**2,
    "best_score": 90,
    "best_score_game": 5,
    "worst_score": -4000,
    "worst_score_game": 3,
    "place": 3,
    "limit_hands": 0,
    "limits_missed": 0,
    "bonus_games": 2,
    "bonus": 0,
    "bonus_shares": 3,
    "bonus_variance": 27,
    "entered_games": 2,
    "entered_points": 0,
    "entered_shares": 12 * (25 + 500),
    "entered_variance": 144 * (1683 + 750_000),
    "entered_wins": 0,
    "entered_self_drawn": 0,
    "entered_drawn": 0,
    "timed_games": 0,
    "seconds": 0,
    "chows": 0,
    "pungs": 0,
    "kongs": 0,
    "items": {},
}


@pytest.mark.parametrize(("name", "worked"), [("Ben", BEN), ("Anna", ANNA)])
def test_a_partie_is_counted_as_with_a_pencil(
    evening: Partie, name: str, worked: dict[str, Any]
) -> None:
    assert values(evening.tallies.get(player__name=name)) == worked


def test_a_flower_is_luck_for_one_and_its_share_for_everybody(evening: Partie) -> None:
    dirk = evening.tallies.get(player__name="Dirk")
    assert (dirk.bonus, dirk.bonus_shares, dirk.items) == (1, 3, {"bonus_tile": 1})
    assert (dirk.best_loss, dirk.best_loss_game, dirk.lost_points) == (20, 2, 24)


def game_titled(title: str) -> dict[str, Any]:
    """Return the hands and the outcome of a golden example."""
    record = block_titled(title).record
    return {name: record[name] for name in ("hands", "outcome")}


def test_luck_asks_for_hands_that_were_entered_tile_by_tile(
    season: Season, players: list[Player]
) -> None:
    given = game_titled(
        "The worked example with South's fourteen tiles left unarranged"
    )
    drawn = {**given, "outcome": won("S", winning_tile="3s")}
    # In GAME a hand is dead, which is no matter of luck.
    games = [given, drawn, GAME, counted("E", E=40, S=20), DRAW]
    partie = play(season, players, games, ends=False)
    won_games = {"Ben": (1, 0), "Cleo": (1, 1), "Anna": (0, 0), "Dirk": (0, 0)}
    for tally in partie.tallies.select_related("player"):
        assert (tally.games, tally.entered_games, tally.entered_drawn) == (5, 2, 1)
        assert (tally.entered_wins, tally.entered_self_drawn) == (
            won_games[tally.player.name]
        )


def test_where_the_winners_hand_alone_counts_the_others_are_worth_nothing(
    club: Club,
) -> None:
    partie = start_in(club, "hkos")
    game = game_titled("Only pungs")
    game_record(partie=partie, write=write(partie), record=game)
    for tally in partie.tallies.select_related("player"):
        had = 8 if tally.player.name == "Ben" else 0
        assert (tally.entered_points, tally.entered_shares) == (had, 12 * 8 // 4)
        assert tally.entered_variance == 144 * 3 * 64 // 16


def test_what_two_had_to_do_with_each_other(evening: Partie) -> None:
    both = evening.heads.get(player__name="Ben", opponent__name="Anna")
    # 192 + 80 + 4000; of the game known by its scores nobody knows who paid whom.
    assert values(both, NOT_COUNTED | {"opponent"}) == {
        "games": 5,
        "wins": 3,
        "losses": 1,
        "taken": 2,
        "given": 0,
        "net": 4272,
        "is_ahead": True,
        "is_behind": False,
    }
    losers = evening.heads.get(player__name="Dirk", opponent__name="Anna")
    assert (losers.net, losers.taken, losers.is_ahead) == (8 + 16, 0, True)


def test_a_limit_hand_is_kept_with_its_game(evening: Partie) -> None:
    made = LimitHandMade.objects.get()
    assert (made.player.name, made.game, made.key, made.points) == (
        *("Ben", 3, "thirteen_orphans"),
        2000,
    )


def test_one_tile_short_of_a_limit_hand_is_none(club: Club) -> None:
    partie = start_in(club, "nts")
    game = counted("S", "E", S=96)
    game["hands"] = {
        "S": GAME["hands"]["S"],
        "N": {"complete": False, "claims": ["waiting:thirteen_orphans"]},
    }
    game["outcome"] = GAME["outcome"]
    game_record(partie=partie, write=write(partie), record=game)
    dirk = partie.tallies.get(player__name="Dirk")
    assert (dirk.limit_hands, dirk.limits_missed) == (0, 1)
    assert dirk.items == {}
    assert not LimitHandMade.objects.exists()


def test_games_are_timed_from_one_to_the_next_without_pauses(evening: Partie) -> None:
    times = minutes_after(evening, MINUTES)
    for tally in rows_of(evening, chronicle_from(evening), times).tallies:
        assert (tally.timed_games, tally.seconds) == (2, (8 + 12) * 60)


@pytest.mark.parametrize(
    ("seconds", "is_timed"),
    [(59, False), (60, True), (45 * 60, True), (45 * 60 + 1, False), (-300, False)],
)
def test_a_game_takes_from_one_to_45_minutes(
    partie: Partie, seconds: int, is_timed: bool
) -> None:
    for _ in range(2):
        game_record(partie=partie, write=write(partie), record=DRAW)
    times = dict(minutes_after(partie, (0, 0)))
    times[max(times)] += dt.timedelta(seconds=seconds)
    for tally in rows_of(partie, chronicle_from(partie), times).tallies:
        assert (tally.timed_games, tally.seconds) == (is_timed, is_timed * seconds)


# What counts ------------------------------------------------------------------------


def test_a_void_partie_counts_nowhere(evening: Partie) -> None:
    partie_void(partie=evening, write=write(evening), why="tiles missing")
    for model in (Tally, HeadToHead, LimitHandMade):
        assert not model.objects.exists()
    last_withdraw(partie=evening, write=write(evening))
    assert Tally.objects.count() == 4
    assert list(differences()) == []


def test_whoever_has_not_played_has_no_tally(
    season: Season, players: list[Player]
) -> None:
    partie = partie_start(season=season, players=players, day=season.starts_on)
    assert not Tally.objects.exists()
    game_record(partie=partie, write=write(partie), record=GAME)
    assert Tally.objects.count() == 4
    last_withdraw(partie=partie, write=write(partie))
    assert not Tally.objects.exists()


def test_a_substitute_counts_the_own_games_alone(partie: Partie, club: Club) -> None:
    eva = player_add(club=club, name="Eva")
    game_record(partie=partie, write=write(partie), record=GAME)
    anna = Player.objects.get(name="Anna")
    substitute_record(partie=partie, write=write(partie), leaving=anna, coming=eva)
    assert not Tally.objects.filter(player=eva).exists()
    game_record(partie=partie, write=write(partie), record=DRAW)
    games = dict(Tally.objects.values_list("player__name", "games"))
    assert games == {"Anna": 1, "Ben": 2, "Cleo": 2, "Dirk": 2, "Eva": 1}
    # They sat in one seat, never at one table.
    assert not HeadToHead.objects.filter(player=eva, opponent=anna).exists()
    assert HeadToHead.objects.get(player=eva, opponent__name="Ben").games == 1


def test_a_corrected_game_is_counted_anew(evening: Partie) -> None:
    game_correct(
        partie=evening,
        write=write(evening),
        number=3,
        record=counted("S", "E", S=60),
        why="misread",
    )
    assert not LimitHandMade.objects.exists()
    cleo = evening.tallies.get(player__name="Cleo")
    assert (cleo.wins, cleo.best_win, cleo.best_win_game) == (1, 60, 3)
    assert list(differences()) == []


# Audit and rebuild --------------------------------------------------------------------


def spoil_tally(partie: Partie) -> None:
    partie.tallies.filter(place=1).update(wins=7)


def spoil_items(partie: Partie) -> None:
    partie.tallies.filter(place=1).update(items={"mahjong": 2})


def spoil_worths(partie: Partie) -> None:
    partie.tallies.filter(place=1).update(won_worths={"96": 1, "40": 1, "2000": 1})


def spoil_head(partie: Partie) -> None:
    partie.heads.filter(net__gt=0).update(net=0)


def lose_limit_hand(partie: Partie) -> None:
    partie.limit_hands.all().delete()


def lose_everything(partie: Partie) -> None:
    for rows in (partie.tallies, partie.heads, partie.limit_hands):
        rows.all().delete()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (spoil_tally, "partie 1: tallies: stored"),
        (spoil_items, "partie 1: tallies: stored"),
        (spoil_worths, "partie 1: tallies: stored"),
        (spoil_head, "partie 1: heads to heads: stored"),
        (lose_limit_hand, "partie 1: limit hands: stored []"),
        (lose_everything, "partie 1: tallies: stored []"),
    ],
)
def test_audit_finds_it_and_rebuild_mends_it(
    evening: Partie, capsys: pytest.CaptureFixture[str], spoil: Any, said: str
) -> None:
    before = [values(row) for row in evening.tallies.order_by("player")]
    spoil(evening)
    with pytest.raises(SystemExit):
        call_command("audit")
    assert said in capsys.readouterr().out
    call_command("rebuild")
    assert list(differences()) == []
    assert [values(row) for row in evening.tallies.order_by("player")] == before


def test_what_was_played_before_is_filled_by_the_migration(
    evening: Partie, club: Club
) -> None:
    rng = Random(6)
    for book, many in (("nts", 5), ("spiel-der-winde", 4)):
        dealt = start_in(club, book, many)
        for _ in range(6):
            with suppress(RulesError):
                game_record(partie=dealt, write=write(dealt), record=deal_game(rng))
    counted_then = [one.won_worths for one in Tally.objects.order_by("pk")]
    assert sum(map(bool, counted_then)) > 3
    Tally.objects.update(won_worths={})
    assert list(differences()) != []
    migration = import_module("clubscore.season.migrations.0006_won_worths")
    migration.count(apps, None)
    assert [one.won_worths for one in Tally.objects.order_by("pk")] == counted_then
    assert list(differences()) == []


# Whatever happens ---------------------------------------------------------------------


FLOWERS = (("nts", 4), ("nts", 5))
"""Rule books, and numbers of players, with flowers and seasons."""


def some_real_game(rng: Random, partie: Partie) -> None:
    """Record a game whose hands were dealt, or one with a flower."""
    record = FLOWER if rng.random() < 0.3 else deal_game(rng)
    game_record(partie=partie, write=write(partie), record=record)


@pytest.mark.same_on_every_database(
    "what happens comes at random from what each database is asked for one by one"
)
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(0, 10**6),
    book=st.sampled_from([("nts", 4), ("nts", 3), ("nts", 5), ("spiel-der-winde", 4)]),
)
@example(seed=4953, book=("nts", 5))
def test_whatever_was_done_everybody_is_counted_as_from_the_start(
    club: Club, seed: int, book: tuple[str, int]
) -> None:
    rng = Random(seed)
    options: dict[str, Any] = {"flowers": "yes"} if book in FLOWERS else {}
    with transaction.atomic():
        partie = start_in(club, *book, **options)
        spare = [player_add(club=club, name=name) for name in ("Fred", "Gina")]
        for _try in range(14):
            # Much of what is tried is refused, and leaves nothing.
            with suppress(RulesError, ValidationError), transaction.atomic():
                if rng.random() < 0.3:
                    some_real_game(rng, partie)
                else:
                    do_something(rng, partie, spare)
        partie.refresh_from_db()
        assert {row.player_id: values(row) for row in partie.tallies.all()} == (
            recounted(partie)
        )
        without = NOT_COUNTED | {"opponent"}
        assert {
            (row.player_id, row.opponent_id): values(row, without)
            for row in partie.heads.all()
        } == heads_recounted(partie)
        made = sum(tally.limit_hands for tally in partie.tallies.all())
        assert partie.limit_hands.count() == made
        transaction.set_rollback(True)


# Cost ---------------------------------------------------------------------------------

QUERIES = 24
"""Of recording a game with hands: what was there before is never read again."""


def test_recording_a_game_costs_the_same_after_many_games_and_parties(
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(2):
        partie = partie_start(season=season, players=players, day=season.starts_on)
        game_record(partie=partie, write=write(partie), record=GAME)
        seen = write(partie)
        with django_assert_num_queries(QUERIES):
            game_record(partie=partie, write=seen, record=GAME)
        for _game in range(8):
            game_record(partie=partie, write=write(partie), record=GAME)
        seen = write(partie)
        with django_assert_num_queries(QUERIES):
            game_record(partie=partie, write=seen, record=GAME)
        for _partie in range(3):
            play(season, players, [GAME, DRAW])
