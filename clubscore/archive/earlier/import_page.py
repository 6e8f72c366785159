"""The settings pages on which earlier results are imported, and made void again."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubscore.archive.earlier import writer
from clubscore.archive.earlier.checks import CheckedLines
from clubscore.archive.earlier.form import PastForm, WhyForm
from clubscore.archive.earlier.reader import MOST_LINES, UnreadableTextError
from clubscore.archive.earlier.writer import WrongLinesError
from clubscore.club import journal
from clubscore.club.access import account_of, administers_club, membership_of
from clubscore.club.journal import Deed
from clubscore.club.models import Club
from clubscore.club.requests import reads_and_writes
from clubscore.partie.pages import tell
from clubscore.partie.services import Author


@reads_and_writes
@never_cache
@administers_club
def old_results(request: HttpRequest, club: Club) -> HttpResponse:
    """Check a text with old results line by line, and import it when all is right."""
    if request.method != "POST":
        return _page(request, club, PastForm())
    form = PastForm(request.POST, request.FILES)
    form.is_valid()
    if "file" in form.errors:
        return _page(request, club, form.shown, status=422)
    text = form.cleaned_data.get("text", "")
    adding = request.POST.getlist("add")
    # A file is looked at before it counts, whatever button was pressed.
    is_sure = request.POST.get("action") == "import" and not request.FILES
    try:
        if is_sure and form.is_valid():
            return _imported(request, club, form, adding)
        sheet = CheckedLines(club, text, adding)
    except WrongLinesError as error:
        sheet = error.sheet
    except UnreadableTextError as error:
        form.add_error("text", str(error))
        return _page(request, club, form.shown, status=422)
    return _page(request, club, form.shown, sheet)


def _imported(
    request: HttpRequest, club: Club, form: PastForm, adding: list[str]
) -> HttpResponse:
    made = writer.results_import(
        club=club,
        text=form.cleaned_data["text"],
        adding=adding,
        author=_author(request, club),
        key=form.cleaned_data["key"],
    )
    many = writer.parties_of(club, made).count()
    journal.write(request, Deed.IMPORTED, club=club)
    messages.success(
        request,
        ngettext("%(many)d partie is imported.", "%(many)d parties are imported.", many)
        % {"many": many},
    )
    return redirect("archive:old_results", club.slug)


def _author(request: HttpRequest, club: Club) -> Author:
    account, member = account_of(request), membership_of(request, club)
    player = member.player if member is not None else None
    return Author(account=account, name=player.name if player is not None else "")


def _page(
    request: HttpRequest,
    club: Club,
    form: PastForm,
    sheet: CheckedLines | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "sheet": sheet,
        "most_lines": MOST_LINES,
        "example": list(_example()),
        "imports": writer.imports_of(club),
    }
    return render(request, "archive/old_results.html", context, status=status)


def _example() -> Iterator[list[str]]:
    """Yield the lines of the example."""
    name, score = _("Player"), _("Score")
    headings = [_("Date"), _("Table")]
    for number in range(1, 6):
        headings += [f"{name} {number}", f"{score} {number}"]
    yield headings
    yield [
        *("2024-03-07", "1", "Anna", "384", "Ben", "-24", "Cleo", "-196"),
        *("Dirk", "-164", "", ""),
    ]
    yield [
        *("2024-03-07", "2", "Eva", "120", "Fred", "-40", "Gerda", "-80"),
        *("Hans", "40", "Ida", "-40"),
    ]


@require_safe
@administers_club
def example(request: HttpRequest, club: Club) -> HttpResponse:
    """Send the example for a spreadsheet to be filled in."""
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    name = _("old-results")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    csv.writer(response, delimiter=";").writerows(_example())
    return response


@reads_and_writes
@administers_club
def import_page(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """Show what was imported in one go; POST makes all of it void."""
    parties = (
        writer.parties_of(club, key)
        .select_related("club", "evening")
        .prefetch_related("results__player")
        .order_by("evening__date", "number")
    )
    if not parties:
        raise Http404
    form = WhyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            many = writer.import_void(
                club=club,
                key=key,
                author=_author(request, club),
                why=form.cleaned_data["reason"],
            )
        except ValidationError as error:
            tell(request, error)
        else:
            messages.success(
                request,
                ngettext("%(many)d partie is void.", "%(many)d parties are void.", many)
                % {"many": many},
            )
        return redirect("archive:old_results", club.slug)
    context = {
        "club": club,
        "form": form,
        "parties": parties,
        "counts": [one for one in parties if not one.is_void],
    }
    return render(request, "archive/import.html", context)
