"""A counted game of a partie, with its notices, by the partie's rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from clubscore.rules.errors import Notice, RulesError
from clubscore.rules.hand_points import FaanAndLaak
from clubscore.rules.hands import Win
from clubscore.rules.items import LimitHand, Rule
from clubscore.rules.payments import Debt, Reason
from clubscore.rules.record_hands import WAITING
from clubscore.rules.record_reader import read_record
from clubscore.rules.record_writer import PaymentDict, ResultDict, write_result
from clubscore.rules.records import row_notices
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import WINDS_BY_LETTER
from clubscore.rules.settlement import limited, limits_losses, result_of
from clubscore.rules.table.scores import is_from_paper, result_of_scores
from clubscore.rules.table.table_seats import (
    Entered,
    PlayerKey,
    Table,
    Terms,
    outcome_of,
    record_of,
    rules_table,
    winner_of,
)
from clubscore.rules.winners import without_minimum

Charge = Callable[[Mapping[str, Any]], None]
"""Is told of every record before it is counted; what would cost too much it refuses."""


def freely(record: Mapping[str, Any]) -> None:
    """Let anything be counted: in a phone it is its own player's time."""


@dataclass(frozen=True, slots=True)
class CountedGame:
    """What a game comes to, and what a scorekeeper should see about it."""

    result: ResultDict
    notices: tuple[Notice, ...]


def counted(
    terms: Terms,
    table: Table,
    game: Entered,
    totals: Mapping[PlayerKey, int],
    charge: Charge = freely,
    *,
    needs_minimum: bool = True,
) -> CountedGame:
    """
    Return what a game would come to; raise RulesError if it cannot be scored.

    *totals* are what each has won or lost before, where the rules ask for that.
    Without *needs_minimum* any count is enough to win.
    """
    if is_from_paper(terms, game):
        return CountedGame(result_of_scores(terms, table, game), ())
    record = record_of(terms, table, game)
    charge(record)
    rules, played = read_record(record)
    if not needs_minimum:
        rules = without_minimum(rules)
    before = {
        WINDS_BY_LETTER[seat]: totals.get(player, 0)
        for seat, player in table.winds.items()
    }
    result = limited(rules, result_of(rules, played), before)
    row = row_notices(
        table.number, rules.dealing, played.outcome, ends_row=table.ends_row
    )
    return CountedGame(write_result(rules, result), (*result.notices, *row))


def owed_in_full(
    terms: Terms, table: Table, game: Entered, charge: Charge = freely
) -> Sequence[PaymentDict]:
    """
    Return what would be paid in a game if nobody had lost anything before.

    Nothing where the rules let everybody lose whatever it is.
    """
    if not limits_losses(terms.rules):
        return ()
    record = record_of(terms, table, game)
    charge(record)
    rules, played = read_record(record)
    return write_result(rules, result_of(rules, played))["payments"]


@dataclass(frozen=True, slots=True)
class PassedOver:
    """What the winner's hand was too, and what counted instead."""

    limit: Rule | None
    """The limit hand that it was; None where the ordinary count gave way to one."""
    points: int
    """What it would have been worth."""


def passed_over(
    terms: Terms, table: Table, game: Entered, charge: Charge = freely
) -> PassedOver | None:
    """
    Return what gave way when a limit hand and an ordinary count both fitted.

    None where the winner's hand could be counted in one of these ways only.
    """
    if game.scores is not None or winner_of(game) is None:
        return None
    record = record_of(terms, table, game)
    charge(record)
    try:
        rules, played = read_record(record)
        win = played.outcome
        assert isinstance(win, Win)
        if not rules.limit_hands or not played.hands[win.winner].is_counted_by_tiles:
            return None
        counted_as = result_of(rules, played).hands[win.winner]
        is_limit = counted_as.limit is not None
        others = _by_count(rules) if is_limit else _by_limit_hand(rules)
        other = result_of(others, played).hands[win.winner]
    except RulesError:
        # It is one of the two only, or no longer wins by rules that were put right.
        return None
    if (other.limit is not None) is is_limit:
        return None
    return PassedOver(other.limit, other.points)


@lru_cache(maxsize=64)
def _by_count(rules: Ruleset) -> Ruleset:
    """Return *rules* by which only ordinary counts win, however little they are."""
    return replace(without_minimum(rules), limit_hands=())


@lru_cache(maxsize=64)
def _by_limit_hand(rules: Ruleset) -> Ruleset:
    """Return *rules* by which only limit hands win."""
    return replace(rules, counting=rules.counting_sums.for_limit_hands_alone())


def factors_of(
    terms: Terms, table: Table, outcome: Mapping[str, Any], payment: PaymentDict
) -> list[str]:
    """Return why a debt is doubled, a key of `paying.Factor` each time."""
    debt = Debt(
        WINDS_BY_LETTER[payment["from"]],
        WINDS_BY_LETTER[payment["to"]],
        payment["amount"],
        Reason(payment["reason"]),
    )
    played = outcome_of(table, outcome)
    factors = terms.rules.debts.factors(rules_table(table), played, debt)
    return [factor.value for factor in factors]


def pao_parts(
    terms: Terms, table: Table, outcome: Mapping[str, Any], points: int
) -> list[int]:
    """Return what each would have paid for whom one player pays."""
    win = outcome_of(table, outcome)
    assert isinstance(win, Win)
    payments = terms.rules.debts.shares(rules_table(table), win, points)
    return [one.amount for one in payments]


def gives_for_all(terms: Terms, outcome: Mapping[str, Any]) -> bool:
    """Tell whether somebody gave the winning tile who pays for all."""
    return outcome.get("from") is not None and terms.rules.paying.giver_pays_all


def highest_count(terms: Terms) -> int | None:
    """Return the most points that a counted hand can have; None without a limit."""
    return terms.rules.counting.most


def has_laak(terms: Terms) -> bool:
    """Tell whether hands are counted in laak beside faan."""
    counting = terms.rules.counting
    return isinstance(counting, FaanAndLaak) and counting.has_laak


def most_faan(terms: Terms) -> int:
    """Return how many faan count at most."""
    counting = terms.rules.counting
    assert isinstance(counting, FaanAndLaak)
    return counting.most_faan


def is_in_faan(terms: Terms) -> bool:
    """Tell whether hands are counted in faan and laak."""
    return isinstance(terms.rules.counting, FaanAndLaak)


def whole_faan(terms: Terms, faan: int, laak: int) -> int:
    """Return a hand's faan together with those that its laak stand for."""
    counting = terms.rules.counting
    assert isinstance(counting, FaanAndLaak)
    return counting.rank((faan, laak))[0]


def rule_called(terms: Terms, key: str) -> Rule | None:
    """Return the item or limit hand that a result names, None if there is none."""
    rules = terms.rules
    key = key.removeprefix(WAITING)
    limit: LimitHand | None = rules.limits_by_key.get(key)
    if limit is not None:
        return limit
    return next((one for one in rules.items if one.key == key), None)


def is_half_paid(terms: Terms) -> bool:
    """Tell whether a hand one tile short of a limit hand is paid half of it."""
    waiting = terms.rules.counting.waiting
    return waiting is not None and waiting.share == (1, 2)


def is_waiting(key: str) -> bool:
    """Tell whether a result's item is half of a limit hand that is waited for."""
    return key.startswith(WAITING)
