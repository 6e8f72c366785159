/**
 * The rules engine in a worker: `clubscore/rules` itself, run by Pyodide.
 *
 * It is told once where its files are, and then asked with a record as text. What is
 * asked before it has started waits. The first start takes seconds; what the memory holds
 * then is kept beside the files, and every later start begins with it.
 */

import createPyodideModule from "../../vendor/pyodide/pyodide.asm.mjs";
import { loadPyodide } from "../../vendor/pyodide/pyodide.mjs";

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
async function start({ folder, library, rules, words, cache: name }) {
  const cache = await caches.open(name);
  const catalogue = (await cache.match(words, { ignoreVary: true })) ?? (await fetch(words));
  const load = (more) => loadPyodide({
    ...more,
    createPyodideModule,
    indexURL: folder,
    stdLibURL: library,
  });
  const pyodide = (await remembered(cache, load)) ?? (await anew(cache, load, rules));
  return judgements(pyodide, await catalogue.text());
}

/** Start from what the memory held; return nothing where that cannot be. */
async function remembered(cache, load) {
  const kept = await cache.match(SNAPSHOT);
  if (!kept) return null;
  try {
    return await load({ _loadSnapshot: await kept.arrayBuffer() });
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
