import { loggedOut } from "./entry.js";

// What is wrong with hubs and devices, kept fresh; a form among it that somebody uses is left alone.
export const problems = document.getElementById("problems");

export async function refreshProblems() {
  if (!problems || problems.contains(document.activeElement)) return;
  const answer = await fetch(problems.dataset.problems, { headers: { Accept: "text/x-part" } });
  if (answer.status === 401) loggedOut();
  if (!answer.ok) throw new Error(String(answer.status));
  const fresh = await answer.text();
  // The same again would be read out again.
  if (problems.dataset.shown !== fresh) problems.innerHTML = fresh;
  problems.dataset.shown = fresh;
}
