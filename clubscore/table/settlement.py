"""
The settlement of a partie in as few payments as possible.

Whoever lost pays, whoever won receives. A group of people whose gains and losses add
to 0 by themselves is settled in one payment fewer than it has people, so that the
fewest payments come from the most such groups. For so many people as sit at a table
or two they are all looked through; for more the biggest debt pays the biggest gain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Generic, TypeVar

from clubscore.partie.scores import Score

MOST_EXACT = 12
"""For more people than this the fewest payments are not looked for."""


Amount = TypeVar("Amount", int, Score)
"""Points, or cents, which are whole."""


@dataclass(frozen=True, slots=True)
class Due(Generic[Amount]):
    """What somebody pays somebody."""

    payer: str
    payee: str
    amount: Amount


def settled(balances: Mapping[str, Amount]) -> tuple[Due[Amount], ...]:
    """
    Return the payments after which everybody has what is theirs.

    *balances* are what each has won or lost, and add to 0.

    >>> settled({"Anna": 10, "Ben": -10, "Cleo": 0})
    (Due(payer='Ben', payee='Anna', amount=10),)
    """
    if sum(balances.values()):
        raise ValueError("What is won and what is lost must add to 0.")
    open_ones = {name: amount for name, amount in balances.items() if amount}
    if len(open_ones) > MOST_EXACT:
        return tuple(_paid_off(open_ones))
    dues = [due for group in _groups(open_ones) for due in _paid_off(group)]
    return tuple(sorted(dues, key=lambda due: -due.amount))


def _groups(balances: Mapping[str, Amount]) -> Iterator[dict[str, Amount]]:
    """Yield the most groups into which *balances* fall that add to 0 each."""
    names = list(balances)
    sums: list[Amount] = [0] * (1 << len(names))
    most = [0] * (1 << len(names))
    for mask in range(1, 1 << len(names)):
        lowest = (mask & -mask).bit_length() - 1
        sums[mask] = sums[mask & (mask - 1)] + balances[names[lowest]]
        without = [most[mask ^ (1 << place)] for place in _places(mask)]
        # The order of taking people off ends a group whenever the rest adds to 0.
        most[mask] = max(without) + (sums[mask] == 0)
    mask = (1 << len(names)) - 1
    group: dict[str, Amount] = {}
    while mask:
        if sums[mask] == 0 and group:
            yield group
            group = {}
        wanted = most[mask] - (sums[mask] == 0)
        place = next(
            place for place in _places(mask) if most[mask ^ (1 << place)] == wanted
        )
        group[names[place]] = balances[names[place]]
        mask ^= 1 << place
    if group:
        yield group


def _places(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _paid_off(balances: Mapping[str, Amount]) -> Iterator[Due[Amount]]:
    """Yield payments, the biggest debt to the biggest gain, until nothing is open."""
    left = dict(balances)
    while any(left.values()):
        payer = min(left, key=lambda name: left[name])
        # Who receives exactly what somebody owes is done with one payment.
        payee = max(left, key=lambda name: (left[name] == -left[payer], left[name]))
        amount = min(-left[payer], left[payee])
        yield Due(payer, payee, amount)
        left[payer] += amount
        left[payee] -= amount


def in_cents(totals: Mapping[str, Score], worth: Decimal) -> dict[str, int]:
    """
    Return what points are worth in cents, which add to 0 as the points do.

    Everybody's cents are rounded down; the cents that are left over then go one each
    to those from whom rounding took most, in the order of *totals* where it took as
    much.

    >>> in_cents({"Anna": 2, "Ben": -1, "Cleo": -1}, Decimal("0.005"))
    {'Anna': 1, 'Ben': 0, 'Cleo': -1}
    """
    exact = {name: total * Fraction(worth) * 100 for name, total in totals.items()}
    cents = {name: floor(amount) for name, amount in exact.items()}
    left = -sum(cents.values())
    by_loss = sorted(exact, key=lambda name: cents[name] - exact[name])
    for name in by_loss[:left]:
        cents[name] += 1
    return cents
