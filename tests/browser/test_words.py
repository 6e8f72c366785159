"""No word is broken on the narrowest phones, in the language with the longest ones."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Account
from clubscore.partie import services
from clubscore.partie.models import Partie
from tests.browser.conftest import let_in
from tests.partie.test_services import write
from tests.season.played import GAME

BROKEN = r"""
() => {
  const broken = [];
  const main = document.querySelector("main");
  const all = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = all.nextNode(); node; node = all.nextNode()) {
    const around = node.parentElement;
    // What is read aloud alone is clipped to nothing.
    const isSeen = getComputedStyle(around).clipPath === "none";
    if (!isSeen || !around.checkVisibility()) continue;
    if (around.closest("a[href^=http], .visually-hidden")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\d.\u00AD]{4,}/gu)) {
      if (word.includes("\u00AD")) continue; // it may be broken where it says so
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].map(({ top }) => Math.round(top));
      if (new Set(lines).size > 1) broken.push(word);
    }
  }
  return broken;
}
"""


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, object],
) -> dict[str, object]:
    """Return what makes a browser of the narrowest phone, in German."""
    narrow = {"width": 320, "height": 640}
    return {**browser_context_args, "locale": "de-DE", "viewport": narrow}


@pytest.mark.parametrize(
    "path",
    ["rules/nts/", "parties/1/", "ratings/", "evenings/{day}/", "settings/", "wall/"],
)
def test_no_word_is_broken(
    page: Page,
    live_server: LiveServer,
    administrator: Account,
    partie: Partie,
    path: str,
) -> None:
    services.game_record(partie=partie, write=write(partie), record=GAME)
    services.partie_end(partie=partie, write=write(partie), why="time")
    let_in(page, live_server, administrator)
    address = path.format(day=partie.evening.date)
    page.goto(f"{live_server.url}/groene-hart/{address}")
    page.evaluate(
        "document.querySelectorAll('details').forEach((one) => one.open = true)"
    )
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.evaluate(BROKEN) == []
