"""A rule book that was added as the README says is played through every page."""

import datetime as dt
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import Resolver404, ResolverMatch, resolve

from clubscore.club.models import Account, Club, Player, Season
from clubscore.evening.services import presence_note
from clubscore.partie.models import Partie
from clubscore.partie.services import partie_start
from clubscore.rules.hands import Circumstance
from clubscore.rules.ruleset import Winning
from clubscore.rules.rulesets import RULESETS
from tests.evening.test_evening_tables_page import fields_of
from tests.partie.rule_books import typed
from tests.rules.kitchen_table import KITCHEN_TABLE
from tests.sheets.boxes import read
from tests.table.test_partie_page import words
from tests.table.test_post import body, post

pytestmark = pytest.mark.django_db

CLUB = "/groene-hart/"
PARTIE = f"{CLUB}parties/1/"
OTHER_BOOKS = [one.name for one in RULESETS.values()]
LISTING = {"rule_books", "reference", "card", "wall", "partie_wall", "season_new"} | {
    *("new", "play", "tables", "statistics", "records", "front_page", "books"),
    "tournament_new",
}
"""Pages on which other rule books can be chosen."""


@pytest.fixture
def season(season: Season, monkeypatch: pytest.MonkeyPatch) -> Season:
    """Return a season that is played by the added book, on any day."""
    monkeypatch.setitem(RULESETS, KITCHEN_TABLE.key, KITCHEN_TABLE)
    season.ruleset = KITCHEN_TABLE.key
    season.starts_on, season.ends_on = dt.date(2020, 1, 1), None
    season.save()
    return season


@pytest.fixture
def runs_it(client: Client, administrator: Account) -> Client:
    """Return the browser of the club's administrator."""
    client.force_login(administrator)
    return client


@pytest.fixture
def partie(season: Season, players: list[Player]) -> Partie:
    """Return a partie by the added book."""
    return partie_start(season=season, players=players, day=dt.date(2026, 11, 17))


def won(players: list[Player]) -> dict[str, Any]:
    """Return a game that Ben won himself: 32 points, worked out with the book."""
    ben = str(players[1].pk)
    return {
        "hands": {ben: {"tiles": "111m999p444s777z22z"}},
        "outcome": {
            "kind": "win",
            "winner": ben,
            "winning_tile": "2z",
            "source": "wall",
            "from": None,
        },
    }


@pytest.fixture
def played(partie: Partie, players: list[Player], runs_it: Client) -> Partie:
    """Record a win with the phone, a draw on the typed page, a win on paper."""
    sent = post(runs_it, body(won(players)), f"{PARTIE}games/")
    assert sent.status_code == 201, sent.text
    drawn = runs_it.post(f"{PARTIE}record/typed/", typed(partie, kind="draw"))
    assert drawn.status_code == 302, words(drawn.text)
    won_again = typed(
        partie,
        kind="win",
        winner="Anna",
        giver="Cleo",
        winning_tile="2z",
        Anna_hand_tiles="111m999p444s777z22z",
    )
    assert runs_it.post(f"{PARTIE}record/typed/", won_again).status_code == 302
    partie.refresh_from_db()
    return partie


# Starting ----------------------------------------------------------------------------


def test_a_family_starts_with_it(client: Client, season: Season) -> None:
    page = client.get("/play/?ruleset=kitchen-table").text
    assert "Kitchen table" in page
    assert 'name="chips"' not in page
    sent = {
        **{f"name_{place}": name for place, name in enumerate("ABCD")},
        "ruleset": "kitchen-table",
        "shown_ruleset": "kitchen-table",
        "shown_players": "4",
    }
    started = client.post("/play/", sent, follow=True)
    assert started.status_code == 200, words(started.text)
    assert Partie.objects.get().options == {}
    assert "Game 1" in started.text


def test_a_season_and_a_table_start_with_it(
    runs_it: Client, season: Season, players: list[Player]
) -> None:
    new = f"{CLUB}settings/seasons/new/"
    assert runs_it.get(f"{new}?ruleset=kitchen-table").status_code == 200
    opened = runs_it.post(
        new,
        {
            "ruleset": "kitchen-table",
            "shown": "kitchen-table",
            "name": "At home",
            "starts_on": "2027-01-01",
        },
    )
    assert opened.status_code == 302, words(opened.text)
    changed = f"{CLUB}settings/seasons/{season.pk}/"
    assert runs_it.get(changed).status_code == 200
    page = runs_it.get(f"{CLUB}parties/new/?season={season.pk}").text
    assert "Kitchen table" in page
    started = runs_it.post(
        f"{CLUB}parties/new/",
        {
            "season": str(season.pk),
            "shown": str(season.pk),
            "ruleset": "kitchen-table",
            "shown_ruleset": "kitchen-table",
            "shown_players": "4",
            "seats_by": "draw",
            **{f"player_{place}": str(one.pk) for place, one in enumerate(players)},
        },
    )
    assert started.status_code == 302, words(started.text)
    assert Partie.objects.get().ruleset == "kitchen-table"


