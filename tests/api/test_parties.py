"""A partie as programs read it: what `replay` prints, and its version."""

import functools
import json
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from clubscore.club import engine
from clubscore.club.engine import rulesets
from clubscore.club.models import Player, Season
from clubscore.partie import services
from clubscore.partie.entries import Content, End, Seating, Substitute
from clubscore.partie.models import Partie
from clubscore.partie.services import Author, Write
from clubscore.rules import RulesError, replay_record
from tests.api.conftest import Program, code
from tests.conftest import players_in
from tests.rules.golden import Block, blocks
from tests.season.played import DRAW, GAME, play

PLAYED = {one.key for one in rulesets()}
"""The rule books by which parties can be played here."""


@functools.cache
def replays() -> list[Block]:
    """Return the golden examples of whole parties that can be played to their end."""
    found = []
    for block in blocks():
        try:
            if block.is_replay:
                replay_record(block.record)
                if block.record["ruleset"] in PLAYED:
                    found.append(block)
        except RulesError:
            pass
    return found


class Table:
    """A partie that is fed the entries of a record through the API."""

    def __init__(self, program: Program, season: Season, record: Any) -> None:
        self.program = program
        players = players_in(season.club, *record["players"])
        self.known = {player.name: player for player in players}
        self.partie = services.partie_start(
            season=season,
            players=list(self.known.values()),
            day=season.starts_on,
            ruleset=record["ruleset"],
            options=engine.written_out(record["ruleset"], record.get("options", {})),
            start_chips=record.get("start_chips"),
        )
        self.version = 0

    def take(self, entry: dict[str, Any]) -> None:
        """Record a game or an event."""
        key = f"entry {self.version}"
        address = f"parties/{self.partie.pk}"
        if "booking" in entry:
            answer = self.program.write(
                f"{address}/bookings/",
                entry["booking"],
                key=key,
                version=self.version,
            )
        elif entry.keys() & {"seating", "substitute", "end"}:
            return self._take_event(entry)
        else:
            answer = self.program.write(
                f"{address}/games/", entry, key=key, version=self.version
            )
        assert answer.status_code == 201, answer.json()
        self.version = answer.json()["version"]
        return None

    def _take_event(self, entry: dict[str, Any]) -> None:
        content: Content
        if "end" in entry:
            content = End(entry["end"])
        elif "seating" in entry:
            content = Seating(tuple(map(self._id, entry["seating"])))
        else:
            names = entry["substitute"]
            content = Substitute(self._id(names["out"]), self._id(names["in"]))
        write = Write(Author(name="Anna"), self.version, f"entry {self.version}")
        begun = services.begin(self.partie, write, content.as_json)
        services.add_entry(begun, content)
        self.version += 1

    def _id(self, name: str) -> str:
        if name not in self.known:
            (self.known[name],) = players_in(self.partie.club, name)
        return str(self.known[name].pk)


def games_of(block: Block) -> list[Any]:
    """Return what happens in an example, one after the other."""
    found: list[Any] = block.record.get("games", [])
    return found


def beginnings() -> list[list[Block]]:
    """Return the examples, those together that have the same players and rules."""
    found: dict[str, list[Block]] = {}
    for block in replays():
        begun = block.record | {"games": []}
        found.setdefault(json.dumps(begun, sort_keys=True), []).append(block)
    return list(found.values())


def play_on(table: Table, examples: list[Block], played: int = 0) -> None:
    """
    Play examples that were alike so far, and look at each where it ends.

    What several begin with is recorded once: it is played on from there in one way
    after the other, and each is taken back before the next.
    """
    ways: dict[str, list[Block]] = {}
    for block in examples:
        games = games_of(block)
        if len(games) == played:
            told = table.program.get(f"parties/{table.partie.pk}/").json()
            assert told.pop("version") == table.version, str(block)
            assert told == replay_record(block.record), str(block)
        else:
            ways.setdefault(json.dumps(games[played]), []).append(block)
    for alike in ways.values():
        version, known = table.version, dict(table.known)
        with transaction.atomic():
            table.take(games_of(alike[0])[played])
            play_on(table, alike, played + 1)
            transaction.set_rollback(True)
        table.version, table.known = version, known
        cache.clear()  # the numbers of the rows come again


@pytest.mark.same_on_every_database(
    "each example asks the same questions; only what the engine answers differs"
)
@pytest.mark.parametrize("examples", beginnings(), ids=lambda some: str(some[0]))
def test_a_partie_is_told_as_replay_prints_it(
    program: Program, season: Season, examples: list[Block]
) -> None:
    play_on(Table(program, season, examples[0].record), examples)


def test_there_are_parties_to_hold_the_answers_against() -> None:
    assert {block.record["ruleset"] for block in replays()} == PLAYED
    assert {len(block.record["players"]) for block in replays()} == {3, 4, 5}


def test_a_void_partie_says_so_and_goes_on_no_more(
    stranger: Program, season: Season, players: list[Player]
) -> None:
    partie = play(season, players, [GAME], ends=False)
    write = Write(Author(name="Anna"), 1, "void")
    services.partie_void(partie=partie, write=write, why="the wrong rule book")
    told = stranger.get(f"parties/{partie.pk}/").json()
    assert told["void"] is True
    assert told["next"] is None


def test_the_etag_is_the_version(stranger: Program, partie: Partie) -> None:
    answer = stranger.get(f"parties/{partie.pk}/")
    assert answer["ETag"] == '"0"'
    assert answer.json()["version"] == 0


@pytest.mark.parametrize("tag", ['"0"', 'W/"0"', '"7", "0"', "*"])
def test_who_knows_the_partie_is_told_nothing_again(
    stranger: Program, partie: Partie, tag: str
) -> None:
    answer = stranger.get(f"parties/{partie.pk}/", **{"If-None-Match": tag})
    assert answer.status_code == 304
    assert answer["ETag"] == '"0"'
    assert answer.content == b""


@pytest.mark.parametrize("tag", ['"1"', "0", '"00"', ""])
def test_who_knows_another_version_is_told_all(
    stranger: Program, partie: Partie, tag: str
) -> None:
    answer = stranger.get(f"parties/{partie.pk}/", **{"If-None-Match": tag})
    assert answer.status_code == 200


def test_a_long_partie_asks_no_more_queries(
    stranger: Program,
    season: Season,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for games in ([GAME], [GAME, DRAW, GAME, DRAW, GAME]):
        partie = play(season, players, games)
        with django_assert_num_queries(4):
            stranger.get(f"parties/{partie.pk}/")
        with django_assert_num_queries(1):
            stranger.get(f"parties/{partie.pk}/", **{"If-None-Match": '"2", "6"'})


@pytest.mark.parametrize("which", ["0", "999999", "9" * 30, "one"])
def test_there_is_no_other_partie(program: Program, which: str) -> None:
    assert code(program.get(f"parties/{which}/")) == (404, "not_found")
