"""
The makeup of four sets and a pair: limit hands with sets, as values.

A makeup tells whether a whole hand has it, and whether a part of a hand can belong
to one that has.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from clubscore.rules.hands import Hand
from clubscore.rules.sets import SETS_OF_A_HAND, Shape, WrittenSet
from clubscore.rules.situations import Situation
from clubscore.rules.tiles import EVERY_KIND, UNIT, Kinds, kinds_of


class Kongs(Enum):
    """Whether kongs are allowed in place of pungs."""

    ALLOWED = auto()
    NONE = auto()
    ONLY = auto()


@dataclass(frozen=True, slots=True)
class Makeup:
    """Four sets and a pair, all of them of certain kinds."""

    allowed: tuple[Kinds, ...] = (EVERY_KIND,)
    """Sets of kinds; all tiles must be in one of these."""
    required: Kinds = 0
    """The kinds of which there must be a pung or a kong each."""
    may_chow: bool = False
    """Whether chows are allowed too."""
    kongs: Kongs = Kongs.ALLOWED
    is_concealed: bool = False
    """Whether no set lies open but the one that a claimed tile completed."""
    only_pair_claimed: bool = False
    """Whether a claimed tile must have completed the pair."""

    def fits(self, hand: Situation) -> bool:
        """Tell whether a whole hand has this makeup; unwon it is taken as drawn."""
        if hand.chows and not self.may_chow:
            return False
        if self.required & ~hand.pungs or not self._allows(hand.kinds):
            return False
        if self.kongs is Kongs.NONE and hand.kongs:
            return False
        if self.kongs is Kongs.ONLY and hand.kongs < SETS_OF_A_HAND:
            return False
        is_claimed = hand.win is not None and not hand.win.is_self_drawn
        if self.is_concealed and hand.exposed > is_claimed:
            return False
        return not (self.only_pair_claimed and is_claimed) or hand.completes_pair

    def admits(self, hand: Hand) -> bool:
        """Tell whether a part of a hand can belong to one that is a tile short."""
        if not self._allows(kinds_of(hand.packed)):
            return False
        stay = [one for one in hand.written if not one.is_concealed or one.is_kong]
        if not all(map(self._admits_set, stay)):
            return False
        others = sum(
            len(one.tiles) > 2 for one in stay if not self.required & UNIT[one.tiles[0]]
        )
        if others > SETS_OF_A_HAND - self.required.bit_count():
            return False
        if self.kongs is Kongs.ONLY:
            # One tile of the pair is all that is not a kong.
            return hand.size - 4 * hand.kongs <= 1
        return True

    def _allows(self, kinds: Kinds) -> bool:
        return any(not kinds & ~allowed for allowed in self.allowed)

    def _admits_set(self, one: WrittenSet) -> bool:
        """Tell whether a set that stays as it lies has a place in it."""
        if self.is_concealed and not one.is_concealed:
            return False
        if one.is_kong:
            return self.kongs is not Kongs.NONE
        found = one.as_set
        is_chow = found is not None and found.shape is Shape.CHOW
        return self.may_chow or not is_chow
