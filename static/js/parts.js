/**
 * On a phone a long page shows one part at a time, which its address names (css/frame.css);
 * here the tab of that part is marked, and brought in sight.
 */

const phone = matchMedia("(width < 48rem)");
const SHOWN = ".part:not(.at-first):is(:target, :has(:target))";
const tabs = document.querySelector(".contents");

function mark() {
  if (tabs === null) return;
  const shown = document.querySelector(SHOWN);
  for (const tab of tabs.querySelectorAll('a[href^="#"]')) {
    const target = document.querySelector(tab.hash);
    const isShown =
      shown === null ? target?.matches("#main, .at-first") : shown.contains(target);
    if (!phone.matches || !isShown) {
      tab.removeAttribute("aria-current");
    } else if (!tab.hasAttribute("aria-current")) {
      tab.setAttribute("aria-current", "true");
      tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - 16;
    }
  }
}

/** What the address names was drawn anew: the browser no longer knows it by itself. */
function nameAgain() {
  const id = location.hash.slice(1);
  if (!id || document.querySelector(":target") || !document.getElementById(id)) return;
  const [top, focused] = [scrollY, document.activeElement];
  location.replace(location.hash);
  scrollTo(0, top);
  focused?.focus({ preventScroll: true });
}

addEventListener("hashchange", mark);
addEventListener("htmx:afterSettle", () => {
  nameAgain();
  mark();
});
phone.addEventListener("change", mark);
// What an address names is found by the browser when the page is laid out.
addEventListener("load", mark);
mark();
