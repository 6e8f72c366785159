"""
What a game came to, in words and in the reader's language.

Nothing here decides a score; it explains the ones that the engine gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext

from clubscore.partie import engine
from clubscore.partie.engine import Table, Terms
from clubscore.partie.entries import Game
from clubscore.partie.game_record import OutcomeRecord
from clubscore.partie.outcome_text import Names
from clubscore.partie.refusals import sentence_with
from clubscore.partie.seats import with_wind
from clubscore.partie.words import DEAD, OTHERWISE


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One item of a hand."""

    name: str
    points: int
    doubles: int
    faan: int
    laak: int
    section: str
    """Where the rule book says so."""
    by: str | None
    """The set that earned it, in notation."""


@dataclass(frozen=True, slots=True)
class HandLine:
    """One hand and what it is worth."""

    seat: str
    wind: str
    key: str
    player: str
    is_winners: bool
    points: int
    items: tuple[ItemLine, ...]
    arrangement: tuple[str, ...]
    base: int | None
    doubles: int | None
    faan: int | None
    laak: int | None
    limit: str
    """The limit hand's name, if it is one or waits for one."""
    is_waiting: bool
    dead: str
    is_own_count: bool
    looked_up: str
    """What the table of points makes of faan and laak; empty without them."""
    beside: str
    """What counts beside a limit hand, with the sum; empty where nothing does."""
    notes: tuple[str, ...]
    """What the cap and the rounding made of the sum."""
    passed_over: str
    """Which count or limit hand it was too, and gave way; empty where none did."""

    @property
    def factor(self) -> int:
        """What the doublings come to."""
        return 1 << (self.doubles or 0)

    @property
    def product(self) -> int:
        """Base and doublings, before cap and rounding."""
        return (self.base or 0) * self.factor


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """One debt."""

    payer: str
    payee: str
    amount: int
    why: str
    chips: tuple[tuple[int, int], ...]
    """How many of which chip make it up."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What a game came to for one player."""

    player: str
    wind: str
    """Empty for who rested."""
    points: int | None
    score: int
    owns: bool = False
    rests: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game explained."""

    hands: tuple[HandLine, ...]
    payments: tuple[PaymentLine, ...]
    scores: tuple[ScoreLine, ...]
    warnings: tuple[str, ...]
    is_in_faan: bool
    """Whether items count faan and laak instead of points and doubles."""
    has_laak: bool
    """Whether there are laak beside faan."""
    is_credit: bool
    """Whether nobody pays and everybody is credited the own hand's points."""
    has_scores_only: bool
    """Whether a sheet kept by hand said no more than the scores."""
    takes_scores: bool
    """Whether the rules take everybody's score, and no hands."""


