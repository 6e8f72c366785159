"""The storm on one database, which DATABASE_URL names and which is empty."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import django


def main() -> int:
    """Storm, tell how it goes, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    asked = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubscore.settings"
    django.setup()
    from django.db import connection

    # The server has a pool; of ours no session may be left when those of the dead are
    # counted.
    connection.settings_dict["OPTIONS"].pop("pool", None)
    from tests.storm.weather import Storm

    storm = Storm(asked.folder, os.environ["DATABASE_URL"], asked.seed)
    began = time.monotonic()
    try:
        found = storm.rage(asked.count)
    finally:
        storm.server.kill()
    for fault in found[:20]:
        sys.stdout.write(f"{fault}\n")
    if found:
        sys.stdout.write(
            f"{len(found)} faults\n{storm.server.log.read_text()[-5000:]}\n"
        )
        return 1
    sys.stdout.write(f"{storm.summary} in {time.monotonic() - began:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
