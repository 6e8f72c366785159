// What the game comes to: asked after each change, and shown below.

import { button, figure, fill, h, opener, say, unseen } from "./dom.js";
import * as Entry from "./entry.js";
import { isSaid, takesScores, takesTiles } from "./outcome.js";
import { PATIENCE } from "./timeout.js";

const ROOMY = 11; // letters of two names that fit into half a narrow phone's width
const HIGH = 10000; // a sum that needs all the room it has
const PAUSE = 120; // milliseconds after the last tap

/** Return what is said of tiles that lie too often, and with whom; "" if none does. */
function crowded(app) {
  const { words, config } = app;
  const [first] = Entry.crowded(app.entry, app.rules);
  if (first === undefined) return "";
  const holders = first.holders.map(({ player, many }) => `${app.name(player)} ${many}`);
  return say(words.crowded, {
    tile: config.tiles[first.tile] ?? first.tile, most: first.most, holders: holders.join(", "),
  });
}

/** Return what is still to be said before the game can be recorded; "" if nothing is. */
export function missing(app) {
  const { entry, words, rules } = app;
  if (app.needsDice()) return words.say_dice;
  if (entry.kind === "") return words.not_yet;
  if (entry.kind === "penalty") {
    if (entry.offender === "") return words.say_offender;
    if (takesTiles(app)) return entry.offence === "" ? words.say_offence : "";
  }
  if (entry.kind === "draw" && !takesScores(app)) return "";
  if (entry.kind === "win" && !isSaid(entry)) return entry.source === "robbed_kong" ? words.say_robbed : words.say_giver;
  if (!takesTiles(app)) return app.typing?.missing(app) ?? "…";
  if (entry.pao !== "" && entry.paoReason === "") return words.say_pao;
  const many = crowded(app);
  if (many !== "") return many;
  const uncounted = app.table().find((player) => Entry.handOf(entry, player).points === "");
  if (uncounted !== undefined) return say(words.say_points, { name: app.name(uncounted) });
  const hand = Entry.handOf(entry, entry.winner);
  if (hand.points !== null) return "";
  if (Entry.sizeOf(hand) === 0) return say(words.say_hand, whose(app));
  if (entry.tile !== "" || entry.source === "deal") return "";
  return Entry.isFull(entry, rules) ? words.say_winning : say(words.say_rest, whose(app));
}

function whose(app) {
  const { entry, rules } = app;
  const hand = Entry.handOf(entry, entry.winner);
  return {
    name: app.name(entry.winner), many: Entry.sizeOf(hand), all: rules.hand_size + 1,
  };
}

/** Return whether the server can say already what hands are worth. */
function canBeAsked(app) {
  const { entry } = app;
  if (app.needsDice()) return false;
  if (entry.kind === "draw" && !takesScores(app)) return Entry.isFined(entry, app.rules);
  if (entry.kind === "penalty" || !takesTiles(app)) return missing(app) === "";
  return isSaid(entry) && (entry.pao === "" || entry.paoReason !== "");
}

/** Make what asks this phone or the server: the last question alone is answered. */
export function makeAsker(app) {
  let timer = 0;
  let asked = null;
  const tray = document.getElementById("tray");
  const busy = (isBusy) => document.getElementById("worth").setAttribute("aria-busy", String(isBusy));
  async function ask(question) {
    const mine = new AbortController();
    asked = mine;
    try {
      const answer = await app.phone?.preview(question) ?? await answered(app, question, mine);
      if (asked !== mine) return;
      app.answer = answer.error ? { ...NOTHING, errors: [answer.error] } : answer;
      app.isUnanswered = false;
    } catch {
      if (asked !== mine) return;
      app.isUnanswered = true;
    }
    busy(false);
    const { scrollTop } = tray;
    app.render();
    // Nobody asked what is in sight to move.
    if (tray.scrollTop < scrollTop) {
      tray.style.setProperty("--room", "100%");
      tray.scrollTop = scrollTop;
    }
    if (app.answer.payments !== null && !app.isUnanswered) app.announceWorth();
  }
  return () => {
    clearTimeout(timer);
    // What comes now is of the game as it was before this tap.
    asked?.abort();
    asked = null;
    tray.style.removeProperty("--room");
    if (!canBeAsked(app)) {
      app.answer = NOTHING;
      app.isUnanswered = false;
      busy(false);
      return;
    }
    busy(true);
    timer = setTimeout(() => ask({
      // The server may not have the games yet that were played before this one.
      said: app.said(), east: app.east() ?? app.seats().east, explain: app.ui.panel === "why",
    }), app.phone === null ? PAUSE : 0);
  };
}

