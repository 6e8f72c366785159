"""``manage.py migrate``: Django's own, with a warning before a large database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import (
    AlterModelManagers,
    AlterModelOptions,
    CreateModel,
    Migration,
    RenameModel,
    RunPython,
    RunSQL,
    SeparateDatabaseAndState,
)
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.models import ModelOperation

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
    """
    Yield what each migration does to a large table, and for how long.

    A table that points to a renamed one changes too. What code of its own does nobody
    can see beforehand: it may go through the largest table of its app.
    """
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))

        @cache
        def rows_of(table: str) -> int:
            quoted = connection.ops.quote_name(table)
            cursor.execute(f"SELECT count(*) FROM {quoted}")  # noqa: S608
            count: int = cursor.fetchone()[0]
            return count

        @cache
        def pointed_to_by(table: str) -> set[str]:
            found = connection.introspection.get_relations(cursor, table)
            return {one[1] for one in found.values()}

        now: dict[str, str] = {}
        """What a table is called that a migration before has renamed."""
        for migration in plan:
            name = f"{migration.app_label}.{migration.name}"
            operations = list(_flat(migration.operations))
            changed, renamed = _changed(migration.app_label, operations, now)
            if renamed:
                changed |= {one for one in tables if renamed & pointed_to_by(one)}
            for table in sorted(changed & tables):
                if rows_of(table) >= LARGE:
                    yield _told(f"{name} changes {table}", rows_of(table))
            own = [one for one in tables if one.startswith(f"{migration.app_label}_")]
            if own and any(isinstance(one, RunPython | RunSQL) for one in operations):
                largest = max(sorted(own), key=rows_of)
                if rows_of(largest) >= LARGE:
                    yield _told(f"{name} may go through {largest}", rows_of(largest))


def _told(what: str, rows: int) -> str:
    minutes = max(1, round(rows / ROWS_A_SECOND / 60))
    return (
        f"{what} with its {rows} rows: nobody can write meanwhile, for up to"
        f" {minutes} minutes or so"
    )


def _flat(operations: Iterable[Operation]) -> Iterator[Operation]:
    """Yield what is done to the database, out of what is only said beside it too."""
    for one in operations:
        if isinstance(one, SeparateDatabaseAndState):
            yield from _flat(one.database_operations)
        else:
            yield one


def _changed(
    label: str, operations: Iterable[Operation], now: dict[str, str]
) -> tuple[set[str], set[str]]:
    """
    Return the tables whose form operations change, and those of them that are renamed.

    They are called as they are now. What they will be called is put down in *now*.
    """
    changed, renamed = set(), set()
    for one in operations:
        table = f"{label}_{_model_of(one)}".lower()
        table = now.get(table, table)
        changed.add(table)
        if isinstance(one, RenameModel):
            renamed.add(table)
            now[f"{label}_{one.new_name}".lower()] = table
    return changed, renamed


def _model_of(operation: Operation) -> str:
    """Return the model whose table an operation changes; "" if it changes none."""
    match operation:
        case AlterModelOptions() | AlterModelManagers() | CreateModel():
            return ""
        case RenameModel():
            return operation.old_name
        case ModelOperation():
            return operation.name
    # Fields, indexes and constraints.
    return str(getattr(operation, "model_name", ""))
