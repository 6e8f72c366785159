"""Tournaments: opened in one step, led sitting by sitting, timed, ranked, handed on."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
from collections.abc import Iterable
from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.archive.transfer.export import club_file
from clubscore.club import methods
from clubscore.club.methods import method_of
from clubscore.club.models import Account, Club, JournalEntry, Player, Season
from clubscore.evening.club_plan_text import sittings_of
from clubscore.evening.services import evening_tables_start, presence_note
from clubscore.partie import club_plans, sitting_clock
from clubscore.partie.models import (
    ClubPlan,
    Partie,
    PlanVersion,
    Presence,
    StartedSitting,
)
from clubscore.partie.played_rounds import played_rounds
from clubscore.partie.services import partie_end, partie_void, scores_record
from clubscore.planning import Key, Round
from clubscore.ranking import PRESETS
from clubscore.ranking.order import EnoughParties
from tests.club.people import EVERYBODY, log_in
from tests.conftest import players_in
from tests.evening.test_evening_tables_page import DAY, HTMX, TABLES, fields_of
from tests.partie.pages import tag_in, words
from tests.season.played import write

NEW = "/groene-hart/tournaments/new/"
FIRST = "/groene-hart/tournaments/1/"
NOW = dt.datetime(2026, 11, 17, 20, tzinfo=dt.UTC)
SCREEN = {**HTMX, "HX-Target": "live-tournament"}


@pytest.fixture(autouse=True)
def _tonight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the evening of that day, and no process be called beside the tests."""
    monkeypatch.setattr(
        "clubscore.partie.evenings.timezone.localtime",
        lambda value=None, *_zone: value or NOW,
    )
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    monkeypatch.setattr(club_plans, "call_worker", lambda: None)


@pytest.fixture
def host(client: Client, administrator: Account) -> Client:
    """Return the client of who opens the tournament."""
    client.force_login(administrator)
    return client


@pytest.fixture
def sixteen(club: Club, players: list[Player]) -> list[Player]:
    """Return the cast and twelve more: five sittings of theirs are known exactly."""
    return [*players, *players_in(club, *(f"Guest {one:02}" for one in range(12)))]


def wanted(people: list[Player], **more: object) -> dict[str, object]:
    """Return what the form sends."""
    return {
        "name": "Open day",
        "starts_on": DAY,
        "ends_on": "",
        "ruleset": "nts",
        "names": "\n".join(one.name for one in people),
        "sittings": 2,
        "minutes": 90,
        "sizes": ["4"],
        "action": "open",
    } | more


@pytest.fixture
def opened(host: Client, sixteen: list[Player]) -> ClubPlan:
    """Return a tournament of two sittings that was just opened."""
    assert host.post(NEW, wanted(sixteen)).headers["Location"] == FIRST
    return ClubPlan.objects.get()


def start(host: Client) -> None:
    """Start the next sitting as the page shows it."""
    page = host.get(f"{TABLES}?plan=1").text
    [sitting] = re.findall(r'name="sitting" value="(\d+)"', page)
    data = fields_of(page) | {"action": "start", "plan": 1, "sitting": sitting}
    assert host.post(TABLES, data).status_code == 302


def win(partie: Partie) -> None:
    """Let East win one game by 30 : -10."""
    east, *others = map(str, partie.seats.values_list("player", flat=True))
    scores_record(
        partie=partie,
        write=write(partie),
        scores={east: 30, **dict.fromkeys(others, -10)},
        outcome={"kind": "win", "winner": east, "source": "wall"},
    )


def finish(partie: Partie) -> None:
    """Let East win one game by 30 : -10, and the table finish."""
    win(partie)
    partie_end(partie=partie, write=write(partie), why="gong")


def finish_all() -> None:
    """Let every table finish."""
    for partie in Partie.objects.open():
        finish(partie)