/** Return what the server answers; it is not waited for without end. */
async function answered(app, question, mine) {
  const { signal } = mine;
  const patience = setTimeout(() => mine.abort(), PATIENCE);
  try {
    let response = await app.foretell(question, signal);
    if (response.status === 403 && !isJson(response)) {
      // Somebody logged in meanwhile, or out: the page's token is too old.
      await renewToken(app, signal);
      response = await app.foretell(question, signal);
    }
    return await response.json();
  } finally {
    clearTimeout(patience);
  }
}

/** Ask the server anew what it is to be asked with. */
export async function renewToken(app, signal) {
  const fresh = await fetch(app.config.addresses.token, { signal });
  app.token = (await fresh.json()).token ?? app.token;
}

/** Ask what the next game would come to. */
export function foretell(app, question, signal) {
  return fetch(app.config.addresses.preview, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": app.token },
    body: JSON.stringify(question),
    signal,
  });
}

/** Return whether an answer is the data that was asked for. */
export function isJson(response) {
  return (response.headers.get("Content-Type") ?? "").startsWith("application/json");
}

/** What is known before the server answers. */
export const NOTHING = Object.freeze({
  hands: {}, payments: null, credited: false, errors: [], warnings: [], contradicted: {},
});

/** Show what it comes to; a *notice* stands in its place until it is answered. */
export function renderBar(app, place, notice) {
  const { ui, words } = app;
  const lacks = missing(app);
  fill(place,
    h("div", { id: "notices" }, notice),
    h("div", { class: "told" }, sum(app, lacks)),
    h("div", { class: "acts" },
      isSaid(app.entry) && !takesScores(app) ? opener(app, "why",
        `${words.why} ${ui.panel === "why" ? "▴" : "▾"}`, { class: "outline" }) : null,
      Object.entries(app.panels).map(([name, { title }]) =>
        opener(app, name, "⋯", { class: "outline", title, "aria-label": title })),
      opener(app, "remark", app.entry.remark === "" && !app.entry.limit ? words.remark : `${words.remark} ✓`,
        { class: "outline" }),
      button("record", ui.isSending ? words.recording : words.record, () => app.record(),
        { class: lacks === "" && !ui.isSending ? "main" : "main wanting" })));
}

function sum(app, lacks) {
  const { ui, words, answer } = app;
  const general = answer.errors.filter((one) => !one.player).map((one) => one.message);
  if (app.refusal !== null) {
    return h("p", { class: "note fault", role: "alert" },
      h("strong", {}, words.refused), " ", app.refusal.message);
  }
  const many = crowded(app);
  if (many !== "") return h("p", { class: "note fault", role: "alert" }, many);
  if (ui.told !== "") return h("p", { role: "status" }, ui.told);
  if (ui.hint !== "") return h("p", { class: "note fault", role: "alert" }, ui.hint);
  if (lacks !== "") return h("p", { class: ui.isAsked ? "note fault" : "muted", role: ui.isAsked ? "alert" : null }, lacks);
  const isFree = app.entry.kind === "draw" && !Entry.isFined(app.entry, app.rules);
  if (isFree && !takesScores(app)) return h("p", {}, words.draw_said);
  if (app.isUnanswered) return h("p", { class: "muted" }, app.isOlder ? words.older : words.no_answer);
  if (general.length > 0) return general.map((one) => h("p", { class: "note fault" }, one));
  if (answer.payments === null) {
    const first = answer.errors[0];
    return first === undefined ? h("p", { class: "muted" }, "…")
      : h("p", { class: "note fault" }, first.message);
  }
  if (takesScores(app)) return app.typing.told(app);
  return [warned(app), answer.payments.length > 0 ? paid(app, answer) :
    h("p", {}, answer.credited ? words.credited : words.nobody_pays)];
}

/** Say whose hand is to be looked at: what is wrong with it may stand out of sight in its tray. */
function warned({ answer, words, name }) {
  const lines = answer.warnings.map(({ player, message }) =>
    player ? say(words.look_at, { name: name(player) }) : message);
  return lines.length === 0 ? null : h("p", { class: "warned" }, [...new Set(lines)].join(" "));
}

function paid(app, answer) {
  const { words } = app;
  return h("ul", { class: "pays" }, answer.payments.map((one) => {
    const [payer, payee] = [app.brief(one.from), app.brief(one.to)];
    return h("li", {},
      h("span", { class: payer.length + payee.length > ROOMY ? "who long" : "who" },
        payer, h("span", { "aria-hidden": "true" }, " → "), unseen(` ${words.pays_word} `), payee),
      " ", h("strong", { class: one.amount >= HIGH ? "high" : null }, figure(one.amount)));
  }));
}
