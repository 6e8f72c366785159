"""
A club's own rule book: one of ours, and what differs from it, as data.

It becomes a ruleset like any other, so that all that counts, explains and prints one
knows it too. What cannot be is refused with its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from clubscore.rules.errors import (
    Code,
    RulesError,
    Term,
    gettext_noop,
    quoted,
    raise_first,
)
from clubscore.rules.fields import Fields, Problems
from clubscore.rules.hand_points import FaanAndLaak, FanPoints, PointsAndDoubles, Taken
from clubscore.rules.hands import Circumstance, Source, Win
from clubscore.rules.items import (
    Citation,
    CountedLimit,
    Example,
    HandItem,
    IrregularLimit,
    LimitHand,
    RegularLimit,
    RuleBook,
    ScoringItem,
)
from clubscore.rules.options import Value, problems_with
from clubscore.rules.own_patterns import AnyPattern, read_patterns, read_tiles
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import USUAL_PLAYERS, Wind
from clubscore.rules.sets import Shape, TileSet, WrittenSet, parse_set
from clubscore.rules.situations import Reading, Situation, colours_of, situation_of
from clubscore.rules.tiles import format_tiles, kinds_of, pack

try:
    from hashlib import sha256
except ModuleNotFoundError:
    # The phone's Python has the function without the module around it.
    from _sha2 import sha256  # type: ignore[import-not-found, no-redef]

FIELDS = frozenset(
    (
        *("base", "edition", "name", "options", "items", "limit_hands", "limit"),
        *("minimum", "start_chips", "faan_points", "laak_faan", "add", "words"),
    )
)
ADDED_FIELDS = frozenset(
    (
        *("key", "name", "definition", "who", "points", "doubles", "faan", "laak"),
        *("limit_hand", "replaces", "fits", "tiles", "yes", "no", "words"),
    )
)
EXAMPLE_FIELDS = frozenset(("hand", "source", "circumstances"))
OWN_KEY = re.compile(r"own-[0-9a-f]{32}")
"""The key of a book of a club's own: what it says, hashed."""
MOST_ADDED = 20
"""Items and limit hands of a club's own: each is asked of every way a hand lies."""
MOST_EXAMPLES = 10
LONGEST_NAME = 80
LONGEST_DEFINITION = 500
LONGEST_TABLE = 100
MOST_LANGUAGES = 20
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")
"""How a language is written: nl, pt-br."""
LARGEST = 1_000_000
"""No number of a book is more, in points."""
MOST_OF = {"points": LARGEST, "doubles": 20, "faan": 100, "laak": 100}
"""The most that one item can be worth."""
KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
LIMIT_COLUMNS = ("points", "faan", "doubles")
"""What limit hands can be worth, by one book or another."""
WHO = ("winner", "everybody")
MEANINGLESS = gettext_noop("The field “%(field)s” has no meaning in %(ruleset)s.")
WINNERS_ALONE = gettext_noop(
    "“%(field)s”: only a winner can have it, since it depends on how the game was won."
)


@dataclass(frozen=True)
class _Own:
    """What every item and limit hand of a club's own has."""

    key: str
    name: Term
    definition: str
    source: Citation

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the item or limit hand."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


def own_book(book: object, known: Mapping[str, Ruleset], language: str = "") -> Ruleset:
    """
    Return the ruleset that a club wrote, from those *known*.

    Its own words are those of the *language*, where the book has some; it counts the
    same in all. Raise RulesError for the first of what cannot be, with its place.
    """
    # Rulesets are always the same; a club's book is read once, whoever asks.
    return _own_book(_text_of(book), tuple(known.values()), language)


def own_problems(book: object, known: Mapping[str, Ruleset]) -> list[RulesError]:
    """Return all that cannot be in a book of a club's own, each with its place."""
    try:
        text = _text_of(book)
    except RulesError as error:
        return [error]
    return _read_book(text, tuple(known.values()), "")[1]


