"""
The course of a partie: the deal passes, rounds follow each other, it ends.

A state is folded from what happened, one game after the other; nothing is kept
that could not be worked out again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from clubscore.rules.deal import Dealing, Stretch
from clubscore.rules.hands import Outcome, TableWinds, Win
from clubscore.rules.seats import Wind


@dataclass(frozen=True, slots=True)
class PartieState:
    """Where a partie stands before its next game."""

    dealing: Dealing
    places: tuple[str, ...]
    """The players around the table, the first East of the round first."""
    stretch: int = 0
    """Which stretch of the schedule is played."""
    passes: int = 0
    """How often the deal has passed in this stretch."""
    is_finished: bool = False
    dice_chose: str | None = None
    """Who is East of a green-dragon game that must be played again."""
    row_of: str | None = None
    """Who was East in the last game, and still is if nobody else sat down."""
    row: int | None = 0
    """How many games that player has won as East; None if one was not won."""
    pivot: str | None = None
    """The first East of the partie, where a later seating put another there."""

    @property
    def now(self) -> Stretch:
        """The stretch that is played."""
        return self.dealing.schedule[self.stretch]

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.now.round

    @property
    def round_letter(self) -> str | None:
        """How a record calls the round wind; None where there are none."""
        return self.now.letter

    @property
    def winds(self) -> dict[Wind, str]:
        """Who sits on which seat."""
        shift = 0 if self.dealing.winds_stay else self.passes
        many = len(self.places)
        return {wind: self.places[(wind + shift) % many] for wind in self.dealing.seats}

    @property
    def resting(self) -> str | None:
        """The fifth of five players, who rests."""
        if len(self.places) <= len(Wind):
            return None
        return self.places[(len(Wind) + self.passes) % len(self.places)]

    @property
    def dealer(self) -> str | None:
        """The player who is East, or the owner; None until dice have chosen."""
        return None if self.now.dice_choose else self.places[self.passes]

    @property
    def dealers_seat(self) -> Wind:
        """The seat of East, or of the owner."""
        return Wind(self.passes) if self.dealing.winds_stay else Wind.EAST

    @property
    def owner(self) -> Wind | None:
        """The seat whose game it is, where the ruleset has owners."""
        return self.dealers_seat if self.dealing.winds_stay else None

    @property
    def table(self) -> TableWinds:
        """What holds for the next game before a tile is drawn."""
        return TableWinds(self.dealing.seats, self.now.wind, self.owner)

    @property
    def row_so_far(self) -> int | None:
        """
        How many games East has won since becoming East; None if one was not won.

        Counted only where the ruleset ends such a row.
        """
        return self.row if self.row_of == self.dealer else 0

    @property
    def ends_row(self) -> bool:
        """Whether the next game is the last that East can win in a row."""
        row = self.row_so_far
        return row is not None and row + 1 == self.dealing.longest_row


def after_game(state: PartieState, outcome: Outcome) -> PartieState:
    """
    Return the state after a game.

    A round ends when the deal has passed from everybody; a game whose East the
    dice chose is decided by a win, and played again after a draw.
    """
    dealing = state.dealing
    if state.now.dice_choose:
        if not isinstance(outcome, Win):
            return replace(state, passes=0, dice_chose=state.winds[Wind.EAST])
    elif not dealing.passes_after(outcome, state.dealers_seat):
        return _with_row(state, outcome)
    state = replace(state, row_of=None, row=0)
    if not state.now.dice_choose and state.passes + 1 < len(state.places):
        return replace(state, passes=state.passes + 1)
    if state.stretch + 1 == len(dealing.schedule):
        return replace(state, is_finished=True)
    return in_stretch(replace(state, passes=0, dice_chose=None), state.stretch + 1)


def in_stretch(state: PartieState, place: int) -> PartieState:
    """
    Return the state in the stretch of the schedule at that place.

    The players change seats for it as often as the rules say on the way there, and
    back again for a stretch that was played before.
    """
    while state.stretch < place:
        state = _with_seats_changed(replace(state, stretch=state.stretch + 1))
    while state.stretch > place:
        state = _with_seats_changed_back(state)
    return state


def _with_seats_changed(state: PartieState) -> PartieState:
    """Return a state that has just come to its stretch, seated as it is played."""
    if state.dealing.pivots:
        return with_pivot_moved(state)
    change = _seat_change(state)
    return replace(state, places=tuple(state.places[each] for each in change))


def _with_seats_changed_back(state: PartieState) -> PartieState:
    """Return the state in the stretch before, seated as that was played."""
    places = state.places
    if state.dealing.pivots and state.pivot is None:
        [pivot, *others, right] = places
        places = (pivot, right, *others)
    elif not state.dealing.pivots:
        change = _seat_change(state)
        places = tuple(places[change.index(each)] for each in range(len(places)))
    return replace(state, stretch=state.stretch - 1, places=places)


def _seat_change(state: PartieState) -> tuple[int, ...]:
    """Return whose place everybody takes as the state comes to its stretch."""
    before = state.dealing.schedule[state.stretch - 1]
    stays = tuple(range(len(state.places)))
    if before.round == state.round:
        return stays
    return state.dealing.seat_changes.get(state.round, stays)


def with_pivot_moved(state: PartieState) -> PartieState:
    """
    Return the state in which the first East has moved a place to the right.

    The player who sat there sits on the left then; the first East is East again.
    """
    first = state.places.index(state.pivot or state.places[0])
    [pivot, right, *others] = state.places[first:] + state.places[:first]
    return replace(state, places=(pivot, *others, right), pivot=None)


def _with_row(state: PartieState, outcome: Outcome) -> PartieState:
    """Return the state after a game that left East where he was."""
    if state.dealing.longest_row is None:
        return state
    row = state.row_so_far
    if row is not None:
        row = row + 1 if isinstance(outcome, Win) else None
    return replace(state, row_of=state.dealer, row=row)


def with_east(state: PartieState, name: str) -> PartieState:
    """Return the state in which *name*, a player at the table, is East or owner."""
    return replace(state, passes=state.places.index(name))


def with_seating(state: PartieState, names: tuple[str, ...]) -> PartieState:
    """Return the state in which the players sit anew, East first."""
    many = len(names)
    shift = 0 if state.dealing.winds_stay else state.passes
    places = tuple(names[(place - shift) % many] for place in range(many))
    pivot = state.pivot or state.places[0]
    keeps = not state.dealing.pivots or places[0] == pivot
    return replace(state, places=places, pivot=None if keeps else pivot)


def with_substitute(state: PartieState, leaving: str, coming: str) -> PartieState:
    """Return the state in which *coming* sits where *leaving* sat."""
    return replace(
        state,
        places=tuple(coming if name == leaving else name for name in state.places),
        dice_chose=coming if state.dice_chose == leaving else state.dice_chose,
        pivot=coming if state.pivot == leaving else state.pivot,
    )


def ended(state: PartieState) -> PartieState:
    """Return the state in which no game follows."""
    return replace(state, is_finished=True)
