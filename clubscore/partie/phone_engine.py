"""The rules engine for a phone: its files, all of one version, and its words."""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import localize
from django.utils.translation import get_language, gettext, ngettext, override

from clubscore.club import own_books
from clubscore.club.help_pages import help_called
from clubscore.club.vocabulary import speaking
from clubscore.static_files import RULES, engine_version

PYODIDE = "vendor/pyodide"
SIZE = 4_700_000
"""About how many bytes are fetched once, packed; a test holds it."""


def engine_address(book: str) -> str:
    """
    Return where a phone asks for `engine_files`.

    It is another address in another language, and when the words have changed: a phone
    that keeps an answer sees by it that it is not this one.
    """
    address = reverse("table:phone_engine", args=[book])
    return f"{address}?{_language()}-{_words_version()}"


def engine_files(book: str) -> dict[str, Any]:
    """
    Return what `engine.js` is told: the version, and where its files are.

    Its words are those of the rule book *book* in the language that is spoken.
    """
    folder = f"{settings.STATIC_URL}{PYODIDE}/"
    worker = static("js/table/engine-worker.js")
    library = static(f"{PYODIDE}/python_stdlib.zip")
    rules = static(RULES)
    words = reverse("table:phone_words", args=[_language(), book])
    modules = [static(f"{PYODIDE}/{name}.mjs") for name in ("pyodide", "pyodide.asm")]
    # Pyodide itself asks for these, by names that do not say what is in them.
    asked = {
        f"{folder}{name}": static(f"{PYODIDE}/{name}")
        for name in ("pyodide.asm.wasm", "pyodide-lock.json")
    }
    return {
        "version": engine_version(),
        "address": engine_address(book),
        "worker": worker,
        "folder": folder,
        "asked": asked,
        "library": library,
        "rules": rules,
        "words": f"{words}?{_words_version()}",
        "sentences": _sentences(),
        "files": [worker, *modules, *asked.values(), library, rules],
    }


def _sentences() -> dict[str, Any]:
    """Return what the table's screen says of it."""
    return {
        "does": gettext(
            "This phone can count by itself, as the server does: points, payments and"
            " winds without a signal."
        ),
        "takes": gettext("It is fetched once, and takes %(size)s MB."),
        "size": localize(round(SIZE / 1_000_000, 1)),
        "none": gettext("It is not on this phone: the server is asked."),
        "fetched": gettext("It is being fetched."),
        "starting": gettext("It starts."),
        "ready": gettext("It is on this phone, and counts."),
        "failed": gettext("It could not be fetched or started: the server is asked."),
        "cannot": gettext("This browser cannot do that: the server is asked."),
        "fetch": gettext("Fetch it"),
        "let_go": gettext("Let it go again"),
        "awake": gettext("Keep the screen on at the table"),
        "help": [
            {
                "name": gettext("Help: %(name)s") % {"name": page.name},
                "address": page.get_absolute_url(),
            }
            for page in map(help_called, ("recording", "mistakes", "signal"))
        ],
    }


# Its words ------------------------------------------------------------------------

LONG = frozenset(("definition", "at_the_table", "source"))
"""What only a reference card says of a rule, which a phone is not asked for."""


@cache
def _said() -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """Return every text that the rules mark for translation, and every plural."""
    texts: set[str] = set()
    plurals: set[tuple[str, str]] = set()
    for module in (settings.BASE_DIR / "clubscore" / "rules").rglob("*.py"):
        _collect(ast.parse(Path(module).read_bytes()), texts, plurals)
    return frozenset(texts), frozenset(plurals)


def _collect(node: ast.AST, texts: set[str], plurals: set[tuple[str, str]]) -> None:
    if isinstance(node, ast.keyword) and node.arg in LONG:
        return
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        said = [one.value for one in node.args if isinstance(one, ast.Constant)]
        match name, said:
            case (("gettext" | "gettext_noop"), [str(text)]):
                texts.add(text)
            case "ngettext", [str(one), str(many)]:
                plurals.add((one, many))
    for child in ast.iter_child_nodes(node):
        _collect(child, texts, plurals)


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


@cache
def _words_version() -> str:
    """Return what changes whenever the words of a phone may."""
    digest = hashlib.sha256(engine_version().encode())
    for file in sorted((settings.BASE_DIR / "clubscore" / "locale").rglob("*.mo")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def words_of(language: str, book: str) -> dict[str, Any]:
    """Return the catalogue of a rule book's words, as `rules.sentences` reads it."""
    texts, plurals = _said()
    with override(language), speaking(book):
        messages = {text: gettext(text) for text in texts}
        forms = {
            one: [ngettext(one, many, 1), ngettext(one, many, 2)]
            for one, many in plurals
        }
    said = own_books.said(book)
    return {
        "messages": {text: word for text, word in messages.items() if word != text},
        "plurals": forms,
        "language": language,
        # A club's own book is no part of the engine's files.
        "books": [] if said == book else [said],
    }
