"""Clubs, and parties that programs start in them."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.club.models import Club, Player, Role, Season
from clubscore.club.services import club_make, player_add, season_make
from clubscore.partie import services
from clubscore.partie.models import Partie
from tests.api.conftest import Program, Programs, code
from tests.conftest import CAST
from tests.season.played import DRAW, play

NEW = "clubs/groene-hart/parties/"
FOUR: dict[str, Any] = {"players": CAST, "ruleset": "nts"}


@pytest.fixture(autouse=True)
def _a_day_of_the_season(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "localdate", lambda: dt.date(2026, 11, 21))


# The club -------------------------------------------------------------------------


def test_a_club_tells_its_seasons_players_and_open_parties(
    stranger: Program, partie: Partie, season: Season, players: list[Player]
) -> None:
    play(season, players, [])  # a partie that is over
    answer = stranger.get("clubs/groene-hart/")
    assert answer.status_code == 200
    assert answer.json() == {
        "name": "Het Groene Hart",
        "slug": "groene-hart",
        "public": True,
        "seasons": [
            {
                "slug": "2026",
                "name": "2026",
                "starts_on": "2026-01-01",
                "ends_on": "2026-12-31",
                "ruleset": "nts",
                "options": {},
            }
        ],
        "players": [{"name": name, "guest": False} for name in CAST],
        "parties": [
            {
                "id": partie.pk,
                "number": 1,
                "table": "",
                "date": "2026-11-17",
                "season": "2026",
                "ruleset": "nts",
                "players": CAST,
                "version": 0,
            }
        ],
    }


def test_a_club_of_many_parties_asks_no_more_queries(
    stranger: Program,
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(2):
        for _table in range(3):
            play(season, players, [], ends=False)
        with django_assert_num_queries(5):
            stranger.get("clubs/groene-hart/")


@pytest.mark.parametrize("slug", ["no-such", "a%00b", "%C3%A9t%C3%A9"])
def test_there_is_no_other_club(program: Program, slug: str) -> None:
    assert code(program.get(f"clubs/{slug}/")) == (404, "not_found")


# Starting a partie ----------------------------------------------------------------


def test_a_program_starts_a_partie(program: Program, partie: Partie) -> None:
    answer = program.post(NEW, FOUR)
    assert answer.status_code == 201
    told = answer.json()
    started = Partie.objects.get(pk=told["id"])
    assert told == {"id": started.pk, "number": 2, "version": 0}
    assert answer["ETag"] == '"0"'
    assert [seat.player.name for seat in started.seats.all()] == CAST
    assert started.evening.date == dt.date(2026, 11, 21)


def test_the_same_start_sent_again_starts_one_partie(
    program: Program, partie: Partie
) -> None:
    named = {"Idempotency-Key": "friday"}
    first = program.post(NEW, FOUR, **named)
    started = Partie.objects.get(pk=first.json()["id"])
    services.game_record(
        partie=started, write=services.Write(services.Author(), 0, "one"), record=DRAW
    )
    again = program.post(NEW, dict(reversed(FOUR.items())), **named)
    assert (again.status_code, again.json()) == (201, first.json())
    assert again["ETag"] == '"0"'
    assert Partie.objects.count() == 2
    assert program.post(NEW, FOUR, **{"Idempotency-Key": "b"}).json() != first.json()
    assert program.post(NEW, FOUR).json()["number"] == 4


def test_the_key_of_a_start_names_one_partie_of_the_club(
    program: Program, partie: Partie, program_of: Programs
) -> None:
    named = {"Idempotency-Key": "friday"}
    first = program.post(NEW, FOUR, **named)
    other = program.post(NEW, FOUR | {"table": "2"}, **named)
    assert code(other) == (422, "key_reused")
    assert Partie.objects.count() == 2
    # What is refused starts nothing, so that its key is still free.
    wrong = program.post(NEW, FOUR | {"ruleset": "?"}, **{"Idempotency-Key": "later"})
    assert wrong.status_code == 422
    mended = program.post(NEW, FOUR, **{"Idempotency-Key": "later"})
    assert mended.json()["number"] == 3
    # Another club's program knows nothing of it.
    other_club = club_make(name="Overkant", administrator=None, is_public=True)
    season_make(
        club=other_club, name="2026", starts_on=dt.date(2026, 1, 1), ruleset="nts"
    )
    for name in CAST:
        player_add(club=other_club, name=name)
    theirs = program_of(other_club).post(
        f"clubs/{other_club.slug}/parties/", FOUR, **named
    )
    assert theirs.status_code == 201
    assert theirs.json()["id"] != first.json()["id"]


def test_the_key_of_a_start_is_not_long(program: Program, partie: Partie) -> None:
    answer = program.post(NEW, FOUR, **{"Idempotency-Key": "k" * 101})
    assert code(answer) == (422, "bad_key")
    assert Partie.objects.count() == 1


def test_everything_about_a_partie_can_be_said(
    program: Program, club: Club, season: Season, players: list[Player]
) -> None:
    last_year = season_make(
        club=club, name="2025", starts_on=dt.date(2025, 1, 1), ruleset="schmale"
    )
    answer = program.post(
        NEW,
        {
            "players": ["dirk", "CLEO", "Zoë", "Anna", "Ben"],
            "guests": ["Zoë"],
            "ruleset": "nts",
            "options": {"flowers": "yes"},
            "season": last_year.slug,
            "table": "3",
            "start_chips": 0,
        },
    )
    started = Partie.objects.get(pk=answer.json()["id"])
    assert started.season == last_year
    assert (started.players, started.table, started.start_chips) == (5, "3", 0)
    assert started.options["flowers"] == "yes"
    seats = [seat.player.name for seat in started.seats.all()]
    assert seats == ["Dirk", "Cleo", "Zoë", "Anna", "Ben"]
    assert club.players.get(name="Zoë").is_guest


def test_what_a_book_leaves_open_is_its_first_choice_unless_said(
    program: Program, club: Club, season: Season, players: list[Player]
) -> None:
    winde = FOUR | {"ruleset": "spiel-der-winde"}
    answers = [program.post(NEW, winde)]
    answers.append(
        program.post(NEW, winde | {"options": {"settlement": "winner_only"}})
    )
    season_make(
        club=club,
        name="Winde",
        starts_on=dt.date(2026, 11, 1),
        ruleset="spiel-der-winde",
        options={"settlement": "credit"},
    )
    answers.append(program.post(NEW, winde))
    started = [Partie.objects.get(pk=answer.json()["id"]) for answer in answers]
    said = [partie.options["settlement"] for partie in started]
    assert said == ["differences", "winner_only", "credit"]


def test_a_partie_lies_within_its_season(
    program: Program, season: Season, players: list[Player]
) -> None:
    Season.objects.filter(pk=season.pk).update(ends_on=dt.date(2026, 6, 30))
    answer = program.post(NEW, FOUR)
    started = Partie.objects.get(pk=answer.json()["id"])
    assert started.evening.date == dt.date(2026, 6, 30)


@pytest.mark.parametrize(
    ("said", "refusal", "field"),
    [
        ({"players": None}, "bad_record", "players"),
        ({"players": "Anna"}, "bad_record", "players"),
        ({"players": ["Anna", "Ben"]}, "bad_record", None),
        ({"players": ["Anna", "Ben", "anna", "Cleo"]}, "bad_record", None),
        ({"players": ["Anna", "Ben", "Cleo", "Eva"]}, "unknown_player", "players"),
        ({"players": ["Anna", "Ben", "Cleo", ""]}, "unknown_player", "players"),
        ({"guests": ["Eva"]}, "bad_record", "guests"),
        ({"guests": 7}, "bad_record", "guests"),
        ({"ruleset": 7}, "bad_record", "ruleset"),
        ({"ruleset": "whist"}, "unknown_ruleset", "ruleset"),
        ({"options": {"flour": "yes"}}, "unknown_option", None),
        ({"options": {"flowers": ["yes"]}}, "unknown_option", None),
        ({"options": []}, "bad_record", "options"),
        ({"season": "1999"}, "unknown_season", "season"),
        ({"table": "x" * 21}, "bad_record", "table"),
        ({"table": "\0"}, "bad_record", None),
        ({"start_chips": 1.5}, "bad_record", "start_chips"),
        ({"start_chips": 10**10}, "bad_record", "start_chips"),
        ({"stakes": 5}, "bad_record", "stakes"),
    ],
)
def test_a_partie_that_cannot_be_started_says_why(
    program: Program,
    season: Season,
    players: list[Player],
    said: dict[str, Any],
    refusal: str,
    field: str | None,
) -> None:
    answer = program.post(NEW, FOUR | said)
    assert code(answer) == (422, refusal)
    if field is not None:
        assert answer.json()["error"]["field"] == field
    assert not Partie.objects.exists()
    assert Player.objects.count() == 4


@pytest.mark.parametrize("field", ["players", "ruleset"])
def test_players_and_ruleset_must_be_said(
    program: Program, season: Season, players: list[Player], field: str
) -> None:
    answer = program.post(NEW, {name: FOUR[name] for name in FOUR if name != field})
    assert code(answer) == (422, "bad_record")
    assert answer.json()["error"]["field"] == field


def test_a_guest_is_not_added_to_a_partie_that_cannot_start(
    program: Program, season: Season, players: list[Player]
) -> None:
    said = {"players": [*CAST[:3], "Eva"], "guests": ["Eva"], "table": "x" * 21}
    assert code(program.post(NEW, FOUR | said)) == (422, "bad_record")
    assert Player.objects.count() == 4


def test_a_club_without_a_season_starts_nothing(
    program: Program, players: list[Player]
) -> None:
    assert code(program.post(NEW, FOUR)) == (422, "unknown_season")


def test_refusals_are_english_whatever_is_asked_for(
    program: Program, season: Season, players: list[Player], settings: Settings
) -> None:
    settings.LANGUAGE_CODE = "de"
    answer = program.post(
        NEW, FOUR | {"players": CAST[:2]}, **{"Accept-Language": "de"}
    )
    assert "has no rules for 2 players" in answer.json()["error"]["message"]


# Who may --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "status"),
    [(Role.MEMBER, 403), (Role.SCOREKEEPER, 201), (Role.ADMINISTRATOR, 201)],
)
def test_scorekeepers_and_administrators_start_parties(
    program_of: Programs,
    club: Club,
    season: Season,
    players: list[Player],
    role: Role,
    status: int,
) -> None:
    assert program_of(club, role).post(NEW, FOUR).status_code == status