def chips_for(
    amount: int, chips: Sequence[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """
    Return how many of which chip make up *amount*; nothing if they cannot.

    >>> chips_for(1270, ((1000, 1), (500, 2), (100, 9), (10, 10)))
    ((1, 1000), (2, 100), (7, 10))
    >>> chips_for(64, ((100, 9), (10, 10)))
    ()
    """
    found = []
    for worth, _many in sorted(chips, reverse=True):
        many, amount = divmod(amount, worth)
        if many:
            found.append((many, worth))
    return () if amount else tuple(found)


def sheet_of(
    terms: Terms,
    table: Table,
    game: Game,
    result: Any,
    names: Names,
    *,
    notices: Sequence[Any],
    uses_chips: bool,
    expected: str,
) -> Sheet:
    """Return a game explained; *expected* is who was East by the rules."""
    hands = tuple(
        _hand_line(terms, table, seat, hand, names, game)
        for seat, hand in result["hands"].items()
    )
    chips = _chips_of(terms) if uses_chips else ()
    return Sheet(
        hands,
        tuple(
            PaymentLine(
                names[table.winds[one["from"]]],
                names[table.winds[one["to"]]],
                one["amount"],
                _why(terms, table, game.outcome, one, result["hands"], names),
                chips_for(one["amount"], chips),
            )
            for one in result["payments"]
        ),
        _score_lines(table, result, names),
        (
            *_dealer_remark(table, names, expected),
            *(sentence_with(one, _called(table, names)) for one in notices),
        ),
        engine.is_in_faan(terms),
        engine.has_laak(terms),
        terms.rules.paying.is_credit and game.winner is not None,
        game.has_scores_only,
        terms.takes_scores,
    )


def _called(table: Table, names: Names) -> dict[str, str]:
    """Return how everybody at the table is called, by seat."""
    return {
        letter: with_wind(gettext(engine.wind_name(letter)), names[key])
        for letter, key in table.winds.items()
    }


def _chips_of(terms: Terms) -> Sequence[tuple[int, int]]:
    """Return what chips there are; how many, the book may leave open."""
    dealing = terms.rules.dealing
    return dealing.chips or [(worth, 0) for worth in dealing.chip_values]


def _score_lines(table: Table, result: Any, names: Names) -> tuple[ScoreLine, ...]:
    lines = [
        ScoreLine(
            names[key],
            gettext(engine.wind_name(seat)),
            result["hands"].get(seat, {}).get("points"),
            result["scores"][seat],
            owns=seat == table.owner,
        )
        for seat, key in table.winds.items()
    ]
    if table.resting is not None:
        lines.append(ScoreLine(names[table.resting], "", None, 0, rests=True))
    return tuple(lines)


def _dealer_remark(table: Table, names: Names, expected: str) -> tuple[str, ...]:
    """Return what is to be said if somebody was East or owner against the rules."""
    if table.dealer == expected:
        return ()
    if table.owner is None:
        remark = gettext(
            "By the rules %(expected)s was East, but %(real)s sat there. The winds "
            "pass on from that seat."
        )
    else:
        remark = gettext(
            "By the rules it was %(expected)s’s game, but %(real)s owned it. The game "
            "passes on from there."
        )
    return (remark % {"expected": names[expected], "real": names[table.dealer]},)


def _hand_line(
    terms: Terms,
    table: Table,
    seat: str,
    hand: Any,
    names: Names,
    game: Game,
) -> HandLine:
    key = table.winds[seat]
    is_winners = key == game.winner
    limit = engine.rule_called(terms, hand["limit"]) if hand["limit"] else None
    is_dead = hand["dead"] is not False
    items = tuple(_item_line(terms, one) for one in hand["items"])
    return HandLine(
        seat=seat,
        wind=gettext(engine.wind_name(seat)),
        key=key,
        player=names[key],
        is_winners=is_winners,
        points=hand["points"],
        items=items,
        arrangement=engine.laid_out(hand["arrangement"]),
        base=hand.get("base"),
        doubles=hand.get("doubles"),
        faan=hand.get("faan"),
        laak=hand.get("laak"),
        limit=gettext(limit.name) if limit is not None else "",
        is_waiting=any(engine.is_waiting(one["rule"]) for one in hand["items"]),
        dead=str(DEAD.get(hand["dead"], "")) if is_dead else "",
        is_own_count=_is_own_count(hand) and not is_dead,
        looked_up=_looked_up(terms, hand) if not is_dead else "",
        beside=_beside(hand),
        notes=_notes(terms, hand),
        passed_over=_passed_over(terms, table, game) if is_winners else "",
    )


def _passed_over(terms: Terms, table: Table, game: Game) -> str:
    """Return which way of counting the winner's hand gave way to another."""
    other = engine.passed_over(terms, table, game)
    if other is None:
        return ""
    if other.limit is None:
        return gettext(
            "The limit hand stands in place of the ordinary count, which would be"
            " %(points)d."
        ) % {"points": other.points}
    return gettext(
        "The ordinary count is higher than the limit hand “%(limit)s”, %(points)d, so"
        " it counts."
    ) % {"limit": gettext(other.limit.name), "points": other.points}


def _item_line(terms: Terms, item: Any) -> ItemLine:
    rule = engine.rule_called(terms, item["rule"])
    name = gettext(rule.name) if rule is not None else item["rule"]
    if engine.is_waiting(item["rule"]):
        short = (
            gettext("One tile short of “%(name)s”: half of its limit")
            if engine.is_half_paid(terms)
            else gettext("One tile short of “%(name)s”")
        )
        name = short % {"name": name}
    return ItemLine(
        name,
        item.get("points", 0),
        item.get("doubles", 0),
        item.get("faan", 0),
        item.get("laak", 0),
        item["source"].partition(": ")[2],
        item.get("by"),
    )


def _is_own_count(hand: Any) -> bool:
    """Tell whether a result is a player's own count, which has no sums."""
    sums = (hand.get("base"), hand.get("faan"))
    return not hand["limit"] and all(one is None for one in sums)


def _looked_up(terms: Terms, hand: Any) -> str:
    """Return how a hand's faan and laak become points, in words."""
    faan, laak = hand.get("faan"), hand.get("laak")
    if faan is None:
        return ""
    points = hand["points"]
    values = {
        "faan": faan,
        "laak": laak,
        "whole": engine.whole_faan(terms, faan, laak),
        "worth": ngettext("%(points)d point", "%(points)d points", points)
        % {"points": points},
    }
    if laak:
        return (
            gettext("%(faan)d faan + %(laak)d laak = %(whole)d faan: %(worth)s")
            % values
        )
    most = engine.most_faan(terms)
    if engine.has_laak(terms) or faan <= most:
        return gettext("%(faan)d faan: %(worth)s") % values
    values["most"] = most
    return gettext("%(faan)d faan, of which %(most)d count: %(worth)s") % values


def _beside(hand: Any) -> str:
    """Return the sum of a limit hand and of what counts beside it, with the limit."""
    first, *others = hand["items"] or [{}]
    if not hand["limit"] or not others:
        return ""
    base = sum(one["points"] for one in others)
    factor = 1 << sum(one["doubles"] for one in others)
    together = first["points"] + base * factor
    text = f"{first['points']} + {base} × {factor} = {together}"
    if together != hand["points"]:
        limit = gettext("No hand counts more than %(limit)d.")
        text = f"{text}. {limit % {'limit': hand['points']}}"
    return text


def _notes(terms: Terms, hand: Any) -> tuple[str, ...]:
    """Return what the cap and the rounding made of a hand's sum."""
    base, doubles = hand.get("base"), hand.get("doubles")
    if base is None or doubles is None:
        return ()
    limit = engine.highest_count(terms)
    product = capped = base << doubles
    notes = []
    if limit is not None and product > limit:
        capped = limit
        notes.append(gettext("No hand counts more than %(limit)d.") % {"limit": limit})
    if capped != hand["points"]:
        notes.append(gettext("Rounded to %(points)d.") % {"points": hand["points"]})
    return tuple(notes)


FACTORS = {
    "east": gettext_lazy("× 2 for East"),
    "owner": gettext_lazy("× 2 for the owner"),
    "self_drawn": gettext_lazy("× 2 self-drawn"),
    "gave_tile": gettext_lazy("× 2 for giving the tile"),
    "was_claimed": gettext_lazy("× 2 for the claimed discard"),
}
"""Why a debt is doubled."""


def _why(
    terms: Terms,
    table: Table,
    outcome: OutcomeRecord,
    payment: Any,
    hands: Any,
    names: Names,
) -> str:
    """Return why somebody pays, with the sum."""
    payee = hands.get(payment["to"], {}).get("points", 0)
    payer = hands.get(payment["from"], {}).get("points", 0)
    values = {
        "payee": names[table.winds[payment["to"]]],
        "points": payee,
        "less": payer,
    }
    factors = engine.factors_of(terms, table, outcome, payment)
    match payment["reason"]:
        case "win" if not engine.gives_for_all(terms, outcome):
            text = gettext("%(payee)s’s hand, %(points)d") % values
        case "difference":
            text = gettext("difference, %(points)d − %(less)d") % values
            if factors:
                text = gettext("difference, (%(points)d − %(less)d)") % values
        case "pao" | "win":
            parts = engine.pao_parts(terms, table, outcome, payee)
            text = gettext("for all: %(sum)s") % {"sum": " + ".join(map(str, parts))}
        case "penalty":
            text = gettext("penalty, %(points)d") % {
                # Every factor has doubled it once.
                "points": payment["amount"] >> len(factors)
            }
        case _:
            text = str(OTHERWISE)
    return " ".join([text, *(str(FACTORS[factor]) for factor in factors)])
