"""Correcting earlier games: nothing is written over, everything follows."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubscore.club.models import Club, Player
from clubscore.club.services import player_add
from clubscore.partie import correction, correction_services, services
from clubscore.partie import replay as replaying
from clubscore.partie.audit import differences_of, rebuild
from clubscore.partie.derive import chronicle_from
from clubscore.partie.engine import Replay
from clubscore.partie.entries import Kind
from clubscore.partie.models import Partie, Revision
from clubscore.partie.services import ConflictError
from clubscore.rules import RulesError
from tests.conftest import players_in
from tests.partie.correction_helpers import game_withdraw, seats_correct
from tests.partie.rule_books import (
    counted,
    dealers,
    key_of,
    play,
    scores,
    start_in,
    won,
)
from tests.partie.test_services import DRAW, results, write, write_at


def correct(partie: Partie, number: int, game: dict[str, Any], **more: Any) -> Revision:
    """Say an earlier game anew."""
    return correction_services.game_correct(
        partie=partie,
        write=write(partie),
        number=number,
        record=game,
        why="Ben counted wrong",
        **more,
    )


def preview(
    partie: Partie, number: int, game: dict[str, Any], **more: Any
) -> correction.Consequences:
    """Return what would change if an earlier game were said anew."""
    return replaying.correction_preview(
        partie=partie, number=number, record=game, **more
    )


def fresh(partie: Partie) -> Partie:
    """Return the partie as it is stored now."""
    return Partie.objects.get(pk=partie.pk)


def is_sound(partie: Partie) -> bool:
    """Tell whether every row follows from what was said, and a rebuild agrees."""
    assert list(differences_of(fresh(partie))) == []
    before = list(partie.results.order_by("player").values())
    assert rebuild(partie) == 0
    return list(partie.results.order_by("player").values()) == before


SOUTH = counted("S", "E", E=20, S=100, W=30, N=40)
EAST = counted("E", "S", E=100, S=20, W=30, N=40)


@pytest.fixture
def three(partie: Partie) -> Partie:
    """Return a partie of three games: Anna's, Ben's and Cleo's deal."""
    for _number in range(3):
        play(partie, SOUTH)
    return partie


# One earlier game ---------------------------------------------------------------


def test_a_correction_is_a_revision_beside_what_was_said(three: Partie) -> None:
    first = Revision.objects.get(entry__place=1)
    made = correct(three, 1, counted("S", "W", E=20, S=100, W=30, N=40))
    assert (made.number, made.entry_id, made.reason) == (
        2,
        first.entry_id,
        "Ben counted wrong",
    )
    assert made.author == "Anna"
    assert Revision.objects.get(pk=first.pk).said == first.said
    assert is_sound(three)


def test_later_games_keep_their_scores_and_their_chips_follow(three: Partie) -> None:
    before = {number: scores(three, number) for number in (2, 3)}
    chips = {one.player.name: one.chips for one in three.results.all()}
    correct(three, 1, DRAW)
    assert {number: scores(three, number) for number in (2, 3)} == before
    assert scores(three, 1) == dict.fromkeys(["Anna", "Ben", "Cleo", "Dirk"], 0)
    after = {one.player.name: one.chips for one in three.results.all()}
    assert after["Ben"] < chips["Ben"]
    assert sum(after.values()) == sum(chips.values())


def test_who_sat_east_stays_as_it_was_played(three: Partie) -> None:
    assert dealers(three) == ["Anna", "Ben", "Cleo"]
    # Had East won, the deal would not have passed.
    correct(three, 1, EAST)
    assert dealers(three) == ["Anna", "Ben", "Cleo"]
    assert Revision.objects.filter(entry__place__gt=1).count() == 2


def test_the_winds_can_pass_on_as_they_should_have(three: Partie) -> None:
    correct(three, 1, EAST, winds="should")
    assert dealers(three) == ["Anna", "Anna", "Ben"]
    # The players keep their hands: Cleo won on Ben's discard, from another seat now.
    game = three.games.get(number=2)
    assert game.winner is not None
    assert game.giver is not None
    assert (game.winner.name, game.giver.name) == ("Cleo", "Ben")
    assert is_sound(three)


