// What the pages of operators do beside forms: copy a command.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "✓";
  } catch {
    // Without the right to copy it is marked, so that a person copies it.
    getSelection().selectAllChildren(button.previousElementSibling);
  }
});
