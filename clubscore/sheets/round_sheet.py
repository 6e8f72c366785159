"""
The round sheet of a partie: the games that were played, with room for the rest.

What stands on it is what the page of the partie shows; nothing is counted here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext

from clubscore.club import engine as rule_books
from clubscore.club.models import Club, Season
from clubscore.club.qr import qr_code
from clubscore.partie import engine
from clubscore.partie.derive import chronicle_from
from clubscore.partie.engine import ChosenRule, Chronicle, Terms
from clubscore.partie.entries import Kind
from clubscore.partie.history import history_of, names_in
from clubscore.partie.models import Partie, PartieResult, Revision
from clubscore.partie.score_sheet import ScoreSheetRow, rounds_of
from clubscore.partie.short_names import short_names
from clubscore.sheets import pdf
from clubscore.sheets.press import Job

TEMPLATE = "sheets/round_sheet.html"
STYLE = "css/sheets/round_sheet.css"
MOST_COLUMNS = 7
"""From so many players on, substitutes among them, columns are as narrow as can be."""


class Paper(StrEnum):
    """What a sheet is printed on."""

    A4 = "a4"
    A5 = "a5"

    @classmethod
    def named(cls, text: str) -> Paper:
        """Return the paper of that name; A4 if there is none."""
        known = {paper.value: paper for paper in cls}
        return known.get(text.lower(), cls.A4)


ON_TWO_PAGES = {Paper.A4: 38, Paper.A5: 20}
"""How many lines an empty sheet has in landscape: two pages are one sheet of paper."""
IN_PORTRAIT = 26
"""How many it has in portrait, where one page is enough."""
LEAST_EMPTY = 6
"""So many lines are left at least to go on writing."""
ROOMY = 12
"""So many lines of a played partie stay as high as those that are written by hand."""


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A player's columns."""

    name: str
    """Empty where it is still to be written."""
    seat: str
    """The wind at the beginning; empty for who rested or came later."""
    result: PartieResult | None = None


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A game, or something else that moved points or players between two games."""

    row: ScoreSheetRow | None = None
    remark: str = ""
    wind: str = ""
    """The letter of the round's wind."""
    event: str = ""


@dataclass(frozen=True, slots=True)
class SheetRound:
    """The lines of one round."""

    heading: str
    lines: tuple[SheetLine, ...]


# A partie's sheet -------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """A partie with everything that its sheets show, read once."""

    partie: Partie
    chronicle: Chronicle
    revisions: Sequence[Revision]
    """Those in force, in order."""
    names: Mapping[str, str]
    results: Mapping[str, PartieResult]
    begun_by: Mapping[str, str]
    """The winds of the first game, by the players who sat down, who rests last."""


def told(partie: Partie) -> Told:
    """Return what sheets show of a partie, in a few queries."""
    revisions = list(Revision.objects.in_force(partie))
    results = {
        str(one.player_id): one
        for one in partie.results.select_related("player").order_by("pk")
    }
    names = {key: one.player.name for key, one in results.items()}
    seats = partie.seats.order_by("place").values_list("player", flat=True)
    begin = engine.chronicle_of(partie.terms, map(str, seats), ())
    table = engine.next_table(begin, None)
    winds = {key: gettext(engine.wind_name(wind)) for wind, key in table.winds.items()}
    return Told(
        partie,
        chronicle_from(partie, revisions),
        revisions,
        names_in(partie.club, revisions, names),
        results,
        {key: winds.get(key, "") for key in begin.totals},
    )


def context_of(
    known: Told, *, address: str, paper: Paper, is_blank: bool = False
) -> dict[str, Any]:
    """Return what the template of a round sheet shows; *address* opens the partie."""
    partie, chronicle = known.partie, known.chronicle
    # Who came later has no columns on a sheet that is written from the start.
    keys = list(known.begun_by if is_blank else chronicle.totals)
    played = 0 if is_blank else len(chronicle.games)
    is_over = not is_blank and (chronicle.is_finished or chronicle.is_void)
    rounds = [] if is_blank else _rounds(known)
    return {
        **_around(partie.club, paper, len(keys), partie.ruleset),
        "partie": partie,
        "is_blank": is_blank,
        "is_over": is_over,
        "is_compact": is_over and is_many(rounds),
        "day": partie.evening.date,
        "players": [
            SheetPlayer(
                known.names[key], known.begun_by.get(key, ""), known.results.get(key)
            )
            for key in keys
        ],
        "ruleset": rule_books.name_of(partie.ruleset),
        "has_owners": rule_books.has_owners(partie.ruleset),
        "house_rules": engine.house_rules(partie.terms),
        "rounds": rounds,
        "numbers": () if is_over else _numbers(paper, len(keys), played),
        "address": address,
        "qr": qr_code(address),
    }


