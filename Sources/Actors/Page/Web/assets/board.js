// Keeps the ward board up to date, and searches, filters and orders it in the browser.
import { loggedOut } from "./entry.js";
import { isOlder } from "./live.js";

const board = document.getElementById("board");
const search = document.getElementById("board-search");
const hubs = document.getElementById("board-hubs");
const order = document.getElementById("board-order");
const dense = document.getElementById("board-dense");
const none = document.getElementById("board-none");
const chips = [...document.querySelectorAll("[data-filter]")];
// From this number of beds on, the board is dense unless the person chose otherwise.
const many = 12;
// How long no bed may move after a person pointed, scrolled or typed: they may be about to touch one.
const calm = 2000;

const beds = () => [...board.children];
// A bed with a more urgent need may be due as well.
const has = (bed, need) => bed.dataset.need === need || bed.dataset.due === need;
let need = "";
let touched = -Infinity;
let isDown = false;

// MARK: What is shown

function show() {
  const words = search.value.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const hub = hubs.querySelector("select").value;
  let shown = 0;
  for (const bed of beds()) {
    const text = bed.querySelector(".whom").textContent.toLocaleLowerCase();
    const isShown = words.every((word) => text.includes(word)) && (!need || has(bed, need)) && (!hub || bed.dataset.hubs.split(" ").includes(hub));
    bed.hidden = !isShown;
    shown += isShown ? 1 : 0;
  }
  none.hidden = shown > 0;
}

function count() {
  for (const chip of chips) chip.querySelector("[data-count]").textContent = String(beds().filter((bed) => has(bed, chip.dataset.filter)).length);
  const known = [...new Set(beds().flatMap((bed) => bed.dataset.hubs.split(" ").filter(Boolean)))].sort();
  const select = hubs.querySelector("select");
  const had = [...select.options].slice(1).map((option) => option.value);
  if (known.join(" ") !== had.join(" ")) {
    const chosen = select.value;
    select.replaceChildren(select.options[0], ...known.map((name) => new Option(name, name)));
    select.value = known.includes(chosen) ? chosen : "";
  }
  hubs.hidden = known.length < 2;
}

function sort() {
  if (isDown || performance.now() - touched < calm) {
    setTimeout(sort, calm);
    return;
  }
  const rank = (bed) => order.value === "bed" ? 0 : Number(bed.dataset.rank);
  const sorted = beds().sort((one, other) => rank(one) - rank(other) || Number(one.dataset.place) - Number(other.dataset.place));
  if (sorted.every((bed, index) => bed === board.children[index])) return;
  const focused = board.contains(document.activeElement) ? document.activeElement : null;
  for (const bed of sorted) board.append(bed);
  focused?.focus({ preventScroll: true });
}

function setDense(isDense) {
  board.classList.toggle("dense", isDense);
  dense.setAttribute("aria-pressed", String(isDense));
}

// MARK: What changed

function take(fresh, isWhole) {
  const known = new Map(beds().map((bed) => [bed.id, bed]));
  for (const bed of fresh) {
    const old = known.get(bed.id);
    known.delete(bed.id);
    if (!old) {
      board.append(bed);
      continue;
    }
    // An event brought this row while the others were on their way.
    if (isOlder(bed, old)) continue;
    // The row stays where it is, so that a finger on its way finds the same bed.
    if (old.innerHTML !== bed.innerHTML) {
      const hadFocus = old.contains(document.activeElement);
      old.replaceChildren(...bed.childNodes);
      if (hadFocus) old.querySelector("a").focus({ preventScroll: true });
    }
    old.className = bed.className;
    // A row alone does not know its place among the others.
    const { place } = isWhole ? bed.dataset : old.dataset;
    Object.assign(old.dataset, bed.dataset, { place });
  }
  // A bed that is newer than the rest came meanwhile.
  if (isWhole) for (const gone of known.values()) if (!fresh.length || !isOlder(fresh[0], gone)) gone.remove();
}

// A change of few seats asks for their rows only.
const few = 3;
let wanted = new Set();
let wantsAll = false;

async function refresh() {
  const seats = [...wanted];
  const isWhole = wantsAll || seats.length > few || seats.some((seat) => !document.getElementById(`bed-${seat}`));
  wanted = new Set();
  wantsAll = false;
  const fresh = isWhole ? await rows("") : (await Promise.all(seats.map((seat) => rows(`?${new URLSearchParams({ seat })}`)))).flat();
  take(fresh, isWhole);
  count();
  show();
  sort();
}

// The row of one bed, as an event brings it.
function takeRow(html) {
  take(parsed(html), false);
  count();
  show();
  sort();
}

function parsed(html) {
  const made = document.createElement("template");
  made.innerHTML = html;
  return [...made.content.children];
}

async function rows(query) {
  const answer = await fetch(board.dataset.board + query, { headers: { Accept: "text/x-part" } });
  if (answer.status === 401) loggedOut();
  if (!answer.ok) throw new Error(String(answer.status));
  return parsed(await answer.text());
}

let running = null;

// At most one refresh at a time: an event during a refresh leads to one more.
async function refreshSoon(seat) {
  if (seat) wanted.add(seat);
  else wantsAll = true;
  // The caller that runs it also handles its failure.
  if (running) return undefined;
  running = refresh();
  try {
    await running;
  } catch (error) {
    // What was asked for is unknown now; the next refresh asks for all rows.
    wantsAll = true;
    throw error;
  } finally {
    running = null;
  }
  if (wantsAll) return refreshSoon();
  return wanted.size ? refreshSoon([...wanted][0]) : undefined;
}

// MARK: Start

if (board) {
  const chosen = localStorage.getItem("board-dense");
  setDense(chosen === null ? beds().length > many : chosen === "1");
  dense.addEventListener("click", () => {
    setDense(!board.classList.contains("dense"));
    localStorage.setItem("board-dense", board.classList.contains("dense") ? "1" : "0");
  });
  for (const chip of chips) chip.addEventListener("click", () => {
    need = need === chip.dataset.filter ? "" : chip.dataset.filter;
    for (const other of chips) other.setAttribute("aria-pressed", String(other.dataset.filter === need));
    show();
  });
  search.addEventListener("input", show);
  hubs.addEventListener("change", show);
  order.addEventListener("change", () => {
    touched = -Infinity;
    sort();
  });
  for (const name of ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"]) board.addEventListener(name, () => { touched = performance.now(); }, { passive: true });
  board.addEventListener("pointerdown", () => { isDown = true; });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { isDown = false; });
  addEventListener("scroll", () => { touched = performance.now(); }, { passive: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input, select, textarea")) {
      event.preventDefault();
      search.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !board.contains(document.activeElement)) return;
    event.preventDefault();
    const links = beds().filter((bed) => !bed.hidden).map((bed) => bed.querySelector("a"));
    links[links.indexOf(document.activeElement) + step]?.focus();
  });
  document.addEventListener("sitechange", ({ detail: { seat, html, shown } }) => {
    if (html && document.getElementById(`bed-${seat}`)) takeRow(html);
    else shown.push(refreshSoon(seat));
  });
  count();
  // The words for ages come from the server.
  setInterval(() => refreshSoon().catch(() => document.dispatchEvent(new CustomEvent("sitelost"))), 60000);
}
