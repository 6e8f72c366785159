"""The page of the chip count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.templatetags.numbers import figure
from clubscore.partie import engine
from clubscore.partie.engine import Chronicle, Terms
from clubscore.partie.outcome_text import Names
from clubscore.partie.pages import Seen, see
from clubscore.table.chip_count import (
    GameDebt,
    GamePaid,
    Slip,
    SlipKind,
    explained,
    moved_by,
)
from clubscore.table.forms.chip_count import CountForm
from clubscore.table.settlement import settled

DOUBLED = {"east", "owner"}
"""The factors that a debt has because somebody is East, or owns the game."""


@dataclass(frozen=True, slots=True)
class CountedLine:
    """What lies in front of a player."""

    name: str
    expected: int
    counted: int
    moved: int


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A slip in words."""

    game: int
    text: str


@dataclass(frozen=True, slots=True)
class Mending:
    """Chips that somebody gives somebody to set it right."""

    payer: str
    payee: str
    amount: int
    booking: str
    """The address that books it instead."""


@require_safe
def count(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Say who has how many chips too many, and which games would explain it."""
    seen = see(request, club, number)
    if not seen.partie.uses_chips:
        raise Http404
    names = {key: seen.names[key] for key in seen.chronicle.totals}
    form = CountForm(request.GET or None, names=names)
    context = {**seen.context, "form": form}
    if form.is_bound and form.is_valid():
        context |= _found(seen, form.counted, names)
    return render(request, "table/count.html", context)


def _found(seen: Seen, counted: Mapping[str, int], names: Names) -> dict[str, object]:
    """Return what the page says of what was counted."""
    expected = seen.chronicle.chips
    moved = moved_by(expected, counted)
    together = sum(moved.values())
    slips = explained(paid_in(seen.chronicle), moved)
    return {
        "lines": [
            CountedLine(names[key], expected[key], counted[key], moved[key])
            for key in expected
        ],
        "is_right": not any(moved.values()),
        "missing": -together if together < 0 else 0,
        "too_many": max(0, together),
        "all_together": sum(expected.values()),
        "explanations": [
            [_slip_line(seen.partie.terms, slip, names) for slip in one]
            for one in slips
        ],
        "mendings": list(_mendings(seen, moved, names)) if not together else [],
    }


def paid_in(chronicle: Chronicle) -> list[GamePaid]:
    """Return who paid whom in every game."""
    terms = chronicle.terms
    return [
        GamePaid(
            played.table.number,
            played.table.dealer,
            tuple(
                GameDebt(
                    played.table.winds[one["from"]],
                    played.table.winds[one["to"]],
                    one["amount"],
                    not DOUBLED.isdisjoint(
                        engine.factors_of(terms, played.table, played.game.outcome, one)
                    ),
                )
                for one in played.result["payments"]
            ),
        )
        for played in chronicle.games
    ]


def _mendings(seen: Seen, moved: Mapping[str, int], names: Names) -> list[Mending]:
    """Return what sets it right: chips given back, or the same booked."""
    address = reverse("table:booking", args=[seen.partie.club.slug, seen.partie.number])
    # Who has too many gives; booked, the chips stay where they lie.
    return [
        Mending(
            names[due.payer],
            names[due.payee],
            due.amount,
            address
            + "?"
            + urlencode(
                {
                    "payer": due.payee,
                    "payee": due.payer,
                    "amount": due.amount,
                    "reason": _("The chips were counted"),
                }
            ),
        )
        for due in settled({player: -many for player, many in moved.items()})
    ]


def _slip_line(terms: Terms, slip: Slip, names: Names) -> SlipLine:
    first, *others = (names[key] for key in slip.players)
    values = {
        "first": first,
        "second": others[0] if others else "",
        "amount": figure(slip.amount),
    }
    has_owners = terms.rules.dealing.winds_stay
    match slip.kind:
        case SlipKind.MISSED:
            text = _("%(first)s did not pay %(second)s %(amount)s.")
        case SlipKind.TWICE:
            text = _("%(first)s paid %(second)s %(amount)s twice.")
        case SlipKind.SWAPPED:
            text = _("%(first)s and %(second)s paid each other’s sum.")
        case SlipKind.NOT_DOUBLED if others:
            text = _(
                "Between %(first)s and %(second)s only half was paid: %(amount)s "
                "is already doubled."
            )
        case SlipKind.NOT_DOUBLED if has_owners:
            text = _("Nothing was doubled for %(first)s, whose game it was.")
        case SlipKind.NOT_DOUBLED:
            text = _("Nothing was doubled for %(first)s, who was East.")
        case SlipKind.OTHER_DOUBLED:
            text = _("%(first)s was taken for East, and the wrong sums were doubled.")
    return SlipLine(slip.game, text % values)
