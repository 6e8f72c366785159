// Typing a paper sheet in, as in a spreadsheet: moving between the cells, lines in
// between, undo, paste, and a draft that survives a reload. The server judges the
// lines; without this module the page is a plain form.

const UNDOS = 200;

const paper = () => document.getElementById("paper");
const form = () => document.getElementById("paper-form");
const lines = () => [...document.querySelectorAll("#paper-sheet tbody.line")];
const cells = (line) => [...line.querySelectorAll("[data-cell]")];
const fields = (line) => [...line.querySelectorAll("[name^='line-']")];
const fieldOf = (element) => element.name.replace(/^line-\w+?-/, "");

let past = [];
let grid = [];
let isSending = false;

// What stands in the lines --------------------------------------------------------

function readLine(line) {
  const said = {};
  for (const one of fields(line)) {
    if (one.type === "checkbox") {
      if (one.checked) (said[fieldOf(one)] ??= []).push(one.value);
    } else if (one.value) {
      said[fieldOf(one)] = one.value;
    }
  }
  return said;
}

function writeLine(line, said) {
  for (const one of fields(line)) {
    const value = said[fieldOf(one)];
    if (one.type === "checkbox") one.checked = (value ?? []).includes(one.value);
    else one.value = value ?? (fieldOf(one) === "key" ? newKey() : "");
  }
  for (const one of line.querySelectorAll("details")) {
    if (fields(one).some((field) => field.checked || (field.type !== "checkbox" && field.value))) one.open = true;
  }
}

function newKey() {
  // randomUUID is there on secure pages only; a club's own server may be plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const read = () => lines().map(readLine);
const isBlank = (said) => Object.keys(said).every((name) => name === "key");
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function write(said) {
  while (lines().length < said.length && addLine());
  while (lines().length > said.length) lines().at(-1).remove();
  lines().forEach((line, at) => writeLine(line, said[at]));
  count();
}

function count() {
  form().elements.lines.value = lines().length;
}

function isFull() {
  return lines().length >= Number(paper().dataset.most);
}

function addLine() {
  if (isFull()) return false;
  const model = document.getElementById("paper-line");
  const made = document.createElement("template");
  made.innerHTML = model.innerHTML.replaceAll("__n__", lines().length + 1);
  const line = made.content.firstElementChild;
  document.getElementById("paper-sheet").append(line);
  writeLine(line, {});
  count();
  return true;
}

// Undo, draft, check --------------------------------------------------------------

function commit() {
  const now = read();
  if (same(now, grid)) return;
  past.push(grid);
  if (past.length > UNDOS) past.shift();
  grid = now;
  save();
}

function change(said) {
  write(said);
  commit();
  check();
}

function undo() {
  if (!past.length) return;
  grid = past.pop();
  write(grid);
  save();
  check();
}

function check() {
  form().dispatchEvent(new Event("change", { bubbles: true }));
}

const place = () => `clubscore-paper-${paper().dataset.partie}`;

function stored(action) {
  // A browser may forbid storage; then there is no draft, and all else works.
  try {
    return action(window.localStorage);
  } catch {
    return null;
  }
}

function save() {
  const elements = form().elements;
  const said = read();
  if (said.every(isBlank)) return forget();
  const draft = {
    version: elements.version.value,
    says: elements.says.value,
    begin: elements.begin.value,
    lines: said,
  };
  stored((storage) => storage.setItem(place(), JSON.stringify(draft)));
}

function forget() {
  stored((storage) => storage.removeItem(place()));
}

function restore() {
  const text = stored((storage) => storage.getItem(place()));
  if (!text) return;
  let draft;
  try {
    draft = JSON.parse(text);
  } catch {
    return forget();
  }
  const elements = form().elements;
  elements.version.value = draft.version;
  elements.says.value = draft.says;
  elements.begin.value = draft.begin;
  const empty = Math.max(0, lines().length - draft.lines.length);
  write([...draft.lines, ...Array.from({ length: empty }, () => ({}))]);
  document.getElementById("paper-draft").hidden = false;
  grid = read();
  check();
}

// From cell to cell ---------------------------------------------------------------

function placeOf(cell) {
  const line = cell.closest("tbody");
  return { row: lines().indexOf(line), column: cells(line).indexOf(cell) };
}

function goTo(row, column) {
  const line = lines()[row];
  if (!line) return false;
  const cell = cells(line)[column];
  if (!cell) return false;
  cell.focus();
  cell.select();
  return true;
}

const isAtStart = (cell) => cell.selectionStart === 0;
const isAtEnd = (cell) => cell.selectionEnd === cell.value.length;

function nextLine(row) {
  const line = lines()[row];
  const [east] = cells(line);
  if (row === lines().length - 1 && !addLine()) return;
  // Who was East is seldom written down: then the line begins with who won.
  goTo(row + 1, east.value ? 0 : 1);
}

function insertLine(row) {
  if (isFull()) return;
  const said = read();
  said.splice(row + 1, 0, {});
  change(said);
  goTo(row + 1, 1);
}

function takeOut(row, column) {
  const said = read();
  said.splice(row, 1);
  if (!said.length) said.push({});
  change(said);
  goTo(Math.min(row, said.length - 1), column);
}

function onKey(event) {
  const cell = event.target.closest?.("#paper-sheet [data-cell]");
  if (!cell || event.isComposing) return;
  const { row, column } = placeOf(cell);
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  let isDone = true;
  if (event.key === "Enter" && event.altKey) {
    if (event.shiftKey) takeOut(row, column);
    else insertLine(row);
  } else if (event.key === "Enter" && isPlain) nextLine(row);
  else if (event.key === "ArrowDown" && isPlain) isDone = goTo(row + 1, column);
  else if (event.key === "ArrowUp" && isPlain) isDone = goTo(row - 1, column);
  else if (event.key === "ArrowLeft" && isPlain && isAtStart(cell)) isDone = goTo(row, column - 1);
  else if (event.key === "ArrowRight" && isPlain && isAtEnd(cell)) isDone = goTo(row, column + 1);
  else if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
    const before = grid[row]?.[fieldOf(cell)] ?? "";
    if (cell.value !== before) {
      cell.value = before;
      save();
    } else undo();
    if (cell.isConnected) cell.select();
    else goTo(lines().length - 1, column);
  } else isDone = false;
  if (isDone) event.preventDefault();
}

