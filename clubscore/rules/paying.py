"""
Who pays whom: the two ways in which rule books turn points into debts.

Payments are net of nothing: one for each debt, amounts above 0. What a seat
gains or loses is their sum, so that the scores of a game add to 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import ClassVar

from clubscore.rules.errors import Sentence, gettext_noop
from clubscore.rules.hands import (
    USUAL_PAO_REASONS,
    Outcome,
    PaoReason,
    Penalty,
    Table,
    Win,
)
from clubscore.rules.seats import Wind

Points = Mapping[Wind, int]
"""What the hand on each seat is worth; a hand that is not valued is left out."""


class Reason(StrEnum):
    """Why somebody pays."""

    WIN = "win"
    DIFFERENCE = "difference"
    """The losers settle among themselves."""
    PENALTY = "penalty"
    PAO = "pao"


@dataclass(frozen=True, slots=True)
class Payment:
    """One debt of one player to another."""

    payer: Wind
    payee: Wind
    amount: int
    """In points, above 0."""
    reason: Reason


Payments = tuple[Payment, ...]


class Factor(StrEnum):
    """Why a debt is doubled; each doubles it once."""

    EAST = "east"
    """East pays or receives."""
    OWNER = "owner"
    """The owner pays or receives."""
    SELF_DRAWN = "self_drawn"
    """The winning tile was drawn."""
    GAVE_TILE = "gave_tile"
    """The payer discarded the winning tile or was robbed of it."""
    WAS_CLAIMED = "was_claimed"
    """The payee's discard was claimed for a false mahjong."""


Factors = tuple[Factor, ...]


def times(points: int, factors: Factors) -> int:
    """Return *points* doubled once for every factor."""
    return points << len(factors)


class Doubled(StrEnum):
    """Whose payments, made and received, are doubled."""

    NOBODY = "nobody"
    EAST = "east"
    OWNER = "owner"

    def factors(self, table: Table, *players: Wind) -> Factors:
        """Return why a debt between two *players* is doubled."""
        if self is Doubled.EAST and Wind.EAST in players:
            return (Factor.EAST,)
        if self is Doubled.OWNER and table.owner in players:
            return (Factor.OWNER,)
        return ()


def differences(
    table: Table, losers: list[Wind], points: Points, doubled: Doubled
) -> Payments:
    """Return what the losers owe each other: the lower hand pays the difference."""
    payments = []
    for one, other in combinations(losers, 2):
        for payer, payee in ((one, other), (other, one)):
            more = points[payee] - points[payer]
            if more > 0:
                amount = times(more, doubled.factors(table, payer, payee))
                payments.append(Payment(payer, payee, amount, Reason.DIFFERENCE))
    return tuple(payments)


def paid_by_one(payments: Payments, payer: Wind) -> Payments:
    """Return the one payment of a player who pays what all would have paid."""
    debt = sum(one.amount for one in payments)
    return tuple(Payment(payer, one.payee, debt, Reason.PAO) for one in payments[:1])


def scores_of(table: Table, payments: Payments) -> dict[Wind, int]:
    """Return what each seat gains or loses; together they are 0."""
    scores = dict.fromkeys(table.seats, 0)
    for one in payments:
        scores[one.payer] -= one.amount
        scores[one.payee] += one.amount
    return scores


@dataclass(frozen=True, slots=True)
class PayingByHands:
    """
    Everybody's hand counts.

    Each loser pays the winner the points of the winner's hand, whoever gave the
    tile; then the losers pay each other the difference of theirs. A dead hand is
    worth 0, so that it pays in full and receives nothing.
    """

    knows_penalties: ClassVar[bool] = False
    values_losers: ClassVar[bool] = True

    doubled: Doubled = Doubled.NOBODY
    losers_settle: bool = True
    is_credit: bool = False
    """Whether nobody pays and every player is credited his points."""
    pao_reasons: frozenset[PaoReason] = frozenset()
    """Why one player can pay what all would have paid, and the others nothing."""

    @property
    def knows_pao(self) -> bool:
        """Whether one player can pay for all."""
        return bool(self.pao_reasons)

    def settle(self, table: Table, win: Win, points: Points) -> Payments:
        """Return the payments after a win."""
        if self.is_credit:
            return ()
        winner, worth = win.winner, points[win.winner]
        losers = [seat for seat in table.seats if seat is not winner]
        payments: Payments = ()
        if worth:
            payments = tuple(
                Payment(
                    loser,
                    winner,
                    times(worth, self.doubled.factors(table, loser, winner)),
                    Reason.WIN,
                )
                for loser in losers
            )
        if win.pao is not None:
            return paid_by_one(payments, win.pao.player)
        if self.losers_settle:
            payments += differences(table, losers, points, self.doubled)
        return payments

    def factors(self, table: Table, outcome: Outcome, payment: Payment) -> Factors:
        """Return why *payment* is doubled; of pao the parts are, not the sum."""
        if payment.reason is Reason.PAO:
            return ()
        return self.doubled.factors(table, payment.payer, payment.payee)

    def says(self) -> Iterator[Sentence]:
        """Yield who pays whom, in sentences."""
        if self.is_credit:
            yield Sentence(
                gettext_noop(
                    "Nobody pays: every player is credited the points of their own"
                    " hand."
                )
            )
            return
        yield Sentence(
            gettext_noop(
                "Every other player pays the winner the points of the winner's hand,"
                " whoever gave the winning tile."
            )
        )
        if self.losers_settle:
            yield Sentence(
                gettext_noop("The others pay each other the difference of their hands.")
            )
        if self.doubled is Doubled.EAST:
            yield Sentence(gettext_noop("Whatever East pays or receives is doubled."))
        elif self.doubled is Doubled.OWNER:
            yield Sentence(
                gettext_noop("Whatever the owner pays or receives is doubled.")
            )
        if self.pao_reasons:
            yield Sentence(
                gettext_noop(
                    "Letting off: whoever gave the winning tile by a fault pays the"
                    " winner what all would have paid; the others pay nothing, each"
                    " other neither."
                )
            )
        yield Sentence(
            gettext_noop("A dead hand is worth nothing: it pays and never receives.")
        )

    def punish(self, table: Table, penalty: Penalty, unit: int) -> Payments:
        """Return no payments: no fault ends a game here."""
        return ()


