"""
The app's door to the rules engine.

Rows come in as plain values keyed by player, and go to the engine as the
records of the contract, keyed by seat. A partie is folded from what was said and
from the results that were computed then; only a game without a result is scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clubscore.club import engine as rule_books
from clubscore.rules import RulesError, score_record
from clubscore.rules.dealing import GREEN
from clubscore.rules.errors import Code, NotationError, Notice, Term, gettext_noop
from clubscore.rules.hands import (
    Draw,
    Offence,
    Outcome,
    Pao,
    PaoReason,
    Penalty,
    Source,
    Win,
)
from clubscore.rules.hands import Table as RulesTable
from clubscore.rules.items import LimitHand, Rule
from clubscore.rules.partie import (
    PartieState,
    after_game,
    ended,
    with_east,
    with_seating,
    with_substitute,
)
from clubscore.rules.paying import Payment, Reason
from clubscore.rules.reading import read_record
from clubscore.rules.reading_hands import WAITING
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import find_ruleset, with_options
from clubscore.rules.seats import WINDS_BY_LETTER, Wind
from clubscore.rules.sets import parse_set
from clubscore.rules.settlement import ONE_LAAK, result_of
from clubscore.rules.tiles import TILE_NAMES, format_tiles, parse_tiles
from clubscore.rules.valuing import FaanAndLaak, PointsAndDoubles
from clubscore.rules.writing import PaymentDict, ResultDict, write_result

__all__ = [
    "GREEN",
    "Chronicle",
    "Happened",
    "HouseRule",
    "Played",
    "RulesError",
    "Ruleset",
    "Table",
    "Terms",
    "add",
    "chronicle_of",
    "next_table",
    "record_of",
    "said_of",
    "table_played",
]

PlayerKey = str
"""A player's id, as JSON keys have it."""
Said = Mapping[str, Any]
"""What was said of an entry, with players' ids instead of seats."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a partie is played by."""

    ruleset: str
    options: Mapping[str, Any]
    start_chips: int
    players: int
    """How many belong to the partie."""

    @property
    def rules(self) -> Ruleset:
        """The rules with the partie's options."""
        return with_options(find_ruleset(self.ruleset), self.options, self.players)