def _text_of(book: object) -> str:
    """Return a book as text, the same however its fields are ordered."""
    try:
        return json.dumps(book, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        raise RulesError(
            Code.BAD_RECORD,
            gettext_noop("The field “%(field)s” must be a rule book of a club’s own."),
            {"field": "ruleset"},
            field="ruleset",
        ) from None


@lru_cache(maxsize=64)
def _own_book(text: str, known: tuple[Ruleset, ...], language: str) -> Ruleset:
    ruleset, problems = _read_book(text, known, language)
    raise_first(problems)
    assert ruleset is not None
    return ruleset


def _read_book(
    text: str, known: tuple[Ruleset, ...], language: str
) -> tuple[Ruleset | None, Problems]:
    """Return the ruleset of a book, None where any of the problems is with it."""
    problems: Problems = []
    said = Fields(json.loads(text), problems, known=FIELDS, path="ruleset")
    base = _read_base(said, {one.key: one for one in known})
    if base is None:
        return None, problems
    name = _read_name(said, "name", LONGEST_NAME)
    name = _read_words(said, {"name": LONGEST_NAME}, language).get("name", name)
    key = f"own-{sha256(text.encode()).hexdigest()[:32]}"
    document = RuleBook(key=key, title=name)
    options = _read_options(said, base)
    changed = _Differences(
        items=_read_items(said, base),
        limit_hands=_read_limit_hands(said, base),
        counting=_read_counting(said, base),
        added=tuple(_read_added(said, base, document, language)),
    )
    start_chips = said.whole("start_chips", -LARGEST, LARGEST)
    if not problems:
        changed.check(base, problems)
    if problems:
        return None, problems
    dealing = base.dealing
    if start_chips is not None:
        dealing = replace(dealing, start_chips=start_chips)
    ruleset = replace(
        base,
        key=key,
        name=name,
        base=base,
        dealing=dealing,
        options=tuple(
            one.with_default(options[one.key]) if one.key in options else one
            for one in base.options
        ),
        chosen=options,
        revised=changed,
    )
    return ruleset, problems


@dataclass(frozen=True)
class _Differences:
    """What a club changed, made after its options and for so many players."""

    items: Mapping[str, Mapping[str, Any] | None]
    """New fields of items by their keys; None where one is off."""
    limit_hands: Mapping[str, Mapping[str, Any] | None]
    counting: Mapping[str, Any]
    added: tuple[ScoringItem | LimitHand, ...]

    def __call__(self, ruleset: Ruleset) -> Ruleset:
        """Return the ruleset so changed."""
        counting = replace(ruleset.counting, **self.counting)
        items = [
            replace(one, **(self.items.get(one.key) or {}))
            for one in ruleset.items
            if self.items.get(one.key, {}) is not None
        ]
        limit_hands = [
            self._worth(one, ruleset)
            for one in ruleset.limit_hands
            if self.limit_hands.get(one.key, {}) is not None
        ]
        own_items = (one for one in self.added if isinstance(one, ScoringItem))
        own_limits = (one for one in self.added if isinstance(one, LimitHand))
        return replace(
            ruleset,
            items=(*items, *own_items),
            limit_hands=(*limit_hands, *own_limits),
            counting=counting,
        )

    def _worth(self, one: LimitHand, ruleset: Ruleset) -> LimitHand:
        """Return a limit hand with its new worth."""
        changed = self.limit_hands.get(one.key)
        if changed:
            return replace(one, **changed)
        before, now = self._most(ruleset)
        if now is None:
            return one
        # Who plays with another limit means the hands that are worth the limit.
        points = now if one.points == before else min(one.points, now)
        return replace(one, points=points)

    def _most(self, ruleset: Ruleset) -> tuple[int | None, int | None]:
        """Return how many points a limit hand has at most, before and now."""
        match ruleset.counting:
            case PointsAndDoubles() as counting:
                return counting.limit, self.counting.get("limit")
            case FaanAndLaak() as counting if not counting.limits_in_faan:
                return counting.most, replace(counting, **self.counting).most
        return None, None

    def check(self, base: Ruleset, problems: Problems) -> None:
        """Add what no pattern can promise: with jokers sets are told apart less."""
        if not base.tiles.jokers and not any(
            change.target == "tiles" and change.fields.get("jokers")
            for option in base.options
            for choice in option.choices
            for change in choice.changes
        ):
            return
        for place, one in enumerate(self.added):
            fits = getattr(one, "fits", None)
            if isinstance(fits, AnyPattern) and fits.knows_ranks:
                problems.append(
                    RulesError(
                        Code.BAD_RECORD,
                        gettext_noop(
                            "“%(field)s” names suits and ranks, which a rule book that"
                            " can have jokers cannot tell apart. Say what the hand is"
                            " made of instead."
                        ),
                        {"field": f"ruleset.add.{place}.fits"},
                        field=f"ruleset.add.{place}.fits",
                    )
                )


# Reading ----------------------------------------------------------------------


def _read_base(said: Fields, known: Mapping[str, Ruleset]) -> Ruleset | None:
    key = said.get("base")
    base = known.get(key) if isinstance(key, str) else None
    if base is None:
        said.problems.append(
            RulesError(
                Code.UNKNOWN_RULESET,
                gettext_noop("There is no ruleset “%(key)s”. Known are: %(known)s."),
                {"key": quoted(key), "known": ", ".join(known)},
                field="ruleset.base",
            )
        )
        return None
    edition = said.get("edition")
    if edition is not None and edition != base.edition:
        said.bad(
            "edition",
            gettext_noop(
                "The field “%(field)s” must be the edition of “%(base)s” that there is:"
                " %(edition)s."
            ),
            base=base.key,
            edition=base.edition,
        )
        return None
    return base


def _read_name(said: Fields, field: str, longest: int, default: str = "") -> str:
    """Return a text that must be given, unless there is a *default*."""
    value = said.record.get(field, default)
    if isinstance(value, str) and value.strip() and len(value) <= longest:
        return value
    said.bad(
        field,
        gettext_noop(
            "The field “%(field)s” must be a text of 1 to %(most)d characters."
        ),
        most=longest,
    )
    return default


def _read_words(
    said: Fields, known: Mapping[str, int], language: str
) -> dict[str, str]:
    """Return the texts of the *language* that are given; *known* says how long."""
    found: dict[str, dict[str, str]] = {}
    languages = said.entries("words")
    if len(languages) > MOST_LANGUAGES or not all(map(LANGUAGE.fullmatch, languages)):
        said.bad(
            "words",
            gettext_noop(
                "The field “%(field)s” must have texts by up to %(most)d languages,"
                " each as in nl."
            ),
            most=MOST_LANGUAGES,
        )
        return {}
    for one, value in languages.items():
        path = f"{said.path}.words.{one}"
        own = Fields(value, said.problems, known=frozenset(known), path=path)
        found[one] = {
            name: _read_name(own, name, longest)
            for name, longest in known.items()
            if name in own.record
        }
    return found.get(language) or found.get(language.partition("-")[0], {})


def _read_options(said: Fields, base: Ruleset) -> Mapping[str, Value]:
    options = said.entries("options")
    for problem in problems_with(base.name, base.options, options, USUAL_PLAYERS):
        said.problems.append(
            RulesError(
                problem.code,
                problem.template,
                problem.parameters,
                field=f"ruleset.{problem.field}",
            )
        )
    return options


def _read_items(said: Fields, base: Ruleset) -> Mapping[str, Mapping[str, Any] | None]:
    items = {one.key: one for one in all_items(base)}
    found: dict[str, Mapping[str, Any] | None] = {}
    columns = changeable_columns(base)
    known = frozenset((*base.counting.columns, "off", "who"))
    for key, changed in _entries_of(said, "items", items, known):
        for column in base.counting.columns:
            # What may not be changed may be left out, or said to be nothing.
            if column not in columns and changed.get(column) not in (None, 0):
                changed.bad(column, MEANINGLESS, ruleset=base.name)
        found[key] = _read_change(changed, columns)
        who = changed.get("who")
        if who is None or found[key] is None:
            continue
        item = items[key]
        if who not in WHO:
            _bad_who(changed)
        elif who == "everybody" and item.is_winners and not _needs_no_win(item):
            changed.bad("who", WINNERS_ALONE)
        elif not isinstance(item, HandItem) and item.is_winners is (who != WHO[0]):
            changed.bad(
                "who",
                gettext_noop(
                    "“%(field)s” can be changed of items of the whole hand alone."
                ),
            )
        else:
            found[key] = {**(found[key] or {}), "is_winners": who == WHO[0]}
    return found


def _bad_who(said: Fields) -> None:
    said.bad(
        "who",
        gettext_noop("The field “%(field)s” must be one of: %(known)s."),
        known=", ".join(WHO),
    )


def all_items(base: Ruleset) -> Iterator[ScoringItem]:
    """Yield the items of a book, those that an option brings in among them."""
    yield from base.items
    changes = [change for table in base.tables.values() for change in table]
    for option in base.options:
        for choice in option.choices:
            changes += choice.changes
    yield from (one.adds for one in changes if one.adds is not None)


def may_change_hands(item: ScoringItem) -> bool:
    """Tell whether a club can say who scores an item: the winner, or everybody."""
    return isinstance(item, HandItem) and (not item.is_winners or _needs_no_win(item))


def _needs_no_win(item: ScoringItem) -> bool:
    """Tell whether an item can be asked of a hand that did not win."""
    if not isinstance(item, HandItem):
        return False
    for example in item.examples:
        hand = _situation(example.tiles, example)
        if hand is None or not item.fits(hand):
            return False
        try:
            item.fits(hand._replace(win=None))
        except AssertionError:
            return False
    return True


def _entries_of(
    said: Fields, name: str, known: Mapping[str, object], columns: frozenset[str]
) -> Iterator[tuple[str, Fields]]:
    """Yield what is said of each key of an object that there is."""
    for key, value in said.entries(name).items():
        if key not in known:
            said.bad(
                f"{name}.{quoted(key)}",
                gettext_noop(
                    "“%(field)s” is not in the rule book. Take the keys from an answer"
                    " of `score`, or leave it out."
                ),
            )
            continue
        yield (
            key,
            Fields(
                value, said.problems, known=columns, path=f"{said.path}.{name}.{key}"
            ),
        )


def _read_change(said: Fields, columns: tuple[str, ...]) -> Mapping[str, Any] | None:
    """Return the new numbers of an item or a limit hand; None if it is off."""
    if said.flag("off", default=False):
        return None
    numbers = {one: said.whole(one, 0, MOST_OF[one]) for one in columns}
    return {one: number for one, number in numbers.items() if number is not None}


def _read_limit_hands(
    said: Fields, base: Ruleset
) -> Mapping[str, Mapping[str, Any] | None]:
    limits = base.limits_by_key
    found: dict[str, Mapping[str, Any] | None] = {}
    for key, changed in _entries_of(
        said, "limit_hands", limits, frozenset((*LIMIT_COLUMNS, "off"))
    ):
        columns = limit_columns(base, limits[key])
        for column in LIMIT_COLUMNS:
            if column not in columns and changed.get(column) is not None:
                changed.bad(
                    column,
                    gettext_noop("“%(field)s”: this limit hand is worth %(known)s."),
                    known=", ".join(columns),
                )
        found[key] = _read_change(changed, columns)
    return found


def item_columns(base: Ruleset) -> tuple[str, ...]:
    """Return what an item of the book is worth: a book of fan doubles nothing."""
    first, second = base.counting.columns
    return (first,) if isinstance(base.counting, FanPoints) else (first, second)


def changeable_columns(base: Ruleset) -> tuple[str, ...]:
    """Return what of an item can be other: nothing where the value is typed."""
    return item_columns(base) if base.counting.takes is Taken.TILES else ()


def limit_columns(base: Ruleset, limit: LimitHand | None = None) -> tuple[str, ...]:
    """
    Return what a limit hand is worth: points, faan, or doubles too.

    Without *limit* it is one that a club adds.
    """
    if isinstance(limit, CountedLimit):
        return ("points", "doubles")
    if _is_in_faan(base):
        return ("faan",)
    return ("points",)


def _is_in_faan(ruleset: Ruleset) -> bool:
    """Tell whether limit hands are worth faan, and what a winner needs are faan."""
    counting = ruleset.counting
    return isinstance(counting, FaanAndLaak) and counting.limits_in_faan


NUMBERS = {
    "limit": "limit",
    "table": "faan_points",
    "laak": "laak_faan",
    "minimum_points": "minimum",
    "minimum_faan": "minimum",
}
"""What a book calls the fields of its way of counting."""


def numbers_of(ruleset: Ruleset) -> dict[str, int | tuple[int, ...] | None]:
    """Return the numbers of a whole book that can be other, by a book's fields."""
    counting = ruleset.counting
    found: dict[str, int | tuple[int, ...] | None] = {}
    if counting.takes is Taken.TILES:
        other = "minimum_points" if _is_in_faan(ruleset) else "minimum_faan"
        found = {
            field: getattr(counting, name)
            for name, field in NUMBERS.items()
            if name != other and hasattr(counting, name)
        }
    return found | {"start_chips": ruleset.dealing.start_chips}


def _read_counting(said: Fields, base: Ruleset) -> Mapping[str, Any]:
    """Return the new numbers of the book's way of counting."""
    counting = base.counting
    found: dict[str, Any] = {}
    limit = said.whole("limit", 1, LARGEST)
    minimum = said.whole("minimum", 0, LARGEST)
    table = _read_row(said, "faan_points")
    laak = _read_row(said, "laak_faan")
    if limit is not None:
        found["limit"] = limit
    if minimum is not None:
        found["minimum_faan" if _is_in_faan(base) else "minimum_points"] = minimum
    if table is not None:
        found["table"] = table
    if laak is not None:
        found["laak"] = laak
    for field in [*found]:
        if counting.takes is not Taken.TILES or not hasattr(counting, field):
            said.bad(NUMBERS[field], MEANINGLESS, ruleset=base.name)
    return found


def _read_row(said: Fields, name: str) -> tuple[int, ...] | None:
    """Return the numbers of a table, none lower than the one before."""
    value = said.record.get(name)
    if value is None:
        return None
    if (
        isinstance(value, list)
        and 1 <= len(value) <= LONGEST_TABLE
        and all(type(one) is int and 0 <= one <= LARGEST for one in value)
        and value == sorted(value)
    ):
        return tuple(value)
    said.bad(
        name,
        gettext_noop(
            "The field “%(field)s” must be a list of 1 to %(longest)d whole numbers"
            " from 0 to %(most)d, none lower than the one before."
        ),
        longest=LONGEST_TABLE,
        most=LARGEST,
    )
    return None


# Items and limit hands of one's own ---------------------------------------------


def _read_added(
    said: Fields, base: Ruleset, document: RuleBook, language: str
) -> Iterator[ScoringItem | LimitHand]:
    value = said.record.get("add", [])
    if not isinstance(value, list) or len(value) > MOST_ADDED:
        said.bad(
            "add",
            gettext_noop("The field “%(field)s” must be a list of at most %(most)d."),
            most=MOST_ADDED,
        )
        return
    if value and base.counting.takes is not Taken.TILES:
        said.bad("add", MEANINGLESS, ruleset=base.name)
        return
    taken = {one.key for one in (*all_items(base), *base.limit_hands)}
    for place, one in enumerate(value):
        own = Fields(
            one, said.problems, known=ADDED_FIELDS, path=f"{said.path}.add.{place}"
        )
        made = _read_one(own, base, document, taken, language)
        if made is not None:
            yield made


def _read_one(
    said: Fields, base: Ruleset, document: RuleBook, taken: set[str], language: str
) -> ScoringItem | LimitHand | None:
    key = said.get("key")
    if not isinstance(key, str) or not KEY.fullmatch(key) or key in taken:
        said.bad(
            "key",
            gettext_noop(
                "The field “%(field)s” must be a name in small letters, digits and _"
                " that nothing else in the rule book has."
            ),
        )
        return None
    taken.add(key)
    name = _read_name(said, "name", LONGEST_NAME)
    longest = {"name": LONGEST_NAME, "definition": LONGEST_DEFINITION}
    words = _read_words(said, longest, language)
    name = words.get("name", name)
    definition = _read_name(said, "definition", LONGEST_DEFINITION, name or "-")
    own = _Own(
        key=key,
        name=Term(name),
        definition=words.get("definition", definition),
        source=document.cite(name),
    )
    is_limit = "tiles" in said.record or said.record.get("limit_hand") is True
    if is_limit and isinstance(base.counting, FanPoints):
        said.bad(
            "tiles" if "tiles" in said.record else "limit_hand",
            gettext_noop("“%(field)s”: a rule book of fan has no limit hands."),
        )
        return None
    if "tiles" in said.record:
        return _read_without_sets(said, base, own)
    pattern = read_patterns(said)
    if pattern is None:
        return None
    examples = tuple(_read_examples(said, pattern))
    if said.flag("limit_hand", default=False):
        worth = _read_numbers(said, limit_columns(base))
        return RegularLimit(**own.fields, **worth, examples=examples, fits=pattern)
    who = _read_who(said, pattern)
    worth = _read_numbers(said, item_columns(base))
    return HandItem(
        **own.fields,
        **worth,
        examples=examples,
        fits=pattern,
        is_winners=who == "winner",
        replaces=_read_replaced(said, taken),
    )


def _read_without_sets(said: Fields, base: Ruleset, own: _Own) -> IrregularLimit | None:
    shape = read_tiles(said)
    if "fits" in said.record or not said.flag("limit_hand", default=True):
        said.bad(
            "tiles",
            gettext_noop(
                "“%(field)s”: a hand without sets is a limit hand, and has no fits."
            ),
        )
    if shape is None:
        return None
    worth = _read_numbers(said, limit_columns(base))
    examples = _read_examples(said, lambda hand: shape.completes(hand.tiles))
    return IrregularLimit(**own.fields, **worth, examples=tuple(examples), shape=shape)


def _read_who(said: Fields, pattern: AnyPattern) -> str:
    """Return who may score an item; a winner alone what depends on the win."""
    who = said.record.get("who", "winner")
    if who not in WHO:
        _bad_who(said)
    elif who == "everybody" and pattern.is_winners:
        said.bad("who", WINNERS_ALONE)
    return str(who)


def _read_replaced(said: Fields, known: set[str]) -> frozenset[str]:
    replaced = frozenset(said.texts("replaces"))
    for unknown in sorted(replaced - known):
        said.bad(
            "replaces",
            gettext_noop("“%(field)s”: nothing is called “%(key)s”."),
            key=quoted(unknown),
        )
    return replaced


def _read_numbers(said: Fields, columns: tuple[str, ...]) -> dict[str, Any]:
    """Return what it is worth, in some of the columns at least."""
    numbers = {one: said.whole(one, 0, MOST_OF[one]) for one in columns}
    found = {one: number for one, number in numbers.items() if number is not None}
    others = [
        one for one in MOST_OF if one not in columns and said.get(one) not in (None, 0)
    ]
    if not found or others:
        said.bad(
            others[0] if others else columns[0],
            gettext_noop("“%(field)s”: here it is worth %(known)s."),
            known=", ".join(columns),
        )
    return found


def _read_examples(
    said: Fields, matches: Callable[[Situation], bool]
) -> Iterator[Example]:
    """Yield the hands that fit; add an error for each that does otherwise."""
    for field, fits in (("yes", True), ("no", False)):
        hands = said.record.get(field)
        if not isinstance(hands, list) or not 1 <= len(hands) <= MOST_EXAMPLES:
            said.bad(
                field,
                gettext_noop(
                    "The field “%(field)s” must list 1 to %(most)d hands, each its sets"
                    " and pair, as in (123m)(456m)(789m)55z(222p)."
                ),
                most=MOST_EXAMPLES,
            )
            continue
        for place, one in enumerate(hands):
            example = _read_example(said, f"{field}.{place}", one)
            if example is None:
                continue
            hand = _situation(example.tiles, example)
            if hand is None:
                said.bad(
                    f"{field}.{place}",
                    gettext_noop(
                        "“%(field)s” is no hand of 14 tiles: four sets and a pair, a"
                        " tile more for every kong."
                    ),
                )
            elif matches(hand) is not fits:
                said.bad(
                    f"{field}.{place}",
                    gettext_noop("“%(field)s” should fit, and does not.")
                    if fits
                    else gettext_noop("“%(field)s” should not fit, and does."),
                )
            elif fits:
                yield example


def _read_example(said: Fields, field: str, value: object) -> Example | None:
    if isinstance(value, str):
        value = {"hand": value}
    own = Fields(
        value, said.problems, known=EXAMPLE_FIELDS, path=f"{said.path}.{field}"
    )
    before = len(said.problems)
    text = own.text("hand")
    source = Source.DISCARD
    if own.get("source") is not None:
        source = own.member(Source, "source") or source
    circumstances = frozenset(
        found
        for one in own.texts("circumstances")
        if (found := own.member_called(Circumstance, "circumstances", one)) is not None
    )
    if len(said.problems) > before:
        return None
    if len(text) > LONGEST_NAME:
        text = ""  # no hand is so long
    groups = re.findall(r"\([^()]*\)|[^()mpsz]+[mpsz]", text.replace(" ", ""))
    return Example(" ".join(groups), source=source, circumstances=circumstances)


def _situation(tiles: str, example: Example) -> Situation | None:
    """Return what a pattern sees of a hand of South in an East game; None if none."""
    try:
        parts = tiles.split()
        if "(" not in tiles:
            parts = [f"({one})" for one in parts]
        groups = _completed([parse_set(one) for one in parts])
        loose = pack(tile for one in groups for tile in one.tiles)
    except ValueError:
        return None
    sets: tuple[TileSet, ...] = tuple(
        one.as_set for one in groups if one.as_set is not None
    )
    kongs = sum(one.shape is Shape.KONG for one in sets)
    if sum(len(one.tiles) for one in groups) != 14 + kongs:
        return None
    if len(sets) != len(groups):
        sets = ()
    kinds = kinds_of(loose)
    source = example.source
    giver = Wind.EAST if source in {Source.DISCARD, Source.ROBBED_KONG} else None
    return situation_of(
        seat=example.seat,
        round_wind=Wind.EAST,
        win=Win(example.seat, None, source, giver, circumstances=example.circumstances),
        kinds=kinds,
        colours=colours_of(kinds),
        reading=Reading(sets),
        tiles=loose,
    )


def _completed(groups: list[WrittenSet]) -> list[WrittenSet]:
    """Return the groups with the last tile, if it stands alone, in the set it makes."""
    if not groups or len(groups[-1].tiles) != 1:
        return groups
    *others, last = groups
    for place, one in enumerate(others):
        if len(one.tiles) > 2:
            continue
        whole = parse_set(f"({format_tiles((*one.tiles, *last.tiles))})")
        if whole.as_set is not None:
            return [*others[:place], whole, *others[place + 1 :]]
    return groups
