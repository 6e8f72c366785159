"""
Payments: the three ways in which rule books turn points into debts.

Payments are net of nothing: one for each debt, amounts above 0. What a seat
gains or loses is their sum, so that the scores of a game add to 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import ClassVar, NamedTuple, Protocol

from clubscore.rules.errors import Sentence, gettext_noop
from clubscore.rules.figures import figure
from clubscore.rules.hands import (
    USUAL_OFFENCES,
    USUAL_PAO_REASONS,
    Circumstance,
    Dead,
    Offence,
    Outcome,
    PaoReason,
    Penalty,
    TableWinds,
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


class Debt(NamedTuple):
    """One debt of one player to another."""

    payer: Wind
    payee: Wind
    amount: int
    """In points, above 0."""
    reason: Reason


Payments = tuple[Debt, ...]


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
    JOKERLESS = "jokerless"
    """The winner's hand has no joker."""
    IN_ERROR = "in_error"
    """Mah jongg was declared in error."""


Factors = tuple[Factor, ...]


def times(points: int, factors: Factors) -> int:
    """Return *points* doubled once for every factor."""
    return points << len(factors)


class Doubled(StrEnum):
    """Whose payments, made and received, are doubled."""

    NOBODY = "nobody"
    EAST = "east"
    OWNER = "owner"

    def factors(self, table: TableWinds, *players: Wind) -> Factors:
        """Return why a debt between two *players* is doubled."""
        if self is Doubled.EAST and Wind.EAST in players:
            return (Factor.EAST,)
        if self is Doubled.OWNER and table.owner in players:
            return (Factor.OWNER,)
        return ()


def differences(
    table: TableWinds, losers: list[Wind], points: Points, doubled: Doubled
) -> Payments:
    """Return what the losers owe each other: the lower hand pays the difference."""
    payments = []
    for one, other in combinations(losers, 2):
        for payer, payee in ((one, other), (other, one)):
            more = points[payee] - points[payer]
            if more > 0:
                amount = times(more, doubled.factors(table, payer, payee))
                payments.append(Debt(payer, payee, amount, Reason.DIFFERENCE))
    return tuple(payments)


def shares_of(
    table: TableWinds, win: Win, worth: int, factors: Callable[[Wind], Factors]
) -> Payments:
    """Return what each loser pays the winner, *factors* saying why it is doubled."""
    if not worth:
        return ()
    return tuple(
        Debt(loser, win.winner, times(worth, factors(loser)), Reason.WIN)
        for loser in table.seats
        if loser is not win.winner
    )


def paid_by_one(
    payments: Payments, payer: Wind, reason: Reason = Reason.PAO
) -> Payments:
    """Return the one payment of a player who pays what all would have paid."""
    debt = sum(one.amount for one in payments)
    return tuple(Debt(payer, one.payee, debt, reason) for one in payments[:1])


def scores_of(table: TableWinds, payments: Payments) -> dict[Wind, int]:
    """Return what each seat gains or loses; together they are 0."""
    scores = dict.fromkeys(table.seats, 0)
    for one in payments:
        scores[one.payer] -= one.amount
        scores[one.payee] += one.amount
    return scores


class Worth(Protocol):
    """What a way of counting says of points, as far as faults ask for it."""

    @property
    def most(self) -> int | None:
        """The most that a count can be worth; None where there is no limit."""

    def points(self, sums: tuple[int, int]) -> int:
        """Return what a hand of such sums is worth."""


ONE_LAAK = (0, 1)
"""A laak, and no faan beside it."""


