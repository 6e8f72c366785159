"""Figures of a player and of a club: the evening of `tests/season/evening.py`."""

import datetime as dt
import re
from fractions import Fraction

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Club, Player, Season
from clubscore.partie.models import KeptAnswer, Partie
from clubscore.partie.services import game_record
from clubscore.rules.figures import signed
from clubscore.season.measures import groups_of
from clubscore.season.models import Tally
from clubscore.season.statistics import ClubPlayers, Scope, sums_by_player, sums_of
from tests.club.people import EVERYBODY, INSIDERS, log_in
from tests.partie.rule_books import counted, start_in
from tests.queries import queries_to_keep, queries_to_keep_again
from tests.season.evening import play_evening
from tests.season.played import GAME, play, write
from tests.season.test_club_page import section
from tests.table.test_partie_page import words

pytestmark = pytest.mark.django_db

STATISTICS = "/groene-hart/statistics/"
BEN = "/groene-hart/players/ben/"
DIRK = "/groene-hart/players/dirk/"


@pytest.fixture
def evening(season: Season, players: list[Player]) -> Partie:
    """Return the partie that can be counted with a pencil."""
    return play_evening(season, players)


@pytest.fixture
def next_season(club: Club) -> Season:
    """Return the season after."""
    return Season.objects.create(
        club=club, name="2027", slug="2027", starts_on="2027-01-01", ruleset="nts"
    )


def figures(page: str, group: str) -> dict[str, str]:
    """Return the figures of one group by their names."""
    part = page.split(f'<h3 id="{group}-heading"')[1].split("</dl>", maxsplit=1)[0]
    found = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", part, re.DOTALL)
    return {
        name: " ".join(re.sub(r"<[^>]*>", " ", value).split()) for name, value in found
    }


# Who reads it -----------------------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("is_public", [False, True])
def test_who_reads_it(client: Client, club: Club, who: str, is_public: bool) -> None:
    Club.objects.update(is_public=is_public)
    log_in(client, club, who)
    may_read = is_public or who in INSIDERS
    assert client.get(STATISTICS).status_code == (200 if may_read else 404)


def test_says_that_nothing_was_played(client: Client, season: Season) -> None:
    page = client.get(STATISTICS).text
    assert "Nothing has been played yet." in page
    assert "<form" not in page.split("<main")[1].split("</main>")[0]


# A player's figures -----------------------------------------------------------------


def test_a_players_games(client: Client, evening: Partie) -> None:
    assert figures(client.get(BEN).text, "games") == {
        "Won": "60% 3 of 5",
        "Self-drawn wins": "33% 1 of 3",
        "Winning tiles given away": "0% 0 of 5",
        "Draws": "1",
    }


def test_a_players_hands(client: Client, evening: Partie) -> None:
    # (96 + 40 + 2000) ÷ 3 = 712; four chows with 96, orphans have none.
    assert figures(client.get(BEN).text, "hands") == {
        "Mean winning hand": "712.0 3 hands",
        "Best winning hand": "2 000",
        "Mean hand as loser": "– 0 hands",
        "Best hand as loser": "–",
        "Limit hands": "1",
        "One tile short of one": "0",
        "Chows, pungs, kongs": "4 · 0 · 0 in winning hands",
    }
    dirk = figures(client.get(DIRK).text, "hands")
    # (4 + 20 + 0) ÷ 3 = 8.
    assert dirk["Mean hand as loser"] == "8.0 3 hands"
    assert dirk["Best hand as loser"] == "20"


def test_wins_without_a_hand_are_told(client: Client, evening: Partie) -> None:
    sentence = "1 win was recorded with its scores alone: it has no hand."
    assert sentence in client.get("/groene-hart/players/anna/").text
    assert sentence not in client.get(BEN).text
    assert sentence in client.get(STATISTICS).text


def test_a_players_scores(client: Client, evening: Partie) -> None:
    # 12594 ÷ 5 = 2518.8. Mean of the squares 28841191.2, less 2518.8² = 6344353.44:
    # the root of 22496837.76 is 4743.08.
    assert figures(client.get(BEN).text, "score") == {
        "Per game": "+2 518.8",
        "Spread of games": "±4 743 standard deviation",
        "Best game": "+12 000",
        "Worst game": "−30",
        "Best partie": "+12 594",
        "Worst partie": "+12 594",
    }


