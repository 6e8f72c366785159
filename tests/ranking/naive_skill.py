"""
The skill rating once more, from its description, without a thought for speed.

Everything is written out by matrices: determinants by expansion, inverses by minors,
the log posterior as a function whose derivatives are written beside it.
"""

from __future__ import annotations

from datetime import date
from math import exp, log, pi, sqrt
from typing import Any

GRID = [0.03, 0.1, 0.2, 0.4, 0.8, 1.6]


def determinant(m: list[list[float]]) -> float:
    if not m:
        return 1.0
    return sum(
        (-1.0 if column % 2 else 1.0)
        * value
        * determinant([row[:column] + row[column + 1 :] for row in m[1:]])
        for column, value in enumerate(m[0])
    )


def minor(m: list[list[float]], i: int, j: int) -> float:
    return determinant([row[:j] + row[j + 1 :] for at, row in enumerate(m) if at != i])


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


class NaiveClub:
    """Players are names; a partie is a day, names and places."""

    def __init__(self) -> None:
        self.weight = {s: exp(-(log(s / 0.3) ** 2) / 2) for s in GRID}
        self.mean: dict[tuple[float, str], float] = {}
        self.variance: dict[tuple[float, str], float] = {}
        self.last: dict[str, date] = {}
        self.parties: dict[str, int] = {}

    def prior(self, s: float, name: str, day: date) -> tuple[float, float]:
        if name not in self.last:
            return 0.0, s**2
        gone = (day - self.last[name]).days / 365.25
        return self.mean[s, name], min(
            s**2, self.variance[s, name] + gone * (s / 2) ** 2
        )

    def win(self, a: str, b: str, day: date) -> float:
        found = 0.0
        for s, weight in self.weight.items():
            (ma, va), (mb, vb) = self.prior(s, a, day), self.prior(s, b, day)
            found += weight * sigmoid((ma - mb) / sqrt(1 + pi * (va + vb) / 8))
        return found / sum(self.weight.values())

    def add(self, day: date, names: list[str], places: list[int]) -> None:
        n = len(names)
        told = {
            (i, j): 1.0
            if places[i] < places[j]
            else 0.0
            if places[i] > places[j]
            else 0.5
            for i in range(n)
            for j in range(n)
            if i != j
        }
        found = {}
        for s in list(self.weight):
            m, v = zip(*(self.prior(s, name, day) for name in names), strict=True)
            x = list(m)
            for _ in range(4):
                curve = [
                    [
                        1 / v[i]
                        + sum(
                            2 / n * sigmoid(x[i] - x[k]) * sigmoid(x[k] - x[i])
                            for k in range(n)
                            if k != i
                        )
                        if i == j
                        else -2 / n * sigmoid(x[i] - x[j]) * sigmoid(x[j] - x[i])
                        for j in range(n)
                    ]
                    for i in range(n)
                ]
                slope = [
                    (m[i] - x[i]) / v[i]
                    + sum(
                        2 / n * (told[i, k] - sigmoid(x[i] - x[k]))
                        for k in range(n)
                        if k != i
                    )
                    for i in range(n)
                ]
                whole = determinant(curve)
                step = [
                    sum(
                        (-1) ** (i + j) * minor(curve, j, i) * slope[j]
                        for j in range(n)
                    )
                    / whole
                    for i in range(n)
                ]
                x = [a + b for a, b in zip(x, step, strict=True)]
                if max(map(abs, step)) <= 0.15:
                    break
            likelihood = sum(
                2 / n * told[i, j] * log(sigmoid(x[i] - x[j])) for i, j in told
            )
            away = sum((x[i] - m[i]) ** 2 / v[i] for i in range(n))
            size = 1.0
            for one in v:
                size *= one
            self.weight[s] *= exp(likelihood - away / 2) / sqrt(size * whole)
            found[s] = [(x[i], minor(curve, i, i) / whole) for i in range(n)]
        best = max(self.weight.values())
        self.weight = {
            s: one / best for s, one in self.weight.items() if one >= best * exp(-8)
        }
        for s, states in found.items():
            for name, (mean, variance) in zip(names, states, strict=True):
                self.mean[s, name], self.variance[s, name] = mean, variance
        for name in names:
            self.last[name] = day
            self.parties[name] = self.parties.get(name, 0) + 1

    def strength(self, name: str) -> tuple[float, float]:
        whole = sum(self.weight.values())
        mean = square = 0.0
        for s, weight in self.weight.items():
            m, v = self.mean.get((s, name), 0.0), self.variance.get((s, name), s**2)
            mean += weight / whole * m
            square += weight / whole * (v + m**2)
        return mean, sqrt(square - mean**2)

    def listed(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for name in self.last:
            mean, deviation = self.strength(name)
            found.append(
                {
                    "player": name,
                    "strength": mean,
                    "deviation": deviation,
                    "parties": self.parties[name],
                }
            )
        return sorted(found, key=lambda one: (-one["strength"], one["player"]))
