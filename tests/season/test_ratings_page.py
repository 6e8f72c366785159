"""The rating list of a club, and the ratings on a player's page."""

import csv
import datetime as dt
import io

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils.formats import date_format
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Club, Player, Season
from clubscore.club.services import player_add
from clubscore.partie.merge import player_merge
from clubscore.partie.models import KeptAnswer
from clubscore.season.models import RatingChange
from clubscore.season.ratings import RATED_ANEW
from tests.club.people import EVERYBODY, INSIDERS, log_in
from tests.queries import queries_to_keep, queries_to_keep_again
from tests.season.played import GAME, play
from tests.season.test_club_page import section, words

RATINGS = "/groene-hart/ratings/"
BEN = "/groene-hart/players/ben/"
EARLY, LATE = dt.date(2026, 11, 3), dt.date(2026, 11, 17)
NOW = dt.datetime(2026, 11, 24, 12, tzinfo=dt.UTC)


@pytest.fixture
def soon_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be a week after the last evening: who rests for a year has no place."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def rated(season: Season, players: list[Player]) -> Season:
    """Play twice: Ben gains most on the first evening, Cleo on the second."""
    play(season, players, [GAME], day=EARLY)
    play(season, players[::-1], [GAME], day=LATE)
    return season


def names_in_order(page: str) -> list[str]:
    """Return the players of a rating list from the top down."""
    body = page.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    rows = body.split("#ratings")[1:]
    return [row.split(">")[1].split("<")[0] for row in rows]


# The list ---------------------------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("is_public", [False, True])
@pytest.mark.parametrize("address", [RATINGS, "/groene-hart/ratings.csv"])
def test_who_reads_it(
    client: Client, club: Club, who: str, is_public: bool, address: str
) -> None:
    Club.objects.update(is_public=is_public)
    log_in(client, club, who)
    may_read = is_public or who in INSIDERS
    assert client.get(address).status_code == (200 if may_read else 404)


def test_says_when_ratings_begin(client: Client, club: Club) -> None:
    page = client.get(RATINGS).text
    assert "Nobody is rated yet." in page
    assert "CSV" not in page


def test_says_since_when_the_rating_holds_that_replaced_another(
    client: Client, rated: Season
) -> None:
    # In a club that was made since then there was never another one.
    assert "This skill rating has held since" not in words(client.get(RATINGS).text)
    replaced = MigrationRecorder.Migration.objects.filter(app="season", name=RATED_ANEW)
    assert replaced.update(applied=dt.datetime(2026, 11, 20, 12, tzinfo=dt.UTC)) == 1
    Club.objects.update(made_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    KeptAnswer.objects.all().delete()
    day = date_format(dt.date(2026, 11, 20))
    assert f"has held since {day}: on that day" in words(client.get(RATINGS).text)
    Club.objects.update(hides_skill_rating=True)
    KeptAnswer.objects.all().delete()
    assert "This skill rating has held since" not in words(client.get(RATINGS).text)


def table(page: str) -> str:
    """Return the words of the list's lines."""
    return words(page.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0])


def test_both_ratings_of_everybody(client: Client, rated: Season) -> None:
    # After the first evening the list has Anna 3, Ben 48, Cleo −30 and Dirk −21; on
    # the second Cleo has 384, Dirk 24, Anna −164 and Ben −244. Their mean is 0 both
    # times: (384 + 30) / 8 = 51¾, (24 + 21) / 8 = 5⅝, (−164 − 3) / 8 = −20⅞ and
    # (−244 − 48) / 8 = −36½; rounded 52, 6, −21 and −37, together 0.
    lines = table(client.get(f"{RATINGS}?by=list").text)
    for place, name, points in (
        (1, "Cleo", "+22 +52"),
        (2, "Ben", "+11 −37"),
        (3, "Dirk", "−15 +6"),
        (4, "Anna", "−18 −21"),
    ):
        line = lines.split(f"{place} {name} 17/11/2026 ")[1]
        assert f" {points} 2" in line.split("/")[0]


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("skill", ["Cleo", "Anna", "Dirk", "Ben"]),
        ("list", ["Cleo", "Ben", "Dirk", "Anna"]),
        ("parties", ["Anna", "Ben", "Cleo", "Dirk"]),
        ("name", ["Anna", "Ben", "Cleo", "Dirk"]),
        ("nonsense", ["Cleo", "Anna", "Dirk", "Ben"]),
    ],
)
def test_a_heading_puts_the_list_in_its_order(
    client: Client, rated: Season, order: str, names: list[str]
) -> None:
    page = client.get(f"{RATINGS}?by={order}").text
    assert names_in_order(page) == names
    # Only ratings have places.
    assert ('class="place"' in page) == (order not in {"parties", "name"})


