"""
The chip count: which errors at the table would explain missing chips.

For every game the usual slips are tried: a payment that was missed or made twice, two
payers who paid each other's sum, East's payments that were not doubled, or somebody
else's that were. Whatever moves the chips exactly as they lie is an explanation; if
no slip alone does, two are tried together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

Moved = Mapping[str, int]
"""Players' chips too many; below 0, too few."""

MOST_SLIPS = 6_000
"""More are not tried two at a time, which would take long."""


@dataclass(frozen=True, slots=True)
class GameDebt:
    """A debt of a game."""

    payer: str
    payee: str
    amount: int
    is_doubled: bool = False
    """Whether it is doubled because one of the two is East."""


@dataclass(frozen=True, slots=True)
class GamePaid:
    """The debts of a game."""

    number: int
    east: str
    payments: tuple[GameDebt, ...]


class SlipKind(Enum):
    """What can go wrong when a game is paid."""

    MISSED = "missed"
    TWICE = "twice"
    SWAPPED = "swapped"
    NOT_DOUBLED = "not_doubled"
    OTHER_DOUBLED = "other_doubled"


@dataclass(frozen=True, slots=True)
class Slip:
    """Something that may have gone wrong when a game was paid."""

    game: int
    kind: SlipKind
    players: tuple[str, ...]
    """Who pays and who receives; the two payers; East; or who was taken for East."""
    amount: int
    """Of the payment; 0 where several are concerned."""
    moved: Moved
    """Where the chips lie because of it."""


def moved_by(expected: Mapping[str, int], counted: Mapping[str, int]) -> dict[str, int]:
    """Return who has how many chips too many, or too few."""
    return {player: counted[player] - expected[player] for player in expected}


def explained(
    games: Sequence[GamePaid], moved: Moved, *, most: int = 8
) -> list[tuple[Slip, ...]]:
    """Return the slips that would move the chips exactly so, the last games first."""
    if not any(moved.values()) or sum(moved.values()) != 0:
        return []
    wanted = _key(moved)
    slips = [slip for game in reversed(games) for slip in slips_of(game)]
    alone: list[tuple[Slip, ...]] = [
        (slip,) for slip in slips if _key(slip.moved) == wanted
    ]
    if alone:
        return alone[:most]
    if len(slips) > MOST_SLIPS:
        return []
    return list(_pairs(slips, moved))[:most]


def _pairs(slips: Sequence[Slip], moved: Moved) -> Iterator[tuple[Slip, ...]]:
    """Yield two slips of different games that explain it together."""
    earlier: dict[frozenset[tuple[str, int]], list[Slip]] = {}
    for slip in slips:
        rest = {
            player: many - slip.moved.get(player, 0) for player, many in moved.items()
        }
        for other in earlier.get(_key(rest), ()):
            if other.game != slip.game:
                yield (other, slip)
        earlier.setdefault(_key(slip.moved), []).append(slip)


def _key(moved: Moved) -> frozenset[tuple[str, int]]:
    return frozenset((player, many) for player, many in moved.items() if many)


def slips_of(game: GamePaid) -> Iterator[Slip]:
    """Yield what can have gone wrong when a game was paid."""
    for paid in game.payments:
        pair = (paid.payer, paid.payee)
        amount = paid.amount
        yield Slip(game.number, SlipKind.MISSED, pair, amount, _unpaid(paid, amount))
        yield Slip(game.number, SlipKind.TWICE, pair, amount, _unpaid(paid, -amount))
    for one, other in combinations(game.payments, 2):
        if one.payee == other.payee and one.amount != other.amount:
            less = one.amount - other.amount
            moved = {one.payer: less, other.payer: -less}
            players = (one.payer, other.payer)
            yield Slip(game.number, SlipKind.SWAPPED, players, 0, moved)
    yield from _doubling_slips(game)


def _doubling_slips(game: GamePaid) -> Iterator[Slip]:
    """Yield what it comes to if East was forgotten, or another taken for East."""
    doubled = [paid for paid in game.payments if paid.is_doubled]
    if not doubled:
        return
    halves = [_unpaid(paid, paid.amount // 2) for paid in doubled]
    yield Slip(game.number, SlipKind.NOT_DOUBLED, (game.east,), 0, _together(halves))
    if len(doubled) > 1:
        for paid, half in zip(doubled, halves, strict=True):
            other = paid.payee if paid.payer == game.east else paid.payer
            players = (game.east, other)
            yield Slip(game.number, SlipKind.NOT_DOUBLED, players, paid.amount, half)
    others = {player for paid in game.payments for player in (paid.payer, paid.payee)}
    for player in sorted(others - {game.east}):
        moved = _together(
            _unpaid(paid, -paid.amount if not paid.is_doubled else paid.amount // 2)
            for paid in game.payments
            if (player in (paid.payer, paid.payee)) != paid.is_doubled
        )
        yield Slip(game.number, SlipKind.OTHER_DOUBLED, (player,), 0, moved)


def _unpaid(paid: GameDebt, amount: int) -> dict[str, int]:
    """Return where chips lie if so much of a payment was not made."""
    return {paid.payer: amount, paid.payee: -amount}


def _together(moves: Iterable[Moved]) -> dict[str, int]:
    total: dict[str, int] = {}
    for moved in moves:
        for player, many in moved.items():
            total[player] = total.get(player, 0) + many
    return total
