// One measurement: shows the steps that the server sends, and sends each pressed button.
import { at } from "./base.js";
import { loggedOut, waits } from "./entry.js";
import { follow } from "./live.js";

const body = document.body;
const place = document.getElementById("measure");
const heard = document.getElementById("measure-heard");

const current = () => place.firstElementChild;

// Redraw only a changed step, so that half-typed digits stay in their field.
function draw(text) {
  const made = document.createElement("template");
  made.innerHTML = text.trim();
  const fresh = made.content.firstElementChild;
  const old = current();
  if (!fresh || fresh.isEqualNode(old)) return;
  if (fresh.dataset.step === old.dataset.step && old.contains(document.activeElement) && document.activeElement.matches("input, select")) return;
  const hadFocus = old.contains(document.activeElement) || document.activeElement === body;
  const isOther = fresh.dataset.step !== old.dataset.step;
  old.replaceWith(fresh);
  if (fresh.dataset.words !== old.dataset.words) heard.textContent = fresh.dataset.words;
  if (isOther && hadFocus) (fresh.querySelector("input:not([type=hidden])") ?? fresh.querySelector("h2")).focus();
}

async function refresh() {
  const answer = await fetch(place.dataset.state, { headers: { Accept: "text/x-part" } });
  if (answer.status === 401) loggedOut();
  if (answer.status === 404) location.href = at("/measure");
  if (!answer.ok) throw new Error(String(answer.status));
  draw(await answer.text());
}

place.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  event.preventDefault();
  if (button?.dataset.sure && !confirm(button.dataset.sure)) return;
  const fields = new URLSearchParams(new FormData(form, button));
  const buttons = [...form.querySelectorAll("button:not([disabled])")];
  for (const one of buttons) one.disabled = true;
  try {
    const answer = await fetch(button?.hasAttribute("formaction") ? button.formAction : form.action, { method: "POST", body: fields, headers: { Accept: "text/x-part" } });
    if (answer.status === 401) {
      waits(form);
      return loggedOut(true);
    }
    if (answer.ok) {
      document.activeElement?.blur();
      draw(await answer.text());
    } else {
      said(form, (await answer.json()).error);
    }
  } catch {
    said(form, body.dataset.failed);
  } finally {
    for (const one of buttons) one.disabled = false;
  }
});

function said(form, words) {
  const line = form.querySelector(".said");
  line.textContent = words;
  line.className = "said bad";
}

heard.textContent = current().dataset.words;
follow({ show: "measure" }, { measure: refresh }, refresh);