def test_a_game_that_follows_says_what_it_follows_from(three: Partie) -> None:
    correct(three, 1, EAST, winds="should")
    made = Revision.objects.get(entry__place=2, number=2)
    assert made.reason == "follows from the correction of game 1"
    assert made.author == "Anna"


def test_a_preview_writes_nothing(three: Partie) -> None:
    found = preview(three, 1, EAST, winds="should")
    assert Revision.objects.count() == 3
    assert fresh(three).version == 3
    assert [game.number for game in found.later] == [2, 3]
    assert all(game.changes_winds and game.changes_chips for game in found.later)


def test_a_preview_is_what_the_correction_makes(three: Partie) -> None:
    found = preview(three, 1, EAST, winds="should")
    correct(three, 1, EAST, winds="should")
    assert found.after.games == chronicle_from(three).games
    assert found.after.totals == {
        str(one.player_id): one.score for one in three.results.all()
    }
    places = {key: place for key, (_before, place) in found.places.items()}
    assert places == {str(one.player_id): one.place for one in three.results.all()}


def test_a_preview_tells_whether_the_standings_change(three: Partie) -> None:
    assert preview(three, 1, DRAW).changes_standings
    assert not preview(three, 1, SOUTH | {"remark": "late"}).changes_standings


def test_a_record_by_player_is_the_same_game(three: Partie) -> None:
    ben, dirk = key_of(three, "Ben"), key_of(three, "Dirk")
    record = {"hands": {ben: {"points": 60}}, "outcome": won(ben, dirk)}
    correct(three, 1, record, is_by_player=True)
    game = three.games.get(number=1)
    assert game.giver is not None
    assert game.giver.name == "Dirk"


def test_who_really_sat_east_in_it_can_be_corrected(three: Partie) -> None:
    correct(three, 2, SOUTH, east=key_of(three, "Dirk"))
    assert dealers(three) == ["Anna", "Dirk", "Cleo"]
    assert scores(three, 2)["Anna"] > 0
    assert is_sound(three)


def test_a_record_that_cannot_be_scored_leaves_everything(three: Partie) -> None:
    with pytest.raises(RulesError):
        correct(three, 1, {"hands": {}, "outcome": won("S")})
    with pytest.raises(RulesError):
        preview(three, 1, {"hands": {}, "outcome": won("S")})
    assert Revision.objects.count() == 3


def test_a_correction_that_says_the_same_is_refused(three: Partie) -> None:
    with pytest.raises(ValidationError):
        correct(three, 1, SOUTH)
    assert fresh(three).version == 3


@pytest.mark.parametrize("number", [0, 4])
def test_only_a_game_that_was_played_is_corrected(three: Partie, number: int) -> None:
    with pytest.raises(ValidationError):
        correct(three, number, DRAW)


def test_a_correction_that_has_not_seen_the_last_game_is_refused(
    three: Partie,
) -> None:
    with pytest.raises(ConflictError):
        correction_services.game_correct(
            partie=three,
            write=write_at(three, 2, "late"),
            number=1,
            record=DRAW,
            why="late",
        )


def test_a_correction_sent_twice_is_made_once(three: Partie) -> None:
    sent = write(three)
    twice = [
        correction_services.game_correct(
            partie=three, write=sent, number=1, record=DRAW, why="a draw"
        )
        for _again in range(2)
    ]
    assert twice[0] == twice[1]
    assert Revision.objects.count() == 4


def test_a_void_partie_is_not_corrected(three: Partie) -> None:
    services.partie_void(partie=three, write=write(three), why="a joke")
    with pytest.raises(ValidationError):
        correct(three, 1, DRAW)


# The round that was played ------------------------------------------------------


@pytest.fixture
def second_round(partie: Partie) -> Partie:
    """Return a partie whose fifth game was the first of the round of South."""
    for _number in range(5):
        play(partie, SOUTH)
    return partie


