"""Parties in which what a hand is worth is typed from its player's card."""

from typing import Any

import pytest
from django.test import Client
from django.utils.translation import gettext, override

from clubscore.club.models import Account, Club
from clubscore.club.vocabulary import speaking
from clubscore.partie import correction_services
from clubscore.partie.audit import differences, rebuild
from clubscore.partie.derive import chronicle_from, progress_of
from clubscore.partie.models import Partie
from clubscore.rules import RulesError, replay_record
from tests.partie.correction_helpers import game_withdraw
from tests.partie.rule_books import (
    SHEET,
    dealers,
    key_of,
    page_of,
    play,
    scores,
    start_in,
    typed,
    won,
)
from tests.partie.test_services import DRAW, write

RECORD = SHEET + "record/typed/"
NAMES = ("Anna", "Ben", "Cleo", "Dirk")


@pytest.fixture
def partie(club: Club) -> Partie:
    """Return a partie by the League's card."""
    return start_in(club, "american")


@pytest.fixture
def scorekeeper(client: Client, administrator: Account) -> Client:
    """Return the browser of somebody who may record."""
    client.force_login(administrator)
    return client


def worth(winner: str, value: int, giver: str | None = None, **more: Any) -> Any:
    """Return a game won with a hand that is worth so much."""
    return {"hands": {winner: {"points": value}}, "outcome": won(winner, giver, **more)}


def error(offender: str, value: int, *excluded: str) -> dict[str, Any]:
    """Return a game that a mah jongg in error ended."""
    outcome = {
        "kind": "penalty",
        "offender": offender,
        "offence": "false_mahjong",
        "excluded": [*excluded],
    }
    return {"hands": {offender: {"points": value}}, "outcome": outcome}


def sent(partie: Partie, **more: Any) -> dict[str, Any]:
    """Return what is typed for a game; `Anna_dead` is why her hand was dead."""
    dead = {name: more.pop(name) for name in [*more] if name.endswith("_dead")}
    return typed(partie, **more) | {
        f"dead-{key_of(partie, name.removesuffix('_dead'))}": why
        for name, why in dead.items()
    }


def test_a_game_is_typed_explained_and_put_right(
    partie: Partie, scorekeeper: Client
) -> None:
    page = page_of(scorekeeper, "record/typed/")
    for asked in ("Who threw the winning tile?", "Value on the card", "jokerless"):
        assert asked in page
    for needless in ("Winning tile", "Sets as they lie", "How was it won?"):
        assert needless not in page
    game: dict[str, Any] = {"kind": "win", "winner": "Ben", "giver": "Anna"}
    assert "Enter what the card says" in scorekeeper.post(
        RECORD, sent(partie, **game)
    ).text.replace("&#x27;", "’")
    assert "must say what the hand declared is worth" in (
        scorekeeper.post(RECORD, sent(partie, **game, value="0")).text
    )
    game |= {"value": "25", "circumstances": ["jokerless"], "Cleo_dead": "tile_count"}
    counted = sent(partie, **game) | {"action": "count"}
    assert "Nothing is recorded yet." in scorekeeper.post(RECORD, counted).text
    assert scorekeeper.post(RECORD, sent(partie, **game)).status_code == 302
    # American: 25 × 2 jokerless, × 2 from whoever threw it.
    assert scores(partie, 1) == {"Anna": -100, "Ben": 200, "Cleo": -50, "Dirk": -50}
    told = page_of(scorekeeper, "games/1/")
    assert "Ben ’s hand, 25 × 2 for throwing the tile × 2 without a joker" in (
        told.replace("Ben’s", "Ben ’s")
    )
    assert "Value on the card" in told
    assert "Doubles" not in told
    assert "Cleo West dead" in told
    correct = scorekeeper.get(SHEET + "games/1/correct/typed/").text
    assert 'name="value" value="25"' in correct
    assert 'value="tile_count" selected' in correct
    sheet = page_of(scorekeeper, "")
    assert "Ben , on Anna’s discard, jokerless" in sheet
    assert list(differences()) == []


def test_a_mah_jongg_in_error_is_typed(partie: Partie, scorekeeper: Client) -> None:
    game = {
        "kind": "penalty",
        "offender": "Cleo",
        "offence": "false_mahjong",
        "excluded": ["Anna"],
    }
    assert "Enter what the card says" in (
        scorekeeper.post(RECORD, sent(partie, **game)).text
    )
    scorekeeper.post(RECORD, sent(partie, **game, value="30"))
    assert scores(partie, 1) == {"Anna": 0, "Ben": 60, "Cleo": -120, "Dirk": 60}
    told = page_of(scorekeeper, "games/1/")
    assert "penalty, 30 × 2 for declaring it in error" in told
    correct = scorekeeper.get(SHEET + "games/1/correct/typed/").text
    assert 'name="value" value="30"' in correct
    # A wall game asks for nothing.
    scorekeeper.post(RECORD, sent(partie, kind="draw"))
    assert scores(partie, 2) == dict.fromkeys(("Ben", "Cleo", "Dirk", "Anna"), 0)


def test_only_its_value_is_taken_of_a_hand(partie: Partie) -> None:
    with pytest.raises(RulesError) as refused:
        play(partie, {"hands": {"S": {"tiles": "11m"}}, "outcome": won("S", "E")})
    assert refused.value.field == "hands.S.tiles"


# The pie ---------------------------------------------------------------------------

PIE = (
    worth("S", 50),
    worth("S", 30, "E"),
    worth("E", 25, "N"),
    error("S", 75),
    worth("W", 60),
)


