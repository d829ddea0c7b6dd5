"""FHIR servers to deliver to: our simulator, and one from PyPI behind a relay that loses answers."""

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from datetime import datetime
from typing import Any

from prove.hub import BIN
from prove.ports import free_port
from prove.waiting import need

SEKMET = "sekmet-fhir==0.1.1"
PATIENTS = ["1", "2", "3"]


def request(url, method="GET", *, body=None):
    """The status and the JSON of an answer."""
    data = None if body is None else json.dumps(body).encode()
    made = urllib.request.Request(url, data, {"Content-Type": "application/fhir+json"}, method=method)
    try:
        with urllib.request.urlopen(made, timeout=30) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as refused:
        return refused.code, None


def plain(resource):
    """A resource without the members that a server adds."""
    meta = {name: value for name, value in resource.get("meta", {}).items() if name not in ("versionId", "lastUpdated")}
    rest = {name: value for name, value in resource.items() if name != "meta"}
    return {**rest, "meta": meta} if meta else rest


class Server:
    """A FHIR server that is killed and restarted with its data."""

    process: Any = None
    port = 0

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}/fhir"

    def stop(self, by=signal.SIGTERM):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(by)
            self.process.wait(20)

    def faults(self, faults):
        """Sets faults, if the server supports them."""

    def lose(self, share):
        """Loses a share of the answers, if there is a relay."""


class OwnServer(Server):
    """`fhir-simulator`, with the worse choice wherever servers differ."""

    name = "simulator"

    def __init__(self, folder, behaviour=None, *, clients=None):
        super().__init__(folder)
        self.journal, self.options = folder / "journal", []
        (folder / "behaviour").write_text(json.dumps(behaviour or {"race": 50, "searchLag": 300}))
        if clients is not None:
            (folder / "clients").write_text(json.dumps(clients))
            self.options = ["--clients", folder / "clients"]

    def start(self):
        patients = [word for one in PATIENTS for word in ("--patient", f"{one}=urn:vitalbus:test|{one}")]
        self.process = subprocess.Popen(
            [BIN / "fhir-simulator", "--port", str(self.port), *patients, "--journal", self.journal, "--behaviour", self.folder / "behaviour", *self.options],
            stdout=subprocess.PIPE,
            stderr=open(self.folder / "log", "a"),
            stdin=subprocess.DEVNULL,
            text=True,
        )
        self.port = json.loads(self.process.stdout.readline())["port"]

    def control(self, name, body, *, method="POST"):
        status, answer = request(f"http://127.0.0.1:{self.port}/_control/{name}", method, body=body)
        if status != 200:
            raise RuntimeError(f"the simulator does not take {name}: {status}")
        return answer

    def faults(self, faults):
        self.control("faults", faults)

    def summary(self):
        return self.control("summary", None, method="GET")

    def versions(self):
        """Every version in the order of acceptance: type, id, the resource or None if deleted, seconds since 1970."""
        lines = self.journal.read_bytes().split(b"\n")[:-1] if self.journal.exists() else []
        for line in lines:
            version = json.loads(line)
            yield version["type"], version["id"], version.get("content"), version["at"] / 1_000


class SekmetServer(Server):
    """sekmet-fhir from PyPI with its database, behind a relay that loses the server's answers."""

    name = "sekmet"

    def __init__(self, folder, package):
        super().__init__(folder)
        self.environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
        self.relay, self.inner = Relay(), free_port()
        self.port = self.relay.port
        settings = {
            "base_url": self.base,
            "host": "127.0.0.1",
            "port": self.inner,
            "data_dir": str(folder / "data"),
            "log_inbound": False,
            "simulator": {"enabled": False},
        }
        (folder / "settings.yaml").write_text(json.dumps(settings))  # JSON is YAML

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from sekmet.cli import app; app()", "serve", "--config", self.folder / "settings.yaml"],
            cwd=self.folder,
            env=self.environment,
            stdout=open(self.folder / "log", "a"),
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
        need("sekmet-fhir", lambda: answers(f"http://127.0.0.1:{self.inner}/fhir/metadata"))
        self.relay.target = self.inner
        for one in PATIENTS:
            url = f"http://127.0.0.1:{self.inner}/fhir/Patient/{one}"
            if request(url)[0] == 404:
                identifier = [{"system": "urn:vitalbus:test", "value": one}]
                request(url, "PUT", body={"resourceType": "Patient", "id": one, "identifier": identifier})

    def lose(self, share):
        self.relay.share = share

    def stop(self, by=signal.SIGTERM):
        self.relay.target = None
        super().stop(by)

    def versions(self):
        path = self.folder / "data/sekmet.db"
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=20)) as store:
            for kind, name, deleted, text, at in store.execute("SELECT type, id, deleted, json, last_updated FROM versions ORDER BY seq, rowid"):
                yield kind, name, None if deleted else plain(json.loads(text)), datetime.fromisoformat(at).timestamp()


class Relay:
    """A port in front of a server: passes requests on, and breaks a share of the connections when the answer comes."""

    def __init__(self):
        self.target, self.share, self.turn = None, 0.0, 0.0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.door.accept()
            try:
                server = socket.create_connection(("127.0.0.1", self.target or 1), 10)
            except OSError:
                client.close()
                continue
            threading.Thread(target=self.copy, args=(client, server), kwargs={"is_answer": False}, daemon=True).start()
            threading.Thread(target=self.copy, args=(server, client), kwargs={"is_answer": True}, daemon=True).start()

    def is_lost(self):
        """Whether to lose this answer, without chance: a share of 0.25 loses each fourth."""
        self.turn += self.share
        if self.turn < 1:
            return False
        self.turn -= 1
        return True

    def copy(self, source, target, *, is_answer):
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if is_answer and self.is_lost():
                    break
                target.sendall(data)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
                one.close()


def answers(url):
    try:
        return request(url)[0] == 200
    except OSError:
        return False
