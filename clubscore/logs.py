"""The log of a server on standard error, for people or for programs."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

SECRET = re.compile(
    r"(/t/|/accounts/invitations/|/accounts/password/new/"
    r"|/accounts/mail/(?:address|evening|stop)/|/accounts/evenings/)[^\s\"'?]+"
)
"""The addresses that open something to whoever has them."""
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")
"""What would let a name or an address begin a line of its own, or colour one."""


def cut(text: str) -> str:
    """
    Return *text* without what opens tables, clubs and accounts.

    >>> cut("Not Found: /accounts/invitations/3:abc/")
    'Not Found: /accounts/invitations/…'
    """
    return SECRET.sub(r"\1…", text)


class TextFormatter(logging.Formatter):
    """A line that people read, and below it what went wrong."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Return the first line; nobody's name makes it two."""
        line = super().formatMessage(record).replace("\n", " ")
        return CONTROL.sub(" ", line)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without secrets."""
        return cut(super().format(record))


class JsonFormatter(logging.Formatter):
    """An object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object; a trace is one of its texts."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": cut(record.getMessage()),
        }
        if record.exc_info:
            told["trace"] = cut(self.formatException(record.exc_info))
        return json.dumps(told)


def settings_of(form: str, *, has_requests: bool) -> dict[str, Any]:
    """Return Django's LOGGING: *form* is text or json."""
    if form not in ("text", "json"):
        raise ValueError(f"LOG_FORMAT is text or json, not {form!r}.")
    name = "TextFormatter" if form == "text" else "JsonFormatter"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"ours": {"()": f"clubscore.logs.{name}"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "ours"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            # Its own handlers would write everything twice, or mail it to nobody.
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            # What was not found or not allowed is one line among the requests.
            "django.request": {"level": "ERROR"},
            "clubscore": {"level": "INFO"},
            "clubscore.requests": {"level": "INFO" if has_requests else "WARNING"},
        },
    }


def of_gunicorn(form: str) -> dict[str, Any]:
    """Return gunicorn's own settings of it: the same form, and as free of secrets."""
    ours = settings_of(form, has_requests=False)
    return ours | {
        "loggers": {"gunicorn.error": {"handlers": ["stderr"], "propagate": False}}
    }
