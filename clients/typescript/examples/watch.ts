// Prints what becomes somebody's record, also after lost connections, until it is stopped.
//
//     node watch.js desk.vitalbus
//
// For each reading its seat, its key and, where the seat shares them, its values.

import { Account, Client, contract } from "../src/index";

async function watch(folder: string): Promise<void> {
  const client = await Client.connect(Account.fromFolder(folder));
  const queued = await client.subscribe(contract.Events.readingQueued);
  console.log("listening");
  for await (const { seat, record } of queued) console.log(seat, record.readingKey, record.measurements);
}

watch(process.argv[2]).catch((error) => {
  console.error(String(error));
  process.exit(1);
});
