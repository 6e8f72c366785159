/**
 * Forgets drafts that are not needed any more: at once where the page says that a game
 * is corrected, or when somebody leaves it as it is.
 */

import * as draft from "./draft.js";

for (const { dataset } of document.querySelectorAll("#messages [data-forget]")) {
  draft.clear(dataset.forget);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-forget]");
  if (link) {
    draft.clear(link.dataset.forget);
  }
});