def test_a_players_seats(client: Client, evening: Partie) -> None:
    assert figures(client.get(BEN).text, "seats") == {
        "Won on East": "50% 2 of 4",
        "Won on South": "100% 1 of 1",
        "Won on West": "– 0 of 0",
        "Won on North": "– 0 of 0",
        "Won as dealer": "50% 2 of 4",
        "Longest run as dealer": "4",
        "Most wins in a row as dealer": "2",
    }


def test_flowers_are_compared_with_an_equal_share(
    client: Client, evening: Partie
) -> None:
    # One flower in two games: half a tile a game for Dirk, a quarter for each.
    assert figures(client.get(DIRK).text, "bonus") == {
        "Per game": "0.5 2 of 5",
        "Had": "1",
        "An equal share": "0.3",
        "More than that": "+0.8",
    }
    assert figures(client.get(BEN).text, "bonus")["More than that"] == "−0.3"
    assert figures(client.get(STATISTICS).text, "bonus") == {
        "For each player in a game": "0.1"
    }


def test_there_is_no_pace_where_nothing_could_be_timed(
    client: Client, evening: Partie
) -> None:
    assert "Minutes per game" not in client.get(BEN).text
    Tally.objects.update(timed_games=2, seconds=20 * 60)
    KeptAnswer.objects.all().delete()
    assert figures(client.get(BEN).text, "pace") == {"Minutes per game": "10.0 2 of 5"}
    assert figures(client.get(STATISTICS).text, "pace") == {"Minutes per game": "10.0"}


def test_what_was_used_most_comes_first(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME, GAME])
    page = words(client.get("/groene-hart/players/anna/").text)
    # As East she had two concealed pungs of simples, and one of dragons.
    sets = page.split("Sets most used")[1].split("In all hands")[0].split("×")
    assert [one.strip() for one in sets[:2]] == [
        "Concealed pung of simples 2",
        "Concealed pung of terminals or honours 2",
    ]
    doublings = page.split("Doublings most used")[1].split("Sets most used")[0]
    assert "Three concealed pungs 1" in doublings
    # Nobody is praised for having won.
    assert "mahjong" not in page.lower().split("doublings")[1].split("in all hands")[0]


# A club's figures -------------------------------------------------------------------


def test_a_clubs_games_count_once_each(client: Client, evening: Partie) -> None:
    assert figures(client.get(STATISTICS).text, "games") == {
        "Games": "5",
        "Won": "80% 4 of 5",
        "Self-drawn wins": "50% 2 of 4",
        "Draws and faults": "1",
    }


def test_every_player_has_a_line(client: Client, evening: Partie) -> None:
    page = client.get(STATISTICS).text
    table = page.split("<tbody>")[1].split("</tbody>")[0]
    lines = [
        " ".join(re.sub(r"<[^>]*>", " ", row).split())
        for row in table.split("</tr>")[:-1]
    ]
    # Games, won, score a game, given away, self-drawn, mean winning hand.
    assert lines == [
        "Anna 5 20% −842.4 40% 100% –",
        "Ben 5 60% +2 518.8 0% 33% 712.0",
        "Cleo 5 0% −842.8 0% – –",
        "Dirk 5 0% −833.6 0% – –",
    ]


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("name", ["Anna", "Ben", "Cleo", "Dirk"]),
        ("won", ["Ben", "Anna", "Cleo", "Dirk"]),
        ("score", ["Ben", "Dirk", "Anna", "Cleo"]),
        ("hand", ["Ben", "Anna", "Cleo", "Dirk"]),
    ],
)
def test_lines_are_sorted_by_what_the_address_asks_for(
    client: Client, evening: Partie, sort: str, names: list[str]
) -> None:
    page = client.get(f"{STATISTICS}?sort={sort}").text
    lines = page.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    assert re.findall(r'players/(\w+)/"', lines) == [one.lower() for one in names]
    goes = "ascending" if sort == "name" else "descending"
    assert f'aria-sort="{goes}"><a href="?sort={sort}#players"' in page
    # What else is asked for stays as it was.
    both = client.get(f"{STATISTICS}?season=2026&sort={sort}").text
    assert f'href="?season=2026&amp;sort={sort}#players"' in both


