"""Who pays whom: a game's result as a list of debts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from clubscore.rules.counting import HandScore
from clubscore.rules.errors import Notice
from clubscore.rules.hands import Game, Win
from clubscore.rules.items import Paying, Ruleset
from clubscore.rules.scoring import score_hands
from clubscore.rules.seats import Wind


class Reason(StrEnum):
    """Why somebody pays."""

    WIN = "win"
    DIFFERENCE = "difference"
    """The losers settle among themselves."""
    PENALTY = "penalty"
    PAO = "pao"


@dataclass(frozen=True, slots=True)
class Payment:
    """One debt of one player to another."""

    payer: Wind
    payee: Wind
    amount: int
    """In points, above 0."""
    reason: Reason


def settle_win(
    paying: Paying, win: Win, hands: Mapping[Wind, HandScore]
) -> tuple[Payment, ...]:
    """
    Return the payments after a win.

    Each loser pays the winner his points; where the ruleset lets the losers
    settle, of two losers the lower hand pays the difference. A dead hand is
    worth 0, so it pays in full and receives nothing.
    """

    def debt(payer: Wind, payee: Wind, points: int, reason: Reason) -> Payment:
        # NTS, Het verrekenen van de punten: East pays and receives double.
        factor = paying.east_factor if Wind.EAST in (payer, payee) else 1
        return Payment(payer, payee, points * factor, reason)

    winner = win.winner
    losers = [seat for seat in hands if seat is not winner]
    payments = [
        debt(loser, winner, hands[winner].points, Reason.WIN) for loser in losers
    ]
    if paying.losers_settle:
        for one, other in combinations(losers, 2):
            more = hands[one].points - hands[other].points
            payer, payee = (other, one) if more > 0 else (one, other)
            payments.append(debt(payer, payee, abs(more), Reason.DIFFERENCE))
    return tuple(one for one in payments if one.amount)


def scores_of(
    seats: tuple[Wind, ...], payments: tuple[Payment, ...]
) -> dict[Wind, int]:
    """Return what each seat gains or loses; together they are 0."""
    scores = dict.fromkeys(seats, 0)
    for one in payments:
        scores[one.payer] -= one.amount
        scores[one.payee] += one.amount
    return scores


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a game comes to."""

    hands: Mapping[Wind, HandScore]
    """What each hand is worth; empty where no hand is valued."""
    payments: tuple[Payment, ...]
    scores: Mapping[Wind, int]
    """What each seat gains or loses."""
    notices: tuple[Notice, ...] = ()


def result_of(rules: Ruleset, game: Game) -> GameResult:
    """
    Return the hands' worth, the payments and the scores of *game*.

    Raise RulesError if the winner's hand did not win.
    """
    seats = game.table.seats
    if not isinstance(game.outcome, Win):
        # NTS, Begrippen (Remise): nothing is paid.
        return GameResult({}, (), scores_of(seats, ()))
    hands, notices = score_hands(rules, game)
    payments = settle_win(rules.paying, game.outcome, hands)
    return GameResult(hands, payments, scores_of(seats, payments), tuple(notices))
