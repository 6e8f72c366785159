"""What is written with one connection while another makes a text to be kept."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from clubscore.club.models import Club, Player, Season
from clubscore.partie.answers import Answer, stale_answers
from clubscore.partie.models import KeptAnswer, Partie
from clubscore.partie.services import booking_record, game_record
from tests.season.played import DRAW, GAME, play, write
from tests.season.test_versions import PAGES, shown

MADE = {
    "club_text": "club",
    "top_text": "club",
    "season_text": "leaderboard",
    "board_text": "leaderboard",
    "course_text": "standings",
    "standings_text": "standings",
    "statistics_text": "statistics",
    "records_text": "records",
    "game_text": "game",
}
"""Texts during whose making somebody writes, and a page that shows each of them."""


def elsewhere(*steps: Callable[[], object]) -> None:
    """Do something with a connection of its own, and wait until it is done."""

    def done() -> None:
        try:
            for step in steps:
                step()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(done).result()


def booked(partie: Partie) -> None:
    """Book something in a partie that is over, so that all figures move."""
    payer, payee = (one.player for one in partie.results.all()[:2])
    booking_record(
        partie=partie,
        write=write(partie),
        payer=payer,
        payee=payee,
        amount=100,
        why="late",
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("when", ["before it reads", "after it read", "and is shown"])
def test_nothing_old_is_kept_as_new(
    client: Client,
    season: Season,
    players: list[Player],
    monkeypatch: pytest.MonkeyPatch,
    when: str,
) -> None:
    over = play(season, players, [GAME])
    playing = play(season, players, [GAME], ends=False)
    made = Answer.made
    waiting: set[str] = set()

    def writes() -> None:
        booked(over)
        game_record(partie=playing, write=write(playing), record=DRAW)

    def made_beside(self: Answer, club: Club, *asked: str) -> tuple[str, str]:
        if self.name not in waiting:
            return made(self, club, *asked)
        waiting.remove(self.name)
        if when == "before it reads":
            elsewhere(writes)
        text = made(self, club, *asked)
        if when == "after it read":
            elsewhere(writes)
        if when == "and is shown":
            # Who writes looks too, and keeps the newer text before this one is kept.
            elsewhere(writes, lambda: shown(Client(), page))
        return text

    monkeypatch.setattr(Answer, "made", made_beside)
    for name, page_name in MADE.items():
        page = PAGES[page_name]
        KeptAnswer.objects.all().delete()
        waiting.add(name)
        shown(client, page)
        assert not waiting, name
        assert list(stale_answers()) == [], name
        again = shown(client, page)
        KeptAnswer.objects.all().delete()
        assert again == shown(client, page), name