def test_a_player_who_stands_there_twice_has_one_line(
    client: Client, evening: Partie, season: Season, players: list[Player], club: Club
) -> None:
    eva = Player.objects.create(club=club, name="Eva", key="eva", slug="eva")
    play(season, [players[0], players[1], players[2], eva], [GAME])
    Player.objects.filter(pk=eva.pk).update(merged_into=players[3])
    lines = dict(sums_by_player(Scope(club).tallies, ClubPlayers(club)))
    assert [player.name for player in lines] == ["Anna", "Ben", "Cleo", "Dirk"]
    dirk = lines[players[3]]
    # Five games and one; −30 as before is the worst, −164 of Eva's.
    assert (dirk.parties, dirk.numbers["games"], dirk.numbers["score"]) == (
        *(2, 6),
        -4168 - 164,
    )
    assert (dirk.best["best_loss"], dirk.best["worst_score"]) == (20, -4000)
    page = client.get("/groene-hart/players/dirk/").text
    assert "Score −4 332 Parties 2" in section(page, "sums")


# What is asked for ------------------------------------------------------------------


def test_a_season_can_be_asked_for(
    client: Client, evening: Partie, next_season: Season, players: list[Player]
) -> None:
    assert figures(client.get(f"{STATISTICS}?season=2026").text, "games")["Games"] == (
        "5"
    )
    assert "Nothing was played there." in client.get(f"{STATISTICS}?season=2027").text
    play(next_season, players, [GAME], day=dt.date(2027, 1, 5))
    assert figures(client.get(STATISTICS).text, "games")["Games"] == "6"
    assert figures(client.get(f"{STATISTICS}?season=2027").text, "games")["Games"] == (
        "1"
    )
    page = client.get(f"{BEN}?season=2027").text
    assert "Games 1 Games won 1" in section(page, "sums")
    assert page.count("<article") == 1
    assert '<option value="2027" selected>' in page


def test_a_ruleset_can_be_asked_for(
    client: Client, evening: Partie, club: Club
) -> None:
    winde = start_in(club, "spiel-der-winde")
    game_record(partie=winde, write=write(winde), record=counted("S", E=64, S=96))
    both = client.get(STATISTICS).text
    assert "Points of different rule books do not compare." in both
    assert figures(both, "games")["Games"] == "6"
    only = client.get(f"{STATISTICS}?ruleset=spiel-der-winde").text
    assert figures(only, "games")["Games"] == "1"
    assert "do not compare" not in only


def test_an_opponent_can_be_asked_for(
    client: Client, evening: Partie, season: Season, players: list[Player], club: Club
) -> None:
    eva = Player.objects.create(club=club, name="Eva", key="eva", slug="eva")
    play(season, [players[0], players[1], players[2], eva], [GAME])
    page = client.get(f"{BEN}?opponent=eva").text
    assert "Score +384 Parties 1" in section(page, "sums")
    assert page.count("<article") == 1
    heads = section(page, "heads")
    assert "Eva +96 1 1 0 1 of 1" in heads
    assert "Anna" not in heads
    assert "Score +4 356" not in page
    # Dirk and Eva have never met.
    page = client.get(f"{DIRK}?opponent=eva").text
    assert "Nothing was played there." in page


@pytest.mark.parametrize(
    "query",
    ["season=1999", "ruleset=chess", "opponent=nobody", "season=2026&ruleset=x"],
)
def test_what_there_never_was_cannot_be_asked_for(
    client: Client, evening: Partie, query: str
) -> None:
    assert client.get(f"{BEN}?{query}").status_code == 404
    if "opponent" not in query:
        assert client.get(f"{STATISTICS}?{query}").status_code == 404


def test_pages_of_parties_keep_what_was_asked(
    client: Client, season: Season, players: list[Player]
) -> None:
    for _ in range(25):
        play(season, players, [GAME])
    page = client.get(f"{BEN}?opponent=anna").text
    assert 'href="?opponent=anna&amp;page=2#parties"' in page
    assert client.get(f"{BEN}?opponent=anna&page=4").text.count("<article") == 1


# Head to head, chart ----------------------------------------------------------------


def test_whom_one_met_with_payments(client: Client, evening: Partie) -> None:
    heads = section(client.get(BEN).text, "heads")
    # Payments, games, won, lost to, ahead.
    assert "Anna +4 272 5 3 1 1 of 1" in heads
    assert "Cleo +4 176 5 3 0 1 of 1" in heads


