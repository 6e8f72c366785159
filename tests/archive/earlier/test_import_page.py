"""Old results out of a spreadsheet: checked line by line, then all or nothing."""

import csv
import datetime as dt
import re
from io import BytesIO, StringIO
from itertools import chain
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from openpyxl import Workbook
from pytest_django import DjangoAssertNumQueries

from clubscore.archive.earlier.checks import CheckedLines
from clubscore.archive.earlier.reader import MOST_LINES
from clubscore.archive.earlier.writer import import_void, imports_of, results_import
from clubscore.club.initials import name_withhold
from clubscore.club.models import Account, Club, Player, Season
from clubscore.club.services import player_add
from clubscore.partie.audit import differences
from clubscore.partie.models import Partie, PartieResult, Revision
from clubscore.partie.scores import Score
from clubscore.partie.services import Author
from clubscore.season.models import HeadToHead, RatingChange, Tally
from clubscore.season.standings import leaderboard_of
from tests.season.played import GAME, play
from tests.table.test_partie_page import words

PAGE = "/groene-hart/settings/import/"
FOUR = "Anna;384;Ben;-24;Cleo;-196;Dirk;-164"
GERMAN = "Datum;Tisch;" + ";".join(
    f"Spieler {place};Punkte {place}" for place in range(1, 5)
)
DUTCH = (
    "Speler;Speler 2;Speler 3;Speler 4;Opmerking;Score;Score 2;Score 3;Score 4;"
    "Tafel;Datum"
)
RIGHT = f"2026-03-05;1;{FOUR}"


@pytest.fixture
def host(administrator: Account, season: Season, players: list[Player]) -> Client:
    """Return the browser of who runs the club."""
    browser = Client()
    browser.force_login(administrator)
    return browser


def send(browser: Client, text: str, action: str = "check", **more: Any) -> str:
    """Send lines; return what the page says then."""
    data = {"text": text, "action": action, "key": "a key", **more}
    return words(browser.post(PAGE, data, follow=True).text)


def results(partie: Partie) -> dict[str, Score]:
    """Return what a partie came to."""
    return dict(partie.results.values_list("player__name", "score"))


# What becomes of right lines --------------------------------------------------------


def test_files_of_a_season_tell_nothing_of_games_that_were_not_recorded(
    host: Client, season: Season, players: list[Player]
) -> None:
    send(host, RIGHT, "import")

    def told() -> dict[str, tuple[str, str]]:
        file = host.get(f"/groene-hart/seasons/{season.slug}.csv").content
        rows = csv.DictReader(StringIO(file.decode("utf-8-sig")))
        return {
            row["Player"]: (row["Games won"], row["Winning tiles given away"])
            for row in rows
        }

    assert told() == dict.fromkeys(("Anna", "Ben", "Cleo", "Dirk"), ("", ""))
    play(season, players[:4], [GAME])
    assert sorted(told().values()) == [("0", "0"), ("0", "0"), ("0", "1"), ("1", "0")]


def test_a_right_line_becomes_a_partie_that_counts(
    host: Client, season: Season
) -> None:
    page = send(host, RIGHT)
    assert "1 partie can be imported" in page
    assert not Partie.objects.exists()
    assert "1 partie is imported" in send(host, RIGHT, "import")
    partie = Partie.objects.get()
    assert results(partie) == {"Anna": 384, "Ben": -24, "Cleo": -196, "Dirk": -164}
    assert partie.is_finished
    assert partie.is_result_only
    assert not partie.is_ended_early
    assert (partie.evening.date, partie.table) == (dt.date(2026, 3, 5), "1")
    rows = leaderboard_of(season).rows
    assert [(row.name, row.points) for row in rows][:2] == [
        ("Anna", "384"),
        ("Ben", "−24"),
    ]
    assert rows[0].line.parties == 1
    assert list(differences()) == []


