/* Buttons that copy the text of what data-copy names, and say so beside themselves. */

/** Select the text of *element*, so that it can be copied by hand. */
function select(element) {
  if (element.select) {
    element.select();
    return;
  }
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = window.getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

/** Copy the text of *element*; tell whether it worked. */
async function copy(element) {
  // Browsers give pages a clipboard by https:// alone; a club's own server may have none.
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText((element.value ?? element.textContent).trim());
      return true;
    } catch {
      // It was not allowed: the older way may be.
    }
  }
  select(element);
  return document.execCommand("copy");
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const status = button.parentElement.querySelector("[role=status]");
    if (await copy(document.querySelector(button.dataset.copy))) {
      status.textContent = button.dataset.copied;
    }
  });
}
