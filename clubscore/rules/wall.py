"""
Dice to the place where the wall is broken.

A breaking is what one rule book says of it, as data: how long the sides are, how
the dice are counted, where the lifted pair goes. `break_wall` reads it for one
throw. The four sides are one ring: whoever passes the right end of his own side
comes to the left end of the right neighbour's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypedDict

from clubscore.rules.errors import (
    Code,
    Parameters,
    RulesError,
    Sentence,
    Term,
    gettext_noop,
    quoted,
)
from clubscore.rules.seats import USUAL_PLAYERS, Wind


class End(StrEnum):
    """One end of a side, as the player who sits behind it sees it."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> End:
        """The opposite end."""
        return End.LEFT if self is End.RIGHT else End.RIGHT

    @property
    def step(self) -> int:
        """The way to that end along the ring of the sides."""
        return 1 if self is End.RIGHT else -1


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

    The first throw names the side, its thrower's own being 1; all dice together
    name the stack on it.
    """

    key: str
    """The ruleset's key in a record."""
    name: str
    """What the rule book calls the game."""
    source: str
    """Where the rule book says so."""
    throws: tuple[Throw, ...]
    builds: Mapping[int, Build]
    """The wall for each number of players."""
    count_from: End
    """Where the stacks are counted from."""
    live_end: End
    """The side of the gap from which tiles are taken."""
    lifts: tuple[Lift, Lift]
    """Where the lifted tiles go, lower or nearer first."""
    sentence: str
    """The template that says in words where to break the wall."""
    replacements: str
    """The template that says which replacement tile is taken first."""
    ending: str
    """The template that says what the dead wall is."""
    variations: tuple[Variation, ...] = ()
    is_owners: bool = False
    """Whether an owner throws and counts from himself, not East."""

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

SCHMALE = Breaking(
    key="schmale",
    name="Ma Jiang (Schmale)",
    source="Schmale 2.2; 5.2; A.1; B",
    throws=(Throw(3, EAST_THROWS_THREE),),
    # A.1: with three players the wall is built as always, North's side too.
    builds={3: Build(), 4: Build(), 5: Build()},
    variations=(
        Variation("bonus_tiles", "no", longer=(-1, -1, -1, -1)),
        Variation("jokers", 4, longer=(1, 0, 1, 0)),
        Variation("jokers", 8, longer=(1, 1, 1, 1)),
        Variation("jokers", 12, longer=(2, 1, 2, 1)),
    ),
    count_from=End.RIGHT,
    live_end=End.LEFT,
    lifts=(Lift(Half.LOWER, 1), Lift(Half.UPPER, 2)),
    sentence=gettext_noop(
        "Lift the pair at stack %(stack)d from the right out of %(side)s’s side. The"
        " lower tile goes on the first stack to the right of the gap, the upper one on"
        " the second. Take tiles from the left of the gap."
    ),
    replacements=gettext_noop(
        "Replacement tiles: of the lifted pair the inner one first, then the outer."
    ),
    ending=gettext_noop(
        "The last %(dead_wall)d tiles are the dead wall, always so many: no tile of"
        " them is taken."
    ),
)

NTS = Breaking(
    key="nts",
    name="Nederlandse Toernooi Spelregels",
    source="NTS, “Openen van de muur”; “Drie spelers”; “Spelen met gelukstenen”",
    throws=(Throw(2, EAST_THROWS_TWO), Throw(2, CHOSEN_THROWS_TWO)),
    builds={3: Build(3, 16, 10), 4: Build(4, 17), 5: Build(4, 17)},
    variations=(
        Variation(
            "flowers",
            "yes",
            longer=(1, 1, 1, 1),
            ending=gettext_noop(
                "The %(dead_wall)d tiles to the right of the gap are the dead wall, the"
                " two loose tiles among them. It is always refilled from the live wall."
            ),
        ),
    ),
    count_from=End.RIGHT,
    live_end=End.LEFT,
    # The book says only: on the wall, to the right of the gap.
    lifts=(Lift(Half.EITHER, 1), Lift(Half.EITHER, 2)),
    sentence=gettext_noop(
        "Lift the pair at stack %(stack)d from the right out of %(side)s’s side. Both"
        " tiles go on the wall to the right of the gap. Take tiles from the left of"
        " the gap."
    ),
    replacements=gettext_noop(
        "Replacement tiles: of the two loose tiles the one nearest the live wall first."
    ),
    ending=gettext_noop(
        "The %(dead_wall)d tiles to the right of the gap are the dead wall, the two"
        " loose tiles among them. It is not refilled."
    ),
)

SPIEL_DER_WINDE = Breaking(
    key="spiel-der-winde",
    name="Das Spiel der Winde",
    source="Spiel der Winde, “Spielvorbereitung”",
    throws=(Throw(2, OWNER_THROWS_TWO), Throw(2, CHOSEN_THROWS_TWO)),
    builds={4: Build()},
    count_from=End.RIGHT,
    live_end=End.LEFT,
    lifts=(Lift(Half.EITHER, 2), Lift(Half.EITHER, 4)),
    sentence=gettext_noop(
        "Lift the pair at stack %(stack)d from the right out of %(side)s’s side. Its"
        " tiles go on the second and the fourth stack to the right of the gap. Take"
        " tiles from the left of the gap."
    ),
    replacements=gettext_noop("Replacement tiles: the lifted pair."),
    ending=gettext_noop("The game ends with %(dead_wall)d tiles left."),
    is_owners=True,
)

