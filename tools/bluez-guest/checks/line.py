"""From five real-looking devices through the real bluetoothd and all actors to the service: what arrives, exactly."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path

from client import Failed
from stage import Stage

from .counts import Counts
from .hub import SEAT, Hub

CUFF, METER, OXIMETER, SCALE, THERMOMETER = (f"F0:0D:00:00:00:{n:02X}" for n in range(1, 6))
PASSKEY = 424242
USER = 1
PASSIVE = [1000, 2000, 3000, 4000, 5000]
RECORDS = 300
READINGS = 3
# No two alike within seven seconds: where a model's sequence numbers are not trusted, equal values of one second are one.
VALUES = 150
SCENARIO = {
    "seed": 11, "timing": {"temporaryTimeout": 600},
    "devices": [
        {"address": CUFF, "name": "Cuff", "battery": 90, "idleSeconds": 8},
        # Its clock shows the time of another zone: what it says must be put right.
        {"address": METER, "name": "Meter", "profile": "glucose", "pairing": "passkey", "passkey": PASSKEY,
         "clockOffsetSeconds": -25200, "idleSeconds": 20, "awakeAtSeconds": [0.5], "recordPauseSeconds": 0.02},
        {"address": OXIMETER, "name": "Oximeter", "profile": "pulseOximeter", "idleSeconds": 8},
        {"address": SCALE, "name": "Scale", "profile": "weightScale", "addressType": "public",
         "idleSeconds": 8},
        {"address": THERMOMETER, "name": "Thermometer", "profile": "thermometer", "idleSeconds": 8},
    ],
    "faults": [
        {"kind": "dropAtStep", "step": "racp", "device": METER, "frames": 90, "count": 3},
        {"kind": "notifyLost", "device": METER, "probability": 0.01, "count": 3},
        {"kind": "dropAfterFrames", "device": CUFF, "count": 2},
        {"kind": "duplicateIndication", "device": CUFF, "count": 1},
        {"kind": "dropAtStep", "step": "subscribed", "device": SCALE, "count": 1},
        {"kind": "dropAtStep", "step": "connected", "device": THERMOMETER, "count": 1},
        {"kind": "dropAtStep", "step": "discovery", "device": OXIMETER, "count": 1},
    ],
}


class Line(Counts):
    """A whole hub on the guest's bus, from pairing to what is at the service."""

    def __init__(self, kind: str, programs: Path, folder: Path) -> None:
        super().__init__()
        self.kind, self.programs, self.folder = kind, programs, folder

    async def run(self) -> None:
        async with Stage(self.kind, self.folder, SCENARIO, self.kind[0]) as stage:
            self.stage = stage
            async with Hub(self.programs, self.folder, stage.address, []) as hub:
                self.hub = hub
                self.check(True, f"the hub runs on the {self.kind}'s bus, a session is open")
                for step in (self.pair, self.assign, self.measure, self.arrive, self.compare, self.wait):
                    try:
                        await step()
                    except (Failed, asyncio.TimeoutError, KeyError, OSError) as error:
                        self.check(False, f"{step.__name__}: {type(error).__name__} {error}")
                        if step in (self.pair, self.assign):
                            return

    async def assign(self) -> None:
        """A device that nobody assigned is nobody's, and of a scale with users one is the person."""
        hub = self.hub
        for address, name in ((CUFF, "Cuff"), (OXIMETER, "Oximeter"), (SCALE, "Scale"), (THERMOMETER, "Thermometer")):
            await self.stage.control.ask("advertise", device=address)
            body = {"device": await hub.sighted(name), "seat": SEAT} | ({"userIndex": USER} if name == "Scale" else {})
            await hub.patiently(lambda: hub.call("session-manager", "assignDevice", body))

    async def pair(self) -> None:
        """The meter shows its passkey, somebody types it in at the hub."""
        hub = self.hub
        device = await hub.sighted("Meter")
        pairing = asyncio.create_task(hub.call("device-reader", "pairPeripheral", {
            "device": device, "peripheralID": 1000, "seat": SEAT}, seconds=90))
        asked = asyncio.create_task(hub.until("the question for the passkey", lambda: hub.told("passkeyRequested")))
        await asyncio.wait({pairing, asked}, return_when=asyncio.FIRST_COMPLETED)
        if not pairing.done():
            question = (await asked)[-1]["data"]["request"]
            await hub.call("device-reader", "answerPasskey", {"request": question, "passkey": f"{PASSKEY:06}"})
        asked.cancel()
        answer = await pairing
        self.check(answer["assigned"] is True, f"the meter is paired and the seat's: {answer['assigned']}")

    async def measure(self) -> None:
        """Everybody measures at the same time; the meter is read while it still takes records."""
        await self.hub.patiently(lambda: self.hub.call("device-reader", "setPassivePeripherals",
                                                       {"peripheralIDs": PASSIVE}))
        ask = self.stage.control.ask
        for number in range(READINGS):
            at = 1 + number * 8
            await ask("measure", device=CUFF, atSeconds=at, systolic=121 + number, diastolic=81 + number,
                      pulse=61 + number)
            await ask("measure", device=OXIMETER, atSeconds=at + 1, spo2=95 + number, pulse=71 + number)
            await ask("measure", device=SCALE, atSeconds=at + 2, kilograms=70 + number, user=USER)
            await ask("measure", device=THERMOMETER, atSeconds=at + 3, celsius=36.1 + number / 10)
        for number in range(RECORDS):
            await ask("measure", device=METER, atSeconds=1 + number * 0.05, milligramsPerDecilitre=60 + number % VALUES)
        await self.hub.until("every reading taken", lambda: len(self.measured()) == RECORDS + 4 * READINGS, 120)
        self.check(True, f"{RECORDS} records in the meter, {READINGS} readings of each of the others")

    def measured(self) -> list[dict]:
        """A meter tells a record's context as a frame of its own, which names itself."""
        return [e for e in self.stage.truth("measured") if e.get("device") != METER or self.is_record(e)]

    @staticmethod
    def is_record(event: dict) -> bool:
        return event.get("detail", "2a18") == "2a18" and len(event["frame"]) >= 24

    async def arrive(self) -> None:
        wanted = RECORDS + 4 * READINGS
        end = time.monotonic() + 300
        count = -1
        pressed = time.monotonic()
        while count < wanted and time.monotonic() < end:
            count = await asyncio.to_thread(lambda: self.hub.summary()["accepted"])
            if time.monotonic() - pressed > 8:
                # Somebody presses the meter's button again.
                pressed = time.monotonic()
                await self.stage.control.ask("advertise", device=METER)
            await asyncio.sleep(0.5)
        # What is doubled comes later.
        await asyncio.sleep(10)
        summary = await asyncio.to_thread(self.hub.summary)
        self.check(summary["accepted"] == wanted, f"{summary['accepted']} of {wanted} records at the service")
        self.check(summary["duplicates"] == 0 and summary["logIDsOfSeveralUsers"] == 0, "none is there twice")
        faults = Counter(e["fault"] for e in self.stage.truth("fault"))
        self.check(faults["dropAtStep"] >= 4 and faults["dropAfterFrames"] >= 1, f"what went wrong: {dict(faults)}")

    async def compare(self) -> None:
        """Each value that was measured is there as often as it was measured."""
        expected = {
            "systolic": Counter(121 + n for n in range(READINGS)), "spo2": Counter(95 + n for n in range(READINGS)),
            "body_weight": Counter(70 + n for n in range(READINGS)),
            "body_temperature": Counter(round(36.1 + n / 10, 1) for n in range(READINGS)),
            "blood_glucose": Counter(self.milligrams(e["frame"]) for e in self.measured() if e["device"] == METER),
        }
        found: dict[str, Counter] = {name: Counter() for name in expected}
        for record in self.hub.records().values():
            for metric in record["content"].get("metrics", []):
                if metric["type"] in found:
                    found[metric["type"]][metric["value"]] += 1
        for name, values in expected.items():
            lost, more = values - found[name], found[name] - values
            self.check(not lost and not more, f"{name}: {found[name].total()} values, "
                       f"lost {dict(lost) or 'none'}, too many {dict(more) or 'none'}")

    async def wait(self) -> None:
        """Who switches a device on and has not measured yet is told to."""
        hub = self.hub
        for address, name in ((CUFF, "Cuff"), (OXIMETER, "Oximeter"), (SCALE, "Scale"), (THERMOMETER, "Thermometer")):
            device, seen = await hub.sighted(name), len(hub.events)
            await self.stage.control.ask("advertise", device=address)
            await hub.until(f"the word to measure for the {name}", lambda: any(
                e["data"]["device"] == device for e in hub.told("passiveIsReadyToRead", seen)), 90)
            self.check(True, f"{name}: its person was told to measure")

    @staticmethod
    def milligrams(frame: str) -> int:
        """The concentration of a record in mg/dL, where it was told as a mantissa of kg/L with exponent -5."""
        data = bytes.fromhex(frame)
        at = 12 if data[0] & 1 else 10
        return int.from_bytes(data[at:at + 2], "little") & 0xFFF
