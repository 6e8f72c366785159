// What a game that waits comes to, as this phone counts it: who pays, and what all have.

import { figure, fill, h, unseen } from "./dom.js";

/** Return a number that may be below 0 with a true minus. */
export const withMinus = (number) => figure(number).replace("-", "−");

/** Return a number with its sign; 0 has none. */
export const signed = (number) => (number > 0 ? "+" : "") + withMinus(number);

/** Tell who pays whom, with which chips, and what everybody has after it. */
export function tell({ words }, { paid, stands }) {
  const pays = paid.length === 0 ? h("p", { class: "payments-none" }, words.nobody_pays)
    : h("ul", { class: "payments" }, paid.map((one) => h("li", {},
      h("span", { class: "who" },
        one.from, h("span", { "aria-hidden": "true" }, " → "), unseen(` ${words.pays_word} `), one.to),
      " ", h("strong", { class: "amount" }, figure(one.amount)),
      one.chips.length === 0 ? null : h("span", { class: "chips" },
        one.chips.map(([many, worth]) => h("span", { class: "chip" }, `${many} × ${figure(worth)} `))))));
  const standing = h("table", { id: "standing" }, h("tbody", {}, stands.map((one) => h("tr", {},
    h("th", { scope: "row" }, one.player),
    h("td", { class: "number" }, h("strong", {}, signed(one.score))),
    h("td", { class: "number" }, withMinus(one.has))))));
  fill(document.getElementById("recorded-sums"), h("div", {}, pays), standing);
}
