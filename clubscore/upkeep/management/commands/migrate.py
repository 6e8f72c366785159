"""``manage.py migrate``: Django's own, which first says what will take long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor

LARGE = 100_000
"""Rows; a change of fewer is over before one has read that it goes on."""
ROWS_A_SECOND = 20_000
"""A careful guess of how many rows a small machine changes, indexes and all."""


class Command(migrate.Command):
    """Say which large tables stand still and for about how long; then migrate."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Tell, unless nothing is to be done, and migrate."""
        is_asked_only = options["plan"] or options["check_unapplied"]
        if not (is_asked_only or options["fake"]):
            connection = connections[options["database"]]
            executor = MigrationExecutor(connection)
            leaves = executor.loader.graph.leaf_nodes()
            plan = [one for one, _backwards in executor.migration_plan(leaves)]
            for sentence in standstills(connection, plan):
                self.stderr.write(sentence)
        super().handle(*args, **options)


def standstills(
    connection: BaseDatabaseWrapper, plan: Iterable[Migration]
) -> Iterator[str]:
    """Yield what each migration does to a large table, and for how long."""
    rows: dict[str, int] = {}
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for migration in plan:
            for table in sorted(_touched(migration) & tables):
                if table not in rows:
                    quoted = connection.ops.quote_name(table)
                    cursor.execute(f"SELECT count(*) FROM {quoted}")  # noqa: S608
                    rows[table] = cursor.fetchone()[0]
                if rows[table] >= LARGE:
                    minutes = max(1, round(rows[table] / ROWS_A_SECOND / 60))
                    yield (
                        f"{migration.app_label}.{migration.name} changes {table} with"
                        f" its {rows[table]} rows: nobody can write meanwhile, for up"
                        f" to {minutes} minutes or so"
                    )


def _touched(migration: Migration) -> set[str]:
    """Return the tables whose form a migration changes."""
    label = migration.app_label
    names = {getattr(one, "model_name", "") for one in migration.operations}
    return {f"{label}_{name}".lower() for name in names if name}
