"""The worth of a hand that did not win: it lies as it scores most."""

from __future__ import annotations

from collections.abc import Callable

from clubscore.rules.analysis import divisions, regular_waits, same_tiles
from clubscore.rules.errors import Notice, gettext_noop
from clubscore.rules.hand_count import (
    NO_READING,
    NOTHING_BESIDE,
    Beside,
    HandScore,
    bonus_of,
    count,
    taken_apart,
    warn_if_better,
    worth_of_set,
)
from clubscore.rules.hand_points import PointsAndDoubles
from clubscore.rules.hands import Hand, PlayedGame
from clubscore.rules.items import CountedLimit, RegularLimit, Sums
from clubscore.rules.jokers import best_pungs, best_written
from clubscore.rules.problems import HAND_SIZE
from clubscore.rules.ruleset import AwaitedLimit, Ruleset
from clubscore.rules.seats import Wind
from clubscore.rules.sets import (
    SETS_OF_A_HAND,
    Shape,
    TileSet,
    WrittenSet,
    chows_in,
    concealed_set,
)
from clubscore.rules.situations import (
    CLAIMED_COLOURS,
    Reading,
    Situation,
    colours_of,
    situation_of,
)
from clubscore.rules.tiles import (
    COPIES,
    JOKER,
    KINDS,
    UNIT,
    Packed,
    Tile,
    count_of,
    kinds_of,
    pack,
    tiles_of,
)


def losers_score(
    rules: Ruleset, game: PlayedGame, seat: Wind, hand: Hand, notices: list[Notice]
) -> HandScore:
    """Return what a loser's hand scores, or the share of what it waits for."""
    counting = rules.counting_sums
    kinds = kinds_of(hand.packed) if hand.is_complete else 0
    colours = colours_of(kinds)
    for claim in hand.claims:
        colours |= CLAIMED_COLOURS[claim]

    def worth(one: TileSet) -> Sums:
        sums = worth_of_set(rules, one, seat, game.table.round_wind).sums
        return counting.rank(sums)

    finished = _finished(rules, game, seat, hand)
    items = rules.everybodys_items + tuple(
        one
        for one in rules.short_items
        if one.key in hand.waiting_for or any(map(one.fits, finished))
    )

    def situated(reading: Reading) -> Situation:
        return situation_of(
            seat=seat,
            round_wind=game.table.round_wind,
            owner=game.table.owner,
            bonus=hand.bonus,
            kinds=kinds,
            colours=colours,
            reading=reading,
            original_call=hand.original_call,
            tiles=hand.packed if hand.is_complete else 0,
        )

    def score(written: tuple[WrittenSet, ...], tiles: Packed) -> HandScore:
        sets = best_written(written, worth)
        more, loose = _laid_out(worth, sets, tiles)
        reading = Reading(sets + more, loose)
        sums, earned = count(rules, situated(reading), reading, items)
        points = counting.points(sums)
        return HandScore(points, sums, reading=reading, earned=tuple(earned))

    tiles = pack(hand.tiles) if hand.written else hand.packed
    best = score(hand.written, tiles)
    bonus = bonus_of(rules, situated(NO_READING)) if hand.bonus else NOTHING_BESIDE
    best = _awaited(rules, hand, best, finished, bonus) or best
    kept, regrouped = taken_apart(hand.written, tiles)
    if kept != hand.written:
        warn_if_better(best, score(kept, regrouped), seat, notices)
    if hand.size > HAND_SIZE + hand.kongs:
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
    worth: Callable[[TileSet], Sums], sets: tuple[TileSet, ...], tiles: Packed
) -> tuple[tuple[TileSet, ...], tuple[Tile, ...]]:
    """Return loose tiles as the sets that score most, and what is left of them."""
    jokers = count_of(tiles, JOKER)
    if not jokers:
        return same_tiles(tiles)
    pungs = (concealed_set(Shape.PUNG, kind) for kind in range(KINDS))
    wanted = tuple((one.tile, most) for one in pungs if (most := worth(one)[0]))
    room = SETS_OF_A_HAND - sum(one.shape is not Shape.PAIR for one in sets)
    made = best_pungs(tiles, jokers, wanted, room)
    for one in made:
        for tile in one.tiles:
            tiles -= UNIT[tile]
    spare = count_of(tiles, JOKER)
    more, loose = same_tiles(tiles - spare * UNIT[JOKER])
    return made + more, loose + (JOKER,) * spare


