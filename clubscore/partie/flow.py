"""
Payments between the players of a partie, as bands and as a table of their sums.

Drawn for a wide box and for a phone, never scaled, so that letters keep their size.
Colours come from the style sheet, by the numbers of the players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clubscore.club.templatetags.numbers import figure
from clubscore.partie.charts import BOLD_DIGIT, COLOURS, LETTER, LINE, cut, room_of
from clubscore.partie.engine import FoldedGame

Pair = tuple[str, str]
"""The ids of who paid and of who was paid."""

HEIGHT = 240
"""How high all that was paid is drawn, without the gaps between the players."""
TOP, BOTTOM = 28, 8
"""Above stands which side paid, and which was paid."""
BETWEEN = 14
"""Two players are at least so far from each other."""
LEAST_HIGH = 2 * LINE + 2
"""So much room has a player, for a name and a sum below it."""
THINNEST = 1.5
"""A band of little is seen all the same."""
EDGE = 7
"""How broad a player's edge is, at which the bands begin and end."""
BESIDE = 8
"""From there to the name."""


@dataclass(frozen=True, slots=True)
class FlowBox:
    """The room that the picture has."""

    width: int
    signs: int
    """How many of a name."""


WIDE, NARROW = FlowBox(392, 14), FlowBox(294, 10)


@dataclass(frozen=True, slots=True)
class FlowEnd:
    """Somebody at the left, who paid, or at the right, who was paid."""

    name: str
    label: str
    """The name, as much of it as there is room for."""
    number: int
    """By which a player is coloured; 0 for none."""
    sum: int
    y: float
    height: float
    middle: float


@dataclass(frozen=True, slots=True)
class Band:
    """What somebody paid somebody, in sum."""

    payer: str
    payee: str
    amount: int
    number: int
    """By which its payer is coloured."""
    path: str


@dataclass(frozen=True, slots=True)
class FlowChart:
    """Who paid whom, drawn."""

    width: int
    height: int
    left: int
    right: int
    payers: tuple[FlowEnd, ...]
    payees: tuple[FlowEnd, ...]
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class FlowRow:
    """What somebody paid: each player in turn, and in sum."""

    name: str
    amounts: tuple[int | None, ...]
    """None of the player to themself."""
    sum: int


