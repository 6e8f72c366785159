"""The forms before the wall is broken: a rule book, its choices, the dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club.engine import base_key, sentence
from clubscore.partie.engine import walls
from clubscore.partie.engine.walls import Book, BrokenWall, WallOption
from clubscore.partie.models import Partie

FACES = [(str(face), str(face)) for face in range(1, 7)]
DICE = ("die_1", "die_2", "die_3", "die_4")
"""The fields of the dice; no rule book throws more."""
THREE, FOUR = 3, 4
"""The walls differ for three players; five build theirs as four do."""


@dataclass(frozen=True, slots=True)
class BookField:
    """A field, and the classes by which it is shown for its rule books alone."""

    field: forms.BoundField
    classes: str = ""


@dataclass(frozen=True, slots=True)
class Die:
    """The field of a die, and who throws from there on, by rule book."""

    field: forms.BoundField
    classes: str
    throwers: tuple[tuple[str, str], ...]
    """Sentences with their classes; none unless a throw begins here."""


class WallForm(forms.Form):
    """
    A rule book, what of it changes the wall, and the dice.

    At a table whose partie is known only the dice are asked, and whether the club
    breaks the wall in another way than the partie's rule book.
    """

    ruleset = forms.ChoiceField(label=_("Rule book"), widget=forms.RadioSelect)
    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=[(FOUR, _("four or five")), (THREE, _("three"))],
        coerce=int,
        widget=forms.RadioSelect,
    )
    owner = forms.ChoiceField(label=_("Whose game is it?"), widget=forms.RadioSelect)

    def __init__(
        self,
        asked: Mapping[str, str],
        *,
        books: Iterable[Book],
        usual: Mapping[str, str],
        partie: Partie | None = None,
    ) -> None:
        self.books = {book.key: book for book in books}
        self.partie = partie
        options = list(self._options())
        defaults = {one.key: str(one.choices[0][0]) for one in options}
        # What the address does not say is as the club plays, or as the book says.
        self.said = {"players": str(FOUR), "owner": "E"} | defaults | dict(usual)
        self.said |= asked
        super().__init__(self.said)
        self._offer("ruleset", ((book.key, book.name) for book in self.books.values()))
        self._offer("owner", walls.seat_names())
        for option in options:
            self.fields[option.key] = forms.ChoiceField(
                label=gettext(option.name), widget=forms.RadioSelect
            )
            self._offer(option.key, option.choices)
        for number, name in enumerate(DICE, start=1):
            self.fields[name] = forms.ChoiceField(
                label=gettext("Die %(number)d") % {"number": number},
                choices=FACES,
                required=False,
                widget=forms.RadioSelect,
            )
        if partie is not None:
            del self.fields["players"]

    def _options(self) -> Iterator[WallOption]:
        """Yield the options that somebody has to choose here."""
        for book in self.books.values():
            if self.partie is None or book.key != base_key(self.partie.ruleset):
                yield from book.options

    def _offer(self, name: str, choices: Iterable[tuple[str | int, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(value), gettext(words)) for value, words in choices]

    # What the page shows ------------------------------------------------------

    @property
    def questions(self) -> list[BookField]:
        """The fields before the dice."""
        books = self.books.values()
        found = [BookField(self["ruleset"])]
        if self.partie is None:
            by_three = [book for book in books if THREE in book.players]
            found.append(BookField(self["players"], self._shown_for(by_three)))
        with_owner = [book for book in books if book.is_owners]
        if with_owner:
            found.append(BookField(self["owner"], self._shown_for(with_owner)))
        for option in self._options():
            classes = self._shown_for(book for book in books if option in book.options)
            if THREE not in option.players:
                classes += " not-three"
            found.append(BookField(self[option.key], classes))
        return found

    @property
    def dice(self) -> list[Die]:
        """The fields of the dice, in the order in which they are thrown."""
        return [self._die(*one) for one in enumerate(DICE, start=1)]

    def _die(self, number: int, name: str) -> Die:
        beginning: dict[str, list[Book]] = defaultdict(list)
        for book in self.books.values():
            thrown = 0
            for thrower, dice in book.throws:
                if thrown + 1 == number:
                    beginning[thrower].append(book)
                thrown += dice
        return Die(
            self[name],
            self._shown_for(one for one in self.books.values() if number <= one.dice),
            tuple((text, self._shown_for(books)) for text, books in beginning.items()),
        )

    def _shown_for(self, books: Iterable[Book]) -> str:
        """Return the classes of what is shown for some rule books alone."""
        # By their places among the choices: the style sheet knows no rule book.
        places = list(self.books)
        return " ".join(("of-some", *(f"of-{places.index(one.key)}" for one in books)))

    # What was asked -----------------------------------------------------------

    @property
    def book(self) -> Book | None:
        """The rule book that was chosen, None if there is no such."""
        return self.books.get(self.said["ruleset"])

    @property
    def dice_thrown(self) -> tuple[str, ...]:
        """The fields of the dice that the rule book throws."""
        return DICE[: self.book.dice] if self.book is not None else ()

    @property
    def missing(self) -> list[int]:
        """The numbers of the dice that have not been tapped yet."""
        return [
            number
            for number, name in enumerate(self.dice_thrown, start=1)
            if not self.said.get(name)
        ]

    def wall(self) -> BrokenWall | None:
        """Return the broken wall; None if a die is missing or something is wrong."""
        book = self.book
        if not self.is_valid() or book is None or self.missing:
            return None
        data = self.cleaned_data
        players = self._players(book)
        try:
            return walls.broken_wall(
                book.key,
                [int(data[name]) for name in self.dice_thrown],
                players,
                self._chosen(book, players),
                data["owner"],
            )
        except walls.RulesError as error:
            self.add_error(None, sentence(error))
            return None

    def _players(self, book: Book) -> int:
        if self.partie is not None:
            return self.partie.players
        players: int = self.cleaned_data["players"]
        return players if players in book.players else FOUR

    def _chosen(self, book: Book, players: int) -> dict[str, Any]:
        """Return the options of the rule book, as a record has them."""
        if self.partie is not None and book.key == base_key(self.partie.ruleset):
            return dict(self.partie.options)
        return {
            option.key: value
            for option in book.options
            for value, _name in option.choices
            if players in option.players and self.cleaned_data[option.key] == str(value)
        }
