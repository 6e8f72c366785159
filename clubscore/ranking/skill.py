"""
The skill rating: how strong players are, and how sure one may be of it.

A strength is a number in units of log odds: A places before B with the chance
1 / (1 + exp(B - A)). Strengths are Gaussian; a partie tells for each of its pairs who
was before whom, and a tie tells half of each. How far a club's players lie apart, its
spread, is not known either: the model runs for several spreads side by side, and each
has as much weight as the parties so far speak for it.

All constants stand here. Floats are added in the order of places, then of keys, so
that a replay is equal to the last bit on one machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import exp, inf, log, pi, sqrt
from typing import Any, TypeAlias

from clubscore.ranking.rating import Rated
from clubscore.ranking.texts import Key, Signed, Statement, Who, gettext_noop, order_of

SPREADS = (0.03, 0.1, 0.2, 0.4, 0.8, 1.6)
"""The standard deviations of a newcomer's strength that run side by side."""
LIKELIEST_SPREAD = 0.3
"""The median of what a club's spread may be, before any partie."""
SPREAD_DEVIATION = 1.0
"""The standard deviation of the spread's logarithm, before any partie."""
HOPELESS = 8.0
"""A spread so many log units behind the best is dropped for good."""
DRIFT = 0.5
"""The part of the spread by which a strength can have moved within a year."""
DAYS_A_YEAR = 365.25
LONGEST_STEP = 0.15
"""A step of Newton's that is no longer than this is the last one."""
MOST_STEPS = 4

SIX_DEVIATIONS, NARROW = 6, 300
"""How far from the middle a Gaussian is looked at, and in how many steps."""
PLAUSIBLE = 0.05
"""A spread of less weight is no longer counted among those that may be."""

SHOWN_AT_START = 1000
SHOWN_FOR_ONE = 200
"""What a strength of 1 is on a page."""

Matrix: TypeAlias = list[list[float]]


@dataclass(frozen=True, slots=True)
class Belief:
    """A player's strength if the club had one certain spread."""

    mean: float
    variance: float


@dataclass(frozen=True, slots=True)
class Strength:
    """A player's strength, and how unsure it is: one standard deviation."""

    mean: float
    deviation: float

    @property
    def shown(self) -> int:
        """
        The strength as pages show it.

        >>> Strength(0.21, 0.18).shown
        1042
        """
        return SHOWN_AT_START + round(SHOWN_FOR_ONE * self.mean)

    @property
    def shown_deviation(self) -> int:
        """The deviation on the same scale."""
        return round(SHOWN_FOR_ONE * self.deviation)


@dataclass(frozen=True, slots=True)
class KnownStrength:
    """What is known of a player after the last of so many parties."""

    beliefs: tuple[Belief, ...]
    """One for each spread, also for those that were dropped."""
    day: date
    parties: int
    told: Strength
    """The strength as it was said then: since then more was learnt of the spread."""


NEWCOMER = tuple(Belief(0.0, spread * spread) for spread in SPREADS)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What was to be expected of a partie before it was played."""

    players: tuple[Key, ...]
    win: tuple[tuple[float | None, ...], ...]
    """The chance that one places before another if they do not tie."""

    @property
    def expected(self) -> tuple[float, ...]:
        """The mean place of each, from 1 up."""
        return tuple(
            1 + sum(row[at] or 0.0 for row in self.win)
            for at in range(len(self.players))
        )


@dataclass(frozen=True, slots=True)
class StrongerAhead:
    """How often the stronger of two typical players places before the other."""

    share: float
    """The chance of it."""
    low: float
    high: float
    """Between these it may be, as far as parties tell."""

    @property
    def percent(self) -> tuple[int, int, int]:
        """All three in whole percent, as pages show them."""
        return round(100 * self.share), round(100 * self.low), round(100 * self.high)


@dataclass(frozen=True, slots=True)
class OpponentEffect:
    """What one opponent at a table did to a player's strength."""

    other: Key
    chance: float
    """The chance that the player places before the other, told before the partie."""
    came: float
    """1 if he did, 0 if not, a half if they tied."""
    points: int
    """By how much it moved the strength, as pages show it."""


