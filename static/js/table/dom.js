// Elements and words: the small things that every part of the table screen is made of.

const SVG = "http://www.w3.org/2000/svg";

/** Return a new element; attributes that are false, null or undefined are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if ((value ?? false) !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((one) => one !== null && one !== false));
  return element;
}

/**
 * Put children into an element, and keep of what stands there all that is the same: a tap
 * that began on a button before ends on it, and the focus stays where it was.
 */
export function fill(place, ...children) {
  const active = document.activeElement;
  const had = active !== null && place.contains(active);
  const fresh = children.flat(Infinity).filter((one) => one !== null && one !== false);
  keepSame(place, fresh.map((one) => (typeof one === "string" ? document.createTextNode(one) : one)));
  if (had && document.activeElement !== active) {
    const again = active.id === "" ? null : document.getElementById(active.id);
    (again ?? place).focus({ preventScroll: true });
  }
}

const ACTS = ["onclick", "onkeydown", "oninput", "onchange"];

function keepSame(place, fresh) {
  // What goes, goes first: nothing that stays is then moved, and a finger stays on it.
  const stays = new Set(fresh.map((node) => node.id).filter(Boolean));
  for (const old of [...place.children]) {
    if (old.id && !stays.has(old.id)) old.remove();
  }
  let at = place.firstChild;
  for (const node of fresh) {
    const same = sameIn(place, at, node);
    if (same === null) place.insertBefore(node, at);
    else if (same === at) {
      at = at.nextSibling;
      takeOver(same, node);
    } else {
      place.insertBefore(same, at);
      takeOver(same, node);
    }
  }
  while (at !== null) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** Return the child that can become *node*: by its id, or the next one without any. */
function sameIn(place, at, node) {
  if (node.nodeType === Node.ELEMENT_NODE && node.id !== "") {
    const found = document.getElementById(node.id);
    return found?.parentNode === place && found.tagName === node.tagName ? found : null;
  }
  // A text that changes is a new one: it stands where it stands, and has not moved there.
  const fits = at !== null && at.nodeName === node.nodeName && !at.id &&
    (node.nodeType === Node.ELEMENT_NODE
      ? at.getAttribute("class") === node.getAttribute("class") : at.data === node.data);
  return fits ? at : null;
}

/** Let an element that stays become what *fresh* is. */
function takeOver(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) return;
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const act of ACTS) old[act] = fresh[act];
  const { value } = fresh;
  keepSame(old, [...fresh.childNodes]);
  const isField = ["INPUT", "SELECT"].includes(old.tagName);
  if (isField && old !== document.activeElement) old.value = value;
}

/** Return a sentence with its places filled: %(name)s. */
export function say(template, values = {}) {
  return template.replace(/%\((\w+)\)s/g, (_all, name) => String(values[name]));
}

/** Return a number with thousands apart. */
export function figure(number) {
  return number.toLocaleString("fr");
}

/** Return a button that does something. */
export function button(id, label, act, attributes = {}) {
  return h("button", { type: "button", id, onclick: act, ...attributes }, label);
}

/** Return a button that is on or off. */
export function toggle(id, label, isOn, act, attributes = {}) {
  return button(id, label, act, { "aria-pressed": String(isOn), ...attributes });
}

/** Return a question with its answers. */
export function asked(question, attributes, ...answers) {
  return h("div", { role: "group", "aria-label": question, ...attributes },
    h("p", { class: "question" }, question), ...answers);
}

/** Return the button that opens the panel of its name, and closes it again. */
export function opener(app, panel, label, attributes = {}) {
  return button(panel, label, () => app.open(panel),
    { "aria-expanded": String(app.ui.panel === panel), "aria-controls": "panel", ...attributes });
}

let pictures = {};
let letters = {};

/** Say where the pictures of tiles are, {tiles, bonus}, and which letter each carries. */
export function usePictures(addresses, lettered) {
  pictures = addresses;
  letters = lettered;
}

