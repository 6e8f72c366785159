"""
Every string a person sees is there in every language.

The strings are collected here without the gettext package, which only
`make messages` needs.
"""

import ast
import os
import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import polib
import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.translation import gettext, override
from django.utils.translation.template import templatize
from pytest_django import Settings

LANGUAGES = ["de", "nl"]
"""Those with a catalogue; the source is English."""
HINT = "bring the catalogues up to date with `make messages`, then translate"


class Message(NamedTuple):
    """What a catalogue has an entry for."""

    text: str
    plural: str | None = None
    context: str | None = None


# What the source says -----------------------------------------------------------

FIELDS = {
    "gettext": ("text",),
    "ngettext": ("text", "plural"),
    "pgettext": ("context", "text"),
    "npgettext": ("context", "text", "plural"),
}
"""The arguments of each function that marks a string."""
ALIASES = {"_": "gettext", "gettext_noop": "gettext"} | {
    f"{name}_lazy": name for name in FIELDS
}
MARK_IN_TEMPLATE = re.compile(r"\b(?:n?p?gettext|_)\(")


def marked_in_python(source: str) -> Iterator[Message]:
    """Yield the strings that Python code marks for translation."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else None
        name = called.id if isinstance(called, ast.Name) else name
        fields = FIELDS.get(ALIASES.get(name or "", name or ""), ())
        said = {
            field: argument.value
            for field, argument in zip(fields, node.args, strict=False)
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        }
        if fields and len(said) == len(fields):
            yield Message(**said)


def marked_in_template(source: str) -> Iterator[Message]:
    """Yield the strings that a template marks, by Django's own reading of it."""
    code = templatize(source)
    for mark in MARK_IN_TEMPLATE.finditer(code):
        for end in re.finditer(r"\)", code[mark.start() :]):
            try:
                found = list(marked_in_python(code[mark.start() :][: end.end()]))
            except SyntaxError:
                continue  # a parenthesis inside the string
            yield from found
            break


def marked_in_source(root: Path) -> set[Message]:
    """Return every string of the code and the templates."""
    found: set[Message] = set()
    for file in (root / "clubscore").rglob("*.py"):
        found.update(marked_in_python(file.read_text()))
    for file in (root / "templates").rglob("*.*"):
        found.update(marked_in_template(file.read_text()))
    return found


def test_strings_are_found_in_code() -> None:
    code = """
_("one") + translation.gettext("t" "wo") + gettext_noop("three")
ngettext_lazy("%d tile", "%d tiles", many) + pgettext("of a wall", "end")
npgettext("game", "%d win", "%d wins", many)
gettext(variable) + find("nothing")
"""
    assert set(marked_in_python(code)) == {
        Message("one"),
        Message("two"),
        Message("three"),
        Message("%d tile", "%d tiles"),
        Message("end", context="of a wall"),
        Message("%d win", "%d wins", "game"),
    }


def test_strings_are_found_in_templates() -> None:
    template = """
<p title="{% translate 'one (1)' %}">{{ _("two")|default:_('three') }} _("four")</p>
{% translate "end" context "of a wall" %} {% translate variable %}
{% blocktranslate trimmed %}
  Five for
  {{ name }}
{% endblocktranslate %}
{% blocktranslate count n=many trimmed %}
  {{ n }} tile{% plural %}{{ n }} tiles
{% endblocktranslate %}
{# {% translate "not this" %} #}
"""
    assert set(marked_in_template(template)) == {
        Message("one (1)"),
        Message("two"),
        Message("three"),
        Message("end", context="of a wall"),
        Message("Five for %(name)s"),
        Message("%(n)s tile", "%(n)s tiles"),
    }


# What the catalogues say --------------------------------------------------------


def entries(root: Path, language: str) -> list[polib.POEntry]:
    """Return what stands in a language's catalogue."""
    folder = root / "clubscore" / "locale" / language / "LC_MESSAGES"
    return list(polib.pofile(str(folder / "django.po"), encoding="utf-8"))


def forms(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Return each form of a translation with the English it stands for."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    return [
        (entry.msgid if number == 0 else entry.msgid_plural, text)
        for number, text in entry.msgstr_plural.items()
    ]


def test_every_language_has_a_catalogue_and_only_those(
    root: Path, settings: Settings
) -> None:
    found = (root / "clubscore" / "locale").iterdir()
    assert sorted(one.name for one in found if one.is_dir()) == LANGUAGES
    assert [code for code, _ in settings.LANGUAGES] == ["en", *LANGUAGES]


@pytest.mark.asked_by_name("make translations")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_has_the_strings_of_the_source(root: Path, language: str) -> None:
    held = {
        Message(entry.msgid, entry.msgid_plural or None, entry.msgctxt)
        for entry in entries(root, language)
        if not entry.obsolete
    }
    said = marked_in_source(root)
    assert said - held == set(), HINT
    assert held - said == set(), HINT


