"""
Whether a hand fits the reason for which one player pays for all.

That pao was declared is the scorekeeper's word; nothing here refuses it. Where
the hand or the way it was won does not fit, a warning says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from clubscore.rules.counting import HandScore
from clubscore.rules.errors import Notice, gettext_noop
from clubscore.rules.hands import Game, Pao, PaoReason, Source, Win
from clubscore.rules.situations import Reading
from clubscore.rules.tiles import DRAGONS, HONOURS, SUITS, WINDS, kinds_of, tiles_of

EXPOSED_SETS = {PaoReason.NINE_TILES: 3, PaoReason.TWELFTH_TILE: 4}
"""How many sets of one suit lay open before the winning tile. Schmale 7.1"""
HONOUR_SETS = {
    PaoReason.BIG_THREE_DRAGONS: DRAGONS,
    PaoReason.BIG_FOUR_WINDS: WINDS,
}
"""The honours of which there is a set each. Schmale 7.1"""


def pao_notices(game: Game, win: Win, score: HandScore) -> list[Notice]:
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
    if game.hands[win.winner].points is None and not _fits_hand(pao, score):
        found.append(
            Notice(
                "pao_hand",
                gettext_noop(
                    "%(seat)s's hand does not fit the reason for which %(player)s pays"
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


def _fits_hand(pao: Pao, score: HandScore) -> bool:
    honours = HONOUR_SETS.get(pao.reason)
    if honours is not None:
        pungs = {one.tile for one in score.reading.sets if one.is_pung_or_kong}
        return pungs.issuperset(tiles_of(honours))
    least = EXPOSED_SETS.get(pao.reason)
    return least is None or _is_suit_laid_open(score.reading, least)


def _is_suit_laid_open(reading: Reading, least: int) -> bool:
    """Tell whether the hand is one suit and so many sets lay open before."""
    packed = sum(one.packed for one in reading.sets)
    kinds = kinds_of(packed)
    if kinds & HONOURS or all(kinds & ~suit for suit in SUITS):
        return False
    lying = [
        one
        for index, one in enumerate(reading.sets)
        if not one.is_concealed and index != reading.completed
    ]
    return len(lying) >= least
