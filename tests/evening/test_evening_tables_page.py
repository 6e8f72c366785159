import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Player, Season
from clubscore.club.services import player_add, season_make
from clubscore.evening.services import presence_note
from clubscore.partie.models import Partie
from tests.club.books_offered import book_chosen
from tests.club.people import EVERYBODY, WHO_STARTS_PARTIES, log_in
from tests.conftest import players_in
from tests.season.played import DRAW, play

DAY = dt.date(2026, 11, 17)
TABLES = "/groene-hart/evenings/2026-11-17/tables/"
LINKS = "/groene-hart/evenings/2026-11-17/links/"
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _tonight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the evening of that day."""
    now = dt.datetime(2026, 11, 17, 20, tzinfo=dt.UTC)
    monkeypatch.setattr("clubscore.partie.evenings.timezone.localtime", lambda: now)


@pytest.fixture
def nine(club: Club, season: Season, players: list[Player]) -> list[Player]:
    """Return the cast and five more, all of them here."""
    names = ("Eva", "Finn", "Gita", "Hugo", "Ines")
    nine = [*players, *players_in(club, *names)]
    presence_note(club=club, day=DAY, parts=dict.fromkeys(nine, "whole"))
    return nine


@pytest.fixture
def host(client: Client, administrator: Account) -> Client:
    """Return the client of who sets up the tables."""
    client.force_login(administrator)
    return client


def fields_of(page: str) -> dict[str, Any]:
    """Return what the page would send."""
    data: dict[str, Any] = {
        name: re.findall(rf'name="{name}" value="([^"]*)"', page)
        for name in ("lot", "shown", "shown_ruleset", "season")
    }
    for select in re.findall(r"<select.*?</select>", page, re.DOTALL):
        [name] = re.findall(r'<select[^>]* name="(\w+)"', select)
        chosen = re.findall(r'value="([^"]*)" selected', select)
        data[name] = chosen[0] if chosen else ""
    data["ruleset"] = book_chosen(page)
    data["chips"] = "notepad"
    return data


def tables_in(data: dict[str, Any]) -> dict[str, list[str]]:
    """Return who sits at which table, in the order of the seats."""
    tables: dict[str, list[str]] = {}
    for player in data["lot"]:
        tables.setdefault(data[f"at_{player}"], []).append(player)
    return tables


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("method", ["get", "post"])
def test_tables_are_set_up_by_those_who_start_parties(
    client: Client, nine: list[Player], who: str, method: str
) -> None:
    log_in(client, nine[0].club, who)
    answer = getattr(client, method)(TABLES)
    expected = 302 if who == "anonymous" else 403
    assert answer.status_code == (200 if who in WHO_STARTS_PARTIES else expected)
    assert not Partie.objects.exists()


def test_tables_are_proposed_for_all_who_are_free(
    host: Client, season: Season, nine: list[Player]
) -> None:
    late, gone = (player_add(club=season.club, name=name) for name in ("Late", "Gone"))
    presence_note(club=season.club, day=DAY, parts={late: "second", gone: ""})
    data = fields_of(host.get(TABLES).text)
    tables = tables_in(data)
    assert {table: len(players) for table, players in tables.items()} == {
        "1": 5,
        "2": 4,
        "-1": 1,  # does not play now
    }
    assert tables["-1"] == [str(late.pk)]
    assert len(set(data["lot"])) == 10


def test_lots_are_drawn_anew_every_time(host: Client, nine: list[Player]) -> None:
    draws = {tuple(fields_of(host.get(TABLES).text)["lot"]) for _ in range(5)}
    assert len(draws) > 1


def test_those_who_sat_together_are_set_apart(
    host: Client, season: Season, nine: list[Player]
) -> None:
    play(season, nine[:4], [DRAW], day=DAY - dt.timedelta(weeks=1))
    presence_note(club=season.club, day=DAY, parts={nine[8]: ""})
    first = {str(one.pk) for one in nine[:4]}
    for _ in range(5):
        tables = tables_in(fields_of(host.get(TABLES).text))
        assert [len(first & set(table)) for table in tables.values()] == [2, 2]


@pytest.mark.parametrize(
    ("many", "sentence"),
    [
        (0, "Nobody has been ticked as here yet."),
        (1, "1 player is here without a table; it takes 3 at least."),
        (2, "2 players are here without a table; it takes 3 at least."),
    ],
)
def test_too_few_are_told_so_kindly(
    host: Client, season: Season, players: list[Player], many: int, sentence: str
) -> None:
    presence_note(
        club=season.club, day=DAY, parts=dict.fromkeys(players[:many], "whole")
    )
    page = host.get(TABLES).text
    assert sentence in page
    assert "Start th" not in page


def test_when_everybody_sits_it_says_so(
    host: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [], ends=False, day=DAY)
    page = host.get(TABLES).text
    assert "Everybody who is here sits at a table already." in page


def test_the_tables_start_as_shown(host: Client, nine: list[Player]) -> None:
    data = fields_of(host.get(TABLES).text)
    answer = host.post(TABLES, data | {"action": "start"})
    assert answer.status_code == 302
    assert answer.headers["Location"] == LINKS
    shown = tables_in(data)
    for partie in Partie.objects.all():
        seats = [str(pk) for pk in partie.seats.values_list("player", flat=True)]
        assert seats == shown[partie.table]
        assert partie.evening.date == DAY
        assert not partie.uses_chips
    assert Partie.objects.count() == 2
    page = host.get(LINKS).text
    assert "The 2 tables have started." in page
    assert page.count('<svg class="qr"') == 2


def test_no_table_starts_on_a_day_to_come(host: Client, nine: list[Player]) -> None:
    later = TABLES.replace("17", "18")
    presence_note(
        club=nine[0].club, day=dt.date(2026, 11, 18), parts=dict.fromkeys(nine, "whole")
    )
    data = fields_of(host.get(later).text)
    page = host.post(later, data | {"action": "start"}).text
    assert "This day is yet to come." in page
    assert not Partie.objects.exists()


def test_htmx_is_led_on_by_its_own_header(host: Client, nine: list[Player]) -> None:
    data = fields_of(host.get(TABLES).text)
    answer = host.post(TABLES, data | {"action": "start"}, headers=HTMX)
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"] == LINKS


def test_started_twice_the_tables_are_there_once(
    host: Client, nine: list[Player]
) -> None:
    data = fields_of(host.get(TABLES).text) | {"action": "start"}
    host.post(TABLES, data)
    again = host.post(TABLES, data)
    assert again.status_code == 200
    assert "Nobody sits at a table yet." in again.text
    assert Partie.objects.count() == 2


def test_hands_move_players_between_tables(host: Client, nine: list[Player]) -> None:
    data = fields_of(host.get(TABLES).text)
    one = tables_in(data)["1"][0]
    data[f"at_{one}"] = "2"
    page = host.post(TABLES, data | {"action": "show"}, headers=HTMX)
    assert page.text.lstrip().startswith('<div id="new-tables"')
    moved = tables_in(fields_of(page.text))
    assert len(moved["1"]) == 4
    assert one in moved["2"]
    assert not Partie.objects.exists()


def test_hands_move_players_one_seat_up(host: Client, nine: list[Player]) -> None:
    data = fields_of(host.get(TABLES).text)
    before = tables_in(data)["2"]
    page = host.post(TABLES, data | {"up": before[2]})
    after = tables_in(fields_of(page.text))
    assert after["2"] == [before[0], before[2], before[1], before[3]]
    assert after["1"] == tables_in(data)["1"]
    first = host.post(TABLES, data | {"up": before[0]})
    assert tables_in(fields_of(first.text))["2"] == before


def test_hands_open_another_table(host: Client, nine: list[Player]) -> None:
    data = fields_of(host.get(TABLES).text)
    for player in (*tables_in(data)["1"][:1], *tables_in(data)["2"][:2]):
        data[f"at_{player}"] = "3"
    page = host.post(TABLES, data | {"action": "show"}).text
    assert "2 players sit here; the rule book has rules for: 3, 4, 5." in page
    for player in tables_in(data)["1"][:1]:
        data[f"at_{player}"] = "3"
    host.post(TABLES, data | {"action": "start"})
    assert not Partie.objects.exists()  # two sit at the second table
    data[f"at_{tables_in(data)['2'][0]}"] = "0"
    data[f"at_{tables_in(data)['2'][0]}"] = "0"
    host.post(TABLES, data | {"action": "start"})
    assert [one.players for one in Partie.objects.order_by("number")] == [3, 4]
    assert [one.table for one in Partie.objects.order_by("number")] == ["1", "2"]


def test_new_tables_are_called_as_they_will_be_and_tables_without_players_go(
    host: Client, season: Season, nine: list[Player]
) -> None:
    four = [player_add(club=season.club, name=f"Seated {n}") for n in range(4)]
    play(season, four, [], ends=False, table="1", day=DAY)
    page = host.get(TABLES).text
    assert re.findall(r'id="new-table-\d">(.*?)<', page) == ["Table 2", "Table 3"]
    data = fields_of(page)
    for player in tables_in(data)["1"]:
        data[f"at_{player}"] = "-1"
    page = host.post(TABLES, data | {"action": "show"}).text
    assert re.findall(r'id="new-table-\d">(.*?)<', page) == ["Table 2"]
    host.post(TABLES, fields_of(page) | {"action": "start"})
    assert Partie.objects.latest("pk").table == "2"


def test_a_draw_leaves_out_who_does_not_play(host: Client, nine: list[Player]) -> None:
    data = fields_of(host.get(TABLES).text)
    out = tables_in(data)["1"][0]
    data[f"at_{out}"] = "-1"
    page = host.post(TABLES, data | {"action": "draw"}).text
    tables = tables_in(fields_of(page))
    assert tables["-1"] == [out]
    assert [len(tables[number]) for number in ("1", "2")] == [4, 4]


def test_a_table_that_cannot_play_is_said_at_the_table(
    host: Client, nine: list[Player]
) -> None:
    data = fields_of(host.get(TABLES).text)
    for player in tables_in(data)["2"][:2]:
        data[f"at_{player}"] = "0"
    page = host.post(TABLES, data | {"action": "start"})
    assert page.status_code == 200
    sentence = "2 players sit here; the rule book has rules for: 3, 4, 5."
    assert f"Table 2: {sentence}" in page.text
    assert page.text.count(sentence) == 2
    assert tables_in(fields_of(page.text)) == tables_in(data)  # nothing is lost
    assert not Partie.objects.exists()


def test_another_rule_book_says_how_many_play(host: Client, nine: list[Player]) -> None:
    data = fields_of(host.get(TABLES).text) | {"ruleset": "spiel-der-winde"}
    shown = host.post(TABLES, data | {"action": "show"}).text
    assert "5 players sit here; the rule book has rules for: 4." in shown
    drawn = host.post(TABLES, fields_of(shown) | {"action": "draw"}).text
    data = fields_of(drawn)
    tables = tables_in(data)
    assert [len(tables[table]) for table in ("1", "2", "0")] == [4, 4, 1]
    # What the book leaves open is asked before anything starts.
    refused = host.post(TABLES, data | {"action": "start"})
    assert "The rule book does not say." in refused.text
    assert not Partie.objects.exists()
    data["option_settlement"] = re.findall(
        r'name="option_settlement" value="(\w+)"', drawn
    )[0]
    host.post(TABLES, data | {"action": "start"})
    started = Partie.objects.all()
    assert [one.ruleset for one in started] == ["spiel-der-winde"] * 2
    assert started[0].options["settlement"] == data["option_settlement"]


def test_what_a_rule_book_asks_stays_answered_while_another_is_looked_at(
    host: Client, nine: list[Player]
) -> None:
    data = fields_of(host.get(TABLES).text) | {"ruleset": "spiel-der-winde"}
    data = fields_of(host.post(TABLES, data | {"action": "show"}).text)
    data |= {"option_settlement": "winner_only", "ruleset": "nts"}
    page = host.post(TABLES, data | {"action": "show"}).text
    kept = dict(re.findall(r'name="(other:[^"]*)" value="([^"]*)"', page))
    assert kept == {"other:spiel-der-winde:option_settlement": "winner_only"}
    back = fields_of(page) | kept | {"ruleset": "spiel-der-winde", "action": "show"}
    page = host.post(TABLES, back).text
    assert re.findall(r'name="option_settlement" value="(\w+)"[^>]* checked', page) == [
        "winner_only"
    ]


def test_a_rule_book_chosen_without_script_is_shown_before_it_starts(
    host: Client, nine: list[Player]
) -> None:
    data = fields_of(host.get(TABLES).text) | {"ruleset": "schmale"}
    page = host.post(TABLES, data | {"action": "start"})
    assert "has changed with the rule book" in page.text
    assert not Partie.objects.exists()
    host.post(TABLES, fields_of(page.text) | {"action": "start"})
    assert {one.ruleset for one in Partie.objects.all()} == {"schmale"}


def test_chips_round_to_tens(host: Client, nine: list[Player]) -> None:
    data = fields_of(host.get(TABLES).text)
    host.post(TABLES, data | {"action": "start", "chips": "chips"})
    assert {one.uses_chips for one in Partie.objects.all()} == {True}
    assert {one.options["rounding"] for one in Partie.objects.all()} == {"tens"}


def test_the_season_of_the_day_is_proposed_and_another_can_be_chosen(
    host: Client, nine: list[Player], season: Season
) -> None:
    other = season_make(
        club=season.club, name="Cup", starts_on=dt.date(2025, 1, 1), ruleset="schmale"
    )
    page = host.get(TABLES).text
    data = fields_of(page)
    assert data["season"] == str(season.pk)
    shown = host.post(TABLES, data | {"season": other.pk, "action": "show"}).text
    data = fields_of(shown)
    assert (data["season"], data["ruleset"]) == (str(other.pk), "schmale")
    host.post(TABLES, data | {"action": "start"})
    assert {one.season for one in Partie.objects.all()} == {other}
    assert {one.ruleset for one in Partie.objects.all()} == {"schmale"}


@pytest.mark.parametrize(
    "nonsense",
    [
        {"lot": ["x", "-1", "99999999", "", "9" * 5000]},
        {"up": "99999999"},
        {"up": "9" * 5000},
        {"up": "x", "action": "draw"},
        {"season": "x"},
        {"season": "9" * 5000},
        {"ruleset": "no such"},
    ],
)
def test_nonsense_starts_nothing(
    host: Client, nine: list[Player], nonsense: dict[str, Any]
) -> None:
    data = fields_of(host.get(TABLES).text) | nonsense
    assert host.post(TABLES, data).status_code == 200
    assert not Partie.objects.exists()


def test_players_of_other_clubs_are_never_seated(
    host: Client, nine: list[Player], season: Season
) -> None:
    other = Club.objects.create(name="Elsewhere", slug="elsewhere")
    stranger = player_add(club=other, name="Zoe Blom")
    data = fields_of(host.get(TABLES).text)
    data["lot"] = [str(stranger.pk), *data["lot"]]
    data[f"at_{stranger.pk}"] = "2"
    page = host.post(TABLES, data | {"action": "show"}).text
    assert "Zoe Blom" not in page


def test_the_page_says_what_of_the_season_a_draw_considered(
    host: Client, season: Season, nine: list[Player]
) -> None:
    assert "nothing of this season is over" in host.get(TABLES).text
    for weeks in (2, 1):
        play(season, nine[:4], [DRAW], day=DAY - dt.timedelta(weeks=weeks))
    presence_note(club=season.club, day=DAY, parts={nine[8]: ""})
    page = host.get(TABLES).text
    assert "Drawn after 2 sittings of this season" in page
    # Two of the four sit at each table, since others are there.
    assert "10 of 12 pairs at these tables meet for the first time." in page
    assert "have met most often: 2 times." in page

    data = fields_of(page)
    for number, player in enumerate(nine[:8]):
        data[f"at_{player.pk}"] = "1" if number < 4 else "2"
    moved = host.post(TABLES, data | {"action": "show"}).text
    assert "6 of 12 pairs at these tables meet for the first time." in moved


def test_costs_the_same_for_many_players(
    host: Client,
    season: Season,
    nine: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    def more(start: str) -> list[Player]:
        names = [f"{start} {number}" for number in range(20)]
        return [player_add(club=season.club, name=name) for name in names]

    play(season, more("Seated")[:4], [DRAW], ends=False, day=DAY)
    # Session, account, club, membership, seasons, five for the tables that are played,
    # who is there, the players, the season’s parties, the rule books of the club’s own.
    with django_assert_num_queries(14):
        host.get(TABLES)
    presence_note(club=season.club, day=DAY, parts=dict.fromkeys(more("Free"), "whole"))
    with django_assert_num_queries(14):
        host.get(TABLES)
