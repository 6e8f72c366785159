"""The pages on which a club writes a rule book of its own."""

import re
from typing import Any

import pytest
from django.test import Client

from clubscore.club import engine, own_books
from clubscore.club.models import Account, Club, JournalEntry, OwnBook
from tests.table.test_partie_page import words

pytestmark = pytest.mark.django_db

BOOKS = "/groene-hart/settings/books/"
HAND = {"live.hand": "123456789m55z222p", "live.last": "2p", "live.source": "wall"}
BASES = [one.key for one in engine.rulesets()]


@pytest.fixture
def runs_it(client: Client, administrator: Account) -> Client:
    """Return the browser of the club's administrator."""
    client.force_login(administrator)
    return client


@pytest.fixture
def book(club: Club) -> OwnBook:
    """Return a book that changes nothing yet."""
    draft = {"base": "nts", "name": "Groene Draak"}
    return own_books.book_make(club=club, content=draft)


def fields_of(page: str) -> dict[str, str]:
    """Return what the form of a book would send."""
    form = page.split('id="book-form"')[1].split("</form>", maxsplit=1)[0]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        told = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if told.get("type") == "checkbox" and " checked" not in tag:
            continue
        found[told["name"]] = told.get("value", "")
    for name, select in re.findall(
        r'<select id="[^"]*" name="([^"]*)"(.*?)</select>', form, re.DOTALL
    ):
        [found[name]] = re.findall(r'value="([^"]*)" selected', select)
    return found


def address(book: OwnBook) -> str:
    """Return the address of a book."""
    return f"{BOOKS}{book.pk}/"


def sent(browser: Client, book: OwnBook, **changed: str | None) -> Any:
    """Send the form as it is shown but for some fields; None takes one out."""
    fields = fields_of(browser.get(address(book)).text) | changed
    answer = browser.post(
        address(book),
        {key: value for key, value in fields.items() if value is not None},
    )
    book.refresh_from_db()
    return answer


# Begun ------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
def test_a_book_begins_with_any_of_ours_and_changes_nothing(
    runs_it: Client, club: Club, base: str
) -> None:
    made = runs_it.post(BOOKS, {"base": base, "name": "  Our   own "})
    book = OwnBook.objects.get()
    assert made["Location"] == address(book)
    assert book.draft["base"] == base
    # What is shown, sent back, is still what the base says.
    assert sent(runs_it, book).status_code == 302
    assert book.draft == {"base": base, "name": "Our own"}


def test_a_book_without_a_name_is_not_begun_and_nothing_typed_is_lost(
    runs_it: Client, book: OwnBook
) -> None:
    page = runs_it.post(BOOKS, {"base": "hkos", "name": " "}).text
    assert "must be a text of 1 to 80 characters" in page
    assert 'value="hkos" selected' in page
    page = runs_it.post(BOOKS, {"base": "hkos", "name": "groene draak"}).text
    assert "of this name already" in page
    assert 'value="groene draak"' in page
    assert OwnBook.objects.get() == book


# Written ----------------------------------------------------------------------------


def test_what_is_changed_is_kept_and_nothing_else(
    runs_it: Client, book: OwnBook
) -> None:
    answer = sent(
        runs_it,
        book,
        **{
            "items.mahjong.points": "50",
            "items.only_possible_tile.on": None,
            "limit_hands.squirming_snake.on": None,
            "limit_hands.nine_gates.points": "999",
            "options.rounding": "tens",
            "limit": "1000",
            "start_chips": "2000",
        },
    )
    assert answer.status_code == 302
    assert book.draft == {
        "base": "nts",
        "name": "Groene Draak",
        "limit": 1000,
        "start_chips": 2000,
        "options": {"rounding": "tens"},
        "items": {"mahjong": {"points": 50}, "only_possible_tile": {"off": True}},
        "limit_hands": {
            "squirming_snake": {"off": True},
            "nine_gates": {"points": 999},
        },
    }
    page = runs_it.get(address(book)).text
    assert "By the book: 20" in words(page)
    # As it was before: nothing of it is the club's own any more.
    sent(runs_it, book, **{"items.mahjong.points": "20", "limit": ""})
    assert "mahjong" not in book.draft["items"]
    assert "limit" not in book.draft


def test_tables_of_faan_are_typed_as_numbers(runs_it: Client, club: Club) -> None:
    draft = {"base": "schmale", "name": "Our own"}
    book = own_books.book_make(club=club, content=draft)
    assert sent(runs_it, book, faan_points="1, 2 4;8 16").status_code == 302
    assert book.draft["faan_points"] == [1, 2, 4, 8, 16]
    page = sent(runs_it, book, faan_points="4, 2, x").text
    assert 'value="4, 2, x"' in page
    assert "none lower than the one before" in page
    assert book.draft["faan_points"] == [1, 2, 4, 8, 16]