function onPaste(event) {
  const cell = event.target.closest?.("#paper-sheet [data-cell]");
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!cell || !/[\t\n]/.test(text.trimEnd())) return;
  event.preventDefault();
  const { row, column } = placeOf(cell);
  const pasted = text.replace(/[\r\n]+$/, "").split(/\r?\n/);
  while (lines().length < row + pasted.length && addLine());
  pasted.forEach((texts, down) => {
    const line = lines()[row + down];
    if (!line) return;
    texts.split("\t").forEach((one, right) => {
      const into = cells(line)[column + right];
      if (into) into.value = one.trim().slice(0, into.maxLength);
    });
  });
  commit();
  check();
}

// What the server says --------------------------------------------------------------

function mark() {
  const states = [];
  for (const line of lines()) {
    const state = line.querySelector(".state");
    const wrong = new Set(state.dataset.wrong.split(" "));
    for (const one of fields(line)) {
      if (wrong.has(fieldOf(one))) one.setAttribute("aria-invalid", "true");
      else one.removeAttribute("aria-invalid");
    }
    if (state.dataset.state !== "blank") states.push(state.dataset.state);
  }
  if (states.length && states.every((state) => state === "recorded")) {
    // The answer was lost on its way, but everything had been recorded.
    forget();
    window.location.reload();
  }
}

let begun = null;

function begin() {
  // Also told of answers that change no more than what is said of the lines.
  if (!paper() || paper() === begun) return;
  begun = paper();
  past = [];
  grid = read();
  if (paper().hasAttribute("data-fresh")) restore();
  else save();
}

function tell(event, name) {
  if (isOurs(event)) document.getElementById(name).hidden = false;
}

const isOurs = (event) => Boolean(event.target.closest?.("#paper"));

document.addEventListener("keydown", onKey);
document.addEventListener("paste", onPaste);
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("#paper-sheet [data-cell]")) event.target.select();
});
document.addEventListener("input", (event) => {
  if (isOurs(event)) save();
});
document.addEventListener("change", (event) => {
  if (isOurs(event)) commit();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-do='empty']")) return;
  forget();
  window.location.reload();
});
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  // What says the same as before is not read out again.
  const { target, fragment } = event.detail;
  if (target.id === "paper-summary" && target.textContent.trim() === fragment.textContent.trim()) {
    event.detail.shouldSwap = false;
  }
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isOurs(event)) return;
  if (event.detail.elt.id !== "paper-check") {
    // What is under way to be recorded is not checked beside it.
    isSending = true;
    document.getElementById("paper-check").dispatchEvent(new Event("htmx:abort"));
  } else if (isSending) event.preventDefault();
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (isOurs(event) && event.detail.xhr.getResponseHeader("HX-Redirect")) forget();
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!isOurs(event)) return;
  const { elt, successful, xhr } = event.detail;
  if (elt.id !== "paper-check") isSending = Boolean(xhr.getResponseHeader("HX-Redirect"));
  if (!successful) return;
  for (const name of ["paper-offline", "paper-failed"]) document.getElementById(name).hidden = true;
  if (elt.id === "paper-check") mark();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  // Whoever has been logged out meanwhile logs in; the draft waits here.
  const { xhr } = event.detail;
  if (!isOurs(event) || !xhr.responseURL || new URL(xhr.responseURL).pathname === window.location.pathname) return;
  event.detail.shouldSwap = false;
  window.location.assign(xhr.responseURL);
});
document.addEventListener("htmx:sendError", (event) => tell(event, "paper-offline"));
document.addEventListener("htmx:responseError", (event) => tell(event, "paper-failed"));
// Also the first time: htmx must listen before a draft can be checked.
document.addEventListener("htmx:load", begin);
