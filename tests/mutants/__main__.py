"""
Change the rules engine in small ways; its tests should notice each of them.

Exit with 1 if they notice too few.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
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
        out(f"{file:{width}} {_share(killed[file], many)}\n")
    all_killed, all_tried = killed.total(), tried.total()
    out(f"{'killed in all':{width}} {_share(all_killed, all_tried)}\n")
    if campaign.left:
        out(f"{campaign.left} mutants were not tried: the time was over.\n")
    if campaign.baseline.failing:
        failing = ", ".join(campaign.baseline.failing)
        out(f"Left out, failing here without any mistake: {failing}\n")
    is_enough = 100 * all_killed >= arguments.floor * all_tried
    if not is_enough:
        out(f"That is less than {arguments.floor} %.\n")
    return 0 if is_enough else 1


def _share(part: int, whole: int) -> str:
    percentage = f"{100 * part / whole:5.1f} %" if whole else ""
    return f"{part:4} of {whole:4} {percentage}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=__doc__
    )
    parser.add_argument("--count", type=int, default=400, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which mutants")
    parser.add_argument("--floor", type=int, default=90, help="per cent to be killed")
    parser.add_argument("--minutes", type=float, default=60, help="at most so long")
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
        command = [sys.executable, "-m", "tests.mutants", *sys.argv[1:]]
        with subprocess.Popen(command, cwd=folder, env=environment) as process:  # noqa: S603, these are our own arguments
            try:
                return process.wait()
            finally:
                process.terminate()


if __name__ == "__main__":
    # Whoever ends it ends all its processes, and the copy goes too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main())
