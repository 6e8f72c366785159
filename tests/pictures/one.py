"""What `make pictures` does on one database: deal the club, or take its pictures."""

from __future__ import annotations

import argparse
import datetime as dt
from pathlib import Path

import django
from django.core.management import call_command
from django.utils import timezone

EVENING = dt.datetime(2026, 11, 17, 19, 40, tzinfo=dt.UTC)
"""When all pictures are taken; tables of the demo club then play on."""


def main() -> None:
    """Do what the words of the command ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deal")
    parser.add_argument("--language")
    parser.add_argument("folder", nargs="?", type=Path)
    asked = parser.parse_args()
    django.setup()
    timezone.now = lambda: EVENING  # every look at the clock of ours asks it
    if asked.deal:
        call_command("migrate", verbosity=0)
        call_command("demo", "--parties", asked.deal, "--until", str(EVENING.date()))
        return
    from tests.pictures.camera import camera
    from tests.pictures.walk import TASKS

    with camera(asked.folder, asked.language) as taking:
        for take in TASKS:
            take(taking)


if __name__ == "__main__":
    main()
