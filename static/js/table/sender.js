/**
 * Sending games: each is recorded once, in order, however often it is sent.
 *
 * A game is on this phone before it is sent and until the server has confirmed it. Its
 * key makes sure that it is recorded once; the key of the game before it, which it
 * names, that it is recorded in its place. It is sent for whoever recorded it: if
 * somebody else is logged in when the signal is back, it waits until somebody decides.
 */

import { standing } from "./offline-state.js";
import * as draft from "./draft.js";
import { noteSent, setMark } from "./queue-marks.js";
import { PATIENCE } from "./timeout.js";
import * as queue from "./queue.js";
import { fill, told, written } from "./sentences.js";

/** Whose turn it is to send or to throw away; without https:// there are no locks. */
const turns = navigator.locks ?? (await import("./page-locks.js"));

/** Until the next try, in milliseconds, doubled each time up to the longest. */
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

/**
 * Tells with "change" that something waits, was sent or was refused, and with "recorded"
 * that the server has another game.
 */
export const events = new EventTarget();

/** What is being sent, by key. */
const underWay = new Map();
/** What keeps the games of each partie from being sent, by its id; see `obstacle`. */
const obstacles = new Map();
/** Who asks, as the server said of each partie last: {id, name}, null for a stranger. */
const askers = new Map();
/** The parties whose table another tab has now. */
const left = new Set();
/** The parties whose games are left to another tab to be sent. */
const resting = new Set();
const pauses = new Map();
const timers = new Map();

/**
 * Record a game: {said, east, shown, key, version, came}; `came` is what the phone says
 * that it comes to, if it can.
 *
 * Return {state: "recorded", number, version, url}, {state: "waiting"}, or with `error`
 * {state: "conflict"} or {state: "refused"}. A game that waits `asks` where it is not sent
 * before somebody says which winds hold, and `isBehind` where that, or anything else, is
 * to be said of one before it. Sent twice it is one and the same.
 */
export function send(config, game) {
  if (!underWay.has(game.key)) {
    const sent = record(config.offline, game);
    underWay.set(game.key, sent);
    const done = () => underWay.delete(game.key);
    sent.then(done, done);
  }
  return underWay.get(game.key);
}

async function record(offline, game) {
  const { partie, addresses, csrf, words, sender } = offline;
  const mark = { screen: addresses.screen, login: addresses.login, words: words.away };
  const drawn = drafted(partie, game.key);
  const row = { ...game, ...drawn, partie, addresses, sender, mark, after: "" };
  Object.assign(row, { told: told(offline, game.said), written: written(offline, game.said) });
  let first;
  try {
    row.number = await numberOf(offline, row);
    Object.assign(row, await queue.add(row));
    [first] = await queue.pending(partie);
    setMark(partie, mark);
  } catch (failure) {
    if (failure instanceof queue.SentError) {
      return sentBefore(words, failure.row ?? row);
    }
    // This phone keeps nothing: what was entered stays on the screen until it is sent.
    const answer = await post(row, csrf);
    const error = { code: "unkept", message: words.unkept };
    return answer.state === "unsent" ? { state: "refused", error } : answer;
  }
  if (first && first.key !== row.key) {
    clearDraftOf(row);
    tell();
    flush(partie);
    return first.state === "refused" ? { state: "waiting", isBehind: true } : { state: "waiting" };
  }
  // Meanwhile no other tab sends it or throws it away.
  const answer = await alone(nameOf(partie), () => firstSent(row, csrf));
  if (answer.state !== "unsent") {
    flush(partie);
  }
  return shown(answer);
}

/** Send the first game that waits, unless another tab did something with it just now. */
async function firstSent(row, csrf) {
  const now = (await queue.gamesOf(row.partie)).find(({ key }) => key === row.key);
  if (now?.state === "recorded") {
    return { state: "recorded", number: now.number, version: now.made, url: now.url };
  }
  if (now?.state !== "waiting" || draft.holds(now)) {
    // It was refused, thrown away or is looked at there: what waits is told from the queue.
    clearDraftOf(row);
    tell();
    return { state: "waiting" };
  }
  const answer = await post(now, csrf);
  // What cannot be written down now is sent again, and answered as before.
  await settle(now, answer, { isWatched: true }).catch(() => {});
  return answer;
}

