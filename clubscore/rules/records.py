"""
The two judgements of the contract: of one game and of a whole partie.

They take and return exactly the JSON of the contract, as Python's dicts and
lists.
"""

from __future__ import annotations

from clubscore.rules.deal import Dealing
from clubscore.rules.errors import (
    Code,
    Notice,
    RulesError,
    gettext_noop,
    quoted,
    raise_first,
)
from clubscore.rules.fields import Fields, Problems
from clubscore.rules.hands import Circumstance, Outcome, Win
from clubscore.rules.partie import (
    PartieState,
    after_game,
    ended,
    with_east,
    with_seating,
    with_substitute,
)
from clubscore.rules.record_hands import MOST_POINTS
from clubscore.rules.record_reader import read_game, read_record, read_rules
from clubscore.rules.record_scores import scores_fields
from clubscore.rules.record_writer import (
    NextGameDict,
    PlayedGameDict,
    ReplayDict,
    ResultDict,
    write_notices,
    write_result,
)
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import Wind
from clubscore.rules.settlement import GameResult, limited, result_of

PARTIE_FIELDS = frozenset(("ruleset", "options", "players", "start_chips", "games"))
PLAYED_FIELDS = frozenset(("hands", "outcome", "east", "remark"))
BOOKING_FIELDS = frozenset(("from", "to", "amount", "reason"))
SUBSTITUTE_FIELDS = frozenset(("out", "in"))
MOST_CHIPS = 1_000_000_000
"""Start chips are never more, nor are debts."""
EVENTS = frozenset(("booking", "seating", "substitute", "end"))


def score_record(record: object) -> ResultDict:
    """
    Return what a game comes to, in the shapes of the contract.

    Points are those of each hand, scores what each seat gains or loses. Raise
    RulesError if the record cannot be scored; see `errors.Code`.
    """
    rules, game = read_record(record)
    return write_result(rules, result_of(rules, game))


def replay_record(partie: object) -> ReplayDict:
    """
    Return where a whole partie stands after each of its games.

    Raise RulesError, with the number of the game where there is one, if the
    partie or one of its games cannot be scored.
    """
    problems: Problems = []
    said = Fields(partie, problems, known=PARTIE_FIELDS)
    names = said.record.get("players")
    rules = read_rules(said, len(names) if isinstance(names, list) else None)
    players = _read_players(said, rules)
    start_chips = said.whole("start_chips", -MOST_CHIPS, MOST_CHIPS)
    games = said.record.get("games", [])
    if not isinstance(games, list):
        said.bad(
            "games",
            gettext_noop("The field “%(field)s” must be a list of games and events."),
        )
    raise_first(problems)
    assert rules is not None
    if start_chips is None:
        start_chips = rules.dealing.start_chips
    replay = _Replay(rules, players, start_chips)
    for entry in games:
        replay.take(entry)
    return replay.written()


def _read_players(said: Fields, rules: Ruleset | None) -> tuple[str, ...]:
    names = said.texts("players")
    if not all(map(str.strip, names)) or len(set(names)) < len(names):
        said.bad(
            "players",
            gettext_noop("The field “%(field)s” must have a different name for each."),
        )
    elif rules is not None and len(names) not in rules.players:
        said.bad(
            "players",
            gettext_noop(
                "The field “%(field)s” must have as many names as play: %(known)s."
            ),
            known=", ".join(map(str, rules.players)),
        )
    return tuple(names)


def other_east(number: int, east: str, expected: str) -> Notice:
    """Return the warning that another player sat East than the rules say."""
    return Notice(
        "other_east",
        gettext_noop(
            "Game %(number)d was played with %(east)s as East; by the rules"
            " it was %(dealer)s’s turn."
        ),
        {"number": number, "east": east, "dealer": expected},
        game=number,
    )


