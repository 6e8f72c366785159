"""Run every benchmark; exit with 1 if one is past three times its limit."""

import sys

from tests.bench import games, jokers, parties, rulesets

if __name__ == "__main__":
    passed = [one.run() for one in (games, rulesets, jokers, parties)]
    sys.exit(0 if all(passed) else 1)
