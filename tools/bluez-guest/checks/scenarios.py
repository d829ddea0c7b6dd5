"""Plays the files of Tests/Radio/RadioScenarios on bluez-simulator and on the guest, and compares both with each file.

The format is in Tests/Radio/RadioScenarios/README.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from pathlib import Path

from client import ADAPTER, DEVICE, Client, Failed
from stage import SIMULATOR, Stage, why_not

from .launch import launch, parser

PROJECT = Path(__file__).resolve().parents[3]
# Seconds for what a slow machine does late; a step may wait more than once.
PATIENCE, STEP_PATIENCE = 180, 400


class Player:
    """Performs a file's steps on a stage and records the results."""

    def __init__(self, client, control) -> None:
        self.client, self.control = client, control
        self.facts: dict[str, object] = {}

    async def play(self, steps: list[dict]) -> None:
        meanwhile: list[asyncio.Task] = []
        for step in steps:
            doing = asyncio.ensure_future(self.do(step))
            if step.get("meanwhile"):
                meanwhile.append(doing)
                # It has begun by the time the next step is done.
                await asyncio.sleep(0.5)
            else:
                await doing
        for doing in meanwhile:
            await doing
        self.client.agent.released.set()
        await asyncio.sleep(0.1)

    async def do(self, step: dict) -> None:
        rest = {key: value for key, value in step.items() if key not in ("do", "fact", "meanwhile")}
        try:
            found = await asyncio.wait_for(getattr(self, f"do_{step['do']}")(**rest), STEP_PATIENCE)
            found = "well" if found is None else found
        except Failed as error:
            found = str(error)
        except asyncio.TimeoutError:
            found = f"no answer in {STEP_PATIENCE} s"
        if "fact" in step:
            self.facts[step["fact"]] = found
        elif isinstance(found, str) and found != "well":
            raise RuntimeError(f"step {step['do']}: {found}")

    async def do_scan(self, devices: list[str]) -> None:
        await self.client.scan(*devices)

    async def do_find(self, device: str, name: str) -> None:
        """Finds a device with a private address by its name; later steps use the address that stays."""
        def path() -> str | None:
            found = [p for p, i in self.client.objects.items() if i.get(DEVICE, {}).get("Name") == name]
            return found[0] if found else None
        found = path()
        if not found:
            await self.client.discover()
            found = await self.client.until(f"{name} seen", path)
            await self.client.call("/org/bluez/hci0", ADAPTER, "StopDiscovery")
        self.client.places[device] = found

    async def do_placed(self, device: str) -> str:
        """The path of the object."""
        usual = f"/org/bluez/hci0/dev_{device.replace(':', '_')}"
        return "its address's" if self.client.path(device) == usual else "another address's"

    async def do_property(self, device: str, name: str, value: object) -> None:
        """Waits until a property of Device1 has a value."""
        await self.client.until(f"{name} {value}", lambda: self.client.device(device).get(name) == value)

    async def do_power(self, on: bool) -> None:
        await self.client.power(on)

    async def do_powered(self) -> None:
        await self.client.powered()

    async def do_asked(self, count: int = 0) -> list[str]:
        with contextlib.suppress(Failed):
            await self.client.until(f"{count} calls of the agent", lambda: len(self.client.agent.calls) >= count, 10)
        return list(self.client.agent.calls)

    async def do_restarted(self) -> None:
        """Waits until the daemon is back with its adapter."""
        await self.client.until("the daemon is back", lambda: self.client.restarts and self.client.owner)
        self.client.places.clear()
        await self.client.powered()

    async def do_agent(self, passkey: int = 0, answers: bool = True) -> None:
        if not hasattr(self.client, "exported"):
            await self.client.register_agent()
        self.client.agent.passkey = passkey
        self.client.agent.answers = answers

    async def do_waits(self) -> None:
        """Waits until the agent was asked and has not answered."""
        await self.client.until("the agent's question", lambda: self.client.agent.calls)

    async def do_pair(self, device: str) -> None:
        await self.client.pair(device)

    async def do_connect(self, device: str) -> None:
        await self.client.connect(device)

    async def do_call(self, device: str, method: str) -> None:
        """Calls a method of Device1 once."""
        await self.client.call(self.client.path(device), DEVICE, method)

    async def do_known(self, device: str, seconds: float) -> bool:
        """Whether the object still exists after some seconds, in which bluetoothd may have removed it."""
        await asyncio.sleep(seconds)
        return bool(self.client.device(device))

    async def do_disconnect(self, device: str) -> None:
        await self.client.call(self.client.path(device), DEVICE, "Disconnect")
        await self.client.disconnected(device)

    async def do_disconnected(self, device: str) -> None:
        await self.client.disconnected(device)

    async def do_subscribe(self, device: str, characteristics: list[str]) -> None:
        await self.client.subscribe(device, *characteristics)

    async def do_read(self, device: str, characteristic: str) -> str:
        return (await self.client.read(device, characteristic)).hex()

    async def do_write(self, device: str, characteristic: str, value: str) -> None:
        await self.client.write(device, characteristic, bytes.fromhex(value))

    async def do_ask(self, device: str, characteristic: str, value: str) -> str:
        """Writes to a control point and returns its answer."""
        answers = self.client.received(device, characteristic)
        answers.clear()
        await self.client.write(device, characteristic, bytes.fromhex(value))
        await self.client.until("the answer", lambda: answers, PATIENCE)
        return answers[-1].hex()

    async def do_wait(self, device: str, characteristic: str, count: int) -> None:
        await self.client.until(f"{count} of {characteristic}",
                                lambda: len(self.client.received(device, characteristic)) >= count, PATIENCE)

    async def do_clear(self, device: str, characteristic: str) -> None:
        self.client.received(device, characteristic).clear()

    async def do_frames(self, device: str, characteristic: str) -> list[str]:
        return [frame.hex() for frame in self.client.received(device, characteristic)]

    async def do_count(self, device: str, characteristic: str) -> int:
        return len(self.client.received(device, characteristic))

    async def do_sequences(self, device: str) -> str:
        """The sequence numbers of 0x2A18, with consecutive ones as 1-300."""
        rows: list[list[int]] = []
        for frame in self.client.received(device, "2a18"):
            number = int.from_bytes(frame[1:3], "little")
            if rows and rows[-1][1] + 1 == number:
                rows[-1][1] = number
            else:
                rows.append([number, number])
        return " ".join(f"{a}-{b}" if a != b else str(a) for a, b in rows)

    async def do_control(self, request: dict) -> None:
        await self.control.ask(**request)


