"""The table screen: what it is told, what it foretells, and what follows a game."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db.models.sql.compiler import SQLCompiler
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Player
from clubscore.partie.models import Game, Partie
from clubscore.partie.offline_state import LATE_MODULES, words_away
from clubscore.partie.offline_state import words as words_that_wait
from clubscore.partie.services import link_make
from clubscore.partie.table_screen import CORRECTING, MODULES, SCORES, VALUE, WORDS
from clubscore.rules.figures import figure, signed
from clubscore.rules.settlement import result_of
from tests.conftest import CAST
from tests.partie.rule_books import SHEET, Start, counted, key_of, play, start_in
from tests.table.test_partie_page import words

SCREEN = SHEET + "record/"
PREVIEW = SHEET + "preview/"


@pytest.fixture
def scorekeeper(client: Client, administrator: Account) -> Client:
    """Return the browser of somebody who may record."""
    client.force_login(administrator)
    return client


@pytest.fixture
def start(club: Club) -> Start:
    """Return what starts a partie in the club."""
    return partial(start_in, club)


def told(client: Client, address: str = SCREEN) -> dict[str, Any]:
    """Return what the screen's script is told."""
    page = client.get(address).text
    found = re.search(r'<script id="table-config"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    config: dict[str, Any] = json.loads(found[1])
    return config


def ask(client: Client, body: object) -> Any:
    """Return what is answered to a half-entered game."""
    return client.post(PREVIEW, body, content_type="application/json")


def example(partie: Partie) -> dict[str, Any]:
    """Return the worked example of the book, said by player."""
    anna, ben, cleo, dirk = (str(one.pk) for one in partie.club.players.order_by("pk"))
    return {
        "hands": {
            anna: {"sets": ["(222m)", "(888p)", "(777z)"], "complete": False},
            ben: {"sets": ["(234s)", "(456p)", "(567m)", "(345m)", "(33s)"]},
            cleo: {"dead": "tile_count"},
            dirk: {
                "sets": ["555s", "(222z)"],
                "complete": False,
                "claims": ["half_flush"],
            },
        },
        "outcome": {
            "kind": "win",
            "winner": ben,
            "winning_tile": "3s",
            "source": "discard",
            "from": anna,
        },
    }


# The screen -----------------------------------------------------------------------


def test_the_screen_is_told_who_sits_where(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    config = told(scorekeeper)
    keys = [str(one.pk) for one in players]
    assert config["number"] == 1
    assert config["version"] == 0
    assert list(config["players"].values()) == ["Anna", "Ben", "Cleo", "Dirk"]
    now = config["next"][0]
    assert now["winds"] == dict(zip("ESWN", keys, strict=True))
    assert (now["east"], now["round_name"]) == (keys[0], "Round of East")
    cleo_sits_east = config["next"][now["seated"][keys[2]]]
    assert cleo_sits_east["winds"]["E"] == keys[2]
    assert cleo_sits_east["winds"]["S"] == keys[3]


def test_the_screen_is_told_what_can_be_chosen(start: Start, client: Client) -> None:
    partie = start("nts")
    client.get(link_make(partie=partie).get_absolute_url())
    rules = told(client)["rules"]
    assert [len(row) for row in rules["rows"]] == [9, 9, 9, 7]
    assert rules["bonus"] == []
    assert not rules["penalties"]
    assert rules["pao"] == []
    assert not rules["winner_only"]
    assert rules["claims"][0] == {"key": "half_flush", "name": "one suit and honours"}
    assert "seven_pairs" in [one["key"] for one in rules["waiting"]]
    east, south = (rules["ways"][""][seat] for seat in "ES")
    bits = {one["key"]: 1 << place for place, one in enumerate(rules["circumstances"])}
    # The dealt tiles win for East alone; East's first discard for the others.
    assert "deal" in east
    assert "deal" not in south
    assert bits["first_turn"] in south["discard"]["E"]
    assert bits["first_turn"] not in south["discard"]["W"]
    # Nobody robs himself, and kong on kong takes a replacement tile.
    assert set(south["robbed_kong"]) == {"E", "W", "N"}
    assert bits["kong_on_kong"] in south["replacement"][""]
    assert bits["kong_on_kong"] not in south["wall"][""]
    assert bits["kong_on_kong"] | bits["last_tile"] not in south["replacement"][""]


def test_the_screen_is_told_whose_tiles_can_have_completed_an_exposed_set(
    scorekeeper: Client, partie: Partie
) -> None:
    # Only what another gave was claimed; what was drawn lies concealed.
    assert told(scorekeeper)["rules"]["claimed"] == ["discard", "robbed_kong"]


FINED = {"false_mahjong": 3, "false_naming": 1}
"""How many can be at fault at once where the German league plays."""


@pytest.mark.parametrize(
    ("book", "many", "options", "expected"),
    [
        ("nts", 3, {}, {"rows": [9, 9, 6], "exposes": False, "owners": [""]}),
        ("nts", 4, {"flowers": "yes"}, {"bonus": 8, "owners": [""]}),
        ("schmale", 4, {"jokers": 4}, {"jokers": 4, "penalties": True, "pao": 5}),
        ("schmale", 4, {}, {"winner_only": True, "bonus": 8}),
        ("spiel-der-winde", 4, {}, {"owners": list("ESWN"), "bonus": 8, "pao": 0}),
        ("bmja", 4, {}, {"pao": 2, "bonus": 8, "original_call": True, "waiting": 14}),
        ("nts", 4, {}, {"original_call": False, "waiting": 10}),
        ("dmjl", 4, {}, {"pao": 1, "bonus": 8, "original_call": True, "waiting": 0}),
        ("dmjl", 4, {}, {"penalties": True, "offenders": FINED}),
        ("dmjl", 4, {"bonus_tiles": "no"}, {"bonus": 0}),
        ("hkos", 4, {}, {"winner_only": True, "bonus": 8, "pao": 5, "penalties": True}),
        ("hkos", 4, {"bonus_tiles": "no"}, {"bonus": 0, "claimed_of": False}),
        ("schmale", 4, {"bonus_tiles": "no"}, {"bonus": 0, "claimed_of": True}),
    ],
)
def test_each_rule_book_asks_for_its_own(
    start: Start,
    client: Client,
    book: str,
    many: int,
    options: dict[str, Any],
    expected: dict[str, Any],
) -> None:
    partie = start(book, many, **options)
    client.get(link_make(partie=partie).get_absolute_url())
    rules = told(client)["rules"]
    found = {
        "rows": [len(row) for row in rules["rows"]],
        "exposes": rules["may_expose_chows"],
        "bonus": len(rules["bonus"]),
        "jokers": rules["jokers"],
        "penalties": rules["penalties"],
        "pao": len(rules["pao"]),
        "winner_only": rules["winner_only"],
        "owners": list(rules["ways"]),
        "original_call": rules["original_call"],
        "waiting": len(rules["waiting"]),
        "offenders": rules["offenders"],
        "claimed_of": rules["knows_claimed"],
    }
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("book", "short"),
    [
        ("nts", []),
        ("schmale", []),
        ("spiel-der-winde", ["1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"]),
    ],
)
def test_the_screen_is_told_which_hands_win_with_fewer_tiles(
    start: Start, client: Client, book: str, short: list[str]
) -> None:
    client.get(link_make(partie=start(book)).get_absolute_url())
    found = told(client)["rules"]["short_hands"]
    assert [" ".join(one) for one in found] == short


def test_only_the_owner_wins_with_the_dealt_tiles(start: Start, client: Client) -> None:
    partie = start("spiel-der-winde")
    client.get(link_make(partie=partie).get_absolute_url())
    ways = told(client)["rules"]["ways"]
    assert "deal" in ways["W"]["W"]
    assert "deal" not in ways["W"]["E"]
    assert "robbed_kong" not in ways["W"]["E"]


def test_dice_choose_the_east_of_a_green_dragon_game(
    start: Start, client: Client
) -> None:
    partie = start("nts", 3)
    for _ in range(3):
        play(partie, counted("S", E=50, S=80, W=20))
    client.get(link_make(partie=partie).get_absolute_url())
    states = told(client)["next"]
    now = states[0]
    assert now["dice_choose"]
    assert now["east"] is None
    assert len(now["seated"]) == 3
    chosen = [states[place]["east"] for place in now["seated"].values()]
    assert chosen == list(now["seated"])


def test_a_game_that_was_taken_back_is_there_to_be_put_right(
    scorekeeper: Client, partie: Partie
) -> None:
    play(partie, counted("S", "E", S=80))
    undone = scorekeeper.post(SHEET + "undo/", {"version": "1", "key": "undo"})
    again = told(scorekeeper, undone["Location"])["again"]
    assert again["hands"][key_of(partie, "Ben")]["points"] == 80
    assert told(scorekeeper)["again"] is None


def test_whoever_has_no_javascript_is_led_to_the_typed_page(
    scorekeeper: Client, partie: Partie
) -> None:
    page = scorekeeper.get(SCREEN + "?again=1").text
    assert f'content="0; url={SCREEN}typed/?again=1"' in page


def test_no_game_follows_a_partie_that_is_over(
    scorekeeper: Client, partie: Partie
) -> None:
    scorekeeper.post(
        SHEET + "end/", {"version": "0", "key": "end", "reason": "the last tram"}
    )
    assert scorekeeper.get(SCREEN)["Location"] == SHEET
    answer = ask(scorekeeper, {"said": example(partie)})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "finished")


