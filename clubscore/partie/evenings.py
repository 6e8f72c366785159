"""When an evening is over, and what its tables and their last games are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from clubscore.club.models import Club
from clubscore.partie.engine import Chronicle
from clubscore.partie.models import Partie
from clubscore.partie.outcome_text import how_of
from clubscore.partie.short_names import short_names

MORNING = time(5)
"""Until then an evening goes on after midnight."""


def day_of_tonight(club: Club) -> date:
    """Return the date of tonight's evening; costs a query after midnight alone."""
    now = timezone.localtime()
    before = now.date() - timedelta(days=1)
    if now.time() < MORNING and club.evenings.filter(date=before).exists():
        return before
    return now.date()


def is_over(club: Club, partie: str = "") -> Q:
    """
    Return what holds of the parties of a club that are over, and so count.

    A partie is over from its end, or, left open, from the end of its evening. *partie*
    is the path to it from the rows that are asked for, with `__` at its end.
    """
    return Q(**{f"{partie}is_finished": True}) | Q(
        **{f"{partie}evening__date__lt": day_of_tonight(club)}
    )


def table_name(partie: Partie) -> str:
    """Return how a partie's table is called on an evening's pages."""
    if partie.table:
        return gettext("Table %(name)s") % {"name": partie.table}
    return gettext("Partie %(number)d") % {"number": partie.number}


@dataclass(frozen=True, slots=True)
class LastGame:
    """What the game before has come to."""

    number: int
    winner: str
    """Empty where nobody won."""
    how: str
    score: int | None
    """The winner's."""
    scores: tuple[tuple[str, int], ...]
    """Who played, in short, East first, and what the game came to for each."""


def last_game(chronicle: Chronicle, names: Mapping[str, str]) -> LastGame | None:
    """Return what the game before has come to; None before the first one."""
    if not chronicle.games:
        return None
    played = chronicle.games[-1]
    winner = played.game.winner or ""
    short = short_names({key: names[key] for key in played.table.winds.values()})
    return LastGame(
        len(chronicle.games),
        names.get(winner, ""),
        how_of(chronicle.terms.ruleset, played.game.outcome, names),
        played.scores.get(winner),
        tuple(
            (short.get(key, names[key]), played.scores[key])
            for key in played.table.winds.values()
        ),
    )
