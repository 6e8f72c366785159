/**
 * Marks that games wait on this phone, which every page of the site can look at
 * without opening a database: by partie, {screen, says, open}.
 */

const NAME = "clubscore:waits";

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
