"""
What recording a game takes of a processor, beside writing the same rows by hand.

By hand is what anybody would write with Django's ORM who knew the rows already: the
engine, the fold of the partie and every check are what recording adds. Both are taken
back, so that each meets the same database.
"""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from copy import copy
from operator import truediv
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.bench.measure import Measured

if TYPE_CHECKING:
    from typing import TypeAlias

    from django.db.models import Model

    from clubscore.partie.models import Partie

    Rows: TypeAlias = dict[type[Model], dict[Any, Any]]

ROOT = Path(__file__).parents[2]
GAMES_SO_FAR = 10
TIMES = 25
MOST_TIMES_BY_HAND = 2


def run() -> bool:
    """Print what was measured; return whether it passes."""
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        environment = os.environ | {
            "DATABASE_URL": os.environ.get("BENCH_DATABASE_URL")
            or f"sqlite:///{folder}/bench.sqlite3",
            "DJANGO_SETTINGS_MODULE": "clubscore.settings",
            "SECRET_KEY": "for-the-bench",
            "DEBUG": "false",
            "HTTPS": "false",
            "ALLOWED_HOSTS": "testserver",
        }
        command = [sys.executable, "-m", "tests.bench.by_hand"]
        done = subprocess.run(command, cwd=ROOT, env=environment, check=False)  # noqa: S603
        return done.returncode == 0


def main() -> int:
    """Measure, print, and return the exit status."""
    import django

    django.setup()
    from django.core.management import call_command

    from clubscore.demo.small import demo_club
    from tests.bench.dealt_parties import play

    call_command("migrate", verbosity=0)
    day = dt.date(2026, 11, 17)
    _club, season, players = demo_club(day, day)
    partie = play(Random(1), season, players[:4], day, "1", GAMES_SO_FAR)
    both = [_measured(partie, Random(number)) for number in range(TIMES)]
    recorded, by_hand = zip(*both, strict=True)
    print(f"a game is recorded in {1000 * median(recorded):.1f} ms of a processor")
    measured = Measured(
        "recording a game beside its rows by hand",
        median(map(truediv, recorded, by_hand)),
        MOST_TIMES_BY_HAND,
        "times",
    )
    print(measured)
    return 0 if measured.passes else 1


def _measured(partie: Partie, rng: Random) -> tuple[float, float]:
    """Return the seconds that recording a game takes, and writing its rows by hand."""
    before = rows_of(partie)
    after: Rows = {}
    record = next_record(rng, partie)

    def recorded() -> None:
        record(partie)

    def looked_at() -> None:
        after.update(rows_of(partie))

    def written() -> None:
        write(before, after)

    return taken_back(recorded, looked_at), taken_back(written)


def next_record(rng: Random, partie: Partie) -> Callable[[Partie], object]:
    """Return what records a game that somebody can win by the rules."""
    from django.db import transaction

    from clubscore.demo.dealer import deal_game
    from clubscore.partie.engine import RulesError
    from clubscore.partie.services import Author, Write, game_record

    write_of = Write(Author(name="Bench"), partie.version, "bench")
    while True:
        dealt = deal_game(rng)

        def record(partie: Partie, game: Any = dealt) -> object:
            return game_record(partie=partie, write=write_of, record=game)

        try:
            with transaction.atomic():
                record(partie)
                transaction.set_rollback(True)
        except RulesError:
            continue
        return record


def taken_back(
    measured: Callable[[], object], look: Callable[[], object] | None = None
) -> float:
    """Return the seconds that something takes, before it is taken back."""
    from django.db import transaction

    with transaction.atomic():
        before = time.process_time()
        measured()
        took = time.process_time() - before
        if look is not None:
            look()
        transaction.set_rollback(True)
    return took


def rows_of(partie: Partie) -> Rows:
    """Return the rows of a partie by their ids, table by table."""
    from clubscore.demo.blueprints import WRITTEN

    found: Rows = {}
    for model in WRITTEN:
        manager: Any = model._default_manager
        names = {field.name for field in model._meta.concrete_fields}
        path = next((one for one in ("partie", "entry", "game") if one in names), "pk")
        where = path if path in ("partie", "pk") else f"{path}__partie"
        found[model] = {
            row.pk: row for row in manager.filter(**{where: partie.pk}).order_by("pk")
        }
    return found


def write(before: Rows, after: Rows) -> None:
    """Write what is there after a game and was not before, as one would by hand."""
    from clubscore.partie.models import Entry, Game, Partie, PartieResult, Revision

    [partie] = after[Partie].values()
    Partie.objects.select_for_update().get(pk=partie.pk)
    for model, rows in after.items():
        manager: Any = model._default_manager
        new = [copy(row) for pk, row in rows.items() if pk not in before[model]]
        gone = before[model].keys() - rows.keys()
        if gone:
            manager.filter(pk__in=gone).delete()
        if model is PartieResult:
            told = ["score", "chips", "place", "games", "wins", "given", "best_game"]
            manager.bulk_update(rows.values(), told)
        elif model in (Entry, Revision, Game):
            for row in new:
                row.save(force_insert=True)
        elif new:
            manager.bulk_create(new)
    partie.save(update_fields=["version", "head", "head_at", "progress"])


if __name__ == "__main__":
    sys.exit(main())
