"""Games that programs correct: shown before, made once, with all that follows."""

from typing import Any

import pytest

from clubscore.club.models import Club, Correctors, Role
from clubscore.partie.audit import differences
from clubscore.partie.models import Game, Partie, Revision
from clubscore.partie.services import Author, Write, partie_end, partie_void
from clubscore.rules import score_record
from tests.api.conftest import Program, Programs, code
from tests.api.test_games import NAMED
from tests.partie.correction_helpers import seats_correct
from tests.rules.golden import WORKED_EXAMPLE
from tests.season.played import DRAW, GAME

WHY: dict[str, Any] = {"reason": "mixed up"}


@pytest.fixture
def played(program: Program, games: str) -> str:
    """Return where the games are after three: Ben won, a draw, Cleo won."""
    for version, game in enumerate((GAME, DRAW, GAME)):
        answer = program.write(games, game, key=f"k{version}", version=version)
        assert answer.status_code == 201
    return games


def dealers() -> list[str]:
    """Return who sat East in every game."""
    return [game.dealer.name for game in Game.objects.select_related("dealer")]


def correct(
    program: Program, address: str, body: Any, version: int = 3, key: str = "fix"
) -> Any:
    """Correct a game that was seen at a version."""
    return program.write(address, body, key=key, version=version, method="put")


def test_a_corrected_game_is_answered_with_what_score_prints(
    program: Program, played: str
) -> None:
    answer = correct(program, f"{played}2/", GAME | WHY)
    assert answer.status_code == 200
    assert answer["ETag"] == '"4"'
    assert answer.json() == score_record(WORKED_EXAMPLE) | {"number": 2, "version": 4}
    assert not list(differences())


def test_later_games_keep_their_winds_unless_they_should_not(
    program: Program, played: str
) -> None:
    assert dealers() == ["Anna", "Ben", "Ben"]
    correct(program, f"{played}1/", DRAW | WHY)
    assert dealers() == ["Anna", "Ben", "Ben"]
    answer = correct(
        program, f"{played}1/", DRAW | WHY | {"winds": "should"}, version=4, key="two"
    )
    assert answer.status_code == 200
    # Nothing is new of the game itself; it is answered as it holds.
    assert answer.json()["payments"] == []
    assert dealers() == ["Anna", "Anna", "Anna"]
    assert not list(differences())


def test_a_correction_names_players_or_seats_and_who_was_east(
    program: Program, played: str
) -> None:
    answer = correct(program, f"{played}3/", NAMED | WHY | {"east": "Dirk"})
    assert answer.status_code == 200, answer.json()
    assert dealers() == ["Anna", "Ben", "Dirk"]
    game = Game.objects.get(number=3)
    assert game.winner is not None
    assert game.winner.name == "Ben"


def test_a_dry_run_shows_what_would_change_and_writes_nothing(
    program: Program, played: str, partie: Partie
) -> None:
    before = program.get(f"parties/{partie.pk}/").json()
    answer = program.put(f"{played}1/?dry_run=1", DRAW)
    assert answer.status_code == 200
    told = answer.json()
    assert [one["number"] for one in told["games"]] == [1, 2, 3]
    assert [one["named"] for one in told["games"]] == [True, False, False]
    assert [one["before"] for one in told["games"]] == before["games"]
    assert set(told["games"][0]["after"]["scores"].values()) == {0}
    assert told["games"][2]["after"]["scores"] == before["games"][2]["scores"]
    assert told["chips"]["before"] == before["chips"]
    assert told["ranking"]["after"] == [["Cleo"], ["Ben"], ["Anna"], ["Dirk"]]
    assert told["standings"] is True
    assert told["version"] == 3
    assert program.get(f"parties/{partie.pk}/").json() == before
    assert Revision.objects.count() == 3


def test_what_a_dry_run_shows_is_what_is_then_made(
    program: Program, played: str, partie: Partie
) -> None:
    body = GAME | WHY | {"winds": "should"}
    shown = program.put(f"{played}2/?dry_run=1", body).json()
    assert correct(program, f"{played}2/", body).status_code == 200
    made = program.get(f"parties/{partie.pk}/").json()
    assert made["games"][1:] == [one["after"] for one in shown["games"]]
    assert made["chips"] == shown["chips"]["after"]
    assert made["ranking"] == shown["ranking"]["after"]


def test_the_same_correction_sent_twice_is_made_once_and_answered_alike(
    program: Program, played: str
) -> None:
    first = correct(program, f"{played}2/", GAME | WHY)
    correct(program, f"{played}2/", DRAW | WHY, version=4, key="back")
    again = correct(program, f"{played}2/", GAME | WHY)
    assert (again.status_code, again.json()) == (200, first.json())
    assert Game.objects.get(number=2).outcome == "draw"
    other = correct(program, f"{played}2/", DRAW | WHY, version=5)
    assert code(other) == (422, "key_reused")


