"""Charts of a club's statistics: their bars are what was played, each once."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from html import unescape
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Club, Player, Season
from clubscore.partie.models import Partie
from clubscore.partie.services import game_record
from clubscore.season.engine import parts_of_worths
from clubscore.season.meetings import MOST, MeetingGrid, grid_of, meetings_of
from clubscore.season.models import Tally
from clubscore.season.pictures import (
    FEW_EVENINGS,
    BarPicture,
    attendance,
    hands_worth,
    lengths_of,
    limit_hands_over_time,
    party_lengths,
)
from clubscore.season.statistics import ClubPlayers, PartiePlayed, Scope, meetings_in
from tests.conftest import players_in
from tests.partie.rule_books import counted, start_in
from tests.queries import queries_to_keep, queries_to_keep_again
from tests.season.evening import ORPHANS, play_evening
from tests.season.played import GAME, play, write
from tests.season.test_club_page import section

STATISTICS = "/groene-hart/statistics/"
FIRST, SECOND = dt.date(2026, 11, 17), dt.date(2026, 11, 24)


def tally(**told: Any) -> PartiePlayed:
    """Return what a tally tells."""
    usual: dict[str, Any] = {
        "partie": 1,
        "ruleset": "nts",
        "day": FIRST,
        "player": 1,
        "games": 10,
        "east_games": 10,
        "timed_games": 0,
        "seconds": 0,
        "won_worths": {},
        "items": {},
    }
    return PartiePlayed(**usual | told)


def two_evenings(ruleset: str, worths: dict[str, int]) -> list[PartiePlayed]:
    """Return an evening on which hands of these *worths* won, and one without."""
    return [
        tally(ruleset=ruleset, won_worths=worths),
        tally(ruleset=ruleset, partie=2, day=SECOND),
    ]


def shown(picture: BarPicture | None) -> BarPicture:
    """Return a picture that there is."""
    assert picture is not None
    return picture


def above(picture: BarPicture) -> list[str]:
    """Return the numbers over the bars, beside another picture."""
    assert picture.wide is not None
    return [one.above for one in picture.wide.bars]


# Worth of winning hands -------------------------------------------------------------


def test_hands_are_told_apart_by_doublings_and_limit_hands_stand_apart() -> None:
    worths = {"40": 2, "79": 1, "80": 3, "400": 4, "2000": 1, "limit 2000": 2}
    picture = shown(hands_worth(two_evenings("nts", worths)))
    assert picture.lines == [
        *[("40–79", 3), ("80–159", 3), ("160–319", 0), ("320–639", 4)],
        *[("640–1\u202f279", 0), ("1\u202f280 and more", 1), ("Limit hands", 2)],
    ]
    assert above(picture) == ["3", "3", "0", "4", "0", "1", "2"]
    assert picture.wide is not None
    kinds = [one.kind for one in picture.wide.bars]
    assert kinds == [*["gain"] * 6, "limit"]
    # 80 + 79 + 240 + 1600 + 2000 + 4000, by 13.
    assert picture.note == "13 hands, mean 615.3"


def test_no_limit_hand_is_0_where_a_book_has_some() -> None:
    assert shown(hands_worth(two_evenings("nts", {"96": 1}))).lines[-1] == (
        *("Limit hands", 0),
    )
    assert shown(hands_worth(two_evenings("mcr", {"9": 1}))).lines == [
        ("8 and more", 1)
    ]


def test_limit_hands_alone_are_a_picture_too() -> None:
    picture = shown(hands_worth(two_evenings("nts", {"limit 500": 3})))
    assert picture.lines == [("Limit hands", 3)]


@pytest.mark.parametrize(
    ("ruleset", "worths", "begins"),
    [
        ("nts", [8, 21], [0, 20]),
        ("spiel-der-winde", [20, 90], [20, 40, 80]),
        ("mcr", [17, 40], [16, 24, 32, 40]),
        # The table of the book has every value that a hand can have.
        ("schmale", [2, 32], [2, 4, 8, 16, 32]),
        # One of the club's own has others.
        ("hkos", [8, 20, 24], [8, 16, 20, 24]),
        ("american", [25, 50], [25, 30, 35, 40, 45, 50]),
        (
            "american",
            [25, 290],
            [25, 50, 75, 100, 125, 150, 175, 200, 225, 250, 275],
        ),
    ],
)
def test_parts_suit_the_rule_book(
    ruleset: str, worths: list[int], begins: list[int]
) -> None:
    assert parts_of_worths(ruleset, worths) == begins


@pytest.mark.parametrize("ruleset", ["nts", "mcr", "hkos", "schmale", "american"])
@pytest.mark.parametrize("worths", [[0], [1, 10**9], [7, 8, 9, 64, 88, 321]])
def test_every_hand_is_in_one_bar_of_both_pictures(
    ruleset: str, worths: list[int]
) -> None:
    counts = {str(one): 100 + number for number, one in enumerate(worths)}
    picture = shown(hands_worth(two_evenings(ruleset, counts)))
    assert sum(many for _points, many in picture.lines) == sum(counts.values())
    for bars in (picture.wide, picture.narrow):
        assert bars is not None
        over = [one.above for one in bars.bars]
        assert all(over)
        assert sum(map(int, over)) == sum(counts.values())


def test_a_table_has_a_bar_for_each_of_its_values() -> None:
    picture = shown(hands_worth(two_evenings("hkos", {"8": 1, "24": 2})))
    assert picture.lines[:3] == [("8", 1), ("16", 0), ("24", 2)]


def test_one_evening_and_several_rule_books_are_no_picture() -> None:
    assert hands_worth([tally(won_worths={"96": 1})]) is None
    assert hands_worth(two_evenings("nts", {})) is None
    both = [*two_evenings("nts", {"96": 1}), *two_evenings("mcr", {"9": 1})]
    assert hands_worth(both) is None


# Limit hands over time --------------------------------------------------------------


def test_a_bar_a_month_from_the_first_evening_to_the_last() -> None:
    days = [dt.date(2026, 11, 3), dt.date(2027, 2, 2)]
    made = {dt.date(2026, 12, 1): 2, dt.date(2026, 12, 8): 1, days[1]: 1}
    picture = shown(limit_hands_over_time(days, made))
    assert picture.lines == [
        *[("November 2026", 0), ("December 2026", 3)],
        *[("January 2027", 0), ("February 2027", 1)],
    ]
    assert above(picture) == ["0", "3", "0", "1"]
    assert picture.note == "4 altogether"


def test_one_month_and_no_limit_hand_are_no_picture() -> None:
    assert limit_hands_over_time([FIRST, SECOND], {FIRST: 1}) is None
    assert limit_hands_over_time([FIRST, dt.date(2027, 1, 1)], {}) is None


# Attendance -------------------------------------------------------------------------


def test_whoever_played_twice_on_an_evening_was_there_once() -> None:
    seen = [(SECOND, 1), (FIRST, 1), (FIRST, 2), (FIRST, 1), (SECOND, 3), (SECOND, 4)]
    picture = shown(attendance(seen))
    assert picture.lines == [("17/11/2026", 2), ("24/11/2026", 3)]
    assert picture.note == "2 evenings, mean 2.5"
    assert attendance([(FIRST, 1), (FIRST, 2)]) is None


def test_a_phone_has_the_last_evenings_and_says_where_the_others_are() -> None:
    days = [FIRST + dt.timedelta(7 * week) for week in range(60)]
    picture = shown(attendance((day, 1) for day in days))
    assert picture.narrow is not None
    assert picture.wide is not None
    assert (len(picture.narrow.bars), len(picture.wide.bars)) == (FEW_EVENINGS, 52)
    assert picture.narrow.bars[-1].said == picture.wide.bars[-1].said
    assert len(picture.lines) == 60
    assert (picture.earlier, picture.earlier_on_phone) == (True, True)
    few = shown(attendance((day, 1) for day in days[:20]))
    assert (few.earlier, few.earlier_on_phone) == (False, True)


# Lengths of parties -----------------------------------------------------------------


def at_a_table(partie: int, games: int, timed: int, seconds: int) -> list[PartiePlayed]:
    """Return the tallies of four who played as many games, all of them dealers."""
    dealt = [games - 3 * (games // 4), *[games // 4] * 3]
    return [
        tally(
            partie=partie,
            player=player,
            games=games,
            east_games=east,
            timed_games=timed,
            seconds=seconds,
            day=FIRST if partie % 2 else SECOND,
        )
        for player, east in enumerate(dealt)
    ]


def test_a_partie_takes_its_games_by_their_mean_time() -> None:
    # Ten games, nine of them 10 minutes each: the first took as long.
    assert lengths_of(at_a_table(1, 10, 9, 9 * 600)) == [Fraction(100)]


def test_a_partie_that_was_entered_afterwards_has_no_length() -> None:
    assert lengths_of(at_a_table(1, 10, 0, 0)) == []
    assert lengths_of(at_a_table(1, 10, 4, 2400)) == []
    assert lengths_of(at_a_table(1, 10, 5, 3000)) == [Fraction(100)]


def test_substitutes_make_a_partie_no_longer() -> None:
    # Two of them shared a chair: 6 and 4 of ten games, each game timed but the first.
    whole = at_a_table(1, 10, 9, 5400)[:3]
    shared = [
        tally(player=8, games=6, east_games=2, timed_games=5, seconds=3000),
        tally(player=9, games=4, east_games=0, timed_games=4, seconds=2400),
    ]
    assert sum(one.east_games for one in (*whole, *shared)) == 10
    assert lengths_of([*whole, *shared]) == [Fraction(100)]


def test_parties_are_told_apart_by_how_long_they_took() -> None:
    played = [
        *at_a_table(1, 10, 9, 9 * 600),
        *at_a_table(2, 12, 11, 11 * 600),
        *at_a_table(3, 24, 23, 23 * 600),
        *at_a_table(4, 10, 0, 0),
    ]
    picture = shown(party_lengths(played))
    # 100, 120 and 240 minutes; (100 + 120 + 240) ÷ 3 is 153 of them.
    assert picture.lines == [
        *[("1:30–2:00", 1), ("2:00–2:30", 1), ("2:30–3:00", 0)],
        *[("3:00–3:30", 0), ("3:30–4:00", 0), ("4:00–4:30", 1)],
    ]
    assert picture.note == "3 parties, mean 2:33"
    assert party_lengths(at_a_table(1, 10, 9, 5400)) is None


# Who meets whom ---------------------------------------------------------------------


def grid(meetings: MeetingGrid | None) -> list[list[int | None]]:
    """Return the numbers of a grid."""
    assert meetings is not None
    return [[cell.many for cell in row.cells] for row in meetings.rows]


def test_a_grid_has_everybody_twice_and_nobody_with_themselves() -> None:
    met = Counter({frozenset((1, 2)): 8, frozenset((2, 3)): 1})
    meetings = grid_of([(1, "Anna"), (2, "Ben"), (3, "Cleo")], met, 3)
    assert grid(meetings) == [[None, 8, 0], [8, None, 1], [0, 1, None]]
    assert meetings is not None
    assert [cell.green for cell in meetings.rows[1].cells] == [1, 0, 4]
    assert meetings.greens == ((4, "1–2"), (3, "3–4"), (2, "5–6"), (1, "7–8"))
    assert meetings.is_whole
    assert grid_of([(1, "Anna"), (2, "Ben")], Counter(), 2) is None


@pytest.mark.django_db
def test_who_plays_most_is_in_the_grid_under_whatever_name(club: Club) -> None:
    anna, *others = players_in(club, "Anna", *(f"Player {n}" for n in range(26)))
    again = players_in(club, "Anna too")[0]
    Player.objects.filter(pk=again.pk).update(merged_into=anna)
    often = others[1:25]
    played = [
        tally(partie=number, day=day, player=who.pk)
        for number, day in enumerate((FIRST, SECOND))
        for who in (*often[:-1], again)
    ]
    played.append(tally(partie=3, player=others[25].pk))
    asked: list[set[int]] = []

    def met(ids: Iterable[int]) -> Counter[frozenset[int]]:
        asked.append(set(ids))
        return Counter({frozenset((anna.pk, often[0].pk)): 2})

    meetings = meetings_of(played, ClubPlayers(club), met)
    assert meetings is not None
    assert len(meetings.rows) == MOST
    assert (meetings.players, meetings.is_whole) == (25, False)
    assert meetings.rows[0].name == "Anna"
    assert asked == [{anna.pk, again.pk, *(one.pk for one in often[:-1])}]


@pytest.mark.django_db
def test_two_meet_who_held_a_seat_in_the_same_game(
    club: Club, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    play(season, players, [GAME, GAME])
    [eva] = players_in(club, "Eva")
    play(season, [*players[:3], eva], [GAME])
    ids = [one.pk for one in (*players, eva)]
    met = meetings_in(Scope(club), ClubPlayers(club), ids)
    expected = Counter(
        {frozenset(pair): 2 for pair in combinations([one.pk for one in players], 2)}
    )
    for pair in combinations([*ids[:3], eva.pk], 2):
        expected[frozenset(pair)] += 1
    assert met == expected
    assert meetings_in(Scope(club, season, "mcr"), ClubPlayers(club), ids) == {}


# The pages --------------------------------------------------------------------------


@pytest.fixture
def played(season: Season, players: list[Player]) -> Partie:
    """Return the partie that can be counted with a pencil, a second one a month on."""
    partie = play_evening(season, players)
    [eva] = players_in(season.club, "Eva")
    play(
        season,
        [eva, players[1], players[2], players[3]],
        [GAME, ORPHANS, GAME],
        day=dt.date(2026, 12, 15),
    )
    return partie


def table(page: str, name: str) -> list[list[str]]:
    """Return the lines of the table in a section."""
    part = page.split(f'<section id="{name}"')[1].split("</section>", maxsplit=1)[0]
    lines = part.split("<tbody>")[1].split("</tbody>")[0].split("</tr>")[:-1]
    return [
        [
            unescape(re.sub(r"<[^>]*>", "", one)).strip()
            for one in re.findall(CELL, line)
        ]
        for line in lines
    ]


CELL = r"<t[hd][^>]*>.*?</t[hd]>"


@pytest.mark.django_db
def test_the_pictures_are_what_was_played(client: Client, played: Partie) -> None:
    page = client.get(STATISTICS).text
    # 96, 40, the orphans; 96 and the orphans again, and 96 of Cleo.
    assert table(page, "hands-worth") == [
        *(["40–79", "1"], ["80 and more", "3"], ["Limit hands", "2"]),
    ]
    assert "6 hands, mean 721.3" in section(page, "hands-worth")
    assert table(page, "limit-hands-over-time") == [
        *(["November 2026", "1"], ["December 2026", "1"]),
    ]
    assert table(page, "attendance") == [["17/11/2026", "4"], ["15/12/2026", "4"]]
    # All in one go: nothing could be timed.
    assert 'id="lengths"' not in page
    names = ["Anna", "Ben", "Cleo", "Dirk", "Eva"]
    lines = dict(zip(names, table(page, "meetings"), strict=True))
    assert lines["Anna"] == ["Anna", "", "1", "1", "1", "0"]
    assert lines["Ben"] == ["Ben", "1", "", "2", "2", "1"]
    assert lines["Eva"] == ["Eva", "0", "1", "1", "1", ""]


@pytest.mark.django_db
def test_every_picture_has_its_tab_on_a_phone(client: Client, played: Partie) -> None:
    Tally.objects.update(timed_games=2, seconds=1200, games=2)
    page = client.get(STATISTICS).text
    [tabs] = re.findall(r'<nav class="contents.*?</nav>', page, re.DOTALL)
    pictures = ["hands-worth", "limit-hands-over-time", "attendance", "lengths"]
    for name in (*pictures, "meetings"):
        assert f'href="#{name}"' in tabs
        assert re.search(f'<section id="{name}" class="[^"]*\\bpart\\b', page)
    # Each is drawn twice.
    assert page.count('class="chart bars for-desk"') == len(pictures)
    assert page.count('class="chart bars for-phone"') == len(pictures)


@pytest.mark.django_db
def test_nothing_is_drawn_of_one_evening(
    client: Client, season: Season, players: list[Player]
) -> None:
    play_evening(season, players)
    page = client.get(STATISTICS).text
    assert "<svg class=" not in page.split("<main")[1]
    assert "Who meets whom" not in page
    assert 'id="limit-hands"' in page
    assert 'id="hands-worth"' not in client.get("/groene-hart/players/ben/").text


@pytest.mark.django_db
def test_points_of_two_rule_books_are_in_no_picture(
    client: Client, club: Club, played: Partie
) -> None:
    for address in (STATISTICS, "/groene-hart/players/ben/"):
        assert 'id="hands-worth"' in client.get(address).text
    other = start_in(club, "spiel-der-winde", day="2026-11-17")
    game_record(partie=other, write=write(other), record=counted("S", E=64, S=96))
    for address in (STATISTICS, "/groene-hart/players/ben/"):
        assert 'id="hands-worth"' not in client.get(address).text
        only = client.get(f"{address}?ruleset=nts").text
        assert 'id="hands-worth"' in only
    assert 'id="attendance"' in client.get(STATISTICS).text


@pytest.mark.django_db
def test_a_players_page_has_the_own_hands(client: Client, played: Partie) -> None:
    page = client.get("/groene-hart/players/ben/").text
    lines = table(page, "hands-worth")
    own: Counter[str] = Counter()
    for one in Tally.objects.filter(player__name="Ben"):
        own.update(one.won_worths)
    assert own == {"96": 2, "40": 1, "limit 2000": 2}
    assert lines == [["40–79", "1"], ["80 and more", "2"], ["Limit hands", "2"]]
    # Dirk has won nothing.
    assert 'id="hands-worth"' not in client.get("/groene-hart/players/dirk/").text


@pytest.mark.django_db
def test_old_results_tell_who_was_there(client: Client, played: Partie) -> None:
    Partie.objects.filter(pk=played.pk).update(is_result_only=True)
    Tally.objects.filter(partie=played).delete()
    page = client.get(f"{STATISTICS}?season=2026").text
    assert table(page, "attendance")[0] == ["17/11/2026", "4"]
    assert "Of 1 partie more" in page


@pytest.mark.django_db
def test_a_grid_costs_one_query_however_many_meet(
    client: Client,
    season: Season,
    played: Partie,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # What the page without one costs, see tests/season/test_statistics_page.py.
    without = 9 + 5
    with django_assert_num_queries(without + 1 + queries_to_keep()):
        client.get(STATISTICS)
    names = iter(players_in(season.club, *(f"Player {n}" for n in range(24))))
    for four in zip(names, names, names, names, strict=True):
        play(season, list(four), [GAME], day=dt.date(2026, 12, 22))
    with django_assert_num_queries(without + 1 + queries_to_keep_again()):
        client.get(STATISTICS)
