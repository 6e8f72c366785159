"""What the record page asks by each rule book, and what becomes of the answers."""

import re
from functools import partial
from typing import Any

import pytest
from django.test import Client

from clubscore.club.models import Account, Club
from clubscore.partie.models import Game, Partie, Revision
from tests.partie.rule_books import (
    SHEET,
    Start,
    chosen_in,
    key_of,
    page_of,
    scores,
    start_in,
    typed,
)

RECORD = SHEET + "record/typed/"


@pytest.fixture
def start(club: Club) -> Start:
    """Return what starts a partie in the club."""
    return partial(start_in, club)


@pytest.fixture
def scorekeeper(client: Client, administrator: Account) -> Client:
    """Return the browser of somebody who may record."""
    client.force_login(administrator)
    return client


# What is asked --------------------------------------------------------------------

WORDS = {
    "penalty": "Penalty",
    "pao": "Pao: one player pays for all",
    "bird": "bird eats cake",
    "kong on kong": "kong on kong",
    "last tile": "last tile of the wall",
    "East first": "East’s first discard",
    "owner first": "the owner’s first discard",
    "first taken": "first tile taken",
    "robbed": "by robbing a kong",
    "bonus": "Flowers and seasons",
    "bonus replacement": "with the replacement tile of a flower or season",
    "joker": "a joker",
    "claims": "What holds for the tiles that were not entered too",
    "waiting": "One tile short of",
    "whole": "This is the whole hand",
    "others": "Enter the others’ hands too",
    "call": "Original call",
    "ninth": "East’s ninth win in a row",
}


OF_NTS = {
    *("bird", "kong on kong", "last tile", "East first", "robbed"),
    *("claims", "waiting", "whole"),
}
OF_SCHMALE = {
    *("penalty", "pao", "kong on kong", "last tile", "first taken", "robbed"),
}
OF_BMJA = {
    *("pao", "kong on kong", "last tile", "East first", "robbed", "call"),
    *("bonus", "bonus replacement", "waiting", "whole"),
}
OF_DMJL = {*OF_BMJA, "penalty", "ninth"} - {"waiting"}
OF_HKOS = {
    *("penalty", "pao", "kong on kong", "last tile", "East first", "robbed"),
    *("bonus", "bonus replacement", "others"),
}
OF_WINDE = {"owner first", "bonus", "bonus replacement", "claims", "whole"}


@pytest.mark.parametrize(
    ("ruleset", "options", "asked"),
    [
        ("nts", {}, OF_NTS),
        ("nts", {"flowers": "yes"}, {*OF_NTS, "bonus", "bonus replacement"}),
        ("schmale", {}, {*OF_SCHMALE, "bonus", "bonus replacement", "others"}),
        (
            "schmale",
            {"bonus_tiles": "no", "jokers": 4, "losers_settle": "yes"},
            {*OF_SCHMALE, "joker", "whole"},
        ),
        ("bmja", {}, OF_BMJA),
        ("dmjl", {}, OF_DMJL),
        ("dmjl", {"bonus_tiles": "no"}, OF_DMJL - {"bonus", "bonus replacement"}),
        ("hkos", {}, OF_HKOS),
        ("hkos", {"bonus_tiles": "no"}, OF_HKOS - {"bonus", "bonus replacement"}),
        ("spiel-der-winde", {}, OF_WINDE),
        ("spiel-der-winde", {"robbing_kong": "yes"}, {*OF_WINDE, "robbed"}),
    ],
)
def test_only_what_the_rule_book_knows_is_asked(
    scorekeeper: Client, start: Start, ruleset: str, options: Any, asked: set[str]
) -> None:
    start(ruleset, **options)
    page = page_of(scorekeeper, "record/typed/").split("How did it end?")[1]
    found = {name for name, said in WORDS.items() if said in page}
    assert found == asked