def later(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """Let it be some days after that evening."""
    now = NOW + dt.timedelta(days=days)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    monkeypatch.setattr(
        "clubscore.partie.evenings.timezone.localtime", lambda value=now, *_zone: value
    )


# Opening --------------------------------------------------------------------------


def test_one_step_makes_the_season_its_method_and_a_plan_that_is_played_by(
    host: Client, opened: ClubPlan
) -> None:
    season = opened.season
    assert (season.name, season.starts_on) == ("Open day", DAY)
    assert season.ends_on == season.starts_on
    assert method_of(season.method) == PRESETS["tournament"].method
    assert opened.minutes == 90
    assert opened.used is not None
    page = words(host.get(FIRST).text)
    assert "2 sittings, none started yet." in page
    assert "Start sitting 1" in page


def test_new_names_become_guests_and_what_to_expect_is_said_before(
    host: Client, club: Club
) -> None:
    names = {"names": "Ida, Jan, Kees, Lies, Mia, Nel, Oscar, Piet"}
    page = host.post(NEW, wanted([], **names, action="show"), headers=HTMX).text
    assert "8 players, 2 tables in each sitting: 4, 4." in page
    assert "2 sittings, 3.0 hours of play without breaks." in page
    assert not Season.objects.filter(name="Open day").exists()
    host.post(NEW, wanted([], **names))
    assert club.players.filter(is_guest=True).count() == 8


def test_a_member_with_a_comma_in_the_name_plays_as_one(
    host: Client, sixteen: list[Player], club: Club
) -> None:
    piet = players_in(club, "Jansen, Piet")
    assert host.post(NEW, wanted([*sixteen[:7], *piet])).status_code == 302
    wish = club_plans.PlanWish.of(PlanVersion.objects.get().wish)
    assert wish.players == tuple(one.pk for one in [*sixteen[:7], *piet])


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("name", "", "This field is required."),
        ("ends_on", "2026-11-16", "The last day comes before the first one."),
        ("minutes", "0", "greater than or equal to 1"),
        ("names", "Anna, Ben", "A plan needs 4 players or more."),
        ("ruleset", "chess", "Select a valid choice"),
        ("apart", "Anna, Nobody", "Nobody is not among those who play."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_made(
    host: Client, sixteen: list[Player], field: str, text: str, said: str
) -> None:
    assert said in host.post(NEW, wanted(sixteen, **{field: text})).text
    assert not ClubPlan.objects.exists()
    assert not Season.objects.exists()


# Led and ranked -------------------------------------------------------------------


def test_the_page_leads_from_sitting_to_sitting(host: Client, opened: ClubPlan) -> None:
    start(host)
    page = words(host.get(FIRST).text)
    assert "Sitting 1 of 2: 4 tables are still playing." in page
    assert "The ranking begins with the first table that finishes." in page
    finish(Partie.objects.earliest("number"))
    page = words(host.get(FIRST).text)
    assert "3 tables are still playing." in page
    assert "Ranking so far" in page
    finish_all()
    assert "all tables have finished. Start sitting 2" in words(host.get(FIRST).text)
    start(host)
    finish_all()
    page = words(host.get(FIRST).text)
    assert "Final ranking" in page
    assert re.search(r"have won\.|has won\.", page)
    assert "Start sitting" not in page


def test_equal_table_points_are_decided_by_score_in_the_ranking_and_in_the_file(
    host: Client, opened: ClubPlan
) -> None:
    start(host)
    first, second, *_others = Partie.objects.order_by("number")
    east, *others = map(str, first.seats.values_list("player", flat=True))
    scores_record(
        partie=first,
        write=write(first),
        scores={east: 60, **dict.fromkeys(others, -20)},
        outcome={"kind": "win", "winner": east, "source": "wall"},
    )
    partie_end(partie=first, write=write(first), why="gong")
    finish(second)
    text = host.get("/groene-hart/seasons/open-day.csv").content.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text))
    assert head == [
        *("Place", "Player", "Points", "Points, exact", "Parties", "Evenings"),
        *("Games won", "Winning tiles given away", "Score"),
    ]
    names = dict(opened.club.players.values_list("pk", "name"))
    [other, *_] = second.seats.values_list("player", flat=True)
    assert [row[:3] + row[-1:] for row in rows[:2]] == [
        ["1", names[int(east)], "4", "60"],
        ["2", names[other], "4", "30"],
    ]
    page = words(host.get(FIRST, headers=SCREEN).text)
    assert f"1 {names[int(east)]} 4 +60 2 {names[other]} 4 +30" in page