@pytest.mark.asked_by_name("make translations")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_string_is_translated(root: Path, language: str) -> None:
    missing = [
        entry.msgid
        for entry in entries(root, language)
        if entry.fuzzy or not all(text for _, text in forms(entry))
    ]
    assert missing == [], "translate it, and take the word fuzzy away"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_placeholders(root: Path, language: str) -> None:
    place = re.compile(r"%\(\w+\)[a-z]|%%|%|\{\w*\}")
    for entry in entries(root, language):
        for english, text in forms(entry):
            assert set(place.findall(text)) == set(place.findall(english)), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_end_as_the_english_does(root: Path, language: str) -> None:
    end = re.compile(r"[.:?!…]?\s*\Z")
    for entry in entries(root, language):
        for english, text in forms(entry):
            assert end.findall(text)[0] == end.findall(english)[0], text


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_those_of_good_print(root: Path, language: str) -> None:
    texts = [text for entry in entries(root, language) for text in chain(*forms(entry))]
    assert [text for text in texts if "'" in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_names_of_tiles_are_the_same(root: Path, language: str) -> None:
    names = [
        text
        for entry in entries(root, language)
        if "clubscore/rules/tiles.py" in dict(entry.occurrences)
        for _, text in forms(entry)
    ]
    assert len(names) > 43
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_change_only_with_their_strings(root: Path, language: str) -> None:
    folder = root / "clubscore" / "locale" / language / "LC_MESSAGES"
    catalogue = (folder / "django.po").read_text()
    assert "-Date:" not in catalogue
    assert not re.search(r"^#: .*:\d", catalogue, re.MULTILINE), "line numbers"


# What comes of them -------------------------------------------------------------


@pytest.fixture
def locale(root: Path, settings: Settings, tmp_path: Path) -> Path:
    """Return the catalogues as a fresh clone has them, and let Django use those."""
    folder = tmp_path / "locale"
    ignored = shutil.ignore_patterns("*.mo", "README.md")
    shutil.copytree(root / "clubscore" / "locale", folder, ignore=ignored)
    settings.LOCALE_PATHS = [folder]
    return folder


@pytest.fixture
def compiled(locale: Path) -> Path:
    """Return the catalogues, compiled."""
    call_command("compile_translations", verbosity=0)
    return locale


def test_catalogues_are_compiled_when_they_have_changed(locale: Path) -> None:
    def compile_again() -> list[str]:
        out = StringIO()
        call_command("compile_translations", stdout=out)
        return out.getvalue().splitlines()

    files = [locale / name / "LC_MESSAGES" / "django.po" for name in LANGUAGES]
    assert compile_again() == [f"Compiled {file}" for file in files]
    assert compile_again() == []
    for seconds in (3600, -3600):  # newer, and older, as after a checkout
        stamp = files[1].stat().st_mtime + seconds
        os.utime(files[1], (stamp, stamp))
        assert compile_again() == [f"Compiled {files[1]}"]
    left = {file.name for file in locale.rglob("*.*")}
    assert left == {"django.mo", "django.po"}


@pytest.mark.parametrize("target", ["run", "test"])
def test_make_compiles_the_catalogues(root: Path, target: str) -> None:
    makefile = (root / "Makefile").read_text()
    [recipe] = re.findall(rf"^{target}:.*##.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert "manage.py compile_translations" in recipe


@pytest.mark.parametrize(
    ("english", "dutch", "german"),
    [
        ("Robbed kong", "Kongroof", "Kong-Raub"),
        ("Kong on kong", "Kong op kong", "Kong auf Kong"),
        ("Bird eats cake", "Vogel eet cake", "Vogel frisst Kuchen"),
        ("Very clean", "Zeer schoon spel", "Sehr sauberes Spiel"),
        ("Thirteen orphans", "Dertien wezen", "Dreizehn Waisen"),
        ("5 of circles", "kringen 5", "Kreis 5"),
        ("East", "Oost", "Ost"),
    ],
)
@pytest.mark.usefixtures("compiled")
def test_names_are_those_of_the_rule_books(
    english: str, dutch: str, german: str
) -> None:
    with override("nl"):
        assert gettext(english) == dutch
    with override("de"):
        assert gettext(english) == german
    with override("en"):
        assert gettext(english) == english


class Words(HTMLParser):
    """What a person reads on a page, or has read out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.lang: str | None = None
        self.read: list[str] = []
        self._is_foreign = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # The name of a language is said in that language, and marked so.
        said_in = dict(attrs).get("lang") if tag == "button" else None
        self._is_foreign = said_in not in (None, self.lang)
        for name, value in attrs:
            if tag == "html" and name == "lang":
                self.lang = value
            if name in ("alt", "aria-label", "placeholder", "title") and value:
                self.read.append(value)

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._is_foreign:
            self.read.append(" ".join(data.split()))


def leftover(root: Path, language: str) -> re.Pattern[str]:
    """Return a pattern for the English of what the language says otherwise."""
    english = []
    for entry in entries(root, language):
        for text, translation in forms(entry):
            parts = [re.escape(part) for part in re.split(r"%\(\w+\)[a-z]", text)]
            # A word or two may stand in a name: English only if they stand alone.
            is_sentence = max(len(part.split()) for part in parts) > 2
            if text != translation and is_sentence:
                pattern = ".+".join(parts)
                english.append(rf"(?<!\w){pattern}(?!\w)")
            elif text != translation:
                # Numbers or names are put in, no half sentences: “of” is Dutch too.
                pattern = r"\S+(?: \S+){0,2}".join(parts)
                english.append(rf"\A{pattern}\Z")
    return re.compile("|".join(english))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["/", "/no-such-page/"])
@pytest.mark.django_db
@pytest.mark.usefixtures("compiled")
def test_pages_speak_one_language(
    client: Client, root: Path, language: str, address: str
) -> None:
    response = client.get(address, headers={"accept-language": language})
    page = Words(response.text)
    assert page.lang == language
    assert response["Content-Language"] == language
    english = leftover(root, language)
    assert [text for text in page.read if english.search(text)] == []
    unasked = Words(client.get(address).text)
    assert unasked.lang == "en"
    assert any(english.search(text) for text in unasked.read), "finds no English"
