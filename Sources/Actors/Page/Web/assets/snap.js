// Turns a photo or camera picture of a meter into a reading that a person confirms.
import { at } from "./base.js";
import { Camera } from "./camera.js";
import { followCodes } from "./codes.js";
import { SnapResult } from "./result.js";
import { chance, get, pause, sendFile, sendForm, sendLast } from "./send.js";

const place = document.getElementById("snap");
const by = (name) => document.getElementById(`snap-${name}`);
const choice = by("choice");
const words = place ? JSON.parse(place.dataset.words) : {};
const camera = place ? new Camera(by("video")) : undefined;
// Each running task belongs to one of these; a newer one ends the task.
let turn = 0;
let live;

const fill = (text, parts = {}) => Object.entries(parts).reduce((all, [name, value]) => all.replaceAll(`{${name}}`, value), text ?? "");

function say(text, isBad = false) {
  const line = by("say");
  line.textContent = text;
  line.className = isBad ? "said bad" : "said";
}

const isChosen = () => choice.reportValidity();
const hub = () => place.dataset.hub;
// With the session that the user sees: a photo must not reach the seat's next person.
const fields = () => {
  const { stay } = choice.elements.seat.selectedOptions[0]?.dataset ?? {};
  return Object.fromEntries([...new FormData(choice), ["stay", stay]].filter(([, value]) => value));
};
const address = (path, more = {}) => at(`${path}?${new URLSearchParams({ hub: hub(), ...fields(), ...more })}`);

function areaOver(box, area, width, height) {
  box.hidden = !area;
  if (!area) return;
  const share = (part, whole) => `${Math.round((part / whole) * 10000) / 100}%`;
  box.style.left = share(area.x, width);
  box.style.top = share(area.y, height);
  box.style.width = share(area.width, width);
  box.style.height = share(area.height, height);
}

const result = place ? new SnapResult({ by, words, fill, areaOver, onAgain: () => choice.scrollIntoView() }) : undefined;

// MARK: a photo

async function photograph(file) {
  if (!file || !isChosen()) return;
  const mine = begin();
  const { seat } = fields();
  result.hide();
  if (file.size > 10000000) return say(words.large, true);
  say(words.sending);
  try {
    const begun = await sendFile(address("/snap/photo", { key: `photo-${chance()}` }), file);
    say(words.reading);
    const answer = await follow(begun, mine);
    if (answer) show(answer, URL.createObjectURL(file), seat);
  } catch (error) {
    if (mine === turn) say(error.message, true);
  }
}

async function follow(begun, mine) {
  const question = address("/snap/job", { hub: begun.hub, job: begun.job, sha256: begun.sha256 });
  for (let tries = 0; tries < 240; tries += 1) {
    if (mine !== turn) return undefined;
    const answer = await get(question);
    if (mine !== turn) return undefined;
    if (answer.state !== "waiting") return answer;
    await pause(500);
  }
  throw new Error(words.slow);
}

function begin() {
  stop();
  turn += 1;
  return turn;
}

function show(answer, picture, seat) {
  say(answer.state === "read" ? words.look : answer.words, answer.state !== "read");
  result.show(answer, picture, seat);
}

// MARK: the camera

function explain(lack) {
  by("why").textContent = words[lack];
  by("why").hidden = false;
}

function stop() {
  if (live) sendLast(at(`/snap/live/stop?${new URLSearchParams({ hub: live.hub })}`), { job: live.job });
  live = undefined;
  camera.stop();
  by("live").hidden = true;
}

async function watch() {
  if (!isChosen()) return;
  const mine = begin();
  result.hide();
  by("why").hidden = true;
  say("");
  try {
    await camera.start();
  } catch (error) {
    return explain(Camera.reason(error));
  }
  if (mine !== turn) return camera.stop();
  by("live").hidden = false;
  by("hints").textContent = "";
  by("stop").focus();
  try {
    const { seat } = fields();
    const begun = await sendForm(address("/snap/live"), fields());
    live = begun;
    if (mine !== turn) return stop();
    overlay();
    await look(mine, seat);
  } catch (error) {
    if (mine !== turn) return;
    stop();
    say(error.message, true);
  }
}

function overlay() {
  const { videoWidth: width, videoHeight: height } = by("video");
  by("overlay").src = address("/snap/overlay", { width, height });
}

// Sends one picture at a time; the next one waits for the answer.
async function look(mine, seat) {
  for (let number = 1; mine === turn && camera.isOn; number += 1) {
    const began = performance.now();
    const picture = await camera.still();
    if (!picture) {
      await pause(100);
      continue;
    }
    const seen = await sendFile(at(`/snap/live/frame?${new URLSearchParams({ ...live, number })}`), picture);
    if (mine !== turn) return;
    if (seen.answer.state === "waiting") {
      hint(seen);
      await pause(Math.max(0, 250 - (performance.now() - began)));
      continue;
    }
    live = undefined;
    stop();
    return show(seen.answer, URL.createObjectURL(picture), seat);
  }
}

function hint(seen) {
  const { aim, answer, hints, waits } = seen;
  if (aim) areaOver(by("box"), aim.display, aim.width, aim.height);
  by("box").classList.toggle("good", aim?.hints[0] === "hold");
  // Screen readers speak each change, so do not repeat the same words.
  const text = [hints[0], ...waits.slice(0, 1)].filter(Boolean).join(" · ");
  if (by("hints").textContent !== text) by("hints").textContent = text;
  by("seen").textContent = answer.text ?? "";
}

// MARK: choices

function offerUnits() {
  const list = choice.elements.namedItem("unit");
  const units = (choice.elements.namedItem("peripheral").selectedOptions[0]?.dataset.units ?? "").split(",").filter(Boolean);
  list.replaceChildren(...units.map((unit) => new Option(unit, unit)));
  list.closest("label").hidden = units.length < 2;
  list.disabled = units.length < 2;
}

function remember() {
  try {
    localStorage.setItem("meter", choice.elements.namedItem("peripheral").value);
  } catch { /* A browser that keeps nothing starts with the first. */ }
}

function recall() {
  try {
    const meter = localStorage.getItem("meter");
    const list = choice.elements.namedItem("peripheral");
    if ([...list.options].some((option) => option.value === meter)) list.value = meter;
  } catch { /* As above. */ }
}

if (place) {
  recall();
  offerUnits();
  choice.addEventListener("change", () => { offerUnits(); remember(); });
  choice.addEventListener("submit", (event) => event.preventDefault());
  by("file").addEventListener("change", (event) => {
    photograph(event.target.files[0]);
    event.target.value = "";
  });
  if (Camera.lack) explain(Camera.lack);
  else by("start").hidden = false;
  by("start").addEventListener("click", watch);
  by("stop").addEventListener("click", () => { begin(); say(""); by("start").focus(); });
  by("hub")?.addEventListener("change", (event) => { location.search = new URLSearchParams({ ...fields(), hub: event.target.value }); });
  document.addEventListener("visibilitychange", () => { if (document.hidden && live) begin(); });
  addEventListener("pagehide", stop);
  followCodes({ by, say, choice, hub, still: () => camera.still() });
}
