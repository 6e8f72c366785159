"""
What must hold of every answer, whatever the record was.

A record is answered, or refused with a code of the contract and a sentence; nothing
else may happen. Each judge raises `FaultError` for the first thing that does not hold,
so that the same fault can be looked for again in a smaller record.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from contextlib import redirect_stdout
from cProfile import Profile
from io import BytesIO, StringIO, TextIOWrapper
from random import Random
from time import thread_time
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from django.core.management import call_command

from clubscore.rules import RulesError, replay_record, score_record, wall_record
from clubscore.rules.record_writer import write_error, write_game_error
from tests.rules.dealt_tiles import SEATS
from tests.rules.mutating import reordered, tiles_in

if TYPE_CHECKING:
    from collections.abc import Callable

Json = Any
Record = dict[str, Any]

CODES = {
    *("bad_record", "unknown_ruleset", "unknown_option", "bad_tile", "tile_count"),
    *("too_many_of_a_tile", "bad_set", "impossible", "not_a_winning_hand"),
    *("below_minimum", "finished", "bad_dice"),
}
REASONS = {"win", "difference", "penalty", "pao"}
IN_DOUBLES = ("nts", "spiel-der-winde", "bmja", "dmjl")
IN_FAAN = ("schmale", "hkos")
IN_ONE_SUM = ("mcr", "american")
"""A hand is worth the sum of its items, and the winner's alone is valued."""
TYPED_SCORES = "free"
"""Whose scores are typed: no hand is valued, and nobody knows who paid whom."""
SUMS = dict.fromkeys(IN_DOUBLES, ("base", "doubles"))
SUMS |= dict.fromkeys(IN_FAAN, ("faan", "laak"))
COLUMNS = dict.fromkeys(IN_DOUBLES, ("points", "doubles"))
COLUMNS |= dict.fromkeys(IN_FAAN, ("faan", "laak"))

STEPS = 125_000
"""Calls that a record without jokers may take; as many as 50 ms were found to hold."""
SHORTEST_STEP = 2e-8
"""Seconds that no call of Python's takes less than, on any machine."""
STEPS_WITH_JOKERS = 4_000_000
"""Calls that a record with jokers may take; as many as a second was found to hold."""
SECONDS, SECONDS_WITH_JOKERS = 0.05, 1.0
"""What a record may take on a quiet machine."""
TOLERANCE = 10
"""So many times the seconds are a fault; a busy machine is none."""
LONGEST_MESSAGE = 1500


class FaultError(Exception):
    """Something that must hold and does not."""

    def __init__(self, kind: str, text: str = "") -> None:
        super().__init__(kind, text)
        self.kind = kind
        """A short name; the same fault in another record has the same."""
        self.text = text

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}" if self.text else self.kind


class Answer(NamedTuple):
    """What came of a record."""

    value: Json
    """The answer, or the object with the error, as JSON."""
    code: str | None
    """The error's code."""


def check(kind: str, holds: object, text: object = "") -> None:
    """Raise the fault called *kind* unless it *holds*."""
    if not holds:
        raise FaultError(kind, str(text)[:300])


# Answers and steps ----------------------------------------------------------------


def answered(judge: Callable[[], Json], write: Callable[..., Json]) -> Answer:
    """Return what comes of it; raise FaultError where that is no answer at all."""
    try:
        value = judge()
    except RulesError as error:
        value = write(error)
        check_error(value["error"])
        check("field is no text", error.field is None or isinstance(error.field, str))
        return Answer(value, value["error"]["code"])
    except TooSlowError:
        raise
    except Exception as error:
        place = extract_tb(error.__traceback__)[-1]
        kind = f"{type(error).__name__} in {place.name}"
        raise FaultError(kind, f"{error!s:.200}") from error
    check("not plain JSON", json.loads(json.dumps(value)) == value)
    return Answer(value, None)


class TooSlowError(Exception):
    """Raised from outside where an answer takes far too long."""


