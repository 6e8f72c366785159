// What this phone does by itself: count without a signal, and stay awake.

import { button, h, say, toggle } from "./dom.js";
import * as awake from "./awake.js";
import * as phone from "./phone.js";
import { PATIENCE } from "./timeout.js";

/** What the panel says, once it is here. */
let told = null;
let asked = null;

/** Return the panel of the phone. */
export function panel(app) {
  if (told === null) {
    asked ??= sentences(app).then(
      (found) => {
        told = found;
        app.render();
      },
      () => {
        asked = null;
        app.show({ panel: "", hint: app.isOlder ? app.words.older : app.words.not_loaded });
      },
    );
    return h("p", { class: "muted" }, "…");
  }
  return h("div", {},
    h("p", {}, `${told.does} ${say(told.takes, { size: told.size })}`),
    h("p", { role: "status" }, app.isOlder ? app.words.older : told[phone.state]),
    h("div", { class: "buttons" }, acts(app)),
    awake.canStay() ? toggle("stay-awake", told.awake, awake.isWanted(), async () => {
      await awake.stay(!awake.isWanted());
      app.render();
    }) : null,
    h("ul", { class: "help" }, (told.help ?? []).map(({ name, address }) => h("li", {},
      h("a", { href: address, target: "_blank", rel: "noopener" }, name)))));
}

async function sentences({ config }) {
  const { engine } = config.addresses;
  const kept = await (await self.caches?.match(phone.keptAs(engine)))?.json();
  if (kept?.address === engine) return kept.sentences;
  try {
    return (await (await fetch(engine, { signal: AbortSignal.timeout(PATIENCE) })).json()).sentences;
  } catch (error) {
    // Better in the words of before than in none.
    if (kept) return kept.sentences;
    throw error;
  }
}

/** Return the buttons for what can be done now; none while it is on its way. */
function acts(app) {
  const { state, isOnPhone } = phone;
  if (["fetched", "starting"].includes(state) || !phone.canCount()) return [];
  const mayCome = ["none", "failed"].includes(state);
  return [
    mayCome ? button("fetch-engine", told.fetch, () => phone.fetchNow(app)) : null,
    // Also one of another version, which a phone that saves data would keep for ever.
    isOnPhone ? button("let-go", told.let_go, () => phone.letGo(), { class: "outline" }) : null,
  ];
}