@pytest.mark.parametrize(
    ("place", "typed", "said"),
    [
        ("items.mahjong.points", "many", "Mahjong, Points"),
        ("items.mahjong.doubles", "99", "Mahjong, Doubles"),
        ("limit_hands.nine_gates.points", "-1", "Nine gates, Points"),
        ("limit", "0", "Limit"),
        ("start_chips", "1.5", "What everybody begins with"),
        ("name", "", "Name"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_lost(
    runs_it: Client, book: OwnBook, place: str, typed: str, said: str
) -> None:
    before = dict(book.draft)
    answer = sent(runs_it, book, **{"start_chips": "1234", place: typed})
    assert answer.status_code == 200
    assert book.draft == before
    field = answer.text.split(f'<input id="{place}"')[1].split("</ul>")[0]
    assert f'value="{typed}"' in field
    assert 'aria-invalid="true"' in field
    assert said in field
    if place != "start_chips":
        assert 'name="start_chips" value="1234"' in answer.text


def test_whoever_was_later_is_told_and_loses_nothing(
    runs_it: Client, book: OwnBook
) -> None:
    late = fields_of(runs_it.get(address(book)).text)
    sent(runs_it, book, limit="1000")
    page = runs_it.post(address(book), {**late, "limit": "1500"}).text
    assert "Somebody else has saved this rule book" in page
    assert 'name="limit" value="1500"' in page
    book.refresh_from_db()
    assert book.draft["limit"] == 1000


# Its hand ---------------------------------------------------------------------------


def test_a_hand_is_counted_by_the_book_as_it_is_typed(
    runs_it: Client, book: OwnBook
) -> None:
    fields = fields_of(runs_it.get(address(book)).text) | HAND
    counted = runs_it.post(
        f"{address(book)}count/", {**fields, "items.mahjong.points": "50"}
    ).text
    # 58 and 28, doubled twice for all concealed.
    told = words(counted)
    assert "As you write it: 232" in told
    assert "Nederlandse Toernooi Spelregels: 112" in told
    assert "Mahjong 50 points" in told
    assert "East pays South 464" in told
    book.refresh_from_db()
    assert "items" not in book.draft


def test_sets_can_be_typed_as_they_lie(runs_it: Client, book: OwnBook) -> None:
    fields = fields_of(runs_it.get(address(book)).text) | HAND
    fields |= {"live.hand": "(123m) 222m 555z (666z) 77z"}
    fields |= {"live.last": "7z", "live.source": "discard"}
    told = words(runs_it.post(f"{address(book)}count/", fields).text)
    assert "Exposed pung of simples 2 points" in told
    assert "Concealed pung of simples" not in told


@pytest.mark.parametrize("hand", ["123", "1x", "((", "111m", "9" * 100, "<b>"])
def test_what_is_no_hand_says_why(runs_it: Client, book: OwnBook, hand: str) -> None:
    fields = fields_of(runs_it.get(address(book)).text) | HAND | {"live.hand": hand}
    page = runs_it.post(f"{address(book)}count/", fields)
    assert page.status_code == 200
    assert "errorlist" in page.text
    assert "<b>" not in page.text


def test_a_book_that_cannot_be_counts_no_hand_and_says_so(
    runs_it: Client, book: OwnBook
) -> None:
    fields = fields_of(runs_it.get(address(book)).text) | HAND | {"limit": "none"}
    told = words(runs_it.post(f"{address(book)}count/", fields).text)
    assert "cannot be played by yet" in told
    assert "As you write it" not in told
    assert "112" in told


# Published --------------------------------------------------------------------------


def test_a_book_is_published_and_offered(runs_it: Client, book: OwnBook) -> None:
    page = words(runs_it.get(address(book)).text)
    assert "It is not published yet" in page
    assert sent(runs_it, book, limit="1000", action="publish").status_code == 302
    edition = book.editions.get()
    assert (edition.number, edition.content) == (1, book.draft)
    assert edition.author == "willem"
    page = words(runs_it.get(address(book)).text)
    assert "Edition 1" in page
    assert "Groene Draak" in runs_it.get("/groene-hart/settings/seasons/new/").text
    deeds = list(JournalEntry.objects.values_list("deed", flat=True))
    assert "settings.edition" in deeds
    runs_it.post(f"{address(book)}offer/", {"offered": "no"})
    assert "Groene Draak" not in runs_it.get("/groene-hart/settings/seasons/new/").text
    runs_it.post(f"{address(book)}offer/", {"offered": "yes"})
    assert "Groene Draak" in runs_it.get("/groene-hart/settings/seasons/new/").text


def test_another_clubs_book_is_not_there(runs_it: Client) -> None:
    other = Club.objects.create(name="Other", slug="other")
    book = own_books.book_make(club=other, content={"base": "nts", "name": "Theirs"})
    for page in ("", "count/", "offer/"):
        assert runs_it.post(f"{BOOKS}{book.pk}/{page}").status_code == 404
    assert "Theirs" not in runs_it.get(BOOKS).text


# Hands of the club's own --------------------------------------------------------------

SISTERS = {
    "new.name": "Three sisters",
    "new.doubles": "1",
    "new.0.sets": "123m 456m 789m",
    "new.0.suits": "on",
    "new.yes": "(123m)(456m)(789m)55z(222p)",
    "new.no": "(123m)(456p)(789m)55z(222p)",
}


def test_a_hand_is_added_changed_and_taken_out(runs_it: Client, book: OwnBook) -> None:
    assert sent(runs_it, book, **SISTERS).status_code == 302
    [sisters] = book.draft["add"]
    assert sisters == {
        "key": "own_three_sisters",
        "name": "Three sisters",
        "doubles": 1,
        "fits": {"sets": [["chow", "a1"], ["chow", "a4"], ["chow", "a7"]]},
        "yes": ["(123m)(456m)(789m)55z(222p)"],
        "no": ["(123m)(456p)(789m)55z(222p)"],
    }
    fields = fields_of(runs_it.get(address(book)).text) | HAND
    told = words(runs_it.post(f"{address(book)}count/", fields).text)
    assert "Three sisters × 2" in told
    place = "add.own_three_sisters"
    sent(runs_it, book, **{f"{place}.doubles": "2"})
    assert book.draft["add"] == [{**sisters, "doubles": 2}]
    sent(runs_it, book, **{f"{place}.on": None})
    assert "add" not in book.draft


def test_a_limit_hand_is_added(runs_it: Client, book: OwnBook) -> None:
    dragons = {
        "new.name": "Two dragons and winds",
        "new.points": "700",
        "new.0.sets": "555z 666z 11z",
        "new.0.winds": "on",
        "new.0.dragons": "on",
        "new.limit_hand": "on",
        "new.yes": "(555z)(777z)44z(123m)(456p)",
        "new.no": "(555z)(777z)66z(123m)(456p)",
    }
    assert sent(runs_it, book, **dragons).status_code == 302
    [added] = book.draft["add"]
    assert added["limit_hand"] is True
    assert added["fits"]["sets"] == [["pung", "D"], ["pung", "D"], ["pair", "W"]]
    hand = {**HAND, "live.hand": "555666z22z123m456p", "live.last": "6p"}
    fields = fields_of(runs_it.get(address(book)).text) | hand
    told = words(runs_it.post(f"{address(book)}count/", fields).text)
    assert "As you write it: 700 Limit hand: Two dragons and winds" in told


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"new.yes": "(123m)(456p)(789m)55z(222p)"}, "new.yes"),
        ({"new.no": "(123m)(456m)(789m)55z(222p)"}, "new.no"),
        ({"new.no": ""}, "new.no"),
        ({"new.0.sets": ""}, "new.0.sets"),
        ({"new.0.sets": "123m and 456m"}, "new.0.sets"),
        ({"new.0.sets": "1m" * 50}, "new.0.sets"),
        ({"new.name": ""}, "new.name"),
        ({"new.doubles": "99"}, "new.doubles"),
        ({"new.doubles": ""}, "new.points"),
    ],
)
def test_a_hand_that_cannot_be_is_said_at_its_field_and_nothing_is_lost(
    runs_it: Client, book: OwnBook, changed: dict[str, str], place: str
) -> None:
    typed = SISTERS | changed
    page = sent(runs_it, book, **typed).text
    assert f'id="{place}-problem"' in page
    shown = fields_of(page)
    assert {name: shown[name] for name in typed} == typed
    assert "add" not in book.draft


