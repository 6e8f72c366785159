/**
 * The rules engine in this phone, which counts as the server does, by the same code.
 *
 * `config` is {version, worker, folder, library, rules, words, files} as the server has it; all
 * of it is of one version, and a phone keeps one version at most.
 */

const NAME = "clubscore-engine-";

/**
 * Fetch what this phone has not got yet of the engine, and keep it.
 *
 * One file after the other: what has come stays, whatever becomes of the others, and
 * what is asked of the server meanwhile has not to wait for all of them.
 */
export async function keep({ version, words, files }) {
  const cache = await caches.open(NAME + version);
  const kept = (await cache.keys()).map(({ url }) => url);
  const missing = [...files, words].filter((file) => !kept.includes(new URL(file, location.href).href));
  for (const file of missing) await cache.add(file);
}

/** Tell whether all of the engine is on this phone. */
export async function isKept({ version, words, files }) {
  if (!(await caches.has(NAME + version))) return false;
  const cache = await caches.open(NAME + version);
  const kept = await Promise.all([...files, words].map((file) => cache.match(file, { ignoreVary: true })));
  return kept.every(Boolean);
}

/** Let it go, of whichever version. */
export async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one.startsWith(NAME)).map((one) => caches.delete(one)));
}

/** An engine that has been started, or soon has. */
export class Engine {
  #worker;
  #asked = new Map();
  #last = 0;

  constructor({ version, worker, folder, library, rules, words }) {
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

  /** End it; what was asked and is not answered yet never is. */
  end() {
    this.#worker.terminate();
  }

  #settle({ id, answer, fault }) {
    const { resolve, reject } = this.#asked.get(id);
    this.#asked.delete(id);
    if (fault === undefined) resolve(answer);
    else reject(new Error(fault));
  }
}
