"""The wishes for a plan, checked and put in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from math import isfinite

from clubscore.planning.errors import PlanningCode, PlanningError
from clubscore.planning.measures import waits_of
from clubscore.planning.problem import Problem
from clubscore.planning.sizes import table_sizes
from clubscore.planning.values import Key, Round, Wanted

FEWEST, MOST = 4, 400
"""How many players there may be."""
MOST_ROUNDS = 60
SHORTEST, LONGEST = 0.1, 600.0
"""How many seconds there may be."""
SIZES = (3, 4, 5)
"""How many can sit at one table."""
MOST_LOOKS = 20_000
"""How many groups are looked at for the largest of which all are apart."""


def check(wanted: Wanted) -> None:
    """Raise PlanningError for the first thing that is wrong with what is asked for."""
    _check_players(wanted.players)
    _check_numbers(wanted)
    sizes = _checked_sizes(wanted)
    _check_names(wanted)
    for key, number in wanted.fixed.items():
        if not (is_whole(number) and 1 <= number <= len(sizes)):
            raise PlanningError(
                PlanningCode.BAD_TABLE,
                f"{key} is fixed at table {number}; the tables are 1 to {len(sizes)}.",
                "fixed",
            )
    _check_contradictions(wanted, sizes)
    check_history(wanted.history)


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number; True is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _check_players(players: Sequence[Key]) -> None:
    if len(players) < FEWEST:
        raise PlanningError(
            PlanningCode.TOO_FEW_PLAYERS,
            f"A plan needs {FEWEST} players or more.",
            "players",
        )
    if len(players) > MOST:
        raise PlanningError(
            PlanningCode.TOO_MANY_PLAYERS,
            f"A plan is for {MOST} players at most.",
            "players",
        )
    if any(isinstance(key, str) and not key.strip() for key in players):
        raise PlanningError(
            PlanningCode.BAD_PLAYERS, "A player has no name.", "players"
        )
    for key, many in Counter(players).items():
        if many > 1:
            raise PlanningError(
                PlanningCode.BAD_PLAYERS, f"{key} stands in the list twice.", "players"
            )


def _check_numbers(wanted: Wanted) -> None:
    if not (is_whole(wanted.rounds) and 1 <= wanted.rounds <= MOST_ROUNDS):
        raise PlanningError(
            PlanningCode.BAD_ROUNDS,
            f"Rounds are a whole number from 1 to {MOST_ROUNDS}.",
            "rounds",
        )
    if not is_whole(wanted.seed):
        raise PlanningError(
            PlanningCode.BAD_NUMBER, "The seed is a whole number.", "seed"
        )
    seconds: object = wanted.seconds
    if (
        not isinstance(seconds, int | float)
        or isinstance(seconds, bool)
        or not isfinite(seconds)
        or not SHORTEST <= seconds <= LONGEST
    ):
        raise PlanningError(
            PlanningCode.BAD_NUMBER,
            f"Seconds are a number from {SHORTEST:g} to {LONGEST:g}.",
            "seconds",
        )


def _checked_sizes(wanted: Wanted) -> tuple[int, ...]:
    """Return how many sit at each table."""
    if not wanted.sizes or not all(
        is_whole(size) and size in SIZES for size in wanted.sizes
    ):
        raise PlanningError(
            PlanningCode.BAD_TABLES,
            "Tables are of 3, 4 or 5; allow one size or more.",
            "sizes",
        )
    sizes = table_sizes(len(wanted.players), wanted.sizes)
    if not sizes:
        raise PlanningError(
            PlanningCode.NO_TABLES,
            f"{len(wanted.players)} players make no table of these sizes.",
            "sizes",
        )
    return sizes


def _check_names(wanted: Wanted) -> None:
    known = set(wanted.players)
    named: Iterable[tuple[str, Key]] = chain(
        (("apart", key) for key in chain(*wanted.apart)),
        (("together", key) for key in chain(*wanted.together)),
        (("fixed", key) for key in wanted.fixed),
    )
    for field, key in named:
        if key not in known:
            raise PlanningError(
                PlanningCode.UNKNOWN_PLAYER, f"{key} is not among the players.", field
            )


def _contradiction(message: str, field: str) -> PlanningError:
    return PlanningError(PlanningCode.CONTRADICTION, message, field)


def _check_contradictions(wanted: Wanted, sizes: tuple[int, ...]) -> None:
    """Refuse wishes that plainly cannot hold together."""
    groups = groups_of(wanted.together)
    apart = {frozenset(pair) for group in wanted.apart for pair in _pairs(group)}
    for group in groups:
        for one, other in _pairs(group):
            if frozenset((one, other)) in apart:
                raise _contradiction(
                    f"{one} and {other} are to be apart and together.", "apart"
                )
    for group in groups:
        if len(group) > max(sizes):
            raise _contradiction(
                f"{len(group)} are to be together, and a table seats {max(sizes)}:"
                f" {', '.join(map(str, group))}.",
                "together",
            )
    fixed = tables_of_fixed(wanted.fixed, groups)
    for number, many in Counter(fixed.values()).items():
        if many > sizes[number - 1]:
            raise _contradiction(
                f"{many} are to sit at table {number}, which seats"
                f" {sizes[number - 1]}.",
                "fixed",
            )
    for one, other in apart_in_order(wanted):
        if one in fixed and fixed[one] == fixed.get(other):
            raise _contradiction(
                f"{one} and {other} are to be apart, and both at table {fixed[one]}.",
                "apart",
            )
    waiting = len(wanted.players) - sum(sizes)
    many = most_apart(apart)
    if many > len(sizes) + waiting:
        raise _contradiction(
            f"{many} are to be apart from one another, and there are"
            f" {len(sizes)} tables.",
            "apart",
        )


def _pairs(group: Iterable[Key]) -> Iterable[tuple[Key, Key]]:
    return combinations(dict.fromkeys(group), 2)


def apart_in_order(wanted: Wanted) -> list[tuple[Key, Key]]:
    """Return the pairs that are to be apart, as they were given."""
    return [pair for group in wanted.apart for pair in _pairs(group)]


def groups_of(together: Iterable[Iterable[Key]]) -> list[tuple[Key, ...]]:
    """
    Return who stays together; groups that share a player are one.

    >>> groups_of([("a", "b"), ("c", "d"), ("b", "e"), ("f",)])
    [('c', 'd'), ('a', 'b', 'e')]
    """
    groups: list[dict[Key, None]] = []
    for wish in together:
        group = dict.fromkeys(wish)
        for other in [one for one in groups if not group.keys().isdisjoint(one)]:
            groups.remove(other)
            group = other | group
        groups.append(group)
    return [tuple(group) for group in groups if len(group) > 1]


def tables_of_fixed(
    fixed: Mapping[Key, int], groups: Iterable[tuple[Key, ...]]
) -> dict[Key, int]:
    """Return the table of each fixed player, and of who stays together with one."""
    tables = dict(fixed)
    for group in groups:
        numbers = {fixed[key] for key in group if key in fixed}
        if len(numbers) > 1:
            raise _contradiction(
                f"{', '.join(map(str, group))} are to be together, and fixed at"
                " different tables.",
                "fixed",
            )
        for number in numbers:
            tables.update(dict.fromkeys(group, number))
    return tables


def most_apart(apart: Iterable[frozenset[Key]]) -> int:
    """
    Return how many can be found of whom all are apart from one another.

    Among very many wishes a larger group may be overlooked; the search finds out.
    """
    neighbours: dict[Key, set[Key]] = {}
    for pair in apart:
        one, other = pair
        neighbours.setdefault(one, set()).add(other)
        neighbours.setdefault(other, set()).add(one)
    best = 1
    looks = 0
    stack: list[tuple[int, set[Key]]] = [(0, set(neighbours))]
    while stack and looks < MOST_LOOKS:
        looks += 1
        size, among = stack.pop()
        best = max(best, size)
        if not among or size + len(among) <= best:
            continue
        key = max(among, key=lambda one: len(neighbours[one] & among))
        stack.append((size, among - {key}))
        stack.append((size + 1, among & neighbours[key]))
    return best


def check_history(history: Sequence[Round]) -> None:
    """Refuse rounds with somebody in two places, or whose numbers do not rise."""
    last = 0
    for one in history:
        if one.number <= last:
            raise PlanningError(
                PlanningCode.BAD_HISTORY,
                "The numbers of the rounds do not rise.",
                "history",
            )
        last = one.number
        for key, many in Counter(one.players).items():
            if many > 1:
                raise PlanningError(
                    PlanningCode.BAD_HISTORY,
                    f"{key} is in two places in round {one.number}.",
                    "history",
                )


def problem_of(wanted: Wanted) -> Problem:
    """Return what was asked for, and was checked, as the search sees it."""
    place = {key: index for index, key in enumerate(wanted.players)}
    met: Counter[tuple[int, int]] = Counter()
    winds = [[0] * 4 for _ in place]
    for one in wanted.history:
        for table in one.tables:
            known = sorted(place[key] for key in table.players if key in place)
            met.update(combinations(known, 2))
            for wind, key in enumerate(table.seats):
                if key in place:
                    winds[place[key]][wind] += 1
    groups = groups_of(wanted.together)
    fixed = tables_of_fixed(wanted.fixed, groups)
    apart = (sorted((place[a], place[b])) for a, b in apart_in_order(wanted))
    return Problem(
        players=len(place),
        sizes=table_sizes(len(place), wanted.sizes),
        rounds=wanted.rounds,
        met=dict(met),
        winds=tuple(map(tuple, winds)),
        waits=_waits(wanted),
        apart=frozenset((one, other) for one, other in apart),
        groups=tuple(tuple(place[key] for key in group) for group in groups),
        fixed={place[key]: number - 1 for key, number in fixed.items()},
    )


def _waits(wanted: Wanted) -> tuple[int, ...]:
    """
    Return by how much each has waited more than his share, in whole waits.

    The share is of those rounds alone in which he was there: who was not there always
    could not wait as often. So a guest stands where the regulars do, also where nobody
    was in every round, and between two who were the shares make no difference.
    """
    shares: dict[Key, float] = {}
    for one in wanted.history:
        there = list(one.players)
        waiting = waits_of([one]).total()
        for key in there:
            shares[key] = shares.get(key, 0.0) + waiting / len(there)
    waits = waits_of(wanted.history)
    return tuple(waits[key] - round(shares.get(key, 0.0)) for key in wanted.players)
