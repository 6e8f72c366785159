"""The pages of a plan, from the wish to the last sitting."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
from itertools import combinations, count

import pytest
from django.test import Client

from clubscore.club.models import Account, Club, Player, Season
from clubscore.evening.club_plan_forms import initial_of
from clubscore.evening.services import presence_note
from clubscore.partie import club_plans
from clubscore.partie.models import ClubPlan, Partie, PlanVersion
from clubscore.planning import Plan, Wanted, plan
from tests.club.people import EVERYBODY, WHO_STARTS_PARTIES, log_in
from tests.conftest import players_in
from tests.evening.test_evening_page import EVENING
from tests.evening.test_evening_tables_page import DAY, HTMX, TABLES, fields_of
from tests.partie.pages import words

PLANS = "/groene-hart/plans/"
NEW = f"{PLANS}new/"
FIRST = f"{PLANS}1/"


@pytest.fixture(autouse=True)
def _tonight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the evening of that day."""
    now = dt.datetime(2026, 11, 17, 20, tzinfo=dt.UTC)
    monkeypatch.setattr(
        "clubscore.partie.evenings.timezone.localtime", lambda value=now: value
    )


@pytest.fixture(autouse=True)
def workers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Call no process beside the tests; return a word for each that was called."""
    called: list[str] = []
    monkeypatch.setattr(club_plans, "call_worker", lambda: called.append("called"))
    return called


@pytest.fixture
def host(client: Client, administrator: Account) -> Client:
    """Return the client of who plans."""
    client.force_login(administrator)
    return client


@pytest.fixture
def sixteen(club: Club, players: list[Player]) -> list[Player]:
    """Return the cast and twelve more: five sittings of theirs are known exactly."""
    return [*players, *players_in(club, *(f"Guest {one}" for one in range(12)))]


def wanted(people: list[Player], season: Season, **more: object) -> dict[str, object]:
    """Return what the form sends."""
    names = "\n".join(one.name for one in people)
    return {
        "season": season.pk,
        "names": names,
        "sittings": 5,
        "sizes": ["3", "4", "5"],
        "action": "plan",
    } | more


@pytest.fixture
def planned(host: Client, season: Season, sixteen: list[Player]) -> ClubPlan:
    """Return a plan of five sittings that is played by."""
    host.post(NEW, wanted(sixteen, season))
    host.post(FIRST, {"action": "use", "version": "1"})
    return ClubPlan.objects.get()


def start(host: Client, number: int = 1) -> None:
    """Start the next sitting as the page shows it."""
    page = host.get(f"{TABLES}?plan={number}").text
    [sitting] = re.findall(r'name="sitting" value="(\d+)"', page)
    data = fields_of(page) | {"action": "start", "plan": number, "sitting": sitting}
    answer = host.post(TABLES, data)
    assert answer.status_code == 302, answer.text


def end_all() -> None:
    """Let every partie be over."""
    Partie.objects.update(is_finished=True)


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_plan_is_asked_for_by_those_who_start_parties(
    client: Client, season: Season, who: str
) -> None:
    log_in(client, season.club, who)
    expected = 302 if who == "anonymous" else 403
    answer = client.get(NEW).status_code
    assert answer == (200 if who in WHO_STARTS_PARTIES else expected)


def test_a_plan_is_bound_to_nothing_until_it_is_used(
    host: Client, season: Season, sixteen: list[Player]
) -> None:
    assert host.post(NEW, wanted(sixteen, season)).headers["Location"] == FIRST
    page = host.get(FIRST).text
    assert "Nobody meets twice." in page
    assert "Use this plan" in page
    assert "Start sitting" not in page
    reader = Client()
    assert reader.get(FIRST).status_code == 404
    assert "Plan 1" not in reader.get(PLANS).text
    host.post(FIRST, {"action": "use", "version": "1"})
    assert "Start sitting 1" in host.get(FIRST).text
    page = reader.get(FIRST).text
    assert "Sitting 5" in page
    assert "Start sitting" not in page


def test_everybody_sits_once_in_each_sitting_and_meets_nobody_twice(
    planned: ClubPlan, host: Client, sixteen: list[Player]
) -> None:
    text = host.get(f"{FIRST}plan.csv").content.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["Sitting", "Table", "Seat", "Player"]
    names = sorted(one.name for one in sixteen)
    met = set()
    for number in "12345":
        sitting = [row for row in rows if row[0] == number]
        assert sorted(row[3] for row in sitting) == names
        for table in "1234":
            at = sorted(row[3] for row in sitting if row[1] == table)
            met |= {(number, *pair) for pair in combinations(at, 2)}
    assert len({pair[1:] for pair in met}) == len(met) == 5 * 4 * 6


def test_wishes_are_kept_and_shown(
    host: Client, season: Season, sixteen: list[Player]
) -> None:
    wishes = {"apart": "Anna, Ben", "together": "Cleo; Dirk", "fixed": "anna: 2"}
    host.post(NEW, wanted(sixteen, season, sittings=2, **wishes))
    club_plans.make_waiting()
    page = host.get(FIRST).text
    assert "Never at one table: Anna, Ben." in page
    assert "Always at one table: Cleo, Dirk." in page
    assert "Anna always sits at table 2." in page
    anna, ben, cleo, dirk = (one.pk for one in sixteen[:4])
    version = PlanVersion.objects.get()
    for one in club_plans.rounds_of(version, {}):
        at = {key: table.number for table in one.tables for key in table.players}
        assert at[anna] == 2 != at[ben]
        assert at[cleo] == at[dirk]


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("names", "", "Enter the names."),
        ("names", "Anna, Ben, Cleo", "A plan needs 4 players or more."),
        ("names", "Anna, Ben, Cleo, Dirk, ANNA", "ANNA stands there twice."),
        ("sittings", "61", "less than or equal to 60"),
        ("apart", "Anna, Nobody", "Nobody is not among those who play."),
        ("apart", "Anna", "A line has two names or more."),
        ("fixed", "Anna", "names no table"),
        ("fixed", "Anna: 1\nanna: 2", "anna stands there twice."),
        ("fixed", "Anna: 9", "There are not so many tables."),
        ("together", "Anna, Ben", "Not all of these can be kept apart"),
        ("sizes", [], "Tick at least one."),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_loses_nothing(
    host: Client,
    season: Season,
    sixteen: list[Player],
    field: str,
    text: object,
    said: str,
) -> None:
    more = {"together": "Cleo, Dirk", "apart": "Anna, Ben"} | {field: text}
    if text == "Anna, Ben, Cleo":
        more |= {"together": "", "fixed": "Cleo: 1"}
    page = host.post(NEW, wanted(sixteen, season, **more)).text
    assert said in page
    kept = "Cleo, Dirk" if more["together"] == "Cleo, Dirk" else "Anna, Ben"
    assert kept in page
    assert not ClubPlan.objects.exists()


def test_what_can_be_expected_is_said_before(
    host: Client, season: Season, sixteen: list[Player]
) -> None:
    data = wanted(sixteen, season, action="show")
    page = host.post(NEW, data, headers=HTMX).text
    assert page.lstrip().startswith('<p id="plan-expected"')
    assert "16 players, 4 tables in each sitting: 4, 4, 4, 4." in page
    assert "Everybody can meet about 15 of the 15 others." in page
    assert not ClubPlan.objects.exists()


def test_new_names_become_guests(
    host: Client, season: Season, players: list[Player]
) -> None:
    data = wanted(players, season, sittings=1)
    data["names"] = f"{data['names']}\nIda"
    host.post(NEW, data)
    club_plans.make_waiting()
    assert season.club.players.get(name="Ida").is_guest
    assert "Ida" in host.get(FIRST).text


COMMA = "Jansen, Piet"


def test_a_member_may_have_a_name_with_a_comma(
    host: Client, season: Season, players: list[Player]
) -> None:
    piet, *others = players_in(season.club, COMMA, "Kees", "Lies", "Mia")
    assert f"Dirk\n{COMMA}" in host.get(NEW).text
    wishes = {"apart": f"Anna, {COMMA}", "together": f"{COMMA}; Ben"}
    wishes["fixed"] = f"{COMMA}: 1"
    people = [*players, piet, *others]
    host.post(NEW, wanted(people, season, sittings=1, **wishes))
    [version] = PlanVersion.objects.all()
    wish = club_plans.PlanWish.of(version.wish)
    anna, ben, *_others = players
    assert wish.players == tuple(one.pk for one in people)
    assert wish.apart == ((anna.pk, piet.pk),)
    assert wish.together == ((piet.pk, ben.pk),)
    assert wish.fixed == ((piet.pk, 1),)
    # What the page shows of it is read as it was.
    shown = initial_of(wish, {one.pk: one.name for one in people})
    host.post(f"{FIRST}change/", shown | {"action": "plan"})
    assert PlanVersion.objects.latest("number").number == 2
    assert PlanVersion.objects.latest("number").wish == version.wish


def test_a_guest_may_have_as_long_a_name_as_a_member_and_one_with_a_comma(
    host: Client, season: Season, players: list[Player]
) -> None:
    data = wanted(players, season, sittings=1)
    named = data["names"]
    data["names"] = f"{named}\n{'B' * 81}"
    assert f"“{'B' * 81}” is too long" in host.post(NEW, data).text
    data["names"] = f"{named}\n{'B' * 80}\n{COMMA};"
    host.post(NEW, data)
    new = [season.club.players.get(name=name) for name in ("B" * 80, COMMA)]
    wish = club_plans.PlanWish.of(PlanVersion.objects.get().wish)
    assert wish.players == tuple(one.pk for one in (*players, *new))


def test_a_name_that_nobody_can_have_is_said_and_loses_nothing(
    host: Client, season: Season, players: list[Player]
) -> None:
    data = wanted(players, season, sittings=1)
    # An accent without a letter: compared without accents nothing is left of it.
    data["names"] = f"{data['names']}\nIda\n\N{COMBINING ACUTE ACCENT}"
    answer = host.post(NEW, data)
    assert answer.status_code == 200
    assert "Enter a name." in answer.text
    assert "Anna\nBen\nCleo\nDirk\nIda" in answer.text
    assert not season.club.players.filter(name="Ida").exists()
    assert not ClubPlan.objects.exists()


def test_what_takes_long_is_made_beside_the_site(
    host: Client,
    season: Season,
    sixteen: list[Player],
    monkeypatch: pytest.MonkeyPatch,
    workers: list[str],
    django_capture_on_commit_callbacks: object,
) -> None:
    hours = count(step=3600)

    def hurried(wanted: Wanted) -> Plan:
        """Plan by a clock by which the second is over at once."""
        is_asked = wanted.seconds == club_plans.AT_ONCE
        return plan(wanted, lambda: float(next(hours))) if is_asked else plan(wanted)

    monkeypatch.setattr(club_plans, "plan", hurried)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        host.post(NEW, wanted(sixteen[:14], season, sittings=4))
    page = host.get(FIRST).text
    assert workers == ["called"]
    assert 'hx-trigger="every 1s"' in page
    assert "<progress" in page
    assert club_plans.make_waiting() == 1
    page = host.get(FIRST, headers=HTMX).text
    assert page.lstrip().startswith('<div id="plan"')
    assert "hx-trigger" not in page
    assert "Use this plan" in page


def test_only_the_sitting_that_is_next_is_offered_where_a_plan_goes_on(
    planned: ClubPlan, host: Client, sixteen: list[Player]
) -> None:
    def leads(page: str) -> list[str]:
        """Return what is led to for tables, but for what is folded away."""
        open_ones = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
        return re.findall(rf'href="({TABLES}[^"]*)"', open_ones)

    here = {f"here_{one.pk}": "on" for one in sixteen}
    seen = {f"was_{one.pk}": "" for one in sixteen}
    before = host.get(EVENING).text
    assert leads(before) == [f"{TABLES}?plan=1"]
    assert "then start sitting 1: the plan says who sits where" in before
    assert f'href="{TABLES}"' in before.split("A table that is not in the plan?")[1]
    ticked = host.post(f"{EVENING}here/", here | seen, headers=HTMX).text
    assert leads(ticked) == [f"{TABLES}?plan=1"]
    assert leads(host.get(EVENING).text) == [f"{TABLES}?plan=1"] * 2
    ClubPlan.objects.update(used=None)
    after = host.get(EVENING).text
    assert leads(after) == [TABLES] * 2
    assert "A table that is not in the plan?" not in after


def test_a_sitting_starts_its_tables_as_planned_and_once(
    planned: ClubPlan, host: Client, sixteen: list[Player]
) -> None:
    evening = host.get(EVENING).text
    assert f"{TABLES}?plan=1" in evening
    page = host.get(f"{TABLES}?plan=1").text
    data = fields_of(page) | {"action": "start", "plan": 1, "sitting": 1}
    host.post(TABLES, data)
    assert planned.used is not None
    [first, *_] = club_plans.rounds_of(planned.used, {})
    seats = {
        partie.table: tuple(partie.seats.values_list("player", flat=True))
        for partie in Partie.objects.all()
    }
    assert seats == {str(table.number): table.players for table in first.tables}
    again = host.post(TABLES, data, follow=True)
    assert "This sitting has been started already." in again.text
    assert Partie.objects.count() == 4
    assert "Start sitting 2" in host.get(FIRST).text


def test_tables_that_still_play_hold_the_next_sitting_up(
    planned: ClubPlan, host: Client
) -> None:
    start(host)
    page = host.get(f"{TABLES}?plan=1").text
    assert "Still at a table of before: Anna, Ben" in page


def test_who_is_not_there_is_named_and_moved(
    planned: ClubPlan, host: Client, sixteen: list[Player]
) -> None:
    here = dict.fromkeys(sixteen[1:], "whole")
    presence_note(club=planned.club, day=DAY, parts=here)
    page = host.get(f"{TABLES}?plan=1").text
    assert "Not ticked as here: Anna." in page
    data = fields_of(page) | {"action": "start", "plan": 1, "sitting": 1}
    data[f"at_{sixteen[0].pk}"] = "-1"
    host.post(TABLES, data)
    assert sorted(Partie.objects.values_list("players", flat=True)) == [3, 4, 4, 4]
    [played] = club_plans.played_sittings(planned)
    assert sixteen[0].pk not in played.round.players


def test_somebody_leaves_and_the_rest_is_planned_again(
    planned: ClubPlan, host: Client, sixteen: list[Player]
) -> None:
    start(host)
    end_all()
    before = club_plans.played_sittings(planned)
    data = wanted(sixteen[1:], planned.season)
    assert host.post(f"{FIRST}change/", data).headers["Location"] == FIRST
    club_plans.make_waiting()
    version = planned.versions.latest("number")
    rounds = club_plans.rounds_of(version, {})
    assert [one.number for one in rounds] == [2, 3, 4, 5]
    for one in rounds:
        assert set(one.players) == {player.pk for player in sixteen[1:]}
    assert club_plans.played_sittings(planned) == before
    page = host.get(FIRST).text
    assert "Version 2" in page
    assert "Use this plan" in page
    assert "Start sitting" not in page
    # Until it is used the plan of before is played by.
    assert "Version" not in Client().get(FIRST).text
    host.post(FIRST, {"action": "use", "version": "2"})
    start(host)
    assert planned.sittings.count() == 2


def test_a_sitting_that_is_on_paper_stays_as_it_is(
    planned: ClubPlan, host: Client, sixteen: list[Player]
) -> None:
    start(host)
    end_all()
    assert planned.versions.get().rounds is not None
    assert "Sitting 2 stays as it is" in host.get(f"{FIRST}change/").text
    data = wanted(sixteen[1:], planned.season, keeps="2")
    assert host.post(f"{FIRST}change/", data).headers["Location"] == FIRST
    club_plans.make_waiting()
    before, after = (
        club_plans.rounds_of(one, {}) for one in planned.versions.order_by("number")
    )
    assert [one.number for one in after] == [2, 3, 4, 5]
    assert after[0] == before[1]
    # Whom one meets there counts as if it had been played.
    wish = club_plans.PlanWish.of(planned.versions.latest("number").wish)
    planned.refresh_from_db()
    history = club_plans.check_wish(wish, planned.season, planned).history
    assert history[-1].tables == before[1].tables
    assert sixteen[0].pk not in {key for one in after[1:] for key in one.players}


def test_who_has_left_does_not_wait_in_the_sitting_after(
    planned: ClubPlan, host: Client, sixteen: list[Player]
) -> None:
    start(host)
    end_all()
    host.post(f"{FIRST}change/", wanted(sixteen[1:], planned.season))
    club_plans.make_waiting()
    host.post(FIRST, {"action": "use", "version": "2"})
    start(host)
    # The others fill tables of three and four.
    assert planned.sittings.get(number=2).waiting == []
    assert not sixteen[0].presences.exists()


def test_a_sitting_that_stays_is_the_one_that_was_ticked(
    planned: ClubPlan, host: Client, sixteen: list[Player]
) -> None:
    start(host)
    end_all()
    assert 'name="keeps" value="2"' in host.get(f"{FIRST}change/").text
    start(host)
    end_all()
    data = wanted(sixteen, planned.season, keeps="2")
    page = words(host.post(f"{FIRST}change/", data).text)
    assert "Another sitting comes next by now." in page
    assert "Sitting 3 stays as it is" in page
    assert planned.versions.count() == 1
    data["keeps"] = "3"
    assert host.post(f"{FIRST}change/", data).headers["Location"] == FIRST
    kept = planned.versions.latest("number").wish["keeps"]
    assert kept == 3


def test_no_sitting_is_left_to_plan_behind_one_that_stays(
    planned: ClubPlan, host: Client, sixteen: list[Player]
) -> None:
    start(host)
    end_all()
    data = wanted(sixteen, planned.season, sittings=2, keeps="2")
    page = words(host.post(f"{FIRST}change/", data).text)
    assert "have been played already, or stay as they are." in page
    assert planned.versions.count() == 1


def test_what_was_played_is_not_planned_again(planned: ClubPlan, host: Client) -> None:
    start(host)
    end_all()
    people = list(planned.club.players.all())
    page = host.post(f"{FIRST}change/", wanted(people, planned.season, sittings=1)).text
    assert "As many sittings or more have been played already, or stay" in page
    assert not planned.versions.filter(number=2).exists()


def test_drawn_again_it_is_another_plan(planned: ClubPlan, host: Client) -> None:
    host.post(FIRST, {"action": "again", "version": "1"})
    first, second = planned.versions.order_by("number")
    assert second.is_made
    assert first.rounds != second.rounds
    planned.refresh_from_db()
    assert planned.used == first


def test_who_turned_out_to_be_another_goes_on_as_that_one(
    planned: ClubPlan, host: Client, sixteen: list[Player], club: Club
) -> None:
    [ida] = players_in(club, "Ida")
    sixteen[0].merged_into = ida
    sixteen[0].save()
    page = host.get(FIRST).text
    assert "Ida" in page
    assert "Anna" not in page
    assert "Ida\nBen" in host.get(f"{FIRST}change/").text


def test_drawn_again_who_turned_out_to_be_another_is_planned_as_that_one(
    host: Client,
    season: Season,
    sixteen: list[Player],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna, ben, *_others = sixteen
    wishes = {"apart": "Anna, Ben\nAnna, Cleo", "fixed": "Anna: 2\nBen: 1"}
    host.post(NEW, wanted(sixteen, season, sittings=2, **wishes))
    club_plans.make_waiting()
    host.post(FIRST, {"action": "use", "version": "1"})
    start(host)
    end_all()
    anna.merged_into = ben
    anna.save()
    asked: list[Wanted] = []

    def noted(wanted: Wanted) -> Plan:
        asked.append(wanted)
        return plan(wanted)

    monkeypatch.setattr(club_plans, "plan", noted)
    host.post(FIRST, {"action": "again", "version": "1"})
    club_plans.make_waiting()
    wish, *_again = asked
    assert sorted(wish.players) == [one.pk for one in sixteen[1:]]
    assert wish.apart == ((ben.pk, sixteen[2].pk),)
    assert wish.fixed == {ben.pk: 1}
    [played] = wish.history
    assert anna.pk not in played.players
    page = host.get(FIRST).text
    assert "Never at one table: Ben, Cleo." in page
    assert "Anna" not in page
