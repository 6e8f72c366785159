"""JSON from standard input, for the commands that judge records."""

from __future__ import annotations

import json
from typing import IO, Any

from clubscore.rules.errors import Code, RulesError, gettext_noop

SUCCESS, REFUSED, UNREADABLE = 0, 1, 2
"""The exit statuses: all well, something refused, the input was no JSON at all."""


def parse_json(text: bytes) -> Any:
    """
    Return the value that *text* is in JSON.

    Raise RulesError (bad_record) if it is none.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise RulesError(
            Code.BAD_RECORD,
            gettext_noop("This is not JSON. Write one JSON object in UTF-8."),
        ) from None


def write_json(value: object, stream: IO[str]) -> None:
    """Write *value* as one line of JSON, as the contract orders its fields."""
    stream.write(json.dumps(value, ensure_ascii=True) + "\n")
