// A fault that ended the game: few games end so, so this is loaded when one does.

import { h, toggle } from "./dom.js";

/** Return what is asked about a fault. */
export function panel(app) {
  const { entry, words, rules } = app;
  const others = Object.values(app.seats().winds).filter((player) => player !== entry.offender);
  const isFalse = entry.offence === "false_mahjong" && rules.knows_claimed;
  const isOfSeveral = rules.offenders[entry.offence] > 1;
  const question = rules.claimed_for ? words.excluded : words.others_at_fault;
  // Where a value is typed as well, a fault that is the only one is not asked for.
  const isAsked = rules.takes !== "value" || rules.offences.length > 1;
  return [
    h("p", { class: "muted" }, words.penalty_said),
    !isAsked ? null : h("div", { class: "choices", role: "group", "aria-label": words.offence },
      h("p", { class: "question" }, words.offence),
      rules.offences.map(({ key, name }) => toggle(`offence-${key}`, name, entry.offence === key, () => {
        const claimed = key === "false_mahjong" ? entry.claimed : "";
        app.change({ ...entry, offence: key, claimed });
      }))),
    isFalse ? h("div", { class: "choices", role: "group", "aria-label": words.claimed },
      h("p", { class: "question" }, words.claimed),
      others.map((player) => toggle(`claimed-${player}`, app.name(player), entry.claimed === player,
        () => app.change({ ...entry, claimed: player }))),
      toggle("claimed-nobody", words.nobodys, entry.claimed === "",
        () => app.change({ ...entry, claimed: "" }))) : null,
    rules.claimed_for || isOfSeveral ? h("div", { class: "choices", role: "group", "aria-label": question },
      h("p", { class: "question" }, question),
      others.map((player) => {
        const isOn = entry.excluded.includes(player);
        const excluded = isOn
          ? entry.excluded.filter((one) => one !== player)
          : [...entry.excluded, player];
        const isFull = isOfSeveral && excluded.length >= rules.offenders[entry.offence];
        return toggle(`excluded-${player}`, app.name(player), isOn,
          () => app.change({ ...entry, excluded }), { disabled: isFull && !isOn });
      })) : null,
  ];
}