@dataclass(frozen=True, slots=True)
class Happened:
    """An entry of a partie, as it was said."""

    key: int
    """The entry's id."""
    kind: str
    said: Said
    result: ResultDict | None = None
    """What the game came to when it was said; None to work it out."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits where in a game."""

    number: int
    round: int
    round_wind: str | None
    """G in a green-dragon game; None where rounds have no wind."""
    winds: Mapping[str, PlayerKey]
    """The player on each seat, by the seat's letter."""
    owner: str | None = None
    """The seat whose game it is, where seat winds stay."""
    resting: PlayerKey | None = None
    """The fifth of five players."""
    dice_choose: bool = False
    """Whether dice say who is East, so that the rules do not."""
    knows_dealer: bool = True
    """Whether the dice, if they choose, have chosen."""

    @property
    def dealer(self) -> PlayerKey:
        """Who is East, or owns the game."""
        return self.winds[self.owner or "E"]

    def seat_of(self, player: PlayerKey) -> str | None:
        """Return the player's seat, None if he does not play."""
        return next((seat for seat, key in self.winds.items() if key == player), None)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played, and where it left everybody."""

    key: int
    table: Table
    expected_dealer: PlayerKey
    """Who was East by the rules, or whom the dice chose."""
    said: Said
    result: ResultDict
    scores: Mapping[PlayerKey, int]
    totals: Mapping[PlayerKey, int]
    chips: Mapping[PlayerKey, int]


@dataclass(slots=True)
class Chronicle:
    """A partie so far."""

    terms: Terms
    state: PartieState
    totals: dict[PlayerKey, int]
    booked: dict[PlayerKey, int]
    games: list[Played] = field(default_factory=list)
    is_void: bool = False

    @property
    def is_finished(self) -> bool:
        """Whether no game can follow."""
        return self.state.is_finished

    @property
    def chips(self) -> dict[PlayerKey, int]:
        """Start chips, plus all scores and bookings so far."""
        return {
            player: self.terms.start_chips + total + self.booked[player]
            for player, total in self.totals.items()
        }


def table_of(state: PartieState, number: int) -> Table:
    """Return who sits where before game *number*."""
    return Table(
        number,
        state.round,
        state.round_letter,
        {wind.letter: player for wind, player in state.winds.items()},
        state.owner.letter if state.owner is not None else None,
        state.resting,
        state.now.dice_choose,
        expected_of(state) is not None,
    )


def chronicle_of(
    terms: Terms, players: Iterable[PlayerKey], entries: Iterable[Happened]
) -> Chronicle:
    """
    Return the partie that *entries* make.

    Raise RulesError, with the number of the game, for a game without a result
    that cannot be scored.
    """
    places = tuple(players)
    chronicle = Chronicle(
        terms,
        PartieState(terms.rules.dealing, places),
        dict.fromkeys(places, 0),
        dict.fromkeys(places, 0),
    )
    for entry in entries:
        add(chronicle, entry)
    return chronicle


def add(chronicle: Chronicle, entry: Happened) -> None:
    """Add the next entry to a partie."""
    said = entry.said
    match entry.kind:
        case "game":
            _add_game(chronicle, entry)
        case "booking":
            chronicle.booked[said["from"]] -= said["amount"]
            chronicle.booked[said["to"]] += said["amount"]
        case "seating":
            chronicle.state = with_seating(chronicle.state, tuple(said["players"]))
        case "substitute":
            chronicle.totals.setdefault(said["in"], 0)
            chronicle.booked.setdefault(said["in"], 0)
            chronicle.state = with_substitute(chronicle.state, said["out"], said["in"])
        case "end":
            chronicle.state = ended(chronicle.state)
        case "void":
            chronicle.is_void = True


def _add_game(chronicle: Chronicle, entry: Happened) -> None:
    number = len(chronicle.games) + 1
    expected = expected_dealer(chronicle)
    table = table_played(chronicle, entry.said.get("east") or expected)
    result = entry.result
    if result is None:
        try:
            result = score_record(record_of(chronicle.terms, table, entry.said))
        except RulesError as error:
            error.game = number
            raise
    scores = {table.winds[seat]: score for seat, score in result["scores"].items()}
    if table.resting is not None:
        scores[table.resting] = 0
    for player, score in scores.items():
        chronicle.totals[player] += score
    chronicle.games.append(
        Played(
            entry.key,
            table,
            expected or table.dealer,
            entry.said,
            result,
            scores,
            dict(chronicle.totals),
            chronicle.chips,
        )
    )
    state = with_east(chronicle.state, table.dealer)
    chronicle.state = after_game(state, _outcome_of(table, entry.said["outcome"]))


def _outcome_of(table: Table, said: Said) -> Outcome:
    """Return as much of an outcome as the deal and the payments ask for."""

    def seat_of(player: PlayerKey | None) -> Wind | None:
        seat = table.seat_of(player) if player is not None else None
        return WINDS_BY_LETTER[seat] if seat is not None else None

    if said["kind"] == "win":
        winner = seat_of(said["winner"])
        assert winner is not None
        pao = said.get("pao") or {}
        payer = seat_of(pao.get("player"))
        return Win(
            winner,
            None,
            Source(said["source"]),
            seat_of(said.get("from")),
            pao=Pao(payer, PaoReason(pao["reason"])) if payer is not None else None,
        )
    if said["kind"] == "penalty":
        offender = seat_of(said["offender"])
        assert offender is not None
        excluded = map(seat_of, said.get("excluded") or ())
        return Penalty(
            offender,
            Offence(said["offence"]),
            seat_of(said.get("from")),
            frozenset(seat for seat in excluded if seat is not None),
        )
    return Draw()


def expected_dealer(chronicle: Chronicle) -> PlayerKey | None:
    """Return who is East of the next game by the rules; None if dice have to say."""
    return expected_of(chronicle.state)


def expected_of(state: PartieState) -> PlayerKey | None:
    """Return who is East by the rules, or was chosen by dice; None until they are."""
    return state.dealer or state.dice_chose


def next_table(chronicle: Chronicle, east: PlayerKey | None) -> Table:
    """
    Return who sits where in the next game, if *east* really was East.

    Where dice choose and nobody has said whom, the seats are those of the round's
    first game. Raise RulesError (bad_record) if *east* is no player at the table.
    """
    state = chronicle.state
    east = east or state.dice_chose
    if east is not None:
        if east not in state.places:
            raise RulesError(
                Code.BAD_RECORD,
                gettext_noop("The field “%(field)s” must be a player at the table."),
                {"field": "east"},
                field="east",
            )
        state = with_east(state, east)
    table = table_of(state, len(chronicle.games) + 1)
    return replace(table, knows_dealer=True) if east is not None else table


def table_played(chronicle: Chronicle, east: PlayerKey | None) -> Table:
    """
    Return who sat where in a game that was played.

    Raise RulesError (bad_record) if dice chose its East and nobody says whom.
    """
    if east is None and chronicle.state.now.dice_choose:
        raise RulesError(
            Code.BAD_RECORD,
            gettext_noop(
                "The field “%(field)s” must name the player whom the dice chose as"
                " East of the green-dragon game."
            ),
            {"field": "east"},
            field="east",
        )
    return next_table(chronicle, east)


# Records keyed by player -------------------------------------------------------

PLAYER_FIELDS = ("winner", "from", "offender")
"""The fields of an outcome that name a seat in a record."""


def record_of(terms: Terms, table: Table, said: Said) -> dict[str, Any]:
    """Return the contract's record of a game that was said with players."""
    seats = {player: seat for seat, player in table.winds.items()}

    def seat_of(player: Any) -> Any:
        # What is no player's id stays as it is: the engine says what is wrong.
        return seats.get(player, player) if isinstance(player, str) else player

    record: dict[str, Any] = {
        "ruleset": terms.ruleset,
        "options": dict(terms.options),
        "players": terms.players,
        "round_wind": table.round_wind,
        "owner": table.owner,
        "hands": _with_keys(said.get("hands", {}), seat_of),
        "outcome": _outcome_with(said.get("outcome"), seat_of),
    }
    if said.get("remark"):
        record["remark"] = said["remark"]
    return record


