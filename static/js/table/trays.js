// The hands: a tab and a tray for each player, and what can be said of one.

import { button, figure, fill, h, opener, picture, say, toggle, unseen } from "./dom.js";
import * as Entry from "./entry.js";
import { asksWinningTile, cannotWin, markWinning } from "./pad.js";
import { parse, readSet } from "./tiles.js";

// The tabs ---

export function renderTabs(app, place) {
  const { entry, ui, words } = app;
  place.setAttribute("aria-label", words.hands);
  fill(place, app.table().map((player) => {
    const hand = Entry.handOf(entry, player);
    const isShown = ui.player === player;
    const worth = app.worthOf(player);
    const wins = entry.winner === player;
    const wind = app.needsDice() ? "" : app.config.winds[app.seatOf(player)];
    const hasFault = app.problemsOf(player).some((one) => !app.isProgress(one));
    const isWarned = app.warningsOf(player).length > 0;
    return h("button", {
      type: "button", id: `tab-${player}`, role: "tab",
      "aria-selected": String(isShown), "aria-controls": "tray",
      tabindex: isShown ? "0" : "-1",
      class: hasFault ? "tab fault" : "tab",
      title: app.whole(player),
      onclick: () => app.turnTo(player),
      onkeydown: (event) => turnByKey(app, event),
    },
    app.named(player),
    h("span", { class: "points" },
      h("span", { class: "wind", "aria-hidden": "true" }, wind.slice(0, 1)), unseen(wind), " ",
      (wins ? "✓ " : "") + (hand.dead !== "" ? words.dead : worth === null ? (hasFault ? "!" : "–") : figure(worth.points)) + (isWarned ? " !" : "")),
    wins ? unseen(words.wins) : null);
  }));
}

function turnByKey(app, event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const players = app.table();
  const place = (players.indexOf(app.ui.player) + step + players.length) % players.length;
  app.turnTo(players[place]);
  document.getElementById(`tab-${players[place]}`).focus();
}

// The tray ---

export function renderTray(app, place) {
  const { entry, ui, words, rules } = app;
  const player = ui.player;
  const hand = Entry.handOf(entry, player);
  const wins = entry.winner === player;
  place.setAttribute("aria-labelledby", `tab-${player}`);
  if (hand.points !== null) {
    if (document.activeElement?.id === "own-points") return;
    fill(place, ownPoints(app, player, hand), problems(app, player));
    return;
  }
  const isEmpty = hand.sets.length === 0 && hand.tiles === "" && hand.bonus === "";
  const hint = wins ? words.tray_empty_winner
    : rules.winner_only ? words.tray_unneeded : words.tray_empty;
  fill(place,
    hand.dead === "" ? null : deadReason(app, player, hand),
    isEmpty && hand.dead === "" ? h("p", { class: "muted" }, say(hint, { name: app.name(player) })) : null,
    isEmpty ? null : h("div", { class: "sets" }, sets(app, hand, wins), loose(app, hand, wins), bonus(app, hand)),
    hand.claims.length > 0 || hand.waiting !== "" ? claims(app, hand) : null,
    !wins && hand.dead === "" && Entry.isWhole(hand, rules) && !isEmpty
      ? h("p", { class: "note" }, words.is_whole) : null,
    problems(app, player));
}

function sets(app, hand, wins) {
  const { entry, words } = app;
  const won = wins ? placeOfWinning(app, hand) : -1;
  return hand.sets.map((text, place) => {
    const { tiles, concealed } = readSet(text);
    const attributes = {
      class: concealed ? "set concealed" : "set",
      "data-is": text, // the next set comes to stand here when this one is taken out
    };
    if (tiles === null) return opener(app, `set-${place}`, text, { ...attributes, class: "set unreadable" });
    const marked = place === won ? tiles.indexOf(entry.tile) : -1;
    const label = app.setName(tiles, concealed) + (marked < 0 ? "" : `, ${words.winning}`);
    return opener(app, `set-${place}`, tiles.map((tile, at) => face(tile, at === marked)),
      { ...attributes, "aria-label": label });
  });
}

/**
 * Return the set that shows the winning tile: the one it completed, else a concealed one,
 * and an exposed one only if no other tile of the hand can have been it; -1 if it is loose.
 */
function placeOfWinning({ entry, rules }, hand) {
  if (entry.completes !== null) return hand.sets.indexOf(entry.completes);
  const places = Entry.winningPlaces(entry, rules).filter(({ tile }) => tile === entry.tile);
  const concealed = hand.sets.findLastIndex((text) =>
    readSet(text).concealed && places.some(({ set }) => set === text));
  if (concealed >= 0 || places.some(({ set }) => set === null)) return concealed;
  return hand.sets.findLastIndex((text) => places.some(({ set }) => set === text));
}

