"""
The games that a phone sends, and the answers, as JSON.

A phone may send a game long after it was played, and more than once. What goes wrong
is answered as data, in the reader's language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, JsonResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.initials import Withheld, withheld_in
from clubscore.club.models import Account
from clubscore.club.numbers import is_longer
from clubscore.partie import engine, entries, replay, services
from clubscore.partie.access import author_of, holds_dead_link, reads_by_link, sender_of
from clubscore.partie.derive import progress_of
from clubscore.partie.entries import Kind
from clubscore.partie.history import name_written
from clubscore.partie.models import Game, Partie, Revision, Submission
from clubscore.partie.outcome_text import Names, how_of, scores_sentence
from clubscore.partie.pages import Seen, draft_name, link_is_dead, may_correct_game, see
from clubscore.partie.refusals import refusal_of
from clubscore.partie.seats import next_sentence, round_name
from clubscore.table.winds_choice import choice_of

MOST_BYTES = 100_000
"""The longest game that is read; a full one has about 2,000."""
WINDS = (engine.Replay.PLAYED.value, engine.Replay.SHOULD.value)
"""How a game can be recorded that was entered on other seats."""
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
    shown: engine.Shown | None
    """Who sat where by the screen; None from a page of before, which did not say it."""
    winds: engine.Replay | None
    """What somebody chose where others would sit so by now; None if nobody did."""
    sender: str | None
    """The id of whoever recorded it on the phone; None where the phone did not say."""
    expects: dict[str, int] | None
    """What each won or lost by what the phone showed; None where it showed nothing."""

    @property
    def game(self) -> entries.RecordedGame:
        """The game itself."""
        return entries.RecordedGame.from_json(self.said)


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
    """Record the next game of a partie, sent by player."""
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
            shown=sent.shown,
            # As it was played, unless somebody chose: without its seats that is asked.
            winds=sent.winds or (engine.Replay.PLAYED if sent.shown is None else None),
            expects=sent.expects,
        )
    except engine.RulesError as error:
        return _refused(seen, sent, error)
    except (services.ConflictError, services.KeyReusedError):
        return _conflict(see(request, club, number), write)
    except services.SeatsError:
        return _winds_asked(see(request, club, number), sent)
    except services.OtherScoresError as error:
        return _count_asked(seen, sent, error.scores)
    except ValidationError as error:
        return _error(422, "finished", " ".join(error.messages))
    return _recorded(seen, sent.key)


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
    shown: Any = data.get("shown")
    winds = data.get("winds")
    sender: str | None = data.get("sender")
    expects: Any = data.get("expects")
    fits = {
        "key": _is_key(data.get("key")),
        "version": type(version) is int or (version is None and after != ""),
        "after": after == "" or _is_key(after),
        "east": east is None or _is_player(east),
        "said": isinstance(said, dict) and _is_said(said),
        "shown": shown is None or (isinstance(shown, dict) and _is_shown(shown)),
        "winds": winds is None or winds in WINDS,
        "sender": sender is None or _is_sender(sender),
        "expects": expects is None or _are_scores(expects),
    }
    fits |= dict.fromkeys(data.keys() - fits.keys(), False)
    for name, is_fit in fits.items():
        if not is_fit:
            message = _("The field “%(field)s” is missing or not what it should be.")
            raise _NotOursError(message % {"field": name[:100]})
    return _Sent(
        key=data["key"],
        version=version,
        after=after,
        said=said,
        east=east,
        shown=engine.Shown(**shown) if shown is not None else None,
        winds=engine.Replay(winds) if winds is not None else None,
        sender=sender,
        expects=expects,
    )


def _is_key(value: object) -> bool:
    return isinstance(value, str) and KEY.fullmatch(value) is not None


def _is_sender(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _are_scores(value: object) -> bool:
    return (
        isinstance(value, dict)
        and all(map(_is_player, value))
        and all(type(one) is int for one in value.values())
    )


def _is_player(value: object) -> bool:
    """Tell whether *value* can be a player's id; a seat's letter cannot."""
    return isinstance(value, str) and value.isdecimal()


def _is_shown(shown: Mapping[str, Any]) -> bool:
    """Tell whether it says who sat where; whether they did the partie knows."""
    names = {field.name for field in fields(engine.Shown)}
    if shown.keys() != names:
        return False
    winds, resting = shown["winds"], shown["resting"]
    return (
        type(shown["round"]) is int
        and isinstance(winds, dict)
        and all(map(_is_player, winds.values()))
        and all(
            shown[name] is None or isinstance(shown[name], str)
            for name in ("round_wind", "owner")
        )
        and (resting is None or _is_player(resting))
    )


def _is_said(said: Mapping[str, Any]) -> bool:
    """Tell whether a game speaks of players; what it says of them the engine judges."""
    hands, outcome = said.get("hands"), said.get("outcome")
    scores = said.get("scores", {})
    return (
        said.keys() <= {"hands", "outcome", "scores", "limit", "remark"}
        and isinstance(hands, dict)
        and isinstance(scores, dict)
        and all(map(_is_player, (*hands, *scores)))
        and isinstance(outcome, dict)
        and all(
            all(map(_is_player, engine.players_of(outcome.get(name))))
            for name in ("winner", "from", "offender")
        )
        and all(_is_storable(said.get(name, "")) for name in ("limit", "remark"))
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


def _recorded(seen: Seen, key: str) -> JsonResponse:
    """Answer with what the write of that key made, however often it was sent."""
    partie = seen.partie
    written = partie.submissions.select_related("partie", "revision__entry__game")
    submission = written.get(key=key)
    game = getattr(submission.revision.entry, "game", None)
    return JsonResponse(
        {
            "key": key,
            "version": submission.version,
            # Taken back since then: the game has no number any more.
            "number": game.number if game is not None else None,
            "url": _address(partie, game.number if game is not None else None),
            "told": _told(seen, submission.partie, game) if game else "",
        },
        status=201,
    )


def _told(seen: Seen, partie: Partie, game: Game) -> str:
    """Return what a game came to, and whether another is East after it."""
    found = game.scores.values_list("player", "player__name", "score")
    names: Names = {str(player): name for player, name, _score in found}
    scores = {str(player): score for player, _name, score in found}
    told = [scores_sentence(scores, names) or _("Nobody pays anybody.")]
    progress = progress_of(partie)
    # What happened after it says who is East by now.
    if progress.number == game.number + 1:
        if engine.expected_dealer(progress) not in names:
            names = seen.names  # somebody sits down who rested, or comes for another
        told.append(next_sentence(progress, str(game.dealer_id), names))
    return " ".join(told)


def _address(partie: Partie, game: int | None) -> str:
    """Return the address of a game's page, or of the partie's."""
    if game is None:
        return partie.get_absolute_url()
    return reverse("corrections:game", args=[partie.club.slug, partie.number, game])


def _refused(seen: Seen, sent: _Sent, error: engine.RulesError) -> JsonResponse:
    """Answer that a game cannot be scored."""
    try:
        table = engine.table_played(seen.chronicle, sent.east)
    except engine.RulesError:
        # Nobody knows who sat East: this says what is wrong.
        table = engine.next_table(seen.chronicle, None)
    refusal = refusal_of(error, table, sent.game, seen.names)
    return JsonResponse({"error": refusal}, status=422)


def _winds_asked(seen: Seen, sent: _Sent) -> JsonResponse:
    """Answer that others would sit where the screen of a game showed somebody."""
    choice = choice_of(seen.chronicle, sent.game, sent.east, sent.shown, seen.names)
    return _error(409, "winds", **choice)


def _count_asked(seen: Seen, sent: _Sent, scores: Mapping[str, int]) -> JsonResponse:
    """Answer that a game comes to something else than its phone showed."""
    message = _(
        "This game counts otherwise now than the phone showed. Shown were: %(shown)s"
        " It would be: %(now)s"
    )
    nobody = _("Nobody pays anybody.")
    values = {
        "shown": scores_sentence(
            {one: (sent.expects or {}).get(one, 0) for one in scores}, seen.names
        ),
        "now": scores_sentence(scores, seen.names),
    }
    said = {name: sentence or nobody for name, sentence in values.items()}
    choice = _("Record it as it counts now")
    return _error(409, "differs", message % said, choice=choice)


def _conflict(seen: Seen, write: services.Write) -> JsonResponse:
    """Answer that somebody wrote first, and show what."""
    first = _first(seen, write)
    if not seen.is_open:
        message = _("The partie is over: no game can follow.")
    elif first is None:
        message = _(
            "This partie was changed meanwhile. Look at it, then record your game."
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
    seated = played.table.winds.values()
    return {
        "version": made.version,
        "number": played.table.number,
        "round": round_name(played.table),
        "east": seen.names[played.table.dealer],
        "winner": seen.names.get(played.game.winner or "", ""),
        "how": how_of(seen.partie.ruleset, played.game.outcome, seen.names),
        "by": _written_by(made.revision, withheld_in(seen.partie.club)),
        "scores": scores_sentence(
            {one: played.scores[one] for one in seated}, seen.names
        ),
        "url": _address(seen.partie, played.table.number),
        "correction": _correction(seen, played.table.number),
    }


def _correction(seen: Seen, number: int) -> dict[str, Any] | None:
    """Return where to put a game right that came first; None for who may not."""
    if seen.partie.is_void or not may_correct_game(seen, number):
        return None
    return {
        "url": reverse(
            "corrections:correct",
            args=[seen.partie.club.slug, seen.partie.number, number],
        ),
        "draft": draft_name(seen, number),
        "revision": replay.game_in_force(seen.partie, number).pk,
    }


def _written_by(revision: Revision, withheld: Withheld) -> str:
    name = name_written(revision, withheld)
    if not name:
        return _("Written with the table’s link.")
    return _("Written by %(name)s.") % {"name": name}


def _made_instead(partie: Partie, write: services.Write) -> Submission | None:
    """
    Return what recorded the game in the place of this one; None if nothing did.

    That is the one of its key, or the first game that it has not seen. A correction
    is none: it says anew a game that this one follows. Nor is a game that came after
    another was taken back, for it may be that one, said again.
    """
    games = partie.submissions.filter(
        revision__number=1, revision__entry__kind=Kind.GAME
    ).select_related("revision__entry")
    version = services.version_seen(partie, write)
    same = games.filter(key=write.key).first()
    if same is not None or version is None:
        return same
    made = games.filter(version__gt=version).order_by("version").first()
    if made is None:
        return None
    taken_back = partie.submissions.filter(
        version__gt=version,
        version__lt=made.version,
        revision__is_withdrawn=True,
        revision__entry__kind=Kind.GAME,
    )
    return None if taken_back.exists() else made
