"""The changes that a correction would make, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from clubscore.club.engine import sentence
from clubscore.partie import engine
from clubscore.partie.correction import Consequences, GameChange
from clubscore.partie.engine import FoldedGame
from clubscore.partie.outcome_text import Names, how_of
from clubscore.partie.seats import Deal, deal_of, round_name
from clubscore.partie.short_names import brief_names


@dataclass(frozen=True, slots=True)
class BeforeAndAfter:
    """A number before and after; None where there is none."""

    before: int | None
    after: int | None

    @property
    def differs(self) -> bool:
        """Whether it changes."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Words:
    """A few words before and after."""

    before: str
    after: str

    @property
    def differs(self) -> bool:
        """Whether they change."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sits on a seat, or rests."""

    seat: str
    """The wind's name."""
    player: Words


@dataclass(frozen=True, slots=True)
class PlayerCell:
    """What changes for a player in a game."""

    name: str
    brief: str
    """What the player is called where there is hardly any room."""
    score: BeforeAndAfter
    chips: BeforeAndAfter


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game as it was and as it would be."""

    number: int
    deal: Deal
    deal_after: Deal | None
    """Only where the winds pass on otherwise, among players in the same order."""
    round: Words
    seats: tuple[SeatLine, ...]
    """Only where somebody sits elsewhere."""
    winner: Words
    """Empty where nobody won."""
    how: Words
    """How it ended, without the winner."""
    whole: Words
    """Who won, and how."""
    cells: tuple[PlayerCell, ...]
    is_named: bool
    changes_scores: bool
    is_out: bool
    """Whether it is taken out."""
    error: str
    """Why it cannot be scored as it is asked."""
    can_keep: bool
    """Whether it could be scored with the winds that it had."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """What the partie comes to for a player."""

    name: str
    chips: BeforeAndAfter
    place: BeforeAndAfter


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that a correction would change."""

    games: tuple[GameLine, ...]
    """Those it names, and the later games at which anything changes."""
    unchanged: int
    """How many later games stay as they are."""
    players: tuple[PlayerLine, ...]
    ends: bool
    """Whether the partie would be over by it."""
    goes_on: bool
    """Whether the partie would not be over any more."""
    changes_standings: bool
    loses_events: bool

    @property
    def unscored(self) -> list[GameLine]:
        """The games that cannot be scored as it is asked."""
        return [game for game in self.games if game.error]


def comparison_of(found: Consequences, names: Names) -> Comparison:
    """Return what a correction would change."""
    shown = [game for game in found.games if _is_shown(game)]
    before, after = found.before, found.after
    return Comparison(
        tuple(_game_line(found, game, names) for game in shown),
        len(found.games) - len(shown),
        tuple(
            PlayerLine(
                names[player],
                BeforeAndAfter(before.chips.get(player), after.chips.get(player)),
                BeforeAndAfter(*places),
            )
            for player, places in found.places.items()
        ),
        after.is_finished and not before.is_finished,
        before.is_finished and not after.is_finished,
        found.changes_standings,
        bool(found.lost),
    )


def _is_shown(game: GameChange) -> bool:
    return bool(
        game.is_named
        or game.error
        or game.changes_winds
        or game.changes_scores
        or game.changes_chips
    )


def _game_line(found: Consequences, game: GameChange, names: Names) -> GameLine:
    after = game.after
    is_out = after is None and game.error is None
    pair = (game.before, game.before if after is None else after)
    is_in_order = _order(pair[0]) == _order(pair[1])
    games = [one.game for one in pair]
    winner = Words(*(names.get(one.winner or "", "") for one in games))
    players = _players(found)
    brief = brief_names({player: names[player] for player in players})
    how = Words(*(how_of(found.terms.ruleset, one.outcome, names) for one in games))
    told = (winner.before, how.before), (winner.after, how.after)
    return GameLine(
        game.number,
        deal_of(game.before.table, names),
        deal_of(pair[1].table, names) if game.changes_winds and is_in_order else None,
        Words(*(round_name(one.table) for one in pair)),
        tuple(_seat_lines(*pair, names)) if not is_in_order else (),
        winner,
        how,
        Words(*(", ".join(filter(None, one)) for one in told)),
        tuple(_cell(game, player, names, brief) for player in players),
        game.is_named,
        game.changes_scores,
        is_out,
        _error(game, names),
        game.error is not None and after is not None,
    )


def _error(game: GameChange, names: Names) -> str:
    """Return why a game cannot be scored as it is asked, and whom it concerns."""
    if game.error is None:
        return ""
    text = sentence(game.error)
    if game.concerned is None:
        return text
    return gettext("%(player)s would sit there: %(problem)s") % {
        "player": names[game.concerned],
        "problem": text,
    }


def _players(found: Consequences) -> list[str]:
    """Return everybody who belongs to the partie, before or after."""
    return list(dict.fromkeys([*found.before.totals, *found.after.totals]))


def _order(played: FoldedGame) -> tuple[str, ...]:
    """Return the players as they sit around the table, whoever is East."""
    resting = played.table.resting
    around = [*played.table.winds.values(), *([resting] if resting else [])]
    first = around.index(min(around))
    return (*around[first:], *around[:first])


def _seat_lines(
    before: FoldedGame, after: FoldedGame, names: Names
) -> Iterator[SeatLine]:
    """Yield who sits where, East first, and who rests."""
    winds = before.table.winds, after.table.winds
    for seat in after.table.winds:
        players = (names.get(one.get(seat, ""), "–") for one in winds)
        yield SeatLine(gettext(engine.wind_name(seat)), Words(*players))
    resting = [names.get(one.table.resting or "", "–") for one in (before, after)]
    if after.table.resting is not None:
        yield SeatLine(gettext("rests"), Words(*resting))


def _cell(game: GameChange, player: str, names: Names, brief: Names) -> PlayerCell:
    before, after = game.before, game.after
    return PlayerCell(
        names[player],
        brief[player],
        BeforeAndAfter(
            before.scores.get(player),
            after.scores.get(player) if after is not None else None,
        ),
        BeforeAndAfter(
            before.chips.get(player),
            after.chips.get(player) if after is not None else None,
        ),
    )
