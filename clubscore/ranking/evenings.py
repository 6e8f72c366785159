"""The parts of a method that say what an evening gives: results, and attendance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, ClassVar, TypeAlias, TypeVar

from clubscore.ranking.fields import OneChoice, Part, Points, Setting, Whole
from clubscore.ranking.played import WHOLE, PlayedEvening, PlayedPartie
from clubscore.ranking.results import ZERO, Portion, added
from clubscore.ranking.texts import (
    Key,
    Statement,
    TranslatedWord,
    gettext_noop,
    ngettext,
)

MOST_MEMBERS = 500

Item = TypeVar("Item")


class Total(StrEnum):
    """How several results become one."""

    SUM = "sum"
    MEAN = "mean"

    def of(self, points: tuple[Fraction, ...]) -> Fraction:
        """Return the total; that of nothing is 0."""
        total = added(points)
        return total / len(points) if self is Total.MEAN and points else total


TOTAL_NAMES = (
    (Total.SUM, TranslatedWord(gettext_noop("Sum"))),
    (Total.MEAN, TranslatedWord(gettext_noop("Mean"))),
)


@dataclass(frozen=True, slots=True)
class Present:
    """Who was there on an evening."""

    parts: Mapping[Key, Fraction]
    """For which part of the evening each was there."""
    members: int
    """How many of them count for the quorum, whatever their part."""


def present_on(evening: PlayedEvening, parties: tuple[PlayedPartie, ...]) -> Present:
    """
    Return who was there: the listed, and who played without being listed.

    A void partie proves nothing about who was there, and one that is still being
    played counts nowhere yet.
    """
    played: dict[Key, Fraction] = {}
    for partie in parties:
        if partie.state.counts:
            for one in partie.results:
                before = played.get(one.player)
                played[one.player] = (
                    one.part if before is None else min(WHOLE, before + one.part)
                )
    parts = played | {one.player: one.part for one in evening.attendance}
    guests = evening.guests | {
        one.player for one in evening.attendance if not one.is_member
    }
    return Present(parts, sum(player not in guests for player in parts))


class EveningPart(Part):
    """What an evening gives."""

    __slots__ = ()
    quorum: int

    def gathers(self, earned: Sequence[Item]) -> Iterator[tuple[Item, ...]]:
        """Yield what is *earned* on an evening, as many together as make a result."""
        raise NotImplementedError

    def result(self, points: tuple[Fraction, ...]) -> Fraction:
        """Return the points of a result out of those of its parties."""
        raise NotImplementedError

    def taken(self, points: tuple[Fraction, ...]) -> Statement | None:
        """Return how a result comes from its parties, if they are not just added."""
        return None

    def for_attending(self, part: Fraction) -> Portion | None:
        """Return what being there for *part* of the evening gives."""
        raise NotImplementedError

    def _says_quorum(self) -> Iterator[Statement]:
        if self.quorum > 1:
            yield Statement(
                gettext_noop(
                    "Evenings with fewer than %(quorum)d members do not count."
                ),
                {"quorum": self.quorum},
            )


Quorum: TypeAlias = Annotated[
    int,
    Setting(
        gettext_noop("Members without whom an evening does not count"),
        Whole(0, MOST_MEMBERS),
    ),
]


@dataclass(frozen=True, slots=True)
class EachPartie(EveningPart):
    """Every partie is a result by itself."""

    kind: ClassVar[str] = "parties"
    name: ClassVar[TranslatedWord] = TranslatedWord(
        gettext_noop("Every partie is a result")
    )

    quorum: Quorum = 0

    def says(self) -> Iterator[Statement]:
        """Yield that parties count one by one."""
        yield Statement(gettext_noop("Every partie is a result by itself."))
        yield from self._says_quorum()

    def gathers(self, earned: Sequence[Item]) -> Iterator[tuple[Item, ...]]:
        """Yield everything by itself."""
        for one in earned:
            yield (one,)

    def result(self, points: tuple[Fraction, ...]) -> Fraction:
        """Return the points of the only partie."""
        return added(points)

    def for_attending(self, part: Fraction) -> Portion | None:
        """Return nothing: attending is no partie."""
        return None


@dataclass(frozen=True, slots=True)
class WholeEvening(EveningPart):
    """The parties of an evening make one result."""

    kind: ClassVar[str] = "evenings"
    name: ClassVar[TranslatedWord] = TranslatedWord(
        gettext_noop("Every evening is a result")
    )

    total: Annotated[
        Total,
        Setting(gettext_noop("The parties of an evening"), OneChoice(TOTAL_NAMES)),
    ] = Total.SUM
    attendance: Annotated[
        Fraction, Setting(gettext_noop("Points for attending an evening"), Points())
    ] = ZERO
    quorum: Quorum = 0

    def says(self) -> Iterator[Statement]:
        """Yield how parties add up, and what attending gives."""
        if self.total is Total.MEAN:
            yield Statement(
                gettext_noop(
                    "Every evening is a result: the mean of the player’s parties."
                )
            )
        else:
            yield Statement(
                gettext_noop(
                    "Every evening is a result: the sum of the player’s parties."
                )
            )
        if self.attendance:
            yield ngettext(
                "Attending an evening gives %(points)s point, a part of it in"
                " proportion.",
                "Attending an evening gives %(points)s points, a part of it in"
                " proportion.",
                1 if self.attendance == 1 else 2,
                points=self.attendance,
            )
        yield from self._says_quorum()

    def gathers(self, earned: Sequence[Item]) -> Iterator[tuple[Item, ...]]:
        """Yield everything together, nothing too: attending may be worth something."""
        yield tuple(earned)

    def result(self, points: tuple[Fraction, ...]) -> Fraction:
        """Return the sum or the mean of the parties."""
        return self.total.of(points)

    def taken(self, points: tuple[Fraction, ...]) -> Statement | None:
        """Return that the mean of several parties was taken."""
        if self.total is Total.SUM or len(points) == 1 or not points:
            return None
        return Statement(
            gettext_noop("The mean of %(parties)d parties: %(points)s."),
            {"parties": len(points), "points": self.result(points)},
        )

    def for_attending(self, part: Fraction) -> Portion | None:
        """Return the points for attending, in proportion."""
        if not self.attendance:
            return None
        points = self.attendance * part
        if part == 1:
            reason = Statement(
                gettext_noop("Attending: %(points)s."), {"points": points}
            )
        else:
            reason = Statement(
                gettext_noop("Attending for %(part)s of the evening: %(points)s."),
                {"part": part, "points": points},
            )
        return Portion(points, reason)


EVENINGS = (EachPartie, WholeEvening)
