"""A hub of two seats with a cloud that can be broken, and a bystander who must always be served."""

import json

from prove import processes
from prove.hub import SCENARIO, lines
from prove.people import account, admit_validated
from prove.ports import free_port
from prove.scenarios.attack.ground import Ground
from prove.scenarios.attack.hostile_api import HostileAPI
from prove.scenarios.attack.member import Member

# Each seat's person, with the cloud's API for their session.
PEOPLE = {"bed-a": ("demo", "inform"), "bed-b": ("other", "inform"), "bed-c": ("third", "legacy")}
TOKENS = {"bed-a": "a-token-of-the-first-seat", "bed-b": "a-token-of-the-other-seat"}
READER, UPLOADER = "hub-1.device-reader.main", "site.uploader.u1"
HOSTILE_NAME = "Scale\x1b[2J\x07\nall well\u202e"
LOOKS = [
    ("status",),
    ("doctor",),
    *[("record", "list", "--seat", seat) for seat in PEOPLE],
    ("session", "list"),
    ("device", "nearby"),
    ("health", "imports"),
    ("seat", "list"),
    ("session", "queue"),
    ("notifications",),
    ("device", "list"),
    ("passive", "show"),
    ("held", "list"),
]


class Stage(Ground):
    """The hub as `vitalbus up` runs it by default, with import folders, an HTTP port and a server between it and the cloud."""

    people = PEOPLE
    looks = LOOKS
    seats = list(PEOPLE)
    users = [account(name) for name, _ in PEOPLE.values()]
    has_control = True

    def __init__(self, folder):
        self.ingest, self.inboxes = free_port(), {}
        tokens = []
        for seat, token in TOKENS.items():
            (folder / f"{seat}.token").write_text(token)
            (folder / f"{seat}.token").chmod(0o600)
            (folder / seat).mkdir()
            self.inboxes[seat] = folder / seat
            tokens.append(f"{seat}={folder}/{seat}.token")
        super().__init__(
            folder,
            [
                f"health-importer:ingest.address=127.0.0.1:{self.ingest}",
                "health-importer:ingest.tokens=" + ",".join(tokens),
                "health-importer:folders=" + ",".join(f"{seat}={place}" for seat, place in self.inboxes.items()),
                # The cloud's list has no lag here, so a record that may have been sent need not wait for five minutes.
                "session-manager:health.interval=1s",
                "device-reader:passive.rearm=1s",
                "ble-scanner:lost-after=12s",
                "uploader:lookup.settle=2s",
                "uploader:destination.inform.paths.image=/connect/provider/media",
                "uploader:destination.legacy.paths.image=/v1/organizations/{org}/users/{user}/media.json",
                "uploader:destination.legacy.paths.many=/v1/organizations/{org}/users/{user}/{type}/many.json",
            ],
        )
        self.truth = []

    def simulators(self):
        SCENARIO["devices"][0]["name"] = HOSTILE_NAME
        flags = super().simulators()
        place = flags.index("--inform-url") + 1
        self.api = HostileAPI(int(flags[place].rsplit(":", 1)[1]))
        flags[place] = f"http://127.0.0.1:{self.api.port}"
        return [*flags, "--legacy-url", flags[place]]

    def hear(self):
        self.truth.extend(map(json.loads, lines(self.radio)))

    def __enter__(self):
        super().__enter__()
        for seat in PEOPLE:
            self.begin_session(seat)
            body = {"seat": seat, "sampleTypes": ["HKQuantityTypeIdentifierBodyMass"]}
            self.must("call", "session-manager", "setSubscriptions", "-", given=json.dumps(body))
        self.watch = processes.Watch(self.up.pid)
        return self

    def __exit__(self, *arguments):
        super().__exit__(*arguments)
        self.api.close()

    def begin_session(self, seat):
        name, api = PEOPLE[seat]
        admit_validated(self, name, seat=seat, more=("--api", api))

    def calm(self):
        self.api.mode, self.api.only = None, ""

    def member(self, account=READER, client=None):
        return Member.local(self.state, account, client=client)
