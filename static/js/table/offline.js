/**
 * The page that opens where there is no signal: leads to the tables that this phone
 * keeps, and goes on to what was asked for as soon as the server answers.
 */

/** How often the server is asked whether it is there, and how long it is waited for. */
const PAUSE = 5_000;
const PATIENCE = 4_000;
/** What the service worker keeps table screens in, since when, and how long; see `sw.js`. */
const PAGES = "clubscore-pages-1";
const KEPT_AT = "X-Kept-At";
const SCREEN = /\/record\/$/;
const DAY = 24 * 60 * 60 * 1000;

const link = document.getElementById("try-again");
const { asks } = link.dataset;
const goOn = () => location.reload();

/** When the server is asked next. */
let timer = 0;

link.addEventListener("click", (event) => {
  event.preventDefault();
  goOn();
});

async function tryAgain() {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    await fetch(asks, { method: "HEAD", cache: "no-store", signal });
    goOn();
  } catch {
    wait();
  }
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(tryAgain, PAUSE);
}

/** Show the tables that open without a signal, by the titles of their pages. */
async function showTables() {
  if (!(await self.caches?.has(PAGES))) return;
  const kept = await caches.open(PAGES);
  const items = [];
  for (const request of await kept.keys()) {
    if (!SCREEN.test(request.url)) continue;
    const response = await kept.match(request, { ignoreVary: true });
    // The worker opens no older one: its link would lead back here.
    if (!response || Date.now() - Number(response.headers.get(KEPT_AT)) >= DAY) continue;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const table = document.createElement("a");
    table.href = request.url;
    table.textContent = page.title;
    const item = document.createElement("li");
    item.append(table);
    items.push(item);
  }
  const place = document.getElementById("kept-tables");
  place.querySelector("ul").replaceChildren(...items);
  place.hidden = items.length === 0;
}

if (location.pathname !== asks) {
  // A phone that has found a network may still have to log in to it.
  addEventListener("online", tryAgain);
  wait();
}
showTables();