def check_error(error: Record) -> None:
    """Check a refusal."""
    check("unknown code", error["code"] in CODES, error["code"])
    message = error["message"]
    check("no sentence", isinstance(message, str) and message.strip(), message)
    # What came in may be quoted, and may hold anything, but not for long.
    check("sentence too long", len(message) <= LONGEST_MESSAGE, message)
    check("no such seat", error["seat"] in (None, *SEATS), error["seat"])


def score(record: Json) -> Answer:
    """Score a record."""
    return answered(lambda: score_record(record), write_error)


def steps_of(work: Callable[[], object]) -> int:
    """Return how many calls the work takes; unlike time, always the same."""
    profile = Profile(subcalls=False, builtins=False)
    profile.enable()
    try:
        work()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def has_jokers(record: Json) -> bool:
    """Tell whether jokers may be in a hand."""
    hands = record.get("hands") if isinstance(record, dict) else None
    return "j" in json.dumps(hands)


def measured_score(record: Json, by: Literal["steps", "seconds"]) -> Answer:
    """Score a record; raise FaultError if it takes too many steps, or too long."""
    found: list[Answer] = []
    before = thread_time()  # of this thread alone: others may keep the machine busy
    jokers = has_jokers(record)
    if by == "steps" and not jokers:
        # To count takes as long again: what was this quick cannot have taken so many.
        begun = thread_time()
        found.append(score(record))
        if thread_time() - begun <= STEPS * SHORTEST_STEP:
            return found.pop()
        found.clear()
    if by == "steps":
        most = STEPS_WITH_JOKERS if jokers else STEPS
        steps = steps_of(lambda: found.append(score(record)))
        check("too many steps", steps <= most, f"{steps}, not {most}")
    else:
        found.append(score(record))
        taken = thread_time() - before
        limit = SECONDS_WITH_JOKERS if jokers else SECONDS
        check("too slow", taken <= TOLERANCE * limit, f"{taken:.2f} s, not {limit}")
    return found[0]


# Games ----------------------------------------------------------------------------


def judge_game(
    record: Json, seed: int, by: Literal["steps", "seconds"] = "steps"
) -> Answer:
    """
    Judge a record by all that must hold.

    *seed* says in which other words it is said again, *by* what it may not take too
    much of.
    """
    before = json.dumps(record)
    answer = measured_score(record, by)
    check("the record was changed", json.dumps(record) == before)
    if answer.code is None:
        # A refusal is raised anew from the same values; an answer may be built anew.
        check("another answer the second time", score(record) == answer)
        check_answer(record, answer.value)
    if isinstance(record, dict):
        other = score(reordered(Random(seed), record))
        check_same(answer, other)
        check_first_error(record, answer)
    return answer


def judge_own_book(record: Json) -> Answer:
    """Judge a game by a club's own book, however odd the book is."""
    answer = measured_score(record, "seconds")
    if answer.code is None:
        total = sum(answer.value["scores"].values())
        check("scores do not add to 0", total == 0, total)
    return answer


def check_same(answer: Answer, other: Answer) -> None:
    """Check that order made no difference: the same worth, or the same refusal."""
    check("order changes the code", answer.code == other.code, other.code)
    if answer.code is not None:
        seats = answer.value["error"]["seat"], other.value["error"]["seat"]
        check("order changes the error's seat", seats[0] == seats[1], seats)
        return
    one, two = answer.value, other.value
    check("order changes the scores", one["scores"] == two["scores"], two["scores"])
    check("order changes the payments", debts(one) == debts(two))
    check("order changes the warnings", notices(one) == notices(two))
    for seat, hand in one["hands"].items():
        again = two["hands"][seat]
        for name in hand.keys() - {"arrangement", "items"}:
            text = f"{seat} {name}: {hand[name]}, {again[name]}"
            check("order changes a hand", again[name] == hand[name], text)


def debts(answer: Record) -> Counter[tuple[Json, ...]]:
    """Return the payments, in no order."""
    return Counter(tuple(one.values()) for one in answer["payments"])


def notices(answer: Record) -> Counter[tuple[Json, ...]]:
    """Return the warnings, in no order."""
    return Counter((one["code"], one["seat"]) for one in answer["warnings"])


