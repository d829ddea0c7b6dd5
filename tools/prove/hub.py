"""A hub run by `vitalbus up`, with simulated devices and a simulated cloud, for the tools that use it as people do."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import threading
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from prove import people, waiting

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = ROOT / ".build" / "debug"
SCENARIO: dict[str, Any] = {
    "seed": 7,
    "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.2},
    "devices": [{"address": "F0:0D:00:00:00:01", "idleSeconds": 1, "measurements": [{"atSeconds": 2, "everySeconds": 4, "count": 500}]}],
}


def own_environment(folder: Path, *, state: Path) -> dict[str, str]:
    """The environment of a machine in a folder, even for root, whose hubs otherwise use /var/lib/vitalbus."""
    environment = {**os.environ, "HOME": str(folder), "STATE_DIRECTORY": str(state)}
    for name in ("XDG_STATE_HOME", "VITALBUS_STATE"):
        environment.pop(name, None)
    return environment


def stop(process: subprocess.Popen[str], *, seconds: float = 30) -> None:
    """Ends a process, with SIGKILL if it does not end in time."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()


def start_radio(folder: Path, *, scenario: dict[str, Any], options: Sequence[str] = ()) -> subprocess.Popen[str]:
    """Starts simulated devices on a private bus, `folder`/bus/bus; their output must be read to its end."""
    (folder / "scenario.json").write_text(json.dumps(scenario))
    (folder / "bus").mkdir()
    command: list[str | Path] = [BIN / "bluez-simulator", "--private-bus", folder / "bus", "--scenario", folder / "scenario.json", *options]
    radio = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True)
    lines(radio).readline()
    return radio


def lines(process: subprocess.Popen[str]) -> IO[str]:
    """A process's output."""
    assert process.stdout is not None
    return process.stdout


def created(journal: Path) -> list[dict[str, Any]]:
    """The cloud's records with their users, from its journal; a line without an end is still being written."""
    text = journal.read_bytes() if journal.exists() else b""
    entries = [json.loads(line) for line in text.split(b"\n")[:-1]]
    return [one for one in entries if one.get("act") == "create"]


