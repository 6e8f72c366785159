"""What every hand of a game is worth, and why."""

from __future__ import annotations

from typing import NamedTuple

from clubscore.rules.counting import NOTHING, HandScore
from clubscore.rules.errors import Notice
from clubscore.rules.hands import Game, Win
from clubscore.rules.items import Ruleset
from clubscore.rules.losers import losers_score
from clubscore.rules.seats import Wind
from clubscore.rules.winners import winners_score


class HandScores(NamedTuple):
    """The hands of a game, and what a scorekeeper should see about them."""

    by_seat: dict[Wind, HandScore]
    notices: list[Notice]


def score_hands(rules: Ruleset, game: Game) -> HandScores:
    """
    Return what each hand of a game that was won is worth.

    Raise RulesError (impossible, not_a_winning_hand, below_minimum) if the
    winner's hand did not win.
    """
    win = game.outcome
    assert isinstance(win, Win)
    by_seat: dict[Wind, HandScore] = {}
    notices: list[Notice] = []
    for seat in game.table.seats:
        hand = game.hands[seat]
        if hand.dead is not None:
            by_seat[seat] = HandScore(0, dead=hand.dead)
        elif hand.points is not None:
            points = rules.counting.own_count(hand.points)
            by_seat[seat] = HandScore(points, None, None)
        elif seat is win.winner:
            by_seat[seat] = winners_score(rules, game, hand, win, notices)
        elif hand.size or hand.bonus or hand.waiting_for or hand.claims:
            by_seat[seat] = losers_score(rules, game, seat, hand, notices)
        else:
            by_seat[seat] = NOTHING
    return HandScores(by_seat, notices)