function face(tile, isMarked = false) {
  return h("span", { class: isMarked ? "lies-tile won" : "lies-tile" }, picture(tile));
}

function loose(app, hand, wins) {
  const { entry, words } = app;
  const tiles = parse(hand.tiles);
  if (tiles === null) return unreadable(app, "tiles", hand);
  let isMarked = !wins || placeOfWinning(app, hand) >= 0;
  return tiles.map((tile, at) => {
    const marks = !isMarked && tile === entry.tile;
    isMarked ||= marks;
    const label = `${app.config.tiles[tile] ?? tile}, ${words.loose}${marks ? `, ${words.winning}` : ""}`;
    return button(`loose-${at}-${tile}`, face(tile, marks), () => app.open(`loose-${tile}`),
      { class: "set one", "aria-label": label });
  });
}

function bonus(app, hand) {
  return parse(hand.bonus)?.map((tile, at) => button(`bonus-${at}-${tile}`, face(tile),
    () => app.open(`bonus-${tile}`), { class: "set one bonus", "aria-label": app.config.tiles[tile] ?? tile })) ??
    unreadable(app, "bonus", hand);
}

function unreadable(app, field, hand) {
  return button(`${field}-text`, hand[field], () => app.open("type"), { class: "set unreadable" });
}

function claims(app, hand) {
  const { rules, words } = app;
  const names = rules.claims.filter(({ key }) => hand.claims.includes(key)).map(({ name }) => name);
  const waiting = rules.waiting.find(({ key }) => key === hand.waiting);
  if (waiting !== undefined) names.push(`${words.waiting}: ${waiting.name}`);
  return h("p", { class: "note" }, names.join(", "));
}

function problems(app, player) {
  const { words } = app;
  const found = app.problemsOf(player).map((one) =>
    h("p", { class: app.isProgress(one) ? "note progress" : "note fault" }, one.message));
  const warned = app.warningsOf(player).map((one) =>
    h("p", { class: "note warning" }, h("strong", {}, words.look), " ", one.message));
  return [found, warned];
}

function deadReason(app, player, hand) {
  const { words, rules } = app;
  // With an id it goes first, and the sets stay.
  return h("p", { id: "of-dead", class: "of-dead" },
    h("label", { for: "why-dead" }, words.why_dead), " ",
    h("select", {
      id: "why-dead",
      onchange: (event) => app.change(Entry.withHand(app.entry, player, { dead: event.target.value })),
    }, rules.dead.map(({ key, name }) => h("option", { value: key, selected: hand.dead === key }, name))));
}

function ownPoints(app, player, hand) {
  const { words } = app;
  return h("p", { class: "of-points" },
    h("label", { for: "own-points" }, words.own_points), " ",
    h("input", {
      // The digits stand on the screen: the phone's own would hide them.
      id: "own-points", type: "text", inputmode: "none", autocomplete: "off", maxlength: "7",
      value: hand.points === "" ? "" : String(hand.points),
      onclick: () => app.show({ panel: "counts" }),
      oninput: (event) => {
        const digits = event.target.value.replace(/\D/g, "");
        if (digits !== event.target.value) event.target.value = digits;
        const points = digits === "" ? "" : Number(digits);
        app.change(Entry.withHand(app.entry, player, { points }));
      },
    }));
}

// What can be said of a hand ---

export function renderTools(app, place) {
  const { entry, ui, words, rules } = app;
  const player = ui.player;
  const hand = Entry.handOf(entry, player);
  const wins = entry.winner === player;
  const set = (changes) => app.change(Entry.withHand(app.entry, player, changes));
  const hasRest = rules.claims.length > 0 || rules.waiting.length > 0 || !rules.winner_only;
  place.setAttribute("aria-label", say(words.hand_of, { name: app.name(player) }));
  if (asksWinningTile(app) && ui.panel === "") {
    // The question has their place, so that nothing moves.
    fill(place, h("p", { class: "question" }, words.which_won));
    return;
  }
  fill(place,
    wins ? null : toggle("dead-hand", words.dead_hand, hand.dead !== "", () => {
      ui.panel = "";
      set({ dead: hand.dead === "" ? rules.dead[0].key : "", points: null });
    }),
    toggle("own-count", words.own_count, hand.points !== null, () => {
      const isOn = hand.points === null;
      ui.panel = isOn ? "counts" : "";
      set({ points: isOn ? "" : null, dead: "" });
      document.getElementById("own-points")?.focus({ preventScroll: true });
    }),
    rules.original_call && hand.points === null && hand.dead === ""
      ? toggle("original-call", words.original_call, hand.originalCall ?? false,
        () => set({ originalCall: !hand.originalCall }))
      : null,
    wins && rules.templates.length > 0
      ? opener(app, "templates", `${words.without_sets} ▾`) : null,
    wins || !hasRest ? null : opener(app, "rest", `${words.rest} ▾`),
    opener(app, "type", `${words.type} ▾`));
}

