"""
Every page on a phone, in both themes: nothing keeps anybody out, all can be touched.

The addresses are those of `tests.roles_table`, so that a new page is looked at too.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import PALE_LETTERS, PHONE
from tests.browser.looks import RULES_OF_COLOURS, violations
from tests.roles_scene import Scene, scene
from tests.roles_table import STATES, pages

pytestmark = pytest.mark.django_db(transaction=True)

FILES = (".atom", ".css", ".csv", ".gz", ".ics", ".json", ".pdf", ".xlsx")
"""What is kept or opened by another program; nothing in it is a page."""
NOT_OURS = ("/admin/", "/api/")
"""What Django shows whoever runs the site, and what programs read."""

EXTRA = (
    *("/no-such-page/", "/breaks/", "/unreadable/", "/untrusted/"),
    *("/t/nothing/", "/accounts/invitations/nothing/"),
    "/accounts/password/new/nobody/nothing/",
    "/?q=nobody",
)
"""What went wrong or was not found: `tests.test_pages` has the addresses that fail."""

MINIMUM = 44
"""CSS pixels that a finger needs, both ways."""
MOST_SCREENS = 3.8
"""Of a phone, before *more* or another tab is asked for."""
LONG = re.compile(
    r"/parties/\d+/(games/\d+/)?$"  # every game of a partie, every hand of a game
    r"|/(paper|typed)/$|/books/\d+/$|/accounts/data/$|/settings/$"  # long forms
)
"""What is read or filled in as a whole, and longer."""

BAD_PAGE = """<!DOCTYPE html><html lang="en"><title>Bad</title><style>
  :root { color-scheme: light dark; background: Canvas }
  .pale { color: gray }
  input { box-sizing: border-box; width: 44px; height: 20px }
  button { width: 30px; height: 30px; padding: 0 }
  .large { width: 44px; height: 44px }
</style><main id="main"><h1>Bad</h1>
<p style="color: light-dark(#eee, #333)">Pale</p>
<svg width="90" height="20"><text y="15" fill="#222">Ink</text></svg>
<p>This is <a href="/">in a sentence</a>.</p><p><a href="/">Alone</a></p>
<p>· <a href="/">beside its dot</a></p>
<button>Small</button> <button class="large">Large</button>
<details hidden><summary>Hidden</summary></details>
<label style="display: block; height: 44px"><input type="checkbox" name="ticked"> Tick
  this box</label>
