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

const { static: STATIC, account: ACCOUNT, offline: OFFLINE, engine: ENGINE, start: START } = self.clubscore;
const PAGES = "clubscore-pages-1";
const FILES = "clubscore-files-1";
/** What `engine.js` keeps the rules engine in begins so; here one version is good. */
const ENGINES = "clubscore-engine-";
/** What is left of an engine that is let go; `phone.js` reads it as well. */
const DROPPED = "/engine-dropped";
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
  event.waitUntil(Promise.all([self.clients.claim(), forgetOtherEngines()]));
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
  } else if (request.mode === "navigate" && SCREEN.test(url.pathname)) {
    event.respondWith(screen(event, url));
  } else if (request.mode === "navigate") {
    event.respondWith(page(event));
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

/** Answer with a table screen: the server's, or the one kept where it gives none. */
async function screen(event, url) {
  const kept = await keptPage(url);
  const asked = fetch(event.request);
  event.waitUntil(asked.then((response) => keepPage(url, response.clone()), () => {}));
  if (!kept) {
    return page(event, asked);
  }
  try {
    const response = await inTime(asked, PATIENCE);
    return response.status >= 500 ? kept : response;
  } catch {
    return kept;
  }
}

/** Answer with any other page: the server's, one kept beside a table, or that there is no signal. */
async function page(event, asked = null) {
  const { url } = event.request;
  const own = await keptPage(new URL(url));
  const before = late.get(url);
  late.delete(url);
  // A server that is slow is asked once: whoever tries again waits for that answer.
  const isBefore = before !== undefined && Date.now() < before.until;
  const answer = isBefore ? before.answer : asked ?? fetch(event.request);
  if (own) {
    event.waitUntil(answer.then((response) => keepPage(new URL(url), response.clone()), () => {}));
  }
  try {
    return await (isBefore ? answer : inTime(answer, own ? PATIENCE : LONG_PATIENCE));
  } catch {
    const kept = own ?? (await keptTable(url)) ?? await caches.match(OFFLINE, { ignoreVary: true });
    if (!kept) {
      return answer;
    }
    if (own) {
      return own;
    }
    event.waitUntil(answer.then(() => {}, () => late.delete(url)));
    late.set(url, { answer, until: Date.now() + MINUTE });
    return kept;
  }
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

/** Let engines of other versions go: their pages are of another version too. */
async function forgetOtherEngines() {
  const names = await caches.keys();
  const others = names.filter((one) => one.startsWith(ENGINES) && one !== ENGINES + ENGINE);
  await Promise.all(others.map(dropEngine));
}

/** Let an engine go, and leave word of it to kept pages of its version until the next one goes. */
async function dropEngine(name) {
  const isDropped = await caches.match(DROPPED, { cacheName: name });
  await caches.delete(name);
  if (!isDropped) {
    const cache = await caches.open(name);
    await cache.put(DROPPED, new Response());
  }
}

/** Answer with a file: the kept one where its name says what is in it, or the engine's. */
async function file(event, url) {
  const engines = await caches.has(ENGINES + ENGINE) && await caches.open(ENGINES + ENGINE);
  const part = engines && await engines.match(event.request, { ignoreVary: true });
  if (part) {
    return part;
  }
  const cache = await caches.open(FILES);
  const kept = await cache.match(event.request, { ignoreVary: true });
  if (kept && NAMED_BY_CONTENT.test(url.pathname)) {
    return kept;
  }
  try {
    const response = await (kept ? inTime(fetch(event.request), PATIENCE) : fetch(event.request));
    if (kept && response.ok) {
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

/** Keep a page as the server answered it; where it refuses, keep it no longer. */
async function keepPage(url, response) {
  const name = nameOf(url);
  if (response.ok && !response.redirected && name === url.pathname + url.search) {
    await put(PAGES, name, response);
  } else if (!response.ok && response.status < 500) {
    const cache = await caches.open(PAGES);
    await cache.delete(name);
  }
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
    const url = new URL(page);
    const kept = isAnew ? undefined : await keptPage(url);
    const began = Date.now();
    const response = kept ?? await fetch(nameOf(url), { signal: AbortSignal.timeout(MINUTE) });
    const named = filesIn(await response.clone().text());
    const all = [...new Set([...files, ...named])];
    await Promise.all([keepOffline(language), ...all.map(keepFile)]);
    // A page that is kept opens with all that belongs to it. One that came by meanwhile is newer.
    if (!kept && !(await wasKeptSince(url, began))) {
      await keepPage(url, response);
    }
    await forgetOld(PAGES, []);
    await forgetOld(FILES, [...all, new URL(OFFLINE, self.location).href]);
    return true;
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
