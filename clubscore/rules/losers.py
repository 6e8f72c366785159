"""What a hand is worth that did not win: it lies as it scores most."""

from __future__ import annotations

from clubscore.rules.analysis import same_tiles
from clubscore.rules.counting import HandScore, count, taken_apart, warn_if_better
from clubscore.rules.errors import Notice, gettext_noop
from clubscore.rules.hands import Game, Hand
from clubscore.rules.items import Ruleset
from clubscore.rules.problems import HAND_SIZE
from clubscore.rules.seats import Wind
from clubscore.rules.sets import TileSet
from clubscore.rules.situations import (
    CLAIMED_COLOURS,
    Reading,
    colours_of,
    situation_of,
)
from clubscore.rules.tiles import Packed, kinds_of, pack


def losers_score(
    rules: Ruleset, game: Game, seat: Wind, hand: Hand, notices: list[Notice]
) -> HandScore:
    """Return what a loser's hand scores, or half of what it waits for."""
    kinds = kinds_of(hand.packed) if hand.is_complete else 0
    colours = colours_of(kinds)
    for claim in hand.claims:
        colours |= CLAIMED_COLOURS[claim]

    def score(sets: tuple[TileSet, ...], tiles: Packed) -> HandScore:
        more, loose = same_tiles(tiles)
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
        base, doubles, earned = count(rules, situation, reading, rules.everybodys_items)
        points = rules.counting.points(base, doubles)
        return HandScore(points, base, doubles, reading=reading, earned=tuple(earned))

    sets = hand.sets
    best = score(sets, pack(hand.tiles) if sets else hand.packed)
    best = _half_of_awaited(rules, hand, best) or best
    kept, regrouped = taken_apart(sets, pack(hand.tiles) if sets else 0)
    if len(kept) < len(sets):
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


def _half_of_awaited(
    rules: Ruleset, hand: Hand, counted: HandScore
) -> HandScore | None:
    """Return the half of the best limit hand awaited, if it is more than counted."""
    may_wait = _may_wait(hand)
    for limit in rules.irregular_limits:
        half = rules.counting.round(limit.points // rules.counting.waiting_divisor)
        if half <= counted.points:
            break
        if limit.key in hand.waiting_for or (
            may_wait and limit.shape.waits(hand.packed)
        ):
            return HandScore(
                half, None, None, limit, is_waiting=True, reading=counted.reading
            )
    return None


def _may_wait(hand: Hand) -> bool:
    """Tell whether all 13 tiles are known and concealed, without a kong."""
    return (
        hand.is_complete
        and not hand.kongs
        and all(one.is_concealed for one in hand.written)
    )
