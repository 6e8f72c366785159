"""The writer of records: the engine's values to JSON."""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

from clubscore.rules.errors import Notice, RulesError
from clubscore.rules.hand_count import HandScore
from clubscore.rules.hand_points import Counting
from clubscore.rules.items import LimitHand
from clubscore.rules.payments import Debt
from clubscore.rules.record_hands import WAITING
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import SEAT_LETTERS
from clubscore.rules.settlement import GameResult
from clubscore.rules.tiles import name_of


class ItemDict(TypedDict):
    """One item that a hand scored, in the columns of its ruleset."""

    rule: str
    points: NotRequired[int]
    doubles: NotRequired[int]
    faan: NotRequired[int]
    laak: NotRequired[int]
    source: str
    by: str | None


class HandDict(TypedDict):
    """What one hand is worth, with the sums that its ruleset counts."""

    points: int
    base: NotRequired[int | None]
    doubles: NotRequired[int | None]
    faan: NotRequired[int | None]
    laak: NotRequired[int | None]
    limit: str | None
    dead: str | bool
    arrangement: list[str]
    items: list[ItemDict]


PaymentDict = TypedDict(
    "PaymentDict", {"from": str, "to": str, "amount": int, "reason": str}
)


class NoticeDict(TypedDict):
    """A warning."""

    code: str
    seat: str | None
    message: str


class GameNoticeDict(NoticeDict):
    """A warning about a game of a partie."""

    game: int | None


class NextGameDict(TypedDict):
    """Who sits where in a game."""

    number: int
    round: int
    round_wind: str | None
    owner: str | None
    dealer: str | None
    resting: str | None
    winds: dict[str, str] | None
    """None, as the dealer, where dice have yet to choose."""


class PlayedGameDict(NextGameDict):
    """A game that was played, and where it left the players."""

    scores: dict[str, int]
    totals: dict[str, int]
    chips: dict[str, int]


class ReplayDict(TypedDict):
    """What `replay` prints for a partie."""

    games: list[PlayedGameDict]
    finished: bool
    next: NextGameDict | None
    totals: dict[str, int]
    chips: dict[str, int]
    ranking: list[list[str]]
    warnings: list[GameNoticeDict]


class ResultDict(TypedDict):
    """What `score` prints for a game."""

    hands: dict[str, HandDict]
    payments: list[PaymentDict]
    scores: dict[str, int]
    warnings: list[NoticeDict]


def write_result(rules: Ruleset, result: GameResult) -> ResultDict:
    """Return what a game came to, in the shapes of the contract."""
    return {
        "hands": {
            SEAT_LETTERS[seat]: _write_hand(rules.counting, score)
            for seat, score in result.hands.items()
        },
        "payments": [_write_payment(one) for one in result.payments],
        "scores": {SEAT_LETTERS[seat]: score for seat, score in result.scores.items()},
        "warnings": [
            {"code": one.code, "seat": one.seat, "message": one.message}
            for one in result.notices
        ],
    }


def write_notices(notices: list[Notice]) -> list[GameNoticeDict]:
    """Return the warnings of a partie."""
    return [
        {
            "code": one.code,
            "seat": one.seat,
            "message": one.message,
            "game": one.game,
        }
        for one in notices
    ]


def _write_hand(counting: Counting, score: HandScore) -> HandDict:
    sets, loose, _ = score.reading
    written = {
        "points": score.points,
        **dict.fromkeys(counting.sums),
        **dict(zip(counting.sums, score.sums or (), strict=False)),
        "limit": score.limit.key if score.limit is not None else None,
        "dead": score.dead.value if score.dead is not None else False,
        "arrangement": [one.notation for one in sets]
        + [f"({name_of(tile)})" for tile in loose],
        "items": _write_items(counting, score),
    }
    return cast("HandDict", written)


def _write_items(counting: Counting, score: HandScore) -> list[ItemDict]:
    first, second = counting.columns
    items = []
    if score.limit is not None:
        items.append(_write_limit(counting, score, score.limit))
    for one in score.earned:
        worth = one.item.worth
        item = {
            "rule": one.item.key,
            first: worth[0],
            second: worth[1],
            "source": one.item.source.text,
            "by": one.by_notation,
        }
        items.append(cast("ItemDict", item))
    return items


def _write_limit(counting: Counting, score: HandScore, limit: LimitHand) -> ItemDict:
    first, second = counting.columns
    item = {
        "rule": WAITING + limit.key if score.is_waiting else limit.key,
        # Beside faan a limit hand worth points has none.
        first: _of_limit(score) if first == "points" else limit.faan,
        second: 0,
        "source": limit.source.text,
        "by": None,
    }
    return cast("ItemDict", item)


def _of_limit(score: HandScore) -> int:
    """Return what a limit hand is worth, without what counts beside it."""
    return score.points if score.of_limit is None else score.of_limit


def _write_payment(payment: Debt) -> PaymentDict:
    return {
        "from": SEAT_LETTERS[payment.payer],
        "to": SEAT_LETTERS[payment.payee],
        "amount": payment.amount,
        "reason": payment.reason.value,
    }


class ErrorDict(TypedDict):
    """Why a record could not be scored."""

    code: str
    seat: str | None
    message: str


class GameErrorDict(ErrorDict):
    """Why a partie could not be replayed."""

    game: int | None


def write_error(error: RulesError) -> dict[str, ErrorDict]:
    """Return what `score` prints for an error."""
    return {
        "error": {
            "code": error.code.value,
            "seat": error.seat,
            "message": error.message,
        }
    }


def write_game_error(error: RulesError) -> dict[str, GameErrorDict]:
    """Return what `replay` prints for an error."""
    return {"error": {**write_error(error)["error"], "game": error.game}}
