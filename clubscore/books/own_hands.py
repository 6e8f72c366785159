"""
A hand of a club's own as a form has it, and as the engine reads it.

The sets that are laid down, and what may vary of them, say the pattern: any suits or
these, any ranks or these, any wind, any dragon; or its blocks are named. What the hand
is made of, how many sets it has and how it was won are blocks of their own. A whole
hand that fits and one that does not prove it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

VARIES = {
    "suits": _("The suits: any others do too"),
    "ranks": _("The ranks: higher or lower together, in any suits"),
    "winds": _("The winds: any others do too"),
    "dragons": _("The dragons: any others do too"),
}
"""What of the tiles that are laid down may vary."""
KINDS = {
    "sets": _("Four sets and a pair"),
    "tiles": _("A hand without sets, of these tiles"),
    "pairs": _("Seven pairs"),
}
"""How the tiles of a hand lie."""
GROUPS = {
    "a": _("one suit, any"),
    "b": _("another suit"),
    "c": _("the third suit"),
    "characters": _("characters"),
    "circles": _("circles"),
    "bamboos": _("bamboos"),
    "winds": _("winds"),
    "dragons": _("dragons"),
    "honours": _("honours"),
    "terminals": _("terminals"),
    "simples": _("simples"),
    "green": _("green tiles"),
    "any": _("any tiles"),
}
"""Kinds of tiles that have a name."""
COUNTS = {
    "chows": _("Chows"),
    "pungs": _("Pungs and kongs"),
    "kongs": _("Of these kongs"),
    "concealed_pungs": _("Concealed pungs"),
    "concealed_kongs": _("Concealed kongs"),
}
"""What can be counted in a hand."""
MOST_FORMS = 4
"""In so many ways can one hand lie."""
MOST_SETS = 5
WORDS = ("name", "definition")
"""What a hand is called in each language."""
SUITS = "abc"
LAID = re.compile(r"\(?([1-9]{2,4})([mpsz])\)?")
NAMED = re.compile(r"((?i:pair|chow|pung|kong))\s+([A-Za-z0-9+]+)")
TILES = re.compile(r"[abc](?:[1-9]|x(?:\+[1-8])?)|[1-9]+[mpsz]|[WD]")
SEPARATORS = " ,;\n\r\t"
Typed = Mapping[str, str]
"""What was typed or ticked, by the names of the fields."""


# From the form ----------------------------------------------------------------------


def hand_said(
    typed: Typed, worth: Mapping[str, object], key: str, before: Mapping[str, Any]
) -> dict[str, Any] | None:
    """
    Return the hand that a form says, as `rules.own_books` reads it.

    It is called *key*, and *worth* so much. Of the hand *before* stay the examples,
    and what is said of them, that the form does not show. None if nothing was typed at
    all. What cannot be is refused when the book is read.
    """
    forms: list[dict[str, Any]] = [form for _place, form in forms_said(typed)]
    texts = (typed.get(name, "").strip() for name in ("name", "yes", "no"))
    if not any(texts) and not forms:
        return None
    kind = kind_of_hand(typed)
    said: dict[str, Any] = {"key": key, "name": " ".join(typed.get("name", "").split())}
    definition = " ".join(typed.get("definition", "").split())
    if definition:
        said["definition"] = definition
    words = words_said(typed, before.get("words", {}))
    if words:
        said["words"] = words
    said |= worth
    part = "fits" if kind == "sets" else "tiles"
    said[part] = forms if len(forms) > 1 else (forms or [{}])[0]
    if "limit_hand" in typed and kind == "sets":
        said["limit_hand"] = True
    elif kind == "sets":
        if typed.get("who", "winner") != "winner":
            said["who"] = typed["who"]
        replaced = [typed[one] for one in sorted(typed) if one.startswith("replaces.")]
        if any(replaced):
            said["replaces"] = [*dict.fromkeys(filter(None, replaced))]
    sources = _ticked(typed, "0.sources.")
    circumstances = _ticked(typed, "0.circumstances.")
    source = typed.get("yes_source") or next(iter(sources), "")
    said["yes"] = [
        _example(typed.get("yes", ""), source, circumstances),
        *before.get("yes", [])[1:],
    ]
    first, *others = before.get("no") or [""]
    kept = first.get("circumstances", []) if isinstance(first, dict) else []
    said["no"] = [
        _example(typed.get("no", ""), typed.get("no_source", ""), kept),
        *others,
    ]
    return said


def words_said(
    typed: Typed, before: Mapping[str, Mapping[str, str]]
) -> dict[str, dict[str, str]]:
    """
    Return names and sentences by language; those *before* of others than are asked.

    >>> words_said({"words.nl.name": "Drie zussen"}, {"fr": {"name": "Trois soeurs"}})
    {'fr': {'name': 'Trois soeurs'}, 'nl': {'name': 'Drie zussen'}}
    """
    found = {language: dict(texts) for language, texts in before.items()}
    for field in sorted(typed):
        part, _dot, rest = field.partition(".")
        language, _dot, name = rest.partition(".")
        if part == "words" and name in WORDS:
            texts = found.setdefault(language, {})
            texts[name] = " ".join(typed[field].split())
    kept = {
        language: {name: text for name, text in texts.items() if text}
        for language, texts in found.items()
    }
    return {language: texts for language, texts in kept.items() if texts}


def kind_of_hand(typed: Typed) -> str:
    """Return how the tiles of a hand lie, four sets and a pair by default."""
    kind = typed.get("kind", "")
    return kind if kind in KINDS else "sets"


def forms_said(typed: Typed) -> list[tuple[int, dict[str, Any]]]:
    """Return in which ways the hand can lie, each with the place that it has."""
    of_kind = {"sets": _fits_said, "tiles": _tiles_said, "pairs": _pairs_said}
    said = of_kind[kind_of_hand(typed)]
    forms = ((place, said(typed, f"{place}.")) for place in range(MOST_FORMS))
    return [(place, form) for place, form in forms if form]


def _fits_said(typed: Typed, at: str) -> dict[str, Any]:
    """Return a pattern of sets."""
    said: dict[str, Any] = {}
    sets = typed.get(f"{at}sets", "").strip()
    if sets:
        # What cannot be read stays what was typed, and is refused.
        said["sets"] = pattern_of(sets, _varying(typed, at)) or sets
    only = _made_of(typed, at)
    if only:
        said["only"] = only
    least = dict(_least_said(typed, at))
    if least:
        said["at_least"] = least
    if f"{at}concealed" in typed:
        said["concealed"] = True
    for name in COUNTS:
        text = typed.get(f"{at}{name}", "").strip()
        if text:
            said[name] = _count(text)
    for name in ("sources", "circumstances"):
        ticked = _ticked(typed, f"{at}{name}.")
        if ticked:
            said[name] = ticked
    return said


def _tiles_said(typed: Typed, at: str) -> dict[str, Any]:
    """Return the tiles of a hand without sets."""
    said: dict[str, Any] = {}
    for name in ("each", "one_of"):
        text = typed.get(f"{at}{name}", "").strip()
        if text:
            said[name] = tiles_named(text, _varying(typed, at)) or text
    return said


def _pairs_said(typed: Typed, at: str) -> dict[str, Any]:
    made_of = _made_of(typed, at)
    return {"pairs": made_of} if made_of else {}


def _varying(typed: Typed, at: str) -> set[str]:
    return {name for name in VARIES if f"{at}{name}" in typed}


def _ticked(typed: Typed, at: str) -> list[str]:
    return [name.removeprefix(at) for name in sorted(typed) if name.startswith(at)]


def _made_of(typed: Typed, at: str) -> list[str]:
    tiles = re.split(r"[\s,;]+", typed.get(f"{at}only_tiles", "").strip())
    return [
        *(name for name in GROUPS if f"{at}only.{name}" in typed),
        *filter(None, tiles),
    ]


def _least_said(typed: Typed, at: str) -> Iterator[tuple[str, object]]:
    for place in range(MOST_FORMS):
        row = f"{at}least.{place}."
        text = typed.get(f"{row}many", "").strip()
        kind = typed.get(f"{row}tiles", "").strip() or typed.get(f"{row}of", "")
        if text:
            yield kind, int(text) if text.isdecimal() and len(text) < 9 else text


def _count(text: str) -> object:
    """Return a number, or the least and the most; a text that is neither stays."""
    numbers = re.fullmatch(r"([0-9])(?:\s*[-–]\s*([0-9]))?", text)
    if numbers is None:
        return text
    least, most = numbers.groups()
    return int(least) if most is None else [int(least), int(most)]


def _example(hand: str, source: str, circumstances: Iterable[str]) -> object:
    said: dict[str, Any] = {"hand": hand.strip()}
    if source:
        said["source"] = source
    if circumstances:
        said["circumstances"] = [*circumstances]
    return said if len(said) > 1 else said["hand"]


def free_key(name: str, taken: Collection[str]) -> str:
    """
    Return a key for a name that nothing else in the book has.

    >>> free_key("Three sisters", {"own_three_sisters"})
    'own_three_sisters_2'
    """
    key = f"own_{slugify(name).replace('-', '_')}"[:34].rstrip("_")
    many, free = 1, key
    while free in taken:
        many += 1
        free = f"{key}_{many}"
    return free


def pattern_of(sets: str, varies: Collection[str]) -> list[list[str]]:
    """
    Return the pattern of sets that are laid down, of which some may vary, or named.

    It is empty where anything but sets was typed.

    >>> pattern_of("123m 456m", {"suits"})
    [['chow', 'a1'], ['chow', 'a4']]
    >>> pattern_of("22p 333s 55z", {"ranks", "dragons"})
    [['pair', 'ax'], ['pung', 'bx+1'], ['pair', 'D']]
    >>> pattern_of("pung ax, pair own", ())
    [['pung', 'ax'], ['pair', 'own']]
    >>> pattern_of("124m", ())
    []
    """
    found = [[shape.lower(), tile] for shape, tile in NAMED.findall(sets)]
    laid = NAMED.sub("", sets)
    groups = LAID.findall(laid)
    if LAID.sub("", laid).strip(SEPARATORS) or len(found) + len(groups) > MOST_SETS:
        return []
    called = _Called(varies, groups)
    for ranks, suit in groups:
        shape = _shape(ranks)
        if not shape:
            return []
        found.append([shape, called(min(ranks), suit, is_set=True)])
    return found


def tiles_named(text: str, varies: Collection[str]) -> list[str]:
    """
    Return the tiles that are laid down, of which suits and ranks may vary, or named.

    It is empty where anything but tiles was typed.

    >>> tiles_named("119m 5z", {"suits"})
    ['a1', 'a1', 'a9', '5z']
    >>> tiles_named("a1 ax+2 1z D", ())
    ['a1', 'ax+2', '1z', 'D']
    """
    if TILES.sub("", text).strip(SEPARATORS):
        return []
    parts = TILES.findall(text)
    groups = [(one[:-1], one[-1]) for one in parts if one[0].isdecimal()]
    called = _Called(varies, groups)
    found = []
    for one in parts:
        if one[0].isdecimal():
            found += [called(rank, one[-1]) for rank in one[:-1]]
        else:
            found.append(one)
    return found


class _Called:
    """How the tiles that are laid down are called in a pattern, by what may vary."""

    def __init__(
        self, varies: Collection[str], groups: Iterable[tuple[str, str]]
    ) -> None:
        self.varies = varies
        self.lowest = min((min(one) for one, suit in groups if suit != "z"), default="")
        self.letters: dict[str, str] = {}

    def __call__(self, rank: str, suit: str, *, is_set: bool = False) -> str:
        """Return the name of one; winds and dragons vary in sets alone."""
        if suit == "z":
            if is_set and rank <= "4" and "winds" in self.varies:
                return "W"
            if is_set and rank > "4" and "dragons" in self.varies:
                return "D"
            return f"{rank}z"
        if "suits" not in self.varies and "ranks" not in self.varies:
            return f"{rank}{suit}"
        if suit not in self.letters:
            self.letters[suit] = SUITS[len(self.letters)]
        letter = self.letters[suit]
        above = int(rank) - int(self.lowest)
        if "ranks" in self.varies:
            rank = f"x+{above}" if above else "x"
        return f"{letter}{rank}"


def _shape(ranks: str) -> str:
    """Return what tiles of these ranks make; nothing if they make no set."""
    if len({*ranks}) == 1:
        return {2: "pair", 3: "pung", 4: "kong"}[len(ranks)]
    first, *others = sorted(map(int, ranks))
    return "chow" if others == [first + 1, first + 2] else ""


# To the form ------------------------------------------------------------------------


def typed_of(hand: Mapping[str, Any], columns: Iterable[str]) -> dict[str, str]:
    """
    Return what would be typed to say a hand of a book.

    >>> typed_of({"name": "Two", "fits": {"sets": [["pung", "a1"]]}}, ())["0.sets"]
    'pung a1'
    """
    part = "fits" if "fits" in hand else "tiles"
    said = hand.get(part)
    forms = said if isinstance(said, list) else [said or {}]
    typed = {name: str(hand.get(name, "")) for name in ("name", "definition")}
    typed |= {name: str(hand[name]) for name in columns if name in hand}
    for language, texts in hand.get("words", {}).items():
        typed |= {f"words.{language}.{name}": text for name, text in texts.items()}
    typed["kind"] = "sets"
    if part == "tiles":
        typed["kind"] = "pairs" if any("pairs" in one for one in forms) else "tiles"
    if hand.get("limit_hand"):
        typed["limit_hand"] = "on"
    typed["who"] = str(hand.get("who", "winner"))
    for place, replaced in enumerate(hand.get("replaces", [])):
        typed[f"replaces.{place}"] = str(replaced)
    for name in ("yes", "no"):
        example = next(iter(hand.get(name, [])), "")
        if not isinstance(example, dict):
            example = {"hand": example}
        typed[name] = str(example.get("hand", ""))
        typed[f"{name}_source"] = str(example.get("source", ""))
    for place, form in enumerate(forms):
        typed |= {f"{place}.{name}": text for name, text in _form_typed(form)}
    return typed


def _form_typed(form: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what would be typed to say one way in which a hand lies."""
    if "sets" in form:
        yield "sets", ", ".join(f"{shape} {tile}" for shape, tile in form["sets"])
    for name in ("each", "one_of"):
        if name in form:
            yield name, " ".join(form[name])
    made_of = form.get("only", form.get("pairs", []))
    for one in made_of:
        if one in GROUPS:
            yield f"only.{one}", "on"
    yield "only_tiles", ", ".join(one for one in made_of if one not in GROUPS)
    for place, (kind, many) in enumerate(form.get("at_least", {}).items()):
        yield f"least.{place}.many", str(many)
        yield f"least.{place}.{'of' if kind in GROUPS else 'tiles'}", kind
    if form.get("concealed"):
        yield "concealed", "on"
    for name in COUNTS:
        if name in form:
            value = form[name]
            is_range = isinstance(value, list)
            yield name, "–".join(map(str, value)) if is_range else str(value)
    for name in ("sources", "circumstances"):
        for one in form.get(name, []):
            yield f"{name}.{one}", "on"
