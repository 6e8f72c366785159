"""
Items, limit hands and options that several classical rule books share word for word.

Each still lacks its source and what it is worth; a book gives both, and may replace
whatever else it says otherwise.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from clubscore.rules import patterns
from clubscore.rules.errors import Term, gettext_noop
from clubscore.rules.hands import Circumstance, Source, Win
from clubscore.rules.irregular import SevenPairs
from clubscore.rules.items import (
    BonusItem,
    Citation,
    CountedLimit,
    Decision,
    Example,
    HandItem,
    IrregularLimit,
    LimitHand,
    OccasionLimit,
    RegularLimit,
    TableRule,
)
from clubscore.rules.makeup import Kongs, Makeup
from clubscore.rules.options import Change, Choice, Option, numbers
from clubscore.rules.seats import Wind
from clubscore.rules.situations import HALF_FLUSH, ONLY_TERMINALS_AND_HONOURS
from clubscore.rules.tiles import (
    BAMBOO_2,
    CIRCLE_1,
    CIRCLE_5,
    EVERY_KIND,
    HONOURS,
    TERMINALS,
    WINDS,
)

# Flowers and seasons ------------------------------------------------------------

bonus_tile = partial(
    BonusItem,
    key="bonus_tile",
    name=Term(gettext_noop("Flower or season")),
    definition=gettext_noop("Any flower and any season, whosever wind it has."),
    examples=(Example("1f"), Example("3y")),
    fits=lambda _tile, _own: True,
)
all_flowers = partial(
    HandItem,
    key="all_flowers",
    name=Term(gettext_noop("All four flowers")),
    definition=gettext_noop("The four flowers with one player."),
    examples=(Example("1234f"),),
    is_bonus=True,
    fits=patterns.has_all_flowers,
)
all_seasons = partial(
    HandItem,
    key="all_seasons",
    name=Term(gettext_noop("All four seasons")),
    definition=gettext_noop("The four seasons with one player."),
    examples=(Example("1234y"),),
    is_bonus=True,
    fits=patterns.has_all_seasons,
)


# Small sets of winds and dragons --------------------------------------------------

small_four_winds = partial(
    HandItem,
    key="small_four_winds",
    name=Term(gettext_noop("Small four winds")),
    definition=gettext_noop(
        "Pungs or kongs of three winds and a pair of the fourth, with any other set."
    ),
    examples=(Example("111z 222z 333z 567p 44z"),),
    fits=patterns.is_small_four_winds,
)
small_three_dragons = partial(
    HandItem,
    key="small_three_dragons",
    name=Term(gettext_noop("Small three dragons")),
    definition=gettext_noop(
        "Pungs or kongs of two dragons and a pair of the third, with any two other"
        " sets."
    ),
    examples=(Example("555z 666z 234p 567s 77z"),),
    fits=patterns.is_small_three_dragons,
)


# What the winner counts -----------------------------------------------------------

mahjong = partial(
    HandItem,
    key="mahjong",
    name=Term(gettext_noop("Mahjong")),
    definition=gettext_noop(
        "A finished hand of four sets and a pair. A limit hand has its own value"
        " instead."
    ),
    examples=(Example("222m 888s 333p 567p 99s"),),
    is_winners=True,
    fits=lambda _hand: True,
)
only_possible_tile = partial(
    HandItem,
    key="only_possible_tile",
    name=Term(gettext_noop("Only possible winning tile")),
    definition=gettext_noop(
        "Only this one kind of tile could have finished the hand, however its"
        " concealed tiles are arranged. Copies that already lie open do not matter; a"
        " kind that the player holds four of is not possible."
    ),
    examples=(
        Example("234p 567p 222z 88s 46s 5s", form=gettext_noop("the middle of a chow")),
        Example("234p 567p 222z 88s 12s 3s", form=gettext_noop("the end of a chow")),
        Example("234p 678p 345s 222z 9s 9s", form=gettext_noop("the pair")),
    ),
    is_winners=True,
    fits=lambda hand: hand.is_only_possible,
)
self_drawn = partial(
    HandItem,
    key="self_drawn",
    name=Term(gettext_noop("Winning tile self-drawn")),
    definition=gettext_noop(
        "The player drew the winning tile, from the wall or as a replacement tile. A"
        " robbed tile is not drawn."
    ),
    examples=(Example("234p 567p 222z 88s 46s 5s", source=Source.WALL),),
    is_winners=True,
    fits=patterns.is_self_drawn,
)
no_chow = partial(
    HandItem,
    key="no_chow",
    name=Term(gettext_noop("No chow")),
    definition=gettext_noop("Four pungs or kongs and any pair."),
    examples=(Example("222m 888s 333p 777z 99s"),),
    is_winners=True,
    fits=patterns.is_all_pungs,
)
one_suit_with_honours = partial(
    HandItem,
    key="one_suit_with_honours",
    name=Term(gettext_noop("One suit with winds or dragons")),
    definition=gettext_noop("All tiles of one suit, with winds or dragons."),
    examples=(Example("555p 123p 99p 222z 777z"),),
    is_winners=True,
    fits=lambda hand: bool(hand.colours & HALF_FLUSH),
)
terminals_and_honours = partial(
    HandItem,
    key="terminals_and_honours",
    name=Term(gettext_noop("Ones, nines, winds and dragons")),
    definition=gettext_noop("Nothing but ones, nines, winds and dragons."),
    examples=(Example("111m 999p 111s 777z 22z"),),
    is_winners=True,
    fits=lambda hand: bool(hand.colours & ONLY_TERMINALS_AND_HONOURS),
)
replacement_tile = partial(
    HandItem,
    key="replacement_tile",
    name=Term(gettext_noop("Replacement tile")),
    definition=gettext_noop(
        "The winning tile was a replacement tile, for a kong, a flower or a season."
    ),
    examples=(
        Example(
            "(5555s) (234p) (777p) (222z) (88s)",
            source=Source.REPLACEMENT,
            form=gettext_noop("after a kong"),
        ),
        Example(
            "222m 888s 333p 567p 9s 9s",
            source=Source.REPLACEMENT_BONUS,
            bonus="3f",
            form=gettext_noop("after a flower or season"),
        ),
    ),
    is_winners=True,
    fits=lambda hand: patterns.is_replacement(patterns.won(hand)),
)
last_tile = partial(
    HandItem,
    key="last_tile",
    name=Term(gettext_noop("Last tile of the wall")),
    definition=gettext_noop(
        "The player won with the last tile of the living wall, or with the discard"
        " that followed it."
    ),
    examples=(
        Example(
            "222m 888s 333p 567p 9s 9s",
            source=Source.WALL,
            circumstances=frozenset({Circumstance.LAST_TILE}),
            form=gettext_noop("the last tile drawn"),
        ),
        Example(
            "222m 888s 333p 567p 9s 9s",
            circumstances=frozenset({Circumstance.LAST_TILE}),
            form=gettext_noop("the discard after it"),
        ),
    ),
    is_winners=True,
    fits=patterns.happened(Circumstance.LAST_TILE),
)
robbed_kong = partial(
    HandItem,
    key="robbed_kong",
    name=Term(gettext_noop("Robbed kong")),
    definition=gettext_noop(
        "The winning tile is the fourth that another player has just added to an"
        " exposed pung."
    ),
    examples=(Example("222m 888m 333p 99s 46s 5s", source=Source.ROBBED_KONG),),
    is_winners=True,
    fits=lambda hand: patterns.won(hand).source is Source.ROBBED_KONG,
)


# Limit hands of four sets and a pair ----------------------------------------------


def _of_sets(
    key: str,
    name: str,
    definition: str,
    examples: tuple[Example, ...],
    makeup: Makeup,
) -> partial[RegularLimit]:
    """Return the limit hand of four sets and a pair that has *makeup*."""
    return partial(
        RegularLimit,
        key=key,
        name=Term(name),
        definition=definition,
        examples=examples,
        fits=makeup.fits,
        admits=makeup.admits,
    )


all_winds_and_dragons = _of_sets(
    "all_winds_and_dragons",
    gettext_noop("All winds and dragons"),
    gettext_noop("Pungs or kongs and a pair of nothing but winds and dragons."),
    (Example("111z 222z 555z 777z 66z"),),
    Makeup((HONOURS,)),
)
heads_and_tails = _of_sets(
    "heads_and_tails",
    gettext_noop("Heads and tails"),
    gettext_noop("Pungs or kongs and a pair of nothing but ones and nines."),
    (Example("111m 999m 111p 999s 99p"),),
    Makeup((TERMINALS,)),
)
fourfold_plenty = _of_sets(
    "fourfold_plenty",
    gettext_noop("Fourfold plenty"),
    gettext_noop("Four kongs, exposed or concealed, and any pair."),
    (Example("(2222p) 5555p (9999s) 3333z (88s)"),),
    Makeup(kongs=Kongs.ONLY),
)
four_blessings = _of_sets(
    "four_blessings",
    gettext_noop("Four blessings hovering over the door"),
    gettext_noop("Pungs or kongs of all four winds and any pair."),
    (Example("111z 222z 333z 444z 55m"),),
    Makeup(required=WINDS),
)
squirming_snake = partial(
    RegularLimit,
    key="squirming_snake",
    name=Term(gettext_noop("Squirming snake")),
    examples=(
        Example("111s (22s) (345s) (678s) (999s)", form=gettext_noop("the pair of 2")),
        Example("111s (234s) (55s) (678s) (999s)", form=gettext_noop("the pair of 5")),
        Example("111s (234s) (567s) (88s) (999s)", form=gettext_noop("the pair of 8")),
        Example("(1111s) 9999s (234s) (678s) (55s)", form=gettext_noop("with kongs")),
    ),
    fits=patterns.is_squirming_snake,
)


# Limit hands by the way they were won ---------------------------------------------

heaven = partial(
    OccasionLimit,
    key="heaven",
    name=Term(gettext_noop("Heaven’s blessing")),
    definition=gettext_noop(
        "East finishes a hand with the fourteen dealt tiles, any winning shape."
    ),
    examples=(Example("111m 456m 999p 222s 66z", seat=Wind.EAST, source=Source.DEAL),),
    fits=lambda win: win.source is Source.DEAL,
)
earth = partial(
    OccasionLimit,
    key="earth",
    name=Term(gettext_noop("Earth’s blessing")),
    definition=gettext_noop(
        "South, West or North wins on East’s first discard, with any winning shape."
    ),
    examples=(
        Example(
            "222m 345p 777p 999s 22z",
            circumstances=frozenset({Circumstance.FIRST_TURN}),
        ),
    ),
    fits=lambda win: Circumstance.FIRST_TURN in win.circumstances,
)
plum_blossom = partial(
    OccasionLimit,
    key="plum_blossom",
    name=Term(gettext_noop("Gathering the plum blossom from the roof")),
    definition=gettext_noop(
        "The winning tile is a 5 of circles drawn as a replacement tile, for a kong, a"
        " flower or a season."
    ),
    examples=(
        Example(
            "(1111m) (222s) (999s) (22z) 34p 5p",
            source=Source.REPLACEMENT,
            form=gettext_noop("after a kong"),
        ),
        Example(
            "111m 222s 999s 22z 34p 5p",
            source=Source.REPLACEMENT_BONUS,
            bonus="3f",
            form=gettext_noop("after a flower or season"),
        ),
    ),
    fits=lambda win: win.tile == CIRCLE_5 and patterns.is_replacement(win),
)


def _is_moon(win: Win) -> bool:
    return (
        win.tile == CIRCLE_1
        and win.source is Source.WALL
        and Circumstance.LAST_TILE in win.circumstances
    )


moon = partial(
    OccasionLimit,
    key="moon",
    name=Term(gettext_noop("Plucking the moon from the bottom of the sea")),
    definition=gettext_noop(
        "The winning tile is a 1 of circles drawn as the last tile of the living wall."
    ),
    examples=(
        Example(
            "222m 777p 999s 22z 23p 1p",
            source=Source.WALL,
            circumstances=frozenset({Circumstance.LAST_TILE}),
        ),
    ),
    fits=_is_moon,
)
twofold_fortune = partial(
    OccasionLimit,
    key="twofold_fortune",
    name=Term(gettext_noop("Twofold fortune")),
    definition=gettext_noop(
        "The replacement tile of one kong made a second kong, and the replacement tile"
        " of that one won."
    ),
    examples=(
        Example(
            "(5555s) (3333p) (678p) (222z) (88s)",
            source=Source.REPLACEMENT,
            circumstances=frozenset({Circumstance.KONG_ON_KONG}),
        ),
    ),
    fits=lambda win: Circumstance.KONG_ON_KONG in win.circumstances,
)
carrying_pole = partial(
    OccasionLimit,
    key="carrying_pole",
    name=Term(gettext_noop("Scratching a carrying pole")),
    definition=gettext_noop("The winning tile is a 2 of bamboos robbed of a kong."),
    examples=(Example("222m 777p 999p 22z 34s 2s", source=Source.ROBBED_KONG),),
    fits=lambda win: win.tile == BAMBOO_2 and win.source is Source.ROBBED_KONG,
)


# Shared by fewer books ------------------------------------------------------------

own_bonus_tile = partial(
    BonusItem,
    key="own_bonus_tile",
    name=Term(gettext_noop("Own flower or season")),
    definition=gettext_noop(
        "The flower or the season with the number of the player’s wind: 1"
        " East, 2 South, 3 West, 4 North."
    ),
    examples=(
        Example("2f"),
        Example("2y"),
    ),
    fits=patterns.is_own_bonus,
)
own_flower = partial(
    BonusItem,
    key="own_flower",
    name=Term(gettext_noop("Own flower")),
    definition=gettext_noop(
        "The flower with the number of the player’s wind: 1 East, 2 South,"
        " 3 West, 4 North."
    ),
    examples=(Example("2f"),),
    fits=patterns.is_own_flower,
)
own_season = partial(
    BonusItem,
    key="own_season",
    name=Term(gettext_noop("Own season")),
    definition=gettext_noop(
        "The season with the number of the player’s wind: 1 East, 2 South,"
        " 3 West, 4 North."
    ),
    examples=(Example("2y"),),
    fits=patterns.is_own_season,
)
kong_on_kong = partial(
    HandItem,
    key="kong_on_kong",
    name=Term(gettext_noop("Kong on kong")),
    definition=gettext_noop(
        "The replacement tile of one kong made a second kong, and the"
        " replacement tile of that one won."
    ),
    examples=(
        Example(
            "(5555s) (3333p) (678p) (222z) (88s)",
            source=Source.REPLACEMENT,
            circumstances=frozenset({Circumstance.KONG_ON_KONG}),
        ),
    ),
    is_winners=True,
    fits=patterns.happened(Circumstance.KONG_ON_KONG),
)
thirteen_orphans = partial(
    IrregularLimit,
    key="thirteen_orphans",
    name=Term(gettext_noop("Thirteen orphans")),
    definition=gettext_noop(
        "One each of all ones and nines, winds and dragons, and any of"
        " these a second time. All concealed but the winning tile, which may"
        " be claimed and robbed even from a concealed kong."
    ),
    examples=(
        Example("19m 19p 19s 1234z 567z 7z"),
        Example(
            "19m 19p 19s 1234z 57z 5z 6z",
            source=Source.ROBBED_KONG,
            form=gettext_noop("the last tile robbed from a concealed kong"),
        ),
    ),
    shape=patterns.THIRTEEN_ORPHANS,
)
honour_pairs = partial(
    IrregularLimit,
    key="honour_pairs",
    name=Term(gettext_noop("Seven pairs of honours")),
    definition=gettext_noop(
        "Seven pairs of winds and dragons. All concealed but the winning tile."
    ),
    examples=(
        Example("11z 22z 33z 44z 55z 66z 77z"),
        Example(
            "11z 11z 22z 33z 55z 66z 77z",
            form=gettext_noop("four equal tiles as two pairs"),
        ),
    ),
    shape=SevenPairs((HONOURS,)),
)
seven_pairs = partial(
    IrregularLimit,
    key="seven_pairs",
    name=Term(gettext_noop("Seven pairs")),
    definition=gettext_noop("Any seven pairs. All concealed but the winning tile."),
    examples=(
        Example("22p 77p 44p 99p 11s 33z 66z"),
        Example(
            "22p 22p 44p 99p 11s 33z 66z",
            form=gettext_noop("four equal tiles as two pairs"),
        ),
    ),
    shape=SevenPairs((EVERY_KIND,)),
)
four_winds = partial(
    RegularLimit,
    key="four_winds",
    name=Term(gettext_noop("Four winds")),
    definition=gettext_noop(
        "Pungs or kongs of all four winds and any pair; exposed or concealed."
    ),
    examples=(Example("111z 222z 333z 444z 55p"),),
    fits=patterns.has_sets_of(WINDS),
)
gates = partial(
    IrregularLimit,
    key="nine_gates",
    name=Term(gettext_noop("Nine gates")),
    definition=gettext_noop(
        "Of one suit three ones, three nines and one each of 2 to 8, all concealed;"
        " the winning tile, drawn or claimed, is any one more of the suit."
    ),
    examples=(Example("111m 2345678m 999m 5m"),),
    shape=patterns.nine_gates(is_required_before=True),
)


# At the table ---------------------------------------------------------------------

CLAIMED_FOURTH_TILE = Decision(
    gettext_noop(
        "Kajongg lets the kong of a concealed pung and a claimed tile count as"
        " concealed for some hands; a record cannot tell it from others."
    ),
    gettext_noop("It is an exposed kong in every respect."),
)
TOO_FEW_TILES = Decision(
    gettext_noop(
        "A hand with too many tiles is dead; of one with too few nothing is said."
    ),
    gettext_noop("Both are dead."),
)
kongs = partial(
    TableRule,
    gettext_noop("Kongs"),
    gettext_noop(
        "A pung that lies open becomes an exposed kong with the fourth tile drawn;"
        " a concealed pung becomes one with the fourth tile claimed. Four equal"
        " tiles that nobody declared are a pung and a loose tile."
    ),
)
dangerous_discards = partial(
    TableRule,
    gettext_noop("Dangerous discards"),
    gettext_noop(
        "Against a player with three exposed sets of one suit any tile of that"
        " suit; three of ones or nines, a 1 or 9; three of green tiles, a green"
        " tile; of winds or dragons only, one of these not yet shown; three of"
        " winds, the fourth wind; two of dragons, the third. With five tiles or"
        " fewer in the living wall, a tile of which none lies open."
    ),
)
dead_hands = partial(
    TableRule,
    gettext_noop("Dead hands"),
    gettext_noop(
        "A hand with a tile too many or too few is dead: it cannot win, scores"
        " nothing, pays in full and receives nothing."
    ),
)


# House rules ----------------------------------------------------------------------


def yes_no(
    key: str, name: str, source: Citation, *changes: Change, **more: Any
) -> Option:
    """Return an option that is on by default, and what switching it off changes."""
    choices = Choice("yes", patterns.YES), Choice("no", patterns.NO, changes)
    return Option(key, Term(name), source, choices, **more)


def no_yes(
    key: str, name: str, source: Citation, *changes: Change, **more: Any
) -> Option:
    """Return an option that is off by default, and what switching it on changes."""
    choices = Choice("no", patterns.NO), Choice("yes", patterns.YES, changes)
    return Option(key, Term(name), source, choices, **more)


def limit_choices(
    limit_hands: tuple[LimitHand, ...], *limits: int
) -> tuple[Choice, ...]:
    """
    Return the choices of the limit, the first of *limits* by default.

    What a limit hand is worth keeps its share of it.
    """
    usual = limits[0]

    def changes(most: int) -> tuple[Change, ...]:
        return (
            Change("counting", {"limit": most}),
            *(
                Change(one.key, {"points": one.points * most // usual})
                for one in limit_hands
                if not isinstance(one, CountedLimit)
            ),
        )

    return tuple(
        Choice(most, Term(str(most)), changes(most) if most != usual else ())
        for most in limits
    )


def roof_choices() -> tuple[Choice, ...]:
    """Return the choices of whether ordinary counts are capped at the limit too."""
    return (
        Choice("on", patterns.YES),
        Choice("off", patterns.NO, (Change("counting", {"caps_counts": False}),)),
    )


def rounds_option(source: Citation) -> Option:
    """Return the option of how many rounds a partie has, four by default."""
    choices = numbers("dealing", "rounds", 4, 3, 2, 1)
    return Option("rounds", Term(gettext_noop("Rounds of a partie")), source, choices)
