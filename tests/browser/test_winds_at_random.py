"""Queues of games at random: each is recorded as its screen showed it, or as chosen."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Club
from clubscore.club.services import player_add
from clubscore.partie import correction_services, services
from clubscore.partie.derive import chronicle_from
from clubscore.partie.engine import Shown
from clubscore.partie.models import Partie, Submission
from tests.browser.test_queue import boot, known
from tests.partie.rule_books import start_in
from tests.partie.test_services import write

pytestmark = pytest.mark.django_db(transaction=True)

NEXT = """
async (looked) => {
  const { draft, waiting, config } = window;
  const { partie, version } = config.offline;
  draft.clear(partie);
  if (looked) {
    const base = {
      version: looked.version, number: null, key: draft.newKey(),
      replaces: looked.key, waits: looked.state === "waiting",
    };
    draft.save(partie, { entry: {}, base });
  }
  const { state } = await waiting.next(config.offline);
  return { state, key: draft.load(partie)?.base.key ?? draft.newKey() };
}
"""
"""What the screen shows next, or where a game is put right, and the key it has then."""
SEND = """
async ([key, said, east, seated]) => {
  const { shownOf } = await import("/static/js/table/offline-state.js");
  const { config, sender } = window;
  const { version } = config.offline;
  const now = await window.waiting.next(config.offline);
  const shown = shownOf(seated === null ? now.state : config.next[seated]);
  await sender.send(config, { key, said, east, shown, version });
  window.draft.clear(config.partie);
  return shown;
}
"""
PENDING = "async () => await window.queue.pending(window.config.partie)"
HURRY = "async () => { await window.sender.hurry(window.config.partie); }"
THROW_AWAY = "async (row) => { window.thrown = await window.sender.throwAway(row); }"
PUT_BACK = (
    "async () => { if (window.thrown) await window.sender.putBack(window.thrown); }"
)
CHOOSE = "async ([row, winds]) => { await window.sender.choose(row, winds); }"


class Phone:
    """A phone whose holder does anything at any time."""

    def __init__(
        self, page: Page, partie: Partie, chance: Random, address: str
    ) -> None:
        self.page = page
        self.partie = partie
        self.chance = chance
        self.address = address
        self.shown: dict[str, Any] = {}
        """What the screen showed, by the key of the game."""
        self.chosen: set[str] = set()
        """The games that somebody said to be as they should have been."""
        self.open()

    def open(self) -> None:
        """Open the table anew, as the server knows it."""
        self.page.context.set_offline(False)
        self.page.goto(self.address)
        boot(self.page, known(self.partie))

    @property
    def pending(self) -> list[Any]:
        """The games that are not sent yet."""
        rows: list[Any] = self.page.evaluate(PENDING)
        return rows

    def record(self, looked: Any = None) -> None:
        """Record a game as the screen shows it, or put one right."""
        found = self.page.evaluate(NEXT, looked)
        state = found["state"]
        if state["finished"]:
            return
        east = seated = None
        if state["east"] is None or self.chance.random() < 0.1:
            others = list(state["seated"])
            east = self.chance.choice(others)
            seated = state["seated"][east]
        plays = list(state["winds"].values()) if seated is None else self.plays(seated)
        said = self.said(plays)
        sent = [found["key"], said, east, seated]
        self.shown[found["key"]] = self.page.evaluate(SEND, sent)

    def plays(self, place: int) -> list[str]:
        """Return who plays in one of the states that the page knows."""
        script = "(place) => Object.values(window.config.next[place].winds)"
        found: list[str] = self.page.evaluate(script, place)
        return found

    def said(self, plays: list[str]) -> Any:
        """Return a draw, a win, or a win that is none."""
        kind = self.chance.random()
        if kind < 0.4:
            return {"hands": {}, "outcome": {"kind": "draw"}}
        winner = self.chance.choice(plays)
        is_none = kind >= 0.85
        hand: dict[str, Any] = {"sets": ["(123m)"]} if is_none else {"points": 96}
        tile = "3m" if is_none else None
        outcome = {"kind": "win", "winner": winner, "source": "wall"}
        return {"hands": {winner: hand}, "outcome": outcome | {"winning_tile": tile}}

    def throw_away(self) -> None:
        """Throw a game away that waits or was refused; perhaps take that back."""
        if rows := self.pending:
            self.page.evaluate(THROW_AWAY, self.chance.choice(rows))
            if self.chance.random() < 0.3:
                self.page.evaluate(PUT_BACK)

    def put_right(self) -> None:
        """Put a game right that waits or was refused."""
        if rows := self.pending:
            self.record(self.chance.choice(rows))

    def choose(self) -> None:
        """Say what holds for a game that was entered on other winds."""
        rows = self.pending
        asked = [row for row in rows if (row["error"] or {}).get("code") == "winds"]
        for row in asked or rows[:1]:
            winds = self.chance.choice(["played", "should"])
            self.page.evaluate(CHOOSE, [row, winds])
            behind = {one["key"] for one in rows if one["order"] >= row["order"]}
            self.chosen = (
                self.chosen | behind if winds == "should" else self.chosen - behind
            )

    def signal_goes(self) -> None:
        """Lose the signal."""
        self.page.context.set_offline(True)

    def signal_comes(self) -> None:
        """Have a signal again, and send what waits."""
        self.page.context.set_offline(False)
        self.page.evaluate(HURRY)

    def another_writes(self) -> None:
        """Let somebody else write, who looks again when the phone was quicker."""
        while True:
            with suppress(services.ConflictError):
                self.another_tries()
                return

    def another_tries(self) -> None:
        """Let somebody else record, take back, or seat the players anew."""
        partie = Partie.objects.get(pk=self.partie.pk)
        chronicle = chronicle_from(partie)
        if chronicle.is_finished:
            return
        places = list(chronicle.state.places)
        key = f"another {partie.version}"
        by = services.Write(write(partie).author, partie.version, key)
        match self.chance.randrange(5):
            case 0 if chronicle.games:
                services.last_withdraw(partie=partie, write=by)
            case 1:
                self.chance.shuffle(places)
                correction_services.seating_record(
                    partie=partie, write=by, players=places
                )
            case 2:
                name = f"Guest {partie.version}"
                correction_services.substitute_record(
                    partie=partie,
                    write=by,
                    leaving=partie.club.players.get(pk=self.chance.choice(places)),
                    coming=player_add(club=partie.club, name=name),
                )
            case _:
                east = self.chance.choice(places)
                services.game_record(
                    partie=partie,
                    write=by,
                    record={"hands": {}, "outcome": {"kind": "draw"}},
                    east=east,
                    is_by_player=True,
                )

    def do_anything(self) -> None:
        """Do one of all that a phone's holder, or somebody else, does."""
        acts: list[Callable[[], None]] = [
            *[self.record] * 6,
            *[self.signal_goes] * 3,
            *[self.signal_comes] * 2,
            *[self.throw_away] * 2,
            *[self.put_right] * 2,
            self.choose,
            self.another_writes,
            self.open,
        ]
        self.chance.choice(acts)()

    def finish(self) -> None:
        """Have a signal, and see to it that nothing waits any more."""
        self.open()
        for _ in range(40):
            self.signal_comes()
            rows = self.pending
            if not rows:
                return
            code = (rows[0]["error"] or {}).get("code")
            if code == "winds" and self.chance.random() < 0.7:
                self.choose()
            else:
                self.page.evaluate(THROW_AWAY, rows[0])
        pytest.fail(f"these still wait: {self.pending}")


