"""The rules engine in the phone: fetched once, started again without a signal."""

import datetime as dt
import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.test.testcases import QuietWSGIRequestHandler
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club import own_books
from clubscore.club.models import Club, Season
from clubscore.partie import phone_engine, services
from clubscore.partie.models import Partie
from clubscore.partie.phone_engine import engine_files
from clubscore.partie.services import link_make
from clubscore.rules import answers
from clubscore.table.views import worker
from tests.browser.phones import (
    NOTHING_WAITS,
    SCREEN,
    axe,
    ben_wins,
    ben_wins_too_little,
    counts_here,
    draw,
    expect_sent,
    games,
    keeps_the_sheet,
    next_game,
    ready,
    scores,
    unfold,
    unsay_win,
    wait_for_promise,
    waits_of,
    wins_alone,
)
from tests.browser.taps import Finger, Sit, sit
from tests.browser.test_counting_twice import stands
from tests.browser.test_offline_parties import number
from tests.partie.test_services import DRAW, write
from tests.phone.browser import ASK, START
from tests.rules.golden import WORKED_EXAMPLE

__all__ = ["sit"]
pytestmark = pytest.mark.counts_in_the_phone

SCORED = [json.dumps(WORKED_EXAMPLE), '{"ruleset": "nts", "outcome": 1}']
REPLAYED = ['{"ruleset": "bmja", "players": ["Anna", "Ben", "Cleo", "Dirk"]}']
WAITING = """
async () => {
  const { pending } = await import("/static/js/table/queue.js");
  const { partie } = JSON.parse(document.getElementById("table-config").textContent);
  return (await pending(partie)).length;
}
"""
COUNTED = """
async () => {
  const { pending } = await import("/static/js/table/queue.js");
  const partie = document.getElementById("waits-here")?.dataset.partie ??
    JSON.parse(document.getElementById("table-config").textContent).partie;
  return (await pending(partie)).every(({ counted }) => counted);
}
"""
"""Whether the phone has counted all games that wait."""
ON_SHEET = """
() => {
  const heads = document.querySelectorAll("#waits-here thead .number");
  const players = Array.from(heads, (one) => one.textContent);
  return Array.from(document.querySelectorAll("#waits-here tbody tr"), (row) => {
    const of = (part) => Object.fromEntries(players.map((player, place) =>
      [player, row.children[place + 1].querySelector(part).textContent]));
    const number = Number.parseInt(row.innerText);
    return { number, scores: of("strong"), has: of("small") };
  });
}
"""
"""What the score sheet shows of the games that wait."""
OTHERWISE = """
async () => {
  const { change, pending } = await import("/static/js/table/queue.js");
  const { partie } = JSON.parse(document.getElementById("table-config").textContent);
  const [row] = await pending(partie);
  const { scores } = row.came;
  for (const player of Object.keys(scores)) scores[player] *= 2;
  await change(row, { came: row.came });
}
"""
BREAKS = """
const ask = window.fetch;
window.fetch = (file, ...more) => {
  const isBroken = /wasm/.test(file) && localStorage.getItem("breaks");
  if (isBroken && window.isHeld)
    return new Promise((_, reject) => { window.breakOff = reject; });
  return isBroken ? Promise.reject(new TypeError("no signal")) : ask(file, ...more);
};
"""
"""While it is said so, the largest of the engine's files cannot be fetched."""
HELD = """
async () => {
  for (let tries = 0; !window.breakOff; tries += 1) {
    if (tries > 3000) throw new Error("it is not fetched");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
"""
"""Wait until it is fetched, and does not come."""
FETCHED = """
async () => {
  const engine = (await caches.keys()).find((one) => one.includes("engine"));
  const kept = await (await caches.open(engine)).keys();
  return kept.some(({ url }) => /pyodide.*mjs$/.test(url));
}
"""
STALLS = """
const ask = window.fetch;
window.fetch = async (file, asked) => {
  if (!/wasm/.test(file)) return ask(file, asked);
  window.isStalled = true;
  return new Response(new ReadableStream({
    start(body) {
      body.enqueue(new Uint8Array(9));
      asked.signal?.addEventListener("abort", () => body.error(asked.signal.reason));
    },
  }));
};
"""
"""The largest of the engine's files begins to come, and then stalls."""
ENDED = """
async () => {
  window.Worker = class {
    postMessage({ start }) {
      if (start) setTimeout(() => this.onmessage({ data: { isReady: true } }));
    }
    terminate() {}
  };
  const { Engine } = await import("/static/js/table/engine.js");
  const engine = new Engine({
    version: "", worker: "", folder: "", asked: {}, library: "", rules: "", words: "",
  });
  await engine.ready;
  const answer = engine.score({}).then(() => "answered", () => "rejected");
  await Promise.resolve();
  setTimeout(() => engine.end());
  const hangs = new Promise((resolve) => setTimeout(resolve, 1000, "hangs"));
  return Promise.race([answer, hangs]);
}
"""
"""Ask an engine that never answers, and end it."""
SAVES_DATA = """
Object.defineProperty(navigator, "connection", { value: { saveData: true } });
"""
TAKEN_AWAY = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...told) {
  if (!window.isTakenAway) post.apply(this, told);
};
"""
"""While it is said so, nothing reaches the worker, as if the phone had ended it."""
ASKED_LATE = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...told) {
  const isHeld = localStorage.getItem("late") && !told[0].start;
  if (isHeld) window.goOn = () => post.apply(this, told);
  else post.apply(this, told);
};
"""
"""While it is said so, what the worker is asked first waits for `goOn`."""
WORDS = """
async () => {
  const engine = (await caches.keys()).find((one) => one.includes("engine"));
  const kept = await (await caches.open(engine)).keys();
  const paths = kept.map(({ url }) => new URL(url).pathname);
  return paths.filter((one) => /words/.test(one));
}
"""
"""Which words of the engine are kept."""
OF_BEFORE = """
async () => {
  const cache = await caches.open("clubscore-engine-before");
  await cache.put("/rules.zip", new Response("rules"));
}
"""
"""Keep an engine of another version."""
NEXT_CAME = """
async (version) => {
  const { dropOthers } = await import("/static/js/table/engine.js");
  await dropOthers(version);
}
"""
"""Do as another tab does that has fetched all of the next engine."""
GOES_AS_IT_STARTS = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = async function (...told) {
  const { dropOthers } = await import("/static/js/table/engine.js");
  if (told[0].start && localStorage.getItem("goes")) await dropOthers("after");
  post.apply(this, told);
};
"""
"""While it is said so, another tab has fetched the next engine when one starts."""
LEFT = """
async () => {
  const kept = await caches.has("clubscore-engine-before") &&
    await (await caches.open("clubscore-engine-before")).keys();
  return kept ? kept.map(({ url }) => new URL(url).pathname).join() : "";
}
"""
"""What is left of it."""
OLDER = "#table[data-engine=older]"
A_NEWER = (
    "A newer version of Clubscore is on the server: this phone does not count before"
    " this page is loaded again with a signal."
)
OWN_BOOK = {"base": "nts", "name": "Groene Draak", "options": {"rounding": "tens"}}
FAILED = "#table[data-engine=failed]"
COMES = "#table:is([data-engine=starting], [data-engine=ready])"
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
    page, config = table.page, engine_files("nts")
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


def test_a_phone_fetches_it_with_the_first_game_and_counts_without_a_signal(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    page = table.page
    ready(table)
    draw(table)
    counts_here(table)
    context.set_offline(True)
    page.reload()
    counts_here(table)
    ben_wins(table)
    expect(page.locator("#worth .pays li")).to_have_count(3)
    page.locator("#why").click()
    expect(page.locator("#panel .explained")).to_contain_text("Mahjong")


def test_what_cannot_be_is_refused_here_and_the_sheet_and_the_rules_open(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    page = table.page
    ready(table)
    draw(table)
    counts_here(table)
    next_game(table, 2)
    counts_here(table)
    keeps_the_sheet(table)
    context.set_offline(True)
    ben_wins_too_little(table)
    table.record_refused()
    expect(page.locator("#worth")).to_contain_text("Ben")
    assert page.evaluate(WAITING) == 0
    unsay_win(table)
    wins_alone(table, "Cleo")
    table.record()
    expect(page.locator("#standing")).to_contain_text("Cleo")
    sheet = page.url.removesuffix("record/")
    page.goto(sheet)
    line = page.locator("#waits-here tbody tr")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("Cleo wins")
    expect(page.locator("#waits-here .east-next")).to_contain_text("is East")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0, "the page scrolls sideways"
    inside = "it => it.scrollWidth - it.clientWidth"
    assert page.eval_on_selector("#waits-here > div", inside) <= 0
    open_card(table)
    # The last one can still be taken back.
    page.goto(sheet + "record/")
    unfold(table).get_by_role("button", name="Throw game 2 away").click()
    expect(page.locator("#table-title")).to_have_text("Game 2")
    page.goto(sheet)
    expect(page.locator("#waits-here")).to_be_hidden()
    # On the phone's own panel it can be let go.
    page.goto(sheet + "record/")
    counts_here(table)
    page.locator("#phone").click()
    page.get_by_role("button", name="Let it go again").click()
    expect(page.locator("#panel")).to_contain_text("It is not on this phone")
    assert (
        page.evaluate("async () => (await caches.keys()).join()").count("engine") == 0
    )
    # Then the score sheet is not kept anew any more, and an old one goes too.
    page.goto(sheet)
    expect(page.get_by_role("heading", level=1)).to_have_text("No signal")


def open_sheet(table: Finger) -> Locator:
    """Open the score sheet; return the games that it has."""
    table.page.goto(table.page.url.removesuffix("record/"))
    return table.page.locator("#score-sheet tbody tr:not(.round)")


@pytest.mark.has_the_engine
def test_the_sheet_without_a_signal_has_all_that_was_recorded_with_one(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    page = table.page
    two_games(table)
    wins_alone(table, "Ben")
    table.record()
    keeps_the_sheet(table)
    context.set_offline(True)
    expect(open_sheet(table)).to_have_count(2)
    # A game that waited is on it once it was sent.
    page.goto(page.url + "record/")
    counts_here(table)
    wins_alone(table, "Cleo")
    table.record()
    on_sheet = open_sheet(table)
    expect(on_sheet).to_have_count(2)
    expect(page.locator("#waits-here tbody tr")).to_have_count(1)
    page.goto(page.url + "record/")
    counts_here(table)
    context.set_offline(False)
    expect_sent(table)
    keeps_the_sheet(table)
    context.set_offline(True)
    expect(open_sheet(table)).to_have_count(3)
    expect(page.locator("#waits-here")).to_be_hidden()


@pytest.mark.has_the_engine
def test_a_game_sent_from_the_sheet_stays_on_it(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    page = table.page
    two_games(table)
    context.set_offline(True)
    wins_alone(table, "Cleo")
    table.record()
    open_sheet(table)
    line = page.locator("#waits-here tbody tr")
    expect(line).to_contain_text("Cleo wins")
    unsent = page.get_by_text("These games are not sent yet.")
    expect(unsent).to_be_visible()
    context.set_offline(False)
    expect(line).to_contain_text("sent")
    assert games(table.partie)[1:] == [(2, "Anna", "win")]
    context.set_offline(True)
    expect(open_sheet(table)).to_have_count(1)
    expect(line).to_contain_text("sent")
    expect(line.locator("strong")).to_have_count(4)
    expect(unsent).to_be_hidden()
    context.set_offline(False)
    expect(open_sheet(table)).to_have_count(2)
    expect(page.locator("#waits-here")).to_be_hidden()


def two_wait(table: Finger, context: BrowserContext, first: str) -> None:
    """Let two games wait that players won alone: the first one, and then Cleo."""
    two_games(table)
    context.set_offline(True)
    wins_alone(table, first)
    table.record()
    next_game(table, 3)
    wins_alone(table, "Cleo", 40)
    table.record()


def on_sheet(table: Finger) -> list[dict[str, Any]]:
    """Open the score sheet; return each game that waits, with its number and sums."""
    wait_for_promise(table.page, COUNTED)
    open_sheet(table)
    expect(table.page.locator("#waits-here")).to_be_visible()
    return [
        {
            "number": one["number"],
            "scores": {name: number(text) for name, text in one["scores"].items()},
            "has": {name: number(text) for name, text in one["has"].items()},
        }
        for one in table.ask(ON_SHEET)
    ]


def expect_recorded(
    table: Finger, context: BrowserContext, shown: list[dict[str, Any]]
) -> None:
    """Have a signal, and expect of the server what the sheet showed of each game."""
    context.set_offline(False)
    table.wait_until(NOTHING_WAITS)
    for one in shown:
        assert scores(table.partie, one["number"]) == one["scores"]
    assert len(games(table.partie)) == shown[-1]["number"]
    assert stands(table.partie) == shown[-1]["has"]


@pytest.mark.has_the_engine
def test_a_game_behind_one_that_is_thrown_away_has_new_sums_and_its_number(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    two_wait(table, context, "Anna")
    unfold(table).get_by_role("button", name="Throw game 2 away").click()
    shown = on_sheet(table)
    assert [one["number"] for one in shown] == [2]
    expect_recorded(table, context, shown)


@pytest.mark.has_the_engine
def test_a_game_behind_one_that_is_put_right_has_new_sums(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    two_wait(table, context, "Anna")
    unfold(table).get_by_role("button", name="Game 2: Anna wins").click()
    table.page.locator("#own-points").fill("96")
    table.record()
    shown = on_sheet(table)
    assert [one["number"] for one in shown] == [2, 3]
    expect_recorded(table, context, shown)


def cleo_wins_in_south(table: Finger) -> None:
    """Enter a hand of Cleo's that is enough to win if she sits South."""
    table.won("Cleo")
    table.gave("Anna")
    table.mode("pung", "exposed")
    table.tiles("2z", "9s")
    table.mode("chow", "exposed")
    table.tiles("2s", "4s")
    table.tiles("3s")
    table.winning("3s")