async def run(kind: str, folder: Path, name: str, scenario: dict, simulator: Path) -> dict:
    """Starts a stage, plays, and stops it; returns the facts."""
    async with Stage(kind, folder, scenario["scenario"], name, simulator) as stage:
        client = Client(stage.address)
        await client.open()
        await client.powered()
        player = Player(client, stage.control)
        try:
            await player.play(scenario["steps"])
        except RuntimeError as error:
            player.facts["it went through"] = str(error)
        client.bus.disconnect()
    for event, names in scenario.get("truth", {}).items():
        player.facts[f"truth: {event}"] = [e.get(names) for e in stage.truth(event)]
    return player.facts


async def facts(kind: str, folder: Path, file: Path, scenario: dict, simulator: Path) -> dict:
    try:
        return await run(kind, folder, f"{kind[0]}-{file.stem}", scenario, simulator)
    except RuntimeError as error:
        return {"it went through": str(error)}


async def compare(file: Path, stages: list[str], folder: Path, simulator: Path) -> tuple[int, int]:
    """Plays a file on both at the same time."""
    scenario = json.loads(file.read_text())
    expected = scenario["expected"]
    passed = failed = 0
    all_facts = await asyncio.gather(*(facts(name, folder, file, scenario, simulator) for name in stages))
    for name, found in zip(stages, all_facts):
        for fact in sorted(expected.keys() | found.keys()):
            good = expected.get(fact) == found.get(fact)
            passed += good
            failed += not good
            if not good:
                print(f"FAIL {file.stem} on the {name}: {fact}\n       expected: {expected.get(fact)}\n"
                      f"       found:    {found.get(fact)}")
    return passed, failed


async def play(files: list[Path], stages: list[str], folder: Path, simulator: Path) -> tuple[int, int]:
    """Plays two files at a time, because they mostly wait."""
    room = asyncio.Semaphore(2)

    async def one(file: Path) -> tuple[int, int]:
        async with room:
            return await compare(file, stages, folder, simulator)
    counts = await asyncio.gather(*(one(file) for file in files))
    return sum(good for good, _ in counts), sum(bad for _, bad in counts)


def main() -> int:
    arguments = parser(__doc__)
    arguments.add_argument("--stage", choices=("simulator", "guest"), help="only this one")
    arguments.add_argument("--simulator", type=Path, default=SIMULATOR)
    arguments.add_argument("files", nargs="*", type=Path)
    given = arguments.parse_args()
    wanted = [given.stage] if given.stage else ["simulator", "guest"]
    reasons = {name: why_not(name, given.simulator) for name in wanted}
    skipped = [name for name in wanted if reasons[name]]
    for name in skipped:
        print(f"skipped the {name}: {reasons[name]}")
    stages = [name for name in wanted if name not in skipped]
    files = given.files or sorted((PROJECT / "Tests/Radio/RadioScenarios").glob("*.json"))
    return launch(given.keep, [], lambda folder: asyncio.run(play(files, stages, folder, given.simulator)), len(skipped) * len(files))


if __name__ == "__main__":
    sys.exit(main())
