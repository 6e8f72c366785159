"""
The worth of the winner's hand: the best count of every way it can lie.

The hand is tried in every arrangement and with every set that the winning tile
can have completed; the one worth most to the player counts, as the contract
asks. What else lies open lay open before, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from clubscore.rules.analysis import divisions, regular_waits
from clubscore.rules.completed import exposed_at_last, nameable
from clubscore.rules.errors import Code, Notice, RulesError, gettext_noop
from clubscore.rules.fan import count_fan
from clubscore.rules.hand_count import (
    NO_READING,
    NOTHING_BESIDE,
    Beside,
    HandScore,
    bonus_of,
    count,
    taken_apart,
    warn_if_better,
)
from clubscore.rules.hand_points import FaanAndLaak, FanPoints, PointsAndDoubles
from clubscore.rules.hands import Circumstance, Hand, PlayedGame, Source, Win
from clubscore.rules.irregular import Irregular
from clubscore.rules.items import CountedLimit, IrregularLimit, LimitHand
from clubscore.rules.jokers import layouts, looks_of
from clubscore.rules.problems import HAND_SIZE
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.sets import (
    SETS_OF_A_HAND,
    Shape,
    TileSet,
    WrittenSet,
    cake_pair,
    chows_in,
    exposed,
    is_cake,
)
from clubscore.rules.situations import (
    Reading,
    Situation,
    Wait,
    colours_of,
    situation_of,
)
from clubscore.rules.tiles import (
    BAMBOO_1,
    CIRCLE_1,
    COPIES,
    EVERY_KIND,
    JOKER,
    KINDS,
    UNIT,
    Kinds,
    Packed,
    Tile,
    count_of,
    kinds_above,
    kinds_of,
    pack,
    tiles_of,
)


class _Winner(NamedTuple):
    """A winner's hand as the engine tries it."""

    written: tuple[WrittenSet, ...]
    """Sets that stay as they are written."""
    sets: tuple[TileSet, ...]
    """What they are; those with jokers are tried as others too."""
    tiles: Packed
    """Concealed tiles to be arranged."""
    whole: Packed
    """All tiles together, each as itself."""
    jokers: int
    """How many of all tiles are jokers."""
    tile: Tile | None
    """What the winning tile counts as; None where it does not matter."""
    completes: WrittenSet | None
    """The set that the winning tile is said to have completed."""
    exposed_at_last: tuple[WrittenSet, ...]
    """The exposed sets of which the tile completed one; none if it completed none."""
    is_cake: bool
    """Whether the winning tile is a 1 of circles that pairs a 1 of bamboos."""
    cake_is_loose: bool
    """Whether that 1 of circles is among `tiles`, where it counts as bamboo."""
    is_loose: bool
    """Whether the winning tile is looked for among `tiles` first, and is there."""
    winds: Kinds
    """The winds that a rule may value more than others: the own, the round's."""


