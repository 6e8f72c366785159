/**
 * The service worker: it opens the table screen where there is no signal, and for every
 * other page one of ours that says so.
 *
 * It keeps the pages of the table screen that were opened on this phone in the last
 * day, where the phone counts by itself the score sheet and the rule book too, and the
 * files they need; nothing else of the site. Pages are asked of the server
 * first, so that nobody sees what they may not see any more, and all of them go when
 * somebody logs in or out, also by an invitation. What waits to be sent is no business of it.
 */
"use strict";

const { static: STATIC, account: ACCOUNT, offline: OFFLINE, start: START } = self.clubscore;
const PAGES = "clubscore-pages-1";
const FILES = "clubscore-files-1";
/** What `engine.js` keeps the rules engine in begins so; it says as well when one goes. */
const ENGINES = "clubscore-engine-";
const SCREEN = /\/parties\/\d+\/record\/$/;
const NAMED_BY_CONTENT = /\.[0-9a-f]{12}\.[a-z0-9]+$/;
/** When a page was kept; `offline.js` reads it as well. */
const KEPT_AT = "X-Kept-At";
const MINUTE = 60 * 1000;
/** How long a kept page opens without a signal, in milliseconds; `offline.js` has it too. */
const DAY = 24 * 60 * MINUTE;
/** How long a weak signal is waited for where a page is kept, in milliseconds. */
const PATIENCE = 4000;
/** How long any other page is waited for before it is said that there is no signal. */
const LONG_PATIENCE = 10_000;

/** The answers that did not come in time: by address, until when they are good. */
const late = new Map();

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) {
    return;
  }
  if (changesHands(url) && request.method === "POST") {
    late.clear();
    event.waitUntil(caches.delete(PAGES));
  } else if (request.method !== "GET") {
    return;
  } else if (request.mode === "navigate") {
    event.respondWith(page(event, url));
  } else if (url.pathname.startsWith(STATIC)) {
    event.respondWith(file(event, url));
  }
});

self.addEventListener("message", (event) => {
  const { keep } = event.data ?? {};
  if (keep) {
    event.waitUntil(keepAll(keep).then((kept) => event.ports[0]?.postMessage(kept)));
  }
});

/** Tell whether somebody may log in or out there; "*" is any part of an address. */
function changesHands({ pathname }) {
  const parts = pathname.split("/");
  return ACCOUNT.some((address) => {
    const wanted = address.split("/");
    return wanted.length === parts.length &&
      wanted.every((one, place) => one === "*" || one === parts[place]);
  });
}

/** Answer with a page: the server's, the one kept where it gives none, or that there is no signal. */
async function page(event, address) {
  const { url } = event.request;
  const own = await keptPage(address);
  const before = late.get(url);
  late.delete(url);
  // A server that is slow is asked once: whoever tries again waits for that answer.
  const isBefore = before !== undefined && Date.now() < before.until;
  const answer = isBefore ? before.answer : fetch(event.request);
  if (own || SCREEN.test(address.pathname)) {
    event.waitUntil(answer.then((response) => keepPage(address, response.clone()), () => {}));
  }
  try {
    const isAwaited = isBefore && !own;
    const response = await (isAwaited ? answer : inTime(answer, own ? PATIENCE : LONG_PATIENCE));
    return own && isLater(response) ? own : response;
  } catch {
    if (own) {
      return own;
    }
    const kept = (await keptTable(url)) ?? await caches.match(OFFLINE, { ignoreVary: true });
    if (!kept) {
      return answer;
    }
    event.waitUntil(answer.then(() => {}, () => late.delete(url)));
    late.set(url, { answer, until: Date.now() + MINUTE });
    return kept;
  }
}

/** Tell whether the server has only said that it answers later. */
function isLater({ status }) {
  return status >= 500 || status === 429 || status === 408;
}

/** Lead from the home screen to the table that was opened last. */
async function keptTable(url) {
  if (new URL(url).pathname !== START) {
    return undefined;
  }
  const kept = await caches.open(PAGES);
  const found = [];
  for (const { url: table } of await kept.keys()) {
    const response = SCREEN.test(new URL(table).pathname) && await keptPage(new URL(table));
    if (response) {
      found.push([Number(response.headers.get(KEPT_AT)), table]);
    }
  }
  found.sort(([one], [other]) => other - one);
  return found.length ? Response.redirect(found[0][1]) : undefined;
}

