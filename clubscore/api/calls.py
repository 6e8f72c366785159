"""The calls of other programs, as `/api/v1/openapi.json` describes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, JsonResponse
from django.http.response import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import translation
from django.utils.dateparse import parse_date

from clubscore.api import notes, schemas
from clubscore.api.bodies import json_of, object_of
from clubscore.api.document import ClubscoreAPI, fails
from clubscore.api.errors import ApiError, too_many
from clubscore.api.limits import RequestKind, wait_for
from clubscore.api.names import Keys, Names, keys_of, named
from clubscore.api.serializers import (
    booking_told,
    club_told,
    corrected_told,
    partie_told,
    preview_told,
    recorded_told,
    revision_told,
    standings_told,
)
from clubscore.api.start import partie_started
from clubscore.api.tokens import BearerToken, TokenOrPublic, TokenOrSession
from clubscore.api.writes import (
    booking_said,
    conflict,
    correction_said,
    etag,
    game_said,
    player_of,
    start_key_of,
    write_of,
)
from clubscore.archive.transfer.download import file_response
from clubscore.archive.transfer.shapes import ClubFile
from clubscore.club import journal
from clubscore.club.access import (
    get_club_for,
    may_administer,
    may_read,
    may_start_parties,
)
from clubscore.club.initials import withheld_in
from clubscore.club.journal import Deed
from clubscore.club.limits import cost_of
from clubscore.club.models import Club
from clubscore.partie import correction_services, replay, services
from clubscore.partie.access import may_correct_earlier, may_correct_last, may_record
from clubscore.partie.answers import kept
from clubscore.partie.engine import refuse_scores
from clubscore.partie.entries import Booking
from clubscore.partie.models import Partie, Revision, Submission
from clubscore.partie.notes import note_record as write_note
from clubscore.partie.pages import Seen
from clubscore.partie.services import ConflictError, KeyReusedError, Write
from clubscore.partie.versions import counted_version
from clubscore.rules import RulesError, score_record
from clubscore.rules.record_writer import write_error
from clubscore.season.course import KeptLeaderboard
from clubscore.season.standings import leaderboard_of

api = ClubscoreAPI()

WITH_TOKEN = BearerToken()
READING = TokenOrPublic()
RUNNING = TokenOrSession()
READ_ANEW = {"Cache-Control": "private, no-cache"}
"""What is read now may be other next time, and other for another token."""


def _in_english(
    run: Callable[..., HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Let every message be English, whatever languages a program's machine asks for."""

    @wraps(run)
    def spoken(*args: Any, **named: Any) -> HttpResponseBase:
        with translation.override("en"):
            return run(*args, **named)

    return spoken


api.add_decorator(_in_english, mode="view")


BEGINNING = 0
"""The version of a partie in which nothing was recorded."""


# Who may ---------------------------------------------------------------------------


def _partie(request: HttpRequest, pk: int) -> Partie:
    """Return the partie of that id, if it is there for the asker."""
    partie = get_object_or_404(Partie.objects.select_related("club"), pk=pk)
    if not may_read(request, partie.club):
        raise Http404
    return partie


def _keys(partie: Partie, names: Names) -> Keys:
    """Return by which names a program can mean the players of a partie."""
    return keys_of(names, withheld_in(partie.club))


def _demand(*, may: bool) -> None:
    if not may:
        raise ApiError(
            403,
            "forbidden",
            "The role of this token does not allow it. A partie that is void or final"
            " is changed by administrators alone.",
        )


# Clubs -----------------------------------------------------------------------------


@api.get(
    "/clubs/{club}/",
    auth=READING,
    response={200: schemas.ClubAnswer, **fails(401, 404, 429)},
    summary="A club: its seasons, players and open parties",
)
def club(request: HttpRequest, club: str) -> HttpResponse:
    """Parties that are over are not listed; of players, none that was merged."""
    return JsonResponse(club_told(get_club_for(request, club)), headers=READ_ANEW)


