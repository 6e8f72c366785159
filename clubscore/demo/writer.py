"""
The writer of blueprints: many parties into the database at a time.

Rows go to the database as they are, without Django's objects in between: PostgreSQL
takes them by COPY. The caller holds the transaction.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cached_property
from typing import Any, TypeVar

from django.db import connection, models
from django.db.models import Model
from django.utils import timezone

from clubscore.club.models import Player, Season
from clubscore.demo.blueprints import PLACES, WRITTEN, Blueprint, sitting
from clubscore.partie.chain import Chain
from clubscore.partie.derive import CHAINED
from clubscore.partie.models import Entry, Evening, Game, Partie, Revision

REFERRED_TO: tuple[type[Model], ...] = (Partie, Entry, Revision, Game)
"""Tables whose ids stand in others: here they are known before the rows are written."""
BEGIN = time(20)
"""When the parties of an evening begin, by the clock of the installation."""

Row = list[Any]
_Row = TypeVar("_Row", bound=Model)


@dataclass(frozen=True)
class Copy:
    """A partie to be written: which one, whose, and when."""

    blueprint: Blueprint
    season: Season
    evening: Evening
    number: int
    table: str
    players: Sequence[Player]
    """By their places at the table."""

    @cached_property
    def begin(self) -> datetime:
        """When the partie began; nothing of it is recorded after this moment."""
        begin = timezone.make_aware(datetime.combine(self.evening.date, BEGIN))
        latest = timezone.now() - timedelta(seconds=self.blueprint.seconds)
        return min(begin, latest).astimezone(UTC)


def write(copies: Sequence[Copy]) -> None:
    """Write parties and everything that belongs to them."""
    rows: dict[type[Model], list[Row]] = {model: [] for model in WRITTEN}
    ids = {
        model: new_ids(model, sum(len(one.blueprint.rows[model]) for one in copies))
        for model in REFERRED_TO
    }
    for one in copies:
        own = {}
        for model in REFERRED_TO:
            many = len(one.blueprint.rows[model])
            own[model], ids[model] = ids[model][:many], ids[model][many:]
        for model, found in rows_of(one, own).items():
            rows[model] += found
    for model in WRITTEN:
        insert(model, rows[model])


# One partie -----------------------------------------------------------------------


def rows_of(
    copy: Copy, ids: Mapping[type[Model], Sequence[int]]
) -> dict[type[Model], list[Row]]:
    """Return the rows of a partie as they are written, by table."""
    given = {
        "club": copy.season.club_id,
        "season": copy.season.pk,
        "evening": copy.evening.pk,
        "number": copy.number,
        "table": copy.table,
    }
    found = {}
    for model in WRITTEN:
        fillers = _fillers(model, copy, ids)
        rows = [list(row) for row in copy.blueprint.rows[model]]
        if model is Partie:
            for place, field in enumerate(Partie._meta.concrete_fields):
                rows[0][place] = given.get(field.name, rows[0][place])
        for row in rows:
            for place, fill in fillers:
                if row[place] is not None:
                    row[place] = fill(row[place])
        found[model] = rows
    _chain_up(copy, found)
    return found


def _chain_up(copy: Copy, rows: Mapping[type[Model], list[Row]]) -> None:
    """Put the hashes of its chain into the rows of a partie."""
    partie = _read(Partie, rows[Partie][0])
    partie.season, partie.evening = copy.season, copy.evening
    entries = {row[0]: _read(Entry, row) for row in rows[Entry]}
    chain = Chain(partie, {str(one.pk): str(one.uid) for one in copy.players})
    chain.begin(copy.players)
    for row in rows[Revision]:
        revision = _read(Revision, row)
        revision.entry = entries[revision.entry_id]
        chain.seal(revision)
        row[_column(Revision, "before")] = revision.before
    for name in CHAINED:
        field = Partie._meta.get_field(name)
        assert isinstance(field, models.Field)
        rows[Partie][0][_column(Partie, name)] = field.get_db_prep_save(
            getattr(partie, name), connection
        )


def _column(model: type[Model], name: str) -> int:
    """Return at which place of a row the column of that name stands."""
    return [field.name for field in model._meta.concrete_fields].index(name)


def _read(model: type[_Row], row: Row) -> _Row:
    """Return what a row says, as Django would read it back."""
    return model(
        **{
            field.attname: _cell_read(field, cell)
            for field, cell in zip(model._meta.concrete_fields, row, strict=True)
        }
    )


def _cell_read(field: models.Field[Any, Any], cell: Any) -> Any:
    if cell is None:
        return None
    if isinstance(field, models.JSONField):
        return json.loads(cell)
    if isinstance(field, models.DateTimeField) and isinstance(cell, str):
        return datetime.fromisoformat(cell).replace(tzinfo=UTC)
    return cell


def _fillers(
    model: type[Model], copy: Copy, ids: Mapping[type[Model], Sequence[int]]
) -> list[tuple[int, Callable[[Any], Any]]]:
    """Return by what the cells of a column are replaced, for those where they are."""
    found: list[tuple[int, Callable[[Any], Any]]] = []
    for place, field in enumerate(model._meta.concrete_fields):
        of: Any = model if field.primary_key else field.related_model
        if of in ids:
            found.append((place, ids[of].__getitem__))
        elif of is Player:
            found.append((place, [one.pk for one in copy.players].__getitem__))
        elif isinstance(field, models.DateTimeField):
            found.append((place, _after(copy.begin)))
        elif (model, field.name) in ((Revision, "said"), (Partie, "progress")):
            found.append((place, _naming(copy.players)))
        elif (model, field.name) == (Revision, "author"):
            found.append((place, {sitting(PLACES[0]): copy.players[0].name}.get))
    return found


def _after(began: datetime) -> Callable[[int], Any]:
    """Return what turns seconds of an evening into what the database takes."""

    def moment(seconds: int) -> Any:
        return connection.ops.adapt_datetimefield_value(
            began + timedelta(seconds=seconds)
        )

    return moment


def _naming(players: Sequence[Player]) -> Callable[[str], str]:
    """Return what puts the players' ids into a text."""
    ids = [(f'"{sitting(place)}"', f'"{players[int(place)].pk}"') for place in PLACES]

    def named(text: str) -> str:
        for place, pk in ids:
            text = text.replace(place, pk)
        return text

    return named


# The database ---------------------------------------------------------------------


def new_ids(model: type[Model], many: int) -> Sequence[int]:
    """Return so many ids that no row of a table has or will be given."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id'))"
                " FROM generate_series(1, %s)",
                [table, many],
            )
            return [row[0] for row in cursor.fetchall()]
        # Whoever writes in SQLite is alone until the transaction ends.
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
    last: int = row[0] if row is not None else 0
    return range(last + 1, last + 1 + many)


def insert(model: type[Model], rows: Sequence[Row]) -> None:
    """Write rows whose cells are as the database takes them, column by column."""
    fields = list(model._meta.concrete_fields)
    if model not in REFERRED_TO:
        # Nobody asks for their ids: the database gives them.
        places = [place for place, field in enumerate(fields) if not field.primary_key]
        fields = [fields[place] for place in places]
        rows = [[row[place] for place in places] for row in rows]
    quote = connection.ops.quote_name
    into = "{} ({})".format(
        quote(model._meta.db_table), ", ".join(quote(field.column) for field in fields)
    )
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as lines:
                for row in rows:
                    lines.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(fields))
            cursor.executemany(f"INSERT INTO {into} VALUES ({marks})", rows)  # noqa: S608
