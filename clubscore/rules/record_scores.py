"""The reader of games whose scores were typed."""

from __future__ import annotations

from clubscore.rules.errors import Code, RulesError, gettext_noop
from clubscore.rules.fields import Fields, Problems, is_whole
from clubscore.rules.figures import signed
from clubscore.rules.hand_points import Taken, TypedScores
from clubscore.rules.hands import (
    USUAL_OFFENCES,
    Ending,
    Offence,
    PlayedGame,
    Source,
    TableWinds,
    TypedEnding,
)
from clubscore.rules.record_outcomes import DRAW_FIELDS, PENALTY_FIELDS, WIN_FIELDS
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import Wind

SCORES_FIELDS = frozenset(("scores", "limit"))
"""The fields that only a game has whose scores were typed."""
MOST_SCORE = 100_000_000
"""Nobody gains or loses more in a game."""
LONGEST_LIMIT = 60
"""The name of a limit hand is no longer, in characters."""
SOURCES = (Source.WALL, Source.DISCARD)
"""What can be said of the winning tile."""
OF_A_WIN = ("winning_tile", "completes", "pao")
"""What nobody is asked of a win, beside circumstances."""


def takes_scores(rules: Ruleset | None) -> bool:
    """Tell whether games carry everybody's score instead of hands."""
    return rules is not None and rules.counting.takes is Taken.SCORES


def scores_fields(rules: Ruleset | None) -> frozenset[str]:
    """Return the fields that a game has besides, where its scores are typed."""
    return SCORES_FIELDS if takes_scores(rules) else frozenset()


def read_scores_game(
    rules: Ruleset, table: TableWinds, said: Fields
) -> tuple[PlayedGame, list[RulesError]]:
    """
    Return a game whose scores were typed, and its problems.

    What is wrong with the record is added to its problems.
    """
    ending, impossible = _read_ending(said.get("outcome"), table, said.problems)
    if said.entries("hands"):
        said.bad(
            "hands",
            gettext_noop(
                "The field “%(field)s” must be empty: %(ruleset)s knows no hands, only"
                " what each player won or lost."
            ),
            ruleset=rules.name,
        )
    scores = _read_scores(said, table)
    limit = said.get("limit")
    if limit is not None:
        if not isinstance(limit, str) or len(limit) > LONGEST_LIMIT:
            said.bad(
                "limit",
                gettext_noop(
                    "The field “%(field)s” must be a text of at most %(most)d"
                    " characters."
                ),
                most=LONGEST_LIMIT,
            )
        if ending.winner is None:
            said.bad(
                "limit",
                gettext_noop("The field “%(field)s” goes with a winner only."),
            )
    return PlayedGame(table, {}, ending, scores), impossible + score_problems(
        rules, scores
    )


def _read_scores(said: Fields, table: TableWinds) -> dict[Wind, int]:
    """Return what each seat gained or lost; nothing where that cannot be read."""
    scores = said.get("scores")
    seats = {seat.letter for seat in table.seats}
    if (
        isinstance(scores, dict)
        and scores.keys() == seats
        and all(is_whole(one) and abs(one) <= MOST_SCORE for one in scores.values())
    ):
        return {seat: scores[seat.letter] for seat in table.seats}
    said.bad(
        "scores",
        gettext_noop(
            "The field “%(field)s” must have a whole number for each seat that plays,"
            " none beyond ±%(most)d."
        ),
        most=MOST_SCORE,
    )
    return {}


def must_balance(rules: Ruleset) -> bool:
    """Tell whether typed scores must add to 0."""
    return not isinstance(rules.counting, TypedScores) or rules.counting.zero_sum


def score_problems(rules: Ruleset, scores: dict[Wind, int]) -> list[RulesError]:
    """Return the error that scores must add to 0 and do not."""
    together = sum(scores.values())
    if not together or not must_balance(rules):
        return []
    return [
        RulesError(
            Code.IMPOSSIBLE,
            gettext_noop("The scores add to %(sum)s, and must add to 0."),
            {"sum": signed(together)},
            field="scores",
        )
    ]


def _read_ending(
    value: object, table: TableWinds, problems: Problems
) -> tuple[TypedEnding, list[RulesError]]:
    kind = value.get("kind") if isinstance(value, dict) else None
    known = {"draw": DRAW_FIELDS, "penalty": PENALTY_FIELDS}
    fields = known.get(kind, WIN_FIELDS) if isinstance(kind, str) else WIN_FIELDS
    said = Fields(value, problems, known=fields, path="outcome")
    if kind == "win":
        return _read_win(said, table)
    if kind == "penalty":
        _read_penalty(said, table)
        return TypedEnding(Ending.PENALTY), []
    if kind != "draw":
        said.bad(
            "kind", gettext_noop("The field “%(field)s” must be win, draw or penalty.")
        )
    return TypedEnding(Ending.DRAW), []


def _read_win(said: Fields, table: TableWinds) -> tuple[TypedEnding, list[RulesError]]:
    winner = said.place("winner", table) if said.get("winner") is not None else None
    source = None
    if said.get("source") is not None:
        source = said.member(Source, "source", SOURCES)
    giver = None
    if said.get("from") is not None:
        giver = said.place("from", table)
        if source is not Source.DISCARD:
            said.bad(
                "from",
                gettext_noop("The field “%(field)s” goes with a discarded tile only."),
            )
    for name in OF_A_WIN:
        if said.get(name) is not None:
            _add_not_asked(said, name)
    if said.texts("circumstances"):
        _add_not_asked(said, "circumstances")
    impossible = []
    if winner is not None and giver is winner:
        impossible.append(
            RulesError(
                Code.IMPOSSIBLE,
                gettext_noop(
                    "%(seat)s cannot both win and give the winning tile. Say who gave"
                    " it, or that it was self-drawn."
                ),
                {"seat": winner.term},
                seat=winner.letter,
                field="outcome.from",
            )
        )
    return TypedEnding(Ending.WIN, winner), impossible


def _read_penalty(said: Fields, table: TableWinds) -> None:
    said.place("offender", table)
    if said.get("offence") is not None:
        said.member(Offence, "offence", USUAL_OFFENCES)
    if said.get("from") is not None:
        _add_not_asked(said, "from")
    if said.texts("excluded"):
        _add_not_asked(said, "excluded")


def _add_not_asked(said: Fields, name: str) -> None:
    said.bad(
        name,
        gettext_noop(
            "The field “%(field)s” must be empty where the scores themselves are typed."
        ),
    )
