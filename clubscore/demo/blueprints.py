"""
Blueprints: parties played in memory, to be written with other players' names.

A blueprint holds the rows that services, the derived tables and the tallies would have
written, made by their own functions. Where rows name each other, a row's rank in its
table stands for its id; a player's place at the table stands for the player; a time is
the seconds since the partie began.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Any

from django.db.models import DateTimeField, JSONField, Model

from clubscore.club import engine as rule_books
from clubscore.demo.dealer import SEATS, Record, deal_game
from clubscore.partie import engine, entries
from clubscore.partie.derive import (
    game_row,
    note_facts,
    payment_rows,
    result_rows,
    score_rows,
)
from clubscore.partie.engine import Chronicle, Happened, RulesError
from clubscore.partie.entries import Content
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
from clubscore.season.tallies import rows_of

RULESET = "nts"
PLACES = ("0", "1", "2", "3")
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""When every blueprint began."""
MINUTES = (4, 12)
"""How long a game takes, at least and at most."""
MOST_TRIES = 1000
BOOKED, PUNISHED, CORRECTED = 1 / 120, 1 / 150, 1 / 80
"""
Of all games: after how many something is booked, in how many a hand is dead for a
fault of its player, how many are corrected.
"""
AMOUNTS = (50, 100, 200)
REASONS = ("came too late", "lost a bet", "forgot the coffee")
"""What is booked, and why."""
WRONG = "somebody else discarded the tile"
"""Why a game is corrected."""

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
    seconds: int
    """How long after it began something was recorded last."""

    @property
    def games(self) -> int:
        """How many games it has."""
        return len(self.rows[Game])


@dataclass(frozen=True, slots=True)
class _Written:
    """A revision that was written while it was played."""

    entry: int
    """The rank of its entry."""
    content: Content
    digest: str
    """Of what was sent."""
    result: Any = None
    """What a game came to."""
    number: int = 1
    reason: str = ""


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
        start_chips=0,  # with a notepad
        club_id=0,
        season_id=0,
        evening_id=0,
        made_at=EPOCH,
    )
    chronicle = engine.chronicle_of(partie.terms, PLACES, [])
    written: list[_Written] = []
    while not chronicle.is_finished and len(chronicle.games) != games:
        rank = written[-1].entry + 1 if written else 0
        written += _play_game(rng, chronicle, rank)
        if rng.random() < BOOKED and not chronicle.is_finished:
            written.append(_book(rng, chronicle, written[-1].entry + 1))
    lengths = [
        60 * rng.randint(*(MINUTES if _is_new_game(one) else (1, 2)))
        + rng.randrange(60)
        for one in written
    ]
    times = [EPOCH + timedelta(seconds=many) for many in accumulate(lengths)]
    partie.version = len(written)
    note_facts(partie, chronicle, _ended(chronicle, written, times))
    partie.progress = {
        **chronicle.progress.as_json,
        "places": [sitting(place) for place in chronicle.state.places],
    }
    rows = _rows(partie, chronicle, written, times)
    cells = {model: tuple(map(_cells, rows[model])) for model in WRITTEN}
    return Blueprint(cells, sum(lengths))


def _is_new_game(one: _Written) -> bool:
    return isinstance(one.content, entries.RecordedGame) and one.number == 1


def _ended(
    chronicle: Chronicle, written: Sequence[_Written], times: Sequence[datetime]
) -> datetime | None:
    """Return when what ended the partie was first recorded; None while it goes on."""
    if chronicle.ended_by is None:
        return None
    ranks = [one.entry for one in written]
    return times[ranks.index(chronicle.ended_by)]


