"""Audit and rebuild: what follows from the records, and nothing else."""

from typing import Any

import pytest
from django.core.management import call_command

from clubscore.club.models import Club
from clubscore.partie import engine
from clubscore.partie.audit import RECOUNTED, differences, rebuild
from clubscore.partie.models import (
    Game,
    GameScore,
    Partie,
    PartieResult,
    Payment,
    Revision,
)
from clubscore.partie.services import booking_record, last_withdraw, partie_end
from clubscore.rules import RulesError
from clubscore.rules.errors import Code
from clubscore.rules.table import counted_game
from tests.partie.rule_books import counted, play, start_in
from tests.partie.test_services import DRAW, record, write


@pytest.fixture
def played(partie: Partie) -> Partie:
    """Return a partie in which everything has happened that can."""
    record(partie)
    record(partie, DRAW)
    record(partie)
    last_withdraw(partie=partie, write=write(partie))
    anna, ben = (seat.player for seat in partie.seats.all()[:2])
    booking_record(
        partie=partie,
        write=write(partie),
        payer=anna,
        payee=ben,
        amount=10,
        why="a fine",
    )
    record(partie)
    partie_end(partie=partie, write=write(partie), why="last tram")
    return Partie.objects.get(pk=partie.pk)


def audit(capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Run the command; return its status and what it printed."""
    status = 0
    try:
        call_command("audit")
    except SystemExit as ended:
        status = int(str(ended.code))
    return status, capsys.readouterr().out


def test_what_the_table_wrote_is_as_it_follows(
    played: Partie, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(differences()) == []
    status, text = audit(capsys)
    assert status == 0
    assert text.endswith("1 parties, 3 games: no differences\n")


def spoil_score(partie: Partie) -> None:
    GameScore.objects.filter(game__number=1, seat="E").update(score=25)


def spoil_chips(partie: Partie) -> None:
    GameScore.objects.filter(game__number=3, seat="E").update(chips=0)


def spoil_payment(partie: Partie) -> None:
    Payment.objects.filter(game__number=1).earliest("pk").delete()


def spoil_game(partie: Partie) -> None:
    Game.objects.filter(number=2).update(dealer=partie.seats.latest("place").player)


def lose_game(partie: Partie) -> None:
    Game.objects.get(number=3).delete()


def spoil_result(partie: Partie) -> None:
    PartieResult.objects.filter(partie=partie, place=1).update(wins=7)


def spoil_flag(partie: Partie) -> None:
    Partie.objects.update(is_finished=False)


def spoil_progress(partie: Partie) -> None:
    assert partie.progress is not None
    Partie.objects.update(progress=partie.progress | {"passes": 3})


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (spoil_score, "the scores do not add to 0"),
        (spoil_score, "score is not what the payments come to"),
        (spoil_chips, "game 3: scores"),
        (spoil_payment, "game 1: payments"),
        (spoil_game, "game 2: game"),
        (lose_game, "game 3: the game has no row"),
        (spoil_result, "results"),
        (spoil_flag, "is_finished"),
        (spoil_progress, "progress"),
    ],
)
def test_audit_finds_it_and_rebuild_mends_it(
    played: Partie,
    capsys: pytest.CaptureFixture[str],
    spoil: Any,
    said: str,
) -> None:
    spoil(played)
    status, text = audit(capsys)
    assert status == 1
    assert said in text
    call_command("rebuild")
    assert "1 parties repaired, no games counted differently" in capsys.readouterr().out
    assert audit(capsys)[0] == 0


def test_audit_writes_nothing(played: Partie) -> None:
    spoil_score(played)
    before = list(GameScore.objects.values())
    assert list(differences())
    assert list(GameScore.objects.values()) == before


def test_a_mended_engine_changes_results_only_by_rebuild_with_its_reason(
    played: Partie, monkeypatch: pytest.MonkeyPatch
) -> None:
    def generous(*said: Any) -> Any:
        """Make the first payment a point more."""
        game = counted_game.counted(*said)
        result: Any = game.result
        for payment in result["payments"][:1]:
            payment["amount"] += 1
            result["scores"][payment["from"]] -= 1
            result["scores"][payment["to"]] += 1
        return game

    before = [score.score for score in GameScore.objects.all()]
    monkeypatch.setattr(engine.chronicles, "counted", generous)
    found = [one for one in differences() if one.what == "the result"]
    assert [one.game for one in found] == [1, 3]
    assert [score.score for score in GameScore.objects.all()] == before
    assert rebuild(played) == 2
    assert list(differences()) == []
    assert Revision.objects.filter(reason=RECOUNTED).count() == 2
    assert [score.score for score in GameScore.objects.all()] != before


def test_rebuild_leaves_a_partie_alone_whose_game_is_refused_now(
    played: Partie,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def strict(*_said: Any) -> Any:
        raise RulesError(Code.IMPOSSIBLE, "An open set was drawn.")

    before = list(GameScore.objects.values())
    version = Partie.objects.get().version
    monkeypatch.setattr(engine.chronicles, "counted", strict)
    call_command("rebuild")
    text = capsys.readouterr().out
    assert "cannot be scored: An open set was drawn." in text
    assert f"partie {played.number} stays as it is until that game" in text
    assert "no parties repaired, no games counted differently" in text
    assert list(GameScore.objects.values()) == before
    assert Partie.objects.get().version == version


def test_rebuild_leaves_what_is_right_alone(
    played: Partie, capsys: pytest.CaptureFixture[str]
) -> None:
    revisions = Revision.objects.count()
    version = Partie.objects.get().version
    call_command("rebuild")
    assert "no parties repaired" in capsys.readouterr().out
    assert Revision.objects.count() == revisions
    assert Partie.objects.get().version == version


# Every rule book ------------------------------------------------------------------

PENALTY: dict[str, Any] = {
    "outcome": {
        "kind": "penalty",
        "offender": "E",
        "offence": "false_mahjong",
        "from": "S",
        "excluded": [],
    }
}


@pytest.fixture
def every_rule_book(club: Club) -> dict[str, Partie]:
    """Return a partie by each rule book, with whatever is special about it."""
    found = {}
    for ruleset, many in (("nts", 3), ("nts", 5), ("schmale", 3), ("schmale", 5)):
        partie = found[f"{ruleset} {many}"] = start_in(club, ruleset, many)
        for _ in range(3):
            play(partie, counted("S", "E", E=10, S=40))
    play(found["nts 3"], east="Ben")
    play(found["nts 3"], counted("E", E=40), east="Ben")
    play(found["schmale 5"], PENALTY)
    for settlement in ("differences", "owner_double", "winner_only", "credit"):
        partie = found[settlement] = start_in(
            club, "spiel-der-winde", settlement=settlement
        )
        play(partie, DRAW)
        play(partie, counted("S", E=64, S=96, N=20))
    return found


def test_audit_finds_nothing_wrong_with_any_rule_book(
    every_rule_book: dict[str, Partie], capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(differences()) == []
    status, text = audit(capsys)
    assert status == 0
    assert text.endswith("8 parties, 23 games: no differences\n")


def test_what_is_spoiled_in_any_rule_book_is_found_and_mended(
    every_rule_book: dict[str, Partie], capsys: pytest.CaptureFixture[str]
) -> None:
    before = list(GameScore.objects.order_by("game", "seat").values_list("score"))
    sentences = {}
    for name, partie in every_rule_book.items():
        spoilt = partie.games.get(number=2).scores.get(seat="S")
        GameScore.objects.filter(pk=spoilt.pk).update(score=spoilt.score + 1)
        sentences[name] = f"{spoilt.player}'s score is not what"
    status, text = audit(capsys)
    assert status == 1
    for name, partie in every_rule_book.items():
        where = f"partie {partie.number}, game 2"
        assert f"{where}: {sentences[name]}" in text
        # Where everybody is credited his points, scores need not add to 0.
        assert (f"{where}: the scores do not add" in text) == (name != "credit")
    call_command("rebuild")
    assert audit(capsys)[0] == 0
    after = list(GameScore.objects.order_by("game", "seat").values_list("score"))
    assert sorted(after) == sorted(before)


def test_what_was_credited_is_held_against_the_hands(
    every_rule_book: dict[str, Partie],
) -> None:
    # The sum is the same, and still neither score is what was credited.
    game = every_rule_book["credit"].games.get(number=2)
    for seat, score in (("E", 65), ("S", 95)):
        game.scores.filter(seat=seat).update(score=score)
    found = [str(one) for one in differences() if "score is not" in one.what]
    assert len(found) == 2
