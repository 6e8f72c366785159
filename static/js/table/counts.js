// Own counts of all hands on one sheet: a field for each player, and one pad of digits.

import { button, figure, h, toggle } from "./dom.js";
import * as Entry from "./entry.js";

const MOST_DIGITS = 7;

/** Return the players whose hands count, East first. */
function counting({ entry, rules, table }) {
  return rules.winner_only ? [entry.winner] : table();
}

function told(points) {
  return points === null || points === "" ? "–" : figure(points);
}

/** Return the fields and the digits; what is typed stands in its hand at once. */
export function panel(app) {
  const { entry, ui, words } = app;
  const players = counting(app);
  const chosen = players.includes(ui.player) ? ui.player : players[0];
  const typed = () => String(Entry.handOf(app.entry, chosen).points ?? "");
  const put = (text) => {
    // What is typed here is shown in the hand's own field too.
    document.getElementById("own-points")?.blur();
    if (text.length > MOST_DIGITS) return;
    const points = text === "" ? null : Number(text);
    app.change(Entry.withHand(app.entry, chosen, { points, dead: "" }));
  };
  const turn = (player) => {
    // Who is passed over counts by tiles, as before.
    if (Entry.handOf(app.entry, chosen).points === "") put("");
    app.show({ player });
  };
  const next = () => turn(players[(players.indexOf(chosen) + 1) % players.length]);
  const byKey = (event) => {
    if (/^[0-9]$/.test(event.key)) put(typed() + event.key);
    else if (event.key === "Backspace") put(typed().slice(0, -1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const digit = (one) => button(`digit-${one}`, String(one), () => put(typed() + one));
  return h("div", { class: "counts", onkeydown: byKey },
    h("div", { class: "counted-hands", role: "group", "aria-label": words.counts },
      players.map((player) => toggle(`count-${player}`,
        [app.named(player), h("strong", {}, told(Entry.handOf(entry, player).points))],
        player === chosen, () => turn(player), { title: app.whole(player) }))),
    h("div", { class: "digits", role: "group", "aria-label": words.digits },
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit),
      button("digit-erase", "⌫", () => put(typed().slice(0, -1)),
        { "aria-label": words.erase, disabled: typed() === "" }),
      digit(0),
      button("digit-next", "→", next, { "aria-label": words.next_hand, disabled: players.length < 2 })));
}
