"""
The fields of a form for one hand of a club's own, new or changed.

The club's own hands are listed with their numbers; one at a time is open with all its
blocks. What was typed is kept by the names of the fields, whatever it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.books import engine, own_hands
from clubscore.partie.table_screen import WAYS
from clubscore.partie.words import circumstances

COLUMNS = {
    "points": _("Points"),
    "doubles": _("Doubles"),
    "faan": _("Faan"),
    "laak": _("Laak"),
}
WHO = {"winner": _("the winner"), "everybody": _("everybody")}
LABELS = {
    "name": _("Name"),
    "definition": _("In a sentence"),
    "kind": _("How it lies"),
    "who": _("Who scores it"),
    "sets": _("Its sets"),
    "each": _("Its tiles"),
    "one_of": _("And one of these"),
    "only_tiles": _("… and these tiles"),
    "replaces": _("It counts instead of"),
    "yes": _("A hand that it is"),
    "no": _("A hand that it is not"),
    "yes_source": _("How was it won?"),
    "no_source": _("How was it won?"),
    **own_hands.COUNTS,
}
ABOUT = {
    "definition": _("What the reference card says of it; left empty, its name."),
    "sets": _(
        "Only those that matter, as 123m 456m 789m; 22z is a pair, 222z a pung. Or as"
        " blocks: chow a1, pung ax, pung bx+1, pair W; a, b and c are suits, x a rank,"
        " W a wind, D a dragon, own and round the winds of seat and round."
    ),
    "each": _(
        "All 14, or 13 and below of which the last one is: 19m19p19s1234567z. W is any"
        " wind, D any dragon: the same one wherever it stands."
    ),
    "only_tiles": _("As 19m or 2468s."),
    "chows": _("A number, or from–to as 2–4; left empty, any."),
    "yes": _("Whole, with a concealed set in parentheses: (123m)(456m)(789m)55z(222p)"),
    "no": _("Nearly it, so that everybody sees where it ends."),
}


@dataclass
class DraftField:
    """A field of the form."""

    name: str
    label: str
    value: str
    usual: str | None = None
    """What the book of ours has there; None where it has nothing."""
    choices: tuple[tuple[str, str], ...] = ()
    """Values and their words, where it is chosen."""
    about: str = ""
    problem: str = ""
    takes_tiles: bool = False
    """Whether tiles that are tapped are typed into it."""

    @property
    def is_other(self) -> bool:
        """Whether it is not as the book of ours has it."""
        return self.value != self.usual


@dataclass
class HandTick:
    """A field that is ticked or not."""

    name: str
    label: str
    is_ticked: bool


@dataclass
class OwnHandForm:
    """What was typed of a hand that is added to a book, or changed in it."""

    base: engine.Ruleset
    typed: own_hands.Typed
    """By the names of the fields without their `new.`."""
    key: str = ""
    """The hand that is changed; empty where one is added."""
    problems: Mapping[str, str] | None = None

    @classmethod
    def sent(cls, base: engine.Ruleset, data: Mapping[str, str]) -> OwnHandForm:
        """Return the form with what was typed."""
        typed = {
            name.removeprefix("new."): data[name]
            for name in data
            if name.startswith("new.")
        }
        return cls(base, typed, typed.pop("key", ""))

    @classmethod
    def of(cls, base: engine.Ruleset, hand: Mapping[str, Any]) -> OwnHandForm:
        """Return the form with a hand that the book has."""
        return cls(base, own_hands.typed_of(hand, COLUMNS), str(hand["key"]))

    # Its fields -----------------------------------------------------------------------

    def field(
        self, name: str, label: str = "", choices: Iterable[tuple[str, Any]] = ()
    ) -> DraftField:
        """Return the field of that name, with what was typed and what is wrong."""
        last = name.rpartition(".")[2]
        words = tuple((key, str(word)) for key, word in choices)
        return DraftField(
            f"new.{name}",
            label or str(LABELS[last]),
            self.typed.get(name, words[0][0] if words else ""),
            choices=words,
            about="" if name.startswith("words.") else str(ABOUT.get(last, "")),
            problem=(self.problems or {}).get(f"new.{name}", ""),
            takes_tiles=last in {"sets", "each", "one_of", "yes", "no"},
        )

    def tick(self, name: str, label: object) -> HandTick:
        """Return what is ticked or not."""
        return HandTick(f"new.{name}", str(label), name in self.typed)

    @property
    def about(self) -> list[DraftField]:
        """What it is called, what it is worth and who scores it."""
        counted = engine.item_columns(self.base)
        columns = [self.field(one, str(COLUMNS[one])) for one in counted]
        for one in engine.limit_columns(self.base):
            if one not in counted:
                field = self.field(one, str(COLUMNS[one]))
                field.about = gettext("Of a limit hand alone.")
                columns.append(field)
        who = []
        if self.base.paying.values_losers:
            who = [self.field("who", choices=WHO.items())]
        return [self.field("name"), self.field("definition"), *columns, *who]

    @property
    def limit_hand(self) -> HandTick:
        """Whether it is a limit hand."""
        return self.tick("limit_hand", gettext("It is a limit hand"))

    @property
    def kind(self) -> DraftField:
        """How its tiles lie."""
        return self.field("kind", choices=own_hands.KINDS.items())

    @property
    def replaces(self) -> list[DraftField]:
        """What it counts instead of: those that are named, and one more."""
        items = [(one.key, gettext(one.name)) for one in engine.all_items(self.base)]
        others = [("", "–"), *sorted(items, key=lambda one: one[1])]
        many = sum(one.startswith("replaces.") for one in self.typed)
        places = [one for one in range(many) if self.typed.get(f"replaces.{one}")]
        known = {key for key, _word in items}
        found = []
        for place in range(len(places) + 1):
            name = f"replaces.{place}"
            # A hand of the club's own stays what it is called in a file.
            value = self.typed.get(name, "")
            more = [(value, value)] if value and value not in known else []
            found.append(self.field(name, str(LABELS["replaces"]), [*others, *more]))
        return found

    @property
    def examples(self) -> list[DraftField]:
        """The hands that prove it, and how they were won."""
        ways = [("", "–"), *self._ways]
        return [
            self.field("yes"),
            self.field("yes_source", choices=ways),
            self.field("no"),
            self.field("no_source", choices=ways),
        ]

    @property
    def words(self) -> list[DraftField]:
        """What it is called in the languages of the site."""
        return [
            self.field(
                f"words.{code}.{name}", f"{LABELS[name]} ({gettext(str(language))})"
            )
            for code, language in settings.LANGUAGES
            for name in own_hands.WORDS
        ]

    @property
    def has_words(self) -> bool:
        """Whether any of them was typed."""
        return any(one.value or one.problem for one in self.words)

    @property
    def _ways(self) -> list[tuple[str, Any]]:
        known = engine.sources_of(self.base)
        return [(key, word) for key, word in WAYS.items() if key in known]

    @property
    def forms(self) -> list[HandBlocks]:
        """The ways in which it can lie: those that are filled in, and one more."""
        said = dict(own_hands.forms_said(self.typed))
        last = min(max(said, default=-1) + 2, own_hands.MOST_FORMS)
        return [HandBlocks(self, one, said.get(one, {})) for one in range(last)]


@dataclass
class HandBlocks:
    """The blocks of one way in which a hand can lie."""

    form: OwnHandForm
    place: int
    said: Mapping[str, Any]

    @property
    def is_said(self) -> bool:
        """Whether anything of it is filled in."""
        return bool(self.said)

    @property
    def says_more(self) -> bool:
        """Whether it asks more than its sets and what it is made of."""
        return bool(self.said.keys() - {"sets", "only"})

    def _field(
        self, name: str, label: str = "", choices: Iterable[tuple[str, Any]] = ()
    ) -> DraftField:
        return self.form.field(f"{self.place}.{name}", label, choices)

    def _tick(self, name: str, label: object) -> HandTick:
        return self.form.tick(f"{self.place}.{name}", label)

    @property
    def sets(self) -> DraftField:
        """The sets that matter."""
        return self._field("sets")

    @property
    def tiles(self) -> list[DraftField]:
        """The tiles of a hand without sets."""
        return [self._field("each"), self._field("one_of")]

    @property
    def varies(self) -> list[HandTick]:
        """Whether suits and ranks of the tiles that are laid down may vary."""
        return self._may_vary("suits", "ranks")

    @property
    def honours_vary(self) -> list[HandTick]:
        """Whether winds and dragons do, of sets; of tiles it is typed."""
        return self._may_vary("winds", "dragons")

    def _may_vary(self, *names: str) -> list[HandTick]:
        return [self._tick(name, own_hands.VARIES[name]) for name in names]

    @property
    def only(self) -> list[HandTick]:
        """What the hand is made of, by names."""
        groups = own_hands.GROUPS.items()
        return [self._tick(f"only.{name}", word) for name, word in groups]

    @property
    def only_tiles(self) -> DraftField:
        """What the hand is made of besides, tile by tile."""
        return self._field("only_tiles")

    @property
    def least(self) -> list[list[DraftField]]:
        """Of what it has so many tiles at least: those filled in, and one more."""
        at = f"{self.place}.least."
        said = {
            int(name.split(".")[2])
            for name, text in self.form.typed.items()
            if name.startswith(at) and name.endswith(".many") and text.strip()
        }
        rows = min(max(said, default=-1) + 2, own_hands.MOST_FORMS)
        return [
            [
                self._field(f"least.{row}.many", gettext("At least")),
                self._field(
                    f"least.{row}.of", gettext("tiles of"), own_hands.GROUPS.items()
                ),
                self._field(f"least.{row}.tiles", gettext("or of these tiles")),
            ]
            for row in range(rows)
        ]

    @property
    def concealed(self) -> HandTick:
        """Whether no set lies open."""
        return self._tick("concealed", gettext("No set lies open"))

    @property
    def counts(self) -> list[DraftField]:
        """How many sets of a kind it has."""
        return [self._field(name) for name in own_hands.COUNTS]

    @property
    def sources(self) -> list[HandTick]:
        """Where the winning tile came from."""
        return [
            self._tick(f"sources.{key}", word)
            for key, word in self.form._ways  # noqa: SLF001 - a part of the form
        ]

    @property
    def circumstances(self) -> list[HandTick]:
        """What was special about the winning tile."""
        book = self.form.base
        known = {one.value for one in book.winning.circumstances}
        return [
            self._tick(f"circumstances.{key}", word)
            for key, word in circumstances(book.key, known)
        ]
