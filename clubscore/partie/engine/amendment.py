"""
A partie as it would be if one of its entries had been recorded otherwise.

The partie is folded twice, as it was recorded and as it is amended, so that every later
game can be held against what it was. A game at which nothing changes keeps the result
that was computed when it was recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from clubscore.partie.engine.chronicles import (
    Chronicle,
    FoldedGame,
    Happened,
    add,
    can_happen,
    chronicle_of,
)
from clubscore.partie.engine.recorded_games import game_of
from clubscore.partie.entries import PlayerKey, RecordedGame
from clubscore.rules import RulesError
from clubscore.rules.errors import Code, gettext_noop
from clubscore.rules.settlement import limits_losses
from clubscore.rules.table.progress import Where, expected_of, placed
from clubscore.rules.table.scores import is_from_paper
from clubscore.rules.table.table_seats import Table, Terms, record_of


class Replay(Enum):
    """Who is East in the games after what is amended."""

    PLAYED = "played"
    """Who really sat there, in the round that was played."""
    SHOULD = "should"
    """Whom the rules say."""
    BY_NAME = "name"
    """Whom the rules say, or who was said to have sat there against them."""
    BY_SEAT = "seat"
    """Whoever has the seat of the player who was, in all that was recorded."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """What is to be otherwise than it was recorded; entries go by their ids."""

    games: Mapping[int, RecordedGame] = field(default_factory=dict)
    """The games that are recorded anew."""
    out: frozenset[int] = frozenset()
    """What is taken out of the partie."""
    event: Happened | None = None
    """What is to happen besides."""
    before: int | None = None
    """The game that it happens before; None for what happens last."""
    replay: Replay = Replay.PLAYED
    keeping: frozenset[int] = frozenset()
    """The games that keep their winds whatever is asked of the others."""


@dataclass(frozen=True, slots=True)
class Step:
    """A game as it was and as it would be."""

    before: FoldedGame
    after: FoldedGame | None
    """None for what is taken out, and for what cannot be scored in any way."""
    error: RulesError | None = None
    """Why it cannot be scored as it is asked; `after` keeps its winds then."""
    concerned: PlayerKey | None = None
    """Whose hand that error is about."""

    @property
    def is_revised(self) -> bool:
        """Whether it needs a revision."""
        after = self.after
        return after is None or (
            after.game != self.before.game or after.result != self.before.result
        )


@dataclass(slots=True)
class Amended:
    """A partie before and after an amendment."""

    before: Chronicle
    after: Chronicle
    steps: list[Step] = field(default_factory=list)
    """The games from the first one on that the amendment touches."""
    lost: list[int] = field(default_factory=list)
    """Events that could not have happened then, by their ids."""


def amended(
    terms: Terms,
    players: Iterable[PlayerKey],
    entries: Sequence[Happened],
    amendment: Amendment,
) -> Amended:
    """Return what *entries* come to once they are amended."""
    places = tuple(players)
    both = Amended(chronicle_of(terms, places, ()), chronicle_of(terms, places, ()))
    has_begun = False
    for entry in entries:
        if amendment.event is not None and amendment.before == entry.key:
            has_begun = True
            _happen(both, amendment.event)
        has_begun |= entry.key in amendment.out or entry.key in amendment.games
        if not has_begun:
            add(both.before, entry)
            add(both.after, entry)
        elif isinstance(entry.content, RecordedGame):
            both.steps.append(_step(both, entry, amendment))
        else:
            add(both.before, entry)
            if entry.key not in amendment.out:
                _happen(both, entry)
    if amendment.event is not None and amendment.before is None:
        _happen(both, amendment.event)
    return both


def _happen(both: Amended, event: Happened) -> None:
    """Let an event happen in the amended partie, if it can."""
    if can_happen(both.after, event.content):
        add(both.after, event)
    else:
        both.lost.append(event.key)


def _step(both: Amended, entry: Happened, amendment: Amendment) -> Step:
    """Add a game to both parties, as well as it goes to the amended one."""
    names = dict(zip(both.before.state.places, both.after.state.places, strict=True))
    add(both.before, entry)
    before = both.before.games[-1]
    if entry.key in amendment.out:
        return Step(before, None)
    error = concerned = None
    for game in _wishes(both.after, before, amendment, names):
        try:
            if isinstance(game, RulesError):
                raise game
            _play(both.after, before, game)
        except RulesError as refused:
            if error is None:
                refused.game = before.table.number
                error, concerned = refused, _concerned(both.after, game, refused)
            continue
        return Step(before, both.after.games[-1], error, concerned)
    return Step(before, None, error, concerned)


def _concerned(
    chronicle: Chronicle, game: RecordedGame | RulesError, error: RulesError
) -> PlayerKey | None:
    """Return who would sit where an error says that something is wrong."""
    if error.seat is None or isinstance(game, RulesError):
        return None
    _state, table = placed(chronicle, Where.of(game))
    return table.winds.get(error.seat)


def _wishes(
    chronicle: Chronicle,
    before: FoldedGame,
    amendment: Amendment,
    names: Mapping[PlayerKey, PlayerKey],
) -> Iterable[RecordedGame | RulesError]:
    """Yield how a game is to be recorded, and then what is second best."""
    anew = amendment.games.get(before.key)
    if anew is not None:
        yield _anew(chronicle, before, anew, amendment.replay)
        return
    if amendment.replay is Replay.BY_SEAT:
        yield before.game.renamed(lambda player: names.get(player, player))
        return
    if amendment.replay is not Replay.PLAYED and before.key not in amendment.keeping:
        if chronicle.is_finished:
            yield RulesError(
                Code.FINISHED, gettext_noop("The partie would have been over by then.")
            )
        else:
            yield _with_rules_east(chronicle, before, amendment.replay)
    where = _in_round(chronicle, before, Where.of(before.game), Replay.PLAYED)
    yield where.put_in(before.game)


def _anew(
    chronicle: Chronicle, before: FoldedGame, anew: RecordedGame, replay: Replay
) -> RecordedGame | RulesError:
    """Return a game as it is recorded now, all in players' ids."""
    where = Where(anew.east or before.game.east)
    where = _in_round(chronicle, before, where, replay)
    try:
        _state, table = placed(chronicle, where)
    except RulesError as error:
        return error
    if is_from_paper(chronicle.terms, anew):
        return where.put_in(replace(anew, hands={}))
    record = record_of(chronicle.terms, table, anew)
    return where.put_in(game_of(chronicle.terms, table, record))


