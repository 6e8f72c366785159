"""The catalogues speak the words of each rule book, as their README says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import polib
import pytest
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils.translation import gettext, ngettext, override

from clubscore.club.forms import JoinForm
from clubscore.club.models import Account, Club, Player
from clubscore.club.vocabulary import book_spoken, speak_as, speaking
from clubscore.season.record_book import LimitHandLine
from tests.partie.rule_books import counted, play, start_in

WINDE = "spiel-der-winde"
ITS_OWN = "rulesets/spiel_der_winde.py"
OTHER_BOOKS = ("rulesets/nts.py", "rulesets/schmale.py")

OF_SCHMALE = re.compile(
    r"Drilling|Vierling|Sequenz|Grenzstein|Grenz- |Ehrenstein|Limit-Kombination|\bSik\b"
    r"|\bS[aä]tz(?:e|en|es)?\b|\bSerien?\b|beanspruch"
)
OF_WINDE = re.compile(
    r"\bPong|\bEckstein|Tr[uü]mpf|Trumpf|Mah Jong|Sonderspiel|Paarspiel"
)
NAMES = {"Große Sequenz"}
"""What a book itself calls so."""


def german(root: Path) -> Iterator[tuple[polib.POEntry, str, set[str]]]:
    """Yield the German entries, their text without soft hyphens, and where they are."""
    file = root / "clubscore/locale/de/LC_MESSAGES/django.po"
    for entry in polib.pofile(str(file), encoding="utf-8"):
        texts = (entry.msgstr, *entry.msgstr_plural.values())
        places = {place for place, _ in entry.occurrences}
        yield entry, " ".join(texts).replace("\u00ad", ""), places


def is_winds_own(entry: polib.POEntry, places: set[str]) -> bool:
    """Tell whether only pages of Das Spiel der Winde say this."""
    if entry.msgctxt is not None:
        return bool(entry.msgctxt == WINDE)
    return all(place.endswith(ITS_OWN) for place in places)


def is_leagues(entry: polib.POEntry, places: set[str]) -> bool:
    """Tell whether only pages of the German league say this, where a pung is a Pong."""
    if entry.msgctxt is not None:
        return bool(entry.msgctxt == "dmjl")
    return all(place.endswith("rulesets/dmjl.py") for place in places)


def test_a_kong_is_robbed_and_nobody_else(root: Path) -> None:
    said = [text for _, text, _ in german(root) if re.search("beraub", text)]
    assert said == []


def test_das_spiel_der_winde_has_its_own_words(root: Path) -> None:
    wrong = [
        text
        for entry, text, places in german(root)
        if is_winds_own(entry, places) and text not in NAMES and OF_SCHMALE.search(text)
    ]
    assert wrong == []


def test_other_books_have_no_words_of_das_spiel_der_winde(root: Path) -> None:
    wrong = [
        text
        for entry, text, places in german(root)
        if not is_winds_own(entry, places)
        and not is_leagues(entry, places)
        and OF_WINDE.search(text)
    ]
    assert wrong == []


AT_A_TABLE = re.compile(
    r"clubscore/(rules/(?!rulesets|classical|faan)|(table/forms/|partie/(words|outcome_text|table_screen|forms/)))"
    r"|templates/(corrections/game|table/_?reference|partie/(_sheet|_sum|_notation))"
)
"""Where pages of a partie or a card get their words from."""
NEVER_SAID = (
    "No honour",  # items of other books
    "laak",
    "minimum",
    "Pung or kong of green dragons",
    "divisor",
    "kong on kong",  # circumstances that the book does not know
    "cannot lie open",  # three players
    "cannot have lain open",
    "only if it wins",
    "A hand of one suit or",
    "A limit hand with sets",
    "the most points of the table",
    "joker",
    "three open sets",
    "goes with a false mahjong",
    "fourth open set",
    "the reason for which",  # pao
    "sets of dragons and winds",  # losers of another book
    "nine tiles",
    "for the claimed discard",  # a penalty
    "worth too little to win",
    "costs one laak",
    "one chow at most",  # chows
    "wrongly",  # discards wrongly named, false calls of another book
    "more chows than",
    "original call",
    "with or without sets",  # losers one tile short of another book
    "no limit hand is worth more",  # a limit
    "limit hand costs: twice",  # a fault of another book
    "A limit hand is worth its faan",
    "Faan a winner needs",
    "doubled by their own doubles",  # bonus tiles beside a limit hand
    "it is won; four sets and a pair",  # heaven and earth of other books
    *("Non-separation:", "Non-identical:", "Account once:"),  # principles of fan
    "a rule book of fan has",
)


def test_whatever_a_page_of_das_spiel_der_winde_says_is_in_its_words(
    root: Path,
) -> None:
    entries = list(german(root))
    theirs = {entry.msgid for entry, _, _ in entries if entry.msgctxt == WINDE}
    missing = [
        entry.msgid
        for entry, text, places in entries
        if entry.msgctxt is None
        and OF_SCHMALE.search(text)
        and any(AT_A_TABLE.search(place) or place.endswith(ITS_OWN) for place in places)
        and not is_winds_own(entry, places)
        and entry.msgid not in theirs
        and not any(part in entry.msgid for part in NEVER_SAID)
    ]
    assert missing == [], "give it the context in clubscore/club/vocabulary.py"


def dutch(root: Path) -> Iterator[tuple[polib.POEntry, str]]:
    """Yield the Dutch entries and their text, without what is filled in."""
    file = root / "clubscore/locale/nl/LC_MESSAGES/django.po"
    for entry in polib.pofile(str(file), encoding="utf-8"):
        text = " ".join((entry.msgstr, *entry.msgstr_plural.values()))
        yield entry, re.sub(r"%\(\w+\)[sd]", "", text)


@pytest.mark.parametrize(
    "never",
    [
        r"\b[Ss]ets?\b",  # a serie
        r"geclaimd|claimt\b",  # van tafel genomen
        "[\u201e\u2018]",  # quotes are “ ”
        r"\b[Uu]w?\b",  # nobody is addressed so
        r"\brust\b",  # is dromer
        r"[Bb]ijzondere? spel",  # a limietspel
        r"valse sik",
    ],
)
def test_dutch_has_one_word_for_one_thing(root: Path, never: str) -> None:
    assert [text for _, text in dutch(root) if re.search(never, text)] == []


def test_german_has_one_word_for_one_thing(root: Path) -> None:
    never = re.compile(r"Verdoppelung|\bPerioden?\b")
    assert [text for _, text, _ in german(root) if never.search(text)] == []


def test_a_dutch_suit_is_a_soort(root: Path) -> None:
    file = root / "clubscore/locale/nl/LC_MESSAGES/django.po"
    wrong = [
        entry.msgid
        for entry in polib.pofile(str(file), encoding="utf-8")
        if re.search(r"\bsuits?\b|flush", entry.msgid)
        and re.search(r"\bkleur", entry.msgstr)
    ]
    assert wrong == []


def test_english_has_one_apostrophe(root: Path) -> None:
    straight = [
        entry.msgid
        for entry, _, _ in german(root)
        if re.search(r"[A-Za-z)]'[a-z ]", entry.msgid)
    ]
    assert straight == [], "write ’"


@pytest.mark.parametrize("language", ["de", "nl"])
def test_django_speaks_of_passwords_as_we_do(language: str) -> None:
    account = Account(username="willem")

    def texts() -> set[str]:
        forms = JoinForm(), PasswordChangeForm(account), AuthenticationForm()
        fields = [field for form in forms for field in form.fields.values()]
        told = [str(text) for one in fields for text in (one.label, one.help_text)]
        for form in forms:
            told += map(str, getattr(form, "error_messages", {}).values())
        for password in ("short", "willem-willem"):
            with pytest.raises(ValidationError) as refused:
                validate_password(password, account)
            told += refused.value.messages
        return {text for text in told if text}

    english = texts()
    with override(language):
        ours = texts()
    assert len(ours) == len(english) > 10
    # A name and a password are called so in several languages.
    assert {text for text in ours & english if " " in text} == set()
    formal = re.compile(r"\b(Sie|Ihr\w*|[Uu]w?)\b|das selbe")
    assert [text for text in ours if formal.search(text)] == []


@pytest.mark.parametrize(
    ("english", "nts", "schmale", "winde"),
    [
        ("pung", "Dril\u00adling", "Dril\u00adling", "Pong"),
        ("limit hand", "Limit-Kombination", "Limit-Kombination", "Sonderspiel"),
        ("false mahjong", "falsches Mahjong", "falsches Sik", "falsches Mah Jong"),
        ("One suit with honours", *2 * ["Gemischtes Farbspiel"], "Einfarbiges Spiel"),
        ("Seven pairs", "Sieben Paare", "Sieben Paare", "Paarspiel"),
        ("without sets", "ohne Sätze", "ohne Sätze", "ohne Kombinationen"),
        ("Who pays whom", *3 * ["Wer wem zahlt"]),
    ],
)
def test_each_book_has_its_own_german(
    english: str, nts: str, schmale: str, winde: str
) -> None:
    found = []
    with override("de"):
        for book in ("nts", "schmale", WINDE):
            speak_as(book)
            assert book_spoken() == book
            found.append(gettext(english))
    assert found == [nts, schmale, winde]


def test_a_books_words_end_with_the_language() -> None:
    with override("de"):
        with speaking(WINDE):
            assert gettext("Limit hands") == "Sonderspiele"
            worth = ngettext("%(points)s point", "%(points)s points", 2)
            assert worth.endswith("Punkte")
            hands = ("One earlier limit hand", "%(many)s earlier limit hands")
            assert ngettext(*hands, 1) == "Ein früheres Sonderspiel"
            assert ngettext(*hands, 3) == "%(many)s frühere Sonderspiele"
            with override("nl"):
                assert gettext("Limit hands") == "Limietspelen"
        assert gettext("Limit hands") == "Limit-Kombinationen"
        assert book_spoken() == ""


def test_a_card_speaks_as_its_book(client: Client, club: Club) -> None:
    client.cookies["__Host-language"] = "de"
    address = f"/{club.slug}/rules"
    winde = client.get(f"{address}/{WINDE}/").text
    schmale = client.get(f"{address}/schmale/").text
    assert "Offener Pong" in winde
    assert "Sonderspiele" in winde
    assert "Drilling" not in winde
    assert "Limit-Kombinationen" in schmale
    assert "Pong" not in schmale
    # What comes after speaks no book's words.
    assert "Sonderspiel" not in client.get(f"{address}/").text


@pytest.mark.parametrize("page", ["records", "statistics", "evenings/2026-01-01"])
def test_what_was_played_by_one_book_is_told_in_its_words(
    client: Client, club: Club, page: str
) -> None:
    client.cookies["__Host-language"] = "de"
    play(start_in(club, WINDE), counted("E", "S", E=100))
    told = client.get(f"/{club.slug}/{page}/").text.replace("\u00ad", "")
    assert "Limit-Kombination" not in told
    if page != "evenings/2026-01-01":
        assert "Sonderspiel" in told
    # Of two books together no one has the word; each has its own record book.
    play(start_in(club, "schmale"), counted("E", "S", E=1))
    both = client.get(f"/{club.slug}/statistics/").text
    assert "Limit-Kombinationen" in both
    asked = client.get(f"/{club.slug}/records/?ruleset={WINDE}").text
    assert "Sonderspiele" in asked


def test_a_limit_hand_is_called_as_its_own_book_does() -> None:
    with override("de"):
        names = [
            LimitHandLine(
                Player(), book, "Four winds", 1, date(2026, 1, 1), 1, 1, is_first=True
            ).title
            for book in (WINDE, "nts")
        ]
    assert names == ["Spiel der Winde", "Große vier Winde"]
