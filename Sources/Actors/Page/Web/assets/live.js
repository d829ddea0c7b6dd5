// Follows the server's events, and says when what the page shows may be old.
import { at } from "./base.js";
import { loggedOut } from "./entry.js";

const body = document.body;
const banner = document.getElementById("live");
// The longest silence of the stream, in milliseconds: the server sends a beat every ten seconds.
const silence = 30000;

// The version that the page shows; the stream begins with what changed after it.
let version = body.dataset.asOf ?? "";
let isCut = false;
// What failed so far, and how much of it was made good by asking for everything again.
let failures = 0;
let mended = 0;
let renewing = null;

function tell() {
  const isLost = isCut || failures > mended;
  // Screen readers would read an unchanged text again.
  if (isLost && banner.hidden) banner.textContent = body.dataset.lost;
  banner.hidden = !isLost;
}

// A request failed: a part of the page may be old until everything was asked for again.
export function behind() {
  failures += 1;
  tell();
}

function cut() {
  isCut = true;
  tell();
}

// Asks for everything again, once for all who need it. A failure meanwhile needs another time.
function mend(renew) {
  const upTo = failures;
  renewing ??= renew().then(() => { mended = upTo; }).finally(() => { renewing = null; });
  return renewing;
}

// After a failure, the next event mends what the page lacks: a beat comes at the latest.
async function take(act, renew) {
  try {
    await act();
    if (failures > mended) await mend(renew);
  } catch {
    failures += 1;
  }
  tell();
}

// Whether new content was asked for before what is shown. The numbers of two runs of the server cannot be compared.
export function isOlder(fresh, old) {
  const [[run, number], [oldRun, oldNumber]] = [fresh, old].map((one) => (one.dataset.asOf ?? "").split("."));
  return run === oldRun && Number(number) < Number(oldNumber);
}

// `shown` names what the page shows, `acts` has a function for each event, and `renew` asks for everything again.
export function follow(shown, acts, renew) {
  const events = new EventSource(at(`/events?${new URLSearchParams({ ...shown, since: version })}`));
  let timer = setTimeout(cut, silence);
  const on = (name, act) => events.addEventListener(name, (event) => {
    clearTimeout(timer);
    timer = setTimeout(cut, silence);
    isCut = false;
    // Only the last event of several has a version, so what is shown then has all of them.
    if (event.lastEventId) version = event.lastEventId;
    take(() => act(JSON.parse(event.data)), renew);
  });
  on("hello", ({ again }) => { if (again) failures += 1; });
  on("beat", () => undefined);
  for (const [name, act] of Object.entries(acts)) on(name, act);
  events.onerror = () => {
    cut();
    // The server refused the stream, so the browser does not retry. The log-in may have expired.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => {
      clearTimeout(timer);
      unlessLoggedOut(() => follow(shown, acts, renew));
    }, 2000);
  };
}

async function unlessLoggedOut(retry) {
  try {
    const answer = await fetch(at("/session"), { headers: { Accept: "application/json" } });
    if (answer.status === 401) {
      document.addEventListener("loggedin", retry, { once: true });
      return loggedOut();
    }
  } catch { /* Ignored: the stream is tried again. */ }
  return retry();
}
