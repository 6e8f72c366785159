// Where players change seats between rounds: few rule books ask it, so this is loaded then.

import { say } from "./dom.js";

/** Say who takes whose place after a game, if a round begins with the next one. */
export function moves(app, number, played, next) {
  const { state } = next;
  // Others may wait behind a game that was looked at again.
  if (next.number !== number + 1 || played.round === state.round) return "";
  // East passes on to South: in the last game of a round its first East sits South.
  const [east, ...others] = Object.values(played.winds);
  const sat = [...others, east];
  const [sentence, each] = app.config.rules.moves;
  const found = Object.values(state.winds)
    .map((player, at) => [player, sat[at]])
    .filter(([player, before]) => player !== before)
    .map(([player, before]) => say(each, { name: app.name(player), other: app.name(before) }));
  return found.length === 0 ? "" : say(sentence, { moves: found.join(", ") });
}
