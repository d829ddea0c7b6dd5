// Loads the possible sessions of a held reading once its seat is known, and shows them if a person must choose.
import { at } from "./base.js";

const place = document.getElementById("held");

async function offer(card) {
  const seat = card.querySelector("select[name=seat]")?.value;
  const label = card.querySelector(".stay");
  if (!label) return;
  const choice = label.querySelector("select");
  const asked = `${seat} ${card.querySelector("[name=correctTime]").checked} ${card.querySelector("[name=time]").value}`;
  if (label.dataset.asked === asked) return;
  label.dataset.asked = asked;
  choice.replaceChildren();
  label.hidden = true;
  if (!seat) return;
  const measured = card.querySelector("[name=correctTime]").checked ? card.querySelector("[name=time]").value : label.dataset.measured;
  const query = new URLSearchParams({ seat, at: measured });
  const answer = await fetch(at(`/held/sessions?${query}`), { headers: { Accept: "text/x-part" } });
  if (!answer.ok || label.dataset.asked !== asked) return;
  choice.innerHTML = await answer.text();
  label.hidden = !choice.querySelector("[data-needed]");
}

const offerIn = (card) => offer(card).catch(() => undefined);

// The button that confirms names the seat, so that the second tap says for whom.
function name(card) {
  const seat = card.querySelector("select[name=seat]")?.value ?? "";
  const button = card.querySelector("[data-for]");
  if (!button) return;
  button.textContent = seat ? `${button.dataset.for} ${seat}` : button.dataset.word;
  for (const likely of card.querySelectorAll("[data-likely]")) likely.setAttribute("aria-pressed", String(likely.dataset.likely === seat));
}

if (place) {
  place.addEventListener("click", (event) => {
    const likely = event.target.closest("[data-likely]");
    if (!likely) return;
    const card = likely.closest("[data-reading]");
    card.querySelector("select[name=seat]").value = likely.dataset.likely;
    card.querySelector("select[name=seat]").dispatchEvent(new Event("change", { bubbles: true }));
    card.querySelector("[data-for]").focus();
  });
  place.addEventListener("change", (event) => {
    const card = event.target.closest("[data-reading]");
    if (card && event.target.matches("[name=seat]")) name(card);
    if (card && event.target.matches("[name=seat], [name=time], [name=correctTime]")) offerIn(card);
  });
  const all = () => place.querySelectorAll("[data-reading]").forEach((card) => { name(card); offerIn(card); });
  all();
  new MutationObserver(all).observe(place, { childList: true });
}