# Who may ---------------------------------------------------------------------------


def test_strangers_log_in_first(client: Client, partie: Partie) -> None:
    assert client.get(SCREEN)["Location"].startswith("/accounts/login/")
    assert ask(client, {"said": example(partie)}).status_code == 403


@pytest.mark.parametrize("address", [SCREEN, SHEET + "games/1/recorded/"])
def test_who_may_not_record_is_refused(
    client: Client, partie: Partie, outsider: Account, address: str
) -> None:
    play(partie)
    client.force_login(outsider)
    assert client.get(address).status_code == 403
    assert ask(client, {"said": example(partie)}).status_code == 403


def test_a_private_clubs_table_is_not_there_for_strangers(
    client: Client, partie: Partie, club: Club
) -> None:
    club.is_public = False
    club.save()
    assert client.get(SCREEN).status_code == 404
    assert ask(client, {"said": example(partie)}).status_code == 404


def test_who_holds_the_tables_link_may_record(client: Client, partie: Partie) -> None:
    client.get(link_make(partie=partie).get_absolute_url())
    assert told(client)["number"] == 1
    assert ask(client, {"said": example(partie)}).status_code == 200


# What a game would come to --------------------------------------------------------


def test_the_worked_example_is_foretold_as_the_book_settles_it(
    scorekeeper: Client, partie: Partie
) -> None:
    answer = ask(scorekeeper, {"said": example(partie), "east": None}).json()
    anna, ben, cleo, dirk = (key_of(partie, name) for name in CAST)
    assert {key: one["points"] for key, one in answer["hands"].items()} == {
        anna: 64,
        ben: 96,
        cleo: 0,
        dirk: 20,
    }
    assert {"from": anna, "to": ben, "amount": 192} in answer["payments"]
    assert answer["errors"] == []
    assert not Game.objects.exists()


