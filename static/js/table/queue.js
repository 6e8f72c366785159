/**
 * The games that wait on this phone, in the order in which they were played.
 *
 * A game is put here before it is sent, and goes when the server has it and the page
 * knows. A row is {order, key, partie, said, east, shown, winds, version, after, entry,
 * number, told, written, sender, addresses, came, counted, state, error, made, url}:
 * `state` is "waiting", "refused" or "recorded", `made` the partie's version that a
 * recorded one made. `shown` is who sat where by the screen on which it was recorded, and `winds`
 * what holds if that is otherwise by now: "played", "should", or null until somebody
 * says. `told` and `written` say it in words, and `sender` is {id, name} of whoever
 * recorded it here. `came` is what this phone showed that it comes to, and what all
 * have after it; it has none where nothing counted here. `counted` is the same as it is
 * by now, and null where a game before it went or changed and nothing has counted since.
 */

import { openDB } from "../../vendor/idb/idb.js";

const GAMES = "games";

let opened = null;

/** What is to be recorded was sent already, or thrown away, from another tab. */
export class SentError extends Error {
  /** `row` is the game that was sent; null if nothing is known of it any more. */
  constructor(row) {
    super("this game was sent already");
    this.row = row;
  }
}

function database() {
  opened ??= openDB("clubscore", 1, {
    upgrade(db) {
      const games = db.createObjectStore(GAMES, { keyPath: "order", autoIncrement: true });
      games.createIndex("key", "key", { unique: true });
      games.createIndex("partie", "partie");
    },
    terminated() {
      opened = null;
    },
  });
  return opened;
}

/** Return all games of a partie that are here, in order. */
export async function gamesOf(partie) {
  try {
    const db = await database();
    return await db.getAllFromIndex(GAMES, "partie", partie);
  } catch {
    // A phone that keeps nothing has nothing that waits.
    return [];
  }
}

/** Return the games of a partie that the server does not have yet. */
export async function pending(partie) {
  return (await gamesOf(partie)).filter((row) => row.state !== "recorded");
}

/**
 * Put a game behind the others, or in the place of the one that it `replaces`: one that
 * was refused, or, with `waits`, one that still waits.
 *
 * It names the game before it; only the first is told which version the page has seen.
 * Throw SentError where its key, or the game to be replaced, was sent meanwhile: what
 * another tab has sent is neither written over nor recorded a second time.
 */
export async function add({ replaces, waits, ...game }) {
  const db = await database();
  const transaction = db.transaction(GAMES, "readwrite");
  const rows = await transaction.store.index("partie").getAll(game.partie);
  const same = rows.find((row) => row.key === game.key);
  const old = same ?? rows.find((row) => row.key === replaces);
  const mayReplace = old?.state === "refused" || (waits && !same && old?.state === "waiting");
  if ((old && !mayReplace) || (waits && !old)) {
    throw new SentError(old ?? null);
  }
  const row = { ...game, counted: game.came ?? null, winds: null, state: "waiting", error: null };
  if (old) {
    Object.assign(row, { order: old.order, winds: windsOf(old) }, followed(old));
    for (const next of rows.filter((one) => one.order > old.order)) {
      const after = next.after === old.key ? { after: row.key } : {};
      await transaction.store.put({ ...next, ...after, counted: null });
    }
  } else if (rows.length) {
    Object.assign(row, { version: null, after: rows.at(-1).key });
  }
  row.order = await transaction.store.put(row);
  await transaction.done;
  return row;
}

/** Return what a game in the place of a refused one follows. */
function followed({ version, after, error }) {
  // Whoever looks at a conflict has seen what was recorded first.
  return error?.code === "conflict" ? { version: error.version, after: "" } : { version, after };
}

/**
 * Return which winds hold for a game in the place of one for which somebody has said it:
 * those of its screen, unless others wrote in between. Else it is asked where it matters.
 */
function windsOf({ winds, error }) {
  return winds && error?.code !== "conflict" ? "played" : null;
}

/** Say which winds hold for a game and those behind it, and let it go if it was refused. */
export async function choose({ order, key, partie }, winds) {
  const db = await database();
  const transaction = db.transaction(GAMES, "readwrite");
  const rows = await transaction.store.index("partie").getAll(partie);
  const isHere = rows.some((row) => row.key === key && row.state !== "recorded");
  for (const row of rows.filter((one) => isHere && one.order >= order)) {
    const again = row.key === key ? { state: "waiting", error: null } : {};
    await transaction.store.put({ ...row, winds, ...again, counted: null });
  }
  await transaction.done;
}

