"""
A game explained item by item in the reader's language.

Nothing here decides a score; it explains the ones that the engine gave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubscore.rules.errors import RulesError, gettext_noop
from clubscore.rules.figures import figure
from clubscore.rules.hand_points import FanPoints
from clubscore.rules.items import Rule, ScoringItem
from clubscore.rules.payments import PayingWithBase
from clubscore.rules.record_writer import PaymentDict
from clubscore.rules.sentences import Language
from clubscore.rules.table.counted_game import (
    Charge,
    factors_of,
    freely,
    gives_for_all,
    has_laak,
    highest_count,
    is_half_paid,
    is_in_faan,
    is_waiting,
    most_faan,
    owed_in_full,
    pao_parts,
    passed_over,
    rule_called,
    whole_faan,
)
from clubscore.rules.table.game_text import (
    DEAD,
    OTHERWISE,
    Names,
    laid_out,
    sentence_with,
    wind_name,
    with_wind,
)
from clubscore.rules.table.table_seats import (
    Entered,
    Table,
    Terms,
    is_recorded_dead,
    winner_of,
)


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One item of a hand."""

    name: str
    first: int
    """What it is worth in the first column of its rule book: points, or faan."""
    second: int
    """In the second: doubles, or laak."""
    section: str
    """Where the rule book says so."""
    by: str | None
    """The set that earned it, in notation."""
    key: str
    """Names it on the reference card, where it has a *definition*."""
    definition: str
    """What earns it, where the book has so many items that nobody knows them all."""
    worth: str
    """What it is worth in words: “8”, “1 double”, “3 faan”."""


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
    owns: bool
    rests: bool = False
    is_dead: bool = False
    """Whether a hand that is not valued is recorded as dead."""


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    """A game explained."""

    hands: tuple[HandLine, ...]
    payments: tuple[PaymentLine, ...]
    scores: tuple[ScoreLine, ...]
    warnings: tuple[str, ...]
    is_in_faan: bool
    """Whether items count faan and laak instead of points and doubles."""
    has_laak: bool
    """Whether there are laak beside faan."""
    has_doubles: bool
    """Whether items can count doubles beside points."""
    is_credit: bool
    """Whether nobody pays and everybody is credited the own hand's points."""
    has_scores_only: bool
    """Whether a sheet kept by hand said no more than the scores."""
    takes_scores: bool
    """Whether the rules take everybody's score, and no hands."""


