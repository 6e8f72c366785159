"""A line of earlier results, and a player's name in it that the club does not know."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from clubscore.archive.earlier.reader import SpreadsheetRow
from clubscore.club.models import Player, Season
from clubscore.partie.scores import Score


@dataclass
class EarlierLine:
    """A line, and what came of holding it against the club."""

    row: SpreadsheetRow
    faults: list[str] = field(default_factory=list)
    day: date | None = None
    season: Season | None = None
    players: list[Player | str] = field(default_factory=list)
    """Those who played; a new one is called by the folded name."""
    scores: list[Score] = field(default_factory=list)

    @property
    def number(self) -> int:
        """Where it stands in the text."""
        return self.row.number

    @property
    def is_right(self) -> bool:
        """Whether it can be imported."""
        return not self.faults

    @property
    def shown(self) -> list[tuple[str, str, Score | None]]:
        """The names, what was typed for their scores, and these as numbers."""
        known: list[Score | None] = [*self.scores]
        known += [None] * (len(self.row.pairs) - len(known))
        return [
            (name, text, score)
            for (name, text), score in zip(self.row.pairs, known, strict=True)
        ]


@dataclass
class Stranger:
    """A name that the club does not know."""

    key: str
    """Folded."""
    name: str
    is_added: bool
    """Whether it is to become a player."""
