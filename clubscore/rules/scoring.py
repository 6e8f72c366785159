"""The worth of every hand of a game, with its items."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from clubscore.rules.errors import Code, Notice, RulesError, gettext_noop
from clubscore.rules.figures import figure
from clubscore.rules.hand_count import HandScore
from clubscore.rules.hand_points import Taken
from clubscore.rules.hands import Hand, PlayedGame, Win
from clubscore.rules.items import Earned
from clubscore.rules.losers import losers_score
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import Wind
from clubscore.rules.winners import winners_score


class HandScores(NamedTuple):
    """The hands of a game, and what a scorekeeper should see about them."""

    by_seat: dict[Wind, HandScore]
    """Those that the ruleset values."""
    notices: list[Notice]


def score_hands(rules: Ruleset, game: PlayedGame) -> HandScores:
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
        if seat is win.winner:
            by_seat[seat] = _winners_score(rules, game, hand, win, notices)
        elif rules.paying.values_losers:
            by_seat[seat] = _losers_score(rules, game, seat, hand, notices)
    return HandScores(by_seat, notices)


def _winners_score(
    rules: Ruleset, game: PlayedGame, hand: Hand, win: Win, notices: list[Notice]
) -> HandScore:
    if hand.points is None:
        return winners_score(rules, game, hand, win, notices)
    points = rules.counting.own_count(hand.points)
    if not rules.counting.is_enough_without_items(points):
        raise RulesError(
            Code.BELOW_MINIMUM,
            gettext_noop(
                "%(seat)s’s own count is %(points)s, and a winner needs %(minimum)d."
                " Check the count."
            ),
            # Beyond what any hand can have the number says no more.
            {
                "seat": win.winner.term,
                "points": figure(points),
                "minimum": min(rules.counting.minimum_points, 10**9),
            },
            seat=win.winner.letter,
            field="outcome.winner",
        )
    return HandScore(points, None, earned=_typed_value(rules, points))


def _typed_value(rules: Ruleset, points: int) -> tuple[Earned, ...]:
    """Return the item that a typed value stands for, where the ruleset has one."""
    if rules.counting.takes is not Taken.VALUE:
        return ()
    return tuple(Earned(replace(one, points=points)) for one in rules.winners_items)


def _losers_score(
    rules: Ruleset, game: PlayedGame, seat: Wind, hand: Hand, notices: list[Notice]
) -> HandScore:
    counting = rules.counting_sums
    if hand.dead is not None:
        return HandScore(0, dead=hand.dead)
    if hand.points is not None:
        return HandScore(counting.own_count(hand.points), None)
    if hand.size or hand.bonus or hand.waiting_for or hand.claims or hand.original_call:
        return losers_score(rules, game, seat, hand, notices)
    # A seat that was left out, or of which nothing was entered, scores nothing.
    return HandScore(counting.points((0, 0)))
