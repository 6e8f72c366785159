// How the game ended: who won, who gave the tile, and the rarer ways.

import { asked, button, fill, h, opener, say, toggle } from "./dom.js";
import { maskOf, withWay, wonBy } from "./entry.js";

const GIVEN = ["discard", "robbed_kong"];

/** Return the ways in which the winner can have won: by source and giver's seat. */
function ways(app, entry = app.entry) {
  const seats = app.seats(entry);
  const bySeat = app.rules.ways[seats.owner ?? ""] ?? Object.values(app.rules.ways)[0];
  return bySeat[app.seatOf(entry.winner, entry)] ?? {};
}

/** Return the choices of circumstances that can have come together, a bit each. */
function masks(app, entry) {
  const bySource = ways(app, entry);
  if (entry.source === "") return Object.values(bySource).flatMap((one) => Object.values(one).flat());
  const byGiver = bySource[entry.source] ?? {};
  if (!GIVEN.includes(entry.source)) return byGiver[""] ?? [];
  if (entry.from === "") return Object.values(byGiver).flat();
  return byGiver[app.seatOf(entry.from, entry)] ?? [];
}

const bitsOf = (app) => app.rules.circumstances.map((one) => one.key);

function choose(app, changes) {
  app.change(withWay(app.entry, changes, (entry) => masks(app, entry), bitsOf(app)));
}

/** Return whether it was said how the tile came. */
export function isSaid({ kind, source, from }) {
  return kind === "win" && source !== "" && (!GIVEN.includes(source) || from !== "");
}

/** Return whether everybody's score is typed, and no hand. */
export function takesScores({ rules }) {
  return rules.takes === "scores";
}

/** Return whether hands are entered, and not numbers alone. */
export function takesTiles({ rules }) {
  return rules.takes === "tiles";
}

/** Return whether enough was said of how the game ended to type scores or a value. */
export function asksNumbers(app) {
  const { kind, offender } = app.entry;
  if (takesTiles(app) || app.needsDice()) return false;
  if (kind === "draw") return takesScores(app);
  return kind === "penalty" ? offender !== "" : !isOpen(app);
}

/** Return whether it is still asked how the game ended. */
export function isOpen(app) {
  return app.needsDice() || !isSaid(app.entry) || app.ui.reopened;
}

/** Return a few words for how the game was won. */
function how(app) {
  const { entry, words, rules } = app;
  const parts = entry.source in rules.how ? [say(rules.how[entry.source], { giver: app.short(entry.from) })] : [];
  for (const { key, name } of rules.circumstances) {
    if (entry.circumstances.includes(key)) parts.push(name);
  }
  if (entry.pao !== "") parts.push(`${words.pao_short}: ${app.short(entry.pao)}`);
  return parts.join(", ");
}

export function renderEnding(app, place) {
  const { entry, ui, words } = app;
  if (app.needsDice()) {
    fill(place, seats(app, words.dice_east, "dice", "", (player) => app.sitEast(player)));
    return;
  }
  if (!isOpen(app)) {
    fill(place, h("div", { class: "ended" },
      h("p", { class: "how" },
        h("strong", {}, `✓ ${entry.winner === "" ? words.won_by_several : app.short(entry.winner)}`), " ", how(app)),
      button("change", words.change, () => app.show({ reopened: true, panel: "" })),
      more(app)));
    return;
  }
  fill(place, first(app), otherEnds(app), entry.kind === "win" ? giver(app) : null);
}

/** Return the row of seats: who won, or whose fault it was. */
function first(app) {
  const { entry, words } = app;
  if (entry.kind === "penalty") {
    return seats(app, words.offender, "offender", entry.offender, (player) => {
      const excluded = entry.excluded.filter((one) => one !== player);
      const claimed = entry.claimed === player ? "" : entry.claimed;
      app.change({ ...entry, offender: player, excluded, claimed });
    });
  }
  return seats(app, words.who_won, "won", entry.winner, (player) => {
    app.ui.player = player;
    app.ui.reopened = false;
    app.ui.panel = "";
    app.change(wonBy(entry, player));
  });
}

function seats(app, question, name, chosen, act) {
  const state = app.seats();
  const knows = !app.needsDice();
  return asked(question, { class: "row seats-row" },
    Object.entries(state.winds).map(([seat, player]) => toggle(
      `${name}-${player}`,
      [
        knows ? h("span", { class: "wind" }, app.config.winds[seat]) : null,
        app.named(player),
      ],
      chosen === player,
      () => act(player),
      {
        class: knows && (state.owner ?? "E") === seat ? "seat deals" : "seat",
        title: app.whole(player),
      },
    )));
}

function otherEnds(app) {
  const { entry, words, rules } = app;
  const end = (kind) => () => {
    const next = entry.kind === kind ? "" : kind;
    app.ui.panel = "";
    app.ui.reopened = false;
    app.change({ ...entry, kind: next, winner: "", source: "", from: "", circumstances: [] });
  };
  return h("div", { class: "row otherwise", role: "group", "aria-label": words.otherwise },
    toggle("draw", words.draw, entry.kind === "draw", end("draw")),
    takesScores(app)
      ? toggle("won-unsaid", words.unsaid_winner, entry.kind === "win" && entry.winner === "", () => {
        Object.assign(app.ui, { reopened: false, panel: "" });
        app.change(wonBy(entry, ""));
      })
      : null,
    rules.penalties
      ? toggle("penalty", words.penalty, entry.kind === "penalty", end("penalty"))
      : null);
}

