"""Places: by points, then by one tie-break after the other, else shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby, product

from clubscore.ranking.results import StandingsLine, TieBreak, TieDecision
from clubscore.ranking.texts import (
    Key,
    Statement,
    TranslatedWord,
    Who,
    gettext_noop,
    order_of,
)


class Meetings:
    """Who was ahead of whom when they sat at the same table."""

    def __init__(self, pairs: Iterable[tuple[Key, Key]]) -> None:
        """Take who was ahead of whom, once for every partie."""
        self._pairs = pairs

    @cached_property
    def _ahead(self) -> Mapping[tuple[Key, Key], int]:
        # Most seasons never ask.
        return Counter(self._pairs)

    def balance(self, player: Key, others: Iterable[Key]) -> int:
        """Return how often *player* was ahead of *others*, less how often behind."""
        return sum(
            self._ahead.get((player, other), 0) - self._ahead.get((other, player), 0)
            for other in others
        )


def values_of(
    tie_break: TieBreak, group: tuple[StandingsLine, ...], meetings: Meetings
) -> Mapping[Key, int | Fraction | None]:
    """Return what a tie-break looks at, for each of a group with equal points."""
    match tie_break:
        case TieBreak.WINS:
            return {one.player: one.wins for one in group}
        case TieBreak.GIVEN:
            return {one.player: one.given for one in group}
        case TieBreak.BEST_GAME:
            return {one.player: one.best_game for one in group}
        case TieBreak.SCORE:
            return {one.player: one.score for one in group}
        case TieBreak.HEAD_TO_HEAD:
            players = [one.player for one in group]
            return {one: meetings.balance(one, players) for one in players}


def split(
    group: tuple[StandingsLine, ...],
    tie_breaks: tuple[TieBreak, ...],
    meetings: Meetings,
    decisions: list[TieDecision],
) -> Iterator[tuple[StandingsLine, ...]]:
    """
    Yield those of a group with equal points who share a place, the best first.

    Each tie-break looks only at those whom the ones before it left equal. What
    decided is added to *decisions*.
    """
    if len(group) == 1 or not tie_breaks:
        yield group
        return
    first, *rest = tie_breaks
    values = values_of(first, group, meetings)

    def rank(line: StandingsLine) -> tuple[bool, int | Fraction]:
        value = values[line.player]
        if value is None:
            return True, 0
        return False, value if first.is_less_better else -value

    parts = [tuple(found) for _, found in groupby(sorted(group, key=rank), key=rank)]
    for better, worse in combinations(parts, 2):
        for ahead, behind in product(better, worse):
            decisions.append(_decision(first, ahead.player, behind.player, values))
    for part in parts:
        yield from split(part, tuple(rest), meetings, decisions)


def _decision(
    tie_break: TieBreak,
    ahead: Key,
    behind: Key,
    values: Mapping[Key, int | Fraction | None],
) -> TieDecision:
    return TieDecision(
        tie_break,
        ahead,
        behind,
        Statement(
            gettext_noop(
                "On equal points %(ahead)s is ahead of %(behind)s by %(tie_break)s:"
                " %(value_ahead)s to %(value_behind)s."
            ),
            {
                "ahead": Who(ahead),
                "behind": Who(behind),
                "tie_break": tie_break.name_to_show,
                "value_ahead": _shown(values[ahead]),
                "value_behind": _shown(values[behind]),
            },
        ),
    )


def _shown(value: int | Fraction | None) -> int | Fraction | TranslatedWord:
    return NO_GAME if value is None else value


NO_GAME = TranslatedWord(gettext_noop("no game"))


def placed(
    lines: Iterable[StandingsLine], tie_breaks: tuple[TieBreak, ...], meetings: Meetings
) -> tuple[StandingsLine, ...]:
    """Return *lines* with their places, then the unplaced by their points."""

    def by_points(line: StandingsLine) -> tuple[Fraction, tuple[bool, int, str]]:
        return -line.points, order_of(line.player)

    ordered = sorted(lines, key=by_points)
    ranked = [one for one in ordered if one.unplaced is None]
    found: list[StandingsLine] = []
    for _, level in groupby(ranked, key=lambda one: one.points):
        decisions: list[TieDecision] = []
        group = tuple(level)
        groups = tuple(split(group, tie_breaks, meetings, decisions))
        order = [one.player for same in groups for one in same]
        for same in groups:
            place = len(found) + 1
            found += [
                replace(
                    one,
                    place=place,
                    is_shared=len(same) > 1,
                    decisions=_decisions_about(one.player, decisions, order),
                )
                for one in same
            ]
    return (*found, *(one for one in ordered if one.unplaced is not None))


def _decisions_about(
    player: Key, decisions: list[TieDecision], order: list[Key]
) -> tuple[TieDecision, ...]:
    """Return what decided for or against a player, the nearest of *order* first."""
    at = order.index(player)

    def distance(one: TieDecision) -> int:
        other = one.behind if one.ahead == player else one.ahead
        return abs(order.index(other) - at)

    mine = [one for one in decisions if player in {one.ahead, one.behind}]
    return tuple(sorted(mine, key=distance))
