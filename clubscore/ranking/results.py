"""
The answers of the ranking: results, lines and whole standings, with their reasons.

Points of the standings are fractions, since those who tie share exactly. Every
reason is a `Statement`: data that a page puts into its reader's words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from clubscore.ranking.texts import Key, Statement, TranslatedWord, gettext_noop

ZERO = Fraction(0)


def added(points: Iterable[Fraction]) -> Fraction:
    """
    Return the sum of *points*.

    Mostly they are whole, and adding whole numbers takes a tenth of the time.
    """
    found = tuple(points)
    if len(found) == 1:
        return found[0]
    if all(one.denominator == 1 for one in found):
        return Fraction(sum(one.numerator for one in found))
    return sum(found, ZERO)


class TieBreak(StrEnum):
    """What can decide between players with equal points."""

    WINS = "wins"
    GIVEN = "given"
    BEST_GAME = "best_game"
    SCORE = "score"
    HEAD_TO_HEAD = "head_to_head"

    @property
    def is_less_better(self) -> bool:
        """Whether the lower of two values is ahead."""
        return self is TieBreak.GIVEN

    @property
    def name_to_show(self) -> TranslatedWord:
        """What it is called, to be translated."""
        return TIE_BREAK_NAMES[self]


TIE_BREAK_NAMES = {
    TieBreak.WINS: TranslatedWord(gettext_noop("more wins")),
    TieBreak.GIVEN: TranslatedWord(gettext_noop("fewer winning tiles given away")),
    TieBreak.BEST_GAME: TranslatedWord(gettext_noop("a better best single game")),
    TieBreak.SCORE: TranslatedWord(gettext_noop("a higher score")),
    TieBreak.HEAD_TO_HEAD: TranslatedWord(
        gettext_noop("the parties against each other")
    ),
}


@dataclass(frozen=True, slots=True)
class Portion:
    """One reason for points, and how many they are."""

    points: Fraction
    reason: Statement
    parties: tuple[Key, ...] = ()
    """The parties that it comes from; none for attending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsResult:
    """What one partie or one evening gives a player, as the method says."""

    player: Key
    evening: Key
    date: date
    held: int
    """Which of the evenings that count it was, from 0."""
    points: Fraction
    portions: tuple[Portion, ...]
    """What the points come from; in an evening's mean, before it is taken."""
    taken: Statement | None = None
    """How the portions make the points, where they are not just added."""
    parties: tuple[Key, ...]
    """The parties that it comes from; none for one who only attended."""
    wins: int = 0
    given: int = 0
    best_game: int | None = None
    score: int | Fraction = 0
    """What was won or lost in the parties, whatever the method gives for it."""

    @property
    def in_favour(self) -> tuple[Fraction, int, int, int]:
        """What puts one result before another: points, wins, given, then the date."""
        return -self.points, -self.wins, self.given, self.held


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a result counts, and why."""

    result: StandingsResult
    counts: bool
    reason: Statement | None = None
    """Why it was dropped; None where it counts."""


class Nothing(StrEnum):
    """Why a partie or an evening gives a player nothing."""

    QUORUM = "quorum"
    VOID = "void"
    OPEN = "open"
    SUBSTITUTE = "substitute"
    """The result is somebody else's, or nobody's."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A partie or an evening that gives a player nothing, and why."""

    evening: Key
    date: date
    partie: Key | None
    """None for the evening as a whole."""
    why: Nothing
    reason: Statement


@dataclass(frozen=True, slots=True)
class TieDecision:
    """What decided between two players with equal points."""

    tie_break: TieBreak
    ahead: Key
    behind: Key
    reason: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsLine:
    """One player's line of the standings."""

    player: Key
    place: int | None
    """From 1; who ties shares the better place. None for the unplaced."""
    is_shared: bool = False
    """Whether somebody else has the same place."""
    points: Fraction
    verdicts: tuple[Verdict, ...]
    """Every result in the order of the evenings, and whether it counts."""
    missed: tuple[Missed, ...] = ()
    """What gives nothing: quorum missed, void, still open, substituted."""
    deductions: tuple[Portion, ...] = ()
    """What was booked, above 0 for the player and below 0 against."""
    decisions: tuple[TieDecision, ...] = ()
    """What decided against or for others with equal points, the nearest first."""
    unplaced: Statement | None = None
    """Why the player has no place."""
    sums: tuple[Statement, ...] = ()
    """How the points come from what counts."""
    evenings: int = 0
    """Evenings that count and brought the player something."""
    attended: Fraction = ZERO
    """Evenings that count at which the player was, halves as halves."""
    parties: int = 0
    """Parties that brought the player something, dropped ones too."""
    wins: int = 0
    """In the results that count, like the next three."""
    given: int = 0
    best_game: int | None = None
    score: int | Fraction = 0

    @property
    def counted(self) -> tuple[StandingsResult, ...]:
        """The results that count."""
        return tuple(one.result for one in self.verdicts if one.counts)

    @property
    def dropped(self) -> tuple[Verdict, ...]:
        """The results that do not count, with the reasons."""
        return tuple(one for one in self.verdicts if not one.counts)

    @property
    def why(self) -> tuple[Statement, ...]:
        """The whole explanation, in the order in which a reader follows it."""
        return (
            *self.sums,
            *(one.reason for one in self.verdicts if one.reason is not None),
            *(one.reason for one in self.missed),
            *(one.reason for one in self.deductions),
            *(one.reason for one in self.decisions),
            *((self.unplaced,) if self.unplaced is not None else ()),
        )


