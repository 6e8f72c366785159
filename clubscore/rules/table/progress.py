"""
The progress of a partie: the seats, the number and the round of its next game.

It is little, and kept beside the partie: what a half-entered game comes to is asked at
every tap, and does not cost a look at all the games before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from clubscore.rules.errors import Code, RulesError, gettext_noop
from clubscore.rules.partie import PartieState, in_stretch, with_east
from clubscore.rules.settlement import limits_losses
from clubscore.rules.table.table_seats import PlayerKey, Table, Terms

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Underway(Protocol):
    """A partie, whatever else is known of it."""

    @property
    def state(self) -> PartieState:
        """Where it stands before its next game."""

    @property
    def number(self) -> int:
        """The number of that game."""

    @property
    def totals(self) -> Mapping[PlayerKey, int]:
        """What each has won or lost; of a `Progress` only where a game asks for it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a partie has come, without what was played."""

    state: PartieState
    number: int
    """The number of the game that comes next."""
    totals: Mapping[PlayerKey, int] = field(default_factory=dict)
    """
    What each has won or lost so far, where what a game comes to depends on it.

    Empty by all other rules.
    """

    @classmethod
    def of(
        cls,
        terms: Terms,
        state: PartieState,
        number: int,
        totals: Mapping[PlayerKey, int],
    ) -> Progress:
        """Return how far a partie has come in which everybody has these *totals*."""
        asks = limits_losses(terms.rules)
        return cls(state, number, dict(totals) if asks else {})

    @property
    def as_json(self) -> dict[str, Any]:
        """All of it but the rules, as plain JSON."""
        # How long East's row of wins is: only where the rules end one.
        row = {"row_of": self.state.row_of, "row": self.state.row}
        return {
            **(row if self.state.row_of is not None else {}),
            "number": self.number,
            "places": list(self.state.places),
            "stretch": self.state.stretch,
            "passes": self.state.passes,
            "is_finished": self.state.is_finished,
            "dice_chose": self.state.dice_chose,
            **({"pivot": self.state.pivot} if self.state.pivot is not None else {}),
            **({"totals": dict(self.totals)} if self.totals else {}),
        }

    @classmethod
    def from_json(cls, terms: Terms, kept: Mapping[str, Any]) -> Progress:
        """Return what `as_json` gave of a partie that is played by *terms*."""
        return cls(
            PartieState(
                terms.rules.dealing,
                tuple(kept["places"]),
                kept["stretch"],
                kept["passes"],
                kept["is_finished"],
                kept["dice_chose"],
                kept.get("row_of"),
                kept.get("row", 0),
                kept.get("pivot"),
            ),
            kept["number"],
            kept.get("totals", {}),
        )


def table_of(state: PartieState, number: int) -> Table:
    """Return who sits where before game *number*."""
    return Table(
        number,
        state.round,
        state.round_letter,
        {wind.letter: player for wind, player in state.winds.items()},
        state.owner.letter if state.owner is not None else None,
        state.resting,
        state.now.dice_choose,
        expected_of(state) is not None,
        state.ends_row,
    )


def expected_dealer(partie: Underway) -> PlayerKey | None:
    """Return who is East of the next game by the rules; None if dice have to say."""
    return expected_of(partie.state)


def expected_of(state: PartieState) -> PlayerKey | None:
    """Return who is East by the rules, or was chosen by dice; None until they are."""
    return state.dealer or state.dice_chose


def next_table(partie: Underway, east: PlayerKey | None) -> Table:
    """
    Return who sits where in the next game, if *east* really was East.

    Where dice choose and nobody has said whom, the seats are those of the round's
    first game. Raise RulesError (bad_record) if *east* is no player at the table.
    """
    state = partie.state
    east = east or state.dice_chose
    if east is not None:
        if east not in state.places:
            raise RulesError(
                Code.BAD_RECORD,
                gettext_noop("The field “%(field)s” must be a player at the table."),
                {"field": "east"},
                field="east",
            )
        state = with_east(state, east)
    table = table_of(state, partie.number)
    return replace(table, knows_dealer=True) if east is not None else table


def table_played(partie: Underway, east: PlayerKey | None) -> Table:
    """
    Return who sat where in a game that was played.

    Raise RulesError (bad_record) if dice chose its East and nobody says whom.
    """
    if east is None and partie.state.now.dice_choose:
        raise RulesError(
            Code.BAD_RECORD,
            gettext_noop(
                "The field “%(field)s” must name the player whom the dice chose as"
                " East of the green-dragon game."
            ),
            {"field": "east"},
            field="east",
        )
    return next_table(partie, east)


class PlacedGame(Protocol):
    """A game that says where it was played."""

    @property
    def east(self) -> PlayerKey | None:
        """Who really sat East."""

    @property
    def round(self) -> int | None:
        """The round, where the rules would have another by now."""

    @property
    def round_wind(self) -> str | None:
        """The letter of that round's wind."""


AnyGame = TypeVar("AnyGame", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class Where:
    """Where a game was played, as far as its entry says so."""

    east: PlayerKey | None = None
    """Who really sat East; None for whom the rules say."""
    round: int | None = None
    """The round, where the rules would have another by now."""
    round_wind: str | None = None

    @classmethod
    def of(cls, game: PlacedGame) -> Where:
        """Return where a game says that it was played."""
        return cls(game.east, game.round, game.round_wind)

    def put_in(self, game: AnyGame) -> AnyGame:
        """Return a game that was played here."""
        return replace(
            game, east=self.east, round=self.round, round_wind=self.round_wind
        )


def placed(partie: Underway, where: Where) -> tuple[PartieState, Table]:
    """
    Return the state in which the next game was played, and who sat where.

    A game that kept its winds says its round too, where the rules would have
    another. Raise RulesError (bad_record) as `table_played` does.
    """
    state = partie.state
    if where.round is not None:
        state = in_round(state, where.round, where.round_wind)
    east = where.east or expected_of(partie.state)
    table = table_played(Progress(state, partie.number), east)
    return with_east(state, table.dealer), table


def table_at(partie: Underway, where: Where) -> Table:
    """Return who sits where in the next game, if it is played there."""
    return placed(partie, where)[1]


def in_round(state: PartieState, number: int, letter: str | None) -> PartieState:
    """Return the state in which that round is played, whatever the rules say."""
    for place, stretch in enumerate(state.dealing.schedule):
        if (stretch.round, stretch.letter) == (number, letter):
            chose = state.dice_chose if place == state.stretch else None
            seated = in_stretch(state, place)
            return replace(seated, is_finished=False, dice_chose=chose)
    return state
