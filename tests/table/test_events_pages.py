"""Bookings, substitutes, and everything that was written."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Club, Correctors, Player
from clubscore.club.services import player_add
from clubscore.partie import correction_services, services
from clubscore.partie.models import Partie, Revision
from tests.corrections.test_correcting import EAST, SOUTH, fresh, is_sound
from tests.partie.correction_helpers import seats_correct
from tests.partie.rule_books import key_of, play
from tests.partie.test_services import DRAW, results, write
from tests.table.test_partie_page import words

SHEET = "/groene-hart/parties/1/"
BOOKING = SHEET + "bookings/new/"
SUBSTITUTE = SHEET + "substitute/"
REVISIONS = SHEET + "revisions/"


def sent(partie: Partie, **more: Any) -> dict[str, Any]:
    version = fresh(partie).version
    return {"version": version, "key": f"event {version}", **more}


# Bookings ----------------------------------------------------------------------------


def test_points_are_booked_with_a_reason(scorekeeper: Client, partie: Partie) -> None:
    data = sent(
        partie,
        payer=key_of(partie, "Ben"),
        payee=key_of(partie, "Anna"),
        amount=30,
        reason="a fine",
    )
    answer = scorekeeper.post(BOOKING, data, follow=True)
    assert "It is booked." in words(answer.text)
    assert results(partie)["Ben"][:2] == (0, 2970)
    assert results(partie)["Anna"][:2] == (0, 3030)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"amount": "0"}, "Enter a whole number from 1 up."),
        ({"amount": "ten"}, "Enter a whole number from 1 up."),
        ({"reason": ""}, "Say why: others will ask."),
        ({"payer": ""}, "Say who pays."),
        ({"same": "1"}, "Nobody pays himself."),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_booked(
    scorekeeper: Client, partie: Partie, changes: dict[str, str], said: str
) -> None:
    anna, ben = key_of(partie, "Anna"), key_of(partie, "Ben")
    data = sent(partie, payer=ben, payee=anna, amount="30", reason="a fine") | changes
    if changes.get("same"):
        data["payee"] = ben
    answer = scorekeeper.post(BOOKING, data)
    assert said in words(answer.text)
    assert not Revision.objects.exists()


def test_the_address_fills_a_booking_in(scorekeeper: Client, partie: Partie) -> None:
    ben = key_of(partie, "Ben")
    page = scorekeeper.get(f"{BOOKING}?payer={ben}&amount=96&reason=Game+5").text
    assert re.search(rf'name="payer" value="{ben}"[^>]*checked', page)
    assert 'value="96"' in page
    assert 'value="Game 5"' in page


def test_only_those_who_correct_book(
    scorekeeper: Client, club: Club, partie: Partie
) -> None:
    club.correctors = Correctors.ADMINISTRATORS
    club.save()
    assert scorekeeper.get(BOOKING).status_code == 403
    assert "Book points" not in scorekeeper.get(SHEET).text


# Substitutes ------------------------------------------------------------------------


def test_a_player_of_the_club_plays_on(
    scorekeeper: Client, club: Club, partie: Partie
) -> None:
    eva = player_add(club=club, name="Eva")
    data = sent(partie, leaving=key_of(partie, "Dirk"), coming=eva.pk)
    answer = scorekeeper.post(SUBSTITUTE, data, follow=True)
    assert "The substitute plays on." in words(answer.text)
    assert results(partie)["Eva"] == (0, 3000, 1)


def test_a_guest_plays_on_by_name(
    scorekeeper: Client, club: Club, partie: Partie
) -> None:
    data = sent(partie, leaving=key_of(partie, "Dirk"), coming="", name="Fred")
    scorekeeper.post(SUBSTITUTE, data)
    assert club.players.get(name="Fred").is_guest
    assert "Fred" in results(partie)


def test_a_substitute_who_sits_there_leaves_nothing(
    scorekeeper: Client, club: Club, partie: Partie
) -> None:
    data = sent(partie, leaving=key_of(partie, "Dirk"), name="anna")
    page = words(scorekeeper.post(SUBSTITUTE, data).text)
    assert "somebody else who does not sit there yet" in page
    assert club.players.count() == 4
    assert not Revision.objects.exists()


def test_somebody_has_to_play_on(scorekeeper: Client, partie: Partie) -> None:
    data = sent(partie, leaving=key_of(partie, "Dirk"))
    page = words(scorekeeper.post(SUBSTITUTE, data).text)
    assert "Say who plays on" in page


def test_whoever_holds_the_link_sees_no_other_player_of_the_club(
    client: Client, club: Club, partie: Partie
) -> None:
    club.is_public = False
    club.save()
    player_add(club=club, name="Secret Sam")
    link = services.link_make(partie=partie)
    client.get(link.get_absolute_url())
    page = client.get(SUBSTITUTE).text
    assert "Who leaves the table?" in page
    assert "Secret Sam" not in page


# Everything that was written -------------------------------------------------------


def test_every_revision_is_listed_the_newest_first(
    scorekeeper: Client, partie: Partie
) -> None:
    play(partie, SOUTH)
    correction_services.game_correct(
        partie=partie, write=write(partie), number=1, record=EAST, why="a slip"
    )
    page = words(scorekeeper.get(REVISIONS).text)
    assert "Corrected: Game 1: Anna, on Ben’s discard" in page
    assert "Changed: before: Game: Ben, on Anna’s discard" in page
    assert "a slip" in page
    assert page.index("Corrected:") < page.index("Game 1: Ben")


def test_what_follows_from_a_correction_says_so(
    scorekeeper: Client, partie: Partie
) -> None:
    play(partie, SOUTH)
    play(partie, SOUTH)
    correction_services.game_correct(
        partie=partie,
        write=write(partie),
        number=1,
        record=EAST,
        why="a slip",
        winds="should",
    )
    page = words(scorekeeper.get(REVISIONS).text)
    assert "follows from the correction of game 1" in page
    assert "Changed: East: Ben → Anna" in page


def test_a_booking_is_taken_back_from_there(
    scorekeeper: Client, partie: Partie, players: list[Player]
) -> None:
    made = services.booking_record(
        partie=partie,
        write=write(partie),
        payer=players[0],
        payee=players[1],
        amount=10,
        why="a fine",
    )
    play(partie, DRAW)
    address = SHEET + f"entries/{made.entry.place}/withdraw/"
    assert address in scorekeeper.get(REVISIONS).text
    page = words(scorekeeper.get(address).text)
    assert "Booking: Anna → Ben 10" in page
    assert "How did the winds pass on" not in page
    data = sent(partie, action="confirm", reason="not Anna", winds="played")
    scorekeeper.post(address, data)
    assert results(partie)["Anna"][:2] == (0, 3000)
    assert address not in scorekeeper.get(REVISIONS).text
    assert is_sound(partie)


def test_who_was_a_substitute_for_a_moment_is_still_named(
    scorekeeper: Client, club: Club, partie: Partie, players: list[Player]
) -> None:
    correction_services.substitute_record(
        partie=partie,
        write=write(partie),
        leaving=players[3],
        coming=player_add(club=club, name="Eva"),
    )
    services.last_withdraw(partie=partie, write=write(partie))
    for address in (REVISIONS, SHEET):
        assert "Taken back: Eva plays for Dirk" in words(scorekeeper.get(address).text)


def test_without_an_entry_the_page_says_what_will_stand_there(
    client: Client, partie: Partie
) -> None:
    assert "Nothing has been written yet." in client.get(REVISIONS).text


def test_the_list_costs_the_same_after_many_games(
    scorekeeper: Client,
    partie: Partie,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    play(partie, SOUTH)
    with django_assert_num_queries(9):
        scorekeeper.get(REVISIONS)
    for _number in range(6):
        play(partie, SOUTH)
    with django_assert_num_queries(9):
        scorekeeper.get(REVISIONS)


# The score sheet --------------------------------------------------------------------


def test_the_sheet_marks_games_that_were_corrected(
    client: Client, partie: Partie
) -> None:
    play(partie, SOUTH)
    play(partie, SOUTH)
    assert "corrected" not in words(client.get(SHEET).text)
    correction_services.game_correct(
        partie=partie, write=write(partie), number=1, record=EAST, why="a slip"
    )
    page = client.get(SHEET).text.split('id="score-sheet"')[1].split("</section>")[0]
    assert words(page).count("corrected") == 1


def test_new_seats_put_before_the_last_game_are_not_the_last_entry(
    scorekeeper: Client, partie: Partie
) -> None:
    play(partie, SOUTH)
    play(partie, SOUTH)
    names = ["Anna", "Cleo", "Ben", "Dirk"]
    seats_correct(
        partie=partie,
        write=write(partie),
        number=2,
        players=[key_of(partie, name) for name in (*names[1:], names[0])],
        why="wrong seats",
    )
    assert "Take back the last game" in scorekeeper.get(SHEET).text


def test_everything_can_be_reached_from_the_sheet(
    scorekeeper: Client, partie: Partie
) -> None:
    play(partie, SOUTH)
    page = scorekeeper.get(SHEET).text
    for address in ("reseat/", "substitute/", "bookings/new/", "settle/", "revisions/"):
        assert SHEET + address in page
    assert SHEET + "games/1/correct/" in scorekeeper.get(SHEET + "games/1/").text


def test_readers_are_offered_nothing_that_they_may_not_do(
    client: Client, partie: Partie
) -> None:
    play(partie, SOUTH)
    page = client.get(SHEET).text
    for address in ("reseat/", "substitute/", "bookings/new/"):
        assert SHEET + address not in page
        assert client.get(SHEET + address).status_code == 302
    assert "/correct/" not in client.get(SHEET + "games/1/").text
