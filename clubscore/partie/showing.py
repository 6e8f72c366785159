"""
What pages show of games: results in words, in the reader's language.

Nothing here decides a score; it explains the ones that the engine gave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from clubscore.club import engine as rule_books
from clubscore.partie import engine
from clubscore.partie.engine import Chronicle, Played, Table, Terms
from clubscore.partie.models import Revision
from clubscore.partie.seats import round_name
from clubscore.partie.words import CIRCUMSTANCES, DEAD, Way

Names = Mapping[str, str]
"""Players' names by their ids."""


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
    notes: tuple[str, ...]
    """What the cap and the rounding made of the sum."""

    @property
    def factor(self) -> int:
        """What the doublings come to."""
        return 1 << (self.doubles or 0)

    @property
    def product(self) -> int:
        """Base and doublings, before cap and rounding."""
        return (self.base or 0) * self.factor

    @property
    def highest(self) -> ItemLine | None:
        """The item that is worth most."""
        return max(
            self.items,
            key=lambda one: (one.laak, one.doubles, one.faan, one.points),
            default=None,
        )


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
    points: int | None
    score: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game explained."""

    hands: tuple[HandLine, ...]
    payments: tuple[PaymentLine, ...]
    scores: tuple[ScoreLine, ...]
    warnings: tuple[str, ...]


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
    said: Mapping[str, Any],
    result: Any,
    names: Names,
    *,
    notices: Sequence[Any],
    uses_chips: bool,
    expected: str,
) -> Sheet:
    """Return a game explained; *expected* is who was East by the rules."""
    outcome = said["outcome"]
    hands = tuple(
        _hand_line(terms, table, seat, hand, names, outcome.get("winner"))
        for seat, hand in result["hands"].items()
    )
    chips = terms.rules.dealing.chips if uses_chips else ()
    return Sheet(
        hands,
        tuple(
            PaymentLine(
                names[table.winds[one["from"]]],
                names[table.winds[one["to"]]],
                one["amount"],
                _why(terms, table, outcome, one, result["hands"], names),
                chips_for(one["amount"], chips),
            )
            for one in result["payments"]
        ),
        tuple(
            ScoreLine(
                names[key],
                gettext(engine.wind_name(seat)),
                result["hands"].get(seat, {}).get("points"),
                result["scores"][seat],
            )
            for seat, key in table.winds.items()
        ),
        (
            *_east_remark(names[expected], names[table.dealer]),
            *(rule_books.sentence(one) for one in notices),
        ),
    )


def _east_remark(expected: str, real: str) -> tuple[str, ...]:
    """Return what is to be said if somebody sat East whom the rules do not."""
    if real == expected:
        return ()
    remark = gettext(
        "By the rules %(expected)s was East, but %(real)s sat there. The winds pass on "
        "from that seat."
    )
    return (remark % {"expected": expected, "real": real},)


def _hand_line(
    terms: Terms, table: Table, seat: str, hand: Any, names: Names, winner: str | None
) -> HandLine:
    key = table.winds[seat]
    limit = engine.rule_called(terms, hand["limit"]) if hand["limit"] else None
    is_dead = hand["dead"] is not False
    items = tuple(_item_line(terms, one) for one in hand["items"])
    return HandLine(
        seat=seat,
        wind=gettext(engine.wind_name(seat)),
        key=key,
        player=names[key],
        is_winners=key == winner,
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
        notes=_notes(terms, hand),
    )


def _item_line(terms: Terms, item: Any) -> ItemLine:
    rule = engine.rule_called(terms, item["rule"])
    name = gettext(rule.name) if rule is not None else item["rule"]
    if engine.is_waiting(item["rule"]):
        name = gettext("One tile short of “%(name)s”: half of its limit") % {
            "name": name
        }
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
    outcome: Mapping[str, Any],
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
    match payment["reason"]:
        case "win":
            text = gettext("%(payee)s’s hand, %(points)d") % values
        case "difference":
            text = gettext("difference, %(points)d − %(less)d") % values
        case "pao":
            parts = engine.pao_parts(terms, table, outcome, payee)
            text = gettext("for all: %(sum)s") % {"sum": " + ".join(map(str, parts))}
        case _:
            text = gettext("penalty, %(points)d") % {
                "points": engine.penalty_unit(terms)
            }
    factors = engine.factors_of(terms, table, outcome, payment)
    return " ".join([text, *(str(FACTORS[factor]) for factor in factors)])


# The score sheet ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """A player in one game of the score sheet."""

    played: bool
    points: int | None = None
    score: int = 0
    chips: int = 0
    is_winner: bool = False
    is_dead: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A game of the score sheet."""

    number: int
    dealer: str
    expected: str
    """Who was East by the rules, if that was another."""
    winner: str
    how: str
    highest: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """The games of one round."""

    number: int
    heading: str
    rows: tuple[Row, ...]


