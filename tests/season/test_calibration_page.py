"""The page that holds chances told before parties against what came."""

import csv
import io
import json
import re
from datetime import date, timedelta
from itertools import combinations

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from clubscore.archive.transfer.export import club_file
from clubscore.archive.transfer.importer import club_import, file_read
from clubscore.club.models import Club, Player, Season
from clubscore.club.services import player_add
from clubscore.partie.models import KeptAnswer
from clubscore.ranking import AgainstCoin, Rated, Strengths
from clubscore.season import calibration
from clubscore.season.calibration import calibration_of
from clubscore.season.models import RatingChange
from clubscore.season.ratings import replay
from clubscore.season.statistics import Scope
from clubscore.season.views.calibration import luck_in
from clubscore.season.views.filters import Asked, asked_of
from tests.club.people import EVERYBODY, INSIDERS, log_in
from tests.season.played import GAME, play
from tests.season.test_club_page import words

PAGE = "/groene-hart/ratings/calibration/"
CSV = "/groene-hart/ratings/calibration.csv"
FIRST = date(2026, 9, 1)
HEADINGS = {
    AgainstCoin.BETTER: "Better than a coin",
    AgainstCoin.EVEN: "No better than a coin so far",
    AgainstCoin.WORSE: "Worse than a coin",
}


@pytest.fixture
def rated(season: Season, players: list[Player]) -> Season:
    """Play nine times in all orders, so that some chances come true and some do not."""
    for week in range(9):
        order = [*players[week % 4 :], *players[: week % 4]]
        play(season, order, [GAME], day=FIRST + timedelta(weeks=week))
    return season


def asked_in(club: Club, **parameters: str) -> Asked:
    """Return what an address with *parameters* asks."""
    found = QueryDict(mutable=True)
    found.update(parameters)
    return asked_of(found, club)


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("is_public", [False, True])
@pytest.mark.parametrize("address", [PAGE, CSV])
def test_who_reads_it(
    client: Client, club: Club, who: str, is_public: bool, address: str
) -> None:
    Club.objects.update(is_public=is_public)
    log_in(client, club, who)
    may_read = is_public or who in INSIDERS
    assert client.get(address).status_code == (200 if may_read else 404)


def test_says_that_nothing_is_rated(client: Client, season: Season) -> None:
    page = client.get(PAGE).text
    assert "Nothing was rated yet." in page
    assert "<svg" not in page.split("<main")[1]
    assert "CSV" not in page


def test_chances_are_those_of_earlier_parties_alone(
    club: Club, rated: Season, players: list[Player]
) -> None:
    """A replay by hand, a partie after the other, told before it was learnt."""
    strengths, expected = Strengths(), []
    by_partie: dict[int, list[RatingChange]] = {}
    for change in RatingChange.objects.order_by("day", "number"):
        by_partie.setdefault(change.partie_id, []).append(change)
    for partie, rows in by_partie.items():
        places = {row.player_id: row.place for row in rows}
        told = strengths.forecast(sorted(places), rows[0].day)
        for one, other in combinations(range(len(places)), 2):
            chance = told.win[one][other]
            first, second = told.players[one], told.players[other]
            assert chance is not None
            if places[int(first)] == places[int(second)]:
                continue
            is_ahead = places[int(first)] < places[int(second)]
            favourite = max(chance, 1 - chance)
            expected.append((partie, favourite, is_ahead == (chance >= 0.5)))
        score = tuple((one, -place) for one, place in places.items())
        strengths.add(Rated(partie, rows[0].day, score))
    found = [pair for _, pair in calibration._pairs(RatingChange.objects.all())]
    assert len(found) == len(expected) == 54
    key = lambda one: (one[0], round(one[1], 9), one[2])  # noqa: E731
    assert sorted(map(key, found)) == sorted(map(key, expected))


def test_rows_chart_and_table_say_the_same(client: Client, rated: Season) -> None:
    page = client.get(PAGE).text
    asked = asked_in(rated.club)
    found = calibration_of(asked.scope)
    assert found.pairs == 54
    body = page.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    assert body.count("<tr>") == len(found.rows) == page.count("<circle")
    for row in found.rows:
        low, high = (round(end) for end in row.interval)
        assert (
            f"{row.low}–{row.high} % {row.pairs} {round(row.share)} % {low}–{high} %"
        ) in words(body)
    drawing = page.split("<desc")[1]
    first = found.rows[0]
    assert f"{round(first.told)} %: {round(first.share)} %" in drawing
    assert "54 pairs of players that did not tie" in page
    assert HEADINGS[found.against_coin] in page


