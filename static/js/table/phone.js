/**
 * The table screen and the rules engine in this phone: fetched in the background once
 * somebody records at a table, and asked from then on, with a signal and without.
 *
 * What is entered is asked of it as it is of the server, and answered in the same shape;
 * nothing else on the screen knows who has answered.
 */

import { counts, shownOf } from "./offline-state.js";
import * as draft from "./draft.js";
import { Engine, cacheName, dropOthers, forget, isKept, keep, keepsSome, wasDropped } from "./engine.js";
import * as queue from "./queue.js";
import { keepPage } from "./queued-games.js";
import { events } from "./sender.js";
import { PATIENCE } from "./timeout.js";

/** Where it is written down that somebody let the engine go on this phone. */
const UNWANTED = "clubscore:engine-unwanted";
/** What the engine's configuration is kept as, beside its files: one for each rule book. */
const KEPT = "/engine-configuration";
/** What the service worker keeps pages in; see `sw.js`. */
const PAGES = "clubscore-pages-1";
/** How long until it is tried again, in milliseconds, doubled each time up to the longest. */
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 600_000;
/** How long the first answer is waited for, in milliseconds: nobody at the table waits. */
const LONGEST_ANSWER = 60_000;
/** How long it may start, in milliseconds: a slow phone takes half a minute the first time. */
const LONGEST_START = 120_000;
/** How long a game that is recorded waits for it to start, in milliseconds. */
const LONGEST_WAIT = 5_000;

/**
 * What becomes of the engine here: "none", "fetched", "starting", "ready", "failed",
 * "cannot", or "older" where this page has to be loaded again to get one.
 */
export let state = canCount() ? "none" : "cannot";
/** Whether files of it are on this phone, also where they do not count: of another version. */
export let isOnPhone = false;
let engine = null;
let config = null;
let app = null;
let pause = FIRST_PAUSE;
let timer = 0;
/** What is called with the next turn that it takes. */
let awaiting = [];
/** Whether a signal has come since it was tried last. */
let signalCame = false;

/** The server has another version of the engine, or the partie a rule book that it does not know. */
class OlderError extends Error {}

/** Return what a configuration is kept as, whichever its words: those that were read last. */
export const keptAs = (address) => KEPT + address.split("?")[0];

/** Tell whether this phone can run the engine, and keep it. */
export function canCount() {
  return typeof WebAssembly === "object" && Boolean(self.caches);
}

/** Tell whether this phone may fetch so much without being asked. */
function mayFetch() {
  return canCount() && !navigator.connection?.saveData && localStorage.getItem(UNWANTED) === null;
}

/** Let a screen ask, from now on, what a game comes to that is recorded. */
function serve(screen) {
  app = screen;
  Object.assign(app, { came, comeTo });
}

/** Start the engine if it is on this phone, or fetch it where that may be. */
export async function begin(screen) {
  serve(screen);
  if (!canCount()) turn("cannot");
  else if (["none", "failed"].includes(state)) await bring(mayFetch());
}

/** Fetch the engine because somebody asks for it. */
export async function fetchNow(screen) {
  serve(screen);
  localStorage.removeItem(UNWANTED);
  await bring(true);
}

/** Bring the engine to answer; what fails leaves the screen as it was, and is tried again. */
async function bring(mayFetchIt) {
  clearTimeout(timer);
  // Whoever asks meanwhile finds that it is under way.
  state = "starting";
  signalCame = false;
  try {
    config = await keptConfiguration();
    isOnPhone = await keepsSome();
    if (config === null && !mayFetchIt) {
      turn(await wasDropped(app.config.engine) ? "older" : "none");
      return;
    }
    if (config === null) {
      turn("fetched");
      config = await fetchAll();
    } else if (hasOtherWords()) {
      // They are small, and those that are here do while they do not come.
      config = await inTime(fetchAll().catch(() => null), PATIENCE) ?? config;
    }
    await start();
  } catch (error) {
    // Another tab may have brought the next one while this one started.
    if (error instanceof OlderError || await wasDropped(app.config.engine)) beOlder();
    else fail();
  }
}

/** Fetch of the engine and of its words what is not here yet, and return its configuration. */
async function fetchAll() {
  const { engine: asked } = app.config.addresses;
  const response = await fetch(asked, { signal: AbortSignal.timeout(LONGEST_ANSWER) });
  if (!response.ok) throw new Error(`${response.status}`);
  const copy = response.clone();
  const told = await response.json();
  if (told.version !== app.config.engine) throw new OlderError("another version");
  await keep(told);
  const cache = await caches.open(cacheName(told.version));
  const before = await (await cache.match(keptAs(asked)))?.json();
  await cache.put(keptAs(asked), copy);
  if (before && before.words !== told.words) await cache.delete(before.words);
  await dropOthers(told.version);
  return told;
}

