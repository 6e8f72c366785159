/**
 * Who sits where after the games that wait: looked up, for the rules are the server's.
 *
 * `config.offline.next` is the list of states that the partie can come to, the one that
 * the page was made in first; each names by their place those that follow it.
 */

/** Return {number, place, state} of the game that comes after `rows`. */
export function standing(offline, rows) {
  let place = 0;
  let number = offline.number;
  for (const row of rows.filter((one) => counts(offline, one))) {
    place = after(offline.next, place, row);
    number += 1;
  }
  return { number, place, state: offline.next[place] };
}

/**
 * Return what the games that wait are now that those before them may be others:
 * [{row, number, dealer, misfit, player}] of all but those that do not count.
 *
 * `misfit` says why a game cannot be recorded as it stands: "over" where the partie ends
 * before it, "unclear" where nobody knows who sat East in it, "rests" where `player`,
 * of whom it speaks, rests in it; else "". `dealer` is who is East in it now.
 */
export function course(offline, rows) {
  const found = [];
  rows.forEach((row, index) => {
    if (counts(offline, row)) {
      const { number, state } = standing(offline, rows.slice(0, index));
      found.push({ row, number, ...judged(offline.next, state, row) });
    }
  });
  return found;
}

function judged(next, state, row) {
  if (state.finished) {
    return { dealer: null, misfit: "over", player: null };
  }
  const dealer = row.east ?? state.east;
  const seated = dealer === state.east ? state : next[state.seated[dealer]];
  if (dealer === null || !seated) {
    return { dealer: null, misfit: "unclear", player: null };
  }
  const plays = Object.values(seated.winds);
  const player = named(row.said).find((one) => !plays.includes(one)) ?? null;
  return { dealer, misfit: player === null ? "" : "rests", player };
}

/** Return the players of whom a game speaks. */
function named({ hands, outcome }) {
  const { winner, from, offender, pao, excluded } = outcome;
  const all = [...Object.keys(hands), winner, from, offender, pao?.player, ...(excluded ?? [])];
  return all.filter(Boolean);
}

/** Tell whether a game is to be added to those that the page knows. */
function counts(offline, { state, made, error }) {
  if (state === "recorded") {
    return made > offline.version;
  }
  // What somebody else recorded in its place stands in the page already.
  return !(error?.code === "conflict" && error.version <= offline.version);
}

function after(next, place, { said, east }) {
  const before = next[place];
  const { then } = next[before.seated[east]] ?? before;
  const { kind, winner, offender } = said.outcome;
  const found = { win: then.win?.[winner], penalty: then.penalty?.[offender], draw: then.draw };
  return found[kind] ?? place;
}
