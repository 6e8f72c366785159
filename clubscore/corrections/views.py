"""
Pages that correct games, seats and names of a partie.

Each shows what would change before anybody confirms it. What was answered on the way
goes along in the page; nothing is written before the last step.
"""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.numbers import number_in
from clubscore.club.requests import reads_and_writes
from clubscore.corrections import game_entry
from clubscore.corrections.forms import HOLDS
from clubscore.corrections.reseat_form import ReseatForm
from clubscore.corrections.steps import answer, first_written, say_conflict
from clubscore.corrections.task import Task
from clubscore.partie import correction_services, engine, replay, services
from clubscore.partie.access import may_correct_earlier
from clubscore.partie.correction import Correction
from clubscore.partie.engine import Replay
from clubscore.partie.entries import TAKEN_OUT_ALONE, Kind
from clubscore.partie.games_seen import GamesSeen
from clubscore.partie.history import history_of, names_in
from clubscore.partie.models import Revision
from clubscore.partie.pages import (
    Seen,
    draft_name,
    game_gone,
    may_correct_game,
    new_key,
    refused,
    see,
    write_of,
)
from clubscore.partie.preview import fault

"""The events that can be taken back wherever they stand."""


@reads_and_writes
def correct(request: HttpRequest, club: str, number: int, game: int) -> HttpResponse:
    """Correct an earlier game by taps; read the correction, however it was made."""
    seen = see(request, club, number)
    if game > len(seen.chronicle.games) and "seen" in request.POST:
        return _gone(seen, game)
    refusal = _refusal(seen, game)
    if refusal is not None:
        return refusal
    task = _task_of(seen, game)
    if request.method == "POST":
        return answer(task)
    recorded = seen.chronicle.games[game - 1].game
    is_paper = engine.is_from_paper(seen.partie.terms, recorded)
    if is_paper and "hands" not in request.GET:
        return redirect("archive:correct_scores", club, number, game)
    return _asked(task, game)


@require_safe
def correct_typed(
    request: HttpRequest, club: str, number: int, game: int
) -> HttpResponse:
    """Type an earlier game anew; what is typed goes where taps go."""
    seen = see(request, club, number)
    refusal = _refusal(seen, game)
    if refusal is not None:
        return refusal
    return _asked(_task_of(seen, game, is_typed=True), game)


def _asked(task: Task, game: int) -> HttpResponse:
    """Ask for a game as it was recorded."""
    try:
        return game_entry.page(task, Correction(), game)
    except ValidationError:
        # Somebody took it back while it was asked for.
        return game_gone(task.seen)


def _gone(seen: Seen, game: int) -> HttpResponse:
    """Answer what was sent when the partie had more games than it has now."""
    then = GamesSeen.sent(seen.request.POST["seen"])
    now = then.number_now(GamesSeen.of(seen.chronicle), game)
    refusal = _refusal(seen, now) if now is not None else None
    if refusal is not None:
        return refusal
    if seen.request.POST.get("action") == "foretell":
        return fault(409, "conflict", first_written())
    say_conflict(seen.request)
    # By taps what was entered is kept on the phone, for the game it was entered for.
    return redirect(seen.partie if now is None else _task_of(seen, now).path)


def _task_of(seen: Seen, game: int, *, is_typed: bool = False) -> Task:
    """Return what it is to say a game anew."""
    return Task(
        seen,
        title=_("Correct game %(number)d") % {"number": game},
        back=_game_page(seen, game),
        button=_("Correct it"),
        done=_("Game %(number)d is corrected.") % {"number": game},
        base=Correction(),
        subject=game,
        path=reverse(
            "corrections:correct",
            args=[seen.partie.club.slug, seen.partie.number, game],
        ),
        draft=draft_name(seen, game),
        is_typed=is_typed,
        again=_task_of,
    )


@reads_and_writes
def withdraw(request: HttpRequest, club: str, number: int, game: int) -> HttpResponse:
    """Take an earlier game out of the partie."""
    seen = see(request, club, number)
    refusal = _refusal(seen, game)
    if refusal is not None:
        return refusal
    return answer(
        Task(
            seen,
            title=_("Take game %(number)d out?") % {"number": game},
            back=_game_page(seen, game),
            button=_("Take it out"),
            done=_("Game %(number)d is taken out.") % {"number": game},
            base=Correction(without=frozenset({game})),
            subject=game,
            lead=_(
                "It stays to be seen among everything that was written, but counts no "
                "more; the later games move up by a number."
            ),
        )
    )