def test_whoever_ties_shares_the_place(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], day=EARLY)
    eva = player_add(club=season.club, name="Eva")
    others = [player_add(club=season.club, name=name) for name in ("Fay", "Gus", "Hal")]
    play(season, [eva, *others], [GAME], day=LATE)
    page = client.get(f"{RATINGS}?by=list").text
    assert names_in_order(page)[:2] == ["Ben", "Fay"]
    lines = table(page)
    assert lines.startswith("1 Ben")
    assert "1 Fay" in lines
    assert "3 Anna" in lines


@pytest.mark.usefixtures("soon_after")
def test_who_was_rated_too_seldom_or_long_ago_has_no_place(
    client: Client, season: Season, players: list[Player]
) -> None:
    for number in range(season.club.fewest_parties):
        play(season, players, [GAME], day=EARLY + dt.timedelta(days=number))
    eva = player_add(club=season.club, name="Eva")
    play(season, [eva, *players[1:]], [GAME], day=LATE)
    page = client.get(f"{RATINGS}?by=parties").text
    assert names_in_order(page) == ["Ben", "Cleo", "Dirk", "Anna", "Eva"]
    assert words(page).count("9 missing") == 1
    by_strength = client.get(RATINGS).text
    lines = table(by_strength)
    assert names_in_order(by_strength)[0] == "Ben"
    assert "1 Ben" in lines
    # Cleo lost ten times, Eva once: she is stronger, and not placed yet.
    assert names_in_order(by_strength)[-1] == "Eva"
    assert "5 Eva" not in lines
    RatingChange.objects.filter(player=players[1]).update(day=dt.date(2020, 1, 1))
    KeptAnswer.objects.all().delete()
    resting = client.get(RATINGS).text
    assert names_in_order(resting)[-2:] == ["Ben", "Eva"]
    assert "resting" in table(resting)


@pytest.mark.usefixtures("soon_after")
def test_a_club_says_how_many_parties_a_place_takes(
    client: Client, rated: Season
) -> None:
    Club.objects.update(fewest_parties=3)
    page = client.get(RATINGS).text
    assert words(page).count("1 missing") == 4
    assert "fewer than 3 parties" in words(page)
    Club.objects.update(fewest_parties=2)
    assert table(client.get(RATINGS).text).startswith("1 Cleo")


def test_guests_are_rated_and_never_listed(
    client: Client, season: Season, players: list[Player]
) -> None:
    guest = player_add(club=season.club, name="Gast", is_guest=True)
    play(season, [guest, *players[1:]], [GAME], day=EARLY)
    assert RatingChange.objects.filter(player=guest).exists()
    for order in ("skill", "list", "parties", "name"):
        page = client.get(f"{RATINGS}?by={order}").text
        assert sorted(names_in_order(page)) == ["Ben", "Cleo", "Dirk"]
    own = section(client.get("/groene-hart/players/gast/").text, "ratings")
    assert "Rated parties 1" in own
    assert "A place on the list" not in own
    Player.objects.filter(pk=guest.pk).update(is_guest=False)
    assert "Gast" in names_in_order(client.get(RATINGS).text)


def test_a_club_without_a_skill_rating_shows_nothing_of_it(
    client: Client, rated: Season
) -> None:
    asked = (RATINGS, f"{RATINGS}?by=skill", BEN, "/groene-hart/ratings.csv")
    for address in asked:
        assert "Skill rating" in client.get(address).text
    Club.objects.update(hides_skill_rating=True)
    for address in asked:
        answer = client.get(address).text
        if address == BEN:
            answer = section(answer, "ratings")
        assert "Classical list" in answer
        for hidden in ("Skill rating", "±", "calibration", "missing", "A place on"):
            assert hidden not in answer
    assert names_in_order(client.get(RATINGS).text)[0] == "Cleo"
    assert table(client.get(RATINGS).text).startswith("1 Cleo")
    for page in ("calibration/", "calibration.csv"):
        assert client.get(f"{RATINGS.rstrip('/')}/{page}").status_code == 404


def test_as_it_stood_on_a_day(client: Client, rated: Season) -> None:
    page = words(client.get(f"{RATINGS}?as_of={EARLY}").text)
    assert "As it stood on 3 November 2026." in page
    assert "Ben 03/11/2026 1 031 ± 108 +48 +48 1 9 missing" in page
    assert "Cleo 03/11/2026 969 ± 108 −30 −30 1 9 missing" in page
    for day in ("2026-01-01", "0001-01-01"):
        early = client.get(f"{RATINGS}?as_of={day}").text
        assert "Nobody had been rated by then." in early
    assert client.get(f"{RATINGS}?as_of=never").text.count("17/11/2026") == 4


def test_htmx_gets_the_list_alone(client: Client, rated: Season) -> None:
    headers = {"hx-request": "true", "hx-target": "rating-list"}
    page = client.get(f"{RATINGS}?by=list", headers=headers).text
    assert page.lstrip().startswith('<div id="rating-list"')
    assert "<h1>" not in page


