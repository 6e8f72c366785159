/**
 * Forgets drafts that are not needed any more: at once where the page says that a game
 * is corrected, or when somebody leaves it as it is. What a game was corrected with that
 * came second is recorded then, and goes too.
 */

import * as draft from "./draft.js";

for (const { dataset } of document.querySelectorAll("#messages [data-forget]")) {
  const { replaces } = draft.load(dataset.forget)?.base ?? {};
  draft.clear(dataset.forget);
  if (replaces) {
    forgetSecond(replaces);
  }
}

/** Forget a game that came second, half entered or refused. */
async function forgetSecond({ partie, key }) {
  if (draft.load(partie)?.base?.key === key) {
    draft.clear(partie);
  }
  const [queue, sender] = await Promise.all([import("./queue.js"), import("./sender.js")]);
  const row = (await queue.pending(partie)).find((one) => one.key === key);
  if (row) {
    await sender.throwAway(row);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-forget]");
  if (link) {
    draft.clear(link.dataset.forget);
  }
});