def test_those_less_often_met_are_folded(
    client: Client, season: Season, players: list[Player], club: Club
) -> None:
    for number in range(13):
        name = f"Guest {number:02}"
        slug = f"guest-{number:02}"
        guest = Player.objects.create(club=club, name=name, key=name, slug=slug)
        play(season, [guest, *players[1:]], [GAME])
    page = client.get(BEN).text
    heads = page.split('<section id="heads"')[1].split("</section>", maxsplit=1)[0]
    shown, folded = heads.split("<details")
    assert [shown.count("<tr>"), folded.split("</details>")[0].count("<tr>")] == [13, 4]
    assert "3 who were met less often" in words(folded)
    assert "Guest 12" in folded


@pytest.mark.parametrize(
    ("who", "bars"),
    [
        # +4272, +4176, +4176: all to the right.
        ("ben", [("gain", 0, 200), ("gain", 0, 195), ("gain", 0, 195)]),
        # −4272, −6, −24: all to the left.
        ("anna", [("loss", 0, 200), ("loss", 200, 0), ("loss", 199, 1)]),
        # +6, −4176, −14.
        ("cleo", [("gain", 199, 0), ("loss", 0, 199), ("loss", 199, 0)]),
    ],
)
def test_the_bars_beside_payments_are_as_long_as_they(
    client: Client, evening: Partie, who: str, bars: list[tuple[str, int, int]]
) -> None:
    page = client.get(f"/groene-hart/players/{who}/").text
    heads = page.split('<section id="heads"')[1].split("</section>", maxsplit=1)[0]
    found = re.findall(r'class="(gain|loss)" x="(\d+)" width="(\d+)"', heads)
    assert [(kind, int(x), int(width)) for kind, x, width in found] == bars


# Pictures ---------------------------------------------------------------------------


@pytest.fixture
def two_evenings(evening: Partie, season: Season, players: list[Player]) -> None:
    """Play a game a week later too: Ben wins it with a tile of Anna's."""
    play(season, players, [GAME], day=dt.date(2026, 11, 24))


def key_of(page: str, name: str) -> list[str]:
    """Return the lines of the table in a section."""
    part = page.split(f'<section id="{name}"')[1].split("</section>", maxsplit=1)[0]
    rows = part.split("<tbody>")[1].split("</tbody>")[0].split("</tr>")[:-1]
    return [words(row).strip() for row in rows]


def test_one_evening_is_a_line_of_a_table_and_has_no_pictures(
    client: Client, evening: Partie
) -> None:
    page = client.get(BEN).text
    assert "17/11/2026 3 of 5 +12 594 +12 594" in section(page, "score-chart")
    assert 'class="chart' not in page
    assert 'id="by-seat"' not in page
    assert 'href="#endings"' not in page


def test_two_evenings_are_bars_and_their_mean(
    client: Client, two_evenings: None
) -> None:
    page = client.get(BEN).text
    chart = page.split('<section id="score-chart"')[1].split("</section>")[0]
    assert "24/11/2026 1 of 1 +384 +12 978" in words(chart)
    # Once for a wide box and once for a phone.
    score = signed(12594)
    assert chart.count(f"<title>17/11/2026: {score}, mean {score}</title>") == 2
    assert chart.count(f"<title>24/11/2026: +384, mean {signed(6489)}</title>") == 2
    heights = re.findall(r'class="gain" [^>]* height="([\d.]+)"', chart)
    first, second = (float(one) for one in heights[:2])
    assert second / first == pytest.approx(384 / 12594, abs=0.001)


def test_places_are_one_bar(client: Client, two_evenings: None) -> None:
    # Ben won both; Anna was second once, and last with the rest before.
    assert key_of(client.get(BEN).text, "places") == [
        "1st 2 100%",
        "2nd 0 0%",
        "3rd 0 0%",
        "4th 0 0%",
    ]
    page = client.get("/groene-hart/players/anna/").text
    assert key_of(page, "places") == ["1st 0 0%", "2nd 1 50%", "3rd 1 50%", "4th 0 0%"]
    assert "Mean place: 2.50" in section(page, "places")