def test_it_is_known_again_though_others_sit_at_its_table_by_now(
    program: Program, played: str, partie: Partie
) -> None:
    first = correct(program, f"{played}2/", GAME | WHY)
    version = Partie.objects.get(pk=partie.pk).version
    players = partie.seats.order_by("-place").values_list("player", flat=True)
    seats_correct(
        partie=partie,
        write=Write(Author(name="Anna"), version, "seats"),
        number=2,
        players=[str(player) for player in players],
        holds="seat",
        why="we sat the other way round",
    )
    assert dealers()[1] == "Dirk"
    revisions = Revision.objects.count()
    again = correct(program, f"{played}2/", GAME | WHY)
    assert again.status_code == 200, again.json()
    assert again["ETag"] == first["ETag"]
    assert Revision.objects.count() == revisions
    # The same record of another game, or for another reason, is another write.
    for number, why in ((1, WHY), (2, {"reason": "misread"})):
        other = correct(program, f"{played}{number}/", GAME | why)
        assert code(other) == (422, "key_reused")


def test_every_revision_is_told_with_its_reason(
    program: Program, stranger: Program, played: str
) -> None:
    correct(program, f"{played}2/", GAME | WHY)
    told = stranger.get(f"{played}2/revisions/").json()["revisions"]
    assert [one["outcome"]["kind"] for one in told] == ["draw", "win"]
    assert [one["reason"] for one in told] == ["", "mixed up"]
    assert [one["revision"] for one in told] == [1, 2]


def test_a_correction_of_what_was_not_seen_is_a_conflict(
    program: Program, played: str
) -> None:
    answer = correct(program, f"{played}2/", GAME | WHY, version=2)
    assert code(answer) == (409, "conflict")
    assert answer.json()["error"]["first"]["version"] == 3


def test_a_correction_says_what_it_has_seen(program: Program, played: str) -> None:
    answer = program.put(f"{played}2/", GAME | WHY)
    assert code(answer) == (428, "precondition_required")


@pytest.mark.parametrize(
    ("body", "refusal", "field"),
    [
        (GAME, "bad_record", "reason"),
        (GAME | {"reason": " "}, "bad_record", "reason"),
        (GAME | {"reason": "x" * 201}, "bad_record", "reason"),
        (GAME | WHY | {"winds": "any"}, "bad_record", "winds"),
        (GAME | WHY | {"winds": ["played"]}, "bad_record", "winds"),
        (GAME | WHY | {"after": "k1"}, "bad_record", "after"),
        (GAME | WHY | {"hands": {}}, "bad_record", "hands.S.complete"),
        (DRAW | WHY, "bad_record", None),
    ],
)
def test_a_correction_that_cannot_be_made_says_why(
    program: Program, played: str, body: Any, refusal: str, field: str | None
) -> None:
    answer = correct(program, f"{played}2/", body)
    assert code(answer) == (422, refusal)
    assert answer.json()["error"].get("field") == field
    assert Revision.objects.count() == 3


@pytest.mark.parametrize("value", ["yes", "true", ""])
def test_an_unclear_dry_run_writes_nothing(
    program: Program, played: str, value: str
) -> None:
    answer = correct(program, f"{played}2/?dry_run={value}", GAME | WHY)
    assert code(answer) == (422, "bad_parameter")
    assert Revision.objects.count() == 3


def test_there_is_no_other_game(program: Program, played: str) -> None:
    assert code(correct(program, f"{played}4/", GAME | WHY)) == (404, "not_found")


def test_nothing_is_corrected_in_a_void_partie(
    program: Program, program_of: Programs, played: str, partie: Partie
) -> None:
    write = Write(Author(name="Anna"), 3, "void")
    partie_void(partie=partie, write=write, why="the wrong rule book")
    answer = correct(program, f"{played}2/", GAME | WHY, version=4)
    assert code(answer) == (403, "forbidden")
    runs_it = program_of(partie.club, Role.ADMINISTRATOR)
    answer = correct(runs_it, f"{played}2/", GAME | WHY, version=4)
    assert code(answer) == (422, "void")


@pytest.mark.parametrize(
    ("role", "correctors", "earlier", "last"),
    [
        (Role.MEMBER, Correctors.SCOREKEEPERS, 403, 403),
        (Role.SCOREKEEPER, Correctors.SCOREKEEPERS, 200, 200),
        (Role.SCOREKEEPER, Correctors.ADMINISTRATORS, 403, 200),
        (Role.ADMINISTRATOR, Correctors.ADMINISTRATORS, 200, 200),
    ],
)
@pytest.mark.parametrize("query", ["", "?dry_run=1"])
def test_the_club_says_who_corrects_earlier_games(
    program_of: Programs,
    club: Club,
    played: str,
    role: Role,
    correctors: Correctors,
    earlier: int,
    last: int,
    query: str,
) -> None:
    club.correctors = correctors
    club.save()
    program = program_of(club, role)
    answer = correct(program, f"{played}2/{query}", GAME | WHY)
    assert answer.status_code == earlier
    version = Partie.objects.get().version
    answer = correct(program, f"{played}3/{query}", DRAW | WHY, version, key="last")
    assert answer.status_code == last


def test_a_final_partie_is_corrected_by_administrators_alone(
    program: Program, program_of: Programs, played: str, partie: Partie
) -> None:
    write = Write(Author(name="Anna"), 3, "end")
    partie_end(partie=partie, write=write, why="time")
    Club.objects.update(final_after=0)
    answer = correct(program, f"{played}3/", DRAW | WHY, version=4)
    assert code(answer) == (403, "forbidden")
    runs_it = program_of(partie.club, Role.ADMINISTRATOR)
    answer = correct(runs_it, f"{played}3/", DRAW | WHY, version=4)
    assert answer.status_code == 200
