"""
Pao: whether a hand fits the reason for which one player pays for all.

That pao was declared is the scorekeeper's word; nothing here refuses it. Where
the hand or the way it was won does not fit, a warning says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from clubscore.rules.completed import exposed_at_last
from clubscore.rules.errors import Notice, gettext_noop
from clubscore.rules.hand_count import HandScore
from clubscore.rules.hands import Hand, Pao, PaoReason, PlayedGame, Source, Win
from clubscore.rules.jokers import PAIR_SIZE
from clubscore.rules.situations import FULL_FLUSH, Reading, colours_of
from clubscore.rules.tiles import DRAGONS, WINDS, kinds_of, tiles_of

EXPOSED_SETS = {PaoReason.NINE_TILES: 3, PaoReason.TWELFTH_TILE: 4}
"""How many sets of one suit lay open before the winning tile. Schmale 7.1"""
HONOUR_SETS = {
    PaoReason.BIG_THREE_DRAGONS: DRAGONS,
    PaoReason.BIG_FOUR_WINDS: WINDS,
}
"""The honours of which there is a set each. Schmale 7.1"""


def pao_notices(game: PlayedGame, win: Win, score: HandScore) -> list[Notice]:
    """Return what does not fit the declared pao."""
    pao = win.pao
    if pao is None:
        return []
    seat = win.winner.letter
    parameters = {"seat": win.winner.term, "player": pao.player.term}
    found = [
        Notice(code, template, parameters, seat)
        for code, template in _unfit_win(win, pao)
    ]
    hand = game.hands[win.winner]
    if hand.points is None and not _fits_hand(pao, win, hand, score.reading):
        found.append(
            Notice(
                "pao_hand",
                gettext_noop(
                    "%(seat)s’s hand does not fit the reason for which %(player)s pays"
                    " for all. Check the reason and the sets that lay open."
                ),
                parameters,
                seat,
            )
        )
    return found


def _unfit_win(win: Win, pao: Pao) -> Iterator[tuple[str, str]]:
    """Yield what of the way the game was won does not fit."""
    if pao.reason is PaoReason.TWELFTH_TILE and not win.is_self_drawn:
        yield (
            "pao_not_self_drawn",
            gettext_noop(
                "Pao for the twelfth tile goes with a self-drawn winning tile. Check"
                " the reason."
            ),
        )
    may_give = {
        PaoReason.NINE_TILES: (Source.DISCARD, Source.ROBBED_KONG),
        PaoReason.LAST_FIVE_TILES: (Source.DISCARD,),
        PaoReason.DANGEROUS_DISCARD: (Source.DISCARD, Source.ROBBED_KONG),
        PaoReason.FALSE_NAMING: (Source.DISCARD, Source.ROBBED_KONG),
    }.get(pao.reason)
    if may_give is not None and not (
        win.source in may_give and win.giver is pao.player
    ):
        yield (
            "pao_not_discarder",
            gettext_noop(
                "For this reason the player pays for all who gave the winning tile;"
                " %(player)s did not. Check the reason and the player."
            ),
        )


def _fits_hand(pao: Pao, win: Win, hand: Hand, reading: Reading) -> bool:
    honours = HONOUR_SETS.get(pao.reason)
    if honours is not None:
        pungs = {one.tile for one in reading.sets if one.is_pung_or_kong}
        return pungs.issuperset(tiles_of(honours))
    least = EXPOSED_SETS.get(pao.reason)
    if least is None:
        return True
    return _is_one_suit(reading) and _lay_open(win, hand) >= least


def _is_one_suit(reading: Reading) -> bool:
    """Tell whether the hand is one suit without honours."""
    kinds = kinds_of(sum(one.packed for one in reading.sets))
    return bool(colours_of(kinds) & FULL_FLUSH)


def _lay_open(win: Win, hand: Hand) -> int:
    """Return how many sets lay open before the winning tile; a pair is none."""
    # Schmale 7.1: what the winning tile completed had not lain open before.
    completed = exposed_at_last(hand, win)
    sets = [one for one in hand.written if len(one.tiles) != PAIR_SIZE]
    lying = sum(not one.is_concealed for one in sets)
    return lying - any(one in sets for one in completed)
