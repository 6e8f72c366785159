/**
 * The foot of every page: what was typed above it is there again when the page comes back
 * in another language or another appearance.
 */

const KEPT = "clubscore:typed";
/* A secret is not kept, nor a file, nor what nobody typed. */
const LEFT_OUT = ["hidden", "password", "file", "submit", "button", "reset"];
const here = location.pathname + location.search;

function fields() {
  const found = document.querySelectorAll("#main :is(input, select, textarea)[name]");
  return [...found].filter((one) => !LEFT_OUT.includes(one.type));
}

function isTicked({ type }) {
  return type === "checkbox" || type === "radio";
}

/* A form may have several fields of one name: they stand in the same order again. */
function nameOf(one) {
  return isTicked(one) ? `${one.name}=${one.value}` : one.name;
}

function bringBack(typed) {
  for (const one of fields()) {
    const value = typed[nameOf(one)]?.shift();
    const property = isTicked(one) ? "checked" : "value";
    if (value === undefined || one[property] === value) continue;
    one[property] = value;
    /* A choice that another one takes the place of tells nothing. */
    if (one.type !== "radio" || value) one.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

document.getElementById("site-foot").addEventListener("submit", () => {
  const typed = {};
  for (const one of fields()) {
    (typed[nameOf(one)] ??= []).push(isTicked(one) ? one.checked : one.value);
  }
  sessionStorage.setItem(KEPT, JSON.stringify({ here, typed }));
});

const kept = JSON.parse(sessionStorage.getItem(KEPT));
sessionStorage.removeItem(KEPT);
if (kept?.here === here) bringBack(kept.typed);