def test_a_loser_is_not_asked_for_what_cannot_count(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("spiel-der-winde", colour_doubles_losers="no")
    sent = typed(partie, kind="draw", Anna_hand_waiting="seven_pairs")
    assert scorekeeper.post(RECORD, sent).status_code == 302


# The others' hands ------------------------------------------------------------------

SELF_DRAWN = {
    "kind": "win",
    "winner": "Ben",
    "giver": "self",
    "winning_tile": "2m",
    "Ben_hand_sets": "(123m) (456p) (789p) (11m) (234m)",
}


def test_the_winners_hand_is_enough(scorekeeper: Client, start: Start) -> None:
    partie = start("schmale")
    assert scorekeeper.post(RECORD, typed(partie, **SELF_DRAWN)).status_code == 302
    # Self-drawn, chows only, no honour: 3 faan, 8 points.
    assert scores(partie, 1) == {"Anna": -32, "Ben": 64, "Cleo": -16, "Dirk": -16}


def test_the_others_hands_can_be_entered_all_the_same(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("schmale")
    sent = typed(partie, **SELF_DRAWN, Cleo_hand_sets="555z", others="on")
    page = scorekeeper.post(RECORD, {**sent, "action": "count"}).text
    assert 'id="id_others" checked' in page
    assert scorekeeper.post(RECORD, sent).status_code == 302
    cleo = Revision.objects.get().said["hands"][key_of(partie, "Cleo")]
    assert cleo["sets"] == ["555z"]
    assert scores(partie, 1)["Cleo"] == -16


def test_a_hand_with_something_in_it_is_never_folded_away(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("schmale")
    assert 'id="id_others" checked' not in scorekeeper.get(RECORD).text
    sent = typed(partie, **SELF_DRAWN, Cleo_hand_sets="555x", action="count")
    page = scorekeeper.post(RECORD, sent).text
    assert 'id="id_others" checked' in page
    assert f'href="#id_hand-{key_of(partie, "Cleo")}-sets"' in page
    sent = typed(partie, **SELF_DRAWN, action="count")
    assert 'id="id_others" checked' not in scorekeeper.post(RECORD, sent).text


# Penalties --------------------------------------------------------------------------

PENALTY = {"kind": "penalty", "offender": "Ben", "offence": "false_mahjong"}


def test_a_penalty_is_recorded(scorekeeper: Client, start: Start) -> None:
    partie = start("schmale")
    sent = typed(partie, **PENALTY, claimed="Anna", excluded=["Dirk"])
    assert scorekeeper.post(RECORD, sent).status_code == 302
    # The unit of 16; East double, whose discard was claimed double again.
    assert scores(partie, 1) == {"Anna": 64, "Ben": -80, "Cleo": 16, "Dirk": 0}
    assert Game.objects.get().outcome == "penalty"


def test_a_spoiled_game_has_no_claimed_discard(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("schmale")
    sent = typed(
        partie, **{**PENALTY, "offence": "spoiled_game"}, claimed="Anna", excluded=[]
    )
    assert scorekeeper.post(RECORD, sent).status_code == 302
    assert Revision.objects.get().said["outcome"]["from"] is None
    assert scores(partie, 1)["Anna"] == 32


@pytest.mark.parametrize(
    ("changes", "target", "said"),
    [
        ({"offender": ""}, "id_offender", "Say whose fault it was."),
        ({"offence": ""}, "id_offence", "Say what the fault was."),
        ({"claimed": "Ben"}, "id_claimed", "Nobody claims a discard of their own."),
        ({"excluded": ["Ben"]}, "id_excluded", "pays, and receives nothing anyway"),
        ({"offence": "sneezing"}, "id_offence", "not one of the available choices"),
        ({"offender": "9999"}, "id_offender", "not one of the available choices"),
    ],
)
def test_a_fault_in_a_penalty_stands_at_its_field_and_what_was_typed_stays(
    scorekeeper: Client, start: Start, changes: Any, target: str, said: str
) -> None:
    partie = start("schmale")
    sent = typed(
        partie,
        **{**PENALTY, "claimed": "Anna", "excluded": ["Dirk"], **changes},
        remark="oh dear",
    )
    page = scorekeeper.post(RECORD, sent).text
    assert f'href="#{target}"' in page
    assert said in page
    assert 'value="oh dear"' in page
    assert chosen_in(page, "kind") == ["penalty"]
    for field in {"offender", "offence", "claimed", "excluded"} - changes.keys():
        wanted = sent[field] if isinstance(sent[field], list) else [sent[field]]
        assert chosen_in(page, field) == wanted
    assert not Game.objects.exists()


@pytest.mark.parametrize("ruleset", ["nts", "spiel-der-winde"])
def test_where_no_fault_ends_a_game_a_penalty_is_refused(
    scorekeeper: Client, start: Start, ruleset: str
) -> None:
    partie = start(ruleset)
    page = scorekeeper.post(RECORD, typed(partie, **PENALTY)).text
    assert 'href="#id_kind"' in page
    assert not Game.objects.exists()


def test_a_penalty_that_is_taken_back_fills_the_form_again(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("schmale")
    sent = typed(partie, **PENALTY, claimed="Anna", excluded=["Dirk"])
    scorekeeper.post(RECORD, sent)
    undone = scorekeeper.post(SHEET + "undo/", {"version": "1", "key": "undo"})
    page = scorekeeper.get(undone["Location"].replace("record/", "record/typed/")).text
    assert chosen_in(page, "kind") == ["penalty"]
    for field in ("offender", "offence", "claimed"):
        assert chosen_in(page, field) == [sent[field]]
    assert chosen_in(page, "excluded") == sent["excluded"]


def test_two_at_fault_at_once_are_recorded_and_fill_the_form_again(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("dmjl")
    page = scorekeeper.get(RECORD).text
    assert "spoiled the game" not in page
    assert 'name="claimed"' not in page
    assert "Who else was at fault at the same time?" in page
    sent = typed(partie, **PENALTY, excluded=["Dirk"])
    assert scorekeeper.post(RECORD, sent).status_code == 302
    assert scores(partie, 1) == {"Anna": 300, "Ben": -300, "Cleo": 300, "Dirk": -300}
    said = Revision.objects.get().said["outcome"]
    assert said["offender"] == [key_of(partie, "Ben"), key_of(partie, "Dirk")]
    assert "Ben, Dirk" in scorekeeper.get(SHEET + "games/1/").text
    undone = scorekeeper.post(SHEET + "undo/", {"version": "1", "key": "undo"})
    page = scorekeeper.get(undone["Location"].replace("record/", "record/typed/")).text
    assert chosen_in(page, "offender") == [sent["offender"]]
    assert chosen_in(page, "excluded") == sent["excluded"]


def test_only_one_can_have_named_a_discard_wrongly(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("dmjl")
    sent = typed(partie, **{**PENALTY, "offence": "false_naming"}, excluded=["Dirk"])
    page = scorekeeper.post(RECORD, sent).text
    assert "So many cannot have committed this fault at once." in page
    assert not Game.objects.exists()
    sent = typed(partie, **{**PENALTY, "offence": "false_naming"}, excluded=[])
    assert scorekeeper.post(RECORD, sent).status_code == 302
    assert scores(partie, 1)["Ben"] == -300


# Pao --------------------------------------------------------------------------------

PAO = {**SELF_DRAWN, "pao_player": "Cleo", "pao_reason": "twelfth_tile"}


def test_pao_is_recorded_though_it_does_not_fit(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("schmale")
    page = scorekeeper.post(RECORD, typed(partie, **PAO, action="count")).text
    assert "does not fit the reason for which West (Cleo) pays" in page
    assert scorekeeper.post(RECORD, typed(partie, **PAO)).status_code == 302
    assert scores(partie, 1) == {"Anna": 0, "Ben": 64, "Cleo": -64, "Dirk": 0}


@pytest.mark.parametrize(
    ("changes", "target", "said"),
    [
        ({"pao_reason": ""}, "id_pao_reason", "Say why this player pays for all."),
        ({"pao_player": "Ben"}, "id_pao_player", "cannot win and pay for it"),
    ],
)
def test_a_fault_in_pao_stands_at_its_field(
    scorekeeper: Client, start: Start, changes: Any, target: str, said: str
) -> None:
    partie = start("schmale")
    sent = typed(partie, **{**PAO, **changes})
    page = scorekeeper.post(RECORD, sent).text
    assert f'href="#{target}"' in page
    assert said in page
    assert chosen_in(page, "pao_player") == [sent["pao_player"]]
    assert not Game.objects.exists()


def test_a_british_table_is_asked_for_its_own_reasons_and_calls(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("bmja")
    page = scorekeeper.get(RECORD).text
    assert "gave the winning tile by a dangerous discard" in page
    assert "twelfth tile" not in page
    sent = typed(
        partie,
        kind="win",
        winner="Ben",
        giver="Cleo",
        winning_tile="9s",
        Ben_hand_sets="(222m) (888s) (345p) (777p) (99s)",
        Ben_hand_original_call="on",
        Dirk_hand_waiting="fourfold_plenty",
        Dirk_hand_sets="(4444m)",
        pao_player="Cleo",
        pao_reason="dangerous_discard",
    )
    counted = scorekeeper.post(RECORD, {**sent, "action": "count"}).text
    assert "One tile short of “Fourfold plenty”" in counted
    assert scorekeeper.post(RECORD, sent).status_code == 302
    # 4 + 4 + 4 + 20 = 32, doubled twice for the call: 128. Cleo pays 256 + 128 + 128.
    assert scores(partie, 1) == {"Anna": 0, "Ben": 512, "Cleo": -512, "Dirk": 0}
    said = Revision.objects.get().said["hands"]
    assert said[key_of(partie, "Ben")]["original_call"] is True
    assert said[key_of(partie, "Dirk")]["original_call"] is False
    game = scorekeeper.get(SHEET + "games/1/").text
    assert "Original call that won" in game
    undone = scorekeeper.post(SHEET + "undo/", {"version": "1", "key": "undo"})
    page = scorekeeper.get(undone["Location"].replace("record/", "record/typed/")).text
    assert re.search(r'name="[^"]*original_call"[^>]*checked', page)


def test_what_flowers_add_to_a_limit_hand_is_shown_with_the_sum(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("bmja")
    sent = typed(
        partie,
        kind="win",
        winner="Dirk",
        giver="Anna",
        winning_tile="6z",
        Dirk_hand_tiles="11m99p11s22335566z",
        Dirk_hand_bonus="1f4f",
    )
    assert scorekeeper.post(RECORD, sent).status_code == 302
    assert scores(partie, 1)["Dirk"] == 4 * 516
    game = scorekeeper.get(SHEET + "games/1/").text
    assert "500 + 8 × 2 = 516" in game
    assert "All pair honours" in scorekeeper.get(SHEET).text


def test_pao_is_nobodys_until_somebody_is_chosen(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("schmale")
    assert chosen_in(scorekeeper.get(RECORD).text, "pao_player") == [""]
    # A reason left behind says nothing.
    sent = typed(partie, **{**PAO, "pao_player": ""})
    assert scorekeeper.post(RECORD, sent).status_code == 302
    assert Revision.objects.get().said["outcome"]["pao"] is None


def test_pao_that_is_taken_back_fills_the_form_again(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("schmale")
    sent = typed(partie, **PAO)
    scorekeeper.post(RECORD, sent)
    undone = scorekeeper.post(SHEET + "undo/", {"version": "1", "key": "undo"})
    page = scorekeeper.get(undone["Location"].replace("record/", "record/typed/")).text
    assert chosen_in(page, "pao_player") == [sent["pao_player"]]
    assert chosen_in(page, "pao_reason") == ["twelfth_tile"]


def test_pao_is_no_answer_where_the_rule_book_does_not_know_it(
    scorekeeper: Client, partie: Partie
) -> None:
    sent = typed(partie, kind="draw", pao_player="Cleo", pao_reason="nine_tiles")
    assert scorekeeper.post(RECORD, sent).status_code == 302
    assert Game.objects.get().outcome == "draw"


# Who comes second --------------------------------------------------------------------


def test_a_penalty_that_comes_second_keeps_what_was_typed(
    scorekeeper: Client, start: Start
) -> None:
    partie = start("schmale")
    sent = typed(partie, **PENALTY, claimed="Anna", excluded=["Dirk"])
    scorekeeper.post(RECORD, {**sent, "key": "another phone"})
    page = scorekeeper.post(RECORD, sent).text
    assert "Somebody else wrote first." in page
    assert "penalty: Ben, false mahjong on Anna’s discard" in page
    assert chosen_in(page, "offender") == [sent["offender"]]
    again = scorekeeper.post(RECORD, {**sent, "key": "another phone"})
    assert again.status_code == 302
    assert Game.objects.count() == 1