// The panels ---

/** Return what can be done with a set of the tray. */
export function setPanel(app, place) {
  const { entry, ui, words, config, rules } = app;
  const player = ui.player;
  const hand = Entry.handOf(entry, player);
  const text = hand.sets[place];
  if (text === undefined) return null;
  const { tiles, concealed } = readSet(text);
  const out = () => {
    ui.panel = "";
    app.change(Entry.takeSet(entry, player, place));
    if (tiles !== null) app.announceOut(app.setName(tiles, concealed));
  };
  if (tiles === null) return [takeOut(words, out)];
  const wins = entry.winner === player;
  const mayOpen = concealed ? app.rules.may_expose_chows || tiles[0] === tiles.at(-1) : true;
  const kinds = [...new Set(tiles)];
  const places = Entry.winningPlaces(entry, rules).filter(({ set }) => set === text);
  const mayWin = (tile) => places.some((one) => one.tile === tile);
  const marks = wins && tiles.length < 4 && entry.source !== "deal";
  return [
    button("turn", concealed ? words.turn_exposed : words.turn_concealed, () => {
      ui.panel = "";
      app.change(Entry.turnSet(entry, player, place));
    }, { disabled: !mayOpen || tiles.length === 2 }),
    marks && places.length === 0 ? h("p", { class: "muted" }, cannotWin(app)) : null,
    marks ? kinds.filter(mayWin).map((tile) => button(`mark-${tile}`,
      [h("span", {}, `${words.winning} `), face(tile)], () => markWinning(app, tile, text),
      { class: "with-tile", "aria-label": say(words.mark_winning, { tile: config.tiles[tile] }) })) : null,
    rules.jokers > (Entry.used(entry)["0j"] ?? 0)
      ? kinds.filter((tile) => tile !== "0j").map((tile) => button(`joker-${tile}`,
        say(words.joker_for, { tile: config.tiles[tile] }), () => {
          ui.panel = "";
          app.change(Entry.jokerIn(entry, player, place, tile));
        })) : null,
    takeOut(words, out),
  ];
}

function takeOut(words, act) {
  return button("take-out", words.take_out, act, { class: "outline" });
}

/** Return what can be done with a loose tile, a flower or a season. */
export function tilePanel(app, field, tile) {
  const { entry, ui, words, config } = app;
  const wins = entry.winner === ui.player && field === "tiles";
  const isPossible = Entry.winningTiles(entry, app.rules).includes(tile);
  return [
    wins ? button("mark-loose", [h("span", {}, `${words.winning} `), face(tile)],
      () => markWinning(app, tile), { class: "with-tile", disabled: !isPossible }) : null,
    takeOut(words, () => {
      ui.panel = "";
      app.change(Entry.takeTile(entry, ui.player, field, tile));
      app.announceOut(config.tiles[tile]);
    }),
  ];
}

/** Return what can hold for the tiles that were not entered. */
export function restPanel(app) {
  const { entry, ui, words, rules } = app;
  const player = ui.player;
  const hand = Entry.handOf(entry, player);
  const isWhole = Entry.isWhole(hand, rules);
  const out = app.contradictedOf(player);
  const set = (changes) => app.change(Entry.withHand(app.entry, player, changes));
  return [
    h("div", { class: "choices", role: "group", "aria-label": words.rest_holds },
      rules.claims.length > 0 ? h("p", { class: "question" }, words.rest_holds) : null,
      rules.claims.map(({ key, name }) => {
        const isOn = hand.claims.includes(key);
        return toggle(`claim-${key}`, name, isOn, () => set({
          claims: isOn ? hand.claims.filter((one) => one !== key) : [...hand.claims, key],
        }), { disabled: !isOn && (isWhole || out.includes(key)) });
      }),
      toggle("whole", words.whole, isWhole, () => set({
        complete: !isWhole, claims: [], waiting: "",
      }))),
    rules.waiting.length === 0 ? null : h("p", { class: "of-waiting" },
      h("label", { for: "waiting-for" }, words.waiting), " ",
      h("select", {
        id: "waiting-for", disabled: isWhole, onchange: (event) => set({ waiting: event.target.value }),
      }, h("option", { value: "" }, words.nothing),
      rules.waiting.map(({ key, name }) => h("option", {
        value: key, selected: hand.waiting === key,
        disabled: hand.waiting !== key && out.includes(`waiting:${key}`),
      }, name)))),
  ];
}
