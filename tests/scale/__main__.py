"""``make scale``: two installations on SQLite and on PostgreSQL, one of them large."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.scale.databases import databases
from tests.scale.measuring import Installation, compare
from tests.storm.__main__ import ROOT, say

GAMES_A_PARTIE = 23
"""About how many games a partie of the demo has."""


def main() -> int:
    """Compare the installations on each database; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clubs", type=int, default=300, help="default 300")
    parser.add_argument(
        "--games", type=int, default=1_000_000, help="of all clubs, about; a million"
    )
    parser.add_argument("--rounds", type=int, default=15, help="default 15")
    parser.add_argument(
        "--database", choices=("both", "sqlite", "postgresql"), default="both"
    )
    parser.add_argument("--folder", type=Path, default=ROOT / "var" / "scale")
    parser.add_argument(
        "--keep", action="store_true", help="leave what was filled for the next time"
    )
    asked = parser.parse_args()
    parties = max(1, -(-asked.games // (asked.clubs * GAMES_A_PARTIE)))
    wanted = ("sqlite", "postgresql") if asked.database == "both" else (asked.database,)
    passed = True
    for name in wanted:
        say(f"\n=== {name}: a club alone, and among {asked.clubs} of about")
        say(f"    {asked.games} games together, {parties} parties each")
        with databases(
            name, asked.folder, f"{asked.clubs}x{parties}", keep=asked.keep
        ) as urls:
            if urls is None:
                say("Not run: no PostgreSQL answers.")
                continue
            alone, among = (
                Installation(url, asked.clubs, parties, is_alone=is_alone)
                for url, is_alone in zip(urls, (True, False), strict=True)
            )
            passed &= compare(alone, among, asked.rounds)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
