/**
 * What waits on this phone, said above the table screen: games without a signal, games
 * that were refused and why, and half-entered ones that were put aside. Each can be put
 * right or thrown away from here.
 */

import { counts, shownOf, standing } from "./offline-state.js";
import { signed } from "./came.js";
import { cards } from "./cards.js";
import { course } from "./course.js";
import * as draft from "./draft.js";
import { entryOf } from "./entry.js";
import { sentOf } from "./queue-marks.js";
import { replaceTheirs } from "./replace.js";
import * as queue from "./queue.js";
import * as sender from "./sender.js";
import { button } from "./queue-notice.js";
import { counted, fill, make, told } from "./sentences.js";

/** The sentences for what keeps games from being sent, by its code. */
const TROUBLES = {
  signal: "no_signal", no_answer: "no_answer", server: "server", busy: "busy",
  portal: "portal", csrf: "csrf", logged_out: "logged_out",
};
/** The sentences for games that those before them leave no room for. */
const MISFITS = { over: "now_over", unclear: "now_unclear", rests: "now_rests" };
/** How long is waited for what a game comes to before it is asked about, in milliseconds. */
const LONGEST_COUNT = 300;

export class Banner {
  /**
   * `opened()` shows the draft anew, `next()` tells which game comes next, `back()`
   * takes the table back from another tab, and `comeTo(games)` says what the last of
   * them comes to: null where nobody knows.
   */
  constructor(offline, element, { opened, next, back, comeTo }) {
    Object.assign(this, { offline, element, opened, next, back, comeTo, words: offline.words });
    this.shown = "";
    /** What was thrown away on this page, and can be put back. */
    this.thrown = [];
    /** What is to be said of a game that could not be thrown away any more. */
    this.late = "";
    this.isListed = false;
    /** Whether another tab has the table now. */
    this.isLeft = false;
    /** Whose games somebody else chose to let wait. */
    this.letWait = "";
  }

  async show() {
    const { partie } = this.offline;
    if (this.isLeft) {
      this.showLeft();
      return;
    }
    const rows = await queue.gamesOf(partie);
    const pending = rows.filter((row) => row.state !== "recorded");
    const waiting = pending.filter((row) => row.state === "waiting" && !sender.isUnderWay(row));
    const refused = pending.filter((row) => row.state === "refused");
    const aside = draft.aside(partie);
    const why = navigator.onLine ? sender.obstacle(partie) : { code: "signal" };
    const found = draft.load(partie);
    const looked = found?.base?.replaces;
    const lookedRow = rows.find((row) => row.key === looked);
    const isTooLate = found?.base?.waits === true && lookedRow?.state !== "waiting";
    if (isTooLate && lookedRow && isAsItWas(found.entry, lookedRow)) {
      // Nobody had changed anything: it is recorded, and the next game comes.
      draft.clear(partie);
      this.late = fill(this.words.sent_meanwhile, { number: lookedRow.number ?? "" });
      this.open();
      return;
    }
    // Nothing is drawn anew without need, nor read out twice.
    const listed = course(this.offline, rows).filter(({ row }) => waiting.includes(row));
    const asked = refused.some((row) => row.error.code === "winds") ? undefined : this.asked(listed);
    const ways = asked ? await this.waysOf(asked.row, rows) : {};
    const states = rows.map((row) => [row.key, row.state, row.winds, row.sender?.id, whyNot(row)]);
    const shown = JSON.stringify([
      states, waiting.length, aside, why, looked, isTooLate, this.thrown.length, this.late, this.letWait,
      sentOf(partie), ways,
    ]);
    if (shown === this.shown || this.isLeft) {
      return;
    }
    this.shown = shown;
    this.draw([
      ...this.signal(listed, why, refused.length > 0),
      ...refused.map((row) => this.refusal(row, rows, listed, row.key === looked)),
      ...(isTooLate ? [this.sent(lookedRow)] : this.lookedAt(listed, looked)),
      ...this.misfits(listed),
      ...(asked ? [this.winds(asked, ways, listed)] : []),
      ...(this.late ? [note("waiting-late", this.late)] : []),
      ...this.thrown.map((one) => this.undo(one)),
      ...aside.map((_, place) => this.offer(place)),
      ...cards(partie, this.words, () => this.show()),
    ]);
  }