function giver(app) {
  const { entry, words } = app;
  const possible = ways(app);
  const source = entry.source === "robbed_kong" ? "robbed_kong" : "discard";
  const question = source === "discard" ? words.from : words.robbed;
  const came = (by, from = "") => () => {
    Object.assign(app.ui, { reopened: false, panel: "" });
    choose(app, { source: by, from });
  };
  const others = Object.entries(app.seats().winds).filter(([, player]) => player !== entry.winner);
  return asked(question, { class: "row from" },
    others.map(([seat, player]) => toggle(
      `from-${player}`, app.named(player), entry.from === player,
      came(source, player),
      {
        class: "giver", title: app.whole(player),
        disabled: !takesScores(app) && possible[source]?.[seat] === undefined,
      },
    )),
    source === "discard"
      ? toggle("self-drawn", words.self_drawn, entry.source === "wall", came("wall"))
      : null,
    takesScores(app)
      ? toggle("unsaid-giver", words.unsaid_giver, entry.source === "unsaid", came("unsaid"))
      : null,
    more(app),
    isSaid(entry)
      ? button("leave", words.close, () => app.show({ reopened: false, panel: "" }), { class: "outline" })
      : null);
}

function more(app) {
  const { entry, words } = app;
  if (takesScores(app) || (!takesTiles(app) && rarePlayed(app).length === 0)) return null;
  const label = entry.pao !== "" && !isSaid(entry) ? `${words.more} ✓` : words.more;
  return opener(app, "more", `${label} ${app.ui.panel === "more" ? "▴" : "▾"}`);
}

// The panels ---

/** Return the rarer ways of winning. */
export function morePanel(app) {
  const { entry, words, rules } = app;
  const possible = ways(app);
  return [
    h("div", { class: "choices tight", role: "group", "aria-label": words.way },
      rarePlayed(app).map((key) => toggle(
        `way-${key}`, rules.sources[key], entry.source === key,
        () => way(app, key), { disabled: possible[key] === undefined },
      ))),
    rules.pao.length > 0 ? paoChoices(app) : null,
    // Beside a value they are asked without a panel.
    takesTiles(app) ? asked(words.also, { class: "choices tight" },
      circumstances(app)) : null,
  ];
}

/** Return what can be said of the winning tile or hand, each to be turned on or off. */
export function circumstances(app) {
  const { entry, rules } = app;
  const bits = bitsOf(app);
  const allowed = masks(app, entry);
  const known = rules.circumstances.filter(({ key }) => {
    const bit = 1 << bits.indexOf(key);
    return Object.values(ways(app)).some((one) => Object.values(one).flat().some((mask) => mask & bit));
  });
  return known.map(({ key, name }) => {
    const isOn = entry.circumstances.includes(key);
    const next = isOn
      ? entry.circumstances.filter((one) => one !== key)
      : [...entry.circumstances, key].sort((one, other) => bits.indexOf(one) - bits.indexOf(other));
    return toggle(`also-${key}`, name, isOn, () => {
      app.ui.panel = "";
      choose(app, { circumstances: next });
    }, { disabled: !isOn && !allowed.includes(maskOf(next, bits)) });
  });
}

/** Return the rarer ways in which anybody at this table can win. */
function rarePlayed(app) {
  const isPlayed = (source) => Object.values(app.rules.ways).some((bySeat) =>
    Object.values(bySeat).some((one) => one[source] !== undefined));
  return Object.keys(app.rules.sources)
    .filter((key) => !["wall", "discard"].includes(key) && isPlayed(key));
}

function way(app, key) {
  const { entry } = app;
  app.ui.panel = "";
  if (entry.source === key) {
    const isGiven = key === "robbed_kong" && entry.from !== "";
    choose(app, { source: isGiven ? "discard" : "", from: isGiven ? entry.from : "" });
    return;
  }
  const keeps = key === "robbed_kong" && ways(app)[key]?.[app.seatOf(entry.from)] !== undefined;
  app.ui.reopened = false;
  choose(app, { source: key, from: keeps ? entry.from : "" });
}

function paoChoices(app) {
  const { entry, words, rules } = app;
  const others = Object.values(app.seats().winds).filter((player) => player !== entry.winner);
  return [
    asked(words.pao, { class: "choices tight three" },
      others.map((player) => toggle(`pao-${player}`, app.short(player), entry.pao === player, () => {
        const isOff = entry.pao === player;
        app.change({ ...entry, pao: isOff ? "" : player, paoReason: isOff ? "" : entry.paoReason });
        document.getElementById("pao-why")?.scrollIntoView({ block: "center" });
      }, { title: app.whole(player) }))),
    entry.pao === "" ? null : asked(words.pao_why, { id: "pao-why", class: "choices list" },
      rules.pao.map(({ key, name }) => toggle(`pao-why-${key}`, name, entry.paoReason === key, () => {
        app.ui.panel = "";
        app.change({ ...entry, paoReason: key });
      }))),
  ];
}

/** Return the question who really sat East, or owned the game. */
export function eastQuestion({ config, words, ui }) {
  const base = config.next[ui.place];
  if (base.dice_choose) return words.dice_east;
  return base.owner === null ? words.other_east : words.other_owner;
}

/** Return the answers to that question. */
export function eastPanel(app) {
  const { config, words, entry } = app;
  const base = config.next[app.ui.place];
  const now = app.seats().east;
  const players = Object.keys(config.players);
  const chosen = (player) => entry.east === player || (entry.east === "" && now === player);
  return h("div", { class: "choices", role: "group", "aria-label": eastQuestion(app) },
    players.map((player) => toggle(
      `east-${player}`,
      player === base.east ? say(words.as_rules_say, { name: app.name(player) }) : app.name(player),
      chosen(player),
      () => app.sitEast(player),
    )));
}