/** Return the picture of a tile; its name is said elsewhere. */
export function picture(tile) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "face");
  svg.setAttribute("viewBox", "0 0 300 400");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  const file = /[fyj]$/.test(tile) ? pictures.bonus : pictures.tiles;
  use.setAttribute("href", `${file}#t${tile}`);
  svg.append(use);
  if (tile in letters) {
    const letter = document.createElementNS(SVG, "text");
    // Inside the frame of the white dragon; beside the sign of the others.
    const isFramed = tile === "5z";
    letter.setAttribute("class", isFramed ? "letter framed" : "letter");
    letter.setAttribute("x", isFramed ? "150" : "24");
    letter.setAttribute("y", isFramed ? "252" : "112");
    letter.append(letters[tile]);
    svg.append(letter);
  }
  return svg;
}

/** Return a text for screen readers alone. */
export function unseen(text) {
  return h("span", { class: "visually-hidden" }, text);
}

// What a finger meant ---

/*
 * Taps count for what the eye saw. A finger on what came less than `LOOK` milliseconds
 * ago was meant for what was there before, and does nothing. What was under the finger
 * when it came down is tapped, whatever is there when it is lifted.
 */

/** How long an eye and a finger take, in milliseconds. */
const LOOK = 300;
/** How far beside a button a mouse or a pen may be lifted, in pixels. */
const SLACK = 4;
const TAPPED = "button, a[href], summary, input, select, label";

/** Of everything that can be tapped where it stands, and when it came to stand there. */
const places = new Map();
let isStale = true;
/** What the pointer that is down was meant for: undefined where there is none. */
let aimed;
/** Where that stood then; null for a finger. */
let stood = null;
/** Whether the mouse was moved since its last click: whoever moves it looks where it goes. */
let isMoved = true;

const what = (element) => element?.closest?.(TAPPED) ?? null;

/** Watch what moves in an element, and let no tap in it land on a neighbour. */
export function watch(root) {
  const stale = () => {
    if (isStale) return;
    isStale = true;
    requestAnimationFrame(() => look(root));
  };
  isStale = false;
  stale();
  const changes = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(stale).observe(root, changes);
  addEventListener("resize", stale);
  addEventListener("scroll", stale, { capture: true, passive: true });
  addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") isMoved = true;
  }, { capture: true, passive: true });
  root.addEventListener("pointerdown", (event) => down(event, root), { capture: true });
  root.addEventListener("pointercancel", () => {
    aimed = undefined;
  }, { capture: true });
  root.addEventListener("click", up, { capture: true });
}

/** See where everything stands; what moved is seen when it is painted. */
function look(root) {
  isStale = false;
  const moved = [];
  const gone = new Set(places.keys());
  for (const element of root.querySelectorAll(TAPPED)) {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width === 0) continue;
    gone.delete(element);
    const place = [left, top, width, height].map(Math.round).join(" ") + (element.dataset.is ?? "");
    if (places.get(element)?.place === place) continue;
    moved.push(element);
    places.set(element, { place, since: Infinity });
  }
  gone.forEach((element) => places.delete(element));
  if (moved.length === 0) return;
  setTimeout(() => {
    const since = performance.now();
    for (const element of moved) {
      const known = places.get(element);
      if (known?.since === Infinity) known.since = since;
    }
  });
}

function down(event, root) {
  if (!event.isPrimary) return;
  // Not all that moves a place is a change in the root: a style that comes late is none.
  look(root);
  const element = what(event.target);
  const isAimed = event.pointerType === "mouse" && isMoved;
  const since = places.get(element)?.since ?? Infinity;
  aimed = isAimed || event.timeStamp - since >= LOOK ? element : null;
  stood = event.pointerType === "touch" ? null : element?.getBoundingClientRect() ?? null;
  isMoved = false;
}

function up(event) {
  // A key or a screen reader clicks without a finger.
  if (!event.isTrusted || event.detail === 0 || aimed === undefined) return;
  const meant = aimed;
  aimed = undefined;
  if (what(event.target) === meant) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (meant?.isConnected && !isDraggedOff(event)) meant.click();
}

/** Tell whether the pointer was lifted elsewhere than where it came down. */
function isDraggedOff({ clientX: x, clientY: y }) {
  if (stood === null) return false;
  const { left, top, right, bottom } = stood;
  const isAcross = x >= left - SLACK && x <= right + SLACK;
  return !(isAcross && y >= top - SLACK && y <= bottom + SLACK);
}
