import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubscore.club.login import MOST_ATTEMPTS
from clubscore.club.models import Account, Club, Invitation, Member, Player, Role
from clubscore.club.services import (
    InvitationGoneError,
    account_join,
    invitation_accept,
    invitation_make,
    invitation_revoke,
    member_change,
    member_remove,
)
from tests.club.test_login import assert_known_alone

INVITATIONS = "/groene-hart/settings/people/invitations/"
NEW = {"username": "eva", "password1": "bamboo and pearls"}
NEW["password2"] = NEW["password1"]


@pytest.fixture
def invitation(club: Club, administrator: Account) -> Invitation:
    """Return an invitation that is good for a week."""
    return invitation_make(
        club=club, made_by=administrator, role=Role.SCOREKEEPER, days=7
    )


OPEN = "/accounts/invitations/"


def there(invitation: Invitation) -> str:
    """Return the address of an invitation's link."""
    return invitation.get_absolute_url()


# Making one -------------------------------------------------------------------------


def test_an_invitation_is_made_for_a_role_a_player_and_some_days(
    client: Client, club: Club, administrator: Account, players: list[Player]
) -> None:
    client.force_login(administrator)
    typed = {"role": "scorekeeper", "player": players[1].pk, "days": "30"}
    page = client.post(INVITATIONS, typed, follow=True).text
    assert "The invitation is made." in page
    made = Invitation.objects.get()
    assert (made.club, made.role, made.player) == (club, "scorekeeper", players[1])
    assert made.made_by == administrator
    left = made.expires_at - timezone.now()
    assert dt.timedelta(days=29, hours=23) < left <= dt.timedelta(days=30)
    assert f'value="http://testserver{there(made)}"' in page
    assert "plays as Ben" in page


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"role": ""}, "This field is required."),
        ({"role": "emperor"}, "Select a valid choice"),
        ({"days": "365"}, "Select a valid choice"),
        ({"player": "0"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_told(
    client: Client, administrator: Account, typed: dict[str, str], message: str
) -> None:
    client.force_login(administrator)
    page = client.post(INVITATIONS, {"role": "member", "days": "7"} | typed).text
    assert page.count(message) == 2
    assert not Invitation.objects.exists()


def test_the_code_is_drawn_without_style_for_the_links_own_address(
    client: Client, administrator: Account, invitation: Invitation
) -> None:
    client.force_login(administrator)
    page = client.get(INVITATIONS).text
    drawing = page.split('<svg class="qr"')[1].split("</svg>")[0]
    assert 'role="img" aria-label="QR code: the link"' in drawing
    assert 'fill="#ffffff"' in drawing
    assert 'fill="#000000"' in drawing
    assert "style" not in drawing
    assert page.count(there(invitation)) == 1  # for nobody but the field to show


def test_what_is_over_is_not_listed(
    client: Client, club: Club, administrator: Account, invitation: Invitation
) -> None:
    client.force_login(administrator)
    invitation_revoke(invitation=invitation)
    used = invitation_make(club=club, made_by=administrator, role=Role.MEMBER, days=1)
    account_join(invitation=used, username="eva", password="x")
    late = invitation_make(club=club, made_by=administrator, role=Role.MEMBER, days=-1)
    page = client.get(INVITATIONS).text
    for one in (invitation, used, late):
        assert there(one) not in page


def test_an_invitation_is_withdrawn(
    client: Client, administrator: Account, invitation: Invitation
) -> None:
    client.force_login(administrator)
    page = client.post(f"{INVITATIONS}{invitation.pk}/revoke/", follow=True)
    assert "The invitation is withdrawn." in page.text
    assert there(invitation) not in page.text
    gone = Client().get(there(invitation), follow=True)
    assert gone.status_code == 404
    assert "It was withdrawn." in gone.text


def test_another_clubs_invitation_is_not_withdrawn(
    client: Client, administrator: Account, invitation: Invitation
) -> None:
    Club.objects.create(name="Other", slug="other")
    Member.objects.create(
        club=Club.objects.get(slug="other"), account=administrator, role="administrator"
    )
    client.force_login(administrator)
    address = f"/other/settings/people/invitations/{invitation.pk}/revoke/"
    assert client.post(address).status_code == 404
    assert Invitation.objects.valid(timezone.now()).exists()


@pytest.mark.parametrize("how", ["removed", "demoted"])
def test_who_no_longer_runs_the_club_cannot_come_back_by_a_link_of_their_own(
    client: Client, club: Club, outsider: Account, administrator: Account, how: str
) -> None:
    leaving = Member.objects.create(club=club, account=outsider, role="administrator")
    own = invitation_make(club=club, made_by=outsider, role=Role.ADMINISTRATOR, days=7)
    other = invitation_make(club=club, made_by=administrator, role=Role.MEMBER, days=7)
    if how == "removed":
        member_remove(member=leaving)
    else:
        member_change(member=leaving, role=Role.MEMBER, player=None)
    assert list(Invitation.objects.valid(timezone.now())) == [other]
    assert client.get(there(own), follow=True).status_code == 404


def test_the_list_costs_the_same_however_many_are_open(
    client: Client,
    club: Club,
    administrator: Account,
    invitation: Invitation,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client.force_login(administrator)
    with django_assert_num_queries(7):
        client.get(INVITATIONS)
    for _number in range(5):
        invitation_make(club=club, made_by=administrator, role=Role.MEMBER, days=7)
    with django_assert_num_queries(7):
        client.get(INVITATIONS)


# Accepting it -----------------------------------------------------------------------


def test_whoever_is_logged_in_joins_with_one_tap(
    client: Client, club: Club, outsider: Account, invitation: Invitation
) -> None:
    client.force_login(outsider)
    page = client.get(there(invitation), follow=True).text
    assert "Het Groene Hart" in page
    assert "As a scorekeeper" in page
    assert "Join as otto" in page
    assert not club.members.filter(account=outsider).exists()
    response = client.post(there(invitation), follow=True)
    assert response.redirect_chain == [("/groene-hart/", 302)]
    assert "You are a member of Het Groene Hart now." in response.text
    member = club.members.get(account=outsider)
    assert member.role == Role.SCOREKEEPER
    invitation.refresh_from_db()
    assert invitation.used_by == outsider
    assert invitation.used_at is not None


def test_somebody_without_an_account_makes_one_and_is_in(
    client: Client, club: Club, invitation: Invitation, players: list[Player]
) -> None:
    Club.objects.update(is_public=False)
    Invitation.objects.update(player=players[2])
    page = client.get(there(invitation), follow=True).text
    assert "The results of Cleo are yours." in page
    assert f"/accounts/login/?next={OPEN}" in page
    response = client.post(there(invitation), NEW, follow=True)
    assert response.redirect_chain == [("/groene-hart/", 302)]
    member = club.members.get(account__username="eva")
    assert (member.role, member.player) == (Role.SCOREKEEPER, players[2])
    assert member.account.check_password("bamboo and pearls")
    assert client.session["_auth_user_id"] == str(member.account_id)


def test_the_browser_in_which_somebody_joined_is_known(
    client: Client, invitation: Invitation
) -> None:
    client.post(there(invitation), NEW)
    client.post("/accounts/logout/")
    assert_known_alone(client, "eva", NEW["password1"])


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"username": ""}, "This field is required."),
        ({"username": "Willem"}, "A user with that username already exists."),
        ({"username": "two words"}, "Enter a valid username."),
        ({"password2": "another thing"}, "didn’t match"),
        ({"password1": "123456789012", "password2": "123456789012"}, "among the first"),
        ({"password1": "pearls 2026", "password2": "pearls 2026"}, "at least 12"),
    ],
)
def test_an_account_that_cannot_be_is_told_and_uses_nothing_up(
    client: Client, invitation: Invitation, typed: dict[str, str], message: str
) -> None:
    page = client.post(there(invitation), NEW | typed)
    assert page.status_code == 200
    assert message in page.text
    assert Account.objects.count() == 1
    assert Invitation.objects.valid(timezone.now()).exists()