def put_right_as_draw(table: Finger, game: str) -> None:
    """Say of a game that waits that nobody won it."""
    unfold(table).get_by_role("button", name=game).click()
    table.page.locator("#ending").get_by_role("button", name="change").click()
    table.page.locator("#draw").click()
    table.record()


@pytest.mark.has_the_engine
def test_a_game_that_cannot_be_any_more_says_why_until_it_is_put_right(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    two_games(table)
    context.set_offline(True)
    wins_alone(table, "Ben")
    table.record()
    next_game(table, 3)
    # Ben is East, so that Cleo is South.
    cleo_wins_in_south(table)
    table.record()
    put_right_as_draw(table, "Game 2: Ben wins")
    waits = waits_of(table)
    waits.get_by_role("button", name="As they should have been").click()
    why = "Look at game 3: Cleo’s hand has too few doubles"
    expect(waits).to_contain_text(why)
    axe(table.page)
    waits.get_by_role("button", name="As they were played").click()
    expect(waits).to_contain_text("Game 3 stays as it was played")
    expect(waits).not_to_contain_text("Look at game")
    waits.get_by_role("button", name="As they should have been").click()
    expect(waits).to_contain_text(why)
    # It is said anew by a page that finds it.
    table.page.reload()
    expect(waits).to_contain_text(why)
    put_right_as_draw(table, "Game 3: Cleo wins")
    expect(waits).not_to_contain_text("Look at game")


@pytest.mark.has_the_engine
def test_a_game_on_the_seats_of_the_rules_is_shown_as_it_counts_on_them(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    two_wait(table, context, "Ben")
    unfold(table).get_by_role("button", name="Throw game 2 away").click()
    waits = waits_of(table)
    way = waits.get_by_role("button", name="As they should have been")
    # Cleo is paid twice by whoever is East, this way or that.
    sums = re.compile(r"As they were played Anna −\d")
    expect(waits).to_contain_text(sums)
    # A page that is opened anew tells it as soon as it counts.
    table.page.reload()
    expect(waits).to_contain_text(sums)
    told = way.locator("xpath=..").inner_text()
    way.click()
    expect(waits).to_contain_text("Game 2 is recorded as it should have been")
    shown = on_sheet(table)
    by_name = dict(re.findall(r"(\w+) ([+−]\d+)[,.]", told))
    assert {name: number(text) for name, text in by_name.items()} == shown[0]["scores"]
    assert shown[0]["scores"]["Anna"] == 2 * shown[0]["scores"]["Ben"]
    expect(table.page.locator("#waits-here .east-next")).to_contain_text("Ben is East")
    expect_recorded(table, context, shown)


@pytest.mark.has_the_engine
def test_a_game_that_came_second_has_no_sums_on_the_sheet_of_another(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    two_games(table)
    context.set_offline(True)
    wins_alone(table, "Ben")
    table.record()
    table.partie.refresh_from_db()
    services.game_record(partie=table.partie, write=write(table.partie), record=DRAW)
    context.set_offline(False)
    expect(waits_of(table)).to_contain_text("Your game 2 came second.")
    expect(open_sheet(table)).to_have_count(2)
    line = table.page.locator("#waits-here tbody tr")
    expect(line.locator("th")).to_contain_text("2 Ben wins")
    expect(line.locator("strong")).to_have_count(0)
    expect(table.page.locator("#waits-here .east-next")).to_be_hidden()


def open_card(table: Finger) -> None:
    """Follow the score sheet's link to the rule book."""
    page = table.page
    page.get_by_role("link", name="Rules", exact=True).click()
    page.get_by_role("link", name="The rule book’s values and payment").click()
    expect(page.get_by_text("With the house rules of the season")).to_be_visible()


@pytest.mark.has_the_engine
def test_the_rule_book_without_a_signal_is_that_of_the_partie(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit(many=3)
    page = table.page
    begun = {"starts_on": dt.date(2026, 10, 1), "ruleset": "nts"}
    Season.objects.create(club=table.partie.club, name="later", slug="later", **begun)
    two_games(table)
    context.set_offline(True)
    page.goto(page.url.removesuffix("record/"))
    open_card(table)
    expect(page.get_by_label("Players")).to_have_value("3")
    expect(page.get_by_label("Season")).to_have_value("nts")


def two_games(table: Finger) -> None:
    """Record a game with a signal, and go on when the phone counts and keeps all."""
    ready(table)
    draw(table)
    counts_here(table)
    next_game(table, 2)
    counts_here(table)
    keeps_the_sheet(table)


def breaks(table: Finger) -> None:
    """Record a game on a phone that cannot fetch the engine then."""
    ready(table)
    table.page.evaluate("localStorage.setItem('breaks', '1')")
    draw(table)
    expect(table.page.locator(FAILED)).to_be_attached()


def test_what_cannot_be_fetched_is_tried_again_and_nothing_waits_for_it(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(BREAKS)
    table = sit()
    page = table.page
    breaks(table)
    # What has come stays, and the next page goes on before anything is recorded.
    assert page.evaluate(FETCHED)
    next_game(table, 2)
    expect(page.locator(FAILED)).to_be_attached()
    ben_wins(table)
    expect(page.locator("#worth .pays li")).to_have_count(3)
    page.evaluate("localStorage.removeItem('breaks')")
    context.set_offline(True)
    context.set_offline(False)
    expect(page.locator(COMES)).to_be_attached()


def test_a_file_of_which_nothing_comes_any_more_is_given_up(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(STALLS)
    context.clock.install()
    table = sit()
    page = table.page
    ready(table)
    draw(table)
    page.wait_for_function("() => window.isStalled")
    expect(page.locator("#table[data-engine=fetched]")).to_be_attached()
    page.clock.fast_forward(60_000)
    expect(page.locator(FAILED)).to_be_attached()


def test_what_the_panel_says_is_not_waited_for_for_ever(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(SAVES_DATA)
    page = sit().page
    context.route("**/engine.json/**", lambda _route: None)
    page.locator("#phone").click()
    expect(page.locator("#panel")).to_be_visible()
    expect(page.locator("#panel")).to_be_hidden(timeout=30_000)


def test_what_an_engine_that_ends_was_asked_is_not_left_hanging(sit: Sit) -> None:
    assert sit().page.evaluate(ENDED) == "rejected"


@pytest.mark.has_the_engine
def test_a_table_that_has_the_engine_asks_for_none_of_its_files_again(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit()
    two_games(table)
    asked: list[str] = []

    def note(self: QuietWSGIRequestHandler, *_said: object) -> None:
        asked.append(self.path)

    with monkeypatch.context() as patch:
        patch.setattr(QuietWSGIRequestHandler, "log_message", note)
        table.page.reload()
        counts_here(table)
        keeps_the_sheet(table)
    assert SCREEN in asked
    config = engine_files("nts")
    assert set(asked).isdisjoint([config["words"], *config["files"]])


def test_a_phone_that_saves_data_fetches_it_when_it_is_asked(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(SAVES_DATA)
    table = sit()
    page = table.page
    draw(table)
    expect(page.locator("#table[data-engine=none]")).to_be_attached()
    next_game(table, 2)
    page.locator("#phone").click()
    panel = page.locator("#panel")
    expect(panel).to_contain_text("It is not on this phone")
    panel.get_by_role("button", name="Fetch it").click()
    expect(page.locator(COMES)).to_be_attached()


def test_a_signal_that_comes_while_it_is_fetched_is_not_missed(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(BREAKS)
    table = sit()
    page = table.page
    breaks(table)
    page.evaluate("window.isHeld = true")
    for _ in range(2):
        context.set_offline(True)
        context.set_offline(False)
        page.evaluate(HELD)
    page.evaluate("localStorage.removeItem('breaks')")
    page.evaluate("window.breakOff(new TypeError('no signal'))")
    expect(page.locator(COMES)).to_be_attached(timeout=10_000)


@pytest.mark.has_the_engine
def test_a_worker_that_is_gone_is_not_waited_for(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(TAKEN_AWAY)
    table = sit()
    page = table.page
    draw(table)
    counts_here(table)
    next_game(table, 2)
    counts_here(table)
    page.clock.install()
    page.evaluate("window.isTakenAway = true")
    ben_wins(table)
    page.clock.fast_forward(10_000)
    expect(page.locator(FAILED)).to_be_attached()
    # The server is asked; and later on the phone counts again.
    expect(page.locator("#worth .pays li")).to_have_count(3)
    page.evaluate("window.isTakenAway = false")
    page.clock.fast_forward(15_000)
    counts_here(table)


@pytest.mark.has_the_engine
def test_what_is_recorded_while_the_engine_starts_is_counted_by_it(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(ASKED_LATE)
    table = sit()
    page = table.page
    two_games(table)
    context.set_offline(True)
    ben_wins_too_little(table)
    page.evaluate("localStorage.setItem('late', '1')")
    page.reload()
    page.wait_for_function("() => window.goOn")
    expect(page.locator("#table[data-engine=starting]")).to_be_attached()
    page.evaluate("localStorage.removeItem('late')")
    table.tap("#record")
    expect(page.locator("#table.sending")).to_be_attached()
    page.evaluate("window.goOn()")
    worth = page.locator("#worth")
    expect(worth.get_by_role("alert")).to_contain_text("has too few doubles")
    assert page.evaluate(WAITING) == 0


@pytest.mark.has_the_engine
def test_what_counts_otherwise_by_now_is_asked_about(
    sit: Sit, context: BrowserContext
) -> None:
    table = sit()
    page = table.page
    ready(table)
    draw(table)
    counts_here(table)
    next_game(table, 2)
    counts_here(table)
    context.set_offline(True)
    wins_alone(table, "Cleo")
    table.record()
    # As if the phone's edition of the rules had been another one.
    page.evaluate(OTHERWISE)
    context.set_offline(False)
    waits = waits_of(table)
    expect(waits).to_contain_text("counts otherwise now than the phone showed")
    assert games(table.partie) == [(1, "Anna", "draw")]
    page.get_by_role("button", name="Record it as it counts now").click()
    expect_sent(table)
    assert games(table.partie)[1:] == [(2, "Anna", "win")]
    expect(waits).to_contain_text("Game 2 is recorded.")


@pytest.mark.has_the_engine
@pytest.mark.parametrize("come_late", [False, True], ids=["at once", "late"])
def test_a_phone_that_changes_its_language_says_why_in_the_new_one(
    sit: Sit, context: BrowserContext, live_server: LiveServer, come_late: bool
) -> None:
    table = sit()
    page = table.page
    draw(table)
    counts_here(table)
    if come_late:
        context.route("**/engine.json/**", lambda route: route.abort())
    name = settings.LANGUAGE_COOKIE_NAME
    context.add_cookies([{"name": name, "value": "nl", "url": live_server.url}])
    page.goto(page.url)
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    ready(table)
    counts_here(table)
    worth = page.locator("#worth")
    if come_late:
        # Until they come it counts, and says why in the words that it has.
        ben_wins_too_little(table)
        expect(worth).to_contain_text("too few doubles")
        context.unroute("**/engine.json/**")
        context.set_offline(True)
        context.set_offline(False)
        # A signal that is not good at once is tried again after a pause.
        expect(worth).to_contain_text("te weinig verdubbelingen", timeout=60_000)
        counts_here(table)
    context.set_offline(True)
    if not come_late:
        page.reload()
        counts_here(table)
        ben_wins_too_little(table)
    table.record_refused()
    expect(worth).to_contain_text("te weinig verdubbelingen")
    # Those of other books stay; a phone that others use too may have some.
    words = [one for one in page.evaluate(WORDS) if one.endswith("/nts/")]
    assert words == ["/words.json/nl/nts/"]
    page.locator("#phone").click()
    panel = page.locator("#panel")
    expect(panel.get_by_role("status")).to_contain_text("Het staat op deze telefoon")


# Pages and engines of two versions --------------------------------------------------


def test_an_engine_of_another_version_is_let_go_when_the_next_is_here(
    page: Page, context: BrowserContext, live_server: LiveServer, partie: Partie
) -> None:
    context.add_init_script(BREAKS)
    page.goto(f"{live_server.url}/offline.html")
    page.evaluate(OF_BEFORE)
    page.evaluate("localStorage.setItem('breaks', '1')")
    # A phone that has counted fetches the next one before a game is recorded.
    page.goto(live_server.url + link_make(partie=partie).get_absolute_url())
    expect(page.locator(FAILED)).to_be_attached()
    assert page.evaluate(LEFT) == "/rules.zip"
    page.evaluate("localStorage.removeItem('breaks')")
    context.set_offline(True)
    context.set_offline(False)
    wait_for_promise(page, f"async () => (await ({LEFT})()) === '/engine-dropped'")
    # The next one takes along the word that was left of it.
    page.evaluate(NEXT_CAME, "after")
    assert page.evaluate(LEFT) == ""


def test_an_engine_of_another_version_is_let_go_by_a_phone_that_saves_data(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(SAVES_DATA)
    table = sit()
    page = table.page
    page.evaluate(OF_BEFORE)
    page.reload()
    expect(page.locator("#table[data-engine=none]")).to_be_attached()
    page.locator("#phone").click()
    panel = page.locator("#panel")
    expect(panel.get_by_role("button", name="Fetch it")).to_be_visible()
    panel.get_by_role("button", name="Let it go").click()
    expect(panel.get_by_role("button", name="Let it go")).to_have_count(0)
    assert page.evaluate(LEFT) == ""


def test_a_page_of_before_says_so_and_does_not_ask_again(
    sit: Sit, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    context.clock.install()
    table = sit()
    page = table.page
    ready(table)
    asked: list[str] = []
    page.on(
        "request",
        lambda one: asked.append(one.url) if "/engine.json/" in one.url else None,
    )
    monkeypatch.setattr(phone_engine, "engine_version", lambda: "after")
    draw(table)
    expect(page.locator(OLDER)).to_be_attached()
    page.clock.fast_forward(60 * 60 * 1000)
    context.set_offline(True)
    context.set_offline(False)
    expect(page.locator(OLDER)).to_be_attached()
    assert len(asked) == 1
    # The server counts.
    next_game(table, 2)
    ben_wins(table)
    expect(page.locator("#worth .pays li")).to_have_count(3)
    page.locator("#phone").click()
    panel = page.locator("#panel")
    panel.get_by_role("button", name="Fetch it").click()
    expect(panel.get_by_role("status")).to_have_text(A_NEWER)
    expect(panel.get_by_role("button", name="Fetch it")).to_have_count(0)


def test_a_page_whose_engine_was_let_go_says_so_without_a_signal(
    sit: Sit, context: BrowserContext
) -> None:
    context.add_init_script(GOES_AS_IT_STARTS)
    table = sit()
    page = table.page
    ready(table)
    draw(table)
    counts_here(table)
    next_game(table, 2)
    counts_here(table)
    page.evaluate("localStorage.setItem('goes', '1')")
    context.set_offline(True)
    # First it goes while it starts, and then it is gone.
    for _ in range(2):
        page.reload()
        expect(page.locator(OLDER)).to_be_attached(timeout=10_000)
    ben_wins(table)
    expect(page.locator("#worth")).to_contain_text(A_NEWER)
    page.locator("#phone").click()
    expect(page.locator("#worth").get_by_role("alert")).to_have_text(A_NEWER)
    # It waits for the server all the same.
    table.record()
    context.set_offline(False)
    expect_sent(table)
    assert games(table.partie)[1:] == [(2, "Anna", "win")]


def test_an_engine_that_does_not_know_the_book_says_so(
    sit: Sit, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bookless(*asked: str) -> dict[str, Any]:
        return {**phone_engine.words_of(*asked), "books": []}

    monkeypatch.setattr(worker, "words_of", bookless)
    book = own_books.book_make(club=club, content=OWN_BOOK)
    table = sit(own_books.book_publish(book=book, version=0, author="").key)
    page = table.page
    ready(table)
    draw(table)
    expect(page.locator(OLDER)).to_be_attached(timeout=120_000)
    next_game(table, 2)
    page.locator("#phone").click()
    status = page.locator("#panel").get_by_role("status")
    expect(status).to_have_text(A_NEWER, timeout=120_000)