/** Tell whether the engine's words are those of another page: of another language, or of before. */
const hasOtherWords = () => config.address !== app.config.addresses.engine;

/** Say it in the words of this page, now that they may come. */
async function changeWords() {
  if (state !== "ready") return;
  clearTimeout(timer);
  // A server of another version has none for this page.
  const told = await fetchAll().catch((error) => error instanceof OlderError ? config : null);
  if (told === null) {
    timer = setTimeout(changeWords, FIRST_PAUSE);
    return;
  }
  if (told.words === config.words || state !== "ready") return;
  config = told;
  engine.end();
  await start().catch(fail);
}

async function start() {
  turn("starting");
  isOnPhone = true;
  engine = new Engine(config);
  // Where the browser refuses its program Pyodide neither starts nor fails.
  const isReady = await inTime(engine.ready.then(() => true), LONGEST_START);
  if (!isReady) throw new Error("it does not start");
  if (!(await knowsTheBook())) throw new OlderError("another edition");
  app.phone = { preview };
  pause = FIRST_PAUSE;
  turn("ready");
  app.ask();
  // The page may know more by now than when they were counted.
  countAll({ isAnew: true }).catch(() => {});
  keepPages();
}

/** Tell whether the engine knows the rule book of this partie, in its edition. */
async function knowsTheBook() {
  const { standing, players } = app.config;
  const partie = { ruleset: standing.terms.ruleset, players: Object.keys(players), games: [] };
  const { error } = await inTime(engine.replay(partie), PATIENCE);
  return error?.code !== "unknown_ruleset";
}

/**
 * Go on without it, as before it was there, and try again later; at once if what failed
 * had begun before the signal came.
 */
function fail() {
  goOnWithout();
  timer = setTimeout(again, signalCame ? 0 : pause);
  pause = Math.min(2 * pause, LONGEST_PAUSE);
  turn("failed");
}

/** Go on without it, and let the server count until the page is loaded again. */
function beOlder() {
  goOnWithout();
  turn("older");
}

function goOnWithout() {
  engine?.end();
  engine = null;
  app.phone = null;
}

/** Try again what failed, unless somebody does not want it any more. */
function again() {
  if (state === "failed") bring(mayFetch());
}

addEventListener("online", () => {
  signalCame = true;
  // A signal that has only just come may fail once more.
  pause = FIRST_PAUSE;
  if (state === "ready" && hasOtherWords()) changeWords();
  if (state === "ready" && app.root.dataset.pages === "missing") keepPages();
  else again();
});

/** Whether the pages are being kept, and whether they are once more when that is done. */
let isKeeping = false;
let isStale = false;

/**
 * Keep the score sheet, as it is by now, and the rule book too: they open where the
 * points are counted.
 */
async function keepPages() {
  isStale = true;
  app.root.dataset.pages = "missing";
  if (isKeeping) return;
  isKeeping = true;
  let areKept = false;
  while (isStale) {
    isStale = false;
    areKept = await keepBoth();
  }
  isKeeping = false;
  app.root.dataset.pages = areKept ? "kept" : "missing";
}

async function keepBoth() {
  const { sheet, card } = app.config.addresses;
  let areKept = navigator.onLine && "serviceWorker" in navigator;
  for (const page of areKept ? [sheet, card] : []) {
    const address = new URL(page, location.href).href;
    const keeping = keepPage(address, app.config.offline.files, page === sheet).catch(() => false);
    // Where the signal goes it is kept when it is back, or the table is opened next.
    areKept = await inTime(keeping, LONGEST_ANSWER) === true && areKept;
  }
  return areKept;
}

// What is recorded stands on the sheet from then on.
events.addEventListener("recorded", () => {
  if (state === "ready") keepPages();
});

/** Let the engine go; it is not fetched again before somebody asks for it. */
export async function letGo() {
  clearTimeout(timer);
  localStorage.setItem(UNWANTED, "1");
  goOnWithout();
  config = null;
  await forget();
  isOnPhone = false;
  // The score sheet is not kept anew any more: an old one would lack what is recorded next.
  await (await caches.open(PAGES)).delete(app.config.addresses.sheet);
  turn("none");
}

function turn(next) {
  state = next;
  app.isOlder = next === "older";
  app.root.dataset.engine = next;
  app.render();
  const called = awaiting;
  awaiting = [];
  for (const goOn of called) goOn();
}

