"""The page of a partie: its score sheet so far."""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubscore.club.engine import ruleset_called
from clubscore.club.models import Club
from clubscore.club.names import folded
from clubscore.partie.access import link_of, may_take_back, may_take_back_more
from clubscore.partie.agreements import agreed_in
from clubscore.partie.answers import kept, part, stranger
from clubscore.partie.charts import chart_of
from clubscore.partie.derive import chronicle_from
from clubscore.partie.flow import flow_of
from clubscore.partie.history import history_of, history_shown, names_in, why_of
from clubscore.partie.models import Partie, Revision
from clubscore.partie.pages import Seen, new_key, page_shown, see
from clubscore.partie.score_sheet import Mark, ScoreSheetRound, rounds_of
from clubscore.partie.services import is_second_step
from clubscore.partie.short_names import column_names, short_names
from clubscore.partie.versions import partie_version


@require_safe
def partie(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """The score sheet of a partie so far."""
    seen = see(request, club, number)
    # Who has nothing but the link of a table is shown no other.
    beside = parties_beside(seen.partie) if seen.shows_club else None
    return page_shown(seen, "table/partie.html", sheet_text, _text, beside=beside)


# In the database's own words: Django takes a quarter of the page's time to put it.
BESIDE = """
    SELECT p.number FROM "partie_partie" AS p
    JOIN "partie_evening" AS e ON e.id = p.evening_id
    WHERE e.club_id = %(club)s AND NOT p.is_void
        AND e.date {or_same} %(day)s
        AND (e.date {further} %(day)s OR p.number {further} %(number)s)
    ORDER BY e.date {order}, p.number {order} LIMIT 1
"""
BEFORE = BESIDE.format(or_same="<=", further="<", order="DESC")
AFTER = BESIDE.format(or_same=">=", further=">", order="ASC")


def parties_beside(partie: Partie) -> dict[str, int | None]:
    """
    Return the numbers of the parties before and after; None where there is none.

    Those of its evening come first, then those of the evening before or after. A
    query, which looks at no evenings but those, however many there were.
    """
    day = connection.ops.adapt_datefield_value(partie.evening.date)
    where = {"club": partie.club_id, "day": day, "number": partie.number}
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT ({BEFORE}), ({AFTER})", where)
        before, after = cursor.fetchone()
    return {"before": before, "after": after}


@kept(partie_version)
def sheet_text(club: Club, number: int) -> str:
    """Return the score sheet for all who look on."""
    return _text(see(stranger(), club.slug, number))


def _text(seen: Seen) -> str:
    results = {str(one.player_id): one for one in seen.partie.results.all()}
    revisions = list(
        Revision.objects.filter(entry__partie=seen.partie)
        .select_related("entry__before")
        .order_by("-made_at", "-pk")
    )
    in_force = sorted((one for one in revisions if _holds(one, revisions)), key=_order)
    last = in_force[-1] if in_force else None
    # All that was written is asked for anyway.
    seen.chronicle = chronicle_from(seen.partie, in_force)
    chronicle, names = seen.chronicle, seen.names
    players = {key: names[key] for key in chronicle.totals}
    brief = column_names(players)
    short = short_names(players)
    last_kind = last.entry.kind if last is not None else ""
    history_names = names_in(seen.partie.club, revisions, names)
    context = {
        **seen.context,
        "players": [(names[key], brief[key], results[key]) for key in chronicle.totals],
        "by_place": sorted(
            ((names[key], results[key]) for key in chronicle.totals),
            key=lambda one: (one[1].place, folded(one[0])),
        ),
        "rounds": [
            {"heading": one.heading, "rows": _rows(seen.partie, one)}
            for one in rounds_of(chronicle, names, _marks(seen, in_force))
        ],
        "chart": chart_of(
            players,
            chronicle.terms.start_chips,
            [played.chips for played in chronicle.games],
            called=[
                gettext("Game %(number)d") % {"number": played.table.number}
                for played in chronicle.games
            ],
            short=short,
        ),
        "flow": flow_of(players, short, chronicle.games),
        "ruleset": ruleset_called(seen.partie.ruleset),
        "history": history_shown(
            seen.partie,
            history_of(seen.partie, revisions, history_names, seen.numbers),
        ),
        "last_kind": last_kind,
        "may_take_back": may_take_back(seen.request, seen.partie, kind=last_kind)
        and (
            last is None
            or not is_second_step(last.entry, [one.entry for one in revisions])
            or may_take_back_more(seen.request, seen.partie)
        ),
        "last_reason": why_of(last) if last is not None else "",
        "table_link": _table_link(seen),
        "key": new_key(),
    }
    return render_to_string("table/_partie.html", context, seen.request)


def _rows(partie: Partie, of_round: ScoreSheetRound) -> list[SafeString]:
    """Return the games of a round as the score sheet shows them."""
    about = {
        "number": partie.number,
        "uses_chips": partie.uses_chips,
        "takes_scores": partie.terms.takes_scores,
    }
    return [
        part("table/_game.html", club=partie.club.slug, partie=about, row=row)
        for row in of_round.rows
    ]


def _holds(revision: Revision, revisions: list[Revision]) -> bool:
    """Tell whether a revision is its entry's last and withdraws nothing."""
    return not revision.is_withdrawn and not any(
        other.entry_id == revision.entry_id and other.number > revision.number
        for other in revisions
    )


def _order(revision: Revision) -> tuple[int, bool, int]:
    """Return where a revision's entry stands, as `models.IN_ORDER` does."""
    entry = revision.entry
    return entry.position, entry.before_id is None, entry.place


def _marks(seen: Seen, in_force: list[Revision]) -> dict[int, Mark]:
    """Return what became of each game, by its entry."""
    agreed = agreed_in(seen.partie)
    asks = seen.partie.club.asks_agreement and not seen.partie.is_void
    return {
        one.entry_id: Mark(
            one.number > 1, agreed.get(one.pk, ()), asks and one.pk not in agreed
        )
        for one in in_force
    }


def _table_link(seen: Seen) -> str:
    """Return the address that opens the table elsewhere; only for its recorders."""
    if not seen.may_record or seen.partie.is_void:
        return ""
    own = link_of(seen.request, seen.partie)
    found = own or seen.partie.links.alive(timezone.now()).first()
    if found is None:
        return ""
    return seen.request.build_absolute_uri(found.get_absolute_url())