  showLeft() {
    if (this.shown !== "left") {
      this.shown = "left";
      this.draw([this.elsewhere()]);
    }
  }

  draw(boxes) {
    keepInPlace(this.element.nextElementSibling, () => {
      this.element.replaceChildren(...boxes);
      this.element.hidden = !boxes.length;
    });
  }

  // What waits ---

  /** Say what waits, and for what; what waits behind a refused game is said there. */
  signal(listed, why, isStuck) {
    const { words, offline } = this;
    const waits = listed.length > 0 && !isStuck;
    if (why?.code === "other_sender") {
      return listed.length ? [this.ofAnother(why, listed)] : [];
    }
    if (!waits && !["signal", "logged_out"].includes(why?.code)) {
      return [];
    }
    const box = make("div", { className: "waiting-signal" });
    if (why) {
      const isBare = why.code === "signal" && !waits;
      const sentence = isBare ? words.no_signal_go_on : words[TROUBLES[why.code]];
      box.append(make("p", {}, sentence ?? why.message ?? words.server));
    }
    if (waits) {
      box.append(this.list(counted(words.waiting, listed.length), listed));
    }
    if (why?.code === "logged_out") {
      box.append(make("a", { href: offline.addresses.login }, words.log_in));
    } else if (why?.code === "csrf") {
      box.append(button(words.reload, () => location.reload(), { className: "outline" }));
    } else if (waits) {
      const hurry = () => sender.hurry(offline.partie);
      box.append(button(words.try_now, hurry, { className: "outline" }));
    }
    return [box];
  }

  /** Ask whether what somebody else recorded is sent by whoever is logged in now. */
  ofAnother({ theirs, yours, may }, listed) {
    const { words, offline } = this;
    const whose = theirs.name ? fill(words.theirs, theirs) : words.theirs_by_link;
    const box = make("div", { className: "waiting-another" });
    box.append(this.list(`${counted(words.waiting, listed.length)} ${whose}`, listed));
    const isKept = this.letWait === theirs.id;
    const sentences = isKept
      ? [theirs.name ? fill(words.waits_for, theirs) : words.waits_for_link]
      : [yours.name ? fill(words.you_are, yours) : words.you_are_by_link];
    if (!may) {
      sentences.push(fill(words.may_not, yours));
    }
    box.append(make("p", {}, sentences.join(" ")));
    const actions = make("div", { className: "waiting-actions" });
    if (may) {
      const label = yours.name ? fill(words.send_as, yours) : words.send_by_link;
      const send = () => sender.sendAs(offline.partie, theirs, yours);
      actions.append(button(label, send, { className: isKept ? "outline" : "" }));
    }
    if (may && !isKept) {
      const keep = () => {
        this.letWait = theirs.id;
        this.show();
      };
      actions.append(button(words.keep_waiting, keep, { className: "outline" }));
    }
    if (actions.childElementCount) {
      box.append(actions);
    }
    return box;
  }

  /** Return the list of games that wait, folded up; a tap on one shows it. */
  list(summary, listed) {
    const { words } = this;
    const items = listed.map(({ row, number }) => {
      const game = fill(words.game_told, { number, game: told(this.offline, row.said) });
      const pencil = make("span", { ariaHidden: "true" }, " ✎");
      const open = button(game, () => this.lookAt(row, number), {
        className: "outline waiting-game",
      });
      open.append(pencil);
      const drop = button(words.throw_short, () => this.throwAway(row, number), {
        className: "outline", name: fill(words.throw_away, { number }),
      });
      return make("li", {}, open, drop);
    });
    const folded = make("details", { open: this.isListed });
    folded.append(make("summary", {}, summary), make("ul", {}, ...items));
    folded.addEventListener("toggle", () => {
      this.isListed = folded.open;
    });
    return folded;
  }

