"""
Games that a phone sends: JSON in, JSON out.

A phone may send a game long after it was played, and more than once. What goes wrong
is answered as data, in the reader's language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.http import Http404, JsonResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.initials import Withheld, withheld_in
from clubscore.club.models import Account
from clubscore.club.numbers import is_longer
from clubscore.club.templatetags.numbers import signed
from clubscore.partie import engine, services
from clubscore.partie.access import (
    author_of,
    holds_dead_link,
    reads_by_link,
    sender_of,
)
from clubscore.partie.history import name_written
from clubscore.partie.models import Partie, Revision, Submission
from clubscore.partie.refusing import refusal_of
from clubscore.partie.seats import round_name
from clubscore.partie.telling import Names, how_of
from clubscore.partie.views.seeing import Seen, link_is_dead, see

if TYPE_CHECKING:
    from django.http import HttpRequest

MOST_BYTES = 100_000
"""The longest game that is read; a full one has about 2,000."""
KEY = re.compile(r"[A-Za-z0-9_-]{1,100}")
"""What names a write."""


class _NotOursError(Exception):
    """What was sent is no game as the table screen says one."""


@dataclass(frozen=True, slots=True)
class _Sent:
    """A game as it was sent."""

    key: str
    version: int | None
    after: str
    said: dict[str, Any]
    east: str | None
    sender: str | None
    """The id of whoever recorded it on the phone; None where the phone did not say."""


@require_safe
@never_cache
def token(request: HttpRequest, club: str, number: int) -> JsonResponse:
    """Say what a game is sent with, and by whom: its page may be hours old."""
    seen = _recorder(request, club, number)
    if isinstance(seen, JsonResponse):
        return seen
    return JsonResponse(
        {
            "token": get_token(request),
            "version": seen.partie.version,
            "sender": sender_of(request, seen.partie),
        },
    )


@require_POST
def games(request: HttpRequest, club: str, number: int) -> JsonResponse:
    """Record the next game of a partie, said by player."""
    seen = _recorder(request, club, number)
    if isinstance(seen, JsonResponse):
        return seen
    if is_longer(request, MOST_BYTES):
        return _error(413, "too_large", _("This is too long for one game."))
    try:
        sent = _sent(request.body)
    except _NotOursError as error:
        return _error(400, "bad_request", str(error))
    sender = sender_of(request, seen.partie)
    if sent.sender not in (None, sender["id"]):
        message = _("Somebody else recorded this game, so it was not recorded for you.")
        return _error(403, "other_sender", message, sender=sender)
    author = author_of(request, seen.partie)
    write = services.Write(author, sent.version, sent.key, sent.after)
    try:
        services.game_record(
            partie=seen.partie,
            write=write,
            record=sent.said,
            east=sent.east,
            is_by_player=True,
        )
    except engine.RulesError as error:
        return _refused(seen, sent, error)
    except (services.ConflictError, services.KeyReusedError):
        return _conflict(see(request, club, number), write)
    except ValidationError as error:
        return _error(422, "finished", " ".join(error.messages))
    return _recorded(seen.partie, sent.key)


# Who sends ----------------------------------------------------------------------


def _recorder(request: HttpRequest, club: str, number: int) -> Seen | JsonResponse:
    """Return the partie for whoever may record in it, an answer for everybody else."""
    try:
        seen = see(request, club, number)
    except Http404:
        seen = None
    if seen is not None and seen.may_record:
        return seen
    # Whoever holds the table's link need not log in: that would not help.
    holds_link = seen is not None and reads_by_link(request, seen.partie)
    if not isinstance(request.user, Account) and not holds_link:
        # The same for a partie that does not exist: nothing is told to strangers.
        return _error(
            403, "logged_out", _("You are not logged in here, so nothing was recorded.")
        )
    sender = sender_of(request, seen.partie if seen is not None else None)
    if seen is None:
        message = _("There is no such partie for you.")
        return _error(404, "gone", message, sender=sender)
    if holds_dead_link(request, seen.partie):
        return _error(403, "forbidden", link_is_dead(), sender=sender)
    return _error(403, "forbidden", _who_may(seen), sender=sender)


def _who_may(seen: Seen) -> str:
    """Say that the reader may not record, and who may."""
    if holds_dead_link(seen.request, seen.partie):
        return link_is_dead()
    if seen.partie.is_void or seen.is_final:
        return _(
            "You may not record at this table. The partie is void or final: the club’s"
            " administrators alone can."
        )
    if seen.partie.is_finished:
        return _(
            "You may not record at this table. The partie is over: the club’s"
            " scorekeepers and administrators, and who played in it, can correct it."
        )
    return _(
        "You may not record at this table. The club’s scorekeepers and administrators"
        " can, who plays at it, and whoever holds its link."
    )


# What is sent -------------------------------------------------------------------


def _sent(body: bytes) -> _Sent:
    """Return the game that was sent; raise _NotOursError if it is none."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise _NotOursError(_("This is not JSON.")) from None
    if not isinstance(data, dict):
        raise _NotOursError(_("A game is a JSON object."))
    version, after = data.get("version"), data.get("after", "")
    east: str | None = data.get("east")
    said: Any = data.get("said")
    sender: str | None = data.get("sender")
    fits = {
        "key": _is_key(data.get("key")),
        "version": type(version) is int or (version is None and after != ""),
        "after": after == "" or _is_key(after),
        "east": east is None or _is_player(east),
        "said": isinstance(said, dict) and _is_said(said),
        "sender": sender is None or _is_sender(sender),
    }
    fits |= dict.fromkeys(data.keys() - fits.keys(), False)
    for name, is_fit in fits.items():
        if not is_fit:
            message = _("The field “%(field)s” is missing or not what it should be.")
            raise _NotOursError(message % {"field": name[:100]})
    return _Sent(data["key"], version, after, said, east, sender)


