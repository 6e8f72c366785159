"""What axe has found nothing wrong with, so that it is asked of what is new alone."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""All that axe asks by default and that the colours alone can change."""
QUICK = {"resultTypes": ["violations"], "preload": {"assets": ["media"]}}
"""What no rule that is on asks for is not worked out: who passes, all style sheets."""
HAS_AXE = "typeof window.axe?.run === 'function'"
VIOLATIONS = """([options, places]) => {
  const all = document.querySelectorAll("body *");
  const context = places === null ? document
    : { include: places.map((place) => all[place]) };
  return axe.run(context, options).then(({ violations }) => ({ violations }));
}"""
SHOWN = """() => {
  const hashed = (text, seed) => {
    let [one, other] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
    for (let index = 0; index < text.length; index += 1) {
      one = Math.imul(one ^ text.charCodeAt(index), 2654435761);
      other = Math.imul(other ^ text.charCodeAt(index), 1597334677);
    }
    return 4294967296 * (2097151 & other) + (one >>> 0);
  };
  // What is said differs from page to page; that something is said does not.
  const spoken = ["href", "src", "srcset", "value", "name", "content",
    "aria-label", "title", "alt", "placeholder", "action", "d", "points", "viewBox",
    "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height", "transform"];
  const refers = ["for", "aria-labelledby", "aria-describedby", "aria-controls",
    "aria-owns", "aria-activedescendant", "headers", "list"];
  const says = (text) => /\\S/.test(text ?? "");
  const ownText = (one) => [...one.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && says(node.data));
  const described = (one) => {
    const style = getComputedStyle(one);
    const told = [one.localName, style.display, style.visibility, style.opacity,
      style.backgroundColor, style.backgroundImage, style.position, style.overflow,
      style.color, style.fontSize, style.fontWeight, style.fill];
    for (const { name, value } of one.attributes) {
      if (refers.includes(name)) {
        const named = value.split(/\\s+/).filter(Boolean);
        told.push(name, named.every((id) => document.getElementById(id) !== null));
      } else if (spoken.includes(name)) told.push(name, says(value));
      else if (!/^(id$|data-|hx-)/.test(name)) told.push(name, value);
    }
    return told.join("|");
  };
  // What stands in it is no matter of the others that stand in it, but in a family.
  const family = "ul,ol,dl,menu,table,thead,tbody,tfoot,tr,select,details,fieldset,"
    + "figure,[role]";
  const holding = (one) => [says(one.textContent), ownText(one), one.checked ?? "",
    one.labels?.length ?? "", getComputedStyle(one).textDecorationLine,
    one.previousElementSibling?.localName ?? "",
    ...(one.matches(family) ? new Set([...one.children].map((each) => each.localName))
      : [])].join("|");
  const inherited = (one) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one);
    return [one.localName, one.role, one.ariaHidden, one.inert, one.disabled,
      backgroundColor, backgroundImage, opacity].join("|");
  };
  const hashes = new Map([[document.body, hashed(inherited(document.body), 0)]]);
  const all = [...document.querySelectorAll("body *")];
  const elements = all.map((one) => {
    const within = hashes.get(one.parentElement) % 4294967296;
    hashes.set(one, hashed(inherited(one), within));
    return hashed(`${described(one)}|${holding(one)}`, within);
  });
  const ids = all.map((one) => one.id).filter(Boolean);
  const frame = [document.documentElement.lang, says(document.title),
    document.documentElement.outerHTML.match(/<head[^]*?<\\/head>/)[0]
      .replace(/(content|href|nonce)="[^"]*"/g, "").replace(/<title>[^]*?</, "<"),
    ids.length === new Set(ids).size];
  const seen = (found) => [...document.querySelectorAll(found)]
    .filter((one) => one.checkVisibility());
  // A heading may be skipped between any two that follow each other.
  const levels = seen("h1,h2,h3,h4,h5,h6").map((one) => one.localName);
  const steps = levels.map((level, index) => `${levels[index - 1]} ${level}`);
  const regions = seen("main,nav,header,footer,aside,dialog,section[aria-label],"
    + "section[aria-labelledby],form[aria-label],[role=region],[role=search]")
    .map((one) => [one.localName, one.role, one.ariaLabel,
      document.getElementById(one.getAttribute("aria-labelledby"))?.textContent].join());
  const outermost = [...document.body.children].filter((one) => one.checkVisibility())
    .map((one) => [one.localName, one.role].join());
  frame.push(regions.length === new Set(regions).size, levels.includes("h1"),
    ...[...new Set(steps)].sort(), ...[...new Set(outermost)].sort(),
    seen("main").length);
  return [hashed(frame.join("|"), 0), elements];
}"""
"""
What each element is to axe, told by it and all it stands in: name, state, colours.

The first is what the rules look at that ask a whole page: headings, regions, names.
"""


class Looks:
    """What was looked at in a run of tests, with nothing found."""

    def __init__(self) -> None:
        self._pages: set[object] = set()
        self._elements: set[object] = set()
        self.asked = 0
        """How often axe had to be asked."""

    def violations(self, page: Page, only: list[str] | None = None) -> AxeResults:
        """Return what axe finds in what is new on the page, by all rules or by some."""
        size = page.viewport_size
        circumstances = (
            tuple(only or ()),
            page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"),
            size and size["width"],
        )
        frame, elements = page.evaluate(SHOWN)
        unknown = [(circumstances, one) for one in elements]
        places = [n for n, one in enumerate(unknown) if one not in self._elements]
        is_known = (circumstances, frame) in self._pages
        if is_known and not places:
            return AxeResults({"violations": []})
        self.asked += 1
        options = {"runOnly": only} if only else {}
        found = violations(page, options, places if is_known else None)
        if found.violations_count == 0:
            self._pages.add((circumstances, frame))
            self._elements.update(unknown)
        return found


def violations(
    page: Page, options: dict[str, Any], places: list[int] | None = None
) -> AxeResults:
    """Return what axe finds on the page, or in some of its elements alone."""
    if not page.evaluate(HAS_AXE):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(VIOLATIONS, [{**QUICK, **options}, places])
    return AxeResults(found)