def test_how_games_ended_is_counted_from_both_sides(
    client: Client, two_evenings: None
) -> None:
    # Of five games and one Ben won one self-drawn and three with Anna's tiles, Anna won
    # one self-drawn, one was a draw.
    assert key_of(client.get(BEN).text, "endings") == [
        "Won, self-drawn 1 17%",
        "Won from another’s tile 3 50%",
        "Gave the winning tile 0 0%",
        "Others won otherwise 1 17%",
        "Draws 1 17%",
    ]
    assert key_of(client.get("/groene-hart/players/anna/").text, "endings") == [
        "Won, self-drawn 1 17%",
        "Won from another’s tile 0 0%",
        "Gave the winning tile 3 50%",
        "Others won otherwise 1 17%",
        "Draws 1 17%",
    ]


def test_seats_have_their_wins(client: Client, two_evenings: None) -> None:
    page = client.get(BEN).text
    titles = re.findall(r"<title>(\w+: [^<]*)</title>", page)
    assert titles[-8:] == 2 * [
        "East: 50%, 2 of 4",
        "South: 100%, 2 of 2",
        "West: –, 0 of 0",
        "North: –, 0 of 0",
    ]
    # The numbers stand among the statistics.
    assert 'href="#seats-heading"' in page
    assert 'id="seats-heading"' in page


def test_with_an_opponent_pictures_are_of_the_parties_with_both(
    client: Client,
    two_evenings: None,
    season: Season,
    players: list[Player],
    club: Club,
) -> None:
    eva = Player.objects.create(club=club, name="Eva", key="eva", slug="eva")
    for day in (1, 8):
        # Ben sits down as East, and gives Anna what she wins with.
        seats = [players[1], players[0], players[2], eva]
        play(season, seats, [GAME], day=dt.date(2026, 12, day))
    page = client.get(f"{BEN}?opponent=eva").text
    assert key_of(page, "endings") == [
        "Won, self-drawn 0 0%",
        "Won from another’s tile 0 0%",
        "Gave the winning tile 2 100%",
        "Others won otherwise 0 0%",
        "Draws 0 0%",
    ]
    # Second with +24 behind Anna's +384.
    assert key_of(page, "places")[1] == "2nd 2 100%"


# Exactness --------------------------------------------------------------------------


def test_absurd_scores_add_up_on_every_database(
    evening: Partie, players: list[Player], season: Season
) -> None:
    # Each 6·10¹⁸: two are past 64 bits.
    for _ in range(3):
        play(season, players, [GAME])
    Tally.objects.update(squares=6 * 10**18)
    sums = sums_of(Tally.objects.filter(player=players[1]))
    assert sums.numbers["squares"] == 4 * 6 * 10**18


@pytest.mark.parametrize(
    ("scores", "spread"), [([5, 5, 5], 0), ([1, 2], 1), ([0, 0, 3], 1), ([-9, 9], 9)]
)
def test_the_spread_is_rounded_from_whole_numbers(
    evening: Partie, scores: list[int], spread: int
) -> None:
    # Roots of 0, ¼, 2 and 81: a half is rounded up.
    Tally.objects.filter(place=1).update(
        games=len(scores), score=sum(scores), squares=sum(one * one for one in scores)
    )
    assert sums_of(Tally.objects.filter(place=1)).spread == spread


def test_one_game_has_no_spread(season: Season, players: list[Player]) -> None:
    play(season, players, [GAME])
    sums = sums_of(Tally.objects.filter(player=players[0]))
    assert sums.spread is None
    assert sums.mean("score") == Fraction(24)
    assert sums.mean("seconds", "timed_games") is None
    score = next(group for group in groups_of(sums) if group.key == "score")
    assert [one.value for one in score.measures][:2] == ["+24.0", "–"]


# Cost -------------------------------------------------------------------------------


def test_costs_the_same_with_many_parties(
    client: Client,
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The club; seasons, rulesets, players; the sums, what they leave out, those by
    # player and one by one, limit hands; its version (5). Four players are no grid,
    # which is one more.
    play(season, players, [GAME])
    with django_assert_num_queries(9 + 5 + queries_to_keep()):
        client.get(STATISTICS)
    for _ in range(9):
        play(season, players, [GAME])
    with django_assert_num_queries(9 + 5 + queries_to_keep_again()):
        client.get(STATISTICS)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_refuses_other_methods(client: Client, club: Club, method: str) -> None:
    assert getattr(client, method)(STATISTICS).status_code == 405
