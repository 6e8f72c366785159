"""Putting an earlier game right: what would change is shown before it is made."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Club, Correctors
from clubscore.partie import services
from clubscore.partie.correction_services import game_correct
from clubscore.partie.derive import chronicle_from
from clubscore.partie.games_seen import GamesSeen
from clubscore.partie.models import Partie, Revision
from tests.corrections.test_correcting import EAST, SOUTH, fresh, is_sound
from tests.partie.correction_helpers import game_withdraw
from tests.partie.rule_books import counted, dealers, key_of, play, start_in, typed
from tests.partie.test_services import DRAW, write
from tests.table.test_partie_page import words

SHEET = "/groene-hart/parties/1/"
FIRST = SHEET + "games/1/correct/"
TYPED = FIRST + "typed/"
SECOND = SHEET + "games/2/correct/"
THIRD = SHEET + "games/3/correct/"


@pytest.fixture
def three(partie: Partie) -> Partie:
    """Return a partie of three games: Anna's, Ben's and Cleo's deal."""
    for _number in range(3):
        play(partie, SOUTH)
    return partie


def hidden_in(page: str) -> dict[str, Any]:
    """Return what the page's form sends without being asked."""
    form = page.split('<form id="consequences"')[1]
    found: dict[str, Any] = {}
    for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form):
        found.setdefault(name, []).append(value.replace("&quot;", '"'))
    return found


def confirmed(page: str, **answers: Any) -> dict[str, Any]:
    """Return what is sent to confirm what a page shows."""
    return hidden_in(page) | {"action": "confirm", "reason": "a slip", **answers}


def east_won(partie: Partie, **more: Any) -> dict[str, Any]:
    """Return what is typed to say that East won."""
    return typed(
        partie,
        kind="win",
        winner="Anna",
        giver="Ben",
        Anna_hand_points="100",
        Ben_hand_points="20",
        **more,
        action="preview",
    )


def test_a_comma_follows_the_winner_at_once(scorekeeper: Client, three: Partie) -> None:
    page = scorekeeper.get("/groene-hart/parties/1/games/1/withdraw/").text
    told = re.findall(r'<span class="muted">\s*(Ben.*?)</span>', page, re.DOTALL)
    assert told
    assert {one.split(maxsplit=1)[0] for one in told} == {"Ben,"}


def test_the_entry_is_filled_in_as_it_was_said(
    scorekeeper: Client, three: Partie
) -> None:
    page = scorekeeper.get(TYPED).text
    assert "Correct game 1" in page
    assert f'action="{FIRST}"' in page
    ben = key_of(three, "Ben")
    assert re.search(rf'name="winner" value="{ben}"[^>]*checked', page)
    assert 'value="100"' in page
    assert "See what would change" in page


def test_what_would_change_is_shown_and_nothing_written(
    scorekeeper: Client, three: Partie
) -> None:
    page = scorekeeper.post(FIRST, east_won(three)).text
    assert Revision.objects.count() == 3
    said = words(page)
    assert "Game 1 corrected" in said
    assert "before: Ben, on Anna’s discard then: Anna, on Ben’s discard" in said
    assert "The season’s standings change with it." in said
    assert "How did the winds pass on in the later games?" in said


def test_the_winds_are_only_asked_where_it_makes_a_difference(
    scorekeeper: Client, three: Partie
) -> None:
    draw_to_draw = east_won(three) | {"winner": key_of(three, "Dirk"), "giver": "self"}
    page = words(scorekeeper.post(FIRST, draw_to_draw).text)
    assert "How did the winds pass on" not in page


def test_confirmed_it_is_a_revision_with_its_reason(
    scorekeeper: Client, three: Partie
) -> None:
    page = scorekeeper.post(FIRST, east_won(three)).text
    answer = scorekeeper.post(FIRST, confirmed(page), follow=True)
    assert "Game 1 is corrected." in words(answer.text)
    made = Revision.objects.latest("pk")
    assert (made.number, made.reason, made.author) == (2, "a slip", "mia")
    assert dealers(three) == ["Anna", "Ben", "Cleo"]


def test_the_winds_can_be_replayed(scorekeeper: Client, three: Partie) -> None:
    page = scorekeeper.post(FIRST, east_won(three)).text
    shown = scorekeeper.post(FIRST, hidden_in(page) | {"winds": "should"}).text
    assert "Anna is East. then:" not in words(shown)
    assert "before: Round of East; Ben is East. then: Round of East; Anna" in words(
        shown
    )
    scorekeeper.post(FIRST, confirmed(shown, winds="should"))
    assert dealers(three) == ["Anna", "Anna", "Ben"]
    assert is_sound(three)


