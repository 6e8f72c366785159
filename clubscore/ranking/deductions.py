"""Deductions from results: for parties that were not finished, and bookings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from clubscore.ranking.fields import Choices, Flag, Part, Points, Setting, Whole
from clubscore.ranking.played import BookedPoints, PlayedPartie, PlayedState
from clubscore.ranking.results import TITLE_NAMES, ZERO, Portion, Title
from clubscore.ranking.texts import Statement, TranslatedWord, gettext_noop, ngettext


@dataclass(frozen=True, slots=True)
class Deductions(Part):
    """What is taken off."""

    kind: ClassVar[str] = "deductions"
    name: ClassVar[TranslatedWord] = TranslatedWord(gettext_noop("Deductions"))

    unfinished: Annotated[
        Fraction,
        Setting(gettext_noop("Points off for a partie not finished in time"), Points()),
    ] = ZERO
    ended_early: Annotated[
        bool,
        Setting(
            gettext_noop("A partie that was ended early is not finished in time"),
            Flag(),
        ),
    ] = True
    bookings: Annotated[
        bool, Setting(gettext_noop("Points that were booked count"), Flag())
    ] = True

    def says(self) -> Iterator[Statement]:
        """Yield what is taken off."""
        if self.unfinished:
            yield ngettext(
                "%(points)s point is taken off the result for a partie that was not"
                " finished in time.",
                "%(points)s points are taken off the result for a partie that was not"
                " finished in time.",
                1 if self.unfinished == 1 else 2,
                points=self.unfinished,
            )
            if not self.ended_early:
                yield Statement(
                    gettext_noop(
                        "A partie that was ended early costs nothing: only one that"
                        " was left open does."
                    )
                )
        if self.bookings:
            yield Statement(
                gettext_noop(
                    "Points that were booked for or against a player count at the end,"
                    " whichever results do."
                )
            )

    def for_partie(self, partie: PlayedPartie) -> Portion | None:
        """Return what *partie* costs each player whose result it is."""
        not_in_time = partie.state is PlayedState.OVERDUE or (
            partie.state is PlayedState.ENDED_EARLY and self.ended_early
        )
        if not self.unfinished or not not_in_time:
            return None
        return Portion(
            -self.unfinished,
            Statement(
                gettext_noop("A partie was not finished in time: %(points)s."),
                {"points": -self.unfinished},
            ),
            (partie.key,),
        )

    def for_booking(self, booking: BookedPoints) -> Portion | None:
        """Return what was booked."""
        if not self.bookings:
            return None
        if booking.reason:
            reason = Statement(
                gettext_noop("Booked on %(date)s: %(points)s (%(reason)s)."),
                {
                    "date": booking.date,
                    "points": booking.points,
                    "reason": booking.reason,
                },
            )
        else:
            reason = Statement(
                gettext_noop("Booked on %(date)s: %(points)s."),
                {"date": booking.date, "points": booking.points},
            )
        return Portion(booking.points, reason)


@dataclass(frozen=True, slots=True)
class Honours(Part):
    """What can be won beside the places."""

    kind: ClassVar[str] = "honours"
    name: ClassVar[TranslatedWord] = TranslatedWord(
        gettext_noop("Winners and play-offs")
    )

    titles: Annotated[
        tuple[Title, ...],
        Setting(
            gettext_noop("Winners are named for"), Choices(tuple(TITLE_NAMES.items()))
        ),
    ] = ()
    play_offs: Annotated[
        int,
        Setting(
            gettext_noop("Players of each period who go to the play-offs"), Whole(0, 99)
        ),
    ] = 0

    def says(self) -> Iterator[Statement]:
        """Yield what can be won."""
        for title in self.titles:
            yield TITLES_SAID[title]
        if self.play_offs:
            yield ngettext(
                "The first of each period goes to the play-offs.",
                "The first %(number)d of each period go to the play-offs.",
                self.play_offs,
            )


TITLES_SAID = {
    Title.TABLE: Statement(
        gettext_noop("The highest score at a table makes its winner.")
    ),
    Title.EVENING: Statement(
        gettext_noop("The most points of an evening make its winner.")
    ),
    Title.SEASON: Statement(gettext_noop("The first place is the season’s winner.")),
    Title.YEAR: Statement(
        gettext_noop("The most points of a year’s seasons together make its winner.")
    ),
}
