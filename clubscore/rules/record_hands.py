"""The reader of a record's hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from clubscore.rules.errors import Code, NotationError, RulesError, gettext_noop, quoted
from clubscore.rules.fields import Fields, Problems, Record
from clubscore.rules.hand_points import Taken
from clubscore.rules.hands import (
    ABSENT,
    Claim,
    Dead,
    Hand,
    Outcome,
    Penalty,
    Source,
    TableWinds,
    Win,
)
from clubscore.rules.items import RegularLimit
from clubscore.rules.problems import HAND_SIZE, MANY_TILES
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import Wind
from clubscore.rules.sets import parse_set
from clubscore.rules.situations import contradicts
from clubscore.rules.tiles import (
    JOKER,
    KINDS,
    SET_TILES,
    TILE_NAMES,
    Packed,
    Tile,
    kinds_of,
    pack,
    parse_tiles,
)

MOST_POINTS = 1_000_000
"""A player's own count is never more."""
WAITING = "waiting:"
"""Begins a claim that a hand is one tile short of a limit hand."""
HAND_FIELDS = frozenset(
    ("sets", "tiles", "bonus", "complete", "claims", "dead", "points")
)
ORIGINAL_CALL = "original_call"
HAND_FIELDS_AND_CALL = HAND_FIELDS | {ORIGINAL_CALL}
UNREADABLE = Hand()
"""Stands for a hand that could not be read, until the reason is raised."""


def read_hands(
    hands: Record, rules: Ruleset | None, table: TableWinds, problems: Problems
) -> dict[Wind, Hand]:
    """Return the hand of every seat that plays."""
    known = frozenset(seat.letter for seat in table.seats)
    Fields(hands, problems, known=known, path="hands")
    if rules is not None and rules.counting.takes is Taken.VALUE:
        return {
            seat: _read_value(hands[seat.letter], seat.letter, problems)
            if seat.letter in hands
            else ABSENT
            for seat in table.seats
        }
    return {
        seat: _read_hand(hands[seat.letter], seat.letter, rules, problems)
        if seat.letter in hands
        else ABSENT
        for seat in table.seats
    }


def read_dead_hands(
    hands: Record, table: TableWinds, problems: Problems
) -> dict[Wind, Hand]:
    """Return the dead hands of a game in which nothing else of a hand is looked at."""
    read: dict[Wind, Hand] = {}
    for seat in table.seats:
        value = hands.get(seat.letter)
        if not isinstance(value, dict) or value.get("dead") is None:
            continue
        said = Fields(
            {"dead": value["dead"]},
            problems,
            known=HAND_FIELDS,
            path=f"hands.{seat.letter}",
            seat=seat.letter,
        )
        dead = said.member(Dead, "dead")
        if dead is not None:
            read[seat] = Hand(dead=dead)
    return read


def _read_hand(
    value: object, seat: str, rules: Ruleset | None, problems: Problems
) -> Hand:
    """Return a hand; where it is none, add why and return `UNREADABLE`."""
    before = len(problems)
    path = f"hands.{seat}"
    calls = rules is None or rules.winning.knows_original_call
    known = HAND_FIELDS_AND_CALL if calls else HAND_FIELDS
    said = Fields(value, problems, known=known, path=path, seat=seat)
    sets = said.texts("sets")
    tiles = said.text("tiles")
    bonus = said.text("bonus")
    is_complete = said.flag("complete", default=True)
    original_call = said.flag(ORIGINAL_CALL, default=False)
    dead = said.member(Dead, "dead") if said.get("dead") is not None else None
    points = said.whole("points", 0, MOST_POINTS)
    if said.get("points") is not None and (sets or tiles.strip() or bonus.strip()):
        said.bad(
            "points",
            gettext_noop(
                "The field “%(field)s” goes instead of tiles, not beside them. Leave"
                " out one of the two."
            ),
        )
    claims, waiting_for = _read_claims(said, rules)
    if said.get("claims") and is_complete:
        said.bad(
            "claims",
            gettext_noop(
                "The field “%(field)s” goes with a hand that is not complete."
            ),
        )
    if len(problems) > before:
        return UNREADABLE
    place = ""
    try:
        written = []
        for index, text in enumerate(sets):
            place = f"sets.{index}"
            written.append(parse_set(text))
        place = "tiles"
        loose = parse_tiles(tiles)
        place = "bonus"
        bonus_tiles = parse_tiles(bonus)
    except NotationError as error:
        error.seat, error.field = seat, f"{path}.{place}"
        problems.append(error)
        return Hand(is_complete=is_complete)
    size = len(loose)
    for one in written:
        size += len(one.tiles)
    packed = 0
    if size <= MANY_TILES:
        packed = _packed(loose)
        for one in written:
            packed += pack(one.tiles)
    hand = Hand(
        tuple(written),
        loose,
        bonus_tiles,
        is_complete,
        claims,
        waiting_for,
        dead,
        points,
        packed,
        size,
        original_call,
    )
    if rules is not None:
        problems += _wrong_tiles(hand, rules, path, seat)
        if said.get("claims") and hand.is_counted_by_tiles:
            _check_claims(hand, rules, said)
    return hand


