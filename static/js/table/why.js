// Why the hands are worth what they are: each item with its rule, as it was explained.

import { figure, h, picture } from "./dom.js";
import { readSet } from "./tiles.js";
import { missing } from "./preview.js";

/** Return the panel: who pays whom and why, and then every hand. */
export function panel(app) {
  const { why } = app.answer;
  if (!why || why.payments.length + why.hands.length === 0) {
    return h("p", { class: "muted" }, missing(app) || "…");
  }
  return h("div", { class: "explained" },
    why.payments.length === 0 ? null : h("ul", { class: "reasons", "aria-label": why.heading },
      why.payments.map((one) => h("li", {},
        `${one.payer} → ${one.payee} `, h("strong", {}, figure(one.amount)), " ", h("small", {}, one.why)))),
    why.hands.map((hand) => explained(app, hand)));
}

function explained(app, hand) {
  return h("section", { class: "why-hand", "aria-labelledby": `why-${hand.key}` },
    h("h2", { id: `why-${hand.key}` }, `${hand.player} `, h("span", { class: "points" }, figure(hand.points))),
    hand.note === "" ? null : h("p", { class: hand.items.length === 0 ? "muted" : null }, hand.note),
    hand.limit === "" ? null : h("p", {}, h("strong", {}, hand.limit), ` ${hand.kind}`),
    hand.items.length === 0 ? null : h("ul", {}, hand.items.map((item) => h("li", {},
      h("span", { class: "item" },
        `${item.name} `, item.by ? set(app, item.by) : null, " ", h("cite", {}, item.section),
        item.definition ? h("small", {}, item.definition) : null),
      h("span", { class: "worth" }, item.worth)))),
    hand.sum.length === 0 ? null : h("p", { class: "sum" },
      hand.sum.map((part, place) => (place === 0 ? part : h("span", {}, ` ${part}`)))));
}

/** Return the pictures of the set that earned an item. */
function set(app, text) {
  const { tiles, concealed } = readSet(text);
  if (tiles === null) return text;
  return h("span", {
    class: concealed ? "by concealed" : "by", role: "img", "aria-label": app.setName(tiles, concealed),
  }, tiles.map(picture));
}
