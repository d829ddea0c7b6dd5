// Reads codes in pictures: a seat's code, or a device's key.
import { at } from "./base.js";
import { get, sendFile } from "./send.js";

export function followCodes({ by, say, choice, hub, still }) {
  const question = (path, more = {}) => at(`${path}?${new URLSearchParams({ hub: hub(), ...more })}`);

  async function seat(picture) {
    if (!picture) return;
    try {
      const found = await sendFile(question("/snap/code"), picture);
      choice.elements.namedItem("seat").value = found.seat;
      by("code").open = false;
      say(found.done);
    } catch (error) {
      say(error.message, true);
    }
  }

  by("code-file").addEventListener("change", (event) => {
    seat(event.target.files[0]);
    event.target.value = "";
  });
  by("scan").addEventListener("click", async () => seat(await still()));

  const keys = by("keys");
  if (!keys) return;
  const told = (words, isGood) => {
    by("key-say").textContent = words;
    by("key-say").className = isGood ? "said good" : "said bad";
  };

  keys.addEventListener("toggle", async () => {
    if (!keys.open) return;
    try {
      const { devices } = await get(at("/snap/devices"));
      by("device").replaceChildren(...devices.map((one) => new Option(one.name, JSON.stringify(one))));
    } catch (error) {
      told(error.message, false);
    }
  });

  by("key-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    const chosen = by("device").value;
    event.target.value = "";
    if (!file || !chosen) return;
    const { hub: reader, device, peripheral } = JSON.parse(chosen);
    try {
      const stored = await sendFile(question("/snap/key", { reader, device, peripheral }), file);
      told(stored.done, true);
    } catch (error) {
      told(error.message, false);
    }
  });
}
