"""
The vocabulary of a rule book: its players' words on a page about a table.

A message is looked up first with the rule book's key for its context, then
without, so that a catalogue says only what a book calls otherwise. Which term
stands for what in each book is in `clubscore/locale/README.md`. English, which
has no catalogue, has its words here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.translation import npgettext_lazy, pgettext_lazy, trans_real

from clubscore.club.engine import base_key

SEPARATOR = trans_real.CONTEXT_SEPARATOR

IN_ENGLISH: Mapping[str, Mapping[str, str]] = {
    "american": {
        "Mahjong": "Mah jongg",
        "Draw": "Wall game",
        "draw": "wall game",
        "A draw: nobody pays, no hand is counted.": "A wall game: nobody pays.",
        "A draw: nobody won.": "A wall game: nobody won.",
        "Draws": "Wall games",
        "Say who won, or “-” if nobody did: a draw.": (
            "Say who won, or “-” if nobody did: a wall game."
        ),
        "<kbd>-</kbd> is nobody: nobody won (a draw), nobody gave the tile"
        " (self-drawn).": (
            "<kbd>-</kbd> is nobody: nobody won (a wall game), nobody gave the tile"
            " (self-picked)."
        ),
        "Nobody: self-drawn": "Nobody: self-picked",
        "Self-drawn": "Self-picked",
        "self-drawn": "self-picked",
        "× 2 self-drawn": "× 2 self-picked",
        "Self-drawn wins": "Self-picked wins",
        "Won, self-drawn": "Won, self-picked",
        "Gave the winning tile": "Threw the winning tile",
        "Dotted: one game in four. Draws are nobody’s, so that four who win alike stay"
        " below it.": (
            "Dotted: one game in four. Wall games are nobody’s, so that four who win"
            " alike stay below it."
        ),
        "Won and given away: of the games. Self-drawn: of the wins.": (
            "Won and thrown: of the games. Self-picked: of the wins."
        ),
        "Say who gave the winning tile, or that it was self-drawn.": (
            "Say who threw the winning tile, or that it was self-picked."
        ),
        "Say who gave the winning tile, or “-” if it was self-drawn.": (
            "Say who threw the winning tile, or “-” if it was self-picked."
        ),
        "Nobody gives a tile to themselves: “-” is self-drawn.": (
            "Nobody throws a tile to themselves: “-” is self-picked."
        ),
        "%(seat)s cannot both win and give the winning tile. Say who gave it, or that"
        " it was self-drawn.": (
            "%(seat)s cannot both win and throw the winning tile. Say who threw it, or"
            " that it was self-picked."
        ),
        "Who gave the winning tile?": "Who threw the winning tile?",
        "× 2 for giving the tile": "× 2 for throwing the tile",
        "false mahjong": "mah jongg in error",
        "Who receives nothing, because of a fault of their own?": (
            "Whose hands were thrown in too?"
        ),
        "Whose fault ended the game?": "Who declared mah jongg in error?",
        "Say whose fault it was.": "Say who declared mah jongg in error.",
    },
}
"""What a book calls otherwise in English, by its key."""


class BookWords:
    """A language in the words of a rule book."""

    def __init__(self, language: Any, book: str) -> None:
        """Speak *language* as the rule book whose key is *book* does."""
        self.language = language
        self.book = book
        is_english = language.language().startswith("en")
        self.in_english = IN_ENGLISH.get(book, {}) if is_english else {}

    def gettext(self, message: str) -> str:
        """Return the translation of *message*, in the book's words if it has some."""
        if message in self.in_english:
            return self.in_english[message]
        in_the_book = self.book + SEPARATOR + message
        found: str = self.language.gettext(in_the_book)
        return self.language.gettext(message) if SEPARATOR in found else found

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Return the translation for *number*, in the book's words if it has some."""
        in_the_book = self.book + SEPARATOR
        found: str = self.language.ngettext(
            in_the_book + one, in_the_book + many, number
        )
        if SEPARATOR in found:
            found = self.language.ngettext(one, many, number)
        return found

    def __getattr__(self, name: str) -> Any:
        """Return what else the language has: its code."""
        return getattr(self.language, name)