def test_each_invitation_lets_one_person_in(
    client: Client, club: Club, outsider: Account, invitation: Invitation
) -> None:
    account_join(invitation=invitation, username="eva", password="x")
    for response in (
        client.get(there(invitation), follow=True),
        client.post(there(invitation), NEW),
    ):
        assert response.status_code == 404
        assert "It has been accepted already" in response.text
        assert "Groene Hart" not in response.text
    client.force_login(outsider)
    assert client.post(there(invitation)).status_code == 404
    assert club.members.count() == 2


def test_of_two_who_accept_at_once_one_is_told(
    club: Club, outsider: Account, invitation: Invitation
) -> None:
    # Both have read the invitation while it was good.
    also = Invitation.objects.get(pk=invitation.pk)
    invitation_accept(invitation=invitation, account=outsider)
    with pytest.raises(InvitationGoneError):
        account_join(invitation=also, username="eva", password="x")
    assert not Account.objects.filter(username="eva").exists()
    assert club.members.count() == 2


def test_the_time_of_an_invitation_runs_out(
    client: Client, outsider: Account, invitation: Invitation
) -> None:
    Invitation.objects.update(expires_at=timezone.now())
    client.force_login(outsider)
    followed = client.get(there(invitation), follow=True)
    for response in (followed, client.post(there(invitation))):
        assert response.status_code == 404
        assert "It was valid until" in response.text
    assert not outsider.memberships.exists()


