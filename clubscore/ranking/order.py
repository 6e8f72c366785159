"""The parts of a method that say who is ranked, and which tie-breaks hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from clubscore.ranking.counted_results import MOST_RESULTS, share_of
from clubscore.ranking.fields import Choices, Part, Setting, Whole
from clubscore.ranking.results import TIE_BREAK_NAMES, TieBreak
from clubscore.ranking.texts import (
    Statement,
    TranslatedWord,
    gettext_noop,
    listed,
    ngettext,
)


class Ranking(Part):
    """Who is ranked."""

    __slots__ = ()

    def lacks(self, parties: int, evenings: int, held: int) -> Statement | None:
        """
        Return why a player is not ranked; None for one who is.

        *parties* and *evenings* are those that brought the player something, *held*
        the evenings that count.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Everybody(Ranking):
    """Whoever has a result is ranked."""

    kind: ClassVar[str] = "everybody"
    name: ClassVar[TranslatedWord] = TranslatedWord(gettext_noop("Everybody"))

    def says(self) -> Iterator[Statement]:
        """Yield that everybody is ranked."""
        yield Statement(gettext_noop("Everybody with a result is ranked."))

    def lacks(self, parties: int, evenings: int, held: int) -> Statement | None:
        """Return None: nothing is asked."""
        return None


@dataclass(frozen=True, slots=True)
class EnoughParties(Ranking):
    """A minimum number of parties."""

    kind: ClassVar[str] = "parties"
    name: ClassVar[TranslatedWord] = TranslatedWord(gettext_noop("A number of parties"))

    number: Annotated[
        int, Setting(gettext_noop("Parties to be ranked"), Whole(1, MOST_RESULTS))
    ] = 5

    def says(self) -> Iterator[Statement]:
        """Yield how many parties it takes."""
        yield ngettext(
            "Ranked is who has played at least %(number)d partie.",
            "Ranked is who has played at least %(number)d parties.",
            self.number,
        )

    def lacks(self, parties: int, evenings: int, held: int) -> Statement | None:
        """Return that parties are missing."""
        if parties >= self.number:
            return None
        return ngettext(
            "Not ranked: %(has)s of at least %(number)d partie.",
            "Not ranked: %(has)s of at least %(number)d parties.",
            self.number,
            has=parties,
        )


def _lacks_evenings(evenings: int, least: int) -> Statement | None:
    if evenings >= least:
        return None
    return ngettext(
        "Not ranked: %(has)s of at least %(number)d evening.",
        "Not ranked: %(has)s of at least %(number)d evenings.",
        least,
        has=evenings,
    )


@dataclass(frozen=True, slots=True)
class EnoughEvenings(Ranking):
    """A minimum number of evenings."""

    kind: ClassVar[str] = "evenings"
    name: ClassVar[TranslatedWord] = TranslatedWord(
        gettext_noop("A number of evenings")
    )

    number: Annotated[
        int, Setting(gettext_noop("Evenings to be ranked"), Whole(1, MOST_RESULTS))
    ] = 5

    def says(self) -> Iterator[Statement]:
        """Yield how many evenings it takes."""
        yield ngettext(
            "Ranked is who has taken part in at least %(number)d evening.",
            "Ranked is who has taken part in at least %(number)d evenings.",
            self.number,
        )

    def lacks(self, parties: int, evenings: int, held: int) -> Statement | None:
        """Return that evenings are missing."""
        return _lacks_evenings(evenings, self.number)


@dataclass(frozen=True, slots=True)
class EnoughOfEvenings(Ranking):
    """A minimum share of the evenings held."""

    kind: ClassVar[str] = "share"
    name: ClassVar[TranslatedWord] = TranslatedWord(
        gettext_noop("A share of the evenings held")
    )

    share: Annotated[
        int, Setting(gettext_noop("Per cent of the evenings held"), Whole(1, 100))
    ] = 75

    def says(self) -> Iterator[Statement]:
        """Yield which share it takes."""
        yield Statement(
            gettext_noop(
                "Ranked is who has taken part in at least %(share)d per cent of the"
                " evenings held."
            ),
            {"share": self.share},
        )

    def lacks(self, parties: int, evenings: int, held: int) -> Statement | None:
        """Return that evenings are missing."""
        return _lacks_evenings(evenings, share_of(self.share, held))


RANKINGS = (Everybody, EnoughParties, EnoughEvenings, EnoughOfEvenings)


@dataclass(frozen=True, slots=True)
class Order(Part):
    """What decides between players with equal points."""

    kind: ClassVar[str] = "order"
    name: ClassVar[TranslatedWord] = TranslatedWord(
        gettext_noop("Order on equal points")
    )

    tie_breaks: Annotated[
        tuple[TieBreak, ...],
        Setting(
            gettext_noop("Equal points are decided by"),
            Choices(tuple(TIE_BREAK_NAMES.items())),
        ),
    ] = ()

    def says(self) -> Iterator[Statement]:
        """Yield what decides."""
        if not self.tie_breaks:
            yield Statement(gettext_noop("Players with equal points share a place."))
            return
        yield Statement(
            gettext_noop(
                "Between equal points decide: %(tie_breaks)s. If these are equal too,"
                " the place is shared."
            ),
            {"tie_breaks": listed(one.name_to_show for one in self.tie_breaks)},
        )
