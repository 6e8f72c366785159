"""The app's door to the rules engine: rule books and house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from django.utils import translation
from django.utils.translation import gettext

from clubscore.rules import (
    RulesError,
    own_books,
    record_scores,
    score_record,
    sentences,
)
from clubscore.rules.errors import Notice, Sentence
from clubscore.rules.hand_points import Taken
from clubscore.rules.options import ListOption, NumberOption, Option, Value
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import (
    RULESETS,
    SHELF,
    base_of,
    find_ruleset,
    option_problems,
    problems_of_book,
)
from clubscore.rules.seats import WINDS_BY_LETTER

Rules = Ruleset
"""A rule book as data, for the modules beside this one."""


def rulesets() -> tuple[Ruleset, ...]:
    """Return the rulesets that a club can play by."""
    return tuple(RULESETS.values())


def ruleset_called(key: str) -> Ruleset:
    """Return the ruleset of that key; raise RulesError if there is none."""
    return find_ruleset(key)


def base_key(ruleset: str) -> str:
    """
    Return the key of the rule book that a club's own began with; of ours their own.

    Whatever is no rule book's key is returned as it is.
    """
    try:
        return base_of(find_ruleset(ruleset)).key
    except RulesError:
        return ruleset


def usual_standings(ruleset: str) -> str:
    """Return the key of the standings that a book's seasons have; "" as any other."""
    return base_of(find_ruleset(ruleset)).standings


def name_of(ruleset: str) -> str:
    """Return what a rule book is called, in the reader's language."""
    return gettext(find_ruleset(ruleset).name)


def numbers_of_players(ruleset: str) -> tuple[int, ...]:
    """Return for how many players a rule book has rules, the fewest first."""
    return tuple(sorted(find_ruleset(ruleset).players))


def knows_chips(ruleset: str) -> bool:
    """Tell whether a rule book says what chips are played with."""
    dealing = find_ruleset(ruleset).dealing
    return bool(dealing.chips or dealing.chip_values)


def takes_scores(ruleset: str) -> bool:
    """Tell whether what everybody won or lost is typed, and no hands."""
    return record_scores.takes_scores(find_ruleset(ruleset))


def takes_value(ruleset: str) -> bool:
    """Tell whether what the winner's hand is worth is typed, and no hands."""
    return find_ruleset(ruleset).counting.takes is Taken.VALUE


def takes_tiles(ruleset: str) -> bool:
    """Tell whether hands are entered, and not numbers alone."""
    return find_ruleset(ruleset).counting.takes is Taken.TILES


def has_owners(ruleset: str) -> bool:
    """Tell whether games have owners, while seat winds stay with the players."""
    return find_ruleset(ruleset).dealing.winds_stay


def problems_of(
    ruleset: str | Ruleset, options: Mapping[str, object], players: int = 4
) -> list[RulesError]:
    """Return what is wrong with a ruleset and house rules for so many *players*."""
    try:
        rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    except RulesError as error:
        return [error]
    return option_problems(rules, options, players)


def written_out(ruleset: str, options: Mapping[str, object]) -> dict[str, Value]:
    """
    Return every option's value, with the defaults where nothing was chosen.

    What has no value where nothing is chosen is left out.
    """
    chosen = {
        option.key: options.get(option.key, option.default)
        for option in find_ruleset(ruleset).options
    }
    return {
        key: value  # type: ignore[misc]
        for key, value in chosen.items()
        if value is not None
    }


def with_chips(ruleset: str) -> dict[str, str | int]:
    """Return the house rules that playing with chips asks for."""
    return dict(find_ruleset(ruleset).dealing.options_with_chips)


def sentence(
    problem: RulesError | Notice | Sentence, called: Mapping[str, str] | None = None
) -> str:
    """
    Return what is wrong, or what a rule says, in the reader's language.

    *called* has, by the names of their winds, other words for those at the table.
    """
    return sentences.sentence(translation, problem, called)


# A club's own rule books ---------------------------------------------------------

LONGEST_NAME = own_books.LONGEST_NAME
"""Of a club's own book, and of what it adds to it."""


def own_books_found(find: Callable[[str], Mapping[str, object] | None]) -> None:
    """
    Say how a club's own book is found by its key, from now on.

    Whoever reads has its words in their language, as far as the book has them.
    """
    SHELF.keeps(find, lambda: translation.get_language() or "")


def own_book(book: Mapping[str, object]) -> Ruleset:
    """Return the ruleset that a club's own book is; raise RulesError if it is none."""
    return find_ruleset(book)


def own_book_problems(book: object) -> list[RulesError]:
    """Return all that cannot be in a club's own book, or not be played here."""
    problems = problems_of_book(book)
    if problems or not isinstance(book, dict):
        return problems
    return problems_of(own_book(book), {})


