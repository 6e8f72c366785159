/**
 * The table screen of an earlier game: says it anew, and asks what that changes.
 *
 * What is half entered is a draft of its own on this phone, apart from that of the next
 * game. Nothing waits for a signal here: what a correction changes has to be seen first.
 */

import * as draft from "./draft.js";
import { h } from "./dom.js";
import * as Entry from "./entry.js";
import { PATIENCE } from "./timeout.js";
import { app, part } from "./screen.js";
import { isJson, renewToken } from "./preview.js";

const { config, words } = app;
const { correcting } = config;
const form = part("correction");

const recorded = () => app.entryOf(correcting.recorded);

app.keep = () => {
  if (correcting.draft === "") return;
  const { entry, base } = app;
  const isRecorded = JSON.stringify(entry) === JSON.stringify(recorded());
  if (isRecorded) draft.clear(correcting.draft);
  else draft.save(correcting.draft, { entry, base });
};

app.throwAway = () => {
  draft.clear(correcting.draft);
  app.take({ base: begun(), entry: recorded() });
  app.render();
  app.ask();
  part("table-title").focus();
};

app.foretell = (question, signal) => fetch(config.addresses.preview, {
  method: "POST",
  body: new URLSearchParams([
    ...app.base.fields,
    ["csrfmiddlewaretoken", app.token],
    ["action", "foretell"],
    ["said", JSON.stringify({ ...question.said, east: question.east })],
    ...(question.explain ? [["explain", "on"]] : []),
  ]),
  signal,
});

app.send = async () => {
  const error = await obstacle();
  app.ui.isSending = false;
  if (error === null) see();
  else app.refuse(error);
};

/** Return why the game cannot be said so; null if what it changes can be shown. */
async function obstacle() {
  const question = { said: app.said(), east: east() };
  const ask = () => app.foretell(question, AbortSignal.timeout(PATIENCE));
  try {
    let response = await ask();
    if (response.status === 403 && !isJson(response)) {
      await renewToken(app, AbortSignal.timeout(PATIENCE));
      response = await ask();
    }
    if (response.status >= 500) return unsent();
    if (!isJson(response)) return { message: words.not_allowed };
    const { errors, error } = await response.json();
    return error ?? errors[0] ?? null;
  } catch {
    return unsent();
  }
}

function unsent() {
  return { message: correcting.draft === "" ? words.unsent_unkept : words.unsent };
}

/** Go on to the page that shows what would change. */
function see() {
  const said = { ...app.said(), east: east() };
  const fields = [
    ...app.base.fields,
    ["csrfmiddlewaretoken", app.token],
    ["said", JSON.stringify(said)],
  ];
  form.replaceChildren(...fields.map(([name, value]) => h("input", { type: "hidden", name, value })));
  form.submit();
}

/** Return who sat East: said in any case, for the rules may come to say another. */
function east() {
  return app.east() ?? app.seats().east;
}

/** Return what a correction is begun on; *fields* go along with it. */
function begun(fields = correcting.fields) {
  const { number, version } = config;
  return { version, number, key: "", revision: correcting.revision, fields };
}

/**
 * Return what a kept correction goes on with.
 *
 * Which game it is, this page knows: its number may be another one by now. What is put
 * right beside it is only told by numbers, and forgotten once somebody wrote.
 */
function goneOn({ version, fields, replaces }) {
  if (version !== config.version) return { ...begun(), replaces };
  const isOurs = ([name]) => name === "about" || name === "seen";
  const beside = fields.filter((field) => !isOurs(field));
  return { ...begun([...beside, ...correcting.fields.filter(isOurs)]), replaces };
}

function otherWays() {
  return h("ul", { class: "ways" }, correcting.ways.map(({ name, href, leaves }) =>
    h("li", {}, h("a", {
      href,
      onclick: () => {
        if (leaves) draft.clear(correcting.draft);
      },
    }, name))));
}

function begin() {
  const kept = correcting.draft === "" ? null : draft.load(correcting.draft);
  const isKept = kept !== null && !correcting.is_begun;
  const base = isKept ? goneOn(kept.base) : begun();
  app.take({ base, entry: isKept ? { ...Entry.empty(), ...kept.entry } : app.entryOf(config.again) });
  if (isKept) {
    const isSame = kept.base.revision === correcting.revision;
    app.ui.notice = isSame ? words.restored : words.stale;
  }
  if (correcting.ways.length > 0) app.panels = { ways: { title: words.ways, show: otherWays } };
  if (correcting.draft !== "") {
    app.keep();
    // A reload asks for this page anew, and finds the draft.
    history.replaceState(null, "", location.href);
  }
  app.begin();
  if (correcting.refusal !== null) app.refuse(correcting.refusal);
}

addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  // Somebody came back; once it is corrected, or left as it is, there is no draft.
  const isGone = correcting.draft !== "" && draft.load(correcting.draft) === null;
  if (isGone) location.reload();
});

begin();
