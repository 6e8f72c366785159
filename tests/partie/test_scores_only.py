"""Games of which a sheet kept by hand says the scores alone."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from clubscore.club.models import Account, Club, Player
from clubscore.partie import services
from clubscore.partie.audit import differences, rebuild
from clubscore.partie.game_record import WinRecord
from clubscore.partie.models import Game, GameScore, Partie
from clubscore.partie.services import last_withdraw
from clubscore.rules import RulesError
from tests.partie.rule_books import start_in
from tests.partie.test_services import DRAW, record, results, write

SCORES = (24, 384, -244, -164)
"""Of the worked example of the book, in seating order."""


def record_scores(
    partie: Partie,
    scores: tuple[int, ...] = SCORES,
    *,
    winner: int = 1,
    giver: int | None = 0,
    **more: Any,
) -> Any:
    """Record a game by its scores; winner and giver are places."""
    keys = [str(seat.player_id) for seat in partie.seats.all()]
    outcome: WinRecord = {
        "kind": "win",
        "winner": keys[winner],
        "source": "wall" if giver is None else "discard",
        "from": keys[giver] if giver is not None else None,
        "winning_tile": None,
    }
    return services.scores_record(
        partie=partie,
        write=write(partie),
        scores=dict(zip(keys, scores, strict=True)),
        outcome=outcome,
        **more,
    )


def test_a_game_known_by_its_scores_counts_as_any(partie: Partie) -> None:
    record_scores(partie, remark="blots")
    game = Game.objects.get()
    assert (game.number, game.outcome) == (1, "win")
    assert (game.winner, game.giver) == (
        Player.objects.get(name="Ben"),
        Player.objects.get(name="Anna"),
    )
    assert {name: one[0] for name, one in results(partie).items()} == dict(
        zip(["Anna", "Ben", "Cleo", "Dirk"], SCORES, strict=True)
    )
    assert results(partie)["Ben"] == (384, 3384, 1)


def test_nothing_is_invented_about_hands_and_payments(partie: Partie) -> None:
    said = record_scores(partie).said
    assert "hands" not in said
    game = Game.objects.get()
    assert not game.payments.exists()
    assert set(game.scores.values_list("points", flat=True)) == {None}


def test_the_winds_pass_on_after_it(partie: Partie) -> None:
    record_scores(partie)
    record_scores(partie, (-20, 60, -20, -20), giver=None)
    record(partie, DRAW)
    assert [game.dealer.name for game in Game.objects.all()] == ["Anna", "Ben", "Ben"]


@pytest.mark.parametrize(
    ("scores", "winner", "giver", "field"),
    [
        ((24, 384, -244, -165), 1, 0, "scores"),
        ((24, -384, 244, 116), 1, 0, "scores.S"),
        ((24, 384, -244, -164), 1, 1, "outcome.from"),
        ((0, 400_000_000, -400_000_000, 0), 1, 0, "scores"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(
    partie: Partie, scores: tuple[int, ...], winner: int, giver: int, field: str
) -> None:
    with pytest.raises(RulesError) as refused:
        record_scores(partie, scores, winner=winner, giver=giver)
    assert refused.value.field == field
    assert not Game.objects.exists()
    assert Partie.objects.get().version == 0


def test_a_draw_is_no_game_of_scores_alone(partie: Partie) -> None:
    keys = [str(seat.player_id) for seat in partie.seats.all()]
    with pytest.raises(RulesError):
        services.scores_record(
            partie=partie,
            write=write(partie),
            scores=dict.fromkeys(keys, 0),
            outcome={"kind": "draw"},
        )


def test_credited_points_need_not_add_to_0_but_are_not_lost(club: Club) -> None:
    partie = start_in(club, "spiel-der-winde", settlement="credit")
    with pytest.raises(RulesError):
        record_scores(partie, (64, 96, -8, 20))
    record_scores(partie, (64, 96, 0, 20))
    assert sum(one[0] for one in results(partie).values()) == 180
    assert list(differences()) == []


def test_the_same_scores_sent_twice_are_recorded_once(partie: Partie) -> None:
    sent = services.Write(services.Author(name="Anna"), 0, "a key")
    keys = [str(seat.player_id) for seat in partie.seats.all()]
    said: dict[str, Any] = {
        "scores": dict(zip(keys, SCORES, strict=True)),
        "outcome": {
            "kind": "win",
            "winner": keys[1],
            "source": "discard",
            "from": keys[0],
        },
    }
    first = services.scores_record(partie=partie, write=sent, **said)
    assert services.scores_record(partie=partie, write=sent, **said) == first
    assert Game.objects.count() == 1


def test_audit_and_rebuild_find_it_as_it_was_said(partie: Partie) -> None:
    record_scores(partie)
    record(partie)
    record_scores(partie, (-20, 60, -20, -20), giver=None)
    last_withdraw(partie=partie, write=write(partie))
    assert list(differences()) == []
    assert rebuild(partie) == 0
    assert list(differences()) == []


def test_the_audit_sees_a_score_that_nobody_said(partie: Partie) -> None:
    record_scores(partie)
    GameScore.objects.filter(seat="E").update(score=0)
    assert [one.what for one in differences()] == [
        "the scores do not add to 0",
        "scores",
    ]


def test_its_page_says_that_the_hands_are_not_known(
    client: Client, partie: Partie
) -> None:
    record_scores(partie)
    page = client.get("/groene-hart/parties/1/games/1/").text
    assert "Typed from paper" in page
    assert "Nobody pays anybody" not in page
    assert "+384" in page


def test_the_score_sheet_shows_it_among_the_others(
    client: Client, partie: Partie
) -> None:
    record_scores(partie)
    record(partie)
    page = client.get("/groene-hart/parties/1/").text
    assert "on Anna’s discard" in page
    assert "+384" in page


# Put right later -----------------------------------------------------------------

CORRECT = "/groene-hart/parties/1/games/1/correct/"


@pytest.fixture
def scorekeeper(client: Client, administrator: Account) -> Client:
    """Return the browser of somebody who may correct earlier games."""
    client.force_login(administrator)
    return client


def hidden_in(page: str, form: str) -> dict[str, str]:
    """Return what a form of the page sends without being asked."""
    found = page.split(f'<form id="{form}"')[1].split("</form>", maxsplit=1)[0]
    return {
        name: unescape(value)
        for name, value in re.findall(
            r'type="hidden" name="(\w+)" value="([^"]*)"', found
        )
    }


def test_its_scores_are_put_right_on_the_line_of_the_sheet(
    scorekeeper: Client, partie: Partie
) -> None:
    record_scores(partie)
    record(partie)
    page = scorekeeper.get(CORRECT, follow=True).text
    for value in ("B", "A", "24", "384", "-244", "-164"):
        assert f'value="{value}"' in page
    keys = [str(seat.player_id) for seat in partie.seats.all()]
    line = {"line-1-winner": "b", "line-1-giver": "a"}
    for key, score in zip(keys, ("20", "384", "-240", "-164"), strict=True):
        line[f"line-1-hand_{key}"] = score
    wrong = scorekeeper.post(
        CORRECT + "scores/", line | {f"line-1-hand_{keys[0]}": "2"}
    ).text
    assert "The scores add to −18" in wrong
    assert "See what would change" not in wrong

    page = scorekeeper.post(CORRECT + "scores/", line).text
    sent = hidden_in(page, "go-on") | {"action": "preview"}
    page = scorekeeper.post(CORRECT, sent).text
    assert Game.objects.get(number=1).scores.get(seat="E").score == 24
    sent = hidden_in(page, "consequences") | {"action": "confirm", "reason": "a slip"}
    scorekeeper.post(CORRECT, sent)
    game = Game.objects.get(number=1)
    assert game.scores.get(seat="E").score == 20
    assert game.revision.said["scores"][keys[2]] == -240
    assert game.revision.reason == "a slip"
    assert Game.objects.count() == 2
    assert list(differences()) == []


def test_its_line_is_not_taken_for_another_game(
    scorekeeper: Client, partie: Partie
) -> None:
    record_scores(partie)
    page = scorekeeper.get(CORRECT, follow=True).text
    [seen] = re.findall(r'name="seen" value="([^"]*)"', page)
    keys = [str(seat.player_id) for seat in partie.seats.all()]
    line = {"line-1-winner": "b", "line-1-giver": "a", "seen": seen}
    for key, score in zip(keys, ("20", "384", "-240", "-164"), strict=True):
        line[f"line-1-hand_{key}"] = score
    services.last_withdraw(partie=partie, write=write(partie))
    record_scores(partie)
    page = scorekeeper.post(CORRECT + "scores/", line).text
    sent = hidden_in(page, "go-on") | {"action": "preview"}
    answer = scorekeeper.post(CORRECT, sent, follow=True)
    assert [where for where, _status in answer.redirect_chain] == [
        partie.get_absolute_url()
    ]
    assert "somebody else wrote first" in answer.text
    assert Game.objects.get(number=1).revision.number == 1


def test_its_hands_may_be_entered_after_all(
    scorekeeper: Client, partie: Partie
) -> None:
    record_scores(partie)
    assert 'id="table-config"' in scorekeeper.get(f"{CORRECT}?hands=1").text
    typed = scorekeeper.get(f"{CORRECT}typed/?hands=1").text
    assert "Own count of points" in typed


def test_only_a_game_of_scores_has_such_a_line(
    scorekeeper: Client, partie: Partie
) -> None:
    record(partie)
    assert scorekeeper.get(CORRECT + "scores/")["Location"] == CORRECT
    assert scorekeeper.get(CORRECT.replace("1/c", "2/c") + "scores/").status_code == 404


def test_who_may_not_correct_does_not_see_the_line(
    client: Client, partie: Partie, outsider: Account
) -> None:
    record_scores(partie)
    client.force_login(outsider)
    assert client.get(CORRECT + "scores/").status_code == 403


def test_other_programs_are_told_the_scores(
    scorekeeper: Client, partie: Partie
) -> None:
    record_scores(partie)
    told = scorekeeper.get(f"/api/v1/parties/{partie.pk}/games/1/revisions/").json()
    [revision] = told["revisions"]
    assert revision["scores"]["Ben"] == 384
    assert revision["result"]["scores"]["S"] == 384
