// Handles an expired log-in without losing typed text.
import { at, here } from "./base.js";

const body = document.body;
const again = document.getElementById("again");
let isTyped = false;

document.addEventListener("input", (event) => {
  if (!event.target.closest("#again")) isTyped = true;
});

// The server has the text of a sent form.
export const sentAll = () => { isTyped = false; };

// Shows the log-in over a page with typed or unsent text; otherwise opens the log-in page, which leads back.
export function loggedOut(isSending) {
  if (again && (isTyped || isSending)) {
    if (!again.open) again.showModal();
  } else {
    const back = here();
    location.href = back === "/" ? at("/login") : at(`/login?${new URLSearchParams({ back })}`);
  }
}

function goOn(csrf) {
  body.dataset.csrf = csrf;
  for (const field of document.querySelectorAll("input[name=csrf]")) field.value = csrf;
  again.close();
  for (const place of document.querySelectorAll("form .said")) {
    // Only if the person was about to send a form.
    if (!place.dataset.waits) continue;
    delete place.dataset.waits;
    place.textContent = again.dataset.done;
    place.className = "said good";
  }
  document.dispatchEvent(new CustomEvent("loggedin"));
}

// Marks the form that was not sent because the log-in had expired.
export function waits(form) {
  const place = form.querySelector(".said");
  if (place) place.dataset.waits = "1";
}

again?.addEventListener("cancel", (event) => event.preventDefault());

again?.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const place = form.querySelector(".said");
  const button = form.querySelector("button");
  button.disabled = true;
  place.textContent = "";
  try {
    const answer = await fetch(at("/login"), { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" } });
    const reply = await answer.json();
    if (answer.ok) {
      form.reset();
      goOn(reply.csrf);
    } else {
      place.textContent = reply.error;
      place.className = "said bad";
    }
  } catch {
    place.textContent = body.dataset.failed;
    place.className = "said bad";
  } finally {
    button.disabled = false;
  }
});

// A log-in in another window of this browser also continues this page.
addEventListener("focus", async () => {
  if (!again?.open) return;
  try {
    const answer = await fetch(at("/session"), { headers: { Accept: "application/json" } });
    if (answer.ok) goOn((await answer.json()).csrf);
  } catch { /* Ignored: the form is still on the page. */ }
});