def test_the_others_are_worth_something_while_the_winners_hand_is_entered(
    scorekeeper: Client, partie: Partie
) -> None:
    said = example(partie)
    ben = key_of(partie, "Ben")
    said["hands"][ben]["sets"] = ["(234s)"]
    answer = ask(scorekeeper, {"said": said}).json()
    assert answer["hands"][key_of(partie, "Anna")]["points"] == 64
    assert ben not in answer["hands"]
    assert answer["payments"] is None
    [error] = answer["errors"]
    assert (error["code"], error["player"]) == ("tile_count", ben)
    assert error["message"] == "Ben has 3 tiles; a winning hand has 14."


def test_every_hand_with_a_fault_is_told_of(
    scorekeeper: Client, partie: Partie
) -> None:
    said = example(partie)
    anna, dirk = key_of(partie, "Anna"), key_of(partie, "Dirk")
    said["hands"][anna]["sets"] = ["(22x)"]
    said["hands"][dirk]["sets"] = ["(135s)"]
    answer = ask(scorekeeper, {"said": said}).json()
    assert {one["player"] for one in answer["errors"]} == {anna, dirk}
    assert answer["hands"][key_of(partie, "Ben")]["points"] == 96


def test_a_fault_of_no_hand_in_particular_is_told_once(
    scorekeeper: Client, partie: Partie
) -> None:
    said = example(partie)
    said["hands"][key_of(partie, "Dirk")] = {"sets": ["222m"], "complete": False}
    answer = ask(scorekeeper, {"said": said}).json()
    [error] = answer["errors"]
    assert (error["code"], error["player"]) == ("too_many_of_a_tile", None)
    assert answer["hands"] == {}