@dataclass(frozen=True, slots=True)
class SkillChange:
    """What a partie changed in a player's skill rating."""

    partie: Key
    date: date
    player: Key
    place: int
    """Who ties shares the better place."""
    expected: float
    """The place that was to be expected, from 1 up."""
    before: Strength
    """After the player's last partie."""
    after: Strength
    parties: int
    """How many parties of the player have been rated, this one too."""
    pairs: tuple[OpponentEffect, ...]

    @property
    def change(self) -> int:
        """By how much the rating moved, as pages show it."""
        return self.after.shown - self.before.shown

    @property
    def rest(self) -> int:
        """What time moved since the last partie, and what was learnt of the spread."""
        return self.change - sum(pair.points for pair in self.pairs)

    @property
    def reason(self) -> Statement:
        """Why it moved."""
        return Statement(
            gettext_noop(
                "Place %(place)d, where %(expected)s was to be expected: from"
                " %(before)s to %(after)s."
            ),
            {
                "place": self.place,
                "expected": Decimal(round(self.expected * 10)) / 10,
                "before": Fraction(self.before.shown),
                "after": Fraction(self.after.shown),
            },
        )

    @property
    def reasons(self) -> tuple[Statement, ...]:
        """The parts of the change, opponent by opponent; they add up to it."""
        found = [
            Statement(
                PAIRS[pair.came],
                {
                    "player": Who(pair.other),
                    "chance": round(100 * pair.chance),
                    "points": Signed(pair.points),
                },
            )
            for pair in self.pairs
        ]
        if self.rest:
            found.append(Statement(REST, {"points": Signed(self.rest)}))
        return tuple(found)


PAIRS = {
    1.0: gettext_noop(
        "Ahead of %(player)s, which had a chance of %(chance)d %%: %(points)s."
    ),
    0.5: gettext_noop(
        "Level with %(player)s; to be ahead had a chance of %(chance)d %%: %(points)s."
    ),
    0.0: gettext_noop(
        "Behind %(player)s; to be ahead had a chance of %(chance)d %%: %(points)s."
    ),
}
REST = gettext_noop(
    "The time since the last partie, and what was learnt of how far the club’s players"
    " lie apart: %(points)s."
)


