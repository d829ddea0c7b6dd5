// The form of a round: Enter jumps to the next number, values are checked while they are typed, and a way to a meter or
// a photo keeps what was typed.
import { sendForm } from "./send.js";

const form = document.querySelector("form.round[data-check]");
// How long a person types before the values are checked, in milliseconds.
const calm = 500;
const fields = () => [...(form?.querySelectorAll("[data-jump]") ?? [])];

form?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-jump]") || event.isComposing) return;
  event.preventDefault();
  const all = fields();
  const next = all[all.indexOf(event.target) + 1];
  (next ?? form.querySelector("button.primary")).focus();
  next?.select();
});

// MARK: Check

let asked = 0;
let wait;

function show(findings) {
  for (const row of form.querySelectorAll(".findings")) {
    const own = [...row.closest("fieldset").querySelectorAll("[data-jump]")];
    const found = findings.filter((one) => own.some((field) => field.name === `value.${one.metric}`));
    for (const field of own) {
      if (found.some((one) => field.name === `value.${one.metric}`)) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
    const words = found.map((one) => one.words).join(" ");
    if (row.dataset.words === words) continue;
    row.dataset.words = words;
    row.replaceChildren(...found.map(line));
    row.hidden = !found.length;
  }
}

function line(finding) {
  const place = document.createElement("p");
  place.append(finding.words);
  for (const guess of finding.guesses) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain";
    button.textContent = guess.words;
    button.addEventListener("click", () => take(guess));
    place.append(" ", button);
  }
  return place;
}

function take(guess) {
  for (const [metric, text] of Object.entries(guess.fill)) form.querySelector(`[name="value.${metric}"]`).value = text;
  form.querySelector(`[name="value.${Object.keys(guess.fill)[0]}"]`).focus();
  keep();
  check();
}

async function check() {
  asked += 1;
  const number = asked;
  const all = Object.fromEntries([...new FormData(form)].filter(([name]) => /^(value|unit)\.|^unusual$/.test(name)));
  try {
    const { findings } = await sendForm(form.dataset.check, all);
    // A later question has a newer answer.
    if (number === asked) show(findings);
  } catch { /* Ignored: the server checks again when the form is saved. */ }
}

form?.addEventListener("input", () => {
  keep();
  clearTimeout(wait);
  wait = setTimeout(check, calm);
});
form?.addEventListener("change", (event) => { if (event.target.matches("[data-jump], select, [name=unusual]")) check(); });
form?.addEventListener("reset", () => {
  asked += 1;
  clearTimeout(wait);
  forget();
  show([]);
});

// MARK: Draft

// What was typed stays in this tab while a person uses a meter or takes a photo: for this session of the seat only.
const place = `round ${form?.dataset.stay}`;
// The unit with which a number was typed: an operator may choose another one meanwhile.
const fixedUnit = (name) => {
  const unit = form.elements.namedItem(name.replace(/^value\./, "unit."));
  return unit?.type === "hidden" ? unit.value : "";
};
const kept = () => [...form.elements].filter((field) => field.name && field.type !== "hidden" && field.type !== "checkbox");

function keep() {
  const values = kept().filter((field) => field.value).map((field) => [field.name, field.value, fixedUnit(field.name)]);
  if (values.length) sessionStorage.setItem(place, JSON.stringify(values));
  else forget();
}

function forget() { sessionStorage.removeItem(place); }

function restore() {
  // Drafts of other persons' forms end here.
  for (const name of Object.keys(sessionStorage)) if (name.startsWith("round ") && name !== place) sessionStorage.removeItem(name);
  const values = JSON.parse(sessionStorage.getItem(place) ?? "[]");
  for (const [name, value, unit] of values) {
    const field = kept().find((one) => one.name === name && fixedUnit(name) === unit);
    if (field) field.value = value;
  }
  if (values.length) check();
}

for (const button of form?.querySelectorAll("[data-type]") ?? []) button.addEventListener("click", () => button.closest("fieldset").querySelector("[data-jump]").focus());

if (form) {
  restore();
  (fields().find((field) => !field.value) ?? fields()[0])?.focus();
}