def test_claims_that_the_tiles_rule_out_are_told(
    scorekeeper: Client, partie: Partie
) -> None:
    answer = ask(scorekeeper, {"said": example(partie)}).json()
    out = answer["contradicted"]
    assert "half_flush" not in out[key_of(partie, "Dirk")]
    assert "full_flush" in out[key_of(partie, "Dirk")]
    assert {"half_flush", "waiting:nine_gates"} <= set(out[key_of(partie, "Anna")])


def test_each_item_is_explained_when_asked(scorekeeper: Client, partie: Partie) -> None:
    answer = ask(scorekeeper, {"said": example(partie), "explain": True}).json()
    hands = {one["player"]: one for one in answer["why"]["hands"]}
    assert next(one["name"] for one in hands["Ben"]["items"]) == "Mahjong"
    assert any("× 2 for East" in one["why"] for one in answer["why"]["payments"])
    notes = [one["note"] for one in hands.values()]
    assert "A dead hand (wrong number of tiles): 0 points." in notes
    assert "why" not in ask(scorekeeper, {"said": example(partie)}).json()


def test_who_really_sat_east_counts(scorekeeper: Client, partie: Partie) -> None:
    said, cleo = example(partie), key_of(partie, "Cleo")
    answer = ask(scorekeeper, {"said": said, "east": cleo}).json()
    ben = key_of(partie, "Ben")
    assert {"from": cleo, "to": ben, "amount": 192} in answer["payments"]
    nobody = ask(scorekeeper, {"said": said, "east": "0"})
    assert (nobody.status_code, nobody.json()["error"]["field"]) == (422, "east")


@pytest.mark.parametrize(
    "body",
    [
        "no JSON",
        [],
        {},
        {"said": 1},
        {"said": {"hands": [], "outcome": {}}},
        {"said": {"hands": {}, "outcome": "win"}},
        {"said": {"hands": {}, "outcome": {}}, "east": 1},
        "[" * 90_000,
    ],
)
def test_what_is_no_game_is_refused(
    scorekeeper: Client, partie: Partie, body: object
) -> None:
    assert ask(scorekeeper, body).status_code == 400


def test_what_is_too_long_is_not_read(scorekeeper: Client, partie: Partie) -> None:
    assert ask(scorekeeper, " " * 100_001).status_code == 413


@pytest.mark.parametrize(
    "outcome",
    [
        {},
        {"kind": "win"},
        {"kind": "win", "winner": []},
        {"kind": "win", "winner": "E"},
    ],
)
def test_an_odd_outcome_is_told_not_failed_on(
    scorekeeper: Client, partie: Partie, outcome: dict[str, Any]
) -> None:
    answer = ask(scorekeeper, {"said": {"hands": {"1": 3}, "outcome": outcome}})
    assert answer.status_code == 200
    assert answer.json()["errors"]


def test_the_screen_is_asked_and_never_read(
    scorekeeper: Client, partie: Partie
) -> None:
    assert scorekeeper.get(PREVIEW).status_code == 405
    assert scorekeeper.post(SCREEN).status_code == 405


@pytest.mark.parametrize("is_public", [True, False])
def test_of_a_tap_with_the_link_django_puts_one_question(
    club: Club,
    client: Client,
    partie: Partie,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
    is_public: bool,
) -> None:
    Club.objects.update(is_public=is_public)
    client.get(link_make(partie=partie).get_absolute_url())
    sent = {"said": example(partie), "east": None}
    put: list[object] = []
    as_sql = SQLCompiler.as_sql

    def noted(self: SQLCompiler, *more: Any, **named: Any) -> Any:
        put.append(self.query.model)
        return as_sql(self, *more, **named)

    monkeypatch.setattr(SQLCompiler, "as_sql", noted)
    # The session, the table, and the link: where nobody else reads, for that as well.
    with django_assert_num_queries(3 if is_public else 4):
        assert ask(client, sent).status_code == 200
    assert put == [Session]


