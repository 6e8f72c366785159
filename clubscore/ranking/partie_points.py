"""
The parts of a method that say what a partie gives: its score, or table points by place.

Players are placed by chair: who shared one, as a substitute does with the player
replaced, shares its place and its table points by the games each played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Annotated, ClassVar

from clubscore.ranking.fields import Choices, OneChoice, Part, PointsByPlace, Setting
from clubscore.ranking.played import PlayedPartie, PlayerResult
from clubscore.ranking.results import TIE_BREAK_NAMES, Portion, TieBreak
from clubscore.ranking.texts import (
    Key,
    Parameter,
    Statement,
    TranslatedWord,
    Who,
    gettext_noop,
    listed,
    order_of,
)


class Over(StrEnum):
    """What is placed together."""

    PARTIE = "partie"
    TABLE = "table"
    """All parties that the same players play at a table on an evening."""


OVER_NAMES = (
    (Over.PARTIE, TranslatedWord(gettext_noop("each partie by itself"))),
    (
        Over.TABLE,
        TranslatedWord(gettext_noop("all parties of an evening at the table")),
    ),
)
TIE_NAMES = tuple(
    (one, TIE_BREAK_NAMES[one]) for one in (TieBreak.WINS, TieBreak.GIVEN)
)


@dataclass(frozen=True, slots=True)
class ChairResult:
    """One player on one chair, over the parties that are placed together."""

    player: Key
    credited: Key | None
    """Whose result it is; None if it is nobody's."""
    score: int | Fraction
    games: int
    wins: int
    given: int
    best_game: int | None


@dataclass(frozen=True, slots=True)
class Chair:
    """What one place at the table came to, whoever sat there."""

    owner: Key
    sats: tuple[ChairResult, ...]

    @property
    def score(self) -> int | Fraction:
        """In points of the partie."""
        return sum((one.score for one in self.sats), start=0)

    @property
    def wins(self) -> int:
        """Games that were won on it."""
        return sum(one.wins for one in self.sats)

    @property
    def given(self) -> int:
        """Winning tiles given away."""
        return sum(one.given for one in self.sats)

    def shares(self) -> Iterator[tuple[Key | None, tuple[ChairResult, ...]]]:
        """Yield whose results there are on this chair, with who made them."""
        for whose in dict.fromkeys(one.credited for one in self.sats):
            yield whose, tuple(one for one in self.sats if one.credited == whose)


@dataclass(frozen=True, slots=True)
class PlacedParties:
    """Parties that are placed together: mostly one."""

    parties: tuple[PlayedPartie, ...]
    chairs: tuple[Chair, ...]
    """By the keys of their owners."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys of its parties."""
        return tuple(one.key for one in self.parties)


@dataclass(frozen=True, slots=True)
class Award:
    """What a sitting gives for one player's result."""

    credited: Key | None
    """None where it is nobody's result, so that its points go to nobody."""
    portion: Portion
    sats: tuple[ChairResult, ...]


def sitting_of(parties: tuple[PlayedPartie, ...]) -> PlacedParties:
    """Return *parties* with the same chairs, placed together."""
    found: dict[Key, dict[tuple[Key, Key | None], list[PlayerResult]]] = {}
    for partie in parties:
        for one in partie.results:
            same = found.setdefault(one.chair, {})
            same.setdefault((one.player, one.credited), []).append(one)
    return PlacedParties(
        parties,
        tuple(
            Chair(
                owner,
                tuple(
                    _sat(player, credited, results)
                    for (player, credited), results in sorted(
                        sats.items(), key=lambda item: order_of(item[0][0])
                    )
                ),
            )
            for owner, sats in sorted(found.items(), key=lambda one: order_of(one[0]))
        ),
    )


def _sat(player: Key, credited: Key | None, results: list[PlayerResult]) -> ChairResult:
    return ChairResult(
        player,
        credited,
        sum((one.score for one in results), start=0),
        sum(one.games for one in results),
        sum(one.wins for one in results),
        sum(one.given for one in results),
        best_of(one.best_game for one in results),
    )


def best_of(values: Iterable[int | None]) -> int | None:
    """Return the highest of *values*; None where there is none."""
    return max((one for one in values if one is not None), default=None)


