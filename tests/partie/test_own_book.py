"""A partie by a club's own rule book, through every page, file and program."""

import datetime as dt
import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client

from clubscore.archive.transfer.export import club_file
from clubscore.archive.transfer.importer import club_import, file_read
from clubscore.archive.transfer.rows import FileError
from clubscore.club import engine, own_books
from clubscore.club.models import Account, BookEdition, Club, OwnBook, Player, Season
from clubscore.club.services import season_make
from clubscore.partie.models import Partie
from clubscore.partie.phone_engine import words_of
from clubscore.partie.services import partie_start
from clubscore.rules import replay_record, score_record
from clubscore.rules.answers import Phone
from clubscore.rules.errors import RulesError
from clubscore.rules.rulesets import SHELF
from tests.club.books_offered import book_chosen
from tests.evening.test_evening_tables_page import fields_of
from tests.partie.rule_books import typed
from tests.partie.test_added_rule_book import EVERY_PAGE, pages_reached
from tests.sheets.boxes import read
from tests.table.test_partie_page import words
from tests.table.test_post import body, post

pytestmark = pytest.mark.django_db

CLUB = "/groene-hart/"
PARTIE = f"{CLUB}parties/1/"
DAY = dt.date(2026, 11, 17)
SISTERS = {
    "key": "three_sisters",
    "name": "Three sisters",
    "definition": "One two three, four five six, seven eight nine of one suit.",
    "doubles": 1,
    "fits": {"sets": [["chow", "a1"], ["chow", "a4"], ["chow", "a7"]]},
    "yes": ["(123m)(456m)(789m)55z(222p)"],
    "no": ["(123m)(456p)(789m)55z(222p)"],
}
BOOK: dict[str, Any] = {
    "base": "nts",
    "name": "Groene Draak",
    "options": {"rounding": "tens"},
    "items": {"mahjong": {"points": 50}},
    "add": [SISTERS],
}
TILES = "123456789m55z222p"


@pytest.fixture
def book(club: Club) -> OwnBook:
    """Return a rule book of the club's own, not published yet."""
    return own_books.book_make(club=club, content=BOOK)


@pytest.fixture
def edition(book: OwnBook) -> BookEdition:
    """Return its first edition."""
    return own_books.book_publish(book=book, version=0, author="Anna")


@pytest.fixture
def season(season: Season, edition: BookEdition) -> Season:
    """Return a season that is played by it."""
    season.ruleset = edition.key
    season.save()
    return season


@pytest.fixture
def runs_it(client: Client, administrator: Account) -> Client:
    """Return the browser of the club's administrator."""
    client.force_login(administrator)
    return client


@pytest.fixture
def partie(season: Season, players: list[Player]) -> Partie:
    """Return a partie by the book."""
    return partie_start(season=season, players=players, day=DAY)


def won(players: list[Player]) -> dict[str, Any]:
    """Return a game that Ben won himself."""
    ben = str(players[1].pk)
    return {
        "hands": {ben: {"tiles": TILES}},
        "outcome": {
            "kind": "win",
            "winner": ben,
            "winning_tile": "2p",
            "source": "wall",
            "from": None,
        },
    }


# 50 of mahjong in place of 20, 2 of the wall, 4 of the pung of 2p and 2 of the pair of
# dragons: 58, doubled once for the three sisters and twice for all concealed: 464. Our
# book would not round it to 460.
POINTS = 460


@pytest.fixture
def played(partie: Partie, players: list[Player], runs_it: Client) -> Partie:
    """Record a win with the phone and a draw on the typed page."""
    sent = post(runs_it, body(won(players)), f"{PARTIE}games/")
    assert sent.status_code == 201, sent.text
    drawn = runs_it.post(f"{PARTIE}record/typed/", typed(partie, kind="draw"))
    assert drawn.status_code == 302, words(drawn.text)
    partie.refresh_from_db()
    return partie


# Kept and published -----------------------------------------------------------------