@pytest.mark.parametrize(
    ("ruleset", "many"),
    [("nts", 4), ("nts", 3), ("nts", 5), ("spiel-der-winde", 4), ("schmale", 4)],
)
@pytest.mark.parametrize("seed", range(3))
def test_every_game_is_recorded_as_its_screen_showed_it_or_as_somebody_chose(
    context: BrowserContext,
    live_server: LiveServer,
    club: Club,
    ruleset: str,
    many: int,
    seed: int,
) -> None:
    partie = start_in(club, ruleset, many)
    page = context.new_page()
    page.goto(live_server.url + services.link_make(partie=partie).get_absolute_url())
    address = f"{live_server.url}{partie.get_absolute_url()}record/typed/"
    phone = Phone(page, partie, Random(seed), address)
    for _ in range(30):
        phone.do_anything()
    phone.finish()
    partie = Partie.objects.get(pk=partie.pk)
    played = {one.key: one.table for one in chronicle_from(partie).games}
    ours = Submission.objects.filter(partie=partie, key__in=phone.shown)
    seen = 0
    for one in ours.select_related("revision"):
        table = played.get(one.revision.entry_id)
        if table is not None and one.key not in phone.chosen:
            assert asdict(Shown.of(table)) == phone.shown[one.key], one.key
            seen += 1
    assert seen > 0
