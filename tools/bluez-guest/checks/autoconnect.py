"""Which way a bonded cuff's link comes sooner: heard by scanning and connected, or by bluetoothd's own auto-connect."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from client import ADAPTER, DEVICE, Client, Failed
from dbus_fast import PropertyAccess, Variant
from dbus_fast.service import ServiceInterface, dbus_property
from stage import Stage

CUFF, SERVICE = "F0:0D:00:00:00:01", "00001810-0000-1000-8000-00805f9b34fb"
SCENARIO = {"seed": 3, "timing": {"temporaryTimeout": 600}, "devices": [
    {"address": CUFF, "name": "Cuff", "pairing": "justWorks", "idleSeconds": 30}]}
SCANNED = "first advert → connected: scanned, discovery stopped, Connect"
BESIDE = "first advert → connected: auto-connect beside discovery"
ALONE = "first advert → connected: auto-connect without discovery"


class Profile(ServiceInterface):
    """What a program exports that wants bluetoothd to connect devices of a service by itself."""

    def __init__(self) -> None:
        super().__init__("org.bluez.GattProfile1")

    @dbus_property(access=PropertyAccess.READ)
    def UUIDs(self) -> "as":  # noqa: N802, F722
        return [SERVICE]


class AutoConnect:
    """One bonded cuff that begins to advertise again and again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.times: dict[str, list[float]] = {SCANNED: [], BESIDE: [], ALONE: []}
        self.spoiled: list[str] = []
        self.chance = random.Random(2)

    async def run(self, runs: int) -> None:
        async with Stage("guest", self.folder, SCENARIO, "a") as stage:
            self.stage, self.client = stage, Client(stage.address)
            await self.client.open()
            await self.bond()
            await self.series(SCANNED, runs, discovers=True, connects=True)
            await self.register()
            await self.series(BESIDE, runs, discovers=True, connects=False)
            await self.series(ALONE, runs, discovers=False, connects=False)
            self.client.bus.disconnect()

    async def bond(self) -> None:
        client, control = self.client, self.stage.control
        await client.register_agent()
        await control.ask("advertise", device=CUFF)
        await client.scan(CUFF)
        await client.connect(CUFF)
        await client.pair(CUFF)
        # Who is not trusted is not connected again after a Disconnect.
        await client.call(client.path(CUFF), "org.freedesktop.DBus.Properties", "Set", "ssv",
                          [DEVICE, "Trusted", Variant("b", True)])
        await self.rest()

    async def register(self) -> None:
        self.client.bus.export("/app/profile", Profile())
        await self.client.call("/org/bluez/hci0", "org.bluez.GattManager1", "RegisterApplication", "oa{sv}", ["/app", {}])

    async def series(self, name: str, runs: int, discovers: bool, connects: bool) -> None:
        if discovers:
            await self.client.discover()
        for number in range(runs):
            # Discovery has rounds of some 10 s; any moment of them is as likely.
            await asyncio.sleep(1 + self.chance.uniform(0, 11))
            try:
                self.times[name].append(await asyncio.wait_for(self.once(connects), 120))
            except (Failed, asyncio.TimeoutError) as error:
                self.spoiled.append(f"{name}: {error or 'not in 120 s'}")
            print(f"{name} {number + 1}: {self.times[name][-1:]}", flush=True)
            await self.rest()
        if discovers:
            await self.client.call("/org/bluez/hci0", ADAPTER, "StopDiscovery")

    async def once(self, connects: bool) -> float:
        client, lines = self.client, len(self.stage.truth())
        client.heard.clear()
        await self.stage.control.ask("advertise", device=CUFF)
        if connects:
            await client.until("an advert", lambda: client.path(CUFF) in client.heard, 40)
            await client.call("/org/bluez/hci0", ADAPTER, "StopDiscovery")
            await client.connect(CUFF)
            await client.discover()
        await client.until("connected", lambda: client.device(CUFF).get("Connected"), 60)
        new = self.stage.truth()[lines:]
        advert = next(event["at"] for event in new if event["event"] == "advertising")
        return next(event["at"] for event in new if event["event"] == "connected") - advert

    async def rest(self) -> None:
        await self.stage.control.ask("silence", device=CUFF)
        await self.stage.control.ask("disconnect", device=CUFF)
        await self.client.disconnected(CUFF)