def test_an_edition_is_called_by_what_it_says(edition: BookEdition) -> None:
    rules = engine.ruleset_called(edition.key)
    assert (rules.key, rules.name) == (edition.key, "Groene Draak")
    assert edition.key == engine.own_book(dict(reversed(BOOK.items()))).key
    assert len(edition.key) == len("own-") + 32


def test_an_edition_never_changes(edition: BookEdition) -> None:
    edition.content = {**BOOK, "limit": 9}
    with pytest.raises(ValueError, match="never changes"):
        edition.save()


def test_the_words_of_an_edition_changed_in_the_database_count_nothing(
    edition: BookEdition,
) -> None:
    other = BookEdition(
        book=edition.book, number=2, key=f"own-{'0' * 32}", content=BOOK
    )
    other.save()
    with pytest.raises(RulesError, match="There is no ruleset"):
        engine.ruleset_called(other.key)


def test_what_says_the_same_is_no_other_edition(
    book: OwnBook, edition: BookEdition
) -> None:
    again = own_books.book_publish(book=book, version=0, author="Ben")
    assert again == edition
    book = own_books.book_change(
        book=book, version=0, content={**BOOK, "items": {"mahjong": {"points": 60}}}
    )
    assert own_books.book_publish(book=book, version=1, author="Ben").number == 2


def test_nobody_writes_over_what_they_have_not_seen(book: OwnBook) -> None:
    own_books.book_change(book=book, version=0, content={**BOOK, "name": "Draak"})
    with pytest.raises(own_books.StaleError):
        own_books.book_change(book=book, version=0, content=BOOK)
    with pytest.raises(own_books.StaleError):
        own_books.book_publish(book=book, version=0, author="")
    book.refresh_from_db()
    assert book.name == "Draak"


def test_a_book_that_cannot_be_or_has_a_name_twice_is_refused(
    club: Club, book: OwnBook
) -> None:
    with pytest.raises(ValidationError, match="of this name already"):
        own_books.book_make(club=club, content={**BOOK, "name": "groene draak"})
    with pytest.raises(ValidationError, match="has no meaning"):
        own_books.book_make(
            club=club, content={"base": "nts", "name": "A", "faan_points": [1, 2]}
        )
    assert OwnBook.objects.get() == book


def test_parties_keep_the_edition_that_they_were_begun_with(
    book: OwnBook, played: Partie, client: Client
) -> None:
    changed = {**BOOK, "items": {"mahjong": {"points": 60}}}
    own_books.book_change(book=book, version=0, content=changed)
    newer = own_books.book_publish(book=book, version=1, author="")
    offered = own_books.published(played.club)
    assert [one.key for one in offered] == [newer.key]
    call_command("rebuild")
    assert str(POINTS) in words(client.get(f"{PARTIE}games/1/").text)


def test_another_clubs_book_is_not_there(
    edition: BookEdition, players: list[Player], client: Client
) -> None:
    other = Club.objects.create(name="Other", slug="other")
    first = dt.date(2026, 1, 1)
    with pytest.raises(ValidationError, match="no such rule book"):
        season_make(club=other, name="1", starts_on=first, ruleset=edition.key)
    season = season_make(club=other, name="1", starts_on=first, ruleset="nts")
    with pytest.raises(ValidationError, match="no such rule book"):
        partie_start(season=season, players=players, day=DAY, ruleset=edition.key)
    assert client.get(f"/other/rules/{edition.key}/").status_code == 404
    assert client.get(f"/other/rules/{edition.key}.pdf").status_code == 404
    assert client.get(f"{CLUB}rules/{edition.key}/").status_code == 200


# Started ----------------------------------------------------------------------------


