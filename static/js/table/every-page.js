/**
 * On every page of the site: games that wait on this phone are sent from here too, and
 * it is said what became of them. Nearly always there are none, and nothing is loaded.
 */

import { marks } from "./queue-marks.js";

if (Object.keys(marks()).length && !document.getElementById("waits")) {
  const { begin } = await import("./queue-notice.js");
  begin(document.getElementById("main"));
}

if (document.querySelector("[data-forget]")) {
  import("./old-drafts.js");
}
