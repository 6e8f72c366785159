"""
The JSON of the contract, to the engine's values.

A record is read completely before anything is scored: its shape, its tiles, then
what cannot have happened. Every problem is collected, and the one that the
contract's table puts first is raised.
"""

from __future__ import annotations

from clubscore.rules.errors import RulesError, gettext_noop, raise_first
from clubscore.rules.fields import Fields, Problems, is_whole
from clubscore.rules.hands import Draw, Game, Hand, Penalty, Table, Win
from clubscore.rules.items import Ruleset
from clubscore.rules.problems import hand_problems, outcome_problems
from clubscore.rules.reading_hands import check_winners_hand, read_hands
from clubscore.rules.reading_outcomes import read_outcome
from clubscore.rules.rulesets import find_ruleset, option_problems, with_options
from clubscore.rules.seats import WINDS_BY_LETTER, Wind

GAME_FIELDS = frozenset(
    ("ruleset", "options", "players", "round_wind", "owner", "hands", "outcome")
) | {"remark"}


def read_record(record: object) -> tuple[Ruleset, Game]:
    """
    Return the rules and the game that *record* tells of.

    Raise RulesError if it is no record, or tells what cannot have happened.
    """
    problems: Problems = []
    said = Fields(record, problems, known=GAME_FIELDS)
    rules = read_rules(said)
    table = _read_table(said, rules)
    return read_game(rules, table, said)


def read_rules(said: Fields) -> Ruleset | None:
    """
    Return the rules that the record names; None if they are unknown.

    Where an option is wrong, its default holds for what remains to be checked.
    """
    options = said.entries("options")
    key = said.get("ruleset")
    if not isinstance(key, str):
        said.bad(
            "ruleset", gettext_noop("The field “%(field)s” must name the ruleset.")
        )
        return None
    try:
        rules = find_ruleset(key)
    except RulesError as error:
        said.problems.append(error)
        return None
    said.problems += option_problems(rules, options)
    offered = {
        option.key: options[option.key]
        for option in rules.options
        if option.key in options and option.offers(options[option.key])
    }
    return with_options(rules, offered)


def _read_table(said: Fields, rules: Ruleset | None) -> Table:
    """Return who plays and under which wind."""
    players = said.record.get("players", 4)
    if not is_whole(players) or (rules is not None and players not in rules.players):
        said.bad(
            "players",
            gettext_noop("The field “%(field)s” must be how many play: %(known)s."),
            known=", ".join(map(str, rules.players)) if rules else "3, 4, 5",
        )
    letter = said.get("round_wind")
    round_wind = WINDS_BY_LETTER.get(letter) if isinstance(letter, str) else None
    if round_wind is None and rules is not None:
        said.bad(
            "round_wind",
            gettext_noop("The field “%(field)s” must be the round wind: E, S, W or N."),
        )
    if said.get("owner") is not None and rules is not None:
        said.bad(
            "owner",
            gettext_noop("The field “%(field)s” has no meaning in %(ruleset)s."),
            ruleset=rules.name,
        )
    return Table(tuple(Wind), round_wind)


def read_game(
    rules: Ruleset | None, table: Table, said: Fields
) -> tuple[Ruleset, Game]:
    """
    Return what was said of one game, at a table whose seats are known.

    Raise RulesError for the first of the problems found before and here.
    """
    problems = said.problems
    said.reason("remark")
    outcome = read_outcome(said.get("outcome"), table, problems)
    hands = said.entries("hands")
    read: dict[Wind, Hand] = {}
    # The hands of a draw are ignored, and so are those of a penalty.
    if not isinstance(outcome, Draw | Penalty):
        read = read_hands(hands, rules, table, problems)
        if isinstance(outcome, Win):
            check_winners_hand(outcome, read[outcome.winner], problems)
    raise_first(problems)
    assert rules is not None
    assert outcome is not None
    game = Game(table, read, outcome)
    problems += hand_problems(game)
    problems += outcome_problems(rules, game)
    raise_first(problems)
    return rules, game
