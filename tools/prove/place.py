"""Where a run has its files, and how it ends early."""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Place:
    """A folder of a run; it is removed only once the run has said that all is well."""

    def __init__(self, prefix: str) -> None:
        # Sockets of a hub lie below it, and their paths must not be long.
        self.path, self.is_well = Path(tempfile.mkdtemp(prefix=f"{prefix}-", dir="/tmp")), False


@contextmanager
def place(prefix: str, *, keeps: bool = False) -> Iterator[Place]:
    """A run's folder, removed at the end if all was well and nobody wants to keep it."""
    one = Place(prefix)
    try:
        yield one
    finally:
        if one.is_well and not keeps:
            shutil.rmtree(one.path, ignore_errors=True)
        else:
            print(f"its files: {one.path}", file=sys.stderr)


def until_stopped() -> threading.Event:
    """What SIGTERM and SIGINT set from now on: a run that watches it ends what it has started."""
    stop = threading.Event()
    for which in (signal.SIGTERM, signal.SIGINT):
        signal.signal(which, lambda *_: stop.set())
    return stop


def end_of(minutes: float | None) -> float:
    """When a run of so many minutes is over, on the monotonic clock; never without a number."""
    return time.monotonic() + minutes * 60 if minutes is not None else float("inf")


def add_length(parser: argparse.ArgumentParser, *, of: str) -> None:
    """How long a scenario strikes."""
    parser.add_argument("--strikes", type=int, help=f"how many strikes, {of}")
    parser.add_argument("--minutes", type=float, help="strike for so many minutes, or until --strikes are done")


def wanted(options: argparse.Namespace, *, usual: int) -> int:
    """How many strikes are due: the usual number, unless a number or a time is given."""
    return options.strikes if options.strikes is not None else sys.maxsize if options.minutes else usual
