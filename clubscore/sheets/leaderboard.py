"""The leaderboard of a season on paper, as its page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from clubscore.club.models import Season
from clubscore.club.qr import qr_code
from clubscore.partie.chain import published
from clubscore.season.standings import leaderboard_of
from clubscore.season.views.leaderboard import Board, BoardForm, board_of
from clubscore.sheets import pdf
from clubscore.sheets.press import Job
from clubscore.sheets.round_sheet import Paper

TEMPLATE = "sheets/leaderboard.html"
STYLE = "css/sheets/leaderboard.css"

WITH_CHART = {Paper.A4: 21, Paper.A5: 16}
"""So many players leave room for the chart on the one page."""
ROOMY = {Paper.A4: 33, Paper.A5: 25}
"""For more of them lines are closer, so that one page holds as many as can be read."""
ON_A_PAGE = {Paper.A4: 45, Paper.A5: 32}
"""As many stand on one page; from then on there is a second, with the chart."""


def context_of(
    season: Season, *, as_of: date | None, address: str, paper: Paper
) -> dict[str, Any]:
    """Return what the template shows; *address* opens the season's page."""
    leaderboard = leaderboard_of(season, as_of=as_of)
    board = board_of(leaderboard, BoardForm())
    return {
        "club": season.club,
        "season": season,
        "board": board,
        "columns": leaderboard.columns,
        "published": published(season.club),
        "last": max(
            (one.date for one in leaderboard.played.parties if one.state.counts),
            default=None,
        ),
        "layout": f"{paper.value}-portrait",
        **fitted(board, paper),
        "address": address,
        "qr": qr_code(address),
    }


def fitted(board: Board, paper: Paper) -> dict[str, Any]:
    """Return how the lines are set, and the chart unless it would need a page."""
    lines = len(board.placed) + len(board.unplaced)
    has_room = not WITH_CHART[paper] < lines <= ON_A_PAGE[paper]
    return {
        "is_dense": lines > ROOMY[paper],
        "chart": board.chart if has_room else None,
    }


def job_of(season: Season, context: Mapping[str, Any]) -> Job:
    """Return what prints the leaderboard of a *context*."""
    page = pdf.page_of(TEMPLATE, context)
    return pdf.job_of([page], STYLE, scope=season.club_id)
