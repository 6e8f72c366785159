"""
The correction of a game, on the table screen or in the typed form.

Both are filled in with what was recorded of it, at the table as it was in that game.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club import engine as rule_books
from clubscore.corrections.forms import UnreadableFieldError, carried, said_in
from clubscore.corrections.task import Task
from clubscore.partie import engine, replay
from clubscore.partie.access import may_correct_earlier
from clubscore.partie.correction import Correction
from clubscore.partie.engine import Chronicle, RulesError
from clubscore.partie.entries import RecordedGame
from clubscore.partie.forms.entries import GameEntry, initial_from
from clubscore.partie.pages import new_key
from clubscore.partie.preview import fault, is_game, previewed
from clubscore.partie.refusals import refusal_of
from clubscore.partie.seats import deal_of, seating_of
from clubscore.partie.table_screen import correction_config_of


def page(
    task: Task,
    rest: Correction,
    game: int,
    entered: RecordedGame | None = None,
    error: RulesError | None = None,
) -> HttpResponse:
    """
    Ask for a game, *rest* being what is put right beside it.

    It is filled in with *entered*, or with what was recorded; *error* is why it cannot
    be scored so.
    """
    if not task.types:
        return _table_page(task, rest, game, entered, error)
    entry = typed(task, rest, game, entered=entered)
    if error is not None:
        entry.general.append(rule_books.sentence(error))
    return typed_page(task, entry, rest, game)


def _chronicle(task: Task, rest: Correction, game: int) -> Chronicle:
    """Return the partie as it would be before a game."""
    seen = task.seen
    if not 1 <= game <= len(seen.chronicle.games):
        raise ValidationError(_("There is no game %(number)d.") % {"number": game})
    played = seen.chronicle.games[game - 1].table
    return replay.chronicle_at(seen.partie, played, rest)


def _hidden(task: Task, rest: Correction, game: int) -> list[tuple[str, str]]:
    """Return what goes along with a game that is asked for."""
    winds = task.data.get("winds") or rest.replay.value
    return [
        *carried(rest, task.subject),
        ("about", str(game)),
        ("winds", winds),
        ("seen", str(task.games_shown)),
    ]


# By taps --------------------------------------------------------------------------


def _table_page(
    task: Task,
    rest: Correction,
    game: int,
    entered: RecordedGame | None,
    error: RulesError | None,
) -> HttpResponse:
    seen = task.seen
    chronicle = _chronicle(task, rest, game)
    recorded = replay.game_in_force(seen.partie, game)
    shown = entered or recorded.game
    config = correction_config_of(
        seen.partie, chronicle, seen.names, game=shown, number=game
    )
    config["addresses"]["preview"] = task.address
    is_subject = game == task.subject
    config["correcting"] = {
        "fields": _hidden(task, rest, game),
        "draft": task.draft if is_subject else "",
        "revision": recorded.pk,
        "recorded": recorded.game.as_json,
        "is_begun": entered is not None,
        "refusal": _refusal(task, chronicle, shown, error),
        "ways": _other_ways(task, game) if is_subject else [],
    }
    if not is_subject:
        del config["addresses"]["typed"]
    context = {
        **seen.context,
        "task": task,
        "number": game,
        "config": config,
        "is_subject": is_subject,
    }
    return render(seen.request, "corrections/table_correct.html", context)


def _refusal(
    task: Task, chronicle: Chronicle, game: RecordedGame, error: RulesError | None
) -> dict[str, Any] | None:
    """Return why a game cannot be scored as it was entered; None if it can be."""
    if error is None:
        return None
    initial_from(game)  # of another shape, no screen can show it
    try:
        table = engine.table_at(chronicle, engine.Where.of(game))
    except engine.RulesError:
        table = engine.next_table(chronicle, None)
    return refusal_of(error, table, game, task.seen.names)


def _other_ways(task: Task, game: int) -> list[dict[str, str]]:
    """Return what else can be done about a game that was wrong."""
    partie = task.seen.partie
    place = [partie.club.slug, partie.number]
    ways = [
        {
            "name": _("Type the whole game instead"),
            "href": reverse("corrections:correct_typed", args=[*place, game]),
        },
    ]
    if task.seen.may_take_out(task.seen.chronicle.games[game - 1].key):
        ways.append(
            {
                "name": _("This game was never played: take it out"),
                "href": reverse("corrections:withdraw", args=[*place, game]),
            }
        )
    if may_correct_earlier(task.seen.request, partie):
        seats = reverse("corrections:reseat", args=place)
        ways.append(
            {
                "name": _("We sat in other seats from this game on"),
                "href": f"{seats}?game={game}",
            }
        )
    return [*ways, {"name": _("Leave it as it is"), "href": task.back, "leaves": "yes"}]


def foretold(task: Task, rest: Correction, game: int) -> JsonResponse:
    """Return the result that a game would have if recorded so; write nothing."""
    data = task.data
    try:
        said = said_in(data.get("said", ""))
    except UnreadableFieldError:
        said = {}
    east = said.get("east")
    if not is_game(said, east):
        return fault(400, "bad_request", _("This is no game."))
    try:
        chronicle = _chronicle(task, rest, game)
    except ValidationError as error:
        return fault(409, "conflict", " ".join(error.messages))
    return previewed(
        task.seen,
        chronicle,
        RecordedGame.from_json(said),
        east or None,
        explains=bool(data.get("explain")),
    )


# Typed ----------------------------------------------------------------------------


def typed(
    task: Task,
    rest: Correction,
    game: int,
    *,
    entered: RecordedGame | None = None,
    data: QueryDict | None = None,
    is_checked: bool = True,
) -> GameEntry:
    """Return the forms of a game, filled in with *entered* or as it was recorded."""
    seen, partie = task.seen, task.seen.partie
    chronicle = _chronicle(task, rest, game)
    expected = engine.expected_dealer(chronicle)
    if data is not None:
        data = data.copy()
        if data.get("east") == expected and not chronicle.state.now.dice_choose:
            data["east"] = ""
        seating = seating_of(chronicle, seen.names, data.get("east"))
        if not is_checked:
            return GameEntry.unchecked(partie.terms, seating, data)
        return GameEntry(partie.terms, seating, data)
    entered = entered or replay.game_in_force(partie, game).game
    initial = initial_from(entered)
    seating = seating_of(chronicle, seen.names, initial["east"])
    initial["east"] = seating.other_dealer or ""
    initial |= {"version": partie.version, "key": new_key()}
    return GameEntry(partie.terms, seating, initial=initial)


def typed_page(
    task: Task, entry: GameEntry, rest: Correction, game: int
) -> HttpResponse:
    """Ask for a game in the typed form."""
    request: Any = task.seen.request
    is_fragment = request.htmx and task.data.get("action") == "seats"
    template = "partie/_entry.html" if is_fragment else "corrections/correct.html"
    hidden = _hidden(task, rest, game)
    if task.types:
        hidden.append(("typed", "on"))
    context = {
        **task.seen.context,
        "task": task,
        "entry": entry,
        "faults": entry.faults,
        "number": game,
        "deal": deal_of(entry.seating.table, task.seen.names),
        "address": task.address,
        "buttons": "corrections/_correct_buttons.html",
        "carried": hidden,
        "kinds": engine.kinds_played(task.seen.partie.terms),
        "is_subject": game == task.subject,
        "may_take_out": task.seen.may_take_out(task.seen.chronicle.games[game - 1].key),
        "may_reseat": may_correct_earlier(request, task.seen.partie),
    }
    return render(request, template, context)
