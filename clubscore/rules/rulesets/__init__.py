"""The rule books that Clubscore knows, found by their keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from clubscore.rules.errors import Code, RulesError, gettext_noop, quoted
from clubscore.rules.options import Value, problems_with
from clubscore.rules.own_books import OWN_KEY, own_book, own_problems
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import (
    american,
    bmja,
    dmjl,
    free,
    hkos,
    mcr,
    nts,
    schmale,
    spiel_der_winde,
)
from clubscore.rules.seats import USUAL_PLAYERS

RULESETS: dict[str, Ruleset] = {
    one.key: one
    for one in (
        nts.RULESET,
        schmale.RULESET,
        spiel_der_winde.RULESET,
        bmja.RULESET,
        dmjl.RULESET,
        hkos.RULESET,
        mcr.RULESET,
        american.RULESET,
        free.RULESET,
    )
}
"""Every ruleset by its key, with its default options."""


Book = Mapping[str, object]
"""What a club's own book says, as `own_books` reads it."""


MOST_ADDED = 64
"""So many books are kept of those that nobody has stored."""


class Shelf:
    """
    The books of clubs' own, by the keys that their words hash to.

    Whoever keeps them says once how they are found. A key stands for the same words
    for ever, so each is asked for once.
    """

    def __init__(self) -> None:
        self._find: Callable[[str], Book | None] = lambda _key: None
        self._found = lru_cache(maxsize=256)(self._read)
        self._added: dict[tuple[str, str], Ruleset] = {}
        self.language: Callable[[], str] = str
        """In which language whoever asks reads; empty where nobody says."""

    def keeps(
        self,
        find: Callable[[str], Book | None],
        language: Callable[[], str] | None = None,
    ) -> None:
        """
        Ask *find* for the book of a key from now on; None where there is none.

        Its words are those of the *language* of the moment, as before if none is given.
        """
        self._find = find
        self.language = language or self.language
        self._found.cache_clear()

    def add(self, book: Book, language: str = "") -> Ruleset:
        """
        Put one book there for a while; raise RulesError if it cannot be.

        Its words are those of the *language*, or of whoever asks now.
        """
        now = self.language()
        ruleset = own_book(book, RULESETS, language or now)
        self._added[ruleset.key, now] = ruleset
        while len(self._added) > MOST_ADDED:
            self._added.pop(next(iter(self._added)))
        return ruleset

    def book(self, key: str) -> Ruleset:
        """Return the book of that key; raise LookupError if there is none."""
        if not OWN_KEY.fullmatch(key):
            raise LookupError(key)
        now = self.language()
        return self._added.get((key, now)) or self._found(key, now)

    def _read(self, key: str, language: str) -> Ruleset:
        said = self._find(key)
        if said is None:
            raise LookupError(key)
        found = own_book(said, RULESETS, language)
        if found.key != key:
            raise LookupError(key)
        return found


SHELF = Shelf()


def find_ruleset(key: str | Book) -> Ruleset:
    """
    Return the ruleset that is called *key*, or the club's own book that it is.

    Raise RulesError (unknown_ruleset) if there is none, or for what cannot be in a
    book of a club's own.
    """
    if not isinstance(key, str):
        return own_book(key, RULESETS, SHELF.language())
    try:
        return RULESETS[key] if key in RULESETS else SHELF.book(key)
    except LookupError:
        raise RulesError(
            Code.UNKNOWN_RULESET,
            gettext_noop("There is no ruleset “%(key)s”. Known are: %(known)s."),
            {"key": quoted(key), "known": ", ".join(RULESETS)},
            field="ruleset",
        ) from None


def base_of(ruleset: Ruleset) -> Ruleset:
    """Return the rule book of ours that a ruleset is, or began with."""
    return ruleset.base or ruleset


def problems_of_book(book: object) -> list[RulesError]:
    """Return all that cannot be in a book of a club's own, each with its place."""
    return own_problems(book, RULESETS)


def option_problems(
    ruleset: Ruleset, options: Mapping[str, object], players: int = USUAL_PLAYERS
) -> list[RulesError]:
    """Return an error for every option that *ruleset* does not offer so."""
    return problems_with(ruleset.name, ruleset.options, options, players)


def with_options(
    ruleset: Ruleset, options: Mapping[str, Value], players: int = USUAL_PLAYERS
) -> Ruleset:
    """
    Return *ruleset* for so many *players* and with *options* chosen.

    The ruleset must have rules for them and offer these options; an option that
    means nothing for so many players changes nothing.
    """
    if not options and not ruleset.tables[players] and ruleset.revised is None:
        return ruleset
    chosen = (
        # A list would not do as a key of what is remembered.
        (key, tuple(value) if isinstance(value, list) else value)
        for key, value in {**ruleset.chosen, **options}.items()
    )
    return _with_options(ruleset, tuple(sorted(chosen)), players)


@lru_cache(maxsize=256)
def _with_options(
    ruleset: Ruleset, options: tuple[tuple[str, Value], ...], players: int
) -> Ruleset:
    chosen = dict(options)
    # In the ruleset's order, so that the same choices give the same rules.
    changed = ruleset.with_changes(
        ruleset.tables[players]
        + tuple(
            change
            for option in ruleset.options
            if option.key in chosen and players in option.players
            for change in option.changes_for(chosen[option.key])
        )
    )
    return changed if ruleset.revised is None else ruleset.revised(changed)