/** Return what the draft of a game adds to it, to be shown again if it is refused. */
function drafted(partie, key) {
  const { entry, base } = draft.load(partie) ?? {};
  if (base?.key !== key) {
    return { entry: null, number: null, replaces: null, waits: false };
  }
  const { number, replaces = null, waits = false } = base;
  return { entry, number, replaces, waits };
}

/** Return which number a game has, as far as this phone knows. */
async function numberOf(offline, { key, replaces, number }) {
  const rows = await queue.gamesOf(offline.partie);
  const place = rows.findIndex((row) => row.key === key || row.key === replaces);
  return number ?? standing(offline, place < 0 ? rows : rows.slice(0, place)).number;
}

/** Return what the screen is told of a game that another tab has sent. */
function sentBefore(words, { number, url }) {
  const message = fill(words.sent_meanwhile, { number });
  const first = url ? { url, scores: "", by: "" } : null;
  return { state: "conflict", error: { code: "sent", message, first, open: true } };
}

/** What is asked of whoever recorded a game, before it can be. */
const ASKED = ["winds", "differs"];

/** Return what the screen is told of an answer; what is asked is asked above it. */
function shown({ state, ...more }) {
  const { code, message } = more.error ?? {};
  if (ASKED.includes(code)) {
    return { state: "waiting", asks: true, message: code === "winds" ? "" : message };
  }
  return state === "unsent" ? { state: "waiting" } : { state, ...more };
}

/** Send everything of a partie that waits, the oldest first. */
export function flush(partie) {
  if (resting.has(partie)) {
    return Promise.resolve();
  }
  return alone(nameOf(partie), async ({ renew }) => {
    for (;;) {
      if (renew && !(await renew())) {
        // This page was asleep, and another one sends them now.
        return;
      }
      const [row] = await queue.pending(partie);
      if (!row) {
        obstacles.delete(partie);
        setMark(partie, null);
        tell();
        return;
      }
      if (row.state === "refused" || underWay.has(row.key) || draft.holds(row)) {
        // Another tab may have refused it, which this one did not hear of.
        tell();
        return;
      }
      const answer = await post(row, null);
      await settle(row, answer, { isWatched: false });
      if (answer.state === "unsent") {
        return;
      }
    }
  });
}

/**
 * Leave the sending to another tab that has the table now, or go on with it. Where there
 * are locks the tabs take turns.
 */
export function rest(partie, isResting) {
  if (isResting) {
    left.add(partie);
  } else {
    left.delete(partie);
  }
  if (isResting && !navigator.locks) {
    resting.add(partie);
  } else {
    resting.delete(partie);
  }
}

/** Return the name under which the tabs take turns with the games of a partie. */
function nameOf(partie) {
  return `clubscore-${partie}`;
}

/** Run one after the other what several open pages would do at once. */
function alone(name, work) {
  return turns.request(name, work);
}

/**
 * Return why nothing can be sent now: null, or {code}.
 *
 * The codes are "signal", "no_answer", "server", "busy", "portal", "csrf", "logged_out",
 * and "other_sender": somebody else recorded what waits, `theirs`, than is logged in,
 * `yours`, who `may` record here or not.
 */
export function obstacle(partie) {
  return obstacles.get(partie) ?? null;
}

/** Tell whether a game is being sent just now. */
export function isUnderWay({ key }) {
  return underWay.has(key);
}

/** Return who asks here, {id, name}; null for a stranger, undefined while unknown. */
export function askerOf(partie) {
  return askers.get(partie);
}

/**
 * Throw a game away that waits or was refused; those behind it go on.
 *
 * They follow what it followed, or the write of the key `instead`, which says it now.
 * Return it, to be put back by `putBack`; null if it was sent before.
 */