def winners_score(
    rules: Ruleset, game: PlayedGame, hand: Hand, win: Win, notices: list[Notice]
) -> HandScore:
    """
    Return the best count of the winner's hand.

    Raise RulesError (impossible, not_a_winning_hand, below_minimum) if the hand
    did not win.
    """
    winner = _winner_of(rules, game, hand, win)
    best, is_shape, has_more_chows = _best(rules, game, hand, win, winner)
    if best is None:
        if winner.is_cake and not is_shape:
            raise RulesError(
                Code.IMPOSSIBLE,
                gettext_noop(
                    "Bird eats cake needs a 1 of circles that completes the pair with"
                    " a 1 of bamboos; %(seat)s’s hand has no such pair."
                ),
                {"seat": win.winner.term},
                seat=win.winner.letter,
                field="outcome.circumstances",
            )
        _raise_if_named(rules, game, hand, win, is_shape=is_shape)
        if has_more_chows and not is_shape:
            raise RulesError(
                Code.NOT_A_WINNING_HAND,
                gettext_noop(
                    "%(seat)s’s tiles are sets and a pair only with more chows than a"
                    " winning hand can have here: %(most)d. Check the tiles."
                ),
                {"seat": win.winner.term, "most": rules.winning.most_chows},
                seat=win.winner.letter,
                field="hands." + win.winner.letter,
            )
        if not is_shape:
            raise RulesError(
                Code.NOT_A_WINNING_HAND,
                gettext_noop(
                    "%(seat)s’s tiles are not four sets and a pair, nor any other hand"
                    " that wins here. Check the tiles."
                )
                if rules.winning.shapes
                else gettext_noop(
                    "%(seat)s’s tiles are not four sets and a pair, nor a limit hand"
                    " of this ruleset. Check the tiles."
                ),
                {"seat": win.winner.term},
                seat=win.winner.letter,
                field="hands." + win.winner.letter,
            )
        raise rules.counting.below_minimum(
            win.winner, _worth_without_bonus(rules, game, hand, win, winner)
        )
    lying = taken_apart(hand.written, pack(hand.tiles), win.completes)
    if lying[0] != hand.written:
        anew = _winner_of(rules, game, hand, win, lying)
        other = _best(rules, game, hand, win, anew).score
        if other is not None:
            warn_if_better(best, other, win.winner, notices)
    return best


def _worth_without_bonus(
    rules: Ruleset, game: PlayedGame, hand: Hand, win: Win, winner: _Winner
) -> int:
    """Return what a hand is worth that is too little to win, flowers left out."""
    score = _best(without_minimum(rules), game, hand, win, winner).score
    assert score is not None
    bonus = sum(one.item.points for one in score.earned if one.item.is_bonus)
    return score.points - bonus


@lru_cache(maxsize=64)
def without_minimum(rules: Ruleset) -> Ruleset:
    """Return *rules* by which every count is enough to win."""
    return replace(rules, counting=rules.counting.without_minimum())


def _raise_if_named(
    rules: Ruleset, game: PlayedGame, hand: Hand, win: Win, *, is_shape: bool
) -> None:
    """Raise RulesError if the hand wins where an exposed set is named as completed."""
    for one in nameable(hand, win):
        named = replace(win, completes=one)
        winner = _winner_of(rules, game, hand, named)
        if _best(rules, game, hand, named, winner).score is None:
            continue
        raise RulesError(
            Code.BELOW_MINIMUM if is_shape else Code.NOT_A_WINNING_HAND,
            gettext_noop(
                "%(seat)s’s hand is worth too little to win if “%(set)s” lay open"
                " before. If the winning tile completed it, say so: name it as the"
                " completed set, and the hand wins."
            )
            if is_shape
            else gettext_noop(
                "%(seat)s’s tiles are no winning hand if “%(set)s” lay open before. If"
                " the winning tile completed it, say so: name it as the completed set,"
                " and the hand wins."
            ),
            {"seat": win.winner.term, "set": one.notation},
            seat=win.winner.letter,
            field="outcome.completes",
        )


def _winner_of(
    rules: Ruleset,
    game: PlayedGame,
    hand: Hand,
    win: Win,
    lying: tuple[tuple[WrittenSet, ...], Packed] | None = None,
) -> _Winner:
    """
    Return the hand as it is tried.

    *lying* are the sets that stay and the tiles to be arranged, if not as they are in
    the *hand*.
    """
    written, tiles = lying or (hand.written, pack(hand.tiles))
    round_wind = game.table.round_wind
    winds = UNIT[win.winner.tile]
    if round_wind is not None:
        winds |= UNIT[round_wind.tile]
    tile = win.tile
    sets = tuple(one.as_set for one in written if one.as_set is not None)
    jokers = count_of(tiles, JOKER) + sum(one.jokers for one in written)
    whole = tiles + sum(pack(one.tiles) for one in written) - jokers * UNIT[JOKER]
    is_cake_win = Circumstance.BIRD_EATS_CAKE in win.circumstances
    cake_is_loose = False
    if is_cake_win:
        # NTS, Begrippen: the 1 of circles counts as 1 of bamboos in everything.
        tile = BAMBOO_1
        as_bamboo = UNIT[BAMBOO_1] - UNIT[CIRCLE_1]
        whole += as_bamboo
        if count_of(tiles, CIRCLE_1) and not any(map(is_cake, sets)):
            cake_is_loose = True
            tiles += as_bamboo
    elif win.source is Source.DEAL:
        tile = None
    return _Winner(
        written,
        sets,
        tiles,
        whole,
        jokers,
        tile,
        win.completes,
        _exposed_at_last(rules, hand, win),
        is_cake_win,
        cake_is_loose,
        rules.winning.looks_first_in_tiles and tile in hand.tiles,
        winds,
    )


