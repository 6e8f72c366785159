// The table screen: keeps what was said, and draws its parts anew after every change.

import { button, fill, h, opener, say, usePictures, watch } from "./dom.js";
import * as Entry from "./entry.js";
import {
  asksNumbers, eastPanel, eastQuestion, isOpen, morePanel, renderEnding, takesTiles,
} from "./outcome.js";
import { cannotWin, makePad, renderMode, renderPad, typeTiles } from "./pad.js";
import { readSet, shapeOf } from "./tiles.js";
import { renderTabs, renderTools, renderTray, restPanel, setPanel, tilePanel } from "./trays.js";
import { foretell, makeAsker, missing, NOTHING, renderBar } from "./preview.js";

const config = JSON.parse(document.getElementById("table-config").textContent);
const PAST = 50;
const ROOMY_NAME = 7; // letters that fit on a narrow phone's button
const LONG_NAME = 10; // in smaller letters; more take still smaller ones

export const part = (id) => document.getElementById(id);

const freshUi = () => ({
  player: "", panel: "", modes: {}, past: [], reopened: false,
  isAsked: false, isSending: false, notice: "", told: "", hint: "", conflict: null, place: 0,
});

/**
 * The screen. What becomes of what was said is not its business: whoever uses it gives
 * it `keep`, `send`, `notices` and, for panels of its own, `panels`.
 */
