"""
Games of which only the scores are known, as a sheet kept by hand has them.

Such a game is kept as it was entered: how it was won, and what each player gained or
lost. Nobody can say of it who paid whom, so that it has no payments and no hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from clubscore.rules.errors import Code, RulesError, Term, gettext_noop
from clubscore.rules.figures import signed
from clubscore.rules.record_hands import MOST_POINTS
from clubscore.rules.record_scores import LONGEST_LIMIT, MOST_SCORE, SCORES_FIELDS
from clubscore.rules.record_writer import ResultDict
from clubscore.rules.records import score_record
from clubscore.rules.seats import WINDS_BY_LETTER
from clubscore.rules.table.table_seats import Entered, Said, Table, Terms, record_of

__all__ = [
    "LONGEST_LIMIT",
    "MOST_SCORE",
    "is_from_paper",
    "refuse_scores",
    "result_of_scores",
]


def is_from_paper(terms: Terms, game: Entered) -> bool:
    """Tell whether a sheet kept by hand has no more of a game than its scores."""
    return game.scores is not None and not terms.takes_scores


def refuse_scores(record: Mapping[str, Any]) -> None:
    """Raise RulesError (bad_record) for a field that only typed scores have."""
    name = min(SCORES_FIELDS & record.keys(), default=None)
    if name is not None:
        raise RulesError(
            Code.BAD_RECORD,
            gettext_noop(
                "The field “%(field)s” is unknown here. Known are: %(known)s."
            ),
            {"field": name, "known": "hands, outcome, remark"},
            field=name,
        )


def result_of_scores(terms: Terms, table: Table, game: Entered) -> ResultDict:
    """Return what such a game came to; raise RulesError if it cannot be."""
    outcome: Any = game.outcome
    if not isinstance(outcome, dict) or outcome.get("kind") != "win":
        raise RulesError(
            Code.BAD_RECORD,
            gettext_noop("Only of a game that was won the scores alone can be kept."),
            field="outcome.kind",
        )
    # The winner's hand is worth enough: what cannot be then is the outcome itself.
    enough: Any = {outcome.get("winner"): {"points": MOST_POINTS}}
    score_record(record_of(terms, table, Said(enough, outcome, remark=game.remark)))
    scores = _by_seat(table, game.scores)
    winner = table.seat_of(outcome["winner"])
    if scores[winner or ""] < 0:
        raise _refused(
            gettext_noop("%(seat)s won, and whoever wins does not lose points."), winner
        )
    together = sum(scores.values())
    if terms.rules.paying.is_credit:
        losing = next((seat for seat, score in scores.items() if score < 0), None)
        if losing is not None:
            raise _refused(
                gettext_noop("%(seat)s is credited points, which are not below 0."),
                losing,
            )
    elif together:
        raise RulesError(
            Code.IMPOSSIBLE,
            gettext_noop("The scores add to %(sum)s, and must add to 0."),
            {"sum": signed(together)},
            field="scores",
        )
    return {"hands": {}, "payments": [], "scores": scores, "warnings": []}


def _refused(template: str, seat: str | None) -> RulesError:
    wind: str = WINDS_BY_LETTER[seat].term if seat is not None else Term("")
    return RulesError(
        Code.IMPOSSIBLE, template, {"seat": wind}, seat=seat, field=f"scores.{seat}"
    )


def _by_seat(table: Table, said: Any) -> dict[str, int]:
    """Return the scores by seat; raise RulesError if they are not one a player."""
    players = set(table.winds.values())
    is_whole = isinstance(said, dict) and all(
        type(one) is int and abs(one) <= MOST_SCORE for one in said.values()
    )
    if not is_whole or said.keys() != players:
        raise RulesError(
            Code.BAD_RECORD,
            gettext_noop(
                "The field “%(field)s” must have a whole number for each who plays."
            ),
            {"field": "scores"},
            field="scores",
        )
    scores = cast("dict[str, int]", said)
    return {seat: scores[player] for seat, player in table.winds.items()}
