import { loggedOut } from "./entry.js";

// Updates the problems of hubs and devices, except a form that a person is using.
export const problems = document.getElementById("problems");

export async function refreshProblems() {
  if (!problems || problems.contains(document.activeElement)) return;
  const answer = await fetch(problems.dataset.problems, { headers: { Accept: "text/x-part" } });
  if (answer.status === 401) loggedOut();
  if (!answer.ok) throw new Error(String(answer.status));
  const fresh = await answer.text();
  // Screen readers would read an unchanged text again.
  if (problems.dataset.shown !== fresh) problems.innerHTML = fresh;
  problems.dataset.shown = fresh;
}