class SimulatedHub:
    """Simulated devices and cloud, and a hub from `vitalbus up` without sessions and automatic readings."""

    seats: Sequence[str] = ["bed-a", "bed-b"]
    options: Sequence[str] = []
    users: Sequence[str] = [people.account("demo"), people.account("other")]
    cloud_options: Sequence[str] = []
    # Whether tests may control the radio, with `control`.
    has_control = False
    scenario = SCENARIO
    running: subprocess.Popen[Any] | None = None
    # The page's address for browsers; a page has one address on a machine.
    page = "none"

    def __init__(self, folder: Path, settings: Sequence[str] = ()) -> None:
        self.folder, self.settings = folder, settings
        self.processes: list[subprocess.Popen[str]] = []
        self.state = folder / "state"
        self.environment = own_environment(folder, state=self.state)

    # MARK: Parts

    def simulators(self) -> list[str]:
        """Starts the cloud and the devices; returns the flags for `vitalbus up`."""
        self.port = self.open_cloud()
        control = ["--control", str(self.folder / "radio")] if self.has_control else []
        self.radio = start_radio(self.folder, scenario=self.scenario, options=control)
        self.processes.append(self.radio)
        # The output is read to its end, because the radio would stop once the pipe is full.
        threading.Thread(target=self.hear, daemon=True).start()
        words = [word for seat in self.seats for word in ("--seat", seat)]
        words += [word for setting in self.settings for word in ("--set", setting)]
        words += [*self.options, "--no-table", "--page", self.page, "--inform-url", f"http://127.0.0.1:{self.port}"]
        return [*words, "--bus-address", f"unix:path={self.folder}/bus/bus"]

    def hear(self) -> None:
        """Reads the radio's records of its devices."""
        for _ in lines(self.radio):
            pass

    def open_cloud(self, *more: str, port: int = 0) -> int:
        """Starts the cloud, which continues its journal; returns its port."""
        accounts = [word for user in self.users for word in ("--user", user)]
        self.cloud = self.start(
            "validic-simulator",
            *accounts,
            "--journal",
            str(self.folder / "cloud.journal"),
            "--port",
            str(port),
            *self.cloud_options,
            *more,
            output=subprocess.PIPE,
        )
        return int(json.loads(lines(self.cloud).readline())["port"])

    def __enter__(self) -> Any:
        self.flags = self.simulators()
        return self.up_again("up.log")

    @property
    def up(self) -> subprocess.Popen[Any]:
        """The process of `vitalbus up`."""
        assert self.running is not None, "the hub was not started"
        return self.running

    def up_again(self, log: str, *settings: str) -> Any:
        """Starts `vitalbus up` and waits until it serves."""
        self.running = self.start("vitalbus", "up", *self.flags, *settings, output=open(self.folder / log, "w"))
        self.wait("a served hub", self.is_served)
        self.wait("a device-reader", lambda: self.run("passive", "show"))
        return self

    def is_served(self) -> bool:
        return self.run("call", "session-manager", "devices", "-", given="{}")

    def __exit__(self, *_: object) -> None:
        for process in reversed(self.processes):
            stop(process)

    def start(self, program: str, *arguments: str, output: Any) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [BIN / program, *arguments],
            cwd=self.folder,
            env=self.environment,
            stdout=output,
            stderr=subprocess.STDOUT if output != subprocess.PIPE else subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        self.processes.append(process)
        return process

    # MARK: Commands

    def command(self, *arguments: str, given: str = "", seconds: float | None = None) -> tuple[int, str, str]:
        """A command's exit code, and its standard output and error; code 124 if it did not end in time."""
        try:
            done = subprocess.run(
                [BIN / "vitalbus", *arguments],
                cwd=self.folder,
                env=self.environment,
                input=given,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return 124, "", f"no end in {seconds} s"
        return done.returncode, done.stdout, done.stderr

    def run(self, *arguments: str, given: str = "") -> bool:
        """Whether a command succeeded."""
        return self.answer(*arguments, given=given) is not None

    def answer(self, *arguments: str, given: str = "", patience: float | None = None) -> str | None:
        """A command's output; None if it failed or took too long."""
        code, text, _ = self.command(*arguments, given=given, seconds=patience)
        return text if code == 0 else None

    def said(self, *arguments: str, seconds: float = waiting.PATIENCE) -> str:
        """A command's whole output, however it ends."""
        _, text, errors = self.command(*arguments, seconds=seconds)
        return text + errors

    def must(self, *arguments: str, given: str = "") -> None:
        """Runs a command that must succeed, or ends the run."""
        code, text, errors = self.command(*arguments, given=given)
        if code:
            raise SystemExit(f"'vitalbus {' '.join(arguments)}' failed while the hub was prepared: {(text + errors)[-600:]}")

    def ask(self, operation: str, body: str = "{}") -> dict[str, Any]:
        """The session manager's answer; empty if there is none."""
        text = self.answer("call", "session-manager", operation, "-", given=body)
        return json.loads(text).get("ok", {}) if text else {}

    def held_readings(self) -> list[dict[str, Any]]:
        """All held readings, over all pages; each has at most 32."""
        answer = self.ask("heldReadings")
        found = list(answer.get("readings", []))
        for page in range(2, answer.get("pages", 1) + 1):
            found += self.ask("heldReadings", json.dumps({"page": page})).get("readings", [])
        return found

    def pid(self, name: str) -> int:
        """The process of one of the hub's actors, or of its `broker`."""
        return int((self.state / ("broker/mosquitto.pid" if name == "broker" else f"run/{name}.pid")).read_text())

    @staticmethod
    def wait(what: str, is_done: Callable[[], object], *, seconds: float = waiting.PATIENCE) -> None:
        """Waits for a necessary condition, and ends the run if it is not met in time."""
        try:
            waiting.need(what, is_done, seconds=seconds)
        except waiting.Late as late:
            raise SystemExit(str(late)) from None

    def delivered(self) -> list[dict[str, Any]]:
        """The cloud's records, each with its user."""
        return created(self.folder / "cloud.journal")

    # MARK: Faults

    def set_faults(self, faults: Sequence[dict[str, Any]]) -> None:
        """Sets the cloud's faults from now on."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/_control/faults", json.dumps(list(faults)).encode(), {"Content-Type": "application/json"}, method="POST"
        )
        urllib.request.urlopen(request, timeout=10).close()

    @contextmanager
    def faults(self, *faults: dict[str, Any]) -> Iterator[None]:
        """The cloud has these faults meanwhile."""
        self.set_faults(faults)
        try:
            yield
        finally:
            self.set_faults(())

    def control(self, **request: Any) -> Any:
        """Asks the radio for an action on a device; returns its answer."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(20)
            line.connect(str(self.folder / "radio"))
            line.sendall(json.dumps(request).encode() + b"\n")
            answer = json.loads(line.makefile().readline())
        if "ok" not in answer:
            raise SystemExit(f"the radio refuses {request}: {answer}")
        return answer["ok"]