/** Wait while it starts. */
async function started() {
  while (state === "starting") {
    await new Promise((resolve) => {
      awaiting.push(resolve);
    });
  }
}

/** Return what the engine of this page's version is made of; null where it is not all here. */
async function keptConfiguration() {
  try {
    const name = cacheName(app.config.engine);
    if (!(await caches.has(name))) return null;
    const cache = await caches.open(name);
    const told = await (await cache.match(keptAs(app.config.addresses.engine)))?.json();
    return told && (await isKept(told)) ? told : null;
  } catch {
    return null;
  }
}

// What is asked ---

/** Return the games that wait before the one on the screen, as the engine reads them. */
async function waiting() {
  const { offline, partie } = app.config;
  const rows = await queue.gamesOf(partie);
  const looked = rows.findIndex((row) => row.key === draft.load(partie)?.base?.replaces);
  const before = looked < 0 ? rows : rows.slice(0, looked);
  return before.filter((row) => counts(offline, row) && row.key !== app.base.key).map(asAsked);
}

const asAsked = ({ said, east, shown, winds }) => ({ said, east, shown, winds });

async function asked(more, games = null) {
  const standing = JSON.stringify({ ...app.config.standing, names: app.config.players });
  return {
    partie: standing, waiting: JSON.stringify(games ?? await waiting()), ...more,
  };
}

/** Return what a half-entered game comes to, as the server answers it; null if that fails. */
async function preview({ said, east, explain }) {
  const game = { said, east, shown: shownOf(app.seats()) };
  return ask("preview", await asked({ game, explain }));
}

/**
 * Return what a game comes to that is about to be recorded after those that wait: its
 * scores, payments, totals and chips, or in `error` why it cannot be; null where nobody
 * can say. An engine that starts just now is waited for.
 */
async function came({ said, east, shown }) {
  await inTime(started(), LONGEST_WAIT);
  return comeTo([...await waiting(), { said, east, shown }]);
}

/**
 * Return what the last of some games that wait comes to after the others; null where
 * this phone cannot say it at once.
 */
async function comeTo(games) {
  if (state !== "ready") return null;
  const answer = await ask("waiting", await asked({}, games.map(asAsked)));
  return answer === null ? null : told(answer, games.length - 1);
}

/** Return what an answer says of one of its games, and of the one after the last. */
function told({ games, places, next }, place) {
  const game = games[place];
  const seats = JSON.stringify(shownOf(next));
  const state = app.config.next.find((one) => JSON.stringify(shownOf(one)) === seats);
  const title = next.finished ? app.words.finished : state ? app.title(state) : "";
  const { players } = app.config;
  const name = (player) => players[player] ?? "";
  return {
    ...game,
    next: place === games.length - 1 ? title : "",
    // In names: the score sheet tells it where nobody knows who is who.
    paid: game.payments.map(({ from, to, amount, chips }) => ({ from: name(from), to: name(to), amount, chips })),
    stands: game.error ? [] : places.map((player) => ({
      player: name(player), score: game.scores[player] ?? 0, has: game.chips?.[player] ?? 0,
    })),
  };
}

/**
 * Count all games that wait, to be shown on the score sheet, where one that went or
 * changed has left some uncounted, or `isAnew`. What the phone showed of each stays:
 * nothing else is recorded without being asked about.
 */
async function countAll({ isAnew = false } = {}) {
  const { offline, partie } = app.config;
  const all = await queue.gamesOf(partie);
  const rows = all.filter((row) => counts(offline, row));
  if (rows.length === 0 || !isAnew && rows.every(({ counted }) => counted)) return;
  const answer = await ask("waiting", await asked({}, rows.map(asAsked)));
  if (answer === null) return;
  await queue.count(partie, all, rows.map((row, place) => [row, told(answer, place)]));
  // What cannot be as it stands is said above the table.
  events.dispatchEvent(new Event("change"));
}

events.addEventListener("change", () => {
  if (state === "ready") countAll().catch(() => {});
});

/** Return what the engine answers; null where it cannot, or is gone: then others are asked. */
async function ask(judgement, question) {
  const asked = engine;
  try {
    const text = await inTime(asked.answer(judgement, JSON.stringify(question)), PATIENCE);
    if (text !== null) return JSON.parse(text);
    // The phone took its worker away, perhaps for want of memory.
    if (asked === engine) fail();
  } catch {
    // It counts the next one.
  }
  return null;
}

/** Return what is promised; null where it does not come in time. */
function inTime(promise, patience) {
  return Promise.race([promise, new Promise((resolve) => {
    setTimeout(resolve, patience, null);
  })]);
}