<input name="number"><p style="width: 500px">Wide</p></main></html>"""

SMALL_TARGETS = """(least) => {
  const seen = (one) => one.checkVisibility({ opacityProperty: true,
    visibilityProperty: true }) && one.closest(".visually-hidden") === null;
  const standsInSentence = (link) => {
    if (getComputedStyle(link).display !== "inline") return false;
    let block = link.parentElement;
    while (getComputedStyle(block).display.startsWith("inline")) {
      block = block.parentElement;
    }
    const copy = block.cloneNode(true);
    copy.querySelectorAll("a, .visually-hidden").forEach((one) => one.remove());
    return /[\\p{L}\\p{N}]/u.test(copy.textContent);
  };
  const box = (one) => {
    const ticks = one.matches("input[type=checkbox], input[type=radio]");
    const boxes = [one, ...(ticks ? one.labels : [])]
      .map((each) => each.getBoundingClientRect());
    return {
      width: Math.max(...boxes.map((each) => each.width)),
      height: Math.max(...boxes.map((each) => each.height)),
    };
  };
  const found = [];
  const targets = document.querySelectorAll("a[href], button, select, textarea, "
    + "summary, input:not([type=hidden])");
  for (const one of targets) {
    if (one.id === "skip-link" || (!seen(one) && !one.labels?.length)) continue;
    if (one.matches("a") && standsInSentence(one)) continue;
    const { width, height } = box(one);
    // Nine tiles of a suit stand in one line of the screen: css/table.css.
    const wide = one.closest("#pad") === null ? least : Math.min(least, innerWidth / 9);
    if (width === 0 || (width > wide - 0.5 && height > least - 0.5)) continue;
    const name = (one.textContent.trim() || one.name || one.id).replace(/\\s+/g, " ");
    const place = one.closest("[id]")?.id ?? "";
    found.push(`${one.localName} “${name.slice(0, 40)}” in #${place}`
      + ` is ${Math.round(width)} × ${Math.round(height)} px`);
  }
  return found;
}"""


ALL_OF_IT = """() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  // The parts that a phone shows one at a time.
  document.querySelector("#main.in-parts")?.classList.remove("in-parts");
}"""
SPILLED = """() => {
  const scrolls = (one) => one !== null && (scrolls(one.parentElement)
    || getComputedStyle(one).overflowX === "auto");
  const found = [];
  const held = "#main .panel table, .page-tabs:not(.contents)";
  for (const one of document.querySelectorAll(held)) {
    const panel = one.closest(".panel");
    const over = one.matches(".page-tabs") ? one.scrollWidth - one.clientWidth
      : scrolls(one) ? 0
      : one.getBoundingClientRect().right - panel.getBoundingClientRect().right;
    if (over > 0) found.push(`${one.className} in #${one.closest("[id]").id} is `
      + `${Math.ceil(over)} px wider than its place`);
  }
  const range = document.createRange();
  for (const one of document.querySelectorAll("#main tbody th, .page-tabs a")) {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of text.data.matchAll(/\\p{L}{2,12}/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) found.push(`“${word}” is broken`);
      }
    }
  }
  return found;
}"""


@dataclass
class Walk:
    """A phone that looks at one page after the other and keeps what is wrong."""

    page: Page
    site: str
    troubles: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    _said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self._said.append(str(error)))
        self.page.on("console", lambda line: self._hear(line.type, line.text))

    def _hear(self, kind: str, text: str) -> None:
        # That a page is missing is what it says itself.
        if kind == "error" and "the server responded with a status" not in text:
            self._said.append(text)

    def look(self, path: str, who: str) -> None:
        """Look at a page, unless it leads to one that was seen."""
        self._said.clear()
        answer = self.page.goto(self.site + path)
        assert answer is not None
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        if not is_page or self.page.url in self.seen:
            return
        self.seen.add(self.page.url)
        # The table screen shows itself when it has looked at what the phone keeps.
        self.page.locator("h1:visible").first.wait_for()
        long = self.page.evaluate("document.documentElement.scrollHeight / innerHeight")
        if long > MOST_SCREENS and not LONG.search(path):
            self.troubles.append(f"{path} ({who}): {long:.1f} screens")
        self.page.evaluate(ALL_OF_IT)
        found = [*self._said, *self._axe(), *self._sizes()]
        self.troubles += [f"{path} ({who}): {one}" for one in found]

    def _axe(self) -> Iterator[str]:
        # The themes have other colours, and nothing else.
        schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
        for scheme in schemes:
            self.page.emulate_media(color_scheme=scheme)
            only = {"runOnly": RULES_OF_COLOURS} if scheme == "dark" else {}
            found = violations(self.page, only)
            for violation in found.response["violations"]:
                places = [json.dumps(node["target"]) for node in violation["nodes"]]
                yield f"{scheme}: {violation['help']}: {', '.join(places[:5])}"
            for pale in self.page.evaluate(PALE_LETTERS):
                yield f"{scheme}: {pale}"

    def _sizes(self) -> Iterator[str]:
        wider = self.page.evaluate(
            "document.documentElement.scrollWidth - window.innerWidth"
        )
        if wider > 0:
            yield f"{wider} px too wide"
        yield from self.page.evaluate(SMALL_TARGETS, MINIMUM)
        yield from self.page.evaluate(SPILLED)


@pytest.fixture
def everybody(transactional_db: None) -> Scene:
    """Return a club with everybody who could come to it."""
    return scene()


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """Return a phone; nothing that it keeps hides what the server says."""
    context = browser.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        locale="de-DE",  # of the longest words
        reduced_motion="reduce",
        service_workers="block",
    )
    yield context
    context.close()


def addresses(everybody: Scene, role: str, state: str = "") -> list[str]:
    """Return the address of every page that a role may look at, or is refused."""
    values = everybody.values | everybody.states.get(state, {})
    found = []
    for page in pages():
        if page.route.startswith(NOT_OURS) or "GET" not in page.kinds:
            continue
        # These two see the club's other pages as members and as anybody.
        if (state or role == "link") and not page.is_of_a_partie:
            continue
        if state and page.kinds["GET"] not in ("TABLE", "LINK"):
            continue
        if page.route.endswith(FILES):
            continue
        said = page.says("GET", role, is_public=True, state=STATES.get(state))
        if said in ("ok", "no"):
            found.append(page.path(values))
    # Whoever follows a table's link is somebody else from then on.
    return sorted(found, key=lambda path: path.startswith("/t/"))


@pytest.mark.parametrize("role", ["administrator", "anonymous", "link"])
def test_every_page_is_open_to_everybody_and_all_in_it_can_be_touched(
    everybody: Scene,
    phone: BrowserContext,
    live_server: LiveServer,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    role: str,
) -> None:
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)
    settings.ROOT_URLCONF = "tests.test_pages"
    phone.add_cookies(
        [
            {"name": name, "value": value, "url": live_server.url}
            for name, value in everybody.cookies[role].items()
        ]
    )
    walk = Walk(phone.new_page(), live_server.url)
    for path in addresses(everybody, role):
        walk.look(path, role)
    if role == "administrator":
        for state in ("finished", "void"):
            for path in addresses(everybody, role, state):
                walk.look(path, f"{role}, {state}")
        for path in EXTRA:
            walk.look(path, role)
    assert len(walk.seen) > 15
    assert walk.troubles == [], "\n".join(walk.troubles)


def test_what_keeps_people_out_is_found(
    phone: BrowserContext, live_server: LiveServer, transactional_db: None
) -> None:
    page = phone.new_page()
    walk = Walk(page, live_server.url)
    page.route(
        "**/bad/",
        lambda route: route.fulfill(
            content_type="text/html; charset=utf-8", body=BAD_PAGE
        ),
    )
    walk.look("/bad/", "anybody")
    told = "\n".join(walk.troubles)
    assert "light: Elements must meet minimum color contrast" in told
    assert "dark: Elements must meet minimum color contrast" in told
    assert "light: Form elements must have labels" in told
    assert "dark: “Ink” cannot be read in its picture" in told
    assert "light: “Ink”" not in told
    assert "input “number” in #main is 44 × 20 px" in told
    assert "a “Alone” in #main" in told
    assert "a “beside its dot” in #main" in told
    assert "button “Small” in #main is 30 × 30 px" in told
    assert "px too wide" in told
    for fine in ("in a sentence", "Large", "Hidden", "ticked"):
        assert f"“{fine}”" not in told