def test_without_a_reason_it_is_asked_again(scorekeeper: Client, three: Partie) -> None:
    page = scorekeeper.post(FIRST, east_won(three)).text
    again = scorekeeper.post(FIRST, confirmed(page, reason=""))
    assert "Say why: others will ask." in again.text
    assert Revision.objects.count() == 3
    assert "record" in hidden_in(again.text)


def test_what_cannot_be_scored_stands_at_its_field(
    scorekeeper: Client, three: Partie
) -> None:
    page = scorekeeper.post(FIRST, east_won(three) | {"giver": ""}).text
    assert "Say who gave the winning tile" in page
    anna = key_of(three, "Anna")
    sent = east_won(three) | {f"hand-{anna}-points": "", f"hand-{anna}-sets": "555s"}
    page = scorekeeper.post(FIRST, sent | {"winning_tile": "5s"}).text
    assert 'id="faults"' in page
    assert Revision.objects.count() == 3


def test_a_record_of_the_table_screen_is_taken_as_well(
    scorekeeper: Client, three: Partie
) -> None:
    anna, ben = key_of(three, "Anna"), key_of(three, "Ben")
    said = {
        "hands": {anna: {"points": 80}},
        "outcome": {
            "kind": "win",
            "winner": anna,
            "winning_tile": None,
            "source": "discard",
            "from": ben,
        },
        "east": None,
    }
    sent = {"record": json.dumps(said), "action": "preview"}
    page = scorekeeper.post(FIRST, sent).text
    assert "then: Anna, on Ben’s discard" in words(page)
    scorekeeper.post(FIRST, confirmed(page))
    game = three.games.get(number=1)
    assert game.winner is not None
    assert game.winner.name == "Anna"
    assert is_sound(three)


def test_a_record_that_cannot_be_scored_is_offered_again(
    scorekeeper: Client, three: Partie
) -> None:
    said = {"hands": {}, "outcome": {"kind": "win", "winner": "nobody"}}
    sent = {"record": json.dumps(said), "action": "preview"}
    page = scorekeeper.post(FIRST, sent)
    assert page.status_code == 200
    config = told_by(page)
    assert config["again"]["outcome"] == said["outcome"]
    assert config["correcting"]["refusal"]["field"] == "outcome.winner"
    # Whoever types gets it back typed.
    page = scorekeeper.post(FIRST, sent | {"typed": "on"})
    assert 'id="faults"' in page.text


@pytest.mark.parametrize(
    "sent",
    [
        {"record": "{"},
        {"record": "[]"},
        {"record": '{"outcome": 7}'},
        {"record": "{}", "about": "1", "edit": "1"},
        {"also": '{"x": {}}'},
        {"winds": "sideways"},
        {"also": '{"2": {"outcome": null}}'},
    ],
)
def test_what_no_page_sends_is_not_found(
    scorekeeper: Client, three: Partie, sent: dict[str, str]
) -> None:
    assert scorekeeper.post(FIRST, sent).status_code == 404
    assert Revision.objects.count() == 3


def test_somebody_who_wrote_first_is_told(scorekeeper: Client, three: Partie) -> None:
    page = scorekeeper.post(FIRST, east_won(three)).text
    play(three, DRAW)
    again = scorekeeper.post(FIRST, confirmed(page, reason="my reason"))
    assert "somebody else wrote first" in again.text
    assert "my reason" in again.text
    assert Revision.objects.count() == 4
    scorekeeper.post(FIRST, confirmed(again.text))
    assert Revision.objects.count() == 5


# Numbers that come to mean other games ---------------------------------------------

FIRST_WROTE = "somebody else wrote first. Look again."


def play_another_last_game(partie: Partie) -> None:
    """Take the third game back and record a draw instead."""
    services.last_withdraw(partie=partie, write=write(partie))
    play(partie, DRAW)


def is_untouched(partie: Partie) -> bool:
    """Tell whether nothing but a draw stands where the third game was."""
    is_new = partie.games.get(number=3).revision.number == 1
    return is_new and [game.outcome for game in partie.games.all()][2] == "draw"


