"""
The part of a ruleset that deals: the rounds of a partie, and when the deal passes.

A partie is a row of stretches. In most the deal passes around the table; in a
green-dragon game of three players dice choose who is East.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from clubscore.rules.errors import Sentence, gettext_noop
from clubscore.rules.hands import (
    Circumstance,
    Draw,
    Ending,
    Outcome,
    Penalty,
    TypedEnding,
    Win,
)
from clubscore.rules.seats import USUAL_PLAYERS, Wind

GREEN = "G"
"""Stands for the round wind where there is none, in green-dragon games."""


class Stretch(NamedTuple):
    """A part of a partie: a round, or one green-dragon game."""

    round: int
    """The number of the round, from 1."""
    wind: Wind | None
    """The round wind; None where there is none."""
    letter: str | None
    """How a record calls the round wind."""
    dice_choose: bool = False
    """Whether it is a single decided game whose East the dice choose."""


# When the deal passes ----------------------------------------------------------


def when_dealer_lost(outcome: Outcome, dealer: Wind) -> bool:
    """Tell that the deal passes after a win of another; else the dealer stays."""
    return _is_win(outcome) and not _is_won_by(outcome, dealer)


def when_dealer_did_not_win(outcome: Outcome, dealer: Wind) -> bool:
    """Tell that the dealer stays only after winning."""
    return not _is_won_by(outcome, dealer)


def unless_dealer_won(outcome: Outcome, dealer: Wind) -> bool:
    """Tell that the deal passes after a draw too; a dealer who won stays."""
    return isinstance(outcome, Draw) or when_dealer_lost(outcome, dealer)


def after_every_win(outcome: Outcome, dealer: Wind) -> bool:
    """Tell that the deal passes after a win, whoever won."""
    return _is_win(outcome)


def after_every_game(outcome: Outcome, dealer: Wind) -> bool:
    """Tell that the deal passes after every game, draws too."""
    return True


def _is_win(outcome: Outcome) -> bool:
    if isinstance(outcome, TypedEnding):
        return outcome.kind is Ending.WIN
    return isinstance(outcome, Win)


def _is_won_by(outcome: Outcome, seat: Wind) -> bool:
    return isinstance(outcome, Win | TypedEnding) and outcome.winner is seat


@dataclass(frozen=True, slots=True)
class GreenGames:
    """When green-dragon games are played, which have no round wind."""

    after_each_round: bool = False
    at_the_end: bool = False
    as_a_round: bool = False
    """Whether a whole green-dragon round ends the partie."""


@dataclass(frozen=True)
class Dealing:
    """How a partie runs."""

    rounds: int = 4
    start_chips: int = 0
    players: int = USUAL_PLAYERS
    """How many belong to the partie; of five one rests."""
    deal_passes: Callable[[Outcome, Wind], bool] = when_dealer_lost
    """Given how a game ended and the dealer's seat, whether the deal passes."""
    offender_passes: bool = False
    """Whether the deal passes after a penalty of the dealer, whatever else holds."""
    longest_row: int | None = None
    """
    With how many wins in a row, from the first game as East, the deal passes.

    The record says which win it is (`ninth_win`); None where East may win for ever.
    """
    pivots: bool = False
    """Whether the first East changes places with the right neighbour each round."""
    winds_stay: bool = False
    """Whether seat winds stay with the players, and an owner passes instead."""
    round_winds: tuple[Wind, ...] = tuple(Wind)
    """The winds of the rounds, in order; none where rounds have no wind."""
    has_green_games: bool = False
    """Whether the rule book knows green-dragon games for so many players."""
    green_games: GreenGames = GreenGames()
    chips: tuple[tuple[int, int], ...] = ()
    """The chips a player starts with: what one is worth, and how many."""
    chip_values: tuple[int, ...] = ()
    """What the chips are worth, where the book does not say how many there are."""
    seat_changes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """
    The rounds before which players change seats, and who comes to sit where.

    Seat by seat, East first: from which place around the table its player comes.
    """
    options_with_chips: Mapping[str, str | int] = field(default_factory=dict)
    """The options that playing with chips asks for."""

    def passes_after(self, outcome: Outcome, dealer: Wind) -> bool:
        """Tell whether the deal passes after a game; *dealer* is the dealer's seat."""
        if isinstance(outcome, Win) and Circumstance.NINTH_WIN in outcome.circumstances:
            return True
        if isinstance(outcome, Penalty) and dealer in outcome.offenders:
            return self.offender_passes or self.deal_passes(outcome, dealer)
        return self.deal_passes(outcome, dealer)

    @cached_property
    def seats(self) -> tuple[Wind, ...]:
        """The seats that play, East first."""
        return tuple(Wind)[: self.players]

    @cached_property
    def round_letters(self) -> frozenset[str]:
        """What a record can call the round wind; nothing where there is none."""
        letters = {wind.letter for wind in self.round_winds}
        if self.has_green_games:
            letters.add(GREEN)
        return frozenset(letters)

    @cached_property
    def schedule(self) -> tuple[Stretch, ...]:
        """The stretches of a whole partie, in order."""
        stretches = []
        green = self.green_games
        for number in range(1, self.rounds + 1):
            if self.round_winds:
                wind = self.round_winds[(number - 1) % len(self.round_winds)]
                stretches.append(Stretch(number, wind, wind.letter))
            else:
                stretches.append(Stretch(number, None, None))
            if green.after_each_round or (green.at_the_end and number == self.rounds):
                stretches.append(Stretch(number, None, GREEN, dice_choose=True))
        if green.as_a_round:
            stretches.append(Stretch(self.rounds + 1, None, GREEN))
        return tuple(stretches)

    @property
    def has_green_stretch(self) -> bool:
        """Whether any game of a partie has the green dragon for its round wind."""
        return any(one.letter == GREEN for one in self.schedule)

    def _says_who_stays(self) -> str:
        """Return after which games East stays, in a sentence to be translated."""
        if self.deal_passes is after_every_game:
            return gettext_noop("The winds pass on after every game.")
        if self.deal_passes is unless_dealer_won:
            return gettext_noop(
                "East stays after winning, and after a game that a fault ended; a"
                " draw passes the winds on."
            )
        if self.deal_passes is when_dealer_did_not_win:
            return gettext_noop("East stays only after winning.")
        return gettext_noop("East stays after winning, and after a game nobody won.")

    def says(self) -> Iterator[Sentence]:
        """Yield how a partie runs, in sentences."""
        if self.winds_stay:
            yield Sentence(
                gettext_noop(
                    "Seat winds stay with the players for the whole partie. The game"
                    " passes from owner to owner, East, South, West, North, whoever"
                    " wins; a draw is played again."
                )
            )
            yield Sentence(
                gettext_noop(
                    "Rounds of a partie: %(rounds)d. In each everybody owns one"
                    " decided game."
                ),
                {"rounds": self.rounds},
            )
            return
        yield Sentence(
            gettext_noop(
                "Rounds of a partie: %(rounds)d. A round ends when everybody has been"
                " East."
            ),
            {"rounds": self.rounds},
        )
        yield Sentence(self._says_who_stays())
        if self.offender_passes:
            yield Sentence(
                gettext_noop(
                    "After a fault that ended the game the winds pass on too if East"
                    " is among those at fault."
                )
            )
        if self.longest_row is not None:
            yield Sentence(
                gettext_noop(
                    "When East has won every game since becoming East, the win number"
                    " %(wins)d is worth the limit, and the winds pass on."
                ),
                {"wins": self.longest_row},
            )
        if self.seat_changes:
            yield Sentence(
                gettext_noop(
                    "Before the second and the fourth round East and South change"
                    " seats, and so do West and North. Before the third East goes to"
                    " West, West to South, South to North and North to East."
                )
            )
        if self.pivots:
            yield Sentence(
                gettext_noop(
                    "After each round the first East of the partie changes places with"
                    " the player to the right and is East again."
                )
            )
        if self.players > len(Wind):
            yield Sentence(
                gettext_noop(
                    "One player rests: when the winds pass on, East rests and whoever"
                    " rested sits down as North."
                )
            )
        if self.green_games.after_each_round:
            yield Sentence(
                gettext_noop(
                    "After each round comes a green-dragon game, and dice choose its"
                    " East; if it is drawn, it is played again."
                )
            )
        elif self.green_games.at_the_end:
            yield Sentence(
                gettext_noop(
                    "The partie ends with a green-dragon game, and dice choose its"
                    " East; if it is drawn, it is played again."
                )
            )
        elif self.green_games.as_a_round:
            yield Sentence(gettext_noop("The partie ends with a green-dragon round."))