def test_csv_has_what_the_page_has(client: Client, rated: Season) -> None:
    response = client.get(f"/groene-hart/ratings.csv?as_of={EARLY}&by=list")
    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert rows[0][:3] == ["Place", "Player", "Skill rating"]
    # As tests/ranking/naive_skill.py has it.
    assert rows[1] == ["1", "Ben", "1031", "0.157", "0.539", "48", "1", "2026-11-03"]
    assert [row[1] for row in rows[1:]] == ["Ben", "Anna", "Dirk", "Cleo"]
    assert (
        'filename="groene-hart-ratings-2026-11-03.csv"'
        in (response["Content-Disposition"])
    )


def test_it_is_found_from_the_players_and_the_leaderboard(
    client: Client, rated: Season
) -> None:
    for page in ("/groene-hart/players/", "/groene-hart/seasons/2026/", BEN):
        assert f'href="{RATINGS}"' in client.get(page).text


def test_costs_the_same_however_much_was_played(
    client: Client,
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The club, its players, the last change of each, everybody's strength, since when
    # the rating holds; its version (5).
    play(season, players, [GAME])
    with django_assert_num_queries(5 + 5 + queries_to_keep()):
        client.get(RATINGS)
    for _ in range(4):
        play(season, players, [GAME])
    with django_assert_num_queries(5 + 5 + queries_to_keep_again()):
        client.get(RATINGS)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_refuses_other_methods(client: Client, club: Club, method: str) -> None:
    assert getattr(client, method)(RATINGS).status_code == 405


# A player's ------------------------------------------------------------------------


def test_every_change_is_explained(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], day=EARLY)
    page = section(client.get(BEN).text, "ratings")
    assert "Skill rating 1 031 ± 108 Classical list +48 Rated parties 1" in page
    assert "A place on the list takes 9 more rated parties." in page
    assert "Why: one change explained Partie 1 3 November 2026" in page
    assert (
        "Skill rating +31 Place 1, where 2.5 was to be expected: from 1 000 to 1 031."
        " Ahead of Anna, which had a chance of 50 %: +13."
        " Ahead of Dirk, which had a chance of 50 %: +10."
        " Ahead of Cleo, which had a chance of 50 %: +8."
    ) in page
    assert (
        "Classical list +48 Score 384, where 0 was to be expected: an eighth of the"
        " difference is 48; from 0 to 48."
    ) in page
    cleo = section(client.get("/groene-hart/players/cleo/").text, "ratings")
    assert (
        "Score −244, where 0 was to be expected: an eighth of the difference is −31,"
        " and 1 evens out the rounding; from 0 to −30."
    ) in cleo


def test_numbers_are_written_as_the_reader_does(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], day=EARLY)
    page = client.get(BEN, headers={"accept-language": "de"}).text
    assert "2,5" in section(page, "ratings")


def test_the_course_is_drawn_by_days(client: Client, rated: Season) -> None:
    page = client.get(BEN).text
    for title in ("Skill rating", "Classical list"):
        assert f"{title} after each evening" in page
    drawn = page.split('<section id="ratings"')[1].split("</section>")[0]
    # Each for a wide page and for a phone.
    assert drawn.count("<svg") == 4
    assert drawn.count("03/11/2026</text>") == 4
    assert drawn.count("17/11/2026</text>") == 4
    ids = [one.split('"')[0] for one in page.split(' id="')[1:]]
    assert len(ids) == len(set(ids))


def test_many_changes_are_paged(
    client: Client, season: Season, players: list[Player]
) -> None:
    for number in range(14):
        play(season, players, [GAME], day=EARLY + dt.timedelta(days=number))
    first = (
        client.get(BEN).text.split('<section id="ratings"')[1].split("</section>")[0]
    )
    assert first.count("<li>") == 12
    assert '<details id="changes">' in first
    assert "Partie 14" in first
    assert escape("?changes=2#changes") in first
    second = client.get(f"{BEN}?changes=2").text.split('<section id="ratings"')[1]
    second = second.split("</section>")[0]
    assert '<details id="changes" open>' in second
    assert second.count("<li>") == 2
    assert "Why: 14 changes explained" in words(second)


def test_who_was_merged_has_one_course(
    client: Client, season: Season, players: list[Player]
) -> None:
    eva = player_add(club=season.club, name="Eva")
    play(season, players, [GAME], day=EARLY)
    play(season, [players[0], eva, *players[2:]], [GAME], day=LATE)
    player_merge(player=eva, into=players[1])
    assert "Rated parties 2" in section(client.get(BEN).text, "ratings")
    assert "Eva" not in names_in_order(client.get(RATINGS).text)


def test_who_was_never_rated_has_no_course(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False)
    assert '<section id="ratings"' not in client.get(BEN).text