def test_by_season_and_as_a_file(
    client: Client, rated: Season, players: list[Player]
) -> None:
    rows = csv.reader(io.StringIO(client.get(CSV).text.lstrip("\ufeff")))
    assert [line[0] for line in rows][1:] == [
        str(row.low) for row in calibration_of(asked_in(rated.club).scope).rows
    ]
    other = rated.club.seasons.create(
        name="2027",
        slug="2027",
        starts_on=date(2027, 1, 1),
        ends_on=date(2027, 12, 31),
        ruleset="nts",
    )
    play(other, players, [GAME], day=date(2027, 1, 5))
    assert calibration_of(asked_in(rated.club).scope).pairs == 60
    assert calibration_of(asked_in(rated.club, season=other.slug).scope).pairs == 6
    page = client.get(f"{PAGE}?season={other.slug}").text
    assert "6 pairs" in page
    assert f"calibration.csv?season={other.slug}" in page
    answer = client.get(f"{CSV}?season={other.slug}&plain=1")
    assert f"calibration-{other.slug}.csv" in answer["Content-Disposition"]


def test_a_clubs_file_tells_it_of_all_time_and_by_season(
    rated: Season, players: list[Player]
) -> None:
    other = rated.club.seasons.create(
        name="2027",
        slug="2027",
        starts_on="2027-01-01",
        ends_on="2027-12-31",
        ruleset="nts",
    )
    play(other, players, [GAME], day=date(2027, 1, 5))
    text = "".join(club_file(rated.club))
    whole, first, last = json.loads(text)["calibration"]
    seasons = {one["name"]: one["id"] for one in json.loads(text)["seasons"]}
    assert (whole["season"], whole["parties"], whole["pairs"]) == (None, 10, 60)
    assert (first["season"], first["pairs"]) == (seasons[rated.name], 54)
    assert (last["season"], last["parties"], last["pairs"]) == (seasons["2027"], 1, 6)
    found = calibration_of(Scope(rated.club))
    assert whole["log_loss"] == round(found.loss, 4)
    assert whole["against_coin"] == found.against_coin.value
    assert [
        (row["from"], row["to"], row["pairs"], row["came"]) for row in whole["rows"]
    ] == [(row.low, row.high, row.pairs, row.came) for row in found.rows]
    assert all(row["least"] <= row["told"] <= row["to"] for row in whole["rows"])
    again = club_import(file_read(text.encode()), slug="again").club
    assert json.loads("".join(club_file(again)))["calibration"] == [whole, first, last]


def test_a_clubs_file_tells_none_where_there_is_none(rated: Season) -> None:
    club = Club.objects.create(name="Other", slug="other")
    assert "calibration" not in json.loads("".join(club_file(club)))
    rated.club.hides_skill_rating = True
    assert "calibration" not in json.loads("".join(club_file(rated.club)))


def test_a_void_partie_is_none_of_it(client: Client, rated: Season) -> None:
    last = rated.parties.order_by("-number").first()
    assert last is not None
    type(last).objects.filter(pk=last.pk).update(is_void=True)
    replay(rated.club_id)
    assert calibration_of(asked_in(rated.club).scope).pairs == 48


def test_luck_is_told_from_thirty_parties_on(
    client: Client,
    rated: Season,
    players: list[Player],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert luck_in(rated.club) is None
    assert "from 30 rated parties on" in client.get(PAGE).text
    monkeypatch.setattr("clubscore.season.views.calibration.ENOUGH_PARTIES", 10)
    play(rated, players, [GAME], day=FIRST + timedelta(weeks=20))
    found = luck_in(rated.club)
    assert found is not None
    share, low, high = found.percent
    assert 50 <= low < share < high <= 100
    told = re.sub(r"\s+", " ", client.get(PAGE).text)
    assert f"places before the other in {share} of 100 parties" in told
    assert f"fit anything from {low} to {high}." in told


def test_the_ratings_lead_to_it(client: Client, rated: Season) -> None:
    page = client.get("/groene-hart/ratings/").text
    assert f'href="{PAGE}"' in page


def test_it_costs_the_same_whatever_was_played(
    client: Client,
    rated: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    def asked() -> None:
        KeptAnswer.objects.all().delete()
        assert client.get(PAGE).status_code == 200

    with CaptureQueriesContext(connection) as before:
        asked()
    eva = player_add(club=rated.club, name="Eva")
    play(rated, [*players[:3], eva], [GAME], day=FIRST + timedelta(weeks=12))
    with django_assert_num_queries(len(before)):
        asked()
