/**
 * In a picture the value nearest to a pointer or a finger is shown beside it, in a label
 * that its server-drawn shapes tell by their titles (templates/season/_bars.html).
 */

const NAMESPACE = "http://www.w3.org/2000/svg";
const [SPACE, HIGH, AWAY] = [8, 24, 14];
const NEAR = 40;

function drawn(name, attributes) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function forget() {
  for (const label of document.querySelectorAll("svg > .said")) label.remove();
}

/**
 * Return the title of the shape at a point of the window, or of the nearest one. A band
 * is met or not: its box says nothing, as it runs across those of others.
 */
function nearest(picture, { clientX, clientY, target }) {
  const met = target === picture ? null : target.querySelector(":scope > title");
  if (met !== null) return met;
  let [found, distance] = [null, NEAR];
  for (const title of picture.querySelectorAll(":not(.band, svg) > title")) {
    const box = title.parentElement.getBoundingClientRect();
    const across = Math.max(box.left - clientX, clientX - box.right, 0);
    const down = Math.max(box.top - clientY, clientY - box.bottom, 0);
    const far = Math.hypot(across, down);
    if (far < distance) [found, distance] = [title, far];
  }
  return found;
}

function show(picture, title) {
  forget();
  const { x, y, width, height } = title.parentElement.getBBox();
  const transform = title.parentElement.transform.baseVal.consolidate()?.matrix;
  const down = title.parentElement.matches(".band") ? height / 2 : 0;
  const [middle, top] = [x + width / 2 + (transform?.e ?? 0), y + down + (transform?.f ?? 0)];
  const label = drawn("g", { class: "said", "aria-hidden": "true" });
  const words = drawn("text", { y: HIGH - SPACE });
  words.textContent = title.textContent;
  label.append(words);
  picture.append(label);
  const room = picture.viewBox.baseVal.width;
  const long = Math.min(room, words.getComputedTextLength() + 2 * SPACE);
  // Words that are longer than the picture are set closer, so that all of them are read.
  if (long === room) {
    words.setAttribute("textLength", room - 2 * SPACE);
    words.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  words.setAttribute("x", SPACE);
  label.prepend(drawn("rect", { width: long, height: HIGH, rx: 4 }));
  const left = Math.max(0, Math.min(room - long, middle - long / 2));
  const above = Math.max(0, top - HIGH - AWAY);
  label.setAttribute("transform", `translate(${left} ${above})`);
}

function point(event) {
  const picture = event.target.closest?.("figure svg");
  const title = picture ? nearest(picture, event) : null;
  if (title) show(picture, title);
  else forget();
}

addEventListener("pointermove", point);
addEventListener("pointerdown", point);
addEventListener("keydown", ({ key }) => key === "Escape" && forget());