def test_no_game_is_counted_that_nobody_knows(host: Client) -> None:
    send(host, RIGHT, "import")
    partie = Partie.objects.get()
    assert not partie.games.exists()
    assert not Tally.objects.exists()
    assert not HeadToHead.objects.exists()
    for row in PartieResult.objects.all():
        assert (row.games, row.wins, row.given, row.best_game) == (0, 0, 0, None)


def test_what_was_imported_says_by_whom_and_why(host: Client) -> None:
    send(host, RIGHT, "import")
    revision = Revision.objects.get()
    assert revision.author == "willem"
    page = words(host.get("/groene-hart/parties/1/revisions/").text)
    assert "Result of the whole partie, its games are not known" in page
    assert "taken from a list of old results" in page


@pytest.mark.parametrize(
    "address",
    [
        *("", "parties/1/", "parties/1/settle/"),
        *("parties/1/revisions/", "evenings/2026-03-05/", "seasons/2026/"),
        *("players/anna/", "statistics/", "records/", "live/"),
        *("evenings/2026-03-05/settle/", "parties/1/void/"),
    ],
)
def test_every_page_knows_such_a_partie(host: Client, address: str) -> None:
    send(host, RIGHT, "import")
    assert host.get(f"/groene-hart/{address}").status_code == 200


def test_the_page_of_such_a_partie_shows_what_it_came_to(host: Client) -> None:
    send(host, RIGHT, "import")
    page = words(host.get("/groene-hart/parties/1/").text)
    assert "An old result: its games are not known." in page
    assert "Place 1. Anna +384 Place 2. Ben −24 Place 3. Dirk −164 Place 4." in page
    assert "Take back the last" not in page
    assert "No game has been recorded" not in page


@pytest.mark.parametrize(
    "text",
    [
        "05.03.2026;1;" + FOUR,
        "Do, 5. Mrz 2026;1;" + FOUR,
        "March 5, 2026;1;" + FOUR,
        "5-3-2026\t1\t" + FOUR.replace(";", "\t"),
        "2026-03-05,1," + FOUR.replace(";", ","),
        f"\ufeff{RIGHT}\r\n",
        f'\n"2026-03-05";"1";{FOUR}\n\n',
        "2026-03-05;1;anna;384;BÉN;−24;Cleo;- 196;Dirk;-164;;",
        f"{GERMAN}\n{RIGHT}",
        f"{DUTCH}\nAnna;Ben;Cleo;Dirk;laat;384;-24;-196;-164;1;05-03-2026",
    ],
)
def test_it_is_read_as_spreadsheets_write_it(host: Client, text: str) -> None:
    send(host, text, "import")
    partie = Partie.objects.get()
    assert results(partie) == {"Anna": 384, "Ben": -24, "Cleo": -196, "Dirk": -164}
    assert (partie.evening.date, partie.table) == (dt.date(2026, 3, 5), "1")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_shown_before_it_counts(
    host: Client, club: Club, encoding: str
) -> None:
    player_add(club=club, name="Zoë")
    text = RIGHT.replace("Anna", "Zoë")
    file = SimpleUploadedFile("old.csv", text.encode(encoding))
    page = host.post(PAGE, {"file": file, "text": "", "action": "import"})
    assert not Partie.objects.exists()
    assert text in page.text  # to be put right where it stands
    assert "1 partie can be imported" in words(page.text)


def test_five_players_can_have_played(host: Client, club: Club) -> None:
    player_add(club=club, name="Eva")
    send(host, f"2026-03-05;;{FOUR};Eva;0", "import")
    assert Partie.objects.get().players == 5
    assert list(differences()) == []


