"""Evenings are planned, members sign on and off, and the evening begins with them."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.club.models import Account, Club, Member, Player, Season
from clubscore.evening.services import evenings_plan, sign_on
from clubscore.partie.models import PlannedEvening, Presence, SignOn
from clubscore.season.views.clubs import club_text
from tests.table.test_partie_page import words

CLUB = "/groene-hart/"
PLAN = f"{CLUB}settings/evenings/"
WEEK = dt.timedelta(days=7)


@pytest.fixture
def day() -> dt.date:
    """Return the day of the next evening, in a week."""
    return timezone.localdate() + WEEK


@pytest.fixture
def weekly(day: dt.date) -> dict[str, str]:
    """Return what is typed for five evenings."""
    return {
        "first": str(day),
        "every": "7",
        "until": str(day + 4 * WEEK),
        "starts_at": "19:30",
        "ends_at": "",
        "place": " In  town ",
    }


def told(day: dt.date) -> str:
    """Return how pages say a day."""
    return f"{day:%A}, {day.day} {day:%B %Y}"


@pytest.fixture
def host(administrator: Account) -> Client:
    """Return the browser of who runs the club."""
    browser = Client()
    browser.force_login(administrator)
    return browser


@pytest.fixture
def anna(club: Club, players: list[Player]) -> Client:
    """Return the browser of a member who plays."""
    account = Account.objects.create_user("anna")
    Member.objects.create(club=club, account=account, player=players[0])
    browser = Client()
    browser.force_login(account)
    return browser


@pytest.fixture
def planned(club: Club, day: dt.date) -> PlannedEvening:
    """Return the next evening."""
    [made] = evenings_plan(
        club=club,
        days=[day],
        starts_at=dt.time(19, 30),
        ends_at=dt.time(0, 30),
        place="In town; upstairs",
    )
    return made


def answers() -> dict[str, bool]:
    """Return what players have answered."""
    return dict(SignOn.objects.values_list("player__name", "comes"))


# Planned ----------------------------------------------------------------------------


def test_a_club_without_plans_says_what_to_do(host: Client) -> None:
    assert "No evening is planned." in host.get(PLAN).text


def test_every_week_until_a_day(
    host: Client, club: Club, day: dt.date, weekly: dict[str, str]
) -> None:
    page = words(host.post(PLAN, weekly, follow=True).text)
    assert "5 evenings are planned." in page
    assert f"{told(day)} from 19:30 on, In town" in page
    days = list(club.planned_evenings.values_list("date", flat=True))
    assert days == [day + one * WEEK for one in range(5)]
    assert "0 evenings are planned." in host.post(PLAN, weekly, follow=True).text
    fortnight = weekly | {"every": "14", "until": str(day + 6 * WEEK)}
    assert "1 evening is planned." in host.post(PLAN, fortnight, follow=True).text


@pytest.mark.parametrize(
    "written",
    [
        "{0:%Y-%m-%d} – {1:%Y-%m-%d}",
        "{0.day}.{0.month}.{0.year} - {1.day}.{1.month}.{1.year}",
        "\n{0.day} {0:%b} {0.year}\r\n\r\n{1.day}/{1.month}/{1.year}\n",
    ],
)
def test_holidays_are_left_out(
    host: Client, club: Club, day: dt.date, weekly: dict[str, str], written: str
) -> None:
    breaks = written.format(day + WEEK, day + 2 * WEEK)
    page = words(host.post(PLAN, weekly | {"breaks": breaks}, follow=True).text)
    assert "3 evenings are planned." in page
    days = list(club.planned_evenings.values_list("date", flat=True))
    assert days == [day, day + 3 * WEEK, day + 4 * WEEK]


def test_a_holiday_that_cannot_be_read_is_said_and_kept(
    host: Client, day: dt.date, weekly: dict[str, str]
) -> None:
    page = host.post(PLAN, weekly | {"breaks": f"{day}\nChristmas"}).text
    assert page.count("“Christmas” is no day.") == 2
    assert f"{day}\nChristmas</textarea>" in page
    all_of_it = {"breaks": f"{day} – {day + 9 * WEEK}"}
    page = host.post(PLAN, weekly | all_of_it).text
    assert page.count("No evening is left beside these days.") == 2
    assert not PlannedEvening.objects.exists()


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"first": "2020-11-22"}, "This day is over."),
        ({"first": "9999-12-31", "every": "0"}, "That is too far off"),
        ({"first": ""}, "This field is required."),
        ({"until": ""}, "Say until when it is repeated."),
        ({"until": "2020-11-23"}, "This is before the first evening."),
        ({"until": "2100-11-24"}, "That is too far off"),
        ({"starts_at": "", "ends_at": "23:00"}, "Say when it begins, too."),
        ({"starts_at": "25:00"}, "Enter a valid time."),
        ({"every": "3"}, "Select a valid choice."),
        ({"place": "x" * 101}, "at most 100 characters"),
    ],
)
def test_what_cannot_be_planned_is_said_and_kept(
    host: Client, weekly: dict[str, str], typed: dict[str, str], fault: str
) -> None:
    sent = weekly | typed
    page = host.post(PLAN, sent).text
    assert page.count(fault) == 2
    assert f'value="{sent["place"]}"' in page
    assert not PlannedEvening.objects.exists()


def test_the_next_ones_are_asked_for_as_the_last_one(
    host: Client, planned: PlannedEvening
) -> None:
    page = host.get(PLAN).text
    assert 'value="19:30"' in page
    assert 'value="In town; upstairs"' in page


def test_an_evening_is_changed_and_those_who_come_stay(
    host: Client, planned: PlannedEvening, players: list[Player]
) -> None:
    sign_on(planned=planned, player=players[0], comes=True)
    sent = {"starts_at": "20:00", "place": "By the sea"}
    page = words(host.post(f"{PLAN}{planned.pk}/", sent, follow=True).text)
    assert f"{told(planned.date)} from 20:00 on, By the sea · 1 comes" in page
    assert answers() == {"Anna": True}


def test_an_evening_in_the_holidays_is_dropped(
    host: Client, planned: PlannedEvening
) -> None:
    page = host.post(f"{PLAN}{planned.pk}/", {"action": "drop"}, follow=True).text
    assert "The evening is no longer planned." in page
    assert not PlannedEvening.objects.exists()


def test_another_clubs_evening_is_not_there(
    host: Client, planned: PlannedEvening
) -> None:
    other = Club.objects.create(name="Other", slug="other")
    PlannedEvening.objects.update(club=other)
    assert host.get(f"{PLAN}{planned.pk}/").status_code == 404


# Signed on --------------------------------------------------------------------------


def test_a_member_signs_on_and_off_on_the_clubs_page(
    anna: Client, planned: PlannedEvening
) -> None:
    page = anna.get(CLUB).text.split('id="next-evening"')[1]
    assert "You come" not in page
    address = re.findall(r'action="([^"]+)"', page)[0]
    sent = {"back": "club", "comes": "yes"}
    page = words(anna.post(address, sent, follow=True).text)
    assert "You come. Thank you." in page
    assert "1 comes" in page
    assert answers() == {"Anna": True}
    page = words(anna.post(address, sent | {"comes": "no"}, follow=True).text)
    assert "You do not come. Thank you for saying so." in page
    assert "0 come" in page
    assert answers() == {"Anna": False}


def test_strangers_see_when_and_where_and_nothing_of_anybody(
    client: Client, planned: PlannedEvening, players: list[Player]
) -> None:
    sign_on(planned=planned, player=players[0], comes=True)
    for path in (CLUB, f"{CLUB}evenings/", f"{CLUB}evenings/{planned.date}/"):
        page = words(client.get(path).text)
        assert "19:30 to 00:30" in page
        assert "In town; upstairs" in page
        assert "1 comes" not in page
        assert "signed on" not in page
        assert "Anna" not in page


def test_members_see_who_comes(
    anna: Client, planned: PlannedEvening, players: list[Player]
) -> None:
    path = f"{CLUB}evenings/{planned.date}/"
    assert "Nobody has signed on yet." in anna.get(path).text
    for player, comes in zip(players, (True, True, False), strict=False):
        sign_on(planned=planned, player=player, comes=comes)
    page = words(anna.get(path).text)
    assert "2 have signed on: Anna, Ben" in page
    assert "Cleo" not in page


def test_a_plan_changes_what_is_kept_of_the_clubs_page(
    client: Client, club: Club, planned: PlannedEvening
) -> None:
    seen = set()
    for change in (
        None,
        lambda: PlannedEvening.objects.update(version=1),
        lambda: evenings_plan(
            club=club,
            days=[planned.date + WEEK],
            starts_at=None,
            ends_at=None,
            place="",
        ),
        planned.delete,
    ):
        if change is not None:
            change()
        seen.add(club_text.tag(club))
    assert len(seen) == 4


def test_nobody_signs_on_when_it_is_over(anna: Client, planned: PlannedEvening) -> None:
    day = planned.date - 2 * WEEK
    PlannedEvening.objects.update(date=day)
    sent = {"comes": "yes"}
    page = anna.post(f"{CLUB}evenings/{day}/sign/", sent, follow=True).text
    assert "This evening is over." in page
    assert answers() == {}


def test_to_an_evening_that_is_not_planned_nobody_signs_on(
    anna: Client, day: dt.date
) -> None:
    answer = anna.post(f"{CLUB}evenings/{day}/sign/", {"comes": "yes"})
    assert answer.status_code == 404


# The evening begins -----------------------------------------------------------------


def test_the_evening_begins_with_those_who_signed_on(
    host: Client, season: Season, planned: PlannedEvening, players: list[Player]
) -> None:
    for player, comes in zip(players, (True, True, False), strict=False):
        sign_on(planned=planned, player=player, comes=comes)
    assert not Presence.objects.exists()  # to sign on is not to be there
    path = f"{CLUB}evenings/{planned.date}/"
    page = words(host.get(path).text)
    assert "Tick the 2 who have signed on" in page
    assert "Cleo signed off" in page
    page = words(host.post(f"{path}here/", {"action": "expected"}, follow=True).text)
    assert "2 players are here" in page
    assert "who have signed on" not in page
    here = Presence.objects.values_list("player__name", "part")
    assert dict(here) == {"Anna": "whole", "Ben": "whole"}


# The calendar -----------------------------------------------------------------------


def calendar(client: Client) -> list[str]:
    """Return the lines of the calendar, unfolded."""
    answer = client.get(f"{CLUB}calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(one) <= 75 for one in answer.content.split(b"\r\n"))
    return answer.text.replace("\r\n ", "").split("\r\n")


def test_calendars_are_told_in_the_time_of_the_world(
    client: Client, club: Club, planned: PlannedEvening
) -> None:
    lines = calendar(client)
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    here = timezone.get_current_timezone()
    begin = dt.datetime.combine(planned.date, dt.time(19, 30), here).astimezone(dt.UTC)
    assert f"DTSTART:{begin:%Y%m%dT%H%M%SZ}" in lines
    end = begin + dt.timedelta(hours=5)  # half past midnight
    assert f"DTEND:{end:%Y%m%dT%H%M%SZ}" in lines
    assert "LOCATION:In town\\; upstairs" in lines
    assert "SUMMARY:Het Groene Hart" in lines
    assert f"URL:http://testserver/groene-hart/evenings/{planned.date}/" in lines


def test_an_evening_without_a_time_takes_the_day(
    client: Client, club: Club, planned: PlannedEvening
) -> None:
    PlannedEvening.objects.update(starts_at=None, ends_at=None)
    assert f"DTSTART;VALUE=DATE:{planned.date:%Y%m%d}" in calendar(client)


def test_long_lines_are_folded_and_a_calendar_can_be_empty(
    client: Client, club: Club, planned: PlannedEvening
) -> None:
    PlannedEvening.objects.update(place="é" * 100)
    assert "LOCATION:" + "é" * 100 in calendar(client)
    PlannedEvening.objects.all().delete()
    assert len(calendar(client)) == 6


def test_a_private_clubs_calendar_is_its_members(
    client: Client, anna: Client, club: Club
) -> None:
    Club.objects.update(is_public=False)
    assert client.get(f"{CLUB}calendar.ics").status_code == 404
    assert anna.get(f"{CLUB}calendar.ics").status_code == 200
