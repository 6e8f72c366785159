/**
 * The screen stays on while a table is recorded or a gong is to sound, where the browser
 * can do that and nobody has switched it off on this phone.
 */

const OFF = "clubscore:may-sleep";

let lock = null;

/** Tell whether the browser can keep the screen on. */
export const canStay = () => "wakeLock" in navigator;

/** Tell whether the screen is to stay on. */
export const isWanted = () => localStorage.getItem(OFF) === null;

/** Keep the screen on, or let it go off by itself again. */
export async function stay(isOn) {
  if (isOn) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "1");
  await hold();
}

async function hold() {
  if (!canStay()) return;
  try {
    if (isWanted() && !document.hidden) {
      lock = lock === null || lock.released ? await navigator.wakeLock.request("screen") : lock;
    } else {
      await lock?.release();
    }
  } catch {
    // The battery is low: the phone decides.
  }
}

// Whoever comes back to the page has lost it.
document.addEventListener("visibilitychange", hold);
hold();
