// The clock of a sitting: every screen counts down to the moment that the server keeps,
// by the server's time, and sounds a gong. Without it the page says when time is over.

const SOON = 5 * 60 * 1000;
/* So long before the end the soft gong sounds. */
const LATE = 30 * 1000;
/* A gong that a sleeping page missed by more does not sound any more. */

const gong = document.getElementById("gong");
const sound = document.getElementById("gong-sound");
const hint = document.getElementById("gong-hint");
const said = document.getElementById("gong-said");

let ahead = 0;
/* How many milliseconds the server's time is ahead of this device's. */
let trip = Infinity;
/* How long the answer took by which that is known: the shorter the better. */
let audio = null;
let isWanted = false;
/* Whether somebody has switched the sound on: a call or a dark screen takes it away. */
let before = { key: "", left: 0 };

/* Learns the server's time from an answer; it was given halfway between both moments. */
function learn(time, sent) {
  const now = Date.now();
  if (!time || !sent) return;
  /* Each time a little less choosy: a device's own time may be set while it waits. */
  trip *= 1.1;
  if (now - sent <= trip) {
    trip = now - sent;
    ahead = Number(time) - (now + sent) / 2;
  }
}

document.body.addEventListener("htmx:beforeSend", ({ detail }) => {
  detail.xhr.sentAt = Date.now();
});
document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  learn(detail.xhr.getResponseHeader("Server-Time"), detail.xhr.sentAt);
  tick();
});

/* The page may have come from the browser's own store: its first answer is asked for. */
async function ask() {
  const address = document.querySelector("#tournament")?.getAttribute("hx-get");
  if (!address) return;
  const sent = Date.now();
  try {
    const headers = { "HX-Request": "true" };
    const answer = await fetch(address, { method: "HEAD", headers });
    learn(answer.headers.get("Server-Time"), sent);
  } catch {
    /* Without a signal the device's own time has to do. */
  }
  tick();
}

function figures(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  const shown = document.querySelector(".clock [data-ends]");
  gong.hidden = !document.querySelector(".clock");
  if (!shown) {
    before = { key: "", left: 0 };
    return;
  }
  const left = Number(shown.dataset.ends) - Date.now() - ahead;
  const text = figures(left);
  if (shown.textContent !== text) shown.textContent = text;
  shown.classList.toggle("soon", left > 0 && left <= SOON);
  shown.classList.toggle("over", left <= 0);
  const key = `${shown.dataset.sitting} ${shown.dataset.ends}`;
  if (before.key === key) {
    if (before.left > 0 && left <= 0 && left > -LATE) {
      said.textContent = said.dataset.over;
      strike(98, 1, 7);
      strike(98, 0.8, 7, 2.5);
    } else if (before.left > SOON && left <= SOON && left > SOON - LATE) {
      said.textContent = said.dataset.soon;
      strike(196, 0.3, 4);
    }
  }
  before = { key, left };
}

/* A gong: partials that are no multiples of one another, and die away at their own pace. */
function strike(pitch, loudness, seconds, later = 0) {
  if (audio?.state !== "running") return;
  const start = audio.currentTime + later;
  for (const [times, share] of [[1, 1], [1.48, 0.6], [2.02, 0.5], [2.76, 0.35], [4.1, 0.2]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const end = start + seconds / Math.sqrt(times);
    tone.frequency.value = pitch * times;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.3 * loudness * share, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(end);
  }
}

const Sounds = window.AudioContext ?? window.webkitAudioContext;

function tellSound() {
  const sounds = audio?.state === "running";
  sound.setAttribute("aria-pressed", String(sounds));
  hint.textContent = Sounds
    ? hint.dataset[sounds ? "sounds" : "silent"]
    : hint.dataset.never;
}

sound.addEventListener("click", async () => {
  const sounds = audio?.state === "running";
  if (audio === null) {
    audio = new Sounds();
    audio.onstatechange = tellSound;
  }
  isWanted = !sounds;
  await (sounds ? audio.suspend() : audio.resume());
  tellSound();
  if (!sounds) {
    /* So everybody hears that it can be heard, and how loud. */
    strike(196, 0.3, 4);
    /* A phone that falls asleep would miss the end. */
    import("./table/awake.js").catch(() => {});
  }
});
document.addEventListener("visibilitychange", () => {
  /* Where the browser refuses, the button says that it is silent. */
  if (isWanted && !document.hidden) audio.resume().catch(() => {});
});
sound.hidden = !Sounds;

/* What somebody has opened or folded stays so in what takes its place. */
let folds = new Map();
document.body.addEventListener("htmx:beforeSwap", () => {
  const all = document.querySelectorAll("#tournament details[id]");
  folds = new Map([...all].map((fold) => [fold.id, fold.open]));
});
document.body.addEventListener("htmx:afterSwap", () => {
  for (const [id, isOpen] of folds) {
    const fold = document.getElementById(id);
    if (fold) fold.open = isOpen;
  }
});

tellSound();
document.body.addEventListener("htmx:afterSwap", tick);
document.addEventListener("visibilitychange", tick);
setInterval(tick, 250);
tick();
ask();
