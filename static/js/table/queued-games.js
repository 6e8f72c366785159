/**
 * The table screen and what waits on this phone: which game comes next, what was entered
 * of it, and that this tab alone enters it.
 */

import { placeOf, ruledPlace, standing } from "./offline-state.js";
import * as draft from "./draft.js";
import { sentOf } from "./queue-marks.js";
import * as queue from "./queue.js";
import * as sender from "./sender.js";
import { fill, make } from "./sentences.js";

/**
 * Begin to send what waits, and to tell of it in `element`.
 *
 * `opened()` is called when another draft is to be shown, `left()` with whether another
 * tab has the table now when that changes, and `comeTo(games)` what waiting games come to, or
 * null. Return what `next` does of the game that comes next.
 */
export async function start(config, { element, opened, left = () => {}, comeTo }) {
  const { offline, partie, number, version, next: states, players } = config;
  Object.assign(offline, { partie, number, version, next: states, names: players });
  const mind = (isLeft) => {
    left(isLeft);
    sender.rest(partie, isLeft);
    banner.leave(isLeft);
  };
  const take = () => takeTable(partie, () => mind(true));
  const back = async () => {
    if (navigator.onLine || element.dataset.kept === "true") {
      // What the other tab recorded meanwhile stands in a page made now.
      location.reload();
      return;
    }
    await take();
    mind(false);
    opened();
  };
  const banner = lazyBanner(offline, element, { opened, next: () => next(offline), back, comeTo });
  await take();
  await tidy(offline);
  await tryAgain(offline);
  const now = await next(offline);
  const show = () => banner.show();
  sender.events.addEventListener("change", show);
  addEventListener("offline", show);
  addEventListener("online", () => sender.hurry(offline.partie).then(show));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      sender.hurry(offline.partie);
    }
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && navigator.onLine) {
      // Somebody came back to a page from before; the partie may have gone on.
      location.reload();
    }
  });
  await banner.show();
  sender.hurry(offline.partie);
  keepScreen(offline).then((isKept) => {
    element.dataset.kept = isKept;
    if (!isKept) {
      // It cannot be loaded any more when there is no signal, and has to say so.
      banner.load().catch(() => {});
    }
  });
  return now;
}

/**
 * Return the banner as {load(), show(), leave(isLeft)}.
 *
 * It is loaded when it has something to say, which nearly always it has not.
 */
function lazyBanner(offline, element, acts) {
  let isLeft = false;
  let loading = null;
  const load = () => {
    loading ??= import("./banner.js").then(({ Banner }) => new Banner(offline, element, acts));
    return loading;
  };
  const show = async () => {
    if (loading === null && !isLeft && !(await isToBeTold(offline))) {
      element.hidden = true;
      return;
    }
    try {
      const banner = await load();
      banner.isLeft = isLeft;
      await banner.show();
    } catch {
      // The signal went before it was here: the least is said, and it is asked for again.
      loading = null;
      element.replaceChildren(make("p", {}, offline.words.no_signal_go_on));
      element.hidden = navigator.onLine;
    }
  };
  const leave = (isNow) => {
    isLeft = isNow;
    return show();
  };
  return { load, show, leave };
}

/** Tell whether anything waits, was refused or put aside, or keeps games from being sent. */
async function isToBeTold({ partie }) {
  const isTold = !navigator.onLine || sender.obstacle(partie) || draft.aside(partie).length;
  if (isTold || draft.load(partie)?.base?.waits || sentOf(partie).length) {
    return true;
  }
  const rows = await queue.pending(partie);
  return rows.some((row) => row.state === "refused" || !sender.isUnderWay(row));
}

/**
 * Return {number, place, state, draft, notice} of the next game, after all that wait.
 *
 * `draft` is what was entered of it, and `notice` says what happened since.
 */
export async function next(offline) {
  const found = draft.load(offline.partie);
  const rows = await queue.gamesOf(offline.partie);
  const looked = rows.findIndex((row) => row.key === found?.base?.replaces);
  const before = looked < 0 ? rows : rows.slice(0, looked);
  const now = standing(offline, before);
  if (looked >= 0 && rows[looked].error?.code !== "conflict") {
    // It keeps who sat where in it, whatever the rules would have by now.
    const place = placeOf(offline.next, now.place, rows[looked]);
    const isOther = place >= 0 && place !== ruledPlace(offline.next, now.place, rows[looked]);
    Object.assign(now, isOther ? { place, state: offline.next[place] } : {});
  }
  const notice = found && looked < 0 ? noticeOf(offline, found.base, now.number) : "";
  return { ...now, draft: found, notice };
}

