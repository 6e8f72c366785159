"""
The search for a plan: known designs, then starters, then annealing.

It stops at the fewest repeats that there can be, when nothing has become better for
long, or when time is over. All but the last is counted in steps, so that it comes to
the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb
from random import Random

from clubscore.planning.annealing import (
    BLOCK,
    COLD,
    COOL,
    HOT,
    WARM,
    Annealing,
    IsOver,
    price,
)
from clubscore.planning.designs import Tables, design
from clubscore.planning.errors import PlanningCode, PlanningError
from clubscore.planning.first_seating import place
from clubscore.planning.indirect_meetings import Spreading
from clubscore.planning.measures import least_indirect
from clubscore.planning.problem import Problem, Sitting, met_by
from clubscore.planning.starters import search_starters
from clubscore.planning.waits import Turns

DRAWS = 20
"""How often lots are drawn for a round until everybody can be seated."""
CHOICES = 12
"""How many choices of rounds of a design are compared at least."""
PAIRS = 100_000
"""And as many more as have so many pairs of players."""
MOVES = 2_500
"""The moves of a short annealing, for each table of the plan."""
MOVES_A_SECOND = 100_000
"""No annealing has more moves than this for each second there is."""
PATIENCE = 12
"""After so many annealings without a better plan it is given up."""
POLISHINGS = 4
"""How often third meetings are avoided once repeats are at their fewest."""


@dataclass(slots=True)
class Found:
    """The best plan so far."""

    sittings: list[Sitting]
    worth: tuple[bool, int, int, int]
    """
    Whether it breaks a wish, its repeats, its cost, and below 0 its fewest indirect
    meetings: the less the better.
    """
    is_stopped: bool = False
    """Whether time was over before the steps were."""
    spread: list[Sitting] | None = None
    """As good a plan with more indirect meetings; its winds may be less even."""


def search(
    problem: Problem, rng: Random, seconds: float, is_late: IsOver, is_over: IsOver
) -> Found:
    """Return the best plan that is found; what is left when it is late spreads it."""
    start = first_by_lot(problem, rng)
    reach = problem.fewest_repeats(start)
    search_ = _PlanSearch(problem, rng, seconds, is_late, reach)
    search_.take(start)
    if problem.is_plain:
        search_.take_designs(start)
        search_.take_starters()
    search_.anneal(start)
    search_.polish()
    found = search_.best
    if found.worth[0]:
        raise PlanningError(
            PlanningCode.CONTRADICTION,
            "No plan was found that keeps every wish.",
            "apart",
        )
    spreading = Spreading(problem, found.sittings, rng)
    spreading.spread(is_over)
    found.is_stopped |= spreading.is_stopped
    if spreading.has_gained:
        found.spread = spreading.sittings
    return found


def first_by_lot(problem: Problem, rng: Random) -> list[Sitting]:
    """Return rounds that keep all wishes but those to be apart."""
    turns = Turns(problem, rng)
    return [_round_by_lot(problem, turns, rng) for _round in range(problem.rounds)]


def _round_by_lot(problem: Problem, turns: Turns, rng: Random) -> Sitting:
    for _draw in range(DRAWS):
        waiting, fifths = turns.draw()
        sitting = place(problem, waiting, fifths, rng)
        if sitting is not None:
            turns.take(waiting, fifths)
            return sitting
    for _draw in range(DRAWS):
        # Wishes come before turns: then whoever sits at a five sits out.
        waiting, _fifths = turns.draw()
        sitting = place(problem, waiting, frozenset(), rng)
        if sitting is not None:
            sitting.fifths = turns.fifths_at(
                table for table in sitting.tables if len(table) == 5
            )
            turns.take(waiting, sitting.fifths)
            return sitting
    raise PlanningError(
        PlanningCode.CONTRADICTION,
        "These tables cannot seat together all who are to be together.",
        "together",
    )


class _PlanSearch:
    """The best plan so far, and the steps that better it."""

    def __init__(
        self,
        problem: Problem,
        rng: Random,
        seconds: float,
        is_over: IsOver,
        reach: int,
    ) -> None:
        self.problem = problem
        self.rng = rng
        self.seconds = seconds
        self.is_over = is_over
        self.reach = reach
        self.best: Found
        self._has_begun = False

    @property
    def has_reached(self) -> bool:
        """Whether there can be no fewer repeats."""
        return not self.best.worth[0] and self.best.worth[1] <= self.reach

    def take(self, sittings: Sequence[Sitting]) -> bool:
        """Take a plan if it is the best so far; tell whether it is."""
        state = Annealing(self.problem, sittings, self.rng, self.reach)
        worth = (
            state.breaks_wishes,
            state.repeats,
            state.best_cost,
            -_indirect(self.problem, state.best),
        )
        if self._has_begun and worth >= self.best.worth:
            return False
        self.best = Found(state.best, worth)
        self._has_begun = True
        return True

    def take_designs(self, start: Sequence[Sitting]) -> None:
        """Take what is known exactly: a choice of its rounds, or all and more."""
        known = design(self.problem.players)
        rounds = self.problem.rounds
        if not known:
            return
        if len(known) >= rounds:
            chosen = self._best_choice(known)
        else:
            chosen = [known[number % len(known)] for number in range(rounds)]
        exact = [Sitting([list(t) for t in tables]) for tables in chosen]
        self.take(exact)
        if len(known) < rounds and not self.has_reached:
            # All that is known, and more rounds that fit it.
            kept = len(known)
            more = [*exact[:kept], *start[kept:]]
            state = Annealing(self.problem, more, self.rng, self.reach, kept)
            state.anneal(HOT, COLD, max(1, self._moves() // BLOCK), self.is_over)
            self.take(state.best)

    def _best_choice(self, known: Sequence[Tables]) -> Sequence[Tables]:
        """Return as many rounds as wanted, with as many indirect meetings as can be."""
        problem = self.problem
        choices: Iterable[Sequence[Tables]] = [known[: problem.rounds]]
        most = max(CHOICES, PAIRS // (problem.players**2 // 2))
        if comb(len(known), problem.rounds) <= most:
            choices = combinations(known, problem.rounds)
        else:
            lots = (self.rng.sample(known, problem.rounds) for _choice in range(most))
            choices = chain(choices, lots)
        return max(
            choices,
            key=lambda rounds: _indirect(problem, [Sitting(one) for one in rounds]),
        )

    def take_starters(self) -> None:
        """Search for starters where there may be plans without a repeat."""
        problem = self.problem
        if self.reach or self.best.worth[1] == 0:
            return
        for rounds in search_starters(
            problem.players, problem.rounds, self.rng, self.is_over
        ):
            self.take([Sitting([list(t) for t in tables]) for tables in rounds])
            if self.has_reached:
                return

    def anneal(self, start: Sequence[Sitting]) -> None:
        """Anneal from the best plan and from lots, longer and longer."""
        problem = self.problem
        patience = PATIENCE
        attempt = 0
        while not self.has_reached and patience and len(problem.sizes) > 1:
            moves = self._moves(longer=2 ** (attempt // 4))
            from_best = attempt % 2 == 1 or (attempt == 0 and problem.is_plain)
            state = Annealing(
                problem,
                self.best.sittings if from_best else start,
                self.rng,
                self.reach,
            )
            hot = (WARM if attempt else COOL) if from_best else HOT
            state.anneal(hot, COLD, max(1, moves // BLOCK), self.is_over)
            before = self.best.worth[:3]
            self.take(state.best)
            patience = PATIENCE if self.best.worth[:3] < before else patience - 1
            if state.is_stopped:
                self.best.is_stopped = True
                return
            attempt += 1

    def polish(self) -> None:
        """Look for fewer third meetings with as many repeats."""
        for _polishing in range(POLISHINGS if self.has_reached else 0):
            if self.best.worth[2] <= self._even_cost():
                return
            state = Annealing(self.problem, self.best.sittings, self.rng, -1)
            blocks = self._moves() // BLOCK
            state.anneal(WARM, COLD, max(1, blocks), self.is_over)
            self.take(state.best)
            if state.is_stopped:
                self.best.is_stopped = True
                return

    def _moves(self, longer: int = 1) -> int:
        """Return how many moves an annealing has."""
        tables = len(self.problem.sizes) * self.problem.rounds
        return min(MOVES * tables * longer, int(MOVES_A_SECOND * self.seconds))

    def _even_cost(self) -> int:
        """Return what it costs if no two meet twice more than two others."""
        pairs = self.problem.players * (self.problem.players - 1) // 2
        meetings = sum(self.problem.counted(self.best.sittings).values())
        often, more = divmod(meetings, pairs)
        each = sum(price(times) for times in range(often))
        return pairs * each + more * price(often)


def _indirect(problem: Problem, sittings: Sequence[Sitting]) -> int:
    """Return the fewest indirect meetings; more than there can be where all meet."""
    least = least_indirect(met_by(problem, sittings))
    return problem.players if least is None else least
