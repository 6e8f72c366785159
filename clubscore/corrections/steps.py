"""
The pages of a correction in their order: form, comparison, confirmation.

Each answer goes along in the page; what would change is shown before it is confirmed,
and nothing is written before the last step.
"""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubscore.club import engine as rule_books
from clubscore.club.numbers import number_in
from clubscore.corrections import game_entry as entries
from clubscore.corrections.comparison import comparison_of
from clubscore.corrections.forms import (
    CorrectionForm,
    UnreadableFieldError,
    asked,
    carried,
    game_in,
)
from clubscore.corrections.task import Task
from clubscore.partie import correction_services, engine, replay, services
from clubscore.partie.access import may_correct_earlier, may_take_back_more
from clubscore.partie.correction import Consequences, Correction
from clubscore.partie.engine import Replay, RulesError
from clubscore.partie.entries import RecordedGame
from clubscore.partie.pages import new_key, refused, see, tell, write_of
from clubscore.partie.preview import fault


def answer(task: Task) -> HttpResponse:
    """Take what was answered so far, and ask for what is missing."""
    try:
        correction = asked(task.data, task.base)
        if task.subject is not None and task.data.get("record"):
            entered = game_in(task.data["record"])
            games = {**correction.games, task.subject: entered}
            correction = replace(correction, games=games)
    except UnreadableFieldError:
        raise Http404 from None
    about = str(task.data.get("edit") or task.data.get("about", ""))
    if not about and "kind" in task.data and task.subject is not None:
        about = str(task.subject)
    if _reaches_further(task, correction, about):
        return refused(task.seen)
    try:
        conflict = _conflict(task, correction, about)
        if conflict is not None:
            return conflict
        _refuse_second_step(task, correction)
        game = number_in(about)
        if game is not None:
            return _with_game(task, correction, game)
        return _preview(task, correction)
    except ValidationError as error:
        tell(task.seen.request, error)
        return redirect(task.seen.partie)
    except UnreadableFieldError:
        raise Http404 from None
    except RulesError as error:
        return _refused(task, correction, error)


def _reaches_further(task: Task, correction: Correction, about: str) -> bool:
    """Tell whether who may correct the last game alone asks for another one too."""
    if may_correct_earlier(task.seen.request, task.seen.partie):
        return False
    own = {task.subject, *task.base.games, *task.base.without}
    asked_for = {*correction.games, *correction.without, *correction.keeping}
    game = number_in(about)
    if game is not None:
        asked_for.add(game)
    return not asked_for <= own


def _refuse_second_step(task: Task, correction: Correction) -> None:
    """Raise ValidationError if the last game is taken out after one behind it was."""
    partie = task.seen.partie
    if may_take_back_more(task.seen.request, partie):
        return
    for number in correction.without:
        entry = replay.game_in_force(partie, number).entry
        services.refuse_second_step(entry, partie.entries.all())


def _conflict(task: Task, correction: Correction, about: str) -> HttpResponse | None:
    """
    Say so if somebody else wrote first, and return the answer to it.

    It is None where each number means the game that it did: what would change is shown
    then, and what is confirmed is compared with the version besides.
    """
    if task.is_fragment:
        return None
    request, action = task.seen.request, task.data.get("action")
    game = number_in(about)
    named = _named(task, correction) | ({game} if game is not None else set())
    if task.games_seen.is_moved(task.games_now, named):
        if action == "foretell":
            return fault(409, "conflict", first_written())
        say_conflict(request)
        return _moved(task, correction)
    is_said_anew = task.games_seen.is_said_anew(task.games_now, named)
    if is_said_anew and action not in ("foretell", "confirm"):
        say_conflict(request)
    return None


def _named(task: Task, correction: Correction) -> set[int]:
    """Return the numbers of all games that a correction is about."""
    games = {*correction.games, *correction.without, *correction.keeping}
    return games | {
        number for number in (task.subject, correction.seats_from) if number is not None
    }


def _moved(task: Task, correction: Correction) -> HttpResponse:
    """
    Offer again what was entered, where numbers mean other games by now.

    By taps it is kept on the phone, for the game that it was entered for.
    """
    subject = task.subject
    if subject is None or task.again is None:
        return redirect(task.seen.partie)
    now = task.games_seen.number_now(task.games_now, subject)
    if not task.types:
        partie = task.seen.partie
        return redirect(partie if now is None else task.again(task.seen, now).path)
    again = task.again(task.seen, now or subject)
    rest = Correction(replay=correction.replay)
    entered = correction.games.get(subject)
    if entered is None and "kind" in task.data:
        entry = entries.typed(
            again, rest, now or subject, data=task.data, is_checked=False
        )
        return entries.typed_page(again, entry, rest, now or subject)
    return _page(again, rest, now or subject, entered)


def _page(
    task: Task,
    rest: Correction,
    game: int,
    entered: RecordedGame | None,
    error: RulesError | None = None,
) -> HttpResponse:
    """Ask for a game; raise Http404 if no page of ours says one in such a shape."""
    try:
        return entries.page(task, rest, game, entered, error)
    except (AttributeError, KeyError, TypeError):
        raise Http404 from None


def _refused(task: Task, correction: Correction, error: RulesError) -> HttpResponse:
    """Offer a game again that was said anew and cannot be scored so."""
    game = error.game or 0
    entered = correction.games.get(game)
    if entered is None:
        raise Http404
    others = {key: one for key, one in correction.games.items() if key != game}
    return _page(task, replace(correction, games=others), game, entered, error)


