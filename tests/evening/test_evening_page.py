import datetime as dt
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from clubscore.club.models import Account, Club, Member, Player, Season
from clubscore.club.services import player_add, player_rename
from clubscore.evening import overview
from clubscore.evening.overview import EveningLine, TableNow
from clubscore.evening.services import presence_note
from clubscore.partie.models import Evening, Partie, Presence
from clubscore.partie.services import game_record, link_make, partie_void
from tests.club.people import EVERYBODY, INSIDERS, WHO_STARTS_PARTIES, log_in
from tests.conftest import players_in
from tests.partie.pages import section, tag_in, words
from tests.queries import queries_to_keep, queries_to_keep_again
from tests.season.evening import ORPHANS
from tests.season.played import DRAW, GAME, import_old, play, write

DAY = dt.date(2026, 11, 17)
EVENING = "/groene-hart/evenings/2026-11-17/"
HERE = f"{EVENING}here/"
GUESTS = f"{EVENING}guests/"
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _tonight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the evening of that day."""
    now = dt.datetime(2026, 11, 17, 20, tzinfo=dt.UTC)
    monkeypatch.setattr(
        "clubscore.partie.evenings.timezone.localtime", lambda *_moment: now
    )


def noted() -> dict[str, str]:
    """Return who is noted as there."""
    return dict(Presence.objects.values_list("player__name", "part"))


def led_to(page: str) -> list[str]:
    """Return the parts that have a tab on a phone, whichever comes first by now."""
    [tabs] = re.findall(r'<nav class="contents.*?</nav>', page, re.DOTALL)
    return re.findall(r'href="#([^"]+)"', tabs)


# Who reads it -------------------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_reads_an_evening_of_a_public_club(
    client: Client, season: Season, players: list[Player], who: str
) -> None:
    play(season, players, [GAME], ends=False)
    log_in(client, season.club, who)
    page = client.get(EVENING)
    assert page.status_code == 200
    runs = who in WHO_STARTS_PARTIES
    ticked = f'id="here-{players[0].pk}"'
    for offered in ("/evenings/2026-11-17/tables/", "/1/record/", "/1/link/", ticked):
        assert (offered in page.text) == runs, offered


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("page", ["", "here/", "guests/", "tables/", "links/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_evening_of_a_private_club_is_not_there_for_outsiders(
    client: Client,
    season: Season,
    players: list[Player],
    who: str,
    page: str,
    method: str,
) -> None:
    play(season, players, [GAME], ends=False)
    Club.objects.update(is_public=False)
    log_in(client, season.club, who)
    answer = getattr(client, method)(EVENING + page)
    if who not in INSIDERS and answer.status_code != 405:
        asks_to_log_in = who == "anonymous" and page
        assert answer.status_code == (302 if asks_to_log_in else 404)
    assert ("Anna" in answer.text) <= (who in INSIDERS)


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("address", [HERE, GUESTS])
def test_only_who_starts_parties_says_who_is_there(
    client: Client, season: Season, players: list[Player], who: str, address: str
) -> None:
    log_in(client, season.club, who)
    anna = players[0].pk
    data = {f"was_{anna}": "", f"here_{anna}": "on", "names": "Zoe"}
    answer = client.post(address, data)
    assert Presence.objects.exists() == (who in WHO_STARTS_PARTIES)
    if who in ("outsider", "member"):
        assert answer.status_code == 403


@pytest.mark.parametrize("who", EVERYBODY)
def test_who_sits_nowhere_is_shown_inside_the_club_alone(
    client: Client, season: Season, players: list[Player], who: str
) -> None:
    presence_note(club=season.club, day=DAY, parts={players[0]: "whole"})
    log_in(client, season.club, who)
    assert ("Anna" in client.get(EVENING).text) == (who in INSIDERS)


def test_whoever_is_no_longer_logged_in_logs_in_and_comes_back(
    client: Client, season: Season
) -> None:
    login = f"/accounts/login/?next={EVENING}"
    assert client.post(HERE).headers["Location"] == login
    answer = client.post(HERE, headers=HTMX)
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"] == login
    tables = f"{EVENING}tables/"
    assert client.get(tables).headers["Location"] == f"/accounts/login/?next={tables}"


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_date_without_an_evening_offers_to_begin_to_who_may(
    client: Client, season: Season, who: str
) -> None:
    log_in(client, season.club, who)
    page = client.get("/groene-hart/evenings/2026-03-01/")
    assert page.status_code == (200 if who in WHO_STARTS_PARTIES else 404)
    if who in WHO_STARTS_PARTIES:
        assert "No table has started yet." in page.text
        assert "/evenings/2026-03-01/tables/" in page.text
    assert not Evening.objects.exists()


def test_tonight_is_there_before_anything_is_played(
    client: Client, season: Season
) -> None:
    page = client.get(EVENING)
    assert page.status_code == 200
    assert "Nothing is being played yet." in page.text


def test_without_a_season_it_says_what_comes_first(
    client: Client, club: Club, administrator: Account
) -> None:
    client.force_login(administrator)
    page = client.get(EVENING).text
    assert 'href="/groene-hart/settings/seasons/new/"' in page
    assert "/tables/" not in page
    assert client.get(f"{EVENING}tables/").headers["Location"] == EVENING


def test_a_day_that_no_season_holds_says_what_comes_first(
    client: Client, season: Season, administrator: Account
) -> None:
    client.force_login(administrator)
    after = "/groene-hart/evenings/2027-01-01/"
    page = client.get(after).text
    assert "No season of the club holds this day" in page
    assert 'href="/groene-hart/settings/seasons/"' in page
    assert client.get(f"{after}tables/").headers["Location"] == after


@pytest.mark.parametrize("day", ["2026-02-30", "2026-13-01", "0000-01-01", "tonight"])
def test_a_date_that_no_calendar_has_is_no_evening(
    client: Client, club: Club, administrator: Account, day: str
) -> None:
    client.force_login(administrator)
    assert client.get(f"/groene-hart/evenings/{day}/").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_refuses_other_methods(client: Client, club: Club, method: str) -> None:
    assert getattr(client, method)(EVENING).status_code == 405
    if method != "post":
        assert getattr(client, method)(HERE).status_code == 405


# What it shows ------------------------------------------------------------------


def test_shows_every_table_and_what_the_evening_has_come_to(
    client: Client, season: Season, players: list[Player]
) -> None:
    others = players_in(season.club, *"EFGH")
    play(season, players, [GAME], ends=False, table="1")
    play(season, others, [DRAW], table="2")
    page = client.get(EVENING).text
    tables = section(page, "evening-tables")
    assert (
        "Table 1 partie 1 · being played Game 2. Round of East; Ben is East." in tables
    )
    assert "East Ben 3 384 South Cleo 2 756 West Dirk 2 836 North Anna 3 024" in tables
    assert "Table 2 partie 2 · finished" in tables
    results = section(page, "evening-results")
    assert "Ben leads" in results
    assert "1 Ben 1 +384 2 Anna 0 +24 3 E 0 0" in results
    assert led_to(page) == ["evening-tables", "evening-results", "evening-spread"]


def test_says_who_won_when_all_is_played(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME])
    page = client.get(EVENING).text
    assert "Ben won the evening" in page
    assert led_to(page)[:2] == ["evening-results", "evening-tables"]
    settle = f"{EVENING}settle/"
    assert f'href="{settle}"' in page
    assert f'href="{EVENING}"' in client.get(settle).text


def test_says_who_won_of_old_results(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    import_old(
        season.club,
        administrator,
        "2026-11-03;1;Anna;96,5;Ben;-0,5;Cleo;-96;Dirk;0",
        "2026-11-03;2;Anna;-10;Ben;110;Cleo;-100;Dirk;0",
    )
    page = client.get("/groene-hart/evenings/2026-11-03/").text
    results = section(page, "evening-results")
    assert "Ben won the evening" in results
    # Of games nothing is known, unless some were played too.
    assert "Player Score 1 Ben +109½ 2 Anna +86½ 3 Dirk 0 4 Cleo −196" in results
    assert "evening-spread" in led_to(page)
    last = words(client.get("/groene-hart/embed/last/").text)
    assert "1 Ben +109½ 2 Anna +86½" in last
    eva = player_add(club=season.club, name="Eva")
    play(season, [eva, *players[:3]], [DRAW], day=dt.date(2026, 11, 3))
    page = client.get("/groene-hart/evenings/2026-11-03/").text
    results = section(page, "evening-results")
    assert "Games won Score 1 Ben 0 +109½" in results
    assert "Dirk – 0" in results


def test_names_all_who_won_together(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [DRAW])
    results = section(client.get(EVENING).text, "evening-results")
    assert "Anna, Ben, Cleo and Dirk won the evening together" in results


def test_a_void_partie_is_seen_and_does_not_count(
    client: Client, season: Season, players: list[Player]
) -> None:
    partie = play(season, players, [GAME], ends=False)
    partie_void(partie=partie, write=write(partie), why="a test")
    page = client.get(EVENING).text
    assert "void: does not count" in page
    assert 'id="evening-results"' not in page


def test_leads_to_the_evenings_before_and_after(
    client: Client, season: Season, players: list[Player]
) -> None:
    for day in (3, 10, 17, 18, 25):
        play(season, players, [GAME], day=dt.date(2026, 11, day))
    Evening.objects.create(club=season.club, date=dt.date(2026, 11, 12))
    page = client.get(EVENING).text
    assert 'rel="prev" href="/groene-hart/evenings/2026-11-10/"' in page
    assert 'rel="next" href="/groene-hart/evenings/2026-11-18/"' in page


def test_a_player_is_offered_to_record_at_the_own_table_alone(
    client: Client, season: Season, players: list[Player]
) -> None:
    others = players_in(season.club, *"EFGH")
    play(season, players, [GAME], ends=False)
    play(season, others, [GAME], ends=False)
    log_in(client, season.club, "member")
    Member.objects.update(player=others[2])
    page = client.get(EVENING).text
    assert "/parties/1/record/" not in page
    assert "/parties/2/record/" in page


def test_the_clubs_page_leads_there(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    client.force_login(administrator)
    assert f'href="{EVENING}"' in client.get("/groene-hart/").text
    play(season, players, [GAME])
    client.logout()
    results = client.get("/groene-hart/").text.split('id="results"')[1]
    assert f'href="{EVENING}"' in results


@pytest.mark.parametrize("who", ["anonymous", "administrator"])
def test_costs_the_same_with_many_tables(
    client: Client,
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
    who: str,
) -> None:
    log_in(client, season.club, who)
    # The club, versions, parties, their results, games, the last ones, their scores;
    # the best hand; when one played before and after; what is planned.
    queries, kept = 10, [0, 0]
    if who == "administrator":
        # Session, account, membership; the season; what all see, who is there, the
        # club's players.
        queries += 3 + 1 + 3
    else:
        queries += 4  # all who look on are shown the same
        kept = [queries_to_keep(), queries_to_keep_again()]
    play(season, players, [GAME], ends=False)
    with django_assert_num_queries(queries + kept[0]):
        client.get(EVENING)
    for _ in range(9):
        play(season, players, [GAME], ends=False)
    with django_assert_num_queries(queries + kept[1]):
        client.get(EVENING)


def test_after_midnight_it_is_asked_once_whether_the_evening_goes_on(
    client: Client,
    season: Season,
    players: list[Player],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play(season, players, [GAME], ends=False)
    now = dt.datetime(2026, 11, 18, 1, tzinfo=dt.UTC)
    monkeypatch.setattr("clubscore.partie.evenings.MORNING", dt.time(5))
    monkeypatch.setattr(
        "clubscore.partie.evenings.timezone.localtime", lambda *_moment: now
    )
    with CaptureQueriesContext(connection) as asked:
        assert "Tonight" in words(client.get(EVENING).text)
    looks = [one["sql"] for one in asked if "2026-11-17" in one["sql"]]
    assert len([sql for sql in looks if sql.startswith("SELECT 1 AS")]) == 1


# Asked again --------------------------------------------------------------------


def asked_again(client: Client, tag: str, address: str = EVENING) -> tuple[int, str]:
    """Return the answer to a page that shows *tag*."""
    answer = client.get(address, headers=HTMX | {"If-None-Match": tag})
    return answer.status_code, answer.text


@pytest.mark.parametrize("who", ["anonymous", "administrator"])
def test_asked_again_answers_304_until_somebody_writes(
    client: Client,
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
    who: str,
) -> None:
    log_in(client, season.club, who)
    partie = play(season, players, [GAME], ends=False)
    tag = tag_in(client.get(EVENING).text)
    # The club and the versions; who is logged in.
    with django_assert_num_queries(2 if who == "anonymous" else 4):
        assert asked_again(client, tag) == (304, "")
    game_record(partie=partie, write=write(partie), record=DRAW)
    status, fragment = asked_again(client, tag)
    assert status == 200
    assert fragment.lstrip().startswith('<div id="evening-now"')
    assert "Game 3." in fragment
    assert 'id="here"' not in fragment
    assert asked_again(client, tag_in(fragment))[0] == 304


def test_what_is_written_while_a_page_is_made_is_shown_at_the_next_look(
    client: Client,
    season: Season,
    players: list[Player],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    partie = play(season, players, [GAME], ends=False)
    written: list[object] = []

    def results_of(tables: list[TableNow]) -> list[EveningLine]:
        if not written:
            written.append(game_record(partie=partie, write=write(partie), record=DRAW))
        return overview.results_of(tables)

    monkeypatch.setattr("clubscore.evening.views.results_of", results_of)
    page = client.get(EVENING).text
    assert "Game 2." in page
    status, fragment = asked_again(client, tag_in(page))
    assert status == 200
    assert "Game 3." in fragment


def test_a_tag_holds_for_one_reader_and_one_language(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    play(season, players, [GAME], ends=False)
    tag = tag_in(client.get(EVENING).text)
    headers = HTMX | {"If-None-Match": tag, "Accept-Language": "de"}
    assert client.get(EVENING, headers=headers).status_code == 200
    client.force_login(administrator)
    assert asked_again(client, tag)[0] == 200


def test_two_who_exchange_their_names_change_the_tag(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False)
    tag = tag_in(client.get(EVENING).text)
    anna, ben, *_others = players
    for player, name in ((anna, "Nobody"), (ben, "Anna"), (anna, "Ben")):
        player_rename(player=player, name=name)
    assert asked_again(client, tag)[0] == 200


def test_a_new_table_changes_the_tag(
    client: Client, season: Season, players: list[Player]
) -> None:
    tag = tag_in(client.get(EVENING).text)
    play(season, players, [], ends=False)
    assert asked_again(client, tag)[0] == 200


def test_a_page_and_its_fragment_are_told_apart_by_caches(
    client: Client, season: Season
) -> None:
    page = client.get(EVENING)
    assert "HX-Request" in page.headers["Vary"]
    assert "no-cache" in page.headers["Cache-Control"]
    tag = tag_in(page.text)
    assert page.headers["ETag"].removeprefix("W/") != tag
    # A reload is answered in full, whatever fragment the browser remembers.
    headers = {"If-None-Match": tag}
    assert client.get(EVENING, headers=headers).status_code == 200
    assert asked_again(client, page.headers["ETag"])[0] == 200


# Who is there -------------------------------------------------------------------


def test_ticks_are_written_if_they_have_changed(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    client.force_login(administrator)
    anna, ben, cleo, dirk = (one.pk for one in players)
    presence_note(
        club=season.club, day=DAY, parts={players[2]: "whole", players[3]: "whole"}
    )
    answer = client.post(
        HERE,
        {
            f"was_{anna}": "",
            f"here_{anna}": "on",
            f"part_{anna}": "second",
            f"was_{ben}": "",
            f"part_{ben}": "first",
            f"was_{cleo}": "whole",
            # Dirk came after the page was made: it says nothing of him.
            f"was_{dirk}": "",
        },
    )
    assert answer.status_code == 302
    assert answer.headers["Location"] == EVENING
    assert noted() == {"Anna": "second", "Dirk": "whole"}


def test_who_sits_at_a_table_is_there_without_a_tick(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    client.force_login(administrator)
    play(season, players, [], ends=False, table="1")
    page = client.get(EVENING).text
    assert "4 players are here, 0 free to sit down." in words(page)
    anna, ben, *_ = (one.pk for one in players)
    assert re.search(rf'name="here_{anna}" checked disabled', page)
    data = {f"was_{anna}": "whole", f"part_{anna}": "whole"}
    data |= {f"was_{ben}": "whole", f"part_{ben}": "first"}
    client.post(HERE, data)
    assert noted() == {"Ben": "first"}


def test_a_tick_is_written_by_itself_and_answered_with_the_count(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    client.force_login(administrator)
    anna, ben, *_ = (one.pk for one in players)
    presence_note(club=season.club, day=DAY, parts={players[1]: "whole"})
    data = {f"was_{anna}": "", f"here_{anna}": "on", f"part_{anna}": "whole"}
    answer = client.post(HERE, data | {"only": anna}, headers=HTMX)
    assert answer.text.lstrip().startswith('<div id="here-now"')
    assert "2 players are here, 2 free to sit down." in words(answer.text)
    # The page still says that Anna was not there when it was made.
    data = {f"was_{anna}": "", f"was_{ben}": "whole", "only": str(anna)}
    client.post(HERE, data, headers=HTMX)
    assert noted() == {"Ben": "whole"}


def test_an_unknown_part_is_the_whole_evening(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    client.force_login(administrator)
    anna = players[0].pk
    data = {f"was_{anna}": "", f"here_{anna}": "on", f"part_{anna}": "third"}
    client.post(HERE, data)
    assert noted() == {"Anna": "whole"}


def test_guests_are_typed_in_one_field(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    client.force_login(administrator)
    client.post(GUESTS, {"names": "Zoe,  Yves , anna,,"})
    assert noted() == {"Zoe": "whole", "Yves": "whole", "Anna": "whole"}
    guests = season.club.players.filter(is_guest=True).values_list("name", flat=True)
    assert set(guests) == {"Zoe", "Yves"}


def test_guests_are_typed_a_line_each_however_long_and_with_commas(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    client.force_login(administrator)
    player_add(club=season.club, name="Jansen, Piet")
    long = "x" * 80
    client.post(GUESTS, {"names": f"Smit, Kees;\r\nJansen, Piet, Zoe\n{long}"})
    names = ["Smit, Kees", "Jansen, Piet", "Zoe", long]
    assert noted() == dict.fromkeys(names, "whole")
    guests = season.club.players.filter(is_guest=True).values_list("name", flat=True)
    assert set(guests) == {"Smit, Kees", "Zoe", long}


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize(
    ("names", "error"),
    [("", "Enter a name."), (" , ", "Enter a name."), ("x" * 81, "is too long")],
)
def test_a_name_that_is_none_stays_to_be_put_right(
    client: Client,
    season: Season,
    administrator: Account,
    names: str,
    error: str,
    *,
    htmx: bool,
) -> None:
    client.force_login(administrator)
    answer = client.post(GUESTS, {"names": names}, headers=HTMX if htmx else {})
    assert answer.status_code == 200
    assert error in answer.text
    assert f"{names}</textarea>" in answer.text
    assert not Presence.objects.exists()


def test_the_best_hand_stands_below_the_results(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME, ORPHANS])
    results = client.get(EVENING).text.split('id="evening-results"')[1]
    best = results.split('class="best-hand"')[1].split("</p>")[0]
    assert "Best hand tonight: 2 000 Ben, Partie 1" in words(best)
    assert best.count("<img") == 14
    # A draw has none.
    play(season, players, [DRAW], day=dt.date(2026, 11, 16))
    assert "best-hand" not in client.get("/groene-hart/evenings/2026-11-16/").text
    play(season, players, [GAME], day=dt.date(2026, 11, 10))
    earlier = words(client.get("/groene-hart/evenings/2026-11-10/").text)
    assert "Best hand: 96" in earlier


def test_guests_of_other_evenings_stand_apart(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    client.force_login(administrator)
    player_add(club=season.club, name="Zoe Blom", is_guest=True)
    page = client.get(EVENING).text
    before, folded = page.split("Guests of other evenings")
    assert "Zoe Blom" not in before
    assert "Zoe Blom" in folded
    client.post(GUESTS, {"names": "Zoe Blom"})
    assert "Guests of other evenings" not in client.get(EVENING).text


# The codes of the tables --------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
def test_the_codes_are_for_those_who_set_up_tables(
    client: Client, season: Season, players: list[Player], who: str
) -> None:
    partie = play(season, players, [], ends=False, table="1")
    link = link_make(partie=partie)
    log_in(client, season.club, who)
    page = client.get(f"{EVENING}links/")
    runs = who in WHO_STARTS_PARTIES
    assert page.status_code == (200 if runs else 302 if who == "anonymous" else 403)
    assert (f"http://testserver{link.get_absolute_url()}" in page.text) == runs
    assert ('<svg class="qr"' in page.text) == runs


def test_codes_are_shown_of_open_tables_and_valid_links(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    client.force_login(administrator)
    for ends in (True, False):
        partie = play(season, players, [GAME], ends=ends, table="1")
        link_make(partie=partie)
    partie.links.update(revoked_at=dt.datetime(2026, 11, 17, tzinfo=dt.UTC))
    page = client.get(f"{EVENING}links/").text
    assert '<svg class="qr"' not in page
    assert "This table has no link." in page
    assert page.count("qr-card") == 2  # the list and its one card
    Partie.objects.update(is_finished=True)
    assert "No table is being played." in client.get(f"{EVENING}links/").text


def test_codes_cost_the_same_with_many_tables(
    client: Client,
    season: Season,
    players: list[Player],
    administrator: Account,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client.force_login(administrator)
    for many in (1, 9):
        for _ in range(many):
            link_make(partie=play(season, players, [GAME], ends=False))
        with django_assert_num_queries(11):
            client.get(f"{EVENING}links/")


def test_the_codes_say_who_rests(
    client: Client, season: Season, players: list[Player], administrator: Account
) -> None:
    client.force_login(administrator)
    fifth = player_add(club=season.club, name="Eva")
    play(season, [*players, fifth], [], ends=False, table="1")
    assert "Eva rests" in words(client.get(f"{EVENING}links/").text)
