// What was said of one game so far. Every change returns a new value; nothing is lost.

import { format, inOrder, parse, readSet, shapeOf, writeSet } from "./tiles.js";

const NO_HAND = Object.freeze({
  sets: [], tiles: "", bonus: "", complete: null, claims: [], waiting: "",
  dead: "", points: null, originalCall: false,
});

/** Return an entry in which nothing was said. */
export function empty() {
  return {
    kind: "", winner: "", source: "", from: "", circumstances: [], completes: null,
    tile: "", pao: "", paoReason: "", offender: "", offence: "", claimed: "",
    excluded: [], hands: {}, scores: {}, value: "", limit: "", remark: "", east: "",
  };
}

/** Return whether anything was said. */
export function isEmpty(entry) {
  return entry.kind === "" && entry.remark === "" && entry.east === "" &&
    Object.keys({ ...entry.hands, ...entry.scores }).length === 0;
}

export function handOf(entry, player) {
  return entry.hands[player] ?? NO_HAND;
}

// Hands ---

/** Return the entry with a part of a hand changed. */
export function withHand(entry, player, changes) {
  const hand = { ...handOf(entry, player), ...changes };
  return settled({ ...entry, hands: { ...entry.hands, [player]: hand } });
}

/** Forget a winning tile, or a set it completed, that the hand no longer has. */
function settled(entry) {
  const hand = handOf(entry, entry.winner);
  const isThere = entry.tile === "" || tilesOf(hand).includes(entry.tile);
  const tile = isThere ? entry.tile : "";
  const completes = tile !== "" && hand.sets.includes(entry.completes) ? entry.completes : null;
  return { ...entry, tile, completes };
}

export function addSet(entry, player, tiles, concealed) {
  const { sets } = handOf(entry, player);
  return withHand(entry, player, { sets: [...sets, writeSet(tiles, concealed)] });
}

export function addTile(entry, player, tile) {
  const field = "fy".includes(tile[1]) ? "bonus" : "tiles";
  const text = handOf(entry, player)[field];
  const tiles = parse(text);
  return withHand(entry, player, { [field]: tiles === null ? text + tile : format([...tiles, tile]) });
}

export function takeTile(entry, player, field, tile) {
  const tiles = parse(handOf(entry, player)[field]) ?? [];
  const place = tiles.indexOf(tile);
  return withHand(entry, player, { [field]: format(tiles.filter((_one, at) => at !== place)) });
}

export function takeSet(entry, player, place) {
  const { sets } = handOf(entry, player);
  return withHand(entry, player, { sets: sets.filter((_one, at) => at !== place) });
}

function replaceSet(entry, player, place, text) {
  const { sets } = handOf(entry, player);
  const changed = withHand(entry, player, { sets: sets.map((one, at) => (at === place ? text : one)) });
  return sets[place] === entry.completes && changed.tile !== "" && player === entry.winner
    ? { ...changed, completes: text }
    : changed;
}

export function turnSet(entry, player, place) {
  const { tiles, concealed } = readSet(handOf(entry, player).sets[place]);
  return replaceSet(entry, player, place, writeSet(tiles, !concealed));
}

/** Put a joker in the place of one tile of a set. */
export function jokerIn(entry, player, place, tile) {
  const { tiles, concealed } = readSet(handOf(entry, player).sets[place]);
  const at = tiles.indexOf(tile);
  const changed = tiles.map((one, index) => (index === at ? "0j" : one));
  return replaceSet(entry, player, place, writeSet(changed, concealed));
}

/** Return every tile of a hand but flowers and seasons. */
function tilesOf(hand) {
  const sets = hand.sets.flatMap((text) => readSet(text).tiles ?? []);
  return [...sets, ...(parse(hand.tiles) ?? [])];
}

function kongsOf(hand) {
  return hand.sets.filter((text) => readSet(text).tiles?.length === 4).length;
}

/** Return how many tiles a hand has, kongs counted as three. */
export function sizeOf(hand) {
  return tilesOf(hand).length - kongsOf(hand);
}

/** Return whether anything was said of a hand. */
function isTouched(hand) {
  return hand.points !== null || hand.dead !== "" || hand.waiting !== "" ||
    hand.claims.length > 0 || hand.complete !== null || hand.originalCall ||
    hand.sets.length > 0 || hand.tiles !== "" || hand.bonus !== "";
}

/** Return whether a hand that did not win is the whole hand. */
export function isWhole(hand, rules) {
  return hand.complete ?? (sizeOf(hand) === rules.hand_size && hand.dead === "");
}

/** Return how many of each tile lie in all hands that are counted by their tiles. */
export function used(entry) {
  const many = {};
  for (const hand of Object.values(entry.hands)) {
    if (hand.points !== null) continue;
    for (const tile of [...tilesOf(hand), ...(parse(hand.bonus) ?? [])]) {
      many[tile] = (many[tile] ?? 0) + 1;
    }
  }
  return many;
}