# What is wrong ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"31.2.2026;1;{FOUR}", "“31.2.2026” is no date"),
        (f"3 foo 2026;1;{FOUR}", "“3 foo 2026” is no date"),
        (f";1;{FOUR}", "The date is missing"),
        (f"2025-12-31;1;{FOUR}", "No season holds"),
        (f"2026-03-05;1;{FOUR.replace('384', '385')}", "The scores add to +1"),
        (
            f"2026-03-05;1;{FOUR.replace('384', '3.5x')}",
            "“3.5x” is no score, for Anna",
        ),
        (f"2026-03-05;1;{FOUR.replace('384', '')}", "The score of Anna is missing"),
        ("2026-03-05;1;Anna;10;Ben;-10", "three, four or five players, not 2"),
        (f"2026-03-05;1;{FOUR};Anna;0", "Anna stands in it twice"),
        (f"2026-03-05;1;{FOUR.replace('Ben', 'Bem')}", "no player “Bem”. Is it “Ben”"),
        (f"2026-03-05;1;{FOUR.replace('Ben', 'Xaver')}", "no player “Xaver”. Correct"),
        (f"2026-03-05;{'x' * 21};{FOUR}", "at most 20 signs"),
        (f"2026-03-05;1;{FOUR};;5", "A name is missing beside a score"),
        (f"2026-03-05;1;{FOUR};{'x' * 81};0", "A name has at most 80 signs"),
        (f"{RIGHT}\n{RIGHT}", "Line 1 says the same"),
    ],
)
def test_a_wrong_line_says_what_to_do_and_nothing_is_imported(
    host: Client, line: str, said: str
) -> None:
    text = line if "\n" in line else f"2026-02-05;1;{FOUR}\n{line}"
    response = host.post(PAGE, {"text": text, "action": "import", "key": "a key"})
    page = words(response.text)
    assert said in page
    assert "1 line of 2 is not right yet" in page
    assert not Partie.objects.exists()
    # Nothing that was typed is lost.
    (area,) = re.findall(
        r"<textarea[^>]*>\s*(.*?)</textarea>", response.text, re.DOTALL
    )
    assert area.strip() == text


def test_a_day_to_come_has_no_results(host: Client, season: Season) -> None:
    season.ends_on = None
    season.save()
    tomorrow = timezone.localdate() + dt.timedelta(days=1)
    assert "still to come" in send(host, f"{tomorrow};1;{FOUR}")


def test_what_is_there_already_is_not_imported_again(host: Client) -> None:
    send(host, RIGHT, "import")
    page = send(host, RIGHT.replace("2026-03-05;1", "5.3.2026;2"), "import", key="new")
    assert "It is there already as partie 1" in page
    assert Partie.objects.count() == 1


def test_the_same_import_sent_twice_is_made_once(host: Client) -> None:
    for _ in range(2):
        assert "1 partie is imported" in send(host, RIGHT, "import")
    assert Partie.objects.count() == 1


def test_a_new_player_is_added_where_that_is_ticked(host: Client, club: Club) -> None:
    text = RIGHT.replace("Dirk", "Xaver") + f"\n2026-03-12;;{FOUR}".replace(
        "Dirk", "XAVER"
    )
    page = host.post(PAGE, {"text": text, "action": "check"}).text
    assert page.count('name="add" value="xaver"') == 1
    page = send(host, text, add=["xaver"])
    assert "All 2 parties can be imported" in page
    assert "1 player is added" in page
    assert not club.players.filter(name="Xaver").exists()
    send(host, text, "import", add=["xaver"])
    assert club.players.get(name="Xaver").results.count() == 2


def test_whoever_turned_out_to_be_somebody_else_is_that_one(
    host: Client, club: Club
) -> None:
    anna = Player.objects.get(name="Anna")
    annie = player_add(club=club, name="Annie")
    annie.merged_into = anna
    annie.save()
    send(host, RIGHT.replace("Anna", "Annie"), "import")
    assert anna.results.get().score == 384
    assert "stands in it twice" in send(host, RIGHT.replace("Ben", "Annie"))


