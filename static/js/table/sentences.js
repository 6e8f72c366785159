/** What is said of games that wait, in the words that the server has given. */

/** Return a sentence with what is in braces filled in. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Return the sentence for so many; the last one is for more. */
export function counted(sentences, many) {
  return sentences[Math.min(many, sentences.length) - 1];
}

/** Return in a few words how a game ended. */
export function told({ words, names }, { outcome }) {
  const { kind, winner, offender } = outcome;
  if (kind === "win" && winner === null) return words.unsaid;
  const players = [winner ?? offender].flat();
  return fill(words[kind], { name: players.map((player) => names[player] ?? "").join(", ") });
}

/** Return the hands of a game as they are typed, for whoever has to type them again. */
export function written({ names }, { hands, scores, limit, remark }) {
  const lines = Object.entries(hands).map(([player, hand]) => {
    const tiles = [...(hand.sets ?? []), hand.tiles, hand.bonus].filter(Boolean);
    const count = hand.points === null || hand.points === undefined ? [] : [hand.points];
    return `${names[player] ?? ""}: ${[...tiles, ...count].join(" ")}`;
  });
  const won = Object.entries(scores ?? {}).map(([player, score]) => `${names[player] ?? ""}: ${score}`);
  return [...lines, ...won, ...[limit, remark].filter(Boolean)].join("; ");
}

/** Return a new element. */
export function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}
