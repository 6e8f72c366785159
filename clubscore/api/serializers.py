"""Clubs, parties, games and their revisions as the plain JSON values of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from django.db.models import OuterRef, Prefetch, Subquery

from clubscore.api.errors import error_told
from clubscore.api.names import Names, with_names
from clubscore.club import methods, own_books
from clubscore.club.initials import Withheld
from clubscore.club.models import Club
from clubscore.partie import engine, entries
from clubscore.partie.correction import Consequences, GameChange
from clubscore.partie.engine import Chronicle, FoldedGame, PlayerKey, Table
from clubscore.partie.entries import Kind
from clubscore.partie.history import name_written
from clubscore.partie.models import Entry, Game, Partie, Revision, Seat, Submission
from clubscore.partie.scores import Score, score_written
from clubscore.rules.record_writer import (
    GameNoticeDict,
    NextGameDict,
    PlayedGameDict,
    ReplayDict,
    write_notices,
)
from clubscore.rules.records import other_east
from clubscore.season.columns import COLUMNS
from clubscore.season.standings import Leaderboard

Told = dict[str, Any]
"""A JSON object."""


# A club ---------------------------------------------------------------------------


def club_told(club: Club) -> Told:
    """Return a club with its seasons, its players and the parties being played."""
    return {
        "name": club.name,
        "slug": club.slug,
        "public": club.is_public,
        "seasons": [
            {
                "slug": season.slug,
                "name": season.name,
                "starts_on": season.starts_on,
                "ends_on": season.ends_on,
                "ruleset": own_books.said(season.ruleset),
                "options": season.options,
            }
            for season in club.seasons.order_by("-starts_on", "-pk")
        ],
        "players": [
            {"name": player.name, "guest": player.is_guest}
            for player in club.players.filter(merged_into=None).order_by("key")
        ],
        "parties": [_open_partie(partie) for partie in _open_parties(club)],
    }


def standings_told(board: Leaderboard) -> Told:
    """Return a leaderboard: those with a place first, points as exact fractions."""
    return {
        "season": board.record.season.slug,
        "as_of": board.as_of,
        "method": methods.stored(board.method),
        "sentences": methods.sentences_of(board.method),
        "standings": [
            {
                "place": row.line.place,
                "player": row.name,
                "points": str(row.line.points),
            }
            | {one.key: one.as_json(row.line) for one in COLUMNS}
            for row in board.rows
        ],
    }


def _open_parties(club: Club) -> list[Partie]:
    seats = Seat.objects.select_related("player").order_by("place")
    return list(
        club.parties.open()
        .select_related("season", "evening")
        .prefetch_related(Prefetch("seats", seats))
        .order_by("number")
    )


def _open_partie(partie: Partie) -> Told:
    return {
        "id": partie.pk,
        "number": partie.number,
        "table": partie.table,
        "date": partie.evening.date,
        "season": partie.season.slug,
        "ruleset": own_books.said(partie.ruleset),
        "players": [seat.player.name for seat in partie.seats.all()],
        "version": partie.version,
    }


# A partie -------------------------------------------------------------------------


def partie_told(partie: Partie, chronicle: Chronicle, names: Names) -> Told:
    """Return what `replay` prints for a partie, and its version."""
    told: Told = {**replayed(chronicle, names), "version": partie.version}
    if chronicle.result is not None:
        told |= _result_told(chronicle, chronicle.result, names)
    if chronicle.is_void:
        told["void"] = True
    return told


def _result_told(
    chronicle: Chronicle, result: Mapping[PlayerKey, Score], names: Names
) -> Told:
    """Return what an old partie came to, of which no games are known."""
    return {
        "totals": {names[key]: score_written(one) for key, one in result.items()},
        "chips": {
            names[key]: score_written(one + chronicle.chips_beside(key))
            for key, one in result.items()
        },
        "ranking": _ranking(result, names),
    }


def replayed(chronicle: Chronicle, names: Names) -> ReplayDict:
    """Return what `replay` prints for a partie."""
    warnings: list[GameNoticeDict] = []
    for played in chronicle.games:
        warnings += _warnings_of(played, names)
    return {
        "games": [_game(played, names) for played in chronicle.games],
        "finished": chronicle.is_finished,
        "next": _next(chronicle, names),
        "totals": by_name(chronicle.totals, names),
        "chips": by_name(chronicle.chips, names),
        "ranking": _ranking(chronicle.totals, names),
        "warnings": warnings,
    }


def by_name(numbers: Mapping[PlayerKey, int], names: Names) -> dict[str, int]:
    """Return what is known of players' ids, by their names."""
    return {names[key]: number for key, number in numbers.items()}


def _game(played: FoldedGame, names: Names) -> PlayedGameDict:
    return {
        **_seated(played.table, names),
        "scores": by_name(played.scores, names),
        "totals": by_name(played.totals, names),
        "chips": by_name(played.chips, names),
    }


