"""
Dice to the place where the wall is broken.

A breaking is what one rule book says of it, a part of its ruleset: how long the
sides are, how the dice are counted, where the lifted pair goes. `break_wall` reads
it for one throw. The four sides are one ring: whoever passes the right end of his
own side comes to the left end of the right neighbour's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict

from clubscore.rules.errors import (
    Code,
    Parameters,
    RulesError,
    Sentence,
    Term,
    gettext_noop,
)
from clubscore.rules.seats import USUAL_PLAYERS, Wind


class SideEnd(StrEnum):
    """One end of a side, as the player who sits behind it sees it."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> SideEnd:
        """The opposite end."""
        return SideEnd.LEFT if self is SideEnd.RIGHT else SideEnd.RIGHT

    @property
    def step(self) -> int:
        """The way to that end along the ring of the sides."""
        return 1 if self is SideEnd.RIGHT else -1


class Half(StrEnum):
    """Which tile of the lifted pair, where the rule book tells them apart."""

    LOWER = "lower"
    UPPER = "upper"
    EITHER = "either"


# What a rule book says ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Build:
    """The wall as it is built for a number of players, without any option."""

    sides: int = 4
    """Built from East on; of three sides none is North's."""
    stacks: int = 18
    """On each side, two tiles high."""
    dead_wall: int = 14
    """Its tiles, the lifted pair among them."""


@dataclass(frozen=True, slots=True)
class Variation:
    """What one value of an option changes about the wall."""

    option: str
    value: str | int
    longer: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Stacks more on each side, East's first."""
    dead_wall: int | None = None
    """The tiles of the dead wall instead."""
    ending: str | None = None
    """The template that says what the dead wall is instead."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that one player throws at once."""

    dice: int
    label: Term
    """Who throws them, to be translated."""


@dataclass(frozen=True, slots=True)
class Lift:
    """Where one tile of the lifted pair goes."""

    half: Half
    distance: int
    """Stacks from the gap, away from the live end."""


@dataclass(frozen=True, kw_only=True)
class Breaking:
    """
    How one rule book breaks the wall.

    The first throw names the side, its thrower's own being 1, unless that is always
    broken; all dice together name the stack on it.
    """

    source: str
    """Where the rule book says so."""
    throws: tuple[Throw, ...]
    builds: Mapping[int, Build]
    """The wall for each number of players."""
    count_from: SideEnd
    """Where the stacks are counted from."""
    live_end: SideEnd
    """The side of the gap from which tiles are taken."""
    lifts: tuple[Lift, ...]
    """
    Where the two lifted tiles go, lower or nearer first.

    Without any no pair is lifted: the wall opens beyond the stack that is counted to.
    """
    sentence: str
    """The template that says in words where to break the wall."""
    replacements: str
    """The template that says which replacement tile is taken first."""
    ending: str
    """The template that says what the dead wall is."""
    variations: tuple[Variation, ...] = ()
    is_owners: bool = False
    """Whether an owner throws and counts from himself, not East."""
    is_on_own_side: bool = False
    """Whether the dice name no side: it is always that of the first thrower."""

    @property
    def dice(self) -> int:
        """How many dice are thrown in all."""
        return sum(throw.dice for throw in self.throws)

    @property
    def players(self) -> tuple[int, ...]:
        """For how many players there is a wall."""
        return tuple(self.builds)

    @property
    def option_keys(self) -> frozenset[str]:
        """The options that change something about the wall."""
        return frozenset(one.option for one in self.variations)


EAST_THROWS_THREE = Term(gettext_noop("East throws three dice"))
EAST_THROWS_TWO = Term(gettext_noop("East throws two dice"))
OWNER_THROWS_TWO = Term(gettext_noop("The owner throws two dice"))
CHOSEN_THROWS_TWO = Term(gettext_noop("The player whose side it is throws two more"))

# The wall as it lies -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the wall, before it is broken."""

    wind: Wind
    """Who sits behind it."""
    stacks: int
    """Its length; two tiles a stack."""


@dataclass(frozen=True, slots=True)
class Stack:
    """One stack of the wall, counted from 1 as the player behind it sees it."""

    side: Wind
    from_left: int
    from_right: int

    def counted_from(self, end: SideEnd) -> int:
        """Return its number from that end of its side."""
        return self.from_left if end is SideEnd.LEFT else self.from_right


