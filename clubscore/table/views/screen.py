"""The table screen: a game entered by taps, its preview, and its payments."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.numbers import is_longer, number_in
from clubscore.club.requests import HtmxHttpRequest
from clubscore.partie import counted_game, engine
from clubscore.partie.access import get_table_for
from clubscore.partie.agreements import agreed_to
from clubscore.partie.engine import FoldedGame
from clubscore.partie.entries import Kind, RecordedGame
from clubscore.partie.evenings import last_game
from clubscore.partie.models import Partie, Revision
from clubscore.partie.offline_state import offline_of
from clubscore.partie.outcome_text import (
    how_won,
    is_draw,
    is_unsaid,
    pao_of,
    penalty_of,
)
from clubscore.partie.pages import Seen, game_gone, new_key, refused, see
from clubscore.partie.preview import fault, is_game, previewed
from clubscore.partie.table_screen import MODULES, config_of

MOST_BYTES = 100_000
"""The longest game that is read; a full one has about 2,000."""


@require_safe
def record(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Enter the next game of a partie by taps."""
    seen = see(request, club, number)
    if not seen.may_record:
        return refused(seen)
    if seen.next_table is None:
        messages.info(request, _("No game can follow: the partie is over."))
        return redirect(seen.partie)
    withdrawn = _withdrawn(request, seen.partie)
    config = config_of(
        seen.partie,
        seen.chronicle,
        seen.names,
        again=withdrawn.game.as_json if withdrawn is not None else None,
    )
    if withdrawn is not None:
        # Whoever would rather type it finds it there as well.
        config["addresses"]["typed"] += f"?again={withdrawn.pk}"
    config["offline"] = offline_of(request, seen.partie)
    context = {
        **seen.context,
        "config": config,
        "number": config["number"],
        "modules": MODULES,
        "last": last_game(seen.chronicle, seen.names),
    }
    return render(request, "partie/table.html", context)


def _withdrawn(request: HttpRequest, partie: Partie) -> Revision | None:
    """Return what a game said that was just taken back, to be put right."""
    asked = number_in(request.GET.get("again", ""))
    if asked is None:
        return None
    return Revision.objects.filter(
        pk=asked, entry__partie=partie, entry__kind=Kind.GAME
    ).first()


@require_POST
def preview(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Say what a half-entered game would come to; nothing is recorded."""
    seen = Seen(request, get_table_for(request, club, number))
    if not seen.may_record:
        return fault(403, "forbidden", _("You may not record at this table."))
    if is_longer(request, MOST_BYTES):
        return fault(413, "too_large", _("This is too long for one game."))
    body = _read(request.body)
    if body is None:
        return fault(400, "bad_request", _("This is no game."))
    if seen.progress.state.is_finished or seen.partie.is_void:
        return fault(409, "finished", _("No game can follow: the partie is over."))
    return previewed(
        seen,
        seen.progress,
        RecordedGame.from_json(body["said"]),
        body.get("east"),
        explains=bool(body.get("explain")),
    )


def _read(body: bytes) -> dict[str, Any] | None:
    """Return what the screen sent; None if it is no game by players."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    return data if is_game(data.get("said"), data.get("east")) else None


def _borrowers(seen: Seen, played: FoldedGame) -> list[tuple[str, int]]:
    """Return who has borrowed chips from the bank after a game, and how many."""
    if not seen.partie.uses_chips:
        return []
    return [(seen.names[key], -many) for key, many in played.chips.items() if many < 0]


@dataclass(frozen=True, slots=True)
class StandingLine:
    """What a game brought a player, and what the player has after it."""

    player: str
    wind: str
    """Empty for who rested."""
    score: int
    chips: int
    """Start chips, scores and bookings; with a notepad the total so far."""


def _standing(seen: Seen, played: FoldedGame) -> list[StandingLine]:
    """Return what everybody has after a game, East first and who rested last."""
    table = played.table
    seated = [*table.winds.items()]
    if table.resting is not None:
        seated.append(("", table.resting))
    return [
        StandingLine(
            seen.names[key],
            gettext(engine.wind_name(seat)) if seat else "",
            played.scores.get(key, 0),
            played.chips[key],
        )
        for seat, key in seated
    ]


@require_safe
def recorded(
    request: HtmxHttpRequest, club: str, number: int, game: int
) -> HttpResponse:
    """Who pays whom after a game, with which chips, and who is East next."""
    seen = see(request, club, number)
    if not seen.may_record:
        return refused(seen)
    games = seen.partie.games.select_related("revision__entry__partie")
    found = get_object_or_404(games, number=game)
    played = seen.played(found)
    if played is None:
        return game_gone(seen)
    terms, outcome = seen.partie.terms, played.game.outcome
    context = {
        **seen.context,
        "game": found,
        "game_url": reverse(
            "corrections:game", args=[seen.partie.club.slug, number, found.number]
        ),
        "how": how_won(terms.ruleset, outcome, seen.names),
        "winner": seen.names.get(played.game.winner or "", ""),
        "pao": pao_of(outcome, seen.names),
        "penalty": penalty_of(outcome, seen.names),
        "is_draw": is_draw(outcome),
        "is_unsaid": is_unsaid(outcome),
        "sheet": counted_game.sheet_of(
            terms,
            played.table,
            played.game,
            played.result,
            seen.names,
            notices=engine.notices_of(terms, played.table, played.game),
            uses_chips=seen.partie.uses_chips,
            expected=played.expected_dealer,
        ),
        "standing": _standing(seen, played),
        "borrowers": _borrowers(seen, played),
        "may_take_back": seen.chronicle.last == found.entry_id
        and seen.may_take_out(found.entry_id),
        "is_last_game": game == len(seen.chronicle.games),
        "agreed": agreed_to(seen, found) if seen.partie.club.asks_agreement else None,
        "key": new_key(),
    }
    template = "table/_recorded.html" if request.htmx else "table/table_recorded.html"
    return render(request, template, context)