def said_of(table: Table, record: Said) -> dict[str, Any]:
    """Return what a record says of a game, with players instead of seats."""

    def player_on(seat: Any) -> Any:
        return table.winds.get(seat, seat) if isinstance(seat, str) else seat

    said: dict[str, Any] = {
        "hands": _with_keys(record.get("hands", {}), player_on),
        "outcome": _outcome_with(record.get("outcome"), player_on),
        "east": table.dealer,
    }
    if record.get("remark"):
        said["remark"] = record["remark"]
    return said


def _with_keys(hands: Any, name: Any) -> Any:
    if not isinstance(hands, dict):
        return hands
    return {name(key): hand for key, hand in hands.items()}


def _outcome_with(outcome: Any, name: Any) -> Any:
    """Return an outcome in which other names stand for the same people."""
    if not isinstance(outcome, dict):
        return outcome
    changed = {
        key: name(value) if key in PLAYER_FIELDS else value
        for key, value in outcome.items()
    }
    if isinstance(changed.get("pao"), dict):
        changed["pao"] = changed["pao"] | {"player": name(changed["pao"].get("player"))}
    if isinstance(changed.get("excluded"), list):
        changed["excluded"] = [name(one) for one in changed["excluded"]]
    return changed


# Rulesets and names ------------------------------------------------------------


