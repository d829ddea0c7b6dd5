// For every page: updates tiles and lists, advances ages and sends forms.
import { at } from "./base.js";
import { followCharts } from "./charts.js";
import { showCounts } from "./counts.js";
import { loggedOut, sentAll, waits } from "./entry.js";
import { behind, follow, isOlder } from "./live.js";
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

const parsed = (html) => {
  const made = document.createElement("template");
  made.innerHTML = html;
  return made.content;
};

async function refreshTiles() {
  if (!tiles) return;
  const made = parsed(await part(tiles.dataset.tiles));
  if (isOther(made.firstElementChild)) return;
  for (const fresh of [...made.children]) {
    const old = document.getElementById(fresh.id);
    // An event brought this tile while all of them were on their way.
    if (old && isOlder(fresh, old)) fresh.replaceWith(old);
  }
  tiles.replaceChildren(made);
}

// A changed tile, which the event brings; without it the server is asked.
async function refreshTile(seat, html) {
  if (!tiles || (tiles.dataset.only && tiles.dataset.only !== seat)) return;
  if (!document.getElementById(`seat-${seat}`)) return refreshTiles();
  const fresh = parsed(html ?? await part(at(`/tiles/${encodeURIComponent(seat)}`))).firstElementChild;
  const old = document.getElementById(`seat-${seat}`);
  if (!fresh || !old || isOlder(fresh, old) || isOther(fresh)) return;
  if (fresh.innerHTML === old.innerHTML) Object.assign(old.dataset, fresh.dataset);
  else old.replaceWith(fresh);
  if (fresh.querySelector(".waits") && !old.querySelector(".waits")) document.dispatchEvent(new CustomEvent("tilewaits"));
}

// Do not replace a form that a person is filling in.
const isBusy = (place) => place.contains(document.activeElement) || place.querySelector("details[open], .said.bad:not(:empty)");

async function refreshHeld() {
  if (!held) return;
  const made = parsed(await part(held.dataset.held + location.search));
  const fresh = new Map([...made.querySelectorAll("[data-reading]")].map((card) => [card.dataset.reading, card]));
  const known = [...held.querySelectorAll("[data-reading]")];
  for (const card of known) {
    if (!fresh.has(card.dataset.reading)) card.remove();
    else fresh.delete(card.dataset.reading);
  }
  const none = held.querySelector(".none");
  const isEmpty = made.querySelector(".none");
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
  if (page) refreshRecords(page).catch(behind);
});

const charts = followCharts(document.getElementById("charts"));

// MARK: events

// Tells the board what changed: one seat with its row, or anything; resolves when the board shows it.
async function changed(detail = {}) {
  const shown = [];
  document.dispatchEvent(new CustomEvent("sitechange", { detail: { ...detail, shown } }));
  await Promise.all(shown);
}

const renew = () => Promise.all([changed(), refreshTiles(), refreshHeld(), refreshRecords(), refreshProblems(), charts?.refresh()]);

const acts = {
  seat: async ({ seat, html }) => {
    await Promise.all([changed({ seat, html }), refreshTile(seat, html)]);
    if (tiles?.dataset.only === seat) await Promise.all([refreshRecords(), charts?.refresh()]);
  },
  held: (counts) => {
    showCounts(counts);
    return refreshHeld();
  },
  problems: (counts) => {
    showCounts(counts);
    // A hub that is silent concerns the rows of all its beds.
    return Promise.all([changed(), refreshProblems()]);
  },
};

// What this page shows decides what its events bring.
function shown() {
  if (board) return { show: "rows" };
  if (tiles) return { show: "tiles", ...(tiles.dataset.only ? { seat: tiles.dataset.only } : {}) };
  return { show: held ? "held" : "site" };
}

document.addEventListener("sitelost", behind);

// Drafts of a round end with the log-in.
if (!body.dataset.csrf) for (const name of Object.keys(sessionStorage)) if (name.startsWith("round ")) sessionStorage.removeItem(name);

if (body.dataset.csrf && (tiles || held || problems || board)) follow(shown(), acts, renew);

setInterval(() => {
  // The server sends the words; between its updates only the minutes advance.
  for (const age of document.querySelectorAll("[data-age]")) {
    const minutes = Math.floor((siteTime() - Number(age.dataset.age)) / 60000);
    if (age.dataset.minutes === undefined) age.dataset.minutes = String(minutes);
    if (String(minutes) !== age.dataset.minutes && tiles) {
      refreshTiles().catch(behind);
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