def rounds_of(chronicle: Chronicle, names: Names) -> list[Round]:
    """Return the score sheet, round by round."""
    rounds: list[Round] = []
    rows: list[Row] = []
    for played in chronicle.games:
        table = played.table
        if not rounds or rounds[-1].heading != round_name(table):
            rows = []
            rounds.append(Round(table.round, round_name(table), ()))
        rows.append(_row(chronicle, played, names))
        rounds[-1] = Round(table.round, round_name(table), tuple(rows))
    return rounds


def _row(chronicle: Chronicle, played: Played, names: Names) -> Row:
    outcome = played.said["outcome"]
    is_expected = played.expected_dealer == played.table.dealer
    return Row(
        played.table.number,
        names[played.table.dealer],
        "" if is_expected else names[played.expected_dealer],
        names.get(outcome.get("winner") or "", ""),
        how_of(played.said, names),
        _highest(chronicle.terms, played),
        tuple(_cell(played, key) for key in chronicle.totals),
    )


def _cell(played: Played, key: str) -> Cell:
    seat = played.table.seat_of(key)
    if seat is None:
        return Cell(played=False)
    hand = played.result["hands"].get(seat)
    return Cell(
        played=True,
        points=hand["points"] if hand is not None else None,
        score=played.scores[key],
        chips=played.chips[key],
        is_winner=played.said["outcome"].get("winner") == key,
        is_dead=hand is not None and hand["dead"] is not False,
    )


def _highest(terms: Terms, played: Played) -> str:
    """Return the name of what the winner's hand owed most to."""
    winner = played.said["outcome"].get("winner")
    seat = played.table.seat_of(winner) if winner else None
    if seat is None:
        return ""
    items = played.result["hands"][seat]["items"]
    if not items:
        return ""
    columns = ("laak", "doubles", "faan", "points")
    most = max(items, key=lambda one: [one.get(column, 0) for column in columns])
    rule = engine.rule_called(terms, most["rule"])
    return gettext(rule.name) if rule is not None else ""


def how_of(said: Mapping[str, Any], names: Names) -> str:
    """Return how a game ended, in a few words beside the winner's name."""
    outcome = said["outcome"]
    if outcome["kind"] != "win":
        return gettext("draw")
    giver = names.get(outcome.get("from") or "", "")
    values = {"giver": giver}
    match outcome["source"]:
        case "discard":
            text = gettext("on %(giver)s’s discard") % values
        case "robbed_kong":
            text = gettext("by robbing %(giver)s’s kong") % values
        case "wall":
            text = gettext("self-drawn")
        case source:
            text = str(Way(source).label) if source in Way.values else source
    more = [str(CIRCUMSTANCES[one]) for one in outcome.get("circumstances") or ()]
    return ", ".join([text, *more])


# What was written, by whom and when --------------------------------------------


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One revision of a partie."""

    what: str
    is_withdrawn: bool
    who: str
    why: str
    revision: Revision


def history_of(revisions: Sequence[Revision], names: Names) -> list[HistoryLine]:
    """Return what was written in a partie, as sentences."""
    return [
        HistoryLine(_what(one, names), one.is_withdrawn, who_of(one), why_of(one), one)
        for one in revisions
    ]


def who_of(revision: Revision) -> str:
    """Return who wrote a revision."""
    if revision.author:
        return revision.author
    return gettext("with the table’s link")


def _what(revision: Revision, names: Names) -> str:
    said = revision.said
    match revision.entry.kind:
        case "game":
            winner = names.get(said["outcome"].get("winner") or "", "")
            how = how_of(said, names)
            if not winner:
                return gettext("Game: %(how)s") % {"how": how}
            return gettext("Game: %(winner)s, %(how)s") % {
                "winner": winner,
                "how": how,
            }
        case "booking":
            return gettext("Booking: %(payer)s → %(payee)s %(amount)d") % {
                "payer": names[said["from"]],
                "payee": names[said["to"]],
                "amount": said["amount"],
            }
        case "seating":
            seated = ", ".join(names[key] for key in said["players"])
            return gettext("New seats: %(names)s") % {"names": seated}
        case "substitute":
            return gettext("%(coming)s plays for %(leaving)s") % {
                "coming": names[said["in"]],
                "leaving": names[said["out"]],
            }
        case "end":
            return gettext("Ended here")
        case _:
            return gettext("Made void")


def why_of(revision: Revision) -> str:
    """Return the reason that was given for what a revision says."""
    return revision.reason or str(revision.said.get("reason", ""))
