"""A hub that `vitalbus up` runs beside simulated devices and a simulated cloud, for the tools that try it as people do."""

import json
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".build" / "debug"
SCENARIO = {
    "seed": 7,
    "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.2},
    "devices": [
        {"address": "F0:0D:00:00:00:01", "idleSeconds": 1, "measurements": [{"atSeconds": 2, "everySeconds": 4, "count": 500}]}
    ],
}


class SimulatedHub:
    """Simulated devices and cloud, and the hub that `vitalbus up` runs: nobody is admitted yet, nothing is read by itself."""

    seats = ["bed-a", "bed-b"]
    options = []
    users = ["demo-org:demo-user:demo-token", "demo-org:other-user:other-token"]
    cloud_options, radio_options = [], []
    scenario = SCENARIO
    # Where browsers reach the page; a page has one address on a machine.
    page = "none"

    def __init__(self, folder, settings=()):
        self.folder, self.processes, self.settings = folder, [], settings
        self.state = folder / "state"
        # Also as root, whose hubs have their state in /var/lib/vitalbus.
        self.environment = {**os.environ, "HOME": str(folder), "STATE_DIRECTORY": str(self.state)}
        for name in ("XDG_STATE_HOME", "VITALBUS_STATE"):
            self.environment.pop(name, None)

    def simulators(self):
        """Starts the cloud and the devices; the flags that tell `vitalbus up` of them."""
        self.port = self.open_cloud()
        (self.folder / "scenario.json").write_text(json.dumps(self.scenario))
        (self.folder / "bus").mkdir()
        self.radio = self.start(
            "bluez-simulator", "--private-bus", str(self.folder / "bus"), "--scenario", str(self.folder / "scenario.json"),
            *self.radio_options, output=subprocess.PIPE,
        )
        self.radio.stdout.readline()
        # Read to its end, or the radio would stand still once the pipe is full.
        threading.Thread(target=self.hear, daemon=True).start()
        seats = [word for seat in self.seats for word in ("--seat", seat)]
        seats += [word for setting in self.settings for word in ("--set", setting)]
        return [
            *seats, *self.options, "--no-table", "--page", self.page, "--inform-url", f"http://127.0.0.1:{self.port}", "--bus-address",
            f"unix:path={self.folder}/bus/bus",
        ]

    def hear(self):
        """Takes what the radio writes down of its devices."""
        for _ in self.radio.stdout:
            pass

    def open_cloud(self, *more, port=0):
        """Starts the cloud, which goes on with its journal; the port that it listens on."""
        self.cloud = self.start(
            "validic-simulator", *[word for user in self.users for word in ("--user", user)], "--journal",
            str(self.folder / "cloud.journal"), "--port", str(port), *self.cloud_options, *more, output=subprocess.PIPE,
        )
        return json.loads(self.cloud.stdout.readline())["port"]

    def __enter__(self):
        self.start("vitalbus", "up", *self.simulators(), output=open(self.folder / "up.log", "w"))
        self.wait("a served hub", lambda: self.run("call", "session-manager", "devices", "-", given="{}"))
        self.wait("a device-reader", lambda: self.run("passive", "show"))
        return self

    def delivered(self):
        """What the cloud has: the user and the record of each, as its journal says."""
        path = self.folder / "cloud.journal"
        entries = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        return [one for one in entries if one.get("act") == "create"]

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()

    def start(self, program, *arguments, output):
        process = subprocess.Popen(
            [BIN / program, *arguments], cwd=self.folder, env=self.environment, stdout=output,
            stderr=subprocess.STDOUT if output != subprocess.PIPE else subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True,
        )
        self.processes.append(process)
        return process

    def run(self, *arguments, given=""):
        """Whether a command of the command line went well."""
        return self.answer(*arguments, given=given) is not None

    def answer(self, *arguments, given="", patience=None):
        """What a command printed; None where it failed, or did not end within so many seconds."""
        try:
            done = subprocess.run(
                [BIN / "vitalbus", *arguments], cwd=self.folder, env=self.environment, input=given,
                capture_output=True, text=True, timeout=patience,
            )
        except subprocess.TimeoutExpired:
            return None
        return done.stdout if done.returncode == 0 else None

    @staticmethod
    def wait(what, is_done):
        end = time.monotonic() + 40
        while time.monotonic() < end:
            if is_done():
                return
            time.sleep(0.2)
        raise SystemExit(f"{what} did not come in 40 s")

    def ask(self, operation, body="{}"):
        text = self.answer("call", "session-manager", operation, "-", given=body)
        return json.loads(text).get("ok", {}) if text else {}


class RestartedHub(SimulatedHub):
    """A hub that is started again and again, on what its last end left."""

    patience = 30  # seconds until a started hub serves
    up = None

    def __enter__(self):
        self.flags = self.simulators()
        return self

    def begin(self, tracer=()):
        """Starts `vitalbus up` and returns whether it serves, with the seconds that it took."""
        self.launch(tracer)
        began = time.monotonic()
        while time.monotonic() < began + self.patience and self.up.poll() is None:
            if self.is_served():
                return True, time.monotonic() - began
            time.sleep(0.3)
        return False, time.monotonic() - began

    def launch(self, tracer=()):
        self.output = self.folder / "up.log"
        with open(self.output, "a") as output:
            self.up = subprocess.Popen(
                [*tracer, BIN / "vitalbus", "up", *self.flags], cwd=self.folder, env=self.environment, stdout=output,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
            )

    def is_served(self):
        return self.run("call", "session-manager", "devices", "-", given="{}")

    def end(self, by=signal.SIGTERM):
        if self.up is None:
            return
        if self.up.poll() is None:
            for pid in self.supervisors():
                os.kill(pid, by)
            try:
                self.up.wait(30)
            except subprocess.TimeoutExpired:
                self.up.kill()
                self.up.wait()
        self.up = None

    def supervisors(self):
        """Who is told to end."""
        return [self.up.pid]

    def __exit__(self, *_):
        self.end()
        super().__exit__()
