"""Rows of the database made from a club's file, and errors where they cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models
from pydantic import ValidationError as ShapeError

from clubscore.club.engine import sentence
from clubscore.partie.engine import RulesError

MOST_PLACES = 10
"""Of so many places of a file it is said what is wrong there."""


class FileError(Exception):
    """A file that is no club's, or not as it must be; it says where."""

    class Wrong(StrEnum):
        """What is wrong with it, in short."""

        OTHER = "other"
        """It is no club's file."""
        CUT = "cut"
        """It is no JSON, perhaps since its end is missing."""
        LONG = "long"
        """More than is read here."""
        MUCH = "much"
        """It would keep others waiting for long."""
        NEWER = "newer"
        """A newer version has written it."""
        CONTENT = "content"
        """Something in it is not as it must be."""
        CHAIN = "chain"
        """What it says was changed after it was recorded."""

    def __init__(self, *faults: str, reason: Wrong = Wrong.CONTENT) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults
        self.reason = reason


def insert(row: models.Model) -> None:
    """
    Write a new row as it stands.

    Times at which rows were made are kept, which saving in the usual way would set to
    now.
    """
    row.save_base(raw=True, force_insert=True)


@contextmanager
def told_where(where: str) -> Iterator[None]:
    """Turn whatever is wrong with a part of the file into a FileError that says so."""
    try:
        yield
    except FileError as error:
        faults = (f"{where}: {fault}" for fault in error.faults)
        raise FileError(*faults, reason=error.reason) from None
    except ShapeError as error:
        raise FileError(*shape_faults(error, where)) from None
    except RulesError as error:
        game = f", game {error.game}" if error.game is not None else ""
        raise FileError(f"{where}{game}: {sentence(error)}") from None
    except ValidationError as error:
        raise FileError(f"{where}: {' '.join(_sentences(error))}") from None
    except DatabaseError as error:
        raise FileError(f"{where}: the database refuses it ({error})") from None


def _sentences(error: ValidationError) -> list[str]:
    if hasattr(error, "error_dict"):
        return [
            f"{field}: {message}"
            for field, messages in error.message_dict.items()
            for message in messages
        ]
    return error.messages


def shape_faults(error: ShapeError, where: str = "") -> list[str]:
    """Return what is wrong with the shape of a part of a file, each with its place."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    faults = []
    for one in found[:MOST_PLACES]:
        place = ".".join(map(str, one["loc"]))[:200]
        at = ", ".join(part for part in (where, place) if part)
        faults.append(f"{at}: {one['msg']}" if at else one["msg"])
    if len(found) > MOST_PLACES:
        faults.append(f"… and {len(found) - MOST_PLACES} more faults")
    return faults
