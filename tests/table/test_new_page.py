"""Starting a partie at a table of a club."""

import datetime as dt
import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club import engine as rule_books
from clubscore.club.models import Account, Club, Member, Player, Role, Season
from clubscore.partie.models import Evening, Partie

NEW = "/groene-hart/parties/new/"


@pytest.fixture
def season(season: Season) -> Season:
    """Return the season without an end, so that every day belongs to it."""
    season.starts_on, season.ends_on = dt.date(2020, 1, 1), None
    season.save()
    return season


@pytest.fixture
def scorekeeper(client: Client, club: Club, season: Season) -> Client:
    """Return the browser of a scorekeeper."""
    account = Account.objects.create_user("mia", password="tiles and winds")
    Member.objects.create(club=club, account=account, role=Role.SCOREKEEPER)
    client.force_login(account)
    return client


def chosen(season: Season, players: list[Player], **changes: str) -> dict[str, Any]:
    """Return what is sent for a table of four players of the club."""
    seats = {f"player_{place}": str(one.pk) for place, one in enumerate(players)}
    return {
        "season": str(season.pk),
        "seats_by": "table",
        "chips": "notepad",
        "table": "2",
        **seats,
        **changes,
    }


def seated(partie: Partie) -> list[str]:
    """Return the players' names, the first East first."""
    return [seat.player.name for seat in partie.seats.select_related("player")]