def _exposed_at_last(rules: Ruleset, hand: Hand, win: Win) -> tuple[WrittenSet, ...]:
    """Return the exposed sets that the winning tile can have completed."""
    found = exposed_at_last(hand, win)
    if rules.tiles.may_expose_chows:
        return found
    # NTS, Drie spelers: no chow lies open but the one that was just completed.
    chows = [
        one
        for one in found
        if one.as_set is not None and one.as_set.shape is Shape.CHOW
    ]
    return tuple(chows) or found


class _Contest:
    """
    The counts that were tried, of which the best is kept.

    Worth most is what pays most; then a limit hand, by the order of the
    ruleset's table; then what the ruleset's way of counting ranks higher.
    """

    def __init__(
        self,
        rules: Ruleset,
        counting: PointsAndDoubles | FaanAndLaak,
        *,
        is_owner: bool,
        bonus: Beside,
    ) -> None:
        self.rules = rules
        self.counting = counting
        self.is_owner = is_owner
        self.bonus = bonus
        """What flowers and seasons come to beside a limit hand."""
        self.best: HandScore | None = None
        self._rank: tuple[int, ...] = ()

    def offer_limits(self, limits: Iterable[LimitHand], reading: Reading) -> None:
        """Take limit hands that the hand is."""
        counting = self.counting
        beside = self.bonus if counting.counts_bonus_beside_limits else NOTHING_BESIDE
        for one in limits:
            own = counting.of_limit(one, is_owner=self.is_owner)
            points = counting.with_bonus(own, beside.sums)
            self._offer_limit(one, reading, points, own, beside)

    def offer_counted(
        self, limits: Iterable[CountedLimit], hand: Situation, reading: Reading
    ) -> None:
        """Take limit hands that are worth their own points, doubled."""
        win = hand.win
        assert win is not None
        counting = self.counting
        for one in limits:
            assert isinstance(counting, PointsAndDoubles)
            sums, _ = count(self.rules, hand, reading, ())
            of_sets = sums[0] - self.bonus.sums[0]
            base = of_sets + one.points + one.points_won(win)
            doubles = one.doubles + one.doubles_won(win)
            points = counting.of_counted(base, doubles, self.bonus.sums)
            self._offer_limit(one, reading, points, base << doubles, self.bonus)

    def _offer_limit(
        self, limit: LimitHand, reading: Reading, points: int, own: int, beside: Beside
    ) -> None:
        if self.counting.is_enough_without_items(points):
            place = self.rules.limit_order[limit.key]
            score = HandScore(
                points,
                None,
                limit,
                reading=reading,
                earned=beside.earned,
                of_limit=own,
            )
            self._offer(score, (points, True, -place))

    def offer_count(
        self, situation: Situation, reading: Reading, *, fits: bool
    ) -> None:
        """Take an ordinary count; where it *fits* it may be worth any little."""
        counting = self.counting
        sums, earned = count(self.rules, situation, reading, self.rules.winners_items)
        points = counting.points(sums)
        if fits or counting.is_enough(points, sums, earned):
            score = HandScore(points, sums, reading=reading, earned=tuple(earned))
            self._offer(score, (points, False, *counting.rank(sums)))

    def _offer(self, score: HandScore, rank: tuple[int, ...]) -> None:
        if rank > self._rank:
            self.best, self._rank = score, rank


