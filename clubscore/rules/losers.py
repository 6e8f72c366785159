"""What a hand is worth that did not win: it lies as it scores most."""

from __future__ import annotations

from clubscore.rules.analysis import same_tiles
from clubscore.rules.counting import (
    HandScore,
    count,
    taken_apart,
    warn_if_better,
    worth_of_set,
)
from clubscore.rules.errors import Notice, gettext_noop
from clubscore.rules.hands import Game, Hand
from clubscore.rules.items import Sums
from clubscore.rules.jokers import best_pungs, best_written
from clubscore.rules.problems import HAND_SIZE
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import Wind
from clubscore.rules.sets import Shape, TileSet, WrittenSet, concealed_set
from clubscore.rules.situations import (
    CLAIMED_COLOURS,
    Reading,
    colours_of,
    situation_of,
)
from clubscore.rules.tiles import (
    JOKER,
    KINDS,
    UNIT,
    Packed,
    Tile,
    count_of,
    kinds_of,
    pack,
)

SETS_OF_A_HAND = 4
"""Thirteen tiles have room for no more sets."""


def losers_score(
    rules: Ruleset, game: Game, seat: Wind, hand: Hand, notices: list[Notice]
) -> HandScore:
    """Return what a loser's hand scores, or half of what it waits for."""
    kinds = kinds_of(hand.packed) if hand.is_complete else 0
    colours = colours_of(kinds)
    for claim in hand.claims:
        colours |= CLAIMED_COLOURS[claim]

    def worth(one: TileSet) -> Sums:
        sums = worth_of_set(rules, one, seat, game.table.round_wind).sums
        return rules.counting.rank(sums)

    def score(written: tuple[WrittenSet, ...], tiles: Packed) -> HandScore:
        sets = best_written(written, worth)
        more, loose = _laid_out(rules, game, seat, sets, tiles)
        reading = Reading(sets + more, loose)
        situation = situation_of(
            seat=seat,
            round_wind=game.table.round_wind,
            owner=game.table.owner,
            bonus=hand.bonus,
            kinds=kinds,
            colours=colours,
            reading=reading,
        )
        sums, earned = count(rules, situation, reading, rules.everybodys_items)
        points = rules.counting.points(sums)
        return HandScore(points, sums, reading=reading, earned=tuple(earned))

    tiles = pack(hand.tiles) if hand.written else hand.packed
    best = score(hand.written, tiles)
    best = _half_of_awaited(rules, hand, best) or best
    kept, regrouped = taken_apart(hand.written, tiles)
    if kept != hand.written:
        warn_if_better(best, score(kept, regrouped), seat, notices)
    if not hand.is_complete and hand.size > HAND_SIZE + hand.kongs:
        notices.append(
            Notice(
                "too_many_tiles",
                gettext_noop(
                    "%(seat)s has %(size)d tiles, more than a hand can have. Check"
                    " them, or call the hand dead."
                ),
                {"seat": seat.term, "size": hand.size},
                seat.letter,
            )
        )
    return best


def _laid_out(
    rules: Ruleset,
    game: Game,
    seat: Wind,
    sets: tuple[TileSet, ...],
    tiles: Packed,
) -> tuple[tuple[TileSet, ...], tuple[Tile, ...]]:
    """Return loose tiles as the sets that score most, and what is left of them."""
    jokers = count_of(tiles, JOKER)
    if not jokers:
        return same_tiles(tiles)
    round_wind = game.table.round_wind
    wanted = []
    for kind in range(KINDS):
        pung = concealed_set(Shape.PUNG, kind)
        sums = worth_of_set(rules, pung, seat, round_wind).sums
        worth, _ = rules.counting.rank(sums)
        if worth:
            wanted.append((kind, worth))
    room = SETS_OF_A_HAND - sum(one.shape is not Shape.PAIR for one in sets)
    made = best_pungs(tiles, jokers, tuple(wanted), room)
    for one in made:
        for tile in one.tiles:
            tiles -= UNIT[tile]
    spare = count_of(tiles, JOKER)
    more, loose = same_tiles(tiles - spare * UNIT[JOKER])
    return made + more, loose + (JOKER,) * spare


def _half_of_awaited(
    rules: Ruleset, hand: Hand, counted: HandScore
) -> HandScore | None:
    """Return the half of the best limit hand awaited, if it is more than counted."""
    may_wait = _may_wait(hand)
    for limit in rules.irregular_limits:
        half = rules.counting.of_waiting(limit.points)
        if half <= counted.points:
            break
        if limit.key in hand.waiting_for or (
            may_wait and limit.shape.waits(hand.packed) & rules.tiles.kinds
        ):
            return HandScore(
                half, None, limit, is_waiting=True, reading=counted.reading
            )
    return None


def _may_wait(hand: Hand) -> bool:
    """Tell whether all 13 tiles are known and concealed, without a kong."""
    return (
        hand.is_complete
        and not hand.kongs
        and all(one.is_concealed for one in hand.written)
    )
