"""A hub under strikes whose sessions name the cloud and a FHIR server."""

import signal
import time

from prove.processes import send
from prove.scenarios.fhir.chart import Chart
from prove.scenarios.fhir.servers import PATIENTS
from prove.scenarios.strikes.kinds import again
from prove.scenarios.strikes.outside import LOOKUPS, LOST, SLOW, TAKEN
from prove.scenarios.strikes.struck_hub import StruckHub

# The faults of the simulated FHIR server, one deck at a time.
DECKS = {
    "lost": [{"kind": "resetAfter", "probability": 0.4}, {"kind": "halfAnswer", "probability": 0.3}],
    "taken": [
        {"kind": "status", "status": 500, "accepts": True, "probability": 0.5},
        {"kind": "captivePortal", "status": 502, "accepts": True, "probability": 0.3},
    ],
    "busy": [
        {"kind": "status", "status": 429, "retryAfter": "1", "probability": 0.4},
        {"kind": "status", "status": 503, "retryAfter": "1", "probability": 0.3},
    ],
    "proxy": [{"kind": "captivePortal", "probability": 0.4}, {"kind": "redirect", "probability": 0.2}],
    "later": [
        {"kind": "later", "milliseconds": 1500, "method": "PUT", "probability": 0.4},
        {"kind": "later", "milliseconds": 1500, "method": "POST", "probability": 0.4},
    ],
    "expired": [{"kind": "status", "status": 401, "probability": 0.4}],
    "slow": [{"kind": "stallBefore", "milliseconds": 2500, "probability": 0.4}, {"kind": "stallAfter", "milliseconds": 2500, "probability": 0.4}],
    "spoiled": [{"kind": "notJSON", "probability": 0.3}, {"kind": "wrongContentType", "probability": 0.3}, {"kind": "withoutID", "probability": 0.3}],
    "broken": [{"kind": "resetBefore", "probability": 0.5}, {"kind": "status", "status": 500, "probability": 0.3}],
}
CLOUD_DECKS = [LOST, LOST + LOOKUPS, TAKEN + LOOKUPS, SLOW]


class FHIRHub(StruckHub):
    """Two uploaders, two seats, two far ends; patients are known by reference and by an identifier."""

    people_patients = {f"{name}-user": f"Patient/{number}" for name, number in zip(("demo", "other", "third"), PATIENTS)}

    options = ["--uploaders", "2"]
    named = None

    def __init__(self, folder, *, run, server, settings=()):
        super().__init__(folder, run=run)
        self.server, self.more = server, settings
        self.records = []  # that the FHIR server should have

    def simulators(self):
        self.server.start()
        self.settings = [*self.settings, f"uploader:destination.fhir.base-url={self.server.base}", *self.more]
        # People type faster here than a token may send, so the limit is off and delays no record.
        self.settings.append("session-manager:rate.per-hour=0")
        return super().simulators()

    def __exit__(self, *exception):
        super().__exit__(*exception)
        self.server.stop()

    def patient(self, user):
        """A session's name for the patient: an identifier for the second person, which the server resolves."""
        number = self.people_patients[user].split("/")[1]
        return f"urn:vitalbus:test|{number}" if number == "2" else f"Patient/{number}"

    def further(self, user):
        return ("--also", f"fhir={self.named or self.patient(user)}")

    def admit_as(self, seat, user, *, patient):
        """Starts a session that names another patient than the person's own."""
        self.named = patient
        try:
            return self.admit(seat, user)
        finally:
            self.named = None

    def add(self, seat):
        begun = time.time()
        record = super().add(seat)
        if record:
            record.begun, record.taken = begun, time.time()
            self.records.append(record)
        return record

    def find(self, what, text):
        """Notes a finding; the first ones of a kind are enough to look at."""
        if sum(one == what for one, _ in self.findings) < 5:
            super().find(what, text)
        elif not self.stop.is_set():
            self.findings.append((what, text))

    def chart(self):
        return Chart(self.server, self.ledger.owners, patients=self.people_patients)

    # MARK: Strikes

    def kill(self, *names):
        """Kills processes by their programs' names, and waits until the hub serves again."""
        for pid, name in self.members().items():
            if name in names:
                send(pid, signal.SIGKILL)
        again(self)

    def strike_server(self):
        """The FHIR server is killed or stopped for a while."""
        way = self.random.choice(["killed", "killed", "still"])
        self.strike += f" ({way})"
        if way == "still":
            self.server.process.send_signal(signal.SIGSTOP)
            self.wait_while(self.random.uniform(1, 5))
            self.server.process.send_signal(signal.SIGCONT)
        else:
            self.server.stop(signal.SIGKILL)
            self.wait_while(self.random.uniform(0, 4))
            self.server.start()

    def spoil(self):
        """One or both far ends have faults while records are made and changed."""
        deck = self.random.choice(sorted(DECKS))
        self.strike += f" ({deck})"
        seeded = lambda faults: [{**one, "seed": self.random.randrange(1 << 30)} for one in faults]  # noqa: E731
        self.server.faults(seeded(DECKS[deck]))
        self.server.lose(0.3)
        if self.random.random() < 0.4:
            self.set_faults(seeded(self.random.choice(CLOUD_DECKS)))
        self.change()

    def change(self, most=3):
        for _ in range(self.random.randint(1, most)):
            record = self.add(self.random.choice(self.seats))
            self.wait_while(self.random.uniform(0, 1.5))
            if record and self.random.random() < 0.6:
                with self.lock:
                    self.update(record)
        if self.random.random() < 0.5:
            self.kill(self.random.choice(["uploader", "session-manager"]))

    def heal_all(self):
        self.server.faults([])
        self.server.lose(0)
        self.set_faults([])
