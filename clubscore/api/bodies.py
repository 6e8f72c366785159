"""The JSON body of an API request: read, and refused where it cannot be kept."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from django.http import HttpRequest

from clubscore.api.errors import ApiError
from clubscore.club.numbers import is_longer
from clubscore.rules.errors import Code, RulesError

MOST_BYTES = 100_000
"""Of a request's body; the largest game is a hundredth of it."""
MOST_LEVELS = 20
"""Of lists and objects within each other; a game has five."""


def json_of(request: HttpRequest) -> Any:
    """Return the JSON of a request; raise ApiError (400, 413) if it is none."""
    # Nothing of what is too long is read.
    if is_longer(request, MOST_BYTES):
        raise ApiError(
            413, "too_large", f"A request holds at most {MOST_BYTES} bytes of JSON."
        )
    try:
        return json.loads(request.body, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise ApiError(
            400,
            "not_json",
            "This is not JSON. Send one object in UTF-8, and its Content-Length.",
        ) from None


def _refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads and JSON does not know."""
    raise ValueError(name)


def object_of(request: HttpRequest) -> dict[str, Any]:
    """
    Return the JSON object of a request that is to be kept.

    Raise ApiError (400, 413) if it is no JSON, RulesError (bad_record) if it is no
    object or cannot be stored as it is.
    """
    body = json_of(request)
    if not isinstance(body, dict):
        raise RulesError(Code.BAD_RECORD, "This is not a JSON object.")
    _refuse_what_cannot_be_stored(body)
    return body


def _refuse_what_cannot_be_stored(body: object) -> None:
    """Raise RulesError if a database does not keep everything in *body* as it is."""
    level = [body]
    for _ in range(MOST_LEVELS):
        inner: list[object] = []
        for one in level:
            if isinstance(one, dict):
                inner += [*one.keys(), *one.values()]
            elif isinstance(one, list):
                inner += one
            elif not _is_storable(one):
                raise RulesError(
                    Code.BAD_RECORD,
                    "A text or a number holds what cannot be kept, such as a NUL.",
                )
        if not inner:
            return
        level = inner
    raise RulesError(Code.BAD_RECORD, "Too many lists and objects within each other.")


def _is_storable(value: object) -> bool:
    if isinstance(value, str):
        # Half a surrogate pair is no character; PostgreSQL keeps no NUL.
        return not re.search("[\0\ud800-\udfff]", value)
    return not isinstance(value, float) or math.isfinite(value)