def check_first_error(record: Record, answer: Answer) -> None:
    """Check that a fault of an earlier row of the contract's table is told first."""
    other = score(record | {"nonsense": 1})
    check("unknown field allowed", other.code == "bad_record", other.code)
    options = record.get("options", {})
    known = answer.code not in ("bad_record", "unknown_ruleset")
    if known and isinstance(options, dict):
        other = score(record | {"options": options | {"nonsense": 1}})
        check("unknown option allowed", other.code == "unknown_option", other.code)
    outcome = record.get("outcome")
    late = answer.code in (None, "not_a_winning_hand", "below_minimum")
    late = late and record.get("ruleset") != TYPED_SCORES
    if late and isinstance(outcome, dict) and outcome["kind"] == "win":
        hands = record["hands"]
        dead = {outcome["winner"]: hands[outcome["winner"]] | {"dead": "other"}}
        other = score(record | {"hands": hands | dead})
        check("a dead hand may win", other.code == "impossible", other.code)


def check_answer(record: Record, answer: Record) -> None:
    """Check what must hold of a game that was scored."""
    names = {"hands", "payments", "scores", "warnings"}
    check("fields of an answer", answer.keys() == names, list(answer))
    seats = SEATS[:3] if record.get("players") == 3 else SEATS
    check_scores(record, answer, seats)
    outcome = record["outcome"]
    valued: list[str] = []
    if outcome["kind"] == "win" and record["ruleset"] != TYPED_SCORES:
        settles = record.get("options", {}).get("losers_settle") == "yes"
        all_count = settles or record["ruleset"] in IN_DOUBLES
        valued = seats if all_count else [outcome["winner"]]
    check("hands that are valued", list(answer["hands"]) == valued)
    for seat, hand in answer["hands"].items():
        entered = record.get("hands", {}).get(seat, {})
        try:
            check_hand(record["ruleset"], entered, hand)
        except FaultError as fault:
            raise FaultError(fault.kind, f"{seat} {fault.text}") from None
    for one in answer["warnings"]:
        check("fields of a warning", one.keys() == {"code", "seat", "message"})
        check("warning without a sentence", one["message"] and one["code"])
        check("warning to no seat", one["seat"] in (None, *seats))


def check_scores(record: Record, answer: Record, seats: list[str]) -> None:
    """Check that scores are exactly the sums of the payments."""
    sums = dict.fromkeys(seats, 0)
    pairs = set()
    for one in answer["payments"]:
        check("fields of a payment", one.keys() == {"from", "to", "amount", "reason"})
        amount = one["amount"]
        check("amount is not above 0", type(amount) is int and amount > 0, amount)
        check("payment to oneself", one["from"] != one["to"])
        check("unknown reason", one["reason"] in REASONS)
        pairs.add((one["from"], one["to"], one["reason"]))
        sums[one["from"]] -= amount
        sums[one["to"]] += amount
    check("one debt in two entries", len(pairs) == len(answer["payments"]))
    options = record.get("options", {})
    if record["ruleset"] == TYPED_SCORES:
        check("payments of typed scores", not answer["payments"])
        check("typed scores are others", answer["scores"] == record["scores"])
        if options.get("zero_sum") != "no":
            check("scores do not add to 0", sum(answer["scores"].values()) == 0)
        return
    if record["ruleset"] == "spiel-der-winde" and options.get("settlement") == "credit":
        check("payments where all is credit", not answer["payments"])
        sums |= {seat: hand["points"] for seat, hand in answer["hands"].items()}
    else:
        check("scores do not add to 0", sum(answer["scores"].values()) == 0)
    check("scores are not the payments", answer["scores"] == sums, answer["scores"])
    check("seats of the scores", list(answer["scores"]) == seats)


