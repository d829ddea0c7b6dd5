// The counts in the menu: held readings, and an operator's problems.
export async function refreshCounts() {
  const places = [...document.querySelectorAll("[data-count-of]")];
  if (!places.length) return;
  const answer = await fetch("/counts", { headers: { Accept: "text/x-part" } });
  // Without an answer the last count stays; the tiles report a lost connection.
  if (!answer.ok) return;
  const counts = await answer.json();
  for (const place of places) place.textContent = counts[place.dataset.countOf] ?? "";
}

refreshCounts().catch(() => undefined);
