"""One running guest: the machine, the air around it, its bus and its control line."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import struct
import sys
import time
from pathlib import Path

import vm
from image import build
from radio.hci import H4Parser
from radio.scenario import DeviceScript, Fault, Measurement, Scenario, ScenarioError
from radio.truth import Truth
from radio.world import World

LONGEST_LINE = 1 << 20
MOST_WAITING = 4 << 20


def say(text: str) -> None:
    print(f"guest: {text}", file=sys.stderr, flush=True)


class Capture:
    """Records the traffic on the serial line for btmon and Wireshark (btsnoop, H4)."""

    def __init__(self, path: Path) -> None:
        self.file = open(path, "wb", buffering=0)
        self.file.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))

    def write(self, packet: bytes, received: bool) -> None:
        flags = (1 if received else 0) | (2 if packet[0] in (1, 4) else 0)
        stamp = int(time.time() * 1_000_000) + 0x00DCDDB30F2F8000
        self.file.write(struct.pack(">IIIIq", len(packet), len(packet), flags, 0, stamp) + packet)


class App:
    """Boots, plays the scenario, and serves the control line until it is stopped."""

    def __init__(self, folder: Path, scenario: Scenario, log: str | None, capture: bool, cold: bool) -> None:
        self.folder, self.scenario, self.cold = folder, scenario, cold
        self.truth = Truth(log)
        self.world = World(scenario, self.truth, folder, self)
        self.capture = Capture(folder / "hci.btsnoop") if capture else None
        self.parser = H4Parser(self.packet)
        self.machine: vm.Machine | None = None
        self.bus = vm.BusProxy(folder / "bus", lambda: self.machine.bus_port if self.machine else 1)
        self.ending = asyncio.Event()
        self.boot_seconds = 0.0
        self.server: asyncio.Server | None = None

    # -- the serial line
    def packet(self, kind: int, body: bytes) -> None:
        if self.capture:
            self.capture.write(bytes([kind]) + body, received=False)
        self.world.controller.receive(kind, body)

    def send(self, packet: bytes) -> None:
        if self.capture:
            self.capture.write(packet, received=True)
        if self.machine:
            self.machine.send(packet)

    # -- life
    async def start(self) -> None:
        await self.boot()
        await self.bus.start()
        path = self.folder / "control"
        path.unlink(missing_ok=True)
        self.server = await asyncio.start_unix_server(self.serve, str(path), limit=LONGEST_LINE)
        path.chmod(0o600)
        self.truth.restart()
        self.truth.write("ready", address=f"unix:path={self.folder / 'bus'}", control=str(path),
                         bootSeconds=round(self.boot_seconds, 2), notPlayed=self.scenario.not_played or None)
        self.truth.write("daemonStarted")
        self.world.begin()

    async def boot(self) -> None:
        image = await asyncio.to_thread(build.ensure, say)
        memory = None if self.cold else await vm.saved_machine(image, say)
        started = time.monotonic()
        self.parser.rest.clear()
        self.machine = vm.Machine(image, self.folder, self.parser.feed, memory)
        try:
            await self.machine.start()
        except vm.GuestError as error:
            if not memory:
                raise
            # Saved by another build of QEMU, or incomplete: booting always works, and the next run saves it again.
            say(f"the saved guest does not go on ({error}); booting")
            memory.unlink(missing_ok=True)
            await self.machine.stop()
            self.machine = vm.Machine(image, self.folder, self.parser.feed)
            await self.machine.start()
        enable = "true" if self.scenario.auto_enable else "false"
        property_ = "Powered" if self.scenario.auto_enable else "Address"
        timeout = max(1, round(self.scenario.temporary_timeout))
        said = await self.machine.shell(
            f"bt setup {time.time():.0f} {timeout} {enable} {os.urandom(32).hex()} && bt attach && bt start"
            f" && bt ready {property_} && echo up", timeout=90)
        if "up" not in said:
            raise vm.GuestError(f"the guest's Bluetooth did not start: {said.strip()[-300:]}")
        self.boot_seconds = time.monotonic() - started

    async def stop(self) -> None:
        if self.server:
            self.server.close()
        await self.bus.stop()
        for task in list(self.world.tasks):
            task.cancel()
        if self.machine:
            await self.machine.stop()
        (self.folder / "control").unlink(missing_ok=True)
        self.truth.close()

    # -- the air's requests to the guest
    async def bt(self, command: str) -> str:
        return await self.machine.shell(f"bt {command}") if self.machine else ""

    async def daemon(self, action: str) -> None:
        if action not in ("kill", "stop", "start", "hang", "resume", "restart"):
            raise ScenarioError(f"daemon: no \"{action}\"; known are kill, stop, start, hang, resume, restart")
        for step in ("stop", "start") if action == "restart" else (action,):
            await self.bt(step)
            if step in ("kill", "stop", "start"):
                self.truth.write("daemonStarted" if step == "start" else "daemonStopped")

    async def adapter(self, action: str) -> None:
        if action not in ("attach", "detach", "on", "off", "block", "unblock"):
            raise ScenarioError(f"adapter: no \"{action}\"; known are attach, detach, on, off, block, unblock")
        if action == "attach":
            self.parser.rest.clear()
        await self.bt(action)
        if action == "detach":
            self.world.controller.silence("adapter removed")
        self.truth.write("adapter", detail=action)

    async def reboot(self) -> None:
        """The hub loses power: bonds remain, links end."""
        self.truth.write("daemonStopped", detail="reboot")
        machine, self.machine = self.machine, None
        await machine.stop()
        self.world.controller.silence("reboot")
        await self.boot()
        self.truth.write("daemonStarted", detail="reboot")

    # -- the control line
    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.LimitOverrunError, ValueError):
            while line := await reader.readline():
                if not line.strip():
                    continue
                answer = await self.answer(line, writer)
                if answer is not None:
                    writer.write(json.dumps(answer).encode() + b"\n")
                    await writer.drain()
        writer.close()

    async def answer(self, line: bytes, writer: asyncio.StreamWriter) -> dict | None:
        request: dict = {}
        try:
            request = json.loads(line)
            if not isinstance(request, dict) or not isinstance(request.get("do"), str):
                raise ScenarioError("a request is an object with \"do\"")
            rest = {key: value for key, value in request.items() if key not in ("do", "id")}
            handler = getattr(self, f"do_{request['do']}", None)
            if handler is None:
                known = sorted(name[3:] for name in dir(self) if name.startswith("do_"))
                raise ScenarioError(f"no \"{request['do']}\"; known are {', '.join(known)}")
            result = handler(writer, **rest) if request["do"] == "events" else handler(**rest)
            result = await result if asyncio.iscoroutine(result) else result
            answer = {"ok": result if result is not None else {}}
        except (ScenarioError, ValueError) as error:
            answer = {"error": {"code": "invalid", "message": str(error)}}
        except TypeError as error:
            answer = {"error": {"code": "invalid", "message": str(error).removeprefix("App.do_")}}
        except (vm.GuestError, TimeoutError, OSError) as error:
            answer = {"error": {"code": "guest", "message": str(error) or "the guest did not answer in time"}}
        return ({"id": request["id"]} if isinstance(request, dict) and "id" in request else {}) | answer

    def do_status(self) -> dict:
        machine = self.machine.usage() if self.machine else {}
        return {
            "address": f"unix:path={self.folder / 'bus'}", "at": round(self.truth.now, 3),
            "adapter": self.scenario.adapter, "bootSeconds": round(self.boot_seconds, 2), "machine": machine,
            "scanning": self.world.controller.scanning,
            "devices": [device.status() for device in self.world.devices.values()],
        }

    def do_stats(self) -> dict:
        return self.world.stats() | {"busConnections": self.bus.connections}

    def do_add(self, device: dict) -> dict:
        return self.world.add(DeviceScript.read(device)).status()

    def do_remove(self, device: str) -> None:
        self.world.remove(device)

    def do_advertise(self, device: str) -> None:
        self.world.device(device).wake()

    def do_silence(self, device: str) -> None:
        self.world.device(device).set_advertising(False)

    def do_measure(self, device: str, **measurement) -> dict:
        found = self.world.device(device)
        read = Measurement.read(measurement, found.script.profile, f"measurement of {device}")
        if read.at or read.count > 1:
            self.world.measurements_left += read.count
            self.world.run(self.world.play_measurements(found, read))
            return {"scheduled": read.count}
        reading = found.measure(read)
        frames = [{"characteristic": uuid, "frame": frame.hex()} for uuid, frame in reading.frames]
        return {"reading": reading.number, "frames": frames}

    def do_clear(self, device: str) -> dict:
        found = self.world.device(device)
        count, found.stored = len(found.stored), []
        return {"cleared": count}

    def do_disconnect(self, device: str) -> None:
        self.world.device(device).disconnect()

    def do_drop(self, device: str) -> None:
        self.world.device(device).lose_link()

    def do_disappear(self, device: str, seconds: float | None = None) -> None:
        self.world.device(device).disappear(seconds)

    def do_reappear(self, device: str) -> None:
        self.world.device(device).reappear()

    def do_pairing(self, device: str, pairing: str, passkey: int | None = None) -> None:
        script = self.world.device(device).script
        checked = DeviceScript.read({"address": device, "pairing": pairing, "passkey": passkey or script.passkey})
        script.pairing, script.passkey = checked.pairing, checked.passkey

    def do_enter(self, device: str, passkey: int) -> None:
        self.world.device(device).type_passkey(passkey)

    def do_forget(self, device: str) -> None:
        self.world.device(device).forget_bonds()

    def do_clock(self, device: str, offsetSeconds: int) -> dict:  # noqa: N803
        found = self.world.device(device)
        found.clock_offset = int(offsetSeconds)
        return {"clock": found.now().isoformat(timespec="seconds")}

    def do_address(self, device: str) -> dict:
        found = self.world.device(device)
        if not found.irk:
            raise ScenarioError(f"{device} is not of addressType resolvable")
        found.change_address()
        return {"onAir": found.status()["onAir"]}

    def do_fault(self, **fault) -> None:
        self.world.add_fault(Fault.read(fault))

    def do_clearFaults(self) -> dict:  # noqa: N802
        self.world.controller.deaf = None
        return {"cleared": self.world.faults.clear()}

    async def do_adapter(self, to: str) -> None:
        await self.adapter(to)

    async def do_daemon(self, to: str) -> None:
        await self.daemon(to)

    async def do_reboot(self) -> dict:
        await self.reboot()
        return {"bootSeconds": round(self.boot_seconds, 2)}

    async def do_shell(self, command: str, timeout: float = 30) -> dict:
        return {"output": await self.machine.shell(command, timeout) if self.machine else ""}

    def do_events(self, writer: asyncio.StreamWriter, after: int = 0, follow: bool = False) -> dict:
        """Every event from number `after` on, counted from 0; with `follow` also each later one."""
        dropped = self.truth.dropped
        lines = list(self.truth.lines)[max(0, int(after) - dropped):]
        for line in lines:
            writer.write(line.encode() + b"\n")

        def tell(line: str) -> None:
            # A slow reader loses the line, not the events: it must ask again by number.
            if writer.is_closing() or writer.transport.get_write_buffer_size() > MOST_WAITING:
                self.truth.listeners.discard(tell)
                return writer.close()
            writer.write(line.encode() + b"\n")
        if follow:
            self.truth.listeners.add(tell)
        return {"events": len(lines), "next": dropped + len(self.truth.lines)}

    def do_quit(self) -> None:
        asyncio.get_running_loop().call_soon(self.ending.set)


async def end_with_stdin(ending: asyncio.Event) -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while await reader.read(4096):
        pass
    ending.set()


async def run(folder: Path, scenario: Scenario, log: str | None, capture: bool, cold: bool, until_stdin_closes: bool,
              command: list[str]) -> int:
    """Boots and plays; returns the exit status, or that of the command if there is one."""
    app = App(folder, scenario, log, capture, cold)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, app.ending.set)
    if not command:
        app.truth.listeners.add(lambda line: print(line, flush=True) if log is None or '"ready"' in line else None)
    if until_stdin_closes:
        app.world.run(end_with_stdin(app.ending))
    try:
        starting = asyncio.create_task(app.start())
        ending = asyncio.create_task(app.ending.wait())
        await asyncio.wait({starting, ending}, return_when=asyncio.FIRST_COMPLETED)
        if not starting.done():
            starting.cancel()
            return 0
        starting.result()
        if not command:
            await watch(app, ending)
            return 0
        # Not VITALBUS_…, because the actors refuse unknown variables with this prefix.
        environment = os.environ | {
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder / 'bus'}", "BLUEZ_GUEST_CONTROL": str(folder / "control"),
        }
        child = await asyncio.create_subprocess_exec(*command, env=environment)
        done = asyncio.create_task(child.wait())
        await asyncio.wait({done, ending}, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            child.terminate()
            await done
            return 130
        return done.result()
    finally:
        await app.stop()


async def watch(app: App, ending: asyncio.Task) -> None:
    """Runs until it is stopped; a guest that exits on its own is an error."""
    while not ending.done():
        await asyncio.wait({ending}, timeout=1)
        machine = app.machine
        if machine and machine.process and machine.process.returncode is not None and app.machine is machine:
            raise vm.GuestError(f"the guest ended by itself: {machine.last_words()}")