def test_nobody_loses_more_than_the_pie(club: Club, scorekeeper: Client) -> None:
    partie = start_in(club, "american", limit_of_loss=120)
    for game in PIE:
        play(partie, game)
    record: dict[str, Any] = {
        "ruleset": "american",
        "options": {"limit_of_loss": 120},
        "players": [*NAMES],
        "games": [*PIE],
    }
    replayed = replay_record(record)
    assert [scores(partie, number) for number in range(1, len(PIE) + 1)] == [
        game["scores"] for game in replayed["games"]
    ]
    assert any(-120 in game["totals"].values() for game in replayed["games"])
    assert list(differences()) == []
    second = page_of(scorekeeper, "games/2/")
    assert "and no more was left of the pie" in second
    # What the screen foretells knows it too, without a look at the games.
    totals = chronicle_from(partie).totals
    assert progress_of(Partie.objects.get(pk=partie.pk)).totals == totals
    said = {
        "hands": {key_of(partie, "Anna"): {"points": 1000}},
        "outcome": won("E", None) | {"winner": key_of(partie, "Anna")},
    }
    answer = scorekeeper.post(
        SHEET + "preview/",
        {"said": said, "explain": True},
        content_type="application/json",
    ).json()
    left = {key: 120 + total for key, total in totals.items()}
    assert {one["from"]: one["amount"] for one in answer["payments"]} == {
        key: many
        for key, many in left.items()
        if many and key != key_of(partie, "Anna")
    }
    assert "left of the pie" in str(answer["why"])


def test_a_correction_moves_what_was_left_of_the_pie(club: Club) -> None:
    partie = start_in(club, "american", limit_of_loss=120)
    for game in PIE[:2]:
        play(partie, game)
    before = scores(partie, 2)
    correction_services.game_correct(
        partie=Partie.objects.get(pk=partie.pk),
        write=write(partie),
        number=1,
        record=DRAW,
        why="nobody won",
    )
    after = scores(partie, 2)
    assert sum(before.values()) == sum(after.values()) == 0
    assert before == {"Ben": -60, "Cleo": 100, "Dirk": -20, "Anna": -20}
    assert after == {"Ben": -60, "Cleo": 120, "Dirk": -30, "Anna": -30}
    assert list(differences()) == []
    assert rebuild(Partie.objects.get(pk=partie.pk)) == 0


# Rounds ----------------------------------------------------------------------------


def test_the_pivot_is_east_again_and_has_moved(club: Club) -> None:
    partie = start_in(club, "american", rounds=2)
    for _number in range(7):
        play(partie)
    assert dealers(partie) == [*NAMES, "Anna", "Cleo", "Dirk"]
    # Taken out, the games after it stay with whom they were played.
    tables = [game.table.winds for game in chronicle_from(partie).games[4:]]
    game_withdraw(
        partie=Partie.objects.get(pk=partie.pk),
        write=write(partie),
        number=4,
        why="it was none",
    )
    assert dealers(partie) == [*NAMES[:3], "Anna", "Cleo", "Dirk"]
    found = chronicle_from(partie)
    assert [game.table.winds for game in found.games[3:]] == tables
    play(partie)
    assert dealers(partie)[-1] == "Ben"
    assert Partie.objects.get(pk=partie.pk).is_finished
    assert list(differences()) == []


def test_a_pivot_who_sits_elsewhere_is_kept_beside_the_partie(club: Club) -> None:
    partie = start_in(club, "american")
    anna, ben, cleo, dirk = (
        partie.results.get(player__name=name).player for name in NAMES
    )
    correction_services.seating_record(
        partie=partie,
        write=write(partie),
        players=[str(one.pk) for one in (ben, cleo, dirk, anna)],
    )
    partie = Partie.objects.get(pk=partie.pk)
    assert progress_of(partie) == chronicle_from(partie).progress
    assert progress_of(partie).state.pivot == str(anna.pk)


# Elsewhere -------------------------------------------------------------------------


def test_a_paper_sheet_is_typed_in(partie: Partie, scorekeeper: Client) -> None:
    address = SHEET + "paper/"
    assert "as the card has them" in scorekeeper.get(address).text
    lines: list[dict[str, Any]] = [
        {"winner": "b", "giver": "a", "Ben": "25", "circumstances": ["jokerless"]},
        {"offender": key_of(partie, "Cleo"), "offence": "false_mahjong", "Cleo": "30"},
        {"winner": "-"},
    ]
    asked: dict[str, Any] = {"version": "0", "lines": "3", "says": "points"}
    for number, line in enumerate(lines, start=1):
        asked[f"line-{number}-key"] = f"k{number}"
        for name, value in line.items():
            field = f"hand_{key_of(partie, name)}" if name in NAMES else name
            asked[f"line-{number}-{field}"] = value
    page = scorekeeper.post(address, asked | {"action": "record"}, follow=True)
    assert partie.games.count() == 3, page.text
    assert scores(partie, 1) == {"Anna": -100, "Ben": 200, "Cleo": -50, "Dirk": -50}
    assert scores(partie, 2)["Cleo"] == -180
    assert list(differences()) == []


def test_the_words_are_its_players() -> None:
    with override("en"), speaking("american"):
        assert gettext("Draw") == "Wall game"
        assert gettext("Record") == "Record"
    with override("en"), speaking("nts"):
        assert gettext("Draw") == "Draw"
    with override("de"), speaking("american"):
        assert gettext("Draw") == "Unentschieden"
        assert gettext("false mahjong") == "irrtümliches Mahjongg"


def test_a_limit_of_loss_is_no_matter_of_other_books(club: Club) -> None:
    partie = start_in(club, "nts")
    play(partie)
    assert progress_of(Partie.objects.get(pk=partie.pk)).totals == {}
