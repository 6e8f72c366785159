"""
Problems of a record: what cannot have happened, checked before anything is scored.

Each function returns every problem it finds, so that a form can show them all;
the contract's order decides which one a command reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clubscore.rules.completed import can_have_completed, exposed_at_last, nameable
from clubscore.rules.errors import Code, Parameters, RulesError, gettext_noop, quoted
from clubscore.rules.hands import (
    Circumstance,
    Draw,
    Hand,
    Penalty,
    PlayedGame,
    Source,
    TableWinds,
    TypedEnding,
    Win,
)
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import Wind
from clubscore.rules.sets import Shape, is_cake
from clubscore.rules.tiles import (
    CIRCLE_1,
    COPIES,
    JOKER,
    KINDS,
    TILE_NAMES,
    Tile,
    count_of,
    kinds_above,
    tiles_of,
)

HAND_SIZE = 13
"""Tiles of a hand between turns; the winner has one more."""
MANY_TILES = KINDS * COPIES
"""More tiles than this are not in the game, and are not packed."""


# The hands --------------------------------------------------------------------


def hand_problems(rules: Ruleset, game: PlayedGame) -> list[RulesError]:
    """Return what is wrong with the tiles of the hands."""
    win = game.outcome if isinstance(game.outcome, Win) else None
    problems: list[RulesError] = []
    for seat, hand in game.hands.items():
        if not hand.is_counted_by_tiles:
            continue
        won_by = win if win is not None and seat is win.winner else None
        if hand.is_complete:
            wanted = HAND_SIZE + (won_by is not None)
            size = hand.size - hand.kongs
            if size != wanted and not (won_by and _is_whole(rules, hand)):
                problems.append(
                    _wrong_size(seat, hand, wanted, wins=won_by is not None)
                )
        if hand.written:
            problems += _bad_sets(rules, seat, hand, won_by)
    surplus = _surplus(game) or _surplus_of_jokers(rules, game)
    if surplus is not None:
        problems.append(surplus)
    return problems


def _is_whole(rules: Ruleset, hand: Hand) -> bool:
    """Tell whether a winning hand of another size is a limit hand of that size."""
    jokers = count_of(hand.packed, JOKER)
    return any(
        limit.shape.least_size == hand.size
        and limit.shape.completes(hand.packed, None, jokers)
        for limit in rules.irregular_limits
    )


def _wrong_size(seat: Wind, hand: Hand, wanted: int, *, wins: bool) -> RulesError:
    kongs = hand.kongs
    parameters: Parameters = {
        "seat": seat.term,
        "size": hand.size,
        "wanted": wanted + kongs,
        "kongs": kongs,
    }
    if wins and kongs:
        template = gettext_noop(
            "%(seat)s has %(size)d tiles; a winning hand with kongs (here %(kongs)d)"
            " has %(wanted)d."
        )
    elif wins:
        template = gettext_noop(
            "%(seat)s has %(size)d tiles; a winning hand has %(wanted)d."
        )
    elif kongs:
        template = gettext_noop(
            "%(seat)s has %(size)d tiles; a whole hand with kongs (here %(kongs)d) has"
            " %(wanted)d. Enter the rest, say that the hand is not complete, or call"
            " it dead."
        )
    else:
        template = gettext_noop(
            "%(seat)s has %(size)d tiles; a whole hand has %(wanted)d. Enter the"
            " rest, say that the hand is not complete, or call it dead."
        )
    return RulesError(
        Code.TILE_COUNT,
        template,
        parameters,
        seat=seat.letter,
        field=f"hands.{seat.letter}",
    )


def _bad_sets(
    rules: Ruleset, seat: Wind, hand: Hand, won_by: Win | None
) -> Iterator[RulesError]:
    """Yield an error for every set that is none; *won_by* is how the hand won."""
    bird = Circumstance.BIRD_EATS_CAKE
    may_have_cake = (
        won_by is not None
        and bird in won_by.circumstances & rules.winning.circumstances
    )
    completed = exposed_at_last(hand, won_by) if won_by is not None else ()
    could_be_named = nameable(hand, won_by) if won_by is not None else ()
    exposed_chows = 0
    for index, written in enumerate(hand.written):
        one = written.as_set
        template = None
        if one is None:
            template = gettext_noop(
                "%(seat)s: “%(set)s” is not a pair, chow, pung or kong. Correct it, or"
                " enter its tiles without arranging them."
            )
        elif is_cake(one):
            if not may_have_cake:
                template = gettext_noop(
                    "%(seat)s: “%(set)s” is a pair only where bird eats cake. Say so,"
                    " or correct it."
                )
            may_have_cake = False
        elif (
            one.shape is Shape.CHOW
            and not one.is_concealed
            and not rules.tiles.may_expose_chows
        ):
            exposed_chows += 1
            if exposed_chows == 1 and written in could_be_named:
                template = gettext_noop(
                    "%(seat)s: the chow “%(set)s” cannot have lain open before; here"
                    " only a winning tile can be claimed for a chow. If it completed"
                    " this one, say so: name it as the completed set."
                )
            elif exposed_chows > 1 or written not in completed:
                template = gettext_noop(
                    "%(seat)s: the chow “%(set)s” cannot lie open; here only a winning"
                    " tile can be claimed for a chow."
                )
        if template is not None:
            yield RulesError(
                Code.BAD_SET,
                template,
                {"seat": seat.term, "set": quoted(written.notation)},
                seat=seat.letter,
                field=f"hands.{seat.letter}.sets.{index}",
            )


def _surplus(game: PlayedGame) -> RulesError | None:
    """Return the error for the first tile that stands more often than it can."""
    together = 0
    bonus: set[Tile] = set()
    for seat, hand in game.hands.items():
        if len(set(hand.bonus)) < len(hand.bonus):
            return _too_many_in_hand(seat, Counter(hand.bonus))
        if hand.size > HAND_SIZE + COPIES + 1:
            # Too many for a byte a kind to be sure of; no whole hand is so large.
            tiles = _tiles_in(hand)
            if any(many > COPIES for many in tiles.values()):
                return _too_many_in_hand(seat, tiles)
        elif kinds_above(hand.packed, COPIES):
            return _too_many_in_hand(seat, _tiles_in(hand))
        twice = bonus & set(hand.bonus)
        if twice:
            return _too_many_in_game(game, min(twice))
        bonus.update(hand.bonus)
        together += hand.packed
        above = kinds_above(together, COPIES)
        if above:
            return _too_many_in_game(game, tiles_of(above)[0])
    return None


def _surplus_of_jokers(rules: Ruleset, game: PlayedGame) -> RulesError | None:
    """Return the error for more jokers than are in the game."""
    most = rules.tiles.jokers
    if not most:
        # Every joker has been refused already, as no tile of this game.
        return None
    many = 0
    for seat, hand in game.hands.items():
        if hand.jokers > most:
            return RulesError(
                Code.TOO_MANY_OF_A_TILE,
                gettext_noop(
                    "%(seat)s has %(many)d jokers; there are %(most)d in the game."
                ),
                {"seat": seat.term, "many": hand.jokers, "most": most},
                seat=seat.letter,
                field=f"hands.{seat.letter}",
            )
        many += hand.jokers
    if many <= most:
        return None
    return RulesError(
        Code.TOO_MANY_OF_A_TILE,
        gettext_noop(
            "All hands together hold %(many)d jokers; there are %(most)d in the game."
        ),
        {"many": many, "most": most},
        field="hands",
    )


def _tiles_in(hand: Hand) -> Counter[Tile]:
    """Return how many there are of each kind but jokers."""
    tiles = Counter(hand.tiles)
    for written in hand.written:
        tiles.update(written.tiles)
    del tiles[JOKER]
    return tiles


def _too_many_in_hand(seat: Wind, tiles: Counter[Tile]) -> RulesError:
    [(tile, many)] = tiles.most_common(1)
    return RulesError(
        Code.TOO_MANY_OF_A_TILE,
        gettext_noop(
            "%(seat)s has %(many)d times %(tile)s, more than there are in the game."
        ),
        {"seat": seat.term, "many": many, "tile": TILE_NAMES[tile]},
        seat=seat.letter,
        field=f"hands.{seat.letter}",
    )


def _too_many_in_game(game: PlayedGame, tile: Tile) -> RulesError:
    win = game.outcome
    template = gettext_noop(
        "All hands together hold %(tile)s more often than it is in the game. Check who"
        " has it."
    )
    if isinstance(win, Win) and win.source is Source.ROBBED_KONG and win.tile == tile:
        template = gettext_noop(
            "All hands together hold %(tile)s more often than it is in the game. After"
            " a robbed kong the tile is the winner’s, and the robbed player keeps the"
            " exposed pung."
        )
    return RulesError(
        Code.TOO_MANY_OF_A_TILE,
        template,
        {"tile": TILE_NAMES[tile]},
        field="hands",
    )


# How the game ended -----------------------------------------------------------


def outcome_problems(rules: Ruleset, game: PlayedGame) -> list[RulesError]:
    """Return what cannot have happened."""
    outcome = game.outcome
    if isinstance(outcome, Draw | TypedEnding):
        return []
    if isinstance(outcome, Penalty):
        if rules.paying.knows_penalties:
            return []
        return [
            RulesError(
                Code.IMPOSSIBLE,
                gettext_noop(
                    "%(ruleset)s has no penalties that end a game. Call the hand dead"
                    " and play on."
                ),
                {"ruleset": rules.name},
                field="outcome.kind",
            )
        ]
    hand = game.hands[outcome.winner]
    found = [
        RulesError(
            Code.IMPOSSIBLE,
            template,
            {
                "seat": outcome.winner.term,
                "ruleset": rules.name,
                "tile": TILE_NAMES[outcome.tile] if outcome.tile is not None else "",
            },
            seat=outcome.winner.letter,
            field=f"outcome.{field}",
        )
        for field, template in _impossible_in_win(rules, game.table, hand, outcome)
    ]
    return found + [
        _impossible_call(seat)
        for seat, one in game.hands.items()
        if one.original_call
        and one.is_counted_by_tiles
        and _exposed_in_the_end(one, outcome if one is hand else None) >= MANY_EXPOSED
    ]


MANY_EXPOSED = 3
"""Of so many exposed sets one was claimed after the first discard."""


def _exposed_in_the_end(hand: Hand, won_by: Win | None) -> int:
    """Return how many sets lie open, the one just completed among them."""
    lying = sum(not one.is_concealed for one in hand.written)
    if won_by is None or won_by.is_self_drawn or exposed_at_last(hand, won_by):
        return lying
    return lying + 1


def _impossible_call(seat: Wind) -> RulesError:
    return RulesError(
        Code.IMPOSSIBLE,
        gettext_noop(
            "%(seat)s has too many exposed sets for an original call: the hand was not"
            " changed after the first discard."
        ),
        {"seat": seat.term},
        seat=seat.letter,
        field=f"hands.{seat.letter}.original_call",
    )


Impossible = Iterator[tuple[str, str]]
"""Each time the field of the outcome and the sentence."""


def _impossible_in_win(
    rules: Ruleset, table: TableWinds, hand: Hand, win: Win
) -> Impossible:
    if hand.dead is not None:
        yield (
            "winner",
            gettext_noop("%(seat)s’s hand is dead; a dead hand cannot win."),
        )
        return
    if win.giver is win.winner:
        yield (
            "from",
            gettext_noop(
                "%(seat)s cannot both win and give the winning tile. Say who gave"
                " it, or that it was self-drawn."
            ),
        )
    yield from _impossible_in_ruleset(rules, table, win)
    yield from _impossible_circumstances(rules, table, win)
    if hand.points is None:
        yield from _impossible_with_tiles(rules, hand, win)
    elif win.completes is not None:
        yield (
            "completes",
            gettext_noop("%(seat)s’s hand was not entered, so it has no sets."),
        )


def _impossible_in_ruleset(rules: Ruleset, table: TableWinds, win: Win) -> Impossible:
    if win.source not in rules.winning.sources:
        yield (
            "source",
            gettext_noop("%(ruleset)s does not know this way of winning."),
        )
    if win.source is Source.REPLACEMENT_BONUS and not rules.tiles.has_bonus:
        yield (
            "source",
            gettext_noop("There are no flowers and seasons in this game."),
        )
    if win.circumstances - rules.winning.circumstances:
        yield (
            "circumstances",
            gettext_noop("%(ruleset)s does not know this circumstance."),
        )
    if win.pao is not None:
        if not rules.paying.knows_pao:
            yield "pao", gettext_noop("%(ruleset)s does not know pao.")
        elif win.pao.player is win.winner:
            yield "pao", gettext_noop("%(seat)s cannot win and pay for it.")
    if win.source is Source.DEAL and not rules.winning.may_be_dealt(table, win.winner):
        yield (
            "source",
            gettext_noop("%(seat)s cannot win with the dealt tiles; only East can.")
            if table.owner is None
            else gettext_noop(
                "%(seat)s cannot win with the dealt tiles; only the owner can."
            ),
        )


REPLACEMENTS = (Source.REPLACEMENT, Source.REPLACEMENT_BONUS)


def _impossible_circumstances(
    rules: Ruleset, table: TableWinds, win: Win
) -> Impossible:
    circumstances = win.circumstances
    if not circumstances:
        return
    if Circumstance.LAST_TILE in circumstances and win.source not in (
        Source.WALL,
        Source.DISCARD,
    ):
        yield (
            "circumstances",
            gettext_noop(
                "The last tile of the wall is drawn from it or discarded next; the"
                " winning tile came from elsewhere."
            ),
        )
    if Circumstance.KONG_ON_KONG in circumstances and win.source not in REPLACEMENTS:
        yield (
            "circumstances",
            gettext_noop("Kong on kong is won with a replacement tile."),
        )
    if Circumstance.FIRST_TURN in circumstances and (
        Circumstance.LAST_TILE in circumstances
        or not rules.winning.may_be_first_turn(table, win)
    ):
        yield (
            "circumstances",
            gettext_noop("In the first turn %(seat)s cannot have won in this way."),
        )
    if Circumstance.NINTH_WIN in circumstances and win.winner is not Wind.EAST:
        yield (
            "circumstances",
            gettext_noop(
                "%(seat)s is not East, who alone can win nine times in a row."
            ),
        )
    if Circumstance.BIRD_EATS_CAKE in circumstances and (
        win.source is Source.DEAL or win.tile not in (CIRCLE_1, None)
    ):
        yield (
            "circumstances",
            gettext_noop("Bird eats cake is won with a 1 of circles."),
        )


def _impossible_with_tiles(rules: Ruleset, hand: Hand, win: Win) -> Impossible:
    """Check what the tiles of the winner's hand must show."""
    kongs = hand.kongs
    if win.completes is not None and win.completes not in hand.written:
        yield (
            "completes",
            gettext_noop("%(seat)s has no such set that the tile could complete."),
        )
    if win.source is Source.REPLACEMENT and not kongs:
        yield (
            "source",
            gettext_noop("%(seat)s has no kong, so there was no replacement tile."),
        )
    if win.source is Source.REPLACEMENT_BONUS and not hand.bonus:
        yield (
            "source",
            gettext_noop(
                "%(seat)s has no flower or season, so there was no replacement tile."
            ),
        )
    if Circumstance.KONG_ON_KONG in win.circumstances and kongs < 2:
        yield (
            "circumstances",
            gettext_noop("%(seat)s has not two kongs, so there was no kong on kong."),
        )
    if _holds_another_last(hand, win):
        yield (
            "circumstances",
            gettext_noop(
                "The winning tile, %(tile)s, is not the last of its kind:"
                " %(seat)s’s concealed tiles hold another, which nobody saw."
            ),
        )
    lying = [one for one in hand.written if not one.is_concealed]
    if win.source is Source.DEAL:
        if lying or kongs:
            yield (
                "source",
                gettext_noop("Dealt tiles cannot hold an exposed set or a kong."),
            )
        return
    assert win.tile is not None
    yield from _impossible_tile(hand, win, win.tile)
    if Circumstance.FIRST_TURN in win.circumstances:
        if kongs and not rules.winning.first_turn_has_kongs(win):
            yield (
                "circumstances",
                gettext_noop("Nobody has a kong yet in the first turn."),
            )
        if len(lying) > bool(exposed_at_last(hand, win)):
            yield (
                "circumstances",
                gettext_noop(
                    "In the first turn %(seat)s can only have exposed the set that the"
                    " winning tile completed. If it completed the set that lies open,"
                    " say so: name it as the completed set."
                )
                if len(lying) == 1 and nameable(hand, win)
                else gettext_noop(
                    "In the first turn %(seat)s can only have exposed the set that"
                    " the winning tile completed."
                ),
            )


