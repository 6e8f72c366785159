import pytest
from django.test import Client

from clubscore.club.models import Account, Club, Member, Player, Role

PEOPLE = "/groene-hart/settings/people/"


@pytest.fixture(autouse=True)
def _runs_the_club(client: Client, administrator: Account) -> None:
    client.force_login(administrator)


@pytest.fixture
def keeper(club: Club, outsider: Account) -> Member:
    """Return a scorekeeper."""
    return Member.objects.create(club=club, account=outsider, role=Role.SCOREKEEPER)


def test_an_account_is_added_with_a_role_and_a_player(
    client: Client, club: Club, outsider: Account, players: list[Player]
) -> None:
    typed = {"account": "otto", "role": "scorekeeper", "player": players[1].pk}
    page = client.post(PEOPLE, typed, follow=True).text
    assert "otto is added." in page
    assert "plays as Ben" in page
    member = club.members.get(account=outsider)
    assert (member.role, member.player) == (Role.SCOREKEEPER, players[1])


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"account": ""}, "This field is required."),
        ({"account": "Otto"}, "Nobody logs in as “Otto”"),
        ({"account": "willem"}, "is a member already"),
        ({"role": "emperor"}, "Select a valid choice"),
        ({"player": "0"}, "Select a valid choice"),
    ],
)
def test_who_cannot_be_added_is_told(
    client: Client, club: Club, outsider: Account, typed: dict[str, str], message: str
) -> None:
    page = client.post(PEOPLE, {"account": "otto", "role": "member"} | typed).text
    assert 'role="alert"' in page
    assert page.count(message) == 2
    assert club.members.count() == 1


def test_a_player_is_one_persons_only(
    client: Client, keeper: Member, players: list[Player]
) -> None:
    client.post(f"{PEOPLE}{keeper.pk}/", {"role": "member", "player": players[0].pk})
    keeper.refresh_from_db()
    assert keeper.player == players[0]
    offered = client.get(PEOPLE).text.split('name="player"')[1].split("</select>")[0]
    assert "Anna" not in offered
    assert "Ben" in offered
    own = client.get(f"{PEOPLE}{keeper.pk}/").text
    assert f'<option value="{players[0].pk}" selected>Anna</option>' in own


def test_players_of_another_club_are_not_offered(
    client: Client, keeper: Member
) -> None:
    other = Club.objects.create(name="Other", slug="other")
    stranger = Player.objects.create(club=other, name="Zoë", key="zoe", slug="zoe")
    response = client.post(
        f"{PEOPLE}{keeper.pk}/", {"role": "member", "player": stranger.pk}
    )
    assert "Select a valid choice" in response.text


def test_a_role_is_changed(client: Client, keeper: Member) -> None:
    page = client.post(f"{PEOPLE}{keeper.pk}/", {"role": "administrator"}, follow=True)
    assert "otto is changed." in page.text
    keeper.refresh_from_db()
    assert keeper.role == Role.ADMINISTRATOR


def test_the_last_administrator_stays_one(
    client: Client, administrator: Account
) -> None:
    last = Member.objects.get(account=administrator)
    page = client.post(f"{PEOPLE}{last.pk}/", {"role": "member"}).text
    assert "A club needs an administrator." in page
    page = client.post(f"{PEOPLE}{last.pk}/remove/").text
    assert "A club needs an administrator." in page
    assert Member.objects.get().role == Role.ADMINISTRATOR


def test_an_administrator_can_leave_to_another(
    client: Client, administrator: Account, keeper: Member
) -> None:
    Member.objects.filter(pk=keeper.pk).update(role=Role.ADMINISTRATOR)
    own = Member.objects.get(account=administrator)
    client.post(f"{PEOPLE}{own.pk}/", {"role": "member"})
    own.refresh_from_db()
    assert own.role == Role.MEMBER


def test_removing_asks_first(client: Client, keeper: Member) -> None:
    there = f"{PEOPLE}{keeper.pk}/remove/"
    assert "Remove otto?" in client.get(there).text
    assert Member.objects.count() == 2
    page = client.post(there, follow=True).text
    assert "otto is no longer a member." in page
    assert not Member.objects.filter(pk=keeper.pk).exists()
    assert Account.objects.filter(username="otto").exists()
