"""Run every benchmark; exit with 1 if one is past three times its limit."""

import sys

from tests.bench import (
    at_the_table,
    by_hand,
    fan,
    games,
    jokers,
    on_paper,
    pages,
    parties,
    plans,
    ratings,
    rulesets,
)

if __name__ == "__main__":
    every = (
        *(games, rulesets, fan, jokers, parties, ratings, plans),
        *(pages, by_hand, at_the_table, on_paper),
    )
    passed = [one.run() for one in every]
    sys.exit(0 if all(passed) else 1)
