// The hand beside a rule book that is being written: tiles that are tapped are typed.

const field = document.getElementById("live-tiles");
const last = document.getElementById("live-last");
const pad = document.getElementById("pad");

/** Tell htmx, and whoever listens, that the hand is another one. */
const changed = () => field.dispatchEvent(new Event("input", { bubbles: true }));

if (pad) {
  pad.hidden = false;
  // Beside the book there is room for them.
  pad.open = matchMedia("(width >= 64rem)").matches;
  pad.addEventListener("click", ({ target }) => {
    const { tile } = target.closest("button[data-tile]")?.dataset ?? {};
    if (tile) {
      field.value += tile;
      // The tile that is tapped last has won, until another one is named.
      last.value = tile;
    } else if (target.closest("[data-last]")) {
      field.value = field.value.replace(/[()]?\d[mpszfyj][()]?\s*$|.$/u, "");
    } else return;
    changed();
  });
}
