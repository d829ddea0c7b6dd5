// What the TypeScript client says where something is not as it should be: a line of JSON each, [what, code].
//
//     node faults.js CLIENT FOLDER PASSWORD

"use strict";

const [place, folder, password] = process.argv.slice(2);
const { Account, Client, Fault, contract, operation } = require(place);

async function refused(what, ask) {
  try {
    await ask();
    console.log(JSON.stringify([what, "nothing"]));
  } catch (fault) {
    console.log(JSON.stringify([what, fault instanceof Fault ? fault.code : String(fault)]));
  }
}

async function person(account) {
  const client = await Client.connect(account);
  const { SessionManager, DeviceReader, HealthImporter, States } = contract;
  await refused("a seat that is not there", () => client.call(SessionManager.session, { seat: "nowhere" }));
  await refused("a body without its field", () => client.call(SessionManager.session, {}));
  await refused("an operation that is not there", () => client.call(operation(SessionManager.seats.actor, "nothing"), {}));
  await refused("a hub that is not the site's", () => client.call(DeviceReader.cancel, {}, { hub: "room-99" }));
  await refused("a body past 64 KiB", () => client.call(HealthImporter.importFile, { path: "x".repeat(70000) }));
  await refused("a request that nobody can meet", () => client.call(SessionManager.seats, {}, { timeout: 0.1 }));
  await refused("no state of such a seat", () => client.state(States.sessionState, { hub: "site", timeout: 300, levels: { seat: "nowhere" } }));
  await client.close();
}

async function program(account) {
  const client = await Client.connect(account);
  await refused("a program that asks", () => client.call(contract.SessionManager.processQueue, {}));
  await refused("a program that hears a passkey", () => client.subscribe(contract.Events.passkeyRequested));
  await client.close();
}

async function all() {
  const account = Account.fromFolder(folder);
  const { site, host, port, authority } = account.facts;
  await person(account);
  await refused("a wrong password", () => Client.connect(new Account({ ...account.facts, password: "wrong" })));
  await program(Account.program({ site, name: "house", password, host, port, authority }));
}

all().catch((error) => {
  console.error(error);
  process.exit(1);
});
