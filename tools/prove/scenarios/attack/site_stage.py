"""A site's server, two hubs that have joined over TLS, a house's program and a caregiver, all with real accounts."""

import re
import socket
import ssl
import subprocess
import uuid

from prove import processes
from prove import wire as mqtt
from prove.hub import BIN
from prove.people import account, admit_validated
from prove.ports import free_port
from prove.scenarios.attack.ground import Ground
from prove.scenarios.attack.member import Member

SEAT = "room-1"
# A hub that has joined and is not running: the attacker has its keys.
HOSTILE_HUB = "room-2.device-reader.main"
HOUSE = "site.integration.house"


class SiteStage(Ground):
    """The server's `vitalbus up` is watched; a person at the first hub types values there, which cross the broker over TLS."""

    people = {SEAT: ("demo", "inform")}
    users = [account("demo")]
    looks = [
        ("status",),
        ("hub", "list"),
        ("seat", "list"),
        ("session", "list"),
        ("record", "list", "--seat", SEAT),
        ("integration", "list"),
        ("notifications",),
        ("session", "queue"),
        ("metrics", "--once"),
    ]

    def __init__(self, folder):
        super().__init__(folder)
        self.state = folder / "site"
        self.environment["STATE_DIRECTORY"] = str(self.state)
        self.hubs = {hub: folder / hub for hub in ("room-1", "room-2")}
        self.typing = ("--state", str(self.hubs["room-1"]))
        self.ports = {name: free_port() for name in ("broker", "registrar", "access", "plain", "page")}

    def __enter__(self):
        self.port = self.open_cloud()
        ports = ("--broker-port", str(self.ports["broker"]), "--registrar-port", str(self.ports["registrar"]))
        self.must("site", "init", "--site", "home", "--server-only", "--address", "127.0.0.1", *ports)
        self.must("access", "set", "--port", str(self.ports["access"]), "--plain-port", str(self.ports["plain"]))
        for hub in self.hubs:
            self.must("hub", "add", hub, "--out", str(self.folder / f"{hub}.bundle"))
        self.must("integration", "add", "house", "--values", SEAT, "--password-file", str(self.folder / "house.password"))
        self.must("user", "add", "nurse", "--role", "caregiver", "--out", str(self.folder / "nurse"))
        account = (self.folder / "nurse" / "vitalbus.yaml").read_text()
        self.nurse = f"{re.findall(r'^hub: (.+)', account, re.M)[0].strip()}.vitalbus.nurse"
        sets = ["uploader:destination.inform.repeats=upsert", "uploader:pull.interval=1s", "session-manager:health.interval=1s"]
        page = f"127.0.0.1:{self.ports['page']}"
        flags = ["--no-table", "--page", page, "--inform-url", f"http://127.0.0.1:{self.port}", *[word for one in sets for word in ("--set", one)]]
        self.running = self.start("vitalbus", "up", *flags, output=open(self.folder / "site.log", "w"))
        self.wait("a served site", self.is_served)
        for hub, state in self.hubs.items():
            words = ["join", str(self.folder / f"{hub}.bundle"), "--state", str(state)]
            self.wait("a joined hub", lambda: self.run(*words))
        self.start("vitalbus", "up", "--no-table", "--state", str(self.hubs["room-1"]), "--radio", "none", output=open(self.folder / "room-1.log", "w"))
        self.wait("a hub that is there", lambda: "health-importer is online" in (self.folder / "room-1.log").read_text())
        admit_validated(self, "demo", seat=SEAT)
        self.watch = processes.Watch(self.up.pid)
        return self

    def socket(self, port, identity=None, *, plain=False):
        """A connection to a port of the broker, with TLS except on the local port."""
        link = socket.create_connection(("127.0.0.1", port), timeout=20)
        if plain:
            return link
        context = ssl.create_default_context(cafile=str(self.hubs["room-1"] / "membership" / "authority.pem"))
        if identity:
            context.load_cert_chain(identity)
        return context.wrap_socket(link, server_hostname="127.0.0.1")

    def identity(self, principal):
        """The file with the key and the certificate of a process of a hub that has joined."""
        return self.hubs[principal.split(".")[0]] / "membership" / f"{principal}.pem"

    def greet(self, account, client=None, *, will=None):
        """A socket under an account and the broker's code; the account is a hub's process, the house or the nurse."""
        client = client or f"attack-{uuid.uuid4()}"
        if account in (HOUSE, self.nurse):
            file = self.folder / ("house.password" if account == HOUSE else "nurse/password")
            link = self.socket(self.ports["plain"], plain=True)
            return link, mqtt.greet(link, client, user=account.rsplit(".", 1)[1], password=file.read_text().strip(), will=will)
        link = self.socket(self.ports["broker"], identity=self.identity(account))
        return link, mqtt.greet(link, client, will=will)

    def member(self, account, client=None):
        link, said = self.greet(account, client)
        if said:
            raise SystemExit(f"attack: the broker refuses {account}: reason {said}")
        return Member(link, account)

    def served(self, look, topics):
        """The site's observers (one look, Prometheus's page, a watch) that are not served, or do not name topics."""
        wrong = []
        for words in ((look,), ("metrics", "--once")):
            code, text = self.look(*words)
            if code not in (0, 1) or not text.strip():
                wrong.append(f"vitalbus {' '.join(words)} ends with {code}: {text[:160]}")
            if words == (look,):
                wrong += [f"vitalbus {look} does not name {topic}" for topic in topics if topic not in text]
        watch = subprocess.Popen(
            [BIN / "vitalbus", "watch", "--all-hubs", "--actors", "--count", "3"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        try:
            text = watch.communicate(timeout=40)[0]
        except subprocess.TimeoutExpired:
            watch.kill()
            return wrong + ["vitalbus watch shows nothing"]
        self.printed.append((("watch",), text))
        return wrong + ([] if watch.returncode == 0 else [f"vitalbus watch ends with {watch.returncode}: {text[:160]}"])
