"""The seats of the next game, as pages and forms need them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext, gettext_lazy

from clubscore.partie import engine
from clubscore.partie.engine import Chronicle, Progress, Table
from clubscore.partie.scores import Score


@dataclass(frozen=True, slots=True)
class TableSeat:
    """Who sits on a seat in the next game, or rests."""

    letter: str
    """Empty for who rests."""
    wind: str
    """Empty for who rests, and until dice have chosen who is East."""
    key: str
    """The player's id."""
    name: str
    chips: Score
    deals: bool = False
    """Whether the player is East, or owns the game."""
    owns: bool = False
    """Whether the game is the player's, where seat winds stay."""


def called_with_wind(seat: TableSeat) -> str:
    """Return the wind and the name of who sits on a seat; the name alone until then."""
    return with_wind(seat.wind, seat.name) if seat.wind else seat.name


def with_wind(wind: str, name: str) -> str:
    """Return how a player is called where it matters who sits where."""
    return engine.with_wind(translation, wind, name)


def seats_of(
    table: Table, names: Mapping[str, str], chips: Mapping[str, Score]
) -> list[TableSeat]:
    """Return the seats of the next game, East first."""
    return [
        TableSeat(
            letter,
            gettext(engine.wind_name(letter)) if table.knows_dealer else "",
            key,
            names[key],
            chips[key],
            deals=table.knows_dealer and key == table.dealer,
            owns=letter == table.owner,
        )
        for letter, key in table.winds.items()
    ]


def rester_of(
    table: Table, names: Mapping[str, str], chips: Mapping[str, Score]
) -> TableSeat | None:
    """Return who rests in the next game; None if nobody does."""
    key = table.resting
    return TableSeat("", "", key, names[key], chips[key]) if key is not None else None


@dataclass(frozen=True, slots=True)
class GameSeats:
    """Who sits where in a game that is recorded, and who should."""

    table: Table
    seats: tuple[TableSeat, ...]
    rester: TableSeat | None
    expected: str | None
    """Who is East or owner by the rules; None where dice have to say."""
    players: tuple[tuple[str, str], ...]
    """The ids and names of all who belong to the partie, the first East first."""

    @property
    def other_dealer(self) -> str | None:
        """Who is East or owner where the rules say another, or dice had to say."""
        if self.table.dice_choose:
            return self.table.dealer if self.table.knows_dealer else None
        return self.table.dealer if self.table.dealer != self.expected else None


def seating_of(
    chronicle: Chronicle, names: Mapping[str, str], east: str | None
) -> GameSeats:
    """
    Return who sits where in the next game if *east* is East.

    Who does not belong to the partie is nobody's East: the form says so.
    """
    is_known = east in chronicle.state.places
    table = engine.next_table(chronicle, east if is_known else None)
    chips = chronicle.chips
    return GameSeats(
        table,
        tuple(seats_of(table, names, chips)),
        rester_of(table, names, chips),
        engine.expected_dealer(chronicle),
        tuple((key, names[key]) for key in chronicle.state.places),
    )


@dataclass(frozen=True, slots=True)
class Deal:
    """What a page says of a game before a tile is drawn."""

    round: str
    """How its round is called."""
    dealer: str
    """The name of East, or of the owner; empty until dice have chosen."""
    is_owners: bool
    """Whether the game has an owner instead of a dealer."""
    resting: str
    """The name of who rests, if somebody does."""
    moves: str = ""
    """Who takes whose place before it, in a sentence; empty where nobody does."""


def deal_of(table: Table, names: Mapping[str, str]) -> Deal:
    """Return what to say of a game."""
    return Deal(
        round_name(table),
        names[table.dealer] if table.knows_dealer else "",
        table.owner is not None,
        names[table.resting] if table.resting is not None else "",
    )


PLAYERS_MOVE = gettext_lazy("The players change seats: %(moves)s.")
MOVE = gettext_lazy("%(name)s to %(other)s’s place")


def moves_before(chronicle: Chronicle, names: Mapping[str, str]) -> str:
    """Return who takes whose place before the next game; empty where nobody does."""
    state = chronicle.state
    if not state.dealing.seat_changes or state.is_finished or not chronicle.games:
        return ""
    last = chronicle.games[-1].table
    if last.round == state.round:
        return ""
    # East passes on to South: in the last game of a round its first East sits South.
    _east, *others = last.winds.values()
    sat = [*others, last.winds["E"]]
    moves = [
        MOVE % {"name": names[player], "other": names[before]}
        for player, before in zip(state.places, sat, strict=True)
        if player != before
    ]
    return PLAYERS_MOVE % {"moves": ", ".join(moves)} if moves else ""


def deal_sentence(deal: Deal) -> str:
    """Return in a line who is East in a game, as its screen has it at the top."""
    if not deal.dealer:
        return deal.round
    called = {"round": deal.round, "name": deal.dealer}
    if deal.is_owners:
        sentence = gettext("%(round)s; %(name)s owns the game") % called
    else:
        sentence = gettext("%(round)s; %(name)s is East") % called
    if not deal.resting:
        return sentence
    return f"{sentence}; {gettext('%(name)s rests') % {'name': deal.resting}}"


def next_sentence(progress: Progress, dealer: str, names: Mapping[str, str]) -> str:
    """Return who is East of the next game, where *dealer* was in the last one."""
    if progress.state.is_finished:
        return gettext("The partie is over.")
    east = engine.expected_dealer(progress)
    if east is None:
        return gettext("Dice choose who is East next.")
    name = {"name": names[east]}
    if engine.table_of(progress.state, 0).owner is not None:
        return gettext("%(name)s owns the next game.") % name
    if east == dealer:
        return gettext("%(name)s stays East.") % name
    return gettext("%(name)s is East next.") % name


def round_name(table: Table) -> str:
    """Return how a game's round is called."""
    if table.round_wind is None:
        return gettext("Round %(number)d") % {"number": table.round}
    if table.round_wind != engine.GREEN:
        wind = gettext(engine.wind_name(table.round_wind))
        return gettext("Round of %(wind)s") % {"wind": wind}
    if table.dice_choose:
        return gettext("Green-dragon game after round %(number)d") % {
            "number": table.round
        }
    return gettext("Green-dragon round")
