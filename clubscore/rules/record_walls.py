"""
The judgement of a throw of dice: where the wall is broken.

Options are checked by the rulesets themselves, so that every house rule of a
ruleset is known here too; most have nothing to do with the wall.
"""

from __future__ import annotations

from dataclasses import dataclass

from clubscore.rules.errors import (
    Code,
    Parameters,
    RulesError,
    gettext_noop,
    quoted,
    raise_first,
)
from clubscore.rules.fields import Fields, Problems, is_whole
from clubscore.rules.options import Option, problems_with
from clubscore.rules.rulesets import RULESETS, base_of, find_ruleset, mauer
from clubscore.rules.seats import USUAL_PLAYERS, Wind
from clubscore.rules.wall import (
    Breaking,
    BrokenWall,
    WallDict,
    break_wall,
    checked_dice,
    write_wall,
)

THROW_FIELDS = frozenset(("ruleset", "dice", "players", "options"))


def wall_record(
    ruleset: object,
    dice: object,
    players: object = USUAL_PLAYERS,
    options: object = None,
) -> WallDict:
    """
    Return where *dice*, in the order thrown, break the wall.

    With a rotating owner the sides are named as in an East game: E is the side
    of the owner, whose seat nobody tells. Raise RulesError if the dice cannot
    have been thrown under that ruleset; see `errors.Code`.
    """
    return write_wall(read_wall(ruleset, dice, players, options))


def read_wall(
    ruleset: object,
    dice: object,
    players: object = USUAL_PLAYERS,
    options: object = None,
    owner: Wind = Wind.EAST,
) -> BrokenWall:
    """
    Return the wall that is broken under these rules.

    *owner* means something only where the rule book has an owner. Raise
    RulesError if any of this cannot be.
    """
    problems: Problems = []
    said = Fields(
        {"ruleset": ruleset, "dice": dice, "players": players, "options": options},
        problems,
        known=THROW_FIELDS,
    )
    book = _read_book(said)
    count = _read_players(said, book)
    chosen = said.entries("options") if options is not None else {}
    thrown: list[object] = []
    if isinstance(dice, list | tuple):
        thrown = list(dice)
    else:
        said.bad("dice", gettext_noop("The field “%(field)s” must be a list of dice."))
    shown: tuple[int, ...] = ()
    if book is not None:
        problems += problems_with(book.name, book.options, chosen, count)
        try:
            shown = checked_dice(book.breaking, thrown, book.name)
        except RulesError as error:
            problems.append(error)
    raise_first(problems)
    assert book is not None
    seat = owner if book.breaking.is_owners else Wind.EAST
    return break_wall(book.breaking, shown, count, chosen, seat)


@dataclass(frozen=True, slots=True)
class WallBook:
    """What a rule book says of the wall, and by which house rules."""

    key: str
    """The ruleset's key in a record."""
    name: str
    """What the book calls the game."""
    breaking: Breaking
    options: tuple[Option, ...]
    """All that the book offers; some have nothing to do with the wall."""


MAUER = WallBook("mauer", "Mauer", mauer.BREAKING, mauer.OPTIONS)
"""How a club breaks the wall that does not do it as its ruleset says."""


def wall_books() -> dict[str, WallBook]:
    """Return every book that says how the wall is broken, by its key."""
    found = {
        one.key: WallBook(one.key, one.name, one.breaking, one.options)
        for one in RULESETS.values()
        if one.breaking is not None
    }
    return {**found, MAUER.key: MAUER}


def wall_key(key: str) -> str:
    """Return the key of the book that says how the wall is broken, of a club's own."""
    try:
        return base_of(find_ruleset(key)).key
    except RulesError:
        return key


def _read_book(said: Fields) -> WallBook | None:
    """Return the book that the throw was made by; None if it is unknown or silent."""
    key = said.get("ruleset")
    if not isinstance(key, str):
        said.bad(
            "ruleset", gettext_noop("The field “%(field)s” must name the ruleset.")
        )
        return None
    books = wall_books()
    key = wall_key(key)
    if key in books:
        return books[key]
    if key in RULESETS:
        message = gettext_noop(
            "%(name)s says nothing of how the wall is broken. Any game can be"
            " begun as “mauer” says."
        )
        parameters: Parameters = {"name": RULESETS[key].name}
    else:
        message = gettext_noop("There is no ruleset “%(key)s”. Known are: %(known)s.")
        parameters = {"key": quoted(key), "known": ", ".join(books)}
    said.problems.append(
        RulesError(Code.UNKNOWN_RULESET, message, parameters, field="ruleset")
    )
    return None


def _read_players(said: Fields, book: WallBook | None) -> int:
    """Return how many play; as many as usual where that cannot be."""
    players = said.get("players")
    if is_whole(players) and (book is None or players in book.breaking.players):
        return players
    said.bad(
        "players",
        gettext_noop("The field “%(field)s” must be how many play: %(known)s."),
        known=", ".join(map(str, book.breaking.players)) if book else "3, 4, 5",
    )
    return USUAL_PLAYERS
