"""Faults of devices, pairing, bluetoothd, the adapter and the power."""

from __future__ import annotations

import asyncio

from client import Client, Failed

from .base import COMPARED, CUFF, ENTERED, LEGACY, METER, PLAIN, ROTATING, Base

CLOCK = bytes.fromhex("ea070301070000")


class Trouble(Base):
    """Causes faults and checks the recovery."""

    async def faults(self) -> None:
        client = self.client
        await self.control.ask("fault", kind="dropAtStep", step="discovery", device=PLAIN, count=1)
        await self.control.ask("measure", device=PLAIN, kilograms=70)
        try:
            await client.call(client.path(PLAIN), "org.bluez.Device1", "Connect")
            seen = "Connect went well, then the link was gone"
        except Failed as error:
            seen = str(error)
        await client.disconnected(PLAIN)
        struck = await self.control.truth("fault", PLAIN, fault="dropAtStep")
        self.check(len(struck) == 1 and not client.device(PLAIN).get("ServicesResolved"),
                   f"link lost during discovery: {seen}")
        for step, uuid, wanted in (("information", "2a24", None), ("clock", "2a08", None), ("clock", "2a08", CLOCK)):
            await client.connect(PLAIN)
            frames = 2 if wanted else 1
            await self.control.ask("fault", kind="dropAtStep", step=step, device=PLAIN, count=1, frames=frames)
            if wanted:
                await client.read(PLAIN, uuid)
            asked = client.write(PLAIN, uuid, wanted) if wanted else client.read(PLAIN, uuid)
            await self.refused(asked, "Operation failed with ATT error: 0x0e", f"link lost at {step}, {'set' if wanted else 'read'}")
            await client.disconnected(PLAIN)
        self.check(len(await self.control.truth("clockSet", PLAIN)) == 1, "the clock was set all the same")
        await self.control.ask("fault", kind="truncatedFrame", device=PLAIN, count=1, frames=3)
        await self.control.ask("fault", kind="connectAbortByLocal", device=PLAIN, count=1)
        await self.refused(client.call(client.path(PLAIN), "org.bluez.Device1", "Connect"), "Failed", "aborted connect")
        await client.connect(PLAIN)
        await client.subscribe(PLAIN, "2a9d")
        await client.until("a frame", lambda: client.received(PLAIN, "2a9d"))
        self.check(len(client.received(PLAIN, "2a9d")[0]) == 3, "a truncated frame")
        await self.control.ask("fault", kind="garbageFrame", device=PLAIN, count=1)
        await self.control.ask("fault", kind="duplicateIndication", device=PLAIN, count=1)
        client.received(PLAIN, "2a9d").clear()
        told = await self.control.ask("measure", device=PLAIN, kilograms=71)
        await client.disconnected(PLAIN)
        await client.connect(PLAIN)
        frame = bytes.fromhex(told["frames"][0]["frame"])
        await client.until("twice the same", lambda: client.received(PLAIN, "2a9d").count(frame) == 2)
        garbage = [event["delivered"] for event in await self.control.truth("sent", PLAIN, detail="garbage")]
        self.check(client.received(PLAIN, "2a9d")[0].hex() == garbage[0],
                   f"garbage {garbage[0]} came, and a reading twice because its confirmation was lost")
        await self.control.ask("fault", kind="sendsForever", device=PLAIN, count=1)
        client.received(PLAIN, "2a9d").clear()
        await self.control.ask("measure", device=PLAIN, kilograms=72)
        await client.until("a flood", lambda: len(client.received(PLAIN, "2a9d")) > 25)
        await client.call(client.path(PLAIN), "org.bluez.Device1", "Disconnect")
        await client.disconnected(PLAIN)
        self.check(True, f"it sent for ever: {len(client.received(PLAIN, '2a9d'))} frames until we left")
        await self.control.ask("clearFaults")

    async def silences(self) -> None:
        """Faults that never end on their own, or take long."""
        client = self.client
        await self.control.ask("fault", kind="racpNeverEnds", device=METER, count=1)
        await self.control.ask("advertise", device=METER)
        await client.connect(METER)
        await client.subscribe(METER, "2a18", "2a52")
        await self.refused(client.racp(METER, bytes([1, 5]), 5), "not in 5 s", "a report without an end")
        self.check(len(client.received(METER, "2a18")) == 1, "its record came")
        await self.control.ask("disappear", device=METER, seconds=2)
        await client.disconnected(METER)
        self.check(True, "it disappeared: the link is lost")
        await asyncio.sleep(2)
        await self.control.ask("fault", kind="sendsForever", device=METER, count=1)
        await self.control.ask("advertise", device=METER)
        await client.connect(METER)
        await client.subscribe(METER, "2a18", "2a52")
        await self.refused(client.racp(METER, bytes([1, 6]), 3), "not in 3 s", "a report that repeats for ever")
        count = len(client.received(METER, "2a18"))
        self.check(count > 20, f"{count} times the same record in 3 s")
        _, answer = await client.racp(METER, bytes([3, 0]))
        self.check(answer == bytes([6, 0, 3, 1]), "which an abort ends")
        await self.control.ask("fault", kind="neverAnswers", step="racp", device=METER, count=1)
        await self.refused(client.racp(METER, bytes([4, 1])), "", "an unanswered write")
        await client.disconnected(METER)
        await self.control.ask("fault", kind="discoveryStuck", clearedBy="powerCycle")
        await self.control.ask("advertise", device=CUFF)
        await client.call("/org/bluez/hci0", "org.bluez.Adapter1", "StartDiscovery")
        client.device(CUFF).pop("RSSI", None)
        await self.refused(client.until("an advert", lambda: "RSSI" in client.device(CUFF), 3), "not in", "deaf")
        for powered in (False, True):
            await client.power(powered)
        await client.call("/org/bluez/hci0", "org.bluez.Adapter1", "StartDiscovery")
        await client.until("an advert after a power cycle", lambda: "RSSI" in client.device(CUFF))
        await client.call("/org/bluez/hci0", "org.bluez.Adapter1", "StopDiscovery")
        self.check(True, "a power cycle cured it")

    async def pairings(self) -> None:
        client = self.client
        for address, more in ((ENTERED, {"pairing": "enter"}), (COMPARED, {"pairing": "confirm"}),
                              (LEGACY, {"pairing": "passkey", "passkey": 77, "secureConnections": False})):
            script = {"address": address, "name": more["pairing"], "idleSeconds": 20} | more
            await self.control.ask("add", device=script)
            await self.control.ask("advertise", device=address)
        await client.scan(ENTERED, COMPARED, LEGACY)
        pairing = asyncio.create_task(client.pair(ENTERED))
        shown = await asyncio.wait_for(client.agent.displayed.get(), 20)
        await self.control.ask("enter", device=ENTERED, passkey=shown)
        await pairing
        self.check(client.device(ENTERED)["Paired"], f"the device entered {shown:06d}, which the hub showed")
        await client.pair(COMPARED)
        shown = await asyncio.wait_for(client.agent.displayed.get(), 20)
        device = (await self.control.truth("passkeyShown", COMPARED))[-1]["detail"]
        self.check(device == f"{shown:06d}", f"numeric comparison: both show {device}")
        client.agent.passkey = 77
        await client.pair(LEGACY)
        detail = (await self.control.truth("paired", LEGACY))[-1]["detail"]
        self.check(detail == "legacy authenticated", f"legacy passkey: {detail}")
        for address in (ENTERED, COMPARED, LEGACY):
            await self.control.ask("remove", device=address)
            await client.disconnected(address)

    async def private_address(self) -> None:
        client = self.client
        script = {"address": ROTATING, "addressType": "resolvable", "name": "Rotating", "pairing": "justWorks",
                  "idleSeconds": 3}
        on_air = (await self.control.ask("add", device=script))["onAir"]
        await self.control.ask("measure", device=ROTATING)
        await client.scan(on_air)
        await client.call(client.path(on_air), "org.bluez.Device1", "Pair")
        await client.until("the identity", lambda: any(
            d.get("org.bluez.Device1", {}).get("Address") == ROTATING for d in client.objects.values()))
        path = next(p for p, d in client.objects.items() if d.get("org.bluez.Device1", {}).get("Address") == ROTATING)
        await self.control.ask("disconnect", device=ROTATING)
        await client.until("disconnected", lambda: not client.objects[path]["org.bluez.Device1"]["Connected"])
        fresh = (await self.control.ask("address", device=ROTATING))["onAir"]
        await self.control.ask("advertise", device=ROTATING)
        await client.call(path, "org.bluez.Device1", "Connect")
        devices = [d["org.bluez.Device1"]["Address"] for d in client.objects.values()
                   if d.get("org.bluez.Device1", {}).get("Name") == "Rotating"]
        self.check(fresh != on_air and ROTATING in devices,
                   f"bonded at {on_air}, known as {ROTATING}, connected at {fresh}; objects {devices}")
        await client.call(path, "org.bluez.Device1", "Disconnect")
        await self.control.ask("remove", device=ROTATING)

    async def daemon(self) -> None:
        client = self.client
        await self.control.ask("daemon", to="kill")
        await client.until("bluetoothd gone", lambda: not client.objects)
        await self.control.ask("daemon", to="start")
        await client.until("bluetoothd back", lambda: client.owner)
        for _ in range(100):
            await client.refresh()
            if client.adapter().get("Powered"):
                break
            await asyncio.sleep(0.2)
        self.check(client.device(METER).get("Paired") is True, "bluetoothd killed and started: the bond is there")
        await self.control.ask("daemon", to="hang")
        try:
            await client.call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", timeout=3)
            self.check(False, "a hanging bluetoothd answered")
        except Failed as error:
            self.check(True, f"bluetoothd hangs: {error}")
        await self.control.ask("daemon", to="resume")
        await client.refresh()
        self.check(bool(client.adapter()), "and goes on")

    async def adapter(self) -> None:
        client = self.client
        await self.control.ask("adapter", to="detach")
        await client.until("adapter gone", lambda: not client.adapter())
        await self.control.ask("adapter", to="attach")
        await client.until("adapter back", lambda: client.adapter().get("Powered"))
        self.check(True, "adapter unplugged and plugged in")
        await self.control.ask("adapter", to="block")
        await client.until("blocked", lambda: not client.adapter().get("Powered"))
        await self.control.ask("adapter", to="unblock")
        await client.until("powered", lambda: client.adapter().get("Powered"), 10)
        self.check(True, "radio switched off and on (rfkill)")
        await self.control.ask("advertise", device=CUFF)
        await client.scan(CUFF)
        self.check(True, "it scans again")

    async def reboot(self) -> None:
        client = self.client
        client.bus.disconnect()
        took = (await self.control.ask("reboot"))["bootSeconds"]
        self.client = client = Client(client.address)
        await client.open()
        await client.register_agent()
        self.check(client.device(METER).get("Paired") is True, f"rebooted in {took} s: the bond is there")
        await self.control.ask("advertise", device=METER)
        await client.connect(METER)
        await client.subscribe(METER, "2a18", "2a52")
        _, answer = await client.racp(METER, bytes([4, 1]))
        self.check(answer == bytes([5, 0, 0x2C, 1]), "and is used: 300 records counted")
