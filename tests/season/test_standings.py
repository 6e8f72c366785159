"""The leaderboard out of what was stored: its page, its files, its method."""

import csv
import datetime as dt
import io
import re
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook
from pytest_django import DjangoAssertNumQueries

from clubscore.club import methods
from clubscore.club.models import Player, Season, Substitutes
from clubscore.club.services import season_make, season_method_change
from clubscore.partie import correction_services, services
from clubscore.partie.models import Evening, Partie, PartieResult, Presence
from clubscore.season.standings import Leaderboard, leaderboard_of, record_of
from clubscore.season.views import leaderboard
from tests.club.people import log_in
from tests.season.played import DRAW, GAME, play, write
from tests.season.test_club_page import section

SEASON = "/groene-hart/seasons/2026/"
FIRST, SECOND = dt.date(2026, 11, 10), dt.date(2026, 11, 17)


def by(season: Season, preset: str, **more: Any) -> Leaderboard:
    """Return the leaderboard by a preset."""
    found = methods.preset_called(preset)
    assert found is not None
    return leaderboard_of(season, method=found.method, **more)


def lines(board: Leaderboard) -> list[tuple[int | None, str, Fraction | int]]:
    """Return the places, names and points of a leaderboard."""
    return [(row.line.place, row.name, row.line.points) for row in board.rows]


@pytest.fixture
def two_evenings(season: Season, players: list[Player]) -> Season:
    """Return a season in which Ben won twice and then lost."""
    play(season, players, [GAME], day=FIRST)
    play(season, players[1:] + players[:1], [GAME], day=SECOND)
    return season


def test_sums_and_places_follow_from_what_was_played(two_evenings: Season) -> None:
    # +24 +384 −244 −164 for Anna Ben Cleo Dirk, then for Ben Cleo Dirk Anna.
    assert lines(leaderboard_of(two_evenings)) == [
        (1, "Ben", 408),
        (2, "Cleo", 140),
        (3, "Anna", -140),
        (4, "Dirk", -408),
    ]


def test_as_of_an_earlier_day_only_that_counts(two_evenings: Season) -> None:
    assert lines(leaderboard_of(two_evenings, as_of=FIRST)) == [
        (1, "Ben", 384),
        (2, "Anna", 24),
        (3, "Dirk", -164),
        (4, "Cleo", -244),
    ]


def test_movement_is_against_the_evening_before(two_evenings: Season) -> None:
    moved = {row.name: row.climbed for row in leaderboard_of(two_evenings).rows}
    assert moved == {"Ben": 0, "Cleo": 2, "Anna": -1, "Dirk": -1}
    first = leaderboard_of(two_evenings, as_of=FIRST)
    assert all(row.movement is None for row in first.rows)


def test_table_points_are_shared_exactly(season: Season, players: list[Player]) -> None:
    play(season, players, [DRAW])
    assert lines(by(season, "table-points")) == [
        (1, name, Fraction(7, 4)) for name in ("Anna", "Ben", "Cleo", "Dirk")
    ]


@pytest.mark.parametrize(
    ("rule", "points"),
    [
        (Substitutes.SUBSTITUTE, {"Anna": 24, "Eva": -164}),
        (Substitutes.REPLACED, {"Anna": -140}),
        (Substitutes.NOBODY, {"Anna": 24}),
    ],
)
def test_a_substitutes_result_counts_for_whom_the_season_says(
    season: Season, players: list[Player], rule: str, points: dict[str, int]
) -> None:
    Season.objects.update(substitutes=rule)
    season.refresh_from_db()
    partie = play(season, players, [GAME], ends=False)
    eva = Player.objects.create(club=season.club, name="Eva", key="eva", slug="eva")
    correction_services.substitute_record(
        partie=partie, write=write(partie), leaving=players[0], coming=eva
    )
    services.game_record(partie=partie, write=write(partie), record=GAME)
    services.partie_end(partie=partie, write=write(partie), why="time")
    result = PartieResult.objects.get(partie=partie, player=eva)
    assert result.stands_for == players[0]
    # What holds was stored with the partie: a later change moves nothing.
    Season.objects.update(substitutes=Substitutes.SUBSTITUTE)
    found = {row.name: row.line.points for row in leaderboard_of(season).rows}
    after = {name: found[name] for name in ("Anna", "Eva") if name in found}
    counted = {name: many for name, many in after.items() if many or name in points}
    assert counted == points