@dataclass(frozen=True, slots=True)
class Lifted:
    """One tile of the lifted pair, and the stack that it lies on."""

    half: Half
    stack: Stack


@dataclass(frozen=True)
class BrokenWall:
    """A wall that has just been broken: all that a picture of it needs."""

    breaking: Breaking
    dice: tuple[int, ...]
    players: int
    owner: Wind
    """Who throws first; East, but where the rule book has an owner."""
    sides: tuple[Side, ...]
    """In the order of play from the first thrower on."""
    thrown: Side
    """The side that the first throw names."""
    count: int
    """How many stacks are counted from its end, perhaps beyond it."""
    place: Stack
    """The stack that is lifted out, where the gap is; if none is, the last of all."""
    lifted: tuple[Lifted, ...]
    dead_wall: int
    """Its tiles, the lifted pair among them."""
    ending: str
    """The template that says what the dead wall is."""
    dead_stacks: tuple[Stack, ...]
    """The stacks of the dead wall, from the gap on."""
    live: tuple[Stack, ...]
    """The other stacks in the order in which they are taken."""

    @property
    def tiles(self) -> int:
        """All the tiles of the wall."""
        return 2 * sum(side.stacks for side in self.sides)

    @property
    def stack(self) -> int:
        """The lifted stack's number on its side, from where stacks are counted."""
        return self.place.counted_from(self.breaking.count_from)

    @property
    def runs_on(self) -> bool:
        """Whether the count ran past the end of the side that was thrown."""
        return self.count > self.thrown.stacks

    @property
    def is_empty_seat(self) -> bool:
        """Whether nobody sits behind the side that was thrown."""
        return self.thrown.wind >= self.players

    @property
    def counting(self) -> tuple[Sentence, ...]:
        """What the dice say, throw by throw."""
        first = sum(self.dice[: self.breaking.throws[0].dice])
        thrown = self.thrown.wind.term
        parameters: Parameters = {
            "thrower": self.owner.term,
            "eyes": first,
            "side": thrown,
        }
        on_own_side = self.breaking.is_on_own_side
        found = [Sentence(_ON_OWN_SIDE if on_own_side else _NAMES_SIDE, parameters)]
        if len(self.breaking.throws) > 1:
            thrower = self.owner.term if self.is_empty_seat else thrown
            eyes = self.count - first
            parameters = {"thrower": thrower, "eyes": eyes, "count": self.count}
            found.append(Sentence(_NAMES_STACK, parameters))
        if self.runs_on:
            parameters = {
                "count": self.count,
                "thrown": thrown,
                "stacks": self.thrown.stacks,
                "side": self.place.side.term,
            }
            found.append(Sentence(_RUNS_ON, parameters))
        return tuple(found)

    @property
    def instruction(self) -> Sentence:
        """Where to break the wall, and where the lifted pair goes."""
        return Sentence(
            self.breaking.sentence,
            {"side": self.place.side.term, "stack": self.stack},
        )

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """What the dead wall is, and which replacement tile comes first."""
        return (
            Sentence(self.ending, {"dead_wall": self.dead_wall}),
            Sentence(self.breaking.replacements, {}),
        )


_NAMES_SIDE = gettext_noop(
    "%(thrower)s throws %(eyes)d: counted around from %(thrower)s as 1, that is"
    " %(side)s’s side."
)
_ON_OWN_SIDE = gettext_noop(
    "%(thrower)s throws %(eyes)d: so many stacks are counted on the thrower’s own side."
)
_NAMES_STACK = gettext_noop("%(thrower)s throws %(eyes)d more: %(count)d in all.")
_RUNS_ON = gettext_noop(
    "%(thrown)s’s side has %(stacks)d stacks, fewer than %(count)d: the count goes on"
    " along %(side)s’s side."
)


def sides_of(
    breaking: Breaking,
    players: int,
    options: Mapping[str, object],
    owner: Wind = Wind.EAST,
) -> tuple[Side, ...]:
    """Return the sides that so many players build, from *owner*'s on."""
    build = breaking.builds[players]
    lengths = [build.stacks] * build.sides
    for one in _holding(breaking, options):
        for place in range(build.sides):
            lengths[place] += one.longer[place]
    return tuple(
        Side(Wind((owner + place) % len(Wind)), length)
        for place, length in enumerate(lengths)
    )


