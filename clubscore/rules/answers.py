"""
The judgements as text: a record's JSON in, the answer's JSON out.

The worker in a browser asks this way; what is refused is an answer like any other.
What is said at a table, a `Phone` says in its language.
"""

from __future__ import annotations

import json
from typing import Any

from clubscore.rules.errors import RulesError
from clubscore.rules.record_writer import write_error, write_game_error
from clubscore.rules.records import replay_record, score_record
from clubscore.rules.rulesets import SHELF
from clubscore.rules.sentences import Catalogue
from clubscore.rules.table.game_text import refusal_of
from clubscore.rules.table.half_entered import foretold
from clubscore.rules.table.preview import answer_of, why_of
from clubscore.rules.table.progress import next_table
from clubscore.rules.table.queued_games import (
    PartieStanding,
    WaitingGame,
    next_of,
    take,
)

_Step = tuple[PartieStanding, WaitingGame | None, dict[str, Any]]
"""Where a partie stands after a game, the game, and what is told of it."""


def score(text: str) -> str:
    """Return what the game of that record comes to, or why it cannot be scored."""
    answer: object
    try:
        answer = score_record(json.loads(text))
    except RulesError as error:
        answer = write_error(error)
    return json.dumps(answer)


def replay(text: str) -> str:
    """Return where a partie stands after each game, or which one cannot be scored."""
    answer: object
    try:
        answer = replay_record(json.loads(text))
    except RulesError as error:
        answer = write_game_error(error)
    return json.dumps(answer)


class Phone:
    """
    What the screen of a table asks, in the words of its page.

    A question is {partie, waiting, …}: how far the partie was when the page was made,
    and the games that were entered since.
    """

    def __init__(self, words: str) -> None:
        """
        Speak by a catalogue, {messages, plurals} as JSON; in English without one.

        Beside it are the *books* of clubs' own, and the *language* of all that.
        """
        told = json.loads(words or "{}")
        self.words = Catalogue(told.get("messages", {}), told.get("plurals", {}))
        for book in told.get("books", ()):
            SHELF.add(book, told.get("language", ""))
        self._partie = ""
        self._steps: list[_Step] = []
        """How far the partie was by its page, and after each game that waits."""

    def _after(
        self, partie: str, waiting: str
    ) -> tuple[PartieStanding, list[dict[str, Any]]]:
        """
        Return where a partie stands after the games that wait, and those games.

        One question follows another, nearly always about the same games or one more:
        what was counted for the last one is not counted again.
        """
        games = [WaitingGame.from_json(one) for one in json.loads(waiting)]
        if partie != self._partie:
            standing = PartieStanding.from_json(json.loads(partie))
            self._partie, self._steps = partie, [(standing, None, {})]
        steps = self._steps
        known = 0
        for (_standing, game, _told), asked in zip(steps[1:], games, strict=False):
            if game != asked:
                break
            known += 1
        if known < len(games):
            del steps[known + 1 :]
        for game in games[known:]:
            standing, told = take(self.words, steps[-1][0], game)
            steps.append((standing, game, told))
        here = steps[: len(games) + 1]
        return here[-1][0], [told for _standing, _game, told in here[1:]]

    def preview(self, text: str) -> str:
        """
        Return what a half-entered game would come to after those that wait.

        The question has `game` too, as those that wait are written, and `explain`.
        """
        asked = json.loads(text)
        standing, _told = self._after(asked["partie"], asked["waiting"])
        waiting = WaitingGame.from_json(asked["game"])
        progress, names = standing.progress, standing.names
        game = waiting.game
        try:
            _state, table = waiting.seated_in(progress)
        except RulesError as error:
            seats = next_table(progress, None)
            refused = refusal_of(self.words, error, seats, game, names)
            return json.dumps({"error": refused})
        found = foretold(standing.terms, table, game, standing.totals)
        answer = answer_of(self.words, standing.terms, table, game, found, names)
        if asked.get("explain"):
            answer["why"] = why_of(
                self.words, standing.terms, table, game, found, names
            )
        return json.dumps(answer)

    def waiting(self, text: str) -> str:
        """Return each game that waits with what it comes to, and who is East next."""
        asked = json.loads(text)
        standing, told = self._after(asked["partie"], asked["waiting"])
        progress = standing.progress
        return json.dumps(
            {
                "games": told,
                "next": next_of(standing),
                "places": progress.state.places,
            }
        )
