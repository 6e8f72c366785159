/**
 * Games that wait, told on other pages than their table's.
 *
 * A line leads to the table. What the games say is told only to whoever recorded them:
 * they can be thrown away, or tried again, also by somebody who may not record any more
 * and for whom the table's screen does not open.
 */

import { marks } from "./queue-marks.js";
import * as queue from "./queue.js";
import * as sender from "./sender.js";
import { fill, make } from "./sentences.js";

const OURS = "waiting-elsewhere";
/** The id of whoever is not logged in, and records with a table's link. */
const LINK = "link";

/** What was thrown away on this page, and can be put back. */
let thrown = [];
let shown = "";
/** The parties of which the server was asked who this is. */
const asked = new Set();

/** Send what waits, and tell of it at the top of `place`. */
export function begin(place) {
  const sendAll = () => Object.keys(marks()).forEach((partie) => sender.hurry(partie));
  sender.events.addEventListener("change", () => show(place));
  addEventListener("online", sendAll);
  show(place);
  sendAll();
}

async function show(place) {
  const parties = Object.entries(marks());
  const found = await Promise.all(
    parties.map(async ([partie, mark]) => ({ partie, mark, rows: await queue.pending(partie) })),
  );
  for (const { partie, rows } of found) {
    // Nothing is sent behind a refused game, so that nobody has said yet who this is.
    if (rows[0]?.state === "refused" && sender.askerOf(partie) === undefined && !asked.has(partie)) {
      asked.add(partie);
      sender.ask(rows[0]);
    }
  }
  const said = found.map(({ partie, mark, rows }) => ({
    mark,
    why: sender.obstacle(partie)?.code,
    mine: rows.filter((row) => isMine(row, sender.askerOf(partie))),
    isAnothers: rows.some((row) => isAnothers(row, sender.askerOf(partie))),
  }));
  const now = JSON.stringify([said, thrown.map((one) => one.key)]);
  if (now === shown) {
    return;
  }
  shown = now;
  const isListed = document.querySelector(`#${OURS} details`)?.open ?? false;
  const active = document.activeElement?.closest(`#${OURS}`) !== null;
  document.getElementById(OURS)?.remove();
  const boxes = [
    ...said.map((one) => table(one, isListed)),
    ...thrown.map((row) => undo(row, place)),
  ];
  if (!boxes.length) {
    return;
  }
  const box = make("div", { id: OURS }, ...boxes);
  box.setAttribute("role", "status");
  place.prepend(box);
  if (active) {
    box.querySelector("button, a")?.focus();
  }
}

/** Tell whether a game is whoever's who looks at this page; nobody knows at first. */
function isMine(row, asker) {
  return asker !== undefined && (row.sender?.id ?? LINK) === (asker?.id ?? LINK);
}

function isAnothers(row, asker) {
  return asker !== undefined && !isMine(row, asker);
}

/** Say what waits of one partie. */
function table({ mark, why, mine, isAnothers }, isListed) {
  const away = mark.words;
  const box = make("div", {});
  const line = make("p", {}, `${away.says} `, make("a", { href: mark.screen }, away.open));
  if (isAnothers) {
    line.append(` ${away.theirs}`);
  }
  if (why === "logged_out") {
    line.append(" ", make("a", { href: mark.login }, away.log_in));
  }
  box.append(line);
  const refused = mine.filter((row) => row.state === "refused");
  const waiting = mine.filter((row) => row.state === "waiting");
  box.append(...refused.map((row) => refusal(away, row)));
  if (waiting.length) {
    const folded = make("details", { open: isListed }, make("summary", {}, away.show));
    folded.append(...waiting.map((row) => waits(away, row)));
    box.append(folded);
  }
  return box;
}

/** Say why a game was refused, and what was entered, to be typed by somebody else. */
function refusal(away, row) {
  const title = make("strong", {}, fill(away.refused, row));
  const box = make("div", { className: "waiting-one" });
  box.append(make("p", {}, title, ` ${row.error.message}`), entered(away, row));
  const again = button(away.try_again, () => sender.tryAgain(row));
  box.append(make("p", { className: "buttons" }, again, thrower(away, row)));
  return box;
}

function waits(away, row) {
  const box = make("div", { className: "waiting-one" });
  box.append(make("p", {}, fill(away.waits, row)), entered(away, row));
  box.append(make("p", { className: "buttons" }, thrower(away, row)));
  return box;
}

function entered(away, { told, written }) {
  return make("p", {}, fill(away.yours, { game: [told, written].filter(Boolean).join("; ") }));
}

function thrower(away, row) {
  const drop = async () => {
    const gone = await sender.throwAway(row);
    thrown = gone ? [...thrown, gone] : thrown;
    sender.events.dispatchEvent(new Event("change"));
  };
  return button(fill(away.throw_away, row), drop, { className: "outline" });
}

/** Offer to put back what was thrown away. */
function undo(row, place) {
  const away = row.mark.words;
  const back = async () => {
    thrown = thrown.filter((one) => one !== row);
    await sender.putBack(row);
    await show(place);
  };
  const box = make("div", { className: "waiting-one" });
  box.append(make("p", {}, fill(away.thrown, row)));
  box.append(make("p", { className: "buttons" }, button(away.undo, back, { className: "outline" })));
  return box;
}

/** Return a button; `name` says more than its label to whoever does not see its place. */
export function button(label, act, { className = "", name = "" } = {}) {
  const element = make("button", { type: "button", className }, label);
  if (name) {
    element.setAttribute("aria-label", name);
  }
  element.addEventListener("click", act);
  return element;
}