def _holding(breaking: Breaking, options: Mapping[str, object]) -> Iterator[Variation]:
    """Yield the variations that *options* choose."""
    for one in breaking.variations:
        if options.get(one.option) == one.value:
            yield one


def _ring_of(sides: Sequence[Side]) -> list[Stack]:
    """Return every stack, each side from its left end to its right."""
    return [
        Stack(side.wind, place + 1, side.stacks - place)
        for side in sides
        for place in range(side.stacks)
    ]


def break_wall(
    breaking: Breaking,
    dice: Sequence[int],
    players: int = USUAL_PLAYERS,
    options: Mapping[str, object] | None = None,
    owner: Wind = Wind.EAST,
) -> BrokenWall:
    """
    Return the wall that *dice*, in the order thrown, break.

    `checked_dice` must have let them pass. The number of *players* and the *options*
    must be known to the rule book; an option that has nothing to do with the wall
    changes nothing. *owner* is East unless the rule book has an owner.
    """
    options = options or {}
    thrown = tuple(dice)
    sides = sides_of(breaking, players, options, owner)
    ring = _ring_of(sides)
    first = sum(thrown[: breaking.throws[0].dice])
    count = sum(thrown)
    number = 0 if breaking.is_on_own_side else (first - 1) % len(sides)

    # The end that is counted from, then stack by stack away from it.
    at = sum(side.stacks for side in sides[:number])
    if breaking.count_from is SideEnd.RIGHT:
        at += sides[number].stacks - 1
    at += (count - 1) * breaking.count_from.other.step

    away = breaking.live_end.other.step
    dead_wall, ending = breaking.builds[players].dead_wall, breaking.ending
    for one in _holding(breaking, options):
        dead_wall = one.dead_wall or dead_wall
        ending = one.ending or ending
    # The lifted pair lies on top of the others.
    dead = (dead_wall - len(breaking.lifts)) // 2
    beyond = [
        ring[(at + away * distance) % len(ring)] for distance in range(1, len(ring))
    ]
    place = ring[at % len(ring)]
    live = tuple(reversed(beyond[dead:]))
    return BrokenWall(
        breaking=breaking,
        dice=thrown,
        players=players,
        owner=owner,
        sides=sides,
        thrown=sides[number],
        count=count,
        place=place,
        lifted=tuple(
            Lifted(one.half, beyond[one.distance - 1]) for one in breaking.lifts
        ),
        dead_wall=dead_wall,
        ending=ending,
        dead_stacks=tuple(beyond[:dead]),
        live=live if breaking.lifts else (*live, place),
    )


def checked_dice(
    breaking: Breaking, dice: Sequence[object], name: str
) -> tuple[int, ...]:
    """
    Return *dice* as whole numbers; *name* is what the rule book calls the game.

    Raise RulesError (bad_dice) if they are not as many as the rule book throws,
    or one of them does not show 1 to 6.
    """
    if len(dice) != breaking.dice:
        raise RulesError(
            Code.BAD_DICE,
            gettext_noop("%(ruleset)s throws %(wanted)d dice; these are %(found)d."),
            {"ruleset": name, "wanted": breaking.dice, "found": len(dice)},
            field="dice",
        )
    found = []
    for number, die in enumerate(dice, start=1):
        # True and 1.0 are equal to 1; a die shows only the whole number.
        if type(die) is not int or not 1 <= die <= 6:
            raise RulesError(
                Code.BAD_DICE,
                gettext_noop("Die %(number)d must show 1 to 6."),
                {"number": number},
                field=f"dice.{number - 1}",
            )
        found.append(die)
    return tuple(found)


# The answer --------------------------------------------------------------------


class WallDict(TypedDict):
    """Where the wall is broken."""

    side: str
    stack: int
    count_from: str
    stacks_per_side: int
    tiles: int
    live_end: str
    dead_wall: int


def write_wall(broken: BrokenWall) -> WallDict:
    """Return what `wall` prints for a broken wall."""
    return {
        "side": broken.place.side.letter,
        "stack": broken.stack,
        "count_from": broken.breaking.count_from.value,
        "stacks_per_side": broken.thrown.stacks,
        "tiles": broken.tiles,
        "live_end": broken.breaking.live_end.value,
        "dead_wall": broken.dead_wall,
    }