def _active() -> Any:
    """Return where a thread keeps its language; Django has no other door to it."""
    return trans_real._active  # type: ignore[attr-defined]  # noqa: SLF001


def book_spoken() -> str:
    """Return the key of the rule book whose words are used; empty if of none."""
    language = getattr(_active(), "value", None)
    return language.book if isinstance(language, BookWords) else ""


def speak_as(book: str) -> None:
    """
    Use the words of a rule book from here on, until a language is activated.

    A club's own book has those of the one that it began with.
    """
    language = getattr(_active(), "value", None)
    if isinstance(language, BookWords):
        language = language.language
    if language is not None and book:
        _active().value = BookWords(language, base_key(book))


def speak_as_only(books: Iterable[str]) -> None:
    """Use the words of a rule book if all that is told of was played by that one."""
    only = set(map(base_key, books))
    if len(only) == 1:
        speak_as(only.pop())


@contextmanager
def speaking(book: str) -> Iterator[None]:
    """Use the words of a rule book for a while."""
    before = getattr(_active(), "value", None)
    speak_as(book)
    try:
        yield
    finally:
        if before is not None:
            _active().value = before


@contextmanager
def in_plain_words() -> Iterator[None]:
    """Use the words of no rule book for a while, whatever is spoken inside."""
    before = getattr(_active(), "value", None)
    if isinstance(before, BookWords):
        _active().value = before.language
    try:
        yield
    finally:
        if before is not None:
            _active().value = before


