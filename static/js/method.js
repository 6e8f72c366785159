// The form of a standings method: a field is marked wrong while an error stands at it,
// and nothing is typed into fields that are about to be drawn anew.

const KIND = "#method-form select[hx-target]";

document.addEventListener("change", ({ target }) => {
  if (target.matches(KIND)) {
    document.querySelector(target.getAttribute("hx-target")).inert = true;
  }
});

// A change that waited for the answer to another one.
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.elt.matches(KIND)) detail.target.inert = true;
});

// If no answer came they are the same as before.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.elt.matches(KIND)) detail.target.inert = false;
});

document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  const error = document.getElementById(detail.target.id);
  const fields = document.querySelectorAll(`[aria-describedby="${detail.target.id}"]`);
  for (const field of fields) {
    if (error?.textContent.trim()) {
      field.setAttribute("aria-invalid", "true");
    } else {
      field.removeAttribute("aria-invalid");
    }
  }
});

// Where an error has come above it the field with the focus is still in sight.
document.addEventListener("htmx:afterSettle", () => {
  const { activeElement } = document;
  if (activeElement?.closest("#method-form")) activeElement.scrollIntoView({ block: "nearest" });
});