  /** Say of a waiting game that it stands on the screen. */
  lookedAt(listed, looked) {
    const { words, offline } = this;
    const found = listed.find(({ row }) => row.key === looked);
    if (!found) {
      return [];
    }
    const { row, number } = found;
    const box = note("waiting-looked", fill(words.looked_at_waiting, { number }));
    const leave = button(words.leave_it, () => {
      draft.clear(offline.partie);
      this.open();
      sender.hurry(offline.partie);
    }, { className: "outline" });
    const drop = button(fill(words.throw_away, { number }), () => this.throwAway(row, number), {
      className: "outline",
    });
    box.append(make("div", { className: "waiting-actions" }, leave, drop));
    return [box];
  }

  /** Say that what stands on the screen was sent as it was, before it was put right. */
  sent(row) {
    const { words } = this;
    const box = note("waiting-refused", fill(words.sent_meanwhile, { number: row?.number ?? "" }));
    if (row?.url) {
      box.append(make("p", {}, make("a", { href: row.url }, words.see_first)));
    }
    return box;
  }

  /** Say which games cannot be recorded as they stand, and why. */
  misfits(listed) {
    const { words, offline } = this;
    const lines = listed.map(({ row, number, misfit, player }) => {
      const name = offline.names[player] ?? "";
      const why = misfit ? fill(words[MISFITS[misfit]], { name }) : whyNot(row);
      return why && make("p", {}, `${fill(words.misfit, { number })} ${why}`);
    }).filter(Boolean);
    if (!lines.length) {
      return [];
    }
    const box = make("div", { className: "waiting-misfit" });
    box.append(...lines);
    return [box];
  }

  /** Return the first game that is not played as the rules would have it now. */
  asked(listed) {
    const { next } = this.offline;
    return listed.find(({ row, place, ruled, misfit }) => {
      const isRuled = row.winds === "should" && next[ruled] && isOtherThan(next[ruled], row.shown);
      return !misfit && row.shown && (isRuled || place !== ruled);
    });
  }

  /** Return what a game would come to by either winds: sentences, where this phone counts. */
  async waysOf(row, rows) {
    const before = rows.slice(0, rows.indexOf(row)).filter((one) => counts(this.offline, one));
    const ways = Promise.all(["played", "should"].map(async (winds) =>
      [winds, this.sums(await this.comeTo([...before, { ...row, winds }]))]));
    // An engine that is busy keeps nothing from being said: they come with the next change.
    const late = new Promise((resolve) => {
      setTimeout(resolve, LONGEST_COUNT, []);
    });
    return Object.fromEntries(await Promise.race([ways, late]).catch(() => []));
  }

  /** Say in a line what all win and lose by what a game comes to, or why it cannot be. */
  sums(found) {
    if (found === null || found.error) {
      return found?.error.message ?? "";
    }
    const sums = found.stands.map(({ player, score }) => `${player} ${signed(score)}`);
    return found.stands.some(({ score }) => score) ? `${sums.join(", ")}.` : this.words.nobody_pays;
  }

  /**
   * Ask of a game which winds hold, or say it; it can be turned. With each way stands
   * what the game comes to by it, as far as anybody knows.
   */
  winds({ row, number, ruled }, ways, listed) {
    const { words, offline } = this;
    const played = this.seats(row.shown);
    const should = ruled < 0 ? words.now_unclear : this.seats(offline.next[ruled]);
    const said = { played: words.stays, should: words.turned }[row.winds] ?? words.asks_winds;
    const behind = listed.filter((other) => other.row.order > row.order);
    // A game that was recorded since stays as its own screen showed it.
    const alike = behind.filter((other) => [null, other.row.winds].includes(row.winds));
    const sentence = [fill(said, { number, played, should }), ...this.holdsToo(alike)].join(" ");
    const box = note("waiting-winds", sentence);
    const labels = [["played", words.as_played], ["should", words.as_should]];
    const others = labels.filter(([winds]) => winds !== row.winds);
    box.append(make("div", { className: "waiting-actions" }, ...others.map(([winds, label]) =>
      make("p", {}, button(label, () => sender.choose(row, winds), { className: "outline" }),
        ways[winds] ? ` ${ways[winds]}` : ""))));
    return box;
  }