@dataclass(frozen=True, slots=True)
class FaultOfALaak:
    """
    A fault that ends a game costs a laak to each other player.

    It is doubled to the player whose discard was claimed for a false mahjong.
    """

    offences: ClassVar[frozenset[Offence]] = USUAL_OFFENCES
    knows_claimed: ClassVar[bool] = True
    """Whether it is said whose discard was claimed."""

    def unit(self, worth: Worth) -> int:
        """Return what it costs before anything doubles it, in points."""
        return worth.points(ONE_LAAK)

    def says(self, *, east_double: bool) -> str:
        """Return what it costs, in a sentence to be translated."""
        if east_double:
            return gettext_noop(
                "A fault that ends a game costs one laak to each other player, doubled"
                " where East is one of the two, and doubled again to the player whose"
                " discard was claimed for a false mahjong."
            )
        return gettext_noop(
            "A fault that ends a game costs one laak to each other player, doubled"
            " to the player whose discard was claimed for a false mahjong."
        )


@dataclass(frozen=True, slots=True)
class FaultOfALimit:
    """A false mahjong costs what a self-drawn limit hand costs each other player."""

    offences: ClassVar[frozenset[Offence]] = frozenset((Offence.FALSE_MAHJONG,))
    knows_claimed: ClassVar[bool] = False

    def unit(self, worth: Worth) -> int:
        """Return what it costs before anything doubles it, in points."""
        assert worth.most is not None
        return 2 * worth.most

    def says(self, *, east_double: bool) -> str:
        """Return what it costs, in a sentence to be translated."""
        if east_double:
            return gettext_noop(
                "A false mahjong ends the game and costs each other player what a"
                " self-drawn limit hand costs: twice the points of the limit, doubled"
                " where East is one of the two."
            )
        return gettext_noop(
            "A false mahjong ends the game and costs to each other player what a"
            " self-drawn limit hand costs: twice the points of the limit."
        )


Fault = FaultOfALaak | FaultOfALimit


@dataclass(frozen=True, slots=True)
class PayingByHands:
    """
    Everybody's hand counts.

    Each loser pays the winner the points of the winner's hand, whoever gave the
    tile; then the losers pay each other the difference of theirs. A dead hand is
    worth 0, so that it pays in full and receives nothing.
    """

    giver_pays_all: ClassVar[bool] = False
    values_losers: ClassVar[bool] = True
    fines_dead_hands: ClassVar[bool] = False

    doubled: Doubled = Doubled.NOBODY
    losers_settle: bool = True
    is_credit: bool = False
    """Whether nobody pays and every player is credited his points."""
    pao_reasons: frozenset[PaoReason] = frozenset()
    """Why one player can pay what all would have paid, and the others nothing."""
    fines: Mapping[Offence, tuple[int, ...]] = field(default_factory=dict)
    """
    What ends a game, and its price: what each who erred pays each who did not.

    The first amount is for one offender, the next for two at once, and so on.
    """

    @property
    def knows_pao(self) -> bool:
        """Whether one player can pay for all."""
        return bool(self.pao_reasons)

    @property
    def offences(self) -> frozenset[Offence]:
        """What a penalty that ends a game can be for."""
        return frozenset(self.fines)

    @property
    def knows_penalties(self) -> bool:
        """Whether a fault can end a game."""
        return bool(self.fines)

    @property
    def may_exclude(self) -> bool:
        """Whether it matters who else is at fault, and so receives nothing."""
        return not self.fines

    @property
    def knows_claimed(self) -> bool:
        """Whether it matters whose discard was claimed."""
        return not self.fines

    def most_offenders(self, offence: Offence) -> int:
        """Return how many can have committed the offence at once."""
        return len(self.fines.get(offence, ())) or 1

    def settle(self, table: TableWinds, win: Win, points: Points) -> Payments:
        """Return the payments after a win."""
        if self.is_credit:
            return ()
        payments = self.shares(table, win, points[win.winner])
        if win.pao is not None:
            return paid_by_one(payments, win.pao.player)
        if self.losers_settle:
            losers = [seat for seat in table.seats if seat is not win.winner]
            payments += differences(table, losers, points, self.doubled)
        return payments

    def shares(self, table: TableWinds, win: Win, worth: int) -> Payments:
        """Return what each loser pays for a hand of *worth* if none pays for others."""
        return shares_of(
            table,
            win,
            worth,
            lambda loser: self.doubled.factors(table, loser, win.winner),
        )

    def factors(self, table: TableWinds, outcome: Outcome, payment: Debt) -> Factors:
        """Return why *payment* is doubled; of pao the parts are, of fines none is."""
        if payment.reason in (Reason.PAO, Reason.PENALTY):
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
                "Every other player pays the winner the points of the winner’s hand,"
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
                if PaoReason.FALSE_NAMING in self.pao_reasons
                else gettext_noop(
                    "Dangerous game: whoever gave the winning tile by a dangerous"
                    " discard pays the winner what all would have paid; the others pay"
                    " nothing, each other neither."
                )
            )
        yield Sentence(
            gettext_noop("A dead hand is worth nothing: it pays and never receives.")
        )
        yield from self._says_of_fines()

    def _says_of_fines(self) -> Iterator[Sentence]:
        """Yield what the faults cost that end a game, in sentences."""
        if self.fines:
            yield Sentence(
                gettext_noop(
                    "A fault can end the game: then no hand is valued, and nothing is"
                    " doubled."
                )
            )
        for offence, template in FINES:
            amounts = self.fines.get(offence, ())
            numbers = ("one", "two", "three")[: len(amounts)]
            if amounts:
                yield Sentence(template, dict(zip(numbers, amounts, strict=True)))

    def punish(
        self, table: TableWinds, penalty: Penalty, dead: frozenset[Wind], worth: Worth
    ) -> Payments:
        """Return the fines; which hands are *dead* does not matter to them."""
        amounts = self.fines.get(penalty.offence, ())
        return tuple(
            Debt(offender, seat, amounts[len(penalty.offenders) - 1], Reason.PENALTY)
            for offender in penalty.offenders
            for seat in table.seats
            if amounts and seat not in penalty.offenders
        )


