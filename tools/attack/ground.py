"""What all stages of attacks have: what a bystander types, what the cloud has of it, what commands print."""

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
from simulated_hub import BIN, SimulatedHub  # noqa: E402


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


class Ground(SimulatedHub):
    """A hub or a site with people whose typed values have to come to the cloud, once, whatever happens."""

    # Who sits where, with the cloud's API that their session delivers by.
    people = {}
    # What a person looks with; what it prints must not obey a terminal.
    looks = []
    # More words of the command that types a value.
    typing = ()

    def __init__(self, folder, settings=()):
        super().__init__(folder, settings)
        self.typed, self.pictured, self.said = [], [], []

    def calm(self):
        """Ends what goes on of an attack."""

    def must(self, *arguments, given=""):
        if not self.run(*arguments, given=given):
            raise SystemExit(f"attack: vitalbus {' '.join(arguments)} failed while the stage was set")

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
        code, text = self.command("record", "add", *self.typing, "--seat", seat, "--type", "weight", f"body_weight={value}kg", *(("--image", str(image)) if image else ()))
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

    def hang(self, name, seconds):
        for number in self.process(name):
            os.kill(number, signal.SIGSTOP)
        time.sleep(seconds)
        for number in self.process(name):
            os.kill(number, signal.SIGCONT)
