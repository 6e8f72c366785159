"""The writes of the API: version, idempotency key and entry of a request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from clubscore.api.errors import ApiError
from clubscore.api.names import Keys, Names, key_called, with_keys, with_seats
from clubscore.api.serializers import Told, revision_told
from clubscore.club.initials import Withheld, withheld_in
from clubscore.club.models import Player
from clubscore.partie.access import author_of
from clubscore.partie.models import Partie, Submission
from clubscore.partie.services import ConflictError, Write, version_seen
from clubscore.rules.errors import raise_first
from clubscore.rules.fields import Fields
from clubscore.rules.record_hands import MOST_POINTS
from clubscore.rules.records import BOOKING_FIELDS

LONGEST_KEY = 100
"""Of an `Idempotency-Key`, in characters."""
NEVER = -1
"""A version that no partie has."""


def write_of(request: HttpRequest, partie: Partie, after: str = "") -> Write:
    """
    Return the write that a request's headers ask for.

    Raise ApiError (422, 428) if they do not say enough; *after* does instead of the
    version.
    """
    key = request.headers.get("Idempotency-Key", "")
    seen = request.headers.get("If-Match", "")
    if not key or not (seen or after):
        raise ApiError(
            428,
            "precondition_required",
            "Send an Idempotency-Key of your own and If-Match with the version that"
            " you have seen.",
        )
    _check_length(key)
    _check_length(after)
    if after:
        return Write(author_of(request, partie), None, key, after)
    # No other tag was ever a version, so that it meets the conflict it asks for.
    # A proxy that packs an answer may mark its tag, and programs send that back.
    number = re.fullmatch(r'"?([0-9]{1,9})(?:-(?:gzip|zstd|br))?"?', seen.strip())
    version = int(number[1]) if number else NEVER
    return Write(author_of(request, partie), version, key)


def start_key_of(request: HttpRequest) -> str:
    """
    Return the key of a start, empty if it has none: nothing was there to be seen.

    Raise ApiError (422) if it is too long.
    """
    key = request.headers.get("Idempotency-Key", "")
    _check_length(key)
    return key


def _check_length(key: str) -> None:
    if len(key) > LONGEST_KEY:
        raise ApiError(
            422, "bad_key", f"An Idempotency-Key has at most {LONGEST_KEY} characters."
        )


def conflict(error: ConflictError, write: Write, names: Names) -> ApiError:
    """Return the answer to who comes second: what came first."""
    partie = error.partie
    written = partie.submissions.select_related("revision__entry__game")
    written = written.order_by("version")
    seen = version_seen(partie, write)
    if seen is not None and seen != NEVER:
        first = written.filter(version__gt=seen).first()
    else:
        first = written.last()
    return ApiError(
        409,
        "conflict",
        f"Somebody else wrote first: the partie is at version {partie.version}. Look"
        " at it again, then send this anew.",
        headers={"ETag": etag(partie.version)},
        version=partie.version,
        first=_first(first, names, withheld_in(partie.club)) if first else None,
    )


def _first(submission: Submission, names: Names, withheld: Withheld) -> Told:
    game = getattr(submission.revision.entry, "game", None)
    return {
        **revision_told(submission.revision, names, withheld),
        # None for what is no game, or was taken back since.
        "number": game.number if game is not None else None,
        "version": submission.version,
    }


def etag(version: int) -> str:
    """Return the entity tag of a partie at a version."""
    return f'"{version}"'


# What is said ----------------------------------------------------------------------

SAID = ("hands", "outcome", "scores", "limit", "remark")
"""What is said of a game; the rules say which of it they take."""
GAME_FIELDS = frozenset((*SAID, "keyed_by", "east"))


@dataclass(frozen=True, slots=True)
class SaidGame:
    """A game as a program sent it; players by their ids."""

    record: Mapping[str, Any]
    is_by_player: bool
    east: str | None


def game_said(body: dict[str, Any], keys: Keys) -> tuple[SaidGame, str]:
    """
    Return the game that *body* tells of, and the key of the write that it follows.

    Raise RulesError if it is none.
    """
    said = Fields(body, [], known=GAME_FIELDS | {"after"})
    after = said.text("after") if said.get("after") is not None else ""
    return _game_said(said, keys), after


def correction_said(
    body: dict[str, Any], keys: Keys, *, is_dry_run: bool
) -> tuple[SaidGame, str, str]:
    """
    Return the game that *body* tells of, the reason, and how later games are replayed.

    Raise RulesError if it is none, or gives no reason for what is to be written.
    """
    said = Fields(body, [], known=GAME_FIELDS | {"reason", "winds"})
    why = (said.reason("reason") or "").strip()
    if not why and not is_dry_run:
        said.bad("reason", "The field “%(field)s” must give the reason.")
    winds = said.get("winds")
    if winds not in (None, *WINDS):
        said.bad("winds", "The field “%(field)s” must be played or should.")
    return _game_said(said, keys), why, winds or WINDS[0]


WINDS = ("played", "should")
"""How later games are replayed: as they were, or as they should have been."""


def _game_said(said: Fields, keys: Keys) -> SaidGame:
    """Return the game that a body tells of, if nothing in it is wrong."""
    keyed_by = said.get("keyed_by")
    if keyed_by not in (None, "seat", "player"):
        said.bad("keyed_by", "The field “%(field)s” must be seat or player.")
    east = said.text("east") if said.get("east") is not None else None
    raise_first(said.problems)
    record = {field: said.get(field) for field in SAID if field in said.record}
    is_by_player = keyed_by == "player"
    return SaidGame(
        with_keys(record, keys) if is_by_player else with_seats(record),
        is_by_player,
        key_called(keys, east, "east") if east is not None else None,
    )


@dataclass(frozen=True, slots=True)
class SaidBooking:
    """A booking as a program sent it; players by their ids."""

    payer: str
    payee: str
    amount: int
    why: str


def booking_said(body: dict[str, Any], keys: Keys) -> SaidBooking:
    """Return the booking that *body* tells of; raise RulesError if it is none."""
    said = Fields(body, [], known=BOOKING_FIELDS)
    amount = said.whole("amount", 1, MOST_POINTS)
    if amount is None:
        said.bad("amount", "The field “%(field)s” must say how much is paid.")
    why = (said.reason("reason") or "").strip()
    if not why:
        said.bad("reason", "The field “%(field)s” must give the reason.")
    payer, payee = said.text("from"), said.text("to")
    raise_first(said.problems)
    assert amount is not None
    return SaidBooking(
        key_called(keys, payer, "from"), key_called(keys, payee, "to"), amount, why
    )


def player_of(key: str) -> Player:
    """Return a player of a partie by the id."""
    return Player.objects.get(pk=key)
