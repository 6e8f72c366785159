"""A second player agrees that a game was entered as it was played."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from clubscore.club.initials import name_withhold
from clubscore.club.models import Account, Club, Member, Player, Role
from clubscore.club.services import player_add
from clubscore.partie import correction_services, services
from clubscore.partie.agreements import able_to_agree, agreed_in, game_agree
from clubscore.partie.models import Agreement, Partie, Revision
from clubscore.partie.services import Author, Write
from tests.corrections.test_correcting import EAST, SOUTH
from tests.partie.rule_books import play
from tests.partie.test_services import write
from tests.table.test_partie_page import words

SHEET = "/groene-hart/parties/1/"
AGREE = SHEET + "games/1/agree/"


def member(club: Club, player: Player | None, role: str = Role.MEMBER) -> Account:
    """Return an account that belongs to the club, linked to a player."""
    name = player.name.lower() if player is not None else role
    account = Account.objects.create_user(name, password="tiles and winds")
    Member.objects.create(club=club, account=account, role=role, player=player)
    return account


def browser_of(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


@pytest.fixture
def by_anna(club: Club, partie: Partie, players: list[Player]) -> Revision:
    """Return a game that Anna entered from her own account."""
    author = Author(account=member(club, players[0]), name="Anna")
    return services.game_record(
        partie=partie, write=Write(author, 0, "first"), record=SOUTH
    )


def sent(revision: Revision, **more: Any) -> dict[str, Any]:
    return {"revision": revision.pk, **more}


def test_a_player_agrees_from_the_own_account(
    club: Club, partie: Partie, players: list[Player], by_anna: Revision
) -> None:
    client = browser_of(member(club, players[1]))
    page = client.get(SHEET + "games/1/").text
    assert "I agree" in page
    client.post(AGREE, sent(by_anna))
    assert agreed_in(partie) == {by_anna.pk: ("Ben",)}
    page = client.get(SHEET + "games/1/").text
    assert "Ben agreed to this game as it stands here." in words(page)
    assert "I agree" not in page


def test_twice_is_once(club: Club, players: list[Player], by_anna: Revision) -> None:
    client = browser_of(member(club, players[1]))
    client.post(AGREE, sent(by_anna))
    client.post(AGREE, sent(by_anna))
    assert Agreement.objects.count() == 1


def test_who_entered_it_does_not_agree(
    partie: Partie, players: list[Player], by_anna: Revision
) -> None:
    assert by_anna.account is not None
    client = browser_of(by_anna.account)
    page = client.get(SHEET + "games/1/").text
    # On her phone the others can.
    assert "Anna agrees" not in page
    assert "Ben agrees" in page
    client.post(AGREE, sent(by_anna))
    assert not Agreement.objects.exists()
    client.post(AGREE, sent(by_anna, player=players[1].pk))
    assert Agreement.objects.get().player == players[1]


def test_on_the_tables_phone_the_player_is_chosen(
    client: Client, partie: Partie, players: list[Player]
) -> None:
    link = services.link_make(partie=partie)
    client.get(link.get_absolute_url())
    revision = play(partie, SOUTH)
    client.post(AGREE, sent(revision, player=players[2].pk))
    agreement = Agreement.objects.get()
    assert (agreement.player, agreement.link) == (players[2], link)


def test_who_did_not_play_does_not_agree(
    club: Club, partie: Partie, by_anna: Revision
) -> None:
    eva = player_add(club=club, name="Eva")
    with pytest.raises(ValidationError):
        game_agree(partie=partie, revision=by_anna, player=eva)
    client = browser_of(member(club, eva))
    assert "I agree" not in client.get(SHEET + "games/1/").text
    client.post(AGREE, sent(by_anna))
    assert not Agreement.objects.exists()


@pytest.mark.parametrize("role", ["outsider", "member"])
def test_nobody_agrees_for_another_who_may_not_record(
    club: Club, outsider: Account, players: list[Player], by_anna: Revision, role: str
) -> None:
    account = outsider if role == "outsider" else member(club, None)
    answer = browser_of(account).post(AGREE, sent(by_anna, player=players[1].pk))
    assert answer.status_code == 403
    assert not Agreement.objects.exists()


def test_without_an_account_one_is_sent_to_log_in(
    client: Client, by_anna: Revision
) -> None:
    assert client.post(AGREE, sent(by_anna)).status_code == 302
    assert not Agreement.objects.exists()


def test_a_correction_is_agreed_to_anew(
    club: Club, partie: Partie, players: list[Player], by_anna: Revision
) -> None:
    client = browser_of(member(club, players[1]))
    client.post(AGREE, sent(by_anna))
    made = correction_services.game_correct(
        partie=partie, write=write(partie), number=1, record=EAST, why="a slip"
    )
    assert "agreed to this game" not in words(client.get(SHEET + "games/1/").text)
    # What was on the screen was the game before.
    answer = client.post(AGREE, sent(by_anna), follow=True)
    assert "The game was corrected meanwhile." in words(answer.text)
    assert agreed_in(partie).keys() == {by_anna.pk}
    client.post(AGREE, sent(made))
    assert agreed_in(partie).keys() == {by_anna.pk, made.pk}


def test_the_club_can_ask_for_it(
    client: Client, club: Club, partie: Partie, by_anna: Revision
) -> None:
    assert "not agreed yet" not in client.get(SHEET).text
    club.asks_agreement = True
    club.save()
    assert "not agreed yet" in client.get(SHEET).text
    assert "Not agreed yet." in words(client.get(SHEET + "games/1/").text)
    game_agree(partie=partie, revision=by_anna, player=Player.objects.get(name="Ben"))
    page = words(client.get(SHEET).text)
    assert "not agreed yet" not in page
    assert "agreed : Ben" in page


def test_htmx_gets_the_part_alone(
    club: Club, players: list[Player], by_anna: Revision
) -> None:
    client = browser_of(member(club, players[1]))
    page = client.post(AGREE, sent(by_anna), headers={"hx-request": "true"}).text
    assert "<html" not in page
    assert 'id="agreed"' in page
    assert "Ben agreed" in words(page)


def test_a_game_is_agreed_to_by_post(client: Client, by_anna: Revision) -> None:
    assert client.get(AGREE).status_code == 405


def test_after_recording_it_is_asked_where_the_club_asks(
    scorekeeper: Client, club: Club, partie: Partie, players: list[Player]
) -> None:
    revision = play(partie, SOUTH)
    recorded = SHEET + "games/1/recorded/"
    assert "agrees" not in scorekeeper.get(recorded).text
    club.asks_agreement = True
    club.save()
    page = scorekeeper.get(recorded).text
    assert "Not agreed yet." in page
    assert "Ben agrees" in page
    data = sent(revision, player=players[1].pk, back="recorded")
    answer = scorekeeper.post(AGREE, data, follow=True)
    assert answer.redirect_chain[-1][0] == recorded
    assert "Ben agreed to this game" in words(answer.text)


def test_who_entered_it_is_known_though_shown_by_initials_since(
    partie: Partie, players: list[Player]
) -> None:
    author = Author(link=services.link_make(partie=partie), name="anna")
    revision = services.game_record(
        partie=partie, write=Write(author, 0, "first"), record=SOUTH
    )
    keys = [str(player.pk) for player in players]
    assert able_to_agree(keys, revision) == keys[1:]
    name_withhold(player=players[0])
    assert able_to_agree(keys, revision) == keys[1:]