# What the table's pages ask --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counted:
    """What a game comes to, and what a scorekeeper should see about it."""

    result: ResultDict
    notices: tuple[Notice, ...]


def counted(terms: Terms, table: Table, said: Said) -> Counted:
    """Return what a game would come to; raise RulesError if it cannot be scored."""
    rules, game = read_record(record_of(terms, table, said))
    result = result_of(rules, game)
    return Counted(write_result(rules, result), result.notices)


def notices_of(terms: Terms, table: Table, said: Said) -> tuple[Notice, ...]:
    """Return the warnings of a recorded game as data, so that they translate."""
    try:
        return counted(terms, table, said).notices
    except RulesError:
        # An edition from before its rules were put right may have allowed it.
        return ()


# Why somebody pays -------------------------------------------------------------


def factors_of(
    terms: Terms, table: Table, outcome: Said, payment: PaymentDict
) -> list[str]:
    """Return why a debt is doubled, a key of `paying.Factor` each time."""
    debt = Payment(
        WINDS_BY_LETTER[payment["from"]],
        WINDS_BY_LETTER[payment["to"]],
        payment["amount"],
        Reason(payment["reason"]),
    )
    played = _outcome_of(table, outcome)
    factors = terms.rules.paying.factors(_rules_table(table), played, debt)
    return [factor.value for factor in factors]


def pao_parts(terms: Terms, table: Table, outcome: Said, points: int) -> list[int]:
    """Return what each would have paid for whom one player pays."""
    win = _outcome_of(table, outcome)
    assert isinstance(win, Win)
    seats = _rules_table(table)
    worth = dict.fromkeys(seats.seats, 0) | {win.winner: points}
    payments = terms.rules.paying.settle(seats, replace(win, pao=None), worth)
    return [one.amount for one in payments if one.reason is Reason.WIN]


def highest_count(terms: Terms) -> int | None:
    """Return the most points that a counted hand can have; None without a limit."""
    counting = terms.rules.counting
    return counting.limit if isinstance(counting, PointsAndDoubles) else None


def is_in_faan(terms: Terms) -> bool:
    """Tell whether hands are counted in faan and laak."""
    return isinstance(terms.rules.counting, FaanAndLaak)


def whole_faan(terms: Terms, faan: int, laak: int) -> int:
    """Return a hand's faan together with those that its laak stand for."""
    counting = terms.rules.counting
    assert isinstance(counting, FaanAndLaak)
    return counting.rank((faan, laak))[0]


def penalty_unit(terms: Terms) -> int:
    """Return what a fault that ends a game costs each other player, in points."""
    return terms.rules.counting.points(ONE_LAAK)


def _rules_table(table: Table) -> RulesTable:
    owner = WINDS_BY_LETTER[table.owner] if table.owner is not None else None
    wind = WINDS_BY_LETTER.get(table.round_wind or "")
    return RulesTable(tuple(WINDS_BY_LETTER[seat] for seat in table.winds), wind, owner)


def wind_name(letter: str) -> Term:
    """Return the name of a seat's or round's wind, to be translated."""
    return WINDS_BY_LETTER[letter].term


def rule_called(terms: Terms, key: str) -> Rule | None:
    """Return the item or limit hand that a result names, None if there is none."""
    rules = terms.rules
    key = key.removeprefix(WAITING)
    limit: LimitHand | None = rules.limits_by_key.get(key)
    if limit is not None:
        return limit
    return next((one for one in rules.items if one.key == key), None)


def is_waiting(key: str) -> bool:
    """Tell whether a result's item is half of a limit hand that is waited for."""
    return key.startswith(WAITING)