def test_a_hand_of_blocks_is_added_and_changed_with_all_of_them(
    runs_it: Client, book: OwnBook
) -> None:
    blocks = {
        "new.name": "Two suits of ends",
        "new.doubles": "1",
        "new.who": "everybody",
        "new.0.only.a": "on",
        "new.0.only.b": "on",
        "new.0.least.0.many": "4",
        "new.0.least.0.of": "terminals",
        "new.0.chows": "1–4",
        "new.0.concealed": "on",
        "new.replaces.0": "pure",
        "new.yes": "(123m)(456m)(789s)(999m)(11s)",
        "new.no": "(123m)(456m)(789s)(999p)(11s)",
    }
    assert sent(runs_it, book, **blocks).status_code == 302
    [added] = book.draft["add"]
    assert added["fits"] == {
        "only": ["a", "b"],
        "at_least": {"terminals": 4},
        "chows": [1, 4],
        "concealed": True,
    }
    assert (added["who"], added["replaces"]) == ("everybody", ["pure"])
    version = book.version
    page = sent(runs_it, book, edit=added["key"], limit="777").text
    book.refresh_from_db()
    assert book.version == version
    shown = fields_of(page)
    # Neither what was typed elsewhere nor anything of the hand is lost.
    assert shown["limit"] == "777"
    kept = {name: shown[name] for name in blocks if name != "new.name"}
    assert kept == {name: blocks[name] for name in kept}
    won = {"new.0.sources.wall": "on", "new.1.sets": "555z 666z", "new.kind": "sets"}
    answer = runs_it.post(address(book), {**shown, **won, "new.name": "Ends"})
    assert answer.status_code == 200
    # Self-drawn it is a winner's alone: said where it is chosen.
    assert 'id="new.who-problem"' in answer.text
    fields = fields_of(answer.text) | {"new.who": "winner"}
    assert runs_it.post(address(book), fields).status_code == 302
    book.refresh_from_db()
    [changed] = book.draft["add"]
    assert (changed["key"], changed["name"]) == (added["key"], "Ends")
    assert changed["fits"][0]["sources"] == ["wall"]
    assert changed["fits"][1] == {"sets": [["pung", "5z"], ["pung", "6z"]]}
    assert changed["yes"][0]["source"] == "wall"
    # Open in the form it can be taken out too.
    page = sent(runs_it, book, edit=added["key"]).text
    fields = fields_of(page)
    del fields[f"add.{added['key']}.on"]
    runs_it.post(address(book), fields)
    book.refresh_from_db()
    assert "add" not in book.draft


