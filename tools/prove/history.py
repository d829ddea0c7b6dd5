"""Operations and their results in Jepsen's form, for checking with any other checker. One file for each hub.

A line of JSON for each `invoke`, and one for how it ended: `ok` (it happened), `fail` (it did not), `info` (nobody knows).
`process` is a number that ends with its first `info`, `time` is in nanoseconds since the history began. Each line names
its `workload`; the lines of one are a history by themselves.

- `set`: `add` of a record's name, and `read` of all names that the line has (delivered, waiting or held).
- `queue`: `enqueue` of the name, `dequeue` when the cloud made a record of it.
- `register`, one for each key: `write` and `read` of [name, value], the value that a record has at the cloud.
"""

from __future__ import annotations

import itertools
import json
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from prove.hub import ROOT
from prove.ledger import CloudJournal, Ledger


def fresh(name: str, *, seed: int) -> Path:
    """A folder for the histories of a run, one for each hub; those of an earlier run with the same seed are deleted."""
    folder = ROOT / ".build" / "prove" / f"{name}-{seed}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


class Operation:
    """One operation in progress; one that ends without a result counts as unknown."""

    def __init__(self) -> None:
        self.end, self.error = "info", ""

    def ok(self) -> None:
        self.end = "ok"

    def fail(self, error: str) -> None:
        self.end, self.error = "fail", error

    def info(self, error: str) -> None:
        self.end, self.error = "info", error


class History:
    """A history that is written while it happens; several threads may write."""

    def __init__(self, path: Path) -> None:
        self.path, self.file, self.began = path, open(path, "w"), time.monotonic_ns()
        self.numbers, self.index, self.lock = itertools.count(), itertools.count(), threading.Lock()
        self.own = threading.local()

    def line(self, workload: str, *, kind: str, f: str, value: Any, error: str = "") -> None:
        with self.lock:
            process = getattr(self.own, "process", None)
            if process is None:
                process = self.own.process = next(self.numbers)
            entry = {
                "index": next(self.index),
                "workload": workload,
                "type": kind,
                "process": process,
                "f": f,
                "value": value,
                "time": time.monotonic_ns() - self.began,
                **({"error": error} if error else {}),
            }
            print(json.dumps(entry), file=self.file, flush=True)
            if kind == "info":
                # It is unknown whether the interrupted operation continues, so another process does the next one.
                self.own.process = None

    @contextmanager
    def operation(self, *steps: tuple[str, str], value: Any) -> Iterator[Operation]:
        """An operation that is one step in each of some workloads, named as workload and function."""
        one = Operation()
        for workload, f in steps:
            self.line(workload, kind="invoke", f=f, value=value)
        try:
            yield one
        finally:
            for workload, f in steps:
                self.line(workload, kind=one.end, f=f, value=value, error=one.error)

    def note(self, workload: str, *, f: str, asked: Any = None, value: Any) -> None:
        """An observation."""
        self.line(workload, kind="invoke", f=f, value=asked)
        self.line(workload, kind="ok", f=f, value=value)


class Witness:
    """Records the contents of a hub's cloud, once at each comparison."""

    def __init__(self, history: History, ledger: Ledger) -> None:
        self.history, self.ledger, self.dequeued = history, ledger, dict[str, int]()

    def look(self, elsewhere: set[str]) -> None:
        """Records the cloud's new entries, the values of all records, and all names there or `elsewhere`."""
        cloud: CloudJournal = self.ledger.cloud.read()
        named = {one.log_id: one for one in self.ledger.records}
        for log_id, count in cloud.made.items():
            for _ in range(count - self.dequeued.get(log_id, 0)):
                self.history.note("queue", f="dequeue", value=named[log_id].name if log_id in named else log_id)
        self.dequeued = dict(cloud.made)
        for one in self.ledger.records:
            for value in self.values(one.log_id):
                self.history.note("register", f="read", asked=[one.name, None], value=[one.name, value])
        there = [one.name for one in self.ledger.records if cloud.has(one) or one.values & elsewhere]
        self.history.note("set", f="read", value=sorted(there))

    def values(self, log_id: str) -> list[str]:
        cloud = self.ledger.cloud
        return sorted(value for name in cloud.names[log_id] if name in cloud.live for value in cloud.live[name][2])
