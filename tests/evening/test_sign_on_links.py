"""Players without an account sign on and off by a link of their own."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, JournalEntry, Player
from clubscore.club.services import player_add
from clubscore.evening.services import (
    evenings_plan,
    sign_on_links_make,
    sign_on_links_withdraw,
)
from clubscore.partie.merge import player_merge
from clubscore.partie.models import PlannedEvening, SignOn, SignOnLink
from tests.table.test_partie_page import words

OWN = "/accounts/evenings/"
LINKS = "/groene-hart/settings/evenings/links/"
WEEK = dt.timedelta(days=7)


@pytest.fixture
def planned(club: Club) -> list[PlannedEvening]:
    """Return the evenings of tonight and of the next two weeks."""
    today = timezone.localdate()
    return evenings_plan(
        club=club,
        days=[today, today + WEEK, today + 2 * WEEK],
        starts_at=dt.time(19, 30),
        ends_at=None,
        place="In town",
    )


@pytest.fixture
def host(administrator: Account) -> Client:
    """Return the browser of who runs the club."""
    browser = Client()
    browser.force_login(administrator)
    return browser


def link_of(player: Player) -> str:
    """Return the address of a player's new link."""
    [made] = sign_on_links_make(club=player.club, players=[player])
    return made.get_absolute_url()


def answers() -> dict[tuple[str, dt.date], bool]:
    """Return what players have answered, by name and day."""
    return {
        (one.player.name, one.planned.date): one.comes
        for one in SignOn.objects.select_related("player", "planned")
    }


# Whoever follows one ----------------------------------------------------------------


def test_a_player_signs_on_and_off_in_two_taps(
    client: Client, players: list[Player], planned: list[PlannedEvening]
) -> None:
    opened = client.get(link_of(players[0]), follow=True)
    # The token stands in no address that a browser would tell others.
    assert opened.redirect_chain == [(OWN, 302)]
    assert not SignOn.objects.exists()
    page = words(opened.text)
    assert "Hello Anna." in page
    assert page.count("19:30") == 3
    later = planned[1]
    for comes, thanks in (
        ("yes", "You come. Thank you."),
        ("no", "You do not come. Thank you for saying so."),
    ):
        sent = {"evening": later.pk, "comes": comes}
        page = words(client.post(OWN, sent, follow=True).text)
        assert thanks in page
        assert answers() == {("Anna", later.date): comes == "yes"}


def test_an_evening_that_is_over_or_another_clubs_is_not_answered(
    client: Client, players: list[Player], planned: list[PlannedEvening]
) -> None:
    over, elsewhere, _there = planned
    over.date -= WEEK
    over.save()
    elsewhere.club = Club.objects.create(name="Elsewhere", slug="elsewhere")
    elsewhere.save()
    page = client.get(link_of(players[0]), follow=True).text
    assert re.findall(r'name="evening" value="(\d+)"', page) == [str(planned[2].pk)]
    for pk in (over.pk, elsewhere.pk, "", "first"):
        page = client.post(OWN, {"evening": pk, "comes": "yes"}, follow=True).text
        assert "This evening is over, or no longer planned." in page
    assert not SignOn.objects.exists()


def test_without_an_evening_it_says_that_the_link_stays_good(
    client: Client, players: list[Player]
) -> None:
    page = client.get(link_of(players[0]), follow=True).text
    assert "No evening is planned now." in page


def test_a_link_that_was_withdrawn_or_made_up_does_nothing(
    client: Client, players: list[Player], planned: list[PlannedEvening]
) -> None:
    link = link_of(players[0])
    client.get(link)
    sign_on_links_withdraw(player=players[0])
    new = link_of(players[0])
    assert new != link
    sent = {"evening": planned[0].pk, "comes": "yes"}
    assert client.post(OWN, sent).status_code == 404
    for address in (link, f"{OWN}1:nonsense/", f"{new[:-2]}/"):
        assert client.get(address).status_code == 404
    assert not SignOn.objects.exists()
    assert client.get(new, follow=True).status_code == 200