def test_points_that_are_credited_need_not_add_to_0(
    host: Client, season: Season
) -> None:
    season.ruleset, season.options = "spiel-der-winde", {"settlement": "credit"}
    season.save()
    text = "2026-03-05;;Anna;10;Ben;20;Cleo;30;Dirk;0"
    assert "1 partie can be imported" in send(host, text)
    assert "nobody loses points" in send(host, text.replace("30", "-30"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is nothing in it yet"),
        ("\n ;; \n", "There is nothing in it yet"),
        ("Date;Player 1;Score 1;Player 2\n", "2 columns for players and 1 for"),
        (f"{RIGHT}\n" * (MOST_LINES + 1), "more than 1000 lines"),
        ("x" * 200_001, "more than 1000 lines"),
        ('"' + "x" * 140_000, "From line"),
    ],
)
def test_what_cannot_be_read_at_all_is_said(host: Client, text: str, said: str) -> None:
    response = host.post(PAGE, {"text": text, "action": "import"})
    assert response.status_code == 422
    assert said in words(response.text)


def test_odd_text_is_told_and_kept(host: Client) -> None:
    for text in ("\0", "<b>;;", "%(name)s;1;{};2", "²;³;a;b;c;d", "💥,,,," * 9):
        assert host.post(PAGE, {"text": text, "action": "import"}).status_code in (
            *(200, 422),
        )
    assert not Partie.objects.exists()


# Made void again --------------------------------------------------------------------


def test_an_import_is_made_void_in_one_go_and_can_be_made_anew(
    host: Client, season: Season
) -> None:
    text = f"{RIGHT}\n2026-03-12;1;{FOUR}"
    send(host, text, "import")
    page = host.get(PAGE).text
    (link,) = re.findall(r'href="(/groene-hart/settings/import/\w{32}/)"', page)
    assert "2 parties, by willem" in words(page)
    assert "Say why" in words(host.post(link, {"reason": ""}).text)
    assert Partie.objects.filter(is_void=False).count() == 2
    said = words(host.post(link, {"reason": "wrong year"}, follow=True).text)
    assert "2 parties are void" in said
    assert "2 of them void" in said
    assert Partie.objects.filter(is_void=True).count() == 2
    assert leaderboard_of(season).placed == []
    assert "All of it is void" in words(host.get(link).text)
    assert "2 parties are imported" in send(host, text, "import", key="another key")
    assert list(differences()) == []


def test_the_result_of_an_old_partie_is_not_taken_back(host: Client) -> None:
    send(host, RIGHT, "import")
    partie = Partie.objects.get()
    address = "/groene-hart/parties/1/undo/"
    host.post(address, {"version": partie.version, "key": "k"})
    assert Partie.objects.get().is_finished
    assert Revision.objects.count() == 1


def test_there_is_no_import_of_another_club(host: Client) -> None:
    assert host.get(f"{PAGE}{'0' * 32}/").status_code == 404


def test_the_example_is_itself_in_the_right_form(host: Client, club: Club) -> None:
    for name in ("Eva", "Fred", "Gerda", "Hans", "Ida"):
        player_add(club=club, name=name)
    Season.objects.update(starts_on=dt.date(2024, 1, 1))
    for language in ("en", "de", "nl"):
        example = host.get(f"{PAGE}example.csv", headers={"Accept-Language": language})
        file = SimpleUploadedFile("example.csv", example.content)
        page = host.post(PAGE, {"file": file, "action": "check"})
        assert "All 2 parties can be imported" in words(page.text), language


# What else counts it ----------------------------------------------------------------


def test_statistics_say_what_they_leave_out(host: Client) -> None:
    assert "old result" not in words(host.get("/groene-hart/statistics/").text)
    send(host, RIGHT, "import")
    page = words(host.get("/groene-hart/statistics/").text)
    assert "Of 1 partie more, an old result, the games are not known" in page
    page = words(host.get("/groene-hart/players/anna/").text)
    assert "an old result, its games are not known" in page


def test_old_results_are_rated_where_they_belong_in_time(
    host: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], day=dt.date(2026, 4, 1))
    before = RatingChange.objects.get(player__name="Anna")
    assert before.parties == 1
    send(host, f"{RIGHT}\n2026-02-05;;{FOUR}", "import")
    changes = RatingChange.objects.filter(player__name="Anna").in_order()
    assert [one.day.month for one in changes] == [2, 3, 4]
    assert changes[2].list_before == changes[1].listed.after > 0
    assert list(differences()) == []


