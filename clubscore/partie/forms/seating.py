"""The form of the seating: how many players, whose seat is which, how it is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club import engine as rule_books
from clubscore.club.names import folded

LONGEST_NAME = 40
"""Of a player who is typed in at the table; five of them make a club's name."""

USUAL = 4
"""How many play where nobody says otherwise."""

HOW_MANY = {
    3: _("Three"),
    4: _("Four"),
    5: _("Five, one of whom rests"),
}

SEATS = (
    _("First East"),
    _("To East’s right, South"),
    _("Across from East, West"),
    _("To East’s left, North"),
)
"""Where four sit; the order of play is counter-clockwise."""

SEATS_OF_THREE = (*SEATS[:2], _("To East’s left, West"))
OWNER = _("East, owner of the first game")
"""Where seat winds stay with the players."""
RESTS = _("Rests first")


def seats_of(ruleset: str, many: int) -> tuple[str, ...]:
    """Return how the seats of so many players are called, the first East first."""
    seats = SEATS_OF_THREE if many == len(SEATS_OF_THREE) else SEATS
    if rule_books.has_owners(ruleset):
        seats = (OWNER, *seats[1:])
    return (*seats, *[RESTS] * (many - len(seats)))


def draw_of(ruleset: str, many: int) -> str:
    """Return how the rule book draws the seats; empty where it does not say."""
    said = rule_books.ruleset_called(ruleset).seat_draws.get(many)
    return gettext(said) if said else ""


def number_asked(data: Mapping[str, str], ruleset: str) -> int:
    """Return how many are to play, one of the numbers that the rule book knows."""
    known = rule_books.numbers_of_players(ruleset)
    asked = data.get("players", "")
    if asked in map(str, known):
        return int(asked)
    return USUAL if USUAL in known else known[-1]


def duplicates(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each field whose name stood in an earlier one, and that name."""
    seen: set[str] = set()
    for field, name in names.items():
        if folded(name) in seen:
            yield field, name
        seen.add(folded(name))