def test_who_waits_is_noted_as_there_and_has_waited_in_the_season(
    host: Client, club: Club, players: list[Player]
) -> None:
    [ida, jan] = players_in(club, "Ida", "Jan")
    people = [*players, ida, jan]
    host.post(NEW, wanted(people, sittings=3))
    plan = ClubPlan.objects.get()
    assert plan.used is not None
    [first, *_others] = club_plans.rounds_of(plan.used, {})
    one, other = club.players.filter(pk__in=first.waiting).order_by("pk")
    presence_note(club=club, day=DAY, parts={other: "first"})
    start(host)
    finish_all()
    assert "Not ticked as here" not in host.get(f"{TABLES}?plan=1").text
    assert dict(Presence.objects.values_list("player", "part")) == {
        one.pk: "whole",
        other.pk: "first",
    }
    [round_] = played_rounds(plan.season, club_plans.id_of)
    assert round_.waiting == (one.pk,)


def test_a_table_that_is_drawn_anew_is_one_of_the_sitting(
    host: Client, opened: ClubPlan
) -> None:
    start(host)
    wrong = Partie.objects.latest("number")
    partie_void(partie=wrong, write=write(wrong), why="wrong seats")
    data = fields_of(host.get(TABLES).text) | {"action": "start"}
    assert host.post(TABLES, data).status_code == 302
    anew = Partie.objects.latest("number")
    assert anew.number == wrong.number + 1
    for partie in Partie.objects.open().exclude(pk=anew.pk):
        finish(partie)
    page = host.get(FIRST).text
    assert "Sitting 1 of 2: 1 table is still playing." in words(page)
    assert "The clock has not been started yet." in page
    assert "Start sitting 2" not in page
    # Who asks again is told of its games too.
    again = HTMX | {"If-None-Match": tag_in(Client().get(FIRST, headers=HTMX).text)}
    assert Client().get(FIRST, headers=again).status_code == 304
    win(anew)
    assert "game 2" in words(Client().get(FIRST, headers=again).text)
    finish_all()
    page = host.get(FIRST).text
    assert "all tables have finished. Start sitting 2" in words(page)
    assert page.count("✓ finished") == 4


@pytest.fixture
def left_open(host: Client, opened: ClubPlan) -> ClubPlan:
    """Return the tournament after a sitting of which one table was never ended."""
    start(host)
    sitting_clock.clock_start(sitting=opened.sittings.get())
    for partie in Partie.objects.open()[1:]:
        finish(partie)
    return opened