def _is_key(value: object) -> bool:
    return isinstance(value, str) and KEY.fullmatch(value) is not None


def _is_sender(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _is_player(value: object) -> bool:
    """Tell whether *value* can be a player's id; a seat's letter cannot."""
    return isinstance(value, str) and value.isdecimal()


def _is_said(said: Mapping[str, Any]) -> bool:
    """Tell whether a game speaks of players; what it says of them the engine judges."""
    hands, outcome = said.get("hands"), said.get("outcome")
    return (
        said.keys() <= {"hands", "outcome", "remark"}
        and isinstance(hands, dict)
        and all(map(_is_player, hands))
        and isinstance(outcome, dict)
        and all(
            outcome.get(name) is None or _is_player(outcome[name])
            for name in ("winner", "from", "offender")
        )
        and _is_storable(said.get("remark", ""))
    )


def _is_storable(text: object) -> bool:
    """Tell whether every database takes a text."""
    if not isinstance(text, str) or "\0" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# What is answered ---------------------------------------------------------------


def _error(status: int, code: str, message: str, **more: Any) -> JsonResponse:
    error = {"code": code, "message": message, **more}
    return JsonResponse({"error": error}, status=status)


def _recorded(partie: Partie, key: str) -> JsonResponse:
    """Answer with what the write of that key made, however often it was sent."""
    submission = partie.submissions.select_related("revision__entry__game").get(key=key)
    game = getattr(submission.revision.entry, "game", None)
    return JsonResponse(
        {
            "key": key,
            "version": submission.version,
            # Taken back since then: the game has no number any more.
            "number": game.number if game is not None else None,
            "url": _address(partie, game.number if game is not None else None),
        },
        status=201,
    )


def _address(partie: Partie, game: int | None) -> str:
    """Return the address of a game's page, or of the partie's."""
    if game is None:
        return partie.get_absolute_url()
    return reverse("partie:game", args=[partie.club.slug, partie.number, game])


def _refused(seen: Seen, sent: _Sent, error: engine.RulesError) -> JsonResponse:
    """Answer that a game cannot be scored."""
    try:
        table = engine.table_played(seen.chronicle, sent.east)
    except engine.RulesError:
        # Nobody knows who sat East: this says what is wrong.
        table = engine.next_table(seen.chronicle, None)
    refusal = refusal_of(error, table, sent.said, seen.names)
    return JsonResponse({"error": refusal}, status=422)


def _conflict(seen: Seen, write: services.Write) -> JsonResponse:
    """Answer that somebody wrote first, and show what."""
    first = _first(seen, write)
    if not seen.is_open:
        message = _("The partie is over: no game can follow.")
    elif first is None:
        message = _(
            "Somebody changed this partie meanwhile. Look at it, then record your game."
        )
    elif first["winner"]:
        message = _("Game %(number)d is recorded already: %(winner)s, %(how)s.") % first
    else:
        message = _("Game %(number)d is recorded already: %(how)s.") % first
    version = seen.partie.version
    return _error(
        409, "conflict", message, version=version, first=first, open=seen.is_open
    )


def _first(seen: Seen, write: services.Write) -> dict[str, Any] | None:
    """Return the game that was recorded in the place of another; None if none was."""
    made = _made_instead(seen.partie, write)
    if made is None:
        return None
    key = made.revision.entry_id
    played = next((one for one in seen.chronicle.games if one.key == key), None)
    if played is None:
        return None
    outcome = played.said["outcome"]
    seated = played.table.winds.values()
    return {
        "number": played.table.number,
        "round": round_name(played.table),
        "east": seen.names[played.table.dealer],
        "winner": seen.names.get(outcome.get("winner") or "", ""),
        "how": how_of(seen.partie.ruleset, outcome, seen.names),
        "by": _written_by(made.revision, withheld_in(seen.partie.club)),
        "scores": _scores({one: played.scores[one] for one in seated}, seen.names),
        "url": _address(seen.partie, played.table.number),
    }


def _scores(scores: Mapping[str, int], names: Names) -> str:
    """Return what a game came to, as a sentence; nothing where nobody paid."""
    if not any(scores.values()):
        return ""
    listed = [f"{names[player]} {signed(score)}" for player, score in scores.items()]
    return f"{', '.join(listed)}."


def _written_by(revision: Revision, withheld: Withheld) -> str:
    name = name_written(revision, withheld)
    if not name:
        return _("Written with the table’s link.")
    return _("Written by %(name)s.") % {"name": name}


def _made_instead(partie: Partie, write: services.Write) -> Submission | None:
    """Return the first write that this one has not seen, or the one of its key."""
    made = partie.submissions.select_related("revision__entry").order_by("version")
    version = services.version_seen(partie, write)
    same = made.filter(key=write.key).first()
    if same is not None or version is None:
        return same
    return made.filter(version__gt=version).first()