  /** Say for which other games the choice of winds holds. */
  holdsToo(behind) {
    const { lang } = document.documentElement;
    const numbers = new Intl.ListFormat(lang).format(behind.map(({ number }) => `${number}`));
    return behind.length ? [fill(counted(this.words.holds_too, behind.length), { numbers })] : [];
  }

  /** Return in a line who sits where, as the screen has it above the tiles. */
  seats(shown) {
    const { words, offline } = this;
    const isRound = (one) => one.round === shown.round && one.round_wind === shown.round_wind;
    const round = offline.next.find(isRound)?.round_name ?? "";
    const name = offline.names[shown.winds[shown.owner ?? "E"]] ?? "";
    const seats = fill(shown.owner === null ? words.is_east : words.is_owner, { round, name });
    const rests = offline.names[shown.resting];
    return rests ? `${seats}; ${fill(words.rests, { name: rests })}` : seats;
  }

  // What was refused ---

  /** Say why a game was refused. */
  refusal(row, rows, listed, isLookedAt) {
    const { words, offline } = this;
    const now = standing(offline, rows.slice(0, rows.indexOf(row))).number;
    const number = row.number ?? now;
    const { first } = row.error;
    const isSecond = row.error.code === "conflict" && first;
    const title = fill(isSecond ? words.came_second : words.refused, { number });
    const box = make("div", { className: "waiting-refused" });
    box.append(make("p", {}, make("strong", {}, title), ` ${row.error.message}`));
    if (first) {
      const see = make("a", { href: first.url }, words.see_first);
      box.append(make("p", {}, `${first.scores} ${first.by} `, see));
    }
    const yours = fill(words.yours, { game: told(offline, row.said) });
    box.append(make("p", {}, isLookedAt ? words.looked_at : yours));
    const behind = listed.filter((one) => one.row.order > row.order);
    if (behind.length) {
      box.append(this.list(counted(words.behind, behind.length), behind));
    }
    const actions = make("div", { className: "waiting-actions" });
    const isAsked = row.error.code === "winds";
    if (isAsked) {
      const sentences = this.holdsToo(behind);
      box.append(...sentences.map((one) => make("p", {}, one)), ...this.choice(row));
    }
    if (row.error.code === "differs") {
      actions.append(button(row.error.choice, () => sender.takeCount(row)));
    }
    if (!isLookedAt) {
      actions.append(button(words.look, () => this.lookAt(row, now), {
        className: isAsked || row.error.code === "differs" ? "outline" : "",
      }));
    }
    if (first?.correction) {
      const entry = row.entry ?? entryOf(row.said, "");
      const east = row.east ?? row.shown?.winds[row.shown.owner ?? "E"] ?? "";
      const replace = () => replaceTheirs(offline.partie, first, { entry, east, key: row.key });
      actions.append(button(words.replace, replace, { className: "outline" }));
    }
    const label = fill(words.throw_away, { number });
    actions.append(this.asking(label, () => this.throwAway(row, number, { isAsked: true })));
    box.append(actions);
    return box;
  }

  /** Ask which winds hold for a game, and say what it comes to with either. */
  choice(row) {
    const { words } = this;
    const ways = [["played", words.as_played], ["should", words.as_should]];
    return ways.filter(([winds]) => row.error[winds]).map(([winds, label], place) => {
      const { seats, scores, error } = row.error[winds];
      const choose = button(label, () => sender.choose(row, winds), {
        className: place === 0 ? "" : "outline",
      });
      choose.disabled = error !== "";
      return make("p", {}, choose, ` ${seats}. ${error || scores || words.nobody_pays}`);
    });
  }

  /** Return a button that asks before it throws something away. */
  asking(label, act) {
    const { words } = this;
    const box = make("span", { className: "waiting-asking" });
    const ask = button(label, () => {
      const yes = button(words.yes, act, { className: "outline" });
      const no = button(words.no, () => {
        box.replaceChildren(ask);
        ask.focus();
      });
      box.replaceChildren(make("p", {}, words.sure), no, yes);
      no.focus();
    }, { className: "outline" });
    box.append(ask);
    return box;
  }

  // Putting right and throwing away ---

