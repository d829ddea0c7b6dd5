"""Plays examples/both.json on bluez-simulator and on the guest with the same actions, and compares the results.

KNOWN below lists the known differences with their reasons.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from client import Client, Failed
from stage import SIMULATOR, Stage, why_not

from .launch import launch, parser

HERE = Path(__file__).resolve().parents[1]

CUFF, PASSKEY, JUST_WORKS, REFUSES, THERMOMETER, UNSET, SCALE, BEURER = (f"F0:0D:00:00:00:{n:02X}" for n in range(1, 9))
EVERY = (CUFF, PASSKEY, JUST_WORKS, REFUSES, THERMOMETER, UNSET, SCALE, BEURER)
# Known differences, with the reason. An entry that agrees again is a failure, so that the list stays correct.
KNOWN = {
    "AcquireNotify": "descriptors do not cross to the host, and the simulator has no such method",
}
# bluetoothd's name for a link that broke while it was made depends on the moment.
ADVERTISED = ("Name", "Alias", "AddressType", "UUIDs", "Paired", "Bonded", "Trusted", "Blocked", "Connected",
              "ServicesResolved", "LegacyPairing")
ABORTED = ("le-connection-abort-by-local", "br-connection-canceled")


class Player:
    """Performs the same actions on either bus and records each outcome under a name."""

    def __init__(self, client) -> None:
        self.client = client
        self.facts: dict[str, object] = {}

    def note(self, name: str, value: object) -> None:
        self.facts[name] = value

    async def outcome(self, name: str, call) -> None:
        try:
            value = await asyncio.wait_for(call, 60)
            self.note(name, "well" if not isinstance(value, (list, bytes)) or not value else str(value))
        except Failed as error:
            text = str(error)
            self.note(name, "the connection was aborted" if text.endswith(ABORTED) else text)
        except asyncio.TimeoutError:
            self.note(name, "no answer in 60 s")

    async def play(self) -> None:
        for step in (self.look, self.cuff, self.errors, self.just_works, self.passkey, self.refuses, self.broken,
                     self.beurer, self.pair_again, self.after_the_restart):
            try:
                await asyncio.wait_for(step(), 120)
            except (Failed, asyncio.TimeoutError, KeyError, IndexError) as error:
                self.note(f"{step.__name__} went through", f"{type(error).__name__} {error}")

    async def look(self) -> None:
        await self.client.scan(*EVERY)
        for address in EVERY:
            device = self.client.device(address)
            self.note(f"{device.get('Name')}: adverts", {
                key: repr(device.get(key)) for key in ADVERTISED})
            data = device.get("ManufacturerData", {}), device.get("ServiceData", {})
            self.note(f"{device.get('Name')}: data",
                      [{str(k): bytes(v.value).hex() for k, v in d.items()} for d in data])

    def tree(self, address: str) -> list[str]:
        prefix = self.client.path(address)
        rows = []
        for path, interfaces in self.client.objects.items():
            if not path.startswith(prefix + "/"):
                continue
            for name, properties in interfaces.items():
                if name.startswith("org.bluez.Gatt") and "Descriptor" not in name:
                    rows.append(f"{path.removeprefix(prefix)} {properties['UUID'][4:8]} {properties.get('Flags', '')}")
        return sorted(row for row in rows)

    async def cuff(self) -> None:
        client = self.client
        await client.connect(CUFF)
        self.note("Cuff: GATT objects", [row for row in self.tree(CUFF) if "/service0001" not in row
                                         and "/service0006" not in row and "/service0022" not in row])
        self.note("Cuff: the battery service beside Battery1",
                  [row for row in self.tree(CUFF) if "/service0022" in row])
        await client.until("Battery1", lambda: client.objects[client.path(CUFF)].get("org.bluez.Battery1"))
        self.note("Cuff: Battery1", client.objects[client.path(CUFF)]["org.bluez.Battery1"]["Percentage"])
        self.note("Cuff: model", (await client.read(CUFF, "2a24")).decode())
        await client.subscribe(CUFF, "2a35")
        await client.disconnected(CUFF)
        self.note("Cuff: frames until the link was lost", [f.hex() for f in client.received(CUFF, "2a35")])
        await client.connect(CUFF)
        await client.until("three frames", lambda: len(client.received(CUFF, "2a35")) >= 3)
        self.note("Cuff: all frames", [f.hex() for f in client.received(CUFF, "2a35")])

    async def errors(self) -> None:
        client = self.client
        char, adapter, device = "org.bluez.GattCharacteristic1", "org.bluez.Adapter1", "org.bluez.Device1"
        await self.outcome("Connect when connected", client.connect(CUFF, 1))
        await self.outcome("ReadValue of what cannot be read", client.read(CUFF, "2a35"))
        await self.outcome("WriteValue of what cannot be written", client.write(CUFF, "2a49", b"\0\0"))
        await self.outcome("WriteValue of a wrong length", client.write(CUFF, "2a08", b"\0\0"))
        await self.outcome("WriteValue of no time", client.write(CUFF, "2a08", bytes.fromhex("ea070d28080000")))
        await self.outcome("WriteValue of a time", client.write(CUFF, "2a08", bytes.fromhex("ea070301080000")))
        await self.outcome("StartNotify twice", client.call(client.characteristic(CUFF, "2a35"), char, "StartNotify"))
        await self.outcome("StartNotify of what cannot notify",
                           client.call(client.characteristic(CUFF, "2a49"), char, "StartNotify"))
        await self.outcome("StopNotify without a session", client.unsubscribe(CUFF, "2a36"))
        await self.outcome("AcquireNotify", client.call(client.characteristic(CUFF, "2a36"), char, "AcquireNotify",
                                                        "a{sv}", [{}], timeout=2))
        await self.outcome("CancelPairing without one", client.call(client.path(CUFF), device, "CancelPairing"))
        await self.outcome("Disconnect", client.call(client.path(CUFF), device, "Disconnect"))
        await client.disconnected(CUFF)
        await self.outcome("Disconnect when disconnected", client.call(client.path(CUFF), device, "Disconnect"))
        await self.outcome("ReadValue when disconnected", client.read(CUFF, "2a24"))
        await self.outcome("StopDiscovery without one", client.call("/org/bluez/hci0", adapter, "StopDiscovery"))
        await self.outcome("StartDiscovery", client.call("/org/bluez/hci0", adapter, "StartDiscovery"))
        await self.outcome("StartDiscovery twice", client.call("/org/bluez/hci0", adapter, "StartDiscovery"))
        await self.outcome("StopDiscovery", client.call("/org/bluez/hci0", adapter, "StopDiscovery"))
        missing = client.path("00:00:00:00:00:01")
        await self.outcome("RemoveDevice of none",
                           client.call("/org/bluez/hci0", adapter, "RemoveDevice", "o", [missing]))
        await self.outcome("Connect of none", client.call(missing, device, "Connect"))

    async def just_works(self) -> None:
        client = self.client
        path = client.path(JUST_WORKS)
        await self.outcome("Pair without an agent", client.call(path, "org.bluez.Device1", "Pair"))
        await client.register_agent()
        if client.device(JUST_WORKS).get("Connected"):
            await client.call(path, "org.bluez.Device1", "Disconnect")
            await client.disconnected(JUST_WORKS)
        await client.scan(JUST_WORKS)
        await self.outcome("Pair, Just Works", client.pair(JUST_WORKS))
        self.note("Just Works: the agent was asked", list(client.agent.calls))
        await client.subscribe(JUST_WORKS, "2a35")
        await client.until("the reading", lambda: client.received(JUST_WORKS, "2a35"))
        self.note("Just Works: frames", [f.hex() for f in client.received(JUST_WORKS, "2a35")])
        await client.call(path, "org.bluez.Device1", "Disconnect")
        await client.disconnected(JUST_WORKS)

    async def passkey(self) -> None:
        client = self.client
        client.agent.calls.clear()
        client.agent.passkey = 1
        await client.scan(PASSKEY)
        await self.outcome("Pair, wrong passkey", client.call(client.path(PASSKEY), "org.bluez.Device1", "Pair"))
        await client.disconnected(PASSKEY)
        client.agent.passkey = 424242
        await client.scan(PASSKEY)
        await self.outcome("Pair, right passkey", client.pair(PASSKEY))
        self.note("Passkey: the agent was asked", list(client.agent.calls))
        await client.subscribe(PASSKEY, "2a35")
        await client.until("two readings", lambda: len(client.received(PASSKEY, "2a35")) == 2)
        self.note("Passkey: frames", [f.hex() for f in client.received(PASSKEY, "2a35")])
        await client.call(client.path(PASSKEY), "org.bluez.Device1", "Disconnect")
        await client.disconnected(PASSKEY)

    async def refuses(self) -> None:
        client = self.client
        await client.scan(REFUSES)
        await self.outcome("Pair, refused by the device",
                           client.call(client.path(REFUSES), "org.bluez.Device1", "Pair"))
        if client.device(REFUSES).get("Connected"):
            await client.call(client.path(REFUSES), "org.bluez.Device1", "Disconnect")
            await client.disconnected(REFUSES)
        self.note("Refuses: Paired", client.device(REFUSES).get("Paired"))

    async def frames(self, address: str, uuid: str, count: int, links: int = 1) -> list[str]:
        client = self.client
        await client.scan(address)
        await client.connect(address)
        await client.subscribe(address, uuid)
        for _ in range(links - 1):
            await client.disconnected(address)
            await client.connect(address)
        await client.until(f"{count} frames", lambda: len(client.received(address, uuid)) >= count)
        return [f.hex() for f in client.received(address, uuid)]

    async def broken(self) -> None:
        client = self.client
        self.note("Thermometer: a truncated frame", await self.frames(THERMOMETER, "2a1c", 1))
        await client.disconnected(THERMOMETER)
        self.note("UnsetClock: twice, its confirmation was lost", await self.frames(UNSET, "2a35", 2, links=2))
        await client.disconnected(UNSET)
        await client.scan(SCALE)
        await self.outcome("Connect that aborts", client.call(client.path(SCALE), "org.bluez.Device1", "Connect"))
        self.note("Scale: frames", await self.frames(SCALE, "2a9d", 1))
        await client.disconnected(SCALE)

    async def beurer(self) -> None:
        client = self.client
        await client.scan(BEURER)
        await client.connect(BEURER)
        await asyncio.sleep(0.5)
        await client.subscribe(BEURER, "2a35")
        await client.until("the reading", lambda: client.received(BEURER, "2a35"))
        self.note("BM85: frames", [f.hex() for f in client.received(BEURER, "2a35")])

    async def pair_again(self) -> None:
        client = self.client
        path = client.path(PASSKEY)
        await client.scan(PASSKEY)
        await client.connect(PASSKEY)
        await self.outcome("Pair when paired", client.call(path, "org.bluez.Device1", "Pair", timeout=8))
        await client.call(path, "org.bluez.Device1", "Disconnect")
        await client.disconnected(PASSKEY)

    async def after_the_restart(self) -> None:
        client = self.client
        await client.until("the daemon stopped", lambda: client.restarts, 90)
        await client.until("the daemon is back", lambda: client.owner)
        await client.powered()
        # bluetoothd may also know recently connected devices without a bond.
        devices = [found["org.bluez.Device1"] for found in client.objects.values() if "org.bluez.Device1" in found]
        self.note("after a restart the bonds are known", sorted(d["Name"] for d in devices if d["Paired"]))


async def side(kind: str, folder: Path, simulator: Path) -> dict:
    """Starts one of the two, plays, and stops it; returns the facts, including those of the ground truth."""
    scenario = json.loads((HERE / "examples/both.json").read_text())
    async with Stage(kind, folder, scenario, simulator=simulator) as stage:
        client = Client(stage.address)
        await client.open()
        await client.powered()
        player = Player(client)
        await player.play()
        client.bus.disconnect()
    for event in ("measured", "confirmed"):
        for address in EVERY:
            player.facts[f"ground truth: {event} by {address}"] = [
                e["frame"] for e in stage.truth(event) if e.get("device") == address]
    return player.facts


async def compare(simulator: Path, folder: Path, verbose: bool) -> tuple[int, int]:
    made, real = await asyncio.gather(side("simulator", folder, simulator), side("guest", folder, simulator))
    passed = failed = 0
    for name in sorted(made.keys() | real.keys()):
        a, b = made.get(name, "nothing"), real.get(name, "nothing")
        same, known = a == b, name in KNOWN
        good = same != known
        passed += good
        failed += not good
        if not good or not same or verbose:
            print(f"{'ok  ' if good else 'FAIL'} {name}" + (f" (known: {KNOWN[name]})" if known else ""))
            if not same:
                print(f"       simulator: {a}\n       guest:     {b}")
    return passed, failed


def main() -> int:
    arguments = parser(__doc__)
    arguments.add_argument("--simulator", type=Path, default=SIMULATOR)
    arguments.add_argument("--verbose", action="store_true", help="say what agrees, too")
    given = arguments.parse_args()
    reasons = [why_not("guest"), why_not("simulator", given.simulator)]
    return launch(given.keep, reasons, lambda folder: asyncio.run(compare(given.simulator, folder, given.verbose)))


if __name__ == "__main__":
    sys.exit(main())
