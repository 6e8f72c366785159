"""The report of a partie: its sheet and chart, every game explained, its revisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubscore.partie import counted_game, engine
from clubscore.partie.agreements import agreed_in
from clubscore.partie.charts import chart_of
from clubscore.partie.counted_game import ExplainedGame
from clubscore.partie.engine import FoldedGame, HandLine, ScoreLine
from clubscore.partie.history import history_of, names_in
from clubscore.partie.models import Partie, Revision
from clubscore.partie.outcome_text import (
    PaoSaid,
    PenaltySaid,
    how_won,
    is_draw,
    is_unsaid,
    pao_of,
    penalty_of,
)
from clubscore.partie.seats import Deal, deal_of
from clubscore.sheets import pdf, round_sheet
from clubscore.sheets.press import Job
from clubscore.sheets.round_sheet import Paper, Told

TEMPLATE = "sheets/report.html"
STYLES = (round_sheet.STYLE, "css/sheets/tiles.css", "css/sheets/report.css")


@dataclass(frozen=True, slots=True)
class ReportGame:
    """A game as the report explains it."""

    number: int
    deal: Deal
    winner: str
    how: str
    winning_tile: str
    pao: PaoSaid | None
    penalty: PenaltySaid | None
    is_draw: bool
    is_unsaid: bool
    remark: str
    agreed: tuple[str, ...]
    sheet: ExplainedGame

    @property
    def rows(self) -> list[tuple[ScoreLine, HandLine | None]]:
        """Each player's score with the hand, where it counts; none where all is 0."""
        hands = {one.wind: one for one in self.sheet.hands}
        if not hands and not any(one.score for one in self.sheet.scores):
            return []
        return [(line, hands.get(line.wind)) for line in self.sheet.scores]


def context_of(known: Told, *, address: str, paper: Paper) -> dict[str, Any]:
    """Return what the template of a report shows; *address* opens the partie."""
    partie, chronicle = known.partie, known.chronicle
    revisions = list(
        Revision.objects.filter(entry__partie=partie)
        .select_related("entry__before")
        .order_by("made_at", "pk")
    )
    names = names_in(partie.club, revisions, known.names)
    agreed = agreed_in(partie)
    by_entry = {one.entry_id: agreed.get(one.pk, ()) for one in known.revisions}
    numbers = {played.key: played.table.number for played in chronicle.games}
    return {
        **round_sheet.context_of(known, address=address, paper=paper),
        "chart": chart_of(
            {key: known.names[key] for key in chronicle.totals},
            chronicle.terms.start_chips,
            [played.chips for played in chronicle.games],
        ),
        "games": [
            explained(known, played, by_entry.get(played.key, ()))
            for played in chronicle.games
        ],
        "history": history_of(partie, revisions, names, numbers),
    }


def job_of(partie: Partie, context: Mapping[str, Any]) -> Job:
    """Return what prints the report of a *context*."""
    page = pdf.page_of(TEMPLATE, context)
    return pdf.job_of([page], *STYLES, scope=partie.club_id)


def explained(
    known: Told, played: FoldedGame, agreed: tuple[str, ...] = ()
) -> ReportGame:
    """Return a game of a partie as the report explains it."""
    partie, names = known.partie, known.names
    terms, outcome = partie.terms, played.game.outcome
    return ReportGame(
        played.table.number,
        deal_of(played.table, names),
        names.get(played.game.winner or "", ""),
        how_won(terms.ruleset, outcome, names),
        played.game.winning_tile,
        pao_of(outcome, names),
        penalty_of(outcome, names),
        is_draw(outcome),
        is_unsaid(outcome),
        played.game.remark,
        agreed,
        counted_game.sheet_of(
            terms,
            played.table,
            played.game,
            played.result,
            names,
            notices=engine.notices_of(terms, played.table, played.game),
            uses_chips=partie.uses_chips,
            expected=played.expected_dealer,
        ),
    )
