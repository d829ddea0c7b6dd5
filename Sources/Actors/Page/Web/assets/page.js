// For every page: updates tiles and lists, advances ages and sends forms.
import { followCharts } from "./charts.js";
import { refreshCounts } from "./counts.js";
import { loggedOut, sentAll, waits } from "./entry.js";
import { problems, refreshProblems } from "./problems.js";
import "./sound.js";
import "./veil.js";

const body = document.body;
// The site's clock, because the browser's clock may be wrong by hours.
const start = performance.now();
const siteTime = () => Number(body.dataset.now) + performance.now() - start;

const said = (form, words, isGood) => {
  const place = form.querySelector(".said");
  place.textContent = words;
  place.className = isGood ? "said good" : "said bad";
};

async function part(address) {
  const answer = await fetch(address, { headers: { Accept: "text/x-part" } });
  if (answer.status === 401) loggedOut();
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

// MARK: tiles and lists

const tiles = document.getElementById("tiles");
const held = document.getElementById("held");
const records = document.getElementById("records");
const board = document.getElementById("board");

// The label, limits and forms of a seat's page are its person's: with another session, all of it is loaded again.
function isOther(fresh) {
  const old = tiles.querySelector("[data-stay]");
  if (!tiles.dataset.only || !old || !fresh || old.dataset.stay === fresh.dataset.stay) return false;
  location.reload();
  return true;
}

async function refreshTiles() {
  if (!tiles) return;
  const made = document.createElement("template");
  made.innerHTML = await part(tiles.dataset.tiles);
  if (!isOther(made.content.firstElementChild)) tiles.replaceChildren(made.content);
}

async function refreshTile(seat) {
  if (!tiles || (tiles.dataset.only && tiles.dataset.only !== seat)) return;
  const old = document.getElementById(`seat-${seat}`);
  if (!old) return refreshTiles();
  const made = document.createElement("template");
  made.innerHTML = await part(`/tiles/${encodeURIComponent(seat)}`);
  const fresh = made.content.firstElementChild;
  if (isOther(fresh)) return;
  if (fresh && fresh.innerHTML !== old.innerHTML) old.replaceWith(fresh);
  if (fresh?.querySelector(".waits") && !old.querySelector(".waits")) document.dispatchEvent(new CustomEvent("tilewaits"));
}

// Do not replace a form that a person is filling in.
const isBusy = (place) => place.contains(document.activeElement) || place.querySelector("details[open], .said.bad:not(:empty)");

async function refreshHeld() {
  if (!held) return;
  const made = document.createElement("template");
  made.innerHTML = await part(held.dataset.held + location.search);
  const fresh = new Map([...made.content.querySelectorAll("[data-reading]")].map((card) => [card.dataset.reading, card]));
  const known = [...held.querySelectorAll("[data-reading]")];
  for (const card of known) {
    if (!fresh.has(card.dataset.reading)) card.remove();
    else fresh.delete(card.dataset.reading);
  }
  const none = held.querySelector(".none");
  const isEmpty = made.content.querySelector(".none");
  if (none && !isEmpty) none.remove();
  if (!none && isEmpty) held.prepend(isEmpty);
  const end = held.querySelector(".pages");
  for (const card of fresh.values()) held.insertBefore(card, end);
}

async function refreshRecords(page) {
  if (!records || (page === undefined && isBusy(records))) return;
  records.dataset.page = page ?? records.dataset.page ?? "1";
  records.innerHTML = await part(`${records.dataset.records}?page=${records.dataset.page}`);
}

records?.addEventListener("click", (event) => {
  const page = event.target.dataset?.page;
  if (page) refreshRecords(page).catch(lost);
});

const charts = followCharts(document.getElementById("charts"));

// MARK: events

const live = document.getElementById("live");
let wasLost = false;

function lost() {
  wasLost = true;
  live.textContent = body.dataset.lost;
  live.hidden = false;
}

async function back() {
  if (!wasLost) return;
  document.dispatchEvent(new CustomEvent("sitechange"));
  await Promise.all([refreshTiles(), refreshHeld(), refreshRecords(), refreshProblems(), charts?.refresh()]);
  wasLost = false;
  live.hidden = true;
}

function follow() {
  const events = new EventSource("/events");
  let beat = setTimeout(lost, 30000);
  const isAlive = () => {
    clearTimeout(beat);
    beat = setTimeout(lost, 30000);
  };
  const on = (name, act) => events.addEventListener(name, (event) => {
    isAlive();
    Promise.resolve(act(JSON.parse(event.data))).catch(lost);
  });
  on("hello", back);
  on("beat", () => undefined);
  on("seat", async ({ seat }) => {
    document.dispatchEvent(new CustomEvent("sitechange", { detail: seat }));
    await refreshTile(seat);
    if (tiles?.dataset.only === seat) await Promise.all([refreshRecords(), charts?.refresh()]);
  });
  for (const [name, act] of [["held", refreshHeld], ["problems", refreshProblems]]) on(name, () => {
    document.dispatchEvent(new CustomEvent("sitechange"));
    refreshCounts().catch(() => undefined);
    return act();
  });
  events.onerror = () => {
    lost();
    // The server refused the stream, so the browser does not retry. The log-in may have expired.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => {
      events.close();
      fetch("/tiles", { headers: { Accept: "text/x-part" } }).then((answer) => {
        if (answer.status === 401) loggedOut();
        else follow();
      }, () => follow());
    }, 2000);
  };
}

