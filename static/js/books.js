// A rule book that is being written: tiles that are tapped are typed into a field.

const last = document.getElementById("live-last");

/** Tell htmx, and whoever listens, that a field says something else. */
const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

/**
 * Return what sets are typed with a tile more: in the last one where it still fits.
 */
const withTile = (text, tile) => {
  const [, before, ranks = ""] = /^(.*?)([1-9]*)[mpsz]?$/su.exec(text);
  const [rank, suit] = tile;
  const follows = [...ranks].every((one, place) => +one === +ranks[0] + place);
  const fits =
    ranks !== "" &&
    text.endsWith(suit) &&
    ((new Set(ranks + rank).size === 1 && ranks.length < 4) ||
      (suit !== "z" && follows && ranks.length < 3 && +rank === +ranks.at(-1) + 1));
  if (fits) return `${before}${ranks}${tile}`;
  return text.trim() === "" ? tile : `${text.trimEnd()} ${tile}`;
};

for (const pad of document.querySelectorAll(".pad")) {
  const part = pad.parentElement;
  const fields = [...part.querySelectorAll("[data-tiles]")];
  let field = fields[0];
  part.addEventListener("focusin", ({ target }) => {
    if (fields.includes(target)) field = target;
  });
  pad.hidden = false;
  // Beside the book there is room for them.
  pad.open = part.id === "live-hand" && matchMedia("(width >= 64rem)").matches;
  pad.addEventListener("click", ({ target }) => {
    const { tile } = target.closest("button[data-tile]")?.dataset ?? {};
    // What does not show takes no tiles: the fields of a hand that lies otherwise.
    if (field.offsetParent === null) field = fields.find((one) => one.offsetParent) ?? field;
    const isHand = field.dataset.tiles === "hand";
    if (tile) {
      field.value = isHand ? field.value + tile : withTile(field.value, tile);
      // The tile that is tapped last has won, until another one is named.
      if (isHand) last.value = tile;
    } else if (target.closest("[data-last]")) {
      const back = isHand ? /[()]?\d[mpszfyj][()]?\s*$|.$/u : /\s*[()]?\d(?=[mpsz]?[()]?\s*$).*$|.$/su;
      const suit = /\d\d([mpsz])$/u.exec(field.value)?.[1] ?? "";
      field.value = field.value.replace(back, isHand ? "" : suit);
    } else return;
    changed(field);
  });
}
