"""
The input of standings: evenings, parties, results and bookings that were played.

Nothing here is worked out. Scores are whole points, or fractions where an old list
has them; parts of an evening are fractions. Players, parties and evenings go by the
caller's keys.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction

from clubscore.ranking.texts import Key

WHOLE = Fraction(1)
FEWEST_PLAYERS = 3
MOST_PLAYERS = 5


class PlayedState(StrEnum):
    """How far a partie has come."""

    FINISHED = "finished"
    """Played to its last game."""
    ENDED_EARLY = "ended_early"
    """Ended before its last game; it counts as it stands."""
    OPEN = "open"
    """Still being played: it gives nothing yet."""
    OVERDUE = "overdue"
    """Left open though its time is over; it counts as it stands."""
    VOID = "void"
    """Taken back: it never counts."""

    @property
    def counts(self) -> bool:
        """Whether such a partie gives anything."""
        return self not in {PlayedState.OPEN, PlayedState.VOID}


class CountsFor(StrEnum):
    """Whose result a substitute's is, by the season's rule when they sat down."""

    NOBODY = "nobody"
    SUBSTITUTE = "substitute"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResult:
    """What a partie came to for one player."""

    player: Key
    score: int | Fraction
    """What the player won or lost, in points of the partie."""
    games: int = 0
    """How many games the player took part in."""
    wins: int = 0
    given: int = 0
    """Winning tiles given away."""
    best_game: int | None = None
    """The highest score in one game; None where no game was played."""
    stands_in_for: Key | None = None
    """Whose chair a substitute sat on, whether or not that player came at all."""
    counts_for: CountsFor = CountsFor.SUBSTITUTE
    """Whose result it is; means something for a substitute only."""
    part: Fraction = WHOLE
    """Which part of the evening the partie took, above 0 and at most 1."""

    def __post_init__(self) -> None:
        if not 0 < self.part <= 1:
            raise ValueError(f"no part of an evening: {self.part}")

    @property
    def chair(self) -> Key:
        """The player whose chair it was."""
        return self.player if self.stands_in_for is None else self.stands_in_for

    @property
    def credited(self) -> Key | None:
        """The player whose result it is; None if it is nobody's."""
        if self.stands_in_for is None:
            return self.player
        match self.counts_for:
            case CountsFor.NOBODY:
                return None
            case CountsFor.SUBSTITUTE:
                return self.player
            case CountsFor.REPLACED:
                return self.stands_in_for


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPartie:
    """
    One partie with what it came to.

    Raises ValueError where there are not as many chairs as players, or a player
    stands twice.
    """

    key: Key
    evening: Key
    date: date
    table: Key
    """Parties on one evening with the same table were played there in turn."""
    players: int
    """How many belong to the partie, 3 to 5; with 5 one rests."""
    results: tuple[PlayerResult, ...]
    state: PlayedState = PlayedState.FINISHED

    def __post_init__(self) -> None:
        if not FEWEST_PLAYERS <= self.players <= MOST_PLAYERS:
            raise ValueError(f"partie {self.key}: {self.players} players")
        if len({one.chair for one in self.results}) != self.players:
            raise ValueError(f"partie {self.key}: not {self.players} chairs")
        if len({one.player for one in self.results}) != len(self.results):
            raise ValueError(f"partie {self.key}: a player stands twice")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """A player who was there on an evening, seated or not."""

    player: Key
    part: Fraction = WHOLE
    """For which part of the evening, above 0 and at most 1."""
    is_member: bool = True
    """Whether the player counts for the quorum."""

    def __post_init__(self) -> None:
        if not 0 < self.part <= 1:
            raise ValueError(f"no part of an evening: {self.part}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvening:
    """
    One club night.

    Who played without being on the list was there too, as a member, for the parts
    of the evening that the parties took.
    """

    key: Key
    date: date
    attendance: tuple[Attendance, ...] = ()
    guests: frozenset[Key] = frozenset()
    """Who does not count for the quorum though they played unlisted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedPoints:
    """Points that were booked for or against a player, with the reason given."""

    player: Key
    date: date
    points: Fraction
    """In points of the standings; below 0 they are taken off."""
    reason: str = ""
    evening: Key | None = None
    """The evening it belongs to; None for the season as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """
    Everything that one leaderboard may count; the order does not matter.

    Raises ValueError where a partie or a booking names an evening that is not
    there, or a key stands twice.
    """

    evenings: tuple[PlayedEvening, ...] = ()
    parties: tuple[PlayedPartie, ...] = ()
    bookings: tuple[BookedPoints, ...] = ()

    def __post_init__(self) -> None:
        evenings = {one.key for one in self.evenings}
        if len(evenings) != len(self.evenings):
            raise ValueError("an evening stands twice")
        if len({one.key for one in self.parties}) != len(self.parties):
            raise ValueError("a partie stands twice")
        named = {one.evening for one in self.parties}
        named.update(one.evening for one in self.bookings if one.evening is not None)
        if not named <= evenings:
            raise ValueError(f"no such evenings: {named - evenings}")

    def between(self, first: date, last: date) -> Played:
        """Return what belongs to evenings from *first* to *last*, both included."""
        kept = tuple(one for one in self.evenings if first <= one.date <= last)
        keys = {one.key for one in kept}
        return replace(
            self,
            evenings=kept,
            parties=tuple(one for one in self.parties if one.evening in keys),
            bookings=tuple(
                one
                for one in self.bookings
                if first <= one.date <= last
                and (one.evening is None or one.evening in keys)
            ),
        )

    def until(self, last: date) -> Played:
        """Return what had been played by the end of the evening of *last*."""
        return self.between(date.min, last)
