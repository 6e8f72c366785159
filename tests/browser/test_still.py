"""What is tapped stands still: no tap is lost, none lands on a neighbour."""

from __future__ import annotations

import random
import time
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.glass import Glass, SlowPhone
from tests.browser.taps import Finger, Sit, sit

__all__ = ["sit"]

# Without a signal nothing is opened here; only sending has to wait.
pytestmark = pytest.mark.keeps_no_screen

Box = tuple[int, int, int, int]

BOOKS: dict[str, tuple[str, dict[str, object]]] = {
    "nts": ("nts", {}),
    "nts with flowers": ("nts", {"flowers": "yes"}),
    "schmale": ("schmale", {"jokers": 4}),
    "spiel-der-winde": ("spiel-der-winde", {}),
}
SCREENS = {
    "phone": PHONE,
    "narrow": {"width": 320, "height": 640},
    "across": {"width": 740, "height": 360},
    "desktop": {"width": 1280, "height": 900},
}

every_book = pytest.mark.parametrize("book", BOOKS)
every_screen = pytest.mark.parametrize(
    "screen", list(SCREENS.values()), ids=list(SCREENS), indirect=True
)


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    """Return what the browser asks for, English unless a test asks for others."""
    asked: str = getattr(request, "param", "en")
    return asked


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], language: str
) -> dict[str, Any]:
    """Return how a window is opened on which a finger taps."""
    return {**browser_context_args, "has_touch": True, "locale": language}


LATE_ANSWERS = """(range) => {
  const [least, most] = range;
  const ask = window.fetch;
  window.fetch = async (address, options) => {
    const answer = await ask(address, options);
    if (String(address).includes("/preview/")) {
      const wait = least + Math.random() * (most - least);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    return answer;
  };
}"""


HELD_ANSWERS = """() => {
  const ask = window.fetch;
  window.fetch = async (address, options) => {
    const answer = await ask(address, options);
    if (String(address).includes("/preview/")) {
      await new Promise((resolve) => {
        window.answer = resolve;
      });
    }
    return answer;
  };
}"""


LATE_STYLE = """(rules) => {
  const style = new CSSStyleSheet();
  style.replaceSync(rules);
  document.adoptedStyleSheets.push(style);
}"""


def sit_at(sit: Sit, book: str) -> Finger:
    """Open the table screen of a partie by a rule book."""
    ruleset, options = BOOKS[book]
    return sit(ruleset, options=options)


def box_of(place: Locator) -> Box:
    """Return where something stands, in whole pixels."""
    box = place.bounding_box()
    assert box is not None
    return (
        round(box["x"]),
        round(box["y"]),
        round(box["width"]),
        round(box["height"]),
    )


STAYING = ("#tabs", "#tray", "#mode", "#pad", "#undo-tap")
"""What stays where it is even when nothing can be recorded."""
PARTS = (*STAYING, "#tools", "#record")


