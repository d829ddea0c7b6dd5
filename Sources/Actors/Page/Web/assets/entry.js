// What a page does whose log-in has ended: nothing that was typed is lost.
const body = document.body;
const again = document.getElementById("again");
let isTyped = false;

document.addEventListener("input", (event) => {
  if (!event.target.closest("#again")) isTyped = true;
});

// What was sent is kept elsewhere.
export const sentAll = () => { isTyped = false; };

// Shows the log-in over the page where something was typed or is being sent; else goes there, and comes back.
export function loggedOut(isSending) {
  if (again && (isTyped || isSending)) {
    if (!again.open) again.showModal();
  } else {
    const place = location.pathname + location.search;
    location.href = place === "/" ? "/login" : `/login?${new URLSearchParams({ back: place })}`;
  }
}

function goOn(csrf) {
  body.dataset.csrf = csrf;
  for (const field of document.querySelectorAll("input[name=csrf]")) field.value = csrf;
  again.close();
  for (const place of document.querySelectorAll("form .said")) {
    // Only where somebody was about to send something.
    if (!place.dataset.waits) continue;
    delete place.dataset.waits;
    place.textContent = again.dataset.done;
    place.className = "said good";
  }
  document.dispatchEvent(new CustomEvent("loggedin"));
}

// Marks the form whose sending the end of the log-in stopped.
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
    const answer = await fetch("/login", { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" } });
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

// Who has logged in at another window of this browser meanwhile goes on here.
addEventListener("focus", async () => {
  if (!again?.open) return;
  try {
    const answer = await fetch("/session", { headers: { Accept: "application/json" } });
    if (answer.ok) goOn((await answer.json()).csrf);
  } catch { /* The form is there. */ }
});