class Giving(Part):
    """What a partie gives."""

    __slots__ = ()
    over: Over

    def order_of_chair(self, chair: Chair) -> tuple[int | Fraction, ...]:
        """Return what puts one chair before another; equals are tied."""
        return (-chair.score,)

    def gives(self, sitting: PlacedParties) -> Iterator[Award]:
        """Yield what a sitting gives for each result that was made there."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Score(Giving):
    """A partie gives its score, the points won or lost."""

    kind: ClassVar[str] = "score"
    name: ClassVar[TranslatedWord] = TranslatedWord(gettext_noop("Its score"))
    over: ClassVar[Over] = Over.PARTIE  # type: ignore[misc]

    def says(self) -> Iterator[Statement]:
        """Yield that the score counts."""
        yield Statement(
            gettext_noop("A partie gives its score: the points won or lost.")
        )

    def gives(self, sitting: PlacedParties) -> Iterator[Award]:
        """Yield everybody's score; a substitute's apart from the other's."""
        for chair in sitting.chairs:
            for credited, sats in chair.shares():
                score = Fraction(sum((one.score for one in sats), start=0))
                yield Award(
                    credited,
                    Portion(
                        score,
                        _score_reason(score, credited, sats),
                        sitting.keys,
                    ),
                    sats,
                )


def _score_reason(
    score: Fraction, credited: Key | None, sats: tuple[ChairResult, ...]
) -> Statement:
    others = [Who(one.player) for one in sats if one.player != credited]
    if not others:
        return Statement(gettext_noop("Score %(score)s."), {"score": score})
    return Statement(
        gettext_noop("Score %(score)s, with %(substitutes)s as a substitute."),
        {"score": score, "substitutes": listed(others)},
    )


FOUR = (Fraction(4), Fraction(2), Fraction(1), Fraction(0))


