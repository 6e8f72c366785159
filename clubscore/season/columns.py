"""
The columns of a leaderboard beside place, player and points.

Files for spreadsheets, the sheet on paper and the API have them from here, so that a
new column is a count of `ranking.StandingsLine` and one row of this table. The page has
no room for more than the parties.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubscore.partie.scores import plain, score_written
from clubscore.ranking import Method, StandingsLine
from clubscore.ranking.partie_points import Score


class LeaderboardColumn(NamedTuple):
    """A count of a line, and its headings."""

    key: str
    """The field of the line, and what programs know it by."""
    heading: Promise | None = None
    """In files; None where only programs are told."""
    short: Promise | None = None
    """On paper, where it is not the same."""
    is_of_games: bool = False
    """Whether it counts games, of which imported results tell nothing."""

    @property
    def on_paper(self) -> str:
        """The heading where there is little room."""
        return str(self.short or self.heading)

    def of(self, line: StandingsLine) -> Any:
        """Return the count of a line; None where there is none."""
        return getattr(line, self.key)

    def as_json(self, line: StandingsLine) -> Any:
        """Return the count for programs: a fraction is a text such as 193/2."""
        count = self.of(line)
        return score_written(plain(count)) if isinstance(count, Fraction) else count

    def printed(self, line: StandingsLine) -> Any:
        """Return what files and paper show; nothing of games where none was told."""
        # A player has a best game as soon as any game is recorded.
        if self.is_of_games and line.best_game is None:
            return ""
        return self.of(line)


COLUMNS = (
    LeaderboardColumn("parties", _("Parties")),
    LeaderboardColumn("evenings", _("Evenings")),
    LeaderboardColumn("wins", _("Games won"), is_of_games=True),
    LeaderboardColumn(
        "given",
        _("Winning tiles given away"),
        short=_("Given away"),
        is_of_games=True,
    ),
    LeaderboardColumn("best_game"),
    LeaderboardColumn("score", _("Score")),
)


def printed_by(method: Method) -> tuple[LeaderboardColumn, ...]:
    """Return the columns of files and paper, without a score that is the points."""
    return tuple(
        one
        for one in COLUMNS
        if one.heading is not None
        and not (one.key == "score" and isinstance(method.giving, Score))
    )
