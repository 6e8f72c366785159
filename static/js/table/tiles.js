// The notation of tiles: digits, then the letter of their suit.

const ORDER = "mpszfyj";

/** Return the tiles of a text, each as it is written alone; null if a part is none. */
export function parse(text) {
  const tiles = [];
  const rest = text.toLowerCase().replace(/\s+/g, "");
  if (!/^(\d+[mpszfyj])*$/.test(rest)) return null;
  for (const [, digits, letter] of rest.matchAll(/(\d+)([mpszfyj])/g)) {
    for (const digit of digits) tiles.push(digit + letter);
  }
  return tiles;
}

/** Compare two tiles by their place in the notation. */
export function inOrder(one, other) {
  return ORDER.indexOf(one[1]) - ORDER.indexOf(other[1]) || one[0] - other[0];
}

/** Return tiles as they are written together. */
export function format(tiles) {
  let text = "";
  const sorted = [...tiles].sort(inOrder);
  sorted.forEach((tile, place) => {
    const next = sorted[place + 1];
    text += next !== undefined && next[1] === tile[1] ? tile[0] : tile;
  });
  return text;
}

/** Return a set as it was written: its tiles (null if they are none), how it lies. */
export function readSet(text) {
  const concealed = text.startsWith("(") && text.endsWith(")");
  const tiles = parse(concealed ? text.slice(1, -1) : text);
  return { text, tiles: tiles === null ? null : tiles.sort(inOrder), concealed };
}

/** Return a set as it is written. */
export function writeSet(tiles, concealed) {
  return concealed ? `(${format(tiles)})` : format(tiles);
}

/** Return the sets of a line as they were written. */
export function splitSets(text) {
  return text.toLowerCase().replace(/[,;+]/g, " ").match(/\([^()]*\)?|[^\s()]+\)?|[()]/g) ?? [];
}

/** Return the tiles that a tap adds; null where there is no such set. */
export function tapped(shape, tile) {
  if (shape === "pair") return [tile, tile];
  if (shape === "pung") return [tile, tile, tile];
  if (shape === "kong") return [tile, tile, tile, tile];
  if (shape === "tile") return [tile];
  const lowest = Number(tile[0]);
  if (tile[1] === "z" || tile[1] === "j" || lowest > 7) return null;
  return [0, 1, 2].map((more) => String(lowest + more) + tile[1]);
}

/** Return what shape a set has, for its name; "" if it has none. */
export function shapeOf(tiles) {
  const real = tiles.filter((tile) => tile !== "0j");
  const isOneKind = real.every((tile) => tile === real[0]);
  if (tiles.length === 2) return "pair";
  if (tiles.length === 4 && isOneKind) return "kong";
  if (tiles.length !== 3) return "";
  return isOneKind ? "pung" : "chow";
}