def context_without(
    club: Club, *, players: int, season: Season | None, address: str, paper: Paper
) -> dict[str, Any]:
    """Return what an empty sheet shows that is for no partie yet."""
    rules: list[ChosenRule] = []
    if season is not None:
        terms = Terms(
            season.ruleset,
            rule_books.meant_for(season.ruleset, season.options, players),
            0,
            players,
        )
        rules = engine.house_rules(terms)
    return {
        **_around(club, paper, players, season.ruleset if season else ""),
        "is_blank": True,
        "players": [SheetPlayer("", "")] * players,
        "ruleset": rule_books.name_of(season.ruleset) if season else "",
        "has_owners": season is not None and rule_books.has_owners(season.ruleset),
        "house_rules": rules,
        "rounds": [],
        "numbers": _numbers(paper, players, 0),
        "address": address,
        "qr": qr_code(address),
    }


def job_of(club: Club, context: Mapping[str, Any]) -> Job:
    """Return what prints the sheet of a *context*."""
    page = pdf.page_of(TEMPLATE, context)
    return pdf.job_of([page], STYLE, scope=club.pk)


def _around(club: Club, paper: Paper, players: int, ruleset: str) -> dict[str, Any]:
    is_upright = paper is Paper.A4 and players == 3
    has_hands = not (ruleset and rule_books.takes_scores(ruleset))
    per_player = 3 if has_hands else 2
    return {
        "club": club,
        "paper": paper.value,
        "layout": f"{paper.value}-{'portrait' if is_upright else 'landscape'}",
        "columns": min(players, MOST_COLUMNS),
        "has_hands": has_hands,
        "has_items": not (ruleset and rule_books.takes_value(ruleset)),
        "per_player": per_player,
        "width": 6 + per_player * players,
    }


def _numbers(paper: Paper, players: int, played: int) -> range:
    """Return the numbers of the games that there is still room for."""
    is_upright = paper is Paper.A4 and players == 3
    lines = IN_PORTRAIT if is_upright else ON_TWO_PAGES[paper]
    return range(played + 1, max(lines, played + LEAST_EMPTY) + 1)


def is_many(rounds: Sequence[SheetRound]) -> bool:
    """
    Return whether lines are as low as print, so that 24 games fit one page of A4.

    Nobody writes on the sheet of a partie that is over, but to sign it.
    """
    return sum(len(one.lines) for one in rounds) > ROOMY


# What was played --------------------------------------------------------------------


def _rounds(known: Told) -> list[SheetRound]:
    """Return what was played, round by round, with what came between the games."""
    short = short_names(known.names)
    events = _events(known)
    rounds = []
    for one in rounds_of(known.chronicle, short):
        lines: list[SheetLine] = []
        for row in one.rows:
            lines += (SheetLine(event=text) for text in events.pop(row.number, ()))
            played = known.chronicle.games[row.number - 1]
            lines.append(
                SheetLine(
                    row,
                    played.game.remark,
                    _letter(played.table.round_wind),
                )
            )
        rounds.append(SheetRound(one.heading, tuple(lines)))
    rest = tuple(SheetLine(event=text) for many in events.values() for text in many)
    if rest:
        rounds.append(SheetRound("", rest))
    return rounds


def _events(known: Told) -> dict[int, list[str]]:
    """Return what is no game, by the number of the game that came next."""
    events: dict[int, list[str]] = {}
    number = 1
    for revision in known.revisions:
        if revision.entry.kind == Kind.GAME:
            number += 1
            continue
        (line,) = history_of(known.partie, [revision], known.names)
        text = f"{line.what} ({line.why})" if line.why else line.what
        events.setdefault(number, []).append(text)
    return events


def _letter(wind: str | None) -> str:
    """Return the letter of a wind in the reader's language; empty without one."""
    if not wind or wind == engine.GREEN:
        return ""
    return gettext(engine.wind_name(wind))[:1]
