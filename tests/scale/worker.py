"""
One installation, which does what its standard input asks for and says how long it took.

Each line names something of `tests.scale.asking`, or what an installation is filled
with; each answer is a line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

import django


def main() -> None:
    """Fill the installation, or answer until nothing more is asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fill", action="store_true")
    parser.add_argument("--clubs", type=int, default=1)
    parser.add_argument("--parties", type=int, default=1)
    parser.add_argument("--alone", action="store_true")
    asked = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.scale.settings"
    django.setup()
    if asked.fill:
        from tests.scale.filling import fill

        fill(clubs=asked.clubs, parties=asked.parties, is_alone=asked.alone)
        return
    from tests.scale.asking import Asking

    asking = Asking()
    for line in sys.stdin:
        answer: dict[str, Any] = asking.answer(line.strip())
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
