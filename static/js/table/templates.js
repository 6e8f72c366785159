// Hands without sets: all their tiles by one tap, but for those that differ.

import { asked, button, picture } from "./dom.js";
import * as Entry from "./entry.js";
import { format, parse } from "./tiles.js";

/** Return a button for each way in which a hand without sets can lie. */
export function panel(app) {
  return app.rules.templates.map(({ key, name, forms, adds }) =>
    asked(name, { class: "choices" },
      forms.length === 0
        ? button(`template-${key}`, app.words.by_pairs, () => begin(app, adds))
        : forms.map(({ tiles, shown }, place) => button(`template-${key}-${place}`,
          parse(shown).map(picture), () => lay(app, name, parse(tiles), adds), {
            class: "with-tile",
            "aria-label": `${name}: ${format(parse(tiles))}`,
            disabled: !isThere(app, parse(tiles)),
          }))));
}

/** Return whether the other hands leave so many tiles. */
function isThere(app, tiles) {
  const { [app.ui.player]: _mine, ...others } = app.entry.hands;
  const many = Entry.used({ hands: others });
  return tiles.every((tile) =>
    (many[tile] ?? 0) + tiles.filter((one) => one === tile).length <= app.rules.copies);
}

/** Lay the tiles; the next taps add what is there besides. */
function lay(app, name, tiles, adds) {
  add(app, adds);
  app.change(Entry.withHand(app.entry, app.ui.player, {
    sets: [], tiles: format(tiles), points: null,
  }));
  app.announce(name);
}

/** Let each tap add to a hand of which nothing lies yet. */
function begin(app, adds) {
  add(app, adds);
  app.render();
}

function add({ ui }, shape) {
  ui.panel = "";
  ui.modes = { ...ui.modes, [ui.player]: { shape, concealed: true, at: 0 } };
}