def test_foretelling_asks_the_database_a_fixed_number_of_times(
    scorekeeper: Client,
    partie: Partie,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(2):
        with django_assert_num_queries(6):
            ask(scorekeeper, {"said": example(partie), "explain": True})
        play(partie)
        play(partie)


@pytest.mark.parametrize(
    ("changes", "queries"),
    [
        ({}, 3),
        # Whose hand is not whole yet is called by name, and the others are counted.
        ({"sets": ["(234s)"]}, 4),
    ],
    ids=["whole", "half-entered"],
)
def test_a_tap_costs_no_look_at_the_games_before(
    client: Client,
    partie: Partie,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
    changes: dict[str, Any],
    queries: int,
) -> None:
    for _ in range(3):
        play(partie)
    client.get(link_make(partie=partie).get_absolute_url())
    said = example(partie)
    said["hands"][key_of(partie, "Ben")] |= changes
    counted_games: list[object] = []

    def count(rules: Any, game: Any) -> Any:
        counted_games.append(game)
        return result_of(rules, game)

    def replay(*_partie: object) -> None:
        raise AssertionError("the games before were looked at")

    monkeypatch.setattr("clubscore.rules.table.counted_game.result_of", count)
    monkeypatch.setattr("clubscore.partie.derive.chronicle_of", replay)
    with django_assert_num_queries(queries):
        answer = ask(client, {"said": said})
    assert answer.status_code == 200
    assert len(counted_games) == 1


# After the game --------------------------------------------------------------------


def test_after_a_game_it_is_said_who_pays_and_who_is_east(
    scorekeeper: Client, start: Start, club: Club
) -> None:
    partie = start("nts", rounding="tens", uses_chips=True)
    play(partie, counted("S", "E", S=1270))
    page = words(scorekeeper.get(SHEET + "games/1/recorded/").text)
    assert "Anna → pays Ben 2 540" in page
    assert "2 × 1 000" in page
    assert "Ben is East" in page
    assert "That was wrong" in page
    fragment = scorekeeper.get(
        SHEET + "games/1/recorded/", headers={"HX-Request": "true"}
    ).text
    assert "<html" not in fragment
    assert "recorded-heading" in fragment


def test_after_a_game_everybodys_score_and_total_stand_beside_the_payments(
    scorekeeper: Client, start: Start
) -> None:
    for place, chips in enumerate((False, True), start=1):
        partie = start("nts", rounding="none", uses_chips=chips)
        play(partie, counted("S", "E", E=64, S=96, W=0, N=20))
        play(partie, counted("E", "S", E=96, S=64, W=0, N=20))
        address = f"/groene-hart/parties/{place}/"
        page = scorekeeper.get(address + "games/2/recorded/").text
        said = words(page)
        assert ("Chips" if chips else "Total so far") in said
        last = partie.games.get(number=2)
        for one in last.scores.select_related("player"):
            assert words(f"{signed(one.score)} {figure(one.chips)}") in said
        assert f'href="{address}"' in page


def test_a_draw_is_not_asked_why_it_is_so_much(
    scorekeeper: Client, partie: Partie
) -> None:
    play(partie)
    assert "Why it is so much" not in scorekeeper.get(SHEET + "games/1/recorded/").text
    play(partie, counted("S", "E", S=96))
    assert "Why it is so much" in scorekeeper.get(SHEET + "games/2/recorded/").text


def test_the_screen_tells_of_the_game_before(
    scorekeeper: Client, partie: Partie
) -> None:
    assert 'id="last"><p>' not in scorekeeper.get(SCREEN).text
    play(partie, counted("S", "E", E=64, S=96, W=0, N=20))
    assert "Game 1: Ben won, on Anna’s discard." in words(scorekeeper.get(SCREEN).text)
    play(partie)
    assert "Game 2: draw." in words(scorekeeper.get(SCREEN).text)


@pytest.mark.parametrize(
    ("book", "many", "expected"),
    [
        (
            "nts",
            4,
            {"nine_gates": 3, "thirteen_orphans": 1, "wind_snake": 3}
            | {"dragon_snake": 3, "peking_court": 3, "seven_pairs": 0},
        ),
        ("schmale", 4, {"thirteen_orphans": 1, "nine_sons": 3}),
        (
            "spiel-der-winde",
            4,
            {"thirteen_orphans": 1, "great_sequence": 6}
            | {"nine_lanterns": 3, "seven_pairs": 0},
        ),
    ],
)
def test_hands_without_sets_can_be_laid_as_the_book_has_them(
    start: Start, client: Client, book: str, many: int, expected: dict[str, int]
) -> None:
    partie = start(book, many)
    client.get(link_make(partie=partie).get_absolute_url())
    found = told(client)["rules"]["templates"]
    assert {one["key"]: len(one["forms"]) for one in found} == expected
    for one in found:
        for form in one["forms"]:
            # What is left to be tapped are two tiles at most.
            assert len(form["tiles"]) // 2 >= 12


def test_a_tile_too_often_is_told_with_its_holders(
    scorekeeper: Client, partie: Partie
) -> None:
    said = example(partie)
    said["hands"][key_of(partie, "Dirk")] = {"sets": ["222m"], "complete": False}
    [error] = ask(scorekeeper, {"said": said}).json()["errors"]
    assert error["message"].endswith("Anna has 3, Dirk has 3.")


def test_only_the_last_game_is_taken_back_at_once(
    scorekeeper: Client, partie: Partie
) -> None:
    play(partie)
    play(partie)
    page = scorekeeper.get(SHEET + "games/1/recorded/").text
    assert "That was wrong" not in page
    assert "Next:" not in page
    assert scorekeeper.get(SHEET + "games/3/recorded/").status_code == 404


# The script ---------------------------------------------------------------------------


def test_the_script_says_nothing_that_cannot_be_translated(root: Path) -> None:
    scripts = "\n".join(
        file.read_text() for file in (root / "static/js/table").glob("*.js")
    )
    used = set(re.findall(r"\bwords\.(\w+)", scripts))
    typed = SCORES.keys() | VALUE.keys()
    known = WORDS.keys() | CORRECTING.keys() | typed | words_that_wait().keys()
    assert used - known == set()
    assert known - used - set(re.findall(r'"(\w+)"', scripts)) == set()
    assert set(re.findall(r"\baway\.(\w+)", scripts)) == words_away().keys()


def test_every_module_comes_with_the_screen_or_is_kept_for_later(root: Path) -> None:
    folder = root / "static/js/table"
    found = {
        file.stem: (
            set(re.findall(r'from "\./([-\w]+)\.js"', file.read_text())),
            set(re.findall(r'import\("\./([-\w]+)\.js"\)', file.read_text())),
        )
        for file in folder.glob("*.js")
    }

    def reached(names: set[str], *, also_late: bool) -> set[str]:
        ways = {
            one: found[one][0] | (found[one][1] if also_late else set())
            for one in found
        }
        before: set[str] = set()
        while names != before:
            before = names
            names = names.union(*(ways[one] for one in names))
        return names

    at_once = reached({"main"}, also_late=False)
    linked = {Path(one).stem for one in MODULES} - {"idb"}
    assert linked == at_once - {"main"}
    # Two are of no use without a signal: a worker asks for https://, where there are
    # locks of the browser's own; and old drafts were confirmed by the server.
    later = reached({"main", "every-page", "offline"}, also_late=True) - {
        "page-locks",
        "old-drafts",
    }
    assert set(LATE_MODULES) == later - at_once - {"every-page"}


def test_the_pictures_of_the_screen_are_those_of_the_tiles(root: Path) -> None:
    sprites = root / "static/sprites"
    always = (sprites / "tiles.svg").read_text()
    bonus = (sprites / "bonus.svg").read_text()
    for file in (root / "static/tiles").glob("*.svg"):
        drawing = file.read_text().partition(">")[2].replace("</svg>", "").strip()
        assert f'<symbol id="t{file.stem}" viewBox="0 0 300 400">{drawing}' in (
            bonus if file.stem[-1] in "fyj" else always
        )


@pytest.mark.parametrize(
    "hand",
    [{"sets": None}, {"sets": [[]]}, {"tiles": None}, {"sets": "1m", "tiles": 3}],
)
def test_a_hand_of_an_odd_shape_is_a_fault_and_no_breakdown(
    scorekeeper: Client, partie: Partie, hand: dict[str, Any]
) -> None:
    said = example(partie)
    said["hands"][said["outcome"]["from"]] = hand
    answer = ask(scorekeeper, {"said": said, "east": None})
    assert answer.status_code == 200
    assert answer.json()["errors"]
