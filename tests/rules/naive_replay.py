"""
A second replay of parties of all rulesets: who sits where, game after game.

It shares no code with the engine, so that the two can be compared, and follows
nothing but the rulesets' sections on rounds and what the contract says of events.
Hands are left out, dead or a player's own `points`, so that what a game pays is a
few lines for each ruleset. Headings in quotes are those of the specifications.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

from tests.rules import naive_dmjl, naive_winde
from tests.rules.naive import SEATS, Record, Result, capped_and_rounded
from tests.rules.naive import settle as settle_nts

OPTIONS: dict[str, dict[str, list[Any]]] = {
    "nts": {
        "rounds": [4, 3, 2, 1],
        "three_player_rounds": [3, 2, 1],
        "green_dragon_games": ["each_round", "once_at_end", "none"],
        "fifth_round": ["no", "yes"],
        "five_player_east_stays": ["no", "yes"],
        "rounding": ["none", "tens"],
    },
    "schmale": {
        "rounds": [4, 3, 2, 1],
        "table": ["base", "appendix_c"],
        "east_double": ["yes", "no"],
        "self_drawn_and_discarder_double": ["yes", "no"],
        "losers_settle": ["no", "yes"],
    },
    "spiel-der-winde": {
        "rounds": [4, 3, 2, 1],
        "settlement": ["differences", "owner_double", "winner_only", "credit"],
    },
    "bmja": {
        "rounds": [4, 3, 2, 1],
        "limit": [1000, 500, 2000],
        "roof": ["on", "off"],
    },
    "dmjl": {
        "rounds": [4, 3, 2, 1],
        "limit": [500, 300, 1000],
        "roof": ["on", "off"],
        "false_mahjong": [300, 100],
    },
    "hkos": {
        "rounds": [4, 3, 2, 1],
        "draw": ["east_stays", "east_passes"],
        "discarder_pays": ["all", "double"],
        "east_double": ["no", "yes"],
        "limit": [10, 8, 13],
        "table": ["half_spicy", "full_spicy", "steps"],
    },
}
"""The options that a replay of own points depends on, the default first."""

START_CHIPS = {"nts": 3000, "schmale": 0, "spiel-der-winde": 0, "bmja": 2000, "dmjl": 0}
START_CHIPS["hkos"] = 0


class ReplayRefusal(Exception):  # noqa: N818 - an answer, not a slip
    """The partie cannot be replayed: why, and with which game it stops."""

    def __init__(self, code: str, game: int) -> None:
        super().__init__(code, game)
        self.code = code
        self.game = game


class Stage(NamedTuple):
    """What is played until the deal has gone round, or a single green-dragon game."""

    round: int
    wind: str | None
    dice_choose_east: bool = False


def stages_of(ruleset: str, many: int, options: Record) -> list[Stage]:
    """Return the whole partie, round by round ("Rounds")."""
    if ruleset == "spiel-der-winde":
        return [Stage(number, None) for number in range(1, options["rounds"] + 1)]
    rounds = options["rounds"]
    if ruleset == "nts" and many == 3:
        rounds = options["three_player_rounds"]
    stages = []
    for number in range(1, rounds + 1):
        stages.append(Stage(number, SEATS[number - 1]))
        if ruleset == "nts" and many == 3:
            green = options["green_dragon_games"]
            is_last = number == rounds
            if green == "each_round" or (green == "once_at_end" and is_last):
                stages.append(Stage(number, "G", dice_choose_east=True))
    if ruleset == "nts" and many == 5 and options["fifth_round"] == "yes":
        stages.append(Stage(rounds + 1, "G"))
    return stages


class Partie:
    """A partie between two games."""

    def __init__(self, said: Record) -> None:
        self.ruleset: str = said.get("ruleset", "nts")
        defaults = {name: values[0] for name, values in OPTIONS[self.ruleset].items()}
        self.options = defaults | said.get("options", {})
        self.around: list[str] = list(said["players"])
        """The players around the table, the first East of the round first."""
        self.stages = stages_of(self.ruleset, len(self.around), self.options)
        self.passed = 0
        """How often the deal or the owner has passed on in this round."""
        self.green_east: str | None = None
        """Who was East in a green-dragon game that is to be played again."""
        self.has_ended = False
        self.as_east: list[tuple[str, bool]] = []
        """Who was East since the winds passed on last, and whether he won."""
        self.start_chips = said.get("start_chips", START_CHIPS[self.ruleset])
        self.totals = dict.fromkeys(self.around, 0)
        self.booked = dict.fromkeys(self.around, 0)
        self.games: list[Result] = []
        self.warnings: list[Result] = []

    @property
    def number(self) -> int:
        """The number of the next game."""
        return len(self.games) + 1

    @property
    def is_finished(self) -> bool:
        """No game can follow."""
        return self.has_ended or not self.stages

    @property
    def seats(self) -> list[str]:
        """The seats of a game."""
        return SEATS[:3] if len(self.around) == 3 else SEATS

    @property
    def chips(self) -> dict[str, int]:
        """Start chips, scores and bookings of everybody."""
        return {
            name: self.start_chips + total + self.booked[name]
            for name, total in self.totals.items()
        }

    def position(self, number: int, *, winds_are_known: bool = True) -> Result:
        """Return who sits where in this game."""
        stage = self.stages[0]
        position: Result = {
            "number": number,
            "round": stage.round,
            "round_wind": stage.wind,
            "owner": None,
            "dealer": None,
            "winds": None,
            "resting": None,
        }
        if not winds_are_known:
            return position
        many = len(self.around)
        if self.ruleset == "spiel-der-winde":
            # "Seat winds stay with the players for the whole partie"
            position["winds"] = dict(zip(SEATS, self.around, strict=True))
            position["owner"] = SEATS[self.passed]
            return position | {"dealer": self.around[self.passed]}
        turned = [self.around[(self.passed + step) % many] for step in range(many)]
        if many == 5:
            position["resting"] = turned[4]
        position["winds"] = dict(zip(self.seats, turned, strict=False))
        return position | {"dealer": turned[0]}

    # Games

    def play(self, game: Record) -> None:
        """Play a game and pass the deal on."""
        if self.is_finished:
            raise ReplayRefusal("finished", self.number)
        self.sit_as_said(game.get("east"))
        position = self.position(self.number)
        winds = position["winds"]
        scores = dict.fromkeys(self.around, 0)
        for seat, score in self.seat_scores(game, position["owner"]).items():
            scores[winds[seat]] += score
        for name, score in scores.items():
            self.totals[name] += score
        position |= {"scores": scores, "totals": dict(self.totals), "chips": self.chips}
        self.games.append(position)
        if self.ruleset == "dmjl":
            self.warn_of_the_ninth(game["outcome"], position["dealer"])
        self.pass_on(game["outcome"])

    def sit_as_said(self, east: str | None) -> None:
        """Believe who is said to have sat East, with a warning where it differs."""
        expected = None
        if not self.stages[0].dice_choose_east:
            expected = self.position(self.number)["dealer"]
            east = expected if east is None else east
        elif self.green_east:
            expected = self.green_east
        if east not in self.around:
            # Also where only the dice know who was East.
            raise ReplayRefusal("bad_record", self.number)
        if expected not in (None, east):
            self.warnings.append({"code": "other_east", "game": self.number})
        self.passed = self.around.index(east)

    def warn_of_the_ninth(self, outcome: Record, east: str) -> None:
        """Warn where the record and the games so far differ on the ninth win."""
        has_won = outcome["kind"] == "win" and outcome["winner"] == "E"
        self.as_east.append((east, has_won))
        mine = 0
        for player, _ in reversed(self.as_east):
            if player != east:
                break
            mine += 1
        row = self.as_east[-mine:]
        is_ninth = mine == 9 and all(won for _, won in row)
        if is_ninth != ("ninth_win" in outcome.get("circumstances", [])):
            self.warnings.append({"code": "ninth_win", "game": self.number - 1})

    def pass_on(self, outcome: Record) -> None:
        """Let the winds pass, the round end, the next begin."""
        won = outcome["kind"] == "win"
        if self.stages[0].dice_choose_east:
            # "A drawn green-dragon game is played again with the same East; its win
            # does not prolong it. The next round starts with the first East."
            self.green_east = None if won else self.around[self.passed]
            self.passed = 0
            if won:
                self.stages.pop(0)
            return
        moves = won and outcome["winner"] != "E"
        if self.ruleset == "spiel-der-winde":
            moves = won
        elif self.ruleset == "hkos" and self.options["draw"] == "east_passes":
            moves = moves or outcome["kind"] == "draw"
        elif self.ruleset == "nts" and len(self.around) == 5:
            # "After every game, draws too"
            moves = moves or self.options["five_player_east_stays"] == "no"
        elif self.ruleset == "dmjl":
            # "The winds pass on if East is among the offenders, else East stays";
            # the ninth win passes them on all the same.
            moves = moves or "E" in outcome.get("offender", "")
            moves = moves or "ninth_win" in outcome.get("circumstances", [])
        if moves:
            self.as_east = []
        if moves:
            self.passed += 1
        if self.passed == len(self.around):
            self.passed = 0
            self.stages.pop(0)

    def seat_scores(self, game: Record, owner: str | None) -> dict[str, int]:
        """Return what each seat gains or loses."""
        outcome = game["outcome"]
        if outcome["kind"] == "draw":
            return {}
        hands = game.get("hands", {})
        if outcome["kind"] == "penalty" and self.ruleset == "dmjl":
            debts = naive_dmjl.penalty_payments(outcome, self.options)
            return sums([(payer, payee, amount) for payer, payee, amount, _ in debts])
        if self.ruleset == "hkos":
            return hkos_scores(outcome, hands, self.options)
        if outcome["kind"] == "penalty":
            return penalty_scores(outcome, self.seats, self.options)
        if self.ruleset == "schmale":
            return schmale_scores(outcome, hands, self.seats, self.options)
        points = {seat: hands.get(seat, {}).get("points", 0) for seat in self.seats}
        winner = outcome["winner"]
        if self.ruleset == "nts":
            for seat, own in points.items():
                points[seat] = capped_and_rounded(own, self.options)
            return settle_nts(points, winner)
        if self.ruleset in ("bmja", "dmjl"):
            if self.options["roof"] == "on":
                most = self.options["limit"]
                points = {seat: min(own, most) for seat, own in points.items()}
            return settle_nts(points, winner)
        how = self.options["settlement"]
        if how == "credit":
            return points
        debts = naive_winde.settle(points, winner, str(owner), how)
        return sums([(payer, payee, amount) for payer, payee, amount, _ in debts])

    # Events

    def happen(self, event: Record) -> None:
        """Take what is not a game."""
        if "booking" in event:
            booking = event["booking"]
            self.booked[booking["from"]] -= booking["amount"]
            self.booked[booking["to"]] += booking["amount"]
        if "seating" in event:
            self.seat_anew(event["seating"])
        if "substitute" in event:
            leaving, coming = event["substitute"]["out"], event["substitute"]["in"]
            self.around[self.around.index(leaving)] = coming
            if self.green_east == leaving:
                self.green_east = coming
            self.totals.setdefault(coming, 0)
            self.booked.setdefault(coming, 0)
        if "end" in event:
            self.has_ended = True

    def seat_anew(self, names: list[str]) -> None:
        """Let the first of these sit East in the next game, the others after him."""
        if self.ruleset == "spiel-der-winde":
            # The owner is a seat, and stays that seat.
            self.around = list(names)
            return
        many = len(names)
        self.around = [names[(step - self.passed) % many] for step in range(many)]

    def ranking(self) -> list[list[str]]:
        """Return the players by what they won; equal ones share a place."""
        return [
            [name for name, total in self.totals.items() if total == value]
            for value in sorted(set(self.totals.values()), reverse=True)
        ]


# What a game of `hkos` pays

HKOS_LIMITS = {
    "half_spicy": {8: 64, 10: 128, 13: 384},
    "full_spicy": {8: 256, 10: 1024, 13: 8192},
    "steps": {8: 32, 10: 64, 13: 64},
}


def hkos_scores(outcome: Record, hands: Record, options: Record) -> dict[str, int]:
    """Return what a win by an own count or a false mahjong comes to."""
    doubled = options["east_double"] == "yes"
    scores = dict.fromkeys(SEATS, 0)
    if outcome["kind"] == "penalty":
        unit = 2 * HKOS_LIMITS[options["table"]][options["limit"]]
        payer = outcome["offender"]
        for seat in SEATS:
            dead = hands.get(seat, {}).get("dead") is not None
            if seat != payer and seat not in outcome.get("excluded", []) and not dead:
                amount = unit * (2 if doubled and "E" in (payer, seat) else 1)
                scores[payer] -= amount
                scores[seat] += amount
        return scores
    winner, giver = outcome["winner"], outcome.get("from")
    points = hands[winner]["points"]
    shares = {
        seat: points
        * (2 if giver in (None, seat) else 1)
        * (2 if doubled and "E" in (winner, seat) else 1)
        for seat in SEATS
        if seat != winner
    }
    if outcome.get("pao") is not None:
        shares = {outcome["pao"]["player"]: sum(shares.values())}
    elif giver is not None and options["discarder_pays"] == "all":
        shares = {giver: sum(shares.values())}
    for seat, amount in shares.items():
        scores[seat] -= amount
        scores[winner] += amount
    return scores


# What a game of `schmale` pays

Payment = tuple[str, str, int]
"""Payer, receiver and amount."""


def sums(payments: list[Payment]) -> dict[str, int]:
    """Return what everybody has gained or lost by these payments."""
    scores = dict.fromkeys(SEATS, 0)
    for payer, payee, amount in payments:
        scores[payer] -= amount
        scores[payee] += amount
    return {seat: score for seat, score in scores.items() if score}


def east_factor(seats: tuple[str, str], options: Record) -> int:
    """Return the factor where East is one of the two."""
    return 2 if "E" in seats and options["east_double"] == "yes" else 1


def schmale_scores(
    outcome: Record, hands: Record, seats: list[str], options: Record
) -> dict[str, int]:
    """Return what a win pays ("Payment")."""
    winner = outcome["winner"]
    giver = outcome.get("from")
    payments = []
    losers = [seat for seat in seats if seat != winner]
    for payer in losers:
        amount = hands[winner]["points"] * east_factor((payer, winner), options)
        is_double = giver is None or payer == giver
        if is_double and options["self_drawn_and_discarder_double"] == "yes":
            amount *= 2
        payments.append((payer, winner, amount))
    if options["losers_settle"] == "yes":
        # A seat left out is worth 1 too, a dead hand nothing.
        points = {}
        for seat in losers:
            hand = hands.get(seat, {})
            points[seat] = hand.get("points", 0 if hand.get("dead") else 1)
        for one, other in combinations(losers, 2):
            less, more = sorted((one, other), key=lambda seat: points[seat])
            amount = (points[more] - points[less]) * east_factor((one, other), options)
            payments.append((less, more, amount))
    return sums(payments)


def penalty_scores(
    outcome: Record, seats: list[str], options: Record
) -> dict[str, int]:
    """Return what a penalty costs ("Penalties")."""
    offender = outcome["offender"]
    unit = 16 if options["table"] == "base" else 32
    payments = []
    for seat in seats:
        if seat == offender or seat in outcome.get("excluded", []):
            continue
        amount = unit * east_factor((seat, offender), options)
        if outcome.get("from") == seat:
            amount *= 2
        payments.append((offender, seat, amount))
    return sums(payments)


# The whole


def naive_replay(said: Record) -> Result:
    """Return where the partie stands, or raise `ReplayRefusal`."""
    partie = Partie(said)
    for entry in said["games"]:
        if "outcome" in entry:
            partie.play(entry)
        else:
            partie.happen(entry)
    following = None
    if not partie.is_finished:
        dice = partie.stages[0].dice_choose_east
        following = partie.position(partie.number, winds_are_known=not dice)
    return {
        "games": partie.games,
        "finished": partie.is_finished,
        "next": following,
        "totals": partie.totals,
        "chips": partie.chips,
        "ranking": partie.ranking(),
        "warnings": partie.warnings,
    }
