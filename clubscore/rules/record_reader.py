"""
The reader of a whole record: its JSON to the engine's values.

A record is read completely before anything is scored: its shape, its tiles, then
what cannot have happened. Every problem is collected, and the one that the
contract's table puts first is raised.
"""

from __future__ import annotations

from clubscore.rules.deal import GREEN
from clubscore.rules.errors import RulesError, gettext_noop, raise_first
from clubscore.rules.fields import Fields, Problems, is_whole
from clubscore.rules.hand_points import Taken
from clubscore.rules.hands import (
    Draw,
    Hand,
    Outcome,
    Penalty,
    PlayedGame,
    TableWinds,
    Win,
)
from clubscore.rules.problems import hand_problems, outcome_problems
from clubscore.rules.record_hands import (
    check_values,
    check_winners_hand,
    read_dead_hands,
    read_hands,
)
from clubscore.rules.record_outcomes import read_outcome
from clubscore.rules.record_scores import read_scores_game, scores_fields, takes_scores
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import find_ruleset, option_problems, with_options
from clubscore.rules.seats import USUAL_PLAYERS, WINDS_BY_LETTER, Wind

GAME_FIELDS = frozenset(
    ("ruleset", "options", "players", "round_wind", "owner", "hands", "outcome")
) | {"remark"}


def read_record(record: object) -> tuple[Ruleset, PlayedGame]:
    """
    Return the rules and the game that *record* tells of.

    Raise RulesError if it is no record, or tells what cannot have happened.
    """
    problems: Problems = []
    said = Fields(record, problems, known=GAME_FIELDS | scores_fields(_named(record)))
    players = said.record.get("players", USUAL_PLAYERS)
    rules = read_rules(said, players)
    if not is_whole(players) or (rules is not None and players not in rules.players):
        said.bad(
            "players",
            gettext_noop("The field “%(field)s” must be how many play: %(known)s."),
            known=", ".join(map(str, rules.players)) if rules else "3, 4, 5",
        )
    table = _read_table(said, rules)
    return read_game(rules, table, said)


def _named(record: object) -> Ruleset | None:
    """Return the rules that a record names, None where it is not to be found out."""
    key = record.get("ruleset") if isinstance(record, dict) else None
    if not isinstance(key, str | dict):
        return None
    try:
        return find_ruleset(key)
    except RulesError:
        return None


def read_rules(said: Fields, players: object) -> Ruleset | None:
    """
    Return the rules that the record names; None if they are unknown.

    Where an option or the number of *players* is wrong, its default holds for
    what remains to be checked.
    """
    options = said.entries("options")
    key = said.get("ruleset")
    if not isinstance(key, str | dict):
        said.bad(
            "ruleset", gettext_noop("The field “%(field)s” must name the ruleset.")
        )
        return None
    try:
        rules = find_ruleset(key)
    except RulesError as error:
        said.problems.append(error)
        return None
    many = USUAL_PLAYERS
    if is_whole(players) and players in rules.players:
        many = players
    said.problems += option_problems(rules, options, many)
    offered = {
        option.key: options[option.key]
        for option in rules.options
        if option.key in options and option.offers(options[option.key])
    }
    return with_options(rules, offered, many)


def _read_table(said: Fields, rules: Ruleset | None) -> TableWinds:
    """Return who plays, under which wind and in whose game."""
    if rules is None:
        return TableWinds(tuple(Wind), None)
    dealing = rules.dealing
    table = TableWinds(dealing.seats, None)
    letters = dealing.round_letters
    round_wind = None
    if letters:
        letter = said.get("round_wind")
        if not isinstance(letter, str) or letter not in letters:
            said.bad(
                "round_wind",
                gettext_noop(
                    "The field “%(field)s” must be the round wind: %(known)s."
                ),
                known=", ".join(one for one in ROUND_LETTERS if one in letters),
            )
        else:
            round_wind = WINDS_BY_LETTER.get(letter)
    owner = None
    if dealing.winds_stay:
        owner = said.place("owner", table)
    elif said.get("owner") is not None:
        said.bad(
            "owner",
            gettext_noop("The field “%(field)s” has no meaning in %(ruleset)s."),
            ruleset=rules.name,
        )
    return TableWinds(dealing.seats, round_wind, owner)


ROUND_LETTERS = (*WINDS_BY_LETTER, GREEN)
"""What a round wind can be called, in order."""


def _are_hands_ignored(rules: Ruleset | None, outcome: Outcome | None) -> bool:
    """Tell whether nobody looks at the hands: after a draw, or what cannot be."""
    if isinstance(outcome, Penalty):
        return rules is not None and not rules.paying.knows_penalties
    return isinstance(outcome, Draw)


def read_game(
    rules: Ruleset | None, table: TableWinds, said: Fields, *, is_played: bool = True
) -> tuple[Ruleset, PlayedGame]:
    """
    Return one game of a record, at a table whose seats are known.

    A game that cannot be *played* has no wind and no owner, so that only its shape
    and its tiles are looked at. Raise RulesError for the first of the problems found
    before and here.
    """
    problems = said.problems
    said.reason("remark")
    if rules is not None and takes_scores(rules):
        game, impossible = read_scores_game(rules, table, said)
        raise_first(problems)
        if is_played:
            raise_first(impossible)
        return rules, game
    outcome = read_outcome(said.get("outcome"), rules, table, problems)
    hands = said.entries("hands")
    read: dict[Wind, Hand] = {}
    if isinstance(outcome, Draw) and rules is not None:
        if rules.paying.fines_dead_hands:
            read = read_dead_hands(hands, table, problems)
    elif not _are_hands_ignored(rules, outcome):
        read = read_hands(hands, rules, table, problems)
        if rules is not None and rules.counting.takes is Taken.VALUE:
            check_values(outcome, read, problems)
        elif isinstance(outcome, Win):
            check_winners_hand(outcome, read[outcome.winner], problems)
    raise_first(problems)
    assert rules is not None
    assert outcome is not None
    game = PlayedGame(table, read, outcome)
    if rules.counting.takes is Taken.TILES:
        problems += hand_problems(rules, game)
    if is_played:
        problems += outcome_problems(rules, game)
    raise_first(problems)
    return rules, game
