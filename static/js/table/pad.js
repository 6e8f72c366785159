// The pad of tiles, and what a tap on it adds.

import { button, fill, h, picture, say, toggle } from "./dom.js";
import * as Entry from "./entry.js";
import { tapped } from "./tiles.js";

const SHAPES = ["chow", "pung", "kong", "pair", "tile"];

/** Return what a tap adds to a player's hand: a shape, exposed or concealed. */
function modeOf(app, player) {
  const { entry, ui } = app;
  const hand = Entry.handOf(entry, player);
  const wins = entry.kind === "win" && entry.winner === player;
  const chosen = ui.modes[player] ??
    (wins ? { shape: "chow", concealed: true } : { shape: "pung", concealed: false });
  const laid = Entry.laid(hand);
  // Four sets lie, or one beside knitted tiles: what is missing is the pair, unless
  // something else was just chosen.
  const isPairLeft = laid.sets === 4 || (laid.sets === 1 && Entry.sizeOf(hand) === app.rules.hand_size - 1);
  const wantsPair = wins && isPairLeft && !laid.hasPair && chosen.at !== hand.sets.length;
  return wantsPair ? { shape: "pair", concealed: true } : chosen;
}

export function renderMode(app, place) {
  const { entry, ui, words } = app;
  const undo = button("undo-tap", `↶ ${words.back}`, () => app.back(), { class: "undo", disabled: ui.past.length === 0 });
  if (asksWinningTile(app)) {
    fill(place, undo, winningTile(app));
    return;
  }
  const mode = modeOf(app, ui.player);
  const mayLieOpen = (shape) => shape !== "chow" || app.rules.may_expose_chows;
  const choice = (shape, concealed) => toggle(
    `mode-${shape}-${concealed ? "concealed" : "exposed"}`, words[shape],
    mode.shape === shape && mode.concealed === concealed,
    () => {
      const { sets } = Entry.handOf(entry, ui.player);
      ui.modes = { ...ui.modes, [ui.player]: { shape, concealed, at: sets.length } };
      app.render();
    },
    {
      class: concealed ? "mode concealed" : "mode",
      "aria-label": shape === "tile" || shape === "pair" ? words[shape]
        : say(words[concealed ? "set_concealed" : "set_exposed"], { set: words[shape] }),
      disabled: !concealed && !mayLieOpen(shape),
    },
  );
  fill(place, undo,
    h("div", { class: "modes", role: "group", "aria-label": words.tile_adds },
      h("p", { class: "lies" }, words.exposed),
      ["chow", "pung", "kong"].map((shape) => choice(shape, false)),
      h("p", { class: "lies" }, words.concealed),
      SHAPES.map((shape) => choice(shape, true))));
}

/** Return whether it is asked which tile won: the winner's hand is there. */
export function asksWinningTile(app) {
  const { entry, ui, rules } = app;
  return ui.player === entry.winner && entry.tile === "" && entry.source !== "deal" &&
    Entry.isFull(entry, rules);
}

function winningTile(app) {
  const { words, config } = app;
  const found = Entry.winningTiles(app.entry, app.rules);
  return h("div", { class: "winning", role: "group", "aria-label": words.which_won },
    found.length > 0 ? null : h("p", { class: "note fault" }, cannotWin(app), " ", words.turn_it),
    found.map((tile) => button(`winning-${tile}`, picture(tile), () => markWinning(app, tile),
      { class: "tile", "aria-label": config.tiles[tile] })));
}

/** Say why not every tile can have won. */
export function cannotWin({ entry, words }) {
  return entry.source === "robbed_kong" ? words.robbed_alone : words.drawn_concealed;
}

/** Say which tile won the game, and which set it completed if that was said. */
export function markWinning(app, tile, completes = null) {
  app.ui.panel = "";
  app.change({ ...app.entry, tile, completes });
  app.announce(say(app.words.mark_winning, { tile: app.config.tiles[tile] }));
}

// The pad ---

/** Return the tiles that a tap would add now; null if they are not there. */
function wouldAdd(app, mode, tile, many) {
  const { ui, rules } = app;
  if ("fyj".includes(tile[1])) {
    const most = tile === "0j" ? rules.jokers : 1;
    return (many[tile] ?? 0) < most ? { shape: "tile", tiles: [tile] } : null;
  }
  const isCake = mode.shape === "pair" && ["1p", "1s"].includes(tile) &&
    ui.player === app.entry.winner && app.entry.circumstances.includes("bird_eats_cake");
  const tiles = isCake ? ["1p", "1s"] : tapped(mode.shape, tile);
  if (tiles === null) return null;
  const isThere = tiles.every((one) =>
    (many[one] ?? 0) + tiles.filter((other) => other === one).length <= rules.copies);
  return isThere ? { ...mode, tiles } : null;
}

