"""
Change the rules engine in small ways; its tests should notice each of them.

Exit with 1 if they notice too few, or fail without any change.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent.parent
IN_A_COPY = "CLUBSCORE_MUTANTS_IN_A_COPY"
NEEDED = ("clubscore", "tests")
"""The folders that the engine and its tests need."""


def main() -> int:
    """Try the mutants in a copy of the tree and print what came of it."""
    if os.environ.get(IN_A_COPY) != "yes":
        return _in_a_copy()
    from tests.mutants.campaign import Campaign

    arguments = _arguments()
    campaign = Campaign(
        count=arguments.count,
        seed=arguments.seed,
        jobs=arguments.jobs,
        seconds=60 * arguments.minutes,
        only=arguments.only,
    )
    campaign.run()
    tried, killed = Counter[str](), Counter[str]()
    for verdict in campaign.verdicts:
        tried[verdict.mutant.file] += 1
        killed[verdict.mutant.file] += verdict.killed_by is not None
    out = sys.stdout.write
    for mutant in campaign.survivors:
        out(f"\nSurvived: {mutant.file}:{mutant.line} ({mutant.kind})\n")
        out(mutant.diff(campaign.sources[mutant.file]) + "\n")
    out("\n")
    width = max(map(len, tried), default=0)
    for file, many in tried.items():
        out(f"{file:{width}} {killed[file]:4} of {many:4} {_share(killed[file], many)}\n")
    all_killed, all_tried = killed.total(), tried.total()
    share = _share(all_killed, all_tried)
    out(f"{'killed in all':{width}} {all_killed:4} of {all_tried:4} {share}\n")
    if campaign.left:
        out(f"{campaign.left} mutants were not tried: the time was over.\n")
    if campaign.baseline.failing:
        out(f"{len(campaign.baseline.failing)} tests fail without any mistake.\n")
    is_enough = 100 * all_killed >= arguments.floor * all_tried
    if not is_enough:
        out(f"That is less than {arguments.floor} %.\n")
    return 0 if is_enough and not campaign.baseline.failing else 1


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:5.1f} %" if whole else ""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=400, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which mutants")
    parser.add_argument("--floor", type=int, default=90, help="per cent to be killed")
    parser.add_argument("--minutes", type=float, default=30, help="at most so long")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="files whose names hold this")
    return parser.parse_args()


def _in_a_copy() -> int:
    """Run this again where only a copy of the tree is at hand."""
    _arguments()  # what is misspelt is said at once
    with TemporaryDirectory(prefix="mutants-") as folder:
        for name in NEEDED:
            shutil.copytree(
                ROOT / name,
                Path(folder) / name,
                ignore=shutil.ignore_patterns("__pycache__"),
            )
        environment = {**os.environ, IN_A_COPY: "yes", "PYTHONHASHSEED": "0"}
        return subprocess.run(  # noqa: S603, these are our own arguments
            [sys.executable, "-m", "tests.mutants", *sys.argv[1:]],
            cwd=folder,
            env=environment,
            check=False,
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
