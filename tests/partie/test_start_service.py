"""What a partie is started by: its rule book, its players, its house rules."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubscore.club import engine as rule_books
from clubscore.club.models import Player, Season
from clubscore.club.services import player_add
from clubscore.partie.models import Partie
from clubscore.partie.services import partie_start

NUMBERS = [
    (ruleset.key, many)
    for ruleset in rule_books.rulesets()
    for many in rule_books.numbers_of_players(ruleset.key)
]
ANSWERS: dict[str, dict[str, object]] = {
    "spiel-der-winde": {"settlement": "winner_only"}
}


@pytest.fixture
def five(players: list[Player]) -> list[Player]:
    """Return the cast and Eva."""
    return [*players, player_add(club=players[0].club, name="Eva")]


def start(season: Season, players: list[Player], **more: Any) -> Partie:
    """Start a partie on the first day of the season."""
    return partie_start(season=season, players=players, day=season.starts_on, **more)


@pytest.mark.parametrize(("ruleset", "many"), NUMBERS)
def test_a_partie_is_started_by_every_rule_book_and_number_of_players(
    season: Season, five: list[Player], ruleset: str, many: int
) -> None:
    season.ruleset, season.options = ruleset, ANSWERS.get(ruleset, {})
    partie = start(season, five[:many])
    assert (partie.ruleset, partie.players) == (ruleset, many)
    assert [seat.player for seat in partie.seats.all()] == five[:many]
    book = rule_books.ruleset_called(ruleset)
    assert partie.edition == book.edition
    assert partie.start_chips == book.dealing.start_chips
    defaults = {
        rule.key: rule.default
        for rule in rule_books.house_rules(ruleset)
        if rule.default is not None
    }
    assert partie.options == defaults | ANSWERS.get(ruleset, {})


@pytest.mark.parametrize(
    ("ruleset", "many"),
    [
        *(("nts", many) for many in (0, 1, 2)),
        ("schmale", 2),
        *(("spiel-der-winde", many) for many in (3, 5)),
    ],
)
def test_a_number_of_players_that_the_book_has_no_rules_for_is_refused(
    season: Season, five: list[Player], ruleset: str, many: int
) -> None:
    options = ANSWERS.get(ruleset)
    with pytest.raises(ValidationError, match="has no rules for"):
        start(season, five[:many], ruleset=ruleset, options=options)
    assert not Partie.objects.exists()


def test_a_partie_of_another_rule_book_starts_from_that_books_defaults(
    season: Season, players: list[Player]
) -> None:
    season.options = {"rounds": 2, "minimum_doubles": 1}
    partie = start(season, players, ruleset="schmale", options={"jokers": 4})
    assert (partie.ruleset, partie.start_chips) == ("schmale", 0)
    assert partie.options["rounds"] == 4
    assert partie.options["jokers"] == 4
    assert "minimum_doubles" not in partie.options


def test_a_rule_book_that_does_not_exist_is_refused(
    season: Season, players: list[Player]
) -> None:
    with pytest.raises(ValidationError, match="There is no ruleset"):
        start(season, players, ruleset="riichi")


def test_a_season_with_flowers_has_three_players_who_play_without(
    season: Season, players: list[Player]
) -> None:
    season.options = {"flowers": "yes", "three_player_rounds": 1, "rounds": 2}
    three = start(season, players[:3])
    assert three.options["flowers"] == "no"
    assert three.options["three_player_rounds"] == 1
    assert three.options["rounds"] == 4
    four = start(season, players)
    assert four.options["flowers"] == "yes"
    assert four.options["three_player_rounds"] == 3
    assert four.options["rounds"] == 2


def test_three_players_who_ask_for_flowers_are_refused(
    season: Season, players: list[Player]
) -> None:
    with pytest.raises(ValidationError, match="flowers"):
        start(season, players[:3], options={"flowers": "yes"})


@pytest.mark.parametrize(("ruleset", "rounding"), [("nts", "tens"), ("schmale", None)])
def test_chips_round_to_tens_where_the_smallest_chip_is_ten(
    season: Season, players: list[Player], ruleset: str, rounding: str | None
) -> None:
    partie = start(season, players, ruleset=ruleset, uses_chips=True)
    assert partie.uses_chips
    assert partie.options.get("rounding") == rounding


def test_nobody_plays_spiel_der_winde_by_a_settlement_that_nobody_chose(
    season: Season, players: list[Player]
) -> None:
    with pytest.raises(ValidationError, match="Who pays whom"):
        start(season, players, ruleset="spiel-der-winde")
    season.ruleset = "spiel-der-winde"
    with pytest.raises(ValidationError, match="Who pays whom"):
        start(season, players)
    season.options = {"settlement": "differences"}
    assert start(season, players).options["settlement"] == "differences"
    own = start(season, players, options={"settlement": "credit"})
    assert own.options["settlement"] == "credit"


def test_nobody_sits_on_two_seats(season: Season, players: list[Player]) -> None:
    with pytest.raises(ValidationError, match="two seats"):
        start(season, [*players, players[0]])
