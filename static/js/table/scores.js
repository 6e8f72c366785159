// What each won or lost on one sheet: a field for each player, and one pad of digits.

import { signed } from "./came.js";
import { button, h, say, toggle } from "./dom.js";

const MOST_DIGITS = 9;

/** Return whether a text is the whole of a score. */
const isScore = (text) => /^-?\d+$/.test(text ?? "");

/** Return what each won or lost; who alone is left out is worked out, where that can be. */
function scoresOf({ entry, rules, table }) {
  const players = table();
  const scores = {};
  for (const player of players) {
    if (isScore(entry.scores?.[player])) scores[player] = Number(entry.scores[player]);
  }
  const open = players.filter((player) => !(player in scores));
  if (rules.balances && open.length === 1 && !entry.scores?.[open[0]]) scores[open[0]] = -sumOf(scores);
  return scores;
}

function sumOf(scores) {
  // No sum is the 0 below 0.
  return Object.values(scores).reduce((sum, one) => sum + one, 0) || 0;
}

// What is said and what it comes to ---

/** Return the game as the server takes it, by player; what nobody says is null. */
export function said(app) {
  const { kind, winner, source, from, offender, offence, limit, remark } = app.entry;
  const outcome = { kind };
  if (kind === "penalty") Object.assign(outcome, { offender, offence: offence || null });
  if (kind === "win") {
    Object.assign(outcome, {
      winner: winner || null, source: source === "unsaid" ? null : source, from: from || null,
    });
  }
  const game = { hands: {}, outcome, scores: scoresOf(app) };
  if (winner !== "" && limit?.trim()) game.limit = limit.trim();
  if (remark.trim() !== "") game.remark = remark.trim().slice(0, 200);
  return game;
}

/** Return whose score is still to be typed, or that they do not add to 0. */
export function missing(app) {
  const { words, rules } = app;
  const scores = scoresOf(app);
  const open = app.table().find((player) => !(player in scores));
  if (open !== undefined) return say(words.say_scores, { name: app.name(open) });
  const sum = sumOf(scores);
  return rules.balances && sum !== 0 ? say(words.say_sum, { sum: signed(sum) }) : "";
}

/** Return what the scores come to, and what is odd about them. */
export function told(app) {
  return [app.answer.warnings.map(({ message }) => h("p", { class: "warned" }, message)),
    h("p", {}, say(app.words.sums_to, { sum: signed(sumOf(scoresOf(app))) }))];
}

/** Return the field for the name of a limit hand; nothing where nobody is said to have won. */
export function limitField(app) {
  const { entry, words } = app;
  return entry.winner === "" ? null : h("p", { class: "typed" },
    h("label", { for: "limit-hand" }, words.limit_hand),
    h("input", {
      id: "limit-hand", type: "text", maxlength: "60", autocomplete: "off", value: entry.limit ?? "",
      oninput: (event) => app.change({ ...app.entry, limit: event.target.value }),
    }));
}

// The pad ---

/** Return how a score stands in its field: typed, begun, worked out or not yet there. */
function shown(text, worked) {
  if (text === "-") return "−";
  if (text) return signed(Number(text));
  return worked === undefined ? "–" : `= ${signed(worked)}`;
}

/** Return the fields and the digits; what is typed is kept at once. */
export function panel(app) {
  const { entry, ui, words } = app;
  const players = app.table();
  const chosen = ui.player;
  const found = scoresOf(app);
  const typed = () => app.entry.scores?.[chosen] ?? "";
  const put = (text) => {
    if (text.replace("-", "").length > MOST_DIGITS) return;
    app.change({ ...app.entry, scores: { ...app.entry.scores, [chosen]: text } });
  };
  // Where one player won, the others mostly lost.
  const sign = () => (entry.kind === "win" && entry.winner !== "" && entry.winner !== chosen ? "-" : "");
  const add = (digits) => {
    const text = typed() === "" ? sign() : typed();
    const number = text.replace("-", "") + digits;
    put((text.startsWith("-") ? "-" : "") + number.replace(/^0+(?=\d)/, ""));
  };
  const turnSign = () => put(typed().startsWith("-") ? typed().slice(1) : `-${typed()}`);
  const erase = () => put(typed().slice(0, -1).replace(/^-$/, ""));
  const next = () => app.show({ player: players[(players.indexOf(chosen) + 1) % players.length] });
  const byKey = (event) => {
    if (/^[0-9]$/.test(event.key)) add(event.key);
    else if (event.key === "-") turnSign();
    else if (event.key === "Backspace") erase();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const digit = (one) => button(`digit-${one}`, one, () => add(one));
  return h("div", { class: "counts scores", onkeydown: byKey },
    h("div", { class: "counted-hands", role: "group", "aria-label": words.scores },
      players.map((player) => toggle(`score-${player}`,
        [app.named(player), h("strong", {}, shown(entry.scores?.[player], found[player]))],
        player === chosen, () => app.show({ player }), { title: app.whole(player) }))),
    h("div", { class: "digits", role: "group", "aria-label": words.digits },
      ["1", "2", "3"].map(digit),
      button("digit-erase", "⌫", erase, { "aria-label": words.erase, disabled: typed() === "" }),
      ["4", "5", "6"].map(digit),
      button("digit-sign", "±", turnSign, { "aria-label": words.sign }),
      ["7", "8", "9"].map(digit),
      button("digit-next", "→", next, { "aria-label": words.next_player }),
      ["0", "00", "000"].map(digit)));
}