def rounds(partie: Partie) -> list[str]:
    return [game.round_wind for game in partie.games.all()]


def test_a_later_game_keeps_the_round_in_which_it_was_played(
    second_round: Partie,
) -> None:
    before = scores(second_round, 5)
    # Had East won the fourth game, the round would not have been over.
    correct(second_round, 4, EAST)
    assert rounds(second_round) == ["E", "E", "E", "E", "S"]
    assert dealers(second_round)[3:] == ["Dirk", "Anna"]
    assert scores(second_round, 5) == before
    assert is_sound(second_round)


def test_the_round_passes_on_as_it_should_have(second_round: Partie) -> None:
    correct(second_round, 4, EAST)
    correct(
        second_round, 4, EAST | {"remark": "the round was not over"}, winds="should"
    )
    assert rounds(second_round) == ["E"] * 5
    assert dealers(second_round)[3:] == ["Dirk", "Dirk"]
    assert is_sound(second_round)


def test_a_game_after_the_end_keeps_its_winds_or_goes(club: Club) -> None:
    partie = start_in(club, "nts", rounds=1)
    for _number in range(3):
        play(partie, SOUTH)
    play(partie, EAST)
    play(partie, SOUTH)
    assert fresh(partie).is_finished
    # Had South won the fourth game, the partie would have been over.
    found = preview(partie, 4, SOUTH, winds="should")
    assert [(game.number, str(game.error)) for game in found.unscored] == [
        (5, "The partie would have been over by then.")
    ]
    with pytest.raises(RulesError):
        correct(partie, 4, SOUTH, winds="should")
    anew = replaying.game_anew(partie, 4, SOUTH)
    without = correction.Correction(
        games={4: anew}, without=frozenset({5}), replay=Replay.SHOULD
    )
    correction_services.correct(
        partie=partie, write=write(partie), correction=without, why="South won"
    )
    assert partie.games.count() == 4
    assert fresh(partie).is_finished
    assert is_sound(partie)


def test_a_game_that_cannot_be_scored_keeps_its_winds_if_asked(three: Partie) -> None:
    # Dealt: only East can win so. Ben was East of the second game.
    hand = {"tiles": "123m456p789s11222z"}
    dealt = {
        "hands": {"E": hand},
        "outcome": won("E") | {"source": "deal"},
    }
    correct(three, 2, dealt)
    found = preview(three, 1, EAST, winds="should")
    assert [game.number for game in found.unscored] == [2]
    with pytest.raises(RulesError) as refused:
        correct(three, 1, EAST, winds="should")
    assert refused.value.game == 2
    anew = replaying.game_anew(three, 1, EAST)
    keeping = correction.Correction(
        games={1: anew}, replay=Replay.SHOULD, keeping=frozenset({2})
    )
    correction_services.correct(
        partie=three, write=write(three), correction=keeping, why="East won"
    )
    assert dealers(three) == ["Anna", "Ben", "Ben"]
    assert is_sound(three)


def test_several_games_are_corrected_in_one_step(three: Partie) -> None:
    both = correction.Correction(
        games={
            1: replaying.game_anew(three, 1, DRAW),
            2: replaying.game_anew(three, 2, DRAW),
        }
    )
    correction_services.correct(
        partie=three, write=write(three), correction=both, why="both draws"
    )
    assert fresh(three).version == 4
    assert {name: score for name, (score, *_) in results(three).items()} == scores(
        three, 3
    )
    assert is_sound(three)


# Taking out ---------------------------------------------------------------------


def test_an_earlier_game_is_taken_out_and_stays_to_be_seen(three: Partie) -> None:
    made = game_withdraw(
        partie=three, write=write(three), number=2, why="entered twice"
    )
    assert (made.is_withdrawn, made.number, made.reason) == (True, 2, "entered twice")
    assert dealers(three) == ["Anna", "Cleo"]
    assert [game.number for game in three.games.all()] == [1, 2]
    assert is_sound(three)


