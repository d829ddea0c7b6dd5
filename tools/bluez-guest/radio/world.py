"""The air: the adapter, the devices around it, their measurements and faults."""

from __future__ import annotations

import asyncio
import datetime
import json
from pathlib import Path

from .cuff import Cuff
from .device import Device
from .faults import FaultPlan
from .formats import SplitMix64, address_bytes
from .hci import Controller
from .makers import OmronCuff, OneTouch
from .meter import Meter
from .oximeter import Oximeter
from .scale import BodyScale, WeightScale
from .scenario import DeviceScript, Fault, Measurement, Scenario, ScenarioError
from .smp import Key
from .thermometer import Thermometer
from .truth import Truth

CLASSES = {
    "bloodPressure": Cuff, "thermometer": Thermometer, "weightScale": WeightScale, "bodyScale": BodyScale,
    "glucose": Meter, "pulseOximeter": Oximeter, "omronCuff": OmronCuff, "oneTouch": OneTouch,
}
MOST_DEVICES = 250


class World:
    """Plays a scenario from `begin` on. `guest` performs the actions on the adapter and the daemon."""

    def __init__(self, scenario: Scenario, truth: Truth, folder: Path, guest) -> None:
        self.scenario, self.truth, self.folder, self.guest = scenario, truth, folder, guest
        self.seed = scenario.seed
        self.noise = SplitMix64(self.seed, 0)
        self.faults = FaultPlan(scenario.faults, self.seed)
        self.epoch = scenario.starts_at or datetime.datetime.now().replace(microsecond=0)
        self.devices: dict[str, Device] = {}
        self.flooded = 0
        self.measurements_left = 0
        self.finished = False
        self.streams = 0
        self.tasks: set[asyncio.Task] = set()
        self.controller = Controller(address_bytes(scenario.adapter), lambda packet: guest.send(packet))

    def civil_time(self) -> datetime.datetime:
        """The devices' time of day, before the error of each one's clock."""
        return self.epoch + datetime.timedelta(seconds=int(self.truth.now))

    def begin(self) -> None:
        """Second zero: the guest is up."""
        if self.scenario.starts_at is None:
            self.epoch = datetime.datetime.now().replace(microsecond=0)
        self.truth.restart()
        for script in self.scenario.devices:
            self.add(script)
        for index, fault in enumerate(self.scenario.faults):
            if fault.timed:
                self.run(self.play_timed(index, fault))

    def run(self, coroutine) -> None:
        task = asyncio.create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # -- devices
    def add(self, script: DeviceScript) -> Device:
        """Adds a device to the range; its times count from now."""
        if script.address in self.devices:
            raise ScenarioError(f"there is a device {script.address} already")
        if len(self.devices) >= MOST_DEVICES:
            raise ScenarioError(f"{MOST_DEVICES} devices are the most")
        self.streams += 1
        device = CLASSES[script.profile](script, self.streams, self)
        self.devices[script.address] = device
        self.load_bonds(device)
        for measurement in script.measurements:
            self.measurements_left += measurement.count
            self.run(self.play_measurements(device, measurement))
        for at in script.awake_at:
            self.run(self.wake_later(device, at))
        return device

    def device(self, address: str) -> Device:
        if address not in self.devices:
            raise ScenarioError(f"there is no device {address}")
        return self.devices[address]

    def remove(self, address: str) -> None:
        self.device(address).remove()
        del self.devices[address]

    async def play_measurements(self, device: Device, measurement: Measurement) -> None:
        await asyncio.sleep(measurement.at)
        for place in range(measurement.count):
            if place:
                await asyncio.sleep(measurement.every or 0)
            if self.devices.get(device.script.address) is not device:
                return
            self.measurements_left -= 1
            device.measure(measurement)

    @staticmethod
    async def wake_later(device: Device, at: float) -> None:
        await asyncio.sleep(at)
        device.wake()

    def say_finished(self) -> None:
        """Reports when every scripted reading was measured and confirmed; meters keep theirs and do not count."""
        waiting = any(d.stored for d in self.devices.values() if not isinstance(d, Meter))
        if self.finished or self.measurements_left or waiting:
            return
        self.finished = True
        self.truth.write("finished")

    # -- faults
    async def play_timed(self, index: int, fault: Fault) -> None:
        await asyncio.sleep(fault.at)
        while fault.until is None or self.truth.now <= fault.until:
            if self.faults.timed(index):
                self.truth.write("fault", fault.device, fault=fault.kind)
                await self.happen(fault)
            if not fault.every:
                return
            await asyncio.sleep(fault.every)

    def add_fault(self, fault: Fault) -> None:
        """Adds a fault from the control line; its times count from now."""
        if fault.device:
            self.device(fault.device)
        now = self.truth.now
        delay, fault.at = fault.at, fault.at + now
        fault.until = None if fault.until is None else fault.until + now
        index = self.faults.add(fault)
        if fault.timed:
            self.run(self.play_added(index, fault, delay))

    async def play_added(self, index: int, fault: Fault, delay: float) -> None:
        fault.at = delay
        await self.play_timed(index, fault)

    async def happen(self, fault: Fault) -> None:
        """Causes a timed fault; the guest's part takes a moment, and the next actions wait for it."""
        seconds = fault.seconds
        chosen = [self.device(fault.device)] if fault.device else list(self.devices.values())
        match fault.kind:
            case "staleBond":
                for device in chosen:
                    device.forget_bonds()
            case "addressChanges":
                for device in chosen:
                    if device.irk:
                        device.change_address()
            case "clockJumps":
                for device in chosen:
                    device.clock_offset += int(seconds if seconds is not None else 3600)
            case "disappears":
                for device in chosen:
                    device.disappear(seconds)
            case "discoveryStuck":
                self.get_stuck(fault.cleared_by, seconds)
            case "daemonRestart":
                await self.guest.daemon("kill")
                await asyncio.sleep(0.5 if seconds is None else seconds)
                await self.guest.daemon("start")
            case "daemonHang":
                await self.guest.daemon("hang")
                await asyncio.sleep(10 if seconds is None else seconds)
                await self.guest.daemon("resume")
            case _:
                await self.adapter_fault(fault.kind, seconds)

    async def adapter_fault(self, kind: str, seconds: float | None) -> None:
        do, undo = {
            "adapterRemoved": ("detach", "attach"), "adapterBack": ("attach", ""), "adapterPoweredOff": ("off", "on"),
            "adapterBlocked": ("block", "unblock"),
        }[kind]
        await self.guest.adapter(do)
        if seconds is not None and undo:
            await asyncio.sleep(seconds)
            await self.guest.adapter(undo)

    def get_stuck(self, cleared_by: str, seconds: float | None) -> None:
        """Makes the controller deaf, until a time, a new scan or a reset cures it."""
        controller = self.controller
        controller.deaf = cleared_by
        cure = {"powerCycle": 0x0C03, "restart": 0x200C, "time": None}[cleared_by]

        def watch(opcode: int) -> None:
            if opcode == cure:
                controller.deaf = None

        def end() -> None:
            controller.deaf = None
        controller.on_command = watch
        if seconds is not None:
            asyncio.get_running_loop().call_later(seconds, end)

    # -- bonds
    def save_bonds(self) -> None:
        """Stores the devices' bonds for the next run, as the guest's bluetoothd does."""
        known = {}
        for address, device in self.devices.items():
            bonds = {central: [k.value.hex(), k.ediv, k.rand.hex(), k.authenticated, k.secure]
                     for central, k in device.bonds.items()}
            known[address] = {"irk": device.irk.hex() if device.irk else None, "bonds": bonds}
        path = self.folder / "device-bonds.json"
        old = json.loads(path.read_text()) if path.exists() else {}
        path.write_text(json.dumps(old | known))
        path.chmod(0o600)

    def load_bonds(self, device: Device) -> None:
        path = self.folder / "device-bonds.json"
        if not path.exists():
            return
        entry = json.loads(path.read_text()).get(device.script.address)
        if not entry:
            return
        if device.irk and entry["irk"]:
            device.irk = bytes.fromhex(entry["irk"])
            device.address = device.fresh_address()
        device.bonds = {
            central: Key(bytes.fromhex(value), ediv, bytes.fromhex(rand), authenticated, secure)
            for central, (value, ediv, rand, authenticated, secure) in entry["bonds"].items()
        }

    def stats(self) -> dict:
        return {
            "at": round(self.truth.now, 3), "events": self.truth.counts, "faults": self.faults.struck(),
            "flooded": self.flooded, "commands": sum(self.controller.commands.values()),
            "unknownCommands": {f"0x{code:04x}": n for code, n in self.controller.unknown.items()},
            "links": len(self.controller.links), "scanning": self.controller.scanning,
        }
