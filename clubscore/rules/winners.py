"""
What the winner's hand is worth: the best count of every way it can lie.

The hand is tried in every arrangement and with every set that the winning tile
can have completed; the one worth most to the player counts, as the contract
asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from clubscore.rules.analysis import divisions, regular_waits
from clubscore.rules.counting import HandScore, count, taken_apart, warn_if_better
from clubscore.rules.errors import Code, Notice, RulesError, gettext_noop
from clubscore.rules.hands import Circumstance, Game, Hand, Source, Win
from clubscore.rules.items import IrregularLimit, LimitHand, Ruleset
from clubscore.rules.problems import HAND_SIZE
from clubscore.rules.sets import Shape, TileSet, cake_pair, exposed, is_cake
from clubscore.rules.situations import Reading, colours_of, situation_of
from clubscore.rules.tiles import (
    BAMBOO_1,
    CIRCLE_1,
    EVERY_KIND,
    UNIT,
    Kinds,
    Packed,
    Tile,
    count_of,
    kinds_of,
    pack,
)

SETS_OF_A_HAND = 4
"""A winning hand has this many sets besides its pair."""


class _Winner(NamedTuple):
    """A winner's hand as the engine tries it."""

    sets: tuple[TileSet, ...]
    """Sets that stay as they are written."""
    tiles: Packed
    """Concealed tiles to be arranged."""
    whole: Packed
    """All tiles together."""
    tile: Tile | None
    """What the winning tile counts as; None where it does not matter."""
    completes: TileSet | None
    """The set that the winning tile is said to have completed."""
    is_cake: bool
    """Whether the winning tile is a 1 of circles that pairs a 1 of bamboos."""
    cake_is_loose: bool
    """Whether that 1 of circles is among `tiles`, where it counts as bamboo."""
    is_self_drawn: bool


def winners_score(
    rules: Ruleset, game: Game, hand: Hand, win: Win, notices: list[Notice]
) -> HandScore:
    """
    Return the best count of the winner's hand.

    Raise RulesError (impossible, not_a_winning_hand, below_minimum) if the hand
    did not win.
    """
    winner = _winner_of(hand.sets, pack(hand.tiles), win)
    best, is_shape = _best(rules, game, hand, win, winner)
    if best is None:
        if winner.is_cake and not is_shape:
            raise RulesError(
                Code.IMPOSSIBLE,
                gettext_noop(
                    "Bird eats cake needs a 1 of circles that completes the pair with"
                    " a 1 of bamboos; %(seat)s's hand has no such pair."
                ),
                {"seat": win.winner.term},
                seat=win.winner.letter,
                field="outcome.circumstances",
            )
        if not is_shape:
            raise RulesError(
                Code.NOT_A_WINNING_HAND,
                gettext_noop(
                    "%(seat)s's tiles are not four sets and a pair, nor a limit hand"
                    " of this ruleset. Check the tiles."
                ),
                {"seat": win.winner.term},
                seat=win.winner.letter,
                field="hands." + win.winner.letter,
            )
        raise rules.counting.below_minimum(win.winner)
    kept, regrouped = taken_apart(winner.sets, pack(hand.tiles))
    # A set that is said to have been completed was there, so it is not regrouped.
    may_regroup = winner.completes is None or winner.completes in kept
    if len(kept) < len(winner.sets) and may_regroup:
        anew = _winner_of(kept, regrouped, win)
        other, _ = _best(rules, game, hand, win, anew)
        if other is not None:
            warn_if_better(best, other, win.winner, notices)
    return best


def _winner_of(sets: tuple[TileSet, ...], tiles: Packed, win: Win) -> _Winner:
    tile = win.tile
    whole = tiles + sum(one.packed for one in sets)
    is_cake_win = Circumstance.BIRD_EATS_CAKE in win.circumstances
    cake_is_loose = False
    if is_cake_win:
        # NTS, Begrippen: the 1 of circles counts as 1 of bamboos in everything.
        tile = BAMBOO_1
        if not any(map(is_cake, sets)):
            as_bamboo = UNIT[BAMBOO_1] - UNIT[CIRCLE_1]
            whole += as_bamboo
            if count_of(tiles, CIRCLE_1):
                cake_is_loose = True
                tiles += as_bamboo
    elif win.source is Source.DEAL:
        tile = None
    completes = win.completes.as_set if win.completes is not None else None
    return _Winner(
        sets,
        tiles,
        whole,
        tile,
        completes,
        is_cake_win,
        cake_is_loose,
        win.is_self_drawn,
    )