@pytest.mark.parametrize("token", ["1:forged", "1", "no-token"])
def test_a_link_that_nobody_made_is_told_kindly(
    client: Client, invitation: Invitation, token: str
) -> None:
    response = client.get(f"/accounts/invitations/{token}/")
    assert response.status_code == 404
    assert "Perhaps a part of the link is missing." in response.text


def test_a_member_is_told_and_leaves_the_invitation_to_somebody_else(
    client: Client, administrator: Account, invitation: Invitation
) -> None:
    client.force_login(administrator)
    assert (
        "You are a member of this club already."
        in client.get(there(invitation), follow=True).text
    )
    assert client.post(there(invitation))["Location"] == "/groene-hart/"
    assert Invitation.objects.valid(timezone.now()).exists()
    assert administrator.memberships.get().role == Role.ADMINISTRATOR


def test_a_player_whom_somebody_else_has_become_is_left_to_them(
    club: Club,
    administrator: Account,
    outsider: Account,
    players: list[Player],
) -> None:
    invitation = invitation_make(
        club=club, made_by=administrator, role=Role.MEMBER, player=players[0], days=7
    )
    Member.objects.filter(account=administrator).update(player=players[0])
    assert invitation_accept(invitation=invitation, account=outsider).player is None


def test_a_player_who_turned_out_to_be_another_is_that_one(
    club: Club,
    administrator: Account,
    outsider: Account,
    players: list[Player],
) -> None:
    invitation = invitation_make(
        club=club, made_by=administrator, role=Role.MEMBER, player=players[0], days=7
    )
    Player.objects.filter(pk=players[0].pk).update(merged_into=players[3])
    member = invitation_accept(invitation=invitation, account=outsider)
    assert member.player == players[3]


def test_no_cache_keeps_an_invitation(client: Client, invitation: Invitation) -> None:
    assert "no-store" in client.get(there(invitation), follow=True)["Cache-Control"]


def test_logging_in_leads_back_to_the_invitation(
    client: Client, outsider: Account, invitation: Invitation
) -> None:
    page = client.get(there(invitation), follow=True).text
    login = re.search(r'href="(/accounts/login/\?next=/acc[^"]+)"', page)
    assert login is not None
    typed = {"username": "otto", "password": "tiles and winds"}
    response = client.post(login[1], typed | {"next": there(invitation)})
    assert response["Location"] == there(invitation)


def test_names_are_not_tried_without_end_but_a_whole_club_may_join(
    client: Client, club: Club, administrator: Account, invitation: Invitation
) -> None:
    for number in range(MOST_ATTEMPTS + 1):
        made = invitation_make(
            club=club, made_by=administrator, role=Role.MEMBER, days=7
        )
        joined = Client().post(there(made), {**NEW, "username": f"eva-{number}"})
        assert joined.status_code == 302
    for _ in range(MOST_ATTEMPTS):
        answer = client.post(there(invitation), {**NEW, "username": "willem"})
        assert "already exists" in answer.text
    answer = client.post(there(invitation), NEW)
    assert "Too many accounts were tried from here." in answer.text
    assert "already exists" not in answer.text
    assert Invitation.objects.valid(timezone.now()).filter(pk=invitation.pk).exists()


def test_names_are_not_tried_behind_two_passwords_that_differ(
    client: Client, invitation: Invitation
) -> None:
    # What says that a name is free tells as much as what says that it is not.
    for number in range(MOST_ATTEMPTS + 1):
        mistyped = {**NEW, "username": f"eva-{number}", "password2": "bamboo"}
        answer = client.post(there(invitation), mistyped)
    assert "Too many accounts were tried from here." in answer.text


def test_who_joins_in_between_goes_on_trying_names_no_longer(
    client: Client, club: Club, administrator: Account, invitation: Invitation
) -> None:
    for number in range(MOST_ATTEMPTS):
        answer = client.post(there(invitation), {**NEW, "username": "willem"})
        assert "already exists" in answer.text
        if number < MOST_ATTEMPTS - 1:
            made = invitation_make(
                club=club, made_by=administrator, role=Role.MEMBER, days=7
            )
            joined = Client().post(there(made), {**NEW, "username": f"eva-{number}"})
            assert joined.status_code == 302
    answer = client.post(there(invitation), {**NEW, "username": "willem"})
    assert "Too many accounts were tried from here." in answer.text


def test_the_token_leaves_the_address_bar(
    client: Client, invitation: Invitation, administrator: Account
) -> None:
    assert client.get(OPEN).status_code == 404
    followed = client.get(there(invitation))
    assert followed["Location"] == OPEN
    page = client.get(OPEN)
    assert invitation.token not in page.text
    assert "no-store" in page["Cache-Control"]
    # Whoever has an account logs in on the way, and comes back.
    assert client.post("/accounts/login/", WILLEM).status_code == 302
    assert client.get(OPEN).status_code == 200
    client.post("/accounts/logout/")
    assert client.get(OPEN).status_code == 404
    client.get(there(invitation))
    assert client.post(OPEN, NEW)["Location"] == "/groene-hart/"


