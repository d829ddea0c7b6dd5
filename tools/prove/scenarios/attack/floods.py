"""Floods: other clients must still be served, and a log must name the sender."""

import json
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from prove import wire as mqtt
from prove.scenarios.attack import http_floods as http
from prove.scenarios.attack.stage import READER, TOKENS
from prove.waiting import soon

# The most seconds that another client's command may take during a flood.
PATIENCE = 30
TOKEN = TOKENS["bed-a"]


class Others:
    """Meanwhile a person looks at the hub and types a value, and another address uses the importer."""

    def __init__(self, stage, asks_importer):
        self.stage, self.failed = stage, []
        self.work = {"status": self.look, "a typed value": lambda: stage.type("bed-a")}
        if asks_importer:
            self.work["another sender"] = lambda: "" if http.is_answered(stage.ingest) else "no answer"
        self.stop, self.thread = threading.Event(), threading.Thread(target=self.go)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()

    def look(self):
        code, text = self.stage.look("status")
        return "" if code in (0, 1) else f"exit code {code}: {text[:160]}"

    def go(self):
        while not self.stop.wait(0.5):
            for what, work in self.work.items():
                begin = time.monotonic()
                wrong = work()
                took = time.monotonic() - begin
                if wrong or took > PATIENCE:
                    self.failed.append(f"meanwhile not served: {what} ({wrong or f'{took:.0f} s'})")


def flood(play, *, names=(), asks_importer=False):
    """A flood during which others are served; afterwards a log line must have each of some words."""

    def attack(stage):
        before = {path: path.stat().st_size for path in stage.state.rglob("*.log*")}
        with Others(stage, asks_importer) as others:
            wrong = play(stage)
        return wrong + sorted(set(others.failed)) + [f"nobody named '{' '.join(words)}'" for words in names if not is_named(stage, before, words=words)]

    attack.__doc__ = play.__doc__
    return attack


def is_named(stage, before, *, words):
    """Whether a line of a log has all of some words since then."""
    for path in stage.state.rglob("*.log*"):
        with open(path, errors="replace") as lines:
            lines.seek(before.get(path, 0) if before.get(path, 0) <= path.stat().st_size else 0)
            if any(all(word in line for word in words) for line in lines):
                return True
    return False


def publisher(stage, kind):
    """A separate process that publishes 5,000 messages of 64 KiB a second for 12 s; returns the failures."""
    words = [stage.state / "broker" / "mqtt.sock", READER, stage.state / "passwords" / READER, kind, "12", "5000"]
    done = subprocess.run([sys.executable, Path(__file__).with_name("publisher.py"), *words], capture_output=True, text=True)
    return [] if done.returncode == 0 else [f"the attack could not be played: {done.stderr[-300:]}"]


def requests(stage):
    """flood: 5,000 requests a second, 64 KiB each, every one with another made-up reply topic"""
    return publisher(stage, "requests")


def unread(stage):
    """flood: 5,000 events a second for a subscriber that never reads its socket"""
    user = "hub-1.vitalbus.cli"
    link = mqtt.connect(stage.state / "broker" / "mqtt.sock", "flood-deaf", user=user, password=(stage.state / "passwords" / user).read_text().strip())
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    mqtt.subscribe(link, ["vitalbus/v1/home/+/event/readingFailed"])
    wrong = publisher(stage, "events")
    link.close()
    return wrong


def crowd(stage):
    """flood: 10,000 connections to the importer's port: silent, headers without an end, bodies that come byte by byte"""
    crowd, head = http.Crowd(stage.ingest), http.head(TOKEN, "Transfer-Encoding: chunked")
    for step in range(10):
        crowd.grow(1_000, [b"", b"POST /v1/import HTTP/1.1\r\nX: ", head + b"5\r\n"][step % 3])

    def drip():
        crowd.drip(b"a")

    soon(drip, seconds=35, pause=3)
    alive = crowd.alive()
    crowd.close()
    return [] if alive <= 64 else [f"{alive} slow connections are open"]


def lies(stage):
    """flood: chunks and lengths that are not what they say"""
    return [f"taken: {name}" for name, answer in http.lies(stage.ingest, TOKEN).items() if " 202" in answer]


def endless(stage):
    """flood: a body in chunks without an end, without a token"""
    taken, end = http.endless(stage.ingest, "wrong", seconds=50)
    return [] if end < 45 else [f"{taken} MiB were taken in {end:.0f} s"]


def imports(stage):
    text = stage.answer("call", "health-importer", "imports", "-", given="{}")
    return json.loads(text)["ok"]["imports"] if text else [{"state": "running"}]


def bombs(stage):
    """flood: archives of a ratio of 1,000, of 20,000 entries, of archives of archives, and a broken gzip"""
    path, before = stage.folder / "bomb.zip", len(imports(stage))
    for make in (
        lambda: http.bomb(path, 3_072),
        lambda: http.crowded(path, 20_000),
        lambda: http.nested(path, 5),
        lambda: path.write_bytes(b"\x1f\x8b\x08" + b"\0" * 1_000_000),
    ):
        make()
        http.post(stage.ingest, TOKEN, path=path)
    settled = soon(lambda: all(one["state"] not in ("running", "waiting", "queued") for one in imports(stage)), seconds=120, pause=1)
    return [] if settled and len(imports(stage)) >= before + 4 else [f"not all came to an end: {imports(stage)}"[:300]]


def strange(stage):
    """flood: an import folder with links, a loop, a pipe, a socket, a device"""
    folder = stage.inboxes["bed-a"]
    names = http.strange_files(folder)
    time.sleep(8)
    wrong = [f"{one['path']} is imported" for one in imports(stage) if Path(one.get("path", "")).name in names]
    for name in names:
        (folder / name).unlink()
    return wrong


ATTACKS = {
    "flood-requests": flood(requests, names=[("without a reply topic", "hub-1.device-reader.main")]),
    "flood-unread": flood(unread, names=[("dropped", "flood-deaf")]),
    "flood-crowd": flood(crowd, names=[("rejecting connections", "127.0.0.2")], asks_importer=True),
    "flood-lies": flood(lies, asks_importer=True),
    "flood-endless": flood(endless, names=[("kept sending", "127.0.0.2")], asks_importer=True),
    "flood-bombs": flood(bombs, asks_importer=True),
    "flood-strange": flood(strange, names=[("link-outside.xml",), ("fifo.xml",), ("socket.xml",)]),
}