def _with_game(task: Task, correction: Correction, game: int) -> HttpResponse:
    """Take a game that was entered, or ask for it."""
    data = task.data
    others = {key: one for key, one in correction.games.items() if key != game}
    rest = replace(
        correction,
        games=others,
        without=correction.without - {game},
        keeping=correction.keeping - {game},
    )
    if data.get("action") == "foretell":
        return entries.foretold(task, rest, game)
    if "edit" in data:
        return entries.page(task, rest, game, correction.games.get(game))
    if "said" not in data:
        return _with_typed(task, rest, game)
    whole = replace(rest, games={**others, game: game_in(data["said"])})
    try:
        return _preview(task, whole)
    except RulesError as error:
        return _refused(task, whole, error)


def _with_typed(task: Task, rest: Correction, game: int) -> HttpResponse:
    """Take what was typed of a game, *rest* being what is put right beside it."""
    is_checked = task.data.get("action") != "seats"
    entry = entries.typed(task, rest, game, data=task.data, is_checked=is_checked)
    record = entry.record() if is_checked else None
    if record is None:
        return entries.typed_page(task, entry, rest, game)
    entered = engine.game_of(task.seen.partie.terms, entry.seating.table, record)
    try:
        return _preview(task, replace(rest, games={**rest.games, game: entered}))
    except RulesError as error:
        if error.game != game:
            raise
        entry.refuse(error, record)
        return entries.typed_page(task, entry, rest, game)


def _preview(task: Task, correction: Correction) -> HttpResponse:
    """Show what would change, or make it so; raise RulesError for a game in it."""
    seen = task.seen
    found = replay.consequences(partie=seen.partie, correction=correction)
    form = _form(task, correction)
    if task.data.get("action") == "confirm" and form.is_valid():
        answer = _confirmed(task, correction, form)
        if answer is not None:
            return answer
        # Somebody wrote first: what would change now is another thing.
        seen = see(seen.request, seen.partie.club.slug, seen.partie.number)
        task = replace(task, seen=seen)
        if task.games_seen.is_moved(task.games_now, _named(task, correction)):
            return _moved(task, correction)
        found = replay.consequences(partie=seen.partie, correction=correction)
        form = _form(task, correction, is_again=True)
    return _consequences_page(task, correction, found, form)


def _form(
    task: Task, correction: Correction, *, is_again: bool = False
) -> CorrectionForm:
    data = task.data
    is_confirmed = data.get("action") == "confirm" and not is_again
    return CorrectionForm(
        data if is_confirmed else None,
        replays=task.replays,
        initial={
            "reason": data.get("reason", ""),
            "winds": correction.replay.value,
            "version": task.seen.partie.version,
            "key": new_key(),
        },
    )


def _confirmed(
    task: Task, correction: Correction, form: CorrectionForm
) -> HttpResponse | None:
    """Make a correction; return None if it is to be looked at once more."""
    request, partie = task.seen.request, task.seen.partie
    try:
        write = write_of(request, partie, form.cleaned_data)
        correction_services.correct(
            partie=partie,
            write=write,
            correction=correction,
            why=form.cleaned_data["reason"],
        )
    except (services.ConflictError, services.KeyReusedError):
        say_conflict(request)
        return None
    except RulesError as error:
        messages.error(
            request,
            _("Game %(number)d: %(problem)s Say below what becomes of it.")
            % {"number": error.game or 0, "problem": rule_books.sentence(error)},
        )
        return None
    except ValidationError as error:
        tell(request, error)
        return None
    # The phone may forget what was half entered; what waits there behind a game that
    # came second follows this write.
    forget = f"{task.draft} {write.key}" if task.draft else ""
    messages.success(request, task.done, extra_tags=forget)
    return redirect(partie)


def first_written() -> str:
    """Return the message for a write that came second."""
    return _("Nothing was changed: somebody else wrote first. Look again.")


def say_conflict(request: HttpRequest) -> None:
    """Say that somebody else wrote first."""
    messages.error(request, first_written())


def _consequences_page(
    task: Task, correction: Correction, found: Consequences, form: CorrectionForm
) -> HttpResponse:
    comparison = comparison_of(found, task.seen.names)
    stops = not found.changes_anything or comparison.unscored or found.lost
    context = {
        **task.seen.context,
        "task": task,
        "form": form,
        "comparison": comparison,
        "can_confirm": not stops,
        "asks_winds": _asks_winds(task, correction, found),
        "carried": [
            *carried(correction, task.subject),
            ("seen", str(task.games_shown)),
            *([("typed", "on")] if task.types else []),
        ],
        "edits": sorted(correction.games),
        "keeping": correction.keeping,
        "replay": correction.replay.value,
        "is_same": not found.changes_anything,
        "address": task.address,
    }
    return render(task.seen.request, "corrections/consequences.html", context)


def _asks_winds(task: Task, correction: Correction, found: Consequences) -> bool:
    """Tell whether it makes a difference who is taken for East in later games."""
    for key in task.replays:
        if Replay(key) is correction.replay:
            continue
        other = replace(correction, replay=Replay(key))
        try:
            if (
                replay.consequences(partie=task.seen.partie, correction=other).after
                != found.after
            ):
                return True
        except (RulesError, ValidationError):
            return True
    return False
