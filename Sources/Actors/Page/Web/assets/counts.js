// The counts in the menu, which come with the page and with events: held readings, and an operator's problems.
export function showCounts(counts) {
  for (const place of document.querySelectorAll("[data-count-of]")) place.textContent = counts[place.dataset.countOf] ?? place.textContent;
}