def test_a_game_taken_out_lets_the_winds_pass_on_as_they_should(three: Partie) -> None:
    game_withdraw(
        partie=three, write=write(three), number=2, why="twice", winds="should"
    )
    assert dealers(three) == ["Anna", "Ben"]
    assert is_sound(three)


# The wrong seats ----------------------------------------------------------------


def seats(partie: Partie, number: int) -> dict[str, str]:
    """Return who sat where in a game."""
    game = partie.games.get(number=number)
    return {one.seat: one.player.name for one in game.scores.select_related("player")}


def reseat(partie: Partie, number: int, *names: str, holds: str = "name") -> Revision:
    return seats_correct(
        partie=partie,
        write=write(partie),
        number=number,
        players=[key_of(partie, name) for name in names],
        holds=holds,
        why="Cleo sat to Anna's right",
    )


def test_new_seats_hold_from_a_game_on(three: Partie) -> None:
    reseat(three, 2, "Cleo", "Ben", "Dirk", "Anna")
    assert seats(three, 1) == {"E": "Anna", "S": "Ben", "W": "Cleo", "N": "Dirk"}
    assert seats(three, 2) == {"E": "Cleo", "S": "Ben", "W": "Dirk", "N": "Anna"}
    assert is_sound(three)


def test_by_name_players_keep_what_was_entered(three: Partie) -> None:
    before = three.games.get(number=2).winner
    reseat(three, 2, "Cleo", "Ben", "Dirk", "Anna")
    assert three.games.get(number=2).winner == before
    # Cleo won as East, so that she stays.
    assert dealers(three) == ["Anna", "Cleo", "Cleo"]


def test_by_seat_others_take_what_was_entered(three: Partie) -> None:
    before = three.games.get(number=2)
    assert before.winner is not None
    assert before.winner.name == "Cleo"
    by_seat = {one.seat: (one.points, one.score) for one in before.scores.all()}
    reseat(three, 2, "Cleo", "Ben", "Dirk", "Anna", holds="seat")
    game = three.games.get(number=2)
    assert game.winner is not None
    assert game.winner.name == "Ben"
    assert {one.seat: (one.points, one.score) for one in game.scores.all()} == by_seat
    assert dealers(three) == ["Anna", "Cleo", "Ben"]
    assert is_sound(three)


def test_who_was_said_to_sit_east_against_the_rules_still_does(partie: Partie) -> None:
    play(partie, SOUTH)
    play(partie, SOUTH, east="Dirk")
    reseat(partie, 1, "Anna", "Cleo", "Ben", "Dirk")
    assert dealers(partie) == ["Anna", "Dirk"]
    assert is_sound(partie)


def test_the_new_seats_are_one_step_that_can_be_taken_back(three: Partie) -> None:
    before = results(three)
    made = reseat(three, 2, "Cleo", "Ben", "Dirk", "Anna", holds="seat")
    assert fresh(three).version == 4
    assert made.entry.kind == Kind.SEATING
    correction_services.entry_withdraw(
        partie=three,
        write=write(three),
        entry=made.entry,
        why="they sat right",
        winds="seat",
    )
    assert results(three) == before
    assert dealers(three) == ["Anna", "Ben", "Cleo"]
    assert is_sound(three)


def test_seats_are_given_to_those_who_sit_there(three: Partie) -> None:
    with pytest.raises(ValidationError):
        reseat(three, 2, "Anna", "Anna", "Cleo", "Dirk")
    with pytest.raises(ValidationError):
        reseat(three, 2, "Anna", "Ben", "Cleo")


def test_a_game_recorded_after_new_seats_follows_them(three: Partie) -> None:
    reseat(three, 2, "Cleo", "Ben", "Dirk", "Anna")
    play(three, SOUTH)
    assert dealers(three) == ["Anna", "Cleo", "Cleo", "Ben"]
    services.last_withdraw(partie=three, write=write(three))
    assert dealers(three) == ["Anna", "Cleo", "Cleo"]
    assert is_sound(three)


# From the next game on ----------------------------------------------------------


@pytest.fixture
def eva(club: Club) -> Player:
    """Return a player of the club who does not sit at the table."""
    return player_add(club=club, name="Eva")