@lru_cache(maxsize=8192)
def _packed(tiles: tuple[Tile, ...]) -> Packed:
    return pack(tiles)


def _read_claims(
    said: Fields, rules: Ruleset | None
) -> tuple[frozenset[Claim], tuple[str, ...]]:
    """Return the claimed patterns, and the limit hands said to be waited for."""
    texts = said.texts("claims")
    if not texts:
        return frozenset(), ()
    if rules is not None and not rules.winning.knows_claims:
        said.bad(
            "claims",
            gettext_noop(
                "%(ruleset)s knows no claims about a hand. Leave out the field"
                " “%(field)s”."
            ),
            ruleset=rules.name,
        )
        return frozenset(), ()
    claims = set()
    waiting_for = []
    limits = rules.awaited if rules else frozenset()
    may_wait = rules is None or rules.counting.accepts_waiting
    for text in texts:
        key = text.removeprefix(WAITING)
        if text in _CLAIMS:
            claims.add(Claim(text))
        elif text.startswith(WAITING) and (key in limits or rules is None):
            if rules is not None and not may_wait:
                said.bad(
                    "claims",
                    gettext_noop(
                        "In “%(field)s” the claim “%(claim)s” means nothing:"
                        " %(ruleset)s pays nothing for a hand that is one tile short."
                        " Leave it out."
                    ),
                    claim=quoted(text),
                    ruleset=rules.name,
                )
            waiting_for.append(key)
        else:
            said.bad(
                "claims",
                gettext_noop(
                    "In “%(field)s” the claim “%(claim)s” is unknown. Known are:"
                    " %(known)s."
                ),
                claim=quoted(text),
                known=", ".join(
                    (*Claim, *sorted(WAITING + name for name in limits if may_wait))
                ),
            )
    return frozenset(claims), tuple(waiting_for)


_CLAIMS = frozenset(claim.value for claim in Claim)


def _check_claims(hand: Hand, rules: Ruleset, said: Fields) -> None:
    """Add each claim that the entered tiles contradict."""
    # Tiles that belong elsewhere are another problem, which is noted already.
    packed = hand.packed & SET_TILES
    kinds = kinds_of(packed)
    wrong: list[str] = [one for one in hand.claims if contradicts(one, kinds)]
    ruled_out = not_awaited(hand, rules, packed)
    wrong += [WAITING + key for key in ruled_out if key in hand.waiting_for]
    for claim in sorted(wrong):
        said.bad(
            "claims",
            gettext_noop(
                "In “%(field)s” the claim “%(claim)s” contradicts the tiles that were"
                " entered. Correct one of the two."
            ),
            claim=claim,
        )


def not_awaited(hand: Hand, rules: Ruleset, packed: Packed) -> list[str]:
    """Return what the hand cannot be a tile short of; *packed* are its tiles."""
    is_concealed = not hand.kongs and all(one.is_concealed for one in hand.written)
    may_be_irregular = is_concealed and hand.size <= HAND_SIZE
    may_be_regular = hand.size - hand.kongs <= HAND_SIZE
    ruled_out = [
        limit.key
        for limit in rules.awaited_limits
        if not (
            may_be_regular and limit.admits(hand)
            if isinstance(limit, RegularLimit)
            else may_be_irregular and limit.shape.admits(packed)
        )
    ]
    ruled_out += [
        item.key
        for item in rules.short_items
        if not (may_be_regular and item.admits(hand))
    ]
    return ruled_out


