"""What is tapped for each picture, task after task as the help tells them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from clubscore.demo.small import SLUG
from clubscore.partie.models import Partie
from tests.pictures.camera import WITHOUT_FRAME, Camera

CLUB = f"/{SLUG}"


def table() -> Partie:
    """Return the partie that the pictures are of."""
    return Partie.objects.select_related("evening").get(is_finished=False, table="3")


def of_partie(rest: str = "") -> str:
    """Return an address of that partie."""
    return f"{CLUB}/parties/{table().number}/{rest}"


def of_evening(rest: str = "") -> str:
    """Return an address of its evening."""
    return f"{CLUB}/evenings/{table().evening.date}/{rest}"


def recording(phone: Camera) -> None:
    """A game from the first tap to who pays whom."""
    phone.open_screen(of_partie("record/"))
    winner, giver, third, _ = (
        (one.get_attribute("id") or "").removeprefix("won-")
        for one in phone.page.locator("[id^='won-']").all()
    )
    phone.picture("who-won", f"#won-{winner}")
    phone.tap(f"#won-{winner}")
    phone.picture("who-gave", f"#from-{giver}")
    phone.tap(f"#from-{giver}", "#tile-2s", "#tile-4s", "#mode-pung-exposed")
    phone.picture("tiles", "#mode-pung-exposed", "#tile-5z", top="#tabs")
    phone.tap("#tile-5z", "#mode-pung-concealed", "#tile-9s", "#tile-3s")
    phone.picture("winning-tile", ".winning", top="#tabs")
    phone.tap("#winning-3s", f"#tab-{third}", "#mode-pung-concealed", "#tile-2z")
    phone.picture("others", "#tabs", top="#tabs")
    phone.picture("worth", "#record", top="#mode")
    phone.tap("#record")
    phone.page.locator("#recorded-heading").wait_for()
    phone.picture("recorded")


def mistakes(phone: Camera) -> None:
    """The game that was just recorded, taken back; an earlier one, corrected."""
    phone.picture(
        "that-was-wrong", "form[action$='/undo/'] button", top="#recorded .east-next"
    )
    phone.open(of_partie())
    phone.picture(
        "open-game", "#score-sheet tbody tr:nth-child(3) a", top="#score-sheet"
    )
    phone.open(of_partie("games/2/"))
    phone.picture("correct-game", "#correct a", top="#correct")
    phone.tap("#correct a")
    phone.page.locator("#table").wait_for()
    phone.tap("#tabs [role=tab]:nth-child(2)", "#dead-hand")
    phone.still()
    phone.tap("#record")
    phone.page.locator("#consequences").wait_for()
    phone.page.evaluate(WITHOUT_FRAME)
    phone.picture("what-changes", top="#result")


def evening(phone: Camera) -> None:
    """Who is here, and where they sit."""
    next_week = table().evening.date + dt.timedelta(weeks=1)
    phone.open(f"{CLUB}/evenings/{next_week}/")
    people = phone.page.locator("#here-form label")
    for number in range(12):
        people.nth(number).click()
        phone.still()
    phone.picture("who-is-here", top="#here-form")
    phone.open(f"{CLUB}/evenings/{next_week}/tables/")
    phone.picture("tables-drawn", top="#moving")
    phone.open(of_evening("links/"))
    phone.picture("codes", top=".qr-cards")
    phone.open(f"{CLUB}/live/")
    phone.picture("big-screen")


def season(phone: Camera) -> None:
    """A season is opened, and its leaderboard says why."""
    phone.open(f"{CLUB}/settings/seasons/new/")
    phone.picture("season-new", top="#season-form")
    phone.open(f"{CLUB}/leaderboard/")
    phone.tap("table.board tbody tr:nth-child(2) td:last-child a")
    phone.picture("why-this-place", top="table.board")


def paper(phone: Camera) -> None:
    """What is printed, and what was written on it, typed in."""
    phone.open(of_partie("#on-paper"))
    phone.picture("on-paper", "#on-paper .rows a", top="#on-paper")
    phone.open(of_partie("paper/"))
    phone.picture("paper-typed", top="#main form")


def signal(phone: Camera) -> None:
    """A table without a signal."""
    phone.open_screen(of_partie("record/"))
    phone.tap("#phone")
    phone.page.locator("#let-go").wait_for()  # it has fetched what it counts with
    phone.picture("this-phone", "#phone", top="#panel")
    phone.open_screen(of_partie("record/"))
    phone.page.context.set_offline(True)
    phone.tap("#draw", "#record")
    phone.page.locator("#recorded-heading").wait_for()
    phone.picture("waits")
    phone.page.context.set_offline(False)


TASKS: tuple[Callable[[Camera], None], ...] = (
    recording,
    mistakes,
    evening,
    season,
    paper,
    signal,
)