def test_a_table_left_open_holds_up_no_sitting_of_the_next_day(
    host: Client, left_open: ClubPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    Season.objects.update(ends_on=DAY + dt.timedelta(days=1))
    assert "1 table is still playing." in words(host.get(FIRST).text)
    later(monkeypatch, days=1)
    page = host.get(FIRST).text
    assert "all tables have finished. Start sitting 2" in words(page)
    assert "being played" not in page
    assert "Clock of sitting 1" not in page
    assert "Ranking so far" in page


def test_after_its_days_a_tournament_is_over_though_sittings_are_left(
    host: Client, left_open: ClubPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = HTMX | {"If-None-Match": tag_in(Client().get(FIRST, headers=HTMX).text)}
    later(monkeypatch, days=1)
    for page in (host.get(FIRST).text, Client().get(FIRST, headers=again).text):
        assert "Final ranking" in page
        assert re.search(r" ha(s|ve) won\.", words(page))
    assert "there are sittings left." in host.get(FIRST).text
    assert "Final ranking" in Client().get(FIRST, headers=SCREEN).text


def test_who_is_not_ranked_has_no_place_and_other_points_are_not_table_points(
    host: Client, opened: ClubPlan
) -> None:
    start(host)
    finish(Partie.objects.earliest("number"))
    for headers in ({}, SCREEN):
        assert "Table points" in host.get(FIRST, headers=headers).text
    ranked = replace(PRESETS["chips"].method, ranked=EnoughParties(2))
    Season.objects.update(method=methods.stored(ranked))
    for headers in ({}, SCREEN):
        page = host.get(FIRST, headers=headers).text
        assert "None" not in words(page)
        assert "Table points" not in page
        assert re.search(r"Place Player Points (Sittings )?– no place", words(page))


def test_whom_players_met_in_truth_counts_when_the_rest_is_planned_anew(
    host: Client, opened: ClubPlan
) -> None:
    def seated(partie: Partie) -> list[Player]:
        return [seat.player for seat in partie.seats.select_related("player")]

    def tables(rounds: Iterable[Round]) -> list[set[frozenset[Key]]]:
        return [{frozenset(one.players) for one in at.tables} for at in rounds]

    def drawn(*tables: list[Player]) -> list[Partie]:
        return evening_tables_start(season=opened.season, day=DAY, tables=tables)

    start(host)
    first, second, *wrong = Partie.objects.order_by("number")
    for partie in wrong:
        partie_void(partie=partie, write=write(partie), why="wrong seats")
    third, fourth = map(seated, wrong)
    anew = drawn([*third[:2], *fourth[:2]], [*third[2:], *fourth[2:]])
    # Two tables are over soon, and four of theirs play once more.
    finish(first)
    finish(second)
    more = drawn([*seated(first)[:2], *seated(second)[:2]])
    played = [{frozenset(seat.pk for seat in seated(one)) for one in more}]
    played.append(
        {frozenset(one.pk for one in seated(at)) for at in (first, second, *anew)}
    )
    finish_all()
    assert opened.used is not None
    wish = club_plans.PlanWish.of(opened.used.wish)
    wanted = club_plans.check_wish(wish, opened.season, opened)
    assert tables(wanted.history) == played
    assert wanted.rounds == 1
    shown, _to_come = sittings_of(opened.used)
    assert [one.partie for one in shown.tables] == [first, second, *anew]
    # What is begun from then on is of the next one.
    start(host)
    wanted = club_plans.check_wish(wish, opened.season, opened)
    assert tables(wanted.history)[:2] == played
    assert [one.number for one in wanted.history] == [1, 2, 3]


def test_a_second_tap_opens_no_second_tournament(
    host: Client, opened: ClubPlan, sixteen: list[Player]
) -> None:
    page = host.post(NEW, wanted(sixteen))
    assert page.status_code == 200
    assert "This tournament has been opened already." in page.text
    assert ClubPlan.objects.get() == opened
    # The next year's has other days.
    again = wanted(sixteen, starts_on=DAY + dt.timedelta(days=365))
    assert host.post(NEW, again).status_code == 302


# Ended early ----------------------------------------------------------------------


def test_a_tournament_is_ended_early_and_gone_on_with(
    host: Client, opened: ClubPlan
) -> None:
    tomorrow = DAY + dt.timedelta(days=1)
    Season.objects.update(ends_on=tomorrow)
    assert "End the tournament now" not in host.get(FIRST).text
    start(host)
    assert "End the tournament now" in host.get(FIRST).text
    end = {"action": "end", "sitting": "1"}
    page = words(host.post(FIRST, end, headers=HTMX).text)
    assert "Sitting 1 of 1: 4 tables are still playing. Cut short: 1 of 2" in page
    finish_all()
    page = host.get(FIRST).text
    assert "Final ranking" in page
    assert "Start sitting" not in page
    opened.season.refresh_from_db()
    assert opened.season.ends_on == DAY
    again = host.post(FIRST, end, follow=True)
    assert "The tournament has changed meanwhile" in again.text

    back = end | {"action": "go-on"}
    assert "Start sitting 2" in words(host.post(FIRST, back, follow=True).text)
    opened.season.refresh_from_db()
    assert opened.season.ends_on == tomorrow
    assert opened.versions.count() == 1
    told = JournalEntry.objects.filter(deed=JournalEntry.Deed.SEASON_CHANGED)
    assert sorted(told.values_list("about", flat=True)) == [
        *("Open day: 1 → 2", "Open day: 2 → 1"),
    ]


END = {"action": "end", "sitting": "1"}
GO_ON = END | {"action": "go-on"}


@pytest.mark.parametrize(
    ("since", "kept"),
    [
        ({"ends_on": dt.date(2026, 12, 24)}, dt.date(2026, 12, 24)),
        # The first day was moved past the last day of before.
        ({"starts_on": dt.date(2026, 11, 20), "ends_on": None}, None),
    ],
)
def test_days_that_were_changed_since_stay_when_it_goes_on(
    host: Client, opened: ClubPlan, since: dict[str, object], kept: dt.date | None
) -> None:
    Season.objects.update(ends_on=DAY + dt.timedelta(days=1))
    start(host)
    host.post(FIRST, END)
    Season.objects.update(**since)
    assert host.post(FIRST, GO_ON).status_code == 302
    opened.season.refresh_from_db()
    assert opened.season.ends_on == kept
    assert opened.versions.count() == 1


def test_no_first_day_is_past_the_last_one_that_comes_back(
    host: Client, opened: ClubPlan
) -> None:
    start(host)
    Season.objects.update(ends_on=DAY + dt.timedelta(days=1))
    host.post(FIRST, END)
    cut = opened.versions.latest("number")
    cut.wish["last_day"] = str(DAY - dt.timedelta(days=1))
    cut.save()
    assert host.post(FIRST, GO_ON).status_code == 302
    opened.season.refresh_from_db()
    assert opened.season.ends_on == DAY


def test_its_plan_stays_as_it_is_until_it_goes_on(
    host: Client, opened: ClubPlan
) -> None:
    start(host)
    host.post(FIRST, END)
    plan = "/groene-hart/plans/1/"
    page = host.get(f"{plan}?version=1").text
    for button in ("Use this plan", "Draw it again", "Somebody came"):
        assert button not in page
    for address, data in (
        (plan, {"action": "use", "version": "1"}),
        (plan, {"action": "again", "version": "2"}),
        (f"{plan}change/", {}),
        (f"{plan}change/", {"action": "plan"}),
    ):
        answer = host.post(address, data, follow=True)
        assert "This tournament was ended early." in answer.text
        assert "first choose “Go on with the tournament”" in words(answer.text)
    assert opened.versions.count() == 2
    assert "Cut short: 1 of 2 sittings." in host.get(FIRST).text


def test_a_sitting_that_was_left_out_does_not_start(
    host: Client, opened: ClubPlan
) -> None:
    start(host)
    finish_all()
    data = fields_of(host.get(f"{TABLES}?plan=1").text)
    data |= {"action": "start", "plan": "1", "sitting": "2"}
    host.post(FIRST, END)
    said = "The plan has no such sitting to start any more."
    assert said in host.post(TABLES, data, follow=True).text
    assert said in host.get(f"{TABLES}?plan=1", follow=True).text
    part = host.post(TABLES, data, headers=HTMX)
    assert part.headers["HX-Redirect"] == "/groene-hart/plans/1/"
    assert opened.sittings.count() == 1
    again = host.post(TABLES, data | {"sitting": "1"}, follow=True)
    assert "This sitting has been started already." in again.text


def test_only_who_may_change_a_season_ends_a_tournament(
    host: Client, opened: ClubPlan
) -> None:
    start(host)
    other = Client()
    log_in(other, opened.club, "scorekeeper")
    assert "End the tournament now" not in other.get(FIRST).text
    refused = other.post(FIRST, {"action": "end", "sitting": "1"})
    assert refused.status_code == 403
    assert opened.versions.count() == 1


# A plan that is thought of -------------------------------------------------------


@pytest.fixture
def thought_of(host: Client, opened: ClubPlan) -> PlanVersion:
    """Return another version, that a worker is to make, of a plan that is played by."""
    start(host)
    assert opened.used is not None
    wish = club_plans.PlanWish.of(opened.used.wish)
    return club_plans.version_add(plan=opened, wish=wish, account=None)


def test_who_asks_again_is_told_when_the_plan_is_made(
    host: Client, thought_of: PlanVersion
) -> None:
    page = host.get(FIRST, headers=HTMX).text
    assert "The plan is being made." in page
    again = HTMX | {"If-None-Match": tag_in(page)}
    club_plans.make_waiting()
    page = words(host.get(FIRST, headers=again).text)
    assert "The plan is being made." not in page
    assert "have been planned anew, and are not played by yet." in page


def test_where_planning_anew_failed_it_says_why_and_what_is_played_by(
    host: Client, thought_of: PlanVersion
) -> None:
    thought_of.error = "contradiction"
    thought_of.save()
    finish_all()
    page = words(host.get(FIRST).text)
    assert "No plan was found that keeps every wish." in page
    assert "The sittings to come have not been planned anew;" in page
    assert "have been planned anew" not in page
    assert "Start sitting 2" in page
    assert "planned anew" not in words(Client().get(FIRST).text)


def test_who_asks_again_calls_another_worker_where_the_first_died(
    host: Client, thought_of: PlanVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.get(FIRST)
    again = HTMX | {"If-None-Match": tag_in(host.get(FIRST, headers=HTMX).text)}
    now = NOW + club_plans.DEAD_AFTER * 2
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    assert host.get(FIRST, headers=again).status_code == 304
    thought_of.refresh_from_db()
    assert thought_of.called_at == now


def test_a_plan_that_is_thought_of_is_the_hosts_alone(
    host: Client, thought_of: PlanVersion
) -> None:
    reader = Client()
    assert "The plan is being made." not in reader.get(FIRST).text
    club_plans.make_waiting()
    thought_of.refresh_from_db()
    assert thought_of.measures is not None
    thought_of.measures["wind_spread"] = 7
    thought_of.save()
    # How good the plan is that is played by is told to all.
    for page in (host.get(FIRST).text, reader.get(FIRST).text):
        assert "Nobody meets twice." in page
        assert "7 times more" not in page


# Who may see and do what ----------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
def test_all_see_the_ranking_and_hosts_the_clock(
    host: Client, opened: ClubPlan, who: str
) -> None:
    start(host)
    finish(Partie.objects.earliest("number"))
    reader = Client()
    log_in(reader, opened.club, who)
    page = reader.get(FIRST).text
    assert "Ranking so far" in page
    is_host = who in ("scorekeeper", "administrator", "superuser")
    assert ("Start the clock" in page) == is_host
    assert ("Print the sheets of all tables" in page) == is_host


@pytest.mark.parametrize(
    "told",
    [
        {"occasion": ClubPlan.Occasion.EVENING},
        {"minutes": None},  # of before a tournament had pages of its own
    ],
)
def test_a_plan_of_another_kind_is_no_tournament(
    host: Client, opened: ClubPlan, told: dict[str, object]
) -> None:
    ClubPlan.objects.update(**told)
    assert host.get(FIRST).status_code == 404
    for page in ("evenings/2026-11-17/", "seasons/open-day/", "plans/", "live/"):
        assert FIRST not in host.get(f"/groene-hart/{page}").text, page


def test_evening_season_and_big_screen_lead_to_it(
    host: Client, opened: ClubPlan
) -> None:
    for page in ("evenings/2026-11-17/", "seasons/open-day/", "plans/", "live/"):
        for reader in (host, Client()):
            assert FIRST in reader.get(f"/groene-hart/{page}").text, page


# The clock ------------------------------------------------------------------------


@pytest.fixture
def sitting(host: Client, opened: ClubPlan) -> StartedSitting:
    """Return a sitting whose tables have started."""
    start(host)
    return StartedSitting.objects.get()


def press(host: Client, action: str, number: str = "1") -> str:
    """Press a button of the clock; return what the page says then."""
    data = {"action": action, "sitting": number}
    return words(host.post(FIRST, data, headers=HTMX).text)


def test_the_clock_is_started_paused_lengthened_and_set_back(
    host: Client, sitting: StartedSitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "90:00 The clock has not been started yet." in words(host.get(FIRST).text)
    page = press(host, "start")
    assert "21:30 The sitting ends at 21:30." in page
    sitting.refresh_from_db()
    assert sitting.ends_at == NOW + dt.timedelta(minutes=90)
    later = NOW + dt.timedelta(minutes=20, seconds=0.5)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    assert "70:00 The clock is paused." in press(host, "pause")
    assert "75:00 The clock is paused." in press(host, "more")
    press(host, "start")
    sitting.refresh_from_db()
    assert sitting.ends_at == later + dt.timedelta(minutes=75)
    assert sitting.seconds_left is None
    assert "90:00 The clock has not been started yet." in press(host, "back")


def test_two_who_start_it_start_it_once(
    sitting: StartedSitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting_clock.clock_start(sitting=sitting)
    later = NOW + dt.timedelta(minutes=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    sitting_clock.clock_start(sitting=sitting)
    sitting.refresh_from_db()
    assert sitting.ends_at == NOW + dt.timedelta(minutes=90)


def test_time_that_is_over_is_not_paused_and_lengthened_from_now_on(
    sitting: StartedSitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting_clock.clock_start(sitting=sitting)
    later = NOW + dt.timedelta(minutes=95)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    assert sitting_clock.clock_pause(sitting=sitting).seconds_left is None
    more = sitting_clock.clock_lengthen(sitting=sitting)
    assert more.ends_at == later + dt.timedelta(minutes=5)


def test_a_page_of_the_sitting_before_changes_no_clock(
    host: Client, sitting: StartedSitting
) -> None:
    assert "Another sitting has been started meanwhile" in press(host, "start", "0")
    sitting.refresh_from_db()
    assert sitting.ends_at is None


def test_minutes_can_be_changed_for_clocks_to_come(
    host: Client, sitting: StartedSitting
) -> None:
    for typed in ("0", "601", "0000000019999", "9" * 5000, "half an hour"):
        page = host.post(FIRST, {"action": "minutes", "minutes": typed}, follow=True)
        assert "Give a whole number of minutes from 1 to 600." in page.text
    host.post(FIRST, {"action": "minutes", "minutes": "75"})
    assert "75:00" in host.get(FIRST).text


# Asked again and again ------------------------------------------------------------


@pytest.mark.parametrize("headers", [HTMX, SCREEN])
def test_who_asks_again_is_told_the_time_and_what_is_new(
    host: Client,
    sitting: StartedSitting,
    headers: dict[str, str],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    reader = Client()
    first = reader.get(FIRST, headers=headers)
    tag = tag_in(first.text)
    again = headers | {"If-None-Match": tag}
    with django_assert_num_queries(11):
        same = reader.get(FIRST, headers=again)
    assert same.status_code == 304
    assert same.headers["Server-Time"] == str(int(NOW.timestamp() * 1000))
    sitting_clock.clock_start(sitting=sitting)
    assert "data-ends" in reader.get(FIRST, headers=again).text
    tag = tag_in(reader.get(FIRST, headers=headers).text)
    again = headers | {"If-None-Match": tag}
    finish(Partie.objects.earliest("number"))
    assert "+30" in reader.get(FIRST, headers=again).text


def test_the_clocks_length_is_in_the_clubs_file(opened: ClubPlan) -> None:
    assert '"minutes": 90' in "".join(map(str, club_file(opened.club)))