def test_a_season_and_a_table_start_with_it(
    runs_it: Client, edition: BookEdition, players: list[Player]
) -> None:
    new = f"{CLUB}settings/seasons/new/"
    fields = fields_of(runs_it.get(f"{new}?ruleset={edition.key}").text)
    assert fields["rule_rounding"] == "tens"
    named = {"name": "Our own", "starts_on": "2026-01-01"}
    opened = runs_it.post(new, {**fields, **named, "rule_minimum_doubles": "0"})
    assert opened.status_code == 302, words(opened.text)
    season = Season.objects.get()
    assert season.ruleset == edition.key
    page = runs_it.get(f"{CLUB}parties/new/?ruleset={edition.key}").text
    assert book_chosen(page) == edition.key
    started = runs_it.post(
        f"{CLUB}parties/new/",
        {
            "season": str(season.pk),
            "shown": str(season.pk),
            "ruleset": edition.key,
            "shown_ruleset": edition.key,
            "shown_players": "4",
            "seats_by": "table",
            "chips": "notepad",
            **{f"player_{place}": str(one.pk) for place, one in enumerate(players)},
        },
    )
    assert started.status_code == 302, words(started.text)
    partie = Partie.objects.get()
    assert partie.ruleset == edition.key
    # What the book has chosen holds where nobody chooses.
    assert partie.options["rounding"] == "tens"


def test_a_book_that_is_offered_no_more_is_not_among_the_choices(
    runs_it: Client, season: Season, edition: BookEdition
) -> None:
    own_books.book_offer(book=edition.book, is_offered=False)
    assert own_books.published(edition.book.club) == ()
    # The season that is played by it goes on.
    assert "Groene Draak" in runs_it.get(f"{CLUB}parties/new/").text


# Played -----------------------------------------------------------------------------


@pytest.mark.same_on_every_database("the pages of other books ask the same")
def test_every_page_answers_by_the_book(runs_it: Client, played: Partie) -> None:
    reached = {match.view_name for match, _address, _text in pages_reached(runs_it)}
    assert reached >= EVERY_PAGE


def test_a_game_is_counted_and_explained_by_the_book(
    runs_it: Client, played: Partie, players: list[Player]
) -> None:
    game = words(runs_it.get(f"{PARTIE}games/1/").text)
    assert "Three sisters" in game
    assert str(POINTS) in game
    assert "Groene Draak" in words(runs_it.get(PARTIE).text)


def test_the_table_screen_and_the_phone_count_by_the_book(
    runs_it: Client, partie: Partie, players: list[Player]
) -> None:
    told = words_of("nl", partie.ruleset)
    assert told["books"] == [BOOK]
    assert told["language"] == "nl"
    assert words_of("nl", "nts")["books"] == []
    asked = runs_it.get(f"/engine.json/{partie.ruleset}/")
    assert partie.ruleset in asked.json()["words"]
    assert runs_it.get(asked.json()["words"]).json()["books"] == [BOOK]
    # A phone knows nothing but what it was told.
    known = SHELF._find
    SHELF.keeps(lambda _key: None)
    try:
        Phone(json.dumps(told))
        assert engine.ruleset_called(partie.ruleset).name == "Groene Draak"
    finally:
        SHELF.keeps(known)
    previewed = runs_it.post(
        f"{PARTIE}preview/",
        json.dumps({"said": won(players), "east": None}),
        content_type="application/json",
    )
    assert str(POINTS) in previewed.text


@pytest.mark.same_on_every_database("the pages of other books ask the same")
def test_reference_page_and_card_show_what_is_other(
    client: Client, club: Club, edition: BookEdition
) -> None:
    page = client.get(f"{CLUB}rules/{edition.key}/").text
    assert "Groene Draak" in page
    item = page.split('id="item-three_sisters"')[1].split("</tr>")[0]
    assert "house rule" in item
    assert "Three sisters" in item
    changed = page.split('id="item-mahjong"')[1].split("</tr>")[0]
    assert "house rule" in changed
    option = page.split('id="option-rounding"')[1].split("</tr>")[0]
    assert "house rule" in option
    card = client.get(f"{CLUB}rules/{edition.key}.pdf")
    assert "Three sisters" in " ".join(" ".join(read(card.content)).split())
    assert "Groene Draak" in client.get(f"{CLUB}rules/").text


