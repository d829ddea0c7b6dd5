// Copies a command on the operators' pages.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "✓";
  } catch {
    // Without clipboard permission, select the command so that the person can copy it.
    getSelection().selectAllChildren(button.previousElementSibling);
  }
});