@dataclass
class Strengths:
    """
    What a club's parties so far tell of its players.

    `add` takes one partie after the other; what it has come to can be asked between
    them, and kept.
    """

    weights: list[float | None] = field(
        default_factory=lambda: [_log_prior(spread) for spread in SPREADS]
    )
    """The logarithm of each spread's weight; None for one that was dropped."""
    players: dict[Key, KnownStrength] = field(default_factory=dict)

    def shares(self) -> list[tuple[int, float]]:
        """Return the spreads that are left, by their places, and their weights."""
        best = max(one for one in self.weights if one is not None)
        found = [
            (at, exp(one - best))
            for at, one in enumerate(self.weights)
            if one is not None
        ]
        whole = sum(share for _at, share in found)
        return [(at, share / whole) for at, share in found]

    def strength(self, player: Key) -> Strength:
        """Return a player's strength after the last partie that he played."""
        known = self.players.get(player)
        return self.mixed(NEWCOMER if known is None else known.beliefs)

    def mixed(self, beliefs: Sequence[Belief]) -> Strength:
        """Return the strength that beliefs by spread come to together."""
        mean = square = 0.0
        for at, share in self.shares():
            one = beliefs[at]
            mean += share * one.mean
            square += share * (one.variance + one.mean * one.mean)
        return Strength(mean, sqrt(max(square - mean * mean, 0.0)))

    def beliefs(self, player: Key, day: date) -> tuple[Belief, ...]:
        """Return what is believed of a player on a day: time makes less sure."""
        known = self.players.get(player)
        if known is None:
            return NEWCOMER
        years = max((day - known.day).days, 0) / DAYS_A_YEAR
        return tuple(
            Belief(one.mean, _grown(one.variance, spread, years))
            for spread, one in zip(SPREADS, known.beliefs, strict=True)
        )

    def forecast(self, players: Iterable[Key], day: date) -> Forecast:
        """Return what is to be expected of a partie of *players* on a day."""
        who = tuple(players)
        beliefs = [self.beliefs(player, day) for player in who]
        shares = self.shares()
        win: list[list[float | None]] = [[None] * len(who) for _ in who]
        for one, other in combinations(range(len(who)), 2):
            # Half is taken off, so that equals have exactly half a chance.
            more = 0.0
            for at, share in shares:
                ahead = chance(beliefs[one][at], beliefs[other][at])
                more += share * (ahead - 0.5)
            win[one][other], win[other][one] = 0.5 + more, 0.5 - more
        return Forecast(who, tuple(map(tuple, win)))

    def first(self, players: Iterable[Key], day: date) -> tuple[float, ...]:
        """
        Return how likely each of a table is to be the first; together that is 1.

        These are Plackett's and Luce's chances from the mean strengths, which are drawn
        together as those of a pair are, by how unsure the table's strengths are: two
        alone have the chance of their pair.
        """
        beliefs = [self.beliefs(player, day) for player in players]
        found = [0.0] * len(beliefs)
        for at, share in self.shares():
            table = [one[at] for one in beliefs]
            variance = 2 * sum(one.variance for one in table) / len(table)
            weights = [exp(one.mean / _stretched(variance)) for one in table]
            whole = sum(weights)
            for mine, weight in enumerate(weights):
                found[mine] += share * weight / whole
        return tuple(found)

    def stronger_ahead(self) -> StrongerAhead:
        """
        Return how often the stronger of two typical players places before the other.

        It follows from the spreads that the parties speak for. A spread stands for all
        that are nearer to it than to another.

        >>> found = Strengths().stronger_ahead()
        >>> [round(100 * one) for one in (found.share, found.low, found.high)]
        [61, 52, 84]
        """
        shares = self.shares()
        left = [at for at, share in shares if share >= PLAUSIBLE]
        least, most = SPREADS[left[0]], SPREADS[left[-1]]
        below = SPREADS[left[0] - 1] if left[0] else 0.0
        above = SPREADS[left[-1] + 1] if left[-1] + 1 < len(SPREADS) else 2 * most
        return StrongerAhead(
            sum(share * stronger_ahead(SPREADS[at]) for at, share in shares),
            stronger_ahead(sqrt(below * least)),
            stronger_ahead(sqrt(most * above)),
        )

    def add(self, partie: Rated) -> tuple[SkillChange, ...]:
        """
        Learn from a partie, which is not before those that were added.

        Return what it changed, in the order of the places.
        """
        places = partie.places()
        players = sorted(places, key=lambda one: (places[one], order_of(one)))
        finish = [places[player] for player in players]
        forecast = self.forecast(players, partie.date)
        before = [self._strength_told(player) for player in players]
        priors = [self.beliefs(player, partie.date) for player in players]
        after = [list(beliefs) for beliefs in priors]
        for at, weight in enumerate(self.weights):
            if weight is None:
                continue
            learnt, evidence = learn([one[at] for one in priors], finish)
            self.weights[at] = weight + evidence
            for beliefs, belief in zip(after, learnt, strict=True):
                beliefs[at] = belief
        self._drop_the_hopeless()
        pulls = self._pulls(priors, after, finish)
        found = []
        for mine, player in enumerate(players):
            known = self.players.get(player)
            parties = 1 if known is None else known.parties + 1
            now = self.mixed(after[mine])
            self.players[player] = KnownStrength(
                tuple(after[mine]), partie.date, parties, now
            )
            found.append(
                SkillChange(
                    partie.key,
                    partie.date,
                    player,
                    finish[mine],
                    forecast.expected[mine],
                    before[mine],
                    now,
                    parties,
                    _told_apart(mine, forecast, finish, pulls[mine], before[mine], now),
                )
            )
        return tuple(found)

    def _strength_told(self, player: Key) -> Strength:
        """Return what was last said of a player, after the last own partie."""
        known = self.players.get(player)
        return self.mixed(NEWCOMER) if known is None else known.told

    def _pulls(
        self,
        priors: Sequence[Sequence[Belief]],
        after: Sequence[Sequence[Belief]],
        places: Sequence[int],
    ) -> Matrix:
        """Return by how much each opponent moved each player's mean."""
        share = 2 / len(priors)
        found = [[0.0] * len(priors) for _ in priors]
        for at, weight in self.shares():
            for one, other, told in _pairs(places):
                apart = after[other][at].mean - after[one][at].mean
                pull = weight * share * (told - 1 / (1 + exp(apart)))
                found[one][other] += pull * priors[one][at].variance
                found[other][one] -= pull * priors[other][at].variance
        return found

    def _drop_the_hopeless(self) -> None:
        best = max(one for one in self.weights if one is not None)
        self.weights = [
            None if one is None or one < best - HOPELESS else one - best
            for one in self.weights
        ]