def _awaited(
    rules: Ruleset,
    hand: Hand,
    counted: HandScore,
    finished: tuple[Situation, ...],
    bonus: Beside,
) -> HandScore | None:
    """
    Return the share of the best limit hand awaited, if it counts instead.

    *finished* is what the hand would be with one tile more, as sets and a pair.
    """
    counting = rules.counting
    if not isinstance(counting, PointsAndDoubles) or counting.waiting is None:
        return None
    waiting = counting.waiting
    may_wait = _may_wait(hand)
    # A share that prevails needs no more than the count; another needs a point more.
    beaten = counted.points - waiting.prevails
    best = None
    for limit in rules.awaited_limits:
        beside = bonus if counting.counts_bonus_beside_limits else NOTHING_BESIDE
        if isinstance(limit, CountedLimit):
            assert counted.sums is not None
            beside = bonus
            base = counted.sums[0] - bonus.sums[0] + limit.points
            own = base << limit.doubles
            points = counting.of_counted(base, limit.doubles, bonus.sums)
        else:
            own = counting.round(waiting.of(limit.points))
            points = counting.with_bonus(own, beside.sums)
        if points <= beaten:
            continue
        if limit.key in hand.waiting_for or _is_short_of(
            rules, limit, hand, finished, may_wait=may_wait
        ):
            beaten = points
            best = HandScore(
                points,
                None,
                limit,
                is_waiting=True,
                reading=counted.reading,
                earned=beside.earned,
                of_limit=own,
            )
    return best


def _is_short_of(
    rules: Ruleset,
    limit: AwaitedLimit,
    hand: Hand,
    finished: tuple[Situation, ...],
    *,
    may_wait: bool,
) -> bool:
    """Tell whether one tile more would make the hand the limit hand."""
    if isinstance(limit, RegularLimit):
        return any(map(limit.fits, finished))
    many = kinds_of(hand.packed).bit_count()
    if not may_wait or many not in limit.shape.kinds_before:
        return False
    return bool(limit.shape.waits(hand.packed) & rules.tiles.kinds)


def _finished(
    rules: Ruleset, game: PlayedGame, seat: Wind, hand: Hand
) -> tuple[Situation, ...]:
    """
    Return what the hand can be as sets and a pair with one tile more.

    The tile counts as drawn, and one of which the hand holds four is not missing.
    What lies exposed stays, and so do kongs. Empty where no rule asks for it.
    """
    waiting = rules.counting.waiting
    asks = (waiting is not None and waiting.includes_sets) or rules.short_items
    if not asks or not hand.is_complete:
        return ()
    tiles = pack(hand.tiles) if hand.written else hand.packed
    kept, tiles = taken_apart(hand.written, tiles)
    stay = tuple(one.as_set for one in kept if one.as_set is not None)
    found = []
    for tile in tiles_of(regular_waits(tiles) & rules.tiles.kinds):
        if count_of(hand.packed, tile) == COPIES:
            continue
        kinds = kinds_of(hand.packed + UNIT[tile])
        for division in divisions(tiles + UNIT[tile]):
            sets = stay + division
            # So many sets of so many tiles have one pair among them.
            if len(sets) != SETS_OF_A_HAND + 1:
                continue
            if chows_in(sets) > rules.winning.most_chows:
                continue
            found.append(
                situation_of(
                    seat=seat,
                    round_wind=game.table.round_wind,
                    owner=game.table.owner,
                    bonus=hand.bonus,
                    kinds=kinds,
                    colours=colours_of(kinds),
                    reading=Reading(sets),
                    tiles=hand.packed + UNIT[tile],
                )
            )
    return tuple(found)


def _may_wait(hand: Hand) -> bool:
    """Tell whether all 13 tiles are known and concealed, without a kong."""
    return (
        hand.is_complete
        and not hand.kongs
        and all(one.is_concealed for one in hand.written)
    )
