"""What a game comes to: the hands' worth, the debts, what everybody gains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from clubscore.rules.counting import HandScore
from clubscore.rules.errors import Notice
from clubscore.rules.hands import Game, Penalty, Win
from clubscore.rules.notices import notices_of_hands
from clubscore.rules.pao import pao_notices
from clubscore.rules.paying import Payments, scores_of
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.scoring import score_hands
from clubscore.rules.seats import Wind

ONE_LAAK = (0, 1)
"""The unit of penalties: a laak, and no faan beside it."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a game comes to."""

    hands: Mapping[Wind, HandScore]
    """What each hand is worth that is valued; empty where none is."""
    payments: Payments
    scores: Mapping[Wind, int]
    """What each seat gains or loses."""
    notices: tuple[Notice, ...] = ()


def result_of(rules: Ruleset, game: Game) -> GameResult:
    """
    Return the hands' worth, the payments and the scores of *game*.

    Raise RulesError if the winner's hand did not win.
    """
    table, outcome, paying = game.table, game.outcome, rules.paying
    if isinstance(outcome, Win):
        hands, notices = score_hands(rules, game)
        points = {seat: hand.points for seat, hand in hands.items()}
        payments = paying.settle(table, outcome, points)
        scores = points if paying.is_credit else scores_of(table, payments)
        notices += notices_of_hands(rules, game, outcome, hands[outcome.winner])
        notices += pao_notices(game, outcome, hands[outcome.winner])
        return GameResult(hands, payments, scores, tuple(notices))
    payments = ()
    if isinstance(outcome, Penalty):
        unit = rules.counting.points(ONE_LAAK)
        payments = paying.punish(table, _without_the_dead(game, outcome), unit)
    # NTS, Begrippen (Remise): nobody is paid on a draw.
    return GameResult({}, payments, scores_of(table, payments))


def _without_the_dead(game: Game, penalty: Penalty) -> Penalty:
    """
    Return the penalty of which dead hands receive nothing either.

    Schmale 5.4: whoever has broken a rule himself is not paid, as with a faulty set.
    """
    dead = {seat for seat, hand in game.hands.items() if hand.dead is not None}
    return replace(penalty, excluded=penalty.excluded | dead)
