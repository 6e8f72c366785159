// The table screen of the next game: records it, or lets it wait for a signal.

import { shownOf } from "./offline-state.js";
import * as draft from "./draft.js";
import * as Entry from "./entry.js";
import { showRecorded, showWaiting } from "./recorded.js";
import { app, part, title } from "./screen.js";
import { send } from "./sender.js";
import { PATIENCE } from "./timeout.js";
import * as waiting from "./queued-games.js";

const { config } = app;
/** What tells of a game that came first, once that is loaded. */
let conflict;

app.keep = () => {
  const { entry, base } = app;
  // What was changed is not what was taken back; what replaces a game still does.
  delete base.again;
  if (Entry.isEmpty(entry) && !base.replaces) draft.clear(config.partie);
  else draft.save(config.partie, { entry, base });
};

app.send = async () => {
  const { ui } = app;
  const { key, version } = app.base;
  const game = { said: app.said(), east: app.east(), shown: shownOf(app.seats()) };
  const came = await app.came?.(game) ?? null;
  if (came?.error) {
    ui.isSending = false;
    app.refuse(came.error);
    return;
  }
  const answer = await send(config, { ...game, key, version, came });
  // A game that is recorded or waits stays as it was sent.
  ui.isSending = ["recorded", "waiting"].includes(answer.state);
  if (ui.isSending) usePhone();
  // The tab that has the table now tells what became of it.
  if (app.isLeft) return;
  if (answer.state === "recorded" && answer.number === null) location.assign(answer.url);
  else if (answer.state === "recorded") await showRecorded(app, part("recorded"), answer);
  else if (answer.state === "waiting") await wait({ ...answer, came });
  else if (answer.state === "conflict" && await canTell()) app.show({ conflict: answer.error });
  else app.refuse(answer.error);
};

async function canTell() {
  conflict ??= (await import("./conflict.js").catch(() => null))?.conflict;
  return conflict;
}

app.panels = { phone: { title: app.words.phone } };

app.throwAway = () => {
  draft.clear(config.partie);
  sitDown();
};

app.notices = () => app.ui.conflict && conflict(app, app.ui.conflict);

/** Say that a game waits for a signal or for an answer, and go on with the next one. */
async function wait({ asks = false, isBehind = false, message, came }) {
  const { number } = app.base;
  const played = app.seats();
  const next = await waiting.next(config.offline);
  const { state } = next;
  // The game waits without it too.
  const moved = config.rules.moves[0] &&
    (await import("./moves.js").catch(() => null))?.moves(app, number, played, next);
  showWaiting(app, part("recorded"), {
    number,
    asks,
    message,
    came: asks ? null : came,
    isBehind,
    title: state.finished ? "" : [title(state), moved].filter(Boolean).join(". "),
    isFinished: state.finished,
    goOn: () => sitDown(),
  });
}

/** Show the game that comes next, with what is entered of it on this phone. */
async function sitDown() {
  sitAt(await waiting.next(config.offline));
  if (app.isLeft) return;
  part("recorded").hidden = true;
  app.root.hidden = false;
  app.render();
  app.ask();
  part("table-title").focus();
}

/** Take the seats of the next game, and what was entered of it. */
function sitAt({ number, place, draft: kept }) {
  // A page that was kept may be opened twice: its games need keys of their own.
  const key = kept?.base.key ?? draft.newKey();
  app.take({
    base: { ...kept?.base, version: config.version, number, key },
    entry: { ...Entry.empty(), ...kept?.entry },
    place,
  });
  // The server has told of the game before its own next one, not of those that wait.
  const last = document.getElementById("last");
  if (last !== null) last.hidden = number !== config.number;
}

/** Leave the table to another tab, or come back. */
function leave(isGone) {
  app.isLeft = isGone;
  part("recorded").hidden = true;
  app.root.hidden = true;
}

async function begin() {
  // Nobody knows before this phone counts by itself.
  const comeTo = async (games) => await app.comeTo?.(games) ?? null;
  const now = await waiting.start(config, { element: part("waits"), opened: sitDown, left: leave, comeTo });
  sitAt(now);
  const isAgain = config.again !== null && (Entry.isEmpty(app.entry) || app.base.again === true);
  // A reload has lost the address that says which game was taken back.
  config.addresses.typed = app.base.typed ?? config.addresses.typed;
  if (!isAgain) {
    app.ui.notice = Entry.isEmpty(app.entry) ? "" : now.notice;
  } else {
    const { place } = app.ui;
    // A reload neither loses nor repeats it; recorded some other way it is forgotten.
    const base = { ...app.base, again: true, typed: config.addresses.typed };
    app.take({ base, entry: app.entryOf(config.again, place), place });
    draft.save(config.partie, { entry: app.entry, base });
    history.replaceState(null, "", config.addresses.screen);
  }
  tellBelow();
  app.begin();
  // What was begun on this phone is gone on with, also where the version is a new one.
  const kept = await self.caches?.keys() ?? [];
  if (kept.some((name) => name.startsWith("clubscore-engine-"))) usePhone();
}

/** Let this phone count by itself; the first time it is fetched beside what is played. */
function usePhone() {
  // Without it, and without a signal, all goes on as before.
  import("./phone.js").then(({ begin: start }) => start(app)).catch(() => {});
}

/** Tell what the server says where it is told who pays whom, until the next tap. */
function tellBelow() {
  const messages = part("messages");
  if (messages === null || Entry.isEmpty(app.entry)) return;
  app.ui.told = messages.innerText.trim();
  messages.hidden = true;
}

// The screen stays on from the first tap.
addEventListener("pointerdown", () => import("./awake.js").catch(() => {}), { once: true });
begin();

// “Who are you?”: one tap, and the screen comes back with the name.

const form = document.querySelector("form#who");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  try {
    // A button of the form is called “action” too.
    const response = await fetch(form.getAttribute("action"), {
      method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(PATIENCE),
    });
    // Opened anew, the screen is also kept with the answer for when there is no signal.
    if (response.type === "opaqueredirect") location.replace(location.pathname);
    else form.submit();
  } catch {
    form.querySelector(".who-failed").hidden = false;
  }
});
