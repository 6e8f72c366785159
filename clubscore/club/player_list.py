"""
A list of names that become players of a club, each held against those it has.

A line holds a name, or a list for a spreadsheet has a column of them. Nothing is saved
before whoever pastes it has seen what becomes of every name.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from io import StringIO

from django.utils.translation import gettext

from clubscore.club.models import Club, Player
from clubscore.club.names import folded, tidied

MOST_NAMES = 500
MOST_SIGNS = 50_000
MOST_NAME: int = Player._meta.get_field("name").max_length or 80
ALIKE = 0.8
"""From which share of equal letters on two words are perhaps one that was mistyped."""

NAMES = frozenset(("name", "naam", "player", "spieler", "spielerin", "speler"))
FIRST_NAMES = frozenset(("firstname", "vorname", "voornaam"))
LAST_NAMES = frozenset(("lastname", "surname", "nachname", "achternaam"))
"""How a column of names may be headed, in the languages that we speak."""
MARK = re.compile(r"^\s*(?:\d{1,3}[.)]|[-*•])\s+")
"""What stands before the names of a list that is numbered, or has bullets."""


@dataclass(slots=True)
class ListedName:
    """A name of the list, and what the club has to do with it."""

    name: str
    key: str
    """Without case and accents."""
    fault: str = ""
    """Why it cannot become a player; empty if it can."""
    alike: str = ""
    """Whose name is nearly the same; empty if nobody's."""

    @property
    def is_new(self) -> bool:
        """Whether it can become a player."""
        return not self.fault


def names_in(text: str) -> Iterator[str]:
    r"""
    Yield the names of a list, as they stand there.

    >>> list(names_in("1. Anna\n2. Ben\n\n- Cleo"))
    ['Anna', 'Ben', 'Cleo']
    >>> list(names_in("Vorname;Nachname;Ort\nAnna;Bakker;Bonn"))
    ['Anna Bakker']
    >>> list(names_in("Anna, Ben\nCleo, cleo@clubscore.example"))
    ['Anna', 'Ben', 'Cleo']
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return
    sign = next((one for one in "\t;" if one in lines[0]), ",")
    rows = [list(map(tidied, row)) for row in _rows(lines, sign)]
    columns = _columns(rows[0]) if rows else ()
    if columns:
        for row in rows[1:]:
            yield tidied(" ".join(row[one] for one in columns if one < len(row)))
        return
    for row in rows:
        cells = row if sign == "," else row[:1]
        for cell in cells:
            name = tidied(MARK.sub("", cell + " "))
            if name and "@" not in name:
                yield name


def _rows(lines: Sequence[str], sign: str) -> list[list[str]]:
    try:
        return list(csv.reader(StringIO("\n".join(lines)), delimiter=sign))
    except csv.Error:  # such as a cell without an end
        return [line.split(sign) for line in lines]


def _columns(heads: Sequence[str]) -> tuple[int, ...]:
    """Return which columns a name is made of; none where the line heads nothing."""
    words = [re.sub(r"[^a-z0-9]", "", folded(one)) for one in heads]

    def at(known: frozenset[str]) -> tuple[int, ...]:
        return tuple(place for place, word in enumerate(words) if word in known)[:1]

    return (at(FIRST_NAMES) + at(LAST_NAMES)) or at(NAMES)


class PlayerList:
    """The names of a text as the club sees them; asks one query."""

    def __init__(self, club: Club, text: str) -> None:
        self.club = club
        self.lines = [
            ListedName(name, folded(name)) for name in names_in(text) if name
        ][: MOST_NAMES + 1]
        for place, line in enumerate(self.lines):
            self._judge(line, self.lines[:place])

    @property
    def is_too_long(self) -> bool:
        """Whether there are more names than are added at once."""
        return len(self.lines) > MOST_NAMES

    @property
    def new(self) -> list[ListedName]:
        """Those that can become players."""
        return [one for one in self.lines if one.is_new]

    @cached_property
    def _known(self) -> dict[str, str]:
        """Return how who is in the club is shown, by their names and hidden names."""
        known = {}
        for player in self.club.players.all():
            known[player.key] = player.name
            if player.withheld_key:
                known[player.withheld_key] = player.name
        return known

    def _judge(self, line: ListedName, before: Sequence[ListedName]) -> None:
        """Say what keeps a name from becoming a player, or who else it may be."""
        if len(line.name) > MOST_NAME:
            line.fault = gettext("A name has at most %(many)d signs.") % {
                "many": MOST_NAME
            }
        elif "\0" in line.name:
            line.fault = gettext("This is no name.")
        elif line.key in self._known:
            line.fault = gettext("The club has this player already.")
        elif any(one.key == line.key for one in before):
            line.fault = gettext("This name stands in the list twice.")
        else:
            names = self._known | {one.key: one.name for one in before if one.is_new}
            line.alike = names.get(_alike(line.key, names), "")


def _alike(key: str, known: Iterable[str]) -> str:
    """
    Return which of the *known* names is nearly *key*; empty if none is.

    Who shares a surname alone is somebody else.

    >>> _alike("anna bakker", ["hanna bakker"]), _alike("ben bakker", ["anna bakker"])
    ('hanna bakker', '')
    >>> _alike("jan willem", ["willem jan"]), _alike("jan willem", ["jan-wilem"])
    ('willem jan', 'jan-wilem')
    """
    words = _words(key)
    for other in known:
        others = _words(other)
        if len(others) == len(words) and (
            sorted(others) == sorted(words) or all(map(_is_close, words, others))
        ):
            return other
    return ""


def _words(key: str) -> list[str]:
    return key.replace("-", " ").split()


def _is_close(word: str, other: str) -> bool:
    if word == other:
        return True
    matcher = SequenceMatcher(None, word, other)
    # The quick one never says less: most words are out by their lengths alone.
    return matcher.real_quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE
