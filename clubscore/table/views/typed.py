"""The page on which a game is typed, counted and recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubscore.club.numbers import number_in
from clubscore.club.requests import HtmxHttpRequest, reads_and_writes
from clubscore.partie import counted_game, engine, services
from clubscore.partie.entries import Kind
from clubscore.partie.forms.entries import GameEntry, initial_from
from clubscore.partie.models import Game, Partie, Revision
from clubscore.partie.pages import Seen, new_key, refused, see, tell, write_of
from clubscore.partie.score_sheet import ScoreSheetRow, rounds_of
from clubscore.partie.seats import seating_of


@reads_and_writes
def record(request: HtmxHttpRequest, club: str, number: int) -> HttpResponse:
    """Record the next game of a partie, or see what it would come to."""
    seen = see(request, club, number)
    if not seen.may_record:
        return refused(seen)
    if seen.next_table is None:
        messages.info(request, _("No game can follow: the partie is over."))
        return redirect(seen.partie)
    if request.method != "POST":
        initial = {"version": seen.partie.version, "key": new_key()}
        entry = _entry(seen, initial=_withdrawn(request, seen.partie) | initial)
        return _record_page(seen, entry)
    action = request.POST.get("action")
    if action == "seats":
        return _record_page(seen, _entry(seen, data=request.POST, is_checked=False))
    if action == "record" and _was_made_before_the_dice(seen):
        return _late(seen)
    entry = _entry(seen, data=request.POST)
    said = entry.record()
    if said is None:
        return _record_page(seen, entry)
    try:
        # A hint stops a game once; whoever records it again has seen the hint.
        has_seen = set(entry.hinted) <= set(request.POST.getlist("hinted"))
        if action == "record" and has_seen:
            return _recorded(seen, entry, said)
        return _record_page(seen, entry, sheet=_counted(seen, entry, said))
    except engine.RulesError as error:
        entry.refuse(error, said)
        return _record_page(seen, entry)
    except services.ConflictError:
        return _conflict(request, seen)
    except services.KeyReusedError:
        return _conflict(request, seen)
    except ValidationError as error:
        tell(request, error)
        return redirect(seen.partie)


def _entry(
    seen: Seen,
    *,
    data: QueryDict | None = None,
    initial: Mapping[str, Any] | None = None,
    is_checked: bool = True,
) -> GameEntry:
    """Return the forms of the next game, the seats as they were said to be."""
    said = data if data is not None else initial or {}
    if data is not None:
        data = said = _with_east(seen, data)
    seating = seating_of(seen.chronicle, seen.names, said.get("east"))
    terms = seen.partie.terms
    if data is None and seating.table.dice_choose:
        # A game that is played again has the East whom the dice chose.
        initial = {**said, "east": seating.other_dealer or ""}
    elif data is None and said.get("east") == seating.expected:
        initial = {**said, "east": ""}
    if data is not None and not is_checked:
        return GameEntry.unchecked(terms, seating, data)
    return GameEntry(terms, seating, data, initial=initial)


def _with_east(seen: Seen, data: QueryDict) -> QueryDict:
    """
    Return what was typed, with an answer to who was East that fits the next game.

    The form may have been made for the game before, which somebody else recorded.
    """
    assert seen.next_table is not None
    data = data.copy()
    dice_choose = seen.next_table.dice_choose
    is_other_question = dice_choose != bool(data.get("dice"))
    is_expected = data.get("east") == engine.expected_dealer(seen.chronicle)
    if is_other_question or (is_expected and not dice_choose):
        data["east"] = ""
    return data


def _withdrawn(request: HttpRequest, partie: Partie) -> dict[str, Any]:
    """Return what a game said that was just taken back, to be put right."""
    asked = number_in(request.GET.get("again", ""))
    if asked is None:
        return {}
    revision = Revision.objects.filter(
        pk=asked, entry__partie=partie, entry__kind=Kind.GAME
    ).first()
    return initial_from(revision.game) if revision is not None else {}


def _counted(
    seen: Seen, entry: GameEntry, said: Mapping[str, Any]
) -> counted_game.ExplainedGame:
    """Return what a game would come to."""
    terms, table = seen.partie.terms, entry.seating.table
    game = engine.game_of(terms, table, said)
    counted = engine.counted(terms, table, game, seen.progress.totals)
    return counted_game.sheet_of(
        terms,
        table,
        game,
        counted.result,
        seen.names,
        notices=counted.notices,
        uses_chips=seen.partie.uses_chips,
        expected=entry.seating.expected or table.dealer,
    )


def _recorded(seen: Seen, entry: GameEntry, said: Mapping[str, Any]) -> HttpResponse:
    """Record a game and go to its page."""
    request, partie = seen.request, seen.partie
    write = write_of(request, partie, request.POST)
    revision = _made_before(seen, entry, write, said) or services.game_record(
        partie=partie, write=write, record=said, east=entry.east
    )
    return _to_game(partie, revision)


def _to_game(partie: Partie, revision: Revision) -> HttpResponse:
    """Go to the page of a game that was recorded."""
    made = Game.objects.filter(entry=revision.entry_id).first()
    if made is None:
        return redirect(partie)
    return redirect("corrections:game", partie.club.slug, partie.number, made.number)


def _made_before(
    seen: Seen, entry: GameEntry, write: services.Write, said: Mapping[str, Any]
) -> Revision | None:
    """
    Return what the same form wrote before: somebody tapped twice.

    The seats have passed on since then, so that players are compared.
    """
    if write.version == seen.partie.version:
        return None
    submission = (
        seen.partie.submissions.filter(key=write.key).select_related("revision").first()
    )
    if submission is None:
        return None
    before = replace(submission.revision.game, east=None)
    entered = engine.game_of(seen.partie.terms, entry.seating.table, said)
    again = replace(entered, east=None)
    return submission.revision if before == again else None


def _was_made_before_the_dice(seen: Seen) -> bool:
    """Tell whether a form does not ask yet whom the dice chose as East."""
    assert seen.next_table is not None
    data = seen.request.POST
    is_old = data.get("version") != str(seen.partie.version)
    return is_old and seen.next_table.dice_choose and not data.get("dice")


def _late(seen: Seen) -> HttpResponse:
    """Answer a form of the game before: it was sent twice, or comes second."""
    data = seen.request.POST.copy()
    # Players are compared, so that anybody may stand for East.
    data["dice"], data["east"] = "on", seen.chronicle.state.places[0]
    entry = _entry(seen, data=data)
    said = entry.record()
    if said is not None:
        write = write_of(seen.request, seen.partie, data)
        made = _made_before(seen, entry, write, said)
        if made is not None:
            return _to_game(seen.partie, made)
    return _conflict(seen.request, seen)


def _conflict(request: HttpRequest, before: Seen) -> HttpResponse:
    """Show what was recorded first, and keep what was typed."""
    seen = see(request, before.partie.club.slug, before.partie.number)
    if seen.next_table is None:
        messages.info(request, _("No game can follow: the partie is over."))
        return redirect(seen.partie)
    data = request.POST.copy()
    data["version"], data["key"] = str(seen.partie.version), new_key()
    entry = _entry(seen, data=data)
    entry.record()
    rounds = rounds_of(seen.chronicle, seen.names)
    return _record_page(
        seen,
        entry,
        has_conflict=True,
        first=rounds[-1].rows[-1] if rounds else None,
    )


def _record_page(
    seen: Seen,
    entry: GameEntry,
    *,
    sheet: counted_game.ExplainedGame | None = None,
    has_conflict: bool = False,
    first: ScoreSheetRow | None = None,
) -> HttpResponse:
    request: Any = seen.request
    template = "partie/_entry.html" if request.htmx else "table/record.html"
    context = {
        **seen.context,
        "entry": entry,
        "deal": seen.deal,
        "address": request.path,
        "buttons": "table/_record_buttons.html",
        "faults": entry.faults,
        "number": len(seen.chronicle.games) + 1,
        "sheet": sheet,
        "has_conflict": has_conflict,
        "first": first,
        "players": list(seen.names.values()),
        "kinds": engine.kinds_played(seen.partie.terms),
    }
    response = render(request, template, context)
    if request.htmx and (entry.faults or sheet is not None):
        # What is new comes into view; a phone shows but a part of the page.
        shown = "faults" if entry.faults else "counted"
        response["HX-Reswap"] = f"outerHTML show:#{shown}:top"
    return response
