// "Who are you?" on the table screen: one tap, and the screen comes back with the name.

import { PATIENCE } from "./patience.js";

const form = document.getElementById("who");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  try {
    // A button of the form is called “action” too.
    const response = await fetch(form.getAttribute("action"), {
      method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(PATIENCE),
    });
    // Opened anew, the screen is also kept with the answer for when there is no signal.
    if (response.type === "opaqueredirect") location.replace(location.pathname);
    else form.submit();
  } catch {
    form.querySelector(".who-failed").hidden = false;
  }
});