def test_the_best_single_game_is_stored(season: Season, players: list[Player]) -> None:
    play(season, players, [GAME, DRAW])
    best = {row.player.name: row.best_game for row in PartieResult.objects.all()}
    assert best == {"Anna": 24, "Ben": 384, "Cleo": 0, "Dirk": 0}


def test_ended_early_is_what_was_ended(season: Season, players: list[Player]) -> None:
    partie = play(season, players, [GAME])
    assert Partie.objects.get(pk=partie.pk).is_ended_early
    still = play(season, players, [GAME], ends=False)
    assert not Partie.objects.get(pk=still.pk).is_ended_early


def test_a_partie_of_tonight_counts_when_it_is_over(
    season: Season, players: list[Player]
) -> None:
    tonight = timezone.localdate()
    Season.objects.update(ends_on=None)
    partie = play(season, players, [GAME], ends=False, day=tonight)
    board = leaderboard_of(season)
    assert {row.line.place for row in board.rows} == {None}
    services.partie_end(partie=partie, write=write(partie), why="time")
    assert leaderboard_of(season).rows[0].name == "Ben"


def test_who_was_only_there_is_paid_for_attending(
    season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    eva = Player.objects.create(club=season.club, name="Eva", key="eva", slug="eva")
    evening = Evening.objects.get()
    Presence.objects.create(evening=evening, player=eva, part=Presence.Stay.FIRST)
    found = {row.name: row.line.points for row in by(season, "attendance-premium").rows}
    assert found["Eva"] == 1500
    assert found["Ben"] == 3384


def test_a_merged_player_counts_as_the_other(
    season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    eva = Player.objects.create(club=season.club, name="Eva", key="eva", slug="eva")
    Player.objects.filter(pk=players[1].pk).update(merged_into=eva)
    assert leaderboard_of(season).rows[0].name == "Eva"


def test_costs_the_same_however_much_was_played(
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    play(season, players, [GAME])
    season.club  # noqa: B018, the page knows it
    with django_assert_num_queries(4):
        record_of(season)
    for day in range(1, 8):
        play(season, players, [GAME], day=dt.date(2026, 10, day))
    with django_assert_num_queries(4):
        record_of(season)


# The page ----------------------------------------------------------------------------


def test_each_line_opens_to_why(client: Client, two_evenings: Season) -> None:
    board = section(client.get(f"{SEASON}?why=ben").text, "standings")
    assert "All 2 results count; their sum is 408." in board
    assert "Partie 1" in board
    assert "Partie 2" in board


def test_htmx_gets_the_table_alone(client: Client, two_evenings: Season) -> None:
    headers = {"hx-request": "true", "hx-target": "leaderboard"}
    page = client.get(f"{SEASON}?why=ben", headers=headers).text
    assert page.lstrip().startswith('<div id="leaderboard"')
    assert "<h1>" not in page


def test_another_method_is_tried_beside_the_one_in_force(
    client: Client, two_evenings: Season
) -> None:
    page = section(client.get(f"{SEASON}?method=table-points").text, "standings")
    assert "Beside it the places by another method: Table points." in page
    assert by(two_evenings, "table-points").rows[0].name == "Ben"


def test_the_empty_season_says_when_it_begins(client: Client, season: Season) -> None:
    page = section(client.get(SEASON).text, "standings")
    assert "The leaderboard begins with the first" in page


def test_everybody_tied_is_said(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [DRAW])
    assert "all share the first place" in client.get(SEASON).text


def test_the_year_is_won_over_its_seasons(
    client: Client, two_evenings: Season, players: list[Player]
) -> None:
    method = methods.stored(methods.presets()[0].method)
    method = {**method, "honours": {**method["honours"], "titles": ["year"]}}
    Season.objects.update(method=method)
    other = season_make(
        club=two_evenings.club,
        name="2026, summer",
        starts_on=dt.date(2026, 6, 1),
        ends_on=dt.date(2026, 8, 31),
        ruleset="nts",
    )
    play(other, players[2:] + players[:2], [GAME], day=dt.date(2026, 7, 7))
    # Without the title a season is not of the year.
    season = Season.objects.get(pk=two_evenings.pk)
    assert "Winner of the year 2026: Ben (+408)" in section(
        client.get(season.get_absolute_url()).text, "titles"
    )
    # With it: for Cleo Dirk Anna Ben +24 +384 −244 −164 beside what was before.
    Season.objects.filter(pk=other.pk).update(method=method)
    assert "Winner of the year 2026: Ben (+244)" in section(
        client.get(season.get_absolute_url()).text, "titles"
    )


def test_who_won_a_table_stands_with_the_table_and_the_partie(
    client: Client, two_evenings: Season
) -> None:
    method = methods.stored(methods.presets()[0].method)
    method = {**method, "honours": {**method["honours"], "titles": ["table"]}}
    Season.objects.update(method=method)
    Partie.objects.filter(number=2).update(table="3")
    titles = section(client.get(SEASON).text, "titles")
    assert "17/11/2026 : Winner of the table: Cleo (+384), Table 3, Partie 2" in titles
    assert "10/11/2026 : Winner of the table: Ben (+384), Partie 1" in titles
    page = client.get(SEASON).text
    for address in ("evenings/2026-11-17/", "parties/2/", "parties/1/"):
        assert f'<a href="/groene-hart/{address}">' in page


def test_winners_of_earlier_evenings_are_told_when_they_are_asked_for(
    client: Client, two_evenings: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    method = methods.stored(methods.presets()[0].method)
    method = {**method, "honours": {**method["honours"], "titles": ["table"]}}
    Season.objects.update(method=method)
    season = two_evenings.get_absolute_url()
    everybody = section(client.get(season).text, "titles")
    assert "10/11/2026" in everybody
    assert "All winners" not in everybody
    monkeypatch.setattr(leaderboard, "WINNERS_OF", 1)
    last = section(client.get(f"{season}?sort=name").text, "titles")
    assert "10/11/2026" not in last
    assert "17/11/2026" in last
    # What else was asked stays.
    assert "All winners of the season" in last
    page = client.get(f"{season}?sort=name").text
    assert 'href="?sort=name&amp;players=4&amp;winners=all#winners"' in page
    assert section(client.get(f"{season}?winners=all").text, "titles") == everybody


def test_the_method_is_found_from_leaderboard_list_and_settings(
    client: Client, season: Season
) -> None:
    example = methods.example_of(methods.method_of(season.method))
    assert example in section(client.get(SEASON).text, "standings")
    assert "Standings method 2026 : Sum of scores" in section(
        client.get("/groene-hart/seasons/").text, "seasons"
    )
    log_in(client, season.club, "administrator")
    way = f'href="/groene-hart/settings/seasons/{season.pk}/method/"'
    pages = (
        SEASON,
        "/groene-hart/settings/seasons/",
        f"/groene-hart/settings/seasons/{season.pk}/",
    )
    for page in pages:
        assert way in client.get(page).text


def test_what_it_takes_tonight(client: Client, two_evenings: Season) -> None:
    page = client.get(f"{SEASON}?player=cleo&place=1").text
    needs = section(page, "needs")
    # Ben has 408, Cleo 140: equal points share the place.
    assert "268" in needs
    assert "Cleo" in needs


@pytest.mark.parametrize(
    "asked",
    [
        "as_of=never",
        "as_of=0001-01-01",
        "method=none",
        "why=nobody",
        "player=nobody&place=1",
        "player=ben&place=0",
        "players=9",
    ],
)
def test_what_makes_no_sense_is_left_out(
    client: Client, two_evenings: Season, asked: str
) -> None:
    assert client.get(f"{SEASON}?{asked}").status_code == 200


def test_the_front_page_shows_the_top(client: Client, two_evenings: Season) -> None:
    top = section(client.get("/groene-hart/").text, "top")
    assert "1 Ben from place 1 to place 1 408" in top


# Files -------------------------------------------------------------------------------


CSV = "/groene-hart/seasons/2026.csv"


def test_csv_has_what_the_page_has(client: Client, two_evenings: Season) -> None:
    response = client.get("/groene-hart/seasons/2026.csv")
    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert rows[0][:3] == ["Place", "Player", "Points"]
    assert [row[:3] for row in rows[1:]] == [
        ["1", "Ben", "408"],
        ["2", "Cleo", "140"],
        ["3", "Anna", "-140"],
        ["4", "Dirk", "-408"],
    ]
    assert 'filename="groene-hart-2026.csv"' in response["Content-Disposition"]
    early = client.get(f"/groene-hart/seasons/2026.csv?as_of={FIRST}").text
    assert "1,Ben,384" in early


def test_a_name_is_never_a_formula(client: Client, two_evenings: Season) -> None:
    Player.objects.filter(name="Ben").update(name="=1+1")
    rows = client.get("/groene-hart/seasons/2026.csv").text
    assert "1,'=1+1,408" in rows
    response = client.get("/groene-hart/seasons/2026.xlsx")
    sheet = load_workbook(io.BytesIO(response.content)).active
    assert sheet is not None
    cell = sheet["B2"]
    assert (cell.value, cell.data_type) == ("=1+1", "s")
    assert sheet["C2"].value == 408


def test_fractions_are_exact_beside_what_a_spreadsheet_counts_with(
    client: Client, season: Season, players: list[Player]
) -> None:
    found = methods.preset_called("table-points")
    assert found is not None
    season_method_change(
        season=season, method=methods.stored(found.method), substitutes="substitute"
    )
    play(season, players, [DRAW])
    address = "/groene-hart/seasons/2026.csv"
    # Alone 7/4 would be a day of April.
    assert "1,Anna,1.750,1 3/4,1" in client.get(address).text
    assert "1¾" in section(client.get(SEASON).text, "standings")


@pytest.mark.parametrize("language", ["de", "nl"])
def test_csv_is_as_spreadsheets_of_the_language_read_it(
    client: Client, season: Season, players: list[Player], language: str
) -> None:
    found = methods.preset_called("table-points")
    assert found is not None
    season_method_change(
        season=season, method=methods.stored(found.method), substitutes="substitute"
    )
    play(season, players, [DRAW])
    address, spoken = CSV, {"Accept-Language": language}
    page = client.get(SEASON, headers=spoken).text
    assert f'href="{address}?plain=1"' in page
    assert "1;Anna;1,750;1 3/4;1" in client.get(address, headers=spoken).text
    plain = client.get(f"{address}?plain=1", headers=spoken).text
    assert "1,Anna,1.750,1 3/4,1" in plain


def test_what_is_below_0_is_a_number(client: Client, two_evenings: Season) -> None:
    assert "4,Dirk,-408,-408," in client.get(CSV).text


def test_the_workbook_has_every_evening_and_its_head_stays(
    client: Client, two_evenings: Season
) -> None:
    book = load_workbook(io.BytesIO(client.get(CSV[:-3] + "xlsx").content))
    assert book.sheetnames == ["Leaderboard", "Evenings"]
    for sheet in book.worksheets:
        assert sheet.freeze_panes == "C2"
        assert sheet.column_dimensions["B"].width >= len("Player")
    rows = list(book["Evenings"].values)
    assert rows[0][:3] == ("Place", "Player", f"{FIRST}")
    totals = {row[1]: sum(int(str(one or 0)) for one in row[2:]) for row in rows[1:]}
    assert totals == {"Ben": 408, "Cleo": 140, "Anna": -140, "Dirk": -408}


# The method --------------------------------------------------------------------------


def method_address(season: Season) -> str:
    """Return the address of a season's method."""
    return f"/groene-hart/settings/seasons/{season.pk}/method/"


def test_a_preset_is_shown_before_it_is_saved(
    client: Client, two_evenings: Season
) -> None:
    log_in(client, two_evenings.club, "administrator")
    page = client.post(method_address(two_evenings), {"preset": "table-points"}).text
    changes = section(page, "dry-run")
    assert "Ben 1 1" in changes
    assert not Season.objects.get().method


def test_the_part_that_was_changed_stays_open(
    client: Client, two_evenings: Season
) -> None:
    log_in(client, two_evenings.club, "administrator")
    address = method_address(two_evenings)
    sent = {"asked:giving.kind": "score", "giving.kind": "table_points"}
    page = client.post(address, sent).text
    assert re.findall(r'<details id="part-(\w+)"[^>]* open', page) == ["giving"]
    assert not re.search(r"<details[^>]* open", client.get(address).text)


def test_what_was_shown_can_be_saved(client: Client, two_evenings: Season) -> None:
    log_in(client, two_evenings.club, "administrator")
    sent = {
        "action": "save",
        "giving.kind": "table_points",
        "substitutes": "nobody",
    }
    address = method_address(two_evenings)
    shown = client.post(address, {**sent, "action": "show"})
    assert shown.status_code == 200
    response = client.post(address, sent)
    assert response.status_code == 302
    season = Season.objects.get()
    assert methods.method_of(season.method).giving.kind == "table_points"
    assert season.substitutes == "nobody"


def test_a_setting_that_cannot_be_is_told_at_its_field(
    client: Client, two_evenings: Season
) -> None:
    log_in(client, two_evenings.club, "administrator")
    response = client.post(
        method_address(two_evenings),
        {
            "action": "save",
            "evening.kind": "evenings",
            "asked:evening.quorum": "1",
            "evening.quorum": "many",
        },
    )
    assert response.status_code == 422
    assert 'value="many"' in response.text
    assert "Give a whole number" in response.text
    assert not Season.objects.get().method