export async function throwAway(row, instead = "") {
  // What is being sent is waited for: it cannot be called back.
  const gone = await alone(nameOf(row.partie), () => queue.remove(row, instead));
  if (gone && draft.load(row.partie)?.base?.replaces === row.key) {
    draft.clear(row.partie);
  }
  hurry(row.partie).catch(() => {});
  tell();
  return gone;
}

/** Put a game back that was thrown away. */
export async function putBack(row) {
  await alone(nameOf(row.partie), () => queue.restore(row));
  setMark(row.partie, row.mark);
  tell();
  hurry(row.partie).catch(() => {});
}

/** Say which winds hold for a game and those behind it: "played" or "should". */
export async function choose(row, winds) {
  // What is being sent is waited for: it cannot be called back.
  await alone(nameOf(row.partie), () => queue.choose(row, winds));
  tell();
  await hurry(row.partie);
}

/** Record a game as it counts by now, whatever the phone showed. */
export async function takeCount(row) {
  await queue.change(row, { state: "waiting", error: null, came: null });
  tell();
  await hurry(row.partie);
}

/** Send a game again that was refused. */
export async function tryAgain(row) {
  await queue.change(row, { state: "waiting", error: null });
  tell();
  await hurry(row.partie);
}

/** Send what `theirs` recorded as recorded by whoever is logged in, `yours`. */
export async function sendAs(partie, theirs, yours) {
  for (const row of await queue.pending(partie)) {
    if (row.sender?.id === theirs.id) {
      await queue.change(row, { sender: yours });
    }
  }
  await hurry(partie);
}

/** Ask the server who asks here; a phone without a signal does not learn it. */
export async function ask(row) {
  try {
    await freshToken(row);
  } catch {
    // Where it refuses, it has said to whom.
  }
  tell();
}

/** Write down what became of a game; somebody watches, or hears of it later. */
async function settle(row, answer, { isWatched }) {
  const { partie } = row;
  obstacles.set(partie, answer.state === "unsent" ? answer.error : null);
  if (answer.state === "unsent") {
    clearDraftOf(row);
    // Another tab may have taken it off.
    setMark(partie, row.mark);
    tryLater(partie, answer.error.wait ?? 0);
  } else if (answer.state === "recorded") {
    const { version, number, url, told: cameTo } = answer;
    await queue.change(row, { state: "recorded", made: version, url, number });
    events.dispatchEvent(new Event("recorded"));
    if (!isWatched) {
      const ended = row.told.charAt(0).toUpperCase() + row.told.slice(1);
      noteSent(partie, { number, url, told: `${ended}. ${cameTo}` });
    }
    clearDraftOf(row);
    pauses.delete(partie);
  } else {
    const isHere = await queue.refuse(row, answer.error);
    if (ASKED.includes(answer.error.code)) {
      clearDraftOf(row);
    } else if (isHere && isWatched && (await queue.pending(partie)).length === 1) {
      await leaveOnScreen(row);
    }
  }
  tell();
}

/** Let a refused game go that stands on this tab's screen, to be put right there. */
async function leaveOnScreen(row) {
  if (!isOnScreen(row)) {
    return;
  }
  const gone = await queue.remove(row);
  if (gone && !isOnScreen(row)) {
    // Another tab opened the table just now, and took the draft for sent.
    await queue.keep(gone);
  }
}

/** Tell whether a game is the draft of this tab, and no other tab has the table. */
function isOnScreen({ partie, key }) {
  return !left.has(partie) && draft.load(partie)?.base?.key === key;
}

function clearDraftOf(row) {
  if (draft.load(row.partie)?.base?.key === row.key) {
    draft.clear(row.partie);
  }
}

function tell() {
  events.dispatchEvent(new Event("change"));
}

function tryLater(partie, least) {
  const pause = Math.max(pauses.get(partie) ?? FIRST_PAUSE, least);
  pauses.set(partie, Math.min(2 * pause, LONGEST_PAUSE));
  clearTimeout(timers.get(partie));
  timers.set(
    partie,
    setTimeout(() => flush(partie), pause),
  );
}

