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

/** Tell whether a game is to be added to those that the page knows. */
export function counts(offline, { state, made, error }) {
  if (state === "recorded") {
    return made > offline.version;
  }
  // What somebody else recorded in its place stands in the page already.
  return !(error?.code === "conflict" && error.version <= offline.version);
}

/** Return what a screen shows of who sits where, to be held against what is recorded. */
export function shownOf({ round, round_wind, winds, owner, resting }) {
  return { round, round_wind, winds, owner, resting };
}

/** Return the place of the state in which a game was played. */
export function placeOf(next, before, row) {
  const ruled = ruledPlace(next, before, row);
  if (row.winds === "should" || !row.shown) {
    return ruled;
  }
  const shown = JSON.stringify(row.shown);
  const isShown = (state) => state && !state.finished && state.east !== null &&
    JSON.stringify(shownOf(state)) === shown;
  return isShown(next[ruled]) ? ruled : next.findIndex(isShown);
}

/** Return the place of the state that the rules have for a game, its East said or not. */
export function ruledPlace(next, before, { east }) {
  const state = next[before];
  const dealer = east ?? state.east;
  return dealer === state.east && dealer !== null ? before : state.seated[dealer] ?? -1;
}

function after(next, before, row) {
  const known = placeOf(next, before, row);
  const place = known < 0 ? before : known;
  const { then } = next[place];
  const { kind, winner, offender, circumstances } = row.said.outcome;
  const won = (circumstances ?? []).includes("ninth_win") ? then.ninth_win : undefined;
  // Of several at fault it is East who matters.
  const { east } = next[place];
  const fined = [offender].flat().includes(east) ? east : [offender].flat()[0];
  const found = { win: won ?? then.win?.[winner ?? ""], penalty: then.penalty?.[fined], draw: then.draw };
  return found[kind] ?? place;
}