def substitute(partie: Partie, leaving: str, coming: Player) -> Revision:
    return correction_services.substitute_record(
        partie=partie,
        write=write(partie),
        leaving=partie.results.get(player__name=leaving).player,
        coming=coming,
    )


def test_a_substitute_plays_on_in_the_seat(three: Partie, eva: Player) -> None:
    substitute(three, "Dirk", eva)
    play(three, SOUTH)
    assert seats(three, 4) == {"E": "Eva", "S": "Anna", "W": "Ben", "N": "Cleo"}
    assert results(three)["Eva"][1] == 3000 + scores(three, 4)["Eva"]
    assert is_sound(three)


def test_nobody_is_substituted_by_who_sits_there(three: Partie, eva: Player) -> None:
    anna = three.results.get(player__name="Anna").player
    with pytest.raises(ValidationError):
        substitute(three, "Dirk", anna)
    substitute(three, "Dirk", eva)
    with pytest.raises(ValidationError):
        substitute(three, "Dirk", player_add(club=three.club, name="Fred"))


def test_a_substitute_who_played_is_not_simply_taken_back(
    three: Partie, eva: Player
) -> None:
    made = substitute(three, "Dirk", eva)
    play(three, SOUTH)
    with pytest.raises(RulesError):
        correction_services.entry_withdraw(
            partie=three, write=write(three), entry=made.entry, why="no"
        )
    # By seat, Dirk takes what was entered for Eva.
    correction_services.entry_withdraw(
        partie=three, write=write(three), entry=made.entry, why="no", winds="seat"
    )
    assert seats(three, 4)["E"] == "Dirk"
    assert "Eva" not in results(three)
    assert is_sound(three)


def test_an_event_that_could_not_have_happened_must_go_first(
    three: Partie, eva: Player
) -> None:
    made = substitute(three, "Dirk", eva)
    anna = three.results.get(player__name="Anna").player
    services.booking_record(
        partie=three, write=write(three), payer=eva, payee=anna, amount=10, why="fine"
    )
    with pytest.raises(ValidationError):
        correction_services.entry_withdraw(
            partie=three, write=write(three), entry=made.entry, why="no"
        )


def test_new_seats_hold_from_the_next_game_on(three: Partie) -> None:
    names = ["Anna", "Cleo", "Ben", "Dirk"]
    correction_services.seating_record(
        partie=three,
        write=write(three),
        players=[key_of(three, name) for name in names],
    )
    play(three, SOUTH)
    assert seats(three, 4) == dict(zip("ESWN", names, strict=True))
    assert is_sound(three)


def test_an_earlier_booking_is_taken_back(three: Partie) -> None:
    anna, ben = (seat.player for seat in three.seats.all()[:2])
    before = results(three)
    made = services.booking_record(
        partie=three, write=write(three), payer=anna, payee=ben, amount=10, why="fine"
    )
    play(three, DRAW)
    correction_services.entry_withdraw(
        partie=three, write=write(three), entry=made.entry, why="not Anna"
    )
    assert results(three) == before
    with pytest.raises(ValidationError):
        correction_services.entry_withdraw(
            partie=three, write=write(three), entry=made.entry, why="again"
        )
    assert is_sound(three)


# Finished -----------------------------------------------------------------------


def test_a_partie_is_finished_when_its_last_game_was_first_recorded(
    club: Club,
) -> None:
    partie = start_in(club, "nts", rounds=1)
    for _number in range(3):
        play(partie, SOUTH)
    assert fresh(partie).finished_at is None
    made = play(partie, SOUTH)
    assert fresh(partie).finished_at == made.made_at
    correct(partie, 4, counted("S", "W", E=20, S=100, W=30, N=40))
    assert fresh(partie).finished_at == made.made_at
    correct(partie, 4, EAST)
    assert fresh(partie).finished_at is None
    assert not fresh(partie).is_finished
    assert is_sound(partie)