FINES = (
    (
        Offence.FALSE_MAHJONG,
        gettext_noop(
            "A false mahjong, if a hand was shown after it: one player pays %(one)d to"
            " each other; two who called wrongly pay %(two)d each to each of the two"
            " others, three pay %(three)d each to the fourth."
        ),
    ),
    (
        Offence.FALSE_NAMING,
        gettext_noop(
            "A discard wrongly named and claimed for mahjong: who named it pays"
            " %(one)d to each other."
        ),
    ),
)
"""What is said of the fine for an offence."""


@dataclass(frozen=True, slots=True)
class PayingByFactors:
    """
    The winner's hand counts, and factors multiply for each payer.

    East pays and receives double; so does everybody for a self-drawn tile, and
    otherwise the player who gave it, or that one pays for all.
    """

    knows_pao: ClassVar[bool] = True
    pao_reasons: ClassVar[frozenset[PaoReason]] = USUAL_PAO_REASONS
    knows_penalties: ClassVar[bool] = True
    may_exclude: ClassVar[bool] = True
    is_credit: ClassVar[bool] = False
    fines_dead_hands: ClassVar[bool] = False

    east_double: bool = True
    tile_double: bool = True
    """Whether a self-drawn tile, and otherwise giving it, doubles."""
    giver_pays_all: bool = False
    """Whether the player who gave the tile pays what all would have paid."""
    losers_settle: bool = False
    fault: Fault = FaultOfALaak()
    """What a fault costs that ends a game."""

    @property
    def values_losers(self) -> bool:
        """Whether losers' hands are worth anything."""
        return self.losers_settle

    @property
    def offences(self) -> frozenset[Offence]:
        """What a penalty that ends a game can be for."""
        return self.fault.offences

    @property
    def knows_claimed(self) -> bool:
        """Whether it matters whose discard was claimed."""
        return self.fault.knows_claimed

    @property
    def _doubled(self) -> Doubled:
        return Doubled.EAST if self.east_double else Doubled.NOBODY

    def settle(self, table: TableWinds, win: Win, points: Points) -> Payments:
        """Return the payments after a win."""
        payments = self.shares(table, win, points[win.winner])
        if win.pao is not None:
            # Schmale 7: one player pays what all would have paid.
            payments = paid_by_one(payments, win.pao.player)
        elif self.giver_pays_all and win.giver is not None:
            payments = paid_by_one(payments, win.giver, Reason.WIN)
        if self.losers_settle:
            losers = [seat for seat in table.seats if seat is not win.winner]
            payments += differences(table, losers, points, self._doubled)
        return payments

    def shares(self, table: TableWinds, win: Win, worth: int) -> Payments:
        """Return what each loser pays for a hand of *worth* if none pays for others."""
        return shares_of(
            table, win, worth, lambda loser: self._factors_of_win(table, win, loser)
        )

    def _factors_of_win(self, table: TableWinds, win: Win, payer: Wind) -> Factors:
        factors = self._doubled.factors(table, win.winner, payer)
        if self.tile_double and win.is_self_drawn:
            factors += (Factor.SELF_DRAWN,)
        elif self.tile_double and win.giver is payer:
            factors += (Factor.GAVE_TILE,)
        return factors + self._factors_of_hand(win)

    def _factors_of_hand(self, win: Win) -> Factors:
        """Return why everybody pays double, whoever gave the tile: nothing here."""
        return ()

    def most_offenders(self, offence: Offence) -> int:
        """Return how many can have committed the offence at once: one."""
        return 1

    def _factors_of_penalty(
        self, table: TableWinds, penalty: Penalty, payee: Wind
    ) -> Factors:
        factors = self._doubled.factors(table, *penalty.offenders, payee)
        if penalty.giver is payee:
            factors += (Factor.WAS_CLAIMED,)
        return factors

    def factors(self, table: TableWinds, outcome: Outcome, payment: Debt) -> Factors:
        """Return why *payment* is doubled; where one pays for all, parts are."""
        if payment.reason is Reason.DIFFERENCE:
            return self._doubled.factors(table, payment.payer, payment.payee)
        if payment.reason is Reason.WIN and isinstance(outcome, Win):
            if self.giver_pays_all and outcome.giver is not None:
                return ()
            return self._factors_of_win(table, outcome, payment.payer)
        if isinstance(outcome, Penalty):
            return self._factors_of_penalty(table, outcome, payment.payee)
        return ()

    def says(self) -> Iterator[Sentence]:
        """Yield who pays whom, in sentences."""
        yield Sentence(
            gettext_noop(
                "Every other player pays the winner the points of the winner’s hand."
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
        if self.giver_pays_all:
            yield Sentence(
                gettext_noop(
                    "Whoever gave the winning tile pays for the others too, who pay"
                    " nothing."
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
        yield Sentence(self.fault.says(east_double=self.east_double))

    def punish(
        self, table: TableWinds, penalty: Penalty, dead: frozenset[Wind], worth: Worth
    ) -> Payments:
        """
        Return what an offender pays; *worth* is what the book's counts are worth.

        Schmale 5.4: the fault's price to everybody, doubled where East is one of the
        two, doubled again to the player whose discard was claimed. Who has broken a
        rule himself, so that his hand is *dead*, is not paid.
        """
        unit = self.fault.unit(worth)
        if not unit:
            return ()
        unpaid = {*penalty.offenders, *penalty.excluded, *dead}
        return tuple(
            Debt(
                offender,
                seat,
                times(unit, self._factors_of_penalty(table, penalty, seat)),
                Reason.PENALTY,
            )
            for offender in penalty.offenders
            for seat in table.seats
            if seat not in unpaid
        )


@dataclass(frozen=True, slots=True)
class PayingWithBase:
    """
    The winner's hand counts, and every loser pays a base whatever it is worth.

    All add its points to the base where the tile was self-drawn, else only the
    player who gave it. Whose hand is dead by a false mahjong pays the others.
    """

    knows_pao: ClassVar[bool] = False
    pao_reasons: ClassVar[frozenset[PaoReason]] = frozenset()
    knows_penalties: ClassVar[bool] = False
    offences: ClassVar[frozenset[Offence]] = frozenset()
    may_exclude: ClassVar[bool] = True
    knows_claimed: ClassVar[bool] = True
    giver_pays_all: ClassVar[bool] = False
    values_losers: ClassVar[bool] = False
    is_credit: ClassVar[bool] = False
    fines_dead_hands: ClassVar[bool] = True
    """Whether a dead hand is paid for by itself, after a draw too."""

    base: int
    false_mahjong: int
    """What a false mahjong costs to each of the others, in points."""

    def settle(self, table: TableWinds, win: Win, points: Points) -> Payments:
        """Return the payments after a win."""
        return self.shares(table, win, points[win.winner])

    def shares(self, table: TableWinds, win: Win, worth: int) -> Payments:
        """Return what each loser pays the winner for a hand of *worth*."""
        return tuple(
            Debt(
                loser,
                win.winner,
                self.base + (worth if win.giver in (None, loser) else 0),
                Reason.WIN,
            )
            for loser in table.seats
            if loser is not win.winner
        )

    def fine(self, table: TableWinds, dead: Mapping[Wind, Dead]) -> Payments:
        """Return what is paid for dead hands by themselves."""
        if not self.false_mahjong:
            return ()
        return tuple(
            Debt(payer, payee, self.false_mahjong, Reason.PENALTY)
            for payer, why in dead.items()
            if why is Dead.FALSE_MAHJONG
            for payee in table.seats
            if payee is not payer
        )

    def factors(self, table: TableWinds, outcome: Outcome, payment: Debt) -> Factors:
        """Return nothing: no payment is doubled here."""
        return ()

    def says(self) -> Iterator[Sentence]:
        """Yield who pays whom, in sentences."""
        yield Sentence(
            gettext_noop("Every other player pays the winner %(base)s points."),
            {"base": figure(self.base)},
        )
        yield Sentence(
            gettext_noop(
                "All add the points of the winner’s hand to that where the winning tile"
                " was self-drawn; else only the player who gave it does."
            )
        )
        if self.false_mahjong:
            yield Sentence(
                gettext_noop(
                    "After a false mahjong the game goes on, and the hand is dead: its"
                    " player pays %(points)s to each other, whoever wins and after a"
                    " draw too."
                ),
                {"points": figure(self.false_mahjong)},
            )
        yield Sentence(
            gettext_noop("A dead hand cannot win, and pays the winner like any.")
        )

    def most_offenders(self, offence: Offence) -> int:
        """Return how many can have committed the offence at once: one."""
        return 1


@dataclass(frozen=True, slots=True)
class PayingByCard(PayingByFactors):
    """
    The winner is paid a typed value: double for the tile, and without a joker.

    East neither pays nor receives double. Nobody loses more than a limit over a
    partie, where there is one.
    """

    knows_pao: ClassVar[bool] = False
    pao_reasons: ClassVar[frozenset[PaoReason]] = frozenset()

    east_double: bool = False
    jokerless_double: bool = True
    """Whether a hand without jokers doubles, unless its part of the card has none."""
    limit_of_loss: int = 0
    """Nobody loses more over a partie; 0 where there is no such limit."""

    @property
    def offences(self) -> frozenset[Offence]:
        """What a penalty that ends a game can be for."""
        return frozenset((Offence.FALSE_MAHJONG,))

    @property
    def knows_claimed(self) -> bool:
        """Whether it matters whose discard was claimed: not here."""
        return False

    def _factors_of_hand(self, win: Win) -> Factors:
        """Return why everybody pays double, whoever gave the tile."""
        doubles = self.jokerless_double and win.circumstances >= {
            Circumstance.JOKERLESS
        }
        if doubles and Circumstance.SINGLES_AND_PAIRS not in win.circumstances:
            return (Factor.JOKERLESS,)
        return ()

    def _factors_of_penalty(
        self, table: TableWinds, penalty: Penalty, payee: Wind
    ) -> Factors:
        return (Factor.IN_ERROR,)

    def pay_for_error(
        self, table: TableWinds, penalty: Penalty, value: int
    ) -> Payments:
        """Return what a mah jongg in error costs that was declared for *value*."""
        return tuple(
            Debt(
                offender,
                seat,
                times(value, (Factor.IN_ERROR,)),
                Reason.PENALTY,
            )
            for offender in penalty.offenders
            for seat in table.seats
            if value and seat not in penalty.excluded | {offender}
        )

    def within_limit(self, payments: Payments, totals: Points) -> Payments:
        """
        Return what is paid of *payments* by those who can lose only so much.

        *totals* are what each seat has won or lost before. A debt is paid as far as
        the limit leaves something, to several payees in the order of their seats.
        """
        if not self.limit_of_loss:
            return payments
        left = {seat: self.limit_of_loss + total for seat, total in totals.items()}
        paid = []
        for one in sorted(payments, key=lambda payment: payment.payee):
            amount = min(one.amount, max(left[one.payer], 0))
            left[one.payer] -= amount
            if amount:
                paid.append(one._replace(amount=amount))
        return tuple(paid)

    def says(self) -> Iterator[Sentence]:
        """Yield who pays whom, in sentences."""
        yield Sentence(
            gettext_noop(
                "Every other player pays the winner the value of the hand: all double"
                " for a self-picked winning tile, otherwise the player who gave it"
                " double. East neither pays nor receives double."
            )
        )
        if self.jokerless_double:
            yield Sentence(
                gettext_noop(
                    "For a hand without jokers all pay double again, but not for one of"
                    " singles and pairs, which never has any."
                )
            )
        yield Sentence(
            gettext_noop(
                "A dead hand pays like any, and cannot win. The others pay each other"
                " nothing."
            )
        )
        yield Sentence(
            gettext_noop(
                "Mah jongg in error, where only one other hand is still whole: the game"
                " ends, and twice the value of the hand declared goes to each player"
                " whose hand was not thrown in."
            )
        )
        if self.limit_of_loss:
            yield Sentence(
                gettext_noop(
                    "The pie: nobody loses more than %(limit)s over a partie. Who has"
                    " nothing left plays on, and pays again after winning."
                ),
                {"limit": figure(self.limit_of_loss)},
            )


@dataclass(frozen=True, slots=True)
class PayingUnknown:
    """Who paid whom is not known: only what everybody gained or lost is."""

    knows_pao: ClassVar[bool] = False
    pao_reasons: ClassVar[frozenset[PaoReason]] = frozenset()
    knows_penalties: ClassVar[bool] = True
    offences: ClassVar[frozenset[Offence]] = USUAL_OFFENCES
    may_exclude: ClassVar[bool] = False
    knows_claimed: ClassVar[bool] = False
    giver_pays_all: ClassVar[bool] = False
    is_credit: ClassVar[bool] = False
    values_losers: ClassVar[bool] = False
    fines_dead_hands: ClassVar[bool] = False

    def most_offenders(self, offence: Offence) -> int:
        """Return 1: one player is named."""
        return 1

    def says(self) -> Iterator[Sentence]:
        """Yield what is kept, in sentences."""
        yield Sentence(
            gettext_noop(
                "Who paid whom is not recorded, only what each player won or lost."
            )
        )
        yield Sentence(
            gettext_noop(
                "Points at the end of a partie, such as uma and oka, are payments"
                " beside the games, or the season’s table points."
            )
        )


Paying = PayingByHands | PayingByFactors | PayingWithBase | PayingUnknown
