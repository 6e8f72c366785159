/* A file that is too long is refused before it is sent: no server says why so well. */

for (const input of document.querySelectorAll("input[type=file][data-most]")) {
  const field = input.closest("[data-too-long]");
  const told = document.createElement("p");
  told.className = "errorlist";
  told.setAttribute("role", "alert");
  input.after(told);

  const isTooLong = () => [...input.files].some((file) => file.size > Number(input.dataset.most));
  const tell = () => {
    const wrong = isTooLong();
    told.textContent = wrong ? field.dataset.tooLong : "";
    input.setAttribute("aria-invalid", String(wrong));
    return wrong;
  };

  input.addEventListener("change", tell);
  input.form.addEventListener("submit", (event) => {
    if (tell()) {
      event.preventDefault();
      input.focus();
    }
  });
}