def row_notices(
    number: int, dealing: Dealing, outcome: Outcome, *, ends_row: bool
) -> tuple[Notice, ...]:
    """
    Return the warning that East's row of wins is not as long as recorded, if so.

    *ends_row* tells whether by the games before East's win would be the last of a row.
    """
    longest = dealing.longest_row
    if longest is None or not isinstance(outcome, Win):
        return ()
    is_said = Circumstance.NINTH_WIN in outcome.circumstances
    if is_said is (ends_row and outcome.winner is Wind.EAST):
        return ()
    template = (
        gettext_noop(
            "Game %(number)d is recorded as East’s win number %(wins)d in a row; by"
            " the games before it is not. Check how it was won."
        )
        if is_said
        else gettext_noop(
            "Game %(number)d was East’s win number %(wins)d in a row, which is worth"
            " the limit and passes the winds on; the record does not say so. Check how"
            " it was won."
        )
    )
    parameters = {"number": number, "wins": longest}
    return (Notice("ninth_win", template, parameters, Wind.EAST.letter, number),)


class _Replay:
    """A partie, folded from its entries one by one."""

    def __init__(
        self, rules: Ruleset, players: tuple[str, ...], start_chips: int
    ) -> None:
        self.rules = rules
        self.fields = PLAYED_FIELDS | scores_fields(rules)
        self.start_chips = start_chips
        self.state = PartieState(rules.dealing, players)
        self.totals = dict.fromkeys(players, 0)
        self.booked = dict.fromkeys(players, 0)
        self.games: list[PlayedGameDict] = []
        self.notices: list[Notice] = []

    @property
    def number(self) -> int:
        """The number of the next game."""
        return len(self.games) + 1

    def take(self, entry: object) -> None:
        """Take the next entry: a game or an event."""
        is_event = isinstance(entry, dict) and bool(entry.keys() & EVENTS)
        said = Fields(entry, [], known=EVENTS if is_event else self.fields)
        try:
            if is_event:
                self._take_event(said)
            else:
                self._take_game(said)
        except RulesError as error:
            error.game = self.number
            raise

    # Games

    def _take_game(self, said: Fields) -> None:
        state = self._seated_as_said(said)
        is_over = self.state.is_finished
        rules, game = read_game(self.rules, state.table, said, is_played=not is_over)
        if is_over:
            raise RulesError(
                Code.FINISHED,
                gettext_noop("The partie has ended; no game can follow."),
                field="games",
            )
        before = {wind: self.totals[name] for wind, name in state.winds.items()}
        result = limited(rules, result_of(rules, game), before)
        self.notices += [
            Notice(one.code, one.template, one.parameters, one.seat, self.number)
            for one in result.notices
        ]
        self.notices += row_notices(
            self.number, self.rules.dealing, game.outcome, ends_row=state.ends_row
        )
        self._write_game(state, result)
        self.state = after_game(state, game.outcome)

    def _seated_as_said(self, said: Fields) -> PartieState:
        """Return the state with the player as East who is said to have been."""
        state = self.state
        east = said.get("east")
        if east is None:
            if state.now.dice_choose and not state.is_finished:
                said.bad(
                    "east",
                    gettext_noop(
                        "The field “%(field)s” must name the player whom the dice"
                        " chose as East of the green-dragon game."
                    ),
                )
            return state
        if east not in state.places:
            said.bad(
                "east",
                gettext_noop("The field “%(field)s” must be a player at the table."),
            )
            return state
        expected = state.dealer or state.dice_chose
        if expected is not None and east != expected:
            self.notices.append(other_east(self.number, east, expected))
        return with_east(state, east)

    def _write_game(self, state: PartieState, result: GameResult) -> None:
        scores = {name: result.scores[wind] for wind, name in state.winds.items()}
        if state.resting is not None:
            scores[state.resting] = 0
        for name, score in scores.items():
            self.totals[name] += score
        self.games.append(
            {
                "number": self.number,
                "round": state.round,
                "round_wind": state.round_letter,
                "owner": _write_owner(state),
                "dealer": state.places[state.passes],
                "resting": state.resting,
                "winds": _write_winds(state),
                "scores": scores,
                "totals": dict(self.totals),
                "chips": self.chips,
            }
        )

    @property
    def chips(self) -> dict[str, int]:
        """Start chips, plus all scores and bookings so far."""
        return {
            name: self.start_chips + total + self.booked[name]
            for name, total in self.totals.items()
        }

    # Events

    def _take_event(self, said: Fields) -> None:
        if len(said.record) > 1:
            said.bad(
                min(map(quoted, said.record)),
                gettext_noop("An event has one field, not “%(field)s” and others."),
            )
        raise_first(said.problems)
        take = {
            "booking": self._take_booking,
            "seating": self._take_seating,
            "substitute": self._take_substitute,
            "end": self._take_end,
        }
        [kind] = said.record
        take[kind](said)

    def _take_booking(self, event: Fields) -> None:
        said = Fields(
            event.get("booking"), event.problems, known=BOOKING_FIELDS, path="booking"
        )
        amount = said.whole("amount", 1, MOST_POINTS)
        if amount is None:
            said.bad(
                "amount",
                gettext_noop("The field “%(field)s” must say how much is paid."),
            )
        payer, payee = said.text("from"), said.text("to")
        for field, name in (("from", payer), ("to", payee)):
            if name not in self.totals:
                said.bad(
                    field,
                    gettext_noop(
                        "The field “%(field)s” must be a player of the partie."
                    ),
                )
        if payer == payee:
            said.bad(
                "to",
                gettext_noop("The field “%(field)s” must be another player than from."),
            )
        _check_given(said, "reason")
        raise_first(said.problems)
        assert amount is not None
        self.booked[payer] -= amount
        self.booked[payee] += amount

    def _take_seating(self, said: Fields) -> None:
        names = said.texts("seating")
        if sorted(names) != sorted(self.state.places):
            said.bad(
                "seating",
                gettext_noop(
                    "The field “%(field)s” must have the names of all who play, East"
                    " first."
                ),
            )
        raise_first(said.problems)
        self.state = with_seating(self.state, tuple(names))

    def _take_substitute(self, event: Fields) -> None:
        said = Fields(
            event.get("substitute"),
            event.problems,
            known=SUBSTITUTE_FIELDS,
            path="substitute",
        )
        leaving, coming = said.text("out"), said.text("in")
        if leaving not in self.state.places:
            said.bad(
                "out",
                gettext_noop("The field “%(field)s” must be a player at the table."),
            )
        if not coming.strip() or coming in self.state.places:
            said.bad(
                "in",
                gettext_noop(
                    "The field “%(field)s” must be a name that is not at the table."
                ),
            )
        raise_first(said.problems)
        self.totals.setdefault(coming, 0)
        self.booked.setdefault(coming, 0)
        self.state = with_substitute(self.state, leaving, coming)

    def _take_end(self, said: Fields) -> None:
        _check_given(said, "end")
        raise_first(said.problems)
        self.state = ended(self.state)

    # The answer

    def written(self) -> ReplayDict:
        """Return the partie in the shapes of the contract."""
        return {
            "games": self.games,
            "finished": self.state.is_finished,
            "next": None if self.state.is_finished else self._write_next(),
            "totals": dict(self.totals),
            "chips": self.chips,
            "ranking": self._ranking(),
            "warnings": write_notices(self.notices),
        }

    def _write_next(self) -> NextGameDict:
        state = self.state
        return {
            "number": self.number,
            "round": state.round,
            "round_wind": state.round_letter,
            "owner": _write_owner(state),
            "dealer": state.dealer,
            "resting": state.resting,
            "winds": None if state.now.dice_choose else _write_winds(state),
        }

    def _ranking(self) -> list[list[str]]:
        """Return the players by their scores; those who tie share a place."""
        places: dict[int, list[str]] = {}
        for name, total in self.totals.items():
            places.setdefault(total, []).append(name)
        return [places[total] for total in sorted(places, reverse=True)]


def _write_winds(state: PartieState) -> dict[str, str]:
    return {wind.letter: name for wind, name in state.winds.items()}


def _write_owner(state: PartieState) -> str | None:
    return state.owner.letter if state.owner is not None else None


def _check_given(said: Fields, name: str) -> None:
    """Add an error if the field gives no reason."""
    if not (said.reason(name) or "").strip():
        said.bad(name, gettext_noop("The field “%(field)s” must give the reason."))