/** Try at once what waits, and again soon if there is still no signal. */
export function hurry(partie) {
  pauses.delete(partie);
  clearTimeout(timers.get(partie));
  return flush(partie);
}

/**
 * Post a game once, or again where only the token was too old.
 *
 * Where the cookie has gone too, a page fetched meanwhile may bring another one than the
 * new token's: one more token, and they agree.
 *
 * Return {state}: "recorded", "conflict", "refused", or "unsent" where it is not known
 * whether the server has it.
 */
async function post(row, csrf) {
  try {
    let token = csrf ?? (await freshToken(row));
    let response = await postOnce(row, token);
    for (let tokens = 2; tokens && response.status === 403 && !isJson(response); tokens -= 1) {
      token = await freshToken(row);
      response = await postOnce(row, token);
    }
    return await understood(row, response);
  } catch (error) {
    return error instanceof Denied ? error.answer : unsent({ code: codeOf(error) });
  }
}

/** Return what kept an answer from coming, or from being understood. */
function codeOf({ name }) {
  if (name === "TypeError") {
    return "signal";
  }
  return name === "TimeoutError" || name === "AbortError" ? "no_answer" : "portal";
}

function unsent(error) {
  return { state: "unsent", error };
}

/** The server gives no token: the answer to the game is known without sending it. */
class Denied extends Error {
  constructor(answer) {
    super(answer.state);
    this.answer = answer;
  }
}

async function freshToken(row) {
  const response = await fetch(row.addresses.token, { signal: AbortSignal.timeout(PATIENCE) });
  const { token, sender, error } = isJson(response) ? await response.json() : {};
  if (!token) {
    throw new Denied(denied(row, response, error));
  }
  askers.set(row.partie, sender);
  if (row.sender && row.sender.id !== sender.id) {
    throw new Denied(denied(row, response, { code: "other_sender", sender }));
  }
  return token;
}

function postOnce(row, token) {
  const { key, version, after, said, east, shown, came, winds = null } = row;
  const sender = row.sender?.id ?? null;
  const expects = came?.scores ?? null;
  return fetch(row.addresses.games, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify({ key, version, after, said, east, shown, winds, sender, expects }),
    signal: AbortSignal.timeout(PATIENCE),
  });
}

function isJson(response) {
  return (response.headers.get("Content-Type") ?? "").startsWith("application/json");
}

/** Return what an answer says; what is not the server's own says nothing of the game. */
async function understood(row, response) {
  if (!isJson(response)) {
    return unsent(troubleOf(response));
  }
  const { error, key, number, version, url, told: cameTo } = await response.json();
  if (response.ok && key === row.key) {
    return { state: "recorded", number, version, url, told: cameTo };
  }
  return denied(row, response, error);
}

/** Return what an error says: the game waits for better times, or is refused for good. */
function denied(row, response, error) {
  const { status } = response;
  if (!error || status >= 500 || status === 429) {
    return unsent(troubleOf(response));
  }
  if (error.code === "logged_out") {
    askers.set(row.partie, null);
    return unsent(error);
  }
  if (error.sender) {
    askers.set(row.partie, error.sender);
    if (row.sender && row.sender.id !== error.sender.id) {
      const may = error.code === "other_sender";
      return unsent({ code: "other_sender", theirs: row.sender, yours: error.sender, may });
    }
  }
  return { state: status === 409 && error.code !== "winds" ? "conflict" : "refused", error };
}

/** Return why the server has not looked at a game. */
function troubleOf({ status, ok, headers }) {
  if (status === 429) {
    const seconds = Number(headers.get("Retry-After"));
    return { code: "busy", wait: Number.isFinite(seconds) ? 1000 * seconds : 0 };
  }
  if (ok) {
    return { code: "portal" };
  }
  return { code: status === 403 ? "csrf" : "server" };
}