  /** Show a game on the screen, in the place of what is entered there. */
  lookAt(row, number) {
    const { partie } = this.offline;
    const waits = row.state === "waiting";
    if (draft.load(partie)?.base?.waits) {
      // Another game that waits stood there: it is left as it was.
      draft.clear(partie);
    }
    draft.setAside(partie);
    const base = { version: row.version, number, key: draft.newKey(), replaces: row.key, waits };
    const entry = row.entry ?? entryOf(row.said, row.east ?? "");
    draft.save(partie, { entry, base });
    this.isListed = false;
    this.late = "";
    if (row.error?.version > this.offline.version && navigator.onLine) {
      // This page does not know yet what was recorded first.
      location.assign(this.offline.addresses.screen);
    } else {
      this.open();
    }
  }

  /** Throw a game away; unless it was asked before, it can be put back. */
  async throwAway(row, number, { isAsked = false } = {}) {
    const gone = await sender.throwAway(row);
    this.late = gone ? "" : fill(this.words.too_late, { number });
    if (gone && !isAsked) {
      this.thrown = [...this.thrown, { row: gone, number }];
    }
    await this.countAnew();
    this.element.querySelector(".waiting-thrown:last-of-type button")?.focus();
  }

  /** Offer to put back what was thrown away. */
  undo(one) {
    const { words } = this;
    const box = note("waiting-thrown", fill(words.thrown, { number: one.number }));
    box.append(button(words.undo, async () => {
      this.thrown = this.thrown.filter((other) => other !== one);
      await sender.putBack(one.row);
      await this.countAnew();
    }, { className: "outline" }));
    return box;
  }

  /** Let what is entered be of the game that comes next now. */
  async countAnew() {
    const { partie } = this.offline;
    const found = draft.load(partie);
    if (found && !found.base.replaces) {
      const { number } = await this.next();
      draft.save(partie, { ...found, base: { ...found.base, number } });
    }
    await this.opened();
    await this.show();
  }

  // What was put aside ---

  /** Offer a half-entered game that was put aside. */
  offer(place) {
    const { words, offline } = this;
    const { partie, writes } = offline;
    const { number, version } = draft.aside(partie)[place].base;
    const first = writes.find((one) => one.number === number && one.version > version);
    const why = first ? `${fill(words.recorded_by, { number, name: first.by })} ` : "";
    const box = note("waiting-aside", why + fill(words.aside, { number }));
    const actions = make("div", { className: "waiting-actions" });
    box.append(actions);
    const goOn = button(words.go_on, async () => {
      const { number: now } = await this.next();
      const base = { version: offline.version, number: now, key: draft.newKey() };
      draft.takeBack(partie, place, base);
      this.open();
    });
    if (first) {
      this.next().then(({ number: now }) => {
        goOn.textContent = fill(words.go_on_as, { number: now });
      });
    }
    const forget = this.asking(words.throw_draft, () => {
      draft.forget(partie, place);
      this.show();
    });
    actions.append(goOn, forget);
    return box;
  }

  /** Say that another tab has the table, and offer to take it back. */
  elsewhere() {
    const { words } = this;
    const box = make("div", { className: "waiting-left" });
    box.append(make("h1", {}, words.other_tab), make("p", {}, words.other_tab_has));
    const goOn = button(words.go_on_here, () => this.back());
    box.append(make("div", { className: "waiting-actions" }, goOn));
    return box;
  }

  open() {
    this.opened();
    this.show();
  }
}

function isOtherThan(state, shown) {
  return JSON.stringify(shownOf(state)) !== JSON.stringify(shown);
}

/** Return why a game that waits cannot be, by what counts in this phone; "" if nothing is wrong. */
function whyNot({ counted }) {
  return counted?.error?.message ?? "";
}

function isAsItWas(entry, row) {
  return JSON.stringify(entry) === JSON.stringify(row.entry);
}

function note(className, sentence) {
  return make("div", { className }, make("p", {}, sentence));
}

/** Change what stands above `element` without moving it under somebody's finger. */
function keepInPlace(element, change) {
  const before = element?.getBoundingClientRect().top;
  change();
  if (element && !element.hidden) {
    scrollBy({ top: element.getBoundingClientRect().top - before, behavior: "instant" });
  }
}