@dataclass(frozen=True, slots=True)
class Flow:
    """What was paid in the games of a partie, by whom and to whom."""

    names: Mapping[str, str]
    short: Mapping[str, str]
    """What they are called where there is little room."""
    paid: Mapping[Pair, int]
    untold: int
    """How many games have scores of which nobody knows who paid them."""

    @property
    def wide(self) -> FlowChart:
        """The picture in a wide box."""
        return self._drawn(WIDE, self.names)

    @property
    def narrow(self) -> FlowChart:
        """The picture on a phone."""
        return self._drawn(NARROW, self.short)

    @property
    def rows(self) -> list[FlowRow]:
        """What each has paid."""
        return [
            FlowRow(
                name,
                tuple(
                    None if other == key else self.paid.get((key, other), 0)
                    for other in self.names
                ),
                self._paid_by(key),
            )
            for key, name in self.names.items()
        ]

    @property
    def received(self) -> list[int]:
        """What each was paid."""
        return [self._paid_to(key) for key in self.names]

    @property
    def total(self) -> int:
        """All that was paid."""
        return sum(self.paid.values())

    def _paid_by(self, player: str) -> int:
        return sum(amount for (one, _), amount in self.paid.items() if one == player)

    def _paid_to(self, player: str) -> int:
        return sum(amount for (_, one), amount in self.paid.items() if one == player)

    def _drawn(self, box: FlowBox, names: Mapping[str, str]) -> FlowChart:
        labels = {key: self._label(key, names[key], box) for key in self.names}
        most = max(*(self._paid_by(key) for key in self.names), *self.received)
        longest = max(
            BOLD_DIGIT * len(figure(most)),
            *(LETTER * room_of(label) for label in labels.values()),
        )
        left = longest + BESIDE + EDGE
        right = box.width - left
        scale = HEIGHT / self.total
        broad = {
            pair: max(round(amount * scale, 1), THINNEST)
            for pair, amount in self.paid.items()
        }
        keys = list(self.names)
        from_y = _heaped([[(one, to) for to in keys] for one in keys], broad)
        to_y = _heaped([[(one, to) for one in keys] for to in keys], broad)
        numbers = {
            key: place + 1 if place < len(COLOURS) else 0
            for place, key in enumerate(keys)
        }
        bands = tuple(
            Band(
                self.names[payer],
                self.names[payee],
                amount,
                numbers[payer],
                _band(
                    left,
                    from_y.of[payer, payee],
                    right,
                    to_y.of[payer, payee],
                    broad[payer, payee],
                ),
            )
            for (payer, payee), amount in sorted(
                self.paid.items(), key=lambda one: (-one[1], keys.index(one[0][0]))
            )
        )

        def ends(heaps: _Heaps, sums: Sequence[int]) -> tuple[FlowEnd, ...]:
            return tuple(
                FlowEnd(
                    self.names[key],
                    labels[key],
                    numbers[key],
                    one,
                    y,
                    height,
                    round(y + height / 2, 1),
                )
                for key, one, (y, height) in zip(keys, sums, heaps.heaps, strict=True)
            )

        return FlowChart(
            box.width,
            round(max(from_y.end, to_y.end)) + BOTTOM,
            left,
            right,
            ends(from_y, [self._paid_by(key) for key in keys]),
            ends(to_y, self.received),
            bands,
        )

    def _label(self, key: str, name: str, box: FlowBox) -> str:
        """Return a name as a whole, in short, or cut where neither has room."""
        fits = room_of(name) <= box.signs
        return name if fits else cut(self.short[key], box.signs)


@dataclass(frozen=True, slots=True)
class _Heaps:
    """Bands that lie on each other at one side, a heap a player."""

    heaps: list[tuple[float, float]]
    """Where each begins, and how high it is."""
    of: dict[Pair, float]
    """Where each band begins."""
    end: float


def _heaped(heaps: Iterable[Iterable[Pair]], broad: Mapping[Pair, float]) -> _Heaps:
    """Return bands heaped so that each player has room for a name."""
    found: list[tuple[float, float]] = []
    of: dict[Pair, float] = {}
    y: float = TOP
    for heap in heaps:
        bands = [pair for pair in heap if pair in broad]
        height = sum(broad[pair] for pair in bands)
        room = max(height, LEAST_HIGH)
        at = y + (room - height) / 2
        found.append((round(at, 1), round(height, 1)))
        for pair in bands:
            of[pair] = at
            at += broad[pair]
        y += room + BETWEEN
    return _Heaps(found, of, y - BETWEEN)


def _band(x: float, y: float, to_x: float, to_y: float, broad: float) -> str:
    """Return the outline of a band that leaves and arrives level."""
    middle = (x + to_x) / 2
    y, to_y, end, to_end = (round(one, 1) for one in (y, to_y, y + broad, to_y + broad))
    return (
        f"M{x} {y}C{middle} {y} {middle} {to_y} {to_x} {to_y}"
        f"V{to_end}C{middle} {to_end} {middle} {end} {x} {end}Z"
    )


def flow_of(
    names: Mapping[str, str], short: Mapping[str, str], games: Sequence[FoldedGame]
) -> Flow | None:
    """
    Return who paid whom in *games*; None where nobody paid anybody.

    It is all that was paid, and not what is left of it when what two paid each other is
    taken together. Bookings are no payments of a game.
    """
    paid: Counter[Pair] = Counter()
    untold = 0
    for played in games:
        payments = played.result["payments"]
        untold += not payments and any(played.scores.values())
        for one in payments:
            winds = played.table.winds
            paid[winds[one["from"]], winds[one["to"]]] += one["amount"]
    paid = Counter({pair: amount for pair, amount in paid.items() if amount})
    return Flow(names, short, paid, untold) if paid else None