def _with_rules_east(
    chronicle: Chronicle, before: FoldedGame, replay: Replay
) -> RecordedGame:
    """Return a game with whom the rules say on East; dice said whom they chose."""
    was_against_rules = before.table.dealer != before.expected_dealer
    east = expected_of(chronicle.state)
    if east is None or (replay is Replay.BY_NAME and was_against_rules):
        east = before.game.east
    return Where(east).put_in(before.game)


def _in_round(
    chronicle: Chronicle, before: FoldedGame, where: Where, replay: Replay
) -> Where:
    """Return a place that says its round where the rules would have another now."""
    if replay is not Replay.PLAYED:
        return where
    state, table = chronicle.state, before.table
    played = (table.round, table.round_wind)
    if not state.is_finished and played == (state.round, state.round_letter):
        return where
    return Where(where.east, table.round, table.round_wind)


def _play(chronicle: Chronicle, before: FoldedGame, game: RecordedGame) -> None:
    """Add a game, which is only scored if something about it is new."""
    _state, table = placed(chronicle, Where.of(game))
    is_same = game.substance == before.game.substance and _is_same(table, before.table)
    is_same &= not limits_losses(chronicle.terms.rules) or all(
        chronicle.totals.get(player) == total - before.scores.get(player, 0)
        for player, total in before.totals.items()
    )
    result = before.result if is_same else None
    add(chronicle, Happened(before.key, game, result))


def _is_same(table: Table, other: Table) -> bool:
    return replace(table, number=0) == replace(other, number=0)
