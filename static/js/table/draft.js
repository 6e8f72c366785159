/**
 * What is half entered, kept on this phone until the server has the game.
 *
 * One draft a partie is being worked on; others may be put aside. `base` says what the
 * draft was begun on: {version, number, key}, and `replaces`, the key of a game that
 * was refused, or with `waits` of one that still waits and is not sent meanwhile. With
 * `again` it is a game that was taken back, as it was, and nothing was changed since;
 * `typed` is the address of the page on which that game can be typed anew.
 */

/** Drafts of another shape are not read. */
const SHAPE = 1;
const CURRENT = "clubscore:draft:";
const ASIDE = "clubscore:aside:";

/** Where nothing can be kept, what is entered lives as long as its page. */
const unkept = new Map();

/** Return a name for a game that nobody else gives. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return {entry, base} of a partie's draft, or null. */
export function load(partie) {
  return read(CURRENT + partie);
}

/** Keep a draft; called after every change. */
export function save(partie, { entry, base }) {
  write(CURRENT + partie, { entry, base });
}

/** Forget a draft: its game is recorded, or waits to be. */
export function clear(partie) {
  write(CURRENT + partie, null);
}

/** Tell whether a game that waits stands on the screen, to be put right. */
export function holds({ partie, key }) {
  const base = load(partie)?.base;
  return base?.waits === true && base.replaces === key;
}

/** Return the drafts that were put aside, the last one first. */
export function aside(partie) {
  return read(ASIDE + partie) ?? [];
}

/** Put the draft aside, to be offered. */
export function setAside(partie) {
  const draft = load(partie);
  if (draft) {
    write(ASIDE + partie, [draft, ...aside(partie)]);
    clear(partie);
  }
}

/** Throw a draft away that was put aside. */
export function forget(partie, place) {
  const left = aside(partie).filter((_, other) => other !== place);
  write(ASIDE + partie, left.length ? left : null);
}

/** Go on with a draft that was put aside, as the game of `base`. */
export function takeBack(partie, place, base) {
  const { entry } = aside(partie)[place];
  forget(partie, place);
  setAside(partie);
  save(partie, { entry, base });
}

function read(name) {
  try {
    const { shape, value } = JSON.parse(localStorage.getItem(name)) ?? {};
    return shape === SHAPE ? value : (unkept.get(name) ?? null);
  } catch {
    return unkept.get(name) ?? null;
  }
}

function write(name, value) {
  unkept.delete(name);
  try {
    if (value === null) {
      localStorage.removeItem(name);
    } else {
      localStorage.setItem(name, JSON.stringify({ shape: SHAPE, value }));
    }
  } catch {
    unkept.set(name, value);
  }
}