/** Make the pad once; `renderPad` greys what is not there. */
export function makePad(app, place) {
  const { rules, words, config } = app;
  const rows = [...rules.rows];
  const last = [...rules.bonus];
  if (rules.jokers > 0) rows[rows.length - 1] = [...rows[rows.length - 1], "0j"];
  if (last.length > 0) rows.push(last);
  place.setAttribute("role", "toolbar");
  place.setAttribute("aria-label", words.pad);
  place.replaceChildren(...rows.map((row) => h("div", { class: "tiles-row" },
    row.map((tile) => button(`tile-${tile}`, picture(tile), () => tap(app, tile),
      { class: "tile", tabindex: "-1", "data-tile": tile, title: config.tiles[tile] })))));
  place.querySelector("button").tabIndex = 0;
  place.addEventListener("keydown", (event) => move(event, place));
  place.addEventListener("focusin", (event) => {
    for (const one of place.querySelectorAll("button")) one.tabIndex = one === event.target ? 0 : -1;
  });
}

/** Return what a tap adds to: whoever goes on with tiles has no count of their own. */
function byTiles({ entry, ui }) {
  return Entry.withHand(entry, ui.player, { points: null });
}

export function renderPad(app, place) {
  const many = Entry.used(byTiles(app));
  const mode = modeOf(app, app.ui.player);
  const mayEnter = app.mayEnter();
  for (const one of place.querySelectorAll("button")) {
    const { tile } = one.dataset;
    const isGrey = !mayEnter || wouldAdd(app, mode, tile, many) === null;
    const name = app.config.tiles[tile];
    const label = isGrey ? say(app.words[whyNot(mode, tile, mayEnter)], { tile: name }) : name;
    if (one.getAttribute("aria-label") === label) continue;
    one.setAttribute("aria-disabled", String(isGrey));
    one.setAttribute("aria-label", label);
    one.title = label;
  }
}

/** Return the sentence that says why a tap on a tile adds nothing. */
function whyNot(mode, tile, mayEnter) {
  if (!mayEnter) return "not_now";
  const isBonus = "fyj".includes(tile[1]);
  return !isBonus && tapped(mode.shape, tile) === null ? "no_chow" : "none_left";
}

/** Add to the hand what a tap on a tile adds. */
export function tap(app, tile) {
  const { ui } = app;
  if (!app.mayEnter()) return;
  const entry = byTiles(app);
  const found = wouldAdd(app, modeOf(app, ui.player), tile, Entry.used(entry));
  if (found === null) return;
  const isLoose = found.shape === "tile";
  ui.panel = "";
  app.change(isLoose
    ? Entry.addTile(entry, ui.player, tile)
    : Entry.addSet(entry, ui.player, found.tiles, found.concealed));
  const tray = document.getElementById("tray");
  tray.scrollTop = tray.scrollHeight;
  app.announce(say(app.words.added, {
    player: app.name(ui.player),
    set: isLoose ? app.config.tiles[tile] : app.setName(found.tiles, found.concealed),
  }));
}

/** Move on the pad by the arrow keys. */
function move(event, place) {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  const rows = [...place.children].map((row) => [...row.children]);
  const at = rows.findIndex((row) => row.includes(event.target));
  if (at < 0) return;
  let column = rows[at].indexOf(event.target);
  let row = at;
  if (event.key === "Home") column = 0;
  else if (event.key === "End") column = rows[at].length - 1;
  else if (step === undefined) return;
  else {
    row = Math.min(rows.length - 1, Math.max(0, row + step[0]));
    column += step[1];
  }
  event.preventDefault();
  column = Math.min(rows[row].length - 1, Math.max(0, column));
  rows[row][column].focus();
}

/** Let digits and then a letter tap a tile: 3s. */
export function typeTiles(app) {
  let digit = "";
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches?.("input, select, textarea") || event.ctrlKey ||
      event.metaKey || event.altKey;
    if (isTyping) return;
    if (/^[0-9]$/.test(event.key)) {
      digit = event.key;
      return;
    }
    const tile = digit + event.key.toLowerCase();
    digit = "";
    if (/^\d[mpszfyj]$/.test(tile) && tile in app.config.tiles) tap(app, tile);
  });
}