def _wrong_tiles(
    hand: Hand, rules: Ruleset, path: str, seat: str
) -> Iterator[RulesError]:
    """Yield an error for tiles that are not played with, or not in their place."""

    def error(field: str, tile: Tile, template: str) -> RulesError:
        return RulesError(
            Code.BAD_TILE,
            template,
            {"tile": TILE_NAMES[tile]},
            seat=seat,
            field=field,
        )

    if hand.packed & rules.tiles.others or hand.size > MANY_TILES:
        for place, group in _groups(hand, path):
            bad = next((tile for tile in group if not rules.tiles.has(tile)), None)
            if bad is not None:
                yield error(place, bad, _why_bad(bad))
    for tile in hand.bonus:
        if not KINDS <= tile < JOKER:
            yield error(
                path + ".bonus",
                tile,
                gettext_noop(
                    "This is no flower or season: %(tile)s. Put it with the other"
                    " tiles."
                ),
            )
        elif not rules.tiles.has_bonus:
            yield error(
                path + ".bonus",
                tile,
                gettext_noop(
                    "This game is played without flowers and seasons: %(tile)s."
                ),
            )


def _groups(hand: Hand, path: str) -> Iterator[tuple[str, tuple[Tile, ...]]]:
    """Yield the tiles of each set and the loose ones, with the fields they are in."""
    for index, one in enumerate(hand.written):
        yield f"{path}.sets.{index}", one.tiles
    yield f"{path}.tiles", hand.tiles


def _why_bad(tile: Tile) -> str:
    """Return the sentence for a tile that no hand can have."""
    if tile == JOKER:
        return gettext_noop("This game is played without jokers.")
    if tile >= KINDS:
        return gettext_noop(
            "This is a flower or season: %(tile)s. Put it with the bonus tiles."
        )
    return gettext_noop("This game is played without %(tile)s.")


def check_values(
    outcome: Outcome | None, hands: Mapping[Wind, Hand], problems: Problems
) -> None:
    """Add what is wrong where only the value of one hand is typed."""
    if outcome is None:
        # That is told already; nobody knows whose value counts.
        return
    valued = None
    if isinstance(outcome, Win):
        valued = outcome.winner
        # What is missing first is what the hand is worth; nothing else is asked then.
        if hands[valued].points is not None:
            check_winners_hand(outcome, hands[valued], problems)
    elif isinstance(outcome, Penalty):
        [valued] = outcome.offenders
        _check_error(outcome, len(hands), problems)
    for seat, hand in hands.items():
        path = f"hands.{seat.letter}"
        said = Fields({}, problems, known=HAND_FIELDS, path=path, seat=seat.letter)
        if seat is not valued and hand.points is not None:
            said.bad(
                "points",
                gettext_noop(
                    "The field “%(field)s” goes only with the hand that was declared."
                ),
            )
        least = 1 if isinstance(outcome, Win) else 0
        if seat is valued and (hand.points is None or hand.points < least):
            said.bad(
                "points",
                gettext_noop(
                    "The field “%(field)s” must say what the hand declared is worth by"
                    " the card."
                ),
            )


def _check_error(penalty: Penalty, players: int, problems: Problems) -> None:
    """Add what is wrong with a mah jongg that was declared in error."""
    said = Fields({}, problems, known=HAND_FIELDS, path="outcome")
    if len(penalty.excluded) >= players - 1:
        said.bad(
            "excluded",
            gettext_noop(
                "The field “%(field)s” cannot hold everybody else: one hand at least"
                " is still whole."
            ),
        )


def _read_value(value: object, seat: str, problems: Problems) -> Hand:
    """Return a hand of which only the value can be said, and whether it is dead."""
    path = f"hands.{seat}"
    said = Fields(value, problems, known=HAND_FIELDS, path=path, seat=seat)
    tiles = {
        "sets": said.texts("sets"),
        "tiles": said.text("tiles").strip(),
        "bonus": said.text("bonus").strip(),
        "claims": said.texts("claims"),
    }
    for name, held in tiles.items():
        if held:
            said.bad(
                name,
                gettext_noop(
                    "The field “%(field)s” must be empty: only what a hand is worth is"
                    " typed here."
                ),
            )
    return Hand(
        is_complete=said.flag("complete", default=True),
        dead=said.member(Dead, "dead") if said.get("dead") is not None else None,
        points=said.whole("points", 0, MOST_POINTS),
    )


def check_winners_hand(win: Win, hand: Hand, problems: Problems) -> None:
    """Add what a winner's record must have and has not."""
    seat = win.winner.letter
    if not hand.is_complete:
        said = Fields({}, problems, known=HAND_FIELDS, path=f"hands.{seat}", seat=seat)
        said.bad(
            "complete",
            gettext_noop(
                "The field “%(field)s” must be true for the winner: enter the whole"
                " hand."
            ),
        )
    if win.tile is None and hand.points is None and win.source is not Source.DEAL:
        said = Fields({}, problems, known=HAND_FIELDS, path="outcome", seat=seat)
        said.bad(
            "winning_tile",
            gettext_noop("The field “%(field)s” must name the tile that won the game."),
        )
