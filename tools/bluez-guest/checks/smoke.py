"""Boots the guest and uses it as a hub does: scans, pairs, reads, and causes faults. Takes about two minutes."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from client import Client, Control, Failed

from .base import SCENARIO
from .launch import launch, parser
from .profiles import Profiles
from .trouble import Trouble

HERE = Path(__file__).resolve().parent.parent


class Smoke(Profiles, Trouble):
    """Starts the guest, runs the checks, and stops it."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    async def run(self, only: str | None) -> None:
        scenario = self.folder / "scenario.json"
        scenario.write_text(json.dumps(SCENARIO))
        errors = open(self.folder / "guest.err", "wb")
        guest = await asyncio.create_subprocess_exec(
            str(HERE / "guest"), "run", "--state", str(self.folder), "--scenario", str(scenario), "--capture",
            "--log", str(self.folder / "truth.jsonl"), "--until-stdin-closes",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        try:
            line = await asyncio.wait_for(guest.stdout.readline(), 400)
            if not line:
                return self.check(False, "the guest did not start: " + (self.folder / "guest.err").read_text()[-500:])
            ready = json.loads(line)
            self.check(ready["event"] == "ready", f"booted in {ready['bootSeconds']} s")
            self.control, self.client = Control(ready["control"]), Client(ready["address"])
            await self.client.open()
            for step in (self.scan, self.cuff, self.meter, self.meter_loses_its_link, self.thermometer, self.oximeter,
                         self.scale, self.faults, self.silences, self.pairings, self.private_address, self.daemon,
                         self.adapter, self.reboot):
                if only and only != step.__name__ and step != self.scan:
                    continue
                try:
                    await asyncio.wait_for(step(), 150)
                except (Failed, asyncio.TimeoutError, KeyError, OSError) as error:
                    self.check(False, f"{step.__name__}: {type(error).__name__} {error}")
            status = await self.control.ask("status")
            machine = status["machine"]
            print(f"        QEMU: {machine['residentMiB']} MiB, {machine['cpuSeconds']} s of processor time in "
                  f"{status['at']:.0f} s")
            stats = await self.control.ask("stats")
            self.check(not stats["unknownCommands"], f"{stats['commands']} commands to the adapter, all known: "
                       f"{stats['unknownCommands']}")
        finally:
            if hasattr(self, "client"):
                self.client.bus.disconnect()
            guest.stdin.close()
            try:
                status = await asyncio.wait_for(guest.wait(), 15)
                self.check(status == 0, f"ended with status {status} when its standard input closed")
            except asyncio.TimeoutError:
                guest.kill()
                self.check(False, "the guest did not end")


def main() -> int:
    arguments = parser(__doc__)
    arguments.add_argument("--only", metavar="NAME", help="only the scan and this step")
    given = arguments.parse_args()

    def play(folder: Path) -> tuple[int, int]:
        smoke = Smoke(folder)
        asyncio.run(smoke.run(given.only))
        return smoke.passed, smoke.failed

    return launch(given.keep, [], play)


if __name__ == "__main__":
    sys.exit(main())