def check_hand(ruleset: str, entered: Record, hand: Record) -> None:
    """Check one hand of an answer beside the hand that was entered."""
    if ruleset in IN_ONE_SUM:
        check_hand_in_one_sum(entered, hand)
        return
    sums, columns = SUMS[ruleset], COLUMNS[ruleset]
    names = {"points", *sums, "limit", "dead", "arrangement", "items"}
    check("fields of a hand", hand.keys() == names, list(hand))
    points, items = hand["points"], hand["items"]
    check("points below 0", type(points) is int and points >= 0, points)
    check("dead is not what was said", hand["dead"] == (entered.get("dead") or False))
    check_items(hand, sums, columns)
    if hand["dead"]:
        check("a dead hand is worth something", not points and not items)
    own = entered.get("points")
    if own is not None and not hand["dead"]:
        check("own points have items", hand[sums[0]] is None and not items)
    if hand["dead"] or own is not None:
        check("arranged though nobody counts", hand["arrangement"] == [])
        return
    arranged = [tiles_in(one) for one in hand["arrangement"]]
    check("arrangement is no notation", None not in arranged, hand["arrangement"])
    lying = Counter(tile for one in arranged for tile in one or [])
    tiles = [entered.get("tiles", ""), *entered.get("sets", [])]
    held = Counter(tile for one in tiles for tile in tiles_in(one) or [])
    check("tiles not used once each", lying == held, hand["arrangement"])


def check_hand_in_one_sum(entered: Record, hand: Record) -> None:
    """Check one hand that is worth the sum of its items."""
    for name in ("base", "doubles", "faan", "laak", "limit"):
        check("a sum of another book", hand.get(name) is None, name)
    points, items = hand["points"], hand["items"]
    check("points below 0", type(points) is int and points >= 0, points)
    check("a winner is dead", hand["dead"] is False)
    total = sum(item["points"] for item in items)
    is_typed = entered.get("points") is not None
    check("own points are others", not is_typed or points == entered["points"])
    check("sums are not the items", is_typed or points == total, (points, total))
    check("an item without a source", all(item["source"] for item in items))


def check_items(hand: Record, sums: tuple[str, str], columns: tuple[str, str]) -> None:
    """Check that a hand's sums are those of its items, or that it is a limit hand."""
    items = hand["items"]
    for item in items:
        fields = {"rule", "source", "by", *columns}
        check("fields of an item", item.keys() == fields, list(item))
        check("an item without a source", item["source"])
    if hand["limit"] is not None:
        check("sums beside a limit hand", hand[sums[0]] is None)
        own, *others = items
        bonus = sum(one[columns[0]] for one in others)
        bonus <<= sum(one[columns[1]] for one in others)
        # The limit may cut off some of it.
        check(
            "more than its items", not others or hand["points"] <= own["points"] + bonus
        )
        check("a limit hand adds without a bonus tile", bool(bonus) is bool(others))
        rule = items[0]["rule"].removeprefix("waiting:")
        check("the item is another limit hand", rule == hand["limit"], rule)
    for name, column in zip(sums, columns, strict=True):
        if hand[name] is not None:
            total = sum(item[column] for item in items)
            check("sums are not the items", hand[name] == total, (hand[name], total))
    check("one sum only", (hand[sums[0]] is None) is (hand[sums[1]] is None))


# Parties and walls ----------------------------------------------------------------


def replay(partie: Json) -> Answer:
    """Replay a partie."""
    return answered(lambda: replay_record(partie), write_game_error)


def judge_partie(partie: Json, seed: int) -> Answer:
    """Judge a partie by all that must hold; *seed* says where it is cut short."""
    before = json.dumps(partie)
    answer = replay(partie)
    check("the record was changed", json.dumps(partie) == before)
    if answer.code is not None:
        return answer
    check("another answer the second time", replay(partie) == answer)
    check_partie(partie, answer.value)
    entries = partie.get("games", [])
    cut = Random(seed).randint(0, len(entries))
    start = replay(partie | {"games": entries[:cut]})
    check("a partie's start is refused", start.code is None, start.code)
    played = start.value["games"]
    if answer.value["finished"]:
        late = replay(partie | {"games": [*entries, {"outcome": {"kind": "draw"}}]})
        check("a game after the end", late.code == "finished", late.code)
    check("later games change earlier", played == answer.value["games"][: len(played)])
    return answer