@dataclass(frozen=True, slots=True)
class Held:
    """An evening, and whether it counts."""

    evening: Key
    date: date
    members: int
    """Members who were there."""
    counts: bool
    reason: Statement | None = None
    """Why it does not count; None where it does."""


@dataclass(frozen=True, slots=True)
class Period:
    """The standings of one period of the season."""

    number: int
    """From 1."""
    first: date
    last: date
    """The days of its first and of its last evening so far."""
    is_complete: bool
    """Whether all its evenings were held."""
    lines: tuple[StandingsLine, ...]
    to_play_offs: tuple[Key, ...] = ()
    """Who goes to the play-offs as it stands; more than planned share a place."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings at one moment."""

    lines: tuple[StandingsLine, ...]
    """By place, then the unplaced by points; equals by the caller's keys."""
    evenings: tuple[Held, ...] = ()
    """Every evening by date."""
    periods: tuple[Period, ...] = ()
    """Where the method has periods."""

    def line_of(self, player: Key) -> StandingsLine | None:
        """Return a player's line; None if there is none."""
        return next((one for one in self.lines if one.player == player), None)

    @property
    def placed(self) -> tuple[StandingsLine, ...]:
        """The lines with a place."""
        return tuple(one for one in self.lines if one.place is not None)

    @property
    def unplaced(self) -> tuple[StandingsLine, ...]:
        """The lines without one."""
        return tuple(one for one in self.lines if one.place is None)

    @property
    def held(self) -> int:
        """How many evenings count."""
        return sum(one.counts for one in self.evenings)


@dataclass(frozen=True, slots=True)
class Movement:
    """How a player's place changed between two standings."""

    player: Key
    before: int | None
    """The place before; None for the unplaced and for newcomers."""
    now: int | None

    @property
    def places(self) -> int | None:
        """Places gained, below 0 lost; None where one of them has none."""
        if self.before is None or self.now is None:
            return None
        return self.before - self.now


class Title(StrEnum):
    """What can be won beside the season."""

    TABLE = "table"
    EVENING = "evening"
    SEASON = "season"
    YEAR = "year"

    @property
    def name_to_show(self) -> TranslatedWord:
        """What the winner is called, to be translated."""
        return TITLE_NAMES[self]


TITLE_NAMES = {
    Title.TABLE: TranslatedWord(gettext_noop("Winner of the table")),
    Title.EVENING: TranslatedWord(gettext_noop("Winner of the evening")),
    Title.SEASON: TranslatedWord(gettext_noop("Winner of the season")),
    Title.YEAR: TranslatedWord(gettext_noop("Winner of the year")),
}


@dataclass(frozen=True, slots=True)
class Winners:
    """Who won a title; several where they share it."""

    title: Title
    players: tuple[Key, ...]
    points: Fraction
    """By which they won: a table's by score, others' in points of the standings."""
    evening: Key | None = None
    """For a table or an evening."""
    date: date | None = None
    table: Key | None = None
    parties: tuple[Key, ...] = ()
    """For a table: the parties that were played there."""
    year: int | None = None


class Need(StrEnum):
    """What a player needs tonight."""

    NOTHING = "nothing"
    """The place is safe whatever tonight's result, as long as the player plays."""
    SCORE = "score"
    TABLE_PLACE = "table_place"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Foresight:
    """What a player needs in one more partie to reach a place."""

    player: Key
    place: int
    """The place to be reached, or a better one."""
    need: Need
    value: int | None
    """The least score, or the last place at the table, that is enough."""
    points: Fraction | None
    """What the player then has; None where it is impossible."""
    reason: Statement
    assumptions: tuple[Statement, ...] = ()
    """What the answer takes for granted."""