@api.get(
    "/clubs/{club}/seasons/{season}/standings/",
    auth=READING,
    response={200: schemas.StandingsAnswer, **fails(401, 404, 422, 429)},
    openapi_extra={"parameters": [schemas.AS_OF]},
    summary="The leaderboard of a season",
)
def standings(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """
    With `as_of` as it stood at the end of that day.

    A partie counts once it is over; one that was left open, once its evening is over.
    """
    found = get_club_for(request, club)
    of_club = get_object_or_404(found.seasons, slug=season)
    of_club.club = found
    asked = request.GET.get("as_of")
    day = _day(asked) if asked is not None else None
    if day is None:
        text = standings_text(found, of_club.pk)
        return HttpResponse(text, content_type="application/json", headers=READ_ANEW)
    told = standings_told(leaderboard_of(of_club, as_of=day))
    return JsonResponse(told, headers=READ_ANEW)


@api.get(
    "/clubs/{club}/export/",
    auth=RUNNING,
    response={200: ClubFile, **fails(401, 403, 404, 429)},
    summary="Everything of a club in one file",
)
def club_export(request: HttpRequest, club: str) -> HttpResponseBase:
    """
    For administrators: by their token, or logged in. `manage.py import_club` reads it.

    Passwords, tokens, invitations and the addresses of tables' links are not in it.
    """
    found = get_club_for(request, club)
    _demand(may=may_administer(request, found))
    journal.write(request, Deed.EXPORTED, club=found)
    return file_response(found)


@kept(counted_version)
def standings_text(club: Club, season: int) -> str:
    """Return the leaderboard of a season as it stands, as JSON."""
    of_club = club.seasons.get(pk=season)
    of_club.club = club
    return JsonResponse(standings_told(KeptLeaderboard(of_club))).text


def _day(text: str) -> date:
    """Return a day; raise ApiError for what is none."""
    try:
        day = parse_date(text)
    except ValueError:
        day = None
    if day is None:
        message = "The parameter “as_of” is a day, such as 2026-11-21."
        raise ApiError(422, "bad_parameter", message, field="as_of")
    return day


@api.post(
    "/clubs/{club}/parties/",
    auth=WITH_TOKEN,
    response={
        201: schemas.StartedAnswer,
        **fails(400, 401, 403, 404, 413, 422, 429),
    },
    openapi_extra=schemas.body(schemas.NewPartie, schemas.KEY | {"required": False}),
    summary="Start a partie",
)
def partie_start(request: HttpRequest, club: str) -> HttpResponse:
    """
    Players are named in seating order from East; of five the last rests first.

    With an Idempotency-Key the same body is done once, and answered alike again.
    """
    found = get_club_for(request, club)
    _demand(may=may_start_parties(request, found))
    body = object_of(request)
    try:
        partie = partie_started(found, body, start_key_of(request))
    except KeyReusedError:
        raise _key_reused() from None
    # The version that starting made: sent again it is answered the same.
    told = {"id": partie.pk, "number": partie.number, "version": BEGINNING}
    return JsonResponse(told, status=201, headers={"ETag": etag(BEGINNING)})


# Parties ---------------------------------------------------------------------------


@api.get(
    "/parties/{int:pk}/",
    auth=READING,
    response={200: schemas.PartieAnswer, 304: None, **fails(401, 404, 429)},
    openapi_extra={"parameters": [schemas.IF_NONE_MATCH]},
    summary="A partie so far",
)
def partie(request: HttpRequest, pk: int) -> HttpResponse:
    """What `replay` prints for it, and its version, which is its ETag too."""
    found = _partie(request, pk)
    # The version was read first: what follows can be newer than its tag, never older.
    headers = {"ETag": etag(found.version), **READ_ANEW}
    if _is_known(request, found):
        return HttpResponse(status=304, headers=headers)
    seen = Seen(request, found)
    told = partie_told(found, seen.chronicle, seen.names)
    return JsonResponse(told, headers=headers)


def _is_known(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether the asker has the partie as it is."""
    if partie.club.names_version:
        return False  # a name in it can have changed, which is no write of the partie
    tags = request.headers.get("If-None-Match", "").split(",")
    known = {tag.strip().removeprefix("W/") for tag in tags}
    return etag(partie.version) in known or "*" in known


@api.post(
    "/parties/{int:pk}/games/",
    auth=WITH_TOKEN,
    response={
        201: schemas.GameAnswer,
        **fails(400, 401, 403, 404, 409, 413, 422, 428, 429),
    },
    openapi_extra=schemas.body(schemas.NewGame, schemas.KEY, schemas.IF_MATCH),
    summary="Record the next game",
)
def game_record(request: HttpRequest, pk: int) -> HttpResponse:
    """The same key with the same body is recorded once, and answered alike again."""
    found = _partie(request, pk)
    _demand(may=may_record(request, found))
    body = object_of(request)
    names = Seen(request, found).names
    said, after = game_said(body, _keys(found, names))
    write = write_of(request, found, after)
    with _writing(request, write, names):
        services.game_record(
            partie=found,
            write=write,
            record=said.record,
            east=said.east,
            is_by_player=said.is_by_player,
        )
    made = _made(found, write)
    return JsonResponse(
        recorded_told(made), status=201, headers={"ETag": etag(made.version)}
    )


@api.put(
    "/parties/{int:pk}/games/{int:number}/",
    auth=WITH_TOKEN,
    response={
        200: schemas.CorrectedAnswer,
        **fails(400, 401, 403, 404, 409, 413, 422, 428, 429),
    },
    openapi_extra=schemas.body(
        schemas.CorrectedGame,
        schemas.KEY | {"required": False},
        schemas.IF_MATCH,
        schemas.DRY_RUN,
    ),
    summary="Correct a game",
)
def game_correct(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What it says holds instead; with `dry_run` it only shows what would change."""
    found = _partie(request, pk)
    game = get_object_or_404(found.games, number=number)
    is_last = not found.games.filter(number__gt=number).exists()
    _demand(
        may=may_correct_earlier(request, found)
        or (is_last and may_correct_last(request, found))
    )
    is_dry_run = _flag(request, "dry_run")
    body = object_of(request)
    names = Seen(request, found).names
    said, why, winds = correction_said(body, _keys(found, names), is_dry_run=is_dry_run)
    if not found.terms.takes_scores:
        refuse_scores(said.record)
    anew: dict[str, Any] = {
        "partie": found,
        "number": number,
        "record": said.record,
        "east": said.east,
        "is_by_player": said.is_by_player,
        "winds": winds,
    }
    if is_dry_run:
        with _with_names(names):
            changes = replay.correction_preview(**anew)
        return JsonResponse(preview_told(found, changes, names))
    write = write_of(request, found)
    with _writing(request, write, names):
        correction_services.game_correct(write=write, why=why, **anew)
    made = _made(found, write)
    return JsonResponse(
        corrected_told(made, game), headers={"ETag": etag(made.version)}
    )


def _flag(request: HttpRequest, name: str) -> bool:
    """Return what a parameter of the address says; raise ApiError if it is unclear."""
    value = request.GET.get(name, "0")
    if value not in ("0", "1"):
        raise ApiError(
            422, "bad_parameter", f"The parameter “{name}” is 0 or 1.", field=name
        )
    return value == "1"


@api.get(
    "/parties/{int:pk}/games/{int:number}/revisions/",
    auth=READING,
    response={200: schemas.RevisionsAnswer, **fails(401, 404, 429)},
    summary="Every revision of a game",
)
def game_revisions(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The first is what was recorded, the last is what holds."""
    found = _partie(request, pk)
    game = get_object_or_404(found.games, number=number)
    names = Seen(request, found).names
    revisions = (
        Revision.objects.filter(entry=game.entry_id)
        .select_related("entry")
        .order_by("number")
    )
    withheld = withheld_in(found.club)
    told = [revision_told(revision, names, withheld) for revision in revisions]
    return JsonResponse({"revisions": told}, headers=READ_ANEW)


@api.post(
    "/parties/{int:pk}/bookings/",
    auth=WITH_TOKEN,
    response={
        201: schemas.BookingAnswer,
        **fails(400, 401, 403, 404, 409, 413, 422, 428, 429),
    },
    openapi_extra=schemas.body(schemas.NewBooking, schemas.KEY, schemas.IF_MATCH),
    summary="Move chips from one player to another",
)
def booking_record(request: HttpRequest, pk: int) -> HttpResponse:
    """A fine, a wrong payment: chips move, scores do not."""
    found = _partie(request, pk)
    _demand(may=may_correct_earlier(request, found))
    body = object_of(request)
    names = Seen(request, found).names
    said = booking_said(body, _keys(found, names))
    write = write_of(request, found)
    with _writing(request, write, names):
        services.booking_record(
            partie=found,
            write=write,
            payer=player_of(said.payer),
            payee=player_of(said.payee),
            amount=said.amount,
            why=said.why,
        )
    made = _made(found, write)
    booking = made.revision.content
    assert isinstance(booking, Booking)
    return JsonResponse(
        {"booking": booking_told(booking, names), "version": made.version},
        status=201,
        headers={"ETag": etag(made.version)},
    )


@api.get(
    "/parties/{int:pk}/notes/",
    auth=READING,
    response={200: notes.NotesAnswer, **fails(401, 404, 429)},
    summary="The notes of a partie",
)
def partie_notes(request: HttpRequest, pk: int) -> HttpResponse:
    """Remarks between its games, in order; those taken back are not among them."""
    found = _partie(request, pk)
    told = {"notes": notes.notes_told(found), "version": found.version}
    return JsonResponse(told, headers=READ_ANEW)


@api.post(
    "/parties/{int:pk}/notes/",
    auth=WITH_TOKEN,
    response={
        201: notes.NoteAnswer,
        **fails(400, 401, 403, 404, 409, 413, 422, 428, 429),
    },
    openapi_extra=notes.BODY,
    summary="Write a note",
)
def note_record(request: HttpRequest, pk: int) -> HttpResponse:
    """A remark between the last game and the next; it moves nothing."""
    found = _partie(request, pk)
    _demand(may=may_record(request, found))
    text = notes.note_in(object_of(request))
    write = write_of(request, found)
    with _writing(request, write, Seen(request, found).names):
        revision = write_note(partie=found, write=write, text=text)
    made = _made(found, write)
    return JsonResponse(
        {"note": notes.note_told(found, revision), "version": made.version},
        status=201,
        headers={"ETag": etag(made.version)},
    )


@contextmanager
def _writing(request: HttpRequest, write: Write, names: Names) -> Iterator[None]:
    """Turn what a service refuses into answers."""
    try:
        with _with_names(names):
            yield
    except ConflictError as error:
        # What came first may have brought somebody new to the table.
        seen = Seen(request, error.partie)
        raise conflict(error, write, seen.names) from None
    except KeyReusedError:
        raise _key_reused() from None


def _key_reused() -> ApiError:
    return ApiError(
        422,
        "key_reused",
        "This Idempotency-Key came with another body before. Make a new one.",
    )


@contextmanager
def _with_names(names: Names) -> Iterator[None]:
    """Let errors of the engine bear names instead of ids."""
    try:
        yield
    except RulesError as error:
        raise named(error, names) from None


def _made(partie: Partie, write: Write) -> Submission:
    """Return what a write made, now or when it was first sent."""
    return partie.submissions.select_related("revision__entry").get(key=write.key)


# Scoring ---------------------------------------------------------------------------


@api.post(
    "/score/",
    auth=None,
    response={200: schemas.ScoreAnswer, **fails(400, 413, 422, 429)},
    openapi_extra=schemas.body(schemas.GameRecord),
    summary="What a game comes to",
)
def score(request: HttpRequest) -> HttpResponse:
    """What `manage.py score` answers to one line; nothing is kept. Limited in rate."""
    _charge(request, 1)
    record = json_of(request)
    if (cost := cost_of(record)) > 1:
        _charge(request, cost - 1)
    try:
        return JsonResponse(score_record(record))
    except RulesError as error:
        return JsonResponse(write_error(error), status=422)


def _charge(request: HttpRequest, cost: int) -> None:
    """Raise ApiError (429) if an address has had scored what it may in a minute."""
    wait = wait_for(request, RequestKind.SCORE, settings.API_SCORES_PER_MINUTE, cost)
    if wait is not None:
        raise too_many(wait)