OTHERWISE = (
    pgettext_lazy("american", "false mahjong"),
    pgettext_lazy("american", "Whose fault ended the game?"),
    pgettext_lazy("american", "Say whose fault it was."),
    pgettext_lazy("american", "Who receives nothing, because of a fault of their own?"),
    pgettext_lazy("spiel-der-winde", "Mahjong"),
    pgettext_lazy("spiel-der-winde", "Say whose kong was robbed."),
    pgettext_lazy("spiel-der-winde", "Whose kong was robbed?"),
    pgettext_lazy(
        "spiel-der-winde",
        "These are as many tiles as a whole hand has. If they are all of"
        " it, tick this: then what holds for every tile counts too, and a"
        " limit hand that is one tile short.",
    ),
    pgettext_lazy("spiel-der-winde", "%(tile)s: no chow begins with it"),
    pgettext_lazy("spiel-der-winde", "replacement tile of a kong"),
    pgettext_lazy("spiel-der-winde", "with the replacement tile of a kong"),
    pgettext_lazy("spiel-der-winde", "false mahjong"),
    pgettext_lazy("spiel-der-winde", "one suit and honours"),
    pgettext_lazy("spiel-der-winde", "terminals of one suit and honours"),
    pgettext_lazy("spiel-der-winde", "terminals and honours"),
    pgettext_lazy("spiel-der-winde", "one suit alone"),
    pgettext_lazy("spiel-der-winde", "honours alone"),
    pgettext_lazy("spiel-der-winde", "Exposed pung of simples"),
    pgettext_lazy(
        "spiel-der-winde",
        "Three equal tiles from 2 to 8 of a suit, the last of them claimed.",
    ),
    pgettext_lazy("spiel-der-winde", "Concealed pung of simples"),
    pgettext_lazy(
        "spiel-der-winde",
        "Three equal tiles from 2 to 8 of a suit, all drawn by the player.",
    ),
    pgettext_lazy("spiel-der-winde", "Exposed pung of terminals or honours"),
    pgettext_lazy(
        "spiel-der-winde",
        "Three equal ones, nines, winds or dragons, the last of them claimed.",
    ),
    pgettext_lazy("spiel-der-winde", "Concealed pung of terminals or honours"),
    pgettext_lazy(
        "spiel-der-winde",
        "Three equal ones, nines, winds or dragons, all drawn by the player.",
    ),
    pgettext_lazy("spiel-der-winde", "Exposed kong of simples"),
    pgettext_lazy(
        "spiel-der-winde",
        "Four equal tiles from 2 to 8 of a suit, declared as a kong: one"
        " was claimed for it, or for the pung that it was before.",
    ),
    pgettext_lazy("spiel-der-winde", "Concealed kong of simples"),
    pgettext_lazy(
        "spiel-der-winde",
        "Four equal tiles from 2 to 8 of a suit, all drawn by the player"
        " and declared as a kong.",
    ),
    pgettext_lazy("spiel-der-winde", "Exposed kong of terminals or honours"),
    pgettext_lazy(
        "spiel-der-winde",
        "Four equal ones, nines, winds or dragons, declared as a kong:"
        " one was claimed for it, or for the pung that it was before.",
    ),
    pgettext_lazy("spiel-der-winde", "Concealed kong of terminals or honours"),
    pgettext_lazy(
        "spiel-der-winde",
        "Four equal ones, nines, winds or dragons, all drawn by the"
        " player and declared as a kong.",
    ),
    pgettext_lazy("spiel-der-winde", "Pung or kong of dragons"),
    pgettext_lazy("spiel-der-winde", "Pung or kong of the own wind"),
    pgettext_lazy("spiel-der-winde", "Pung or kong of the round wind"),
    pgettext_lazy("spiel-der-winde", "Pair of dragons"),
    pgettext_lazy(
        "spiel-der-winde",
        "%(seat)s has %(size)d tiles; a winning hand with kongs (here"
        " %(kongs)d) has %(wanted)d.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "%(seat)s has %(size)d tiles; a whole hand with kongs (here"
        " %(kongs)d) has %(wanted)d. Enter the rest, say that the hand is"
        " not complete, or call it dead.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "%(seat)s: “%(set)s” is not a pair, chow, pung or kong. Correct"
        " it, or enter its tiles without arranging them.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "All hands together hold %(tile)s more often than it is in the"
        " game. After a robbed kong the tile is the winner’s, and the"
        " robbed player keeps the exposed pung.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "%(seat)s has no kong, so there was no replacement tile.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "Dealt tiles cannot hold an exposed set or a kong.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "Nobody has a kong yet in the first turn.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "%(seat)s’s hand does not hold the winning tile, %(tile)s, outside a kong.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "A winning tile completes no kong. Name another set, or none.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "A robbed kong has the other three of the tile: %(seat)s can hold"
        " only the robbed one.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "Where a hand can be arranged in several ways, the one worth most"
        " counts; of several limit hands that it is, the highest.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "Pungs or kongs of all four winds and any pair; exposed or concealed.",
    ),
    pgettext_lazy("spiel-der-winde", "the pair in the suit"),
    pgettext_lazy("spiel-der-winde", "One suit with honours"),
    pgettext_lazy(
        "spiel-der-winde",
        "All tiles of one suit, with winds or dragons.",
    ),
    pgettext_lazy("spiel-der-winde", "One suit alone"),
    pgettext_lazy(
        "spiel-der-winde",
        "All tiles of one suit, without a wind or dragon.",
    ),
    pgettext_lazy("spiel-der-winde", "The owner’s limit hand is worth double."),
    pgettext_lazy(
        "spiel-der-winde",
        "A limit hand has a fixed value: nothing is added and nothing doubles it.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "The ordinary count of a limit hand counts instead if it is higher.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "%(seat)s’s tiles are not four sets and a pair, nor a limit hand"
        " of this ruleset. Check the tiles.",
    ),
    pgettext_lazy("spiel-der-winde", "Limit hands"),
    pgettext_lazy("spiel-der-winde", "limit"),
    pgettext_lazy("spiel-der-winde", "limit hand"),
    pgettext_lazy("spiel-der-winde", "Limit hand"),
    pgettext_lazy("spiel-der-winde", "Digits, then the letter of the suit:"),
    pgettext_lazy("spiel-der-winde", "an exposed pung"),
    pgettext_lazy("spiel-der-winde", "a concealed chow, in parentheses"),
    pgettext_lazy("spiel-der-winde", "a concealed kong"),
    pgettext_lazy(
        "spiel-der-winde",
        "The limit hand stands in place of the ordinary count, which"
        " would be %(points)s.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "The ordinary count is higher than the limit hand “%(limit)s”,"
        " %(points)s, so it counts.",
    ),
    pgettext_lazy("spiel-der-winde", "Whose discard was claimed for it?"),
    pgettext_lazy(
        "spiel-der-winde",
        "Nobody claims a discard of their own. Say whose it was.",
    ),
    pgettext_lazy("spiel-der-winde", "Seven pairs"),
    pgettext_lazy("spiel-der-winde", "Seven pairs of one suit and honours"),
    pgettext_lazy("spiel-der-winde", "Seven pairs of honours and terminals"),
    pgettext_lazy("spiel-der-winde", "Seven pairs of honours"),
    pgettext_lazy("spiel-der-winde", "Thirteen orphans"),
    pgettext_lazy("spiel-der-winde", "Four winds"),
    pgettext_lazy(
        "spiel-der-winde",
        "Seven pairs of winds and dragons. All concealed but the winning tile.",
    ),
    pgettext_lazy("spiel-der-winde", "has made the limit hand"),
    pgettext_lazy("spiel-der-winde", "No limit hand has been made there yet."),
    pgettext_lazy("spiel-der-winde", "chow"),
    pgettext_lazy("spiel-der-winde", "pung"),
    pgettext_lazy("spiel-der-winde", "kong"),
    pgettext_lazy(
        "spiel-der-winde",
        "%(seat)s’s whole hand does not hold the exposed pung that was made a kong"
        " with %(tile)s. Check the hand, and whose kong was robbed.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "A finished hand of four sets and a pair. A limit hand has its own"
        " value instead.",
    ),
    pgettext_lazy("spiel-der-winde", "Sets as they lie"),
    pgettext_lazy("spiel-der-winde", "Set that it completed"),
    pgettext_lazy("spiel-der-winde", "A drawn tile completes no exposed set."),
    pgettext_lazy("spiel-der-winde", "Turn the set concealed that it completed."),
    pgettext_lazy("spiel-der-winde", "Without sets"),
    pgettext_lazy("spiel-der-winde", "Hands without sets"),
    pgettext_lazy(
        "spiel-der-winde",
        "%(seat)s’s hand was not entered, so it has no sets.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "%(seat)s has no such set that the tile could complete.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "In the first turn %(seat)s can only have exposed the set that the"
        " winning tile completed.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "In the first turn %(seat)s can only have exposed the set that the"
        " winning tile completed. If it completed the set that lies open, say"
        " so: name it as the completed set.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "The set that was completed does not hold the winning tile, %(tile)s.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "“%(text)s” is not a set. Write its tiles, in parentheses if it is"
        " concealed, as in 123m or (555s).",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "Exposed sets as they are, concealed ones in parentheses: 777z (234s).",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "A blank between two sets. Loose tiles are concealed tiles that nobody"
        " has arranged: the best arrangement is found.",
    ),
    pgettext_lazy("spiel-der-winde", "without sets"),
    pgettext_lazy("spiel-der-winde", "sets and a pair"),
    pgettext_lazy("spiel-der-winde", "Sets most used"),
    pgettext_lazy(
        "spiel-der-winde",
        "If you do not say: concealed sets and loose tiles come first, an"
        " exposed set only if nothing else holds the tile.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "The winning tile, %(tile)s, was drawn, but %(seat)s has it only in an"
        " exposed set. Turn the set concealed, or say who gave the tile.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "A drawn tile completes no exposed set. Turn the set concealed, name"
        " another, or say who gave the tile.",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "%(seat)s’s tiles are no winning hand if “%(set)s” lay open before. If"
        " the winning tile completed it, say so: name it as the completed set,"
        " and the hand wins.",
    ),
    pgettext_lazy("spiel-der-winde", "Won as dealer"),
    pgettext_lazy("spiel-der-winde", "Chows, pungs, kongs"),
    pgettext_lazy("spiel-der-winde", "One tile short of one"),
    pgettext_lazy(
        "spiel-der-winde",
        "The club’s first of its kind is marked. Of several on one evening"
        " nobody knows which table was before: each table’s first is.",
    ),
    pgettext_lazy("spiel-der-winde", "the club’s first"),
    pgettext_lazy("spiel-der-winde", "the first of its kind in the club"),
    pgettext_lazy(
        "spiel-der-winde",
        "faulty set",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "Longest run as dealer",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "Most wins in a row as dealer",
    ),
    pgettext_lazy(
        "spiel-der-winde",
        "The dealer is East, or the owner where games have owners.",
    ),
    npgettext_lazy(
        "spiel-der-winde",
        "One earlier limit hand",
        "%(many)s earlier limit hands",
    ),
    npgettext_lazy(
        "spiel-der-winde",
        "One limit hand that nobody made",
        "%(many)s limit hands that nobody made",
    ),
    pgettext_lazy("schmale", "false mahjong"),
    pgettext_lazy("schmale", "Mahjong"),
    pgettext_lazy("bmja", "A false mahjong"),
    pgettext_lazy("bmja", "Kongs"),
    pgettext_lazy("dmjl", "Exposed pung of simples"),
    pgettext_lazy(
        "dmjl",
        "Three equal tiles from 2 to 8 of a suit, the last of them claimed.",
    ),
    pgettext_lazy("dmjl", "Concealed pung of simples"),
    pgettext_lazy(
        "dmjl",
        "Three equal tiles from 2 to 8 of a suit, all drawn by the player.",
    ),
    pgettext_lazy("dmjl", "Exposed pung of terminals or honours"),
    pgettext_lazy("dmjl", "Concealed pung of terminals or honours"),
    pgettext_lazy("dmjl", "Exposed kong of simples"),
    pgettext_lazy(
        "dmjl",
        "Four equal tiles from 2 to 8 of a suit, declared as a kong: one was claimed"
        " for it, or for the pung that it was before.",
    ),
    pgettext_lazy("dmjl", "Concealed kong of simples"),
    pgettext_lazy(
        "dmjl",
        "Four equal tiles from 2 to 8 of a suit, all drawn by the player and declared"
        " as a kong.",
    ),
    pgettext_lazy("dmjl", "Exposed kong of terminals or honours"),
    pgettext_lazy(
        "dmjl",
        "Four equal ones, nines, winds or dragons, declared as a kong: one was"
        " claimed for it, or for the pung that it was before.",
    ),
    pgettext_lazy("dmjl", "Concealed kong of terminals or honours"),
    pgettext_lazy(
        "dmjl",
        "Four equal ones, nines, winds or dragons, all drawn by the player and"
        " declared as a kong.",
    ),
    pgettext_lazy("dmjl", "Pung or kong of dragons"),
    pgettext_lazy("dmjl", "Pung or kong of the own wind"),
    pgettext_lazy("dmjl", "Pung or kong of the round wind"),
    pgettext_lazy("dmjl", "Three concealed pungs"),
    pgettext_lazy(
        "dmjl",
        "Pungs or kongs of two dragons and a pair of the third, with any two other"
        " sets.",
    ),
    pgettext_lazy("dmjl", "Small four winds"),
    pgettext_lazy(
        "dmjl",
        "Pungs or kongs of three winds and a pair of the fourth, with any other set.",
    ),
    pgettext_lazy("dmjl", "Big four winds"),
    pgettext_lazy(
        "dmjl",
        "Kajongg lets the kong of a concealed pung and a claimed tile count as"
        " concealed for some hands; a record cannot tell it from others.",
    ),
    pgettext_lazy("dmjl", "It is an exposed kong in every respect."),
    pgettext_lazy("dmjl", "Mahjong"),
    pgettext_lazy(
        "dmjl",
        "A finished hand of four sets and a pair. A limit hand has its own value"
        " instead.",
    ),
    pgettext_lazy("dmjl", "the middle of a chow"),
    pgettext_lazy("dmjl", "the end of a chow"),
    pgettext_lazy("dmjl", "No chow"),
    pgettext_lazy("dmjl", "Four pungs or kongs and any pair."),
    pgettext_lazy("dmjl", "Concealed hand"),
    pgettext_lazy(
        "dmjl",
        "No set lies open, nor the pair, so that the winning tile was drawn.",
    ),
    pgettext_lazy("dmjl", "One suit with winds or dragons"),
    pgettext_lazy("dmjl", "All tiles of one suit, with winds or dragons."),
    pgettext_lazy("dmjl", "One suit alone"),
    pgettext_lazy("dmjl", "Ones, nines, winds and dragons"),
    pgettext_lazy(
        "dmjl",
        "The winning tile was a replacement tile, for a kong, a flower or a season.",
    ),
    pgettext_lazy("dmjl", "after a kong"),
    pgettext_lazy("dmjl", "Robbed kong"),
    pgettext_lazy(
        "dmjl",
        "The winning tile is the fourth that another player has just added to an"
        " exposed pung.",
    ),
    pgettext_lazy("dmjl", "Original call"),
    pgettext_lazy("dmjl", "Nine gates"),
    pgettext_lazy("dmjl", "Thirteen orphans"),
    pgettext_lazy(
        "dmjl",
        "One each of all ones and nines, winds and dragons, and any of these a second"
        " time. All concealed but the winning tile, which may be claimed and robbed"
        " even from a concealed kong.",
    ),
    pgettext_lazy("dmjl", "the last tile robbed from a concealed kong"),
    pgettext_lazy("dmjl", "Squirming snake"),
    pgettext_lazy("dmjl", "with kongs"),
    pgettext_lazy("dmjl", "All winds and dragons"),
    pgettext_lazy(
        "dmjl",
        "Pungs or kongs and a pair of nothing but winds and dragons.",
    ),
    pgettext_lazy("dmjl", "Heads and tails"),
    pgettext_lazy("dmjl", "Pungs or kongs and a pair of nothing but ones and nines."),
    pgettext_lazy("dmjl", "Fourfold plenty"),
    pgettext_lazy("dmjl", "Four kongs, exposed or concealed, and any pair."),
    pgettext_lazy("dmjl", "Three great scholars"),
    pgettext_lazy(
        "dmjl",
        "Pungs or kongs of all three dragons, any other set and any pair; exposed or"
        " concealed.",
    ),
    pgettext_lazy("dmjl", "Pungs or kongs of all four winds and any pair."),
    pgettext_lazy(
        "dmjl",
        "Sets and a pair of nothing but 2, 3, 4, 6 and 8 of bamboos and green"
        " dragons, on which all is green. The dragon may be missing.",
    ),
    pgettext_lazy("dmjl", "with a chow"),
    pgettext_lazy(
        "dmjl",
        "The winning tile is a 5 of circles drawn as a replacement tile, for a kong,"
        " a flower or a season.",
    ),
    pgettext_lazy("dmjl", "Scratching a carrying pole"),
    pgettext_lazy("dmjl", "The winning tile is a 2 of bamboos robbed of a kong."),
    pgettext_lazy("dmjl", "Twofold fortune"),
    pgettext_lazy(
        "dmjl",
        "The replacement tile of one kong made a second kong, and the replacement"
        " tile of that one won.",
    ),
    pgettext_lazy("dmjl", "An exposed kong counts as a concealed pung"),
    pgettext_lazy("dmjl", "an exposed kong as one of them"),
    pgettext_lazy("dmjl", "Kongs"),
    pgettext_lazy(
        "dmjl",
        "A pung that lies open becomes an exposed kong with the fourth tile drawn; a"
        " concealed pung becomes one with the fourth tile claimed. Four equal tiles"
        " that nobody declared are a pung and a loose tile.",
    ),
    pgettext_lazy(
        "dmjl",
        "Against a player with three exposed sets of one suit any tile of that suit;"
        " three of ones or nines, a 1 or 9; three of green tiles, a green tile; of"
        " winds or dragons only, one of these not yet shown; three of winds, the"
        " fourth wind; two of dragons, the third. With five tiles or fewer in the"
        " living wall, a tile of which none lies open.",
    ),
    pgettext_lazy("dmjl", "A discard wrongly named"),
    pgettext_lazy("dmjl", "A false mahjong"),
    pgettext_lazy(
        "dmjl",
        "A limit hand has a fixed value: nothing is added and nothing doubles it.",
    ),
    pgettext_lazy(
        "dmjl",
        "A limit hand with sets counts its value even if its ordinary count were"
        " higher. One without sets that can also be read as four sets and a pair"
        " counts as whichever is worth more.",
    ),
    pgettext_lazy("dmjl", "Sets as they lie"),
    pgettext_lazy(
        "dmjl",
        "These are as many tiles as a whole hand has. If they are all of it, tick"
        " this: then what holds for every tile counts too, and a limit hand that is"
        " one tile short.",
    ),
    pgettext_lazy("dmjl", "Set that it completed"),
    pgettext_lazy("dmjl", "Whose discard was claimed for it?"),
    pgettext_lazy("dmjl", "Say whose kong was robbed."),
    pgettext_lazy("dmjl", "Nobody claims a discard of their own. Say whose it was."),
    pgettext_lazy("dmjl", "Whose kong was robbed?"),
    pgettext_lazy("dmjl", "chow"),
    pgettext_lazy("dmjl", "pung"),
    pgettext_lazy("dmjl", "kong"),
    pgettext_lazy("dmjl", "%(tile)s: no chow begins with it"),
    pgettext_lazy("dmjl", "Without sets"),
    pgettext_lazy("dmjl", "Hands without sets"),
    pgettext_lazy("dmjl", "replacement tile of a kong"),
    pgettext_lazy("dmjl", "with the replacement tile of a kong"),
    pgettext_lazy("dmjl", "false mahjong"),
    pgettext_lazy("dmjl", "one suit and honours"),
    pgettext_lazy("dmjl", "terminals of one suit and honours"),
    pgettext_lazy("dmjl", "terminals and honours"),
    pgettext_lazy("dmjl", "one suit alone"),
    pgettext_lazy("dmjl", "honours alone"),
    pgettext_lazy("dmjl", "faulty set"),
    pgettext_lazy(
        "dmjl",
        "%(seat)s has %(size)d tiles; a winning hand with kongs (here %(kongs)d) has"
        " %(wanted)d.",
    ),
    pgettext_lazy(
        "dmjl",
        "%(seat)s has %(size)d tiles; a whole hand with kongs (here %(kongs)d) has"
        " %(wanted)d. Enter the rest, say that the hand is not complete, or call it"
        " dead.",
    ),
    pgettext_lazy(
        "dmjl",
        "%(seat)s: “%(set)s” is not a pair, chow, pung or kong. Correct it, or enter"
        " its tiles without arranging them.",
    ),
    pgettext_lazy(
        "dmjl",
        "All hands together hold %(tile)s more often than it is in the game. After a"
        " robbed kong the tile is the winner’s, and the robbed player keeps the"
        " exposed pung.",
    ),
    pgettext_lazy("dmjl", "%(seat)s’s hand was not entered, so it has no sets."),
    pgettext_lazy("dmjl", "%(seat)s has no such set that the tile could complete."),
    pgettext_lazy("dmjl", "%(seat)s has no kong, so there was no replacement tile."),
    pgettext_lazy("dmjl", "Dealt tiles cannot hold an exposed set or a kong."),
    pgettext_lazy("dmjl", "Nobody has a kong yet in the first turn."),
    pgettext_lazy(
        "dmjl",
        "In the first turn %(seat)s can only have exposed the set that the winning"
        " tile completed.",
    ),
    pgettext_lazy(
        "dmjl",
        "%(seat)s’s hand does not hold the winning tile, %(tile)s, outside a kong.",
    ),
    pgettext_lazy(
        "dmjl",
        "The set that was completed does not hold the winning tile, %(tile)s.",
    ),
    pgettext_lazy(
        "dmjl",
        "A winning tile completes no kong. Name another set, or none.",
    ),
    pgettext_lazy(
        "dmjl",
        "A robbed kong has the other three of the tile: %(seat)s can hold only the"
        " robbed one.",
    ),
    pgettext_lazy(
        "dmjl",
        "“%(text)s” is not a set. Write its tiles, in parentheses if it is concealed,"
        " as in 123m or (555s).",
    ),
    pgettext_lazy("dmjl", "Limit hands"),
    pgettext_lazy("dmjl", "Digits, then the letter of the suit:"),
    pgettext_lazy("dmjl", "an exposed pung"),
    pgettext_lazy("dmjl", "a concealed chow, in parentheses"),
    pgettext_lazy("dmjl", "a concealed kong"),
    pgettext_lazy(
        "dmjl",
        "A blank between two sets. Loose tiles are concealed tiles that nobody has"
        " arranged: the best arrangement is found.",
    ),
    pgettext_lazy("dmjl", "limit hand"),
    pgettext_lazy("dmjl", "without sets"),
    pgettext_lazy("dmjl", "sets and a pair"),
    pgettext_lazy(
        "dmjl",
        "If you do not say: concealed sets and loose tiles come first, an exposed set"
        " only if nothing else holds the tile.",
    ),
    pgettext_lazy(
        "dmjl",
        "%(seat)s’s whole hand does not hold the exposed pung that was made a kong"
        " with %(tile)s. Check the hand, and whose kong was robbed.",
    ),
    pgettext_lazy(
        "dmjl",
        "In the first turn %(seat)s can only have exposed the set that the winning"
        " tile completed. If it completed the set that lies open, say so: name it as"
        " the completed set.",
    ),
    pgettext_lazy(
        "dmjl",
        "The winning tile, %(tile)s, was drawn, but %(seat)s has it only in an"
        " exposed set. Turn the set concealed, or say who gave the tile.",
    ),
    pgettext_lazy(
        "dmjl",
        "A drawn tile completes no exposed set. Turn the set concealed, name another,"
        " or say who gave the tile.",
    ),
    pgettext_lazy(
        "dmjl",
        "%(seat)s’s tiles are no winning hand if “%(set)s” lay open before. If the"
        " winning tile completed it, say so: name it as the completed set, and the"
        " hand wins.",
    ),
    pgettext_lazy(
        "dmjl",
        "Where a hand can be arranged in several ways, the one worth most counts; of"
        " several limit hands that it is, the highest.",
    ),
    pgettext_lazy(
        "dmjl",
        "The ordinary count of a limit hand counts instead if it is higher.",
    ),
    pgettext_lazy(
        "dmjl",
        "The limit hand stands in place of the ordinary count, which would be"
        " %(points)s.",
    ),
    pgettext_lazy(
        "dmjl",
        "The ordinary count is higher than the limit hand “%(limit)s”, %(points)s, so"
        " it counts.",
    ),
    pgettext_lazy("dmjl", "A drawn tile completes no exposed set."),
    pgettext_lazy("dmjl", "Turn the set concealed that it completed."),
    pgettext_lazy(
        "dmjl",
        "%(seat)s’s tiles are not four sets and a pair, nor a limit hand of this"
        " ruleset. Check the tiles.",
    ),
)
"""What a rule book calls otherwise than the others, in one language at least."""
