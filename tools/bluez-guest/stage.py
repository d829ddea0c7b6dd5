"""A running daemon with its devices: bluez-simulator, or the guest with the real bluetoothd."""

from __future__ import annotations

import asyncio
import json
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SIMULATOR = HERE.parent.parent / ".build/debug/bluez-simulator"
# The very first run downloads and builds the guest.
PATIENCE = 400


def command(kind: str, place: Path, scenario: Path, simulator: Path = SIMULATOR) -> list[str]:
    """The command for a stage, which ends when its standard input closes (the guest) or on SIGTERM (both)."""
    if kind == "guest":
        return [str(HERE / "guest"), "run", "--state", str(place), "--scenario", str(scenario), "--until-stdin-closes"]
    return [str(simulator), "--private-bus", str(place), "--control", str(place / "control"), "--scenario",
            str(scenario)]


def why_not(kind: str, simulator: Path = SIMULATOR) -> str | None:
    """The reason why a stage cannot run on this machine, or None."""
    import vm
    try:
        import dbus_fast  # noqa: F401
    except ImportError:
        return "no python3-dbus-fast: apt-get install python3-dbus-fast"
    if kind == "guest":
        return vm.why_not()
    return None if simulator.exists() else f"{simulator} is not built: tools/dev build"


class Stage:
    """`async with Stage(…) as stage`: started, with its bus's address and its control line; stopped at the end."""

    def __init__(self, kind: str, folder: Path, scenario: dict, name: str | None = None,
                 simulator: Path = SIMULATOR) -> None:
        self.kind, self.name = kind, name or kind
        # A Unix socket's path has at most 107 bytes.
        self.place = folder / self.name
        self.place.mkdir()
        self.log, self.errors = folder / f"{self.name}.jsonl", folder / f"{self.name}.err"
        script = folder / f"{self.name}.json"
        script.write_text(json.dumps(scenario))
        self.command = command(kind, self.place, script, simulator)
        self.address = ""

    async def __aenter__(self) -> Stage:
        with open(self.log, "wb") as out, open(self.errors, "wb") as errors:
            self.process = await asyncio.create_subprocess_exec(*self.command, stdin=subprocess.PIPE, stdout=out,
                                                                stderr=errors)
        try:
            await self.started()
        except BaseException:
            await self.stop()
            raise
        return self

    async def started(self) -> None:
        end = time.monotonic() + PATIENCE
        while b"daemonStarted" not in self.log.read_bytes():
            if self.process.returncode is not None:
                raise RuntimeError(f"the {self.name} did not start: {self.errors.read_text()[-500:]}")
            if time.monotonic() > end:
                raise RuntimeError(f"the {self.name} was not ready in {PATIENCE} s")
            await asyncio.sleep(0.1)
        # Imported here, because only a started stage needs this Debian package.
        from client import Control
        ready = self.truth()[0]
        self.address, self.control = ready["address"], Control(ready["control"])

    async def __aexit__(self, *_) -> None:
        await self.stop()

    async def stop(self) -> None:
        if self.process.returncode is None:
            self.process.terminate()
        await self.process.wait()

    def truth(self, event: str | None = None) -> list[dict]:
        """The devices' events so far; an incomplete last line is skipped."""
        lines = self.log.read_bytes().split(b"\n")[:-1]
        events = [json.loads(line) for line in lines]
        return [e for e in events if event is None or e["event"] == event]
