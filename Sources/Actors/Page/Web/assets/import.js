import { loggedOut } from "./entry.js";

// An export is dropped or chosen, sent, and followed until it is imported.
const place = document.getElementById("import");
const words = JSON.parse(place.dataset.words);
const list = document.getElementById("import-list");
const form = document.getElementById("import-form");
const by = (name) => document.getElementById(`import-${name}`);

const say = (line, text, isBad = false) => {
  line.textContent = text;
  line.className = isBad ? "said bad" : "said good";
};

// MARK: what became of them

let wait;
let isAsked = false;

// Events say that something has changed; twice a second is often enough.
function refreshSoon() {
  if (wait) {
    isAsked = true;
    return;
  }
  refresh().catch(lost);
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
  // A button that somebody is on stays where it is.
  const busy = list.contains(document.activeElement) ? document.activeElement.closest("[data-import]") : undefined;
  const fresh = busy && made.content.querySelector(`[data-import="${busy.dataset.import}"][data-state="${busy.dataset.state}"]`);
  if (fresh) {
    const [now, next] = [busy.querySelector("progress"), fresh.querySelector("progress")];
    if (now && next) now.value = next.value;
    return;
  }
  list.replaceChildren(made.content);
}

// Says aloud which one has ended.
function tell(fresh) {
  for (const row of fresh.querySelectorAll("[data-import]")) {
    const old = list.querySelector(`[data-import="${row.dataset.import}"]`);
    // One that is new here may have ended before it was seen at work.
    if (old?.dataset.state === row.dataset.state || ["waiting", "running"].includes(row.dataset.state)) continue;
    const parts = [...row.querySelectorAll("h3, .state, .counts, .error")].map((part) => part.textContent.trim());
    say(by("done"), parts.filter(Boolean).join(": "), row.dataset.state === "failed");
  }
}

const live = document.getElementById("live");

function lost() {
  live.textContent = document.body.dataset.lost;
  live.hidden = false;
}

function follow() {
  const events = new EventSource("/events");
  events.addEventListener("imports", refreshSoon);
  events.addEventListener("hello", () => {
    live.hidden = true;
    refreshSoon();
  });
  events.onerror = () => {
    lost();
    // Refused, not lost: the browser tries no more. The page may be logged out, which a look at the list tells.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => {
      refresh().catch(lost);
      follow();
    }, 2000);
  };
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
  const question = new URLSearchParams({ seat: seat.value, name: chosen.name, ...(hub ? { hub: hub.value } : {}) });
  sending = new XMLHttpRequest();
  sending.open("POST", `/import/file?${question}`);
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
  } catch { /* It broke off, or was stopped. */ }
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
follow();
