/**
 * Forgets drafts that are not needed any more: at once where the page says that a game
 * is corrected, or when somebody leaves it as it is. What a game was corrected with that
 * came second is recorded then, and goes too.
 */

import * as draft from "./draft.js";

for (const { dataset } of document.querySelectorAll("#messages [data-forget]")) {
  const [name, written] = dataset.forget.split(" ");
  const { replaces } = draft.load(name)?.base ?? {};
  draft.clear(name);
  if (replaces) {
    forgetSecond(replaces, written);
  }
}

/**
 * Forget a game that came second, half entered or refused; those behind it follow the
 * correction that says it now, which was `written` with that key.
 */
async function forgetSecond({ partie, key }, written) {
  if (draft.load(partie)?.base?.key === key) {
    draft.clear(partie);
  }
  const [queue, sender] = await Promise.all([import("./queue.js"), import("./sender.js")]);
  const row = (await queue.pending(partie)).find((one) => one.key === key);
  if (row) {
    await sender.throwAway(row, written);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-forget]");
  if (link) {
    draft.clear(link.dataset.forget);
  }
});
