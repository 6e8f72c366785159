/**
 * More, on a phone: closes by Escape, which leaves the focus on it, and by a tap outside.
 */

const more = document.getElementById("menu-more");

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !more.open) return;
  more.open = false;
  more.querySelector("summary").focus();
});

document.addEventListener("pointerdown", (event) => {
  if (more.open && !more.contains(event.target)) more.open = false;
});