document.addEventListener("sitelost", lost);

// Drafts of a round end with the log-in.
if (!body.dataset.csrf) for (const name of Object.keys(sessionStorage)) if (name.startsWith("round ")) sessionStorage.removeItem(name);

if (body.dataset.csrf && (tiles || held || problems || board)) {
  follow();
  document.addEventListener("loggedin", follow);
}

setInterval(() => {
  // The server sends the words; between its updates only the minutes advance.
  for (const age of document.querySelectorAll("[data-age]")) {
    const minutes = Math.floor((siteTime() - Number(age.dataset.age)) / 60000);
    if (age.dataset.minutes === undefined) age.dataset.minutes = String(minutes);
    if (String(minutes) !== age.dataset.minutes && tiles) {
      refreshTiles().catch(lost);
      break;
    }
  }
}, 15000);

// MARK: forms

const newKey = () => "rnd1-" + [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form.act")) return;
  event.preventDefault();
  if (form.dataset.sure && !confirm(form.dataset.sure)) return;
  for (const key of form.querySelectorAll("input[name='key'], input[name^='key.']")) if (!key.value) key.value = newKey();
  const buttons = [...form.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  const left = new AbortController();
  addEventListener("beforeunload", () => left.abort(), { once: true });
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" } });
    if (answer.status === 401) {
      waits(form);
      return loggedOut(true);
    }
    const reply = await answer.json();
    said(form, answer.ok ? reply.done : reply.error, answer.ok);
    if (answer.ok) {
      sentAll();
      if ("again" in form.dataset) readyAgain(form, reply);
      else await sent(form, left.signal);
    }
  } catch {
    said(form, body.dataset.failed, false);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
});

// Empties the form for the next values, and offers to take the saved ones back.
function readyAgain(form, reply) {
  form.reset();
  for (const key of form.querySelectorAll("input[name^='key.']")) key.value = "";
  for (const asked of form.querySelectorAll("[data-once]")) if (reply.hasLabel) asked.remove();
  if (!reply.undo) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = reply.undoWord;
  button.addEventListener("click", () => undo(form, reply.undo, button));
  form.querySelector(".said").append(" · ", button);
}

async function undo(form, token, button) {
  button.disabled = true;
  try {
    const fields = new URLSearchParams({ csrf: body.dataset.csrf, undo: token });
    const answer = await fetch(form.dataset.undo, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    if (answer.status === 401) return loggedOut(true);
    const told = await answer.json();
    said(form, answer.ok ? told.done : told.error, answer.ok);
  } catch {
    said(form, body.dataset.failed, false);
  }
}

async function sent(form, left) {
  if (form.dataset.then) {
    // While a slow server prepares the page of a link that the person tapped, the form's own next page must not replace it.
    setTimeout(() => { if (!left.aborted) location.href = form.dataset.then; }, 600);
    return;
  }
  // This text appears only once, so the person must be able to read it.
  if ("stays" in form.dataset) return;
  form.closest("details")?.removeAttribute("open");
  document.activeElement?.blur();
  await Promise.all([refreshHeld(), refreshRecords(records?.dataset.page), charts?.refresh()]);
}
