"""What is asked of an installation, and how long it takes to answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter, process_time
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubscore.club.models import Account, Club
from clubscore.partie.correction_services import game_correct
from clubscore.partie.entries import RecordedGame
from clubscore.partie.models import Partie, Revision
from clubscore.partie.services import Author, Write, partie_start, partie_void
from tests.partie.rule_books import seats_shown
from tests.rules.golden import WORKED_EXAMPLE
from tests.scale import CORRECTING, FRONT_PAGE, PAGES, RECORDING
from tests.scale.filling import ADMINISTRATOR

GAME: dict[str, Any] = {name: WORKED_EXAMPLE[name] for name in ("hands", "outcome")}
DRAW: dict[str, Any] = {"outcome": {"kind": "draw"}}


class Asking:
    """The demo club of an installation, looked at by who runs it."""

    def __init__(self) -> None:
        self.club = Club.objects.get(slug="demo")
        self.season = self.club.seasons.get()
        self.account = Account.objects.get(username=ADMINISTRATOR)
        self.client = Client()
        self.client.force_login(self.account)
        self.player = self.club.players.order_by("pk")[0]
        self.first = self.club.parties.order_by("number")[0]
        self.parties: list[int] = []
        """The ids of the parties that were started to record games in."""

    def answer(self, asked: str) -> dict[str, Any]:
        """Do what is asked; return how long it took, or its queries."""
        name, _slash, how = asked.partition("/")
        ask = self._prepared(name)
        # A server has no connection left over from the request before.
        connection.close()
        if how == "counted":
            with CaptureQueriesContext(connection) as captured:
                ask()
            return {"queries": len(captured)}
        before, busy = perf_counter(), process_time()
        ask()
        return {"seconds": perf_counter() - before, "cpu": process_time() - busy}

    def _prepared(self, name: str) -> Callable[[], None]:
        """Return what is timed; all that has to be there before is made."""
        club = self.club.get_absolute_url()
        pages = dict(
            zip(
                (*PAGES, FRONT_PAGE),
                (
                    self.season.get_absolute_url(),
                    f"{club}players/{self.player.slug}/",
                    f"{club}records/",
                    self.first.get_absolute_url(),
                    "/",
                ),
                strict=True,
            )
        )
        if name in pages:
            return partial(self._get, pages[name])
        others = {RECORDING: self._recording, CORRECTING: self._correcting}
        return others[name]() if name in others else self._end

    def _get(self, address: str) -> None:
        response = self.client.get(address)
        # Where there is one club alone, it is the front page.
        assert response.status_code == 200 or (address, response.status_code) == (
            "/",
            302,
        ), response

    # Recording

    def _recording(self) -> Callable[[], None]:
        """Send the next game as the table screen does."""
        partie = self._open_partie()
        seats = zip("ESWN", partie.seats.values_list("player", flat=True), strict=True)
        players = {seat: str(player) for seat, player in seats}
        body = {
            "key": str(uuid4()),
            "version": partie.version,
            "after": "",
            "said": RecordedGame.from_json({**GAME, "east": None})
            .renamed(players.__getitem__)
            .as_json,
            "east": None,
            "shown": seats_shown(partie),
        }

        def record() -> None:
            response = self.client.post(
                f"{partie.get_absolute_url()}games/",
                body,
                content_type="application/json",
            )
            assert response.status_code in (200, 201), response.text

        return record

    def _open_partie(self) -> Partie:
        """Return the partie in which games are recorded, a new one if it is over."""
        if self.parties:
            last = Partie.objects.select_related("club").get(pk=self.parties[-1])
            if not last.is_finished:
                return last
        players = list(self.club.players.order_by("pk")[:4])
        partie = partie_start(
            season=self.season, players=players, day=timezone.localdate()
        )
        self.parties.append(partie.pk)
        return partie

    def _end(self) -> None:
        """Take out again what was recorded: whoever asks next finds it as it was."""
        for pk in self.parties:
            partie = Partie.objects.get(pk=pk)
            write = Write(Author(self.account), partie.version, str(uuid4()))
            partie_void(partie=partie, write=write, why="only to measure")
        self.parties.clear()

    # Correcting

    def _correcting(self) -> Callable[[], None]:
        """Say the first game anew, in turn as a draw and as it was, and look at it."""
        partie = Partie.objects.get(pk=self.first.pk)
        revisions = Revision.objects.filter(
            entry__partie=partie, entry__kind="game", result__isnull=False
        ).order_by("entry__place", "number")
        wins = [one for one in revisions if one.said["outcome"]["kind"] == "win"]
        first = wins[0]
        number = first.entry.place
        now = partie.games.get(number=number)
        said = DRAW if now.outcome == "win" else first.said
        write = Write(Author(self.account), partie.version, str(uuid4()))

        def correct() -> None:
            game_correct(
                partie=partie,
                write=write,
                number=number,
                record=said,
                is_by_player=True,
                why="only to measure",
            )
            self._get(self.season.get_absolute_url())

        return correct
