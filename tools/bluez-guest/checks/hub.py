"""A complete hub next to a stage: broker, actors, a person's session, and the simulated service, all as programs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from client import Failed

SEAT = HUB = "room-1"
ORGANIZATION, PERSON, TOKEN = "demo-org", "demo-user", "demo-token"
# Real devices measure a few times a day, these every few seconds. bluetoothd reports a device once in 10.5 s.
SETTINGS = [
    "ble-scanner:lost-after=12s", "device-reader:passive.rearm=1s", "device-reader:passive.rearm-advertising=15s",
    "session-manager:retry.base=200ms", "session-manager:retry.cap=2s",
    "session-manager:rate.per-hour=0", "uploader:pull.interval=1s", "uploader:destination.inform.repeats=upsert",
]


class Hub:
    """`async with Hub(…) as hub`: runs until the end; `events` has the messages from the bus."""

    def __init__(self, programs: Path, folder: Path, bus: str) -> None:
        self.programs, self.folder, self.bus = programs, folder, bus
        self.state, self.journal_file = folder / "hub", folder / "server.jsonl"
        self.events: list[dict] = []
        self.changed = asyncio.Event()
        self.processes: list[asyncio.subprocess.Process] = []
        self.watching: asyncio.Task | None = None
        self.server = ""

    async def __aenter__(self) -> Hub:
        try:
            await self.start_server()
            await self.start_hub()
        except BaseException:
            await self.stop()
            raise
        return self

    async def __aexit__(self, *_) -> None:
        await self.stop()

    async def stop(self) -> None:
        if self.watching:
            self.watching.cancel()
        for process in reversed(self.processes):
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            try:
                await asyncio.wait_for(process.wait(), 30)
            except asyncio.TimeoutError:
                process.kill()

    async def run(self, program: str, *arguments: str, log: str, **pipes) -> asyncio.subprocess.Process:
        with open(self.folder / log, "ab") as file:
            process = await asyncio.create_subprocess_exec(
                str(self.programs / program), *arguments, stderr=file, **({"stdout": file} | pipes))
        self.processes.append(process)
        return process

    # -- starting
    async def start_server(self) -> None:
        process = await self.run("validic-simulator", "--user", f"{ORGANIZATION}:{PERSON}:{TOKEN}",
                                 "--repeats", "upsert", "--journal", str(self.journal_file), log="server.log", stdout=asyncio.subprocess.PIPE)
        while line := await asyncio.wait_for(process.stdout.readline(), 60):
            with contextlib.suppress(ValueError):
                if (ready := json.loads(line)).get("event") == "ready":
                    self.server = f"http://127.0.0.1:{ready['port']}"
                    asyncio.get_running_loop().create_task(process.stdout.read())
                    return
        raise Failed("the simulated service did not start")

    async def start_hub(self) -> None:
        words = [word for setting in SETTINGS for word in ("--set", setting)]
        await self.run("vitalbus", "up", "--no-table", "--state", str(self.state), "--site", "demo", "--hub", HUB,
                       "--seat", SEAT, "--bus-address", self.bus, "--inform-url", self.server, "--share-values", *words,
                       log="hub.log")
        token = self.folder / "token"
        token.write_text(TOKEN)
        token.chmod(0o600)
        await self.patiently(lambda: self.command(
            "session", "start", "--seat", SEAT, "--user", PERSON, "--organization", ORGANIZATION, "--token-file",
            str(token)))
        watch = await self.run("vitalbus", "watch", "--state", str(self.state), "--json", log="watch.log",
                               stdout=asyncio.subprocess.PIPE, limit=1 << 24)
        self.watching = asyncio.create_task(self.follow(watch.stdout))

    async def follow(self, lines: asyncio.StreamReader) -> None:
        with open(self.folder / "events.jsonl", "ab") as log:
            while line := await lines.readline():
                log.write(line)
                with contextlib.suppress(ValueError):
                    self.events.append(json.loads(line))
                    self.changed.set()

    # -- asking
    async def command(self, *words: str, given: str | None = None) -> str:
        """Runs `vitalbus` and returns its output."""
        process = await asyncio.create_subprocess_exec(
            str(self.programs / "vitalbus"), *words, "--state", str(self.state), stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        out, errors = await process.communicate((given or "").encode())
        if process.returncode:
            raise Failed(f"vitalbus {' '.join(words[:3])}: {(out + errors).decode(errors='replace').strip()[-400:]}")
        return out.decode()

    async def call(self, actor: str, operation: str, body: dict, seconds: float = 10) -> dict:
        """An operation's answer; raises Failed with its error's text."""
        return json.loads(await self.command("call", actor, operation, "-", "--timeout", str(seconds),
                                             given=json.dumps(body)))["ok"]

    async def patiently(self, call: Callable, seconds: float = 60):
        """Retries while an actor is not ready yet."""
        end = time.monotonic() + seconds
        while True:
            try:
                return await call()
            except Failed:
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(0.3)

    async def until(self, what: str, test: Callable, seconds: float = 60):
        """Waits until `test` returns something; checks at each event and twice a second."""
        end = time.monotonic() + seconds
        while not (found := test()):
            if time.monotonic() > end:
                raise Failed(f"not in {seconds:.0f} s: {what}")
            self.changed.clear()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.changed.wait(), 0.5)
        return found

    def told(self, kind: str, after: int = 0) -> list[dict]:
        """The events of a type, in order; `after` skips this many of all events."""
        return [e for e in self.events[after:] if e.get("type", "").split(".")[1:2] == [kind]]

    async def sighted(self, name: str) -> str:
        """The id of the device with this name, once the scanner has reported it."""
        def find() -> str | None:
            found = [e["data"]["device"] for e in self.told("peripheralSighted") if e["data"].get("name") == name]
            return found[-1] if found else None
        return await self.until(f"{name} sighted", find)

    # -- the service
    def summary(self) -> dict:
        with urllib.request.urlopen(f"{self.server}/_control/summary", timeout=10) as answer:
            return json.load(answer)

    def journal(self) -> list[dict]:
        """The service's journal entries, in order."""
        if not self.journal_file.exists():
            return []
        return [json.loads(line) for line in self.journal_file.read_bytes().split(b"\n")[:-1]]

    def records(self) -> dict[str, dict]:
        """The latest content of each record, by log id."""
        found: dict[str, dict] = {}
        for entry in self.journal():
            record = entry["record"]
            if entry["act"] == "delete":
                found.pop(record["logID"], None)
            else:
                found[record["logID"]] = record
        return found