@reads_and_writes
def entry_withdraw(
    request: HttpRequest, club: str, number: int, place: int
) -> HttpResponse:
    """Take back what happened beside the games, wherever it stands."""
    seen = see(request, club, number)
    entry = get_object_or_404(
        seen.partie.entries, place=place, kind__in=TAKEN_OUT_ALONE
    )
    if not may_correct_earlier(request, seen.partie):
        return refused(seen)
    revision = Revision.objects.in_force(seen.partie).filter(entry=entry).first()
    if revision is None:
        messages.info(request, _("That is taken back already."))
        return redirect(seen.partie)
    names = names_in(seen.partie.club, [revision], seen.names)
    line = history_of(seen.partie, [revision], names)[0]
    moves_players = entry.kind in (Kind.SEATING, Kind.SUBSTITUTE)
    return answer(
        Task(
            seen,
            title=_("Take this back?"),
            back=seen.partie.get_absolute_url(),
            button=_("Take it back"),
            done=_("It is taken back."),
            base=Correction(
                entry=entry.pk,
                replay=Replay.BY_NAME if moves_players else Replay.PLAYED,
            ),
            replays=HOLDS if moves_players else {},
            lead=line.what,
        )
    )


@reads_and_writes
def reseat(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Seat the players anew, from the next game on or from an earlier one."""
    seen = see(request, club, number)
    may_earlier = may_correct_earlier(request, seen.partie)
    if not (may_earlier or seen.may_record):
        return refused(seen)
    games = len(seen.chronicle.games)
    data = request.POST if request.method == "POST" else request.GET
    first = games + 1 if seen.is_open else games
    asked_for = number_in(str(data.get("game") or request.GET.get("game", "")))
    game = first if asked_for is None else asked_for
    if seen.partie.is_void or not 1 <= game <= first:
        messages.info(request, _("There is no game to be replayed."))
        return redirect(seen.partie)
    is_next = game == games + 1
    if not (may_earlier or is_next):
        return refused(seen)
    chronicle = (
        seen.chronicle if is_next else replay.chronicle_before(seen.partie, game)
    )
    form = ReseatForm(
        request.POST if request.method == "POST" and "look" not in data else None,
        chronicle=chronicle,
        names=seen.names,
        games=range(1 if may_earlier else first, first + 1),
        is_open=seen.is_open,
        initial={"game": game, "version": seen.partie.version, "key": new_key()},
    )
    is_answer = "player" in data
    if is_answer:
        players = tuple(request.POST.getlist("player"))
    elif form.is_bound and form.is_valid():
        players = form.players
    else:
        return _reseat_page(seen, form, is_next=is_next)
    if is_next:
        return _seat_now(seen, form, players)
    task = Task(
        seen,
        title=_("New seats from game %(number)d on?") % {"number": game},
        back=f"{request.path}?game={game}",
        button=_("Seat them so"),
        done=_("The players sit anew from game %(number)d on.") % {"number": game},
        base=Correction(seats_from=game, players=players, replay=Replay(form.holds)),
        replays=HOLDS,
        lead=_("%(names)s; the first named is East of game %(number)d.")
        % {
            "names": ", ".join(seen.names.get(key, key) for key in players),
            "number": game,
        },
        query=f"?game={game}",
    )
    return answer(task)


def _reseat_page(seen: Seen, form: ReseatForm, *, is_next: bool) -> HttpResponse:
    context = {**seen.context, "form": form, "is_next": is_next}
    return render(seen.request, "corrections/reseat.html", context)


def _seat_now(seen: Seen, form: ReseatForm, players: tuple[str, ...]) -> HttpResponse:
    """Seat the players anew from the next game on, where nothing is to be replayed."""
    request, partie = seen.request, seen.partie
    try:
        correction_services.seating_record(
            partie=partie,
            write=write_of(request, partie, request.POST),
            players=players,
        )
    except (services.ConflictError, services.KeyReusedError):
        say_conflict(request)
        return redirect(request.get_full_path())
    except ValidationError as error:
        form.add_error(None, error)
        return _reseat_page(seen, form, is_next=True)
    messages.success(request, _("The players sit so from the next game on."))
    return redirect(partie)


# Who may -------------------------------------------------------------------------


def _refusal(seen: Seen, game: int) -> HttpResponse | None:
    """Return the answer to who may not correct a game; None if he may."""
    if not 1 <= game <= len(seen.chronicle.games):
        raise Http404
    if not may_correct_game(seen, game):
        return refused(seen)
    if seen.partie.is_void:
        messages.info(seen.request, _("The partie is void: nothing in it counts."))
        return redirect(seen.partie)
    return None


def _game_page(seen: Seen, game: int) -> str:
    return reverse(
        "corrections:game", args=[seen.partie.club.slug, seen.partie.number, game]
    )