@dataclass(frozen=True, slots=True)
class PayingByFactors:
    """
    The winner's hand counts, and factors multiply for each payer.

    East pays and receives double; so does everybody for a self-drawn tile, and
    otherwise the player who gave it.
    """

    knows_pao: ClassVar[bool] = True
    pao_reasons: ClassVar[frozenset[PaoReason]] = USUAL_PAO_REASONS
    knows_penalties: ClassVar[bool] = True
    is_credit: ClassVar[bool] = False

    east_double: bool = True
    tile_double: bool = True
    """Whether a self-drawn tile, and otherwise giving it, doubles."""
    losers_settle: bool = False

    @property
    def values_losers(self) -> bool:
        """Whether losers' hands are worth anything."""
        return self.losers_settle

    @property
    def _doubled(self) -> Doubled:
        return Doubled.EAST if self.east_double else Doubled.NOBODY

    def settle(self, table: Table, win: Win, points: Points) -> Payments:
        """Return the payments after a win."""
        winner, worth = win.winner, points[win.winner]
        losers = [seat for seat in table.seats if seat is not winner]
        debts = {
            loser: times(worth, self._factors_of_win(table, win, loser))
            for loser in losers
        }
        payments: Payments = ()
        if worth:
            payments = tuple(
                Payment(loser, winner, debt, Reason.WIN)
                for loser, debt in debts.items()
            )
        if win.pao is not None:
            # Schmale 7: one player pays what all would have paid.
            payments = paid_by_one(payments, win.pao.player)
        if self.losers_settle:
            payments += differences(table, losers, points, self._doubled)
        return payments

    def _factors_of_win(self, table: Table, win: Win, payer: Wind) -> Factors:
        factors = self._doubled.factors(table, win.winner, payer)
        if self.tile_double and win.is_self_drawn:
            factors += (Factor.SELF_DRAWN,)
        elif self.tile_double and win.giver is payer:
            factors += (Factor.GAVE_TILE,)
        return factors

    def _factors_of_penalty(
        self, table: Table, penalty: Penalty, payee: Wind
    ) -> Factors:
        factors = self._doubled.factors(table, penalty.offender, payee)
        if penalty.giver is payee:
            factors += (Factor.WAS_CLAIMED,)
        return factors

    def factors(self, table: Table, outcome: Outcome, payment: Payment) -> Factors:
        """Return why *payment* is doubled; of pao the parts are, not the sum."""
        if payment.reason is Reason.DIFFERENCE:
            return self._doubled.factors(table, payment.payer, payment.payee)
        if payment.reason is Reason.WIN and isinstance(outcome, Win):
            return self._factors_of_win(table, outcome, payment.payer)
        if isinstance(outcome, Penalty):
            return self._factors_of_penalty(table, outcome, payment.payee)
        return ()

    def says(self) -> Iterator[Sentence]:
        """Yield who pays whom, in sentences."""
        yield Sentence(
            gettext_noop(
                "Every other player pays the winner the points of the winner's hand."
            )
        )
        if self.east_double:
            yield Sentence(gettext_noop("East pays and receives double."))
        if self.tile_double:
            yield Sentence(
                gettext_noop(
                    "All pay double for a self-drawn winning tile; otherwise the player"
                    " who gave it pays double."
                )
            )
        if self.losers_settle:
            yield Sentence(
                gettext_noop(
                    "Then the others pay each other the difference of their hands: only"
                    " flowers, seasons and sets of dragons and winds count in these."
                )
            )
        yield Sentence(
            gettext_noop(
                "Pao: the player who answers for a win pays the winner what all would"
                " have paid, and the others pay nothing."
            )
        )
        yield Sentence(
            gettext_noop(
                "A fault that ends a game costs one laak to each other player, doubled"
                " where East is one of the two, and doubled again to the player whose"
                " discard was claimed for a false mahjong."
            )
            if self.east_double
            else gettext_noop(
                "A fault that ends a game costs one laak to each other player, doubled"
                " to the player whose discard was claimed for a false mahjong."
            )
        )

    def punish(self, table: Table, penalty: Penalty, unit: int) -> Payments:
        """
        Return what an offender pays, in units of *unit* points.

        Schmale 5.4: one laak to everybody, doubled where East is one of the two,
        doubled again to the player whose discard was claimed.
        """
        return tuple(
            Payment(
                penalty.offender,
                seat,
                times(unit, self._factors_of_penalty(table, penalty, seat)),
                Reason.PENALTY,
            )
            for seat in table.seats
            if seat is not penalty.offender and seat not in penalty.excluded
        )


Paying = PayingByHands | PayingByFactors