MAUER = Breaking(
    key="mauer",
    name="Mauer",
    source="Mauer",
    throws=(Throw(2, EAST_THROWS_TWO), Throw(2, CHOSEN_THROWS_TWO)),
    builds={3: Build(dead_wall=8), 4: Build(dead_wall=8), 5: Build(dead_wall=8)},
    variations=(Variation("dead_wall", 14, dead_wall=14),),
    count_from=End.LEFT,
    live_end=End.RIGHT,
    lifts=(Lift(Half.UPPER, 1), Lift(Half.LOWER, 2)),
    sentence=gettext_noop(
        "Lift the pair at stack %(stack)d from the left out of %(side)s’s side. Both"
        " tiles go as markers on the dead end, to the left of the gap. Take tiles from"
        " the right of the gap."
    ),
    replacements=gettext_noop(
        "Replacement tiles: of the two markers the former upper one first."
    ),
    ending=gettext_noop(
        "The %(dead_wall)d tiles to the left of the gap are the dead wall, the two"
        " markers among them."
    ),
)

BMJA = replace(
    NTS,
    key="bmja",
    name="British rules (BMJA)",
    # The association's text on it was not at hand: as NTS with flowers.
    source="BMJA; NTS, “Openen van de muur”",
    builds={4: Build(4, 18)},
    variations=(),
    ending=NTS.variations[0].ending or NTS.ending,
)

BREAKINGS: dict[str, Breaking] = {
    one.key: one for one in (NTS, SCHMALE, SPIEL_DER_WINDE, BMJA, MAUER)
}
"""How each rule book breaks the wall, by its key."""


def find_breaking(key: str) -> Breaking:
    """
    Return how the rule book that is called *key* breaks the wall.

    Raise RulesError (unknown_ruleset) if there is none.
    """
    try:
        return BREAKINGS[key]
    except KeyError:
        raise RulesError(
            Code.UNKNOWN_RULESET,
            gettext_noop("There is no ruleset “%(key)s”. Known are: %(known)s."),
            {"key": quoted(key), "known": ", ".join(BREAKINGS)},
            field="ruleset",
        ) from None


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

    def counted_from(self, end: End) -> int:
        """Return its number from that end of its side."""
        return self.from_left if end is End.LEFT else self.from_right


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
    """The stack that is lifted out; there the gap is."""
    lifted: tuple[Lifted, Lifted]
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
        found = [Sentence(_NAMES_SIDE, parameters)]
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
    winds = [Wind((owner + place) % len(Wind)) for place in range(build.sides)]
    return tuple(map(Side, winds, lengths))


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
    dice: Sequence[object],
    players: int = USUAL_PLAYERS,
    options: Mapping[str, object] | None = None,
    owner: Wind = Wind.EAST,
) -> BrokenWall:
    """
    Return the wall that *dice*, in the order thrown, break.

    The number of *players* and the *options* must be known to the ruleset; an
    option that has nothing to do with the wall changes nothing. *owner* is East
    unless the rule book has an owner. Raise RulesError (bad_dice) if these dice
    cannot have been thrown.
    """
    options = options or {}
    thrown = checked_dice(breaking, dice)
    sides = sides_of(breaking, players, options, owner)
    ring = _ring_of(sides)
    first = sum(thrown[: breaking.throws[0].dice])
    count = sum(thrown)
    number = (first - 1) % len(sides)

    # The end that is counted from, then stack by stack away from it.
    at = sum(side.stacks for side in sides[:number])
    if breaking.count_from is End.RIGHT:
        at += sides[number].stacks - 1
    at += (count - 1) * breaking.count_from.other.step

    away = breaking.live_end.other.step
    dead_wall, ending = breaking.builds[players].dead_wall, breaking.ending
    for one in _holding(breaking, options):
        dead_wall = one.dead_wall or dead_wall
        ending = one.ending or ending
    # The lifted pair lies on top of the others.
    dead = (dead_wall - 2) // 2
    beyond = [
        ring[(at + away * distance) % len(ring)] for distance in range(1, len(ring))
    ]
    return BrokenWall(
        breaking=breaking,
        dice=thrown,
        players=players,
        owner=owner,
        sides=sides,
        thrown=sides[number],
        count=count,
        place=ring[at % len(ring)],
        lifted=(
            Lifted(breaking.lifts[0].half, beyond[breaking.lifts[0].distance - 1]),
            Lifted(breaking.lifts[1].half, beyond[breaking.lifts[1].distance - 1]),
        ),
        dead_wall=dead_wall,
        ending=ending,
        dead_stacks=tuple(beyond[:dead]),
        live=tuple(reversed(beyond[dead:])),
    )


def checked_dice(breaking: Breaking, dice: Sequence[object]) -> tuple[int, ...]:
    """
    Return *dice* as whole numbers.

    Raise RulesError (bad_dice) if they are not as many as the rule book throws,
    or one of them does not show 1 to 6.
    """
    if len(dice) != breaking.dice:
        raise RulesError(
            Code.BAD_DICE,
            gettext_noop("%(ruleset)s throws %(wanted)d dice; these are %(found)d."),
            {"ruleset": breaking.name, "wanted": breaking.dice, "found": len(dice)},
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