def unreadable_field(hand: Mapping[str, Any]) -> str | None:
    """Return the field of a hand that holds a text which names no tile."""
    for field_, texts, parse in (
        ("sets", hand.get("sets", ()), parse_set),
        ("tiles", (hand.get("tiles", ""),), parse_tiles),
        ("bonus", (hand.get("bonus", ""),), parse_tiles),
    ):
        for text in texts:
            try:
                parse(text)
            except NotationError:
                return field_
    return None


def is_of_whole_size(hand: Mapping[str, Any]) -> bool:
    """
    Tell whether as many tiles were entered as a loser holds: 13, and one a kong.

    >>> is_of_whole_size({"sets": ["(5555p)", "777z"], "tiles": "123m45s99p"})
    True
    """
    try:
        sets = [parse_set(text).tiles for text in hand.get("sets", ())]
        loose = parse_tiles(hand.get("tiles", ""))
    except NotationError:
        return False
    kongs = sum(len(one) == 4 and len(set(one)) == 1 for one in sets)
    return sum(map(len, sets)) + len(loose) == 13 + kongs


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule of a partie that is not the rule book's own choice."""

    name: str
    value: str
    usual: str
    """What holds where nothing is chosen; empty where everybody has to choose."""
    is_decision: bool
    """Whether the rule book contradicts itself or is silent there."""


def house_rules(terms: Terms) -> list[HouseRule]:
    """
    Return the house rules that differ from the book, to be translated.

    What the book leaves to its players differs from it; what means nothing for so
    many players is left out.
    """
    return [
        HouseRule(
            rule.name,
            value,
            "" if rule.is_asked else rule.words_for(rule.default),
            rule.is_decision,
        )
        for rule, value in rule_books.differing(
            terms.ruleset, terms.options, terms.players
        )
    ]


KINDS_OF_TILES = {
    "characters": "123m",
    "circles": "456p",
    "bamboos": "789s",
    "winds": "1234z",
    "dragons": "567z",
    "jokers": "0j",
}
"""An example of each kind of tile that sets are made of, the honours all of them."""


def kinds_played(terms: Terms) -> dict[str, str]:
    """
    Return how the kinds of tiles are written that are played with.

    >>> kinds_played(Terms("nts", {}, 0, 3))["winds"]
    '123z'
    """
    tiles = terms.rules.tiles
    found = {
        kind: format_tiles(tuple(filter(tiles.has, parse_tiles(text))))
        for kind, text in KINDS_OF_TILES.items()
    }
    if tiles.has_bonus:
        found |= {"flowers": "1234f", "seasons": "1234y"}
    return found


def tile_names(notation: str) -> list[tuple[str, str]]:
    """
    Return each tile as it is written alone, and its name, to be translated.

    >>> tile_names("1m5z")
    [('1m', '1 of characters'), ('5z', 'white dragon')]

    Raise RulesError if a part of *notation* is no tile.
    """
    return _named(parse_tiles(notation))


def laid_out(arrangement: Iterable[str]) -> tuple[str, ...]:
    """
    Return the sets of an arrangement, and its loose tiles together at the end.

    >>> laid_out(["55s", "(1m)", "(7z)"])
    ('55s', '(1m7z)')
    """
    sets: list[str] = []
    loose: list[int] = []
    for text in arrangement:
        tiles = parse_set(text).tiles
        if len(tiles) == 1:
            loose += tiles
        else:
            sets.append(text)
    if loose:
        sets.append(f"({format_tiles(tuple(loose))})")
    return tuple(sets)


def set_tiles(text: str) -> tuple[list[tuple[str, str]], bool]:
    """
    Return the tiles of one set as `tile_names` does, and whether it is concealed.

    >>> set_tiles("(77z)")
    ([('7z', 'red dragon'), ('7z', 'red dragon')], True)

    Raise RulesError if a part of *text* is no tile.
    """
    written = parse_set(text)
    return _named(written.tiles), written.is_concealed


def _named(tiles: Iterable[int]) -> list[tuple[str, str]]:
    return [(format_tiles((tile,)), TILE_NAMES[tile]) for tile in tiles]
