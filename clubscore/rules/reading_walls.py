"""
The third judgement of the contract: where the wall is broken.

Options are checked by the rulesets themselves, so that every house rule of a
ruleset is known here too; most have nothing to do with the wall.
"""

from __future__ import annotations

from clubscore.rules.errors import Code, RulesError, Term, gettext_noop, raise_first
from clubscore.rules.fields import Fields, Problems, is_whole
from clubscore.rules.items import Citation, Decision, Document
from clubscore.rules.options import Choice, Option, problems_with
from clubscore.rules.rulesets import RULESETS
from clubscore.rules.seats import USUAL_PLAYERS, Wind
from clubscore.rules.wall import (
    BREAKINGS,
    Breaking,
    BrokenWall,
    WallDict,
    break_wall,
    checked_dice,
    find_breaking,
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
    breaking = _read_breaking(said)
    count = _read_players(said, breaking)
    chosen = said.entries("options") if options is not None else {}
    thrown: list[object] = []
    if isinstance(dice, list | tuple):
        thrown = list(dice)
    else:
        said.bad("dice", gettext_noop("The field “%(field)s” must be a list of dice."))
    if breaking is not None:
        problems += problems_with(breaking.name, options_of(breaking), chosen, count)
        try:
            checked_dice(breaking, thrown)
        except RulesError as error:
            problems.append(error)
    raise_first(problems)
    assert breaking is not None
    seat = owner if breaking.is_owners else Wind.EAST
    return break_wall(breaking, thrown, count, chosen, seat)


MAUER = Document("mauer", "Mauer")
MAUER_OPTIONS = (
    Option(
        "dead_wall",
        Term(gettext_noop("Tiles of the dead wall")),
        Citation(
            MAUER,
            "Mauer",
            "2026-11-21",
            Decision(
                gettext_noop("Rule books do not agree on how long the dead wall is."),
                gettext_noop("Three stacks and the two markers on them: eight tiles."),
            ),
        ),
        (Choice(8, Term("8")), Choice(14, Term("14"))),
    ),
)
"""What can be chosen where a club breaks the wall as no ruleset does."""


def options_of(breaking: Breaking) -> tuple[Option, ...]:
    """Return the house rules that go with a way of breaking the wall."""
    ruleset = RULESETS.get(breaking.key)
    return ruleset.options if ruleset is not None else MAUER_OPTIONS


def _read_breaking(said: Fields) -> Breaking | None:
    """Return how the rule book breaks the wall; None if it is unknown."""
    key = said.get("ruleset")
    if not isinstance(key, str):
        said.bad(
            "ruleset", gettext_noop("The field “%(field)s” must name the ruleset.")
        )
        return None
    if key in RULESETS and key not in BREAKINGS:
        said.problems.append(
            RulesError(
                Code.UNKNOWN_RULESET,
                gettext_noop(
                    "%(name)s says nothing of how the wall is broken. Any game can be"
                    " begun as “mauer” says."
                ),
                {"name": RULESETS[key].name},
                field="ruleset",
            )
        )
        return None
    try:
        return find_breaking(key)
    except RulesError as error:
        said.problems.append(error)
        return None


def _read_players(said: Fields, breaking: Breaking | None) -> int:
    """Return how many play; as many as usual where that cannot be."""
    players = said.get("players")
    if is_whole(players) and (breaking is None or players in breaking.players):
        return players
    said.bad(
        "players",
        gettext_noop("The field “%(field)s” must be how many play: %(known)s."),
        known=", ".join(map(str, breaking.players)) if breaking else "3, 4, 5",
    )
    return USUAL_PLAYERS