class _Best(NamedTuple):
    """What trying a winner's hand came to."""

    score: HandScore | None
    """The best legal count; None if there is none."""
    is_shape: bool
    """Whether the tiles win by their shape, be it worth too little."""
    has_more_chows: bool
    """Whether they would be sets and a pair with more chows than may be."""


def _best(
    rules: Ruleset, game: PlayedGame, hand: Hand, win: Win, winner: _Winner
) -> _Best:
    """Return the winner's best legal count, and what the shape is otherwise."""
    counting = rules.counting
    if isinstance(counting, FanPoints):
        return _best_of_fan(rules, counting, game, hand, win, winner)
    bonus = NOTHING_BESIDE
    if hand.bonus:
        bonus = bonus_of(rules, _without_reading(game, hand, win))
    is_owner = game.table.owner is win.winner
    contest = _Contest(rules, counting, is_owner=is_owner, bonus=bonus)
    occasions = [one for one in rules.occasion_limits if one.fits(win)]
    anywhere = [one for one in occasions if not one.needs_sets]
    is_shape = has_more_chows = False
    most_chows = rules.winning.most_chows
    for limit, reading in _irregular_readings(rules, winner, win):
        is_shape = True
        contest.offer_limits((limit, *anywhere), reading)

    kinds = kinds_of(winner.whole)
    colours = colours_of(kinds)
    waits: dict[Packed, bool] = {}
    for reading, waited in _regular_readings(winner, win):
        if chows_in(reading.sets) > most_chows:
            has_more_chows = True
            continue
        is_shape = True
        is_only = False
        tiles = winner.whole
        if winner.jokers:
            tiles = sum(one.packed for one in reading.sets)
            kinds = kinds_of(tiles)
            colours = colours_of(kinds)
        elif waited is not None:
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
            original_call=hand.original_call,
            tiles=tiles,
        )
        found = [one for one in rules.regular_limits if one.fits(situation)]
        limits: list[LimitHand] = [
            one for one in found if not isinstance(one, CountedLimit)
        ]
        limits += occasions
        contest.offer_limits(limits, reading)
        counted = [one for one in found if isinstance(one, CountedLimit)]
        contest.offer_counted(counted, situation, reading)
        # NTS, Mahjong: a limit hand may win whatever its doubles, counted or not.
        if not limits or counting.limit_hand_may_be_counted:
            contest.offer_count(situation, reading, fits=bool(limits))
    return _Best(contest.best, is_shape, has_more_chows)


class _Lie(NamedTuple):
    """One way in which a hand lies whose fan are counted, and what that tells."""

    reading: Reading
    melds: int = 0
    """How many of its sets lay open before the winning tile."""
    shown: int = 0
    """How many tiles of the winning tile's kind lay in these."""
    wait: Wait | None = None
    """What the winning tile was waited for as, if no other kind would have won."""
    waited: Packed = 0
    """The concealed part of the hand before the winning tile."""
    shape: Irregular | None = None
    is_knitted: bool = False


def _best_of_fan(
    rules: Ruleset,
    counting: FanPoints,
    game: PlayedGame,
    hand: Hand,
    win: Win,
    winner: _Winner,
) -> _Best:
    """Return the winner's best legal count, where fan are counted."""
    kinds = kinds_of(winner.whole)
    colours = colours_of(kinds)
    only: dict[Packed, bool] = {}
    best: HandScore | None = None
    rank = (-1, 0)
    is_shape = False
    for lie in (*_lies_without_sets(rules, winner), *_lies(rules, winner, win)):
        is_shape = True
        wait = lie.wait
        if wait is not None:
            if lie.waited not in only:
                only[lie.waited] = _is_only_possible(rules, winner, lie.waited)
            if not only[lie.waited]:
                wait = None
        situation = situation_of(
            seat=win.winner,
            round_wind=game.table.round_wind,
            owner=game.table.owner,
            win=win,
            bonus=hand.bonus,
            kinds=kinds,
            colours=colours,
            reading=lie.reading,
            tiles=winner.whole,
            melds=lie.melds,
            shown=lie.shown,
            wait=wait,
            shape=lie.shape,
            is_knitted=lie.is_knitted,
        )
        points, earned = count_fan(rules, situation)
        # Of waits that are worth as much the one is named that comes first.
        found = (points, 0 if wait is None else len(Wait) + 1 - wait)
        if found > rank and counting.is_enough(points, earned):
            best = HandScore(points, None, reading=lie.reading, earned=tuple(earned))
            rank = found
    return _Best(best, is_shape, has_more_chows=False)