@dataclass(frozen=True, slots=True)
class TablePoints(Giving):
    """A partie gives points by place, from a list for each number of players."""

    kind: ClassVar[str] = "table_points"
    name: ClassVar[TranslatedWord] = TranslatedWord(
        gettext_noop("Table points by place")
    )

    three: Annotated[
        tuple[Fraction, ...],
        Setting(gettext_noop("Points by place, three players"), PointsByPlace(3)),
    ] = FOUR[:3]
    four: Annotated[
        tuple[Fraction, ...],
        Setting(gettext_noop("Points by place, four players"), PointsByPlace(4)),
    ] = FOUR
    five: Annotated[
        tuple[Fraction, ...],
        Setting(gettext_noop("Points by place, five players"), PointsByPlace(5)),
    ] = (*FOUR, Fraction(0))
    ties: Annotated[
        tuple[TieBreak, ...],
        Setting(
            gettext_noop("Equal scores at a table are decided by"), Choices(TIE_NAMES)
        ),
    ] = ()
    over: Annotated[
        Over, Setting(gettext_noop("What is placed"), OneChoice(OVER_NAMES))
    ] = Over.PARTIE

    def points_for(self, players: int) -> tuple[Fraction, ...]:
        """Return the points by place at a table of so many."""
        return {3: self.three, 4: self.four, 5: self.five}[players]

    def says(self) -> Iterator[Statement]:
        """Yield the points by place and what happens with equal scores."""
        points = {
            "three": listed(self.three),
            "four": listed(self.four),
            "five": listed(self.five),
        }
        if self.over is Over.TABLE:
            yield Statement(
                gettext_noop(
                    "The players of a table are placed by their scores of the whole"
                    " evening there; by place that gives %(four)s points, with three"
                    " players %(three)s, with five %(five)s."
                ),
                points,
            )
        else:
            yield Statement(
                gettext_noop(
                    "A partie gives table points by place: %(four)s, with three"
                    " players %(three)s, with five %(five)s."
                ),
                points,
            )
        if not self.ties:
            yield Statement(
                gettext_noop(
                    "Players with equal scores share the points of their places"
                    " exactly."
                )
            )
            return
        yield Statement(
            gettext_noop(
                "Between equal scores at a table decide: %(tie_breaks)s. If these are"
                " equal too, the points of the places are shared exactly."
            ),
            {"tie_breaks": listed(one.name_to_show for one in self.ties)},
        )

    def order_of_chair(self, chair: Chair) -> tuple[int | Fraction, ...]:
        """Return what puts one chair before another; equals are tied."""
        decides = {TieBreak.WINS: -chair.wins, TieBreak.GIVEN: chair.given}
        return (-chair.score, *(decides[one] for one in self.ties))

    def gives(self, sitting: PlacedParties) -> Iterator[Award]:
        """Yield the table points, which add up to those of the list."""
        points = self.points_for(len(sitting.chairs))
        chairs = sorted(sitting.chairs, key=self.order_of_chair)
        first = 0
        for _, tied in groupby(chairs, self.order_of_chair):
            same = tuple(tied)
            last = first + len(same)
            share = sum(points[first:last], Fraction(0)) / len(same)
            for chair in same:
                yield from self._awards(
                    sitting, chair, Placed(first + 1, last, share, same)
                )
            first = last

    def _awards(
        self, sitting: PlacedParties, chair: Chair, placed: Placed
    ) -> Iterator[Award]:
        shares = tuple(chair.shares())
        games = sum(one.games for one in chair.sats)
        for credited, sats in shares:
            reason = self._reason(sitting, chair, placed)
            points = placed.points
            if len(shares) > 1:
                own = sum(one.games for one in sats)
                # Nobody counted games: the chair is shared evenly.
                part = Fraction(own, games) if games else Fraction(1, len(shares))
                points *= part
                reason = Statement(
                    gettext_noop(
                        "The chair of %(owner)s got %(all)s points with a score of"
                        " %(score)s, shared by the games that each played there;"
                        " %(part)s of it: %(points)s."
                    ),
                    {
                        "owner": Who(chair.owner),
                        "all": placed.points,
                        "score": Fraction(chair.score),
                        "part": part,
                        "points": points,
                    },
                )
            yield Award(credited, Portion(points, reason, sitting.keys), sats)

    def _decider(self, one: Chair, other: Chair) -> TieBreak:
        """Return the first tie-break at which two chairs with equal scores differ."""
        mine, theirs = self.order_of_chair(one)[1:], self.order_of_chair(other)[1:]
        return next(
            tie_break
            for tie_break, own, its in zip(self.ties, mine, theirs, strict=True)
            if own != its
        )

    def _reason(
        self, sitting: PlacedParties, chair: Chair, placed: Placed
    ) -> Statement:
        about: dict[str, Parameter] = {
            "first": placed.first,
            "last": placed.last,
            "players": len(sitting.chairs),
            "score": Fraction(chair.score),
            "points": placed.points,
            "wins": chair.wins,
            "given": chair.given,
            "others": listed(
                Who(one.owner) for one in placed.chairs if one is not chair
            ),
        }
        if len(placed.chairs) > 1:
            return Statement(
                gettext_noop(
                    "Places %(first)d to %(last)d of %(players)d, shared with"
                    " %(others)s with a score of %(score)s: %(points)s each."
                ),
                about,
            )
        level = [
            one
            for one in sitting.chairs
            if one is not chair and one.score == chair.score
        ]
        if level:
            decided = dict.fromkeys(self._decider(chair, one) for one in level)
            return Statement(
                gettext_noop(
                    "Place %(first)d of %(players)d with a score of %(score)s, as"
                    " %(others)s had; decided by: %(tie_breaks)s (wins: %(wins)d,"
                    " winning tiles given away: %(given)d). It gives %(points)s."
                ),
                about
                | {
                    "others": listed(Who(one.owner) for one in level),
                    "tie_breaks": listed(one.name_to_show for one in decided),
                },
            )
        return Statement(
            gettext_noop(
                "Place %(first)d of %(players)d with a score of %(score)s: %(points)s."
            ),
            about,
        )


@dataclass(frozen=True, slots=True)
class Placed:
    """The places that some chairs share, and what each of them gets."""

    first: int
    last: int
    points: Fraction
    chairs: tuple[Chair, ...]


GIVINGS = (Score, TablePoints)