/**
 * Write down what games come to by now, [row, counted], of those that were here as `asked`;
 * nothing if any of these went or changed meanwhile.
 */
export async function count(partie, asked, found) {
  const db = await database();
  const transaction = db.transaction(GAMES, "readwrite");
  const rows = await transaction.store.index("partie").getAll(partie);
  if (asked.every(({ key, winds }, place) => rows[place]?.key === key && rows[place].winds === winds)) {
    const now = new Map(rows.map((row) => [row.key, row]));
    for (const [{ key }, counted] of found) {
      await transaction.store.put({ ...now.get(key), counted });
    }
  }
  await transaction.done;
}

/** Change a game that is still here, and no other one that took its place. */
export async function change({ order, key }, changes) {
  const db = await database();
  const transaction = db.transaction(GAMES, "readwrite");
  const row = await transaction.store.get(order);
  if (row?.key === key) {
    await transaction.store.put({ ...row, ...changes });
  }
  await transaction.done;
}

/**
 * Write down why a game that waits was refused; tell whether it waited still.
 *
 * What another tab was told of it stands: that it is recorded, or why it was refused.
 */
export async function refuse({ order, key }, error) {
  const db = await database();
  const transaction = db.transaction(GAMES, "readwrite");
  const row = await transaction.store.get(order);
  const isHere = row?.key === key && row.state === "waiting";
  if (isHere) {
    await transaction.store.put({ ...row, state: "refused", error });
  }
  await transaction.done;
  return isHere;
}

/** Put a game back exactly as it was when it was taken out. */
export async function keep(row) {
  await (await database()).put(GAMES, row);
}

/**
 * Return what the game behind one that goes follows: the write of the key `instead`, or
 * what this one followed. Where this one came second that is the game that came first, so
 * that another one recorded after that is told of, too, before anything goes behind it.
 */
function withoutIt(row, instead) {
  if (instead !== "") {
    return { version: null, after: instead };
  }
  const version = row.error?.code === "conflict" ? row.error.first?.version : undefined;
  return version === undefined ? followed(row) : { version, after: "" };
}

/**
 * Take a game out; the one behind it follows what `withoutIt` says.
 *
 * Return it as it was, or null if it is not here any more or was recorded.
 */
export async function remove({ order, key }, instead = "") {
  const db = await database();
  const transaction = db.transaction(GAMES, "readwrite");
  const row = await transaction.store.get(order);
  const isHere = row?.key === key && row.state !== "recorded";
  if (isHere) {
    await transaction.store.delete(order);
    const follows = withoutIt(row, instead);
    const rows = await transaction.store.index("partie").getAll(row.partie);
    for (const next of rows.filter((one) => one.order > row.order)) {
      const after = next.after === row.key ? follows : {};
      await transaction.store.put({ ...next, ...after, counted: null });
    }
  }
  await transaction.done;
  return isHere ? row : null;
}

/**
 * Put a game back that was taken out: at its place, or behind all the others if one of
 * those that came after it was sent meanwhile.
 */
export async function restore(row) {
  const db = await database();
  const transaction = db.transaction(GAMES, "readwrite");
  const rows = await transaction.store.index("partie").getAll(row.partie);
  const behind = rows.filter((one) => one.order > row.order);
  const back = { ...row, ...followed(row), state: "waiting", error: null, counted: null };
  if (behind.some((one) => one.state === "recorded")) {
    delete back.order;
    const winds = back.winds ?? "played";
    Object.assign(back, { winds, version: null, after: rows.at(-1).key });
  } else {
    for (const [place, next] of behind.entries()) {
      const after = place === 0 ? { version: null, after: row.key } : {};
      await transaction.store.put({ ...next, ...after, counted: null });
    }
  }
  const before = rows.filter((one) => one.order < row.order).at(-1);
  if (back.order && before) {
    // What stood before it may have been put right meanwhile, under another key.
    Object.assign(back, { version: null, after: before.key });
  }
  await transaction.store.put(back);
  await transaction.done;
}

/**
 * Forget the games that a page knows of, made at `version` or before.
 *
 * `recorded` says of the last writes which version each made, by their keys: a game
 * whose answer was lost is found there. Return these.
 */
export async function forgetKnown(partie, version, recorded) {
  const known = (await gamesOf(partie)).filter((row) =>
    (recorded[row.key] ?? row.made ?? Infinity) <= version);
  for (const { order } of known) {
    await (await database()).delete(GAMES, order);
  }
  return known.filter(({ state }) => state !== "recorded");
}
