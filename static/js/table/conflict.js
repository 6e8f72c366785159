// What is said and can be done where somebody else has recorded the same game first.

import * as draft from "./draft.js";
import { button, h } from "./dom.js";

/** Return the notice of what the server says, with what can be done about it. */
export function conflict(app, error) {
  const { config, words } = app;
  const first = error.first ?? null;
  return h("div", { class: "notice faults", role: "alert" },
    h("p", {}, error.code === "sent" ? null : h("strong", {}, words.conflict), " ", error.message),
    first === null ? null : h("p", {}, first.scores, " ", first.by),
    h("div", { class: "buttons" },
      error.open ? button("conflict-keep", words.conflict_keep, () => recordAsNext(app, error)) : null,
      button("conflict-drop", words.conflict_drop, () => {
        draft.clear(config.partie);
        location.assign(first?.url ?? config.addresses.sheet);
      }, { class: "outline" }),
      first?.correction ? button("conflict-replace", words.conflict_replace, replaceTheirs(app, first),
        { class: "outline" }) : null));
}

/** Return what puts what was entered in the place of the game that came first. */
function replaceTheirs(app, first) {
  return async () => {
    const { replaceTheirs: replace } = await import("./replace.js");
    const east = app.east() ?? app.seats().east ?? "";
    replace(app.config.partie, first, { entry: app.entry, east, key: app.base.key });
  };
}

/** Come back with what was entered as the game after the one that came first. */
function recordAsNext(app, { version }) {
  const base = { version, number: null, key: draft.newKey(), replaces: app.base.key };
  draft.save(app.config.partie, { entry: app.entry, base });
  location.assign(app.config.addresses.screen);
}