export const app = {
  config,
  rules: config.rules,
  words: config.words,
  root: part("table"),
  token: JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"],
  entry: Entry.empty(),
  /** What the game was begun on: {version, number, key} and what its user adds. */
  base: { version: config.version, number: config.number, key: "" },
  ui: freshUi(),
  answer: NOTHING,
  isUnanswered: false,
  refusal: null,
  /** What types everybody's score or a hand's value, where the rules take that. */
  typing: null,
  /** What counts in this phone, {preview}; null until it is there. */
  phone: null,
  /** What tells here what a game comes to that is recorded; null until it is loaded. */
  came: null,
  /** Whether it cannot be there before this page is loaded again. */
  isOlder: false,
  /** Whether another tab has the table. */
  isLeft: false,

  // What its user gives it ---

  /** Keep what is said so far on this phone. */
  keep() {},
  /** Send what was said: all of it is there. */
  async send() {},
  /** Ask the server what a half-entered game comes to; return its response. */
  foretell: (question, signal) => foretell(app, question, signal),
  /** Forget what is kept, and begin anew. */
  throwAway() {},
  /** Return what is to be said above the game. */
  notices: () => null,
  /** More panels, by the name of the button that opens each: {title, show()}. */
  panels: {},

  // Who sits where ---

  /** Return the seats of the game, as it was said who is East. */
  seats(entry = app.entry) {
    const state = config.next[app.ui.place];
    const other = entry.east === "" ? undefined : state.seated[entry.east];
    return other === undefined ? state : config.next[other];
  },
  seatOf(player, entry = app.entry) {
    return Object.entries(app.seats(entry).winds).find(([, one]) => one === player)?.[0];
  },
  /** Return who plays, East first. */
  table() {
    return Object.values(app.seats().winds);
  },
  needsDice() {
    const state = config.next[app.ui.place];
    return state.dice_choose && state.east === null && app.entry.east === "";
  },
  /** Return the player who really sat East, where the rules do not say so. */
  east() {
    return app.entry.east === "" ? null : app.entry.east;
  },
  name(player) {
    return config.players[player] ?? "";
  },
  /** Return how a player is called where there is little room. */
  short(player) {
    return config.short[player] ?? app.name(player);
  },
  /** Return a player's short name as it stands on a button; a long one in smaller letters. */
  named(player) {
    const name = app.short(player);
    const long = name.length > ROOMY_NAME ? " long" : "";
    const longest = name.length > LONG_NAME ? " longest" : "";
    return h("span", { class: `name${long}${longest}` }, name);
  },
  /** Return how a player is called where there is room for a few letters alone. */
  brief(player) {
    return config.brief[player] ?? app.name(player);
  },
  /** Return the whole name of a player who is called in short, as a button's title. */
  whole(player) {
    return player in config.short ? app.name(player) : null;
  },
  sitEast(player) {
    const isExpected = config.next[app.ui.place].east === player;
    app.ui.panel = "";
    const entry = { ...app.entry, east: isExpected ? "" : player };
    // Who rests now has no part in how it ended; hands stay with their players.
    const plays = Object.values(app.seats(entry).winds);
    const gone = (one) => one !== "" && !plays.includes(one);
    const clean = gone(entry.winner) || gone(entry.from)
      ? { ...entry, kind: "", winner: "", source: "", from: "", circumstances: [], tile: "" }
      : entry;
    app.change({
      ...clean,
      pao: gone(entry.pao) ? "" : entry.pao,
      offender: gone(entry.offender) ? "" : entry.offender,
      claimed: gone(entry.claimed) ? "" : entry.claimed,
      excluded: entry.excluded.filter((one) => !gone(one)),
      hands: Object.fromEntries(Object.entries(entry.hands).filter(([one]) => !gone(one))),
      scores: Object.fromEntries(Object.entries(entry.scores ?? {}).filter(([one]) => !gone(one))),
    });
  },

  // What was said ---

  said() {
    return app.typing?.said(app) ?? Entry.saidOf(app.entry, app.table(), app.rules);
  },
  /** Return whether there is a game to say something of: none that was sent already. */
  mayChange() {
    return !app.root.hidden && !app.ui.isSending;
  },
  change(entry) {
    if (!app.mayChange()) return;
    app.ui.past = [...app.ui.past.slice(1 - PAST), app.entry];
    const next = Entry.withoutFalseMark(entry, config.rules);
    // Whoever goes on keeps what was half entered.
    Object.assign(app.ui, { notice: "", told: "", hint: "" });
    if (next !== entry) {
      app.ui.player = entry.winner;
      app.ui.hint = `${cannotWin({ entry, words: app.words })} ${app.words.mark_again}`;
    }
    app.set(next);
  },
  set(entry) {
    app.entry = entry;
    app.refusal = null;
    // What was wrong may be right now; the points stay until there are new ones.
    app.answer = { ...app.answer, errors: [] };
    app.ui.isAsked = false;
    app.keep();
    app.render();
    app.ask();
  },
  back() {
    const { past } = app.ui;
    if (past.length === 0 || !app.mayChange()) return;
    app.ui.past = past.slice(0, -1);
    app.ui.panel = "";
    app.ui.hint = "";
    app.set(past.at(-1));
  },
  mayEnter() {
    return app.mayChange() && !isOpen(app) && takesTiles(app);
  },

  // What the server says of it ---

  worthOf: (player) => app.answer.hands[player] ?? null,
  problemsOf(player) {
    const mine = [...app.answer.errors, ...(app.refusal === null ? [] : [app.refusal])]
      .filter((one) => one.player === player)
      .filter((one) => !(player === app.entry.winner && missing(app) !== ""));
    const unique = new Map(mine.map((one) => [one.message, one]));
    return [...unique.values()];
  },
  warningsOf: (player) => app.answer.warnings.filter((one) => one.player === player),
  contradictedOf: (player) => app.answer.contradicted[player] ?? [],
  isProgress: () => false,

  // Showing ---

  open(panel) {
    app.ui.panel = app.ui.panel === panel ? "" : panel;
    app.ui.told = "";
    app.render();
    if (panel === "why") app.ask();
    if (app.ui.panel === "") return;
    const place = part(app.ui.panel === "waits" ? "waits" : "panel");
    place.scrollIntoView({ block: "nearest" });
    focusOn(place);
  },
  show(changes) {
    Object.assign(app.ui, changes);
    app.render();
  },
  turnTo(player) {
    app.show({ player, panel: "", told: "" });
    const tray = part("tray");
    tray.style.removeProperty("--room");
    // What is to be seen to stands below the sets.
    tray.scrollTop = tray.querySelector(".fault, .warning") ? tray.scrollHeight : 0;
  },
  setName(tiles, concealed) {
    const names = [...new Set(tiles)].map((tile) => config.tiles[tile] ?? tile);
    const shape = shapeOf(tiles);
    const set = say(app.words.set_of, { shape: app.words[shape] ?? "", tiles: names.join(", ") });
    return say(app.words[concealed ? "set_concealed" : "set_exposed"], { set });
  },
  announce(text) {
    part("said").textContent = text;
  },
  announceOut(set) {
    app.announce(say(app.words.taken_out, { player: app.name(app.ui.player), set }));
  },
  announceWorth() {
    const { payments } = app.answer;
    part("worth-said").textContent = payments.map((one) => say(app.words.pays, {
      payer: app.name(one.from), payee: app.name(one.to), amount: one.amount,
    })).join(". ");
  },
  render,
  title,

  // Beginning and ending ---

  /** Return what was said of a game as an entry, at the seats of `place`. */
  entryOf(said, place = 0) {
    const state = config.next[place];
    const { east } = said;
    const isOther = state.east !== east && (state.east === null || east in state.seated);
    return Entry.entryOf(said, isOther ? east ?? "" : "");
  },
  /** Begin with an entry, at the seats of `place` among the states that are known. */
  take({ base, entry, place = 0 }) {
    app.base = base;
    app.ui = { ...freshUi(), place };
    app.entry = entry;
    app.answer = NOTHING;
    app.refusal = null;
    app.ui.player = entry.winner === "" ? app.table()[0] : entry.winner;
  },
  begin() {
    makePad(app, part("pad"));
    app.root.classList.toggle("five", part("pad").childElementCount > 4);
    watch(part("main"));
    watchAbove();
    typeTiles(app);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && app.ui.panel !== "") closePanel();
    });
    app.root.hidden = app.isLeft;
    render();
    app.ask();
  },
  async record() {
    const { ui, entry } = app;
    if (ui.isSending) return;
    if (missing(app) !== "") {
      Object.assign(ui, { isAsked: true, panel: "" });
      const isUncounted = (player) => Entry.handOf(entry, player).points === "";
      if (entry.kind === "win" && takesTiles(app)) ui.player = app.table().find(isUncounted) ?? entry.winner;
      render();
      return;
    }
    ui.isSending = true;
    ui.panel = "";
    render();
    await app.send();
  },
  refuse(error) {
    app.refusal = error;
    if (app.table().includes(error.player)) app.ui.player = error.player;
    render();
  },
};