BOXES = """(parts) => parts.map((part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


def places_of(page: Page) -> dict[str, Box]:
    """Return where the parts of the screen stand."""
    return dict(zip(PARTS, map(tuple, page.evaluate(BOXES, PARTS)), strict=True))


# Places ----------------------------------------------------------------------------


@every_screen
@every_book
def test_no_part_of_the_screen_moves_while_a_game_is_entered(
    sit: Sit, book: str, screen: dict[str, int]
) -> None:
    table = sit_at(sit, book)
    page = table.page
    page.locator(f"#won-{table.key('Ben')}").click()
    page.locator(f"#from-{table.key('Anna')}").click()
    places = places_of(page)
    bottom = box_of(page.locator("#worth"))
    assert places["#pad"][1] + places["#pad"][3] <= bottom[1]
    assert bottom[1] + bottom[3] <= screen["height"]

    def stands_still() -> None:
        assert places_of(page) == places

    for tile in ("2s", "4p", "5m", "3m"):
        page.locator(f"#tile-{tile}").click()
        stands_still()
    page.locator("#tile-3s").click()
    # Which tile won is asked where the tools were, and Undo stays.
    expect(page.get_by_role("group", name="Which tile won the game?")).to_be_visible()
    stands_still()
    page.locator("#winning-3s").click()
    expect(page.locator("#worth[aria-busy=false]")).to_be_visible()
    stands_still()
    for bonus in ("1f", "2f", "3f", "4f", "1y", "2y"):
        if page.locator(f"#tile-{bonus}").count():
            page.locator(f"#tile-{bonus}").click()
            stands_still()
    page.locator(f"#tab-{table.key('Dirk')}").click()
    stands_still()
    page.locator("#tile-5z").click()
    page.locator("#mode-kong-exposed").click()
    page.locator("#tile-6z").click()
    expect(page.locator("#worth[aria-busy=false]")).to_be_visible()
    stands_still()
    # Neither what was kept nor a signal that is gone pushes a tile under the bar.
    page.reload()
    expect(page.locator("#notices .notice")).to_be_visible()

    def stand_as_before() -> None:
        now = places_of(page)
        assert [now[part] for part in STAYING] == [places[part] for part in STAYING]

    stand_as_before()
    page.context.set_offline(True)
    expect(page.locator("#open-waits")).to_be_visible()
    stand_as_before()
    page.locator("#keep").click()
    page.locator("#open-waits").click()
    expect(page.locator("#waits")).to_contain_text("signal")
    expect(page.locator("#waits")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#waits")).not_to_be_visible()
    stand_as_before()
    page.context.set_offline(False)


def test_a_draw_and_a_penalty_stay_where_they_are_when_a_winner_was_tapped(
    sit: Sit,
) -> None:
    table = sit("schmale")
    page = table.page
    ends = [page.locator("#draw"), page.locator("#penalty")]
    before = [box_of(one) for one in ends]
    table.won("Ben")
    assert [box_of(one) for one in ends] == before
    table.tap("#penalty")
    assert [box_of(one) for one in ends] == before
    table.tap("#penalty")
    table.won("Ben")
    table.tap("#draw")
    table.record()
    assert table.said["outcome"] == {"kind": "draw"}


@every_screen
def test_who_pays_for_all_is_in_sight_among_the_rarer_ways(
    sit: Sit, screen: dict[str, int]
) -> None:
    table = sit("schmale")
    page = table.page
    table.won("Ben")
    table.tap("#more")
    panel = box_of(page.locator("#panel"))
    for name in ("Anna", "Cleo", "Dirk"):
        box = box_of(page.locator(f"#pao-{table.key(name)}"))
        assert box[1] + box[3] <= panel[1] + panel[3]
        assert box[1] + box[3] <= box_of(page.locator("#worth"))[1]


BROKEN = r"""() => {
  const broken = [];
  for (const button of document.querySelectorAll("#table button")) {
    if (button.offsetParent === null) continue;
    if (button.scrollWidth > button.clientWidth + 1) broken.push(button.textContent);
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest(".visually-hidden")) continue;
      for (const word of node.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) broken.push(word[0]);
      }
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("language", ["en", "de", "nl"], indirect=True)
@pytest.mark.parametrize(
    "screen", [SCREENS["narrow"], PHONE], ids=["narrow", "phone"], indirect=True
)
def test_no_word_is_broken_on_a_narrow_phone(
    sit: Sit, screen: dict[str, int], language: str
) -> None:
    table = sit("schmale", options={"jokers": 4})
    page = table.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    table.won("Ben")
    assert page.evaluate(BROKEN) == []
    page.locator("#more").click()
    assert page.evaluate(BROKEN) == []
    table.gave("Anna")
    table.tiles("2s", "4p")
    assert page.evaluate(BROKEN) == []
    table.hand("Dirk")
    assert page.evaluate(BROKEN) == []


# What moves by itself ---------------------------------------------------------------

SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      window.shifts.push({
        value: one.value,
        asked: one.hadRecentInput,
        what: one.sources.map(({ node }) => {
          const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
          return element ? `${element.tagName}#${element.id}.${element.className}` : "";
        }),
      });
    }
  }).observe({ type: "layout-shift", buffered: false });
}"""


@every_screen
@every_book
def test_nothing_shifts_when_an_answer_comes(
    sit: Sit, book: str, screen: dict[str, int]
) -> None:
    table = sit_at(sit, book)
    page = table.page
    # What moves half a second after a tap, nobody has asked for with it.
    page.evaluate(LATE_ANSWERS, [600, 600])

    def answered() -> None:
        expect(page.locator("#worth[aria-busy=false]")).to_be_visible()

    page.evaluate(SHIFTS)
    page.locator(f"#won-{table.key('Ben')}").click()
    page.locator(f"#from-{table.key('Anna')}").click()
    answered()
    for tile in ("2s", "4p", "5m", "3m", "3s"):
        page.locator(f"#tile-{tile}").click()
    answered()
    page.locator("#winning-3s").click()
    answered()
    if page.locator("#tile-2f").count():
        page.locator("#tile-2f").click()
        answered()
    page.locator(f"#tab-{table.key('Dirk')}").click()
    page.locator("#tile-5z").click()
    answered()
    page.locator(f"#tab-{table.key('Cleo')}").click()
    page.locator("#dead-hand").click()
    answered()
    page.locator("#why").click()
    answered()
    page.locator("#why").click()
    glass = Glass(page)
    glass.see()
    shifts: list[dict[str, Any]] = page.evaluate("shifts")
    unasked = [one for one in shifts if not one["asked"]]
    assert sum(one["value"] for one in unasked) == 0, unasked


def test_what_is_in_sight_stays_when_an_answer_takes_a_warning_away(sit: Sit) -> None:
    table = sit()
    page = table.page
    warnings = [{"player": table.key("Dirk"), "message": "Look at this hand. " * 12}]

    def warn(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "warnings": warnings})

    page.route("**/preview/", warn)
    table.won("Ben")
    table.gave("Anna")
    table.hand("Dirk")
    table.tiles("1m", "9m", "5z", "6z")
    expect(page.locator("#tray .warning")).to_have_count(1)
    # Whoever turns to a hand is led to what is to be seen to.
    table.hand("Cleo")
    table.hand("Dirk")
    sets = page.locator("#tray .set")
    # A tray whose room is larger than itself would push what stands below it.
    seen = page.locator("#tray .set, #tools button")
    before = [box_of(one) for one in seen.all()]
    tray = page.locator("#tray")
    top = box_of(tray)[1]
    assert before[0][1] < top
    warnings.clear()
    page.locator("#why").click()
    expect(page.locator("#tray .warning")).to_have_count(0)
    assert [box_of(one) for one in seen.all()] == before
    # Whoever taps expects a change, and no room is left empty below the hand.
    table.hand("Cleo")
    table.hand("Dirk")
    assert box_of(sets.first)[1] >= top
    assert tray.evaluate("({ scrollHeight }) => scrollHeight") <= box_of(tray)[3]


def test_an_answer_to_what_was_changed_meanwhile_is_passed_over(sit: Sit) -> None:
    table = sit()
    page = table.page
    page.evaluate(HELD_ANSWERS)
    table.won("Ben")
    table.gave("Anna")
    busy = page.evaluate(
        """async () => {
          while (!window.answer) await new Promise(requestAnimationFrame);
          const { answer } = window;
          window.answer = null;
          document.getElementById("tile-2s").click();
          answer();
          // Before anything new is asked.
          await new Promise((resolve) => setTimeout(resolve, 60));
          return document.getElementById("worth").ariaBusy;
        }"""
    )
    assert busy == "true"
    page.evaluate(
        """async () => {
          while (!window.answer) await new Promise(requestAnimationFrame);
          window.answer();
        }"""
    )
    expect(page.locator("#worth[aria-busy=false]")).to_be_visible()


# A quick finger ---------------------------------------------------------------------

LOOK = 300
"""Milliseconds from a look to the finger."""
HELD = 0.4
"""A finger that is held longer than so many seconds does not tap."""
FINGERS = 250


class Tap(NamedTuple):
    """A finger that meant a button; when is told in milliseconds of the phone."""

    target: str
    stood_since: float
    looked: float
    held: float
    """Seconds, at most."""
    stood: tuple[float, float]
    """Where it was, by its middle."""
    stands: tuple[float, float] | None
    """Where it was at the next look; None where it was not."""


@pytest.mark.parametrize("seed", range(8))
def test_every_tap_counts_for_what_the_eye_saw(sit: Sit, seed: int) -> None:
    """Tap 250 times at random: of eight such tests, 2,000 times."""
    chance = random.Random(seed)
    table = sit_at(sit, list(BOOKS)[seed % len(BOOKS)])
    page = table.page
    page.evaluate(LATE_ANSWERS, [0, 1500])
    glass = Glass(page)
    with SlowPhone(page):
        taps = tap_at_random(chance, glass)
    while len(glass.fingers) < FINGERS:
        glass.see()
    page.wait_for_timeout(2 * LOOK)
    glass.see()
    assert len(glass.fingers) == FINGERS
    clicked: dict[int, list[str]] = {}
    for one in glass.clicks:
        clicked.setdefault(one.finger, []).append(one.button)
    landed = 0
    for tap, (finger, came) in zip(taps, glass.fingers, strict=True):
        # What changed longer ago than a look takes was seen, had the test an eye.
        if came - tap.looked >= LOOK:
            continue
        got = clicked.get(finger, [])
        # Never a neighbour.
        assert got in ([], [tap.target])
        # Never nothing where it stood still, also after what a finger before asked for.
        is_still = not any(tap.looked < one.at < came for one in glass.clicks)
        if is_still and came - tap.stood_since > LOOK + 100 and tap.held < HELD:
            assert got == [tap.target], f"{tap}\n{glass.around(tap.looked, came)}"
        landed += len(got)
    assert landed > 100


def tap_at_random(chance: random.Random, glass: Glass) -> list[Tap]:
    """Tap 250 times; return what was meant."""
    since: dict[str, tuple[tuple[float, float], float]] = {}
    taps = []
    seen, _ = glass.see()
    for _ in range(FINGERS):
        since = {
            name: (place, since[name][1])
            if name in since and since[name][0] == place
            else (place, glass.shown)
            for name, place in seen.items()
        }
        target = chosen(chance, seen)
        looked = glass.looked
        glass.page.wait_for_timeout(chance.uniform(60, 250))
        start = time.monotonic()
        glass.down(seen[target])
        if chance.random() < 0.5:
            glass.page.evaluate("redraw()")
        glass.up()
        held = time.monotonic() - start
        stood, (seen, _) = seen[target], glass.see()
        taps.append(
            Tap(target, since[target][1], looked, held, stood, seen.get(target))
        )
    return taps


def chosen(chance: random.Random, seen: dict[str, tuple[float, float]]) -> str:
    """Return what is tapped next; what leads on to a game more often."""
    names = [name for name in seen if not name.startswith(("record ", "throw-away "))]
    likely = ("tile-", "winning-", "from-", "won-", "tab-")
    weights = [3 if name.startswith(likely) else 1 for name in names]
    return chance.choices(names, weights)[0]


def test_a_tap_on_what_has_just_come_does_nothing(sit: Sit) -> None:
    table = sit()
    page = table.page
    table.won("Ben")
    glass = Glass(page)
    seen, _ = glass.see()
    page.wait_for_timeout(350)
    giver = f"from-{table.key('Anna')} "
    glass.down(seen[giver])
    glass.up()
    # The pad comes: a finger that falls on it at once was meant for something else.
    expect(page.locator("#tile-2s")).to_be_visible()
    there, clicked = glass.see()
    assert clicked == [giver]
    glass.down(there["tile-2s "])
    glass.up()
    there, clicked = glass.see()
    early = clicked
    page.wait_for_timeout(350)
    glass.down(there["tile-4p "])
    glass.up()
    _, clicked = glass.see()
    assert clicked == ["tile-4p "]
    assert len(early) + 1 == page.locator("#tray .set").count()


def test_a_tap_counts_on_what_stays_when_a_hand_is_dead_no_more(sit: Sit) -> None:
    table = sit("spiel-der-winde")
    page = table.page
    table.won("Ben")
    table.gave("Anna")
    table.hand("Dirk")
    table.tiles("1m", "9m", "5z", "6z", "7z", "2p", "3p", "1y")
    table.tap("#dead-hand")
    expect(page.locator("#worth[aria-busy=false]")).to_be_visible()
    page.evaluate("document.getElementById('tray').scrollTop = 9999")
    page.wait_for_timeout(350)
    glass = Glass(page)
    before, _ = glass.see()
    table.tap("#dead-hand")
    # The reason above went, and the hand is scrolled as much less.
    there, _ = glass.see()
    assert there["bonus-0-1y "] == before["bonus-0-1y "]
    glass.down(there["bonus-0-1y "])
    glass.up()
    _, clicked = glass.see()
    assert clicked == ["bonus-0-1y "]


def test_what_moves_without_a_change_of_the_screen_is_not_tapped_at_once(
    sit: Sit,
) -> None:
    table = sit()
    page = table.page
    table.won("Ben")
    table.gave("Anna")
    expect(page.locator("#worth[aria-busy=false]")).to_be_visible()
    glass = Glass(page)
    page.wait_for_timeout(350)
    # A style that comes late moves what stands, and nothing in the screen changes.
    page.evaluate(LATE_STYLE, "#pad { position: relative; top: -3rem }")
    there, _ = glass.see()
    glass.down(there["tile-4p "])
    glass.up()
    _, clicked = glass.see()
    assert clicked == []
    page.wait_for_timeout(350)
    glass.down(there["tile-4p "])
    glass.up()
    _, clicked = glass.see()
    assert clicked == ["tile-4p "]


def test_the_fields_of_own_counts_wait_for_their_style(sit: Sit) -> None:
    table = sit()
    page = table.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/counts*.css", hold)
    table.won("Ben")
    table.gave("Anna")
    page.locator("#own-count").click()
    expect(page.locator("#panel p.muted", has_text="…")).to_be_visible()
    while not held:
        page.wait_for_timeout(10)
    expect(page.locator(".counted-hands")).to_have_count(0)
    # Without it there is a word about it, and the next tap asks again.
    held.pop().abort()
    expect(page.locator("#panel")).to_be_hidden()
    page.unroute("**/counts*.css")
    page.locator("#own-points").click()
    expect(page.locator(".counted-hands")).to_have_css("display", "grid")


def test_a_finger_that_came_down_before_a_change_taps_what_it_came_down_on(
    sit: Sit,
) -> None:
    table = sit()
    page = table.page
    table.won("Ben")
    table.gave("Anna")
    table.tiles("2s", "4p")
    glass = Glass(page)
    seen, _ = glass.see()
    page.wait_for_timeout(350)
    glass.down(seen["set-1 (456p)"])
    # Something pushes the tray aside while the finger is down.
    page.evaluate("document.getElementById('tray').style.paddingLeft = '9rem'")
    glass.up()
    _, clicked = glass.see()
    assert clicked == ["set-1 (456p)"]
    expect(page.locator("#panel-title")).to_contain_text("4 of circles")


def test_a_press_of_the_mouse_that_is_dragged_off_a_button_taps_nothing(
    sit: Sit,
) -> None:
    table = sit()
    page, mouse = table.page, table.page.mouse
    table.tap("#draw")
    expect(page.locator("#record")).to_be_enabled()
    page.wait_for_timeout(350)
    glass = Glass(page)
    seen, _ = glass.see()
    x, y = seen["record "]
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 200, steps=4)
    mouse.up()
    _, clicked = glass.see()
    assert clicked == []
    # In place it taps what it came down on, wherever that went meanwhile.
    mouse.move(x, y)
    mouse.down()
    page.evaluate("document.getElementById('record').style.translate = '0 -9rem'")
    mouse.up()
    expect(page.locator("#recorded-heading")).to_be_visible()
    _, clicked = glass.see()
    assert clicked == ["record "]
    assert table.partie.games.count() == 1


def test_keys_and_screen_readers_need_not_wait(sit: Sit) -> None:
    table = sit()
    page = table.page
    page.evaluate(f"document.getElementById('won-{table.key('Ben')}').click()")
    page.evaluate(f"document.getElementById('from-{table.key('Anna')}').click()")
    page.locator("#tile-2s").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tray .set")).to_have_count(1)
