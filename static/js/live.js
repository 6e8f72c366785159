/* The big screen: says when what it shows may be old, and turns over its pages. */

const SECONDS = 12;
/* So long a page of tables is shown: their names and chips can be read without haste. */

const line = document.getElementById("live-lost");
const pages = document.getElementById("live-pages");
const place = document.getElementById("live-place");
const pause = document.getElementById("live-pause");
/* A phone scrolls, and shows every table. */
const wide = matchMedia("(width >= 60rem) and (orientation: landscape)");

let page = 0;
let stands = false;
let timer = 0;

/* Shows the tables of one page, or one of the ranking; the others are kept for their
   turn. */
function show() {
  const live = document.getElementById("live");
  const tables = [...live.querySelectorAll(".table")];
  const rankings = [...document.querySelectorAll("#live-tournament .ranking")];
  const atOnce = Number(live.dataset.atOnce);
  /* Where there is a ranking, no page says that there are no tables. */
  const least = rankings.length ? 0 : 1;
  const ofTables = Math.max(least, Math.ceil(tables.length / atOnce));
  const many = wide.matches ? ofTables + rankings.length : 1;
  const each = wide.matches ? atOnce : tables.length;
  page = ((page % many) + many) % many;
  live.hidden = wide.matches && page >= ofTables;
  tables.forEach((table, index) => {
    table.hidden = Math.floor(index / each) !== page;
  });
  rankings.forEach((ranking, index) => {
    ranking.hidden = wide.matches && ofTables + index !== page;
  });
  pages.hidden = many === 1;
  place.textContent = place.dataset.says
    .replace("{page}", page + 1)
    .replace("{pages}", many);
}

/* A tournament that has begun meanwhile brings its clock and its ranking along. */
function follow() {
  const { tournament } = document.getElementById("live").dataset;
  const shown = document.getElementById("live-tournament")?.dataset.number;
  if (tournament && tournament !== shown) {
    location.reload();
  }
}

function turn(by) {
  page += by;
  show();
}

/* Starts the time of the page that is shown anew. */
function wait() {
  clearInterval(timer);
  timer = setInterval(() => {
    /* Nothing goes away from under a finger or the keyboard. */
    if (!stands && !document.querySelector("#live :is(:hover, :focus-visible)")) {
      turn(1);
    }
  }, SECONDS * 1000);
}

function turnByHand(by) {
  turn(by);
  wait();
}

document.getElementById("live-back").addEventListener("click", () => turnByHand(-1));
document.getElementById("live-on").addEventListener("click", () => turnByHand(1));
pause.addEventListener("click", () => {
  stands = !stands;
  pause.textContent = stands ? pause.dataset.stands : pause.dataset.goes;
  wait();
});
document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  if (by && isPlain && !pages.hidden) {
    turnByHand(by);
  }
});
wide.addEventListener("change", show);
document.body.addEventListener("htmx:afterSwap", () => {
  show();
  follow();
});
show();
wait();

/* The time of day stands in the band, by this device. */
const clock = document.getElementById("live-clock");
const hours = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const says = new Intl.DateTimeFormat(document.documentElement.lang, hours);
function tell() {
  clock.textContent = says.format(new Date());
}
setInterval(tell, 5000);
tell();

document.body.addEventListener("htmx:sendError", () => {
  line.textContent = line.dataset.lost;
});
document.body.addEventListener("htmx:responseError", () => {
  line.textContent = line.dataset.lost;
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.xhr.status > 0 && event.detail.xhr.status < 400) {
    line.textContent = "";
  }
});
