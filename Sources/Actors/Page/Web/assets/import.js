import { at } from "./base.js";
import { loggedOut } from "./entry.js";
import { behind, follow } from "./live.js";

// Sends a dropped or chosen export, and shows its progress until it is imported.
const place = document.getElementById("import");
const words = JSON.parse(place.dataset.words);
const list = document.getElementById("import-list");
const form = document.getElementById("import-form");
const by = (name) => document.getElementById(`import-${name}`);

const say = (line, text, isBad = false) => {
  line.textContent = text;
  line.className = isBad ? "said bad" : "said good";
};

// MARK: results

let wait;
let isAsked = false;

// Events report changes; an update twice a second is enough.
function refreshSoon() {
  if (wait) {
    isAsked = true;
    return;
  }
  refresh().catch(behind);
  wait = setTimeout(() => {
    wait = undefined;
    if (isAsked) refreshSoon();
    isAsked = false;
  }, 500);
}

async function refresh() {
  const answer = await fetch(place.dataset.list, { headers: { Accept: "text/x-part" } });
  if (answer.status === 401) loggedOut();
  if (!answer.ok) return;
  const made = document.createElement("template");
  made.innerHTML = await answer.text();
  tell(made.content);
  // Keep a button in place while it has the focus.
  const busy = list.contains(document.activeElement) ? document.activeElement.closest("[data-import]") : undefined;
  const fresh = busy && made.content.querySelector(`[data-import="${busy.dataset.import}"][data-state="${busy.dataset.state}"]`);
  if (fresh) {
    const [now, next] = [busy.querySelector("progress"), fresh.querySelector("progress")];
    if (now && next) now.value = next.value;
    return;
  }
  list.replaceChildren(made.content);
}

// Announces the import that has ended to screen readers.
function tell(fresh) {
  for (const row of fresh.querySelectorAll("[data-import]")) {
    const old = list.querySelector(`[data-import="${row.dataset.import}"]`);
    // A new import may have ended before its first progress event.
    if (old?.dataset.state === row.dataset.state || ["waiting", "running"].includes(row.dataset.state)) continue;
    const parts = [...row.querySelectorAll("h3, .state, .counts, .error")].map((part) => part.textContent.trim());
    say(by("done"), parts.filter(Boolean).join(": "), row.dataset.state === "failed");
  }
}

// MARK: sending

let sending;

function send(file) {
  if (!form.reportValidity() && !file) return;
  const chosen = file ?? by("file").files[0];
  const seat = form.elements.namedItem("seat");
  if (!chosen || !seat.value) return seat.reportValidity();
  if (chosen.size > Number(place.dataset.limit)) return say(by("said"), words.large, true);
  if (chosen.size === 0) return say(by("said"), words.empty, true);
  const hub = form.elements.namedItem("hub");
  const { stay } = seat.selectedOptions[0].dataset;
  const question = new URLSearchParams({ seat: seat.value, stay, name: chosen.name, ...(hub ? { hub: hub.value } : {}) });
  sending = new XMLHttpRequest();
  sending.open("POST", at(`/import/file?${question}`));
  sending.setRequestHeader("Accept", "application/json");
  sending.setRequestHeader("X-VitalBus-Form", document.body.dataset.csrf);
  sending.setRequestHeader("Content-Type", "application/octet-stream");
  sending.upload.addEventListener("progress", ({ loaded, total }) => { by("sent").value = Math.round((loaded / Math.max(total, 1)) * 100); });
  sending.addEventListener("loadend", ended);
  isUnderWay(true);
  say(by("said"), words.sending.replace("{file}", chosen.name));
  sending.send(chosen);
}

function ended() {
  const { status, responseText } = sending;
  isUnderWay(false);
  if (status === 401) loggedOut(true);
  let reply = {};
  try {
    reply = JSON.parse(responseText);
  } catch { /* Ignored: the upload was interrupted or stopped. */ }
  if (status === 200) {
    by("file").value = "";
    say(by("said"), reply.done);
    refreshSoon();
  } else say(by("said"), reply.error ?? (by("stop").dataset.stopped ? words.stopped : words.broken), true);
  delete by("stop").dataset.stopped;
}

function isUnderWay(isSo) {
  by("sent").hidden = !isSo;
  by("sent").value = 0;
  by("stop").hidden = !isSo;
  by("send").disabled = isSo;
}

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  by("stop").addEventListener("click", () => {
    by("stop").dataset.stopped = "yes";
    sending.abort();
  });
  for (const name of ["dragenter", "dragover"]) form.addEventListener(name, (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
  for (const name of ["dragleave", "drop"]) form.addEventListener(name, () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && !by("send").disabled) send(file);
  });
}

list.addEventListener("submit", () => setTimeout(refreshSoon, 600));
follow({ show: "imports" }, { imports: refreshSoon }, refresh);
