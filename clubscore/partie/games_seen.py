"""
The games that a correction's page was made with.

Such a page speaks of games by their numbers. Somebody may take a game back meanwhile
and record another, so that a number comes to mean another game: then nothing that the
page sends may be taken for that one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from clubscore.partie.engine import Chronicle
from clubscore.partie.services import digest_of

ENOUGH = 12
"""So many letters of a digest tell apart what is said of one game."""


@dataclass(frozen=True, slots=True)
class GamesSeen:
    """The games that a page was made with, in order."""

    games: tuple[tuple[str, str], ...]
    """The entry of each, and what tells whether the same is said of it."""

    @classmethod
    def of(cls, chronicle: Chronicle) -> Self:
        """Return the games as they are."""
        return cls(
            tuple(
                (str(one.key), digest_of(one.game.as_json)[:ENOUGH])
                for one in chronicle.games
            )
        )

    @classmethod
    def sent(cls, text: str) -> Self:
        """Return what a hidden field says; nothing of ours is in another's text."""
        parts = (one.partition(".") for one in text.split())
        return cls(tuple((entry, said) for entry, _dot, said in parts))

    def __str__(self) -> str:
        return " ".join(f"{entry}.{said}" for entry, said in self.games)

    def entry(self, number: int) -> str | None:
        """Return the entry of a game; None if there was none of that number."""
        return self.games[number - 1][0] if 1 <= number <= len(self.games) else None

    def is_moved(self, now: GamesSeen, numbers: Iterable[int]) -> bool:
        """Tell whether one of the *numbers* means another game by *now*."""
        return any(self.entry(number) != now.entry(number) for number in numbers)

    def is_said_anew(self, now: GamesSeen, numbers: Iterable[int]) -> bool:
        """Tell whether one of these games has another revision *now*."""
        both = len(min(self.games, now.games, key=len))
        return any(
            self.games[number - 1] != now.games[number - 1]
            for number in numbers
            if 1 <= number <= both
        )

    def number_now(self, now: GamesSeen, number: int) -> int | None:
        """Return the number that a game has by *now*; None if it was taken back."""
        entry = self.entry(number)
        entries = [one for one, _said in now.games]
        return entries.index(entry) + 1 if entry in entries else None