def check_partie(partie: Record, answer: Record) -> None:
    """Check what must hold of a partie that was replayed."""
    entries = partie.get("games", [])
    events = {"booking", "seating", "substitute", "end"}
    said = [one for one in entries if not one.keys() & events]
    games = answer["games"]
    check("a game was lost", len(said) == len(games))
    totals: Counter[str] = Counter()
    for number, (game, record) in enumerate(zip(games, said, strict=True), 1):
        check("numbers in order", game["number"] == number)
        totals.update(game["scores"])
        so_far = {name: totals[name] for name in game["totals"]}
        check("totals are not the scores", game["totals"] == so_far)
        check_game_of_partie(partie, game, record)
    check("finished and another game", answer["finished"] is (answer["next"] is None))
    if games:
        last = {name: totals[name] for name in answer["totals"]}
        check("totals are not the last", answer["totals"] == last)
    ranking = answer["ranking"]
    names = [name for place in ranking for name in place]
    check("ranking has others", sorted(names) == sorted(answer["totals"]))
    places = [{answer["totals"][name] for name in place} for place in ranking]
    order = [total for place in places for total in place]
    check("ranking is not by totals", order == sorted(set(order), reverse=True))
    booked = {
        name: chips - answer["totals"][name] for name, chips in answer["chips"].items()
    }
    start = partie.get("start_chips")
    if start is not None:
        check("bookings do not add to 0", sum(booked.values()) == start * len(booked))


def check_game_of_partie(partie: Record, game: Record, said: Record) -> None:
    """Check that a game of a partie is scored as it is by itself."""
    many = len(partie["players"])
    winds = game["winds"]
    check("seats of a partie", list(winds) == SEATS[: min(many, 4)])
    sitting = [*winds.values()] + ([game["resting"]] if many == 5 else [])
    check("somebody sits twice", len(set(sitting)) == many)
    record = {
        "ruleset": partie["ruleset"],
        "options": partie.get("options", {}),
        "players": many,
        "round_wind": game["round_wind"],
    } | {name: value for name, value in said.items() if name != "east"}
    if game["owner"] is not None:
        record["owner"] = game["owner"]
    alone = score(record)
    check("a game alone is refused", alone.code is None, alone.code)
    scores = {winds[seat]: change for seat, change in alone.value["scores"].items()}
    if many == 5:
        scores[game["resting"]] = 0
    check("a game alone scores otherwise", scores == game["scores"], scores)


def judge_wall(ruleset: Json, dice: Json, players: Json, options: Json) -> Answer:
    """Judge where the dice break the wall."""
    answer = answered(lambda: wall_record(ruleset, dice, players, options), write_error)
    if answer.code is None:
        wall = answer.value
        check("no such side", wall["side"] in SEATS)
        check("no such stack", 1 <= wall["stack"] <= wall["stacks_per_side"], wall)
        check(
            "no such end", {wall["count_from"], wall["live_end"]} <= {"left", "right"}
        )
    return answer


# As text --------------------------------------------------------------------------


def run_command(name: str, text: bytes) -> tuple[int, list[Json]]:
    """Run a management command here; return its status and the lines it answers."""
    out = StringIO()
    stdin, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(text))
    try:
        with redirect_stdout(out):
            call_command(name)
    except SystemExit as ended:
        return int(ended.code or 0), [*map(json.loads, out.getvalue().splitlines())]
    finally:
        sys.stdin = stdin
    raise FaultError("the command did not end with a status")


def judge_lines(lines: list[bytes], answers: list[Answer]) -> None:
    """Check that the command answers each line as the function answers its record."""
    status, said = run_command("score", b"\n".join(lines) + b"\n")
    refused = any(answer.code is not None for answer in answers)
    check("another status", status == int(refused), status)
    check("another number of lines", len(said) == len(answers), len(said))
    for line, one, other in zip(lines, said, answers, strict=True):
        check("the command says otherwise", one == other.value, line.decode())


def judge_garbled(lines: list[bytes]) -> list[str | None]:
    """Check that each line is answered or refused, whatever it is; return the codes."""
    status, said = run_command("score", b"\n".join(lines) + b"\n")
    check("another number of lines", len(said) == len(lines), len(said))
    codes = [one["error"]["code"] if "error" in one else None for one in said]
    check("another status", status in (0, 1, 2) and bool(status) == any(codes), status)
    for one in said:
        if "error" in one:
            check_error(one["error"])
    return codes
