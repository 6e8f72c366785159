// Elements and words: the small things that every part of the table screen is made of.

const SVG = "http://www.w3.org/2000/svg";

/** Return a new element; attributes that are false, null or undefined are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat(Infinity).filter((one) => one !== null && one !== false));
  return element;
}

/**
 * Put children into an element, and keep of what stands there all that is the same.
 *
 * A button that stays is no new one: a tap that began before ends on it, and the focus
 * stays where it was.
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
  const fits = at !== null && at.nodeType === node.nodeType && at.nodeName === node.nodeName &&
    !at.id && at.className === node.className;
  return fits ? at : null;
}

/** Let an element that stays become what *fresh* is. */
function takeOver(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
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

/** Return a button that does something. */
export function button(id, label, act, attributes = {}) {
  return h("button", { type: "button", id, onclick: act, ...attributes }, label);
}

/** Return a button that is on or off. */
export function toggle(id, label, isOn, act, attributes = {}) {
  return button(id, label, act, { "aria-pressed": String(isOn), ...attributes });
}

let sprite = "";

/** Say where the pictures of the tiles are. */
export function usePictures(address) {
  sprite = address;
}

/** Return the picture of a tile; its name is said elsewhere. */
export function picture(tile) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "face");
  svg.setAttribute("viewBox", "0 0 300 400");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${sprite}#t${tile}`);
  svg.append(use);
  return svg;
}

/** Return a text for screen readers alone. */
export function unseen(text) {
  return h("span", { class: "visually-hidden" }, text);
}
