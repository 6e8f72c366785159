"""
Items and limit hands that rule books which count in faan share word for word.

Each still lacks its source and what it is worth; a book gives both, and may replace
whatever else it says otherwise.
"""

from __future__ import annotations

from functools import partial

from clubscore.rules import patterns
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hands import Circumstance, Source
from clubscore.rules.items import Example, HandItem, OccasionLimit, RegularLimit
from clubscore.rules.seats import Wind
from clubscore.rules.situations import FULL_FLUSH, HALF_FLUSH
from clubscore.rules.tiles import HONOURS, WINDS

all_chows = partial(
    HandItem,
    key="all_chows",
    name=Term(gettext_noop("Only chows and a pair")),
    definition=gettext_noop("Four chows and any pair."),
    examples=(Example("123m 456p 345s 678s 99s"),),
    is_winners=True,
    fits=patterns.is_all_chows,
)
all_pungs = partial(
    HandItem,
    key="all_pungs",
    name=Term(gettext_noop("Only pungs and kongs and a pair")),
    definition=gettext_noop("Four pungs or kongs and any pair, without a chow."),
    examples=(Example("222m 888s 333p 777z 99s"),),
    is_winners=True,
    fits=patterns.is_all_pungs,
)
all_flowers = partial(
    HandItem,
    key="all_flowers",
    name=Term(gettext_noop("All four flowers")),
    definition=gettext_noop("The four flowers with the winner."),
    examples=(Example("1234f"),),
    is_bonus=True,
    fits=patterns.has_all_flowers,
)
all_seasons = partial(
    HandItem,
    key="all_seasons",
    name=Term(gettext_noop("All four seasons")),
    definition=gettext_noop("The four seasons with the winner."),
    examples=(Example("1234y"),),
    is_bonus=True,
    fits=patterns.has_all_seasons,
)
half_flush = partial(
    HandItem,
    key="half_flush",
    name=Term(gettext_noop("One suit with honours")),
    definition=gettext_noop("All tiles of one suit, with winds or dragons."),
    examples=(Example("123p 456p 99p 222z 777z"),),
    is_winners=True,
    fits=lambda hand: bool(hand.colours & HALF_FLUSH),
)
full_flush = partial(
    HandItem,
    key="full_flush",
    name=Term(gettext_noop("One suit alone")),
    definition=gettext_noop("All tiles of one suit, without a wind or dragon."),
    examples=(Example("123p 456p 789p 333p 99p"),),
    is_winners=True,
    fits=lambda hand: bool(hand.colours & FULL_FLUSH),
)
robbed_kong = partial(
    HandItem,
    key="robbed_kong",
    name=Term(gettext_noop("Robbed kong")),
    definition=gettext_noop(
        "The winning tile is the fourth that another player has just added"
        " to an exposed pung."
    ),
    examples=(Example("345m 678p 234s 99s 46s 5s", source=Source.ROBBED_KONG),),
    is_winners=True,
    fits=lambda hand: patterns.won(hand).source is Source.ROBBED_KONG,
)
self_drawn = partial(
    HandItem,
    key="self_drawn",
    name=Term(gettext_noop("Winning tile self-drawn")),
    definition=gettext_noop(
        "The player drew the winning tile, from the wall or as a replacement tile."
    ),
    examples=(Example("345m 678p 234s 567s 9s 9s", source=Source.WALL),),
    is_winners=True,
    fits=patterns.is_self_drawn,
)
heaven = partial(
    OccasionLimit,
    key="heaven",
    name=Term(gettext_noop("Hand of heaven")),
    definition=gettext_noop(
        "East finishes four sets and a pair with the dealt tiles, once"
        " flowers and seasons are replaced."
    ),
    examples=(
        Example("123m 456m 789p 234s 66z", seat=Wind.EAST, source=Source.DEAL),
        Example(
            "123m 456m 789p 234s 66z",
            seat=Wind.EAST,
            source=Source.DEAL,
            bonus="1y",
            form=gettext_noop("after a flower or season was replaced"),
        ),
    ),
    needs_sets=True,
    fits=lambda win: win.source is Source.DEAL,
)
earth = partial(
    OccasionLimit,
    key="earth",
    name=Term(gettext_noop("Hand of earth")),
    definition=gettext_noop(
        "Another player than East finishes four sets and a pair with the"
        " first tile taken, drawn or claimed; or East with a replacement"
        " tile before the first discard."
    ),
    examples=(
        Example(
            "345m 345p 678p 999s 22z",
            circumstances=frozenset({Circumstance.FIRST_TURN}),
            form=gettext_noop("the first tile claimed"),
        ),
        Example(
            "345m 345p 678p 999s 22z",
            source=Source.WALL,
            circumstances=frozenset({Circumstance.FIRST_TURN}),
            form=gettext_noop("the first tile drawn"),
        ),
        Example(
            "(1111m) (345p) (678p) (999s) (22z)",
            seat=Wind.EAST,
            source=Source.REPLACEMENT,
            circumstances=frozenset({Circumstance.FIRST_TURN}),
            form=gettext_noop("East with the replacement tile of a concealed kong"),
        ),
    ),
    needs_sets=True,
    fits=lambda win: Circumstance.FIRST_TURN in win.circumstances,
)
all_honours = partial(
    RegularLimit,
    key="all_honours",
    name=Term(gettext_noop("Only honours")),
    definition=gettext_noop(
        "Four pungs or kongs and a pair of nothing but winds and dragons."
    ),
    examples=(Example("111z 222z 555z 777z 66z"),),
    fits=patterns.only(HONOURS),
)
all_terminals = partial(
    RegularLimit,
    key="all_terminals",
    name=Term(gettext_noop("Only terminals")),
    definition=gettext_noop(
        "Four pungs or kongs and a pair of nothing but ones and nines."
    ),
    examples=(Example("111m 999m 111p 999s 99p"),),
    fits=patterns.is_all_terminals,
)
big_four_winds = partial(
    RegularLimit,
    key="big_four_winds",
    name=Term(gettext_noop("Big four winds")),
    definition=gettext_noop("Pungs or kongs of all four winds and any pair."),
    examples=(Example("111z 222z 333z 444z 55m"),),
    fits=patterns.has_sets_of(WINDS),
)
