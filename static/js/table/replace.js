/**
 * "Mine is right, replace theirs": what was entered here becomes the correction of the
 * game that somebody else recorded first. That page shows both, and asks why.
 */

import * as draft from "./draft.js";

/** Go to the correction of `first`, filled in with `entry`; `key` is the game's own. */
export function replaceTheirs(partie, { correction }, { entry, east, key }) {
  const { draft: name, url, revision } = correction;
  // What the page is begun on it knows better; see `goneOn` there.
  const base = { version: null, fields: [], revision, replaces: { partie, key } };
  draft.save(name, { entry: { ...entry, east }, base });
  location.assign(url);
}