def _next(chronicle: Chronicle, names: Names) -> NextGameDict | None:
    if chronicle.is_finished or chronicle.is_void:
        return None
    table = engine.table_of(chronicle.state, len(chronicle.games) + 1)
    seated = _seated(table, names)
    if table.dice_choose:
        seated["dealer"] = seated["winds"] = None
    return seated


def _seated(table: Table, names: Names) -> NextGameDict:
    return {
        "number": table.number,
        "round": table.round,
        "round_wind": table.round_wind,
        "owner": table.owner,
        "dealer": names[table.dealer],
        "resting": names[table.resting] if table.resting is not None else None,
        "winds": {seat: names[key] for seat, key in table.winds.items()},
    }


def _ranking(totals: Mapping[PlayerKey, Score], names: Names) -> list[list[str]]:
    """Return the players by their scores; those who tie share a place."""
    places: dict[Score, list[str]] = {}
    for key, total in totals.items():
        places.setdefault(total, []).append(names[key])
    return [places[total] for total in sorted(places, reverse=True)]


def _warnings_of(played: FoldedGame, names: Names) -> list[GameNoticeDict]:
    number, east = played.table.number, played.table.dealer
    told: list[GameNoticeDict] = []
    if east != played.expected_dealer:
        expected = names[played.expected_dealer]
        told += write_notices([other_east(number, names[east], expected)])
    told += write_notices([*played.notices])
    return told + [
        {
            "code": one["code"],
            "seat": one["seat"],
            "message": one["message"],
            "game": number,
        }
        for one in played.result["warnings"]
    ]


# What would change ------------------------------------------------------------------


def preview_told(partie: Partie, found: Consequences, names: Names) -> Told:
    """Return what a correction would change."""
    both = {"before": found.before, "after": found.after}
    return {
        "version": partie.version,
        "games": [_change(game, names) for game in found.games],
        "chips": {when: by_name(one.chips, names) for when, one in both.items()},
        "ranking": {when: _ranking(one.totals, names) for when, one in both.items()},
        "standings": found.changes_standings,
    }


def _change(game: GameChange, names: Names) -> Told:
    return {
        "number": game.number,
        "named": game.is_named,
        "before": _game(game.before, names),
        "after": _game(game.after, names) if game.after is not None else None,
        "error": error_told(game.error) if game.error is not None else None,
    }


# What was written -----------------------------------------------------------------


def game_told(revision: Revision, number: int, version: int) -> Told:
    """Return what a game came to, as `score` prints it."""
    assert revision.result is not None
    return {**revision.result, "number": number, "version": version}


def recorded_told(submission: Submission) -> Told:
    """Return what recording a game came to: the same for ever."""
    revision = submission.revision
    return game_told(revision, number_when_recorded(revision), submission.version)


def corrected_told(submission: Submission, game: Game) -> Told:
    """Return what correcting a game came to, whatever was corrected since."""
    # If only the winds of later games were asked for, it has no revision of its own.
    held = Revision.objects.filter(entry=game.entry_id, pk__lte=submission.revision_id)
    return game_told(held.latest("number"), game.number, submission.version)


def number_when_recorded(revision: Revision) -> int:
    """Return the number that a game had when it was recorded."""
    # Whoever writes holds the partie, so that revisions count up in it.
    then = Revision.objects.filter(entry=OuterRef("pk"), pk__lt=revision.pk)
    games = (
        Entry.objects.filter(partie=revision.entry.partie_id, kind=Kind.GAME)
        .annotate(was_out=Subquery(then.order_by("-number").values("is_withdrawn")[:1]))
        .filter(was_out=False)
    )
    return games.count() + 1


def revision_told(revision: Revision, names: Names, withheld: Withheld) -> Told:
    """Return a revision: its entry, by whom, when and why."""
    content = revision.content
    told: Told = {
        "revision": revision.number,
        "kind": revision.entry.kind,
        "made_at": revision.made_at,
        "author": name_written(revision, withheld),
        "reason": revision.reason or entries.reason_of(content),
        "withdrawn": revision.is_withdrawn,
    }
    match content:
        case entries.RecordedGame():
            game = with_names(content, names)
            return {**told, **game, "result": revision.result}
        case entries.Booking():
            return {**told, "booking": booking_told(content, names)}
        case (
            entries.Seating()
            | entries.Substitute()
            | entries.End()
            | entries.Void()
            | entries.Result()
            | entries.Note()
            | entries.Unknown()
        ):
            return told
        case _:
            assert_never(content)


def booking_told(booking: entries.Booking, names: Names) -> Told:
    """Return which chips were moved."""
    return booking.renamed(lambda key: names[key]).as_json