def test_four_players_start_as_they_sit(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    response = scorekeeper.post(NEW, chosen(season, players))
    assert response["Location"] == "/groene-hart/parties/1/record/"
    partie = Partie.objects.get()
    assert seated(partie) == ["Anna", "Ben", "Cleo", "Dirk"]
    assert (partie.table, partie.uses_chips) == ("2", False)
    assert partie.links.count() == 1


def test_drawn_seats_hold_the_same_four(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    scorekeeper.post(NEW, chosen(season, players, seats_by="draw"))
    assert sorted(seated(Partie.objects.get())) == ["Anna", "Ben", "Cleo", "Dirk"]


def test_a_new_name_makes_a_player_or_a_guest(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    sent = chosen(season, players[:2])
    sent |= {"name_2": "Eva", "name_3": "Frits", "guest_3": "on"}
    scorekeeper.post(NEW, sent)
    assert seated(Partie.objects.get()) == ["Anna", "Ben", "Eva", "Frits"]
    assert not Player.objects.get(name="Eva").is_guest
    assert Player.objects.get(name="Frits").is_guest


def test_a_typed_name_of_a_player_is_that_player(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    sent = chosen(season, players[:3], name_3=" dirk ")
    scorekeeper.post(NEW, sent)
    assert seated(Partie.objects.get()) == ["Anna", "Ben", "Cleo", "Dirk"]
    assert Player.objects.count() == 4


@pytest.mark.parametrize(
    ("changes", "target", "said"),
    [
        ({"player_3": ""}, "id_player_3", "Who sits here?"),
        ({"name_3": "Eva"}, "id_name_3", "not both"),
        ({"player_3": "", "name_3": "ANNA"}, "id_name_3", "cannot sit on two seats"),
        ({"player_3": "9999"}, "id_player_3", "Select a valid choice"),
        ({"season": ""}, "id_season", "This field is required"),
        ({"option_minimum_doubles": "-1"}, "id_option_minimum_doubles", "greater"),
        ({"option_rounds": "9"}, "id_option_rounds", "Select a valid choice"),
        ({"table": "x" * 21}, "id_table", "at most 20"),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    scorekeeper: Client,
    season: Season,
    players: list[Player],
    changes: dict[str, str],
    target: str,
    said: str,
) -> None:
    page = scorekeeper.post(NEW, chosen(season, players) | changes).text
    assert f'href="#{target}"' in page
    assert said in page
    assert not Partie.objects.exists()


def test_the_partie_may_have_house_rules_of_its_own(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    season.options = {"flowers": "yes", "rounds": 3}
    season.save()
    sent = chosen(season, players, option_rounds="2", option_minimum_doubles="1")
    scorekeeper.post(NEW, sent)
    options = Partie.objects.get().options
    assert options["flowers"] == "yes"
    assert (options["rounds"], options["minimum_doubles"]) == (2, 1)


def test_the_page_shows_the_seasons_house_rules(
    scorekeeper: Client, season: Season
) -> None:
    season.options = {"rounds": 3}
    season.save()
    page = scorekeeper.get(NEW).text
    assert "as in the season: 3" in page
    assert "Empty: as in the season, 2." in page


def test_the_latest_season_that_holds_today_is_chosen(
    scorekeeper: Client, club: Club, season: Season
) -> None:
    old = Season.objects.create(
        club=club,
        name="old",
        slug="old",
        starts_on=dt.date(2010, 1, 1),
        ends_on=dt.date(2010, 12, 31),
        ruleset="nts",
    )
    page = scorekeeper.get(NEW).text
    assert f'<option value="{season.pk}" selected>' in page
    page = scorekeeper.get(f"{NEW}?season={old.pk}").text
    assert f'<option value="{old.pk}" selected>' in page


@pytest.fixture
def long_ago(club: Club) -> Season:
    """Return another season, with a house rule of its own."""
    return Season.objects.create(
        club=club,
        name="long ago",
        slug="long-ago",
        starts_on=dt.date(2010, 1, 1),
        ends_on=dt.date(2010, 12, 31),
        ruleset="nts",
        options={"rounds": 2, "minimum_doubles": 1},
    )


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_another_season_shows_its_house_rules_and_keeps_what_was_typed(
    scorekeeper: Client,
    season: Season,
    long_ago: Season,
    players: list[Player],
    headers: dict[str, str],
) -> None:
    assert "as in the season: 4" in scorekeeper.get(NEW).text
    sent = chosen(long_ago, players[:3], action="redraw")
    sent |= {"name_3": "Eva", "guest_3": "on", "option_flowers": "yes"}
    page = scorekeeper.post(NEW, sent, headers=headers).text
    assert ("<html" in page) != bool(headers)
    assert "as in the season: 2" in page
    assert "Empty: as in the season, 1." in page
    assert f'<option value="{long_ago.pk}" selected>' in page
    assert 'value="Eva"' in page
    assert re.search(r'name="guest_3"[^>]* checked', page)
    assert '<option value="yes" selected>' in page
    assert 'role="alert"' not in page
    assert not Partie.objects.exists()


def test_nobody_starts_by_house_rules_that_were_not_shown(
    scorekeeper: Client, season: Season, long_ago: Season, players: list[Player]
) -> None:
    sent = chosen(long_ago, players, shown=str(season.pk))
    page = scorekeeper.post(NEW, sent).text
    assert "The house rules below have changed with the season." in page
    assert "as in the season: 2" in page
    assert f'name="shown" value="{long_ago.pk}"' in page
    assert not Partie.objects.exists()
    scorekeeper.post(NEW, sent | {"shown": str(long_ago.pk)})
    assert Partie.objects.get().options["rounds"] == 2


def test_between_two_seasons_the_last_one_is_offered_with_its_rules(
    scorekeeper: Client, season: Season, long_ago: Season
) -> None:
    season.delete()
    page = scorekeeper.get(NEW).text
    assert f'<option value="{long_ago.pk}" selected>' in page
    assert "as in the season: 2" in page


def test_a_tournament_of_a_season_that_is_over_is_not_the_last_one(
    scorekeeper: Client, season: Season, long_ago: Season
) -> None:
    day = dt.date(2010, 11, 17)
    season.starts_on = season.ends_on = day
    season.save()
    page = scorekeeper.get(NEW).text
    assert f'<option value="{long_ago.pk}" selected>' in page
    assert "as in the season: 2" in page


def test_a_house_rule_that_is_a_number_has_one_limit_everywhere(
    scorekeeper: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    most = rule_books.MOST
    too_many = chosen(season, players, option_minimum_doubles=str(most + 1))
    sentence = f"less than or equal to {most}"
    assert sentence in scorekeeper.post(NEW, too_many).text
    scorekeeper.force_login(administrator)
    sent = {"rule_minimum_doubles": str(most + 1)}
    page = scorekeeper.post(f"/groene-hart/settings/seasons/{season.pk}/", sent)
    assert sentence in page.text


def test_a_club_without_a_season_is_told_what_to_do(
    client: Client, club: Club, administrator: Account
) -> None:
    client.force_login(administrator)
    page = client.get(NEW).text
    assert "no season yet" in page
    assert "/groene-hart/settings/seasons/new/" in page


def test_the_books_own_draw_is_explained(scorekeeper: Client) -> None:
    assert "everybody throws both dice once" in scorekeeper.get(NEW).text


def test_only_those_who_set_up_tables_start_a_partie(
    client: Client, club: Club, season: Season, outsider: Account
) -> None:
    assert client.get(NEW)["Location"].startswith("/accounts/login/")
    client.force_login(outsider)
    assert client.get(NEW).status_code == 403
    Member.objects.create(club=club, account=outsider, role=Role.MEMBER)
    assert client.get(NEW).status_code == 403
    Club.objects.update(is_public=False)
    Member.objects.all().delete()
    assert client.get(NEW).status_code == 404


# A double tap ---------------------------------------------------------------------


def key_in(page: str) -> str:
    """Return the key of the form that a page shows."""
    (key,) = re.findall(r'name="key" value="([^"]*)"', page)
    return str(UUID(key))


def test_a_second_tap_leads_to_the_same_partie(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    key = key_in(scorekeeper.get(NEW).text)
    sent = chosen(season, players[:3], name_3="Eva", guest_3="on", key=key)
    first, second = (scorekeeper.post(NEW, sent) for _ in range(2))
    assert first["Location"] == second["Location"] == "/groene-hart/parties/1/record/"
    assert Partie.objects.get().links.count() == 1
    sheet = scorekeeper.post(NEW, sent | {"action": "paper"})
    assert sheet["Location"] == "/groene-hart/parties/1/paper/"
    assert Partie.objects.count() == 1


def test_a_form_shown_anew_starts_another_partie(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    keys = [key_in(scorekeeper.get(NEW).text) for _ in range(2)]
    started = [
        scorekeeper.post(NEW, chosen(season, players, key=key))["Location"]
        for key in keys
    ]
    assert started == [f"/groene-hart/parties/{one}/record/" for one in (1, 2)]


def test_going_back_to_seat_others_starts_another_partie(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    sent = chosen(season, players, key=str(uuid4()))
    scorekeeper.post(NEW, sent)
    scorekeeper.post(NEW, sent | {"player_3": "", "name_3": "Eva", "table": "3"})
    assert [partie.table for partie in Partie.objects.order_by("number")] == ["2", "3"]


@pytest.mark.parametrize("keys", [{}, {"key": ""}, {"key": "a\0b"}])
def test_a_form_without_a_key_starts_a_partie_each_time(
    scorekeeper: Client, season: Season, players: list[Player], keys: dict[str, str]
) -> None:
    for number in (1, 2):
        response = scorekeeper.post(NEW, chosen(season, players, **keys))
        assert response["Location"] == f"/groene-hart/parties/{number}/record/"


def test_the_key_stays_when_the_form_is_shown_again(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    key = str(uuid4())
    wrong = scorekeeper.post(NEW, chosen(season, players[:3], key=key))
    drawn = scorekeeper.post(NEW, chosen(season, players, key=key, action="redraw"))
    assert key_in(wrong.text) == key_in(drawn.text) == key
    # Nobody hands out a key in an address.
    assert key_in(scorekeeper.get(f"{NEW}?key={key}").text) != key


def test_a_key_of_one_club_starts_a_partie_in_another(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    key = str(uuid4())
    scorekeeper.post(NEW, chosen(season, players, key=key))
    other = Club.objects.create(name="Oost", slug="oost")
    account = Account.objects.get(username="mia")
    Member.objects.create(club=other, account=account, role=Role.SCOREKEEPER)
    season.pk, season.club = None, other
    season.save()
    names = {f"name_{place}": name for place, name in enumerate("ABCD")}
    sent = chosen(season, [], key=key, **names)
    response = scorekeeper.post("/oost/parties/new/", sent)
    assert response["Location"] == "/oost/parties/1/record/"


def test_wrong_methods_are_refused(scorekeeper: Client) -> None:
    assert scorekeeper.put(NEW).status_code == 405


QUERIES = 10
"""One of them for the rule books of the club's own."""


def test_the_page_costs_the_same_in_a_big_club(
    scorekeeper: Client,
    club: Club,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(QUERIES):
        scorekeeper.get(NEW)
    for number in range(10):
        Player.objects.create(
            club=club, name=f"P{number}", key=f"p{number}", slug=f"p{number}"
        )
    with django_assert_num_queries(QUERIES):
        scorekeeper.get(NEW)


# A past evening, kept on paper ---------------------------------------------------


def test_a_partie_of_a_past_evening_starts_with_its_sheet(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    sent = chosen(season, players, day="2026-03-05", action="paper")
    response = scorekeeper.post(NEW, sent)
    assert response["Location"] == "/groene-hart/parties/1/paper/"
    assert Partie.objects.get().evening.date == dt.date(2026, 3, 5)


def test_a_day_to_come_is_refused(
    scorekeeper: Client, season: Season, players: list[Player]
) -> None:
    page = scorekeeper.post(NEW, chosen(season, players, day="2999-01-01")).text
    assert "This day is yet to come." in page
    assert 'href="#id_day"' in page
    assert 'value="2999-01-01"' in page
    assert not Partie.objects.exists()


def test_a_day_of_another_season_names_that_season(
    scorekeeper: Client, club: Club, season: Season, players: list[Player]
) -> None:
    season.starts_on = dt.date(2026, 1, 1)
    season.save()
    sent = chosen(season, players, day="2025-12-30")
    assert "No season of the club holds this day." in scorekeeper.post(NEW, sent).text
    Season.objects.create(
        club=club,
        name="2025",
        slug="2025",
        starts_on=dt.date(2025, 1, 1),
        ends_on=dt.date(2025, 12, 31),
        ruleset="nts",
    )
    page = scorekeeper.post(NEW, sent).text
    assert "The day belongs to the season 2025: choose that one." in page
    assert not Partie.objects.exists()


@pytest.mark.parametrize(
    ("hour", "has_played", "day"), [(22, True, 18), (1, True, 17), (1, False, 18)]
)
def test_after_midnight_a_table_belongs_to_the_evening_that_goes_on(
    scorekeeper: Client,
    season: Season,
    players: list[Player],
    monkeypatch: pytest.MonkeyPatch,
    hour: int,
    day: int,
    *,
    has_played: bool,
) -> None:
    if has_played:
        Evening.objects.create(club=season.club, date=dt.date(2026, 11, 17))
    now = dt.datetime(2026, 11, 18, hour, tzinfo=dt.UTC)
    monkeypatch.setattr("clubscore.partie.evenings.MORNING", dt.time(5))
    monkeypatch.setattr("clubscore.partie.evenings.timezone.localtime", lambda: now)
    scorekeeper.post(NEW, chosen(season, players))
    assert Partie.objects.get().evening.date == dt.date(2026, 11, day)
