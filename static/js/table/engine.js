/**
 * The rules engine in this phone, which counts as the server does, by the same code.
 *
 * `config` is {version, worker, folder, asked, library, rules, words, files} as the server has it;
 * all of it is of one version. A phone lets one version go when it has all of another one: what
 * counts here is not taken away for something that may not come.
 */

const NAME = "clubscore-engine-";
/** What is left of one that went, for kept pages of its version. */
const DROPPED = "/engine-dropped";
/** How long nothing of a file may come before it is given up, in milliseconds. */
const LONGEST_SILENCE = 60_000;

/** Return what a version is kept in. */
export const cacheName = (version) => NAME + version;

/**
 * Fetch what this phone has not got yet of the engine, and keep it.
 *
 * One file after the other: what has come stays, whatever becomes of the others, and
 * what is asked of the server meanwhile has not to wait for all of them.
 */
export async function keep(config) {
  const cache = await caches.open(NAME + config.version);
  for (const file of await missing(cache, config)) await add(cache, file);
}

/** Fetch a file and keep it; give it up where nothing comes of it any more. */
async function add(cache, file) {
  const silence = new AbortController();
  let timer = 0;
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), LONGEST_SILENCE);
  };
  listen();
  try {
    const response = await fetch(file, { cache: "no-cache", signal: silence.signal });
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    const heard = new TransformStream({
      transform(part, controller) {
        listen();
        controller.enqueue(part);
      },
    });
    await cache.put(file, new Response(response.body.pipeThrough(heard), response));
  } finally {
    clearTimeout(timer);
  }
}

/** Tell whether all of the engine is on this phone. */
export async function isKept(config) {
  const name = NAME + config.version;
  return await caches.has(name) && (await missing(await caches.open(name), config)).length === 0;
}

/** Return what is not kept yet. */
async function missing(cache, { words, files }) {
  const kept = (await cache.keys()).map(({ url }) => url);
  return [...files, words].filter((file) => !kept.includes(new URL(file, location.href).href));
}

/** Tell whether something of it is on this phone, of whichever version. */
export async function keepsSome() {
  const kept = await Promise.all((await all()).map(async (one) => (await caches.open(one)).keys()));
  return kept.flat().some(({ url }) => new URL(url).pathname !== DROPPED);
}

/** Let it go, of whichever version. */
export async function forget() {
  await Promise.all((await all()).map((one) => caches.delete(one)));
}

/** Let other versions go, now that all of this one is here. */
export async function dropOthers(version) {
  const others = (await all()).filter((one) => one !== NAME + version);
  await Promise.all(others.map(drop));
  await (await caches.open(NAME + version)).delete(DROPPED);
}

/** Tell whether a version was here until another one took its place. */
export async function wasDropped(version) {
  return Boolean(await caches.match(DROPPED, { cacheName: NAME + version }).catch(() => undefined));
}

/** Let one go, and leave word of it until the next one goes. */
async function drop(name) {
  const isDropped = await caches.match(DROPPED, { cacheName: name });
  await caches.delete(name);
  if (!isDropped) await (await caches.open(name)).put(DROPPED, new Response());
}

const all = async () => (await caches.keys()).filter((one) => one.startsWith(NAME));

/** An engine that has been started, or soon has. */
export class Engine {
  #worker;
  #asked = new Map();
  #last = 0;

  constructor({ version, worker, folder, asked, library, rules, words }) {
    this.#worker = new Worker(worker, { type: "module" });
    /** Fulfilled when it answers at once; rejected where it cannot be started here. */
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onerror = ({ message }) => reject(new Error(message));
      this.#worker.onmessage = ({ data }) => {
        if (data.id !== undefined) this.#settle(data);
        else if (data.isReady) resolve();
        else reject(new Error(data.fault));
      };
    });
    const whole = (file) => new URL(file, location.href).href;
    this.#worker.postMessage({
      start: {
        folder: whole(folder), library: whole(library), rules: whole(rules), words: whole(words),
        asked: Object.fromEntries(Object.entries(asked).map((names) => names.map(whole))),
        cache: NAME + version,
      },
    });
  }

  /** Return what the game of a record comes to. */
  async score(record) {
    return JSON.parse(await this.answer("score", JSON.stringify(record)));
  }

  /** Return where a partie stands after each of its games. */
  async replay(partie) {
    return JSON.parse(await this.answer("replay", JSON.stringify(partie)));
  }

  /** Return the answer to a record as text, both as they are written. */
  async answer(judgement, text) {
    await this.ready;
    this.#last += 1;
    const id = this.#last;
    const answer = new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
    this.#worker.postMessage({ id, judgement, text });
    return answer;
  }

  /** End it; what was asked and is not answered yet is rejected. */
  end() {
    this.#worker.terminate();
    this.#asked.forEach(({ reject }) => reject(new Error("it was ended")));
    this.#asked.clear();
  }

  #settle({ id, answer, fault }) {
    const { resolve, reject } = this.#asked.get(id);
    this.#asked.delete(id);
    if (fault === undefined) resolve(answer);
    else reject(new Error(fault));
  }
}