def test_a_game_recorded_in_place_of_another_is_not_corrected_by_taps(
    scorekeeper: Client, three: Partie
) -> None:
    config = told_by(scorekeeper.get(THIRD))
    sent = tapped(config, config["again"] | {"remark": "mine"})
    play_another_last_game(three)
    told = scorekeeper.post(THIRD, sent | {"action": "foretell"})
    assert told.status_code == 409
    assert FIRST_WROTE in told.json()["error"]["message"]
    answer = scorekeeper.post(THIRD, sent, follow=True)
    assert answer.redirect_chain == [(SHEET, 302)]
    assert FIRST_WROTE in answer.text
    assert is_untouched(three)


def test_a_game_recorded_in_place_of_another_is_not_corrected_by_confirming(
    scorekeeper: Client, three: Partie
) -> None:
    config = told_by(scorekeeper.get(THIRD))
    sent = tapped(config, config["again"] | {"remark": "mine"})
    page = scorekeeper.post(THIRD, sent).text
    play_another_last_game(three)
    # What is asked of the winds shows a part of the page alone, and no message.
    winds = hidden_in(page) | {"winds": "should"}
    part = scorekeeper.post(THIRD, winds, headers={"HX-Request": "true"}).text
    assert hidden_in(part)["seen"] == hidden_in(page)["seen"]
    for shown in (page, part):
        answer = scorekeeper.post(THIRD, confirmed(shown), follow=True)
        assert FIRST_WROTE in answer.text
        assert is_untouched(three)


def test_what_was_typed_for_a_game_that_is_gone_is_offered_again(
    scorekeeper: Client, three: Partie
) -> None:
    page = scorekeeper.get(SHEET + "games/3/correct/typed/").text
    sent = said_again(page) | {"remark": "mine"}
    play_another_last_game(three)
    # Another East is a part of the page.
    part = scorekeeper.post(THIRD, sent | {"action": "seats"}).text
    assert said_again(part)["seen"] == said_again(page)["seen"]
    again = scorekeeper.post(THIRD, sent | {"action": "preview"}).text
    assert FIRST_WROTE in again
    assert 'value="mine"' in again
    assert 'id="consequences"' not in again
    assert is_untouched(three)


def test_a_game_that_got_another_number_is_corrected_by_that_one(
    scorekeeper: Client, three: Partie
) -> None:
    config = told_by(scorekeeper.get(SECOND))
    typed_page = scorekeeper.get(SECOND + "typed/").text
    game_withdraw(partie=three, write=write(three), number=1, why="never played")
    answer = scorekeeper.post(SECOND, tapped(config, config["again"]))
    # There the phone has what was entered.
    assert answer["Location"] == FIRST
    there = told_by(scorekeeper.get(FIRST))
    assert there["correcting"]["draft"] == config["correcting"]["draft"]
    sent = said_again(typed_page) | {"remark": "mine", "action": "preview"}
    again = scorekeeper.post(SECOND, sent).text
    assert FIRST_WROTE in again
    assert "Correct game 1" in again
    page = scorekeeper.post(FIRST, said_again(again) | {"action": "preview"}).text
    scorekeeper.post(FIRST, confirmed(page))
    said = [game.revision.said.get("remark") for game in three.games.order_by("number")]
    assert said == ["mine", None]
    assert is_sound(three)


@pytest.mark.parametrize(("out", "there"), [(1, SECOND), (3, SHEET)])
def test_the_last_number_may_be_gone(
    scorekeeper: Client, three: Partie, out: int, there: str
) -> None:
    config = told_by(scorekeeper.get(THIRD))
    sent = tapped(config, config["again"] | {"remark": "mine"})
    game_withdraw(partie=three, write=write(three), number=out, why="never played")
    told = scorekeeper.post(THIRD, sent | {"action": "foretell"})
    assert told.status_code == 409
    assert FIRST_WROTE in told.json()["error"]["message"]
    answer = scorekeeper.post(THIRD, sent)
    assert answer["Location"] == there
    assert FIRST_WROTE in scorekeeper.get(SHEET).text


def test_games_beside_it_are_not_taken_for_others(
    scorekeeper: Client, three: Partie
) -> None:
    page = scorekeeper.post(FIRST, east_won(three) | {"typed": "on"}).text
    page = scorekeeper.post(FIRST, hidden_in(page) | {"without": "3"}).text
    play_another_last_game(three)
    again = scorekeeper.post(FIRST, confirmed(page)).text
    assert FIRST_WROTE in again
    # The game itself is as it was typed, and nothing is taken out beside it.
    assert 'name="without"' not in again
    anna = key_of(three, "Anna")
    assert said_again(again)["winner"] == [anna]
    assert is_untouched(three)
    assert three.games.count() == 3


