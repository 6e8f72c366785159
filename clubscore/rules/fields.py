"""The fields of a JSON object, read with all errors collected."""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import StrEnum
from typing import Any, TypeGuard, TypeVar

from clubscore.rules.errors import Code, RulesError, gettext_noop, quoted
from clubscore.rules.hands import TableWinds
from clubscore.rules.seats import WINDS_BY_LETTER, Wind

Record = Mapping[str, Any]
"""A JSON object; what it holds has yet to be looked at."""
Problems = list[RulesError]
"""What was found wrong so far."""
Member = TypeVar("Member", bound=StrEnum)


def is_whole(value: object) -> TypeGuard[int]:
    """Tell whether *value* is a whole number; True and 1.0 are none."""
    return isinstance(value, int) and not isinstance(value, bool)


class Fields:
    """
    A JSON object whose fields are asked for by the kind they must have.

    Every method returns what the field holds, or a harmless default if it holds
    something else; why is then among the problems.
    """

    __slots__ = ("path", "problems", "record", "seat")

    def __init__(
        self,
        record: object,
        problems: Problems,
        *,
        known: frozenset[str],
        path: str = "",
        seat: str | None = None,
    ) -> None:
        self.problems = problems
        self.path = path
        self.seat = seat
        self.record: Record = {}
        if not isinstance(record, dict):
            self._add(path, gettext_noop("This is not a JSON object: “%(field)s”."), {})
            return
        self.record = record
        if record.keys() <= known:
            return
        self.bad(
            next(quoted(name) for name in record if name not in known),
            gettext_noop(
                "The field “%(field)s” is unknown here. Known are: %(known)s."
            ),
            known=", ".join(sorted(known)),
        )

    def bad(self, name: str, template: str, **parameters: str | int) -> None:
        """Add that the field called *name* is not what a record has there."""
        field = f"{self.path}.{name}" if self.path else name
        self._add(field, template, parameters)

    def _add(self, field: str, template: str, parameters: dict[str, str | int]) -> None:
        self.problems.append(
            RulesError(
                Code.BAD_RECORD,
                template,
                {"field": field, **parameters},
                seat=self.seat,
                field=field,
            )
        )

    def get(self, name: str) -> Any:
        """Return whatever the field holds, None if it is not there."""
        return self.record.get(name)

    def text(self, name: str) -> str:
        """Return a text that is empty where the field is not there."""
        value = self.record.get(name, "")
        if isinstance(value, str):
            return value
        self.bad(name, gettext_noop("The field “%(field)s” must be a text."))
        return ""

    def texts(self, name: str) -> list[str]:
        """Return a list of texts that is empty where the field is not there."""
        value = self.record.get(name)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return value
        if name in self.record:
            self.bad(
                name, gettext_noop("The field “%(field)s” must be a list of texts.")
            )
        return []

    def flag(self, name: str, *, default: bool) -> bool:
        """Return true or false."""
        value = self.record.get(name, default)
        if isinstance(value, bool):
            return value
        self.bad(name, gettext_noop("The field “%(field)s” must be true or false."))
        return default

    def whole(self, name: str, least: int, most: int) -> int | None:
        """Return a whole number between two others, None where there is none."""
        value = self.record.get(name)
        if value is None or (is_whole(value) and least <= value <= most):
            return value
        self.bad(
            name,
            gettext_noop(
                "The field “%(field)s” must be a whole number from %(least)d to"
                " %(most)d."
            ),
            least=least,
            most=most,
        )
        return None

    def reason(self, name: str) -> str | None:
        """Return a text of at most 200 characters, None where there is none."""
        value = self.record.get(name)
        if value is None or (isinstance(value, str) and len(value) <= LONGEST_TEXT):
            return value
        self.bad(
            name,
            gettext_noop(
                "The field “%(field)s” must be a text of at most %(most)d characters."
            ),
            most=LONGEST_TEXT,
        )
        return None

    def entries(self, name: str) -> Record:
        """Return an object that is empty where the field is not there."""
        value = self.record.get(name, {})
        if isinstance(value, dict):
            return value
        self.bad(name, gettext_noop("The field “%(field)s” must be a JSON object."))
        return {}

    def member(
        self,
        kind: type[Member],
        name: str,
        known: Container[Member] | None = None,
    ) -> Member | None:
        """Return the member of *kind*, of those *known*, that the field names."""
        return self.member_called(kind, name, self.record.get(name), known)

    def member_called(
        self,
        kind: type[Member],
        name: str,
        value: object,
        known: Container[Member] | None = None,
    ) -> Member | None:
        """Return the member of *kind* that is called *value* in field *name*."""
        if isinstance(value, str):
            try:
                member = kind(value)
            except ValueError:
                member = None
            if member is not None and (known is None or member in known):
                return member
        self.bad(
            name,
            gettext_noop("The field “%(field)s” must be one of: %(known)s."),
            known=", ".join(one for one in kind if known is None or one in known),
        )
        return None

    def place(self, name: str, table: TableWinds) -> Wind | None:
        """Return the seat that the field names."""
        return self.place_called(name, self.record.get(name), table)

    def place_called(self, name: str, value: object, table: TableWinds) -> Wind | None:
        """Return the seat that is called *value* in field *name*, if it plays."""
        wind = WINDS_BY_LETTER.get(value) if isinstance(value, str) else None
        if wind in table.seats:
            return wind
        self.bad(
            name,
            gettext_noop("The field “%(field)s” must be a seat that plays: %(known)s."),
            known=", ".join(one.letter for one in table.seats),
        )
        return None


LONGEST_TEXT = 200
"""Remarks and reasons are no longer, in characters."""
