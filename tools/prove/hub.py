"""A hub that `vitalbus up` runs beside simulated devices and a simulated cloud, for the tools that try it as people do."""

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
    """The environment of a machine that lives in a folder, also as root, whose hubs have their state in /var/lib/vitalbus."""
    environment = {**os.environ, "HOME": str(folder), "STATE_DIRECTORY": str(state)}
    for name in ("XDG_STATE_HOME", "VITALBUS_STATE"):
        environment.pop(name, None)
    return environment


def stop(process: subprocess.Popen[str], *, seconds: float = 30) -> None:
    """Ends a process, by SIGKILL where it does not end in time."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()


def start_radio(folder: Path, *, scenario: dict[str, Any], options: Sequence[str] = ()) -> subprocess.Popen[str]:
    """Starts simulated devices on a bus of their own, `folder`/bus/bus; what they say has to be read to its end."""
    (folder / "scenario.json").write_text(json.dumps(scenario))
    (folder / "bus").mkdir()
    command: list[str | Path] = [BIN / "bluez-simulator", "--private-bus", folder / "bus", "--scenario", folder / "scenario.json", *options]
    radio = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True)
    lines(radio).readline()
    return radio


def lines(process: subprocess.Popen[str]) -> IO[str]:
    """What a process writes."""
    assert process.stdout is not None
    return process.stdout


def created(journal: Path) -> list[dict[str, Any]]:
    """What the cloud made: the user and the record of each, as its journal says; a line without an end is not written yet."""
    text = journal.read_bytes() if journal.exists() else b""
    entries = [json.loads(line) for line in text.split(b"\n")[:-1]]
    return [one for one in entries if one.get("act") == "create"]


class SimulatedHub:
    """Simulated devices and cloud, and the hub that `vitalbus up` runs: nobody is admitted yet, no model is read automatically."""

    seats: Sequence[str] = ["bed-a", "bed-b"]
    options: Sequence[str] = []
    users: Sequence[str] = [people.account("demo"), people.account("other")]
    cloud_options: Sequence[str] = []
    # Whether tests may tell the radio what happens, by `control`.
    has_control = False
    scenario = SCENARIO
    running: subprocess.Popen[Any] | None = None
    # Where browsers reach the page; a page has one address on a machine.
    page = "none"

    def __init__(self, folder: Path, settings: Sequence[str] = ()) -> None:
        self.folder, self.settings = folder, settings
        self.processes: list[subprocess.Popen[str]] = []
        self.state = folder / "state"
        self.environment = own_environment(folder, state=self.state)

    # MARK: What it consists of

    def simulators(self) -> list[str]:
        """Starts the cloud and the devices; the flags that tell `vitalbus up` of them."""
        self.port = self.open_cloud()
        control = ["--control", str(self.folder / "radio")] if self.has_control else []
        self.radio = start_radio(self.folder, scenario=self.scenario, options=control)
        self.processes.append(self.radio)
        # Read to its end, or the radio would stand still once the pipe is full.
        threading.Thread(target=self.hear, daemon=True).start()
        words = [word for seat in self.seats for word in ("--seat", seat)]
        words += [word for setting in self.settings for word in ("--set", setting)]
        words += [*self.options, "--no-table", "--page", self.page, "--inform-url", f"http://127.0.0.1:{self.port}"]
        return [*words, "--bus-address", f"unix:path={self.folder}/bus/bus"]

    def hear(self) -> None:
        """Takes what the radio writes down of its devices."""
        for _ in lines(self.radio):
            pass

    def open_cloud(self, *more: str, port: int = 0) -> int:
        """Starts the cloud, which goes on with its journal; the port that it listens on."""
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

    # MARK: Asking it

    def command(self, *arguments: str, given: str = "", seconds: float | None = None) -> tuple[int, str, str]:
        """A command's exit code, and what it printed to both of its outputs; code 124 where it did not end in time."""
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
        """Whether a command of the command line went well."""
        return self.answer(*arguments, given=given) is not None

    def answer(self, *arguments: str, given: str = "", patience: float | None = None) -> str | None:
        """What a command printed; None where it failed, or did not end within so many seconds."""
        code, text, _ = self.command(*arguments, given=given, seconds=patience)
        return text if code == 0 else None

    def said(self, *arguments: str, seconds: float = waiting.PATIENCE) -> str:
        """All that a command says, however it ends."""
        _, text, errors = self.command(*arguments, seconds=seconds)
        return text + errors

    def must(self, *arguments: str, given: str = "") -> None:
        """Runs a command without which nothing can be tried."""
        code, text, errors = self.command(*arguments, given=given)
        if code:
            raise SystemExit(f"'vitalbus {' '.join(arguments)}' failed while the hub was prepared: {(text + errors)[-600:]}")

    def ask(self, operation: str, body: str = "{}") -> dict[str, Any]:
        """What the session manager answers; nothing where it does not."""
        text = self.answer("call", "session-manager", operation, "-", given=body)
        return json.loads(text).get("ok", {}) if text else {}

    def pid(self, name: str) -> int:
        """The process of one of the hub's actors, or of its `broker`."""
        return int((self.state / ("broker/mosquitto.pid" if name == "broker" else f"run/{name}.pid")).read_text())

    @staticmethod
    def wait(what: str, is_done: Callable[[], object]) -> None:
        """Ends the run where something without which nothing can be tried does not come."""
        try:
            waiting.need(what, is_done)
        except waiting.Late as late:
            raise SystemExit(str(late)) from None

    def delivered(self) -> list[dict[str, Any]]:
        """What the cloud made: the user and the record of each."""
        return created(self.folder / "cloud.journal")

    # MARK: What goes wrong around it

    def set_faults(self, faults: Sequence[dict[str, Any]]) -> None:
        """What the cloud does wrong from now on."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/_control/faults", json.dumps(list(faults)).encode(), {"Content-Type": "application/json"}, method="POST"
        )
        urllib.request.urlopen(request, timeout=10).close()

    @contextmanager
    def faults(self, *faults: dict[str, Any]) -> Iterator[None]:
        """The cloud misbehaves so meanwhile."""
        self.set_faults(faults)
        try:
            yield
        finally:
            self.set_faults(())

    def control(self, **request: Any) -> Any:
        """Asks the radio for something that happens to a device; its answer."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(20)
            line.connect(str(self.folder / "radio"))
            line.sendall(json.dumps(request).encode() + b"\n")
            answer = json.loads(line.makefile().readline())
        if "ok" not in answer:
            raise SystemExit(f"the radio refuses {request}: {answer}")
        return answer["ok"]
