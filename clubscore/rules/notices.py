"""Notices: warnings about hands of a game that can be scored."""

from __future__ import annotations

from collections.abc import Iterator

from clubscore.rules.completed import exposed_at_last
from clubscore.rules.errors import Notice, gettext_noop
from clubscore.rules.hand_count import HandScore
from clubscore.rules.hands import Hand, PlayedGame, Source, Win
from clubscore.rules.jokers import PAIR_SIZE
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.sets import Shape, WrittenSet
from clubscore.rules.tiles import JOKER, TILE_NAMES, Tile, count_of


def notices_of_hands(
    rules: Ruleset, game: PlayedGame, win: Win, score: HandScore
) -> Iterator[Notice]:
    """Yield the warnings about hands; *score* is the winner's."""
    for seat, hand in game.hands.items():
        if not hand.is_counted_by_tiles:
            continue
        completed = exposed_at_last(hand, win) if seat is win.winner else ()
        # NTS, Algemene gang van het spel; Schmale 4.2; Spiel der Winde,
        # Spielverlauf: a tile is claimed for a pair only to win.
        for one in hand.written:
            if len(one.tiles) == PAIR_SIZE and not (
                one.is_concealed or one in completed
            ):
                yield Notice(
                    "exposed_pair",
                    gettext_noop(
                        "%(seat)s: the pair “%(set)s” cannot lie open: only the tile"
                        " that wins is claimed for a pair. Turn it concealed, or"
                        " correct it."
                    ),
                    {"seat": seat.term, "set": one.notation},
                    seat.letter,
                )
                break
    if win.source is not Source.ROBBED_KONG or win.giver is None or win.tile is None:
        return
    hand = game.hands[win.giver]
    may_be_concealed = (
        score.limit is not None and score.limit.key in rules.winning.robs_concealed_kong
    )
    if (
        hand.is_counted_by_tiles
        and hand.is_complete
        and not any(_is_exposed_pung(one, win.tile) for one in hand.written)
        and not (may_be_concealed and _holds_three(hand, win.tile))
    ):
        yield Notice(
            "robbed_pung",
            gettext_noop(
                "%(seat)s’s whole hand does not hold the exposed pung that was made a"
                " kong with %(tile)s. Check the hand, and whose kong was robbed."
            ),
            {"seat": win.giver.term, "tile": TILE_NAMES[win.tile]},
            win.giver.letter,
        )


def _is_exposed_pung(one: WrittenSet, tile: Tile) -> bool:
    """Tell whether it is an open pung that *tile* makes a kong."""
    return not one.is_concealed and any(
        each.shape is Shape.PUNG and tile in (each.tile, JOKER) for each in one.readings
    )


def _holds_three(hand: Hand, tile: Tile) -> bool:
    """Tell whether it holds three of *tile*, jokers standing in."""
    return tile == JOKER or count_of(hand.packed, tile) + hand.jokers >= 3