def test_a_hand_that_was_typed_is_kept_while_another_is_opened(
    runs_it: Client, book: OwnBook
) -> None:
    sent(runs_it, book, **SISTERS)
    pair = {
        "new.name": "Pair of winds",
        "new.points": "4",
        "new.0.sets": "pair W",
        "new.yes": "(123m)(456p)(789m)(222p)(11z)",
        "new.no": "(123m)(456p)(789m)(222p)(55z)",
    }
    page = sent(runs_it, book, **pair, edit="own_three_sisters").text
    shown = fields_of(page)
    assert shown["new.name"] == "Three sisters"
    assert runs_it.post(address(book), shown).status_code == 302
    book.refresh_from_db()
    sisters, winds = book.draft["add"]
    assert sisters["name"] == "Three sisters"
    assert winds["fits"] == {"sets": [["pair", "W"]]}
    # What is not right yet stays in the form instead.
    page = sent(runs_it, book, **{**pair, "new.no": ""}, edit="own_three_sisters").text
    assert fields_of(page)["new.0.sets"] == "pair W"
    assert 'id="new.no-problem"' in page


def test_enter_saves_and_opens_no_hand(runs_it: Client, book: OwnBook) -> None:
    sent(runs_it, book, **SISTERS)
    page = runs_it.get(address(book)).text
    first = page[page.index('id="book-form"') :]
    first = first[first.index('<button type="submit"') :]
    assert first.startswith('<button type="submit" name="action" value="save"')


@pytest.mark.parametrize(
    ("base", "offered", "meaningless"),
    [
        ("mcr", "items.all_pungs.points", "items.all_pungs.doubles"),
        ("mcr", "new.points", "new.doubles"),
        ("american", "items.card_value.on", "items.card_value.points"),
        ("bmja", "limit_hands.purity.points", "limit_hands.jade.doubles"),
    ],
)
def test_no_number_is_offered_that_would_change_nothing(
    runs_it: Client, club: Club, base: str, offered: str, meaningless: str
) -> None:
    runs_it.post(BOOKS, {"base": base, "name": "Ours"})
    page = runs_it.get(address(OwnBook.objects.get())).text
    assert f'name="{offered}"' in page
    assert f'name="{meaningless}"' not in page


