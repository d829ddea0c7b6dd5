import { loggedOut } from "./entry.js";

// Sends files and forms to this page's server, and shows the server's error texts.
export class Said extends Error {
  constructor(words, status) {
    super(words);
    this.status = status;
  }
}

// A new log-in gets a new token.
const csrf = () => document.body.dataset.csrf;

async function answered(answer, isSending) {
  if (answer.status === 401) loggedOut(isSending);
  let reply;
  try {
    reply = await answer.json();
  } catch {
    throw new Said(document.body.dataset.failed, answer.status);
  }
  if (!answer.ok) throw new Said(reply.error, answer.status);
  return reply;
}

async function ask(address, options) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Said(document.body.dataset.failed, 0);
  }
  return answered(answer, options.method === "POST");
}

const headers = { Accept: "application/json" };

export const get = (address) => ask(address, { headers });

// Sends a file or picture as the body. The header replaces the form's token field; other sites cannot set it.
export const sendFile = (address, body, signal) =>
  ask(address, { method: "POST", body, signal, headers: { ...headers, "X-VitalBus-Form": csrf(), "Content-Type": "application/octet-stream" } });

export const sendForm = (address, fields) =>
  ask(address, { method: "POST", body: new URLSearchParams({ csrf: csrf(), ...fields }), headers });

// Also sends while the browser leaves the page.
export const sendLast = (address, fields) => navigator.sendBeacon(address, new URLSearchParams({ csrf: csrf(), ...fields }));

export const pause = (milliseconds) => new Promise((go) => { setTimeout(go, milliseconds); });

export const chance = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