def test_a_partie_ended_early_is_finished_then(three: Partie) -> None:
    made = services.partie_end(partie=three, write=write(three), why="last tram")
    assert fresh(three).finished_at == made.made_at
    services.last_withdraw(partie=three, write=write(three))
    assert fresh(three).finished_at is None


# Whatever happens ---------------------------------------------------------------


DEEDS = [
    *["game"] * 3,
    *["correct"] * 2,
    *["seats"] * 2,
    "out",
    "now",
    "swap",
    "book",
    "back",
    "undo",
]
"""What can be done to a partie, the more often the more it turns upside down."""


def some_game(rng: Random, many: int) -> dict[str, Any]:
    """Return a game of points that somebody might enter."""
    letters = "ESWN"[: min(many, 4)]
    if rng.random() < 0.2:
        return DRAW
    winner = rng.choice(letters)
    giver = rng.choice([None, *letters.replace(winner, "")])
    points = {seat: rng.randrange(2, 40) * 2 for seat in letters}
    points[winner] += 40
    return counted(winner, giver, **points)


def do_something(rng: Random, partie: Partie, spare: list[Player]) -> None:
    """Do one of the things that can be done to a partie; it may be refused."""
    now = fresh(partie)
    chronicle = chronicle_from(now)
    places = list(chronicle.state.places)
    many = len(chronicle.games)
    winds = rng.choice(["played", "should"])
    kind = rng.choice(DEEDS) if many > 1 else "game"
    common: dict[str, Any] = {"partie": now, "write": write(now)}
    game = some_game(rng, now.players)
    number = rng.randrange(1, many + 1) if many else 0
    if kind == "game":
        east = rng.choice(places) if chronicle.state.now.dice_choose else None
        services.game_record(**common, record=game, east=east)
    elif kind == "correct":
        east = rng.choice([None, None, rng.choice(places)])
        correction_services.game_correct(
            **common, number=number, record=game, east=east, why="so", winds=winds
        )
    elif kind == "out":
        game_withdraw(**common, number=number, why="so", winds=winds)
    elif kind == "seats":
        rng.shuffle(places)
        holds = rng.choice(["name", "seat"])
        seats_correct(**common, number=number, players=places, holds=holds, why="so")
    elif kind == "now":
        rng.shuffle(places)
        correction_services.seating_record(**common, players=places)
    elif kind == "swap":
        leaving = Player.objects.get(pk=rng.choice(places))
        correction_services.substitute_record(
            **common, leaving=leaving, coming=rng.choice(spare)
        )
    elif kind == "book":
        payer, payee = rng.sample(sorted(chronicle.totals), 2)
        services.booking_record(
            **common,
            payer=Player.objects.get(pk=payer),
            payee=Player.objects.get(pk=payee),
            amount=rng.randrange(1, 50),
            why="so",
        )
    elif kind == "back":
        entries = list(now.entries.exclude(kind=Kind.GAME))
        if entries:
            replay = rng.choice(["played", "should", "seat"])
            correction_services.entry_withdraw(
                **common, entry=rng.choice(entries), why="so", winds=replay
            )
    else:
        services.last_withdraw(**common)


@pytest.mark.same_on_every_database(
    "what happens comes at random from what each database is asked for one by one"
)
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(0, 10**6),
    book=st.sampled_from([("nts", 4), ("nts", 3), ("nts", 5), ("spiel-der-winde", 4)]),
)
def test_whatever_was_done_everything_follows_from_what_was_said(
    club: Club, seed: int, book: tuple[str, int]
) -> None:
    rng = Random(seed)
    with transaction.atomic():
        partie = start_in(club, *book)
        spare = players_in(club, "Fred", "Gina")
        for _try in range(14):
            # Much of what is tried is refused, and leaves nothing.
            with suppress(RulesError, ValidationError):
                do_something(rng, partie, spare)
        assert is_sound(partie)
        for game in partie.games.all():
            assert sum(one.score for one in game.scores.all()) == 0
        together = sum(one.chips for one in partie.results.all())
        assert together == partie.start_chips * partie.results.count()
        transaction.set_rollback(True)
