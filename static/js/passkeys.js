/*
 * Forms that a device signs: to log in with a passkey, or to make one.
 *
 * Such a form has data-passkey ("get" or "create") and the address that tells what to
 * sign. What the device answers is sent as the form's `credential`; the server reads it.
 */

/** Return the bytes that base64url text stands for. */
function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** Return bytes as base64url text; null stays what it is. */
function textOf(buffer) {
  if (buffer === null || buffer === undefined) return null;
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the server's options with bytes where the browser wants them. */
function readable({ publicKey }) {
  const listed = (publicKey.excludeCredentials ?? []).map((one) => ({ ...one, id: bytesOf(one.id) }));
  const read = { ...publicKey, challenge: bytesOf(publicKey.challenge) };
  if (publicKey.user) {
    read.user = { ...publicKey.user, id: bytesOf(publicKey.user.id) };
    read.excludeCredentials = listed;
  }
  return { publicKey: read };
}

/** Return what a device answered, as the server reads it. */
function told({ id, rawId, type, response }) {
  return JSON.stringify({
    id,
    rawId: textOf(rawId),
    type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject) ?? undefined,
      authenticatorData: textOf(response.authenticatorData) ?? undefined,
      signature: textOf(response.signature) ?? undefined,
      userHandle: textOf(response.userHandle) ?? undefined,
    },
  });
}

/** Ask a device for what *form* wants; return the answer, or a sentence that says why not. */
async function asked(form) {
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.dataset.options, { method: "POST", body });
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) {
    return { refusal: form.dataset.failed };
  }
  const options = await answer.json();
  if (options.error) return { refusal: options.error };
  try {
    return { credential: await navigator.credentials[form.dataset.passkey](readable(options)) };
  } catch (error) {
    // The same error for "cancelled", "no passkey here" and "took too long": nobody
    // is to learn from it what is on a device.
    const isKnown = error.name === "InvalidStateError" && form.dataset.known;
    return { refusal: isKnown ? form.dataset.known : form.dataset.failed };
  }
}

// Browsers give passkeys to sites with a name alone, not with a number, and by https://.
const hasName = !/^(\[.*\]|[\d.]+)$/.test(window.location.hostname);
if (window.isSecureContext && window.PublicKeyCredential && hasName) {
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const status = form.querySelector("[role=status]");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      button.disabled = true;
      status.textContent = "";
      let found;
      try {
        found = await asked(form);
      } catch {
        found = { refusal: form.dataset.failed }; // no signal
      }
      button.disabled = false;
      if (found.credential) {
        form.elements.credential.value = told(found.credential);
        form.submit();
        return;
      }
      status.textContent = found.refusal;
      button.focus();
    });
    form.hidden = false;
  }
  for (const other of document.querySelectorAll(".without-passkeys")) other.hidden = true;
}
