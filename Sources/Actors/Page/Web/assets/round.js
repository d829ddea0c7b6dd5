// The form of a round: Enter jumps to the next number, and after the last one to the button that saves.
const form = document.querySelector("form.round");

form?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-jump]") || event.isComposing) return;
  event.preventDefault();
  const fields = [...form.querySelectorAll("[data-jump]")];
  const next = fields[fields.indexOf(event.target) + 1];
  (next ?? form.querySelector("button.primary")).focus();
  next?.select();
});

form?.querySelector("[data-jump]")?.focus();
