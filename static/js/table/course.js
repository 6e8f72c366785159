/** What becomes of the games that wait, once those before them went or changed. */

import { counts, placeOf, ruledPlace, standing } from "./offline-state.js";

/**
 * Return how the games that wait stand now that those before them may be others:
 * [{row, number, place, ruled, misfit, player}] of all but those that do not count.
 *
 * `place` is where the state is in which a game was played, as its screen showed it or
 * as somebody chose, `ruled` where the one is that the rules would have; -1 if nobody
 * knows. `misfit` says why a game cannot be recorded as it stands: "over" where the
 * partie ends before it, "unclear" where nobody knows who sat East in it, "rests" where
 * `player`, of whom it speaks, rests in it; else "".
 */
export function course(offline, rows) {
  const { next } = offline;
  const found = [];
  rows.forEach((row, index) => {
    if (counts(offline, row)) {
      const now = standing(offline, rows.slice(0, index));
      const place = placeOf(next, now.place, row);
      const ruled = ruledPlace(next, now.place, row);
      found.push({ row, number: now.number, place, ruled, ...judged(next, now.state, place, row) });
    }
  });
  return found;
}

function judged(next, state, place, row) {
  if (state.finished) {
    return { misfit: "over", player: null };
  }
  if (place < 0) {
    return { misfit: "unclear", player: null };
  }
  const plays = Object.values(next[place].winds);
  const player = named(row.said).find((one) => !plays.includes(one)) ?? null;
  return { misfit: player === null ? "" : "rests", player };
}

/** Return the players of whom a game speaks. */
function named({ hands, scores, outcome }) {
  const { winner, from, offender, pao, excluded } = outcome;
  const all = [...Object.keys({ ...hands, ...scores }), winner, from, ...[offender].flat(), pao?.player, ...(excluded ?? [])];
  return all.filter(Boolean);
}