def test_a_limit_hand_is_worth_points_where_nothing_else_is(
    runs_it: Client, club: Club
) -> None:
    runs_it.post(BOOKS, {"base": "schmale", "name": "Ours"})
    book = OwnBook.objects.get()
    assert 'name="new.points"' in runs_it.get(address(book)).text
    hand = {
        "new.name": "Honours alone",
        "new.points": "300",
        "new.limit_hand": "on",
        "new.0.only.honours": "on",
        "new.yes": "(111z)(222z)(333z)(444z)(55z)",
        "new.no": "(111z)(222z)(333z)(444z)(55m)",
    }
    assert sent(runs_it, book, **hand).status_code == 302
    assert book.draft["add"][0]["points"] == 300


def test_a_name_that_is_too_long_is_said_at_its_language(
    runs_it: Client, book: OwnBook
) -> None:
    page = sent(runs_it, book, **SISTERS, **{"new.words.nl.name": "x" * 200}).text
    assert 'id="new.words.nl.name-problem"' in page


def test_names_in_other_languages_are_typed_and_read(
    runs_it: Client, book: OwnBook
) -> None:
    named = {
        "words.nl.name": "Groene Draak nl",
        "new.words.nl.name": "Drie zussen",
        "new.words.nl.definition": "  Een tot  negen. ",
    }
    assert sent(runs_it, book, **SISTERS, **named, action="publish").status_code == 302
    assert book.draft["words"] == {"nl": {"name": "Groene Draak nl"}}
    [sisters] = book.draft["add"]
    assert sisters["words"] == {
        "nl": {"name": "Drie zussen", "definition": "Een tot negen."}
    }
    rules = f"/groene-hart/rules/{book.editions.get().key}/"
    for language, names in (
        ("nl", ["Groene Draak nl", "Drie zussen", "Een tot negen."]),
        ("de", ["Groene Draak", "Three sisters"]),
        ("nl", ["Drie zussen"]),
    ):
        page = runs_it.get(rules, headers={"accept-language": language}).text
        assert all(name in page for name in names)
        assert ("Drie zussen" in page) is (language == "nl")
    # As the book has it, so the form shows it again.
    page = sent(runs_it, book, edit=sisters["key"]).text
    assert fields_of(page)["new.words.nl.name"] == "Drie zussen"
    again = runs_it.post(address(book), {**fields_of(page), "words.nl.name": ""})
    assert again.status_code == 302
    book.refresh_from_db()
    assert "words" not in book.draft
    assert book.draft["add"] == [sisters]


def test_hands_without_sets_are_added(runs_it: Client, book: OwnBook) -> None:
    snake = {
        "new.name": "Snake with a dragon",
        "new.points": "300",
        "new.kind": "tiles",
        "new.0.each": "123456789m1234z",
        "new.0.one_of": "567z",
        "new.0.suits": "on",
        "new.yes": "1234567891234z5z",
        "new.no": "(123456789s1234z)(1z)",
    }
    # More suited tiles than there are suits are no fault of the page.
    ends = snake | {"new.0.each": "19m19p19s1234567z", "new.0.one_of": "19m"}
    assert 'id="new.yes-problem"' in sent(runs_it, book, **ends).text
    page = sent(runs_it, book, **snake).text
    assert 'id="new.yes-problem"' in page
    snake["new.yes"] = "(123456789s1234z)(6z)"
    assert sent(runs_it, book, **snake).status_code == 302
    pairs = {
        "new.name": "Pairs of one suit and winds",
        "new.points": "400",
        "new.kind": "pairs",
        "new.0.only.a": "on",
        "new.0.only.winds": "on",
        "new.yes": "(11m)(22m)(33m)(44m)(55m)(66m)(11z)",
        "new.no": "(11m)(22m)(33m)(44m)(55m)(66m)(55z)",
    }
    assert sent(runs_it, book, **pairs).status_code == 302
    winds = {
        "new.name": "A wind, a dragon and pairs",
        "new.points": "400",
        "new.kind": "tiles",
        "new.0.each": "WWDD1122334455m",
        "new.0.suits": "on",
        "new.yes": "(11p)(22p)(33p)(44p)(55p)(33z)(66z)",
        "new.no": "(11p)(22p)(33p)(44p)(55p)(33z)(44z)",
    }
    assert sent(runs_it, book, **winds).status_code == 302
    tiles = [one["tiles"] for one in book.draft["add"]]
    assert tiles[2]["each"][:5] == ["W", "W", "D", "D", "a1"]
    assert tiles[0]["one_of"] == ["5z", "6z", "7z"]
    assert tiles[1] == {"pairs": ["a", "winds"]}
    assert 'alt="' in runs_it.get(address(book)).text.split('class="proof"')[1]
