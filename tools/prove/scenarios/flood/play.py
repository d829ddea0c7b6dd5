"""Plays floods against a running hub: of requests, of events for one who never reads, of HTTP connections and bodies, of
archives, and a folder with what is no file. During each it looks at every process' memory, at whether others are served,
and afterwards at whether the log names who did it. The last line is one JSON object; the exit code is 1 if anything is not so.
"""

import json
import resource
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from prove import people, processes
from prove import wire as mqtt
from prove.hub import SimulatedHub
from prove.ledger import Ledger, Record, key
from prove.place import place
from prove.ports import free_port
from prove.scenarios.flood import http_floods as http
from prove.waiting import soon

TOKEN = "a-token-of-the-flood"
# Another client's command may take so long while a flood runs, in seconds.
PATIENCE = 30


class Others:
    """What a person does meanwhile: looks at the hub, types a value."""

    def __init__(self, hub, ledger, extra=None):
        self.hub, self.ledger, self.extra, self.failed, self.slowest, self.done = hub, ledger, extra, [], 0.0, 0
        self.stop, self.thread = threading.Event(), threading.Thread(target=self.work)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()

    def work(self):
        while not self.stop.is_set():
            self.one("status", "status")
            # A value that nobody had before.
            number = round(40 + 0.01 * len(self.ledger.owners), 2)
            value, user = key("body_weight", number), people.user("demo")
            self.ledger.owners[value] = user
            if self.one("a typed value", "record", "add", "--seat", "bed-a", "--type", "weight", f"body_weight={number}kg"):
                self.ledger.commit(Record(user, "bed-a", "", value))
            if self.extra:
                self.count("another sender", self.extra(), 0)
            self.stop.wait(0.5)

    def one(self, what, *arguments):
        begin = time.monotonic()
        return self.count(what, self.hub.run(*arguments), time.monotonic() - begin)

    def count(self, what, is_answered, seconds):
        self.done += 1
        self.slowest = max(self.slowest, seconds)
        if not is_answered or seconds > PATIENCE:
            self.failed.append(what)
        return is_answered


