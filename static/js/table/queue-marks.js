/**
 * Marks that games wait on this phone, which every page of the site can look at
 * without opening a database: by partie, {screen, says, open}. Beside them stand the
 * games that were sent after a wait, until somebody has read what they came to.
 */

const NAME = "clubscore:waits";
const SENT = "clubscore:sent:";

/** Return the marks by partie. */
export function marks() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
}

/** Set the mark of a partie, or take it off where `mark` is null. */
export function setMark(partie, mark) {
  const all = marks();
  if (!mark && !(partie in all)) {
    return;
  }
  all[partie] = mark ?? undefined;
  try {
    localStorage.setItem(NAME, JSON.stringify(all));
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
