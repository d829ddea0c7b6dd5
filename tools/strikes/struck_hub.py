"""A hub that is struck: its processes, its people, the records that somebody types all the while."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time
import urllib.request
from collections import Counter
from pathlib import Path

from counting import Books, Record, key
from simulated_hub import BIN, RestartedHub

# What the cloud does with a repeat, and the uploader's policy for such a cloud. A look-up's long wait would outlast the drain.
POLICIES = [("blind-lookup", "lookup"), ("conflict", "refuses"), ("upsert", "upsert")]
PEOPLE = ["other", "third"]  # who take turns at bed-b
COMMAND = 60  # seconds that any command may take
DAMAGED = re.compile(r"vitalbus: (\S+) is damaged: delete it and run 'vitalbus up' again")


def parts(pid):
    """A process' arguments and its parent; nothing of one that is gone or a zombie."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else ([word.decode(errors="replace") for word in words if word], int(fields[1]))


def send(pid, which):
    try:
        os.kill(pid, which)
    except ProcessLookupError:
        pass


class StruckHub(RestartedHub):
    users = [f"demo-org:{name}-user:{name}-token" for name in ("demo", "other", "third")]

    def __init__(self, folder, number, seed, stop, clock):
        self.repeats, policy = POLICIES[number % len(POLICIES)]
        self.cloud_options = ["--repeats", self.repeats]
        super().__init__(folder, [f"uploader:destination.inform.repeats={policy}", "uploader:lookup.settle=5s"])
        self.number, self.random, self.stop, self.policy = number, random.Random(f"{seed} {folder.name}"), stop, policy
        self.clock, self.last = clock, None  # how many strikes are left after the clock was stepped
        self.books, self.owner, self.lock = Books(folder / "cloud.journal"), {"bed-a": None, "bed-b": None}, threading.Lock()
        self.count, self.strike, self.recoveries, self.findings, self.explained = 0, "the start", [], [], []
        self.facts, self.drains, self.ways, self.typist = Counter(), [], [], random.Random(f"{seed} {folder.name} typist")
        self.shut = threading.Event()
        self.feeder = threading.Thread(target=self.feed, daemon=True)

    def __enter__(self):
        super().__enter__()
        self.serve()
        self.people()
        self.feeder.start()
        return self

    def quiet(self):
        """Nobody types any more."""
        self.shut.set()
        if self.feeder.is_alive():
            self.feeder.join(COMMAND)

    def __exit__(self, *_):
        self.quiet()
        for pid in self.members():
            send(pid, signal.SIGCONT)
        super().__exit__()
        self.crash()

    def members(self):
        """The pids of this hub's processes, whoever is their parent, with their names."""
        state, found = str(self.state), {}
        for entry in os.listdir("/proc"):
            words = (entry.isdigit() and parts(int(entry)) or ([], 0))[0]
            if words and any(word.startswith(("state.directory=" + state, state + "/broker")) or word == "state.directory=" + state
                             for word in words):
                found[int(entry)] = Path(words[0]).name
        return found

    def orphans(self):
        return {pid: name for pid, name in self.members().items() if (parts(pid) or (0, self.up.pid))[1] != self.up.pid}

    def is_served(self):
        """Served by this start: a process that an earlier one left may answer as well."""
        own = {name for pid, name in self.members().items() if (parts(pid) or (0, 0))[1] == self.up.pid}
        return {"session-manager", "mosquitto"} <= own and self.answer(
            "call", "session-manager", "devices", "-", given="{}", patience=COMMAND) is not None

    def command(self, *arguments, given=""):
        return self.answer(*arguments, given=given, patience=COMMAND)

    def said(self, *arguments):
        """What a command printed, also one that exits with 1: a held record, a doctor who found something."""
        try:
            return subprocess.run([BIN / "vitalbus", *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True,
                                  timeout=COMMAND).stdout
        except subprocess.TimeoutExpired:
            return ""

    def findings_of_doctor(self):
        text = self.said("doctor", "--json")
        return json.loads(text)["findings"] if text.startswith("{") else []

    def find(self, what, text):
        if not self.stop.is_set():
            self.findings.append((what, f"{self.folder.name} in {self.strike}: {text}"))
            print(f"NOT SO {what}: {self.folder.name} in {self.strike}: {text}", flush=True)

    def serve(self):
        """Starts the hub and judges the start: in time, and nothing of the old one left behind."""
        served, seconds = self.begin()
        if self.stop.is_set():
            return False
        self.recoveries.append(seconds)
        if not served:
            code = self.up.poll()
            told = self.output.read_text(errors="replace")[-700:]
            if (damaged := DAMAGED.search(told)) and code is not None:
                # What nobody can make anew is named with the way out, and a person takes it.
                self.facts["told"] += 1
                Path(damaged[1]).unlink()
                self.recoveries.pop()
                return self.serve()
            self.find("notServed", f"{seconds:.1f} s, exit {code}: {told}")
            self.examine()
            self.crash()
            self.patience, patience = 90, self.patience
            if not self.begin()[0]:
                raise RuntimeError(f"{self.folder.name} serves no more")
            self.patience = patience
        self.look_for_orphans()
        return served

    def examine(self):
        """Keeps what can be seen of processes that do not serve."""
        lines = []
        for pid in [self.up.pid, *self.members()]:
            lines.append(f"== {pid} {parts(pid)}")
            for task in Path(f"/proc/{pid}/task").glob("*"):
                lines.append(" ".join((task / name).read_text().strip().replace("\n", " ") for name in ("comm", "wchan", "syscall")))
            if shutil.which("gdb"):
                lines.append(subprocess.run(["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 25"], capture_output=True,
                                            text=True, timeout=COMMAND).stdout)
        (self.folder / f"not-served-{len(self.findings)}").write_text("\n".join(lines))

    def look_for_orphans(self):
        """What is not a child of this start must be gone soon after it serves."""
        end = time.monotonic() + 5
        while (left := self.orphans()) and time.monotonic() < end:
            time.sleep(0.2)
        if left and not self.stop.is_set():
            self.find("orphans", str({pid: (name, parts(pid)) for pid, name in left.items()}))
            for pid in left:
                send(pid, signal.SIGKILL)

    def kill_up(self):
        self.up.kill()
        self.up.wait()

    def crash(self):
        """Kills everything of the hub at once, and waits until it is gone."""
        if self.up is not None and self.up.poll() is None:
            self.kill_up()
        while members := self.members():
            for pid in members:
                send(pid, signal.SIGKILL)
            time.sleep(0.02)

    def people(self, seats=("bed-a", "bed-b")):
        """Somebody else takes bed-b; bed-a's person stays. Nobody types anything meanwhile."""
        with self.lock:
            for seat in seats:
                name = "demo" if seat == "bed-a" else next(one for one in PEOPLE if self.owner[seat] != f"{one}-user")
                self.admit(seat, f"{name}-user")

    def admit(self, seat, user):
        self.owner[seat] = None  # a change whose answer is lost may have come about
        token = user.replace("-user", "-token")
        answer = self.command("session", "start", "--user", user, "--organization", "demo-org", "--seat", seat, given=token)
        if answer is not None:
            self.owner[seat] = user
            self.facts["sessions"] += 1
        return answer is not None

    def value(self):
        """A value that nobody had before."""
        self.count += 1
        if self.count % 2:
            return "weight", "body_weight", f"{40 + self.count / 1_000:.3f}", "kg"
        return "biometrics", "body_temperature", f"{35.5 + self.count / 10_000:.4f}", "C"

    def add(self, seat):
        """Types a record and tells whether the hub said that it is kept."""
        with self.lock:
            user = self.owner[seat]
            if user is None:
                return None
            kind, metric, value, unit = self.value()
            self.books.owners[key(metric, value)] = user
            text = self.said("record", "add", "--seat", seat, "--type", kind, f"{metric}={value}{unit}", "--json")
            answer = json.loads(text) if text.startswith("{") else {}
            if answer.get("outcome") == "held":
                self.facts["held"] += 1
                self.books.held[key(metric, value)] = self.strike
                return None
            if "logID" not in answer:
                self.facts["refused"] += 1
                return None
            record = Record(user, seat, answer["logID"], key(metric, value), self.strike)
            self.books.commit(record)
            return record

    def update(self, record):
        """Gives a record a new value: until the hub says that it is kept, the old one is as good."""
        metric, old = record.newest.split("=")
        new = key(metric, float(old) + 20 if metric == "body_weight" else float(old) + 2)
        self.books.owners[new] = record.user
        record.values.add(new)
        unit = "kg" if metric == "body_weight" else "C"
        if self.command("record", "update", record.log_id, "--revision", "1", f"{new}{unit}") is not None:
            self.facts["updated"] += 1
            record.values, record.newest = {new}, new
            if record not in self.books.pending:
                self.books.pending.append(record)

    def feed(self):
        while not self.shut.is_set() and not self.stop.is_set():
            self.add(self.typist.choice(self.seats))
            self.shut.wait(0.2 + self.typist.random() * 0.6)

    def faults(self, faults):
        body = json.dumps(faults).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/_control/faults", body, {"Content-Type": "application/json"}, method="POST")
        urllib.request.urlopen(request, timeout=10).close()

    def close_cloud(self, by):
        self.cloud.send_signal(by)
        self.cloud.wait(20)

    def wait_while(self, seconds):
        """Sleeps, and wakes when the whole run is to end."""
        self.stop.wait(seconds)