def _best(
    rules: Ruleset, game: Game, hand: Hand, win: Win, winner: _Winner
) -> tuple[HandScore | None, bool]:
    """
    Return the winner's best legal count, and whether the shape wins at all.

    Worth most is what pays most; then a limit hand, by the order of the
    ruleset's table; then what has more doubles.
    """
    occasions = [one for one in rules.occasion_limits if one.fits(win)]
    best: HandScore | None = None
    best_rank: tuple[int, ...] = ()
    is_shape = False

    def offer(score: HandScore) -> None:
        nonlocal best, best_rank
        if score.limit is not None:
            place = rules.limit_order[score.limit.key]
            rank: tuple[int, ...] = (score.points, 1, -place)
        else:
            assert score.base is not None
            assert score.doubles is not None
            rank = (score.points, 0, score.doubles, score.base)
        if best is None or rank > best_rank:
            best, best_rank = score, rank

    for limit, reading in _irregular_readings(rules, winner):
        is_shape = True
        for one in (limit, *occasions):
            points = rules.counting.round(one.points)
            offer(HandScore(points, None, None, one, reading=reading))

    kinds = kinds_of(winner.whole)
    colours = colours_of(kinds)
    waits: dict[Packed, bool] = {}
    for reading, waited in _regular_readings(winner, win):
        is_shape = True
        if waited is None:
            is_only = False
        else:
            if waited not in waits:
                waits[waited] = _is_only_possible(rules, winner, waited)
            is_only = waits[waited]
        situation = situation_of(
            seat=win.winner,
            round_wind=game.table.round_wind,
            owner=game.table.owner,
            win=win,
            bonus=hand.bonus,
            kinds=kinds,
            colours=colours,
            reading=reading,
            is_only_possible=is_only,
        )
        limits: list[LimitHand] = [
            one for one in rules.regular_limits if one.fits(situation)
        ]
        limits += occasions
        for one in limits:
            points = rules.counting.round(one.points)
            offer(HandScore(points, None, None, one, reading=reading))
        if limits and not rules.counting.limit_hand_may_be_counted:
            continue
        base, doubles, earned = count(rules, situation, reading, rules.winners_items)
        # NTS, Mahjong: a limit hand may win whatever its doubles, counted or not.
        if limits or rules.counting.is_enough(earned, doubles):
            points = rules.counting.points(base, doubles)
            offer(
                HandScore(points, base, doubles, reading=reading, earned=tuple(earned))
            )
    return best, is_shape


def _irregular_readings(
    rules: Ruleset, winner: _Winner
) -> Iterator[tuple[IrregularLimit, Reading]]:
    """Yield the limit hands without sets that the tiles are."""
    lying = [one for one in winner.sets if not one.is_concealed]
    if any(one.shape is Shape.KONG for one in winner.sets) or len(lying) > 1:
        return
    if lying:
        # Concealed until the winning tile: only the set it completed may lie open,
        # and only if the tile was claimed.
        [one] = lying
        if winner.is_self_drawn:
            return
        if winner.tile is None or not count_of(one.packed, winner.tile):
            return
        if winner.is_cake and not is_cake(one):
            return
        if winner.completes not in (None, one):
            return
    for limit in rules.irregular_limits:
        if not limit.shape.completes(winner.whole):
            continue
        sets, loose = limit.shape.arrange(winner.whole)
        if winner.is_cake:
            pair = next(
                (
                    index
                    for index, one in enumerate(sets)
                    if one.shape is Shape.PAIR and one.tile == BAMBOO_1
                ),
                None,
            )
            if pair is None:
                continue
            sets = (*sets[:pair], cake_pair(is_concealed=True), *sets[pair + 1 :])
        yield limit, Reading(sets, loose)


def _regular_readings(
    winner: _Winner, win: Win
) -> Iterator[tuple[Reading, Packed | None]]:
    """
    Yield the hand as four sets and a pair, for each set the tile can complete.

    With each reading comes the concealed part of the hand before the winning
    tile, None where nobody knows which tile that was.
    """
    for division in divisions(winner.tiles):
        sets = winner.sets + division
        pairs = sum(one.shape is Shape.PAIR for one in sets)
        if pairs != 1 or len(sets) != SETS_OF_A_HAND + 1:
            continue
        if winner.tile is None:
            yield Reading(sets), None
            continue
        for index in _completed(winner, sets):
            one = sets[index]
            lies = cake_pair(is_concealed=one.is_concealed) if winner.is_cake else one
            if not win.is_self_drawn:
                # NTS, Winnende steen: what a claimed tile completes is exposed.
                lies = exposed(lies)
            after = (*sets[:index], lies, *sets[index + 1 :])
            yield Reading(after, (), index), _before(winner, one, winner.tile)


def _completed(winner: _Winner, sets: tuple[TileSet, ...]) -> Iterator[int]:
    """Yield the places of the sets that the winning tile can have completed."""
    assert winner.tile is not None
    seen: set[TileSet] = set()
    for index, one in enumerate(sets):
        if one in seen or not count_of(one.packed, winner.tile):
            continue
        seen.add(one)
        is_written = index < len(winner.sets)
        if winner.completes is not None and not (
            is_written and one == winner.completes
        ):
            continue
        if winner.is_cake:
            may_be_cake = is_cake(one) or (winner.cake_is_loose and not is_written)
            if one.shape is not Shape.PAIR or not may_be_cake:
                continue
        if one.shape is not Shape.KONG:
            yield index


def _before(winner: _Winner, completed: TileSet, tile: Tile) -> Packed:
    """Return the concealed part of the hand before the winning tile."""
    concealed = winner.tiles - UNIT[tile]
    for one in winner.sets:
        if one.is_concealed and one.shape is not Shape.KONG:
            concealed += one.packed
    return concealed if completed.is_concealed else concealed + completed.packed


_FOUR = EVERY_KIND << 2
"""The bit of each kind that says there are four of it."""


def _is_only_possible(rules: Ruleset, winner: _Winner, waited: Packed) -> bool:
    """
    Tell whether no other kind would have made the concealed part a legal shape.

    *waited* is that part before the winning tile. A kind of which the player
    held four already was not possible.
    """
    assert winner.tile is not None
    waits: Kinds = regular_waits(waited)
    if sum(waited.to_bytes(34, "little")) == HAND_SIZE:
        for limit in rules.irregular_limits:
            waits |= limit.shape.waits(waited)
    held = winner.whole - UNIT[winner.tile]
    waits &= ~((held & _FOUR) >> 2)
    waits &= ~UNIT[winner.tile]
    if winner.is_cake:
        # The bird and the cake are one kind together.
        waits &= ~UNIT[CIRCLE_1]
    return not waits
