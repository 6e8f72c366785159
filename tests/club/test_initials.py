"""A player's wish to be shown by initials: who can have it, and what it means."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from clubscore.club.initials import name_show, name_withhold, withheld_in
from clubscore.club.models import Account, Club, Member, Player, Role
from clubscore.club.names import initials_of
from clubscore.club.services import (
    player_add,
    player_called,
    player_change,
    player_rename,
)

WITHHOLD, SHOW = {"action": "withhold"}, {"action": "show"}


@pytest.fixture
def anna(club: Club) -> Player:
    """Return a player of two names."""
    return player_add(club=club, name="Anna Bakker")


@pytest.fixture
def herself(client: Client, club: Club, anna: Player) -> Client:
    """Return the browser of the member who is that player."""
    account = Account.objects.create_user("anna", password="tiles and winds")
    Member.objects.create(club=club, account=account, player=anna)
    client.force_login(account)
    return client


@pytest.fixture
def host(administrator: Account) -> Client:
    """Return the browser of who runs the club."""
    browser = Client()
    browser.force_login(administrator)
    return browser


# What initials are ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Anna Bakker", "A. B."),
        ("anna", "a."),
        ("Jan-Willem van den Berg", "J.-W. v. d. B."),
        ("Éva O’Neill", "É. O."),
        ("E\N{COMBINING ACUTE ACCENT}va", "É."),
        ("(guest) Ben", "g. B."),
        ("李 小龍", "李. 小."),
        ("- ★", "N. N."),
        ("a " * 40, "a. a. a. a. a. a. a. a."),
    ],
)
def test_every_name_has_initials(name: str, initials: str) -> None:
    assert initials_of(name) == initials


def test_initials_that_somebody_has_get_a_number(club: Club, anna: Player) -> None:
    bert = player_add(club=club, name="Arie Boer")
    known = player_add(club=club, name="a. b. 2")
    for one in (anna, bert):
        name_withhold(player=one)
    assert [anna.name, bert.name, known.name] == ["A. B.", "A. B. 3", "a. b. 2"]


def test_initials_are_nobody_elses_real_name(club: Club, anna: Player) -> None:
    other = player_add(club=club, name="A. B.")
    name_withhold(player=other)
    name_withhold(player=anna)
    assert (other.name, other.withheld_name) == ("A. B.", "A. B.")
    assert anna.name == "A. B. 2"


# What is written --------------------------------------------------------------------


def test_the_name_is_kept_apart_and_the_address_goes(club: Club, anna: Player) -> None:
    name_withhold(player=anna)
    assert (anna.name, anna.slug) == ("A. B.", "player")
    assert (anna.withheld_name, anna.withheld_key) == ("Anna Bakker", "anna bakker")
    club.refresh_from_db()
    assert club.names_version == 1


def test_twice_is_once(club: Club, anna: Player) -> None:
    for write in (name_withhold, name_withhold, name_show, name_show):
        write(player=anna)
    assert (anna.name, anna.slug, anna.withheld_name, anna.withheld_key) == (
        *("Anna Bakker", "anna-bakker"),
        *("", ""),
    )
    club.refresh_from_db()
    assert club.names_version == 2


def test_who_turned_out_to_be_the_player_is_not_named_either(
    club: Club, anna: Player
) -> None:
    alias = player_add(club=club, name="Annie Bakker")
    older = player_add(club=club, name="Annetje")
    stranger = player_add(club=club, name="Ben")
    alias.merged_into, older.merged_into = anna, alias
    alias.save()
    older.save()
    name_withhold(player=older)
    names = club.players.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["A. B.", "A. B. 2", "A.", "Ben"]
    assert player_called(club=club, name="annetje") == anna
    name_show(player=anna)
    assert set(names.all()) == {"Anna Bakker", "Annie Bakker", "Annetje", "Ben"}
    assert stranger.slug == "ben"


def test_a_merge_later_on_keeps_the_wish(club: Club, anna: Player) -> None:
    name_withhold(player=anna)
    alias = player_add(club=club, name="Annie Bakker")
    anna.merged_into = alias
    anna.save()
    name_withhold(player=alias)
    assert (alias.name, alias.withheld_name) == ("A. B. 2", "Annie Bakker")
    anna.refresh_from_db()
    assert (anna.name, anna.withheld_name) == ("A. B.", "Anna Bakker")


@pytest.mark.parametrize("name", ["anna BAKKER", " Ánna  Bakker", "a. b."])
def test_typing_the_name_or_the_initials_finds_the_player(
    club: Club, anna: Player, name: str
) -> None:
    name_withhold(player=anna)
    assert player_called(club=club, name=name) == anna


def test_nobody_else_gets_the_name(club: Club, anna: Player) -> None:
    ben = player_add(club=club, name="Ben")
    name_withhold(player=anna)
    with pytest.raises(ValidationError, match=r"shown as A\. B\."):
        player_add(club=club, name="anna bakker")
    for one in (ben, anna):
        with pytest.raises(ValidationError, match=r"shown as A\. B\."):
            player_rename(player=one, name="ÁNNA Bakker")
    assert club.players.count() == 2


def test_initials_can_be_changed_to_others(club: Club, anna: Player) -> None:
    name_withhold(player=anna)
    player_change(player=anna, name="Anonymous", is_guest=True)
    anna.refresh_from_db()
    assert (anna.name, anna.withheld_name) == ("Anonymous", "Anna Bakker")


def test_who_wrote_under_the_name_is_told_by_initials(
    club: Club, anna: Player, herself: Client
) -> None:
    member = anna.member
    assert withheld_in(club).told("Anna Bakker", member.account_id) == "Anna Bakker"
    name_withhold(player=anna)
    club.refresh_from_db()
    withheld = withheld_in(club)
    assert withheld.told("anna bakker") == "A. B."
    assert withheld.told("Ben") == "Ben"
    assert withheld.told("") == ""
    # Whatever the account was called then.
    assert withheld.told("anna", member.account_id) == "A. B."
    assert withheld.told("anna", member.account_id + 1) == "anna"


# The pages --------------------------------------------------------------------------


def test_a_member_asks_for_initials_and_takes_it_back(
    herself: Client, club: Club, anna: Player
) -> None:
    page = herself.get("/groene-hart/players/anna-bakker/").text
    path = "/groene-hart/players/anna-bakker/initials/"
    assert f'href="{path}"' in page
    asked = herself.get(path).text
    assert "A. B. instead of your name?" in asked
    assert "What does not happen" in asked
    answer = herself.post(path, WITHHOLD, follow=True)
    assert answer.redirect_chain == [("/groene-hart/players/player/", 302)]
    assert "A. B. stands in the place of the name" in answer.text
    assert "Bakker" not in answer.text
    assert herself.get("/groene-hart/players/anna-bakker/").status_code == 404
    path = "/groene-hart/players/player/initials/"
    assert "Show your name again?" in herself.get(path).text
    answer = herself.post(path, SHOW, follow=True)
    assert answer.redirect_chain == [("/groene-hart/players/anna-bakker/", 302)]
    assert "The name is shown again: Anna Bakker." in answer.text


def test_an_administrator_does_it_for_a_player_and_still_sees_the_name(
    host: Client, anna: Player
) -> None:
    settings = f"/groene-hart/settings/players/{anna.pk}/"
    path = "/groene-hart/players/anna-bakker/initials/"
    assert f'href="{path}"' in host.get(settings).text
    assert "A. B. instead of Anna Bakker?" in host.get(path).text
    page = host.post(path, WITHHOLD, follow=True).text
    assert "Bakker" not in page
    listed = host.get("/groene-hart/settings/players/").text
    assert "A. B.</a>" in listed
    assert "(Anna Bakker)" in listed
    assert 'href="/groene-hart/players/player/initials/"' in listed
    assert "A. B. stands for Anna Bakker" in host.get(settings).text
    asked = host.get("/groene-hart/players/player/initials/").text
    assert "Show the name of A. B. again?" in asked
    assert "Bakker" not in asked


def test_a_tap_that_says_nothing_changes_nothing(host: Client, anna: Player) -> None:
    path = "/groene-hart/players/anna-bakker/initials/"
    assert host.post(path, {"action": "anything"}).status_code == 302
    anna.refresh_from_db()
    assert anna.name == "Anna Bakker"


@pytest.mark.parametrize("role", [None, Role.MEMBER, Role.SCOREKEEPER])
def test_nobody_does_it_for_others(
    client: Client, club: Club, anna: Player, role: Role | None
) -> None:
    account = Account.objects.create_user("otto", password="tiles and winds")
    ben = player_add(club=club, name="Ben")
    if role is not None:
        Member.objects.create(club=club, account=account, role=role, player=ben)
    client.force_login(account)
    path = "/groene-hart/players/anna-bakker/initials/"
    assert client.get(path).status_code == 403
    assert client.post(path, WITHHOLD).status_code == 403
    assert path not in client.get("/groene-hart/players/anna-bakker/").text
    anna.refresh_from_db()
    assert anna.name == "Anna Bakker"


def test_the_form_says_whose_name_it_is(host: Client, club: Club, anna: Player) -> None:
    name_withhold(player=anna)
    page = host.post("/groene-hart/settings/players/", {"name": "anna bakker"}).text
    assert "a player who is shown as A. B." in page
    path = f"/groene-hart/settings/players/{anna.pk}/"
    page = host.post(path, {"name": "Anna Bakker"}).text
    assert "a player who is shown as A. B." in page
    assert club.players.count() == 1


def test_a_player_who_turned_out_to_be_another_has_no_such_page(
    host: Client, club: Club, anna: Player
) -> None:
    alias = player_add(club=club, name="Annie")
    alias.merged_into = anna
    alias.save()
    assert host.get("/groene-hart/players/annie/initials/").status_code == 404
    assert "initials" not in host.get(f"/groene-hart/settings/players/{alias.pk}/").text