def test_a_game_said_anew_meanwhile_is_looked_at_again(
    scorekeeper: Client, three: Partie
) -> None:
    config = told_by(scorekeeper.get(SECOND))
    sent = tapped(config, config["again"] | {"remark": "mine"})
    play(three, SOUTH)
    assert FIRST_WROTE not in scorekeeper.post(SECOND, sent).text
    game_correct(partie=three, write=write(three), number=2, record=DRAW, why="a draw")
    shown = scorekeeper.post(SECOND, sent).text
    assert FIRST_WROTE in shown
    assert "before: draw then: Cleo, on Ben’s discard" in words(shown)
    assert "Correct it" in shown


def test_another_game_is_not_taken_out_in_place_of_one(
    scorekeeper: Client, three: Partie
) -> None:
    address = SHEET + "games/3/withdraw/"
    page = scorekeeper.get(address).text
    play_another_last_game(three)
    answer = scorekeeper.post(address, confirmed(page), follow=True)
    assert answer.redirect_chain == [(SHEET, 302)]
    assert FIRST_WROTE in answer.text
    assert is_untouched(three)


# Games that could not be scored then ---------------------------------------------


@pytest.fixture
def over(scorekeeper: Client, club: Club) -> Partie:
    """Return a finished partie of one round, whose fourth game East won."""
    partie = start_in(club, "nts", rounds=1)
    for game in (SOUTH, SOUTH, SOUTH, EAST, SOUTH):
        play(partie, game)
    return partie


FOURTH = SHEET + "games/4/correct/"


def south_won(partie: Partie) -> dict[str, Any]:
    return typed(
        partie,
        kind="win",
        winner="Anna",
        giver="Dirk",
        Anna_hand_points="100",
        action="preview",
        winds="should",
    )


def test_a_game_that_could_not_have_been_played_is_asked_about(
    scorekeeper: Client, over: Partie
) -> None:
    page = scorekeeper.post(FOURTH, south_won(over)).text
    said = words(page)
    assert "One game could not be scored like that" in said
    assert "The partie would have been over by then." in said
    assert "Correct it" not in said
    scorekeeper.post(FOURTH, confirmed(page))
    assert Revision.objects.count() == 5


@pytest.mark.parametrize(("answer", "games"), [("keep", 5), ("without", 4)])
def test_it_keeps_its_winds_or_is_taken_out_in_the_same_step(
    scorekeeper: Client, over: Partie, answer: str, games: int
) -> None:
    page = scorekeeper.post(FOURTH, south_won(over)).text
    page = scorekeeper.post(FOURTH, hidden_in(page) | {answer: "5"}).text
    assert "could not be scored" not in page
    version = fresh(over).version
    scorekeeper.post(FOURTH, confirmed(page))
    assert fresh(over).version == version + 1
    assert over.games.count() == games
    assert is_sound(over)


def test_another_game_is_typed_in_the_same_step(
    scorekeeper: Client, three: Partie
) -> None:
    page = scorekeeper.post(FIRST, east_won(three) | {"typed": "on"}).text
    page = scorekeeper.post(FIRST, hidden_in(page) | {"edit": "2"}).text
    assert "Game 2 is corrected in the same step." in words(page)
    carried = dict(
        re.findall(
            r'type="hidden" name="(record|about|winds|typed)" value="([^"]*)"', page
        )
    )
    sent = typed(three, kind="draw", action="preview")
    sent |= {key: text.replace("&quot;", '"') for key, text in carried.items()}
    page = scorekeeper.post(FIRST, sent).text
    assert "Change game 2 again" in page
    scorekeeper.post(FIRST, confirmed(page))
    assert [game.outcome for game in three.games.all()] == ["win", "draw", "win"]
    assert dealers(three)[0] == "Anna"
    assert is_sound(three)


# By taps -----------------------------------------------------------------------------


def told_by(answer: Any) -> dict[str, Any]:
    """Return what the script of a table screen is told."""
    found = re.search(
        r'<script id="table-config"[^>]*>(.*?)</script>', answer.text, re.DOTALL
    )
    assert found is not None
    config: dict[str, Any] = json.loads(found[1])
    return config


def tapped(config: dict[str, Any], said: dict[str, Any], **more: str) -> dict[str, str]:
    """Return what the table screen sends for a game that is said so."""
    fields = dict(config["correcting"]["fields"])
    return fields | {"said": json.dumps(said)} | more


