// Faults that ended a game or are paid for after it: few do, so this is loaded then.

import { asked, h, toggle } from "./dom.js";
import { handOf, isFalse, withHand } from "./entry.js";

/** Return what is asked about a fault. */
export function panel(app) {
  const { entry, words, rules } = app;
  if (entry.kind === "draw") return drawPanel(app);
  const others = Object.values(app.seats().winds).filter((player) => player !== entry.offender);
  const asksClaimed = entry.offence === "false_mahjong" && rules.knows_claimed;
  const isOfSeveral = rules.offenders[entry.offence] > 1;
  const question = rules.claimed_for ? words.excluded : words.others_at_fault;
  // Where a value is typed as well, a fault that is the only one is not asked for.
  const isAsked = rules.takes !== "value" || rules.offences.length > 1;
  return [
    h("p", { class: "muted" }, words.penalty_said),
    !isAsked ? null : asked(words.offence, { class: "choices" },
      rules.offences.map(({ key, name }) => toggle(`offence-${key}`, name, entry.offence === key, () => {
        const claimed = key === "false_mahjong" ? entry.claimed : "";
        app.change({ ...entry, offence: key, claimed });
      }))),
    asksClaimed ? asked(words.claimed, { class: "choices" },
      others.map((player) => toggle(`claimed-${player}`, app.name(player), entry.claimed === player,
        () => app.change({ ...entry, claimed: player }))),
      toggle("claimed-nobody", words.nobodys, entry.claimed === "",
        () => app.change({ ...entry, claimed: "" }))) : null,
    rules.claimed_for || isOfSeveral ? asked(question, { class: "choices" },
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

/** Return whose hands are dead in a draw, where that is paid for. */
function drawPanel(app) {
  const { entry, rules } = app;
  const isDead = (player) => isFalse(handOf(entry, player));
  return asked(rules.fines_dead, { class: "row seats-row" },
    app.table().map((player) => toggle(`dead-${player}`, app.named(player), isDead(player),
      () => app.change(withHand(entry, player, { dead: isDead(player) ? "" : "false_mahjong" })),
      { class: "seat", title: app.whole(player) })));
}