def test_the_link_of_a_merged_name_signs_on_who_it_is(
    client: Client, players: list[Player], planned: list[PlannedEvening], club: Club
) -> None:
    annie = player_add(club=club, name="Annie")
    link = link_of(annie)
    player_merge(player=annie, into=players[0])
    assert "Hello Anna." in client.get(link, follow=True).text
    client.post(OWN, {"evening": planned[0].pk, "comes": "yes"})
    assert answers() == {("Anna", planned[0].date): True}
    sign_on_links_withdraw(player=players[0])
    assert client.get(link).status_code == 404


def test_of_many_evenings_those_further_off_are_folded(
    client: Client, club: Club, players: list[Player]
) -> None:
    today = timezone.localdate()
    days = [today + number * WEEK for number in range(8)]
    evenings_plan(club=club, days=days, starts_at=None, ends_at=None, place="")
    page = client.get(link_of(players[0]), follow=True).text
    shown, folded = page.split("<details")
    folded = folded.split("</details>")[0]
    assert shown.count('class="own-evening"') == 6
    assert folded.count('class="own-evening"') == 2
    assert folded.count('name="comes"') == 4


@pytest.mark.usefixtures("planned")
def test_it_asks_as_much_for_many_evenings(
    client: Client,
    club: Club,
    players: list[Player],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client.get(link_of(players[0]))
    with django_assert_max_num_queries(10) as few:
        client.get(OWN)
    days = [timezone.localdate() + one * WEEK for one in range(3, 30)]
    evenings_plan(club=club, days=days, starts_at=None, ends_at=None, place="")
    with django_assert_max_num_queries(len(few)):
        assert client.get(OWN).text.count("<form") > 30


# Whoever makes them -----------------------------------------------------------------


def test_all_who_have_none_get_a_link_and_all_can_be_copied(
    host: Client, club: Club, players: list[Player]
) -> None:
    player_add(club=club, name="Zoe Blom", is_guest=True)
    kept = link_of(players[1])
    page = words(host.get(LINKS).text)
    assert f"Make links for {len(players) - 1} players" in page
    page = words(host.post(LINKS, follow=True).text)
    assert f"{len(players) - 1} links are made." in page
    assert "Make a link for" not in page
    assert "Make links for" not in page
    copied = host.get(LINKS).text.split("readonly>")[1].split("</textarea>")[0]
    lines = copied.splitlines()
    assert [line.split(": ")[0] for line in lines] == [one.name for one in players]
    assert lines[1] == f"Ben: http://testserver{kept}"
    # A guest gets one where somebody makes it.
    assert "Zoe Blom has no link · guest" in page
    noted = JournalEntry.objects.get(deed="link.evenings")
    assert noted.club == club


def test_one_player_gets_a_link_with_its_code_and_loses_it(
    host: Client, players: list[Player]
) -> None:
    path = f"{LINKS}{players[2].pk}/"
    assert "Cleo has no link yet." in host.get(path).text
    page = host.post(path, {"action": "make"}, follow=True).text
    link = SignOnLink.objects.get(player=players[2])
    assert f'value="http://testserver{link.get_absolute_url()}"' in page
    assert "<svg" in page.split('id="setting"')[1]
    # Made twice it is one and the same.
    host.post(path, {"action": "make"})
    assert SignOnLink.objects.get() == link
    page = host.post(path, {"action": "withdraw"}, follow=True).text
    assert "The link does nothing now." in page
    assert not SignOnLink.objects.exists()
    deeds = JournalEntry.objects.filter(deed__startswith="link.").order_by("pk")
    assert list(deeds.values_list("deed", "about")) == [
        ("link.evenings", "Cleo"),
        ("link.unsigned", "Cleo"),
    ]


def test_another_clubs_player_has_no_page(host: Client, players: list[Player]) -> None:
    other = Club.objects.create(name="Other", slug="other")
    stranger = player_add(club=other, name="Zoe Blom")
    assert host.get(f"{LINKS}{stranger.pk}/").status_code == 404


def test_a_club_without_players_is_told_where_to_begin(host: Client) -> None:
    assert "The club has no players yet." in host.get(LINKS).text