class Floods:
    """Runs each flood and keeps its figures."""

    def __init__(self, hub, port, folder):
        self.hub, self.port, self.folder, self.figures, self.failed = hub, port, folder, {}, []
        self.socket, self.watch = hub.state / "broker" / "mqtt.sock", processes.Watch(hub.up.pid)
        # Imports and devices bring values, too.
        self.ledger = Ledger(hub.folder / "cloud.journal", is_alone=False)
        print(f"idle: {self.watch.idle}")

    def logs(self):
        """How long every log is now."""
        return {path: path.stat().st_size for path in self.hub.state.rglob("*.log*")}

    def said(self, before, words):
        """Whether a log says the words since then."""
        found = []
        for path in self.hub.state.rglob("*.log*"):
            with open(path, errors="replace") as lines:
                lines.seek(before.get(path, 0) if before.get(path, 0) <= path.stat().st_size else 0)
                found += [line.strip() for line in lines if all(word in line for word in words)]
        return found

    def play(self, name, flood, names=(), extra=None):
        print(f"\n== {name}", flush=True)
        before = self.logs()
        self.watch.begin()
        begin = time.monotonic()
        with Others(self.hub, self.ledger, extra) as others:
            facts = flood()
        peaks = self.watch.peaks()
        named = {" ".join(words): len(self.said(before, words)) for words in names}
        figures = {
            "seconds": round(time.monotonic() - begin, 1),
            **facts,
            "peaks_mib": peaks,
            "over": self.watch.over(peaks),
            "others": others.done,
            "not_served": others.failed,
            "slowest_s": round(others.slowest, 1),
            "named": named,
        }
        self.figures[name] = figures
        wrong = figures["over"] + others.failed + [f"nobody named '{words}'" for words, count in named.items() if not count]
        wrong += [f"not so: {what}" for what, is_so in facts.items() if is_so is False]
        self.failed += [f"{name}: {what}" for what in wrong]
        print(json.dumps(figures, indent=1), *wrong, sep="\n", flush=True)

    def publisher(self, kind, seconds, rate):
        user = "hub-1.device-reader.main"
        done = subprocess.run(
            [sys.executable, Path(__file__).with_name("publisher.py"), self.socket, user, self.hub.state / "passwords" / user, kind, str(seconds), str(rate)],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise SystemExit(done.stderr)
        return json.loads(done.stdout)

    def requests(self):
        return self.publisher("requests", 12, 5_000)

    def unread(self):
        user = "hub-1.vitalbus.cli"
        link = mqtt.connect(self.socket, "flood-deaf", user=user, password=(self.hub.state / "passwords" / user).read_text().strip())
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        mqtt.subscribe(link, ["vitalbus/v1/home/+/event/readingFailed"])
        facts = self.publisher("events", 12, 5_000)
        link.close()
        return facts

    def crowd(self):
        crowd, head = http.Crowd(self.port), http.head(TOKEN, "Transfer-Encoding: chunked")
        for step in range(10):
            crowd.grow(1_000, [b"", b"POST /v1/import HTTP/1.1\r\nX: ", head + b"5\r\n"][step % 3])
        opened, end = len(crowd.links), time.monotonic() + 35
        while time.monotonic() < end:
            crowd.drip(b"a")
            time.sleep(3)
        alive = crowd.alive()
        crowd.close()
        return {"connections": opened, "refused": crowd.refused, "alive": alive, "slow ones are closed": alive <= 64}

    def lies(self):
        answers = http.lies(self.port, TOKEN)
        return {"answers": answers, "no lie is taken": not any(" 202" in answer for answer in answers.values())}

    def endless(self):
        taken, end = http.endless(self.port, "wrong", 50)
        return {"taken_mib": taken, "cut_after_s": round(end), "cut": end < 45}

    def bombs(self):
        path = self.hub.folder / "bomb.zip"
        statuses = {}
        for name, make in {
            "ratio": lambda: http.bomb(path, 3_072),
            "entries": lambda: http.crowded(path, 20_000),
            "nested": lambda: http.nested(path, 5),
            "gzip": lambda: path.write_bytes(b"\x1f\x8b\x08" + b"\0" * 1_000_000),
        }.items():
            make()
            statuses[name] = http.post(self.port, TOKEN, path)
        settled = lambda: all(one["state"] not in ("running", "waiting", "queued") for one in self.imports())  # noqa: E731
        soon(settled, seconds=120, pause=1)
        ends = [(one["state"], (one.get("error") or {}).get("code")) for one in self.imports()]
        return {"posted": statuses, "ends": ends, "all came to an end": settled() and len(ends) >= 4}

    def imports(self):
        text = self.hub.answer("call", "health-importer", "imports", "-", given="{}")
        return json.loads(text)["ok"]["imports"] if text else [{"state": "running"}]

    def strange(self):
        names = http.strange_files(self.folder)
        time.sleep(8)
        return {"names": names, "nothing of it is imported": not any(one.get("path", "").startswith(str(self.folder)) for one in self.imports())}


def run(root, wanted):
    """Plays the wanted floods, or all, and counts; whether all was well."""
    folder, token = root / "inbox", root / "token"
    folder.mkdir()
    token.write_text(TOKEN)
    token.chmod(0o600)
    port = free_port()
    settings = [f"health-importer:ingest.address=127.0.0.1:{port}", f"health-importer:ingest.tokens=bed-a={token}", f"health-importer:folders=bed-a={folder}"]
    with SimulatedHub(root, settings) as hub:
        people.admit_validated(hub, "demo", seat="bed-a")
        hub.wait("the importer's port", lambda: http.is_answered(port))
        subscribed = hub.run("call", "session-manager", "setSubscriptions", "-", given='{"seat": "bed-a", "sampleTypes": ["HKQuantityTypeIdentifierBodyMass"]}')
        print(f"subscribed: {subscribed}")
        floods = Floods(hub, port, folder)
        plays = {
            "requests": (floods.requests, [("are refused", "/home/hub-1/device-reader/main")], None),
            "unread": (floods.unread, [("dropped", "flood-deaf")], None),
            "crowd": (floods.crowd, [("are refused", "127.0.0.2")], lambda: http.is_answered(port)),
            "lies": (floods.lies, [], lambda: http.is_answered(port)),
            "endless": (floods.endless, [("did not stop", "127.0.0.2")], lambda: http.is_answered(port)),
            "bombs": (floods.bombs, [], lambda: http.is_answered(port)),
            "strange": (floods.strange, [("link-outside.xml",), ("fifo.xml",), ("socket.xml",)], None),
        }
        for name, (flood, names, extra) in plays.items():
            if not wanted or name in wanted:
                floods.play(name, flood, names, extra)
        ledger = floods.ledger
        soon(lambda: not ledger.settle())
        found = {"lost": [str(one) for one in ledger.pending], "doubled": ledger.doubled(), "misbooked": ledger.misbooked()}
        floods.failed += [f"{what}: {one}" for what, names in found.items() for one in names]
        print(
            json.dumps(
                {
                    "floods": floods.figures,
                    "committed": ledger.committed,
                    **{what: len(names) for what, names in found.items()},
                    "idle_mib": floods.watch.idle,
                    "failed": floods.failed,
                }
            )
        )
        return not floods.failed


def add_options(parser):
    parser.add_argument("--only", nargs="+", metavar="FLOOD", default=[], help="requests, unread, crowd, lies, endless, bombs, strange")


def play(options):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"open files: at most {hard}")
    with place("vbf", keeps=options.keep) as here:
        here.is_well = run(here.path, options.only)
        return here.is_well