/** Return the tiles that lie too often, with who holds them: [{tile, most, holders}]. */
export function crowded(entry, rules) {
  if (entry.kind !== "win") return [];
  const mostOf = (tile) => (tile === "0j" ? rules.jokers : "fy".includes(tile[1]) ? 1 : rules.copies);
  return Object.entries(used(entry))
    .map(([tile, many]) => ({ tile, many, most: mostOf(tile) }))
    .filter(({ many, most }) => many > most)
    .map(({ tile, most }) => ({
      tile,
      most,
      holders: Object.keys(entry.hands)
        .map((player) => ({
          player, many: used({ hands: { [player]: entry.hands[player] } })[tile] ?? 0,
        }))
        .filter(({ many }) => many > 0),
    }));
}

/**
 * Return where the winning tile can lie in the winner's hand: {tile, set}, `set` as it is
 * written, or null for a loose tile.
 *
 * Only a claimed tile can have completed an exposed set, and none a kong.
 */
export function winningPlaces(entry, rules) {
  const hand = handOf(entry, entry.winner);
  const isClaimed = entry.source === "" || rules.claimed.includes(entry.source);
  const inSets = hand.sets.flatMap((text) => {
    const { tiles, concealed } = readSet(text);
    const mayBe = tiles !== null && tiles.length < 4 && (concealed || isClaimed);
    return mayBe ? tiles.map((tile) => ({ tile, set: text })) : [];
  });
  const loose = (parse(hand.tiles) ?? []).map((tile) => ({ tile, set: null }));
  const held = tilesOf(hand);
  // A robbed kong has the other three.
  const isAlone = (tile) => tile === "0j" || held.filter((one) => one === tile).length === 1;
  return [...inSets, ...loose].filter(({ tile }) => entry.source !== "robbed_kong" || isAlone(tile));
}

/** Return the tiles of the winner that can have won the game. */
export function winningTiles(entry, rules) {
  return [...new Set(winningPlaces(entry, rules).map(({ tile }) => tile))].sort(inOrder);
}

/** Forget a winning tile that cannot have won so, or in the set it is marked in. */
export function withoutFalseMark(entry, rules) {
  if (entry.kind !== "win" || entry.tile === "" || entry.source === "deal") return entry;
  const { tile, completes } = entry;
  const isPossible = winningPlaces(entry, rules).some((one) =>
    one.tile === tile && (completes === null || one.set === completes));
  return isPossible ? entry : { ...entry, tile: "", completes: null };
}

/** Return whether the winner's hand has as many tiles as it needs to win. */
export function isFull(entry, rules) {
  const hand = handOf(entry, entry.winner);
  return entry.kind === "win" && entry.winner !== "" && hand.points === null &&
    (sizeOf(hand) === rules.hand_size + 1 || isShort(tilesOf(hand), rules));
}

/** Return whether tiles win that are fewer than others need: thirteen orphans in some books. */
function isShort(tiles, rules) {
  return rules.short_hands.some((whole) => {
    const left = [...whole];
    const isIn = (tile) => {
      const place = left.indexOf(tile);
      return place >= 0 && left.splice(place, 1).length > 0;
    };
    return tiles.length === whole.length && tiles.every((tile) => tile === "0j" || isIn(tile));
  });
}

/** Return how many sets lie, pairs left out, and whether there is a pair. */
export function laid(hand) {
  const shapes = hand.sets.map((text) => shapeOf(readSet(text).tiles ?? []));
  return {
    sets: shapes.filter((shape) => ["chow", "pung", "kong"].includes(shape)).length,
    hasPair: shapes.includes("pair"),
  };
}

// How it ended ---

export function wonBy(entry, winner) {
  const isSame = entry.kind === "win" && entry.winner === winner;
  const next = isSame
    ? { ...entry, kind: "", winner: "", source: "", from: "", circumstances: [] }
    : { ...entry, kind: "win", winner, source: "", from: "", circumstances: [] };
  const hand = entry.hands[winner];
  // Who wins has no dead hand, and nothing but tiles holds for it.
  const hands = hand === undefined || isSame
    ? entry.hands
    : { ...entry.hands, [winner]: { ...hand, dead: "", claims: [], waiting: "", complete: null } };
  const pao = next.pao === winner ? { pao: "", paoReason: "" } : {};
  return settled({ ...next, ...pao, hands, tile: isSame ? entry.tile : "" });
}

/** Keep the circumstances that can be with the way it was won. */
export function withWay(entry, changes, masks, bits) {
  const next = { ...entry, ...changes };
  let circumstances = next.circumstances;
  while (circumstances.length > 0 && !masks(next).includes(maskOf(circumstances, bits))) {
    circumstances = circumstances.slice(0, -1);
  }
  return settled({ ...next, circumstances });
}

export function maskOf(circumstances, bits) {
  return circumstances.reduce((mask, key) => mask | (1 << bits.indexOf(key)), 0);
}