@pytest.mark.same_on_every_database("the pages of other books ask the same")
def test_reference_page_and_card_show_points_beside_those_of_the_sets(
    client: Client, club: Club
) -> None:
    purity = {"purity": {"points": 50}}
    content = {"base": "bmja", "name": "Ons eigen", "limit_hands": purity}
    book = own_books.book_make(club=club, content=content)
    edition = own_books.book_publish(book=book, version=0, author="Anna")
    page = client.get(f"{CLUB}rules/{edition.key}/").text
    assert "(points + 50) × 8" in page
    card = client.get(f"{CLUB}rules/{edition.key}.pdf")
    assert "(points + 50) × 8" in " ".join(" ".join(read(card.content)).split())


def test_the_wall_is_broken_as_its_base_says(client: Client, partie: Partie) -> None:
    for address in (f"{PARTIE}wall/", f"{CLUB}wall/?ruleset={partie.ruleset}"):
        page = client.get(address).text
        assert "says nothing of how the wall is broken" not in page
    broken = client.get(f"{PARTIE}wall/?die_1=1&die_2=2&die_3=3&die_4=4")
    assert 'id="wall-result"' in broken.text


# Files and programs -------------------------------------------------------------------


def test_other_programs_get_the_book_in_place_of_a_key(
    runs_it: Client, played: Partie, club: Club
) -> None:
    told = runs_it.get(f"/api/v1/clubs/{club.slug}/").json()
    assert told["seasons"][0]["ruleset"] == BOOK
    assert told["parties"][0]["ruleset"] == BOOK
    game = {
        "ruleset": told["parties"][0]["ruleset"],
        "round_wind": "E",
        "hands": {"S": {"tiles": TILES}},
        "outcome": {
            "kind": "win",
            "winner": "S",
            "winning_tile": "2p",
            "source": "wall",
        },
    }
    assert score_record(game)["hands"]["S"]["points"] == POINTS
    scored = runs_it.post("/api/v1/score/", game, content_type="application/json")
    assert scored.json()["hands"]["S"]["points"] == POINTS


def test_the_audit_finds_nothing_wrong(played: Partie) -> None:
    call_command("audit")


def test_a_clubs_file_takes_its_books_with_it(
    played: Partie, book: OwnBook, club: Club, players: list[Player]
) -> None:
    text = "".join(club_file(club))
    told = json.loads(text)
    assert told["parties"][0]["ruleset"] == BOOK
    assert told["seasons"][0]["ruleset"] == BOOK
    record = {
        "ruleset": told["parties"][0]["ruleset"],
        "players": ["A", "B", "C", "D"],
        "games": [],
    }
    assert replay_record(record)["finished"] is False
    imported = club_import(file_read(text.encode()), slug="elsewhere")
    assert imported.recounted == 0
    other = imported.club.parties.get()
    assert other.ruleset == played.ruleset
    assert other.head == played.head
    assert [one.draft for one in imported.club.own_books.all()] == [BOOK]
    assert own_books.is_of(imported.club, other.ruleset)


@pytest.mark.parametrize("spoils", ["none", "other", "bad"])
def test_a_file_whose_book_is_missing_or_spoilt_is_refused(
    played: Partie, club: Club, spoils: str
) -> None:
    told = json.loads("".join(club_file(club)))
    if spoils == "none":
        del told["books"]
    elif spoils == "other":
        told["parties"][0]["ruleset"] = {**BOOK, "name": "Other"}
    else:
        told["books"][0]["editions"][0]["content"] = {**BOOK, "limit": -1}
    with pytest.raises(FileError, match=r"rule book"):
        club_import(file_read(json.dumps(told).encode()), slug="elsewhere")
    assert not Club.objects.filter(slug="elsewhere").exists()
