"""How long it takes: from a cuff's first advert until the hub is ready, and from its indication until the service has it."""

from __future__ import annotations

import asyncio
import datetime
import math
import os
import platform
import random
import re
import statistics
import subprocess
from pathlib import Path

from client import Failed
from stage import Stage

from .hub import Hub


def cuff(number: int) -> str:
    return f"F0:0D:00:00:{number >> 8:02X}:{number & 0xFF:02X}"


def scenario(runs: int) -> dict:
    """A cuff for each run: one that the hub has not heard for long."""
    return {"seed": 12, "timing": {"temporaryTimeout": 600}, "devices": [
        {"address": cuff(number), "name": f"Cuff {number}", "idleSeconds": 8} for number in range(runs)]}


READY, SUBMITTED = "first advert → passiveIsReadyToRead", "last indication → recordSubmitted"
CONNECTED = "first advert → connected"


class Figures:
    """Reads one cuff again and again."""

    def __init__(self, kind: str, programs: Path, folder: Path) -> None:
        self.kind, self.programs, self.folder = kind, programs, folder
        self.times: dict[str, list[float]] = {READY: [], CONNECTED: [], SUBMITTED: []}
        self.spoiled: list[str] = []
        self.chance = random.Random(1)

    async def run(self, runs: int) -> None:
        async with Stage(self.kind, self.folder, scenario(runs), self.kind[0]) as stage:
            self.stage = stage
            async with Hub(self.programs, self.folder, stage.address, ["--solo"]) as hub:
                self.hub = hub
                await hub.patiently(lambda: hub.call("device-reader", "setPassivePeripherals",
                                                     {"peripheralIDs": [3000]}))
                for number in range(runs):
                    try:
                        await self.once(number)
                    except Failed as error:
                        self.spoiled.append(str(error))
                    print(f"run {number + 1}: " + ", ".join(f"{v[-1] * 1000:.0f} ms" for v in self.times.values() if v),
                          flush=True)
                self.at_service = (await asyncio.to_thread(hub.summary))["accepted"]

    async def once(self, number: int) -> None:
        stage, hub = self.stage, self.hub
        await hub.until("no link", lambda: len(stage.truth("connected")) == len(stage.truth("disconnected")))
        # Discovery has rounds of some 10 s; any moment of them is as likely.
        await asyncio.sleep(1 + self.chance.uniform(0, 11))
        zero, seen, lines = await stage.second_zero(), len(hub.events), len(stage.truth())
        await stage.control.ask("advertise", device=cuff(number))
        ready = await hub.until("passiveIsReadyToRead", lambda: hub.told("passiveIsReadyToRead", seen), 40)
        await hub.until("subscribed", lambda: self.since(lines, "subscribed"), 60)
        await stage.control.ask("measure", device=cuff(number), systolic=100 + number % 80, diastolic=70, pulse=60)
        submitted = await hub.until("recordSubmitted", lambda: hub.told("recordSubmitted", seen), 60)
        advert, link, sent = (self.since(lines, event) for event in ("advertising", "connected", "sent"))
        self.times[READY].append(wall(ready[0]) - zero - advert[0]["at"])
        self.times[CONNECTED].append(link[0]["at"] - advert[0]["at"])
        self.times[SUBMITTED].append(wall(submitted[-1]) - zero - sent[-1]["at"])

    def since(self, lines: int, event: str) -> list[dict]:
        return [e for e in self.stage.truth()[lines:] if e["event"] == event]


def wall(event: dict) -> float:
    """When an event was made, seconds since 1970."""
    return datetime.datetime.fromisoformat(event["time"].replace("Z", "+00:00")).timestamp()


def row(name: str, times: list[float]) -> str:
    ordered = sorted(t * 1000 for t in times)
    if not ordered:
        return f"| {name} | 0 | | | | |"
    last = ordered[math.ceil(0.99 * len(ordered)) - 1]
    return (f"| {name} | {len(ordered)} | {statistics.median(ordered):.0f} ms | {last:.0f} ms | {ordered[0]:.0f} ms | "
            f"{ordered[-1]:.0f} ms |")


def said(*command: str) -> str:
    try:
        return subprocess.run(command, text=True, capture_output=True).stdout.strip().splitlines()[0]
    except (OSError, IndexError):
        return "unknown"


def machine(image: dict | None) -> list[str]:
    """The facts that the figures depend on, as rows."""
    import vm
    info = Path("/proc/cpuinfo").read_text()
    model = re.search(r"model name\s*:\s*(.+)", info)
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    rows = [
        ("processor", f"{model.group(1) if model else platform.machine()}, {os.cpu_count()} cores"),
        ("memory", f"{int(memory.group(1)) >> 10} MB" if memory else "unknown"),
        ("system", f"kernel {platform.release()}"), ("load at the end", f"{os.getloadavg()[0]:.1f}"),
        ("Mosquitto", said("dpkg-query", "-W", "-f=${Version}\n", "mosquitto")),
        ("date", datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")),
        ("commit", said("git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD")),
    ]
    if image:
        rows += [("QEMU", said("qemu-system-x86_64", "--version")), ("accelerator", vm.ACCEL),
                 ("guest", f"kernel {image['kernelVersion']}, bluetoothd 5.66")]
    return [f"| {name} | {value} |" for name, value in rows]