# House rules as pages show them ------------------------------------------------

MOST = 999
"""The highest number that a house rule can be given on a page."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option of a ruleset: its words are translated where they are shown."""

    key: str
    name: str
    section: str
    """The heading in the rule book."""
    is_decision: bool
    """Whether the book contradicts itself or is silent there."""
    is_asked: bool
    """Whether nothing is preset: whoever plays has to say."""
    players: tuple[int, ...]
    """For how many of the book's numbers of players it means something."""
    without: tuple[int, ...]
    """For how many of them it means nothing."""
    default: str | int | None
    """None where there is no value until somebody gives one."""
    choices: tuple[tuple[str | int, str], ...]
    """Values and their names; none for a whole number and for a list."""
    least: int
    """The least number, where it is a number."""
    option: Option
    """What the rules engine knows of it."""

    @property
    def is_number(self) -> bool:
        """Whether any whole number from the least one up can be chosen."""
        return isinstance(self.option, NumberOption)

    @property
    def is_list(self) -> bool:
        """Whether a list of whole numbers can be given."""
        return isinstance(self.option, ListOption)

    def words_for(self, value: object) -> str:
        """Return how a value is called, to be translated."""
        return self.option.says(value)


def house_rules(ruleset: str, players: int | None = None) -> tuple[HouseRule, ...]:
    """
    Return what a club can choose on top of a ruleset, in the book's order.

    Given a number of *players*, only what means something for so many.
    """
    rules = find_ruleset(ruleset)
    return tuple(
        _house_rule(rules, option)
        for option in rules.options
        if players is None or players in option.players
    )


def _house_rule(rules: Ruleset, option: Option) -> HouseRule:
    known = sorted(rules.players)
    return HouseRule(
        option.key,
        option.name,
        option.source.section,
        option.source.is_decision,
        option.is_asked,
        tuple(many for many in known if many in option.players),
        tuple(many for many in known if many not in option.players),
        option.default,
        tuple((choice.value, choice.name) for choice in option.choices),
        option.least if isinstance(option, NumberOption) else 0,
        option,
    )


def differing(
    ruleset: str, options: Mapping[str, object], players: int | None = None
) -> tuple[tuple[HouseRule, str], ...]:
    """
    Return the house rules that differ from the book, with what holds instead.

    What a book leaves to its players differs from it whatever they have said.
    """
    return tuple(
        (rule, rule.words_for(options[rule.key]))
        for rule in house_rules(ruleset, players)
        if (rule.is_asked and rule.key in options)
        or options.get(rule.key, rule.default) != rule.default
    )


def meant_for(
    ruleset: str, options: Mapping[str, object], players: int
) -> dict[str, object]:
    """Return those of *options* that mean something for so many players."""
    keys = {rule.key for rule in house_rules(ruleset, players)}
    return {key: value for key, value in options.items() if key in keys}


def unanswered(ruleset: str, options: Mapping[str, object]) -> tuple[HouseRule, ...]:
    """Return the rules that have to be chosen, and were not."""
    return tuple(
        rule
        for rule in house_rules(ruleset)
        if rule.is_asked and rule.key not in options
    )


# Examples of what a rule does ---------------------------------------------------

EXAMPLE_POINTS = {"E": 24, "S": 64, "W": 8, "N": 32}
"""What the hands of the example are worth; South wins the game of East."""
EXAMPLE_GAME = {
    "round_wind": "E",
    "owner": "E",
    "hands": {seat: {"points": points} for seat, points in EXAMPLE_POINTS.items()},
    "outcome": {
        "kind": "win",
        "winner": "S",
        "winning_tile": None,
        "source": "discard",
        "from": "W",
    },
}


@dataclass(frozen=True, slots=True)
class ExampleScores:
    """What a game comes to with one choice of a rule; winds are to be translated."""

    value: str | int
    payments: tuple[tuple[str, str, int], ...]
    """Who pays whom how much."""
    scores: tuple[tuple[str, int], ...]


@cache
def examples(ruleset: str, key: str) -> tuple[ExampleScores, ...]:
    """Return what the same game comes to with each choice of a house rule."""

    def wind(letter: str) -> str:
        return WINDS_BY_LETTER[letter].term

    found = []
    for choice in find_ruleset(ruleset).options_by_key[key].choices:
        options = {key: choice.value}
        game = EXAMPLE_GAME | {"ruleset": ruleset, "options": options}
        result = score_record(game)
        debts = [(one["from"], one["to"], one["amount"]) for one in result["payments"]]
        found.append(
            ExampleScores(
                choice.value,
                tuple((wind(payer), wind(payee), many) for payer, payee, many in debts),
                tuple((wind(seat), score) for seat, score in result["scores"].items()),
            )
        )
    return tuple(found)