def east_won_by_taps(partie: Partie) -> dict[str, Any]:
    """Return what taps say of a game that East won."""
    anna, ben = key_of(partie, "Anna"), key_of(partie, "Ben")
    return {
        "hands": {anna: {"points": 100}, ben: {"points": 20}},
        "outcome": {"kind": "win", "winner": anna, "source": "discard", "from": ben},
        "east": anna,
    }


def test_the_table_screen_is_filled_in_with_the_game_at_its_table(
    scorekeeper: Client, three: Partie
) -> None:
    page = scorekeeper.get(SHEET + "games/2/correct/")
    config = told_by(page)
    anna, ben, cleo, dirk = (
        key_of(three, name) for name in ("Anna", "Ben", "Cleo", "Dirk")
    )
    assert (config["number"], config["version"]) == (2, 3)
    # Ben was East then; by now Dirk would be.
    now = config["next"][0]
    assert now["winds"] == {"E": ben, "S": cleo, "W": dirk, "N": anna}
    assert now["round_name"] == "Round of East"
    assert config["again"]["outcome"]["winner"] == cleo
    assert config["again"]["hands"][cleo]["points"] == 100
    correcting = config["correcting"]
    assert dict(correcting["fields"]) == {
        "about": "2",
        "winds": "played",
        "seen": str(GamesSeen.of(chronicle_from(three))),
    }
    assert correcting["recorded"] == config["again"]
    assert not correcting["is_begun"]
    assert config["words"]["record"] == "See what changes"
    # Without JavaScript it is typed.
    assert f'content="0; url={SHEET}games/2/correct/typed/"' in page.text


def test_taps_show_what_would_change_and_come_back_with_it(
    scorekeeper: Client, three: Partie
) -> None:
    config = told_by(scorekeeper.get(FIRST))
    said = east_won_by_taps(three)
    page = scorekeeper.post(FIRST, tapped(config, said)).text
    assert "then: Anna, on Ben’s discard" in words(page)
    assert "Leave it as it is" in page
    assert Revision.objects.count() == 3
    again = scorekeeper.post(FIRST, hidden_in(page) | {"winds": "should", "edit": "1"})
    config = told_by(again)
    assert config["again"] == said
    assert config["correcting"]["is_begun"]
    fields = dict(config["correcting"]["fields"])
    assert (fields["about"], fields["winds"]) == ("1", "should")
    scorekeeper.post(FIRST, confirmed(page, winds="should"))
    assert dealers(three) == ["Anna", "Anna", "Ben"]
    assert is_sound(three)


def test_another_game_is_tapped_in_the_same_step(
    scorekeeper: Client, three: Partie
) -> None:
    config = told_by(scorekeeper.get(FIRST))
    page = scorekeeper.post(
        FIRST, tapped(config, east_won_by_taps(three), winds="should")
    ).text
    answer = scorekeeper.post(FIRST, hidden_in(page) | {"winds": "should", "edit": "2"})
    config = told_by(answer)
    # Anna stayed East, since she won.
    assert config["next"][0]["east"] == key_of(three, "Anna")
    assert config["correcting"]["draft"] == ""
    assert config["correcting"]["ways"] == []
    draw = {"hands": {}, "outcome": {"kind": "draw"}, "east": key_of(three, "Anna")}
    page = scorekeeper.post(FIRST, tapped(config, draw)).text
    scorekeeper.post(FIRST, confirmed(page, winds="should"))
    assert [game.outcome for game in three.games.all()] == ["win", "draw", "win"]
    assert dealers(three)[:2] == ["Anna", "Anna"]
    assert is_sound(three)


def test_a_game_that_cannot_be_scored_is_shown_again_with_its_fault(
    scorekeeper: Client, three: Partie
) -> None:
    config = told_by(scorekeeper.get(FIRST))
    said = east_won_by_taps(three)
    anna = key_of(three, "Anna")
    said["hands"][anna] = {"sets": ["555s"], "complete": True}
    said["outcome"]["winning_tile"] = "5s"
    config = told_by(scorekeeper.post(FIRST, tapped(config, said)))
    assert config["again"] == said
    refusal = config["correcting"]["refusal"]
    assert (refusal["player"], refusal["code"]) == (anna, "tile_count")
    assert Revision.objects.count() == 3


def test_what_is_confirmed_may_be_forgotten_on_the_phone(
    scorekeeper: Client, three: Partie
) -> None:
    config = told_by(scorekeeper.get(FIRST))
    draft = config["correcting"]["draft"]
    page = scorekeeper.post(FIRST, tapped(config, east_won_by_taps(three))).text
    assert page.count(f'data-forget="{draft}"') == 2
    confirmation = confirmed(page)
    sheet = scorekeeper.post(FIRST, confirmation, follow=True).text
    # With the key of the correction, for what waits on the phone behind that game.
    assert (
        f'<p data-forget="{draft} {confirmation["key"][0]}">Game 1 is corrected.</p>'
        in sheet
    )
    assert "data-forget" not in scorekeeper.get(SHEET).text