def _lies_without_sets(rules: Ruleset, winner: _Winner) -> Iterator[_Lie]:
    """Yield the hand as each shape without sets that its tiles are."""
    if any(one.shape is Shape.KONG for one in winner.sets):
        return
    if not _was_concealed(winner):
        return
    for shape in rules.winning.shapes:
        if shape.completes(winner.whole, winner.tile):
            yield _Lie(Reading(*shape.arrange(winner.whole)), shape=shape)


def _lies(rules: Ruleset, winner: _Winner, win: Win) -> Iterator[_Lie]:
    """Yield the hand as sets and a pair, for each set the tile can complete."""
    assert winner.tile is not None
    for sets in _layouts(winner):
        yield from _lies_of(winner, win, sets)
    for knitted in rules.winning.knitted:
        if knitted & ~kinds_of(winner.tiles):
            continue
        tiles = tuple(tiles_of(knitted))
        for division in divisions(winner.tiles - knitted):
            sets = winner.sets + division
            if len(sets) == SETS_OF_A_HAND + 1 - KNITTED_SETS:
                yield from _lies_of(winner, win, sets, tiles)


KNITTED_SETS = 3
"""For so many sets nine knitted tiles stand."""


def _lies_of(
    winner: _Winner, win: Win, sets: tuple[TileSet, ...], knitted: tuple[Tile, ...] = ()
) -> Iterator[_Lie]:
    """Yield one layout, for each set that the winning tile can have completed."""
    tile = winner.tile
    assert tile is not None
    melds = shown = 0
    for one in sets:
        if not one.is_concealed:
            melds += 1
            shown += one.tiles.count(tile)
    if tile in knitted and winner.completes is None:
        yield _Lie(Reading(sets, knitted), melds, shown, None, 0, None, bool(knitted))
    for index in _completed(winner, sets):
        one = sets[index]
        lies = one if win.is_self_drawn else exposed(one)
        was_open = not one.is_concealed
        wait = _wait_of(one, tile)
        yield _Lie(
            Reading((*sets[:index], lies, *sets[index + 1 :]), knitted, index),
            melds - was_open,
            shown - (one.tiles.count(tile) if was_open else 0),
            wait,
            _before(winner, one, tile) if wait is not None else 0,
            None,
            bool(knitted),
        )


def _wait_of(one: TileSet, tile: Tile) -> Wait | None:
    """Return what a tile is waited for as that completes a set; None if as any."""
    if one.shape is Shape.PAIR:
        return Wait.SINGLE
    if one.shape is not Shape.CHOW:
        return None
    if tile == one.tile + 1:
        return Wait.CLOSED
    rank = one.tile % 9
    is_edge = tile == one.tile if rank == 6 else rank == 0 and tile == one.tile + 2
    return Wait.EDGE if is_edge else None


def _without_reading(game: PlayedGame, hand: Hand, win: Win) -> Situation:
    """Return what rules may know about a hand however its tiles lie."""
    return situation_of(
        seat=win.winner,
        round_wind=game.table.round_wind,
        owner=game.table.owner,
        win=win,
        bonus=hand.bonus,
        reading=NO_READING,
    )