/** Return whether a hand is dead by what some rule books fine. */
export const isFalse = (hand) => hand.dead === "false_mahjong";

/** Return whether somebody pays for a dead hand, whoever wins. */
export function isFined(entry, rules) {
  return rules.fines_dead && Object.values(entry.hands).some(isFalse);
}

// What is sent, and what comes back ---

/** Return the game as the server takes it, by player. */
export function saidOf(entry, players, rules) {
  const said = { hands: {}, outcome: outcomeOf(entry, rules) };
  for (const player of players) {
    const hand = handOf(entry, player);
    if (entry.kind === "win") {
      // An own count that is not typed yet says nothing.
      if (isTouched(hand) && hand.points !== "") said.hands[player] = handSaid(hand, player === entry.winner, rules);
    } else if (entry.kind === "draw" && rules.fines_dead && isFalse(hand)) {
      said.hands[player] = { dead: hand.dead };
    }
  }
  if (entry.remark.trim() !== "") said.remark = entry.remark.trim().slice(0, 200);
  return said;
}

function handSaid(hand, wins, rules) {
  const waiting = hand.waiting === "" ? [] : [`waiting:${hand.waiting}`];
  const complete = wins || (hand.points === null && isWhole(hand, rules));
  const isCounted = hand.points !== null;
  return {
    sets: isCounted ? [] : hand.sets,
    tiles: isCounted ? "" : hand.tiles,
    bonus: isCounted ? "" : hand.bonus,
    complete,
    claims: complete || isCounted ? [] : [...hand.claims, ...waiting],
    dead: hand.dead === "" ? null : hand.dead,
    points: hand.points,
    ...(rules.original_call && !isCounted ? { original_call: hand.originalCall ?? false } : {}),
  };
}

function outcomeOf(entry, rules) {
  if (entry.kind === "win") {
    return {
      kind: "win",
      winner: entry.winner,
      winning_tile: entry.tile === "" ? null : entry.tile,
      source: entry.source,
      from: entry.from === "" ? null : entry.from,
      circumstances: entry.circumstances,
      completes: entry.completes,
      pao: entry.pao === "" ? null : { player: entry.pao, reason: entry.paoReason },
    };
  }
  if (entry.kind === "penalty" && !rules.claimed_for) {
    const others = rules.offenders[entry.offence] > 1 ? entry.excluded : [];
    return {
      kind: "penalty",
      offender: others.length > 0 ? [entry.offender, ...others] : entry.offender,
      offence: entry.offence,
    };
  }
  if (entry.kind === "penalty") {
    return {
      kind: "penalty",
      offender: entry.offender,
      offence: entry.offence,
      from: entry.claimed === "" ? null : entry.claimed,
      excluded: entry.excluded,
    };
  }
  return { kind: "draw" };
}

/** Return the entry that says a game again that was recorded so. */
export function entryOf(said, east) {
  const { outcome } = said;
  const isWin = outcome.kind === "win";
  const [offender, ...others] = [outcome.offender ?? ""].flat();
  const entry = {
    ...empty(),
    kind: outcome.kind,
    winner: outcome.winner ?? "",
    source: outcome.source ?? (isWin && said.scores ? "unsaid" : ""),
    from: isWin ? outcome.from ?? "" : "",
    circumstances: outcome.circumstances ?? [],
    completes: outcome.completes ?? null,
    tile: outcome.winning_tile ?? "",
    pao: outcome.pao?.player ?? "",
    paoReason: outcome.pao?.reason ?? "",
    offender,
    offence: outcome.offence ?? "",
    claimed: isWin ? "" : outcome.from ?? "",
    excluded: outcome.excluded ?? others,
    scores: Object.fromEntries(Object.entries(said.scores ?? {}).map(([player, one]) => [player, String(one)])),
    // What the hand that was declared is worth, where that is typed.
    value: String(said.hands?.[outcome.winner ?? offender]?.points ?? ""),
    limit: said.limit ?? "",
    remark: said.remark ?? "",
    east,
  };
  const isDraw = outcome.kind === "draw";
  for (const [player, hand] of Object.entries(said.hands ?? {})) {
    if (isDraw) {
      // Nobody looked at the rest of it: it can be in any shape.
      if (hand?.dead) entry.hands[player] = { ...NO_HAND, dead: hand.dead };
      continue;
    }
    const claims = hand.claims ?? [];
    const waiting = claims.find((one) => one.startsWith("waiting:")) ?? "";
    entry.hands[player] = {
      sets: hand.sets ?? [],
      tiles: hand.tiles ?? "",
      bonus: hand.bonus ?? "",
      complete: player === outcome.winner ? null : hand.complete ?? true,
      claims: claims.filter((one) => !one.startsWith("waiting:")),
      waiting: waiting.replace("waiting:", ""),
      dead: hand.dead ?? "",
      points: hand.points ?? null,
      originalCall: hand.original_call ?? false,
    };
  }
  return entry;
}