def foretold(client: Client, address: str, said: object, **more: str) -> Any:
    """Return what is answered to a half-entered correction."""
    config = told_by(client.get(address))
    sent = dict(config["correcting"]["fields"]) | {"action": "foretell"} | more
    return client.post(address, sent | {"said": json.dumps(said)})


def test_a_correction_is_foretold_at_the_table_of_its_game(
    scorekeeper: Client, three: Partie
) -> None:
    anna, ben, cleo = (key_of(three, name) for name in ("Anna", "Ben", "Cleo"))
    said = {
        "hands": {ben: {"points": 64}},
        "outcome": {"kind": "win", "winner": ben, "source": "discard", "from": cleo},
        "east": ben,
    }
    address = SHEET + "games/2/correct/"
    answer = foretold(scorekeeper, address, said, explain="on").json()
    # Ben was East in that game, so that all pay double.
    assert {"from": cleo, "to": ben, "amount": 128} in answer["payments"]
    assert {"from": anna, "to": ben, "amount": 128} in answer["payments"]
    assert any("× 2 for East" in one["why"] for one in answer["why"]["payments"])
    said["east"] = anna
    answer = foretold(scorekeeper, address, said).json()
    assert {"from": cleo, "to": ben, "amount": 64} in answer["payments"]
    assert "why" not in answer
    assert Revision.objects.count() == 3


@pytest.mark.parametrize(
    "said", [7, [], {}, {"hands": [], "outcome": {}}, {"hands": {}, "outcome": "win"}]
)
def test_what_is_no_game_is_not_foretold(
    scorekeeper: Client, three: Partie, said: object
) -> None:
    answer = foretold(scorekeeper, FIRST, said)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_request"


def test_a_game_that_is_not_there_is_not_foretold(
    scorekeeper: Client, three: Partie
) -> None:
    answer = foretold(scorekeeper, FIRST, east_won_by_taps(three), about="9")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")


def test_a_game_that_kept_its_round_is_corrected_in_it(
    scorekeeper: Client, over: Partie
) -> None:
    page = scorekeeper.post(FOURTH, south_won(over)).text
    page = scorekeeper.post(FOURTH, hidden_in(page) | {"keep": "5"}).text
    scorekeeper.post(FOURTH, confirmed(page))
    address = SHEET + "games/5/correct/"
    before = over.games.get(number=5).revision.said
    assert before["round"] == 1
    config = told_by(scorekeeper.get(address))
    now = config["next"][0]
    assert (now["round"], now["round_name"]) == (1, "Round of East")
    assert now["seated"]
    said = config["again"] | {"remark": "late"}
    page = scorekeeper.post(address, tapped(config, said)).text
    scorekeeper.post(address, confirmed(page))
    after = over.games.get(number=5).revision.said
    assert after == before | {"remark": "late"}
    assert is_sound(over)


