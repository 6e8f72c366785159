"""The pages of the settlement in money."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import formats
from django.views.decorators.http import require_safe

from clubscore.club.access import get_club_for
from clubscore.club.models import Club
from clubscore.club.names import folded
from clubscore.club.templatetags.numbers import figure
from clubscore.partie.models import Partie, PartieResult
from clubscore.partie.pages import see
from clubscore.partie.scores import Score
from clubscore.table.forms.settlement import WorthForm
from clubscore.table.settlement import Amount, Due, in_cents, settled


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """What somebody has won or lost."""

    name: str
    points: Score
    money: str
    """Empty where points have no worth."""


@dataclass(frozen=True, slots=True)
class DueLine:
    """What somebody pays somebody."""

    payer: str
    payee: str
    amount: str


@require_safe
def partie(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Say who pays whom at the end of a partie."""
    seen = see(request, club, number)
    context = {
        **seen.context,
        "evening": seen.partie.evening,
        "is_evening": False,
        "open_parties": [] if seen.partie.is_finished else [seen.partie],
        "is_void": seen.partie.is_void,
        **_settled(request, seen.partie.club, [seen.partie]),
    }
    return render(request, "table/settle.html", context)


@require_safe
def evening(request: HttpRequest, club: str, day: date) -> HttpResponse:
    """Say who pays whom after all parties of an evening."""
    found = get_club_for(request, club)
    evening = get_object_or_404(found.evenings, date=day)
    parties = list(evening.parties.counted().order_by("number"))
    context = {
        "club": found,
        "evening": evening,
        "is_evening": True,
        "shows_club": True,
        "open_parties": [one for one in parties if not one.is_finished],
        **_settled(request, found, parties),
    }
    return render(request, "table/settle.html", context)


def balances_of(parties: Iterable[Partie]) -> tuple[dict[str, Score], dict[str, str]]:
    """
    Return what each player won or lost in *parties* by id, and the players' names.

    Bookings count as scores do; a void partie counts nowhere.
    """
    rows = (
        PartieResult.objects.filter(
            partie__in=[one.pk for one in parties if not one.is_void]
        )
        .select_related("partie", "player__merged_into")
        .order_by("partie__number", "pk")
    )
    balances: dict[str, Score] = {}
    names: dict[str, str] = {}
    for row in rows:
        player = row.player.merged_into or row.player
        key = str(player.pk)
        names[key] = player.name
        balances[key] = balances.get(key, 0) + row.chips - row.partie.start_chips
    return balances, names


def _settled(
    request: HttpRequest, club: Club, parties: Iterable[Partie]
) -> dict[str, Any]:
    """Return what the page says of who pays whom."""
    usual = {"worth": club.point_worth, "currency": club.currency}
    form = WorthForm(request.GET if "worth" in request.GET else None, initial=usual)
    worth, currency = club.point_worth, club.currency
    if form.is_bound:
        is_valid = form.is_valid()
        worth = form.cleaned_data.get("worth") if is_valid else None
        currency = form.cleaned_data.get("currency", "") if is_valid else currency
    balances, names = balances_of(parties)
    if sum(balances.values()):
        return {"form": form, "adds_up": False}
    cents = in_cents(balances, worth) if worth else {}
    dues = (
        _dues(cents, lambda one: _money(one, currency), names)
        if worth
        else _dues(balances, figure, names)
    )
    return {
        "form": form,
        "adds_up": True,
        "worth": worth,
        "has_money": bool(worth),
        "was_rounded": bool(worth and _was_rounded(balances, cents, worth)),
        "balances": [
            BalanceLine(
                names[key],
                points,
                _money(cents[key], currency, has_sign=True) if worth else "",
            )
            for key, points in sorted(
                balances.items(), key=lambda one: (-one[1], folded(names[one[0]]))
            )
        ],
        "dues": dues,
    }


def _dues(
    amounts: Mapping[str, Amount],
    written: Callable[[Amount], str],
    names: Mapping[str, str],
) -> list[DueLine]:
    """Return who pays whom how much, the highest amount first."""

    def rank(due: Due[Amount]) -> tuple[Amount, str, str]:
        return -due.amount, folded(names[due.payer]), folded(names[due.payee])

    return [
        DueLine(names[due.payer], names[due.payee], written(due.amount))
        for due in sorted(settled(amounts), key=rank)
    ]


def _was_rounded(
    balances: Mapping[str, Score], cents: Mapping[str, int], worth: Decimal
) -> bool:
    cent = Fraction(worth) * 100
    return any(points * cent != cents[key] for key, points in balances.items())


def _money(cents: int, currency: str, *, has_sign: bool = False) -> str:
    """Return an amount of money as the reader writes it."""
    number = formats.number_format(
        Decimal(abs(cents)) / 100, decimal_pos=2, force_grouping=True
    )
    sign = ""
    if cents < 0:
        sign = "\N{MINUS SIGN}"
    elif cents and has_sign:
        sign = "+"
    return f"{sign}{currency}\N{NO-BREAK SPACE}{number}" if currency else sign + number
