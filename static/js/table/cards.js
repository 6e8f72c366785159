/** What games came to that were sent after a wait, until somebody has read it. */

import { signed } from "./came.js";
import { noteSent, sentOf } from "./queue-marks.js";
import { button } from "./queue-notice.js";
import { fill, make } from "./sentences.js";

/** Return the cards of a partie in a list of one box, or of none; `closed()` draws anew. */
export function cards(partie, words, closed) {
  const games = sentOf(partie);
  if (!games.length) {
    return [];
  }
  const items = games.map(({ number, url, told: game }) => {
    const title = make("strong", {}, number ? fill(words.recorded, { number }) : "");
    const see = make("a", { href: url }, words.see_first);
    return make("p", {}, title, ` ${game} `, see);
  });
  const read = button(words.read, () => {
    noteSent(partie);
    closed();
  }, { className: "outline" });
  const box = make("div", { className: "waiting-sent" }, ...items);
  box.append(make("div", { className: "waiting-actions" }, read));
  return [box];
}

/** Note games that the server has though its answers were lost, with what they came to here. */
export function noteLost({ partie, writes, recorded }, rows) {
  for (const { key, told, counted, addresses } of rows) {
    const { number } = writes.find(({ version }) => version === recorded[key]) ?? {};
    if (!number) {
      // It was taken back since.
      continue;
    }
    const scores = counted?.stands.map(({ player, score }) => `${player} ${signed(score)}`).join(", ");
    const ended = told.charAt(0).toUpperCase() + told.slice(1);
    const came = [ended, scores].filter(Boolean).map((one) => `${one}.`).join(" ");
    noteSent(partie, { number, url: `${addresses.games}${number}/`, told: came });
  }
}
