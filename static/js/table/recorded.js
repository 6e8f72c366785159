// After a game: who pays whom in large type, and on to the next one.

/** How long the payments are waited for, in milliseconds: the game is recorded already. */
const PATIENCE = 5_000;

import { button, fill, h, say } from "./dom.js";

/** Show what was recorded, as the server lays it out. */
export async function showRecorded(app, place, { number, url }) {
  const { words, config } = app;
  const address = config.addresses.recorded.replace("/games/0/", `/games/${number}/`);
  let html = "";
  try {
    const response = await fetch(address, {
      headers: { "HX-Request": "true" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.ok) html = await response.text();
  } catch {
    // The game is recorded; who pays whom stands on its page as well.
  }
  if (html === "") {
    fill(place,
      h("h1", { id: "recorded-heading", tabindex: "-1" }, say(words.recorded, { number })),
      h("div", { class: "buttons" },
        h("a", { class: "button", href: config.addresses.screen }, words.next_game),
        url ? h("a", { class: "button outline", href: url }, say(words.see_game, { number })) : null));
  } else {
    place.innerHTML = html; // made by our own templates
  }
  show(app, place);
}

/** Say that a game waits, for a signal or for an answer, and who is East next. */
export function showWaiting(app, place, { number, asks, message, came, isBehind, title, isFinished, goOn }) {
  const { words, config } = app;
  const waits = isBehind ? words.waits_behind : words.waits;
  const sentence = message || say(asks ? words.waits_asked : waits, { number });
  fill(place,
    h("h1", { id: "recorded-heading", tabindex: "-1" }, sentence),
    h("div", { id: "recorded-sums" }),
    h("p", { class: "east-next" }, isFinished ? words.finished : `${words.next} ${title}`),
    h("div", { class: "buttons" },
      isFinished
        ? h("a", { class: "button", href: config.addresses.sheet }, words.score_sheet)
        : button("next-game", words.next_game, goOn)));
  show(app, place);
  if (came) import("./came.js").then(({ tell }) => tell(app, came), () => {});
}

function show(app, place) {
  app.root.hidden = true;
  place.hidden = false;
  window.scrollTo(0, 0);
  place.querySelector("#recorded-heading")?.focus();
}