def chips_for(amount: int, worths: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """
    Return how many of which chip make up *amount*; nothing if they cannot.

    >>> chips_for(1270, (1000, 500, 100, 10))
    ((1, 1000), (2, 100), (7, 10))
    >>> chips_for(64, (100, 10))
    ()
    """
    found = []
    for worth in sorted(worths, reverse=True):
        many, amount = divmod(amount, worth)
        if many:
            found.append((many, worth))
    return () if amount else tuple(found)


def sheet_of(
    words: Language,
    terms: Terms,
    table: Table,
    game: Entered,
    result: Any,
    names: Names,
    *,
    notices: Sequence[Any],
    uses_chips: bool,
    expected: str,
    charge: Charge = freely,
) -> ExplainedGame:
    """Return a game explained; *expected* is who was East by the rules."""
    hands = tuple(
        _hand_line(words, terms, table, seat, hand, names, game, charge)
        for seat, hand in result["hands"].items()
    )
    worths = worths_of_chips(terms) if uses_chips else ()
    called = _called(words, table, names) if notices else {}
    debts = _with_what_is_owed(result["payments"], terms, table, game, charge)
    return ExplainedGame(
        hands,
        tuple(
            PaymentLine(
                names[table.winds[one["from"]]],
                names[table.winds[one["to"]]],
                paid,
                _why(words, terms, table, game.outcome, one, paid, result, names),
                chips_for(paid, worths),
            )
            for one, paid in debts
        ),
        _score_lines(words, table, game, result, names),
        (
            *_dealer_remark(words, table, names, expected),
            *(sentence_with(words, one, called) for one in notices),
        ),
        is_in_faan(terms),
        has_laak(terms),
        terms.rules.counting.has_doubles,
        terms.rules.paying.is_credit and winner_of(game) is not None,
        game.scores is not None,
        terms.takes_scores,
    )


def _with_what_is_owed(
    payments: Sequence[PaymentDict],
    terms: Terms,
    table: Table,
    game: Entered,
    charge: Charge,
) -> list[tuple[PaymentDict, int]]:
    """Return each debt with what was paid of it: less where losses have a limit."""
    try:
        owed = owed_in_full(terms, table, game, charge)
    except RulesError:
        # An edition from before its rules were put right may have allowed it.
        owed = ()
    if not owed:
        return [(one, one["amount"]) for one in payments]
    paid = {(one["from"], one["to"]): one["amount"] for one in payments}
    return [(one, paid.get((one["from"], one["to"]), 0)) for one in owed]


def _called(words: Language, table: Table, names: Names) -> dict[str, str]:
    """Return how everybody at the table is called, by seat."""
    return {
        letter: with_wind(words, words.gettext(wind_name(letter)), names[key])
        for letter, key in table.winds.items()
    }


def worths_of_chips(terms: Terms) -> Sequence[int]:
    """Return what each kind of chip is worth; how many there are, a book may say."""
    dealing = terms.rules.dealing
    return [worth for worth, _many in dealing.chips] or dealing.chip_values


def _score_lines(
    words: Language, table: Table, game: Entered, result: Any, names: Names
) -> tuple[ScoreLine, ...]:
    lines = [
        ScoreLine(
            names[key],
            words.gettext(wind_name(seat)),
            result["hands"].get(seat, {}).get("points"),
            result["scores"][seat],
            owns=seat == table.owner,
            is_dead=is_recorded_dead(game, key),
        )
        for seat, key in table.winds.items()
    ]
    if table.resting is not None:
        lines.append(
            ScoreLine(names[table.resting], "", None, 0, owns=False, rests=True)
        )
    return tuple(lines)


def _dealer_remark(
    words: Language, table: Table, names: Names, expected: str
) -> tuple[str, ...]:
    """Return what is to be said if somebody was East or owner against the rules."""
    if table.dealer == expected:
        return ()
    if table.owner is None:
        remark = words.gettext(
            "By the rules %(expected)s was East, but %(real)s sat there. The winds "
            "pass on from that seat."
        )
    else:
        remark = words.gettext(
            "By the rules it was %(expected)s’s game, but %(real)s owned it. The game "
            "passes on from there."
        )
    return (remark % {"expected": names[expected], "real": names[table.dealer]},)


def _hand_line(
    words: Language,
    terms: Terms,
    table: Table,
    seat: str,
    hand: Any,
    names: Names,
    game: Entered,
    charge: Charge,
) -> HandLine:
    key = table.winds[seat]
    is_winners = key == winner_of(game)
    limit = rule_called(terms, hand["limit"]) if hand["limit"] else None
    is_dead = hand["dead"] is not False
    items = tuple(_item_line(words, terms, hand, one) for one in hand["items"])
    return HandLine(
        seat=seat,
        wind=words.gettext(wind_name(seat)),
        key=key,
        player=names[key],
        is_winners=is_winners,
        points=hand["points"],
        items=items,
        arrangement=laid_out(hand["arrangement"]),
        base=hand.get("base"),
        doubles=hand.get("doubles"),
        faan=hand.get("faan"),
        laak=hand.get("laak"),
        limit=words.gettext(limit.name) if limit is not None else "",
        is_waiting=any(is_waiting(one["rule"]) for one in hand["items"]),
        dead=_dead(words, hand["dead"]) if is_dead else "",
        is_own_count=_is_own_count(hand),
        looked_up=_looked_up(words, terms, hand) if not is_dead else "",
        beside=_beside(words, hand),
        notes=_notes(words, terms, hand),
        passed_over=_passed_over(words, terms, table, game, charge)
        if is_winners
        else "",
    )


def _dead(words: Language, key: str) -> str:
    return words.gettext(DEAD[key]) if key in DEAD else ""


def _passed_over(
    words: Language, terms: Terms, table: Table, game: Entered, charge: Charge
) -> str:
    """Return which way of counting the winner's hand gave way to another."""
    other = passed_over(terms, table, game, charge)
    if other is None:
        return ""
    if other.limit is None:
        return words.gettext(
            "The limit hand stands in place of the ordinary count, which would be"
            " %(points)s."
        ) % {"points": figure(other.points)}
    return words.gettext(
        "The ordinary count is higher than the limit hand “%(limit)s”, %(points)s, so"
        " it counts."
    ) % {"limit": words.gettext(other.limit.name), "points": figure(other.points)}


def _item_line(words: Language, terms: Terms, hand: Any, item: Any) -> ItemLine:
    rule = rule_called(terms, item["rule"])
    name = words.gettext(rule.name) if rule is not None else item["rule"]
    if is_waiting(item["rule"]):
        short = (
            words.gettext("One tile short of “%(name)s”: half of its limit")
            if is_half_paid(terms)
            else words.gettext("One tile short of “%(name)s”")
        )
        name = short % {"name": name}
    first, second = (item.get(one, 0) for one in terms.rules.counting.columns)
    return ItemLine(
        name,
        first,
        second,
        item["source"].partition(": ")[2],
        item.get("by"),
        *_defined(words, terms, rule),
        _worth(words, terms, hand, first, second),
    )


def _worth(words: Language, terms: Terms, hand: Any, first: int, second: int) -> str:
    """Return in words what an item is worth."""
    if is_in_faan(terms):
        if hand["limit"]:
            return figure(hand["points"])
        faan = words.gettext("%(faan)s faan") % {"faan": first}
        laak = words.gettext("%(laak)s laak") % {"laak": second}
        return " ".join([faan] * bool(first) + [laak] * bool(second))
    doubled = words.ngettext("%(doubles)s double", "%(doubles)s doubles", second) % {
        "doubles": second
    }
    return " ".join([figure(first)] * bool(first) + [doubled] * bool(second))


def _defined(words: Language, terms: Terms, rule: Rule | None) -> tuple[str, str]:
    """Return the key and the definition of an item of a book of fan."""
    is_fan = isinstance(terms.rules.counting, FanPoints)
    if not is_fan or not isinstance(rule, ScoringItem):
        return "", ""
    return rule.key, words.gettext(rule.definition)


def _is_own_count(hand: Any) -> bool:
    """Tell whether a result is a player's own count, which has no items and no sums."""
    sums = (hand.get("base"), hand.get("faan"))
    has_none = all(one is None for one in sums) and not hand["items"]
    return not hand["limit"] and has_none


def _looked_up(words: Language, terms: Terms, hand: Any) -> str:
    """Return how a hand's faan and laak become points, in words."""
    faan, laak = hand.get("faan"), hand.get("laak")
    if faan is None:
        return ""
    points = hand["points"]
    values = {
        "faan": faan,
        "laak": laak,
        "whole": whole_faan(terms, faan, laak),
        "most": most_faan(terms),
        "worth": words.ngettext("%(points)s point", "%(points)s points", points)
        % {"points": figure(points)},
    }
    if values["whole"] <= values["most"]:
        told = (
            words.gettext("%(faan)d faan + %(laak)d laak = %(whole)d faan: %(worth)s")
            if laak
            else words.gettext("%(faan)d faan: %(worth)s")
        )
    elif laak:
        told = words.gettext(
            "%(faan)d faan + %(laak)d laak = %(whole)d faan, of which %(most)d count:"
            " %(worth)s"
        )
    else:
        told = words.gettext("%(faan)d faan, of which %(most)d count: %(worth)s")
    return told % values


def _beside(words: Language, hand: Any) -> str:
    """Return the sum of a limit hand and of what counts beside it, with the limit."""
    first, *others = hand["items"] or [{}]
    if not hand["limit"] or not others:
        return ""
    base = sum(one["points"] for one in others)
    factor = 1 << sum(one["doubles"] for one in others)
    together = first["points"] + base * factor
    parts = map(figure, (first["points"], base, factor, together))
    text = "{} + {} × {} = {}".format(*parts)
    if together != hand["points"]:
        limit = words.gettext("No hand counts more than %(limit)s.")
        text = f"{text}. {limit % {'limit': figure(hand['points'])}}"
    return text


def _notes(words: Language, terms: Terms, hand: Any) -> tuple[str, ...]:
    """Return what the cap and the rounding made of a hand's sum."""
    if hand.get("base") is None:
        return ()
    limit = highest_count(terms)
    product = capped = hand["base"] << hand["doubles"]
    notes = []
    if limit is not None and product > limit:
        capped = limit
        notes.append(
            words.gettext("No hand counts more than %(limit)s.")
            % {"limit": figure(limit)}
        )
    if capped != hand["points"]:
        notes.append(
            words.gettext("Rounded to %(points)s.") % {"points": figure(hand["points"])}
        )
    return tuple(notes)


FACTORS = {
    "east": gettext_noop("× 2 for East"),
    "owner": gettext_noop("× 2 for the owner"),
    "self_drawn": gettext_noop("× 2 self-drawn"),
    "gave_tile": gettext_noop("× 2 for giving the tile"),
    "was_claimed": gettext_noop("× 2 for the claimed discard"),
    "jokerless": gettext_noop("× 2 without a joker"),
    "in_error": gettext_noop("× 2 for declaring it in error"),
}
"""Why a debt is doubled."""


def _why(
    words: Language,
    terms: Terms,
    table: Table,
    outcome: Mapping[str, Any],
    payment: PaymentDict,
    paid: int,
    result: Any,
    names: Names,
) -> str:
    """Return why somebody pays, with the sum, and why less if *paid* is less."""
    hands = result["hands"]
    payee = hands.get(payment["to"], {}).get("points", 0)
    payer = hands.get(payment["from"], {}).get("points", 0)
    values = {
        "payee": names[table.winds[payment["to"]]],
        "points": figure(payee),
        "less": figure(payer),
    }
    factors = factors_of(terms, table, outcome, payment)
    match payment["reason"]:
        case "win" if isinstance(paying := terms.rules.paying, PayingWithBase):
            text = words.gettext("everybody’s base, %(base)s") % {
                "base": figure(paying.base)
            }
            if payment["amount"] > paying.base:
                text = words.gettext("base %(base)s + %(payee)s’s hand, %(points)s") % {
                    **values,
                    "base": figure(paying.base),
                }
        case "win" if not gives_for_all(terms, outcome):
            text = words.gettext("%(payee)s’s hand, %(points)s") % values
        case "difference":
            text = words.gettext("difference, %(points)s − %(less)s") % values
            if factors:
                text = words.gettext("difference, (%(points)s − %(less)s)") % values
        case "pao" | "win":
            parts = pao_parts(terms, table, outcome, payee)
            text = words.gettext("for all: %(sum)s") % {
                "sum": " + ".join(map(figure, parts))
            }
        case "penalty":
            text = words.gettext("penalty, %(points)s") % {
                # Every factor has doubled it once.
                "points": figure(payment["amount"] >> len(factors))
            }
        case _:
            text = words.gettext(OTHERWISE)
    text = " ".join([text, *(words.gettext(FACTORS[factor]) for factor in factors)])
    if paid == payment["amount"]:
        return text
    left = (
        words.gettext("%(why)s = %(owed)s, and no more was left of the pie")
        if paid
        else words.gettext("%(why)s = %(owed)s, and nothing was left of the pie")
    )
    return left % {"why": text, "owed": figure(payment["amount"])}
