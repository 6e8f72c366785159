/**
 * The rules engine in a worker: `clubscore/rules` itself, run by Pyodide.
 *
 * It is told once where its files are, and then asked with a record as text. What is
 * asked before it has started waits. The first start takes seconds; what the memory holds
 * then is kept beside the files, and every later start begins with it.
 */

/** Where the memory of a started engine is kept; no server has such a file. */
const SNAPSHOT = "/engine-snapshot";
const BEGIN = `
import sys
sys.path.insert(0, "/rules.zip")
from clubscore.rules import answers
`;

let engine = null;

addEventListener("message", async ({ data }) => {
  if (data.start) {
    engine = start(data.start);
    engine.then(() => postMessage({ isReady: true }), (error) => postMessage({ fault: String(error) }));
    return;
  }
  const { id, judgement, text } = data;
  try {
    postMessage({ id, answer: (await engine)[judgement](text) });
  } catch (error) {
    postMessage({ id, fault: String(error) });
  }
});

/** Start the engine, and return its judgements as functions from text to text. */
async function start({ folder, asked, library, rules, words, cache: name }) {
  const cache = await caches.open(name);
  fetchByContent(asked);
  // All of it comes while the program itself is read.
  const [{ default: createPyodideModule }, { loadPyodide }, kept, catalogue] = await Promise.all([
    import("../../vendor/pyodide/pyodide.asm.mjs"),
    import("../../vendor/pyodide/pyodide.mjs"),
    cache.match(SNAPSHOT).then((found) => found?.arrayBuffer()),
    cache.match(words, { ignoreVary: true }).then(async (found) => (found ?? (await fetch(words))).text()),
  ]);
  const load = (more) => loadPyodide({
    ...more,
    createPyodideModule,
    indexURL: folder,
    stdLibURL: library,
  });
  const pyodide = (kept && (await remembered(cache, load, kept))) ?? (await anew(cache, load, rules));
  return judgements(pyodide, catalogue);
}

/**
 * Fetch what Pyodide asks for by the names that say what is in it, so that of two versions
 * on a phone each has its own.
 */
function fetchByContent(names) {
  const { fetch } = self;
  self.fetch = (file, options) => fetch(names[file] ?? file, options);
}

/** Start from what the memory held; return nothing where that cannot be. */
async function remembered(cache, load, kept) {
  try {
    return await load({ _loadSnapshot: kept });
  } catch {
    await cache.delete(SNAPSHOT);
    return null;
  }
}

async function anew(cache, load, rules) {
  const packed = await fetch(rules);
  if (!packed.ok) throw new Error(`the rules: ${packed.status}`);
  const pyodide = await load({ _makeSnapshot: true });
  pyodide.FS.writeFile("/rules.zip", new Uint8Array(await packed.arrayBuffer()));
  pyodide.runPython(BEGIN);
  try {
    await cache.put(SNAPSHOT, new Response(pyodide.makeMemorySnapshot()));
  } catch {
    // There is no room for it: each start takes as long as the first.
  }
  return pyodide;
}

function judgements(pyodide, words) {
  const { score, replay, Phone } = pyodide.globals.get("answers");
  const { preview, waiting } = Phone(words);
  return { score, replay, preview, waiting };
}