def test_the_screen_and_its_foretelling_cost_the_same_however_many_games_follow(
    scorekeeper: Client,
    three: Partie,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    config = told_by(scorekeeper.get(FIRST))
    sent = tapped(config, east_won_by_taps(three), action="foretell")
    for _ in range(2):
        with django_assert_num_queries(11):
            scorekeeper.get(FIRST)
        with django_assert_num_queries(8):
            scorekeeper.post(FIRST, sent)
        for _number in range(4):
            play(three, SOUTH)


ASKED_ALREADY = pytest.mark.same_on_every_database(
    "the games of every rule book ask the same as those of the first"
)
BOOKS = [
    ("nts", 4),
    pytest.param("nts", 3, marks=ASKED_ALREADY),
    pytest.param("nts", 5, marks=ASKED_ALREADY),
    pytest.param("schmale", 3, marks=ASKED_ALREADY),
    pytest.param("schmale", 4, marks=ASKED_ALREADY),
    pytest.param("schmale", 5, marks=ASKED_ALREADY),
    pytest.param("spiel-der-winde", 4, marks=ASKED_ALREADY),
    pytest.param("american", 4, marks=ASKED_ALREADY),
]


@pytest.mark.parametrize(("ruleset", "many"), BOOKS)
def test_every_game_of_every_rule_book_is_typed_again_and_corrected(
    scorekeeper: Client, club: Club, ruleset: str, many: int
) -> None:
    partie = start_in(club, ruleset, many)
    for number in range(6):
        chronicle = chronicle_from(fresh(partie))
        winner = "S" if number % 2 else "E"
        game = counted(winner, "W", **{winner: 64})
        play(partie, game, "Ben" if chronicle.state.now.dice_choose else None)
    for number in range(1, 7):
        address = SHEET + f"games/{number}/correct/"
        page = scorekeeper.get(address + "typed/").text
        assert 'id="faults"' not in page
        sent = said_again(page) | {"remark": "late", "action": "preview"}
        page = scorekeeper.post(address, sent).text
        assert 'id="faults"' not in page, words(page.split('id="faults"')[1])[:400]
        assert "The season’s standings stay as they are." in page
        scorekeeper.post(address, confirmed(page))
        corrected = partie.games.get(number=number)
        assert corrected.revision.said["remark"] == "late"
    assert is_sound(partie)


@pytest.mark.parametrize(("ruleset", "many"), BOOKS)
def test_every_game_of_every_rule_book_is_tapped_again_and_corrected(
    scorekeeper: Client, club: Club, ruleset: str, many: int
) -> None:
    partie = start_in(club, ruleset, many)
    for number in range(6):
        chronicle = chronicle_from(fresh(partie))
        winner = "S" if number % 2 else "E"
        game = counted(winner, "W", **{winner: 64})
        play(partie, game, "Ben" if chronicle.state.now.dice_choose else None)
    for played in chronicle_from(fresh(partie)).games:
        number = played.table.number
        address = SHEET + f"games/{number}/correct/"
        config = told_by(scorekeeper.get(address))
        now = config["next"][0]
        if now["dice_choose"]:
            now = config["next"][now["seated"][played.table.dealer]]
        assert now["winds"] == dict(played.table.winds)
        assert (now["owner"], now["resting"]) == (
            played.table.owner,
            played.table.resting,
        )
        answer = scorekeeper.post(
            address, tapped(config, config["again"], action="foretell")
        ).json()
        assert answer["errors"] == []
        paid = {(one["from"], one["to"]): one["amount"] for one in answer["payments"]}
        winds = played.table.winds
        assert paid == {
            (winds[one["from"]], winds[one["to"]]): one["amount"]
            for one in played.result["payments"]
        }
        said = config["again"] | {"remark": "late"}
        page = scorekeeper.post(address, tapped(config, said)).text
        assert "The season’s standings stay as they are." in page
        scorekeeper.post(address, confirmed(page))
        assert partie.games.get(number=number).revision.said == said
    assert is_sound(partie)


def said_again(page: str) -> dict[str, Any]:
    """Return what a filled-in form sends if nothing is touched."""
    form = page.split('<form id="record"')[1].split("</form>", maxsplit=1)[0]
    found: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        is_choice = 'type="radio"' in tag or 'type="checkbox"' in tag
        if name is None or (is_choice and "checked" not in tag):
            continue
        text = value[1].replace("&quot;", '"') if value is not None else None
        unsaid = "on" if 'type="checkbox"' in tag else ""
        found.setdefault(name[1], []).append(unsaid if text is None else text)
    for name, options in re.findall(
        r'<select name="([^"]*)".*?>(.*?)</select>', form, re.DOTALL
    ):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen is not None else ""
    return found


# Who may, and what there is --------------------------------------------------------


def test_an_outsider_is_sent_to_log_in(client: Client, three: Partie) -> None:
    assert client.get(FIRST).status_code == 302
    assert client.post(FIRST, east_won(three)).status_code == 302


def test_scorekeepers_correct_earlier_games_only_if_the_club_lets_them(
    scorekeeper: Client, club: Club, three: Partie
) -> None:
    club.correctors = Correctors.ADMINISTRATORS
    club.save()
    for way in ("correct/", "correct/typed/"):
        assert scorekeeper.get(SHEET + "games/1/" + way).status_code == 403
        assert scorekeeper.get(SHEET + "games/3/" + way).status_code == 200


@pytest.mark.parametrize(
    "forged",
    [
        {"without": "1"},
        {"also": '{"1": {"outcome": {"kind": "draw"}}}'},
        {"keep": "1"},
        {"edit": "1"},
        {"about": "1", "action": "foretell"},
    ],
)
def test_who_corrects_the_last_game_alone_reaches_no_other(
    scorekeeper: Client, club: Club, three: Partie, forged: dict[str, str]
) -> None:
    club.correctors = Correctors.ADMINISTRATORS
    club.save()
    last = SHEET + "games/3/correct/"
    page = scorekeeper.post(last, east_won(three)).text
    for address in (last, SHEET + "games/3/withdraw/"):
        sent = confirmed(page, **forged)
        assert scorekeeper.post(address, sent).status_code == 403
    assert three.games.count() == 3
    assert not Revision.objects.filter(number__gt=1).exists()
    assert scorekeeper.post(last, confirmed(page)).status_code == 302
    assert Revision.objects.filter(number__gt=1).count() == 1


@pytest.mark.parametrize("number", [0, 4])
def test_a_game_that_was_not_played_is_not_found(
    scorekeeper: Client, three: Partie, number: int
) -> None:
    answer = scorekeeper.get(SHEET + f"games/{number}/correct/")
    assert answer.status_code == 404


def test_the_preview_costs_as_much_however_many_games_follow(
    scorekeeper: Client,
    three: Partie,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_max_num_queries(30) as few:
        scorekeeper.post(FIRST, east_won(three))
    for _number in range(9):
        play(three, SOUTH)
    with django_assert_max_num_queries(len(few)):
        scorekeeper.post(FIRST, east_won(three))


# Taking a game out -------------------------------------------------------------------


def test_a_game_is_taken_out_after_a_look(scorekeeper: Client, three: Partie) -> None:
    address = SHEET + "games/2/withdraw/"
    page = scorekeeper.get(address).text
    assert "Game 2 taken out" in words(page)
    assert three.games.count() == 3
    scorekeeper.post(address, confirmed(page))
    assert three.games.count() == 2
    assert is_sound(three)


# New seats -------------------------------------------------------------------------


def seats_of(partie: Partie, *names: str, **more: Any) -> dict[str, Any]:
    seats = {f"seat_{place}": key_of(partie, name) for place, name in enumerate(names)}
    version = fresh(partie).version
    return {"version": version, "key": f"seats {version}", **seats, **more}


def test_the_seats_of_an_earlier_game_are_shown(
    scorekeeper: Client, three: Partie
) -> None:
    page = scorekeeper.get(SHEET + "reseat/?game=2").text
    ben = key_of(three, "Ben")
    east = page.split('name="seat_0"')[1].split("</select>")[0]
    assert f'value="{ben}" selected' in east
    assert "By name: each player keeps the hands entered for them" in page


def test_seats_are_put_right_after_a_look(scorekeeper: Client, three: Partie) -> None:
    sent = seats_of(three, "Cleo", "Ben", "Dirk", "Anna", game=2, winds="seat")
    page = scorekeeper.post(SHEET + "reseat/", sent).text
    assert Revision.objects.count() == 3
    assert "New seats from game 2 on?" in page
    scorekeeper.post(SHEET + "reseat/?game=2", confirmed(page, winds="seat"))
    assert dealers(three) == ["Anna", "Cleo", "Ben"]
    assert is_sound(three)


def test_a_player_sits_on_one_seat(scorekeeper: Client, three: Partie) -> None:
    sent = seats_of(three, "Cleo", "Cleo", "Dirk", "Anna", game=2)
    page = scorekeeper.post(SHEET + "reseat/", sent).text
    assert "This player has another seat already." in page


def test_from_the_next_game_on_nothing_is_replayed(
    scorekeeper: Client, three: Partie
) -> None:
    sent = seats_of(three, "Dirk", "Ben", "Cleo", "Anna", game=4)
    answer = scorekeeper.post(SHEET + "reseat/", sent, follow=True)
    assert "The players sit so from the next game on." in words(answer.text)
    play(three, SOUTH)
    assert dealers(three)[-1] == "Dirk"


def test_new_seats_are_taken_back_after_a_look(
    scorekeeper: Client, three: Partie
) -> None:
    sent = seats_of(three, "Cleo", "Ben", "Dirk", "Anna", game=2)
    page = scorekeeper.post(SHEET + "reseat/", sent).text
    scorekeeper.post(SHEET + "reseat/?game=2", confirmed(page))
    assert dealers(three) != ["Anna", "Ben", "Cleo"]
    place = three.entries.latest("place").place
    address = SHEET + f"entries/{place}/withdraw/"
    page = scorekeeper.get(address).text
    assert "New seats: Cleo, Ben, Dirk, Anna" in words(page)
    scorekeeper.post(address, confirmed(page))
    assert dealers(three) == ["Anna", "Ben", "Cleo"]
    assert is_sound(three)
