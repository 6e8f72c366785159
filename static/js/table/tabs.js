/**
 * One table, one tab: what is half entered belongs to the tab that was opened last.
 *
 * Two tabs of a browser share what is kept in it, the draft and its key. So that neither
 * writes over what the other has entered, the one opened last takes the table, and the
 * others are told.
 */

import { newKey } from "./draft.js";

/**
 * Take the table for this tab, and return when no other has it.
 *
 * `lost()` is called when another tab takes it.
 */
export function take(partie, lost) {
  const name = `clubscore-table-${partie}`;
  return navigator.locks ? byLock(name, lost) : byCall(name, lost);
}

function byLock(name, lost) {
  return new Promise((taken) => {
    const forGood = () => {
      taken();
      return new Promise(() => {});
    };
    navigator.locks.request(name, { steal: true }, forGood).catch(() => {
      taken();
      lost();
    });
  });
}

/** Without https:// there are no locks: the tabs call to each other. */
async function byCall(name, lost) {
  if (!globalThis.BroadcastChannel) {
    return;
  }
  const me = newKey();
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => {
    if (data !== me) {
      channel.close();
      lost();
    }
  };
  channel.postMessage(me);
}
