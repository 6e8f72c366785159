// What is typed: the tiles of a hand, and a remark.

import { h } from "./dom.js";
import * as Entry from "./entry.js";
import { splitSets } from "./tiles.js";

/** Return the fields for the tiles of a hand; what is typed stands in its tray at once. */
export function panel(app) {
  const { ui, words, rules } = app;
  const player = ui.player;
  const hand = Entry.handOf(app.entry, player);
  const field = (name, label, value, example, read) => h("p", { class: "typed" },
    h("label", { for: `typed-${name}` }, label),
    h("input", {
      id: `typed-${name}`, type: "text", value, placeholder: example, autocomplete: "off",
      autocapitalize: "off", autocorrect: "off", spellcheck: "false", maxlength: "200",
      oninput: (event) => app.change(
        Entry.withHand(app.entry, player, { [name]: read(event.target.value), points: null }),
      ),
    }));
  return [
    field("sets", words.type_sets, hand.sets.join(" "), "(234s) 777z", splitSets),
    field("tiles", words.type_tiles, hand.tiles, "23m55p", (text) => text.trim().toLowerCase()),
    rules.bonus.length > 0
      ? field("bonus", words.type_bonus, hand.bonus, "1f3y", (text) => text.trim().toLowerCase()) : null,
    app.config.addresses.typed === undefined ? null
      : h("p", { class: "links" }, h("a", { href: app.config.addresses.typed }, words.typed_page)),
  ];
}

/** Return the field for a remark, and for the name of a limit hand where scores are typed. */
export function remark(app) {
  const field = h("p", { class: "typed" },
    h("input", {
      id: "remark-text", type: "text", "aria-labelledby": "panel-title", maxlength: "200", autocomplete: "off", value: app.entry.remark,
      oninput: (event) => app.change({ ...app.entry, remark: event.target.value }),
    }));
  return [field, app.typing?.limitField(app) ?? null];
}