WILLEM = {"username": "willem", "password": "tiles and winds"}


# One link for many ------------------------------------------------------------------


@pytest.fixture
def for_three(club: Club, administrator: Account) -> Invitation:
    """Return an invitation by which three people can join."""
    return invitation_make(
        club=club, made_by=administrator, role=Role.MEMBER, days=7, places=3
    )


def test_a_link_for_many_is_made(client: Client, administrator: Account) -> None:
    client.force_login(administrator)
    typed = {"role": "member", "player": "", "days": "30", "places": "24"}
    page = client.post(INVITATIONS, typed, follow=True).text
    assert "0 of 24 have joined" in page
    assert Invitation.objects.get().places == 24


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"role": "administrator"}, "by a link of their own"),
        ({"places": "501"}, "less than or equal to 500"),
        ({"places": "0"}, "greater than or equal to 1"),
    ],
)
def test_what_a_link_for_many_cannot_be_is_told(
    client: Client, administrator: Account, typed: dict[str, str], message: str
) -> None:
    client.force_login(administrator)
    asked = {"role": "member", "player": "", "days": "7", "places": "9"} | typed
    assert client.post(INVITATIONS, asked).text.count(message) == 2
    assert not Invitation.objects.exists()


def test_a_link_for_many_is_nobodys_own(
    client: Client, administrator: Account, players: list[Player]
) -> None:
    client.force_login(administrator)
    asked = {"role": "member", "player": players[0].pk, "days": "7", "places": "9"}
    page = client.post(INVITATIONS, asked).text
    assert "Several people cannot all be one player." in page


def test_many_join_by_one_link_each_as_who_they_are(
    club: Club, players: list[Player], for_three: Invitation
) -> None:
    for place, name in enumerate(("eva", "fred", "gerda")):
        phone = Client()
        shown = phone.get(there(for_three), follow=True).text
        assert "Which player are you?" in shown
        # Whom somebody has become already nobody else can choose.
        for taken, one in enumerate(players):
            assert (f">{one.name}</option>" in shown) == (taken >= place)
        sent = NEW | {"username": name, "player": players[place].pk}
        assert phone.post(OPEN, sent, follow=True).status_code == 200
    joined = dict(club.members.values_list("account__username", "player__name"))
    assert {one: joined[one] for one in ("eva", "fred", "gerda")} == {
        "eva": "Anna",
        "fred": "Ben",
        "gerda": "Cleo",
    }
    gone = Client().get(there(for_three), follow=True)
    assert gone.status_code == 404
    assert "As many people have joined by it" in gone.text


def test_whoever_has_an_account_says_who_they_are_too(
    client: Client, outsider: Account, players: list[Player], for_three: Invitation
) -> None:
    client.force_login(outsider)
    assert "Which player are you?" in client.get(there(for_three), follow=True).text
    assert "Select a valid choice" in client.post(OPEN, {"player": "0"}).text
    client.post(OPEN, {"player": players[3].pk})
    assert Member.objects.get(account=outsider).player == players[3]


def test_one_can_join_without_being_a_player(
    client: Client, outsider: Account, for_three: Invitation
) -> None:
    client.force_login(outsider)
    client.get(there(for_three), follow=True)
    client.post(OPEN, {"player": ""})
    assert Member.objects.get(account=outsider).player is None


def test_who_chose_the_same_player_first_is_that_player(
    club: Club, players: list[Player], for_three: Invitation
) -> None:
    for name in ("eva", "fred"):
        account_join(
            invitation=for_three, username=name, password="x", player=players[0]
        )
    joined = club.members.order_by("pk").values_list("account__username", "player")
    assert list(joined)[-2:] == [("eva", players[0].pk), ("fred", None)]


def test_who_joined_by_a_link_for_many_can_have_a_new_password_made(
    client: Client, club: Club, administrator: Account, for_three: Invitation
) -> None:
    member = account_join(invitation=for_three, username="eva", password="x")
    invitation_revoke(invitation=for_three)
    client.force_login(administrator)
    address = f"/{club.slug}/settings/people/{member.pk}/password/"
    assert "/accounts/password/new/" in client.post(address).text


def test_an_invitation_that_ends_lets_those_stay_who_joined_by_it(
    club: Club, for_three: Invitation
) -> None:
    member = account_join(invitation=for_three, username="eva", password="x")
    for_three.delete()
    assert club.invitations.get(used_by=member.account).part_of is None