def _told_apart(
    mine: int,
    forecast: Forecast,
    places: Sequence[int],
    pulls: Sequence[float],
    before: Strength,
    after: Strength,
) -> tuple[OpponentEffect, ...]:
    """Return what each opponent did, in whole points that add up with the rest."""
    others = [at for at in range(len(places)) if at != mine]
    exact = [SHOWN_FOR_ONE * pulls[at] for at in others]
    whole = after.shown - before.shown
    rest = SHOWN_FOR_ONE * (after.mean - before.mean) - sum(exact)
    *points, _rest = rounded_to(whole, [*exact, rest])
    return tuple(
        OpponentEffect(
            forecast.players[at],
            forecast.win[mine][at] or 0.0,
            0.5 if places[at] == places[mine] else float(places[mine] < places[at]),
            moved,
        )
        for at, moved in zip(others, points, strict=True)
    )


def rounded_to(whole: int, parts: Sequence[float]) -> list[int]:
    """
    Return *parts* rounded so that they add up to *whole*.

    >>> rounded_to(3, [1.4, 1.3, 0.3])
    [2, 1, 0]
    """
    found = [round(part) for part in parts]
    while (short := whole - sum(found)) != 0:
        step = 1 if short > 0 else -1
        at = max(range(len(parts)), key=lambda one: step * (parts[one] - found[one]))
        found[at] += step
    return found


def skill_replay(
    parties: Iterable[Rated], strengths: Strengths
) -> tuple[SkillChange, ...]:
    """Return what *parties*, in their order, change, and let *strengths* learn it."""
    return tuple(change for partie in parties for change in strengths.add(partie))


def to_json(strengths: Strengths) -> dict[str, Any]:
    """Return what the parties told, for a database; players' keys become texts."""
    return {
        "weights": list(strengths.weights),
        "players": {
            str(player): [
                known.day.isoformat(),
                known.parties,
                [known.told.mean, known.told.deviation],
                [[one.mean, one.variance] for one in known.beliefs],
            ]
            for player, known in strengths.players.items()
        },
    }


def from_json(value: Mapping[str, Any]) -> Strengths:
    """Return what was kept, for players whose keys are whole numbers."""
    return Strengths(
        list(value["weights"]),
        {
            int(player): KnownStrength(
                tuple(Belief(*one) for one in beliefs),
                date.fromisoformat(day),
                parties,
                Strength(*told),
            )
            for player, (day, parties, told, beliefs) in value["players"].items()
        },
    )


def _log_prior(spread: float) -> float:
    """Return the logarithm of a spread's weight before any partie."""
    return -0.5 * (log(spread / LIKELIEST_SPREAD) / SPREAD_DEVIATION) ** 2


def _grown(variance: float, spread: float, years: float) -> float:
    """Return a variance after so many years without a partie."""
    return min(variance + (DRIFT * spread) ** 2 * years, spread * spread)


def chance(one: Belief, other: Belief) -> float:
    """Return the chance that *one* places before *other*, if they do not tie."""
    shrunk = (one.mean - other.mean) / _stretched(one.variance + other.variance)
    return 1 / (1 + exp(-shrunk))


def _stretched(variance: float) -> float:
    """Return what a difference is divided by that is so unsure."""
    return sqrt(1 + pi * variance / 8)


def stronger_ahead(spread: float) -> float:
    """
    Return how often the stronger of two places first, drawn where that is the *spread*.

    >>> [round(stronger_ahead(spread), 3) for spread in (0.0, 0.2, 1.6)]
    [0.5, 0.556, 0.796]
    """
    # The middles of equal steps, to six deviations: exact to many places.
    steps = [(at + 0.5) * SIX_DEVIATIONS / NARROW for at in range(NARROW)]
    weights = [exp(-away * away / 2) for away in steps]
    ahead = [1 / (1 + exp(-sqrt(2) * spread * away)) for away in steps]
    parts = (weight * share for weight, share in zip(weights, ahead, strict=True))
    return sum(parts) / sum(weights)