def _holds_another_last(hand: Hand, win: Win) -> bool:
    """Tell whether a tile said to be the last of its kind lies concealed once more."""
    tile = win.tile
    if Circumstance.LAST_OF_ITS_KIND not in win.circumstances or tile is None:
        return False
    concealed = hand.tiles.count(tile) + sum(
        one.tiles.count(tile) for one in hand.written if one.is_concealed
    )
    completed = exposed_at_last(hand, win)
    if completed:
        # What the tile completed had been concealed but for the tile itself.
        concealed += min(one.tiles.count(tile) for one in completed)
    return concealed > 1


def _impossible_tile(hand: Hand, win: Win, tile: Tile) -> Impossible:
    written = [one for one in hand.written if tile in one.tiles]
    if tile not in hand.tiles and all(one.is_kong for one in written):
        yield (
            "winning_tile",
            gettext_noop(
                "%(seat)s’s hand does not hold the winning tile, %(tile)s, outside a"
                " kong."
            )
            if written
            else gettext_noop(
                "%(seat)s’s hand does not hold the winning tile, %(tile)s."
            ),
        )
    elif (
        win.completes is None
        and tile not in hand.tiles
        and not any(can_have_completed(one, tile, win.source) for one in written)
    ):
        yield (
            "winning_tile",
            gettext_noop(
                "The winning tile, %(tile)s, was drawn, but %(seat)s has it only in an"
                " exposed set. Turn the set concealed, or say who gave the tile."
            ),
        )
    if win.completes is not None and tile not in win.completes.tiles:
        yield (
            "completes",
            gettext_noop(
                "The set that was completed does not hold the winning tile, %(tile)s."
            ),
        )
    elif win.completes is not None and win.completes.is_kong:
        yield (
            "completes",
            gettext_noop(
                "A winning tile completes no kong. Name another set, or none."
            ),
        )
    elif win.completes is not None and not can_have_completed(
        win.completes, tile, win.source
    ):
        yield (
            "completes",
            gettext_noop(
                "A drawn tile completes no exposed set. Turn the set concealed, name"
                " another, or say who gave the tile."
            ),
        )
    held = hand.tiles.count(tile) + sum(one.tiles.count(tile) for one in written)
    if win.source is Source.ROBBED_KONG and held > 1 and tile != JOKER:
        yield (
            "winning_tile",
            gettext_noop(
                "A robbed kong has the other three of the tile: %(seat)s can hold"
                " only the robbed one."
            ),
        )
