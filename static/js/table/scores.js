// What each won or lost on one sheet: a field for each player, and one pad of digits.

import { button, h, toggle } from "./dom.js";
import * as Entry from "./entry.js";
import { signed } from "./worth.js";

const MOST_DIGITS = 9;

/** Return how a score stands in its field: typed, begun, worked out or not yet there. */
function told(text, worked) {
  if (text === "-") return "−";
  if (text) return signed(Number(text));
  return worked === undefined ? "–" : `= ${signed(worked)}`;
}

/** Return the fields and the digits; what is typed is kept at once. */
export function panel(app) {
  const { entry, ui, words, rules } = app;
  const players = app.table();
  const chosen = ui.player;
  const found = Entry.scoresOf(entry, players, rules);
  const typed = () => app.entry.scores?.[chosen] ?? "";
  const put = (text) => {
    if (text.replace("-", "").length > MOST_DIGITS) return;
    app.change({ ...app.entry, scores: { ...app.entry.scores, [chosen]: text } });
  };
  // Where one player won, the others mostly lost.
  const sign = () => (entry.kind === "win" && entry.winner !== "" && entry.winner !== chosen ? "-" : "");
  const add = (digits) => {
    const text = typed() === "" ? sign() : typed();
    const number = text.replace("-", "") + digits;
    put((text.startsWith("-") ? "-" : "") + number.replace(/^0+(?=\d)/, ""));
  };
  const turnSign = () => put(typed().startsWith("-") ? typed().slice(1) : `-${typed()}`);
  const erase = () => put(typed().slice(0, -1).replace(/^-$/, ""));
  const next = () => app.show({ player: players[(players.indexOf(chosen) + 1) % players.length] });
  const byKey = (event) => {
    if (/^[0-9]$/.test(event.key)) add(event.key);
    else if (event.key === "-") turnSign();
    else if (event.key === "Backspace") erase();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const digit = (one) => button(`digit-${one}`, one, () => add(one));
  return h("div", { class: "counts scores", onkeydown: byKey },
    h("div", { class: "counted-hands", role: "group", "aria-label": words.scores },
      players.map((player) => toggle(`score-${player}`,
        [app.named(player), h("strong", {}, told(entry.scores?.[player], found[player]))],
        player === chosen, () => app.show({ player }), { title: app.whole(player) }))),
    h("div", { class: "digits", role: "group", "aria-label": words.digits },
      ["1", "2", "3"].map(digit),
      button("digit-erase", "⌫", erase, { "aria-label": words.erase, disabled: typed() === "" }),
      ["4", "5", "6"].map(digit),
      button("digit-sign", "±", turnSign, { "aria-label": words.sign }),
      ["7", "8", "9"].map(digit),
      button("digit-next", "→", next, { "aria-label": words.next_player }),
      ["0", "00", "000"].map(digit)));
}