def _irregular_readings(
    rules: Ruleset, winner: _Winner, win: Win
) -> Iterator[tuple[IrregularLimit, Reading]]:
    """Yield the limit hands without sets that the tiles are."""
    if any(one.shape is Shape.KONG for one in winner.sets):
        return
    is_concealed = _was_concealed(winner)
    for limit in rules.irregular_limits:
        if not (is_concealed or limit.may_be_exposed):
            continue
        if not limit.shape.completes(winner.whole, winner.tile, winner.jokers):
            continue
        if win.giver is not None and winner.tile is not None:
            claimed = UNIT[winner.tile]
            if claimed & EVERY_KIND & ~limit.claimable:
                continue
        sets, loose = limit.shape.arrange(winner.whole)
        loose += (JOKER,) * winner.jokers
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


def _was_concealed(winner: _Winner) -> bool:
    """Tell whether the hand was concealed until the winning tile."""
    lying = sum(not one.is_concealed for one in winner.written)
    return lying <= bool(winner.exposed_at_last)


def _layouts(winner: _Winner) -> Iterator[tuple[TileSet, ...]]:
    """Yield the hand as four sets and a pair, the written sets first."""
    if winner.jokers:
        yield from layouts(
            winner.written, winner.tiles, winner.tile, SETS_OF_A_HAND, winner.winds
        )
        return
    for division in divisions(winner.tiles):
        sets = winner.sets + division
        # So many sets of so many tiles have one pair among them.
        if len(sets) == SETS_OF_A_HAND + 1:
            yield sets


def _regular_readings(
    winner: _Winner, win: Win
) -> Iterator[tuple[Reading, Packed | None]]:
    """
    Yield the hand as four sets and a pair, for each set the tile can complete.

    With each reading comes the concealed part of the hand before the winning
    tile, None where nobody knows which tile that was.
    """
    for sets in _layouts(winner):
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
    seen: set[object] = set()
    for index, one in enumerate(sets):
        if winner.tile not in one.tiles or not _may_be_completed(winner, index):
            continue
        looks: object = one
        if winner.jokers:
            looks = (one.is_concealed, looks_of(one, winner.tile))
        if looks in seen:
            continue
        if winner.is_cake:
            is_loose = index >= len(winner.sets)
            may_be_cake = is_cake(one) or (winner.cake_is_loose and is_loose)
            if one.shape is not Shape.PAIR or not may_be_cake:
                continue
        if one.shape is not Shape.KONG:
            seen.add(looks)
            yield index


def _may_be_completed(winner: _Winner, index: int) -> bool:
    """Tell whether how a set lies leaves it to the winning tile to complete it."""
    if index >= len(winner.written):
        return winner.completes is None
    if winner.is_loose and winner.completes is None:
        return False
    one = winner.written[index]
    if winner.completes is not None:
        return one == winner.completes
    return one.is_concealed or one in winner.exposed_at_last


def _before(winner: _Winner, completed: TileSet, tile: Tile) -> Packed:
    """Return the concealed part of the hand before the winning tile."""
    concealed = winner.tiles - UNIT[tile]
    for one in winner.sets:
        if one.is_concealed and one.shape is not Shape.KONG:
            concealed += one.packed
    return concealed if completed.is_concealed else concealed + completed.packed


def _is_only_possible(rules: Ruleset, winner: _Winner, waited: Packed) -> bool:
    """
    Tell whether no other kind would have made the concealed part a legal shape.

    *waited* is that part before the winning tile. A kind of which the player
    held four already was not possible.
    """
    assert winner.tile is not None
    waits: Kinds = regular_waits(waited)
    if sum(waited.to_bytes(KINDS, "little")) == HAND_SIZE:
        many = kinds_of(waited).bit_count()
        limits = [one.shape for one in rules.irregular_limits]
        for shape in (*limits, *rules.winning.shapes):
            if many in shape.kinds_before:
                waits |= shape.waits(waited)
    for knitted in rules.winning.knitted:
        # Eight of them and sets in another way are never one hand.
        if not knitted & ~kinds_of(waited):
            waits |= regular_waits(waited - knitted)
    waits &= rules.tiles.kinds
    waits &= ~kinds_above(winner.whole, COPIES - 1)
    waits &= ~UNIT[winner.tile]
    if winner.is_cake:
        # The bird and the cake are one kind together.
        waits &= ~UNIT[CIRCLE_1]
    return not waits
