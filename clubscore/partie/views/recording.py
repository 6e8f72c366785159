"""The page on which a game is typed, counted and recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.partie import engine, services, showing
from clubscore.partie.engine import Table
from clubscore.partie.forms.entries import GameEntry, initial_from
from clubscore.partie.models import Entry, Game, Partie, Revision
from clubscore.partie.views.seeing import Seen, new_key, refused, see, tell, write_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django_htmx.middleware import HtmxDetails

    class HtmxHttpRequest(HttpRequest):
        """A request that htmx may have made."""

        htmx: HtmxDetails


@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HtmxHttpRequest, club: str, number: int) -> HttpResponse:
    """Record the next game of a partie, or see what it would come to."""
    seen = see(request, club, number)
    if not seen.may_record:
        return refused(seen)
    table = seen.next_table
    if table is None:
        messages.info(request, _("No game can follow: the partie is over."))
        return redirect(seen.partie)
    if request.method != "POST":
        initial = {"version": seen.partie.version, "key": new_key()}
        entry = GameEntry(
            seen.partie.terms,
            seen.seats,
            initial=_withdrawn(request, seen.partie) | initial,
        )
        return _record_page(seen, entry)
    entry = GameEntry(seen.partie.terms, seen.seats, request.POST)
    said = entry.record()
    if said is None:
        return _record_page(seen, entry)
    try:
        if request.POST.get("action") == "record":
            return _recorded(seen, said)
        return _record_page(seen, entry, sheet=_counted(seen, table, said))
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


def _withdrawn(request: HttpRequest, partie: Partie) -> dict[str, Any]:
    """Return what a game said that was just taken back, to be put right."""
    asked = request.GET.get("again", "")
    if not asked.isdecimal():
        return {}
    revision = Revision.objects.filter(
        pk=asked, entry__partie=partie, entry__kind=Entry.Kind.GAME
    ).first()
    return initial_from(revision.said) if revision is not None else {}


def _counted(seen: Seen, table: Table, said: Mapping[str, Any]) -> showing.Sheet:
    """Return what a game would come to."""
    by_player = engine.said_of(table, said)
    counted = engine.counted(seen.partie.terms, table, by_player)
    return showing.sheet_of(
        seen.partie.terms,
        table,
        by_player,
        counted.result,
        seen.names,
        notices=counted.notices,
        uses_chips=seen.partie.uses_chips,
    )


def _recorded(seen: Seen, said: Mapping[str, Any]) -> HttpResponse:
    """Record a game and go to its page."""
    request, partie = seen.request, seen.partie
    write = write_of(request, partie, request.POST)
    revision = _made_before(seen, write, said) or services.game_record(
        partie=partie, write=write, record=said
    )
    made = Game.objects.filter(entry=revision.entry_id).first()
    if made is None:
        return redirect(partie)
    return redirect("partie:game", partie.club.slug, partie.number, made.number)


def _made_before(
    seen: Seen, write: services.Write, said: Mapping[str, Any]
) -> Revision | None:
    """
    Return what the same form wrote before: somebody tapped twice.

    The seats have passed on since then, so that players are compared.
    """
    if write.version == seen.partie.version or seen.next_table is None:
        return None
    submission = (
        seen.partie.submissions.filter(key=write.key).select_related("revision").first()
    )
    if submission is None:
        return None
    before = dict(submission.revision.said)
    again = engine.said_of(seen.next_table, said)
    before.pop("east", None)
    again.pop("east", None)
    return submission.revision if before == again else None


def _conflict(request: HttpRequest, before: Seen) -> HttpResponse:
    """Show what was recorded first, and keep what was typed."""
    seen = see(request, before.partie.club.slug, before.partie.number)
    if seen.next_table is None:
        messages.info(request, _("No game can follow: the partie is over."))
        return redirect(seen.partie)
    data = request.POST.copy()
    data["version"], data["key"] = str(seen.partie.version), new_key()
    entry = GameEntry(seen.partie.terms, seen.seats, data)
    entry.record()
    rounds = showing.rounds_of(seen.chronicle, seen.names)
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
    sheet: showing.Sheet | None = None,
    has_conflict: bool = False,
    first: showing.Row | None = None,
) -> HttpResponse:
    request: Any = seen.request
    template = "partie/_entry.html" if request.htmx else "partie/record.html"
    context = {
        **seen.context,
        "entry": entry,
        "faults": entry.faults,
        "number": len(seen.chronicle.games) + 1,
        "sheet": sheet,
        "has_conflict": has_conflict,
        "first": first,
        "players": list(seen.names.values()),
        "rules": seen.partie.terms.rules,
    }
    response = render(request, template, context)
    if request.htmx and (entry.faults or sheet is not None):
        # What is new comes into view; a phone shows but a part of the page.
        shown = "faults" if entry.faults else "counted"
        response["HX-Reswap"] = f"outerHTML show:#{shown}:top"
    return response
