"""The recorded life of a hub, and the hub that is started again after a cut."""

import json
from pathlib import Path

from prove import people
from prove.ledger import CloudJournal, key, values_of
from prove.restarted import RestartedHub
from prove.scenarios.power_cut.disk_model import CALLS

FIRST_NEW = 100  # what is typed after a cut; lives have lower values


class CutHub(RestartedHub):
    """A hub whose processes can be started under `strace`, and restarted after a cut."""

    options = ["--ocr-workers", "1"]
    is_traced = False

    def __init__(self, folder):
        super().__init__(folder)
        self.disk, self.log = folder / "disk", folder / "calls.log"
        self.state = self.disk / "state"
        self.files = self.state / "records"
        self.options = [*self.options, "--set", f"uploader:destination.file.directory={self.files}"]
        self.environment["STATE_DIRECTORY"] = str(self.state)

    def __enter__(self):
        self.disk.mkdir()
        return super().__enter__()

    def begin(self, is_traced=False):
        self.is_traced = is_traced
        tracer = ["strace", *"-f --seccomp-bpf -q -y -xx -s 100000000 -A -e signal=none".split(), "-e", f"trace={CALLS}", "-o", self.log]
        return super().begin(tracer if is_traced else [])

    def supervisors(self):
        if not self.is_traced:
            return super().supervisors()
        return [int(pid) for pid in Path(f"/proc/{self.up.pid}/task/{self.up.pid}/children").read_text().split()]

    def doubled(self):
        """Records of the recorded life that are in the cloud more than once; after cuts values are typed again."""
        recorded = {key("pulse", value) for value in range(FIRST_NEW)}
        cloud = CloudJournal(self.folder / "cloud.journal", {}, is_alone=False).read()
        return sorted(value for value, names in cloud.makers.items() if value in recorded and len(names) > 1)

    def came(self, since):
        """The pulses of the cloud's records after the first `since` ones."""
        return [value for entry in self.delivered()[since:] for value in sorted(values_of(entry["record"]))]

    def lines(self):
        """The records in files, a line for each revision; torn lines are repaired by now, and no lines are joined."""
        return [json.loads(line) for path in sorted(self.files.glob("*.ndjson")) for line in path.read_bytes().splitlines()]

    def records(self, seat="bed-a"):
        """The typed pulses that a seat's person can see."""
        lines = (self.answer("record", "list", "--seat", seat, "--json") or "").splitlines()
        return {value for line in lines for value in pulses(json.loads(line))}


def pulses(entry):
    return {float(one["value"]) for one in entry["record"].get("measurements", [])}


class Life:
    """The hub's life while it is recorded, and its promises with their times."""

    further = ["--also", "file"]

    def __init__(self, hub):
        self.hub, self.promises = hub, []

    def promise(self, what, value=None):
        """Notes a promise that holds from here on: the calls so far are in the log."""
        self.promises.append((self.hub.log.stat().st_size if self.hub.log.exists() else 0, what, value))

    def begin(self, is_traced=True):
        serves, seconds = self.hub.begin(is_traced)
        if not serves:
            raise SystemExit(f"power-cut: the hub did not start to be recorded: {self.hub.output.read_text()[-600:]}")
        print(f"{'recording' if is_traced else 'preparing'}: served after {seconds:.0f} s", flush=True)

    def session(self, name, *, seat):
        self.hub.must(*people.start(name, seat=seat, more=self.further), given=people.token(name))
        self.promise("session", seat)

    def pulse(self, value, seat="bed-a"):
        self.hub.must("record", "add", "--seat", seat, "--type", "biometrics", f"pulse={value}")
        if seat == "bed-a":
            self.promise("record", float(value))

    def live(self):
        self.begin()
        self.session("demo", seat="bed-a")
        self.pulse(61)
        self.pulse(62)
        self.hub.wait("a device-reader", lambda: self.hub.run("passive", "show"))
        # No such device is in sight: the choice is stored, and no device is read.
        self.hub.must("passive", "set", "1000")
        self.promise("passive", "1000")
        self.session("other", seat="bed-b")
        self.pulse(91, "bed-b")
        self.hub.end()
        self.begin()
        self.pulse(63)
        self.hub.must("session", "end", "--seat", "bed-b", "--yes")
        self.promise("ended", "bed-b")
        self.hub.must("seat", "erase", "bed-b", "--yes")
        self.promise("erased", "bed-b")
        self.pulse(64)
        self.hub.end()
