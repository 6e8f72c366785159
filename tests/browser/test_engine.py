"""The rules engine in the phone: fetched once, started again without a signal."""

import json

from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.partie.models import Partie
from clubscore.partie.phone_engine import engine_files
from clubscore.partie.services import link_make
from clubscore.rules import answers
from tests.browser.phones import ready
from tests.browser.taps import Sit, sit
from tests.phone.browser import ASK, START
from tests.rules.golden import WORKED_EXAMPLE

__all__ = ["sit"]

SCORED = [json.dumps(WORKED_EXAMPLE), '{"ruleset": "nts", "outcome": 1}']
REPLAYED = ['{"ruleset": "bmja", "players": ["Anna", "Ben", "Cleo", "Dirk"]}']
FORGET = """
async (config) => {
  const { forget, isKept } = await import("/static/js/table/engine.js");
  const before = await isKept(config);
  await forget();
  return [before, await isKept(config)];
}
"""


def test_the_phone_answers_as_the_server_does_also_without_a_signal(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    page, config = table.page, engine_files()
    ready(table)
    page.evaluate(START, config)
    context.set_offline(True)
    page.reload()
    # Now it starts from what the memory held.
    page.evaluate(START, config)
    said = {
        judgement: page.evaluate(ASK, [judgement, texts])[0]
        for judgement, texts in (("score", SCORED), ("replay", REPLAYED))
    }
    assert said["score"] == [answers.score(text) for text in SCORED]
    assert said["replay"] == [answers.replay(text) for text in REPLAYED]
    assert page.evaluate(FORGET, config) == [True, False]


def test_an_engine_of_another_version_is_let_go(
    page: Page, live_server: LiveServer, partie: Partie
) -> None:
    page.goto(f"{live_server.url}/offline.html")
    page.evaluate("() => caches.open('clubscore-engine-before')")
    page.goto(live_server.url + link_make(partie=partie).get_absolute_url())
    expect(page.locator("#waits[data-kept=true]")).to_be_attached()
    page.wait_for_function("async () => !(await caches.has('clubscore-engine-before'))")
