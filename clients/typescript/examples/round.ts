// A whole round at a hub: a session, a paired cuff, its reading confirmed, and a photo of a display confirmed.
//
//     node round.js desk.vitalbus SEAT USER ORGANIZATION DEVICE-NAME PASSKEY PHOTO < token
//
// The folder is what `vitalbus user add desk --role operator` has written. A line is printed for each step.

import { readFileSync } from "fs";
import { Account, Client, Fault, Hub } from "../src/index";
import { BleScanner, Measurement } from "../src/contract";
import { pause } from "../src/pictures";

const PERIPHERAL = 3000;

function values(measurements: Measurement[]): string {
  return measurements.map((one) => `${one.metric} ${one.value} ${one.unit}`).join(", ");
}

/** The device of a name, as soon as it is heard. */
async function inSight(client: Client, name: string): Promise<string> {
  while (true) {
    const { devices } = await client.call(BleScanner.sightings, {});
    const found = devices.find((one) => one.name === name);
    if (found) return found.device;
    await pause(200);
  }
}

/** Asks again while somebody else's device is being read. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  while (true) {
    try {
      return await ask();
    } catch (fault) {
      if (!(fault instanceof Fault) || !fault.retriable) throw fault;
      await pause(200);
    }
  }
}

async function round(folder: string, seat: string, user: string, organization: string, name: string, passkey: string, photo: string): Promise<void> {
  const client = await Client.connect(Account.fromFolder(folder));
  try {
    const hub = new Hub(client);
    const token = readFileSync(0, "utf8").trim();
    const session = await hub.startSession(seat, { user, organization, token });
    console.log(`session ${session.sessionID} of seat ${session.seat}`);

    const device = await inSight(client, name);
    await patiently(() => hub.pair({ device, peripheralID: PERIPHERAL, seat }, (asked) =>
      asked.kind === "enter" ? { request: asked.request, passkey } : undefined));
    console.log(`paired ${device}`);

    const read = await patiently(() => hub.read({ peripheralID: PERIPHERAL, device, seat, autoSubmit: false }));
    for (const reading of read.records) console.log(`read ${values(reading.measurements)}: ${read.disposition}`);
    const { readingKey } = read.records[read.records.length - 1];
    const decided = await hub.confirm({ readingKey, seat, sessionID: session.sessionID });
    console.log(`confirmed ${decided.outcome}, record ${decided.logID}`);

    const job = await hub.photo(readFileSync(photo), { seat, wish: { type: "bloodPressure" } });
    console.log(`photo ${job.state}: ${job.result?.text.split(/\s+/) ?? job.error?.message}`);
    const seen = await hub.confirm({ readingKey: job.readingKey, seat });
    console.log(`confirmed ${seen.outcome}, record ${seen.logID}`);
  } finally {
    await client.close();
  }
}

const [folder, seat, user, organization, name, passkey, photo] = process.argv.slice(2);
round(folder, seat, user, organization, name, passkey, photo).catch((error) => {
  console.error(String(error));
  process.exit(1);
});
