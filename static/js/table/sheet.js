/**
 * The score sheet and the games of this phone that it does not have yet, because they
 * wait or were sent since: each with what it came to here, and what everybody has after it.
 * Above them stands what games came to that were sent after a wait: where the partie is over,
 * the table screen does not open any more.
 */

import { signed, withMinus } from "./came.js";
import { h } from "./dom.js";
import { counts } from "./offline-state.js";
import { sentOf } from "./queue-marks.js";
import * as queue from "./queue.js";

const place = document.getElementById("waits-here");
const sent = document.getElementById("sent-here");
/** Somebody without an account records with the table's link. */
const LINK = "link";

async function show() {
  const { partie, sender, version, number } = place.dataset;
  const all = await queue.gamesOf(partie);
  const isNew = (row) => counts({ version: Number(version) }, row);
  // One that came second has the number and the sums of before: others stand on the sheet.
  const numbered = all.map((row, order) => isNew(row)
    ? { ...row, number: Number(number) + all.slice(0, order).filter(isNew).length }
    : { ...row, counted: null });
  const rows = numbered.filter((row) => (row.sender?.id ?? LINK) === sender &&
    (row.state !== "recorded" || isNew(row)));
  place.hidden = rows.length === 0;
  place.querySelector(".unsent").hidden = rows.every(({ state }) => state === "recorded");
  if (rows.length === 0) return;
  const players = rows.find(({ counted }) => counted?.stands.length)?.counted.stands.map(({ player }) => player) ?? [];
  const heads = players.map((player) => h("th", { scope: "col", class: "number" }, player));
  const first = place.querySelector("thead th");
  first.parentElement.replaceChildren(first, ...heads);
  place.querySelector("tbody").replaceChildren(...rows.map((row) => line(row, players)));
  const next = rows.findLast(isNew)?.counted?.next ?? "";
  place.querySelector(".east-next").hidden = next === "";
  place.querySelector(".east-next span").textContent = next;
}

function line({ number, told, counted, state }, players) {
  const stands = new Map(counted?.stands.map((one) => [one.player, one]));
  return h("tr", {},
    h("th", { scope: "row" }, `${counted?.number ?? number} `, h("small", {}, told),
      state === "recorded" ? h("small", {}, place.dataset.sent) : null),
    players.map((player) => {
      const one = stands.get(player);
      return h("td", { class: "number" },
        one ? [h("strong", {}, signed(one.score)), " ", h("small", {}, withMinus(one.has))] : "–");
    }));
}

/** Show the cards of the games that were sent after a wait. */
async function tellSent() {
  const { partie } = place.dataset;
  if (sent.hidden && sentOf(partie).length === 0) return;
  const { cards } = await import("./cards.js");
  sent.replaceChildren(...cards(partie, sent.dataset, tellSent));
  sent.hidden = sent.childElementCount === 0;
}

async function begin() {
  tellSent();
  await show();
  if (place.hidden) return;
  // What is sent meanwhile from here is said to be.
  const { events } = await import("./sender.js");
  events.addEventListener("change", show);
  events.addEventListener("change", tellSent);
}

begin();