def test_the_tables_of_an_evening_start_with_it(
    runs_it: Client, season: Season, players: list[Player]
) -> None:
    day = dt.date(2026, 11, 17)
    presence_note(club=season.club, day=day, parts=dict.fromkeys(players, "whole"))
    tables = f"{CLUB}evenings/{day}/tables/"
    data = fields_of(runs_it.get(tables).text)
    started = runs_it.post(tables, {**data, "action": "start"})
    assert started.status_code == 302, words(started.text)
    assert Partie.objects.get().options == {}


# Played through every page -----------------------------------------------------------


def pages_reached(browser: Client) -> Iterator[tuple[ResolverMatch, str, str]]:
    """Yield each page of a partie and its club, one of a kind, with what it says."""
    seen: dict[tuple[Any, ...], str] = {}
    ahead = [CLUB, "/", "/play/", f"{CLUB}wall/", f"{PARTIE}wall/", f"{CLUB}live/"]
    while ahead:
        address = ahead.pop(0)
        path, query = urlsplit(address)[2:4]
        try:
            match = resolve(path)
        except Resolver404:
            continue
        names = tuple(sorted(re.findall(r"([^&=]+)=", query)))
        is_paper = path.endswith(".pdf")
        # One sheet of each kind: a player's year is like another's.
        what = () if is_paper else tuple(sorted(match.kwargs.items()))
        key = (match.view_name, what, names)
        if key in seen or match.view_name == "club:logout":
            continue
        answer = browser.get(address)
        seen[key] = address
        assert answer.status_code in {200, 302, 405}, (address, answer.status_code)
        if answer.status_code == 302:
            ahead.append(answer["Location"])
            continue
        if answer["Content-Type"] == "application/pdf":
            text = " ".join(" ".join(read(answer.content)).split())
        elif answer["Content-Type"].startswith("text/html"):
            page = answer.text
            text = words(page)
            ahead += [
                one.replace("&amp;", "&")
                for one in re.findall(r'(?:href|action)="(/[^"#]*|\?[^"#]*)', page)
                if not one.startswith(("/static/", "/admin/", "/accounts/"))
            ]
        else:
            continue
        yield match, address, text


def test_every_page_that_can_be_reached_answers_in_its_words(
    runs_it: Client, played: Partie
) -> None:
    reached = set()
    for match, address, text in pages_reached(runs_it):
        reached.add(match.view_name)
        assert "Made void" not in text, address
        if match.url_name not in LISTING:
            assert not [one for one in OTHER_BOOKS if one in text], address
    assert reached >= EVERY_PAGE


EVERY_PAGE = {
    *("season:club", "season:season", "season:player", "season:statistics"),
    *("season:records", "season:ratings", "table:partie", "corrections:game"),
    *("table:record", "table:reference", "wall:wall", "wall:partie_wall"),
    *("evening:evening", "evening:live", "archive:paper"),
    *("sheets:partie_sheet", "sheets:card", "sheets:partie_report"),
    *("sheets:pack", "sheets:leaderboard", "sheets:sheet", "sheets:year"),
}
"""Some of each kind that a partie and its club have."""


def test_the_typed_page_asks_for_nothing_that_the_book_does_not_have(
    runs_it: Client, partie: Partie
) -> None:
    page = words(runs_it.get(f"{PARTIE}record/typed/").text)
    assert "first turn" not in page
    assert "It was also" not in page
    Partie.objects.update(ruleset="nts", edition=RULESETS["nts"].edition)
    assert "It was also" in words(runs_it.get(f"{PARTIE}record/typed/").text)


def test_a_game_is_explained_by_the_book(runs_it: Client, played: Partie) -> None:
    game = words(runs_it.get(f"{PARTIE}games/1/").text)
    assert "Ben won, self-drawn" in game
    for item in ("Win", "Drawn", "Pungs", "Dragons"):
        assert item in game
    assert "A draw: nobody won." in runs_it.get(f"{PARTIE}games/2/").text
    assert "on Cleo’s discard" in runs_it.get(f"{PARTIE}games/3/").text


