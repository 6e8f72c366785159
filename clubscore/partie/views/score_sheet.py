"""The page of a partie: its score sheet so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.engine import ruleset_called
from clubscore.partie.access import link_of
from clubscore.partie.charts import chart_of
from clubscore.partie.history import history_of, why_of
from clubscore.partie.models import Revision
from clubscore.partie.rounds import rounds_of
from clubscore.partie.views.seeing import Seen, new_key, see

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def partie(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """The score sheet of a partie so far."""
    seen = see(request, club, number)
    chronicle, names = seen.chronicle, seen.names
    results = {str(one.player_id): one for one in seen.partie.results.all()}
    revisions = list(
        Revision.objects.filter(entry__partie=seen.partie)
        .select_related("entry")
        .order_by("-made_at", "-pk")
    )
    in_force = [one for one in revisions if _holds(one, revisions)]
    last = max(in_force, key=lambda one: one.entry.place, default=None)
    context = {
        **seen.context,
        "players": [(names[key], results[key]) for key in chronicle.totals],
        "rounds": rounds_of(chronicle, names),
        "chart": chart_of(
            {key: names[key] for key in chronicle.totals},
            chronicle.terms.start_chips,
            [played.chips for played in chronicle.games],
        ),
        "ruleset": ruleset_called(seen.partie.ruleset),
        "history": history_of(seen.partie.ruleset, revisions, names),
        "last_kind": last.entry.kind if last is not None else "",
        "last_reason": why_of(last) if last is not None else "",
        "table_link": _table_link(seen),
        "key": new_key(),
    }
    return render(request, "partie/partie.html", context)


def _holds(revision: Revision, revisions: list[Revision]) -> bool:
    """Tell whether a revision is its entry's last and withdraws nothing."""
    return not revision.is_withdrawn and not any(
        other.entry_id == revision.entry_id and other.number > revision.number
        for other in revisions
    )


def _table_link(seen: Seen) -> str:
    """Return the address that opens the table elsewhere; only for its recorders."""
    if not seen.may_record or seen.partie.is_void:
        return ""
    own = link_of(seen.request, seen.partie)
    found = own or seen.partie.links.filter(revoked_at=None).first()
    if found is None:
        return ""
    return seen.request.build_absolute_uri(found.get_absolute_url())