def learn(
    priors: Sequence[Belief], places: Sequence[int]
) -> tuple[list[Belief], float]:
    """
    Return what is believed after a partie, and how much it speaks for the spread.

    Those who are nearer to the front come first; equal places are ties. The evidence
    is the logarithm of Laplace's approximation. Newton's steps go from the means of
    before to the likeliest strengths, and the variances are those at the last point
    at which the curvature was looked at.
    """
    share = 2 / len(priors)
    at = [belief.mean for belief in priors]
    for _step in range(MOST_STEPS):
        slope, curvature = _derivatives(priors, places, at)
        inverse, log_determinant = inverted(curvature)
        longest = 0.0
        for mine, row in enumerate(inverse):
            step = sum(value * steep for value, steep in zip(row, slope, strict=True))
            at[mine] += step
            longest = max(longest, abs(step))
        if longest <= LONGEST_STEP:
            break
    evidence = -0.5 * log_determinant
    for belief, here in zip(priors, at, strict=True):
        away = here - belief.mean
        evidence -= 0.5 * (away * away / belief.variance + log(belief.variance))
    for one, other, told in _pairs(places):
        ahead = 1 / (1 + exp(at[other] - at[one]))
        evidence += share * (told * log(ahead) + (1 - told) * log(1 - ahead))
    learnt = [Belief(here, inverse[mine][mine]) for mine, here in enumerate(at)]
    return learnt, evidence


def _derivatives(
    priors: Sequence[Belief], places: Sequence[int], at: Sequence[float]
) -> tuple[list[float], Matrix]:
    """Return the derivatives of the log posterior at a point; minus the second ones."""
    share = 2 / len(priors)
    slope = [
        (belief.mean - here) / belief.variance
        for belief, here in zip(priors, at, strict=True)
    ]
    curvature = [[0.0] * len(priors) for _ in priors]
    for mine, belief in enumerate(priors):
        curvature[mine][mine] = 1 / belief.variance
    for one, other, told in _pairs(places):
        ahead = 1 / (1 + exp(at[other] - at[one]))
        pull = share * (told - ahead)
        slope[one] += pull
        slope[other] -= pull
        bent = share * ahead * (1 - ahead)
        curvature[one][one] += bent
        curvature[other][other] += bent
        curvature[one][other] -= bent
        curvature[other][one] -= bent
    return slope, curvature


def _pairs(places: Sequence[int]) -> Iterator[tuple[int, int, float]]:
    """Yield every pair, and how much it tells that the first was before the other."""
    for one, other in combinations(range(len(places)), 2):
        yield one, other, 0.5 if places[one] == places[other] else 1.0


def inverted(matrix: Matrix) -> tuple[Matrix, float]:
    """
    Return the inverse of a symmetric positive matrix, and its determinant's logarithm.

    >>> inverted([[2.0, 0.0], [0.0, 4.0]])[0]
    [[0.5, 0.0], [0.0, 0.25]]
    """
    size = range(len(matrix))
    left = [row[:] for row in matrix]
    right = [[float(row == column) for column in size] for row in size]
    log_determinant = 0.0
    for pivot in size:
        own = left[pivot][pivot]
        log_determinant += log(own)
        left[pivot] = [value / own for value in left[pivot]]
        right[pivot] = [value / own for value in right[pivot]]
        for row in size:
            factor = left[row][pivot]
            if row == pivot or factor == 0.0:
                continue
            for column in size:
                left[row][column] -= factor * left[pivot][column]
                right[row][column] -= factor * right[pivot][column]
    return right, log_determinant


def log_loss(told: float, came: float) -> float:
    """
    Return the log loss of a chance that was *told*, where *came* is 1, 0 or a half.

    >>> round(log_loss(0.5, 1), 4)
    0.6931
    """
    if not 0 < told < 1:
        return 0.0 if told == came else inf
    return -(came * log(told) + (1 - came) * log(1 - told))
