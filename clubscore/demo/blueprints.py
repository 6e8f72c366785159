"""
Parties played in memory, to be written down with other people.

A blueprint holds the rows that services, the derived tables and the tallies would have
written, made by their own functions. Where rows name each other, a row's rank in its
table stands for its id; a player's place at the table stands for the player; a time is
the seconds since the partie began.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Any

from django.db.models import DateTimeField, JSONField, Model

from clubscore.club import engine as rule_books
from clubscore.demo.dealer import deal_game
from clubscore.demo.small import MOST_TRIES
from clubscore.partie import engine
from clubscore.partie.derive import game_row, payment_rows, result_rows, score_rows
from clubscore.partie.engine import Chronicle, Happened, RulesError
from clubscore.partie.entries import Kind
from clubscore.partie.models import (
    Entry,
    Game,
    GameScore,
    Partie,
    PartieResult,
    Payment,
    Revision,
    Seat,
    Submission,
    TableLink,
)
from clubscore.partie.services import digest_of
from clubscore.season.models import HeadToHead, LimitHandMade, Tally
from clubscore.season.tallying import rows_of

RULESET = "nts"
PLACES = ("0", "1", "2", "3")
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""When every blueprint began."""
MINUTES = (4, 12)
"""How long a game takes, at least and at most."""

WRITTEN: tuple[type[Model], ...] = (
    *(Partie, Seat, TableLink, Entry, Revision, Submission),
    *(Game, GameScore, Payment, PartieResult, Tally, HeadToHead, LimitHandMade),
)
"""Every table with rows of a partie, what is referred to first."""


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A partie that was played, and nobody's yet."""

    rows: Mapping[type[Model], tuple[tuple[Any, ...], ...]]
    """By table, in the order of its columns; see the module for what stands in them."""

    @property
    def games(self) -> int:
        """How many games it has."""
        return len(self.rows[Game])


def sitting(place: str) -> str:
    """Return what stands in a text for the player who sat down on that place."""
    return f"<{place}>"


def deal_blueprint(rng: Random, games: int | None = None) -> Blueprint:
    """Play a partie to its end, or only so many *games* of it."""
    rules = rule_books.ruleset_called(RULESET)
    partie = Partie(
        pk=0,
        number=0,
        ruleset=rules.key,
        edition=rules.edition,
        options=rule_books.written_out(RULESET, {}),
        start_chips=rules.dealing.start_chips,
        club_id=0,
        season_id=0,
        evening_id=0,
        made_at=EPOCH,
    )
    chronicle = engine.chronicle_of(partie.terms, PLACES, [])
    digests = []
    while not chronicle.is_finished and len(chronicle.games) != games:
        digests.append(_play_game(rng, chronicle))
    lengths = (60 * rng.randint(*MINUTES) + rng.randrange(60) for _one in digests)
    times = [EPOCH + timedelta(seconds=many) for many in accumulate(lengths)]
    partie.version = len(digests)
    partie.is_finished = chronicle.is_finished
    partie.finished_at = times[-1] if chronicle.is_finished else None
    rows = _rows(partie, chronicle, times, digests)
    return Blueprint({model: tuple(map(_cells, rows[model])) for model in WRITTEN})


def _play_game(rng: Random, chronicle: Chronicle) -> str:
    """Deal until somebody can win by the rules; return the digest of what was sent."""
    for _ in range(MOST_TRIES):
        record = deal_game(rng)
        table = engine.table_played(chronicle, None)
        game = engine.game_of(table, record)
        try:
            engine.add(chronicle, Happened(len(chronicle.games), game))
        except RulesError:
            # Too few doubles to win: at the table the game would have gone on.
            continue
        return digest_of({"game": record, "east": None})
    message = "no game could be dealt that the ruleset lets anybody win"
    raise RuntimeError(message)


def _rows(
    partie: Partie,
    chronicle: Chronicle,
    times: Sequence[datetime],
    digests: Sequence[str],
) -> dict[type[Model], list[Any]]:
    """Return every row of the partie, not saved; games and entries go by their rank."""
    rows: dict[type[Model], list[Any]] = {model: [] for model in WRITTEN}
    rows[Partie] = [partie]
    rows[Seat] = [
        Seat(partie=partie, place=int(place), player_id=int(place)) for place in PLACES
    ]
    rows[TableLink] = [TableLink(partie=partie, made_at=EPOCH)]
    for rank, played in enumerate(chronicle.games):
        entry = Entry(pk=rank, partie=partie, place=rank + 1, kind=Kind.GAME)
        revision = Revision(
            pk=rank,
            entry=entry,
            number=1,
            said=played.game.renamed(sitting).as_json,
            result=played.result,
            edition=partie.edition,
            before="",  # known where the partie is written
            author=sitting(PLACES[0]),
            made_at=times[rank],
        )
        game = game_row(partie, played, revision)
        game.pk = rank
        rows[Entry].append(entry)
        rows[Revision].append(revision)
        rows[Submission].append(
            Submission(
                partie=partie,
                key=f"demo {rank}",
                digest=digests[rank],
                revision=revision,
                version=rank + 1,
                made_at=times[rank],
            )
        )
        rows[Game].append(game)
        rows[GameScore] += score_rows(game, played)
        rows[Payment] += payment_rows(game, played)
    counted = rows_of(partie, chronicle, dict(enumerate(times)))
    rows[PartieResult] = result_rows(partie, chronicle)
    rows[Tally], rows[HeadToHead] = counted.tallies, counted.heads
    rows[LimitHandMade] = counted.limit_hands
    return rows


def _cells(row: Model) -> tuple[Any, ...]:
    """Return what a row says, column by column."""
    return tuple(_cell(row, field) for field in row._meta.concrete_fields)


def _cell(row: Model, field: Any) -> Any:
    value = getattr(row, field.attname)
    if value is None:
        return None
    if isinstance(field, JSONField):
        return json.dumps(value)
    if isinstance(field, DateTimeField):
        return round((value - EPOCH).total_seconds())
    return value
