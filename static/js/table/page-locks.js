/**
 * Turns of several open pages, where the browser has no locks: without https://.
 *
 * Whose turn it is stands in a database of its own, until when: a page that is gone, or
 * asleep, gives its turn away after a while. A page closed in the middle gives it back.
 */

import { openDB } from "../../vendor/idb/idb.js";
import { newKey } from "./draft.js";

const TURNS = "turns";
/** How long a turn lasts unless it is renewed: a game is sent, or given up, in 40 s. */
const LIFE = 45_000;
/** How long until it is asked again whose turn it is, in milliseconds. */
const PAUSE = 150;

const me = newKey();
/** The names whose turn is this page's. */
const ours = new Set();
/** What was asked for last of each name on this page. */
const lines = new Map();

let opened = null;

function database() {
  opened ??= openDB("clubscore-turns", 1, {
    upgrade: (db) => db.createObjectStore(TURNS),
    terminated() {
      opened = null;
    },
  });
  return opened;
}

/** Run `work` when it is this page's turn, as `navigator.locks.request` does. */
export function request(name, work) {
  const before = lines.get(name) ?? Promise.resolve();
  const run = before.then(() => inTurn(name, work));
  lines.set(name, run.catch(() => {}));
  return run;
}

async function inTurn(name, work) {
  while (!(await take(name))) {
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE);
    });
  }
  ours.add(name);
  try {
    return await work({ renew: () => take(name) });
  } finally {
    await give(name);
  }
}

/** Take a turn that nobody has, or go on with it; tell whether it is this page's. */
async function take(name) {
  try {
    const transaction = (await database()).transaction(TURNS, "readwrite");
    const turn = await transaction.store.get(name);
    const now = Date.now();
    // A clock that was put back lets nobody have a turn for long either.
    const isTaken = turn && turn.whose !== me && turn.until > now && turn.until <= now + LIFE;
    if (!isTaken) {
      await transaction.store.put({ whose: me, until: now + LIFE }, name);
    }
    await transaction.done;
    return !isTaken;
  } catch {
    // A phone that keeps nothing has nothing to take turns with.
    return true;
  }
}

async function give(name) {
  ours.delete(name);
  try {
    const transaction = (await database()).transaction(TURNS, "readwrite");
    if ((await transaction.store.get(name))?.whose === me) {
      await transaction.store.delete(name);
    }
    await transaction.done;
  } catch {
    // It ends by itself.
  }
}

addEventListener("pagehide", () => ours.forEach(give));
