"""`make ratings`: the log loss of the skill rating in simulated clubs, as a table."""

from __future__ import annotations

import sys

from clubscore.ranking.skill import SPREADS
from tests.ratings.clubs import Made, parties_of
from tests.ratings.measure import COIN, mean_loss, told_of

SEEDS = (1, 2, 3)
LUCK = (1.0, 3.0, 6.0)
CLEARLY = 0.01
"""By so much the mean has to be below a coin's where skill tells."""
HAIR = 0.003
"""By so much it may be above a coin's where only luck tells."""


def main() -> int:
    """Print the table; return 1 if the rating tells less than it has to."""
    print(
        "Pairwise log loss, predicted before each partie: 24 players, 300 parties of 3"
        f"\nto 5, the mean of {len(SEEDS)} clubs a column. A coin has {COIN:.4f}.\n"
    )
    columns = [
        (luck, with_ties, f"luck {luck:.0f}{', ties' if with_ties else ''}")
        for luck in LUCK
        for with_ties in (False, luck > 1)
    ]
    print(f"{'':24}" + "".join(f"{name:>14}" for *_, name in columns) + f"{'mean':>9}")
    rows: dict[float | None, list[float]] = {}
    for spread in (*SPREADS, None):
        rows[spread] = [
            sum(
                mean_loss(told_of(parties_of(club_of(luck, ties, seed, at)), spread))
                for seed in SEEDS
            )
            / len(SEEDS)
            for at, (luck, ties, _name) in enumerate(columns)
        ]
        name = "spread learnt" if spread is None else f"one fixed spread {spread}"
        losses = "".join(f"{loss:14.3f}" for loss in rows[spread])
        print(f"{name:24}{losses}{mean(rows[spread]):9.3f}")
    learnt = rows[None]
    wrong = []
    if any(mean(learnt) >= mean(rows[spread]) for spread in SPREADS):
        wrong.append("A fixed spread does better in the mean.")
    if max(learnt[:4]) > COIN - CLEARLY:
        wrong.append("Where skill tells, a coin does as well.")
    if max(learnt[4:]) > COIN + HAIR:
        wrong.append("Where luck tells, a coin does better.")
    print(
        "\n"
        + (
            "\n".join(wrong)
            or "Better than a coin where skill tells, no worse"
            " where luck does, better in the mean than every fixed spread."
        )
    )
    return int(bool(wrong))


def club_of(luck: float, has_ties: bool, seed: int, column: int) -> Made:
    """Return a club; of luck 3 those with ties have players whose skill changes."""
    return Made(luck, has_ties, has_ties and luck < 6, seed=100 * column + seed)


def mean(values: list[float]) -> float:
    """Return the mean."""
    return sum(values) / len(values)


if __name__ == "__main__":
    sys.exit(main())
