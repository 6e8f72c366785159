"""
The third judgement of the contract: where the wall is broken.

Options are checked by the rulesets themselves, so that every house rule of a
ruleset is known here too; most have nothing to do with the wall.
"""

from __future__ import annotations

from collections.abc import Mapping

from clubscore.rules.errors import Code, RulesError, gettext_noop, quoted, raise_first
from clubscore.rules.fields import Fields, Problems, is_whole
from clubscore.rules.rulesets import RULESETS, option_problems
from clubscore.rules.seats import Wind
from clubscore.rules.wall import (
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
    ruleset: object, dice: object, players: object = 4, options: object = None
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
    players: object = 4,
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
        problems += _option_problems(breaking, chosen, count)
        try:
            checked_dice(breaking, thrown)
        except RulesError as error:
            problems.append(error)
    raise_first(problems)
    assert breaking is not None
    seat = owner if breaking.is_owners else Wind.EAST
    return break_wall(breaking, thrown, count, chosen, seat)


def _read_breaking(said: Fields) -> Breaking | None:
    """Return how the rule book breaks the wall; None if it is unknown."""
    key = said.get("ruleset")
    if not isinstance(key, str):
        said.bad(
            "ruleset", gettext_noop("The field “%(field)s” must name the ruleset.")
        )
        return None
    try:
        return find_breaking(key)
    except RulesError as error:
        said.problems.append(error)
        return None


def _read_players(said: Fields, breaking: Breaking | None) -> int:
    """Return how many play; 4 where that cannot be."""
    players = said.get("players")
    if is_whole(players) and (breaking is None or players in breaking.players):
        return players
    said.bad(
        "players",
        gettext_noop("The field “%(field)s” must be how many play: %(known)s."),
        known=", ".join(map(str, breaking.players)) if breaking else "3, 4, 5",
    )
    return 4


def _option_problems(
    breaking: Breaking, options: Mapping[str, object], players: int
) -> Problems:
    """Return an error for every option that cannot be chosen so."""
    if breaking.own_options is None:
        return option_problems(RULESETS[breaking.key], options, players)
    problems = []
    for key, value in options.items():
        offered = breaking.own_options.get(key)
        if offered is None:
            problems.append(
                RulesError(
                    Code.UNKNOWN_OPTION,
                    gettext_noop("%(ruleset)s has no option “%(key)s”."),
                    {"ruleset": breaking.name, "key": quoted(key)},
                    field="options",
                )
            )
        elif not any(type(value) is type(one) and value == one for one in offered):
            problems.append(
                RulesError(
                    Code.UNKNOWN_OPTION,
                    gettext_noop("“%(key)s” can be: %(offered)s."),
                    {"key": key, "offered": ", ".join(map(str, offered))},
                    field=f"options.{key}",
                )
            )
    return problems
