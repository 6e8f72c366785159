"""The page on which a score sheet kept by hand is typed in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import HiddenInput
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_htmx.http import HttpResponseClientRedirect

from clubscore.archive import sheet_entry
from clubscore.archive.sheet_entry import LineState, TypedLine, TypedSheet
from clubscore.archive.sheet_entry_form import (
    FIRST_LINES,
    HAND,
    MORE_LINES,
    MOST_LINES,
    LineForm,
    Says,
    SheetForm,
)
from clubscore.club.initials import withheld_in
from clubscore.club.numbers import number_in
from clubscore.club.requests import HtmxHttpRequest, reads_and_writes
from clubscore.partie import engine, replay, services
from clubscore.partie.access import author_of
from clubscore.partie.engine import Chronicle
from clubscore.partie.games_seen import GamesSeen
from clubscore.partie.models import Revision
from clubscore.partie.pages import (
    Seen,
    game_gone,
    may_correct_game,
    new_key,
    refused,
    see,
)
from clubscore.partie.short_names import Calling


@reads_and_writes
def paper_sheet(request: HtmxHttpRequest, club: str, number: int) -> HttpResponse:
    """Type in a sheet that was kept by hand; its lines become games in one go."""
    seen = see(request, club, number)
    if not seen.may_record:
        return refused(seen)
    if request.method != "POST":
        if not seen.is_open:
            messages.info(request, _("No game can follow: the partie is over."))
            return redirect(seen.partie)
        return _first_page(seen)
    form = _form(seen, request.POST)
    sheet = _typed(seen, form, request.POST)
    action = request.POST.get("action", "")
    _judge(seen, sheet)
    if request.htmx and request.htmx.trigger == "paper-check":
        return render(
            request, "archive/_paper_checks.html", _context(seen, form, sheet)
        )
    if sheet.is_recorded and action.startswith("record"):
        return _done(seen, 0)
    is_ready = action == "record_right" or sheet.wrong is None
    if action.startswith("record") and is_ready and sheet.right and form.is_valid():
        return _recorded(seen, form, sheet)
    if not seen.is_open and not sheet.lines:
        return redirect(seen.partie)
    if action == "more":
        _lengthen(seen, sheet)
    return _page(seen, form, sheet, is_refused=action.startswith("record"))


def _first_page(seen: Seen) -> HttpResponse:
    """Show an empty sheet, or a game that was just taken back, to be put right."""
    sheet = _sheet(seen, _said_by(seen), [{}] * FIRST_LINES)
    asked = number_in(seen.request.GET.get("again", ""))
    revision = None
    if asked is not None:
        revision = Revision.objects.filter(
            pk=asked, entry__partie=seen.partie, said__has_key="scores"
        ).first()
    if revision is None:
        sheet.judge(seen.chronicle, {})
        return _page(seen, _form(seen), sheet)
    line = sheet_entry.typed_again(revision.game, sheet, seen.chronicle)
    sheet = _sheet(seen, Says.SCORES, [line, *[{}] * (FIRST_LINES - 1)])
    sheet.judge(seen.chronicle, {})
    form = _form(seen)
    form.initial["says"] = Says.SCORES
    return _page(seen, form, sheet)


def _form(seen: Seen, data: Mapping[str, Any] | None = None) -> SheetForm:
    partie = seen.partie
    initial = {"version": partie.version, "begin": partie.start_chips}
    form = SheetForm(data, initial=initial)
    if partie.terms.takes_scores:
        form.fields["says"].widget = HiddenInput()
        form.initial["says"] = Says.SCORES
    return form


def _said_by(seen: Seen) -> Says:
    """Return what a sheet says of each player where nobody says which it is."""
    return Says.SCORES if seen.partie.terms.takes_scores else Says.POINTS


def _calling(seen: Seen, chronicle: Chronicle | None = None) -> Calling:
    places = (chronicle or seen.chronicle).state.places
    withheld = withheld_in(seen.partie.club).players
    return Calling([(key, seen.names[key]) for key in places], withheld)


def _sheet(
    seen: Seen,
    says: Says,
    lines: Iterable[Mapping[str, Any]],
    chronicle: Chronicle | None = None,
) -> TypedSheet:
    """Return a sheet with so many lines, as they were typed."""
    terms, calling = seen.partie.terms, _calling(seen, chronicle)
    found = []
    for number, typed in enumerate(lines, start=1):
        form = LineForm(terms=terms, calling=calling, number=str(number), typed=typed)
        found.append(TypedLine(number, form, typed))
    return TypedSheet(terms, found, says, seen.names, calling)


def _typed(seen: Seen, form: SheetForm, data: Mapping[str, Any]) -> TypedSheet:
    """Return the sheet that was sent."""
    form.is_valid()
    says = Says(form.cleaned_data.get("says") or _said_by(seen))
    terms, calling = seen.partie.terms, _calling(seen)
    lines = []
    for number in range(1, _many(data) + 1):
        blank = LineForm(terms=terms, calling=calling, number=str(number))
        lines.append(blank.read(data))
    return _sheet(seen, says, lines)


def _many(data: Mapping[str, Any]) -> int:
    """Return how many lines were sent."""
    many = number_in(str(data.get("lines", "")))
    return min(max(FIRST_LINES if many is None else many, 1), MOST_LINES)


def _lengthen(seen: Seen, sheet: TypedSheet) -> None:
    """Add empty lines at the end."""
    many = len(sheet.lines)
    for number in range(many + 1, min(many + MORE_LINES, MOST_LINES) + 1):
        form = LineForm(terms=sheet.terms, calling=sheet.calling, number=str(number))
        sheet.lines.append(TypedLine(number, form, {}))


def _judge(seen: Seen, sheet: TypedSheet) -> None:
    keys = [line.key for line in sheet.lines if line.key]
    sheet.judge(seen.chronicle, sheet_entry.recorded_before(seen.partie, keys))


def _recorded(seen: Seen, form: SheetForm, sheet: TypedSheet) -> HttpResponse:
    """Record the lines that are right; go on with those that are left."""
    request, partie = seen.request, seen.partie
    is_late = False
    count = 0
    try:
        count = sheet_entry.record_lines(
            partie=partie,
            author=author_of(request, partie),
            version=form.cleaned_data["version"],
            sheet=sheet,
        )
    except (services.ConflictError, services.KeyReusedError):
        is_late = True
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    if not is_late and sheet.wrong is None:
        return _done(seen, count)
    return _rest(seen, form, sheet, is_late=is_late, count=count)


def _rest(
    before: Seen, form: SheetForm, sheet: TypedSheet, *, is_late: bool, count: int
) -> HttpResponse:
    """Show the lines that have not been recorded, after what has been."""
    seen = see(before.request, before.partie.club.slug, before.partie.number)
    keys = [line.key for line in sheet.lines if line.key]
    made = sheet_entry.recorded_before(seen.partie, keys)
    left = [line.typed for line in sheet.lines if line.key not in made]
    if not seen.is_open and not any(line.keys() - {"key"} for line in left):
        return _done(seen, count)
    rest = _sheet(seen, sheet.says, left or [{}])
    rest.judge(seen.chronicle, {})
    data = {**before.request.POST.dict(), "version": str(seen.partie.version)}
    return _page(seen, _form(seen, data), rest, is_late=is_late, count=count)


def _done(seen: Seen, count: int) -> HttpResponse:
    """Go to the score sheet: everything that was typed is there."""
    if count:
        messages.success(
            seen.request,
            ngettext(
                "%(count)d game is recorded from the sheet.",
                "%(count)d games are recorded from the sheet.",
                count,
            )
            % {"count": count},
        )
    request: Any = seen.request
    address = seen.partie.get_absolute_url()
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _page(
    seen: Seen,
    form: SheetForm,
    sheet: TypedSheet,
    *,
    is_refused: bool = False,
    is_late: bool = False,
    count: int = 0,
) -> HttpResponse:
    request: Any = seen.request
    template = "archive/_paper.html" if request.htmx else "archive/paper.html"
    context = {
        **_context(seen, form, sheet),
        "is_refused": is_refused,
        "is_late": is_late,
        "count": count,
        "is_fresh": request.method != "POST" and "again" not in request.GET,
        "model": LineForm(terms=sheet.terms, calling=sheet.calling, number="__n__"),
        "most_lines": MOST_LINES,
        "takes_scores": sheet.terms.takes_scores,
        "fines_dead": sheet.terms.rules.paying.fines_dead_hands,
        "takes_value": sheet.terms.takes_value,
        "counts_winner_only": not sheet.terms.rules.paying.values_losers,
        "is_full": len(sheet.lines) >= MOST_LINES,
        "has_owners": engine.next_table(seen.chronicle, None).owner is not None
        if seen.is_open
        else False,
    }
    return render(request, template, context)


def _context(seen: Seen, form: SheetForm, sheet: TypedSheet) -> dict[str, Any]:
    begin = form["begin"].value()
    try:
        shift = int(begin) - seen.partie.start_chips
    except (TypeError, ValueError):
        shift = 0
    return {
        **seen.context,
        "form": form,
        "sheet": sheet,
        "rows": [_row(line, sheet, shift) for line in sheet.lines],
        "players": sheet.calling.players,
    }


def _row(line: TypedLine, sheet: TypedSheet, shift: int) -> dict[str, Any]:
    """Return what the page shows of a line."""
    cells = []
    for one in sheet.calling.players:
        game = line.game
        plays = game is not None and game.table.seat_of(one.key) is not None
        cells.append(
            {
                "player": one,
                "field": line.form[HAND + one.key],
                "rests": game is not None and not plays,
                "score": game.scores[one.key] if game is not None and plays else None,
                "after": game.chips[one.key] + shift if game is not None else None,
            }
        )
    return {"line": line, "form": line.form, "cells": cells}


# A game that is known by its scores, put right ------------------------------------


@reads_and_writes
def correct_scores(
    request: HtmxHttpRequest, club: str, number: int, game: int
) -> HttpResponse:
    """Say anew what each gained or lost in an earlier game, as on the sheet."""
    seen = see(request, club, number)
    found = get_object_or_404(seen.partie.games, number=game)
    if not may_correct_game(seen, game):
        return refused(seen)
    played = seen.played(found)
    if played is None:
        return game_gone(seen)
    if seen.partie.is_void or not engine.is_from_paper(seen.partie.terms, played.game):
        return redirect("corrections:correct", club, number, game)
    before = replay.chronicle_before(seen.partie, game)
    sheet = _sheet(seen, Says.SCORES, [{}], before)
    if request.method == "POST":
        typed = sheet.lines[0].form.read(request.POST)
    else:
        typed = sheet_entry.typed_again(played.game, sheet, before)
    sheet = _sheet(seen, Says.SCORES, [typed], before)
    sheet.judge(before, {})
    line = sheet.lines[0]
    context = {
        **_context(seen, _form(seen), sheet),
        "game": found,
        "sheet": sheet,
        "has_owners": line.deal is not None and line.deal.is_owners,
        "may_take_out": seen.may_take_out(found.entry_id),
        "key": new_key(),
        # What was entered is meant for the game that the first page was made with.
        "games_seen": request.POST.get("seen") or GamesSeen.of(seen.chronicle),
    }
    entered = line.entered
    if (
        request.method == "POST"
        and line.state is LineState.RIGHT
        and entered is not None
    ):
        context["record"] = json.dumps(replace(entered, east=line.east).as_json)
    return render(request, "archive/paper_scores.html", context)
