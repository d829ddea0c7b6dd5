"""A hub under strikes: its processes, its people, the records that are typed meanwhile."""

import json
import random
import re
import shutil
import signal
import subprocess
import threading
import time
from collections import Counter
from pathlib import Path

from prove import people, processes
from prove.history import History, Witness
from prove.ledger import Ledger, Record, key
from prove.processes import parts, send
from prove.restarted import RestartedHub
from prove.waiting import soon

# The cloud's treatment of a repeat, and the uploader's policy for it. A look-up's long wait would outlast the drain.
POLICIES = [("blind-lookup", "lookup"), ("conflict", "refuses"), ("upsert", "upsert")]
PEOPLE = ["other", "third"]  # who take turns at bed-b
COMMAND = 60  # seconds that any command may take
DAMAGED = re.compile(r"vitalbus: (\S+) is damaged: delete it and run 'vitalbus up' again")


class StruckHub(RestartedHub):
    """The struck hub; a history notes its people's actions."""

    users = [people.account(name) for name in ("demo", "other", "third")]

    def __init__(self, folder, *, run, number=0, clock=None):
        seed = run.options.seed
        self.repeats, policy = POLICIES[number % len(POLICIES)]
        self.cloud_options = ["--repeats", self.repeats]
        super().__init__(folder, [f"uploader:destination.inform.repeats={policy}", "uploader:lookup.settle=5s"])
        self.number, self.random, self.stop, self.policy = number, random.Random(f"{seed} {folder.name}"), run.stop, policy
        self.clock, self.last = clock, None  # how many strikes are left after the clock was stepped
        self.ledger, self.owner, self.lock = Ledger(folder / "cloud.journal"), {"bed-a": None, "bed-b": None}, threading.Lock()
        self.count, self.strike, self.recoveries, self.findings, self.explained = 0, "the start", [], [], []
        self.facts, self.drains, self.ways, self.typist = Counter[str](), [], [], random.Random(f"{seed} {folder.name} typist")
        self.history, self.shut = History(run.histories / f"{folder.name}.jsonl"), threading.Event()
        self.witness = Witness(self.history, self.ledger)
        self.feeder = threading.Thread(target=self.feed, daemon=True)

    def __enter__(self):
        super().__enter__()
        self.serve()
        self.people()
        self.feeder.start()
        return self

    def quiet(self):
        """Stops the typing."""
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
        """The pids of this hub's processes with any parent, with their names."""
        state = f"state.directory={self.state}"
        return {
            pid: Path(words[0]).name
            for pid, (words, _) in processes.every().items()
            if any(word == state or word.startswith((state, f"{self.state}/broker")) for word in words)
        }

    def orphans(self):
        return {pid: name for pid, name in self.members().items() if (parts(pid) or (0, self.up.pid))[1] != self.up.pid}

    def is_served(self):
        """Whether this start serves: a process left by an earlier one may answer as well."""
        own = {name for pid, name in self.members().items() if (parts(pid) or (0, 0))[1] == self.up.pid}
        return {"session-manager", "mosquitto"} <= own and super().is_served()

    def answer(self, *arguments, given="", patience=COMMAND):
        return super().answer(*arguments, given=given, patience=patience)

    def printed(self, *arguments):
        """A command's output, even with exit code 1, for a held record or a doctor's finding."""
        return self.command(*arguments, seconds=COMMAND)[1]

    def findings_of_doctor(self):
        text = self.printed("doctor", "--json")
        return json.loads(text)["findings"] if text.startswith("{") else []

    def find(self, what, text):
        if not self.stop.is_set():
            self.findings.append((what, f"{self.folder.name} in {self.strike}: {text}"))
            print(f"NOT SO {what}: {self.folder.name} in {self.strike}: {text}", flush=True)

    def serve(self):
        """Starts the hub and judges the start: in time, without old processes left behind."""
        served, seconds = self.begin()
        if self.stop.is_set():
            return False
        self.recoveries.append(seconds)
        if not served:
            code = self.up.poll()
            told = self.output.read_text(errors="replace")[-700:]
            if (damaged := DAMAGED.search(told)) and code is not None:
                # A file that the hub cannot rebuild is named with the remedy, and a person follows it.
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
        """Keeps the visible state of processes that do not serve."""
        lines = []
        for pid in [self.up.pid, *self.members()]:
            lines.append(f"== {pid} {parts(pid)}")
            for task in Path(f"/proc/{pid}/task").glob("*"):
                lines.append(" ".join((task / name).read_text().strip().replace("\n", " ") for name in ("comm", "wchan", "syscall")))
            if shutil.which("gdb"):
                lines.append(
                    subprocess.run(["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 25"], capture_output=True, text=True, timeout=COMMAND).stdout
                )
        (self.folder / f"not-served-{len(self.findings)}").write_text("\n".join(lines))

    def look_for_orphans(self):
        """Processes that are not children of this start must end soon after it serves."""
        soon(lambda: not self.orphans(), seconds=5)
        if (left := self.orphans()) and not self.stop.is_set():
            self.find("orphans", str({pid: (name, parts(pid)) for pid, name in left.items()}))
            for pid in left:
                send(pid, signal.SIGKILL)

    def kill_up(self):
        self.up.kill()
        self.up.wait()

    def crash(self):
        """Kills all of the hub's processes at once, and waits until they are gone."""
        if self.running is not None and self.running.poll() is None:
            self.kill_up()
        while members := self.members():
            for pid in members:
                send(pid, signal.SIGKILL)
            time.sleep(0.02)

    def people(self, seats=("bed-a", "bed-b")):
        """Another person takes bed-b; bed-a's person stays. Nobody types meanwhile."""
        with self.lock:
            for seat in seats:
                name = "demo" if seat == "bed-a" else next(one for one in PEOPLE if self.owner[seat] != f"{one}-user")
                self.admit(seat, f"{name}-user")

    def admit(self, seat, user):
        self.owner[seat] = None  # a change whose answer is lost may have come about
        name = user.removesuffix("-user")
        answer = self.answer(*people.start(name, seat=seat, more=self.further(user)), given=people.token(name))
        if answer is not None:
            self.owner[seat] = user
            self.facts["sessions"] += 1
        return answer is not None

    def further(self, user):
        """Additional words of the command that starts a session."""
        return ()

    def value(self):
        """A new value."""
        self.count += 1
        if self.count % 2:
            return "weight", "body_weight", f"{40 + self.count / 1_000:.3f}", "kg"
        return "biometrics", "body_temperature", f"{35.5 + self.count / 10_000:.4f}", "C"

    def add(self, seat):
        """Types a record; returns whether the hub reported it as stored."""
        with self.lock:
            user = self.owner[seat]
            if user is None:
                return None
            kind, metric, number, unit = self.value()
            value = key(metric, number)
            self.ledger.owners[value] = user
            with self.history.operation(("set", "add"), ("queue", "enqueue"), value=value) as operation:
                text = self.printed("record", "add", "--seat", seat, "--type", kind, f"{metric}={number}{unit}", "--json")
                answer = json.loads(text) if text.startswith("{") else {}
                if answer.get("outcome") == "held":
                    operation.info("held")
                    self.facts["held"] += 1
                    self.ledger.held[value] = self.strike
                    return None
                if "logID" not in answer:
                    self.facts["refused"] += 1
                    return None
                operation.ok()
            self.history.note("register", f="write", asked=[value, value], value=[value, value])
            return self.ledger.commit(Record(user, seat, answer["logID"], value, self.strike))

    def update(self, record):
        """Gives a record a new value: until the hub reports it as stored, the old one is valid as well."""
        metric, old = record.newest.split("=")
        new = key(metric, float(old) + 20 if metric == "body_weight" else float(old) + 2)
        self.ledger.owners[new] = record.user
        record.values.add(new)
        unit = "kg" if metric == "body_weight" else "C"
        with self.history.operation(("register", "write"), value=[record.name, new]) as operation:
            if self.answer("record", "update", record.log_id, "--revision", "1", f"{new}{unit}") is not None:
                operation.ok()
                self.facts["updated"] += 1
                self.ledger.change(record, new)

    def feed(self):
        while not self.shut.is_set() and not self.stop.is_set():
            self.add(self.typist.choice(self.seats))
            self.shut.wait(0.2 + self.typist.random() * 0.6)

    def close_cloud(self, by):
        self.cloud.send_signal(by)
        self.cloud.wait(20)

    def wait_while(self, seconds):
        """Sleeps, and wakes early when the whole run must end."""
        self.stop.wait(seconds)
