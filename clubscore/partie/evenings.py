"""Whether an evening is over, and the names of its tables and last games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from clubscore.club.models import Club
from clubscore.partie import entries
from clubscore.partie.engine import Chronicle
from clubscore.partie.models import Game, GameScore, Partie
from clubscore.partie.outcome_text import how_of
from clubscore.partie.read_once import once
from clubscore.partie.short_names import short_names

MORNING = time(5)
"""Until then an evening goes on after midnight."""


def day_of_tonight(club: Club) -> date:
    """
    Return the date of tonight's evening; costs a query after midnight alone, and only
    one in an answer that only reads.
    """
    return once(_day_of_tonight, club)


def _day_of_tonight(club: Club) -> date:
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
    scores = {key: played.scores[key] for key in played.table.winds.values()}
    number = len(chronicle.games)
    return _told(chronicle.terms.ruleset, number, played.game, scores, names)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as its rows have it, without the games before."""

    number: int
    game: entries.RecordedGame
    at: datetime
    """When what holds of it was recorded."""
    scores: dict[str, int]
    """By players, East first."""

    def told(self, ruleset: str, names: Mapping[str, str]) -> LastGame:
        """Return what it has come to."""
        return _told(ruleset, self.number, self.game, self.scores, names)


def last_games(parties: Collection[Partie]) -> dict[int, StoredGame]:
    """Return the last games of parties, by the parties' ids; three queries."""
    in_order = Game.objects.filter(partie__in=parties).order_by("number")
    last = dict(in_order.values_list("partie", "pk"))
    games = Game.objects.filter(pk__in=last.values()).values_list(
        *("pk", "partie", "number", "revision__said", "revision__made_at")
    )
    found = {
        pk: (partie, StoredGame(number, entries.RecordedGame.from_json(said), at, {}))
        for pk, partie, number, said, at in games
    }
    scores = GameScore.objects.filter(game__in=found).order_by("pk")
    for pk, player, score in scores.values_list("game", "player", "score"):
        found[pk][1].scores[str(player)] = score
    return dict(found.values())


def _told(
    ruleset: str,
    number: int,
    game: entries.RecordedGame,
    scores: Mapping[str, int],
    names: Mapping[str, str],
) -> LastGame:
    """Return what a game came to; *scores* are by players, East first."""
    winner = game.winner or ""
    short = short_names({key: names[key] for key in scores})
    return LastGame(
        number,
        names.get(winner, ""),
        how_of(ruleset, game.outcome, names),
        scores.get(winner),
        tuple((short.get(key, names[key]), score) for key, score in scores.items()),
    )