def test_the_reference_says_only_what_the_book_has(
    client: Client, club: Club, season: Season
) -> None:
    page = client.get(f"{CLUB}rules/kitchen-table/").text
    assert "Our kitchen table" in page
    assert 'id="item-dragons"' in page
    card = client.get(f"{CLUB}rules/kitchen-table.pdf")
    assert card["Content-Type"] == "application/pdf"
    assert "Dragons" in " ".join(read(card.content))


# The wall ----------------------------------------------------------------------------

SILENT = "Kitchen table says nothing of how the wall is broken."


@pytest.mark.parametrize("address", [f"{CLUB}wall/", f"{PARTIE}wall/"])
def test_where_the_book_is_silent_any_games_wall_is_offered(
    client: Client, partie: Partie, address: str
) -> None:
    page = client.get(address)
    assert page.status_code == 200
    assert SILENT in page.text
    assert re.search(r'value="mauer"[^>]*checked', page.text)
    broken = client.get(f"{address}?die_1=1&die_2=2&die_3=3&die_4=4")
    assert 'id="wall-result"' in broken.text
    assert "<svg xmlns" in broken.text
    assert client.get(f"{address}?throw=yes").status_code == 302


def test_a_book_that_speaks_of_the_wall_is_followed(
    client: Client, season: Season
) -> None:
    Season.objects.update(ruleset="nts")
    page = client.get(f"{CLUB}wall/").text
    assert "says nothing" not in page
    assert re.search(r'value="nts"[^>]*checked', page)


@pytest.mark.parametrize("address", [f"{CLUB}wall/", f"{PARTIE}wall/"])
def test_its_own_wall_is_broken_where_it_has_one(
    client: Client, partie: Partie, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    book = replace(KITCHEN_TABLE, breaking=RULESETS["nts"].breaking)
    monkeypatch.setitem(RULESETS, book.key, book)
    page = client.get(address).text
    assert SILENT not in page
    assert re.search(r'value="kitchen-table"[^>]*checked', page)
    broken = client.get(f"{address}?die_1=1&die_2=2&die_3=3&die_4=4")
    assert "stack 10 from the right out of West’s side" in words(broken.text)


def test_its_own_draw_of_seats_is_told(
    runs_it: Client, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = replace(KITCHEN_TABLE, seat_draws={4: "The youngest chooses first."})
    monkeypatch.setitem(RULESETS, book.key, book)
    page = runs_it.get(f"{CLUB}parties/new/?season={season.pk}").text
    assert "The youngest chooses first." in words(page)


def test_its_own_first_turn_is_asked_for(
    runs_it: Client, partie: Partie, monkeypatch: pytest.MonkeyPatch
) -> None:
    winning = Winning(
        circumstances=frozenset({Circumstance.FIRST_TURN}),
        first_turn="before the tea is cold",
    )
    book = replace(KITCHEN_TABLE, winning=winning)
    monkeypatch.setitem(RULESETS, book.key, book)
    page = runs_it.get(f"{PARTIE}record/typed/").text
    assert "before the tea is cold" in words(page)


def test_the_wall_command_says_that_the_book_is_silent(
    season: Season, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        call_command("wall", "kitchen-table", "1", "2", "3", "4")
    error = json.loads(capsys.readouterr().out)["error"]
    assert "says nothing of how the wall is broken" in error["message"]
    assert "mauer" in error["message"]


# Other programs ----------------------------------------------------------------------


def test_other_programs_get_it_whole(
    runs_it: Client, played: Partie, club: Club
) -> None:
    api = f"/api/v1/clubs/{club.slug}/"
    assert runs_it.get(api).json()["seasons"][0]["ruleset"] == "kitchen-table"
    partie = runs_it.get(f"/api/v1/parties/{played.pk}/")
    assert partie.status_code == 200, partie.text
    score = {
        "ruleset": "kitchen-table",
        "round_wind": "E",
        "hands": {"S": {"tiles": "111m999p444s777z22z"}},
        "outcome": {
            "kind": "win",
            "winner": "S",
            "winning_tile": "2z",
            "source": "wall",
        },
    }
    scored = runs_it.post("/api/v1/score/", score, content_type="application/json")
    assert scored.json()["hands"]["S"]["points"] == 32
    exported = runs_it.get(f"{CLUB}settings/export/club.json")
    assert exported.status_code == 200
    assert "kitchen-table" in b"".join(exported).decode()