/** Answer with a file: the kept one where its name says what is in it, or an engine's. */
async function file(event, url) {
  const { request } = event;
  const cache = await caches.open(FILES);
  const own = await cache.match(request, { ignoreVary: true });
  const kept = own ?? await ofAnEngine(request);
  // What is fetched for another engine is not this one's, where names do not tell.
  const isAsked = !own && request.cache !== "no-cache";
  if (kept && (isAsked || NAMED_BY_CONTENT.test(url.pathname))) {
    return kept;
  }
  try {
    const response = await (kept ? inTime(fetch(request), PATIENCE) : fetch(request));
    if (own && response.ok) {
      event.waitUntil(put(FILES, url.href, response.clone()));
    }
    return response;
  } catch (error) {
    if (kept) {
      return kept;
    }
    throw error;
  }
}

/** Return a file of an engine that is kept, of whichever version. */
async function ofAnEngine(request) {
  const engines = (await caches.keys()).filter((name) => name.startsWith(ENGINES));
  const found = await Promise.all(
    engines.map((cacheName) => caches.match(request, { cacheName, ignoreVary: true })),
  );
  return found.find(Boolean);
}

function inTime(promise, patience) {
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error("no answer in time")), patience);
  });
  return Promise.race([promise, late]);
}

async function keptPage(url) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(nameOf(url), { ignoreVary: true });
  return kept && isFresh(kept) ? kept : undefined;
}

/** Return what a page is kept by: a table screen opens whatever is asked of it besides. */
function nameOf({ pathname, search }) {
  return SCREEN.test(pathname) ? pathname : pathname + search;
}

function isFresh(response) {
  return Date.now() - Number(response.headers.get(KEPT_AT)) < DAY;
}

/**
 * Keep a page as the server answered it; where it refuses, keep it no longer.
 *
 * Tell whether it is kept now.
 */
async function keepPage(url, response) {
  const name = nameOf(url);
  const isKept = response.ok && !response.redirected && name === url.pathname + url.search;
  if (isKept) {
    await put(PAGES, name, response);
  } else if (!response.ok && !isLater(response)) {
    const cache = await caches.open(PAGES);
    await cache.delete(name);
  }
  return isKept;
}

async function put(name, address, response) {
  const headers = new Headers(response.headers);
  headers.set(KEPT_AT, String(Date.now()));
  const { status, statusText } = response;
  const cache = await caches.open(name);
  const body = await response.blob();
  await cache.put(address, new Response(body, { status, statusText, headers }));
}

/**
 * Keep a page, its files and others; return whether all of it is here.
 *
 * One that came by here is as it should be, unless it has to be fetched `isAnew`.
 */
async function keepAll({ page, files, language, isAnew }) {
  try {
    const url = new URL(nameOf(new URL(page)), page);
    const kept = isAnew ? undefined : await keptPage(url);
    const began = Date.now();
    const response = kept ?? await fetch(url, { signal: AbortSignal.timeout(MINUTE) });
    const named = filesIn(await response.clone().text());
    const all = [...new Set([...files, ...named])];
    await Promise.all([keepOffline(language), ...all.map(keepFile)]);
    // A page that is kept opens with all that belongs to it. One that came by meanwhile is newer.
    const isKept = kept || await wasKeptSince(url, began) || await keepPage(url, response);
    await forgetOld(PAGES, []);
    await forgetOld(FILES, [...all, new URL(OFFLINE, self.location).href]);
    return Boolean(isKept);
  } catch {
    return false;
  }
}

async function wasKeptSince(url, then) {
  const kept = await keptPage(url);
  return Boolean(kept) && Number(kept.headers.get(KEPT_AT)) >= then;
}

/** Return the addresses of our files that a page names. */
function filesIn(text) {
  const named = text.matchAll(/<(?:link|script|img)\s[^>]*?\b(?:href|src)="([^"?#]+)"/g);
  return Array.from(named, ([, address]) => new URL(address, self.location))
    .filter(({ origin, pathname }) => origin === self.location.origin && pathname.startsWith(STATIC))
    .map(({ href }) => href);
}

/** Keep what is said where there is no signal, in the language that is read here. */
async function keepOffline(language) {
  const kept = await caches.match(OFFLINE, { ignoreVary: true });
  if (!kept || !isFresh(kept) || kept.headers.get("Content-Language") !== language) {
    await keepFile(OFFLINE);
  }
}

async function keepFile(address) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(address, { ignoreVary: true });
  if (kept && NAMED_BY_CONTENT.test(new URL(address, self.location).pathname) && isFresh(kept)) {
    return;
  }
  const response = await fetch(address);
  if (response.ok) {
    await put(FILES, address, response);
  }
}

async function forgetOld(name, needed) {
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept && !isFresh(kept) && !needed.includes(request.url)) {
      await cache.delete(request);
    }
  }
}
