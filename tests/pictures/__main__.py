"""
``make pictures``: take the pictures of the help anew, in every language.

The demo club is dealt on a database of its own, on a day and at an hour that are always
the same, so that a picture changes only with what it shows. Its files are
`static/help/<language>/<name>.webp`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "static" / "help"
LANGUAGES = ("en", "de", "nl")
TABLES = "24"
"""How many parties the demo club has played."""


def run(database: Path, *words: str) -> None:
    """Run a module of ours on a database; raise CalledProcessError if it fails."""
    subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "-m", *words],
        env=os.environ
        | {
            "ALLOWED_HOSTS": "127.0.0.1,clubscore.example",
            "DATABASE_URL": f"sqlite:///{database}",
            "DEBUG": "true",
            "DJANGO_SETTINGS_MODULE": "clubscore.settings",
            "SECRET_KEY": "for-the-pictures-" * 4,
            "TIME_ZONE": "Europe/Amsterdam",
        },
        cwd=ROOT,
        check=True,
    )


def main() -> None:
    """Deal the club once, and take the pictures of a copy for each language."""
    parser = argparse.ArgumentParser(prog="make pictures", description=__doc__)
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    languages = parser.parse_args().language or LANGUAGES
    with tempfile.TemporaryDirectory(prefix="clubscore-pictures-") as folder:
        dealt = Path(folder) / "demo.sqlite3"
        run(dealt, "tests.pictures.one", "--deal", TABLES)
        for language in languages:
            own = Path(folder) / f"{language}.sqlite3"
            shutil.copy(dealt, own)
            run(own, "tests.pictures.one", "--language", language, str(FOLDER))
    files = sorted(FOLDER.rglob("*.webp"))
    size = sum(file.stat().st_size for file in files)
    sys.stdout.write(f"{len(files)} pictures, {size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()
