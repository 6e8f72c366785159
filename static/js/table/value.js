// What one hand is worth by its player's card: buttons for usual values, and a pad of digits.

import { button, h, opener, say, toggle } from "./dom.js";
import * as Entry from "./entry.js";
import { circumstances } from "./outcome.js";
import { panel as fault } from "./penalty.js";

const MOST_DIGITS = 5;

/** Return who declared the hand: who won, or whose fault ended the game. */
function declarer({ kind, winner, offender }) {
  return kind === "penalty" ? offender : winner;
}

/** Return the players whose hands can have been dead: all but the winner. */
function losers({ entry, table }) {
  return table().filter((player) => player !== entry.winner);
}

/** Return the entry with the fault that it can only have been. */
function withFault({ entry, rules }) {
  const [only, ...others] = rules.offences;
  const isPlain = entry.kind === "penalty" && entry.offence === "" && others.length === 0;
  return isPlain ? { ...entry, offence: only.key } : entry;
}

// What is said and what it comes to ---

/** Return the game as the server takes it, by player. */
export function said(app) {
  const entry = withFault(app);
  const game = Entry.saidOf(entry, [], app.rules);
  if (entry.kind === "draw") return game;
  if (entry.value !== "") game.hands[declarer(entry)] = { points: Number(entry.value) };
  if (entry.kind !== "win") return game;
  for (const player of losers(app)) {
    const { dead } = Entry.handOf(entry, player);
    if (dead !== "") game.hands[player] = { dead };
  }
  return game;
}

/** Return that the value is still to be typed; "" once it is. */
export function missing(app) {
  const { entry, words } = app;
  return Number(entry.value) > 0 ? "" : say(words.say_value, { name: app.name(declarer(entry)) });
}

// The pad ---

/** Return the value and the digits, with what else moves the payments; it is kept at once. */
export function panel(app) {
  const { entry, words, rules } = app;
  const put = (value) => {
    if (value.length <= MOST_DIGITS) app.change({ ...app.entry, value });
  };
  const add = (digit) => put(`${app.entry.value}${digit}`.replace(/^0+/, ""));
  const erase = () => put(app.entry.value.slice(0, -1));
  const byKey = (event) => {
    if (/^[0-9]$/.test(event.key)) add(event.key);
    else if (event.key === "Backspace") erase();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const digit = (one) => button(`digit-${one}`, String(one), () => add(one));
  const dead = losers(app).filter((player) => Entry.handOf(entry, player).dead !== "");
  return h("div", { class: "counts of-value", onkeydown: byKey },
    h("p", { class: "question" },
      say(words.value_of, { name: app.name(declarer(entry)) }), " ",
      h("strong", { id: "value" }, entry.value === "" ? "–" : entry.value)),
    h("div", { class: "usual", role: "group", "aria-label": words.usual_values },
      rules.values.map((one) => toggle(`value-${one}`, String(one), entry.value === String(one),
        () => put(entry.value === String(one) ? "" : String(one))))),
    h("div", { class: "digits", role: "group", "aria-label": words.digits },
      [1, 2, 3, 4, 5].map(digit),
      button("digit-erase", "⌫", erase, { "aria-label": words.erase, disabled: entry.value === "" }),
      [6, 7, 8, 9, 0].map(digit)),
    entry.kind === "penalty" ? fault({ ...app, entry: withFault(app) }) : h("div", { class: "choices" },
      circumstances(app),
      opener(app, "dead", `${words.dead_hands}${dead.length > 0 ? ` ${dead.length}` : ""} ▾`)));
}

/** Return whose hands were dead, and why. */
export function deadPanel(app) {
  const { entry, words, rules } = app;
  const set = (player, dead) => app.change(Entry.withHand(app.entry, player, { dead }));
  return losers(app).map((player) => h("p", { class: "of-dead" },
    h("label", { for: `dead-${player}` }, app.name(player)), " ",
    h("select", { id: `dead-${player}`, onchange: (event) => set(player, event.target.value) },
      [{ key: "", name: words.not_dead }, ...rules.dead].map(({ key, name }) =>
        h("option", { value: key, selected: Entry.handOf(entry, player).dead === key }, name)))));
}