def _play_game(rng: Random, chronicle: Chronicle, rank: int) -> list[_Written]:
    """Deal until somebody can win by the rules; return what was recorded of it."""
    before = replace(
        chronicle,
        totals=dict(chronicle.totals),
        booked=dict(chronicle.booked),
        games=list(chronicle.games),
    )
    table = engine.table_played(chronicle, None)
    for _ in range(MOST_TRIES):
        record = deal_game(rng)
        if rng.random() < PUNISHED:
            _punish(rng, record)
        game = engine.game_of(chronicle.terms, table, record)
        try:
            engine.add(chronicle, Happened(rank, game))
        except RulesError:
            # Too few doubles to win: at the table the game would have gone on.
            continue
        is_wrong = rng.random() < CORRECTED
        wrong = _wrongly(rng, before, rank, record) if is_wrong else None
        digest = digest_of({"game": record, "east": None})
        result = chronicle.games[-1].result
        if wrong is None:
            return [_Written(rank, game, digest, result)]
        return [wrong, _Written(rank, game, digest, result, 2, WRONG)]
    message = "no game could be dealt that the ruleset lets anybody win"
    raise RuntimeError(message)


def _punish(rng: Random, record: Record) -> None:
    """Let a hand be dead that did not win, for a fault of its player."""
    others = [
        seat for seat in record.get("hands", ()) if seat != record["outcome"]["winner"]
    ]
    if others:
        record["hands"][rng.choice(others)]["dead"] = "false_mahjong"


def _wrongly(
    rng: Random, chronicle: Chronicle, rank: int, record: Record
) -> _Written | None:
    """Return a game as it was entered at first; None where nobody discarded a tile."""
    outcome = record["outcome"]
    if outcome.get("source") != "discard":
        return None
    others = [one for one in SEATS if one not in (outcome["winner"], outcome["from"])]
    said = {**record, "outcome": {**outcome, "from": rng.choice(others)}}
    table = engine.table_played(chronicle, None)
    game = engine.game_of(chronicle.terms, table, said)
    engine.add(chronicle, Happened(rank, game))
    digest = digest_of({"game": said, "east": None})
    return _Written(rank, game, digest, chronicle.games[-1].result)


def _book(rng: Random, chronicle: Chronicle, rank: int) -> _Written:
    """Let a player pay another something beside the games."""
    payer, payee = rng.sample(PLACES, 2)
    booking = entries.Booking(payer, payee, rng.choice(AMOUNTS), rng.choice(REASONS))
    engine.add(chronicle, Happened(rank, booking))
    return _Written(rank, booking, digest_of({"booking": booking.as_json}))


def _rows(
    partie: Partie,
    chronicle: Chronicle,
    written: Sequence[_Written],
    times: Sequence[datetime],
) -> dict[type[Model], list[Any]]:
    """Return every row of the partie, not saved; games and entries go by their rank."""
    rows: dict[type[Model], list[Any]] = {model: [] for model in WRITTEN}
    rows[Partie] = [partie]
    rows[Seat] = [
        Seat(partie=partie, place=int(place), player_id=int(place)) for place in PLACES
    ]
    rows[TableLink] = [TableLink(partie=partie, made_at=EPOCH)]
    last: dict[int, Revision] = {}
    first: dict[int, datetime] = {}
    for rank, (one, at) in enumerate(zip(written, times, strict=True)):
        if one.number == 1:
            first[one.entry] = at
            rows[Entry].append(
                Entry(
                    pk=one.entry,
                    partie=partie,
                    place=one.entry + 1,
                    kind=one.content.kind,
                )
            )
        revision = Revision(
            pk=rank,
            entry=rows[Entry][-1],
            number=one.number,
            said=one.content.renamed(sitting).as_json,
            result=one.result,
            edition=partie.edition,
            before="",  # known where the partie is written
            author=sitting(PLACES[0]),
            reason=one.reason,
            made_at=at,
        )
        last[one.entry] = revision
        rows[Revision].append(revision)
        rows[Submission].append(
            Submission(
                partie=partie,
                key=f"demo {rank}",
                digest=one.digest,
                revision=revision,
                version=rank + 1,
                made_at=at,
            )
        )
    for rank, played in enumerate(chronicle.games):
        game = game_row(partie, played, last[played.key])
        game.pk = rank
        rows[Game].append(game)
        rows[GameScore] += score_rows(game, played)
        rows[Payment] += payment_rows(game, played)
    counted = rows_of(partie, chronicle, first)
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
