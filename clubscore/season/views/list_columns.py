"""The heads of a table's columns, by which an address puts the table in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.functional import Promise

Columns = Mapping[str, "tuple[str | Promise, bool]"]
"""By key: the heading, and whether the highest comes first; the first is the usual."""


@dataclass(frozen=True, slots=True)
class ListColumn:
    """The head of a column, by which the table can be put in order."""

    name: str | Promise
    query: str
    """The part of the address that asks for that order."""
    sort: str
    """As `aria-sort` says it; empty where another column is chosen."""
    is_number: bool


def sort_asked(asked: QueryDict, columns: Columns) -> str:
    """Return the key of the column that an address asks for."""
    sort = asked.get("sort", "")
    return sort if sort in columns else next(iter(columns))


def list_columns(
    columns: Columns, sort: str, query: Callable[[str], str]
) -> list[ListColumn]:
    """Return the heads of a table that is in the order of the column *sort*."""
    return [
        ListColumn(
            name,
            query(key),
            "" if key != sort else "descending" if is_high else "ascending",
            is_high,
        )
        for key, (name, is_high) in columns.items()
    ]
