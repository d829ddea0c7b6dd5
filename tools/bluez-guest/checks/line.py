"""Seven realistic devices through the real bluetoothd and all actors to the service: which records arrive, exactly."""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections import Counter
from pathlib import Path

from client import Failed
from stage import SIMULATOR, Stage, why_not

from .counts import Counts
from .hub import SEAT, Hub
from .launch import launch, parser

CUFF, METER, OXIMETER, SCALE, THERMOMETER, MEMORY, STRIPS = (f"F0:0D:00:00:00:{n:02X}" for n in range(1, 8))
PASSKEY = 424242
USER = 1
OMRON, ONETOUCH = 10_072, 10_030
PASSIVE = [1000, 2000, 3000, 4000, 5000, OMRON, ONETOUCH]
RECORDS = 300
READINGS = 3
# Records in memories that are read with makers' protocols, before and after the bond is lost.
KEPT, LATER = 12, 3
# All differ within seven seconds: for a model whose sequence numbers are not trusted, equal values within one second
# are one.
VALUES = 150
WANTED = RECORDS + 4 * READINGS + 2 * KEPT
SCENARIO = {
    "seed": 11, "timing": {"temporaryTimeout": 600},
    "devices": [
        {"address": CUFF, "name": "Cuff", "battery": 90, "idleSeconds": 8},
        # Its clock is in another time zone, so its times must be corrected.
        {"address": METER, "name": "Meter", "profile": "glucose", "pairing": "passkey", "passkey": PASSKEY,
         "clockOffsetSeconds": -25200, "idleSeconds": 20, "awakeAtSeconds": [0.5], "recordPauseSeconds": 0.02},
        {"address": OXIMETER, "name": "Oximeter", "profile": "pulseOximeter", "idleSeconds": 8},
        {"address": SCALE, "name": "Scale", "profile": "weightScale", "addressType": "public",
         "idleSeconds": 8},
        {"address": THERMOMETER, "name": "Thermometer", "profile": "thermometer", "idleSeconds": 8},
        {"address": MEMORY, "name": "HEM-7155T", "profile": "omronCuff", "pairing": "justWorks",
         "information": {"manufacturer": "OMRON HEALTHCARE", "model": "HEM-7155T", "serial": "7"}},
        {"address": STRIPS, "name": "OneTouch 0007", "profile": "oneTouch", "pairing": "passkey", "passkey": PASSKEY,
         "information": {"manufacturer": "LifeScan", "model": "Verio Flex", "serial": "0007"}},
    ],
    "faults": [
        {"kind": "dropAtStep", "step": "racp", "device": METER, "frames": 90, "count": 3},
        {"kind": "notifyLost", "device": METER, "probability": 0.01, "count": 3},
        {"kind": "dropAfterFrames", "device": CUFF, "count": 2},
        {"kind": "duplicateIndication", "device": CUFF, "count": 1},
        {"kind": "dropAtStep", "step": "subscribed", "device": SCALE, "count": 1},
        {"kind": "dropAtStep", "step": "connected", "device": THERMOMETER, "count": 1},
        {"kind": "dropAtStep", "step": "discovery", "device": OXIMETER, "count": 1},
        {"kind": "dropAtStep", "step": "memory", "device": MEMORY, "frames": 5, "count": 1},
        {"kind": "dropAtStep", "step": "memory", "device": STRIPS, "frames": 30, "count": 1},
    ],
}


