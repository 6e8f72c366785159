/**
 * Marks that games wait on this phone, which every page of the site can look at
 * without opening a database: one a partie, {screen, login, words}. Beside them stand the
 * games that were sent after a wait, until somebody has read what they came to.
 */

/** Each mark has a name of its own: two tabs write at the same time, each of its partie. */
const WAITS = "clubscore:waits:";
const SENT = "clubscore:sent:";
/** Under one name an older version kept all marks, by partie. */
const ALL = "clubscore:waits";

/** Return the marks by partie. */
export function marks() {
  try {
    partOlder();
    const names = Object.keys(localStorage).filter((name) => name.startsWith(WAITS));
    return Object.fromEntries(
      names.map((name) => [name.slice(WAITS.length), JSON.parse(localStorage.getItem(name))]),
    );
  } catch {
    return {};
  }
}

function partOlder() {
  const all = JSON.parse(localStorage.getItem(ALL) ?? "{}");
  Object.entries(all).forEach(([partie, mark]) => setMark(partie, mark));
  localStorage.removeItem(ALL);
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