app.ask = makeAsker(app);
usePictures(app.root.dataset, config.letters);

// Drawing ---

/** Return what is said of a game before a tile is drawn. */
export function title(state) {
  const { words } = app;
  if (state.east === null) return state.round_name;
  const template = state.owner === null ? words.east : words.owner;
  const rests = state.resting === null ? "" : `; ${say(words.rests, { name: app.name(state.resting) })}`;
  return say(template, { round: state.round_name, name: app.name(state.east) }) + rests;
}

function render() {
  const { ui, entry, words } = app;
  if (!app.table().includes(ui.player)) [ui.player] = app.table();
  renderHead();
  renderEnding(app, part("ending"));
  const { takes } = config.rules;
  const isWin = !isOpen(app) && takesTiles(app);
  const isTyped = asksNumbers(app);
  const isAsked = entry.kind === "penalty" || (entry.kind === "draw" && config.rules.fines_dead);
  const fault = isTyped ? takes : takesTiles(app) && isAsked && "penalty";
  app.root.classList.toggle("entering", isWin);
  part("hands").hidden = !isWin;
  // A panel has its place.
  part("fault").hidden = !fault || (isTyped && ui.panel !== "");
  if (isTyped) part("fault").setAttribute("aria-label", words[takes]);
  fill(part("fault"), fault ? latePanel(fault) : null);
  if (isWin) {
    renderTabs(app, part("tabs"));
    renderTray(app, part("tray"));
    renderTools(app, part("tools"));
    renderMode(app, part("mode"));
    renderPad(app, part("pad"));
  }
  renderPanel();
  renderAbove();
  renderBar(app, part("worth"), notice());
  app.root.classList.toggle("sending", ui.isSending);
  app.root.setAttribute("aria-label", words.hands);
}

function renderHead() {
  const state = app.seats();
  const { words } = app;
  part("table-title").textContent = say(words.game, { number: app.base.number });
  fill(part("deal"), opener(
    app, "east", [h("span", {}, title(state)), h("span", { "aria-hidden": "true" }, " ✎")], {
      class: "plain",
      disabled: app.needsDice(),
      title: state.owner === null ? words.other_east : words.other_owner,
    }));
}

/** Return what is told before the game goes on. */
function notice() {
  const { ui, words } = app;
  return app.notices() ?? (ui.notice === "" ? null : h("div", { class: "notice", role: "status" },
    h("p", {}, ui.notice),
    button("keep", words.keep, () => app.show({ notice: "" })),
    button("throw-away", words.throw_away, () => app.throwAway(), { class: "outline" })));
}

/** Tell what waits where there is room; else a button in the head leads to it. */
function watchAbove() {
  const waits = part("waits");
  if (waits === null) return;
  const changes = { childList: true, subtree: true, characterData: true, attributeFilter: ["hidden"] };
  new MutationObserver(renderAbove).observe(waits, changes);
}

function renderAbove() {
  const waits = part("waits");
  if (waits === null) return;
  const { ui, words } = app;
  const hasRoom = part("hands").hidden && part("fault").hidden && ui.panel === "";
  const isOpened = ui.panel === "waits" && !waits.hidden;
  document.body.classList.toggle("waits-folded", !hasRoom && !isOpened);
  const text = waits.textContent.trim();
  const isBad = waits.querySelector(".waiting-refused, .waiting-misfit") !== null;
  fill(part("told"), hasRoom || waits.hidden ? null : button(
    "open-waits", h("span", {}, isOpened ? words.close : text.slice(0, 60)), () => app.open("waits"),
    { class: isBad ? "plain bad" : "plain", "aria-expanded": String(isOpened), "aria-controls": "waits", title: text },
  ));
}

