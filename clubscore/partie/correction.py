"""
A correction of a partie as a value, with the changes that it would make.

Both are values: a correction says what is to be otherwise, its consequences say which
games, scores and standings would be. Nothing here reads or writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from clubscore.partie import engine
from clubscore.partie.engine import Chronicle, FoldedGame, Replay, RulesError
from clubscore.partie.entries import RecordedGame

FOLLOWS = "follows from the correction of game %d"
FOLLOWS_SEATS = "follows from the new seats from game %d on"
FOLLOWS_EVENT = "follows from what was taken back"
"""Why later games have a revision of their own; pages say it in their language."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be otherwise than recorded; games go by the numbers they have."""

    games: Mapping[int, RecordedGame] = field(default_factory=dict)
    """The games that are recorded anew."""
    without: frozenset[int] = frozenset()
    """The games that are taken out."""
    entry: int | None = None
    """The event that is taken out, by its id."""
    seats_from: int | None = None
    """The game before which the players sat down anew."""
    players: tuple[str, ...] = ()
    """How they sat, East of that game first and who rested last."""
    replay: Replay = Replay.PLAYED
    """Who is East in the later games."""
    keeping: frozenset[int] = frozenset()
    """The later games that keep their winds whatever is asked of the others."""

    @property
    def follows(self) -> str:
        """Why games that it does not name change with it."""
        if self.seats_from is not None:
            return FOLLOWS_SEATS % self.seats_from
        named = [*self.games, *self.without]
        return FOLLOWS % min(named) if named else FOLLOWS_EVENT


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game as it was and as it would be."""

    before: FoldedGame
    after: FoldedGame | None
    """None for what is taken out, and for what cannot be scored in any way."""
    error: RulesError | None
    """Why it cannot be scored as it is asked; `after` keeps its winds then."""
    concerned: str | None
    """Whose hand the error is about."""
    is_named: bool
    """Whether the correction itself says it otherwise or takes it out."""

    @property
    def number(self) -> int:
        """The number that the game has."""
        return self.before.table.number

    @property
    def changes_winds(self) -> bool:
        """Whether somebody would sit elsewhere, or in another round."""
        if self.after is None:
            return False
        before, after = self.before.table, self.after.table
        return (before.winds, before.owner, before.round, before.round_wind) != (
            after.winds,
            after.owner,
            after.round,
            after.round_wind,
        )

    @property
    def changes_scores(self) -> bool:
        """Whether it would come to something else."""
        return self.after is None or self.before.scores != self.after.scores

    @property
    def changes_chips(self) -> bool:
        """Whether somebody would have other chips after it."""
        return self.after is None or self.before.chips != self.after.chips


@dataclass(frozen=True)
class Consequences:
    """What a correction would change, before anybody confirms it."""

    terms: engine.Terms
    before: Chronicle
    after: Chronicle
    games: tuple[GameChange, ...]
    """What it names and every later game."""
    lost: tuple[int, ...]
    """Events that could not have happened then, by the ids of their entries."""

    @property
    def later(self) -> list[GameChange]:
        """The later games, which the correction does not name."""
        return [game for game in self.games if not game.is_named]

    @property
    def unscored(self) -> list[GameChange]:
        """The games that cannot be scored as it is asked."""
        return [game for game in self.games if game.error is not None]

    @property
    def changes_anything(self) -> bool:
        """Whether a revision would say anything new."""
        return self.before != self.after

    @property
    def changes_standings(self) -> bool:
        """Whether the partie would come to something else in a season."""
        return _standing(self.before) != _standing(self.after)

    @cached_property
    def places(self) -> dict[str, tuple[int | None, int | None]]:
        """Each player's place before and after; none where he did not play."""
        before, after = places_of(self.before.totals), places_of(self.after.totals)
        return {
            player: (before.get(player), after.get(player))
            for player in (before | after)
        }


def _standing(chronicle: Chronicle) -> tuple[object, ...]:
    """Return what a season knows of a partie."""
    played = [
        (one.game.outcome, sorted(one.table.winds.values())) for one in chronicle.games
    ]
    return chronicle.is_finished, chronicle.totals, played


def places_of(totals: Mapping[str, int]) -> dict[str, int]:
    """Return each player's place; those who tie share the better one."""
    return {
        player: 1 + sum(other > total for other in totals.values())
        for player, total in totals.items()
    }