/** Say what happened since a draft was begun, and for which game it is. */
function noticeOf({ words, writes, version }, base, number) {
  const isNext = base.number === null;
  if (base.version === version && !isNext) {
    return words.restored;
  }
  // Whoever recorded second asked for the next number: what came first is told again.
  const since = writes.filter((one) => isNext || one.version > base.version);
  const last = since.find((one) => one.number === base.number) ?? since[0];
  const isSame = base.number === number;
  const still = fill(isSame ? words.still_for : words.for_now, { number });
  if (!last) {
    return still;
  }
  const sentence = last.number === null ? words.changed_by : words.recorded_by;
  return `${fill(sentence, { number: last.number, name: last.by })} ${still}`;
}

/** Forget what the server has, and put a draft aside that is of no game to come. */
async function tidy(offline) {
  const { partie, version, recorded } = offline;
  const found = draft.load(partie);
  const rows = await queue.gamesOf(partie);
  const sent = rows.find((row) => row.key === found?.base?.key);
  const isSent = found && (found.base.key in recorded || (sent && sent.state !== "refused"));
  // What was taken back, and recorded some other way since, is not asked for again.
  const isDone = found?.base.again && found.base.version !== version;
  if (isSent || isDone) {
    draft.clear(partie);
  }
  const lost = await queue.forgetKnown(partie, version, recorded);
  if (lost.length) {
    await import("./cards.js").then(({ noteLost }) => noteLost(offline, lost), () => {});
  }
  const now = await next(offline);
  const isLookedAt = rows.some((row) => row.key === found?.base?.replaces);
  // A draft without a number is of whichever game comes next.
  const isOfAnother = now.draft && (now.draft.base.number ?? now.number) !== now.number;
  if (isOfAnother && !isLookedAt) {
    draft.setAside(partie);
  }
}

/** Let games go that this phone might not send: whoever opens the table may record. */
async function tryAgain({ partie }) {
  for (const row of await queue.pending(partie)) {
    if (["forbidden", "gone"].includes(row.error?.code)) {
      await queue.change(row, { state: "waiting", error: null });
    }
  }
}

/** Keep this screen, so that it opens without a signal; tell whether that worked. */
async function keepScreen({ addresses, files }) {
  if (!navigator.serviceWorker) {
    return false;
  }
  try {
    await navigator.serviceWorker.register(addresses.worker);
    return await keepPage(location.href, filesOf(addresses.files, files));
  } catch {
    return false;
  }
}

/**
 * Have the service worker keep a page with its files, and others; tell whether all of it
 * is kept. One that is kept stays as it is, unless it is to be fetched `isAnew`.
 */
export async function keepPage(page, files, isAnew = false) {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  const { lang: language } = document.documentElement;
  active.postMessage({ keep: { page, files, language, isAnew } }, [port2]);
  return answer;
}

/** Return the addresses of all files that this page uses, and of `more`. */
function filesOf(folder, more) {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const named = document.querySelectorAll("link[href], script[src], img[src]");
  const linked = Array.from(named, (element) => element.href ?? element.src);
  const all = [...loaded, ...linked, ...more].map((name) => new URL(name, location.href));
  const ours = all.filter(
    ({ origin, pathname }) => origin === location.origin && pathname.startsWith(folder),
  );
  return [...new Set(ours.map(({ href }) => href))];
}

// One table, one tab: two tabs of a browser share what is kept in it, the draft and its
// key. So that neither writes over what the other has entered, the one opened last takes
// the table, and the others are told.

/**
 * Take the table for this tab, and return when no other has it.
 *
 * `lost()` is called when another tab takes it.
 */
function takeTable(partie, lost) {
  const name = `clubscore-table-${partie}`;
  return navigator.locks ? byLock(name, lost) : byCall(name, lost);
}

function byLock(name, lost) {
  return new Promise((taken) => {
    const forGood = () => {
      taken();
      return new Promise(() => {});
    };
    navigator.locks.request(name, { steal: true }, forGood).catch(() => {
      taken();
      lost();
    });
  });
}

/** Without https:// there are no locks: the tabs call to each other. */
async function byCall(name, lost) {
  if (!globalThis.BroadcastChannel) {
    return;
  }
  const me = draft.newKey();
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => {
    if (data !== me) {
      channel.close();
      lost();
    }
  };
  channel.postMessage(me);
}
