/**
 * Marks that games wait on this phone, {screen, login, words} by partie: every page can
 * look at them without opening a database. Beside them stand the games that were sent
 * after a wait, until somebody has read of them.
 */

/** A name a partie: two tabs write at the same time. */
const WAITS = "clubscore:waits:";
const SENT = "clubscore:sent:";

/** Return the marks by partie. */
export function marks() {
  const found = {};
  try {
    for (const [name, text] of Object.entries(localStorage)) {
      if (name.startsWith(WAITS)) {
        found[name.slice(WAITS.length)] = JSON.parse(text);
      } else if (`${name}:` === WAITS) {
        // As an older version kept them.
        Object.entries(Object.assign(found, JSON.parse(text))).forEach((one) => setMark(...one));
        localStorage.removeItem(name);
      }
    }
  } catch {}
  return found;
}

/** Set the mark of a partie, or take it off where `mark` is null. */
export function setMark(partie, mark) {
  try {
    if (mark) {
      localStorage.setItem(WAITS + partie, JSON.stringify(mark));
    } else {
      localStorage.removeItem(WAITS + partie);
    }
  } catch {
    // Then only the table's own screen tells what waits.
  }
}

/** Return the games of a partie that were sent after a wait: [{number, url, told}]. */
export function sentOf(partie) {
  try {
    return JSON.parse(localStorage.getItem(SENT + partie)) ?? [];
  } catch {
    return [];
  }
}

/** Add a game that was sent after a wait; without one forget those that were read. */
export function noteSent(partie, game = null) {
  try {
    if (game) {
      localStorage.setItem(SENT + partie, JSON.stringify([...sentOf(partie), game]));
    } else {
      localStorage.removeItem(SENT + partie);
    }
  } catch {
    // The score sheet tells it as well.
  }
}
