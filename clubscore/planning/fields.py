"""Finite fields, as tables of sums and products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True, slots=True)
class Field:
    """The finite field of an order; its elements are 0 to that number, without it."""

    order: int
    sums: tuple[tuple[int, ...], ...]
    products: tuple[tuple[int, ...], ...]


def prime_power(order: int) -> tuple[int, int] | None:
    """
    Return the prime and the exponent that make *order*; None if none do.

    >>> prime_power(9), prime_power(7), prime_power(12), prime_power(1)
    ((3, 2), (7, 1), None, None)
    """
    prime = next((n for n in range(2, order + 1) if order % n == 0), None)
    if prime is None:
        return None
    exponent = 0
    while order % prime == 0:
        order //= prime
        exponent += 1
    return (prime, exponent) if order == 1 else None


def finite_field(order: int) -> Field | None:
    """Return the field of *order*; None if there is none."""
    found = prime_power(order)
    if found is None:
        return None
    prime, degree = found
    elements = [tuple(reversed(e)) for e in product(range(prime), repeat=degree)]
    place = {element: index for index, element in enumerate(elements)}
    sums = tuple(
        tuple(
            place[tuple((x + y) % prime for x, y in zip(one, other, strict=True))]
            for other in elements
        )
        for one in elements
    )
    for modulus in elements:
        products = tuple(
            tuple(place[_product(one, other, modulus, prime)] for other in elements)
            for one in elements
        )
        # Of a polynomial that can be divided, some product is 0 and is no row twice.
        if all(0 not in row[1:] for row in products[1:]):
            return Field(order, sums, products)
    raise AssertionError(order)  # pragma: no cover (each degree has such a modulus)


def _product(
    one: Sequence[int], other: Sequence[int], modulus: Sequence[int], prime: int
) -> tuple[int, ...]:
    """Multiply two polynomials modulo x to the degree plus *modulus*."""
    degree = len(one)
    raw = [0] * (2 * degree - 1)
    for i, x in enumerate(one):
        for j, y in enumerate(other):
            raw[i + j] += x * y
    for top in range(len(raw) - 1, degree - 1, -1):
        for i, coefficient in enumerate(modulus):
            raw[top - degree + i] -= raw[top] * coefficient
    return tuple(x % prime for x in raw[:degree])
