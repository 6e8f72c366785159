"""The settlement of a game: the worth of hands, debts and scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from clubscore.rules.errors import Notice, gettext_noop
from clubscore.rules.hand_count import HandScore
from clubscore.rules.hand_points import Taken
from clubscore.rules.hands import Ending, Penalty, PlayedGame, TypedEnding, Win
from clubscore.rules.notices import notices_of_hands
from clubscore.rules.pao import pao_notices
from clubscore.rules.payments import (
    PayingByCard,
    PayingByFactors,
    PayingByHands,
    PayingWithBase,
    Payments,
    scores_of,
)
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.scoring import score_hands
from clubscore.rules.seats import Wind


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a game comes to."""

    hands: Mapping[Wind, HandScore]
    """What each hand is worth that is valued; empty where none is."""
    payments: Payments
    scores: Mapping[Wind, int]
    """What each seat gains or loses."""
    notices: tuple[Notice, ...] = ()


def result_of(rules: Ruleset, game: PlayedGame) -> GameResult:
    """
    Return the hands' worth, the payments and the scores of *game*.

    Raise RulesError if the winner's hand did not win.
    """
    table, outcome, paying = game.table, game.outcome, rules.paying
    fines: Payments = ()
    if isinstance(paying, PayingWithBase):
        causes = {
            seat: one.dead for seat, one in game.hands.items() if one.dead is not None
        }
        fines = paying.fine(table, causes)
    if game.scores is not None:
        return GameResult({}, (), game.scores, notices_of_scores(game))
    if isinstance(outcome, Win):
        hands, notices = score_hands(rules, game)
        points = {seat: hand.points for seat, hand in hands.items()}
        payments = rules.debts.settle(table, outcome, points) + fines
        scores = points if paying.is_credit else scores_of(table, payments)
        if rules.counting.takes is not Taken.TILES:
            return GameResult(hands, payments, scores, tuple(notices))
        notices += notices_of_hands(rules, game, outcome, hands[outcome.winner])
        notices += pao_notices(game, outcome, hands[outcome.winner])
        return GameResult(hands, payments, scores, tuple(notices))
    payments = fines
    if isinstance(outcome, Penalty):
        dead = frozenset(
            seat for seat, hand in game.hands.items() if hand.dead is not None
        )
        if isinstance(paying, PayingByCard):
            # NMJL: whose hand was thrown in is said; no other hand is looked at.
            value = game.hands[outcome.offenders[0]].points or 0
            payments = paying.pay_for_error(table, outcome, value)
        else:
            assert isinstance(paying, PayingByHands | PayingByFactors)
            payments = paying.punish(table, outcome, dead, rules.counting_sums)
    # NTS, Begrippen (Remise): nobody is paid on a draw.
    return GameResult({}, payments, scores_of(table, payments))


def limits_losses(rules: Ruleset) -> bool:
    """Tell whether what a game comes to depends on what was lost before it."""
    return isinstance(rules.paying, PayingByCard) and bool(rules.paying.limit_of_loss)


def limited(
    rules: Ruleset, result: GameResult, totals: Mapping[Wind, int]
) -> GameResult:
    """Return what a game comes to where nobody loses more than a limit in a partie."""
    if not isinstance(rules.paying, PayingByCard):
        return result
    payments = rules.paying.within_limit(result.payments, totals)
    scores = dict.fromkeys(result.scores, 0)
    for one in payments:
        scores[one.payer] -= one.amount
        scores[one.payee] += one.amount
    return replace(result, payments=payments, scores=scores)


def notices_of_scores(game: PlayedGame) -> tuple[Notice, ...]:
    """Return what a scorekeeper should see of typed scores, though they are kept."""
    assert game.scores is not None
    ending = game.outcome
    assert isinstance(ending, TypedEnding)
    winner = ending.winner
    if winner is not None and game.scores[winner] < 0:
        return (
            Notice(
                "winner_loses",
                gettext_noop("%(seat)s won, and loses points. Check the scores."),
                {"seat": winner.term},
                winner.letter,
            ),
        )
    if ending.kind is Ending.DRAW and any(game.scores.values()):
        return (
            Notice(
                "draw_moves_points",
                gettext_noop("Nobody won, and points move. Check the scores."),
                {},
            ),
        )
    return ()