class Line(Counts):
    """A complete hub on the guest's bus, from pairing to the records at the service."""

    def __init__(self, kind: str, programs: Path, folder: Path) -> None:
        super().__init__()
        self.kind, self.programs, self.folder = kind, programs, folder

    async def run(self) -> None:
        async with Stage(self.kind, self.folder, SCENARIO, self.kind[0]) as stage:
            self.stage = stage
            async with Hub(self.programs, self.folder, stage.address) as hub:
                self.hub = hub
                self.check(True, f"the hub runs on the {self.kind}'s bus, a session is open")
                for step in (self.pair, self.assign, self.measure, self.arrive, self.compare, self.lose_bonds, self.wait):
                    try:
                        await step()
                    except (Failed, asyncio.TimeoutError, KeyError, OSError) as error:
                        self.check(False, f"{step.__name__}: {type(error).__name__} {error}")
                        if step in (self.pair, self.assign):
                            return

    async def assign(self) -> None:
        """An unassigned device belongs to no person, and one user of a scale with users is the person."""
        hub = self.hub
        for address, name in ((CUFF, "Cuff"), (OXIMETER, "Oximeter"), (SCALE, "Scale"), (THERMOMETER, "Thermometer")):
            await self.stage.control.ask("advertise", device=address)
            body = {"device": await hub.sighted(name), "seat": SEAT} | ({"userIndex": USER} if name == "Scale" else {})
            await hub.patiently(lambda: hub.call("session-manager", "assignDevice", body))

    async def pair(self) -> None:
        """The meters show their passkeys and the test types them at the hub; the cuff gets its key."""
        await self.pair_one(METER, "Meter", 1000, passkey=True)
        await self.pair_one(MEMORY, "HEM-7155T", OMRON)
        await self.pair_one(STRIPS, "OneTouch 0007", ONETOUCH, passkey=True)

    async def pair_one(self, address: str, name: str, row: int, passkey: bool = False) -> None:
        """Pairs a device, and retries as a person would when the hub says that it may help."""
        for left in (2, 1, 0):
            try:
                return await self.try_to_pair(address, name, row, passkey)
            except Failed as error:
                if not left or '"retriable":true' not in str(error):
                    raise

    async def try_to_pair(self, address: str, name: str, row: int, passkey: bool) -> None:
        hub = self.hub
        await self.stage.control.ask("advertise", device=address)
        device, seen = await hub.sighted(name), len(hub.events)
        pairing = asyncio.create_task(hub.call("device-reader", "pairPeripheral", {
            "device": device, "peripheralID": row, "seat": SEAT}, seconds=90))
        if passkey:
            asked = asyncio.create_task(hub.until("the question for the passkey",
                                                  lambda: hub.told("passkeyRequested", seen)))
            await asyncio.wait({pairing, asked}, return_when=asyncio.FIRST_COMPLETED)
            if not pairing.done():
                question = (await asked)[-1]["data"]["request"]
                await hub.call("device-reader", "answerPasskey", {"request": question, "passkey": f"{PASSKEY:06}"})
            asked.cancel()
        answer = await pairing
        self.check(answer["assigned"] is True, f"{name} is paired and the seat's: {answer['assigned']}")

    async def lose_bonds(self) -> None:
        """Both makers' devices lose their bonds: a person forgets and pairs them again, and nothing is read twice."""
        hub, ask, before = self.hub, self.stage.control.ask, len(self.hub.records())
        for address, name, row, values in (
                (MEMORY, "HEM-7155T", OMRON, {"systolic": 160, "diastolic": 90}),
                (STRIPS, "OneTouch 0007", ONETOUCH, {"milligramsPerDecilitre": 300})):
            await ask("forget", device=address)
            await hub.call("device-reader", "forgetDevice", {"device": await hub.sighted(name)}, seconds=60)
            await self.pair_one(address, name, row, passkey=row == ONETOUCH)
            # A clock of whole seconds cannot order a measurement and the pairing within the same second.
            await asyncio.sleep(2)
            for number in range(LATER):
                await ask("measure", device=address, **{key: value + number for key, value in values.items()})
        wanted = before + 2 * LATER
        await hub.until(f"{wanted} records at the service", lambda: len(hub.records()) >= wanted, 180)
        await asyncio.sleep(10)
        summary = await asyncio.to_thread(hub.summary)
        self.check(summary["accepted"] == wanted and summary["duplicates"] == 0,
                   f"after lost bonds {summary['accepted']} of {wanted} records, {summary['duplicates']} twice")

    async def measure(self) -> None:
        """All devices measure at the same time; the meter is read while it still records."""
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
        for number in range(KEPT):
            await ask("measure", device=MEMORY, systolic=141 + number, diastolic=88, user=1)
            await ask("measure", device=STRIPS, milligramsPerDecilitre=241 + number)
        for number in range(RECORDS):
            await ask("measure", device=METER, atSeconds=1 + number * 0.05, milligramsPerDecilitre=60 + number % VALUES)
        await self.hub.until("every reading taken", lambda: len(self.measured()) == WANTED, 120)
        self.check(True, f"{RECORDS} records in the meter, {KEPT} in each maker's memory, {READINGS} of each other device")

    def measured(self) -> list[dict]:
        """A meter sends a record's context in a separate frame with its own event."""
        return [e for e in self.stage.truth("measured") if e.get("device") != METER or self.is_record(e)]

    @staticmethod
    def is_record(event: dict) -> bool:
        return event.get("detail", "2a18") == "2a18" and len(event["frame"]) >= 24

    async def arrive(self) -> None:
        wanted = WANTED
        end = time.monotonic() + 300
        count = -1
        pressed = time.monotonic()
        while count < wanted and time.monotonic() < end:
            count = await asyncio.to_thread(lambda: self.hub.summary()["accepted"])
            if time.monotonic() - pressed > 8:
                # Presses the buttons again.
                pressed = time.monotonic()
                for address in (METER, MEMORY, STRIPS):
                    await self.stage.control.ask("advertise", device=address)
            await asyncio.sleep(0.5)
        # Duplicates would arrive later.
        await asyncio.sleep(10)
        summary = await asyncio.to_thread(self.hub.summary)
        self.check(summary["accepted"] == wanted, f"{summary['accepted']} of {wanted} records at the service")
        self.check(summary["duplicates"] == 0 and summary["logIDsOfSeveralUsers"] == 0, "none is there twice")
        faults = Counter(e["fault"] for e in self.stage.truth("fault"))
        self.check(faults["dropAtStep"] >= 4 and faults["dropAfterFrames"] >= 1, f"what went wrong: {dict(faults)}")

    async def compare(self) -> None:
        """Each measured value arrived exactly as often as it was measured."""
        expected = {
            "systolic": Counter([*range(121, 121 + READINGS), *range(141, 141 + KEPT)]), "spo2": Counter(95 + n for n in range(READINGS)),
            "body_weight": Counter(70 + n for n in range(READINGS)),
            "body_temperature": Counter(round(36.1 + n / 10, 1) for n in range(READINGS)),
            "blood_glucose": Counter(self.milligrams(e["frame"]) for e in self.measured() if e["device"] == METER)
            + Counter(range(241, 241 + KEPT)),
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
        """A device that is switched on before the measurement gets the request to measure."""
        hub = self.hub
        for address, name in ((CUFF, "Cuff"), (OXIMETER, "Oximeter"), (SCALE, "Scale"), (THERMOMETER, "Thermometer")):
            device, seen = await hub.sighted(name), len(hub.events)
            await self.stage.control.ask("advertise", device=address)
            await hub.until(f"the word to measure for the {name}", lambda: any(
                e["data"]["device"] == device for e in hub.told("passiveIsReadyToRead", seen)), 90)
            self.check(True, f"{name}: its person was told to measure")

    @staticmethod
    def milligrams(frame: str) -> int:
        """A record's concentration in mg/dL, if it was sent as a mantissa of kg/L with exponent -5."""
        data = bytes.fromhex(frame)
        at = 12 if data[0] & 1 else 10
        return int.from_bytes(data[at:at + 2], "little") & 0xFFF


def main() -> int:
    arguments = parser(__doc__)
    arguments.add_argument("--stage", choices=("guest", "simulator"), default="guest")
    arguments.add_argument("--programs", type=Path, default=SIMULATOR.parent)
    given = arguments.parse_args()
    missing = [name for name in ("vitalbus", "validic-simulator", "device-reader") if not (given.programs / name).exists()]
    broker = shutil.which("mosquitto") or Path("/usr/sbin/mosquitto").exists()

    def play(folder: Path) -> tuple[int, int]:
        line = Line(given.stage, given.programs, folder)
        try:
            asyncio.run(line.run())
        except RuntimeError as error:
            line.check(False, str(error))
        return line.passed, line.failed

    return launch(given.keep, [why_not(given.stage, given.programs / "bluez-simulator"),
                               f"{missing[0]} is not built: tools/dev build" if missing else None,
                               None if broker else "no mosquitto: apt-get install mosquitto"], play)


if __name__ == "__main__":
    sys.exit(main())
