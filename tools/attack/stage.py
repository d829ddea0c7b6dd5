"""A hub of two seats with a cloud that can be broken, and a bystander who must be served whatever happens."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "flood"), str(HERE.parent)]
import memory  # noqa: E402
from hostile_api import HostileAPI  # noqa: E402
from member import Member  # noqa: E402
from simulated_hub import BIN, SCENARIO, SimulatedHub  # noqa: E402

# Who sits where, with the cloud's API that their session delivers by.
PEOPLE = {"bed-a": ("demo", "inform"), "bed-b": ("other", "inform"), "bed-c": ("third", "legacy")}
TOKENS = {"bed-a": "a-token-of-the-first-seat", "bed-b": "a-token-of-the-other-seat"}
READER, UPLOADER = "hub-1.device-reader.main", "site.uploader.u1"
HOSTILE_NAME = "Scale\x1b[2J\x07\nall well\u202e"


def free_port():
    """A port that the system gives to nobody who leaves the choice to it: what starts later does that."""
    lowest = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    for _ in range(100):
        port = random.randrange(lowest // 2, lowest)
        with socket.socket() as link:
            try:
                link.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise SystemExit("attack: no port is free")


def values(record):
    """The weights of a record as the cloud has it."""
    content = record["content"]
    if record["api"] == "legacy":
        return [content["weight"]] if "weight" in content else []
    return [metric["value"] for metric in content.get("metrics", []) if metric["type"] == "body_weight"]


class Stage(SimulatedHub):
    """The hub as `vitalbus up` runs it by default, with import folders, an HTTP port and a server between it and the cloud."""

    seats = list(PEOPLE)
    users = [f"demo-org:{user}-user:{user}-token" for user, _ in PEOPLE.values()]

    def __init__(self, folder):
        self.ingest, self.inboxes = free_port(), {}
        tokens = []
        for seat, token in TOKENS.items():
            (folder / f"{seat}.token").write_text(token)
            (folder / f"{seat}.token").chmod(0o600)
            (folder / seat).mkdir()
            self.inboxes[seat] = folder / seat
            tokens.append(f"{seat}={folder}/{seat}.token")
        super().__init__(folder, [
            f"health-importer:ingest.address=127.0.0.1:{self.ingest}", "health-importer:ingest.tokens=" + ",".join(tokens),
            "health-importer:folders=" + ",".join(f"{seat}={place}" for seat, place in self.inboxes.items()),
            # The cloud's list never lags here, so what may have been sent need not wait for five minutes.
            "session-manager:health.interval=1s", "device-reader:passive.rearm=1s", "ble-scanner:lost-after=12s", "uploader:lookup.settle=2s",
            "uploader:destination.inform.paths.image=/connect/provider/media",
            "uploader:destination.legacy.paths.image=/v1/organizations/{org}/users/{user}/media.json",
            "uploader:destination.legacy.paths.many=/v1/organizations/{org}/users/{user}/{type}/many.json",
        ])
        self.radio_options, self.truth = ["--control", str(folder / "radio.sock")], []
        self.typed, self.pictured, self.said = [], [], []

    def simulators(self):
        SCENARIO["devices"][0]["name"] = HOSTILE_NAME
        flags = super().simulators()
        place = flags.index("--inform-url") + 1
        self.api = HostileAPI(int(flags[place].rsplit(":", 1)[1]))
        flags[place] = f"http://127.0.0.1:{self.api.port}"
        return [*flags, "--legacy-url", flags[place]]

    def hear(self):
        self.truth.extend(map(json.loads, self.radio.stdout))

    def __enter__(self):
        super().__enter__()
        self.up = self.processes[-1].pid
        for seat in PEOPLE:
            self.begin_session(seat)
            self.wait("the cloud's word", lambda seat=seat: self.ask("session", json.dumps({"seat": seat})).get("validated") == "yes")
            body = {"seat": seat, "sampleTypes": ["HKQuantityTypeIdentifierBodyMass"]}
            self.must("call", "session-manager", "setSubscriptions", "-", given=json.dumps(body))
        self.watch = memory.Watch(self.up)
        return self

    def __exit__(self, *arguments):
        super().__exit__(*arguments)
        self.api.close()

    def begin_session(self, seat):
        user, api = PEOPLE[seat]
        words = ("--user", f"{user}-user", "--organization", "demo-org", "--seat", seat, "--api", api)
        self.must("session", "start", *words, given=f"{user}-token")

    def must(self, *arguments, given=""):
        if not self.run(*arguments, given=given):
            raise SystemExit(f"attack: vitalbus {' '.join(arguments)} failed while the stage was set")

    def member(self, account=READER, client=None):
        return Member(self.state, account, client)

    def process(self, name):
        return [number for number, one in memory.family(self.up).items() if one == name]

    def command(self, *arguments, given="", seconds=60):
        """A command's exit code and all that it printed."""
        done = subprocess.run(
            [BIN / "vitalbus", *arguments], cwd=self.folder, env=self.environment, input=given, text=True,
            capture_output=True, timeout=seconds, errors="replace",
        )
        self.said.append((arguments, done.stdout + done.stderr))
        return done.returncode, done.stdout + done.stderr

    def type(self, seat="bed-b", image=None, is_awaited=True):
        """A bystander types a value; it has to be at the cloud in the end, once, and on this seat's person; its image, too."""
        value = round(40 + 0.01 * len(self.typed), 2)
        code, text = self.command("record", "add", "--seat", seat, "--type", "weight", f"body_weight={value}kg", *(("--image", str(image)) if image else ()))
        if code == 0:
            self.typed.append((seat, value))
        if code == 0 and image and is_awaited:
            self.pictured.append(value)
        return "" if code == 0 else f"a typed value was refused ({code}): {text[:160]}"

    def at_cloud(self):
        """What the cloud has: pairs of a user and a weight."""
        return [(one["record"]["user"], value) for one in self.delivered() for value in values(one["record"])]

    def images_at_cloud(self):
        """The weights whose records have an image at the cloud, one for each image."""
        records = [one["record"] for one in self.delivered()]
        weights = {one["logID"]: value for one in records for value in values(one)}
        return [weights.get(one["content"]["log_id"]) for one in records if one["type"] == "media"]

    def missing(self):
        there, images = [value for _, value in self.at_cloud()], self.images_at_cloud()
        waiting = [value for _, value in self.typed if value not in there]
        return waiting + [f"the image of {value}" for value in self.pictured if value not in images]

    def soon(self, is_so, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if is_so():
                return True
            time.sleep(0.3)
        return False

    def log(self, name):
        return "".join(path.read_text(errors="replace") for path in (self.state / "log").glob(f"{name}*.log*"))

    def counter(self, actor, name, hub="site"):
        """A count of an actor's health."""
        code, text = self.command("status", "--json")
        for one in json.loads(text or "{}").get("actors", []) if code in (0, 1) else []:
            if one.get("actor", "").startswith(actor):
                return (one.get("counters") or {}).get(name, 0)
        return None

    def hang(self, name, seconds):
        for number in self.process(name):
            os.kill(number, signal.SIGSTOP)
        time.sleep(seconds)
        for number in self.process(name):
            os.kill(number, signal.SIGCONT)