def test_who_is_shown_by_initials_is_found_by_the_name(host: Client) -> None:
    name_withhold(player=Player.objects.get(name="Anna"))
    send(host, RIGHT, "import")
    assert results(Partie.objects.get())["A."] == 384


@pytest.mark.parametrize("many", [1, 20])
def test_many_lines_cost_no_more_queries_than_one(
    host: Client,
    administrator: Account,
    club: Club,
    django_assert_num_queries: DjangoAssertNumQueries,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    many: int,
) -> None:
    days = [dt.date(2026, 1, 1) + dt.timedelta(days=place) for place in range(many)]
    text = "\n".join(f"{day};1;{FOUR}" for day in days)
    author = Author(administrator)
    with django_assert_num_queries(JUDGING):
        assert not CheckedLines(club, text).wrong
    # Rows are written in batches of what SQLite takes at once.
    with django_assert_max_num_queries(MAKING):
        key = results_import(
            club=club, text=text, adding=(), author=author, key="a key"
        )
    with django_assert_max_num_queries(VOIDING):
        assert import_void(club=club, key=key, author=author, why="so") == many
    assert list(differences()) == []


JUDGING, MAKING, VOIDING = 3, 26, 20
"""Queries, however many lines there are."""


def test_a_name_that_is_withheld_is_still_that_players(
    host: Client, club: Club, players: list[Player], administrator: Account
) -> None:
    send(host, RIGHT, "import", key="the first")
    name_withhold(player=players[0])
    again = RIGHT.replace("2026-03-05", "2026-03-12")
    assert "1 partie is imported" in send(host, again, "import", key="the second")
    assert club.players.count() == 4
    assert results(Partie.objects.latest("pk"))["A."] == 384
    administrator.memberships.update(player=players[0])
    assert [one.author for one in imports_of(club)] == ["willem", "willem"]
    club.refresh_from_db()
    assert [one.author for one in imports_of(club)] == ["A.", "A."]


# Workbooks --------------------------------------------------------------------------


def workbook(*numbers: object) -> SimpleUploadedFile:
    """Return a workbook with one partie, of which these are the scores."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(GERMAN.split(";"))
    day = dt.datetime(2026, 3, 5)  # noqa: DTZ001 - as workbooks hold it
    pairs = zip(["Anna", "Ben", "Cleo", "Dirk"], numbers, strict=True)
    sheet.append([day, 1, *chain.from_iterable(pairs)])
    content = BytesIO()
    book.save(content)
    return SimpleUploadedFile("2025.xlsx", content.getvalue())


def test_a_workbook_is_read_with_its_dates_and_numbers(
    host: Client, season: Season
) -> None:
    file = workbook(384.0, -24, -196, "-164,00")
    answer = host.post(PAGE, {"file": file, "key": "a key", "action": "import"})
    page = words(answer.text)
    assert "1 partie can be imported" in page
    assert "Anna +384" in page
    assert not Partie.objects.exists()


def test_a_workbooks_decimals_are_what_its_cells_show(
    host: Client, season: Season
) -> None:
    file = workbook(96.5, -96.7, 0.1 + 0.2, -0.1)
    answer = host.post(PAGE, {"file": file, "key": "a key", "action": "check"})
    assert "Anna +96½ Ben −96.7 Cleo +0.3 Dirk −0.1" in words(answer.text)
    # A number is no thousands, whatever mark stands before three decimals.
    file = workbook(96.333, -96.333, 0, 0)
    answer = host.post(PAGE, {"file": file, "key": "a key", "action": "check"})
    assert "“96.3330” is no score, for Anna." in words(answer.text)


def test_a_wrong_kind_of_file_is_named_and_nothing_is_checked(host: Client) -> None:
    file = SimpleUploadedFile("2025.pdf", b"%PDF-1.7")
    answer = host.post(PAGE, {"file": file, "key": "a key", "action": "check"})
    assert answer.status_code == 422
    assert "This is a file of the kind PDF." in answer.text
    assert "There is nothing in it yet." not in answer.text