function renderPanel() {
  const { ui, words } = app;
  const place = part("panel");
  const found = panel();
  // What waits is told in a place of its own.
  const isOther = ui.panel === "waits" && part("waits")?.hidden === false;
  if (found === null && !isOther) ui.panel = "";
  const isShown = ui.panel !== "" && !isOther;
  place.hidden = !isShown;
  part("work").hidden = isShown || isOther;
  app.root.classList.toggle("with-panel", isShown);
  // What is being typed in is not drawn anew under the fingers.
  const active = document.activeElement;
  const isTyped = active?.tagName === "INPUT" && place.contains(active);
  if (isShown && isTyped && place.dataset.panel === ui.panel) return;
  if (place.dataset.panel !== ui.panel) place.scrollTop = 0;
  place.dataset.panel = ui.panel;
  fill(place, isShown ? [
    h("div", { class: "panel-head" },
      h("h2", { id: "panel-title" }, titleOf(ui.panel)),
      button("close", words.close, () => closePanel(), { class: "outline close" })),
    h("div", { class: "panel-body" }, found),
  ] : null);
}

function panel() {
  const [kind, what] = app.ui.panel.split("-");
  switch (kind) {
    case "more": return app.entry.kind === "win" ? morePanel(app) : null;
    case "east": return eastPanel(app);
    case "set": return setPanel(app, Number(what));
    case "loose": return tilePanel(app, "tiles", what);
    case "bonus": return tilePanel(app, "bonus", what);
    case "rest": return restPanel(app);
    case "counts":
    case "dead":
    case "phone":
    case "remark":
    case "templates":
    case "type":
    case "why": return latePanel(kind);
    default: return app.panels[kind]?.show() ?? null;
  }
}

/** Panels that few games need: they are loaded when they are opened first. */
const LATE = {
  counts: () => withStyle(import("./counts.js")),
  dead: () => import("./value.js").then(({ deadPanel }) => ({ panel: deadPanel })),
  penalty: () => import("./penalty.js"),
  phone: () => import("./device.js"),
  remark: () => import("./typed.js").then(({ remark }) => ({ panel: remark })),
  scores: () => typing(import("./scores.js")),
  templates: () => import("./templates.js"),
  type: () => import("./typed.js"),
  value: () => typing(import("./value.js")),
  why: () => import("./why.js"),
};
const loaded = {};
const loading = {};

/** Return what types numbers in place of hands, and ask what they come to. */
async function typing(module) {
  app.typing = await withStyle(module);
  app.ask();
  return app.typing;
}

/** Return a panel of digits with its style there before it: nothing moves afterwards. */
async function withStyle(module) {
  const href = document.getElementById("panel").dataset.counts;
  const styled = new Promise((resolve, reject) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: reject }));
  });
  return (await Promise.all([module, styled]))[0];
}

function latePanel(name) {
  if (name in loaded) return loaded[name](app);
  loading[name] ??= LATE[name]().then(
    (module) => {
      loaded[name] = module.panel;
      render();
      if (app.ui.panel === name) focusOn(part("panel"));
    },
    () => {
      app.show({ panel: "", hint: app.words.not_loaded });
      // What is shown without being opened is tried again with the next change.
      delete loading[name];
    },
  );
  return h("p", { class: "muted" }, "…");
}

/** Put the focus on the first thing to do in an opened panel. */
function focusOn(place) {
  const first = place.querySelector(":is(.panel-body, .waiting) :is(button:not([disabled]), input, select, a, summary)");
  (first ?? part("close"))?.focus({ preventScroll: true });
}

function titleOf(name) {
  const { words } = app;
  const [kind, what] = name.split("-");
  switch (kind) {
    case "more": return words.way;
    case "dead": return words.dead_hands;
    case "east": return eastQuestion(app);
    case "set": {
      const { text, tiles, concealed } = readSet(Entry.handOf(app.entry, app.ui.player).sets[Number(what)]);
      return tiles === null ? text : app.setName(tiles, concealed);
    }
    case "loose":
    case "bonus": return config.tiles[what] ?? what;
    default: return app.panels[kind]?.title ?? words[kind];
  }
}

function closePanel() {
  const opener = app.root.querySelector('[aria-controls][aria-expanded="true"]');
  app.show({ panel: "" });
  (document.getElementById(opener?.id) ?? part("tray")).focus();
}
